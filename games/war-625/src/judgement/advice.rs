//! Advice: how much a decision is worth under a plan. 0 and less is not worth doing; ending a phase is worth `ENOUGH`.

use super::plan::Plan;
use crate::actions::{Action, Home};
use crate::data::{bit, each};
use crate::frames::Frame;
use crate::game::War625;
use crate::kinds::{Kind, Place, Side, Unit};
use crate::state::State;
use engine::{Count, Seat};

/// What ending a phase is worth: anything better is done first.
pub(super) const ENOUGH: f32 = 1.0;
/// The odds at which an attack is still begun when the time has come.
pub(super) const START: f32 = 1.4;
/// Odds between which the chances of a battle are counted out before it goes on, and the chance that is enough.
const DOUBT: (f32, f32) = (0.15, 1.5);
const FAIR_CHANCE: f32 = 0.25;
/// Never.
pub(super) const NO: f32 = -9.0;

impl War625 {
    /// What an action is worth.
    pub(crate) fn advise(&self, s: &State, seat: Seat, plan: &Plan, action: Action) -> f32 {
        let side = Side::from_seat(seat);
        match s.frames.last() {
            Some(Frame::Movement(phase)) => match (s.choice(seat).unit, phase.combat) {
                (None, true) => self.advise_combat_choice(s, seat, plan, action),
                (None, false) => self.advise_march_choice(s, side, plan, action),
                (Some(unit), true) => self.advise_combat(s, seat, plan, unit, action),
                (Some(unit), false) => self.advise_march(s, side, plan, unit, action),
            },
            Some(Frame::Purchase(_)) => self.advise_purchase(s, plan, action),
            Some(Frame::Placement(_)) => match action {
                Action::Place { to, kind, nation, .. } => self.advise_placement(s, plan, kind, nation, to),
                _ => 0.0,
            },
            _ => self.advise_elsewhere(s, side, plan, action),
        }
    }

    /// Everything that is neither movement nor money.
    fn advise_elsewhere(&self, s: &State, side: Side, plan: &Plan, action: Action) -> f32 {
        let cost = |u: Unit| f32::from(self.c.values(s.opts.d12, u.nation(), u.kind()).cost.max(1));
        match action {
            Action::Hide { count: Count(count), area } => {
                5.0 - f32::from(self.steps_north(area)) * 0.5 - f32::from(count.abs_diff(6)) * 0.5
            }
            Action::DeclareWar => {
                if plan.declare {
                    2.0
                } else {
                    0.0
                }
            }
            Action::Ask => {
                if s.china.war {
                    2.0
                } else {
                    0.0
                }
            }
            Action::Withhold | Action::DoNotAsk | Action::Decline | Action::Done => ENOUGH,
            Action::Accept => {
                if matches!(s.frames.last(), Some(Frame::Truce(_))) && self.judge(s, side as u8) > 0.3 {
                    2.0
                } else {
                    0.0
                }
            }
            Action::Return { area: Home(area), .. } => {
                9.0 - f32::from(plan.near.get(area.i()).copied().unwrap_or(9))
            }
            Action::Battle { place } if place.is_area() => {
                2.0 + self.committed(s, place, side).against(self.defence(s, place, side.enemy())).min(5.0)
            }
            Action::Battle { .. } => 8.0,
            Action::Call { .. } | Action::Bombard { .. } => 2.0,
            Action::Lose { unit } => -cost(unit),
            Action::Direct { unit } => 1.0 + cost(unit),
            Action::FlyOut { to, .. } => 3.0 + f32::from(plan.near.get(to.i()).copied().unwrap_or(1)) * 0.1,
            Action::Submerge { .. } => 1.5,
            Action::Salvage { take, .. } => {
                if take {
                    2.0
                } else {
                    0.0
                }
            }
            Action::Sky { unit, count: Count(count) } => {
                (if unit.kind() == Kind::Fighter { 0.9 } else { 0.2 }) - f32::from(count) * 0.05
            }
            Action::Continue => self.going_on(s, side),
            Action::Retreat { .. } | Action::BreakOff => self.weights.plan.retreat,
            _ => NO,
        }
    }
    /// Steps from an area to the parallel: the hidden infantry have to come to the front.
    fn steps_north(&self, area: Place) -> u8 {
        let mut ring = bit(area);
        for steps in 0..9 {
            if ring & self.c.korea & !self.c.north != 0 {
                return steps;
            }
            ring = each(ring).fold(ring, |m, a| m | self.c.land[a.i()]);
        }
        9
    }
    /// What going on with a battle is worth against `retreat`: by its chances where these are in doubt.
    fn going_on(&self, s: &State, side: Side) -> f32 {
        let ratio = self.battle_ratio(s, side);
        if !(DOUBT.0..DOUBT.1).contains(&ratio) {
            return ratio;
        }
        match self.exact_odds(s, s.battle.place) {
            Some(odds) => odds.win as f32 / FAIR_CHANCE * self.weights.plan.retreat,
            None => ratio * 0.6,
        }
    }
    /// The attackers of the battle under way against its defenders.
    fn battle_ratio(&self, s: &State, side: Side) -> f32 {
        let place = s.battle.place;
        if !place.is_area() {
            return 1.0;
        }
        let own = self.force(s, place, true, |u| u.side() == side);
        own.against(self.defence(s, place, side.enemy()))
    }
}
