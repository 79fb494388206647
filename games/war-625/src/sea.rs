//! Ships on the map: moves, loading, landings.

use crate::War625;
use crate::action::Action;
use crate::data::{bit, each};
use crate::kinds::{AREAS, Cargo, Item, Kind, NOWHERE, Nation, PRISONER, Side, Status, TRACK, Unit};
use crate::movement::numbers;
use crate::state::{MOST_PAIRS, Pair, State};
use engine::Play;

const SHIP_MOVES: u8 = 2;

impl War625 {
    /// Zones a ship can go to: two steps, stopping in a hostile zone, which submarines pass where no enemy destroyer
    /// is. Only combat movement may end in a hostile zone. [rule: war CL-09, war CL-10, war CL-28]
    pub(crate) fn sea_targets(&self, s: &State, unit: Unit, combat: bool) -> u64 {
        let (here, side, range) = (unit.place(), unit.side(), unit.range());
        if range == 0 {
            return 0;
        }
        let enemy = s.ships[side.enemy() as usize];
        let near = self.c.sea[here as usize - AREAS];
        let mut reach = near;
        if range >= 2 {
            for z in each(near) {
                let passes = enemy & bit(z) == 0
                    || (unit.kind() == Kind::Submarine && !s.has_destroyer(z, side.enemy()));
                if passes {
                    reach |= self.c.sea[z as usize - AREAS];
                }
            }
        }
        reach &= !bit(here);
        if combat { reach } else { reach & !enemy }
    }
    /// The zone from which a ship enters its goal.
    fn sea_entry(&self, s: &State, unit: Unit, to: u8) -> u8 {
        let here = unit.place();
        let near = self.c.sea[here as usize - AREAS];
        if near & bit(to) != 0 {
            return here;
        }
        let enemy = s.ships[unit.side().enemy() as usize];
        let between = near & self.c.sea[to as usize - AREAS];
        let calm = between & !enemy;
        each(if calm != 0 { calm } else { between }).min_by_key(|&z| self.c.rank[z as usize]).unwrap_or(here)
    }
    /// Land units, tokens and prisoners of an area that a carrier of a nation can take aboard.
    pub(crate) fn loadable(&self, s: &State, place: u8, nation: Nation, tokens: u16) -> Loadable {
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
    /// Shores where the ship can take something aboard. [rule: war CL-21]
    fn loading_shores(&self, s: &State, unit: Unit) -> u64 {
        if s.hostile(unit.place(), unit.side()) {
            return 0;
        }
        self.c.shore[unit.place() as usize - AREAS] & self.friendly_ground(s, unit.nation())
    }
    fn shore_tokens(&self, s: &State, area: u8) -> u16 {
        if bit(area) & self.neutral(s) != 0 { 0 } else { s.tokens[area as usize] }
    }
    fn load_options(&self, s: &State, unit: Unit, out: &mut Vec<Action>) {
        for from in each(self.loading_shores(s, unit)) {
            let stock = self.loadable(s, from, unit.nation(), self.shore_tokens(s, from));
            stock.loads(unit.cargo(), &self.c.loads[Kind::Transport as usize], |cargo| {
                out.push(Action::Load { from, cargo });
            });
        }
    }
    /// Enemy shores that a loaded transport can assault: a group against enemies needs a token aboard in the zone.
    /// [rule: war CL-20, war ST-1, war ST-2]
    fn assault_targets(&self, s: &State, unit: Unit) -> u64 {
        if !unit.cargo().has_troops() {
            return 0;
        }
        let zone = unit.place();
        let shores = self.c.shore[zone as usize - AREAS] & self.enemy_ground(s, unit.side());
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
    pub(crate) fn ship_can_act(&self, s: &State, unit: Unit, combat: bool) -> bool {
        if self.sea_targets(s, unit, combat) != 0 || (!combat && self.can_return(s, unit)) {
            return true;
        }
        if unit.kind() != Kind::Transport {
            return false;
        }
        let mut found = Vec::new();
        self.transport_options(s, unit, 1, combat, &mut found);
        !found.is_empty()
    }
    /// Whether a ship can go back to the Track from here. [rule: war TR-8]
    fn can_return(&self, s: &State, unit: Unit) -> bool {
        unit.side() == Side::Allied
            && bit(unit.place()) & self.c.return_zones != 0
            && unit.range() == SHIP_MOVES
            && unit.cargo().is_empty()
            && !s.opts_locked()
    }
    pub(crate) fn ship_options(
        &self,
        s: &State,
        unit: Unit,
        count: u16,
        combat: bool,
        out: &mut Vec<Action>,
    ) {
        let mut goals: [u8; 16] = [NOWHERE; 16];
        let mut n = 0;
        for to in each(self.sea_targets(s, unit, combat)) {
            goals[n] = to;
            n += 1;
        }
        if !combat && self.can_return(s, unit) {
            goals[n] = TRACK + 2;
            n += 1;
        }
        for &to in &goals[..n] {
            if unit.kind() == Kind::Carrier {
                self.sail_options(s, unit, to, out);
            } else {
                out.extend(numbers(count).map(|count| Action::Go { to, count }));
            }
        }
        if unit.kind() == Kind::Transport {
            self.transport_options(s, unit, count, combat, out);
        }
    }
    fn transport_options(&self, s: &State, unit: Unit, count: u16, combat: bool, out: &mut Vec<Action>) {
        self.load_options(s, unit, out);
        if combat {
            for to in each(self.assault_targets(s, unit)) {
                parts(unit.cargo().troops(), |cargo| {
                    out.extend(numbers(count).map(|count| Action::Assault { to, count, cargo }));
                });
            }
        } else if !s.hostile(unit.place(), unit.side()) {
            let shores = self.c.shore[unit.place() as usize - AREAS] & self.friendly_ground(s, unit.nation());
            for to in each(shores & !self.neutral(s)) {
                parts(unit.cargo(), |cargo| out.push(Action::Unload { to, cargo }));
            }
        }
    }
    /// A carrier takes at most its capacity along and leaves no more planes than the other carriers hold.
    /// [rule: war CL-27, war FP-9]
    pub(crate) fn sail_options(&self, s: &State, unit: Unit, to: u8, out: &mut Vec<Action>) {
        let lift = u16::from(self.c.values(s.opts.d12, unit.nation(), Kind::Carrier).lift);
        let (mut carriers, mut aboard) = (0, 0);
        for (u, n) in s.at(unit.place()).filter(|(u, _)| u.side() == unit.side()) {
            if u.kind() == Kind::Carrier {
                carriers += n;
            } else if self.is_aboard(u) {
                aboard += n;
            }
        }
        let least = if unit.place() >= TRACK { 0 } else { aboard.saturating_sub(lift * (carriers - 1)) };
        for planes in least..=aboard.min(lift) {
            out.push(Action::Sail { to, planes: planes as u8 });
        }
    }
    pub(crate) fn is_aboard(&self, unit: Unit) -> bool {
        unit.kind().is_light_plane()
            && unit.cargo().is_empty()
            && matches!(unit.status(), Status::Ready | Status::Moved | Status::DasUsed)
    }
    /// A carrier goes with planes aboard; the planes of the active nation have moved then. [rule: war CL-27]
    pub(crate) fn do_sail(&self, s: &mut State, play: &mut Play, unit: Unit, to: u8, planes: u8) {
        let from = unit.place();
        for _ in 0..planes {
            let own = |u: &Unit| u.nation() != unit.nation();
            let aboard = s
                .at(from)
                .map(|(u, _)| u)
                .filter(|u| u.side() == unit.side() && self.is_aboard(*u))
                .min_by_key(|u| (own(u), *u));
            let Some(plane) = aboard else { break };
            let status = if s.is_active(plane.nation()) { Status::Moved } else { plane.status() };
            s.shift(plane, plane.at(to).doing(status), 1);
        }
        play.say(
            unit.nation().seat(),
            "war CL-27",
            format_args!(
                "{} with {planes} aircraft: {} to {}.",
                self.label(unit),
                self.c.name(from),
                self.c.name(to)
            ),
        )
        .at(self.c.id(to));
        self.ship_goes(s, unit, to, 1);
    }
    /// A ship goes. [rule: war CL-09]
    pub(crate) fn do_sea(&self, s: &mut State, play: &mut Play, unit: Unit, to: u8, count: u16) {
        let rule = if to >= TRACK || unit.place() >= TRACK { "war TR-8" } else { "war CL-09" };
        play.say(
            unit.nation().seat(),
            rule,
            format_args!("{}: {} to {}.", self.some(count, unit), self.c.name(unit.place()), self.c.name(to)),
        )
        .at(self.c.id(to));
        self.ship_goes(s, unit, to, count);
    }
    fn ship_goes(&self, s: &mut State, unit: Unit, to: u8, count: u16) {
        let moved = if to >= TRACK || unit.place() >= TRACK {
            unit.at(to).ranging(SHIP_MOVES).doing(Status::Moved).coming(NOWHERE)
        } else {
            let entry = self.sea_entry(s, unit, to);
            let steps = if entry == unit.place() { 1 } else { 2 };
            unit.at(to).ranging(unit.range() - steps).coming(entry)
        };
        s.shift(unit, moved, count);
    }
    /// A transport takes a load aboard from a shore. [rule: war CL-21, war SE-1]
    pub(crate) fn do_load(&self, s: &mut State, play: &mut Play, unit: Unit, from: u8, cargo: Cargo) {
        self.take_items(s, from, unit.nation(), cargo);
        let Some(full) = unit.cargo().join(cargo) else { return };
        s.shift(unit, unit.loaded(full), 1);
        play.say(
            unit.nation().seat(),
            "war CL-21",
            format_args!("{} loads {} in {}.", self.label(unit), Goods(cargo), self.c.name(from)),
        );
    }
    /// Takes the items of a cargo out of a place.
    pub(crate) fn take_items(&self, s: &mut State, from: u8, nation: Nation, cargo: Cargo) {
        for item in cargo.items() {
            match item {
                Item::Token => s.tokens[from as usize] -= 1,
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
    pub(crate) fn put_items(&self, s: &mut State, to: u8, nation: Nation, cargo: Cargo, status: Status) {
        for item in cargo.items() {
            match item {
                Item::Token => s.tokens[to as usize] += 1,
                Item::Prisoner(of) => {
                    s.add(Unit::new(to, of, PRISONER).held_by(nation).doing(status), 1);
                }
                Item::Infantry | Item::Heavy(_) => {
                    let kind = item.kind().unwrap_or_default();
                    let unit = Unit::new(to, nation, kind).doing(status);
                    s.add(unit, 1);
                    if (to as usize) < AREAS {
                        self.cross(s, unit, to);
                    }
                }
            }
        }
    }
    /// A transport lands items in a friendly area and stays. [rule: war CL-21]
    pub(crate) fn do_unload(&self, s: &mut State, play: &mut Play, unit: Unit, to: u8, cargo: Cargo) {
        let rest = cargo.items().fold(unit.cargo(), Cargo::without);
        s.shift(unit, unit.loaded(rest).doing(Status::Moved), 1);
        self.put_items(s, to, unit.nation(), cargo, Status::Moved);
        play.say(
            unit.nation().seat(),
            "war CL-21",
            format_args!("{} unloads {} in {}.", self.label(unit), Goods(cargo), self.c.name(to)),
        )
        .at(self.c.id(to));
    }
    /// Transports will land their troops on an enemy shore once the sea is clear. [rule: war CL-20, war CL-21]
    pub(crate) fn do_assault(&self, s: &mut State, play: &mut Play, unit: Unit, order: (u8, u16, Cargo)) {
        let (to, count, cargo) = order;
        let zone = unit.place();
        let defended = s.holds[unit.side().enemy() as usize] & bit(to) != 0;
        let landing = unit.doing(Status::Special).by(to).ranging(unit.cargo().marks(cargo));
        s.shift(unit, landing, count);
        play.say(
            unit.nation().seat(),
            "war CL-20",
            format_args!(
                "{} in {} will land {} in {}.",
                self.some(count, unit),
                self.c.name(zone),
                Goods(cargo),
                self.c.name(to)
            ),
        )
        .at(self.c.id(to));
        if defended
            && !s.pair_open(zone, to, unit.nation())
            && let Some(payer) = self.token_afloat(s, landing)
        {
            s.shift(payer, payer.loaded(payer.cargo().without(Item::Token)), 1);
            s.pairs.push(Pair { origin: zone, target: to, nation: 7 });
            play.note("war ST-1", format_args!("A supply token aboard is spent on the landing."));
        }
    }
}

impl State {
    /// Once the list of stacks is nearly full nothing is split off any more.
    pub(crate) fn opts_locked(&self) -> bool {
        self.stacks.len() >= crate::state::FULL
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

/// Every part of a cargo that can be put down.
pub(crate) fn parts(cargo: Cargo, mut offer: impl FnMut(Cargo)) {
    if cargo.is_empty() {
        return;
    }
    let items: [Option<Item>; 3] = {
        let mut all = cargo.items();
        std::array::from_fn(|_| all.next())
    };
    let mut seen = [Cargo::EMPTY; 8];
    for pick in 1..8u8 {
        let chosen =
            items.iter().enumerate().filter(|(i, _)| pick >> i & 1 == 1).filter_map(|(_, item)| *item);
        let Some(part) = Cargo::pack(chosen) else { continue };
        if !part.is_empty() && !seen.contains(&part) {
            seen[pick as usize] = part;
            offer(part);
        }
    }
}

/// A cargo in words.
pub(crate) struct Goods(pub(crate) Cargo);

impl std::fmt::Display for Goods {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (i, item) in self.0.items().enumerate() {
            if i > 0 {
                f.write_str(" and ")?;
            }
            match item {
                Item::Infantry => f.write_str("infantry")?,
                Item::Token => f.write_str("token")?,
                Item::Heavy(kind) => f.write_str(kind.id())?,
                Item::Prisoner(nation) => write!(f, "prisoner-{}", nation.id())?,
            }
        }
        Ok(())
    }
}
