//! 5.3: each side chooses what it puts into the combat, the attacker first.

use crate::actions::Action;
use crate::game::{FireAndIce, not_now};
use crate::names::{Now, at, seats};
use crate::sequence::push;
use crate::state::{AirBox, AirId, PieceBits, PieceId, State};
use crate::support::{ATTACKER, DEFENDER, Most};
use engine::{Ask, Count, Decision, Illegal, Offer, Play, Seat, SeatSet, say};
use serde::{Deserialize, Serialize};

/// The choice of one side, with the most it can use, worked out once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Supporting {
    role: u8,
    tank: u8,
    by_road: u8,
    artillery: u8,
    guns: u8,
    air: u8,
    road: bool,
}

impl Supporting {
    /// Works out the limits and asks.
    pub(crate) fn begin(game: &FireAndIce, state: &mut State, role: usize) {
        let Most { tank, by_road, artillery, bombardment, air } = game.most(state, role);
        let road = role == ATTACKER && by_road > 0 && game.road_serves(state);
        let by_road = if road { by_road } else { tank };
        push(state, Supporting { role: role as u8, tank, by_road, artillery, guns: bombardment, air, road });
    }
    fn index(self) -> usize {
        self.role.into()
    }
    fn side(self, state: &State) -> u8 {
        state.combat.side(self.index())
    }
    /// Adjacent units that could still be put in.
    fn units(self, game: &FireAndIce, state: &State) -> PieceBits {
        let mut all = game.supporters(state, self.index());
        let used = state.combat.support[self.index()].units;
        used.iter().for_each(|u| all.set(u, false));
        all
    }
    /// 10.4.3 Aircraft that could still add something. [rule: fi 10.4.3-use]
    fn aircraft(self, game: &FireAndIce, state: &State) -> Vec<AirId> {
        let chosen = state.combat.support[self.index()].aircraft;
        let sum: i16 = chosen.iter().map(|a| game.value_now(state, AirId(a as u8))).sum();
        if sum >= i16::from(self.air) {
            return Vec::new();
        }
        let there = game.planes_in(state, self.side(state), AirBox::GroundSupport);
        there.filter(|&id| !chosen.has(id.index()) && game.value_now(state, id) > 0).collect()
    }
    fn tanks(self, state: &State) -> u8 {
        if state.combat.support[self.index()].road { self.by_road } else { self.tank }
    }
}

impl Decision<FireAndIce> for Supporting {
    fn seats(&self, _: &FireAndIce, state: &State) -> SeatSet {
        seats(self.side(state))
    }
    fn ask(&self, now: Now<'_>) -> Ask {
        let hex = now.state.combat.declared.hex;
        let modifier = now.game.modifiers(now.state, self.index()).sum();
        let text = if self.index() == ATTACKER {
            say!("Attack on {hex}: modifier {modifier} so far. What supports it?", hex = at(hex), modifier)
        } else {
            let enemy = now.game.modifiers(now.state, ATTACKER).sum();
            say!(
                "Defence of {hex}: {modifier} so far against {enemy}. What supports it?",
                hex = at(hex),
                modifier,
                enemy
            )
        };
        Ask::new("fi 5.4.3-order", text).place(at(hex))
    }
    fn list(&self, now: Now<'_>, out: &mut Vec<Action>) {
        let (game, state) = (now.game, now.state);
        let support = &state.combat.support[self.index()];
        let units = self.units(game, state);
        let idle = (self.tanks(state) > 0 && support.tank == 0, self.artillery > 0 && support.artillery == 0);
        let guns = self.guns > 0 && support.bombardment == 0;
        if !units.is_empty() || idle.0 || idle.1 || guns {
            out.push(Action::Everything);
        }
        out.extend(units.iter().map(|u| Action::Support { unit: PieceId(u as u8) }));
        if idle.0 {
            out.push(Action::Tank { count: Count(self.tanks(state).into()) });
        }
        if idle.1 {
            out.push(Action::Artillery { count: Count(self.artillery.into()) });
        }
        if guns {
            out.push(Action::Guns { count: Count(self.guns.into()) });
        }
        if self.road && !support.road && support.tank == 0 {
            out.push(Action::Road);
        }
        out.extend(self.aircraft(game, state).into_iter().map(|air| Action::Fly { air }));
        out.push(Action::Done);
    }
    fn check(&self, now: Now<'_>, action: Action) -> Result<(), Illegal> {
        let (game, state) = (now.game, now.state);
        let support = &state.combat.support[self.index()];
        let within = |used: u8, most: u8, count: Count| {
            if used == 0 && (1..=u16::from(most)).contains(&count.0) {
                return Ok(());
            }
            Err(Illegal::new(
                "fi 5.3.1-formula",
                say!("at most {most} of it comes through, chosen once", most),
            ))
        };
        match action {
            Action::Done => Ok(()),
            Action::Everything => {
                let mut list = Vec::new();
                self.list(now, &mut list);
                if list.first() == Some(&Action::Everything) {
                    return Ok(());
                }
                Err(Illegal::new("fi 5.3.1-formula", say!("there is nothing left to put in")))
            }
            Action::Support { unit } if self.units(game, state).has(unit.index()) => Ok(()),
            Action::Support { unit } => Err(Illegal::new(
                "fi 5.3.3-who",
                say!("{unit} cannot support this combat, or does so already", unit),
            )),
            Action::Tank { count } => within(support.tank, self.tanks(state), count),
            Action::Artillery { count } => within(support.artillery, self.artillery, count),
            Action::Guns { count } => within(support.bombardment, self.guns, count),
            Action::Road if self.road && !support.road && support.tank == 0 => Ok(()),
            Action::Road => Err(Illegal::new(
                "fi 5.3.1-road",
                say!("no road without a river leads the declarer's tanks there, or they are chosen"),
            )),
            Action::Fly { air } if self.aircraft(game, state).contains(&air) => Ok(()),
            Action::Fly { air } => {
                Err(Illegal::new("fi 10.4.3-use", say!("{air} adds nothing to this combat", air)))
            }
            _ => Err(not_now()),
        }
    }
    fn perform(&self, game: &FireAndIce, state: &mut State, who: Seat, action: Action, play: &mut Play) {
        let units = self.units(game, state);
        let tanks = self.tanks(state);
        let support = &mut state.combat.support[self.index()];
        match action {
            Action::Everything => {
                units.iter().for_each(|u| support.units.set(u, true));
                support.tank = tanks.max(support.tank);
                support.artillery = self.artillery.max(support.artillery);
                support.bombardment = self.guns.max(support.bombardment);
            }
            Action::Support { unit } => support.units.set(unit.index(), true),
            Action::Tank { count } => support.tank = count.0 as u8,
            Action::Artillery { count } => support.artillery = count.0 as u8,
            Action::Guns { count } => support.bombardment = count.0 as u8,
            Action::Road => support.road = true,
            Action::Fly { air } => support.aircraft.set(air.index(), true),
            _ => {
                state.frames.pop();
                let modifier = game.modifiers(state, self.index()).sum();
                let hex = at(state.combat.declared.hex);
                let text = if self.index() == DEFENDER {
                    say!("the defence of {hex} has a modifier of {modifier}", hex, modifier)
                } else {
                    say!("the attack on {hex} has a modifier of {modifier}", hex, modifier)
                };
                play.say(who, "fi 5.4.3-order", text).on(hex);
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
