//! 5.5: random events; 6.1: the Cup of SNAFU.

use crate::actions::{Action, Marker, Pool};
use crate::files::EventWord;
use crate::game::{FireAndIce, not_now};
use crate::names::{Now, at, seats, side as named};
use crate::sequence::push;
use crate::state::{COM, Objective, PieceBits, PieceId, State, UN, mark, other};
use crate::support::{ATTACKER, DEFENDER};
use engine::{Ask, Decision, Illegal, Offer, Play, Seat, SeatSet, say};
use serde::{Deserialize, Serialize};

/// The kinds of SNAFU marker of each side.
pub(crate) const KINDS: usize = 3;
/// Both faces of each kind: leader, fuel, ammo.
const FACES: [[Marker; 2]; KINDS] =
    [[Marker::Great, Marker::Incompetent], [Marker::Fuel, Marker::FuelOut], [Marker::Ammo, Marker::AmmoOut]];

/// A drawn SNAFU marker is placed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Snafu {
    /// Who places it.
    by: u8,
    /// The kinds drawn: side times three plus kind; 255 for none.
    drawn: [u8; 2],
    /// The unit that went back, for draws after a retreat; else any participant.
    unit: PieceId,
}

/// The attacker loses a replacement point of its choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Forfeit;

impl FireAndIce {
    /// 6.1 What is in the cup: what no unit carries. [rule: fi 6.1-cup]
    pub(crate) fn cup_of_snafu(&self, state: &State) -> [u16; 2 * KINDS] {
        let mut cup = [0; 2 * KINDS];
        for side in [UN, COM] {
            for (kind, faces) in FACES.iter().enumerate() {
                let both = faces[0].bit() | faces[1].bit();
                let out = self.pieces_of(side).filter(|&id| state.piece(id).has(both)).count() as u16;
                cup[usize::from(side) * KINDS + kind] = self.data.numbers.snafu[kind].saturating_sub(out);
            }
        }
        cup
    }

    /// Draws a marker out of what is left.
    fn draw_snafu(&self, cup: &mut [u16; 2 * KINDS], play: &mut Play) -> u8 {
        if cup.iter().all(|&n| n == 0) {
            return u8::MAX;
        }
        let kind = play.pick(cup, "SNAFU");
        cup[kind] = cup[kind].saturating_sub(1);
        kind as u8
    }

    /// 5.6 Draws for a unit that went back: one when disrupted, two when routed or bugged out; one at most is placed.
    /// [rule: fi 5.6-snafu]
    pub(crate) fn snafu_for(&self, state: &mut State, unit: PieceId, draws: usize, play: &mut Play) {
        let mut cup = self.cup_of_snafu(state);
        let mut drawn = [u8::MAX; 2];
        for slot in drawn.iter_mut().take(draws) {
            *slot = self.draw_snafu(&mut cup, play);
        }
        let side = self.unit(unit).side;
        let fits = drawn.iter().any(|&d| d / KINDS as u8 == side);
        play.note(
            "fi 5.6-snafu",
            say!("{draws} {draws|marker is|markers are} drawn from the Cup of SNAFU for {unit}", draws, unit),
        );
        if fits {
            push(state, Snafu { by: other(side), drawn, unit });
        }
    }
}

/// 5.5 Both rolled the same natural number: D10 on the chit's table. [rule: fi 5.5]
pub(crate) fn resolve_event(game: &FireAndIce, state: &mut State, play: &mut Play) {
    let table = game.data.chits[usize::from(state.combat.declared.chit)].events;
    let roll = play.roll(10, "random event");
    let event = game.data.events[table][(roll as usize - 1).min(9)];
    let (attacker, defender) = (state.combat.side(ATTACKER), state.combat.side(DEFENDER));
    play.note("fi 5.5", say!("a random event: {roll}", roll)).on(at(state.combat.declared.hex));
    match event {
        EventWord::AttackerReporters => reporters(game, state, attacker, play),
        EventWord::DefenderReporters => reporters(game, state, defender, play),
        EventWord::AttackerTank => {
            let side = usize::from(attacker);
            state.sides[side].tank = game.level(state.sides[side].tank, -1);
            let road = state.combat.support[ATTACKER].road;
            let most = game.most(state, ATTACKER);
            let most = if road { most.by_road } else { most.tank };
            let tank = &mut state.combat.support[ATTACKER].tank;
            *tank = (*tank).min(most);
            play.note("fi 5.5", say!("{side} loses a tank level", side = named(attacker)));
        }
        EventWord::AttackerReplacement => lose_replacement(game, state, attacker, play),
        EventWord::DefenderAlone => {
            let road = state.combat.support[DEFENDER].road;
            state.combat.support[DEFENDER] = crate::state::Support { road, ..Default::default() };
            play.note("fi 5.5", say!("{side} gets no support", side = named(defender)));
        }
        EventWord::AttackerSnafu => snafu(game, state, attacker, play),
        EventWord::DefenderSnafu => snafu(game, state, defender, play),
    }
}

/// 5.5 Reporters: a revealed marker of a side on the combat hex, unless one lies there or none is left. [rule: fi 5.5-reporters]
fn reporters(game: &FireAndIce, state: &mut State, side: u8, play: &mut Play) {
    let hex = state.combat.declared.hex;
    if state.objective(hex).is_some()
        || !game.pool_left(state, side)
        || !state.objectives.try_push(Objective { hex, side, value: 0 })
    {
        play.note("fi 5.5-reporters", say!("reporters find nothing new"));
        return;
    }
    let index = state.objectives.len() - 1;
    game.reveal(state, index, play);
}

/// 5.5 A point of the lead's nation, else any that the attacker chooses.
fn lose_replacement(game: &FireAndIce, state: &mut State, side: u8, play: &mut Play) {
    let lead = state.combat.lead(ATTACKER);
    let pools = state.sides[usize::from(side)].replacements;
    match game.unit(lead).nation.points() {
        Some(own) if pools[own] > 0 => {
            game.replace(state, side, own, -1);
            play.note("fi 5.5", say!("{side} loses a replacement point", side = named(side)));
        }
        _ if pools.iter().any(|&p| p > 0) => push(state, Forfeit),
        _ => {}
    }
}

/// 5.5 One marker is drawn; the named player chooses face and unit.
fn snafu(game: &FireAndIce, state: &mut State, by: u8, play: &mut Play) {
    let mut cup = game.cup_of_snafu(state);
    let drawn = game.draw_snafu(&mut cup, play);
    if drawn != u8::MAX {
        play.note("fi 6.1-cup", say!("{side} places a SNAFU marker", side = named(by)));
        push(state, Snafu { by, drawn: [drawn, u8::MAX], unit: PieceId::NONE });
    }
}

impl Snafu {
    /// 6.1 Leaders go on the lead, shortages on any participant of the marker's side. [rule: fi 6.1-place]
    fn units(self, game: &FireAndIce, state: &State, kind: u8) -> PieceBits {
        let side = kind / KINDS as u8;
        if self.unit.is_some() {
            let mut out = PieceBits::default();
            let fits = game.unit(self.unit).side == side && state.piece(self.unit).at.in_play();
            out.set(self.unit.index(), fits);
            return out;
        }
        let role = state.combat.role(side);
        if kind.is_multiple_of(KINDS as u8) {
            let mut out = PieceBits::default();
            let lead = state.combat.lead(role);
            if lead.is_some() {
                out.set(lead.index(), state.piece(lead).at.in_play());
            }
            return out;
        }
        game.present(state, role)
    }
    fn legal(self, game: &FireAndIce, state: &State, marker: Marker, unit: PieceId) -> bool {
        self.drawn.iter().any(|&d| {
            d != u8::MAX
                && FACES[usize::from(d) % KINDS].contains(&marker)
                && self.units(game, state, d).has(unit.index())
        })
    }
}

impl Decision<FireAndIce> for Snafu {
    fn seats(&self, game: &FireAndIce, state: &State) -> SeatSet {
        let any = self.drawn.iter().any(|&d| d != u8::MAX && !self.units(game, state, d).is_empty());
        if any { seats(self.by) } else { SeatSet::NONE }
    }
    fn ask(&self, _: Now<'_>) -> Ask {
        Ask::new("fi 6.1-place", say!("Place a SNAFU marker: which face, on which unit?"))
    }
    fn candidates(&self, now: Now<'_>, out: &mut Vec<Action>) {
        for &kind in self.drawn.iter().filter(|&&d| d != u8::MAX) {
            for marker in FACES[usize::from(kind) % KINDS] {
                let units = self.units(now.game, now.state, kind);
                out.extend(units.iter().map(|u| Action::Snafu { marker, unit: PieceId(u as u8) }));
            }
        }
        if self.unit.is_some() {
            out.push(Action::Done);
        }
        out.sort_unstable();
        out.dedup();
    }
    fn check(&self, now: Now<'_>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Done if self.unit.is_some() => Ok(()),
            Action::Snafu { marker, unit } if self.legal(now.game, now.state, marker, unit) => Ok(()),
            Action::Snafu { unit, .. } => Err(Illegal::new(
                "fi 6.1-place",
                say!("that marker was not drawn, or does not go on {unit}", unit),
            )),
            _ => Err(not_now()),
        }
    }
    /// 6.1 A shortage on a shortage is out; a new leader takes the place of the old. [rule: fi 6.1b, fi 6.1a]
    fn perform(&self, _: &FireAndIce, state: &mut State, who: Seat, action: Action, play: &mut Play) {
        state.frames.pop();
        let Action::Snafu { marker, unit } = action else { return };
        let faces = FACES.iter().find(|f| f.contains(&marker)).copied().unwrap_or(FACES[0]);
        let both = faces[0].bit() | faces[1].bit();
        let leader = faces[0] == Marker::Great;
        let piece = state.piece_mut(unit);
        let worse = !leader && piece.has(both);
        piece.marks &= !both;
        piece.marks |= if worse { faces[1].bit() } else { marker.bit() };
        if !self.unit.is_some() {
            at_once(state, unit, leader, piece_marks(state, unit));
        }
        play.say(who, "fi 6.1-place", say!("{unit} gets {marker}", unit, marker)).on(state.piece(unit).at);
    }
    fn quiet(&self, _: Now<'_>) -> Option<Action> {
        self.unit.is_some().then_some(Action::Done)
    }
    fn offer(&self, now: Now<'_>, action: Action) -> Offer {
        crate::offers::offer(now, action)
    }
    fn step(&self, _: &FireAndIce, state: &mut State, _: &mut Play) -> bool {
        state.frames.pop();
        true
    }
}

fn piece_marks(state: &State, unit: PieceId) -> u16 {
    state.piece(unit).marks
}

/// 5.5, 6.1 A marker of the event works at once: a leader may be used, a shortage on the lead takes support away.
/// [rule: fi 5.5-late, fi 6.1b, fi 6.1c]
fn at_once(state: &mut State, unit: PieceId, leader: bool, marks: u16) {
    if leader {
        state.combat.late = unit;
        return;
    }
    for role in [ATTACKER, DEFENDER] {
        if state.combat.lead(role) != unit {
            continue;
        }
        let support = &mut state.combat.support[role];
        support.artillery = crate::support::shortened(support.artillery, marks, mark::AMMO, mark::AMMO_OUT);
        support.tank = crate::support::shortened(support.tank, marks, mark::FUEL, mark::FUEL_OUT);
    }
}

impl Decision<FireAndIce> for Forfeit {
    fn seats(&self, _: &FireAndIce, state: &State) -> SeatSet {
        seats(state.combat.attacker)
    }
    fn ask(&self, _: Now<'_>) -> Ask {
        Ask::new("fi 5.5", say!("Which nation loses a replacement point?"))
    }
    fn candidates(&self, now: Now<'_>, out: &mut Vec<Action>) {
        out.extend((0..3).map(|i| Action::Forfeit { pool: Pool::of(now.state.combat.attacker, i) }));
    }
    fn check(&self, now: Now<'_>, action: Action) -> Result<(), Illegal> {
        let Action::Forfeit { pool } = action else { return Err(not_now()) };
        let side = now.state.combat.attacker;
        match pool.index(side) {
            Some(i) if now.state.sides[usize::from(side)].replacements[i] > 0 => Ok(()),
            _ => Err(Illegal::new("fi 5.5", say!("there are no {pool} replacements to lose", pool))),
        }
    }
    fn perform(&self, game: &FireAndIce, state: &mut State, who: Seat, action: Action, play: &mut Play) {
        state.frames.pop();
        if let Action::Forfeit { pool } = action {
            game.replace(state, who.0, pool.index(who.0).unwrap_or(0), -1);
            play.say(who, "fi 5.5", say!("a {pool} replacement point is lost", pool));
        }
    }
    fn offer(&self, now: Now<'_>, action: Action) -> Offer {
        crate::offers::offer(now, action)
    }
}

/// The marker bits that the cup counts.
pub(crate) const CUP_MARKS: u16 =
    mark::GREAT | mark::INCOMPETENT | mark::FUEL | mark::FUEL_OUT | mark::AMMO | mark::AMMO_OUT;
