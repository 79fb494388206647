//! The truce count (VI-1 to VI-4).

use crate::War625;
use crate::data::bit;
use crate::kinds::{AREAS, Side};
use crate::state::{Frame, State, Step};
use engine::{Outcome, Play};

impl War625 {
    /// Korean IPC of a side. The Allies get nothing for an area that an atomic weapon struck.
    /// [rule: war VI-2, war VI-3, war AT-6]
    pub(crate) fn points(&self, s: &State, side: Side) -> i32 {
        let mut areas = s.friendly[side as usize] & self.c.korea;
        if side == Side::Allied {
            areas &= !s.struck;
        }
        (0..AREAS as u8).filter(|&a| areas & bit(a) != 0).map(|a| i32::from(s.ipc[a as usize])).sum()
    }
    /// The war is over: the count, or a resignation. [rule: war VI-1, war VI-4]
    pub(crate) fn finish(&self, s: &mut State, play: &mut Play) {
        s.step = Step::Over;
        s.frames.clear();
        s.frames.push(Frame::Over);
        let (red, blue) = (self.points(s, Side::Communist), self.points(s, Side::Allied));
        play.outcome("war VI-2", format_args!("The truce count: Communists {red}, Allies {blue}."));
    }
    pub(crate) fn result(&self, s: &State) -> Outcome {
        let points = vec![self.points(s, Side::Communist), self.points(s, Side::Allied)];
        let winner = if s.resigned > 0 {
            Some(2 - s.resigned as usize)
        } else {
            match points[0].cmp(&points[1]) {
                std::cmp::Ordering::Greater => Some(0),
                std::cmp::Ordering::Less => Some(1),
                std::cmp::Ordering::Equal => None,
            }
        };
        let result = match (winner, s.resigned > 0) {
            (None, _) => "Draw".to_owned(),
            (Some(0), false) => "Communist victory".to_owned(),
            (Some(_), false) => "Allied victory".to_owned(),
            (Some(0), true) => "Communist victory by resignation".to_owned(),
            (Some(_), true) => "Allied victory by resignation".to_owned(),
        };
        Outcome { winner: winner.map(|w| ["communist", "allied"][w].to_owned()), result, points }
    }
}
