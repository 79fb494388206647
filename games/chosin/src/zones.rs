//! Where units may be set up (S1 3.1, 4.1; S2 4; 38; 39).

use crate::costs::is_hex;
use crate::data::{self, Kind, Nation, Zone};
use crate::game::{Chosin, at, no};
use crate::state::{COM, HexBits, State, UN, UnitBits, UnitId, flag, off};
use board::HexId;
use engine::{Illegal, say};

impl Chosin {
    /// The hexes in which a unit may be set up. [rule: ch S1 3.1.1, ch S1 3.1.2, ch S1 3.1.3, ch S1 3.1.8, ch S1 3.1.9, ch S1 4.1, ch S2 4.1, ch S2 4.2, ch S2 4.3, ch 38.5.1, ch 38.6.4, ch 39.7, ch 39.8]
    pub(crate) fn may_post(&self, state: &State, unit: UnitId, hex: HexId) -> Result<(), Illegal> {
        let side = self.side(unit);
        let Some(posting) = self.posting_of(state, unit) else {
            return no("ch S1 2.0", say!("{unit} is not on the set-up list", unit));
        };
        if !self.data.ground.is_land(hex) {
            return no("ch 6.3", say!("{hex} is water", hex = at(hex)));
        }
        if !self.in_zone(state, posting, unit, hex) {
            let rule = if side == UN { "ch S1 3.1.1" } else { "ch S1 4.1" };
            return no(rule, say!("{unit} may not be set up at {hex}", unit, hex = at(hex)));
        }
        if state.field.holds(1 - side, hex) {
            return no("ch 8.44", say!("the enemy stands at {hex}", hex = at(hex)));
        }
        if side == COM {
            return Ok(());
        }
        let mut load = self.data.load_in(state, hex, &UnitBits::default());
        // Units that have no other hex keep their place in it.
        let bound = |p: &&data::Posting| {
            p.unit != unit
                && p.zone == Zone::At
                && p.hexes[..] == [hex]
                && state.field.at(p.unit) == off::UNPLACED
        };
        let kept = self.postings(state, side).iter().filter(bound).map(|p| p.unit);
        for other in kept.chain([unit]) {
            let own = self.data.load_of(other);
            (load.units, load.limited) = (load.units + own.units, load.limited + own.limited);
        }
        if self.data.too_much(side, hex, load) {
            return no("ch 8.45", say!("the United Nations set up within the stacking limits"));
        }
        Ok(())
    }

    /// The line of the set-up list that a unit follows: its own, or that of the unit it was broken down from.
    pub(crate) fn posting_of(&self, state: &State, unit: UnitId) -> Option<&data::Posting> {
        let parent = state.spent[unit.index()];
        let listed = if parent > 0 { UnitId(parent - 1) } else { unit };
        self.postings(state, self.side(unit)).iter().find(|p| p.unit == listed)
    }

    /// Hexes among which the zone of a unit lies, for lists.
    pub(crate) fn zone_hexes(&self, state: &State, unit: UnitId) -> HexBits {
        let (data, zones) = (&self.data, &self.data.zones);
        let Some(posting) = self.posting_of(state, unit) else { return HexBits::default() };
        let mut found = HexBits::default();
        match posting.zone {
            Zone::At => posting.hexes.iter().for_each(|h| found.set(h.index(), true)),
            Zone::Near | Zone::OneEach => {
                let around = posting.hexes.iter().flat_map(|h| data.ground.around(*h).chain([*h]));
                around.for_each(|h| found.set(h.index(), true));
            }
            Zone::Third | Zone::Us => {
                let held = state.field.held[UN as usize].iter().map(|h| HexId(h as u16));
                let around = held.flat_map(|h| data.ground.around(h).chain([h]));
                around.for_each(|h| found.set(h.index(), true));
            }
            Zone::Garrison => found = zones.garrison,
            Zone::Coast => found = zones.coast,
            Zone::Twenty | Zone::TwentySeven | Zone::Army | Zone::North | Zone::ArmyNorth => {
                for (i, word) in found.0.iter_mut().enumerate() {
                    *word = zones.twenty.0[i] | zones.twenty_seven.0[i] | zones.north.0[i];
                }
            }
            Zone::Partisan | Zone::PartisanFree => found = zones.partisan,
            Zone::Behind => found = data.ground.land,
        }
        found.0.iter_mut().zip(&data.ground.land.0).for_each(|(f, l)| *f &= l);
        found
    }

    fn in_zone(&self, state: &State, posting: &data::Posting, unit: UnitId, hex: HexId) -> bool {
        let (data, zones) = (&self.data, &self.data.zones);
        let near = |h: &HexId| data.ground.distance(*h, hex) <= 1;
        let here = |bits: &HexBits| bits.has(hex.index());
        match posting.zone {
            Zone::At => posting.hexes.contains(&hex),
            Zone::Near => posting.hexes.iter().any(near),
            Zone::OneEach => posting.hexes.iter().any(|p| near(p) && self.nobody_near(state, unit, *p)),
            Zone::Third => {
                self.beside(state, unit, hex, |u| data.unit(u).third || state.field.has(u, flag::THIRD))
            }
            Zone::Us => self.beside(state, unit, hex, |u| data.quick(u).nation == Nation::Us),
            Zone::Garrison => here(&zones.garrison) && !self.shares(state, hex, Zone::Garrison),
            Zone::Coast => here(&zones.coast),
            Zone::Twenty => here(&zones.twenty),
            Zone::TwentySeven => here(&zones.twenty_seven),
            Zone::Army => here(&zones.twenty) || here(&zones.twenty_seven),
            Zone::North => here(&zones.north),
            Zone::ArmyNorth => here(&zones.twenty) || here(&zones.twenty_seven) || here(&zones.north),
            Zone::Partisan => self.partisan_hex(state, hex, 6),
            Zone::PartisanFree => self.partisan_hex(state, hex, 1),
            Zone::Behind => {
                let enemy = |h: HexId| state.field.holds(COM, h) || state.enemy_zone(UN, h);
                !data.ground.around(hex).chain([hex]).any(enemy)
            }
        }
    }

    fn nobody_near(&self, state: &State, unit: UnitId, place: HexId) -> bool {
        let others = self.data.un_setup.iter().filter(|p| p.zone == Zone::OneEach && p.unit != unit);
        !others.map(|p| state.field.at(p.unit)).any(|h| is_hex(h) && self.data.ground.distance(h, place) <= 1)
    }
    fn beside(&self, state: &State, unit: UnitId, hex: HexId, fits: impl Fn(UnitId) -> bool) -> bool {
        let mut near = self.data.ground.around(hex).chain([hex]);
        near.any(|h| state.field.units_in(h).any(|u| u != unit && self.side(u) == UN && fits(u)))
    }
    fn shares(&self, state: &State, hex: HexId, zone: Zone) -> bool {
        let of_zone = |u: UnitId| self.data.un_setup.iter().any(|p| p.unit == u && p.zone == zone);
        state.field.units_in(hex).any(of_zone)
    }
    fn partisan_hex(&self, state: &State, hex: HexId, apart: u8) -> bool {
        let mut near = self.data.ground.around(hex).chain([hex]);
        let far = |u: UnitId| {
            self.data.quick(u).kind != Kind::Partisan
                || self.data.ground.distance(state.field.at(u), hex) >= apart
        };
        self.data.zones.partisan.has(hex.index())
            && !near.any(|h| state.field.holds(UN, h))
            && self.on_map(state, COM).all(far)
    }
}
