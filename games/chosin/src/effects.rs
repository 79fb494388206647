//! What happens to units whatever the cause: disruption, loss, exit, entering a hex.

use crate::data::Kind;
use crate::game::{Chosin, at, enemy};
use crate::state::{COM, State, Stock, TAC, UN, UnitId, flag, off, reason, rule};
use board::HexId;
use engine::{Effect, Play, say};

impl Chosin {
    /// 12.1, 12.11 Disrupts a unit; a second time, or without a reverse, it is eliminated. Says whether it is still there.
    /// [rule: ch 12.1, ch 12.11, ch 12.2]
    pub(crate) fn disrupt(
        &self,
        state: &mut State,
        unit: UnitId,
        rule: &'static str,
        play: &mut Play,
    ) -> bool {
        if state.field.disrupted(unit) || !self.data.quick(unit).has_back {
            self.eliminate(state, unit, rule, play);
            return false;
        }
        let side = self.side(unit);
        let name = self.named(state, unit);
        state.field.turn_over(&self.data.ground, side, unit, true);
        play.note(rule, say!("{unit} is disrupted.", unit = name))
            .on(at(state.field.at(unit)))
            .effect(Effect::Reduced { unit: name, steps: 1 });
        true
    }

    /// 24.3 Eliminates a unit for points.
    pub(crate) fn eliminate(&self, state: &mut State, unit: UnitId, rule: &'static str, play: &mut Play) {
        let (hex, points) = (state.field.at(unit), self.data.unit(unit).dead);
        self.data.destroy(state, unit);
        play.note(
            rule,
            say!(
                "{unit} is eliminated: {points} VP to {side}.",
                unit,
                points,
                side = engine::Arg::side(enemy(self.side(unit)))
            ),
        )
        .on(at(hex))
        .effect(Effect::Lost { unit: unit.into() });
        self.after_loss(state);
    }

    /// 24.4 A unit leaves the map for points: Communists by the south edge, the UN by air and sea (9.2). [rule: ch 9.2]
    pub(crate) fn leave_map(&self, state: &mut State, unit: UnitId, rule: &'static str, play: &mut Play) {
        let points = self.data.unit(unit).exited;
        self.data.exit(state, unit);
        play.say(
            crate::game::seat(self.side(unit)),
            rule,
            say!("{unit} leaves the map: {points} VP.", unit, points),
        )
        .effect(Effect::Left { unit: unit.into() });
        self.after_loss(state);
    }

    /// Keeps what hangs on units true: fog boxes without units go, TAC that are to be lost exist.
    pub(crate) fn after_loss(&self, state: &mut State) {
        self.tidy_fog(state);
        let tac: u8 = state.air.boxes[TAC].iter().sum::<u8>()
            + state.air.over.iter().filter(|z| z.kind == TAC as u8).map(|z| z.count).sum::<u8>();
        state.air.to_lose = state.air.to_lose.min(tac);
    }

    /// 25.2 A marker without units goes. [rule: ch 25.2.5]
    pub(crate) fn tidy_fog(&self, state: &mut State) {
        // Who does not see the boxes cannot tell which of them are empty.
        if state.veil >> COM & 1 == 1 {
            return;
        }
        for marker in 0..state.fog.len() {
            if state.fog[marker] < off::FIRST {
                let hex = HexId(state.fog[marker]);
                let inside = |u: UnitId| state.field.fog_box(u) == marker as u8 + 1;
                if !state.field.units_in(hex).any(inside) {
                    state.fog[marker] = off::OUT.0;
                }
            }
        }
    }

    /// 25.2.4 Takes the markers of a hex off for good. Says whether there was one. [rule: ch 25.2.4]
    pub(crate) fn unmask(&self, state: &mut State, hex: HexId, play: &mut Play) -> bool {
        let mut found = false;
        for marker in 0..state.fog.len() {
            if state.fog[marker] == hex.0 {
                state.fog[marker] = off::OUT.0;
                found = true;
                let units: Vec<UnitId> = state.field.units_in(hex).collect();
                for unit in units
                    .into_iter()
                    .filter(|u| state.field.fog_box(*u) == marker as u8 + 1)
                    .collect::<Vec<_>>()
                {
                    state.field.unmark(unit, flag::BOX_MASK);
                }
            }
        }
        if found {
            play.reveal();
            play.note("ch 25.2.4", say!("The fog of war marker at {hex} comes off.", hex = at(hex)))
                .on(at(hex));
        }
        found
    }

    /// What a unit's arrival in a hex brings about: depots fall (20.62), Yonpo is lost (13.9), supplies are taken (16.4).
    /// [rule: ch 20.62, ch 13.9, ch 16.4]
    pub(crate) fn entered(&self, state: &mut State, unit: UnitId, hex: HexId, play: &mut Play) {
        if self.side(unit) != COM {
            return;
        }
        for i in 0..2 {
            let depot = state.depots[i];
            if depot.hex == hex.0 && depot.stock == Stock::Standing {
                state.depots[i].stock = Stock::Captured;
                let points = self.data.schedule.depot;
                state.score.add(COM, reason::DEPOTS, points.into());
                play.note(
                    "ch 20.62",
                    say!(
                        "The depot at {hex} is captured: {points} VP to the Communists.",
                        hex = at(hex),
                        points
                    ),
                )
                .on(at(hex));
            }
        }
        for drop in &mut state.drops {
            if drop.hex == hex.0 {
                drop.hex = off::OUT.0;
                play.note("ch 16.4", say!("The supplies dropped at {hex} are lost.", hex = at(hex)))
                    .on(at(hex));
            }
        }
        if hex == self.data.ground.yonpo && !state.air.yonpo_lost && !state.rule(rule::AIRFIELDS) {
            state.air.yonpo_lost = true;
            state.air.to_lose += self.data.parameters.yonpo_loss;
            play.note("ch 13.9", say!("Yonpo has fallen: the United Nations lose two TAC.")).on(at(hex));
            self.after_loss(state);
        }
    }

    /// Moves a unit one hex, with all that follows.
    pub(crate) fn step_to(&self, state: &mut State, unit: UnitId, to: HexId, play: &mut Play) {
        let (side, from) = (self.side(unit), state.field.at(unit));
        state.field.shift(&self.data.ground, side, unit, to);
        self.data.left(state, from);
        self.entered(state, unit, to, play);
    }

    /// 27.1, 11.553 How many points of fire a unit has left in the present player turn. [rule: ch 11.553, ch 27.1]
    pub(crate) fn fire_left(&self, state: &State, unit: UnitId) -> u8 {
        let factor = self.data.quick(unit).barrage[state.field.face(unit)];
        let com = state.player() == COM;
        let (fired, split) =
            if com { (flag::FIRED_COM, flag::SPLIT_COM) } else { (flag::FIRED_UN, flag::SPLIT_UN) };
        if state.field.has(unit, fired) {
            return 0;
        }
        let used = (state.field.flags[unit.index()] >> split & 7) as u8;
        factor.saturating_sub(used)
    }

    /// Uses points of a unit's fire in the present player turn; all of it marks the mission as done.
    pub(crate) fn use_fire(&self, state: &mut State, unit: UnitId, points: u8) {
        let com = state.player() == COM;
        let (fired, split) =
            if com { (flag::FIRED_COM, flag::SPLIT_COM) } else { (flag::FIRED_UN, flag::SPLIT_UN) };
        let flags = &mut state.field.flags[unit.index()];
        let used = (*flags >> split & 7) + u32::from(points);
        *flags = *flags & !(7 << split) | used.min(7) << split;
        if self.fire_left(state, unit) == 0 || !state.rule(rule::SPLIT) {
            state.field.mark(unit, fired);
        }
    }

    /// 26.6 Whether any of a unit's fire of this game turn is used.
    pub(crate) fn has_fired(&self, state: &State, unit: UnitId) -> bool {
        state.field.has(unit, flag::FIRED_UN | flag::FIRED_COM | 63 << flag::SPLIT_UN)
    }

    /// What Task Force 90 has left in the present player turn. [rule: ch 18.3]
    pub(crate) fn fleet_left(&self, state: &State) -> u8 {
        let there = state.fleet < off::FIRST;
        let used = state.fleet_used[state.player() as usize];
        if there { self.data.parameters.fleet.saturating_sub(used) } else { 0 }
    }

    /// Whether a unit belongs to the US 3rd Division while that stands (event 34-36). [rule: ch 3.3-34-36]
    pub(crate) fn stands(&self, state: &State, unit: UnitId) -> bool {
        if state.events.redeployed == 0 || self.side(unit) != UN {
            return false;
        }
        // A battalion belongs to the division that it was made from, whatever counter serves for it.
        if self.data.unit(unit).part > 0 {
            state.field.has(unit, flag::THIRD)
        } else {
            self.data.unit(unit).third
        }
    }

    /// Event 32-33: which nations must not be mixed: US Army, Marines, Commonwealth, ROK. [rule: ch 3.3-32-33]
    pub(crate) fn contingent(&self, unit: UnitId) -> u8 {
        let quick = self.data.quick(unit);
        match quick.nation {
            crate::data::Nation::Us if quick.marine => 1,
            crate::data::Nation::Us => 0,
            crate::data::Nation::Cw => 2,
            _ => 3,
        }
    }

    /// Whether an effective anti-aircraft unit is in or beside a hex (14.13, 14.23). [rule: ch 14.23]
    pub(crate) fn flak(&self, state: &State, hex: HexId) -> bool {
        let flak = |u: UnitId| self.data.quick(u).kind == Kind::AntiAircraft && !state.field.disrupted(u);
        let near = |h: HexId| state.field.units_in(h).any(flak);
        near(hex) || self.data.ground.around(hex).any(near)
    }
}
