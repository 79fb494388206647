//! The sequence of play: turns, nations, phases, and who decides (OP-1, 1.1).

use crate::actions::Action;
use crate::atomic::Authorise;
use crate::combat::Combat;
use crate::frames::Frame;
use crate::game::War625;
use crate::kinds::{Cargo, Kind, NOWHERE, Nation, Status, TRACK, Unit};
use crate::movement::{Choice, Movement};
use crate::names::{event, month};
use crate::prisoners::Exchanging;
use crate::purchase::{Placement, Purchase};
use crate::state::State;
use engine::flat::Array;
use engine::scene::ActionKind;
use engine::{Decision, Illegal, Now, Offer, Play, Question, SeatSet, Sentence, many, say};
use serde::{Deserialize, Serialize};
use std::iter;

/// Where a nation's turn stands (1.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Step {
    #[default]
    Start,
    China,
    Atomic,
    Talks,
    Income,
    Purchase,
    CombatMove,
    Combat,
    NonCombat,
    Place,
    Supply,
    Over,
}

/// The base of the stack: the sequence of play goes on by itself. [rule: war OP-1]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn;

impl Decision<War625> for Turn {
    fn step(&self, game: &War625, s: &mut State, play: &mut Play) -> bool {
        game.next_step(s, play)
    }
}

/// The refusal of an action that belongs elsewhere.
pub(crate) fn out_of_place() -> Illegal {
    Illegal::new("war OP-1", say!("this does not belong to the current phase"))
}
/// A refusal.
pub(crate) fn no<T>(rule: &'static str, why: Sentence) -> Result<T, Illegal> {
    Err(Illegal::new(rule, why))
}
/// Yes where the condition holds, else the refusal.
pub(crate) fn need(holds: bool, rule: &'static str, why: impl FnOnce() -> Sentence) -> Result<(), Illegal> {
    if holds { Ok(()) } else { Err(Illegal::new(rule, why())) }
}
/// A decision of one thing after the other until somebody is done: that is the quiet answer, and where there is nothing to
/// choose it is over.
macro_rules! until_done {
    () => {
        fn quiet(&self, _: engine::Now<'_, $crate::War625>) -> Option<$crate::actions::Action> {
            Some($crate::actions::Action::Done)
        }
        fn step(&self, _: &$crate::War625, s: &mut $crate::State, _: &mut engine::Play) -> bool {
            s.frames.pop();
            true
        }
    };
}
pub(crate) use until_done;

/// The quiet answer where something has to be chosen: the first of the list.
pub(crate) fn first_of(decision: &impl Decision<War625>, now: Now<'_, War625>) -> Option<Action> {
    let mut list = Vec::new();
    decision.list(now, &mut list);
    list.first().copied()
}
/// What a standing order may answer in the battle under way.
pub(crate) fn asked_in_battle(
    now: Now<'_, War625>,
    kind: &'static str,
    title: Sentence,
    value: u16,
) -> Option<Question> {
    Some(Question { kind, title, place: Some(now.state.battle.place.into()), value: value.into() })
}
/// The button that ends a step.
pub(crate) fn done_offer(rule: &'static str, label: Sentence) -> Offer {
    Offer::new(ActionKind::Done, rule, label)
}
/// The button that ends a phase.
pub(crate) fn end_offer(rule: &'static str, label: Sentence) -> Offer {
    Offer::new(ActionKind::EndPhase, rule, label)
}

impl War625 {
    /// The seats whose nations take the current turn.
    pub(crate) fn active_seats(&self, s: &State) -> SeatSet {
        SeatSet(match s.group {
            0 => 0b11,
            group => 1 << (group + 1),
        })
    }
    /// The seats that have not ended the phase. [rule: war OP-1]
    pub(crate) fn open_seats(&self, s: &State) -> SeatSet {
        SeatSet(self.active_seats(s).0 & !u16::from(s.passed))
    }
    /// Opens a phase; seats that have nothing to do in it are passed over.
    fn begin(&self, s: &mut State, frame: Frame) {
        s.passed = 0;
        s.chosen = Array::filled(Choice::default());
        s.frames.push(frame);
        for seat in self.active_seats(s).iter() {
            let idle = match frame {
                Frame::Exchanging(_) => s.offered,
                Frame::Purchase(_) => !self.can_buy(s, seat),
                Frame::Movement(m) => !self.can_move(s, seat, m.combat),
                Frame::Placement(_) => !self.can_place(s, seat),
                _ => false,
            };
            if idle {
                s.passed |= 1 << seat.0;
            }
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
                    s.frames.push(Authorise.into());
                }
                return true;
            }
            Step::Talks => (Step::Income, self.can_talk(s).then_some(Exchanging.into())),
            Step::Income => {
                self.collect(s, play);
                (Step::Purchase, None)
            }
            Step::Purchase => (Step::CombatMove, Some(Purchase.into())),
            Step::CombatMove => (Step::Combat, Some(Movement { combat: true }.into())),
            Step::Combat => {
                s.step = Step::NonCombat;
                s.frames.push(Combat.into());
                return true;
            }
            Step::NonCombat => (Step::Place, Some(Movement { combat: false }.into())),
            Step::Place => {
                s.placed = Array::default();
                self.place_on_track(s, play);
                (Step::Supply, Some(Placement.into()))
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
            Some(if surfaces { u.doing(Status::Ready).ranging(self.full_range(s, u)) } else { u })
        });
    }
    /// A game turn begins: limits of the turn are cleared, the date may start the Chinese clock.
    fn start_turn(&self, s: &mut State, play: &mut Play) {
        play.note(
            "war VI-1",
            say!(
                "Turn {turn}, {month}: {event}.",
                turn = s.turn,
                month = month(s.turn),
                event = event(s.turn)
            ),
        );
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
    pub(crate) fn close_combat_move(&self, s: &mut State) {
        self.put_loads_back(s);
        s.change_all(|s, u, _| {
            let sailed = s.is_active(u.nation())
                && u.kind().is_sea()
                && !u.assaults()
                && u.place().on_map()
                && u.range() < self.full_range(s, u);
            Some(if sailed { u.ranging(0) } else { u })
        });
    }
    /// Tokens and infantry that land units and planes took up without going anywhere.
    fn put_loads_back(&self, s: &mut State) {
        let waits = |s: &State, u: Unit| {
            s.is_active(u.nation())
                && !u.cargo().is_empty()
                && u.status() == Status::Ready
                && u.place().is_area()
                && !u.is_prisoner()
        };
        while let Some((u, n)) = s.first(|u| waits(s, u)) {
            s.shift(u, u.loaded(Cargo::EMPTY), n);
            for _ in 0..n {
                self.put_items(s, u.place(), u.nation(), u.cargo(), Status::Ready);
            }
        }
    }
    pub(crate) fn close_non_combat(&self, s: &mut State, play: &mut Play) {
        self.put_loads_back(s);
        self.bring_down(s, play);
        self.drown_planes(s, play);
    }

    /// The name of the phase in positions.
    pub(crate) fn phase_name(&self, s: &State) -> &'static str {
        if s.is_over() {
            return "over";
        }
        match s.phase() {
            Some(Frame::Hidden(_)) => "set-up",
            Some(Frame::Purchase(_)) => "purchase",
            Some(Frame::Movement(m)) if m.combat => "combat-move",
            Some(Frame::Movement(_)) => "non-combat",
            Some(Frame::Combat(_)) => "combat",
            Some(Frame::Placement(_)) => "place",
            _ => "intervention",
        }
    }
    /// The phase in words.
    pub(crate) fn phase_words(&self, s: &State) -> Sentence {
        if s.is_over() {
            return say!("The war is over");
        }
        let first = [Nation::Nk, Nation::Rok, Nation::Us, Nation::Un][usize::from(s.group) & 3];
        let who = many(iter::once(first).chain((s.group == 0).then_some(Nation::Ch)));
        match s.phase() {
            Some(Frame::Hidden(_)) => say!("China writes down its hidden infantry"),
            Some(Frame::Purchase(_)) => say!("{who}: purchase", who),
            Some(Frame::Movement(m)) if m.combat => say!("{who}: combat movement", who),
            Some(Frame::Movement(_)) => say!("{who}: non-combat movement", who),
            Some(Frame::Combat(_)) => say!("{who}: combat", who),
            Some(Frame::Placement(_)) => say!("{who}: placement", who),
            _ => say!("{who}: intervention", who),
        }
    }
}
