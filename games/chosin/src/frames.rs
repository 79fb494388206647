//! Every decision and procedure of the game, each in the file of its chapter.

use crate::advance::{Advance, Breakthrough};
use crate::air::{Allocation, LoseTac};
use crate::airborne::Jumping;
use crate::atomic::Fallout;
use crate::barrage::{Barrages, Collateral, Gunfire, Victims};
use crate::combat::{Combats, Excess, Gather, Resolve, TableChoice};
use crate::event::EventChoice;
use crate::game::Chosin;
use crate::interdiction::{Interception, Interdictions};
use crate::interrupt::{Dropping, Unmasking};
use crate::marching::Moving;
use crate::movement::Movement;
use crate::recovery::Recovery;
use crate::reinforcement::Reinforcement;
use crate::reorganization::Reorganization;
use crate::results::{Choice, PickLoss};
use crate::retreat::Retreats;
use crate::sequence::{Sequence, SurpriseChoice};
use crate::setup::{Deploying, Inspecting, OptionChoice, Posting};
use crate::strike::Strikes;
use crate::support::{AirSupport, Support};
use crate::transport::{Entrained, Sailing, Swimming};

engine::frames! {
    /// A decision or procedure under way.
    pub enum Frame for Chosin {
        Sequence(Sequence),
        Options(OptionChoice),
        Deploying(Deploying),
        Posting(Posting),
        Inspecting(Inspecting),
        Event(EventChoice),
        Reinforcement(Reinforcement),
        Allocation(Allocation),
        LoseTac(LoseTac),
        Reorganization(Reorganization),
        Movement(Movement),
        Moving(Moving),
        Entrained(Entrained),
        Swimming(Swimming),
        Jumping(Jumping),
        Sailing(Sailing),
        Interception(Interception),
        Strikes(Strikes),
        Victims(Victims),
        Collateral(Collateral),
        Barrages(Barrages),
        Gunfire(Gunfire),
        Combats(Combats),
        Gather(Gather),
        Table(TableChoice),
        Excess(Excess),
        AirSupport(AirSupport),
        Support(Support),
        Resolve(Resolve),
        Choice(Choice),
        PickLoss(PickLoss),
        Retreats(Retreats),
        Advance(Advance),
        Breakthrough(Breakthrough),
        Recovery(Recovery),
        Interdictions(Interdictions),
        Surprise(SurpriseChoice),
        Fallout(Fallout),
        Dropping(Dropping),
        Unmasking(Unmasking),
    }
}
