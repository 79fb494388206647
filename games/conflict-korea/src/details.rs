//! 3.42 What a click tells: a hex with its ground, a force with its units and their equipment.

// A sentence is handed over where it is made.
#![allow(clippy::needless_pass_by_value)]

use crate::data::{Basing, Mission, UN};
use crate::game::Scope;
use crate::ground::Terrain;
use crate::names;
use crate::scene::half;
use crate::state::{AIR_SUPPLIED, ARRIVED, AirId, ENTRENCHED, ForceId, SUPPLIED, State, UnitId, WEAK};
use board::HexId;
use engine::scene::{Detail, DetailSection};
use engine::{Eyes, Sentence, say};

fn line(eyes: &Eyes<'_>, what: Sentence, value: Sentence) -> Vec<String> {
    vec![eyes.read(&what), eyes.read(&value)]
}

fn section(title: String, columns: Vec<String>, rows: Vec<Vec<String>>) -> DetailSection {
    DetailSection { title, columns, rows }
}

impl Scope<'_> {
    /// 3.42 A force in full: units, readiness, experience, supply, equipment. [rule: ck 3.42]
    pub fn force_report(&self, st: &State, force: ForceId, eyes: &Eyes<'_>) -> Detail {
        let title = eyes.read(&say!("{force}", force = names::force(st, force)));
        let f = st.force(force);
        if f.units.is_empty() {
            let known =
                if f.has(WEAK) { say!("reported as understrength") } else { say!("strength unknown") };
            let known = section(eyes.read(&say!("Known")), Vec::new(), vec![vec![eyes.read(&known)]]);
            return Detail { title, sections: vec![known] };
        }
        let (l, s) = self.shown(st, force);
        let (points, allowance, readiness) = (f.points, f.allowance, st.readiness(force));
        let summary = vec![
            line(eyes, say!("Lethality"), say!("{l}", l)),
            line(eyes, say!("Survivability"), say!("{s}", s)),
            line(eyes, say!("Readiness"), say!("{readiness}", readiness)),
            line(eyes, say!("Movement points"), say!("{points} of {allowance}", points, allowance)),
        ];
        let columns = [
            say!("Unit"),
            say!("Kind"),
            say!("Readiness"),
            say!("Experience"),
            say!("Dug in"),
            say!("Supply"),
            say!("Equipment"),
        ];
        let columns = columns.iter().map(|c| eyes.read(c)).collect();
        let rows = st.units_of(force).map(|u| self.unit_row(st, u, eyes)).collect();
        let force = section(eyes.read(&say!("Force")), Vec::new(), summary);
        Detail { title, sections: vec![force, section(eyes.read(&say!("Units")), columns, rows)] }
    }

    /// 3.21 The card of an air unit: what it is, where it is based, what it is worth on each mission. [rule: ck 3.21]
    pub fn air_card(&self, st: &State, air: AirId, eyes: &Eyes<'_>) -> Detail {
        let (def, base) = (self.air_def(air), st.wings[air.0 as usize].base);
        let yes = |is: bool| if is { say!("yes") } else { say!("no") };
        let based = match base {
            Basing::Japan => say!("Japan"),
            Basing::Carrier => say!("carrier"),
            Basing::North => say!("North Korea"),
            Basing::Korea => say!("Korea"),
        };
        let what = vec![
            vec![eyes.read(&say!("Aircraft")), eyes.term(&def.aircraft).into_owned()],
            line(eyes, say!("Base"), based),
            line(eyes, say!("Long range"), yes(def.long_range)),
            line(eyes, say!("All weather"), yes(def.all_weather)),
            line(eyes, say!("Needs a major field"), yes(def.jet)),
        ];
        let worth = Mission::ALL.map(|mission| {
            let (g, a) = self.air_strength_on(st, air, mission);
            let head = eyes.read(&say!("{mission}", mission = names::mission(mission)));
            vec![head, g.to_string(), a.to_string()]
        });
        let heads = [say!("Mission"), say!("Air to ground"), say!("Air to air")];
        let heads = heads.iter().map(|head| eyes.read(head)).collect();
        let title = eyes.read(&say!("{air}", air = names::air(air)));
        let sections = vec![
            section(eyes.read(&say!("Air unit")), Vec::new(), what),
            section(eyes.read(&say!("Strength in this weather")), heads, worth.into()),
        ];
        Detail { title, sections }
    }

    fn unit_row(&self, st: &State, unit: UnitId, eyes: &Eyes<'_>) -> Vec<String> {
        let (def, u) = (&self.world.units[unit.index()], st.unit(unit));
        let supply = match () {
            () if u.has(SUPPLIED) => say!("supplied"),
            () if u.has(AIR_SUPPLIED) => say!("by air"),
            // What the last general phase brought: there was none yet.
            () if st.turn == self.scenario.first_turn || u.has(ARRIVED) => say!("not yet asked"),
            () => say!("no"),
        };
        let pieces = def.pieces.iter().zip(u.pieces.iter()).zip(&self.world.equipment);
        let pieces: Vec<String> = pieces
            .filter(|((due, have), _)| **due > 0 || **have > 0)
            .map(|((due, have), kind)| format!("{} {have}/{due}", eyes.term(&kind.name)))
            .collect();
        vec![
            eyes.read(&say!("{unit}", unit = names::unit(unit))),
            eyes.term(&self.world.organisations[def.organisation as usize].name).into_owned(),
            u.readiness.to_string(),
            eyes.term(u.experience.word()).into_owned(),
            eyes.read(&if u.has(ENTRENCHED) { say!("yes") } else { say!("no") }),
            eyes.read(&supply),
            pieces.join(", "),
        ]
    }

    /// 3.4, 3.42 A hex: its ground with what it does in combat, and who stands in it. [rule: ck 3.4, ck 3.42]
    pub fn hex_report(&self, st: &State, hex: HexId, eyes: &Eyes<'_>) -> Detail {
        let title = eyes.read(&say!("{hex}", hex = names::hex(hex)));
        let terrain = self.ground.terrain(hex);
        let frozen = if self.frozen(st, hex) { " *" } else { "" };
        let name = format!("{}{frozen}", eyes.read(&ground(terrain)));
        let mut rows = vec![vec![eyes.read(&say!("Terrain")), name]];
        if terrain.is_land() {
            let e = &self.world.tables.terrain[terrain as usize];
            let (soft, hard) = (eyes.read(&say!("soft")), eyes.read(&say!("hard")));
            let shelter = format!("{soft} \u{d7}{}, {hard} \u{d7}{}", half(e.soft), half(e.hard));
            rows.push(vec![eyes.read(&say!("Defender's survivability")), shelter]);
            let owner = if self.friendly(st, UN, hex) { say!("United Nations") } else { say!("Communists") };
            rows.push(line(eyes, say!("Held by"), owner));
        }
        let features: Vec<String> = self.features(st, hex).iter().map(|f| eyes.read(f)).collect();
        if !features.is_empty() {
            rows.push(vec![eyes.read(&say!("Features")), features.join(", ")]);
        }
        let mut sections = vec![section(eyes.read(&say!("Ground")), Vec::new(), rows)];
        for force in st.in_hex(hex) {
            let mut report = self.force_report(st, force, eyes);
            if let Some(first) = report.sections.first_mut() {
                first.title = report.title;
            }
            sections.append(&mut report.sections);
        }
        Detail { title, sections }
    }

    fn features(&self, st: &State, hex: HexId) -> Vec<Sentence> {
        let (i, ground) = (hex.index(), self.ground);
        let river = ground.river.has(i);
        let marks = [
            (river && ground.has_way(hex), say!("river with a bridge for its owner")),
            (river && !ground.has_way(hex), say!("river without a bridge")),
            (ground.roads[i] != 0, say!("road")),
            (ground.rails[i] != 0, say!("railway")),
            (
                ground.port(hex).is_some(),
                if self.mined(st, hex) { say!("port, mined") } else { say!("port") },
            ),
            (ground.field(hex).is_some(), say!("airfield")),
            (ground.sources.has(i), say!("Communist supply point")),
            (ground.mig_alley.has(i) && !self.world.era.modern(), say!("MiG Alley")),
        ];
        marks.into_iter().filter(|(on, _)| *on).map(|(_, mark)| mark).collect()
    }
}

fn ground(terrain: Terrain) -> Sentence {
    match terrain {
        Terrain::Open => say!("open"),
        Terrain::Rough => say!("rough"),
        Terrain::Mountain => say!("mountain"),
        Terrain::Urban => say!("urban"),
        Terrain::Reservoir => say!("reservoir"),
        Terrain::Estuary => say!("estuary"),
        Terrain::Ocean => say!("ocean"),
        Terrain::OutOfPlay => say!("out of play"),
    }
}
