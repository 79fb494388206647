//! Setting up: options in secret (38), the deployment of scenario 2, and the units of both sides (S1 2.0 to 4.1).

use crate::actions::{Action, Deployment, OptionId};
use crate::data::{self, Choice, Data, Kind, Zone, option};
use crate::event::hexes;
use crate::game::{Chosin, Ctx, Judged, at, judged, no, only, seat, term};
use crate::sequence::Sequence;
use crate::state::{COM, State, Stock, UN, UnitId, flag, off, rule};
use board::HexId;
use engine::scene::ActionKind;
use engine::{Arg, Ask, Decision, Effect, Illegal, Now, Offer, Play, Seat, SeatSet, say};
use serde::{Deserialize, Serialize};

/// The steps of setting up, in order.
const STEPS: u8 = 6;

impl Chosin {
    /// The start of a scenario: everything still in its box. [rule: ch S1 3.1.15]
    pub(crate) fn begin(&self, scenario: u8, rules: u32, play: &mut Play) -> State {
        let mut state = State::empty(scenario, rules);
        for unit in self.data.all_units() {
            let pool = self.data.unit(unit).pool;
            state.field.at[unit.index()] = if pool { off::POOL.0 } else { off::OUT.0 };
            if self.data.unit(unit).third && !pool {
                state.field.mark(unit, flag::THIRD);
            }
        }
        for kind in 0..3 {
            state.air.boxes[kind][0] = self.data.parameters.air[kind];
        }
        state.depots[1].hex = self.data.fixed_depot.0;
        state.push(Sequence);
        self.set_up_from(&mut state, 0, play);
        state
    }

    /// Goes on with the first step of setting up that has something to ask.
    fn set_up_from(&self, state: &mut State, step: u8, play: &mut Play) {
        if step > 0 {
            play.reveal();
        }
        for step in step..STEPS {
            match step {
                0 if state.rule(rule::WHAT_IF) => return state.push(OptionChoice { side: UN }),
                1 if state.scenario == 1 => return state.push(Deploying),
                2 if state.rule(rule::WHAT_IF) || state.rule(rule::EXTRAS) && state.deployment != 1 => {
                    return state.push(OptionChoice { side: COM });
                }
                3 => {
                    self.call_up(state, UN, false);
                    return state.push(Posting { side: UN, late: false, unit: UnitId::NONE });
                }
                4 => {
                    self.announce(state, play);
                    self.call_up(state, COM, false);
                    return state.push(Posting { side: COM, late: false, unit: UnitId::NONE });
                }
                5 if state.rule(rule::EXTRAS) => {
                    self.call_up(state, UN, true);
                    return state.push(Posting { side: UN, late: true, unit: UnitId::NONE });
                }
                _ => {}
            }
        }
        self.schedule_arrivals(state, play);
        if state.option(option::INTELLIGENCE) {
            state.push(Inspecting);
            for unit in self.on_map(state, COM).collect::<Vec<_>>() {
                state.field.mark(unit, flag::SHOWN);
            }
            play.reveal();
        }
    }

    /// 38.1 Two options change the other side's set-up or costs and are announced. [rule: ch 38.6.1, ch 38.6.2]
    fn announce(&self, state: &State, play: &mut Play) {
        for option in [option::INTELLIGENCE, option::OFF_ROAD] {
            if state.option(option) {
                play.reveal();
                play.note(
                    "ch 38.1",
                    say!("The United Nations have chosen {option}.", option = term::of(term::OPTION, option)),
                );
            }
        }
    }

    /// Puts the units of a side that take part where they can be placed.
    fn call_up(&self, state: &mut State, side: u8, late: bool) {
        for posting in self.postings(state, side) {
            let late_one = posting.zone == Zone::Behind;
            if late_one == late && in_play(state, posting) && state.field.at(posting.unit) == off::OUT {
                state.field.at[posting.unit.index()] = off::UNPLACED.0;
            }
        }
    }

    /// The set-up list of a side.
    pub(crate) fn postings<'a>(&'a self, state: &State, side: u8) -> &'a [data::Posting] {
        if side == UN { &self.data.un_setup } else { &self.data.com_setup[state.deployment as usize] }
    }

    /// Reinforcements that are on the lists now wait for their turn. [rule: ch 4.1, ch S1 3.2, ch S1 4.2.1, ch S1 4.2.2, ch 38.6.3]
    fn schedule_arrivals(&self, state: &mut State, play: &mut Play) {
        let mut lists: Vec<(&data::Arrival, u8)> =
            self.data.un_arrivals.iter().map(|a| (a, a.turn)).collect();
        lists.extend(self.data.com_arrivals[state.deployment as usize].iter().map(|a| (a, a.turn)));
        if state.option(option::EMERGENCY) {
            let (air, land) = (play.d6("air units") as u8, play.d6("brigade") as u8);
            let first = self.data.emergency_air.turn;
            let brigade = self.data.emergency.first().map_or(0, |a| a.turn);
            state.emergency = [first + (air - 1) / 2, brigade + (land - 1) / 2];
            play.whisper(
                only(UN),
                seat(UN),
                "ch 38.6.3",
                say!(
                    "The air units come on {air}, the brigade on {land}.",
                    air = term::of(term::DATE, state.emergency[0]),
                    land = term::of(term::DATE, state.emergency[1])
                ),
            );
            lists.extend(self.data.emergency.iter().map(|a| (a, state.emergency[1])));
        }
        if state.option(option::EVACUEES) {
            lists.extend(self.data.evacuees.iter().map(|a| (a, a.turn)));
        }
        if state.option(option::RESERVES) {
            lists.extend(self.data.reserves.iter().map(|a| (a, a.turn)));
        }
        for (arrival, turn) in lists {
            for unit in arrival.units.iter().filter(|u| state.field.at(**u) == off::OUT).collect::<Vec<_>>() {
                state.field.at[unit.index()] = off::WAITING.0;
                state.due[unit.index()] = turn;
            }
        }
    }

    fn post(&self, state: &mut State, unit: UnitId, hex: HexId, play: &mut Play) {
        let side = self.side(unit);
        state.spent[unit.index()] = 0;
        state.field.place(&self.data.ground, side, unit, hex);
        // Who reads along must not learn what other units will cover (21.1).
        let name = Arg::from(unit);
        let name = if state.rule(rule::OPEN) { name } else { name.only(only(side)) };
        let rule = if side == UN { "ch S1 3.1.1" } else { "ch S1 4.1" };
        play.say(seat(side), rule, say!("{unit} is set up at {hex}.", unit = name, hex = at(hex)))
            .on(at(hex))
            .effect(Effect::Placed { unit: name, at: at(hex) });
    }

    /// The ready-made set-up for whatever is not yet placed. [rule: ch setup-default]
    fn post_all(&self, state: &mut State, side: u8, play: &mut Play) {
        self.post_rest(state, side, play);
        if self.off_map(state, side, off::UNPLACED).next().is_some() {
            self.pick_up(state, side);
            self.post_rest(state, side, play);
        }
        self.post_markers(state, side);
    }

    /// Takes a set-up that leads nowhere off the map again.
    fn pick_up(&self, state: &mut State, side: u8) {
        for unit in self.on_map(state, side).collect::<Vec<_>>() {
            let place = if self.data.unit(unit).pool { off::POOL } else { off::UNPLACED };
            state.field.turn_over(&self.data.ground, side, unit, false);
            state.field.lift(&self.data.ground, side, unit, place);
            state.field.unmark(unit, flag::BOX_MASK);
        }
        for unit in
            self.off_map(state, side, off::UNPLACED).filter(|u| self.data.unit(*u).pool).collect::<Vec<_>>()
        {
            state.field.at[unit.index()] = off::POOL.0;
            state.spent[unit.index()] = 0;
        }
        for posting in self.postings(state, side).iter().filter(|p| in_play(state, p)).collect::<Vec<_>>() {
            if state.field.at(posting.unit) == off::POOL && !self.data.unit(posting.unit).pool {
                state.field.at[posting.unit.index()] = off::UNPLACED.0;
            }
        }
        if side == COM {
            state.fog = [off::OUT.0; 9];
        }
    }

    fn post_rest(&self, state: &mut State, side: u8, play: &mut Play) {
        for _ in 0..3 {
            for unit in self.off_map(state, side, off::UNPLACED).collect::<Vec<_>>() {
                if let Some(hex) = self.any_post(state, unit) {
                    self.post(state, unit, hex, play);
                }
            }
        }
    }

    /// A hex in which a unit may be set up: the usual one, or the first.
    fn any_post(&self, state: &State, unit: UnitId) -> Option<HexId> {
        let fits = |h: &HexId| self.may_post(state, unit, *h).is_ok();
        let usual = self.posting_of(state, unit).map(|p| p.default).filter(fits);
        usual.or_else(|| hexes(&self.zone_hexes(state, unit)).find(fits))
    }

    fn post_markers(&self, state: &mut State, side: u8) {
        if side == UN {
            if state.depots[0].hex >= off::FIRST {
                state.depots[0].hex = self.data.depot_default.0;
            }
            if state.fleet >= off::FIRST {
                state.fleet = self.data.fleet_default.0;
            }
        } else if state.option(option::ARMY_42) {
            for unit in &self.data.disrupted {
                if state.field.on_map(*unit) && self.still_to_disrupt(state) > 0 {
                    state.field.turn_over(&self.data.ground, COM, *unit, true);
                }
            }
        }
    }

    /// 39.8 How many regiments of the 42nd Army still have to start disrupted.
    fn still_to_disrupt(&self, state: &State) -> u8 {
        if !state.option(option::ARMY_42) {
            return 0;
        }
        let done = army_42(&self.data).filter(|u| state.field.disrupted(*u)).count() as u8;
        (self.data.disrupted.len() as u8).saturating_sub(done)
    }
}

/// The regiments of the 42nd Army.
fn army_42(data: &Data) -> impl Iterator<Item = UnitId> + '_ {
    let rows = data.com_setup[0].iter().filter(|p| p.option == Some(Choice::Option(option::ARMY_42)));
    rows.map(|p| p.unit).filter(|u| data.quick(*u).kind != Kind::Hq)
}

fn in_play(state: &State, posting: &data::Posting) -> bool {
    match posting.option {
        None => true,
        Some(Choice::Airfields) => state.rule(rule::AIRFIELDS),
        Some(Choice::Port) => state.rule(rule::PORT),
        Some(Choice::Extras) => state.rule(rule::EXTRAS),
        Some(Choice::Option(option)) => state.option(option),
    }
}

/// 38.1 A side chooses its scenario options in secret. [rule: ch 38.1]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OptionChoice {
    pub(crate) side: u8,
}

impl Judged for OptionChoice {
    fn judge(&self, now: Now<'_, Chosin>, _: &Ctx, action: Action) -> Result<(), Illegal> {
        let state = now.state;
        match action {
            Action::Choose { option } => {
                let row = &now.game.data.options[option.0 as usize];
                if row.side != self.side {
                    return no("ch 38.1", say!("that option belongs to the other side"));
                }
                if state.option(option.0) {
                    return no("ch 38.1", say!("it is chosen"));
                }
                match option.0 {
                    option::ARMY_42 if !state.rule(rule::EXTRAS) => {
                        no("ch 39.8", say!("the 42nd Army needs the strategic extras"))
                    }
                    option::ARMY_42 if state.deployment == 1 => {
                        no("ch 39.8", say!("the 42nd Army does not come with the minimal deployment"))
                    }
                    option::RESERVES if state.deployment == 2 => {
                        no("ch 38.3", say!("the maximum deployment has these units already"))
                    }
                    option::ARMY_42 => Ok(()),
                    _ if !state.rule(rule::WHAT_IF) => {
                        no("ch 38.1", say!("this match has no scenario options"))
                    }
                    _ => Ok(()),
                }
            }
            Action::End => Ok(()),
            _ => no("ch 38.1", say!("scenario options are chosen first")),
        }
    }
}

impl Decision<Chosin> for OptionChoice {
    judged!();
    fn seats(&self, _: &Chosin, _: &State) -> SeatSet {
        only(self.side)
    }
    fn ask(&self, _: Now<'_, Chosin>) -> Ask {
        Ask::new("ch 38.1", say!("Choose scenario options in secret, or go on."))
    }
    fn candidates(&self, _: Now<'_, Chosin>, out: &mut Vec<Action>) {
        out.extend((0..option::ALL.len() as u8).map(|o| Action::Choose { option: OptionId(o) }));
        out.push(Action::End);
    }
    fn quiet(&self, _: Now<'_, Chosin>) -> Option<Action> {
        Some(Action::End)
    }
    fn perform(&self, game: &Chosin, state: &mut State, by: Seat, action: Action, play: &mut Play) {
        if let Action::Choose { option } = action {
            state.chosen |= 1 << option.0;
            play.whisper(
                only(self.side),
                by,
                "ch 38.1",
                say!("Chosen: {option}.", option = term::of(term::OPTION, option.0)),
            );
            return;
        }
        state.pop();
        game.set_up_from(state, if self.side == UN { 1 } else { 3 }, play);
    }
    fn offer(&self, now: Now<'_, Chosin>, action: Action) -> Offer {
        match action {
            Action::Choose { option } => {
                let points = now.game.data.options[option.0 as usize].pays;
                Offer::new(
                    ActionKind::Choose,
                    "ch 38.1",
                    say!("{option}", option = term::of(term::OPTION, option.0)),
                )
                .cost(say!("{points} VP to the enemy at the end", points))
            }
            _ => Offer::new(ActionKind::EndPhase, "ch 38.1", say!("Go on")),
        }
    }
}

/// S2 4.0 The Communists choose their deployment in secret. [rule: ch S2 4.0]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deploying;

impl Decision<Chosin> for Deploying {
    fn seats(&self, _: &Chosin, _: &State) -> SeatSet {
        only(COM)
    }
    fn ask(&self, _: Now<'_, Chosin>) -> Ask {
        Ask::new("ch S2 4.0", say!("Which deployment? The United Nations learn it at the end."))
    }
    fn candidates(&self, _: Now<'_, Chosin>, out: &mut Vec<Action>) {
        out.extend((0..3).map(|d| Action::Deploy { deployment: Deployment(d) }));
    }
    fn check(&self, _: Now<'_, Chosin>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Deploy { .. } => Ok(()),
            _ => no("ch S2 4.0", say!("the deployment is chosen first")),
        }
    }
    fn perform(&self, game: &Chosin, state: &mut State, by: Seat, action: Action, play: &mut Play) {
        if let Action::Deploy { deployment } = action {
            state.deployment = deployment.0;
            play.whisper(
                only(COM),
                by,
                "ch S2 4.0",
                say!("The deployment is {what}.", what = term::of(term::DEPLOYMENT, deployment.0)),
            );
        }
        state.pop();
        game.set_up_from(state, 2, play);
    }
    fn offer(&self, _: Now<'_, Chosin>, action: Action) -> Offer {
        let Action::Deploy { deployment } = action else {
            return Offer::new(ActionKind::Choose, "ch S2 4.0", say!("Go on"));
        };
        let what = term::of(term::DEPLOYMENT, deployment.0);
        let offer = Offer::new(ActionKind::Choose, "ch S2 4.0", say!("Deploy: {what}", what));
        match deployment.0 {
            1 => offer.note(say!("40 VP to the Communists at the end")),
            2 => offer.note(say!("50 VP to the United Nations at the end")),
            _ => offer,
        }
    }
}

/// S1 2.0 A side sets its units up. [rule: ch S1 2.0, ch 8.45, ch 5.6, ch 25.1, ch S2 5.2]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Posting {
    pub(crate) side: u8,
    /// The unit that sets up after the enemy (39.7).
    pub(crate) late: bool,
    /// The unit to be placed next.
    pub(crate) unit: UnitId,
}

impl Posting {
    fn unplaced(&self, now: Now<'_, Chosin>) -> bool {
        now.game.off_map(now.state, self.side, off::UNPLACED).next().is_some()
    }
    fn finished(&self, now: Now<'_, Chosin>) -> bool {
        let state = now.state;
        let un_done = self.side == COM || state.depots[0].hex < off::FIRST && state.fleet < off::FIRST;
        !self.unplaced(now) && un_done && (self.side == UN || now.game.still_to_disrupt(state) == 0)
    }
    fn may_mask(&self, now: Now<'_, Chosin>, hex: HexId) -> Result<(), Illegal> {
        let (data, state) = (&now.game.data, now.state);
        if self.side != COM || !state.rule(rule::FOG) || state.option(option::INTELLIGENCE) {
            return no("ch 25.1", say!("there are no fog of war markers"));
        }
        if !state.fog.iter().take(data.parameters.fog_markers.into()).any(|f| *f >= off::FIRST) {
            return no("ch 25.1", say!("every marker is in use"));
        }
        let zones = &data.zones;
        let zone = [&zones.twenty, &zones.twenty_seven, &zones.north];
        if !zone.iter().any(|z| z.has(hex.index())) {
            return no("ch S2 5.2", say!("markers are set up near deployment hexes or the north edge"));
        }
        if state.fog.contains(&hex.0) || !state.field.units_in(hex).any(|u| now.game.side(u) == COM) {
            return no("ch 25.2.5", say!("a marker covers units that have none"));
        }
        Ok(())
    }
}

impl Judged for Posting {
    fn judge(&self, now: Now<'_, Chosin>, _: &Ctx, action: Action) -> Result<(), Illegal> {
        let (game, state) = (now.game, now.state);
        if self.unit.is_some() {
            return match action {
                Action::Place { hex } => game.may_post(state, self.unit, hex),
                _ => no("ch S1 2.0", say!("{unit} is to be placed", unit = self.unit)),
            };
        }
        match action {
            Action::Set { unit } if state.field.at(unit) == off::UNPLACED && game.side(unit) == self.side => {
                let anywhere = game.any_post(state, unit).is_some();
                if anywhere { Ok(()) } else { no("ch S1 2.0", say!("{unit} has no hex yet", unit)) }
            }
            Action::Set { .. } => no("ch S1 2.0", say!("that unit is not to be placed")),
            Action::Place { hex }
                if self.side == UN
                    && !self.late
                    && state.depots[0].hex >= off::FIRST
                    && !self.unplaced(now) =>
            {
                if game.data.depot_hexes.contains(&hex) {
                    Ok(())
                } else {
                    no("ch S1 3.1.9", say!("the depot is set up in Hungnam"))
                }
            }
            Action::Place { .. } => no("ch S1 2.0", say!("choose a unit first")),
            Action::Sail { hex }
                if self.side == UN && !self.late && state.fleet >= off::FIRST && !self.unplaced(now) =>
            {
                if game.data.ground.terrain(hex) == crate::ground::SEA {
                    Ok(())
                } else {
                    no("ch 18.1", say!("Task Force 90 stays at sea"))
                }
            }
            Action::BreakDown { unit }
                if state.field.at(unit) == off::UNPLACED && game.side(unit) == self.side =>
            {
                game.parts_ready(state, unit)
            }
            Action::BreakDown { .. } => no("ch 5.6", say!("a unit is broken down before it is placed")),
            Action::Mask { hex } => self.may_mask(now, hex),
            Action::Disrupt { unit } => {
                let regiment = army_42(&game.data).any(|u| u == unit);
                if self.side == COM
                    && regiment
                    && state.field.on_map(unit)
                    && !state.field.disrupted(unit)
                    && game.still_to_disrupt(state) > 0
                {
                    Ok(())
                } else {
                    no("ch 39.8", say!("three regiments of the 42nd Army start disrupted"))
                }
            }
            Action::Default if !self.finished(now) => Ok(()),
            Action::End if self.finished(now) => Ok(()),
            _ => no("ch S1 2.0", say!("first everything is set up")),
        }
    }
}

impl Decision<Chosin> for Posting {
    judged!();
    fn seats(&self, _: &Chosin, _: &State) -> SeatSet {
        only(self.side)
    }
    fn ask(&self, now: Now<'_, Chosin>) -> Ask {
        if self.unit.is_some() {
            return Ask::new("ch S1 2.0", say!("Place {unit}.", unit = self.unit)).piece(self.unit);
        }
        if self.finished(now) {
            return Ask::new("ch S1 2.0", say!("Everything is set up."));
        }
        Ask::new("ch S1 2.0", say!("Set up your units, or take the ready-made set-up."))
    }
    fn candidates(&self, now: Now<'_, Chosin>, out: &mut Vec<Action>) {
        let (game, state) = (now.game, now.state);
        if self.unit.is_some() {
            out.extend(hexes(&game.zone_hexes(state, self.unit)).map(|hex| Action::Place { hex }));
            return;
        }
        out.extend([Action::Default, Action::End]);
        for unit in game.off_map(state, self.side, off::UNPLACED) {
            out.extend([Action::Set { unit }, Action::BreakDown { unit }]);
        }
        if !self.unplaced(now) && self.side == UN {
            out.extend(game.data.depot_hexes.iter().map(|h| Action::Place { hex: *h }));
            let sea = |h: &HexId| game.data.ground.terrain(*h) == crate::ground::SEA;
            if state.fleet >= off::FIRST {
                out.extend(game.data.ground.hexes().filter(sea).map(|hex| Action::Sail { hex }));
            }
        }
        if self.side == COM {
            out.extend(state.field.held[COM as usize].iter().map(|h| Action::Mask { hex: HexId(h as u16) }));
            out.extend(army_42(&game.data).map(|unit| Action::Disrupt { unit }));
        }
    }
    fn quiet(&self, now: Now<'_, Chosin>) -> Option<Action> {
        (self.finished(now) && !self.unit.is_some()).then_some(Action::End)
    }
    fn perform(&self, game: &Chosin, state: &mut State, by: Seat, action: Action, play: &mut Play) {
        match action {
            Action::Set { unit } => state.replace(Posting { unit, ..*self }),
            Action::Place { hex } if self.unit.is_some() => {
                state.replace(Posting { unit: UnitId::NONE, ..*self });
                game.post(state, self.unit, hex, play);
            }
            Action::Place { hex } => {
                state.depots[0].hex = hex.0;
                state.depots[0].stock = Stock::Standing;
                play.say(by, "ch S1 3.1.9", say!("The depot is set up at {hex}.", hex = at(hex))).on(at(hex));
            }
            Action::Sail { hex } => {
                state.fleet = hex.0;
                play.say(by, "ch 18.1", say!("Task Force 90 lies at {hex}.", hex = at(hex))).on(at(hex));
            }
            Action::BreakDown { unit } => {
                state.field.at[unit.index()] = off::POOL.0;
                for part in game.take_parts(state, unit) {
                    state.field.at[part.index()] = off::UNPLACED.0;
                    state.spent[part.index()] = unit.0 + 1;
                }
                play.whisper(only(self.side), by, "ch 5.6", say!("{unit} is broken down.", unit));
            }
            Action::Mask { hex } => {
                let marker = state.fog.iter().position(|f| *f >= off::FIRST).unwrap_or(0);
                state.fog[marker] = hex.0;
                for unit in state.field.units_in(hex).collect::<Vec<_>>() {
                    state.field.mark(unit, (marker as u32 + 1) << flag::BOX);
                }
                play.say(by, "ch 25.1", say!("A fog of war marker covers {hex}.", hex = at(hex))).on(at(hex));
            }
            Action::Disrupt { unit } => state.field.turn_over(&game.data.ground, COM, unit, true),
            Action::Default => {
                game.post_all(state, self.side, play);
            }
            _ => {
                state.pop();
                game.set_up_from(
                    state,
                    if self.side == COM {
                        5
                    } else if self.late {
                        STEPS
                    } else {
                        4
                    },
                    play,
                );
            }
        }
    }
    fn offer(&self, _: Now<'_, Chosin>, action: Action) -> Offer {
        let kind = ActionKind::Choose;
        match action {
            Action::Set { unit } => Offer::new(ActionKind::Select, "ch S1 2.0", say!("Place {unit}", unit)),
            Action::Place { .. } => Offer::new(ActionKind::Move, "ch S1 2.0", say!("Place at")).spread(),
            Action::Sail { .. } => Offer::new(ActionKind::Move, "ch 18.1", say!("Task Force 90 to")).spread(),
            Action::BreakDown { unit } => Offer::new(kind, "ch 5.6", say!("Break {unit} down", unit)),
            Action::Mask { hex } => {
                Offer::new(kind, "ch 25.1", say!("Cover {hex} with a marker", hex = at(hex)))
            }
            Action::Disrupt { unit } => Offer::new(kind, "ch 39.8", say!("{unit} starts disrupted", unit)),
            Action::Default => Offer::new(kind, "ch setup-default", say!("Take the ready-made set-up")),
            _ => Offer::new(ActionKind::EndPhase, "ch S1 2.0", say!("Finish the set-up")),
        }
    }
}

/// 38.6.1 The United Nations look at every Communist unit before the first turn. [rule: ch 38.6.1]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Inspecting;

impl Decision<Chosin> for Inspecting {
    fn seats(&self, _: &Chosin, _: &State) -> SeatSet {
        only(UN)
    }
    fn ask(&self, _: Now<'_, Chosin>) -> Ask {
        Ask::new("ch 38.6.1", say!("Look at the Communist units."))
    }
    fn candidates(&self, _: Now<'_, Chosin>, out: &mut Vec<Action>) {
        out.push(Action::Done);
    }
    fn check(&self, _: Now<'_, Chosin>, action: Action) -> Result<(), Illegal> {
        if action == Action::Done {
            Ok(())
        } else {
            no("ch 38.6.1", say!("the Communist units are being looked at"))
        }
    }
    fn quiet(&self, _: Now<'_, Chosin>) -> Option<Action> {
        Some(Action::Done)
    }
    fn perform(&self, game: &Chosin, state: &mut State, _: Seat, _: Action, _: &mut Play) {
        game.data.all_units().for_each(|u| state.field.unmark(u, flag::SHOWN));
        state.pop();
    }
    fn offer(&self, _: Now<'_, Chosin>, _: Action) -> Offer {
        Offer::new(ActionKind::Done, "ch 38.6.1", say!("Begin"))
    }
}
