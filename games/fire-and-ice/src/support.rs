//! 5.3, 8: what each side can put into a combat, and what the dice are modified by.

use crate::files::{ChitsWord, LongRange};
use crate::game::{FireAndIce, options};
use crate::state::{
    AirBox, AirId, Attack, Base, COM, Combat, Fields, PieceBits, PieceId, Sea, State, UN, Weather, mark,
    other,
};
use board::HexId;

/// Attacker and defender, as places in [`Combat::support`].
pub(crate) const ATTACKER: usize = 0;
pub(crate) const DEFENDER: usize = 1;

/// The most that a side can use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Most {
    pub(crate) tank: u8,
    /// Tanks along a road (5.3.1).
    pub(crate) by_road: u8,
    pub(crate) artillery: u8,
    pub(crate) bombardment: u8,
    pub(crate) air: u8,
}

/// A side's modifiers, one by one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Modifiers {
    pub(crate) chit: i16,
    pub(crate) tank: i16,
    pub(crate) artillery: i16,
    pub(crate) air: i16,
    pub(crate) bombardment: i16,
    pub(crate) adjacency: i16,
    pub(crate) terrain: i16,
    pub(crate) river: i16,
    pub(crate) works: i16,
}

impl Modifiers {
    pub(crate) fn sum(&self) -> i16 {
        self.chit
            + self.tank
            + self.artillery
            + self.air
            + self.bombardment
            + self.adjacency
            + self.terrain
            + self.river
            + self.works
    }
}

/// 5.3.1 What of a level comes through planning and terrain. [rule: fi 5.3.1-formula, fi 8.2]
pub(crate) fn share(level: i16, planning: i16, divisor: u8) -> u8 {
    ((level - planning).max(0) / i16::from(divisor.max(1))) as u8
}

/// 5.3.3, 8.3 Adjacent units: 1, 3, 6, 10 for an attacker, twice that in a Deliberate Attack. [rule: fi 5.3.3-attacker]
pub(crate) fn attackers_adjacency(units: i16, kind: Attack) -> i16 {
    units * (units + 1) / 2 * if kind == Attack::Deliberate { 2 } else { 1 }
}

impl Combat {
    /// The side of the attacker or the defender.
    pub(crate) fn side(&self, role: usize) -> u8 {
        if role == ATTACKER { self.attacker } else { other(self.attacker) }
    }
    /// The role of a side.
    pub(crate) fn role(&self, side: u8) -> usize {
        usize::from(side != self.attacker)
    }
    /// The unit that declared the combat, or the one attacked.
    pub(crate) fn lead(&self, role: usize) -> PieceId {
        if role == ATTACKER { self.declared.unit } else { self.defender }
    }
    /// Everybody of a side who takes part.
    pub(crate) fn participants(&self, role: usize) -> PieceBits {
        let mut all = self.support[role].units;
        if self.lead(role).is_some() {
            all.set(self.lead(role).index(), true);
        }
        all
    }
}

impl FireAndIce {
    /// 5.3.3 The units that may give a side adjacency. [rule: fi 5.3.3-who, fi 11.3.1-box]
    pub(crate) fn supporters(&self, state: &State, role: usize) -> PieceBits {
        let combat = &state.combat;
        let side = combat.side(role);
        let (hex, lead) = (combat.declared.hex, combat.lead(role));
        let mut out = PieceBits::default();
        if self.receives_nothing(state, role) {
            return out;
        }
        let ground = self.ground(state);
        for id in self.pieces_of(side) {
            let (unit, piece) = (self.unit(id), state.piece(id));
            if unit.hq() || id == lead || piece.has(mark::ROUTED | mark::BUG_OUT) {
                continue;
            }
            let beside = match (piece.at.on_map(), piece.at.in_box()) {
                (Some(at), _) => ground.distance(at, hex) == 1,
                (None, Some(index)) => ground.boxes[usize::from(index)] == hex,
                _ => false,
            };
            out.set(id.index(), beside);
        }
        out
    }

    /// 6.2, 14.2 Leads that get no support of any kind. [rule: fi 6.2f, fi 6.2g, fi 6.2i, fi 14.2-combat]
    pub(crate) fn receives_nothing(&self, state: &State, role: usize) -> bool {
        let lead = state.combat.lead(role);
        !lead.is_some()
            || state.piece(lead).has(mark::OOC | mark::ROUTED | mark::BUG_OUT)
            || self.unit(lead).task_force()
    }

    /// 5.3 The most that a side can use, with tanks through the country and along the road.
    pub(crate) fn most(&self, state: &State, role: usize) -> Most {
        let combat = &state.combat;
        if self.receives_nothing(state, role) {
            return Most::default();
        }
        let side = combat.side(role);
        let terrain = self.ground(state).terrain[combat.declared.hex.index()];
        let planning = self.planning(combat, role);
        let lead = state.piece(combat.lead(role));
        let tracks = &state.sides[usize::from(side)];
        let mut most = Most {
            bombardment: self.guns(state, side, terrain.artillery),
            air: share(self.air_level(state, side), planning[2], terrain.artillery),
            ..Most::default()
        };
        // 6.2 A disrupted defender has neither tanks nor guns. [rule: fi 6.2e]
        let disrupted = role == DEFENDER && lead.has(mark::DISRUPTED);
        let tank = |divisor| {
            shortened(share(tracks.tank.into(), planning[0], divisor), lead.marks, mark::FUEL, mark::FUEL_OUT)
        };
        let guns = share(tracks.artillery.into(), planning[1], terrain.artillery);
        let guns = shortened(guns, lead.marks, mark::AMMO, mark::AMMO_OUT);
        // Who commands the lead is asked only where something would come.
        if disrupted || (tank(1) == 0 && guns == 0) || !self.commanded(state, combat.lead(role)) {
            return most;
        }
        most.tank = tank(terrain.tank);
        most.by_road = tank(1);
        most.artillery = guns;
        most
    }

    /// 5.3.1 Levels lost to planning: tank, artillery, air. [rule: fi 5.3.1-planning]
    pub(crate) fn planning(&self, combat: &Combat, role: usize) -> [i16; 3] {
        let row = match (role, combat.declared.kind) {
            (ATTACKER, _) => self.data.chits[usize::from(combat.declared.chit)].planning,
            (_, Attack::Meeting) => 4,
            _ => 5,
        };
        self.data.planning[row]
    }

    /// 5.3.2, 11.2 Naval bombardment, near the coast of the fleet's sea. [rule: fi 5.3.2-bombardment, fi 11.2]
    fn guns(&self, state: &State, side: u8, divisor: u8) -> u8 {
        let hex = state.combat.declared.hex;
        let sea = match state.fleet {
            Sea::None => return 0,
            Sea::Yellow => 0,
            Sea::Japan => 1,
        };
        let by_sea = usize::from(state.options & options::ALL_SEA != 0);
        if side == COM || !self.ground(state).guns[sea][by_sea].has(hex.index()) {
            return 0;
        }
        share(state.bombardment.into(), self.data.numbers.bombardment_planning, divisor)
    }

    /// 5.3.1 Whether the declarer attacks along a road or railway that crosses no river, into country that tanks would
    /// find hard. [rule: fi 5.3.1-road]
    pub(crate) fn road_serves(&self, state: &State) -> bool {
        let combat = &state.combat;
        let ground = self.ground(state);
        let Some(from) = state.hex_of(combat.declared.unit) else { return false };
        let to = combat.declared.hex;
        ground.terrain[to.index()].tank > 1
            && ground.road(from, to)
            && !ground.river(from, to)
            && !state.is_struck(from)
            && !state.is_struck(to)
    }

    /// 5.4.3 The modifiers of a side as chosen. [rule: fi 5.4.3-order, fi 4.1-terrain]
    pub(crate) fn modifiers(&self, state: &State, role: usize) -> Modifiers {
        let combat = &state.combat;
        let support = &combat.support[role];
        let units = support.units.len() as i16;
        let mut out = Modifiers {
            tank: support.tank.into(),
            artillery: support.artillery.into(),
            air: support.air.into(),
            bombardment: support.bombardment.into(),
            ..Modifiers::default()
        };
        if role == ATTACKER {
            out.chit = self.data.chits[usize::from(combat.declared.chit)].modifier;
            out.adjacency = attackers_adjacency(units, combat.declared.kind);
            return out;
        }
        let ground = self.ground(state);
        let hex = combat.declared.hex;
        out.adjacency = units * self.data.numbers.defender_adjacency;
        out.terrain = ground.terrain[hex.index()].defence;
        out.river = self.river_bonus(state);
        // 6.2 Trenches take the place of a position. [rule: fi 6.2b]
        out.works = if state.trenches.has(hex.index()) {
            ground.defence_trenches
        } else if state.positions.has(hex.index()) {
            ground.defence_position
        } else {
            0
        };
        out
    }

    /// 5.4.3 The river counts when declarer and every used supporter attack across one; a bridge on the declarer's
    /// hexside lessens it. [rule: fi 5.4.3-river]
    fn river_bonus(&self, state: &State) -> i16 {
        let combat = &state.combat;
        let ground = self.ground(state);
        let hex = combat.declared.hex;
        let across = |id: usize| state.hex_of(PieceId(id as u8)).is_some_and(|from| ground.river(from, hex));
        let all = combat.participants(ATTACKER).iter().all(across);
        let Some(from) = state.hex_of(combat.declared.unit).filter(|_| all) else { return 0 };
        let broken = state.is_struck(from) || state.is_struck(hex);
        if ground.bridged(from, hex) && !broken { ground.defence_bridge } else { ground.defence_river }
    }

    /// 10.1, 14.1 What an aircraft is worth on a mission from a base: reduced, long range and rain each take one away.
    /// [rule: fi 10.1-long, fi 14.1-rain]
    pub(crate) fn air_value(&self, state: &State, id: AirId, mission: AirBox, base: Base) -> i16 {
        let air = &state.air[id.index()];
        let kind = self.air_type(id);
        let value = kind.value(mission);
        if value == 0 {
            return 0;
        }
        let long = match (kind.long_range, base) {
            (LongRange::Japan, Base::Japan) => true,
            (LongRange::China, Base::China) => mission != AirBox::MigAlley,
            _ => false,
        };
        let less = i16::from(air.reduced) + i16::from(long) + i16::from(state.weather == Weather::Rain);
        (value - less).max(0)
    }

    /// What an aircraft is worth where it is.
    pub(crate) fn value_now(&self, state: &State, id: AirId) -> i16 {
        let air = &state.air[id.index()];
        self.air_value(state, id, air.at, air.base)
    }

    /// 10.4.3 The Air Support level: the ground support of everything in that box. [rule: fi 10.4.3-level]
    pub(crate) fn air_level(&self, state: &State, side: u8) -> i16 {
        self.planes_in(state, side, AirBox::GroundSupport).map(|id| self.value_now(state, id)).sum()
    }

    /// The aircraft of a side in a box.
    pub(crate) fn planes_in<'a>(
        &'a self,
        state: &'a State,
        side: u8,
        at: AirBox,
    ) -> impl Iterator<Item = AirId> + 'a {
        self.planes_of(side).filter(move |id| state.air[id.index()].at == at)
    }

    /// 10.1 How many aircraft the airfields of a box serve: plain, improved. [rule: fi 10.1-capacity]
    pub(crate) fn capacity(&self, state: &State, base: Base) -> [u8; 2] {
        let fields: &Fields = &state.fields[base as usize];
        let numbers = &self.data.numbers;
        let each = if base.side() == COM && state.soviet {
            numbers.per_airfield_soviet
        } else {
            numbers.per_airfield
        };
        fields.whole.map(|n| n * each)
    }

    /// The aircraft that a box serves already: on plain airfields, on improved ones.
    pub(crate) fn served(&self, state: &State, base: Base) -> [u8; 2] {
        let mut out = [0; 2];
        for air in state.air.iter().filter(|a| a.at.mission() && a.base == base) {
            out[usize::from(air.improved)] += 1;
        }
        out
    }

    /// The aircraft that a box could still serve: on plain airfields, on improved ones; none from carriers, which need none.
    pub(crate) fn free_fields(&self, state: &State, base: Base) -> [u8; 2] {
        if base == Base::Carriers {
            return [0; 2];
        }
        let (room, used) = (self.capacity(state, base), self.served(state, base));
        [0, 1].map(|i| room[i].saturating_sub(used[i]))
    }

    /// 5.6 The difference that counts: capped, a tie costing the attacker one; quality markers after the cap.
    /// Returns the losing role and what it pays. [rule: fi 5.6-cap, fi 5.4.2-quality, fi 5.6-tie]
    pub(crate) fn spread(&self, attacker: i16, defender: i16, quality: [u16; 2]) -> (usize, u8) {
        let numbers = &self.data.numbers;
        let (loser, base) = match attacker - defender {
            0 => (ATTACKER, numbers.tie),
            d if d > 0 => (DEFENDER, d.min(numbers.cap)),
            d => (ATTACKER, (-d).min(numbers.cap)),
        };
        let mut result = base;
        for (role, marker) in quality.into_iter().enumerate() {
            let lost = role == loser;
            result += match (marker, lost) {
                (mark::BAD, true) | (mark::GOOD, false) => 1,
                (mark::BAD, false) | (mark::GOOD, true) => -1,
                _ => 0,
            };
        }
        (loser, result.max(0) as u8)
    }

    /// 14.4, 14.6, 16 to 19 Whether a side draws three chits and chooses one.
    /// [rule: fi 14.6-chits, fi 14.4-peng-chits, fi 14.4-ridgway, fi 16-chits]
    pub(crate) fn draws_three(&self, state: &State, side: u8) -> bool {
        let scenario = self.scenario_of(state);
        let chooses = match scenario.rules.three_chits_first_turn {
            ChitsWord::Nobody => false,
            ChitsWord::Un => side == UN,
            ChitsWord::Com => side == COM,
        };
        let first = chooses && state.turn == scenario.first;
        let peng = side == COM && state.peng && self.cold(state);
        let ridgway = side == UN && state.commander == crate::state::Commander::Ridgway;
        first || peng || ridgway || state.surprise == side
    }

    /// 4.1, 14.4 How many units a headquarters of a side activates. [rule: fi 4.1-units, fi 14.4-peng]
    pub(crate) fn slots(&self, state: &State, side: u8) -> u8 {
        let numbers = &self.data.numbers;
        if side == COM && state.peng {
            numbers.units_peng
        } else if side == UN && state.commander == crate::state::Commander::Ridgway {
            numbers.units_ridgway
        } else {
            numbers.units
        }
    }

    /// Whether two hexes lie within so many hexes.
    pub(crate) fn close(&self, state: &State, a: HexId, b: HexId, hexes: u32) -> bool {
        self.ground(state).distance(a, b) <= hexes
    }
}

/// 6.1 A shortage halves a modifier, out takes it away. [rule: fi 6.1b, fi 6.1c]
pub(crate) fn shortened(modifier: u8, marks: u16, shortage: u16, out: u16) -> u8 {
    if marks & out != 0 {
        0
    } else if marks & shortage != 0 {
        modifier / 2
    } else {
        modifier
    }
}
