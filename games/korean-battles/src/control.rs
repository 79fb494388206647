//! Control of hexes and cities, critical hexes (18.0, 27, 28).

use crate::data::Scenario;
use crate::names::{city as city_name, spot};
use crate::state::{Hex, RED, Side, State, UN, UnitId};
use engine::{Play, say};

impl Scenario {
    /// Whether a side holds a hex whose control counts.
    pub(crate) fn holds(&self, st: &State, side: Side, hex: Hex) -> bool {
        let i = self.track_of[hex.index()];
        i != u8::MAX && st.control[side.index()] >> i & 1 == 1
    }

    /// A unit comes into a hex: control passes to the side whose unit was last there. Dummies never take it, and a
    /// face-down unit takes it when it is turned up. [rule: kb 16.0-dummies, kb hidden-never, kb 18.0, kb 10.0-sources]
    #[inline]
    pub(crate) fn take(&self, st: &mut State, unit: UnitId, hex: Hex, play: &mut Play) {
        let i = self.track_of[hex.index()];
        if i != u8::MAX {
            self.take_tracked(st, unit, hex, i, play);
        }
    }

    fn take_tracked(&self, st: &mut State, unit: UnitId, hex: Hex, i: u8, play: &mut Play) {
        if self.units[unit.index()].dummy() {
            return;
        }
        if st.hidden(unit) {
            let raids = self.cities_of(hex).any(|c| self.may_raid(st, unit, c));
            st.ledger.raiders.set(unit, raids || st.ledger.raiders.has(unit));
            return;
        }
        let side = self.side(unit);
        let bit = 1u16 << i;
        let new = st.control[side.index()] & bit == 0;
        st.control[side.index()] |= bit;
        st.control[side.other().index()] &= !bit;
        if side == UN {
            self.retake_critical(st, hex, play);
        } else if let Some(f) = self.fragile_sources.iter().position(|&f| f == hex) {
            st.ledger.lost_sources |= 1 << f;
        }
        if new {
            play.note("kb 27-victory", say!("{side} control {place} ({hex})", side, place = spot(hex), hex))
                .on(hex);
        }
        self.take_cities(st, unit, hex, play);
    }

    fn retake_critical(&self, st: &mut State, hex: Hex, play: &mut Play) {
        if let Some(c) = self.critical.iter().position(|&c| c == hex)
            && st.ledger.critical >> c & 1 == 1
        {
            st.ledger.critical &= !(1 << c);
            play.note("kb 18.0", say!("{place} is retaken and costs no more support", place = spot(hex)));
        }
    }

    fn cities_of(&self, hex: Hex) -> impl Iterator<Item = usize> + '_ {
        self.cities.iter().enumerate().filter(move |(_, c)| c.hexes.contains(&hex)).map(|(i, _)| i)
    }

    /// A city changes hands when one side controls all its hexes. [rule: kb 27-victory, kb 28-victory]
    fn take_cities(&self, st: &mut State, unit: UnitId, hex: Hex, play: &mut Play) {
        let side = self.side(unit);
        for c in self.cities_of(hex) {
            if side == RED && self.may_raid(st, unit, c) {
                self.raid(st, unit, c, play);
            }
            if !self.cities[c].hexes.iter().all(|&h| self.holds(st, side, h)) {
                continue;
            }
            if side == UN {
                st.ledger.un_held |= 1 << c;
                st.ledger.red_cities &= !(1 << c);
            } else {
                st.ledger.taken |= 1 << c;
                st.ledger.red_cities |= 1 << c;
            }
        }
    }

    /// 28 A supplied North Korean unit of regiment size or more that enters Inchon from turn 5 on. [rule: kb 28-victory]
    fn may_raid(&self, st: &State, unit: UnitId, city: usize) -> bool {
        self.raided.iter().filter(|s| s.city == city).any(|score| {
            score.sizes.contains(&self.units[unit.index()].size_name)
                && st.turn >= score.from_turn
                && st.ledger.raided >> city & 1 == 0
                && (!score.supplied || self.supplied(st, &self.supply(st, RED), unit))
        })
    }

    fn raid(&self, st: &mut State, unit: UnitId, city: usize, play: &mut Play) {
        st.ledger.raided |= 1 << city;
        let points: i32 = self.raided.iter().filter(|s| s.city == city).map(|s| s.points).sum();
        let text =
            say!("{unit} has taken a hex of {city}: {points} points", unit, city = city_name(city), points);
        play.note("kb 28-victory", text);
    }

    /// 28 A unit that entered Inchon in supply while it lay face down is turned up: the raid counts, for supply is asked
    /// at entry. [rule: kb 28-victory, kb hidden-claim]
    pub(crate) fn claim_raid(&self, st: &mut State, unit: UnitId, play: &mut Play) {
        if !st.ledger.raiders.has(unit) {
            return;
        }
        st.ledger.raiders.set(unit, false);
        for city in self.raided.iter().map(|s| s.city) {
            if st.ledger.raided >> city & 1 == 0 {
                self.raid(st, unit, city, play);
            }
        }
    }

    /// 18.0 At the end of a UN Combat Phase, critical hexes with a North Korean unit cost support until retaken.
    /// [rule: kb 18.0]
    pub(crate) fn check_critical(&self, st: &mut State, play: &mut Play) {
        for (c, &hex) in self.critical.iter().enumerate() {
            let held = st
                .units_in(hex)
                .any(|u| self.side(u) == RED && !st.hidden(u) && !self.units[u.index()].dummy());
            if held && st.ledger.critical >> c & 1 == 0 {
                st.ledger.critical |= 1 << c;
                let text = say!(
                    "{place} is lost: {n} support {n|marker|markers} fewer each turn until retaken",
                    place = spot(hex),
                    n = self.parameters.per_critical
                );
                play.note("kb 18.0", text);
            }
        }
    }
}
