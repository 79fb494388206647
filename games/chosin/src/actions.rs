//! The actions and how they are written.

use crate::data::option;
use crate::game::Chosin;
use crate::state::{MAC, Mission, Phase, SAC, State, TAC, UnitId, off};
use board::HexId;
use engine::{Attached, Count, Random, Word};
use serde::{Deserialize, Serialize};

engine::actions! {
    /// One small decision. The order is the order of legal lists.
    pub enum Action for Chosin {
        /// 38.1 Chooses a scenario option in secret.
        Choose { option: OptionId } = "choose {option}";
        /// 38.2 Chooses a scenario option during play.
        Late { option: OptionId } = "choose late {option}";
        /// S2 4.0 Chooses the deployment in secret.
        Deploy { deployment: Deployment } = "deploy {deployment}";
        /// Takes the ready-made set-up for all that is not yet placed.
        Default = "default";
        /// Chooses a unit to place.
        Set { unit: UnitId } = "set {unit}";
        /// Places the chosen unit, the depot or the fleet.
        Place { hex: HexId } = "place {hex}";
        /// 25.1 Puts a fog of war marker on the units of a hex.
        Mask { hex: HexId } = "mask {hex}";
        /// 5.1 Breaks a unit down.
        BreakDown { unit: UnitId } = "break {unit}";
        /// 5.1 Forms a waiting unit from battalions of a hex.
        Form { unit: UnitId, hex: HexId } = "form {unit} {hex}";
        /// Disrupts a unit that the rules let somebody choose.
        Disrupt { unit: UnitId } = "disrupt {unit}";
        /// 3.3 Eliminates an effective unit, which counts as two.
        Eliminate { unit: UnitId } = "eliminate {unit}";
        /// 3.3 Takes a regiment off the map.
        Withdraw { unit: UnitId } = "withdraw {unit}";
        /// 3.3 Lets a reinforcement come early.
        Early { unit: UnitId } = "early {unit}";
        /// 4.32 Sets a reinforcement aside to come by air or sea.
        Aside { unit: UnitId } = "aside {unit}";
        /// 38 Keeps a reinforcement back.
        Hold { unit: UnitId } = "hold {unit}";
        /// 37.1 Asks for atomic bombs.
        Call = "call";
        /// Grounds air units.
        Ground { count: Count, air: AirKind } = "ground {count} {air}";
        /// 13.1 Gives air units a mission.
        Assign { count: Count, air: AirKind, mission: Mission } = "assign {count} {air} {mission}";
        /// 13.9 Loses a TAC out of a box.
        Lose { mission: Mission } = "lose {mission}";
        /// 29.1 Tries to entrench.
        Entrench { unit: UnitId } = "entrench {unit}";
        /// 20.63 Tries to destroy a depot.
        Demolish { hex: HexId } = "demolish {hex}";
        /// 23.3 Tries to repair a bridge.
        Repair { unit: UnitId, bridge: BridgeId } = "repair {unit} {bridge}";
        /// 6.1 Begins to move a unit.
        Move { unit: UnitId } = "move {unit}";
        /// 6.5 Begins a forced march.
        March { unit: UnitId } = "march {unit}";
        /// 6.1 Takes another unit along.
        Join { unit: UnitId } = "join {unit}";
        /// Goes to a hex.
        To { hex: HexId } = "to {hex}";
        /// 6.1 Leaves a unit behind.
        Leave { unit: UnitId } = "leave {unit}";
        /// 26.1 Attacks during movement.
        Meet { hex: HexId } = "meet {hex}";
        /// 9.1 Leaves the map.
        Exit = "exit";
        /// 6.82 Puts a unit on the railway.
        Entrain { unit: UnitId } = "entrain {unit}";
        /// 15.2 Flies a unit to an airfield.
        Fly { unit: UnitId, hex: HexId } = "fly {unit} {hex}";
        /// 15.2 Flies a unit out.
        FlyOut { unit: UnitId } = "fly {unit} out";
        /// 19.1 Ships a unit to a port.
        Ship { unit: UnitId, hex: HexId } = "ship {unit} {hex}";
        /// 19.1 Ships a unit out.
        ShipOut { unit: UnitId } = "ship {unit} out";
        /// 19.2 Evacuates a unit from the coast.
        Evacuate { unit: UnitId } = "evacuate {unit}";
        /// 33.1 Begins an amphibious move.
        Embark { unit: UnitId } = "embark {unit}";
        /// 17.1 Puts an airborne unit into the planes.
        Emplane { unit: UnitId } = "emplane {unit}";
        /// 33.2 Takes a passenger.
        Carry { unit: UnitId } = "carry {unit}";
        /// 18.1 Chooses Task Force 90.
        Fleet = "fleet";
        /// 18.1 Moves Task Force 90.
        Sail { hex: HexId } = "sail {hex}";
        /// 23.2 Tries to destroy a bridge.
        Blow { unit: UnitId, bridge: BridgeId } = "blow {unit} {bridge}";
        /// 21.1 Puts a unit on top of its stack.
        Top { unit: UnitId } = "top {unit}";
        /// 14.2 Strikes a hex from the air.
        Strike { count: Count, air: AirKind, hex: HexId } = "strike {count} {air} {hex}";
        /// 37.3 Drops an atomic bomb.
        Bomb { hex: HexId } = "bomb {hex}";
        /// 10.10 Destroys a bridge instead of hitting units.
        Wreck { bridge: BridgeId } = "wreck {bridge}";
        /// 10.1 Begins a barrage.
        Barrage { hex: HexId } = "barrage {hex}";
        /// Adds a unit's whole fire.
        Fire { unit: UnitId } = "fire {unit}";
        /// 27.1 Adds part of a unit's fire.
        FirePart { count: Count, unit: UnitId } = "fire {count} {unit}";
        /// Adds the fire of Task Force 90.
        FireFleet = "fire fleet";
        /// 27.1 Adds part of the fire of Task Force 90.
        FireFleetPart { count: Count } = "fire {count} fleet";
        /// 11.2 Chooses the hex to attack.
        Attack { hex: HexId } = "attack {hex}";
        /// 11.24 Adds a unit to the attack.
        Add { unit: UnitId } = "add {unit}";
        /// 11.24 Adds everybody who may attack.
        AddAll = "add all";
        /// 11.28 Declares the attack for good.
        Lock = "lock";
        /// 11.4 Chooses the combat results table.
        Table { table: TableId } = "table {table}";
        /// 8.42 Names a unit in excess.
        Excess { unit: UnitId } = "excess {unit}";
        /// 11.55 Commits close air support.
        Cas { count: Count } = "cas {count}";
        /// 11.9 Takes BB of B/D.
        Stand = "stand";
        /// 11.9 Takes DR of B/D.
        GiveWay = "give way";
        /// 11.11 Retreats a unit one hex.
        Retreat { unit: UnitId, hex: HexId } = "retreat {unit} {hex}";
        /// 11.72 Advances a unit one hex.
        Advance { unit: UnitId, hex: HexId } = "advance {unit} {hex}";
        /// 9.4 Leaves the map by advance.
        AdvanceOut { unit: UnitId } = "advance {unit} out";
        /// 12.31 Tries to recover a unit.
        Recover { unit: UnitId } = "recover {unit}";
        /// Tries to recover every unit that may.
        RecoverAll = "recover all";
        /// 14.12 Puts interdicting air units over a hex.
        Interdict { count: Count, air: AirKind, hex: HexId } = "interdict {count} {air} {hex}";
        /// 14.13 Attacks the units that have entered a zone.
        Intercept { count: Count, air: AirKind } = "intercept {count} {air}";
        /// S1 5.3 Declares surprise.
        Surprise = "surprise";
        /// 16.1 Drops supplies.
        Drop { hex: HexId } = "drop {hex}";
        /// 25.2 Takes a fog of war marker off.
        Unmask { hex: HexId } = "unmask {hex}";
        /// Nothing more in this decision.
        Done = "done";
        /// Ends the phase.
        End = "end";
    }
}

/// A scenario option of 38, by its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct OptionId(pub(crate) u8);

/// A deployment of scenario 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Deployment(pub(crate) u8);

/// A kind of air unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct AirKind(pub(crate) u8);

/// A bridge, by its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct BridgeId(pub(crate) u8);

/// A combat results table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct TableId(pub(crate) u8);

pub(crate) const DEPLOYMENTS: [&str; 3] = ["historical", "minimal", "maximum"];
pub(crate) const AIR_KINDS: [&str; 3] = ["tac", "sac", "mac"];
pub(crate) const TABLES: [&str; 3] = ["probe", "assault", "mobile"];
pub(crate) const MISSION_WORDS: [(Mission, &str); 7] = [
    (Mission::Reserve, "reserve"),
    (Mission::Interdiction, "interdiction"),
    (Mission::Strike, "strike"),
    (Mission::Support, "support"),
    (Mission::Supply, "supply"),
    (Mission::Transfer, "transfer"),
    (Mission::Parachute, "parachute"),
];

impl AirKind {
    pub(crate) const TAC: Self = Self(TAC as u8);
    pub(crate) const SAC: Self = Self(SAC as u8);
    pub(crate) const MAC: Self = Self(MAC as u8);
    pub(crate) const ALL: [Self; 3] = [Self::TAC, Self::SAC, Self::MAC];
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

fn one_of(text: &str, words: &[&str]) -> Result<u8, String> {
    let found = words.iter().position(|w| *w == text);
    found.map(|i| i as u8).ok_or_else(|| format!("\"{text}\" is none of {}", words.join(", ")))
}

macro_rules! listed {
    ($type:ty, $words:expr $(, $attach:item)?) => {
        impl Word<Chosin> for $type {
            fn write(&self, _: &Chosin, _: &State, out: &mut String) {
                out.push_str($words.get(self.0 as usize).copied().unwrap_or("?"));
            }
            fn read(_: &Chosin, _: &State, text: &str) -> Result<Self, String> {
                one_of(text, &$words).map(Self)
            }
            fn any(_: &Chosin, _: &State, random: &mut Random) -> Option<Self> {
                Some(Self(random.below($words.len()) as u8))
            }
            $($attach)?
        }
    };
}
listed!(OptionId, option::ALL);
listed!(Deployment, DEPLOYMENTS);
listed!(
    AirKind,
    AIR_KINDS,
    /// While missions are given, the aircraft of the reserve are what is taken in hand; for strikes, those of that mission.
    fn attach(&self, _: &Chosin, state: &State, to: &mut Attached) {
        let from = match state.phase {
            Phase::UnAir => Mission::Reserve,
            Phase::UnStrike => Mission::Strike,
            _ => return,
        };
        if state.air.boxes[self.index()][from as usize] > 0 {
            to.piece = Some(format!("{}-{}", AIR_KINDS[self.index()], MISSION_WORDS[from as usize].1));
        }
    }
);
listed!(TableId, TABLES);

impl Word<Chosin> for Mission {
    fn write(&self, _: &Chosin, _: &State, out: &mut String) {
        out.push_str(MISSION_WORDS[*self as usize].1);
    }
    fn read(_: &Chosin, _: &State, text: &str) -> Result<Self, String> {
        let words = MISSION_WORDS.map(|(_, w)| w);
        one_of(text, &words).map(|i| MISSION_WORDS[i as usize].0)
    }
    fn any(_: &Chosin, _: &State, random: &mut Random) -> Option<Self> {
        Some(MISSION_WORDS[random.below(MISSION_WORDS.len())].0)
    }
    fn attach(&self, _: &Chosin, _: &State, to: &mut Attached) {
        to.place = Some(MISSION_WORDS[*self as usize].1.to_owned());
    }
}

impl Word<Chosin> for UnitId {
    fn write(&self, game: &Chosin, _: &State, out: &mut String) {
        out.push_str(game.data.units.get(self.index()).map_or("?", |u| &u.id));
    }
    fn read(game: &Chosin, _: &State, text: &str) -> Result<Self, String> {
        game.data.find(text).ok_or_else(|| format!("there is no unit \"{text}\""))
    }
    fn any(game: &Chosin, _: &State, random: &mut Random) -> Option<Self> {
        Some(UnitId(random.below(game.data.units.len()) as u8))
    }
    fn attach(&self, game: &Chosin, state: &State, to: &mut Attached) {
        if game.in_scene(state, *self) {
            to.piece = Some(game.data.unit(*self).id.clone());
        }
    }
}

impl Word<Chosin> for HexId {
    fn write(&self, game: &Chosin, _: &State, out: &mut String) {
        out.push_str(game.data.ground.label(*self));
    }
    fn read(game: &Chosin, _: &State, text: &str) -> Result<Self, String> {
        game.data.ground.hex(text).ok_or_else(|| format!("there is no hex \"{text}\""))
    }
    fn any(game: &Chosin, _: &State, random: &mut Random) -> Option<Self> {
        Some(HexId(random.below(game.data.ground.len()) as u16))
    }
    fn attach(&self, game: &Chosin, _: &State, to: &mut Attached) {
        to.place = Some(game.data.ground.label(*self).to_owned());
    }
}

impl Word<Chosin> for BridgeId {
    fn write(&self, game: &Chosin, _: &State, out: &mut String) {
        if let Some((a, b)) = game.data.ground.bridges.get(self.0 as usize) {
            out.push_str(game.data.ground.label(*a));
            out.push('/');
            out.push_str(game.data.ground.label(*b));
        }
    }
    fn read(game: &Chosin, _: &State, text: &str) -> Result<Self, String> {
        let ground = &game.data.ground;
        let pair = text.split_once('/').and_then(|(a, b)| Some((ground.hex(a)?, ground.hex(b)?)));
        let known = pair.and_then(|p| ground.bridges.iter().position(|b| *b == p));
        known.map(|i| Self(i as u8)).ok_or_else(|| format!("there is no bridge \"{text}\""))
    }
    fn any(game: &Chosin, _: &State, random: &mut Random) -> Option<Self> {
        Some(Self(random.below(game.data.ground.bridges.len()) as u8))
    }
}

/// Where units off the map are, in words.
pub(crate) const OFF_WORDS: [(HexId, &str); 10] = [
    (off::OUT, "out"),
    (off::DEAD, "eliminated"),
    (off::EXITED, "exited"),
    (off::WAITING, "waiting"),
    (off::DUE, "due"),
    (off::ASIDE, "aside"),
    (off::POOL, "reorganization"),
    (off::GONE, "gone"),
    (off::UNPLACED, "set-up"),
    (off::UNKNOWN, "unknown"),
];
