//! 8.3 Marches: everybody who does not fight goes where it is worth most, or stays.

use super::What;
use super::planning::Draft;
use crate::data::Kind;
use crate::files::Posture;
use crate::game::Scope;
use crate::names;
use crate::reach::{Reach, Stop};
use crate::state::{ENTRENCHED, ForceId};
use board::HexId;
use engine::Random;

/// A place for a force, and what it costs to get there.
struct Place {
    force: ForceId,
    hex: HexId,
    cost: u8,
    dug_in: bool,
    /// Enemy hexes that are taken on the way.
    taken: f32,
    /// Whether the force goes forward at all, or is kept as a reserve.
    forward: bool,
}

/// How far forces go in the second phase that only look around.
const A_LITTLE: u32 = 3;

impl Scope<'_> {
    pub fn plan_marches(&self, d: &mut Draft<'_>, random: &mut Random) {
        let (st, c) = (d.st, d.commander);
        let first = st.phase.first_orders();
        if !first && c.exploit == 0 {
            return;
        }
        let mut forces = d.free();
        forces.sort_by_key(|&f| (std::cmp::Reverse(self.shown(st, f).0), f));
        let quiet = |f: &ForceId| d.outlook.threat[st.force(*f).hex.index()] == 0.0;
        let idle: Vec<ForceId> = forces.iter().copied().filter(quiet).collect();
        let kept = idle.len() * c.reserve as usize / 100;
        let reserve = &idle[idle.len() - kept..];
        for (n, &force) in forces.iter().enumerate() {
            let held_back = first && c.exploit > 2 && n % 5 == 4 && idle.contains(&force);
            if held_back {
                continue;
            }
            self.plan_march(d, force, !reserve.contains(&force), random);
        }
    }

    /// The best places for a force to stand in, with what they are worth to it; the one it is in is among them.
    pub fn best_places(&self, d: &Draft<'_>, force: ForceId, most: usize) -> Vec<(HexId, f32)> {
        let f = d.st.force(force);
        let Some(reach) = &d.reaches[force.index()] else { return Vec::new() };
        let dug_in = f.units.iter().any(|u| d.st.unit(*u).has(ENTRENCHED));
        let place = |hex, cost, dug_in, taken| Place { force, hex, cost, dug_in, taken, forward: true };
        let here = (f.hex, self.place_score(d, &place(f.hex, 0, dug_in, 0.0)));
        let open = reach.stops().filter(|s| d.stacks[s.hex.index()] < 2);
        let mut all: Vec<(HexId, f32)> = open
            .map(|s| {
                let there = place(s.hex, f.points - s.left, false, self.taken(d, reach, s.hex));
                (s.hex, self.place_score(d, &there))
            })
            .chain([here])
            .collect();
        all.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        all.truncate(most);
        all
    }

    fn plan_march(&self, d: &mut Draft<'_>, force: ForceId, forward: bool, random: &mut Random) {
        let f = d.st.force(force);
        let Some(reach) = d.reaches[force.index()].take() else { return };
        let dug_in = f.units.iter().any(|u| d.st.unit(*u).has(ENTRENCHED));
        let restless = (random.unit() * 100.0) < f32::from(d.commander.restless);
        let here = Place { force, hex: f.hex, cost: 0, dug_in: dug_in && !restless, taken: 0.0, forward };
        let mut best = (d.vary(self.place_score(d, &here), random) + 1.0, f.hex);
        let near = d.st.phase.first_orders() || d.commander.exploit > 1;
        let open = |s: &&Stop| {
            d.stacks[s.hex.index()] < 2 && (near || self.ground.distance(f.hex, s.hex) <= A_LITTLE)
        };
        for stop in reach.stops().filter(open) {
            let place = Place {
                force,
                hex: stop.hex,
                cost: f.points - stop.left,
                dug_in: false,
                taken: self.taken(d, &reach, stop.hex),
                forward,
            };
            let score = d.vary(self.place_score(d, &place), random);
            if score > best.0 {
                best = (score, stop.hex);
            }
        }
        let (home, to) = (f.hex, best.1);
        if to != home {
            d.leave_for(force, to);
            d.give(force, home, What::Go(to));
        }
    }

    /// How many enemy hexes a march takes on its way, and half of those that it will patrol at its end.
    fn taken(&self, d: &Draft<'_>, reach: &Reach, to: HexId) -> f32 {
        let theirs = |hex: HexId| self.ground.is_land(hex) && !self.friendly(d.st, d.side, hex);
        if !theirs(to) {
            return 0.0;
        }
        let mut taken = 0.0;
        let mut hex = to;
        while hex.is_some() && theirs(hex) {
            taken += 1.0;
            hex = reach.before(hex);
        }
        let free = |n: HexId| theirs(n) && d.st.holder(n).is_none() && !self.ground.urban.has(n.index());
        taken + 0.5 * self.ground.neighbours(to).filter(|(_, n)| free(*n)).count() as f32
    }

    /// How many other forces of the side will stand in a hex and beside it: one front, not one heap.
    fn crowd(&self, d: &Draft<'_>, force: ForceId, hex: HexId) -> f32 {
        let around = self.ground.neighbours(hex).map(|(_, n)| f32::from(d.stacks[n.index()]));
        let near = self.ground.distance(d.st.force(force).hex, hex) <= 1;
        around.sum::<f32>() + f32::from(d.stacks[hex.index()]) - if near { 1.0 } else { 0.0 }
    }

    /// What it is worth for a force to stand in a hex, after paying for the way.
    fn place_score(&self, d: &Draft<'_>, p: &Place) -> f32 {
        let (st, o, w, c, i) = (d.st, &d.outlook, &d.weights, &d.commander, p.hex.index());
        let (push, back, guard) = match o.posture {
            Posture::Advance => (o.ratio.clamp(1.0, 1.6), 0.0, w.guard_advance),
            Posture::Hold => (w.hold, w.hold, 1.0),
            Posture::Withdraw => (0.0, 1.0, 1.0),
        };
        let push = if p.forward { d.knobs.push * push } else { 0.0 };
        let mut score = w.pull * o.pull[i] * push + w.home * o.home[i] * back;
        score += w.guard * guard * o.guard[i] * o.ratio.clamp(0.4, 1.2);
        let wanted = o.cares(p.hex);
        if wanted && !self.friendly(st, d.side, p.hex) && self.ground.urban.has(i) {
            score += w.city;
        }
        score += if wanted { w.ground * p.taken } else { 0.0 };
        score -= w.crowd * self.crowd(d, p.force, p.hex) + w.point * f32::from(p.cost);
        if c.wary {
            let (_, survivability) = self.shown(st, p.force);
            let effect = &self.world.tables.terrain[(self.ground.terrain(p.hex) as usize).min(3)];
            let trenches = if p.dug_in { 2.5 } else { 1.0 };
            let shelter = survivability as f32 * f32::from(effect.soft) / 2.0 * trenches;
            let danger = (50.0 * o.threat[i] / shelter.max(1.0)).min(100.0);
            score -= danger * w.danger * d.knobs.fear;
        }
        score + self.care(d, p)
    }

    /// Readiness, supply, trenches, artillery, garrisons.
    fn care(&self, d: &Draft<'_>, p: &Place) -> f32 {
        let (st, o, w, c, i) = (d.st, &d.outlook, &d.weights, &d.commander, p.hex.index());
        let readiness = f32::from(st.readiness(p.force));
        let (stays, mut score) = (p.cost == 0, 0.0);
        if !stays {
            // Below 75 a force neither digs in nor marches far.
            let after = readiness - f32::from(p.cost);
            let care = if c.supply > 2 { 2.0 } else { 1.0 };
            score -= w.tired * care * (75.0 - after).clamp(0.0, 30.0);
        }
        // A march out of the net takes the ground it crosses, and the net with it.
        let start = st.force(p.force).hex.index();
        if c.supply > 0 && !o.net.has(i) && !o.net.has(start) {
            score -= w.cut_off;
        }
        if c.supply > 1 && self.ground.has_way(p.hex) {
            score += w.way;
        }
        if p.dug_in {
            score += w.dug_in;
        }
        if stays && readiness < 75.0 {
            score += (75.0 - readiness) * w.rest;
        }
        if names::look(st.force(p.force).look).1 == Kind::Harty {
            score += self.gun_place(d, p.hex);
        }
        let last = stays && d.stacks[i] == 1 && self.ground.urban.has(i);
        if last && (o.guard[i] > 0.0 || self.open_to_landing(d, p.hex)) {
            score += w.garrison;
        }
        score
    }

    /// Heavy artillery stands within two hexes of the enemy and not beside him.
    fn gun_place(&self, d: &Draft<'_>, hex: HexId) -> f32 {
        let (st, c) = (d.st, d.commander);
        let mut score = 0.0;
        if c.guns > 0 && self.beside_enemy(st, d.side, hex) {
            score -= d.weights.guns;
        }
        if c.guns > 1 {
            let far = |h: &HexId| self.ground.distance(*h, hex) == 2 && st.known_enemy(d.side, *h);
            let ring = self.ground.neighbours(hex).flat_map(|(_, n)| self.ground.neighbours(n));
            let mut targets: Vec<HexId> = ring.map(|(_, h)| h).filter(far).collect();
            targets.sort_unstable();
            targets.dedup();
            score += d.weights.guns * targets.len().min(c.guns as usize - 1) as f32 / 2.0;
        }
        score
    }

    /// Whether the United Nations could land at a Communist city or beside it.
    fn open_to_landing(&self, d: &Draft<'_>, hex: HexId) -> bool {
        let coast = |h: HexId| self.ground.coastal.has(h.index());
        d.side == crate::data::COM
            && !self.world.era.modern()
            && (coast(hex) || self.ground.neighbours(hex).any(|(_, n)| coast(n)))
    }
}
