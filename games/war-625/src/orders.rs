//! Carrying out a legal action, and saying why another is refused.

use crate::War625;
use crate::action::Action;
use crate::air::Sortie;
use crate::data::bit;
use crate::kinds::{AREAS, Kind, Nation, Side, Status, TRACK, Unit};
use crate::state::{Frame, State};
use engine::{Illegal, Play, Seat};
use std::cell::RefCell;

thread_local! {
    static SCRATCH: RefCell<Vec<Action>> = const { RefCell::new(Vec::new()) };
}

impl War625 {
    /// Lends an empty list whose memory is kept from call to call.
    pub(crate) fn with_scratch<T>(&self, work: impl FnOnce(&mut Vec<Action>) -> T) -> T {
        SCRATCH.with(|cell| match cell.try_borrow_mut() {
            Ok(mut list) => {
                list.clear();
                work(&mut list)
            }
            Err(_) => work(&mut Vec::new()),
        })
    }
    /// Plays an action that the seat may take, then whatever follows by itself.
    pub(crate) fn play(
        &self,
        s: &mut State,
        seat: Seat,
        action: Action,
        play: &mut Play,
    ) -> Result<(), Illegal> {
        if !self.deciders(s).contains(seat) {
            return Err(Illegal::new("war OP-1", "this is not that seat's decision now"));
        }
        if !self.is_legal(s, seat, action) {
            return Err(self.refuse(s, seat, action));
        }
        self.perform(s, seat, action, play);
        self.advance(s, play);
        Ok(())
    }
    fn is_legal(&self, s: &State, seat: Seat, action: Action) -> bool {
        match (s.frame(), action) {
            (Frame::CombatMove, Action::Select(u)) => {
                let n = s.count(u);
                n > 0 && s.stacks.len() < crate::state::FULL && self.can_select(s, seat, u, n, true)
            }
            (Frame::NonCombat, Action::Select(u)) => {
                let n = s.count(u);
                n > 0 && s.stacks.len() < crate::state::FULL && self.can_select(s, seat, u, n, false)
            }
            (
                Frame::Talks | Frame::Purchase | Frame::CombatMove | Frame::NonCombat | Frame::Place,
                Action::Done,
            ) => true,
            _ => self.with_scratch(|list| {
                self.list(s, seat, list);
                list.binary_search(&action).is_ok()
            }),
        }
    }

    pub(crate) fn perform(&self, s: &mut State, seat: Seat, action: Action, play: &mut Play) {
        match action {
            Action::Done => self.do_done(s, seat, play),
            Action::HiddenPut { area, count } => self.do_hidden(s, play, area, count),
            Action::DeclareWar => {
                s.frames.pop();
                self.declare(s, play);
            }
            Action::Withhold => {
                s.frames.pop();
                play.say(seat, "war CE-4", format_args!("China waits."));
            }
            Action::AtomicRoll => {
                s.frames.pop();
                self.do_ask(s, play);
            }
            Action::AtomicPass => {
                s.frames.pop();
                play.say(seat, "war AT-2", format_args!("The United States do not ask for atomic weapons."));
            }
            Action::PowOffer { give, take } => {
                s.offered = true;
                s.passed = 0xff;
                s.frames.push(Frame::Offer { give, take });
                play.say(
                    seat,
                    "war PW-6",
                    format_args!("An exchange is offered: {give} prisoners for {take}."),
                );
            }
            Action::Accept | Action::Decline => self.do_answer(s, seat, action == Action::Accept, play),
            Action::PowReturn { nation, area } => self.do_return(s, play, nation, area),
            Action::OfferArmistice => {
                s.truce_offered = true;
                s.frames.push(Frame::Armistice { agreed: 1 << seat.0 });
                play.say(seat, "war HO-2", format_args!("An armistice is offered."));
            }
            Action::Resign => {
                s.truce_offered = true;
                play.say(seat, "war VI-4", format_args!("A seat proposes to resign."));
                s.frames.push(Frame::Resign { side: s.active(), agreed: 1 << seat.0 });
                self.settle_resignation(s, play);
            }
            Action::Buy { nation, kind, count } => self.do_buy(s, play, nation, kind, count),
            Action::BuyWeapon => self.do_buy_weapon(s, play),
            Action::Select(unit) => s.frames.push(Frame::Selected { unit, seat: seat.0 }),
            Action::Place { nation, kind, to, count } => self.do_place(s, play, (nation, kind, to, count)),
            Action::PickBattle { place } => self.do_pick(s, play, seat, place),
            Action::CallSupport(unit) => self.do_call(s, play, unit),
            Action::Bombard(unit) => s.shift(unit, unit.doing(Status::Attack), 1),
            Action::Leave { unit, to, count } => self.do_leave(s, play, unit, to, count),
            Action::Sky { unit, count } => self.do_sky(s, play, unit, count),
            Action::Lose(unit) => self.do_lose(s, play, unit),
            Action::Direct(unit) => self.do_direct(s, play, Some(unit)),
            Action::FlyOut { unit, to } => self.do_fly_out(s, play, unit, to),
            Action::Submerge(unit) => self.do_submerge(s, play, unit),
            Action::Salvage { kind, nation, take } => self.do_salvage(s, play, kind, nation, take),
            Action::Continue => {
                s.frames.pop();
                play.say(seat, "war CL-17", format_args!("The attack goes on."));
            }
            Action::Retreat { to } => {
                s.frames.pop();
                self.do_retreat(s, play, to);
            }
            _ => self.perform_selected(s, action, play),
        }
    }
    /// What the chosen stack does.
    fn perform_selected(&self, s: &mut State, action: Action, play: &mut Play) {
        let Some(Frame::Selected { unit, .. }) = s.frames.pop() else { return };
        let combat = s.frame() == Frame::CombatMove;
        match action {
            Action::Go { to, count } if unit.is_prisoner() => self.do_escort(s, play, unit, to, count),
            Action::Go { to, count } if unit.kind().is_sea() => self.do_sea(s, play, unit, to, count),
            Action::Go { to, count } => self.do_go(s, play, unit, to, count, combat),
            Action::Ride { to, count } => self.do_ride(s, play, unit, to, count, combat),
            Action::Fly { to, direct, mission, count } => {
                self.do_fly(s, play, unit, Sortie { to, direct, mission, count });
            }
            Action::Land { to, count } if unit.place() >= TRACK => {
                self.do_track_flight(s, play, unit, to, count);
            }
            Action::Land { to, count } => self.do_land(s, play, unit, to, count),
            Action::DropAt { to, cargo } => self.do_drop(s, play, unit, to, cargo),
            Action::Carry { count } => self.do_carry(s, play, unit, count),
            Action::Load { cargo, .. } if unit.kind().is_air() => self.do_air_load(s, play, unit, cargo),
            Action::Load { from, cargo } => self.do_load(s, play, unit, from, cargo),
            Action::Unload { to, cargo } => self.do_unload(s, play, unit, to, cargo),
            Action::Assault { to, count, cargo } => self.do_assault(s, play, unit, (to, count, cargo)),
            Action::Snipe { target, count } => self.do_snipe(s, play, unit, target, count),
            Action::Sail { to, planes } => self.do_sail(s, play, unit, to, planes),
            Action::Lift { to, along, cargo } => self.do_lift(s, play, unit, to, along, cargo),
            _ => {}
        }
    }
    fn do_done(&self, s: &mut State, seat: Seat, play: &mut Play) {
        match s.frame() {
            Frame::Hidden => {
                s.frames.pop();
                play.say(seat, "war HC-1", format_args!("China has written down its hidden infantry."));
            }
            Frame::Begin => {
                s.frames.pop();
            }
            Frame::Direct { .. } => self.do_direct(s, play, None),
            Frame::Das
            | Frame::Bombard
            | Frame::Leave
            | Frame::Duty { .. }
            | Frame::FlyOut
            | Frame::Submerge { .. } => {
                s.frames.pop();
            }
            frame => {
                s.passed |= 1 << seat.0;
                let (rule, what) = match frame {
                    Frame::Talks => ("war PW-6", "ends its talks"),
                    Frame::Purchase => ("war TS-2", "ends its purchases"),
                    Frame::CombatMove => ("war TS-3", "ends its combat movement"),
                    Frame::NonCombat => ("war TS-5", "ends its non-combat movement"),
                    _ => ("war TS-6", "ends its placement"),
                };
                play.say(seat, rule, format_args!("{} {what}.", self.info.seats[seat.index()].name));
            }
        }
    }
    fn do_answer(&self, s: &mut State, seat: Seat, yes: bool, play: &mut Play) {
        let words = if yes { "agrees" } else { "declines" };
        let name = &self.info.seats[seat.index()].name;
        match s.frame() {
            Frame::Offer { give, take } => {
                play.say(seat, "war PW-6", format_args!("{name} {words}."));
                if yes {
                    self.accept_offer(s, give, take);
                } else {
                    s.frames.pop();
                }
            }
            Frame::Armistice { .. } => {
                play.say(seat, "war HO-2", format_args!("{name} {words}."));
                if let Some(Frame::Armistice { agreed }) = s.frames.last_mut() {
                    *agreed |= 1 << seat.0;
                    let all = *agreed == 0b11111;
                    if !yes || all {
                        s.armistice = yes && all;
                        s.frames.pop();
                    }
                }
            }
            _ => {
                play.say(seat, "war VI-4", format_args!("{name} {words}."));
                if yes {
                    if let Some(Frame::Resign { agreed, .. }) = s.frames.last_mut() {
                        *agreed |= 1 << seat.0;
                    }
                    self.settle_resignation(s, play);
                } else {
                    s.frames.pop();
                }
            }
        }
    }
    /// A side resigns when all its seats agree. [rule: war VI-4]
    fn settle_resignation(&self, s: &mut State, play: &mut Play) {
        let Frame::Resign { side, agreed } = s.frame() else { return };
        let seats = if side == Side::Communist { 0b00011 } else { 0b11100 };
        if agreed & seats == seats {
            s.resigned = side as u8 + 1;
            self.finish(s, play);
        }
    }

    /// Why an action is refused: its rule and one sentence.
    fn refuse(&self, s: &State, seat: Seat, action: Action) -> Illegal {
        match (s.frame(), action) {
            (Frame::Hidden, _) => self.refuse_hidden(action),
            (Frame::Purchase, Action::Buy { nation, kind, .. }) => {
                self.refuse_purchase(s, seat, nation, kind)
            }
            (Frame::Purchase, Action::BuyWeapon) => self.refuse_weapon(s),
            (Frame::Place, Action::Place { nation, kind, to, .. }) => {
                self.refuse_place(s, seat, nation, kind, to)
            }
            (Frame::CombatMove, Action::Select(unit)) => self.refuse_select(s, seat, unit, true),
            (Frame::NonCombat, Action::Select(unit)) => self.refuse_select(s, seat, unit, false),
            (Frame::Selected { unit, .. }, _) => self.refuse_order(s, unit, action),
            (Frame::Loss { .. }, _) => self.refuse_loss(),
            (Frame::Direct { .. }, _) => Illegal::new(
                "war DZ-3",
                "a tank destroyer's hit is put on an enemy unit that is not infantry",
            ),
            (Frame::Duty { .. }, _) => Illegal::new(
                "war CAS-2",
                "aircraft match the enemy's in the sky before they support the ground",
            ),
            (Frame::Das, _) => Illegal::new(
                "war DAS-1",
                "only ready fighters and choppers of an adjacent base that is not attacked can be called in",
            ),
            (Frame::Leave, _) => {
                Illegal::new("war DR-1", "a unit leaves for an adjacent friendly area without a battle")
            }
            (Frame::Decide, Action::Retreat { .. }) => {
                let rule = if s.battle.is_sea() { "war CL-26" } else { "war CL-17" };
                Illegal::new(rule, "the attackers retreat to a friendly place from which some of them came")
            }
            (Frame::FlyOut, _) => {
                Illegal::new("war CL-19", "aircraft fly out to an adjacent friendly area or deck")
            }
            (Frame::Submerge { .. }, _) => {
                Illegal::new("war CL-25", "no submarine dives under an enemy destroyer")
            }
            (Frame::Bombard, _) => Illegal::new("war CL-22", "this ship cannot bombard here"),
            (Frame::Combat, _) => Illegal::new("war TS-4", "there is no such battle to fight now"),
            (Frame::Talks, _) => Illegal::new("war PW-6", "so many prisoners are not held on both sides"),
            (Frame::Return { .. }, _) => {
                Illegal::new("war PW-6", "returned infantry appear in an area of their own")
            }
            (Frame::Salvage, _) => {
                Illegal::new("war PW-2", "the captured piece is taken over or scrapped first")
            }
            (Frame::Begin, _) => Illegal::new("war CE-2", "China rolls for entry first"),
            (Frame::China, _) => Illegal::new("war CE-4", "China declares war or withholds"),
            (Frame::Atomic, _) => {
                Illegal::new("war AT-2", "the United States ask for authorisation or do not")
            }
            (_, Action::OfferArmistice) => Illegal::new(
                "war HO-2",
                "an armistice is offered with its option, from turn 14, once a nation's turn",
            ),
            (_, Action::Resign) => Illegal::new("war VI-4", "resigning is not open here"),
            _ => Illegal::new("war OP-1", "this does not belong to the current phase"),
        }
    }
    fn refuse_weapon(&self, s: &State) -> Illegal {
        if !s.opts.atomic || s.turn < self.c.atomic.authorisation.first_turn {
            return Illegal::new("war AT-1", "atomic weapons come with their option, from January 1951");
        }
        if !s.atomic.authorised {
            return Illegal::new("war AT-2", "atomic weapons are not authorised");
        }
        Illegal::new("war AT-3", "a weapon costs 6 IPC, and there are 34 in the game")
    }
    fn refuse_select(&self, s: &State, seat: Seat, unit: Unit, combat: bool) -> Illegal {
        if s.count(unit) == 0 {
            return Illegal::new("war CL-04", "there is no such stack");
        }
        let owner = if unit.is_prisoner() { unit.captor() } else { unit.nation() };
        if !s.is_active(owner) || owner.seat() != seat {
            return Illegal::new("war OP-1", "each nation moves its own units in its own turn");
        }
        let place = unit.place();
        if place >= TRACK && unit.status() != Status::Ready {
            return Illegal::new("war TR-3", "it has had its space of the Track in this turn");
        }
        if place >= TRACK {
            return Illegal::new("war TR-6", "a land unit on the Track needs a transport to move");
        }
        if (place as usize) < AREAS && bit(place) & self.neutral(s) != 0 && combat {
            return Illegal::new("war CE-7", "nobody fights from neutral Manchuria");
        }
        match unit.status() {
            Status::Ready | Status::Flown => {}
            Status::Snipe => {
                return Illegal::new("war AR-4", "a gun that snipes does nothing else this turn");
            }
            _ => return Illegal::new("war CL-28", "the unit has moved or fought this turn"),
        }
        if combat && unit.kind().is_land() {
            let enemy = self.enemy_ground(s, unit.side()) & self.c.land[place as usize];
            if enemy != 0 {
                return Illegal::new("war ST-1", "an attack needs a supply token in the area it starts from");
            }
            let neutral =
                self.c.land[place as usize] & self.neutral(s) & s.friendly[unit.side().enemy() as usize];
            if neutral != 0 {
                return Illegal::new("war CE-7", "nobody enters neutral Manchuria");
            }
            return Illegal::new("war CL-04", "no enemy area lies next to it");
        }
        if combat && unit.kind().is_air() {
            let enemy = s.holds[unit.side().enemy() as usize] & self.enemy_ground(s, unit.side());
            if enemy != 0 && s.tokens[place as usize % crate::kinds::PLACES] == 0 {
                return Illegal::new("war ST-1", "an attack needs a supply token in the area it starts from");
            }
            return Illegal::new("war CL-08", "no target is in reach with a place to land");
        }
        if !combat && unit.kind().is_land() {
            let near = self.c.land[place as usize];
            if near & self.neutral(s) != 0 {
                return Illegal::new("war CE-7", "neutral Manchuria is closed to it");
            }
        }
        Illegal::new(if unit.kind().is_sea() { "war CL-09" } else { "war CL-28" }, "it has nowhere to go")
    }
    /// Why the chosen stack cannot do that.
    fn refuse_order(&self, s: &State, unit: Unit, action: Action) -> Illegal {
        let combat = s.frames.iter().rev().nth(1) == Some(&Frame::CombatMove);
        let here = unit.place();
        match action {
            Action::Go { to, count } | Action::Ride { to, count } => {
                if count == 0 || count > s.count(unit) {
                    return Illegal::new("war CL-04", "there are not so many units in the stack");
                }
                self.refuse_go(s, unit, to, combat, matches!(action, Action::Ride { .. }))
            }
            Action::Snipe { target, .. } => self.refuse_snipe(s, unit, target),
            Action::Fly { to, mission, .. } => self.refuse_fly(s, unit, to, mission),
            Action::Land { .. } if here >= TRACK => Illegal::new("war TR-7", "it can't arrive there"),
            Action::Land { to, .. } => {
                if unit.kind() == Kind::Bomber && to as usize >= AREAS {
                    return Illegal::new("war FP-9", "bombers do not use carriers");
                }
                if to as usize >= AREAS {
                    return Illegal::new("war CL-27", "there is no room on a carrier there");
                }
                Illegal::new(
                    "war CL-08",
                    "aircraft land in reach, in an area friendly since the start of the turn",
                )
            }
            Action::DropAt { .. } => Illegal::new("war BO-3", "it can't drop that there and still land"),
            Action::Carry { .. } => {
                Illegal::new("war ST-2", "no free token lies here, or the unit carries its fill")
            }
            Action::Load { cargo, .. } if unit.kind().is_air() => {
                let full =
                    unit.cargo().join(cargo).is_none_or(|c| !c.fits(&self.c.loads[unit.kind() as usize]));
                let rule = match (unit.kind(), full) {
                    (Kind::Chopper, _) => "war CP-1",
                    (_, true) => "war BO-1",
                    _ => "war BO-2",
                };
                Illegal::new(rule, "the aircraft cannot take that aboard here")
            }
            Action::Load { cargo, .. } => {
                let fits =
                    unit.cargo().join(cargo).is_some_and(|c| c.fits(&self.c.loads[Kind::Transport as usize]));
                let rule = if fits { "war CL-21" } else { "war SE-1" };
                Illegal::new(rule, "the transport cannot take that load aboard here")
            }
            Action::Unload { .. } => Illegal::new("war CL-21", "it can't unload that there"),
            Action::Assault { to, .. } => {
                let near = (to as usize) < AREAS
                    && (here as usize) >= AREAS
                    && here < TRACK
                    && self.c.shore[here as usize - AREAS] & bit(to) & self.enemy_ground(s, unit.side()) != 0;
                if near && unit.cargo().has_troops() {
                    return Illegal::new("war ST-1", "a landing against enemies needs a supply token aboard");
                }
                Illegal::new("war CL-20", "troops land from a transport on an enemy shore of its zone")
            }
            Action::Sail { .. } => {
                Illegal::new("war CL-27", "the carrier cannot go there with so many aircraft")
            }
            Action::Lift { to, .. } if (to as usize) < AREAS && self.open_ports(s) & bit(to) == 0 => {
                Illegal::new("war TR-7", "that port is not open")
            }
            Action::Lift { .. } => Illegal::new("war TR-6", "no such load can be lifted from here"),
            _ => Illegal::new("war CL-04", "the chosen units act first; undo takes the choice back"),
        }
    }
    fn refuse_go(&self, s: &State, unit: Unit, to: u8, combat: bool, ride: bool) -> Illegal {
        if unit.is_prisoner() {
            return Illegal::new("war PW-3", "prisoners are led to an adjacent friendly area");
        }
        if unit.place() >= TRACK || to >= TRACK {
            return Illegal::new("war TR-8", "a ship goes one space along the Track");
        }
        if unit.kind().is_sea() {
            return Illegal::new("war CL-09", "ships go two zones and stop where enemy ships are");
        }
        if (to as usize) >= AREAS {
            return Illegal::new("war CL-05", "land units go by land");
        }
        if bit(to) & self.neutral(s) & self.c.soviet != 0 {
            return Illegal::new("war SV-2", "the Soviet area is closed before the Soviet Union enters");
        }
        if bit(to) & self.neutral(s) != 0 || (bit(unit.place()) & self.neutral(s) != 0 && combat) {
            return Illegal::new("war CE-7", "neutral areas are closed");
        }
        if unit.nation() == Nation::Ch && !s.china.war {
            return Illegal::new("war CE-7", "China is not at war");
        }
        if ride {
            return Illegal::new("war ME-1", "one infantry rides with each mechanized unit, two areas far");
        }
        if (unit.place() as usize) >= AREAS {
            return Illegal::new("war CL-21", "units aboard land with their ship");
        }
        let enemy = s.side_at(to) != unit.side();
        if combat && !enemy {
            return Illegal::new("war CL-04", "combat movement leads into enemy areas");
        }
        if !combat && enemy {
            return Illegal::new("war CL-28", "non-combat movement leads into friendly areas");
        }
        let reach = self.c.land[unit.place() as usize] & bit(to) != 0;
        if combat && reach {
            return Illegal::new("war ST-1", "an attack needs a supply token in the area it starts from");
        }
        Illegal::new("war CL-05", "that is too far, or an enemy area lies between")
    }
    fn refuse_snipe(&self, s: &State, unit: Unit, target: u8) -> Illegal {
        if !unit.kind().snipes() {
            return Illegal::new("war AR-3", "only artillery and armor snipe");
        }
        let ashore = (target as usize) < AREAS && (unit.place() as usize) < AREAS;
        if !ashore || self.c.land[unit.place() as usize] & bit(target) == 0 {
            return Illegal::new("war AR-3", "guns snipe into an adjacent area");
        }
        if (bit(target) | bit(unit.place())) & self.neutral(s) != 0 {
            return Illegal::new("war CE-7", "nobody snipes into or out of neutral Manchuria");
        }
        if s.troops[unit.side().enemy() as usize] & bit(target) == 0 {
            return Illegal::new("war AR-3", "no enemy land unit is there");
        }
        Illegal::new("war ST-1", "sniping needs a supply token for the pair of areas")
    }
    fn refuse_fly(&self, s: &State, unit: Unit, to: u8, mission: crate::action::Mission) -> Illegal {
        use crate::action::Mission;
        if (to as usize) < AREAS && bit(to) & self.neutral(s) != 0 {
            return Illegal::new("war CE-7", "neutral areas are closed to aircraft");
        }
        let loaded = !unit.cargo().is_empty();
        match mission {
            Mission::Drop if !loaded => return Illegal::new("war BO-4", "it carries no infantry"),
            Mission::Battle | Mission::Bomb if loaded => {
                return Illegal::new("war BO-7", "an aircraft has one mission a turn");
            }
            Mission::Bomb if unit.kind() != Kind::Bomber || (to as usize) >= AREAS || !s.has_factory(to) => {
                return Illegal::new("war BO-6", "bombers raid areas with a factory");
            }
            Mission::Economic | Mission::Military if s.atomic.stock == 0 => {
                return Illegal::new("war AT-3", "no weapon is in stock");
            }
            Mission::Economic | Mission::Military if unit.kind() != Kind::Bomber || loaded => {
                return Illegal::new("war AT-4", "a weapon needs a bomber that does nothing else");
            }
            _ => {}
        }
        if unit.place() >= TRACK {
            return Illegal::new("war TR-8", "nobody fights from the Track");
        }
        let air = self.air(s, unit.side());
        if (to as usize) < crate::kinds::WHERE && air[unit.place() as usize][to as usize] > unit.range() {
            return Illegal::new("war CL-07", "that is out of range");
        }
        let needs = matches!(mission, Mission::Battle | Mission::Drop)
            && (to as usize) < AREAS
            && s.holds[unit.side().enemy() as usize] & bit(to) != 0
            && (unit.place() as usize) < AREAS
            && s.tokens[unit.place() as usize] == 0;
        if needs {
            return Illegal::new("war ST-1", "an attack needs a supply token in the area it starts from");
        }
        Illegal::new("war CL-08", "no target is there, or no place to land is in reach after it")
    }
}
