//! Plans: what a nation sets out to take in a phase, how much it risks, what it buys.

use crate::data::{bit, each};
use crate::game::War625;
use crate::kinds::{AREAS, Kind, NATIONS, Nation, Place, Side, Status, Unit};
use crate::state::State;
use engine::{DataError, Files, Random, Seat};
use serde::Deserialize;
use std::collections::BTreeMap;

/// The weights of `judgement.toml`.
#[derive(Clone, Debug)]
pub(crate) struct Weights {
    pub(crate) plan: PlanWeights,
    /// The same for the Allies in a war that ends early: they stand longer and strike sooner.
    pub(crate) short: PlanWeights,
    /// The same for the recruit, who goes by each decision alone.
    pub(crate) recruit: PlanWeights,
    pub(crate) worth: Worth,
    pub(crate) taste: [[f32; 16]; NATIONS],
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlanWeights {
    pub(crate) risk: f32,
    pub(crate) guard: u16,
    pub(crate) enough: f32,
    pub(crate) retreat: f32,
    pub(crate) hold: f32,
    pub(crate) land: f32,
    /// What the first blow of a hidden infantry is worth in IPC.
    pub(crate) ambush: f32,
    pub(crate) coast: u16,
    pub(crate) tokens: f32,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Worth {
    ipc: f32,
    factory: f32,
    roundel: f32,
    capital: f32,
    abroad: f32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    #[serde(rename = "source")]
    _source: String,
    plan: PlanWeights,
    short: PlanWeights,
    recruit: PlanWeights,
    worth: Worth,
    taste: BTreeMap<String, BTreeMap<String, f32>>,
}

impl Weights {
    pub(crate) fn read(files: &Files) -> Result<Self, DataError> {
        const FILE: &str = "judgement.toml";
        let raw: Raw = files.toml(FILE)?;
        let mut taste = [[0.0; 16]; NATIONS];
        for (nation, kinds) in &raw.taste {
            let n = Nation::parse(nation)
                .ok_or_else(|| DataError::new(FILE, format!("taste.{nation}: there is no such nation")))?;
            for (kind, &value) in kinds {
                let k = Kind::parse(kind).ok_or_else(|| {
                    DataError::new(FILE, format!("taste.{nation}.{kind}: there is no such kind"))
                })?;
                taste[n as usize][k as usize] = value;
            }
        }
        Ok(Self { plan: raw.plan, short: raw.short, recruit: raw.recruit, worth: raw.worth, taste })
    }
}

/// What a nation sets out to do in a phase.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Enemy areas to attack.
    pub(crate) attack: u64,
    /// Those of them that are attacked whatever the odds are.
    pub(crate) forced: u64,
    /// The areas from which each of them is attacked.
    pub(crate) origins: [u64; AREAS],
    /// Land units that stay in each area while enemies stand next to it.
    pub(crate) keep: [u16; AREAS],
    /// Areas cut off from supply.
    pub(crate) cut: u64,
    /// Steps from each area over own land to the nearest area with an enemy next to it.
    pub(crate) near: [u8; AREAS],
    pub(crate) risk: f32,
    pub(crate) guard: u16,
    /// An area is held as long as the enemies next to it are no stronger than so many times its defenders.
    pub(crate) hold: f32,
    /// A landing to be made now, or, after combat, the one that is prepared.
    pub(crate) landing: Option<super::fleet::Landing>,
    /// Whether troops gather in the base for a landing.
    pub(crate) stage: bool,
    /// Whether China goes to war when it may.
    pub(crate) declare: bool,
    pub(crate) taste: [[f32; 16]; NATIONS],
}

/// Hits a round and bodies of a force.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Force {
    pub(crate) hits: f32,
    pub(crate) bodies: f32,
}

impl Force {
    /// How many times as strong as `other`: a force's strength grows with both its fire and its bodies.
    pub(crate) fn against(self, other: Self) -> f32 {
        (self.hits * self.bodies) / (other.hits * other.bodies).max(0.05)
    }
}

impl War625 {
    /// What an area is worth to whoever holds it.
    pub(crate) fn worth(&self, s: &State, area: Place) -> f32 {
        let w = &self.weights.worth;
        let here = bit(area);
        let mut worth = f32::from(s.ipc[area.i()]) * w.ipc;
        if s.has_factory(area) {
            worth += w.factory;
        }
        if (self.c.roundel[0] | self.c.roundel[1]) & here != 0 {
            worth += w.roundel;
        }
        if self.c.nation.iter().any(|n| n.capital == Some(area)) {
            worth += w.capital;
        }
        if self.c.korea & here == 0 { worth * w.abroad } else { worth + 0.2 }
    }

    /// The force of the units that `counts` lets in, as attackers or defenders. Infantry paired with armor or aircraft
    /// attacks with its support.
    pub(crate) fn force(
        &self,
        s: &State,
        place: Place,
        attacking: bool,
        counts: impl Fn(Unit) -> bool,
    ) -> Force {
        let pool = &self.c.pool[usize::from(s.opts.d12)];
        let (mut pips, mut bodies, mut foot, mut support) = (0u32, 0u32, 0u32, 0u32);
        for (u, n) in s.at(place).filter(|(u, _)| !u.is_prisoner() && !u.kind().is_sea() && counts(*u)) {
            let values = self.c.values(s.opts.d12, u.nation(), u.kind());
            pips += u32::from(if attacking { values.attack } else { values.defence }.unsigned_abs())
                * u32::from(n);
            bodies += u32::from(n);
            if u.kind() == Kind::Infantry {
                foot += u32::from(n);
            } else if u.kind() == Kind::Armor || u.kind().is_air() {
                support += u32::from(n);
            }
        }
        if attacking {
            pips += foot.min(support) * u32::from(pool.support.unsigned_abs());
        }
        Force { hits: pips as f32 / f32::from(pool.sides), bodies: bodies as f32 }
    }

    /// The defenders of an area.
    pub(crate) fn defence(&self, s: &State, area: Place, side: Side) -> Force {
        self.force(s, area, false, |u| u.side() == side)
    }
    /// Those who are on their way into an area to attack it.
    pub(crate) fn committed(&self, s: &State, area: Place, side: Side) -> Force {
        self.force(s, area, true, |u| u.side() == side && u.status() != Status::Ready)
    }

    /// Steps over own land to the nearest area with an enemy next to it; 9 where there is no way.
    pub(crate) fn nearness(&self, s: &State, side: Side) -> [u8; AREAS] {
        let own = s.friendly[side as usize];
        let enemy = self.enemy_ground(s, side);
        let mut reached = each(own).filter(|&a| self.c.land[a.i()] & enemy != 0).fold(0, |m, a| m | bit(a));
        let mut near = [9; AREAS];
        let mut ring = reached;
        for steps in 0..9 {
            each(ring).for_each(|a| near[a.i()] = steps);
            ring = each(ring).fold(0, |m, a| m | self.c.land[a.i()]) & own & !reached;
            reached |= ring;
            if ring == 0 {
                break;
            }
        }
        near
    }

    /// A plan with these weights, its targets still to be chosen.
    fn bare_plan(&self, s: &State, seat: Seat, w: &PlanWeights, declare: bool) -> Plan {
        let side = Side::from_seat(seat);
        let cut =
            side.nations().into_iter().filter(|n| n.seat() == seat).fold(0, |m, n| m | !self.linked(s, n));
        Plan {
            attack: 0,
            forced: 0,
            origins: [0; AREAS],
            keep: [w.guard; AREAS],
            cut: cut & s.troops[side as usize] & self.c.korea,
            near: self.nearness(s, side),
            risk: w.risk,
            guard: w.guard,
            hold: w.hold,
            landing: None,
            stage: false,
            declare,
            taste: self.weights.taste,
        }
    }

    /// The plan of somebody who is careful in attack and falls back soon, with no second thoughts.
    pub(crate) fn timid_plan(&self, s: &State, seat: Seat) -> Plan {
        let mut plan = self.bare_plan(s, seat, &self.weights.recruit, true);
        self.choose_targets(s, seat, &mut plan, u64::MAX);
        plan
    }

    /// The most sensible plan.
    pub(crate) fn sensible_plan(&self, s: &State, seat: Seat) -> Plan {
        let short = usize::from(s.opts.length) < self.c.date.len() && Side::from_seat(seat) == Side::Allied;
        let weights = if short { &self.weights.short } else { &self.weights.plan };
        let mut plan = self.bare_plan(s, seat, weights, self.war_is_due(s));
        if self.has_last_word(s, Side::from_seat(seat)) {
            plan.risk *= LAST_RISK;
            plan.guard = 0;
        }
        self.choose_targets(s, seat, &mut plan, u64::MAX);
        self.plan_landing(s, seat, &mut plan);
        plan
    }

    /// A landing for combat movement; after combat, whether one is worth preparing.
    fn plan_landing(&self, s: &State, seat: Seat, plan: &mut Plan) {
        if Side::from_seat(seat) != Side::Allied {
            return;
        }
        if let Some(crate::frames::Frame::Movement(m)) = s.frames.last() {
            plan.landing = self.choose_landing(s, seat, plan, !m.combat);
            plan.stage = !m.combat && plan.landing.is_some() && s.turn < s.opts.length;
        }
    }

    /// Another plan: more or less risk, other targets, other purchases.
    pub(crate) fn other_plan(&self, s: &State, seat: Seat, random: &mut Random) -> Plan {
        let mut plan = self.sensible_plan(s, seat);
        plan.risk *= 0.6 + random.unit() * 1.2;
        plan.guard = random.below(4) as u16;
        plan.keep = [plan.guard; AREAS];
        plan.origins = [0; AREAS];
        plan.hold *= 0.5 + random.unit() * 1.5;
        plan.declare = random.below(2) == 0;
        for kinds in &mut plan.taste {
            kinds.iter_mut().for_each(|t| *t *= 0.5 + random.unit());
        }
        // Every other plan looks at only a part of the enemy's areas, so that forces come together elsewhere.
        let among = if random.below(2) == 0 { u64::MAX } else { random.next() | random.next() };
        self.choose_targets(s, seat, &mut plan, among);
        plan
    }

    /// China declares war by value: every turn of waiting costs the income of war, and pays only where the enemy is about to
    /// walk up to the hidden infantry, whose first blow is the strongest.
    fn war_is_due(&self, s: &State) -> bool {
        let allies = s.troops[Side::Allied as usize];
        let (mut now, mut next) = (0.0, 0.0);
        for (i, &area) in self.c.hidden_areas.iter().enumerate() {
            let foot = f32::from(s.china.hidden[i]);
            let beside = self.c.land[area.i()] | bit(area);
            let beyond = each(beside).fold(0, |m, a| m | self.c.land[a.i()]);
            if allies & beside != 0 {
                now += foot;
            } else if allies & beyond & self.c.north != 0 {
                next += foot;
            }
        }
        let (peace, war) = (self.income(s, Nation::Ch), self.war_income(s, Nation::Ch));
        let waiting = (next - now) * self.weights.plan.ambush;
        f32::from(war.saturating_sub(peace)) >= waiting
    }
    /// What a nation would collect if it were at war.
    fn war_income(&self, s: &State, nation: Nation) -> u16 {
        let mut after = s.clone();
        after.china.war = true;
        self.income(&after, nation)
    }

    /// Land units of a side in an area beyond those that must stay: `keep` where enemies other than `target` stand next
    /// to it, one where only `target` does, nobody where they are cut off.
    pub(crate) fn spare(
        &self,
        s: &State,
        area: Place,
        side: Side,
        plan: &Plan,
        target: u64,
        keep: u16,
    ) -> u16 {
        let bodies: u16 = s.at(area).filter(|(u, _)| stays(*u, side)).map(|(_, n)| n).sum();
        let threat = self.c.land[area.i()] & s.troops[side.enemy() as usize];
        let stay = if plan.cut & bit(area) != 0 || threat == 0 {
            0
        } else if threat & !target & !plan.attack == 0 {
            keep.min(1)
        } else {
            keep.max(1)
        };
        bodies.saturating_sub(stay)
    }

    /// What a seat's ready units of the origins can bring against a target, each leaving `keep` behind, with those who are
    /// on their way already.
    pub(crate) fn muster(
        &self,
        s: &State,
        seat: Seat,
        plan: &Plan,
        target: Place,
        keep: u16,
        used: u64,
    ) -> (Force, u64) {
        let side = Side::from_seat(seat);
        let held = self.defence(s, target, side.enemy());
        let mut force = self.committed(s, target, side);
        let mut from = 0u64;
        for origin in each(self.c.land[target.i()] & s.friendly[side as usize] & !used) {
            let ready = |u: Unit| {
                u.kind().is_land()
                    && u.nation().seat() == seat
                    && s.is_active(u.nation())
                    && u.status() == Status::Ready
            };
            let Some((first, _)) = s.first_at(origin, ready) else { continue };
            if held.bodies > 0.0 && self.paid_targets(s, first, bit(target)) == 0 {
                continue;
            }
            let here = self.force(s, origin, true, ready);
            let spare = f32::from(self.spare(s, origin, side, plan, bit(target), keep));
            let share = spare.min(here.bodies) / here.bodies.max(1.0);
            if share > 0.0 {
                force.hits += here.hits * share;
                force.bodies += here.bodies * share;
                from |= bit(origin);
            }
            if force.bodies >= 1.0 && force.against(held) >= plan.risk * 1.4 {
                break;
            }
        }
        (force, from)
    }

    /// The North, as long as crossing the parallel would start China's clock before its date.
    pub(crate) fn wakes_china(&self, s: &State, side: Side) -> u64 {
        let early = s.turn + self.c.clock.crossing_delay < self.c.clock.date_turn && s.china.clock == 0;
        if side == Side::Allied && early { self.c.north } else { 0 }
    }
    /// The targets worth most for which enough force is next to them, each force counted once. What has been begun comes
    /// first: nobody is left alone in an attack.
    fn choose_targets(&self, s: &State, seat: Seat, plan: &mut Plan, among: u64) {
        let side = Side::from_seat(seat);
        let enemy = self.enemy_ground(s, side);
        let begun = |t: Place| self.committed(s, t, side).bodies > 0.0;
        let mut order: Vec<(bool, f32, Place)> = each(enemy & !self.wakes_china(s, side))
            .filter(|&t| self.c.land[t.i()] & s.friendly[side as usize] != 0)
            .map(|t| {
                let held = self.defence(s, t, side.enemy());
                (begun(t), self.worth(s, t) / (1.0 + held.hits), t)
            })
            .filter(|&(begun, _, t)| begun || among & bit(t) != 0)
            .collect();
        order.sort_by(|a, b| b.0.cmp(&a.0).then(b.1.total_cmp(&a.1)).then(a.2.cmp(&b.2)));
        let mut used = 0u64;
        for (begun, _, target) in order {
            let held = self.defence(s, target, side.enemy());
            let opens = each(plan.cut).any(|a| {
                self.c.land[target.i()] & bit(a) != 0
                    && side.nations().into_iter().any(|n| self.would_link(s, a, n, target))
            });
            let risk = match (begun, opens) {
                (true, _) => plan.risk * 0.5,
                (false, true) => plan.risk.min(BREAKOUT_RISK),
                _ => plan.risk,
            };
            // A sure thing may be had with a smaller guard.
            for (keep, risk) in [(plan.guard, risk), (1, risk.max(SURE))] {
                let (force, from) = self.muster(s, seat, plan, target, keep, used);
                let walk_in = held.bodies == 0.0;
                if force.bodies < 1.0 || from == 0 || !(walk_in || force.against(held) >= risk) {
                    continue;
                }
                plan.attack |= bit(target);
                plan.origins[target.i()] = from;
                if !walk_in {
                    used |= from;
                    each(from).for_each(|a| plan.keep[a.i()] = keep);
                }
                break;
            }
        }
    }
}

/// The odds from which those cut off break out, and from which a guard of one is enough.
const BREAKOUT_RISK: f32 = 1.5;
const SURE: f32 = 2.0;
/// How much less strength is enough where nobody answers any more.
const LAST_RISK: f32 = 0.5;

/// A land unit that holds an area of its side.
fn stays(u: Unit, side: Side) -> bool {
    u.kind().is_land()
        && !u.is_prisoner()
        && u.side() == side
        && matches!(u.status(), Status::Ready | Status::Moved)
}

impl Side {
    /// The side of a seat: North Korea and China sit first.
    pub(crate) const fn from_seat(seat: Seat) -> Self {
        if seat.0 < 2 { Self::Communist } else { Self::Allied }
    }
}
