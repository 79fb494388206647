//! The decisions and procedures of the game, one chapter a file.

use crate::activation::{Activating, ChooseHq, ChooseUnits};
use crate::advance::Advancing;
use crate::air::{AirFight, CommitAir, FleetFirst, LoneAlley, StrategicAir};
use crate::combat::{Battles, Fight, NameDefender};
use crate::dice::{Die, Invoking, Kinds, PlaceQuality, Rerolls};
use crate::events::{Forfeit, Snafu};
use crate::flips::Flip;
use crate::foreign::{Aid, ChinaChoice, Foreign, Waves};
use crate::game::FireAndIce;
use crate::hq::Displace;
use crate::losses::{Losses, Replacing};
use crate::march::March;
use crate::moves::{ChooseChit, HqEnd, Movers, Moving, Stacking};
use crate::naval::{Evacuation, FleetMove, Invasion, Landing};
use crate::reinforcements::{Arrivals, Rebuilding};
use crate::reserve::Reserve;
use crate::sequence::Sequence;
use crate::strikes::Mission;
use crate::supply::{Buy, FlipHqs, Honours};
use crate::supporting::Supporting;
use crate::tactical::{Intercept, Interdict, Interdicting};
use crate::victory::{Check, Scrap};

engine::frames! {
    /// A decision or procedure under way.
    pub enum Frame for FireAndIce {
        Sequence(Sequence),
        Foreign(Foreign),
        ChinaChoice(ChinaChoice),
        Aid(Aid),
        Waves(Waves),
        FlipHqs(FlipHqs),
        Buy(Buy),
        Honours(Honours),
        FleetFirst(FleetFirst),
        CommitAir(CommitAir),
        StrategicAir(StrategicAir),
        AirFight(AirFight),
        LoneAlley(LoneAlley),
        Mission(Mission),
        FleetMove(FleetMove),
        Invasion(Invasion),
        Landing(Landing),
        Evacuation(Evacuation),
        Arrivals(Arrivals),
        Rebuilding(Rebuilding),
        Flip(Flip),
        March(March),
        Interdict(Interdict),
        Interdicting(Interdicting),
        Intercept(Intercept),
        ChooseHq(ChooseHq),
        Activating(Activating),
        ChooseUnits(ChooseUnits),
        Movers(Movers),
        Moving(Moving),
        ChooseChit(ChooseChit),
        Reserve(Reserve),
        HqEnd(HqEnd),
        Stacking(Stacking),
        Battles(Battles),
        Fight(Fight),
        NameDefender(NameDefender),
        Supporting(Supporting),
        Die(Die),
        Rerolls(Rerolls),
        PlaceQuality(PlaceQuality),
        Invoking(Invoking),
        Kinds(Kinds),
        Snafu(Snafu),
        Forfeit(Forfeit),
        Losses(Losses),
        Replacing(Replacing),
        Advancing(Advancing),
        Displace(Displace),
        Scrap(Scrap),
        Check(Check),
    }
}
