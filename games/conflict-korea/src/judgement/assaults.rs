//! 8.3 Assaults: who stands beside a known enemy or can be there with points to spare, and what that promises.

use super::What;
use super::planning::{Draft, Resolve};
use crate::combat::Balance;
use crate::data::Nation;
use crate::files::Posture;
use crate::game::Scope;
use crate::ground::HexBits;
use crate::names;
use crate::state::{ForceId, State};
use board::HexId;
use engine::Random;

/// A place to assault from: the force stands there or can march there.
#[derive(Clone, Copy)]
struct Part {
    force: ForceId,
    via: HexId,
    left: u8,
}

/// An assault that costs the defender less than this is not thought about.
const WORTH_A_THOUGHT: u8 = 6;

/// Chinese armies that attack together at most, by the commander's row.
const CHINESE: [usize; 4] = [1, 2, 12, 12];

impl Scope<'_> {
    /// Bundles of one army's forces against a known enemy hex, taken where the loss ratios promise enough.
    pub fn plan_assaults(&self, d: &mut Draft<'_>, random: &mut Random) {
        let targets = self.assault_targets(d);
        let places = self.places_beside(d, &targets);
        let mut bundles = Vec::new();
        for &hex in &targets {
            for army in 0..4 {
                let parts = self.bundle(d, &places, hex, army);
                if parts.is_empty() {
                    continue;
                }
                let b = self.promise_of(d, hex, &parts);
                if self.is_made(d, hex, &b) {
                    let gain = self.gain(d, hex, &parts, &b);
                    bundles.push((d.vary(gain, random), hex, army));
                }
            }
        }
        bundles.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        for (_, hex, army) in bundles {
            let parts = self.bundle(d, &places, hex, army);
            self.send_enough(d, hex, &parts);
        }
    }

    /// Enemy forces that the side knows of and cares about.
    fn assault_targets(&self, d: &Draft<'_>) -> Vec<HexId> {
        let wanted = |h: &HexId| d.st.known_enemy(d.side, *h) && d.outlook.cares(*h);
        self.ground.korea.iter().map(|i| HexId(i as u16)).filter(wanted).collect()
    }

    /// What an assault on each known enemy hex would gain with the best that one army can send, hopeless ones left out.
    pub fn prospects(&self, d: &Draft<'_>) -> Vec<(HexId, f32)> {
        let targets = self.assault_targets(d);
        let places = self.places_beside(d, &targets);
        let promise = |hex: HexId, army: u8| {
            let parts = self.bundle(d, &places, hex, army);
            let b = if parts.is_empty() { return None } else { self.promise_of(d, hex, &parts) };
            (b.defender_loss >= WORTH_A_THOUGHT).then(|| self.gain(d, hex, &parts, &b))
        };
        let best = |&hex: &HexId| {
            let gain = (0..4).filter_map(|army| promise(hex, army)).max_by(f32::total_cmp)?;
            Some((hex, gain))
        };
        targets.iter().filter_map(best).collect()
    }

    /// Every force and hex beside a target from which it could assault, by hexes.
    fn places_beside(&self, d: &Draft<'_>, targets: &[HexId]) -> Vec<Part> {
        let (st, c) = (d.st, d.commander);
        let needs = self.world.numbers.movement.assault_needs as u8;
        let mut beside = HexBits::default();
        for &hex in targets {
            self.ground.neighbours(hex).for_each(|(_, n)| beside.set(n.index(), self.ground.is_land(n)));
        }
        let mut places = Vec::new();
        for force in d.free() {
            let (f, ready) = (st.force(force), st.readiness(force));
            if f.points < needs || ready < c.least_readiness || self.at_sea(st, force) {
                continue;
            }
            if beside.has(f.hex.index()) {
                places.push(Part { force, via: f.hex, left: f.points });
            }
            let Some(reach) = &d.reaches[force.index()] else { continue };
            let fit = |left: u8| ready.saturating_sub(f.points - left) >= c.least_readiness;
            let ways = reach.stops().filter(|s| s.left >= needs && fit(s.left) && beside.has(s.hex.index()));
            places.extend(ways.map(|s| Part { force, via: s.hex, left: s.left }));
        }
        places.sort_by_key(|p| (p.via, p.force));
        places
    }

    /// The strongest forces of an army that can assault a hex, each from its best place.
    fn bundle(&self, d: &Draft<'_>, places: &[Part], hex: HexId, army: u8) -> Vec<Part> {
        let st = d.st;
        let mut best: Vec<Part> = Vec::new();
        for (_, n) in self.ground.neighbours(hex) {
            let from = places.partition_point(|p| p.via < n);
            for part in places[from..].iter().take_while(|p| p.via == n) {
                let home = st.force(part.force).hex;
                if d.busy[part.force.index()] || self.army(st, part.force) != army {
                    continue;
                }
                if part.via != home && d.stacks[n.index()] >= 2 {
                    continue;
                }
                match best.iter_mut().find(|p| p.force == part.force) {
                    Some(known) if known.left < part.left => *known = *part,
                    Some(_) => {}
                    None => best.push(*part),
                }
            }
        }
        best.sort_by_key(|p| (std::cmp::Reverse(self.attacking(st, p.force).lethality), p.force));
        let mut coming = [(HexId::NONE, 0u8); 6];
        let mut used = 0;
        best.retain(|p| {
            if st.force(p.force).hex == p.via {
                return true;
            }
            let at = coming[..used].iter().position(|c| c.0 == p.via).unwrap_or(used);
            used = used.max(at + 1);
            coming[at] = (p.via, coming[at].1 + 1);
            d.stacks[p.via.index()] + coming[at].1 <= 2
        });
        best.truncate(self.bundle_size(d, army));
        best
    }

    fn bundle_size(&self, d: &Draft<'_>, army: u8) -> usize {
        let usual = d.commander.bundle as usize;
        let chinese = army == Nation::Cn.army();
        if chinese { usual.min(CHINESE[d.commander.china as usize]) } else { usual }
    }

    /// What an assault of these forces promises once they stand where they attack from.
    fn promise_of(&self, d: &Draft<'_>, hex: HexId, parts: &[Part]) -> Balance {
        let forces: Vec<ForceId> = parts.iter().map(|p| p.force).collect();
        if parts.iter().all(|p| p.via == d.st.force(p.force).hex) {
            return self.forecast(d.st, d.side, hex, &forces);
        }
        let mut there: State = d.st.clone();
        for part in parts {
            let paid = there.force(part.force).points - part.left;
            there.force_mut(part.force).hex = part.via;
            there.units_of(part.force).for_each(|u| there.unit_mut(u).tire(i32::from(paid)));
        }
        self.forecast(&there, d.side, hex, &forces)
    }

    /// Whether an assault is made: it is settled, or promises enough.
    fn is_made(&self, d: &Draft<'_>, hex: HexId, b: &Balance) -> bool {
        match d.resolve(hex) {
            Some(resolve) => resolve == Resolve::Anyway,
            None => self.is_enough(d, b),
        }
    }

    /// Whether the loss ratios are what the commander asks for. In the second phase only an overrun helps.
    fn is_enough(&self, d: &Draft<'_>, b: &Balance) -> bool {
        if !d.st.phase.first_orders() {
            let ratio = self.world.numbers.combat.overrun_ratio as u64;
            return b.attack.lethality >= ratio * b.defence.survivability;
        }
        let c = d.commander;
        let caution = d.knobs.caution
            * match d.outlook.posture {
                Posture::Advance => 1.0,
                Posture::Hold => d.weights.caution_hold,
                Posture::Withdraw => d.weights.caution_withdraw,
            };
        let (his, own) = (f32::from(b.defender_loss), f32::from(b.attacker_loss));
        his >= f32::from(c.least_loss) * caution && his >= f32::from(c.least_ratio) / 10.0 * caution * own
    }

    fn gain(&self, d: &Draft<'_>, hex: HexId, parts: &[Part], b: &Balance) -> f32 {
        let worn: f32 =
            parts.iter().map(|p| (75.0 - f32::from(d.st.readiness(p.force))).max(0.0)).sum::<f32>();
        let mut gain = f32::from(b.defender_loss) - f32::from(b.attacker_loss);
        gain += d.outlook.pull[hex.index()] / 5.0 - d.weights.worn * worn / parts.len().max(1) as f32;
        let rok = d.st.in_hex(hex).any(|f| names::look(d.st.force(f).look).0 == Nation::Rok);
        if rok && d.commander.china > 2 {
            gain += 10.0;
        }
        gain
    }

    /// Sends as many forces at a hex as make a retreat all but sure, and none where they would not do.
    fn send_enough(&self, d: &mut Draft<'_>, hex: HexId, parts: &[Part]) {
        let most = if d.st.phase.first_orders() { parts.len() } else { parts.len().min(1) };
        let loss = |n: usize| f32::from(self.promise_of(d, hex, &parts[..n]).defender_loss);
        let last = (1..=most).find(|&n| loss(n) >= d.weights.enough).unwrap_or(most);
        let sent = &parts[..last];
        if sent.is_empty() || !self.is_made(d, hex, &self.promise_of(d, hex, sent)) {
            return;
        }
        for part in sent {
            let home = d.st.force(part.force).hex;
            if part.via != home {
                d.leave_for(part.force, part.via);
                d.give(part.force, home, What::Go(part.via));
            }
            d.give(part.force, part.via, What::Assault(hex));
        }
    }
}
