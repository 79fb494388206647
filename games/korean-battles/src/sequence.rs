//! The sequence of play (4.0): turns, player turns, phases, and the automatic steps between decisions.

use crate::data::Scenario;
use crate::rules::Action;
use crate::state::{Frame, Phase, RED, State, UN, Way, flag};
use engine::Play;

impl Scenario {
    /// The side that has a decision to take; nobody when the game is over.
    pub(crate) fn decider(&self, st: &State) -> Option<u8> {
        let c = &st.combat;
        let party = |defender: bool| if defender { 1 - c.side } else { c.side };
        Some(match st.top() {
            Frame::Nothing if st.phase == Phase::Over => return None,
            Frame::Nothing => st.player,
            Frame::Arrive(_) | Frame::Exit(_) => UN,
            Frame::Support(slot) => Self::slot_side(st, slot),
            Frame::Loss { defender } | Frame::Stiff { defender } | Frame::Retreats { defender } => {
                party(defender)
            }
            Frame::Retreat { unit, .. } | Frame::Displace(unit) => self.side(unit),
            _ => st.player,
        })
    }

    /// Runs automatic steps until somebody has a decision to take. [rule: kb 4.0, kb 4.1-combat]
    pub(crate) fn settle(&self, st: &mut State, play: &mut Play) {
        while self.automatic(st, play) {}
    }

    /// One automatic step; false when there is none.
    fn automatic(&self, st: &mut State, play: &mut Play) -> bool {
        match st.top() {
            Frame::Nothing => self.automatic_phase(st, play),
            Frame::Support(slot) => {
                let open = self.slot_is_open(st, slot);
                if !open {
                    self.next_slot(st, slot);
                }
                !open
            }
            Frame::Resolve => {
                self.resolve(st, play);
                true
            }
            Frame::Loss { defender } => {
                let units = self.party(st, defender);
                self.forced(units, |unit| self.take_loss(st, unit, defender, play))
            }
            Frame::FriendlyFire { dead } => {
                let units = self.closest_friends(st);
                self.forced(units, |unit| self.friendly_fire(st, unit, dead, play))
            }
            Frame::Retreats { .. } => {
                let units = st.combat.pending;
                if units.is_empty() {
                    st.frames.pop();
                    return true;
                }
                self.forced(units, |unit| self.begin_retreat(st, unit, play))
            }
            Frame::Retreat { unit, left, way } => self.forced_step(st, unit, left, way, play),
            Frame::Advance => {
                let mut options = Vec::new();
                self.list_advances(st, &mut options);
                if options.is_empty() {
                    st.frames.pop();
                }
                options.is_empty()
            }
            Frame::Aftermath => {
                self.aftermath(st, play);
                true
            }
            _ => false,
        }
    }

    /// Runs the step if there is but one unit it can be about.
    fn forced(&self, units: crate::state::UnitBits, step: impl FnOnce(u8)) -> bool {
        let mut all = units.iter();
        match (all.next(), all.next()) {
            (Some(only), None) => {
                step(only as u8);
                true
            }
            _ => false,
        }
    }

    fn forced_step(&self, st: &mut State, unit: u8, left: u8, way: Way, play: &mut Play) -> bool {
        let hexes = self.retreat_steps(st, unit, left, way);
        let mut all = hexes.iter();
        match (all.next(), all.next()) {
            (Some(only), None) => {
                self.retreat_to(st, unit, left, way, only as u16, play);
                true
            }
            (None, _) => {
                // A way that was open when the retreat began stays open; a unit without one is lost.
                st.frames.pop();
                self.eliminate(st, unit, "kb 7.7-length", play);
                true
            }
            _ => false,
        }
    }

    /// Phases in which nobody can do anything pass by themselves, where that tells nothing hidden.
    fn automatic_phase(&self, st: &mut State, play: &mut Play) -> bool {
        let idle = match st.phase {
            Phase::MobileMovement => {
                !self
                    .deployed(st, st.player)
                    .any(|u| self.units[u as usize].mobile && !st.has(u, flag::MOVED | flag::ADVANCED))
                    && !self.may_bridge(st)
            }
            Phase::MobileCombat => !self.deployed(st, st.player).any(|u| {
                self.units[u as usize].mobile && !st.has(u, flag::ATTACKED | flag::ADVANCED | flag::RETREATED)
            }),
            Phase::Rebuild => {
                let mut options = Vec::new();
                if self.rebuilding {
                    self.list_rebuilds(st, &mut options);
                }
                options.is_empty() && !self.could_fly_to_rebuild(st)
            }
            _ => false,
        };
        if idle {
            self.next_phase(st, play);
        }
        idle
    }

    fn may_bridge(&self, st: &State) -> bool {
        let mut options = Vec::new();
        self.list_bridges(st, &mut options);
        !options.is_empty()
    }

    /// The set-up of a side is done. [rule: kb 3.0]
    pub(crate) fn finish_setup(&self, st: &mut State, play: &mut Play) {
        self.end_setup(st);
        let name = self.side_name(st.player);
        play.note("kb 3.0", format_args!("{name} are set up"));
        if st.player == self.sets_up {
            self.begin_setup(st, 1 - self.sets_up);
            return;
        }
        self.number_counters(st, play);
        self.begin_turn(st, 1, play);
    }

    /// A game turn begins: markers are drawn and reinforcements called up. [rule: kb 4.0, kb 8.0, kb 23.1]
    pub(crate) fn begin_turn(&self, st: &mut State, turn: u8, play: &mut Play) {
        let surprised: Vec<u8> = (0..self.units.len() as u8)
            .filter(|&u| self.units[u as usize].no_zoc_first_turn && st.on_map(u))
            .collect();
        let places: Vec<u16> = surprised.iter().map(|&u| st.hex(u)).collect();
        surprised.iter().for_each(|&u| self.lift(st, u, crate::state::NOWHERE));
        st.turn = turn;
        surprised.iter().zip(places).for_each(|(&u, hex)| self.put(st, u, hex));
        let date = self.dates.get(turn as usize - 1).map_or("", String::as_str);
        play.note("kb 4.0", format_args!("Turn {turn}, {date}"));
        self.call_up(st, play);
        self.draw_markers(st, play);
        self.begin_player_turn(st, self.first, play);
    }

    /// A player turn begins with its Movement Phase. [rule: kb 4.0, kb 4.1-movement, kb 7.7.2]
    fn begin_player_turn(&self, st: &mut State, side: u8, play: &mut Play) {
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
            Phase::Rebuild if st.player == self.first => self.begin_player_turn(st, 1 - self.first, play),
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

    /// Everything the side to act may do, sorted.
    pub(crate) fn list(&self, st: &State, out: &mut Vec<Action>) {
        match st.top() {
            Frame::Nothing => self.list_phase(st, out),
            Frame::Arrive(unit) => {
                out.extend(self.cadre_hexes(st, unit).into_iter().map(|hex| Action::Enter { unit, hex }));
            }
            Frame::Moving { unit, spent, exited } => {
                self.list_moving(st, crate::movement::Going { unit, spent, exited }, out);
            }
            Frame::Exit(unit) => {
                if self.may_stack(st, unit, st.hex(unit)) {
                    out.push(Action::Stay);
                }
                out.push(Action::Exit);
            }
            Frame::Building => {
                out.extend(self.recruits(st).iter().map(|u| Action::Add(u as u8)));
                out.extend(st.combat.attackers.iter().map(|u| Action::Remove(u as u8)));
                if !st.combat.attackers.is_empty() {
                    out.push(Action::Fight);
                }
            }
            Frame::Waves => {
                self.list_waves(st, out);
                out.insert(0, Action::Done);
            }
            Frame::Support(slot) => self.list_support(st, slot, out),
            Frame::Loss { defender } => {
                out.extend(self.party(st, defender).iter().map(|u| Action::Lose(u as u8)));
            }
            Frame::FriendlyFire { .. } => {
                out.extend(self.closest_friends(st).iter().map(|u| Action::Lose(u as u8)));
            }
            Frame::Stiff { defender } => {
                out.extend(self.party(st, defender).iter().map(|u| Action::Stand(u as u8)));
                out.push(Action::Retreat);
            }
            Frame::Retreats { .. } => {
                out.extend(st.combat.pending.iter().map(|u| Action::RetreatUnit(u as u8)));
            }
            Frame::Retreat { unit, left, way } => {
                out.extend(self.retreat_steps(st, unit, left, way).iter().map(|h| Action::To(h as u16)));
            }
            Frame::Displace(unit) => self.list_displacements(st, unit, out),
            Frame::Advance => {
                out.push(Action::Done);
                self.list_advances(st, out);
            }
            Frame::Resolve | Frame::Aftermath => {}
        }
    }

    fn list_phase(&self, st: &State, out: &mut Vec<Action>) {
        match st.phase {
            Phase::Setup => self.list_setup(st, out),
            Phase::Movement | Phase::MobileMovement => {
                self.list_movers(st, out);
                if st.phase == Phase::Movement {
                    self.list_entries(st, out);
                    self.list_withdrawals(st, out);
                }
                self.list_bridges(st, out);
                self.list_air(st, out);
                out.push(Action::Pass);
            }
            Phase::Combat | Phase::Attack | Phase::MobileCombat => {
                self.list_air(st, out);
                if st.phase == Phase::Combat {
                    self.list_bombardments(st, out);
                }
                out.extend(self.targets(st).iter().map(|h| Action::Attack(h as u16)));
                out.push(Action::Pass);
            }
            Phase::Rebuild => {
                self.list_air(st, out);
                self.list_rebuilds(st, out);
                out.push(Action::Pass);
            }
            Phase::Over => {}
        }
    }

    /// The units that may be chosen to move; in the mobile phase only supplied ones. [rule: kb 10.4]
    fn list_movers(&self, st: &State, out: &mut Vec<Action>) {
        let mut supply = None;
        for unit in 0..self.units.len() as u8 {
            if !self.may_move(st, unit) {
                continue;
            }
            if st.phase == Phase::MobileMovement {
                let supply = supply.get_or_insert_with(|| self.supply(st, st.player));
                if !self.supplied(st, supply, unit) {
                    continue;
                }
            }
            out.push(Action::Select(unit));
        }
    }

    /// 10.2 Air Supply may be flown at any decision of the United Nations' own player turn. [rule: kb 10.2-air]
    fn list_air(&self, st: &State, out: &mut Vec<Action>) {
        if st.player == UN && st.air_left > 0 {
            out.extend(self.deployed(st, UN).filter(|&u| !st.has(u, flag::AIR)).map(Action::Air));
        }
    }

    /// The engine's seat of a side: the United Nations sit first.
    pub(crate) fn seat(&self, side: u8) -> engine::Seat {
        engine::Seat(side)
    }
    pub(crate) fn side_name(&self, side: u8) -> &'static str {
        match (side, self.divisions.is_empty()) {
            (RED, true) => "The North Koreans",
            (RED, false) => "The Chinese",
            _ => "The United Nations",
        }
    }
    pub(crate) fn name(&self, unit: u8) -> &str {
        &self.units[unit as usize].name
    }
}
