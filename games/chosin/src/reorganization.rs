//! 5.0 Reorganization, with entrenching (29), depot demolition (20.63) and bridge repair (23.3) in the same phase.

use crate::actions::{Action, BridgeId};
use crate::data::Kind;
use crate::game::{Chosin, Ctx, Judged, at, judged, no, only, seat, term};
use crate::state::{State, Stock, UN, UnitBits, UnitId, flag, off, rule};
use board::HexId;
use engine::scene::ActionKind;
use engine::{Ask, Decision, Effect, Illegal, Now, Offer, Play, Seat, SeatSet, say};
use serde::{Deserialize, Serialize};

impl Chosin {
    /// 5.2, 5.5 Whether the battalions for a breakdown wait in the box. [rule: ch 5.2, ch 5.5, ch pool]
    pub(crate) fn parts_ready(&self, state: &State, unit: UnitId) -> Result<(), Illegal> {
        let parts = &self.data.unit(unit).parts;
        if parts.is_empty() {
            return no("ch 5.2", say!("{unit} does not break down", unit));
        }
        if self.parts_from(state, unit, off::POOL).is_none() {
            return no("ch 5.5", say!("too few battalion counters are left to break {unit} down", unit));
        }
        Ok(())
    }

    /// The battalions of one place that make up a unit: effective ones, lowest numbers first. [rule: ch 5.3, ch 5.4]
    fn parts_from(&self, state: &State, unit: UnitId, place: HexId) -> Option<UnitBits> {
        let mut taken = UnitBits::default();
        for kind in &self.data.unit(unit).parts {
            let fits = |u: &usize| {
                let unit = UnitId(*u as u8);
                state.field.at(unit) == place && !state.field.disrupted(unit) && !taken.has(*u)
            };
            let part = self.data.of_part[usize::from(*kind)].iter().find(fits)?;
            taken.set(part, true);
        }
        Some(taken)
    }

    /// Takes the battalions of a unit out of the box; they carry on its division, its digging (29.2) and its jump (17.31).
    /// [rule: ch 17.31]
    pub(crate) fn take_parts(&self, state: &mut State, unit: UnitId) -> Vec<UnitId> {
        let parts = self.parts_from(state, unit, off::POOL).unwrap_or_default();
        let parts: Vec<UnitId> = parts.iter().map(|u| UnitId(u as u8)).collect();
        let carried = state.field.flags[unit.index()] & (flag::DUG | flag::JUMPED);
        for part in &parts {
            let third = if self.data.unit(unit).third { flag::THIRD } else { 0 };
            state.field.flags[part.index()] = carried | third;
        }
        parts
    }
}

/// 2.1.b3 The reorganization phase of a side. [rule: ch 2.1.b3, ch 2.1.b8, ch 5.1]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reorganization {
    pub(crate) side: u8,
}

impl Reorganization {
    /// 29.1, 29.2 Entrenching. [rule: ch 29.1, ch 29.2]
    fn may_entrench(self, now: Now<'_, Chosin>, ctx: &Ctx, unit: UnitId) -> Result<(), Illegal> {
        let (game, state) = (now.game, now.state);
        game.uses(state, rule::ENTRENCH, "ch 29.1")?;
        game.mine(state, self.side, unit)?;
        let hex = state.field.at(unit);
        if state.field.has(unit, flag::DUG) {
            return no("ch 29.1", say!("{unit} has tried in this phase", unit));
        }
        if state.entrenched.has(hex.index()) {
            return no("ch 29.3", say!("{hex} is entrenched", hex = at(hex)));
        }
        if state.enemy_zone(self.side, hex) {
            return no("ch 29.2", say!("nobody entrenches in an enemy zone of control"));
        }
        if !ctx.supplied(now, unit) {
            return no("ch 29.1", say!("{unit} is out of supply", unit));
        }
        Ok(())
    }

    /// 20.63 Destroying a depot. [rule: ch 20.63]
    fn may_demolish(self, now: Now<'_, Chosin>, hex: HexId) -> Result<(), Illegal> {
        let standing = now.state.depots.iter().find(|d| d.hex == hex.0 && d.stock == Stock::Standing);
        let Some(depot) = standing.filter(|_| self.side == UN) else {
            return no("ch 20.63", say!("there is no depot to destroy at {hex}", hex = at(hex)));
        };
        if depot.tried {
            return no("ch 20.63", say!("one try a turn"));
        }
        if !now.state.field.holds(UN, hex) {
            return no("ch 20.63", say!("a unit must be there"));
        }
        Ok(())
    }

    /// 23.3, 36.1 Repairing a bridge. [rule: ch 23.3, ch 36.0, ch 36.1]
    fn may_repair(
        self,
        now: Now<'_, Chosin>,
        ctx: &Ctx,
        unit: UnitId,
        bridge: BridgeId,
    ) -> Result<(), Illegal> {
        let (game, state) = (now.game, now.state);
        game.mine(state, self.side, unit)?;
        let (a, b) = game.data.ground.bridges[bridge.0 as usize];
        if state.blown >> bridge.0 & 1 == 0 {
            return no("ch 23.3", say!("that bridge stands"));
        }
        let builder = matches!(game.data.quick(unit).kind, Kind::Hq | Kind::CombatEngineer);
        if !builder || state.field.disrupted(unit) {
            return no("ch 23.3", say!("an effective headquarters repairs bridges"));
        }
        if state.field.at(unit) != a && state.field.at(unit) != b {
            return no("ch 23.3", say!("{unit} does not border the bridge", unit));
        }
        if state.field.has(unit, flag::SAPPED) || state.sapped >> bridge.0 & 1 == 1 {
            return no("ch 23.3", say!("one try a turn"));
        }
        if state.field.holds(1 - self.side, a) || state.field.holds(1 - self.side, b) {
            return no("ch 23.3", say!("an enemy unit borders the bridge"));
        }
        if !ctx.supplied(now, unit) {
            return no("ch 23.3", say!("{unit} is out of supply", unit));
        }
        Ok(())
    }

    fn may_form(self, now: Now<'_, Chosin>, unit: UnitId, hex: HexId) -> Result<(), Illegal> {
        let (game, state) = (now.game, now.state);
        if game.side(unit) != self.side
            || state.field.at(unit) != off::POOL
            || game.data.unit(unit).parts.is_empty()
        {
            return no("ch 5.5", say!("{unit} does not wait to be formed", unit));
        }
        if game.parts_from(state, unit, hex).is_none() {
            return no(
                "ch 5.2",
                say!("the effective battalions of {unit} are not at {hex}", unit, hex = at(hex)),
            );
        }
        Ok(())
    }
}

impl Judged for Reorganization {
    fn judge(&self, now: Now<'_, Chosin>, ctx: &Ctx, action: Action) -> Result<(), Illegal> {
        let (game, state) = (now.game, now.state);
        match action {
            Action::BreakDown { unit } => {
                game.mine(state, self.side, unit)?;
                if state.field.disrupted(unit) {
                    return no("ch 5.4", say!("only effective units break down"));
                }
                game.parts_ready(state, unit)
            }
            Action::Form { unit, hex } => self.may_form(now, unit, hex),
            Action::Entrench { unit } => self.may_entrench(now, ctx, unit),
            Action::Demolish { hex } => self.may_demolish(now, hex),
            Action::Repair { unit, bridge } => self.may_repair(now, ctx, unit, bridge),
            Action::End => Ok(()),
            _ => no("ch 2.1.b3", say!("this is the reorganization phase")),
        }
    }
}

impl Decision<Chosin> for Reorganization {
    judged!();
    fn seats(&self, _: &Chosin, _: &State) -> SeatSet {
        only(self.side)
    }
    fn ask(&self, _: Now<'_, Chosin>) -> Ask {
        Ask::new("ch 2.1.b3", say!("Reorganize, repair and demolish, or end the phase."))
    }
    fn candidates(&self, now: Now<'_, Chosin>, out: &mut Vec<Action>) {
        let (game, state) = (now.game, now.state);
        for unit in game.on_map(state, self.side) {
            if !game.data.unit(unit).parts.is_empty() {
                out.push(Action::BreakDown { unit });
            }
            if state.rule(rule::ENTRENCH) {
                out.push(Action::Entrench { unit });
            }
            if state.blown != 0 && matches!(game.data.quick(unit).kind, Kind::Hq | Kind::CombatEngineer) {
                out.extend(
                    (0..game.data.ground.bridges.len() as u8)
                        .map(|b| Action::Repair { unit, bridge: BridgeId(b) }),
                );
            }
        }
        if self.side == UN {
            let waiting: Vec<UnitId> =
                game.off_map(state, UN, off::POOL).filter(|u| !game.data.unit(*u).parts.is_empty()).collect();
            for hex in crate::event::hexes(&state.field.held[UN as usize]) {
                let battalions = state.field.units_in(hex).filter(|u| game.data.unit(*u).part > 0).count();
                if battalions > 1 {
                    out.extend(waiting.iter().map(|&unit| Action::Form { unit, hex }));
                }
            }
            out.extend(
                state
                    .depots
                    .iter()
                    .filter(|d| d.hex < off::FIRST)
                    .map(|d| Action::Demolish { hex: HexId(d.hex) }),
            );
        }
        out.push(Action::End);
    }
    fn quiet(&self, _: Now<'_, Chosin>) -> Option<Action> {
        Some(Action::End)
    }
    fn perform(&self, game: &Chosin, state: &mut State, _: Seat, action: Action, play: &mut Play) {
        match action {
            Action::BreakDown { unit } => game.break_down(state, unit, play),
            Action::Form { unit, hex } => game.form(state, unit, hex, play),
            Action::Entrench { unit } => {
                let hex = state.field.at(unit);
                game.charge(state, unit);
                state.field.mark(unit, flag::DUG);
                let done = play.d6("entrench") <= game.data.parameters.entrench[self.side as usize].into();
                state.entrenched.set(hex.index(), done);
                let text = if done {
                    say!("{hex} is entrenched.", hex = at(hex))
                } else {
                    say!("The ground at {hex} is too hard.", hex = at(hex))
                };
                play.outcome("ch 29.1", text).on(at(hex));
            }
            Action::Demolish { hex } => {
                let done = play.d6("depot") <= game.data.parameters.depot.into();
                for depot in state.depots.iter_mut().filter(|d| d.hex == hex.0) {
                    depot.tried = true;
                    if done {
                        depot.stock = Stock::Gone;
                    }
                }
                let text = if done {
                    say!("The depot at {hex} is destroyed.", hex = at(hex))
                } else {
                    say!("The depot at {hex} does not burn.", hex = at(hex))
                };
                play.outcome("ch 20.63", text).on(at(hex));
            }
            Action::Repair { unit, bridge } => {
                let p = &game.data.parameters;
                let limit = if game.data.quick(unit).kind == Kind::CombatEngineer {
                    p.repair_engineer
                } else {
                    p.repair
                };
                game.charge(state, unit);
                state.field.mark(unit, flag::SAPPED);
                state.sapped |= 1 << bridge.0;
                let bridge_name = term::of(term::BRIDGE, bridge.0);
                if play.d6("repair") <= limit.into() {
                    state.blown &= !(1 << bridge.0);
                    play.outcome("ch 23.3", say!("The bridge {bridge} is repaired.", bridge = bridge_name));
                } else {
                    play.outcome(
                        "ch 23.3",
                        say!("The bridge {bridge} is not repaired.", bridge = bridge_name),
                    );
                }
            }
            _ => state.pop(),
        }
    }
    fn offer(&self, _: Now<'_, Chosin>, action: Action) -> Offer {
        let kind = ActionKind::Choose;
        match action {
            Action::BreakDown { unit } => Offer::new(kind, "ch 5.1", say!("Break {unit} down", unit)),
            Action::Form { unit, hex } => {
                Offer::new(kind, "ch 5.1", say!("Form {unit} at {hex}", unit, hex = at(hex)))
            }
            Action::Entrench { unit } => Offer::new(kind, "ch 29.1", say!("{unit} entrenches", unit)).dice(),
            Action::Demolish { hex } => {
                Offer::new(kind, "ch 20.63", say!("Destroy the depot at {hex}", hex = at(hex))).dice()
            }
            Action::Repair { unit, bridge } => {
                let bridge = term::of(term::BRIDGE, bridge.0);
                Offer::new(kind, "ch 23.3", say!("{unit} repairs the bridge {bridge}", unit, bridge)).dice()
            }
            _ => Offer::new(ActionKind::EndPhase, "ch 2.1.b3", say!("End reorganization")),
        }
    }
}

impl Chosin {
    fn break_down(&self, state: &mut State, unit: UnitId, play: &mut Play) {
        let (side, hex) = (self.side(unit), state.field.at(unit));
        let name = self.named(state, unit);
        let parts = self.take_parts(state, unit);
        state.field.lift(&self.data.ground, side, unit, off::POOL);
        state.field.flags[unit.index()] = 0;
        for part in parts {
            state.field.at[part.index()] = off::OUT.0;
            state.field.place(&self.data.ground, side, part, hex);
        }
        play.say(seat(side), "ch 5.1", say!("{unit} breaks down at {hex}.", unit = name, hex = at(hex)))
            .on(at(hex))
            .effect(Effect::Left { unit: name });
    }

    fn form(&self, state: &mut State, unit: UnitId, hex: HexId, play: &mut Play) {
        let side = self.side(unit);
        let parts = self.parts_from(state, unit, hex).unwrap_or_default();
        let mut carried = 0;
        for part in parts.iter().map(|u| UnitId(u as u8)) {
            carried |= state.field.flags[part.index()] & (flag::DUG | flag::JUMPED);
            state.field.lift(&self.data.ground, side, part, off::POOL);
            state.field.flags[part.index()] = 0;
        }
        let third = if self.data.unit(unit).third { flag::THIRD } else { 0 };
        state.field.flags[unit.index()] = carried | third;
        state.field.at[unit.index()] = off::OUT.0;
        state.field.place(&self.data.ground, side, unit, hex);
        play.say(seat(side), "ch 5.1", say!("{unit} is formed at {hex}.", unit, hex = at(hex)))
            .on(at(hex))
            .effect(Effect::Placed { unit: unit.into(), at: at(hex) });
    }
}
