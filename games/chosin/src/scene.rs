//! The picture: pieces, markers, the battle under way, what the chosen units can reach. Panels are in `panels`.

use crate::actions::{AIR_KINDS, MISSION_WORDS};
use crate::data::{Kind, Nation, Unit};
use crate::frames::Frame;
use crate::game::Chosin;
use crate::movement::units;
use crate::names::PHASES;
use crate::state::{COM, Phase, State, Stock, UN, UnitId, flag, off};
use crate::strength::WHOLE;
use crate::supply::Supply;
use crate::tables::ODDS;
use board::HexId;
use engine::scene::{
    Battle, BattleLine, Face, Lit, Marker, OverlayDef, OverlayMark, Piece, PieceDef, Reach, Text, Working,
};
use engine::{Arg, Detail, Eyes, Overlay, Picture, Scene, Sheet, View};

/// Pieces that are no units come after them in the sheet.
const EXTRA: [(&str, &str, u8, &str, &str); 8] = [
    ("hidden-un", "A unit below", UN, "us", "hidden"),
    ("hidden-com", "A unit below", COM, "ccf", "hidden"),
    ("fog", "Fog of war marker", COM, "ccf", "unknown"),
    ("tac", "TAC", UN, "us", "attack-aircraft"),
    ("sac", "SAC", UN, "us", "bomber"),
    ("mac", "MAC", UN, "us", "transport-plane"),
    ("fleet", "Task Force 90", UN, "us", "cruiser"),
    ("drop", "Airborne supply", UN, "us", "supply"),
];

/// Whether a unit is a piece of the scene.
pub(crate) fn drawn(state: &State, unit: UnitId) -> bool {
    state.field.on_map(unit)
        || matches!(state.field.at(unit), off::DUE | off::ASIDE | off::UNPLACED | off::WAITING)
}

impl Unit {
    fn symbol(&self) -> &'static str {
        match self.kind {
            Kind::Hq => "headquarters",
            Kind::MotorizedMarine | Kind::MotorizedInfantry => "motorized",
            Kind::Artillery => "artillery",
            Kind::Armor => "armor",
            Kind::Amphibious | Kind::Marine => "marine",
            Kind::SpecialOperations => "special-operations",
            Kind::MilitaryPolice => "police",
            Kind::Infantry | Kind::EliteInfantry => "infantry",
            Kind::Airfield => "aviation",
            Kind::Port => "naval-transport",
            Kind::ArmoredCavalry => "armored-recon",
            Kind::CombatEngineer => "engineer",
            Kind::Partisan => "partisan",
            Kind::Cavalry => "cavalry",
            Kind::AntiAircraft => "anti-aircraft",
            Kind::Commando => "commando",
            Kind::Airborne => "airborne",
        }
    }
    fn size_key(&self) -> &'static str {
        match self.size.as_str() {
            "I" => "company",
            "II" => "battalion",
            "III" => "regiment",
            "X" => "brigade",
            "XX" => "division",
            "XXX" => "corps",
            _ => "army",
        }
    }
    /// Attack-defence-movement with the radius or barrage factor in front (1.8).
    pub(crate) fn printed(&self, face: usize) -> String {
        let [a, d, m] = self.faces[face];
        match (self.radius, self.barrage[face]) {
            (0, 0) => format!("{a}-{d}-{m}"),
            (0, barrage) => format!("({barrage}) {a}-{d}-{m}"),
            (radius, _) => format!("[{}] {a}-{d}-{m}", if face == 0 { radius } else { 0 }),
        }
    }
    fn piece(&self) -> PieceDef {
        let nation = match self.nation {
            Nation::Us if self.marine => "usmc",
            Nation::Us => "us",
            Nation::Cw => "cw",
            Nation::Rok => "rok",
            Nation::Ccf => "ccf",
            Nation::Nk => "nk",
        };
        let (left, right) = self.label.split_once('/').unwrap_or((&self.label, ""));
        let source = if self.from_book { "" } else { " (factors reconstructed)" };
        PieceDef {
            id: self.id.clone(),
            name: format!("{}{source}", self.name),
            side: self.side,
            nation: nation.to_owned(),
            symbol: self.symbol().to_owned(),
            size: self.size_key().to_owned(),
            left: left.to_owned(),
            right: right.to_owned(),
            front: self.printed(0),
            back: self.has_back.then(|| self.printed(1)),
        }
    }
}

impl Picture for Chosin {
    fn sheet(&self, _: &str, _eyes: &Eyes<'_>) -> Sheet {
        let mut pieces: Vec<PieceDef> = self.data.units.iter().map(Unit::piece).collect();
        pieces.extend(EXTRA.iter().map(|(id, name, side, nation, symbol)| PieceDef {
            id: (*id).to_owned(),
            name: (*name).to_owned(),
            side: *side,
            nation: (*nation).to_owned(),
            symbol: (*symbol).to_owned(),
            ..PieceDef::default()
        }));
        let overlay = |id: &str, title: &str| OverlayDef { id: id.to_owned(), title: title.to_owned() };
        Sheet {
            map: "chosin/chosin".to_owned(),
            pieces,
            overlays: vec![
                overlay("zoc-un", "Zones of control, United Nations"),
                overlay("zoc-com", "Zones of control, Communists"),
                overlay("supply-un", "Supply, United Nations"),
                overlay("supply-com", "Supply, Communists"),
                overlay("interdiction", "Interdiction zones"),
                overlay("control", "Control for victory points"),
            ],
            charts: self.charts(),
        }
    }

    fn scene<'a>(&'a self, view: &'a View<State>, _eyes: &Eyes<'_>) -> Scene<'a> {
        let state = view.state();
        let supplies = [UN, COM].map(|side| {
            let mine = view.seats().contains(crate::game::seat(side)) || state.rule(crate::state::rule::OPEN);
            mine.then(|| self.data.supply(state, side))
        });
        let mut scene = Scene {
            turn: state.turn.into(),
            turns: self.turns(state).into(),
            turn_label: self.date(state).into(),
            phases: PHASES[1..18].iter().map(|(_, name)| Text::Borrowed(*name)).collect(),
            phase: PHASES[1..18].iter().position(|(p, _)| *p == state.phase).unwrap_or(0) as u8,
            active_side: (state.phase != Phase::Setup).then(|| state.player()),
            pieces: self.pieces(state, &supplies),
            markers: self.markers(state),
            panels: self.panels(view),
            points: self.points(state),
            reach: self.reach(view),
            ..Scene::default()
        };
        if let Some(
            Frame::Gather(_) | Frame::Table(_) | Frame::Excess(_) | Frame::AirSupport(_) | Frame::Support(_),
        ) = state.frames.last()
        {
            self.show_battle(view, &mut scene);
        }
        scene
    }

    fn overlay(&self, view: &View<State>, overlay: &str) -> Option<Overlay> {
        let state = view.state();
        let mark = |hex: HexId, side: u8, label: String| OverlayMark {
            at: self.data.ground.label(hex).to_owned(),
            side: Some(side),
            label,
        };
        let hexes = || self.data.ground.hexes();
        let zones = |side: u8| {
            hexes()
                .filter(|h| state.field.zones(side, *h) > 0)
                .map(|h| mark(h, side, String::new()))
                .collect()
        };
        let marks = match overlay {
            "zoc-un" => zones(UN),
            "zoc-com" => zones(COM),
            "supply-un" => self.supply_marks(state, UN),
            "supply-com" => self.supply_marks(state, COM),
            "interdiction" => {
                let hit =
                    hexes().filter(|h| self.data.ground.is_land(*h) && self.data.interdicted(state, *h));
                hit.map(|h| mark(h, UN, String::new())).collect()
            }
            "control" => {
                let mut marks = Vec::new();
                for side in [UN, COM] {
                    let connected = self.data.connected(state, side);
                    for (hex, points) in &self.data.schedule.end_control {
                        if state.field.holds(side, *hex) && connected.has(hex.index()) {
                            marks.push(mark(*hex, side, points.to_string()));
                        }
                    }
                }
                marks
            }
            _ => return None,
        };
        Some(Overlay { marks })
    }

    fn inspect(&self, view: &View<State>, thing: &str, _eyes: &Eyes<'_>) -> Option<Detail> {
        self.detail(view, thing)
    }
    fn name(&self, _: &State, arg: Arg, out: &mut String) {
        self.write_name(arg, out);
    }
    fn cover(&self, _: &State, _: Arg, out: &mut String) {
        out.push_str("a unit");
    }
    fn id(&self, _: &State, arg: Arg, out: &mut String) {
        self.write_id(arg, out);
    }
}

impl Chosin {
    /// Who is supplied through whom: hexes in reach, and lines to the sources.
    fn supply_marks(&self, state: &State, side: u8) -> Vec<OverlayMark> {
        let supply = self.data.supply(state, side);
        let mut marks = Vec::new();
        for hex in self.data.ground.hexes() {
            let (line, reach) =
                (supply.lines.has(hex.index()), supply.reach.iter().any(|r| r.has(hex.index())));
            let hq = state.field.units_in(hex).any(|u| supply.linked.has(u.index()));
            if line || reach {
                let label = if hq {
                    "HQ"
                } else if line {
                    "="
                } else {
                    ""
                };
                let at = self.data.ground.label(hex).to_owned();
                marks.push(OverlayMark { at, side: Some(side), label: label.to_owned() });
            }
        }
        marks
    }

    fn extra(&self, id: &str) -> u16 {
        let place = EXTRA.iter().position(|(e, ..)| *e == id).unwrap_or(0);
        (self.data.units.len() + place) as u16
    }

    fn pieces<'a>(&'a self, state: &'a State, supplies: &[Option<Supply>; 2]) -> Vec<Piece<'a>> {
        let mut pieces = Vec::with_capacity(96);
        for unit in self.data.all_units().filter(|u| drawn(state, *u)) {
            pieces.push(self.piece(state, unit, supplies));
        }
        for (i, hex) in state.fog.iter().enumerate().filter(|(_, f)| **f < off::FIRST) {
            pieces.push(Piece {
                id: format!("fog-{}", i + 1).into(),
                def: self.extra("fog"),
                at: self.data.ground.label(HexId(*hex)).into(),
                count: 1,
                ..Piece::default()
            });
        }
        if state.fleet < off::FIRST {
            let status = if self.fleet_left(state) == 0 { vec!["spent"] } else { Vec::new() };
            pieces.push(Piece {
                id: "fleet".into(),
                def: self.extra("fleet"),
                at: self.data.ground.label(HexId(state.fleet)).into(),
                count: 1,
                factors: Some(format!("({})", self.data.parameters.fleet).into()),
                status,
                ..Piece::default()
            });
        }
        for (kind, boxes) in state.air.boxes.iter().enumerate() {
            for (mission, count) in MISSION_WORDS.iter().zip(boxes).filter(|(_, n)| **n > 0) {
                pieces.push(Piece {
                    id: format!("{}-{}", AIR_KINDS[kind], mission.1).into(),
                    def: self.extra(AIR_KINDS[kind]),
                    at: mission.1.into(),
                    count: (*count).into(),
                    ..Piece::default()
                });
            }
        }
        pieces
    }

    fn piece<'a>(&'a self, state: &'a State, unit: UnitId, supplies: &[Option<Supply>; 2]) -> Piece<'a> {
        let side = self.side(unit);
        let hex = state.field.at(unit);
        if state.veil >> side & 1 == 1 && state.field.on_map(unit) && !state.visible(unit) {
            let above = state.field.units_in(hex).position(|u| u == unit).unwrap_or(0);
            return Piece {
                id: format!("hidden-{}-{above}", self.data.ground.label(hex)).into(),
                def: self.extra(if side == UN { "hidden-un" } else { "hidden-com" }),
                at: self.data.ground.label(hex).into(),
                face: Face::Hidden,
                count: 1,
                ..Piece::default()
            };
        }
        let place = match hex {
            off::DUE => "due",
            off::ASIDE => "aside",
            off::UNPLACED => "set-up",
            off::WAITING => "waiting",
            hex => self.data.ground.label(hex),
        };
        let mut status = Vec::new();
        let mut tell = |flags: u32, word: &'static str| {
            if state.field.has(unit, flags) {
                status.push(word);
            }
        };
        tell(flag::DISRUPTED, "disrupted");
        tell(flag::MOVED, "moved");
        tell(flag::ATTACKED, "attacked");
        tell(flag::FORCED, "forced-march");
        tell(if state.player() == COM { flag::FIRED_COM } else { flag::FIRED_UN }, "spent");
        let known = supplies[side as usize].as_ref().filter(|_| state.field.on_map(unit));
        if known.is_some_and(|s| !self.data.supplied(state, s, unit)) {
            status.push("out-of-supply");
        }
        Piece {
            id: self.data.unit(unit).id.as_str().into(),
            def: unit.0.into(),
            at: place.into(),
            face: if state.field.disrupted(unit) { Face::Back } else { Face::Front },
            count: 1,
            factors: None,
            status,
        }
    }

    fn markers<'a>(&'a self, state: &'a State) -> Vec<Marker<'a>> {
        let mut markers = Vec::new();
        let mut add = |hex: u16, kind: &'static str, side: Option<u8>, label: String, title: String| {
            let at = self.data.ground.label(HexId(hex)).into();
            markers.push(Marker { at, kind: kind.into(), side, label: label.into(), title: title.into() });
        };
        for depot in state.depots.iter().filter(|d| d.hex < off::FIRST && d.stock != Stock::Gone) {
            let (side, title) = match depot.stock {
                Stock::Captured => {
                    (COM, "Depot, captured: feeds Communist units here until the end of the player turn")
                }
                _ => (UN, "UN supply depot"),
            };
            add(depot.hex, "depot", Some(side), String::new(), title.to_owned());
        }
        for (i, (a, b)) in
            self.data.ground.bridges.iter().enumerate().filter(|(i, _)| state.blown >> i & 1 == 1)
        {
            let _ = i;
            let (a_label, b_label) = (self.data.ground.label(*a), self.data.ground.label(*b));
            add(a.0, "bridge", None, b_label.to_owned(), format!("Bridge {a_label}/{b_label} is destroyed"));
        }
        for drop in state.drops.iter().filter(|d| d.hex < off::FIRST) {
            add(
                drop.hex,
                "supply",
                Some(UN),
                String::new(),
                "Airborne supply until the end of this phase".to_owned(),
            );
        }
        for hex in state.entrenched.iter() {
            add(
                hex as u16,
                "fort",
                None,
                String::new(),
                "Entrenchment: two columns for the defender".to_owned(),
            );
        }
        for zone in state.air.over.iter() {
            let kind = AIR_KINDS[zone.kind as usize].to_uppercase();
            let left = zone.count - zone.used;
            add(
                zone.hex,
                "air-strike",
                Some(UN),
                zone.count.to_string(),
                format!("{} {kind} interdict, {left} have not attacked", zone.count),
            );
        }
        for hex in state.atomic.fallout.iter() {
            add(*hex, "atomic", None, String::new(), "Fallout".to_owned());
        }
        if !state.combat.attackers.is_empty() || matches!(state.frames.last(), Some(Frame::Gather(_))) {
            add(
                state.combat.target,
                "attack",
                Some(state.combat.side),
                String::new(),
                "Under attack".to_owned(),
            );
        }
        markers
    }

    /// The combat card: both lines, every column and its reason, and what each table would give.
    fn show_battle<'a>(&'a self, view: &'a View<State>, scene: &mut Scene<'a>) {
        let state = view.state();
        let combat = &state.combat;
        let hex = HexId(combat.target);
        let ids = |side: u8, bits: &crate::state::UnitBits| {
            let here = units(bits).filter(|u| self.side(*u) == side && drawn(state, *u));
            here.map(|u| self.piece(state, u, &[None, None]).id).collect::<Vec<_>>()
        };
        let declared = !matches!(state.frames.last(), Some(Frame::Gather(_)));
        let foe = crate::game::enemy(combat.side);
        let (attack, defence);
        if declared {
            let sum = self.sum(state);
            let quarters = |n: u16| {
                let (whole, rest) = (n / WHOLE, n % WHOLE);
                ["", " 1/4", " 1/2", " 3/4"]
                    .get(rest as usize)
                    .map_or_else(String::new, |r| format!("{whole}{r}"))
            };
            (attack, defence) = (quarters(sum.attack), quarters(sum.defence));
            scene.workings.push(Working {
                label: "Odds".into(),
                value: format!("{attack} to {defence}: {}", ODDS[sum.base as usize]).into(),
                rule: "ch 11.51".into(),
            });
            for shift in &sum.shifts {
                scene.workings.push(Working {
                    label: shift.what.into(),
                    value: format!("{:+}", shift.columns).into(),
                    rule: shift.rule.into(),
                });
            }
            scene.workings.push(Working {
                label: "Column".into(),
                value: ODDS[sum.column as usize].into(),
                rule: "ch 11.53".into(),
            });
            // Before the table is chosen all three are looked at.
            let open = matches!(state.frames.last(), Some(Frame::Table(_)));
            let charts = ["probe", "assault", "mobile"].into_iter().enumerate();
            for (_, chart) in charts.filter(|(i, _)| open || *i == usize::from(combat.table)) {
                scene.lit.push(Lit { chart: chart.into(), column: Some(sum.column + 1), ..Lit::default() });
            }
        } else {
            attack = units(&combat.attackers).map(|u| self.factors(state, u)[0]).sum::<u8>().to_string();
            defence = "?".to_owned();
        }
        scene.battle = Some(Battle {
            at: self.data.ground.label(hex).into(),
            title: format!("Attack on {}", self.data.ground.place(hex)).into(),
            lines: vec![
                BattleLine {
                    side: combat.side,
                    pieces: ids(combat.side, &combat.attackers),
                    strength: attack.into(),
                },
                BattleLine { side: foe, pieces: ids(foe, &combat.defenders), strength: defence.into() },
            ],
            rounds: Vec::new(),
        });
    }

    fn reach<'a>(&'a self, view: &'a View<State>) -> Vec<Reach<'a>> {
        let state = view.state();
        let Some(Frame::Moving(moving)) = state.frames.last() else { return Vec::new() };
        if !view.seats().contains(crate::game::seat(state.player())) {
            return Vec::new();
        }
        let mut reach = Vec::new();
        moving.reach(self, state, |hex, cost, from| {
            reach.push(Reach {
                at: self.data.ground.label(hex).into(),
                cost: halves(cost).into(),
                from: self.data.ground.label(from).into(),
            });
        });
        reach
    }
}

/// Half points as printed.
pub(crate) fn halves(points: u8) -> String {
    match (points / 2, points % 2) {
        (whole, 0) => whole.to_string(),
        (0, _) => "1/2".to_owned(),
        (whole, _) => format!("{whole} 1/2"),
    }
}
