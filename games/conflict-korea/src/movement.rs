//! 3.41 Tactical movement: steps, assaults, overruns, bugging out. What a step costs and where a force can go: `reach`.

use crate::data::{COM, Experience, Kind, UN};
use crate::dice::chance;
use crate::game::Scope;
use crate::names;
use crate::reach::Pace;
use crate::state::{BLOCKED, BUGGED, ForceId, SPECIAL, State};
use board::HexId;
use engine::{Effect, Illegal, Play, Seat, SeatSet, say};

/// What came of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stepped {
    /// It went on as planned.
    On,
    /// Something was met or seen: the march ends here.
    Halted,
}

impl Scope<'_> {
    /// Whether a force waits at sea.
    pub fn at_sea(&self, st: &State, force: ForceId) -> bool {
        self.ground.is_ocean(st.force(force).hex)
    }

    /// 3.41201, 6.8 Roads are closed to the United Nations by refugees, and in the 1950s to all by storms.
    /// [rule: ck 3.41201]
    pub fn roads_open(&self, st: &State, side: u8) -> bool {
        let crowded = side == UN && st.refugees;
        let washed_out = st.weather.storm() && !self.world.era.modern();
        !crowded && !washed_out
    }

    /// Puts a force into a hex: the hex is its side's, both sides see what they meet. Says whether something new was seen.
    /// [rule: ck 3.411-back]
    pub fn relocate(&self, st: &mut State, force: ForceId, to: HexId, play: &mut Play) -> bool {
        st.put(force, to);
        self.occupy(st, force.side(), to);
        self.sight(st, force, play)
    }

    /// 1.4 An occupied hex belongs to its occupier.
    /// [rule: ck 1.4-owner]
    pub fn occupy(&self, st: &mut State, side: u8, hex: HexId) {
        if self.ground.korea.has(hex.index()) {
            st.owner.set(hex.index(), side == UN);
        }
    }

    /// 3.411 A march along the cheapest way. It ends early where something is met or seen. [rule: ck 3.411]
    pub fn march(&self, st: &mut State, force: ForceId, to: HexId, play: &mut Play) {
        self.cancel(st, force);
        let pace = self.pace(st, force);
        for next in self.way(st, force, to) {
            let halted = self.step(st, force, &pace, next, play) == Stepped::Halted;
            if halted || !st.force(force).exists() {
                break;
            }
        }
    }

    /// 3.411 One step. Into a hex with unseen defenders it becomes an assault. [rule: ck 3.411]
    pub fn step(&self, st: &mut State, force: ForceId, pace: &Pace, to: HexId, play: &mut Play) -> Stepped {
        let side = force.side();
        if st.holder(to) == Some(1 - side) {
            play.reveal();
            self.mark(st, side, to, crate::state::BY_MOVER);
            let needs = self.world.numbers.movement.assault_needs as u8;
            play.whisper(
                SeatSet::one(Seat(side)),
                Seat(side),
                "ck 3.411",
                say!(
                    "{force} meets an enemy in {hex}",
                    force = names::force(st, force),
                    hex = names::hex(to)
                ),
            );
            if st.force(force).points >= needs {
                self.attack(st, force, to, play);
            }
            return Stepped::Halted;
        }
        let from = st.force(force).hex;
        let Some(cost) = self.paced_cost(st, pace, from, to).filter(|&c| c <= st.force(force).points) else {
            return Stepped::Halted;
        };
        let from_enemy = self.beside_enemy(st, side, from);
        let taken = !self.friendly(st, side, to);
        self.spend(st, force, cost);
        play.whisper(
            SeatSet::one(Seat(side)),
            Seat(side),
            "ck 3.411",
            say!(
                "{force} moves {from} to {to} for {cost} MP",
                force = names::force(st, force),
                from = names::hex(from),
                to = names::hex(to),
                cost,
            ),
        )
        .on(names::hex(to))
        .effect(Effect::Moved {
            unit: engine::Arg::unit(u32::from(force.0)),
            from: names::hex(from),
            to: names::hex(to),
        });
        let news = self.relocate(st, force, to, play);
        if taken {
            // 3.411 A step into the enemy's ground can't be taken back.
            play.reveal();
        }
        let broke = from_enemy && self.break_under_way(st, force, to, play);
        if news || broke { Stepped::Halted } else { Stepped::On }
    }

    /// 5.21 Green United Nations units whose retreat was blocked may bug out when they move along the enemy's front in the
    /// second orders phase. [rule: ck 5.21]
    fn break_under_way(&self, st: &mut State, force: ForceId, to: HexId, play: &mut Play) -> bool {
        let second = !st.phase.first_orders();
        if !second || force.side() != UN || !st.force(force).has(BLOCKED) || !self.beside_enemy(st, UN, to) {
            return false;
        }
        let mut broke = false;
        for unit in st.units_of(force) {
            let u = *st.unit(unit);
            if u.experience == Experience::Green
                && chance(play, 100 - i32::from(u.readiness), "green troops break under way")
            {
                self.bug_out(st, unit, play);
                broke = true;
            }
        }
        broke
    }

    /// 3.41203 An assault is cancelled: the point spent is not given back. [rule: ck 3.41203, ck 3.41203-cancel]
    pub fn cancel(&self, st: &mut State, force: ForceId) {
        if st.force(force).order != crate::state::NO_ORDER {
            if self.at_sea(st, force) {
                st.sea_assaults = st.sea_assaults.saturating_sub(1);
            }
            self.stand_down(st, force);
        }
    }

    /// 4.4.4 Whether a force can overrun what stands in a hex: twice its survivability. [rule: ck 3.41203, ck 3.41203-overrun]
    pub fn overwhelms(&self, st: &State, force: ForceId, hex: HexId) -> bool {
        self.outmatched(st, hex, self.attacking(st, force).lethality)
    }

    /// 4.4.4 Whether so much lethality sweeps away what stands in a hex.
    pub fn outmatched(&self, st: &State, hex: HexId, lethality: u64) -> bool {
        let ratio = self.world.numbers.combat.overrun_ratio as u64;
        lethality >= ratio * self.defending(st, hex).survivability
    }

    /// 3.41203 A force enters a hex that the enemy holds: it overruns him, or plots an assault, or in the second phase ends
    /// its movement. [rule: ck 3.41203, ck 5.1]
    pub fn attack(&self, st: &mut State, force: ForceId, to: HexId, play: &mut Play) {
        play.reveal();
        self.cancel(st, force);
        let first = st.phase.first_orders();
        if self.overwhelms(st, force, to) && st.tries(force, to) {
            let won = chance(play, self.world.numbers.combat.overrun_chance, "overrun");
            let (who, hex) = (names::force(st, force), names::hex(to));
            if won {
                play.outcome("ck 3.41203", say!("{who} overruns {hex}", who, hex)).on(hex);
                self.overrun(st, force, to, play);
                return;
            }
            play.outcome("ck 3.41203", say!("{who} fails to overrun {hex}", who, hex)).on(hex);
        }
        let seat = Seat(force.side());
        let who = names::force(st, force);
        if !first {
            st.force_mut(force).points = 0;
            let told = say!("{who} can't break into {hex} and stops", who, hex = names::hex(to));
            play.whisper(SeatSet::one(seat), seat, "ck 5.1", told);
            return;
        }
        let from = st.force(force).hex;
        self.spend(st, force, self.world.numbers.movement.assault_costs as u8);
        if let Some(direction) = self.ground.direction(from, to) {
            st.force_mut(force).order = direction as u8;
            let told = say!(
                "{who} plots an assault on {hex}: {points} MP left, {points}{way} on its counter",
                who,
                hex = names::hex(to),
                points = st.force(force).points,
                way = names::direction(direction),
            );
            play.whisper(SeatSet::one(seat), seat, "ck 3.41203", told).on(names::hex(to));
        }
    }

    /// 4.4.4 Overrun forces are destroyed and the force advances. [rule: ck 3.41203]
    fn overrun(&self, st: &mut State, force: ForceId, to: HexId, play: &mut Play) {
        let from = st.force(force).hex;
        let victims: Vec<ForceId> = st.in_hex(to).collect();
        for victim in victims {
            for unit in st.units_of(victim) {
                self.destroy(st, unit, true, play);
            }
        }
        let cost = self.step_cost(st, force, from, to).unwrap_or(0).min(st.force(force).points);
        self.spend(st, force, cost);
        self.relocate(st, force, to, play);
    }

    /// 3.41203 Whether a force may try to enter a hex that the enemy holds.
    pub fn may_attack(&self, st: &State, force: ForceId, to: HexId) -> Result<(), Illegal> {
        let f = st.force(force);
        let needs = self.world.numbers.movement.assault_needs as u8;
        if self.ground.direction(f.hex, to).is_none() {
            return Err(Illegal::new(
                "ck 3.41203",
                say!("{hex} is not next to the force", hex = names::hex(to)),
            ));
        }
        if self.at_sea(st, force) || !self.ground.is_land(to) || !st.known_enemy(force.side(), to) {
            let why = say!("no enemy force is known in {hex}", hex = names::hex(to));
            return Err(Illegal::new("ck 3.41203", why));
        }
        if f.points < needs {
            let why = say!("an assault needs {needs} MP and {points} are left", needs, points = f.points);
            return Err(Illegal::new("ck 3.41203", why));
        }
        Ok(())
    }

    /// 3.411 Whether a force may be ordered to bug out: no allowance this turn and unmoved. [rule: ck 3.411, ck 3.411-bug-out]
    pub fn may_bug_out(&self, st: &State, force: ForceId) -> Result<(), Illegal> {
        let f = st.force(force);
        if f.allowance > 0 {
            return Err(Illegal::new("ck 3.411", say!("only a force without an allowance bugs out")));
        }
        if !f.unmoved() || f.has(BUGGED) || self.at_sea(st, force) {
            return Err(Illegal::new("ck 3.411", say!("the force has moved or bugged out already")));
        }
        Ok(())
    }

    /// 3.411, 5.22 A force bugs out on purpose. [rule: ck 3.411]
    pub fn order_bug_out(&self, st: &mut State, force: ForceId, play: &mut Play) {
        if self.bug_out_force(st, force, play) {
            st.force_mut(force).points = self.world.numbers.movement.bug_out_allowance as u8;
            st.force_mut(force).set(BUGGED, true);
        }
    }

    /// 3.41210 Whether a force may cross an estuary or reservoir: one Marine infantry unit alone with its full allowance.
    /// [rule: ck 3.41210]
    /// [rule: ck 5.1-crossing]
    pub fn may_cross(&self, st: &State, force: ForceId, water: HexId, exit: HexId) -> Result<u8, Illegal> {
        let f = st.force(force);
        let no = |why: engine::Sentence| Err(Illegal::new("ck 3.41210", why));
        let wet = |hex: HexId| {
            matches!(
                self.ground.terrain(hex),
                crate::ground::Terrain::Estuary | crate::ground::Terrain::Reservoir
            )
        };
        if self.lone(st, force).is_none_or(|(_, kind)| kind != Kind::Mar) {
            return no(say!("only one Marine infantry unit alone crosses water"));
        }
        if !f.unmoved() || i32::from(f.points) < self.world.numbers.movement.amphibious_needs {
            return no(say!("it needs its full allowance and must not have moved"));
        }
        let start_in_reach = self.ground.direction(f.hex, water).is_some() && wet(water);
        if !start_in_reach || self.ground.direction(water, exit).is_none() || exit == f.hex {
            return no(say!("it crosses one estuary or reservoir hex beside it"));
        }
        if st.known_enemy(UN, exit) {
            return no(say!("an enemy holds {hex}", hex = names::hex(exit)));
        }
        // Into the water it goes at no cost, also from beside the enemy; out of it at the usual one.
        match self.step_cost(st, force, water, exit) {
            Some(cost) if cost <= f.points => Ok(cost),
            _ => no(say!("{hex} can't be entered", hex = names::hex(exit))),
        }
    }

    /// 3.41210 A Marine regiment crosses the water; unseen defenders turn it back. [rule: ck 3.41210]
    pub fn cross(&self, st: &mut State, force: ForceId, water: HexId, exit: HexId, play: &mut Play) {
        play.reveal();
        self.cancel(st, force);
        if st.holder(exit) == Some(COM) {
            self.mark(st, UN, exit, crate::state::BY_MOVER);
            return;
        }
        let Ok(cost) = self.may_cross(st, force, water, exit) else { return };
        self.spend(st, force, cost);
        let told = say!(
            "{force} crosses {water} to {exit}",
            force = names::force(st, force),
            water = names::hex(water),
            exit = names::hex(exit),
        );
        play.whisper(SeatSet::one(Seat(UN)), Seat(UN), "ck 3.41210", told).on(names::hex(exit));
        self.relocate(st, force, exit, play);
    }

    /// A force has used its turn for a special movement.
    pub fn special(&self, st: &mut State, force: ForceId) {
        self.cancel(st, force);
        self.leave_trenches(st, force);
        let f = st.force_mut(force);
        f.points = 0;
        f.set(SPECIAL, true);
    }
}
