//! Flights: ways of the player's own, sorties, landings, drops, and the guns below them.

use crate::actions::{Action, Mission};
use crate::data::{bit, each};
use crate::game::War625;
use crate::kinds::{Cargo, Kind, NOWHERE, Place, Status, Unit};
use crate::movement::Choice;
use crate::names::some;
use crate::sequence::{need, no};
use crate::state::{MOST_ROUTES, State};
use engine::{Count, Effect, Illegal, Play, Seat, say};

impl War625 {
    /// Where a way of their own can end: targets of all missions, with the most steps to each that leave a landing place in
    /// reach, and the most planes.
    pub(crate) fn ends(&self, s: &State, unit: Unit, fields: u64, count: u16) -> Vec<(Place, u8, u16)> {
        let mut ends = Vec::new();
        for mission in Mission::ALL {
            for t in each(self.mission_reach(s, unit, mission, fields)) {
                let budget = self.budget(s, unit, fields, t);
                ends.push((t, budget, self.mission_most(s, unit, mission, t, budget, count)));
            }
        }
        ends
    }
    /// The most planes that can still end their way when they have gone `used` steps and stand at `at`.
    pub(crate) fn can_finish(
        &self,
        s: &State,
        unit: Unit,
        ends: &[(Place, u8, u16)],
        used: u8,
        at: Place,
    ) -> u16 {
        let air = self.air(s, unit.side());
        let open = ends.iter().filter(|&&(t, budget, _)| air[at.i()][t.i()].saturating_add(used) <= budget);
        open.map(|&(_, _, most)| most).max().unwrap_or(0)
    }
    /// First steps of a way of their own, each with the most planes. Only guns make a way worth choosing.
    pub(crate) fn first_steps(
        &self,
        s: &State,
        unit: Unit,
        count: u16,
        fields: u64,
    ) -> impl Iterator<Item = (Place, u16)> {
        let open = self.enemy_guns(s, unit.side()) != 0 && s.routes.len() < MOST_ROUTES - 2;
        let ends = if open { self.ends(s, unit, fields, count) } else { Vec::new() };
        let near = self.c.hop[unit.place().i()] & !self.closed_to_air(s, unit.side());
        each(near).map(move |q| (q, self.can_finish(s, unit, &ends, 1, q))).filter(|&(_, n)| n > 0)
    }
    /// What planes on a way of their own can do: go on, or fly a mission where they are.
    pub(crate) fn way_orders(&self, s: &State, unit: Unit, choice: &Choice, out: &mut Vec<Action>) {
        let fields = self.landing_places(s, unit, true);
        let Some(&at) = choice.way.last() else { return };
        let near = each(self.c.hop[at.i()] & !self.closed_to_air(s, unit.side()));
        let ends = self.ends(s, unit, fields, s.count(unit));
        let used = choice.way.len() as u8 + 1;
        let open = near.filter(|&q| self.can_finish(s, unit, &ends, used, q) >= choice.count);
        out.extend(open.map(|to| Action::Step { to }));
        let stops = Mission::ALL.into_iter().filter(|&m| self.may_stop(s, unit, choice, m, fields).is_ok());
        out.extend(stops.map(|mission| Action::Stop { mission }));
    }
    pub(crate) fn may_stop(
        &self,
        s: &State,
        unit: Unit,
        choice: &Choice,
        mission: Mission,
        fields: u64,
    ) -> Result<(), Illegal> {
        let at = choice.way.last().copied().unwrap_or(unit.place());
        self.may_sortie(s, unit, mission, at, fields)?;
        let used = choice.way.len() as u8;
        need(used <= self.budget(s, unit, fields, at), "war CL-08", || {
            say!("no place to land is in reach after so long a way")
        })?;
        let most = self.mission_most(s, unit, mission, at, used, s.count(unit));
        self.so_many_planes(Count(choice.count), most, mission)
    }
    pub(crate) fn may_fly_on(
        &self,
        s: &State,
        unit: Unit,
        choice: &Choice,
        action: Action,
    ) -> Result<(), Illegal> {
        match action {
            Action::Stop { mission } => {
                self.may_stop(s, unit, choice, mission, self.landing_places(s, unit, true))
            }
            Action::Step { .. } => {
                let mut open = Vec::new();
                self.way_orders(s, unit, choice, &mut open);
                need(open.contains(&action), "war CL-08", || {
                    say!(
                        "aircraft step to an open place next to theirs from which they reach a target and can land"
                    )
                })
            }
            _ => no("war CL-07", say!("the aircraft in hand go on along their way, or stop for a mission")),
        }
    }
    /// After combat: open places next to a plane from which it can still land. [rule: war CL-08]
    pub(crate) fn free_steps(&self, s: &State, unit: Unit) -> u64 {
        if unit.range() == 0 || self.enemy_guns(s, unit.side()) == 0 {
            return 0;
        }
        let near = self.c.hop[unit.place().i()] & !self.closed_to_air(s, unit.side());
        let fields = self.airfields(s, unit);
        let lands = |q: &Place| self.nearest_landing(s, unit.side(), fields, *q) < unit.range();
        each(near).filter(lands).fold(0, |m, q| m | bit(q))
    }
    /// Carries out what only aircraft do.
    pub(crate) fn fly_order(
        &self,
        s: &mut State,
        play: &mut Play,
        seat: Seat,
        combat: bool,
        (unit, choice): (Unit, Choice),
        action: Action,
    ) {
        match action {
            Action::Fly { count, to, mission, direct } => {
                let steps = self.sortie_steps(s, unit, to, direct);
                self.fly(s, play, unit, Sortie { to, mission, count: count.0, steps, route: None });
            }
            Action::Way { count, to } => {
                let mut choice = Choice { count: count.0, ..choice };
                choice.way.push(to);
                s.chosen[seat.index()] = Choice { unit: Some(unit), ..choice };
            }
            Action::Step { to } if combat => {
                let mut choice = choice;
                choice.way.push(to);
                s.chosen[seat.index()] = choice;
            }
            Action::Step { to } => self.step_on(s, play, seat, unit, to),
            Action::Stop { mission } => {
                let to = choice.way.last().copied().unwrap_or(unit.place());
                let steps = choice.way.len() as u8;
                let known = s.routes.iter().position(|r| *r == choice.way);
                let route = known.or_else(|| s.routes.try_push(choice.way).then(|| s.routes.len() - 1));
                self.fly(s, play, unit, Sortie { to, mission, count: choice.count, steps, route });
            }
            Action::Land { count, to } => self.land(s, play, unit, to, count.0),
            Action::DropAt { cargo, to } => self.drop_items(s, play, unit, to, cargo),
            Action::Load { cargo, .. } => self.load_plane(s, play, unit, cargo),
            _ => {}
        }
    }
    /// One aircraft goes one place on after combat and stays in hand; guns there fire at once. [rule: war AG-1, war CL-08]
    pub(crate) fn step_on(&self, s: &mut State, play: &mut Play, seat: Seat, unit: Unit, to: Place) {
        let from = unit.place();
        let base = if unit.from() == NOWHERE { from } else { unit.from() };
        play.say(seat, "war CL-07", say!("{unit} flies from {from} over {to}.", unit, from, to))
            .on(to)
            .effect(Effect::Moved { unit: some(1, unit), from: from.into(), to: to.into() });
        s.take(unit, 1);
        let fired = self.enemy_guns(s, unit.side()) & bit(to) != 0;
        let left = if fired { self.guns_fire(s, play, unit, to, 1) } else { 1 };
        if left > 0 {
            let on = unit.at(to).doing(Status::Flown).coming(base).ranging(unit.range() - 1);
            s.add(on, 1);
            s.chosen[seat.index()] = Choice { unit: Some(on), ..Choice::default() };
        }
    }
    /// A plane takes a load aboard. [rule: war BO-2]
    pub(crate) fn load_plane(&self, s: &mut State, play: &mut Play, unit: Unit, cargo: Cargo) {
        self.take_items(s, unit.place(), unit.nation(), cargo);
        let Some(full) = unit.cargo().join(cargo) else { return };
        s.shift(unit, unit.loaded(full), 1);
        let rule = if unit.kind() == Kind::Chopper { "war CP-1" } else { "war BO-1" };
        let words = say!("{unit} loads {cargo} in {at}.", unit, cargo, at = unit.place());
        play.say(unit.nation().seat(), rule, words);
    }
    /// The steps that a sortie pays for: the safest way within its range, or the straight one. [rule: war CL-07]
    pub(crate) fn sortie_steps(&self, s: &State, unit: Unit, to: Place, direct: bool) -> u8 {
        let short = self.air(s, unit.side())[unit.place().i()][to.i()];
        if direct || self.enemy_guns(s, unit.side()) == 0 {
            return short;
        }
        let fields = self.landing_places(s, unit, true);
        let budget = self.budget(s, unit, fields, to);
        self.routes(s, unit.side(), unit.place(), unit.range()).safest(to, budget.max(short))
    }
    /// Planes go out. Steps are paid now, guns fire when Combat opens. [rule: war CL-07, war AG-1, war ST-4]
    fn fly(&self, s: &mut State, play: &mut Play, unit: Unit, order: Sortie) {
        let Sortie { to, mission, count, steps, route } = order;
        let from = unit.place();
        let who = some(count, unit);
        let (status, words) = match mission {
            Mission::Battle => (Status::Battle, say!("{who} from {from} to {to}: to battle.", who, from, to)),
            Mission::Bomb => {
                (Status::Bomb, say!("{who} from {from} to {to}: to bomb the factory.", who, from, to))
            }
            Mission::Drop => {
                (Status::Drop, say!("{who} from {from} to {to}: to drop infantry.", who, from, to))
            }
            Mission::Economic => (
                Status::Economic,
                say!("{who} from {from} to {to}: an atomic weapon against the economy.", who, from, to),
            ),
            Mission::Military => (
                Status::Military,
                say!("{who} from {from} to {to}: an atomic weapon against the troops.", who, from, to),
            ),
        };
        play.say(unit.nation().seat(), "war CL-07", words).on(to).effect(Effect::Moved {
            unit: who,
            from: from.into(),
            to: to.into(),
        });
        if matches!(mission, Mission::Economic | Mission::Military) {
            s.atomic.stock -= count as u8;
            s.atomic.used += count as u8;
        }
        let away = |u: Unit| {
            let out = u.at(to).coming(from).doing(status).ranging(u.range() - steps);
            route.map_or(out, |r| out.on_route(r))
        };
        let needs_token = from.is_area() && to.is_area();
        let paid = match mission {
            Mission::Battle | Mission::Drop if needs_token => self.open_pair(s, play, unit, to),
            _ => unit,
        };
        if paid != unit {
            s.take(unit, 1);
            s.add(away(paid), 1);
            s.shift(unit, away(unit), count - 1);
        } else {
            s.shift(unit, away(unit), count);
        }
    }
    /// Planes land; guns on the way fire at once. [rule: war CL-08, war AG-1]
    pub(crate) fn land(&self, s: &mut State, play: &mut Play, unit: Unit, to: Place, count: u16) {
        let (who, from) = (some(count, unit), unit.place());
        play.say(
            unit.nation().seat(),
            "war CL-08",
            say!("{who} from {from}: to land in {to}.", who, from, to),
        )
        .on(to)
        .effect(Effect::Moved { unit: who, from: from.into(), to: to.into() });
        let (left, _) = self.fly_leg(s, play, unit, to, count);
        let down = unit.at(to).doing(Status::Moved).coming(NOWHERE).by(NOWHERE).loaded(Cargo::EMPTY);
        s.add(down.ranging(self.full_range(s, unit)), left);
        if to.is_area() {
            let base = if unit.from() == NOWHERE { unit.place() } else { unit.from() };
            self.bring_isolation(s, unit, base, to);
            for _ in 0..left {
                self.put_items(s, to, unit.nation(), unit.cargo(), Status::Moved);
            }
        }
    }
    /// One leg of a non-combat flight: the planes leave their place, guns on the safest way fire at each.
    /// Returns how many get through and the steps flown. [rule: war AG-1, war BO-5, war FI-1, war CP-1]
    pub(crate) fn fly_leg(
        &self,
        s: &mut State,
        play: &mut Play,
        unit: Unit,
        to: Place,
        count: u16,
    ) -> (u16, u8) {
        let side = unit.side();
        let air = self.air(s, side);
        let mut steps = air[unit.place().i()][to.i()];
        s.take(unit, count);
        if self.enemy_guns(s, side) == 0 {
            return (count, steps);
        }
        let fields = self.landing_places(s, unit, false);
        let rest = self.nearest_landing(s, side, fields, to).min(unit.range());
        let budget = (unit.range() - rest).max(steps);
        steps = self.routes(s, side, unit.place(), unit.range()).safest(to, budget);
        let (guns, n) = self.guns_on_way(s, side, unit.place(), to, steps);
        let left = guns[..n].iter().fold(count, |left, &area| self.guns_fire(s, play, unit, area, left));
        (left, steps)
    }
    /// Guns of one area fire at planes overhead, one die a plane; cargo goes down with its plane. Returns the survivors.
    /// [rule: war AG-1, war FP-5, war BO-5, war DZ-4]
    pub(crate) fn guns_fire(&self, s: &State, play: &mut Play, unit: Unit, area: Place, count: u16) -> u16 {
        if count == 0 {
            return 0;
        }
        let pool = &self.c.pool[usize::from(s.opts.d12)];
        let gun = s
            .at(area)
            .find(|(u, _)| u.kind() == Kind::AntiAircraft && u.side() != unit.side())
            .map_or(unit.nation(), |(u, _)| u.nation());
        let values = &pool.values[gun as usize][Kind::AntiAircraft as usize];
        let target = if unit.kind() == Kind::Bomber { values.aa_bomber } else { values.aa };
        let hits = play.hits(count.into(), pool.sides.into(), target.into(), "anti-aircraft") as u16;
        let words =
            say!("Guns in {area} fire at {who}: {hits} shot down.", area, who = some(count, unit), hits);
        play.outcome("war AG-1", words).on(area);
        if hits > 0 {
            play.effect(Effect::Lost { unit: some(hits, unit) });
        }
        count - hits
    }
    /// A loaded plane flies over a friendly area and lets items fall, then flies on. [rule: war BO-3, war BO-4]
    pub(crate) fn drop_items(&self, s: &mut State, play: &mut Play, unit: Unit, to: Place, cargo: Cargo) {
        play.say(unit.nation().seat(), "war BO-3", say!("{unit} drops {cargo} on {to}.", unit, cargo, to))
            .on(to);
        let (left, steps) = self.fly_leg(s, play, unit, to, 1);
        if left == 0 {
            return;
        }
        let rest = cargo.items().fold(unit.cargo(), Cargo::without);
        let base = if unit.from() == NOWHERE { unit.place() } else { unit.from() };
        s.add(
            unit.at(to)
                .doing(Status::Flown)
                .coming(base)
                .loaded(rest)
                .ranging(unit.range() - steps.min(unit.range())),
            1,
        );
        self.put_items(s, to, unit.nation(), cargo, Status::Moved);
    }
    /// Aircraft still in the air when the phase ends land at their base or the nearest place in reach; others are
    /// lost. [rule: war TS-5, war CL-08]
    pub(crate) fn bring_down(&self, s: &mut State, play: &mut Play) {
        loop {
            let next = s.units().find(|(u, _)| u.status() == Status::Flown && s.is_active(u.nation()));
            let Some((unit, count)) = next else { return };
            let air = self.air(s, unit.side());
            let place = each(self.landing_places(s, unit, false))
                .map(|f| (air[unit.place().i()][f.i()], f != unit.from(), f))
                .filter(|&(far, _, _)| far <= unit.range())
                .min_by_key(|&(far, away, f)| (away, far, f));
            let Some((_, _, to)) = place else {
                let who = some(count, unit);
                play.note("war CL-08", say!("{who} lost: no place to land.", who))
                    .effect(Effect::Lost { unit: who });
                s.take(unit, count);
                continue;
            };
            let room = self.landing_room(s, unit, to);
            self.land(s, play, unit, to, count.min(room));
        }
    }
}

/// An order to aircraft.
#[derive(Clone, Copy)]
struct Sortie {
    to: Place,
    mission: Mission,
    count: u16,
    steps: u8,
    /// The number of a way of their own.
    route: Option<usize>,
}
