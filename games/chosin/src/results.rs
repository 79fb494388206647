//! 11.9 Results of combat: the defender's choice, losses, and what follows from them.

use crate::actions::Action;
use crate::game::{Chosin, at, enemy, no, only, term};
use crate::movement::units;
use crate::retreat::Retreats;
use crate::state::{State, UnitBits, UnitId};
use crate::tables::CombatResult;
use board::HexId;
use engine::scene::ActionKind;
use engine::{Ask, Decision, Illegal, Now, Offer, Play, Question, Seat, SeatSet, say};
use serde::{Deserialize, Serialize};

/// 11.9 The defender takes BB or DR. [rule: ch 11.9-BD]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice;

impl Decision<Chosin> for Choice {
    fn seats(&self, _: &Chosin, state: &State) -> SeatSet {
        only(enemy(state.combat.side))
    }
    fn ask(&self, now: Now<'_, Chosin>) -> Ask {
        let hex = at(HexId(now.state.combat.target));
        Ask::new("ch 11.9-BD", say!("Stand at {hex}, with everybody disrupted, or give way?", hex)).place(hex)
    }
    fn candidates(&self, _: Now<'_, Chosin>, out: &mut Vec<Action>) {
        out.extend([Action::Stand, Action::GiveWay]);
    }
    fn check(&self, _: Now<'_, Chosin>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Stand | Action::GiveWay => Ok(()),
            _ => no("ch 11.9-BD", say!("the defender stands or gives way")),
        }
    }
    fn quiet(&self, _: Now<'_, Chosin>) -> Option<Action> {
        Some(Action::GiveWay)
    }
    fn perform(&self, game: &Chosin, state: &mut State, by: Seat, action: Action, play: &mut Play) {
        let result = if action == Action::Stand { CombatResult::BB } else { CombatResult::DR };
        state.combat.result = result;
        play.say(
            by,
            "ch 11.9-BD",
            say!("The defender takes {result}.", result = term::of(term::RESULT, result as u32)),
        );
        game.apply_result(state, result, play);
    }
    fn offer(&self, _: Now<'_, Chosin>, action: Action) -> Offer {
        match action {
            Action::Stand => {
                Offer::new(ActionKind::Choose, "ch 11.9-BD", say!("Stand: both sides are disrupted"))
            }
            _ => Offer::new(ActionKind::Choose, "ch 11.9-BD", say!("Give way: retreat one hex")),
        }
    }
    fn question(&self, now: Now<'_, Chosin>) -> Option<Question> {
        let value = units(&now.state.combat.defenders).map(|u| i32::from(now.game.data.unit(u).dead)).sum();
        Some(Question {
            kind: "stand",
            title: say!("Stand or give way"),
            place: Some(at(HexId(now.state.combat.target))),
            value,
        })
    }
}

impl Chosin {
    /// Disrupts all of a set that are on the map.
    fn disrupt_all(&self, state: &mut State, who: &UnitBits, rule: &'static str, play: &mut Play) {
        for unit in units(who).filter(|u| state.field.on_map(*u)).collect::<Vec<_>>() {
            self.disrupt(state, unit, rule, play);
        }
    }
    fn eliminate_all(&self, state: &mut State, who: &UnitBits, rule: &'static str, play: &mut Play) {
        for unit in units(who).filter(|u| state.field.on_map(*u)).collect::<Vec<_>>() {
            self.eliminate(state, unit, rule, play);
        }
    }

    /// 11.9 Applies a result: losses at once, then retreats, advances and breakthroughs.
    /// [rule: ch 11.9-AA, ch 11.9-AR, ch 11.9-AT, ch 11.9-AZ, ch 11.9-BB, ch 11.9-DD, ch 11.9-DR, ch 11.9-DR+, ch 11.9-DT+, ch 11.9-DZ, ch 11.9-DZ+, ch 11.9-NE, ch 11.554, ch 11.555]
    pub(crate) fn apply_result(&self, state: &mut State, result: CombatResult, play: &mut Play) {
        let (attackers, defenders) = (state.combat.attackers, state.combat.defenders);
        let (mut retreat, mut advance) = (None, None);
        match result {
            CombatResult::AA | CombatResult::AT => {
                self.disrupt_all(state, &attackers, "ch 11.9-AA", play);
                retreat = Some((attackers, if result == CombatResult::AT { 2 } else { 1 }));
                advance = Some((defenders, 1));
            }
            CombatResult::AR => (retreat, advance) = (Some((attackers, 1)), Some((defenders, 1))),
            CombatResult::AZ => {
                self.eliminate_all(state, &attackers, "ch 11.9-AZ", play);
                advance = Some((defenders, 1));
            }
            CombatResult::BB => {
                self.disrupt_all(state, &defenders, "ch 11.9-BB", play);
                self.disrupt_all(state, &attackers, "ch 11.9-BB", play);
                advance = self.after_exchange(state, &attackers, &defenders);
            }
            CombatResult::DD | CombatResult::DTPlus => {
                self.disrupt_all(state, &defenders, "ch 11.9-DD", play);
                let two = result == CombatResult::DTPlus;
                retreat = Some((defenders, 1 + u8::from(two)));
                advance = Some((attackers, 1 + u8::from(two)));
            }
            CombatResult::DR => (retreat, advance) = (Some((defenders, 1)), Some((attackers, 1))),
            CombatResult::DRPlus => (retreat, advance) = (Some((defenders, 2)), Some((attackers, 2))),
            CombatResult::DZ | CombatResult::DZPlus => {
                self.eliminate_all(state, &defenders, "ch 11.9-DZ", play);
                advance = Some((attackers, if result == CombatResult::DZPlus { 3 } else { 1 }));
            }
            CombatResult::RA => return state.replace(PickLoss { attacker: true }),
            CombatResult::RF => return state.replace(PickLoss { attacker: false }),
            CombatResult::NE | CombatResult::BD => {}
        }
        self.after_losses(state, retreat, advance);
    }

    /// 11.9 BB: only where one side has vanished may the other advance.
    fn after_exchange(
        &self,
        state: &State,
        attackers: &UnitBits,
        defenders: &UnitBits,
    ) -> Option<(UnitBits, u8)> {
        let left = |bits: &UnitBits| units(bits).any(|u| state.field.on_map(u));
        match (left(attackers), left(defenders)) {
            (true, false) => Some((*attackers, 1)),
            (false, true) => Some((*defenders, 1)),
            _ => None,
        }
    }

    fn after_losses(
        &self,
        state: &mut State,
        retreat: Option<(UnitBits, u8)>,
        advance: Option<(UnitBits, u8)>,
    ) {
        let reduced = |u: UnitId| !state.field.on_map(u) || state.field.disrupted(u);
        let attackers = state.combat.attackers;
        let back = retreat.is_some_and(|(who, _)| who == attackers);
        state.combat.checked = state.marching() && (back || units(&attackers).any(reduced));
        if let Some((who, length)) = retreat {
            state.combat.length = length;
            units(&who)
                .filter(|u| state.field.on_map(*u))
                .for_each(|u| state.combat.pending.set(u.index(), true));
        }
        if let Some((who, range)) = advance {
            (state.combat.winners, state.combat.range) = (who, range);
            if who == attackers {
                state.combat.vacated.clear();
                state.combat.vacated.push(state.combat.target);
            }
        }
        state.replace(Retreats);
    }
}

/// 11.10 The owner names the unit that RA or RF disrupts. [rule: ch 11.10, ch 11.9-NE]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PickLoss {
    pub(crate) attacker: bool,
}

impl PickLoss {
    fn hit(self, state: &State) -> UnitBits {
        if self.attacker { state.combat.attackers } else { state.combat.defenders }
    }
}

impl Decision<Chosin> for PickLoss {
    fn seats(&self, _: &Chosin, state: &State) -> SeatSet {
        let one = self.hit(state).len() == 1;
        if one {
            SeatSet::NONE
        } else {
            only(if self.attacker { state.combat.side } else { enemy(state.combat.side) })
        }
    }
    fn ask(&self, now: Now<'_, Chosin>) -> Ask {
        let hex = at(HexId(now.state.combat.target));
        Ask::new("ch 11.10", say!("Which of your units in the combat at {hex} is disrupted?", hex)).place(hex)
    }
    fn candidates(&self, now: Now<'_, Chosin>, out: &mut Vec<Action>) {
        out.extend(units(&self.hit(now.state)).map(|unit| Action::Disrupt { unit }));
    }
    fn check(&self, now: Now<'_, Chosin>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Disrupt { unit } if self.hit(now.state).has(unit.index()) => Ok(()),
            _ => no("ch 11.10", say!("the unit that is disrupted is named first")),
        }
    }
    fn perform(&self, game: &Chosin, state: &mut State, _: Seat, action: Action, play: &mut Play) {
        if let Action::Disrupt { unit } = action {
            game.disrupt(state, unit, "ch 11.10", play);
        }
        game.after_losses(state, None, None);
    }
    fn offer(&self, now: Now<'_, Chosin>, action: Action) -> Offer {
        let Action::Disrupt { unit } = action else {
            return Offer::new(ActionKind::Choose, "ch 11.10", say!("Go on"));
        };
        let offer = Offer::new(ActionKind::Choose, "ch 11.10", say!("{unit} is disrupted", unit));
        let dies = now.state.field.disrupted(unit) || !now.game.data.quick(unit).has_back;
        if dies { offer.note(say!("{unit} is eliminated", unit)) } else { offer }
    }
    /// Where there is nothing to choose, nobody is asked.
    fn step(&self, game: &Chosin, state: &mut State, play: &mut Play) -> bool {
        let hit = self.hit(state);
        units(&hit).for_each(|unit| {
            game.disrupt(state, unit, "ch 11.10", play);
        });
        game.after_losses(state, None, None);
        true
    }
}
