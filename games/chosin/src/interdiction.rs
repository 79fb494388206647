//! 14.1 Interdiction: placed after the UN player turn, answered hex by hex while the Communists move.

use crate::actions::{Action, AirKind};
use crate::barrage::{Cause, Fire, fire_code};
use crate::event::hexes;
use crate::game::{Chosin, Ctx, Judged, at, no, only, term};
use crate::movement::units;
use crate::state::{Interdiction, Mission, State, UN, UnitBits, flag};
use crate::tables::Shooter;
use board::HexId;
use engine::scene::ActionKind;
use engine::{Ask, Count, Decision, Illegal, Now, Offer, Play, Question, Seat, SeatSet, many, say};
use serde::{Deserialize, Serialize};

/// 2.1.b10 The UN puts interdicting air units over hexes, over the enemy too and at any distance (8.6, 13.7).
/// [rule: ch 2.1.b10, ch 8.6, ch 13.7, ch 14.11, ch 14.12]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Interdictions;

impl Judged for Interdictions {
    fn judge(&self, now: Now<'_, Chosin>, _: &Ctx, action: Action) -> Result<(), Illegal> {
        let (game, state) = (now.game, now.state);
        match action {
            Action::Interdict { count, air, hex } => {
                let over = state.air.over.iter().find(|z| z.hex == hex.0);
                if over.is_some_and(|z| z.kind != air.0) {
                    return no("ch 14.12", say!("TAC and SAC do not mix over a hex"));
                }
                let room = game.air_limit(air).saturating_sub(over.map_or(0, |z| z.count));
                let most = room.min(state.air.boxes[air.index()][Mission::Interdiction as usize]);
                if count.0 == 0 || count.0 > most.into() {
                    return no("ch 14.12", say!("{most} more can go over {hex}", most, hex = at(hex)));
                }
                if !game.data.ground.is_land(hex) {
                    return no("ch 14.12", say!("nobody marches at {hex}", hex = at(hex)));
                }
                Ok(())
            }
            Action::End => Ok(()),
            _ => no("ch 14.12", say!("interdiction is placed now")),
        }
    }
}

impl Decision<Chosin> for Interdictions {
    fn check(&self, now: Now<'_, Chosin>, action: Action) -> Result<(), Illegal> {
        self.judge(now, &Ctx::default(), action)
    }
    fn seats(&self, _: &Chosin, _: &State) -> SeatSet {
        only(UN)
    }
    fn ask(&self, _: Now<'_, Chosin>) -> Ask {
        Ask::new("ch 14.12", say!("Put interdicting air units over hexes, or end the phase."))
    }
    /// The most that can go over every land hex, in the order of legal lists: by number first. All hexes take as many as are
    /// ready but those that have some already.
    fn list(&self, now: Now<'_, Chosin>, out: &mut Vec<Action>) {
        let (game, state) = (now.game, now.state);
        let zones = crate::ground::set(state.air.over.iter().map(|z| HexId(z.hex)));
        let ready = |air: AirKind| {
            state.air.boxes[air.index()][Mission::Interdiction as usize].min(game.air_limit(air))
        };
        let most = |air: AirKind, hex: HexId| match state.air.over.iter().find(|z| z.hex == hex.0) {
            Some(zone) if zone.kind != air.0 => 0,
            Some(zone) => ready(air).min(game.air_limit(air).saturating_sub(zone.count)),
            None => ready(air),
        };
        let kinds = [AirKind::TAC, AirKind::SAC];
        for n in 1..=kinds.map(ready).into_iter().max().unwrap_or(0) {
            for air in kinds.into_iter().filter(|air| ready(*air) >= n) {
                let places = if ready(air) == n { &game.data.ground.land } else { &zones };
                for hex in hexes(places) {
                    let room = if zones.has(hex.index()) { most(air, hex) } else { ready(air) };
                    if room == n {
                        out.push(Action::Interdict { count: Count(n.into()), air, hex });
                    }
                }
            }
        }
        out.push(Action::End);
    }
    fn quiet(&self, _: Now<'_, Chosin>) -> Option<Action> {
        Some(Action::End)
    }
    fn perform(&self, _: &Chosin, state: &mut State, by: Seat, action: Action, play: &mut Play) {
        let Action::Interdict { count, air, hex } = action else {
            return state.pop();
        };
        let n = count.0 as u8;
        state.air.boxes[air.index()][Mission::Interdiction as usize] -= n;
        match state.air.over.iter().position(|z| z.hex == hex.0) {
            Some(i) => state.air.over[i].count += n,
            None => state.air.over.push(Interdiction { hex: hex.0, kind: air.0, count: n, used: 0 }),
        }
        play.say(
            by,
            "ch 14.12",
            say!(
                "{n} {air} {n|interdicts|interdict} around {hex}.",
                n,
                air = term::of(term::AIR, air.0),
                hex = at(hex)
            ),
        )
        .on(at(hex));
    }
    fn offer(&self, _: Now<'_, Chosin>, action: Action) -> Offer {
        match action {
            Action::Interdict { air, .. } => Offer::new(
                ActionKind::Choose,
                "ch 14.12",
                say!("Interdict with {air} over", air = term::of(term::AIR, air.0)),
            )
            .spread(),
            _ => Offer::new(ActionKind::EndPhase, "ch 14.12", say!("End interdiction")),
        }
    }
}

impl Chosin {
    /// How many air units of a kind may still attack what enters a hex. [rule: ch 14.14]
    fn interceptors(&self, state: &State, hex: HexId, kind: AirKind) -> u8 {
        let radius = self.data.zone_radius(state);
        let near =
            |z: &&Interdiction| z.kind == kind.0 && self.data.ground.distance(HexId(z.hex), hex) <= radius;
        let free: u8 = state.air.over.iter().filter(near).map(|z| z.count - z.used).sum();
        free.min(self.air_limit(kind))
    }

    /// Whether the UN may attack what enters a hex.
    pub(crate) fn may_intercept(&self, state: &State, hex: HexId) -> bool {
        [AirKind::TAC, AirKind::SAC].iter().any(|k| self.interceptors(state, hex, *k) > 0)
    }

    /// 14.13, 21.4 The UN sees what enters the zone and may attack it. [rule: ch 14.13.2]
    pub(crate) fn begin_interception(
        &self,
        state: &mut State,
        group: UnitBits,
        hex: HexId,
        forced: bool,
        play: &mut Play,
    ) {
        units(&group).for_each(|u| state.field.mark(u, flag::SHOWN));
        play.reveal();
        state.push(Interception { hex: hex.0, group, forced });
    }

    /// 14.13 An interdiction attack. [rule: ch 14.13.2, ch 14.14, ch 14.15]
    fn intercept(&self, state: &mut State, answer: Interception, count: u8, kind: AirKind, play: &mut Play) {
        let hex = HexId(answer.hex);
        let radius = self.data.zone_radius(state);
        let mut left = count;
        for i in 0..state.air.over.len() {
            let zone = &mut state.air.over[i];
            if zone.kind == kind.0 && self.data.ground.distance(HexId(zone.hex), hex) <= radius {
                let take = left.min(zone.count - zone.used);
                zone.used += take;
                left -= take;
            }
        }
        self.unmask(state, hex, play);
        let shooter = if kind == AirKind::TAC { Shooter::Tac } else { Shooter::Sac };
        let column = self.data.barrage.column(shooter, count).map_or(-1, |c| c as i8);
        let die = play.d6("interdiction") as i8 + i8::from(answer.forced)
            - i8::from(self.data.ground.rough(hex))
            - i8::from(self.flak(state, hex));
        let result = self.data.barrage.result(column, die);
        play.outcome(
            "ch 14.13.2",
            say!(
                "{n} {air} {n|attacks|attack} the march at {hex}: {result}.",
                n = count,
                air = term::of(term::AIR, kind.0),
                hex = at(hex),
                result = term::of(term::FIRE, fire_code(result))
            ),
        )
        .on(at(hex));
        let fire = Fire { hex, targets: answer.there(state), source: Cause::Interdiction, by: UN };
        self.fire_result(state, &fire, result, play);
    }
}

/// 14.13 The UN answers a march into an interdiction zone. [rule: ch 14.13.2]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Interception {
    pub(crate) hex: u16,
    pub(crate) group: UnitBits,
    pub(crate) forced: bool,
}

impl Interception {
    /// Those of the group that are still marching.
    fn there(self, state: &State) -> UnitBits {
        let mut group = self.group;
        for unit in units(&self.group) {
            let marching = state.field.on_map(unit) && !state.field.has(unit, flag::MOVED);
            group.set(unit.index(), marching);
        }
        group
    }
}

impl Decision<Chosin> for Interception {
    fn seats(&self, game: &Chosin, state: &State) -> SeatSet {
        let open = game.may_intercept(state, HexId(self.hex)) && !self.there(state).is_empty();
        if open { only(UN) } else { SeatSet::NONE }
    }
    fn ask(&self, now: Now<'_, Chosin>) -> Ask {
        let hex = at(HexId(self.hex));
        let group = self.there(now.state);
        Ask::new("ch 14.13.2", say!("{units} {hex}: attack from the air?", hex, units = many(units(&group))))
            .place(hex)
    }
    fn candidates(&self, now: Now<'_, Chosin>, out: &mut Vec<Action>) {
        for air in [AirKind::TAC, AirKind::SAC] {
            let count = Count(now.game.interceptors(now.state, HexId(self.hex), air).into());
            out.push(Action::Intercept { count, air });
        }
        out.push(Action::Done);
        out.sort_unstable();
    }
    fn check(&self, now: Now<'_, Chosin>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Intercept { count, air } => {
                let most = now.game.interceptors(now.state, HexId(self.hex), air);
                if count.0 >= 1 && count.0 <= most.into() {
                    return Ok(());
                }
                no("ch 14.13.2", say!("{most} of that kind can attack", most))
            }
            Action::Done => Ok(()),
            _ => no("ch 14.13.2", say!("the march into the zone is answered first")),
        }
    }
    fn quiet(&self, _: Now<'_, Chosin>) -> Option<Action> {
        Some(Action::Done)
    }
    fn perform(&self, game: &Chosin, state: &mut State, _: Seat, action: Action, play: &mut Play) {
        match action {
            Action::Intercept { count, air } => game.intercept(state, *self, count.0 as u8, air, play),
            _ => {
                // The march goes on, and what it shows on its way stands.
                play.reveal();
                self.end(state);
            }
        }
    }
    fn offer(&self, _: Now<'_, Chosin>, action: Action) -> Offer {
        match action {
            Action::Intercept { air, .. } => Offer::new(
                ActionKind::Attack,
                "ch 14.13.2",
                say!("Attack with {air}", air = term::of(term::AIR, air.0)),
            )
            .dice(),
            _ => Offer::new(ActionKind::Done, "ch 14.13.2", say!("Let them pass")),
        }
    }
    fn question(&self, now: Now<'_, Chosin>) -> Option<Question> {
        let value = units(&self.there(now.state)).map(|u| i32::from(now.game.data.unit(u).dead)).sum();
        Some(Question {
            kind: "interdiction",
            title: say!("Air attacks on marching units"),
            place: Some(at(HexId(self.hex))),
            value,
        })
    }
    fn step(&self, _: &Chosin, state: &mut State, _: &mut Play) -> bool {
        self.end(state);
        true
    }
}

impl Interception {
    fn end(self, state: &mut State) {
        units(&self.group).for_each(|u| state.field.unmark(u, flag::SHOWN));
        state.pop();
    }
}
