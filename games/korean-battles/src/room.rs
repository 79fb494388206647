//! Room at set-up: whether everybody that is still to be placed finds a hex (3.0, 11.0, 20.0).

use crate::data::Scenario;
use crate::state::{Hex, HexSet, State, UNPLACED, UnitId};

/// The units that are still to be placed and have a list of hexes, each with its list.
pub(crate) struct Waiting {
    units: Vec<(UnitId, Vec<Hex>)>,
    /// All hexes of the lists.
    wanted: HexSet,
}

/// A place in a hex: the first takes any unit, the second a small one.
type Slot = (Hex, bool);

impl Scenario {
    /// Who is still to be placed besides those that may stand anywhere near a friend.
    pub(crate) fn waiting(&self, st: &State) -> Waiting {
        let mut units = Vec::new();
        for unit in self.ids() {
            if st.at[unit.index()] != UNPLACED || self.side(unit) != st.player {
                continue;
            }
            let hexes = match &self.units[unit.index()].setup {
                Some(place) if place.beside => continue,
                Some(place) => place.at.clone(),
                None => self.regiment_hexes(st, unit).iter().collect(),
            };
            // Of sisters that could all take the division's hex, one does; the others' hexes follow from that.
            let home = |u: UnitId| {
                let division = self.units.get(self.units[u.index()].division.index())?;
                division.setup.as_ref()?.at.first().copied()
            };
            let sister = |(u, h): &(UnitId, Vec<Hex>)| *h == hexes && home(*u) == home(unit);
            let goes_home = self.units[unit.index()].setup.is_none() && home(unit) == hexes.first().copied();
            if !(goes_home && units.iter().any(sister)) {
                units.push((unit, hexes));
            }
        }
        let wanted = units.iter().flat_map(|(_, hexes)| hexes.iter().copied()).collect();
        let mut waiting = Waiting { units, wanted };
        // Who finds no place whatever is done hinders nobody.
        while let Some(lost) = waiting.unseated(self, st, None) {
            waiting.units.retain(|(u, _)| *u != lost);
        }
        waiting
    }
}

impl Waiting {
    /// Who would find no place any more if a unit were set up in a hex.
    pub(crate) fn left_out(&self, sc: &Scenario, st: &State, unit: UnitId, hex: Hex) -> Option<UnitId> {
        if self.wanted.has(hex) { self.unseated(sc, st, Some((unit, hex))) } else { None }
    }

    /// The first that finds no place, with a unit placed beforehand.
    fn unseated(&self, sc: &Scenario, st: &State, placed: Option<(UnitId, Hex)>) -> Option<UnitId> {
        let open = |slot: Slot| {
            let new = placed.filter(|p| p.1 == slot.0).map(|p| p.0);
            let here = st.units_in(slot.0).chain(new);
            let (mut all, mut large) = (0, 0);
            for u in here {
                all += 1;
                large += usize::from(!sc.quick[u.index()].small);
            }
            // A small unit alone takes the second place, so that a large one may still come.
            let taken = if slot.1 { all - large } else { large };
            all < 2 && taken == 0 && !sc.enemy_in(st, st.player, slot.0)
        };
        let mut taken: Vec<(Slot, usize)> = Vec::new();
        for i in 0..self.units.len() {
            let there = placed.is_some_and(|p| p.0 == self.units[i].0);
            if !there && !self.seat(sc, i, &open, &mut taken, &mut Vec::new()) {
                return Some(self.units[i].0);
            }
        }
        None
    }

    /// Finds a place for a unit, moving those that have one already.
    fn seat(
        &self,
        sc: &Scenario,
        i: usize,
        open: &impl Fn(Slot) -> bool,
        taken: &mut Vec<(Slot, usize)>,
        tried: &mut Vec<Slot>,
    ) -> bool {
        let (unit, hexes) = &self.units[i];
        let slots = if sc.quick[unit.index()].small { &[true, false][..] } else { &[false] };
        for slot in hexes.iter().flat_map(|&h| slots.iter().map(move |&s| (h, s))) {
            if tried.contains(&slot) || !open(slot) {
                continue;
            }
            tried.push(slot);
            let Some(at) = taken.iter().position(|t| t.0 == slot) else {
                taken.push((slot, i));
                return true;
            };
            let holder = taken[at].1;
            if self.seat(sc, holder, open, taken, tried) {
                if let Some(t) = taken.iter_mut().find(|t| t.0 == slot && t.1 == holder) {
                    t.1 = i;
                }
                return true;
            }
        }
        false
    }
}
