//! Support, waves, losses, retreats and advances.

use super::odds::Stakes;
use super::{Judge, Plan};
use crate::actions::{Action, Marker};
use crate::crt::CombatResult;
use crate::frames::Frame;
use crate::retreat::{Retreat, Stiff, Way};
use crate::state::{Hex, Side, State, UnitId, UnitSet};
use crate::support::Support;
use engine::{Dice, Play, Random};
use staff::Stress;

impl Judge<'_> {
    pub(crate) fn answer(&self, st: &State, side: Side, plan: &Plan, legal: &[Action]) -> Action {
        let choice = match st.top() {
            Some(Frame::Support(Support { slot })) => {
                Some(self.best_support(st, side, slot, &plan.stress, legal))
            }
            Some(Frame::Waves(_)) => Some(self.best_wave(st, legal)),
            Some(Frame::Loss(_) | Frame::FriendlyFire(_)) => self.cheapest_loss(st, legal),
            Some(Frame::Stiff(Stiff { defender })) => Some(self.stand_or_run(st, side, defender, legal)),
            Some(Frame::Retreat(Retreat { unit, .. })) => self.best_flight(st, unit, legal),
            Some(Frame::Advance(_)) => Some(self.best_advance(st, plan, legal)),
            Some(Frame::Displace(_)) => self.best_displacement(st, legal),
            _ => None,
        };
        choice.unwrap_or(legal[0])
    }

    /// What is at stake in the combat under way.
    fn stakes(&self, st: &State) -> Stakes {
        let c = &st.combat;
        let (mut stakes, _) = self.defender_stakes(st, c.target, c.side);
        stakes.attacker_step = f32::MAX;
        for unit in c.attackers.iter() {
            stakes.attackers += self.value(st, unit);
            stakes.attacker_step = stakes.attacker_step.min(self.step_value(st, unit));
        }
        stakes.attacker_retreat = self.m.weights[c.side.index()].retreat;
        if c.bombardment {
            stakes.ground = 0.0;
            (stakes.attackers, stakes.attacker_step) = self.misfire(st, c.side, c.target);
            stakes.attacker_retreat = 0.0;
        }
        stakes
    }

    /// The support that makes the most of the table at its price: one marker now, perhaps another in the second slot.
    pub(crate) fn best_support(
        &self,
        st: &State,
        side: Side,
        slot: u8,
        stress: &Stress,
        legal: &[Action],
    ) -> Action {
        let stakes = self.stakes(st);
        let sum = self.s.sum(st);
        let attacking = slot.is_multiple_of(2);
        let sign = if attacking { 1.0 } else { -1.0 };
        // What the other side may still add.
        let more = match slot {
            0 => -self.expected_support(st, side.other()),
            1 => 0.5 * self.expected_support(st, side.other()),
            2 => -0.5 * self.expected_support(st, side.other()),
            _ => 0.0,
        };
        let price = self.m.weights[side.index()].price * stress.price * self.scarcity(st, side);
        let worth = |points: i32| {
            let d = sum.differential() as f32 + more + sign * points as f32;
            sign * self.mean_at(sum.line, d, &stakes) - price * points as f32
        };
        let mut best = (worth(0), Action::Decline);
        let again = slot < 2;
        for &first in legal {
            let Action::Support { marker: Marker(a) } = first else { continue };
            let one = worth(i32::from(a));
            if one > best.0 + 0.01 {
                best = (one, first);
            }
            for &second in legal.iter().filter(|_| again) {
                let Action::Support { marker: Marker(b) } = second else { continue };
                let enough = a != b || st.hand[side.index()][a as usize - 1] > 1;
                let two = worth(i32::from(a) + i32::from(b));
                if enough && a >= b && two > best.0 + 0.01 {
                    best = (two, first);
                }
            }
        }
        best.1
    }

    /// 14.0 A human wave where the doubled strength is worth more than the step it costs.
    pub(crate) fn best_wave(&self, st: &State, legal: &[Action]) -> Action {
        let stakes = self.stakes(st);
        let sum = self.s.sum(st);
        let side = st.combat.side;
        let against = self.expected_support(st, side.other());
        let worth =
            |extra: i32| self.mean_at(sum.line, (sum.differential() + extra) as f32 - against, &stakes);
        let mut best = (worth(0) + 0.1, Action::Done);
        for &action in legal {
            let Action::Wave { unit } = action else { continue };
            let weak = st.combat.weak.has(unit);
            let extra = self.s.attack_strength(st, unit, weak, false);
            let gain = worth(extra) - self.step_value(st, unit);
            if gain > best.0 {
                best = (gain, action);
            }
        }
        best.1
    }

    pub(crate) fn cheapest_loss(&self, st: &State, legal: &[Action]) -> Option<Action> {
        let losses = legal.iter().filter_map(|a| match *a {
            Action::Lose { unit } => Some((self.step_value(st, unit), *a)),
            _ => None,
        });
        losses.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, a)| a)
    }

    /// How much of a hex's worth hangs on holding it now: what counts at the end can be retaken until then.
    fn lateness(&self, st: &State, side: Side) -> f32 {
        let left = f32::from(self.s.turns.saturating_sub(st.turn));
        1.0 / (1.0 + self.m.weights[side.index()].patience * left)
    }

    /// 7.8 Stiff resistance where the step costs less than the retreat.
    pub(crate) fn stand_or_run(&self, st: &State, side: Side, defender: bool, legal: &[Action]) -> Action {
        let stands = legal.iter().filter_map(|a| match *a {
            Action::Stand { unit } => Some((self.step_value(st, unit), *a)),
            _ => None,
        });
        let cheapest = stands.min_by(|a, b| a.0.total_cmp(&b.0));
        let party = self.s.party(st, defender);
        let mut flight = self.flight_cost(st, party);
        if defender {
            let hex = st.combat.target;
            let w = &self.m.weights[side.index()];
            flight += w.ground;
            if self.m.keys.has(hex) && self.s.holds(st, side, hex) {
                flight += w.craft.key * self.m.worth[hex.index()].max(1.0) * self.lateness(st, side);
            }
        }
        match cheapest {
            Some((cost, action)) if cost < flight => action,
            _ => Action::Retreat,
        }
    }

    /// What a retreat costs these units: nothing much, a step, or everything.
    fn flight_cost(&self, st: &State, party: UnitSet) -> f32 {
        let mut play = Play::muted(Dice::imagined(Random::new(1)));
        let mut cost = 0.0;
        for unit in party.iter() {
            let mut scratch = st.clone();
            scratch.frames.pop();
            scratch.combat.pending.set(unit, true);
            self.s.begin_retreat(&mut scratch, unit, &mut play);
            cost += match scratch.top() {
                _ if !scratch.on_map(unit) => self.value(st, unit),
                Some(Frame::Retreat(Retreat {
                    way: Way::Short | Way::Closer | Way::CloserShort, ..
                })) => self.step_value(st, unit) + 0.2,
                _ => 0.15,
            };
        }
        cost
    }

    /// The next hex of a retreat: good ground, supply, towards what counts.
    fn best_flight(&self, st: &State, unit: UnitId, legal: &[Action]) -> Option<Action> {
        let hexes = legal.iter().filter_map(|a| match *a {
            Action::To { hex } => Some((self.glance_hex(st, unit, hex), *a)),
            _ => None,
        });
        hexes.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, a)| a)
    }

    fn best_displacement(&self, st: &State, legal: &[Action]) -> Option<Action> {
        let moves = legal.iter().filter_map(|a| match *a {
            Action::Displace { unit, hex } => {
                Some((self.glance_hex(st, unit, hex) - self.glance_hex(st, unit, st.hex(unit)), *a))
            }
            _ => None,
        });
        moves.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, a)| a)
    }

    /// 7.9 An advance where the unit stands better ahead, and leaves nothing that counts behind.
    fn best_advance(&self, st: &State, plan: &Plan, legal: &[Action]) -> Action {
        let mut best = (0.0, Action::Done);
        for &action in legal {
            let Action::Advance { unit, hex } = action else { continue };
            let key = self.m.keys.has(hex) && !self.s.holds(st, self.s.side(unit), hex);
            if self.leaves_key(st, unit) && !key {
                continue;
            }
            let from = st.hex(unit);
            let gain = match &plan.outlook {
                Some(o) => {
                    let drive = if self.s.side(unit) == self.m.driver { 0.3 } else { 0.0 };
                    self.stand(st, plan, o, unit, hex) - self.stand(st, plan, o, unit, from) + drive
                }
                None => self.glance_hex(st, unit, hex) - self.glance_hex(st, unit, from),
            };
            let gain = gain + if key { 2.0 } else { 0.0 };
            if gain > best.0 {
                best = (gain, action);
            }
        }
        best.1
    }

    /// 8.4 The bombardment that promises most.
    pub(crate) fn best_bombardment(
        &self,
        st: &State,
        side: Side,
        plan: &Plan,
        legal: &[Action],
    ) -> Option<(f32, Action)> {
        let w = &self.m.weights[side.index()];
        let price = w.price * plan.stress.price * self.scarcity(st, side);
        let against = 0.5 * self.expected_support(st, side.other());
        let mut best: Option<(f32, Action)> = None;
        let mut known: Option<(Hex, Stakes, i32, u8)> = None;
        for &action in legal {
            let Action::Bombard { hex, marker } = action else { continue };
            if known.is_none_or(|k| k.0 != hex) {
                let (mut stakes, defence) = self.defender_stakes(st, hex, side);
                stakes.ground = 0.1;
                (stakes.attackers, stakes.attacker_step) = self.misfire(st, side, hex);
                known = Some((hex, stakes, defence, self.s.hq_distance(st, side, hex).unwrap_or(u8::MAX)));
            }
            let Some((_, stakes, defence, distance)) = known else { continue };
            let hand = &st.hand[side.index()];
            let second =
                (distance.max(1)..=marker.0).rev().find(|&v| hand[v as usize - 1] > u8::from(v == marker.0));
            for extra in [0, i32::from(second.unwrap_or(0))] {
                let points = i32::from(marker.0) + extra;
                let d = (points as f32 - against).max(0.0) - defence as f32;
                let gain =
                    self.bombardment_mean(self.s.hex_line[hex.index()], d, &stakes) - price * points as f32;
                if best.is_none_or(|b| gain > b.0) {
                    best = Some((gain, action));
                }
            }
        }
        best
    }

    /// What a bombardment of a hex costs its owner when it goes wrong: the closest friend whole, or a step of it.
    fn misfire(&self, st: &State, side: Side, target: Hex) -> (f32, f32) {
        let friends = self.s.friends_closest_to(st, side, target);
        let least = |of: &dyn Fn(UnitId) -> f32| friends.iter().map(of).fold(f32::MAX, f32::min);
        if friends.is_empty() {
            return (0.0, 0.0);
        }
        (least(&|u| self.value(st, u)), least(&|u| self.step_value(st, u)))
    }

    /// The mean of a bombardment: attackers do not retreat, an exchange costs the defender alone.
    fn bombardment_mean(&self, line: u8, differential: f32, stakes: &Stakes) -> f32 {
        let column = self.s.crt.column(line, differential.floor() as i32);
        let worth = |result: CombatResult| match result {
            CombatResult::De => stakes.defenders,
            CombatResult::D(_) => stakes.defender_step.min(stakes.defender_retreat),
            CombatResult::Ex => stakes.defender_step,
            CombatResult::Paren => -stakes.attacker_step,
            CombatResult::Ae => -stakes.attackers,
            CombatResult::A(_) | CombatResult::None => 0.0,
        };
        (1..=6).map(|die| worth(self.s.crt.result(column, die))).sum::<f32>() / 6.0
    }
}
