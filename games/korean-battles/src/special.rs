//! Special conditions: control and objectives, engineers, cadres, rebuilding (12.0, 15.0, 18.0, 24.0, 27 to 29).

use crate::data::{Kind, Scenario, When};
use crate::rules::Action;
use crate::state::{Bridge, DEAD, DUE, Frame, LEFT, NOWHERE, RED, State, UN, WAITING, flag};
use engine::Play;

impl Scenario {
    /// Whether a side holds a hex whose control counts.
    pub(crate) fn holds(&self, st: &State, side: u8, hex: u16) -> bool {
        let i = self.track_of[hex as usize];
        i != u8::MAX && st.control[side as usize] >> i & 1 == 1
    }

    /// A unit comes into a hex: control passes to the side whose unit was last there. Dummies never take it, and a
    /// face-down unit takes it when it is turned up. [rule: kb 16.0-dummies, kb hidden-never, kb 18.0, kb 10.0-sources]
    #[inline]
    pub(crate) fn take(&self, st: &mut State, unit: u8, hex: u16, play: &mut Play) {
        let i = self.track_of[hex as usize];
        if i != u8::MAX {
            self.take_tracked(st, unit, hex, i, play);
        }
    }

    fn take_tracked(&self, st: &mut State, unit: u8, hex: u16, i: u8, play: &mut Play) {
        if self.units[unit as usize].dummy() || st.hidden(unit) {
            return;
        }
        let side = self.side(unit);
        let bit = 1u16 << i;
        let new = st.control[side as usize] & bit == 0;
        st.control[side as usize] |= bit;
        st.control[1 - side as usize] &= !bit;
        if side == UN {
            self.retake_critical(st, hex, play);
        } else if let Some(f) = self.fragile_sources.iter().position(|&f| f == hex) {
            st.ledger.lost_sources |= 1 << f;
        }
        if new {
            let label = self.ground.label(hex);
            let side = self.side_name(side);
            play.note("kb 27-victory", format_args!("{side} control {} ({label})", self.ground.place(hex)))
                .at(label);
        }
        self.take_cities(st, unit, hex, play);
    }

    fn retake_critical(&self, st: &mut State, hex: u16, play: &mut Play) {
        if let Some(c) = self.critical.iter().position(|&c| c == hex)
            && st.ledger.critical >> c & 1 == 1
        {
            st.ledger.critical &= !(1 << c);
            let place = self.ground.place(hex);
            play.note("kb 18.0", format_args!("{place} is retaken and costs no more support"));
        }
    }

    /// A city changes hands when one side controls all its hexes. [rule: kb 27-victory, kb 28-victory]
    fn take_cities(&self, st: &mut State, unit: u8, hex: u16, play: &mut Play) {
        let side = self.side(unit);
        for (c, city) in self.cities.iter().enumerate().filter(|(_, c)| c.hexes.contains(&hex)) {
            if side == RED {
                self.raid(st, unit, c, play);
            }
            if !city.hexes.iter().all(|&h| self.holds(st, side, h)) {
                continue;
            }
            if side == UN {
                st.ledger.un_held |= 1 << c;
                st.ledger.red_cities &= !(1 << c);
            } else {
                st.ledger.taken |= 1 << c;
                st.ledger.red_cities |= 1 << c;
            }
        }
    }

    /// 28 A supplied North Korean unit of regiment size or more in Inchon from turn 5 on. [rule: kb 28-victory]
    fn raid(&self, st: &mut State, unit: u8, city: usize, play: &mut Play) {
        for score in self.raided.iter().filter(|s| s.city == city) {
            let fits = score.sizes.contains(&self.units[unit as usize].size_name);
            if !fits || st.turn < score.from_turn || st.ledger.raided >> city & 1 == 1 {
                continue;
            }
            if !score.supplied || self.supplied(st, &self.supply(st, RED), unit) {
                st.ledger.raided |= 1 << city;
                let name = self.name(unit);
                play.note(
                    "kb 28-victory",
                    format_args!("{name} has taken a hex of Inchon: {} points", score.points),
                );
            }
        }
    }

    /// 18.0 At the end of a UN Combat Phase, critical hexes with a North Korean unit cost support until retaken.
    /// [rule: kb 18.0]
    pub(crate) fn check_critical(&self, st: &mut State, play: &mut Play) {
        for (c, &hex) in self.critical.iter().enumerate() {
            let held = st
                .units_in(hex)
                .any(|u| self.side(u) == RED && !st.hidden(u) && !self.units[u as usize].dummy());
            if held && st.ledger.critical >> c & 1 == 0 {
                st.ledger.critical |= 1 << c;
                let place = self.ground.place(hex);
                play.note(
                    "kb 18.0",
                    format_args!("{place} is lost: one support marker fewer each turn until retaken"),
                );
            }
        }
    }

    /// Whether an engineers' bridge of this turn joins two hexes. [rule: kb 12.0]
    #[inline]
    pub(crate) fn engineers_bridge(&self, st: &State, a: u16, b: u16) -> bool {
        let (a, b) = (a.min(b), a.max(b));
        st.bridges.iter().any(|bridge| bridge.a == a && bridge.b == b)
    }

    /// 12.0 The bridges that engineers may lay: a river hexside within reach, away from enemies and their zones, one a
    /// turn for each engineer. [rule: kb 12.0]
    pub(crate) fn list_bridges(&self, st: &State, out: &mut Vec<Action>) {
        if !self.engineer_bridges || st.player != UN {
            return;
        }
        for unit in self.deployed(st, UN) {
            let engineer = self.units[unit as usize].kind == Kind::Engineer;
            if !engineer || st.bridges.len() == 2 || st.bridges.iter().any(|b| b.unit == unit) {
                continue;
            }
            let mark = out.len();
            self.list_bridges_of(st, unit, out);
            out[mark..].sort_unstable();
        }
    }

    fn list_bridges_of(&self, st: &State, unit: u8, out: &mut Vec<Action>) {
        let quiet = |h: u16| !self.enemy_in(st, UN, h) && !self.enemy_zone(st, UN, h);
        self.walk(st, unit, self.parameters.engineer_reach, |range| {
            for a in range.hexes().filter(|&h| self.ground.shore[h as usize] && quiet(h)) {
                for (d, &b) in self.ground.near[a as usize].iter().enumerate() {
                    let water = self.ground.water[a as usize][d];
                    if b == NOWHERE || !water.river || water.bridge || !self.ground.land[b as usize] {
                        continue;
                    }
                    let doubled = b < a && range.cost(b).is_some();
                    if !doubled && quiet(b) && !self.engineers_bridge(st, a, b) {
                        out.push(Action::Bridge { unit, a: a.min(b), b: a.max(b) });
                    }
                }
            }
        });
    }

    pub(crate) fn lay_bridge(&self, st: &mut State, unit: u8, a: u16, b: u16, play: &mut Play) {
        st.bridges.push(Bridge { a, b, unit });
        let (la, lb) = (self.ground.label(a), self.ground.label(b));
        let name = self.name(unit);
        play.say(self.seat(UN), "kb 12.0", format_args!("{name} bridges {la}/{lb} for this game turn"))
            .at(la)
            .at(lb);
    }

    /// Whether RCT 31 has died in this game. [rule: kb 29-army-cadre]
    pub(crate) fn rct_is_dead(&self, st: &State) -> bool {
        let rct = self.units.iter().position(|u| u.no_zoc_first_turn);
        rct.is_some_and(|u| st.at[u] == DEAD)
    }

    /// 29 The Marine Cadre is called when a Marine regiment is dead or six Marine steps are lost.
    /// [rule: kb 29-marine-cadre]
    pub(crate) fn marine_cadre_is_called(&self, st: &State) -> bool {
        let mut steps = 0;
        for unit in 0..self.units.len() as u8 {
            let def = &self.units[unit as usize];
            if !def.usmc || def.kind == Kind::Cadre {
                continue;
            }
            match st.at[unit as usize] {
                DEAD if def.formation() => return true,
                DEAD => steps += def.faces.len() as u8,
                NOWHERE | WAITING | DUE => {}
                _ => steps += st.step(unit),
            }
        }
        steps >= self.parameters.cadre_steps
    }

    /// The cadres come in at the start of the UN Movement Phase, by themselves where one hex is possible.
    /// [rule: kb 29-army-cadre, kb 29-marine-cadre]
    pub(crate) fn bring_cadres(&self, st: &mut State, play: &mut Play) {
        for unit in 0..self.units.len() as u8 {
            let Some(arrival) = self.arrival(unit) else { continue };
            match arrival.when {
                When::ArmyCadre if st.on_map(unit) => self.strengthen_cadre(st, unit, play),
                When::ArmyCadre | When::MarineCadre if st.at[unit as usize] == DUE => {
                    self.bring_cadre(st, unit, play);
                }
                _ => {}
            }
        }
    }

    /// A dead RCT 31 turns the Army Cadre already in play to its stronger side, once. [rule: kb 29-army-cadre]
    fn strengthen_cadre(&self, st: &mut State, unit: u8, play: &mut Play) {
        if self.rct_is_dead(st) && !st.ledger.cadre_done {
            st.ledger.cadre_done = true;
            if st.step(unit) > 0 {
                st.set_step(unit, 0);
                play.note(
                    "kb 29-army-cadre",
                    format_args!("{} gathers the survivors of RCT 31", self.name(unit)),
                );
            }
        }
    }

    fn cadre_home(&self, st: &State, unit: u8) -> Option<u16> {
        match &self.arrival(unit)?.entry {
            crate::data::Entry::On(on) => st.on_map(*on).then(|| st.hex(*on)),
            crate::data::Entry::At(hexes) => hexes.first().copied().filter(|&h| self.holds(st, UN, h)),
            crate::data::Entry::Placed(_) => None,
        }
    }

    /// The hexes where a cadre may appear: its home, or a free hex beside it when that is full.
    pub(crate) fn cadre_hexes(&self, st: &State, unit: u8) -> Vec<u16> {
        let Some(home) = self.cadre_home(st, unit) else { return Vec::new() };
        if self.may_stack(st, unit, home) {
            return vec![home];
        }
        let mut around: Vec<u16> = self.ground.neighbours(home).collect();
        around.retain(|&h| {
            self.ground.land[h as usize] && !self.enemy_in(st, UN, h) && self.may_stack(st, unit, h)
        });
        around.sort_unstable();
        around
    }

    fn bring_cadre(&self, st: &mut State, unit: u8, play: &mut Play) {
        if self.cadre_home(st, unit).is_none() {
            st.at[unit as usize] = LEFT;
            play.note("kb 29-army-cadre", format_args!("{} is lost: its place is not held", self.name(unit)));
            return;
        }
        match self.cadre_hexes(st, unit)[..] {
            [] => {}
            [hex] => self.place_cadre(st, unit, hex, play),
            _ => st.frames.push(Frame::Arrive(unit)),
        }
    }

    pub(crate) fn place_cadre(&self, st: &mut State, unit: u8, hex: u16, play: &mut Play) {
        let army = self.arrival(unit).is_some_and(|a| a.when == When::ArmyCadre);
        let early = army && self.rct_is_dead(st);
        let step = if early { 0 } else { self.arrival(unit).map_or(0, |a| a.step) };
        st.ledger.cadre_done |= early;
        st.set_step(unit, step);
        self.put(st, unit, hex);
        st.mark(unit, flag::ENTERED);
        let rule = if army { "kb 29-army-cadre" } else { "kb 29-marine-cadre" };
        let label = self.ground.label(hex);
        play.note(rule, format_args!("{} arrives at {label}", self.name(unit))).at(label);
        self.take(st, unit, hex, play);
    }

    /// 15.0 The units a side may rebuild at the end of its player turn: depleted, with a line of supply, no enemy next
    /// to them; never Marines. [rule: kb 15.0, kb 24.0]
    pub(crate) fn list_rebuilds(&self, st: &State, out: &mut Vec<Action>) {
        let mut supply = None;
        for unit in self.deployed(st, st.player).filter(|&u| self.is_rebuildable(st, u)) {
            let supply = supply.get_or_insert_with(|| self.supply(st, st.player));
            if self.supplied(st, supply, unit) {
                out.push(Action::Rebuild(unit));
            }
        }
    }

    /// Depleted, no enemy next to it, no Marines. [rule: kb 15.0, kb 24.0]
    fn is_rebuildable(&self, st: &State, unit: u8) -> bool {
        st.step(unit) > 0
            && !self.units[unit as usize].usmc
            && !self.enemy_beside(st, self.side(unit), st.hex(unit))
    }

    /// Whether Air Supply could still make a rebuilding possible. [rule: kb 10.2-air, kb 15.0]
    pub(crate) fn could_fly_to_rebuild(&self, st: &State) -> bool {
        self.rebuilding
            && st.player == UN
            && st.air_left > 0
            && self.deployed(st, UN).any(|u| self.is_rebuildable(st, u))
    }

    pub(crate) fn restore(&self, st: &mut State, unit: u8, play: &mut Play) {
        st.set_step(unit, st.step(unit) - 1);
        let seat = self.seat(st.player);
        play.say(seat, "kb 15.0", format_args!("{} is rebuilt", self.name(unit)))
            .at(self.ground.label(st.hex(unit)));
    }

    /// A unit loses a step; the last one eliminates it. [rule: kb 24.0, kb 20.0-stacks]
    pub(crate) fn lose_step(&self, st: &mut State, unit: u8, rule: &'static str, play: &mut Play) {
        self.reveal(st, unit, play);
        let def = &self.units[unit as usize];
        if usize::from(st.step(unit)) + 1 < def.faces.len() {
            st.set_step(unit, st.step(unit) + 1);
            let [a, d, m] = def.faces[st.step(unit) as usize];
            let label = self.ground.label(st.hex(unit));
            play.note(rule, format_args!("{} is depleted to {a}-{d}-{m} in {label}", self.name(unit)))
                .at(label);
        } else {
            self.eliminate(st, unit, rule, play);
        }
    }

    /// A unit is eliminated. [rule: kb 17.0, kb 10.3]
    pub(crate) fn eliminate(&self, st: &mut State, unit: u8, rule: &'static str, play: &mut Play) {
        self.reveal(st, unit, play);
        if !st.on_map(unit) {
            return;
        }
        let label = self.ground.label(st.hex(unit));
        self.lift(st, unit, DEAD);
        st.flags[unit as usize] = 0;
        self.note_early_death(st, unit);
        play.note(rule, format_args!("{} is eliminated in {label}", self.name(unit))).at(label);
    }

    /// Whether a hexside between neighbours is a river without a bridge of any kind.
    pub(crate) fn unbridged(&self, st: &State, from: u16, to: u16) -> Option<(bool, bool)> {
        let d = self.ground.direction(from, to)?;
        let water = self.ground.water[from as usize][d];
        let bridge = water.bridge || self.engineers_bridge(st, from, to);
        Some((water.river && !bridge, water.river && bridge))
    }
    pub(crate) fn wide(&self, from: u16, to: u16) -> bool {
        self.ground.direction(from, to).is_some_and(|d| self.ground.water[from as usize][d].wide)
    }
}
