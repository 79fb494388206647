//! Advice: how much a decision is worth under a plan. 0 and less is not worth doing; ending a phase is worth `ENOUGH`.

use super::plan::{Force, Plan};
use crate::actions::{Action, Home, Mission};
use crate::data::{bit, each};
use crate::frames::Frame;
use crate::game::War625;
use crate::kinds::{Cargo, Item, Kind, Nation, Place, Side, Status, TRACK, Unit};
use crate::state::State;
use engine::{Count, Seat};

/// What ending a phase is worth: anything better is done first.
const ENOUGH: f32 = 1.0;
/// The odds at which an attack is still begun when the time has come.
const START: f32 = 1.4;
/// Odds between which the chances of a battle are counted out before it goes on, and the chance that is enough.
const DOUBT: (f32, f32) = (0.15, 1.5);
const FAIR_CHANCE: f32 = 0.25;
/// Never.
const NO: f32 = -9.0;

impl War625 {
    /// What an action is worth.
    pub(crate) fn advise(&self, s: &State, seat: Seat, plan: &Plan, action: Action) -> f32 {
        let side = Side::from_seat(seat);
        match s.frames.last() {
            Some(Frame::Movement(phase)) => match (s.choice(seat).unit, phase.combat) {
                (None, true) => self.advise_combat_choice(s, seat, plan, action),
                (None, false) => self.advise_march_choice(s, side, plan, action),
                (Some(unit), true) => self.advise_combat(s, seat, plan, unit, action),
                (Some(unit), false) => self.advise_march(s, side, plan, unit, action),
            },
            Some(Frame::Purchase(_)) => self.advise_purchase(s, plan, action),
            Some(Frame::Placement(_)) => match action {
                Action::Place { to, .. } if to.is_area() => 12.0 - f32::from(plan.near[to.i()]),
                Action::Place { .. } => 1.5,
                _ => 0.0,
            },
            _ => self.advise_elsewhere(s, side, plan, action),
        }
    }

    /// What sending more units into an area is worth: nothing once enough are on their way, most where too few are.
    fn target_worth(&self, s: &State, seat: Seat, plan: &Plan, target: Place) -> f32 {
        if plan.attack & bit(target) == 0 {
            return NO;
        }
        let side = Side::from_seat(seat);
        let held = self.defence(s, target, side.enemy());
        let sent = self.committed(s, target, side);
        if held.bodies == 0.0 {
            return if sent.bodies >= 1.0 { 0.0 } else { 6.0 + self.worth(s, target) };
        }
        let odds = sent.against(held);
        if sent.bodies > 0.0 && odds > plan.risk * self.weights.plan.enough {
            return 0.0;
        }
        if sent.bodies > 0.0 && odds < plan.risk {
            return 9.0 + self.worth(s, target);
        }
        if sent.bodies == 0.0 {
            let keep = each(plan.origins[target.i()]).map(|a| plan.keep[a.i()]).min().unwrap_or(0);
            let (force, _) = self.muster(s, seat, plan, target, keep, !plan.origins[target.i()]);
            if force.bodies < 1.0 || force.against(held) < plan.risk.min(START) {
                return NO;
            }
        }
        4.0 + self.worth(s, target)
    }
    /// Planned targets that a land unit may go for: those of its own area, empty ones, and those where too few are on
    /// their way.
    fn own_targets(&self, s: &State, seat: Seat, plan: &Plan, unit: Unit) -> u64 {
        let side = Side::from_seat(seat);
        each(self.attack_targets(s, unit, false) & plan.attack)
            .filter(|&t| {
                let held = self.defence(s, t, side.enemy());
                let sent = self.committed(s, t, side);
                plan.origins[t.i()] & bit(unit.place()) != 0
                    || held.bodies == 0.0
                    || (sent.bodies > 0.0 && sent.against(held) < plan.risk)
            })
            .fold(0, |m, t| m | bit(t))
    }

    fn advise_combat_choice(&self, s: &State, seat: Seat, plan: &Plan, action: Action) -> f32 {
        let side = Side::from_seat(seat);
        let Action::Select { unit } = action else { return if action == Action::Done { ENOUGH } else { NO } };
        if unit.kind().is_land() {
            let here = unit.place();
            if self.spare(s, here, side, plan, 0, plan.keep[here.i()]) == 0 {
                return self.sniping(s, unit);
            }
            let targets = self.own_targets(s, seat, plan, unit);
            let best = each(targets).map(|t| self.target_worth(s, seat, plan, t)).fold(0.0, f32::max);
            // Those who attack best go first; infantry holds the ground.
            let fire = f32::from(self.c.values(s.opts.d12, unit.nation(), unit.kind()).attack) * 0.1;
            return if best > 0.0 { best + fire } else { self.sniping(s, unit) };
        }
        if unit.kind().is_air() && unit.status() == Status::Ready && unit.place().on_map() {
            return if self.flights(s, side, plan, unit).next().is_some() { 3.0 } else { NO };
        }
        if unit.cargo().has_troops() && !unit.assaults() && unit.place() < TRACK {
            let shore = self.c.shore[unit.place().zone()] & self.enemy_ground(s, side);
            let best = each(shore).map(|t| self.landing_worth(s, side, unit, t)).fold(NO, f32::max);
            return best;
        }
        NO
    }
    /// A sniper that has nothing better to do fires at the neighbours (one token for the pair).
    fn sniping(&self, s: &State, unit: Unit) -> f32 {
        let tokens = s.tokens[unit.place().i()];
        if unit.kind().snipes() && tokens >= 2 && self.snipe_targets(s, unit) != 0 { 2.0 } else { NO }
    }
    /// Attacked areas that a plane can help at and come back from, going by single steps.
    fn flights(&self, s: &State, side: Side, plan: &Plan, unit: Unit) -> impl Iterator<Item = Place> {
        let one = self.c.hop[unit.place().i()];
        let two = each(one).fold(one, |m, p| m | self.c.hop[p.i()]);
        let reach = if unit.kind() == Kind::Chopper { one } else { two };
        let sent = each(plan.attack & reach & s.troops[side.enemy() as usize]);
        let hopeful: u64 =
            sent.filter(|&t| self.committed(s, t, side).bodies >= 1.0).fold(0, |m, t| m | bit(t));
        each(hopeful)
    }
    /// What landing the cargo on a shore is worth.
    fn landing_worth(&self, s: &State, side: Side, unit: Unit, target: Place) -> f32 {
        let held = self.defence(s, target, side.enemy());
        let troops = unit.cargo().items().filter(|i| i.kind().is_some()).count() as f32;
        if held.bodies == 0.0 {
            return 5.0 + self.worth(s, target);
        }
        let sent = self.committed(s, target, side);
        let ratio = (troops + sent.bodies) / (held.bodies + 0.5);
        if ratio >= 1.5 { 3.0 + self.worth(s, target) } else { NO }
    }

    fn advise_combat(&self, s: &State, seat: Seat, plan: &Plan, unit: Unit, action: Action) -> f32 {
        let side = Side::from_seat(seat);
        let here = unit.place();
        match action {
            Action::Go { to, count: Count(count) } | Action::Ride { to, count: Count(count) }
                if unit.kind().is_land() =>
            {
                if self.own_targets(s, seat, plan, unit) & bit(to) == 0 {
                    return NO;
                }
                let worth = self.target_worth(s, seat, plan, to);
                let spare = self.spare(s, here, side, plan, 0, plan.keep[here.i()]);
                let walk_in = self.defence(s, to, side.enemy()).bodies == 0.0;
                let cut = plan.cut & bit(here) != 0;
                let wanted =
                    if walk_in && !cut { 1 + u16::from(spare > 3) } else { spare.min(s.count(unit)) };
                let too_many = if count > spare { 5.0 } else { 0.0 };
                worth + 0.5 - f32::from(count.abs_diff(wanted)).min(10.0) * 0.3 - too_many
            }
            Action::Carry { count: Count(count) } => {
                let left = s.tokens[here.i()].saturating_sub(count);
                if left >= 2 && count == 1 { 9.0 } else { NO }
            }
            Action::Snipe { target, count: Count(count) } => {
                let held = self.defence(s, target, side.enemy());
                2.0 + held.bodies * 0.1 + f32::from(count) * 0.2
            }
            Action::Fly { to, mission: Mission::Battle, direct: false, count: Count(count) } => {
                let useful = plan.attack & bit(to) != 0 && self.committed(s, to, side).bodies >= 1.0;
                if useful { 4.0 + self.worth(s, to) + f32::from(count) * 0.1 } else { NO }
            }
            Action::Fly { to, mission: Mission::Bomb, direct: false, .. } => {
                if s.guns[side.enemy() as usize] & bit(to) == 0 { 1.0 } else { NO }
            }
            Action::Assault { to, count: Count(count) }
            | Action::AssaultWith { to, count: Count(count), .. } => {
                self.landing_worth(s, side, unit, to) + f32::from(count) * 0.3
            }
            _ => NO,
        }
    }

    /// What one more defender in an area is worth: how much the neighbours outweigh those who hold it.
    fn need(&self, s: &State, side: Side, area: Place) -> f32 {
        let held = self.defence(s, area, side);
        let enemies = each(self.c.land[area.i()] & s.troops[side.enemy() as usize]);
        let threat: f32 = enemies.map(|a| self.force(s, a, true, |u| u.side() != side).bodies).sum();
        (threat - held.bodies) * (1.0 + 0.2 * self.worth(s, area))
    }

    fn advise_march_choice(&self, s: &State, side: Side, plan: &Plan, action: Action) -> f32 {
        let Action::Select { unit } = action else { return if action == Action::Done { ENOUGH } else { NO } };
        let kind = unit.kind();
        if unit.is_prisoner() {
            return NO;
        }
        if unit.place() >= TRACK {
            return self.track_choice(s, unit);
        }
        if kind.is_air() {
            return if unit.status() == Status::Ready { NO } else { 9.0 };
        }
        if kind.is_land() {
            return self.march_choice(s, side, plan, unit);
        }
        if kind != Kind::Transport {
            return NO;
        }
        if unit.cargo().has_troops() || unit.cargo().tokens() > 0 {
            return 4.0;
        }
        let at_base = self.c.base_zones & bit(unit.place()) != 0;
        let waiting =
            s.at(self.c.base).any(|(u, _)| u.kind().is_land() && !u.is_prisoner() && u.side() == side);
        match (at_base, waiting) {
            (true, true) => 3.5,
            (false, true) => 2.5,
            _ => NO,
        }
    }
    fn track_choice(&self, s: &State, unit: Unit) -> f32 {
        match unit.kind() {
            Kind::Transport if !unit.lift_used() && self.freight_waits(s, unit.place()) => 5.0,
            Kind::Transport if self.moves_on(s, unit) => 1.5,
            kind if kind.is_air() => 4.0,
            _ => NO,
        }
    }
    /// Whether a transport with nothing to lift is wanted in the next space.
    fn moves_on(&self, s: &State, unit: Unit) -> bool {
        let next = unit.place().left(1);
        let lift = |space: Place| -> u16 {
            s.at(space).filter(|(u, _)| u.kind() == Kind::Transport).map(|(_, n)| n).sum()
        };
        let own = unit.status() == Status::Ready && s.is_active(unit.nation());
        own && next.on_track() && lift(next) < lift(unit.place())
    }
    /// How far the enemies next to an area outweigh those who hold it, with `more` of ours beside them.
    fn exposure(&self, s: &State, side: Side, area: Place, more: Force) -> f32 {
        let mut threat = Force::default();
        for a in each(self.c.land[area.i()] & s.troops[side.enemy() as usize]) {
            let force = self.force(s, a, true, |u| u.side() != side);
            threat.hits += force.hits;
            threat.bodies += force.bodies;
        }
        let held = self.defence(s, area, side);
        let held = Force { hits: held.hits + more.hits, bodies: held.bodies + more.bodies };
        threat.against(held)
    }
    /// The force of all units of a stack's area that could go together with it.
    fn column(&self, s: &State, unit: Unit) -> Force {
        self.force(s, unit.place(), false, |u| {
            u.kind().is_land() && u.side() == unit.side() && u.status() == Status::Ready
        })
    }
    /// Areas of Korea worth something that the side holds with nobody in them, enemies next to them.
    fn unmanned(&self, s: &State, side: Side) -> u64 {
        let empty = s.friendly[side as usize] & self.c.korea & !s.troops[side as usize];
        each(empty)
            .filter(|&a| s.ipc[a.i()] > 0 && self.c.land[a.i()] & s.troops[side.enemy() as usize] != 0)
            .fold(0, |m, a| m | bit(a))
    }
    /// Whether an area can spare a unit to man another.
    fn sends_guard(&self, s: &State, side: Side, area: Place) -> bool {
        let threat = self.c.land[area.i()] & s.troops[side.enemy() as usize];
        s.tallies(area, side)[0] > 1 + u16::from(threat != 0)
    }
    /// Units behind the front go to it where it can be held; at the front, those who can't hold fall back.
    fn march_choice(&self, s: &State, side: Side, plan: &Plan, unit: Unit) -> f32 {
        let here = unit.place();
        let near = plan.near[here.i()];
        let targets = self.march_targets(s, unit, false);
        if self.sends_guard(s, side, here) && targets & self.unmanned(s, side) != 0 {
            return 3.5;
        }
        if near > 0 {
            let column = self.column(s, unit);
            let good = |t: Place| {
                let closer = plan.near[t.i()] < near;
                closer && (plan.near[t.i()] > 0 || self.exposure(s, side, t, column) < plan.hold)
            };
            return if near < 9 && each(targets).any(good) { 3.0 } else { NO };
        }
        let stand = plan.hold * (1.5 + 0.15 * self.worth(s, here));
        if self.exposure(s, side, here, Force::default()) > stand && s.tallies(here, side)[0] > 1 {
            return if each(targets).any(|t| plan.near[t.i()] > 0) { 2.0 } else { NO };
        }
        if self.spare(s, here, side, plan, 0, plan.guard) < 2 {
            return NO;
        }
        let own = self.need(s, side, here);
        let best = each(targets)
            .filter(|&t| plan.near[t.i()] == 0)
            .map(|t| self.need(s, side, t))
            .fold(NO, f32::max);
        if best > own + 4.0 { 2.0 } else { NO }
    }

    fn advise_march(&self, s: &State, side: Side, plan: &Plan, unit: Unit, action: Action) -> f32 {
        let here = unit.place();
        let near = |place: Place| plan.near.get(place.i()).copied().unwrap_or(9);
        match action {
            Action::Go { to, count: Count(count) }
                if unit.kind().is_land() && self.unmanned(s, side) & bit(to) != 0 =>
            {
                if count == 1 && self.sends_guard(s, side, here) { 7.0 + self.worth(s, to) * 0.1 } else { NO }
            }
            Action::Go { to, count: Count(count) } | Action::Ride { to, count: Count(count) }
                if unit.kind().is_land() =>
            {
                let front = self.c.land[here.i()] & s.troops[side.enemy() as usize] != 0;
                let last = front && count >= s.tallies(here, side)[0];
                let worth = self.march_worth(s, side, plan, unit, to);
                worth - 0.05 * f32::from(s.count(unit).abs_diff(count)) - if last { 9.0 } else { 0.0 }
            }
            Action::Carry { count: Count(count) } if near(here) > 0 => 8.0 + f32::from(count) * 0.1,
            Action::Go { to, count: Count(count) } if here >= TRACK && to == here.left(1) => {
                2.0 - f32::from(count) * 0.1
            }
            Action::Go { to, .. } if unit.kind() == Kind::Transport => self.voyage(s, side, plan, unit, to),
            Action::Land { to, count: Count(count) } => {
                let front = near(to) == 0 && self.exposure(s, side, to, Force::default()) > 0.7;
                let behind = if front { 0.2 } else { 2.5 - f32::from(near(to)) * 0.2 };
                behind + f32::from(count) * 0.05
            }
            Action::Load { from, cargo } => {
                if near(from) >= 9 {
                    5.0 + value_of(cargo)
                } else {
                    NO
                }
            }
            Action::Unload { to, cargo } => {
                if near(to) < 9 {
                    6.0 + value_of(cargo) - f32::from(near(to)) * 0.3
                } else {
                    NO
                }
            }
            Action::Lift { to, along, cargo } => {
                // Japan is a second voyage away from the front.
                let goal = if to == self.c.base {
                    2.5
                } else if to < TRACK && near(to) == 0 {
                    0.5
                } else {
                    0.0
                };
                5.0 + value_of(cargo) - goal - if along { 1.0 } else { 0.0 }
            }
            _ => NO,
        }
    }
    /// What going to an area is worth: forward where it can be held, back where it can't.
    fn march_worth(&self, s: &State, side: Side, plan: &Plan, unit: Unit, to: Place) -> f32 {
        let here = unit.place();
        let (from, goal) = (plan.near[here.i()], plan.near[to.i()]);
        if from > 0 {
            let column = self.column(s, unit);
            if goal == 0 {
                let exposure = self.exposure(s, side, to, column);
                let need = self.need(s, side, to).clamp(-5.0, 10.0) * 0.1;
                return if exposure < plan.hold {
                    3.0 + need + self.worth(s, to) * 0.1
                } else {
                    -2.0 - exposure.min(4.0)
                };
            }
            return (f32::from(from) - f32::from(goal)) * 2.0;
        }
        if goal > 0 {
            return 1.0;
        }
        self.need(s, side, to).clamp(-5.0, 10.0) * 0.1
    }
    /// Where a transport goes: loaded to a shore near the front, empty back to the base.
    fn voyage(&self, s: &State, side: Side, plan: &Plan, unit: Unit, zone: Place) -> f32 {
        if zone >= TRACK || zone.is_area() || s.ships[side.enemy() as usize] & bit(zone) != 0 {
            return NO;
        }
        if unit.cargo().is_empty() {
            return if self.c.base_zones & bit(zone) != 0 { 3.0 } else { 0.5 };
        }
        let shore = self.c.shore[zone.zone()] & s.friendly[side as usize] & self.c.korea;
        let landing = |a: Place| {
            let open = plan.near[a.i()] > 0 || self.exposure(s, side, a, Force::default()) < plan.hold;
            if open { 4.0 - f32::from(plan.near[a.i()]) * 0.3 } else { 0.3 }
        };
        each(shore).map(landing).fold(0.2, f32::max)
    }

    fn advise_purchase(&self, s: &State, plan: &Plan, action: Action) -> f32 {
        let Action::Buy { nation, kind, count: Count(count) } = action else {
            return match action {
                Action::Done => 0.12,
                Action::BuyWeapon if s.china.war => 0.3,
                _ => NO,
            };
        };
        let taste = plan.taste[nation as usize][kind as usize];
        if taste == 0.0 {
            return NO;
        }
        // Costly pieces are weighed one by one: each changes what the next is worth.
        if count > 1 && !matches!(kind, Kind::Infantry | Kind::Token) {
            return NO;
        }
        let bought = f32::from(s.bought(nation, kind));
        let hunger = match kind {
            Kind::Token => self.token_hunger(s, nation, plan),
            Kind::Transport => self.lift_hunger(s),
            _ => 1.0,
        };
        let lot = if count == 1 { 0.0 } else { -0.02 * f32::from(count) };
        taste * hunger / (1.0 + bought * 0.35) + lot
    }
    /// Transports are wanted as long as more waits on the Track than they can lift in a turn.
    fn lift_hunger(&self, s: &State) -> f32 {
        let (mut freight, mut lift) = (0, 0);
        for space in Place::spaces() {
            for (u, n) in s.at(space) {
                freight += if u.kind().is_land() { n } else { 0 };
                lift += if u.kind() == Kind::Transport { 2 * n } else { 0 };
            }
        }
        if freight > lift { 4.0 } else { 0.0 }
    }
    /// Tokens are wanted as long as there are fewer than two for each front area.
    fn token_hunger(&self, s: &State, nation: Nation, plan: &Plan) -> f32 {
        let side = nation.side();
        let (mut front, mut tokens) = (0u16, s.bought(nation, Kind::Token));
        for area in each(s.friendly[side as usize]).filter(|&a| plan.near[a.i()] <= 1) {
            front += u16::from(plan.near[area.i()] == 0);
            tokens += s.tokens[area.i()];
        }
        if tokens < front {
            2.0
        } else if tokens < front * 2 {
            0.8
        } else {
            0.05
        }
    }

    /// Everything that is neither movement nor money.
    fn advise_elsewhere(&self, s: &State, side: Side, plan: &Plan, action: Action) -> f32 {
        let cost = |u: Unit| f32::from(self.c.values(s.opts.d12, u.nation(), u.kind()).cost.max(1));
        match action {
            Action::Hide { count: Count(count), .. } => 2.0 - f32::from(count.abs_diff(6)) * 0.5,
            Action::DeclareWar => {
                if plan.declare {
                    2.0
                } else {
                    0.0
                }
            }
            Action::Ask => {
                if s.china.war {
                    2.0
                } else {
                    0.0
                }
            }
            Action::Withhold | Action::DoNotAsk | Action::Decline | Action::Done => ENOUGH,
            Action::Accept => {
                if matches!(s.frames.last(), Some(Frame::Truce(_))) && self.judge(s, side as u8) > 0.3 {
                    2.0
                } else {
                    0.0
                }
            }
            Action::Return { area: Home(area), .. } => {
                9.0 - f32::from(plan.near.get(area.i()).copied().unwrap_or(9))
            }
            Action::Battle { place } if place.is_area() => {
                2.0 + self.committed(s, place, side).against(self.defence(s, place, side.enemy())).min(5.0)
            }
            Action::Battle { .. } => 8.0,
            Action::Call { .. } | Action::Bombard { .. } => 2.0,
            Action::Lose { unit } => -cost(unit),
            Action::Direct { unit } => 1.0 + cost(unit),
            Action::FlyOut { to, .. } => 3.0 + f32::from(plan.near.get(to.i()).copied().unwrap_or(1)) * 0.1,
            Action::Submerge { .. } => 1.5,
            Action::Salvage { take, .. } => {
                if take {
                    2.0
                } else {
                    0.0
                }
            }
            Action::Sky { unit, count: Count(count) } => {
                (if unit.kind() == Kind::Fighter { 0.9 } else { 0.2 }) - f32::from(count) * 0.05
            }
            Action::Continue => self.going_on(s, side),
            Action::Retreat { .. } | Action::BreakOff => self.weights.plan.retreat,
            _ => NO,
        }
    }
    /// What going on with a battle is worth against `retreat`: by its chances where these are in doubt.
    fn going_on(&self, s: &State, side: Side) -> f32 {
        let ratio = self.battle_ratio(s, side);
        if !(DOUBT.0..DOUBT.1).contains(&ratio) {
            return ratio;
        }
        match self.exact_odds(s, s.battle.place) {
            Some(odds) => odds.win as f32 / FAIR_CHANCE * self.weights.plan.retreat,
            None => ratio * 0.6,
        }
    }
    /// The attackers of the battle under way against its defenders.
    fn battle_ratio(&self, s: &State, side: Side) -> f32 {
        let place = s.battle.place;
        if !place.is_area() {
            return 1.0;
        }
        let own = self.force(s, place, true, |u| u.side() == side);
        own.against(self.defence(s, place, side.enemy()))
    }
}

/// Troops are worth more aboard than tokens.
fn value_of(cargo: Cargo) -> f32 {
    cargo.items().map(|i| if i == Item::Token { 0.4 } else { 1.0 }).sum()
}
