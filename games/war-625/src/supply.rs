//! Supply lines, isolation and breakout (SL-1 to SL-6, BR-1, BR-2).

use crate::data::{bit, each};
use crate::game::War625;
use crate::kinds::{Nation, Place, Side};
use crate::names::adjective;
use crate::state::State;
use engine::{Play, say};

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
                    for a in Place::areas() {
                        if s.factory[a.i()] == rok + 1 && s.control[a.i()] == rok {
                            sources |= bit(a);
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
            let next = each(edge).fold(0, |m, a| m | self.c.land[a.i()]) & ground & !seen;
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
        Place::areas().filter(|&a| self.c.land[a.i()] == 0).fold(0, |m, a| m | bit(a))
    }
    /// Whether units freshly cut off may attack `target` without a token: taking it would restore their link.
    /// [rule: war BR-1]
    pub(crate) fn breaks_out(&self, s: &State, origin: Place, nation: Nation, target: Place) -> bool {
        if !origin.is_area()
            || s.iso(origin, nation) != 1
            || s.breakout[nation as usize] & bit(origin) != 0
            || self.c.land[origin.i()] & bit(target) == 0
        {
            return false;
        }
        self.would_link(s, origin, nation, target)
    }
    /// Whether an area would be linked to a source again if `target` were taken.
    pub(crate) fn would_link(&self, s: &State, origin: Place, nation: Nation, target: Place) -> bool {
        let ground = s.friendly[nation.side() as usize] | bit(target);
        let sources = self.sources(s, nation) | self.source_if_taken(nation, target);
        self.flood(sources, ground) & bit(origin) != 0
    }
    fn source_if_taken(&self, nation: Nation, target: Place) -> u64 {
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
            for area in Place::areas() {
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
            if u.place().is_area() && !u.is_prisoner() {
                present[u.nation() as usize] |= bit(u.place());
            }
        }
        for nation in Nation::ALL {
            for area in Place::areas() {
                if present[nation as usize] & bit(area) == 0 {
                    s.set_iso(area, nation, 0);
                }
            }
            s.breakout[nation as usize] &= present[nation as usize];
        }
    }
    fn has_units(&self, s: &State, area: Place, nation: Nation) -> bool {
        s.at(area).any(|(u, _)| u.nation() == nation && !u.is_prisoner())
    }
    fn clear(&self, s: &mut State, area: Place, nation: Nation) {
        s.set_iso(area, nation, 0);
        s.breakout[nation as usize] &= !bit(area);
    }
    /// (a) of SL-4: the other side's units that were cut in this turn.
    fn check_enemy(&self, s: &mut State, area: Place, link: impl Fn(Nation) -> u64) {
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
    fn check_own(&self, s: &mut State, play: &mut Play, area: Place, link: impl Fn(Nation) -> u64) {
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
        if s.tokens[area.i()] > 0 {
            s.tokens[area.i()] -= 1;
            s.paid |= bit(area);
            for nation in s.active().nations().into_iter().filter(|&n| cut[n as usize]) {
                s.set_iso(area, nation, 1);
            }
            play.note("war SL-6", say!("The isolated units in {area} use up a supply token.", area));
            return;
        }
        for nation in s.active().nations() {
            let starves = cut[nation as usize] && s.is_active(nation) && !fresh[nation as usize];
            if starves && s.iso(area, nation) == 1 {
                s.set_iso(area, nation, 2);
                let (who, less) = (adjective(nation), self.c.isolation);
                play.note(
                    "war SL-4",
                    say!("The {who} units in {area} are starved: {less}.", who, area, less),
                )
                .on(area);
            }
        }
    }
}
