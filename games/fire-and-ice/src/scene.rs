//! The picture: pieces, markers, the battle, reach, overlays.

use crate::combat_card::{battle, workings};
use crate::data::{Nation, Size};
use crate::frames::Frame;
use crate::game::FireAndIce;
use crate::movement::{FAR, Found, Walk};
use crate::names::{month, week};
use crate::panels::{air_place, panels};
use crate::sequence::STEP_WORDS;
use crate::state::{AirBox, AirId, COM, HexBits, PieceId, Sea, Spot, State, Step, UN, mark};
use board::HexId;
use engine::rows::Source;
use engine::scene::{
    DetailSection, Face, Marker, OverlayDef, OverlayMark, Piece, PieceDef, Points, Reach, Reason, Text,
};
use engine::{Arg, Detail, Eyes, Moment, Overlay, Picture, Scene, Sentence, Sheet, View, say};

/// Whether a piece is in the scene.
pub(crate) fn shown(_: &FireAndIce, state: &State, id: PieceId) -> bool {
    let at = state.piece(id).at;
    at.in_play() || matches!(at, Spot::SEA | Spot::REPLACEMENTS | Spot::DESTROYED | Spot::WAITING)
}

/// Whether an aircraft is in the scene.
pub(crate) fn flying(state: &State, id: AirId) -> bool {
    !matches!(state.air[id.index()].at, AirBox::Coming | AirBox::Gone)
}

/// The overlays on offer.
fn overlays(eyes: &Eyes<'_>) -> Vec<OverlayDef> {
    let titles = [
        ("zoc-un", say!("Zones of control, United Nations")),
        ("zoc-com", say!("Zones of control, Communist")),
        ("lines-un", say!("Lines of communication, United Nations")),
        ("lines-com", say!("Lines of communication, Communist")),
        ("reach-un", say!("Reach of fresh headquarters, United Nations")),
        ("reach-com", say!("Reach of fresh headquarters, Communist")),
    ];
    titles.iter().map(|(id, title)| OverlayDef { id: (*id).to_owned(), title: eyes.read(title) }).collect()
}

impl Picture for FireAndIce {
    fn sheet(&self, _: &str, eyes: &Eyes<'_>) -> Sheet {
        let units = (0..self.data.units.len()).map(|i| self.unit_def(i, eyes));
        let planes = (0..self.data.planes.len()).map(|i| self.plane_def(i, eyes));
        Sheet {
            map: "fire-and-ice/korea".to_owned(),
            pieces: units.chain(planes).collect(),
            overlays: overlays(eyes),
            charts: crate::charts::charts(self, eyes),
        }
    }

    fn moment<'a>(&'a self, state: &State, eyes: &Eyes<'_>) -> Moment<'a> {
        let (week, month) = (week(state.turn), month(self.month(state.turn)));
        Moment {
            label: eyes.text(&say!("Week {week}, {month}", week, month)),
            phase: eyes.term(STEP_WORDS[state.step as usize]),
        }
    }

    fn scene<'a>(&'a self, view: &'a View<State>, eyes: &Eyes<'_>) -> Scene<'a> {
        let state = view.state();
        let scenario = self.scenario_of(state);
        Scene {
            turn: u16::from(state.turn.saturating_sub(scenario.first)) + 1,
            turns: u16::from(scenario.last - scenario.first) + 1,
            turn_label: self.moment(state, eyes).label,
            phases: STEP_WORDS.iter().map(|w| eyes.term(w)).collect(),
            phase: state.step as u8,
            active_side: active(state.step),
            pieces: self.scene_pieces(state),
            markers: self.scene_markers(state, eyes),
            panels: panels(self, state, eyes),
            points: self.scene_points(state, eyes),
            workings: workings(self, state, eyes),
            battle: battle(self, state, eyes),
            reach: self.scene_reach(state),
            ..Scene::default()
        }
    }

    fn overlay(&self, view: &View<State>, overlay: &str) -> Option<Overlay> {
        let state = view.state();
        let (kind, side) = overlay.split_once('-')?;
        let side = match side {
            "un" => UN,
            "com" => COM,
            _ => return None,
        };
        let set = match kind {
            "zoc" => state.field.zones[usize::from(side)],
            "lines" => self.lines(state, side).net,
            "reach" => return Some(self.reach_overlay(state, side)),
            _ => return None,
        };
        Some(self.marks(state, side, &set))
    }

    fn inspect(&self, view: &View<State>, thing: &str, eyes: &Eyes<'_>) -> Option<Detail> {
        let state = view.state();
        if let Some(id) = self.piece_named(thing) {
            return Some(self.inspect_piece(state, id, eyes));
        }
        if let Some(id) = self.plane_named(thing) {
            return Some(self.inspect_plane(state, id, eyes));
        }
        let hex = self.ground(state).map.hex(thing)?;
        Some(self.inspect_hex(state, hex, eyes))
    }

    fn name(&self, state: &State, arg: Arg, out: &mut String) {
        self.write_name(state, arg, out);
    }

    fn id(&self, state: &State, arg: Arg, out: &mut String) {
        self.write_id(state, arg, out);
    }
}

fn active(step: Step) -> Option<u8> {
    match step {
        Step::StrategicCom | Step::ActivateCom | Step::FlipUn => Some(COM),
        Step::StrategicUn | Step::ActivateUn | Step::FlipCom => Some(UN),
        _ => None,
    }
}

/// Badges of the markers on a piece.
const BADGES: [(u16, &str); 14] = [
    (mark::SPENT, "spent"),
    (mark::DISRUPTED, "disrupted"),
    (mark::ROUTED, "routed"),
    (mark::BUG_OUT, "bug-out"),
    (mark::OOC, "out-of-supply"),
    (mark::LOW_MORALE, "low-morale"),
    (mark::BAD, "poor"),
    (mark::GOOD, "elite"),
    (mark::GREAT, "great-leader"),
    (mark::INCOMPETENT, "incompetent-leader"),
    (mark::AMMO, "ammo-shortage"),
    (mark::AMMO_OUT, "ammo-out"),
    (mark::FUEL, "fuel-shortage"),
    (mark::FUEL_OUT, "fuel-out"),
];

impl FireAndIce {
    fn unit_def(&self, index: usize, eyes: &Eyes<'_>) -> PieceDef {
        let unit = &self.data.units[index];
        let nation = match unit.nation {
            Nation::Rok => "rok",
            Nation::Us if unit.id.starts_with("us-1m") => "usmc",
            Nation::Us => "us",
            Nation::Cw => "cw",
            Nation::Tk | Nation::Roc | Nation::Un => "un",
            Nation::Nk => "nk",
            Nation::Prc => "ccf",
            Nation::Su => "su",
        };
        let (size, symbol) = match unit.size {
            Size::Division => ("division", "infantry"),
            Size::Brigade => ("brigade", "infantry"),
            Size::Regiment => ("regiment", "infantry"),
            Size::Cadre => ("division", "headquarters"),
            Size::TaskForce => ("battalion", "infantry"),
            Size::Hq => ("corps", "headquarters"),
        };
        let (left, right) = unit.label.split_once('/').unwrap_or((&unit.label, ""));
        PieceDef {
            id: unit.id.clone(),
            name: eyes.term(&unit.name).into_owned(),
            side: unit.side,
            nation: nation.to_owned(),
            symbol: symbol.to_owned(),
            size: size.to_owned(),
            left: left.to_owned(),
            right: right.to_owned(),
            front: "fresh".to_owned(),
            back: Some("spent".to_owned()),
        }
    }

    fn plane_def(&self, index: usize, eyes: &Eyes<'_>) -> PieceDef {
        let plane = &self.data.planes[index];
        let kind = self.air_type(AirId(index as u8));
        let symbol = if kind.strategic > 0 { "bomber" } else { "fighter" };
        PieceDef {
            id: plane.id.clone(),
            name: eyes.term(&plane.name).into_owned(),
            side: kind.side,
            nation: if kind.side == UN { "us" } else { "ccf" }.to_owned(),
            symbol: symbol.to_owned(),
            left: kind.name.clone(),
            front: "full".to_owned(),
            back: Some("reduced".to_owned()),
            ..PieceDef::default()
        }
    }

    fn scene_pieces<'a>(&'a self, state: &'a State) -> Vec<Piece<'a>> {
        let ground = self.ground(state);
        let mut out = Vec::with_capacity(self.data.units.len() + self.data.planes.len());
        for (index, unit) in self.data.units.iter().enumerate() {
            let piece = &state.pieces[index];
            if !shown(self, state, PieceId(index as u8)) {
                continue;
            }
            let at = match piece.at.on_map() {
                Some(hex) => ground.label(hex),
                None if piece.at == Spot::WAITING => "waiting",
                None => crate::actions::SPOTS.iter().find(|s| s.1 == piece.at).map_or("", |s| s.0),
            };
            let status = BADGES.iter().filter(|(m, _)| piece.has(*m)).map(|(_, w)| *w).collect();
            out.push(Piece {
                id: Text::from(&unit.id),
                def: index as u16,
                at: at.into(),
                face: if piece.has(mark::SPENT) { Face::Back } else { Face::Front },
                count: 1,
                factors: None,
                status,
            });
        }
        for (index, plane) in self.data.planes.iter().enumerate() {
            let air = &state.air[index];
            if flying(state, AirId(index as u8)) {
                out.push(Piece {
                    id: Text::from(&plane.id),
                    def: (self.data.units.len() + index) as u16,
                    at: air_place(air.at, air.base),
                    face: if air.reduced { Face::Back } else { Face::Front },
                    count: 1,
                    factors: None,
                    status: Vec::new(),
                });
            }
        }
        out
    }

    fn scene_markers<'a>(&'a self, state: &'a State, eyes: &Eyes<'_>) -> Vec<Marker<'a>> {
        let ground = self.ground(state);
        let label = |hex: HexId| Text::from(ground.label(hex));
        let marker = |hex: HexId, kind: &'static str, side: Option<u8>, text: Text<'a>, title: Sentence| {
            Marker { at: label(hex), kind: kind.into(), side, label: text, title: eyes.text(&title) }
        };
        let mut out = Vec::new();
        for i in ground.city.iter().chain(ground.port.iter().filter(|&p| !ground.city.has(p))) {
            let hex = HexId(i as u16);
            out.push(marker(
                hex,
                "control",
                Some(self.controller(state, hex)),
                "".into(),
                say!("who controls it"),
            ));
        }
        for o in state.objectives.iter() {
            let text = if o.value == 0 { "?".into() } else { o.value.to_string().into() };
            out.push(marker(o.hex, "objective", Some(o.side), text, say!("objective marker")));
        }
        for i in state.positions.iter() {
            out.push(marker(HexId(i as u16), "works", None, "P".into(), say!("prepared position")));
        }
        for i in state.trenches.iter() {
            out.push(marker(HexId(i as u16), "works", None, "T".into(), say!("trenches")));
        }
        for d in state.declared.iter() {
            let chit = &self.data.chits[usize::from(d.chit)].name;
            out.push(marker(d.hex, "attack", None, chit.into(), say!("declared combat")));
        }
        for s in state.struck.iter() {
            out.push(marker(s.0, "ruin", None, "".into(), say!("struck by an atomic bomb")));
        }
        out
    }

    fn scene_points(&self, state: &State, eyes: &Eyes<'_>) -> Vec<Points<'_>> {
        [UN, COM]
            .into_iter()
            .map(|side| Points {
                side,
                total: state.points_of(side),
                reasons: vec![Reason {
                    points: state.points_of(side),
                    text: eyes.text(&say!("the victory point marker")),
                    rule: "fi 12.1.1".into(),
                }],
            })
            .collect()
    }

    /// Where the unit in hand can go.
    fn scene_reach<'a>(&'a self, state: &'a State) -> Vec<Reach<'a>> {
        let ground = self.ground(state);
        let mut out = Vec::new();
        let mut collect = |reach: &Found<'_>| {
            out.extend(reach.hexes().map(|(hex, cost)| Reach {
                at: ground.label(hex).into(),
                cost: points(cost).into(),
                from: reach.previous(hex).map_or("", |p| ground.label(p)).into(),
            }));
        };
        match state.frames.last() {
            Some(Frame::Moving(moving)) => {
                let _ = self.mover_reach(state, moving.kind, &mut collect);
            }
            Some(Frame::ChooseUnits(choose)) => choose.command(self, state, &mut collect),
            Some(Frame::HqEnd(end)) => {
                let now = engine::Now { game: self, state, seat: engine::Seat(end.side) };
                let _ = end.reach(now, &mut collect);
            }
            _ => {}
        }
        out
    }

    fn marks(&self, state: &State, side: u8, set: &HexBits) -> Overlay {
        let ground = self.ground(state);
        let mark = |i: usize| OverlayMark {
            at: ground.label(HexId(i as u16)).to_owned(),
            side: Some(side),
            label: String::new(),
        };
        Overlay { marks: set.iter().map(mark).collect() }
    }

    fn reach_overlay(&self, state: &State, side: u8) -> Overlay {
        let walk = Walk::new(self, state, side).back();
        let fresh = self.hqs_of(side).filter(|&id| !state.piece(id).has(mark::SPENT));
        let starts: Vec<(HexId, u16)> = fresh.filter_map(|id| state.hex_of(id)).map(|h| (h, 0)).collect();
        let ground = self.ground(state);
        self.search(&walk, &starts, self.data.numbers.activation.into(), |reach| Overlay {
            marks: reach
                .hexes()
                .map(|(hex, cost)| OverlayMark {
                    at: ground.label(hex).to_owned(),
                    side: Some(side),
                    label: points(cost),
                })
                .collect(),
        })
    }

    fn inspect_piece(&self, state: &State, id: PieceId, eyes: &Eyes<'_>) -> Detail {
        let unit = self.unit(id);
        let piece = state.piece(id);
        let line = self.lines(state, unit.side).pieces.has(id.index());
        let row = |name: Sentence, value: Sentence| vec![eyes.read(&name), eyes.read(&value)];
        let mut rows = vec![
            row(say!("Line of communication"), if line { say!("open") } else { say!("none") }),
            row(say!("Counter"), source(unit.source)),
        ];
        for (bit, word) in BADGES {
            if piece.has(bit) {
                rows.push(vec![eyes.read(&say!("Marker")), eyes.term(word).into_owned()]);
            }
        }
        let state_section = DetailSection { title: eyes.read(&say!("State")), columns: Vec::new(), rows };
        let mut sections = vec![state_section];
        if unit.hq() && piece.at.in_play() {
            sections.push(self.command(state, id, eyes));
        }
        Detail { title: eyes.term(&unit.name).into_owned(), sections }
    }

    /// The fresh units that a headquarters reaches now, nearest first.
    fn command(&self, state: &State, hq: PieceId, eyes: &Eyes<'_>) -> DetailSection {
        let side = self.unit(hq).side;
        let at = state.piece(hq).at;
        let ranges = self.ranges(state, side, &[at], self.data.numbers.activation);
        let fits = |id: &PieceId| {
            let unit = self.commands(hq, *id) && !state.piece(*id).has(mark::SPENT);
            unit && ranges[id.index()] != FAR
        };
        let mut units: Vec<PieceId> = self.units_of(side).filter(fits).collect();
        units.sort_by_key(|id| ranges[id.index()]);
        let row =
            |id: &PieceId| vec![eyes.term(&self.unit(*id).name).into_owned(), points(ranges[id.index()])];
        let most = self.slots(state, side);
        DetailSection {
            title: eyes.read(&say!("Fresh units in reach; it takes {most} of them", most)),
            columns: vec![eyes.read(&say!("Unit")), eyes.read(&say!("MP"))],
            rows: units.iter().map(row).collect(),
        }
    }

    fn inspect_plane(&self, state: &State, id: AirId, eyes: &Eyes<'_>) -> Detail {
        let kind = self.air_type(id);
        let plane = &self.data.planes[id.index()];
        let row = |name: Sentence, value: i16| vec![eyes.read(&name), value.to_string()];
        let mut rows = vec![
            row(say!("MiG Alley"), kind.mig_alley),
            row(say!("Top Cover"), kind.top_cover),
            row(say!("Interdiction"), kind.interdiction),
            row(say!("Ground Support"), kind.ground_support),
            row(say!("Strategic"), kind.strategic),
            row(say!("Station"), kind.station.into()),
        ];
        if state.air[id.index()].at.mission() {
            rows.push(row(say!("Worth now"), self.value_now(state, id)));
        }
        let book: Vec<String> = kind.book.iter().map(|f| eyes.term(&format!("{f:?}")).into_owned()).collect();
        rows.push(vec![eyes.read(&say!("Values of the book")), book.join(", ")]);
        rows.push(vec![eyes.read(&say!("Counter")), eyes.read(&source(plane.source))]);
        Detail {
            title: format!("{} ({})", eyes.term(&plane.name), eyes.term(&kind.name)),
            sections: vec![DetailSection { title: eyes.read(&say!("Values")), columns: Vec::new(), rows }],
        }
    }

    fn inspect_hex(&self, state: &State, hex: HexId, eyes: &Eyes<'_>) -> Detail {
        let ground = self.ground(state);
        let terrain = ground.terrain[hex.index()];
        let passes = |side: u8| self.passable(state, side).has(hex.index());
        let yes = |b: bool| eyes.read(&if b { say!("yes") } else { say!("no") });
        let row = |name: Sentence, value: String| vec![eyes.read(&name), value];
        let fleet = usize::from(state.fleet == Sea::Japan);
        let holder = match self.controller(state, hex) {
            UN => say!("United Nations"),
            _ => say!("Communist"),
        };
        let rows = vec![
            row(say!("Terrain"), eyes.term(ground.map.terrain_name(hex)).into_owned()),
            row(say!("Defence"), terrain.defence.to_string()),
            row(say!("Tanks"), format!("1/{}", terrain.tank)),
            row(say!("Artillery, air, ships"), format!("1/{}", terrain.artillery)),
            row(say!("Controlled by"), eyes.read(&holder)),
            row(
                say!("In reach of the fleet"),
                yes(state.fleet != Sea::None && ground.guns[fleet][0].has(hex.index())),
            ),
            row(say!("Road or rail"), yes(ground.served.has(hex.index()))),
            row(say!("Line may pass, United Nations"), yes(passes(UN))),
            row(say!("Line may pass, Communist"), yes(passes(COM))),
        ];
        Detail {
            title: eyes.read(&say!("{hex}", hex = crate::names::at(hex))),
            sections: vec![DetailSection { title: eyes.read(&say!("Hex")), columns: Vec::new(), rows }],
        }
    }
}

fn source(source: Source) -> Sentence {
    if source == Source::Book { say!("of the book") } else { say!("reconstructed") }
}

/// Half points as printed.
pub(crate) fn points(halves: u16) -> String {
    match (halves / 2, halves % 2) {
        (whole, 0) => whole.to_string(),
        (0, _) => "1/2".to_owned(),
        (whole, _) => format!("{whole} 1/2"),
    }
}
