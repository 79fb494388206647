//! The Supply Track: lift, steps and arrival (TR-1 to TR-8).

use crate::War625;
use crate::action::Action;
use crate::data::{bit, each};
use crate::kinds::{AREAS, Cargo, Item, Kind, NOWHERE, Nation, SPACES, Side, Status, TRACK, Unit};
use crate::movement::numbers;
use crate::sea::{Goods, Loadable};
use crate::state::State;
use engine::{Play, Seat};

impl War625 {
    /// Where Track units may come ashore: Japan always, a roundel area that was Allied when this nation's turn began
    /// and whose coast is not watched by enemy ships. [rule: war TR-7]
    pub(crate) fn open_ports(&self, s: &State) -> u64 {
        let ports = self.c.arrivals & s.held & s.friendly[Side::Allied as usize];
        let open =
            each(ports).filter(|&a| self.c.coast[a as usize] & !s.ships[0] != 0).fold(0, |m, a| m | bit(a));
        open | bit(self.c.base)
    }
    /// The zone in which a ship appears that arrives at a port.
    fn port_zone(&self, s: &State, port: u8) -> u8 {
        let zones = if port == self.c.base { self.c.base_zones } else { self.c.coast[port as usize] };
        each(zones).find(|&z| !s.hostile(z, Side::Allied)).unwrap_or_else(|| zones.trailing_zeros() as u8)
    }
    /// Zones in which ships from the last space can appear.
    fn arrival_zones(&self, s: &State) -> u64 {
        each(self.open_ports(s)).fold(0, |m, port| {
            let zones = if port == self.c.base { self.c.base_zones } else { self.c.coast[port as usize] };
            m | zones & !s.ships[0]
        }) | bit(self.port_zone(s, self.c.base))
    }
    /// What the active nation can have lifted from a space. Tokens that came this game turn wait. [rule: war TR-6]
    fn track_stock(&self, s: &State, space: u8, nation: Nation) -> Loadable {
        let fresh = s.fresh_tokens[(space - TRACK) as usize];
        let tokens = s.tokens[space as usize].saturating_sub(fresh);
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
    pub(crate) fn freight_waits(&self, s: &State, space: u8) -> bool {
        self.has_freight(s, space, self.active_nation(s))
    }
    fn has_freight(&self, s: &State, space: u8, nation: Nation) -> bool {
        s.tokens[space as usize] > s.fresh_tokens[(space - TRACK) as usize]
            || s.at(space)
                .any(|(u, _)| u.kind().is_land() && u.nation() == nation && u.status() == Status::Ready)
    }
    /// Spaces or ports `steps` spaces to the left.
    fn leftwards(&self, s: &State, space: u8, steps: u8) -> u64 {
        let goal = space - TRACK + steps;
        match goal as usize {
            g if g < SPACES => bit(TRACK + goal),
            SPACES => self.open_ports(s),
            _ => 0,
        }
    }
    pub(crate) fn track_options(&self, s: &State, unit: Unit, count: u16, out: &mut Vec<Action>) {
        let nation = self.active_nation(s);
        let own = unit.nation() == nation && unit.status() == Status::Ready;
        let space = unit.place();
        if unit.kind().is_air() && own {
            self.plane_track_options(s, unit, count, out);
        }
        if unit.kind().is_sea() && own {
            let mut goals = if space > TRACK { bit(space - 1) } else { 0 };
            goals |= if space - TRACK + 1 < SPACES as u8 { bit(space + 1) } else { self.arrival_zones(s) };
            for to in each(goals) {
                if unit.kind() == Kind::Carrier {
                    self.sail_options(s, unit, to, out);
                } else {
                    out.extend(numbers(count).map(|count| Action::Go { to, count }));
                }
            }
        }
        if unit.kind() == Kind::Transport && !unit.lift_used() {
            let stock = self.track_stock(s, space, nation);
            for to in each(self.leftwards(s, space, 1)) {
                stock.loads(Cargo::EMPTY, &self.c.loads[Kind::Transport as usize], |cargo| {
                    out.push(Action::Lift { to, along: false, cargo });
                    if own {
                        out.push(Action::Lift { to, along: true, cargo });
                    }
                });
            }
        }
    }
    /// Aircraft go two spaces, with what they carry. [rule: war TR-4, war TR-5]
    fn plane_track_options(&self, s: &State, unit: Unit, count: u16, out: &mut Vec<Action>) {
        let stock = self.track_stock(s, unit.place(), unit.nation());
        for steps in 1..=self.c.plane_steps {
            for to in each(self.leftwards(s, unit.place(), steps)) {
                out.extend(numbers(count).map(|count| Action::Land { to, count }));
                stock.loads(Cargo::EMPTY, &self.c.loads[unit.kind() as usize], |cargo| {
                    out.push(Action::Lift { to, along: true, cargo });
                });
            }
        }
    }
    /// A load is lifted by a transport or plane. [rule: war TR-5, war TR-6, war TR-7]
    pub(crate) fn do_lift(
        &self,
        s: &mut State,
        play: &mut Play,
        unit: Unit,
        to: u8,
        along: bool,
        cargo: Cargo,
    ) {
        let nation = self.active_nation(s);
        let space = unit.place();
        self.take_items(s, space, nation, cargo);
        self.put_items(s, to, nation, cargo, Status::Moved);
        if to >= TRACK {
            s.fresh_tokens[(to - TRACK) as usize] += u16::from(cargo.count(Item::Token));
        }
        play.say(
            nation.seat(),
            "war TR-6",
            format_args!(
                "{} lifts {} from {} to {}.",
                self.label(unit),
                Goods(cargo),
                self.c.name(space),
                self.c.name(to)
            ),
        )
        .at(self.c.id(to));
        let lifted = if unit.kind() == Kind::Transport { unit.using_lift(true) } else { unit };
        if along {
            let place =
                if unit.kind().is_sea() && (to as usize) < AREAS { self.port_zone(s, to) } else { to };
            let lifted = if place >= TRACK { lifted } else { lifted.using_lift(false) };
            s.shift(unit, lifted.at(place).doing(Status::Moved), 1);
        } else {
            s.shift(unit, lifted, 1);
        }
    }
    /// Planes step along the Track or arrive. [rule: war TR-4, war TR-7]
    pub(crate) fn do_track_flight(&self, s: &mut State, play: &mut Play, unit: Unit, to: u8, count: u16) {
        play.say(
            unit.nation().seat(),
            "war TR-4",
            format_args!("{}: {} to {}.", self.some(count, unit), self.c.name(unit.place()), self.c.name(to)),
        )
        .at(self.c.id(to));
        s.shift(unit, unit.at(to).doing(Status::Moved).coming(NOWHERE).by(NOWHERE), count);
    }
}
