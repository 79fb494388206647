//! 12.1, 3.0 C: scrapping, objectives, the check, the end.

use crate::actions::Action;
use crate::events::CUP_MARKS;
use crate::files::WinnerWord;
use crate::game::{FireAndIce, not_now};
use crate::moves::Stacking;
use crate::names::{Now, at, seats, side as named};
use crate::state::{COM, End, HexBits, NOBODY, Objective, PieceId, Spot, State, Step, UN, other};
use board::HexId;
use engine::{Ask, Decision, Effect, Ending, Illegal, Offer, Play, Seat, SeatSet, Sentence, say};
use serde::{Deserialize, Serialize};

/// A side may put units into the Replacements box.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scrap {
    /// Whose.
    pub side: u8,
}

/// 12.1.3 A side's objective action of the check: one is due. [rule: fi 12.1.3-one]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Check {
    /// Whose.
    pub side: u8,
}

impl Scrap {
    /// Whether a piece can be broken up where it is.
    fn there(state: &State, unit: PieceId) -> bool {
        let at = state.piece(unit).at;
        at.in_play() || at == Spot::SEA
    }

    /// Whether there is surely somebody to break up.
    pub(crate) fn open(self, now: Now<'_>) -> bool {
        now.game.units_of(self.side).any(|unit| now.state.piece(unit).at.in_play())
    }
}

impl Decision<FireAndIce> for Scrap {
    fn seats(&self, _: &FireAndIce, _: &State) -> SeatSet {
        seats(self.side)
    }
    fn ask(&self, _: Now<'_>) -> Ask {
        Ask::new("fi 3.0-scrap", say!("Break up units for the Replacements box? Nobody has to"))
    }
    fn list(&self, now: Now<'_>, out: &mut Vec<Action>) {
        let there = |unit: &PieceId| Self::there(now.state, *unit);
        out.extend(now.game.units_of(self.side).filter(there).map(|unit| Action::Scrap { unit }));
        out.push(Action::Done);
    }
    /// 3.0 C1 Own units in play. [rule: fi 3.0-scrap]
    fn check(&self, now: Now<'_>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Done => Ok(()),
            Action::Scrap { unit } => {
                let kind = now.game.unit(unit);
                if kind.side == self.side && !kind.hq() && Self::there(now.state, unit) {
                    return Ok(());
                }
                Err(Illegal::new("fi 3.0-scrap", say!("{unit} is no own unit in play", unit)))
            }
            _ => Err(not_now()),
        }
    }
    fn perform(&self, game: &FireAndIce, state: &mut State, who: Seat, action: Action, play: &mut Play) {
        let Action::Scrap { unit } = action else {
            state.frames.pop();
            return;
        };
        play.say(who, "fi 3.0-scrap", say!("{unit} is broken up", unit))
            .effect(Effect::Left { unit: unit.into() });
        game.eliminate(state, unit, "fi 3.0-scrap", play);
    }
    fn quiet(&self, _: Now<'_>) -> Option<Action> {
        Some(Action::Done)
    }
    fn offer(&self, now: Now<'_>, action: Action) -> Offer {
        crate::offers::offer(now, action)
    }
}

impl FireAndIce {
    fn nearest(&self, state: &State, side: u8, hex: HexId) -> u32 {
        let units = self.units_of(side).filter_map(|id| state.hex_of(id));
        units.map(|h| self.ground(state).distance(h, hex)).min().unwrap_or(u32::MAX)
    }

    /// 12.1.3 Own revealed markers with no enemy unit within three hexes. [rule: fi 12.1.3-claim]
    fn claimable(&self, state: &State, side: u8, marker: &Objective) -> bool {
        marker.side == side
            && marker.value > 0
            && self.nearest(state, other(side), marker.hex) > self.data.numbers.objective_reach
    }

    /// 12.1.3 An enemy marker under an own unit. [rule: fi 12.1.3-remove]
    fn removable(&self, state: &State, side: u8, marker: &Objective) -> bool {
        marker.side != side && self.units_in(state, side, marker.hex).next().is_some()
    }

    /// 12.1.3 Own hidden markers beside own units. [rule: fi 12.1.3-reveal]
    fn revealable(&self, state: &State, side: u8, marker: &Objective) -> bool {
        marker.side == side && marker.value == 0 && self.nearest(state, side, marker.hex) <= 1
    }

    /// What a marker is good for at the next check, for its table.
    pub(crate) fn claim_words(&self, state: &State, marker: &Objective) -> Sentence {
        let side = marker.side;
        if self.removable(state, other(side), marker) {
            say!("an enemy unit can take it away")
        } else if self.claimable(state, side, marker) {
            say!("can be claimed")
        } else if marker.value > 0 {
            say!("an enemy unit is within three hexes")
        } else if self.revealable(state, side, marker) {
            say!("can be revealed")
        } else {
            say!("no own unit is beside it")
        }
    }

    /// 12.1.3 Where a marker may be placed: an enemy-occupied port or city, an enemy-controlled hex of a capital, an
    /// enemy-occupied town within three hexes of an own unit. [rule: fi 12.1.3-place]
    fn placeable(&self, state: &State, side: u8, hex: HexId) -> bool {
        if state.objective(hex).is_some() {
            return false;
        }
        let ground = self.ground(state);
        let enemy = self.units_in(state, other(side), hex).next().is_some();
        let capital = ground.seoul.contains(&hex) || ground.pyongyang.contains(&hex);
        let there = ground.land.has(hex.index());
        let city = ground.port.has(hex.index()) || ground.city.has(hex.index());
        (enemy && city)
            || (capital && there && self.controller(state, hex) == other(side))
            || (enemy
                && ground.town.has(hex.index())
                && self.nearest(state, side, hex) <= self.data.numbers.objective_reach)
    }

    /// 3.0 C2 Twenty-one points win; on the last turn the scenario says who. [rule: fi 12.1.1-win, fi 16-victory, fi 17-victory, fi 18-victory]
    pub(crate) fn check_end(&self, state: &mut State, play: &mut Play) {
        let most = self.data.numbers.automatic;
        let scenario = self.scenario_of(state);
        if state.points.abs() >= most {
            state.end = End::Points(if state.points > 0 { COM } else { UN });
        } else if state.turn >= scenario.last {
            let holder = match state.points {
                0 => NOBODY,
                p if p > 0 => COM,
                _ => UN,
            };
            state.end = End::Time(match scenario.rules.winner_at_end {
                WinnerWord::HolderOrDraw => holder,
                WinnerWord::Communist => COM,
                WinnerWord::HolderOrCommunist if holder == NOBODY => COM,
                WinnerWord::HolderOrCommunist => holder,
            });
        }
        if state.end != End::Playing {
            play.outcome("fi 12.1.1-win", say!("the game is over"));
        }
    }

    /// How it ended.
    pub(crate) fn verdict(&self, state: &State) -> Ending {
        let (winner, result) = match state.end {
            End::Playing => (NOBODY, say!("undecided")),
            End::Points(UN) => (UN, say!("United Nations automatic victory")),
            End::Points(side) => (side, say!("Communist automatic victory")),
            End::Ports => (COM, say!("Communist automatic victory: every port is taken")),
            End::Time(NOBODY) => (NOBODY, say!("draw")),
            End::Time(UN) => (UN, self.victory_level(state).0),
            End::Time(side) => (side, self.victory_level(state).1),
        };
        let points = i32::from(state.points);
        Ending {
            winner: (winner != NOBODY).then(|| if winner == UN { "un" } else { "com" }.to_owned()),
            result,
            rule: "fi 12.1.1-win",
            points: vec![-points, points],
        }
    }

    /// 16 The level of victory by points, in words for either side. [rule: fi 16-levels]
    fn victory_level(&self, state: &State) -> (Sentence, Sentence) {
        let [_, substantial, decisive] = self.data.numbers.levels;
        let levels = self.scenario_of(state).rules.levels;
        match state.points.abs() {
            _ if !levels => (say!("United Nations victory"), say!("Communist victory")),
            p if p >= decisive => {
                (say!("United Nations decisive victory"), say!("Communist decisive victory"))
            }
            p if p >= substantial => {
                (say!("United Nations substantial victory"), say!("Communist substantial victory"))
            }
            _ => (say!("United Nations marginal victory"), say!("Communist marginal victory")),
        }
    }

    /// What must hold of every position.
    pub(crate) fn check_state(&self, state: &State) -> Result<(), String> {
        for (index, piece) in state.pieces.iter().enumerate().skip(self.data.units.len()) {
            if *piece != crate::state::Piece::default() {
                return Err(format!("slot {index} holds a piece that does not exist"));
            }
        }
        for id in self.pieces_of(UN).chain(self.pieces_of(COM)) {
            let piece = state.piece(id);
            let side = self.unit(id).side;
            if piece.at.on_map().is_some_and(|hex| !self.ground(state).open(side, hex)) {
                return Err(format!("{} stands where it may not", self.unit(id).id));
            }
            if !piece.at.in_play() && piece.marks & CUP_MARKS != 0 {
                return Err(format!("{} keeps a marker out of play", self.unit(id).id));
            }
        }
        let field = self.survey(state);
        if !field.agrees(&state.field) {
            return Err("the units and zones by hex are not those of the pieces".to_owned());
        }
        let both = (0..HexBits::default().0.len()).find(|&w| field.units[0].0[w] & field.units[1].0[w] != 0);
        if both.is_some() {
            return Err("units of both sides share a hex".to_owned());
        }
        let calm = matches!(state.step, Step::Weather | Step::Supply | Step::Fleet);
        if calm && Stacking::surplus(self, state).is_some() {
            return Err("a hex is overfull".to_owned());
        }
        Ok(())
    }
}

impl Check {
    /// Whether a marker of this side is left to be placed.
    fn spare(self, game: &FireAndIce, state: &State) -> bool {
        game.pool_left(state, self.side) && state.objectives.len() < 24
    }

    /// The hexes where a marker may be placed, in order.
    fn places(self, game: &FireAndIce, state: &State) -> HexBits {
        let ground = game.ground(state);
        let mut out = HexBits::default();
        if !self.spare(game, state) {
            return out;
        }
        let enemies = &state.field.units[usize::from(other(self.side))];
        for (i, word) in out.0.iter_mut().enumerate() {
            *word = enemies.0[i] & (ground.city.0[i] | ground.port.0[i] | ground.town.0[i]);
        }
        ground.seoul.iter().chain(&ground.pyongyang).for_each(|h| out.set(h.index(), true));
        let all = out;
        for hex in all.iter() {
            out.set(hex, game.placeable(state, self.side, HexId(hex as u16)));
        }
        out
    }
}

impl Decision<FireAndIce> for Check {
    fn seats(&self, game: &FireAndIce, state: &State) -> SeatSet {
        let now = Now { game, state, seat: Seat(self.side) };
        let mut list = Vec::new();
        self.list(now, &mut list);
        if list.is_empty() { SeatSet::NONE } else { seats(self.side) }
    }
    fn ask(&self, _: Now<'_>) -> Ask {
        Ask::new(
            "fi 12.1.3-one",
            say!("One objective action is due: place a marker on a lit hex, claim, remove or reveal"),
        )
    }
    fn list(&self, now: Now<'_>, out: &mut Vec<Action>) {
        let (game, state, side) = (now.game, now.state, self.side);
        let markers = &state.objectives;
        if markers.iter().any(|m| game.claimable(state, side, m)) {
            out.push(Action::Claim);
        }
        let first = out.len();
        let taken = markers.iter().filter(|m| game.removable(state, side, m));
        out.extend(taken.map(|m| Action::Uproot { hex: m.hex }));
        out[first..].sort_unstable();
        let places = self.places(game, state);
        out.extend(places.iter().map(|hex| Action::Objective { hex: HexId(hex as u16) }));
        if markers.iter().any(|m| game.revealable(state, side, m)) {
            out.push(Action::Reveal);
        }
    }
    fn check(&self, now: Now<'_>, action: Action) -> Result<(), Illegal> {
        let (game, state, side) = (now.game, now.state, self.side);
        let any = |fits: &dyn Fn(&Objective) -> bool| state.objectives.iter().any(fits);
        let ok = match action {
            Action::Claim => any(&|m| game.claimable(state, side, m)),
            Action::Uproot { hex } => any(&|m| m.hex == hex && game.removable(state, side, m)),
            Action::Objective { hex } => self.spare(game, state) && game.placeable(state, side, hex),
            Action::Reveal => any(&|m| game.revealable(state, side, m)),
            _ => return Err(not_now()),
        };
        if ok { Ok(()) } else { Err(Illegal::new("fi 12.1.3-one", say!("no objective marker allows that"))) }
    }
    fn perform(&self, game: &FireAndIce, state: &mut State, who: Seat, action: Action, play: &mut Play) {
        state.frames.pop();
        let side = self.side;
        match action {
            Action::Claim => {
                let claimed: Vec<Objective> =
                    state.objectives.iter().filter(|m| game.claimable(state, side, m)).copied().collect();
                for marker in claimed {
                    state.objectives.retain(|m| *m != marker);
                    play.say(
                        who,
                        "fi 12.1.3-claim",
                        say!("{side} claims {hex}", side = named(side), hex = at(marker.hex)),
                    )
                    .on(at(marker.hex));
                    game.earn(state, side, marker.value as i8, "fi 12.1.3-claim", play);
                }
            }
            Action::Uproot { hex } => {
                state.objectives.retain(|m| m.hex != hex);
                play.say(
                    who,
                    "fi 12.1.3-remove",
                    say!("the objective at {hex} is taken away", hex = at(hex)),
                )
                .on(at(hex));
            }
            Action::Objective { hex } => {
                state.objectives.push(Objective { hex, side, value: 0 });
                play.say(
                    who,
                    "fi 12.1.3-place",
                    say!("{side} places an objective on {hex}", side = named(side), hex = at(hex)),
                )
                .on(at(hex));
            }
            _ => {
                for index in 0..state.objectives.len() {
                    if game.revealable(state, side, &state.objectives[index]) {
                        game.reveal(state, index, play);
                    }
                }
            }
        }
    }
    fn offer(&self, now: Now<'_>, action: Action) -> Offer {
        crate::offers::offer(now, action)
    }
    /// 12.1.3 Nothing is possible: the enemy gains a point. [rule: fi 12.1.3-penalty]
    fn step(&self, game: &FireAndIce, state: &mut State, play: &mut Play) -> bool {
        state.frames.pop();
        game.earn(state, other(self.side), 1, "fi 12.1.3-penalty", play);
        true
    }
}
