//! Room at set-up: whether everybody that is still to be placed finds a hex (3.0, 11.0, 20.0).

use crate::data::Scenario;
use crate::state::{Hex, HexSet, State, UNPLACED, UnitId};

/// The units that are still to be placed and have a list of hexes, with a place for each.
pub(crate) struct Waiting {
    /// Each unit, and the hexes of its list.
    units: Vec<(UnitId, HexSet)>,
    /// All hexes of the lists. Each has two places: the first takes any unit, the second a small one.
    wanted: HexSet,
    seating: Seating,
}

/// By place, two for each wanted hex: whether it can be taken, who holds it, and whether it was tried in the search under way.
#[derive(Clone)]
struct Seating {
    open: Vec<bool>,
    holders: Vec<usize>,
    tried: Vec<bool>,
}

/// Nobody holds that place.
const NONE: usize = usize::MAX;

impl Scenario {
    /// Who is still to be placed besides those that may stand anywhere near a friend.
    pub(crate) fn waiting(&self, st: &State) -> Waiting {
        let mut units: Vec<(UnitId, HexSet)> = Vec::new();
        for unit in self.ids() {
            if st.at[unit.index()] != UNPLACED || self.side(unit) != st.player {
                continue;
            }
            let hexes = match &self.units[unit.index()].setup {
                Some(place) if place.beside => continue,
                Some(place) => place.at.iter().copied().collect(),
                None => self.regiment_hexes(st, unit),
            };
            // Of sisters that could all take the division's hex, one does; the others' hexes follow from that.
            let home = |u: UnitId| {
                let division = self.units.get(self.units[u.index()].division.index())?;
                division.setup.as_ref()?.at.first().copied()
            };
            let sister = |(u, h): &(UnitId, HexSet)| *h == hexes && home(*u) == home(unit);
            let goes_home = self.units[unit.index()].setup.is_none() && home(unit) == hexes.iter().next();
            if !(goes_home && units.iter().any(sister)) {
                units.push((unit, hexes));
            }
        }
        let wanted: HexSet = units.iter().flat_map(|(_, hexes)| hexes.iter()).collect();
        let open = wanted.iter().flat_map(|h| [false, true].map(|second| self.is_open(st, h, second, None)));
        let mut seating = Seating::new(open.collect());
        let mut waiting = Waiting { units: Vec::new(), wanted, seating: Seating::new(Vec::new()) };
        for unit in units {
            waiting.units.push(unit);
            // Who finds no place whatever is done hinders nobody.
            if !waiting.find_place(self, waiting.units.len() - 1, &mut seating) {
                waiting.units.pop();
            }
        }
        waiting.seating = seating;
        waiting
    }

    /// Whether a place of a hex can be taken, with a unit placed there beforehand.
    fn is_open(&self, st: &State, hex: Hex, second: bool, placed: Option<UnitId>) -> bool {
        let (mut all, mut large) = (0, 0);
        for u in st.units_in(hex).chain(placed) {
            all += 1;
            large += usize::from(!self.quick[u.index()].small);
        }
        // A small unit alone takes the second place, so that a large one may still come.
        let taken = if second { all - large } else { large };
        all < 2 && taken == 0 && !self.enemy_in(st, st.player, hex)
    }
}

impl Seating {
    fn new(open: Vec<bool>) -> Self {
        Self { holders: vec![NONE; open.len()], tried: vec![false; open.len()], open }
    }
}

impl Waiting {
    /// Who would find no place any more if a unit were set up in a hex.
    pub(crate) fn left_out(&self, sc: &Scenario, st: &State, unit: UnitId, hex: Hex) -> Option<UnitId> {
        if !self.wanted.has(hex) {
            return None;
        }
        let first = self.first_place(hex);
        let stays = [false, true].map(|second| sc.is_open(st, hex, second, Some(unit)));
        let own = self.units.iter().position(|(u, _)| *u == unit).unwrap_or(NONE);
        let moves = |k: usize| !stays[k] && ![NONE, own].contains(&self.seating.holders[first + k]);
        if !moves(0) && !moves(1) {
            return None;
        }
        // All others keep their places; only who stood here looks for another.
        let mut seating = self.seating.clone();
        seating.open[first..first + 2].copy_from_slice(&stays);
        seating.holders.iter_mut().filter(|holder| **holder == own).for_each(|holder| *holder = NONE);
        let here = [0, 1].map(|k| if moves(k) { seating.holders[first + k] } else { NONE });
        (0..2).filter(|&k| moves(k)).for_each(|k| seating.holders[first + k] = NONE);
        if here.into_iter().all(|i| i == NONE || self.find_place(sc, i, &mut seating)) {
            return None;
        }
        // Somebody is left out. Who it is, is asked in the order of the list.
        seating.holders.fill(NONE);
        let mut others = (0..self.units.len()).filter(|&i| i != own);
        others.find(|&i| !self.find_place(sc, i, &mut seating)).map(|i| self.units[i].0)
    }

    /// The number of a wanted hex's first place.
    fn first_place(&self, hex: Hex) -> usize {
        2 * self.wanted.0.before(hex.index())
    }

    /// Finds a place for a unit, moving those that have one already.
    fn find_place(&self, sc: &Scenario, i: usize, seating: &mut Seating) -> bool {
        seating.tried.fill(false);
        self.seat(sc, i, seating)
    }

    fn seat(&self, sc: &Scenario, i: usize, seating: &mut Seating) -> bool {
        let (unit, hexes) = &self.units[i];
        let places = if sc.quick[unit.index()].small { &[1, 0][..] } else { &[0] };
        for hex in hexes.iter() {
            for place in places.iter().map(|k| self.first_place(hex) + k) {
                if seating.tried[place] || !seating.open[place] {
                    continue;
                }
                seating.tried[place] = true;
                let holder = seating.holders[place];
                if holder == NONE || self.seat(sc, holder, seating) {
                    seating.holders[place] = i;
                    return true;
                }
            }
        }
        false
    }
}
