//! Income, purchase, factories and placement.

use crate::War625;
use crate::action::Action;
use crate::data::{bit, each};
use crate::kinds::{AREAS, Kind, Nation, TRACK, Unit};
use crate::state::{FULL, State};
use engine::{Illegal, Play, Seat};

/// Numbers offered in one purchase.
fn lots(kind: Kind) -> u8 {
    if matches!(kind, Kind::Infantry | Kind::Token) { 6 } else { 1 }
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
                play.note(
                    "war CL-31",
                    format_args!("{} collects {gain} IPC: {income} less {damage} for bombing.", chart.name),
                );
            } else {
                play.note("war TS-1", format_args!("{} collects {gain} IPC.", chart.name));
            }
        }
    }

    fn buys(&self, s: &State, nation: Nation) -> bool {
        s.is_active(nation) && self.governs(s, nation) && s.stacks.len() < FULL
    }
    /// Whether a nation may buy a kind at all.
    fn on_sale(&self, s: &State, nation: Nation, kind: Kind) -> bool {
        let chart = &self.c.nation[nation as usize];
        self.c.values(s.opts.d12, nation, kind).buys && (chart.factory | chart.track) >> kind as u16 & 1 == 1
    }
    /// [rule: war CL-03, war TS-2, war CE-6, war AT-3, war FP-6]
    pub(crate) fn purchase_options(&self, s: &State, seat: Seat, out: &mut Vec<Action>) {
        for nation in Nation::ALL.into_iter().filter(|n| n.seat() == seat && self.buys(s, *n)) {
            let purse = s.treasury[nation as usize];
            if purse == 0 {
                continue;
            }
            for kind in Kind::ALL.into_iter().filter(|&k| self.on_sale(s, nation, k)) {
                let cost = u16::from(self.c.values(s.opts.d12, nation, kind).cost);
                let most = (purse / cost).min(u16::from(lots(kind))) as u8;
                out.extend((1..=most).map(|count| Action::Buy { nation, kind, count }));
            }
            if nation == Nation::Us && self.weapons_for_sale(s) {
                out.push(Action::BuyWeapon);
            }
        }
    }
    /// Why a purchase is refused. [rule: war CL-03, war FP-6]
    pub(crate) fn refuse_purchase(&self, s: &State, seat: Seat, nation: Nation, kind: Kind) -> Illegal {
        if nation.seat() != seat || !s.is_active(nation) {
            return Illegal::new("war OP-1", "each nation buys in its own turn, for itself");
        }
        if !self.governs(s, nation) {
            return Illegal::new("war HO-3", "a nation without its capital builds nothing");
        }
        if !self.on_sale(s, nation, kind) {
            let rule = if kind == Kind::Factory { "war FP-6" } else { "war FP-1" };
            return Illegal::new(
                rule,
                format!("{} cannot buy {}", self.c.nation[nation as usize].name, kind.id()),
            );
        }
        Illegal::new("war CL-03", "the treasury does not pay for that")
    }
    pub(crate) fn do_buy(&self, s: &mut State, play: &mut Play, nation: Nation, kind: Kind, count: u8) {
        let cost = u16::from(self.c.values(s.opts.d12, nation, kind).cost) * u16::from(count);
        s.treasury[nation as usize] -= cost;
        *s.bought_mut(nation, kind) += u16::from(count);
        play.say(
            nation.seat(),
            "war TS-2",
            format_args!(
                "{} buys {count} {} for {cost} IPC.",
                self.c.nation[nation as usize].name,
                kind.words(count.into())
            ),
        );
    }

    /// Units that may still be placed at a factory this turn. The first owner and builder: ten and the printed IPC, less
    /// atomic losses; a captor: half of what the area is worth. [rule: war FA-1, war FA-2, war FA-3, war CL-29]
    pub(crate) fn factory_room(&self, s: &State, nation: Nation, area: u8) -> u16 {
        let a = area as usize;
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
            .filter(|&a| s.factory[a as usize] != 0 && s.control[a as usize] == nation as u8)
            .fold(0, |m, a| m | bit(a))
    }
    /// Places where a purchase can go. [rule: war FA-4, war TR-1, war TR-2, war CL-35, war FP-6, war TR-3, war FP-7]
    fn placements(&self, s: &State, nation: Nation, kind: Kind, mut offer: impl FnMut(u8, u16)) {
        let chart = &self.c.nation[nation as usize];
        if chart.track >> kind as u16 & 1 == 1 {
            return offer(TRACK, u16::MAX);
        }
        if chart.factory >> kind as u16 & 1 == 0 {
            return;
        }
        if kind == Kind::Factory {
            for a in each(s.held & !self.c.japan) {
                let i = a as usize;
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
            for z in each(self.c.coast[a as usize]) {
                if kind.is_sea() && !s.hostile(z, nation.side()) {
                    offer(z, room);
                } else if kind.is_light_plane() {
                    offer(z, room.min(s.deck_room(z, nation.side(), lift)));
                }
            }
        }
    }
    pub(crate) fn place_options(&self, s: &State, seat: Seat, out: &mut Vec<Action>) {
        for nation in Nation::ALL.into_iter().filter(|n| n.seat() == seat && s.is_active(*n)) {
            for kind in Kind::ALL {
                let have = s.bought(nation, kind);
                if have == 0 || s.stacks.len() >= FULL {
                    continue;
                }
                self.placements(s, nation, kind, |to, room| {
                    let most = have.min(room);
                    out.extend((1..=most.min(6)).map(|c| Action::Place { nation, kind, to, count: c as u8 }));
                    if (7..=250).contains(&most) {
                        out.push(Action::Place { nation, kind, to, count: most as u8 });
                    }
                });
            }
        }
    }
    /// Why a placement is refused.
    pub(crate) fn refuse_place(&self, s: &State, seat: Seat, nation: Nation, kind: Kind, to: u8) -> Illegal {
        let chart = &self.c.nation[nation as usize];
        if nation.seat() != seat || !s.is_active(nation) {
            return Illegal::new("war OP-1", "each nation places its own purchases");
        }
        if s.bought(nation, kind) == 0 {
            return Illegal::new("war TS-6", "only what was bought this turn is placed");
        }
        if chart.track >> kind as u16 & 1 == 1 && to != TRACK {
            let rule = if nation == Nation::Rok { "war TR-2" } else { "war TR-1" };
            return Illegal::new(rule, "this comes by the first space of the Supply Track");
        }
        if to >= TRACK {
            return Illegal::new("war TR-2", "this is placed at a factory, not on the Supply Track");
        }
        if kind == Kind::Factory {
            return Illegal::new(
                "war FP-6",
                "a new factory needs an area without one, worth 1 IPC, held since the start of the turn",
            );
        }
        if (to as usize) < AREAS && s.held & bit(to) == 0 && s.control[to as usize] == nation as u8 {
            return Illegal::new("war CL-29", "nothing is placed in an area taken this turn");
        }
        if (to as usize) < AREAS && self.working_factories(s, nation) & bit(to) != 0 {
            if kind.is_sea() {
                return Illegal::new("war FA-4", "ships are placed in the sea zone of the factory");
            }
            let own = s.factory[to as usize] == nation as u8 + 1;
            return Illegal::new(
                if own { "war FA-1" } else { "war FA-2" },
                "the factory takes no more units this turn",
            );
        }
        Illegal::new("war FA-4", "units are placed at a factory of their own nation")
    }
    /// [rule: war TS-6, war FA-4]
    pub(crate) fn do_place(&self, s: &mut State, play: &mut Play, order: (Nation, Kind, u8, u8)) {
        let (nation, kind, to, count) = order;
        *s.bought_mut(nation, kind) -= u16::from(count);
        self.put_new(s, nation, kind, to, u16::from(count));
        let at_factory = if (to as usize) < AREAS { Some(to) } else { self.factory_of_zone(s, nation, to) };
        let counts = kind != Kind::Factory && (kind != Kind::Token || self.c.factory.tokens_count);
        if let (Some(area), true) = (at_factory, counts) {
            s.placed[area as usize] = s.placed[area as usize].saturating_add(count);
        }
        play.say(
            nation.seat(),
            "war TS-6",
            format_args!(
                "{} places {count} {} in {}.",
                nation.id(),
                kind.words(count.into()),
                self.c.name(to)
            ),
        )
        .at(self.c.id(to));
    }
    fn factory_of_zone(&self, s: &State, nation: Nation, zone: u8) -> Option<u8> {
        if zone >= TRACK {
            return None;
        }
        let shores = self.c.shore[zone as usize - AREAS] & self.working_factories(s, nation);
        each(shores).find(|&a| self.factory_room(s, nation, a) > 0)
    }
    fn put_new(&self, s: &mut State, nation: Nation, kind: Kind, to: u8, count: u16) {
        match kind {
            Kind::Token => s.tokens[to as usize] = s.tokens[to as usize].saturating_add(count),
            Kind::Factory => {
                s.factory[to as usize] = nation as u8 + 1;
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
                play.note(
                    "war TR-3",
                    format_args!("To the Supply Track: {have} {} {}.", nation.id(), kind.words(have)),
                );
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
                    play.note(
                        "war TS-6",
                        format_args!(
                            "Paid back for {have} {} {}: {cost} IPC.",
                            nation.id(),
                            kind.words(have)
                        ),
                    );
                }
            }
        }
    }
}
