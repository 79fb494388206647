//! 6.1 Resupply, 6.14 stockpiles, 6.2 replacements and rebuilding.

use crate::data::{Arrival, COM, Due, Experience, KINDS, Nation, Pieces, Spot, UN};
use crate::dice::chance;
use crate::game::Scope;
use crate::ground::HexBits;
use crate::names;
use crate::plane::Plane;
use crate::state::{AIR_SUPPLIED, ARRIVED, ForceId, SUPPLIED, State, Status, Unit, UnitId};
use board::HexId;
use engine::{Play, Seat, SeatSet, say};

/// 6.21, 4.4.9 How a pool is shared out: all if it suffices, else in proportion, floored; the rest stays. [rule: ck 6.21]
pub fn shares(pool: u16, needs: &[u8]) -> Vec<u8> {
    let sum: u32 = needs.iter().map(|&n| u32::from(n)).sum();
    if sum <= u32::from(pool) {
        return needs.to_vec();
    }
    needs.iter().map(|&n| (u32::from(pool) * u32::from(n) / sum) as u8).collect()
}

/// What resupply did to a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Supply {
    Full,
    ByAir,
    No,
}

impl Scope<'_> {
    /// 6.1 The supply net of a side: friendly land joined to a source. A working port or Japan, or a Communist supply
    /// point. [rule: ck 6.1]
    /// [rule: ck 6.1-net]
    pub fn net(&self, st: &State, side: u8) -> HexBits {
        let open = self.friendly_land(st, side);
        let mut sources = if side == UN { self.ground.japan } else { self.ground.sources };
        if side == UN {
            let clean = |hex: &&HexId| self.clean_port(st, **hex);
            self.ground.ports.iter().filter(clean).for_each(|hex| sources.set(hex.index(), true));
        }
        Plane::from(&sources).flood(self.ground, &Plane::from(&open)).into()
    }

    /// 6.11, 6.12 The chance of resupply in per cent. [rule: ck 6.11, ck 6.12]
    pub fn supply_chance(&self, st: &State, side: u8, hex: HexId) -> i32 {
        let s = &self.world.numbers.supply;
        let row = self.ground.row(hex);
        let stock = i32::from(st.stock[side as usize]);
        let (level, rows) = match side {
            COM => (i32::from(st.interdiction[UN as usize]), row),
            _ if self.world.era.modern() => (i32::from(st.interdiction[COM as usize]), s.last_row - row),
            _ => (0, 0),
        };
        // Floor of stock - level * rows / 30.
        (stock * s.interdiction_rows - level * rows).div_euclid(s.interdiction_rows)
    }

    /// 6.11, 6.12 How much readiness a resupplied unit gains: the rate, less far away, times the best single multiplier.
    /// [rule: ck 6.11, ck 6.12]
    /// [rule: ck 6.11-rate, ck 6.12-rate]
    pub fn supply_gain(&self, st: &State, nation: Nation, hex: HexId) -> i32 {
        let s = &self.world.numbers.supply;
        let row = self.ground.row(hex);
        let land = self.ground.is_land(hex);
        let roads = self.ground.roads[hex.index()] != 0 && !st.weather.storm();
        let way = roads || self.ground.rails[hex.index()] != 0;
        let urban = self.ground.urban.has(hex.index());
        let (rate, far, city) = if nation.side() == COM {
            let rate = i32::from(self.world.tables.rates[st.choices.capability as usize]);
            (rate, row > s.com_south_row, urban || self.ground.sources.has(hex.index()))
        } else {
            (s.un_rate, row < s.un_north_row, urban || self.clean_port(st, hex))
        };
        let base = rate - if far { s.far_penalty } else { 0 };
        let factor = match () {
            () if land && city => s.city_factor,
            () if land && (way || nation == Nation::Cn) => s.road_factor,
            () => 1,
        };
        base * factor
    }

    /// 6.1, 4.4.11 Every unit is resupplied, Communists first, in the order of set-up and arrival. [rule: ck 6.1, ck 6.11-seoul, ck 6.12-air]
    pub fn resupply(&self, st: &mut State, nets: &[HexBits; 2], play: &mut Play) {
        let mut flown = false;
        for side in [COM, UN] {
            let roster = st.roster[side as usize];
            let mut good = 0u32;
            for i in 0..roster.len() {
                let unit = roster[i];
                let got = self.resupply_unit(st, unit, &nets[side as usize], play);
                flown |= got == Supply::ByAir;
                good += u32::from(got == Supply::Full);
            }
            let told = say!(
                "{good} of {all} units are resupplied; the stockpile is {stock}",
                good,
                all = roster.len(),
                stock = st.stock[side as usize]
            );
            play.whisper(SeatSet::one(Seat(side)), Seat(side), "ck 6.1", told);
        }
        if flown {
            // 6.143 Supplying anybody by air costs a point.
            st.stock[UN as usize] = st.stock[UN as usize].saturating_sub(1);
        }
    }

    /// 6.1, 6.11, 6.12 One unit: raised to 50, then the chance, Seoul, and the stockpile.
    fn resupply_unit(&self, st: &mut State, unit: UnitId, net: &HexBits, play: &mut Play) -> Supply {
        let s = &self.world.numbers.supply;
        let nation = self.world.units[unit.index()].nation;
        let side = nation.side();
        let hex = st.force(st.unit(unit).force).hex;
        let before = i32::from(st.unit(unit).readiness).max(s.raise_to);
        st.unit_mut(unit).readiness = before as u8;
        let on_net = net.has(hex.index()) || self.ground.is_ocean(hex);
        let passed = on_net
            && chance(play, self.supply_chance(st, side, hex), "resupply")
            && !(side == COM && self.seoul_fails(st, hex, play));
        let got = if passed {
            let gain = self.supply_gain(st, nation, hex);
            st.unit_mut(unit).readiness = (before + gain).min(100) as u8;
            if chance(play, 100 - before, "stockpile used") {
                st.stock[side as usize] = st.stock[side as usize].saturating_sub(1);
            }
            Supply::Full
        } else if side == UN && self.air_supply(st, nation) {
            Supply::ByAir
        } else {
            self.go_short(st, unit, nation, before, play);
            Supply::No
        };
        let u = st.unit_mut(unit);
        u.set(SUPPLIED, got == Supply::Full);
        u.set(AIR_SUPPLIED, got == Supply::ByAir);
        got
    }

    /// 6.11 While the United Nations hold Seoul, Communist supply south of it fails half the time. [rule: ck 6.11]
    fn seoul_fails(&self, st: &State, hex: HexId, play: &mut Play) -> bool {
        let s = &self.world.numbers.supply;
        let lost = self.friendly(st, UN, self.world.tables.seoul);
        lost && self.ground.row(hex) >= s.seoul_row && chance(play, s.seoul_failure, "supply past Seoul")
    }

    /// 6.12 Supply by air, not in storms: Americans from 8 July 1950, all from January 1951, in 1995 at once.
    /// [rule: ck 6.12]
    pub fn air_supply(&self, st: &State, nation: Nation) -> bool {
        let s = &self.world.numbers.supply;
        let turn = i32::from(st.turn);
        let from = match nation {
            _ if self.world.era.modern() => s.air_1995_turn,
            Nation::Us | Nation::Usmc => s.air_us_turn,
            _ => s.air_all_turn,
        };
        !st.weather.storm() && turn >= from
    }

    /// 6.11, 6.12 Units without supply decline and at 50 lose equipment; the Chinese go without. [rule: ck 6.11, ck 6.12]
    fn go_short(&self, st: &mut State, unit: UnitId, nation: Nation, before: i32, play: &mut Play) {
        let s = &self.world.numbers.supply;
        if nation == Nation::Cn {
            return;
        }
        if before > s.raise_to {
            st.unit_mut(unit).readiness = (before - s.decline).max(s.raise_to) as u8;
            return;
        }
        self.lose(st, unit, |_| s.starve, "want of supply", play);
        self.sweep_empty(st, unit, play);
    }

    /// 6.141, 6.142 What is shipped to a side this turn. [rule: ck 6.141, ck 6.142]
    pub fn shipment(&self, st: &State, side: u8) -> i32 {
        let s = &self.world.numbers.stockpile;
        let turn = i32::from(st.turn);
        if self.world.era.modern() {
            return if side == COM { s.com_1995 } else { s.un_1995 };
        }
        if side == UN {
            return (s.un_first + turn - 1).min(s.un_most);
        }
        let trigger = i32::from(st.china.trigger);
        let since = turn - trigger;
        let entered = trigger > 0 && since > 0;
        s.com_base
            + (turn - 1) / s.com_turns_a_step
            + i32::from(self.world.tables.bonus[st.choices.capability as usize])
            + if entered { s.com_after_entry } else { 0 }
            + if entered && since == s.com_once_after { s.com_once } else { 0 }
    }

    /// 6.143, 4.4.11 Movement by rail, sea and air and storms cost stockpile; then the shipments come. [rule: ck 6.143]
    pub fn stockpiles(&self, st: &mut State, play: &mut Play) {
        let s = &self.world.numbers.stockpile;
        for side in [COM, UN] {
            let mut cost = i32::from(st.railed[side as usize]);
            if side == UN {
                cost += i32::from(st.sea_moves) + i32::from(st.dropped);
                cost += if st.weather.storm() { s.storm } else { 0 };
            }
            let shipped = self.shipment(st, side);
            let stock = &mut st.stock[side as usize];
            *stock = ((i32::from(*stock) - cost).max(0) + shipped).min(s.most) as u8;
            play.note(
                "ck 6.141",
                say!(
                    "{side}: transport and weather cost {cost}, {shipped} shipped, stockpile {stock}",
                    side = engine::Arg::side(side),
                    cost,
                    shipped,
                    stock = *stock,
                ),
            );
        }
    }

    /// 6.21 Replacement equipment: this turn's rates and extras, then what supplied units need. [rule: ck 6.21]
    /// [rule: ck 6.21-pools]
    pub fn replace(&self, st: &mut State, play: &mut Play) {
        let pools = &self.world.tables.pools;
        for nation in Nation::ALL {
            let n = nation as usize;
            let mut pool = st.pools[n].map(u32::from);
            let extras = pools.extras.iter().filter(|(turn, who, _)| *turn == st.turn && *who == nation);
            let rate = (pools.from_turn[n] <= st.turn).then_some(&pools.rates[n]);
            for pieces in rate.into_iter().chain(extras.map(|(_, _, pieces)| pieces)) {
                pool.iter_mut().zip(pieces).for_each(|(have, more)| *have += u32::from(*more));
            }
            let mut pool: [u16; KINDS] = pool.map(|have| have as u16);
            self.hand_out(st, nation, &mut pool);
            self.rebuild(st, nation, &mut pool, play);
            let most = self.world.numbers.replacements.pool_most as u16;
            st.pools[n] = pool.map(|have| have.min(most) as u8);
        }
    }

    fn hand_out(&self, st: &mut State, nation: Nation, pool: &mut [u16; KINDS]) {
        let roster = st.roster[nation.side() as usize];
        let fed: Vec<UnitId> = roster
            .iter()
            .copied()
            .filter(|u| self.world.units[u.index()].nation == nation && st.unit(*u).has(SUPPLIED))
            .collect();
        for (kind, left) in pool.iter_mut().enumerate() {
            let need = |u: &UnitId| {
                self.world.units[u.index()].pieces[kind].saturating_sub(st.unit(*u).pieces[kind])
            };
            let needs: Vec<u8> = fed.iter().map(need).collect();
            let given = shares(*left, &needs);
            for (unit, more) in fed.iter().zip(given) {
                st.unit_mut(*unit).pieces[kind] += more;
                *left -= u16::from(more);
            }
        }
    }

    /// 6.21 Destroyed units are rebuilt where two thirds of their commonest equipment is at hand. [rule: ck 6.21, ck 6.21-rebuild]
    fn rebuild(&self, st: &mut State, nation: Nation, pool: &mut [u16; KINDS], play: &mut Play) {
        let side = nation.side();
        let thirds = self.world.numbers.replacements.rebuild_thirds as u32;
        let list = st.destroyed[side as usize];
        for &unit in list.iter() {
            let def = &self.world.units[unit.index()];
            if def.nation != nation {
                continue;
            }
            let most = (0..KINDS).max_by_key(|&k| (def.pieces[k], std::cmp::Reverse(k))).unwrap_or(0);
            if u32::from(pool[most]) < (thirds * u32::from(def.pieces[most])).div_ceil(3) {
                continue;
            }
            let mut pieces: Pieces = [0; KINDS];
            for kind in 0..KINDS {
                pieces[kind] = pool[kind].min(u16::from(def.pieces[kind])) as u8;
                pool[kind] -= u16::from(pieces[kind]);
            }
            st.destroyed[side as usize].retain(|u| *u != unit);
            st.rebuilt[side as usize].push(unit);
            *st.unit_mut(unit) = Unit {
                status: Status::Rebuilt,
                readiness: self.world.numbers.replacements.rebuilt_readiness as u8,
                experience: Experience::Green,
                pieces,
                ..Unit::default()
            };
            let told = say!("{unit} is rebuilt", unit = names::unit(unit));
            play.whisper(SeatSet::one(Seat(side)), Seat(side), "ck 6.21", told);
        }
    }

    /// When a reinforcement is due, if ever.
    pub fn due(&self, st: &State, arrival: &Arrival) -> Option<u8> {
        match arrival.due {
            Due::Turn(turn) => Some(turn),
            Due::AfterChina(after) => (st.china.first > 0).then(|| st.china.first + after),
        }
    }

    /// 6.22 Whether a force of a nation can appear in a hex: friendly with room; the Chinese also where no enemy stands.
    /// [rule: ck 6.22]
    pub fn may_appear(&self, st: &State, nation: Nation, hex: HexId) -> bool {
        let side = nation.side();
        let held = self.friendly(st, side, hex) || (nation == Nation::Cn && self.ground.is_land(hex));
        let room = self.world.numbers.movement.forces_in_hex as usize;
        held && st.holder(hex) != Some(1 - side) && st.stack(hex) < room
    }

    /// 6.22, 4.5.6 Reinforcements of the coming turn: stated places first, general places next, rebuilt units last; who
    /// finds no room waits. [rule: ck 6.22]
    /// [rule: ck 6.22-places]
    pub fn reinforce(&self, st: &mut State, play: &mut Play) {
        let coming = st.turn + 1;
        for stated in [true, false] {
            for (i, arrival) in self.world.arrivals.iter().enumerate() {
                let due = self
                    .due(st, arrival)
                    .is_some_and(|turn| turn > self.scenario.first_turn && turn <= coming);
                if matches!(arrival.spot, Spot::Hex(_)) != stated || st.arrived.has(i) || !due {
                    continue;
                }
                let nation =
                    arrival.units.first().map_or(Nation::Us, |e| self.world.units[e.unit as usize].nation);
                let places: Vec<HexId> = match arrival.spot {
                    Spot::Hex(hex) => vec![hex],
                    Spot::North => self.world.tables.north.clone(),
                    Spot::South => self.world.tables.south.clone(),
                };
                if let Some(hex) = places.into_iter().find(|&h| self.may_appear(st, nation, h)) {
                    st.arrived.set(i, true);
                    let force = self.enter(st, arrival.side, arrival.name, &arrival.units, hex);
                    self.arrive(st, force, play);
                }
            }
        }
        for side in [COM, UN] {
            let waiting = st.rebuilt[side as usize];
            for &unit in waiting.iter() {
                let nation = self.world.units[unit.index()].nation;
                let places = match nation {
                    Nation::Rok => &self.world.tables.south,
                    Nation::Nk => &self.world.tables.north,
                    Nation::Cn => &self.world.tables.china,
                    _ => &self.world.tables.allies,
                };
                if let Some(&hex) = places.iter().find(|&&h| self.may_appear(st, nation, h)) {
                    st.rebuilt[side as usize].retain(|u| *u != unit);
                    st.unit_mut(unit).status = Status::OnMap;
                    st.roster[side as usize].push(unit);
                    let force = self.raise(st, side, self.world.units[unit.index()].force_name, &[unit], hex);
                    self.arrive(st, force, play);
                }
            }
        }
    }

    /// A force has come: it can't be dug in yet.
    fn arrive(&self, st: &mut State, force: ForceId, play: &mut Play) {
        let (side, hex) = (force.side(), st.force(force).hex);
        self.occupy(st, side, hex);
        for unit in st.units_of(force) {
            st.unit_mut(unit).set(ARRIVED, true);
        }
        let told = say!("{force} arrives in {hex}", force = names::force(st, force), hex = names::hex(hex));
        play.whisper(SeatSet::one(Seat(side)), Seat(side), "ck 6.22", told).on(names::hex(hex));
    }
}
