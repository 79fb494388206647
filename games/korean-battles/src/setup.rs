//! Set-up (3.0, 11.0, 16.0, 27 to 29): placing, breaking divisions down, face-down counters, dummies.

use crate::data::{Kind, Scenario};
use crate::rules::Action;
use crate::state::{BROKEN, HexBits, NOBODY, NOWHERE, RED, State, UN, UNPLACED, WAITING, flag};
use engine::Play;

impl Scenario {
    /// Both sides' counters before anything is placed; units with one place of their own go there.
    /// [rule: kb 3.0, kb 27-length, kb 28-length, kb 29-length]
    pub(crate) fn lay_out(&self, st: &mut State) {
        st.control = self.control;
        for (c, city) in self.cities.iter().enumerate() {
            let un = city.hexes.iter().all(|&h| self.holds(st, UN, h));
            let red = city.hexes.iter().all(|&h| self.holds(st, RED, h));
            st.ledger.un_held |= u8::from(un) << c;
            st.ledger.red_cities |= u8::from(red) << c;
        }
        st.pool = self.pool;
        st.stock = self.pool;
        st.air_left = self.parameters.air_counters;
        for unit in 0..self.units.len() as u8 {
            let def = &self.units[unit as usize];
            let chinese = self.division_of(unit).is_some();
            if !chinese && def.setup.is_some() {
                st.at[unit as usize] = UNPLACED;
                st.set_step(unit, def.setup.as_ref().map_or(0, |p| p.step));
            } else if !chinese && def.arrival.is_some() {
                st.at[unit as usize] = WAITING;
            }
        }
        self.begin_setup(st, self.sets_up);
    }

    /// Units that have one hex and no choice are placed at once.
    pub(crate) fn begin_setup(&self, st: &mut State, side: u8) {
        st.player = side;
        for unit in 0..self.units.len() as u8 {
            if self.side(unit) != side || st.at[unit as usize] != UNPLACED || self.may_hide(unit) {
                continue;
            }
            let place = self.units[unit as usize].setup.as_ref();
            if let Some(&[hex]) = place.map(|p| &p.at[..]) {
                self.put(st, unit, hex);
            }
        }
    }

    /// The Chinese division that a counter or regiment belongs to.
    pub(crate) fn division_of(&self, unit: u8) -> Option<usize> {
        self.divisions.iter().position(|d| d.unit == unit || d.regiments.contains(&unit))
    }

    /// The division whose form is to be settled next. [rule: kb 29-ch-setup]
    fn next_form(&self, st: &State) -> Option<usize> {
        (0..self.divisions.len())
            .find(|&i| st.formed >> i & 1 == 0 && (!self.divisions[i].optional || st.accelerated))
    }

    /// 29 A Chinese division takes part as one counter or as three regiments; 58 as a counter forces 60.
    /// [rule: kb 29-ch-setup, kb 21.0]
    pub(crate) fn form(&self, st: &mut State, index: usize, whole: bool, play: &mut Play) {
        let division = &self.divisions[index];
        st.formed |= 1 << index;
        let name = self.name(division.unit);
        let how = if whole { "as one counter" } else { "as regiments" };
        play.say(self.seat(RED), "kb 29-ch-setup", format_args!("{name} takes part {how}"));
        if whole {
            let setup = self.units[division.unit as usize].setup.is_some();
            st.at[division.unit as usize] = if setup { UNPLACED } else { WAITING };
            self.place_single(st, division.unit);
            for &forced in &division.forces {
                if let Some(i) = self.divisions.iter().position(|d| d.unit == forced)
                    && st.formed >> i & 1 == 0
                {
                    self.form(st, i, true, play);
                }
            }
        } else {
            st.at[division.unit as usize] = BROKEN;
            for (i, &r) in division.regiments.iter().enumerate() {
                st.at[r as usize] = if i < division.start { UNPLACED } else { WAITING };
            }
        }
    }

    fn place_single(&self, st: &mut State, unit: u8) {
        if let Some(&[hex]) = self.units[unit as usize].setup.as_ref().map(|p| &p.at[..])
            && st.at[unit as usize] == UNPLACED
            && self.may_set_up(st, unit, hex)
        {
            self.put(st, unit, hex);
        }
    }

    /// 11.0 Whether a division may be exchanged for regiments now. [rule: kb 11.0-swap]
    fn may_break(&self, st: &State, unit: u8) -> bool {
        let def = &self.units[unit as usize];
        def.side == st.player
            && !def.regiments.is_empty()
            && self.breakdown.contains(&def.nation)
            && (st.on_map(unit) || st.at[unit as usize] == WAITING)
    }

    /// 11.0 A division leaves the game and three regiments take its place. [rule: kb 11.0-swap, kb 11.0-place]
    pub(crate) fn break_down(&self, st: &mut State, unit: u8, play: &mut Play) {
        let waiting = st.at[unit as usize] == WAITING;
        if waiting {
            st.at[unit as usize] = BROKEN;
        } else {
            self.lift(st, unit, BROKEN);
        }
        st.flags[unit as usize] = 0;
        for &r in &self.units[unit as usize].regiments {
            st.at[r as usize] = if waiting { WAITING } else { UNPLACED };
        }
        play.say(self.seat(st.player), "kb 11.0-swap", format_args!("{} is broken down", self.name(unit)));
    }

    /// Where the division of a regiment would have been set up.
    fn division_hex(&self, division: u8) -> u16 {
        let place = self.units[division as usize].setup.as_ref();
        place.and_then(|p| p.at.first().copied()).unwrap_or(NOWHERE)
    }

    /// Whether a hex can take a unit at set-up: land, no enemy, stacking, and room for those that have no other place.
    fn may_set_up(&self, st: &State, unit: u8, hex: u16) -> bool {
        self.ground.land[hex as usize]
            && !self.enemy_in(st, self.side(unit), hex)
            && self.may_stack(st, unit, hex)
            && self.leaves_room(st, unit, hex)
    }

    /// Units that still have to be placed must find room after this one.
    fn leaves_room(&self, st: &State, unit: u8, hex: u16) -> bool {
        let large = !self.units[unit as usize].small();
        let mut count = st.units_in(hex).count() + 1;
        let mut heavy =
            st.units_in(hex).filter(|&u| !self.units[u as usize].small()).count() + usize::from(large);
        for other in self.still_to_place(st, unit) {
            let def = &self.units[other as usize];
            if def.setup.as_ref().is_some_and(|p| p.at[..] == [hex]) {
                count += 1;
                heavy += usize::from(!def.small());
            }
        }
        count <= 2 && heavy <= 1 && self.large_units_fit(st, unit, hex)
    }

    fn still_to_place<'a>(&'a self, st: &'a State, unit: u8) -> impl Iterator<Item = u8> + 'a {
        let side = self.side(unit);
        (0..self.units.len() as u8)
            .filter(move |&u| u != unit && st.at[u as usize] == UNPLACED && self.side(u) == side)
    }

    /// Whether every large unit with a choice of hexes can still find one. First a count that suffices: more free
    /// hexes than units that could take them; else the units are matched with hexes.
    fn large_units_fit(&self, st: &State, unit: u8, hex: u16) -> bool {
        let mine = !self.units[unit as usize].small();
        let free = |h: u16| {
            let mut units = st.units_in(h).count();
            let mut heavy = st.units_in(h).filter(|&u| !self.units[u as usize].small()).count();
            if h == hex {
                units += 1;
                heavy += usize::from(mine);
            }
            units < 2 && heavy == 0 && !self.enemy_in(st, self.side(unit), h)
        };
        let choosy = |&u: &u8| !self.rivals[u as usize].is_empty();
        let others: Vec<u8> = self.still_to_place(st, unit).filter(choosy).collect();
        let places = |u: u8| self.units[u as usize].setup.iter().flat_map(|p| p.at.iter().copied());
        let relaxed = others.iter().all(|&u| {
            let rivals = others.iter().filter(|&&r| self.rivals[u as usize].has(r as usize)).count();
            places(u).filter(|&h| free(h)).count() >= rivals
        });
        relaxed || matched(&others, &|u| places(u).filter(|&h| free(h)).collect())
    }

    /// The hexes where a unit may be set up.
    /// [rule: kb 3.0, kb 27-hq, kb 11.0-place, kb 27-nk-setup, kb 29-ch-setup, kb hidden-setup]
    fn setup_hexes(&self, st: &State, unit: u8) -> HexBits {
        let mut out = HexBits::default();
        let def = &self.units[unit as usize];
        match &def.setup {
            Some(place) if place.beside => self.hexes_beside(st, def.side, &mut out),
            Some(place) => place.at.iter().for_each(|&h| out.set(h as usize, true)),
            None => self.regiment_hexes(st, unit, &mut out),
        }
        let mut legal = HexBits::default();
        out.iter().filter(|&h| self.may_set_up(st, unit, h as u16)).for_each(|h| legal.set(h, true));
        legal
    }

    /// 27 In or next to a hex with a unit of one's own, headquarters not counted, and not where the enemy begins.
    /// [rule: kb 27-hq]
    fn hexes_beside(&self, st: &State, side: u8, out: &mut HexBits) {
        for unit in self.deployed(st, side).filter(|&u| self.units[u as usize].kind != Kind::Hq) {
            let hex = st.hex(unit);
            for h in self.ground.neighbours(hex).chain([hex]) {
                out.set(h as usize, !self.red_setup_hexes.contains(&h));
            }
        }
    }

    /// 11.0 One regiment in the division's hex, the others next to it; North Koreans there not next to the enemy.
    /// [rule: kb 11.0-place, kb 27-nk-setup]
    fn regiment_hexes(&self, st: &State, unit: u8, out: &mut HexBits) {
        let division = self.units[unit as usize].division;
        if division == NOBODY {
            return;
        }
        let home = self.division_hex(division);
        if home == NOWHERE {
            return;
        }
        let sister_home = self.units[division as usize].regiments.iter().any(|&r| st.hex(r) == home);
        if !sister_home {
            out.set(home as usize, true);
            return;
        }
        let side = self.side(unit);
        for h in self.ground.neighbours(home) {
            let closed =
                if side == UN { self.red_setup_hexes.contains(&h) } else { self.enemy_beside(st, side, h) };
            out.set(h as usize, !closed);
        }
    }

    /// The units for which places are offered now: of sisters, and of units with free choice, the first.
    fn offered(&self, st: &State) -> Vec<u8> {
        let mut out: Vec<u8> = Vec::new();
        let mut free = false;
        for unit in 0..self.units.len() as u8 {
            if st.at[unit as usize] != UNPLACED || self.side(unit) != st.player {
                continue;
            }
            let def = &self.units[unit as usize];
            let beside = def.setup.as_ref().is_some_and(|p| p.beside);
            let sister = def.division != NOBODY
                && out.iter().any(|&o| self.units[o as usize].division == def.division);
            let hold_back = sister || (beside && free);
            if !hold_back {
                out.push(unit);
            }
            free |= beside;
        }
        out
    }

    /// 16.0 Where a dummy may be placed: on or next to a hex with a North Korean unit, not next to a face-down
    /// counter; at Inchon, alone, not next to the enemy. [rule: kb 27-nk-setup, kb 28-dummies, kb hidden-setup, kb 16.0-dummies]
    fn dummy_hexes(&self, st: &State) -> HexBits {
        let mut near = HexBits::default();
        for unit in self.deployed(st, RED).filter(|&u| !self.units[u as usize].dummy()) {
            let hex = st.hex(unit);
            self.ground.neighbours(hex).chain([hex]).for_each(|h| near.set(h as usize, true));
        }
        let Some(dummy) = self.spare_dummy(st) else { return HexBits::default() };
        let mut out = HexBits::default();
        for h in near.iter() {
            let hex = h as u16;
            let free = self.ground.land[h] && !self.enemy_in(st, RED, hex) && self.may_stack(st, dummy, hex);
            let shy = !self.dummies_beside_un && st.vacant(hex) && self.enemy_beside(st, RED, hex);
            out.set(h, free && !shy && self.may_hide_at(st, hex));
        }
        out
    }

    fn spare_dummy(&self, st: &State) -> Option<u8> {
        if !self.hidden_units {
            return None;
        }
        self.dummies.iter().copied().find(|&d| st.at[d as usize] == NOWHERE)
    }

    /// The decisions of the side that sets up.
    pub(crate) fn list_setup(&self, st: &State, out: &mut Vec<Action>) {
        out.push(Action::SetupDefault);
        if st.player == RED
            && let Some(i) = self.next_form(st)
        {
            let unit = self.divisions[i].unit;
            out.push(Action::Form { unit, division: false });
            out.push(Action::Form { unit, division: true });
            return;
        }
        out.extend((0..self.units.len() as u8).filter(|&u| self.may_break(st, u)).map(Action::Break));
        let mut waiting = false;
        for unit in self.offered(st) {
            for hex in self.setup_hexes(st, unit).iter() {
                let hex = hex as u16;
                waiting = true;
                out.push(Action::Place { unit, hex, hidden: false });
                if self.may_hide(unit) && self.may_hide_at(st, hex) {
                    out.push(Action::Place { unit, hex, hidden: true });
                }
            }
        }
        if waiting {
            return;
        }
        if st.player == RED {
            out.extend(self.dummy_hexes(st).iter().map(|h| Action::Dummy(h as u16)));
        }
        out.push(Action::Done);
    }

    /// Places a unit; regiments of its division that find no hex any more are lost. [rule: kb 11.0-place, kb 16.0]
    pub(crate) fn set_up(&self, st: &mut State, unit: u8, hex: u16, hidden: bool, play: &mut Play) {
        if hidden {
            st.mark(unit, flag::HIDDEN);
        }
        self.put(st, unit, hex);
        self.take(st, unit, hex, play);
        let (seat, label) = (self.seat(st.player), self.ground.label(hex));
        if hidden {
            play.say(seat, "kb 16.0", format_args!("A counter is placed face down in {label}")).at(label);
            let name = self.name(unit);
            play.whisper(
                engine::SeatSet::one(seat),
                seat,
                "kb hidden-knowledge",
                format_args!("It is {name}"),
            );
        } else {
            play.say(seat, "kb 3.0", format_args!("{} is set up in {label}", self.name(unit))).at(label);
        }
    }

    pub(crate) fn set_dummy(&self, st: &mut State, hex: u16, play: &mut Play) {
        if let Some(dummy) = self.spare_dummy(st) {
            self.set_up(st, dummy, hex, true, play);
        }
    }

    /// The rest of a side's set-up as history had it. [rule: kb 3.0]
    pub(crate) fn set_up_default(&self, st: &mut State, play: &mut Play) {
        if st.player == RED {
            while let Some(i) = self.next_form(st) {
                self.form(st, i, false, play);
            }
        }
        loop {
            let next = self.offered(st).into_iter().find(|&u| !self.setup_hexes(st, u).is_empty());
            let Some(unit) = next else { break };
            let hexes = self.setup_hexes(st, unit);
            let place = self.units[unit as usize].setup.as_ref();
            let wanted = place.and_then(|p| p.default).filter(|&h| hexes.has(h as usize));
            let Some(hex) = wanted.or_else(|| hexes.iter().next().map(|h| h as u16)) else { break };
            let hide =
                place.is_some_and(|p| p.default_hidden) && self.may_hide(unit) && self.may_hide_at(st, hex);
            self.set_up(st, unit, hex, hide, play);
        }
        if st.player == RED {
            for &hex in &self.dummy_defaults {
                if self.dummy_hexes(st).has(hex as usize) {
                    self.set_dummy(st, hex, play);
                }
            }
        }
    }

    /// What could not be placed takes no part. [rule: kb 11.0-place]
    pub(crate) fn end_setup(&self, st: &mut State) {
        for unit in 0..self.units.len() as u8 {
            if st.at[unit as usize] == UNPLACED && self.side(unit) == st.player {
                st.at[unit as usize] = NOWHERE;
            }
        }
    }
}

/// Whether every unit can have a hex of its own.
fn matched(units: &[u8], hexes: &dyn Fn(u8) -> Vec<u16>) -> bool {
    fn seat(u: usize, wants: &[Vec<u16>], taken: &mut Vec<(u16, usize)>, tried: &mut Vec<u16>) -> bool {
        for &h in &wants[u] {
            if tried.contains(&h) {
                continue;
            }
            tried.push(h);
            match taken.iter().position(|t| t.0 == h) {
                None => {
                    taken.push((h, u));
                    return true;
                }
                Some(i) => {
                    let holder = taken[i].1;
                    if seat(holder, wants, taken, tried)
                        && let Some(at) = taken.iter().position(|t| *t == (h, holder))
                    {
                        taken[at] = (h, u);
                        return true;
                    }
                }
            }
        }
        false
    }
    let wants: Vec<Vec<u16>> = units.iter().map(|&u| hexes(u)).collect();
    let mut taken = Vec::new();
    (0..units.len()).all(|u| seat(u, &wants, &mut taken, &mut Vec::new()))
}
