//! What a player looks up: the combat table and the terrain key as charts, the battle under way, the chances of attacks.

use crate::data::Scenario;
use crate::files::{CrtChart, RoadRow, TerrainChart, TerrainRow};
use crate::frames::Frame;
use crate::state::{Combat, Hex, HexSet, Phase, Side, State, UnitId};
use crate::strength::Sum;
use engine::Overlay;
use engine::scene::{Battle, BattleLine, Chart, Lit, OverlayMark, Text};

/// The charts of a scenario as its data files have them. [rule: kb 2.2]
pub(crate) fn charts(crt: &crate::crt::Crt, lines: &CrtChart, terrain: &TerrainChart) -> Vec<Chart> {
    vec![combat_results(crt, lines), terrain_key(terrain)]
}

fn words(name: &str) -> String {
    name.replace('-', " ")
}

/// 7.3 The results by column and die, under one line of differentials for each kind of terrain.
fn combat_results(crt: &crate::crt::Crt, lines: &CrtChart) -> Chart {
    let heads = lines.line.iter().map(|line| {
        let name = line.terrain.iter().map(|t| words(t)).collect::<Vec<_>>().join(", ");
        let mut cells = vec![name];
        cells.extend(line.differential.iter().map(|d| d.replace(',', " ")));
        cells.resize(13, String::new());
        cells
    });
    let row = |die: u32| {
        let mut cells = vec![die.to_string()];
        cells.extend((1..=12).map(|column| crt.result(column, die).to_string()));
        cells
    };
    let notes = [
        "Find the differential in the line of the defender's terrain, go down to the die.",
        "A: the attacker, D: the defender; a number: that many hexes of retreat; e: eliminated; Ex: each side loses a step; (A): the attacker loses a step.",
    ];
    Chart {
        id: "crt".to_owned(),
        title: "Combat results".to_owned(),
        rule: "kb crt".to_owned(),
        heads: heads.collect(),
        rows: (1..=6).map(row).collect(),
        die: Some(6),
        notes: notes.iter().map(|&n| n.to_owned()).collect(),
    }
}

/// 5.2 What it costs to enter a hex or cross a hexside.
fn terrain_key(terrain: &TerrainChart) -> Chart {
    let row = |r: &TerrainRow, what: &str| {
        let supply = if r.supply { "yes" } else { "no" };
        vec![format!("{}{what}", words(&r.terrain)), r.leg.clone(), r.mobile.clone(), supply.to_owned()]
    };
    let way = |name: &str, r: &RoadRow| vec![name.to_owned(), r.leg.clone(), r.mobile.clone(), String::new()];
    let mut rows: Vec<_> = terrain.hex.iter().map(|r| row(r, "")).collect();
    rows.extend(terrain.side.iter().map(|r| row(r, " (hexside, extra)")));
    rows.push(way("along a road", &terrain.road));
    rows.push(way("along a trail", &terrain.trail));
    let head = ["Terrain", "Leg", "Mobile", "UN supply"];
    Chart {
        id: "terrain".to_owned(),
        title: "Terrain key, movement points".to_owned(),
        rule: "kb 5.2".to_owned(),
        heads: vec![head.iter().map(|&h| h.to_owned()).collect()],
        rows,
        die: None,
        notes: vec!["Only clear, road and trail are the book's; the rest is reconstructed.".to_owned()],
    }
}

impl Scenario {
    /// The battle under way: both lines with their strengths.
    pub(crate) fn battle<'a>(&'a self, st: &State, sum: Option<&Sum>) -> Option<Battle<'a>> {
        if !st.combat.active {
            return None;
        }
        let target = st.combat.target;
        let hidden = st.units_in(target).any(|u| st.hidden(u));
        let piece = |unit: UnitId| -> Text<'a> { self.piece_id(st, unit).into_owned().into() };
        let strength = |total: Option<i32>| total.map_or_else(|| "?".to_owned(), |n| n.to_string());
        let attack = sum.map(|s| s.attack + s.attack_support);
        let defence = sum.filter(|_| !hidden).map(|s| s.defence + s.defence_support);
        let line = |side: Side, pieces: Vec<Text<'a>>, total: Option<i32>| BattleLine {
            side: side as u8,
            pieces,
            strength: strength(total).into(),
        };
        let attackers = st.combat.attackers.iter().map(piece).collect();
        let defenders = st.units_in(target).filter(|&u| self.side(u) != st.combat.side).map(piece).collect();
        let what = if st.combat.bombardment { "Bombardment of" } else { "Attack on" };
        Some(Battle {
            at: self.ground.label(target).into(),
            title: format!("{what} {}", self.ground.place(target)).into(),
            lines: vec![
                line(st.combat.side, attackers, attack),
                line(st.combat.side.other(), defenders, defence),
            ],
            rounds: Vec::new(),
        })
    }

    /// The line and the column of the combat table that the battle stands in.
    pub(crate) fn lit(&self, st: &State, sum: Option<&Sum>) -> Vec<Lit<'_>> {
        let hidden = st.combat.active && st.units_in(st.combat.target).any(|u| st.hidden(u));
        let Some(sum) = sum.filter(|_| !hidden) else { return Vec::new() };
        let column = self.crt.column(sum.line, sum.differential());
        vec![Lit { chart: "crt".into(), head: Some(sum.line), row: None, column: Some(column) }]
    }

    /// For every hex that can be attacked, the chance that the defender is hurt when all attack that can, without support.
    pub(crate) fn chances(&self, st: &State) -> Overlay {
        let attacks =
            !st.combat.active && matches!(st.phase, Phase::Combat | Phase::Attack | Phase::MobileCombat);
        let targets = if attacks { self.targets(st) } else { HexSet::default() };
        let seen = targets.iter().filter(|&hex| !st.units_in(hex).any(|u| st.hidden(u)));
        let mark = |hex: Hex| {
            let mut then = st.clone();
            then.combat = Combat { active: true, target: hex, side: st.player, ..Combat::default() };
            then.combat.attackers = self.recruits(st, hex);
            let sum = self.sum(&then);
            let column = self.crt.column(sum.line, sum.differential());
            let hurt = (1..=6).filter(|&die| self.crt.result(column, die).hurts_defender()).count();
            let label = format!("{}%", (hurt * 100 + 3) / 6);
            OverlayMark { at: self.ground.label(hex).to_owned(), side: Some(st.player as u8), label }
        };
        Overlay { marks: seen.map(mark).collect() }
    }

    /// The sum of the combat under way, as long as the die is not cast.
    pub(crate) fn open_sum(&self, st: &State) -> Option<Sum> {
        let before_the_die =
            matches!(st.frames.last(), Some(Frame::Building(_) | Frame::Waves(_) | Frame::Support(_)));
        (st.combat.active && before_the_die).then(|| self.sum(&self.weakened(st)))
    }
}
