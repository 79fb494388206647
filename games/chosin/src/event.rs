//! 3.0 Random events: the roll, what applies at once, and what the Communists must choose.

use crate::actions::Action;
use crate::events::Event;
use crate::game::{Chosin, Ctx, Judged, judged, no, only, seat, term};
use crate::state::{COM, HexBits, State, UN, off, rule};
use engine::scene::ActionKind;
use engine::{Ask, Decision, Effect, Illegal, Now, Offer, Play, Seat, SeatSet, say};
use serde::{Deserialize, Serialize};

/// The part number of ROK infantry battalions (event 41).
const ROK_BATTALION: u8 = 4;

impl Chosin {
    /// 3.1 Rolls for the event of the turn and applies it. [rule: ch 3.1, ch 3.2, ch 3.3-51-66]
    pub(crate) fn roll_event(&self, state: &mut State, play: &mut Play) {
        let (tens, ones) = (play.d6("Communist die") as usize, play.d6("United Nations die") as usize);
        let index = self.data.event_of[tens][ones];
        let known = Event::ALL.get(index as usize).map(|(event, _)| *event);
        let Some(event) = known.filter(|e| self.happens(state, *e)) else {
            play.note("ch 3.3-51-66", say!("Events: {tens}{ones}, nothing happens.", tens, ones));
            return;
        };
        state.events.current = index;
        play.note(
            "ch 3.2",
            say!("Events: {tens}{ones}, {event}.", tens, ones, event = term::of(term::EVENT, index)),
        );
        let half = |die: u32| die.div_ceil(2) as u8;
        match event {
            Event::Blizzard => state.events.skipped = true,
            Event::Redeployed => {
                state.events.once |= 1;
                state.events.redeployed = 2;
            }
            Event::MoreTroops => self.more_troops(state),
            Event::Disease => {
                let left = half(play.d6("disease"));
                self.ask_event(state, EventChoice { event: index, left }, play);
            }
            Event::EighthArmy => {
                state.events.once |= 2;
                let left = half(play.d6("regiments"));
                self.ask_event(state, EventChoice { event: index, left }, play);
            }
            Event::MoreHordes => {
                let left = half(play.d6("reinforcements"));
                self.ask_event(state, EventChoice { event: index, left }, play);
            }
            _ => {}
        }
    }

    /// 3.3 Whether an event's condition holds when it is rolled. [rule: ch 3.3-11-12, ch 3.3-13-14, ch 3.3-31, ch 3.3-34-36, ch 3.3-42, ch 3.3-43, ch 39.6]
    fn happens(&self, state: &State, event: Event) -> bool {
        let lead = i32::from(self.data.parameters.lead_event);
        match event {
            Event::BugOut => state.score.lead(COM) >= lead,
            Event::MoraleCracks => state.score.lead(UN) >= lead,
            Event::Blizzard => state.turn < self.turns(state),
            Event::Redeployed => {
                state.score.lead(UN) > 0 && state.events.once & 1 == 0 && !state.rule(rule::EXTRAS)
            }
            Event::EighthArmy => state.events.once & 2 == 0 && !state.rule(rule::EXTRAS),
            Event::MoreHordes => state.events.once & 4 == 0,
            _ => true,
        }
    }

    /// 3.3, 41 Two ROK battalions of the pool are due in this turn. [rule: ch 3.3-41]
    fn more_troops(&self, state: &mut State) {
        let ready = self.off_map(state, UN, off::POOL).filter(|u| self.data.unit(*u).part == ROK_BATTALION);
        for unit in ready.take(2).collect::<Vec<_>>() {
            state.field.at[unit.index()] = off::WAITING.0;
            state.due[unit.index()] = state.turn;
        }
    }

    fn ask_event(&self, state: &mut State, choice: EventChoice, play: &mut Play) {
        play.note("ch 3.2", say!("The Communists choose {n} {n|unit|units}.", n = choice.left));
        state.push(choice);
    }
}

/// 3.3 The Communists name units for Disease, Eighth Army Holds or More Hordes.
/// [rule: ch 3.3-21-22, ch 3.3-42, ch 3.3-43]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventChoice {
    pub(crate) event: u8,
    pub(crate) left: u8,
}

impl EventChoice {
    fn any_open(self, game: &Chosin, state: &State) -> bool {
        let now = Now { game, state, seat: seat(COM) };
        let mut list = Vec::new();
        self.sieve(now, &mut list);
        !list.is_empty()
    }
}

impl Judged for EventChoice {
    fn judge(&self, now: Now<'_, Chosin>, ctx: &Ctx, action: Action) -> Result<(), Illegal> {
        let (game, state) = (now.game, now.state);
        match action {
            Action::Disrupt { unit } if self.event == Event::Disease as u8 => game.mine(state, COM, unit),
            Action::Eliminate { unit } if self.event == Event::Disease as u8 => {
                game.mine(state, COM, unit)?;
                let effective = !state.field.disrupted(unit) && game.data.quick(unit).has_back;
                if effective && self.left >= 2 {
                    return Ok(());
                }
                no("ch 3.3-21-22", say!("eliminating an effective unit counts as two"))
            }
            Action::Withdraw { unit } if self.event == Event::EighthArmy as u8 => {
                game.mine(state, COM, unit)?;
                let quick = game.data.quick(unit);
                if !quick.chinese_infantry() || !quick.regiment || !ctx.supplied(now, unit) {
                    return no("ch 3.3-42", say!("Chinese infantry regiments in supply are withdrawn"));
                }
                Ok(())
            }
            Action::Early { unit } if self.event == Event::MoreHordes as u8 => {
                let listed =
                    game.data.com_arrivals[state.deployment as usize].iter().any(|a| a.units.contains(&unit));
                if listed && state.field.at(unit) == off::WAITING && state.due[unit.index()] > state.turn {
                    return Ok(());
                }
                no("ch 3.3-43", say!("units of a later date come early"))
            }
            _ => no("ch 3.2", say!("the event of the turn is settled first")),
        }
    }
}

impl Decision<Chosin> for EventChoice {
    judged!();
    fn seats(&self, game: &Chosin, state: &State) -> SeatSet {
        let unseen = state.veil >> COM & 1 == 1;
        if self.left > 0 && (unseen || self.any_open(game, state)) { only(COM) } else { SeatSet::NONE }
    }
    fn ask(&self, _: Now<'_, Chosin>) -> Ask {
        let n = self.left;
        let event = term::of(term::EVENT, self.event);
        Ask::new("ch 3.2", say!("{event}: choose {n} more {n|unit|units}.", event, n))
    }
    fn candidates(&self, now: Now<'_, Chosin>, out: &mut Vec<Action>) {
        let (game, state) = (now.game, now.state);
        for unit in game.on_map(state, COM) {
            out.extend([Action::Disrupt { unit }, Action::Eliminate { unit }, Action::Withdraw { unit }]);
        }
        out.extend(game.off_map(state, COM, off::WAITING).map(|unit| Action::Early { unit }));
    }
    fn perform(&self, game: &Chosin, state: &mut State, by: Seat, action: Action, play: &mut Play) {
        let mut left = self.left.saturating_sub(1);
        match action {
            Action::Disrupt { unit } => {
                game.disrupt(state, unit, "ch 3.3-21-22", play);
            }
            Action::Eliminate { unit } => {
                game.eliminate(state, unit, "ch 3.3-21-22", play);
                left = left.saturating_sub(1);
            }
            Action::Withdraw { unit } => {
                game.data.take_off(state, unit, off::GONE);
                game.after_loss(state);
                play.say(by, "ch 3.3-42", say!("{unit} leaves for the other front.", unit))
                    .effect(Effect::Left { unit: unit.into() });
            }
            Action::Early { unit } => {
                state.due[unit.index()] = state.turn;
                state.events.once |= 4;
                play.whisper(only(COM), by, "ch 3.3-43", say!("{unit} comes early.", unit));
            }
            _ => {}
        }
        state.replace(EventChoice { left, ..*self });
    }
    fn offer(&self, _: Now<'_, Chosin>, action: Action) -> Offer {
        let kind = ActionKind::Choose;
        match action {
            Action::Disrupt { unit } => Offer::new(kind, "ch 3.3-21-22", say!("Disrupt {unit}", unit)),
            Action::Eliminate { unit } => {
                Offer::new(kind, "ch 3.3-21-22", say!("Eliminate {unit}, as two", unit))
            }
            Action::Withdraw { unit } => Offer::new(kind, "ch 3.3-42", say!("Withdraw {unit}", unit)),
            Action::Early { unit } => Offer::new(kind, "ch 3.3-43", say!("{unit} comes early", unit)),
            _ => Offer::new(kind, "ch 3.2", say!("Go on")),
        }
    }
    fn step(&self, _: &Chosin, state: &mut State, _: &mut Play) -> bool {
        state.pop();
        true
    }
}

/// Hexes with units of a side, for lists.
pub(crate) fn hexes(bits: &HexBits) -> impl Iterator<Item = board::HexId> + '_ {
    bits.iter().map(|h| board::HexId(h as u16))
}
