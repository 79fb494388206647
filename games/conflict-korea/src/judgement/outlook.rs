//! The map in one side's eyes: what is worth having, and where the enemy threatens.

use crate::data::{COM, Script, UN};
use crate::files::Posture;
use crate::game::Scope;
use crate::ground::HexBits;
use crate::state::{ForceId, HEXES, State};
use board::HexId;

/// The map in one side's eyes.
pub struct Outlook {
    /// The pull of the enemy's goals.
    pub pull: Vec<f32>,
    /// The pull of one's own goals that the enemy is near.
    pub guard: Vec<f32>,
    /// Known enemy lethality beside a hex, and half of what is two hexes away.
    pub threat: Vec<f32>,
    /// The pull of all one's own goals: where to fall back to.
    pub home: Vec<f32>,
    /// One's own lethality over the enemy's, as far as he is known or must be reckoned with.
    pub ratio: f32,
    pub posture: Posture,
    pub net: HexBits,
    /// Coasts that the course of the scenario wants a landing on.
    pub landing: HexBits,
    /// The country around its line: a side that does not advance lets the rest go.
    pub theatre: Option<HexBits>,
}

impl Outlook {
    /// Whether a side wants a hex at all: one that stands on a line lets go what is far from it.
    pub fn cares(&self, hex: HexId) -> bool {
        self.posture == Posture::Advance || self.theatre.is_none_or(|t| t.has(hex.index()))
    }
}

impl Scope<'_> {
    /// What a hex is worth as a goal: cities, Seoul most of all, supply points, ports, airfields.
    fn worth(&self, hex: HexId) -> f32 {
        match () {
            () if hex == self.world.tables.seoul => 150.0,
            () if self.ground.urban.has(hex.index()) => 100.0,
            () if self.ground.sources.has(hex.index()) => 60.0,
            () if self.ground.port(hex).is_some() => 40.0,
            () if self.ground.field(hex).is_some() => 20.0,
            () => 0.0,
        }
    }

    pub fn outlook(&self, st: &State, side: u8) -> Outlook {
        let mut o = Outlook {
            pull: vec![0.0; HEXES],
            guard: vec![0.0; HEXES],
            threat: vec![0.0; HEXES],
            home: vec![0.0; HEXES],
            ratio: 1.0,
            posture: Posture::Hold,
            net: self.net(st, side),
            landing: HexBits::default(),
            theatre: None,
        };
        let mut theirs = 0.0;
        for i in self.ground.korea.iter() {
            let hex = HexId(i as u16);
            if !st.known_enemy(side, hex) {
                continue;
            }
            let l = self.guessed(st, side, hex) as f32;
            theirs += l;
            for (_, n) in self.ground.neighbours(hex) {
                o.threat[n.index()] += l;
                for (_, m) in self.ground.neighbours(n) {
                    o.threat[m.index()] += l / 8.0;
                }
            }
        }
        let ours: f32 = st.forces_of(side).map(|f| self.shown(st, f).0 as f32).sum();
        // What is not seen is there all the same: the order of battle says how much it may be.
        o.ratio = ours / theirs.max(self.world.tables.weights.unseen * self.on_paper(st, 1 - side)).max(1.0);
        let script = self.script(st, side);
        o.posture = script.map_or_else(|| Posture::of(o.ratio), |s| s.posture);
        let line = script.map_or(&[][..], |s| &s.line);
        if let Some(script) = script {
            script.landing.iter().for_each(|h| o.landing.set(h.index(), true));
        }
        if !line.is_empty() {
            self.stand(&mut o.home, line);
            let around = u32::from(self.world.tables.weights.around_line);
            let near = |i: usize| line.iter().any(|&l| self.ground.distance(l, HexId(i as u16)) <= around);
            let mut theatre = HexBits::default();
            self.ground.korea.iter().filter(|&i| near(i)).for_each(|i| theatre.set(i, true));
            o.theatre = Some(theatre);
        }
        for i in self.ground.korea.iter() {
            let hex = HexId(i as u16);
            let worth = self.worth(hex);
            if worth <= 0.0 {
                continue;
            }
            if self.friendly(st, side, hex) {
                if line.is_empty() {
                    self.spread(&mut o.home, hex, worth);
                }
                if o.cares(hex) && self.threatened(&o, hex) {
                    self.spread(&mut o.guard, hex, worth);
                }
            } else {
                // Forces that are there already need no more: the next goal counts for the others.
                let near = |f: &ForceId| self.ground.distance(st.force(*f).hex, hex) <= 2;
                let there = st.forces_of(side).filter(near).count() as f32;
                self.spread(&mut o.pull, hex, worth / (1.0 + self.world.tables.weights.sated * there));
            }
        }
        o
    }

    /// 8.3 What the course of a scenario asks of a side on this turn, whatever the balance of strength.
    /// [rule: ck x-posture]
    fn script(&self, st: &State, side: u8) -> Option<&Script> {
        let level = if side == UN { self.level(st) } else { -self.level(st) };
        let fits = |s: &&Script| {
            s.scenario == self.scenario.id
                && s.side == side
                && (s.from..=s.to).contains(&st.turn)
                && s.lost.is_none_or(|hex| !self.friendly(st, side, hex))
                && s.ahead.is_none_or(|least| level >= i32::from(least))
                && s.behind.is_none_or(|least| -level >= i32::from(least))
        };
        self.world.tables.scripts.iter().find(fits)
    }

    /// A line pulls evenly from all over the country: so much less with every hex.
    fn stand(&self, field: &mut [f32], line: &[HexId]) {
        let w = &self.world.tables.weights;
        let mut queue: Vec<(HexId, f32)> = line.iter().map(|&h| (h, w.line)).collect();
        line.iter().for_each(|h| field[h.index()] = w.line);
        let mut next = 0;
        while let Some(&(hex, value)) = queue.get(next) {
            next += 1;
            for (_, n) in self.ground.neighbours(hex) {
                let less = value - w.back_a_hex;
                if self.ground.is_land(n) && field[n.index()] < less {
                    field[n.index()] = less;
                    queue.push((n, less));
                }
            }
        }
    }

    /// The authorised lethality of all units of a side that should have come by now.
    fn on_paper(&self, st: &State, side: u8) -> f32 {
        let openings = self.scenario.openings.iter().filter(|o| o.side == side).flat_map(|o| &o.units);
        let come =
            |a: &&crate::data::Arrival| a.side == side && self.due(st, a).is_some_and(|t| t <= st.turn);
        let arrivals = self.world.arrivals.iter().filter(come).flat_map(|a| &a.units);
        let lethality = |e: &crate::data::Entry| {
            let unit = &self.world.units[e.unit as usize];
            self.world.organisations[unit.organisation as usize].lethality as f32
        };
        openings.chain(arrivals).map(lethality).sum()
    }

    /// Whether the enemy is known within three hexes of a place.
    fn threatened(&self, o: &Outlook, hex: HexId) -> bool {
        let near = |h: HexId| o.threat[h.index()] > 0.0;
        near(hex) || self.ground.neighbours(hex).any(|(_, n)| near(n))
    }

    /// A goal pulls over land, less with every hex.
    fn spread(&self, field: &mut [f32], goal: HexId, worth: f32) {
        let mut queue = vec![(goal, worth)];
        let mut next = 0;
        field[goal.index()] = field[goal.index()].max(worth);
        while let Some(&(hex, value)) = queue.get(next) {
            next += 1;
            let less = value * self.world.tables.weights.fade;
            if less < 0.5 {
                continue;
            }
            for (_, n) in self.ground.neighbours(hex) {
                if self.ground.is_land(n) && field[n.index()] < less {
                    field[n.index()] = less;
                    queue.push((n, less));
                }
            }
        }
    }

    /// The row of the table of commanders for a side: the Communists' capability, the middle one for the United Nations.
    /// [rule: ck x-commanders]
    pub fn commander(&self, st: &State, side: u8) -> &crate::data::Commander {
        let row = if side == COM { st.choices.capability } else { 2 };
        debug_assert!(side == COM || side == UN);
        &self.world.tables.commanders[row as usize]
    }
}
