//! The decisions of the game, each from its chapter's file.

use crate::advance::Advance;
use crate::cadres::Arrive;
use crate::combat::{Aftermath, Building, Fighting, Loss, Resolve, Waves};
use crate::game::KoreanBattles;
use crate::movement::{Movement, Moving};
use crate::rebuilding::Rebuilding;
use crate::reinforcements::Leaving;
use crate::retreat::{Displace, Retreat, Retreats, Stiff};
use crate::setup::SetUp;
use crate::state::{Phase, State, UnitId};
use crate::support::{FriendlyFire, Support};

engine::frames! {
    /// A decision or procedure under way. The first four belong to phases and never lie on the stack.
    pub enum Frame for KoreanBattles {
        SetUp(SetUp),
        Movement(Movement),
        Fighting(Fighting),
        Rebuilding(Rebuilding),
        Arrive(Arrive),
        Moving(Moving),
        Leaving(Leaving),
        Building(Building),
        Waves(Waves),
        Support(Support),
        Resolve(Resolve),
        Loss(Loss),
        FriendlyFire(FriendlyFire),
        Stiff(Stiff),
        Retreats(Retreats),
        Retreat(Retreat),
        Displace(Displace),
        Advance(Advance),
        Aftermath(Aftermath),
    }
}

impl State {
    /// The procedure under way, or the decision of the phase; none when the game is over.
    pub(crate) fn top(&self) -> Option<Frame> {
        self.frames.last().copied().or_else(|| self.top_of_phase())
    }
    /// The decision of the phase, whatever is under way in it.
    pub(crate) fn top_of_phase(&self) -> Option<Frame> {
        Some(match self.phase {
            Phase::Setup => Frame::SetUp(SetUp),
            Phase::Movement | Phase::MobileMovement => Frame::Movement(Movement),
            Phase::Combat | Phase::Attack | Phase::MobileCombat => Frame::Fighting(Fighting),
            Phase::Rebuild => Frame::Rebuilding(Rebuilding),
            Phase::Over => return None,
        })
    }
}

impl Frame {
    /// The counter on its way, which may lie face down.
    pub(crate) fn traveller(&mut self) -> Option<&mut UnitId> {
        match self {
            Self::Moving(Moving { unit, .. }) | Self::Leaving(Leaving { unit }) => Some(unit),
            _ => None,
        }
    }
}
