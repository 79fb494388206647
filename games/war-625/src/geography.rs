//! The map as a graph: borders, coasts, regions, air distances.

use crate::data::{Area, Distances, Names, bad, bit, each, nation_of};
use crate::kinds::{AREAS, WHERE, ZONES};
use crate::raw;
use engine::DataError;

/// Areas, zones and what borders what.
pub(crate) struct Geography {
    pub(crate) area: Vec<Area>,
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
}

impl Geography {
    pub(crate) fn read(areas: &raw::Areas, zones: &raw::Zones, names: &Names<'_>) -> Result<Self, DataError> {
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
pub(crate) fn distances(g: &Geography) -> [Distances; 8] {
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
