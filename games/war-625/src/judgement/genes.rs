//! What a search may decide otherwise in a plan: which attacks are made and how boldly, whether a landing is made or prepared,
//! what is held, what is bought, whether China goes to war.

use super::plan::Plan;
use crate::data::{bit, each};
use crate::frames::Frame;
use crate::game::War625;
use crate::kinds::{Kind, Place, Side};
use crate::state::State;
use engine::{Gene, Seat};
use std::fmt::Write;

/// What a measure of the plan may be multiplied by, and how promising that looks.
const MEASURES: [(f32, f32); 3] = [(1.0, 0.0), (0.65, -0.3), (1.6, -0.3)];
/// An attack with less than these odds is not offered.
const HOPELESS: f32 = 0.8;
/// How many attacks are offered, and how many things are told of a plan.
const STRIKES: usize = 12;
const TOLD: usize = 4;
/// What the other answer to a yes or no looks like.
const OTHERWISE: f32 = -0.4;
/// Purchases that a plan weighs: kinds that are wanted more or less together.
const GOODS: [&[Kind]; 5] = [
    &[Kind::Infantry],
    &[Kind::Artillery],
    &[Kind::Armor, Kind::Mechanized],
    &[Kind::Fighter, Kind::Bomber],
    &[Kind::Token, Kind::Transport],
];

/// A part of a plan; its first option is what the plan does now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Part {
    /// Whether an area is attacked, with odds of so much.
    Strike {
        target: Place,
        odds: f32,
    },
    /// How good the odds of an attack must be, and how strong an area's neighbours may be.
    Risk,
    Hold,
    /// Whether the landing is made, or troops gather for one.
    Landing,
    /// How much of these goods is bought.
    Taste(usize),
    /// Whether China declares war.
    Entry,
}

impl War625 {
    /// The parts of a plan for the phase that it was made in.
    pub(super) fn parts(&self, s: &State, seat: Seat, plan: &Plan) -> Vec<Part> {
        match s.phase() {
            Some(Frame::Movement(m)) if m.combat => {
                let mut parts = vec![Part::Risk];
                parts.extend(plan.landing.map(|_| Part::Landing));
                parts.extend(self.strikes(s, seat, plan));
                parts
            }
            Some(Frame::Movement(_)) if plan.landing.is_some() => vec![Part::Hold, Part::Landing],
            Some(Frame::Movement(_)) => vec![Part::Hold],
            Some(Frame::Purchase(_)) => (0..GOODS.len()).map(Part::Taste).collect(),
            Some(Frame::Enter(_)) => vec![Part::Entry],
            _ => Vec::new(),
        }
    }
    /// Attacks that are planned, or that could be made with what stands next to the area: the worthiest.
    fn strikes(&self, s: &State, seat: Seat, plan: &Plan) -> Vec<Part> {
        let side = Side::from_seat(seat);
        let near = |t: &Place| self.c.land[t.i()] & s.friendly[side as usize] != 0;
        let mut found: Vec<(f32, Part)> = Vec::new();
        for target in each(self.enemy_ground(s, side)).filter(near) {
            let held = self.defence(s, target, side.enemy());
            let (force, from) = self.muster(s, seat, plan, target, plan.guard, 0);
            let odds = force.against(held);
            if from != 0 && force.bodies >= 1.0 && (odds >= HOPELESS || plan.attack & bit(target) != 0) {
                found.push((self.worth(s, target), Part::Strike { target, odds }));
            }
        }
        found.sort_by(|a, b| b.0.total_cmp(&a.0));
        found.into_iter().take(STRIKES).map(|(_, part)| part).collect()
    }

    pub(super) fn genes(&self, s: &State, seat: Seat, plan: &Plan) -> Vec<Gene> {
        let options = |part: Part| match part {
            Part::Strike { target, odds } => {
                let look = odds.clamp(0.0, 3.0) - plan.risk;
                let now = plan.attack & bit(target) != 0;
                if now { vec![look, 0.0] } else { vec![0.0, look] }
            }
            Part::Risk | Part::Hold | Part::Taste(_) => MEASURES.map(|m| m.1).into(),
            Part::Landing | Part::Entry => vec![0.0, OTHERWISE],
        };
        self.parts(s, seat, plan).into_iter().map(|part| Gene { options: options(part) }).collect()
    }

    pub(super) fn expressed(&self, s: &State, seat: Seat, plan: &Plan, choice: &[u8]) -> Plan {
        let mut out = plan.clone();
        let parts = self.parts(s, seat, plan);
        for (part, &option) in parts.into_iter().zip(choice).filter(|(_, option)| **option > 0) {
            let factor = MEASURES.get(usize::from(option)).map_or(1.0, |m| m.0);
            match part {
                Part::Strike { target, .. } if plan.attack & bit(target) != 0 => {
                    out.attack &= !bit(target);
                    out.origins[target.i()] = 0;
                }
                Part::Strike { target, .. } => {
                    let (_, from) = self.muster(s, seat, plan, target, plan.guard, 0);
                    out.attack |= bit(target);
                    out.forced |= bit(target);
                    out.origins[target.i()] = from;
                }
                Part::Risk => out.risk *= factor,
                Part::Hold => out.hold *= factor,
                Part::Landing => (out.landing, out.stage) = (None, false),
                Part::Taste(goods) => {
                    for kind in GOODS[goods] {
                        out.taste.iter_mut().for_each(|tastes| tastes[*kind as usize] *= factor * factor);
                    }
                }
                Part::Entry => out.declare = !out.declare,
            }
        }
        out
    }

    /// A plan in words: what is attacked, where troops land, what China does.
    pub(super) fn told(&self, s: &State, plan: &Plan) -> String {
        let mut out = String::new();
        let mut add = |words: &str, place: Place| {
            let comma = if out.is_empty() { "" } else { ", " };
            let _ = write!(out, "{comma}{words} {}", self.c.name(place));
        };
        match s.phase() {
            Some(Frame::Movement(m)) if m.combat => {
                each(plan.attack).take(TOLD).for_each(|target| add("attack", target));
                plan.landing.iter().for_each(|landing| add("land at", landing.target));
                let more = each(plan.attack).count().saturating_sub(TOLD);
                if more > 0 {
                    let _ = write!(out, " and {more} more");
                }
            }
            Some(Frame::Movement(_)) => {
                plan.landing.iter().for_each(|landing| add("prepare to land at", landing.target));
            }
            Some(Frame::Enter(_)) => {
                out.push_str(if plan.declare { "China goes to war" } else { "China waits" });
            }
            _ => {}
        }
        if out.is_empty() {
            out.push_str("as the moment offers");
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Judgement;
    use serde_json::json;

    fn plan_of(rules: &War625, position: &serde_json::Value, seat: Seat) -> (State, Plan) {
        let state = engine::lay(rules, position).expect("a position");
        let plan = rules.sensible_plan(&state, seat);
        (state, plan)
    }

    /// What a plan attacks can be left alone, and what it leaves alone can be attacked; nothing chosen changes nothing.
    #[test]
    fn attacks_are_genes() {
        let rules = War625::new(&crate::files()).expect("the data is sound");
        let position = json!({
            "game": "war-625", "scenario": "war", "phase": "combat-move",
            "areas": {
                "CRW": { "tokens": 3, "units": ["6 NK infantry", "3 NK artillery", "2 NK armor"] },
                "HWA": { "tokens": 1, "units": ["5 NK infantry", "2 NK artillery"] },
                "SEO": { "units": ["2 ROK infantry"] }, "CHU": { "units": ["3 ROK infantry"] },
            },
        });
        let (state, plan) = plan_of(&rules, &position, Seat(0));
        let parts = rules.parts(&state, Seat(0), &plan);
        let genome = rules.genome(&state, Seat(0), &plan);
        assert_eq!(genome.len(), parts.len());
        let same = rules.express(&state, Seat(0), &plan, &vec![0; genome.len()]);
        assert_eq!((same.attack, same.risk, same.declare), (plan.attack, plan.risk, plan.declare));
        let strikes = parts.iter().enumerate().filter_map(|(i, part)| match part {
            Part::Strike { target, .. } => Some((i, *target)),
            _ => None,
        });
        let mut tried = 0;
        for (i, target) in strikes {
            let mut choice = vec![0; genome.len()];
            choice[i] = 1;
            let other = rules.express(&state, Seat(0), &plan, &choice);
            assert_eq!(other.attack ^ plan.attack, bit(target), "one attack is decided otherwise");
            tried += 1;
        }
        assert!(tried >= 2, "Seoul and Chunchon can be attacked");
        assert!(rules.words(&state, Seat(0), &plan).contains("attack"));
    }

    /// Purchases and China's entry can be decided otherwise.
    #[test]
    fn purchases_and_entry_are_genes() {
        let rules = War625::new(&crate::files()).expect("the data is sound");
        let buying =
            json!({ "game": "war-625", "scenario": "war", "phase": "purchase", "treasury": { "NK": 20 } });
        let (state, plan) = plan_of(&rules, &buying, Seat(0));
        let more = rules.express(&state, Seat(0), &plan, &[0, 2, 0, 0, 0]);
        assert!(more.taste[0][Kind::Artillery as usize] > plan.taste[0][Kind::Artillery as usize]);
        assert_eq!(more.taste[0][Kind::Infantry as usize], plan.taste[0][Kind::Infantry as usize]);
        let entry = json!({
            "game": "war-625", "scenario": "war", "turn": 6, "phase": "intervention",
            "china": { "clock": 5, "permission": true, "hidden": { "HUI": 18 } },
        });
        let (state, plan) = plan_of(&rules, &entry, Seat(1));
        assert!(rules.is_answer(&state, Seat(1)), "to declare or to wait is weighed by itself");
        let other = rules.express(&state, Seat(1), &plan, &[1]);
        assert_ne!(other.declare, plan.declare);
    }
}
