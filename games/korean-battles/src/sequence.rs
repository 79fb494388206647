//! The sequence of play (4.0): turns, player turns, phases.

use crate::actions::Action;
use crate::data::Scenario;
use crate::game::KoreanBattles;
use crate::names::date;
use crate::state::{NOWHERE, Phase, Side, State, UN, UnitId, UnitSet, flag};
use engine::{Illegal, Now, Play, say};

/// A question to a decision of this game.
pub(crate) type Kb<'a> = Now<'a, KoreanBattles>;

/// Yes, or the rule that forbids it and why.
pub(crate) type Verdict = Result<(), Illegal>;

/// A refusal.
pub(crate) fn no(rule: &'static str, why: engine::Sentence) -> Verdict {
    Err(Illegal::new(rule, why))
}

/// Yes, or the refusal.
pub(crate) fn ensure(yes: bool, rule: &'static str, why: impl FnOnce() -> engine::Sentence) -> Verdict {
    if yes { Ok(()) } else { no(rule, why()) }
}

/// 4.0 Why an action can't be taken in a decision that does not know it: it belongs to another moment.
#[rustfmt::skip]
pub(crate) fn another_moment(action: Action) -> Verdict {
    match action {
        Action::SetupDefault | Action::Place { .. } | Action::Dummy { .. } => no("kb 3.0", say!("units are set up before the first turn")),
        Action::Form { .. } => no("kb 29-ch-setup", say!("the form of a Chinese division is settled at set-up")),
        Action::Break { .. } => no("kb 11.0-swap", say!("divisions are broken down at set-up only")),
        Action::Done => no("kb 4.0", say!("there is no set-up, wave or advance to end")),
        Action::Select { .. } => no("kb 5.1-timing", say!("units move in their own movement phases, one at a time")),
        Action::To { .. } | Action::Via { .. } => no("kb 5.0", say!("no unit has been chosen that could go there")),
        Action::Stay => no("kb 5.3", say!("no unit is on its way")),
        Action::Exit => no("kb 29-exit", say!("no unit is on its way that could leave the map")),
        Action::Enter { .. } => no("kb 4.1-movement", say!("reinforcements enter in their own Movement Phase")),
        Action::Withdraw { .. } => no("kb 27-withdrawals", say!("units are withdrawn in their own Movement Phase")),
        Action::Bridge { .. } => no("kb 12.0", say!("engineers bridge rivers in the United Nations' movement phases")),
        Action::Air { .. } => no("kb 10.2-air", say!("Air Supply is flown between moves and attacks of the United Nations' player turn")),
        Action::Bombard { .. } => no("kb 8.4", say!("bombardment comes before the first attack of the Combat Phase")),
        Action::Attack { .. } => no("kb 4.1-combat", say!("attacks are declared one at a time in a combat phase")),
        Action::Add { .. } | Action::Remove { .. } => no("kb 7.1", say!("no attack is being declared")),
        Action::Fight => no("kb 7.1", say!("no attack is being declared")),
        Action::Wave { .. } => no("kb 14.0", say!("human waves follow a declared attack of North Korea at Pusan, before support")),
        Action::Support { .. } | Action::Decline => no("kb 8.3", say!("no support is to be played now")),
        Action::Stand { .. } => no("kb 7.8", say!("nobody is told to retreat who could stand")),
        Action::Retreat => no("kb 7.7-away", say!("nobody is told to retreat")),
        Action::RetreatUnit { .. } => no("kb 7.7-away", say!("the order of retreats is not to be chosen now")),
        Action::Lose { .. } => no("kb 7.6-ex", say!("no loss is to be chosen now")),
        Action::Displace { .. } | Action::Refuse => no("kb 7.7.2", say!("nobody needs room for a retreat")),
        Action::Advance { .. } => no("kb 7.9", say!("attackers advance after their attack has emptied a hex")),
        Action::Rebuild { .. } => no("kb 15.0", say!("a unit is rebuilt at the end of its player turn")),
        Action::Show { .. } => no("kb hidden-claim", say!("counters are turned up between moves and attacks of one's own player turn")),
        Action::Pass => no("kb 4.0", say!("something is still to be decided before the phase can end")),
    }
}

impl Scenario {
    /// The counters of the scenario.
    pub(crate) fn ids(&self) -> impl DoubleEndedIterator<Item = UnitId> + use<> {
        (0..self.units.len() as u8).map(UnitId)
    }

    /// The set-up of a side is done. [rule: kb 3.0]
    pub(crate) fn finish_setup(&self, st: &mut State, play: &mut Play) {
        self.end_setup(st, play);
        play.note("kb 3.0", say!("{side} are set up", side = st.player));
        if st.player == self.sets_up {
            self.begin_setup(st, self.sets_up.other());
            return;
        }
        self.number_counters(st, play);
        self.begin_turn(st, 1, play);
    }

    /// A game turn begins: markers are drawn and reinforcements called up. [rule: kb 4.0, kb 8.0, kb 23.1]
    pub(crate) fn begin_turn(&self, st: &mut State, turn: u8, play: &mut Play) {
        let surprised: UnitSet =
            self.ids().filter(|&u| self.units[u.index()].no_zoc_first_turn && st.on_map(u)).collect();
        let places: Vec<_> = surprised.iter().map(|u| st.hex(u)).collect();
        surprised.iter().for_each(|u| self.lift(st, u, NOWHERE));
        st.turn = turn;
        surprised.iter().zip(places).for_each(|(u, hex)| self.put(st, u, hex));
        play.note("kb 4.0", say!("Turn {turn}, {date}", turn, date = date(turn)));
        self.call_up(st, play);
        self.draw_markers(st, play);
        self.begin_player_turn(st, self.first, play);
    }

    /// A player turn begins with its Movement Phase. [rule: kb 4.0, kb 4.1-movement, kb 7.7.2]
    fn begin_player_turn(&self, st: &mut State, side: Side, play: &mut Play) {
        st.player = side;
        st.phase = Phase::Movement;
        st.entries.clear();
        st.flags.0.iter_mut().for_each(|f| *f &= !flag::DEEDS);
        if side == UN {
            self.bring_cadres(st, play);
        }
    }

    /// The phase ends. [rule: kb 4.1-movement, kb 4.1-combat, kb 4.1-mobile-movement, kb 4.1-mobile-combat, kb 7.2]
    pub(crate) fn next_phase(&self, st: &mut State, play: &mut Play) {
        st.held = false;
        st.rebuilt = 0;
        match st.phase {
            Phase::Setup | Phase::Over => {}
            Phase::Movement => {
                self.widen_entries(st);
                st.entries.clear();
                st.phase = Phase::Combat;
            }
            Phase::Combat | Phase::Attack => {
                self.forget_targets(st);
                if st.player == UN {
                    self.check_critical(st, play);
                }
                st.phase = Phase::MobileMovement;
            }
            Phase::MobileMovement => st.phase = Phase::MobileCombat,
            Phase::MobileCombat => {
                self.forget_targets(st);
                st.phase = Phase::Rebuild;
            }
            Phase::Rebuild if st.player == self.first => self.begin_player_turn(st, self.first.other(), play),
            Phase::Rebuild => self.end_turn(st, play),
        }
    }

    /// 7.2 counts within one combat phase.
    fn forget_targets(&self, st: &mut State) {
        st.flags.0.iter_mut().for_each(|f| *f &= !flag::TARGETED);
    }

    /// The game turn ends. [rule: kb 4.1-end, kb 12.0, kb 10.2-air, kb 27-withdrawals, kb 8.6]
    fn end_turn(&self, st: &mut State, play: &mut Play) {
        self.return_markers(st);
        st.bridges.clear();
        st.bombarded.clear();
        st.flags.0.iter_mut().for_each(|f| *f &= !(flag::AIR | flag::DEEDS));
        self.count_overdue(st, play);
        if st.turn >= self.turns {
            self.reveal_all(st, play);
            st.phase = Phase::Over;
            self.announce(st, play);
        } else {
            self.begin_turn(st, st.turn + 1, play);
        }
    }
}
