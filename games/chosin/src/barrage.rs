//! 10.0 Barrage, and the choice of victims that barrage, air strikes and interdiction share.

use crate::actions::{Action, BridgeId};
use crate::events::Event;
use crate::game::{Chosin, Ctx, Judged, at, enemy, judged, no, only, term};
use crate::movement::units;
use crate::state::{COM, State, UN, UnitBits, UnitId, flag, off, reason, rule};
use crate::tables::{FireResult, Shooter};
use board::HexId;
use engine::scene::ActionKind;
use engine::{Ask, Count, Decision, Illegal, Now, Offer, Play, Seat, SeatSet, say};
use serde::{Deserialize, Serialize};

impl Chosin {
    /// 10.2, 10.3 Whether a unit may join a barrage of a hex. [rule: ch 10.21, ch 10.23, ch 10.3, ch 10.31, ch 10.7, ch 10.8, ch 11.553]
    fn may_barrage(
        &self,
        now: Now<'_, Chosin>,
        ctx: &Ctx,
        side: u8,
        unit: UnitId,
        hex: HexId,
    ) -> Result<(), Illegal> {
        let state = now.state;
        self.mine(state, side, unit)?;
        if self.data.quick(unit).barrage[state.field.face(unit)] == 0 {
            return no("ch 10.23", say!("{unit} has no barrage factor", unit));
        }
        if self.fire_left(state, unit) == 0 {
            return no("ch 11.553", say!("{unit} has fired in this player turn", unit));
        }
        if self.has_supported(state, unit) {
            return no("ch 10.8", say!("{unit} gives support in this player turn", unit));
        }
        if self.data.ground.distance(state.field.at(unit), hex) > self.data.parameters.range {
            return no("ch 10.3", say!("{hex} is out of range", hex = at(hex)));
        }
        if state.field.has(unit, flag::DUG) {
            return no("ch 29.2", say!("{unit} digs in", unit));
        }
        if self.stands(state, unit) {
            return no("ch 3.3-34-36", say!("the 3rd Division is being redeployed"));
        }
        if !ctx.supplied(now, unit) {
            return no("ch 10.21", say!("{unit} is out of supply", unit));
        }
        Ok(())
    }

    /// 10.8 Whether part of a unit's fire of its own player turn went into support.
    pub(crate) fn has_supported(&self, state: &State, unit: UnitId) -> bool {
        let split = if state.player() == COM { flag::SPLIT_COM } else { flag::SPLIT_UN };
        state.field.flags[unit.index()] >> split & 7 > 0 && !state.field.has(unit, flag::BARRAGED)
    }

    /// 10.5, 37.4 Whether a hex may be the target of fire. [rule: ch 10.5, ch 37.3]
    pub(crate) fn may_shell(&self, state: &State, side: u8, hex: HexId) -> Result<(), Illegal> {
        if !state.field.holds(enemy(side), hex) {
            return no("ch 10.1", say!("no enemy stands at {hex}", hex = at(hex)));
        }
        if state.shelled.has(hex.index()) {
            return no("ch 10.5", say!("one attack a phase on a hex"));
        }
        if state.atomic.struck.contains(&hex.0) {
            return no("ch 37.3", say!("nothing else is fired at a hex that was bombed"));
        }
        Ok(())
    }

    /// Whether Task Force 90 reaches a hex.
    pub(crate) fn fleet_reaches(&self, state: &State, hex: HexId) -> bool {
        state.fleet < off::FIRST
            && self.data.ground.distance(HexId(state.fleet), hex) <= self.data.parameters.naval_range
    }

    /// 10.10 What comes of a result: the attacker names units, or collateral damage follows. [rule: ch 10.1, ch 10.10-none, ch 10.10-R, ch 10.10-D, ch 10.10-DD, ch 10.10-C]
    pub(crate) fn fire_result(&self, state: &mut State, fire: &Fire, result: FireResult, play: &mut Play) {
        let Fire { hex, targets, source, by } = *fire;
        let bridge = source == Cause::Strike && matches!(result, FireResult::D | FireResult::DD);
        let left = match result {
            FireResult::None => 0,
            FireResult::C(limit) => return self.collateral(state, hex, limit, source, play),
            FireResult::R => 1,
            FireResult::D => 2,
            FireResult::DD => u8::MAX,
        };
        if left == 0 || targets.is_empty() && !bridge {
            return;
        }
        state.push(Victims { hex: hex.0, targets, left, source, by, bridge });
    }

    /// 21.2 Whoever has declared fire at a hex sees the whole stack, whatever comes of it. [rule: ch 21.1]
    pub(crate) fn examine(&self, state: &mut State, hex: HexId, play: &mut Play) -> UnitBits {
        self.unmask(state, hex, play);
        let mut targets = UnitBits::default();
        for unit in state.field.units_in(hex).collect::<Vec<_>>() {
            targets.set(unit.index(), true);
            state.field.mark(unit, flag::SHOWN);
        }
        play.reveal();
        targets
    }

    /// 10.10 Collateral damage: only from the air and only beside UN units.
    fn collateral(&self, state: &mut State, hex: HexId, limit: u8, source: Cause, play: &mut Play) {
        let beside = self.data.ground.around(hex).any(|h| state.field.holds(UN, h));
        if source == Cause::Barrage || !beside {
            return;
        }
        if play.d6("collateral") > limit.into() {
            play.note("ch 10.10-C", say!("The bombs miss friends near {hex}.", hex = at(hex))).on(at(hex));
            return;
        }
        let points = i16::from(self.data.schedule.collateral);
        state.score.add(UN, reason::EVENTS, -points);
        play.note(
            "ch 10.10-C",
            say!(
                "Bombs fall among friends near {hex}: the United Nations lose {points} VP.",
                hex = at(hex),
                points
            ),
        )
        .on(at(hex));
        state.push(Collateral { hex: hex.0 });
    }
}

/// What fires.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    #[default]
    /// Guns.
    Barrage,
    /// An air strike.
    Strike,
    /// An interdiction attack.
    Interdiction,
}

impl Cause {
    fn rule(self) -> &'static str {
        match self {
            Cause::Barrage => "ch 10.1",
            Cause::Strike => "ch 14.2",
            Cause::Interdiction => "ch 14.13.2",
        }
    }
}

/// Fire on a hex.
pub(crate) struct Fire {
    pub(crate) hex: HexId,
    pub(crate) targets: UnitBits,
    pub(crate) source: Cause,
    /// The side that fires.
    pub(crate) by: u8,
}

/// 10.1 The barrage phase of a side. [rule: ch 10.0, ch 10.5, ch 10.7]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Barrages {
    pub(crate) side: u8,
}

impl Judged for Barrages {
    fn judge(&self, now: Now<'_, Chosin>, ctx: &Ctx, action: Action) -> Result<(), Illegal> {
        let (game, state) = (now.game, now.state);
        match action {
            Action::Barrage { hex } => {
                game.may_shell(state, self.side, hex)?;
                let fleet = self.side == UN && game.fleet_left(state) > 0 && game.fleet_reaches(state, hex);
                let mut guns = game.on_map(state, self.side);
                if fleet || guns.any(|u| game.may_barrage(now, ctx, self.side, u, hex).is_ok()) {
                    return Ok(());
                }
                no("ch 10.3", say!("nothing can fire at {hex}", hex = at(hex)))
            }
            Action::End => Ok(()),
            _ => no("ch 10.0", say!("this is the barrage phase")),
        }
    }
}

impl Decision<Chosin> for Barrages {
    judged!();
    fn seats(&self, _: &Chosin, _: &State) -> SeatSet {
        only(self.side)
    }
    fn ask(&self, _: Now<'_, Chosin>) -> Ask {
        Ask::new("ch 10.0", say!("Barrage a hex, or end the phase."))
    }
    fn candidates(&self, now: Now<'_, Chosin>, out: &mut Vec<Action>) {
        let (game, state) = (now.game, now.state);
        let armed = |u: &UnitId| game.data.quick(*u).barrage[0] > 0;
        let guns: Vec<HexId> =
            game.on_map(state, self.side).filter(armed).map(|u| state.field.at(u)).collect();
        let near = |h: &HexId| {
            guns.iter().any(|g| game.data.ground.distance(*g, *h) <= game.data.parameters.range)
                || self.side == UN && game.fleet_reaches(state, *h)
        };
        let held = crate::event::hexes(&state.field.held[enemy(self.side) as usize]);
        out.extend(held.filter(near).map(|hex| Action::Barrage { hex }));
        out.push(Action::End);
    }
    fn quiet(&self, _: Now<'_, Chosin>) -> Option<Action> {
        Some(Action::End)
    }
    fn perform(&self, _: &Chosin, state: &mut State, _: Seat, action: Action, _: &mut Play) {
        match action {
            Action::Barrage { hex } => {
                state.push(Gunfire { side: self.side, hex: hex.0, points: 0, contingent: u8::MAX });
            }
            _ => state.pop(),
        }
    }
    fn offer(&self, _: Now<'_, Chosin>, action: Action) -> Offer {
        match action {
            Action::Barrage { hex } => {
                Offer::new(ActionKind::Attack, "ch 10.1", say!("Barrage {hex}", hex = at(hex)))
            }
            _ => Offer::new(ActionKind::EndPhase, "ch 10.0", say!("End barrage")),
        }
    }
}

/// 10.1 Guns are laid on one hex. [rule: ch 10.1, ch 10.22, ch 10.4, ch 10.6, ch 10.9, ch 27.1]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gunfire {
    pub(crate) side: u8,
    pub(crate) hex: u16,
    pub(crate) points: u8,
    /// Event 32-33: whose guns they are, 255 for none yet.
    pub(crate) contingent: u8,
}

impl Gunfire {
    fn may_fire(self, now: Now<'_, Chosin>, ctx: &Ctx, unit: UnitId) -> Result<(), Illegal> {
        let (game, state) = (now.game, now.state);
        game.may_barrage(now, ctx, self.side, unit, HexId(self.hex))?;
        let mixes = self.contingent != u8::MAX && game.contingent(unit) != self.contingent;
        if self.side == UN && state.event(Event::NoCommunications) && mixes {
            return no("ch 3.3-32-33", say!("nations do not fire together today"));
        }
        Ok(())
    }
}

impl Judged for Gunfire {
    fn judge(&self, now: Now<'_, Chosin>, ctx: &Ctx, action: Action) -> Result<(), Illegal> {
        let (game, state) = (now.game, now.state);
        let split = state.rule(rule::SPLIT);
        let fleet = || {
            let there =
                self.side == UN && game.fleet_reaches(state, HexId(self.hex)) && game.fleet_left(state) > 0;
            let free = state.fleet_used[UN as usize] == 0 || state.fleet_barraged;
            if there && free { Ok(()) } else { no("ch 18.3", say!("Task Force 90 cannot fire there")) }
        };
        match action {
            Action::Fire { unit } if !split => self.may_fire(now, ctx, unit),
            Action::FirePart { count, unit } if split => {
                self.may_fire(now, ctx, unit)?;
                if count.0 == 0 || count.0 > game.fire_left(state, unit).into() {
                    return no("ch 27.1", say!("{unit} has fewer points left", unit));
                }
                Ok(())
            }
            Action::FireFleet if !split => fleet(),
            Action::FireFleetPart { count } if split => {
                fleet()?;
                if count.0 == 0 || count.0 > game.fleet_left(state).into() {
                    return no("ch 27.1", say!("Task Force 90 has fewer points left"));
                }
                Ok(())
            }
            Action::Fire { .. } | Action::FireFleet => no("ch 27.1", say!("say how many points")),
            Action::FirePart { .. } | Action::FireFleetPart { .. } => {
                no("ch 10.6", say!("fire is not divided"))
            }
            Action::Done if self.points > 0 => Ok(()),
            _ => no("ch 10.1", say!("a barrage of {hex} is being laid", hex = at(HexId(self.hex)))),
        }
    }
}

impl Decision<Chosin> for Gunfire {
    judged!();
    fn seats(&self, _: &Chosin, _: &State) -> SeatSet {
        only(self.side)
    }
    fn ask(&self, _: Now<'_, Chosin>) -> Ask {
        let n = self.points;
        Ask::new(
            "ch 10.1",
            say!("Barrage of {hex}: {n} {n|point|points}. Add guns, or fire.", hex = at(HexId(self.hex)), n),
        )
        .place(at(HexId(self.hex)))
    }
    fn candidates(&self, now: Now<'_, Chosin>, out: &mut Vec<Action>) {
        let (game, state) = (now.game, now.state);
        for unit in game.on_map(state, self.side).filter(|u| game.data.quick(*u).barrage[0] > 0) {
            let count = Count(game.fire_left(state, unit).into());
            out.extend([Action::Fire { unit }, Action::FirePart { count, unit }]);
        }
        let count = Count(game.fleet_left(state).into());
        out.extend([Action::FireFleet, Action::FireFleetPart { count }, Action::Done]);
    }
    fn quiet(&self, _: Now<'_, Chosin>) -> Option<Action> {
        (self.points > 0).then_some(Action::Done)
    }
    fn perform(&self, game: &Chosin, state: &mut State, _: Seat, action: Action, play: &mut Play) {
        let mut gunfire = *self;
        match action {
            Action::Fire { unit } | Action::FirePart { unit, .. } => {
                let points = if let Action::FirePart { count, .. } = action {
                    count.0 as u8
                } else {
                    game.fire_left(state, unit)
                };
                game.charge(state, unit);
                state.field.mark(unit, flag::BARRAGED);
                game.use_fire(state, unit, points);
                gunfire.points += points;
                gunfire.contingent = game.contingent(unit);
                state.replace(gunfire);
            }
            Action::FireFleet | Action::FireFleetPart { .. } => {
                let points = if let Action::FireFleetPart { count } = action {
                    count.0 as u8
                } else {
                    game.fleet_left(state)
                };
                state.fleet_used[UN as usize] += points;
                state.fleet_barraged = true;
                gunfire.points += points;
                state.replace(gunfire);
            }
            _ => {
                state.pop();
                game.fire_barrage(state, gunfire, play);
            }
        }
    }
    fn offer(&self, now: Now<'_, Chosin>, action: Action) -> Offer {
        match action {
            Action::Fire { unit } | Action::FirePart { unit, .. } => {
                let points = now.game.fire_left(now.state, unit);
                Offer::new(ActionKind::Add, "ch 10.1", say!("{unit} fires", unit))
                    .cost(say!("{points} {points|point|points}", points))
            }
            Action::FireFleet | Action::FireFleetPart { .. } => {
                let points = now.game.fleet_left(now.state);
                Offer::new(ActionKind::Add, "ch 18.3", say!("Task Force 90 fires"))
                    .cost(say!("{points} {points|point|points}", points))
            }
            _ => Offer::new(ActionKind::Done, "ch 10.1", say!("Fire")).dice(),
        }
    }
}

impl Chosin {
    /// 10.1 The die of a barrage. [rule: ch 10.9, ch 3.3-11-12, ch 3.3-13-14]
    fn fire_barrage(&self, state: &mut State, gunfire: Gunfire, play: &mut Play) {
        let hex = HexId(gunfire.hex);
        state.shelled.set(hex.index(), true);
        let targets = self.examine(state, hex, play);
        let event = match gunfire.side {
            UN => state.event(Event::BugOut),
            _ => state.event(Event::MoraleCracks),
        };
        let column = self.data.barrage.column(Shooter::Artillery, gunfire.points).map_or(-1, |c| c as i8);
        let column = column - i8::from(event);
        let die = play.d6("barrage") as i8;
        let modified = die - i8::from(self.data.ground.rough(hex));
        let result = self.data.barrage.result(column, modified);
        let shown = if matches!(result, FireResult::C(_)) { FireResult::None } else { result };
        play.outcome(
            "ch 10.1",
            say!(
                "{side} barrage of {hex} with {n} {n|point|points}: {result}.",
                side = engine::Arg::side(gunfire.side),
                hex = at(hex),
                n = gunfire.points,
                result = term::of(term::FIRE, fire_code(shown))
            ),
        )
        .on(at(hex));
        self.fire_result(
            state,
            &Fire { hex, targets, source: Cause::Barrage, by: gunfire.side },
            shown,
            play,
        );
    }
}

/// A result as the number of a term.
pub(crate) fn fire_code(result: FireResult) -> u32 {
    match result {
        FireResult::None => 0,
        FireResult::C(n) => n.into(),
        FireResult::R => 4,
        FireResult::D => 5,
        FireResult::DD => 6,
    }
}

/// 10.10 The attacker names the units that are hit, or a bridge instead. [rule: ch 10.10-R, ch 10.10-D, ch 10.10-DD, ch 14.2-bridge]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Victims {
    pub(crate) hex: u16,
    pub(crate) targets: UnitBits,
    /// How many are still to be hit.
    pub(crate) left: u8,
    pub(crate) source: Cause,
    pub(crate) by: u8,
    /// A bridge may be destroyed instead.
    pub(crate) bridge: bool,
}

impl Victims {
    fn bridges(self, game: &Chosin, state: &State) -> impl Iterator<Item = u8> + use<> {
        let edges = game.data.ground.edges[self.hex as usize];
        let (blown, open) = (state.blown, self.bridge);
        edges
            .into_iter()
            .map(|e| e.bridge)
            .filter(move |b| open && *b != crate::ground::NO_BRIDGE && blown >> *b & 1 == 0)
    }
    fn choice(self, game: &Chosin, state: &State) -> bool {
        let bridges = self.bridges(game, state).count();
        let units = self.targets.len();
        bridges > 1 || bridges == 1 && units > 0 || units > usize::from(self.left)
    }
    fn hit(self, game: &Chosin, state: &mut State, unit: UnitId, play: &mut Play) {
        let alive = game.disrupt(state, unit, self.source.rule(), play);
        if alive && self.source == Cause::Interdiction {
            state.field.mark(unit, flag::MOVED);
        }
    }
    fn wreck(self, state: &mut State, bridge: u8, play: &mut Play) {
        state.blown |= 1 << bridge;
        play.note(
            "ch 14.2-bridge",
            say!("The bridge {bridge} is bombed.", bridge = term::of(term::BRIDGE, bridge)),
        );
    }
}

impl Decision<Chosin> for Victims {
    fn seats(&self, game: &Chosin, state: &State) -> SeatSet {
        if self.choice(game, state) { only(self.by) } else { SeatSet::NONE }
    }
    fn ask(&self, _: Now<'_, Chosin>) -> Ask {
        let hex = at(HexId(self.hex));
        Ask::new(self.source.rule(), say!("Which unit at {hex} is hit?", hex)).place(hex)
    }
    fn candidates(&self, now: Now<'_, Chosin>, out: &mut Vec<Action>) {
        out.extend(units(&self.targets).map(|unit| Action::Disrupt { unit }));
        out.extend(self.bridges(now.game, now.state).map(|b| Action::Wreck { bridge: BridgeId(b) }));
        out.sort_unstable();
    }
    fn check(&self, now: Now<'_, Chosin>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Disrupt { unit } if self.targets.has(unit.index()) => Ok(()),
            Action::Wreck { bridge } if self.bridges(now.game, now.state).any(|b| b == bridge.0) => Ok(()),
            _ => no(self.source.rule(), say!("the units that are hit are named first")),
        }
    }
    fn perform(&self, game: &Chosin, state: &mut State, _: Seat, action: Action, play: &mut Play) {
        match action {
            Action::Disrupt { unit } => {
                let mut victims = Victims { left: self.left - 1, bridge: false, ..*self };
                victims.targets.set(unit.index(), false);
                if victims.left == 0 {
                    state.pop();
                } else {
                    state.replace(victims);
                }
                self.hit(game, state, unit, play);
            }
            Action::Wreck { bridge } => {
                state.pop();
                self.wreck(state, bridge.0, play);
            }
            _ => {}
        }
    }
    fn offer(&self, _: Now<'_, Chosin>, action: Action) -> Offer {
        match action {
            Action::Wreck { bridge } => Offer::new(
                ActionKind::Choose,
                "ch 14.2-bridge",
                say!("Destroy the bridge {bridge}", bridge = term::of(term::BRIDGE, bridge.0)),
            ),
            Action::Disrupt { unit } => {
                Offer::new(ActionKind::Choose, self.source.rule(), say!("Hit {unit}", unit))
            }
            _ => Offer::new(ActionKind::Choose, self.source.rule(), say!("Go on")),
        }
    }
    /// Where there is nothing to choose, everybody is hit.
    fn step(&self, game: &Chosin, state: &mut State, play: &mut Play) -> bool {
        state.pop();
        if let (Some(bridge), true) = (self.bridges(game, state).next(), self.targets.is_empty()) {
            self.wreck(state, bridge, play);
            return true;
        }
        for unit in units(&self.targets) {
            self.hit(game, state, unit, play);
        }
        true
    }
}

/// 10.10 The UN names the friend that its own bombs hit. [rule: ch 10.10-C]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Collateral {
    pub(crate) hex: u16,
}

impl Decision<Chosin> for Collateral {
    fn seats(&self, _: &Chosin, _: &State) -> SeatSet {
        only(UN)
    }
    fn ask(&self, _: Now<'_, Chosin>) -> Ask {
        let hex = at(HexId(self.hex));
        Ask::new("ch 10.10-C", say!("Which of your units beside {hex} is hit?", hex)).place(hex)
    }
    fn candidates(&self, now: Now<'_, Chosin>, out: &mut Vec<Action>) {
        for hex in now.game.data.ground.around(HexId(self.hex)) {
            out.extend(now.state.field.units_in(hex).map(|unit| Action::Disrupt { unit }));
        }
        out.sort_unstable();
    }
    fn check(&self, now: Now<'_, Chosin>, action: Action) -> Result<(), Illegal> {
        let Action::Disrupt { unit } = action else {
            return no("ch 10.10-C", say!("the unit that is hit is named first"));
        };
        now.game.mine(now.state, UN, unit)?;
        if now.game.data.ground.distance(now.state.field.at(unit), HexId(self.hex)) == 1 {
            return Ok(());
        }
        no("ch 10.10-C", say!("{unit} is not beside the target", unit))
    }
    fn perform(&self, game: &Chosin, state: &mut State, _: Seat, action: Action, play: &mut Play) {
        state.pop();
        if let Action::Disrupt { unit } = action {
            game.disrupt(state, unit, "ch 10.10-C", play);
        }
    }
    fn offer(&self, _: Now<'_, Chosin>, action: Action) -> Offer {
        let Action::Disrupt { unit } = action else {
            return Offer::new(ActionKind::Choose, "ch 10.10-C", say!("Go on"));
        };
        Offer::new(ActionKind::Choose, "ch 10.10-C", say!("{unit} is hit", unit))
    }
}
