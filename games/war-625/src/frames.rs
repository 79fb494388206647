//! The decisions of the game, each from its chapter's file.

use crate::atomic::Authorise;
use crate::battle::Fight;
use crate::bombard::Shell;
use crate::china::{Begin, Enter, Hidden};
use crate::combat::Combat;
use crate::game::War625;
use crate::losses::{Directing, Dive, Duty, Loss};
use crate::movement::Movement;
use crate::prisoners::{Exchanging, Offered, Returning, Salvaging};
use crate::purchase::{Placement, Purchase};
use crate::retreat::{Decide, FlyingOut, Leaving, Support};
use crate::sequence::Turn;
use crate::victory::{Resigning, Truce};

engine::frames! {
    /// A decision or procedure under way.
    pub enum Frame for War625 {
        Turn(Turn),
        Hidden(Hidden),
        Begin(Begin),
        Enter(Enter),
        Authorise(Authorise),
        Exchanging(Exchanging),
        Offered(Offered),
        Returning(Returning),
        Purchase(Purchase),
        Movement(Movement),
        Combat(Combat),
        Placement(Placement),
        Fight(Fight),
        Support(Support),
        Shell(Shell),
        Leaving(Leaving),
        Duty(Duty),
        Directing(Directing),
        Loss(Loss),
        FlyingOut(FlyingOut),
        Dive(Dive),
        Salvaging(Salvaging),
        Decide(Decide),
        Truce(Truce),
        Resigning(Resigning),
    }
}

impl Frame {
    /// Whether it is combat movement.
    pub(crate) fn is_combat_move(self) -> bool {
        matches!(self, Self::Movement(m) if m.combat)
    }
}
