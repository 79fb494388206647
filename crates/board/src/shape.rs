//! Lines, rings and discs of hexes.

use crate::{Direction, HexGrid, HexId};

impl HexGrid {
    /// The hexes under a straight line between two centres, both ends included. Where the line
    /// runs along a hexside it always leans to the same side, so that the way back is the same line.
    /// Hexes off the map are left out.
    pub fn line(&self, from: HexId, to: HexId) -> impl Iterator<Item = HexId> + '_ {
        let steps = self.distance(from, to).max(1) as i64;
        let last = i64::from(self.distance(from, to));
        let wide = |(q, r): (i32, i32)| (i64::from(q), i64::from(r));
        let ((q1, r1), (q2, r2)) = (wide(self.axial(from)), wide(self.axial(to)));
        (0..=last).filter_map(move |at| {
            // In units of 1/24 of a step; the odd units push the line off the hexsides.
            let q = 24 * (q1 * steps + (q2 - q1) * at) + 1;
            let r = 24 * (r1 * steps + (r2 - r1) * at) + 2;
            let (q, r) = nearest(q, r, 24 * steps);
            self.hex_at_axial(q as i32, r as i32)
        })
    }

    /// The hexes at exactly this distance, clockwise from the one in direction zero. Hexes off
    /// the map are left out.
    pub fn ring(&self, centre: HexId, radius: u32) -> impl Iterator<Item = HexId> + '_ {
        let radius = radius.min(self.farthest() + 1) as i32;
        let steps = self.axial_steps();
        let (q, r) = self.axial(centre);
        let (q, r) = (q + steps[0].0 * radius, r + steps[0].1 * radius);
        let corners = (0..6).map(move |side| {
            let before = (0..side).fold((q, r), |(q, r), side| {
                let (dq, dr) = steps[Direction::new(side + 2).index()];
                (q + dq * radius, r + dr * radius)
            });
            (before, steps[Direction::new(side + 2).index()])
        });
        let single = (radius == 0).then_some(centre);
        let around = corners.flat_map(move |((q, r), (dq, dr))| {
            (0..radius).filter_map(move |at| self.hex_at_axial(q + dq * at, r + dr * at))
        });
        single.into_iter().chain(around)
    }

    /// The hexes within a distance, ring by ring from the centre.
    pub fn spiral(&self, centre: HexId, radius: u32) -> impl Iterator<Item = HexId> + '_ {
        (0..=radius.min(self.farthest())).flat_map(move |radius| self.ring(centre, radius))
    }

    /// No two hexes of the map are farther apart than this.
    fn farthest(&self) -> u32 {
        u32::from(self.spec().columns.last) + u32::from(self.spec().rows.last) + 2
    }

    /// The hexes within a distance, in rising order.
    pub fn within(&self, centre: HexId, radius: u32) -> impl Iterator<Item = HexId> + '_ {
        self.hexes().filter(move |hex| self.distance(centre, *hex) <= radius)
    }
}

/// The whole hex nearest to axial coordinates in units of `1 / unit`.
fn nearest(q: i64, r: i64, unit: i64) -> (i64, i64) {
    let s = -q - r;
    let round = |value: i64| (2 * value + unit).div_euclid(2 * unit);
    let (wq, wr, ws) = (round(q), round(r), round(s));
    let off = |whole: i64, value: i64| (whole * unit - value).abs();
    let (dq, dr, ds) = (off(wq, q), off(wr, r), off(ws, s));
    if dq > dr && dq > ds {
        (-wr - ws, wr)
    } else if dr > ds {
        (wq, -wq - ws)
    } else {
        (wq, wr)
    }
}
