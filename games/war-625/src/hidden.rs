//! What is hidden: the Chinese infantry before China's war, from everybody but North Korea and China (HC-2).

use crate::china::KNOWING;
use crate::game::War625;
use crate::state::State;
use engine::{Random, SeatSet, View};

impl War625 {
    /// Only North Korea and China know the hidden infantry. [rule: war HC-2]
    pub(crate) fn redacted(&self, state: &State, seats: SeatSet) -> State {
        let mut view = state.clone();
        if !view.china.revealed && seats.intersection(KNOWING).is_empty() {
            view.china.hidden = Default::default();
            view.china.lines = 0;
            view.china.unseen = true;
        }
        view
    }
    /// A position that could lie behind a view.
    pub(crate) fn sampled(&self, view: &View<State>, random: &mut Random) -> State {
        let mut s = view.state().clone();
        if s.china.unseen {
            s.china.unseen = false;
            self.imagine_hidden(&mut s, random);
        }
        s
    }
}
