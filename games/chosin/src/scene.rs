//! The picture: pieces, markers, the battle under way, what the chosen units can reach. Panels are in `panels`.

use crate::actions::{AIR_KINDS, MISSION_WORDS};
use crate::combat::Sum;
use crate::data::{Kind, Nation, Unit};
use crate::frames::Frame;
use crate::game::{Chosin, term};
use crate::movement::units;
use crate::sequence::{ORDER, phase_words};
use crate::state::{COM, Phase, State, Stock, UN, UnitId, flag, off};
use crate::supply::Supply;
use crate::tables::ODDS;
use board::HexId;
use engine::scene::{
    Battle, BattleLine, Face, Lit, Marker, OverlayDef, OverlayMark, Piece, PieceDef, Reach, Text, Working,
};
use engine::{Arg, Detail, Eyes, Moment, Overlay, Picture, Scene, Sentence, Sheet, View, say};
use std::rc::Rc;

/// Pieces that are no units come after them in the sheet.
type Extra = (&'static str, fn() -> Sentence, u8, &'static str, &'static str);
const EXTRA: [Extra; 8] = [
    ("hidden-un", || say!("A unit below"), UN, "us", "hidden"),
    ("hidden-com", || say!("A unit below"), COM, "ccf", "hidden"),
    ("fog", || say!("Fog of war marker"), COM, "ccf", "unknown"),
    ("tac", || say!("TAC"), UN, "us", "attack-aircraft"),
    ("sac", || say!("SAC"), UN, "us", "bomber"),
    ("mac", || say!("MAC"), UN, "us", "transport-plane"),
    ("fleet", || say!("Task Force 90"), UN, "us", "cruiser"),
    ("drop", || say!("Airborne supply"), UN, "us", "supply"),
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
    fn piece(&self, eyes: &Eyes<'_>) -> PieceDef {
        let nation = match self.nation {
            Nation::Us if self.marine => "usmc",
            Nation::Us => "us",
            Nation::Cw => "cw",
            Nation::Rok => "rok",
            Nation::Ccf => "ccf",
            Nation::Nk => "nk",
        };
        let (left, right) = self.label.split_once('/').unwrap_or((&self.label, ""));
        let mut name = eyes.term(&self.name).into_owned();
        if !self.from_book {
            name.push(' ');
            name.push_str(&eyes.text(&say!("(factors reconstructed)")));
        }
        PieceDef {
            id: self.id.clone(),
            name,
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
    fn sheet(&self, _: &str, eyes: &Eyes<'_>) -> Sheet {
        let mut pieces: Vec<PieceDef> = self.data.units.iter().map(|u| u.piece(eyes)).collect();
        pieces.extend(EXTRA.iter().map(|(id, name, side, nation, symbol)| PieceDef {
            id: (*id).to_owned(),
            name: eyes.read(&name()),
            side: *side,
            nation: (*nation).to_owned(),
            symbol: (*symbol).to_owned(),
            ..PieceDef::default()
        }));
        let overlay = |id: &str, title: Sentence| OverlayDef { id: id.to_owned(), title: eyes.read(&title) };
        Sheet {
            map: "chosin/chosin".to_owned(),
            pieces,
            overlays: vec![
                overlay("zoc-un", say!("Zones of control, United Nations")),
                overlay("zoc-com", say!("Zones of control, Communists")),
                overlay("supply-un", say!("Supply, United Nations")),
                overlay("supply-com", say!("Supply, Communists")),
                overlay("interdiction", say!("Interdiction zones")),
                overlay("bases", say!("Ports (P), airfields (A) and depots (D) that work")),
                overlay("control", say!("Control for victory points")),
            ],
            charts: self.charts(eyes),
        }
    }

    fn moment<'a>(&'a self, state: &State, eyes: &Eyes<'_>) -> Moment<'a> {
        Moment { label: eyes.term(self.date(state)), phase: eyes.text(&phase_words(state.phase)) }
    }
    fn scene<'a>(&'a self, view: &'a View<State>, eyes: &Eyes<'_>) -> Scene<'a> {
        let state = view.state();
        let supplies = [UN, COM].map(|side| {
            let mine = view.seats().contains(crate::game::seat(side)) || state.rule(crate::state::rule::OPEN);
            mine.then(|| self.data.supply(state, side))
        });
        let seen = &ORDER[..ORDER.len() - 1];
        // When all is over the last phase stays in sight.
        let last = if state.phase == Phase::Setup { 0 } else { seen.len() - 1 };
        let mut scene = Scene {
            turn: state.turn.into(),
            turns: self.turns(state).into(),
            turn_label: eyes.term(self.date(state)),
            phases: seen.iter().map(|(_, words)| eyes.text(&words())).collect(),
            phase: seen.iter().position(|p| p.0 == state.phase).unwrap_or(last) as u8,
            active_side: (state.phase != Phase::Setup).then(|| state.player()),
            pieces: self.pieces(state, &supplies),
            markers: self.markers(state, eyes),
            panels: self.panels(view, eyes),
            points: self.points(state, eyes),
            reach: self.reach(view),
            ..Scene::default()
        };
        if let Some(
            Frame::Gather(_) | Frame::Table(_) | Frame::Excess(_) | Frame::AirSupport(_) | Frame::Support(_),
        ) = state.frames.last()
        {
            self.show_battle(view, eyes, &mut scene);
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
            "bases" => self.base_marks(state),
            "control" => {
                let connected = [UN, COM].map(|side| self.data.connected(state, side));
                let owner = |hex: HexId| {
                    [UN, COM]
                        .into_iter()
                        .find(|s| self.data.controls(state, &connected[*s as usize], *s, hex))
                };
                let objective = |(hex, points): &(HexId, u8)| OverlayMark {
                    at: self.data.ground.label(*hex).to_owned(),
                    side: owner(*hex),
                    label: points.to_string(),
                };
                self.data.schedule.end_control.iter().map(objective).collect()
            }
            _ => return None,
        };
        Some(Overlay { marks })
    }

    fn inspect(&self, view: &View<State>, thing: &str, eyes: &Eyes<'_>) -> Option<Detail> {
        self.detail(view, thing, eyes)
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
    /// Who is supplied through whom: hexes in reach, lines to the sources, headquarters by their names and units with that of their
    /// headquarters.
    fn supply_marks(&self, state: &State, side: u8) -> Vec<OverlayMark> {
        let supply = self.data.supply(state, side);
        let name = |unit: UnitId| self.data.unit(unit).label.as_str();
        let mut marks = Vec::new();
        for hex in self.data.ground.hexes() {
            let (line, reach) =
                (supply.lines.has(hex.index()), supply.reach.iter().any(|r| r.has(hex.index())));
            if !line && !reach {
                continue;
            }
            let known =
                |u: &UnitId| self.side(*u) == side && (state.veil >> side & 1 == 0 || state.visible(*u));
            let here = || state.field.units_in(hex).filter(known);
            let label = if let Some(hq) = here().find(|u| supply.linked.has(u.index())) {
                let chain = self.data.through(state, &supply, hq);
                chain.map_or_else(|| name(hq).to_owned(), |next| format!("{}<{}", name(hq), name(next)))
            } else if let Some(hq) = here().find_map(|u| self.data.through(state, &supply, u)) {
                format!("<{}", name(hq))
            } else {
                String::from(if line { "=" } else { "" })
            };
            let at = self.data.ground.label(hex).to_owned();
            marks.push(OverlayMark { at, side: Some(side), label });
        }
        marks
    }

    /// Ports, airfields and depots by their letters, where they work and for whom; nobody's where nothing works.
    fn base_marks(&self, state: &State) -> Vec<OverlayMark> {
        let ground = &self.data.ground;
        let mut marks = Vec::new();
        for hex in ground.hexes() {
            let built = [(ground.port.has(hex.index()), 'P'), (ground.airfield.has(hex.index()), 'A')];
            let built: String = built.iter().filter(|(is, _)| *is).map(|(_, letter)| *letter).collect();
            let open = !state.field.holds(COM, hex) && !self.data.tainted(state, hex);
            let depot = state.depots.iter().find(|d| d.hex == hex.0).map(|d| d.stock);
            let (side, label) = match depot.filter(|stock| *stock != Stock::Gone) {
                Some(Stock::Captured) => (Some(COM), "D".to_owned()),
                Some(_) if open => (Some(UN), built + "D"),
                Some(_) => (Some(UN), "D".to_owned()),
                None if built.is_empty() => continue,
                None => (open.then_some(UN), built),
            };
            marks.push(OverlayMark { at: ground.label(hex).to_owned(), side, label });
        }
        marks
    }

    fn extra(&self, id: &str) -> u16 {
        let place = EXTRA.iter().position(|(e, ..)| *e == id).unwrap_or(0);
        (self.data.units.len() + place) as u16
    }

    fn pieces<'a>(&'a self, state: &'a State, supplies: &[Option<Rc<Supply>>; 2]) -> Vec<Piece<'a>> {
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

    fn piece<'a>(&'a self, state: &'a State, unit: UnitId, supplies: &[Option<Rc<Supply>>; 2]) -> Piece<'a> {
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

    fn markers<'a>(&'a self, state: &'a State, eyes: &Eyes<'_>) -> Vec<Marker<'a>> {
        let mut markers = Vec::new();
        let mut add = |hex: u16, kind: &'static str, side: Option<u8>, label: Text<'a>, title: Sentence| {
            let at = self.data.ground.label(HexId(hex)).into();
            markers.push(Marker { at, kind: kind.into(), side, label, title: eyes.text(&title) });
        };
        for depot in state.depots.iter().filter(|d| d.hex < off::FIRST && d.stock != Stock::Gone) {
            let (side, title) = match depot.stock {
                Stock::Captured => (
                    COM,
                    say!("Depot, captured: feeds Communist units here until the end of the player turn"),
                ),
                _ => (UN, say!("UN supply depot")),
            };
            add(depot.hex, "depot", Some(side), "".into(), title);
        }
        for i in (0..self.data.ground.bridges.len()).filter(|i| state.blown >> i & 1 == 1) {
            let (a, b) = self.data.ground.bridges[i];
            let bridge = term::of(term::BRIDGE, i as u32);
            let title = say!("Bridge {bridge} is destroyed", bridge);
            add(a.0, "bridge", None, self.data.ground.label(b).into(), title);
        }
        for drop in state.drops.iter().filter(|d| d.hex < off::FIRST) {
            let title = say!("Airborne supply until the end of this phase");
            add(drop.hex, "supply", Some(UN), "".into(), title);
        }
        for hex in state.entrenched.iter() {
            let title = say!("Entrenchment: two columns for the defender");
            add(hex as u16, "fort", None, "".into(), title);
        }
        for zone in state.air.over.iter() {
            let title = say!(
                "{n} {air} {n|interdicts|interdict}, {left} {left|has|have} not attacked",
                n = zone.count,
                air = term::of(term::AIR, zone.kind),
                left = zone.count - zone.used
            );
            add(zone.hex, "air-strike", Some(UN), zone.count.to_string().into(), title);
        }
        for hex in state.atomic.fallout.iter() {
            add(*hex, "atomic", None, "".into(), say!("Fallout"));
        }
        if !state.combat.attackers.is_empty() || matches!(state.frames.last(), Some(Frame::Gather(_))) {
            let side = Some(state.combat.side);
            add(state.combat.target, "attack", side, "".into(), say!("Under attack"));
        }
        markers
    }

    /// The combat card: both lines, every column and its reason, and what each table would give.
    fn show_battle<'a>(&'a self, view: &'a View<State>, eyes: &Eyes<'_>, scene: &mut Scene<'a>) {
        let state = view.state();
        let combat = &state.combat;
        let hex = HexId(combat.target);
        let ids = |side: u8, bits: &crate::state::UnitBits| {
            let here = units(bits).filter(|u| self.side(*u) == side && drawn(state, *u));
            here.map(|u| self.piece(state, u, &[None, None]).id).collect::<Vec<_>>()
        };
        let declared = !matches!(state.frames.last(), Some(Frame::Gather(_)));
        let foe = crate::game::enemy(combat.side);
        let (attack, defence): (Text<'a>, Text<'a>);
        let mut rounds = Vec::new();
        if declared {
            let sum = self.sum(state);
            let strength = |n: u16| term::of(term::QUARTERS, n);
            attack = eyes.text(&say!("{n}", n = strength(sum.attack)));
            defence = eyes.text(&say!("{n}", n = strength(sum.defence)));
            self.show_sum(state, &sum, eyes, scene);
            rounds = self.tables_compared(state, sum.column, eyes);
        } else {
            let sum: u8 = units(&combat.attackers).map(|u| self.factors(state, u)[0]).sum();
            (attack, defence) = (sum.to_string().into(), "?".into());
        }
        scene.battle = Some(Battle {
            at: self.data.ground.label(hex).into(),
            title: eyes.text(&say!("Attack on {hex}", hex = crate::game::at(hex))),
            lines: vec![
                BattleLine {
                    side: combat.side,
                    pieces: ids(combat.side, &combat.attackers),
                    strength: attack,
                },
                BattleLine { side: foe, pieces: ids(foe, &combat.defenders), strength: defence },
            ],
            rounds,
        });
    }

    /// The odds, every column and its reason, and the charts they are looked up in.
    fn show_sum(&self, state: &State, sum: &Sum, eyes: &Eyes<'_>, scene: &mut Scene<'_>) {
        let odds = |column: u8| term::of(term::ODDS, column);
        let mut add = |label: Sentence, value: Text<'static>, rule: &'static str| {
            scene.workings.push(Working { label: eyes.text(&label), value, rule: rule.into() });
        };
        let strength = |n: u16| term::of(term::QUARTERS, n);
        let (attack, defence) = (strength(sum.attack), strength(sum.defence));
        let value = say!("{attack} to {defence}: {odds}", attack, defence, odds = odds(sum.base));
        add(say!("Odds"), eyes.text(&value), "ch 11.51");
        for shift in &sum.shifts {
            add((shift.what)(), format!("{:+}", shift.columns).into(), shift.rule);
        }
        add(say!("Column"), ODDS[sum.column as usize].into(), "ch 11.53");
        if !matches!(state.frames.last(), Some(Frame::Table(_))) {
            let chart = ["probe", "assault", "mobile"][usize::from(state.combat.table)];
            scene.lit.push(Lit { chart: chart.into(), column: Some(sum.column + 1), ..Lit::default() });
        }
    }

    /// What each die would give on each table, before one is chosen.
    fn tables_compared(&self, state: &State, column: u8, eyes: &Eyes<'_>) -> Vec<Vec<Text<'static>>> {
        if !matches!(state.frames.last(), Some(Frame::Table(_))) {
            return Vec::new();
        }
        let die = eyes.text(&say!("Die"));
        let head = std::iter::once(die).chain((1..=6).map(|n: u8| n.to_string().into())).collect();
        let tables = self.data.tables.iter().enumerate().map(|(i, table)| {
            let name = eyes.text(&say!("{table}", table = term::of(term::TABLE, i as u32)));
            let code = |die: u8| {
                let result = term::of(term::RESULT, table.result(column, die) as u32);
                eyes.text(&say!("{result}", result))
            };
            std::iter::once(name).chain((1..=6).map(code)).collect()
        });
        std::iter::once(head).chain(tables).collect()
    }

    fn reach<'a>(&'a self, view: &'a View<State>) -> Vec<Reach<'a>> {
        let state = view.state();
        let Some(Frame::Moving(moving)) = state.frames.last() else { return Vec::new() };
        if !view.seats().contains(crate::game::seat(state.player())) {
            return Vec::new();
        }
        let ways = moving.ways(self, state).into_iter();
        ways.map(|(hex, cost, from)| Reach {
            at: self.data.ground.label(hex).into(),
            cost: halves(cost).into(),
            from: self.data.ground.label(from).into(),
        })
        .collect()
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
