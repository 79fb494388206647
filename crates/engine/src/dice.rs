//! Labelled dice: seeded, scripted, or enumerated. Every random event of every game goes through here.

use rand_chacha::rand_core::{RngCore, SeedableRng};
use rand_chacha::{ChaCha8Rng, ChaCha20Rng};
use schemars::JsonSchema;
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::collections::VecDeque;
use std::fmt;

/// The secret from which all dice of a match follow. Its hash is published at the start, itself at the end.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Seed(pub [u8; 32]);

impl Seed {
    /// A seed from a small number, for tests and simulations.
    #[must_use]
    pub fn from_number(number: u64) -> Self {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&number.to_le_bytes());
        Self(bytes)
    }
    /// Reads 1 to 64 hexadecimal digits, or a decimal number below 2^64 (`n:` before it).
    pub fn parse(text: &str) -> Result<Self, String> {
        if let Some(number) = text.strip_prefix("n:") {
            return number
                .parse()
                .map(Self::from_number)
                .map_err(|_| format!("seed \"{text}\" is not a number below 2^64"));
        }
        if text.len() != 64 || !text.bytes().all(|b| b.is_ascii_hexdigit()) {
            return Err("a seed is 64 hexadecimal digits, or n: and a number".to_owned());
        }
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks(2)) {
            let digit = |b: u8| (b as char).to_digit(16).unwrap_or(0) as u8;
            *byte = digit(pair[0]) << 4 | digit(pair[1]);
        }
        Ok(Self(bytes))
    }
    /// What is published at the start of a match: the SHA-256 of the seed.
    #[must_use]
    pub fn commitment(&self) -> String {
        hex(&Sha256::digest(self.0))
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(&self.0))
    }
}

impl fmt::Debug for Seed {
    /// A seed is a secret: debug output shows its commitment only.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seed({})", &self.commitment()[..8])
    }
}

/// Lower-case hexadecimal digits of `bytes`.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    use fmt::Write;
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut out, b| {
        let _ = write!(out, "{b:02x}");
        out
    })
}

/// One drawn number: a die of `sides` sides showing `roll` (1 to `sides`), and what it was for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Draw {
    /// Sides of the die, or how many things were drawn from.
    pub sides: u32,
    /// 1 to `sides`; for many dice at once, how many of them hit.
    pub roll: u32,
    /// What the die decided.
    pub label: &'static str,
    /// How many dice were thrown at once.
    pub dice: u32,
    /// With many dice: the highest number that counts as a hit.
    pub at_most: u32,
    /// Drawn from a cup or by lot: no die.
    pub cup: bool,
}

/// The random source of people who think (computer players, samplers): never the game's dice.
#[derive(Clone, Debug)]
pub struct Random(ChaCha8Rng);

impl Random {
    /// A source from a number.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }
    /// A number below `n` (0 if `n` is 0).
    pub fn below(&mut self, n: usize) -> usize {
        // Lemire's multiplication without the rejection step: the bias for n below 2^16 is under 2^-16.
        ((u64::from(self.0.next_u32()) * n as u64) >> 32) as usize
    }
    /// A number from 0 up to but without 1.
    pub fn unit(&mut self) -> f32 {
        (self.0.next_u32() >> 8) as f32 / (1u32 << 24) as f32
    }
    /// Any number.
    #[expect(clippy::should_implement_trait, reason = "a source never ends, so it is no iterator")]
    pub fn next(&mut self) -> u64 {
        self.0.next_u64()
    }
    /// Puts a slice into random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

/// Where the numbers come from.
#[derive(Clone, Debug)]
enum Source {
    Seeded(Box<ChaCha20Rng>),
    /// Runs through every script in turn: `choices` are the rolls so far, later ones start at 1.
    Enumerated {
        choices: Vec<(u32, u32)>,
        next: usize,
    },
    Sampled(Box<Random>),
    /// One of [`SHARES`] throws that share a luck.
    Shared {
        random: Box<Random>,
        share: u32,
    },
}

/// How many throws share one luck: see [`Dice::shared`].
pub const SHARES: u32 = 6;

/// A stream of labelled dice.
///
/// ```
/// use engine::{Dice, Seed};
/// let mut dice = Dice::seeded(Seed::from_number(38));
/// dice.script([6, 1]);
/// assert_eq!(dice.d6("combat"), 6);
/// assert_eq!(dice.d6("retreat"), 1);
/// assert!((1..=6).contains(&dice.d6("combat")));
/// ```
#[derive(Clone, Debug)]
pub struct Dice {
    source: Source,
    script: VecDeque<u32>,
    drawn: Vec<Draw>,
    fault: Option<String>,
    /// The probability of what was drawn since the last [`Dice::forget`].
    chance: f64,
}

impl Dice {
    fn from(source: Source) -> Self {
        Self { source, script: VecDeque::new(), drawn: Vec::new(), fault: None, chance: 1.0 }
    }
    /// Dice that follow from a seed.
    #[must_use]
    pub fn seeded(seed: Seed) -> Self {
        Self::from(Source::Seeded(Box::new(ChaCha20Rng::from_seed(seed.0))))
    }
    /// Dice that follow from a seed, from a place on ([`Dice::place`]).
    #[must_use]
    pub fn seeded_from(seed: Seed, place: u128) -> Self {
        let mut source = ChaCha20Rng::from_seed(seed.0);
        source.set_word_pos(place);
        Self::from(Source::Seeded(Box::new(source)))
    }
    /// How far they have got, if they follow from a seed and nothing laid down by hand is left.
    #[must_use]
    pub fn place(&self) -> Option<u128> {
        match &self.source {
            Source::Seeded(source) if self.script.is_empty() => Some(source.get_word_pos()),
            _ => None,
        }
    }
    /// Dice for somebody who only imagines: simulations, previews, computer players.
    #[must_use]
    pub fn imagined(random: Random) -> Self {
        Self::from(Source::Sampled(Box::new(random)))
    }
    /// Imagined dice for [`SHARES`] runs of the same luck, of which this is run `share`. The first die of the runs, the
    /// second, and every later one shows each of its six faces exactly once among them (a die with another number of sides
    /// comes as near to that as it can): what depends on one die is averaged over its exact distribution.
    #[must_use]
    pub fn shared(luck: Random, share: u32) -> Self {
        Self::from(Source::Shared { random: Box::new(luck), share: share % SHARES })
    }
    /// Dice that show 1 until [`Dice::next_script`] turns them to the next script.
    #[must_use]
    pub fn enumerated() -> Self {
        Self::from(Source::Enumerated { choices: Vec::new(), next: 0 })
    }
    /// The next draws come from this list, before the source is asked again.
    pub fn script(&mut self, rolls: impl IntoIterator<Item = u32>) {
        self.script.extend(rolls);
    }
    /// Scripted rolls not yet drawn.
    #[must_use]
    pub fn scripted(&self) -> usize {
        self.script.len()
    }
    /// Forgets the scripted rolls.
    pub fn clear_script(&mut self) {
        self.script.clear();
    }
    /// Rolls a die of `sides` sides: 1 to `sides`.
    pub fn roll(&mut self, sides: u32, label: &'static str) -> u32 {
        let sides = sides.max(1);
        let roll = match self.script.pop_front() {
            Some(roll) if (1..=sides).contains(&roll) => roll,
            Some(roll) => {
                self.fault.get_or_insert_with(|| {
                    format!("the scripted roll {roll} does not fit the {sides}-sided die for \"{label}\"")
                });
                1
            }
            None => self.source.roll(sides),
        };
        self.chance /= f64::from(sides);
        self.drawn.push(Draw { sides, roll, label, dice: 1, at_most: 0, cup: false });
        roll
    }
    /// Rolls `dice` dice of `sides` sides at once and says how many show `at_most` or less: one draw.
    pub fn hits(&mut self, dice: u32, sides: u32, at_most: u32, label: &'static str) -> u32 {
        let (sides, at_most) = (sides.max(1), at_most.min(sides.max(1)));
        let p = f64::from(at_most) / f64::from(sides);
        let roll = match self.script.pop_front() {
            Some(roll) if roll <= dice => roll,
            Some(roll) => {
                self.fault.get_or_insert_with(|| {
                    format!("the scripted {roll} does not fit the {dice} dice for \"{label}\"")
                });
                0
            }
            None => self.source.hits(dice, sides, at_most),
        };
        self.chance *= binomial(dice, roll, p);
        self.drawn.push(Draw { sides, roll, label, dice, at_most, cup: false });
        roll
    }
    /// Draws one thing from a cup that holds `counts[i]` of kind `i`; says which kind. The draw is shown as 1 to the
    /// number of kinds.
    pub fn pick(&mut self, counts: &[u16], label: &'static str) -> usize {
        let total: u32 = counts.iter().map(|&c| u32::from(c)).sum();
        let kinds = counts.len().max(1) as u32;
        let there = |kind: u32| counts.get(kind as usize).is_some_and(|&c| c > 0);
        let kind = match self.script.pop_front() {
            Some(roll) if roll >= 1 && there(roll - 1) => roll - 1,
            Some(roll) => {
                self.fault.get_or_insert_with(|| {
                    format!("the scripted draw {roll} is not in the cup for \"{label}\"")
                });
                counts.iter().position(|&c| c > 0).unwrap_or(0) as u32
            }
            None => self.source.pick(counts, total),
        };
        let share = counts.get(kind as usize).map_or(1.0, |&c| f64::from(c) / f64::from(total.max(1)));
        self.chance *= share;
        self.drawn.push(Draw { sides: kinds, roll: kind + 1, label, dice: 1, at_most: 0, cup: true });
        kind as usize
    }
    /// A six-sided die.
    pub fn d6(&mut self, label: &'static str) -> u32 {
        self.roll(6, label)
    }
    /// Draws one of `n` things: 0 to `n - 1`. The draw is shown as 1 to `n`.
    pub fn draw(&mut self, n: usize, label: &'static str) -> usize {
        let drawn = self.roll(n as u32, label) as usize - 1;
        if let Some(draw) = self.drawn.last_mut() {
            draw.cup = true;
        }
        drawn
    }
    /// What was drawn since the last [`Dice::forget`].
    #[must_use]
    pub fn drawn(&self) -> &[Draw] {
        &self.drawn
    }
    /// Forgets what was drawn (not what is still to come).
    pub fn forget(&mut self) {
        self.drawn.clear();
        self.chance = 1.0;
    }
    /// A scripted roll that did not fit its die, if one was drawn.
    pub fn take_fault(&mut self) -> Option<String> {
        self.fault.take()
    }
    /// Turns enumerated dice to the next script; false when every script has been run.
    pub fn next_script(&mut self) -> bool {
        self.forget();
        let Source::Enumerated { choices, next } = &mut self.source else { return false };
        choices.truncate(*next);
        *next = 0;
        while let Some((roll, sides)) = choices.pop() {
            if roll < sides {
                choices.push((roll + 1, sides));
                return true;
            }
        }
        false
    }
    /// The probability of the script that enumerated dice have just run.
    #[must_use]
    pub fn script_probability(&self) -> f64 {
        self.chance
    }
}

/// The probability of exactly `k` hits with `n` dice.
fn binomial(n: u32, k: u32, p: f64) -> f64 {
    if p <= 0.0 || p >= 1.0 {
        return f64::from(u8::from(k == if p <= 0.0 { 0 } else { n }));
    }
    (0..k).fold(1.0, |ways, i| ways * f64::from(n - i) / f64::from(i + 1))
        * p.powi(k.cast_signed())
        * (1.0 - p).powi((n - k).cast_signed())
}

impl Source {
    /// How many of many dice hit: each die by itself where dice are real, one quantile where they are shared.
    fn hits(&mut self, dice: u32, sides: u32, at_most: u32) -> u32 {
        match self {
            Self::Enumerated { .. } => match at_most {
                0 => 0,
                sure if sure == sides => dice,
                _ => self.roll(dice + 1) - 1,
            },
            Self::Shared { random, share } => {
                let mut at = f64::from(share_of(random, *share));
                let p = f64::from(at_most) / f64::from(sides);
                (0..dice)
                    .find(|&k| {
                        at -= binomial(dice, k, p);
                        at < 0.0
                    })
                    .unwrap_or(dice)
            }
            _ => (0..dice).filter(|_| self.roll(sides) <= at_most).count() as u32,
        }
    }
    fn pick(&mut self, counts: &[u16], total: u32) -> u32 {
        if let Self::Enumerated { .. } = self {
            let there: Vec<u32> = (0..counts.len() as u32).filter(|&k| counts[k as usize] > 0).collect();
            return match there.len() {
                0 => 0,
                kinds => there[self.roll(kinds as u32) as usize - 1],
            };
        }
        let mut left = self.roll(total.max(1));
        for (kind, &count) in counts.iter().enumerate() {
            match left.checked_sub(u32::from(count)) {
                Some(rest) if rest > 0 => left = rest,
                _ => return kind as u32,
            }
        }
        0
    }
    fn roll(&mut self, sides: u32) -> u32 {
        match self {
            Self::Seeded(rng) => {
                // Rejection keeps the die exactly fair.
                let zone = u32::MAX - u32::MAX % sides;
                loop {
                    let word = rng.next_u32();
                    if word < zone {
                        return word % sides + 1;
                    }
                }
            }
            Self::Enumerated { choices, next } => {
                if *next == choices.len() {
                    choices.push((1, sides));
                }
                *next += 1;
                choices[*next - 1].0
            }
            Self::Sampled(random) => random.below(sides as usize) as u32 + 1,
            Self::Shared { random, share } => {
                ((share_of(random, *share) * sides as f32) as u32).min(sides - 1) + 1
            }
        }
    }
}

/// Where one of the runs that share a luck stands between 0 and 1, each in a sixth of its own.
fn share_of(random: &mut Random, share: u32) -> f32 {
    let mut order: [u32; SHARES as usize] = std::array::from_fn(|k| k as u32);
    random.shuffle(&mut order);
    let within = random.unit();
    (order[share as usize] as f32 + within) / SHARES as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_dice() {
        let roll = |seed| {
            let mut dice = Dice::seeded(Seed::from_number(seed));
            (0..40).map(|_| dice.d6("x")).collect::<Vec<_>>()
        };
        assert_eq!(roll(1), roll(1));
        assert_ne!(roll(1), roll(2));
    }

    #[test]
    fn enumeration_runs_every_script_once_and_sums_to_one() {
        // Two dice, and a third only after a double: 30 scripts of two dice and 6 * 6 of three.
        let mut dice = Dice::enumerated();
        let (mut scripts, mut total) = (0, 0.0);
        loop {
            if dice.d6("a") == dice.d6("b") {
                dice.d6("c");
            }
            scripts += 1;
            total += dice.script_probability();
            if !dice.next_script() {
                break;
            }
        }
        assert_eq!(scripts, 66);
        assert!((total - 1.0).abs() < 1e-12);
    }

    #[test]
    fn many_dice_are_one_draw_with_the_exact_distribution() {
        let mut dice = Dice::enumerated();
        let mut shares = [0.0; 4];
        loop {
            let hits = dice.hits(3, 6, 2, "battle");
            shares[hits as usize] += dice.script_probability();
            if !dice.next_script() {
                break;
            }
        }
        for (share, wanted) in shares.iter().zip([8.0, 12.0, 6.0, 1.0]) {
            assert!((share - wanted / 27.0).abs() < 1e-12, "{shares:?}");
        }
        let mut real = Dice::seeded(Seed::from_number(5));
        let sum: u32 = (0..3000).map(|_| real.hits(30, 6, 2, "battle")).sum();
        assert!((29_000..31_000).contains(&sum), "ten of thirty dice hit on average: {sum}");
        real.script([4]);
        assert_eq!(real.hits(3, 6, 2, "battle"), 0);
        assert!(real.take_fault().is_some(), "four of three dice can't hit");
    }

    #[test]
    fn a_cup_gives_each_kind_by_its_number() {
        let mut dice = Dice::enumerated();
        let mut shares = [0.0; 3];
        loop {
            let kind = dice.pick(&[3, 0, 1], "cup");
            shares[kind] += dice.script_probability();
            if !dice.next_script() {
                break;
            }
        }
        assert!((shares[0] - 0.75).abs() < 1e-12 && shares[1] == 0.0, "{shares:?}");
        let mut real = Dice::seeded(Seed::from_number(5));
        let first = (0..4000).filter(|_| real.pick(&[3, 0, 1], "cup") == 0).count();
        assert!((2850..3150).contains(&first), "{first}");
        real.script([2]);
        real.pick(&[3, 0, 1], "cup");
        assert!(real.take_fault().is_some(), "there is nothing of the second kind");
    }

    #[test]
    fn shared_dice_show_every_face_once_among_them() {
        let rolls = |luck, sides| -> Vec<Vec<u32>> {
            (0..SHARES)
                .map(|share| {
                    let mut dice = Dice::shared(Random::new(luck), share);
                    (0..30).map(|_| dice.roll(sides, "x")).collect()
                })
                .collect()
        };
        let mut pairs = [[0; 6]; 6];
        for luck in 0..200 {
            let six = rolls(luck, 6);
            for die in 0..30 {
                let mut faces: Vec<u32> = six.iter().map(|run| run[die]).collect();
                faces.sort_unstable();
                assert_eq!(faces, [1, 2, 3, 4, 5, 6], "die {die} of luck {luck}");
            }
            for run in &six {
                pairs[run[0] as usize - 1][run[1] as usize - 1] += 1;
            }
            let (threes, tens) = (rolls(luck, 3), rolls(luck, 10));
            for die in 0..30 {
                let shown = |runs: &[Vec<u32>], face| runs.iter().filter(|run| run[die] == face).count();
                assert!((1..=3).all(|face| shown(&threes, face) == 2), "three sides, six runs");
                assert!((1..=10).all(|face| shown(&tens, face) <= 1), "ten sides, six runs");
            }
        }
        // The dice of one run are independent of each other: 1,200 pairs, 33 of each kind, give or take.
        assert!(pairs.iter().flatten().all(|&count| (5..75).contains(&count)), "{pairs:?}");
    }

    #[test]
    fn a_seed_reads_back_and_hides_in_debug_output() {
        let seed = Seed::from_number(0x38);
        assert_eq!(Seed::parse(&seed.to_string()), Ok(seed));
        assert_eq!(Seed::parse("n:56"), Ok(seed));
        assert!(Seed::parse("xyz").is_err());
        assert!(!format!("{seed:?}").contains(&seed.to_string()));
    }

    #[test]
    fn a_seeded_die_is_fair_within_statistics() {
        let mut dice = Dice::seeded(Seed::from_number(625));
        let mut count = [0u32; 6];
        for _ in 0..60_000 {
            count[dice.d6("x") as usize - 1] += 1;
            dice.forget();
        }
        // Five standard deviations of a binomial with n = 60,000 and p = 1/6 are 456.
        assert!(count.iter().all(|&c| c.abs_diff(10_000) < 456), "{count:?}");
    }
}
