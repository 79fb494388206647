//! 10.4: tactical missions: interdiction, and interception by Top Cover.

use crate::actions::Action;
use crate::game::{FireAndIce, not_now};
use crate::names::{Now, seats};
use crate::sequence::{become_frame, push};
use crate::state::{AirBits, AirBox, AirId, Mission, PieceId, State, other};
use engine::{Ask, Decision, Illegal, Offer, Play, Question, Seat, SeatSet, say};
use serde::{Deserialize, Serialize};

/// What is to be interdicted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum What {
    /// A strategic move or an evacuation.
    #[default]
    March,
    /// A headquarters' activation, or its reserve activation.
    Hq,
    /// Tanks and artillery of one side of a combat.
    Support,
    /// A payment with replacements.
    Replacement,
}

/// The enemy of an action may interdict it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Interdict {
    /// The side that may interdict.
    pub by: u8,
    /// What.
    pub what: What,
    /// Whose action it is.
    pub piece: PieceId,
}

/// An aircraft on its way to interdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Interdicting {
    /// The aircraft.
    pub air: AirId,
}

/// Top Cover intercepts the mission in the air.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Intercept {
    shooter: AirId,
    target: AirId,
}

impl FireAndIce {
    /// 10.4.2 Asks whether an action is interdicted; nothing is asked where no aircraft could. [rule: fi 10.4.2]
    pub(crate) fn interdiction(&self, state: &mut State, by: u8, what: What, piece: PieceId) {
        state.mission = Mission { owner: by, ..Mission::default() };
        if self.interdictors(state, by).next().is_some() {
            push(state, Interdict { by, what, piece });
        }
    }

    /// The aircraft of a side that can interdict.
    pub(crate) fn interdictors<'a>(&'a self, state: &'a State, side: u8) -> impl Iterator<Item = AirId> + 'a {
        self.planes_in(state, side, AirBox::Interdiction).filter(move |&id| self.value_now(state, id) > 0)
    }

    /// Sends an aircraft to interdict: Top Cover may meet it first.
    pub(crate) fn send(&self, state: &mut State, air: AirId) {
        let mut fliers = AirBits::default();
        fliers.set(air.index(), true);
        state.mission = Mission { owner: self.air_type(air).side, fliers, ..Mission::default() };
        push(state, Interdicting { air });
        push(state, Intercept::default());
    }

    /// Top Cover of a side that has not shot at this mission.
    fn cover<'a>(&'a self, state: &'a State, side: u8) -> impl Iterator<Item = AirId> + 'a {
        self.planes_in(state, side, AirBox::TopCover)
            .filter(move |id| !state.mission.shot.has(id.index()) && self.value_now(state, *id) > 0)
    }
}

impl Decision<FireAndIce> for Interdict {
    fn seats(&self, game: &FireAndIce, state: &State) -> SeatSet {
        if game.interdictors(state, self.by).next().is_some() { seats(self.by) } else { SeatSet::NONE }
    }
    fn ask(&self, _: Now<'_>) -> Ask {
        let piece = self.piece;
        let text = match self.what {
            What::March => say!("{piece} marches: interdict it?", piece),
            What::Hq => say!("{piece} is activated: interdict it?", piece),
            What::Support => say!("{piece} calls for tanks and artillery: interdict them?", piece),
            What::Replacement => say!("{piece} is to be made good with replacements: interdict them?", piece),
        };
        Ask::new("fi 10.4.2", text).piece(piece)
    }
    fn candidates(&self, now: Now<'_>, out: &mut Vec<Action>) {
        out.extend(now.game.interdictors(now.state, self.by).map(|air| Action::Interdict { air }));
        out.push(Action::Done);
    }
    fn check(&self, now: Now<'_>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Done => Ok(()),
            Action::Interdict { air } if now.game.interdictors(now.state, self.by).any(|a| a == air) => {
                Ok(())
            }
            Action::Interdict { air } => {
                Err(Illegal::new("fi 10.4.2", say!("{air} is not on Interdiction", air)))
            }
            _ => Err(not_now()),
        }
    }
    fn perform(&self, game: &FireAndIce, state: &mut State, _: Seat, action: Action, _: &mut Play) {
        state.frames.pop();
        if let Action::Interdict { air } = action {
            game.send(state, air);
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
    fn question(&self, _: Now<'_>) -> Option<Question> {
        let (kind, title, value) = match self.what {
            What::March => ("interdict-march", say!("Interdiction of marching pieces"), 1),
            What::Hq => ("interdict-hq", say!("Interdiction of headquarters"), 4),
            What::Support => ("interdict-support", say!("Interdiction of tanks and artillery"), 3),
            What::Replacement => ("interdict-replacement", say!("Interdiction of replacements"), 2),
        };
        Some(Question { kind, title, place: None, value })
    }
}

impl Decision<FireAndIce> for Interdicting {
    /// 10.4.2 D6 up to the value stops it; a 6 damages the aircraft; then the station roll. [rule: fi 10.4.2]
    fn step(&self, game: &FireAndIce, state: &mut State, play: &mut Play) -> bool {
        state.frames.pop();
        if !state.mission.fliers.has(self.air.index()) {
            return true;
        }
        let roll = play.d6("interdiction");
        state.mission.stopped = roll <= game.value_now(state, self.air) as u32;
        if state.mission.stopped {
            play.outcome("fi 10.4.2", say!("{air} interdicts: stopped", air = self.air));
        } else {
            play.outcome("fi 10.4.2", say!("{air} interdicts in vain", air = self.air));
        }
        if roll == 6 {
            game.damage(state, self.air, "fi 10.4.2", play);
        }
        game.station(state, self.air, play);
        true
    }
}

impl Intercept {
    /// Who decides: the enemy of the mission whether to shoot, then its owner whether to shoot first. [rule: fi 10.4.1-counter]
    fn who(self, game: &FireAndIce, state: &State) -> Option<u8> {
        let owner = state.mission.owner;
        if self.shooter.is_some() {
            return game.cover(state, owner).next().map(|_| owner);
        }
        let enemy = other(owner);
        (!state.mission.fliers.is_empty() && game.cover(state, enemy).next().is_some()).then_some(enemy)
    }

    fn legal(self, game: &FireAndIce, state: &State, air: AirId, target: AirId) -> bool {
        let Some(side) = self.who(game, state) else { return false };
        let aimed = if self.shooter.is_some() {
            target == self.shooter
        } else {
            state.mission.fliers.has(target.index())
        };
        aimed && game.cover(state, side).any(|a| a == air)
    }

    /// A shot: D6 up to the value brings the target down; then the station roll. [rule: fi 10.4.1-intercept]
    fn shot(game: &FireAndIce, state: &mut State, air: AirId, target: AirId, play: &mut Play) {
        state.mission.shot.set(air.index(), true);
        let value = game.value_now(state, air);
        let hit = play.d6("interception") <= value as u32;
        play.note("fi 10.4.1-intercept", say!("{air} shoots at {target} with {value}", air, target, value));
        if hit {
            game.shot_down(state, target, "fi 10.4.1-intercept", play);
            state.mission.fliers.set(target.index(), false);
        }
        game.station(state, air, play);
    }
}

impl Decision<FireAndIce> for Intercept {
    fn seats(&self, game: &FireAndIce, state: &State) -> SeatSet {
        self.who(game, state).map_or(SeatSet::NONE, seats)
    }
    fn ask(&self, _: Now<'_>) -> Ask {
        if self.shooter.is_some() {
            Ask::new("fi 10.4.1-counter", say!("{air} intercepts: shoot at it first?", air = self.shooter))
        } else {
            Ask::new("fi 10.4.1-intercept", say!("Enemy aircraft are on a mission: intercept them?"))
        }
    }
    fn candidates(&self, now: Now<'_>, out: &mut Vec<Action>) {
        let (game, state) = (now.game, now.state);
        let Some(side) = self.who(game, state) else { return };
        for air in game.cover(state, side) {
            if self.shooter.is_some() {
                out.push(Action::Shoot { air, target: self.shooter });
            } else {
                out.extend(
                    state.mission.fliers.iter().map(|t| Action::Shoot { air, target: AirId(t as u8) }),
                );
            }
        }
        out.push(Action::Done);
    }
    fn check(&self, now: Now<'_>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Done => Ok(()),
            Action::Shoot { air, target } if self.legal(now.game, now.state, air, target) => Ok(()),
            Action::Shoot { air, target } => Err(Illegal::new(
                "fi 10.4.1-intercept",
                say!("{air} cannot shoot at {target} now", air, target),
            )),
            _ => Err(not_now()),
        }
    }
    fn perform(&self, game: &FireAndIce, state: &mut State, _: Seat, action: Action, play: &mut Play) {
        match action {
            Action::Shoot { air, target } if self.shooter.is_some() => {
                Self::shot(game, state, air, target, play);
                if state.air[self.shooter.index()].at != AirBox::TopCover {
                    become_frame(state, Intercept::default());
                }
            }
            Action::Shoot { air, target } => become_frame(state, Intercept { shooter: air, target }),
            _ if self.shooter.is_some() => self.resolve(game, state, play),
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
    fn step(&self, game: &FireAndIce, state: &mut State, play: &mut Play) -> bool {
        if self.shooter.is_some() {
            self.resolve(game, state, play);
        } else {
            state.frames.pop();
        }
        true
    }
    fn question(&self, now: Now<'_>) -> Option<Question> {
        let value = now.state.mission.fliers.len() as i32;
        Some(if self.shooter.is_some() {
            Question { kind: "counter", title: say!("Shooting first at interceptors"), place: None, value }
        } else {
            Question { kind: "intercept", title: say!("Interception of enemy missions"), place: None, value }
        })
    }
}

impl Intercept {
    fn resolve(self, game: &FireAndIce, state: &mut State, play: &mut Play) {
        become_frame(state, Intercept::default());
        Self::shot(game, state, self.shooter, self.target, play);
    }
}
