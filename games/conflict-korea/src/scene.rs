//! The picture: the map's pieces, markers, overlays, and what is known of a hex.

use crate::data::{COM, Kind, Nation, UN};
use crate::frames::Frame;
use crate::game::{ConflictKorea, Scope};
use crate::ground::HexBits;
use crate::names;
use crate::state::{
    AIR_SUPPLIED, ENTRENCHED, ForceId, NO_NAME, NO_ORDER, Phase, SUPPLIED, State, UnitId, WEAK,
};
use board::HexId;
use engine::scene::{
    Chart, Detail, DetailSection, Marker, OverlayDef, OverlayMark, Piece, PieceDef, Points, Reach, Reason,
    Text,
};
use engine::{Arg, Class, Eyes, Overlay, Picture, Rules, Scene, Sheet, View};

const OVERLAYS: [(&str, &str); 5] = [
    ("possession", "Possession"),
    ("supply-un", "Supply net, United Nations"),
    ("supply-com", "Supply net, Communists"),
    ("frozen", "North of the freeze line"),
    ("spotted", "Spotting levels"),
];

impl Picture for ConflictKorea {
    fn sheet(&self, scenario: &str, _eyes: &Eyes<'_>) -> Sheet {
        let number = self.scenarios.iter().position(|s| s.id == scenario).unwrap_or(0);
        let scope = self.scope_of(number);
        let named = scope.world.names.iter().map(|n| {
            piece_def(n.nation, n.kind, &n.size, &n.text, format!("{} {}", n.nation.word(), n.text))
        });
        let looks = Nation::ALL.into_iter().flat_map(|n| Kind::ALL.map(|k| (n, k)));
        let seen = looks.map(|(n, k)| piece_def(n, k, "", "", format!("{} {}", n.word(), k.word())));
        let mut pieces: Vec<PieceDef> = named.chain(seen).collect();
        pieces.iter_mut().enumerate().for_each(|(i, p)| p.id = format!("d{i}"));
        Sheet {
            map: format!("conflict-korea/korea{}", if scope.world.era.modern() { "-1995" } else { "" }),
            pieces,
            overlays: OVERLAYS
                .iter()
                .map(|(id, title)| OverlayDef { id: (*id).to_owned(), title: (*title).to_owned() })
                .collect(),
            charts: scope.charts(),
        }
    }

    fn scene<'a>(&'a self, view: &'a View<State>, _eyes: &Eyes<'_>) -> Scene<'a> {
        let (scope, st) = (self.scope(view.state()), view.state());
        let moment = self.moment(st);
        let phases = ["First orders", "Strikes and combat", "Second orders", "Over"];
        let phase = match st.phase {
            Phase::Dawn | Phase::FirstA | Phase::FirstB => 0,
            Phase::Strikes => 1,
            Phase::SecondA | Phase::SecondB => 2,
            Phase::Over => 3,
        };
        let s = scope.scenario;
        Scene {
            turn: u16::from(st.turn - s.first_turn + 1),
            turns: u16::from(s.last_turn - s.first_turn + 1),
            // 1.4 The status line tells the victory level.
            turn_label: format!("{}, level {}", moment.label, names::level_text(scope.level(st))).into(),
            phases: phases.into_iter().map(Text::from).collect(),
            phase,
            active_side: st.mover(),
            pieces: scope.pieces(st),
            markers: scope.markers(st),
            panels: scope.panels(st, view.seats()),
            points: scope.score(st),
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

    fn inspect(&self, view: &View<State>, thing: &str, _eyes: &Eyes<'_>) -> Option<Detail> {
        let (scope, st) = (self.scope(view.state()), view.state());
        let piece = [COM, UN].into_iter().flat_map(|s| st.forces_of(s)).find(|&f| {
            let mut id = String::new();
            scope.piece_id(st, f, &mut id);
            id == thing
        });
        match piece {
            Some(force) => Some(scope.force_report(st, force)),
            None => scope.ground.map.hex(thing).map(|hex| scope.hex_report(st, hex)),
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
            Class::PLACE if (arg.id as usize) < st.here.len() => {
                out.push_str(&scope.ground.label(HexId(arg.id as u16)).to_string());
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

/// A strength as a counter has room for it: in hundreds. The report of the force has the whole number.
fn hundreds(strength: u32) -> String {
    match strength {
        0..25 => "0".to_owned(),
        25..75 => "½".to_owned(),
        n => ((n + 50) / 100).max(1).to_string(),
    }
}

impl Scope<'_> {
    /// The id of a force in the scene: its own number for those who know its units, its place for the others.
    pub fn piece_id(&self, st: &State, force: ForceId, out: &mut String) {
        let f = st.force(force);
        if f.units.is_empty() && f.exists() {
            let letter = if st.here[f.hex.index()][1] == force { 'b' } else { 'a' };
            out.push_str(&format!("x{}{letter}", self.ground.label(f.hex)));
        } else {
            out.push_str(&format!("f{}", force.0));
        }
    }

    fn pieces(&self, st: &State) -> Vec<Piece<'static>> {
        let mut out = Vec::new();
        for side in [COM, UN] {
            // Whether the enemy's forces are supplied is nobody's business: only known ones are asked.
            let known = st.forces_of(side).any(|f| !st.force(f).units.is_empty());
            let net = if known { self.net(st, side) } else { HexBits::default() };
            out.extend(st.forces_of(side).map(|f| self.piece(st, f, &net)));
        }
        out
    }

    fn piece(&self, st: &State, id: ForceId, net: &HexBits) -> Piece<'static> {
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
        Piece {
            id: name.into(),
            def,
            at: self.ground.label(f.hex).to_string().into(),
            factors,
            status,
            ..Piece::default()
        }
    }

    fn markers(&self, st: &State) -> Vec<Marker<'static>> {
        let mut out = Vec::new();
        for (p, &hex) in self.ground.ports.iter().enumerate() {
            if st.mined >> p & 1 == 1 {
                out.push(Marker {
                    at: self.ground.label(hex).to_string().into(),
                    kind: "mine".into(),
                    side: None,
                    label: "M".into(),
                    title: "Mined port".into(),
                });
            }
        }
        for force in [COM, UN].into_iter().flat_map(|side| st.forces_of(side)) {
            if let Some(hex) = self.target(st, force) {
                out.push(Marker {
                    at: self.ground.label(hex).to_string().into(),
                    kind: "attack".into(),
                    side: Some(force.side()),
                    label: "".into(),
                    title: "An assault is plotted here".into(),
                });
            }
        }
        for i in self.ground.urban.iter() {
            out.push(Marker {
                at: self.ground.label(HexId(i as u16)).to_string().into(),
                kind: "control".into(),
                side: Some(u8::from(st.owner.has(i))),
                label: "".into(),
                title: "City: 100 points".into(),
            });
        }
        out
    }

    fn score(&self, st: &State) -> Vec<Points<'static>> {
        [COM, UN]
            .map(|side| {
                let (hexes, points) = self.holdings(st, side);
                let cities = self.cities(st, side).len() as i32;
                let v = &self.world.numbers.victory;
                let reason =
                    |points, text: String| Reason { points, text: text.into(), rule: "ck 8.0".into() };
                Points {
                    side,
                    total: points,
                    reasons: vec![
                        reason(cities * v.urban, format!("{cities} cities")),
                        reason((hexes - cities) * v.hex, format!("{} other hexes", hexes - cities)),
                    ],
                }
            })
            .into()
    }

    fn scene_reach(&self, st: &State) -> Vec<Reach<'static>> {
        let Some(&Frame::Command(command)) = st.frames.last() else { return Vec::new() };
        let points = st.force(command.force).points;
        let reach = self.reach(st, command.force);
        let label = |hex: HexId| self.ground.label(hex).to_string();
        reach
            .stops()
            .map(|s| Reach {
                at: label(s.hex).into(),
                cost: (points - s.left).to_string().into(),
                from: label(s.from).into(),
            })
            .collect()
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

    fn title(&self, st: &State, force: ForceId) -> String {
        let mut title = String::new();
        self.world.write_name(names::force(st, force), &mut title);
        title
    }

    /// 3.42 A force in full: units, readiness, experience, supply, equipment. [rule: ck 3.42]
    fn force_report(&self, st: &State, force: ForceId) -> Detail {
        let title = self.title(st, force);
        if st.force(force).units.is_empty() {
            let weak =
                if st.force(force).has(WEAK) { "reported as understrength" } else { "strength unknown" };
            let rows = vec![vec![weak.to_owned()]];
            return Detail {
                title,
                sections: vec![DetailSection { title: "Known".to_owned(), rows, ..DetailSection::default() }],
            };
        }
        let (l, s) = self.shown(st, force);
        let f = st.force(force);
        let summary = vec![
            vec!["Lethality".to_owned(), l.to_string()],
            vec!["Survivability".to_owned(), s.to_string()],
            vec!["Readiness".to_owned(), st.readiness(force).to_string()],
            vec!["Movement points".to_owned(), format!("{} of {}", f.points, f.allowance)],
        ];
        let columns = ["Unit", "Kind", "Readiness", "Experience", "Dug in", "Supply", "Equipment"]
            .map(str::to_owned)
            .to_vec();
        let rows = st.units_of(force).map(|u| self.unit_row(st, u)).collect();
        Detail {
            title,
            sections: vec![
                DetailSection { title: "Force".to_owned(), columns: Vec::new(), rows: summary },
                DetailSection { title: "Units".to_owned(), columns, rows },
            ],
        }
    }

    fn unit_row(&self, st: &State, unit: UnitId) -> Vec<String> {
        let (def, u) = (&self.world.units[unit.index()], st.unit(unit));
        let supply = match () {
            () if u.has(SUPPLIED) => "supplied",
            () if u.has(AIR_SUPPLIED) => "by air",
            () => "no",
        };
        let pieces = def.pieces.iter().zip(u.pieces.iter()).zip(&self.world.equipment);
        let pieces: Vec<String> = pieces
            .filter(|((due, have), _)| **due > 0 || **have > 0)
            .map(|((due, have), kind)| format!("{} {have}/{due}", kind.name))
            .collect();
        vec![
            format!("{} {}", def.nation.word(), def.name),
            self.world.organisations[def.organisation as usize].name.clone(),
            u.readiness.to_string(),
            u.experience.word().to_owned(),
            if u.has(ENTRENCHED) { "yes" } else { "no" }.to_owned(),
            supply.to_owned(),
            pieces.join(", "),
        ]
    }

    /// 3.4, 3.42 A hex: its ground with what it does in combat, and who stands in it. [rule: ck 3.4, ck 3.42]
    fn hex_report(&self, st: &State, hex: HexId) -> Detail {
        let label = self.ground.label(hex);
        let title =
            self.ground.place_name(hex).map_or_else(|| label.to_string(), |name| format!("{name} ({label})"));
        let terrain = self.ground.terrain(hex);
        let frozen = if self.frozen(st, hex) { " *" } else { "" };
        let line = |a: &str, b: String| vec![a.to_owned(), b];
        let mut rows = vec![line("Terrain", format!("{}{frozen}", terrain.word()))];
        if terrain.is_land() {
            let e = &self.world.tables.terrain[terrain as usize];
            let half = |n: u8| if n.is_multiple_of(2) { (n / 2).to_string() } else { format!("{}.5", n / 2) };
            rows.push(line(
                "Defender's survivability",
                format!("soft x{}, hard x{}", half(e.soft), half(e.hard)),
            ));
            let owner = if self.friendly(st, UN, hex) { "United Nations" } else { "Communists" };
            rows.push(line("Held by", owner.to_owned()));
        }
        let river = self.ground.river.has(hex.index());
        let marks = [
            (river && self.ground.has_way(hex), "river with a bridge for its owner"),
            (river && !self.ground.has_way(hex), "river without a bridge"),
            (self.ground.roads[hex.index()] != 0, "road"),
            (self.ground.rails[hex.index()] != 0, "railway"),
            (self.ground.port(hex).is_some(), if self.mined(st, hex) { "port, mined" } else { "port" }),
            (self.ground.field(hex).is_some(), "airfield"),
            (self.ground.sources.has(hex.index()), "Communist supply point"),
            (self.ground.mig_alley.has(hex.index()) && !self.world.era.modern(), "MiG Alley"),
        ];
        let marks: Vec<&str> = marks.into_iter().filter(|(on, _)| *on).map(|(_, word)| word).collect();
        if !marks.is_empty() {
            rows.push(line("Features", marks.join(", ")));
        }
        let mut sections = vec![DetailSection { title: "Ground".to_owned(), columns: Vec::new(), rows }];
        for force in st.in_hex(hex) {
            let mut report = self.force_report(st, force);
            if let Some(first) = report.sections.first_mut() {
                first.title = report.title;
            }
            sections.append(&mut report.sections);
        }
        Detail { title, sections }
    }

    /// The charts of the game.
    fn charts(&self) -> Vec<Chart> {
        let text = |s: &str| s.to_owned();
        let chart = |id: &str, title: &str, rule: &str, head: &[&str], rows: Vec<Vec<String>>| Chart {
            id: text(id),
            title: text(title),
            rule: text(rule),
            heads: vec![head.iter().map(|h| text(h)).collect()],
            rows,
            ..Chart::default()
        };
        let ground = ["open", "rough", "mountain", "urban"].iter().zip(&self.world.tables.terrain);
        let ground = ground.map(|(name, e)| {
            let half = |n: u8| format!("{}", f32::from(n) / 2.0);
            vec![
                text(name),
                e.cost.to_string(),
                e.cost_china.to_string(),
                half(e.soft),
                half(e.hard),
                format!("{} %", e.strike),
            ]
        });
        let kinds = self.world.equipment.iter().map(|e| {
            let class = if e.class == crate::files::Class::Soft { "soft" } else { "hard" };
            vec![
                e.name.clone(),
                e.lethality.to_string(),
                e.survivability.to_string(),
                text(class),
                text(if e.artillery { "yes" } else { "" }),
            ]
        });
        let turns = self.world.turns.iter().enumerate().map(|(i, t)| {
            let level = t.level.clone().unwrap_or_default();
            let d = t.difference.map_or_else(String::new, |d| d.to_string());
            vec![format!("{}", i + 1), t.date.clone(), level, d, t.event.clone()]
        });
        vec![
            chart(
                "terrain",
                "Terrain",
                "ck 3.413",
                &["Terrain", "Cost", "Chinese", "Soft", "Hard", "Air strikes"],
                ground.collect(),
            ),
            chart(
                "equipment",
                "Equipment",
                "ck 4.21",
                &["Kind", "Lethality", "Survivability", "Class", "Artillery"],
                kinds.collect(),
            ),
            chart(
                "history",
                "Turns and history",
                "ck 8.0",
                &["Turn", "Date", "Level", "D", "What happened"],
                turns.collect(),
            ),
        ]
    }
}
