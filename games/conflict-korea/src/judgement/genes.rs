//! What a search may decide otherwise in a plan: how much it stresses what, which assaults are made, where each force goes. The
//! first two make the whole plan anew, so that forces still act together; the last sends single forces elsewhere.

use super::planning::Resolve;
use super::{Knobs, Order, Plan, What};
use crate::game::Scope;
use crate::names;
use crate::state::{ForceId, State};
use board::HexId;
use engine::{Gene, Random};
use std::fmt::Write;
use std::sync::Arc;

/// How many places a force is offered.
const PLACES: usize = 5;
/// How many points of a plan's judgement count as much as one point of a gene's promise.
const POINTS: f32 = 20.0;
/// What a stress may be made smaller and larger by, and how promising that looks.
const STRESS: [(f32, f32); 3] = [(1.0, 0.0), (0.5, -0.3), (1.8, -0.3)];
/// How many assaults are told of a plan.
const TOLD: usize = 4;

/// A part of a plan with its options, what the plan does now first.
#[derive(Clone, Debug)]
pub(crate) enum Part {
    /// Where a force goes; its own hex: it stays.
    March { force: ForceId, to: Vec<(HexId, f32)> },
    /// Whether a hex is assaulted: as the plan has it, or the other way round.
    Assault { target: HexId, other: Resolve, promise: f32 },
    /// What one of the plan's stresses is multiplied by.
    Temper(Stress),
}

/// What a plan can stress.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Stress {
    Caution,
    Push,
    Fear,
}

impl Stress {
    fn of(self, knobs: &mut Knobs) -> &mut f32 {
        match self {
            Self::Caution => &mut knobs.caution,
            Self::Push => &mut knobs.push,
            Self::Fear => &mut knobs.fear,
        }
    }
}

impl Scope<'_> {
    /// The parts of a plan.
    fn parts(&self, st: &State, side: u8, plan: &Plan) -> Vec<Part> {
        if st.mover() != Some(side) {
            return Vec::new();
        }
        let mut parts: Vec<Part> = [Stress::Caution, Stress::Push, Stress::Fear].map(Part::Temper).into();
        let d = self.draft(st, side, &plan.knobs, &[]);
        let ordered = |force: ForceId| plan.orders.iter().filter(move |o| o.force == force);
        for (target, gain) in self.prospects(&d) {
            let made = plan.orders.iter().any(|o| o.what == What::Assault(target));
            let (other, promise) =
                if made { (Resolve::Never, -gain / POINTS) } else { (Resolve::Anyway, gain / POINTS - 1.0) };
            parts.push(Part::Assault { target, other, promise });
        }
        for force in st.forces_of(side) {
            let marches = ordered(force).all(|o| matches!(o.what, What::Go(_)));
            let best = self.best_places(&d, force, PLACES);
            if !marches || best.len() < 2 {
                continue;
            }
            let home = st.force(force).hex;
            let now = ordered(force).find_map(|o| if let What::Go(hex) = o.what { Some(hex) } else { None });
            let now = now.unwrap_or(home);
            let worth = best.iter().find(|(hex, _)| *hex == now).map_or(0.0, |(_, worth)| *worth);
            let others = best.iter().filter(|(hex, _)| *hex != now);
            let others = others.map(|(hex, score)| (*hex, (score - worth) / POINTS));
            parts.push(Part::March { force, to: std::iter::once((now, 0.0)).chain(others).collect() });
        }
        parts
    }

    pub(crate) fn genome(&self, st: &State, side: u8, plan: &Plan) -> Vec<Gene> {
        let parts = plan.parts.get_or_init(|| self.parts(st, side, plan));
        let options = |part: &Part| match part {
            Part::March { to, .. } => to.iter().map(|t| t.1).collect(),
            Part::Assault { promise, .. } => vec![0.0, *promise],
            Part::Temper(_) => STRESS.iter().map(|s| s.1).collect(),
        };
        parts.iter().map(|part| Gene { options: options(part) }).collect()
    }

    pub(crate) fn express(&self, st: &State, side: u8, plan: &Plan, choice: &[u8]) -> Plan {
        let parts = plan.parts.get().map_or(&[][..], Vec::as_slice);
        let chosen = || parts.iter().zip(choice).filter(|(_, o)| **o > 0).map(|(p, &o)| (p, usize::from(o)));
        let (mut knobs, mut settled) = (plan.knobs, Vec::new());
        for (part, option) in chosen() {
            match part {
                Part::Assault { target, other, .. } => settled.push((*target, *other)),
                Part::Temper(stress) => *stress.of(&mut knobs) *= STRESS.get(option).map_or(1.0, |s| s.0),
                Part::March { .. } => {}
            }
        }
        let whole = chosen().any(|(part, _)| !matches!(part, Part::March { .. }));
        let base = if whole {
            let lot = choice.iter().fold(0x9e37, |h: u64, &o| h.wrapping_mul(31).wrapping_add(o.into()));
            self.make_plan(st, side, &knobs, &settled, &mut Random::new(lot))
        } else {
            Plan { parts: Arc::default(), ..plan.clone() }
        };
        let mut orders: Vec<Order> = base.orders.to_vec();
        for (part, option) in chosen() {
            let Part::March { force, to } = part else { continue };
            let Some(&(hex, _)) = to.get(option) else { continue };
            let home = st.force(*force).hex;
            orders.retain(|o| o.force != *force);
            if hex != home {
                orders.push(Order { force: *force, from: home, what: What::Go(hex) });
            }
        }
        Plan { orders: orders.into(), ..base }
    }

    /// A plan in words: whom it assaults, and how many forces move.
    pub(crate) fn plan_words(&self, st: &State, plan: &Plan) -> String {
        let mut targets: Vec<HexId> = Vec::new();
        let mut moves = 0;
        for order in plan.orders.iter() {
            match order.what {
                What::Assault(hex) if !targets.contains(&hex) => targets.push(hex),
                What::Assault(_) => {}
                _ => moves += 1,
            }
        }
        let mut out = String::new();
        for (i, &hex) in targets.iter().take(TOLD).enumerate() {
            out.push_str(if i > 0 { ", " } else { "assault " });
            self.world.write_name(names::hex(hex), &mut out);
        }
        if targets.len() > TOLD {
            let _ = write!(out, " and {} more", targets.len() - TOLD);
        }
        let all = st.mover().map_or(0, |side| st.forces_of(side).count());
        let comma = if out.is_empty() { "" } else { "; " };
        let _ = write!(out, "{comma}{moves} of {all} forces move");
        out
    }
}
