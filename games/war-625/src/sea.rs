//! Ships on the map: moves, loading, landings.

use crate::actions::Action;
use crate::data::{bit, each};
use crate::game::War625;
use crate::kinds::{Cargo, Item, Kind, NOWHERE, Nation, PRISONER, Place, Side, Status, TRACK, Unit};
use crate::march::said_move;
use crate::movement::so_many;
use crate::names::some;
use crate::sequence::{need, no};
use crate::state::{MOST_PAIRS, Pair, State};
use engine::{Count, Effect, Illegal, Play, say};

impl War625 {
    /// Zones a ship can go to: two steps, stopping in a hostile zone, which submarines pass where no enemy destroyer
    /// is. Only combat movement may end in a hostile zone. [rule: war CL-09, war CL-10, war CL-28, war CE-7]
    pub(crate) fn sea_targets(&self, s: &State, unit: Unit, combat: bool) -> u64 {
        let (here, side, range) = (unit.place(), unit.side(), unit.range());
        if range == 0 || unit.via() != NOWHERE {
            return 0;
        }
        let enemy = s.ships[side.enemy() as usize];
        let near = self.c.sea[here.zone()];
        let mut reach = near;
        if range >= 2 {
            for z in each(near) {
                let passes = enemy & bit(z) == 0
                    || (unit.kind() == Kind::Submarine && !s.has_destroyer(z, side.enemy()));
                if passes {
                    reach |= self.c.sea[z.zone()];
                }
            }
        }
        reach &= !bit(here);
        if !s.at_war(unit.nation()) {
            // Neutral China's ships stay on its own shore.
            reach &= self.home_waters();
        }
        if combat { reach } else { reach & !enemy }
    }
    /// The zones on the shore of Manchuria.
    pub(crate) fn home_waters(&self) -> u64 {
        each(self.c.manchuria).fold(0, |m, a| m | self.c.coast[a.i()])
    }
    /// The zone from which a ship enters its goal.
    fn sea_entry(&self, s: &State, unit: Unit, to: Place) -> Place {
        let here = unit.place();
        let near = self.c.sea[here.zone()];
        if near & bit(to) != 0 {
            return here;
        }
        let enemy = s.ships[unit.side().enemy() as usize];
        let between = near & self.c.sea[to.zone()];
        let calm = between & !enemy;
        each(if calm != 0 { calm } else { between }).min_by_key(|&z| self.c.rank[z.i()]).unwrap_or(here)
    }
    /// Land units, tokens and prisoners of an area that a carrier of a nation can take aboard.
    pub(crate) fn loadable(&self, s: &State, place: Place, nation: Nation, tokens: u16) -> Loadable {
        let mut found = Loadable { tokens, ..Loadable::default() };
        for (u, n) in s.at(place) {
            if u.status() != Status::Ready || !u.cargo().is_empty() {
                continue;
            }
            if u.kind().is_land() && u.nation() == nation {
                found.units[u.kind() as usize] += n;
            } else if u.is_prisoner() && u.captor() == nation {
                found.prisoners[u.nation() as usize] += n;
            }
        }
        found
    }
    /// Shores where the ship can take something aboard: nobody embarks in neutral Manchuria. [rule: war CL-21, war CE-7]
    fn loading_shores(&self, s: &State, unit: Unit) -> u64 {
        if s.hostile(unit.place(), unit.side()) || unit.via() != NOWHERE {
            return 0;
        }
        self.c.shore[unit.place().zone()] & self.friendly_ground(s, unit.nation()) & !self.neutral(s)
    }
    /// Enemy shores that a loaded transport can assault: a group against enemies needs a token aboard in the zone.
    /// [rule: war CL-20, war ST-1, war ST-2]
    fn assault_targets(&self, s: &State, unit: Unit) -> u64 {
        if !unit.cargo().has_troops() || !self.may_fight(s, unit) {
            return 0;
        }
        let zone = unit.place();
        let shores = self.c.shore[zone.zone()] & self.enemy_ground(s, unit.side());
        let defended = shores & s.holds[unit.side().enemy() as usize];
        if defended == 0 {
            return shores;
        }
        let token = s.pairs.len() < MOST_PAIRS - 1 && self.token_afloat(s, unit).is_some();
        each(defended)
            .filter(|&a| !token && !s.pair_open(zone, a, unit.nation()))
            .fold(shores, |m, a| m & !bit(a))
    }
    /// The transport of the zone whose token pays for a landing: the ship itself before others of its nation.
    fn token_afloat(&self, s: &State, unit: Unit) -> Option<Unit> {
        if unit.cargo().tokens() > 0 {
            return Some(unit);
        }
        let mine =
            |u: &Unit| u.kind() == Kind::Transport && u.nation() == unit.nation() && u.cargo().tokens() > 0;
        s.at(unit.place()).map(|(u, _)| u).find(mine)
    }
    /// Friendly shores that a transport can unload on; once it has begun, the one it has begun with. [rule: war CL-21]
    fn unloading_shores(&self, s: &State, unit: Unit) -> u64 {
        if s.hostile(unit.place(), unit.side()) || unit.kind() != Kind::Transport {
            return 0;
        }
        let shores =
            self.c.shore[unit.place().zone()] & self.friendly_ground(s, unit.nation()) & !self.neutral(s);
        if unit.via() == NOWHERE { shores } else { shores & bit(unit.via()) }
    }
    pub(crate) fn ship_can_act(&self, s: &State, unit: Unit, combat: bool) -> bool {
        if self.sea_targets(s, unit, combat) != 0 || (!combat && self.can_return(s, unit)) {
            return true;
        }
        if unit.kind() != Kind::Transport {
            return false;
        }
        let mut found = Vec::new();
        self.transport_orders(s, unit, 1, combat, &mut found);
        !found.is_empty()
    }
    /// Whether a ship can go back to the Track from here. [rule: war TR-8]
    fn can_return(&self, s: &State, unit: Unit) -> bool {
        unit.side() == Side::Allied
            && bit(unit.place()) & self.c.return_zones != 0
            && unit.range() == self.full_range(s, unit)
            && unit.cargo().is_empty()
            && !s.is_full()
    }
    /// Where a ship may go.
    fn ship_goals(&self, s: &State, unit: Unit, combat: bool) -> u64 {
        let back = if !combat && self.can_return(s, unit) { bit(self.c.last_space()) } else { 0 };
        self.sea_targets(s, unit, combat) | back
    }
    pub(crate) fn ship_orders(&self, s: &State, unit: Unit, count: u16, combat: bool, out: &mut Vec<Action>) {
        for to in each(self.ship_goals(s, unit, combat)) {
            if unit.kind() == Kind::Carrier {
                out.extend(self.deck_loads(s, unit).map(|planes| Action::Sail { to, planes }));
            } else {
                out.push(Action::Go { count: Count(count), to });
            }
        }
        if unit.kind() == Kind::Transport {
            self.transport_orders(s, unit, count, combat, out);
        }
    }
    fn transport_orders(&self, s: &State, unit: Unit, count: u16, combat: bool, out: &mut Vec<Action>) {
        for from in each(self.loading_shores(s, unit)) {
            self.shore_loads(s, unit, from, |cargo| out.push(Action::Load { cargo, from }));
        }
        if !combat {
            for to in each(self.unloading_shores(s, unit)) {
                parts(unit.cargo(), |cargo| out.push(Action::Unload { cargo, to }));
            }
            return;
        }
        let all = unit.cargo().troops();
        for to in each(self.assault_targets(s, unit)) {
            out.push(Action::Assault { count: Count(count), to });
            parts(all, |cargo| {
                if cargo != all {
                    out.push(Action::AssaultWith { count: Count(count), to, cargo });
                }
            });
        }
    }
    fn shore_loads(&self, s: &State, unit: Unit, from: Place, offer: impl FnMut(Cargo)) {
        let stock = self.loadable(s, from, unit.nation(), s.tokens[from.i()]);
        stock.loads(unit.cargo(), &self.c.loads[Kind::Transport as usize], offer);
    }
    /// Whether a ship may do that. [rule: war CL-09, war CL-20, war CL-21, war CL-27, war SE-1, war CE-7]
    pub(crate) fn may_ship(
        &self,
        s: &State,
        unit: Unit,
        count: u16,
        combat: bool,
        action: Action,
    ) -> Result<(), Illegal> {
        let carrier = unit.kind() == Kind::Carrier;
        let transport = unit.kind() == Kind::Transport;
        match action {
            Action::Go { count: n, to } if !carrier => {
                self.may_sail(s, unit, to, combat)?;
                so_many(n, count, "war CL-09")
            }
            Action::Go { .. } => no("war CL-27", say!("a carrier sails with so many aircraft")),
            Action::Sail { to, planes } if carrier => {
                self.may_sail(s, unit, to, combat)?;
                need(self.deck_loads(s, unit).any(|n| n == planes), "war CL-27", || {
                    say!("the carrier cannot go with {planes} aircraft and leave the others a deck", planes)
                })
            }
            Action::Load { cargo, from } if transport => self.may_load(s, unit, cargo, from),
            Action::Unload { cargo, to } if transport && !combat => {
                let mut aboard = false;
                parts(unit.cargo(), |part| aboard |= part == cargo);
                need(aboard, "war CL-21", || say!("it does not carry {cargo}", cargo))?;
                need(self.unloading_shores(s, unit) & bit(to) != 0, "war CL-21", || {
                    say!("a transport unloads in one friendly area of its zone, away from enemy ships")
                })
            }
            Action::Assault { count: n, to } if transport && combat => {
                self.may_assault(s, unit, to)?;
                so_many(n, count, "war CL-20")
            }
            Action::AssaultWith { count: n, to, cargo } if transport && combat => {
                self.may_assault(s, unit, to)?;
                let all = unit.cargo().troops();
                let mut aboard = false;
                parts(all, |part| aboard |= part == cargo);
                need(aboard, "war CL-20", || say!("{cargo} is not among the troops aboard", cargo))?;
                need(cargo != all, "war CL-20", || {
                    say!("these are all the troops aboard: they need no naming")
                })?;
                so_many(n, count, "war CL-20")
            }
            _ => no("war CL-09", say!("{unit} cannot do that now", unit)),
        }
    }
    fn may_sail(&self, s: &State, unit: Unit, to: Place, combat: bool) -> Result<(), Illegal> {
        if self.ship_goals(s, unit, combat) & bit(to) != 0 {
            return Ok(());
        }
        let at_war = s.at_war(unit.nation());
        need(at_war, "war CE-7", || say!("China is not at war: its ships stay off Manchuria"))?;
        need(!to.on_track(), "war TR-8", || {
            say!("a ship goes back to the Track after combat, empty, from a zone off Japan, before it moves")
        })?;
        need(unit.via() == NOWHERE, "war CL-21", || say!("a transport that has unloaded goes no further"))?;
        let hostile = to.is_zone() && s.hostile(to, unit.side());
        need(combat || !hostile, "war CL-28", || {
            say!("enemy ships are there: ships meet them in combat movement")
        })?;
        let range = unit.range();
        no(
            "war CL-09",
            say!("ships go {range} {range|zone|zones} by sea now and stop where enemy ships are", range),
        )
    }
    fn may_load(&self, s: &State, unit: Unit, cargo: Cargo, from: Place) -> Result<(), Illegal> {
        let neutral = from.is_area() && bit(from) & self.neutral(s) != 0;
        need(!neutral, "war CE-7", || say!("nobody embarks in neutral land"))?;
        let all = unit.cargo().join(cargo);
        let fits = all.is_some_and(|c| c.fits(&self.c.loads[Kind::Transport as usize]));
        need(fits, "war SE-1", || say!("a transport cannot carry {cargo} beside what is aboard", cargo))?;
        need(self.loading_shores(s, unit) & bit(from) != 0, "war CL-21", || {
            say!(
                "a transport loads from a friendly shore of its zone, away from enemy ships, before it unloads"
            )
        })?;
        let mut found = false;
        self.shore_loads(s, unit, from, |load| found |= load == cargo);
        need(found, "war CL-21", || say!("{from} has no {cargo} of its nation that is ready", from, cargo))
    }
    fn may_assault(&self, s: &State, unit: Unit, to: Place) -> Result<(), Illegal> {
        if self.assault_targets(s, unit) & bit(to) != 0 {
            return Ok(());
        }
        need(s.at_war(unit.nation()), "war CE-7", || say!("China is not at war"))?;
        need(unit.cargo().has_troops(), "war CL-20", || say!("it carries no troops"))?;
        let shore = to.is_area()
            && self.c.shore[unit.place().zone()] & bit(to) & self.enemy_ground(s, unit.side()) != 0;
        need(shore, "war CL-20", || say!("troops land from a transport on an enemy shore of its zone"))?;
        no("war ST-1", say!("a landing against enemies needs a supply token aboard"))
    }
    /// How many aircraft a carrier can take along: at most its capacity, and it leaves no more than the other carriers hold.
    /// [rule: war CL-27, war FP-9]
    pub(crate) fn deck_loads(&self, s: &State, unit: Unit) -> impl Iterator<Item = u8> + use<> {
        let lift = u16::from(self.deck_lift(s, unit.nation()));
        let (mut carriers, mut aboard) = (0u16, 0u16);
        for (u, n) in s.at(unit.place()).filter(|(u, _)| s.share_decks(u.nation(), unit.nation())) {
            if u.kind() == Kind::Carrier {
                carriers += n;
            } else if self.is_aboard(u) {
                aboard += n;
            }
        }
        let others = lift * carriers.saturating_sub(1);
        let least = if unit.place() >= TRACK { 0 } else { aboard.saturating_sub(others) };
        (least..=aboard.min(lift)).map(|planes| planes as u8)
    }
    pub(crate) fn is_aboard(&self, unit: Unit) -> bool {
        unit.kind().is_light_plane()
            && unit.cargo().is_empty()
            && matches!(unit.status(), Status::Ready | Status::Moved | Status::DasUsed)
    }
    /// A carrier goes with planes aboard; the planes of the active nation have moved then. [rule: war CL-27]
    pub(crate) fn sail_carrier(&self, s: &mut State, play: &mut Play, unit: Unit, to: Place, planes: u8) {
        let from = unit.place();
        for _ in 0..planes {
            let other = |u: &Unit| u.nation() != unit.nation();
            let aboard = s
                .at(from)
                .map(|(u, _)| u)
                .filter(|u| s.share_decks(u.nation(), unit.nation()) && self.is_aboard(*u))
                .min_by_key(|u| (other(u), *u));
            let Some(plane) = aboard else { break };
            let status = if s.is_active(plane.nation()) { Status::Moved } else { plane.status() };
            s.shift(plane, plane.at(to).doing(status), 1);
        }
        let words = say!("{unit} with {planes} aircraft: {from} to {to}.", unit, planes, from, to);
        play.say(unit.nation().seat(), "war CL-27", words).on(to).effect(Effect::Moved {
            unit: some(1, unit),
            from: from.into(),
            to: to.into(),
        });
        self.ship_goes(s, unit, to, 1);
    }
    /// A ship goes. [rule: war CL-09]
    pub(crate) fn sail(&self, s: &mut State, play: &mut Play, unit: Unit, to: Place, count: u16) {
        let rule = if to >= TRACK || unit.place() >= TRACK { "war TR-8" } else { "war CL-09" };
        said_move(play, rule, unit, to, count);
        self.ship_goes(s, unit, to, count);
    }
    fn ship_goes(&self, s: &mut State, unit: Unit, to: Place, count: u16) {
        let moved = if to >= TRACK || unit.place() >= TRACK {
            // A lift that was used on the Track does not matter at sea.
            let gone = if to >= TRACK { unit } else { unit.by(NOWHERE) };
            gone.at(to).ranging(self.full_range(s, unit)).doing(Status::Moved).coming(NOWHERE)
        } else {
            let entry = self.sea_entry(s, unit, to);
            let steps = if entry == unit.place() { 1 } else { 2 };
            unit.at(to).ranging(unit.range() - steps).coming(entry)
        };
        s.shift(unit, moved, count);
    }
    /// A transport takes a load aboard from a shore. [rule: war CL-21, war SE-1]
    pub(crate) fn load(&self, s: &mut State, play: &mut Play, unit: Unit, from: Place, cargo: Cargo) {
        self.take_items(s, from, unit.nation(), cargo);
        let Some(full) = unit.cargo().join(cargo) else { return };
        s.shift(unit, unit.loaded(full), 1);
        let words = say!("{unit} loads {cargo} in {from}.", unit, cargo, from);
        play.say(unit.nation().seat(), "war CL-21", words);
    }
    /// Takes the items of a cargo out of a place.
    pub(crate) fn take_items(&self, s: &mut State, from: Place, nation: Nation, cargo: Cargo) {
        for item in cargo.items() {
            match item {
                Item::Token => s.tokens[from.i()] -= 1,
                Item::Prisoner(of) => {
                    let unit = Unit::new(from, of, PRISONER).held_by(nation);
                    s.take(unit, 1);
                }
                Item::Infantry => s.take(Unit::new(from, nation, Kind::Infantry), 1),
                Item::Heavy(kind) => s.take(Unit::new(from, nation, kind), 1),
            }
        }
    }
    /// Puts the items of a cargo down.
    pub(crate) fn put_items(&self, s: &mut State, to: Place, nation: Nation, cargo: Cargo, status: Status) {
        for item in cargo.items() {
            match item {
                Item::Token => s.tokens[to.i()] += 1,
                Item::Prisoner(of) => {
                    s.add(Unit::new(to, of, PRISONER).held_by(nation).doing(status), 1);
                }
                Item::Infantry | Item::Heavy(_) => {
                    let kind = item.kind().unwrap_or_default();
                    let unit = Unit::new(to, nation, kind).doing(status);
                    s.add(unit, 1);
                    if to.is_area() {
                        self.cross(s, unit, to);
                    }
                }
            }
        }
    }
    /// A transport lands items in a friendly area. It goes no further, but may land the rest there. [rule: war CL-21]
    pub(crate) fn unload(&self, s: &mut State, play: &mut Play, unit: Unit, to: Place, cargo: Cargo) {
        let rest = cargo.items().fold(unit.cargo(), Cargo::without);
        let after = if rest.is_empty() {
            unit.loaded(rest).doing(Status::Moved).by(NOWHERE)
        } else {
            unit.loaded(rest).ranging(0).by(to)
        };
        s.shift(unit, after, 1);
        self.put_items(s, to, unit.nation(), cargo, Status::Moved);
        let words = say!("{unit} unloads {cargo} in {to}.", unit, cargo, to);
        play.say(unit.nation().seat(), "war CL-21", words).on(to);
    }
    /// Transports will land their troops on an enemy shore once the sea is clear. [rule: war CL-20, war CL-21]
    pub(crate) fn assault(&self, s: &mut State, play: &mut Play, unit: Unit, order: (Place, u16, Cargo)) {
        let (to, count, cargo) = order;
        let zone = unit.place();
        let defended = s.holds[unit.side().enemy() as usize] & bit(to) != 0;
        let landing = unit.doing(Status::Special).by(to).ranging(unit.cargo().marks(cargo));
        s.shift(unit, landing, count);
        let words =
            say!("{who} in {zone} will land {cargo} in {to}.", who = some(count, unit), zone, cargo, to);
        play.say(unit.nation().seat(), "war CL-20", words).on(to);
        if defended
            && !s.pair_open(zone, to, unit.nation())
            && let Some(payer) = self.token_afloat(s, landing)
        {
            s.shift(payer, payer.loaded(payer.cargo().without(Item::Token)), 1);
            s.pairs.push(Pair { origin: zone, target: to, nation: 7 });
            play.note("war ST-1", say!("A supply token aboard is spent on the landing."));
        }
    }
}

/// What lies ready to be taken aboard.
#[derive(Clone, Copy, Default)]
pub(crate) struct Loadable {
    pub(crate) units: [u16; 6],
    pub(crate) prisoners: [u16; 6],
    pub(crate) tokens: u16,
}

impl Loadable {
    fn kinds(&self) -> impl Iterator<Item = (Item, u16)> + '_ {
        let units = self.units.iter().enumerate().map(|(k, &n)| {
            let kind = Kind::from_index(k as u8);
            (if k == 0 { Item::Infantry } else { Item::Heavy(kind) }, n)
        });
        let prisoners = self
            .prisoners
            .iter()
            .enumerate()
            .map(|(n, &have)| (Item::Prisoner(Nation::from_index(n as u8)), have));
        units.chain([(Item::Token, self.tokens)]).chain(prisoners).filter(|&(_, n)| n > 0)
    }
    /// Every load that fits beside what is aboard.
    pub(crate) fn loads(&self, aboard: Cargo, loads: &[crate::data::Load], mut offer: impl FnMut(Cargo)) {
        let mut fits = |cargo: Option<Cargo>| {
            let ok = cargo.is_some_and(|c| aboard.join(c).is_some_and(|all| all.fits(loads)));
            if ok {
                offer(cargo.unwrap_or_default());
            }
        };
        for (i, (item, n)) in self.kinds().enumerate() {
            fits(Cargo::pack([item].into_iter()));
            if n > 1 {
                fits(Cargo::pack([item, item].into_iter()));
            }
            if n > 2 && item == Item::Token {
                fits(Some(Cargo::tokens_only(3)));
            }
            for (other, _) in self.kinds().skip(i + 1) {
                fits(Cargo::pack([item, other].into_iter()));
            }
        }
    }
}

/// Every part of a cargo that can be put down; where two items are alike, more than once.
pub(crate) fn parts(cargo: Cargo, mut offer: impl FnMut(Cargo)) {
    if cargo.is_empty() {
        return;
    }
    let items: [Option<Item>; 3] = {
        let mut all = cargo.items();
        std::array::from_fn(|_| all.next())
    };
    for pick in 1..8u8 {
        let chosen =
            items.iter().enumerate().filter(|(i, _)| pick >> i & 1 == 1).filter_map(|(_, item)| *item);
        if let Some(part) = Cargo::pack(chosen).filter(|part| !part.is_empty()) {
            offer(part);
        }
    }
}
