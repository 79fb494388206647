//! What measurements ask (`examples/pace.rs`): the two long searches of the game, by themselves.

use crate::game::FireAndIce;
use crate::movement::FAR;
use crate::state::{PieceId, State};

impl FireAndIce {
    /// Forgets the answers that are remembered on this thread, so that the next question is worked out.
    pub fn forget(&self) {
        crate::movement::forget();
        crate::communication::forget();
    }

    /// 14.5 How many pieces of a side have a line of communication.
    #[must_use]
    pub fn in_communication(&self, state: &State, side: u8) -> usize {
        self.lines(state, side).pieces.len()
    }

    /// The headquarters of a side in play.
    pub fn headquarters<'a>(&'a self, state: &'a State, side: u8) -> impl Iterator<Item = PieceId> + 'a {
        self.hqs_of(side).filter(|&hq| state.piece(hq).at.in_play())
    }

    /// 4.4 How many pieces a headquarters reaches.
    #[must_use]
    pub fn in_reach(&self, state: &State, hq: PieceId) -> usize {
        let (side, at) = (self.unit(hq).side, state.piece(hq).at);
        let ranges = self.ranges(state, side, &[at], self.data.numbers.activation);
        ranges.iter().filter(|&&cost| cost != FAR).count()
    }
}
