//! The chances of a battle, fought to the end: both sides stay, hits are taken in the order of the force pool, nobody is
//! called in and nobody retreats. The engine counts them out or plays the battle many times; this says what is fought.
//!
//! With losses in a fixed order what is left of a side follows from how many it lost, so a plain battle is a walk over
//! pairs of losses. Battles with aircraft on both sides, tank destroyers, landings or ships are played by the rules.

use crate::actions::Action;
use crate::combat::{Combat, attacks};
use crate::data::bit;
use crate::frames::Frame;
use crate::game::War625;
use crate::kinds::{Item, Kind, NOWHERE, Place, Side, Status, Unit};
use crate::state::State;
use engine::{Rules, Seat, spread, walk};
use std::collections::VecDeque;
use std::sync::Mutex;

/// Chances of a battle.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Odds {
    /// The attackers win: they take the area or clear the sea.
    pub win: f64,
    /// The mean number of attackers left.
    pub attackers_left: f64,
    /// The mean number of defenders left.
    pub defenders_left: f64,
    /// Whether the numbers are exact; if not, they come from `samples` battles.
    pub exact: bool,
    /// Battles played.
    pub samples: u32,
    /// Half the width of the 95 per cent interval of `win`; 0 when exact.
    pub error: f64,
}

/// Battles played where there is no exact answer.
const SAMPLES: u32 = 500;
/// The most units of one side for which a battle is counted out.
const MOST: usize = 40;

/// How many battles are remembered that were played for their chances.
const REMEMBERED: usize = 8;

/// A battle that was played for its chances: where, how often, from which position, and what came of it.
type Played = (Place, u32, State, Odds);

/// The last of them.
#[derive(Default)]
pub(crate) struct PlayedOut(Mutex<VecDeque<Played>>);

/// One unit of a plain battle.
#[derive(Clone, Copy)]
struct Troop {
    kind: Kind,
    value: i8,
    order: u64,
}

impl War625 {
    /// The chances of the battle that waits at `place` (by its id), if there is one.
    #[must_use]
    pub fn battle_odds(&self, state: &State, place: &str) -> Option<Odds> {
        self.odds(state, self.c.place(place)?)
    }
    pub(crate) fn odds(&self, s: &State, place: Place) -> Option<Odds> {
        self.odds_from(s, place, SAMPLES)
    }
    /// The chances, from so many battles where there is no exact answer.
    pub(crate) fn odds_from(&self, s: &State, place: Place, samples: u32) -> Option<Odds> {
        let ready = self.rehearsed(s, place)?;
        self.counted(&ready, place).or_else(|| Some(self.remembered(ready, place, samples)))
    }
    /// The chances from battles played, unless they were played just now: the scenes of one position are made for one
    /// audience after the other.
    fn remembered(&self, ready: State, place: Place, samples: u32) -> Odds {
        let asked = |(at, runs, state, _): &Played| *at == place && *runs == samples && *state == ready;
        // Nobody waits for another's memory.
        if let Ok(known) = self.battles_played.0.try_lock()
            && let Some((.., odds)) = known.iter().find(|p| asked(p))
        {
            return *odds;
        }
        let odds = self.played(&ready, place, samples);
        if let Ok(mut known) = self.battles_played.0.try_lock() {
            if known.len() >= REMEMBERED {
                known.pop_front();
            }
            known.push_back((place, samples, ready, odds));
        }
        odds
    }
    /// The exact chances, if there are.
    pub(crate) fn exact_odds(&self, s: &State, place: Place) -> Option<Odds> {
        let ready = self.rehearsed(s, place)?;
        self.counted(&ready, place)
    }
    /// The position with this battle next and nothing after it. Before Combat: as if flights came through and the sea were clear.
    fn rehearsed(&self, s: &State, place: Place) -> Option<State> {
        let mut s = s.clone();
        match s.frames.last() {
            Some(Frame::Decide(_)) if s.battle.place == place => {
                let stage = s.frames;
                s.frames.clear();
                stage.iter().skip(1).for_each(|&f| s.frames.push(f));
                return Some(s);
            }
            Some(Frame::Combat(_)) => {}
            Some(Frame::Movement(m)) if m.combat => {
                s.opened = if place.is_area() { 2 } else { 1 };
                if place.is_area() {
                    self.rehearse_landings(&mut s, place);
                } else {
                    s.fought = 0;
                }
            }
            _ => return None,
        }
        let waiting = if place.is_area() { self.land_battles(&s) } else { self.sea_battles(&s) };
        if waiting & bit(place) == 0 || (place.is_area() && s.opened < 2) || s.opened == 0 {
            return None;
        }
        s.frames.clear();
        s.frames.push(Combat.into());
        Some(s)
    }
    fn rehearse_landings(&self, s: &mut State, place: Place) {
        while let Some((u, n)) = s.first(|u| u.assaults() && u.via() == place) {
            for item in u.landing_party().items() {
                if let Some(kind) = item.kind() {
                    s.add(Unit::new(place, u.nation(), kind).doing(Status::Landed).coming(u.place()), n);
                }
            }
            s.take(u, n);
        }
        while let Some((u, n)) = s.first(|u| u.status() == Status::Drop && u.place() == place) {
            let foot = u16::from(u.cargo().count(Item::Infantry));
            s.add(
                Unit::new(place, u.nation(), Kind::Infantry).doing(Status::Dropped).coming(u.from()),
                n * foot,
            );
            s.take(u, n);
        }
    }

    fn troops(&self, s: &State, side: Side) -> Vec<Troop> {
        let attacking = side == s.active();
        let mut out = Vec::new();
        for (u, n) in self.fighters(s, side) {
            let troop = Troop { kind: u.kind(), value: self.value(s, u, attacking), order: u.0 };
            out.extend((0..n).map(|_| troop));
        }
        out.sort_by_key(|t| t.order);
        out
    }
    /// The exact chances of a plain battle: troops of both sides, aircraft on one at most.
    fn counted(&self, s: &State, place: Place) -> Option<Odds> {
        let mut s = s.clone();
        s.battle.place = place;
        let snipers = s.units().any(|(u, _)| u.status() == Status::Snipe && u.via() == place);
        let landed = s.at(place).any(|(u, _)| u.status() == Status::Landed);
        let fought = s.at(place).any(|(u, _)| s.is_active(u.nation()) && attacks(u.status()));
        if !place.is_area() || snipers || landed || !fought {
            return None;
        }
        let (attack, defence) = (self.troops(&s, s.active()), self.troops(&s, s.active().enemy()));
        let planes = |t: &[Troop]| t.iter().any(|t| t.kind.is_air());
        let breakers = |t: &[Troop]| t.iter().any(|t| t.kind == Kind::TankDestroyer);
        let special = (planes(&attack) && planes(&defence)) || breakers(&attack) || breakers(&defence);
        if attack.len() > MOST || defence.len() > MOST || special {
            return None;
        }
        let pool = &self.c.pool[usize::from(s.opts.d12)];
        Some(Rounds::new(&attack, &defence, f64::from(pool.sides), pool.support).run())
    }
    /// The chances from battles played by the rules.
    fn played(&self, ready: &State, place: Place, samples: u32) -> Odds {
        let (own, enemy) = (ready.active(), ready.active().enemy());
        let seat =
            ready.active().nations().into_iter().find(|&n| ready.is_active(n)).map_or(Seat(0), |n| n.seat());
        let next = |s: &State| {
            if s.battle.place == NOWHERE {
                let waits = if place.is_area() { self.land_battles(s) } else { self.sea_battles(s) };
                let open = s.frames.last() == Some(&Frame::Combat(Combat)) && waits & bit(place) != 0;
                return open.then_some((seat, Action::Battle { place }));
            }
            let seat = self.to_act(s).first()?;
            Some((seat, self.quiet(s, seat)?))
        };
        let left = |s: &State, side: Side| -> u16 {
            s.at(place)
                .filter(|(u, _)| u.side() == side && !u.is_prisoner() && !u.is_submerged())
                .filter(|(u, _)| side == enemy || ready.is_active(u.nation()))
                .map(|(_, n)| n)
                .sum()
        };
        let read = |s: &State| {
            let won = if place.is_area() { s.side_at(place) == own } else { left(s, enemy) == 0 };
            (won, left(s, own), left(s, enemy))
        };
        let played = engine::sampled(self, ready, &next, &read, samples as usize);
        let (win, n) = (played.share(|r| r.0), f64::from(samples));
        Odds {
            win,
            attackers_left: played.mean(|r| f64::from(r.1)),
            defenders_left: played.mean(|r| f64::from(r.2)),
            exact: false,
            samples,
            error: 1.96 * (win * (1.0 - win) / n).sqrt() + 0.5 / n,
        }
    }
    /// Places where a battle waits or is being prepared.
    pub(crate) fn coming_battles(&self, s: &State) -> u64 {
        let enemy = s.active().enemy() as usize;
        let mut places = 0;
        for (u, _) in s.units().filter(|(u, _)| s.is_active(u.nation())) {
            if attacks(u.status()) || u.status() == Status::Drop {
                places |= bit(u.place());
            } else if u.assaults() {
                places |= bit(u.via());
            }
        }
        places & (s.holds[enemy] | s.ships[enemy])
    }
}

/// A plain battle by the losses of both sides.
struct Rounds {
    attackers: usize,
    defenders: usize,
    /// Attackers lost after which no land unit is left.
    last_foot: usize,
    /// Chances of hits by number already lost: guns, then the others.
    hits: [[Vec<Vec<f64>>; 2]; 2],
}

impl Rounds {
    fn new(attack: &[Troop], defence: &[Troop], sides: f64, support: i8) -> Self {
        let chances = |troops: &[Troop], guns: bool, attacking: bool| -> Vec<Vec<f64>> {
            (0..=troops.len())
                .map(|lost| {
                    let alive = &troops[lost..];
                    let helps = |t: &&Troop| t.kind == Kind::Armor || t.kind.is_air();
                    let mut help = if attacking { alive.iter().filter(helps).count() } else { 0 };
                    spread(alive.iter().filter(|t| (t.kind == Kind::Artillery) == guns).map(|t| {
                        let paired = t.kind == Kind::Infantry && help > 0;
                        help -= usize::from(paired);
                        let value = t.value + if paired { support } else { 0 };
                        (f64::from(value.max(0)) / sides).min(1.0)
                    }))
                })
                .collect()
        };
        let side = |troops: &[Troop], attacking: bool| {
            [chances(troops, true, attacking), chances(troops, false, attacking)]
        };
        Self {
            attackers: attack.len(),
            defenders: defence.len(),
            last_foot: attack.iter().rposition(|t| t.kind.is_land()).map_or(0, |i| i + 1),
            hits: [side(attack, true), side(defence, false)],
        }
    }
    fn run(&self) -> Odds {
        let (na, nd) = (self.attackers, self.defenders);
        let mut sums = vec![0.0; (na + 1) * (nd + 1)];
        let ended = walk((0, 0), |&(a, d), out| {
            if a < na && d < nd {
                self.round(a, d, &mut sums, out);
            }
        });
        Odds {
            win: ended.share(|&(a, d)| d == nd && a < self.last_foot),
            attackers_left: ended.mean(|&(a, _)| (na - a) as f64),
            defenders_left: ended.mean(|&(_, d)| (nd - d) as f64),
            exact: true,
            ..Odds::default()
        }
    }
    /// What a round leads to: guns of the attacker, guns of the defender, then everybody else at the same time.
    fn round(&self, a: usize, d: usize, sums: &mut [f64], out: &mut Vec<((usize, usize), f64)>) {
        let [[attack_guns, attack_rest], [defence_guns, defence_rest]] = &self.hits;
        let width = self.defenders + 1;
        sums.fill(0.0);
        for (h1, p1) in attack_guns[a].iter().enumerate() {
            let d1 = (d + h1).min(self.defenders);
            for (h2, p2) in defence_guns[d1].iter().enumerate() {
                let a1 = (a + h2).min(self.attackers);
                for (h3, p3) in attack_rest[a1].iter().enumerate() {
                    let d2 = (d1 + h3).min(self.defenders);
                    let so_far = p1 * p2 * p3;
                    if so_far < 1e-12 {
                        continue;
                    }
                    for (h4, p4) in defence_rest[d1].iter().enumerate() {
                        sums[(a1 + h4).min(self.attackers) * width + d2] += so_far * p4;
                    }
                }
            }
        }
        let reached = sums.iter().enumerate().filter(|(_, p)| **p > 0.0);
        out.extend(reached.map(|(i, &p)| ((i / width, i % width), p)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn battle(units: &[&str]) -> (War625, State) {
        let rules = War625::new(&crate::files()).expect("the data is sound");
        let position = json!({
            "game": "war-625", "scenario": "war", "phase": "combat-move",
            "areas": { "SEO": { "units": units }, "CRW": { "tokens": 3, "units": ["NK infantry"] } },
        });
        let state = engine::lay(&rules, &position).expect("a position");
        (rules, state)
    }

    #[test]
    fn one_infantry_against_one_wins_a_quarter_of_its_battles() {
        let (rules, state) = battle(&["NK infantry (attack, from CRW, to CRW)", "ROK infantry"]);
        let odds = rules.battle_odds(&state, "SEO").expect("a battle");
        // A round is decided by 4 of 36 for the attacker, 10 for the defender, 2 that leave nobody.
        assert!(odds.exact && (odds.win - 0.25).abs() < 1e-9, "{odds:?}");
        assert!((odds.defenders_left - 10.0 / 16.0).abs() < 1e-9, "{odds:?}");
        assert_eq!(rules.battle_odds(&state, "PUS"), None, "nobody fights there");
    }

    #[test]
    fn counting_agrees_with_battles_played_by_the_rules() {
        let (rules, state) = battle(&[
            "6 NK infantry (attack, from CRW, to CRW)",
            "2 NK artillery (attack, from CRW, to CRW)",
            "NK armor (attack, from CRW, to CRW)",
            "5 ROK infantry",
            "ROK artillery",
            "US fighter",
        ]);
        let seoul = rules.c.place("SEO").expect("Seoul");
        let ready = rules.rehearsed(&state, seoul).expect("a battle");
        let exact = rules.counted(&ready, seoul).expect("a plain battle");
        let played = rules.played(&ready, seoul, SAMPLES);
        assert!((exact.win - played.win).abs() < 1.5 * played.error, "{exact:?} {played:?}");
        assert!((exact.attackers_left - played.attackers_left).abs() < 0.4, "{exact:?} {played:?}");
        assert!((exact.defenders_left - played.defenders_left).abs() < 0.4, "{exact:?} {played:?}");
    }
}
