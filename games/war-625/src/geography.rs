//! The map as a graph: borders, coasts, regions, air distances.

use crate::data::{Area, Distances, Within, bad, bit, each, nation_of};
use crate::files;
use crate::kinds::{AREAS, Nation, PLACES, Place, SPACES, WHERE, ZONES};
use board::{AreaMap, Border};
use engine::DataError;

/// The map file, which says everything of places but what `areas.toml` and `track.toml` add.
pub(crate) const MAP: &str = "maps/korea.map";

/// Areas, zones and what borders what.
pub(crate) struct Geography {
    pub(crate) area: Vec<Area>,
    pub(crate) place_id: Vec<String>,
    pub(crate) place_name: Vec<String>,
    pub(crate) land: [u64; AREAS],
    pub(crate) coast: [u64; AREAS],
    pub(crate) sea: [u64; ZONES],
    pub(crate) shore: [u64; ZONES],
    pub(crate) hop: [u64; WHERE],
    pub(crate) north: u64,
    pub(crate) korea: u64,
    pub(crate) manchuria: u64,
    pub(crate) soviet: u64,
    pub(crate) japan: u64,
    pub(crate) roundel: [u64; 2],
    pub(crate) named_source: [u64; 2],
    /// Areas in which infantry may be hidden.
    pub(crate) hidden: u64,
    /// Capitals.
    pub(crate) capital: u64,
}

impl Geography {
    pub(crate) fn read(text: &str, areas: &files::Areas) -> Result<Self, DataError> {
        let map = AreaMap::parse(MAP, text).map_err(|e| bad(MAP, e.to_string()))?;
        let kind = |i: usize| (map.areas()[i].sea, map.areas()[i].has("track"));
        let right = map.len() == PLACES
            && (0..AREAS).all(|i| kind(i) == (false, false))
            && (AREAS..WHERE).all(|i| kind(i).0)
            && (WHERE..PLACES).all(|i| kind(i) == (false, true));
        if !right {
            return Err(bad(
                MAP,
                format!(
                    "there must be {AREAS} areas, then {ZONES} sea zones, then {SPACES} spaces of the track"
                ),
            ));
        }
        let mut g = Self {
            area: Vec::new(),
            place_id: map.areas().iter().map(|a| a.code.clone()).collect(),
            place_name: map.areas().iter().map(|a| a.name.clone()).collect(),
            land: [0; AREAS],
            coast: [0; AREAS],
            sea: [0; ZONES],
            shore: [0; ZONES],
            hop: [0; WHERE],
            north: 0,
            korea: 0,
            manchuria: mask_of(&map, "areas.toml", &areas.abroad.manchuria)?,
            soviet: mask_of(&map, "areas.toml", &areas.abroad.soviet)?,
            japan: mask_of(&map, "areas.toml", &areas.abroad.japan)?,
            roundel: [0; 2],
            named_source: [0; 2],
            hidden: 0,
            capital: 0,
        };
        for place in Place::areas() {
            g.read_area(&map, place, areas)?;
        }
        if let Some(id) = areas.note.keys().find(|id| !g.place_id[..AREAS].contains(id)) {
            return Err(bad("areas.toml", format!("note.{id}: there is no such area")));
        }
        g.read_borders(&map);
        Ok(g)
    }
    fn read_area(&mut self, map: &AreaMap, place: Place, areas: &files::Areas) -> Result<(), DataError> {
        let row = &map.areas()[place.i()];
        let here = bit(place);
        let wrong = |what: &str| bad(MAP, format!("{}: {what}", row.code));
        let abroad = (self.manchuria | self.soviet | self.japan) & here != 0;
        match (row.attribute("side"), abroad) {
            (Some("north"), false) => self.north |= here,
            (Some("south"), false) => {}
            (Some("outside"), true) => {}
            _ => return Err(wrong("side must be north or south in Korea, and outside for the areas abroad")),
        }
        if !abroad {
            self.korea |= here;
        }
        match row.attribute("roundel") {
            None => {}
            Some("nk") => self.roundel[0] |= here,
            Some("allied") => self.roundel[1] |= here,
            Some(_) => return Err(wrong("a roundel is nk or allied")),
        }
        let owner = row.attribute("owner").unwrap_or_default().to_uppercase();
        let owner = nation_of(MAP, &owner).map_err(|_| wrong("owner must be a nation"))?;
        if row.has("source") {
            self.named_source[owner.side() as usize] |= here;
        }
        if row.has("hidden") {
            self.hidden |= here;
        }
        if row.has("capital") {
            self.capital |= here;
        }
        let ipc = row.attribute("ipc").and_then(|n| n.parse::<u8>().ok()).filter(|&n| n <= 99);
        let note = areas.note.get(&row.code);
        let note = note.ok_or_else(|| bad("areas.toml", format!("note.{} is missing", row.code)))?;
        self.area.push(Area {
            owner: owner as u8,
            ipc: ipc.ok_or_else(|| wrong("ipc must be a number from 0 to 99"))?,
            factory: row.has("factory"),
            note: note.clone(),
        });
        Ok(())
    }
    fn read_borders(&mut self, map: &AreaMap) {
        for id in map.ids().take(WHERE) {
            let here = Place(id.0 as u8);
            for &(other, border) in map.neighbours(id) {
                let there = bit(Place(other.0 as u8));
                if here.is_area() && border.any(Border::LAND) {
                    self.land[here.i()] |= there;
                } else if here.is_area() && border.any(Border::COAST) {
                    self.coast[here.i()] |= there;
                } else if here.is_zone() && border.any(Border::SEA) {
                    self.sea[here.zone()] |= there;
                } else if here.is_zone() && border.any(Border::COAST) {
                    self.shore[here.zone()] |= there;
                }
            }
        }
        for a in Place::areas() {
            self.hop[a.i()] = self.land[a.i()] | self.coast[a.i()];
        }
        for z in Place::zones() {
            self.hop[z.i()] = self.sea[z.zone()] | self.shore[z.zone()];
        }
    }
    /// The capital of a nation: the one that it owns first.
    pub(crate) fn capital_of(&self, nation: Nation) -> Option<Place> {
        each(self.capital).find(|a| self.area[a.i()].owner == nation as u8)
    }
}

/// The places of these ids.
pub(crate) fn mask_of(map: &AreaMap, file: &str, ids: &[String]) -> Result<u64, DataError> {
    ids.iter().try_fold(0, |mask, id| match map.area(id) {
        Some(area) => Ok(mask | bit(Place(area.0 as u8))),
        None => Err(bad(file, format!("there is no place \"{id}\""))),
    })
}

/// Air distances for each side, with and without Chinese war and Soviet entry (CL-07).
pub(crate) fn distances(g: &Geography) -> [Distances; 8] {
    std::array::from_fn(|state| {
        let closed = closed_air(state, g.manchuria, g.soviet, g.japan);
        (0..WHERE as u8).map(|from| spread(g, Place(from), closed)).collect()
    })
}

/// Air distances as sets: of each place those within so many steps.
pub(crate) fn air_within(distance: &[Distances; 8]) -> [Within; 8] {
    let near = |steps: &[u8; WHERE], most: usize| {
        let close = (0..WHERE as u8).map(Place).filter(|p| usize::from(steps[p.i()]) <= most);
        close.fold(0, |m, p| m | bit(p))
    };
    distance
        .each_ref()
        .map(|places| places.iter().map(|steps| std::array::from_fn(|most| near(steps, most))).collect())
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

fn spread(g: &Geography, from: Place, closed: u64) -> [u8; WHERE] {
    let mut steps = [99; WHERE];
    steps[from.i()] = 0;
    let (mut seen, mut edge, mut far) = (bit(from), bit(from), 0);
    while edge != 0 {
        far += 1;
        let next = each(edge).fold(0, |m, p| m | g.hop[p.i()]) & !seen & !closed;
        each(next).for_each(|p| steps[p.i()] = far);
        seen |= next;
        edge = next;
    }
    steps
}
