//! The words of actions.

use crate::data::Mission;
use crate::game::ConflictKorea;
use crate::state::{AirId, ForceId, State, UnitId};
use board::HexId;
use engine::{Attached, Random, Word};

engine::actions! {
    /// One small decision. The order is the order of legal lists.
    pub enum Action for ConflictKorea {
        /// Chooses a force.
        Select { force: ForceId } = "force {force}";
        /// Opens the air operations.
        Operations = "air operations";
        /// Marches to a hex.
        Go { hex: HexId } = "go {hex}";
        /// Enters a hex that the enemy holds: an overrun or a plotted assault.
        Assault { hex: HexId } = "assault {hex}";
        /// Crosses an estuary or a reservoir.
        Cross { water: HexId, exit: HexId } = "cross {water} to {exit}";
        /// Cancels the plotted assault.
        Cancel = "cancel assault";
        /// Bugs out.
        BugOut = "bug out";
        /// Boards trains.
        Entrain = "entrain";
        /// Goes by rail.
        Rail { hex: HexId } = "rail {hex}";
        /// Chooses to go by sea.
        Embark = "embark";
        /// Waits at sea.
        Sail { hex: HexId } = "sail {hex}";
        /// Lands on a coast.
        Land { hex: HexId } = "land {hex}";
        /// Chooses to drop from the air.
        Fly = "fly";
        /// Drops on a hex.
        Drop { hex: HexId } = "drop {hex}";
        /// Opens the organisation of a force.
        Organise = "organise";
        /// Moves a unit to the other force in the hex or to a new one.
        Transfer { unit: UnitId } = "transfer {unit}";
        /// Gives the force another name.
        Rename { name: NameId } = "rename {name}";
        /// Gives an air unit a mission.
        Order { air: AirId, mission: Mission } = "order {air} {mission}";
        /// Strikes a hex.
        Strike { hex: HexId } = "strike {hex}";
        /// Does not strike.
        Forgo = "forgo";
        /// Back to the orders.
        Done = "done";
        /// Ends the orders phase.
        EndPhase = "end phase";
        /// Asks for the end of the game.
        EndGame = "end the game";
        /// Confirms it.
        Confirm = "confirm";
    }
}

/// A force's name by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NameId(pub u16);

type Game = ConflictKorea;

impl Word<Game> for HexId {
    fn write(&self, game: &Game, st: &State, out: &mut String) {
        out.push_str(game.scope(st).ground.label(*self));
    }
    fn read(game: &Game, st: &State, text: &str) -> Result<Self, String> {
        game.scope(st)
            .ground
            .map
            .hex(text)
            .ok_or_else(|| format!("there is no hex \"{text}\"; hexes go 0,0 to 39,69"))
    }
    fn any(_: &Game, _: &State, random: &mut Random) -> Option<Self> {
        Some(Self(random.below(crate::state::HEXES) as u16))
    }
    fn attach(&self, game: &Game, st: &State, to: &mut Attached) {
        to.place = Some(game.scope(st).ground.label(*self).to_string());
    }
}

/// A force is written as its hex and a letter: `14,40a` is the first of its side there.
impl Word<Game> for ForceId {
    fn write(&self, game: &Game, st: &State, out: &mut String) {
        let hex = st.force(*self).hex;
        if !hex.is_some() {
            out.push_str("nowhere");
            return;
        }
        out.push_str(game.scope(st).ground.label(hex));
        out.push(if st.second(*self) { 'b' } else { 'a' });
    }
    fn read(game: &Game, st: &State, text: &str) -> Result<Self, String> {
        let none = || format!("there is no force \"{text}\"; forces are written 14,40a");
        let (hex, letter) = text.split_at_checked(text.len().saturating_sub(1)).ok_or_else(none)?;
        let hex = game.scope(st).ground.map.hex(hex).ok_or_else(none)?;
        let place = match letter {
            "a" => 0,
            "b" => 1,
            _ => return Err(none()),
        };
        Some(st.pair(hex)[place]).filter(|f| f.is_some()).ok_or_else(none)
    }
    fn any(_: &Game, st: &State, random: &mut Random) -> Option<Self> {
        let all: Vec<Self> = (0..2).flat_map(|side| st.forces_of(side)).collect();
        all.get(random.below(all.len())).copied()
    }
    fn attach(&self, game: &Game, st: &State, to: &mut Attached) {
        let mut id = String::new();
        game.scope(st).piece_id(st, *self, &mut id);
        to.piece = Some(id);
        to.place = Some(game.scope(st).ground.label(st.force(*self).hex).to_string());
    }
}

impl Word<Game> for UnitId {
    fn write(&self, game: &Game, st: &State, out: &mut String) {
        out.push_str(game.scope(st).world.units.get(self.index()).map_or("nobody", |u| &u.id));
    }
    fn read(game: &Game, st: &State, text: &str) -> Result<Self, String> {
        let found = game.scope(st).world.units.iter().position(|u| u.id == text);
        found.map(|i| Self(i as u8)).ok_or_else(|| format!("there is no unit \"{text}\""))
    }
    fn any(game: &Game, st: &State, random: &mut Random) -> Option<Self> {
        Some(Self(random.below(game.scope(st).world.units.len()) as u8))
    }
}

impl Word<Game> for NameId {
    fn write(&self, game: &Game, st: &State, out: &mut String) {
        if let Some(name) = game.scope(st).world.names.get(self.0 as usize) {
            out.push_str(name.nation.colour());
            out.push(' ');
            out.push_str(&name.text);
        }
    }
    fn read(game: &Game, st: &State, text: &str) -> Result<Self, String> {
        let fits = |n: &crate::data::Name| {
            text.strip_prefix(n.nation.colour()).and_then(|rest| rest.strip_prefix(' ')) == Some(&n.text)
        };
        let found = game.scope(st).world.names.iter().position(fits);
        found.map(|i| Self(i as u16)).ok_or_else(|| format!("there is no name \"{text}\""))
    }
    fn any(game: &Game, st: &State, random: &mut Random) -> Option<Self> {
        Some(Self(random.below(game.scope(st).world.names.len()) as u16))
    }
}

impl Word<Game> for AirId {
    fn write(&self, game: &Game, st: &State, out: &mut String) {
        out.push_str(game.scope(st).world.air.get(self.0 as usize).map_or("nobody", |a| &a.id));
    }
    fn read(game: &Game, st: &State, text: &str) -> Result<Self, String> {
        let found = game.scope(st).world.air.iter().position(|a| a.id == text);
        found.map(|i| Self(i as u8)).ok_or_else(|| format!("there is no air unit \"{text}\""))
    }
    fn any(game: &Game, st: &State, random: &mut Random) -> Option<Self> {
        Some(Self(random.below(game.scope(st).world.air.len()) as u8))
    }
    fn attach(&self, _: &Game, _: &State, to: &mut Attached) {
        to.piece = Some(crate::names::air_piece(*self));
    }
}

impl Word<Game> for Mission {
    fn write(&self, _: &Game, _: &State, out: &mut String) {
        out.push_str(self.word());
    }
    fn read(_: &Game, _: &State, text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|m| m.word() == text);
        found.ok_or_else(|| "a mission is superiority, interdiction or ground-attack".to_owned())
    }
    fn any(_: &Game, _: &State, random: &mut Random) -> Option<Self> {
        Some(Self::ALL[random.below(3)])
    }
    fn attach(&self, _: &Game, _: &State, to: &mut Attached) {
        to.place = Some(self.place().to_owned());
    }
}
