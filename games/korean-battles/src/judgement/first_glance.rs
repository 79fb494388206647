//! One-step judgement: how an action looks by itself, without a plan.

use super::Judge;
use crate::actions::Action;
use crate::data::Kind;
use crate::frames::Frame;
use crate::movement::Moving;
use crate::retreat::Retreat;
use crate::state::{Hex, NOWHERE, Side, State, UN, UnitId};
use staff::Stress;

/// What a step towards the goal counts at first glance, per movement point.
const NEARER: f32 = 0.25;
/// What supply counts at first glance.
const FED: f32 = 0.5;
/// What standing on a held and threatened hex that counts is worth, when nobody else does.
const POST: f32 = 0.8;

impl Judge<'_> {
    /// How promising an action looks; ending a phase looks like nothing.
    pub(crate) fn glance(&self, st: &State, side: Side, action: Action) -> f32 {
        match action {
            Action::Pass | Action::Decline => 0.0,
            Action::Select { unit } => self.glance_mover(st, unit),
            Action::To { hex } => match st.top() {
                Some(Frame::Moving(Moving { unit, .. })) => 3.0 * self.glance_fed(st, unit, hex),
                Some(Frame::Retreat(Retreat { unit, .. })) => 3.0 * self.glance_hex(st, unit, hex),
                _ => 0.0,
            },
            Action::Stay => match st.top() {
                Some(Frame::Moving(Moving { unit, .. })) => 3.0 * self.glance_fed(st, unit, st.hex(unit)),
                _ => 0.0,
            },
            Action::Show { .. }
            | Action::Via { .. }
            | Action::Remove { .. }
            | Action::Air { .. }
            | Action::Wave { .. }
            | Action::Break { .. } => -1_000.0,
            Action::Exit => 10.0,
            Action::Enter { unit, .. } => {
                if self.s.optional_points.iter().any(|&(u, _)| u == unit) {
                    -5.0
                } else {
                    3.0
                }
            }
            Action::Withdraw { unit } => {
                if self.is_time_to_go(st, unit) {
                    4.0
                } else {
                    -5.0
                }
            }
            Action::Bridge { .. } => 0.4,
            Action::Rebuild { .. } => 1.0,
            Action::SetupDefault | Action::Form { .. } | Action::Place { .. } | Action::Dummy { .. } => {
                self.opening_score(st, side, action)
            }
            Action::Done => match st.top() {
                Some(Frame::Advance(_)) => 0.3,
                _ => 0.5,
            },
            _ => self.glance_combat(st, side, action),
        }
    }

    fn glance_combat(&self, st: &State, side: Side, action: Action) -> f32 {
        match action {
            Action::Attack { hex: target } => self.glance_attack(st, side, target),
            Action::Bombard { .. } => -5.0,
            Action::Add { unit } => {
                f32::from(self.s.units[unit.index()].faces[st.step(unit) as usize][0]) - 0.5
            }
            Action::Fight => 0.6,
            Action::Support { marker } => self.glance_support(st, side, marker.0),
            Action::Stand { unit } => {
                let key = self.m.keys.has(st.combat.target);
                if key && !self.is_last_step(st, unit) { 1.5 } else { -self.step_value(st, unit) }
            }
            Action::Retreat => {
                if self.can_flee(st, st.combat.target, side) {
                    0.5
                } else {
                    -10.0
                }
            }
            Action::Lose { unit } => -self.step_value(st, unit),
            Action::Displace { .. } => 1.0,
            Action::Advance { unit, hex } => {
                if self.leaves_key(st, unit) {
                    return -5.0;
                }
                1.0 + self.glance_hex(st, unit, hex) - self.glance_hex(st, unit, st.hex(unit))
            }
            _ => 0.0,
        }
    }

    /// Whether some hex within reach looks better.
    fn glance_mover(&self, st: &State, unit: UnitId) -> f32 {
        let lit = self.lit(st, self.s.side(unit));
        let fed = |hex: Hex| if self.fed_by(self.s.side(unit), &lit, hex) { FED } else { 0.0 };
        let here = self.glance_hex(st, unit, st.hex(unit)) + fed(st.hex(unit));
        if self.s.may_exit(st, unit, st.hex(unit)) {
            return 9.0;
        }
        let near = |u: UnitId| self.s.ground.distance(st.hex(u), st.hex(unit)) <= 6;
        let dear = self.m.worth[st.hex(unit).index()] >= 5.0;
        if self.leaves_key(st, unit) && (dear || self.s.deployed(st, self.s.side(unit).other()).any(near)) {
            return -2.0;
        }
        let going = Moving { unit, spent: 0, exited: false };
        let best = self.s.range(st, going, |range| {
            let open =
                range.hexes().filter(|&h| self.s.may_stack(st, unit, h) || self.s.may_exit(st, unit, h));
            open.map(|h| self.glance_hex(st, unit, h) + fed(h)).fold(f32::NEG_INFINITY, f32::max)
        });
        if best > here + 0.05 { 0.5 + (best - here).min(2.0) } else { -2.0 }
    }

    /// How a unit would stand in a hex, with the supply that it finds there.
    fn glance_fed(&self, st: &State, unit: UnitId, hex: Hex) -> f32 {
        let side = self.s.side(unit);
        let fed = self.fed_by(side, &self.lit(st, side), hex);
        self.glance_hex(st, unit, hex) + if fed { FED } else { 0.0 }
    }

    /// How a unit would stand in a hex, at first glance: the way to the goal, the ground, the enemies next door.
    pub(crate) fn glance_hex(&self, st: &State, unit: UnitId, hex: Hex) -> f32 {
        let side = self.s.side(unit);
        let def = &self.s.units[unit.index()];
        let mut score = 0.06 * f32::from(self.s.crt.shift(self.s.hex_line[hex.index()]));
        let post = matches!(def.kind, Kind::Hq | Kind::Depot) && self.s.exit.is_none();
        score -= NEARER * self.glance_far(st, side, hex) * if post { -0.1 } else { 1.0 };
        let [attack, defence, _] = def.faces[st.step(unit) as usize];
        let mut beside = 0.0;
        for &n in &self.s.ground.near[hex.index()] {
            if n != NOWHERE && self.s.enemy_in(st, side, n) {
                for enemy in st.units_in(n) {
                    let [their_attack, their_defence, _] =
                        self.s.units[enemy.index()].faces[st.step(enemy) as usize];
                    beside += 0.05 * (f32::from(attack) - f32::from(their_defence));
                    beside -= 0.05 * (f32::from(their_attack) - f32::from(defence)).max(0.0);
                }
            }
        }
        if matches!(def.kind, Kind::Hq | Kind::Depot) {
            beside = if beside == 0.0 { 0.0 } else { -1.0 };
        }
        if let Some((exit, turn)) = self.s.exit {
            if side == UN && hex == exit && st.turn >= turn {
                score += 3.0;
            }
        } else if self.m.keys.has(hex) && !def.dummy() {
            let near = |u: UnitId| self.s.ground.distance(st.hex(u), hex) <= 4;
            score += if !self.s.holds(st, side, hex) {
                1.0
            } else if st.units_in(hex).all(|u| u == unit) && self.s.deployed(st, side.other()).any(near) {
                POST
            } else {
                0.3
            };
        }
        score + beside
    }

    /// Movement points to a goal of one's own, or hexes to the nearest enemy for those who have none.
    fn glance_far(&self, st: &State, side: Side, hex: Hex) -> f32 {
        if side == self.m.driver {
            let goals = self.m.goals[side.index()].iter();
            let open = goals.filter(|g| self.s.exit.is_some() || !self.s.holds(st, side, g.hex));
            return open.map(|g| f32::from(g.far[hex.index()] + g.later) / 2.0).fold(60.0, f32::min);
        }
        let enemies = self.s.deployed(st, side.other()).map(|u| self.s.ground.distance(st.hex(u), hex));
        f32::from(enemies.min().unwrap_or(0))
    }

    /// Everybody next to a hex against its defenders: the mean of the table, without support.
    fn glance_attack(&self, st: &State, side: Side, target: Hex) -> f32 {
        let (mut stakes, defence) = self.defender_stakes(st, target, side);
        stakes.attacker_step = f32::MAX;
        stakes.attacker_retreat = self.m.weights[side.index()].retreat;
        let mut attack = 0;
        for n in self.s.ground.neighbours(target) {
            for unit in st.units_in(n) {
                let strength = i32::from(self.s.units[unit.index()].faces[st.step(unit) as usize][0]);
                if self.s.side(unit) == side && strength > 0 && self.s.may_attack(st, unit) {
                    attack += strength;
                    stakes.attackers += self.value(st, unit);
                    stakes.attacker_step = stakes.attacker_step.min(self.step_value(st, unit));
                }
            }
        }
        if attack == 0 {
            return -1.0;
        }
        let column = self.s.crt.column(self.s.hex_line[target.index()], attack - defence);
        let plain = if column < 7 { -1.0 } else { self.mean(column, &stakes) };
        let supply = self.s.supply(st, side);
        let full = self.attack_on(st, side, target, &supply, &Stress::PLAIN);
        if full.column >= 9 && full.gain > 0.6 { plain.max(0.5 + full.gain) } else { plain }
    }

    /// A marker that changes the column, the smaller the better.
    fn glance_support(&self, st: &State, side: Side, marker: u8) -> f32 {
        let sum = self.s.sum(st);
        let sign = if st.combat.side == side { 1 } else { -1 };
        let column = |points: i32| i32::from(self.s.crt.column(sum.line, sum.differential() + sign * points));
        let change = (column(i32::from(marker)) - column(0)).abs();
        let price = Stress::PLAIN.price * 0.25 * f32::from(marker);
        0.35 * change as f32 - price
    }
}
