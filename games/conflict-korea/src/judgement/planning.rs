//! 8.3 The orders of a phase: assaults (`assaults`), landings, trains, marches (`marches`).

use super::outlook::Outlook;
use super::{Order, Plan, What};
use crate::data::{COM, Commander, Mission, UN};
use crate::files::Weights;
use crate::game::Scope;
use crate::reach::Reach;
use crate::state::{AirId, ForceId, HEXES, State};
use board::HexId;
use engine::Random;
use std::sync::Arc;

/// What makes one plan different from another.
#[derive(Clone, Copy, Debug)]
pub struct Knobs {
    /// Factor on what an assault must promise: below 1 is bold.
    pub caution: f32,
    /// Factor on the pull of goals.
    pub push: f32,
    /// Factor on the fear of losses.
    pub fear: f32,
}

/// A commander who saves his stockpile sends no trains below this.
const LOW_STOCKPILE: u8 = 40;

impl Knobs {
    /// The n-th plan: the plain one, some that stress one thing, then chance.
    pub fn varied(n: usize, random: &mut Random) -> Self {
        let plain = Self { caution: 1.0, push: 1.0, fear: 1.0 };
        match n {
            0 => plain,
            1 => Self { caution: 0.7, push: 1.3, ..plain },
            2 => Self { caution: 1.5, fear: 1.5, ..plain },
            3 => Self { push: 0.5, fear: 1.3, ..plain },
            _ => {
                let mut factor = || 0.5 + 1.2 * random.unit();
                Self { caution: factor(), push: factor(), fear: factor() }
            }
        }
    }
}

/// A plan in the making.
pub struct Draft<'a> {
    pub st: &'a State,
    pub side: u8,
    pub commander: Commander,
    pub weights: Weights,
    pub outlook: Outlook,
    pub knobs: Knobs,
    pub orders: Vec<Order>,
    pub busy: Vec<bool>,
    /// How many of one's own forces will stand in a hex.
    pub stacks: Vec<u8>,
    /// Where each force can go, by its slot; nothing for those that can't.
    pub reaches: Vec<Option<Reach>>,
    /// Enemy hexes whose assault is settled beforehand.
    pub settled: &'a [(HexId, Resolve)],
}

/// What is settled about an assault before its promise is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resolve {
    /// It is made whatever it promises.
    Anyway,
    /// It is not made.
    Never,
}

impl Draft<'_> {
    pub fn give(&mut self, force: ForceId, from: HexId, what: What) {
        self.busy[force.index()] = true;
        self.orders.push(Order { force, from, what });
    }
    pub fn leave_for(&mut self, force: ForceId, to: HexId) {
        self.stacks[self.st.force(force).hex.index()] -= 1;
        self.stacks[to.index()] += 1;
    }
    pub fn resolve(&self, target: HexId) -> Option<Resolve> {
        self.settled.iter().find(|(hex, _)| *hex == target).map(|(_, resolve)| *resolve)
    }
    pub fn free(&self) -> Vec<ForceId> {
        self.st.forces_of(self.side).filter(|f| !self.busy[f.index()]).collect()
    }
    pub fn vary(&self, score: f32, random: &mut Random) -> f32 {
        let noise = f32::from(self.commander.noise) / 100.0;
        score + score.abs() * noise * (2.0 * random.unit() - 1.0)
    }
}

impl Scope<'_> {
    /// What a side goes by in the present phase, with nobody sent anywhere yet.
    pub fn draft<'a>(
        &self,
        st: &'a State,
        side: u8,
        knobs: &Knobs,
        settled: &'a [(HexId, Resolve)],
    ) -> Draft<'a> {
        let mut stacks = vec![0; HEXES];
        st.forces_of(side).for_each(|f| stacks[st.force(f).hex.index()] += 1);
        let mut reaches = vec![None; st.forces.len()];
        for f in st.forces_of(side).filter(|&f| st.force(f).points > 0 && !self.at_sea(st, f)) {
            reaches[f.index()] = Some(self.reach(st, f));
        }
        Draft {
            st,
            side,
            commander: *self.commander(st, side),
            weights: self.world.tables.weights,
            outlook: self.outlook(st, side),
            knobs: *knobs,
            orders: Vec::new(),
            busy: vec![false; st.forces.len()],
            stacks,
            reaches,
            settled,
        }
    }

    /// The orders of a side for the present phase.
    pub fn make_plan(
        &self,
        st: &State,
        side: u8,
        knobs: &Knobs,
        settled: &[(HexId, Resolve)],
        random: &mut Random,
    ) -> Plan {
        let mut draft = self.draft(st, side, knobs, settled);
        self.plan_assaults(&mut draft, random);
        if st.phase.first_orders() {
            if side == UN {
                self.plan_landings(&mut draft, random);
            }
            self.plan_trains(&mut draft);
        }
        self.plan_marches(&mut draft, random);
        Plan {
            orders: draft.orders.into(),
            missions: self.plan_missions(st, side),
            knobs: *knobs,
            parts: Arc::default(),
        }
    }

    /// 8.4 The missions that the program would give.
    fn plan_missions(&self, st: &State, side: u8) -> Arc<[(AirId, Mission)]> {
        if !self.has_air(side) || !st.phase.first_orders() {
            return Arc::new([]);
        }
        let mut copy = st.clone();
        self.program_missions(&mut copy, side);
        self.wings(st, side).map(|a| (a, copy.wings[a.0 as usize].mission)).collect()
    }

    /// The best coast for forces in Japan and idle ones in ports of the rear.
    fn plan_landings(&self, d: &mut Draft<'_>, random: &mut Random) {
        let st = d.st;
        let mut lifts = 2;
        for force in d.free() {
            let hex = st.force(force).hex;
            let away = self.ground.japan.has(hex.index()) || self.at_sea(st, force);
            if lifts == 0 || !away || self.may_embark(st, force).is_err() {
                continue;
            }
            let mut best: Option<(f32, HexId)> = None;
            for i in self.ground.coastal.iter().filter(|&i| !self.ground.japan.has(i)) {
                let to = HexId(i as u16);
                if self.may_land(st, force, to).is_err() || d.stacks[i] >= 2 {
                    continue;
                }
                let o = &d.outlook;
                let mut score = o.pull[i] + o.guard[i] + if self.clean_port(st, to) { 30.0 } else { 0.0 };
                if o.landing.has(i) {
                    score += d.weights.landing;
                }
                if st.known_enemy(UN, to) {
                    let b = self.forecast(st, UN, to, &[force]);
                    score += f32::from(b.defender_loss) - 3.0 * f32::from(b.attacker_loss) - 20.0;
                } else if !self.friendly(st, UN, to) {
                    score -= 15.0 + o.threat[i] / 20.0;
                }
                let score = d.vary(score, random);
                if best.is_none_or(|(most, _)| score > most) {
                    best = Some((score, to));
                }
            }
            if let Some((_, to)) = best.filter(|(score, _)| *score > 10.0) {
                lifts -= 1;
                d.leave_for(force, to);
                d.give(force, hex, What::Land(to));
            }
        }
    }

    /// Forces far behind the front go forward by rail.
    fn plan_trains(&self, d: &mut Draft<'_>) {
        let st = d.st;
        let c = d.commander;
        let saving = c.supply > 3 && st.stock[d.side as usize] < LOW_STOCKPILE;
        let risky = saving || (d.side == COM && st.interdiction[UN as usize] > 15);
        let mut trains = self.world.numbers.rail.forces_a_turn - i32::from(st.railed[d.side as usize]);
        if c.supply == 0 || risky {
            return;
        }
        let value = |o: &Outlook, hex: HexId| o.pull[hex.index()] + o.guard[hex.index()];
        for force in d.free() {
            let hex = st.force(force).hex;
            let idle = d.outlook.threat[hex.index()] == 0.0 && st.stack(hex) > 0;
            if trains <= 0 || !idle || self.may_entrain(st, force).is_err() {
                continue;
            }
            let (ends, _) = self.rail_reach(st, force);
            let best = ends
                .into_iter()
                .filter(|h| *h != hex && d.stacks[h.index()] < 2)
                .max_by(|a, b| value(&d.outlook, *a).total_cmp(&value(&d.outlook, *b)));
            if let Some(to) = best
                && value(&d.outlook, to) > value(&d.outlook, hex) * 1.6 + 5.0
                && self.ground.distance(hex, to) > 5
            {
                trains -= 1;
                d.leave_for(force, to);
                d.give(force, hex, What::Rail(to));
            }
        }
    }
}
