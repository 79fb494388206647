//! The chances of a battle, fought to the end: both sides stay, hits are taken in the order of the force pool, nobody is
//! called in and nobody retreats. The engine counts them out or plays the battle many times; this says what is fought.
//!
//! With losses in a fixed order what is left of a side follows from how many it lost, so a battle is a walk over pairs of
//! losses, and two battles of the same troops have the same chances: they are counted once and remembered. Battles with tank
//! destroyers or submarines are played by the rules.

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

/// One unit of a battle that is counted out.
#[derive(Clone, Copy, PartialEq)]
struct Troop {
    kind: Kind,
    value: i8,
}

/// What a battle that is counted out is made of: everything that its chances depend on.
#[derive(Clone, PartialEq)]
struct Field {
    attack: Vec<Troop>,
    defence: Vec<Troop>,
    /// Values of the dice that strike the defenders' land units before the first round: snipers and ships' guns.
    opening: Vec<i8>,
    d12: bool,
    sea: bool,
}

/// How many of them are remembered.
const FIELDS: usize = 64;

/// The battles that were counted last.
#[derive(Default)]
pub(crate) struct CountedOut(Mutex<VecDeque<(Field, Odds)>>);

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
        let mut units: Vec<(Unit, u16)> = self.fighters(s, side).collect();
        units.sort_by_key(|(u, _)| u.0);
        let troops = units.into_iter().flat_map(|(u, n)| {
            let troop = Troop { kind: u.kind(), value: self.value(s, u, attacking) };
            (0..n).map(move |_| troop)
        });
        troops.collect()
    }
    /// What the battle at a place is made of, if its chances can be counted out.
    fn field(&self, s: &State, place: Place) -> Option<Field> {
        let mut s = s.clone();
        s.battle.place = place;
        let sea = !place.is_area();
        let fought = sea || s.at(place).any(|(u, _)| s.is_active(u.nation()) && attacks(u.status()));
        let (attack, defence) = (self.troops(&s, s.active()), self.troops(&s, s.active().enemy()));
        let special = |t: &Troop| matches!(t.kind, Kind::TankDestroyer | Kind::Submarine);
        if !fought || attack.len() > MOST || defence.len() > MOST {
            return None;
        }
        if attack.iter().chain(&defence).any(special) {
            return None;
        }
        let opening = if sea || s.battle.round > 0 { Vec::new() } else { self.opening(&s) };
        Some(Field { attack, defence, opening, d12: s.opts.d12, sea })
    }
    /// What fires before the first round: snipers, and ships off the beach where they serve this landing alone.
    fn opening(&self, s: &State) -> Vec<i8> {
        let place = s.battle.place;
        let values = |u: Unit| self.c.values(s.opts.d12, u.nation(), u.kind());
        let landed = |u: Unit| u.status() == Status::Landed;
        let mut dice = Vec::new();
        let mut add = |n: u16, value: i8| dice.extend((0..n).map(|_| value));
        for (u, n) in s.units().filter(|(u, _)| u.status() == Status::Snipe && u.via() == place) {
            add(n, values(u).snipe);
        }
        if s.units().any(|(u, _)| landed(u) && u.place() != place) {
            return dice;
        }
        for (u, n) in Place::zones().flat_map(|z| s.at(z)).filter(|(u, _)| self.can_bombard(s, *u)) {
            add(n, values(u).bombard);
        }
        dice
    }
    /// The exact chances of a battle, if they can be counted out: remembered, or counted now.
    fn counted(&self, s: &State, place: Place) -> Option<Odds> {
        let field = self.field(s, place)?;
        // Nobody waits for another's memory.
        if let Ok(known) = self.battles_counted.0.try_lock()
            && let Some((_, odds)) = known.iter().find(|(f, _)| *f == field)
        {
            return Some(*odds);
        }
        let pool = &self.c.pool[usize::from(field.d12)];
        let odds = Rounds::new(&field, f64::from(pool.sides), pool.support).run();
        if let Ok(mut known) = self.battles_counted.0.try_lock() {
            if known.len() >= FIELDS {
                known.pop_front();
            }
            known.push_back((field, odds));
        }
        Some(odds)
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

/// A battle by the losses of both sides.
struct Rounds {
    attackers: usize,
    defenders: usize,
    sea: bool,
    /// Attackers lost after which no land unit is left.
    last_foot: usize,
    /// Chances of defenders lost before the first round.
    opening: Vec<f64>,
    /// Chances of hits by number already lost: guns, then the others.
    hits: [[Vec<Vec<f64>>; 2]; 2],
}

/// Chances of a step that are too small to be followed.
const SLIGHT: f64 = 1e-9;

impl Rounds {
    fn new(field: &Field, sides: f64, support: i8) -> Self {
        let chance = |value: i8| (f64::from(value.max(0)) / sides).min(1.0);
        let chances = |troops: &[Troop], guns: bool, attacking: bool| -> Vec<Vec<f64>> {
            (0..=troops.len())
                .map(|lost| {
                    let alive = &troops[lost..];
                    let helps = |t: &&Troop| t.kind == Kind::Armor || t.kind.is_air();
                    let paired = attacking && !field.sea;
                    let mut help = if paired { alive.iter().filter(helps).count() } else { 0 };
                    spread(alive.iter().filter(|t| (t.kind == Kind::Artillery) == guns).map(|t| {
                        let paired = t.kind == Kind::Infantry && help > 0;
                        help -= usize::from(paired);
                        chance(t.value + if paired { support } else { 0 })
                    }))
                })
                .collect()
        };
        let side = |troops: &[Troop], attacking: bool| {
            [chances(troops, true, attacking), chances(troops, false, attacking)]
        };
        let land = field.defence.iter().filter(|t| t.kind.is_land()).count();
        let mut opening = spread(field.opening.iter().map(|&v| chance(v)));
        let beyond: f64 = opening.drain((land + 1).min(opening.len())..).sum();
        if let Some(last) = opening.last_mut() {
            *last += beyond;
        }
        Self {
            attackers: field.attack.len(),
            defenders: field.defence.len(),
            sea: field.sea,
            last_foot: field.attack.iter().rposition(|t| t.kind.is_land()).map_or(0, |i| i + 1),
            opening,
            hits: [side(&field.attack, true), side(&field.defence, false)],
        }
    }
    fn run(&self) -> Odds {
        let (na, nd) = (self.attackers, self.defenders);
        let mut sums = vec![0.0; (na + 1) * (nd + 1)];
        // The battle begins with the opening: a state before the first, which nothing leads back to.
        let ended = walk((false, 0, 0), |&(begun, a, d), out| {
            if !begun {
                out.extend(self.opening.iter().enumerate().map(|(d, &p)| ((true, 0, d), p)));
            } else if a < na && d < nd {
                self.round(a, d, &mut sums, out);
            }
        });
        let won = |a: usize, d: usize| d == nd && (self.sea || a < self.last_foot);
        Odds {
            win: ended.share(|&(_, a, d)| won(a, d)),
            attackers_left: ended.mean(|&(_, a, _)| (na - a) as f64),
            defenders_left: ended.mean(|&(_, _, d)| (nd - d) as f64),
            exact: true,
            ..Odds::default()
        }
    }
    /// What a round leads to: guns of the attacker, guns of the defender, then everybody else at the same time.
    fn round(&self, a: usize, d: usize, sums: &mut [f64], out: &mut Vec<((bool, usize, usize), f64)>) {
        let [[attack_guns, attack_rest], [defence_guns, defence_rest]] = &self.hits;
        let width = self.defenders + 1;
        sums.fill(0.0);
        for (h1, p1) in attack_guns[a].iter().enumerate().filter(|(_, p)| **p > SLIGHT) {
            let d1 = (d + h1).min(self.defenders);
            for (h2, p2) in defence_guns[d1].iter().enumerate().filter(|(_, p)| **p > SLIGHT) {
                let a1 = (a + h2).min(self.attackers);
                for (h3, p3) in attack_rest[a1].iter().enumerate() {
                    let d2 = (d1 + h3).min(self.defenders);
                    let so_far = p1 * p2 * p3;
                    if so_far < SLIGHT {
                        continue;
                    }
                    for (h4, p4) in defence_rest[d1].iter().enumerate() {
                        sums[(a1 + h4).min(self.attackers) * width + d2] += so_far * p4;
                    }
                }
            }
        }
        let reached = sums.iter().enumerate().filter(|(_, p)| **p > 0.0);
        out.extend(reached.map(|(i, &p)| ((true, i / width, i % width), p)));
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

    /// Counts a battle that these actions prepare, and holds it against battles played by the rules.
    fn agrees(position: &serde_json::Value, actions: &[&str], place: &str) {
        let rules = War625::new(&crate::files()).expect("the data is sound");
        let mut table = testkit::Table::lay(&rules, position);
        table.acts(actions);
        let place = rules.c.place(place).expect("a place");
        let ready = rules.rehearsed(table.state(), place).expect("a battle");
        let exact = rules.counted(&ready, place).expect("it can be counted");
        let played = rules.played(&ready, place, 2 * SAMPLES);
        assert!((exact.win - played.win).abs() < 1.5 * played.error, "{exact:?} {played:?}");
        assert!((exact.attackers_left - played.attackers_left).abs() < 0.3, "{exact:?} {played:?}");
        assert!((exact.defenders_left - played.defenders_left).abs() < 0.3, "{exact:?} {played:?}");
        assert_eq!(rules.counted(&ready, place), Some(exact), "what was counted is remembered");
    }

    #[test]
    fn counting_agrees_with_battles_played_by_the_rules() {
        let position = json!({
            "game": "war-625", "scenario": "war", "phase": "combat-move",
            "areas": {
                "SEO": { "units": ["7 ROK infantry", "ROK artillery", "US fighter"] },
                "CRW": { "tokens": 3, "units": ["6 NK infantry", "6 NK artillery", "NK armor"] },
                "PYO": { "tokens": 1, "units": ["2 NK fighter"] },
            },
        });
        let attack = ["select CRW NK infantry", "go 6 SEO", "select CRW NK armor", "go 1 SEO"];
        let guns = ["select CRW NK artillery", "go 2 SEO"];
        let fire = ["select CRW NK artillery", "snipe 4 SEO"];
        let planes = ["select PYO NK fighter", "fly 2 SEO battle"];
        agrees(&position, &[&attack[..], &guns].concat(), "SEO");
        // Guns that fire from the next area before the first round.
        agrees(&position, &[&attack[..], &guns, &fire].concat(), "SEO");
        // Aircraft on both sides, who stay over the ground.
        agrees(&position, &[&attack[..], &guns, &planes].concat(), "SEO");
    }

    #[test]
    fn counting_agrees_for_landings_and_at_sea() {
        let position = |zones: serde_json::Value| {
            json!({
                "game": "war-625", "scenario": "war", "phase": "combat-move", "nation": "US", "turn": 4,
                "areas": { "INC": { "control": "NK", "units": ["3 NK infantry", "NK artillery"] } }, "zones": zones,
            })
        };
        let fleet = position(json!({
            "Z3": ["US battleship", "2 US destroyer", "2 US transport: US infantry, US armor", "US transport: US infantry, token"],
        }));
        let landing = [
            "select Z3 US transport [infantry+token]",
            "assault 1 INC",
            "select Z3 US transport [infantry+armor]",
            "assault 2 INC",
        ];
        agrees(&fleet, &landing, "INC");
        let sea = position(json!({
            "Z4": ["2 US destroyer", "US battleship"], "Z3": ["3 NK destroyer", "NK battleship", "NK transport"],
        }));
        agrees(&sea, &["select Z4 US destroyer", "go 2 Z3", "select Z4 US battleship", "go 1 Z3"], "Z3");
    }
}
