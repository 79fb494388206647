//! Support fire (8.0, 19.0, 23.0): allotments, draws, slots, bombardment.

use crate::crt::CombatResult;
use crate::data::{Kind, Scenario, Size};
use crate::rules::Action;
use crate::state::{Combat, DEAD, Frame, HexBits, RED, State, UN, UnitBits};
use engine::{Play, SeatSet};

impl Scenario {
    /// The markers a side draws this turn: the track less lost headquarters and depots, withdrawals, critical hexes,
    /// division counters and air supply.
    /// [rule: kb 8.0, kb 17.0, kb 10.3, kb 23.0, kb 18.0, kb 27-withdrawals, kb 29-ch-setup, kb 10.2-air]
    pub(crate) fn allotment(&self, st: &State, side: u8) -> u8 {
        self.allotment_on(st, side, st.turn)
    }

    /// The same for a turn of the track, as things stand now.
    pub(crate) fn allotment_on(&self, st: &State, side: u8, turn: u8) -> u8 {
        let p = &self.parameters;
        let track =
            self.allotment[side as usize].get(usize::from(turn).saturating_sub(1)).copied().unwrap_or(0);
        let mut less = u32::from(st.ledger.lost_support[side as usize]);
        for (unit, def) in self.units.iter().enumerate().filter(|(_, d)| d.side == side) {
            less += match (st.at[unit], def.kind) {
                (DEAD, Kind::Hq) => u32::from(p.per_hq),
                (DEAD, Kind::Depot) => u32::from(p.per_depot),
                _ => 0,
            };
            let counter = !self.divisions.is_empty() && def.size == Size::Division && st.on_map(unit as u8);
            less += u32::from(p.per_division) * u32::from(counter && side == RED);
        }
        if side == UN {
            less += self.support_cuts.iter().filter(|c| turn >= c.0).map(|c| u32::from(c.1)).sum::<u32>();
            for (i, w) in self.withdrawals.iter().enumerate() {
                let early = st.ledger.died_early >> i & 1 == 1 && turn >= w.turn;
                less += u32::from(w.dead_less) * u32::from(early);
            }
            less += st.ledger.critical.count_ones() * u32::from(p.per_critical);
            less += u32::from(st.air_less);
        }
        track.saturating_sub(less.min(255) as u8)
    }

    /// 23.1 Each side draws its markers blind. [rule: kb 23.1, kb 8.0, kb 8.1, kb 21.0]
    pub(crate) fn draw_markers(&self, st: &mut State, play: &mut Play) {
        if st.accelerated && st.turn == self.acceleration_turn() {
            self.drop_markers(st, play);
        }
        for side in [self.first, 1 - self.first] {
            let count = self.allotment(st, side);
            let mut drawn = [0u8; 7];
            let mut total = 0;
            for _ in 0..count {
                let Some(v) = draw_one(&mut st.pool[side as usize], play, "support marker") else { break };
                st.hand[side as usize][v] += 1;
                drawn[v] += 1;
                total += 1;
            }
            let seat = self.seat(side);
            play.whisper(SeatSet::one(seat), seat, "kb 23.1", format_args!("You draw {}", Markers(drawn)));
            let name = self.side_name(side);
            play.note("kb 8.0", format_args!("{name} draw {total} support markers"));
        }
        st.air_less = 0;
    }

    fn acceleration_turn(&self) -> u8 {
        self.units.iter().filter_map(|u| u.arrival.as_ref()?.accelerated).min().unwrap_or(u8::MAX)
    }

    /// 21.0 Two markers leave the pool for good. [rule: kb 21.0]
    fn drop_markers(&self, st: &mut State, play: &mut Play) {
        for _ in 0..self.parameters.acceleration {
            if let Some(v) = draw_one(&mut st.pool[RED as usize], play, "marker lost") {
                st.stock[RED as usize][v] -= 1;
                play.note("kb 21.0", format_args!("A +{} marker leaves the Chinese pool for good", v + 1));
            }
        }
    }

    /// The distance from the nearest headquarters of a side to a hex. [rule: kb 19.0]
    pub(crate) fn hq_distance(&self, st: &State, side: u8, hex: u16) -> Option<u8> {
        self.deployed(st, side)
            .filter(|&u| self.quick[u as usize].hq)
            .map(|u| self.ground.distance(st.hex(u), hex))
            .min()
    }

    /// 8.4 The bombardments that the player may declare, each with its first marker.
    /// [rule: kb 8.4, kb 8.6, kb 19.0]
    pub(crate) fn list_bombardments(&self, st: &State, out: &mut Vec<Action>) {
        let side = st.player;
        let hand = st.hand[side as usize];
        if hand[..7].iter().all(|&n| n == 0) {
            return;
        }
        let mut posts = [0u16; 8];
        let mut count = 0;
        for unit in self.deployed(st, side).filter(|&u| self.quick[u as usize].hq).take(posts.len()) {
            posts[count] = st.hex(unit);
            count += 1;
        }
        if count == 0 {
            return;
        }
        let mut targets = HexBits::default();
        self.deployed(st, 1 - side).for_each(|u| targets.set(st.hex(u) as usize, true));
        for hex in targets.iter().filter(|&h| !st.bombarded.has(h)) {
            let distances = posts[..count].iter().map(|&p| self.ground.distance(p, hex as u16));
            let distance = distances.min().unwrap_or(u8::MAX);
            for v in (distance.max(1)..=7).filter(|&v| hand[v as usize - 1] > 0) {
                out.push(Action::Bombard { hex: hex as u16, marker: v });
            }
        }
    }

    fn spend(&self, st: &mut State, side: u8, marker: u8) {
        st.hand[side as usize][marker as usize - 1] -= 1;
    }

    /// A bombardment is declared together with its first marker. [rule: kb 8.4, kb hidden-dummy-revealed]
    pub(crate) fn bombard(&self, st: &mut State, hex: u16, marker: u8, play: &mut Play) {
        self.spend(st, st.player, marker);
        st.bombarded.set(hex as usize, true);
        st.combat =
            Combat { active: true, bombardment: true, target: hex, side: st.player, ..Combat::default() };
        st.combat.markers[0][0] = marker;
        let label = self.ground.label(hex);
        play.say(
            self.seat(st.player),
            "kb 8.4",
            format_args!("{} bombard {label} with +{marker}", self.side_name(st.player)),
        )
        .at(label);
        self.reveal_hex(st, hex, play);
        let mut defenders = UnitBits::default();
        st.units_in(hex).for_each(|u| defenders.set(u as usize, true));
        if defenders.is_empty() {
            play.outcome("kb hidden-dummy-revealed", format_args!("Nothing is left to bombard in {label}"));
            self.end_combat(st);
            return;
        }
        st.combat.defenders = defenders;
        st.frames.push(Frame::Support(1));
    }

    /// The side whose slot it is: attacker, defender, attacker, defender. [rule: kb 8.3, kb 8.4.1, kb 4.1-support]
    pub(crate) fn slot_side(st: &State, slot: u8) -> u8 {
        if slot.is_multiple_of(2) { st.combat.side } else { 1 - st.combat.side }
    }

    /// Whether anybody is asked in this slot: a side without markers, or without headquarters for a bombardment, is not.
    pub(crate) fn slot_is_open(&self, st: &State, slot: u8) -> bool {
        let side = Self::slot_side(st, slot);
        st.hand_size(side) > 0
            && (!st.combat.bombardment || self.hq_distance(st, side, st.combat.target).is_some())
    }

    /// 8.3 The markers that may be played in a slot; in a bombardment only those in range.
    /// [rule: kb 8.3, kb 8.2, kb 19.0, kb 8.4.1, kb 7.3-notes]
    pub(crate) fn list_support(&self, st: &State, slot: u8, out: &mut Vec<Action>) {
        let side = Self::slot_side(st, slot);
        let least = if st.combat.bombardment {
            self.hq_distance(st, side, st.combat.target).unwrap_or(u8::MAX)
        } else {
            0
        };
        for v in 1..=7u8 {
            if st.hand[side as usize][v as usize - 1] > 0 && v >= least {
                out.push(Action::Support(v));
            }
        }
        out.push(Action::Decline);
    }

    /// A marker is played; it is used up for this game turn. [rule: kb 8.3, kb 8.3-once]
    pub(crate) fn play_support(&self, st: &mut State, slot: u8, marker: u8, play: &mut Play) {
        let side = Self::slot_side(st, slot);
        self.spend(st, side, marker);
        st.combat.markers[usize::from(slot % 2)][usize::from(slot / 2)] = marker;
        let label = self.ground.label(st.combat.target);
        play.say(self.seat(side), "kb 8.3", format_args!("{} play +{marker}", self.side_name(side)))
            .at(label);
        self.next_slot(st, slot);
    }
    pub(crate) fn next_slot(&self, st: &mut State, slot: u8) {
        st.replace_top(if slot >= 3 { Frame::Resolve } else { Frame::Support(slot + 1) });
    }

    /// 8.4 What a result means for a bombardment: no retreat of attackers, Ex hits the target alone, (A) and Ae the
    /// closest friend. [rule: kb 8.4, kb 8.4.2, kb 7.7.1]
    pub(crate) fn bombardment_result(&self, st: &mut State, result: CombatResult, play: &mut Play) {
        match result {
            CombatResult::De => self.eliminate_all(st, st.combat.defenders, "kb 7.6-de", play),
            CombatResult::D(n) => self.order_retreat(st, true, n),
            CombatResult::Ex => st.frames.push(Frame::Loss { defender: true }),
            CombatResult::Paren => st.frames.push(Frame::FriendlyFire { dead: false }),
            CombatResult::Ae => st.frames.push(Frame::FriendlyFire { dead: true }),
            CombatResult::A(_) | CombatResult::None => {}
        }
    }

    /// 8.4.2 The friends closest to a bombarded hex; a dummy suffers nothing. [rule: kb 8.4.2, kb hidden-never]
    pub(crate) fn closest_friends(&self, st: &State) -> UnitBits {
        let mut out = UnitBits::default();
        let mut least = u8::MAX;
        for unit in self.deployed(st, st.combat.side).filter(|&u| !self.units[u as usize].dummy()) {
            let distance = self.ground.distance(st.hex(unit), st.combat.target);
            if distance < least {
                least = distance;
                out.clear();
            }
            if distance == least {
                out.set(unit as usize, true);
            }
        }
        out
    }

    pub(crate) fn friendly_fire(&self, st: &mut State, unit: u8, dead: bool, play: &mut Play) {
        st.frames.pop();
        if dead {
            self.eliminate(st, unit, "kb 8.4.2", play);
        } else {
            self.lose_step(st, unit, "kb 8.4.2", play);
        }
    }

    /// 4.1 All markers go back to the pools. [rule: kb 4.1-end, kb 8.6, kb 8.3-once]
    pub(crate) fn return_markers(&self, st: &mut State) {
        for side in 0..2 {
            st.hand[side] = [0; 8];
            st.pool[side] = st.stock[side];
        }
    }
}

fn draw_one(pool: &mut [u8; 7], play: &mut Play, label: &'static str) -> Option<usize> {
    let left: usize = pool.iter().map(|&n| usize::from(n)).sum();
    if left == 0 {
        return None;
    }
    let mut pick = play.draw(left, label);
    for (v, n) in pool.iter_mut().enumerate() {
        if pick < usize::from(*n) {
            *n -= 1;
            return Some(v);
        }
        pick -= usize::from(*n);
    }
    None
}

/// Markers by value.
struct Markers([u8; 7]);

impl std::fmt::Display for Markers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut first = true;
        for (v, &n) in self.0.iter().enumerate() {
            for _ in 0..n {
                if !first {
                    f.write_str(" ")?;
                }
                first = false;
                write!(f, "+{}", v + 1)?;
            }
        }
        if first { f.write_str("no markers") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::Markers;

    #[test]
    fn markers_are_listed_one_by_one() {
        assert_eq!(Markers([0, 2, 0, 1, 0, 0, 0]).to_string(), "+2 +2 +4");
        assert_eq!(Markers([0; 7]).to_string(), "no markers");
    }
}
