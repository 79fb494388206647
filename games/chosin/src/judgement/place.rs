//! How much a unit would like to stand in a hex.

use super::campaign::{Stage, bound_south, is_trapped};
use super::odds::prospect_with;
use super::{Plan, fights, threat};
use crate::data::Kind;
use crate::game::{Chosin, enemy};
use crate::movement::alone;
use crate::state::{COM, State, UN, UnitId};
use board::HexId;

impl Chosin {
    /// How much a unit would like to stand in a hex.
    pub(super) fn place(&self, state: &State, side: u8, plan: &Plan, unit: UnitId, hex: HexId) -> f32 {
        let outlook = &plan.outlook;
        if side == COM && bound_south(self, state, outlook.south(state.field.at(unit)), unit) {
            return -f32::from(outlook.south(hex)) - 0.3 * threat(self, state, side, hex);
        }
        let (quick, w) = (self.data.quick(unit), self.weights_of(state, side));
        let pull = plan.temper.pull * if side == UN { self.un_haste(state, plan, unit) } else { w.pull };
        let mut worth = if state.field.disrupted(unit) {
            self.shelter(state, side, plan, hex) - 0.4 * pull * outlook.goal(hex)
        } else {
            -pull * outlook.goal(hex)
        };
        worth -= self.risk(state, side, plan, unit, hex);
        if self.data.crowded(state, side, hex, &alone(unit), self.data.load_of(unit)) {
            worth -= w.crowd;
        }
        let foes = threat(self, state, side, hex);
        let behind = matches!(quick.kind, Kind::Hq | Kind::Artillery | Kind::AntiAircraft);
        if behind && foes > 0.0 && self.friends(state, side, unit, hex) < 4.0 {
            worth -= w.behind;
        }
        if quick.kind == Kind::Hq && outlook.in_touch(self.data.radius(state, unit), hex) {
            worth += w.touch;
        }
        if side == COM {
            worth += self.com_wishes(state, plan, unit, hex);
        } else {
            worth += self.un_wishes(state, plan, unit, hex);
        }
        worth
    }

    /// What a disrupted unit looks for: distance from the enemy, and supply to recover in.
    fn shelter(&self, state: &State, side: u8, plan: &Plan, hex: HexId) -> f32 {
        let far = plan.outlook.enemy(hex).min(9.0);
        let fed = if plan.outlook.fed.has(hex.index()) { 1.0 } else { 0.0 };
        let zone = if state.enemy_zone(side, hex) { 1.5 } else { 0.0 };
        0.35 * far + fed - zone
    }

    /// The defence of the friends in a hex.
    fn friends(&self, state: &State, side: u8, unit: UnitId, hex: HexId) -> f32 {
        let others = state.field.units_in(hex).filter(|u| *u != unit && self.side(*u) == side);
        others.map(|u| f32::from(self.factors(state, u)[1])).sum()
    }

    /// What a unit may lose in a hex: the enemy beside it against those who stand in it.
    fn risk(&self, state: &State, side: u8, plan: &Plan, unit: UnitId, hex: HexId) -> f32 {
        let defence = f32::from(self.factors(state, unit)[1]);
        let cover = if self.data.ground.rough(hex) { 1.0 } else { 0.0 };
        let shield = defence + self.friends(state, side, unit, hex) + cover;
        let odds = (threat(self, state, side, hex) / shield.max(1.0) - 1.0).clamp(0.0, 3.0);
        let frail = if state.field.disrupted(unit) || !self.data.quick(unit).has_back { 0.3 } else { 0.15 };
        let danger = plan.temper.danger * self.weights_of(state, side).danger;
        danger * odds * frail * f32::from(self.data.unit(unit).dead)
    }

    /// The Communists look for prey that several can fall upon, for the road, for cities and towns.
    fn com_wishes(&self, state: &State, plan: &Plan, unit: UnitId, hex: HexId) -> f32 {
        // Hills and few comrades: what there is against air strikes.
        let (rough, w) = (self.data.ground.rough(hex), self.weights_of(state, COM));
        let mut worth = if rough { w.rough } else { 0.0 };
        worth -= 0.2 * self.friends(state, COM, unit, hex).min(8.0) / 4.0;
        let attack = f32::from(self.factors(state, unit)[0]);
        if attack > 0.0 && !state.field.disrupted(unit) {
            let prey = self.prey(state, unit, hex, attack);
            let road = self.data.ground.roads[hex.index()] != 0;
            worth += w.prey * plan.temper.prey * prey + if road && prey > 0.0 { w.road } else { 0.0 };
            worth += if prey > 0.0 && self.data.ground.rough(hex) { 0.3 } else { 0.0 };
        }
        let wanted = self.data.schedule.end_control.iter().find(|(h, _)| *h == hex);
        if let Some((_, points)) = wanted {
            let late = if plan.outlook.stage == Stage::Race { 1.0 } else { 0.2 };
            let alone = self.friends(state, COM, unit, hex) == 0.0;
            worth += if alone { late * w.town * (1.0 + f32::from(*points)) } else { 0.0 };
        }
        worth + if plan.outlook.fed.has(hex.index()) { w.fed } else { 0.0 }
    }

    /// The best odds at a UN hex beside one, with everybody who stands there already.
    fn prey(&self, state: &State, unit: UnitId, hex: HexId, attack: f32) -> f32 {
        let near = |target: HexId| {
            state.field.on_map(unit) && self.data.ground.distance(state.field.at(unit), target) <= 1
        };
        let odds = |target: HexId| {
            let own = if near(target) { 0.0 } else { attack };
            let defence: f32 =
                state.field.units_in(target).map(|u| f32::from(self.factors(state, u)[1])).sum();
            ((threat(self, state, enemy(COM), target) + own) / defence.max(1.0)).clamp(0.8, 4.0)
        };
        let targets = self.data.ground.around(hex).filter(|h| state.field.holds(UN, *h));
        targets.map(odds).fold(0.0, f32::max)
    }

    /// The UN likes the road, company near the enemy, its headquarters' reach, and an attack that promises something.
    fn un_wishes(&self, state: &State, plan: &Plan, unit: UnitId, hex: HexId) -> f32 {
        let w = self.weights_of(state, UN);
        let near = plan.outlook.enemy(hex) < 9.0;
        let road = self.data.ground.roads[hex.index()] != 0;
        let company = self.friends(state, UN, unit, hex).min(6.0);
        let mut worth = if road { w.road } else { 0.0 };
        worth += if near { w.company * company } else { 0.0 };
        worth += if plan.outlook.fed.has(hex.index()) { w.fed } else { 0.0 };
        let hunts = fights(self, unit) && state.field.on_map(unit) && !state.field.disrupted(unit);
        if w.hunt > 0.0 && hunts {
            worth += w.hunt * plan.temper.prey * self.quarry(state, plan, unit, hex);
        }
        worth
    }

    /// The worth of the best attack from a hex, with those who stand beside the target already and all support.
    fn quarry(&self, state: &State, plan: &Plan, unit: UnitId, hex: HexId) -> f32 {
        let targets = self.data.ground.edges[hex.index()].iter().filter(|e| e.open);
        let targets = targets.map(|e| e.to).filter(|h| state.field.holds(COM, *h));
        let worth =
            |target: HexId| prospect_with(self, state, unit, hex, target, plan.outlook.support(target));
        targets.map(worth).fold(0.0, f32::max)
    }

    /// How eager a UN unit is to get to the ports: first whoever is in the trap, fighters outside it keep the road.
    fn un_haste(&self, state: &State, plan: &Plan, unit: UnitId) -> f32 {
        let w = self.weights_of(state, UN);
        match (plan.outlook.stage, fights(self, unit)) {
            (Stage::Embark, _) => w.embark,
            (_, false) => w.idle,
            (Stage::Breakout, true) if is_trapped(self, state, unit) => w.trapped,
            (Stage::Breakout, true) => w.outside,
            (_, true) => w.hold,
        }
    }
}
