//! The readable form of a position, and how one becomes a state.

use crate::actions::SPOTS;
use crate::frames::Frame;
use crate::game::{FireAndIce, options};
use crate::sequence::Sequence;
use crate::setup::{AIR_BOXES, BASES};
use crate::state::{
    Activation, Air, AirBox, AirId, Base, COM, China, Combat, Commander, Declared, End, Fields, HEXES,
    HexBits, HexIdSlot, Mission, NOBODY, Objective, Piece, PieceId, Sea, Spot, State, Step, Tracks, UN,
    Weather,
};
use board::HexId;
use engine::flat::Stack;
use engine::{Dice, Options, Play, PositionError, Rules, Seed, state_hash};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A position as people write it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Position {
    game: String,
    scenario: String,
    #[serde(default)]
    options: Options,
    turn: u8,
    /// The step of the sequence of play, as the game's documentation names it.
    #[schemars(with = "String")]
    step: Step,
    #[schemars(with = "String")]
    weather: Weather,
    /// Positive for the Communist side, negative for the United Nations.
    points: i8,
    /// The colour that the point marker showed last: `un`, `com` or `none`.
    colour: String,
    united_nations: Side,
    communist: Side,
    bombardment: u8,
    amphibious: u8,
    #[schemars(with = "String")]
    commander: Commander,
    peng: bool,
    #[schemars(with = "String")]
    fleet: Sea,
    #[schemars(with = "String")]
    china: China,
    china_turn: u8,
    /// Of `soviet`, `roc`, `atomic`, `china-struck`, `invaded`, `dropped`, `fighters`, `pyongyang`: those that hold.
    facts: Vec<String>,
    atomic_strikes: u8,
    /// Perimeter cities scored, as bits.
    perimeter: u8,
    /// The side with surprise: `un`, `com` or `none`.
    surprise: String,
    evacuated: u8,
    // By id; one that is not named has not arrived.
    units: BTreeMap<String, UnitEntry>,
    // Likewise.
    aircraft: BTreeMap<String, AirEntry>,
    /// Hexes of the South and of the North that the other side controls.
    communist_in_south: Vec<String>,
    united_nations_in_north: Vec<String>,
    positions: Vec<String>,
    trenches: Vec<String>,
    struck: Vec<String>,
    objectives: Vec<ObjectiveEntry>,
    /// The procedure under way. It goes with exactly this position; leave it out to begin the step anew.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<serde_json::Value>")]
    procedure: Option<Procedure>,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Side {
    infrastructure: u8,
    supply: u8,
    tank: u8,
    artillery: u8,
    /// RoK, US, UN or NK, PRC, SU.
    replacements: [u8; 3],
    /// By box: undamaged plain and improved airfields, damaged plain and improved ones.
    airfields: BTreeMap<String, [u8; 4]>,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct UnitEntry {
    at: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    marks: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    did: Vec<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct AirEntry {
    at: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    base: Option<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    improved: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    reduced: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ObjectiveEntry {
    hex: String,
    side: String,
    /// 1, 3 or 5 when revealed, else 0.
    value: u8,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Procedure {
    begun: bool,
    act: Activation,
    combat: Combat,
    mission: Mission,
    declared: Stack<Declared, 24>,
    frames: Stack<Frame, 32>,
    end: End,
    /// The hash of the whole state.
    seal: String,
}

const MARKS: [&str; 14] = [
    "spent",
    "disrupted",
    "routed",
    "bug-out",
    "cut-off",
    "low-morale",
    "poor",
    "elite",
    "great-leader",
    "incompetent-leader",
    "ammo-shortage",
    "ammo-out",
    "fuel-shortage",
    "fuel-out",
];
const DID: [&str; 14] = [
    "active",
    "moved",
    "exploited",
    "declared",
    "advanced",
    "reserve",
    "reserve-moved",
    "barred",
    "displaced",
    "meeting",
    "marched",
    "asked",
    "hq-moved",
    "arrived",
];
const SIDES: [&str; 3] = ["un", "com", "none"];
const FACTS: [&str; 8] =
    ["soviet", "roc", "atomic", "china-struck", "invaded", "dropped", "fighters", "pyongyang"];

fn words(bits: u16, names: &[&str]) -> Vec<String> {
    names.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1).map(|(_, n)| (*n).to_owned()).collect()
}

fn bits_of(field: &str, list: &[String], names: &[&str]) -> Result<u16, PositionError> {
    let mut bits = 0;
    for word in list {
        let at = names.iter().position(|n| n == word);
        let at = at.ok_or_else(|| {
            PositionError::new(field, format!("\"{word}\" is none of {}", names.join(", ")))
        })?;
        bits |= 1 << at;
    }
    Ok(bits)
}

fn facts(state: &State) -> [bool; 8] {
    [
        state.soviet,
        state.roc,
        state.atomic,
        state.china_struck,
        state.invaded,
        state.dropped,
        state.fighters,
        state.pyongyang,
    ]
}

/// Writes a position.
pub(crate) fn write(game: &FireAndIce, state: &State) -> Position {
    let ground = game.ground(state);
    let labels =
        |set: &HexBits| set.iter().map(|i| ground.label(HexId(i as u16)).to_owned()).collect::<Vec<_>>();
    let (mut south, mut north) = (HexBits::default(), HexBits::default());
    for i in ground.land.iter() {
        let (red, up) = (state.control.has(i), ground.northern(HexId(i as u16)));
        south.set(i, red && !up);
        north.set(i, !red && up);
    }
    let spot = |at: Spot| match at.on_map() {
        Some(hex) => ground.label(hex).to_owned(),
        None => spot_word(at).to_owned(),
    };
    let unit = |i: usize| {
        let piece = &state.pieces[i];
        let entry =
            UnitEntry { at: spot(piece.at), marks: words(piece.marks, &MARKS), did: words(piece.did, &DID) };
        (game.data.units[i].id.clone(), entry)
    };
    let air = |i: usize| {
        let plane = &state.air[i];
        let base = plane.at.mission().then(|| BASES[plane.base as usize].0.to_owned());
        let at = AIR_BOXES[plane.at as usize].0.to_owned();
        (
            game.data.planes[i].id.clone(),
            AirEntry { at, base, improved: plane.improved, reduced: plane.reduced },
        )
    };
    let mut chosen =
        Options::default().with("guns", if state.options & options::ALL_SEA != 0 { "sea" } else { "coast" });
    if game.scenario_of(state).rules.intervention {
        let on = state.options & options::NO_PROVOCATION == 0;
        chosen = chosen.with("provocation", if on { "on" } else { "off" });
    }
    let held = facts(state);
    Position {
        game: game.info().game.clone(),
        scenario: game.scenario_of(state).id.clone(),
        options: chosen,
        turn: state.turn,
        step: state.step,
        weather: state.weather,
        points: state.points,
        colour: SIDES[usize::from(state.colour.min(2))].to_owned(),
        united_nations: side(state, UN),
        communist: side(state, COM),
        bombardment: state.bombardment,
        amphibious: state.amphibious,
        commander: state.commander,
        peng: state.peng,
        fleet: state.fleet,
        china: state.china,
        china_turn: state.china_turn,
        facts: FACTS.iter().zip(held).filter(|(_, h)| *h).map(|(n, _)| (*n).to_owned()).collect(),
        atomic_strikes: state.atomic_used,
        perimeter: state.perimeter,
        surprise: SIDES[usize::from(state.surprise.min(2))].to_owned(),
        evacuated: state.evacuated,
        units: (0..game.data.units.len()).map(unit).collect(),
        aircraft: (0..game.data.planes.len()).map(air).collect(),
        communist_in_south: labels(&south),
        united_nations_in_north: labels(&north),
        positions: labels(&state.positions),
        trenches: labels(&state.trenches),
        struck: state.struck.iter().map(|s| ground.label(s.0).to_owned()).collect(),
        objectives: state
            .objectives
            .iter()
            .map(|o| ObjectiveEntry {
                hex: ground.label(o.hex).to_owned(),
                side: SIDES[usize::from(o.side.min(2))].to_owned(),
                value: o.value,
            })
            .collect(),
        procedure: Some(Procedure {
            begun: state.begun,
            act: state.act,
            combat: state.combat,
            mission: state.mission,
            declared: state.declared,
            frames: state.frames,
            end: state.end,
            seal: state_hash(state),
        }),
    }
}

fn spot_word(at: Spot) -> &'static str {
    match at {
        Spot::COMING => "coming",
        Spot::WAITING => "waiting",
        _ => SPOTS.iter().find(|s| s.1 == at).map_or("gone", |s| s.0),
    }
}

fn side(state: &State, side: u8) -> Side {
    let tracks = &state.sides[usize::from(side)];
    let fields = Base::FIELDS.into_iter().filter(|b| b.side() == side).map(|b| {
        let f = &state.fields[b as usize];
        (BASES[b as usize].0.to_owned(), [f.whole[0], f.whole[1], f.damaged[0], f.damaged[1]])
    });
    Side {
        infrastructure: tracks.infrastructure,
        supply: tracks.supply,
        tank: tracks.tank,
        artillery: tracks.artillery,
        replacements: tracks.replacements,
        airfields: fields.collect(),
    }
}

/// Reads a position.
pub(crate) fn read(game: &FireAndIce, position: Position) -> Result<State, PositionError> {
    let found = game.data.scenarios.iter().position(|s| s.id == position.scenario);
    let index = found.ok_or_else(|| PositionError::new("scenario", "there is no such scenario"))?;
    if position.game != game.info().game {
        return Err(PositionError::new("game", "this is a position of another game"));
    }
    let mut state = game.data.scenarios[index].state;
    let info = &game.info().scenarios[index];
    let chosen = position.options.complete(info).map_err(|e| PositionError::new("options", e))?;
    state.options = if chosen.get("guns") == "sea" { options::ALL_SEA } else { 0 };
    if game.scenario_of(&state).rules.intervention && !chosen.on("provocation") {
        state.options |= options::NO_PROVOCATION;
    }
    let reader = Reader { game };
    reader.plain(&mut state, &position)?;
    reader.pieces(&mut state, &position)?;
    state.field = game.survey(&state);
    reader.aircraft(&mut state, &position)?;
    reader.map(&mut state, &position)?;
    let begins = position.procedure.is_none();
    reader.procedure(&mut state, position.procedure)?;
    game.check_state(&state).map_err(|e| PositionError::new("units", e))?;
    if begins {
        begin(game, &mut state)?;
    }
    Ok(state)
}

/// A position without a procedure begins its step. No dice are thrown for that: a step that begins with dice is refused.
fn begin(game: &FireAndIce, state: &mut State) -> Result<(), PositionError> {
    let mut play = Play::muted(Dice::seeded(Seed::from_number(0)));
    game.settle(state, &mut play);
    if play.dice().drawn().is_empty() {
        return Ok(());
    }
    Err(PositionError::new("step", "begins or goes on with dice; lay the position in another step"))
}

struct Reader<'a> {
    game: &'a FireAndIce,
}

impl Reader<'_> {
    fn side_of(field: &str, word: &str) -> Result<u8, PositionError> {
        let at = SIDES.iter().position(|s| *s == word);
        at.map(|i| i as u8)
            .ok_or_else(|| PositionError::new(field, format!("\"{word}\" is none of un, com, none")))
    }

    fn plain(&self, state: &mut State, p: &Position) -> Result<(), PositionError> {
        let scenario = &self.game.data.scenarios[usize::from(state.scenario)];
        let within = |field: &str, value: i32, low: i32, high: i32| {
            if (low..=high).contains(&value) {
                return Ok(());
            }
            Err(PositionError::new(field, format!("{value} is not between {low} and {high}")))
        };
        within("turn", p.turn.into(), scenario.first.into(), scenario.last.into())?;
        within("points", p.points.into(), -99, 99)?;
        within("bombardment", p.bombardment.into(), 0, 20)?;
        within("amphibious", p.amphibious.into(), 0, 20)?;
        within("china_turn", p.china_turn.into(), 0, scenario.last.into())?;
        within("atomic_strikes", p.atomic_strikes.into(), 0, 5)?;
        within("perimeter", p.perimeter.into(), 0, 15)?;
        within("evacuated", p.evacuated.into(), 0, 60)?;
        for (side, name, entry) in
            [(UN, "united_nations", &p.united_nations), (COM, "communist", &p.communist)]
        {
            let least = self.game.data.numbers.least_infrastructure[usize::from(side)].into();
            within(&format!("{name}.infrastructure"), entry.infrastructure.into(), least, 19)?;
            within(&format!("{name}.supply"), entry.supply.into(), 0, 19)?;
            within(&format!("{name}.tank"), entry.tank.into(), 0, 20)?;
            within(&format!("{name}.artillery"), entry.artillery.into(), 0, 20)?;
            for points in entry.replacements {
                within(&format!("{name}.replacements"), points.into(), 0, 19)?;
            }
            state.sides[usize::from(side)] = Tracks {
                infrastructure: entry.infrastructure,
                supply: entry.supply,
                tank: entry.tank,
                artillery: entry.artillery,
                replacements: entry.replacements,
            };
            self.airfields(state, side, name, entry)?;
        }
        state.turn = p.turn;
        state.step = p.step;
        state.begun = false;
        state.weather = p.weather;
        state.points = p.points;
        state.colour = Self::side_of("colour", &p.colour)?;
        state.bombardment = p.bombardment;
        state.amphibious = p.amphibious;
        state.commander = p.commander;
        state.peng = p.peng;
        state.fleet = p.fleet;
        state.china = p.china;
        state.china_turn = p.china_turn;
        state.atomic_used = p.atomic_strikes;
        state.perimeter = p.perimeter;
        state.surprise = Self::side_of("surprise", &p.surprise)?;
        state.evacuated = p.evacuated;
        let held = bits_of("facts", &p.facts, &FACTS)?;
        let fact = |i: usize| held >> i & 1 == 1;
        (state.soviet, state.roc, state.atomic, state.china_struck) = (fact(0), fact(1), fact(2), fact(3));
        (state.invaded, state.dropped, state.fighters, state.pyongyang) =
            (fact(4), fact(5), fact(6), fact(7));
        Ok(())
    }

    fn airfields(&self, state: &mut State, side: u8, name: &str, entry: &Side) -> Result<(), PositionError> {
        for base in Base::FIELDS.into_iter().filter(|b| b.side() == side) {
            state.fields[base as usize] = Fields::default();
        }
        for (word, count) in &entry.airfields {
            let base = BASES.iter().find(|b| b.0 == word && b.1 != Base::Carriers && b.1.side() == side);
            let Some(&(_, base)) = base.filter(|_| count.iter().all(|&n| n <= 20)) else {
                return Err(PositionError::new(
                    format!("{name}.airfields.{word}"),
                    "is no box of this side, or has too many",
                ));
            };
            state.fields[base as usize] =
                Fields { whole: [count[0], count[1]], damaged: [count[2], count[3]] };
        }
        Ok(())
    }

    fn pieces(&self, state: &mut State, p: &Position) -> Result<(), PositionError> {
        if let Some(name) = p.units.keys().find(|n| self.game.piece_named(n).is_none()) {
            return Err(PositionError::new(format!("units.{name}"), "there is no such unit"));
        }
        for (index, unit) in self.game.data.units.iter().enumerate() {
            let field = format!("units.{}", unit.id);
            let Some(entry) = p.units.get(&unit.id) else {
                state.pieces[index] = Piece::default();
                continue;
            };
            let at = self.spot(state, &field, unit.side, &entry.at)?;
            let marks = bits_of(&format!("{field}.marks"), &entry.marks, &MARKS)?;
            let did = bits_of(&format!("{field}.did"), &entry.did, &DID)?;
            state.pieces[index] = Piece { at, marks, did };
        }
        Ok(())
    }

    fn spot(&self, state: &State, field: &str, side: u8, word: &str) -> Result<Spot, PositionError> {
        let ground = self.game.ground(state);
        if let Some(hex) = ground.map.hex(word) {
            if ground.open(side, hex) {
                return Ok(Spot::hex(hex));
            }
            return Err(PositionError::new(format!("{field}.at"), format!("it may not stand in {word}")));
        }
        let at = match word {
            "coming" => Some(Spot::COMING),
            "waiting" => Some(Spot::WAITING),
            _ => SPOTS.iter().find(|s| s.0 == word).map(|s| s.1),
        };
        let sea = at.is_some_and(|a| a == Spot::SEA || a.in_box().is_some());
        match at {
            Some(at) if side == UN || !sea => Ok(at),
            _ => Err(PositionError::new(format!("{field}.at"), format!("\"{word}\" is no place for it"))),
        }
    }

    fn aircraft(&self, state: &mut State, p: &Position) -> Result<(), PositionError> {
        if let Some(name) = p.aircraft.keys().find(|n| self.game.plane_named(n).is_none()) {
            return Err(PositionError::new(format!("aircraft.{name}"), "there is no such aircraft"));
        }
        for (index, plane) in self.game.data.planes.iter().enumerate() {
            let field = format!("aircraft.{}", plane.id);
            let wrong = |what: &str| PositionError::new(field.clone(), what);
            let Some(entry) = p.aircraft.get(&plane.id) else {
                state.air[index] = Air::default();
                continue;
            };
            let at = AIR_BOXES
                .iter()
                .find(|b| b.0 == entry.at)
                .ok_or_else(|| wrong("at: there is no such box"))?
                .1;
            let base = match &entry.base {
                Some(word) => {
                    BASES.iter().find(|b| b.0 == word).ok_or_else(|| wrong("base: there is no such base"))?.1
                }
                None => Base::Japan,
            };
            if at.mission() != entry.base.is_some() {
                return Err(wrong("a base goes with a mission, and a mission with a base"));
            }
            let own = self.game.air_type(AirId(index as u8)).side;
            if at.mission() && base.side() != own {
                return Err(wrong("base: it is the enemy's"));
            }
            if at == AirBox::Atomic && !state.atomic {
                return Err(wrong("at: atomic weapons are not released"));
            }
            let improved = entry.improved && at.mission();
            state.air[index] = Air { at, base, improved, reduced: entry.reduced };
        }
        Ok(())
    }

    fn hex(&self, state: &State, field: &str, label: &str) -> Result<HexId, PositionError> {
        let ground = self.game.ground(state);
        let hex = ground.map.hex(label).filter(|h| ground.land.has(h.index()));
        hex.ok_or_else(|| PositionError::new(field, format!("\"{label}\" is no land hex")))
    }

    fn map(&self, state: &mut State, p: &Position) -> Result<(), PositionError> {
        let ground = self.game.ground(state);
        let mut control = HexBits::default();
        for i in ground.land.iter() {
            control.set(i, ground.northern(HexId(i as u16)));
        }
        for (field, list, red) in [
            ("communist_in_south", &p.communist_in_south, true),
            ("united_nations_in_north", &p.united_nations_in_north, false),
        ] {
            for label in list {
                let hex = self.hex(state, field, label)?;
                if ground.northern(hex) == red {
                    return Err(PositionError::new(
                        field,
                        format!("{label} lies on the other side of the border"),
                    ));
                }
                control.set(hex.index(), red);
            }
        }
        let (mut positions, mut trenches) = (HexBits::default(), HexBits::default());
        for (field, list, set) in
            [("positions", &p.positions, &mut positions), ("trenches", &p.trenches, &mut trenches)]
        {
            for label in list {
                let hex = self.hex(state, field, label)?;
                let held = [UN, COM].iter().any(|&s| self.game.units_in(state, s, hex).next().is_some());
                if !held {
                    return Err(PositionError::new(field, format!("no unit stands in {label}")));
                }
                set.set(hex.index(), true);
            }
        }
        state.control = control;
        (state.positions, state.trenches) = (positions, trenches);
        state.struck.clear();
        for label in &p.struck {
            let hex = self.hex(state, "struck", label)?;
            if state.is_struck(hex) || !state.struck.try_push(HexIdSlot(hex)) {
                return Err(PositionError::new("struck", "a hex twice, or more than five"));
            }
        }
        self.objectives(state, p)
    }

    fn objectives(&self, state: &mut State, p: &Position) -> Result<(), PositionError> {
        state.objectives.clear();
        for entry in &p.objectives {
            let hex = self.hex(state, "objectives.hex", &entry.hex)?;
            let side = Self::side_of("objectives.side", &entry.side)?;
            let fits =
                side != NOBODY && [0, 1, 3, 5].contains(&entry.value) && state.objective(hex).is_none();
            if !fits || !state.objectives.try_push(Objective { hex, side, value: entry.value }) {
                return Err(PositionError::new(
                    "objectives",
                    format!("the marker at {} does not go there", entry.hex),
                ));
            }
        }
        let all = self.game.data.numbers.objectives;
        for side in [UN, COM] {
            let of =
                |v: u8| state.objectives.iter().filter(|o| o.side == side && o.value == v).count() as u16;
            let total = state.objectives.iter().filter(|o| o.side == side).count() as u16;
            let over = (0..3).any(|i| of([1, 3, 5][i]) > all[i]);
            if over || total > all.iter().sum() {
                return Err(PositionError::new("objectives", "there are not that many markers"));
            }
        }
        Ok(())
    }

    /// A procedure goes with exactly one position: its seal proves it, and its numbers are looked at all the same.
    fn procedure(&self, state: &mut State, procedure: Option<Procedure>) -> Result<(), PositionError> {
        state.frames.clear();
        state.declared.clear();
        state.act = Activation::default();
        state.combat = Combat::default();
        state.mission = Mission::default();
        state.end = End::Playing;
        let Some(procedure) = procedure else {
            state.frames.push(Frame::Sequence(Sequence));
            return Ok(());
        };
        let wrong = || {
            PositionError::new(
                "procedure",
                "does not go with this position; leave it out to begin the step anew",
            )
        };
        let value = serde_json::to_value(&procedure).map_err(|_| wrong())?;
        if !self.numbers_exist("", &value) || procedure.frames.first() != Some(&Frame::Sequence(Sequence)) {
            return Err(wrong());
        }
        state.begun = procedure.begun;
        state.act = procedure.act;
        state.combat = procedure.combat;
        state.mission = procedure.mission;
        state.declared = procedure.declared;
        state.frames = procedure.frames;
        state.end = procedure.end;
        if state_hash(state) == procedure.seal { Ok(()) } else { Err(wrong()) }
    }

    /// Whether every number of a procedure names something that exists.
    fn numbers_exist(&self, key: &str, value: &serde_json::Value) -> bool {
        use serde_json::Value;
        match value {
            Value::Object(fields) => fields.iter().all(|(k, v)| self.numbers_exist(k, v)),
            Value::Array(items) => items.iter().all(|v| self.numbers_exist(key, v)),
            Value::Number(n) => {
                let n = n.as_u64().unwrap_or(u64::MAX);
                let (units, planes) = (self.game.data.units.len() as u64, self.game.data.planes.len() as u64);
                match key {
                    "unit" | "hq" | "piece" | "mover" | "reserve" | "defender" | "retreating" | "late" => {
                        n < units || n == u64::from(PieceId::NONE.0)
                    }
                    "units" | "rerolled" | "invoked" | "retreated" | "eliminated" => n < units,
                    "air" | "shooter" | "target" => n < planes || n == u64::from(AirId::NONE.0),
                    "aircraft" | "fliers" | "shot" | "fired" => n < planes,
                    "hex" => n < HEXES as u64 || n == u64::from(HexId::NONE.0),
                    "chit" | "chits" => n < 24,
                    "role" => n < 2,
                    "side" | "by" | "attacker" | "loser" | "owner" | "last" => n <= u64::from(NOBODY),
                    "index" | "band" => n < 4,
                    _ => true,
                }
            }
            _ => true,
        }
    }
}
