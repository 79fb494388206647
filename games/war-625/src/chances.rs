//! The chances of a battle, fought to the end: both sides stay, hits are taken in the order of the force pool, nobody is
//! called in and nobody retreats. This says what is fought; [`crate::estimate`] counts it out. Two battles of the same troops
//! have the same chances: they are counted once and remembered, whatever moves elsewhere.

use crate::combat::attacks;
use crate::data::{bit, each};
use crate::estimate::{Field, Troop};
use crate::frames::Frame;
use crate::game::War625;
use crate::kinds::{Item, Kind, Place, Status, Unit};
use crate::state::State;
use std::collections::HashMap;
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
/// How many battles are remembered.
const FIELDS: usize = 4_096;

/// The battles that were counted, with the number of samples for those that could only be sampled.
#[derive(Default)]
pub(crate) struct CountedOut(Mutex<HashMap<(Field, u32), Odds>>);

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
        Some(self.counted(self.field(s, place)?, samples))
    }
    /// The exact chances, if there are.
    pub(crate) fn exact_odds(&self, s: &State, place: Place) -> Option<Odds> {
        self.odds(s, place).filter(|odds| odds.exact)
    }

    /// What the battle at a place is made of. Before Combat: as if flights came through and the sea were clear.
    fn field(&self, s: &State, place: Place) -> Option<Field> {
        let sea = !place.is_area();
        let going_on = match s.frames.last()? {
            Frame::Decide(_) if s.battle.place == place => true,
            Frame::Combat(_) if s.opened > u8::from(!sea) && s.fought & bit(place) == 0 => false,
            Frame::Movement(m) if m.combat => false,
            _ => return None,
        };
        // The round that comes next: called aircraft join in the second.
        let round = if going_on { s.battle.round.saturating_add(1) } else { 1 };
        self.lines_at(s, place, round, going_on)
    }
    /// What would meet at a place in this round of a battle that is going on or still to come.
    pub(crate) fn lines_at(&self, s: &State, place: Place, round: u8, going_on: bool) -> Option<Field> {
        let sea = !place.is_area();
        let (mut attack, mut defence, mut opening) = (Vec::new(), Vec::new(), Vec::new());
        for (u, n) in s.at(place) {
            match self.role_in(s, u, sea, round) {
                Some(side) if side == s.active() => attack.push((u, n)),
                Some(_) => push(&mut defence, u.kind(), self.value(s, u, false), n),
                None => {}
            }
        }
        if !going_on && !sea {
            self.coming_ashore(s, place, &mut attack);
            self.opening(s, place, &attack, &mut opening);
        }
        if attack.is_empty() || defence.is_empty() {
            return None;
        }
        let mut line = Vec::with_capacity(attack.len());
        for (u, n) in attack {
            push(&mut line, u.kind(), self.value(s, u, true), n);
        }
        Some(Field { attack: line, defence, opening, d12: s.opts.d12, sea })
    }
    /// Adds those who will land or jump, in the order of dice.
    fn coming_ashore(&self, s: &State, place: Place, attack: &mut Vec<(Unit, u16)>) {
        let before = attack.len();
        for (u, n) in s.units().filter(|(u, _)| s.is_active(u.nation())) {
            if u.assaults() && u.via() == place {
                let landed =
                    |kind| Unit::new(place, u.nation(), kind).doing(Status::Landed).coming(u.place());
                attack.extend(u.landing_party().items().filter_map(Item::kind).map(|kind| (landed(kind), n)));
            } else if u.status() == Status::Drop && u.place() == place {
                let foot = u16::from(u.cargo().count(Item::Infantry));
                let jumper = Unit::new(place, u.nation(), Kind::Infantry).doing(Status::Dropped);
                attack.push((jumper.coming(u.from()), n * foot));
            }
        }
        if attack.len() > before {
            attack.sort_unstable_by_key(|(u, _)| u.0);
        }
    }
    /// What fires before the first round: snipers, and ships off the beach where they serve this landing alone.
    fn opening(&self, s: &State, place: Place, attack: &[(Unit, u16)], dice: &mut Vec<(i8, u16)>) {
        let values = |u: Unit| self.c.values(s.opts.d12, u.nation(), u.kind());
        for (u, n) in s.units().filter(|(u, _)| u.status() == Status::Snipe && u.via() == place) {
            dice.push((values(u).snipe, n));
        }
        let landed = attack.iter().filter(|(u, _)| u.status() == Status::Landed);
        let zones = landed.fold(0, |m, (u, _)| m | bit(u.from())) & !s.fought;
        let elsewhere = |u: Unit| match u.status() {
            Status::Landed => u.place() != place && zones & bit(u.from()) != 0,
            _ => u.assaults() && u.via() != place && zones & bit(u.place()) != 0,
        };
        if zones == 0 || s.units().any(|(u, _)| elsewhere(u)) {
            return;
        }
        for (u, n) in each(zones).flat_map(|z| s.at(z)).filter(|(u, _)| self.has_guns(s, *u)) {
            dice.push((values(u).bombard, n));
        }
    }
    /// The chances of a battle that can be counted out: remembered, or counted now.
    fn counted(&self, field: Field, samples: u32) -> Odds {
        let key = (field, samples);
        // Nobody waits for another's memory.
        if let Ok(known) = self.battles_counted.0.try_lock()
            && let Some(odds) = known.get(&key)
        {
            return *odds;
        }
        let pool = &self.c.pool[usize::from(key.0.d12)];
        let odds = key.0.odds(pool.sides, pool.support, samples);
        if let Ok(mut known) = self.battles_counted.0.try_lock() {
            if known.len() >= FIELDS {
                known.clear();
            }
            known.insert(key, odds);
        }
        odds
    }

    /// Places where a battle waits or is being prepared, at sea too.
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
        let at_sea = if s.opened < 2 { self.sea_battles(s) } else { 0 };
        places & (s.holds[enemy] | s.ships[enemy]) | at_sea
    }
}

/// Adds units to a line; those that hit alike stand together.
fn push(line: &mut Vec<Troop>, kind: Kind, value: i8, count: u16) {
    match line.last_mut() {
        Some(last) if last.kind == kind && last.value == value => last.count += count,
        _ => line.push(Troop { kind, value, count }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::actions::Action;
    use crate::combat::Combat;
    use crate::kinds::{NOWHERE, Side};
    use engine::{Rules, Seat};
    use serde_json::json;

    /// Battles played by the rules, to hold the counts against.
    impl War625 {
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
        /// The chances from battles played by the rules.
        fn played(&self, ready: &State, place: Place, samples: u32) -> Odds {
            let (own, enemy) = (ready.active(), ready.active().enemy());
            let seat = ready
                .active()
                .nations()
                .into_iter()
                .find(|&n| ready.is_active(n))
                .map_or(Seat(0), |n| n.seat());
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
            let (win, n) = (played.share(|r| r.0).min(1.0), f64::from(samples));
            Odds {
                win,
                attackers_left: played.mean(|r| f64::from(r.1)),
                defenders_left: played.mean(|r| f64::from(r.2)),
                exact: false,
                samples,
                error: 1.96 * (win * (1.0 - win) / n).sqrt() + 0.5 / n,
            }
        }
    }

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
        let exact = rules.odds(table.state(), place).expect("a battle");
        let ready = rules.rehearsed(table.state(), place).expect("a battle");
        let played = rules.played(&ready, place, 2 * SAMPLES);
        assert!((exact.win - played.win).abs() < 1.5 * played.error, "{exact:?} {played:?}");
        let near = |a: f64, b: f64| (a - b).abs() < 0.3 + 0.02 * a.max(b);
        assert!(near(exact.attackers_left, played.attackers_left), "{exact:?} {played:?}");
        assert!(near(exact.defenders_left, played.defenders_left), "{exact:?} {played:?}");
        assert_eq!(rules.odds(table.state(), place), Some(exact), "what was counted is remembered");
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

    /// Submarines strike first unless a destroyer hunts them, hit ships alone, and tank destroyers' hits are hits.
    #[test]
    fn counting_agrees_for_submarines_and_tank_destroyers() {
        let sea = |enemy: &[&str]| {
            json!({
                "game": "war-625", "scenario": "war", "phase": "combat-move", "nation": "US", "turn": 4,
                "zones": { "Z4": ["3 US submarine", "US transport"], "Z3": enemy },
            })
        };
        let sail = ["select Z4 US submarine", "go 3 Z3", "select Z4 US transport", "go 1 Z3"];
        agrees(&sea(&["2 NK battleship", "NK submarine"]), &sail, "Z3");
        agrees(&sea(&["NK destroyer", "2 NK submarine", "NK transport"]), &sail, "Z3");
        let hunt = json!({
            "game": "war-625", "scenario": "war", "phase": "combat-move", "nation": "US", "turn": 4,
            "areas": { "SEO": { "tokens": 1, "units": ["US infantry", "2 US fighter"] } },
            "zones": { "Z4": ["US battleship", "US transport"], "Z3": ["2 NK submarine", "NK transport"] },
        });
        let hunters = ["select SEO US fighter", "fly 2 Z3 battle", "select Z4 US battleship", "go 1 Z3"];
        agrees(&hunt, &hunters, "Z3");
        // Nothing of theirs hits aircraft: submarines aim at ships, a transport does not attack.
        let rules = War625::new(&crate::files()).expect("the data is sound");
        let planes = sea(&["NK carrier: 2 NK fighter", "NK submarine"]);
        let mut table = testkit::Table::lay(&rules, &planes);
        table.acts(&sail);
        let odds = rules.battle_odds(table.state(), "Z3").expect("a battle");
        assert!(odds.win == 0.0 && odds.attackers_left == 0.0 && odds.defenders_left >= 2.0, "{odds:?}");
        let tanks = json!({
            "game": "war-625", "scenario": "war", "phase": "combat-move", "nation": "US", "turn": 4,
            "options": { "dice": "d12" },
            "areas": {
                "SEO": { "control": "NK", "units": ["5 NK infantry", "2 NK armor", "NK artillery"] },
                "SUW": { "tokens": 1, "units": ["4 US infantry", "2 US tank-destroyer", "US artillery"] },
            },
        });
        let attack = [
            "select SUW US infantry",
            "go 4 SEO",
            "select SUW US tank-destroyer",
            "go 2 SEO",
            "select SUW US artillery",
            "go 1 SEO",
        ];
        agrees(&tanks, &attack, "SEO");
    }

    /// Armies too large to count out are sampled by their losses.
    #[test]
    fn large_armies_are_sampled() {
        let position = json!({
            "game": "war-625", "scenario": "war", "phase": "combat-move",
            "areas": {
                "SEO": { "units": ["45 ROK infantry", "6 ROK artillery"] },
                "CRW": { "tokens": 3, "units": ["50 NK infantry", "9 NK artillery", "5 NK armor"] },
            },
        });
        let attack = [
            "select CRW NK infantry",
            "go 50 SEO",
            "select CRW NK artillery",
            "go 9 SEO",
            "select CRW NK armor",
            "go 5 SEO",
        ];
        agrees(&position, &attack, "SEO");
    }
}
