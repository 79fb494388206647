//! Ships: lift on the Supply Track, ferries, warships, landings.

use super::advice::NO;
use super::plan::{Force, Plan};
use crate::actions::Action;
use crate::data::{bit, each};
use crate::game::War625;
use crate::kinds::{Cargo, Item, Kind, Nation, Place, Side, Status, TRACK, Unit};
use crate::state::State;
use engine::{Count, Seat};

/// A landing: the enemy shore and the zone it is made from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Landing {
    pub(crate) target: Place,
    pub(crate) zone: Place,
    /// Whether enemies stand there, so that a token has to be aboard.
    pub(crate) defended: bool,
}

/// Troops that can be landed from a zone, and how.
#[derive(Clone, Copy, Debug, Default)]
struct Party {
    troops: u16,
    guns: u16,
}

impl War625 {
    /// The landing worth most that can be made now; with `later`, the one that troops yet to come to the base could make.
    pub(super) fn choose_landing(&self, s: &State, seat: Seat, plan: &Plan, later: bool) -> Option<Landing> {
        let side = Side::from_seat(seat);
        let nation = Nation::ALL.into_iter().find(|&n| n.seat() == seat && s.is_active(n))?;
        let mut best: Option<(f32, Landing)> = None;
        let calm = self.wakes_china(s, side);
        for zone in Place::zones().filter(|&z| s.ships[side.enemy() as usize] & bit(z) == 0) {
            let party = self.party(s, nation, zone, later);
            if party.troops == 0 {
                continue;
            }
            for target in each(self.c.shore[zone.zone()] & self.enemy_ground(s, side) & self.c.korea & !calm)
            {
                let worth = self.landing_worth(s, seat, plan, target, party);
                if worth > self.weights.plan.land && best.is_none_or(|(w, _)| worth > w) {
                    let defended = s.holds[side.enemy() as usize] & bit(target) != 0;
                    best = Some((worth, Landing { target, zone, defended }));
                }
            }
        }
        best.map(|(_, landing)| landing)
    }
    /// Troops of a nation that transports can bring to a zone in this turn.
    fn party(&self, s: &State, nation: Nation, zone: Place, later: bool) -> Party {
        let mut waiting = self.embarking(s, nation, later);
        let mut party = Party::default();
        for (u, n) in s.units().filter(|(u, _)| u.kind() == Kind::Transport && u.nation() == nation) {
            if !u.place().is_zone() || u.status() != Status::Ready {
                continue;
            }
            let reaches = u.place() == zone || self.sea_targets(s, u, true) & bit(zone) != 0;
            let at_base = self.c.base_zones & bit(u.place()) != 0;
            if !reaches {
                continue;
            }
            if u.cargo().has_troops() {
                party.troops += n * u.cargo().troops().items().count() as u16;
            } else if at_base {
                let aboard = waiting.min(n * 2);
                waiting -= aboard;
                party.troops += aboard;
            }
        }
        for (u, n) in s.units().filter(|(u, _)| u.nation() == nation && u.place().is_zone()) {
            if matches!(u.kind(), Kind::Battleship | Kind::Destroyer)
                && (u.place() == zone || self.sea_targets(s, u, true) & bit(zone) != 0)
            {
                party.guns += n;
            }
        }
        party
    }
    /// Land units of a nation that wait in the base, or will.
    fn embarking(&self, s: &State, nation: Nation, later: bool) -> u16 {
        let ready =
            |u: Unit| u.kind().is_land() && u.nation() == nation && (later || u.status() == Status::Ready);
        let here: u16 = s.at(self.c.base).filter(|(u, _)| ready(*u)).map(|(_, n)| n).sum();
        let coming: u16 = s.at(self.c.last_space()).filter(|(u, _)| ready(*u)).map(|(_, n)| n).sum();
        if later { here + coming } else { here }
    }
    /// How many more troops in the base the transports on the map could take aboard.
    pub(super) fn landing_room_left(&self, s: &State, seat: Seat) -> u16 {
        let own = |u: &Unit| u.nation().seat() == seat && s.is_active(u.nation());
        let ships = s.units().filter(|(u, _)| u.kind() == Kind::Transport && own(u) && u.place().is_zone());
        let room: u16 = ships.map(|(_, n)| n * 2).sum();
        let here: u16 = s.at(self.c.base).filter(|(u, _)| u.kind().is_land() && own(u)).map(|(_, n)| n).sum();
        room.saturating_sub(here)
    }
    /// The seat whose units are lifted now.
    fn lifting(&self, s: &State) -> Seat {
        s.active_nations().next().map_or(Seat(0), Nation::seat)
    }
    /// What landing there is worth: the area and those it cuts off, less what stands next to it.
    fn landing_worth(&self, s: &State, seat: Seat, plan: &Plan, target: Place, party: Party) -> f32 {
        let side = Side::from_seat(seat);
        let held = self.defence(s, target, side.enemy());
        let faces = f32::from(self.c.pool[usize::from(s.opts.d12)].sides);
        let help = self.air_help(s, seat, target);
        let troops = f32::from(party.troops);
        let own = Force {
            hits: (troops * 1.6 + f32::from(party.guns)) / faces + help.hits,
            bodies: troops + help.bodies * 0.5,
        };
        if held.bodies > 0.0 && own.against(held) < plan.risk * 1.2 {
            return NO;
        }
        let last = self.has_last_word(s, side);
        let beyond = self.c.land[target.i()] & s.troops[side.enemy() as usize] & !bit(target);
        let threat: u16 = each(beyond).map(|a| s.tallies(a, side.enemy())[0]).sum();
        let lost = if last { 0.0 } else { (f32::from(threat) - troops).clamp(0.0, 6.0) * 0.5 };
        self.worth(s, target) + self.cut_by(s, side, target) * 0.15 - held.bodies * 0.2 - lost
    }
    /// Enemy land units that taking an area would cut off, twenty at most.
    fn cut_by(&self, s: &State, side: Side, target: Place) -> f32 {
        let mut after = s.clone();
        let enemy = side.enemy().nations()[0];
        after.set_control(target, side.nations()[0]);
        let cut = self.linked(s, enemy) & !self.linked(&after, enemy) & s.troops[side.enemy() as usize];
        each(cut & !bit(target)).map(|a| f32::from(s.tallies(a, side.enemy())[0])).sum::<f32>().min(20.0)
    }
    /// Whether the enemy has no move left after this turn of the side.
    pub(super) fn has_last_word(&self, s: &State, side: Side) -> bool {
        s.turn >= s.opts.length && side == Side::Allied
    }

    /// What an order to a ship is worth in combat movement.
    pub(super) fn advise_ship(&self, s: &State, plan: &Plan, unit: Unit, action: Action) -> f32 {
        let Some(landing) = plan.landing else { return NO };
        let here = unit.place();
        match action {
            Action::Load { from, cargo } if from == self.c.base && unit.cargo().is_empty() => {
                if here != landing.zone && self.sea_targets(s, unit, true) & bit(landing.zone) == 0 {
                    return NO;
                }
                let token = landing.defended && !self.token_with(s, unit.nation());
                let paid =
                    if token { f32::from(cargo.tokens().min(1)) * 2.0 } else { -f32::from(cargo.tokens()) };
                if cargo.has_troops() { 5.0 + value_of(cargo) + paid } else { NO }
            }
            Action::Go { to, .. } if to == landing.zone && here != to => match unit.kind() {
                Kind::Transport if unit.cargo().has_troops() => 4.5,
                Kind::Battleship | Kind::Destroyer if landing.defended => 3.0,
                _ => NO,
            },
            Action::Assault { to, count: Count(count) } if to == landing.target => {
                6.0 + f32::from(count) * 0.1
            }
            _ => NO,
        }
    }
    /// Whether a transport of the nation has a token aboard.
    fn token_with(&self, s: &State, nation: Nation) -> bool {
        s.units().any(|(u, _)| {
            u.kind() == Kind::Transport
                && u.nation() == nation
                && u.place().is_zone()
                && u.cargo().tokens() > 0
        })
    }

    /// What choosing a unit on the Track is worth.
    pub(super) fn track_choice(&self, s: &State, unit: Unit) -> f32 {
        match unit.kind() {
            Kind::Transport if !unit.lift_used() && self.freight_waits(s, unit.place()) => 5.0,
            Kind::Transport if self.moves_on(s, unit) => 1.5,
            Kind::Battleship | Kind::Carrier | Kind::Destroyer => 3.0,
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
    /// What an order to a ship is worth after combat.
    pub(super) fn advise_voyage(
        &self,
        s: &State,
        side: Side,
        plan: &Plan,
        unit: Unit,
        action: Action,
    ) -> f32 {
        let here = unit.place();
        match action {
            Action::Go { to, count: Count(count) } if here >= TRACK && unit.kind() == Kind::Transport => {
                if to == here.left(1) { 2.0 - f32::from(count) * 0.1 } else { NO }
            }
            Action::Go { to, .. } if unit.kind() == Kind::Transport => self.voyage(s, side, plan, unit, to),
            Action::Go { to, count: Count(count) } => {
                self.station(s, plan, here, to) + f32::from(count) * 0.01
            }
            Action::Sail { to, planes } => self.station(s, plan, here, to) + f32::from(planes) * 0.1,
            Action::Load { from, cargo } if plan.near.get(from.i()).is_some_and(|&n| n >= 9) => {
                if plan.stage { NO } else { 5.0 + value_of(cargo) }
            }
            Action::Unload { to, cargo } if plan.near[to.i()] < 9 => {
                6.0 + value_of(cargo) - f32::from(plan.near[to.i()]) * 0.3
            }
            Action::Lift { to, along, cargo } => {
                // Japan is a second voyage away from the front, unless a landing is made from there.
                let stage = plan.stage && self.landing_room_left(s, self.lifting(s)) > 0;
                let goal = if to == self.c.base && !stage {
                    2.5
                } else if to < TRACK && to != self.c.base && plan.near[to.i()] == 0 {
                    0.5
                } else {
                    f32::from(u8::from(to < TRACK && to != self.c.base && stage)) * 0.3
                };
                5.0 + value_of(cargo) - goal - if along { 1.0 } else { 0.0 }
            }
            _ => NO,
        }
    }
    /// Where a warship goes: along the Track to the waters off Japan, then where a landing is to be.
    fn station(&self, s: &State, plan: &Plan, here: Place, to: Place) -> f32 {
        if here >= TRACK {
            let arrives = to.is_zone() && self.c.base_zones & bit(to) != 0 && s.ships[0] & bit(to) == 0;
            return if to == here.left(1) || arrives { 3.0 } else { NO };
        }
        match plan.landing {
            Some(l) if l.zone == to => 2.0,
            _ => NO,
        }
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
    /// What choosing a ship on the map is worth after combat.
    pub(super) fn voyage_choice(&self, s: &State, side: Side, plan: &Plan, unit: Unit) -> f32 {
        if unit.kind() != Kind::Transport {
            let reach = self.sea_targets(s, unit, false);
            return if plan.landing.is_some_and(|l| reach & bit(l.zone) != 0) { 1.5 } else { NO };
        }
        if unit.cargo().has_troops() || unit.cargo().tokens() > 0 {
            return 4.0;
        }
        let at_base = self.c.base_zones & bit(unit.place()) != 0;
        let waiting =
            s.at(self.c.base).any(|(u, _)| u.kind().is_land() && !u.is_prisoner() && u.side() == side);
        match (at_base, waiting || plan.stage) {
            (true, true) if !plan.stage => 3.5,
            (false, true) => 2.5,
            _ => NO,
        }
    }
}

/// Troops are worth more aboard than tokens.
fn value_of(cargo: Cargo) -> f32 {
    cargo.items().map(|i| if i == Item::Token { 0.4 } else { 1.0 }).sum()
}
