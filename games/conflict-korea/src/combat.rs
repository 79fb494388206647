//! 4.2 Ground combat: the plotted assaults of both sides.

use crate::data::{Experience, UN, step_of};
use crate::data::{Kind, Temperature};
use crate::dice::chance;
use crate::game::Scope;
use crate::names;
use crate::state::{BLOCKED, ENTRENCHED, FIRED, ForceId, NO_ORDER, State, UnitId};
use crate::strength::{SCALE, Strength, loss_ratio};
use board::HexId;
use engine::{Play, Seat, SeatSet, Sentence, many, say};

/// What two sides bring to a combat, and what it costs them. [rule: ck 4.25]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Balance {
    /// Of the attackers in contact.
    pub attack: Strength,
    /// Of everything in the hex.
    pub defence: Strength,
    /// Heavy artillery from afar.
    pub attack_support: u64,
    pub defence_support: u64,
    /// Naval gunfire.
    pub attack_naval: u64,
    pub defence_naval: u64,
    pub attacker_loss: u8,
    pub defender_loss: u8,
}

impl Scope<'_> {
    /// The hex that a force has orders to assault.
    pub fn target(&self, st: &State, force: ForceId) -> Option<HexId> {
        let f = st.force(force);
        if !f.exists() || f.order == NO_ORDER {
            return None;
        }
        Some(self.ground.next[f.hex.index()][f.order as usize])
    }

    /// 4.25 Naval gunfire for the United Nations at a hex beside deep ocean, in parts of a point. [rule: ck 4.25, ck 4.25-naval]
    pub fn naval(&self, st: &State, hex: HexId) -> u64 {
        if self.world.era.modern() || !self.ground.coastal.has(hex.index()) {
            return 0;
        }
        let points = u64::from(step_of(&self.world.tables.naval, st.turn)) * SCALE;
        if st.weather.storm() { points / 2 } else { points }
    }

    /// 4.25 Heavy artillery of a side that supports a combat: on land within two hexes, neither in the hex nor among the
    /// attackers.
    /// [rule: ck 4.25-artillery]
    pub fn supporters(&self, st: &State, side: u8, hex: HexId, attackers: &[ForceId]) -> Vec<UnitId> {
        let range = self.world.numbers.combat.support_range as u32;
        let guns = st.roster[side as usize].iter().copied();
        guns.filter(|&unit| {
            let force = st.unit(unit).force;
            let at = st.force(force).hex;
            self.world.units[unit.index()].kind == Kind::Harty
                && at != hex
                && self.ground.is_land(at)
                && self.ground.distance(at, hex) <= range
                && !attackers.contains(&force)
        })
        .collect()
    }

    /// 4.4.5 The strengths of a combat and both loss ratios, before anything is lost. [rule: ck 4.25]
    pub fn balance(&self, st: &State, hex: HexId, attackers: &[ForceId]) -> Balance {
        let side = attackers.first().map_or(UN, |f| f.side());
        let mut b = Balance { defence: self.defending(st, hex), ..Balance::default() };
        attackers.iter().for_each(|&f| b.attack += self.attacking(st, f));
        let support = |side| -> u64 {
            self.supporters(st, side, hex, attackers).iter().map(|&u| self.support_of(st, u)).sum()
        };
        (b.attack_support, b.defence_support) = (support(side), support(1 - side));
        let naval = self.naval(st, hex);
        (b.attack_naval, b.defence_naval) = if side == UN { (naval, 0) } else { (0, naval) };
        let constant = self.world.numbers.combat.constant;
        let (l_att, l_def) = (
            b.attack.lethality + b.attack_support + b.attack_naval,
            b.defence.lethality + b.defence_support + b.defence_naval,
        );
        b.defender_loss = loss_ratio(constant, l_att, b.defence.survivability);
        b.attacker_loss = loss_ratio(constant, l_def, b.attack.survivability);
        b
    }

    /// 4.2 All plotted assaults: one side first by lot, its target hexes in random order. [rule: ck 4.2]
    /// [rule: ck 4.2-order]
    pub fn ground_combat(&self, st: &mut State, play: &mut Play) {
        let plotted = |st: &State, side| st.forces_of(side).any(|f| self.target(st, f).is_some());
        let both = plotted(st, 0) && plotted(st, 1);
        let first = if both { play.draw(2, "which side assaults first") as u8 } else { 0 };
        for side in [first, 1 - first] {
            let mut targets: Vec<HexId> = st.forces_of(side).filter_map(|f| self.target(st, f)).collect();
            targets.sort_unstable();
            targets.dedup();
            while !targets.is_empty() {
                let at =
                    if targets.len() > 1 { play.draw(targets.len(), "which assault is next") } else { 0 };
                let hex = targets.remove(at);
                self.resolve(st, side, hex, play);
            }
        }
        for side in 0..2 {
            let all: Vec<ForceId> = st.forces_of(side).collect();
            all.into_iter().for_each(|f| self.stand_down(st, f));
        }
    }

    /// 4.22 The armies of a side that assault a hex fight one after the other, in random order. [rule: ck 4.22]
    /// [rule: ck 4.2-vacated]
    fn resolve(&self, st: &mut State, side: u8, hex: HexId, play: &mut Play) {
        let attackers = |st: &State| -> Vec<ForceId> {
            st.forces_of(side).filter(|&f| self.target(st, f) == Some(hex)).collect()
        };
        let mut armies: Vec<u8> = attackers(st).iter().map(|&f| self.army(st, f)).collect();
        armies.sort_unstable();
        armies.dedup();
        if armies.len() > 1 && play.draw(2, "which army fights first") == 1 {
            armies.swap(0, 1);
        }
        for army in armies {
            let mut forces: Vec<ForceId> =
                attackers(st).into_iter().filter(|&f| self.army(st, f) == army).collect();
            forces.sort_by_key(|&f| (st.force(f).hex, st.force(f).born));
            if forces.is_empty() {
                continue;
            }
            play.beat();
            if st.holder(hex) == Some(1 - side) {
                self.fight(st, side, hex, &forces, play);
            } else {
                play.note("ck 4.2", say!("no enemy holds {hex} any more", hex = names::hex(hex)))
                    .on(names::hex(hex));
                self.advance(st, hex, &forces, play);
            }
        }
    }

    /// 4.4.6 One combat, in the order of the book. [rule: ck 4.25, ck 4.251]
    fn fight(&self, st: &mut State, side: u8, hex: HexId, attackers: &[ForceId], play: &mut Play) {
        let mut defenders: Vec<ForceId> = st.in_hex(hex).collect();
        defenders.sort_by_key(|&f| st.force(f).born);
        let b = self.balance(st, hex, attackers);
        self.report(st, hex, attackers, &defenders, &b, play);
        self.report_terms(st, hex, attackers, &defenders, play);
        let supporters =
            [self.supporters(st, side, hex, attackers), self.supporters(st, 1 - side, hex, attackers)];
        for (forces, loss, extra) in [
            (attackers, b.attacker_loss, self.world.numbers.combat.attacker_readiness),
            (&defenders[..], b.defender_loss, 0),
        ] {
            for unit in self.units_in(st, forces) {
                self.lose(st, unit, |_| i32::from(loss), "equipment lost", play);
            }
            let weather = if self.harsh(st, hex) { self.world.numbers.combat.weather_readiness } else { 0 };
            for unit in self.units_in(st, forces) {
                st.unit_mut(unit).tire(i32::from(loss) + extra + weather);
            }
        }
        for &unit in supporters.iter().flatten() {
            let u = st.unit_mut(unit);
            u.tire(self.world.numbers.combat.support_readiness);
            u.set(FIRED, true);
        }
        self.remove_broken(st, attackers, play);
        self.remove_broken(st, &defenders, play);
        let retreated: Vec<ForceId> = defenders
            .iter()
            .copied()
            .filter(|&f| st.force(f).exists() && self.retreats(st, f, b.defender_loss, play))
            .collect();
        if b.attacker_loss > 0 || b.defender_loss > 0 {
            let stayed = attackers.iter().chain(&defenders).copied().filter(|f| !retreated.contains(f));
            let stayed: Vec<ForceId> = stayed.collect();
            self.learn(st, &stayed, play);
        }
        self.aftermath(st, hex, attackers, play);
        for force in attackers.iter().chain(&defenders) {
            self.report_strength(st, *force, false);
        }
    }

    fn units_in(&self, st: &State, forces: &[ForceId]) -> Vec<UnitId> {
        forces.iter().flat_map(|&f| st.units_of(f)).collect()
    }

    /// 4.25 Heat (not north of the freeze line) and storms wear everybody down. [rule: ck 4.25, ck 4.25-weather]
    fn harsh(&self, st: &State, hex: HexId) -> bool {
        st.weather.storm() || (st.weather.temperature == Temperature::Hot && !self.frozen(st, hex))
    }

    /// 4.251 Units whose survivability is below 1 are removed. [rule: ck 4.251]
    fn remove_broken(&self, st: &mut State, forces: &[ForceId], play: &mut Play) {
        for unit in self.units_in(st, forces) {
            if self.staying_power(st, unit) < 400 {
                self.destroy(st, unit, true, play);
            }
        }
    }

    /// 4.252 A defending force retreats with twice the loss ratio per cent, 20 more with a green unit. Says whether it
    /// left its hex. [rule: ck 4.252, ck 4.252-blocked]
    /// [rule: ck 4.252-green]
    fn retreats(&self, st: &mut State, force: ForceId, loss: u8, play: &mut Play) -> bool {
        let combat = &self.world.numbers.combat;
        if loss == 0 {
            return false;
        }
        let green = st.units_of(force).any(|u| st.unit(u).experience == Experience::Green);
        let odds = combat.retreat_per_loss * i32::from(loss) + if green { combat.retreat_green } else { 0 };
        let name = names::force(st, force);
        if !chance(play, odds, "retreat") {
            play.note("ck 4.252", say!("{force} holds ({odds} % to retreat)", force = name, odds));
            return false;
        }
        let Some(to) = self.retreat_hex(st, force, play) else {
            play.note(
                "ck 4.252",
                say!("{force} must retreat and can't: it fights a second round", force = name),
            );
            st.force_mut(force).set(BLOCKED, true);
            for unit in st.units_of(force) {
                self.lose(st, unit, |_| i32::from(loss), "second round", play);
                st.unit_mut(unit).tire(i32::from(loss));
            }
            self.remove_broken(st, &[force], play);
            return false;
        };
        for unit in st.units_of(force) {
            let green = st.unit(unit).experience == Experience::Green;
            if green && chance(play, i32::from(loss), "green troops break") {
                self.bug_out(st, unit, play);
            }
        }
        if st.force(force).exists() {
            // 6.8 A force that broke up on its way does not count among those driven off.
            st.retreats = st.retreats.saturating_add(u8::from(force.side() == UN));
            let from = names::hex(st.force(force).hex);
            play.outcome("ck 4.252", say!("{force} retreats to {to}", force = name, to = names::hex(to)))
                .on(from);
            self.leave_trenches(st, force);
            self.stand_down(st, force);
            self.relocate(st, force, to, play);
        }
        true
    }

    /// 4.252, 4.4.6 Where a force retreats to: the first class of hexes that has any, by lot within it. [rule: ck 4.252, ck 4.252-hexes]
    pub fn retreat_hex(&self, st: &State, force: ForceId, play: &mut Play) -> Option<HexId> {
        const NORTH: [usize; 3] = [0, 1, 5];
        const SOUTH: [usize; 3] = [3, 2, 4];
        // N, NE, NW and S, SE, SW; the United Nations' second class is NE, NW, N and the Communists' SE, SW, S.
        let classes: &[(bool, [usize; 3])] = if force.side() == UN {
            &[(true, SOUTH), (true, [1, 5, 0])]
        } else {
            &[(true, NORTH), (true, [2, 4, 3]), (false, NORTH), (false, [2, 4, 3])]
        };
        let from = st.force(force).hex;
        for (friendly, directions) in classes {
            let open: Vec<HexId> = directions
                .iter()
                .map(|&d| self.ground.next[from.index()][d])
                .filter(|&to| to.is_some() && self.may_retreat(st, force.side(), to, *friendly))
                .collect();
            match open.len() {
                0 => {}
                1 => return Some(open[0]),
                n => return Some(open[play.draw(n, "retreat hex")]),
            }
        }
        None
    }

    /// 4.252 No retreat into water, unbridged open rivers, full hexes or the enemy.
    /// [rule: ck 4.252-hexes]
    fn may_retreat(&self, st: &State, side: u8, to: HexId, friendly: bool) -> bool {
        let mine = self.friendly(st, side, to);
        let ford =
            self.ground.river.has(to.index()) && !self.frozen(st, to) && !(mine && self.ground.has_way(to));
        self.ground.is_land(to)
            && mine == friendly
            && !ford
            && st.holder(to) != Some(1 - side)
            && st.stack(to) < self.world.numbers.movement.forces_in_hex as usize
    }

    /// 4.251 Green and seasoned units that stayed may learn. [rule: ck 4.251]
    /// [rule: ck 4.251-experience]
    fn learn(&self, st: &mut State, forces: &[ForceId], play: &mut Play) {
        let odds = self.world.numbers.combat.experience_chance;
        let mut learned = [0u32; 2];
        for side in [forces.first().map_or(UN, |f| f.side()), forces.last().map_or(UN, |f| f.side())] {
            for unit in self.units_in(st, forces) {
                let u = *st.unit(unit);
                let own = u.force.is_some() && u.force.side() == side;
                if own && u.experience != Experience::Veteran && chance(play, odds, "experience") {
                    st.unit_mut(unit).experience = u.experience.next();
                    learned[side as usize] += 1;
                }
            }
            let n = learned[side as usize];
            let told = say!("{n} {n|unit gains|units gain} experience", n);
            play.whisper(SeatSet::one(Seat(side)), Seat(side), "ck 4.251", told);
            if forces.iter().all(|f| f.side() == side) {
                break;
            }
        }
    }

    /// 4.25, 4.253 The attackers enter a hex that is clear; those from the sea that failed go back to Japan.
    /// [rule: ck 4.253]
    /// [rule: ck 4.253-together]
    fn aftermath(&self, st: &mut State, hex: HexId, attackers: &[ForceId], play: &mut Play) {
        let side = attackers.first().map_or(UN, |f| f.side());
        if st.holder(hex) != Some(1 - side) {
            play.outcome("ck 4.2", say!("{hex} is taken", hex = names::hex(hex))).on(names::hex(hex));
            self.advance(st, hex, attackers, play);
            return;
        }
        play.outcome("ck 4.2", say!("{hex} is held", hex = names::hex(hex))).on(names::hex(hex));
        for &force in attackers {
            if !st.force(force).exists() {
                continue;
            }
            self.stand_down(st, force);
            if self.at_sea(st, force) && self.bug_out_force(st, force, play) {
                self.back_to_japan(st, force, play);
            }
        }
    }

    /// Attackers enter an empty hex: from the sea first, then by lethality, as many as it holds. It costs nothing.
    /// [rule: ck 4.2-advance]
    fn advance(&self, st: &mut State, hex: HexId, attackers: &[ForceId], play: &mut Play) {
        let mut forces: Vec<ForceId> = attackers.iter().copied().filter(|&f| st.force(f).exists()).collect();
        forces.sort_by_key(|&f| {
            (!self.at_sea(st, f), std::cmp::Reverse(self.attacking(st, f).lethality), st.force(f).born)
        });
        for force in forces {
            self.stand_down(st, force);
            if st.stack(hex) < self.world.numbers.movement.forces_in_hex as usize && st.force(force).exists()
            {
                self.leave_trenches(st, force);
                play.note(
                    "ck 4.2",
                    say!("{force} enters {hex}", force = names::force(st, force), hex = names::hex(hex)),
                )
                .on(names::hex(hex));
                self.relocate(st, force, hex, play);
            }
        }
    }

    /// 3.3 The combat report: every term of both loss ratios.
    fn report(
        &self,
        st: &State,
        hex: HexId,
        attackers: &[ForceId],
        defenders: &[ForceId],
        b: &Balance,
        play: &mut Play,
    ) {
        let names = |forces: &[ForceId]| -> Vec<engine::Arg> {
            forces.iter().map(|&f| names::force(st, f)).collect()
        };
        play.note(
            "ck 4.2",
            say!("{attackers} assault {hex}", attackers = many(names(attackers)), hex = names::hex(hex)),
        )
        .on(names::hex(hex));
        play.note("ck 4.2", say!("{defenders} defend", defenders = many(names(defenders))));
        play.note(
            "ck 4.25",
            say!(
                "attack: lethality {l} + heavy artillery {a} + naval gunfire {n} against survivability {s}: the defender loses {loss} %",
                l = names::real(b.attack.lethality),
                a = names::real(b.attack_support),
                n = names::real(b.attack_naval),
                s = names::real(b.defence.survivability),
                loss = b.defender_loss,
            ),
        );
        play.note(
            "ck 4.25",
            say!(
                "defence: lethality {l} + heavy artillery {a} + naval gunfire {n} against survivability {s}: the attacker loses {loss} %",
                l = names::real(b.defence.lethality),
                a = names::real(b.defence_support),
                n = names::real(b.defence_naval),
                s = names::real(b.attack.survivability),
                loss = b.attacker_loss,
            ),
        );
    }

    /// 4.4.5 What each unit brings to a combat, told to its own side: a reader can do the sums by hand.
    /// [rule: ck 4.25-report]
    fn report_terms(
        &self,
        st: &State,
        hex: HexId,
        attackers: &[ForceId],
        defenders: &[ForceId],
        play: &mut Play,
    ) {
        for &force in attackers {
            let halved = self.river_halves(st, st.force(force).hex);
            for unit in st.units_of(force) {
                let sum = self.attacking_unit(st, unit, halved);
                let told = self.term(st, unit, self.attacking_pieces(st, unit, halved), sum);
                self.tell_owner(unit, told, play);
            }
        }
        for unit in self.units_in(st, defenders) {
            let sum = self.defending_unit(st, unit, hex);
            let told = self.term(st, unit, self.defending_pieces(st, unit, hex), sum);
            self.tell_owner(unit, told, play);
        }
        for side in 0..2 {
            for unit in self.supporters(st, side, hex, attackers) {
                let told = say!(
                    "{unit} supports with its guns: {sum} at readiness {r} %, {experience}",
                    unit = names::unit(unit),
                    sum = names::real(self.support_of(st, unit)),
                    r = st.unit(unit).readiness,
                    experience = names::experience(st.unit(unit).experience),
                );
                self.tell_owner(unit, told, play);
            }
        }
    }

    /// Pieces, readiness, experience, capability and trenches of a unit, and what they come to.
    fn term(&self, st: &State, unit: UnitId, pieces: Strength, sum: Strength) -> Sentence {
        let (u, nation) = (st.unit(unit), self.world.units[unit.index()].nation);
        let (who, l, s) =
            (names::unit(unit), names::halves(pieces.lethality), names::halves(pieces.survivability));
        let (r, experience) = (u.readiness, names::experience(u.experience));
        let tenths = self.world.tenths(nation, st.choices.capability);
        let (capability, lethality, survivability) =
            (names::real(tenths * SCALE / 10), names::real(sum.lethality), names::real(sum.survivability));
        if u.has(ENTRENCHED) {
            return say!(
                "{who}: pieces {l} and {s}, readiness {r} %, {experience}, capability {capability}, dug in: lethality {lethality}, survivability {survivability}",
                who,
                l,
                s,
                r,
                experience,
                capability,
                lethality,
                survivability
            );
        }
        say!(
            "{who}: pieces {l} and {s}, readiness {r} %, {experience}, capability {capability}: lethality {lethality}, survivability {survivability}",
            who,
            l,
            s,
            r,
            experience,
            capability,
            lethality,
            survivability
        )
    }

    fn tell_owner(&self, unit: UnitId, told: Sentence, play: &mut Play) {
        let seat = Seat(self.world.units[unit.index()].nation.side());
        play.whisper(SeatSet::one(seat), seat, "ck 4.25", told);
    }
}
