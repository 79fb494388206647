//! Movement in layers: the same hex in different states of the mover ("has left a zone of control", "has used its road
//! bonus"), searched at once.

use crate::{Direction, HexGrid, HexId};

/// What a game says about a unit whose steps depend on what it did before. Layers are numbered from 0; a mover in a lower layer
/// can do at least what one in a higher layer can, so a way in a higher layer is kept only where it is cheaper.
pub trait LayerRules {
    /// How many layers there are.
    const LAYERS: usize;

    /// What all steps out of a hex have in common, looked up once.
    type Leaving;

    /// Looks up what all steps out of a hex have in common, for a mover in this layer.
    fn leaving(&self, from: HexId, layer: usize) -> Self::Leaving;

    /// What a step costs, and the layer it leads to; none if it is forbidden.
    fn step(&self, leaving: &Self::Leaving, direction: Direction, to: HexId) -> Option<(u16, usize)>;

    /// Whether a unit that came into this hex may go no farther. Not asked of the hex it starts in.
    #[inline]
    fn must_stop(&self, hex: HexId) -> bool {
        let _ = hex;
        false
    }
}

/// Where a search begins: a hex, the points spent already, the layer.
#[derive(Clone, Copy, Debug)]
pub struct Start {
    /// The hex.
    pub hex: HexId,
    /// Points spent before.
    pub spent: u16,
    /// The layer.
    pub layer: usize,
}

#[derive(Clone, Copy, Debug, Default)]
struct Spot {
    /// The search that wrote it.
    round: u32,
    /// The node before, hex times layers plus layer; [`NOTHING`] at the start.
    from: u32,
    cost: u16,
}

const NOTHING: u32 = u32::MAX;

/// Working memory for searches in layers. Keep one and use it again: after the first search on a map none allocates.
#[derive(Clone, Debug, Default)]
pub struct LayerScratch {
    round: u32,
    layers: usize,
    spots: Vec<Spot>,
    buckets: Vec<Vec<u32>>,
    reached: Vec<u64>,
}

impl LayerScratch {
    /// Every hex in reach by the least cost. With a goal the search ends as soon as the cheapest way there is known.
    pub fn range<R: LayerRules>(
        &mut self,
        grid: &HexGrid,
        start: Start,
        budget: u16,
        goal: Option<HexId>,
        rules: &R,
    ) -> LayerReach<'_> {
        self.begin::<R>(grid.len(), budget);
        if start.spent <= budget && start.layer < R::LAYERS {
            self.relax::<R>(start.hex, start.layer, start.spent, NOTHING);
            self.search(grid, start, budget, goal, rules);
        }
        self.last()
    }

    /// What the last search found.
    pub fn last(&self) -> LayerReach<'_> {
        LayerReach { scratch: self }
    }

    fn begin<R: LayerRules>(&mut self, hexes: usize, budget: u16) {
        self.round = self.round.wrapping_add(1);
        if self.round == 0 || self.layers != R::LAYERS || self.spots.len() < hexes * R::LAYERS {
            self.layers = R::LAYERS;
            self.spots.clear();
            self.spots.resize(hexes * R::LAYERS, Spot::default());
            self.round = 1;
        }
        if self.buckets.len() <= usize::from(budget) {
            self.buckets.resize_with(usize::from(budget) + 1, Vec::new);
        }
        self.buckets[..=usize::from(budget)].iter_mut().for_each(Vec::clear);
        self.reached.clear();
        self.reached.resize(hexes.div_ceil(64), 0);
    }

    fn search<R: LayerRules>(
        &mut self,
        grid: &HexGrid,
        start: Start,
        budget: u16,
        goal: Option<HexId>,
        rules: &R,
    ) {
        for cost in start.spent..=budget {
            if goal.and_then(|goal| self.cost(goal)).is_some_and(|known| known <= cost) {
                return;
            }
            while let Some(node) = self.buckets[usize::from(cost)].pop() {
                if self.spots[node as usize].cost < cost || cost == budget {
                    continue;
                }
                let hex = HexId((node as usize / R::LAYERS) as u16);
                let layer = node as usize % R::LAYERS;
                if hex != start.hex && rules.must_stop(hex) {
                    continue;
                }
                let leaving = rules.leaving(hex, layer);
                for (d, &to) in grid.neighbours(hex).iter().enumerate() {
                    // Whatever a step costs, a hex that was reached as cheaply in the lowest layer gains nothing by it.
                    if !to.is_some() || self.is_settled::<R>(to, cost) {
                        continue;
                    }
                    let Some((points, next)) = rules.step(&leaving, Direction::new(d), to) else {
                        continue;
                    };
                    let total = cost.saturating_add(points);
                    if total <= budget {
                        self.relax::<R>(to, next, total, node);
                    }
                }
            }
        }
    }

    fn place(&self, node: u32) -> (HexId, usize) {
        let layers = self.layers as u32;
        (HexId((node / layers) as u16), (node % layers) as usize)
    }

    #[inline]
    fn is_settled<R: LayerRules>(&self, hex: HexId, cost: u16) -> bool {
        let lowest = &self.spots[hex.index() * R::LAYERS];
        lowest.round == self.round && lowest.cost <= cost
    }

    /// Notes a way to a hex unless one as cheap is known in this layer or a lower one.
    #[inline]
    fn relax<R: LayerRules>(&mut self, hex: HexId, layer: usize, cost: u16, from: u32) {
        let first = hex.index() * R::LAYERS;
        let known = |spot: &Spot| spot.round == self.round && spot.cost <= cost;
        if self.spots[first..=first + layer].iter().any(known) {
            return;
        }
        self.spots[first + layer] = Spot { round: self.round, from, cost };
        self.buckets[usize::from(cost)].push((first + layer) as u32);
        self.reached[hex.index() / 64] |= 1 << (hex.index() % 64);
    }

    /// The cheapest node of a hex, the lowest layer among equals.
    #[inline]
    fn node(&self, hex: HexId) -> Option<usize> {
        let first = hex.index() * self.layers;
        let there = (first..first + self.layers).filter(|&n| self.spots[n].round == self.round);
        there.min_by_key(|&n| self.spots[n].cost)
    }

    fn cost(&self, hex: HexId) -> Option<u16> {
        self.node(hex).map(|n| self.spots[n].cost)
    }
}

/// What a search in layers found. It borrows the working memory until the next search.
#[derive(Clone, Copy, Debug)]
pub struct LayerReach<'a> {
    scratch: &'a LayerScratch,
}

impl<'a> LayerReach<'a> {
    /// The least cost of a hex.
    #[inline]
    pub fn cost(&self, hex: HexId) -> Option<u16> {
        self.scratch.cost(hex)
    }

    /// The hex before this one on the cheapest way; none at the start.
    pub fn before(&self, hex: HexId) -> Option<HexId> {
        let from = self.scratch.spots[self.scratch.node(hex)?].from;
        (from != NOTHING).then(|| self.scratch.place(from).0)
    }

    /// The hexes in reach in rising order, the start among them.
    pub fn hexes(&self) -> impl Iterator<Item = HexId> + use<'a> {
        self.scratch.reached.iter().enumerate().flat_map(|(i, &word)| {
            let rest = |w: &u64| Some(w & (w - 1)).filter(|&rest| rest != 0);
            std::iter::successors((word != 0).then_some(word), rest)
                .map(move |w| HexId((i * 64) as u16 + w.trailing_zeros() as u16))
        })
    }

    /// Writes the cheapest way into `path`, from the first hex after the start to the goal; empty if there is none.
    pub fn path(&self, to: HexId, path: &mut Vec<HexId>) {
        path.clear();
        let Some(mut node) = self.scratch.node(to) else { return };
        while self.scratch.spots[node].from != NOTHING {
            path.push(self.scratch.place(node as u32).0);
            node = self.scratch.spots[node].from as usize;
        }
        path.reverse();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GridSpec, Numbering, Parity, Scratch, Span, Top};

    fn grid() -> Option<HexGrid> {
        let numbering = Numbering::from_pattern("CCRR")?;
        let (columns, rows) = (Span::new(1, 20), Span::new(1, 20));
        let spec =
            GridSpec { top: Top::Flat, numbering, columns, rows, shifted: Parity::Odd, notches: vec![] };
        HexGrid::new(spec).ok()
    }

    /// Enemy zones in every eleventh hex: whoever has left one pays three more to enter another.
    struct Zoned;

    fn zone(hex: HexId) -> bool {
        hex.0.is_multiple_of(11)
    }

    impl LayerRules for Zoned {
        const LAYERS: usize = 2;
        type Leaving = bool;
        fn leaving(&self, from: HexId, layer: usize) -> bool {
            layer == 1 || zone(from)
        }
        fn step(&self, &left: &bool, _: Direction, to: HexId) -> Option<(u16, usize)> {
            let ground = 1 + to.0 % 3;
            (!to.0.is_multiple_of(7))
                .then_some((ground + if left && zone(to) { 3 } else { 0 }, usize::from(left)))
        }
    }

    /// All ways by brute force, to compare with.
    fn oracle(grid: &HexGrid, start: HexId, budget: u16) -> Vec<Option<u16>> {
        let mut best = vec![[None::<u16>; 2]; grid.len()];
        let mut open = vec![(start, 0usize, 0u16)];
        while let Some((hex, layer, cost)) = open.pop() {
            if best[hex.index()][layer].is_some_and(|known| known <= cost) {
                continue;
            }
            best[hex.index()][layer] = Some(cost);
            for (d, &to) in grid.neighbours(hex).iter().enumerate().filter(|(_, to)| to.is_some()) {
                let step = Zoned.step(&Zoned.leaving(hex, layer), Direction::new(d), to);
                let within = step.filter(|(points, _)| cost + points <= budget);
                open.extend(within.map(|(points, next)| (to, next, cost + points)));
            }
        }
        best.iter().map(|b| b.iter().flatten().min().copied()).collect()
    }

    #[test]
    fn every_hex_costs_what_brute_force_says_and_paths_add_up() {
        let grid = grid().unwrap();
        let mut scratch = LayerScratch::default();
        let mut path = Vec::new();
        for start in [HexId(1), HexId(11), HexId(210), HexId(399)] {
            let wanted = oracle(&grid, start, 12);
            let begin = Start { hex: start, spent: 0, layer: 0 };
            let reach = scratch.range(&grid, begin, 12, None, &Zoned);
            let found: Vec<_> = grid.hexes().map(|h| reach.cost(h)).collect();
            assert_eq!(found, wanted, "from {start:?}");
            for hex in reach.hexes().filter(|&h| h != start) {
                reach.path(hex, &mut path);
                assert_eq!(path.last(), Some(&hex));
                assert_eq!(reach.before(hex), path.iter().rev().nth(1).copied().or(Some(start)));
            }
            let goal = reach.hexes().last().unwrap();
            let cost = reach.cost(goal);
            assert_eq!(scratch.range(&grid, begin, 12, Some(goal), &Zoned).cost(goal), cost);
        }
    }

    /// One layer is the plain search.
    #[test]
    fn one_layer_agrees_with_the_plain_search() {
        struct Flat;
        impl LayerRules for Flat {
            const LAYERS: usize = 1;
            type Leaving = ();
            fn leaving(&self, _: HexId, _: usize) {}
            fn step(&self, (): &(), _: Direction, to: HexId) -> Option<(u16, usize)> {
                (!to.0.is_multiple_of(7)).then_some((1 + to.0 % 3, 0))
            }
        }
        impl crate::MoveRules for Flat {
            fn cost(&self, _: HexId, _: Direction, to: HexId) -> Option<u16> {
                (!to.0.is_multiple_of(7)).then_some(1 + to.0 % 3)
            }
        }
        let grid = grid().unwrap();
        let (mut layers, mut plain) = (LayerScratch::default(), Scratch::new(grid.len()));
        let layered = layers.range(&grid, Start { hex: HexId(205), spent: 2, layer: 0 }, 15, None, &Flat);
        let plain = plain.range_from(&grid, &[(HexId(205), 2)], 15, &Flat);
        for hex in grid.hexes() {
            assert_eq!(layered.cost(hex), plain.cost(hex), "{hex:?}");
        }
    }

    #[test]
    fn a_unit_that_must_stop_goes_no_farther() {
        struct Stops;
        impl LayerRules for Stops {
            const LAYERS: usize = 1;
            type Leaving = ();
            fn leaving(&self, _: HexId, _: usize) {}
            fn step(&self, (): &(), _: Direction, _: HexId) -> Option<(u16, usize)> {
                Some((1, 0))
            }
            fn must_stop(&self, _: HexId) -> bool {
                true
            }
        }
        let grid = grid().unwrap();
        let mut scratch = LayerScratch::default();
        let reach = scratch.range(&grid, Start { hex: HexId(210), spent: 0, layer: 0 }, 9, None, &Stops);
        assert_eq!(reach.hexes().count(), 7, "itself and the six around it");
    }
}
