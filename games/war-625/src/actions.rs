//! Every action with the form of its text, and the words of its fields.
//!
//! A unit is written `CRW NK infantry` with what else distinguishes its stack in brackets: `Z7 US transport [infantry+armor]`,
//! `PYO US fighter [flown, range 3, from JAP]`. An action with a count stands in a list for every count from 1 to its own.

use crate::game::War625;
use crate::kinds::{Cargo, Item, Kind, NATIONS, NOWHERE, Nation, PLACES, Place, Unit, unpack};
use crate::names::{cargo_text, item_text, read_cargo};
use crate::state::State;
use engine::{Attached, Count, Random, Word};

/// What an aircraft is sent out for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mission {
    /// Fights in a battle.
    Battle,
    /// Bombs a factory.
    Bomb,
    /// Drops the infantry it carries on an enemy area.
    Drop,
    /// Atomic strike at the economy.
    Economic,
    /// Atomic strike at the troops.
    Military,
}

impl Mission {
    pub(crate) const ALL: [Self; 5] = [Self::Battle, Self::Bomb, Self::Drop, Self::Economic, Self::Military];
    pub(crate) const fn id(self) -> &'static str {
        ["battle", "bomb", "drop", "economic", "military"][self as usize]
    }
}

/// Where a returned prisoner goes: an area, or home where his nation has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Home(pub(crate) Place);

engine::actions! {
    /// One decision. The order is the order of legal lists.
    pub enum Action for War625 {
        /// Ends this seat's part of the phase or step.
        Done = "done";
        /// Writes down hidden infantry.
        Hide { count: Count, area: Place } = "hide {count} {area}";
        /// China enters the war.
        DeclareWar = "declare war";
        /// China waits.
        Withhold = "withhold";
        /// Asks for atomic weapons.
        Ask = "ask authorisation";
        /// Does not.
        DoNotAsk = "do not ask";
        /// Offers prisoners for prisoners.
        Exchange { give: Count, take: u16 } = "offer {give} for {take}";
        /// Agrees to an offer.
        Accept = "accept";
        /// Declines it.
        Decline = "decline";
        /// Names a man who comes back, and where.
        Return { nation: Nation, area: Home } = "return {nation} {area}";
        /// Offers an armistice.
        OfferArmistice = "offer armistice";
        /// Proposes to give up.
        Resign = "resign";
        /// Buys units.
        Buy { count: Count, nation: Nation, kind: Kind } = "buy {count} {nation} {kind}";
        /// Buys an atomic weapon.
        BuyWeapon = "buy weapon";
        /// Chooses a stack to act with.
        Select { unit: Unit } = "select {unit}";
        /// The chosen land units, ships or prisoners go.
        Go { count: Count, to: Place } = "go {count} {to}";
        /// Mechanized units go with as many infantry aboard.
        Ride { count: Count, to: Place } = "ride {count} {to}";
        /// Aircraft go out on a mission, past as few guns as they can, or by the shortest way.
        Fly { count: Count, to: Place, mission: Mission, direct: bool } = "fly {count} {to} {mission}[ direct]";
        /// Aircraft set out on a way of the player's own.
        Way { count: Count, to: Place } = "way {count} {to}";
        /// They go one place on.
        Step { to: Place } = "step {to}";
        /// They are there.
        Stop { mission: Mission } = "stop {mission}";
        /// Aircraft land, or on the Track arrive.
        Land { count: Count, to: Place } = "land {count} {to}";
        /// Loaded aircraft fly over a friendly area and let items fall.
        DropAt { cargo: Cargo, to: Place } = "drop {cargo} {to}";
        /// One token is taken along by each of so many units.
        Carry { count: Count } = "carry {count}";
        /// Loads one carrier from an area (its own area for aircraft).
        Load { cargo: Cargo, from: Place } = "load {cargo} {from}";
        /// A transport lands what it carries in a friendly area.
        Unload { cargo: Cargo, to: Place } = "unload {cargo} {to}";
        /// Transports will land all their troops on an enemy shore.
        Assault { count: Count, to: Place } = "assault {count} {to}";
        /// Transports will land a part of their troops.
        AssaultWith { count: Count, to: Place, cargo: Cargo } = "assault {count} {to} {cargo}";
        /// Guns will fire into an adjacent area.
        Snipe { count: Count, target: Place } = "snipe {count} {target}";
        /// A carrier goes with planes aboard.
        Sail { to: Place, planes: u8 } = "sail {to} with {planes}";
        /// A transport or plane on the Track lifts a load one space (planes: up to two), staying behind or going along.
        Lift { cargo: Cargo, to: Place, along: bool } = "lift {cargo} {to} {along:along|stay}";
        /// Chooses the next battle.
        Battle { place: Place } = "battle {place}";
        /// Calls an aircraft in.
        Call { unit: Unit } = "call {unit}";
        /// Lets a ship bombard the shore.
        Bombard { unit: Unit } = "bombard {unit}";
        /// Names units that leave after the round.
        Leave { count: Count, to: Place, unit: Unit } = "leave {count} {to} {unit}";
        /// Sends aircraft to the sky.
        Sky { count: Count, unit: Unit } = "sky {count} {unit}";
        /// Takes a hit.
        Lose { unit: Unit } = "lose {unit}";
        /// Puts a tank destroyer's hit on an enemy unit.
        Direct { unit: Unit } = "direct {unit}";
        /// A defending plane flies out.
        FlyOut { to: Place, unit: Unit } = "fly out {to} {unit}";
        /// A submarine dives.
        Submerge { unit: Unit } = "submerge {unit}";
        /// Takes captured equipment over, or scraps it.
        Salvage { nation: Nation, kind: Kind, take: bool } = "salvage {nation} {kind} {take:take|scrap}";
        /// The attack goes on.
        Continue = "continue";
        /// The attackers go back.
        Retreat { to: Place } = "retreat {to}";
        /// Aircraft alone break off.
        BreakOff = "break off";
        /// Places what was bought.
        Place { count: Count, nation: Nation, kind: Kind, to: Place } = "place {count} {nation} {kind} {to}";
    }
}

fn one_of<T: Copy>(things: &[T], random: &mut Random) -> Option<T> {
    things.get(random.below(things.len())).copied()
}

impl Word<War625> for Place {
    fn write(&self, rules: &War625, _: &State, out: &mut String) {
        out.push_str(rules.c.id(*self));
    }
    fn read(rules: &War625, _: &State, text: &str) -> Result<Self, String> {
        rules.c.place(text).ok_or_else(|| format!("there is no place \"{text}\""))
    }
    fn any(_: &War625, _: &State, random: &mut Random) -> Option<Self> {
        Some(Self(random.below(PLACES) as u8))
    }
    fn attach(&self, rules: &War625, _: &State, to: &mut Attached) {
        to.place = Some(rules.c.id(*self).to_owned());
    }
}

impl Word<War625> for Home {
    fn write(&self, rules: &War625, state: &State, out: &mut String) {
        match self.0 {
            NOWHERE => out.push_str("home"),
            place => place.write(rules, state, out),
        }
    }
    fn read(rules: &War625, state: &State, text: &str) -> Result<Self, String> {
        if text == "home" { Ok(Self(NOWHERE)) } else { Place::read(rules, state, text).map(Self) }
    }
    fn any(rules: &War625, state: &State, random: &mut Random) -> Option<Self> {
        if random.below(8) == 0 { Some(Self(NOWHERE)) } else { Place::any(rules, state, random).map(Self) }
    }
    fn attach(&self, rules: &War625, state: &State, to: &mut Attached) {
        if self.0 != NOWHERE {
            self.0.attach(rules, state, to);
        }
    }
}

impl Word<War625> for Unit {
    fn write(&self, rules: &War625, state: &State, out: &mut String) {
        rules.unit_text(state, *self, out);
    }
    fn read(rules: &War625, state: &State, text: &str) -> Result<Self, String> {
        rules.read_unit(state, text)
    }
    fn any(_: &War625, state: &State, random: &mut Random) -> Option<Self> {
        one_of(&state.stacks, random).map(|stack| unpack(stack).0)
    }
    fn attach(&self, rules: &War625, state: &State, to: &mut Attached) {
        let mut id = String::new();
        rules.unit_text(state, *self, &mut id);
        to.piece = Some(id);
    }
}

impl Word<War625> for Nation {
    fn write(&self, _: &War625, _: &State, out: &mut String) {
        out.push_str(self.id());
    }
    fn read(_: &War625, _: &State, text: &str) -> Result<Self, String> {
        Self::parse(text).ok_or_else(|| format!("there is no nation \"{text}\""))
    }
    fn any(_: &War625, _: &State, random: &mut Random) -> Option<Self> {
        Some(Self::from_index(random.below(NATIONS) as u8))
    }
}

impl Word<War625> for Kind {
    fn write(&self, _: &War625, _: &State, out: &mut String) {
        out.push_str(self.id());
    }
    fn read(_: &War625, _: &State, text: &str) -> Result<Self, String> {
        Self::parse(text).ok_or_else(|| format!("there is no kind \"{text}\""))
    }
    fn any(_: &War625, _: &State, random: &mut Random) -> Option<Self> {
        one_of(&Self::ALL, random)
    }
}

impl Word<War625> for Mission {
    fn write(&self, _: &War625, _: &State, out: &mut String) {
        out.push_str(self.id());
    }
    fn read(_: &War625, _: &State, text: &str) -> Result<Self, String> {
        Self::ALL
            .into_iter()
            .find(|m| m.id() == text)
            .ok_or_else(|| format!("there is no mission \"{text}\""))
    }
    fn any(_: &War625, _: &State, random: &mut Random) -> Option<Self> {
        one_of(&Self::ALL, random)
    }
}

impl Word<War625> for Cargo {
    fn write(&self, _: &War625, _: &State, out: &mut String) {
        cargo_text(*self, '+', item_text, out);
    }
    fn read(_: &War625, _: &State, text: &str) -> Result<Self, String> {
        read_cargo(text)
    }
    fn any(_: &War625, _: &State, random: &mut Random) -> Option<Self> {
        let item = |random: &mut Random| match random.below(4) {
            0 | 1 => Item::Infantry,
            2 => Item::Token,
            _ => Item::Heavy(Kind::from_index(random.below(5) as u8 + 1)),
        };
        let first = item(random);
        let second = (random.below(2) == 0).then(|| item(random));
        Self::pack([first].into_iter().chain(second))
    }
}
