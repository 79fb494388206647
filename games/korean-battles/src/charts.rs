//! What a player looks up: the combat table and the terrain key as charts, the battle under way, the chances of attacks.

use crate::data::Scenario;
use crate::files::{CrtChart, CrtLine, RoadRow, TerrainChart, TerrainRow};
use crate::frames::Frame;
use crate::names::spot;
use crate::state::{Combat, Hex, HexSet, Phase, Side, State, UnitId};
use crate::strength::Sum;
use engine::scene::{Battle, BattleLine, Chart, Lit, OverlayMark, Text};
use engine::{Eyes, Overlay, say};

/// What the charts of a scenario hold, as its data files have it.
#[derive(Debug)]
pub(crate) struct Charts {
    /// The lines of differentials, each after the names of its terrains.
    lines: Vec<(Vec<String>, Vec<String>)>,
    terrain: Vec<Row>,
}

/// A line of the terrain key.
#[derive(Debug)]
struct Row {
    what: What,
    name: String,
    leg: String,
    mobile: String,
    supply: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    Hex,
    Side,
    Road,
    Trail,
}

impl Charts {
    pub(crate) fn new(lines: &CrtChart, terrain: &TerrainChart) -> Self {
        let words = |name: &String| name.replace('-', " ");
        let line = |l: &CrtLine| {
            let cells = l.differential.iter().map(|d| d.replace(',', " "));
            (l.terrain.iter().map(words).collect(), cells.collect())
        };
        let row = |r: &TerrainRow, what: What| {
            let (leg, mobile) = (r.leg.clone(), r.mobile.clone());
            Row { what, name: words(&r.terrain), leg, mobile, supply: r.supply }
        };
        let way = |r: &RoadRow, what: What| {
            let (leg, mobile) = (r.leg.clone(), r.mobile.clone());
            Row { what, name: String::new(), leg, mobile, supply: false }
        };
        let hexes = terrain.hex.iter().map(|r| row(r, What::Hex));
        let sides = terrain.side.iter().map(|r| row(r, What::Side));
        let ways = [way(&terrain.road, What::Road), way(&terrain.trail, What::Trail)];
        let lines = lines.line.iter().map(line).collect();
        Self { lines, terrain: hexes.chain(sides).chain(ways).collect() }
    }
}

impl Scenario {
    /// The charts as the player reads them. [rule: kb 2.2]
    pub(crate) fn charts(&self, eyes: &Eyes<'_>) -> Vec<Chart> {
        vec![self.combat_results(eyes), self.terrain_key(eyes)]
    }

    /// 7.3 The results by column and die, under one line of differentials for each kind of terrain.
    fn combat_results(&self, eyes: &Eyes<'_>) -> Chart {
        let heads = self.charts.lines.iter().map(|(names, cells)| {
            let names: Vec<_> = names.iter().map(|name| eyes.term(name)).collect();
            let mut out = vec![names.join(", ")];
            out.extend_from_slice(cells);
            out.resize(13, String::new());
            out
        });
        let row = |die: u32| {
            let mut cells = vec![die.to_string()];
            cells.extend((1..=12).map(|column| eyes.read(&self.crt.result(column, die).told())));
            cells
        };
        let notes = [
            say!("Find the differential in the line of the defender's terrain, go down to the die."),
            say!(
                "A: the attacker, D: the defender; a number: that many hexes of retreat; e: eliminated; Ex: each side loses a step; (A): the attacker loses a step."
            ),
        ];
        Chart {
            id: "crt".to_owned(),
            title: eyes.read(&say!("Combat results")),
            rule: "kb crt".to_owned(),
            heads: heads.collect(),
            rows: (1..=6).map(row).collect(),
            die: Some(6),
            notes: notes.iter().map(|n| eyes.read(n)).collect(),
        }
    }

    /// 5.2 What it costs to enter a hex or cross a hexside.
    fn terrain_key(&self, eyes: &Eyes<'_>) -> Chart {
        let row = |r: &Row| {
            let name = match r.what {
                What::Hex => eyes.term(&r.name).into_owned(),
                What::Side => format!("{} {}", eyes.term(&r.name), eyes.text(&say!("(hexside, extra)"))),
                What::Road => eyes.read(&say!("along a road")),
                What::Trail => eyes.read(&say!("along a trail")),
            };
            let supply = match r.what {
                What::Road | What::Trail => String::new(),
                _ if r.supply => eyes.read(&say!("yes")),
                _ => eyes.read(&say!("no")),
            };
            vec![name, eyes.term(&r.leg).into_owned(), eyes.term(&r.mobile).into_owned(), supply]
        };
        let head = [say!("Terrain"), say!("Leg"), say!("Mobile"), say!("UN supply")];
        let note = say!("Only clear, road and trail are the book's; the rest is reconstructed.");
        Chart {
            id: "terrain".to_owned(),
            title: eyes.read(&say!("Terrain key, movement points")),
            rule: "kb 5.2".to_owned(),
            heads: vec![head.iter().map(|h| eyes.read(h)).collect()],
            rows: self.charts.terrain.iter().map(row).collect(),
            die: None,
            notes: vec![eyes.read(&note)],
        }
    }
}

impl Scenario {
    /// The battle under way: both lines with their strengths.
    pub(crate) fn battle<'a>(&'a self, st: &State, sum: Option<&Sum>, eyes: &Eyes<'_>) -> Option<Battle<'a>> {
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
        let place = spot(target);
        let title = if st.combat.bombardment {
            say!("Bombardment of {place}", place)
        } else {
            say!("Attack on {place}", place)
        };
        Some(Battle {
            at: self.ground.label(target).into(),
            title: eyes.text(&title),
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
