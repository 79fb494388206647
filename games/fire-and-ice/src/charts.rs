//! The charts of the game: terrain, planning, chits, aircraft.

use crate::game::FireAndIce;
use crate::scene::points;
use board::HexId;
use engine::scene::Chart;
use engine::{Eyes, Sentence, say};

/// All charts.
pub(crate) fn charts(game: &FireAndIce, eyes: &Eyes<'_>) -> Vec<Chart> {
    vec![terrain(game, eyes), planning(game, eyes), chits(game, eyes), aircraft(game, eyes)]
}

fn line(eyes: &Eyes<'_>, cells: &[Sentence]) -> Vec<String> {
    cells.iter().map(|c| eyes.read(c)).collect()
}

fn terrain(game: &FireAndIce, eyes: &Eyes<'_>) -> Chart {
    let ground = &game.data.grounds[1];
    let mut rows = Vec::new();
    for (index, class) in ground.map.legend().iter().enumerate() {
        let hex = ground.map.grid().hexes().find(|h: &HexId| ground.map.terrain(*h).index() == index);
        let Some(t) = hex.map(|h| ground.terrain[h.index()]) else { continue };
        let closed = t.cost == crate::ground::PROHIBITED;
        rows.push(vec![
            eyes.term(&class.name).into_owned(),
            if closed { eyes.read(&say!("no")) } else { points(t.cost.into()) },
            format!("+{}", t.defence),
            format!("1/{}", t.tank),
            format!("1/{}", t.artillery),
        ]);
    }
    let heads = [say!("Terrain"), say!("MP"), say!("Defence"), say!("Tanks"), say!("Artillery, air, ships")];
    let notes = [
        say!("Road 1/2 MP, rail 1 MP whatever the terrain; river +1; enemy zone +1."),
        say!("Most values are reconstructed."),
    ];
    Chart {
        id: "terrain".to_owned(),
        title: eyes.read(&say!("Terrain effects")),
        rule: "fi 4.1-terrain".to_owned(),
        heads: vec![line(eyes, &heads)],
        rows,
        die: None,
        notes: line(eyes, &notes),
    }
}

fn planning(game: &FireAndIce, eyes: &Eyes<'_>) -> Chart {
    let names =
        [say!("A"), say!("B"), say!("C"), say!("D"), say!("Defender, Meeting"), say!("Defender, other")];
    let row = |(name, levels): (&Sentence, &[i16; 3])| {
        let mut cells = vec![eyes.read(name)];
        cells.extend(levels.iter().map(|n| format!("-{n}")));
        cells
    };
    let heads = [say!("Row"), say!("Tank"), say!("Artillery"), say!("Air")];
    Chart {
        id: "planning".to_owned(),
        title: eyes.read(&say!("Support planning")),
        rule: "fi 5.3.1-planning".to_owned(),
        heads: vec![line(eyes, &heads)],
        rows: names.iter().zip(&game.data.planning).map(row).collect(),
        die: None,
        notes: Vec::new(),
    }
}

fn chits(game: &FireAndIce, eyes: &Eyes<'_>) -> Chart {
    let letters = [say!("A"), say!("B"), say!("C"), say!("D")];
    let row = |c: &crate::data::Chit| {
        let roll = match c.modifier {
            ..0 => say!("D{die}-{modifier}", die = c.die, modifier = -c.modifier),
            _ => say!("D{die}+{modifier}", die = c.die, modifier = c.modifier),
        };
        vec![
            eyes.term(&c.name).into_owned(),
            eyes.read(&roll),
            eyes.read(&letters[c.events]),
            eyes.read(&letters[c.planning]),
            c.advance.to_string(),
        ]
    };
    let heads = [say!("Chit"), say!("Die"), say!("Events"), say!("Support"), say!("Exploitation")];
    let notes =
        [say!("M chits serve Meeting Engagements and Hasty Attacks, P chits Prepared and Deliberate ones.")];
    Chart {
        id: "chits".to_owned(),
        title: eyes.read(&say!("Combat chits")),
        rule: "fi 5.2.1-cups".to_owned(),
        heads: vec![line(eyes, &heads)],
        rows: game.data.chits.iter().map(row).collect(),
        die: None,
        notes: line(eyes, &notes),
    }
}

fn aircraft(game: &FireAndIce, eyes: &Eyes<'_>) -> Chart {
    let row = |t: &crate::data::AirType| {
        let mut cells = vec![eyes.term(&t.name).into_owned()];
        let values =
            [t.mig_alley, t.top_cover, t.interdiction, t.ground_support, t.strategic, i16::from(t.station)];
        cells.extend(values.iter().map(|v| if *v == 0 { "-".to_owned() } else { v.to_string() }));
        cells
    };
    let heads = [
        say!("Type"),
        say!("MiG Alley"),
        say!("Top Cover"),
        say!("Interdiction"),
        say!("Ground Support"),
        say!("Strategic"),
        say!("Station"),
    ];
    Chart {
        id: "aircraft".to_owned(),
        title: eyes.read(&say!("Aircraft")),
        rule: "fi 10.1-airfields".to_owned(),
        heads: vec![line(eyes, &heads)],
        rows: game.data.types.iter().map(row).collect(),
        die: None,
        notes: line(eyes, &[say!("Reduced, long range and rain each take one away.")]),
    }
}
