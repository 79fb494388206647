//! Hex grids: printed numbers to dense ids and back, neighbours, distances, places on the sheet.

use crate::lines::Lines;
use crate::spec::check_spec;
use crate::{Axis, Direction, GridError, GridSpec, HexId, Label, Parity, Top};

/// Axial steps of the six directions, clockwise on the sheet.
const FLAT_STEPS: [(i32, i32); 6] = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)];
const POINTED_STEPS: [(i32, i32); 6] = [(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)];
const LINE_GAP: f64 = 0.866_025_403_784_438_6;
const RADIUS: f64 = 0.577_350_269_189_625_8;

/// A hex grid: printed numbers, dense ids, neighbours, distances, places on the sheet.
///
/// ```
/// use board::{GridSpec, HexGrid, Numbering, Parity, Span, Top};
/// let grid = HexGrid::new(GridSpec {
///     top: Top::Flat,
///     numbering: Numbering::from_pattern("CCRR").unwrap(),
///     columns: Span::new(1, 19),
///     rows: Span::new(1, 12),
///     shifted: Parity::Even,
///     notches: vec![],
/// })
/// .unwrap();
/// let (from, to) = (grid.hex("1903").unwrap(), grid.hex("1601").unwrap());
/// assert_eq!(grid.distance(from, to), 3);
/// assert_eq!(grid.label(to).to_string(), "1601");
/// ```
#[derive(Clone, Debug)]
pub struct HexGrid {
    spec: GridSpec,
    /// Column and row of each hex.
    numbers: Vec<(u16, u16)>,
    axial: Vec<(i16, i16)>,
    neighbours: Vec<[HexId; 6]>,
    /// Hex at each place of the sheet, left to right, then down.
    cells: Vec<HexId>,
    /// What the half-step coordinate leaves over when axial coordinates are made.
    odd: i32,
    lines: Option<Lines>,
}

impl HexGrid {
    /// Builds the grid.
    pub fn new(spec: GridSpec) -> Result<HexGrid, GridError> {
        check_spec(&spec)?;
        let mut grid = HexGrid {
            numbers: Vec::new(),
            axial: Vec::new(),
            neighbours: Vec::new(),
            cells: vec![HexId::NONE; spec.columns.len() * spec.rows.len()],
            odd: 0,
            lines: None,
            spec,
        };
        grid.number_hexes();
        if grid.numbers.is_empty() {
            return Err(GridError::NoHexes);
        }
        grid.lines = Lines::new(&grid.spec, &grid.numbers);
        let (column, row) = grid.numbers[0];
        let (line, half) = grid.line_and_half(column, row);
        grid.odd = (half - line).rem_euclid(2);
        for index in 0..grid.numbers.len() {
            let (column, row) = grid.numbers[index];
            let (q, r) = grid.axial_of(column, row);
            grid.axial.push((q as i16, r as i16));
        }
        let steps = grid.axial_steps();
        grid.neighbours = grid
            .axial
            .iter()
            .map(|&(q, r)| {
                steps.map(|(dq, dr)| {
                    grid.hex_at_axial(i32::from(q) + dq, i32::from(r) + dr).unwrap_or(HexId::NONE)
                })
            })
            .collect();
        Ok(grid)
    }

    fn number_hexes(&mut self) {
        let (columns, rows) = (self.spec.columns, self.spec.rows);
        let by_column = self.spec.numbering.first == Axis::Column;
        let (outer, inner) = if by_column { (columns, rows) } else { (rows, columns) };
        for a in outer.first..=outer.last {
            for b in inner.first..=inner.last {
                let (column, row) = if by_column { (a, b) } else { (b, a) };
                if self.in_notch(column, row) {
                    continue;
                }
                if let Some(cell) = self.cell(column, row) {
                    self.cells[cell] = HexId(self.numbers.len() as u16);
                    self.numbers.push((column, row));
                }
            }
        }
    }

    fn in_notch(&self, column: u16, row: u16) -> bool {
        self.spec.notches.iter().any(|notch| {
            (notch.columns.0..=notch.columns.1).contains(&column)
                && (notch.rows.0..=notch.rows.1).contains(&row)
        })
    }

    fn cell(&self, column: u16, row: u16) -> Option<usize> {
        let (x, y) = (self.spec.columns.place(column)?, self.spec.rows.place(row)?);
        Some(y * self.spec.columns.len() + x)
    }

    /// The line of a hex on the sheet and its place along the line in half hexes.
    fn line_and_half(&self, column: u16, row: u16) -> (i32, i32) {
        let x = self.spec.columns.place(column).unwrap_or(0) as i32;
        let y = self.spec.rows.place(row).unwrap_or(0) as i32;
        let (line, number, along, backwards) = match self.spec.top {
            Top::Flat => (x, column, y, self.spec.rows.reversed),
            Top::Pointed => (y, row, x, self.spec.columns.reversed),
        };
        let shifted = (number % 2 == 1) == (self.spec.shifted == Parity::Odd);
        (line, 2 * along + i32::from(shifted != backwards))
    }

    fn axial_of(&self, column: u16, row: u16) -> (i32, i32) {
        let (line, half) = self.line_and_half(column, row);
        let other = (half - line).div_euclid(2);
        match self.spec.top {
            Top::Flat => (line, other),
            Top::Pointed => (other, line),
        }
    }

    /// Axial steps of the six directions.
    pub(crate) fn axial_steps(&self) -> [(i32, i32); 6] {
        match self.spec.top {
            Top::Flat => FLAT_STEPS,
            Top::Pointed => POINTED_STEPS,
        }
    }

    pub(crate) fn lines(&self) -> Option<&Lines> {
        self.lines.as_ref()
    }

    /// What the grid was built from.
    pub fn spec(&self) -> &GridSpec {
        &self.spec
    }

    /// How many hexes there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Never: a grid has at least one hex.
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// Every hex, in the order of the printed numbers.
    pub fn hexes(&self) -> impl DoubleEndedIterator<Item = HexId> + ExactSizeIterator + use<> {
        (0..self.numbers.len() as u16).map(HexId)
    }

    /// The hex with this printed number.
    pub fn hex(&self, printed: &str) -> Option<HexId> {
        let (first, second) = self.spec.numbering.split(printed)?;
        match self.spec.numbering.first {
            Axis::Column => self.hex_at(first, second),
            Axis::Row => self.hex_at(second, first),
        }
    }

    /// The hex with this column and row number.
    pub fn hex_at(&self, column: u16, row: u16) -> Option<HexId> {
        Some(self.cells[self.cell(column, row)?]).filter(|hex| hex.is_some())
    }

    /// Column and row of a hex.
    #[inline]
    pub fn column_row(&self, hex: HexId) -> (u16, u16) {
        self.numbers[hex.index()]
    }

    /// The printed number, ready to be written.
    pub fn label(&self, hex: HexId) -> Label {
        let (column, row) = self.numbers[hex.index()];
        let numbering = self.spec.numbering;
        let pair = if numbering.first == Axis::Column { (column, row) } else { (row, column) };
        Label { pair, numbering }
    }

    /// The six neighbours in the order of [`Direction::ALL`], [`HexId::NONE`] beyond the edge.
    #[inline]
    pub fn neighbours(&self, hex: HexId) -> &[HexId; 6] {
        &self.neighbours[hex.index()]
    }

    /// The neighbour in one direction.
    #[inline]
    pub fn neighbour(&self, hex: HexId, direction: Direction) -> Option<HexId> {
        Some(self.neighbours[hex.index()][direction.index()]).filter(|hex| hex.is_some())
    }

    /// The direction from one hex to a hex beside it.
    pub fn direction(&self, from: HexId, to: HexId) -> Option<Direction> {
        let at = self.neighbours[from.index()].iter().position(|hex| *hex == to)?;
        to.is_some().then(|| Direction::new(at))
    }

    /// Whether the map ends beside this hex.
    pub fn on_edge(&self, hex: HexId) -> bool {
        self.neighbours[hex.index()].contains(&HexId::NONE)
    }

    /// How a direction is called on the sheet.
    pub fn direction_name(&self, direction: Direction) -> &'static str {
        const FLAT: [&str; 6] = ["N", "NE", "SE", "S", "SW", "NW"];
        const POINTED: [&str; 6] = ["NE", "E", "SE", "SW", "W", "NW"];
        match self.spec.top {
            Top::Flat => FLAT[direction.index()],
            Top::Pointed => POINTED[direction.index()],
        }
    }

    /// Axial coordinates (`q`, `r`), the usual ones for arithmetic on hexes.
    #[inline]
    pub fn axial(&self, hex: HexId) -> (i32, i32) {
        let (q, r) = self.axial[hex.index()];
        (i32::from(q), i32::from(r))
    }

    /// The hex with these axial coordinates, if the map has it.
    pub fn hex_at_axial(&self, q: i32, r: i32) -> Option<HexId> {
        let (line, other) = match self.spec.top {
            Top::Flat => (q, r),
            Top::Pointed => (r, q),
        };
        let along = (2 * other + line + self.odd).div_euclid(2);
        let (x, y) = match self.spec.top {
            Top::Flat => (line, along),
            Top::Pointed => (along, line),
        };
        let width = self.spec.columns.len() as i32;
        if x < 0 || y < 0 || x >= width || y >= self.spec.rows.len() as i32 {
            return None;
        }
        Some(self.cells[(y * width + x) as usize]).filter(|hex| hex.is_some())
    }

    /// How many steps lie between two hexes on an endless grid.
    #[inline]
    pub fn distance(&self, from: HexId, to: HexId) -> u32 {
        let ((q1, r1), (q2, r2)) = (self.axial(from), self.axial(to));
        let (dq, dr) = (q1 - q2, r1 - r2);
        dq.abs().max(dr.abs()).max((dq + dr).abs()) as u32
    }

    /// The centre on the sheet: x to the right, y down, in units of the distance between two
    /// neighbouring centres, from the upper left corner of the sheet.
    pub fn centre(&self, hex: HexId) -> (f64, f64) {
        let (column, row) = self.numbers[hex.index()];
        let (line, half) = self.line_and_half(column, row);
        let across = RADIUS + LINE_GAP * f64::from(line);
        let along = 0.5 + 0.5 * f64::from(half);
        match self.spec.top {
            Top::Flat => (across, along),
            Top::Pointed => (along, across),
        }
    }

    /// The six corners on the sheet. Hexside `d` runs from corner `d` to corner `d + 1`.
    pub fn corners(&self, hex: HexId) -> [(f64, f64); 6] {
        let (x, y) = self.centre(hex);
        // Clockwise angles of the first corner from straight up: half a side before direction 0.
        let start: f64 = if self.spec.top == Top::Flat { -30.0 } else { 0.0 };
        std::array::from_fn(|corner| {
            let angle = (start + 60.0 * corner as f64).to_radians();
            (x + RADIUS * angle.sin(), y - RADIUS * angle.cos())
        })
    }

    /// Width and height of the sheet in the units of [`HexGrid::centre`].
    pub fn size(&self) -> (f64, f64) {
        let (columns, rows) = (self.spec.columns.len() as f64, self.spec.rows.len() as f64);
        match self.spec.top {
            Top::Flat => (2.0 * RADIUS + LINE_GAP * (columns - 1.0), rows + 0.5),
            Top::Pointed => (columns + 0.5, 2.0 * RADIUS + LINE_GAP * (rows - 1.0)),
        }
    }

    /// The hex under a point of the sheet.
    pub fn hex_at_point(&self, x: f64, y: f64) -> Option<HexId> {
        if !(x.is_finite() && y.is_finite()) {
            return None;
        }
        let (across, along) = match self.spec.top {
            Top::Flat => (x, y),
            Top::Pointed => (y, x),
        };
        let line = (across - RADIUS) / LINE_GAP;
        let half = (along - 0.5) * 2.0;
        let other = (half - line - f64::from(self.odd)) / 2.0;
        let (line, other) = round_axial(line, other);
        match self.spec.top {
            Top::Flat => self.hex_at_axial(line, other),
            Top::Pointed => self.hex_at_axial(other, line),
        }
    }
}

/// The whole hex nearest to fractional axial coordinates.
fn round_axial(q: f64, r: f64) -> (i32, i32) {
    let s = -q - r;
    let (mut rq, mut rr, rs) = (q.round(), r.round(), s.round());
    let (dq, dr, ds) = ((rq - q).abs(), (rr - r).abs(), (rs - s).abs());
    if dq > dr && dq > ds {
        rq = -rr - rs;
    } else if dr > ds {
        rr = -rq - rs;
    }
    (rq as i32, rr as i32)
}
