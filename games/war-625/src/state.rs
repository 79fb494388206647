//! The position: flat arrays and one sorted list of stacks.

use crate::battle::Battle;
use crate::data::bit;
use crate::frames::Frame;
use crate::kinds::{AREAS, Kind, NATIONS, Nation, PLACES, Place, SPACES, Side, Status, Unit, WHERE, unpack};
use crate::movement::Choice;
use crate::sequence::Step;
use engine::flat::{Array, Stack};
use serde::{Deserialize, Serialize};

/// Most different stacks a position can hold.
pub(crate) const MOST_STACKS: usize = 1024;
/// Beyond this many stacks nothing new is bought or split off, so that the list never overflows.
pub(crate) const FULL: usize = MOST_STACKS - 192;
/// Most pairs of origin and target in one combat movement.
pub(crate) const MOST_PAIRS: usize = 224;
/// Seats.
pub(crate) const SEATS: usize = 5;

/// Most areas in which infantry may be hidden.
pub(crate) const HIDEOUTS: usize = 10;
/// Most ways of their own that aircraft are out on at once, and the steps of the longest.
pub(crate) const MOST_ROUTES: usize = 16;
pub(crate) const LONGEST: usize = 12;
/// A way through the air: the places passed, the last one included.
pub(crate) type Route = Stack<Place, LONGEST>;

/// The options of the match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Opts {
    pub(crate) d12: bool,
    pub(crate) atomic: bool,
    pub(crate) soviet: bool,
    pub(crate) armistice: bool,
    pub(crate) capitals: bool,
    pub(crate) resign: bool,
    pub(crate) length: u8,
}

/// An attack group: every unit going from one origin into one target (ST-1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Pair {
    pub(crate) origin: Place,
    pub(crate) target: Place,
    /// 7: paid with a token for everybody; else the nation that breaks out without one (BR-1).
    pub(crate) nation: u8,
}

/// The Chinese entry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct China {
    /// Turn in which the clock started; 0: not yet.
    pub(crate) clock: u8,
    /// Turn of the first roll.
    pub(crate) first_roll: u8,
    pub(crate) permission: bool,
    pub(crate) war: bool,
    /// Turn of the +1; 0: not yet.
    pub(crate) entry: u8,
    pub(crate) revealed: bool,
    /// Infantry written down, by index of the eligible areas (HC-1).
    pub(crate) hidden: Array<u8, HIDEOUTS>,
    /// Lines of the secret paper that are written or left empty: always the same number, so that it tells nothing.
    pub(crate) lines: u8,
    /// Whether this is the view of somebody who does not know the hidden infantry.
    pub(crate) unseen: bool,
}

/// Atomic weaponry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Atomic {
    pub(crate) authorised: bool,
    pub(crate) bought: u8,
    pub(crate) stock: u8,
    pub(crate) used: u8,
}

/// A position of the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    pub(crate) opts: Opts,
    pub(crate) turn: u8,
    /// 0 North Korea with China, 1 South Korea, 2 United States, 3 United Nations.
    pub(crate) group: u8,
    pub(crate) step: Step,
    pub(crate) frames: Stack<Frame, 12>,
    /// Seats that have ended their part of the phase.
    pub(crate) passed: u8,
    /// What each seat has in hand.
    pub(crate) chosen: Array<Choice, SEATS>,
    pub(crate) stacks: Stack<u64, MOST_STACKS>,
    pub(crate) control: Array<u8, AREAS>,
    pub(crate) ipc: Array<u8, AREAS>,
    /// Sum of economic strikes on the area (FA-3).
    pub(crate) atomic_loss: Array<u8, AREAS>,
    /// Nation + 1 whose factory stands here first; 0: none.
    pub(crate) factory: Array<u8, AREAS>,
    pub(crate) placed: Array<u8, AREAS>,
    pub(crate) bombed: Array<u8, AREAS>,
    pub(crate) tokens: Array<u16, PLACES>,
    /// Tokens that reached a track space in this game turn.
    pub(crate) fresh_tokens: Array<u16, SPACES>,
    /// Areas that have been the active side's since the start of this nation's turn.
    pub(crate) held: u64,
    pub(crate) struck: u64,
    pub(crate) new_factories: u64,
    /// Areas where isolated units have used up a token in this game turn (SL-4).
    pub(crate) paid: u64,
    pub(crate) iso: Array<u8, { AREAS * NATIONS }>,
    /// Areas whose breakout is used up, by nation (BR-1).
    pub(crate) breakout: Array<u64, NATIONS>,
    pub(crate) treasury: Array<u16, NATIONS>,
    pub(crate) damage: Array<u16, NATIONS>,
    pub(crate) bought: Array<u16, { NATIONS * 16 }>,
    pub(crate) pairs: Stack<Pair, MOST_PAIRS>,
    /// Ways of their own that aircraft are out on; their stacks name them by number.
    pub(crate) routes: Stack<Route, MOST_ROUTES>,
    /// Zones whose sea battle is over in this Combat phase.
    pub(crate) fought: u64,
    /// Places that were attacked when Combat opened (DAS-1).
    pub(crate) attacked: u64,
    /// Whether flights, raids and captures of this Combat phase are done: 0, 1 air, 2 landings.
    pub(crate) opened: u8,
    pub(crate) battle: Battle,
    pub(crate) china: China,
    /// 0 none, 1 on its way, 2 entered.
    pub(crate) soviet: u8,
    pub(crate) atomic: Atomic,
    /// An offer of prisoners or an armistice was made in this nation's turn.
    pub(crate) offered: bool,
    pub(crate) truce_offered: bool,
    pub(crate) armistice: bool,
    /// 0 none, else 1 + the side that resigned.
    pub(crate) resigned: u8,
    /// Derived: areas of each side, areas with its land or air units, areas with its land units.
    pub(crate) friendly: Array<u64, 2>,
    pub(crate) holds: Array<u64, 2>,
    pub(crate) troops: Array<u64, 2>,
    /// Derived: places with anti-aircraft guns, zones with surfaced ships, zones with destroyers.
    pub(crate) guns: Array<u64, 2>,
    pub(crate) ships: Array<u64, 2>,
    pub(crate) counts: Array<[u16; 3], { WHERE * 2 }>,
}

impl State {
    pub(crate) fn empty(opts: Opts) -> Self {
        Self {
            opts,
            turn: 1,
            group: 0,
            step: Step::Start,
            frames: Stack::default(),
            passed: 0,
            chosen: Array::default(),
            stacks: Stack::default(),
            control: Array::default(),
            ipc: Array::default(),
            atomic_loss: Array::default(),
            factory: Array::default(),
            placed: Array::default(),
            bombed: Array::default(),
            tokens: Array::default(),
            fresh_tokens: Array::default(),
            held: 0,
            struck: 0,
            new_factories: 0,
            paid: 0,
            iso: Array::default(),
            breakout: Array::default(),
            treasury: Array::default(),
            damage: Array::default(),
            bought: Array::default(),
            pairs: Stack::default(),
            routes: Stack::default(),
            fought: 0,
            attacked: 0,
            opened: 0,
            battle: Battle::default(),
            china: China::default(),
            soviet: 0,
            atomic: Atomic::default(),
            offered: false,
            truce_offered: false,
            armistice: false,
            resigned: 0,
            friendly: Array::default(),
            holds: Array::default(),
            troops: Array::default(),
            guns: Array::default(),
            ships: Array::default(),
            counts: Array::default(),
        }
    }

    /// The side whose turn it is.
    #[inline]
    pub(crate) const fn active(&self) -> Side {
        if self.group == 0 { Side::Communist } else { Side::Allied }
    }
    /// Whether a nation takes part in the current turn (OP-1).
    #[inline]
    pub(crate) const fn is_active(&self, nation: Nation) -> bool {
        match self.group {
            0 => (nation as u8) < 3,
            group => nation as u8 == group + 2,
        }
    }
    /// The nations of the current turn.
    pub(crate) fn active_nations(&self) -> impl Iterator<Item = Nation> + use<> {
        let group = self.group;
        Nation::ALL
            .into_iter()
            .filter(move |&n| if group == 0 { (n as u8) < 3 } else { n as u8 == group + 2 })
    }
    /// The phase under way: the frame above the base.
    pub(crate) fn phase(&self) -> Option<Frame> {
        self.frames.get(1).copied()
    }
    pub(crate) fn is_over(&self) -> bool {
        self.step == Step::Over
    }
    /// Whether a nation takes part in the war: China only once it has entered. [rule: war CE-7]
    #[inline]
    pub(crate) const fn at_war(&self, nation: Nation) -> bool {
        !matches!(nation, Nation::Ch) || self.china.war
    }
    /// China enters: its ships count from now on.
    pub(crate) fn begin_chinese_war(&mut self) {
        self.china.war = true;
        let old = self.stacks;
        for &stack in old.iter() {
            let (unit, count) = unpack(stack);
            if unit.nation() == Nation::Ch && unit.kind().is_sea() {
                self.tally(unit, i32::from(count));
            }
        }
    }
    #[inline]
    pub(crate) fn nation_at(&self, area: Place) -> Nation {
        Nation::from_index(self.control[area.i()])
    }
    #[inline]
    pub(crate) fn side_at(&self, area: Place) -> Side {
        self.nation_at(area).side()
    }
    pub(crate) fn set_control(&mut self, area: Place, nation: Nation) {
        self.control[area.i()] = nation as u8;
        let (side, here) = (nation.side() as usize, bit(area));
        self.friendly[side] |= here;
        self.friendly[1 - side] &= !here;
    }
    pub(crate) fn iso(&self, area: Place, nation: Nation) -> u8 {
        self.iso[area.i() * NATIONS + nation as usize]
    }
    pub(crate) fn set_iso(&mut self, area: Place, nation: Nation, value: u8) {
        self.iso[area.i() * NATIONS + nation as usize] = value;
    }
    pub(crate) fn bought(&self, nation: Nation, kind: Kind) -> u16 {
        self.bought[nation as usize * 16 + kind as usize]
    }
    pub(crate) fn bought_mut(&mut self, nation: Nation, kind: Kind) -> &mut u16 {
        &mut self.bought[nation as usize * 16 + kind as usize]
    }
    pub(crate) fn has_factory(&self, area: Place) -> bool {
        self.factory[area.i()] != 0
    }

    /// All stacks.
    #[inline]
    pub(crate) fn units(&self) -> impl Iterator<Item = (Unit, u16)> + '_ {
        self.stacks.iter().map(|&s| unpack(s))
    }
    /// The stacks of a place, in the order of dice.
    #[inline]
    pub(crate) fn at(&self, place: Place) -> impl Iterator<Item = (Unit, u16)> + '_ {
        let from = self.stacks.partition_point(|&s| s < u64::from(place.0) << 56);
        self.stacks[from..].iter().map(|&s| unpack(s)).take_while(move |(u, _)| u.place() == place)
    }
    /// The first stack of a place that fits.
    pub(crate) fn first_at(&self, place: Place, fits: impl Fn(Unit) -> bool) -> Option<(Unit, u16)> {
        self.at(place).find(|(u, _)| fits(*u))
    }
    /// The first stack anywhere that fits.
    pub(crate) fn first(&self, fits: impl Fn(Unit) -> bool) -> Option<(Unit, u16)> {
        self.units().find(|(u, _)| fits(*u))
    }
    /// The number of units of exactly this description.
    pub(crate) fn count(&self, unit: Unit) -> u16 {
        match self.find(unit) {
            Ok(i) => self.stacks[i] as u16,
            Err(_) => 0,
        }
    }
    fn find(&self, unit: Unit) -> Result<usize, usize> {
        self.stacks.binary_search_by(|&s| (s & !0xffff).cmp(&unit.0))
    }

    /// Adds units.
    pub(crate) fn add(&mut self, unit: Unit, count: u16) {
        if count == 0 {
            return;
        }
        match self.find(unit) {
            Ok(i) => self.stacks[i] = unit.times((self.stacks[i] as u16).saturating_add(count)),
            Err(i) => {
                if !self.stacks.try_push(u64::MAX) {
                    return;
                }
                let len = self.stacks.len();
                self.stacks.copy_within(i..len - 1, i + 1);
                self.stacks[i] = unit.times(count);
            }
        }
        self.tally(unit, i32::from(count));
    }
    /// Takes units away; no more than there are.
    pub(crate) fn take(&mut self, unit: Unit, count: u16) {
        let Ok(i) = self.find(unit) else { return };
        let have = self.stacks[i] as u16;
        let count = count.min(have);
        if count == have {
            self.stacks.remove(i);
        } else {
            self.stacks[i] = unit.times(have - count);
        }
        self.tally(unit, -i32::from(count));
    }
    /// Turns units into others: a move, a change of what they do.
    pub(crate) fn shift(&mut self, from: Unit, to: Unit, count: u16) {
        if from == to || count == 0 {
            return;
        }
        self.take(from, count);
        self.add(to, count);
    }
    /// Changes every stack by a rule; `None` removes it.
    pub(crate) fn change_all(&mut self, mut rule: impl FnMut(&Self, Unit, u16) -> Option<Unit>) {
        let old = self.stacks;
        for &stack in old.iter() {
            let (unit, count) = unpack(stack);
            match rule(self, unit, count) {
                Some(new) => self.shift(unit, new, count),
                None => self.take(unit, count),
            }
        }
    }

    /// Keeps the derived masks true when units come or go.
    fn tally(&mut self, unit: Unit, by: i32) {
        let place = unit.place().i();
        if place >= WHERE || unit.is_prisoner() {
            return;
        }
        let kind = unit.kind();
        let which = if kind.is_land() {
            0
        } else if kind.is_air() {
            1
        } else if unit.is_submerged() {
            return;
        } else {
            2
        };
        if which == 2 && !self.at_war(unit.nation()) {
            return;
        }
        let side = unit.side() as usize;
        let counts = &mut self.counts[place * 2 + side];
        counts[which] = (i32::from(counts[which]) + by).clamp(0, 0xffff) as u16;
        let counts = *counts;
        let here = bit(unit.place());
        let set = |mask: &mut u64, on: bool| if on { *mask |= here } else { *mask &= !here };
        set(&mut self.holds[side], counts[0] + counts[1] > 0 && place < AREAS);
        set(&mut self.troops[side], counts[0] > 0 && place < AREAS);
        set(&mut self.ships[side], counts[2] > 0);
        if kind == Kind::AntiAircraft {
            let guns = self
                .at(unit.place())
                .any(|(u, _)| u.kind() == Kind::AntiAircraft && u.side() as usize == side);
            set(&mut self.guns[side], guns);
        }
    }
    /// Land, air and surfaced sea units of a side in an area or zone.
    #[inline]
    pub(crate) fn tallies(&self, place: Place, side: Side) -> [u16; 3] {
        self.counts[place.i() * 2 + side as usize]
    }
    /// Whether enemy ships on the surface make a zone hostile (CL-09).
    #[inline]
    pub(crate) fn hostile(&self, zone: Place, side: Side) -> bool {
        self.ships[side.enemy() as usize] & bit(zone) != 0
    }
    pub(crate) fn has_destroyer(&self, zone: Place, side: Side) -> bool {
        self.at(zone).any(|(u, _)| u.kind() == Kind::Destroyer && u.side() == side)
    }
    /// Whether two nations share decks: neutral China has its own to itself. [rule: war CE-7]
    #[inline]
    pub(crate) fn share_decks(&self, a: Nation, b: Nation) -> bool {
        a.side() == b.side() && (a == b || self.at_war(a) && self.at_war(b))
    }
    /// Places of fighters and choppers free on the carriers of a zone (CL-27).
    pub(crate) fn deck_room(&self, zone: Place, nation: Nation, lift: u8) -> u16 {
        let mut room = 0;
        let mut aboard = 0;
        for (u, n) in self.at(zone).filter(|(u, _)| self.share_decks(u.nation(), nation)) {
            if u.kind() == Kind::Carrier {
                room += n * u16::from(lift);
            } else if u.kind().is_air()
                && matches!(u.status(), Status::Ready | Status::Moved | Status::DasUsed)
            {
                aboard += n;
            }
        }
        room.saturating_sub(aboard)
    }
    /// Whether a pair of origin and target is open for a nation.
    #[inline]
    pub(crate) fn pair_open(&self, origin: Place, target: Place, nation: Nation) -> bool {
        self.pairs
            .iter()
            .any(|p| p.origin == origin && p.target == target && (p.nation == 7 || p.nation == nation as u8))
    }
    /// Whether the derived fields agree with the stacks.
    pub(crate) fn check(&self) -> Result<(), String> {
        let mut fresh = Self::empty(self.opts);
        fresh.china.war = self.china.war;
        for (unit, count) in self.units() {
            if count == 0 {
                return Err(format!("an empty stack {unit:?}"));
            }
            if !unit.cargo().is_packed() {
                return Err(format!("a badly packed cargo {unit:?}"));
            }
            fresh.add(unit, count);
        }
        for a in Place::areas() {
            fresh.set_control(a, self.nation_at(a));
        }
        if fresh.stacks != self.stacks {
            return Err("the stacks are out of order".to_owned());
        }
        let derived = |s: &Self| (s.friendly, s.holds, s.troops, s.guns, s.ships, s.counts);
        if derived(&fresh) != derived(self) {
            return Err("the derived counts are wrong".to_owned());
        }
        Ok(())
    }
    /// Once the list of stacks is nearly full nothing is split off any more.
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.stacks.len() >= FULL
    }
}
