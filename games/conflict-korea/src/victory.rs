//! 8.0 Victory: hexes and cities against the holdings when the war began.

use crate::data::{COM, UN};
use crate::game::Scope;
use crate::state::State;

impl Scope<'_> {
    /// 8.0 How far the balance of points has moved since the war began. [rule: ck 8.0]
    pub fn difference(&self, st: &State) -> i32 {
        self.world.points(&st.owner) - self.world.baseline
    }

    /// 8.0 The victory level: positive for the United Nations, truncated towards 0. In 1995 stockpiles count and the United
    /// Nations have one level more. [rule: ck 8.0]
    pub fn level(&self, st: &State) -> i32 {
        let v = &self.world.numbers.victory;
        let stocks = i32::from(st.stock[UN as usize]) - i32::from(st.stock[COM as usize]);
        level_of(self.difference(st), stocks, self.world.era.modern(), v.level, v.handicap_1995)
    }

    /// 8.0 The level at the end: without China the United Nations can't win while the Communists hold a city or more than
    /// two supply points. [rule: ck 8.0, ck 8.0-china]
    pub fn final_level(&self, st: &State) -> i32 {
        let level = self.level(st);
        let points = self.ground.sources.iter().filter(|&i| !st.owner.has(i)).count() as i32;
        let left = !self.cities(st, COM).is_empty() || points > self.world.numbers.china.supply_points_left;
        let no_china = !self.world.era.modern() && st.china.first == 0;
        if no_china && left { level.min(0) } else { level }
    }

    /// Hexes and points of a side.
    pub fn holdings(&self, st: &State, side: u8) -> (i32, i32) {
        let v = &self.world.numbers.victory;
        let (mut hexes, mut cities) = (0, 0);
        for ((korea, urban), owner) in self.ground.korea.0.iter().zip(&self.ground.urban.0).zip(&st.owner.0) {
            let held = korea & if side == UN { *owner } else { !owner };
            hexes += held.count_ones() as i32;
            cities += (held & urban).count_ones() as i32;
        }
        (hexes, hexes * v.hex + cities * (v.urban - v.hex))
    }
}

/// 8.0 A level from the difference of points and stockpiles.
/// [rule: ck 8.0-1995]
pub fn level_of(difference: i32, stocks: i32, modern: bool, points: i32, handicap: i32) -> i32 {
    if modern { (difference + stocks) / points + handicap } else { difference / points }
}
