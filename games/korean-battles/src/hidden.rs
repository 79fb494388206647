//! Hidden units and dummies (16.0): who sees what, and when counters are turned up.

use crate::data::Scenario;
use crate::frames::Frame;
use crate::sequence::{Verdict, ensure};
use crate::state::{
    BROKEN, DEAD, Hex, NOBODY, NOWHERE, Phase, RED, Side, State, UN, UNITS, UNKNOWN, UNPLACED, UnitId,
    UnitSet,
};
use engine::{Effect, Play, Random, SeatSet, say};

/// The veil over the United Nations' hand, the Communist hand, and the face-down counters.
pub(crate) const VEIL_COUNTERS: u8 = 4;

impl Scenario {
    /// Turns a face-down counter up. A dummy is removed at once. [rule: kb hidden-revealed, kb hidden-dummy-revealed, kb hidden-real]
    pub(crate) fn reveal(&self, st: &mut State, unit: UnitId, play: &mut Play) {
        if !st.hidden(unit) {
            return;
        }
        play.reveal();
        let hex = st.hex(unit);
        if self.units[unit.index()].dummy() {
            self.lift(st, unit, DEAD);
            st.flags[unit.index()] = 0;
            play.note("kb hidden-dummy-revealed", say!("A dummy is revealed in {hex} and removed", hex))
                .on(hex)
                .effect(Effect::Lost { unit: unit.into() });
            return;
        }
        self.turn_over(st, unit, false);
        play.note("kb hidden-revealed", say!("{unit} is revealed in {hex}", unit, hex))
            .on(hex)
            .effect(Effect::Shown { unit: unit.into() });
        self.claim_raid(st, unit, play);
        self.take(st, unit, hex, play);
    }

    /// 16.0 A player may turn up a unit of its own that lies face down in a hex whose control counts, to claim it.
    /// [rule: kb hidden-claim]
    pub(crate) fn may_show(&self, st: &State, unit: UnitId) -> Verdict {
        let rule = "kb hidden-claim";
        let own = self.side(unit) == st.player && st.on_map(unit) && st.hidden(unit);
        ensure(own, rule, || say!("only a face-down counter of one's own is turned up"))?;
        ensure(!self.quick[unit.index()].dummy, rule, || say!("a dummy claims nothing"))?;
        let counts = self.track_of[st.hex(unit).index()] != u8::MAX;
        ensure(counts, rule, || say!("there is nothing to claim in {hex}", hex = st.hex(unit)))
    }

    /// Every face-down counter in a hex is turned up. [rule: kb hidden-revealed, kb hidden-mixed]
    pub(crate) fn reveal_hex(&self, st: &mut State, hex: Hex, play: &mut Play) {
        let units: UnitSet = st.units_in(hex).collect();
        units.iter().for_each(|unit| self.reveal(st, unit, play));
    }

    /// At the end of the game everything is turned up.
    pub(crate) fn reveal_all(&self, st: &mut State, play: &mut Play) {
        for unit in self.ids() {
            if st.on_map(unit) {
                self.reveal(st, unit, play);
            }
        }
    }

    /// Numbers the face-down counters by their hexes, so that they can be told apart without telling what they are.
    /// Two in one hex are numbered by lot. [rule: kb hidden-knowledge]
    pub(crate) fn number_counters(&self, st: &mut State, play: &mut Play) {
        let mut counters: Vec<UnitId> = self.deployed(st, RED).filter(|&u| st.hidden(u)).collect();
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
        for (tag, &unit) in (1..).zip(&counters) {
            st.set_tag(unit, tag);
            let hex = st.hex(unit);
            play.note("kb 16.0", say!("A counter lies face down in {hex}", hex)).on(hex);
        }
    }

    /// Units about which the other side can't tell whether and where they lie face down.
    fn is_secret(&self, st: &State, unit: UnitId) -> bool {
        let def = &self.units[unit.index()];
        if !def.hideable || def.side != RED {
            return false;
        }
        match st.at[unit.index()] {
            UNKNOWN => true,
            UNPLACED => true,
            NOWHERE => {
                def.dummy()
                    || (def.division != NOBODY
                        && st.at[def.division.index()] == BROKEN
                        && !self.comes_later(def.division))
            }
            _ => st.on_map(unit) && st.hidden(unit),
        }
    }

    fn comes_later(&self, division: UnitId) -> bool {
        self.units[division.index()].arrival.is_some()
    }

    /// 16.0 The position as these seats may know it. [rule: kb hidden-knowledge]
    pub(crate) fn redacted(&self, st: &State, seats: SeatSet) -> State {
        let mut view = st.clone();
        for side in [UN, RED] {
            if !seats.contains(side.seat()) {
                veil_hand(&mut view, side);
            }
        }
        if self.hidden_units && !seats.contains(RED.seat()) {
            self.veil_counters(&mut view);
        }
        view
    }

    /// Gives the face-down counters, in the order of their numbers, to the secret units in the order of the list.
    fn veil_counters(&self, view: &mut State) {
        view.veil |= VEIL_COUNTERS;
        view.ledger.raiders = UnitSet::default();
        let secret: Vec<UnitId> = self.ids().filter(|&u| self.is_secret(view, u)).collect();
        let mut counters: Vec<UnitId> = secret.iter().copied().filter(|&u| view.on_map(u)).collect();
        if view.phase == Phase::Setup {
            // Until everybody stands, what lies face down is not seen at all: the order of placing would tell.
            counters.iter().for_each(|&u| self.lift(view, u, UNKNOWN));
            counters.clear();
        }
        counters.sort_by_key(|&u| (view.tag(u), view.hex(u), u));
        let mut to = [NOBODY; UNITS];
        for (&slot, &counter) in secret.iter().zip(&counters) {
            to[counter.index()] = slot;
        }
        let building = matches!(view.frames.last(), Some(Frame::Building(_)));
        if building {
            let hidden: Vec<UnitId> =
                counters.iter().copied().filter(|&u| view.combat.attackers.has(u)).collect();
            hidden.iter().for_each(|&u| view.combat.attackers.set(u, false));
        }
        self.exchange(view, &secret, &counters, &to, UNKNOWN);
    }

    /// Hands the counters' places and marks to other units; the rest of `secret` gets `fate`.
    fn exchange(
        &self,
        st: &mut State,
        secret: &[UnitId],
        counters: &[UnitId],
        to: &[UnitId; UNITS],
        fate: Hex,
    ) {
        let old = st.clone();
        for &unit in secret {
            st.at[unit.index()] = fate;
            st.flags[unit.index()] = 0;
        }
        for &counter in counters {
            let slot = to[counter.index()].index();
            st.at[slot] = old.at[counter.index()];
            st.flags[slot] = old.flags[counter.index()];
        }
        let map = |unit: UnitId| match to.get(unit.index()) {
            Some(&slot) if slot != NOBODY => slot,
            _ => unit,
        };
        for unit in st.frames.iter_mut().filter_map(Frame::traveller) {
            *unit = map(*unit);
        }
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
        let secret: Vec<UnitId> = self.ids().filter(|&u| self.is_secret(st, u)).collect();
        let counters: Vec<UnitId> = secret.iter().copied().filter(|&u| st.on_map(u)).collect();
        let identities = self.guess(st, &secret, &counters, random);
        let mut to = [NOBODY; UNITS];
        for (&counter, &identity) in counters.iter().zip(&identities) {
            to[counter.index()] = identity;
        }
        self.exchange(st, &secret, &counters, &to, NOWHERE);
        if st.phase == Phase::Setup {
            for &unit in &secret {
                if !st.on_map(unit) && !self.units[unit.index()].dummy() {
                    st.at[unit.index()] = UNPLACED;
                }
            }
        }
    }

    /// Which secret units the counters could be, counter by counter: units that must be in play first, and small ones
    /// where only a small one can stand.
    fn guess(&self, st: &State, secret: &[UnitId], counters: &[UnitId], random: &mut Random) -> Vec<UnitId> {
        let small = |u: UnitId| self.units[u.index()].small();
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
            |u: UnitId| self.units[u.index()].dummy() || self.units[u.index()].division != NOBODY || setup;
        let mut pool: Vec<UnitId> = secret.iter().copied().filter(|&u| !optional(u)).collect();
        let mut spare: Vec<UnitId> = secret.iter().copied().filter(|&u| optional(u)).collect();
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
    pub(crate) fn may_hide_at(&self, st: &State, hex: Hex) -> Verdict {
        let beside = self.ground.neighbours(hex).any(|n| st.units_in(n).any(|u| st.hidden(u)));
        ensure(!beside, "kb hidden-setup", || say!("face-down counters may not begin in adjacent hexes"))
    }
    /// 16.0 Whether a unit may be set up face down in a hex. [rule: kb hidden-who, kb 16.0]
    pub(crate) fn may_hide(&self, st: &State, unit: UnitId, hex: Hex) -> Verdict {
        ensure(self.hides(unit), "kb hidden-who", || say!("{unit} may not be face down", unit))?;
        self.may_hide_at(st, hex)
    }
    /// 16.0 Whether a unit is of the kind that may lie face down.
    pub(crate) fn hides(&self, unit: UnitId) -> bool {
        let def = &self.units[unit.index()];
        self.hidden_units && def.hideable && !def.mobile && !def.dummy()
    }
}

/// Nobody else knows which markers a side holds; how many is plain to see.
fn veil_hand(view: &mut State, side: Side) {
    let s = side.index();
    view.veil |= 1 << s;
    for v in 0..7 {
        view.pool[s][v] += view.hand[s][v];
        view.hand[s][7] += view.hand[s][v];
        view.hand[s][v] = 0;
    }
}

/// Deals the unknown markers of a hand from what may be in it.
fn deal(st: &mut State, side: Side, random: &mut Random) {
    let s = side.index();
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
