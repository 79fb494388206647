//! The sequence of play: turns, nations, phases, and who decides (OP-1, 1.1).

use crate::War625;
use crate::action::Action;
use crate::kinds::{AREAS, Cargo, Kind, NOWHERE, Nation, Side, Status, TRACK, Unit, WHERE};
use crate::state::{Frame, State, Step};
use engine::flat::Array;
use engine::{Play, Seat, SeatSet};

impl War625 {
    /// Runs everything that needs no decision. [rule: war OP-1]
    pub(crate) fn advance(&self, s: &mut State, play: &mut Play) {
        while self.step(s, play) {}
    }
    pub(crate) fn step(&self, s: &mut State, play: &mut Play) -> bool {
        match s.frame() {
            Frame::Turn => self.next_step(s, play),
            Frame::Battle => self.battle_step(s, play),
            Frame::Combat => self.combat_step(s, play),
            Frame::Loss { side, left, at } => self.loss_step(s, play, side, left, at),
            Frame::Direct { side, left } => self.direct_step(s, side, left),
            Frame::Return { side, left } => self.return_step(s, side, left),
            Frame::Purchase | Frame::CombatMove | Frame::NonCombat | Frame::Place | Frame::Talks => {
                self.phase_step(s, play)
            }
            Frame::Das
            | Frame::Bombard
            | Frame::Leave
            | Frame::FlyOut
            | Frame::Submerge { .. }
            | Frame::Decide => self.skip_step(s),
            Frame::Duty { side } => {
                let none = self.fighters(s, side).all(|(u, _)| !u.kind().is_air() || u.in_sky());
                if none {
                    s.frames.pop();
                }
                none
            }
            Frame::Salvage => {
                let none = s.battle.captured.iter().all(|&n| n == 0);
                if none {
                    s.frames.pop();
                }
                none
            }
            _ => false,
        }
    }
    /// A decision without alternatives passes by itself.
    fn skip_step(&self, s: &mut State) -> bool {
        let skip = match s.frame() {
            Frame::Leave => !self.can_leave(s),
            frame => self.with_scratch(|list| {
                match frame {
                    Frame::Das => self.support_options(s, list),
                    Frame::Bombard => self.bombard_options(s, list),
                    Frame::FlyOut => self.fly_out_options(s, list),
                    Frame::Submerge { side } => self.submerge_options(s, side, list),
                    _ => self.decide_options(s, list),
                }
                list.is_empty() || *list == [Action::Continue]
            }),
        };
        if skip {
            s.frames.pop();
        }
        skip
    }
    pub(crate) fn bombard_options(&self, s: &State, out: &mut Vec<Action>) {
        for z in State::zones() {
            out.extend(s.at(z).filter(|(u, _)| self.can_bombard(s, *u)).map(|(u, _)| Action::Bombard(u)));
        }
    }
    fn return_step(&self, s: &mut State, side: Side, left: u8) -> bool {
        let none = left == 0 || self.captives(s, side) == 0;
        if none {
            s.frames.pop();
        }
        none
    }
    /// The seats whose nations take the current turn.
    pub(crate) fn active_seats(&self, s: &State) -> SeatSet {
        SeatSet(match s.group {
            0 => 0b11,
            group => 1 << (group + 1),
        })
    }
    /// A phase is over when each of its seats has ended it. [rule: war OP-1]
    fn phase_step(&self, s: &mut State, play: &mut Play) -> bool {
        let open = self.active_seats(s).0 & !u16::from(s.passed);
        if open != 0 {
            return false;
        }
        match s.frames.pop() {
            Some(Frame::CombatMove) => self.close_combat_move(s),
            Some(Frame::NonCombat) => self.close_non_combat(s, play),
            Some(Frame::Place) => self.refund(s, play),
            _ => {}
        }
        true
    }
    /// Opens a phase; seats that have nothing to do in it are passed over.
    fn begin(&self, s: &mut State, frame: Frame) {
        s.passed = 0;
        s.frames.push(frame);
        for seat in self.active_seats(s).iter() {
            let idle = self.with_scratch(|list| {
                self.phase_options(s, seat, list);
                list.is_empty()
            });
            if idle {
                s.passed |= 1 << seat.0;
            }
        }
    }
    /// What a seat can do in the phase on top, besides ending it.
    pub(crate) fn phase_options(&self, s: &State, seat: Seat, out: &mut Vec<Action>) {
        match s.frame() {
            Frame::Talks => self.talk_options(s, out),
            Frame::Purchase => self.purchase_options(s, seat, out),
            Frame::CombatMove => self.selectable(s, seat, true, out),
            Frame::NonCombat => self.selectable(s, seat, false, out),
            Frame::Place => self.place_options(s, seat, out),
            _ => {}
        }
    }
    /// [rule: war OP-1, war TS-1, war TS-2, war TS-3, war TS-4, war TS-5, war TS-6]
    fn next_step(&self, s: &mut State, play: &mut Play) -> bool {
        let (next, frame) = match s.step {
            Step::Start => {
                self.start_nation_turn(s, play);
                (Step::China, None)
            }
            Step::China => {
                s.step = Step::Atomic;
                if s.group == 0 {
                    self.intervention(s, play);
                }
                return true;
            }
            Step::Atomic => {
                let asks = s.group == 2 && self.may_ask(s);
                s.step = Step::Talks;
                if asks {
                    s.frames.push(Frame::Atomic);
                }
                return true;
            }
            Step::Talks => (Step::Income, self.can_talk(s).then_some(Frame::Talks)),
            Step::Income => {
                self.collect(s, play);
                (Step::Purchase, None)
            }
            Step::Purchase => (Step::CombatMove, Some(Frame::Purchase)),
            Step::CombatMove => (Step::Combat, Some(Frame::CombatMove)),
            Step::Combat => {
                s.step = Step::NonCombat;
                s.frames.push(Frame::Combat);
                return true;
            }
            Step::NonCombat => (Step::Place, Some(Frame::NonCombat)),
            Step::Place => {
                s.placed = Array::default();
                self.place_on_track(s, play);
                (Step::Supply, Some(Frame::Place))
            }
            Step::Supply => {
                self.supply_check(s, play);
                self.end_nation_turn(s, play);
                return true;
            }
            Step::Over => return false,
        };
        s.step = next;
        if let Some(frame) = frame {
            self.begin(s, frame);
        }
        true
    }
    fn start_nation_turn(&self, s: &mut State, play: &mut Play) {
        if s.group == 0 {
            self.start_turn(s, play);
        }
        s.held = s.friendly[s.active() as usize];
        s.offered = false;
        s.truce_offered = false;
        s.change_all(|s, u, _| {
            let surfaces = u.is_submerged() && s.is_active(u.nation());
            Some(if surfaces { u.doing(Status::Ready).ranging(2) } else { u })
        });
    }
    /// A game turn begins: limits of the turn are cleared, the date may start the Chinese clock.
    fn start_turn(&self, s: &mut State, play: &mut Play) {
        let date = self.c.date.get(s.turn as usize - 1);
        let (month, label) = date.map_or(("", ""), |d| (d.month.as_str(), d.label.as_str()));
        play.note("war VI-1", format_args!("Turn {}, {month}: {label}.", s.turn));
        s.paid = 0;
        s.bombed = Array::default();
        s.fresh_tokens = Array::default();
        s.new_factories = 0;
        self.date_clock(s, play);
        s.change_all(|_, u, _| {
            let lifted = u.kind() == Kind::Transport && u.place() >= TRACK;
            Some(if lifted { u.using_lift(false) } else { u })
        });
    }
    /// Units of the nation are ready again; the enemy's support planes too. The war ends after the turn that the host chose.
    /// [rule: war HO-1, war VI-1]
    fn end_nation_turn(&self, s: &mut State, play: &mut Play) {
        s.change_all(|s, u, _| Some(self.refreshed(s, u)));
        s.held = 0;
        if s.group < 3 {
            s.group += 1;
            s.step = Step::Start;
            return;
        }
        s.group = 0;
        if s.turn >= s.opts.length || s.armistice {
            self.finish(s, play);
            return;
        }
        s.turn += 1;
        s.step = Step::Start;
    }
    fn refreshed(&self, s: &State, u: Unit) -> Unit {
        if u.is_prisoner() {
            return if s.is_active(u.captor()) { u.doing(Status::Ready) } else { u };
        }
        if !s.is_active(u.nation()) {
            return if u.status() == Status::DasUsed { u.doing(Status::Ready) } else { u };
        }
        if u.is_submerged() {
            return u;
        }
        let range =
            if u.kind().is_land() { 0 } else { self.c.values(s.opts.d12, u.nation(), u.kind()).moves };
        let lifted = u.kind() == Kind::Transport && u.place() >= TRACK && u.lift_used();
        u.doing(Status::Ready).ranging(range).coming(NOWHERE).by(NOWHERE).using_lift(lifted)
    }
    /// Combat movement is over: what was taken along but not used lies in the area again, ships stay put.
    /// [rule: war ST-2, war CL-04, war CL-21]
    fn close_combat_move(&self, s: &mut State) {
        self.put_loads_back(s);
        s.change_all(|s, u, _| {
            let sailed = s.is_active(u.nation())
                && u.kind().is_sea()
                && !u.assaults()
                && (u.place() as usize) < WHERE
                && u.range() < 2;
            Some(if sailed { u.ranging(0) } else { u })
        });
    }
    /// Tokens and infantry that land units and planes took up without going anywhere.
    fn put_loads_back(&self, s: &mut State) {
        let waits = |s: &State, u: Unit| {
            s.is_active(u.nation())
                && !u.cargo().is_empty()
                && u.status() == Status::Ready
                && (u.place() as usize) < AREAS
                && !u.is_prisoner()
        };
        while let Some((u, n)) = s.first(|u| waits(s, u)) {
            s.shift(u, u.loaded(Cargo::EMPTY), n);
            for _ in 0..n {
                self.put_items(s, u.place(), u.nation(), u.cargo(), Status::Ready);
            }
        }
    }
    fn close_non_combat(&self, s: &mut State, play: &mut Play) {
        self.put_loads_back(s);
        self.bring_down(s, play);
        self.drown_planes(s, play);
    }

    /// The seats that have a decision to take. [rule: war OP-1, war CL-34, war HO-4]
    pub(crate) fn deciders(&self, s: &State) -> SeatSet {
        let one = |n: Nation| SeatSet::one(n.seat());
        let enemy = s.active().enemy();
        match s.frame() {
            Frame::Hidden | Frame::China | Frame::Begin => SeatSet::one(Seat(1)),
            Frame::Atomic => one(Nation::Us),
            Frame::Offer { .. } => one(self.answering(s)),
            Frame::Return { side, .. } => one(self.returning(s, side)),
            Frame::Talks | Frame::Purchase | Frame::CombatMove | Frame::NonCombat | Frame::Place => {
                SeatSet(self.active_seats(s).0 & !u16::from(s.passed))
            }
            Frame::Combat => {
                self.active_seats(s).iter().filter(|&seat| self.battles_of(s, seat) != 0).collect()
            }
            Frame::Selected { seat, .. } => SeatSet::one(Seat(seat)),
            Frame::Das | Frame::Leave | Frame::FlyOut => one(self.commander(s, s.battle.place, enemy)),
            Frame::Bombard | Frame::Decide => one(self.commander(s, s.battle.place, s.active())),
            Frame::Salvage => one(s.battle.leader),
            Frame::Duty { side }
            | Frame::Loss { side, .. }
            | Frame::Direct { side, .. }
            | Frame::Submerge { side } => one(self.commander(s, s.battle.place, side)),
            Frame::Armistice { agreed } => SeatSet(0b11111 & !u16::from(agreed)),
            Frame::Resign { side, agreed } => {
                let seats = if side == Side::Communist { 0b00011 } else { 0b11100 };
                SeatSet(seats & !u16::from(agreed))
            }
            Frame::Turn | Frame::Battle | Frame::Over => SeatSet::NONE,
        }
    }

    /// Everything the seat can do now.
    pub(crate) fn list(&self, s: &State, seat: Seat, out: &mut Vec<Action>) {
        match s.frame() {
            Frame::Hidden => self.hidden_options(s, out),
            Frame::Begin => out.push(Action::Done),
            Frame::China => out.extend([Action::DeclareWar, Action::Withhold]),
            Frame::Atomic => out.extend([Action::AtomicRoll, Action::AtomicPass]),
            Frame::Offer { .. } | Frame::Armistice { .. } | Frame::Resign { .. } => {
                out.extend([Action::Accept, Action::Decline]);
            }
            Frame::Return { side, .. } => self.return_options(s, side, out),
            Frame::Talks | Frame::Purchase | Frame::CombatMove | Frame::NonCombat | Frame::Place => {
                out.push(Action::Done);
                self.table_options(s, out);
                self.phase_options(s, seat, out);
            }
            Frame::Combat => self.pick_options(s, seat, out),
            Frame::Selected { unit, .. } => self.options(s, unit, out),
            Frame::Das => {
                out.push(Action::Done);
                self.support_options(s, out);
            }
            Frame::Bombard => {
                out.push(Action::Done);
                self.bombard_options(s, out);
            }
            Frame::Leave => {
                out.push(Action::Done);
                self.leave_options(s, out);
            }
            Frame::Duty { side } => self.duty_options(s, side, out),
            Frame::Direct { side, .. } => {
                out.push(Action::Done);
                self.direct_options(s, side, out);
            }
            Frame::Loss { side, at, .. } => self.loss_options(s, side, at, out),
            Frame::FlyOut => {
                out.push(Action::Done);
                self.fly_out_options(s, out);
            }
            Frame::Submerge { side } => {
                out.push(Action::Done);
                self.submerge_options(s, side, out);
            }
            Frame::Salvage => self.salvage_options(s, out),
            Frame::Decide => self.decide_options(s, out),
            Frame::Turn | Frame::Battle | Frame::Over => {}
        }
        out.sort_unstable();
        if matches!(s.frame(), Frame::Place | Frame::Return { .. } | Frame::Selected { .. }) {
            out.dedup();
        }
    }
    /// Offers that can be made in any phase of one's own. [rule: war HO-2, war VI-4]
    fn table_options(&self, s: &State, out: &mut Vec<Action>) {
        if s.truce_offered || s.frame() == Frame::Talks {
            return;
        }
        if s.opts.armistice && s.turn >= self.c.armistice_turn && !s.armistice {
            out.push(Action::OfferArmistice);
        }
        if s.opts.resign {
            out.push(Action::Resign);
        }
    }
}
