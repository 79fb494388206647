//! 10.3.2 to 10.3.4: what a strategic mission does.

use crate::actions::Action;
use crate::game::{FireAndIce, not_now};
use crate::hq::Displace;
use crate::names::{Now, at, seats};
use crate::sequence::{become_frame, push};
use crate::state::{AirBox, AirId, Base, COM, Commander, HexIdSlot, PieceId, State, UN, other};
use board::HexId;
use engine::{Ask, Decision, Illegal, Offer, Play, Seat, SeatSet, say};
use serde::{Deserialize, Serialize};

/// One aircraft's mission.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mission {
    air: AirId,
    kind: AirBox,
    stage: Stage,
    base: Base,
    /// Airfields or aircraft still to be lost.
    left: u8,
    /// Aircraft to be lost after the airfields.
    then: u8,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
enum Stage {
    #[default]
    Target,
    Hit,
    Lose,
}

impl Mission {
    pub(crate) fn new(air: AirId, kind: AirBox) -> Self {
        Self { air, kind, ..Self::default() }
    }
    fn side(self, game: &FireAndIce) -> u8 {
        game.air_type(self.air).side
    }
    fn flies(self, state: &State) -> bool {
        state.air[self.air.index()].at == self.kind
    }
    /// 10.3.3 The boxes that can be struck: enemy ones with an airfield; China under MacArthur only. [rule: fi 10.3.3-boxes]
    fn bases<'a>(self, game: &'a FireAndIce, state: &'a State) -> impl Iterator<Item = Base> + use<'a> {
        let side = self.side(game);
        let macarthur = state.commander == Commander::MacArthur;
        Base::FIELDS.into_iter().filter(move |&b| {
            b.side() != side && state.fields[b as usize].whole != [0, 0] && (b != Base::China || macarthur)
        })
    }
    /// 10.3.4 A hex can be struck where no United Nations unit stands; in China under MacArthur only. [rule: fi 10.3.4-hex]
    fn hex(self, game: &FireAndIce, state: &State, hex: HexId) -> bool {
        let ground = game.ground(state);
        self.kind == AirBox::Atomic
            && ground.land.has(hex.index())
            && (state.commander == Commander::MacArthur || !ground.china.has(hex.index()))
            && game.units_in(state, UN, hex).next().is_none()
            && !state.is_struck(hex)
    }
    /// Aircraft of the struck side that can be lost.
    fn losable<'a>(self, game: &'a FireAndIce, state: &'a State) -> impl Iterator<Item = AirId> + 'a {
        let side = other(self.side(game));
        [AirBox::Available, AirBox::Damaged].into_iter().flat_map(move |b| game.planes_in(state, side, b))
    }

    /// 10.3.2 D6 up to the value: one off, two on a natural 1; a 6 damages the striker. [rule: fi 10.3.2]
    fn strike_infrastructure(self, game: &FireAndIce, state: &mut State, play: &mut Play) {
        state.frames.pop();
        let side = self.side(game);
        let roll = play.d6("infrastructure strike");
        if roll <= game.value_now(state, self.air) as u32 {
            let points = if roll == 1 { 2 } else { 1 };
            crate::air::struck(play, side, self.air, points);
            game.build(state, other(side), -points);
        } else {
            play.note("fi 10.3.2", say!("{air} misses", air = self.air));
        }
        if roll == 6 {
            game.damage(state, self.air, "fi 10.3.2", play);
        }
    }

    /// 10.3.3 The roll against the airfields of a box. [rule: fi 10.3.3]
    fn strike_airfields(self, game: &FireAndIce, state: &mut State, base: Base, play: &mut Play) {
        let roll = play.d6("airfield strike");
        state.china_struck |= base == Base::China;
        let value = game.value_now(state, self.air);
        play.note(
            "fi 10.3.3",
            say!("{air} strikes the airfields of {base} with {value}", air = self.air, base, value),
        );
        if roll <= value as u32 {
            become_frame(state, Mission { stage: Stage::Hit, base, left: 1, then: 1, ..self });
        } else {
            state.frames.pop();
        }
        if roll == 6 {
            game.damage(state, self.air, "fi 10.3.3", play);
        }
    }

    /// 10.3.4 The bomb on a hex: units, headquarters, roads and bridges. [rule: fi 10.3.4-hex]
    fn bomb(self, game: &FireAndIce, state: &mut State, hex: HexId, play: &mut Play) {
        state.frames.pop();
        state.atomic_used += 1;
        state.struck.push(HexIdSlot(hex));
        play.note("fi 10.3.4-hex", say!("an atomic bomb falls on {hex}", hex = at(hex))).on(at(hex));
        let units: Vec<PieceId> = game.units_in(state, COM, hex).collect();
        for id in units {
            game.eliminate(state, id, "fi 10.3.4-hex", play);
        }
        for side in [UN, COM] {
            let hqs: Vec<PieceId> = game.hqs_in(state, side, hex).collect();
            for hq in hqs {
                push(state, Displace { hq });
            }
        }
    }

    /// Takes an airfield of a kind away: damaged by a strike, gone by a bomb.
    fn hit(self, state: &mut State, improved: bool) {
        let fields = &mut state.fields[self.base as usize];
        let kind = usize::from(improved);
        fields.whole[kind] -= 1;
        if self.kind == AirBox::Airfield {
            fields.damaged[kind] += 1;
        }
        let stage = if self.left > 1 { Stage::Hit } else { Stage::Lose };
        let left = if self.left > 1 { self.left - 1 } else { self.then };
        become_frame(state, Mission { stage, left, ..self });
    }
}

impl Decision<FireAndIce> for Mission {
    fn seats(&self, game: &FireAndIce, state: &State) -> SeatSet {
        let side = self.side(game);
        match self.stage {
            Stage::Target if self.flies(state) => match self.kind {
                AirBox::Airfield if self.bases(game, state).next().is_some() => seats(side),
                AirBox::Atomic => seats(side),
                _ => SeatSet::NONE,
            },
            Stage::Hit if !state.fields[self.base as usize].whole.contains(&0) => seats(side),
            Stage::Lose if self.left > 0 && self.losable(game, state).next().is_some() => seats(other(side)),
            _ => SeatSet::NONE,
        }
    }
    fn ask(&self, _: Now<'_>) -> Ask {
        match self.stage {
            Stage::Target => Ask::new("fi 10.3.3", say!("What does {air} strike?", air = self.air)),
            Stage::Hit => Ask::new("fi 10.3.3", say!("Which airfield of {base} is hit?", base = self.base)),
            Stage::Lose => Ask::new("fi 10.3.3", say!("Which aircraft is lost on the ground?")),
        }
    }
    fn candidates(&self, now: Now<'_>, out: &mut Vec<Action>) {
        let (game, state) = (now.game, now.state);
        match self.stage {
            Stage::Target => {
                out.extend(self.bases(game, state).map(|base| Action::Target { base }));
                if self.kind == AirBox::Atomic {
                    out.extend(game.ground(state).map.grid().hexes().map(|hex| Action::Bomb { hex }));
                    out.push(Action::Done);
                }
            }
            Stage::Hit => out.extend([false, true].map(|improved| Action::Hit { improved })),
            Stage::Lose => {
                out.extend(self.losable(game, state).map(|air| Action::Lose { air }));
                out.sort_unstable();
            }
        }
    }
    fn check(&self, now: Now<'_>, action: Action) -> Result<(), Illegal> {
        let (game, state) = (now.game, now.state);
        let refuse = |rule| Err(Illegal::new(rule, say!("that is no target of this mission")));
        match (self.stage, action) {
            (Stage::Target, Action::Target { base }) => {
                if self.bases(game, state).any(|b| b == base) {
                    Ok(())
                } else {
                    refuse("fi 10.3.3-boxes")
                }
            }
            (Stage::Target, Action::Bomb { hex }) => {
                if self.hex(game, state, hex) {
                    Ok(())
                } else {
                    refuse("fi 10.3.4-hex")
                }
            }
            (Stage::Target, Action::Done) if self.kind == AirBox::Atomic => Ok(()),
            (Stage::Hit, Action::Hit { improved }) => {
                let there = state.fields[self.base as usize].whole[usize::from(improved)] > 0;
                if there { Ok(()) } else { refuse("fi 10.3.3") }
            }
            (Stage::Lose, Action::Lose { air }) => {
                if self.losable(game, state).any(|a| a == air) {
                    Ok(())
                } else {
                    refuse("fi 10.3.3")
                }
            }
            _ => Err(not_now()),
        }
    }
    fn perform(&self, game: &FireAndIce, state: &mut State, _: Seat, action: Action, play: &mut Play) {
        match action {
            Action::Target { base } if self.kind == AirBox::Airfield => {
                self.strike_airfields(game, state, base, play);
            }
            Action::Target { base } => {
                state.atomic_used += 1;
                state.china_struck |= base == Base::China;
                let fields: u8 = state.fields[base as usize].whole.iter().sum();
                play.note("fi 10.3.4", say!("an atomic bomb falls on the airfields of {base}", base));
                become_frame(
                    state,
                    Mission { stage: Stage::Hit, base, left: fields.min(2), then: 2, ..*self },
                );
            }
            Action::Bomb { hex } => self.bomb(game, state, hex, play),
            Action::Hit { improved } => self.hit(state, improved),
            Action::Lose { air } => {
                game.home(state, air, AirBox::Gone);
                play.note("fi 10.3.3", say!("{air} is destroyed on the ground", air));
                become_frame(state, Mission { left: self.left - 1, ..*self });
            }
            _ => {
                state.frames.pop();
            }
        }
    }
    fn quiet(&self, _: Now<'_>) -> Option<Action> {
        (self.stage == Stage::Target && self.kind == AirBox::Atomic).then_some(Action::Done)
    }
    fn offer(&self, now: Now<'_>, action: Action) -> Offer {
        crate::offers::offer(now, action)
    }
    fn step(&self, game: &FireAndIce, state: &mut State, play: &mut Play) -> bool {
        let whole = state.fields[self.base as usize].whole;
        match self.stage {
            Stage::Target if self.flies(state) && self.kind == AirBox::Infrastructure => {
                self.strike_infrastructure(game, state, play);
            }
            Stage::Hit if whole != [0, 0] => self.hit(state, whole[0] == 0),
            _ => {
                state.frames.pop();
            }
        }
        true
    }
}
