//! Boxes, tracks and tables beside the map, and the points.

use crate::data::Scenario;
use crate::state::{Phase, RED, Side, State, UN};
use engine::scene::{Cell, Panel, PanelBody, Points, Reason, Text};

/// The box of a side's support markers.
pub(crate) fn hand_box(side: Side) -> &'static str {
    if side == UN { "hand-un" } else { "hand-communist" }
}

impl Scenario {
    pub(crate) fn panels(&self, st: &State) -> Vec<Panel<'_>> {
        let panel = |id: &'static str, title: String| Panel {
            id: id.into(),
            title: title.into(),
            body: PanelBody::Box,
        };
        let red = self.red_name();
        let mut out =
            vec![Panel { id: "track".into(), title: "Turns".into(), body: PanelBody::Track(self.track(st)) }];
        if st.phase == Phase::Setup {
            out.push(panel("setup-un", "To be set up, United Nations".to_owned()));
            out.push(panel("setup-communist", format!("To be set up, {red}")));
        }
        out.push(panel("hand-un", format!("Support, United Nations: {} in hand", st.hand_size(UN))));
        out.push(panel("hand-communist", format!("Support, {red}: {} in hand", st.hand_size(RED))));
        out.push(Panel {
            id: "support".into(),
            title: "Support markers".into(),
            body: self.support_table(st),
        });
        out.push(panel("due-un", "May enter, United Nations".to_owned()));
        out.push(panel("due-communist", format!("May enter, {red}")));
        out.push(panel("dead", "Eliminated".to_owned()));
        out.push(panel("left", "Left the map".to_owned()));
        out
    }

    /// Allotments and what lowers them.
    fn support_table(&self, st: &State) -> PanelBody<'_> {
        let turn = st.turn.max(1);
        let next = (turn + 1).min(self.turns);
        let row = |side: Side| -> Vec<Text<'_>> {
            let track = self.allotment[side.index()].get(turn as usize - 1).copied().unwrap_or(0);
            let air = if side == UN { st.air_left.to_string() } else { "-".to_owned() };
            let name = self.country(side);
            vec![
                name.into(),
                track.to_string().into(),
                st.hand_size(side).to_string().into(),
                self.allotment_on(st, side, next).to_string().into(),
                air.into(),
            ]
        };
        let columns = ["Side", "Track", "In hand", "Next turn", "Air Supply left"];
        PanelBody::Table {
            columns: columns.iter().map(|&c| Text::Borrowed(c)).collect(),
            rows: vec![row(UN), row(RED)],
        }
    }

    /// The turn track with arrivals and withdrawals. [rule: kb 3.0, kb 2.2]
    fn track(&self, st: &State) -> Vec<Cell<'_>> {
        let mut notes = vec![String::new(); self.turns as usize + 1];
        for w in self.withdrawals.iter().filter(|w| st.on_map(w.unit) && w.turn <= self.turns) {
            let note = &mut notes[w.turn as usize];
            note.push_str("Withdraw ");
            note.push_str(self.name(w.unit));
            note.push_str(". ");
        }
        for &(turn, less) in &self.support_cuts {
            if let Some(note) = notes.get_mut(turn as usize) {
                use std::fmt::Write;
                let _ = write!(note, "UN support -{less}. ");
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

    pub(crate) fn scene_points(&self, st: &State) -> Vec<Points<'_>> {
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
                text: score.text.into(),
                rule: score.rule.into(),
            });
        }
        out
    }
}
