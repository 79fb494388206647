//! 11.55 Close air support and fire support of a combat.

use crate::actions::Action;
use crate::combat::Resolve;
use crate::events::Event;
use crate::game::{Chosin, Ctx, Judged, at, enemy, judged, no, only, term};
use crate::state::{Combat, Mission, Occasion, State, TAC, UN, UnitId, flag, rule};
use board::HexId;
use engine::scene::ActionKind;
use engine::{Arg, Ask, Count, Decision, Illegal, Now, Offer, Play, Question, Seat, SeatSet, say};
use serde::{Deserialize, Serialize};

impl Chosin {
    /// 11.55 How many TAC the UN may commit to the combat. [rule: ch 11.55, ch 14.3, ch 14.34, ch 11.84]
    fn cas_limit(&self, state: &State) -> u8 {
        if state.event(Event::NoCommunications) {
            return 0;
        }
        let role = usize::from(state.combat.side != UN);
        state.air.boxes[TAC][Mission::Support as usize].min(self.data.parameters.cas[role])
    }

    /// 16.1 Whether supplies could still be dropped on UN defenders who are out of supply: the UN is asked before the die falls.
    /// [rule: ch 16.1]
    fn may_feed(&self, state: &State) -> bool {
        let target = state.combat.target;
        if state.combat.side == UN
            || self.interrupting(state, crate::game::seat(UN)).is_none()
            || state.drops.iter().any(|d| d.hex == target)
        {
            return false;
        }
        // Who does not see the headquarters still sees that somebody is asked.
        if state.veil >> UN & 1 == 1 {
            return true;
        }
        let supply = self.data.supply(state, UN);
        crate::movement::units(&state.combat.defenders).any(|u| !self.data.supplied(state, &supply, u))
    }

    /// 11.55A Whether a unit may give fire support. [rule: ch 11.55A, ch 11.553, ch 11.556, ch 11.557, ch 10.23, ch 26.6]
    fn may_support(
        &self,
        now: Now<'_, Chosin>,
        ctx: &Ctx,
        attacking: bool,
        unit: UnitId,
    ) -> Result<(), Illegal> {
        let (state, combat) = (now.state, &now.state.combat);
        let target = HexId(combat.target);
        let side = if attacking { combat.side } else { enemy(combat.side) };
        self.mine(state, side, unit)?;
        if self.data.quick(unit).barrage[state.field.face(unit)] == 0 {
            return no("ch 10.23", say!("{unit} has no barrage factor", unit));
        }
        if self.data.ground.distance(state.field.at(unit), target) > self.data.parameters.range {
            return no("ch 11.55A", say!("{unit} is out of range", unit));
        }
        if self.fire_left(state, unit) == 0 {
            return no("ch 11.553", say!("{unit} has fired in this player turn", unit));
        }
        if combat.occasion == Occasion::Meeting && self.has_fired(state, unit) {
            return no("ch 26.6", say!("{unit} has fired in this game turn", unit));
        }
        if state.field.has(unit, flag::HIT) && state.field.at(unit) != target {
            return no("ch 11.556", say!("the hex of {unit} has been attacked: it supports no other", unit));
        }
        if attacking {
            self.may_support_attack(state, unit)?;
        }
        if !ctx.supplied(now, unit) {
            return no("ch 11.557", say!("{unit} is out of supply", unit));
        }
        Ok(())
    }

    fn may_support_attack(&self, state: &State, unit: UnitId) -> Result<(), Illegal> {
        if state.field.has(unit, flag::BARRAGED) {
            return no("ch 10.8", say!("{unit} has barraged in this player turn", unit));
        }
        if self.stands(state, unit) {
            return no("ch 3.3-34-36", say!("the 3rd Division is being redeployed"));
        }
        if state.combat.occasion == Occasion::Meeting
            && (state.field.has(unit, flag::MOVED) || state.spent[unit.index()] > 0)
        {
            return no("ch 26.6", say!("artillery that moved does not support a meeting engagement"));
        }
        self.may_mix(state, &state.combat, unit)
    }

    /// The column of the combat as it stands and with some support, before it is committed.
    fn columns_with(&self, state: &State, support: impl FnOnce(&mut Combat)) -> [Arg; 2] {
        let mut then = state.clone();
        support(&mut then.combat);
        [state, &then].map(|state| term::of(term::ODDS, self.sum(state).column))
    }

    fn commit_fire(&self, state: &mut State, attacking: bool, unit: UnitId, points: u8, play: &mut Play) {
        self.charge(state, unit);
        self.use_fire(state, unit, points);
        state.combat.support[usize::from(!attacking)] += points;
        if state.combat.occasion == Occasion::Meeting {
            state.field.mark(unit, flag::FIRED_UN | flag::FIRED_COM);
            if attacking {
                state.field.mark(unit, flag::MOVED);
            }
        }
        state.field.mark(unit, flag::SHOWN);
        play.reveal();
        play.say(
            crate::game::seat(self.side(unit)),
            "ch 11.55A",
            say!("{unit} supports with {n} {n|point|points}.", unit, n = points),
        );
    }

    fn commit_fleet(&self, state: &mut State, attacking: bool, points: u8, play: &mut Play) {
        let turn = state.player() as usize;
        state.fleet_used[turn] += points;
        state.combat.support[usize::from(!attacking)] += points;
        if state.combat.occasion == Occasion::Meeting {
            state.fleet_used = [self.data.parameters.fleet; 2];
        }
        play.reveal();
        play.say(
            crate::game::seat(UN),
            "ch 18.3",
            say!("Task Force 90 supports with {n} {n|point|points}.", n = points),
        );
    }
}

/// 11.55 The UN commits close air support. [rule: ch 11.55, ch 14.3]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AirSupport;

impl Decision<Chosin> for AirSupport {
    fn seats(&self, game: &Chosin, state: &State) -> SeatSet {
        if game.cas_limit(state) > 0 || game.may_feed(state) { only(UN) } else { SeatSet::NONE }
    }
    fn ask(&self, now: Now<'_, Chosin>) -> Ask {
        let hex = at(HexId(now.state.combat.target));
        if now.game.cas_limit(now.state) == 0 {
            return Ask::new("ch 16.1", say!("Drop supplies to the defenders of {hex}?", hex)).place(hex);
        }
        Ask::new("ch 11.55", say!("Close air support at {hex}?", hex)).place(hex)
    }
    fn candidates(&self, now: Now<'_, Chosin>, out: &mut Vec<Action>) {
        out.extend([Action::Cas { count: Count(now.game.cas_limit(now.state).into()) }, Action::Done]);
    }
    fn check(&self, now: Now<'_, Chosin>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Cas { count } => {
                let most = now.game.cas_limit(now.state);
                if count.0 >= 1 && count.0 <= most.into() {
                    return Ok(());
                }
                no("ch 11.55", say!("{most} TAC can support here", most))
            }
            Action::Done => Ok(()),
            _ => no("ch 11.55", say!("close air support is decided first")),
        }
    }
    fn quiet(&self, _: Now<'_, Chosin>) -> Option<Action> {
        Some(Action::Done)
    }
    fn perform(&self, game: &Chosin, state: &mut State, by: Seat, action: Action, play: &mut Play) {
        if let Action::Cas { count } = action {
            let n = count.0 as u8;
            game.spend_air(state, TAC, Mission::Support, n);
            state.combat.cas = n;
            play.say(by, "ch 11.55", say!("{n} TAC {n|supports|support} the troops.", n));
        }
        play.reveal();
        state.replace(Support { attacking: true });
    }
    fn offer(&self, now: Now<'_, Chosin>, action: Action) -> Offer {
        match action {
            Action::Cas { .. } => {
                let most = now.game.cas_limit(now.state);
                let [from, to] = now.game.columns_with(now.state, |combat| combat.cas = most);
                let label =
                    say!("Commit TAC, a column each: with {most}, {from} becomes {to}", most, from, to);
                Offer::new(ActionKind::Add, "ch 11.55", label).dice()
            }
            _ if now.game.cas_limit(now.state) == 0 => {
                Offer::new(ActionKind::Done, "ch 16.1", say!("Drop nothing")).dice()
            }
            _ => Offer::new(ActionKind::Done, "ch 11.55", say!("No air support")).dice(),
        }
    }
    fn question(&self, now: Now<'_, Chosin>) -> Option<Question> {
        let value = now.state.combat.defenders.len() as i32;
        Some(Question {
            kind: "air-support",
            title: say!("Close air support"),
            place: Some(at(HexId(now.state.combat.target))),
            value,
        })
    }
    fn step(&self, _: &Chosin, state: &mut State, _: &mut Play) -> bool {
        state.replace(Support { attacking: true });
        true
    }
}

/// 11.55A A side commits fire support: the attacker first, then the defender. [rule: ch 11.55A, ch 11.551, ch 11.552, ch 11.554, ch 11.555, ch 27.1]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Support {
    pub(crate) attacking: bool,
}

impl Support {
    fn side(self, state: &State) -> u8 {
        if self.attacking { state.combat.side } else { enemy(state.combat.side) }
    }
    /// Whether the side's columns are at their limit.
    fn full(self, game: &Chosin, state: &State) -> bool {
        let role = usize::from(!self.attacking);
        let limit = game.data.parameters.support[self.side(state) as usize][role];
        state.combat.support[role] >= limit
    }
    fn may_fleet(self, game: &Chosin, state: &State) -> Result<(), Illegal> {
        let there = game.fleet_reaches(state, HexId(state.combat.target)) && game.fleet_left(state) > 0;
        let fresh = state.combat.occasion != Occasion::Meeting || state.fleet_used == [0; 2];
        let free = fresh && (!self.attacking || !state.fleet_barraged);
        if self.side(state) == UN && there && free {
            Ok(())
        } else {
            no("ch 18.3", say!("Task Force 90 cannot support here"))
        }
    }
}

impl Judged for Support {
    fn judge(&self, now: Now<'_, Chosin>, ctx: &Ctx, action: Action) -> Result<(), Illegal> {
        let (game, state) = (now.game, now.state);
        let split = state.rule(rule::SPLIT);
        match action {
            Action::Fire { unit } if !split => game.may_support(now, ctx, self.attacking, unit),
            Action::FirePart { count, unit } if split => {
                game.may_support(now, ctx, self.attacking, unit)?;
                if count.0 == 0 || count.0 > game.fire_left(state, unit).into() {
                    return no("ch 27.1", say!("{unit} has fewer points left", unit));
                }
                Ok(())
            }
            Action::FireFleet if !split => self.may_fleet(game, state),
            Action::FireFleetPart { count } if split => {
                self.may_fleet(game, state)?;
                if count.0 == 0 || count.0 > game.fleet_left(state).into() {
                    return no("ch 27.1", say!("Task Force 90 has fewer points left"));
                }
                Ok(())
            }
            Action::Fire { .. } | Action::FireFleet => no("ch 27.1", say!("say how many points")),
            Action::FirePart { .. } | Action::FireFleetPart { .. } => {
                no("ch 10.6", say!("fire is not divided"))
            }
            Action::Done => Ok(()),
            _ => no("ch 11.55A", say!("fire support is decided first")),
        }
    }
}

impl Decision<Chosin> for Support {
    judged!();
    fn seats(&self, game: &Chosin, state: &State) -> SeatSet {
        if self.full(game, state) {
            return SeatSet::NONE;
        }
        let side = self.side(state);
        // Who does not see the guns still sees that somebody is asked for them.
        if state.veil >> side & 1 == 1 {
            return only(side);
        }
        let now = Now { game, state, seat: crate::game::seat(side) };
        let ctx = Ctx::default();
        let mut guns = game.on_map(state, side).filter(|u| game.data.quick(*u).barrage[0] > 0);
        let any = self.may_fleet(game, state).is_ok()
            || guns.any(|u| game.may_support(now, &ctx, self.attacking, u).is_ok());
        if any { only(side) } else { SeatSet::NONE }
    }
    fn ask(&self, now: Now<'_, Chosin>) -> Ask {
        let hex = at(HexId(now.state.combat.target));
        let text = if self.attacking {
            say!("Support the attack on {hex} with fire?", hex)
        } else {
            say!("Support the defence of {hex} with fire?", hex)
        };
        Ask::new("ch 11.55A", text).place(hex)
    }
    fn candidates(&self, now: Now<'_, Chosin>, out: &mut Vec<Action>) {
        let (game, state) = (now.game, now.state);
        for unit in game.on_map(state, self.side(state)).filter(|u| game.data.quick(*u).barrage[0] > 0) {
            let count = Count(game.fire_left(state, unit).into());
            out.extend([Action::Fire { unit }, Action::FirePart { count, unit }]);
        }
        let count = Count(game.fleet_left(state).into());
        out.extend([Action::FireFleet, Action::FireFleetPart { count }, Action::Done]);
    }
    fn quiet(&self, _: Now<'_, Chosin>) -> Option<Action> {
        Some(Action::Done)
    }
    fn perform(&self, game: &Chosin, state: &mut State, _: Seat, action: Action, play: &mut Play) {
        match action {
            Action::Fire { unit } => {
                let points = game.fire_left(state, unit);
                game.commit_fire(state, self.attacking, unit, points, play);
            }
            Action::FirePart { count, unit } => {
                game.commit_fire(state, self.attacking, unit, count.0 as u8, play);
            }
            Action::FireFleet => {
                let points = game.fleet_left(state);
                game.commit_fleet(state, self.attacking, points, play);
            }
            Action::FireFleetPart { count } => game.commit_fleet(state, self.attacking, count.0 as u8, play),
            _ => {
                // Whether the other side has guns to answer with may be hidden: the answer stands.
                play.reveal();
                self.next(state);
            }
        }
    }
    fn offer(&self, now: Now<'_, Chosin>, action: Action) -> Offer {
        let effect = |points: u8| {
            let add = |combat: &mut Combat| combat.support[usize::from(!self.attacking)] += points;
            let [from, to] = now.game.columns_with(now.state, add);
            say!("{points} {points|point|points}: {from} becomes {to}", points, from, to)
        };
        match action {
            Action::Fire { unit } | Action::FirePart { unit, .. } => {
                let effect = effect(now.game.fire_left(now.state, unit));
                Offer::new(ActionKind::Add, "ch 11.55A", say!("{unit} supports", unit)).cost(effect)
            }
            Action::FireFleet | Action::FireFleetPart { .. } => {
                let effect = effect(now.game.fleet_left(now.state));
                Offer::new(ActionKind::Add, "ch 18.3", say!("Task Force 90 supports")).cost(effect)
            }
            _ => Offer::new(ActionKind::Done, "ch 11.55A", say!("No more support")).dice(),
        }
    }
    fn question(&self, now: Now<'_, Chosin>) -> Option<Question> {
        let value = now.state.combat.defenders.len() as i32;
        Some(Question {
            kind: "fire-support",
            title: say!("Fire support"),
            place: Some(at(HexId(now.state.combat.target))),
            value,
        })
    }
    fn step(&self, _: &Chosin, state: &mut State, _: &mut Play) -> bool {
        self.next(state);
        true
    }
}

impl Support {
    fn next(self, state: &mut State) {
        if self.attacking {
            state.replace(Support { attacking: false });
        } else {
            state.replace(Resolve);
        }
    }
}
