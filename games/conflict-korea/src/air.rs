//! 3.21, 4.1 The air war: strengths, bases, superiority, interdiction and strikes.

use crate::data::{AirDef, Basing, COM, Kind, Mission, Nation, Service, UN, step_of};
use crate::dice::{between, chance};
use crate::game::Scope;
use crate::ground::HexBits;
use crate::names;
use crate::state::{AirId, BY_STRIKE, ENTRENCHED, ForceId, State};
use board::HexId;
use engine::{Play, Seat, SeatSet, say};

/// 4.11 What is left of an air-to-ground strength against enemy fighters: never more than itself, never below 0.
/// [rule: ck 4.11, ck 4.11-effective]
pub fn effective(a2g: i32, a2a: i32, cil: i32) -> i32 {
    a2g.min(a2g - cil + a2a).max(0)
}

/// 4.4.2 The Communist interdiction level after a turn. [rule: ck 4.11, ck 4.11-cil]
pub fn next_cil(cil: i32, increase: i32, superiority: i32, most: i32, divisor: i32) -> i32 {
    ((cil + increase).min(most) - superiority / divisor).max(0)
}

/// 4.4.7 Air losses of a side in per cent. [rule: ck 4.12, ck 4.12-losses]
pub fn air_loss(own: i32, enemy: i32, factor: i32, most: i32) -> i32 {
    (factor * enemy / own.max(1)).min(most)
}

/// 4.4.7 A strength after losses, rounded half up.
/// [rule: ck 4.12-losses]
pub fn after_loss(strength: u8, loss: i32) -> u8 {
    (i32::from(strength) - (i32::from(strength) * loss + 50) / 100).max(0) as u8
}

impl Scope<'_> {
    pub fn air_def(&self, air: AirId) -> &AirDef {
        &self.world.air[air.0 as usize]
    }

    /// The air units of a side that are there this turn, in the order of the list.
    /// [rule: ck 6.22-air]
    pub fn wings<'a>(&'a self, st: &'a State, side: u8) -> impl Iterator<Item = AirId> + 'a {
        self.world.air.iter().zip(st.wings.iter()).enumerate().filter_map(move |(i, (def, wing))| {
            let there = def.side == side && def.present(st.turn) && (wing.a2g > 0 || wing.a2a > 0);
            there.then_some(AirId(i as u8))
        })
    }

    /// 3.21 Whether a side has an air operations screen: in the 1950s only the United Nations. [rule: ck 3.21]
    pub fn has_air(&self, side: u8) -> bool {
        side == UN || self.world.era.modern()
    }

    /// 4.4.8 Whether United Nations aircraft can use a field in Korea: friendly, supplied, and no enemy near.
    pub fn field_usable(&self, st: &State, net: &HexBits, hex: HexId) -> bool {
        let a = &self.world.numbers.air;
        let clear = if self.world.era.modern() { a.field_clear_1995 } else { a.field_clear } as u32;
        self.ground.korea.has(hex.index())
            && self.friendly(st, UN, hex)
            && net.has(hex.index())
            && !st.forces_of(COM).any(|f| self.ground.distance(st.force(f).hex, hex) <= clear)
    }

    /// 4.4.8 Bases are found for all air units: Marines first, then those that want Korea by strength; jets need a major
    /// field; the rest fly from Japan. [rule: ck 3.21, ck 3.21-bases]
    pub fn find_bases(&self, st: &mut State) {
        let modern = self.world.era.modern();
        let a = &self.world.numbers.air;
        let room = if modern { a.field_room_1995 } else { a.field_room };
        let net = self.net(st, UN);
        let usable = |hex: HexId| self.field_usable(st, &net, hex);
        let fields: Vec<_> = self.ground.fields.iter().filter(|f| usable(f.hex)).collect();
        let mut left: Vec<i32> = vec![room; fields.len()];
        let mut order: Vec<AirId> = (0..self.world.air.len() as u8).map(AirId).collect();
        order.sort_by_key(|&a| {
            let def = self.air_def(a);
            (def.in_korea.is_none(), std::cmp::Reverse(u32::from(def.a2g) + u32::from(def.a2a)), a)
        });
        for air in order {
            let def = self.air_def(air);
            let wants = def.in_korea.is_some() || def.base == Basing::Korea;
            let there = def.present(st.turn) && wants;
            let found = (0..fields.len()).find(|&i| there && left[i] > 0 && (!def.jet || fields[i].major));
            let wing = &mut st.wings[air.0 as usize];
            wing.field = u16::MAX;
            wing.base = match (found, def.base) {
                (Some(i), _) => {
                    left[i] -= 1;
                    wing.field = fields[i].hex.0;
                    Basing::Korea
                }
                (None, Basing::Korea) => Basing::Japan,
                (None, base) => base,
            };
        }
    }

    /// 3.21 The strengths of an air unit now: weather and base first, then the halving of long-range units in the 1950s,
    /// each floored. [rule: ck 3.21]
    pub fn air_strength(&self, st: &State, air: AirId) -> (i32, i32) {
        self.air_strength_on(st, air, st.wings[air.0 as usize].mission)
    }

    /// 3.21 The strengths that an air unit would have on a mission.
    /// [rule: ck 3.21-weather]
    pub fn air_strength_on(&self, st: &State, air: AirId, mission: Mission) -> (i32, i32) {
        let (def, wing) = (self.air_def(air), &st.wings[air.0 as usize]);
        let [a2g, a2a] = match def.in_korea {
            Some(values) if wing.base == Basing::Korea => values.map(i32::from),
            _ => [i32::from(wing.a2g), i32::from(wing.a2a)],
        };
        let modern = self.world.era.modern();
        let near = wing.base != Basing::Japan || (modern && def.base == Basing::North);
        let row = match (def.long_range, def.all_weather) {
            (true, true) => 0,
            (true, false) => 1,
            (false, true) => 2,
            (false, false) if !near => 3,
            (false, false) => 4,
        };
        let per_cent = i32::from(self.world.tables.air_weather[row][st.weather.visibility as usize]);
        let (mut g, mut a) = (a2g * per_cent / 100, a2a * per_cent / 100);
        if def.long_range && !modern {
            match mission {
                Mission::GroundAttack => g /= 2,
                Mission::Superiority => a /= 2,
                Mission::Interdiction => {}
            }
        }
        (g, a)
    }

    /// Σ A2A on Air Superiority.
    pub fn superiority(&self, st: &State, side: u8) -> i32 {
        let flying = self.wings(st, side).filter(|a| st.wings[a.0 as usize].mission == Mission::Superiority);
        flying.map(|a| self.air_strength(st, a).1).sum()
    }

    /// 4.4.2 The CIL that this turn's orders will give.
    pub fn projected_cil(&self, st: &State) -> u8 {
        let a = &self.world.numbers.air;
        let increase = i32::from(step_of(&self.world.tables.cil, st.turn));
        next_cil(i32::from(st.cil), increase, self.superiority(st, UN), a.cil_most, a.cil_divisor) as u8
    }

    /// 4.4.3 The interdiction level that this turn's orders give a side. [rule: ck 4.11, ck 4.12]
    pub fn interdiction_level(&self, st: &State, side: u8) -> i32 {
        self.interdiction_level_at(st, side, if self.world.era.modern() { 0 } else { i32::from(st.cil) })
    }

    /// 4.4.3 The interdiction level of a side against so many enemy fighters.
    pub fn interdiction_level_at(&self, st: &State, side: u8, cil: i32) -> i32 {
        let flying = self.wings(st, side).filter(|a| st.wings[a.0 as usize].mission == Mission::Interdiction);
        let sum: i32 = flying
            .map(|a| {
                let (g, f) = self.air_strength(st, a);
                effective(g, f, cil)
            })
            .sum();
        sum / self.world.numbers.air.level_divisor
    }

    /// 4.11 The air war of the 1950s: the CIL, then interdiction. On 25 June 1950 everything fights the enemy's air force.
    /// [rule: ck 4.11]
    pub fn air_war(&self, st: &mut State, play: &mut Play) {
        play.beat();
        if self.world.era.modern() {
            self.air_losses(st, play);
        } else {
            st.cil = self.projected_cil(st);
            play.note("ck 4.11", say!("the Communist interdiction level is {cil}", cil = st.cil));
        }
        for side in [UN, COM] {
            if !self.has_air(side) {
                continue;
            }
            let level = self.interdiction_level(st, side).clamp(0, 255);
            st.interdiction[side as usize] = level as u8;
            let loss = between(play, 0, level, "stockpile lost to interdiction");
            let stock = &mut st.stock[1 - side as usize];
            *stock = stock.saturating_sub(loss as u8);
            play.note(
                "ck 4.11",
                say!(
                    "interdiction level of {side}: {level}; the enemy's stockpile falls by {loss} to {stock}",
                    side = engine::Arg::side(side),
                    level,
                    loss,
                    stock = *stock,
                ),
            );
        }
    }

    /// 4.12 A side's strength in the air battle of 1995: air superiority, and a fifth of the rest. [rule: ck 4.12]
    pub fn air_power(&self, st: &State, side: u8) -> i32 {
        let all: i32 = self.wings(st, side).map(|w| self.air_strength(st, w).1).sum();
        let first = self.superiority(st, side);
        first + (all - first) * self.world.numbers.air.other_missions / 100
    }

    /// 4.12, 4.4.7 In 1995 both air forces wear each other down for good. [rule: ck 4.12]
    /// [rule: ck 4.1-losses]
    fn air_losses(&self, st: &mut State, play: &mut Play) {
        let a = &self.world.numbers.air;
        let s = [self.air_power(st, COM), self.air_power(st, UN)];
        for side in [COM, UN] {
            let loss = air_loss(s[side as usize], s[1 - side as usize], a.loss_factor, a.loss_most);
            let units: Vec<AirId> = self.wings(st, side).collect();
            for air in units {
                let wing = &mut st.wings[air.0 as usize];
                wing.a2g = after_loss(wing.a2g, loss);
                wing.a2a = after_loss(wing.a2a, loss);
            }
            play.note(
                "ck 4.12",
                say!(
                    "air battle: {side} loses {loss} % of its aircraft",
                    side = engine::Arg::side(side),
                    loss
                ),
            );
        }
    }

    /// 4.13 The lethality of a strike on a unit in a hex, floored once. [rule: ck 4.13, ck 4.13-lethality]
    pub fn strike_lethality(&self, st: &State, air: AirId, hex: HexId, dug_in: bool) -> i32 {
        let (g, a) = self.air_strength(st, air);
        let in_alley = self.ground.mig_alley.has(hex.index()) && !self.world.era.modern();
        let cil = if in_alley { i32::from(st.cil) } else { 0 };
        let s = &self.world.numbers.strike;
        let mut lethality = effective(g, a, cil);
        let effect = &self.world.tables.terrain[(self.ground.terrain(hex) as usize).min(3)];
        let marines = matches!(self.air_def(air).service, Service::Naval | Service::Marine)
            && !self.world.era.modern()
            && self.beside_marines(st, hex);
        let marines = if marines { s.beside_marines } else { 100 };
        let trench = if dug_in { s.entrenched } else { 100 };
        lethality *= i32::from(effect.strike) * marines;
        lethality * trench / 1_000_000
    }

    /// 4.13 Whether a force with a Marine infantry unit stands next to a hex.
    fn beside_marines(&self, st: &State, hex: HexId) -> bool {
        let marine = |f: ForceId| {
            st.units_of(f).any(|u| {
                let def = &self.world.units[u.index()];
                def.nation == Nation::Usmc && def.kind == Kind::Mar
            })
        };
        self.ground.neighbours(hex).any(|(_, n)| self.ground.is_land(n) && st.in_hex(n).any(marine))
    }

    /// 4.13 Whether a strike finds a force: hidden Chinese are not found before the sixth turn. [rule: ck 4.13, ck 4.13-hidden]
    pub fn findable(&self, st: &State, side: u8, force: ForceId) -> bool {
        let hidden = side == UN && self.chinese(st, force) && st.level(UN, st.force(force).hex) == 0;
        let since = self.world.numbers.strike.hidden_china_turns as u8;
        !hidden || (st.china.first > 0 && st.turn >= st.china.first + since)
    }

    /// 4.13 One strike on a hex. [rule: ck 4.13]
    pub fn strike(&self, st: &mut State, air: AirId, hex: HexId, play: &mut Play) {
        let side = self.air_def(air).side;
        play.reveal();
        play.beat();
        let found: Vec<ForceId> =
            st.in_hex(hex).filter(|f| f.side() != side && self.findable(st, side, *f)).collect();
        let (who, at) = (names::air(air), names::hex(hex));
        if found.is_empty() {
            let told = say!("{who} strikes {at} and finds nothing", who, at);
            play.whisper(SeatSet::one(Seat(side)), Seat(side), "ck 4.13", told).on(at);
            return;
        }
        self.mark(st, side, hex, BY_STRIKE);
        let (mut had, mut lost) = (0u32, 0u32);
        let mut units = 0;
        for unit in found.iter().flat_map(|&f| st.units_of(f)).collect::<Vec<_>>() {
            units += 1;
            let before = self.piece_lethality(st, unit);
            self.strike_unit(st, air, unit, hex, play);
            had += before;
            lost += before - self.piece_lethality(st, unit);
            self.sweep_empty(st, unit, play);
        }
        self.strike_report(air, hex, had, lost, play);
        self.flak(st, air, units, play);
    }

    fn piece_lethality(&self, st: &State, unit: crate::state::UnitId) -> u32 {
        let pieces = st.unit(unit).pieces;
        pieces.iter().zip(&self.world.equipment).map(|(&n, k)| u32::from(n) * u32::from(k.lethality)).sum()
    }

    fn strike_unit(
        &self,
        st: &mut State,
        air: AirId,
        unit: crate::state::UnitId,
        hex: HexId,
        play: &mut Play,
    ) {
        let s = &self.world.numbers.strike;
        let lethality = self.strike_lethality(st, air, hex, st.unit(unit).has(ENTRENCHED));
        let odds = |kind: usize| {
            lethality * (s.survivability_from - i32::from(self.world.equipment[kind].survivability)) / 10
        };
        self.lose(st, unit, odds, "air strike", play);
        let u = st.unit_mut(unit);
        let r = i32::from(u.readiness);
        if r >= s.readiness_floor {
            u.readiness = (r - lethality / 2).max(s.readiness_floor) as u8;
        }
    }

    /// 4.13 Pilots exaggerate; the size of the explosions doesn't. [rule: ck 4.13]
    /// [rule: ck 4.13-reports]
    fn strike_report(&self, air: AirId, hex: HexId, had: u32, lost: u32, play: &mut Play) {
        let s = &self.world.numbers.strike;
        let side = self.air_def(air).side;
        let per_cent = (lost * 100 / had.max(1)) as i32;
        let blasts = match per_cent {
            p if p < s.small_loss_below => 1,
            _ if (lost * 100) as i32 > s.great_loss_above * had as i32 => 3,
            _ => 2,
        };
        let more = between(play, 0, s.exaggeration, "exaggeration");
        let told = (per_cent * (100 + more) / 100).min(100);
        let (who, at) = (names::air(air), names::hex(hex));
        play.whisper(
            SeatSet::one(Seat(side)),
            Seat(side),
            "ck 4.13",
            say!("{who} strikes {at}: pilots report {told} % destroyed, {blasts} {blasts|explosion|explosions}", who, at, told, blasts),
        )
        .on(at);
        let victim = Seat(1 - side);
        let felt = say!("air strike on {at}: {per_cent} % of the strength there is lost", at, per_cent);
        play.whisper(SeatSet::one(victim), victim, "ck 4.13", felt).on(at);
    }

    /// 4.13 In 1995 the ground shoots back. [rule: ck 4.13]
    fn flak(&self, st: &mut State, air: AirId, units: i32, play: &mut Play) {
        let odds = units * self.world.numbers.strike.flak_per_unit_1995;
        if self.world.era.modern() && chance(play, odds, "ground fire") {
            let wing = &mut st.wings[air.0 as usize];
            wing.a2g = wing.a2g.saturating_sub(1);
            wing.a2a = wing.a2a.saturating_sub(1);
            play.note("ck 4.13", say!("{who} loses aircraft to ground fire", who = names::air(air)));
        }
    }

    /// Hexes that a side may strike: the enemy's land, whether it looks occupied or not. [rule: ck 4.13]
    /// [rule: ck 4.13-anywhere]
    pub fn strike_targets(&self, st: &State, side: u8) -> HexBits {
        let mut targets = self.friendly_land(st, 1 - side);
        targets.0.iter_mut().zip(&self.ground.korea.0).for_each(|(target, korea)| *target &= korea);
        targets
    }
}
