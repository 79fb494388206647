//! Income, purchase, factories and placement.

use crate::actions::Action;
use crate::data::{bit, each};
use crate::game::War625;
use crate::kinds::{AREAS, Kind, Nation, Place, TRACK, Unit};
use crate::names::{kinds, some, symbol};
use crate::sequence::{end_offer, need, no, until_done};
use crate::state::State;
use engine::scene::ActionKind;
use engine::{Ask, Count, Decision, Effect, Illegal, Now, Offer, Play, Seat, SeatSet, say};
use serde::{Deserialize, Serialize};

/// The most pieces of one description: far beyond what any war can buy, and few enough to be fought out in no time.
pub(crate) const MOST: u16 = 500;
/// The most supply tokens in one place.
pub(crate) const MOST_TOKENS: u16 = 2_000;

/// TS-2 A nation buys; what is left is kept. [rule: war TS-2, war CL-03]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Purchase;

impl Decision<War625> for Purchase {
    fn seats(&self, game: &War625, s: &State) -> SeatSet {
        game.open_seats(s)
    }
    fn ask(&self, _: Now<'_, War625>) -> Ask {
        Ask::new("war TS-2", say!("Buy units; what is left is kept."))
    }
    fn list(&self, now: Now<'_, War625>, out: &mut Vec<Action>) {
        out.push(Action::Done);
        now.game.table_options(now.state, out);
        out.extend(now.game.goods(now.state, now.seat));
        if now.game.may_buy_weapon(now.state, now.seat).is_ok() {
            out.push(Action::BuyWeapon);
        }
        out.sort_unstable();
    }
    fn check(&self, now: Now<'_, War625>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Done => Ok(()),
            Action::Buy { count, nation, kind } => {
                now.game.may_buy(now.state, now.seat, nation, kind, count.0)
            }
            Action::BuyWeapon => now.game.may_buy_weapon(now.state, now.seat),
            _ => now.game.check_table(now.state, action),
        }
    }
    fn perform(&self, game: &War625, s: &mut State, seat: Seat, action: Action, play: &mut Play) {
        match action {
            Action::Buy { count, nation, kind } => game.buy(s, play, nation, kind, count.0),
            Action::BuyWeapon => game.buy_weapon(s, play),
            Action::Done => {
                s.passed |= 1 << seat.0;
                play.say(seat, "war TS-2", say!("{seat} ends its purchases.", seat));
            }
            _ => game.perform_table(s, seat, action, play),
        }
    }
    until_done!();
    fn offer(&self, now: Now<'_, War625>, action: Action) -> Offer {
        match action {
            Action::Buy { nation, kind, .. } => {
                let cost = now.game.c.values(now.state.opts.d12, nation, kind).cost;
                let label = say!("Buy {who} {what}", who = symbol(nation), what = kinds(kind, 1));
                let offer =
                    Offer::new(ActionKind::Add, "war CL-03", label).cost(say!("{cost} IPC each", cost));
                Offer { def: War625::counter_of(nation, kind), ..offer }
            }
            Action::BuyWeapon => {
                let cost = now.game.c.atomic.weapon.cost;
                Offer::new(ActionKind::Add, "war AT-3", say!("Atomic weapon")).cost(say!("{cost} IPC", cost))
            }
            Action::Done => end_offer("war TS-2", say!("End purchases")),
            _ => now.game.table_offer(action),
        }
    }
}

/// TS-6 A nation places what it has bought. [rule: war TS-6]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Placement;

impl Decision<War625> for Placement {
    fn seats(&self, game: &War625, s: &State) -> SeatSet {
        game.open_seats(s)
    }
    fn ask(&self, _: Now<'_, War625>) -> Ask {
        Ask::new("war TS-6", say!("Place what was bought."))
    }
    fn list(&self, now: Now<'_, War625>, out: &mut Vec<Action>) {
        out.push(Action::Done);
        now.game.table_options(now.state, out);
        now.game.place_options(now.state, now.seat, out);
        out.sort_unstable();
    }
    fn check(&self, now: Now<'_, War625>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Done => Ok(()),
            Action::Place { count, nation, kind, to } => {
                now.game.may_place(now.state, now.seat, (count.0, nation, kind, to))
            }
            _ => now.game.check_table(now.state, action),
        }
    }
    fn perform(&self, game: &War625, s: &mut State, seat: Seat, action: Action, play: &mut Play) {
        match action {
            Action::Place { count, nation, kind, to } => game.place(s, play, (count.0, nation, kind, to)),
            Action::Done => {
                s.passed |= 1 << seat.0;
                play.say(seat, "war TS-6", say!("{seat} ends its placement.", seat));
            }
            _ => game.perform_table(s, seat, action, play),
        }
    }
    fn quiet(&self, _: Now<'_, War625>) -> Option<Action> {
        Some(Action::Done)
    }
    fn offer(&self, now: Now<'_, War625>, action: Action) -> Offer {
        match action {
            Action::Place { count, nation, kind, to } => {
                let label =
                    say!("{who} {what} in {to}", who = symbol(nation), what = kinds(kind, count.0), to);
                let offer = Offer::new(ActionKind::Add, "war FA-4", label);
                Offer { def: War625::counter_of(nation, kind), ..offer }
            }
            Action::Done => end_offer("war TS-6", say!("End placement")),
            _ => now.game.table_offer(action),
        }
    }
    fn step(&self, game: &War625, s: &mut State, play: &mut Play) -> bool {
        s.frames.pop();
        game.refund(s, play);
        true
    }
}

impl War625 {
    /// Whether a nation collects and builds: with classic capitals only while it holds its capital. [rule: war HO-3]
    pub(crate) fn governs(&self, s: &State, nation: Nation) -> bool {
        !s.opts.capitals
            || self.c.nation[nation as usize]
                .capital
                .is_none_or(|capital| s.side_at(capital) == nation.side())
    }
    /// A nation's income now, before damage. [rule: war CL-02, war TS-1, war CE-7]
    pub(crate) fn income(&self, s: &State, nation: Nation) -> u16 {
        let chart = &self.c.nation[nation as usize];
        if !chart.collects || !self.governs(s, nation) {
            return 0;
        }
        let areas: u16 =
            (0..AREAS).filter(|&a| s.control[a] == nation as u8).map(|a| u16::from(s.ipc[a])).sum();
        let share = if nation == Nation::Ch && !s.china.war { chart.neutral_share } else { 1 };
        areas / share + chart.base
    }
    /// Treasuries grow by income less bombing damage, which is forgotten then. [rule: war TS-1, war CL-02, war CL-31]
    pub(crate) fn collect(&self, s: &mut State, play: &mut Play) {
        for nation in s.active_nations() {
            let chart = &self.c.nation[nation as usize];
            if !chart.collects {
                continue;
            }
            let income = self.income(s, nation);
            let damage = std::mem::take(&mut s.damage[nation as usize]).min(income);
            let gain = income - damage;
            s.treasury[nation as usize] = s.treasury[nation as usize].saturating_add(gain);
            if damage > 0 {
                let less = say!(
                    "{nation} collects {gain} IPC: {income} less {damage} for bombing.",
                    nation,
                    gain,
                    income,
                    damage
                );
                play.note("war CL-31", less);
            } else {
                play.note("war TS-1", say!("{nation} collects {gain} IPC.", nation, gain));
            }
        }
    }

    fn buys(&self, s: &State, nation: Nation) -> bool {
        s.is_active(nation) && self.governs(s, nation) && !s.is_full()
    }
    /// Whether a nation may buy a kind at all.
    pub(crate) fn on_sale(&self, s: &State, nation: Nation, kind: Kind) -> bool {
        let chart = &self.c.nation[nation as usize];
        self.c.values(s.opts.d12, nation, kind).buys && (chart.factory | chart.track) >> kind as u16 & 1 == 1
    }
    /// How many of a kind a nation may buy now, and why no more. [rule: war CL-03, war TS-2, war CE-6, war FP-6]
    fn may_buy(&self, s: &State, seat: Seat, nation: Nation, kind: Kind, count: u16) -> Result<(), Illegal> {
        let own = nation.seat() == seat && s.is_active(nation);
        need(own, "war OP-1", || say!("each nation buys in its own turn, for itself"))?;
        need(self.governs(s, nation), "war HO-3", || say!("a nation without its capital builds nothing"))?;
        let rule = if kind == Kind::Factory { "war FP-6" } else { "war FP-1" };
        need(self.on_sale(s, nation, kind), rule, || {
            say!("{nation} cannot buy {kind}", nation, kind = kinds(kind, 2))
        })?;
        need(!s.is_full(), "war CL-03", || say!("the map holds no more different units"))?;
        let (most, purse) = (self.affordable(s, nation, kind), s.treasury[nation as usize]);
        let cost = self.c.values(s.opts.d12, nation, kind).cost;
        need((1..=most).contains(&count), "war CL-03", || {
            say!("the treasury of {nation} holds {purse} IPC, and one costs {cost}", nation, purse, cost)
        })
    }
    /// How many of a kind the treasury pays for.
    fn affordable(&self, s: &State, nation: Nation, kind: Kind) -> u16 {
        let cost = u16::from(self.c.values(s.opts.d12, nation, kind).cost);
        let room = MOST.saturating_sub(s.bought(nation, kind));
        s.treasury[nation as usize].checked_div(cost).unwrap_or(0).min(room)
    }
    /// Everything that a seat may buy, each with the most of it.
    fn goods(&self, s: &State, seat: Seat) -> impl Iterator<Item = Action> {
        let buyers = Nation::ALL
            .into_iter()
            .filter(move |n| n.seat() == seat && self.buys(s, *n) && s.treasury[*n as usize] > 0);
        buyers.flat_map(move |nation| {
            Kind::ALL.into_iter().filter_map(move |kind| {
                let most = if self.on_sale(s, nation, kind) { self.affordable(s, nation, kind) } else { 0 };
                (most > 0).then_some(Action::Buy { count: Count(most), nation, kind })
            })
        })
    }
    /// Whether a seat can buy anything.
    pub(crate) fn can_buy(&self, s: &State, seat: Seat) -> bool {
        self.goods(s, seat).next().is_some()
            || (seat == Nation::Us.seat() && self.may_buy_weapon(s, seat).is_ok())
    }
    /// Whether a nation could buy a unit now.
    pub(crate) fn could_buy(&self, s: &State, nation: Nation, kind: Kind) -> bool {
        self.may_buy(s, nation.seat(), nation, kind, 1).is_ok()
    }
    fn buy(&self, s: &mut State, play: &mut Play, nation: Nation, kind: Kind, count: u16) {
        let cost = u16::from(self.c.values(s.opts.d12, nation, kind).cost) * count;
        s.treasury[nation as usize] -= cost;
        *s.bought_mut(nation, kind) += count;
        let what = kinds(kind, count);
        play.say(
            nation.seat(),
            "war TS-2",
            say!("{nation} buys {count} {what} for {cost} IPC.", nation, count, what, cost),
        );
    }

    /// Units that may still be placed at a factory this turn. The first owner and builder: ten and the printed IPC, less
    /// atomic losses; a captor: half of what the area is worth. [rule: war FA-1, war FA-2, war FA-3, war CL-29]
    pub(crate) fn factory_room(&self, s: &State, nation: Nation, area: Place) -> u16 {
        let a = area.i();
        if s.factory[a] == 0 || s.control[a] != nation as u8 || (s.held & !s.new_factories) & bit(area) == 0 {
            return 0;
        }
        let rules = &self.c.factory;
        let limit = if s.factory[a] == nation as u8 + 1 {
            (u16::from(rules.original) + u16::from(self.c.area[a].ipc))
                .saturating_sub(u16::from(s.atomic_loss[a]))
        } else {
            (u16::from(s.ipc[a]) * u16::from(rules.captured_numerator))
                .div_ceil(u16::from(rules.captured_denominator.max(1)))
        };
        limit.saturating_sub(u16::from(s.placed[a]))
    }
    /// Areas with a factory that works for the nation now, full or not.
    fn working_factories(&self, s: &State, nation: Nation) -> u64 {
        let ready = s.held & !s.new_factories;
        each(ready)
            .filter(|&a| s.factory[a.i()] != 0 && s.control[a.i()] == nation as u8)
            .fold(0, |m, a| m | bit(a))
    }
    /// Places where a purchase can go. [rule: war FA-4, war TR-1, war TR-2, war CL-35, war FP-6, war TR-3, war FP-7]
    fn placements(&self, s: &State, nation: Nation, kind: Kind, mut offer: impl FnMut(Place, u16)) {
        let chart = &self.c.nation[nation as usize];
        if chart.track >> kind as u16 & 1 == 1 {
            return offer(TRACK, u16::MAX);
        }
        if chart.factory >> kind as u16 & 1 == 0 {
            return;
        }
        if kind == Kind::Factory {
            for a in each(s.held & !self.c.japan) {
                let i = a.i();
                if s.control[i] == nation as u8 && s.factory[i] == 0 && s.ipc[i] >= self.c.factory.least_ipc {
                    offer(a, 1);
                }
            }
            return;
        }
        let lift = self.c.values(s.opts.d12, nation, Kind::Carrier).lift;
        for a in each(self.working_factories(s, nation)) {
            let room = self.factory_room(s, nation, a);
            let free = kind == Kind::Token && !self.c.factory.tokens_count;
            let room = if free { u16::MAX } else { room };
            if room == 0 {
                continue;
            }
            if !kind.is_sea() {
                offer(a, room);
            }
            for z in each(self.c.coast[a.i()]) {
                if kind.is_sea() && !s.hostile(z, nation.side()) {
                    offer(z, room);
                } else if kind.is_light_plane() {
                    offer(z, room.min(s.deck_room(z, nation, lift)));
                }
            }
        }
    }
    /// Where a seat's purchases can go, each with the most of it.
    pub(crate) fn place_options(&self, s: &State, seat: Seat, out: &mut Vec<Action>) {
        for nation in Nation::ALL.into_iter().filter(|n| n.seat() == seat && s.is_active(*n)) {
            for kind in Kind::ALL {
                let have = s.bought(nation, kind);
                if have == 0 || s.is_full() {
                    continue;
                }
                let first = out.len();
                self.placements(s, nation, kind, |to, room| {
                    let count = Count(have.min(room));
                    // A zone with two factories on its shore takes what fits the roomier one.
                    let again = out[first..]
                        .iter()
                        .position(|a| matches!(a, Action::Place { to: t, .. } if *t == to));
                    match again {
                        _ if count.0 == 0 => {}
                        None => out.push(Action::Place { count, nation, kind, to }),
                        Some(i) => {
                            let entry = &mut out[first + i];
                            *entry = (*entry).max(Action::Place { count, nation, kind, to });
                        }
                    }
                });
            }
        }
    }
    /// Whether a seat has a purchase that can be placed.
    pub(crate) fn can_place(&self, s: &State, seat: Seat) -> bool {
        let mut found = Vec::new();
        self.place_options(s, seat, &mut found);
        !found.is_empty()
    }
    /// How many of a purchase a place takes.
    fn room_at(&self, s: &State, nation: Nation, kind: Kind, place: Place) -> u16 {
        let mut most = 0;
        self.placements(s, nation, kind, |to, room| {
            if to == place {
                most = most.max(room);
            }
        });
        most
    }
    /// Whether a purchase may be placed there. [rule: war TS-6, war FA-4]
    fn may_place(&self, s: &State, seat: Seat, action: (u16, Nation, Kind, Place)) -> Result<(), Illegal> {
        let (count, nation, kind, to) = action;
        let chart = &self.c.nation[nation as usize];
        let own = nation.seat() == seat && s.is_active(nation);
        need(own, "war OP-1", || say!("each nation places its own purchases"))?;
        let have = s.bought(nation, kind);
        need((1..=have).contains(&count), "war TS-6", || {
            say!("{have} {kind} {have|was|were} bought and not placed", have, kind = kinds(kind, have))
        })?;
        need(!s.is_full(), "war TS-6", || say!("the map holds no more different units"))?;
        let room = self.room_at(s, nation, kind, to);
        if room >= count {
            return Ok(());
        }
        if chart.track >> kind as u16 & 1 == 1 {
            let rule = if nation == Nation::Rok { "war TR-2" } else { "war TR-1" };
            return no(rule, say!("this comes by the first space of the Supply Track"));
        }
        need(!to.on_track(), "war TR-2", || say!("this is placed at a factory, not on the Supply Track"))?;
        if kind == Kind::Factory {
            let least = self.c.factory.least_ipc;
            let why = say!(
                "a new factory needs an area of its own without one, worth {least} IPC or more, held since the start of the turn",
                least
            );
            return no("war FP-6", why);
        }
        let taken = to.is_area() && s.held & bit(to) == 0 && s.control[to.i()] == nation as u8;
        need(!taken, "war CL-29", || say!("nothing is placed in an area taken this turn"))?;
        let works = to.is_area() && self.working_factories(s, nation) & bit(to) != 0;
        need(!(works && kind.is_sea()), "war FA-4", || {
            say!("ships are placed in the sea zone of the factory")
        })?;
        if works || room > 0 {
            let own = to.is_area() && s.factory[to.i()] == nation as u8 + 1;
            let rule = if own { "war FA-1" } else { "war FA-2" };
            return no(rule, say!("there is room for {room} more in {to} this turn", room, to));
        }
        if to.is_zone() && kind.is_sea() && s.hostile(to, nation.side()) {
            return no("war FA-4", say!("no ship is placed among enemy ships"));
        }
        if to.is_zone() && kind.is_light_plane() {
            return no(
                "war CL-35",
                say!("{to} has no factory on its shore with a free place on a carrier", to),
            );
        }
        no("war FA-4", say!("units are placed at a factory of their own nation"))
    }
    /// [rule: war TS-6, war FA-4]
    fn place(&self, s: &mut State, play: &mut Play, order: (u16, Nation, Kind, Place)) {
        let (count, nation, kind, to) = order;
        *s.bought_mut(nation, kind) -= count;
        let at_factory = if to.is_area() { Some(to) } else { self.factory_of_zone(s, nation, to, count) };
        self.put_new(s, nation, kind, to, count);
        let counts = kind != Kind::Factory && (kind != Kind::Token || self.c.factory.tokens_count);
        if let (Some(area), true) = (at_factory, counts) {
            let placed = &mut s.placed[area.i()];
            *placed = placed.saturating_add(count.min(255) as u8);
        }
        let (who, what) = (symbol(nation), kinds(kind, count));
        play.say(
            nation.seat(),
            "war TS-6",
            say!("{who} places {count} {what} in {to}.", who, count, what, to),
        )
        .on(to)
        .effect(Effect::Placed { unit: some(count, Unit::new(to, nation, kind)), at: to.into() });
    }
    fn factory_of_zone(&self, s: &State, nation: Nation, zone: Place, count: u16) -> Option<Place> {
        if !zone.is_zone() {
            return None;
        }
        let shores = self.c.shore[zone.zone()] & self.working_factories(s, nation);
        each(shores).find(|&a| self.factory_room(s, nation, a) >= count)
    }
    fn put_new(&self, s: &mut State, nation: Nation, kind: Kind, to: Place, count: u16) {
        match kind {
            Kind::Token => s.tokens[to.i()] = s.tokens[to.i()].saturating_add(count),
            Kind::Factory => {
                s.factory[to.i()] = nation as u8 + 1;
                s.new_factories |= bit(to);
            }
            _ => {
                let range = if kind.is_land() { 0 } else { self.c.values(s.opts.d12, nation, kind).moves };
                s.add(Unit::new(to, nation, kind).ranging(range).doing(crate::kinds::Status::Moved), count);
            }
        }
    }
    /// Track purchases have one place to go, so they go there by themselves. [rule: war TR-1, war TR-3]
    pub(crate) fn place_on_track(&self, s: &mut State, play: &mut Play) {
        for nation in s.active_nations() {
            for kind in Kind::ALL {
                let have = s.bought(nation, kind);
                if have == 0 || self.c.nation[nation as usize].track >> kind as u16 & 1 == 0 {
                    continue;
                }
                *s.bought_mut(nation, kind) = 0;
                self.put_new(s, nation, kind, TRACK, have);
                if kind == Kind::Token {
                    s.fresh_tokens[0] += have;
                }
                let (who, what) = (symbol(nation), kinds(kind, have));
                play.note("war TR-3", say!("To the Supply Track: {have} {who} {what}.", have, who, what))
                    .on(TRACK)
                    .effect(Effect::Placed {
                        unit: some(have, Unit::new(TRACK, nation, kind)),
                        at: TRACK.into(),
                    });
            }
        }
    }
    /// What could not be placed is paid back. [rule: war TS-6]
    pub(crate) fn refund(&self, s: &mut State, play: &mut Play) {
        for nation in s.active_nations() {
            for kind in Kind::ALL {
                let have = std::mem::take(s.bought_mut(nation, kind));
                if have > 0 {
                    let cost = have * u16::from(self.c.values(s.opts.d12, nation, kind).cost);
                    s.treasury[nation as usize] = s.treasury[nation as usize].saturating_add(cost);
                    let (who, what) = (symbol(nation), kinds(kind, have));
                    let back = say!("Paid back for {have} {who} {what}: {cost} IPC.", have, who, what, cost);
                    play.note("war TS-6", back);
                }
            }
        }
    }
}
