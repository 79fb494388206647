//! What a side expects of a combat: its own forces exactly, the enemy as far as it knows him.

use crate::combat::Balance;
use crate::data::{Entry, KINDS, UN};
use crate::files::Class;
use crate::game::Scope;
use crate::names;
use crate::state::{ForceId, NO_NAME, State, WEAK};
use crate::strength::{SCALE, Strength, loss_ratio};
use board::HexId;

/// What a force is taken for when it is only seen: readiness 80, half of it dug in.
pub const GUESSED_READINESS: u64 = 80;

/// The pieces that a force is taken to have, in parts of so many.
struct Guess {
    pieces: [u32; KINDS],
    parts: u32,
}

impl Scope<'_> {
    /// The units that a force of this name came with.
    pub fn known_as(&self, name: u16, side: u8) -> impl Iterator<Item = &Entry> {
        let openings = self.scenario.openings.iter().filter(move |o| o.side == side && o.name == name);
        let arrivals = self.world.arrivals.iter().filter(move |a| a.side == side && a.name == name);
        openings.map(|o| &o.units).chain(arrivals.map(|a| &a.units)).flatten()
    }

    /// A named force is taken at its order of battle; one of which only the kind is known as the mean of its kind.
    fn guess(&self, st: &State, viewer: u8, force: ForceId) -> Guess {
        let f = st.force(force);
        let mut guess = Guess { pieces: [0; KINDS], parts: 1 };
        let mut add = |pieces: &crate::data::Pieces| {
            guess.pieces.iter_mut().zip(pieces).for_each(|(sum, n)| *sum += u32::from(*n));
        };
        if st.level(viewer, f.hex) == 2 && f.name != NO_NAME {
            let mut known = false;
            for entry in self.known_as(f.name, force.side()) {
                add(&self.world.units[entry.unit as usize].pieces);
                known = true;
            }
            if known {
                return guess;
            }
        }
        let (nation, kind) = names::look(f.look);
        let mut same = 0;
        for unit in self.world.units.iter().filter(|u| u.nation == nation && u.kind == kind) {
            add(&unit.pieces);
            same += 1;
        }
        Guess { parts: same.max(1), ..guess }
    }

    /// What a side takes the defence of a hex for. A force reported as understrength counts half.
    pub fn guessed_defence(&self, st: &State, viewer: u8, hex: HexId) -> Strength {
        let mut sum = Strength::default();
        if st.level(viewer, hex) == 0 {
            return sum;
        }
        let effect = &self.world.tables.terrain[(self.ground.terrain(hex) as usize).min(3)];
        let combat = &self.world.numbers.combat;
        let half_dug_in = |per_cent: i32| (100 + per_cent as u64) / 2;
        for f in st.in_hex(hex) {
            let guess = self.guess(st, viewer, f);
            let (mut l, mut s) = (0u64, 0u64);
            for (e, &pieces) in self.world.equipment.iter().zip(&guess.pieces) {
                let halves = if e.class == Class::Soft { effect.soft } else { effect.hard };
                l += u64::from(pieces) * u64::from(e.lethality) * 2;
                s += u64::from(pieces) * u64::from(e.survivability) * u64::from(halves);
            }
            let scale = GUESSED_READINESS * 4 * 10;
            let parts = u64::from(guess.parts) * if st.force(f).has(WEAK) { 2 } else { 1 };
            sum += Strength {
                lethality: l * scale * half_dug_in(combat.entrench_lethality) / parts,
                survivability: s * scale * half_dug_in(combat.entrench_survival) / parts,
            };
        }
        sum
    }

    /// How much lethality a side takes an enemy-held hex for, without trenches.
    pub fn guessed(&self, st: &State, viewer: u8, hex: HexId) -> u64 {
        let dug_in = (100 + self.world.numbers.combat.entrench_lethality as u64) / 2;
        self.guessed_defence(st, viewer, hex).lethality * 100 / dug_in / SCALE
    }

    /// What a side expects of an assault on a hex.
    /// [rule: ck 4.25-forecast]
    pub fn forecast(&self, st: &State, viewer: u8, hex: HexId, attackers: &[ForceId]) -> Balance {
        if st.choices.complete {
            return self.balance(st, hex, attackers);
        }
        let mut b = Balance::default();
        attackers.iter().for_each(|&f| b.attack += self.attacking(st, f));
        let support = self.supporters(st, viewer, hex, attackers);
        b.attack_support = support.iter().map(|&u| self.support_of(st, u)).sum();
        let naval = self.naval(st, hex);
        (b.attack_naval, b.defence_naval) = if viewer == UN { (naval, 0) } else { (0, naval) };
        b.defence = self.guessed_defence(st, viewer, hex);
        let constant = self.world.numbers.combat.constant;
        let attack = b.attack.lethality + b.attack_support + b.attack_naval;
        b.defender_loss = loss_ratio(constant, attack, b.defence.survivability);
        b.attacker_loss = loss_ratio(constant, b.defence.lethality + b.defence_naval, b.attack.survivability);
        b
    }

    /// 4.252 The chance in per cent that a loss ratio drives every force out of a hex. Whether there are green troops among
    /// them, and whether they have a way out, is not known: both are left out.
    /// [rule: ck 4.25-forecast]
    pub fn chance_to_take(&self, st: &State, hex: HexId, loss: u8) -> u32 {
        let each = (self.world.numbers.combat.retreat_per_loss * i32::from(loss)).clamp(0, 100) as u32;
        let forces = st.stack(hex).max(1) as u32;
        if loss >= 100 { 100 } else { each.pow(forces) / 100u32.pow(forces - 1) }
    }
}
