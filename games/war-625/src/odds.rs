//! The chances of a battle, fought to the end: both sides stay, hits are taken in the order of the force pool, nobody is
//! called in and nobody retreats.
//!
//! With losses in a fixed order what is left of a side follows from how many it lost, so the battle is a walk over
//! pairs of losses and its chances are exact. Battles with aircraft on both sides, tank destroyers, landings or ships
//! are played out by the rules themselves many times, and the error of that is stated.

use crate::War625;
use crate::combat::attacks;
use crate::data::bit;
use crate::kinds::{AREAS, Kind, NOWHERE, Side, Status, Unit};
use crate::state::{Frame, State};
use engine::{Dice, Play, Random};

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
/// Chances below this are left out of the walk.
const NEGLIGIBLE: f64 = 1e-10;
/// The most units of one side for which the walk is used.
const MOST: usize = 40;

/// One unit of the walk.
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
    pub(crate) fn odds(&self, s: &State, place: u8) -> Option<Odds> {
        self.odds_from(s, place, SAMPLES)
    }
    /// The chances, from so many battles where there is no exact answer.
    pub(crate) fn odds_from(&self, s: &State, place: u8, samples: u32) -> Option<Odds> {
        let ready = self.as_if_picked(s, place)?;
        self.walk(&ready).or_else(|| Some(self.sampled(&ready, samples)))
    }
    /// The exact chances, if there are.
    pub(crate) fn exact_odds(&self, s: &State, place: u8) -> Option<Odds> {
        self.walk(&self.as_if_picked(s, place)?)
    }
    /// The position with this battle begun. Before Combat: as if flights came through and the sea were clear.
    fn as_if_picked(&self, s: &State, place: u8) -> Option<State> {
        let mut s = s.clone();
        let mut play = Play::muted(Dice::imagined(Random::new(1)));
        let fighting = s.frames.contains(&Frame::Battle);
        if fighting {
            if s.battle.place != place || s.frames.last() != Some(&Frame::Decide) {
                return None;
            }
            s.frames.pop();
            return Some(s);
        }
        if !s.frames.contains(&Frame::Combat) {
            if s.frames.get(1) != Some(&Frame::CombatMove) {
                return None;
            }
            s.frames.clear();
            s.frames.push(Frame::Turn);
            s.frames.push(Frame::Combat);
            s.opened = if place as usize >= AREAS { 1 } else { 2 };
            if place as usize >= AREAS {
                s.fought = 0;
            } else {
                self.rehearse_landings(&mut s, place);
            }
        }
        let waiting = if place as usize >= AREAS { self.sea_battles(&s) } else { self.land_battles(&s) };
        if waiting & bit(place) == 0 {
            return None;
        }
        let seat = s.active().nations()[0].seat();
        self.do_pick(&mut s, &mut play, seat, place);
        Some(s)
    }
    fn rehearse_landings(&self, s: &mut State, place: u8) {
        while let Some((u, n)) = s.first(|u| u.assaults() && u.via() == place) {
            for item in u.landing_party().items() {
                if let Some(kind) = item.kind() {
                    s.add(Unit::new(place, u.nation(), kind).doing(Status::Landed).coming(u.place()), n);
                }
            }
            s.take(u, n);
        }
        while let Some((u, n)) = s.first(|u| u.status() == Status::Drop && u.place() == place) {
            let foot = u16::from(u.cargo().count(crate::kinds::Item::Infantry));
            s.add(
                Unit::new(place, u.nation(), Kind::Infantry).doing(Status::Dropped).coming(u.from()),
                n * foot,
            );
            s.take(u, n);
        }
    }

    fn troops(&self, s: &State, side: Side, out: &mut Vec<Troop>) {
        let attacking = side == s.active();
        for (u, n) in self.fighters(s, side) {
            let troop = Troop { kind: u.kind(), value: self.value(s, u, attacking), order: u.0 };
            out.extend((0..n).map(|_| troop));
        }
        out.sort_by_key(|t| t.order);
    }
    /// The exact chances, where the walk describes the battle.
    fn walk(&self, s: &State) -> Option<Odds> {
        let (own, enemy) = (s.active(), s.active().enemy());
        let place = s.battle.place;
        let plain = !s.battle.is_sea() && !s.battle.only_snipe;
        let snipers = s.units().any(|(u, _)| u.status() == Status::Snipe && u.via() == place);
        let landed = s.at(place).any(|(u, _)| u.status() == Status::Landed);
        if !plain || snipers || landed {
            return None;
        }
        let (mut attack, mut defence) = (Vec::new(), Vec::new());
        self.troops(s, own, &mut attack);
        self.troops(s, enemy, &mut defence);
        let planes = |t: &[Troop]| t.iter().any(|t| t.kind.is_air());
        let breakers = |t: &[Troop]| t.iter().any(|t| t.kind == Kind::TankDestroyer);
        if attack.len() > MOST || defence.len() > MOST || (planes(&attack) && planes(&defence)) {
            return None;
        }
        if breakers(&attack) || breakers(&defence) {
            return None;
        }
        let pool = &self.c.pool[usize::from(s.opts.d12)];
        Some(Walk::new(&attack, &defence, f64::from(pool.sides), pool.support as i8).run())
    }
    /// The chances from battles played by the rules.
    fn sampled(&self, ready: &State, samples: u32) -> Odds {
        let (own, enemy) = (ready.active(), ready.active().enemy());
        let place = ready.battle.place;
        let mut odds = Odds { samples, ..Odds::default() };
        for i in 0..samples {
            let mut s = ready.clone();
            let mut play = Play::muted(Dice::imagined(Random::new(u64::from(i) + 1)));
            self.play_out(&mut s, &mut play);
            let left = |side: Side| -> u16 {
                s.at(place)
                    .filter(|(u, _)| u.side() == side && !u.is_prisoner() && !u.is_submerged())
                    .filter(|(u, _)| side == enemy || s.is_active(u.nation()))
                    .map(|(_, n)| n)
                    .sum()
            };
            let won = if place as usize >= AREAS { left(enemy) == 0 } else { s.side_at(place) == own };
            odds.win += f64::from(u8::from(won)) / f64::from(samples);
            odds.attackers_left += f64::from(left(own)) / f64::from(samples);
            odds.defenders_left += f64::from(left(enemy)) / f64::from(samples);
        }
        odds.error =
            1.96 * (odds.win * (1.0 - odds.win) / f64::from(samples)).sqrt() + 0.5 / f64::from(samples);
        odds
    }
    /// Plays the battle to its end with quiet decisions.
    fn play_out(&self, s: &mut State, play: &mut Play) {
        for _ in 0..4_000 {
            match s.frame() {
                Frame::Battle => {
                    self.battle_step(s, play);
                }
                Frame::Combat | Frame::Turn => return,
                _ => {
                    if self.step(s, play) {
                        continue;
                    }
                    let Some(seat) = self.deciders(s).first() else { return };
                    let Some(action) = self.quiet_action(s, seat) else { return };
                    self.perform(s, seat, action, play);
                }
            }
            if s.battle.place == NOWHERE {
                return;
            }
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

/// The walk over losses.
struct Walk {
    attackers: usize,
    defenders: usize,
    /// Attackers lost after which no land unit is left.
    last_foot: usize,
    /// Chances of hits by number already lost: guns, then the others.
    hits: [[Vec<Vec<f64>>; 2]; 2],
}

impl Walk {
    fn new(attack: &[Troop], defence: &[Troop], sides: f64, support: i8) -> Self {
        let chances = |troops: &[Troop], guns: bool, attacking: bool| -> Vec<Vec<f64>> {
            (0..=troops.len())
                .map(|lost| {
                    let alive = &troops[lost..];
                    let mut help = if attacking {
                        alive.iter().filter(|t| t.kind == Kind::Armor || t.kind.is_air()).count()
                    } else {
                        0
                    };
                    let mut spread = vec![1.0];
                    for t in alive.iter().filter(|t| (t.kind == Kind::Artillery) == guns) {
                        let mut value = t.value;
                        if t.kind == Kind::Infantry && help > 0 {
                            help -= 1;
                            value += support;
                        }
                        add_die(&mut spread, (f64::from(value.max(0)) / sides).min(1.0));
                    }
                    spread
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
        let width = nd + 1;
        let mut chance = vec![0.0; (na + 1) * width];
        chance[0] = 1.0;
        let mut odds = Odds { exact: true, ..Odds::default() };
        for a in 0..=na {
            for d in 0..=nd {
                let here = chance[a * width + d];
                if here < NEGLIGIBLE {
                    continue;
                }
                if a == na || d == nd {
                    let won = d == nd && a < self.last_foot;
                    odds.win += if won { here } else { 0.0 };
                    odds.attackers_left += here * (na - a) as f64;
                    odds.defenders_left += here * (nd - d) as f64;
                    continue;
                }
                let same = self.nothing(a, d);
                if same > 1.0 - 1e-12 {
                    odds.attackers_left += here * (na - a) as f64;
                    odds.defenders_left += here * (nd - d) as f64;
                    continue;
                }
                self.round(a, d, here / (1.0 - same), &mut chance);
            }
        }
        odds
    }
    /// The chance that a round brings nobody a hit.
    fn nothing(&self, a: usize, d: usize) -> f64 {
        let [[attack_guns, attack_rest], [defence_guns, defence_rest]] = &self.hits;
        attack_guns[a][0] * attack_rest[a][0] * defence_guns[d][0] * defence_rest[d][0]
    }
    /// Spreads the chance of standing at these losses over what one round with a hit leads to.
    fn round(&self, a: usize, d: usize, here: f64, chance: &mut [f64]) {
        let [[attack_guns, attack_rest], [defence_guns, defence_rest]] = &self.hits;
        let width = self.defenders + 1;
        for (h1, p1) in attack_guns[a].iter().enumerate() {
            let d1 = (d + h1).min(self.defenders);
            for (h2, p2) in defence_guns[d1].iter().enumerate() {
                let a1 = (a + h2).min(self.attackers);
                let guns = here * p1 * p2;
                if guns < NEGLIGIBLE {
                    continue;
                }
                for (h3, p3) in attack_rest[a1].iter().enumerate() {
                    if guns * p3 < NEGLIGIBLE {
                        continue;
                    }
                    let d2 = (d1 + h3).min(self.defenders);
                    for (h4, p4) in defence_rest[d1].iter().enumerate() {
                        let a2 = (a1 + h4).min(self.attackers);
                        if a2 != a || d2 != d {
                            chance[a2 * width + d2] += guns * p3 * p4;
                        }
                    }
                }
            }
        }
    }
}

/// Adds one die that hits with chance `p` to a spread of hits.
fn add_die(spread: &mut Vec<f64>, p: f64) {
    spread.push(0.0);
    for i in (0..spread.len()).rev() {
        let below = if i > 0 { spread[i - 1] } else { 0.0 };
        spread[i] = spread[i] * (1.0 - p) + below * p;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Rules;
    use serde_json::json;

    fn battle(units: &[&str]) -> (War625, State) {
        let rules = War625::new(&crate::files()).expect("the data is sound");
        let position = json!({
            "game": "war-625", "scenario": "war", "phase": "combat-move",
            "areas": { "SEO": { "units": units }, "CRW": { "tokens": 3, "units": ["NK infantry"] } },
        });
        let state = rules.read_position(&position).expect("a position");
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
    fn the_walk_agrees_with_battles_played_by_the_rules() {
        let (rules, state) = battle(&[
            "6 NK infantry (attack, from CRW, to CRW)",
            "2 NK artillery (attack, from CRW, to CRW)",
            "NK armor (attack, from CRW, to CRW)",
            "5 ROK infantry",
            "ROK artillery",
            "US fighter",
        ]);
        let ready = rules.as_if_picked(&state, rules.c.place("SEO").expect("Seoul")).expect("a battle");
        let exact = rules.walk(&ready).expect("a plain battle");
        let played = rules.sampled(&ready, SAMPLES);
        assert!((exact.win - played.win).abs() < 1.5 * played.error, "{exact:?} {played:?}");
        assert!((exact.attackers_left - played.attackers_left).abs() < 0.4, "{exact:?} {played:?}");
        assert!((exact.defenders_left - played.defenders_left).abs() < 0.4, "{exact:?} {played:?}");
    }
}
