//! 9.2, 4.4: a headquarters is activated and chooses its units.

use crate::actions::{Action, Marker, Pool};
use crate::combat::Battles;
use crate::data::{Nation, Size};
use crate::game::{FireAndIce, not_now};
use crate::movement::{FAR, Found, Walk};
use crate::moves::{HqEnd, Kind, Movers, Stacking};
use crate::names::{Now, at, seats};
use crate::reserve::Reserve;
use crate::sequence::{become_frame, push};
use crate::state::{Activation, HexBits, PIECES, PieceBits, PieceId, Spot, State, UN, did, mark, other};
use crate::tactical::What;
use board::{HexId, MoveRules};
use engine::{Ask, Decision, Illegal, Offer, Play, Seat, SeatSet, say};
use serde::{Deserialize, Serialize};

/// The phasing side chooses the next headquarters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChooseHq {
    /// Whose turn it is.
    pub side: u8,
}

/// An activation, part by part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Activating {
    side: u8,
    stage: u8,
}

/// The headquarters chooses its units; in a reserve activation too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChooseUnits {
    /// Whose.
    pub side: u8,
    /// Whether it is the reserve.
    pub reserve: bool,
}

impl FireAndIce {
    /// 9.1 Whose units a headquarters may activate. [rule: fi 9.1-nations]
    pub(crate) fn commands(&self, hq: PieceId, unit: PieceId) -> bool {
        let (hq, unit) = (self.unit(hq), self.unit(unit));
        hq.side == unit.side && (matches!(hq.nation, Nation::Un | Nation::Prc) || hq.nation == unit.nation)
    }

    /// 4.4, 9.2 Whether a headquarters can be activated. [rule: fi 4.4-line, fi 9.2]
    pub(crate) fn may_activate(&self, state: &State, side: u8, hq: PieceId) -> Result<(), Illegal> {
        let (unit, piece) = (self.unit(hq), state.piece(hq));
        if !unit.hq() || unit.side != side || !piece.at.in_play() {
            return Err(Illegal::new("fi 9.2", say!("{hq} is no own headquarters on the map", hq)));
        }
        if piece.has(mark::SPENT) {
            return Err(Illegal::new("fi 9.2", say!("{hq} is spent", hq)));
        }
        if piece.done(did::BARRED | did::DISPLACED) {
            return Err(Illegal::new(
                "fi 9.2",
                say!("{hq} was interdicted in this turn or displaced in this month", hq),
            ));
        }
        self.needs_line(state, side, hq)
    }

    /// 14.2 A task force is made next to a US unit. [rule: fi 14.2-create]
    fn may_make_task_force(&self, state: &State, hex: HexId, pool: Pool) -> Result<PieceId, Illegal> {
        let rule = "fi 14.2-create";
        let Some(spare) = self.spare_task_force(state) else {
            return Err(Illegal::new(rule, say!("both task forces have been made")));
        };
        match pool.index(UN) {
            Some(index @ (1 | 2)) if state.sides[usize::from(UN)].replacements[index] > 0 => {}
            _ => return Err(Illegal::new(rule, say!("a task force costs one US or UN replacement"))),
        }
        let ground = self.ground(state);
        let free = ground.open(UN, hex)
            && self.units_in(state, UN, hex).next().is_none()
            && self.units_in(state, other(UN), hex).next().is_none()
            && !state.is_struck(hex);
        let beside = ground.near(hex).iter().any(|&n| {
            n.is_some() && self.units_in(state, UN, n).any(|id| self.unit(id).nation == Nation::Us)
        });
        if free && beside {
            return Ok(spare);
        }
        Err(Illegal::new(rule, say!("{hex} is not a free hex next to a US unit", hex = at(hex))))
    }

    /// All task forces that could be made: free hexes around US units, by each replacement that is there.
    fn list_task_forces(&self, state: &State, out: &mut Vec<Action>) {
        let replacements = state.sides[usize::from(UN)].replacements;
        if (replacements[1] == 0 && replacements[2] == 0) || self.spare_task_force(state).is_none() {
            return;
        }
        let ground = self.ground(state);
        let mut american = HexBits::default();
        let units = self.units_of(UN).filter(|&id| self.unit(id).nation == Nation::Us);
        units.filter_map(|id| state.hex_of(id)).for_each(|hex| american.set(hex.index(), true));
        let mut free = ground.grown(&american);
        for (i, word) in free.0.iter_mut().enumerate() {
            let units = state.field.units[0].0[i] | state.field.units[1].0[i];
            *word &= !(units | ground.closed(UN).0[i]);
        }
        state.struck.iter().for_each(|s| free.set(s.0.index(), false));
        for hex in free.iter().map(|hex| HexId(hex as u16)) {
            let able = [1, 2].into_iter().filter(|&i| replacements[i] > 0);
            out.extend(able.map(|i| Action::TaskForce { hex, pool: Pool::of(UN, i) }));
        }
    }

    /// 14.2 A task force that has not been made. [rule: fi 14.2-create]
    fn spare_task_force(&self, state: &State) -> Option<PieceId> {
        self.task_forces.iter().copied().find(|&id| state.piece(id).at == Spot::COMING)
    }
}

impl ChooseHq {
    /// The headquarters that can be activated.
    fn ready(self, now: Now<'_>) -> impl Iterator<Item = PieceId> {
        let (game, state) = (now.game, now.state);
        let fresh = move |hq: &PieceId| {
            let piece = state.piece(*hq);
            !piece.has(mark::SPENT) && piece.at.in_play() && !piece.done(did::BARRED | did::DISPLACED)
        };
        // Lines are traced only where a headquarters could use one.
        let any = game.hqs_of(self.side).any(|hq| fresh(&hq));
        let lines = if any { game.lines(state, self.side).pieces } else { PieceBits::default() };
        game.hqs_of(self.side).filter(fresh).filter(move |hq| lines.has(hq.index()))
    }

    /// Whether something can surely be done.
    pub(crate) fn open(self, now: Now<'_>) -> bool {
        self.ready(now).next().is_some()
    }
}

impl Decision<FireAndIce> for ChooseHq {
    fn seats(&self, _: &FireAndIce, _: &State) -> SeatSet {
        seats(self.side)
    }
    fn ask(&self, now: Now<'_>) -> Ask {
        let mut fleets = Vec::new();
        if self.side == UN {
            now.game.list_task_forces(now.state, &mut fleets);
        }
        let text = if fleets.is_empty() {
            say!("Activate a headquarters, or end the player turn")
        } else {
            say!("Activate a headquarters, raise a task force in a lit hex, or end the player turn")
        };
        Ask::new("fi 9.2", text)
    }
    fn list(&self, now: Now<'_>, out: &mut Vec<Action>) {
        let (game, state) = (now.game, now.state);
        game.list_shortages(state, self.side, out);
        out.extend(self.ready(now).map(|hq| Action::Activate { hq }));
        if self.side == UN {
            game.list_task_forces(state, out);
        }
        out.push(Action::Done);
    }
    fn check(&self, now: Now<'_>, action: Action) -> Result<(), Illegal> {
        let (game, state) = (now.game, now.state);
        match action {
            Action::Done => Ok(()),
            Action::Activate { hq } => game.may_activate(state, self.side, hq),
            Action::Supply { unit, marker } => game.may_supply(state, self.side, unit, marker),
            Action::TaskForce { hex, pool } if self.side == UN => {
                game.may_make_task_force(state, hex, pool).map(|_| ())
            }
            _ => Err(not_now()),
        }
    }
    fn perform(&self, game: &FireAndIce, state: &mut State, who: Seat, action: Action, play: &mut Play) {
        match action {
            Action::Activate { hq } => {
                state.act = Activation { hq, slots: game.slots(state, self.side), ..Activation::default() };
                push(state, Activating { side: self.side, stage: 0 });
                play.say(who, "fi 9.2", say!("{hq} is activated", hq)).on(state.piece(hq).at);
                game.interdiction(state, other(self.side), What::Hq, hq);
            }
            Action::Supply { unit, marker } => game.supply_unit(state, who, unit, marker, play),
            Action::TaskForce { hex, pool } => {
                let Ok(unit) = game.may_make_task_force(state, hex, pool) else { return };
                game.replace(state, UN, pool.index(UN).unwrap_or(1), -1);
                state.piece_mut(unit).marks = mark::SPENT;
                play.say(who, "fi 14.2-create", say!("{unit} is made at {hex}", unit, hex = at(hex)))
                    .on(at(hex));
                game.go(state, unit, &[hex], play);
            }
            _ => {
                state.frames.pop();
            }
        }
    }
    fn quiet(&self, _: Now<'_>) -> Option<Action> {
        Some(Action::Done)
    }
    fn offer(&self, now: Now<'_>, action: Action) -> Offer {
        crate::offers::offer(now, action)
    }
}

impl Activating {
    fn go_on(self, state: &mut State, stage: u8) {
        become_frame(state, Activating { stage, ..self });
    }

    /// 4.7 Who may exploit early: units outside enemy zones at the end of initial movement that declared nothing.
    /// [rule: fi 4.7-early]
    fn settle_early(self, game: &FireAndIce, state: &mut State) {
        for id in game.units_of(self.side) {
            if !state.piece(id).done(did::ACTIVE) {
                continue;
            }
            let zone = state.hex_of(id).is_some_and(|h| game.zone_upon(state, id, h));
            if zone || state.piece(id).done(did::DECLARED | did::MEETING) {
                state.piece_mut(id).did |= did::EXPLOITED;
            }
        }
    }

    fn anybody(self, game: &FireAndIce, state: &State) -> bool {
        game.units_of(self.side).any(|id| state.piece(id).done(did::ACTIVE))
    }
}

impl Decision<FireAndIce> for Activating {
    /// 9.2 Units, initial moves, reserve, early exploitation, combats, the headquarters, stacking. [rule: fi 9.2]
    fn step(&self, game: &FireAndIce, state: &mut State, play: &mut Play) -> bool {
        let side = self.side;
        match self.stage {
            0 if state.mission.stopped => {
                state.frames.pop();
                state.piece_mut(state.act.hq).did |= did::BARRED;
                play.note(
                    "fi 10.4.2",
                    say!("{hq} stays fresh, and out of use for this turn", hq = state.act.hq),
                );
                state.act = Activation::default();
            }
            0 => {
                self.go_on(state, 1);
                state.piece_mut(state.act.hq).marks |= mark::SPENT;
                push(state, ChooseUnits { side, reserve: false });
            }
            1 if !self.anybody(game, state) => self.go_on(state, 5),
            1 => {
                self.go_on(state, 2);
                push(state, Movers { side, kind: Kind::Initial });
            }
            2 => {
                self.settle_early(game, state);
                self.go_on(state, 3);
                push(state, Reserve { side: other(side), stage: 0 });
            }
            3 => {
                self.go_on(state, 4);
                push(state, Movers { side, kind: Kind::Early });
            }
            4 if !state.declared.is_empty() => push(state, Battles { side }),
            4 => self.go_on(state, 5),
            5 => {
                self.go_on(state, 6);
                push(state, HqEnd { side });
            }
            6 => {
                self.go_on(state, 7);
                push(state, Stacking);
            }
            _ => {
                state.frames.pop();
                state.act = Activation::default();
                for piece in state.pieces.iter_mut() {
                    piece.did &= !did::ACTIVATION;
                }
            }
        }
        true
    }
}

/// What one search says about all units for a headquarters: in its reach, or near an active cadre of their division.
pub(crate) struct Choices {
    range: [u16; PIECES],
    mates: [bool; PIECES],
}

impl ChooseUnits {
    /// Whether somebody can surely be chosen: a fresh unit one step from the headquarters.
    pub(crate) fn open(self, now: Now<'_>) -> bool {
        let (game, state) = (now.game, now.state);
        let hq = self.hq(state);
        let Some(to) = state.hex_of(hq).filter(|_| !self.reserve && self.slots(state) > 0) else {
            return false;
        };
        let walk = Walk::new(game, state, self.side);
        let limit = u16::from(game.data.numbers.activation);
        game.units_of(self.side).any(|id| {
            let unit = !state.piece(id).has(mark::SPENT) && game.commands(hq, id);
            unit && state.hex_of(id).is_some_and(|from| {
                let step = || walk.cost(from, walk.ground.direction(from, to)?, to);
                from == to || step().is_some_and(|cost| cost <= limit)
            })
        })
    }

    /// How far the headquarters reaches, for the picture: what units would pay on the way to it.
    pub(crate) fn command(self, game: &FireAndIce, state: &State, look: impl FnOnce(&Found<'_>)) {
        let walk = Walk::new(game, state, self.side).back();
        if let Some(start) = game.start(&walk, state.piece(self.hq(state)).at) {
            game.search(&walk, &[start], self.limit(game, state).into(), look);
        }
    }

    /// 4.4, 14.1 The reach of the headquarters in half points. [rule: fi 4.4-range, fi 14.1-reserve]
    fn limit(self, game: &FireAndIce, state: &State) -> u8 {
        let winter = self.reserve && self.side == UN && game.cold(state);
        let numbers = &game.data.numbers;
        if winter { numbers.reserve_un_winter } else { numbers.activation }
    }

    fn hq(self, state: &State) -> PieceId {
        if self.reserve { state.act.reserve } else { state.act.hq }
    }
    fn slots(self, state: &State) -> u8 {
        if self.reserve { state.act.reserve_slots } else { state.act.slots }
    }
    fn flag(self) -> u16 {
        if self.reserve { did::RESERVE } else { did::ACTIVE }
    }

    /// 4.4, 9.4, 14.1 Reach of the headquarters, and divisions opened by cadres. [rule: fi 9.4-division]
    fn choices(self, game: &FireAndIce, state: &State) -> Choices {
        let numbers = &game.data.numbers;
        let hq = self.hq(state);
        // With no choice left only those count whom a cadre brings along.
        let range = match self.slots(state) {
            0 => [FAR; PIECES],
            _ => game.ranges(state, self.side, &[state.piece(hq).at], self.limit(game, state)),
        };
        let mut mates = [false; PIECES];
        for cadre in self.cadres(game, state) {
            let near = game.ranges(state, self.side, &[state.piece(cadre).at], numbers.division);
            for id in game.pieces_of(self.side) {
                let same = game.unit(id).division == game.unit(cadre).division && id != cadre;
                mates[id.index()] |= same && near[id.index()] != FAR;
            }
        }
        Choices { range, mates }
    }

    /// The cadres that were chosen.
    fn cadres<'a>(self, game: &'a FireAndIce, state: &'a State) -> impl Iterator<Item = PieceId> + 'a {
        let flag = self.flag();
        game.units_of(self.side)
            .filter(move |&id| game.unit(id).size == Size::Cadre && state.piece(id).done(flag))
    }

    /// 9.4 Whether a cadre that was chosen brings a unit of its division along.
    fn mate(self, game: &FireAndIce, state: &State, unit: PieceId) -> bool {
        let reach = game.data.numbers.division;
        self.cadres(game, state).filter(|&c| c != unit).any(|cadre| {
            game.unit(unit).division == game.unit(cadre).division
                && game.ranges(state, self.side, &[state.piece(cadre).at], reach)[unit.index()] != FAR
        })
    }

    fn may_add(
        self,
        game: &FireAndIce,
        state: &State,
        choices: &Choices,
        unit: PieceId,
    ) -> Result<(), Illegal> {
        let piece = state.piece(unit);
        if game.unit(unit).hq() || !game.commands(self.hq(state), unit) {
            return Err(Illegal::new(
                "fi 9.1-nations",
                say!("{hq} does not command {unit}", hq = self.hq(state), unit),
            ));
        }
        if piece.has(mark::SPENT) || !piece.at.in_play() {
            return Err(Illegal::new("fi 4.4-range", say!("{unit} is spent or not on the map", unit)));
        }
        if self.reserve && piece.at.on_map().is_some_and(|h| game.zone_upon(state, unit, h)) {
            return Err(Illegal::new("fi 4.6-zone", say!("{unit} is in an enemy zone of control", unit)));
        }
        if choices.mates[unit.index()] {
            return Ok(());
        }
        if self.slots(state) == 0 {
            return Err(Illegal::new("fi 4.1-units", say!("the headquarters activates no more units")));
        }
        if choices.range[unit.index()] == FAR {
            return Err(Illegal::new("fi 4.4-range", say!("{unit} is out of the headquarters' reach", unit)));
        }
        Ok(())
    }

    /// 6.2 One choice takes one marker off, fresh or spent; not in a reserve activation. [rule: fi 6.2-removal]
    fn may_clear(
        self,
        game: &FireAndIce,
        state: &State,
        choices: &Choices,
        unit: PieceId,
        marker: Marker,
    ) -> Result<(), Illegal> {
        let fits = matches!(marker, Marker::Disrupted | Marker::Routed | Marker::BugOut);
        let rule = "fi 6.2-removal";
        if !fits || !state.piece(unit).has(marker.bit()) || !game.commands(self.hq(state), unit) {
            return Err(Illegal::new(rule, say!("{unit} has no such marker, or another commands it", unit)));
        }
        if self.slots(state) == 0 || choices.range[unit.index()] == FAR {
            return Err(Illegal::new(rule, say!("{unit} is out of reach, or no choice is left", unit)));
        }
        Ok(())
    }

    fn use_slot(self, state: &mut State) {
        let slots = if self.reserve { &mut state.act.reserve_slots } else { &mut state.act.slots };
        *slots = slots.saturating_sub(1);
    }
}

impl Decision<FireAndIce> for ChooseUnits {
    fn seats(&self, _: &FireAndIce, _: &State) -> SeatSet {
        seats(self.side)
    }
    fn ask(&self, now: Now<'_>) -> Ask {
        let (hq, slots) = (self.hq(now.state), self.slots(now.state));
        Ask::new("fi 4.4-range", say!("{hq} chooses units: {slots} left", hq, slots)).piece(hq)
    }
    fn list(&self, now: Now<'_>, out: &mut Vec<Action>) {
        let (game, state) = (now.game, now.state);
        let choices = self.choices(game, state);
        for unit in game.pieces_of(self.side) {
            if self.may_add(game, state, &choices, unit).is_ok() {
                out.push(Action::Add { unit });
            }
        }
        if !self.reserve {
            for unit in game.pieces_of(self.side) {
                for marker in [Marker::Disrupted, Marker::Routed, Marker::BugOut] {
                    let carries = state.piece(unit).has(marker.bit());
                    if carries && self.may_clear(game, state, &choices, unit, marker).is_ok() {
                        out.push(Action::Clear { unit, marker });
                    }
                }
            }
        }
        out.push(Action::Done);
    }
    fn check(&self, now: Now<'_>, action: Action) -> Result<(), Illegal> {
        let (game, state) = (now.game, now.state);
        match action {
            Action::Done => Ok(()),
            Action::Add { unit } => self.may_add(game, state, &self.choices(game, state), unit),
            Action::Clear { unit, marker } if !self.reserve => {
                self.may_clear(game, state, &self.choices(game, state), unit, marker)
            }
            _ => Err(not_now()),
        }
    }
    fn perform(&self, game: &FireAndIce, state: &mut State, who: Seat, action: Action, play: &mut Play) {
        match action {
            Action::Add { unit } => {
                if !self.mate(game, state, unit) {
                    self.use_slot(state);
                }
                let piece = state.piece_mut(unit);
                piece.marks |= mark::SPENT;
                piece.did |= self.flag();
                play.say(who, "fi 4.4-range", say!("{unit} is activated", unit)).on(state.piece(unit).at);
            }
            Action::Clear { unit, marker } => {
                self.use_slot(state);
                game.steady(state, unit, marker.bit());
                if marker != Marker::Disrupted {
                    state.piece_mut(unit).marks |= mark::LOW_MORALE;
                }
                play.say(who, "fi 6.2-removal", say!("{unit} is rid of {marker}", unit, marker))
                    .on(state.piece(unit).at);
            }
            _ => {
                state.frames.pop();
            }
        }
    }
    fn quiet(&self, _: Now<'_>) -> Option<Action> {
        Some(Action::Done)
    }
    fn offer(&self, now: Now<'_>, action: Action) -> Offer {
        crate::offers::offer(now, action)
    }
}
