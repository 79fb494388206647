//! A plan for a phase, and what a search may decide otherwise in it: how much it stresses what, which attacks are made and moved
//! up for, where each unit goes. The first two make the whole plan anew, so that units still act together; the last sends
//! single units elsewhere.

use crate::{Desk, Id, Mover, Order, Outlook, Stress, Theatre, stand};
use engine::{Gene, Random};
use std::sync::{Arc, OnceLock};

/// How many other places a unit is offered.
const OFFERED: usize = 4;
/// An attack that promises less than this is not offered.
const HOPELESS: f32 = -1.2;
/// What is added to the promise of an attack that is to be made in any case, and of one that is not.
const ANYWAY: f32 = 3.0;
const NEVER: f32 = -50.0;
/// What a stress may be made smaller and larger by, and how promising that looks.
const TEMPERS: [(f32, f32); 3] = [(1.0, 0.0), (0.4, -0.3), (2.2, -0.3)];
/// How many stresses there are.
const STRESSES: usize = 4;

/// A part of a plan with its options, what the plan does now first.
#[derive(Clone, Debug)]
pub enum Part<U, P> {
    /// Where a unit goes; its own place: it stays.
    March {
        /// The unit.
        unit: U,
        /// Places and how promising each looks.
        to: Vec<(P, f32)>,
    },
    /// What is added to the promise of an attack: one that is made now, or one that units move up for.
    Strike {
        /// The place.
        target: P,
        /// What is added, and how promising that looks.
        bias: Vec<(f32, f32)>,
    },
    /// What one of the stresses is multiplied by.
    Temper(usize),
}

/// The stresses that can be changed: the way to the goal, danger, barring, attacks.
fn stressed(stress: &mut Stress, which: usize) -> &mut f32 {
    match which {
        0 => &mut stress.advance,
        1 => &mut stress.danger,
        2 => &mut stress.cover,
        _ => &mut stress.join,
    }
}

/// A plan for one phase: its stress, the moves it wants, and the map as it looked when the plan was made.
#[derive(Clone)]
pub struct Plan<U, P> {
    /// What it stresses.
    pub stress: Stress,
    /// Who goes where.
    pub orders: Arc<[Order<U, P>]>,
    /// The map; none where there was nothing to plan.
    pub outlook: Option<Arc<Outlook>>,
    /// Places whose attack seems better or worse than the odds say.
    pub biases: Arc<[(P, f32)]>,
    /// What a search may decide otherwise, once it has asked.
    parts: Arc<OnceLock<Vec<Part<U, P>>>>,
}

/// What is added to the promise of an attack.
pub fn bias<P: Id>(biases: &[(P, f32)], target: P) -> f32 {
    biases.iter().find(|b| b.0 == target).map_or(0.0, |b| b.1)
}

impl<U: Id, P: Id> Plan<U, P> {
    /// A plan to see what comes.
    #[must_use]
    pub fn idle(stress: Stress) -> Self {
        Self { stress, orders: Arc::new([]), outlook: None, biases: Arc::new([]), parts: Arc::default() }
    }

    /// A plan under some stress, with attacks that seem better or worse than the odds say.
    pub fn new<T>(t: T, stress: Stress, biases: &[(P, f32)], random: &mut Random) -> Self
    where
        T: Theatre<Unit = U, Place = P>,
    {
        let outlook = Outlook::of(&t, &stress);
        let kept = outlook.clone();
        let orders =
            if t.moving() { Desk::new(t, outlook, &stress).orders(biases, random) } else { Vec::new() };
        Self {
            orders: orders.into(),
            outlook: Some(Arc::new(kept)),
            biases: biases.into(),
            ..Self::idle(stress)
        }
    }

    /// Where a unit is ordered to.
    #[must_use]
    pub fn order(&self, unit: U) -> Option<P> {
        self.orders.iter().find(|o| o.unit == unit).map(|o| o.to)
    }

    fn lay_out<T>(&self, t: &impl Fn() -> T) -> Vec<Part<U, P>>
    where
        T: Theatre<Unit = U, Place = P>,
    {
        let Some(o) = &self.outlook else { return Vec::new() };
        let t0 = t();
        let least = t0.weights().least;
        if !t0.moving() {
            let mut targets: Vec<P> = t0.enemies().map(|u| t0.at(u)).collect();
            targets.sort();
            targets.dedup();
            let gain = |target| option(target, t0.strike(target, &self.stress), least + self.stress.caution);
            return targets.into_iter().filter_map(gain).collect();
        }
        let mut parts: Vec<Part<U, P>> = (0..STRESSES).map(Part::Temper).collect();
        let (movers, gains) = Desk::new(t(), (**o).clone(), &self.stress).prospects();
        parts.extend(gains.into_iter().filter_map(|(target, gain)| option(target, gain, least)));
        parts.extend(movers.iter().filter_map(|mover| self.marches(&t0, o, mover)));
        parts
    }

    fn marches<T>(&self, t: &T, o: &Outlook, mover: &Mover<U, P>) -> Option<Part<U, P>>
    where
        T: Theatre<Unit = U, Place = P>,
    {
        let unit = mover.unit;
        let ordered = self.order(unit).unwrap_or_else(|| t.at(unit));
        let score = |place: P| stand(t, o, &self.stress, unit, place);
        let others = mover.reach.iter().filter(|&&p| p != ordered);
        let mut to: Vec<(P, f32)> = others.map(|&p| (p, score(p))).collect();
        to.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        to.truncate(OFFERED);
        to.insert(0, (ordered, score(ordered)));
        (to.len() > 1).then_some(Part::March { unit, to })
    }

    /// The parts of the plan as genes; `t` makes the theatre as it was when the plan was made.
    pub fn genome<T>(&self, t: impl Fn() -> T) -> Vec<Gene>
    where
        T: Theatre<Unit = U, Place = P>,
    {
        let parts = self.parts.get_or_init(|| self.lay_out(&t));
        let options = |part: &Part<U, P>| match part {
            Part::March { to, .. } => to.iter().map(|t| t.1).collect(),
            Part::Strike { bias, .. } => bias.iter().map(|b| b.1).collect(),
            Part::Temper(_) => TEMPERS.iter().map(|s| s.1).collect(),
        };
        parts.iter().map(|part| Gene { options: options(part) }).collect()
    }

    /// The plan with other options for some of its parts.
    #[must_use]
    pub fn express<T>(&self, t: impl Fn() -> T, choice: &[u8]) -> Self
    where
        T: Theatre<Unit = U, Place = P>,
    {
        let parts = self.parts.get().map_or(&[][..], Vec::as_slice);
        let chosen = || parts.iter().zip(choice).filter(|(_, o)| **o > 0).map(|(p, &o)| (p, usize::from(o)));
        let mut stress = self.stress;
        let mut biases: Vec<(P, f32)> = Vec::new();
        for (part, option) in chosen() {
            match part {
                Part::Strike { target, bias } => biases.extend(bias.get(option).map(|b| (*target, b.0))),
                Part::Temper(which) => {
                    *stressed(&mut stress, *which) *= TEMPERS.get(option).map_or(1.0, |s| s.0);
                }
                Part::March { .. } => {}
            }
        }
        let whole = chosen().any(|(part, _)| !matches!(part, Part::March { .. }));
        let base = if whole {
            let lot = choice.iter().fold(0x9e37, |h: u64, &o| h.wrapping_mul(31).wrapping_add(o.into()));
            Self::new(t(), stress, &biases, &mut Random::new(lot))
        } else {
            Self { parts: Arc::default(), ..self.clone() }
        };
        let mut orders = base.orders.to_vec();
        for (part, option) in chosen() {
            let Part::March { unit, to } = part else { continue };
            let Some(&(to, _)) = to.get(option) else { continue };
            orders.retain(|o| o.unit != *unit);
            orders.push(Order { unit: *unit, to });
        }
        Self { orders: orders.into(), ..base }
    }
}

/// The options for an attack that promises so much.
fn option<U, P>(target: P, gain: f32, least: f32) -> Option<Part<U, P>> {
    let bias = match gain {
        gain if gain > least => vec![(0.0, gain), (NEVER, 0.0), (ANYWAY, gain)],
        gain if gain > HOPELESS => vec![(0.0, 0.0), (ANYWAY, gain)],
        _ => return None,
    };
    Some(Part::Strike { target, bias })
}
