//! The readable form of a position, how one is laid on the map, and what makes one sound.

use crate::actions::{DEPLOYMENTS, OFF_WORDS};
use crate::data::option;
use crate::frames::Frame;
use crate::game::Chosin;
use crate::info::{SCENARIOS, options, rules};
use crate::position_check::frames_fit;
use crate::state::{
    Air, Atomic, COM, Combat, Depot, Drop, Events, HexBits, Phase, Score, State, Stock, Surprise, UN, UnitId,
    Used, flag, off,
};
use board::HexId;
use engine::flat::Stack;
use engine::{Options, PositionError, Rules};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A position as people write it: printed hex numbers and unit ids. What is left out is empty or untouched.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// `chosin`.
    pub(crate) game: String,
    /// `advancing` or `envelopment`.
    pub(crate) scenario: String,
    /// The optional rules of the match.
    #[serde(default)]
    pub(crate) options: Options,
    /// The game turn, 1 to 28; 0 during set-up.
    pub(crate) turn: u8,
    /// The phase, such as `com-movement`.
    #[schemars(with = "String")]
    pub(crate) phase: Phase,
    /// Scenario options chosen before play and during play (38).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) chosen: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) late: Vec<String>,
    /// `historical`, `minimal` or `maximum`.
    #[serde(default = "historical")]
    pub(crate) deployment: String,
    /// Units on the map by hex, from the top of the stack down.
    pub(crate) stacks: BTreeMap<String, Vec<String>>,
    /// Units off the map by place: `waiting`, `due`, `aside`, `eliminated`, `exited`, `reorganization`, `gone`, `set-up`, `out`.
    #[serde(default)]
    pub(crate) off: BTreeMap<String, Vec<String>>,
    /// What units have done and how they stand: `disrupted`, `moved`, `fired-un`, ...
    #[serde(default)]
    pub(crate) marks: BTreeMap<String, Vec<String>>,
    /// Fog of war box of units, 1 to 9.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) boxes: BTreeMap<String, u8>,
    /// Points of divided fire used in the UN and in the Communist player turn.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) split_fire: BTreeMap<String, [u8; 2]>,
    /// Half movement points spent.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) spent: BTreeMap<String, u8>,
    /// Turns on which waiting units are due.
    #[serde(default)]
    pub(crate) due: BTreeMap<String, u8>,
    /// Destroyed bridges and hexsides tried in this phase, as `2117/2217`.
    #[serde(default)]
    pub(crate) blown: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) tried: Vec<String>,
    /// The depots of Hungnam and Wonsan.
    pub(crate) depots: [DepotEntry; 2],
    /// Where Task Force 90 is, and its fire used in the two player turns.
    pub(crate) fleet: String,
    #[serde(default)]
    pub(crate) fleet_used: [u8; 2],
    #[serde(default)]
    pub(crate) fleet_barraged: bool,
    /// Air units: `boxes` by TAC, SAC, MAC and reserve, interdiction, strike, support, supply, transfer, parachute.
    #[schemars(with = "serde_json::Value")]
    pub(crate) air: Air,
    /// Airborne supply markers.
    #[serde(default)]
    pub(crate) drops: [DropEntry; 2],
    /// Hexes of the fog of war markers, `out` where there is none.
    #[serde(default)]
    pub(crate) fog: Vec<String>,
    #[serde(default)]
    pub(crate) entrenched: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) shelled: Vec<String>,
    #[schemars(with = "serde_json::Value")]
    pub(crate) events: Events,
    #[serde(default)]
    #[schemars(with = "serde_json::Value")]
    pub(crate) surprise: Surprise,
    #[serde(default)]
    #[schemars(with = "serde_json::Value")]
    pub(crate) used: Used,
    #[serde(default)]
    #[schemars(with = "serde_json::Value")]
    pub(crate) atomic: Atomic,
    /// Points by side and reason: destroyed, exited, control, depots, events, atomic, carried.
    #[serde(default)]
    #[schemars(with = "serde_json::Value")]
    pub(crate) score: Score,
    /// Turns of the emergency reinforcements (38.6.3).
    #[serde(default)]
    pub(crate) emergency: [u8; 2],
    /// Units served in this phase by Communist army headquarters (28.14).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) charged: BTreeMap<String, Vec<String>>,
    /// The combat and the procedures under way; without them the phase begins.
    #[serde(default)]
    #[schemars(with = "serde_json::Value")]
    pub(crate) combat: Combat,
    #[serde(default)]
    #[schemars(with = "Vec<serde_json::Value>")]
    pub(crate) frames: Stack<Frame, 8>,
    /// Sides whose secrets are left out.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(crate) veil: u8,
}

fn is_zero(n: &u8) -> bool {
    *n == 0
}
fn historical() -> String {
    DEPLOYMENTS[0].to_owned()
}

/// A depot.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DepotEntry {
    at: String,
    /// `standing`, `captured` or `gone`.
    #[serde(default)]
    #[schemars(with = "String")]
    stock: Stock,
    #[serde(default)]
    tried: bool,
}

/// An airborne supply marker.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DropEntry {
    /// A hex, or nothing.
    #[serde(default)]
    at: String,
    #[serde(default)]
    used: bool,
}

/// Marks in words.
const MARKS: [(u32, &str); 20] = [
    (flag::DISRUPTED, "disrupted"),
    (flag::MOVED, "moved"),
    (flag::FORCED, "forced"),
    (flag::RAILED, "railed"),
    (flag::ATTACKED, "attacked"),
    (flag::FIRED_UN, "fired-un"),
    (flag::FIRED_COM, "fired-com"),
    (flag::HIT, "hit"),
    (flag::RECOVERED, "tried-recovery"),
    (flag::THIRD, "third-division"),
    (flag::DUG, "dug"),
    (flag::SAPPED, "sapped"),
    (flag::TOPPED, "topped"),
    (flag::MET, "met"),
    (flag::BARRAGED, "barraged"),
    (flag::SHOWN, "shown"),
    (flag::JUMPED, "jumped"),
    (flag::SWOOPED, "swooped"),
    (1 << flag::STEPS, "advanced-1"),
    (2 << flag::STEPS, "advanced-2"),
];

/// Writes a position.
pub(crate) fn write(game: &Chosin, state: &State) -> Position {
    let data = &game.data;
    let hexes = |bits: &HexBits| bits.iter().map(|h| data.ground.label(HexId(h as u16)).to_owned()).collect();
    let place = |hex: u16| place_word(game, hex);
    let id = |u: UnitId| data.unit(u).id.clone();
    let mut stacks = BTreeMap::new();
    for hex in data.ground.hexes().filter(|h| state.field.top(*h).is_some()) {
        stacks
            .insert(data.ground.label(hex).to_owned(), state.field.units_in(hex).map(id).collect::<Vec<_>>());
    }
    let mut off: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut marks = BTreeMap::new();
    let (mut boxes, mut split_fire) = (BTreeMap::new(), BTreeMap::new());
    let (mut spent, mut due) = (BTreeMap::new(), BTreeMap::new());
    for unit in data.all_units() {
        let (i, flags) = (unit.index(), state.field.flags[unit.index()]);
        if !state.field.on_map(unit) {
            off.entry(place(state.field.at(unit).0)).or_default().push(id(unit));
        }
        let words: Vec<String> =
            MARKS.iter().filter(|(bit, _)| flags & bit != 0).map(|(_, w)| (*w).to_owned()).collect();
        if !words.is_empty() {
            marks.insert(id(unit), words);
        }
        if state.field.fog_box(unit) > 0 {
            boxes.insert(id(unit), state.field.fog_box(unit));
        }
        let split = [flag::SPLIT_UN, flag::SPLIT_COM].map(|bit| (flags >> bit & 7) as u8);
        if split != [0, 0] {
            split_fire.insert(id(unit), split);
        }
        if state.spent[i] > 0 {
            spent.insert(id(unit), state.spent[i]);
        }
        if state.due[i] > 0 {
            due.insert(id(unit), state.due[i]);
        }
    }
    let chosen = |bits: u16| {
        (0..option::ALL.len()).filter(|i| bits >> i & 1 == 1).map(|i| option::ALL[i].to_owned()).collect()
    };
    Position {
        game: game.info.game.clone(),
        scenario: SCENARIOS[state.scenario as usize].to_owned(),
        options: options(state.scenario, state.rules),
        turn: state.turn,
        phase: state.phase,
        chosen: chosen(state.chosen),
        late: chosen(state.late),
        deployment: DEPLOYMENTS.get(state.deployment as usize).copied().unwrap_or("unknown").to_owned(),
        stacks,
        off,
        marks,
        boxes,
        split_fire,
        spent,
        due,
        blown: bridge_words(game, state.blown),
        tried: bridge_words(game, state.sapped),
        depots: state.depots.map(|d| DepotEntry { at: place(d.hex), stock: d.stock, tried: d.tried }),
        fleet: place(state.fleet),
        fleet_used: state.fleet_used,
        fleet_barraged: state.fleet_barraged,
        air: state.air,
        drops: state.drops.map(|d| DropEntry {
            at: if d.hex < off::FIRST { place(d.hex) } else { String::new() },
            used: d.used,
        }),
        fog: state.fog.iter().map(|f| place(*f)).collect(),
        entrenched: hexes(&state.entrenched),
        shelled: hexes(&state.shelled),
        events: state.events,
        surprise: state.surprise,
        used: state.used,
        atomic: state.atomic,
        score: state.score,
        emergency: state.emergency,
        charged: charged_words(game, state),
        combat: state.combat,
        frames: state.frames,
        veil: state.veil,
    }
}

/// Who is served by which army headquarters.
fn charged_words(game: &Chosin, state: &State) -> BTreeMap<String, Vec<String>> {
    let id = |u: UnitId| game.data.unit(u).id.clone();
    let armies = game.data.armies().zip(&state.charged).filter(|(_, served)| !served.is_empty());
    armies.map(|(hq, served)| (id(hq), served.iter().map(|u| id(UnitId(u as u8))).collect())).collect()
}

fn place_word(game: &Chosin, hex: u16) -> String {
    let off = OFF_WORDS.iter().find(|(h, _)| h.0 == hex).map(|(_, w)| *w);
    off.unwrap_or_else(|| game.data.ground.label(HexId(hex))).to_owned()
}

fn bridge_words(game: &Chosin, bits: u64) -> Vec<String> {
    let ground = &game.data.ground;
    let words = ground.bridges.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1);
    words.map(|(_, (a, b))| format!("{}/{}", ground.label(*a), ground.label(*b))).collect()
}

/// Reads the fields of a position one by one.
struct Reader<'a> {
    game: &'a Chosin,
    position: &'a Position,
}

type Laid<T> = Result<T, PositionError>;

fn wrong<T>(field: impl Into<String>, message: impl Into<String>) -> Laid<T> {
    Err(PositionError::new(field, message))
}

impl Reader<'_> {
    fn hex(&self, field: &str, label: &str) -> Laid<HexId> {
        match self.game.data.ground.hex(label) {
            Some(hex) => Ok(hex),
            None => wrong(field, format!("there is no hex \"{label}\"")),
        }
    }
    fn land(&self, field: &str, label: &str) -> Laid<HexId> {
        let hex = self.hex(field, label)?;
        if self.game.data.ground.is_land(hex) { Ok(hex) } else { wrong(field, format!("{label} is water")) }
    }
    fn unit(&self, field: &str, id: &str) -> Laid<UnitId> {
        match self.game.data.find(id) {
            Some(unit) => Ok(unit),
            None => wrong(field, format!("there is no unit \"{id}\"")),
        }
    }
    fn hexes(&self, field: &str, labels: &[String]) -> Laid<HexBits> {
        let mut bits = HexBits::default();
        for label in labels {
            bits.set(self.land(field, label)?.index(), true);
        }
        Ok(bits)
    }
    fn bridges(&self, field: &str, words: &[String]) -> Laid<u64> {
        let mut bits = 0;
        for word in words {
            let known = bridge_words(self.game, u64::MAX).iter().position(|b| b == word);
            match known {
                Some(i) => bits |= 1 << i,
                None => return wrong(field, format!("there is no bridge \"{word}\"")),
            }
        }
        Ok(bits)
    }
    fn chosen(&self, field: &str, words: &[String]) -> Laid<u16> {
        let mut bits = 0;
        for word in words {
            match option::ALL.iter().position(|o| o == word) {
                Some(i) => bits |= 1 << i,
                None => return wrong(field, format!("there is no scenario option \"{word}\"")),
            }
        }
        Ok(bits)
    }
    fn numbers(&self, field: &str, from: &BTreeMap<String, u8>, into: &mut [u8], most: u8) -> Laid<()> {
        for (id, number) in from {
            let path = format!("{field}.{id}");
            let unit = self.unit(&path, id)?;
            if *number > most {
                return wrong(path, format!("{most} is the most"));
            }
            into[unit.index()] = *number;
        }
        Ok(())
    }

    /// Units on and off the map, each once.
    fn units(&self, state: &mut State) -> Laid<()> {
        let (game, data) = (self.game, &self.game.data);
        let mut seen = crate::state::UnitBits::default();
        for unit in data.all_units() {
            state.field.at[unit.index()] = if data.unit(unit).pool { off::POOL.0 } else { off::OUT.0 };
        }
        for (place, ids) in &self.position.off {
            let field = format!("off.{place}");
            let Some((hex, _)) = OFF_WORDS.iter().find(|(h, w)| w == place && *h != off::UNKNOWN) else {
                return wrong(field, "there is no such place");
            };
            for id in ids {
                let unit = self.unit(&field, id)?;
                if seen.has(unit.index()) {
                    return wrong(field, format!("{id} stands twice"));
                }
                seen.set(unit.index(), true);
                state.field.at[unit.index()] = hex.0;
            }
        }
        for (label, ids) in &self.position.stacks {
            let field = format!("stacks.{label}");
            let hex = self.land(&field, label)?;
            for id in ids.iter().rev() {
                let unit = self.unit(&field, id)?;
                if seen.has(unit.index()) {
                    return wrong(field, format!("{id} stands twice"));
                }
                seen.set(unit.index(), true);
                let side = game.side(unit);
                if state.field.holds(1 - side, hex) {
                    return wrong(field, "units of both sides do not share a hex");
                }
                state.field.place(&data.ground, side, unit, hex);
            }
        }
        self.marks(state)
    }

    fn marks(&self, state: &mut State) -> Laid<()> {
        let data = &self.game.data;
        for (id, words) in &self.position.marks {
            let field = format!("marks.{id}");
            let unit = self.unit(&field, id)?;
            for word in words {
                let Some((bit, _)) = MARKS.iter().find(|(_, w)| w == word) else {
                    return wrong(field, format!("there is no mark \"{word}\""));
                };
                if *bit == flag::DISRUPTED {
                    if !data.quick(unit).has_back || !state.field.on_map(unit) {
                        return wrong(field, "this unit cannot be disrupted");
                    }
                    state.field.turn_over(&data.ground, data.quick(unit).side, unit, true);
                } else {
                    state.field.mark(unit, *bit);
                }
            }
        }
        for (id, number) in &self.position.boxes {
            let field = format!("boxes.{id}");
            let unit = self.unit(&field, id)?;
            let marker = usize::from(*number).checked_sub(1).and_then(|i| state.fog.get(i));
            if marker.is_none_or(|hex| *hex != state.field.at(unit).0 || !state.field.on_map(unit))
                || self.game.side(unit) != COM
            {
                return wrong(field, "its marker is not in its hex");
            }
            state.field.mark(unit, u32::from(*number) << flag::BOX);
        }
        for (id, split) in &self.position.split_fire {
            let field = format!("split_fire.{id}");
            let unit = self.unit(&field, id)?;
            if split.iter().any(|n| *n > 7) {
                return wrong(field, "7 is the most");
            }
            state
                .field
                .mark(unit, u32::from(split[0]) << flag::SPLIT_UN | u32::from(split[1]) << flag::SPLIT_COM);
        }
        Ok(())
    }

    fn charged(&self, state: &mut State) -> Laid<()> {
        for (id, served) in &self.position.charged {
            let field = format!("charged.{id}");
            let hq = self.unit(&field, id)?;
            let Some(army) = self.game.data.armies().position(|u| u == hq) else {
                return wrong(field, "is no Communist army headquarters");
            };
            for unit in served {
                let unit = self.unit(&field, unit)?;
                if self.game.side(unit) != COM {
                    return wrong(field, "serves Communist units");
                }
                state.charged[army].set(unit.index(), true);
            }
        }
        Ok(())
    }

    fn markers(&self, state: &mut State) -> Laid<()> {
        let (data, position) = (&self.game.data, self.position);
        for (i, depot) in position.depots.iter().enumerate() {
            let hex = match depot.at.as_str() {
                "out" if state.phase == Phase::Setup => off::OUT,
                label => self.land(&format!("depots[{i}].at"), label)?,
            };
            state.depots[i] = Depot { hex: hex.0, stock: depot.stock, tried: depot.tried };
        }
        state.fleet = match position.fleet.as_str() {
            "out" if state.phase == Phase::Setup => off::OUT.0,
            label => {
                let hex = self.hex("fleet", label)?;
                if data.ground.terrain(hex) != crate::ground::SEA {
                    return wrong("fleet", "Task Force 90 stays at sea");
                }
                hex.0
            }
        };
        for (i, drop) in position.drops.iter().enumerate() {
            let hex =
                if drop.at.is_empty() { off::OUT } else { self.land(&format!("drops[{i}].at"), &drop.at)? };
            state.drops[i] = Drop { hex: hex.0, used: drop.used };
        }
        if position.fog.len() > state.fog.len() {
            return wrong("fog", "there are nine markers");
        }
        for (i, label) in position.fog.iter().enumerate() {
            state.fog[i] =
                if label == "out" { off::OUT.0 } else { self.land(&format!("fog[{i}]"), label)?.0 };
        }
        Ok(())
    }
}

/// Lays a position.
pub(crate) fn lay(game: &Chosin, position: &Position) -> Laid<State> {
    let Some(scenario) = SCENARIOS.iter().position(|s| *s == position.scenario) else {
        return wrong("scenario", "is advancing or envelopment");
    };
    let info = &game.info().scenarios[scenario];
    let complete = position.options.complete(info).map_err(|e| PositionError::new("options", e))?;
    let reader = Reader { game, position };
    let mut state = State::empty(scenario as u8, rules(scenario as u8, &complete));
    (state.turn, state.phase) = (position.turn, position.phase);
    if position.turn > game.turns(&state) || (position.turn == 0) != (position.phase == Phase::Setup) {
        return wrong("turn", "is not a turn of the game, or does not go with the phase");
    }
    state.chosen = reader.chosen("chosen", &position.chosen)?;
    state.late = reader.chosen("late", &position.late)?;
    let Some(deployment) = DEPLOYMENTS.iter().position(|d| *d == position.deployment) else {
        return wrong("deployment", "is historical, minimal or maximum");
    };
    state.deployment = deployment as u8;
    if scenario == 0 && deployment != 0 {
        return wrong("deployment", "this scenario has the historical one");
    }
    reader.markers(&mut state)?;
    reader.units(&mut state)?;
    reader.charged(&mut state)?;
    reader.numbers("spent", &position.spent, &mut state.spent[..], 200)?;
    reader.numbers("due", &position.due, &mut state.due[..], 60)?;
    state.blown = reader.bridges("blown", &position.blown)?;
    state.sapped = reader.bridges("tried", &position.tried)?;
    state.entrenched = reader.hexes("entrenched", &position.entrenched)?;
    state.shelled = reader.hexes("shelled", &position.shelled)?;
    state.fleet_used = position.fleet_used;
    state.fleet_barraged = position.fleet_barraged;
    (state.air, state.events, state.surprise) = (position.air, position.events, position.surprise);
    (state.used, state.atomic, state.score) = (position.used, position.atomic, position.score);
    (state.emergency, state.combat, state.frames) = (position.emergency, position.combat, position.frames);
    if position.veil != 0 {
        return wrong("veil", "a position with secrets left out cannot be played");
    }
    if state.frames.is_empty() && state.phase != Phase::Over {
        crate::position_check::begin_phase(game, &mut state)?;
    }
    numbers_fit(game, &state)?;
    frames_fit(game, &state)?;
    sound(game, &state).map_err(|e| PositionError::new("stacks", e))?;
    Ok(state)
}

/// Numbers that the rules count with must be ones they can reach.
fn numbers_fit(game: &Chosin, state: &State) -> Laid<()> {
    let air = &state.air;
    if air.boxes.iter().flatten().any(|n| *n > 20) || air.ready.iter().zip(&air.boxes).any(|(r, b)| *r > b[0])
    {
        return wrong("air.boxes", "more air units than there are");
    }
    let ready: u8 = air.ready.iter().sum();
    if ready > 0 && state.phase != Phase::UnAir {
        return wrong("air.ready", "air units are given missions in the air allocation phase");
    }
    if air.to_ground > ready || air.kept > 20 || air.unbased > 20 || air.arrived > 60 {
        return wrong("air.to_ground", "more than fly");
    }
    let tac = air.boxes[0].iter().sum::<u8>()
        + air.over.iter().filter(|z| z.kind == 0).map(|z| z.count).sum::<u8>();
    if air.to_lose > tac {
        return wrong("air.to_lose", "more than there are");
    }
    let flown = |z: &crate::state::Interdiction| {
        game.data.ground.len() > usize::from(z.hex)
            && z.kind < 2
            && (1..=5).contains(&z.count)
            && z.used <= z.count
    };
    if !air.over.iter().all(flown) {
        return wrong("air.over", "is no interdiction");
    }
    let bits_fit =
        state.combat.attackers.iter().chain(state.combat.defenders.iter()).all(|u| u < game.data.units.len());
    if !bits_fit {
        return wrong("combat", "names units that do not exist");
    }
    if state.score.points.iter().flatten().any(|p| p.unsigned_abs() > 5000) {
        return wrong("score", "too many points");
    }
    let on_map = |h: &u16| usize::from(*h) < game.data.ground.len();
    if !state.atomic.fallout.iter().all(on_map)
        || !state.atomic.struck.iter().all(on_map)
        || state.atomic.bombs > 3
        || state.atomic.end > 2
    {
        return wrong("atomic", "is not possible");
    }
    let used = &state.used;
    if used.rail > 3
        || used.shipped > 60
        || used.evacuated > 60
        || state.surprise.left > 2
        || state.surprise.declared > 2
    {
        return wrong("used", "is more than there is");
    }
    if state.events.redeployed > 2
        || state.emergency.iter().any(|t| *t > 40)
        || state.fleet_used.iter().any(|n| *n > 7)
    {
        return wrong("events", "is not possible");
    }
    if state.atomic.bombs as usize + state.atomic.fallout.len() > 3
        || state.atomic.bombs as usize + state.atomic.struck.len() > 3
    {
        return wrong("atomic", "there are three bombs");
    }
    if game.data.side_units[UN as usize].iter().any(|u| state.field.flags[u] & flag::BOX_MASK != 0) {
        return wrong("boxes", "only Communist units are boxed");
    }
    Ok(())
}

/// 1.4 What holds of every position: every unit is in one hex or box, stacks and zones of control are true, nobody shares a hex
/// with the enemy. [rule: ch 1.4, ch 8.46]
pub(crate) fn sound(game: &Chosin, state: &State) -> Result<(), String> {
    let data = &game.data;
    let mut counted = crate::state::UnitBits::default();
    for hex in data.ground.hexes() {
        for (count, unit) in state.field.units_in(hex).enumerate() {
            if count >= data.units.len() || counted.has(unit.index()) {
                return Err(format!("{} stands twice", data.unit(unit).id));
            }
            counted.set(unit.index(), true);
            if state.field.at(unit) != hex || !data.ground.is_land(hex) {
                return Err(format!("{} is not where its stack is", data.unit(unit).id));
            }
            if !state.field.holds(game.side(unit), hex) || state.field.holds(1 - game.side(unit), hex) {
                return Err(format!(
                    "{} shares {} with the enemy",
                    data.unit(unit).id,
                    data.ground.label(hex)
                ));
            }
        }
    }
    for unit in data.all_units() {
        if state.field.on_map(unit) != counted.has(unit.index()) {
            return Err(format!("{} is lost", data.unit(unit).id));
        }
        if state.field.disrupted(unit) && !data.quick(unit).has_back {
            return Err(format!("{} has no reverse", data.unit(unit).id));
        }
    }
    let mut fresh = crate::state::Field::new();
    for unit in data.all_units().filter(|u| state.field.on_map(*u)) {
        fresh.place(&data.ground, game.side(unit), unit, state.field.at(unit));
        if state.field.disrupted(unit) {
            fresh.turn_over(&data.ground, game.side(unit), unit, true);
        }
    }
    let field = &state.field;
    if fresh.present != field.present {
        return Err("the units on the map are not listed as they stand".to_owned());
    }
    if (&fresh.zoc, &fresh.zoned, &fresh.held, &fresh.active)
        != (&field.zoc, &field.zoned, &field.held, &field.active)
    {
        return Err("zones of control are not true".to_owned());
    }
    Ok(())
}
