//! The charts of the game: terrain, planning, chits, aircraft.

use crate::game::FireAndIce;
use crate::scene::points;
use board::HexId;
use engine::scene::Chart;

/// All charts.
pub(crate) fn charts(game: &FireAndIce) -> Vec<Chart> {
    vec![terrain(game), planning(game), chits(game), aircraft(game)]
}

fn line(cells: &[&str]) -> Vec<String> {
    cells.iter().map(|c| (*c).to_owned()).collect()
}

fn terrain(game: &FireAndIce) -> Chart {
    let ground = &game.data.grounds[1];
    let mut rows = Vec::new();
    for (index, class) in ground.map.legend().iter().enumerate() {
        let hex = ground.map.grid().hexes().find(|h: &HexId| ground.map.terrain(*h).index() == index);
        let Some(t) = hex.map(|h| ground.terrain[h.index()]) else { continue };
        let cost = if t.cost == crate::ground::PROHIBITED { "no".to_owned() } else { points(t.cost.into()) };
        rows.push(vec![
            class.name.clone(),
            cost,
            format!("+{}", t.defence),
            format!("1/{}", t.tank),
            format!("1/{}", t.artillery),
        ]);
    }
    Chart {
        id: "terrain".to_owned(),
        title: "Terrain effects".to_owned(),
        rule: "fi 4.1-terrain".to_owned(),
        heads: vec![line(&["Terrain", "MP", "Defence", "Tanks", "Artillery, air, ships"])],
        rows,
        die: None,
        notes: line(&[
            "Road 1/2 MP, rail 1 MP whatever the terrain; river +1; enemy zone +1.",
            "Most values are reconstructed.",
        ]),
    }
}

fn planning(game: &FireAndIce) -> Chart {
    let names = ["A", "B", "C", "D", "Defender, Meeting", "Defender, other"];
    let row = |(i, levels): (usize, &[i16; 3])| {
        let mut cells = vec![names[i].to_owned()];
        cells.extend(levels.iter().map(|n| format!("-{n}")));
        cells
    };
    Chart {
        id: "planning".to_owned(),
        title: "Support planning".to_owned(),
        rule: "fi 5.3.1-planning".to_owned(),
        heads: vec![line(&["Row", "Tank", "Artillery", "Air"])],
        rows: game.data.planning.iter().enumerate().map(row).collect(),
        die: None,
        notes: Vec::new(),
    }
}

fn chits(game: &FireAndIce) -> Chart {
    let row = |c: &crate::data::Chit| {
        let tables = ["A", "B", "C"];
        let rows = ["A", "B", "C", "D"];
        vec![
            c.name.clone(),
            format!("D{}{:+}", c.die, c.modifier),
            tables[c.events].to_owned(),
            rows[c.planning].to_owned(),
            c.advance.to_string(),
        ]
    };
    Chart {
        id: "chits".to_owned(),
        title: "Combat chits".to_owned(),
        rule: "fi 5.2.1-cups".to_owned(),
        heads: vec![line(&["Chit", "Die", "Events", "Support", "Exploitation"])],
        rows: game.data.chits.iter().map(row).collect(),
        die: None,
        notes: line(&[
            "M chits serve Meeting Engagements and Hasty Attacks, P chits Prepared and Deliberate ones.",
        ]),
    }
}

fn aircraft(game: &FireAndIce) -> Chart {
    let row = |t: &crate::data::AirType| {
        let mut cells = vec![t.name.clone()];
        let values =
            [t.mig_alley, t.top_cover, t.interdiction, t.ground_support, t.strategic, i16::from(t.station)];
        cells.extend(values.iter().map(|v| if *v == 0 { "-".to_owned() } else { v.to_string() }));
        cells
    };
    Chart {
        id: "aircraft".to_owned(),
        title: "Aircraft".to_owned(),
        rule: "fi 10.1-airfields".to_owned(),
        heads: vec![line(&[
            "Type",
            "MiG Alley",
            "Top Cover",
            "Interdiction",
            "Ground Support",
            "Strategic",
            "Station",
        ])],
        rows: game.data.types.iter().map(row).collect(),
        die: None,
        notes: line(&["Reduced, long range and rain each take one away."]),
    }
}
