//! 6.0 Movement: the phase. Units are chosen to march, by forced march too; bridges are blown; stacks are rearranged.

use crate::actions::{Action, BridgeId};
use crate::data::{Kind, Nation};
use crate::events::Event;
use crate::game::{Chosin, Ctx, Judged, at, no, only, term};
use crate::marching::Moving;
use crate::state::{State, UN, UnitBits, UnitId, flag, off, rule};
use engine::scene::ActionKind;
use engine::{Ask, Decision, Illegal, Now, Offer, Play, Seat, SeatSet, say};
use serde::{Deserialize, Serialize};

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
    pub(crate) fn may_march(
        &self,
        now: Now<'_, Chosin>,
        ctx: &Ctx,
        side: u8,
        unit: UnitId,
    ) -> Result<(), Illegal> {
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
    pub(crate) fn may_blow(
        &self,
        state: &State,
        side: u8,
        unit: UnitId,
        bridge: BridgeId,
    ) -> Result<(), Illegal> {
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

    /// 23.2 The bridges that some units can try to blow.
    pub(crate) fn demolitions(&self, state: &State, sappers: &UnitBits, out: &mut Vec<Action>) {
        let spent = state.blown | state.sapped;
        let at_hand = &self.data.ground.bridges_at;
        for unit in units(sappers) {
            // Off the map there are none.
            let mut bridges = at_hand.get(state.field.at(unit).index()).map_or(0, |b| b & !spent);
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

    /// 23.21 The die of a demolition. [rule: ch 23.2]
    pub(crate) fn blow(&self, state: &mut State, unit: UnitId, bridge: BridgeId, play: &mut Play) {
        state.sapped |= 1 << bridge.0;
        state.field.mark(unit, flag::SAPPED);
        let name = term::of(term::BRIDGE, bridge.0);
        if play.d6("demolition") <= self.data.parameters.demolition.into() {
            state.blown |= 1 << bridge.0;
            play.outcome("ch 23.2", say!("The bridge {bridge} is destroyed.", bridge = name));
        } else {
            play.outcome("ch 23.2", say!("The bridge {bridge} holds.", bridge = name));
        }
    }

    pub(crate) fn offer_blow(&self, unit: UnitId, bridge: BridgeId) -> Offer {
        let bridge = term::of(term::BRIDGE, bridge.0);
        let text = say!("{unit} blows the bridge {bridge}", unit, bridge);
        Offer::new(ActionKind::Choose, "ch 23.2", text).dice()
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
        self.marches(now, out);
        if self.side == UN {
            game.transports(state, out);
            if !self.sailed && state.fleet < off::FIRST {
                out.push(Action::Fleet);
            }
        }
        game.demolitions(state, &state.field.present[self.side as usize], out);
        self.tops(state, out);
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
            Action::Blow { unit, bridge } => game.blow(state, unit, bridge, play),
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
    fn offer(&self, now: Now<'_, Chosin>, action: Action) -> Offer {
        let kind = ActionKind::Choose;
        match action {
            Action::Move { unit } => Offer::new(ActionKind::Select, "ch 6.1", say!("Move {unit}", unit)),
            Action::March { unit } => {
                Offer::new(ActionKind::Select, "ch 6.5", say!("{unit} force-marches", unit))
            }
            Action::Blow { unit, bridge } => now.game.offer_blow(unit, bridge),
            Action::Top { unit } => Offer::new(kind, "ch 21.1", say!("Put {unit} on top", unit)),
            Action::Fleet => Offer::new(ActionKind::Select, "ch 18.1", say!("Move Task Force 90")),
            Action::End => Offer::new(ActionKind::EndPhase, "ch 6.1", say!("End movement")),
            _ => now.game.offer_transport(action),
        }
    }
}
