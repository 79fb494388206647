//! What a client draws and how things are called.

use super::turn::way;
use super::{DEAD, Frame, Hex, Kind, Skirmish, State, UNSEEN, UnitId};
use engine::scene::{DetailSection, Face, OverlayDef, OverlayMark, Piece, PieceDef, Points, Reach};
use engine::{Arg, Class, Detail, Overlay, Picture, Scene, SeatSet, Sheet, View};

impl Picture for Skirmish {
    fn sheet(&self, _scenario: &str) -> Sheet {
        let piece = |unit: UnitId| PieceDef {
            id: unit.name(),
            name: unit.name(),
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
            overlays: vec![OverlayDef { id: "zoc".to_owned(), title: "Next to a unit".to_owned() }],
            ..Sheet::default()
        }
    }

    fn scene<'a>(&'a self, view: &'a View<State>) -> Scene<'a> {
        let state = view.state();
        let there = UnitId::all().filter(|&u| state.alive(u) && state.unit(u).at != UNSEEN);
        Scene {
            turn: u16::from(state.turn),
            turns: u16::from(state.turns),
            turn_label: format!("Turn {}", state.turn).into(),
            phases: vec!["Red".into(), "Blue".into()],
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

    fn inspect(&self, view: &View<State>, thing: &str) -> Option<Detail> {
        let unit = UnitId::named(thing)?;
        let known = view.state().unit(unit);
        let row = |label: &str, value: String| vec![label.to_owned(), value];
        Some(Detail {
            title: unit.name(),
            sections: vec![DetailSection {
                title: "Known".to_owned(),
                columns: Vec::new(),
                rows: vec![row("Where", place(known.at)), row("What", format!("{:?}", known.kind))],
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
