//! 7: supply: headquarters flipped, airfields repaired, works built, shortages ended.

use crate::actions::{Action, Marker};
use crate::data::Nation;
use crate::game::{FireAndIce, not_now};
use crate::names::{Now, at, seats};
use crate::sequence::push;
use crate::state::{Base, Commander, HexBits, PieceId, Spot, State, UN, did, mark};
use board::HexId;
use engine::{Ask, Decision, Illegal, Offer, Play, Seat, SeatSet, say};
use serde::{Deserialize, Serialize};

/// A side pays for its headquarters to be fresh.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FlipHqs {
    /// Whose.
    pub side: u8,
}

/// A side spends supply on everything else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Buy {
    /// Whose.
    pub side: u8,
}

/// Ridgway makes a US unit elite.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Honours;

/// Shortages with the marker and the price row: false shortage, true out.
const SHORTAGES: [(Marker, bool); 4] =
    [(Marker::Fuel, false), (Marker::FuelOut, true), (Marker::Ammo, false), (Marker::AmmoOut, true)];

impl FireAndIce {
    /// 7.0, 14.1 Winter doubles every cost of the United Nations. [rule: fi 7.0d]
    pub(crate) fn priced(&self, state: &State, side: u8, cost: u8) -> u8 {
        if side == UN && self.cold(state) { cost * 2 } else { cost }
    }

    /// 7.0 Whether a spot is abroad: the North for the United Nations, the South for the Communist side.
    fn abroad(&self, state: &State, side: u8, spot: Spot) -> bool {
        let north = spot.on_map().is_some_and(|hex| self.ground(state).northern(hex));
        north == (side == UN)
    }

    /// 7.0 What it costs to flip a headquarters in the monthly step. [rule: fi 7.0b]
    pub(crate) fn flip_cost(&self, state: &State, hq: PieceId) -> u8 {
        let side = self.unit(hq).side;
        let abroad = self.abroad(state, side, state.piece(hq).at);
        self.priced(state, side, self.data.numbers.flip[usize::from(side)][usize::from(abroad)])
    }

    /// 7.0 What it costs to refresh a headquarters after its activation. [rule: fi 7.0c]
    pub(crate) fn refresh_cost(&self, state: &State, hq: PieceId) -> u8 {
        let side = self.unit(hq).side;
        let abroad = self.abroad(state, side, state.piece(hq).at);
        self.priced(state, side, self.data.numbers.refresh[usize::from(side)][usize::from(abroad)])
    }

    /// 4.4, 9.1 Whether a headquarters that did not move can be refreshed. [rule: fi 4.4-refresh]
    pub(crate) fn may_refresh(&self, state: &State, hq: PieceId) -> Result<(), Illegal> {
        let piece = state.piece(hq);
        if piece.done(did::HQ_MOVED) {
            return Err(Illegal::new("fi 4.4-refresh", say!("a headquarters that moved is not refreshed")));
        }
        if piece.done(did::DISPLACED) {
            return Err(Illegal::new(
                "fi 9.1-displaced",
                say!("a displaced headquarters is not refreshed in this month"),
            ));
        }
        self.affordable(state, self.unit(hq).side, self.refresh_cost(state, hq))
    }

    /// 7.0 What is bought is paid out of the month's supply. [rule: fi 7.0]
    pub(crate) fn affordable(&self, state: &State, side: u8, cost: u8) -> Result<(), Illegal> {
        let supply = state.sides[usize::from(side)].supply;
        if supply >= cost {
            return Ok(());
        }
        Err(Illegal::new("fi 7.0", say!("that costs {cost} supply and there are {supply}", cost, supply)))
    }

    pub(crate) fn spend(&self, state: &mut State, side: u8, cost: u8) {
        let supply = &mut state.sides[usize::from(side)].supply;
        *supply = supply.saturating_sub(cost);
    }

    /// 6.1, 7.0 Whether a shortage can be ended: the marker, a line of communication, the price. [rule: fi 6.1b, fi 7.0-line]
    pub(crate) fn may_supply(
        &self,
        state: &State,
        side: u8,
        unit: PieceId,
        marker: Marker,
    ) -> Result<(), Illegal> {
        let Some(&(_, out)) = SHORTAGES.iter().find(|s| s.0 == marker) else { return Err(not_now()) };
        if self.unit(unit).side != side || !state.piece(unit).has(marker.bit()) {
            return Err(Illegal::new("fi 6.1b", say!("{unit} has no such marker", unit)));
        }
        self.affordable(state, side, self.shortage_cost(state, side, out))?;
        self.needs_line(state, side, unit)
    }

    fn shortage_cost(&self, state: &State, side: u8, out: bool) -> u8 {
        let numbers = &self.data.numbers;
        self.priced(state, side, if out { numbers.out } else { numbers.shortage })
    }

    pub(crate) fn needs_line(&self, state: &State, side: u8, id: PieceId) -> Result<(), Illegal> {
        if self.lines(state, side).pieces.has(id.index()) {
            return Ok(());
        }
        Err(Illegal::new("fi 7.0-line", say!("{unit} has no line of communication", unit = id)))
    }

    /// The shortages that can be ended, for lists.
    pub(crate) fn list_shortages(&self, state: &State, side: u8, out: &mut Vec<Action>) {
        for unit in self.pieces_of(side) {
            for (marker, _) in SHORTAGES {
                let there = state.piece(unit).has(marker.bit());
                if there && self.may_supply(state, side, unit, marker).is_ok() {
                    out.push(Action::Supply { unit, marker });
                }
            }
        }
    }

    /// Ends a shortage.
    pub(crate) fn supply_unit(
        &self,
        state: &mut State,
        who: Seat,
        unit: PieceId,
        marker: Marker,
        play: &mut Play,
    ) {
        let out = SHORTAGES.iter().any(|s| s.0 == marker && s.1);
        let cost = self.shortage_cost(state, who.0, out);
        self.spend(state, who.0, cost);
        state.piece_mut(unit).marks &= !marker.bit();
        play.say(who, "fi 6.1b", say!("{unit} is rid of {marker} for {cost} supply", unit, marker, cost));
    }

    /// 14.4 Ridgway's monthly Elite marker. [rule: fi 14.4-elite]
    pub(crate) fn ridgway(&self, state: &mut State) {
        if state.commander == Commander::Ridgway {
            push(state, Honours);
        }
    }

    fn works_cost(&self, state: &State, side: u8, trenches: bool) -> u8 {
        let numbers = &self.data.numbers;
        self.priced(state, side, if trenches { numbers.trenches } else { numbers.position })
    }

    /// 6.2 Works go where an own unit with a line stands; trenches take the place of a position. [rule: fi 6.2b, fi 6.2c]
    fn may_build(&self, state: &State, side: u8, hex: HexId, trenches: bool) -> Result<(), Illegal> {
        let here = state.trenches.has(hex.index()) || (!trenches && state.positions.has(hex.index()));
        if here {
            return Err(Illegal::new("fi 6.2b", say!("{hex} is dug in already", hex = at(hex))));
        }
        self.affordable(state, side, self.works_cost(state, side, trenches))?;
        match self.units_in(state, side, hex).next() {
            Some(unit) => self.needs_line(state, side, unit),
            None => Err(Illegal::new("fi 6.2b", say!("no own unit stands in {hex}", hex = at(hex)))),
        }
    }

    /// 10.1 Damaged airfields are repaired in their own box. [rule: fi 10.1-repair]
    fn may_repair(&self, state: &State, side: u8, base: Base, improved: bool) -> Result<(), Illegal> {
        if base == Base::Carriers || base.side() != side {
            return Err(Illegal::new("fi 10.1-repair", say!("{base} is no box of that side", base)));
        }
        if state.fields[base as usize].damaged[usize::from(improved)] == 0 {
            return Err(Illegal::new("fi 10.1-repair", say!("no such airfield of {base} is damaged", base)));
        }
        let cost = self.priced(state, side, self.data.numbers.repair[usize::from(improved)]);
        self.affordable(state, side, cost)
    }
}

impl Decision<FireAndIce> for FlipHqs {
    fn seats(&self, _: &FireAndIce, _: &State) -> SeatSet {
        seats(self.side)
    }
    fn ask(&self, now: Now<'_>) -> Ask {
        let supply = now.state.sides[usize::from(self.side)].supply;
        Ask::new("fi 7.0b", say!("Which headquarters become fresh? {supply} supply", supply))
    }
    fn candidates(&self, now: Now<'_>, out: &mut Vec<Action>) {
        let spent = |hq: &PieceId| now.game.unit(*hq).hq() && now.state.piece(*hq).has(mark::SPENT);
        out.extend(now.game.pieces_of(self.side).filter(spent).map(|hq| Action::FlipHq { hq }));
        out.push(Action::Done);
    }
    fn check(&self, now: Now<'_>, action: Action) -> Result<(), Illegal> {
        let (game, state) = (now.game, now.state);
        match action {
            Action::Done => Ok(()),
            Action::FlipHq { hq } => {
                let piece = state.piece(hq);
                if !game.unit(hq).hq() || game.unit(hq).side != self.side || !piece.at.in_play() {
                    return Err(Illegal::new("fi 7.0b", say!("{hq} is no own headquarters on the map", hq)));
                }
                if !piece.has(mark::SPENT) {
                    return Err(Illegal::new("fi 7.0b", say!("{hq} is fresh", hq)));
                }
                if piece.done(did::DISPLACED) {
                    return Err(Illegal::new(
                        "fi 9.1-displaced",
                        say!("{hq} was displaced in this month", hq),
                    ));
                }
                game.affordable(state, self.side, game.flip_cost(state, hq))?;
                game.needs_line(state, self.side, hq)
            }
            _ => Err(not_now()),
        }
    }
    fn perform(&self, game: &FireAndIce, state: &mut State, who: Seat, action: Action, play: &mut Play) {
        let Action::FlipHq { hq } = action else {
            state.frames.pop();
            return;
        };
        let cost = game.flip_cost(state, hq);
        game.spend(state, self.side, cost);
        state.piece_mut(hq).marks &= !mark::SPENT;
        play.say(who, "fi 7.0b", say!("{hq} is fresh for {cost} supply", hq, cost)).on(state.piece(hq).at);
    }
    fn quiet(&self, _: Now<'_>) -> Option<Action> {
        Some(Action::Done)
    }
    fn offer(&self, now: Now<'_>, action: Action) -> Offer {
        crate::offers::offer(now, action)
    }
}

impl Decision<FireAndIce> for Buy {
    fn seats(&self, _: &FireAndIce, _: &State) -> SeatSet {
        seats(self.side)
    }
    fn ask(&self, now: Now<'_>) -> Ask {
        let supply = now.state.sides[usize::from(self.side)].supply;
        Ask::new("fi 7.0b", say!("Repair airfields, build positions, end shortages: {supply} supply", supply))
    }
    fn list(&self, now: Now<'_>, out: &mut Vec<Action>) {
        let (game, state) = (now.game, now.state);
        let fields = Base::FIELDS.into_iter().flat_map(|base| [false, true].map(|improved| (base, improved)));
        out.extend(fields.map(|(base, improved)| Action::Repair { base, improved }));
        out.retain(|&a| self.check(now, a).is_ok());
        // One trace answers for every hex.
        let supply = state.sides[usize::from(self.side)].supply;
        let lines = game.lines(state, self.side);
        for trenches in [false, true] {
            if supply < game.works_cost(state, self.side, trenches) {
                continue;
            }
            let mut free = HexBits::default();
            for unit in game.units_of(self.side).filter(|u| lines.pieces.has(u.index())) {
                let Some(hex) = state.hex_of(unit) else { continue };
                let alone = !state.field.stacked(self.side, hex);
                let first = alone || game.units_in(state, self.side, hex).next() == Some(unit);
                let dug = state.trenches.has(hex.index()) || (!trenches && state.positions.has(hex.index()));
                if first && !dug {
                    free.set(hex.index(), true);
                }
            }
            let hexes = free.iter().map(|i| HexId(i as u16));
            if trenches {
                out.extend(hexes.map(|hex| Action::Trenches { hex }));
            } else {
                out.extend(hexes.map(|hex| Action::Position { hex }));
            }
        }
        game.list_shortages(state, self.side, out);
        out.push(Action::Done);
    }
    fn check(&self, now: Now<'_>, action: Action) -> Result<(), Illegal> {
        let (game, state) = (now.game, now.state);
        match action {
            Action::Done => Ok(()),
            Action::Repair { base, improved } => game.may_repair(state, self.side, base, improved),
            Action::Position { hex } => game.may_build(state, self.side, hex, false),
            Action::Trenches { hex } => game.may_build(state, self.side, hex, true),
            Action::Supply { unit, marker } => game.may_supply(state, self.side, unit, marker),
            _ => Err(not_now()),
        }
    }
    fn perform(&self, game: &FireAndIce, state: &mut State, who: Seat, action: Action, play: &mut Play) {
        let numbers = &game.data.numbers;
        match action {
            Action::Repair { base, improved } => {
                let cost = game.priced(state, self.side, numbers.repair[usize::from(improved)]);
                game.spend(state, self.side, cost);
                let fields = &mut state.fields[base as usize];
                fields.damaged[usize::from(improved)] -= 1;
                fields.whole[usize::from(improved)] += 1;
                play.say(
                    who,
                    "fi 10.1-repair",
                    say!("an airfield of {base} is repaired for {cost} supply", base, cost),
                );
            }
            Action::Position { hex } | Action::Trenches { hex } => {
                let trenches = matches!(action, Action::Trenches { .. });
                let cost = game.works_cost(state, self.side, trenches);
                game.spend(state, self.side, cost);
                state.positions.set(hex.index(), !trenches);
                state.trenches.set(hex.index(), trenches);
                play.say(who, "fi 6.2b", say!("{hex} is dug in for {cost} supply", hex = at(hex), cost))
                    .on(at(hex));
            }
            Action::Supply { unit, marker } => game.supply_unit(state, who, unit, marker, play),
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

impl Decision<FireAndIce> for Honours {
    fn seats(&self, _: &FireAndIce, _: &State) -> SeatSet {
        seats(UN)
    }
    fn ask(&self, _: Now<'_>) -> Ask {
        Ask::new("fi 14.4-elite", say!("Ridgway makes one US unit elite: which?"))
    }
    fn candidates(&self, now: Now<'_>, out: &mut Vec<Action>) {
        out.extend(now.game.pieces_of(UN).map(|unit| Action::Honour { unit }));
        out.push(Action::Done);
    }
    fn check(&self, now: Now<'_>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Done => Ok(()),
            Action::Honour { unit } => {
                let (kind, piece) = (now.game.unit(unit), now.state.piece(unit));
                let fits = kind.nation == Nation::Us && !kind.hq() && piece.at.in_play();
                if fits && !piece.has(mark::BAD | mark::GOOD) {
                    return Ok(());
                }
                Err(Illegal::new(
                    "fi 14.4-elite",
                    say!("{unit} is no US unit in play without a quality marker", unit),
                ))
            }
            _ => Err(not_now()),
        }
    }
    fn perform(&self, _: &FireAndIce, state: &mut State, who: Seat, action: Action, play: &mut Play) {
        state.frames.pop();
        if let Action::Honour { unit } = action {
            state.piece_mut(unit).marks |= mark::GOOD;
            play.say(who, "fi 14.4-elite", say!("{unit} is made an elite unit", unit));
        }
    }
    fn quiet(&self, _: Now<'_>) -> Option<Action> {
        Some(Action::Done)
    }
    fn offer(&self, now: Now<'_>, action: Action) -> Offer {
        crate::offers::offer(now, action)
    }
}
