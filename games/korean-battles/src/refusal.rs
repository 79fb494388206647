//! Why an action is refused: the rule and one sentence.

use crate::data::{Kind, Scenario};
use crate::movement::Going;
use crate::rules::Action;
use crate::state::{Frame, Phase, State, UN, flag};
use engine::Illegal;

impl Scenario {
    /// The reason against an action that is not on the list.
    pub(crate) fn refusal(&self, st: &State, action: Action) -> Illegal {
        if !self.names_things(action) {
            return Illegal::new("kb 2.0", "there is no such unit or hex");
        }
        match action {
            Action::SetupDefault | Action::Done | Action::Dummy(_) | Action::Place { .. } => {
                self.refuse_setup(st, action)
            }
            Action::Form { .. } => {
                Illegal::new("kb 29-ch-setup", "that division's form is not to be settled now")
            }
            Action::Break(_) => {
                Illegal::new("kb 11.0-swap", "divisions are broken down only at set-up, by their owner")
            }
            Action::Select(unit) => self.refuse_select(st, unit),
            Action::To(hex) | Action::Via(hex) => self.refuse_to(st, hex),
            Action::Stay => Illegal::new("kb 5.3", "no unit is on its way that could stay here"),
            Action::Exit => Illegal::new(
                "kb 29-exit",
                "units leave only from 1903, from turn 3 on, and not in the turn they entered",
            ),
            Action::Enter { unit, hex } => self.refuse_enter(st, unit, hex),
            Action::Withdraw(_) => Illegal::new(
                "kb 27-withdrawals",
                "only a supplied unit whose withdrawal turn has come is withdrawn, in its own Movement Phase",
            ),
            Action::Bridge { .. } => Illegal::new(
                "kb 12.0",
                "an engineer bridges one unbridged river hexside within 4 movement points, away from enemy units and zones",
            ),
            Action::Air(_) => Illegal::new(
                "kb 10.2-air",
                "Air Supply is flown to a UN unit on the map in the UN player turn, while counters are left",
            ),
            Action::Bombard { hex, marker } => self.refuse_bombard(st, hex, marker),
            Action::Attack(hex) => self.refuse_attack(st, hex),
            Action::Add(unit) | Action::Remove(unit) => self.refuse_add(st, unit),
            Action::Fight => Illegal::new("kb 7.1", "no attack with units in it is declared"),
            Action::Wave(_) => Illegal::new(
                "kb 14.0",
                "only North Korean attackers of this combat attack in a human wave, in the Pusan battle, before support",
            ),
            Action::Support(_) | Action::Decline => self.refuse_support(st, action),
            Action::Stand(_) => Illegal::new("kb 7.8", "a unit of the side told to retreat stands, once"),
            Action::Retreat | Action::RetreatUnit(_) => {
                Illegal::new("kb 7.7-away", "that unit has no retreat to make now")
            }
            Action::Lose(_) => Illegal::new("kb 7.6-ex", "no loss of that unit is to be chosen"),
            Action::Displace { .. } | Action::Refuse => Illegal::new(
                "kb 7.7.2",
                "a friend is displaced only where the retreat can end nowhere else, into a hex it could retreat to",
            ),
            Action::Advance { .. } => {
                Illegal::new("kb 7.9", "attackers advance only along the path of retreat, one unit a hex")
            }
            Action::Rebuild(_) => Illegal::new(
                "kb 15.0",
                "one depleted unit with a line of supply and no enemy next to it is rebuilt at the end of its player turn, never Marines",
            ),
            Action::Pass => {
                Illegal::new("kb 4.0", "something is still to be decided before the phase can end")
            }
        }
    }

    fn refuse_setup(&self, st: &State, action: Action) -> Illegal {
        if st.phase != Phase::Setup {
            return Illegal::new("kb 3.0", "that belongs to another moment of the game");
        }
        match action {
            Action::Place { hidden: true, hex, .. } if !self.may_hide_at(st, hex) => {
                Illegal::new("kb hidden-setup", "face-down counters may not begin in adjacent hexes")
            }
            Action::Place { hidden: true, unit, .. } if !self.may_hide(unit) => {
                Illegal::new("kb hidden-who", "that unit may not be face down")
            }
            Action::Dummy(hex) if !self.may_hide_at(st, hex) => {
                Illegal::new("kb hidden-setup", "face-down counters may not begin in adjacent hexes")
            }
            Action::Dummy(_) => {
                let rule = if self.dummies_beside_un { "kb 27-nk-setup" } else { "kb 28-dummies" };
                Illegal::new(rule, "a dummy is placed last, on or next to a hex with a North Korean unit")
            }
            Action::Place { .. } => Illegal::new("kb 3.0", "that unit is not set up there"),
            _ => Illegal::new("kb 3.0", "units are still to be set up"),
        }
    }

    fn refuse_select(&self, st: &State, unit: u8) -> Illegal {
        let def = &self.units[unit as usize];
        if !matches!(st.phase, Phase::Movement | Phase::MobileMovement) || st.top() != Frame::Nothing {
            return Illegal::new(
                "kb 5.1-timing",
                "units move only in their own movement phases, one at a time",
            );
        }
        if def.side != st.player {
            return Illegal::new("kb 5.1-timing", "it is the other player's turn");
        }
        if !st.on_map(unit) {
            return Illegal::new("kb 5.0", "that unit is not on the map");
        }
        if st.phase == Phase::MobileMovement {
            if !def.mobile {
                return Illegal::new("kb 2.3.2-mobile", "only mobile units use the mobile phases");
            }
            if st.has(unit, flag::ADVANCED) {
                return Illegal::new("kb 7.9", "a unit that advanced does nothing else this player turn");
            }
            if st.has(unit, flag::MOVED) {
                return Illegal::new("kb 4.1-mobile-movement", "it moved in the Movement Phase");
            }
            return Illegal::new("kb 10.4", "it is out of supply, or has nowhere to go");
        }
        if st.has(unit, flag::MOVED) {
            return Illegal::new("kb 5.1-allowance", "a unit moves once");
        }
        if def.may_not_move_first_turn && st.turn == 1 {
            return Illegal::new("kb 29-cadre", "the cadre at Koto-ri may not move on turn 1");
        }
        Illegal::new("kb 5.2", "it has nowhere to go")
    }

    fn refuse_to(&self, st: &State, hex: u16) -> Illegal {
        let Frame::Moving { unit, spent, exited } = st.top() else {
            if let Frame::Retreat { .. } = st.top() {
                return Illegal::new("kb 7.7-away", "the retreat does not lead there");
            }
            return Illegal::new("kb 5.0", "no unit has been chosen to move");
        };
        let side = self.side(unit);
        if !self.ground.land[hex as usize] {
            return Illegal::new("kb 5.1-enemy", "water is prohibited");
        }
        if self.enemy_in(st, side, hex) {
            return Illegal::new("kb 5.1-enemy", "an enemy holds that hex");
        }
        let reached = self.range(st, Going { unit, spent, exited }, |r| r.cost(hex).is_some());
        if reached && !self.may_stack(st, unit, hex) {
            return Illegal::new("kb 20.0-stacking", "at most two units may share a hex, one of them small");
        }
        if !reached && self.must_stop(st, unit, st.hex(unit)) {
            return Illegal::new("kb 5.1.1-leg-exit", "from an enemy zone the unit cannot get there");
        }
        Illegal::new(
            "kb 5.1-allowance",
            "the movement allowance does not reach that far, enemy zones considered",
        )
    }

    fn refuse_enter(&self, st: &State, unit: u8, hex: u16) -> Illegal {
        if self.side(unit) != st.player || st.phase != Phase::Movement {
            return Illegal::new("kb 4.1-movement", "reinforcements enter in their own Movement Phase");
        }
        if st.at[unit as usize] != crate::state::DUE {
            return Illegal::new("kb 26.0-cost", "that unit is not due");
        }
        if self.enemy_in(st, st.player, hex) || self.enemy_zone(st, st.player, hex) {
            return Illegal::new("kb 26.0-blocked", "that hex is closed by the enemy");
        }
        Illegal::new("kb 26.0-blocked", "that unit does not enter there, or cannot pay for it")
    }

    fn refuse_bombard(&self, st: &State, hex: u16, marker: u8) -> Illegal {
        if st.phase != Phase::Combat || st.top() != Frame::Nothing {
            return Illegal::new("kb 8.4", "bombardment comes before the first attack of the Combat Phase");
        }
        if !self.enemy_in(st, st.player, hex) {
            return Illegal::new("kb 8.4", "there is no enemy in that hex");
        }
        if st.bombarded.has(hex as usize) {
            return Illegal::new("kb 8.6", "a hex is bombarded once a game turn");
        }
        match self.hq_distance(st, st.player, hex) {
            None => Illegal::new("kb 19.0", "without a headquarters on the map there is no bombardment"),
            Some(distance) if distance > marker => Illegal::new(
                "kb 19.0",
                format!("the nearest headquarters is {distance} hexes away, beyond a +{marker} marker"),
            ),
            Some(_) => Illegal::new("kb 8.0", "that marker is not in hand"),
        }
    }

    fn refuse_attack(&self, st: &State, hex: u16) -> Illegal {
        if !matches!(st.phase, Phase::Combat | Phase::Attack | Phase::MobileCombat)
            || st.top() != Frame::Nothing
        {
            return Illegal::new("kb 4.1-combat", "attacks are declared one at a time in a combat phase");
        }
        if !self.enemy_in(st, st.player, hex) {
            return Illegal::new("kb 7.0", "there is no enemy in that hex");
        }
        if !self.may_be_attacked(st, hex) {
            return Illegal::new("kb 7.2", "a unit there has already been attacked in this phase");
        }
        if st.phase == Phase::MobileCombat {
            return Illegal::new(
                "kb 4.1-mobile-combat",
                "no supplied mobile unit that may still attack stands next to it",
            );
        }
        Illegal::new("kb 7.1", "no unit that may still attack stands next to it")
    }

    fn refuse_add(&self, st: &State, unit: u8) -> Illegal {
        let def = &self.units[unit as usize];
        if st.top() != Frame::Building {
            return Illegal::new("kb 7.1", "no attack is being declared");
        }
        if matches!(def.kind, Kind::Depot | Kind::Dummy) {
            return Illegal::new(
                if def.dummy() { "kb hidden-never" } else { "kb 10.3" },
                "that counter never attacks",
            );
        }
        if st.has(unit, flag::ATTACKED) {
            return Illegal::new("kb 7.2", "a unit attacks once");
        }
        if st.has(unit, flag::ADVANCED) {
            return Illegal::new("kb 7.9", "a unit that advanced does nothing else this player turn");
        }
        if st.has(unit, flag::RETREATED) {
            return Illegal::new(
                "kb 7.7.2",
                "a unit that retreated or was displaced may not attack this player turn",
            );
        }
        if st.phase == Phase::MobileCombat {
            return Illegal::new(
                "kb 4.1-mobile-combat",
                "only supplied mobile units next to the hex attack in this phase",
            );
        }
        Illegal::new("kb 7.1", "only one's own units next to the hex take part")
    }

    fn refuse_support(&self, st: &State, action: Action) -> Illegal {
        let Frame::Support(slot) = st.top() else {
            return Illegal::new("kb 8.3", "no support is to be played now");
        };
        let side = Self::slot_side(st, slot);
        if let Action::Support(v) = action {
            if st.hand[side as usize][v as usize - 1] == 0 {
                return Illegal::new("kb 8.0", "that marker is not in hand");
            }
            if st.combat.bombardment {
                return Illegal::new("kb 19.0", "that marker does not reach the hex from a headquarters");
            }
        }
        Illegal::new(
            "kb 8.3",
            if side == UN { "that is not possible now" } else { "this cannot be played now" },
        )
    }
}
