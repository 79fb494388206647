//! Movement: choosing a stack and saying what it does; combat and non-combat moves by land, riding, tokens carried, and what
//! opens an attack.

use crate::actions::Action;
use crate::data::{bit, each};
use crate::game::War625;
use crate::kinds::{Kind, Status, TRACK, Unit};
use crate::names::stack;
use crate::sequence::{end_offer, need, no};
use crate::state::{Route, SEATS, State};
use engine::scene::ActionKind;
use engine::{Ask, Count, Decision, Illegal, Now, Offer, Play, Seat, SeatSet, say};
use serde::{Deserialize, Serialize};

/// What a seat has in hand: a stack, and how many of it are how far on a way of their own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Choice {
    pub(crate) unit: Option<Unit>,
    pub(crate) count: u16,
    pub(crate) way: Route,
}

/// TS-3, TS-5 Combat and non-combat movement: each seat of the turn chooses a stack, then says what it does. Seats of a common
/// turn do so side by side, each with its own choice in hand. [rule: war TS-3, war TS-5, war OP-1]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Movement {
    pub(crate) combat: bool,
}

impl Decision<War625> for Movement {
    fn seats(&self, game: &War625, s: &State) -> SeatSet {
        game.open_seats(s)
    }
    fn ask(&self, now: Now<'_, War625>) -> Ask {
        let choice = now.state.choice(now.seat);
        if let Some(unit) = choice.unit {
            let from = choice.way.last().copied().unwrap_or(unit.place());
            let text = say!("What do the {unit} in {from} do?", unit, from);
            return Ask::new("war CL-04", text).piece(stack(now.state, unit)).place(from);
        }
        if self.combat {
            let text =
                say!("Choose units that attack, fire, bomb, drop or land. End the phase when all are set.");
            return Ask::new("war TS-3", text);
        }
        Ask::new("war TS-5", say!("Move what has not fought, land aircraft, run the Supply Track."))
    }
    fn list(&self, now: Now<'_, War625>, out: &mut Vec<Action>) {
        let (game, s) = (now.game, now.state);
        let choice = s.choice(now.seat);
        if choice.unit.is_some() {
            game.orders(s, &choice, self.combat, out);
            out.sort_unstable();
            out.dedup();
            return;
        }
        out.push(Action::Done);
        game.table_options(s, out);
        game.selectable(s, now.seat, self.combat, out);
    }
    fn check(&self, now: Now<'_, War625>, action: Action) -> Result<(), Illegal> {
        let (game, s) = (now.game, now.state);
        let choice = s.choice(now.seat);
        match (choice.unit, action) {
            (Some(unit), _) => game.may_order(s, unit, &choice, self.combat, action),
            (None, Action::Done) => Ok(()),
            (None, Action::Select { unit }) => game.may_select(s, now.seat, unit, self.combat),
            (None, Action::OfferArmistice | Action::Resign) => game.check_table(s, action),
            _ => no("war CL-04", say!("a stack is chosen first, then it acts")),
        }
    }
    fn perform(&self, game: &War625, s: &mut State, seat: Seat, action: Action, play: &mut Play) {
        match action {
            Action::Select { unit } => {
                s.chosen[seat.index()] = Choice { unit: Some(unit), ..Choice::default() }
            }
            Action::Done if self.combat => {
                s.passed |= 1 << seat.0;
                play.say(seat, "war TS-3", say!("{seat} ends its combat movement.", seat));
            }
            Action::Done => {
                s.passed |= 1 << seat.0;
                play.say(seat, "war TS-5", say!("{seat} ends its non-combat movement.", seat));
            }
            Action::OfferArmistice | Action::Resign => game.perform_table(s, seat, action, play),
            _ => {
                game.carry_out(s, seat, self.combat, action, play);
                game.drop_stale_choices(s, seat, self.combat);
            }
        }
    }
    /// Something chosen has to act; else the phase is ended.
    fn quiet(&self, now: Now<'_, War625>) -> Option<Action> {
        if now.state.choice(now.seat).unit.is_none() {
            return Some(Action::Done);
        }
        let mut list = Vec::new();
        self.list(now, &mut list);
        list.first().copied()
    }
    fn offer(&self, now: Now<'_, War625>, action: Action) -> Offer {
        let choose = if self.combat { "war CL-04" } else { "war CL-28" };
        match action {
            Action::Select { unit } if unit.cargo().is_empty() => {
                let label = say!("{unit} in {at}", unit, at = unit.place());
                Offer::new(ActionKind::Select, choose, label)
            }
            Action::Select { unit } => {
                let label =
                    say!("{unit} in {at} with {cargo}", unit, at = unit.place(), cargo = unit.cargo());
                Offer::new(ActionKind::Select, choose, label)
            }
            Action::Done if self.combat => end_offer("war TS-3", say!("End combat movement")),
            Action::Done => end_offer("war TS-5", say!("End non-combat movement")),
            Action::OfferArmistice | Action::Resign => now.game.table_offer(action),
            _ => now.game.order_offer(self.combat, action),
        }
    }
    fn step(&self, game: &War625, s: &mut State, play: &mut Play) -> bool {
        s.frames.pop();
        if self.combat {
            game.close_combat_move(s);
        } else {
            game.close_non_combat(s, play);
        }
        true
    }
}

/// Whether a count is one of those that a stack allows.
pub(crate) fn so_many(count: Count, most: u16, rule: &'static str) -> Result<(), Illegal> {
    need((1..=most).contains(&count.0), rule, || say!("{most} of them can do that", most))
}

impl State {
    /// What a seat has in hand.
    pub(crate) fn choice(&self, seat: Seat) -> Choice {
        self.chosen.get(seat.index()).copied().unwrap_or_default()
    }
}

impl War625 {
    /// What the chosen stack can do.
    pub(crate) fn orders(&self, s: &State, choice: &Choice, combat: bool, out: &mut Vec<Action>) {
        let Some(unit) = choice.unit else { return };
        let count = s.count(unit);
        if !choice.way.is_empty() {
            self.way_orders(s, unit, choice, out);
        } else if unit.is_prisoner() {
            let to = self.escort_targets(s, unit);
            out.extend(each(to).map(|to| Action::Go { count: Count(count), to }));
        } else if unit.place() >= TRACK {
            self.track_orders(s, unit, count, out);
        } else if unit.kind().is_land() {
            self.land_orders(s, unit, count, combat, out);
        } else if unit.kind().is_air() {
            self.air_orders(s, unit, count, combat, out);
        } else {
            self.ship_orders(s, unit, count, combat, out);
        }
    }
    /// Whether the chosen stack may do that.
    fn may_order(
        &self,
        s: &State,
        unit: Unit,
        choice: &Choice,
        combat: bool,
        action: Action,
    ) -> Result<(), Illegal> {
        let count = s.count(unit);
        if !choice.way.is_empty() {
            return self.may_fly_on(s, unit, choice, action);
        }
        match action {
            Action::Select { .. } | Action::Done => {
                no("war CL-04", say!("the {unit} in hand act first; undo takes the choice back", unit))
            }
            _ if unit.place() >= TRACK => self.may_track(s, unit, count, action),
            Action::Go { count: n, to } if unit.is_prisoner() => {
                so_many(n, count, "war PW-3")?;
                need(self.escort_targets(s, unit) & bit(to) != 0, "war PW-3", || {
                    say!("prisoners are led to an adjacent friendly area")
                })
            }
            _ if unit.kind().is_air() => self.may_air(s, unit, count, combat, action),
            _ if unit.kind().is_sea() => self.may_ship(s, unit, count, combat, action),
            Action::Go { count: n, to } => {
                self.may_go(s, unit, to, combat, false)?;
                so_many(n, count, "war CL-04")
            }
            Action::Ride { count: n, to } => {
                need(unit.kind() == Kind::Mechanized, "war ME-1", || {
                    say!("infantry rides with mechanized units")
                })?;
                self.may_go(s, unit, to, combat, true)?;
                let riders = self.riders(s, unit).min(count);
                need((1..=riders).contains(&n.0), "war ME-1", || {
                    say!("one infantry of the same place rides with each: {riders} can", riders)
                })
            }
            Action::Snipe { count: n, target } => {
                self.may_snipe(s, unit, target)?;
                need(combat, "war TS-3", || say!("guns fire in combat movement"))?;
                so_many(n, count, "war AR-3")
            }
            Action::Carry { count: n } => {
                let tokens = self.portable(s, unit).min(count);
                need(tokens > 0, "war ST-2", || {
                    say!("no free token lies here, or the unit carries its fill")
                })?;
                need(self.land_targets(s, unit, combat, false) != 0, "war ST-2", || {
                    say!("the unit has nowhere to take a token")
                })?;
                so_many(n, tokens, "war ST-2")
            }
            _ => no("war CL-04", say!("{unit} cannot do that now", unit)),
        }
    }

    /// The chosen stack acts.
    fn carry_out(&self, s: &mut State, seat: Seat, combat: bool, action: Action, play: &mut Play) {
        let choice = s.choice(seat);
        let Some(unit) = choice.unit else { return };
        s.chosen[seat.index()] = Choice::default();
        match action {
            Action::Go { count, to } if unit.is_prisoner() => self.escort(s, play, unit, to, count.0),
            Action::Go { count, to } if unit.kind().is_sea() => self.sail(s, play, unit, to, count.0),
            Action::Go { count, to } => self.go(s, play, unit, to, count.0, combat),
            Action::Ride { count, to } => self.ride(s, play, unit, to, count.0, combat),
            Action::Snipe { count, target } => self.snipe(s, play, unit, target, count.0),
            Action::Carry { count } => self.carry(s, play, unit, count.0),
            Action::Load { cargo, from } if unit.kind().is_sea() => self.load(s, play, unit, from, cargo),
            Action::Unload { cargo, to } => self.unload(s, play, unit, to, cargo),
            Action::Assault { count, to } => {
                self.assault(s, play, unit, (to, count.0, unit.cargo().troops()));
            }
            Action::AssaultWith { count, to, cargo } => self.assault(s, play, unit, (to, count.0, cargo)),
            Action::Sail { to, planes } => self.sail_carrier(s, play, unit, to, planes),
            Action::Lift { cargo, to, along } => self.lift(s, play, unit, to, along, cargo),
            Action::Land { count, to } if unit.place() >= TRACK => {
                self.fly_on_track(s, play, unit, to, count.0);
            }
            _ => self.fly_order(s, play, seat, combat, (unit, choice), action),
        }
    }
    /// What another seat of the turn has in hand goes back when it can do nothing any more.
    fn drop_stale_choices(&self, s: &mut State, seat: Seat, combat: bool) {
        for other in (0..SEATS as u8).map(Seat).filter(|&o| o != seat) {
            let choice = s.choice(other);
            let Some(unit) = choice.unit else { continue };
            let mut open = Vec::new();
            if s.count(unit) >= choice.count.max(1) {
                self.orders(s, &choice, combat, &mut open);
            }
            if open.is_empty() {
                s.chosen[other.index()] = Choice::default();
            }
        }
    }
    fn order_offer(&self, combat: bool, action: Action) -> Offer {
        let (kind, rule, label) = match action {
            Action::Go { to, .. } if combat => (ActionKind::Attack, "war CL-04", say!("To {to}", to)),
            Action::Go { to, .. } => (ActionKind::Move, "war CL-28", say!("To {to}", to)),
            Action::Ride { to, .. } => {
                (ActionKind::Move, "war ME-1", say!("With infantry aboard to {to}", to))
            }
            Action::Fly { to, mission, direct: false, .. } => {
                (ActionKind::Attack, "war CL-07", say!("To {to}: {mission}", to, mission))
            }
            Action::Fly { to, mission, .. } => {
                (ActionKind::Attack, "war CL-07", say!("To {to}: {mission}, straight", to, mission))
            }
            Action::Way { to, .. } => {
                (ActionKind::Step, "war CL-07", say!("On a way of their own, first to {to}", to))
            }
            Action::Step { to } => (ActionKind::Step, "war CL-07", say!("On to {to}", to)),
            Action::Stop { mission } => (ActionKind::Attack, "war CL-07", say!("Here: {mission}", mission)),
            Action::Land { to, .. } => (ActionKind::Move, "war CL-08", say!("Land in {to}", to)),
            Action::DropAt { cargo, to } => {
                (ActionKind::Move, "war BO-3", say!("Drop {cargo} on {to}", cargo, to))
            }
            Action::Carry { .. } => (ActionKind::Add, "war ST-2", say!("Take a token along each")),
            Action::Load { cargo, from } => {
                (ActionKind::Add, "war CL-21", say!("Load {cargo} in {from}", cargo, from))
            }
            Action::Unload { cargo, to } => {
                (ActionKind::Move, "war CL-21", say!("Unload {cargo} in {to}", cargo, to))
            }
            Action::Assault { to, .. } => {
                (ActionKind::Attack, "war CL-20", say!("Land all troops in {to}", to))
            }
            Action::AssaultWith { to, cargo, .. } => {
                (ActionKind::Attack, "war CL-20", say!("Land {cargo} in {to}", cargo, to))
            }
            Action::Snipe { target, .. } => {
                (ActionKind::Attack, "war AR-3", say!("Fire into {target}", target))
            }
            Action::Sail { to, planes } => {
                (ActionKind::Move, "war CL-27", say!("To {to} with {planes} aircraft", to, planes))
            }
            Action::Lift { cargo, to, along: true } => {
                (ActionKind::Move, "war TR-6", say!("Lift {cargo} to {to}, go along", cargo, to))
            }
            Action::Lift { cargo, to, .. } => {
                (ActionKind::Move, "war TR-6", say!("Lift {cargo} to {to}, stay", cargo, to))
            }
            _ => (ActionKind::Choose, "war CL-04", say!("Go on")),
        };
        Offer::new(kind, rule, label)
    }

    /// Whether a seat has anything to move in the phase.
    pub(crate) fn can_move(&self, s: &State, seat: Seat, combat: bool) -> bool {
        !s.is_full() && s.units().any(|(u, n)| self.can_select(s, seat, u, n, combat))
    }
    /// Stacks that the seat can choose. [rule: war TS-3, war TS-5, war CL-04, war CL-28]
    fn selectable(&self, s: &State, seat: Seat, combat: bool, out: &mut Vec<Action>) {
        if s.is_full() {
            return;
        }
        let open = s.units().filter(|&(u, n)| self.can_select(s, seat, u, n, combat));
        out.extend(open.map(|(unit, _)| Action::Select { unit }));
    }
    fn can_select(&self, s: &State, seat: Seat, unit: Unit, count: u16, combat: bool) -> bool {
        let kind = unit.kind();
        if unit.is_prisoner() {
            return !combat
                && unit.status() == Status::Ready
                && s.is_active(unit.captor())
                && unit.captor().seat() == seat
                && self.escort_targets(s, unit) != 0;
        }
        if unit.place() >= TRACK {
            return !combat && self.track_can_act(s, seat, unit);
        }
        if !s.is_active(unit.nation()) || unit.nation().seat() != seat {
            return false;
        }
        let ready = unit.status() == Status::Ready;
        if kind.is_land() {
            ready && self.land_can_act(s, unit, combat)
        } else if kind.is_air() {
            self.air_can_act(s, unit, count, combat)
        } else {
            ready && self.ship_can_act(s, unit, combat)
        }
    }
    /// Whether a stack may be chosen: whether there is anything that it may do.
    pub(crate) fn may_select(&self, s: &State, seat: Seat, unit: Unit, combat: bool) -> Result<(), Illegal> {
        let count = s.count(unit);
        need(count > 0, "war CL-04", || say!("there is no such stack"))?;
        need(!s.is_full(), "war CL-04", || say!("the map holds no more different units"))?;
        if self.can_select(s, seat, unit, count, combat) {
            return Ok(());
        }
        let owner = if unit.is_prisoner() { unit.captor() } else { unit.nation() };
        let own = s.is_active(owner) && owner.seat() == seat;
        need(own, "war OP-1", || say!("each nation moves its own units in its own turn"))?;
        if unit.is_prisoner() {
            return no(
                "war PW-3",
                say!("prisoners are led once a turn, after combat, to an adjacent friendly area"),
            );
        }
        if unit.place() >= TRACK {
            return self.why_not_on_track(s, unit, combat);
        }
        need(!combat || s.at_war(owner), "war CE-7", || say!("China is not at war"))?;
        need(!combat || self.may_fight(s, unit), "war CE-7", || {
            say!("nobody fights from neutral Manchuria")
        })?;
        match unit.status() {
            Status::Ready | Status::Flown => {}
            Status::Snipe => return no("war AR-4", say!("a gun that snipes does nothing else this turn")),
            _ => return no("war CL-28", say!("the unit has moved or fought this turn")),
        }
        if unit.kind().is_land() {
            return self.why_land_stays(s, unit, combat);
        }
        if unit.kind().is_sea() {
            return no("war CL-09", say!("it has nowhere to go, and nothing to load or land"));
        }
        let enemy = s.holds[unit.side().enemy() as usize] & self.enemy_ground(s, unit.side());
        let unpaid = combat && enemy != 0 && unit.place().is_area() && s.tokens[unit.place().i()] == 0;
        need(!unpaid, "war ST-1", || say!("an attack needs a supply token in the area it starts from"))?;
        need(!combat, "war CL-08", || say!("no target is in reach with a place to land"))?;
        no("war CL-28", say!("it has nowhere to go"))
    }
    fn why_land_stays(&self, s: &State, unit: Unit, combat: bool) -> Result<(), Illegal> {
        let near = self.c.land[unit.place().i()];
        if !combat {
            need(near & self.neutral(s) == 0, "war CE-7", || say!("neutral Manchuria is closed to it"))?;
            return no("war CL-28", say!("it has nowhere to go"));
        }
        let raw = self.raw_targets(s, unit, false);
        need(raw == 0, "war ST-1", || say!("an attack needs a supply token in the area it starts from"))?;
        let closed = near & self.neutral(s) & s.friendly[unit.side().enemy() as usize];
        need(closed == 0, "war CE-7", || say!("nobody enters neutral Manchuria"))?;
        no("war CL-04", say!("no enemy area lies next to it"))
    }
}
