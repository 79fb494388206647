//! What a client draws: stacks with counts, owners, factories and roundels, the offers of the seats that look.

use crate::actions::Action;
use crate::charts::FACES;
use crate::data::{bit, each};
use crate::frames::Frame;
use crate::game::War625;
use crate::kinds::{AREAS, Kind, NATIONS, Nation, Place, Side, Status, TRACK, Unit};
use crate::names::adjective;
use crate::state::State;
use engine::scene::{Marker, OverlayDef, OverlayMark, Piece, PieceDef, Points, Reach, Reason, Text};
use engine::{Arg, Eyes, Overlay, Scene, Seat, Sentence, Sheet, View, say};

const SYMBOLS: [&str; FACES] = [
    "infantry",
    "mechanized",
    "artillery",
    "armor",
    "anti-tank",
    "anti-aircraft",
    "fighter",
    "helicopter",
    "bomber",
    "battleship",
    "carrier",
    "destroyer",
    "naval-transport",
    "submarine",
    "security",
];
const COLOURS: [&str; NATIONS] = ["nk", "ccf", "su", "rok", "us", "un"];

/// The phases of a nation's turn, for the track on top.
fn phases() -> [Sentence; 6] {
    [
        say!("Intervention"),
        say!("Purchase"),
        say!("Combat move"),
        say!("Combat"),
        say!("Non-combat move"),
        say!("Placement"),
    ]
}

impl War625 {
    pub(crate) fn draw_sheet(&self, eyes: &Eyes<'_>) -> Sheet {
        let mut pieces = Vec::new();
        for nation in Nation::ALL {
            for (k, symbol) in SYMBOLS.iter().enumerate() {
                pieces.push(self.face(nation, k, symbol, eyes));
            }
        }
        for side in [Side::Communist, Side::Allied] {
            let nation = side.nations()[usize::from(side == Side::Allied)];
            pieces.push(PieceDef {
                id: format!("token-{}", ["communist", "allied"][side as usize]),
                name: eyes.read(&say!("Supply token")),
                side: side as u8,
                nation: COLOURS[nation as usize].to_owned(),
                symbol: "supply".to_owned(),
                ..PieceDef::default()
            });
        }
        let overlays = [
            ("chances", say!("Chances of the battles to come")),
            ("supply-communist", say!("Supply lines, Communists")),
            ("supply-allied", say!("Supply lines, Allies")),
            ("value", say!("IPC of the areas")),
            ("strength", say!("Land units of both sides")),
        ]
        .map(|(id, title)| OverlayDef { id: id.to_owned(), title: eyes.read(&title) });
        Sheet {
            map: "war-625/korea".to_owned(),
            pieces,
            overlays: overlays.into(),
            charts: self.draw_charts(eyes),
        }
    }
    fn face(&self, nation: Nation, k: usize, symbol: &str, eyes: &Eyes<'_>) -> PieceDef {
        let kind = Kind::from_index(k as u8);
        let chart = &self.c.nation[nation as usize];
        let prisoner = k == FACES - 1;
        let values = [false, true].map(|d12| *self.c.values(d12, nation, kind));
        let printed = if values[0].exists { values[0] } else { values[1] };
        let front = if prisoner || !printed.exists {
            String::new()
        } else {
            format!("{}-{}-{}", printed.attack, printed.defence, printed.moves)
        };
        let name = if prisoner { "prisoners of war" } else { kind.id() };
        PieceDef {
            id: format!("{}-{}", COLOURS[nation as usize], if prisoner { "prisoner" } else { kind.id() }),
            name: eyes.term(&format!("{} {name}", chart.adjective)).into_owned(),
            side: nation.side() as u8,
            nation: COLOURS[nation as usize].to_owned(),
            symbol: symbol.to_owned(),
            size: if kind.is_land() { "division".to_owned() } else { String::new() },
            left: if prisoner { "PW".to_owned() } else { String::new() },
            right: chart.id.clone(),
            front,
            back: None,
        }
    }
    fn piece<'a>(&'a self, s: &State, u: Unit, n: u16) -> Piece<'a> {
        let mut id = String::with_capacity(48);
        self.unit_text(s, u, &mut id);
        let mut status = Vec::new();
        match u.status() {
            Status::Ready => {}
            Status::Special if u.is_submerged() => status.push("submerged"),
            Status::Attack | Status::Landed | Status::Dropped | Status::Battle | Status::Special => {
                status.push("attacked");
            }
            Status::Snipe => status.push("barrage"),
            Status::Leaving => status.push("retreated"),
            Status::Das => status.push("support"),
            _ => status.push("moved"),
        }
        if u.place().is_area() && !u.is_prisoner() && s.iso(u.place(), u.nation()) > 0 {
            status.push("out-of-supply");
        }
        if !u.cargo().is_empty() {
            status.push("loaded");
        }
        let values = self.c.values(s.opts.d12, u.nation(), u.kind());
        let factors = (s.opts.d12 && !u.is_prisoner())
            .then(|| format!("{}-{}-{}", values.attack, values.defence, values.moves).into());
        let def = u.nation() as usize * FACES + u.kind() as usize;
        Piece {
            id: id.into(),
            def: def as u16,
            at: self.c.id(u.place()).into(),
            count: n,
            factors,
            status,
            ..Piece::default()
        }
    }
    fn pieces<'a>(&'a self, s: &State) -> Vec<Piece<'a>> {
        let mut pieces: Vec<_> = s.units().map(|(u, n)| self.piece(s, u, n)).collect();
        for (place, &n) in s.tokens.iter().enumerate().filter(|&(_, &n)| n > 0) {
            let place = Place(place as u8);
            let side = if place.is_area() { s.side_at(place) } else { Side::Allied };
            pieces.push(Piece {
                id: format!("{} token", self.c.id(place)).into(),
                def: (NATIONS * FACES) as u16 + side as u16,
                at: self.c.id(place).into(),
                count: n,
                ..Piece::default()
            });
        }
        pieces
    }
    fn markers<'a>(&'a self, view: &View<State>, eyes: &Eyes<'_>) -> Vec<Marker<'a>> {
        let s = view.state();
        let mut out = Vec::with_capacity(2 * AREAS);
        let mut mark =
            |area: Place, kind: &'static str, side: Option<u8>, label: Text<'a>, title: Sentence| {
                let (at, title) = (self.c.id(area).into(), eyes.text(&title));
                out.push(Marker { at, kind: kind.into(), side, label, title });
            };
        let neutral = self.neutral(s);
        for area in Place::areas() {
            let a = area.i();
            let holder = &self.c.nation[s.control[a] as usize];
            let side = Some(s.side_at(area) as u8);
            let (nation, n) = (s.nation_at(area), s.ipc[a]);
            let title = if neutral & bit(area) != 0 {
                say!("held by {nation}, neutral, {n} IPC", nation, n)
            } else {
                say!("held by {nation}, {n} IPC", nation, n)
            };
            mark(area, "control", side, holder.id.as_str().into(), title);
            if s.factory[a] > 0 {
                let first = adjective(Nation::from_index(s.factory[a] - 1));
                let title = if s.new_factories & bit(area) != 0 {
                    say!("{first} factory, works from the next turn", first)
                } else {
                    say!("{first} factory", first)
                };
                mark(area, "factory", side, "F".into(), title);
            }
            if (self.c.roundel[0] | self.c.roundel[1]) & bit(area) != 0 {
                let whose = u8::from(self.c.roundel[1] & bit(area) != 0);
                let title = say!("Supply source of the {side}", side = Arg::side(whose));
                mark(area, "roundel", Some(whose), "R".into(), title);
            }
            if s.struck & bit(area) != 0 {
                let title = say!("Struck by an atomic weapon: no points for the Allies");
                mark(area, "atomic", None, "A".into(), title);
            }
            let cut = Nation::ALL.into_iter().map(|n| s.iso(area, n)).max().unwrap_or(0);
            if cut > 0 {
                let starved = say!("Starved: {n}", n = self.c.isolation);
                let title = if cut == 2 { starved } else { say!("Cut off from supply") };
                mark(area, "out-of-supply", side, cut.to_string().into(), title);
            }
        }
        if self.knows_hidden(s, view.seats()) {
            let written = self.c.hidden_areas.iter().zip(s.china.hidden.iter());
            for (&area, &n) in written.filter(|&(_, &n)| n > 0) {
                let title = say!("{n} hidden Chinese infantry, known to North Korea and China alone", n);
                mark(area, "hidden", Some(Side::Communist as u8), n.to_string().into(), title);
            }
        }
        for place in each(self.coming_battles(s)) {
            let side = Some(s.active() as u8);
            mark(place, "attack", side, "".into(), say!("{place} is attacked", place));
        }
        out
    }
    fn points_of<'a>(&'a self, s: &State, side: Side, eyes: &Eyes<'_>) -> Points<'a> {
        let part = |areas: u64, words: Sentence| {
            let mut held = s.friendly[side as usize] & areas;
            if side == Side::Allied {
                held &= !s.struck;
            }
            let points = each(held).map(|a| i32::from(s.ipc[a.i()])).sum();
            Reason { points, text: eyes.text(&words), rule: "war VI-2".into() }
        };
        let reasons = vec![
            part(self.c.north, say!("areas north of the parallel")),
            part(self.c.korea & !self.c.north, say!("areas south of the parallel")),
        ];
        Points { side: side as u8, total: self.points(s, side), reasons }
    }
    /// The month of a turn in words.
    pub(crate) fn month_words<'a>(&'a self, turn: u8, eyes: &Eyes<'_>) -> Text<'a> {
        let date = self.c.date.get(usize::from(turn) - 1);
        date.map_or_else(Text::default, |d| eyes.term(&d.month))
    }
    pub(crate) fn draw<'a>(&'a self, view: &'a View<State>, eyes: &Eyes<'_>) -> Scene<'a> {
        let s = view.state();
        let coming = self.forecasts(s);
        Scene {
            turn: u16::from(s.turn),
            turns: u16::from(s.opts.length),
            turn_label: self.month_words(s.turn, eyes),
            phases: phases().iter().map(|name| eyes.text(name)).collect(),
            phase: self.phase_index(s),
            active_side: Some(s.active() as u8),
            pieces: self.pieces(s),
            markers: self.markers(view, eyes),
            panels: self.panels(view, &coming, eyes),
            points: vec![self.points_of(s, Side::Communist, eyes), self.points_of(s, Side::Allied, eyes)],
            workings: self.workings(s, eyes),
            purse: self.purse(view, eyes),
            battle: self.battle_card(s, &coming, eyes),
            reach: self.reach(view),
            ..Scene::default()
        }
    }
    fn phase_index(&self, s: &State) -> u8 {
        ["intervention", "purchase", "combat-move", "combat", "non-combat", "place"]
            .iter()
            .position(|p| *p == self.phase_name(s))
            .unwrap_or(0) as u8
    }
    /// Where what the lookers have in hand can go.
    fn reach<'a>(&'a self, view: &'a View<State>) -> Vec<Reach<'a>> {
        let s = view.state();
        let Some(Frame::Movement(phase)) = s.frames.last().copied() else { return Vec::new() };
        let mut found = Vec::new();
        let mut seen = 0u64;
        for seat in (0..5).map(Seat).filter(|&seat| view.seats().contains(seat)) {
            let choice = s.choice(seat);
            let Some(unit) = choice.unit else { continue };
            let here = choice.way.last().copied().unwrap_or(unit.place());
            let mut list = Vec::new();
            self.orders(s, &choice, phase.combat, &mut list);
            for action in list {
                let to = match action {
                    Action::Go { to, .. } | Action::Fly { to, .. } | Action::Land { to, .. } => to,
                    Action::Step { to } => to,
                    _ => continue,
                };
                if seen & bit(to) != 0 {
                    continue;
                }
                seen |= bit(to);
                let flies = unit.kind().is_air() && here < TRACK && to < TRACK;
                let cost = if flies { self.air(s, unit.side())[here.i()][to.i()] } else { 1 };
                found.push(Reach {
                    at: self.c.id(to).into(),
                    cost: cost.to_string().into(),
                    from: self.c.id(here).into(),
                });
            }
        }
        found
    }
    pub(crate) fn draw_overlay(&self, s: &State, overlay: &str) -> Option<Overlay> {
        let mut marks = Vec::new();
        let mut mark = |area: Place, side: Option<u8>, label: String| {
            marks.push(OverlayMark { at: self.c.id(area).to_owned(), side, label });
        };
        match overlay {
            "chances" => return Some(self.chance_badges(s)),
            "supply-communist" | "supply-allied" => {
                let side = if overlay.ends_with("allied") { Side::Allied } else { Side::Communist };
                let lead = side.nations()[usize::from(side == Side::Allied)];
                let sources = self.sources(s, lead);
                for area in each(self.linked(s, lead) & s.friendly[side as usize]) {
                    let label = if sources & bit(area) != 0 { "S" } else { "" };
                    mark(area, Some(side as u8), label.to_owned());
                }
            }
            "value" => {
                for area in each(self.c.korea | self.c.manchuria) {
                    mark(area, Some(s.side_at(area) as u8), s.ipc[area.i()].to_string());
                }
            }
            "strength" => {
                for area in Place::areas() {
                    for side in [Side::Communist, Side::Allied] {
                        let n = s.tallies(area, side)[0];
                        if n > 0 {
                            mark(area, Some(side as u8), n.to_string());
                        }
                    }
                }
            }
            _ => return None,
        }
        Some(Overlay { marks })
    }
}
