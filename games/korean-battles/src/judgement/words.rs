//! A plan in words.

use super::{Judge, Plan};
use crate::state::Hex;
use std::fmt::Write;

/// How many moves or attacks are told of a plan.
const TOLD: usize = 4;

impl Judge<'_> {
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
