//! Retreat and displacement (7.7, 7.8).

use crate::data::Scenario;
use crate::ground::PROHIBITED;
use crate::rules::Action;
use crate::state::{Frame, HexBits, NOWHERE, State, UnitBits, Way, flag};
use engine::Play;
use engine::flat::Stack;

/// The enemies that a unit flees from.
type Threats = Stack<u16, 24>;

/// A retreat in one piece: who, from where, from whom.
struct Flight {
    unit: u8,
    side: u8,
    start: u16,
    threats: Threats,
}

impl Flight {
    fn nearest(&self, scenario: &Scenario, hex: u16) -> u8 {
        self.threats.iter().map(|&t| scenario.ground.distance(t, hex)).min().unwrap_or(0)
    }
}

impl Scenario {
    fn flight(&self, st: &State, unit: u8, start: u16) -> Flight {
        let mut threats = Threats::default();
        let side = self.side(unit);
        let c = &st.combat;
        if side == c.side {
            threats.push(c.target);
        } else if c.bombardment {
            self.closest_enemies(st, side, start, &mut threats);
        } else {
            for u in c.attackers.iter().filter(|&u| st.on_map(u as u8)) {
                threats.try_push(st.hex(u as u8));
            }
        }
        Flight { unit, side, start, threats }
    }

    /// 7.7.1 Under bombardment a unit flees from the closest enemies. [rule: kb 7.7.1, kb retreat-7]
    fn closest_enemies(&self, st: &State, side: u8, hex: u16, out: &mut Threats) {
        let enemies = || self.deployed(st, 1 - side).map(|u| st.hex(u));
        let Some(least) = enemies().map(|h| self.ground.distance(h, hex)).min() else { return };
        for h in enemies().filter(|&h| self.ground.distance(h, hex) == least) {
            if !out.contains(&h) {
                out.try_push(h);
            }
        }
    }

    /// 7.7 One step of a retreat: farther from where it began and from the enemies, into no enemy, no enemy zone and no
    /// prohibited ground. Only after a bombardment may it come nearer to an enemy.
    /// [rule: kb 7.7-away, kb retreat-1, kb retreat-6, kb 5.1.2-combat]
    fn may_flee(&self, st: &State, f: &Flight, from: u16, d: usize, taken: u8, closer: bool) -> Option<u16> {
        let to = self.ground.near[from as usize][d];
        if to == NOWHERE || self.step_cost(st, f.unit, from, d) == PROHIBITED {
            return None;
        }
        let fine = !self.enemy_in(st, f.side, to)
            && !self.enemy_zone(st, f.side, to)
            && self.ground.distance(to, f.start) == taken + 1
            && (closer || f.nearest(self, to) > f.nearest(self, from));
        fine.then_some(to)
    }

    /// Whether the hexes of a way may be used: vacant ones only, or friends passed and stacking at the end.
    /// [rule: kb 7.7-vacant, kb retreat-2]
    fn serves(&self, st: &State, unit: u8, way: Way, hex: u16, last: bool) -> bool {
        match way {
            Way::Vacant => st.vacant(hex),
            Way::Cleared => !last || hex == st.combat.cleared,
            _ => !last || self.may_stack(st, unit, hex),
        }
    }

    fn completes(&self, st: &State, f: &Flight, from: u16, taken: u8, left: u8, way: Way) -> bool {
        let closer = matches!(way, Way::Closer | Way::CloserShort);
        (0..6).any(|d| {
            let Some(to) = self.may_flee(st, f, from, d, taken, closer) else { return false };
            self.serves(st, f.unit, way, to, left == 1)
                && (left == 1 || self.completes(st, f, to, taken + 1, left - 1, way))
        })
    }

    /// The owner decided to retreat: its units go one after the other. [rule: kb retreat-5]
    pub(crate) fn start_retreats(&self, st: &mut State, defender: bool) {
        st.combat.pending = self.party(st, defender);
        st.replace_top(Frame::Retreats { defender });
    }

    /// 7.7 A unit begins its retreat in the best way open to it. [rule: kb 7.7-vacant, kb retreat-2, kb retreat-3]
    pub(crate) fn begin_retreat(&self, st: &mut State, unit: u8, play: &mut Play) {
        st.combat.pending.set(unit as usize, false);
        let start = st.hex(unit);
        st.combat.start = start;
        st.combat.path.clear();
        st.combat.chain.clear();
        let f = self.flight(st, unit, start);
        let left = st.combat.length;
        for way in [Way::Vacant, Way::Through] {
            if self.completes(st, &f, start, 0, left, way) {
                st.frames.push(Frame::Retreat { unit, left, way });
                return;
            }
        }
        if self.displacements(st, unit).next().is_some() {
            st.frames.push(Frame::Displace(unit));
            return;
        }
        self.fall_short(st, unit, play);
    }

    /// 7.7 Without a full retreat a unit goes as far as it can and is depleted there; if it can't go at all it is
    /// eliminated. After a bombardment it may come nearer to an enemy and is depleted for it.
    /// [rule: kb 7.7-length, kb retreat-4, kb 7.7.1, kb retreat-7]
    fn fall_short(&self, st: &mut State, unit: u8, play: &mut Play) {
        let start = st.combat.start;
        let f = self.flight(st, unit, start);
        let length = st.combat.length;
        if st.combat.bombardment && self.completes(st, &f, start, 0, length, Way::Closer) {
            st.frames.push(Frame::Retreat { unit, left: length, way: Way::Closer });
            return;
        }
        for left in (1..length).rev() {
            let ways: &[Way] =
                if st.combat.bombardment { &[Way::Short, Way::CloserShort] } else { &[Way::Short] };
            for &way in ways {
                if self.completes(st, &f, start, 0, left, way) {
                    st.frames.push(Frame::Retreat { unit, left, way });
                    return;
                }
            }
        }
        self.eliminate(st, unit, "kb 7.7-length", play);
        st.combat.path.push(start);
        self.close_path(st, unit);
    }

    /// The next hexes of the unit that retreats. [rule: kb retreat-1, kb retreat-2]
    pub(crate) fn retreat_steps(&self, st: &State, unit: u8, left: u8, way: Way) -> HexBits {
        let mut out = HexBits::default();
        let f = self.flight(st, unit, st.combat.start);
        let closer = matches!(way, Way::Closer | Way::CloserShort);
        let taken = st.combat.path.len() as u8;
        for d in 0..6 {
            let Some(to) = self.may_flee(st, &f, st.hex(unit), d, taken, closer) else { continue };
            let on = left == 1 || self.completes(st, &f, to, taken + 1, left - 1, way);
            if on && self.serves(st, unit, way, to, left == 1) {
                out.set(to as usize, true);
            }
        }
        out
    }

    /// One hex of a retreat. [rule: kb 5.1-timing]
    pub(crate) fn retreat_to(&self, st: &mut State, unit: u8, left: u8, way: Way, to: u16, play: &mut Play) {
        let from = st.hex(unit);
        st.combat.path.push(from);
        self.shift_to(st, unit, to);
        self.take(st, unit, to, play);
        if left > 1 {
            st.replace_top(Frame::Retreat { unit, left: left - 1, way });
            return;
        }
        st.frames.pop();
        st.mark(unit, flag::RETREATED);
        let (a, b) = (self.ground.label(st.combat.start), self.ground.label(to));
        let seat = self.seat(self.side(unit));
        play.say(seat, "kb 7.7-away", format_args!("{} retreats {a}-{b}", self.name(unit))).at(a).at(b);
        if matches!(way, Way::Short | Way::Closer | Way::CloserShort) {
            let rule = if way == Way::Short { "kb 7.7-length" } else { "kb 7.7.1" };
            self.lose_step(st, unit, rule, play);
            if !st.on_map(unit) {
                st.combat.path.push(to);
            }
        }
        self.close_path(st, unit);
    }

    /// The path of retreat of a defender is kept for the advance. [rule: kb retreat-8]
    fn close_path(&self, st: &mut State, unit: u8) {
        if self.side(unit) != st.combat.side && !st.combat.bombardment {
            let path = st.combat.path;
            self.open_path(st, &path);
        }
    }
    /// Opens hexes to advance after combat.
    pub(crate) fn open_path(&self, st: &mut State, hexes: &[u16]) {
        let k = usize::from(st.combat.path_count).min(1);
        st.combat.paths[k].clear();
        for &hex in hexes {
            st.combat.paths[k].try_push(hex);
        }
        st.combat.path_count = k as u8 + 1;
    }

    /// 7.8 Stiff resistance: one unit loses a step and nobody retreats; no advance. [rule: kb 7.8]
    pub(crate) fn stand(&self, st: &mut State, unit: u8, play: &mut Play) {
        st.frames.pop();
        st.combat.stood = true;
        let seat = self.seat(self.side(unit));
        play.say(seat, "kb 7.8", format_args!("{} stands its ground", self.name(unit)));
        self.lose_step(st, unit, "kb 7.8", play);
    }

    /// Where the unit that needs room wants to go: the ends of its full retreat, or its hex in the chain.
    fn wanted(&self, st: &State, unit: u8) -> (u8, HexBits) {
        let mut hexes = HexBits::default();
        if let Some(&(mover, hex)) = st.combat.chain.last() {
            hexes.set(hex as usize, true);
            return (mover, hexes);
        }
        let f = self.flight(st, unit, st.combat.start);
        self.ends(st, &f, f.start, 0, st.combat.length, &mut hexes);
        (unit, hexes)
    }

    fn ends(&self, st: &State, f: &Flight, from: u16, taken: u8, left: u8, out: &mut HexBits) {
        for d in 0..6 {
            let Some(to) = self.may_flee(st, f, from, d, taken, false) else { continue };
            if left == 1 {
                out.set(to as usize, true);
            } else {
                self.ends(st, f, to, taken + 1, left - 1, out);
            }
        }
    }

    /// 7.7.2 Friends that could be displaced for the retreating unit, each with its hex.
    /// [rule: kb 7.7.2, kb retreat-3]
    pub(crate) fn displacements(&self, st: &State, unit: u8) -> impl Iterator<Item = (u8, u16)> + use<> {
        let (mover, hexes) = self.wanted(st, unit);
        let mut moved = UnitBits::default();
        moved.set(unit as usize, true);
        st.combat.chain.iter().for_each(|&(u, _)| moved.set(u as usize, true));
        let mut out = Vec::new();
        for hex in hexes.iter() {
            self.displace_from(st, mover, hex as u16, moved, &mut out);
        }
        out.sort_unstable();
        out.dedup();
        out.into_iter()
    }

    /// The friends whose leaving makes room for `mover` in a hex, with the hexes they can go to: vacant ones if there
    /// are any, else ones where they may stack, else ones where a further friend can be displaced.
    fn displace_from(&self, st: &State, mover: u8, hex: u16, moved: UnitBits, out: &mut Vec<(u8, u16)>) {
        for friend in st.units_in(hex) {
            let fights = st.combat.attackers.has(friend as usize) || st.combat.defenders.has(friend as usize);
            if fights || moved.has(friend as usize) || self.side(friend) != self.side(mover) {
                continue;
            }
            let mut rest = st.units_in(hex).filter(|&u| u != friend && u != mover);
            let other = rest.next();
            let room = rest.next().is_none()
                && other.is_none_or(|o| self.units[o as usize].small() || self.units[mover as usize].small());
            if room {
                self.havens(st, friend, moved, out);
            }
        }
    }

    fn havens(&self, st: &State, friend: u8, moved: UnitBits, out: &mut Vec<(u8, u16)>) {
        let f = self.flight(st, friend, st.hex(friend));
        let reach: Vec<u16> = (0..6).filter_map(|d| self.may_flee(st, &f, f.start, d, 0, false)).collect();
        let mut found: Vec<u16> = reach.iter().copied().filter(|&h| st.vacant(h)).collect();
        if found.is_empty() {
            found = reach.iter().copied().filter(|&h| self.may_stack(st, friend, h)).collect();
        }
        if found.is_empty() && moved.len() < 5 {
            let mut further = moved;
            further.set(friend as usize, true);
            let gives_way = |h: &u16| {
                let mut deeper = Vec::new();
                self.displace_from(st, friend, *h, further, &mut deeper);
                !deeper.is_empty()
            };
            found = reach.into_iter().filter(gives_way).collect();
        }
        out.extend(found.into_iter().map(|h| (friend, h)));
    }

    /// A friend is displaced; if its new hex is full, the next one is asked for. [rule: kb 7.7.2, kb retreat-3]
    pub(crate) fn displace(&self, st: &mut State, unit: u8, friend: u8, to: u16, play: &mut Play) {
        st.combat.chain.push((friend, to));
        if !self.may_stack(st, friend, to) {
            return;
        }
        st.combat.cleared = st.hex(st.combat.chain[0].0);
        while let Some((friend, to)) = st.combat.chain.pop() {
            self.reveal(st, friend, play);
            if st.on_map(friend) {
                let (a, b) = (self.ground.label(st.hex(friend)), self.ground.label(to));
                self.shift_to(st, friend, to);
                self.take(st, friend, to, play);
                st.mark(friend, flag::RETREATED);
                let seat = self.seat(self.side(friend));
                play.say(seat, "kb 7.7.2", format_args!("{} is displaced {a}-{b}", self.name(friend)))
                    .at(a)
                    .at(b);
            }
        }
        let left = st.combat.length;
        st.replace_top(Frame::Retreat { unit, left, way: Way::Cleared });
    }

    /// The owner declines to displace: the retreat can't be completed. [rule: kb 7.7.2]
    pub(crate) fn refuse_displacement(&self, st: &mut State, unit: u8, play: &mut Play) {
        st.frames.pop();
        self.fall_short(st, unit, play);
    }

    pub(crate) fn list_displacements(&self, st: &State, unit: u8, out: &mut Vec<Action>) {
        out.extend(self.displacements(st, unit).map(|(unit, hex)| Action::Displace { unit, hex }));
        if st.combat.chain.is_empty() {
            out.push(Action::Refuse);
        }
    }
}
