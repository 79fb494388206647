//! Every action with the form of its text, and the words of its fields.

use crate::game::KoreanBattles;
use crate::ids::{Hex, Side, UnitId};
use crate::state::State;
use engine::{Attached, Decision, Random, Word};

engine::actions! {
    /// One small decision. The order is the order of legal lists.
    pub enum Action for KoreanBattles {
        /// The rest of a side's set-up as history had it.
        SetupDefault = "setup default";
        /// A Chinese division as one counter or as regiments.
        Form { unit: UnitId, division: bool } = "form {unit} {division:division|regiments}";
        /// Breaks a division down into regiments.
        Break { unit: UnitId } = "break {unit}";
        /// Sets a unit up.
        Place { unit: UnitId, hex: Hex, hidden: bool } = "place {unit} {hex}[ hidden]";
        /// Places a dummy.
        Dummy { hex: Hex } = "dummy {hex}";
        /// Ends set-up, waves or advances.
        Done = "done";
        /// Chooses a unit to move.
        Select { unit: UnitId } = "move {unit}";
        /// The destination of a move, or the next hex of a retreat.
        To { hex: Hex } = "to {hex}";
        /// One step by a route of one's own; the move goes on.
        Via { hex: Hex } = "via {hex}";
        /// Ends a move where the unit is.
        Stay = "stay";
        /// Leaves the map.
        Exit = "exit";
        /// Brings a reinforcement in.
        Enter { unit: UnitId, hex: Hex } = "enter {unit} {hex}";
        /// Withdraws a unit.
        Withdraw { unit: UnitId } = "withdraw {unit}";
        /// Engineers bridge a hexside.
        Bridge { unit: UnitId, over: Hexside } = "bridge {unit} {over}";
        /// Supplies a unit by air.
        Air { unit: UnitId } = "air {unit}";
        /// Bombards a hex with a first marker.
        Bombard { hex: Hex, marker: Marker } = "bombard {hex} {marker}";
        /// Declares an attack on a hex.
        Attack { hex: Hex } = "attack {hex}";
        /// Adds a unit to the attack.
        Add { unit: UnitId } = "add {unit}";
        /// Takes a unit out of it again.
        Remove { unit: UnitId } = "remove {unit}";
        /// Confirms the attack.
        Fight = "fight";
        /// Doubles a unit by a human wave.
        Wave { unit: UnitId } = "wave {unit}";
        /// Plays a support marker.
        Support { marker: Marker } = "support {marker}";
        /// Plays none in this slot.
        Decline = "decline";
        /// Stiff resistance with a unit.
        Stand { unit: UnitId } = "stand {unit}";
        /// Retreats.
        Retreat = "retreat";
        /// Chooses the unit that loses a step.
        Lose { unit: UnitId } = "lose {unit}";
        /// Chooses the next unit to retreat.
        RetreatUnit { unit: UnitId } = "retreat {unit}";
        /// Displaces a friend.
        Displace { unit: UnitId, hex: Hex } = "displace {unit} {hex}";
        /// Displaces nobody.
        Refuse = "refuse";
        /// Advances after combat.
        Advance { unit: UnitId, hex: Hex } = "advance {unit} {hex}";
        /// Rebuilds a unit.
        Rebuild { unit: UnitId } = "rebuild {unit}";
        /// Turns a face-down unit of one's own up.
        Show { unit: UnitId } = "show {unit}";
        /// Ends the phase.
        Pass = "pass";
    }
}

/// A support marker by its value, 1 to 7.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Marker(pub(crate) u8);

/// A hexside: two neighbours, the lower first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hexside {
    pub(crate) a: Hex,
    pub(crate) b: Hex,
}

impl Marker {
    /// The place of its value in hands and pools.
    pub(crate) fn index(self) -> usize {
        usize::from(self.0) - 1
    }
    pub(crate) fn all() -> impl DoubleEndedIterator<Item = Self> {
        (1..=7).map(Self)
    }
}

impl Hexside {
    pub(crate) fn between(one: Hex, other: Hex) -> Self {
        Self { a: one.min(other), b: one.max(other) }
    }
}

impl Word<KoreanBattles> for UnitId {
    fn write(&self, rules: &KoreanBattles, state: &State, out: &mut String) {
        out.push_str(rules.of(state).units.get(self.index()).map_or("?", |u| &u.id));
    }
    fn read(rules: &KoreanBattles, state: &State, text: &str) -> Result<Self, String> {
        rules.of(state).unit_named(text).ok_or_else(|| format!("there is no unit \"{text}\""))
    }
    fn any(rules: &KoreanBattles, state: &State, random: &mut Random) -> Option<Self> {
        Some(Self(random.below(rules.of(state).units.len()) as u8))
    }
    fn attach(&self, rules: &KoreanBattles, state: &State, to: &mut Attached) {
        let scenario = rules.of(state);
        if scenario.piece_place(state, *self).is_some() {
            to.piece = Some(scenario.piece_id(state, *self).into_owned());
        }
    }
}

impl Word<KoreanBattles> for Hex {
    fn write(&self, rules: &KoreanBattles, state: &State, out: &mut String) {
        out.push_str(rules.of(state).ground.label(*self));
    }
    fn read(rules: &KoreanBattles, state: &State, text: &str) -> Result<Self, String> {
        rules.of(state).ground.hex(text).ok_or_else(|| format!("there is no hex \"{text}\""))
    }
    fn any(rules: &KoreanBattles, state: &State, random: &mut Random) -> Option<Self> {
        Some(Self(random.below(rules.of(state).ground.hexes) as u16))
    }
    fn attach(&self, rules: &KoreanBattles, state: &State, to: &mut Attached) {
        to.place = Some(rules.of(state).ground.label(*self).to_owned());
    }
}

impl Word<KoreanBattles> for Marker {
    fn write(&self, _: &KoreanBattles, _: &State, out: &mut String) {
        out.push('+');
        out.push_str(&self.0.to_string());
    }
    fn read(_: &KoreanBattles, _: &State, text: &str) -> Result<Self, String> {
        let value = text.strip_prefix('+').unwrap_or(text).parse::<u8>().ok().filter(|v| (1..=7).contains(v));
        value.map(Self).ok_or_else(|| format!("\"{text}\" is no marker: there are +1 to +7"))
    }
    fn any(_: &KoreanBattles, _: &State, random: &mut Random) -> Option<Self> {
        Some(Self(random.below(7) as u8 + 1))
    }
    /// A marker of the hand, unless a hex is chosen with it.
    fn attach(&self, rules: &KoreanBattles, state: &State, to: &mut Attached) {
        let seat = state.top().and_then(|frame| frame.seats(rules, state).first());
        if let (None, Some(seat)) = (&to.place, seat) {
            to.piece = Some(format!("{}+{}", crate::panels::hand_box(Side::of(seat)), self.0));
        }
    }
}

impl Word<KoreanBattles> for Hexside {
    fn write(&self, rules: &KoreanBattles, state: &State, out: &mut String) {
        self.a.write(rules, state, out);
        out.push('/');
        self.b.write(rules, state, out);
    }
    fn read(rules: &KoreanBattles, state: &State, text: &str) -> Result<Self, String> {
        let (a, b) = text.split_once('/').ok_or("a hexside is written as two hexes: 0804/0805")?;
        Ok(Self::between(Hex::read(rules, state, a)?, Hex::read(rules, state, b)?))
    }
    fn any(rules: &KoreanBattles, state: &State, random: &mut Random) -> Option<Self> {
        let a = Hex::any(rules, state, random)?;
        let near = rules.of(state).ground.neighbours(a).nth(random.below(6));
        Some(Self::between(a, near?))
    }
    fn attach(&self, rules: &KoreanBattles, state: &State, to: &mut Attached) {
        self.a.attach(rules, state, to);
    }
}
