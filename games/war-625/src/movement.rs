//! Movement by land: combat and non-combat moves, riding, tokens carried, and what opens an attack.

use crate::War625;
use crate::action::Action;
use crate::data::{bit, each};
use crate::kinds::{AREAS, Cargo, Item, Kind, NOWHERE, Nation, Side, Status, TRACK, Unit};
use crate::state::{FULL, Frame, MOST_PAIRS, Pair, State};
use engine::Play;

/// The numbers offered for a stack: one to six, and all of it. Any other number is two moves.
pub(crate) fn numbers(count: u16) -> impl Iterator<Item = u16> {
    (1..=count.min(6)).chain((count > 6).then_some(count))
}

impl War625 {
    /// Areas that nobody at war may enter: Manchuria before China's war, the Soviet area before its entry.
    /// Everybody else is at war from the first turn. [rule: war CE-7, war SV-2, war CL-37]
    pub(crate) fn neutral(&self, s: &State) -> u64 {
        let manchuria = if s.china.war { 0 } else { self.c.manchuria };
        manchuria | if s.soviet == 2 { 0 } else { self.c.soviet }
    }
    /// Areas that a nation's units may move into without a fight. [rule: war CL-28, war CL-33, war CL-36]
    pub(crate) fn friendly_ground(&self, s: &State, nation: Nation) -> u64 {
        let mut open = s.friendly[nation.side() as usize];
        if s.soviet != 2 {
            open &= !self.c.soviet;
        }
        if !s.china.war {
            match nation {
                Nation::Ch => open &= self.c.manchuria,
                Nation::Nk | Nation::Su => {}
                _ => open &= !self.c.manchuria,
            }
        }
        open
    }
    /// Enemy-controlled areas that may be attacked or walked into.
    pub(crate) fn enemy_ground(&self, s: &State, side: Side) -> u64 {
        let closed = if side == Side::Communist { self.c.japan } else { 0 };
        s.friendly[side.enemy() as usize] & !self.neutral(s) & !closed
    }

    /// Targets of a land unit before tokens are asked for. Nobody goes past an enemy area (AR-2), and only
    /// mechanized units go on from a friendly one. [rule: war CL-05, war AR-1, war AR-2, war FP-3, war CL-04]
    fn raw_targets(&self, s: &State, unit: Unit, ride: bool) -> u64 {
        let here = unit.place();
        if bit(here) & self.neutral(s) != 0 {
            return 0;
        }
        let enemy = self.enemy_ground(s, unit.side());
        let near = self.c.land[here as usize] & enemy;
        if self.c.values(s.opts.d12, unit.nation(), unit.kind()).moves < 2 {
            return near;
        }
        let first = self.c.land[here as usize] & s.friendly[unit.side() as usize] & !self.neutral(s);
        let far = each(first).fold(0, |m, a| m | self.c.land[a as usize]) & enemy;
        if ride { far & !near } else { far | near }
    }
    /// Targets that the unit can attack now: empty ones, those of an open group, or all while a token is at hand.
    /// [rule: war CL-06, war ST-1, war ST-4]
    pub(crate) fn paid_targets(&self, s: &State, unit: Unit, raw: u64) -> u64 {
        let held = s.holds[unit.side().enemy() as usize];
        if raw & held == 0 {
            return raw;
        }
        if s.pairs.len() >= MOST_PAIRS - 1 {
            return raw & !held | self.open_targets(s, unit, raw & held);
        }
        let here = unit.place() as usize;
        if s.tokens[here] > 0 || unit.cargo().tokens() > 0 {
            return raw;
        }
        raw & !held | self.open_targets(s, unit, raw & held)
    }
    fn open_targets(&self, s: &State, unit: Unit, raw: u64) -> u64 {
        let (here, nation) = (unit.place(), unit.nation());
        each(raw)
            .filter(|&t| s.pair_open(here, t, nation) || self.breaks_out(s, here, nation, t))
            .fold(0, |m, t| m | bit(t))
    }
    pub(crate) fn attack_targets(&self, s: &State, unit: Unit, ride: bool) -> u64 {
        self.paid_targets(s, unit, self.raw_targets(s, unit, ride))
    }
    /// Areas a gun can snipe at. [rule: war AR-3, war FP-4]
    pub(crate) fn snipe_targets(&self, s: &State, unit: Unit) -> u64 {
        let here = unit.place();
        if !unit.kind().snipes() || !unit.cargo().is_empty() || bit(here) & self.neutral(s) != 0 {
            return 0;
        }
        let enemy = unit.side().enemy() as usize;
        let raw = self.c.land[here as usize] & s.troops[enemy] & s.friendly[enemy] & !self.neutral(s);
        self.paid_targets(s, unit, raw)
    }
    /// Destinations of a land unit in the non-combat phase. [rule: war CL-28, war CL-05]
    pub(crate) fn march_targets(&self, s: &State, unit: Unit, ride: bool) -> u64 {
        let open = self.friendly_ground(s, unit.nation());
        let here = unit.place() as usize;
        let near = self.c.land[here] & open;
        if self.c.values(s.opts.d12, unit.nation(), unit.kind()).moves < 2 {
            return near;
        }
        let far = each(near).fold(0, |m, a| m | self.c.land[a as usize]) & open & !bit(unit.place());
        if ride { far & !near } else { far | near }
    }

    /// Opens the attack group of an origin and a target if it is new: pays a token lying in the origin or carried by the
    /// units, or uses the breakout. [rule: war ST-1, war ST-2, war BR-1]
    pub(crate) fn open_pair(&self, s: &mut State, play: &mut Play, unit: Unit, target: u8) -> Unit {
        let (origin, nation) = (unit.place(), unit.nation());
        if s.holds[unit.side().enemy() as usize] & bit(target) == 0 || s.pair_open(origin, target, nation) {
            return unit;
        }
        if self.breaks_out(s, origin, nation, target) {
            s.pairs.push(Pair { origin, target, nation: nation as u8 });
            s.breakout[nation as usize] |= bit(origin);
            play.note(
                "war BR-1",
                format_args!(
                    "The {} units in {} break out towards {} without a supply token.",
                    self.c.nation[nation as usize].adjective,
                    self.c.name(origin),
                    self.c.name(target)
                ),
            );
            return unit;
        }
        s.pairs.push(Pair { origin, target, nation: 7 });
        play.note(
            "war ST-1",
            format_args!(
                "A supply token of {} is spent on the attack on {}.",
                self.c.name(origin),
                self.c.name(target)
            ),
        );
        if s.tokens[origin as usize] > 0 {
            s.tokens[origin as usize] -= 1;
            unit
        } else {
            unit.loaded(unit.cargo().without(Item::Token))
        }
    }

    /// The area from which a unit enters its target: itself, or the first friendly area on the way.
    fn entry(&self, s: &State, unit: Unit, to: u8) -> u8 {
        let here = unit.place();
        if self.c.land[here as usize] & bit(to) != 0 {
            return here;
        }
        let between =
            self.c.land[here as usize] & self.c.land[to as usize] & self.friendly_ground(s, unit.nation());
        each(between).min_by_key(|&a| self.c.rank[a as usize]).unwrap_or(here)
    }

    /// What a chosen land unit can do in combat movement.
    pub(crate) fn land_combat_options(&self, s: &State, unit: Unit, count: u16, out: &mut Vec<Action>) {
        let targets = self.attack_targets(s, unit, false);
        for to in each(targets) {
            out.extend(numbers(count).map(|count| Action::Go { to, count }));
        }
        if unit.kind() == Kind::Mechanized && unit.cargo().is_empty() {
            let riders = self.riders(s, unit).min(count);
            for to in each(self.attack_targets(s, unit, true)) {
                out.extend(numbers(riders).map(|count| Action::Ride { to, count }));
            }
        }
        for target in each(self.snipe_targets(s, unit)) {
            out.extend(numbers(count).map(|count| Action::Snipe { target, count }));
        }
        if targets != 0 {
            self.carry_options(s, unit, count, out);
        }
    }
    /// What a chosen land unit can do in the non-combat phase.
    pub(crate) fn land_march_options(&self, s: &State, unit: Unit, count: u16, out: &mut Vec<Action>) {
        let targets = self.march_targets(s, unit, false);
        for to in each(targets) {
            out.extend(numbers(count).map(|count| Action::Go { to, count }));
        }
        if unit.kind() == Kind::Mechanized && unit.cargo().is_empty() {
            let riders = self.riders(s, unit).min(count);
            for to in each(self.march_targets(s, unit, true)) {
                out.extend(numbers(riders).map(|count| Action::Ride { to, count }));
            }
        }
        if targets != 0 {
            self.carry_options(s, unit, count, out);
        }
    }
    /// Infantry that can ride with mechanized units of the same place and nation. [rule: war ME-1]
    fn riders(&self, s: &State, mech: Unit) -> u16 {
        s.count(Unit::new(mech.place(), mech.nation(), Kind::Infantry))
    }
    /// Tokens that can be taken along. Those in neutral Manchuria stay. [rule: war ST-2, war CE-7]
    fn carry_options(&self, s: &State, unit: Unit, count: u16, out: &mut Vec<Action>) {
        let here = unit.place();
        let room = self.c.carry[unit.kind() as usize] > unit.cargo().tokens();
        if room && bit(here) & self.neutral(s) == 0 {
            out.extend(numbers(count.min(s.tokens[here as usize])).map(|count| Action::Carry { count }));
        }
    }
    /// Whether a ready land unit has anything to do.
    pub(crate) fn land_can_act(&self, s: &State, unit: Unit, combat: bool) -> bool {
        if combat {
            self.attack_targets(s, unit, false) != 0 || self.snipe_targets(s, unit) != 0
        } else {
            self.march_targets(s, unit, false) != 0
        }
    }

    /// Land units go. [rule: war CL-05, war TS-3, war TS-5]
    pub(crate) fn do_go(&self, s: &mut State, play: &mut Play, unit: Unit, to: u8, count: u16, combat: bool) {
        let entry = self.entry(s, unit, to);
        let rule = if combat { "war CL-04" } else { "war CL-28" };
        play.say(
            unit.nation().seat(),
            rule,
            format_args!("{}: {} to {}.", self.some(count, unit), self.c.name(unit.place()), self.c.name(to)),
        )
        .at(self.c.id(to));
        if combat {
            let paid = self.open_pair(s, play, unit, to);
            if paid != unit {
                s.take(unit, 1);
                s.add(self.attacker(paid, to, entry), 1);
                s.shift(unit, self.attacker(unit, to, entry), count - 1);
            } else {
                s.shift(unit, self.attacker(unit, to, entry), count);
            }
        } else {
            self.arrive(s, unit, to, count);
        }
    }
    pub(crate) fn attacker(&self, unit: Unit, to: u8, entry: u8) -> Unit {
        unit.at(to).coming(unit.place()).by(entry).doing(Status::Attack)
    }
    /// Units come to a friendly area: tokens they carry lie there, and they bring their isolation. [rule: war ST-2]
    pub(crate) fn arrive(&self, s: &mut State, unit: Unit, to: u8, count: u16) {
        if to < AREAS as u8 {
            let tokens = u16::from(unit.cargo().tokens());
            s.tokens[to as usize] += tokens * count;
            self.bring_isolation(s, unit, unit.place(), to);
            self.cross(s, unit, to);
        }
        s.shift(
            unit,
            unit.at(to).loaded(Cargo::EMPTY).doing(Status::Moved).coming(NOWHERE).by(NOWHERE),
            count,
        );
    }
    /// The pair of area and nation takes the highest isolation that comes in. [rule: war SL-4]
    pub(crate) fn bring_isolation(&self, s: &mut State, unit: Unit, from: u8, to: u8) {
        if from < AREAS as u8 && to < AREAS as u8 {
            let value = s.iso(from, unit.nation()).max(s.iso(to, unit.nation()));
            s.set_iso(to, unit.nation(), value);
        }
    }
    /// Mechanized units and infantry ride together. [rule: war ME-1]
    pub(crate) fn do_ride(
        &self,
        s: &mut State,
        play: &mut Play,
        unit: Unit,
        to: u8,
        count: u16,
        combat: bool,
    ) {
        let foot = Unit::new(unit.place(), unit.nation(), Kind::Infantry);
        let entry = self.entry(s, unit, to);
        play.say(
            unit.nation().seat(),
            "war ME-1",
            format_args!(
                "{} with {count} infantry: {} to {}.",
                self.some(count, unit),
                self.c.name(unit.place()),
                self.c.name(to)
            ),
        )
        .at(self.c.id(to));
        if combat {
            self.open_pair(s, play, unit, to);
            s.shift(unit, self.attacker(unit, to, entry), count);
            s.shift(foot, self.attacker(foot, to, entry), count);
        } else {
            self.arrive(s, unit, to, count);
            self.arrive(s, foot, to, count);
        }
    }
    /// Guns fire from where they stand. [rule: war AR-3, war AR-4, war ST-1]
    pub(crate) fn do_snipe(&self, s: &mut State, play: &mut Play, unit: Unit, target: u8, count: u16) {
        play.say(
            unit.nation().seat(),
            "war AR-3",
            format_args!(
                "{} in {} will fire into {}.",
                self.some(count, unit),
                self.c.name(unit.place()),
                self.c.name(target)
            ),
        )
        .at(self.c.id(target));
        self.open_pair(s, play, unit, target);
        s.shift(unit, unit.doing(Status::Snipe).by(target), count);
    }
    /// Units take one token each along. [rule: war ST-2]
    pub(crate) fn do_carry(&self, s: &mut State, play: &mut Play, unit: Unit, count: u16) {
        let tokens = unit.cargo().tokens() + 1;
        s.tokens[unit.place() as usize] -= count;
        s.shift(unit, unit.loaded(Cargo::tokens_only(tokens)), count);
        play.say(
            unit.nation().seat(),
            "war ST-2",
            format_args!(
                "{} in {} {} a supply token along.",
                self.some(count, unit),
                self.c.name(unit.place()),
                if count == 1 { "takes" } else { "take" }
            ),
        );
    }

    /// Stacks that the seat can choose. [rule: war TS-3, war TS-5, war CL-04, war CL-28]
    pub(crate) fn selectable(&self, s: &State, seat: engine::Seat, combat: bool, out: &mut Vec<Action>) {
        if s.stacks.len() >= FULL {
            return;
        }
        for (unit, count) in s.units() {
            if self.can_select(s, seat, unit, count, combat) {
                out.push(Action::Select(unit));
            }
        }
    }
    pub(crate) fn can_select(
        &self,
        s: &State,
        seat: engine::Seat,
        unit: Unit,
        count: u16,
        combat: bool,
    ) -> bool {
        let kind = unit.kind();
        if unit.is_prisoner() {
            return !combat
                && unit.status() == Status::Ready
                && s.is_active(unit.captor())
                && unit.captor().seat() == seat
                && self.c.land[unit.place() as usize] & self.friendly_ground(s, unit.captor()) != 0;
        }
        if unit.place() >= TRACK {
            return !combat && self.track_can_act(s, seat, unit);
        }
        if !s.is_active(unit.nation()) || unit.nation().seat() != seat {
            return false;
        }
        let ready = unit.status() == Status::Ready;
        if kind.is_land() {
            ready && self.land_can_act(s, unit, combat)
        } else if kind.is_air() {
            self.air_can_act(s, unit, count, combat)
        } else {
            ready && self.ship_can_act(s, unit, combat)
        }
    }
    /// What the chosen stack can do.
    pub(crate) fn options(&self, s: &State, unit: Unit, out: &mut Vec<Action>) {
        let combat = s.frames.iter().rev().nth(1) == Some(&Frame::CombatMove);
        let count = s.count(unit);
        let kind = unit.kind();
        if unit.is_prisoner() {
            let to = self.c.land[unit.place() as usize] & self.friendly_ground(s, unit.captor());
            for to in each(to) {
                out.extend(numbers(count).map(|count| Action::Go { to, count }));
            }
        } else if unit.place() >= TRACK {
            self.track_options(s, unit, count, out);
        } else if kind.is_land() {
            if combat {
                self.land_combat_options(s, unit, count, out);
            } else {
                self.land_march_options(s, unit, count, out);
            }
        } else if kind.is_air() {
            self.air_options(s, unit, count, combat, out);
        } else {
            self.ship_options(s, unit, count, combat, out);
        }
    }
    /// Prisoners are led to a neighbouring friendly area. [rule: war PW-3]
    pub(crate) fn do_escort(&self, s: &mut State, play: &mut Play, unit: Unit, to: u8, count: u16) {
        play.say(
            unit.captor().seat(),
            "war PW-3",
            format_args!(
                "{count} {} {}: {} to {}.",
                self.c.nation[unit.nation() as usize].adjective,
                if count == 1 { "prisoner" } else { "prisoners" },
                self.c.name(unit.place()),
                self.c.name(to)
            ),
        );
        s.shift(unit, unit.at(to).doing(Status::Moved), count);
    }
    /// "NK infantry": a unit in words.
    pub(crate) fn label(&self, unit: Unit) -> Label {
        Label { nation: unit.nation(), kind: unit.kind(), count: 1 }
    }
    /// So many units in words, the number in front.
    pub(crate) fn some(&self, count: u16, unit: Unit) -> Several {
        Several(Label { nation: unit.nation(), kind: unit.kind(), count })
    }
}

/// A unit in words, written without allocation.
pub(crate) struct Label {
    nation: Nation,
    kind: Kind,
    count: u16,
}

/// Several units in words.
pub(crate) struct Several(Label);

impl std::fmt::Display for Several {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.0.count, self.0)
    }
}

impl std::fmt::Display for Label {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let kind = match (self.kind == crate::kinds::PRISONER, self.count) {
            (false, count) => self.kind.words(count),
            (true, 1) => "prisoner",
            (true, _) => "prisoners",
        };
        write!(f, "{} {kind}", self.nation.id())
    }
}
