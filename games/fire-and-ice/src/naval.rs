//! 11: the fleet, the invasion, evacuation.

use crate::actions::Action;
use crate::data::Nation;
use crate::game::{FireAndIce, not_now};
use crate::names::{Now, at, seats};
use crate::sequence::become_frame;
use crate::state::{COM, PieceId, Sea, Spot, State, UN, did, mark};
use crate::tactical::What;
use board::HexId;
use engine::{Ask, Decision, Illegal, Offer, Play, Seat, SeatSet, say};
use serde::{Deserialize, Serialize};

/// 11.1 The fleet stays or moves. [rule: fi 11.1]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FleetMove;

/// Whether and where to invade.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Invasion;

/// Who takes part in the invasion; then the bombardment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Landing {
    index: u8,
    hq: bool,
    units: u8,
    ashore: bool,
}

/// Pieces leave by sea.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evacuation {
    /// The piece that is leaving, while the enemy may interdict it.
    unit: PieceId,
    to: Spot,
}

impl FireAndIce {
    /// 11.3.1 The sea in which the fleet must lie for a box. [rule: fi 11.3.1-fleet]
    fn sea_of(index: u8) -> Sea {
        if index < 2 { Sea::Yellow } else { Sea::Japan }
    }

    /// 11.3.1 Whether the invasion can be made into a box. [rule: fi 11.3.1-once]
    fn may_invade(&self, state: &State, port: HexId) -> Result<u8, Illegal> {
        let rule = "fi 11.3.1-once";
        let Some(index) = self.ground(state).boxes.iter().position(|&p| p == port) else {
            return Err(Illegal::new(rule, say!("{port} has no invasion box", port = at(port))));
        };
        if state.invaded {
            return Err(Illegal::new(rule, say!("the one invasion of the game has been made")));
        }
        if self.data.months[self.month(state.turn)].winter {
            return Err(Illegal::new(rule, say!("there is no invasion in winter")));
        }
        if state.amphibious == 0 || !self.pieces_of(UN).any(|id| self.at_sea(state, id)) {
            return Err(Illegal::new(rule, say!("no unit at sea, or no amphibious points to land it")));
        }
        if state.fleet != Self::sea_of(index as u8) {
            return Err(Illegal::new(
                "fi 11.3.1-fleet",
                say!("the fleet lies in the wrong sea for {port}", port = at(port)),
            ));
        }
        Ok(index as u8)
    }

    fn at_sea(&self, state: &State, id: PieceId) -> bool {
        state.piece(id).at == Spot::SEA && !self.unit(id).hq()
    }

    /// 11.3.2 Whether a piece may leave for a box. [rule: fi 11.3.2]
    fn may_evacuate(&self, state: &State, id: PieceId, to: Spot) -> Result<(), Illegal> {
        self.may_leave(state, id)?;
        match to.in_box() {
            Some(index) if state.piece(id).at != to && self.box_open(state, index) => Ok(()),
            _ => Err(Illegal::new("fi 11.3.2", say!("it goes to another friendly box"))),
        }
    }

    /// All evacuations that are allowed.
    fn evacuations<'a>(&'a self, state: &'a State) -> impl Iterator<Item = Action> + 'a {
        let open = self.open_boxes(state);
        let able = self.pieces_of(UN).filter(|&id| self.may_leave(state, id).is_ok());
        able.flat_map(move |unit| {
            let boxes = (0..4).filter(move |&i| open[usize::from(i)]).map(Spot::invasion_box);
            boxes.filter(move |&at| state.piece(unit).at != at).map(move |at| Action::Evacuate { unit, at })
        })
    }

    /// 11.3.2 Whether a piece may leave by sea. [rule: fi 11.3.2]
    fn may_leave(&self, state: &State, id: PieceId) -> Result<(), Illegal> {
        let rule = "fi 11.3.2";
        let (unit, piece) = (self.unit(id), state.piece(id));
        let ground = self.ground(state);
        let port = piece.at.on_map().is_some_and(|h| ground.port.has(h.index()));
        if unit.side != UN || !(port || piece.at.in_box().is_some()) {
            return Err(Illegal::new(rule, say!("{unit} stands in no port hex and no box", unit = id)));
        }
        if piece.has(mark::SPENT) {
            return Err(Illegal::new(rule, say!("{unit} is spent", unit = id)));
        }
        if !unit.hq() && (!unit.nation.may_bug_out() || unit.nation == Nation::Un) {
            return Err(Illegal::new(rule, say!("only US units and those of minor powers are evacuated")));
        }
        if piece.done(did::ARRIVED | did::STRATEGIC) {
            return Err(Illegal::new(rule, say!("{unit} has gone by sea in this turn", unit = id)));
        }
        if !unit.hq() && state.evacuated >= self.data.numbers.evacuated {
            return Err(Illegal::new(rule, say!("no more units can be evacuated in this turn")));
        }
        Ok(())
    }
}

impl Decision<FireAndIce> for FleetMove {
    fn seats(&self, _: &FireAndIce, state: &State) -> SeatSet {
        if state.fleet == Sea::None { SeatSet::NONE } else { seats(UN) }
    }
    fn ask(&self, _: Now<'_>) -> Ask {
        Ask::new("fi 11.1", say!("Does the 7th Fleet move?"))
    }
    fn candidates(&self, _: Now<'_>, out: &mut Vec<Action>) {
        out.extend([Action::Fleet { sea: Sea::Yellow }, Action::Fleet { sea: Sea::Japan }, Action::Done]);
    }
    fn check(&self, now: Now<'_>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Done => Ok(()),
            Action::Fleet { sea } if sea != now.state.fleet && sea != Sea::None => Ok(()),
            Action::Fleet { .. } => Err(Illegal::new("fi 11.1", say!("the fleet lies there already"))),
            _ => Err(not_now()),
        }
    }
    fn perform(&self, _: &FireAndIce, state: &mut State, who: Seat, action: Action, play: &mut Play) {
        state.frames.pop();
        if let Action::Fleet { sea } = action {
            state.fleet = sea;
            play.say(who, "fi 11.1", say!("the 7th Fleet sails to {sea}", sea));
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

impl Decision<FireAndIce> for Invasion {
    fn seats(&self, game: &FireAndIce, state: &State) -> SeatSet {
        let any = game.ground(state).boxes.iter().any(|&p| game.may_invade(state, p).is_ok());
        if any { seats(UN) } else { SeatSet::NONE }
    }
    fn ask(&self, _: Now<'_>) -> Ask {
        Ask::new("fi 11.3.1-once", say!("Make the one amphibious invasion of the game now?"))
    }
    fn candidates(&self, now: Now<'_>, out: &mut Vec<Action>) {
        out.extend(now.game.ground(now.state).boxes.map(|port| Action::Invade { port }));
        out.push(Action::Done);
        out.sort_unstable();
    }
    fn check(&self, now: Now<'_>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Done => Ok(()),
            Action::Invade { port } => now.game.may_invade(now.state, port).map(|_| ()),
            _ => Err(not_now()),
        }
    }
    fn perform(&self, game: &FireAndIce, state: &mut State, _: Seat, action: Action, _: &mut Play) {
        match action {
            Action::Invade { port } => {
                let index = game.may_invade(state, port).unwrap_or(0);
                become_frame(state, Landing { index, ..Landing::default() });
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
    fn step(&self, _: &FireAndIce, state: &mut State, _: &mut Play) -> bool {
        state.frames.pop();
        true
    }
}

impl Landing {
    fn targets<'a>(self, game: &'a FireAndIce, state: &'a State) -> impl Iterator<Item = PieceId> + 'a {
        let port = game.ground(state).boxes[usize::from(self.index)];
        let reach = game.data.numbers.landing_bombardment;
        game.pieces_of(COM).filter(move |&id| {
            !game.unit(id).hq()
                && !state.piece(id).done(did::ASKED)
                && state.hex_of(id).is_some_and(|h| game.close(state, h, port, reach))
        })
    }

    /// 11.3.1 Every enemy near the port may be bombarded once. [rule: fi 11.3.1-bombard]
    fn bombard(game: &FireAndIce, state: &mut State, who: Seat, unit: PieceId, play: &mut Play) {
        state.piece_mut(unit).did |= did::ASKED;
        let level = state.bombardment;
        let hit = play.roll(10, "bombardment") <= u32::from(level);
        play.say(who, "fi 11.3.1-bombard", say!("the fleet bombards {unit} with {level}", unit, level))
            .on(state.piece(unit).at);
        if hit {
            game.eliminate(state, unit, "fi 11.3.1-bombard", play);
        }
    }
}

impl Decision<FireAndIce> for Landing {
    fn seats(&self, game: &FireAndIce, state: &State) -> SeatSet {
        if self.ashore && self.targets(game, state).next().is_none() { SeatSet::NONE } else { seats(UN) }
    }
    fn ask(&self, now: Now<'_>) -> Ask {
        let points = now.state.amphibious;
        if self.ashore {
            Ask::new("fi 11.3.1-bombard", say!("Bombard enemy units near the port before the landing"))
        } else {
            Ask::new(
                "fi 11.3.1-once",
                say!("Embark units, {points} amphibious {points|point|points}, and one headquarters", points),
            )
        }
    }
    fn candidates(&self, now: Now<'_>, out: &mut Vec<Action>) {
        if self.ashore {
            out.extend(self.targets(now.game, now.state).map(|unit| Action::Bombard { unit }));
            out.push(Action::Done);
        } else {
            out.extend(now.game.pieces_of(UN).map(|unit| Action::Embark { unit }));
            out.push(Action::Launch);
        }
    }
    fn check(&self, now: Now<'_>, action: Action) -> Result<(), Illegal> {
        let (game, state) = (now.game, now.state);
        let rule = "fi 11.3.1-once";
        match action {
            Action::Done if self.ashore => Ok(()),
            Action::Bombard { unit } if self.ashore => {
                if self.targets(game, state).any(|t| t == unit) {
                    return Ok(());
                }
                Err(Illegal::new(
                    "fi 11.3.1-bombard",
                    say!("{unit} is not within two hexes of the port, or was bombarded", unit),
                ))
            }
            Action::Launch if !self.ashore && self.units > 0 => Ok(()),
            Action::Launch if !self.ashore => Err(Illegal::new(rule, say!("nobody is embarked"))),
            Action::Embark { unit } if !self.ashore => {
                if state.piece(unit).at != Spot::SEA {
                    return Err(Illegal::new(rule, say!("{unit} is not at sea", unit)));
                }
                let full = if game.unit(unit).hq() { self.hq } else { state.amphibious == 0 };
                if full {
                    return Err(Illegal::new(rule, say!("there are no amphibious points for {unit}", unit)));
                }
                Ok(())
            }
            _ => Err(not_now()),
        }
    }
    fn perform(&self, game: &FireAndIce, state: &mut State, who: Seat, action: Action, play: &mut Play) {
        match action {
            Action::Embark { unit } => {
                let hq = game.unit(unit).hq();
                game.put(state, unit, Spot::invasion_box(self.index));
                if !hq {
                    state.amphibious -= 1;
                }
                let units = self.units + u8::from(!hq);
                become_frame(state, Landing { hq: self.hq || hq, units, ..*self });
                play.say(
                    who,
                    "fi 11.3.1-once",
                    say!("{unit} goes to {to}", unit, to = Spot::invasion_box(self.index)),
                );
            }
            Action::Launch => {
                state.invaded = true;
                become_frame(state, Landing { ashore: true, ..*self });
                if game.scenario_of(state).rules.surprise {
                    game.surprise(state, UN, play);
                }
            }
            Action::Bombard { unit } => Self::bombard(game, state, who, unit, play),
            _ => self.end(game, state),
        }
    }
    fn quiet(&self, _: Now<'_>) -> Option<Action> {
        self.ashore.then_some(Action::Done)
    }
    fn offer(&self, now: Now<'_>, action: Action) -> Offer {
        crate::offers::offer(now, action)
    }
    fn step(&self, game: &FireAndIce, state: &mut State, _: &mut Play) -> bool {
        self.end(game, state);
        true
    }
}

impl Landing {
    fn end(self, game: &FireAndIce, state: &mut State) {
        state.frames.pop();
        for id in game.pieces_of(COM) {
            state.piece_mut(id).did &= !did::ASKED;
        }
    }
}

impl Decision<FireAndIce> for Evacuation {
    fn seats(&self, game: &FireAndIce, state: &State) -> SeatSet {
        if self.unit.is_some() {
            return SeatSet::NONE;
        }
        let any = game.evacuations(state).next().is_some();
        if any { seats(UN) } else { SeatSet::NONE }
    }
    fn ask(&self, now: Now<'_>) -> Ask {
        let left = now.game.data.numbers.evacuated.saturating_sub(now.state.evacuated);
        Ask::new("fi 11.3.2", say!("Evacuate pieces by sea: {left} {left|unit|units} left", left))
    }
    fn list(&self, now: Now<'_>, out: &mut Vec<Action>) {
        out.extend(now.game.evacuations(now.state));
        out.push(Action::Done);
    }
    fn check(&self, now: Now<'_>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Done => Ok(()),
            Action::Evacuate { unit, at } => now.game.may_evacuate(now.state, unit, at),
            _ => Err(not_now()),
        }
    }
    fn perform(&self, game: &FireAndIce, state: &mut State, _: Seat, action: Action, _: &mut Play) {
        match action {
            Action::Evacuate { unit, at } => {
                become_frame(state, Evacuation { unit, to: at });
                game.interdiction(state, COM, What::March, unit);
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
    /// 11.3.2 The piece leaves unless it was stopped; from a port in an enemy zone it bugs out. [rule: fi 11.3.2-bug-out]
    fn step(&self, game: &FireAndIce, state: &mut State, play: &mut Play) -> bool {
        if !self.unit.is_some() {
            state.frames.pop();
            return true;
        }
        become_frame(state, Evacuation::default());
        let unit = self.unit;
        let hq = game.unit(unit).hq();
        if !hq {
            state.evacuated += 1;
        }
        if state.mission.stopped {
            state.piece_mut(unit).did |= did::STRATEGIC;
            return true;
        }
        state.piece_mut(unit).did |= did::ARRIVED;
        let from = state.piece(unit).at;
        let zone = from.on_map().is_some_and(|h| game.zone_upon(state, unit, h));
        game.put(state, unit, self.to);
        if let Some(hex) = from.on_map() {
            game.vacate(state, hex, UN);
        }
        play.say(seat_un(), "fi 11.3.2", say!("{unit} is evacuated to {to}", unit, to = self.to)).on(from);
        if zone && !hq {
            game.bug_out(state, unit, play);
        }
        true
    }
}

fn seat_un() -> Seat {
    Seat(UN)
}
