//! Hidden units and dummies (16.0): who sees what, and when counters are turned up.

use crate::data::Scenario;
use crate::state::{
    BROKEN, DEAD, Frame, NOBODY, NOWHERE, Phase, RED, State, UN, UNITS, UNKNOWN, UNPLACED, UnitBits,
};
use engine::{Play, Random, SeatSet};

/// The veil over the United Nations' hand, the Communist hand, and the face-down counters.
pub(crate) const VEIL_COUNTERS: u8 = 4;

impl Scenario {
    /// Turns a face-down counter up. A dummy is removed at once. [rule: kb hidden-revealed, kb hidden-dummy-revealed, kb hidden-real]
    pub(crate) fn reveal(&self, st: &mut State, unit: u8, play: &mut Play) {
        if !st.hidden(unit) {
            return;
        }
        play.reveal();
        let hex = st.hex(unit);
        let label = self.ground.label(hex);
        if self.units[unit as usize].dummy() {
            self.lift(st, unit, DEAD);
            st.flags[unit as usize] = 0;
            play.note("kb hidden-dummy-revealed", format_args!("A dummy is revealed in {label} and removed"))
                .at(label);
            return;
        }
        self.turn_over(st, unit, false);
        play.note("kb hidden-revealed", format_args!("{} is revealed in {label}", self.name(unit))).at(label);
        self.take(st, unit, hex, play);
    }

    /// Every face-down counter in a hex is turned up. [rule: kb hidden-revealed, kb hidden-mixed]
    pub(crate) fn reveal_hex(&self, st: &mut State, hex: u16, play: &mut Play) {
        let mut units = UnitBits::default();
        st.units_in(hex).for_each(|u| units.set(u as usize, true));
        for unit in units.iter() {
            self.reveal(st, unit as u8, play);
        }
    }

    /// At the end of the game everything is turned up.
    pub(crate) fn reveal_all(&self, st: &mut State, play: &mut Play) {
        for unit in 0..self.units.len() as u8 {
            if st.on_map(unit) {
                self.reveal(st, unit, play);
            }
        }
    }

    /// Numbers the face-down counters by their hexes, so that they can be told apart without telling what they are.
    /// Two in one hex are numbered by lot. [rule: kb hidden-knowledge]
    pub(crate) fn number_counters(&self, st: &mut State, play: &mut Play) {
        let mut counters: Vec<u8> = self.deployed(st, RED).filter(|&u| st.hidden(u)).collect();
        counters.sort_by_key(|&u| (st.hex(u), u));
        let mut i = 0;
        while i + 1 < counters.len() {
            if st.hex(counters[i]) == st.hex(counters[i + 1])
                && play.draw(2, "order of face-down counters") == 1
            {
                counters.swap(i, i + 1);
            }
            i += 1;
        }
        for (i, &unit) in counters.iter().enumerate() {
            st.set_tag(unit, (i as u8 + 1).min(63));
        }
        if !counters.is_empty() {
            let seat = self.seat(RED);
            let count = counters.len();
            play.whisper(
                SeatSet::one(seat),
                seat,
                "kb hidden-knowledge",
                format_args!("{count} counters lie face down"),
            );
        }
    }

    /// Units about which the other side can't tell whether and where they lie face down.
    fn is_secret(&self, st: &State, unit: u8) -> bool {
        let def = &self.units[unit as usize];
        if !def.hideable || def.side != RED {
            return false;
        }
        match st.at[unit as usize] {
            UNKNOWN => true,
            UNPLACED => true,
            NOWHERE => {
                def.dummy()
                    || (def.division != NOBODY
                        && st.at[def.division as usize] == BROKEN
                        && !self.comes_later(def.division))
            }
            _ => st.on_map(unit) && st.hidden(unit),
        }
    }

    fn comes_later(&self, division: u8) -> bool {
        self.units[division as usize].arrival.is_some()
    }

    /// 16.0 The position as these seats may know it. [rule: kb hidden-knowledge]
    pub(crate) fn redacted(&self, st: &State, seats: SeatSet) -> State {
        let mut view = st.clone();
        for side in [UN, RED] {
            if !seats.contains(self.seat(side)) {
                veil_hand(&mut view, side);
            }
        }
        if self.hidden_units && !seats.contains(self.seat(RED)) {
            self.veil_counters(&mut view);
        }
        view
    }

    /// Gives the face-down counters, in the order of their numbers, to the secret units in the order of the list.
    fn veil_counters(&self, view: &mut State) {
        view.veil |= VEIL_COUNTERS;
        let secret: Vec<u8> = (0..self.units.len() as u8).filter(|&u| self.is_secret(view, u)).collect();
        let mut counters: Vec<u8> = secret.iter().copied().filter(|&u| view.on_map(u)).collect();
        counters.sort_by_key(|&u| (view.tag(u), view.hex(u), u));
        let mut to = [NOBODY; UNITS];
        for (&slot, &counter) in secret.iter().zip(&counters) {
            to[counter as usize] = slot;
        }
        let building = view.top() == Frame::Building;
        if building {
            let hidden: Vec<u8> =
                counters.iter().copied().filter(|&u| view.combat.attackers.has(u as usize)).collect();
            hidden.iter().for_each(|&u| view.combat.attackers.set(u as usize, false));
        }
        self.exchange(view, &secret, &counters, &to, UNKNOWN);
    }

    /// Hands the counters' places and marks to other units; the rest of `secret` gets `fate`.
    fn exchange(&self, st: &mut State, secret: &[u8], counters: &[u8], to: &[u8; UNITS], fate: u16) {
        let old = st.clone();
        for &unit in secret {
            st.at[unit as usize] = fate;
            st.flags[unit as usize] = 0;
        }
        for &counter in counters {
            let slot = to[counter as usize] as usize;
            st.at[slot] = old.at[counter as usize];
            st.flags[slot] = old.flags[counter as usize];
        }
        let map = |unit: u8| match to.get(unit as usize) {
            Some(&slot) if slot != NOBODY => slot,
            _ => unit,
        };
        st.frames.iter_mut().for_each(|frame| {
            *frame = match *frame {
                Frame::Moving { unit, spent, exited } => Frame::Moving { unit: map(unit), spent, exited },
                Frame::Exit(unit) => Frame::Exit(map(unit)),
                other => other,
            }
        });
        for i in 0..st.combat.chain.len() {
            st.combat.chain[i].0 = map(st.combat.chain[i].0);
        }
        self.rebuild(st);
    }

    /// A position that could lie behind a view: the face-down counters and the unknown hands at random.
    pub(crate) fn sampled(&self, view: &State, random: &mut Random) -> State {
        let mut st = view.clone();
        for side in [UN, RED] {
            deal(&mut st, side, random);
        }
        if st.veil & VEIL_COUNTERS != 0 {
            self.deal_counters(&mut st, random);
        }
        st.veil = 0;
        st
    }

    fn deal_counters(&self, st: &mut State, random: &mut Random) {
        let secret: Vec<u8> = (0..self.units.len() as u8).filter(|&u| self.is_secret(st, u)).collect();
        let counters: Vec<u8> = secret.iter().copied().filter(|&u| st.on_map(u)).collect();
        let identities = self.guess(st, &secret, &counters, random);
        let mut to = [NOBODY; UNITS];
        for (&counter, &identity) in counters.iter().zip(&identities) {
            to[counter as usize] = identity;
        }
        self.exchange(st, &secret, &counters, &to, NOWHERE);
        if st.phase == Phase::Setup {
            for &unit in &secret {
                if !st.on_map(unit) && !self.units[unit as usize].dummy() {
                    st.at[unit as usize] = UNPLACED;
                }
            }
        }
    }

    /// Which secret units the counters could be, counter by counter: units that must be in play first, and small ones
    /// where only a small one can stand.
    fn guess(&self, st: &State, secret: &[u8], counters: &[u8], random: &mut Random) -> Vec<u8> {
        let small = |u: u8| self.units[u as usize].small();
        let needs_small: Vec<bool> = counters
            .iter()
            .enumerate()
            .map(|(i, &c)| {
                let mates = st.units_in(st.hex(c)).filter(|&u| u != c);
                let mut beside_large = false;
                let mut first_of_pair = false;
                for mate in mates {
                    beside_large |= !st.hidden(mate) && !small(mate);
                    first_of_pair |=
                        st.hidden(mate) && counters.iter().position(|&x| x == mate).is_some_and(|j| j > i);
                }
                beside_large || first_of_pair
            })
            .collect();
        let setup = st.phase == Phase::Setup;
        let optional =
            |u: u8| self.units[u as usize].dummy() || self.units[u as usize].division != NOBODY || setup;
        let mut pool: Vec<u8> = secret.iter().copied().filter(|&u| !optional(u)).collect();
        let mut spare: Vec<u8> = secret.iter().copied().filter(|&u| optional(u)).collect();
        random.shuffle(&mut spare);
        let wanted_small = needs_small.iter().filter(|n| **n).count();
        let have_small = pool.iter().filter(|&&u| small(u)).count();
        // Small units first where the must-be units do not suffice for the places that need them.
        let mut chosen = Vec::new();
        for _ in have_small..wanted_small {
            if let Some(at) = spare.iter().position(|&u| small(u)) {
                chosen.push(spare.swap_remove(at));
            }
        }
        chosen.append(&mut spare);
        let room = counters.len().saturating_sub(pool.len());
        pool.extend(chosen.into_iter().take(room));
        random.shuffle(&mut pool);
        let mut out = vec![NOBODY; counters.len()];
        for (i, _) in needs_small.iter().enumerate().filter(|(_, n)| **n) {
            let at = pool.iter().position(|&u| small(u)).unwrap_or(0);
            out[i] = pool.swap_remove(at);
        }
        for slot in out.iter_mut().filter(|s| **s == NOBODY) {
            *slot = pool.pop().unwrap_or(counters[0]);
        }
        out
    }

    /// 16.0 Whether a counter may lie face down in a hex at set-up: none in the hexes around it. [rule: kb hidden-setup, kb 16.0]
    pub(crate) fn may_hide_at(&self, st: &State, hex: u16) -> bool {
        !self.ground.neighbours(hex).any(|n| st.units_in(n).any(|u| st.hidden(u)))
    }
    /// 16.0 Whether a unit may be set up face down. [rule: kb hidden-who, kb 16.0]
    pub(crate) fn may_hide(&self, unit: u8) -> bool {
        let def = &self.units[unit as usize];
        self.hidden_units && def.hideable && !def.mobile && !def.dummy()
    }
}

/// Nobody else knows which markers a side holds; how many is plain to see.
fn veil_hand(view: &mut State, side: u8) {
    let s = side as usize;
    view.veil |= 1 << side;
    for v in 0..7 {
        view.pool[s][v] += view.hand[s][v];
        view.hand[s][7] += view.hand[s][v];
        view.hand[s][v] = 0;
    }
}

/// Deals the unknown markers of a hand from what may be in it.
fn deal(st: &mut State, side: u8, random: &mut Random) {
    let s = side as usize;
    while st.hand[s][7] > 0 {
        let left: usize = st.pool[s].iter().map(|&n| usize::from(n)).sum();
        if left == 0 {
            break;
        }
        let mut pick = random.below(left);
        let value = st.pool[s].iter().position(|&n| {
            let here = pick < usize::from(n);
            if !here {
                pick -= usize::from(n);
            }
            here
        });
        let Some(v) = value else { break };
        st.pool[s][v] -= 1;
        st.hand[s][v] += 1;
        st.hand[s][7] -= 1;
    }
}
