//! What defines a hex grid: tops, numbering, extents, the shifted lines, blocks cut out.

use std::fmt;

/// How the hexes stand on the sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Top {
    /// A side on top: hexes stand in straight columns.
    Flat,
    /// A corner on top: hexes lie in straight rows.
    Pointed,
}

/// Columns or rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Axis {
    /// The number counts from left to right or back.
    Column,
    /// The number counts from top to bottom or back.
    Row,
}

/// Which lines of hexes are pushed by half a hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Parity {
    /// Lines with odd numbers.
    Odd,
    /// Lines with even numbers.
    Even,
}

/// How hex numbers are printed: which number comes first, how wide each is, what stands between.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Numbering {
    /// What the first number counts.
    pub first: Axis,
    /// The least width of the first and of the second number, filled with zeros.
    pub digits: (u8, u8),
    /// The sign between the two, none in numbers such as `1321`.
    pub separator: Option<char>,
}

impl Numbering {
    /// Reads a pattern: `CCRR` (column, row), `RRCC` (row, column), `C,R` or `x,y` (with a comma).
    pub fn from_pattern(pattern: &str) -> Option<Numbering> {
        let pattern = if pattern == "x,y" { "C,R" } else { pattern };
        let head = pattern.chars().next()?;
        let (first, other) = match head {
            'C' => (Axis::Column, 'R'),
            'R' => (Axis::Row, 'C'),
            _ => return None,
        };
        let lead = pattern.chars().take_while(|c| *c == head).count();
        let rest = &pattern[lead..];
        let separator = rest.chars().next().filter(|c| matches!(c, ',' | '.'));
        let tail = if separator.is_some() { &rest[1..] } else { rest };
        let fits = (1..=4).contains(&lead) && (1..=4).contains(&tail.len());
        (fits && tail.chars().all(|c| c == other)).then_some(Numbering {
            first,
            digits: (lead as u8, tail.len() as u8),
            separator,
        })
    }

    /// The pattern that [`Numbering::from_pattern`] reads.
    pub fn pattern(&self) -> String {
        let (head, tail) = if self.first == Axis::Column { ("C", "R") } else { ("R", "C") };
        let mut text = head.repeat(self.digits.0 as usize);
        text.extend(self.separator);
        text + &tail.repeat(self.digits.1 as usize)
    }

    pub(crate) fn split(&self, text: &str) -> Option<(u16, u16)> {
        let number = |part: &str| {
            let plain = (1..=4).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
            if plain { part.parse().ok() } else { None }
        };
        let (first, second) = match self.separator {
            Some(sign) => text.split_once(sign)?,
            None => {
                let (lead, tail) = (self.digits.0 as usize, self.digits.1 as usize);
                if text.len() != lead + tail || !text.is_ascii() {
                    return None;
                }
                text.split_at(lead)
            }
        };
        Some((number(first)?, number(second)?))
    }
}

/// The numbers along one axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    /// The lowest number.
    pub first: u16,
    /// The highest number.
    pub last: u16,
    /// Whether the numbers grow to the left, or upwards, instead of to the right, or down.
    pub reversed: bool,
}

impl Span {
    /// Numbers that grow to the right, or down.
    pub const fn new(first: u16, last: u16) -> Span {
        Span { first, last, reversed: false }
    }

    /// Numbers that grow to the left, or up.
    pub const fn reversed(first: u16, last: u16) -> Span {
        Span { first, last, reversed: true }
    }

    pub(crate) fn len(self) -> usize {
        (self.last as usize + 1).saturating_sub(self.first as usize)
    }

    pub(crate) fn place(self, number: u16) -> Option<usize> {
        if number < self.first || number > self.last {
            return None;
        }
        Some(if self.reversed { self.last - number } else { number - self.first } as usize)
    }
}

/// A block of hexes that is cut out of the sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Notch {
    /// First and last column of the block.
    pub columns: (u16, u16),
    /// First and last row of the block.
    pub rows: (u16, u16),
}

/// Everything that defines a grid, as the head of a map file gives it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GridSpec {
    /// Flat or pointed tops.
    pub top: Top,
    /// How numbers are printed.
    pub numbering: Numbering,
    /// The columns of the sheet.
    pub columns: Span,
    /// The rows of the sheet.
    pub rows: Span,
    /// Which lines (columns of flat tops, rows of pointed tops) are pushed half a hex in the
    /// direction in which the other number grows.
    pub shifted: Parity,
    /// Blocks without hexes.
    pub notches: Vec<Notch>,
}

/// Why a grid cannot be built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GridError {
    /// The last number of an axis comes before the first.
    EmptySpan(Axis),
    /// A number has more digits than the pattern can hold, or more than 9999.
    TooWide(Axis),
    /// More than 65,000 hexes.
    TooLarge,
    /// The notches leave nothing.
    NoHexes,
}

impl fmt::Display for GridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let axis = |axis| if axis == Axis::Column { "columns" } else { "rows" };
        match *self {
            GridError::EmptySpan(a) => write!(f, "the {} end before they begin", axis(a)),
            GridError::TooWide(a) => write!(f, "the {} do not fit the number pattern", axis(a)),
            GridError::TooLarge => write!(f, "the grid has more than 65,000 hexes"),
            GridError::NoHexes => write!(f, "the grid has no hexes left"),
        }
    }
}

impl std::error::Error for GridError {}

pub(crate) fn check_spec(spec: &GridSpec) -> Result<(), GridError> {
    let (first, second) = (spec.numbering.digits.0, spec.numbering.digits.1);
    let column_first = spec.numbering.first == Axis::Column;
    let (column_digits, row_digits) = if column_first { (first, second) } else { (second, first) };
    for (axis, span, digits) in
        [(Axis::Column, spec.columns, column_digits), (Axis::Row, spec.rows, row_digits)]
    {
        if span.last < span.first {
            return Err(GridError::EmptySpan(axis));
        }
        let width = span.last.checked_ilog10().unwrap_or(0) + 1;
        if width > 4 || (spec.numbering.separator.is_none() && width > u32::from(digits)) {
            return Err(GridError::TooWide(axis));
        }
    }
    if spec.columns.len() * spec.rows.len() > 65_000 {
        return Err(GridError::TooLarge);
    }
    Ok(())
}

/// A printed hex number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Label {
    pub(crate) pair: (u16, u16),
    pub(crate) numbering: Numbering,
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (lead, tail) = (self.numbering.digits.0 as usize, self.numbering.digits.1 as usize);
        write!(f, "{:0lead$}", self.pair.0)?;
        if let Some(sign) = self.numbering.separator {
            write!(f, "{sign}")?;
        }
        write!(f, "{:0tail$}", self.pair.1)
    }
}
