//! What a search may decide otherwise in a plan: how much it stresses what, which attacks are made and moved up for, where each
//! unit goes. The first two make the whole plan anew, so that units still act together; the last sends single units elsewhere.

use super::moves::Mover;
use super::{Judge, Knobs, Order, Plan};
use crate::state::{Hex, Phase, Side, State, UnitId};
use engine::{Gene, Random};
use std::fmt::Write;
use std::sync::Arc;

/// How many other hexes a unit is offered.
const HEXES_OFFERED: usize = 4;
/// An attack that promises less than this is not offered.
const HOPELESS: f32 = -1.2;
/// What is added to the promise of an attack that is to be made in any case, and of one that is not.
const ANYWAY: f32 = 3.0;
const NEVER: f32 = -50.0;
/// What a stress may be made smaller and larger by, and how promising that looks.
const STRESS: [(f32, f32); 3] = [(1.0, 0.0), (0.4, -0.3), (2.2, -0.3)];
/// How many moves or attacks are told of a plan.
const TOLD: usize = 4;

/// A part of a plan with its options, what the plan does now first.
#[derive(Clone, Debug)]
pub(crate) enum Part {
    /// Where a unit goes; its own hex: it stays.
    March { unit: UnitId, to: Vec<(Hex, f32)> },
    /// What is added to the promise of an attack on a hex: one that is made now, or one that units move up for.
    Strike { target: Hex, bias: Vec<(f32, f32)> },
    /// What one of the plan's stresses is multiplied by.
    Temper { stress: Stress },
}

/// What a plan can stress.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Stress {
    Advance,
    Danger,
    Cover,
    Join,
}

impl Stress {
    const ALL: [Self; 4] = [Self::Advance, Self::Danger, Self::Cover, Self::Join];

    fn of(self, knobs: &mut Knobs) -> &mut f32 {
        match self {
            Self::Advance => &mut knobs.advance,
            Self::Danger => &mut knobs.danger,
            Self::Cover => &mut knobs.cover,
            Self::Join => &mut knobs.join,
        }
    }
}

impl Judge<'_> {
    /// The parts of a plan.
    fn parts(&self, st: &State, side: Side, plan: &Plan) -> Vec<Part> {
        if st.player != side {
            return Vec::new();
        }
        match st.phase {
            Phase::Movement | Phase::MobileMovement => self.marches(st, side, plan),
            Phase::Combat | Phase::Attack | Phase::MobileCombat => self.strikes(st, side, plan),
            _ => Vec::new(),
        }
    }

    fn marches(&self, st: &State, side: Side, plan: &Plan) -> Vec<Part> {
        let Some(o) = &plan.outlook else { return Vec::new() };
        let mut parts: Vec<Part> = Stress::ALL.map(|stress| Part::Temper { stress }).into();
        let least = self.m.weights[side.index()].least;
        let mut movers = self.movers(st, side);
        let prospects = self.prospects(st, o, &plan.knobs, &mut movers);
        let strikes = prospects.into_iter().filter_map(|(target, gain)| strike(target, gain, least));
        parts.extend(strikes);
        for Mover { unit, reach, .. } in movers {
            let here = st.hex(unit);
            if self.s.may_exit(st, unit, here) {
                continue;
            }
            let ordered = plan.orders.iter().find(|o| o.unit == unit).map_or(here, |o| o.to);
            let score = |hex: Hex| self.stand_score(st, o, unit, hex, &plan.knobs);
            let mut others: Vec<(Hex, f32)> =
                reach.iter().chain([here]).filter(|&h| h != ordered).map(|h| (h, score(h))).collect();
            others.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
            others.dedup_by_key(|o| o.0);
            others.truncate(HEXES_OFFERED);
            if !others.is_empty() {
                let to = std::iter::once((ordered, score(ordered))).chain(others).collect();
                parts.push(Part::March { unit, to });
            }
        }
        parts
    }

    fn strikes(&self, st: &State, side: Side, plan: &Plan) -> Vec<Part> {
        let supply = self.s.supply(st, side);
        let least = self.m.weights[side.index()].least + plan.knobs.caution;
        let mut targets: Vec<Hex> = Vec::new();
        for unit in self.s.deployed(st, side.other()) {
            let hex = st.hex(unit);
            if !targets.contains(&hex)
                && self.s.ground.neighbours(hex).any(|n| self.s.enemy_in(st, side.other(), n))
            {
                targets.push(hex);
            }
        }
        let gain = |target| self.attack_on(st, side, target, &supply, &plan.knobs).gain;
        targets.into_iter().filter_map(|target| strike(target, gain(target), least)).collect()
    }

    pub(crate) fn genome(&self, st: &State, side: Side, plan: &Plan) -> Vec<Gene> {
        let parts = plan.parts.get_or_init(|| self.parts(st, side, plan));
        let options = |part: &Part| match part {
            Part::March { to, .. } => to.iter().map(|t| t.1).collect(),
            Part::Strike { bias, .. } => bias.iter().map(|b| b.1).collect(),
            Part::Temper { .. } => STRESS.iter().map(|s| s.1).collect(),
        };
        parts.iter().map(|part| Gene { options: options(part) }).collect()
    }

    pub(crate) fn express(&self, st: &State, side: Side, plan: &Plan, choice: &[u8]) -> Plan {
        let parts = plan.parts.get().map_or(&[][..], Vec::as_slice);
        let chosen = || parts.iter().zip(choice).filter(|(_, o)| **o > 0).map(|(p, &o)| (p, usize::from(o)));
        let mut knobs = plan.knobs;
        let mut biases: Vec<(Hex, f32)> = Vec::new();
        for (part, option) in chosen() {
            match part {
                Part::Strike { target, bias } => biases.extend(bias.get(option).map(|b| (*target, b.0))),
                Part::Temper { stress } => *stress.of(&mut knobs) *= STRESS.get(option).map_or(1.0, |s| s.0),
                Part::March { .. } => {}
            }
        }
        let whole = chosen().any(|(part, _)| !matches!(part, Part::March { .. }));
        let base = if whole {
            let lot = choice.iter().fold(0x9e37, |h: u64, &o| h.wrapping_mul(31).wrapping_add(o.into()));
            self.plan(st, side, knobs, &biases, &mut Random::new(lot))
        } else {
            Plan { parts: Arc::default(), ..plan.clone() }
        };
        let mut orders: Vec<Order> = base.orders.to_vec();
        for (part, option) in chosen() {
            let Part::March { unit, to } = part else { continue };
            let Some(&(hex, _)) = to.get(option) else { continue };
            orders.retain(|o| o.unit != *unit);
            if hex != st.hex(*unit) {
                orders.push(Order { unit: *unit, to: hex });
            }
        }
        Plan { orders: orders.into(), ..base }
    }

    /// The plan in words: the first moves, or the attacks that are forced or forbidden.
    pub(crate) fn words(&self, plan: &Plan) -> String {
        let mut out = String::new();
        let label = |hex: Hex| self.s.ground.label(hex);
        for (i, order) in plan.orders.iter().take(TOLD).enumerate() {
            let comma = if i > 0 { ", " } else { "" };
            let _ = write!(out, "{comma}{} to {}", self.s.units[order.unit.index()].name, label(order.to));
        }
        if plan.orders.len() > TOLD {
            let _ = write!(out, " and {} more", plan.orders.len() - TOLD);
        }
        for &(target, bias) in plan.biases.iter().take(TOLD) {
            let comma = if out.is_empty() { "" } else { ", " };
            let verb = if bias > 0.0 { "attack" } else { "leave" };
            let _ = write!(out, "{comma}{verb} {}", label(target));
        }
        if out.is_empty() {
            out.push_str("as the moment offers");
        }
        out
    }
}

/// The options for an attack that promises so much.
fn strike(target: Hex, gain: f32, least: f32) -> Option<Part> {
    let bias = match gain {
        gain if gain > least => vec![(0.0, gain), (NEVER, 0.0), (ANYWAY, gain)],
        gain if gain > HOPELESS => vec![(0.0, 0.0), (ANYWAY, gain)],
        _ => return None,
    };
    Some(Part::Strike { target, bias })
}
