//! Boxes, tracks and tables beside the map, and the points.

use crate::data::Scenario;
use crate::names::country;
use crate::state::{Phase, RED, Side, State, UN};
use engine::scene::{Cell, Panel, PanelBody, Points, Reason, Text};
use engine::{Eyes, Sentence, say};

/// The box of a side's support markers.
pub(crate) fn hand_box(side: Side) -> &'static str {
    if side == UN { "hand-un" } else { "hand-communist" }
}

impl Scenario {
    pub(crate) fn panels<'a>(&'a self, st: &State, eyes: &Eyes<'_>) -> Vec<Panel<'a>> {
        let panel = |id: &'static str, title: Sentence, body: PanelBody<'a>| Panel {
            id: id.into(),
            title: eyes.text(&title),
            body,
        };
        let mut out = vec![panel("track", say!("Turns"), PanelBody::Track(self.track(st, eyes)))];
        let mut add = |id, title, body| out.push(panel(id, title, body));
        if st.phase == Phase::Setup {
            for (id, side) in [("setup-un", UN), ("setup-communist", RED)] {
                add(id, say!("To be set up, {country}", country = country(side)), PanelBody::Box);
            }
        }
        for side in Side::BOTH {
            let (country, n) = (country(side), st.hand_size(side));
            add(hand_box(side), say!("Support, {country}: {n} in hand", country, n), PanelBody::Box);
        }
        add("support", say!("Support markers"), self.support_table(st, eyes));
        for (id, side) in [("due-un", UN), ("due-communist", RED)] {
            add(id, say!("May enter, {country}", country = country(side)), PanelBody::Box);
        }
        add("dead", say!("Eliminated"), PanelBody::Box);
        add("left", say!("Left the map"), PanelBody::Box);
        out
    }

    /// Allotments and what lowers them.
    fn support_table<'a>(&'a self, st: &State, eyes: &Eyes<'_>) -> PanelBody<'a> {
        let turn = st.turn.max(1);
        let next = (turn + 1).min(self.turns);
        let row = |side: Side| -> Vec<Text<'a>> {
            let track = self.allotment[side.index()].get(turn as usize - 1).copied().unwrap_or(0);
            let air = if side == UN { st.air_left.to_string() } else { "-".to_owned() };
            vec![
                eyes.term(self.country(side)),
                track.to_string().into(),
                st.hand_size(side).to_string().into(),
                self.allotment_on(st, side, next).to_string().into(),
                air.into(),
            ]
        };
        let columns =
            [say!("Side"), say!("Track"), say!("In hand"), say!("Next turn"), say!("Air Supply left")];
        PanelBody::Table {
            columns: columns.iter().map(|c| eyes.text(c)).collect(),
            rows: vec![row(UN), row(RED)],
        }
    }

    /// The turn track with arrivals and withdrawals. [rule: kb 3.0, kb 2.2]
    fn track<'a>(&'a self, st: &State, eyes: &Eyes<'_>) -> Vec<Cell<'a>> {
        let mut notes = vec![String::new(); self.turns as usize + 1];
        for w in self.withdrawals.iter().filter(|w| st.on_map(w.unit) && w.turn <= self.turns) {
            let note = &mut notes[w.turn as usize];
            note.push_str(&eyes.text(&say!("Withdraw {unit}.", unit = w.unit)));
            note.push(' ');
        }
        for &(turn, less) in &self.support_cuts {
            if let Some(note) = notes.get_mut(turn as usize) {
                note.push_str(&eyes.text(&say!("UN support -{less}.", less)));
                note.push(' ');
            }
        }
        let cell = |turn: u8| Cell {
            id: format!("turn-{turn}").into(),
            label: format!(
                "{turn} ({}/{})",
                self.allotment[self.first.index()][turn as usize - 1],
                self.allotment[self.first.other().index()][turn as usize - 1]
            )
            .into(),
            note: notes[turn as usize].clone().into(),
            current: turn == st.turn,
        };
        (1..=self.turns).map(cell).collect()
    }

    pub(crate) fn scene_points(&self, st: &State, eyes: &Eyes<'_>) -> Vec<Points<'_>> {
        let scores = self.scores(st);
        let mut out: Vec<Points<'_>> = [UN, RED]
            .iter()
            .map(|&side| Points { side: side as u8, total: 0, reasons: Vec::new() })
            .collect();
        for score in scores {
            let points = &mut out[score.side.index()];
            points.total += score.points;
            points.reasons.push(Reason {
                points: score.points,
                text: eyes.text(&score.text),
                rule: score.rule.into(),
            });
        }
        out
    }
}
