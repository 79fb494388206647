//! Sets of hexes, line by line: a whole column or row in one number.

use crate::{Axis, GridSpec, HexId, Parity, Top};

/// A run of hexes with consecutive ids on one line.
#[derive(Clone, Copy, Debug)]
struct Run {
    first: HexId,
    length: u8,
    line: u16,
    /// Place of the first hex on its line.
    at: u8,
}

/// How the hexes of a grid lie in lines. Lines are columns of flat tops and rows of pointed tops.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    runs: Vec<Run>,
    /// For each line, whether it is pushed half a hex towards higher numbers.
    shifted: Vec<bool>,
}

impl Lines {
    /// `None` if the first printed number does not count lines or a line is longer than 128 hexes.
    pub(crate) fn new(spec: &GridSpec, numbers: &[(u16, u16)]) -> Option<Lines> {
        let flat = spec.top == Top::Flat;
        let (lines, along) = if flat { (spec.columns, spec.rows) } else { (spec.rows, spec.columns) };
        if (spec.numbering.first == Axis::Column) != flat || along.last - along.first >= 128 {
            return None;
        }
        let shifted = (lines.first..=lines.last).map(|line| (line % 2 == 1) == (spec.shifted == Parity::Odd));
        let mut runs: Vec<Run> = Vec::new();
        for (index, &(column, row)) in numbers.iter().enumerate() {
            let (line, at) = if flat { (column, row) } else { (row, column) };
            let (line, at) = (line - lines.first, (at - along.first) as u8);
            match runs.last_mut() {
                Some(run) if run.line == line && run.at + run.length == at => run.length += 1,
                _ => runs.push(Run { first: HexId(index as u16), length: 1, line, at }),
            }
        }
        Some(Lines { runs, shifted: shifted.collect() })
    }

    fn load(&self, set: &[u64], into: &mut Vec<u128>) {
        into.clear();
        into.resize(self.shifted.len(), 0);
        for run in &self.runs {
            into[usize::from(run.line)] |= bits(set, run.first, run.length) << run.at;
        }
    }

    fn store(&self, lines: &[u128], set: &mut [u64]) {
        for run in &self.runs {
            add_bits(set, run.first, run.length, lines[usize::from(run.line)] >> run.at);
        }
    }

    /// The hexes of the lines beside `line` that touch a hex of it.
    #[inline]
    fn beside(&self, line: usize, hexes: u128) -> u128 {
        hexes | if self.shifted[line] { hexes << 1 } else { hexes >> 1 }
    }

    /// What the lines before and behind reach of this one.
    #[inline]
    fn reached_beside(&self, line: usize, reached: &[u128]) -> u128 {
        let before = line.checked_sub(1).map_or(0, |before| self.beside(before, reached[before]));
        let behind = reached.get(line + 1).map_or(0, |hexes| self.beside(line + 1, *hexes));
        before | behind
    }
}

/// The bits of up to 128 hexes of a set from one on.
#[inline]
fn bits(set: &[u64], first: HexId, length: u8) -> u128 {
    let (at, shift) = (first.index() / 64, first.index() % 64);
    let word = |index: usize| u128::from(set.get(index).copied().unwrap_or(0));
    let mut bits = (word(at) | word(at + 1) << 64) >> shift;
    if shift > 0 {
        bits |= word(at + 2) << (128 - shift);
    }
    if length < 128 { bits & ((1 << length) - 1) } else { bits }
}

/// Adds those of up to 128 hexes from one on whose bit is set. There must be room for them.
#[inline]
fn add_bits(set: &mut [u64], first: HexId, length: u8, bits: u128) {
    let bits = if length < 128 { bits & ((1 << length) - 1) } else { bits };
    let (at, shift) = (first.index() / 64, first.index() % 64);
    let low = bits << shift;
    let high = if shift > 0 { bits >> (128 - shift) } else { 0 };
    for (word, part) in set[at..].iter_mut().zip([low as u64, (low >> 64) as u64, high as u64]) {
        *word |= part;
    }
}

/// Working memory of a spread.
#[derive(Clone, Default, Debug)]
pub(crate) struct LineScratch {
    open: Vec<u128>,
    reached: Vec<u128>,
}

impl LineScratch {
    /// Adds every open hex joined to an open source to the set `into`.
    pub(crate) fn spread(&mut self, lines: &Lines, sources: &[u64], open: &[u64], into: &mut [u64]) {
        lines.load(open, &mut self.open);
        lines.load(sources, &mut self.reached);
        for (reached, open) in self.reached.iter_mut().zip(&self.open) {
            *reached &= open;
        }
        self.sweep(lines);
        lines.store(&self.reached, into);
    }

    /// Sweeps over the lines, down and up in turn, until a sweep finds nothing new.
    fn sweep(&mut self, lines: &Lines) {
        let count = self.open.len();
        let (mut down, mut first) = (true, true);
        loop {
            let mut changed = false;
            for turn in 0..count {
                let line = if down { turn } else { count - 1 - turn };
                let seeds =
                    (self.reached[line] | lines.reached_beside(line, &self.reached)) & self.open[line];
                // Without a new seed beside it a line has grown as far as it can; the first sweep fills what it began with.
                if seeds == self.reached[line] && (seeds == 0 || !first) {
                    continue;
                }
                let filled = fill(seeds, self.open[line]);
                changed |= filled != self.reached[line];
                self.reached[line] = filled;
            }
            if !changed && !first {
                return;
            }
            (down, first) = (!down, false);
        }
    }
}

/// Every run of open bits that holds a seed. Seeds must be open.
#[inline]
fn fill(seeds: u128, open: u128) -> u128 {
    let up = fill_up(seeds, open);
    fill_up(up.reverse_bits(), open.reverse_bits()).reverse_bits()
}

/// From every seed to the upper end of its run: an addition carries exactly that far.
#[inline]
fn fill_up(seeds: u128, open: u128) -> u128 {
    ((open ^ open.wrapping_add(seeds)) | seeds) & open
}
