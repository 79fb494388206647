//! The charts: areas, zones, forces, money and dates, read from the data files and laid out for fast questions.

use crate::kinds::{AREAS, Kind, NATIONS, Nation, PLACES, SPACES, Side, WHERE, ZONES};
use crate::raw;
use engine::{DataError, Files};

/// Values of one kind of unit for one nation (FP-1, DZ-1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Values {
    pub(crate) cost: u8,
    pub(crate) moves: u8,
    pub(crate) attack: u8,
    pub(crate) defence: u8,
    pub(crate) snipe: u8,
    pub(crate) dogfight: u8,
    pub(crate) bombard: u8,
    pub(crate) aa: u8,
    pub(crate) aa_bomber: u8,
    pub(crate) lift: u8,
    pub(crate) exists: bool,
    pub(crate) buys: bool,
}

/// A force pool: its dice and the values of every nation's units.
#[derive(Clone, Debug)]
pub(crate) struct Pool {
    pub(crate) sides: u8,
    pub(crate) support: u8,
    pub(crate) values: [[Values; 16]; NATIONS],
}

/// One legal load of a carrier: at most so many of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Load {
    pub(crate) infantry: u8,
    pub(crate) token: u8,
    pub(crate) heavy: u8,
}

/// An area as printed.
#[derive(Clone, Debug)]
pub(crate) struct Area {
    pub(crate) name: String,
    pub(crate) owner: u8,
    pub(crate) ipc: u8,
    pub(crate) factory: bool,
    pub(crate) note: String,
}

/// A turn of the timeline.
#[derive(Clone, Debug)]
pub(crate) struct Date {
    pub(crate) month: String,
    pub(crate) label: String,
    pub(crate) event: String,
}

/// A nation as the charts describe it.
#[derive(Clone, Debug)]
pub(crate) struct NationChart {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) adjective: String,
    pub(crate) treasury: u16,
    pub(crate) base: u16,
    pub(crate) neutral_share: u16,
    pub(crate) collects: bool,
    /// Bit per kind that is placed at factories and on the Supply Track.
    pub(crate) factory: u16,
    pub(crate) track: u16,
    pub(crate) capital: Option<u8>,
}

/// A piece of the set-up.
#[derive(Clone, Debug)]
pub(crate) struct SetupPiece {
    pub(crate) nation: Nation,
    pub(crate) kind: Kind,
    pub(crate) at: u8,
}

/// Air distances between places for one state of neutrality.
pub(crate) type Distances = Vec<[u8; WHERE]>;

/// Everything that the data files say.
#[derive(Clone, Debug)]
pub struct Charts {
    pub(crate) area: Vec<Area>,
    /// Ids and names of every place: areas, zones, track spaces.
    pub(crate) place_id: Vec<String>,
    pub(crate) place_name: Vec<String>,
    /// Rank of each place in alphabetical order of ids (for ties between paths).
    pub(crate) rank: [u8; PLACES],
    /// Adjacent land areas.
    pub(crate) land: [u64; AREAS],
    /// Zones of an area's coast, as place bits.
    pub(crate) coast: [u64; AREAS],
    /// Zones next to a zone, and areas on its shore, as place bits.
    pub(crate) sea: [u64; ZONES],
    pub(crate) shore: [u64; ZONES],
    /// One air step from each area or zone.
    pub(crate) hop: [u64; WHERE],
    pub(crate) north: u64,
    pub(crate) korea: u64,
    pub(crate) manchuria: u64,
    pub(crate) soviet: u64,
    pub(crate) japan: u64,
    pub(crate) roundel: [u64; 2],
    pub(crate) named_source: [u64; 2],
    pub(crate) base: u8,
    pub(crate) base_zones: u64,
    pub(crate) return_zones: u64,
    pub(crate) arrivals: u64,
    pub(crate) track_name: Vec<(String, String)>,
    pub(crate) plane_steps: u8,
    pub(crate) pool: [Pool; 2],
    pub(crate) loads: [Vec<Load>; 16],
    pub(crate) carry: [u8; 16],
    pub(crate) nation: Vec<NationChart>,
    pub(crate) date: Vec<Date>,
    pub(crate) setup: Vec<SetupPiece>,
    pub(crate) setup_tokens: Vec<(u8, u8)>,
    pub(crate) hidden_areas: Vec<u8>,
    pub(crate) hidden_count: u8,
    pub(crate) hidden_most: u8,
    pub(crate) hidden_token: u8,
    pub(crate) hidden_default: Vec<(u8, u8)>,
    pub(crate) clock: raw::Clock,
    pub(crate) factory: raw::FactoryRules,
    pub(crate) bombing_die: u8,
    pub(crate) takes_treasury: bool,
    pub(crate) isolation: i8,
    pub(crate) das_round: u8,
    pub(crate) capture_die: u8,
    /// What each face of the capture die does: 0 destroyed, 1 captured, 2 escapes.
    pub(crate) capture: [u8; 13],
    pub(crate) salvage: u16,
    pub(crate) atomic: raw::Atomic,
    pub(crate) soviet_area: u8,
    pub(crate) soviet_tokens: u8,
    pub(crate) soviet_force: Vec<(Kind, u8)>,
    pub(crate) options: Vec<raw::OptionRow>,
    pub(crate) armistice_turn: u8,
    /// Air distances by side, Chinese war and Soviet entry.
    pub(crate) distance: [Distances; 8],
}

fn bad(file: &str, message: impl Into<String>) -> DataError {
    DataError::new(file, message)
}

/// The bit of a place.
pub(crate) const fn bit(place: u8) -> u64 {
    1 << place
}

/// The places of a mask in rising order.
pub(crate) fn each(mut mask: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        if mask == 0 {
            return None;
        }
        let next = mask.trailing_zeros() as u8;
        mask &= mask - 1;
        Some(next)
    })
}

impl Charts {
    /// Reads and checks all data files.
    pub(crate) fn read(files: &Files) -> Result<Self, DataError> {
        let areas: raw::Areas = files.toml("areas.toml")?;
        let zones: raw::Zones = files.toml("zones.toml")?;
        let track: raw::Track = files.toml("track.toml")?;
        if areas.area.len() != AREAS {
            return Err(bad(
                "areas.toml",
                format!("there must be {AREAS} areas, found {}", areas.area.len()),
            ));
        }
        if zones.zone.len() != ZONES {
            return Err(bad(
                "zones.toml",
                format!("there must be {ZONES} zones, found {}", zones.zone.len()),
            ));
        }
        if track.space.len() != SPACES {
            return Err(bad(
                "track.toml",
                format!("there must be {SPACES} spaces, found {}", track.space.len()),
            ));
        }
        let place_id: Vec<String> = areas
            .area
            .iter()
            .map(|a| a.id.clone())
            .chain(zones.zone.iter().map(|z| z.id.clone()))
            .chain(track.space.iter().map(|t| t.id.clone()))
            .collect();
        let place_name = areas
            .area
            .iter()
            .map(|a| a.name.clone())
            .chain(zones.zone.iter().map(|z| z.name.clone()))
            .chain(track.space.iter().map(|t| t.name.clone()))
            .collect();
        let names = Names { place_id: &place_id };
        let nation = nations(files, &names)?;
        let geography = Geography::read(&areas, &zones, &names)?;
        let (loads, carry) = loads(files)?;
        let forces: raw::Forces = files.toml("forces.toml")?;
        let pool = [pool(&forces.d6)?, pool(&forces.d12)?];
        let setup: raw::Setup = files.toml("setup.toml")?;
        let china: raw::China = files.toml("china.toml")?;
        let economy: raw::Economy = files.toml("economy.toml")?;
        let combat: raw::Combat = files.toml("combat.toml")?;
        let prisoners: raw::Prisoners = files.toml("prisoners.toml")?;
        let soviet: raw::Soviet = files.toml("soviet.toml")?;
        let options: raw::OptionFile = files.toml("options.toml")?;
        let timeline: raw::Timeline = files.toml("timeline.toml")?;
        if timeline.turn.len() != timeline.turns as usize || timeline.turns > 99 {
            return Err(bad("timeline.toml", "turns must be the number of rows, at most 99"));
        }
        let mut rank = [0; PLACES];
        for (p, id) in place_id.iter().enumerate() {
            rank[p] = place_id.iter().filter(|other| *other < id).count() as u8;
        }
        let pieces = setup
            .piece
            .iter()
            .map(|p| {
                Ok(SetupPiece {
                    nation: nation_of("setup.toml", &p.nation)?,
                    kind: kind_of("setup.toml", &p.kind)?,
                    at: names.place("setup.toml", &p.at)?,
                })
            })
            .collect::<Result<Vec<_>, DataError>>()?;
        let spot = |file: &str, id: &str| names.area(file, id);
        let mut capture = [2; 13];
        for row in &prisoners.result {
            let code = match row.result.as_str() {
                "destroyed" => 0,
                "captured" => 1,
                "escapes" => 2,
                other => return Err(bad("prisoners.toml", format!("no result \"{other}\""))),
            };
            for face in row.from..=row.to.min(12) {
                capture[face as usize] = code;
            }
        }
        let mut salvage = 0;
        for kind in &prisoners.salvage {
            salvage |= 1 << kind_of("prisoners.toml", kind)? as u16;
        }
        let armistice_turn =
            options.option.iter().find(|o| o.id == "armistice").and_then(|o| o.first_turn).unwrap_or(14);
        let areas_of = |file: &str, ids: &[String]| -> Result<u64, DataError> {
            ids.iter().try_fold(0, |mask, id| Ok(mask | bit(names.place(file, id)?)))
        };
        let hidden_areas =
            china.hidden.areas.iter().map(|id| spot("china.toml", id)).collect::<Result<Vec<_>, _>>()?;
        if hidden_areas.is_empty() || hidden_areas.len() > 10 {
            return Err(bad("china.toml", "hidden.areas must name 1 to 10 areas"));
        }
        let hidden_default = china
            .hidden
            .default
            .iter()
            .map(|row| Ok((spot("china.toml", &row.area)?, row.count)))
            .collect::<Result<Vec<_>, DataError>>()?;
        let soviet_force = soviet
            .piece
            .iter()
            .map(|p| Ok((kind_of("soviet.toml", &p.kind)?, p.count)))
            .collect::<Result<Vec<_>, DataError>>()?;
        let setup_tokens = setup
            .token
            .iter()
            .map(|t| Ok((names.place("setup.toml", &t.at)?, t.count)))
            .collect::<Result<Vec<_>, DataError>>()?;
        let distance = distances(&geography);
        Ok(Self {
            rank,
            land: geography.land,
            coast: geography.coast,
            sea: geography.sea,
            shore: geography.shore,
            hop: geography.hop,
            north: geography.north,
            korea: geography.korea,
            manchuria: geography.manchuria,
            soviet: geography.soviet,
            japan: geography.japan,
            roundel: geography.roundel,
            named_source: geography.named_source,
            base: spot("track.toml", &track.arrival.base)?,
            base_zones: areas_of("track.toml", &track.arrival.base_zones)?,
            return_zones: areas_of("track.toml", &track.arrival.return_zones)?,
            arrivals: areas_of("track.toml", &track.arrival.areas)?,
            track_name: track.space.iter().map(|s| (s.name.clone(), s.note.clone())).collect(),
            plane_steps: track.speed.aircraft,
            area: geography.area,
            pool,
            loads,
            carry,
            nation,
            date: timeline
                .turn
                .into_iter()
                .map(|t| Date { month: t.month, label: t.label, event: t.event.unwrap_or_default() })
                .collect(),
            setup: pieces,
            setup_tokens,
            hidden_areas,
            hidden_count: china.hidden.count,
            hidden_most: china.hidden.most_areas,
            hidden_token: china.hidden.token_per_area,
            hidden_default,
            clock: china.clock,
            factory: economy.factory,
            bombing_die: economy.bombing.die,
            takes_treasury: economy.capital.takes_treasury,
            isolation: combat.modifiers.isolation,
            das_round: combat.defensive_air_support.joins_in_round,
            capture_die: prisoners.die.min(12),
            capture,
            salvage,
            atomic: files.toml("atomic.toml")?,
            soviet_area: spot("soviet.toml", &soviet.area)?,
            soviet_tokens: soviet.tokens,
            soviet_force,
            options: options.option,
            armistice_turn,
            distance,
            place_name,
            place_id,
        })
    }

    /// The place of an id.
    pub(crate) fn place(&self, id: &str) -> Option<u8> {
        self.place_id.iter().position(|p| p == id).map(|p| p as u8)
    }
    /// The values of a unit.
    pub(crate) fn values(&self, d12: bool, nation: Nation, kind: Kind) -> &Values {
        &self.pool[usize::from(d12)].values[nation as usize][kind as usize]
    }
    /// The zones and areas as a text id.
    pub(crate) fn id(&self, place: u8) -> &str {
        self.place_id.get(place as usize).map_or("?", String::as_str)
    }
    /// The name of a place.
    pub(crate) fn name(&self, place: u8) -> &str {
        self.place_name.get(place as usize).map_or("?", String::as_str)
    }
}

struct Names<'a> {
    place_id: &'a [String],
}

impl Names<'_> {
    fn place(&self, file: &str, id: &str) -> Result<u8, DataError> {
        self.place_id
            .iter()
            .position(|p| p == id)
            .map(|p| p as u8)
            .ok_or_else(|| bad(file, format!("there is no place \"{id}\"")))
    }
    fn area(&self, file: &str, id: &str) -> Result<u8, DataError> {
        let place = self.place(file, id)?;
        if (place as usize) < AREAS { Ok(place) } else { Err(bad(file, format!("\"{id}\" is not an area"))) }
    }
}

/// The kind of an id.
fn kind_of(file: &str, id: &str) -> Result<Kind, DataError> {
    Kind::parse(id).ok_or_else(|| bad(file, format!("there is no kind \"{id}\"")))
}

fn nation_of(file: &str, id: &str) -> Result<Nation, DataError> {
    Nation::parse(id).ok_or_else(|| bad(file, format!("there is no nation \"{id}\"")))
}

fn nation_mask(file: &str, ids: &[String]) -> Result<u8, DataError> {
    ids.iter().try_fold(0, |mask, id| {
        if id == "all" {
            return Ok(0xff);
        }
        Ok(mask | 1 << nation_of(file, id)? as u8)
    })
}

fn kind_mask(file: &str, ids: &[String]) -> Result<u16, DataError> {
    ids.iter().try_fold(0, |mask, id| {
        if id == "all" {
            return Ok(0xffff);
        }
        Ok(mask | 1 << kind_of(file, id)? as u16)
    })
}

fn nations(files: &Files, names: &Names<'_>) -> Result<Vec<NationChart>, DataError> {
    let file = "nations.toml";
    let rows: raw::Nations = files.toml(file)?;
    let economy: raw::Economy = files.toml("economy.toml")?;
    if rows.nation.len() != NATIONS {
        return Err(bad(file, format!("there must be {NATIONS} nations")));
    }
    let mut found = Vec::new();
    for (i, row) in rows.nation.iter().enumerate() {
        let nation = nation_of(file, &row.id)?;
        if nation as usize != i {
            return Err(bad(file, format!("{} is out of order", row.id)));
        }
        let side = if nation.side() == Side::Communist { "communist" } else { "allied" };
        if row.side != side {
            return Err(bad(file, format!("{} belongs to the {side} side", row.id)));
        }
        let money = economy
            .nation
            .iter()
            .find(|e| e.id == row.id)
            .ok_or_else(|| bad("economy.toml", format!("{} is missing", row.id)))?;
        let placement = rows
            .placement
            .iter()
            .find(|p| p.nation == row.id)
            .ok_or_else(|| bad(file, format!("the placement of {} is missing", row.id)))?;
        let capital = if row.capital.is_empty() { None } else { Some(names.area(file, &row.capital)?) };
        found.push(NationChart {
            id: row.id.clone(),
            name: row.name.clone(),
            adjective: row.adjective.clone(),
            treasury: money.treasury,
            base: money.base,
            neutral_share: money.neutral_share.max(1),
            collects: money.collects,
            factory: kind_mask(file, &placement.factory)?,
            track: kind_mask(file, &placement.track)?,
            capital,
        });
    }
    Ok(found)
}

fn pool(raw: &raw::RawPool) -> Result<Pool, DataError> {
    let file = "forces.toml";
    let mut values = [[Values::default(); 16]; NATIONS];
    for row in &raw.kind {
        let kind = kind_of(file, &row.kind)?;
        let (owners, buyers) = (nation_mask(file, &row.nations)?, nation_mask(file, &row.buyers)?);
        for (n, table) in values.iter_mut().enumerate().filter(|(n, _)| owners >> n & 1 == 1) {
            table[kind as usize] = Values {
                cost: row.cost,
                moves: row.moves.min(12),
                attack: row.attack,
                defence: row.defence,
                snipe: row.snipe,
                dogfight: row.dogfight,
                bombard: row.bombard,
                aa: row.aa,
                aa_bomber: row.aa_bomber,
                lift: row.lift,
                exists: true,
                buys: buyers >> n & 1 == 1 && row.cost > 0,
            };
        }
    }
    if !(2..=20).contains(&raw.sides) {
        return Err(bad(file, "sides must be from 2 to 20"));
    }
    Ok(Pool { sides: raw.sides, support: raw.support, values })
}

type Loads = ([Vec<Load>; 16], [u8; 16]);

fn loads(files: &Files) -> Result<Loads, DataError> {
    let file = "forces.toml";
    let forces: raw::Forces = files.toml(file)?;
    let mut loads: [Vec<Load>; 16] = Default::default();
    for (carrier, rows) in &forces.loads {
        loads[kind_of(file, carrier)? as usize] = rows
            .iter()
            .map(|r| Load { infantry: r.infantry.min(2), token: r.token.min(3), heavy: r.heavy.min(1) })
            .collect();
    }
    let mut carry = [0; 16];
    for (kind, &tokens) in &forces.carry {
        carry[kind_of(file, kind)? as usize] = tokens.min(2);
    }
    Ok((loads, carry))
}

struct Geography {
    area: Vec<Area>,
    land: [u64; AREAS],
    coast: [u64; AREAS],
    sea: [u64; ZONES],
    shore: [u64; ZONES],
    hop: [u64; WHERE],
    north: u64,
    korea: u64,
    manchuria: u64,
    soviet: u64,
    japan: u64,
    roundel: [u64; 2],
    named_source: [u64; 2],
}

impl Geography {
    fn read(areas: &raw::Areas, zones: &raw::Zones, names: &Names<'_>) -> Result<Self, DataError> {
        let file = "areas.toml";
        let mut g = Self {
            area: Vec::new(),
            land: [0; AREAS],
            coast: [0; AREAS],
            sea: [0; ZONES],
            shore: [0; ZONES],
            hop: [0; WHERE],
            north: 0,
            korea: 0,
            manchuria: 0,
            soviet: 0,
            japan: 0,
            roundel: [0; 2],
            named_source: [0; 2],
        };
        for (i, row) in areas.area.iter().enumerate() {
            let here = bit(i as u8);
            for id in &row.land {
                g.land[i] |= bit(names.area(file, id)?);
            }
            for id in &row.sea {
                g.coast[i] |= bit(names.place(file, id)?);
            }
            match row.region.as_str() {
                "north" => g.north |= here,
                "south" => g.korea |= here,
                "manchuria" => g.manchuria |= here,
                "soviet" => g.soviet |= here,
                "japan" => g.japan |= here,
                other => return Err(bad(file, format!("{}: no region \"{other}\"", row.id))),
            }
            match row.roundel.as_deref() {
                None => {}
                Some("communist") => g.roundel[0] |= here,
                Some("allied") => g.roundel[1] |= here,
                Some(other) => return Err(bad(file, format!("{}: no roundel \"{other}\"", row.id))),
            }
            let owner = nation_of(file, &row.owner)?;
            if row.source_of_supply {
                g.named_source[owner.side() as usize] |= here;
            }
            g.area.push(Area {
                name: row.name.clone(),
                owner: owner as u8,
                ipc: row.ipc,
                factory: row.factory,
                note: row.note.clone(),
            });
        }
        g.korea |= g.north;
        for (z, row) in zones.zone.iter().enumerate() {
            for id in &row.sea {
                g.sea[z] |= bit(names.place("zones.toml", id)?);
            }
            for id in &row.coast {
                g.shore[z] |= bit(names.area("zones.toml", id)?);
            }
        }
        g.check(areas)?;
        for a in 0..AREAS {
            g.hop[a] = g.land[a] | g.coast[a];
        }
        for z in 0..ZONES {
            g.hop[AREAS + z] = g.sea[z] | g.shore[z];
        }
        Ok(g)
    }

    /// Neighbours must be named by both sides.
    fn check(&self, areas: &raw::Areas) -> Result<(), DataError> {
        for a in 0..AREAS {
            for b in each(self.land[a]) {
                if self.land[b as usize] & bit(a as u8) == 0 {
                    let (a, b) = (&areas.area[a].id, &areas.area[b as usize].id);
                    return Err(bad("areas.toml", format!("{a} lists {b}, but {b} does not list {a}")));
                }
            }
            for z in each(self.coast[a]) {
                if (z as usize) < AREAS || self.shore[z as usize - AREAS] & bit(a as u8) == 0 {
                    let a = &areas.area[a].id;
                    return Err(bad("areas.toml", format!("{a}: a zone of its coast does not list it")));
                }
            }
        }
        Ok(())
    }
}

/// Air distances for each side, with and without Chinese war and Soviet entry (CL-07).
fn distances(g: &Geography) -> [Distances; 8] {
    std::array::from_fn(|state| {
        let closed = closed_air(state, g.manchuria, g.soviet, g.japan);
        (0..WHERE).map(|from| spread(g, from as u8, closed)).collect()
    })
}

/// Which areas aircraft of a side may not enter; `state` is side * 4 + war * 2 + soviet entry.
pub(crate) fn closed_air(state: usize, manchuria: u64, soviet: u64, japan: u64) -> u64 {
    let mut closed = if state & 1 == 0 { soviet } else { 0 };
    if state < 4 {
        closed |= japan;
    } else if state & 2 == 0 {
        closed |= manchuria;
    }
    closed
}

fn spread(g: &Geography, from: u8, closed: u64) -> [u8; WHERE] {
    let mut steps = [99; WHERE];
    steps[from as usize] = 0;
    let (mut seen, mut edge, mut far) = (bit(from), bit(from), 0);
    while edge != 0 {
        far += 1;
        let next = each(edge).fold(0, |m, p| m | g.hop[p as usize]) & !seen & !closed;
        each(next).for_each(|p| steps[p as usize] = far);
        seen |= next;
        edge = next;
    }
    steps
}
