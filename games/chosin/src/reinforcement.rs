//! 4.0 Reinforcements: who is due, where they come on, what is set aside for air or sea.

use crate::actions::{Action, OptionId};
use crate::data::{Entry, option};
use crate::event::hexes;
use crate::game::{Chosin, Ctx, Judged, at, judged, no, only, seat, term};
use crate::state::{COM, State, UN, UnitId, off, rule};
use board::HexId;
use engine::scene::ActionKind;
use engine::{Ask, Decision, Effect, Illegal, Now, Offer, Play, Seat, SeatSet, say};
use serde::{Deserialize, Serialize};

impl Chosin {
    /// 19.1 Whether a port works for the UN: no enemy in it, no fallout near it.
    pub(crate) fn port_open(&self, state: &State, hex: HexId) -> bool {
        self.data.ground.port.has(hex.index())
            && !state.field.holds(COM, hex)
            && !self.data.tainted(state, hex)
    }

    /// 4.31, 4.32, 4.33, S1 3.3, S1 5.1 Whether a reinforcement may come on at a hex.
    /// [rule: ch 4.31, ch 4.321, ch 4.33, ch S1 3.3, ch S1 5.1]
    pub(crate) fn may_enter(&self, state: &State, unit: UnitId, hex: HexId) -> bool {
        let entry = self.data.unit(unit).entry;
        self.data.zones.entry[entry as usize].has(hex.index())
            && (entry != Entry::Port || self.port_open(state, hex))
            && !state.field.holds(1 - self.side(unit), hex)
    }

    /// The hexes at which a reinforcement may come on.
    fn entries<'a>(&'a self, state: &'a State, unit: UnitId) -> impl Iterator<Item = HexId> + 'a {
        let listed = hexes(&self.data.zones.entry[self.data.unit(unit).entry as usize]);
        listed.filter(move |h| self.may_enter(state, unit, *h))
    }

    /// Where a reinforcement comes on if its owner does not mind: the hex of its list with the fewest friends, roads first.
    fn usual_entry(&self, state: &State, unit: UnitId) -> Option<HexId> {
        let friends = |h: &HexId| state.field.units_in(*h).count();
        self.entries(state, unit)
            .min_by_key(|h| (!self.data.ground.road_or_rail.has(h.index()), friends(h), *h))
    }

    /// 4.1 Units whose turn has come are due; UN units that find every hex taken are lost without points.
    /// [rule: ch 4.1, ch 4.311, ch S1 3.3]
    pub(crate) fn release(&self, state: &mut State, side: u8, play: &mut Play) {
        let waiting = |u: &UnitId| {
            let place = state.field.at(*u);
            place == off::ASIDE
                || place == off::WAITING && state.due[u.index()] <= state.turn && state.due[u.index()] > 0
        };
        let mine = self.data.side_units[side as usize];
        let units: Vec<UnitId> =
            self.data.all_units().filter(|u| mine.has(u.index())).filter(waiting).collect();
        for unit in units {
            let open = self.entries(state, unit).next().is_some();
            let place = match (open, side) {
                (true, _) => off::DUE,
                (false, UN) if self.data.unit(unit).part > 0 => off::POOL,
                (false, UN) => off::GONE,
                (false, _) => off::WAITING,
            };
            state.field.at[unit.index()] = place.0;
            if place == off::GONE || place == off::POOL {
                state.due[unit.index()] = 0;
                play.note(
                    "ch S1 3.3",
                    say!("{unit} finds every hex of arrival taken and is not received.", unit),
                );
            }
        }
    }

    /// 4.323 Air units of this turn come to the reserve box. [rule: ch 4.323]
    pub(crate) fn air_arrivals(&self, state: &mut State, play: &mut Play) {
        let (from, to) = (state.air.arrived, state.turn);
        let new = |turn: u8| turn > from && turn <= to;
        let mut gains = [0u8; 3];
        for arrival in self.data.parameters.air_arrivals.iter().filter(|a| new(a.turn)) {
            (0..3).for_each(|kind| gains[kind] += arrival.units[kind]);
        }
        if state.emergency[0] > 0 && new(state.emergency[0]) {
            (0..3).for_each(|kind| gains[kind] += self.data.emergency_air.units[kind]);
        }
        state.air.arrived = to;
        for (kind, gain) in gains.into_iter().enumerate().filter(|(_, gain)| *gain > 0) {
            state.air.boxes[kind][0] += gain;
            play.note(
                "ch 4.323",
                say!("{n} {air} {n|arrives|arrive}.", n = gain, air = term::of(term::AIR, kind as u32)),
            );
        }
    }

    /// 38 Whether a unit may be kept back to a later turn.
    fn may_hold(&self, state: &State, unit: UnitId) -> bool {
        let in_list =
            |lists: &[crate::data::Arrival]| lists.iter().any(|a| a.hold && a.units.contains(&unit));
        let early = |option: u8| state.option(option) && state.late >> option & 1 == 0;
        in_list(&self.data.reserves) && early(option::RESERVES) && state.deployment != 2
            || in_list(&self.data.evacuees) && early(option::EVACUEES)
    }
}

/// 4.2 A side places its reinforcements. [rule: ch 4.1, ch 38.4, ch 38.5.3, ch 38.6.5]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reinforcement {
    pub(crate) side: u8,
    /// The unit to be placed next.
    pub(crate) unit: UnitId,
}

impl Judged for Reinforcement {
    fn judge(&self, now: Now<'_, Chosin>, _: &Ctx, action: Action) -> Result<(), Illegal> {
        let (game, state) = (now.game, now.state);
        if self.unit.is_some() {
            return match action {
                Action::Place { hex } if game.may_enter(state, self.unit, hex) => Ok(()),
                Action::Place { hex } => {
                    no("ch 4.31", say!("{unit} may not come on at {hex}", unit = self.unit, hex = at(hex)))
                }
                _ => no("ch 4.1", say!("{unit} is to be placed", unit = self.unit)),
            };
        }
        let due = |unit: UnitId| game.side(unit) == self.side && state.field.at(unit) == off::DUE;
        match action {
            Action::Set { unit } | Action::Aside { unit } | Action::Hold { unit } if !due(unit) => {
                no("ch 4.1", say!("{unit} is not due", unit))
            }
            Action::Set { .. } => Ok(()),
            Action::Aside { .. } if self.side == UN => Ok(()),
            Action::Aside { .. } => no("ch 4.321", say!("only UN units come by air or sea")),
            Action::Hold { unit } if game.may_hold(state, unit) => Ok(()),
            Action::Hold { .. } => no("ch 4.1", say!("it comes now")),
            Action::Late { option } if self.side == UN => game.may_choose_late(state, UN, option),
            Action::Call if self.side == UN => game.may_call(state),
            Action::Default if game.off_map(state, self.side, off::DUE).next().is_some() => Ok(()),
            Action::End if game.off_map(state, self.side, off::DUE).next().is_none() => Ok(()),
            _ => no("ch 4.1", say!("reinforcements are placed first")),
        }
    }
}

impl Decision<Chosin> for Reinforcement {
    judged!();
    fn seats(&self, _: &Chosin, _: &State) -> SeatSet {
        only(self.side)
    }
    fn ask(&self, _: Now<'_, Chosin>) -> Ask {
        if self.unit.is_some() {
            return Ask::new("ch 4.31", say!("Where does {unit} come on?", unit = self.unit))
                .piece(self.unit);
        }
        Ask::new("ch 4.1", say!("Place your reinforcements."))
    }
    fn candidates(&self, now: Now<'_, Chosin>, out: &mut Vec<Action>) {
        let (game, state) = (now.game, now.state);
        if self.unit.is_some() {
            out.extend(game.entries(state, self.unit).map(|hex| Action::Place { hex }));
            return;
        }
        for unit in game.off_map(state, self.side, off::DUE) {
            out.extend([Action::Set { unit }, Action::Aside { unit }, Action::Hold { unit }]);
        }
        out.extend((0..option::ALL.len() as u8).map(|o| Action::Late { option: OptionId(o) }));
        out.extend([Action::Default, Action::Call, Action::End]);
    }
    fn quiet(&self, now: Now<'_, Chosin>) -> Option<Action> {
        let clear = !self.unit.is_some() && now.game.off_map(now.state, self.side, off::DUE).next().is_none();
        clear.then_some(Action::End)
    }
    fn perform(&self, game: &Chosin, state: &mut State, by: Seat, action: Action, play: &mut Play) {
        match action {
            Action::Set { unit } => state.replace(Reinforcement { unit, ..*self }),
            Action::Place { hex } => {
                state.replace(Reinforcement { unit: UnitId::NONE, ..*self });
                game.bring_on(state, self.unit, hex, "ch 4.31", play);
            }
            Action::Aside { unit } => {
                state.field.at[unit.index()] = off::ASIDE.0;
                play.say(by, "ch 4.321", say!("{unit} is to come by air or sea.", unit));
            }
            Action::Hold { unit } => {
                state.field.at[unit.index()] = off::WAITING.0;
                state.due[unit.index()] = state.turn + 1;
                play.whisper(only(self.side), by, "ch 38.1", say!("{unit} is kept back.", unit));
            }
            Action::Default => {
                for unit in game.off_map(state, self.side, off::DUE).collect::<Vec<_>>() {
                    if let Some(hex) = game.usual_entry(state, unit) {
                        game.bring_on(state, unit, hex, "ch 4.31", play);
                    }
                }
            }
            Action::Late { option } => game.choose_late(state, UN, option, play),
            Action::Call => game.call_bombs(state, play),
            _ => state.pop(),
        }
    }
    fn offer(&self, _: Now<'_, Chosin>, action: Action) -> Offer {
        let kind = ActionKind::Choose;
        match action {
            Action::Set { unit } => Offer::new(ActionKind::Select, "ch 4.1", say!("Place {unit}", unit)),
            Action::Place { .. } => Offer::new(ActionKind::Move, "ch 4.31", say!("Come on at")).spread(),
            Action::Aside { unit } => Offer::new(kind, "ch 4.321", say!("{unit} comes by air or sea", unit)),
            Action::Hold { unit } => Offer::new(kind, "ch 38.1", say!("Keep {unit} back", unit)),
            Action::Late { option } => Offer::new(
                kind,
                "ch 38.4",
                say!("Choose the option {option}", option = term::of(term::OPTION, option.0)),
            ),
            Action::Default => Offer::new(kind, "ch 4.1", say!("Place everybody at the usual hexes")),
            Action::Call => Offer::new(kind, "ch 37.1", say!("Call for atomic bombs")).dice(),
            _ => Offer::new(ActionKind::EndPhase, "ch 4.1", say!("End reinforcements")),
        }
    }
}

impl Chosin {
    /// Puts a unit that comes into play on the map.
    pub(crate) fn bring_on(
        &self,
        state: &mut State,
        unit: UnitId,
        hex: HexId,
        rule: &'static str,
        play: &mut Play,
    ) {
        let side = self.side(unit);
        state.due[unit.index()] = 0;
        state.field.at[unit.index()] = off::OUT.0;
        state.field.place(&self.data.ground, side, unit, hex);
        let name = self.named(state, unit);
        play.say(seat(side), rule, say!("{unit} arrives at {hex}.", unit = name, hex = at(hex)))
            .on(at(hex))
            .effect(Effect::Placed { unit: name, at: at(hex) });
        self.entered(state, unit, hex, play);
    }

    /// Whether a rule of the match is on; for refusals that name it.
    pub(crate) fn uses(&self, state: &State, bit: u32, rule: &'static str) -> Result<(), Illegal> {
        if state.rule(bit) {
            Ok(())
        } else {
            no(rule, say!("this match is played without that optional rule"))
        }
    }

    /// 34.0 Whether the port brigade stands in a port.
    pub(crate) fn port_unit(&self, state: &State) -> Option<UnitId> {
        let port = |u: &UnitId| self.data.quick(*u).kind == crate::data::Kind::Port && state.rule(rule::PORT);
        self.on_map(state, UN).filter(port).find(|u| self.port_open(state, state.field.at(*u)))
    }
}
