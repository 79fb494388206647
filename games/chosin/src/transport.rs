//! Moves that are no marches: rail (6.82), air (15), sea (19), amphibious (33), Task Force 90 (18).

use crate::actions::Action;
use crate::airborne::Jumping;
use crate::data::Kind;
use crate::event::hexes;
use crate::events::Event;
use crate::game::{Chosin, at, no, only, seat};
use crate::movement::units;
use crate::state::{COM, HexBits, MAC, Mission, State, UN, UnitBits, UnitId, flag, off, rule};
use board::HexId;
use engine::scene::ActionKind;
use engine::{Ask, Decision, Effect, Illegal, Now, Offer, Play, Seat, SeatSet, say};
use serde::{Deserialize, Serialize};

impl Chosin {
    /// What a unit takes of a capacity: thirds of a regiment. [rule: ch 19.3]
    pub(crate) fn thirds(&self, unit: UnitId) -> u8 {
        if self.data.quick(unit).regiment { 3 } else { 1 }
    }

    /// Whether a unit on the map or set aside may still be moved at all.
    pub(crate) fn may_travel(&self, state: &State, unit: UnitId) -> Result<bool, Illegal> {
        if self.side(unit) == UN && state.field.at(unit) == off::ASIDE {
            return Ok(true);
        }
        self.may_move(state, UN, unit).map(|()| false)
    }

    /// 6.82 The rail hexes a unit can reach from where it stands. [rule: ch 6.82]
    fn rail_reach(&self, state: &State, from: HexId) -> HexBits {
        let mut found = HexBits::default();
        if state.enemy_zone(UN, from) {
            return found;
        }
        found.set(from.index(), true);
        let mut open = vec![from];
        while let Some(hex) = open.pop() {
            for to in self.rail_steps(state, hex) {
                if !found.has(to.index()) {
                    found.set(to.index(), true);
                    open.push(to);
                }
            }
        }
        found.set(from.index(), false);
        found
    }
    /// 6.82 The next hexes of the line that a train can enter from one.
    fn rail_steps<'a>(&'a self, state: &'a State, from: HexId) -> impl Iterator<Item = HexId> + 'a {
        let lines = self.data.ground.edges[from.index()].iter().filter(|e| e.main_line);
        let open = lines.filter(|e| {
            let crosses = e.river == 0 || self.data.intact(state, e.bridge) && !state.event(Event::Refugees);
            crosses && !state.field.holds(COM, e.to) && !state.enemy_zone(UN, e.to)
        });
        open.map(|e| e.to)
    }

    fn may_entrain(&self, state: &State, unit: UnitId) -> Result<(), Illegal> {
        self.may_move(state, UN, unit)?;
        let hex = state.field.at(unit);
        if !self.data.ground.main_line.has(hex.index()) {
            return no("ch 6.82", say!("{unit} is not on the main line", unit));
        }
        if state.used.rail + self.thirds(unit) > 3 {
            return no("ch 6.82", say!("the railway carries one regiment or three battalions a turn"));
        }
        if state.enemy_zone(UN, hex) || self.rail_steps(state, hex).next().is_none() {
            return no("ch 6.82", say!("the line is cut at {hex}", hex = at(hex)));
        }
        Ok(())
    }

    /// 15.2 Whether a unit may fly. [rule: ch 15.0, ch 15.21, ch 15.22, ch 15.24]
    fn may_fly(&self, state: &State, unit: UnitId, to: Option<HexId>) -> Result<(), Illegal> {
        let aside = self.may_travel(state, unit)?;
        let from = state.field.at(unit);
        let works = |h: HexId| self.data.ground.airfield.has(h.index()) && !self.data.tainted(state, h);
        if !aside && !works(from) {
            return no("ch 15.21", say!("{unit} is not at an airfield", unit));
        }
        if self.data.quick(unit).armored() {
            return no("ch 15.24", say!("armor does not fly"));
        }
        if state.air.boxes[MAC][Mission::Transfer as usize] < self.thirds(unit) {
            return no("ch 15.0", say!("one MAC carries a battalion, three a regiment"));
        }
        match to {
            Some(hex) if hex == from || !works(hex) || !state.field.holds(UN, hex) => {
                no("ch 15.21", say!("{hex} is no other airfield with a friend", hex = at(hex)))
            }
            None if aside => no("ch 15.22", say!("{unit} has not arrived", unit)),
            _ => Ok(()),
        }
    }

    /// 19.3, 34.0 How many thirds of a regiment may be shipped in this turn, one unit going aboard: a port brigade that leaves works
    /// no port. [rule: ch 19.3, ch 34.0, ch 34.1, ch 34.2, ch 34.4, ch 3.3-15-16]
    pub(crate) fn sea_capacity(&self, state: &State, aboard: UnitId) -> u8 {
        let p = &self.data.parameters;
        let mut regiments = p.transfer;
        let worked = |u: UnitId| state.spent[u.index()] == 0 && u != aboard;
        if state.rule(rule::PORT) && !self.port_unit(state).is_some_and(worked) {
            regiments = p.transfer_without_port_unit;
        }
        if state.event(Event::Refugees) {
            regiments = regiments.min(p.refugees);
        }
        3 * regiments
    }

    /// 19.1 Whether a unit may be shipped. [rule: ch 19.1, ch 19.3, ch 19.4]
    fn may_ship(&self, state: &State, unit: UnitId, to: Option<HexId>) -> Result<(), Illegal> {
        let aside = self.may_travel(state, unit)?;
        let from = state.field.at(unit);
        if !aside && !self.port_open(state, from) {
            return no("ch 19.1", say!("{unit} is not in a friendly port", unit));
        }
        if state.used.evacuated > 0 {
            return no("ch 19.3", say!("the ships evacuate in this turn"));
        }
        if state.used.shipped + self.thirds(unit) > self.sea_capacity(state, unit) {
            return no("ch 19.3", say!("the ships of this turn are full"));
        }
        match to {
            Some(hex) if hex == from || !self.port_open(state, hex) => {
                no("ch 19.1", say!("{hex} is no other friendly port", hex = at(hex)))
            }
            None if aside => no("ch 19.1", say!("{unit} has not arrived", unit)),
            _ => Ok(()),
        }
    }

    /// 19.2 Whether a unit may be evacuated. [rule: ch 19.2, ch 34.3]
    fn may_evacuate(&self, state: &State, unit: UnitId) -> Result<(), Illegal> {
        self.may_move(state, UN, unit)?;
        if !self.data.ground.coast.has(state.field.at(unit).index()) {
            return no("ch 19.2", say!("{unit} is not on the coast", unit));
        }
        if !self.data.quick(unit).has_back {
            return no("ch 19.2", say!("{unit} would not survive the evacuation", unit));
        }
        if state.used.shipped > 0 {
            return no("ch 19.3", say!("the ships carry transfers in this turn"));
        }
        if state.used.evacuated + self.thirds(unit) > 3 * self.data.parameters.evacuation {
            return no("ch 19.3", say!("one regiment is evacuated in a turn"));
        }
        Ok(())
    }

    /// 33.1 Whether a unit may begin an amphibious move. [rule: ch 33.0]
    fn may_embark(&self, state: &State, unit: UnitId) -> Result<(), Illegal> {
        self.uses(state, rule::AMPHIBIOUS, "ch 33.0")?;
        self.may_move(state, UN, unit)?;
        let coast = self.data.ground.coast.has(state.field.at(unit).index());
        if self.data.quick(unit).kind != Kind::Amphibious || !coast {
            return no("ch 33.0", say!("{unit} is no amphibious unit on the coast", unit));
        }
        Ok(())
    }

    /// Whether a transport of the UN movement phase is allowed.
    pub(crate) fn may_transport(&self, now: Now<'_, Chosin>, action: Action) -> Result<(), Illegal> {
        let state = now.state;
        match action {
            Action::Entrain { unit } => self.may_entrain(state, unit),
            Action::Fly { unit, hex } => self.may_fly(state, unit, Some(hex)),
            Action::FlyOut { unit } => self.may_fly(state, unit, None),
            Action::Ship { unit, hex } => self.may_ship(state, unit, Some(hex)),
            Action::ShipOut { unit } => self.may_ship(state, unit, None),
            Action::Evacuate { unit } => self.may_evacuate(state, unit),
            Action::Embark { unit } => self.may_embark(state, unit),
            Action::Emplane { unit } => self.may_emplane(state, unit),
            _ => no("ch 6.1", say!("this is the movement phase")),
        }
    }

    /// The transports that are allowed, in the order of legal lists. Nobody is asked about ships and planes that are not there.
    pub(crate) fn transports(&self, state: &State, out: &mut Vec<Action>) {
        let ground = &self.data.ground;
        let mut movers = UnitBits::default();
        for unit in units(&self.data.side_units[UN as usize]) {
            let hex = state.field.at(unit);
            let stands = || {
                state.field.on_map(unit)
                    && ground.station.has(hex.index())
                    && !state.field.has(unit, flag::MOVED | flag::DUG)
                    && self.may_move(state, UN, unit).is_ok()
            };
            if hex == off::ASIDE || stands() {
                movers.set(unit.index(), true);
            }
        }
        let from = |place: &HexBits| {
            let (place, field) = (*place, &state.field);
            units(&movers).filter(move |u| field.at(*u) == off::ASIDE || place.has(field.at(*u).index()))
        };
        let mut add = |allowed: Result<(), Illegal>, action: Action| {
            if allowed.is_ok() {
                out.push(action);
            }
        };
        for unit in from(&ground.main_line) {
            add(self.may_entrain(state, unit), Action::Entrain { unit });
        }
        if state.air.boxes[MAC][Mission::Transfer as usize] > 0 {
            for unit in from(&ground.airfield) {
                for hex in hexes(&ground.airfield) {
                    add(self.may_fly(state, unit, Some(hex)), Action::Fly { unit, hex });
                }
            }
            from(&ground.airfield)
                .for_each(|unit| add(self.may_fly(state, unit, None), Action::FlyOut { unit }));
        }
        if state.used.evacuated == 0 {
            for unit in from(&ground.port) {
                for hex in hexes(&ground.port) {
                    add(self.may_ship(state, unit, Some(hex)), Action::Ship { unit, hex });
                }
            }
            from(&ground.port)
                .for_each(|unit| add(self.may_ship(state, unit, None), Action::ShipOut { unit }));
        }
        if state.used.shipped == 0 {
            from(&ground.coast)
                .for_each(|unit| add(self.may_evacuate(state, unit), Action::Evacuate { unit }));
        }
        from(&ground.coast).for_each(|unit| add(self.may_embark(state, unit), Action::Embark { unit }));
        if self.data.airborne {
            from(&ground.airfield)
                .for_each(|unit| add(self.may_emplane(state, unit), Action::Emplane { unit }));
        }
    }

    /// Carries a transport out; planes go to reserve afterwards. [rule: ch 15.3]
    pub(crate) fn transport(&self, state: &mut State, action: Action, play: &mut Play) {
        match action {
            Action::Entrain { unit } => state.push(Entrained { unit }),
            Action::Emplane { unit } => state.push(Jumping { unit }),
            Action::Embark { unit } => state.push(Swimming { unit, passenger: UnitId::NONE }),
            Action::Fly { unit, .. } | Action::FlyOut { unit } => {
                self.spend_air(state, MAC, Mission::Transfer, self.thirds(unit));
                let to = if let Action::Fly { hex, .. } = action { Some(hex) } else { None };
                self.carry(state, unit, to, "ch 15.21", play);
            }
            Action::Ship { unit, .. } | Action::ShipOut { unit } => {
                state.used.shipped += self.thirds(unit);
                let to = if let Action::Ship { hex, .. } = action { Some(hex) } else { None };
                self.carry(state, unit, to, "ch 19.1", play);
            }
            Action::Evacuate { unit } => {
                state.used.evacuated += self.thirds(unit);
                self.carry(state, unit, None, "ch 19.2", play);
            }
            _ => {}
        }
    }

    /// Sets a carried unit down, or lets it leave the map.
    pub(crate) fn carry(
        &self,
        state: &mut State,
        unit: UnitId,
        to: Option<HexId>,
        rule: &'static str,
        play: &mut Play,
    ) {
        let from = state.field.at(unit);
        if self.data.quick(unit).kind == Kind::Airfield && state.rule(rule::AIRFIELDS) {
            state.air.kept = state.air.kept.saturating_sub(1);
        }
        let Some(to) = to else {
            return self.leave_map(state, unit, rule, play);
        };
        if from == off::ASIDE {
            self.bring_on(state, unit, to, rule, play);
        } else {
            // 15.21, 19.4, 6.82 It makes no other movement.
            state.spent[unit.index()] = self.data.allowance(state, unit, false);
            self.step_to(state, unit, to, play);
            let name = self.named(state, unit);
            play.say(
                seat(UN),
                rule,
                say!("{unit} is carried from {from} to {to}.", unit = name, from = at(from), to = at(to)),
            )
            .on(at(to))
            .effect(Effect::Moved { unit: name, from: at(from), to: at(to) });
        }
        state.field.mark(unit, flag::MOVED);
    }

    pub(crate) fn offer_transport(&self, action: Action) -> Offer {
        let kind = ActionKind::Choose;
        let points = |unit: UnitId| say!("{points} VP", points = self.data.unit(unit).exited);
        match action {
            Action::Entrain { unit } => {
                Offer::new(ActionKind::Select, "ch 6.82", say!("{unit} goes by rail", unit))
            }
            Action::Fly { unit, hex } => {
                Offer::new(kind, "ch 15.21", say!("Fly {unit} to {hex}", unit, hex = at(hex)))
            }
            Action::FlyOut { unit } => {
                Offer::new(kind, "ch 15.21", say!("Fly {unit} out of Korea", unit)).note(points(unit))
            }
            Action::Ship { unit, hex } => {
                Offer::new(kind, "ch 19.1", say!("Ship {unit} to {hex}", unit, hex = at(hex)))
            }
            Action::ShipOut { unit } => {
                Offer::new(kind, "ch 19.1", say!("Ship {unit} out of Korea", unit)).note(points(unit))
            }
            Action::Evacuate { unit } => {
                Offer::new(kind, "ch 19.2", say!("Evacuate {unit}, disrupted", unit)).note(points(unit))
            }
            Action::Embark { unit } => {
                Offer::new(ActionKind::Select, "ch 33.0", say!("{unit} goes along the coast", unit))
            }
            Action::Emplane { unit } => Offer::new(ActionKind::Select, "ch 17.1", say!("{unit} jumps", unit)),
            _ => Offer::new(kind, "ch 6.1", say!("Go on")),
        }
    }
}

/// 6.82 A unit on the railway. [rule: ch 6.82]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entrained {
    pub(crate) unit: UnitId,
}

impl Decision<Chosin> for Entrained {
    fn seats(&self, _: &Chosin, _: &State) -> SeatSet {
        only(UN)
    }
    fn ask(&self, _: Now<'_, Chosin>) -> Ask {
        Ask::new("ch 6.82", say!("Where does {unit} get off the train?", unit = self.unit)).piece(self.unit)
    }
    fn candidates(&self, now: Now<'_, Chosin>, out: &mut Vec<Action>) {
        let reach = now.game.rail_reach(now.state, now.state.field.at(self.unit));
        out.extend(reach.iter().map(|h| Action::To { hex: HexId(h as u16) }));
    }
    /// One search answers for all: what the line leads to is what `check` lets pass.
    fn list(&self, now: Now<'_, Chosin>, out: &mut Vec<Action>) {
        self.candidates(now, out);
    }
    fn check(&self, now: Now<'_, Chosin>, action: Action) -> Result<(), Illegal> {
        let Action::To { hex } = action else {
            return no("ch 6.82", say!("{unit} is on the train", unit = self.unit));
        };
        let reach = now.game.rail_reach(now.state, now.state.field.at(self.unit));
        if reach.has(hex.index()) {
            Ok(())
        } else {
            no("ch 6.82", say!("the railway does not lead to {hex}", hex = at(hex)))
        }
    }
    fn perform(&self, game: &Chosin, state: &mut State, _: Seat, action: Action, play: &mut Play) {
        let Action::To { hex } = action else { return };
        state.pop();
        state.used.rail += game.thirds(self.unit);
        game.carry(state, self.unit, Some(hex), "ch 6.82", play);
        state.field.mark(self.unit, flag::RAILED);
    }
    fn offer(&self, _: Now<'_, Chosin>, action: Action) -> Offer {
        let Action::To { .. } = action else {
            return Offer::new(ActionKind::Move, "ch 6.82", say!("Go on"));
        };
        Offer::new(ActionKind::Move, "ch 6.82", say!("By rail to")).spread()
    }
}

/// 33.1 An amphibious unit at sea, perhaps with a passenger. [rule: ch 33.2, ch 33.3, ch 33.4, ch 33.5, ch 33.6]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Swimming {
    pub(crate) unit: UnitId,
    pub(crate) passenger: UnitId,
}

impl Swimming {
    fn aboard(self) -> UnitBits {
        let mut bits = crate::movement::alone(self.unit);
        if self.passenger.is_some() {
            bits.set(self.passenger.index(), true);
        }
        bits
    }
}

impl Decision<Chosin> for Swimming {
    fn seats(&self, _: &Chosin, _: &State) -> SeatSet {
        only(UN)
    }
    fn ask(&self, _: Now<'_, Chosin>) -> Ask {
        Ask::new("ch 33.0", say!("Where does {unit} land?", unit = self.unit)).piece(self.unit)
    }
    fn candidates(&self, now: Now<'_, Chosin>, out: &mut Vec<Action>) {
        let state = now.state;
        out.extend(hexes(&now.game.data.ground.coast).map(|hex| Action::To { hex }));
        out.push(Action::Exit);
        out.extend(state.field.units_in(state.field.at(self.unit)).map(|unit| Action::Carry { unit }));
        out.sort_unstable();
    }
    fn check(&self, now: Now<'_, Chosin>, action: Action) -> Result<(), Illegal> {
        let (game, state) = (now.game, now.state);
        match action {
            Action::Carry { unit } => {
                game.may_move(state, UN, unit)?;
                let here = state.field.at(unit) == state.field.at(self.unit) && unit != self.unit;
                if self.passenger.is_some() || !here || game.data.quick(unit).regiment {
                    return no("ch 33.2", say!("one battalion or company of the same hex goes along"));
                }
                Ok(())
            }
            Action::To { hex } => {
                let coast = game.data.ground.coast.has(hex.index()) && hex != state.field.at(self.unit);
                if !coast || state.field.holds(COM, hex) {
                    return no("ch 33.5", say!("it lands on a coastal hex without enemies"));
                }
                Ok(())
            }
            Action::Exit => Ok(()),
            _ => no("ch 33.0", say!("{unit} is at sea", unit = self.unit)),
        }
    }
    fn perform(&self, game: &Chosin, state: &mut State, _: Seat, action: Action, play: &mut Play) {
        match action {
            Action::Carry { unit } => state.replace(Swimming { passenger: unit, ..*self }),
            Action::To { hex } => {
                state.pop();
                units(&self.aboard()).for_each(|u| game.carry(state, u, Some(hex), "ch 33.0", play));
            }
            _ => {
                state.pop();
                units(&self.aboard()).for_each(|u| game.leave_map(state, u, "ch 33.4", play));
            }
        }
    }
    fn offer(&self, _: Now<'_, Chosin>, action: Action) -> Offer {
        match action {
            Action::Carry { unit } => Offer::new(ActionKind::Add, "ch 33.2", say!("Take {unit} along", unit)),
            Action::To { hex } => {
                Offer::new(ActionKind::Move, "ch 33.0", say!("Land at {hex}", hex = at(hex)))
            }
            _ => Offer::new(ActionKind::Choose, "ch 33.4", say!("Leave the map")),
        }
    }
}

/// 18.1 Task Force 90 goes to any sea hex. [rule: ch 18.1, ch 18.2]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sailing;

impl Decision<Chosin> for Sailing {
    fn seats(&self, _: &Chosin, _: &State) -> SeatSet {
        only(UN)
    }
    fn ask(&self, _: Now<'_, Chosin>) -> Ask {
        Ask::new("ch 18.1", say!("Where does Task Force 90 go?"))
    }
    fn candidates(&self, now: Now<'_, Chosin>, out: &mut Vec<Action>) {
        let sea = |h: &HexId| now.game.data.ground.terrain(*h) == crate::ground::SEA;
        out.extend(now.game.data.ground.hexes().filter(sea).map(|hex| Action::Sail { hex }));
    }
    fn check(&self, now: Now<'_, Chosin>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Sail { hex } if now.game.data.ground.terrain(hex) == crate::ground::SEA => Ok(()),
            _ => no("ch 18.1", say!("Task Force 90 goes to a sea hex")),
        }
    }
    fn perform(&self, _: &Chosin, state: &mut State, by: Seat, action: Action, play: &mut Play) {
        let Action::Sail { hex } = action else { return };
        state.pop();
        state.fleet = hex.0;
        play.say(by, "ch 18.1", say!("Task Force 90 goes to {hex}.", hex = at(hex))).on(at(hex));
    }
    fn offer(&self, _: Now<'_, Chosin>, action: Action) -> Offer {
        let Action::Sail { .. } = action else {
            return Offer::new(ActionKind::Move, "ch 18.1", say!("Go on"));
        };
        Offer::new(ActionKind::Move, "ch 18.1", say!("Sail to")).spread()
    }
}
