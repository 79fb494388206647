//! A battle as the engine counts it ([`Rounds`]): losses in a fixed order, so that what is left of a side follows from how many it
//! lost, and what each fires then.

use crate::chances::Odds;
use crate::kinds::Kind;
use engine::{Random, Rounds, spread};

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
        let lines = Lines::new(self, f64::from(sides), support);
        if lines.units[0].max(lines.units[1]) <= MOST {
            return lines.told();
        }
        let mut random = Random::new(u64::from(samples));
        let ends = (0..samples).map(|_| {
            let lost = lines.course(&mut random);
            (lines.won(lost), [lines.units[0] - lost[0], lines.units[1] - lost[1]])
        });
        sampled(ends, samples)
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
struct Lines {
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

impl Lines {
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
    /// Every course of the battle.
    fn told(&self) -> Odds {
        let ends = self.counted();
        Odds {
            win: ends.share(|&lost| self.won(lost)),
            attackers_left: ends.mean(|lost| (self.units[0] - lost[0]) as f64),
            defenders_left: ends.mean(|lost| (self.units[1] - lost[1]) as f64),
            exact: true,
            ..Odds::default()
        }
    }
    fn won(&self, lost: [usize; 2]) -> bool {
        lost[1] == self.units[1] && (self.sea || lost[0] < self.last_foot)
    }
    /// Whether a side's submarines have a destroyer over them. Destroyers don't change in between, for nobody else fires early at sea.
    fn held(&self, side: usize, lost: [usize; 2]) -> bool {
        self.sea && lost[1 - side] < self.destroyers[1 - side]
    }
}

/// Artillery strikes first on land, the attacker's before the defender's; at sea submarines that no destroyer hunts, both at once.
impl Rounds for Lines {
    fn units(&self) -> [usize; 2] {
        self.units
    }
    fn opening(&self) -> &[f64] {
        &self.opening
    }
    fn early(&self, side: usize, lost: [usize; 2]) -> &[f64] {
        if self.held(side, lost) { &[1.0] } else { &self.early[side][lost[side]] }
    }
    fn late(&self, side: usize, lost: [usize; 2]) -> &[f64] {
        let hunted = self.held(side, lost) && !self.hunted[side].is_empty();
        &(if hunted { &self.hunted } else { &self.late })[side][lost[side]]
    }
    fn at_once(&self) -> bool {
        self.sea
    }
}

/// Whether a kind supports infantry. [rule: war FP-2]
fn helps(kind: Kind) -> bool {
    kind == Kind::Armor || kind.is_air()
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
