//! Lines of supply, depots and air supply (10.0).

use crate::data::Scenario;
use crate::state::{HEXES, HexBits, NOWHERE, RED, State, UN, flag};
use engine::Play;

/// Where a side's lines of supply run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Supply {
    /// Hexes joined to a source of units.
    units: HexBits,
    /// Hexes joined to a map symbol that feeds depots.
    depots: HexBits,
}

impl Scenario {
    /// 10.2 Whether a line may cross a hexside: the United Nations cross rivers only where a bridge stands.
    /// [rule: kb 10.2-limits]
    #[inline]
    fn line_crosses(&self, st: &State, side: u8, hex: u16, direction: usize) -> bool {
        side == RED
            || self.ground.supply_sides[hex as usize] >> direction & 1 == 1
            || self.engineers_bridge(st, hex, self.ground.near[hex as usize][direction])
    }

    /// 10.0 The hexes that a line of `side` may pass: no enemy in them, and no enemy zone unless a friend is there (a
    /// dummy is none). [rule: kb 10.0, kb 10.2-limits]
    fn passable(&self, st: &State, side: u8) -> HexBits {
        let mut open = self.line_ground[side as usize];
        for unit in 0..self.units.len() as u8 {
            if !st.on_map(unit) || self.side(unit) == side {
                continue;
            }
            open.set(st.hex(unit) as usize, false);
            if self.projects(st, unit) {
                for &n in &self.ground.near[st.hex(unit) as usize] {
                    if n != NOWHERE {
                        open.set(n as usize, false);
                    }
                }
            }
        }
        for unit in self.deployed(st, side).filter(|&u| !self.quick[u as usize].dummy) {
            let hex = st.hex(unit) as usize;
            open.set(hex, self.line_ground[side as usize].has(hex));
        }
        open
    }

    /// Spreads from the sources over open hexes, which are closed behind it.
    fn flood(&self, st: &State, side: u8, sources: &[u16], open: &mut HexBits, lit: &mut HexBits) {
        let mut queue = [0u16; HEXES];
        let (mut head, mut tail) = (0, 0);
        for &hex in sources {
            if open.has(hex as usize) {
                open.set(hex as usize, false);
                lit.set(hex as usize, true);
                queue[tail] = hex;
                tail += 1;
            }
        }
        let bridges = !st.bridges.is_empty();
        while head < tail {
            let hex = queue[head];
            head += 1;
            let crossing = if side == RED { 63 } else { self.ground.supply_sides[hex as usize] };
            for (d, &n) in self.ground.near[hex as usize].iter().enumerate() {
                if n == NOWHERE || !open.has(n as usize) {
                    continue;
                }
                if crossing >> d & 1 == 1 || (bridges && self.engineers_bridge(st, hex, n)) {
                    open.set(n as usize, false);
                    lit.set(n as usize, true);
                    queue[tail] = n;
                    tail += 1;
                }
            }
        }
    }

    /// The sources of a side that still hold; 0907 is gone for good once the Chinese have entered it.
    /// [rule: kb 10.0-sources]
    fn live_sources<'a>(&'a self, st: &'a State, side: u8) -> impl Iterator<Item = u16> + 'a {
        self.sources[side as usize].iter().copied().filter(move |h| {
            let fragile = self.fragile_sources.iter().position(|f| f == h);
            side == RED || fragile.is_none_or(|i| st.ledger.lost_sources >> i & 1 == 0)
        })
    }

    /// All lines of supply of a side. A depot feeds units while it has its own line to a map symbol.
    /// [rule: kb 10.0-depots, kb 10.0-sources, kb 9.0]
    pub(crate) fn supply(&self, st: &State, side: u8) -> Supply {
        let mut supply = Supply::default();
        let mut open = self.passable(st, side);
        if side == RED && !self.symbols.is_empty() {
            // A valid depot stands in the region that a symbol lights; the region then feeds units too.
            for &symbol in &self.symbols {
                let mut region = HexBits::default();
                self.flood(st, side, &[symbol], &mut open, &mut region);
                let fed = self
                    .deployed(st, RED)
                    .any(|u| self.quick[u as usize].depot && region.has(st.hex(u) as usize));
                for (i, word) in region.0.iter().enumerate() {
                    supply.depots.0[i] |= word;
                    supply.units.0[i] |= if fed { *word } else { 0 };
                }
            }
            return supply;
        }
        let mut sources = [0u16; 16];
        let mut count = 0;
        for hex in self.live_sources(st, side).take(16) {
            sources[count] = hex;
            count += 1;
        }
        self.flood(st, side, &sources[..count], &mut open, &mut supply.units);
        supply
    }

    /// Whether a hex is a source, or has a neighbour on a line over a hexside that a line may cross.
    fn joined(&self, st: &State, side: u8, hex: u16, lit: &HexBits, sources: &[u16]) -> bool {
        if sources.contains(&hex) {
            return true;
        }
        self.ground.near[hex as usize]
            .iter()
            .enumerate()
            .any(|(d, &n)| n != NOWHERE && lit.has(n as usize) && self.line_crosses(st, side, hex, d))
    }

    /// Whether a unit on the map is in supply: a line from the hexes around it, a source or valid depot in its own
    /// hex, or Air Supply. [rule: kb 10.0, kb 10.0-depots, kb 10.2-air]
    pub(crate) fn supplied(&self, st: &State, supply: &Supply, unit: u8) -> bool {
        if st.has(unit, flag::AIR) {
            return true;
        }
        let (side, hex) = (self.side(unit), st.hex(unit));
        if self.quick[unit as usize].depot {
            return self.joined(st, side, hex, &supply.depots, &self.symbols);
        }
        if side == RED && !self.symbols.is_empty() {
            let depot = |u: u8| self.quick[u as usize].depot && self.supplied(st, supply, u);
            return st.units_in(hex).any(depot) || self.joined(st, side, hex, &supply.units, &[]);
        }
        let on_source = self.live_sources(st, side).any(|s| s == hex);
        on_source || self.joined(st, side, hex, &supply.units, &[])
    }

    /// The lit hexes, for the overlay.
    pub(crate) fn lines(supply: &Supply) -> impl Iterator<Item = u16> + '_ {
        supply.units.iter().map(|h| h as u16)
    }

    /// 10.2 Air Supply: one United Nations unit is in supply for the whole game turn; one marker fewer next turn.
    /// [rule: kb 10.2-air]
    pub(crate) fn fly_supply(&self, st: &mut State, unit: u8, play: &mut Play) {
        st.air_left -= 1;
        st.air_less += self.parameters.air_cost;
        st.mark(unit, flag::AIR);
        play.say(
            self.seat(UN),
            "kb 10.2-air",
            format_args!(
                "{} is supplied by air this turn; one support marker fewer next turn",
                self.name(unit)
            ),
        )
        .at(self.ground.label(st.hex(unit)));
    }
}
