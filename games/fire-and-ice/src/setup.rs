//! 16 to 19: the scenarios' first positions, made from their files.

use crate::data::{Scenario, Unit};
use crate::field::Field;
use crate::files::{
    CommanderWord, CommittedRow, ControlWord, DamagedRow, FleetWord, Name, ScenarioFile, StartWord,
    WeatherWord,
};
use crate::frames::Frame;
use crate::ground::Ground;
use crate::load::Reading;
use crate::sequence::Sequence;
use crate::state::{
    Activation, Air, AirBox, Base, COM, China, Combat, Commander, End, Fields, HexBits, Mission, NOBODY,
    Objective, Piece, PieceId, Sea, Spot, State, Step, Tracks, UN, Weather, mark,
};
use board::HexId;
use engine::DataError;
use engine::flat::{Array, Stack};
use engine::rows::Whole;
use std::collections::BTreeMap;

/// Words of the air display in files and positions.
pub(crate) const BASES: [(&str, Base); 5] = [
    ("japan", Base::Japan),
    ("south-korea", Base::South),
    ("north-korea", Base::North),
    ("china", Base::China),
    ("carriers", Base::Carriers),
];

/// Words of the boxes of the air display.
pub(crate) const AIR_BOXES: [(&str, AirBox); 11] = [
    ("coming", AirBox::Coming),
    ("available", AirBox::Available),
    ("damaged", AirBox::Damaged),
    ("gone", AirBox::Gone),
    ("mig-alley", AirBox::MigAlley),
    ("infrastructure", AirBox::Infrastructure),
    ("airfield", AirBox::Airfield),
    ("atomic", AirBox::Atomic),
    ("top-cover", AirBox::TopCover),
    ("interdiction", AirBox::Interdiction),
    ("ground-support", AirBox::GroundSupport),
];

/// Makes a scenario. [rule: fi 16-setup, fi 17-setup, fi 18-setup, fi 19-setup]
pub(crate) fn scenario(
    index: u8,
    file: &ScenarioFile,
    names: &Reading<'_>,
    ground: &Ground,
    units: &[Unit],
) -> Result<Scenario, DataError> {
    let mut state = blank(index, file);
    for row in &file.setup {
        let id = names.piece("setup.unit", &row.unit)?;
        let at = match row.at.get_ref().as_str() {
            "sea" => Spot::SEA,
            "replacements" => Spot::REPLACEMENTS,
            _ => Spot::hex(names.hex("setup.at", &row.at, ground)?),
        };
        let marks = (u16::from(row.spent) * mark::SPENT) | (u16::from(row.cut_off) * mark::OOC);
        *state.piece_mut(id) = Piece { at, marks, did: 0 };
    }
    for name in &file.away {
        state.piece_mut(names.piece("away", name)?).at = Spot::GONE;
    }
    airfields(&mut state, file, names.file)?;
    let (un, com) = (&file.un, &file.com);
    for (side, available, damaged, committed) in
        [(UN, &un.available, &un.damaged, &un.committed), (COM, &com.available, &com.damaged, &com.committed)]
    {
        let _ = side;
        aircraft(&mut state, names, available, damaged, committed)?;
    }
    for (side, list) in [(UN, &un.objectives), (COM, &com.objectives)] {
        for name in list {
            let hex = names.hex("objectives", name, ground)?;
            state.objectives.push(Objective { hex, side, value: 0 });
        }
    }
    control(&mut state, file, names, ground, units)?;
    state.step = match file.start {
        StartWord::Communist => Step::StrategicCom,
        StartWord::Air => Step::FirstFleet,
        StartWord::Infiltration => Step::FirstWaves,
    };
    if file.rules.surprise && file.first.0 == 1 {
        state.surprise = COM;
    }
    state.frames.push(Frame::Sequence(Sequence));
    Ok(Scenario {
        id: file.id.clone(),
        title: file.title.clone(),
        blurb: file.blurb.clone(),
        first: file.first.0 as u8,
        last: file.last.0 as u8,
        start: file.start,
        rules: file.rules,
        state,
    })
}

fn blank(index: u8, file: &ScenarioFile) -> State {
    let (un, com) = (&file.un, &file.com);
    let points = file.points.0 as i8;
    State {
        scenario: index,
        options: 0,
        turn: file.first.0 as u8,
        step: Step::ActivateCom,
        begun: false,
        weather: match file.weather {
            WeatherWord::Clear => Weather::Clear,
            WeatherWord::Rain => Weather::Rain,
            WeatherWord::Winter => Weather::Winter,
            WeatherWord::Snow => Weather::Snow,
        },
        points,
        colour: match points {
            0 => NOBODY,
            p if p > 0 => COM,
            _ => UN,
        },
        sides: [
            Tracks {
                infrastructure: un.infrastructure.0 as u8,
                supply: un.supply.0 as u8,
                tank: un.tank.0 as u8,
                artillery: un.artillery.0 as u8,
                replacements: [un.rok.0 as u8, un.us.0 as u8, un.un.0 as u8],
            },
            Tracks {
                infrastructure: com.infrastructure.0 as u8,
                supply: com.supply.0 as u8,
                tank: com.tank.0 as u8,
                artillery: com.artillery.0 as u8,
                replacements: [com.nk.0 as u8, com.prc.0 as u8, com.su.0 as u8],
            },
        ],
        bombardment: un.bombardment.0 as u8,
        amphibious: un.amphibious.0 as u8,
        commander: match un.commander {
            CommanderWord::Macarthur => Commander::MacArthur,
            CommanderWord::Ridgway => Commander::Ridgway,
            _ => Commander::None,
        },
        peng: com.commander == CommanderWord::Peng,
        fleet: match un.fleet {
            FleetWord::YellowSea => Sea::Yellow,
            FleetWord::SeaOfJapan => Sea::Japan,
            _ => Sea::None,
        },
        china: if file.rules.china_in { China::In } else { China::Out },
        china_turn: 0,
        soviet: false,
        roc: false,
        atomic: false,
        atomic_used: 0,
        china_struck: false,
        invaded: false,
        dropped: false,
        fighters: false,
        pyongyang: false,
        perimeter: 0,
        surprise: NOBODY,
        evacuated: 0,
        fields: [Fields::default(); 4],
        pieces: Array::default(),
        air: Array::default(),
        control: HexBits::default(),
        positions: HexBits::default(),
        trenches: HexBits::default(),
        struck: Stack::default(),
        objectives: Stack::default(),
        declared: Stack::default(),
        act: Activation::default(),
        combat: Combat::default(),
        mission: Mission::default(),
        end: End::Playing,
        frames: Stack::default(),
        field: Field::default(),
    }
}

fn airfields(state: &mut State, file: &ScenarioFile, name: &str) -> Result<(), DataError> {
    type Table = BTreeMap<String, [Whole<0, 9>; 2]>;
    let mut lay = |side: u8, table: &Table, damaged: Option<&Table>| -> Result<(), DataError> {
        for (word, count) in table {
            let base = BASES.iter().find(|b| b.0 == word && b.1 != Base::Carriers && b.1.side() == side);
            let Some(&(_, base)) = base else {
                return Err(DataError::new(name, format!("airfields: \"{word}\" is no box of this side")));
            };
            let hurt = damaged.and_then(|d| d.get(word)).map_or([0; 2], |d| d.map(|n| n.0 as u8));
            let count = count.map(|n| n.0 as u8);
            if hurt[0] > count[0] || hurt[1] > count[1] {
                return Err(DataError::new(name, format!("airfields_damaged.{word}: more than there are")));
            }
            state.fields[base as usize] =
                Fields { whole: [count[0] - hurt[0], count[1] - hurt[1]], damaged: hurt };
        }
        Ok(())
    };
    lay(UN, &file.un.airfields, None)?;
    lay(COM, &file.com.airfields, Some(&file.com.airfields_damaged))
}

fn aircraft(
    state: &mut State,
    names: &Reading<'_>,
    available: &[Name],
    damaged: &[DamagedRow],
    committed: &[CommittedRow],
) -> Result<(), DataError> {
    for name in available {
        let id = names.plane("available", name)?;
        state.air[id.index()] = Air { at: AirBox::Available, ..Air::default() };
    }
    for row in damaged {
        let id = names.plane("damaged", &row.aircraft)?;
        state.air[id.index()] = Air { at: AirBox::Damaged, reduced: row.reduced, ..Air::default() };
    }
    for row in committed {
        let id = names.plane("committed", &row.aircraft)?;
        let at = AIR_BOXES.iter().find(|b| b.0 == row.mission.get_ref() && b.1.mission());
        let at = at.ok_or_else(|| names.error(&row.mission, "committed.mission: no such mission"))?.1;
        let base = BASES.iter().find(|b| b.0 == row.base.get_ref());
        let base = base.ok_or_else(|| names.error(&row.base, "committed.base: no such base"))?.1;
        state.air[id.index()] = Air { at, base, improved: false, reduced: false };
    }
    Ok(())
}

/// 1.0 Who controls what at the start. [rule: fi 1.0-control]
fn control(
    state: &mut State,
    file: &ScenarioFile,
    names: &Reading<'_>,
    ground: &Ground,
    units: &[Unit],
) -> Result<(), DataError> {
    let unit_side = |state: &State, hex: HexId| {
        (0..units.len())
            .find(|&u| !units[u].hq() && state.hex_of(PieceId(u as u8)) == Some(hex))
            .map(|u| units[u].side)
    };
    let mut red = ground.land;
    match file.control.by {
        ControlWord::Halves => {
            for hex in ground.map.grid().hexes().filter(|h| ground.land.has(h.index())) {
                let label = ground.label(hex);
                let (column, row): (i16, i16) =
                    (label[..2].parse().unwrap_or(0), label[2..].parse().unwrap_or(0));
                let fits = file.control.north.iter().any(|n| {
                    (n.columns[0].0..=n.columns[1].0).contains(&column)
                        && row >= n.row.0
                        && ground.north.has(hex.index())
                });
                if fits || !ground.northern(hex) {
                    red.set(hex.index(), false);
                }
            }
        }
        ControlWord::Perimeter => {
            let Some(from) = &file.control.from else {
                return Err(DataError::new(names.file, "control.from is missing"));
            };
            let from = names.hex("control.from", from, ground)?;
            for hex in perimeter(state, ground, from, &unit_side) {
                red.set(hex.index(), false);
            }
        }
    }
    for name in &file.control.un {
        red.set(names.hex("control.un", name, ground)?.index(), false);
    }
    for hex in ground.map.grid().hexes() {
        if let Some(side) = unit_side(state, hex) {
            red.set(hex.index(), side == COM);
        }
    }
    state.control = red;
    Ok(())
}

/// What the United Nations reach from a hex without an enemy's hex or zone, their own hexes counting as free.
fn perimeter(
    state: &State,
    ground: &Ground,
    from: HexId,
    unit_side: &dyn Fn(&State, HexId) -> Option<u8>,
) -> Vec<HexId> {
    let barred = |hex: HexId| match unit_side(state, hex) {
        Some(side) => side == COM,
        None => ground.near(hex).iter().any(|&n| n.is_some() && unit_side(state, n) == Some(COM)),
    };
    let mut found = vec![from];
    let mut seen = HexBits::default();
    seen.set(from.index(), true);
    let mut at = 0;
    while at < found.len() {
        for &n in ground.near(found[at]) {
            if n.is_some() && !seen.has(n.index()) && ground.open(UN, n) && !barred(n) {
                seen.set(n.index(), true);
                found.push(n);
            }
        }
        at += 1;
    }
    found
}
