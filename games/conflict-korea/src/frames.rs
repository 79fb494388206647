//! The decisions and procedures of the game. Each lives in the file of its chapter.

use crate::game::ConflictKorea;
pub use crate::orders::{Command, Ending, Operations, Orders, Staff};
pub use crate::sequence::Sequence;
pub use crate::special::{Airborne, Trains, Voyage};
pub use crate::strikes::Strikes;

engine::frames! {
    /// A decision or procedure under way.
    pub enum Frame for ConflictKorea {
        Sequence(Sequence),
        Orders(Orders),
        Command(Command),
        Staff(Staff),
        Operations(Operations),
        Ending(Ending),
        Trains(Trains),
        Voyage(Voyage),
        Airborne(Airborne),
        Strikes(Strikes),
    }
}
