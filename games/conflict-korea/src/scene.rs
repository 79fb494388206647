//! The picture: the map's pieces, markers, overlays, and what is known of a hex.

// A sentence is handed over where it is made.
#![allow(clippy::needless_pass_by_value)]

use crate::data::{AirDef, COM, Kind, Nation, UN};
use crate::frames::Frame;
use crate::game::{ConflictKorea, Scope};
use crate::ground::HexBits;
use crate::names;
use crate::panels::Reports;
use crate::reach::Stop;
use crate::state::{AirId, ENTRENCHED, ForceId, HEXES, NO_NAME, NO_ORDER, Phase, SIDE_FORCES, State, WEAK};
use board::HexId;
use engine::scene::{
    Chart, Detail, Marker, OverlayDef, OverlayMark, Piece, PieceDef, Points, Reach, Reason, Text,
};
use engine::{Arg, Class, Eyes, Moment, Overlay, Picture, Scene, Sentence, Sheet, View, say};

fn overlays() -> [(&'static str, Sentence); 5] {
    [
        ("possession", say!("Possession")),
        ("supply-un", say!("Supply net, United Nations")),
        ("supply-com", say!("Supply net, Communists")),
        ("frozen", say!("North of the freeze line")),
        ("spotted", say!("Spotting levels")),
    ]
}

impl Picture for ConflictKorea {
    fn sheet(&self, scenario: &str, eyes: &Eyes<'_>) -> Sheet {
        let number = self.scenarios.iter().position(|s| s.id == scenario).unwrap_or(0);
        let scope = self.scope_of(number);
        let term = |name: String| eyes.term(&name).into_owned();
        let named = scope.world.names.iter().map(|n| {
            piece_def(n.nation, n.kind, &n.size, &n.text, term(format!("{} {}", n.nation.word(), n.text)))
        });
        let looks = Nation::ALL.into_iter().flat_map(|n| Kind::ALL.map(|k| (n, k)));
        let seen = looks.map(|(n, k)| piece_def(n, k, "", "", term(format!("{} {}", n.word(), k.word()))));
        let wings =
            scope.world.air.iter().map(|def| air_def(def, term(format!("{}, {}", def.name, def.aircraft))));
        let mut pieces: Vec<PieceDef> = named.chain(seen).chain(wings).collect();
        pieces.iter_mut().enumerate().for_each(|(i, p)| p.id = format!("d{i}"));
        Sheet {
            map: format!("conflict-korea/korea{}", if scope.world.era.modern() { "-1995" } else { "" }),
            pieces,
            overlays: overlays()
                .iter()
                .map(|(id, title)| OverlayDef { id: (*id).to_owned(), title: eyes.read(title) })
                .collect(),
            charts: scope.charts(eyes),
        }
    }

    fn moment<'a>(&'a self, st: &State, eyes: &Eyes<'_>) -> Moment<'a> {
        let communist = st.mover() == Some(0);
        let phase = match (st.phase, communist) {
            (Phase::Dawn, _) => say!("Turn begins"),
            (Phase::FirstA, true) => say!("IA: Communist orders"),
            (Phase::FirstA, false) => say!("IA: United Nations orders"),
            (Phase::FirstB, true) => say!("IB: Communist orders"),
            (Phase::FirstB, false) => say!("IB: United Nations orders"),
            (Phase::Strikes, _) => say!("Air strikes"),
            (Phase::SecondA, true) => say!("IIA: Communist orders"),
            (Phase::SecondA, false) => say!("IIA: United Nations orders"),
            (Phase::SecondB, true) => say!("IIB: Communist orders"),
            (Phase::SecondB, false) => say!("IIB: United Nations orders"),
            (Phase::Over, _) => say!("The game is over"),
        };
        let date = &self.scope(st).world.turns[st.turn as usize - 1].date;
        Moment { label: eyes.term(date), phase: eyes.text(&phase) }
    }
    fn scene<'a>(&'a self, view: &'a View<State>, eyes: &Eyes<'_>) -> Scene<'a> {
        let (scope, st) = (self.scope(view.state()), view.state());
        let phases = [say!("First orders"), say!("Strikes and combat"), say!("Second orders"), say!("Over")];
        let phase = match st.phase {
            Phase::Dawn | Phase::FirstA | Phase::FirstB => 0,
            Phase::Strikes => 1,
            Phase::SecondA | Phase::SecondB => 2,
            Phase::Over => 3,
        };
        let s = scope.scenario;
        let nets = scope.nets_shown(st);
        let (date, level) = (names::date(st.turn), names::level(scope.level(st)));
        Scene {
            turn: scope.turn_number(st),
            turns: u16::from(s.last_turn - s.first_turn + 1),
            // 1.4 The status line tells the victory level.
            turn_label: eyes.text(&say!("{date}, level {level}", date, level)),
            phases: phases.iter().map(|phase| eyes.text(phase)).collect(),
            phase,
            active_side: st.mover(),
            pieces: scope.pieces(st, &nets).into_iter().chain(scope.air_pieces(st)).collect(),
            markers: scope.markers(st, eyes),
            panels: Reports { scope, st, eyes }.all(&nets[UN as usize], view.seats()),
            points: scope.score(st, eyes),
            reach: scope.scene_reach(st),
            ..Scene::default()
        }
    }

    /// 3.13 Supply nets and other overlays. [rule: ck 3.13]
    fn overlay(&self, view: &View<State>, overlay: &str) -> Option<Overlay> {
        let (scope, st) = (self.scope(view.state()), view.state());
        let side_of = |un: bool| Some(if un { UN } else { COM });
        let marks = match overlay {
            "possession" => scope.marks(&scope.ground.korea, |i| (side_of(st.owner.has(i)), String::new())),
            "supply-un" => scope.marks(&scope.net(st, UN), |_| (Some(UN), String::new())),
            "supply-com" => scope.marks(&scope.net(st, COM), |_| (Some(COM), String::new())),
            "frozen" => {
                let mut cold = HexBits::default();
                scope.ground.land.iter().for_each(|i| cold.set(i, scope.frozen(st, HexId(i as u16))));
                scope.marks(&cold, |_| (None, "*".to_owned()))
            }
            "spotted" => scope.spotted(st, view),
            _ => return None,
        };
        Some(Overlay { marks })
    }

    fn inspect(&self, view: &View<State>, thing: &str, eyes: &Eyes<'_>) -> Option<Detail> {
        let (scope, st) = (self.scope(view.state()), view.state());
        if let Some(air) = scope.air_display(st).find(|&air| names::air_piece(air) == thing) {
            return Some(scope.air_card(st, air, eyes));
        }
        let piece = [COM, UN].into_iter().flat_map(|s| st.forces_of(s)).find(|&f| {
            let mut id = String::new();
            scope.piece_id(st, f, &mut id);
            id == thing
        });
        match piece {
            Some(force) => Some(scope.force_report(st, force, eyes)),
            None => scope.ground.map.hex(thing).map(|hex| scope.hex_report(st, hex, eyes)),
        }
    }

    fn name(&self, st: &State, arg: Arg, out: &mut String) {
        let scope = self.scope(st);
        if arg.class == Class::UNIT {
            let force = ForceId(arg.id as u8);
            if force.index() < st.forces.len() && st.force(force).exists() {
                scope.world.write_name(names::force(st, force), out);
            } else {
                out.push_str("a force");
            }
            return;
        }
        scope.world.write_name(arg, out);
    }

    fn cover(&self, _: &State, _: Arg, out: &mut String) {
        out.push_str("an enemy force");
    }

    fn id(&self, st: &State, arg: Arg, out: &mut String) {
        let scope = self.scope(st);
        match arg.class {
            Class::UNIT if (arg.id as usize) < st.forces.len() => {
                scope.piece_id(st, ForceId(arg.id as u8), out);
            }
            Class::PLACE if (arg.id as usize) < HEXES => {
                out.push_str(scope.ground.label(HexId(arg.id as u16)));
            }
            _ => {}
        }
    }
}

fn piece_def(nation: Nation, kind: Kind, size: &str, text: &str, name: String) -> PieceDef {
    let (left, right) = text.split_once(' ').unwrap_or((text, ""));
    let short = |s: &str| s.chars().take(6).collect::<String>();
    PieceDef {
        name,
        side: nation.side(),
        nation: nation.colour().to_owned(),
        symbol: kind.symbol().to_owned(),
        size: size.to_owned(),
        left: short(left),
        right: short(right),
        ..PieceDef::default()
    }
}

/// The counter of an air unit.
fn air_def(def: &AirDef, name: String) -> PieceDef {
    PieceDef {
        name,
        side: def.side,
        nation: def.service.colour(def.side).to_owned(),
        symbol: if def.a2a * 2 > def.a2g { "fighter" } else { "bomber" }.to_owned(),
        left: def.name.split(' ').next().unwrap_or_default().chars().take(6).collect(),
        ..PieceDef::default()
    }
}

/// A strength as a counter has room for it: in hundreds. The report of the force has the whole number.
fn hundreds(strength: u32) -> String {
    match strength {
        0..25 => "0".to_owned(),
        25..75 => "½".to_owned(),
        n => ((n + 50) / 100).max(1).to_string(),
    }
}

impl<'a> Scope<'a> {
    /// A hex as the map prints it.
    fn at(&self, hex: HexId) -> Text<'a> {
        self.ground.label(hex).into()
    }

    /// The id of a force in the scene: its own number for those who know its units, its place for the others.
    pub fn piece_id(&self, st: &State, force: ForceId, out: &mut String) {
        let f = st.force(force);
        if f.units.is_empty() && f.exists() {
            let letter = if st.second(force) { 'b' } else { 'a' };
            out.push('x');
            out.push_str(self.ground.label(f.hex));
            out.push(letter);
        } else {
            out.push('f');
            out.push_str(&force.0.to_string());
        }
    }

    /// The supply nets of both sides, the Communists' only where some of their units are known: whether the enemy's forces
    /// are supplied is nobody's business. The airfields need the United Nations'.
    fn nets_shown(&self, st: &State) -> [HexBits; 2] {
        let known = st.forces_of(COM).any(|f| !st.force(f).units.is_empty());
        [if known { self.net(st, COM) } else { HexBits::default() }, self.net(st, UN)]
    }

    fn pieces(&self, st: &State, nets: &[HexBits; 2]) -> Vec<Piece<'a>> {
        let mut out = Vec::with_capacity(2 * SIDE_FORCES);
        for side in [COM, UN] {
            out.extend(st.forces_of(side).map(|f| self.piece(st, f, &nets[side as usize])));
        }
        out
    }

    fn piece(&self, st: &State, id: ForceId, net: &HexBits) -> Piece<'a> {
        let f = st.force(id);
        let mut name = String::new();
        self.piece_id(st, id, &mut name);
        let named = f.name != NO_NAME;
        let def = if named { f.name } else { self.world.names.len() as u16 + u16::from(f.look) };
        let known = !f.units.is_empty();
        let mut status = Vec::new();
        if known {
            if f.order != NO_ORDER {
                status.push("attacked");
            }
            if f.points == 0 {
                status.push("spent");
            }
            if f.units.iter().all(|u| st.unit(*u).has(ENTRENCHED)) {
                status.push("entrenched");
            }
            if st.readiness(id) <= 50 {
                status.push("disrupted");
            }
            if self.ground.is_land(f.hex) && !net.has(f.hex.index()) {
                status.push("out-of-supply");
            }
        } else if f.has(WEAK) {
            status.push("reduced");
        }
        let factors = known.then(|| {
            let (l, s) = self.shown(st, id);
            let way = match f.order {
                NO_ORDER => "",
                d => ["N", "NE", "SE", "S", "SW", "NW"][d as usize],
            };
            format!("{}-{}-{}{way}", hundreds(l), hundreds(s), f.points).into()
        });
        Piece { id: name.into(), def, at: self.at(f.hex), factors, status, ..Piece::default() }
    }

    /// 3.21 The air units whose missions are being given: they lie in the boxes of the air display. [rule: ck 3.21]
    pub fn air_display<'s>(&'s self, st: &'s State) -> impl Iterator<Item = AirId> + 's {
        let side = match st.frames.last() {
            Some(Frame::Operations(operations)) => Some(operations.side),
            _ => None,
        };
        side.into_iter().flat_map(move |side| self.wings(st, side))
    }

    fn air_pieces(&self, st: &State) -> Vec<Piece<'a>> {
        let first = self.world.names.len() + Nation::ALL.len() * Kind::ALL.len();
        let piece = |air: AirId| {
            let (g, a) = self.air_strength(st, air);
            Piece {
                id: names::air_piece(air).into(),
                def: (first + air.0 as usize) as u16,
                at: st.wings[air.0 as usize].mission.place().into(),
                factors: Some(format!("{g}-{a}").into()),
                ..Piece::default()
            }
        };
        self.air_display(st).map(piece).collect()
    }

    fn markers(&self, st: &State, eyes: &Eyes<'_>) -> Vec<Marker<'a>> {
        let mut out = Vec::with_capacity(64);
        for (p, &hex) in self.ground.ports.iter().enumerate() {
            if st.mined >> p & 1 == 1 {
                out.push(Marker {
                    at: self.at(hex),
                    kind: "mine".into(),
                    side: None,
                    label: "M".into(),
                    title: eyes.text(&say!("Mined port")),
                });
            }
        }
        for force in [COM, UN].into_iter().flat_map(|side| st.forces_of(side)) {
            if let Some(hex) = self.target(st, force) {
                out.push(Marker {
                    at: self.at(hex),
                    kind: "attack".into(),
                    side: Some(force.side()),
                    label: "".into(),
                    title: eyes.text(&say!("An assault is plotted here")),
                });
            }
        }
        for i in self.ground.urban.iter() {
            out.push(Marker {
                at: self.at(HexId(i as u16)),
                kind: "control".into(),
                side: Some(u8::from(st.owner.has(i))),
                label: "".into(),
                title: eyes.text(&say!("City: 100 points")),
            });
        }
        out
    }

    fn score(&self, st: &State, eyes: &Eyes<'_>) -> Vec<Points<'a>> {
        let v = &self.world.numbers.victory;
        let reason =
            |points, text: Sentence| Reason { points, text: eyes.text(&text), rule: "ck 8.0".into() };
        [COM, UN]
            .map(|side| {
                let (hexes, total) = self.holdings(st, side);
                let cities = (total - hexes * v.hex) / (v.urban - v.hex).max(1);
                let others = hexes - cities;
                let reasons = vec![
                    reason(cities * v.urban, say!("{n} {n|city|cities}", n = cities)),
                    reason(others * v.hex, say!("{n} {n|other hex|other hexes}", n = others)),
                ];
                Points { side, total, reasons }
            })
            .into()
    }

    fn scene_reach(&self, st: &State) -> Vec<Reach<'a>> {
        let Some(&Frame::Command(command)) = st.frames.last() else { return Vec::new() };
        let points = st.force(command.force).points;
        let reach = self.reach(st, command.force);
        let stop = |s: &Stop| Reach {
            at: self.at(s.hex),
            cost: (points - s.left).to_string().into(),
            from: self.at(s.from),
        };
        reach.stops().map(stop).collect()
    }

    fn marks(&self, set: &HexBits, what: impl Fn(usize) -> (Option<u8>, String)) -> Vec<OverlayMark> {
        set.iter()
            .map(|i| {
                let (side, label) = what(i);
                OverlayMark { at: self.ground.label(HexId(i as u16)).to_string(), side, label }
            })
            .collect()
    }

    fn spotted(&self, st: &State, view: &View<State>) -> Vec<OverlayMark> {
        let mut out = Vec::new();
        for seat in view.seats().iter().filter(|s| s.0 < 2) {
            for i in self.ground.korea.iter() {
                let hex = HexId(i as u16);
                let level = st.level(seat.0, hex);
                if level > 0 && !self.friendly(st, seat.0, hex) {
                    out.push(OverlayMark {
                        at: self.ground.label(hex).to_string(),
                        side: Some(1 - seat.0),
                        label: level.to_string(),
                    });
                }
            }
        }
        out
    }

    /// The charts of the game.
    fn charts(&self, eyes: &Eyes<'_>) -> Vec<Chart> {
        vec![self.terrain_chart(eyes), self.equipment_chart(eyes), self.history_chart(eyes)]
    }

    fn terrain_chart(&self, eyes: &Eyes<'_>) -> Chart {
        let ground = [say!("open"), say!("rough"), say!("mountain"), say!("urban")];
        let rows = ground.iter().zip(&self.world.tables.terrain).map(|(name, e)| {
            vec![
                eyes.read(name),
                e.cost.to_string(),
                e.cost_china.to_string(),
                half(e.soft),
                half(e.hard),
                format!("{} %", e.strike),
            ]
        });
        let heads =
            [say!("Terrain"), say!("Cost"), say!("Chinese"), say!("Soft"), say!("Hard"), say!("Air strikes")];
        chart(eyes, "terrain", say!("Terrain"), "ck 3.413", &heads, rows.collect())
    }

    fn equipment_chart(&self, eyes: &Eyes<'_>) -> Chart {
        let rows = self.world.equipment.iter().map(|e| {
            let class = if e.class == crate::files::Class::Soft { say!("soft") } else { say!("hard") };
            vec![
                eyes.term(&e.name).into_owned(),
                e.lethality.to_string(),
                e.survivability.to_string(),
                eyes.read(&class),
                eyes.read(&if e.artillery { say!("yes") } else { say!("") }),
            ]
        });
        let heads =
            [say!("Kind"), say!("Lethality"), say!("Survivability"), say!("Class"), say!("Artillery")];
        chart(eyes, "equipment", say!("Equipment"), "ck 4.21", &heads, rows.collect())
    }

    /// The turns of the scenario, numbered as it counts them, with the level that history had at their end.
    fn history_chart(&self, eyes: &Eyes<'_>) -> Chart {
        let first = self.scenario.first_turn as usize;
        let turns = self.world.turns.iter().take(self.scenario.last_turn as usize).skip(first - 1);
        let rows = turns.enumerate().map(|(i, t)| {
            let term = |text: &str| eyes.term(text).into_owned();
            let d = t.difference.map_or_else(String::new, |d| d.to_string());
            let level = t.level.as_deref().map(term).unwrap_or_default();
            vec![(i + 1).to_string(), term(&t.date), level, d, term(&t.event)]
        });
        let heads = [say!("Turn"), say!("Date"), say!("Level"), say!("D"), say!("What happened")];
        chart(eyes, "history", say!("Turns and history"), "ck 8.0", &heads, rows.collect())
    }
}

/// A number of halves.
pub fn half(n: u8) -> String {
    if n.is_multiple_of(2) { (n / 2).to_string() } else { format!("{}.5", n / 2) }
}

fn chart(
    eyes: &Eyes<'_>,
    id: &str,
    title: Sentence,
    rule: &str,
    heads: &[Sentence],
    rows: Vec<Vec<String>>,
) -> Chart {
    Chart {
        id: id.to_owned(),
        title: eyes.read(&title),
        rule: rule.to_owned(),
        heads: vec![heads.iter().map(|head| eyes.read(head)).collect()],
        rows,
        ..Chart::default()
    }
}
