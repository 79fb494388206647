//! The actions and the words of their fields.

use crate::game::FireAndIce;
use crate::setup::{AIR_BOXES, BASES};
use crate::state::{AirBox, AirId, Attack, Base, PieceId, Sea, Spot, State, mark};
use board::HexId;
use engine::{Attached, Count, Random, Word};

/// Markers that actions name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Marker {
    /// Great Leader.
    Great,
    /// Incompetent Leader.
    Incompetent,
    /// Fuel Shortage.
    Fuel,
    /// Fuel Out.
    FuelOut,
    /// Ammo Shortage.
    Ammo,
    /// Ammo Out.
    AmmoOut,
    /// Disrupted.
    Disrupted,
    /// Routed.
    Routed,
    /// Bug Out.
    BugOut,
    /// Poor or Penal.
    Bad,
    /// Elite or Guards.
    Good,
}

impl Marker {
    /// All of them with their words and bits.
    pub(crate) const ALL: [(Marker, &'static str, u16); 11] = [
        (Marker::Great, "great-leader", mark::GREAT),
        (Marker::Incompetent, "incompetent-leader", mark::INCOMPETENT),
        (Marker::Fuel, "fuel-shortage", mark::FUEL),
        (Marker::FuelOut, "fuel-out", mark::FUEL_OUT),
        (Marker::Ammo, "ammo-shortage", mark::AMMO),
        (Marker::AmmoOut, "ammo-out", mark::AMMO_OUT),
        (Marker::Disrupted, "disrupted", mark::DISRUPTED),
        (Marker::Routed, "routed", mark::ROUTED),
        (Marker::BugOut, "bug-out", mark::BUG_OUT),
        (Marker::Bad, "poor", mark::BAD),
        (Marker::Good, "elite", mark::GOOD),
    ];
    /// Its bit.
    pub(crate) fn bit(self) -> u16 {
        Self::ALL[self as usize].2
    }
    /// Its word.
    pub(crate) fn word(self) -> &'static str {
        Self::ALL[self as usize].1
    }
}

/// A nation's replacement points: place on the side's track.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pool(pub u8);

impl Pool {
    /// The words of both sides' tracks.
    pub(crate) const WORDS: [[&'static str; 3]; 2] = [["rok", "us", "un"], ["nk", "prc", "su"]];
}

engine::actions! {
    /// One small decision. The order is the order of legal lists.
    pub enum Action for FireAndIce {
        /// Rolls for foreign intervention (12.2.1).
        RollIntervention = "roll intervention";
        /// Asks for foreign aid (12.2.2).
        AskAid = "ask aid";
        /// Aid: takes a Poor or Penal marker, or a Leader, off a unit.
        Relieve { unit: PieceId, marker: Marker } = "relieve {unit} {marker}";
        /// Aid, or Ridgway: a unit becomes Elite or Guards.
        Honour { unit: PieceId } = "honour {unit}";
        /// Aid: a destroyed unit goes to the Replacements box.
        Recall { unit: PieceId } = "recall {unit}";
        /// Aid: a reduced aircraft is restored.
        Restore { air: AirId } = "restore {air}";
        /// The Chinese come in now.
        Intervene = "intervene";
        /// Chooses a unit to infiltrate (12.2.1).
        Infiltrate { unit: PieceId } = "infiltrate {unit}";
        /// Places a piece in a box or on a hex.
        Place { unit: PieceId, at: Spot } = "place {unit} {at}";
        /// Pays for a headquarters to be fresh (7.0).
        FlipHq { hq: PieceId } = "flip {hq}";
        /// Repairs an airfield (7.0).
        Repair { base: Base, improved: bool } = "repair {base}[ improved]";
        /// Builds a Prepared Position (6.2).
        Position { hex: HexId } = "position {hex}";
        /// Digs Trenches (6.2).
        Trenches { hex: HexId } = "trenches {hex}";
        /// Pays to take a shortage off a unit (7.0).
        Supply { unit: PieceId, marker: Marker } = "supply {unit} {marker}";
        /// Sends the fleet to a sea (11.1).
        Fleet { sea: Sea } = "fleet {sea}";
        /// Commits an aircraft to a mission from a base (10.2).
        Commit { air: AirId, mission: AirBox, base: Base } = "commit {air} {mission} {base}";
        /// Shoots at an aircraft (10.3.1, 10.4.1).
        Shoot { air: AirId, target: AirId } = "shoot {air} {target}";
        /// Goes from MiG Alley to Top Cover (10.3.1).
        TopCover { air: AirId } = "top-cover {air}";
        /// Resolves the missions of a kind next (10.3).
        Strike { mission: AirBox } = "strike {mission}";
        /// Strikes a box of airfields (10.3.3, 10.3.4).
        Target { base: Base } = "target {base}";
        /// Strikes a hex (10.3.4).
        Bomb { hex: HexId } = "bomb {hex}";
        /// Hits a plain or an improved airfield.
        Hit { improved: bool } = "hit {improved:improved|plain}";
        /// Loses an aircraft.
        Lose { air: AirId } = "lose {air}";
        /// Makes the invasion into the box of a port (11.3.1).
        Invade { port: HexId } = "invade {port}";
        /// Takes a piece along.
        Embark { unit: PieceId } = "embark {unit}";
        /// The landing begins.
        Launch = "launch";
        /// Bombards a unit before the landing.
        Bombard { unit: PieceId } = "bombard {unit}";
        /// Evacuates a piece to a box (11.3.2).
        Evacuate { unit: PieceId, at: Spot } = "evacuate {unit} {at}";
        /// Rebuilds a unit with points of a nation (13.2).
        Rebuild { unit: PieceId, pool: Pool } = "rebuild {unit} {pool}";
        /// Gives a unit up for it.
        Sacrifice { unit: PieceId } = "sacrifice {unit}";
        /// Chooses a piece for a strategic move (4.8).
        March { unit: PieceId } = "march {unit}";
        /// Drops the 187th (14.3).
        Drop { hex: HexId } = "drop {hex}";
        /// Sends an aircraft to interdict (10.4.2).
        Interdict { air: AirId } = "interdict {air}";
        /// Keeps a unit from becoming fresh (10.4.2).
        Harass { air: AirId, unit: PieceId } = "harass {air} {unit}";
        /// Activates a headquarters (9.2), or a reserve headquarters (4.6).
        Activate { hq: PieceId } = "activate {hq}";
        /// Makes a task force (14.2).
        TaskForce { hex: HexId, pool: Pool } = "task-force {hex} {pool}";
        /// Adds a unit to the activation.
        Add { unit: PieceId } = "add {unit}";
        /// Uses a choice to take a marker off (6.2).
        Clear { unit: PieceId, marker: Marker } = "clear {unit} {marker}";
        /// Chooses the unit that moves now.
        Move { unit: PieceId } = "move {unit}";
        /// Goes to a hex by the cheapest way.
        To { hex: HexId } = "to {hex}";
        /// Takes the one step that is always allowed (4.1).
        Least { hex: HexId } = "least {hex}";
        /// Declares a combat (4.5).
        Declare { kind: Attack, hex: HexId } = "declare {kind} {hex}";
        /// Chooses one of the chits drawn.
        Chit { chit: u8 } = "chit {chit}";
        /// Pays to refresh the headquarters (4.4).
        Refresh = "refresh";
        /// Resolves a combat.
        Fight { hex: HexId } = "fight {hex}";
        /// Names the unit that defends the hex (4.2).
        Defend { unit: PieceId } = "defend {unit}";
        /// Puts in all adjacent units, tanks, guns and ships.
        Everything = "everything";
        /// A unit next to the combat supports it (5.3.3).
        Support { unit: PieceId } = "support {unit}";
        /// Tanks, so much (5.3.1).
        Tank { count: Count } = "tank {count}";
        /// Artillery, so much.
        Artillery { count: Count } = "artillery {count}";
        /// Naval guns, so much (5.3.2).
        Guns { count: Count } = "guns {count}";
        /// Tanks come by road.
        Road = "road";
        /// An aircraft supports the combat (10.4.3).
        Fly { air: AirId } = "fly {air}";
        /// The defender's die (5.4.1).
        Roll { ten: bool } = "roll {ten:D10|D6}";
        /// A leader has a die rolled again (6.1).
        Reroll { unit: PieceId } = "reroll {unit}";
        /// Puts the quality marker of a natural roll on a unit (5.4.2).
        Quality { unit: PieceId } = "quality {unit}";
        /// Has the marker of an enemy supporter count (8.3).
        Invoke { unit: PieceId } = "invoke {unit}";
        /// Which kind of marker counts where both are there (5.4.2).
        Count { good: bool } = "count {good:elite|poor}";
        /// Places a SNAFU marker (6.1).
        Snafu { marker: Marker, unit: PieceId } = "snafu {marker} {unit}";
        /// Loses a replacement point (5.5).
        Forfeit { pool: Pool } = "forfeit {pool}";
        /// A unit goes back one hex (5.6).
        Retreat { unit: PieceId, hex: HexId } = "retreat {unit} {hex}";
        /// A unit is given up (5.6).
        Eliminate { unit: PieceId } = "eliminate {unit}";
        /// A replacement point makes a loss good (5.6).
        Replace { unit: PieceId, pool: Pool } = "replace {unit} {pool}";
        /// A victory point is paid (5.6).
        Pay = "pay";
        /// Everybody who took part is given up (5.6).
        GiveUp = "give up";
        /// A unit advances into the combat hex (5.7).
        Advance { unit: PieceId } = "advance {unit}";
        /// Takes a unit off an overfull hex (4.2).
        Remove { unit: PieceId } = "remove {unit}";
        /// Puts a unit into the Replacements box (3.0).
        Scrap { unit: PieceId } = "scrap {unit}";
        /// Claims the revealed objectives (12.1.3).
        Claim = "claim";
        /// Takes an enemy objective away (12.1.3).
        Uproot { hex: HexId } = "uproot {hex}";
        /// Places an objective (12.1.3).
        Objective { hex: HexId } = "objective {hex}";
        /// Reveals the objectives beside own units (12.1.3).
        Reveal = "reveal";
        /// Does no more of this, or declines.
        Done = "done";
    }
}

fn one_of<T: Copy>(list: &[(&'static str, T)], text: &str, what: &str) -> Result<T, String> {
    list.iter().find(|(word, _)| *word == text).map(|&(_, value)| value).ok_or_else(|| {
        let words: Vec<&str> = list.iter().map(|(word, _)| *word).collect();
        format!("\"{text}\" is no {what}; there are: {}", words.join(", "))
    })
}

fn word_of<T: PartialEq>(list: &[(&'static str, T)], value: &T, out: &mut String) {
    out.push_str(list.iter().find(|(_, v)| v == value).map_or("none", |(word, _)| word));
}

fn any_of<T: Copy>(list: &[(&'static str, T)], random: &mut Random) -> Option<T> {
    list.get(random.below(list.len())).map(|&(_, value)| value)
}

const SEAS: [(&str, Sea); 2] = [("yellow-sea", Sea::Yellow), ("sea-of-japan", Sea::Japan)];
const ATTACKS: [(&str, Attack); 4] = [
    ("meeting", Attack::Meeting),
    ("hasty", Attack::Hasty),
    ("prepared", Attack::Prepared),
    ("deliberate", Attack::Deliberate),
];
/// Boxes by their words.
pub(crate) const SPOTS: [(&str, Spot); 8] = [
    ("box-inchon", Spot::invasion_box(0)),
    ("box-kunsan", Spot::invasion_box(1)),
    ("box-pusan", Spot::invasion_box(2)),
    ("box-kangnung", Spot::invasion_box(3)),
    ("sea", Spot::SEA),
    ("replacements", Spot::REPLACEMENTS),
    ("destroyed", Spot::DESTROYED),
    ("gone", Spot::GONE),
];

macro_rules! listed {
    ($type:ty, $list:expr, $what:literal) => {
        impl Word<FireAndIce> for $type {
            fn write(&self, _: &FireAndIce, _: &State, out: &mut String) {
                word_of(&$list, self, out);
            }
            fn read(_: &FireAndIce, _: &State, text: &str) -> Result<Self, String> {
                one_of(&$list, text, $what)
            }
            fn any(_: &FireAndIce, _: &State, random: &mut Random) -> Option<Self> {
                any_of(&$list, random)
            }
        }
    };
}
listed!(Sea, SEAS, "sea");
listed!(Attack, ATTACKS, "kind of attack");

impl Word<FireAndIce> for AirBox {
    fn write(&self, _: &FireAndIce, _: &State, out: &mut String) {
        word_of(&AIR_BOXES, self, out);
    }
    fn read(_: &FireAndIce, _: &State, text: &str) -> Result<Self, String> {
        one_of(&AIR_BOXES, text, "box of the air display")
    }
    fn any(_: &FireAndIce, _: &State, random: &mut Random) -> Option<Self> {
        any_of(&AIR_BOXES, random)
    }
    fn attach(&self, _: &FireAndIce, _: &State, to: &mut Attached) {
        let mut id = String::from("air-");
        word_of(&AIR_BOXES, self, &mut id);
        to.place.get_or_insert(id);
    }
}

/// On the display an aircraft is laid on the mission's cell of its base; airfields themselves are struck and repaired in theirs.
impl Word<FireAndIce> for Base {
    fn write(&self, _: &FireAndIce, _: &State, out: &mut String) {
        word_of(&BASES, self, out);
    }
    fn read(_: &FireAndIce, _: &State, text: &str) -> Result<Self, String> {
        one_of(&BASES, text, "base")
    }
    fn any(_: &FireAndIce, _: &State, random: &mut Random) -> Option<Self> {
        any_of(&BASES, random)
    }
    fn attach(&self, _: &FireAndIce, _: &State, to: &mut Attached) {
        let id = to.place.get_or_insert_with(|| String::from("airfields"));
        id.push('-');
        word_of(&BASES, self, id);
    }
}

impl Word<FireAndIce> for Marker {
    fn write(&self, _: &FireAndIce, _: &State, out: &mut String) {
        out.push_str(self.word());
    }
    fn read(_: &FireAndIce, _: &State, text: &str) -> Result<Self, String> {
        one_of(&Marker::ALL.map(|(marker, word, _)| (word, marker)), text, "marker")
    }
    fn any(_: &FireAndIce, _: &State, random: &mut Random) -> Option<Self> {
        Some(Marker::ALL[random.below(Marker::ALL.len())].0)
    }
}

impl Word<FireAndIce> for Pool {
    fn write(&self, _: &FireAndIce, _: &State, out: &mut String) {
        let words = Pool::WORDS.concat();
        out.push_str(words.get(usize::from(self.0)).copied().unwrap_or("none"));
    }
    fn read(_: &FireAndIce, _: &State, text: &str) -> Result<Self, String> {
        let words = Pool::WORDS.concat();
        let at = words.iter().position(|w| *w == text);
        at.map(|i| Pool(i as u8))
            .ok_or_else(|| format!("\"{text}\" has no replacements; there are: {}", words.join(", ")))
    }
    fn any(_: &FireAndIce, _: &State, random: &mut Random) -> Option<Self> {
        Some(Pool(random.below(6) as u8))
    }
}

impl Pool {
    /// The points of a side's track.
    pub(crate) fn of(side: u8, index: usize) -> Pool {
        Pool(side * 3 + index as u8)
    }
    /// The place on the side's track, if it is that side's.
    pub(crate) fn index(self, side: u8) -> Option<usize> {
        (self.0 / 3 == side).then_some(usize::from(self.0 % 3))
    }
}

impl Word<FireAndIce> for PieceId {
    fn write(&self, game: &FireAndIce, _: &State, out: &mut String) {
        out.push_str(game.data.units.get(self.index()).map_or("none", |u| &u.id));
    }
    fn read(game: &FireAndIce, _: &State, text: &str) -> Result<Self, String> {
        game.piece_named(text).ok_or_else(|| format!("there is no unit \"{text}\""))
    }
    fn any(game: &FireAndIce, _: &State, random: &mut Random) -> Option<Self> {
        Some(PieceId(random.below(game.data.units.len()) as u8))
    }
    fn attach(&self, game: &FireAndIce, state: &State, to: &mut Attached) {
        if to.piece.is_none() && crate::scene::shown(game, state, *self) {
            to.piece = game.data.units.get(self.index()).map(|u| u.id.clone());
        }
    }
}

impl Word<FireAndIce> for AirId {
    fn write(&self, game: &FireAndIce, _: &State, out: &mut String) {
        out.push_str(game.data.planes.get(self.index()).map_or("none", |p| &p.id));
    }
    fn read(game: &FireAndIce, _: &State, text: &str) -> Result<Self, String> {
        game.plane_named(text).ok_or_else(|| format!("there is no aircraft \"{text}\""))
    }
    fn any(game: &FireAndIce, _: &State, random: &mut Random) -> Option<Self> {
        Some(AirId(random.below(game.data.planes.len()) as u8))
    }
    fn attach(&self, game: &FireAndIce, state: &State, to: &mut Attached) {
        if to.piece.is_none() && crate::scene::flying(state, *self) {
            to.piece = game.data.planes.get(self.index()).map(|p| p.id.clone());
        }
    }
}

impl Word<FireAndIce> for HexId {
    fn write(&self, game: &FireAndIce, state: &State, out: &mut String) {
        out.push_str(game.ground(state).label(*self));
    }
    fn read(game: &FireAndIce, state: &State, text: &str) -> Result<Self, String> {
        game.ground(state).map.hex(text).ok_or_else(|| format!("there is no hex \"{text}\""))
    }
    fn any(game: &FireAndIce, state: &State, random: &mut Random) -> Option<Self> {
        Some(HexId(random.below(game.ground(state).map.len()) as u16))
    }
    fn attach(&self, game: &FireAndIce, state: &State, to: &mut Attached) {
        to.place = Some(game.ground(state).label(*self).to_owned());
    }
}

impl Word<FireAndIce> for Spot {
    fn write(&self, game: &FireAndIce, state: &State, out: &mut String) {
        match self.on_map() {
            Some(hex) => hex.write(game, state, out),
            None => word_of(&SPOTS, self, out),
        }
    }
    fn read(game: &FireAndIce, state: &State, text: &str) -> Result<Self, String> {
        match game.ground(state).map.hex(text) {
            Some(hex) => Ok(Spot::hex(hex)),
            None => one_of(&SPOTS, text, "hex or box"),
        }
    }
    fn any(game: &FireAndIce, state: &State, random: &mut Random) -> Option<Self> {
        if random.below(2) == 0 {
            any_of(&SPOTS, random)
        } else {
            HexId::any(game, state, random).map(Spot::hex)
        }
    }
    fn attach(&self, game: &FireAndIce, state: &State, to: &mut Attached) {
        let mut id = String::new();
        Word::<FireAndIce>::write(self, game, state, &mut id);
        to.place = Some(id);
    }
}
