//! 13.0 Air units: allocation to missions, grounding, losses.

use crate::actions::{Action, AirKind, MISSION_WORDS};
use crate::data::{Kind, option};
use crate::events::Event;
use crate::game::{Chosin, Ctx, Judged, judged, no, only, seat, term};
use crate::state::{COM, Mission, State, TAC, UN, UnitId, rule};
use engine::scene::ActionKind;
use engine::{Ask, Count, Decision, Illegal, Now, Offer, Play, Seat, SeatSet, say};
use serde::{Deserialize, Serialize};

impl Chosin {
    /// 13.1 What flies today: all in reserve, less airfields out of order, less weather, less the air challenge.
    /// [rule: ch 13.0, ch 3.3-23-26, ch 35.2, ch 38.5.2]
    pub(crate) fn open_air(&self, state: &mut State, play: &mut Play) {
        state.air.unbased = self.unbased(state);
        for kind in 0..3 {
            state.air.ready[kind] = state.air.boxes[kind][0];
        }
        state.air.ready[TAC] = state.air.ready[TAC].saturating_sub(state.air.unbased);
        let mut left: u8 = state.air.ready.iter().sum();
        if state.event(Event::BadWeather) {
            state.air.to_ground = left - left / 2;
            left /= 2;
        }
        if state.option(option::CHALLENGE) && left > 0 {
            let die = play.d6("air challenge") as u8;
            let grounded = die.min(left);
            state.air.to_ground += grounded;
            play.say(
                seat(COM),
                "ch 38.5.2",
                say!(
                    "The Chinese challenge in the air: {n} {n|unit stays|units stay} on the ground.",
                    n = grounded
                ),
            );
        }
    }

    /// 35.2 TAC without a working airfield. [rule: ch 35.1, ch 35.2, ch 35.0]
    fn unbased(&self, state: &State) -> u8 {
        if !state.rule(rule::AIRFIELDS) {
            return 0;
        }
        let supply = self.data.supply(state, UN);
        let works = |u: &UnitId| {
            let hex = state.field.at(*u);
            let field = self.data.ground.airfield.has(hex.index()) && !self.data.tainted(state, hex);
            field && self.data.supplied(state, &supply, *u)
        };
        let groups = || self.on_map(state, UN).filter(|u| self.data.quick(*u).kind == Kind::Airfield);
        // Two groups at one airfield base one TAC.
        let fields = crate::ground::set(groups().filter(works).map(|u| state.field.at(u)));
        (groups().count() - fields.len()) as u8
    }

    /// Where TAC can be lost from: a box, or interdiction over the map.
    fn tac_in(&self, state: &State, mission: Mission) -> u8 {
        let over = state.air.over.iter().filter(|z| z.kind == TAC as u8).map(|z| z.count).sum::<u8>();
        state.air.boxes[TAC][mission as usize] + if mission == Mission::Interdiction { over } else { 0 }
    }

    /// Takes air units out of a box into reserve after their mission (13.4). [rule: ch 13.4]
    pub(crate) fn spend_air(&self, state: &mut State, kind: usize, mission: Mission, count: u8) {
        state.air.boxes[kind][mission as usize] -= count;
        state.air.boxes[kind][Mission::Reserve as usize] += count;
    }
}

/// 13.2 Which kind flies which mission. [rule: ch 13.2, ch 13.3]
fn flies(kind: AirKind, mission: Mission) -> bool {
    match mission {
        Mission::Interdiction | Mission::Strike => kind == AirKind::TAC || kind == AirKind::SAC,
        Mission::Support => kind == AirKind::TAC,
        Mission::Supply | Mission::Transfer | Mission::Parachute => kind == AirKind::MAC,
        Mission::Reserve => false,
    }
}

/// 13.1 The UN allocates its air units. [rule: ch 13.0, ch 13.5, ch 35.11]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Allocation;

impl Judged for Allocation {
    fn judge(&self, now: Now<'_, Chosin>, _: &Ctx, action: Action) -> Result<(), Illegal> {
        let air = &now.state.air;
        match action {
            Action::Ground { count, air: kind } => {
                let most = air.to_ground.min(air.ready[kind.index()]);
                if count.0 >= 1 && count.0 <= most.into() {
                    return Ok(());
                }
                no("ch 3.3-23-26", say!("{most} of that kind {most|has|have} to stay on the ground", most))
            }
            _ if air.to_ground > 0 => no(
                "ch 3.3-23-26",
                say!("{n} more air {n|unit|units} must be grounded first", n = air.to_ground),
            ),
            Action::Assign { air: kind, mission, .. } if !flies(kind, mission) => no(
                "ch 13.2",
                say!(
                    "{air} does not fly that mission: {mission}",
                    air = term::of(term::AIR, kind.0),
                    mission = term::of(term::MISSION, mission as u32)
                ),
            ),
            Action::Assign { mission: Mission::Parachute, .. } if !now.game.data.airborne => {
                no("ch 17.0", say!("no unit of this order of battle jumps"))
            }
            Action::Assign { count, air: kind, .. } => {
                let left = air.ready[kind.index()];
                if count.0 >= 1 && count.0 <= left.into() {
                    return Ok(());
                }
                no("ch 13.0", say!("of that kind {left} {left|is|are} left in reserve", left))
            }
            Action::End => Ok(()),
            _ => no("ch 13.0", say!("air units are allocated now")),
        }
    }
}

impl Decision<Chosin> for Allocation {
    judged!();
    fn seats(&self, _: &Chosin, _: &State) -> SeatSet {
        only(UN)
    }
    fn ask(&self, now: Now<'_, Chosin>) -> Ask {
        let n = now.state.air.to_ground;
        if n > 0 {
            return Ask::new(
                "ch 3.3-23-26",
                say!("{n} more air {n|unit stays|units stay} on the ground: which?", n),
            );
        }
        Ask::new("ch 13.0", say!("Give your air units their missions."))
    }
    fn candidates(&self, now: Now<'_, Chosin>, out: &mut Vec<Action>) {
        out.extend(AirKind::ALL.map(|air| {
            let most = now.state.air.to_ground.min(now.state.air.ready[air.index()]);
            Action::Ground { count: Count(most.into()), air }
        }));
        for air in AirKind::ALL {
            let count = Count(now.state.air.ready[air.index()].into());
            out.extend(MISSION_WORDS.map(|(mission, _)| Action::Assign { count, air, mission }));
        }
        out.push(Action::End);
    }
    fn quiet(&self, now: Now<'_, Chosin>) -> Option<Action> {
        (now.state.air.to_ground == 0).then_some(Action::End)
    }
    fn perform(&self, _: &Chosin, state: &mut State, by: Seat, action: Action, play: &mut Play) {
        match action {
            Action::Ground { count, air } => {
                let n = count.0 as u8;
                state.air.ready[air.index()] -= n;
                state.air.to_ground -= n;
                play.say(
                    by,
                    "ch 3.3-23-26",
                    say!("{n} {air} {n|stays|stay} on the ground.", n, air = term::of(term::AIR, air.0)),
                );
            }
            Action::Assign { count, air, mission } => {
                let n = count.0 as u8;
                state.air.ready[air.index()] -= n;
                state.air.boxes[air.index()][0] -= n;
                state.air.boxes[air.index()][mission as usize] += n;
                play.say(
                    by,
                    "ch 13.0",
                    say!(
                        "{n} {air}: {mission}.",
                        n,
                        air = term::of(term::AIR, air.0),
                        mission = term::of(term::MISSION, mission as u32)
                    ),
                );
            }
            _ => {
                state.air.kept = state.air.ready[TAC];
                state.air.ready = [0; 3];
                state.pop();
            }
        }
    }
    fn offer(&self, _: Now<'_, Chosin>, action: Action) -> Offer {
        match action {
            Action::Ground { air, .. } => Offer::new(
                ActionKind::Add,
                "ch 3.3-23-26",
                say!("{air} on the ground", air = term::of(term::AIR, air.0)),
            ),
            Action::Assign { air, mission, .. } => Offer::new(
                ActionKind::Add,
                "ch 13.0",
                say!(
                    "{air} to {mission}",
                    air = term::of(term::AIR, air.0),
                    mission = term::of(term::MISSION, mission as u32)
                ),
            ),
            _ => {
                Offer::new(ActionKind::EndPhase, "ch 13.0", say!("End allocation; the rest stays in reserve"))
            }
        }
    }
}

/// 13.9, 35.21 The UN chooses from which box a TAC is lost. [rule: ch 13.9, ch 35.21, ch 35.22]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LoseTac;

impl Decision<Chosin> for LoseTac {
    fn seats(&self, _: &Chosin, _: &State) -> SeatSet {
        only(UN)
    }
    fn ask(&self, now: Now<'_, Chosin>) -> Ask {
        let n = now.state.air.to_lose;
        Ask::new("ch 13.9", say!("{n} TAC {n|is|are} lost: from which mission?", n))
    }
    fn candidates(&self, _: Now<'_, Chosin>, out: &mut Vec<Action>) {
        out.extend(MISSION_WORDS.map(|(mission, _)| Action::Lose { mission }));
    }
    fn check(&self, now: Now<'_, Chosin>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Lose { mission } if now.game.tac_in(now.state, mission) > 0 => Ok(()),
            Action::Lose { .. } => no("ch 13.9", say!("no TAC is there")),
            _ => no("ch 13.9", say!("a TAC is lost first")),
        }
    }
    fn perform(&self, _: &Chosin, state: &mut State, by: Seat, action: Action, play: &mut Play) {
        let Action::Lose { mission } = action else { return };
        state.air.to_lose -= 1;
        let slot = &mut state.air.boxes[TAC][mission as usize];
        if *slot > 0 {
            *slot -= 1;
            if mission == Mission::Reserve {
                state.air.ready[TAC] = state.air.ready[TAC].min(*slot);
                state.air.kept = state.air.kept.min(*slot);
            }
        } else if let Some(i) = state.air.over.iter().position(|z| z.kind == TAC as u8) {
            state.air.over[i].count -= 1;
            state.air.over[i].used = state.air.over[i].used.min(state.air.over[i].count);
            if state.air.over[i].count == 0 {
                state.air.over.remove(i);
            }
        }
        play.say(
            by,
            "ch 13.9",
            say!("A TAC is lost from {mission}.", mission = term::of(term::MISSION, mission as u32)),
        );
    }
    fn offer(&self, _: Now<'_, Chosin>, action: Action) -> Offer {
        let Action::Lose { mission } = action else {
            return Offer::new(ActionKind::Choose, "ch 13.9", say!("Go on"));
        };
        Offer::new(
            ActionKind::Choose,
            "ch 13.9",
            say!("Lose a TAC from {mission}", mission = term::of(term::MISSION, mission as u32)),
        )
    }
}
