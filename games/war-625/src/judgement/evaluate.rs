//! How well a side stands, for computer players.

use crate::data::{bit, each};
use crate::game::War625;
use crate::kinds::{Kind, Nation, Place, Side, TRACK};
use crate::state::State;

/// Share of a unit's price that counts, by its class.
const AIR_SHARE: f32 = 0.8;
const SEA_SHARE: f32 = 0.5;
const TRACK_SHARE: [f32; 3] = [0.55, 0.65, 0.8];

impl War625 {
    /// Korean IPC, units by their price, money and tokens, isolation, and what is threatened.
    pub(crate) fn judge(&self, s: &State, side: u8) -> f32 {
        let late = f32::from(s.turn.saturating_sub(s.opts.length.saturating_sub(8))) / 8.0;
        let land = (self.points(s, Side::Allied) - self.points(s, Side::Communist)) as f32
            * (10.0 + 20.0 * late.min(1.0));
        let material = self.material(s, Side::Allied) - self.material(s, Side::Communist);
        let standing = land + material * (1.0 - 0.6 * late.min(1.0)) + self.keys(s);
        let allied = standing / 100.0;
        if side == Side::Allied as u8 { allied } else { -allied }
    }
    fn material(&self, s: &State, side: Side) -> f32 {
        let mut sum = 0.0;
        for (u, n) in s.units().filter(|(u, _)| u.side() == side) {
            if u.is_prisoner() {
                sum -= f32::from(n);
                continue;
            }
            let cost = f32::from(self.c.values(s.opts.d12, u.nation(), u.kind()).cost.max(2)) * f32::from(n);
            let share = if u.place() >= TRACK {
                TRACK_SHARE[u.place().space()]
            } else if u.kind().is_air() {
                AIR_SHARE
            } else if u.kind().is_sea() {
                SEA_SHARE
            } else if u.place().is_area() && s.iso(u.place(), u.nation()) > 0 {
                0.7
            } else {
                1.0
            };
            sum += cost * share;
        }
        for nation in side.nations() {
            sum += f32::from(s.treasury[nation as usize]) * 0.9;
            for kind in Kind::ALL {
                sum += f32::from(s.bought(nation, kind))
                    * f32::from(self.c.values(s.opts.d12, nation, kind).cost)
                    * 0.9;
            }
            sum += f32::from(self.income(s, nation)) * 2.0;
        }
        for area in each(s.friendly[side as usize]) {
            let front = self.c.land[area.i()] & s.friendly[side.enemy() as usize] != 0;
            let tokens = f32::from(s.tokens[area.i()]);
            sum += if front { tokens.min(4.0) * 0.9 } else { tokens.min(4.0) * 0.6 };
        }
        sum
    }
    /// Capitals, factories and ports held, and whether the hidden army is still to come.
    fn keys(&self, s: &State) -> f32 {
        let mut sum = 0.0;
        for area in Place::areas() {
            let sign = if s.friendly[1] & bit(area) != 0 { 1.0 } else { -1.0 };
            if s.has_factory(area) {
                sum += 4.0 * sign;
            }
            if (self.c.roundel[0] | self.c.roundel[1]) & bit(area) != 0 {
                sum += 3.0 * sign;
            }
        }
        if !s.china.revealed {
            let hidden: u8 = if s.china.unseen { self.c.hidden_count } else { s.china.hidden.iter().sum() };
            sum -= f32::from(hidden) * 2.0 + f32::from(s.treasury[Nation::Ch as usize]) * 0.2;
        }
        sum
    }
}
