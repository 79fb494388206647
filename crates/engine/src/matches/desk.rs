//! What a computer player is given of a match: what its seat sees, and nothing that could hold the match up.

use crate::game::{Desk, Entry};
use crate::player::Noted;
use crate::scene::action_text;
use crate::{Choice, Memory, Random, Refusal, Seat, Thinking, Title, View};
use std::sync::Arc;

/// What a seat sees, away from the match.
pub(super) struct TypedDesk<R: Title> {
    pub(super) game: Arc<Entry<R>>,
    pub(super) view: View<R::State>,
    pub(super) seat: Seat,
}

impl<R: Title> Desk for TypedDesk<R> {
    fn choose(
        &self,
        level: &str,
        random: u64,
        memory: &mut Memory,
        thinking: &dyn Thinking,
    ) -> Result<Choice, Refusal> {
        let rules = &self.game.rules;
        let player = self.game.players.iter().find(|p| p.level().level == level).ok_or_else(|| {
            let all: Vec<_> = self.game.players.iter().map(|p| p.level().level.as_str()).collect();
            Refusal::new(
                "unknown-player",
                format!("there is no player \"{level}\" (there are: {})", all.join(", ")),
            )
        })?;
        let noted = Noted { within: thinking, last: std::sync::Mutex::default() };
        let action = player.choose(rules, &self.view, self.seat, &mut Random::new(random), memory, &noted);
        let note = noted.last.into_inner().unwrap_or_default();
        Ok(Choice {
            seat: rules.info().seat_id(self.seat).to_owned(),
            action: action_text(rules, self.view.state(), action),
            info: if note.is_empty() { player.level().title.clone() } else { note },
        })
    }
}
