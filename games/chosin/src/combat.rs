//! 11.0 Land combat: declaring, the table, strengths, the die, results.

use crate::actions::{Action, TABLES, TableId};
use crate::data::{Kind, Nation};
use crate::event::hexes;
use crate::events::Event;
use crate::game::{Chosin, Ctx, Judged, at, enemy, judged, no, only, seat, term};
use crate::movement::units;
use crate::results::Choice;
use crate::state::{COM, Combat, Occasion, State, UN, UnitBits, UnitId, flag, off, reason, rule};
use crate::support::AirSupport;
use crate::tables::{CombatResult, odds_column, shifted};
use board::HexId;
use engine::scene::ActionKind;
use engine::{Ask, Decision, Illegal, Now, Offer, Play, Seat, SeatSet, Sentence, say};
use serde::{Deserialize, Serialize};

/// A line of the sum of columns: what it is, how many columns, and its rule.
pub(crate) struct Shift {
    pub(crate) what: fn() -> Sentence,
    pub(crate) columns: i8,
    pub(crate) rule: &'static str,
}

/// How an attack stands: strengths in quarters, columns and their reasons.
pub(crate) struct Sum {
    pub(crate) attack: u16,
    pub(crate) defence: u16,
    pub(crate) base: u8,
    pub(crate) shifts: Vec<Shift>,
    pub(crate) column: u8,
}

impl Chosin {
    /// 11.2 Whether a unit may join the attack on a hex. [rule: ch 11.0, ch 11.2, ch 11.21, ch 11.26, ch 11.27, ch 8.42, ch 6.52, ch 6.82, ch 3.3-32-33]
    fn may_attack(&self, state: &State, combat: &Combat, unit: UnitId) -> Result<(), Illegal> {
        let (side, target) = (combat.side, HexId(combat.target));
        self.mine(state, side, unit)?;
        if combat.attackers.has(unit.index()) {
            return no("ch 11.21", say!("{unit} takes part", unit));
        }
        let from = state.field.at(unit);
        if !self.data.ground.direction(from, target).is_some_and(|d| self.data.ground.edge(from, d).open) {
            return no("ch 11.26", say!("{unit} is not beside {hex} on land", unit, hex = at(target)));
        }
        if self.factors(state, unit)[0] == 0 {
            return no("ch 11.2", say!("{unit} has no attack strength", unit));
        }
        if combat.occasion == Occasion::Breakthrough {
            return self.may_break_through(state, combat, unit);
        }
        if state.field.has(unit, flag::ATTACKED) {
            return no("ch 11.21", say!("{unit} has attacked in this phase", unit));
        }
        if state.field.has(unit, flag::RAILED) {
            return no("ch 6.82", say!("{unit} came by rail", unit));
        }
        if state.field.has(unit, flag::FORCED) && state.field.active(target) {
            return no("ch 6.52", say!("after a forced march only disrupted units are attacked"));
        }
        if self.stands(state, unit) {
            return no("ch 3.3-34-36", say!("the 3rd Division is being redeployed"));
        }
        self.may_mix(state, combat, unit)?;
        let hex = state.field.at(unit);
        let mut fighting = crate::movement::alone(unit);
        for other in state.field.units_in(hex) {
            if combat.attackers.has(other.index()) || state.field.has(other, flag::ATTACKED) {
                fighting.set(other.index(), true);
            }
        }
        if self.data.too_much(side, hex, self.data.load_of_group(&fighting)) {
            return no("ch 8.42", say!("only units within the stacking limit attack"));
        }
        Ok(())
    }

    /// Event 32-33: the UN does not mix nations in an attack.
    pub(crate) fn may_mix(&self, state: &State, combat: &Combat, unit: UnitId) -> Result<(), Illegal> {
        let mixes = units(&combat.attackers).any(|u| self.contingent(u) != self.contingent(unit));
        if combat.side == UN && state.event(Event::NoCommunications) && mixes {
            return no("ch 3.3-32-33", say!("nations do not attack together today"));
        }
        Ok(())
    }

    /// 11.81, 11.82 Whether a unit may join a breakthrough combat. [rule: ch 11.81, ch 11.82, ch 11.83, ch 22.0]
    fn may_break_through(&self, state: &State, combat: &Combat, unit: UnitId) -> Result<(), Illegal> {
        if !combat.may_break.has(unit.index()) {
            return no("ch 11.83", say!("only US and Commonwealth units that advanced break through"));
        }
        if units(&combat.attackers).any(|u| state.field.at(u) != state.field.at(unit)) {
            return no("ch 11.82", say!("a breakthrough is fought from one hex"));
        }
        let mut fighting = combat.attackers;
        fighting.set(unit.index(), true);
        if self.data.too_much(UN, state.field.at(unit), self.data.load_of_group(&fighting)) {
            return no("ch 8.42", say!("only units within the stacking limit attack"));
        }
        self.may_mix(state, combat, unit)
    }

    /// The units beside the hex under attack.
    fn neighbours<'a>(&'a self, state: &'a State) -> impl Iterator<Item = UnitId> + 'a {
        let near = self.data.ground.around(HexId(state.combat.target));
        near.flat_map(|hex| state.field.units_in(hex))
    }

    /// 11.25 Whether a hex may be attacked at all.
    fn may_target(&self, state: &State, combat: &Combat) -> Result<(), Illegal> {
        let hex = HexId(combat.target);
        if !state.field.holds(enemy(combat.side), hex) {
            return no("ch 11.0", say!("no enemy stands at {hex}", hex = at(hex)));
        }
        if state.atomic.struck.contains(&hex.0) {
            return no("ch 37.3", say!("a hex that was bombed is not attacked in this player turn"));
        }
        let mut near = self.data.ground.around(hex).flat_map(|h| state.field.units_in(h));
        if near.any(|u| self.may_attack(state, combat, u).is_ok()) {
            return Ok(());
        }
        no("ch 11.21", say!("nobody can attack {hex}", hex = at(hex)))
    }

    /// 11.1 The attack is declared: both stacks are seen; event 46 counts it. [rule: ch 3.3-46, ch 11.1, ch 11.28, ch 11.31, ch 21.1]
    pub(crate) fn begin_combat(
        &self,
        state: &mut State,
        occasion: Occasion,
        side: u8,
        target: HexId,
        attackers: UnitBits,
        play: &mut Play,
    ) {
        let mut combat = Combat { side, occasion, target: target.0, attackers, ..Combat::default() };
        combat.from = units(&attackers).next().map_or(off::OUT.0, |u| state.field.at(u).0);
        for unit in units(&attackers) {
            let hex = state.field.at(unit).0;
            if !combat.vacated.contains(&hex) {
                combat.vacated.push(hex);
            }
        }
        for hex in combat.vacated.iter().map(|h| HexId(*h)).chain([target]).collect::<Vec<_>>() {
            self.unmask(state, hex, play);
        }
        state.field.units_in(target).for_each(|u| combat.defenders.set(u.index(), true));
        for unit in units(&attackers).chain(units(&combat.defenders)) {
            state.field.mark(unit, flag::SHOWN);
            state.field.unmark(unit, flag::STEPS_MASK);
        }
        play.reveal();
        let us = units(&attackers).any(|u| self.data.quick(u).nation == Nation::Us);
        if side == UN && us && state.event(Event::Yalu) {
            state.score.add(UN, reason::EVENTS, self.data.schedule.yalu.into());
        }
        play.say(
            seat(side),
            "ch 11.28",
            say!(
                "{units} {n|attacks|attack} {hex}.",
                hex = at(target),
                n = attackers.len(),
                // A long list is cut short: it comes last.
                units = engine::many(units(&attackers))
            ),
        )
        .on(at(target));
        state.combat = combat;
        self.charge_combat(state);
        state.push(TableChoice);
    }

    /// 31.2 Whether only partisans defend. [rule: ch 31.2]
    fn only_partisans(&self, state: &State) -> bool {
        let mut defenders = units(&state.combat.defenders);
        state.rule(rule::PARTISANS) && defenders.all(|u| self.data.quick(u).kind == Kind::Partisan)
    }

    /// 11.5 The strengths and columns of the combat as it stands, with supply as it is now (26.5). [rule: ch 26.5, ch 11.31, ch 11.51, ch 11.53, ch 11.55, ch 11.55A, ch 26.3, ch 30.3, ch 3.3-45, ch 17.5]
    pub(crate) fn sum(&self, state: &State) -> Sum {
        let (data, combat) = (&self.data, &state.combat);
        let (side, foe, target) = (combat.side, enemy(combat.side), HexId(combat.target));
        let (mine, theirs) = (data.supply(state, side), data.supply(state, foe));
        let attack = units(&combat.attackers).map(|u| data.attack(state, &mine, u, target)).sum();
        let defending =
            units(&combat.defenders).filter(|u| !combat.excess.has(u.index()) && state.field.on_map(*u));
        let defence = defending.map(|u| data.defence(state, &theirs, u)).sum();
        let mut shifts = Vec::new();
        let mut add = |what: fn() -> Sentence, columns: i8, rule| {
            if columns != 0 {
                shifts.push(Shift { what, columns, rule });
            }
        };
        let terrain = data.terrain_shift(state, &combat.attackers, target, foe);
        let dug = data.entrenchment_shift(state, target);
        add(|| say!("Terrain"), -(terrain as i8), "ch 11.54");
        add(|| say!("Entrenchment"), -(dug as i8), "ch 11.558");
        let cas = combat.cas as i8;
        add(|| say!("Close air support"), if side == UN { cas } else { -cas }, "ch 11.55");
        add(|| say!("Attacking artillery"), self.support_columns(combat, 0) as i8, "ch 11.55A");
        add(|| say!("Defending artillery"), -(self.support_columns(combat, 1) as i8), "ch 11.55A");
        if side == COM {
            add(|| say!("Surprise"), data.surprise_column(state, &combat.attackers) as i8, "ch S1 5.31");
            add(
                || say!("Divisional artillery"),
                data.artillery_column(state, &mine, &combat.attackers) as i8,
                "ch 38.5.4",
            );
        } else {
            add(
                || say!("Divisional artillery"),
                -(data.artillery_column(state, &theirs, &combat.defenders) as i8),
                "ch 38.5.4",
            );
            let swooped = units(&combat.attackers).any(|u| state.field.has(u, flag::SWOOPED));
            add(|| say!("Airborne surprise"), i8::from(swooped), "ch 17.5");
            add(
                || say!("Special operations"),
                data.special_shift(state, &combat.attackers, target) as i8,
                "ch 32.1",
            );
            add(
                || say!("Combat engineers"),
                data.engineer_column(&combat.attackers, terrain + dug) as i8,
                "ch 36.2",
            );
        }
        self.event_shifts(state, &mut add);
        if combat.occasion == Occasion::Meeting {
            add(|| say!("Meeting engagement"), -1, "ch 26.3");
            let armor = state.rule(rule::ARMOR) && units(&combat.attackers).any(|u| data.quick(u).armored());
            add(|| say!("Armor in a meeting engagement"), i8::from(armor), "ch 30.3");
        }
        let base = odds_column(attack, defence);
        let column = shifted(base, shifts.iter().map(|s| s.columns).sum());
        Sum { attack, defence, base, shifts, column }
    }

    fn event_shifts(&self, state: &State, add: &mut impl FnMut(fn() -> Sentence, i8, &'static str)) {
        let side = state.combat.side;
        add(|| say!("Bug out"), -i8::from(side == UN && state.event(Event::BugOut)), "ch 3.3-11-12");
        add(
            || say!("Morale cracks"),
            -i8::from(side == COM && state.event(Event::MoraleCracks)),
            "ch 3.3-13-14",
        );
        add(|| say!("Bad weather"), -i8::from(state.event(Event::BadWeather)), "ch 3.3-23-26");
        add(|| say!("Running dogs"), i8::from(side == COM && state.event(Event::RunningDogs)), "ch 3.3-45");
    }

    /// 11.551, 11.552 Columns of fire support, at most the side's limit; 0 attacker, 1 defender. [rule: ch 11.551, ch 11.552]
    pub(crate) fn support_columns(&self, combat: &Combat, role: usize) -> u8 {
        let side = if role == 0 { combat.side } else { enemy(combat.side) };
        combat.support[role].min(self.data.parameters.support[side as usize][role])
    }
}

/// 2.1.b7 The combat phase of a side. [rule: ch 11.0, ch 11.6]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Combats {
    pub(crate) side: u8,
}

impl Combats {
    fn plan(self, hex: HexId) -> Combat {
        Combat { side: self.side, target: hex.0, ..Combat::default() }
    }
}

impl Judged for Combats {
    fn judge(&self, now: Now<'_, Chosin>, _: &Ctx, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Attack { hex } => now.game.may_target(now.state, &self.plan(hex)),
            Action::End => Ok(()),
            _ => no("ch 11.0", say!("this is the combat phase")),
        }
    }
}

impl Decision<Chosin> for Combats {
    judged!();
    fn seats(&self, _: &Chosin, _: &State) -> SeatSet {
        only(self.side)
    }
    fn ask(&self, _: Now<'_, Chosin>) -> Ask {
        Ask::new("ch 11.0", say!("Choose a hex to attack, or end the phase."))
    }
    fn candidates(&self, now: Now<'_, Chosin>, out: &mut Vec<Action>) {
        let held = &now.state.field.held[enemy(self.side) as usize];
        let near = |h: &HexId| now.game.data.ground.around(*h).any(|n| now.state.field.holds(self.side, n));
        out.extend(hexes(held).filter(near).map(|hex| Action::Attack { hex }));
        out.push(Action::End);
    }
    fn quiet(&self, _: Now<'_, Chosin>) -> Option<Action> {
        Some(Action::End)
    }
    fn perform(&self, _: &Chosin, state: &mut State, _: Seat, action: Action, _: &mut Play) {
        match action {
            Action::Attack { hex } => {
                state.combat = self.plan(hex);
                state.push(Gather);
            }
            _ => state.pop(),
        }
    }
    fn offer(&self, _: Now<'_, Chosin>, action: Action) -> Offer {
        match action {
            Action::Attack { hex } => {
                Offer::new(ActionKind::Attack, "ch 11.0", say!("Attack {hex}", hex = at(hex)))
            }
            _ => Offer::new(ActionKind::EndPhase, "ch 11.0", say!("End combat")),
        }
    }
}

/// 11.24 The attackers are named one by one. [rule: ch 11.21, ch 11.28]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gather;

impl Judged for Gather {
    fn judge(&self, now: Now<'_, Chosin>, _: &Ctx, action: Action) -> Result<(), Illegal> {
        let state = now.state;
        match action {
            Action::Add { unit } => now.game.may_attack(state, &state.combat, unit),
            Action::AddAll => {
                let mut near = now.game.neighbours(state);
                if near.any(|u| now.game.may_attack(state, &state.combat, u).is_ok()) {
                    return Ok(());
                }
                no("ch 11.21", say!("nobody else can attack"))
            }
            Action::Lock if !state.combat.attackers.is_empty() => Ok(()),
            _ => no(
                "ch 11.21",
                say!("an attack on {hex} is being made up", hex = at(HexId(state.combat.target))),
            ),
        }
    }
}

impl Decision<Chosin> for Gather {
    judged!();
    fn seats(&self, _: &Chosin, state: &State) -> SeatSet {
        only(state.combat.side)
    }
    fn ask(&self, now: Now<'_, Chosin>) -> Ask {
        let hex = at(HexId(now.state.combat.target));
        Ask::new("ch 11.21", say!("Add units to the attack on {hex}, then declare it.", hex)).place(hex)
    }
    fn candidates(&self, now: Now<'_, Chosin>, out: &mut Vec<Action>) {
        out.extend(now.game.neighbours(now.state).map(|unit| Action::Add { unit }));
        out.extend([Action::AddAll, Action::Lock]);
    }
    fn quiet(&self, now: Now<'_, Chosin>) -> Option<Action> {
        (!now.state.combat.attackers.is_empty()).then_some(Action::Lock)
    }
    fn perform(&self, game: &Chosin, state: &mut State, _: Seat, action: Action, play: &mut Play) {
        match action {
            Action::Add { unit } => state.combat.attackers.set(unit.index(), true),
            Action::AddAll => {
                for unit in game.neighbours(state).collect::<Vec<_>>() {
                    if game.may_attack(state, &state.combat, unit).is_ok() {
                        state.combat.attackers.set(unit.index(), true);
                    }
                }
            }
            _ => {
                state.pop();
                let Combat { occasion, side, target, attackers, .. } = state.combat;
                game.begin_combat(state, occasion, side, HexId(target), attackers, play);
            }
        }
    }
    fn offer(&self, now: Now<'_, Chosin>, action: Action) -> Offer {
        match action {
            Action::Add { unit } => {
                let strength = now.game.factors(now.state, unit)[0];
                Offer::new(ActionKind::Add, "ch 11.21", say!("{unit} attacks", unit))
                    .cost(say!("strength {strength}", strength))
            }
            Action::AddAll => Offer::new(ActionKind::Add, "ch 11.21", say!("Attack with everybody")),
            _ => Offer::new(ActionKind::Done, "ch 11.28", say!("Declare the attack")).dice(),
        }
    }
}

/// 11.4 The attacker chooses the table. [rule: ch 11.4, ch 11.412, ch 31.2]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableChoice;

impl Decision<Chosin> for TableChoice {
    fn seats(&self, game: &Chosin, state: &State) -> SeatSet {
        if game.only_partisans(state) { SeatSet::NONE } else { only(state.combat.side) }
    }
    fn ask(&self, now: Now<'_, Chosin>) -> Ask {
        let hex = at(HexId(now.state.combat.target));
        Ask::new("ch 11.4", say!("Probe, assault or mobile attack on {hex}?", hex)).place(hex)
    }
    fn candidates(&self, _: Now<'_, Chosin>, out: &mut Vec<Action>) {
        out.extend((0..TABLES.len() as u8).map(|t| Action::Table { table: TableId(t) }));
    }
    fn check(&self, now: Now<'_, Chosin>, action: Action) -> Result<(), Illegal> {
        let (data, state) = (&now.game.data, now.state);
        match action {
            Action::Table { table } if table.0 == 2 => {
                let combat = &state.combat;
                let supply = data.supply(state, combat.side);
                if data.mobile(state, &supply, &combat.attackers, HexId(combat.target)) {
                    return Ok(());
                }
                no("ch 11.412", say!("half of the attack strength must be of mobile units"))
            }
            Action::Table { .. } => Ok(()),
            _ => no("ch 11.4", say!("the combat results table is chosen first")),
        }
    }
    fn quiet(&self, _: Now<'_, Chosin>) -> Option<Action> {
        Some(Action::Table { table: TableId(0) })
    }
    fn perform(&self, game: &Chosin, state: &mut State, by: Seat, action: Action, play: &mut Play) {
        if let Action::Table { table } = action {
            state.combat.table = table.0;
            play.say(
                by,
                "ch 11.4",
                say!("The attack is on the {table} table.", table = term::of(term::TABLE, table.0)),
            );
            play.reveal();
        }
        game.after_table(state);
    }
    fn offer(&self, _: Now<'_, Chosin>, action: Action) -> Offer {
        let Action::Table { table } = action else {
            return Offer::new(ActionKind::Choose, "ch 11.4", say!("Go on"));
        };
        Offer::new(ActionKind::Choose, "ch 11.4", say!("{table}", table = term::of(term::TABLE, table.0)))
            .dice()
    }
    fn step(&self, game: &Chosin, state: &mut State, play: &mut Play) -> bool {
        state.combat.table = 0;
        play.note("ch 31.2", say!("Partisans are only probed."));
        game.after_table(state);
        true
    }
}

impl Chosin {
    /// 8.42 The defender names units in excess, then support is committed.
    fn after_table(&self, state: &mut State) {
        let (foe, target) = (enemy(state.combat.side), HexId(state.combat.target));
        match self.data.excess(state, foe, target) {
            0 => state.replace(AirSupport),
            left => state.replace(Excess { left }),
        }
    }
}

/// 8.42 The defender of an over-stacked hex names the units in excess. [rule: ch 8.42]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Excess {
    pub(crate) left: u8,
}

impl Decision<Chosin> for Excess {
    fn seats(&self, _: &Chosin, state: &State) -> SeatSet {
        only(enemy(state.combat.side))
    }
    fn ask(&self, _: Now<'_, Chosin>) -> Ask {
        let n = self.left;
        Ask::new("ch 8.42", say!("Name {n} more {n|unit|units} in excess: they do not defend.", n))
    }
    fn candidates(&self, now: Now<'_, Chosin>, out: &mut Vec<Action>) {
        out.extend(units(&now.state.combat.defenders).map(|unit| Action::Excess { unit }));
    }
    fn check(&self, now: Now<'_, Chosin>, action: Action) -> Result<(), Illegal> {
        let (data, combat) = (&now.game.data, &now.state.combat);
        let Action::Excess { unit } = action else {
            return no("ch 8.42", say!("units in excess are named first"));
        };
        if !combat.defenders.has(unit.index()) || combat.excess.has(unit.index()) {
            return no("ch 8.42", say!("{unit} is not among those who defend", unit));
        }
        let hex = HexId(combat.target);
        let mut rest = combat.defenders;
        units(&combat.excess).chain([unit]).for_each(|u| rest.set(u.index(), false));
        let side = enemy(combat.side);
        let load = data.load_of_group(&rest);
        let still = data.too_much(side, hex, load);
        let needed = self.left - 1;
        let enough = (needed == 0 && !still) || needed > 0;
        if enough && self.can_finish(now, rest, needed) {
            return Ok(());
        }
        no("ch 8.42", say!("{unit} in excess does not bring the stack within its limit", unit))
    }
    fn perform(&self, _: &Chosin, state: &mut State, _: Seat, action: Action, play: &mut Play) {
        if let Action::Excess { unit } = action {
            state.combat.excess.set(unit.index(), true);
            play.note("ch 8.42", say!("{unit} is in excess.", unit));
            // What is asked next depends on the attackers, whom the defender does not see all.
            play.reveal();
        }
        if self.left > 1 {
            state.replace(Excess { left: self.left - 1 });
        } else {
            state.replace(AirSupport);
        }
    }
    fn offer(&self, _: Now<'_, Chosin>, action: Action) -> Offer {
        let Action::Excess { unit } = action else {
            return Offer::new(ActionKind::Choose, "ch 8.42", say!("Go on"));
        };
        Offer::new(ActionKind::Choose, "ch 8.42", say!("{unit} does not defend", unit))
    }
}

impl Excess {
    /// Whether taking `more` further units out of a stack can bring it within its limit.
    fn can_finish(self, now: Now<'_, Chosin>, rest: UnitBits, more: u8) -> bool {
        let data = &now.game.data;
        let hex = HexId(now.state.combat.target);
        let side = enemy(now.state.combat.side);
        let mut load = data.load_of_group(&rest);
        let limited = more.min(load.limited);
        load.units = load.units.saturating_sub(more);
        load.limited -= limited;
        !data.too_much(side, hex, load)
    }
}

/// 11.1 The die falls. [rule: ch 11.1, ch 11.6]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Resolve;

impl Decision<Chosin> for Resolve {
    fn step(&self, game: &Chosin, state: &mut State, play: &mut Play) -> bool {
        let sum = game.sum(state);
        let die = play.d6("combat") as u8;
        let result = game.data.tables[state.combat.table as usize].result(sum.column, die);
        (state.combat.column, state.combat.die, state.combat.result) = (sum.column, die, result);
        let hex = HexId(state.combat.target);
        play.outcome(
            "ch 11.1",
            say!(
                "Attack on {hex} at {odds}: {result}. {meaning}.",
                hex = at(hex),
                odds = term::of(term::ODDS, sum.column),
                result = term::of(term::RESULT, result as u32),
                meaning = term::of(term::MEANING, result as u32)
            ),
        )
        .on(at(hex));
        if result == CombatResult::BD {
            state.replace(Choice);
        } else {
            game.apply_result(state, result, play);
        }
        true
    }
}
