//! The data files, read and checked. Every fault names its file, line and field; nothing is clamped.

use crate::data::{
    AirArrival, Arrival, COLUMNS, Choice, Data, Entry, EventInfo, Kind, Late, Nation, OptionRow, Posting,
    Quick, Schedule, Unit, Zone, ZoneHexes, option,
};
use crate::event::hexes;
use crate::events::Event;
use crate::files::{
    AirArrivalRow, ArrivalRow, ArrivalsFile, EventsFile, HexScore, LateRow, OptionsFile, ParametersFile,
    PlaceRow, ScoreRow, SetupFile, TrackFile, UnitRow, UnitsFile, VictoryFile,
};
use crate::ground::{Ground, ROUGH, set};
use crate::load_charts::{barrage, chart, parameters, tables};
use crate::state::{COM, UN, UNITS, UnitBits, UnitId};
use crate::supply::HQS;
use board::HexId;
use engine::rows::{DataFile, Source, Spanned};
use engine::{DataError, Files};
use std::sync::atomic::{AtomicU64, Ordering};

/// The value of a word among those that are known.
fn word<T: Copy>(
    sheet: &DataFile<'_>,
    field: &str,
    text: &Spanned<String>,
    all: &[(T, &str)],
) -> Result<T, DataError> {
    all.iter().find(|(_, w)| w == text.get_ref()).map(|(t, _)| *t).ok_or_else(|| {
        let known: Vec<&str> = all.iter().map(|(_, w)| *w).collect();
        sheet.wrong(text, field, format!("`{}` is none of {}", text.get_ref(), known.join(", ")))
    })
}

const SIZES: [(u8, &str); 7] =
    [(0, "I"), (1, "II"), (2, "III"), (3, "X"), (4, "XX"), (5, "XXX"), (6, "XXXX")];
const PARTS: [(u8, &str); 9] = [
    (1, "us-128"),
    (2, "marine-228"),
    (3, "marine-128"),
    (4, "rok-116"),
    (5, "rok-118"),
    (6, "rok-marine"),
    (7, "acr"),
    (8, "airborne-228"),
    (9, "airborne-128"),
];

fn face(sheet: &DataFile<'_>, field: &str, text: &Spanned<String>) -> Result<[u8; 3], DataError> {
    let numbers: Result<Vec<u8>, _> = text.get_ref().split('-').map(str::parse).collect();
    let numbers = numbers.ok().and_then(|n| <[u8; 3]>::try_from(n).ok());
    let fits = numbers.filter(|n| n[0] <= 12 && (1..=12).contains(&n[1]) && (1..=12).contains(&n[2]));
    fits.ok_or_else(|| sheet.wrong(text, field, "factors are attack-defence-movement, none above 12"))
}

struct Scores<'a> {
    sheet: DataFile<'a>,
    file: VictoryFile,
}

impl Scores<'_> {
    fn points(&self, rows: &[ScoreRow], row: &UnitRow, field: &str) -> Result<u8, DataError> {
        let has = |list: &Option<Vec<Spanned<String>>>, word: &Spanned<String>| {
            list.as_ref().is_none_or(|l| l.iter().any(|w| w.get_ref() == word.get_ref()))
        };
        let fits = |s: &&ScoreRow| {
            s.nations.iter().any(|n| n.get_ref() == row.nation.get_ref())
                && has(&s.kinds, &row.kind)
                && has(&s.sizes, &row.size)
        };
        match rows.iter().find(fits) {
            Some(score) => self.sheet.number(&score.points, field, 0..=40),
            None => {
                Err(DataError::new(self.sheet.name, format!("{field}: no line fits {}", row.id.get_ref())))
            }
        }
    }
    /// Words in the lists must be known, or a line would silently fit nothing.
    fn check_words(&self) -> Result<(), DataError> {
        for row in self.file.dead.iter().chain(&self.file.exited) {
            for nation in &row.nations {
                word(&self.sheet, "nations", nation, &Nation::ALL)?;
            }
            for kind in row.kinds.iter().flatten() {
                word(&self.sheet, "kinds", kind, &Kind::ALL)?;
            }
            for size in row.sizes.iter().flatten() {
                word(&self.sheet, "sizes", size, &SIZES)?;
            }
        }
        Ok(())
    }
}

fn unit(sheet: &DataFile<'_>, row: &UnitRow, scores: &Scores<'_>) -> Result<Unit, DataError> {
    let nation = word(sheet, "nation", &row.nation, &Nation::ALL)?;
    let kind = word(sheet, "kind", &row.kind, &Kind::ALL)?;
    let size = word(sheet, "size", &row.size, &SIZES)?;
    let front = face(sheet, "front", &row.front)?;
    let back = row.back.as_ref().map(|b| face(sheet, "back", b)).transpose()?;
    if let Some(branch) = &row.branch {
        word(sheet, "branch", branch, &[((), "marine")])?;
    }
    let radius = match &row.radius {
        Some(r) => sheet.number(r, "radius", 1..=12)?,
        None if kind == Kind::Hq => return Err(sheet.wrong(&row.id, "radius", "a headquarters needs one")),
        None => 0,
    };
    let barrage = match &row.barrage {
        Some([f, b]) => [sheet.number(f, "barrage", 0..=7)?, sheet.number(b, "barrage", 0..=7)?],
        None => [0, 0],
    };
    let part = row.part.as_ref().map(|p| word(sheet, "part", p, &PARTS)).transpose()?.unwrap_or(0);
    let parts = row.parts.iter().map(|p| word(sheet, "parts", p, &PARTS)).collect::<Result<Vec<_>, _>>()?;
    if parts.len() > 3 {
        return Err(sheet.wrong(&row.id, "parts", "a unit breaks down into three at most"));
    }
    let side = if matches!(nation, Nation::Ccf | Nation::Nk) { COM } else { UN };
    Ok(Unit {
        id: row.id.get_ref().clone(),
        label: row.label.clone(),
        name: row.name.clone(),
        nation,
        marine: row.branch.is_some(),
        kind,
        size: row.size.get_ref().clone(),
        side,
        regiment: size >= 2,
        faces: [front, back.unwrap_or(front)],
        has_back: back.is_some(),
        radius,
        barrage,
        part,
        parts,
        third: row.third,
        pool: row.pool,
        from_book: row.values == Source::Book,
        dead: scores.points(&scores.file.dead, row, "dead")?,
        exited: scores.points(&scores.file.exited, row, "exited")?,
        entry: if side == COM { Entry::North } else { Entry::Port },
    })
}

/// Reads ids of units and hexes in one file.
struct Names<'a, 'b> {
    sheet: &'a DataFile<'b>,
    ground: &'a Ground,
    units: &'a [Unit],
}

impl Names<'_, '_> {
    fn unit(&self, field: &str, id: &Spanned<String>) -> Result<UnitId, DataError> {
        let at = self.units.iter().position(|u| u.id == *id.get_ref());
        at.map(|i| UnitId(i as u8))
            .ok_or_else(|| self.sheet.wrong(id, field, format!("there is no unit {}", id.get_ref())))
    }
    fn hex(&self, field: &str, label: &Spanned<String>, land: bool) -> Result<HexId, DataError> {
        let hex = self.ground.hex(label.get_ref());
        let hex = hex
            .ok_or_else(|| self.sheet.wrong(label, field, format!("there is no hex {}", label.get_ref())))?;
        if self.ground.is_land(hex) != land {
            let what = if land { "water" } else { "land" };
            return Err(self.sheet.wrong(label, field, format!("{} is {what}", label.get_ref())));
        }
        Ok(hex)
    }
    fn posting(&self, row: &PlaceRow, side: u8) -> Result<Posting, DataError> {
        let unit = self.unit("unit", &row.unit)?;
        if self.units[unit.index()].side != side {
            return Err(self.sheet.wrong(&row.unit, "unit", "it belongs to the other side"));
        }
        let zone = word(self.sheet, "zone", &row.zone, &Zone::ALL)?;
        let needs = matches!(zone, Zone::At | Zone::Near | Zone::OneEach);
        if needs == row.hexes.is_empty() {
            return Err(self.sheet.wrong(
                &row.zone,
                "hexes",
                "only at, near and one-each name hexes, and they must",
            ));
        }
        Ok(Posting {
            unit,
            zone,
            hexes: row.hexes.iter().map(|h| self.hex("hexes", h, true)).collect::<Result<_, _>>()?,
            default: self.hex("default", &row.default, true)?,
            option: row.option.as_ref().map(|o| self.choice(o)).transpose()?,
        })
    }
    fn choice(&self, text: &Spanned<String>) -> Result<Choice, DataError> {
        let mut all =
            vec![(Choice::Airfields, "airfields"), (Choice::Port, "port"), (Choice::Extras, "extras")];
        all.extend(option::ALL.iter().enumerate().map(|(i, id)| (Choice::Option(i as u8), *id)));
        word(self.sheet, "option", text, &all)
    }
    fn arrivals(
        &self,
        rows: &[ArrivalRow],
        entries: &mut [(UnitId, Entry)],
    ) -> Result<Vec<Arrival>, DataError> {
        let mut list = Vec::new();
        for row in rows {
            let at = word(self.sheet, "at", &row.at, &Entry::ALL)?;
            let units: Vec<UnitId> =
                row.units.iter().map(|u| self.unit("units", u)).collect::<Result<_, _>>()?;
            for unit in &units {
                entries[unit.index()] = (*unit, at);
            }
            list.push(Arrival { turn: self.sheet.number(&row.turn, "turn", 1..=28)?, hold: row.hold, units });
        }
        Ok(list)
    }
    fn score(&self, rows: &[HexScore], field: &str) -> Result<Vec<(HexId, u8)>, DataError> {
        rows.iter()
            .map(|r| Ok((self.hex(field, &r.hex, true)?, self.sheet.number(&r.points, field, 0..=40)?)))
            .collect()
    }
}

pub(crate) fn air_arrival(sheet: &DataFile<'_>, row: &AirArrivalRow) -> Result<AirArrival, DataError> {
    let number = |n: &Option<Spanned<i64>>| n.as_ref().map_or(Ok(0), |n| sheet.number(n, "air units", 0..=6));
    Ok(AirArrival {
        turn: sheet.number(&row.turn, "turn", 1..=28)?,
        units: [number(&row.tac)?, number(&row.sac)?, number(&row.mac)?],
    })
}

fn late(sheet: &DataFile<'_>, row: &LateRow) -> Result<Late, DataError> {
    Ok(Late {
        from_turn: sheet.number(&row.from_turn, "from_turn", 1..=28)?,
        delay: sheet.number(&row.delay, "delay", 0..=28)?,
    })
}

fn schedule(scores: &Scores<'_>, names: &Names<'_, '_>) -> Result<Schedule, DataError> {
    let (sheet, file) = (&scores.sheet, &scores.file);
    let number = |n: &crate::files::Number, field: &str| sheet.number(&n.value, field, 0..=100);
    let mut end_control = names.score(&file.end_control, "end_control")?;
    let town = number(&file.end_control_town, "end_control_town")?;
    end_control.extend(names.ground.town.iter().map(|h| (HexId(h as u16), town)));
    if file.first_control.len() > 8 {
        return Err(DataError::new(sheet.name, "first_control: eight hexes are the most"));
    }
    let levels =
        file.levels.iter().map(|l| Ok((sheet.number(&l.at_least, "at_least", 1..=200)?, l.level.clone())));
    Ok(Schedule {
        airfield_exited: number(&file.airfield_tac_exited, "airfield_tac_exited")?,
        airfield_lost: number(&file.airfield_tac_lost, "airfield_tac_lost")?,
        depot: number(&file.depot_captured, "depot_captured")?,
        collateral: number(&file.collateral, "collateral")?,
        yalu: number(&file.yalu_attack, "yalu_attack")?,
        source: number(&file.source_occupied, "source_occupied")?,
        source_turn: number(&file.source_turn, "source_turn")?,
        bomb: number(&file.bomb_received, "bomb_received")?,
        minimal: number(&file.minimal_bonus, "minimal_bonus")?,
        maximum: number(&file.maximum_bonus, "maximum_bonus")?,
        first_control: names.score(&file.first_control, "first_control")?,
        end_control,
        levels: levels.collect::<Result<_, DataError>>()?,
    })
}

type EventTable = (Vec<EventInfo>, [[u8; 7]; 7]);

fn events(files: &Files) -> Result<EventTable, DataError> {
    let (sheet, file): (DataFile<'_>, EventsFile) = DataFile::read(files, "events.toml")?;
    let (mut list, mut event_of) = (Vec::new(), [[u8::MAX; 7]; 7]);
    if file.event.len() != Event::ALL.len() {
        return Err(DataError::new(
            sheet.name,
            format!("event: {} are listed, 14 are known", file.event.len()),
        ));
    }
    for (index, row) in file.event.iter().enumerate() {
        word(&sheet, "id", &row.id, &[((), Event::ALL[index].1)])?;
        for roll in &row.rolls {
            let number: u8 = sheet.number(roll, "rolls", 11..=66)?;
            let (tens, ones) = (usize::from(number / 10), usize::from(number % 10));
            if !(1..=6).contains(&ones) || event_of[tens][ones] != u8::MAX {
                return Err(sheet.wrong(
                    roll,
                    "rolls",
                    format!("{number} is no roll of two dice or stands twice"),
                ));
            }
            event_of[tens][ones] = index as u8;
        }
        list.push(EventInfo { title: row.title.clone(), effect: row.effect.clone() });
    }
    Ok((list, event_of))
}

fn options(files: &Files) -> Result<Vec<OptionRow>, DataError> {
    let (sheet, file): (DataFile<'_>, OptionsFile) = DataFile::read(files, "options.toml")?;
    if file.option.len() != option::ALL.len() {
        return Err(DataError::new(
            sheet.name,
            format!("option: {} are listed, 10 are known", file.option.len()),
        ));
    }
    let rows = file.option.into_iter().enumerate().map(|(index, row)| {
        word(&sheet, "id", &row.id, &[((), option::ALL[index])])?;
        Ok(OptionRow {
            side: word(&sheet, "side", &row.side, &[(UN, "un"), (COM, "com")])?,
            rule: row.rule,
            pays: sheet.number(&row.pays, "pays", 0..=100)?,
            title: row.title,
            blurb: row.blurb,
        })
    });
    rows.collect()
}

/// The dates of the track from the first day on.
fn dates(sheet: &DataFile<'_>, first: &Spanned<String>, turns: u8) -> Result<Vec<String>, DataError> {
    let months = [("Nov", 30u8), ("Dec", 31)];
    let (day, month) = first.get_ref().split_once(' ').unwrap_or(("", ""));
    let month = months.iter().position(|(name, _)| *name == month);
    let (Ok(mut day), Some(mut month)) = (day.parse::<u8>(), month) else {
        return Err(sheet.wrong(first, "first", "the first day is a day of Nov or Dec"));
    };
    let mut dates = Vec::new();
    for _ in 0..turns {
        dates.push(format!("{day} {}", months[month].0));
        day += 1;
        if day > months[month].1 && month == 0 {
            (day, month) = (1, 1);
        }
    }
    Ok(dates)
}

fn zones(ground: &Ground) -> ZoneHexes {
    let coast: Vec<HexId> = ground.coast.iter().map(|h| HexId(h as u16)).collect();
    let near_coast = ground.within(&coast, 10);
    let land = |bits: crate::state::HexBits| {
        set(bits.iter().filter(|h| ground.land.has(*h)).map(|h| HexId(h as u16)))
    };
    let settled = |h: &HexId| ground.town.has(h.index()) || ground.terrain(*h) == crate::ground::CITY;
    let road = |h: HexId| ground.edges[h.index()].iter().any(|e| e.road);
    let off_road = |h: &HexId| !road(*h) && ground.around(*h).all(|n| !road(n));
    ZoneHexes {
        garrison: set(ground.hexes().filter(|h| settled(h) && near_coast.has(h.index()))),
        coast: land(near_coast),
        twenty: land(ground.within(&ground.deploy[0], 1)),
        twenty_seven: land(ground.within(&ground.deploy[1], 1)),
        north: land(ground.within(&ground.north, 5)),
        partisan: set(ground.hexes().filter(|h| ground.terrain(*h) == ROUGH && off_road(h))),
        entry: Entry::ALL.map(|(entry, _)| {
            land(match entry {
                Entry::East => ground.within(&ground.east, 1),
                Entry::Port => ground.port,
                Entry::North => set(ground.north.iter().copied()),
                Entry::Coast => ground.coast,
            })
        }),
    }
}

impl Data {
    /// Reads everything.
    pub(crate) fn load(files: &Files) -> Result<Self, DataError> {
        let mut ground = Ground::new("maps/chosin.map", files.get("maps/chosin.map")?)?;
        let (sheet, parameters_file): (DataFile<'_>, ParametersFile) =
            DataFile::read(files, "parameters.toml")?;
        mark_rail(&sheet, &parameters_file, &mut ground)?;
        let parameters = parameters(&sheet, &parameters_file)?;
        let (victory_sheet, victory) = DataFile::read(files, "victory.toml")?;
        let scores = Scores { sheet: victory_sheet, file: victory };
        scores.check_words()?;
        let (unit_sheet, unit_file): (DataFile<'_>, UnitsFile) = DataFile::read(files, "units.toml")?;
        let mut units = Vec::new();
        for row in &unit_file.unit {
            if units.iter().any(|u: &Unit| u.id == *row.id.get_ref()) {
                return Err(unit_sheet.wrong(&row.id, "id", "it stands twice"));
            }
            units.push(unit(&unit_sheet, row, &scores)?);
        }
        if units.len() >= UNITS {
            return Err(DataError::new("units.toml", format!("unit: {} are the most", UNITS - 1)));
        }
        for side in [UN, COM] {
            if units.iter().filter(|u| u.side == side && u.kind == Kind::Hq).count() > HQS {
                return Err(DataError::new(
                    "units.toml",
                    format!("unit: {HQS} headquarters a side are the most"),
                ));
            }
        }
        let (track_sheet, track): (DataFile<'_>, TrackFile) = DataFile::read(files, "track.toml")?;
        let turns: u8 = track_sheet.number(&track.turns.value, "turns", 1..=34)?;
        let mut notes = vec![String::new(); usize::from(turns) + 1];
        for note in &track.note {
            notes[usize::from(track_sheet.number::<u8>(&note.turn, "note.turn", 1..=turns.into())?)] =
                note.text.clone();
        }
        let (setup_sheet, setup): (DataFile<'_>, SetupFile) = DataFile::read(files, "setup.toml")?;
        let (arrival_sheet, arrivals): (DataFile<'_>, ArrivalsFile) = DataFile::read(files, "arrivals.toml")?;
        let mut entries: Vec<(UnitId, Entry)> =
            (0..units.len()).map(|i| (UnitId(i as u8), units[i].entry)).collect();
        let names = Names { sheet: &arrival_sheet, ground: &ground, units: &units };
        let un_arrivals = names.arrivals(&arrivals.un, &mut entries)?;
        let com_arrivals = [
            names.arrivals(&arrivals.historical, &mut entries)?,
            names.arrivals(&arrivals.minimal, &mut entries)?,
            names.arrivals(&arrivals.maximum, &mut entries)?,
        ];
        let emergency = names.arrivals(&arrivals.emergency, &mut entries)?;
        let evacuees = names.arrivals(&arrivals.evacuees, &mut entries)?;
        let reserves = names.arrivals(&arrivals.reserves, &mut entries)?;
        let names = Names { sheet: &scores.sheet, ground: &ground, units: &units };
        let schedule = schedule(&scores, &names)?;
        let names = Names { sheet: &setup_sheet, ground: &ground, units: &units };
        let list = |rows: &[PlaceRow], side: u8| -> Result<Vec<Posting>, DataError> {
            rows.iter().map(|r| names.posting(r, side)).collect()
        };
        let un_setup = list(&setup.un, UN)?;
        let com_setup =
            [list(&setup.historical, COM)?, list(&setup.minimal, COM)?, list(&setup.maximum, COM)?];
        let disrupted = setup.start_disrupted.units.iter().map(|u| names.unit("start_disrupted", u));
        let disrupted = disrupted.collect::<Result<Vec<_>, _>>()?;
        let depot_hexes = setup.depot.hexes.iter().map(|h| names.hex("depot.hexes", h, true));
        let depot_hexes = depot_hexes.collect::<Result<Vec<_>, _>>()?;
        let depot_default = names.hex("depot.default", &setup.depot.default, true)?;
        let fixed_depot = names.hex("fixed_depot", &setup.fixed_depot.hex, true)?;
        let fleet_default = names.hex("fleet.default", &setup.fleet.default, false)?;
        for (unit, entry) in entries {
            units[unit.index()].entry = entry;
        }
        let (events, event_of) = events(files)?;
        let quick: Vec<Quick> = units.iter().map(Quick::of).collect();
        let pick = |fits: &dyn Fn(&Unit) -> bool| {
            let mut bits = UnitBits::default();
            units.iter().enumerate().filter(|(_, u)| fits(u)).for_each(|(i, _)| bits.set(i, true));
            bits
        };
        let chart = chart(files)?;
        let disc = |radius: u8| {
            let around = |h: HexId| hexes(&ground.around_all(&[h], radius)).collect();
            ground.hexes().map(around).collect()
        };
        static LOADED: AtomicU64 = AtomicU64::new(0);
        Ok(Data {
            number: LOADED.fetch_add(1, Ordering::Relaxed),
            side_units: [pick(&|u| u.side == UN), pick(&|u| u.side == COM)],
            hqs: pick(&|u| u.kind == Kind::Hq),
            airborne: units.iter().any(|u| u.kind == Kind::Airborne),
            zones: zones(&ground),
            of_part: (0..=PARTS.len()).map(|kind| pick(&|u| usize::from(u.part) == kind)).collect(),
            discs: [disc(parameters.zone), disc(parameters.zone_surprised)],
            steps: crate::data::steps(&ground, &chart),
            chart,
            parameters,
            schedule,
            tables: tables(files)?,
            barrage: barrage(files)?,
            events,
            event_of,
            turns,
            quick_turns: track_sheet.number(&track.quick_turns.value, "quick_turns", 1..=turns.into())?,
            surprise_last: track_sheet.number(
                &track.surprise_last.value,
                "surprise_last",
                1..=turns.into(),
            )?,
            dates: dates(&track_sheet, &track.first, turns)?,
            notes,
            un_setup,
            com_setup,
            disrupted,
            depot_hexes,
            depot_default,
            fixed_depot,
            fleet_default,
            un_arrivals,
            com_arrivals,
            emergency,
            emergency_air: air_arrival(&arrival_sheet, &arrivals.emergency_air)?,
            evacuees,
            evacuees_late: late(&arrival_sheet, &arrivals.evacuees_late)?,
            reserves,
            reserves_late: late(&arrival_sheet, &arrivals.reserves_late)?,
            options: options(files)?,
            quick,
            units,
            ground,
        })
    }
}

fn mark_rail(sheet: &DataFile<'_>, file: &ParametersFile, ground: &mut Ground) -> Result<(), DataError> {
    for line in &file.rail.lines {
        for pair in line.windows(2) {
            let (a, b) = (ground.hex(pair[0].get_ref()), ground.hex(pair[1].get_ref()));
            let rail = a.zip(b).is_some_and(|(a, b)| ground.mark_main_line(a, b));
            if !rail {
                return Err(sheet.wrong(&pair[1], "rail.lines", "no railway joins it to the hex before it"));
            }
        }
    }
    Ok(())
}

/// How many movement columns a chart row fills: the fourth and fifth are the first two with another rough cost.
pub(crate) const FILE_COLUMNS: usize = COLUMNS - 2;
