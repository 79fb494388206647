//! How the data files are checked: every value out of range, every id that names nothing is an error with its file and field.

use crate::data::{Charts, Date, Load, NationChart, Pool, SetupPiece, Values, bad, bit, each, nation_of};
use crate::files;
use crate::geography::{Geography, MAP, air_within, distances};
use crate::kinds::{Kind, NATIONS, Nation, PLACES, Place, Side, TRACK};
use crate::state::{HIDEOUTS, LONGEST};
use engine::{DataError, Files};

type Checked<T> = Result<T, DataError>;

/// A value that must lie between two others.
fn within<T: PartialOrd + Copy + std::fmt::Display>(
    file: &str,
    field: &str,
    value: T,
    least: T,
    most: T,
) -> Checked<T> {
    if value < least || value > most {
        return Err(bad(file, format!("{field}: {value} is not from {least} to {most}")));
    }
    Ok(value)
}

/// Places by their ids.
struct Names<'a>(&'a [String]);

impl Names<'_> {
    fn place(&self, file: &str, field: &str, id: &str) -> Checked<Place> {
        let found = self.0.iter().position(|p| p == id).map(|p| Place(p as u8));
        found.ok_or_else(|| bad(file, format!("{field}: there is no place \"{id}\"")))
    }
    fn area(&self, file: &str, field: &str, id: &str) -> Checked<Place> {
        let place = self.place(file, field, id)?;
        if place.is_area() { Ok(place) } else { Err(bad(file, format!("{field}: \"{id}\" is not an area"))) }
    }
    fn zones(&self, file: &str, field: &str, ids: &[String]) -> Checked<u64> {
        ids.iter().try_fold(0, |mask, id| {
            let place = self.place(file, field, id)?;
            if place.is_zone() {
                Ok(mask | bit(place))
            } else {
                Err(bad(file, format!("{field}: \"{id}\" is no sea zone")))
            }
        })
    }
}

/// The kind of an id.
fn kind_of(file: &str, id: &str) -> Checked<Kind> {
    Kind::parse(id).ok_or_else(|| bad(file, format!("there is no kind \"{id}\"")))
}

fn nation_mask(file: &str, ids: &[String]) -> Checked<u8> {
    ids.iter().try_fold(0, |mask, id| {
        if id == "all" {
            return Ok(0xff);
        }
        Ok(mask | 1 << nation_of(file, id)? as u8)
    })
}

fn kind_mask(file: &str, ids: &[String]) -> Checked<u16> {
    ids.iter().try_fold(0, |mask, id| {
        if id == "all" {
            return Ok(0xffff);
        }
        Ok(mask | 1 << kind_of(file, id)? as u16)
    })
}

impl Charts {
    /// Reads and checks all data files.
    pub(crate) fn read(files: &Files) -> Checked<Self> {
        let areas: files::Areas = files.toml("areas.toml")?;
        let g = Geography::read(files.get(MAP)?, &areas)?;
        let names = Names(&g.place_id);
        let track: files::Track = files.toml("track.toml")?;
        let setup: files::Setup = files.toml("setup.toml")?;
        let china: files::China = files.toml("china.toml")?;
        let economy: files::Economy = files.toml("economy.toml")?;
        let combat: files::Combat = files.toml("combat.toml")?;
        let prisoners: files::Prisoners = files.toml("prisoners.toml")?;
        let soviet: files::Soviet = files.toml("soviet.toml")?;
        let options: files::OptionFile = files.toml("options.toml")?;
        let timeline: files::Timeline = files.toml("timeline.toml")?;
        let forces: files::Forces = files.toml("forces.toml")?;
        let pool = [pool("d6", &forces.d6)?, pool("d12", &forces.d12)?];
        let (loads, carry) = loads(&forces)?;
        check_dates(&timeline)?;
        check_clock(&china, timeline.turns)?;
        let title = scenario_title(&options, &timeline)?;
        let setup_tokens = setup_tokens(&setup, &names, &g)?;
        let hidden_areas: Vec<Place> = each(g.hidden).collect();
        within(MAP, "areas with hidden", hidden_areas.len(), 1, HIDEOUTS)?;
        let mut rank = [0; PLACES];
        for (p, id) in g.place_id.iter().enumerate() {
            rank[p] = g.place_id.iter().filter(|other| *other < id).count() as u8;
        }
        let salvage = kind_mask("prisoners.toml", &prisoners.salvage)?;
        let capture = capture_table(&prisoners)?;
        let first = options.option.iter().find(|o| o.id == "armistice").and_then(|o| o.first_turn);
        let armistice_turn =
            first.ok_or_else(|| bad("options.toml", "option armistice: first_turn is missing"))?;
        check_factory(&economy)?;
        let distance = distances(&g);
        Ok(Self {
            nation: nations(files, &economy, &g)?,
            track_note: track_notes(&track, &g)?,
            base: names.area("track.toml", "arrival.base", &track.arrival.base)?,
            base_zones: names.zones("track.toml", "arrival.base_zones", &track.arrival.base_zones)?,
            return_zones: names.zones("track.toml", "arrival.return_zones", &track.arrival.return_zones)?,
            arrivals: g.roundel[Side::Allied as usize],
            plane_steps: within("track.toml", "speed.aircraft", track.speed.aircraft, 1, 3)?,
            setup: setup_pieces(&setup, &names, &pool)?,
            setup_tokens,
            hidden_default: hidden_default(&china, &names, g.hidden)?,
            hidden_count: within("china.toml", "hidden.count", china.hidden.count, 1, 99)?,
            hidden_most: within(
                "china.toml",
                "hidden.most_areas",
                china.hidden.most_areas,
                1,
                HIDEOUTS as u8,
            )?,
            hidden_token: within("china.toml", "hidden.token_per_area", china.hidden.token_per_area, 0, 99)?,
            hidden_names: china.hidden.names,
            hidden_areas,
            clock: china.clock,
            bombing_die: within("economy.toml", "bombing.die", economy.bombing.die, 2, 20)?,
            takes_treasury: economy.capital.takes_treasury,
            factory: economy.factory,
            isolation: within("combat.toml", "modifiers.isolation", combat.modifiers.isolation, -9, 0)?,
            das_round: within(
                "combat.toml",
                "defensive_air_support.joins_in_round",
                combat.defensive_air_support.joins_in_round,
                1,
                9,
            )?,
            capture_die: prisoners.die,
            capture,
            salvage,
            atomic: atomic(files)?,
            soviet_area: names.area("soviet.toml", "area", &soviet.area)?,
            soviet_tokens: within("soviet.toml", "tokens", soviet.tokens, 0, 99)?,
            soviet_force: soviet_force(&soviet)?,
            title,
            options: options.option,
            armistice_turn,
            date: timeline
                .turn
                .into_iter()
                .enumerate()
                .map(|(i, t)| Date {
                    cell: format!("turn-{}", i + 1),
                    month: t.month,
                    label: t.label,
                    event: t.event.unwrap_or_default(),
                })
                .collect(),
            rank,
            pool,
            loads,
            carry,
            air_within: air_within(&distance),
            distance,
            land: g.land,
            coast: g.coast,
            sea: g.sea,
            shore: g.shore,
            hop: g.hop,
            north: g.north,
            korea: g.korea,
            manchuria: g.manchuria,
            soviet: g.soviet,
            japan: g.japan,
            roundel: g.roundel,
            named_source: g.named_source,
            area: g.area,
            place_name: g.place_name,
            place_id: g.place_id,
        })
    }
}

fn check_dates(timeline: &files::Timeline) -> Checked<()> {
    let file = "timeline.toml";
    if timeline.turn.len() != timeline.turns as usize {
        return Err(bad(file, "turns: must be the number of rows"));
    }
    within(file, "turns", timeline.turns, 1, 99)?;
    match timeline.turn.iter().enumerate().find(|(i, t)| t.turn as usize != i + 1) {
        Some((i, t)) => Err(bad(file, format!("turn[{i}].turn: {} is out of order", t.turn))),
        None => Ok(()),
    }
}

fn check_clock(china: &files::China, turns: u8) -> Checked<()> {
    let (file, clock) = ("china.toml", &china.clock);
    within(file, "clock.die", clock.die, 2, 20)?;
    within(file, "clock.target", clock.target, 1, 40)?;
    within(file, "clock.step", clock.step, 0, 20)?;
    within(file, "clock.date_turn", clock.date_turn, 1, turns)?;
    within(file, "clock.crossing_delay", clock.crossing_delay, 0, 20)?;
    within(file, "clock.entry_bonus", clock.entry_bonus, 0, 20)?;
    Ok(())
}

fn scenario_title(options: &files::OptionFile, timeline: &files::Timeline) -> Checked<String> {
    match &options.scenario[..] {
        [one] if one.id == "war" && one.turns == timeline.turns => Ok(one.name.clone()),
        _ => Err(bad("options.toml", "scenario: there is one, \"war\", with as many turns as the timeline")),
    }
}

fn check_factory(economy: &files::Economy) -> Checked<()> {
    let (file, f) = ("economy.toml", &economy.factory);
    within(file, "factory.original", f.original, 0, 99)?;
    within(file, "factory.captured_numerator", f.captured_numerator, 0, 99)?;
    within(file, "factory.captured_denominator", f.captured_denominator, 1, 99)?;
    within(file, "factory.least_ipc", f.least_ipc, 0, 99)?;
    Ok(())
}

fn atomic(files: &Files) -> Checked<files::Atomic> {
    let file = "atomic.toml";
    let a: files::Atomic = files.toml(file)?;
    within(file, "authorisation.first_turn", a.authorisation.first_turn, 1, 99)?;
    within(file, "authorisation.die", a.authorisation.die, 2, 20)?;
    within(file, "authorisation.target", a.authorisation.target, 1, 20)?;
    within(file, "weapon.cost", a.weapon.cost, 1, 99)?;
    within(file, "weapon.total", a.weapon.total, 0, 99)?;
    within(file, "economic.die", a.economic.die, 2, 20)?;
    within(file, "military.die", a.military.die, 2, 20)?;
    within(file, "military.infantry", a.military.infantry, 1, 21)?;
    within(file, "military.other", a.military.other, 1, 21)?;
    Ok(a)
}

fn track_notes(track: &files::Track, g: &Geography) -> Checked<Vec<String>> {
    let spaces = &g.place_id[TRACK.i()..];
    if let Some(id) = track.note.keys().find(|id| !spaces.contains(id)) {
        return Err(bad("track.toml", format!("note.{id}: there is no such space")));
    }
    spaces
        .iter()
        .map(|id| {
            track.note.get(id).cloned().ok_or_else(|| bad("track.toml", format!("note.{id} is missing")))
        })
        .collect()
}

fn setup_pieces(setup: &files::Setup, names: &Names<'_>, pool: &[Pool; 2]) -> Checked<Vec<SetupPiece>> {
    let file = "setup.toml";
    let mut pieces = Vec::new();
    for (i, p) in setup.piece.iter().enumerate() {
        let (nation, kind) = (nation_of(file, &p.nation)?, kind_of(file, &p.kind)?);
        let at = names.place(file, &format!("piece[{i}].at"), &p.at)?;
        let fits = kind as u8 <= Kind::Submarine as u8
            && pool.iter().all(|pool| pool.values[nation as usize][kind as usize].exists)
            && !(kind.is_sea() && at.is_area())
            && !(kind.is_land() && at.is_zone());
        if !fits {
            return Err(bad(file, format!("piece[{i}]: no {} {} can stand in {}", p.nation, p.kind, p.at)));
        }
        pieces.push(SetupPiece { nation, kind, at, name: p.name.clone() });
    }
    Ok(pieces)
}

fn setup_tokens(setup: &files::Setup, names: &Names<'_>, g: &Geography) -> Checked<Vec<(Place, u8)>> {
    let file = "setup.toml";
    let mut tokens = Vec::new();
    for (i, t) in setup.token.iter().enumerate() {
        let at = names.place(file, &format!("token[{i}].at"), &t.at)?;
        let owner = g.area.get(at.i()).map_or(Side::Allied, |a| Nation::from_index(a.owner).side());
        let side = if owner == Side::Communist { "communist" } else { "allied" };
        if t.side != side || at.is_zone() {
            return Err(bad(file, format!("token[{i}].side: tokens in {} are {side}", t.at)));
        }
        tokens.push((at, within(file, &format!("token[{i}].count"), t.count, 1, 99)?));
    }
    Ok(tokens)
}

fn hidden_default(china: &files::China, names: &Names<'_>, eligible: u64) -> Checked<Vec<(Place, u8)>> {
    let (file, hidden) = ("china.toml", &china.hidden);
    let mut split = Vec::new();
    for (i, row) in hidden.default.iter().enumerate() {
        let area = names.area(file, &format!("hidden.default[{i}].area"), &row.area)?;
        if eligible & bit(area) == 0 {
            return Err(bad(file, format!("hidden.default[{i}].area: nobody can hide in {}", row.area)));
        }
        split.push((area, within(file, &format!("hidden.default[{i}].count"), row.count, 1, hidden.count)?));
    }
    let sum: u32 = split.iter().map(|&(_, n)| u32::from(n)).sum();
    if sum != u32::from(hidden.count) || split.len() > hidden.most_areas as usize {
        return Err(bad(file, "hidden.default: must be all of them, in no more areas than allowed"));
    }
    if hidden.names.len() != hidden.count as usize {
        return Err(bad(file, "hidden.names: one for each of them"));
    }
    Ok(split)
}

fn capture_table(prisoners: &files::Prisoners) -> Checked<Vec<u8>> {
    let file = "prisoners.toml";
    let die = within(file, "die", prisoners.die, 2, 20)?;
    let mut table = vec![9; die as usize + 1];
    table[0] = 2;
    for (i, row) in prisoners.result.iter().enumerate() {
        let code = match row.result.as_str() {
            "destroyed" => 0,
            "captured" => 1,
            "escapes" => 2,
            other => return Err(bad(file, format!("result[{i}].result: there is no \"{other}\""))),
        };
        within(file, &format!("result[{i}].from"), row.from, 1, die)?;
        within(file, &format!("result[{i}].to"), row.to, row.from, die)?;
        table[row.from as usize..=row.to as usize].fill(code);
    }
    match table.iter().position(|&code| code == 9) {
        Some(face) => Err(bad(file, format!("result: the face {face} has none"))),
        None => Ok(table),
    }
}

fn soviet_force(soviet: &files::Soviet) -> Checked<Vec<(Kind, u8)>> {
    let file = "soviet.toml";
    let row = |(i, p): (usize, &files::SovietRow)| {
        if p.name.is_empty() {
            return Err(bad(file, format!("piece[{i}].name: is empty")));
        }
        Ok((kind_of(file, &p.kind)?, within(file, &format!("piece[{i}].count"), p.count, 1, 99)?))
    };
    soviet.piece.iter().enumerate().map(row).collect()
}

fn nations(files: &Files, economy: &files::Economy, g: &Geography) -> Checked<Vec<NationChart>> {
    let file = "nations.toml";
    let rows: files::Nations = files.toml(file)?;
    if rows.nation.len() != NATIONS {
        return Err(bad(file, format!("nation: there must be {NATIONS}")));
    }
    let mut found = Vec::new();
    for (i, row) in rows.nation.iter().enumerate() {
        let nation = nation_of(file, &row.id)?;
        let side = if nation.side() == Side::Communist { "communist" } else { "allied" };
        if nation as usize != i || row.side != side {
            return Err(bad(file, format!("nation[{i}]: {} is out of order or on the wrong side", row.id)));
        }
        let money = economy.nation.iter().find(|e| e.id == row.id);
        let money = money.ok_or_else(|| bad("economy.toml", format!("nation {} is missing", row.id)))?;
        let placement = rows.placement.iter().find(|p| p.nation == row.id);
        let placement =
            placement.ok_or_else(|| bad(file, format!("the placement of {} is missing", row.id)))?;
        let share = format!("nation {}.neutral_share", row.id);
        found.push(NationChart {
            id: row.id.clone(),
            name: row.name.clone(),
            adjective: row.adjective.clone(),
            treasury: within("economy.toml", "treasury", money.treasury, 0, 999)?,
            base: within("economy.toml", "base", money.base, 0, 999)?,
            neutral_share: within("economy.toml", &share, money.neutral_share, 1, 99)?,
            collects: money.collects,
            factory: kind_mask(file, &placement.factory)?,
            track: kind_mask(file, &placement.track)?,
            capital: g.capital_of(nation),
        });
    }
    Ok(found)
}

fn pool(name: &str, raw: &files::RawPool) -> Checked<Pool> {
    let file = "forces.toml";
    let sides = within(file, &format!("{name}.sides"), raw.sides, 2, 20)?;
    let mut values = [[Values::default(); 16]; NATIONS];
    for (i, row) in raw.kind.iter().enumerate() {
        let kind = kind_of(file, &row.kind)?;
        let field = |key: &str| format!("{name}.kind[{i}].{key}");
        let (owners, buyers) = (nation_mask(file, &row.nations)?, nation_mask(file, &row.buyers)?);
        let shot = |key: &str, value: i8| within(file, &field(key), value, 0, sides.cast_signed());
        let moves = if kind.is_air() { LONGEST as u8 } else { 2 };
        let read = Values {
            cost: within(file, &field("cost"), row.cost, 1, 99)?,
            moves: within(file, &field("move"), row.moves, 0, moves)?,
            attack: shot("attack", row.attack)?,
            defence: shot("defence", row.defence)?,
            snipe: shot("snipe", row.snipe)?,
            dogfight: shot("dogfight", row.dogfight)?,
            bombard: shot("bombard", row.bombard)?,
            aa: within(file, &field("aa"), row.aa, 0, sides)?,
            aa_bomber: within(file, &field("aa_bomber"), row.aa_bomber, 0, sides)?,
            lift: within(file, &field("lift"), row.lift, 0, 9)?,
            exists: true,
            buys: false,
        };
        for (n, table) in values.iter_mut().enumerate().filter(|(n, _)| owners >> n & 1 == 1) {
            if table[kind as usize].exists {
                return Err(bad(
                    file,
                    format!("{name}.kind[{i}].nations: a nation has two rows of {}", row.kind),
                ));
            }
            table[kind as usize] = Values { buys: buyers >> n & 1 == 1, ..read };
        }
    }
    Ok(Pool { sides, support: within(file, &format!("{name}.support"), raw.support, 0, 9)?, values })
}

type Loads = ([Vec<Load>; 16], [u8; 16]);

fn loads(forces: &files::Forces) -> Checked<Loads> {
    let file = "forces.toml";
    let mut loads: [Vec<Load>; 16] = Default::default();
    for (carrier, rows) in &forces.loads {
        let kind = kind_of(file, carrier)?;
        for (i, r) in rows.iter().enumerate() {
            let field = |key: &str| format!("loads.{carrier}[{i}].{key}");
            let load = Load {
                infantry: within(file, &field("infantry"), r.infantry, 0, 2)?,
                token: within(file, &field("token"), r.token, 0, 3)?,
                heavy: within(file, &field("heavy"), r.heavy, 0, 1)?,
            };
            let items = load.infantry + load.token + load.heavy;
            if items > 2 && load.token != items {
                return Err(bad(file, format!("loads.{carrier}[{i}]: at most two units, or three tokens")));
            }
            loads[kind as usize].push(load);
        }
    }
    let mut carry = [0; 16];
    for (kind, &tokens) in &forces.carry {
        carry[kind_of(file, kind)? as usize] = within(file, &format!("carry.{kind}"), tokens, 0, 2)?;
    }
    Ok((loads, carry))
}
