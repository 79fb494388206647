//! The readable form of a position: hexes as printed, units, forces and air units by name. Reading one checks it and names
//! the field that is wrong.

use crate::actions::NameId;
use crate::data::{COM, Experience, KINDS, Mission, Nation, Pieces, UN, Weather};
use crate::frames::{
    Airborne, Command, Ending, Frame, Operations, Orders, Sequence, Staff, Strikes, Trains, Voyage,
};
use crate::game::{ConflictKorea, Scope};
use crate::setup::choices_of;
use crate::state::{
    AirId, China, Force, ForceId, NO_NAME, NO_ORDER, Phase, SIDE_FORCES, State, Status, Unit, UnitId, Wing,
};
use board::HexId;
use engine::flat::Stack;
use engine::{Options, PositionError, Rules, Word};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A position of Conflict: Korea.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// `conflict-korea`.
    pub game: String,
    /// The scenario's id.
    pub scenario: String,
    /// The options of the match.
    pub options: Options,
    /// The Communists' capability, also where it was drawn by lot: 0 pushover to 4 hideous.
    pub capability: u8,
    /// The turn number of the calendar.
    pub turn: u8,
    /// `dawn`, `first-a`, `first-b`, `strikes`, `second-a`, `second-b`, `over`.
    pub phase: String,
    /// Who is player A of the present orders phase, and of the first: `com` or `un`.
    pub leaders: [String; 2],
    /// What is being decided: `orders`, `force 14,40a`, `organise 14,40a`, `air`, `ending`, `rail 14,40a`, `sea 14,40a`,
    /// `airborne 14,40a`, `strike A01`; empty when the game is over.
    pub deciding: String,
    /// The weather of this turn, of the next three in truth, and their forecasts.
    weather: Vec<Weather>,
    /// The freeze line.
    pub freeze_row: i8,
    /// Stockpiles: Communist, United Nations.
    pub stockpiles: [u8; 2],
    /// The Communist interdiction level.
    pub cil: u8,
    /// Interdiction levels of the last combat phase.
    pub interdiction: [u8; 2],
    /// The turn of the crossing of the parallel and the first Chinese turn; 0 for none.
    pub china: [u8; 2],
    /// Hexes of Korea that the United Nations hold.
    pub held_by_un: Vec<String>,
    /// Mined ports.
    pub mined: Vec<String>,
    /// What each side has seen of a hex, as a sum of methods: 1 beside a moving force, 2 artillery fire, 4 column, 8
    /// reconnaissance, 16 road reconnaissance, 32 spies, 64 air strike, 128 contact.
    pub seen: [BTreeMap<String, u8>; 2],
    /// Forces on the map, in the order of their slots.
    pub forces: Vec<ForceRow>,
    /// Units on the map or rebuilt, by id.
    pub units: BTreeMap<String, UnitRow>,
    /// Units yet to come, and units lost for good.
    pub due: Vec<String>,
    /// Units lost for good.
    pub gone: Vec<String>,
    /// Units on the map in the order of set-up and arrival, by side.
    pub roster: [Vec<String>; 2],
    /// Destroyed units in the order of their destruction, by side.
    pub destroyed: [Vec<String>; 2],
    /// Rebuilt units that wait for room, by side.
    pub rebuilt: [Vec<String>; 2],
    /// Numbers of the reinforcements that have come.
    pub arrived: Vec<u8>,
    /// How many forces each side has formed.
    pub formed: [u16; 2],
    /// Replacement pools by nation and code of the equipment.
    pub pools: BTreeMap<String, BTreeMap<String, u8>>,
    /// Air units by id.
    pub air: BTreeMap<String, WingRow>,
    /// Counters of the turn.
    pub turn_counts: CountsRow,
    /// Whether refugees fill the roads.
    pub refugees: bool,
    /// United Nations cities at the start of the turn.
    pub un_cities: Vec<String>,
    /// 0, or 1 and the side that ended the game early.
    pub ended_by: u8,
}

/// A force.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ForceRow {
    /// Its slot: below 120 Communist.
    pub slot: u8,
    /// Where.
    pub at: String,
    /// Nation and name, empty if unknown: `us 24 Div`.
    pub name: String,
    /// Nation and kind as one number, for forces whose units are unknown.
    pub look: u8,
    /// Unit ids in their order.
    pub units: Vec<String>,
    /// Movement points left, allowance, points spent.
    pub points: [u8; 3],
    /// Sum of marks: 1 special movement, 2 bugged out, 4 retreat blocked, 8 reported weak, 16 sailed.
    pub marks: u8,
    /// The hex that it will assault; empty for none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub assaults: String,
    /// Hexes that it tried to overrun this turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tried: Vec<String>,
    /// How many-th force of its side it is.
    pub born: u16,
    /// 0 for the first of two forces in a hex.
    pub rank: u8,
}

/// A unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UnitRow {
    /// 0 to 100.
    pub readiness: u8,
    experience: Experience,
    /// Pieces by code.
    pub pieces: BTreeMap<String, u8>,
    /// Sum of marks: 1 entrenched, 2 supplied, 4 supplied by air, 8 fired, 16 just arrived.
    pub marks: u8,
}

/// An air unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WingRow {
    mission: Mission,
    base: crate::data::Basing,
    /// Its field in Korea; empty for none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub field: String,
    /// Air to ground and air to air.
    pub strengths: [u8; 2],
}

/// Counters of the turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CountsRow {
    /// Forces railed: Communist, United Nations.
    pub railed: [u8; 2],
    /// Sealift points left.
    pub sealift: i8,
    /// Assaults plotted from the sea.
    pub sea_assaults: u8,
    /// Forces that went by sea.
    pub sea_moves: u8,
    /// Whether the airborne regiment flew.
    pub dropped: bool,
    /// United Nations hexes at the start of the turn.
    pub un_hexes: u16,
    /// United Nations forces that retreated.
    pub retreats: u8,
}

const PHASES: [(&str, Phase); 7] = [
    ("dawn", Phase::Dawn),
    ("first-a", Phase::FirstA),
    ("first-b", Phase::FirstB),
    ("strikes", Phase::Strikes),
    ("second-a", Phase::SecondA),
    ("second-b", Phase::SecondB),
    ("over", Phase::Over),
];
const SIDES: [&str; 2] = ["com", "un"];

impl Scope<'_> {
    fn labels(&self, set: &crate::ground::HexBits) -> Vec<String> {
        set.iter().map(|i| self.ground.label(HexId(i as u16)).to_string()).collect()
    }
    fn codes(&self, pieces: &Pieces) -> BTreeMap<String, u8> {
        let kinds = pieces.iter().zip(&self.world.equipment).filter(|(n, _)| **n > 0);
        kinds.map(|(&n, kind)| (kind.code.clone(), n)).collect()
    }
    fn ids(&self, units: &[UnitId]) -> Vec<String> {
        units.iter().map(|u| self.world.units[u.index()].id.clone()).collect()
    }
    fn having(&self, st: &State, status: Status) -> Vec<String> {
        let all = self.world.units.iter().zip(st.units.iter());
        all.filter(|(_, u)| u.status == status).map(|(def, _)| def.id.clone()).collect()
    }
    fn name_text(&self, name: u16) -> String {
        let known = self.world.names.get(name as usize);
        known.map_or_else(String::new, |n| format!("{} {}", n.nation.colour(), n.text))
    }
    /// The readable form.
    pub fn position(&self, st: &State) -> Position {
        let c = &st.choices;
        Position {
            game: "conflict-korea".to_owned(),
            scenario: self.scenario.id.clone(),
            options: self.options_of(c),
            capability: c.capability,
            turn: st.turn,
            phase: PHASES[st.phase as usize].0.to_owned(),
            leaders: [SIDES[st.leader as usize].to_owned(), SIDES[st.first_leader as usize].to_owned()],
            deciding: self.deciding(st),
            weather: [st.weather].into_iter().chain(st.coming).chain(st.forecast).collect(),
            freeze_row: st.freeze,
            stockpiles: st.stock,
            cil: st.cil,
            interdiction: st.interdiction,
            china: [st.china.trigger, st.china.first],
            held_by_un: self.labels(&st.owner),
            mined: (0..self.ground.ports.len())
                .filter(|p| st.mined >> p & 1 == 1)
                .map(|p| self.ground.label(self.ground.ports[p]).to_string())
                .collect(),
            seen: [COM, UN].map(|side| {
                let seen = st.seen[side as usize].iter().enumerate().filter(|(_, s)| **s > 0);
                seen.map(|(i, &s)| (self.ground.label(HexId(i as u16)).to_string(), s)).collect()
            }),
            forces: [COM, UN]
                .into_iter()
                .flat_map(|side| st.forces_of(side))
                .map(|f| self.force_row(st, f))
                .collect(),
            units: self.unit_rows(st),
            due: self.having(st, Status::Due),
            gone: self.having(st, Status::Gone),
            roster: [0, 1].map(|s| self.ids(&st.roster[s])),
            destroyed: [0, 1].map(|s| self.ids(&st.destroyed[s])),
            rebuilt: [0, 1].map(|s| self.ids(&st.rebuilt[s])),
            arrived: st.arrived.iter().map(|i| i as u8).collect(),
            formed: st.births,
            pools: Nation::ALL
                .into_iter()
                .map(|n| (n.colour().to_owned(), self.codes(&st.pools[n as usize])))
                .filter(|(_, pool)| !pool.is_empty())
                .collect(),
            air: self.wing_rows(st),
            turn_counts: CountsRow {
                railed: st.railed,
                sealift: st.sealift,
                sea_assaults: st.sea_assaults,
                sea_moves: st.sea_moves,
                dropped: st.dropped,
                un_hexes: st.un_hexes,
                retreats: st.retreats,
            },
            refugees: st.refugees,
            un_cities: self.labels(&st.un_urban),
            ended_by: st.ended_by,
        }
    }

    fn force_row(&self, st: &State, id: ForceId) -> ForceRow {
        let f = st.force(id);
        let label = |hex: u16| self.ground.label(HexId(hex)).to_string();
        ForceRow {
            slot: id.0,
            at: label(f.hex.0),
            name: self.name_text(f.name),
            look: f.look,
            units: self.ids(&f.units),
            points: [f.points, f.allowance, f.spent],
            marks: f.flags,
            assaults: self.target(st, id).map_or_else(String::new, |h| label(h.0)),
            tried: st.tried.iter().filter(|t| t.force == id).map(|t| label(t.hex)).collect(),
            born: f.born,
            rank: u8::from(st.second(id)),
        }
    }

    fn unit_rows(&self, st: &State) -> BTreeMap<String, UnitRow> {
        let all = self.world.units.iter().zip(st.units.iter());
        let shown = all.filter(|(_, u)| matches!(u.status, Status::OnMap | Status::Rebuilt));
        shown
            .map(|(def, u)| {
                let row = UnitRow {
                    readiness: u.readiness,
                    experience: u.experience,
                    pieces: self.codes(&u.pieces),
                    marks: u.flags,
                };
                (def.id.clone(), row)
            })
            .collect()
    }

    fn wing_rows(&self, st: &State) -> BTreeMap<String, WingRow> {
        let all = self.world.air.iter().zip(st.wings.iter());
        let field = |w: &Wing| match w.field {
            u16::MAX => String::new(),
            hex => self.ground.label(HexId(hex)).to_string(),
        };
        all.map(|(def, w)| {
            let row =
                WingRow { mission: w.mission, base: w.base, field: field(w), strengths: [w.a2g, w.a2a] };
            (def.id.clone(), row)
        })
        .collect()
    }

    fn deciding(&self, st: &State) -> String {
        let force = |f: ForceId| {
            let hex = st.force(f).hex;
            let letter = if st.second(f) { 'b' } else { 'a' };
            format!("{}{letter}", self.ground.label(hex))
        };
        match st.frames.last() {
            None => String::new(),
            Some(Frame::Sequence(_)) => "turn".to_owned(),
            Some(Frame::Orders(_)) => "orders".to_owned(),
            Some(Frame::Command(f)) => format!("force {}", force(f.force)),
            Some(Frame::Staff(f)) => format!("organise {}", force(f.force)),
            Some(Frame::Operations(_)) => "air".to_owned(),
            Some(Frame::Ending(_)) => "ending".to_owned(),
            Some(Frame::Trains(f)) => format!("rail {}", force(f.force)),
            Some(Frame::Voyage(f)) => format!("sea {}", force(f.force)),
            Some(Frame::Airborne(f)) => format!("airborne {}", force(f.force)),
            Some(Frame::Strikes(s)) => format!("strike {}", self.world.air[s.air as usize].id),
        }
    }
}

fn wrong<T>(field: impl Into<String>, why: impl Into<String>) -> Result<T, PositionError> {
    Err(PositionError::new(field, why))
}

/// Reads what somebody laid on the map.
struct Reader<'a> {
    game: &'a ConflictKorea,
    scope: Scope<'a>,
    st: State,
}

/// A position out of its readable form.
pub fn lay(game: &ConflictKorea, p: &Position) -> Result<State, PositionError> {
    if p.game != "conflict-korea" {
        return wrong("game", format!("this is a position of {}", p.game));
    }
    let Some(number) = game.scenarios.iter().position(|s| s.id == p.scenario) else {
        return wrong("scenario", format!("there is no scenario {}", p.scenario));
    };
    let scope = game.scope_of(number);
    let mut reader = Reader { game, scope, st: State::empty(number as u8) };
    reader.head(p)?;
    reader.ground(p)?;
    reader.units(p)?;
    reader.forces(p)?;
    reader.lists(p)?;
    reader.air(p)?;
    reader.frames(p)?;
    scope.check(&reader.st).map_err(|why| PositionError::new("forces", why))?;
    Ok(reader.st)
}

impl Reader<'_> {
    fn hex(&self, field: &str, text: &str) -> Result<HexId, PositionError> {
        let hex = self.scope.ground.map.hex(text);
        hex.ok_or_else(|| PositionError::new(field, format!("there is no hex {text}")))
    }
    fn unit(&self, field: &str, text: &str) -> Result<UnitId, PositionError> {
        let found = self.scope.world.units.iter().position(|u| u.id == text);
        found
            .map(|i| UnitId(i as u8))
            .ok_or_else(|| PositionError::new(field, format!("there is no unit {text}")))
    }
    fn pieces(&self, field: &str, codes: &BTreeMap<String, u8>) -> Result<Pieces, PositionError> {
        let mut out = [0; KINDS];
        for (code, &n) in codes {
            let kind = self.scope.world.equipment.iter().position(|e| e.code == *code);
            let Some(kind) = kind else { return wrong(field, format!("there is no equipment {code}")) };
            out[kind] = n;
        }
        Ok(out)
    }
    fn stack<const N: usize>(&self, field: &str, ids: &[String]) -> Result<Stack<UnitId, N>, PositionError> {
        let mut out = Stack::default();
        for id in ids {
            let unit = self.unit(field, id)?;
            if out.contains(&unit) || !out.try_push(unit) {
                return wrong(field, format!("{id} is there twice, or there are more than {N} units"));
            }
        }
        Ok(out)
    }

    fn head(&mut self, p: &Position) -> Result<(), PositionError> {
        let (scope, st) = (self.scope, &mut self.st);
        if p.capability > 4 {
            return wrong("capability", "it is 0 to 4");
        }
        let known = self.game.info().scenario(&p.scenario);
        let options = known.map_or_else(|| Ok(p.options.clone()), |info| p.options.complete(info));
        let options = options.or_else(|why| wrong("options", why))?;
        st.choices = choices_of(&options, p.capability);
        if !st.choices.random_capability && st.choices.capability != p.capability {
            return wrong("capability", "the options say another one");
        }
        if !(scope.scenario.first_turn..=scope.scenario.last_turn).contains(&p.turn) {
            return wrong("turn", "it lies outside the scenario");
        }
        st.turn = p.turn;
        let Some((_, phase)) = PHASES.iter().find(|(word, _)| *word == p.phase) else {
            return wrong("phase", format!("there is no phase {}", p.phase));
        };
        st.phase = *phase;
        for (i, leader) in p.leaders.iter().enumerate() {
            let Some(side) = SIDES.iter().position(|s| s == leader) else {
                return wrong("leaders", "a side is com or un");
            };
            if i == 0 {
                st.leader = side as u8;
            } else {
                st.first_leader = side as u8;
            }
        }
        let Ok([now, a, b, c, d, e, f]) = <[Weather; 7]>::try_from(p.weather.clone()) else {
            return wrong("weather", "expected this turn, three to come, three forecasts");
        };
        (st.weather, st.coming, st.forecast) = (now, [a, b, c], [d, e, f]);
        let freeze = &scope.world.tables.freeze;
        if !(freeze.thawed..=freeze.last).contains(&p.freeze_row) {
            return wrong("freeze_row", "it lies outside the map");
        }
        st.freeze = p.freeze_row;
        let most = scope.world.numbers.stockpile.most;
        if p.stockpiles.iter().any(|&s| i32::from(s) > most) {
            return wrong("stockpiles", format!("a stockpile is at most {most}"));
        }
        (st.stock, st.cil, st.interdiction) = (p.stockpiles, p.cil, p.interdiction);
        if p.china[0] as usize > scope.world.turns.len() || p.china[1] > 60 {
            return wrong("china", "a turn is out of range");
        }
        st.china = China { trigger: p.china[0], first: p.china[1] };
        let c = &p.turn_counts;
        if !(0..=scope.world.numbers.sea.points_a_turn as i8).contains(&c.sealift) {
            return wrong("turn_counts.sealift", "more points than there are");
        }
        (st.railed, st.sealift, st.sea_assaults) = (c.railed, c.sealift, c.sea_assaults);
        (st.sea_moves, st.dropped, st.un_hexes, st.retreats) =
            (c.sea_moves, c.dropped, c.un_hexes, c.retreats);
        (st.refugees, st.ended_by, st.births) = (p.refugees, p.ended_by.min(2), p.formed);
        Ok(())
    }

    fn ground(&mut self, p: &Position) -> Result<(), PositionError> {
        for text in &p.held_by_un {
            let hex = self.hex("held_by_un", text)?;
            if !self.scope.ground.korea.has(hex.index()) {
                return wrong("held_by_un", format!("{text} is no land of Korea"));
            }
            self.st.owner.set(hex.index(), true);
        }
        for text in &p.mined {
            let hex = self.hex("mined", text)?;
            let Some(port) = self.scope.ground.port(hex) else {
                return wrong("mined", format!("{text} is no port"));
            };
            self.st.mined |= 1 << port;
        }
        for (side, seen) in p.seen.iter().enumerate() {
            for (text, &methods) in seen {
                let hex = self.hex("seen", text)?;
                self.st.seen[side][hex.index()] = methods;
            }
        }
        for text in &p.un_cities {
            let hex = self.hex("un_cities", text)?;
            self.st.un_urban.set(hex.index(), true);
        }
        for (nation, codes) in &p.pools {
            let Some(nation) = Nation::ALL.into_iter().find(|n| n.colour() == nation) else {
                return wrong("pools", format!("there is no nation {nation}"));
            };
            self.st.pools[nation as usize] = self.pieces("pools", codes)?;
        }
        Ok(())
    }

    fn units(&mut self, p: &Position) -> Result<(), PositionError> {
        for (id, row) in &p.units {
            let field = format!("units.{id}");
            let unit = self.unit(&field, id)?;
            if row.readiness > 100 {
                return wrong(format!("{field}.readiness"), "readiness is 0 to 100");
            }
            *self.st.unit_mut(unit) = Unit {
                status: Status::Rebuilt,
                force: ForceId::NONE,
                readiness: row.readiness,
                experience: row.experience,
                flags: row.marks,
                pieces: self.pieces(&field, &row.pieces)?,
            };
        }
        for (field, ids, status) in [
            ("due", &p.due, Status::Due),
            ("gone", &p.gone, Status::Gone),
            ("destroyed", &p.destroyed[0], Status::Destroyed),
            ("destroyed", &p.destroyed[1], Status::Destroyed),
        ] {
            for id in ids {
                let unit = self.unit(field, id)?;
                if self.st.unit(unit).status != Status::Unknown {
                    return wrong(field, format!("{id} is listed twice"));
                }
                self.st.unit_mut(unit).status = status;
            }
        }
        Ok(())
    }

    fn forces(&mut self, p: &Position) -> Result<(), PositionError> {
        let mut rows: Vec<&ForceRow> = p.forces.iter().collect();
        rows.sort_by_key(|row| row.rank);
        for row in rows {
            let field = format!("forces[{}]", row.slot);
            let id = ForceId(row.slot);
            if row.slot as usize >= 2 * SIDE_FORCES || self.st.force(id).exists() {
                return wrong(field, "no such slot, or it is taken");
            }
            let hex = self.hex(&field, &row.at)?;
            if self.st.stack(hex) >= 2 {
                return wrong(field, format!("two forces stand in {}", row.at));
            }
            let name = match row.name.is_empty() {
                true => NO_NAME,
                false => {
                    let name = NameId::read(self.game, &self.st, &row.name);
                    name.map_err(|why| PositionError::new(&field, why))?.0
                }
            };
            let units: Stack<UnitId, 6> = self.stack(&field, &row.units)?;
            for &unit in units.iter() {
                let u = self.st.unit_mut(unit);
                if u.status != Status::Rebuilt || u.force.is_some() {
                    return wrong(field, "a unit is not described under units, or stands twice");
                }
                (u.status, u.force) = (Status::OnMap, id);
            }
            for text in &row.tried {
                let hex = self.hex(&field, text)?;
                if !self.st.tries(id, hex) {
                    return wrong(field, "a hex tried twice, or too many");
                }
            }
            let [points, allowance, spent] = row.points;
            let look = if units.is_empty() { row.look } else { self.scope.world.look(&units) };
            if look >= 70 {
                return wrong(field, "there is no such look");
            }
            *self.st.force_mut(id) = Force {
                units,
                name,
                look,
                points,
                allowance,
                spent,
                flags: row.marks,
                order: NO_ORDER,
                born: row.born,
                ..Force::default()
            };
            self.st.put(id, hex);
            if !row.assaults.is_empty() {
                let target = self.hex(&field, &row.assaults)?;
                let Some(direction) = self.scope.ground.direction(hex, target) else {
                    return wrong(field, format!("{} is not next to it", row.assaults));
                };
                self.st.force_mut(id).order = direction as u8;
            }
        }
        Ok(())
    }

    fn lists(&mut self, p: &Position) -> Result<(), PositionError> {
        for side in 0..2 {
            self.st.roster[side] = self.stack("roster", &p.roster[side])?;
            self.st.destroyed[side] = self.stack("destroyed", &p.destroyed[side])?;
            self.st.rebuilt[side] = self.stack("rebuilt", &p.rebuilt[side])?;
        }
        for &i in &p.arrived {
            if i as usize >= self.scope.world.arrivals.len() {
                return wrong("arrived", format!("there is no reinforcement {i}"));
            }
            self.st.arrived.set(i as usize, true);
        }
        for (i, u) in self.st.units.iter().enumerate() {
            let listed = |lists: &[Stack<UnitId, 120>; 2]| lists.iter().any(|l| l.contains(&UnitId(i as u8)));
            let fits = match u.status {
                Status::OnMap => listed(&self.st.roster),
                Status::Rebuilt => listed(&self.st.rebuilt),
                _ => !listed(&self.st.roster) && !listed(&self.st.rebuilt),
            };
            if !fits {
                let id = self.scope.world.units.get(i).map_or("?", |u| &u.id);
                return wrong(
                    "roster",
                    format!("{id} is missing in roster or rebuilt, or is there without a place"),
                );
            }
        }
        Ok(())
    }

    fn air(&mut self, p: &Position) -> Result<(), PositionError> {
        for (id, row) in &p.air {
            let field = format!("air.{id}");
            let Some(i) = self.scope.world.air.iter().position(|a| a.id == *id) else {
                return wrong(field, "there is no such air unit");
            };
            let at = match row.field.is_empty() {
                true => u16::MAX,
                false => self.hex(&field, &row.field)?.0,
            };
            let [a2g, a2a] = row.strengths;
            self.st.wings[i] = Wing { mission: row.mission, base: row.base, field: at, a2g, a2a };
        }
        Ok(())
    }

    fn frames(&mut self, p: &Position) -> Result<(), PositionError> {
        if self.st.phase == Phase::Over {
            return Ok(());
        }
        self.st.frames.push(Frame::Sequence(Sequence));
        let (word, rest) = p.deciding.split_once(' ').unwrap_or((&p.deciding, ""));
        if word == "turn" {
            return Ok(());
        }
        if word == "strike" {
            if self.st.phase != Phase::Strikes {
                return wrong("deciding", "there are no strikes in this phase");
            }
            let air =
                AirId::read(self.game, &self.st, rest).map_err(|why| PositionError::new("deciding", why))?;
            self.st.frames.push(Frame::Strikes(Strikes { air: air.0 }));
            return Ok(());
        }
        let Some(side) = self.st.mover() else { return wrong("deciding", "this phase has no orders") };
        self.st.frames.push(Frame::Orders(Orders { side }));
        let force = |reader: &Self| -> Result<ForceId, PositionError> {
            let force = ForceId::read(reader.game, &reader.st, rest);
            let force = force.map_err(|why| PositionError::new("deciding", why))?;
            if force.side() != side {
                return wrong("deciding", "the force is not the mover's");
            }
            Ok(force)
        };
        let frame = match word {
            "orders" => return Ok(()),
            "force" => Frame::Command(Command { force: force(self)? }),
            "organise" => Frame::Staff(Staff { force: force(self)? }),
            "air" => Frame::Operations(Operations { side }),
            "ending" => Frame::Ending(Ending { side }),
            "rail" => Frame::Trains(Trains { force: force(self)? }),
            "sea" => Frame::Voyage(Voyage { force: force(self)? }),
            "airborne" => Frame::Airborne(Airborne { force: force(self)? }),
            _ => return wrong("deciding", format!("{word} is no decision")),
        };
        self.st.frames.push(frame);
        Ok(())
    }
}
