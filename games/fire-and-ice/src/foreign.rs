//! 12.2: foreign aid and intervention.

use crate::actions::{Action, Marker};
use crate::data::{Nation, aid};
use crate::game::{FireAndIce, not_now, options};
use crate::movement::{Found, Walk};
use crate::moves::list_ends;
use crate::names::{Now, seat, seats, side as named};
use crate::reinforcements::Arrivals;
use crate::sequence::{become_frame, push};
use crate::state::{AirBox, COM, China, HexBits, PieceId, Sea, Spot, State, UN, mark, other};
use board::HexId;
use engine::{Ask, Decision, Illegal, Offer, Play, Seat, SeatSet, say};
use serde::{Deserialize, Serialize};

/// The choice of the side that faces enemy points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Foreign;

/// Whether a Chinese intervention that is possible happens now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChinaChoice;

/// Aid: the choices, one after the other; then the rolls it calls for and its price.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Aid {
    side: u8,
    band: u8,
    stage: u8,
    left: u8,
}

/// The waves of the Chinese intervention move in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Waves {
    /// The piece that infiltrates now.
    pub unit: PieceId,
}

impl FireAndIce {
    /// 12.2 The side that may roll or ask: the one that faces enemy points. [rule: fi 12.2]
    pub(crate) fn asker(&self, state: &State) -> Option<u8> {
        match state.points {
            0 => None,
            p if p > 0 => Some(UN),
            _ => Some(COM),
        }
    }

    /// 12.2.1 What is taken off the roll for Chinese intervention. [rule: fi 12.2.1-china]
    pub(crate) fn china_modifier(&self, state: &State) -> i32 {
        let points = state.points_of(UN);
        let ground = self.ground(state);
        let north = self
            .pieces_of(UN)
            .any(|id| !self.unit(id).hq() && state.hex_of(id).is_some_and(|h| ground.north.has(h.index())));
        let provoked = state.fleet == Sea::Yellow && state.options & options::NO_PROVOCATION == 0;
        i32::from(points >= 10)
            + i32::from(points >= 14)
            + i32::from(north)
            + i32::from(state.china_struck)
            + 2 * i32::from(state.roc)
            + i32::from(provoked)
    }

    /// 12.2.1 The roll for Chinese intervention.
    fn roll_china(&self, state: &mut State, play: &mut Play) {
        let modifier = self.china_modifier(state);
        let roll = play.d6("Chinese intervention") as i32 - modifier;
        if roll <= 0 {
            state.china = China::Delayed;
            play.outcome(
                "fi 12.2.1-china",
                say!("{roll} after {modifier} off: China may intervene", roll, modifier),
            );
            push(state, ChinaChoice);
        } else {
            play.outcome(
                "fi 12.2.1-china",
                say!("{roll} after {modifier} off: China stays out", roll, modifier),
            );
        }
    }

    /// 12.2.1 China is in: divisions, guns, drafts, aircraft, Peng. [rule: fi 12.2.1-waves, fi 14.4-peng]
    pub(crate) fn china_comes(&self, state: &mut State, play: &mut Play) {
        let numbers = &self.data.numbers;
        state.china = China::In;
        state.china_turn = state.turn;
        state.peng = true;
        let com = usize::from(COM);
        state.sides[com].artillery = self.level(state.sides[com].artillery, numbers.china[0].into());
        self.replace(state, COM, 1, numbers.china[1].into());
        state.fields[crate::state::Base::China as usize].whole[1] += numbers.china[2];
        play.outcome("fi 12.2.1-waves", say!("China intervenes under Peng Dehuai"));
        for &id in &self.data.china_aircraft {
            self.join(state, id, play);
        }
        for wave in &self.data.waves {
            for &id in
                wave.pieces.iter().filter(|id| state.piece(**id).at == Spot::COMING).collect::<Vec<_>>()
            {
                self.put(state, id, Spot::WAITING);
            }
        }
        push(state, Waves { unit: PieceId::NONE });
    }

    /// 12.2.1 The Republic of China, on a 1 or 2. [rule: fi 12.2.1-roc]
    fn roll_roc(&self, state: &mut State, play: &mut Play) {
        if play.d6("RoC intervention") > 2 {
            play.outcome("fi 12.2.1-roc", say!("the Republic of China stays out"));
            return;
        }
        state.roc = true;
        play.outcome("fi 12.2.1-roc", say!("the Republic of China intervenes"));
        for &id in &self.data.roc_pieces {
            self.put(state, id, Spot::WAITING);
        }
        push(state, Arrivals { side: UN, unit: PieceId::NONE });
    }

    /// 12.2.1 Atomic release, on a 1 or 2; China then comes in at once. [rule: fi 12.2.1-atomic]
    fn roll_atomic(&self, state: &mut State, play: &mut Play) {
        if play.d6("atomic release") > 2 {
            play.outcome("fi 12.2.1-atomic", say!("atomic weapons are not released"));
            return;
        }
        state.atomic = true;
        play.outcome("fi 12.2.1-atomic", say!("atomic weapons are released"));
        if state.china != China::In {
            self.china_comes(state, play);
        }
    }

    /// 12.2.1 Soviet intervention, on a modified 1 or less. [rule: fi 12.2.1-soviet]
    fn roll_soviet(&self, state: &mut State, play: &mut Play) {
        let points = state.points_of(UN);
        let modifier = i32::from(points >= 14) + i32::from(points >= 16) + 2 * i32::from(state.atomic);
        if play.d6("Soviet intervention") as i32 - modifier > 1 {
            play.outcome("fi 12.2.1-soviet", say!("the Soviet Union stays out"));
            return;
        }
        let numbers = &self.data.numbers;
        state.soviet = true;
        play.outcome("fi 12.2.1-soviet", say!("the Soviet Union intervenes"));
        let com = usize::from(COM);
        state.sides[com].tank = self.level(state.sides[com].tank, numbers.soviet[0].into());
        state.sides[com].artillery = self.level(state.sides[com].artillery, numbers.soviet[1].into());
        self.replace(state, COM, 2, numbers.soviet[2].into());
        state.fields[crate::state::Base::China as usize].whole[1] += numbers.soviet[3];
        for &id in &self.data.soviet_aircraft {
            self.join(state, id, play);
        }
        for &id in &self.data.soviet_pieces {
            self.put(state, id, Spot::WAITING);
        }
        push(state, Arrivals { side: COM, unit: PieceId::NONE });
    }

    /// 12.2.1 Whether a direct roll could bring anything. [rule: fi 12.2.2-scenarios]
    fn may_roll(&self, state: &State, side: u8) -> bool {
        let out = if side == COM { state.china == China::Out } else { !state.roc };
        self.scenario_of(state).rules.intervention && out
    }
}

impl Decision<FireAndIce> for Foreign {
    fn seats(&self, game: &FireAndIce, state: &State) -> SeatSet {
        game.asker(state).map_or(SeatSet::NONE, seats)
    }
    fn ask(&self, _: Now<'_>) -> Ask {
        Ask::new(
            "fi 12.2",
            say!("The enemy holds victory points: ask for foreign aid, or roll for intervention?"),
        )
    }
    fn candidates(&self, _: Now<'_>, out: &mut Vec<Action>) {
        out.extend([Action::RollIntervention, Action::AskAid, Action::Done]);
    }
    fn check(&self, now: Now<'_>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::AskAid | Action::Done => Ok(()),
            Action::RollIntervention if now.game.may_roll(now.state, now.seat.0) => Ok(()),
            Action::RollIntervention => Err(Illegal::new(
                "fi 12.2.2-scenarios",
                say!("there is no intervention to roll for in this scenario or any more"),
            )),
            _ => Err(not_now()),
        }
    }
    fn perform(&self, game: &FireAndIce, state: &mut State, who: Seat, action: Action, play: &mut Play) {
        state.frames.pop();
        match action {
            Action::RollIntervention if who.0 == COM => game.roll_china(state, play),
            Action::RollIntervention => game.roll_roc(state, play),
            Action::AskAid => Aid::begin(game, state, who.0, play),
            _ => {}
        }
    }
    fn quiet(&self, _: Now<'_>) -> Option<Action> {
        Some(Action::Done)
    }
    fn offer(&self, now: Now<'_>, action: Action) -> Offer {
        crate::offers::offer(now, action)
    }
    fn step(&self, _: &FireAndIce, state: &mut State, _: &mut Play) -> bool {
        state.frames.pop();
        true
    }
}

impl Decision<FireAndIce> for ChinaChoice {
    fn seats(&self, _: &FireAndIce, _: &State) -> SeatSet {
        seats(COM)
    }
    fn ask(&self, _: Now<'_>) -> Ask {
        Ask::new("fi 12.2.1-china", say!("China is ready: intervene now, or wait for a better month?"))
    }
    fn candidates(&self, _: Now<'_>, out: &mut Vec<Action>) {
        out.extend([Action::Intervene, Action::Done]);
    }
    fn check(&self, _: Now<'_>, action: Action) -> Result<(), Illegal> {
        if matches!(action, Action::Intervene | Action::Done) { Ok(()) } else { Err(not_now()) }
    }
    fn perform(&self, game: &FireAndIce, state: &mut State, _: Seat, action: Action, play: &mut Play) {
        state.frames.pop();
        if action == Action::Intervene && state.china != China::In {
            game.china_comes(state, play);
        }
    }
    fn quiet(&self, _: Now<'_>) -> Option<Action> {
        Some(Action::Done)
    }
    fn offer(&self, now: Now<'_>, action: Action) -> Offer {
        crate::offers::offer(now, action)
    }
}

impl Aid {
    /// 12.2.2 What aid brings, by the enemy's points. [rule: fi 12.2.2]
    fn begin(game: &FireAndIce, state: &mut State, side: u8, play: &mut Play) {
        let band: u8 = match state.points_of(other(side)) {
            ..5 => 0,
            5..10 => 1,
            10..15 => 2,
            _ => 3,
        };
        let row = |kind: usize| i16::from(game.data.numbers.aid[kind][usize::from(band)]);
        game.build(state, side, row(aid::INFRASTRUCTURE));
        game.replace(state, side, crate::data::wildcard(side), row(aid::REPLACEMENTS));
        let tracks = &mut state.sides[usize::from(side)];
        tracks.tank = game.level(tracks.tank, row(aid::TANK));
        tracks.artillery = game.level(tracks.artillery, row(aid::ARTILLERY));
        play.say(seat(side), "fi 12.2.2", say!("{side} asks for foreign aid", side = named(side)));
        push(state, Aid { side, band, stage: 0, left: 1 });
    }

    fn count(self, game: &FireAndIce, kind: usize) -> u8 {
        game.data.numbers.aid[kind][usize::from(self.band)]
    }

    /// The next choice.
    fn next(self, game: &FireAndIce, state: &mut State) {
        let stage = self.stage + 1;
        let left = match stage {
            1 => self.count(game, aid::RECALLED),
            2 => self.count(game, aid::AIRCRAFT),
            _ => 0,
        };
        become_frame(state, Aid { stage, left, ..self });
    }

    fn fits(self, game: &FireAndIce, state: &State, action: Action) -> bool {
        let own = |id: PieceId| game.unit(id).side == self.side;
        match (self.stage, action) {
            (0, Action::Relieve { unit, marker }) => {
                matches!(marker, Marker::Bad | Marker::Great | Marker::Incompetent)
                    && own(unit)
                    && state.piece(unit).has(marker.bit())
            }
            (0, Action::Honour { unit }) => {
                own(unit)
                    && !game.unit(unit).hq()
                    && state.piece(unit).at.in_play()
                    && !state.piece(unit).has(mark::BAD | mark::GOOD)
            }
            (1, Action::Recall { unit }) => {
                own(unit)
                    && state.piece(unit).at == Spot::DESTROYED
                    && (self.side == COM || game.unit(unit).nation == Nation::Us)
            }
            (2, Action::Restore { air }) => {
                let plane = &state.air[air.index()];
                game.air_type(air).side == self.side
                    && plane.reduced
                    && matches!(plane.at, AirBox::Available | AirBox::Damaged)
            }
            _ => false,
        }
    }

    /// 12.2.2 The rolls that aid calls for, then the point it costs. [rule: fi 12.2.2-rolls, fi 12.2.2-price]
    fn finish(self, game: &FireAndIce, state: &mut State, play: &mut Play) {
        state.frames.pop();
        if game.scenario_of(state).rules.intervention && self.band >= 2 {
            let earlier = state.china == China::In && state.china_turn < state.turn;
            if self.side == COM {
                if self.band == 3 && earlier && !state.soviet {
                    game.roll_soviet(state, play);
                }
                if state.china == China::Out {
                    game.roll_china(state, play);
                }
            } else {
                if !state.roc {
                    game.roll_roc(state, play);
                }
                if self.band == 3 && !state.atomic {
                    game.roll_atomic(state, play);
                }
            }
        }
        let gainer = if self.band == 3 { self.side } else { other(self.side) };
        game.earn(state, gainer, 1, "fi 12.2.2-price", play);
    }
}

impl Decision<FireAndIce> for Aid {
    fn seats(&self, game: &FireAndIce, state: &State) -> SeatSet {
        let any = match self.stage {
            0 => game.pieces_of(self.side).any(|id| state.piece(id).at.in_play()),
            1 => {
                self.left > 0
                    && game.pieces_of(self.side).any(|id| self.fits(game, state, Action::Recall { unit: id }))
            }
            2 => {
                self.left > 0
                    && game.planes_of(self.side).any(|a| self.fits(game, state, Action::Restore { air: a }))
            }
            _ => false,
        };
        if any { seats(self.side) } else { SeatSet::NONE }
    }
    fn ask(&self, _: Now<'_>) -> Ask {
        let left = self.left;
        match self.stage {
            0 => Ask::new("fi 12.2.2", say!("Advisors: improve one unit, or take a marker off one")),
            1 => Ask::new("fi 12.2.2", say!("Recall up to {left} destroyed units", left)),
            _ => Ask::new("fi 12.2.2", say!("Restore up to {left} reduced aircraft", left)),
        }
    }
    fn candidates(&self, now: Now<'_>, out: &mut Vec<Action>) {
        let game = now.game;
        match self.stage {
            0 => {
                for unit in game.pieces_of(self.side) {
                    for marker in [Marker::Great, Marker::Incompetent, Marker::Bad] {
                        out.push(Action::Relieve { unit, marker });
                    }
                }
                out.extend(game.pieces_of(self.side).map(|unit| Action::Honour { unit }));
            }
            1 => out.extend(game.pieces_of(self.side).map(|unit| Action::Recall { unit })),
            _ => out.extend(game.planes_of(self.side).map(|air| Action::Restore { air })),
        }
        out.push(Action::Done);
    }
    fn check(&self, now: Now<'_>, action: Action) -> Result<(), Illegal> {
        if action == Action::Done || self.fits(now.game, now.state, action) {
            return Ok(());
        }
        match action {
            Action::Relieve { .. }
            | Action::Honour { .. }
            | Action::Recall { .. }
            | Action::Restore { .. } => {
                Err(Illegal::new("fi 12.2.2", say!("aid offers nothing of the kind to that piece")))
            }
            _ => Err(not_now()),
        }
    }
    fn perform(&self, game: &FireAndIce, state: &mut State, who: Seat, action: Action, play: &mut Play) {
        match action {
            Action::Relieve { unit, marker } => {
                state.piece_mut(unit).marks &= !marker.bit();
                play.say(who, "fi 12.2.2", say!("{unit} is relieved of {marker}", unit, marker));
            }
            Action::Honour { unit } => {
                state.piece_mut(unit).marks |= mark::GOOD;
                play.say(who, "fi 12.2.2", say!("{unit} is made an elite unit", unit));
            }
            Action::Recall { unit } => {
                game.put(state, unit, Spot::REPLACEMENTS);
                play.say(who, "fi 12.2.2", say!("{unit} is recalled", unit));
            }
            Action::Restore { air } => {
                state.air[air.index()].reduced = false;
                play.say(who, "fi 12.2.2", say!("{air} is restored", air));
            }
            _ => return self.next(game, state),
        }
        if self.stage == 0 || self.left <= 1 {
            self.next(game, state);
        } else {
            become_frame(state, Aid { left: self.left - 1, ..*self });
        }
    }
    fn quiet(&self, _: Now<'_>) -> Option<Action> {
        Some(Action::Done)
    }
    fn offer(&self, now: Now<'_>, action: Action) -> Offer {
        crate::offers::offer(now, action)
    }
    fn step(&self, game: &FireAndIce, state: &mut State, play: &mut Play) -> bool {
        if self.stage < 3 {
            self.next(game, state);
        } else {
            self.finish(game, state, play);
        }
        true
    }
}

impl Waves {
    fn halves(game: &FireAndIce, unit: PieceId) -> u8 {
        game.data.waves.iter().find(|w| w.pieces.contains(&unit)).map_or(0, |w| w.halves)
    }
    fn waiting<'a>(game: &'a FireAndIce, state: &'a State) -> impl Iterator<Item = PieceId> + 'a {
        let all = game.data.waves.iter().flat_map(|w| &w.pieces).copied();
        all.filter(|&id| state.piece(id).at == Spot::WAITING)
    }
    /// 4.9 Where a piece may end: with its points from any free source, one unit a hex; sources hold any number.
    /// [rule: fi 12.2.1-infiltration]
    fn reach<T>(self, now: Now<'_>, look: impl FnOnce(&Found<'_>) -> T) -> T {
        let (game, state) = (now.game, now.state);
        let units = state.field.units[usize::from(COM)];
        let mut full = if game.unit(self.unit).hq() { HexBits::default() } else { units };
        let starts: Vec<(HexId, u16)> = game.free_sources(state).map(|h| (h, 0)).collect();
        starts.iter().for_each(|(h, _)| full.set(h.index(), false));
        let walk = Walk::new(game, state, COM).not_ending(&full);
        game.search(&walk, &starts, Self::halves(game, self.unit).into(), look)
    }
}

impl Decision<FireAndIce> for Waves {
    fn seats(&self, game: &FireAndIce, state: &State) -> SeatSet {
        let any = Self::waiting(game, state).next().is_some() && game.free_sources(state).next().is_some();
        if any || self.unit.is_some() { seats(COM) } else { SeatSet::NONE }
    }
    fn ask(&self, now: Now<'_>) -> Ask {
        let points = Self::halves(now.game, self.unit) / 2;
        if self.unit.is_some() {
            Ask::new(
                "fi 12.2.1-infiltration",
                say!("Where does {unit} infiltrate with {points} movement points?", unit = self.unit, points),
            )
        } else {
            Ask::new("fi 12.2.1-infiltration", say!("Which of the Chinese infiltrates next?"))
        }
    }
    fn list(&self, now: Now<'_>, out: &mut Vec<Action>) {
        if self.unit.is_some() {
            list_ends(self.reach(now, |found| found.ends()), Spot::WAITING, out);
        } else {
            out.extend(Self::waiting(now.game, now.state).map(|unit| Action::Infiltrate { unit }));
            out.sort_unstable();
        }
    }
    fn check(&self, now: Now<'_>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::To { hex } if self.unit.is_some() => {
                if self.reach(now, |reach| reach.may_end(hex)) {
                    return Ok(());
                }
                Err(Illegal::new(
                    "fi 12.2.1-infiltration",
                    say!("it does not get there and stay from any source"),
                ))
            }
            Action::Infiltrate { unit } if !self.unit.is_some() => {
                if Self::waiting(now.game, now.state).any(|id| id == unit) {
                    return Ok(());
                }
                Err(Illegal::new("fi 12.2.1-infiltration", say!("{unit} does not wait to infiltrate", unit)))
            }
            _ => Err(not_now()),
        }
    }
    fn perform(&self, game: &FireAndIce, state: &mut State, who: Seat, action: Action, play: &mut Play) {
        match action {
            Action::Infiltrate { unit } => become_frame(state, Waves { unit }),
            Action::To { hex } => {
                let mut path = Vec::new();
                self.reach(Now { game, state, seat: who }, |reach| reach.path(hex, &mut path));
                become_frame(state, Waves { unit: PieceId::NONE });
                game.put(state, self.unit, Spot::hex(path[0]));
                state.piece_mut(self.unit).marks &= !mark::SPENT;
                play.say(
                    who,
                    "fi 12.2.1-infiltration",
                    say!("{unit} infiltrates to {to}", unit = self.unit, to = Spot::hex(hex)),
                )
                .on(Spot::hex(hex));
                game.go(state, self.unit, &path, play);
            }
            _ => {}
        }
    }
    fn offer(&self, now: Now<'_>, action: Action) -> Offer {
        crate::offers::offer(now, action)
    }
    fn step(&self, _: &FireAndIce, state: &mut State, _: &mut Play) -> bool {
        state.frames.pop();
        true
    }
}
