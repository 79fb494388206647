//! The worth of any action in any decision, for a plan. Ending a phase or declining is worth nothing: what is above is done.

use super::campaign::{race, slack};
use super::odds::{hurt, mean, prospect};
use super::{Plan, Sky, fights, in_port, threat};
use crate::actions::{Action, AirKind};
use crate::data::Kind;
use crate::frames::Frame;
use crate::game::Chosin;
use crate::marching::Moving;
use crate::movement::{alone, units};
use crate::state::{COM, Mission, Phase, State, UN, UnitId, flag, off};
use board::HexId;

impl Chosin {
    pub(crate) fn worth(&self, state: &State, side: u8, plan: &Plan, action: Action) -> f32 {
        match action {
            Action::Move { unit } if self.goes_out(state, side, unit) => 5.0,
            Action::Move { unit } => self.best_gain(state, side, plan, unit, false) - 0.3,
            Action::March { unit } => {
                self.best_gain(state, side, plan, unit, true) - self.weights_of(state, side).march
            }
            Action::To { hex } => self.step_worth(state, side, plan, hex),
            Action::Attack { hex } => self.attack_worth(state, side, plan, hex),
            Action::Retreat { unit, hex } => self.retreat_worth(state, side, plan, unit, hex),
            Action::Advance { unit, hex } => {
                let here = state.field.at(unit);
                self.place(state, side, plan, unit, hex) - self.place(state, side, plan, unit, here) + 0.3
            }
            Action::Place { hex } => self.place_worth(state, side, plan, hex),
            Action::Disrupt { unit } | Action::Eliminate { unit } => {
                self.victim_worth(state, side, unit, action)
            }
            Action::Table { table } => {
                let sum = self.sum(state);
                mean(self, state, &state.combat, table.0.into(), sum.column)
            }
            Action::Stand | Action::GiveWay => self.stand_worth(state, action),
            Action::Cas { .. }
            | Action::Fire { .. }
            | Action::FireFleet
            | Action::FirePart { .. }
            | Action::FireFleetPart { .. } => self.support_worth(state, side),
            Action::Assign { count, air, mission } => self.assign_worth(state, plan, count.0, air, mission),
            Action::Strike { count, hex, .. } => self.strike_worth(state, count.0, hex),
            Action::Interdict { count, hex, .. } => self.interdict_worth(state, plan, count.0, hex),
            Action::ShipOut { unit } | Action::FlyOut { unit } => self.leave_worth(state, plan, unit),
            Action::Evacuate { unit } => {
                self.leave_worth(state, plan, unit) - 2.0 - 0.2 * f32::from(28u8.saturating_sub(state.turn))
            }
            Action::Barrage { hex } => 0.25 * state.field.units_in(hex).count() as f32 - 0.4,
            Action::Drop { hex } => self.drop_worth(state, side, hex),
            _ => self.plain_worth(state, side, action),
        }
    }

    /// Actions whose worth needs no look at the map.
    pub(super) fn plain_worth(&self, state: &State, side: u8, action: Action) -> f32 {
        match action {
            Action::Default if state.phase == Phase::Setup => 6.0,
            Action::AddAll => 4.0,
            Action::RecoverAll | Action::Surprise | Action::Lock => 2.0,
            Action::Deploy { deployment } => [1.05, 0.9, 0.2][deployment.0 as usize],
            Action::Choose { .. } | Action::Late { .. } => -0.2,
            Action::Set { .. } | Action::Add { .. } => 3.0,
            Action::Form { .. } | Action::Repair { .. } => 0.6,
            Action::Entrench { unit } => {
                if side == UN && threat(self, state, side, state.field.at(unit)) == 0.0 { 0.2 } else { -0.2 }
            }
            Action::Intercept { .. } => 1.0,
            Action::Ground { air, .. } => {
                if air == AirKind::SAC {
                    1.0
                } else {
                    0.5
                }
            }
            Action::Lose { mission } => {
                if mission == Mission::Reserve {
                    1.0
                } else {
                    0.5
                }
            }
            Action::Excess { unit } => 1.0 - 0.1 * f32::from(self.factors(state, unit)[1]),
            Action::Withdraw { unit } => {
                if state.field.disrupted(unit) {
                    2.0
                } else {
                    1.0
                }
            }
            Action::Early { unit } => {
                if self.data.quick(unit).kind == Kind::Infantry {
                    2.0
                } else {
                    1.0
                }
            }
            Action::Exit | Action::AdvanceOut { .. } if state.turn + 3 > race(self, state) => 300.0,
            Action::Wreck { .. } => 0.3,
            Action::Sail { hex } => {
                -0.01 * f32::from(self.data.ground.distance(hex, self.data.ground.hungnam[0]))
            }
            Action::Join { .. } | Action::Leave { .. } => -0.1,
            Action::Done | Action::End => 0.0,
            _ => -0.5,
        }
    }

    /// The next move of a movement phase: ships and planes first, then unit by unit in their order, each looked at once.
    pub(super) fn next_move(&self, state: &State, side: u8, plan: &Plan, legal: &[Action]) -> Action {
        let mut best = (0.2, None);
        let moved = self.on_map(state, side).filter(|u| state.field.has(*u, flag::MOVED));
        let done = moved.map(|u| self.turn_to_move(u) + 1).max().unwrap_or(0);
        for &action in legal {
            if matches!(
                action,
                Action::ShipOut { .. }
                    | Action::FlyOut { .. }
                    | Action::Evacuate { .. }
                    | Action::Ship { .. }
            ) {
                let worth = self.worth(state, side, plan, action);
                if worth > best.0 {
                    best = (worth, Some(action));
                }
            }
        }
        if let Some(action) = best.1 {
            return action;
        }
        let mut marches: Vec<(u16, Action, UnitId)> = Vec::new();
        for &action in legal {
            if let Action::Move { unit } | Action::March { unit } = action {
                marches.push((self.turn_to_move(unit), action, unit));
            }
        }
        marches.sort_unstable_by_key(|m| (m.0, m.1));
        for (turn, action, unit) in marches {
            let forced = matches!(action, Action::March { .. });
            if let Some(goal) = plan.order(unit) {
                if !forced && self.can_reach(state, unit, goal) {
                    return action;
                }
                continue;
            }
            let asked = turn >= done && (!forced || plan.outlook.enemy(state.field.at(unit)) > 12.0);
            if asked && self.worth(state, side, plan, action) > 0.0 {
                return action;
            }
        }
        Action::End
    }

    /// When a unit's turn comes in a movement phase: headquarters and guns after those whom they follow.
    fn turn_to_move(&self, unit: UnitId) -> u16 {
        let behind = matches!(self.data.quick(unit).kind, Kind::Hq | Kind::Artillery | Kind::AntiAircraft);
        u16::from(unit.0) + if behind { 256 } else { 0 }
    }

    /// Whether a unit that stands elsewhere can march to a hex now.
    fn can_reach(&self, state: &State, unit: UnitId, goal: HexId) -> bool {
        let moving = Moving { group: alone(unit), forced: false, started: false, goal: off::OUT.0 };
        let mut there = false;
        moving.reach(self, state, |hex, _| there |= hex == goal);
        there && state.field.at(unit) != goal
    }

    fn best_gain(&self, state: &State, side: u8, plan: &Plan, unit: UnitId, forced: bool) -> f32 {
        let here = state.field.at(unit);
        let now = self.place(state, side, plan, unit, here);
        let moving = Moving { group: alone(unit), forced, started: false, goal: off::OUT.0 };
        let mut best = f32::NEG_INFINITY;
        moving.reach(self, state, |hex, _| best = best.max(self.place(state, side, plan, unit, hex)));
        best - now
    }

    fn step_worth(&self, state: &State, side: u8, plan: &Plan, hex: HexId) -> f32 {
        match state.frames.last() {
            Some(Frame::Moving(moving)) => {
                let Some(leader) = units(&moving.group).next() else { return 0.0 };
                let here = state.field.at(leader);
                if let Some(goal) = plan.order(leader) {
                    return if hex == goal { 10.0 } else { -1.0 };
                }
                self.place(state, side, plan, leader, hex)
                    - self.place(state, side, plan, leader, here)
                    - 0.05
            }
            _ => -0.1 * plan.outlook.goal(hex),
        }
    }

    /// Whether a Communist unit at the south edge leaves the map now: nothing more is to be had on it.
    fn goes_out(&self, state: &State, side: u8, unit: UnitId) -> bool {
        side == COM
            && state.turn + 3 > race(self, state)
            && self.data.ground.south.has(state.field.at(unit).index())
    }

    pub(super) fn attack_worth(&self, state: &State, side: u8, plan: &Plan, hex: HexId) -> f32 {
        let worth = prospect(self, state, side, hex, self.likely_support(state, side, hex));
        worth + plan.bias(hex) - plan.temper.caution - self.weights_of(state, side).caution
    }

    /// Columns that air and guns of both sides will probably bring an attack on a hex.
    pub(super) fn likely_support(&self, state: &State, side: u8, hex: HexId) -> i8 {
        let p = &self.data.parameters;
        let tac = state.air.boxes[0][Mission::Support as usize];
        let guns = |owner: u8, role: usize| {
            let near = |u: &UnitId| {
                self.data.ground.distance(state.field.at(*u), hex) <= p.range && self.fire_left(state, *u) > 0
            };
            let land: u8 = self.on_map(state, owner).filter(near).map(|u| self.fire_left(state, u)).sum();
            let fleet =
                if owner == UN && self.fleet_reaches(state, hex) { self.fleet_left(state) } else { 0 };
            (land + fleet).min(p.support[owner as usize][role]) as i8
        };
        if side == UN {
            tac.min(p.cas[0]) as i8 + guns(UN, 0) - guns(COM, 1)
        } else {
            guns(COM, 0) - guns(UN, 1) - tac.min(p.cas[1]) as i8
        }
    }

    fn retreat_worth(&self, state: &State, side: u8, plan: &Plan, unit: UnitId, hex: HexId) -> f32 {
        let zone = if state.enemy_zone(side, hex) { 6.0 } else { 0.0 };
        5.0 + self.place(state, side, plan, unit, hex) - zone
    }

    fn place_worth(&self, state: &State, side: u8, plan: &Plan, hex: HexId) -> f32 {
        let chosen = match state.frames.last() {
            Some(Frame::Reinforcement(f)) => f.unit,
            Some(Frame::Posting(f)) => f.unit,
            _ => UnitId::NONE,
        };
        if chosen.is_some() { 5.0 + self.place(state, side, plan, chosen, hex) } else { 1.0 }
    }

    /// Naming units: the enemy's dearest, one's own cheapest.
    fn victim_worth(&self, state: &State, side: u8, unit: UnitId, action: Action) -> f32 {
        let points = f32::from(self.data.unit(unit).dead);
        let dies = state.field.disrupted(unit) || !self.data.quick(unit).has_back;
        let cost = if dies || matches!(action, Action::Eliminate { .. }) { points } else { 0.35 * points };
        if self.side(unit) == side { 5.0 - cost } else { 1.0 + cost }
    }

    fn stand_worth(&self, state: &State, action: Action) -> f32 {
        let hurt = |bits: &crate::state::UnitBits| units(bits).map(|u| hurt(self, state, u)).sum::<f32>();
        let stand = hurt(&state.combat.attackers) - hurt(&state.combat.defenders);
        if action == Action::Stand { stand } else { 0.3 }
    }

    /// Support is worth what a column changes in the combat.
    fn support_worth(&self, state: &State, side: u8) -> f32 {
        if matches!(state.frames.last(), Some(Frame::Gunfire(_))) {
            return 1.0;
        }
        let (now, sum) = (&state.combat, self.sum(state));
        let attacking = now.side == side;
        let table = usize::from(now.table);
        let column = |c: i8| mean(self, state, now, table, c.clamp(0, 8) as u8);
        let change = if attacking { column(sum.column as i8 + 1) } else { column(sum.column as i8 - 1) }
            - column(sum.column as i8);
        if attacking { change - 0.05 } else { -change - 0.05 }
    }

    fn assign_worth(&self, state: &State, plan: &Plan, count: u16, air: AirKind, mission: Mission) -> f32 {
        let n = f32::from(count);
        let first = match plan.temper.sky {
            Sky::Balanced => None,
            Sky::Support => Some(Mission::Support),
            Sky::Strikes => Some(Mission::Strike),
            Sky::Interdiction => Some(Mission::Interdiction),
        };
        if first == Some(mission) {
            return 5.0 + 0.1 * n;
        }
        let busy = state.air.boxes[air.index()][mission as usize];
        match (mission, air.index()) {
            (Mission::Support, _) => {
                if busy + count as u8 <= 3 {
                    3.0 + 0.1 * n
                } else {
                    -0.1
                }
            }
            (Mission::Strike, 1) => 2.0,
            (Mission::Strike, _) => {
                if busy == 0 {
                    1.5 + 0.1 * n
                } else {
                    0.5
                }
            }
            (Mission::Interdiction, _) => 1.0,
            (Mission::Supply, _) => {
                if self.cut_off(state) {
                    3.0
                } else {
                    0.5
                }
            }
            (Mission::Transfer, _) => 1.0,
            _ => -1.0,
        }
    }

    fn cut_off(&self, state: &State) -> bool {
        let supply = self.data.supply(state, UN);
        self.on_map(state, UN).any(|u| fights(self, u) && !self.data.supplied(state, &supply, u))
    }

    fn strike_worth(&self, state: &State, count: u16, hex: HexId) -> f32 {
        let here = state.field.units_in(hex).filter(|u| self.side(*u) == COM).count() as f32;
        let friends = self.data.ground.around(hex).any(|h| state.field.holds(UN, h));
        let rough = if self.data.ground.rough(hex) { 0.3 } else { 0.0 };
        here * 0.4 + 0.1 * f32::from(count)
            - rough
            - if friends { 0.25 } else { 0.0 }
            - if here == 0.0 { 2.0 } else { 0.0 }
    }

    /// Interdiction pays near the enemy and near the road home.
    fn interdict_worth(&self, state: &State, plan: &Plan, count: u16, hex: HexId) -> f32 {
        let close = plan.outlook.enemy(hex);
        let target = (6.0 - (close - 6.0).abs()).max(0.0);
        let free = state.air.over.iter().all(|z| self.data.ground.distance(HexId(z.hex), hex) > 3);
        0.1 * target - 0.004 * plan.outlook.goal(hex)
            + 0.05 * f32::from(count.min(3))
            + if free { 0.2 } else { 0.0 }
    }

    /// 8.1 Ship something every turn: small units first, fighters when the campaign is old or the port in danger.
    fn leave_worth(&self, state: &State, plan: &Plan, unit: UnitId) -> f32 {
        if !in_port(self, state, unit) && !self.data.ground.airfield.has(state.field.at(unit).index()) {
            return -1.0;
        }
        let points = f32::from(self.data.unit(unit).exited);
        let danger = plan.outlook.enemy(state.field.at(unit)) < 9.0;
        let spare = slack(self, state) > 0;
        let keep = self.weights_of(state, UN).keep;
        let holds_back = match self.data.quick(unit).kind {
            _ if !spare => 0.0,
            Kind::Hq | Kind::Port | Kind::Airfield => 6.0,
            Kind::Artillery if !danger => keep,
            _ if fights(self, unit) && !danger => keep,
            _ => 0.0,
        };
        let hurt = if state.field.disrupted(unit) { 1.0 } else { 0.0 };
        let strength = 0.05 * f32::from(self.factors(state, unit)[1]);
        points - holds_back + hurt - strength
    }

    /// Supplies go where fighters are cut off, when it counts: before they attack or recover.
    fn drop_worth(&self, state: &State, side: u8, hex: HexId) -> f32 {
        if !matches!(state.phase, Phase::UnCombat | Phase::UnRecovery | Phase::ComCombat) || side != UN {
            return -1.0;
        }
        let supply = self.data.supply(state, UN);
        let hungry = |u: UnitId| !self.data.supplied(state, &supply, u);
        let recovery = state.phase == Phase::UnRecovery;
        let useful = |u: &UnitId| {
            hungry(*u) && (!recovery || state.field.disrupted(*u) && !state.field.has(*u, flag::RECOVERED))
        };
        let worth: f32 =
            state.field.units_in(hex).filter(useful).map(|u| f32::from(self.data.unit(u).dead)).sum();
        if worth > 0.0 { 0.2 * worth - 0.5 } else { -1.0 }
    }
}
