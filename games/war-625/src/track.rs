//! The Supply Track: lift, steps and arrival (TR-1 to TR-8).

use crate::actions::Action;
use crate::data::{bit, each};
use crate::game::War625;
use crate::kinds::{Cargo, Item, Kind, NOWHERE, Nation, Place, SPACES, Side, Status, TRACK, Unit};
use crate::march::said_move;
use crate::movement::so_many;
use crate::sea::Loadable;
use crate::sequence::{need, no};
use crate::state::State;
use engine::{Count, Illegal, Play, Seat, say};

impl War625 {
    /// Where Track units may come ashore: Japan always, a roundel area that was Allied when this nation's turn began
    /// and whose coast is not watched by enemy ships. [rule: war TR-7]
    pub(crate) fn open_ports(&self, s: &State) -> u64 {
        let ports = self.c.arrivals & s.held & s.friendly[Side::Allied as usize];
        let open = each(ports).filter(|&a| self.c.coast[a.i()] & !s.ships[0] != 0).fold(0, |m, a| m | bit(a));
        open | bit(self.c.base)
    }
    /// The zone in which a ship appears that arrives at a port.
    fn port_zone(&self, s: &State, port: Place) -> Place {
        let zones = if port == self.c.base { self.c.base_zones } else { self.c.coast[port.i()] };
        each(zones)
            .find(|&z| !s.hostile(z, Side::Allied))
            .unwrap_or_else(|| Place(zones.trailing_zeros() as u8))
    }
    /// Zones in which ships from the last space can appear.
    fn arrival_zones(&self, s: &State) -> u64 {
        each(self.open_ports(s)).fold(0, |m, port| {
            let zones = if port == self.c.base { self.c.base_zones } else { self.c.coast[port.i()] };
            m | zones & !s.ships[0]
        }) | bit(self.port_zone(s, self.c.base))
    }
    /// What the active nation can have lifted from a space. Tokens that came this game turn wait. [rule: war TR-6]
    fn track_stock(&self, s: &State, space: Place, nation: Nation) -> Loadable {
        let fresh = s.fresh_tokens[space.space()];
        let tokens = s.tokens[space.i()].saturating_sub(fresh);
        self.loadable(s, space, nation, tokens)
    }
    fn active_nation(&self, s: &State) -> Nation {
        Nation::from_index(if s.group == 0 { 0 } else { s.group + 2 })
    }
    /// Whether the seat has something to do with a unit on the Track. [rule: war TR-3, war TR-6]
    pub(crate) fn track_can_act(&self, s: &State, seat: Seat, unit: Unit) -> bool {
        let nation = self.active_nation(s);
        if s.group == 0 || nation.seat() != seat {
            return false;
        }
        let own = unit.nation() == nation && unit.status() == Status::Ready;
        if unit.kind() == Kind::Transport && !unit.lift_used() {
            return own || self.has_freight(s, unit.place(), nation);
        }
        own && (unit.kind().is_sea() || unit.kind().is_air())
    }
    /// Whether something waits in a space that the active nation can lift.
    pub(crate) fn freight_waits(&self, s: &State, space: Place) -> bool {
        self.has_freight(s, space, self.active_nation(s))
    }
    fn has_freight(&self, s: &State, space: Place, nation: Nation) -> bool {
        s.tokens[space.i()] > s.fresh_tokens[space.space()]
            || s.at(space)
                .any(|(u, _)| u.kind().is_land() && u.nation() == nation && u.status() == Status::Ready)
    }
    /// Spaces or ports `steps` spaces to the left.
    fn leftwards(&self, s: &State, space: Place, steps: u8) -> u64 {
        match space.space() + steps as usize {
            g if g < SPACES => bit(space.left(steps)),
            SPACES => self.open_ports(s),
            _ => 0,
        }
    }
    /// Whether a unit on the Track is the active nation's own and has not moved.
    fn own_ready(&self, s: &State, unit: Unit) -> bool {
        unit.nation() == self.active_nation(s) && unit.status() == Status::Ready
    }
    /// Where a ship goes from its space: one space either way, or ashore. [rule: war TR-8, war TR-7]
    fn ship_spaces(&self, s: &State, unit: Unit) -> u64 {
        if !unit.kind().is_sea() || !self.own_ready(s, unit) {
            return 0;
        }
        let space = unit.place();
        let back = if space > TRACK { bit(Place(space.0 - 1)) } else { 0 };
        back | if space.space() + 1 < SPACES { bit(space.left(1)) } else { self.arrival_zones(s) }
    }
    /// Where a plane goes from its space. [rule: war TR-4]
    fn plane_spaces(&self, s: &State, unit: Unit) -> u64 {
        if !unit.kind().is_air() || !self.own_ready(s, unit) {
            return 0;
        }
        (1..=self.c.plane_steps).fold(0, |m, steps| m | self.leftwards(s, unit.place(), steps))
    }
    /// Where a load can be lifted to by a transport or plane, which stays behind or goes along. [rule: war TR-5, war TR-6]
    fn lift_goals(&self, s: &State, unit: Unit, along: bool) -> u64 {
        if unit.kind().is_air() {
            return if along { self.plane_spaces(s, unit) } else { 0 };
        }
        let lifts =
            unit.kind() == Kind::Transport && !unit.lift_used() && (!along || self.own_ready(s, unit));
        if lifts { self.leftwards(s, unit.place(), 1) } else { 0 }
    }
    fn track_loads(&self, s: &State, unit: Unit, offer: impl FnMut(Cargo)) {
        let stock = self.track_stock(s, unit.place(), self.active_nation(s));
        stock.loads(Cargo::EMPTY, &self.c.loads[unit.kind() as usize], offer);
    }
    pub(crate) fn track_orders(&self, s: &State, unit: Unit, count: u16, out: &mut Vec<Action>) {
        out.extend(each(self.plane_spaces(s, unit)).map(|to| Action::Land { count: Count(count), to }));
        for to in each(self.ship_spaces(s, unit)) {
            if unit.kind() == Kind::Carrier {
                out.extend(self.deck_loads(s, unit).map(|planes| Action::Sail { to, planes }));
            } else {
                out.push(Action::Go { count: Count(count), to });
            }
        }
        for along in [false, true] {
            for to in each(self.lift_goals(s, unit, along)) {
                self.track_loads(s, unit, |cargo| out.push(Action::Lift { cargo, to, along }));
            }
        }
    }
    /// Whether a unit on the Track may do that. [rule: war TR-3, war TR-4, war TR-5, war TR-6, war TR-7, war TR-8]
    pub(crate) fn may_track(&self, s: &State, unit: Unit, count: u16, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Land { count: n, to } => {
                need(unit.kind().is_air(), "war TR-8", || say!("{unit} does not fly", unit))?;
                let steps = self.c.plane_steps;
                need(self.plane_spaces(s, unit) & bit(to) != 0, "war TR-7", || {
                    say!("aircraft go up to {steps} spaces, or to Japan or an open port from there", steps)
                })?;
                so_many(n, count, "war TR-4")
            }
            Action::Go { count: n, to } if unit.kind() != Kind::Carrier => {
                need(self.ship_spaces(s, unit) & bit(to) != 0, "war TR-8", || {
                    say!("a ship goes one space along the Track, in its own nation's turn")
                })?;
                so_many(n, count, "war TR-8")
            }
            Action::Sail { to, planes } if unit.kind() == Kind::Carrier => {
                need(self.ship_spaces(s, unit) & bit(to) != 0, "war TR-8", || {
                    say!("a ship goes one space along the Track, in its own nation's turn")
                })?;
                need(self.deck_loads(s, unit).any(|n| n == planes), "war CL-27", || {
                    say!("the carrier cannot go with {planes} aircraft", planes)
                })
            }
            Action::Lift { cargo, to, along } => {
                let shut = to.is_area() && self.open_ports(s) & bit(to) == 0;
                need(!shut, "war TR-7", || say!("that port is not open"))?;
                let used = unit.kind() == Kind::Transport && unit.lift_used();
                need(!used, "war TR-6", || say!("this transport has lifted a load in this turn"))?;
                need(self.lift_goals(s, unit, along) & bit(to) != 0, "war TR-6", || {
                    say!("a transport lifts one space and goes along in its own nation's turn only")
                })?;
                let mut found = false;
                self.track_loads(s, unit, |load| found |= load == cargo);
                need(found, "war TR-6", || say!("no {cargo} of this nation waits here", cargo))
            }
            _ => no("war TR-8", say!("on the Supply Track units go leftwards or lift a load")),
        }
    }
    /// Why a unit on the Track can't be chosen.
    pub(crate) fn why_not_on_track(&self, s: &State, unit: Unit, combat: bool) -> Result<(), Illegal> {
        need(!combat, "war TR-8", || say!("nobody fights from the Track"))?;
        let moved = unit.status() != Status::Ready;
        need(!moved, "war TR-3", || say!("it has had its space of the Track in this turn"))?;
        let freight = unit.kind().is_land();
        need(!freight, "war TR-6", || say!("a land unit on the Track needs a transport to move"))?;
        let own = self.own_ready(s, unit);
        need(own, "war TR-6", || say!("nothing waits here that it could lift for this nation"))?;
        no("war TR-3", say!("it has nothing to do now"))
    }
    /// A load is lifted by a transport or plane. [rule: war TR-5, war TR-6, war TR-7]
    pub(crate) fn lift(
        &self,
        s: &mut State,
        play: &mut Play,
        unit: Unit,
        to: Place,
        along: bool,
        cargo: Cargo,
    ) {
        let nation = self.active_nation(s);
        let space = unit.place();
        self.take_items(s, space, nation, cargo);
        self.put_items(s, to, nation, cargo, Status::Moved);
        if to >= TRACK {
            s.fresh_tokens[to.space()] += u16::from(cargo.count(Item::Token));
        }
        let words = say!("{unit} lifts {cargo} from {space} to {to}.", unit, cargo, space, to);
        play.say(nation.seat(), "war TR-6", words).on(to);
        let lifted = if unit.kind() == Kind::Transport { unit.using_lift(true) } else { unit };
        if along {
            let place = if unit.kind().is_sea() && to.is_area() { self.port_zone(s, to) } else { to };
            let lifted = if place >= TRACK { lifted } else { lifted.using_lift(false) };
            s.shift(unit, lifted.at(place).doing(Status::Moved), 1);
        } else {
            s.shift(unit, lifted, 1);
        }
    }
    /// Planes step along the Track or arrive. [rule: war TR-4, war TR-7]
    pub(crate) fn fly_on_track(&self, s: &mut State, play: &mut Play, unit: Unit, to: Place, count: u16) {
        said_move(play, "war TR-4", unit, to, count);
        s.shift(unit, unit.at(to).doing(Status::Moved).coming(NOWHERE).by(NOWHERE), count);
    }
}
