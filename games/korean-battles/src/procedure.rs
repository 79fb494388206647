//! The procedure of a position: what is under way must be something that could have come about.

use crate::combat::Fighting;
use crate::data::{Kind, Scenario, When};
use crate::frames::Frame;
use crate::game::KoreanBattles;
use crate::movement::Moving;
use crate::reading::{Found, Reader, bad};
use crate::retreat::{Displace, Retreat, Retreats, Way};
use crate::state::{Combat, DUE, Hex, Phase, Side, State, UN, UnitId, UnitSet, flag};
use crate::support::Support;
use engine::{Decision, Now, PositionError};

/// Whether something holds, else what is wrong.
fn must(holds: bool, what: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what.to_owned()) }
}

impl Reader<'_> {
    /// Reads frames and combat; stacking is checked with them, for a unit on its way may stand where it could not stay.
    pub(crate) fn read_procedure(&self, game: &KoreanBattles, st: &mut State) -> Found<()> {
        if let Some(procedure) = &self.position.procedure {
            st.frames = procedure.frames;
            st.combat = procedure.combat;
            self.sc.check_procedure(game, st).map_err(|e| PositionError::new("procedure", e))?;
        }
        for hex in self.sc.ground.all() {
            if let Err(message) = self.sc.sound_hex(st, hex) {
                let last = st.units_in(hex).last().map_or("", |u| &self.sc.units[u.index()].id);
                return bad(format!("units.{last}.at"), message);
            }
        }
        Ok(())
    }
}

impl Scenario {
    fn check_procedure(&self, game: &KoreanBattles, st: &State) -> Result<(), String> {
        self.names_exist(st)?;
        let fights = st.combat != Combat::default();
        match &st.frames[..] {
            [] => must(!fights, "a combat is under way, but no decision in it")?,
            [Frame::Arrive(_)]
            | [Frame::Arrive(_), Frame::Arrive(_)]
            | [Frame::Moving(_)]
            | [Frame::Leaving(_)] => {
                must(!fights, "a unit moves in the middle of a combat")?;
                st.frames.iter().try_for_each(|frame| self.check_mover(st, *frame))?;
            }
            [Frame::Building(_)] => self.check_building(st)?,
            [Frame::Waves(_)] => {
                must(self.human_wave && st.player != UN, "there are no human waves here")?;
                must(st.combat.markers == [[0; 2]; 2], "support comes after the waves")?;
                self.check_declared(st)?;
            }
            [Frame::Support(support)] => self.check_support(st, *support)?,
            [Frame::Aftermath(_), rest @ ..] => self.check_result(st, rest)?,
            _ => return Err("the frames do not fit together".to_owned()),
        }
        let Some(frame) = st.frames.last() else { return Ok(()) };
        let Some(seat) = frame.seats(game, st).first() else {
            return Err("nobody has a decision to take in it".to_owned());
        };
        let mut actions = Vec::new();
        frame.list(Now { game, state: st, seat }, &mut actions);
        must(!actions.is_empty(), "nobody has a decision to take in it")
    }

    /// Everything that frames and combat name exists.
    fn names_exist(&self, st: &State) -> Result<(), String> {
        let c = &st.combat;
        let hex = |h: Hex| h.index() < self.ground.hexes;
        let unit = |u: UnitId| u.index() < self.units.len();
        let sets = [&c.attackers, &c.defenders, &c.waves, &c.weak, &c.pending];
        let paths = c.path.iter().chain(c.paths.iter().flat_map(|p| p.iter())).chain(c.advanced.iter());
        let frames = st.frames.iter().all(|frame| match frame {
            Frame::Arrive(f) => unit(f.unit),
            Frame::Moving(f) => unit(f.unit) && st.on_map(f.unit),
            Frame::Leaving(f) => unit(f.unit) && st.on_map(f.unit),
            Frame::Retreat(f) => unit(f.unit) && st.on_map(f.unit),
            Frame::Displace(f) => unit(f.unit) && st.on_map(f.unit),
            _ => true,
        });
        let known = hex(c.target)
            && hex(c.start)
            && hex(c.cleared)
            && paths.copied().all(hex)
            && sets.iter().all(|set| set.iter().all(unit))
            && c.chain.iter().all(|&(u, h)| unit(u) && st.on_map(u) && hex(h))
            && c.markers.iter().flatten().all(|&m| m <= 7)
            && c.length <= 3
            && c.path_count <= 2
            && frames;
        must(known, "it names what does not exist")
    }

    fn check_mover(&self, st: &State, frame: Frame) -> Result<(), String> {
        let moving = matches!(st.phase, Phase::Movement | Phase::MobileMovement);
        must(moving, "units move in movement phases")?;
        match frame {
            Frame::Moving(Moving { unit, spent, .. }) => {
                must(self.side(unit) == st.player, "a unit of the other side moves")?;
                let mobile = st.phase == Phase::Movement || self.quick[unit.index()].mobile;
                must(mobile, "only mobile units move in the mobile phase")?;
                must(spent <= self.allowance(st, unit), "the unit has spent more than it has")?;
                let begun = spent == 0 || st.has(unit, flag::MOVED);
                must(begun, "the unit on its way is marked as moved")
            }
            Frame::Leaving(leaving) => {
                let may = self.may_exit(st, leaving.unit, st.hex(leaving.unit)) && st.player == UN;
                must(may, "the unit cannot leave the map from there")
            }
            Frame::Arrive(arrive) => {
                let cadre = self.arrival(arrive.unit).map(|a| a.when);
                let due = st.at[arrive.unit.index()] == DUE && st.player == UN && st.phase == Phase::Movement;
                must(
                    due && matches!(cadre, Some(When::ArmyCadre | When::MarineCadre)),
                    "no cadre arrives now",
                )?;
                let twice = st.frames.iter().filter(|f| **f == frame).count() > 1;
                must(!twice, "a cadre arrives once")
            }
            _ => Ok(()),
        }
    }

    /// An attack that gathers units, and nothing more.
    fn check_building(&self, st: &State) -> Result<(), String> {
        let c = &st.combat;
        let fresh = Combat {
            active: true,
            target: c.target,
            side: st.player,
            attackers: c.attackers,
            ..Combat::default()
        };
        must(*c == fresh, "the attack that is being declared has more than attackers")?;
        must(
            matches!(st.top_of_phase(), Some(Frame::Fighting(Fighting))),
            "attacks belong to combat phases",
        )?;
        self.may_build_attack(st).map_err(|e| e.why.pattern().to_owned())
    }

    /// A declared attack before its die: who takes part stands where it should, marked and face up.
    fn check_declared(&self, st: &State) -> Result<(), String> {
        let c = &st.combat;
        must(
            matches!(st.top_of_phase(), Some(Frame::Fighting(Fighting))),
            "combats belong to combat phases",
        )?;
        must(c.active && c.side == st.player, "the attack is not the player's")?;
        let defenders: UnitSet = st.units_in(c.target).collect();
        must(!defenders.is_empty() && defenders == c.defenders, "the defenders are those in the target hex")?;
        let faced = |u: UnitId, side: Side| self.side(u) == side && !st.hidden(u);
        must(defenders.iter().all(|u| faced(u, c.side.other())), "the defenders are enemies, face up")?;
        let untouched = c.pending.is_empty() && c.path.is_empty() && c.chain.is_empty() && c.path_count == 0;
        let fresh = untouched && !c.stood && c.length == 0 && c.advanced.is_empty();
        must(fresh && c.result == Default::default(), "the die has not been cast yet")?;
        let part = |set: &UnitSet| set.iter().all(|u| c.attackers.has(u));
        must(part(&c.waves) && part(&c.weak), "waves and units out of supply are attackers")?;
        if c.bombardment {
            return must(
                c.attackers.is_empty() && st.phase == Phase::Combat,
                "nobody attacks in a bombardment",
            );
        }
        must(!c.attackers.is_empty(), "nobody attacks")?;
        for unit in c.attackers.iter() {
            let near = st.on_map(unit) && self.ground.direction(st.hex(unit), c.target).is_some();
            let def = &self.units[unit.index()];
            let fights = !matches!(def.kind, Kind::Depot | Kind::Dummy) && faced(unit, c.side);
            must(
                near && fights && st.has(unit, flag::ATTACKED),
                "an attacker stands next to its target, face up",
            )?;
        }
        must(defenders.iter().all(|u| st.has(u, flag::TARGETED)), "the defenders are marked as attacked")
    }

    fn check_support(&self, st: &State, support: Support) -> Result<(), String> {
        self.check_declared(st)?;
        let c = &st.combat;
        let slots = 2 * self.parameters.slots;
        let least = u8::from(c.bombardment);
        must((least..slots).contains(&support.slot), "there is no such support slot")?;
        must(!c.bombardment || c.markers[0][0] > 0, "a bombardment is declared with a marker")?;
        let early = (support.slot..4).all(|s| c.markers[usize::from(s % 2)][usize::from(s / 2)] == 0);
        must(early, "a marker lies in a slot that has not come yet")
    }

    /// A combat after its die.
    fn check_result(&self, st: &State, rest: &[Frame]) -> Result<(), String> {
        let c = &st.combat;
        must(c.active && c.side == st.player, "the attack is not the player's")?;
        let phase = if c.bombardment {
            st.phase == Phase::Combat
        } else {
            matches!(st.phase, Phase::Attack | Phase::MobileCombat)
        };
        must(phase, "the combat does not belong to this phase")?;
        let fit = |set: &UnitSet, side: Side| set.iter().all(|u| self.side(u) == side && !st.hidden(u));
        must(
            fit(&c.attackers, c.side) && fit(&c.defenders, c.side.other()),
            "the parties are face up, each on its side",
        )?;
        must(c.waves.iter().all(|u| c.attackers.has(u)), "waves are attackers")?;
        must(c.bombardment == c.attackers.is_empty(), "an attack has attackers, a bombardment none")?;
        let rest = match (c.bombardment, rest) {
            (true, rest) => rest,
            (false, [Frame::Advance(_), rest @ ..]) => rest,
            (false, _) => return Err("the frames do not fit together".to_owned()),
        };
        let told = |defender: bool| (defender || !c.bombardment) && (1..=3).contains(&c.length);
        match rest {
            [] | [Frame::Loss(_)] | [Frame::Loss(_), Frame::Loss(_)] => Ok(()),
            [Frame::FriendlyFire(_)] => must(c.bombardment, "friendly fire comes from bombardment"),
            [Frame::Stiff(stiff)] => must(told(stiff.defender), "nobody is told to retreat"),
            [Frame::Retreats(retreats), retreat @ ..] => {
                must(told(retreats.defender), "nobody is told to retreat")?;
                self.check_retreat(st, *retreats, retreat)
            }
            _ => Err("the frames do not fit together".to_owned()),
        }
    }

    fn check_retreat(&self, st: &State, retreats: Retreats, rest: &[Frame]) -> Result<(), String> {
        let c = &st.combat;
        let party = self.party(st, retreats.defender);
        must(c.pending.iter().all(|u| party.has(u)), "who still has to retreat stands and took part")?;
        let goes =
            |unit: UnitId| must(party.has(unit) && !c.pending.has(unit), "the unit has no retreat to make");
        match rest {
            [] => Ok(()),
            [Frame::Retreat(Retreat { unit, left, way })] => {
                goes(*unit)?;
                let taken = c.path.len() as u8;
                must((1..=3).contains(left) && taken + left <= c.length, "the retreat is too long")?;
                let far = self.ground.distance(c.start, st.hex(*unit)) == taken;
                must(far, "the retreat has come another way")?;
                let room =
                    self.may_stack(st, *unit, c.cleared) && !self.enemy_in(st, self.side(*unit), c.cleared);
                must(*way != Way::Cleared || room, "no friend has made room")
            }
            [Frame::Displace(Displace { unit })] => {
                goes(*unit)?;
                must(c.path.is_empty() && c.start == st.hex(*unit), "the retreat has begun")?;
                self.check_chain(st, *unit)
            }
            _ => Err("the frames do not fit together".to_owned()),
        }
    }

    /// Every friend that gives way could be chosen after those before it.
    fn check_chain(&self, st: &State, unit: UnitId) -> Result<(), String> {
        let mut before = st.clone();
        before.combat.chain.clear();
        for &(friend, to) in st.combat.chain.iter() {
            let open = self.displacements(&before, unit).contains(&(friend, to));
            must(open && !self.may_stack(st, friend, to), "that friend does not give way")?;
            before.combat.chain.push((friend, to));
        }
        Ok(())
    }
}
