//! 6.1 Units on the march: where they can go, how they go there, and what ends it.

use crate::actions::Action;
use crate::costs::{March, Pace};
use crate::data::Kind;
use crate::event::hexes;
use crate::events::Event;
use crate::game::{Chosin, Ctx, Judged, at, no, only, seat};
use crate::movement::units;
use crate::state::{COM, HexBits, Occasion, State, UN, UnitBits, UnitId, flag, off, rule};
use board::HexId;
use engine::scene::ActionKind;
use engine::{Arg, Ask, Decision, Effect, Halves, Illegal, Now, Offer, Play, Seat, SeatSet, many, say};
use serde::{Deserialize, Serialize};

/// 6.1 Units on the march. [rule: ch 6.1, ch 6.2]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moving {
    pub(crate) group: UnitBits,
    pub(crate) forced: bool,
    pub(crate) started: bool,
    /// Where the group still has to go after being stopped on its way.
    pub(crate) goal: u16,
}

impl Moving {
    pub(crate) fn leader(self) -> Option<UnitId> {
        units(&self.group).next()
    }
    fn side(self, game: &Chosin) -> u8 {
        self.leader().map_or(UN, |u| game.side(u))
    }
    fn hex(self, state: &State) -> HexId {
        self.leader().map_or(off::OUT, |u| state.field.at(u))
    }
    /// Points that every unit of the group has left, in halves.
    fn left(self, game: &Chosin, state: &State) -> u8 {
        let left =
            |u: UnitId| game.data.allowance(state, u, self.forced).saturating_sub(state.spent[u.index()]);
        units(&self.group).map(left).min().unwrap_or(0)
    }
    /// The one pace of all units, if they have one.
    fn pace(self, game: &Chosin, state: &State) -> Option<Pace> {
        let mut paces = units(&self.group).map(|u| game.data.pace(state, u));
        let first = paces.next()?;
        paces.all(|p| p == first).then_some(first)
    }
    /// What a step costs each unit; `None` if one cannot pay. The most of them is for the log.
    fn step_cost(self, game: &Chosin, state: &State, to: HexId) -> Option<u8> {
        let from = self.hex(state);
        let mut most = 0;
        for unit in units(&self.group) {
            let cost = March::new(&game.data, state, unit, self.group, self.forced).step(from, to)?;
            let left =
                game.data.allowance(state, unit, self.forced).saturating_sub(state.spent[unit.index()]);
            if cost > left {
                return None;
            }
            most = most.max(cost);
        }
        Some(most)
    }
    /// The single steps that a group of several columns can take, with what they cost.
    fn steps(self, game: &Chosin, state: &State) -> impl Iterator<Item = (HexId, u8)> {
        let around = game.data.ground.around(self.hex(state));
        around.filter_map(move |to| self.step_cost(game, state, to).map(|cost| (to, cost)))
    }
    /// Calls `found` with every hex in reach and its cost.
    pub(crate) fn reach(self, game: &Chosin, state: &State, mut found: impl FnMut(HexId, u8)) {
        let Some(leader) = self.leader() else { return };
        if self.pace(game, state).is_none() {
            return self.steps(game, state).for_each(|(to, cost)| found(to, cost));
        }
        let (start, left) = (self.hex(state), self.left(game, state));
        March::new(&game.data, state, leader, self.group, self.forced).search(start, left, |reach| {
            reach.hexes().filter(|(hex, _)| *hex != start).for_each(|(hex, cost)| found(hex, cost as u8));
        });
    }
    /// Every hex in reach, its cost and the hex before it.
    pub(crate) fn ways(self, game: &Chosin, state: &State) -> Vec<(HexId, u8, HexId)> {
        let Some(leader) = self.leader() else { return Vec::new() };
        let (start, left) = (self.hex(state), self.left(game, state));
        if self.pace(game, state).is_none() {
            return self.steps(game, state).map(|(to, cost)| (to, cost, start)).collect();
        }
        March::new(&game.data, state, leader, self.group, self.forced).search(start, left, |reach| {
            let others = reach.hexes().filter(|(hex, _)| *hex != start);
            others.map(|(hex, cost)| (hex, cost as u8, reach.previous(hex).unwrap_or(start))).collect()
        })
    }
    /// The cheapest way to a hex, step by step with what each costs; empty if there is none.
    fn way(self, game: &Chosin, state: &State, to: HexId) -> Vec<(HexId, u8)> {
        let (Some(leader), start) = (self.leader(), self.hex(state)) else { return Vec::new() };
        if self.pace(game, state).is_none() {
            let near = game.data.ground.direction(start, to).and_then(|_| self.step_cost(game, state, to));
            return near.into_iter().map(|cost| (to, cost)).collect();
        }
        let march = March::new(&game.data, state, leader, self.group, self.forced);
        march.search(start, self.left(game, state), |reach| {
            let (mut way, mut here) = (Vec::new(), to);
            while let (Some(before), Some(cost)) = (reach.previous(here), reach.cost(here)) {
                way.push((here, (cost - reach.cost(before).unwrap_or(0)) as u8));
                here = before;
            }
            way.reverse();
            way
        })
    }

    /// Walks along the way to a hex until it ends or the UN may interdict. [rule: ch 14.13.2]
    fn walk(mut self, game: &Chosin, state: &mut State, to: HexId, play: &mut Play) {
        let (side, from) = (self.side(game), self.hex(state));
        let alike = self.pace(game, state).is_some();
        let (mut spent, mut watched, mut before) = (0, false, from);
        self.started = true;
        self.goal = off::OUT.0;
        for (hex, cost) in self.way(game, state, to) {
            spent += cost;
            watched |= side == COM && [before, hex].iter().any(|h| game.data.interdicted(state, *h));
            before = hex;
            for unit in units(&self.group) {
                let step = || March::new(&game.data, state, unit, self.group, self.forced).step(from, hex);
                let own = if alike { cost } else { step().unwrap_or(cost) };
                state.spent[unit.index()] += own;
            }
            for unit in units(&self.group) {
                if self.forced {
                    state.field.mark(unit, flag::FORCED);
                }
                game.step_to(state, unit, hex, play);
            }
            self.carry_fog(game, state, hex);
            if side == COM && game.may_intercept(state, hex) {
                self.goal = if hex == to { off::OUT.0 } else { to.0 };
                break;
            }
        }
        if watched {
            self.show(state, true);
            play.reveal();
        }
        self.report(game, state, from, spent, play);
        self.show(state, false);
        state.replace(self);
        let here = self.hex(state);
        if side == COM && here != from && game.may_intercept(state, here) {
            game.begin_interception(state, self.group, here, self.forced, play);
        } else if self.left(game, state) == 0 && self.group.len() == 1 {
            // Nothing is left to decide: the march is over by itself.
            units(&self.group).for_each(|u| game.halt(state, u));
            state.pop();
        }
    }

    /// 26.8 A force that a combat has spread out goes on from where most of it stands; the others stay.
    fn close_ranks(&mut self, game: &Chosin, state: &mut State) {
        let all = self.group;
        let here = |hex: HexId| units(&all).filter(|u| state.field.at(*u) == hex).count();
        let Some(hex) = units(&all).map(|u| state.field.at(u)).max_by_key(|h| here(*h)) else { return };
        for unit in units(&all).filter(|u| state.field.at(*u) != hex).collect::<Vec<_>>() {
            game.halt(state, unit);
            self.group.set(unit.index(), false);
        }
    }

    /// 21.4 The UN reads who enters or leaves an interdiction zone, with or without an attack to come. [rule: ch 21.1]
    fn show(self, state: &mut State, shown: bool) {
        for unit in units(&self.group) {
            if shown {
                state.field.mark(unit, flag::SHOWN);
            } else {
                state.field.unmark(unit, flag::SHOWN);
            }
        }
    }

    /// 25.2 The marker goes with its box.
    fn carry_fog(self, _: &Chosin, state: &mut State, hex: HexId) {
        let Some(leader) = self.leader() else { return };
        let fog = state.field.fog_box(leader);
        if fog > 0 {
            state.fog[fog as usize - 1] = hex.0;
        }
    }

    fn report(self, game: &Chosin, state: &State, from: HexId, spent: u8, play: &mut Play) {
        let (side, to) = (self.side(game), self.hex(state));
        let rule = if self.forced { "ch 6.5" } else { "ch 6.1" };
        let names: Vec<Arg> = units(&self.group).map(|u| game.named(state, u)).collect();
        let mp = Halves(spent.into());
        play.say(
            seat(side),
            rule,
            say!(
                "{units} {from}-{to} for {mp} MP.",
                from = at(from),
                to = at(to),
                mp,
                units = many(names.iter().copied())
            ),
        )
        .on(at(to));
        for unit in names {
            play.effect(Effect::Moved { unit, from: at(from), to: at(to) });
        }
    }

    fn may_join(self, now: Now<'_, Chosin>, ctx: &Ctx, unit: UnitId) -> Result<(), Illegal> {
        let (game, state) = (now.game, now.state);
        let side = self.side(game);
        game.may_move(state, side, unit)?;
        if self.started || self.group.has(unit.index()) || state.field.at(unit) != self.hex(state) {
            return no("ch 6.1", say!("a stack moves together from the start"));
        }
        let boxed = |u: UnitId| state.field.fog_box(u) > 0;
        if boxed(unit) || self.leader().is_some_and(boxed) {
            return no("ch 25.2.1", say!("a box moves by itself"));
        }
        if self.forced {
            return game.may_march(now, ctx, side, unit);
        }
        Ok(())
    }

    /// 26.0 Whether the group may fight a meeting engagement. [rule: ch 26.0, ch 26.2, ch 26.4, ch 26.7, ch 26.9]
    fn may_meet(self, now: Now<'_, Chosin>, hex: HexId) -> Result<(), Illegal> {
        let (game, state) = (now.game, now.state);
        game.uses(state, rule::MEETING, "ch 26.0")?;
        let side = self.side(game);
        if self.forced {
            return no("ch 26.9", say!("a forced march does not fight on its way"));
        }
        if game.data.ground.direction(self.hex(state), hex).is_none() || !state.field.holds(1 - side, hex) {
            return no("ch 26.7", say!("no enemy stands beside the group at {hex}", hex = at(hex)));
        }
        if units(&self.group).any(|u| state.field.has(u, flag::MET)) {
            return no("ch 26.4", say!("one meeting engagement a phase"));
        }
        if units(&self.group).any(|u| game.factors(state, u)[0] == 0) {
            return no("ch 26.2", say!("units without attack strength do not take part"));
        }
        let mixed = |u: UnitId| self.leader().is_some_and(|l| game.contingent(l) != game.contingent(u));
        if side == UN && state.event(Event::NoCommunications) && units(&self.group).any(mixed) {
            return no("ch 3.3-32-33", say!("nations do not attack together today"));
        }
        if self.left(game, state) < game.data.chart.meeting {
            return no("ch 26.0", say!("a meeting engagement costs two movement points"));
        }
        if game.data.too_much(side, self.hex(state), game.data.load_of_group(&self.group)) {
            return no("ch 8.42", say!("only units within the stacking limit attack"));
        }
        Ok(())
    }

    /// 9.1 Whether the group may leave the map. [rule: ch 9.1, ch 9.12]
    fn may_exit(self, game: &Chosin, state: &State) -> Result<(), Illegal> {
        let hex = self.hex(state);
        if self.side(game) != COM || !game.data.ground.south.has(hex.index()) {
            return no("ch 9.12", say!("Communist units leave the map from its south edge"));
        }
        let pays = |u: UnitId| {
            let cost = March::new(&game.data, state, u, self.group, self.forced).exit_cost(hex);
            let left = game.data.allowance(state, u, self.forced).saturating_sub(state.spent[u.index()]);
            cost.is_some_and(|c| c <= left)
        };
        if units(&self.group).all(pays) {
            Ok(())
        } else {
            no("ch 9.1", say!("too few movement points are left to leave the map"))
        }
    }
}

impl Judged for Moving {
    fn judge(&self, now: Now<'_, Chosin>, ctx: &Ctx, action: Action) -> Result<(), Illegal> {
        let (game, state) = (now.game, now.state);
        match action {
            Action::Join { unit } => self.may_join(now, ctx, unit),
            Action::To { hex } => {
                if !self.way(game, state, hex).is_empty() {
                    return Ok(());
                }
                if !game.data.ground.is_land(hex) {
                    return no("ch 6.3", say!("{hex} is water", hex = at(hex)));
                }
                if state.field.holds(1 - self.side(game), hex) {
                    return no("ch 6.3", say!("the enemy stands at {hex}", hex = at(hex)));
                }
                no("ch 6.2", say!("{hex} is out of reach", hex = at(hex)))
            }
            Action::Leave { unit } => {
                if self.started && self.group.has(unit.index()) && self.group.len() > 1 {
                    return Ok(());
                }
                no("ch 6.1", say!("a stack on the march leaves units behind"))
            }
            Action::Meet { hex } => self.may_meet(now, hex),
            Action::Blow { unit, bridge } if self.group.has(unit.index()) => {
                game.may_blow(state, self.side(game), unit, bridge)
            }
            Action::Exit => self.may_exit(game, state),
            Action::Done => Ok(()),
            _ => no("ch 6.1", say!("the march is ended first")),
        }
    }
}

impl Decision<Chosin> for Moving {
    fn list(&self, now: Now<'_, Chosin>, out: &mut Vec<Action>) {
        let ctx = Ctx::default();
        self.candidates(now, out);
        out.retain(|a| matches!(a, Action::To { .. }) || self.judge(now, &ctx, *a).is_ok());
    }
    fn check(&self, now: Now<'_, Chosin>, action: Action) -> Result<(), Illegal> {
        self.judge(now, &Ctx::default(), action)
    }
    fn seats(&self, game: &Chosin, state: &State) -> SeatSet {
        // Who does not see the group still sees whose turn it is.
        if self.group.is_empty() && state.veil != 0 {
            return only(state.player());
        }
        let hex = self.hex(state);
        let together = |u: UnitId| going(state, u) && state.field.at(u) == hex;
        let idle = self.goal >= off::FIRST && units(&self.group).all(together);
        if idle && self.leader().is_some() { only(self.side(game)) } else { SeatSet::NONE }
    }
    fn ask(&self, now: Now<'_, Chosin>) -> Ask {
        let mp = Halves(self.left(now.game, now.state).into());
        let ask = Ask::new("ch 6.1", say!("{units}: {mp} MP left.", mp, units = many(units(&self.group))));
        let ask = ask.place(at(self.hex(now.state)));
        match self.leader() {
            Some(leader) => ask.piece(leader),
            None => ask,
        }
    }
    fn candidates(&self, now: Now<'_, Chosin>, out: &mut Vec<Action>) {
        let (game, state) = (now.game, now.state);
        let hex = self.hex(state);
        // In the order of legal lists: nothing is left to sort.
        if !self.started {
            let from = out.len();
            out.extend(state.field.units_in(hex).map(|unit| Action::Join { unit }));
            out[from..].sort_unstable();
        }
        let mut reach = HexBits::default();
        self.reach(game, state, |hex, _| reach.set(hex.index(), true));
        out.extend(hexes(&reach).map(|hex| Action::To { hex }));
        out.extend(units(&self.group).map(|unit| Action::Leave { unit }));
        if state.rule(rule::MEETING) {
            let from = out.len();
            out.extend(game.data.ground.around(hex).map(|hex| Action::Meet { hex }));
            out[from..].sort_unstable();
        }
        out.push(Action::Exit);
        game.demolitions(state, &self.group, out);
        out.push(Action::Done);
    }
    fn quiet(&self, _: Now<'_, Chosin>) -> Option<Action> {
        Some(Action::Done)
    }
    fn perform(&self, game: &Chosin, state: &mut State, by: Seat, action: Action, play: &mut Play) {
        let mut moving = *self;
        match action {
            Action::Join { unit } => {
                if self.forced {
                    game.charge_march(state, unit);
                }
                moving.group.set(unit.index(), true);
                state.replace(moving);
            }
            Action::To { hex } => moving.walk(game, state, hex, play),
            Action::Leave { unit } => {
                moving.group.set(unit.index(), false);
                game.halt(state, unit);
                state.field.unmark(unit, flag::BOX_MASK);
                state.replace(moving);
                let hex = state.field.at(unit);
                play.say(
                    by,
                    "ch 6.1",
                    say!("{unit} stays at {hex}.", unit = game.named(state, unit), hex = at(hex)),
                )
                .on(at(hex));
            }
            Action::Meet { hex } => {
                let cost = game.data.chart.meeting;
                for unit in units(&self.group) {
                    state.spent[unit.index()] += cost;
                    state.field.mark(unit, flag::MET);
                }
                state.replace(Moving { started: true, ..moving });
                game.begin_combat(state, Occasion::Meeting, self.side(game), hex, self.group, play);
            }
            Action::Blow { unit, bridge } => game.blow(state, unit, bridge, play),
            Action::Exit => {
                state.pop();
                for unit in units(&self.group) {
                    game.leave_map(state, unit, "ch 9.12", play);
                }
            }
            _ => {
                units(&self.group).for_each(|u| game.halt(state, u));
                state.pop();
            }
        }
    }
    fn offer(&self, now: Now<'_, Chosin>, action: Action) -> Offer {
        match action {
            Action::Join { unit } => Offer::new(ActionKind::Add, "ch 6.1", say!("Take {unit} along", unit)),
            Action::To { .. } => Offer::new(ActionKind::Move, "ch 6.2", say!("Go to")).spread(),
            Action::Leave { unit } => {
                Offer::new(ActionKind::Remove, "ch 6.1", say!("Leave {unit} here", unit))
            }
            Action::Meet { hex } => {
                Offer::new(ActionKind::Attack, "ch 26.0", say!("Attack {hex} on the march", hex = at(hex)))
            }
            Action::Blow { unit, bridge } => now.game.offer_blow(unit, bridge),
            Action::Exit => {
                let points = units(&self.group).map(|u| u32::from(now.game.data.unit(u).exited)).sum::<u32>();
                Offer::new(ActionKind::Choose, "ch 9.12", say!("Leave the map"))
                    .note(say!("{points} VP", points))
            }
            _ => Offer::new(ActionKind::Done, "ch 6.1", say!("End this march")),
        }
    }
    /// After an interruption: those who were stopped fall out, the rest goes on to where it was going.
    fn step(&self, game: &Chosin, state: &mut State, play: &mut Play) -> bool {
        let mut moving = *self;
        for unit in units(&self.group) {
            if !going(state, unit) {
                moving.group.set(unit.index(), false);
                if state.field.on_map(unit) {
                    state.field.unmark(unit, flag::BOX_MASK);
                }
            }
        }
        moving.close_ranks(game, state);
        game.tidy_fog(state);
        if moving.leader().is_none() {
            state.pop();
            return true;
        }
        if self.goal < off::FIRST {
            moving.walk(game, state, HexId(self.goal), play);
        } else {
            state.replace(moving);
        }
        true
    }
}

/// Whether a unit is still on its march.
pub(crate) fn going(state: &State, unit: UnitId) -> bool {
    state.field.on_map(unit) && !state.field.has(unit, flag::MOVED)
}

impl Chosin {
    /// Ends a unit's movement of this phase.
    pub(crate) fn halt(&self, state: &mut State, unit: UnitId) {
        state.field.mark(unit, flag::MOVED);
        if self.data.quick(unit).kind == Kind::Airfield
            && state.rule(rule::AIRFIELDS)
            && state.spent[unit.index()] > 0
        {
            state.air.kept = state.air.kept.saturating_sub(1);
        }
    }
}
