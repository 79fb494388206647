//! What a search may decide otherwise in a plan: how much it stresses what, what the air units are for, which attacks are made, where
//! the units near the enemy go.

use super::{Plan, Sky, Temper};
use crate::game::{Chosin, enemy};
use crate::marching::Moving;
use crate::movement::alone;
use crate::state::{Phase, State, UnitId, off};
use board::HexId;
use engine::Gene;
use std::fmt::Write;
use std::sync::Arc;

/// How many units are offered other hexes, those nearest to the enemy first, and how many hexes each.
const UNITS_OFFERED: usize = 10;
const HEXES_OFFERED: usize = 4;
/// An attack that promises less than this is not offered.
const HOPELESS: f32 = -1.2;
/// What is added to the promise of an attack that is to be made in any case, and of one that is not.
const ANYWAY: f32 = 3.0;
const NEVER: f32 = -50.0;
/// What a stress may be made smaller and larger by, and how promising that looks.
const STRESS: [(f32, f32); 3] = [(1.0, 0.0), (0.4, -0.3), (2.0, -0.3)];
/// How many orders or attacks are told of a plan.
const TOLD: usize = 4;

/// A part of a plan with its options, what the plan does now first.
#[derive(Clone, Debug)]
pub(crate) enum Part {
    /// Where a unit goes: nowhere in particular, or to a hex; its own hex: it stays.
    March { unit: UnitId, to: Vec<(HexId, f32)> },
    /// What is added to the promise of an attack on a hex.
    Strike { target: HexId, bias: Vec<(f32, f32)> },
    /// What one of the plan's stresses is multiplied by.
    Stress(fn(&mut Temper) -> &mut f32),
    /// What the air units are for.
    Sky,
}

impl Chosin {
    fn parts(&self, state: &State, side: u8, plan: &Plan) -> Vec<Part> {
        if state.player() != side {
            return Vec::new();
        }
        match state.phase {
            Phase::UnMovement | Phase::ComMovement => {
                let stresses: [fn(&mut Temper) -> &mut f32; 3] =
                    [|t| &mut t.danger, |t| &mut t.pull, |t| &mut t.prey];
                let mut parts: Vec<Part> = stresses.map(Part::Stress).into();
                parts.extend(self.marches(state, side, plan));
                parts
            }
            Phase::UnCombat | Phase::ComCombat => self.strikes(state, side, plan),
            Phase::UnAir => vec![Part::Sky],
            _ => Vec::new(),
        }
    }

    /// The units near the enemy, with the hexes that suit them best.
    fn marches(&self, state: &State, side: u8, plan: &Plan) -> Vec<Part> {
        let free = |u: &UnitId| self.may_move(state, side, *u).is_ok();
        let mut near: Vec<UnitId> = self.on_map(state, side).filter(free).collect();
        near.sort_by_key(|u| plan.outlook.enemy[state.field.at(*u).index()]);
        near.truncate(UNITS_OFFERED);
        let offers = near.into_iter().map(|unit| {
            let here = state.field.at(unit);
            let mut to = vec![(here, self.place(state, side, plan, unit, here))];
            let moving = Moving { group: alone(unit), forced: false, started: false, goal: off::OUT.0 };
            moving.reach(self, state, |hex, _| to.push((hex, self.place(state, side, plan, unit, hex))));
            to.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
            to.truncate(HEXES_OFFERED);
            to.insert(0, (off::OUT, to.first().map_or(0.0, |t| t.1)));
            Part::March { unit, to }
        });
        offers.collect()
    }

    fn strikes(&self, state: &State, side: u8, plan: &Plan) -> Vec<Part> {
        let beside = |h: &HexId| self.data.ground.around(*h).any(|n| state.field.holds(side, n));
        let targets = crate::event::hexes(&state.field.held[enemy(side) as usize]).filter(beside);
        let part = |target: HexId| match self.attack_worth(state, side, plan, target) {
            gain if gain > 0.0 => {
                Some(Part::Strike { target, bias: vec![(0.0, gain), (NEVER, 0.0), (ANYWAY, gain)] })
            }
            gain if gain > HOPELESS => Some(Part::Strike { target, bias: vec![(0.0, 0.0), (ANYWAY, gain)] }),
            _ => None,
        };
        targets.filter_map(part).collect()
    }

    pub(super) fn genes(&self, state: &State, side: u8, plan: &Plan) -> Vec<Gene> {
        let parts = plan.parts.get_or_init(|| self.parts(state, side, plan));
        let options = |part: &Part| match part {
            Part::March { to, .. } => to.iter().map(|t| t.1).collect(),
            Part::Strike { bias, .. } => bias.iter().map(|b| b.1).collect(),
            Part::Stress(_) => STRESS.iter().map(|s| s.1).collect(),
            Part::Sky => Sky::ALL.iter().map(|_| 0.0).collect(),
        };
        parts.iter().map(|part| Gene { options: options(part) }).collect()
    }

    pub(super) fn expressed(plan: &Plan, choice: &[u8]) -> Plan {
        let parts = plan.parts.get().map_or(&[][..], Vec::as_slice);
        let (mut temper, mut biases, mut orders) = (plan.temper, Vec::new(), Vec::new());
        for (part, &option) in parts.iter().zip(choice).filter(|(_, o)| **o > 0) {
            let option = usize::from(option);
            match part {
                Part::March { unit, to } => orders.extend(to.get(option).map(|t| (*unit, t.0))),
                Part::Strike { target, bias } => biases.extend(bias.get(option).map(|b| (*target, b.0))),
                Part::Stress(of) => *of(&mut temper) *= STRESS.get(option).map_or(1.0, |s| s.0),
                Part::Sky => temper.sky = Sky::ALL.get(option).copied().unwrap_or_default(),
            }
        }
        Plan {
            outlook: plan.outlook.clone(),
            temper,
            biases: biases.into(),
            orders: orders.into(),
            parts: Arc::default(),
        }
    }

    /// The plan in words: what the side is about, and what is ordered beside it.
    pub(super) fn plan_words(&self, state: &State, plan: &Plan) -> String {
        let mut out = plan.outlook.stage.words().to_owned();
        let label = |hex: HexId| self.data.ground.label(hex);
        for (unit, hex) in plan.orders.iter().take(TOLD) {
            let name = &self.data.unit(*unit).name;
            let _ = match *hex == state.field.at(*unit) {
                true => write!(out, " {name} stays."),
                false => write!(out, " {name} to {}.", label(*hex)),
            };
        }
        for &(target, bias) in plan.biases.iter().take(TOLD) {
            let verb = if bias > 0.0 { "Attack" } else { "Leave" };
            let _ = write!(out, " {verb} {}.", label(target));
        }
        out
    }
}
