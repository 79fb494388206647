//! 3, 5 The orders phases: choosing forces, moving them, organising them, and the air operations.

use crate::actions::{Action, NameId};
use crate::data::{Kind, Mission};
use crate::frames::{Airborne, Frame, Trains, Voyage};
use crate::game::{ConflictKorea, Scope};
use crate::names;
use crate::state::{ForceId, HEXES, NO_ORDER, State, UnitId};
use board::HexId;
use engine::scene::ActionKind;
use engine::{Ask, Decision, Illegal, Now, Offer, Play, Seat, SeatSet, Sentence, say};
use serde::{Deserialize, Serialize};

type Game = ConflictKorea;
type Check = Result<(), Illegal>;

/// A refusal for an action that belongs to another decision.
pub fn elsewhere(rule: &'static str) -> Check {
    Err(Illegal::new(rule, say!("this can't be done in this decision")))
}

pub fn refuse(rule: &'static str, why: Sentence) -> Check {
    Err(Illegal::new(rule, why))
}

/// 3.0, 3.22, 5.0 A player's orders phase; he ends it when he likes. [rule: ck 3.22]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Orders {
    pub side: u8,
}

impl Scope<'_> {
    /// Whether choosing a force leads anywhere: it can move, or its units can change places.
    fn has_choices(&self, st: &State, force: ForceId) -> bool {
        let f = st.force(force);
        f.points > 0
            || f.order != NO_ORDER
            || f.units.len() > 1
            || self.companion(st, force).is_some()
            || self.may_bug_out(st, force).is_ok()
            || self.may_entrain(st, force).is_ok()
            || self.may_embark(st, force).is_ok()
            || self.may_fly(st, force).is_ok()
    }

    /// 3.21 Whether the player may open the air operations: in the first phase, where the program does not fly.
    /// [rule: ck 3.21]
    fn may_operate(&self, st: &State, side: u8) -> Check {
        if !self.has_air(side) {
            return refuse("ck 3.21", say!("this side has no air operations"));
        }
        if st.choices.program_air {
            return refuse("ck 2.112", say!("the program runs the air war"));
        }
        if !st.phase.first_orders() {
            return refuse("ck 3.21", say!("air orders are given in the first orders phase"));
        }
        if self.wings(st, side).next().is_none() {
            return refuse("ck 3.21", say!("there are no air units"));
        }
        Ok(())
    }
}

impl Decision<Game> for Orders {
    fn seats(&self, _: &Game, _: &State) -> SeatSet {
        SeatSet::one(Seat(self.side))
    }
    fn ask(&self, now: Now<'_, Game>) -> Ask {
        let st = now.state;
        if now.game.scope(st).may_operate(st, self.side).is_ok() {
            return Ask::new(
                "ck 3.0",
                say!("First orders phase: choose a force, set the air missions, or end the phase"),
            );
        }
        if st.phase.first_orders() {
            return Ask::new("ck 3.0", say!("First orders phase: choose a force, or end the phase"));
        }
        Ask::new(
            "ck 5.0",
            say!("Second orders phase: choose a force to move with what it has left, or end the phase"),
        )
    }
    fn candidates(&self, now: Now<'_, Game>, out: &mut Vec<Action>) {
        out.extend(now.state.forces_of(self.side).map(|force| Action::Select { force }));
        out.extend([Action::Operations, Action::EndPhase, Action::EndGame]);
    }
    /// The forces are its own and there: only what they can do is asked.
    fn list(&self, now: Now<'_, Game>, out: &mut Vec<Action>) {
        let (scope, st) = (now.game.scope(now.state), now.state);
        let able = st.forces_of(self.side).filter(|&force| scope.has_choices(st, force));
        out.extend(able.map(|force| Action::Select { force }));
        let rest = [Action::Operations, Action::EndPhase, Action::EndGame];
        out.extend(rest.into_iter().filter(|&a| self.check(now, a).is_ok()));
    }
    fn check(&self, now: Now<'_, Game>, action: Action) -> Check {
        let (scope, st) = (now.game.scope(now.state), now.state);
        match action {
            Action::Select { force } => {
                if force.index() >= st.forces.len() || force.side() != self.side || !st.force(force).exists()
                {
                    return refuse("ck 3.4", say!("this is no force of yours"));
                }
                if !scope.has_choices(st, force) {
                    return refuse(
                        "ck 3.411",
                        say!("{force} can do nothing more", force = names::force(st, force)),
                    );
                }
                Ok(())
            }
            Action::Operations => scope.may_operate(st, self.side),
            Action::EndPhase => Ok(()),
            Action::EndGame if st.choices.early_end => Ok(()),
            Action::EndGame => refuse("ck 3.3", say!("an early end was not agreed on")),
            _ => elsewhere("ck 3.0"),
        }
    }
    fn perform(&self, game: &Game, st: &mut State, seat: Seat, action: Action, play: &mut Play) {
        match action {
            Action::Select { force } => st.frames.push(Frame::Command(Command { force })),
            Action::Operations => st.frames.push(Frame::Operations(Operations { side: self.side })),
            Action::EndGame => st.frames.push(Frame::Ending(Ending { side: self.side })),
            _ => {
                st.frames.pop();
                let _ = game;
                play.say(
                    seat,
                    "ck 3.22",
                    say!("{side} end their orders phase", side = engine::Arg::side(self.side)),
                );
            }
        }
    }
    fn quiet(&self, _: Now<'_, Game>) -> Option<Action> {
        Some(Action::EndPhase)
    }
    fn offer(&self, now: Now<'_, Game>, action: Action) -> Offer {
        let st = now.state;
        match action {
            Action::Select { force } => {
                let f = st.force(force);
                let label =
                    say!("{force} in {hex}", force = names::force(st, force), hex = names::hex(f.hex));
                Offer::new(ActionKind::Select, "ck 3.4", label).note(say!("{points} MP", points = f.points))
            }
            Action::Operations => Offer::new(ActionKind::Select, "ck 3.21", say!("Air operations")),
            Action::EndGame => Offer::new(ActionKind::Choose, "ck 3.3", say!("End the game")),
            _ => Offer::new(ActionKind::EndPhase, "ck 3.22", say!("End the orders phase")),
        }
    }
}

/// 3.41 A chosen force.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Command {
    pub force: ForceId,
}

impl Command {
    fn check_go(&self, scope: &Scope<'_>, st: &State, hex: HexId) -> Check {
        if hex.index() >= HEXES || !scope.ground.is_land(hex) {
            return refuse("ck 3.411", say!("a force marches on land"));
        }
        if st.known_enemy(self.force.side(), hex) {
            return refuse("ck 3.41203", say!("the enemy holds {hex}: assault it", hex = names::hex(hex)));
        }
        if hex == st.force(self.force).hex {
            return refuse("ck 3.411", say!("the force stands there"));
        }
        let full = scope.world.numbers.movement.forces_in_hex as usize;
        if st.holder(hex) == Some(self.force.side()) && st.stack(hex) >= full {
            return refuse("ck 3.41205", say!("two forces stand in {hex}", hex = names::hex(hex)));
        }
        if scope.points_left(st, self.force, hex).is_none() {
            return refuse(
                "ck 3.411",
                say!("{hex} is too far for its movement points", hex = names::hex(hex)),
            );
        }
        Ok(())
    }
    /// 4.25 What an assault promises by what the side knows, together with those of its army that have orders for the hex.
    /// [rule: ck 4.25-forecast]
    fn outlook(&self, scope: &Scope<'_>, st: &State, hex: HexId) -> Sentence {
        let (side, army) = (self.force.side(), scope.army(st, self.force));
        let joins =
            |&f: &ForceId| f != self.force && scope.target(st, f) == Some(hex) && scope.army(st, f) == army;
        let forces: Vec<ForceId> =
            std::iter::once(self.force).chain(st.forces_of(side).filter(joins)).collect();
        let b = scope.forecast(st, side, hex, &forces);
        let odds = scope.chance_to_take(st, hex, b.defender_loss);
        let (own, his) = (b.attacker_loss, b.defender_loss);
        if forces.len() == 1 {
            return say!(
                "alone it would lose {own} % and the enemy {his} %: {odds} % to take the hex, as far as is known",
                own,
                his,
                odds
            );
        }
        say!(
            "{n} forces together would lose {own} % and the enemy {his} %: {odds} % to take the hex, as far as is known",
            n = forces.len() as u32,
            own,
            his,
            odds
        )
    }
    fn crossings(&self, scope: &Scope<'_>, st: &State) -> Vec<Action> {
        let start = st.force(self.force).hex;
        let mut out = Vec::new();
        // Hardly anybody is a Marine: the others need no search.
        if scope.lone(st, self.force).is_none_or(|(_, kind)| kind != Kind::Mar) {
            return out;
        }
        for (_, water) in scope.ground.neighbours(start) {
            for (_, exit) in scope.ground.neighbours(water) {
                if scope.may_cross(st, self.force, water, exit).is_ok() {
                    out.push(Action::Cross { water, exit });
                }
            }
        }
        out.sort_unstable();
        out
    }
}

impl Decision<Game> for Command {
    fn seats(&self, _: &Game, _: &State) -> SeatSet {
        SeatSet::one(Seat(self.force.side()))
    }
    fn ask(&self, now: Now<'_, Game>) -> Ask {
        let f = now.state.force(self.force);
        let (l, s) = now.game.scope(now.state).shown(now.state, self.force);
        let text = say!(
            "{force}: {points} MP left, lethality {l}, survivability {s}. Where to?",
            force = names::force(now.state, self.force),
            points = f.points,
            l,
            s,
        );
        Ask::new("ck 3.411", text).piece(engine::Arg::unit(u32::from(self.force.0))).place(names::hex(f.hex))
    }
    /// One search answers for all destinations.
    fn list(&self, now: Now<'_, Game>, out: &mut Vec<Action>) {
        let (scope, st) = (now.game.scope(now.state), now.state);
        let force = self.force;
        if st.force(force).points > 0 {
            scope.each_stop(st, force, |hex| out.push(Action::Go { hex }));
        }
        let mut around: Vec<HexId> =
            scope.ground.neighbours(st.force(force).hex).map(|(_, hex)| hex).collect();
        around.retain(|&hex| st.known_enemy(force.side(), hex) && scope.may_attack(st, force, hex).is_ok());
        around.sort_unstable();
        out.extend(around.into_iter().map(|hex| Action::Assault { hex }));
        out.extend(self.crossings(&scope, st));
        let rest = [
            Action::Cancel,
            Action::BugOut,
            Action::Entrain,
            Action::Embark,
            Action::Fly,
            Action::Organise,
            Action::Done,
        ];
        out.extend(rest.into_iter().filter(|&a| self.check(now, a).is_ok()));
    }
    fn check(&self, now: Now<'_, Game>, action: Action) -> Check {
        let (scope, st) = (now.game.scope(now.state), now.state);
        let force = self.force;
        match action {
            Action::Go { hex } => self.check_go(&scope, st, hex),
            Action::Assault { hex } => scope.may_attack(st, force, hex),
            Action::Cross { water, exit } if water.is_some() && exit.is_some() => {
                scope.may_cross(st, force, water, exit).map(|_| ())
            }
            Action::Cancel if st.force(force).order == NO_ORDER => {
                refuse("ck 3.41203", say!("no assault is plotted"))
            }
            Action::BugOut => scope.may_bug_out(st, force),
            Action::Entrain => scope.may_entrain(st, force),
            Action::Embark => scope.may_embark(st, force),
            Action::Fly => scope.may_fly(st, force),
            Action::Organise if st.force(force).units.len() < 2 && scope.companion(st, force).is_none() => {
                refuse("ck 3.422", say!("there is nobody to change places with"))
            }
            Action::Cancel | Action::Organise | Action::Done => Ok(()),
            _ => elsewhere("ck 3.411"),
        }
    }
    fn perform(&self, game: &Game, st: &mut State, _: Seat, action: Action, play: &mut Play) {
        let scope = game.scope(st);
        let force = self.force;
        st.frames.pop();
        match action {
            Action::Go { hex } => scope.march(st, force, hex, play),
            Action::Assault { hex } => scope.attack(st, force, hex, play),
            Action::Cross { water, exit } => scope.cross(st, force, water, exit, play),
            Action::Cancel => scope.cancel(st, force),
            Action::BugOut => scope.order_bug_out(st, force, play),
            Action::Entrain if scope.entrain(st, force, play) => {
                st.frames.push(Frame::Trains(Trains { force }));
            }
            Action::Embark => st.frames.push(Frame::Voyage(Voyage { force })),
            Action::Fly => st.frames.push(Frame::Airborne(Airborne { force })),
            Action::Organise => st.frames.push(Frame::Staff(Staff { force })),
            _ => {}
        }
    }
    fn quiet(&self, _: Now<'_, Game>) -> Option<Action> {
        Some(Action::Done)
    }
    fn offer(&self, now: Now<'_, Game>, action: Action) -> Offer {
        let (scope, st) = (now.game.scope(now.state), now.state);
        let f = st.force(self.force);
        match action {
            Action::Go { .. } => Offer::new(ActionKind::Move, "ck 3.411", say!("March here")).spread(),
            Action::Assault { hex } if st.phase.first_orders() => {
                let label = say!("Assault {hex}", hex = names::hex(hex));
                Offer::new(ActionKind::Attack, "ck 3.41203", label)
                    .cost(say!("{n} MP", n = scope.world.numbers.movement.assault_costs))
                    .note(self.outlook(&scope, st, hex))
                    .dice()
            }
            Action::Assault { hex } => {
                let label = say!("Try to overrun {hex}", hex = names::hex(hex));
                Offer::new(ActionKind::Attack, "ck 5.1", label).dice()
            }
            Action::Cross { exit, .. } => Offer::new(
                ActionKind::Move,
                "ck 3.41210",
                say!("Cross the water to {hex}", hex = names::hex(exit)),
            ),
            Action::Cancel => Offer::new(ActionKind::Remove, "ck 3.41203", say!("Cancel the assault")),
            Action::BugOut => Offer::new(ActionKind::Choose, "ck 3.411", say!("Bug out")).dice(),
            Action::Entrain => Offer::new(ActionKind::Select, "ck 3.41208", say!("Go by rail")),
            Action::Embark => {
                let n = scope.lift_cost(st, self.force);
                Offer::new(ActionKind::Select, "ck 3.41207", say!("Go by sea"))
                    .cost(say!("{n} sealift points", n))
            }
            Action::Fly => Offer::new(ActionKind::Select, "ck 3.41209", say!("Drop from the air")),
            Action::Organise => Offer::new(ActionKind::Select, "ck 3.422", say!("Organise the units here")),
            _ => Offer::new(ActionKind::Done, "ck 3.411", say!("Leave {force}", force = names::name(f.name))),
        }
    }
}

/// 3.422 The organisation of a force.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Staff {
    pub force: ForceId,
}

impl Decision<Game> for Staff {
    fn seats(&self, _: &Game, _: &State) -> SeatSet {
        SeatSet::one(Seat(self.force.side()))
    }
    fn ask(&self, now: Now<'_, Game>) -> Ask {
        let force = names::force(now.state, self.force);
        Ask::new("ck 3.422", say!("Which unit leaves {force}, or which name shall it bear?", force))
            .place(names::hex(now.state.force(self.force).hex))
    }
    fn candidates(&self, now: Now<'_, Game>, out: &mut Vec<Action>) {
        let mut units: Vec<UnitId> = now.state.units_of(self.force).collect();
        units.sort_unstable();
        out.extend(units.into_iter().map(|unit| Action::Transfer { unit }));
        if now.state.force(self.force).units.len() > 1 {
            let names = now.game.scope(now.state).world.names.len();
            out.extend((0..names as u16).map(|n| Action::Rename { name: NameId(n) }));
        }
        out.push(Action::Done);
    }
    /// Names are looked through once for all: there are hundreds.
    fn list(&self, now: Now<'_, Game>, out: &mut Vec<Action>) {
        let (scope, st) = (now.game.scope(now.state), now.state);
        let mut units: Vec<UnitId> = st.units_of(self.force).collect();
        units.sort_unstable();
        let transfers = units.into_iter().map(|unit| Action::Transfer { unit });
        out.extend(transfers.filter(|&a| self.check(now, a).is_ok()));
        if st.force(self.force).units.len() > 1 {
            let free = scope.free_names(st, self.force.side());
            out.extend(free.into_iter().map(|n| Action::Rename { name: NameId(n) }));
        }
        out.push(Action::Done);
    }
    fn check(&self, now: Now<'_, Game>, action: Action) -> Check {
        let (scope, st) = (now.game.scope(now.state), now.state);
        match action {
            Action::Transfer { unit } if unit.index() < scope.world.units.len() => {
                scope.may_transfer(st, self.force, unit)
            }
            Action::Rename { name } => scope.may_rename(st, self.force, name.0),
            Action::Done => Ok(()),
            _ => elsewhere("ck 3.422"),
        }
    }
    fn perform(&self, game: &Game, st: &mut State, seat: Seat, action: Action, play: &mut Play) {
        let scope = game.scope(st);
        st.frames.pop();
        match action {
            Action::Transfer { unit } => scope.transfer(st, self.force, unit, play),
            Action::Rename { name } => {
                let old = names::force(st, self.force);
                st.force_mut(self.force).name = name.0;
                let told = say!("{old} is now {new}", old, new = names::name(name.0));
                play.whisper(SeatSet::one(seat), seat, "ck 3.423", told);
            }
            _ => {}
        }
    }
    fn quiet(&self, _: Now<'_, Game>) -> Option<Action> {
        Some(Action::Done)
    }
    fn offer(&self, now: Now<'_, Game>, action: Action) -> Offer {
        let (scope, st) = (now.game.scope(now.state), now.state);
        match action {
            Action::Transfer { unit } => {
                let who = names::unit(unit);
                let label = match scope.companion(st, self.force) {
                    Some(to) => say!("{who} to {force}", who, force = names::force(st, to)),
                    None => say!("{who} to a new force", who),
                };
                Offer::new(ActionKind::Choose, "ck 3.422", label)
            }
            Action::Rename { name } => {
                Offer::new(ActionKind::Choose, "ck 3.423", say!("Name it {name}", name = names::name(name.0)))
            }
            _ => Offer::new(ActionKind::Done, "ck 3.422", say!("Leave it so")),
        }
    }
}

/// 3.21 The air operations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Operations {
    pub side: u8,
}

impl Decision<Game> for Operations {
    fn seats(&self, _: &Game, _: &State) -> SeatSet {
        SeatSet::one(Seat(self.side))
    }
    fn ask(&self, _: Now<'_, Game>) -> Ask {
        Ask::new("ck 3.21", say!("Give the air units their missions"))
    }
    fn candidates(&self, now: Now<'_, Game>, out: &mut Vec<Action>) {
        for air in now.game.scope(now.state).wings(now.state, self.side) {
            out.extend(Mission::ALL.map(|mission| Action::Order { air, mission }));
        }
        out.push(Action::Done);
    }
    /// The air units are there: every mission but the one they have.
    fn list(&self, now: Now<'_, Game>, out: &mut Vec<Action>) {
        for air in now.game.scope(now.state).wings(now.state, self.side) {
            let others = Mission::ALL.into_iter().filter(|&m| m != now.state.wings[air.0 as usize].mission);
            out.extend(others.map(|mission| Action::Order { air, mission }));
        }
        out.push(Action::Done);
    }
    fn check(&self, now: Now<'_, Game>, action: Action) -> Check {
        let (scope, st) = (now.game.scope(now.state), now.state);
        match action {
            Action::Order { air, mission } => {
                if !scope.wings(st, self.side).any(|a| a == air) {
                    return refuse("ck 3.21", say!("this air unit is not there"));
                }
                if st.wings[air.0 as usize].mission == mission {
                    return refuse("ck 3.21", say!("{air} has this mission", air = names::air(air)));
                }
                Ok(())
            }
            Action::Done => Ok(()),
            _ => elsewhere("ck 3.21"),
        }
    }
    fn perform(&self, _: &Game, st: &mut State, seat: Seat, action: Action, play: &mut Play) {
        match action {
            Action::Order { air, mission } => {
                st.wings[air.0 as usize].mission = mission;
                let told = say!("{air}: {mission}", air = names::air(air), mission = names::mission(mission));
                play.whisper(SeatSet::one(seat), seat, "ck 3.21", told);
            }
            _ => {
                st.frames.pop();
            }
        }
    }
    fn quiet(&self, _: Now<'_, Game>) -> Option<Action> {
        Some(Action::Done)
    }
    fn offer(&self, now: Now<'_, Game>, action: Action) -> Offer {
        match action {
            Action::Order { air, mission } => {
                let (g, a) = now.game.scope(now.state).air_strength_on(now.state, air, mission);
                Offer::new(
                    ActionKind::Choose,
                    "ck 3.21",
                    say!("{air}: {mission}", air = names::air(air), mission = names::mission(mission)),
                )
                .note(say!("air to ground {g}, air to air {a}", g, a))
            }
            _ => Offer::new(ActionKind::Done, "ck 3.21", say!("The orders stand")),
        }
    }
}

/// 3.3 The end of the game, to be confirmed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    pub side: u8,
}

impl Decision<Game> for Ending {
    fn seats(&self, _: &Game, _: &State) -> SeatSet {
        SeatSet::one(Seat(self.side))
    }
    fn ask(&self, _: Now<'_, Game>) -> Ask {
        Ask::new("ck 3.3", say!("End the game now? The level as it stands decides"))
    }
    fn candidates(&self, _: Now<'_, Game>, out: &mut Vec<Action>) {
        out.extend([Action::Done, Action::Confirm]);
    }
    fn check(&self, _: Now<'_, Game>, action: Action) -> Check {
        match action {
            Action::Done | Action::Confirm => Ok(()),
            _ => elsewhere("ck 3.3"),
        }
    }
    /// 3.3 End Game: levels are counted as they stand, without a general phase. [rule: ck 3.3]
    fn perform(&self, game: &Game, st: &mut State, seat: Seat, action: Action, play: &mut Play) {
        st.frames.pop();
        if action == Action::Confirm {
            st.ended_by = self.side + 1;
            play.say(seat, "ck 3.3", say!("{side} end the game", side = engine::Arg::side(self.side)));
            game.scope(st).finish(st, play);
        }
    }
    fn quiet(&self, _: Now<'_, Game>) -> Option<Action> {
        Some(Action::Done)
    }
    fn offer(&self, _: Now<'_, Game>, action: Action) -> Offer {
        match action {
            Action::Confirm => Offer::new(ActionKind::Choose, "ck 3.3", say!("End the game")),
            _ => Offer::new(ActionKind::Done, "ck 3.3", say!("Play on")),
        }
    }
}
