//! 6.0 Movement: units and stacks march, by forced march too; bridges are blown; stacks are rearranged.

use crate::actions::{Action, BridgeId};
use crate::costs::{March, Pace};
use crate::data::{Kind, Nation};
use crate::event::hexes;
use crate::events::Event;
use crate::game::{Chosin, Ctx, Judged, at, no, only, seat, term};
use crate::state::{COM, HexBits, Occasion, State, UN, UnitBits, UnitId, flag, off, rule};
use board::{HexId, Scratch};
use engine::scene::ActionKind;
use engine::{Arg, Ask, Decision, Effect, Halves, Illegal, Now, Offer, Play, Seat, SeatSet, many, say};
use serde::{Deserialize, Serialize};
use std::cell::RefCell;

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::new(Scratch::default());
}

/// A set with one unit.
pub(crate) fn alone(unit: UnitId) -> UnitBits {
    let mut bits = UnitBits::default();
    bits.set(unit.index(), true);
    bits
}

/// The units of a set.
pub(crate) fn units(bits: &UnitBits) -> impl Iterator<Item = UnitId> + '_ {
    bits.iter().map(|u| UnitId(u as u8))
}

impl Chosin {
    /// 6.1 Whether a unit may still move in this phase. [rule: ch 6.1, ch 29.2, ch 34.2, ch 35.11]
    pub(crate) fn may_move(&self, state: &State, side: u8, unit: UnitId) -> Result<(), Illegal> {
        self.mine(state, side, unit)?;
        if state.field.has(unit, flag::MOVED) {
            return no("ch 6.1", say!("{unit} has moved", unit));
        }
        if state.field.has(unit, flag::DUG) {
            return no("ch 29.2", say!("{unit} digs in and does not move", unit));
        }
        if self.stands(state, unit) {
            return no("ch 3.3-34-36", say!("the 3rd Division is being redeployed and stands",));
        }
        let kind = self.data.quick(unit).kind;
        if kind == Kind::Port && state.rule(rule::PORT) && state.used.shipped > 3 {
            return no("ch 34.2", say!("the port brigade works the port in this turn"));
        }
        if kind == Kind::Airfield && state.rule(rule::AIRFIELDS) && state.air.kept == 0 {
            return no("ch 35.11", say!("no TAC was left in reserve for the airfield group"));
        }
        Ok(())
    }

    /// 6.5 Whether a unit may force-march. [rule: ch 6.5, ch 6.51, ch 6.52]
    fn may_march(&self, now: Now<'_, Chosin>, ctx: &Ctx, side: u8, unit: UnitId) -> Result<(), Illegal> {
        self.may_move(now.state, side, unit)?;
        self.may_hurry(now, ctx, side, unit)
    }

    /// 6.5 Whether a unit that may move may force-march.
    fn may_hurry(&self, now: Now<'_, Chosin>, ctx: &Ctx, side: u8, unit: UnitId) -> Result<(), Illegal> {
        let state = now.state;
        if state.event(Event::BadWeather) {
            return no("ch 3.3-23-26", say!("nobody force-marches in this weather"));
        }
        if state.enemy_zone(side, state.field.at(unit)) {
            return no("ch 6.52", say!("a forced march does not begin in an enemy zone of control"));
        }
        let quick = self.data.quick(unit);
        if quick.nation != Nation::Ccf && !quick.always_supplied() && !ctx.supplied(now, unit) {
            return no("ch 6.51", say!("{unit} is out of supply", unit));
        }
        Ok(())
    }

    /// 25.2 The units of the box under a unit's marker, which move with it; nobody if it is in none. [rule: ch 25.2.1]
    fn box_mates(&self, state: &State, unit: UnitId) -> UnitBits {
        let (fog, mut bits) = (state.field.fog_box(unit), UnitBits::default());
        if fog > 0 {
            let inside = state.field.units_in(state.field.at(unit));
            inside.filter(|u| state.field.fog_box(*u) == fog).for_each(|u| bits.set(u.index(), true));
        }
        bits
    }

    /// 23.2 Whether a unit may try to blow a bridge. [rule: ch 23.2]
    fn may_blow(&self, state: &State, side: u8, unit: UnitId, bridge: BridgeId) -> Result<(), Illegal> {
        self.mine(state, side, unit)?;
        let (a, b) = self.data.ground.bridges[bridge.0 as usize];
        let here = state.field.at(unit);
        if here != a && here != b {
            return no("ch 23.2", say!("{unit} does not border that bridge", unit));
        }
        if state.blown >> bridge.0 & 1 == 1 {
            return no("ch 23.2", say!("that bridge is destroyed"));
        }
        if state.field.disrupted(unit) {
            return no("ch 23.2", say!("only effective units destroy bridges"));
        }
        if state.sapped >> bridge.0 & 1 == 1 || state.field.has(unit, flag::SAPPED) {
            return no("ch 23.2", say!("one try a turn for a bridge and for a unit"));
        }
        Ok(())
    }

    /// 21.1 Whether a unit may be put on top of its stack.
    fn may_top(&self, state: &State, side: u8, unit: UnitId) -> Result<(), Illegal> {
        self.mine(state, side, unit)?;
        let top = state.field.top(state.field.at(unit)) == unit;
        if state.rule(rule::OPEN)
            || top
            || state.field.has(unit, flag::TOPPED)
            || state.field.fog_box(unit) > 0
        {
            return no("ch 21.1", say!("{unit} is not put on top", unit));
        }
        Ok(())
    }
}

/// 2.1.b4, 2.1.c3 The movement phase of a side. [rule: ch 6.1]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Movement {
    pub(crate) side: u8,
    /// Task Force 90 has moved.
    pub(crate) sailed: bool,
}

impl Judged for Movement {
    fn judge(&self, now: Now<'_, Chosin>, ctx: &Ctx, action: Action) -> Result<(), Illegal> {
        let (game, state) = (now.game, now.state);
        match action {
            Action::Move { unit } => {
                game.may_move(state, self.side, unit)?;
                units(&game.box_mates(state, unit)).try_for_each(|u| game.may_move(state, self.side, u))
            }
            Action::March { unit } => {
                game.may_march(now, ctx, self.side, unit)?;
                units(&game.box_mates(state, unit)).try_for_each(|u| game.may_march(now, ctx, self.side, u))
            }
            Action::Blow { unit, bridge } => game.may_blow(state, self.side, unit, bridge),
            Action::Top { unit } => game.may_top(state, self.side, unit),
            Action::Fleet if self.side == UN && !self.sailed && state.fleet < off::FIRST => Ok(()),
            Action::Fleet => no("ch 18.1", say!("Task Force 90 moves once in every UN movement phase")),
            Action::End => Ok(()),
            _ if self.side == UN => game.may_transport(now, action),
            _ => no("ch 6.1", say!("this is the movement phase")),
        }
    }
}

impl Movement {
    /// 23.2 The bridges that can be tried.
    fn demolitions(self, game: &Chosin, state: &State, out: &mut Vec<Action>) {
        let spent = state.blown | state.sapped;
        for unit in units(&state.field.present[self.side as usize]) {
            let mut bridges = game.data.ground.bridges_at[state.field.at(unit).index()] & !spent;
            if bridges == 0 || state.field.has(unit, flag::DISRUPTED | flag::SAPPED) {
                continue;
            }
            while bridges != 0 {
                let bridge = BridgeId(bridges.trailing_zeros() as u8);
                bridges &= bridges - 1;
                out.push(Action::Blow { unit, bridge });
            }
        }
    }

    /// 21.1 The units that can be put on top.
    fn tops(self, state: &State, out: &mut Vec<Action>) {
        if state.rule(rule::OPEN) {
            return;
        }
        for unit in units(&state.field.present[self.side as usize]) {
            let free = !state.field.has(unit, flag::TOPPED | flag::BOX_MASK);
            if free && state.field.top(state.field.at(unit)) != unit {
                out.push(Action::Top { unit });
            }
        }
    }

    /// 6.1, 6.5 The units that can march.
    fn marches(self, now: Now<'_, Chosin>, out: &mut Vec<Action>) {
        let (game, state, ctx) = (now.game, now.state, Ctx::default());
        let free = |unit: UnitId| game.may_move(state, self.side, unit).is_ok();
        let whole = |unit: UnitId, may: &dyn Fn(UnitId) -> bool| {
            state.field.fog_box(unit) == 0 || units(&game.box_mates(state, unit)).all(may)
        };
        let fresh = |u: &UnitId| !state.field.has(*u, flag::MOVED | flag::DUG);
        let first = out.len();
        let mine = units(&state.field.present[self.side as usize]).filter(fresh);
        out.extend(mine.filter(|u| free(*u) && whole(*u, &free)).map(|unit| Action::Move { unit }));
        let (last, hurries) = (out.len(), |u: UnitId| game.may_hurry(now, &ctx, self.side, u).is_ok());
        if state.event(Event::BadWeather) {
            return;
        }
        for i in first..last {
            if let Action::Move { unit } = out[i]
                && hurries(unit)
                && whole(unit, &hurries)
            {
                out.push(Action::March { unit });
            }
        }
    }
}

impl Decision<Chosin> for Movement {
    fn check(&self, now: Now<'_, Chosin>, action: Action) -> Result<(), Illegal> {
        self.judge(now, &Ctx::default(), action)
    }
    /// Made in the order of legal lists: nothing is left to sort.
    fn list(&self, now: Now<'_, Chosin>, out: &mut Vec<Action>) {
        let (game, state) = (now.game, now.state);
        self.demolitions(game, state, out);
        self.tops(state, out);
        self.marches(now, out);
        if self.side == UN {
            game.transports(state, out);
            if !self.sailed && state.fleet < off::FIRST {
                out.push(Action::Fleet);
            }
        }
        out.push(Action::End);
    }
    fn seats(&self, _: &Chosin, _: &State) -> SeatSet {
        only(self.side)
    }
    fn ask(&self, _: Now<'_, Chosin>) -> Ask {
        Ask::new("ch 6.1", say!("Choose a unit to move, or end the phase."))
    }
    fn quiet(&self, _: Now<'_, Chosin>) -> Option<Action> {
        Some(Action::End)
    }
    fn perform(&self, game: &Chosin, state: &mut State, by: Seat, action: Action, play: &mut Play) {
        match action {
            Action::Move { unit } | Action::March { unit } => {
                let forced = matches!(action, Action::March { .. });
                let mut group = game.box_mates(state, unit);
                group.set(unit.index(), true);
                if forced {
                    units(&group).for_each(|u| game.charge_march(state, u));
                }
                state.push(Moving { group, forced, started: false, goal: off::OUT.0 });
            }
            Action::Blow { unit, bridge } => {
                state.sapped |= 1 << bridge.0;
                state.field.mark(unit, flag::SAPPED);
                let name = term::of(term::BRIDGE, bridge.0);
                if play.d6("demolition") <= game.data.parameters.demolition.into() {
                    state.blown |= 1 << bridge.0;
                    play.outcome("ch 23.2", say!("The bridge {bridge} is destroyed.", bridge = name));
                } else {
                    play.outcome("ch 23.2", say!("The bridge {bridge} holds.", bridge = name));
                }
            }
            Action::Top { unit } => {
                state.field.raise(&game.data.ground, self.side, unit);
                state.field.mark(unit, flag::TOPPED);
                let hex = state.field.at(unit);
                play.say(by, "ch 21.1", say!("{unit} is put on top at {hex}.", unit, hex = at(hex)))
                    .on(at(hex));
            }
            Action::Fleet => {
                state.replace(Movement { sailed: true, ..*self });
                state.push(crate::transport::Sailing);
            }
            Action::End => state.pop(),
            _ => game.transport(state, action, play),
        }
    }
    fn offer(&self, _: Now<'_, Chosin>, action: Action) -> Offer {
        let kind = ActionKind::Choose;
        match action {
            Action::Move { unit } => Offer::new(ActionKind::Select, "ch 6.1", say!("Move {unit}", unit)),
            Action::March { unit } => {
                Offer::new(ActionKind::Select, "ch 6.5", say!("{unit} force-marches", unit))
            }
            Action::Blow { unit, bridge } => {
                let bridge = term::of(term::BRIDGE, bridge.0);
                Offer::new(kind, "ch 23.2", say!("{unit} blows the bridge {bridge}", unit, bridge)).dice()
            }
            Action::Top { unit } => Offer::new(kind, "ch 21.1", say!("Put {unit} on top", unit)),
            Action::Fleet => Offer::new(ActionKind::Select, "ch 18.1", say!("Move Task Force 90")),
            Action::End => Offer::new(ActionKind::EndPhase, "ch 6.1", say!("End movement")),
            _ => Chosin::offer_transport(action),
        }
    }
}

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
    /// Calls `found` with every hex in reach, its cost and the hex before it.
    pub(crate) fn reach(self, game: &Chosin, state: &State, mut found: impl FnMut(HexId, u8, HexId)) {
        let Some(leader) = self.leader() else { return };
        let start = self.hex(state);
        if self.pace(game, state).is_none() {
            for to in game.data.ground.around(start) {
                if let Some(cost) = self.step_cost(game, state, to) {
                    found(to, cost, start);
                }
            }
            return;
        }
        let march = March::new(&game.data, state, leader, self.group, self.forced).for_search();
        SCRATCH.with_borrow_mut(|scratch| {
            let budget = u16::from(self.left(game, state));
            let reach = scratch.range(game.data.ground.map.grid(), start, budget, &march);
            for (hex, cost) in reach.hexes().filter(|(hex, _)| *hex != start) {
                found(hex, cost as u8, reach.previous(hex).unwrap_or(start));
            }
        });
    }
    /// The cheapest path to a hex, start included; empty if there is none.
    fn path(self, game: &Chosin, state: &State, to: HexId) -> Vec<HexId> {
        let (Some(leader), start) = (self.leader(), self.hex(state)) else { return Vec::new() };
        if self.pace(game, state).is_none() {
            let near =
                game.data.ground.direction(start, to).is_some() && self.step_cost(game, state, to).is_some();
            return if near { vec![start, to] } else { Vec::new() };
        }
        let march = March::new(&game.data, state, leader, self.group, self.forced).for_search();
        SCRATCH.with_borrow_mut(|scratch| {
            let mut path = Vec::new();
            let budget = u16::from(self.left(game, state));
            scratch.path(game.data.ground.map.grid(), start, to, budget, &march, &mut path);
            path
        })
    }

    /// Walks along a path until it ends or the UN may interdict. [rule: ch 14.13.2]
    fn walk(mut self, game: &Chosin, state: &mut State, to: HexId, play: &mut Play) {
        let path = self.path(game, state, to);
        let (side, from) = (self.side(game), self.hex(state));
        let mut spent = 0;
        self.started = true;
        self.goal = off::OUT.0;
        for &hex in path.iter().skip(1) {
            let Some(cost) = self.step_cost(game, state, hex) else { break };
            let here = self.hex(state);
            spent += cost;
            for unit in units(&self.group) {
                let own = March::new(&game.data, state, unit, self.group, self.forced)
                    .step(here, hex)
                    .unwrap_or(cost);
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
        self.report(game, state, from, spent, play);
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
                units = many(names.iter().copied()),
                from = at(from),
                to = at(to),
                mp
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
                if self.path(game, state, hex).len() < 2 {
                    return no("ch 6.2", say!("{hex} is out of reach", hex = at(hex)));
                }
                Ok(())
            }
            Action::Leave { unit } => {
                if self.started && self.group.has(unit.index()) && self.group.len() > 1 {
                    return Ok(());
                }
                no("ch 6.1", say!("a stack on the march leaves units behind"))
            }
            Action::Meet { hex } => self.may_meet(now, hex),
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
        let ask = Ask::new("ch 6.1", say!("{units}: {mp} MP left.", units = many(units(&self.group)), mp));
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
        self.reach(game, state, |hex, _, _| reach.set(hex.index(), true));
        out.extend(hexes(&reach).map(|hex| Action::To { hex }));
        out.extend(units(&self.group).map(|unit| Action::Leave { unit }));
        if state.rule(rule::MEETING) {
            let from = out.len();
            out.extend(game.data.ground.around(hex).map(|hex| Action::Meet { hex }));
            out[from..].sort_unstable();
        }
        out.extend([Action::Exit, Action::Done]);
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
fn going(state: &State, unit: UnitId) -> bool {
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
