//! The tables that judgement rests on: weights from `judgement.toml`, distances, the worth of units.

use super::evaluation::{FEATURES, Scales};
use super::odds::{Faces, faces};
use crate::data::{Kind, Scenario};
use crate::ground::PROHIBITED;
use crate::state::{Hex, HexSet, RED, Side, UN};
use engine::{DataError, Files};
use serde::{Deserialize, Serialize};
use staff::FAR;
use std::collections::BTreeMap;

/// How far the rings around a hex reach.
const RINGS: u8 = 5;

/// The weights of one side in one scenario; `judgement.toml` says what each is.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Weights {
    #[serde(flatten)]
    pub(crate) craft: staff::Weights,
    pub(crate) attack: f32,
    pub(crate) defence: f32,
    pub(crate) early: f32,
    pub(crate) post: f32,
    pub(crate) ground: f32,
    pub(crate) open: f32,
    pub(crate) retreat: f32,
    pub(crate) join: f32,
    pub(crate) contact: f32,
    pub(crate) focus: f32,
    pub(crate) price: f32,
    pub(crate) column: u8,
    pub(crate) patience: f32,
    pub(crate) city: f32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GoalRow {
    scenario: String,
    side: String,
    #[allow(dead_code)]
    name: String,
    hexes: Vec<String>,
    worth: f32,
    #[serde(default)]
    later: f32,
    until: Option<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct JudgementFile {
    horizon: BTreeMap<String, u64>,
    evaluation: BTreeMap<String, BTreeMap<String, [f32; 2]>>,
    weights: BTreeMap<String, toml::Table>,
    #[serde(default)]
    goal: Vec<GoalRow>,
}

/// A hex that a side wants.
#[derive(Debug)]
pub(crate) struct Goal {
    pub(crate) hex: Hex,
    /// Half movement points by which it seems farther away.
    pub(crate) later: u16,
    /// The last turn on which it is wanted.
    pub(crate) until: u8,
    /// Half movement points of a leg unit from each hex.
    pub(crate) far: Vec<u16>,
}

/// What is known of a scenario before anything happens.
#[derive(Debug)]
pub(crate) struct Mind {
    /// Player turns that a search looks ahead, its own included.
    pub(crate) horizon: u64,
    /// The weights of the evaluation.
    pub(crate) scales: Scales,
    pub(crate) weights: [Weights; 2],
    pub(crate) goals: [Vec<Goal>; 2],
    /// Hexes of the victory table and critical ones.
    pub(crate) keys: HexSet,
    /// The worth of holding each hex.
    pub(crate) worth: Vec<f32>,
    /// The hexes around each hex, nearest first, with their distance.
    pub(crate) rings: Vec<Vec<(Hex, u8)>>,
    /// What a unit is worth with so many steps lost; nothing when all are.
    pub(crate) value: Vec<[f32; 5]>,
    /// The side that has somewhere to go.
    pub(crate) driver: Side,
    /// What each column of the combat table comes to.
    pub(crate) faces: [Faces; 12],
}

impl Mind {
    pub(crate) fn load(files: &Files, s: &Scenario) -> Result<Self, DataError> {
        let file: JudgementFile = files.toml("judgement.toml")?;
        let weights = [weights(&file, s, UN)?, weights(&file, s, RED)?];
        let mut goals = [Vec::new(), Vec::new()];
        let mut worth = vec![0.0; s.ground.hexes];
        let mut keys = HexSet::default();
        for row in file.goal.iter().filter(|g| g.scenario == s.id) {
            let side = side_of(&row.side)?;
            for label in &row.hexes {
                let hex = s.ground.hex(label).ok_or_else(|| {
                    DataError::new("judgement.toml", format!("goal: there is no hex {label} in {}", s.id))
                })?;
                worth[hex.index()] = row.worth;
                let later = (row.later * 2.0) as u16;
                let until = row.until.unwrap_or(u8::MAX);
                goals[side.index()].push(Goal { hex, later, until, far: distances(s, &[(hex, 0)]) });
            }
        }
        for &hex in s.cities.iter().flat_map(|c| &c.hexes).chain(&s.critical) {
            keys.set(hex, true);
        }
        let rings = s.ground.all().map(|h| ring(s, h)).collect();
        let value = (0..s.units.len()).map(|u| value(s, u, &weights)).collect();
        let horizon = *file
            .horizon
            .get(&s.id)
            .ok_or_else(|| DataError::new("judgement.toml", format!("horizon: {} is missing", s.id)))?;
        let driver = if goals[0].len() > goals[1].len() { UN } else { RED };
        let scales = scales(&file, s)?;
        let faces = faces(&s.crt);
        Ok(Self { horizon, scales, weights, goals, keys, worth, rings, value, driver, faces })
    }
}

impl Mind {
    /// The weights of a side that are no whole numbers, by their place in `judgement.toml`.
    pub(crate) fn tunable(&self, s: &Scenario, side: Side) -> Vec<(String, f64)> {
        let table = toml::Table::try_from(&self.weights[side.index()]).unwrap_or_default();
        let own = format!("weights.{}-{}", s.id, s.side_id(side));
        let numbers = table.iter().filter_map(|(name, v)| Some((format!("{own}.{name}"), v.as_float()?)));
        numbers.collect()
    }
}

fn side_of(word: &str) -> Result<Side, DataError> {
    match word {
        "un" => Ok(UN),
        "communist" => Ok(RED),
        _ => Err(DataError::new("judgement.toml", format!("goal: \"{word}\" is no side"))),
    }
}

fn weights(file: &JudgementFile, s: &Scenario, side: Side) -> Result<Weights, DataError> {
    let bad = |message: String| DataError::new("judgement.toml", message);
    let mut all =
        file.weights.get("common").cloned().ok_or_else(|| bad("weights.common is missing".to_owned()))?;
    let own = format!("{}-{}", s.id, s.side_id(side));
    for (name, number) in file.weights.get(&own).into_iter().flatten() {
        all.insert(name.clone(), number.clone());
    }
    let read: Result<Weights, toml::de::Error> = all.clone().try_into();
    let weights = read.map_err(|e| bad(format!("weights.{own}: {}", e.message())))?;
    let known = toml::Table::try_from(&weights).unwrap_or_default();
    match all.keys().find(|name| !known.contains_key(*name)) {
        Some(name) => Err(bad(format!("weights.{own}: there is nothing called {name}"))),
        None => Ok(weights),
    }
}

fn scales(file: &JudgementFile, s: &Scenario) -> Result<Scales, DataError> {
    let bad = |message: String| DataError::new("judgement.toml", format!("evaluation.{}: {message}", s.id));
    let table = file.evaluation.get(&s.id).ok_or_else(|| bad("is missing".to_owned()))?;
    if let Some(name) = table.keys().find(|name| !FEATURES.contains(&name.as_str())) {
        return Err(bad(format!("there is nothing called {name}")));
    }
    let mut out = Scales::default();
    for (scale, name) in out.iter_mut().zip(FEATURES) {
        *scale = *table.get(name).ok_or_else(|| bad(format!("{name} is missing")))?;
    }
    Ok(out)
}

fn ring(s: &Scenario, hex: Hex) -> Vec<(Hex, u8)> {
    let mut out: Vec<(Hex, u8)> = s
        .ground
        .all()
        .map(|h| (h, s.ground.distance(hex, h)))
        .filter(|&(h, d)| d > 0 && d <= RINGS && s.ground.land[h.index()])
        .collect();
    out.sort_by_key(|&(h, d)| (d, h));
    out
}

/// Half movement points of a leg unit from every hex to the nearest of some hexes, each with a head start.
fn distances(s: &Scenario, to: &[(Hex, u16)]) -> Vec<u16> {
    let mut out = vec![FAR; s.ground.hexes];
    staff::spread(to, &mut out, |to, out| {
        for from in s.ground.neighbours(to) {
            if let Some(step) = s.leg_step(from, to) {
                out(from, step);
            }
        }
    });
    out
}

impl Scenario {
    /// Half movement points of a leg unit from a hex to the next; none where it can't go.
    pub(crate) fn leg_step(&self, from: Hex, to: Hex) -> Option<u16> {
        let step = self.ground.step(0, from, self.ground.direction(from, to)?);
        (self.ground.land[from.index()] && step != PROHIBITED).then(|| step.into())
    }
}

fn value(s: &Scenario, unit: usize, weights: &[Weights; 2]) -> [f32; 5] {
    let def = &s.units[unit];
    let w = &weights[def.side.index()];
    let mut out = [0.0; 5];
    let stake = (def.dead.1.abs() + def.exit_points) as f32;
    let last = def.faces.len().saturating_sub(1).max(1) as f32;
    for (step, face) in def.faces.iter().enumerate().take(4) {
        let strength = w.attack * f32::from(face[0]) + w.defence * f32::from(face[1]);
        let left = if def.faces.len() == 1 { 1.0 } else { 1.0 - w.early * step as f32 / last };
        let post = if matches!(def.kind, Kind::Hq | Kind::Depot) { w.post } else { 0.0 };
        let worn = 1.0 - 0.5 * step as f32 / def.faces.len() as f32;
        out[step] = 0.1 + strength + stake * left + post * worn;
    }
    if def.dummy() {
        out = [0.2, 0.0, 0.0, 0.0, 0.0];
    }
    out
}
