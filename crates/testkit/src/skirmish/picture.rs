//! What a client draws and how things are called.

use super::turn::way;
use super::{DEAD, Frame, Hex, Kind, Skirmish, State, UNSEEN, UnitId};
use engine::scene::{DetailSection, Face, OverlayDef, OverlayMark, Piece, PieceDef, Points, Reach};
use engine::{
    Arg, Class, Detail, Eyes, Moment, Overlay, Picture, Scene, SeatSet, Sentence, Sheet, View, say,
};

impl Picture for Skirmish {
    fn sheet(&self, _scenario: &str, eyes: &Eyes<'_>) -> Sheet {
        let piece = |unit: UnitId| PieceDef {
            id: unit.name(),
            name: eyes.term(&unit.name()).into_owned(),
            side: unit.side(),
            nation: ["nk", "us"][unit.side() as usize].to_owned(),
            symbol: "infantry".to_owned(),
            size: "battalion".to_owned(),
            left: (unit.index() % super::PER_SIDE + 1).to_string(),
            ..PieceDef::default()
        };
        Sheet {
            map: "skirmish/field".to_owned(),
            pieces: UnitId::all().map(piece).collect(),
            overlays: vec![OverlayDef { id: "zoc".to_owned(), title: eyes.read(&say!("Next to a unit")) }],
            ..Sheet::default()
        }
    }

    fn moment<'a>(&'a self, state: &State, eyes: &Eyes<'_>) -> Moment<'a> {
        let phase = if state.side == 0 { say!("Red's turn") } else { say!("Blue's turn") };
        Moment { label: eyes.text(&say!("Turn {turn}", turn = state.turn)), phase: eyes.text(&phase) }
    }

    fn scene<'a>(&'a self, view: &'a View<State>, eyes: &Eyes<'_>) -> Scene<'a> {
        let state = view.state();
        let there = UnitId::all().filter(|&u| state.alive(u) && state.unit(u).at != UNSEEN);
        Scene {
            turn: u16::from(state.turn),
            turns: u16::from(state.turns),
            turn_label: self.moment(state, eyes).label,
            phases: vec![eyes.text(&say!("Red")), eyes.text(&say!("Blue"))],
            phase: state.side,
            active_side: Some(state.side),
            pieces: there.map(|u| piece(state, u)).collect(),
            points: (0..2)
                .map(|side| Points { side, total: state.real(side), reasons: Vec::new() })
                .collect(),
            reach: reach(view),
            ..Scene::default()
        }
    }

    fn overlay(&self, view: &View<State>, overlay: &str) -> Option<Overlay> {
        let state = view.state();
        let there = UnitId::all().filter(|&u| state.alive(u) && state.unit(u).at != UNSEEN);
        let mark = |(unit, hex): (UnitId, Hex)| OverlayMark {
            at: hex.name(),
            side: Some(unit.side()),
            label: String::new(),
        };
        let near = there.flat_map(|u| state.unit(u).at.neighbours().map(move |h| (u, h)));
        (overlay == "zoc").then(|| Overlay { marks: near.map(mark).collect() })
    }

    fn inspect(&self, view: &View<State>, thing: &str, eyes: &Eyes<'_>) -> Option<Detail> {
        let unit = UnitId::named(thing)?;
        let known = view.state().unit(unit);
        let row = |label: Sentence, value: Sentence| vec![eyes.read(&label), eyes.read(&value)];
        let what = match known.kind {
            Kind::Real => say!("a unit"),
            Kind::Dummy => say!("a dummy"),
            Kind::Unknown => say!("unknown"),
        };
        Some(Detail {
            title: eyes.term(&unit.name()).into_owned(),
            sections: vec![DetailSection {
                title: eyes.read(&say!("Known")),
                columns: Vec::new(),
                rows: vec![row(say!("Where"), say!("{at}", at = known.at)), row(say!("What"), what)],
            }],
        })
    }

    fn name(&self, state: &State, arg: Arg, out: &mut String) {
        self.id(state, arg, out);
    }
    fn cover(&self, _: &State, _: Arg, out: &mut String) {
        out.push_str("an unseen unit");
    }
    fn id(&self, _: &State, arg: Arg, out: &mut String) {
        match arg.class {
            Class::UNIT => out.push_str(&UnitId(arg.id as u8).name()),
            _ => out.push_str(&place(Hex(arg.id as u8))),
        }
    }
}

pub(super) fn place(hex: Hex) -> String {
    match hex {
        DEAD => "dead".to_owned(),
        UNSEEN => "unseen".to_owned(),
        hex => hex.name(),
    }
}

fn piece(state: &State, id: UnitId) -> Piece<'static> {
    let unit = state.unit(id);
    Piece {
        id: id.name().into(),
        def: id.0.into(),
        at: unit.at.name().into(),
        face: if unit.kind == Kind::Unknown { Face::Hidden } else { Face::Front },
        count: 1,
        factors: (unit.kind == Kind::Dummy).then(|| "dummy".into()),
        status: if unit.done { vec!["moved"] } else { Vec::new() },
    }
}

fn reach(view: &View<State>) -> Vec<Reach<'static>> {
    let state = view.state();
    let Some(Frame::Chosen(chosen)) = state.frames.last() else { return Vec::new() };
    if !view.seats().contains(chosen.unit.seat()) || view.seats() == SeatSet::NONE {
        return Vec::new();
    }
    let from = state.unit(chosen.unit).at;
    let step = |hex: Hex| {
        way(state, chosen.unit, hex).map(|between| Reach {
            at: hex.name().into(),
            cost: if between.is_some() { "2" } else { "1" }.into(),
            from: between.unwrap_or(from).name().into(),
        })
    };
    Hex::all().filter_map(step).collect()
}
