//! Set-up (3.0, 11.0, 16.0, 27 to 29): placing, breaking divisions down, face-down counters, dummies.

use crate::actions::Action;
use crate::data::{Kind, Scenario};
use crate::game::KoreanBattles;
use crate::room::Waiting;
use crate::sequence::{Kb, Verdict, another_moment, ensure, no};
use crate::state::{
    BROKEN, Hex, HexSet, NOBODY, NOWHERE, RED, Side, State, UN, UNPLACED, UnitId, WAITING, flag,
};
use engine::scene::ActionKind;
use engine::{Arg, Ask, Decision, Effect, Offer, Play, Seat, SeatSet, say};
use serde::{Deserialize, Serialize};

/// 3.0 A side sets its units up. [rule: kb 3.0]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetUp;

impl Decision<KoreanBattles> for SetUp {
    fn seats(&self, _: &KoreanBattles, st: &State) -> SeatSet {
        st.player.alone()
    }
    fn ask(&self, _: Kb<'_>) -> Ask {
        Ask::new("kb 3.0", say!("Set up your units, or take the historical set-up."))
    }
    fn list(&self, now: Kb<'_>, out: &mut Vec<Action>) {
        let (sc, st) = (now.game.of(now.state), now.state);
        out.push(Action::SetupDefault);
        if let Some(i) = sc.next_form(st) {
            let unit = sc.divisions[i].unit;
            out.extend([false, true].map(|division| Action::Form { unit, division }));
            return;
        }
        out.extend(sc.ids().filter(|&u| sc.may_break(st, u).is_ok()).map(|unit| Action::Break { unit }));
        let mark = out.len();
        sc.each_place(st, &mut |unit, hex| {
            out.push(Action::Place { unit, hex, hidden: false });
            if sc.may_hide(st, unit, hex).is_ok() {
                out.push(Action::Place { unit, hex, hidden: true });
            }
        });
        if out.len() == mark {
            out.extend(sc.dummy_hexes(st).iter().map(|hex| Action::Dummy { hex }));
            out.push(Action::Done);
        }
    }
    fn check(&self, now: Kb<'_>, action: Action) -> Verdict {
        let (sc, st) = (now.game.of(now.state), now.state);
        let forming = sc.next_form(st).map(|i| sc.divisions[i].unit);
        match (action, forming) {
            (Action::SetupDefault, _) => Ok(()),
            (Action::Form { unit, .. }, Some(next)) if unit == next => Ok(()),
            (_, Some(next)) => no("kb 29-ch-setup", say!("the form of {next} is settled first", next)),
            (Action::Form { .. }, None) => no("kb 29-ch-setup", say!("no division's form is to be settled")),
            (Action::Break { unit }, _) => sc.may_break(st, unit),
            (Action::Place { unit, hex, hidden }, _) => {
                sc.may_place(st, unit, hex)?;
                if hidden { sc.may_hide(st, unit, hex) } else { Ok(()) }
            }
            (Action::Dummy { hex }, _) => {
                sc.may_finish(st)?;
                sc.may_lie(st, hex)
            }
            (Action::Done, _) => sc.may_finish(st),
            _ => {
                another_moment(action)?;
                Ok(())
            }
        }
    }
    fn perform(&self, game: &KoreanBattles, st: &mut State, _: Seat, action: Action, play: &mut Play) {
        let sc = game.of(st);
        match action {
            Action::SetupDefault => {
                sc.set_up_default(st, play);
                sc.finish_setup(st, play);
            }
            Action::Form { unit, division } => {
                if let Some(index) = sc.divisions.iter().position(|d| d.unit == unit) {
                    sc.form(st, index, division, play);
                }
            }
            Action::Break { unit } => sc.break_down(st, unit, play),
            Action::Place { unit, hex, hidden } => sc.set_up(st, unit, hex, hidden, play),
            Action::Dummy { hex } => sc.set_dummy(st, hex, play),
            _ => sc.finish_setup(st, play),
        }
    }
    fn offer(&self, _: Kb<'_>, action: Action) -> Offer {
        match action {
            Action::SetupDefault => Offer::new(ActionKind::Choose, "kb 3.0", say!("Set up as in history")),
            Action::Form { unit, division: true } => {
                Offer::new(ActionKind::Choose, "kb 29-ch-setup", say!("{unit} as one counter", unit))
            }
            Action::Form { unit, .. } => {
                Offer::new(ActionKind::Choose, "kb 29-ch-setup", say!("{unit} as regiments", unit))
            }
            Action::Break { unit } => {
                Offer::new(ActionKind::Choose, "kb 11.0-swap", say!("Break down {unit}", unit))
            }
            Action::Place { unit, hex, hidden: true } => {
                Offer::new(ActionKind::Move, "kb 16.0", say!("{unit} to {hex} face down", unit, hex))
            }
            Action::Place { unit, hex, .. } => {
                Offer::new(ActionKind::Move, "kb 3.0", say!("{unit} to {hex}", unit, hex))
            }
            Action::Dummy { hex } => {
                Offer::new(ActionKind::Choose, "kb 16.0-dummies", say!("Dummy to {hex}", hex))
            }
            _ => Offer::new(ActionKind::Done, "kb 3.0", say!("Done")),
        }
    }
}

impl Scenario {
    /// Both sides' counters before anything is placed; units with one place of their own go there.
    /// [rule: kb 3.0, kb 27-length, kb 28-length, kb 29-length]
    pub(crate) fn lay_out(&self, st: &mut State) {
        st.control = self.control;
        for (c, city) in self.cities.iter().enumerate() {
            let un = city.hexes.iter().all(|&h| self.holds(st, UN, h));
            let red = city.hexes.iter().all(|&h| self.holds(st, RED, h));
            st.ledger.un_held |= u8::from(un) << c;
            st.ledger.red_cities |= u8::from(red) << c;
        }
        st.pool = self.pool;
        st.stock = self.pool;
        st.air_left = self.parameters.air_counters;
        for unit in self.ids() {
            let def = &self.units[unit.index()];
            let chinese = self.division_of(unit).is_some();
            if !chinese && def.setup.is_some() {
                st.at[unit.index()] = UNPLACED;
                st.set_step(unit, def.setup.as_ref().map_or(0, |p| p.step));
            } else if !chinese && def.arrival.is_some() {
                st.at[unit.index()] = WAITING;
            }
        }
        self.begin_setup(st, self.sets_up);
    }

    /// Units that have one hex and no choice are placed at once.
    pub(crate) fn begin_setup(&self, st: &mut State, side: Side) {
        st.player = side;
        for unit in self.ids() {
            if self.side(unit) != side || st.at[unit.index()] != UNPLACED || self.hides(unit) {
                continue;
            }
            let place = self.units[unit.index()].setup.as_ref();
            if let Some(&[hex]) = place.map(|p| &p.at[..])
                && self.may_pass(st, side, hex).is_ok()
                && self.may_stack(st, unit, hex)
            {
                self.put(st, unit, hex);
            }
        }
    }

    /// The Chinese division that a counter or regiment belongs to.
    pub(crate) fn division_of(&self, unit: UnitId) -> Option<usize> {
        self.divisions.iter().position(|d| d.unit == unit || d.regiments.contains(&unit))
    }

    /// The division whose form is to be settled next. [rule: kb 29-ch-setup]
    fn next_form(&self, st: &State) -> Option<usize> {
        if st.player != RED {
            return None;
        }
        (0..self.divisions.len())
            .find(|&i| st.formed >> i & 1 == 0 && (!self.divisions[i].optional || st.accelerated))
    }

    /// 29 A Chinese division takes part as one counter or as three regiments; 58 as a counter forces 60.
    /// [rule: kb 29-ch-setup, kb 21.0]
    fn form(&self, st: &mut State, index: usize, whole: bool, play: &mut Play) {
        let division = &self.divisions[index];
        st.formed |= 1 << index;
        let unit = division.unit;
        let text = if whole {
            say!("{unit} takes part as one counter", unit)
        } else {
            say!("{unit} takes part as regiments", unit)
        };
        play.say(RED.seat(), "kb 29-ch-setup", text);
        if whole {
            let setup = self.units[unit.index()].setup.is_some();
            st.at[unit.index()] = if setup { UNPLACED } else { WAITING };
            self.place_single(st, unit);
            for &forced in &division.forces {
                if let Some(i) = self.divisions.iter().position(|d| d.unit == forced)
                    && st.formed >> i & 1 == 0
                {
                    self.form(st, i, true, play);
                }
            }
        } else {
            st.at[unit.index()] = BROKEN;
            for (i, &r) in division.regiments.iter().enumerate() {
                st.at[r.index()] = if i < division.start { UNPLACED } else { WAITING };
            }
        }
    }

    fn place_single(&self, st: &mut State, unit: UnitId) {
        if let Some(&[hex]) = self.units[unit.index()].setup.as_ref().map(|p| &p.at[..])
            && st.at[unit.index()] == UNPLACED
            && self.may_place(st, unit, hex).is_ok()
        {
            self.put(st, unit, hex);
        }
    }

    /// 11.0 Whether a division may be exchanged for regiments now. [rule: kb 11.0-swap]
    fn may_break(&self, st: &State, unit: UnitId) -> Verdict {
        let def = &self.units[unit.index()];
        let rule = "kb 11.0-swap";
        ensure(def.side == st.player, rule, || say!("that is a unit of the enemy"))?;
        let regiments = !def.regiments.is_empty() && self.breakdown.contains(&def.nation);
        ensure(regiments, rule, || say!("{unit} has no regiments to break down into", unit))?;
        let there = st.on_map(unit) || st.at[unit.index()] == WAITING;
        ensure(there, rule, || say!("{unit} takes no part as a division", unit))
    }

    /// 11.0 A division leaves the game and three regiments take its place. [rule: kb 11.0-swap, kb 11.0-place]
    fn break_down(&self, st: &mut State, unit: UnitId, play: &mut Play) {
        let waiting = st.at[unit.index()] == WAITING;
        if waiting {
            st.at[unit.index()] = BROKEN;
        } else {
            self.lift(st, unit, BROKEN);
        }
        st.flags[unit.index()] = 0;
        for &r in &self.units[unit.index()].regiments {
            st.at[r.index()] = if waiting { WAITING } else { UNPLACED };
        }
        play.say(st.player.seat(), "kb 11.0-swap", say!("{unit} is broken down", unit));
    }

    /// 3.0 Whether a unit may be placed in a hex now, and why not. [rule: kb 3.0]
    fn may_place(&self, st: &State, unit: UnitId, hex: Hex) -> Verdict {
        ensure(self.side(unit) == st.player, "kb 3.0", || say!("that is a unit of the enemy"))?;
        ensure(st.at[unit.index()] == UNPLACED, "kb 3.0", || say!("{unit} is not to be set up", unit))?;
        let offered = self.offered(st);
        if !offered.contains(&unit) {
            return no("kb 3.0", say!("others are set up before {unit}", unit));
        }
        let listed = self.setup_hexes(st, unit).has(hex);
        ensure(listed, "kb 3.0", || say!("{unit} is not set up in {hex}", unit, hex))?;
        self.may_set_up(st, unit, hex, &self.waiting(st))
    }

    /// Whether a hex of a unit's list can take it: no enemy, stacking, and room for those that have no other place.
    fn may_set_up(&self, st: &State, unit: UnitId, hex: Hex, waiting: &Waiting) -> Verdict {
        self.may_pass(st, self.side(unit), hex)?;
        let stacks = || say!("at most two units may share a hex, one of them small");
        ensure(self.may_stack(st, unit, hex), "kb 20.0-stacking", stacks)?;
        match waiting.left_out(self, st, unit, hex) {
            None => Ok(()),
            Some(other) => no("kb 3.0", say!("{other} would then find no place", other)),
        }
    }

    /// Every placement on offer.
    fn each_place(&self, st: &State, found: &mut dyn FnMut(UnitId, Hex)) {
        let waiting = self.waiting(st);
        for unit in self.offered(st) {
            self.places(st, unit, &waiting).into_iter().for_each(|hex| found(unit, hex));
        }
    }

    /// The hexes that a unit on offer may be placed in.
    fn places(&self, st: &State, unit: UnitId, waiting: &Waiting) -> Vec<Hex> {
        let hexes = self.setup_hexes(st, unit);
        hexes.iter().filter(|&hex| self.may_set_up(st, unit, hex, waiting).is_ok()).collect()
    }

    /// Whether nothing is left to be placed.
    fn may_finish(&self, st: &State) -> Verdict {
        let mut left = None;
        self.each_place(st, &mut |unit, _| left = left.or(Some(unit)));
        match left {
            None => Ok(()),
            Some(unit) => no("kb 3.0", say!("{unit} is still to be set up", unit)),
        }
    }

    /// The hexes that a unit's list names.
    /// [rule: kb 3.0, kb 27-hq, kb 11.0-place, kb 27-nk-setup, kb 29-ch-setup, kb hidden-setup]
    fn setup_hexes(&self, st: &State, unit: UnitId) -> HexSet {
        let def = &self.units[unit.index()];
        match &def.setup {
            Some(place) if place.beside => self.hexes_beside(st, def.side),
            Some(place) => place.at.iter().copied().collect(),
            None => self.regiment_hexes(st, unit),
        }
    }

    /// 27 In or next to a hex with a unit of one's own, headquarters not counted, and not where the enemy begins.
    /// [rule: kb 27-hq]
    fn hexes_beside(&self, st: &State, side: Side) -> HexSet {
        let mut out = HexSet::default();
        for unit in self.deployed(st, side).filter(|&u| self.units[u.index()].kind != Kind::Hq) {
            let hex = st.hex(unit);
            for h in self.ground.neighbours(hex).chain([hex]) {
                out.set(h, !self.red_setup_hexes.contains(&h));
            }
        }
        out
    }

    /// 11.0 One regiment in the division's hex, the others next to it; North Koreans there not next to the enemy.
    /// [rule: kb 11.0-place, kb 27-nk-setup]
    pub(crate) fn regiment_hexes(&self, st: &State, unit: UnitId) -> HexSet {
        let division = self.units[unit.index()].division;
        let place = (division != NOBODY).then(|| self.units[division.index()].setup.as_ref()).flatten();
        let Some(&home) = place.and_then(|p| p.at.first()) else { return HexSet::default() };
        let sister_home = self.units[division.index()].regiments.iter().any(|&r| st.hex(r) == home);
        if !sister_home {
            return [home].into_iter().collect();
        }
        let side = self.side(unit);
        let closed = |h: Hex| {
            if side == UN { self.red_setup_hexes.contains(&h) } else { self.enemy_beside(st, side, h) }
        };
        self.ground.neighbours(home).filter(|&h| !closed(h)).collect()
    }

    /// The units for which places are offered now: of sisters, and of units with free choice, the first.
    fn offered(&self, st: &State) -> Vec<UnitId> {
        let mut out: Vec<UnitId> = Vec::new();
        let mut free = false;
        for unit in self.ids() {
            if st.at[unit.index()] != UNPLACED || self.side(unit) != st.player {
                continue;
            }
            let def = &self.units[unit.index()];
            let beside = def.setup.as_ref().is_some_and(|p| p.beside);
            let sister =
                def.division != NOBODY && out.iter().any(|&o| self.units[o.index()].division == def.division);
            let hold_back = sister || (beside && free);
            if !hold_back {
                out.push(unit);
            }
            free |= beside;
        }
        out
    }

    /// 16.0 Whether a dummy may be placed in a hex: on or next to a hex with a North Korean unit, not next to a
    /// face-down counter; at Inchon, alone, not next to the enemy.
    /// [rule: kb 27-nk-setup, kb 28-dummies, kb hidden-setup, kb 16.0-dummies]
    fn may_lie(&self, st: &State, hex: Hex) -> Verdict {
        let rule = if self.dummies_beside_un { "kb 27-nk-setup" } else { "kb 28-dummies" };
        let Some(dummy) = self.spare_dummy(st).filter(|_| st.player == RED) else {
            return no("kb 16.0-dummies", say!("no dummy is left to be placed"));
        };
        self.may_pass(st, RED, hex)?;
        let stacks = || say!("at most two units may share a hex, one of them small");
        ensure(self.may_stack(st, dummy, hex), "kb 20.0-stacking", stacks)?;
        let near = self.ground.neighbours(hex).chain([hex]).any(|h| self.real_unit_in(st, RED, h));
        ensure(near, rule, || say!("a dummy begins in or next to a hex with a North Korean unit"))?;
        let shy = !self.dummies_beside_un && st.vacant(hex) && self.enemy_beside(st, RED, hex);
        ensure(!shy, "kb 28-dummies", || say!("a dummy alone in its hex does not begin next to the enemy"))?;
        self.may_hide_at(st, hex)
    }

    fn dummy_hexes(&self, st: &State) -> HexSet {
        if st.player != RED || self.spare_dummy(st).is_none() {
            return HexSet::default();
        }
        let near: HexSet = self
            .deployed(st, RED)
            .flat_map(|u| self.ground.neighbours(st.hex(u)).chain([st.hex(u)]))
            .filter(|h| self.ground.land[h.index()])
            .collect();
        near.iter().filter(|&h| self.may_lie(st, h).is_ok()).collect()
    }

    fn spare_dummy(&self, st: &State) -> Option<UnitId> {
        if !self.hidden_units {
            return None;
        }
        self.dummies.iter().copied().find(|&d| st.at[d.index()] == NOWHERE)
    }

    /// 16.0 Places a unit. What lies face down is told to its owner alone until all are set up, for the order of placing
    /// would give the dummies away. [rule: kb 11.0-place, kb 16.0]
    fn set_up(&self, st: &mut State, unit: UnitId, hex: Hex, hidden: bool, play: &mut Play) {
        if hidden {
            st.mark(unit, flag::HIDDEN);
        }
        self.put(st, unit, hex);
        self.take(st, unit, hex, play);
        let seat = self.side(unit).seat();
        let at = hex.into();
        if hidden {
            let owner = self.side(unit).alone();
            let told = Arg::from(unit).only(owner);
            play.whisper(
                owner,
                seat,
                "kb 16.0",
                say!("{unit} is placed face down in {hex}", unit = told, hex),
            )
            .on(hex)
            .effect(Effect::Placed { unit: told, at });
        } else {
            play.say(seat, "kb 3.0", say!("{unit} is set up in {hex}", unit, hex))
                .on(hex)
                .effect(Effect::Placed { unit: unit.into(), at });
        }
    }

    fn set_dummy(&self, st: &mut State, hex: Hex, play: &mut Play) {
        if let Some(dummy) = self.spare_dummy(st) {
            self.set_up(st, dummy, hex, true, play);
        }
    }

    /// The rest of a side's set-up as history had it; the dummies lie where the lot puts them, or everybody would know
    /// them. [rule: kb 3.0]
    fn set_up_default(&self, st: &mut State, play: &mut Play) {
        while let Some(i) = self.next_form(st) {
            self.form(st, i, false, play);
        }
        loop {
            let waiting = self.waiting(st);
            let mut offered = self.offered(st).into_iter().map(|u| (u, self.places(st, u, &waiting)));
            let Some((unit, places)) = offered.find(|(_, places)| !places.is_empty()) else { break };
            let first = places[0];
            let place = self.units[unit.index()].setup.as_ref();
            let wanted = place.and_then(|p| p.default).filter(|h| places.contains(h));
            let hex = wanted.unwrap_or(first);
            let hide = place.is_some_and(|p| p.default_hidden) && self.may_hide(st, unit, hex).is_ok();
            self.set_up(st, unit, hex, hide, play);
        }
        loop {
            let hexes = self.dummy_hexes(st);
            if hexes.is_empty() {
                break;
            }
            let lot = play.draw(hexes.len(), "place of a dummy");
            if let Some(hex) = hexes.iter().nth(lot) {
                self.set_dummy(st, hex, play);
            }
        }
    }

    /// What could not be placed takes no part. [rule: kb 11.0-place]
    pub(crate) fn end_setup(&self, st: &mut State, play: &mut Play) {
        for unit in self.ids() {
            if st.at[unit.index()] == UNPLACED && self.side(unit) == st.player {
                st.at[unit.index()] = NOWHERE;
                // Which of the units that may lie face down is missing is its owner's secret.
                let owner = self.side(unit).alone();
                let text = say!("{unit} finds no hex and takes no part", unit);
                if self.hides(unit) {
                    play.whisper(owner, self.side(unit).seat(), "kb 11.0-place", text);
                } else {
                    play.say(self.side(unit).seat(), "kb 11.0-place", text);
                }
            }
        }
    }
}
