//! A battle counted out by the losses of both sides. With losses in a fixed order what is left of a side follows from how many
//! it lost, so a battle is a walk over pairs of losses: a round goes from one pair over the fire that comes early (artillery,
//! submarines no destroyer hunts) to the next.

use crate::chances::Odds;
use crate::kinds::Kind;
use engine::{Random, spread};

/// Units of one kind that hit alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Troop {
    pub(crate) kind: Kind,
    pub(crate) value: i8,
    pub(crate) count: u16,
}

/// What a battle is made of: everything that its chances depend on. Both sides in the order in which they take losses.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Field {
    pub(crate) attack: Vec<Troop>,
    pub(crate) defence: Vec<Troop>,
    /// Values and numbers of the dice that strike the defenders' land units before the first round: snipers, ships' guns.
    pub(crate) opening: Vec<(i8, u16)>,
    pub(crate) d12: bool,
    pub(crate) sea: bool,
}

/// The most units of one side for which every course of a battle is counted.
const MOST: usize = 40;
/// Chances too small to be followed.
const SLIGHT: f64 = 1e-10;

impl Field {
    /// Whether losses in a fixed order tell everything: not where submarines, who hit ships alone, meet aircraft.
    fn is_plain(&self) -> bool {
        let has = |side: &[Troop], is: fn(Kind) -> bool| side.iter().any(|t| is(t.kind));
        let spares = |boats: &[Troop], others: &[Troop]| {
            has(boats, |k| k == Kind::Submarine) && has(others, Kind::is_air)
        };
        !spares(&self.attack, &self.defence) && !spares(&self.defence, &self.attack)
    }
    /// Battles at sea die by die, always the same ones: who is hit depends on who hits.
    fn fought(&self, sides: f64, samples: u32) -> Odds {
        let mut random = Random::new(u64::from(samples));
        let chance = |value: i8| f64::from(value.max(0)) / sides;
        let line = |troops: &[Troop]| -> Vec<(Kind, f64)> {
            troops.iter().flat_map(|t| (0..t.count).map(|_| (t.kind, chance(t.value)))).collect()
        };
        let start = [line(&self.attack), line(&self.defence)];
        let ends = (0..samples).map(|_| {
            let [attack, defence] = fleets(start.clone(), &mut random);
            (defence.is_empty(), [attack.len(), defence.len()])
        });
        sampled(ends, samples)
    }
    /// Dice and pips of a round of one side, the attackers' with their support.
    pub(crate) fn fire(&self, attacking: bool, support: i8) -> (u32, u32) {
        let line = if attacking { &self.attack } else { &self.defence };
        let sum = |of: &dyn Fn(&Troop) -> u32| line.iter().map(|t| of(t) * u32::from(t.count)).sum::<u32>();
        let dice = sum(&|t| u32::from(t.value > 0));
        let pips = sum(&|t| u32::from(t.value.max(0).unsigned_abs()));
        let paired = sum(&|t| u32::from(t.kind == Kind::Infantry)).min(sum(&|t| u32::from(helps(t.kind))));
        let help = if attacking && !self.sea { paired * u32::from(support.unsigned_abs()) } else { 0 };
        (dice, pips + help)
    }
    /// The chances, from `samples` battles where there are too many courses to count.
    pub(crate) fn odds(&self, sides: u8, support: i8, samples: u32) -> Odds {
        if !self.is_plain() {
            return self.fought(f64::from(sides), samples);
        }
        let rounds = Rounds::new(self, f64::from(sides), support);
        if rounds.units[0].max(rounds.units[1]) <= MOST { rounds.counted() } else { rounds.sampled(samples) }
    }
}

/// What battles that were sampled come to: whether each was won, and who is left.
fn sampled(ends: impl Iterator<Item = (bool, [usize; 2])>, samples: u32) -> Odds {
    let n = f64::from(samples);
    let mut odds = Odds { samples, ..Odds::default() };
    for (won, [attackers, defenders]) in ends {
        odds.win += f64::from(u8::from(won)) / n;
        odds.attackers_left += attackers as f64 / n;
        odds.defenders_left += defenders as f64 / n;
    }
    odds.win = odds.win.min(1.0);
    odds.error = 1.96 * (odds.win * (1.0 - odds.win) / n).sqrt() + 0.5 / n;
    odds
}

/// A battle at sea to its end: torpedoes first where no destroyer hunts, and at ships alone; then everybody else.
/// [rule: war CL-24, war CL-23]
fn fleets(mut sides: [Vec<(Kind, f64)>; 2], random: &mut Random) -> [Vec<(Kind, f64)>; 2] {
    let boat = |kind: Kind| kind == Kind::Submarine;
    let has = |side: &[(Kind, f64)], is: &dyn Fn(Kind) -> bool| side.iter().any(|(kind, _)| is(*kind));
    while !sides[0].is_empty() && !sides[1].is_empty() {
        let hunted = [0, 1].map(|side| has(&sides[1 - side], &|kind| kind == Kind::Destroyer));
        let mut dice = 0;
        let mut fire = |sides: &[Vec<(Kind, f64)>; 2], side: usize, is: &dyn Fn(Kind) -> bool| {
            let shots = sides[side].iter().filter(|(kind, p)| is(*kind) && *p > 0.0);
            shots
                .filter(|(_, p)| {
                    dice += 1;
                    f64::from(random.unit()) < *p
                })
                .count()
        };
        let first = [0, 1].map(|side| {
            let aims = !hunted[side] && has(&sides[1 - side], &|kind| kind.is_sea());
            if aims { fire(&sides, side, &boat) } else { 0 }
        });
        for side in [0, 1] {
            sink(&mut sides[1 - side], first[side], true);
        }
        let last = [0, 1].map(|side| {
            if sides[1 - side].is_empty() {
                return [0, 0];
            }
            let aims = hunted[side] && has(&sides[1 - side], &|kind| kind.is_sea());
            [if aims { fire(&sides, side, &boat) } else { 0 }, fire(&sides, side, &|kind| !boat(kind))]
        });
        for side in [0, 1] {
            sink(&mut sides[1 - side], last[side][0], true);
            sink(&mut sides[1 - side], last[side][1], false);
        }
        if dice == 0 {
            break;
        }
    }
    sides
}

/// The first of a side go down, ships alone if so.
fn sink(side: &mut Vec<(Kind, f64)>, hits: usize, ships: bool) {
    for _ in 0..hits {
        let Some(at) = side.iter().position(|(kind, _)| !ships || kind.is_sea()) else { return };
        side.remove(at);
    }
}

/// The chances of every number of hits, by the number of units that the side has lost.
type Hits = Vec<Vec<f64>>;

/// A battle by the losses of both sides, the attacker's first.
struct Rounds {
    units: [usize; 2],
    sea: bool,
    /// Attackers lost after which no land unit is left.
    last_foot: usize,
    /// Losses after which a side has no destroyer.
    destroyers: [usize; 2],
    /// Chances of defenders lost before the first round.
    opening: Vec<f64>,
    /// What comes early, what comes late, and both together where submarines are hunted.
    early: [Hits; 2],
    late: [Hits; 2],
    hunted: [Hits; 2],
}

impl Rounds {
    fn new(field: &Field, sides: f64, support: i8) -> Self {
        let chance = |value: i8| (f64::from(value.max(0)) / sides).min(1.0);
        let lines = [&field.attack, &field.defence].map(|troops| {
            troops.iter().flat_map(|t| (0..t.count).map(|_| (t.kind, t.value))).collect::<Vec<_>>()
        });
        let first = if field.sea { Kind::Submarine } else { Kind::Artillery };
        let hits = |side: usize, fires: &dyn Fn(Kind) -> bool| -> Hits {
            let paired = side == 0 && !field.sea;
            (0..=lines[side].len())
                .map(|lost| salvo(&lines[side][lost..], fires, paired, support, &chance))
                .collect()
        };
        let boats = |side: usize| field.sea && lines[side].iter().any(|(kind, _)| *kind == first);
        let last = |side: usize, is: &dyn Fn(Kind) -> bool| {
            lines[side].iter().rposition(|(kind, _)| is(*kind)).map_or(0, |i| i + 1)
        };
        let land = lines[1].iter().filter(|(kind, _)| kind.is_land()).count();
        let dice = field.opening.iter().flat_map(|&(value, count)| (0..count).map(move |_| value));
        let mut opening = spread(dice.map(chance));
        let beyond: f64 = opening.drain((land + 1).min(opening.len())..).sum();
        if let Some(last) = opening.last_mut() {
            *last += beyond;
        }
        Self {
            units: [lines[0].len(), lines[1].len()],
            sea: field.sea,
            last_foot: last(0, &|kind| kind.is_land()),
            destroyers: [0, 1].map(|side| last(side, &|kind| kind == Kind::Destroyer)),
            opening,
            early: [0, 1].map(|side| hits(side, &|kind| kind == first)),
            late: [0, 1].map(|side| hits(side, &|kind| kind != first)),
            hunted: [0, 1].map(|side| if boats(side) { hits(side, &|_| true) } else { Hits::new() }),
        }
    }
    /// The early and the late fire of a side, with so many lost of its own and of the enemy. Submarines under a destroyer fire
    /// late; their destroyers don't change in between, for nobody else fires early at sea.
    fn early(&self, side: usize, lost: [usize; 2]) -> &[f64] {
        let held = self.sea && lost[1 - side] < self.destroyers[1 - side];
        if held { &[1.0] } else { &self.early[side][lost[side]] }
    }
    fn late(&self, side: usize, lost: [usize; 2]) -> &[f64] {
        let held = self.sea && lost[1 - side] < self.destroyers[1 - side];
        if held && !self.hunted[side].is_empty() {
            &self.hunted[side][lost[side]]
        } else {
            &self.late[side][lost[side]]
        }
    }
    /// Calls `to` with what the early fire leads to: at sea both at the same time, on land the attacker's guns first.
    fn early_fire(&self, lost: [usize; 2], mut to: impl FnMut([usize; 2], f64)) {
        for (hits, p) in self.early(0, lost).iter().enumerate() {
            let defenders = (lost[1] + hits).min(self.units[1]);
            let answer = self.early(1, [lost[0], if self.sea { lost[1] } else { defenders }]);
            for (back, q) in answer.iter().enumerate() {
                to([(lost[0] + back).min(self.units[0]), defenders], p * q);
            }
        }
    }

    /// Every course of the battle. Pairs of losses only grow, and a round without a hit leads back to where it began.
    fn counted(&self) -> Odds {
        let [attackers, defenders] = self.units;
        let width = defenders + 1;
        let at = |lost: [usize; 2]| lost[0] * width + lost[1];
        let mut before = vec![0.0; (attackers + 1) * width];
        let mut between = before.clone();
        for (lost, &p) in self.opening.iter().enumerate() {
            before[lost.min(defenders)] += p;
        }
        for a in 0..attackers {
            for d in 0..defenders {
                let (here, lost) = (at([a, d]), [a, d]);
                if before[here] + between[here] < SLIGHT {
                    continue;
                }
                let (attack, defence) = (self.late(0, lost), self.late(1, lost));
                let calm = self.early(0, lost)[0] * self.early(1, lost)[0];
                let again = attack[0] * defence[0];
                if calm * again > 1.0 - 1e-12 {
                    continue;
                }
                let rounds = (before[here] + again * between[here]) / (1.0 - calm * again);
                let shots = between[here] + calm * rounds;
                self.early_fire(lost, |to, p| between[at(to)] += rounds * p);
                for (hits, p) in defence.iter().enumerate() {
                    let row = (a + hits).min(attackers) * width + d;
                    volley(&mut before[row..row + width - d], attack, shots * p);
                }
                (before[here], between[here]) = (0.0, 0.0);
            }
        }
        before.iter_mut().zip(&between).for_each(|(sum, more)| *sum += more);
        self.told(before.iter().enumerate().map(|(i, &p)| ([i / width, i % width], p)))
    }
    /// What the ends of battles come to.
    fn told(&self, ends: impl Iterator<Item = ([usize; 2], f64)>) -> Odds {
        let mut odds = Odds { exact: true, ..Odds::default() };
        for ([a, d], p) in ends {
            odds.win += if self.won([a, d]) { p } else { 0.0 };
            odds.attackers_left += p * (self.units[0] - a) as f64;
            odds.defenders_left += p * (self.units[1] - d) as f64;
        }
        odds
    }

    /// So many courses, always the same ones.
    fn sampled(&self, samples: u32) -> Odds {
        let mut random = Random::new(u64::from(samples));
        let ends = (0..samples).map(|_| {
            let lost = self.course(&mut random);
            (self.won(lost), [self.units[0] - lost[0], self.units[1] - lost[1]])
        });
        sampled(ends, samples)
    }
    fn won(&self, lost: [usize; 2]) -> bool {
        lost[1] == self.units[1] && (self.sea || lost[0] < self.last_foot)
    }
    fn course(&self, random: &mut Random) -> [usize; 2] {
        let mut draw = |chances: &[f64]| {
            let mut left = f64::from(random.unit());
            chances.iter().position(|p| {
                left -= p;
                left < 0.0
            })
        };
        let [attackers, defenders] = self.units;
        let mut lost = [0, draw(&self.opening).unwrap_or(0).min(defenders)];
        while lost[0] < attackers && lost[1] < defenders {
            let calm = self.early(0, lost)[0] * self.early(1, lost)[0];
            if calm * self.late(0, lost)[0] * self.late(1, lost)[0] > 1.0 - 1e-12 {
                break;
            }
            let hits = draw(self.early(0, lost)).unwrap_or(0);
            let after = (lost[1] + hits).min(defenders);
            let back = draw(self.early(1, [lost[0], if self.sea { lost[1] } else { after }])).unwrap_or(0);
            lost = [(lost[0] + back).min(attackers), after];
            let hits = draw(self.late(0, lost)).unwrap_or(0);
            let back = draw(self.late(1, lost)).unwrap_or(0);
            lost = [(lost[0] + back).min(attackers), (lost[1] + hits).min(defenders)];
        }
        lost
    }
}

/// Whether a kind supports infantry. [rule: war FP-2]
fn helps(kind: Kind) -> bool {
    kind == Kind::Armor || kind.is_air()
}

/// Adds the chances of hits to a row of losses; hits beyond its end count for its end.
fn volley(row: &mut [f64], chances: &[f64], share: f64) {
    let end = row.len() - 1;
    for (sum, p) in row.iter_mut().zip(chances) {
        *sum += share * p;
    }
    if let Some(beyond) = chances.get(end + 1..) {
        row[end] += share * beyond.iter().sum::<f64>();
    }
}

/// The chances of hits of those alive who fire; infantry that is paired with armor or aircraft hits better.
fn salvo(
    alive: &[(Kind, i8)],
    fires: &dyn Fn(Kind) -> bool,
    paired: bool,
    support: i8,
    chance: &impl Fn(i8) -> f64,
) -> Vec<f64> {
    let mut help = if paired { alive.iter().filter(|(kind, _)| helps(*kind)).count() } else { 0 };
    spread(alive.iter().filter(|(kind, _)| fires(*kind)).map(|&(kind, value)| {
        let paired = kind == Kind::Infantry && help > 0;
        help -= usize::from(paired);
        chance(value + if paired { support } else { 0 })
    }))
}
