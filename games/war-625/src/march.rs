//! Movement by land: combat and non-combat moves, riding, tokens carried, and what opens an attack.

use crate::actions::Action;
use crate::data::{bit, each};
use crate::game::War625;
use crate::kinds::{Cargo, Item, Kind, NOWHERE, Nation, Place, Side, Status, Unit};
use crate::names::{adjective, some};
use crate::sequence::{need, no};
use crate::state::{MOST_PAIRS, Pair, State};
use engine::{Count, Effect, Illegal, Play, say};

impl War625 {
    /// Areas that nobody at war may enter: Manchuria before China's war, the Soviet area before its entry.
    /// Everybody else is at war from the first turn. [rule: war CE-7, war SV-2, war CL-37]
    pub(crate) fn neutral(&self, s: &State) -> u64 {
        let manchuria = if s.china.war { 0 } else { self.c.manchuria };
        manchuria | if s.soviet == 2 { 0 } else { self.c.soviet }
    }
    /// Whether a unit may make war from where it is: nobody from neutral land, and no Chinese before China's war, by land, sea or
    /// air. [rule: war CE-7]
    pub(crate) fn may_fight(&self, s: &State, unit: Unit) -> bool {
        s.at_war(unit.nation()) && bit(unit.place()) & self.neutral(s) == 0
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
    pub(crate) fn raw_targets(&self, s: &State, unit: Unit, ride: bool) -> u64 {
        let here = unit.place();
        if !self.may_fight(s, unit) {
            return 0;
        }
        let enemy = self.enemy_ground(s, unit.side());
        let near = self.c.land[here.i()] & enemy;
        if self.c.values(s.opts.d12, unit.nation(), unit.kind()).moves < 2 {
            return near;
        }
        let first = self.c.land[here.i()] & s.friendly[unit.side() as usize] & !self.neutral(s);
        let far = each(first).fold(0, |m, a| m | self.c.land[a.i()]) & enemy;
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
        let here = unit.place().i();
        if s.tokens[here] > 0 || unit.cargo().tokens() > 0 {
            return raw;
        }
        raw & !held | self.open_targets(s, unit, raw & held)
    }
    pub(crate) fn open_targets(&self, s: &State, unit: Unit, raw: u64) -> u64 {
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
        if !unit.kind().snipes() || !unit.cargo().is_empty() || !self.may_fight(s, unit) {
            return 0;
        }
        let enemy = unit.side().enemy() as usize;
        let raw = self.c.land[here.i()] & s.troops[enemy] & s.friendly[enemy] & !self.neutral(s);
        self.paid_targets(s, unit, raw)
    }
    /// Destinations of a land unit in the non-combat phase. [rule: war CL-28, war CL-05]
    pub(crate) fn march_targets(&self, s: &State, unit: Unit, ride: bool) -> u64 {
        let open = self.friendly_ground(s, unit.nation());
        let here = unit.place().i();
        let near = self.c.land[here] & open;
        if self.c.values(s.opts.d12, unit.nation(), unit.kind()).moves < 2 {
            return near;
        }
        let far = each(near).fold(0, |m, a| m | self.c.land[a.i()]) & open & !bit(unit.place());
        if ride { far & !near } else { far | near }
    }

    /// Opens the attack group of an origin and a target if it is new: pays a token lying in the origin or carried by the
    /// units, or uses the breakout. [rule: war ST-1, war ST-2, war BR-1]
    pub(crate) fn open_pair(&self, s: &mut State, play: &mut Play, unit: Unit, target: Place) -> Unit {
        let (origin, nation) = (unit.place(), unit.nation());
        if s.holds[unit.side().enemy() as usize] & bit(target) == 0 || s.pair_open(origin, target, nation) {
            return unit;
        }
        if self.breaks_out(s, origin, nation, target) {
            s.pairs.push(Pair { origin, target, nation: nation as u8 });
            s.breakout[nation as usize] |= bit(origin);
            let words = say!(
                "The {who} units in {origin} break out towards {target} without a supply token.",
                who = adjective(nation),
                origin,
                target
            );
            play.note("war BR-1", words);
            return unit;
        }
        s.pairs.push(Pair { origin, target, nation: 7 });
        let words = say!("A supply token of {origin} is spent on the attack on {target}.", origin, target);
        play.note("war ST-1", words);
        if s.tokens[origin.i()] > 0 {
            s.tokens[origin.i()] -= 1;
            unit
        } else {
            unit.loaded(unit.cargo().without(Item::Token))
        }
    }

    /// The area from which a unit enters its target: itself, or the first friendly area on the way.
    pub(crate) fn entry(&self, s: &State, unit: Unit, to: Place) -> Place {
        let here = unit.place();
        if self.c.land[here.i()] & bit(to) != 0 {
            return here;
        }
        let between = self.c.land[here.i()] & self.c.land[to.i()] & self.friendly_ground(s, unit.nation());
        each(between).min_by_key(|&a| self.c.rank[a.i()]).unwrap_or(here)
    }

    /// Infantry that can ride with mechanized units of the same place and nation. [rule: war ME-1]
    pub(crate) fn riders(&self, s: &State, mech: Unit) -> u16 {
        if mech.kind() != Kind::Mechanized || !mech.cargo().is_empty() {
            return 0;
        }
        s.count(Unit::new(mech.place(), mech.nation(), Kind::Infantry))
    }
    /// Whether a ready land unit has anything to do.
    pub(crate) fn land_can_act(&self, s: &State, unit: Unit, combat: bool) -> bool {
        if combat {
            self.attack_targets(s, unit, false) != 0 || self.snipe_targets(s, unit) != 0
        } else {
            self.march_targets(s, unit, false) != 0
        }
    }
    pub(crate) fn land_orders(&self, s: &State, unit: Unit, count: u16, combat: bool, out: &mut Vec<Action>) {
        let targets = |ride| self.land_targets(s, unit, combat, ride);
        let near = targets(false);
        out.extend(each(near).map(|to| Action::Go { count: Count(count), to }));
        let riders = self.riders(s, unit).min(count);
        if riders > 0 {
            out.extend(each(targets(true)).map(|to| Action::Ride { count: Count(riders), to }));
        }
        if combat {
            let guns = each(self.snipe_targets(s, unit));
            out.extend(guns.map(|target| Action::Snipe { count: Count(count), target }));
        }
        let tokens = self.portable(s, unit).min(count);
        if near != 0 && tokens > 0 {
            out.push(Action::Carry { count: Count(tokens) });
        }
    }
    /// Where a land unit may go now.
    pub(crate) fn land_targets(&self, s: &State, unit: Unit, combat: bool, ride: bool) -> u64 {
        if combat { self.attack_targets(s, unit, ride) } else { self.march_targets(s, unit, ride) }
    }
    /// Tokens that units may take along, one each. Those in neutral Manchuria stay. [rule: war ST-2, war CE-7]
    pub(crate) fn portable(&self, s: &State, unit: Unit) -> u16 {
        let here = unit.place();
        let room = unit.kind().is_land() && self.c.carry[unit.kind() as usize] > unit.cargo().tokens();
        if room && bit(here) & self.neutral(s) == 0 { s.tokens[here.i()] } else { 0 }
    }
    pub(crate) fn escort_targets(&self, s: &State, unit: Unit) -> u64 {
        self.c.land[unit.place().i()] & self.friendly_ground(s, unit.captor())
    }
    /// Whether land units may go there. [rule: war CL-05, war CL-04, war CL-28, war CE-7, war SV-2, war ST-1]
    pub(crate) fn may_go(
        &self,
        s: &State,
        unit: Unit,
        to: Place,
        combat: bool,
        ride: bool,
    ) -> Result<(), Illegal> {
        if self.land_targets(s, unit, combat, ride) & bit(to) != 0 {
            return Ok(());
        }
        need(to.is_area(), "war CL-05", || say!("land units go by land"))?;
        let closed = bit(to) & self.neutral(s);
        need(closed & self.c.soviet == 0, "war SV-2", || {
            say!("the Soviet area is closed before the Soviet Union enters")
        })?;
        need(s.at_war(unit.nation()), "war CE-7", || say!("China is not at war and stays in Manchuria"))?;
        need(!combat || self.may_fight(s, unit), "war CE-7", || {
            say!("nobody fights from neutral Manchuria")
        })?;
        need(closed == 0, "war CE-7", || say!("neutral Manchuria is closed to it"))?;
        let enemy = s.side_at(to) != unit.side();
        need(!combat || enemy, "war CL-04", || say!("combat movement leads into enemy areas"))?;
        need(combat || !enemy, "war CL-28", || say!("non-combat movement leads into friendly areas"))?;
        need(bit(to) & self.c.japan == 0 || !enemy, "war CL-36", || say!("Japan is never attacked"))?;
        if ride {
            return no("war ME-1", say!("infantry rides two areas far, over a friendly one"));
        }
        let reach = !combat || self.raw_targets(s, unit, ride) & bit(to) != 0;
        need(!combat || !reach, "war ST-1", || {
            say!("an attack needs a supply token in the area it starts from")
        })?;
        no("war CL-05", say!("that is too far, or an enemy area lies between"))
    }
    /// Whether guns may fire into an area. [rule: war AR-3, war CE-7, war ST-1]
    pub(crate) fn may_snipe(&self, s: &State, unit: Unit, target: Place) -> Result<(), Illegal> {
        if self.snipe_targets(s, unit) & bit(target) != 0 {
            return Ok(());
        }
        need(unit.kind().snipes(), "war AR-3", || say!("only artillery and armor snipe"))?;
        let near = target.is_area() && self.c.land[unit.place().i()] & bit(target) != 0;
        need(near, "war AR-3", || say!("guns snipe into an adjacent area"))?;
        let open = self.may_fight(s, unit) && bit(target) & self.neutral(s) == 0;
        need(open, "war CE-7", || say!("nobody snipes into or out of neutral Manchuria"))?;
        let enemy = unit.side().enemy() as usize;
        let held = s.troops[enemy] & s.friendly[enemy] & bit(target) != 0;
        need(held, "war AR-3", || say!("no enemy land unit holds {target}", target))?;
        need(unit.cargo().is_empty(), "war AR-4", || say!("a gun that takes a token along does not snipe"))?;
        no("war ST-1", say!("sniping needs a supply token for the pair of areas"))
    }

    /// Land units go. [rule: war CL-05, war TS-3, war TS-5]
    pub(crate) fn go(&self, s: &mut State, play: &mut Play, unit: Unit, to: Place, count: u16, combat: bool) {
        let entry = self.entry(s, unit, to);
        let rule = if combat { "war CL-04" } else { "war CL-28" };
        said_move(play, rule, unit, to, count);
        if !combat {
            self.arrive(s, unit, to, count);
            return;
        }
        let paid = self.open_pair(s, play, unit, to);
        if paid != unit {
            s.take(unit, 1);
            s.add(self.attacker(paid, to, entry), 1);
            s.shift(unit, self.attacker(unit, to, entry), count - 1);
        } else {
            s.shift(unit, self.attacker(unit, to, entry), count);
        }
    }
    pub(crate) fn attacker(&self, unit: Unit, to: Place, entry: Place) -> Unit {
        unit.at(to).coming(unit.place()).by(entry).doing(Status::Attack)
    }
    /// Units come to a friendly area: tokens they carry lie there, and they bring their isolation. [rule: war ST-2]
    pub(crate) fn arrive(&self, s: &mut State, unit: Unit, to: Place, count: u16) {
        if to.is_area() {
            let tokens = u16::from(unit.cargo().tokens());
            s.tokens[to.i()] += tokens * count;
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
    pub(crate) fn bring_isolation(&self, s: &mut State, unit: Unit, from: Place, to: Place) {
        if from.is_area() && to.is_area() {
            let value = s.iso(from, unit.nation()).max(s.iso(to, unit.nation()));
            s.set_iso(to, unit.nation(), value);
        }
    }
    /// Mechanized units and infantry ride together. [rule: war ME-1]
    pub(crate) fn ride(
        &self,
        s: &mut State,
        play: &mut Play,
        unit: Unit,
        to: Place,
        count: u16,
        combat: bool,
    ) {
        let from = unit.place();
        let foot = Unit::new(from, unit.nation(), Kind::Infantry);
        let entry = self.entry(s, unit, to);
        let (who, riders) = (some(count, unit), some(count, foot));
        play.say(
            unit.nation().seat(),
            "war ME-1",
            say!("{who} with {count} infantry: {from} to {to}.", who, count, from, to),
        )
        .on(to)
        .effect(Effect::Moved { unit: who, from: from.into(), to: to.into() })
        .effect(Effect::Moved { unit: riders, from: from.into(), to: to.into() });
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
    pub(crate) fn snipe(&self, s: &mut State, play: &mut Play, unit: Unit, target: Place, count: u16) {
        let words = say!(
            "{who} in {from} will fire into {target}.",
            who = some(count, unit),
            from = unit.place(),
            target
        );
        play.say(unit.nation().seat(), "war AR-3", words).on(target);
        self.open_pair(s, play, unit, target);
        s.shift(unit, unit.doing(Status::Snipe).by(target), count);
    }
    /// Units take one token each along. [rule: war ST-2]
    pub(crate) fn carry(&self, s: &mut State, play: &mut Play, unit: Unit, count: u16) {
        let tokens = unit.cargo().tokens() + 1;
        s.tokens[unit.place().i()] -= count;
        s.shift(unit, unit.loaded(Cargo::tokens_only(tokens)), count);
        let words = say!(
            "{who} in {at} {n|takes|take} a supply token along.",
            who = some(count, unit),
            at = unit.place(),
            n = count
        );
        play.say(unit.nation().seat(), "war ST-2", words);
    }
    /// Prisoners are led to a neighbouring friendly area. [rule: war PW-3]
    pub(crate) fn escort(&self, s: &mut State, play: &mut Play, unit: Unit, to: Place, count: u16) {
        let (from, whose) = (unit.place(), adjective(unit.nation()));
        let words =
            say!("{count} {whose} {count|prisoner|prisoners}: {from} to {to}.", count, whose, from, to);
        play.say(unit.captor().seat(), "war PW-3", words).on(to).effect(Effect::Moved {
            unit: some(count, unit),
            from: from.into(),
            to: to.into(),
        });
        s.shift(unit, unit.at(to).doing(Status::Moved), count);
    }
}

/// "3 NK infantry: Chorwon to Seoul."
pub(crate) fn said_move(play: &mut Play, rule: &'static str, unit: Unit, to: Place, count: u16) {
    let (who, from) = (some(count, unit), unit.place());
    play.say(unit.nation().seat(), rule, say!("{who}: {from} to {to}.", who, from, to))
        .on(to)
        .effect(Effect::Moved { unit: who, from: from.into(), to: to.into() });
}
