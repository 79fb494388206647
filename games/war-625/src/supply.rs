//! Supply lines, isolation and breakout (SL-1 to SL-6, BR-1, BR-2).

use crate::War625;
use crate::data::{bit, each};
use crate::kinds::{AREAS, Nation, Side};
use crate::state::State;
use engine::Play;

impl War625 {
    /// Working sources of a side; South Korea also counts its own factories. [rule: war SL-2, war SL-3]
    pub(crate) fn sources(&self, s: &State, nation: Nation) -> u64 {
        let side = nation.side();
        let mut sources = self.c.roundel[side as usize] | self.c.named_source[side as usize];
        match side {
            Side::Communist => {
                sources |= self.c.manchuria;
                if s.soviet == 2 {
                    sources |= self.c.soviet;
                }
            }
            Side::Allied => {
                if nation == Nation::Rok {
                    let rok = Nation::Rok as u8;
                    for a in 0..AREAS {
                        if s.factory[a] == rok + 1 && s.control[a] == rok {
                            sources |= bit(a as u8);
                        }
                    }
                }
            }
        }
        sources & s.friendly[side as usize]
    }
    /// Areas of `ground` that hang together with `start`.
    fn flood(&self, start: u64, ground: u64) -> u64 {
        let (mut seen, mut edge) = (start & ground, start & ground);
        while edge != 0 {
            let next = each(edge).fold(0, |m, a| m | self.c.land[a as usize]) & ground & !seen;
            seen |= next;
            edge = next;
        }
        seen
    }
    /// Areas linked to a source by side-controlled areas; islands off the map's roads never count as cut.
    /// [rule: war SL-1]
    pub(crate) fn linked(&self, s: &State, nation: Nation) -> u64 {
        let ground = s.friendly[nation.side() as usize];
        self.flood(self.sources(s, nation), ground) | self.islands()
    }
    /// Areas without a land border: Cheju and Japan.
    pub(crate) fn islands(&self) -> u64 {
        (0..AREAS as u8).filter(|&a| self.c.land[a as usize] == 0).fold(0, |m, a| m | bit(a))
    }
    /// Whether units freshly cut off may attack `target` without a token: taking it would restore their link.
    /// [rule: war BR-1]
    pub(crate) fn breaks_out(&self, s: &State, origin: u8, nation: Nation, target: u8) -> bool {
        if origin as usize >= AREAS
            || s.iso(origin, nation) != 1
            || s.breakout[nation as usize] & bit(origin) != 0
            || self.c.land[origin as usize] & bit(target) == 0
        {
            return false;
        }
        self.would_link(s, origin, nation, target)
    }
    /// Whether an area would be linked to a source again if `target` were taken.
    pub(crate) fn would_link(&self, s: &State, origin: u8, nation: Nation, target: u8) -> bool {
        let ground = s.friendly[nation.side() as usize] | bit(target);
        let sources = self.sources(s, nation) | self.source_if_taken(nation, target);
        self.flood(sources, ground) & bit(origin) != 0
    }
    fn source_if_taken(&self, nation: Nation, target: u8) -> u64 {
        let side = nation.side() as usize;
        (self.c.roundel[side] | self.c.named_source[side]) & bit(target)
    }

    /// The supply check that ends a nation's turn. [rule: war SL-1, war SL-4, war SL-6, war BR-2]
    pub(crate) fn supply_check(&self, s: &mut State, play: &mut Play) {
        self.forget_empty(s);
        let active = s.active();
        for side in [active.enemy(), active] {
            let rok = self.linked(s, Nation::Rok);
            let other = self.linked(s, side.nations()[1]);
            for area in 0..AREAS as u8 {
                if s.holds[side as usize] & bit(area) == 0 {
                    continue;
                }
                let link = |n: Nation| if n == Nation::Rok { rok } else { other };
                if side == active {
                    self.check_own(s, play, area, link);
                } else {
                    self.check_enemy(s, area, link);
                }
            }
        }
    }
    /// Isolation is forgotten when a nation has no unit left in the area.
    fn forget_empty(&self, s: &mut State) {
        let mut present = [0u64; 6];
        for (u, _) in s.units() {
            if (u.place() as usize) < AREAS && !u.is_prisoner() {
                present[u.nation() as usize] |= bit(u.place());
            }
        }
        for nation in Nation::ALL {
            for area in 0..AREAS as u8 {
                if present[nation as usize] & bit(area) == 0 {
                    s.set_iso(area, nation, 0);
                }
            }
            s.breakout[nation as usize] &= present[nation as usize];
        }
    }
    fn has_units(&self, s: &State, area: u8, nation: Nation) -> bool {
        s.at(area).any(|(u, _)| u.nation() == nation && !u.is_prisoner())
    }
    fn clear(&self, s: &mut State, area: u8, nation: Nation) {
        s.set_iso(area, nation, 0);
        s.breakout[nation as usize] &= !bit(area);
    }
    /// (a) of SL-4: the other side's units that were cut in this turn.
    fn check_enemy(&self, s: &mut State, area: u8, link: impl Fn(Nation) -> u64) {
        for nation in s.active().enemy().nations() {
            if !self.has_units(s, area, nation) {
                continue;
            }
            if link(nation) & bit(area) != 0 {
                self.clear(s, area, nation);
            } else if s.iso(area, nation) == 0 {
                s.set_iso(area, nation, 1);
            }
        }
    }
    /// (b) of SL-4: the active side's own units.
    fn check_own(&self, s: &mut State, play: &mut Play, area: u8, link: impl Fn(Nation) -> u64) {
        let mut asks = false;
        let mut fresh = [false; 6];
        let mut cut = [false; 6];
        for nation in s.active().nations() {
            if !self.has_units(s, area, nation) {
                continue;
            }
            if link(nation) & bit(area) != 0 {
                self.clear(s, area, nation);
                continue;
            }
            cut[nation as usize] = true;
            let own = s.is_active(nation);
            match s.iso(area, nation) {
                0 if own => {
                    s.set_iso(area, nation, 1);
                    fresh[nation as usize] = true;
                }
                1 if own => asks = true,
                2 => asks = true,
                _ => {}
            }
        }
        if !asks || s.paid & bit(area) != 0 {
            return;
        }
        if s.tokens[area as usize] > 0 {
            s.tokens[area as usize] -= 1;
            s.paid |= bit(area);
            for nation in s.active().nations().into_iter().filter(|&n| cut[n as usize]) {
                s.set_iso(area, nation, 1);
            }
            play.note(
                "war SL-6",
                format_args!("The isolated units in {} use up a supply token.", self.c.name(area)),
            );
            return;
        }
        for nation in s.active().nations() {
            let starves = cut[nation as usize] && s.is_active(nation) && !fresh[nation as usize];
            if starves && s.iso(area, nation) == 1 {
                s.set_iso(area, nation, 2);
                play.note(
                    "war SL-4",
                    format_args!(
                        "The {} units in {} are starved: -1.",
                        self.c.nation[nation as usize].adjective,
                        self.c.name(area)
                    ),
                )
                .at(self.c.id(area));
            }
        }
    }
}
