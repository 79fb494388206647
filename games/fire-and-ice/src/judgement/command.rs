//! Headquarters: whom to activate, for what, and what supply is there to keep them going until the month ends.

use super::Plan;
use super::mind::Mind;
use crate::actions::Action;
use crate::frames::Frame;
use crate::moves::Kind;
use crate::state::{Attack, PieceId, did, mark};
use board::HexId;

impl Mind<'_> {
    /// An action of an activation, as the plan has it; none where the plan says nothing.
    pub(crate) fn planned(&self, plan: &Plan, action: Action) -> Option<f32> {
        match (self.state.frames.last()?, action) {
            (Frame::ChooseHq(_), Action::Activate { hq }) => {
                let worth = plan.choices.iter().find(|c| c.0 == hq).map_or(0.0, |c| c.1);
                Some(worth - self.price_of_activation() / self.bold)
            }
            (Frame::ChooseUnits(choose), _) if !choose.reserve => self.choosing(plan, action),
            (Frame::Movers(movers), Action::Move { unit }) if movers.kind == Kind::Initial => {
                let order = plan.operation.of(unit);
                // Supporters go first, those that attack after them.
                Some(match order {
                    Some(order) if order.target.is_some() => 0.5,
                    Some(_) => 0.8,
                    None => 0.3,
                })
            }
            (Frame::Moving(moving), _) if moving.kind == Kind::Initial => self.moving(plan, action),
            _ => None,
        }
    }

    fn choosing(&self, plan: &Plan, action: Action) -> Option<f32> {
        let state = self.state;
        match action {
            Action::Add { unit } => {
                let order = plan.operation.orders.iter().position(|o| o.unit == unit);
                Some(match order {
                    Some(place) => 2.0 - 0.05 * place as f32,
                    None => -0.1,
                })
            }
            Action::Clear { unit, .. } => {
                // A marker on a unit at the front comes off first.
                Some(self.weights.clear - 0.01 * self.far(unit, 9.0))
            }
            Action::Done => Some(if state.act.slots == 0 { 0.2 } else { 0.0 }),
            _ => None,
        }
    }

    fn moving(&self, plan: &Plan, action: Action) -> Option<f32> {
        let state = self.state;
        let order = plan.operation.of(state.act.mover)?;
        let here = self.place(order.unit);
        let arrived = !order.to.is_some() || here == Some(order.to);
        match action {
            Action::To { hex } if !arrived => (hex == order.to).then_some(3.0),
            Action::To { .. } if order.target.is_some() => Some(-0.5),
            Action::Declare { kind, hex } => {
                let coming = self.still_coming(plan, hex);
                let wanted = hex == order.target && kind == order.kind;
                let worth = self.declaring(kind, hex, coming);
                Some(match (wanted, arrived) {
                    _ if kind == Attack::Meeting => worth * 0.3 - 0.3,
                    (true, _) if worth > 0.0 => 2.0 + worth,
                    (_, true) => worth,
                    _ => worth - 0.5,
                })
            }
            _ => None,
        }
    }

    /// Units with orders to a hex beside a target that have not moved yet.
    fn still_coming(&self, plan: &Plan, target: HexId) -> f32 {
        let (ground, state) = (self.game.ground(self.state), self.state);
        let coming = plan.operation.orders.iter().filter(|o| {
            let piece = state.piece(o.unit);
            o.unit != state.act.mover
                && o.to.is_some()
                && ground.distance(o.to, target) == 1
                && piece.done(did::ACTIVE)
                && !piece.done(did::MOVED)
                && self.place(o.unit).is_none_or(|h| ground.distance(h, target) != 1)
        });
        coming.count() as f32
    }

    /// An action of an activation by itself.
    pub(crate) fn activation(&self, action: Action) -> Option<f32> {
        let (game, state, w) = (self.game, self.state, self.weights);
        Some(match action {
            Action::Activate { hq } if matches!(state.frames.last(), Some(Frame::Reserve(_))) => {
                let ground = game.ground(state);
                let beside = |at: HexId| {
                    let spare = game.pieces_of(self.side).filter(|&id| {
                        !game.unit(id).hq()
                            && game.commands(hq, id)
                            && !state.piece(id).has(mark::SPENT)
                            && self.place(id).is_some_and(|h| (2..=3).contains(&ground.distance(h, at)))
                    });
                    spare.count().min(2)
                };
                let near = |at: HexId| self.stands(hq).is_some_and(|h| ground.distance(h, at) <= 7);
                let helped: usize =
                    state.declared.iter().filter(|d| near(d.hex)).map(|d| beside(d.hex)).sum();
                w.reserve * helped as f32 - 0.2 * self.price(f32::from(game.refresh_cost(state, hq)))
            }
            Action::Activate { hq } => {
                let units = self.in_reach(hq, true).min(usize::from(game.slots(state, self.side)));
                if units == 0 { -0.2 } else { 0.16 * units as f32 + 0.1 - 0.005 * self.far(hq, 6.0) }
            }
            Action::Add { unit } => 0.8 - 0.03 * self.far(unit, 4.0),
            Action::Clear { .. } => 0.55,
            Action::Move { .. } => 0.5,
            Action::Refresh => self.refreshing(),
            _ => return None,
        })
    }

    /// 4.4 Supply is lost with the month, and a headquarters that is not refreshed with it.
    fn refreshing(&self) -> f32 {
        let (game, state) = (self.game, self.state);
        let reserve = state.act.reserve;
        let answering = reserve.is_some() && game.unit(reserve).side == self.side;
        let hq = if answering { reserve } else { state.act.hq };
        // It comes up again in this month only if it is refreshed now.
        let ready = self.ready();
        let later = ready < self.needed() * self.weeks_left() && self.in_reach(hq, false) > 0;
        let more = ready < 1.0 && self.in_reach(hq, true) >= 2;
        if later || more { 0.9 } else { -0.1 }
    }

    /// Fresh headquarters with units.
    fn ready(&self) -> f32 {
        let (game, state) = (self.game, self.state);
        let fresh = |id: &PieceId| {
            let piece = state.piece(*id);
            game.unit(*id).hq() && !piece.has(mark::SPENT) && piece.at.in_play()
        };
        game.pieces_of(self.side).filter(fresh).filter(|&id| self.in_reach(id, false) > 0).count() as f32
    }

    /// How many activations a week it takes to use every unit that meets the enemy or follows him.
    fn needed(&self) -> f32 {
        let near = self.friends.iter().filter(|&&h| self.nearest(h, &self.enemies) <= self.weights.pursuit);
        let near = near.count() as f32;
        (near / f32::from(self.game.slots(self.state, self.side))).ceil()
    }

    /// What an activation must be worth: more once the week has had its share of those that the month still pays for.
    fn price_of_activation(&self) -> f32 {
        let w = self.weights;
        let weeks = self.weeks_left();
        let each = (self.wanted() / self.ready().max(1.0)).max(1.0);
        let left = self.ready() + f32::from(self.state.sides[usize::from(self.side)].supply) / each;
        let done = self.activated();
        let share = (left + done) / (weeks + 1.0) * w.pace;
        if weeks > 0.0 && done + 1.0 > share { w.activate + w.scarce } else { w.activate }
    }

    /// About how many activations the week has had, by the units that are spent.
    fn activated(&self) -> f32 {
        let state = self.state;
        let spent = |id: &PieceId| state.hex_of(*id).is_some() && state.piece(*id).has(mark::SPENT);
        let spent = self.game.units_of(self.side).filter(spent).count() as f32;
        spent / f32::from(self.game.slots(state, self.side))
    }

    /// What a supply point is worth that is not there to spare.
    fn price(&self, cost: f32) -> f32 {
        if self.spare() >= cost { 0.5 * cost } else { cost }
    }

    /// What refreshing every headquarters with units once would cost.
    pub(crate) fn wanted(&self) -> f32 {
        let (game, state) = (self.game, self.state);
        let wanted: u32 = game
            .pieces_of(self.side)
            .filter(|&id| game.unit(id).hq() && state.piece(id).at.in_play() && self.in_reach(id, false) > 0)
            .map(|id| u32::from(game.refresh_cost(state, id)))
            .sum();
        wanted as f32
    }

    /// The supply that is free to be spent: what later weeks of the month need is kept.
    pub(crate) fn spare(&self) -> f32 {
        let supply = f32::from(self.state.sides[usize::from(self.side)].supply);
        supply - self.weights.weeks * self.weeks_left() * self.wanted()
    }
}
