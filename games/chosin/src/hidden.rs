//! 21.0 What a side does not see of the other: units below the top of a stack, units under fog of war markers, what
//! waits off the map, options chosen in secret, the deployment of scenario 2.
//!
//! A view is again a position. The units that a viewer cannot tell apart form one set; the places below the top of stacks
//! are filled from it in rising order, and the rest is nowhere. Zones of control and occupied hexes stay true: everybody
//! sees them.

use crate::data::option;
use crate::frames::Frame;
use crate::game::{Chosin, seat};
use crate::marching::going;
use crate::movement::{alone, units};
use crate::state::{COM, Phase, State, UN, UnitBits, UnitId, flag, off, rule};
use board::HexId;
use engine::{Random, SeatSet, View};

/// Whether what is off the map in this place is a secret of its owner.
fn secret_place(place: HexId) -> bool {
    matches!(place, off::OUT | off::WAITING | off::DUE | off::UNPLACED | off::POOL | off::UNKNOWN)
}

impl Chosin {
    /// The position as seats may know it. [rule: ch 21.1, ch 38.1, ch S2 4.0]
    pub(crate) fn veil(&self, state: &State, seats: SeatSet) -> State {
        let mut view = state.clone();
        if state.phase == Phase::Over {
            return view;
        }
        for side in [UN, COM] {
            if !seats.contains(seat(side)) {
                self.veil_side(&mut view, side);
            }
        }
        view
    }

    fn veil_side(&self, view: &mut State, side: u8) {
        view.veil |= 1 << side;
        self.veil_choices(view, side);
        if view.rule(rule::OPEN) {
            self.veil_reserves(view, side);
        } else {
            self.veil_units(view, side);
        }
        self.veil_frames(view, side);
    }

    /// 38.1 Options and deployment are secret until they are announced or act.
    fn veil_choices(&self, view: &mut State, side: u8) {
        let announced = view.phase != Phase::Setup || view.fleet < off::FIRST;
        for (i, row) in self.data.options.iter().enumerate() {
            let open = announced && matches!(i as u8, option::INTELLIGENCE | option::OFF_ROAD);
            if row.side == side && !open {
                view.chosen &= !(1 << i);
                view.late &= !(1 << i);
            }
        }
        if side == COM && view.scenario == 1 && view.atomic.attacks == 0 {
            view.deployment = 0;
        }
        if side == UN {
            view.emergency = [0; 2];
        } else {
            view.charged = Default::default();
        }
    }

    /// With open stacks only what is off the map is secret.
    fn veil_reserves(&self, view: &mut State, side: u8) {
        for unit in units(&self.data.side_units[side as usize]) {
            if secret_place(view.field.at(unit)) {
                self.forget(view, unit);
            }
        }
    }

    fn forget(&self, view: &mut State, unit: UnitId) {
        view.field.at[unit.index()] = off::UNKNOWN.0;
        view.field.present[self.side(unit) as usize].set(unit.index(), false);
        view.field.flags[unit.index()] = 0;
        view.field.next[unit.index()] = u8::MAX;
        view.spent[unit.index()] = 0;
        view.due[unit.index()] = 0;
    }

    /// Units below the top give way to the lowest numbers that could be there.
    fn veil_units(&self, view: &mut State, side: u8) {
        let mine = self.data.side_units[side as usize];
        let mut hidden = UnitBits::default();
        for unit in units(&mine) {
            let away = secret_place(view.field.at(unit));
            hidden.set(unit.index(), away || view.field.on_map(unit) && !view.visible(unit));
        }
        let mut stand_ins = units(&hidden).collect::<Vec<_>>().into_iter();
        let stacks: Vec<HexId> = crate::event::hexes(&view.field.held[side as usize]).collect();
        let mut laid: Vec<(HexId, Vec<UnitId>)> = Vec::with_capacity(stacks.len());
        for hex in stacks {
            let mut stack = Vec::new();
            for unit in view.field.units_in(hex) {
                if !hidden.has(unit.index()) {
                    stack.push(unit);
                } else if view.field.fog_box(unit) == 0 {
                    stack.extend(stand_ins.next());
                }
            }
            laid.push((hex, stack));
        }
        for unit in units(&hidden) {
            self.forget(view, unit);
        }
        for (hex, stack) in laid {
            lay_stack(view, side, hex, &stack);
        }
    }

    /// Procedures under way name no unit that the viewer cannot see.
    fn veil_frames(&self, view: &mut State, side: u8) {
        let hidden = |view: &State, u: UnitId| {
            u.is_some() && self.side(u) == side && !(view.field.on_map(u) && view.visible(u))
        };
        let seen = |view: &State, bits: &UnitBits| {
            let mut out = *bits;
            units(bits).filter(|u| hidden(view, *u)).for_each(|u| out.set(u.index(), false));
            out
        };
        for i in 0..view.frames.len() {
            let mut frame = view.frames[i];
            match &mut frame {
                Frame::Moving(f) => f.group = seen(view, &f.group),
                Frame::Interception(f) => f.group = seen(view, &f.group),
                Frame::Victims(f) => f.targets = seen(view, &f.targets),
                Frame::Posting(f) if hidden(view, f.unit) => f.unit = UnitId::NONE,
                Frame::Reinforcement(f) if hidden(view, f.unit) => f.unit = UnitId::NONE,
                Frame::Entrained(f) if hidden(view, f.unit) => f.unit = UnitId::NONE,
                Frame::Jumping(f) if hidden(view, f.unit) => f.unit = UnitId::NONE,
                Frame::Swimming(f) => {
                    if hidden(view, f.unit) {
                        f.unit = UnitId::NONE;
                    }
                    if hidden(view, f.passenger) {
                        f.passenger = UnitId::NONE;
                    }
                }
                _ => {}
            }
            view.frames[i] = frame;
        }
        let combat = view.combat;
        view.combat.attackers = seen(view, &combat.attackers);
        view.combat.defenders = seen(view, &combat.defenders);
        view.combat.may_break = seen(view, &combat.may_break);
        view.combat.excess = seen(view, &combat.excess);
        view.combat.unfed = seen(view, &combat.unfed);
        view.combat.winners = seen(view, &combat.winners);
        view.combat.pending = seen(view, &combat.pending);
    }

    /// A position that could be the truth behind a view: stand-ins are drawn anew, boxes are filled.
    pub(crate) fn guess(&self, view: &View<State>, random: &mut Random) -> State {
        let mut state = view.state().clone();
        for side in [UN, COM] {
            if state.veil >> side & 1 == 1 {
                self.guess_side(&mut state, side, random);
            }
        }
        state.veil = 0;
        self.guess_march(&mut state, random);
        state
    }

    /// Whoever marches unseen is one of the units below the tops of stacks.
    fn guess_march(&self, state: &mut State, random: &mut Random) {
        for i in 0..state.frames.len() {
            let Frame::Moving(mut moving) = state.frames[i] else { continue };
            if !moving.group.is_empty() {
                continue;
            }
            let own = units(&self.data.side_units[state.player() as usize]);
            let unseen = own.filter(|u| state.field.on_map(*u) && !state.visible(*u));
            let (able, others): (Vec<UnitId>, Vec<UnitId>) = unseen.partition(|u| going(state, *u));
            let maybe = if able.is_empty() { others } else { able };
            if !maybe.is_empty() {
                moving.group = alone(maybe[random.below(maybe.len())]);
                state.frames[i] = Frame::Moving(moving);
            }
        }
    }

    fn guess_side(&self, state: &mut State, side: u8, random: &mut Random) {
        if state.rule(rule::OPEN) {
            return self.guess_reserves(state, side);
        }
        let mut pool = self.hidden_pool(state, side, random);
        let stacks: Vec<HexId> = crate::event::hexes(&state.field.held[side as usize]).collect();
        let mut plans: Vec<(HexId, Vec<Option<UnitId>>)> = Vec::new();
        for hex in stacks {
            let stack: Vec<UnitId> = state.field.units_in(hex).collect();
            let known = |u: &UnitId| state.visible(*u);
            plans.push((hex, stack.iter().map(|u| known(u).then_some(*u)).collect()));
        }
        // Quiet stacks first: everybody in them is disrupted, so that only units with a reverse fit.
        plans.sort_by_key(|(hex, _)| (state.field.active(*hex), *hex));
        for unit in pool.all.clone() {
            self.forget(state, unit);
        }
        for (hex, slots) in &plans {
            let quiet = !state.field.active(*hex);
            let mut stack = Vec::new();
            for slot in slots {
                stack.push(slot.unwrap_or_else(|| pool.draw(self, quiet)));
            }
            let boxes: Vec<usize> = (0..state.fog.len()).filter(|m| state.fog[*m] == hex.0).collect();
            let mut boxed = Vec::new();
            for marker in boxes {
                let unit = pool.draw(self, quiet);
                boxed.push((unit, marker as u32 + 1));
                stack.push(unit);
            }
            let stack: Vec<UnitId> = stack.into_iter().filter(|u| u.is_some()).collect();
            lay_stack(state, side, *hex, &stack);
            for (unit, number) in boxed.into_iter().filter(|(u, _)| u.is_some()) {
                state.field.mark(unit, number << flag::BOX);
            }
            for (i, unit) in stack.iter().enumerate() {
                let known = slots.get(i).is_some_and(Option::is_some);
                if !known && quiet {
                    state.field.mark(*unit, flag::DISRUPTED);
                }
            }
        }
        self.guess_reserves(state, side);
    }

    /// What is nowhere waits where the lists have it.
    fn guess_reserves(&self, state: &mut State, side: u8) {
        for unit in units(&self.data.side_units[side as usize]) {
            if state.field.at(unit) != off::UNKNOWN {
                continue;
            }
            let lists = if side == UN {
                &self.data.un_arrivals
            } else {
                &self.data.com_arrivals[state.deployment as usize]
            };
            let arrival = lists.iter().find(|a| a.units.contains(&unit) && a.turn > state.turn);
            let place = match arrival {
                Some(arrival) => {
                    state.due[unit.index()] = arrival.turn;
                    off::WAITING
                }
                None if self.data.unit(unit).pool => off::POOL,
                None => off::OUT,
            };
            state.field.at[unit.index()] = place.0;
        }
    }

    /// The units that a viewer cannot tell apart, the likelier ones last so that they are drawn first.
    fn hidden_pool(&self, state: &State, side: u8, random: &mut Random) -> Pool {
        let hidden =
            |u: &UnitId| secret_place(state.field.at(*u)) || state.field.on_map(*u) && !state.visible(*u);
        let mut all: Vec<UnitId> = units(&self.data.side_units[side as usize]).filter(hidden).collect();
        for i in (1..all.len()).rev() {
            all.swap(i, random.below(i + 1));
        }
        let setup = self.postings(state, side);
        let lists = if side == UN {
            &self.data.un_arrivals
        } else {
            &self.data.com_arrivals[state.deployment as usize]
        };
        let likely = |u: &UnitId| {
            setup.iter().any(|p| p.unit == *u && p.option.is_none())
                || lists.iter().any(|a| a.turn <= state.turn && a.units.contains(u))
        };
        all.sort_by_key(likely);
        Pool { left: all.clone(), all }
    }
}

/// Hidden units, to be drawn.
struct Pool {
    all: Vec<UnitId>,
    left: Vec<UnitId>,
}

impl Pool {
    /// The likeliest unit that is left; one with a reverse where everybody is disrupted.
    fn draw(&mut self, game: &Chosin, quiet: bool) -> UnitId {
        match self.left.iter().rposition(|u| !quiet || game.data.quick(*u).has_back) {
            Some(i) => self.left.remove(i),
            None => UnitId::NONE,
        }
    }
}

/// Lays a stack from the top down as the units of a hex; zones of control are not touched.
fn lay_stack(state: &mut State, side: u8, hex: HexId, stack: &[UnitId]) {
    let mut above: Option<UnitId> = None;
    state.field.first[hex.index()] = u8::MAX;
    for unit in stack {
        match above {
            Some(above) => state.field.next[above.index()] = unit.0,
            None => state.field.first[hex.index()] = unit.0,
        }
        state.field.next[unit.index()] = u8::MAX;
        state.field.at[unit.index()] = hex.0;
        state.field.present[side as usize].set(unit.index(), true);
        above = Some(*unit);
    }
}
