//! The readable form of a position (documented in `docs/korean-battles.md`); `reading` is the way back.

use crate::data::Scenario;
use crate::frames::Frame;
use crate::hidden::VEIL_COUNTERS;
use crate::state::{
    BROKEN, Bridge, Combat, DEAD, DUE, Hex, LEFT, NOBODY, OFF_MAP, Phase, Side, State, UN, UNKNOWN, UNPLACED,
    UnitId, WAITING, flag,
};
use engine::Options;
use engine::flat::Stack;
use schemars::JsonSchema;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, Error, MapAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt;

/// By side: `un`, `nk`, `cn`.
pub(crate) type BySide<T> = BTreeMap<String, T>;

/// A position as people write it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// `korean-battles`.
    #[serde(default = "game")]
    pub(crate) game: String,
    /// `pusan`, `inchon` or `chosin`.
    pub(crate) scenario: String,
    /// The options of the match.
    #[serde(default)]
    pub(crate) options: Options,
    /// The game turn; 0 is the set-up.
    #[serde(default = "one")]
    pub(crate) turn: u8,
    /// Whose player turn it is; the first player's if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) player: Option<String>,
    /// The phase of the player turn.
    #[serde(default = "movement")]
    pub(crate) phase: Phase,
    /// The counters by id; those not named take no part.
    #[serde(default)]
    pub(crate) units: BTreeMap<String, UnitEntry>,
    /// The markers in hand.
    #[serde(default)]
    pub(crate) support: BySide<Vec<u8>>,
    /// Air Supply.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) air_supply: Option<AirSupply>,
    /// Hexes held, beyond the scenario's start.
    #[serde(default)]
    pub(crate) control: BySide<Vec<String>>,
    /// Markers played this turn.
    #[serde(default, skip_serializing_if = "all_empty")]
    pub(crate) used: BySide<Vec<u8>>,
    /// All markers by value, if some have left the game.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) stock: BySide<[u8; 7]>,
    /// How many markers the other side holds, in a position as one side sees it.
    #[serde(default, skip_serializing_if = "all_zero")]
    pub(crate) in_hand: BySide<u8>,
    /// Where counters lie face down, in a position as one side sees it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) face_down: Vec<String>,
    /// Engineers' bridges: `0804/0805`, or `0804/0805 us-eng-a`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) bridges: Vec<String>,
    /// Hexes bombarded this game turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) bombarded: Vec<String>,
    /// Entry hexes used in this phase, once for each unit.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) entries: Vec<String>,
    /// Units that may use more entry hexes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) widened: Vec<String>,
    /// Chinese divisions whose form is settled.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) formed: Vec<String>,
    /// Units rebuilt in this player turn.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(crate) rebuilt: u8,
    /// Markers lost for good.
    #[serde(default, skip_serializing_if = "all_zero")]
    pub(crate) lost_support: BySide<u8>,
    /// Points already scored by events.
    #[serde(default, skip_serializing_if = "all_zero")]
    pub(crate) points: BySide<i16>,
    /// What cannot be read off the map.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) events: Option<Events>,
    /// A decision in the middle of something; written by the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) procedure: Option<Procedure>,
}

/// Air Supply counters.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AirSupply {
    /// Counters left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) left: Option<u8>,
    /// Units supplied this turn.
    #[serde(default)]
    pub(crate) on: Vec<String>,
    /// Markers fewer next turn.
    #[serde(default)]
    pub(crate) less: u8,
}

/// What cannot be read off the map.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Events {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) overdue: Option<[u8; 2]>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) taken: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) held_by_un: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) held_by_communists: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) raided: Vec<String>,
    /// Face-down units that entered a city in supply.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) raiders: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) critical_lost: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) sources_lost: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) died_early: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) optional: Vec<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) cadre_strengthened: bool,
}

/// A decision in the middle of something.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Procedure {
    #[schemars(with = "Vec<serde_json::Value>")]
    pub(crate) frames: Stack<Frame, 6>,
    #[schemars(with = "serde_json::Value")]
    pub(crate) combat: Combat,
}

/// A counter: `"dead"`, or where it stands and how.
#[derive(Clone, Debug, Default, JsonSchema)]
#[schemars(untagged)]
pub(crate) enum UnitEntry {
    #[default]
    Nothing,
    /// `dead`, `due`, `waiting`, `left`, `unplaced`, `broken`, `unknown`.
    Fate(String),
    Counter(Box<Counter>),
}

/// Where a counter stands and how.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Counter {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) fate: Option<String>,
    /// The printed hex.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) at: Option<String>,
    /// Which face is up, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) step: Option<u8>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) hidden: bool,
    /// The number by which the other side tells a face-down counter from others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) counter: Option<u8>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) moved: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) attacked: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) advanced: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) retreated: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) entered: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) attacked_by_enemy: bool,
}

impl Counter {
    /// The marks of a counter: the flag of each, and its field.
    pub(crate) fn marks(&mut self) -> [(u16, &mut bool); 6] {
        [
            (flag::MOVED, &mut self.moved),
            (flag::ATTACKED, &mut self.attacked),
            (flag::ADVANCED, &mut self.advanced),
            (flag::RETREATED, &mut self.retreated),
            (flag::ENTERED, &mut self.entered),
            (flag::TARGETED, &mut self.attacked_by_enemy),
        ]
    }
}

impl Serialize for UnitEntry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Nothing => serializer.serialize_none(),
            Self::Fate(fate) => serializer.serialize_str(fate),
            Self::Counter(counter) => counter.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for UnitEntry {
    /// By hand, so that an error inside names its own field.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = UnitEntry;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a word such as \"dead\", or an object with `at`")
            }
            fn visit_str<E: Error>(self, fate: &str) -> Result<UnitEntry, E> {
                Ok(UnitEntry::Fate(fate.to_owned()))
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<UnitEntry, A::Error> {
                Counter::deserialize(MapAccessDeserializer::new(map)).map(|c| UnitEntry::Counter(Box::new(c)))
            }
        }
        deserializer.deserialize_any(Either)
    }
}

fn game() -> String {
    "korean-battles".to_owned()
}
fn one() -> u8 {
    1
}
fn movement() -> Phase {
    Phase::Movement
}
fn is_zero(n: &u8) -> bool {
    *n == 0
}
fn all_empty(by_side: &BySide<Vec<u8>>) -> bool {
    by_side.values().all(Vec::is_empty)
}
fn all_zero<T: Copy + Into<i32>>(by_side: &BySide<T>) -> bool {
    by_side.values().all(|&n| n.into() == 0)
}

/// What can have become of a unit that is not on the map.
pub const FATES: [(Hex, &str); 7] = [
    (DEAD, "dead"),
    (DUE, "due"),
    (WAITING, "waiting"),
    (LEFT, "left"),
    (UNPLACED, "unplaced"),
    (BROKEN, "broken"),
    (UNKNOWN, "unknown"),
];

impl Scenario {
    fn side_key(&self, side: Side) -> String {
        if side == UN { "un".to_owned() } else { self.red.clone() }
    }
    fn by_side<T>(&self, value: impl Fn(Side) -> T) -> BySide<T> {
        Side::BOTH.map(|side| (self.side_key(side), value(side))).into()
    }
    fn labels(&self, hexes: impl Iterator<Item = Hex>) -> Vec<String> {
        hexes.map(|h| self.ground.label(h).to_owned()).collect()
    }
    fn unit_names(&self, units: impl Iterator<Item = UnitId>) -> Vec<String> {
        units.map(|u| self.units[u.index()].id.clone()).collect()
    }

    /// The position as people read it.
    pub(crate) fn position(&self, st: &State) -> Position {
        let counters = self.ids().filter(|&u| st.veil & VEIL_COUNTERS != 0 && st.hidden(u) && st.on_map(u));
        let formed = self.divisions.iter().enumerate().filter(|(i, _)| st.formed >> i & 1 == 1);
        let procedure = !st.frames.is_empty() || st.combat != Combat::default();
        let stock = if st.stock == self.pool { BySide::new() } else { self.by_side(|s| st.stock[s.index()]) };
        let held = |side| self.labels(self.tracked.iter().copied().filter(|&h| self.holds(st, side, h)));
        Position {
            game: game(),
            scenario: self.id.clone(),
            options: self.option_values(st),
            turn: st.turn,
            player: Some(self.side_key(st.player)),
            phase: st.phase,
            units: self.entries_of(st),
            support: self.by_side(|side| markers(&st.hand[side.index()][..7])),
            air_supply: Some(AirSupply {
                left: Some(st.air_left),
                on: self.unit_names(self.ids().filter(|&u| st.has(u, flag::AIR))),
                less: st.air_less,
            }),
            control: self.by_side(held),
            used: self.by_side(|side| used(st, side)),
            stock,
            in_hand: self.by_side(|s| st.hand[s.index()][7]),
            face_down: self.labels(counters.map(|u| st.hex(u))),
            bridges: st.bridges.iter().map(|b| self.bridge_text(b)).collect(),
            bombarded: self.labels(st.bombarded.iter()),
            entries: self.labels(st.entries.iter().copied()),
            widened: self.unit_names(st.widened.iter()),
            formed: self.unit_names(formed.map(|(_, d)| d.unit)),
            rebuilt: st.rebuilt,
            lost_support: self.by_side(|s| st.ledger.lost_support[s.index()]),
            points: self.by_side(|s| st.ledger.carried[s.index()]),
            events: Some(self.events(st)).filter(|e| *e != Events::default()),
            procedure: procedure.then_some(Procedure { frames: st.frames, combat: st.combat }),
        }
    }

    fn bridge_text(&self, bridge: &Bridge) -> String {
        let (a, b) = (self.ground.label(bridge.a), self.ground.label(bridge.b));
        if bridge.unit == NOBODY {
            return format!("{a}/{b}");
        }
        format!("{a}/{b} {}", self.units[bridge.unit.index()].id)
    }

    fn option_values(&self, st: &State) -> Options {
        let mut out = Options::default();
        let on = |yes: bool| if yes { "on" } else { "off" };
        if self.naktong_link {
            let (die, won, junctions) = st.link;
            let die = if die == 0 { "none".to_owned() } else { die.to_string() };
            out = out.with("naktong-link", &die).with("naktong-won", on(won));
            out = out.with("naktong-junctions", &junctions.to_string());
        }
        if self.divisions.iter().any(|d| d.optional) {
            out = out.with("acceleration", on(st.accelerated));
        }
        out
    }

    fn entries_of(&self, st: &State) -> BTreeMap<String, UnitEntry> {
        let seen = self.ids().filter(|&u| st.veil & VEIL_COUNTERS == 0 || !st.hidden(u));
        seen.filter_map(|u| Some((self.units[u.index()].id.clone(), self.entry_of(st, u)?))).collect()
    }

    fn entry_of(&self, st: &State, unit: UnitId) -> Option<UnitEntry> {
        let at = st.at[unit.index()];
        let step = Some(st.step(unit) + 1).filter(|&s| s > 1);
        if at >= OFF_MAP {
            let fate = FATES.iter().find(|f| f.0 == at)?.1.to_owned();
            if at == LEFT && step.is_some() {
                let left = Counter { fate: Some(fate), step, ..Counter::default() };
                return Some(UnitEntry::Counter(Box::new(left)));
            }
            return Some(UnitEntry::Fate(fate));
        }
        let hidden = st.hidden(unit);
        let mut counter = Counter {
            at: Some(self.ground.label(at).to_owned()),
            step,
            hidden,
            counter: hidden.then(|| st.tag(unit)),
            ..Counter::default()
        };
        counter.marks().into_iter().for_each(|(mark, field)| *field = st.has(unit, mark));
        Some(UnitEntry::Counter(Box::new(counter)))
    }

    fn events(&self, st: &State) -> Events {
        let l = &st.ledger;
        let cities = |bits: u8| -> Vec<String> {
            let named = self.cities.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1);
            named.map(|(_, c)| c.name.clone()).collect()
        };
        let bits = |count: usize, bits: u8| (0..count).filter(move |i| bits >> i & 1 == 1);
        let sources = bits(self.fragile_sources.len(), l.lost_sources).map(|i| self.fragile_sources[i]);
        Events {
            overdue: (l.overdue != [0, 0]).then_some(l.overdue),
            taken: cities(l.taken),
            held_by_un: cities(l.un_held),
            held_by_communists: Some(cities(l.red_cities)).filter(|c| !c.is_empty()),
            raided: cities(l.raided),
            raiders: self.unit_names(l.raiders.iter()),
            critical_lost: self.labels(bits(self.critical.len(), l.critical).map(|i| self.critical[i])),
            sources_lost: self.labels(sources),
            died_early: self
                .unit_names(bits(self.withdrawals.len(), l.died_early).map(|i| self.withdrawals[i].unit)),
            optional: self
                .unit_names(bits(self.optional_points.len(), l.optional).map(|i| self.optional_points[i].0)),
            cadre_strengthened: l.cadre_done,
        }
    }

    /// What holds of every position: lists, zones, stacking, markers and counters conserved.
    pub(crate) fn sound(&self, st: &State) -> Result<(), String> {
        let mut copy = st.clone();
        self.rebuild(&mut copy);
        if copy.first != st.first || copy.next != st.next {
            return Err("the lists of units in hexes are wrong".to_owned());
        }
        if copy.zoc != st.zoc {
            return Err("the zones of control are wrong".to_owned());
        }
        for unit in self.ids().filter(|&u| st.on_map(u)) {
            let hex = st.hex(unit);
            if hex.index() >= self.ground.hexes || !self.ground.land[hex.index()] {
                return Err(format!("{} stands in water", self.name(unit)));
            }
            if usize::from(st.step(unit)) >= self.units[unit.index()].faces.len() {
                return Err(format!("{} has no such face", self.name(unit)));
            }
            self.sound_hex(st, hex)?;
        }
        for side in 0..2 {
            let known: u8 = (0..7).map(|v| st.hand[side][v] + st.pool[side][v]).sum();
            let most: u8 = st.stock[side].iter().sum();
            if known > most {
                return Err("there are more markers than exist".to_owned());
            }
        }
        Ok(())
    }

    /// Both sides never share a hex; only a unit on its way may stand where it could not stay. [rule: kb 20.0-stacking]
    pub(crate) fn sound_hex(&self, st: &State, hex: Hex) -> Result<(), String> {
        let label = self.ground.label(hex);
        let Some(first) = st.units_in(hex).next() else { return Ok(()) };
        if st.units_in(hex).any(|u| self.side(u) != self.side(first)) {
            return Err(format!("both sides stand in {label}"));
        }
        let passing = st.frames.last().and_then(|f| f.passes()).filter(|&u| st.on_map(u) && st.hex(u) == hex);
        let (mut count, mut large) = (0, 0);
        for unit in st.units_in(hex).filter(|&u| Some(u) != passing) {
            count += 1;
            large += usize::from(!self.quick[unit.index()].small);
        }
        if count > 2 || large > 1 {
            return Err(format!("at most two units, one of them small, may share {label} (20.0)"));
        }
        Ok(())
    }
}

impl Frame {
    /// The unit on its way, which may stand where it could not stay.
    fn passes(&self) -> Option<UnitId> {
        match self {
            Self::Moving(m) => Some(m.unit),
            Self::Leaving(l) => Some(l.unit),
            Self::Retreat(r) => Some(r.unit),
            _ => None,
        }
    }
}

/// The markers that a side has played this turn.
fn used(st: &State, side: Side) -> Vec<u8> {
    let s = side.index();
    let spent: Vec<u8> =
        (0..7).map(|v| st.stock[s][v].saturating_sub(st.hand[s][v] + st.pool[s][v])).collect();
    markers(&spent)
}

fn markers(counts: &[u8]) -> Vec<u8> {
    (1..).zip(counts).flat_map(|(value, &n)| std::iter::repeat_n(value, n.into())).collect()
}
