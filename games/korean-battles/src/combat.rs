//! Combat (7.0): declaring, strengths, terrain, results.

use crate::crt::CombatResult;
use crate::data::{Kind, Scenario};
use crate::rules::Action;
use crate::state::{Combat, Frame, HexBits, NOWHERE, Phase, State, UnitBits, flag};
use crate::supply::Supply;
use engine::Play;

/// The sum of an attack, as it stands.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sum {
    pub(crate) attack: i32,
    pub(crate) defence: i32,
    pub(crate) attack_support: i32,
    pub(crate) defence_support: i32,
    pub(crate) line: u8,
    pub(crate) hex_line: u8,
    pub(crate) side_line: Option<u8>,
}

impl Sum {
    pub(crate) fn differential(&self) -> i32 {
        self.attack + self.attack_support - self.defence - self.defence_support
    }
}

impl Scenario {
    /// Whether a unit may take part in an attack in this phase, its supply aside.
    /// [rule: kb 7.2, kb 4.1-mobile-combat, kb 7.9, kb 10.3, kb 13.0, kb hidden-never]
    pub(crate) fn may_attack(&self, st: &State, unit: u8) -> bool {
        let def = &self.units[unit as usize];
        def.side == st.player
            && st.on_map(unit)
            && !matches!(def.kind, Kind::Depot | Kind::Dummy)
            && !st.has(unit, flag::ATTACKED | flag::ADVANCED | flag::RETREATED)
            && (st.phase != Phase::MobileCombat || def.mobile)
    }

    /// 10.4 In the Mobile Combat Phase attackers must be in supply.
    fn supply_for_attack(&self, st: &State) -> Option<Supply> {
        (st.phase == Phase::MobileCombat).then(|| self.supply(st, st.player))
    }

    /// 7.1 Whether a unit may attack a hex from where it stands. [rule: kb 7.1, kb 7.0]
    #[inline]
    fn reaches(&self, st: &State, unit: u8, target: u16) -> bool {
        let Some(d) = self.ground.direction(st.hex(unit), target) else { return false };
        !self
            .ground
            .map
            .side(board::HexId(st.hex(unit)), board::Direction::new(d))
            .any(board::Side::IMPASSABLE)
    }

    /// 7.2 Whether a hex may be attacked: an enemy there, none of them attacked already in this phase. [rule: kb 7.2]
    pub(crate) fn may_be_attacked(&self, st: &State, target: u16) -> bool {
        self.enemy_in(st, st.player, target) && !st.units_in(target).any(|u| st.has(u, flag::TARGETED))
    }

    /// The hexes that can be attacked now.
    pub(crate) fn targets(&self, st: &State) -> HexBits {
        let mut out = HexBits::default();
        let mut supply: Option<Supply> = None;
        let enemy_side = 1 - st.player;
        for unit in self.deployed(st, st.player) {
            if !self.may_attack(st, unit) {
                continue;
            }
            for &n in &self.ground.near[st.hex(unit) as usize] {
                if n == NOWHERE || self.occupier(st, n) != Some(enemy_side) || out.has(n as usize) {
                    continue;
                }
                if !self.may_be_attacked(st, n) || !self.reaches(st, unit, n) {
                    continue;
                }
                if st.phase == Phase::MobileCombat {
                    let supply = supply.get_or_insert_with(|| self.supply(st, st.player));
                    if !self.supplied(st, supply, unit) {
                        continue;
                    }
                }
                out.set(n as usize, true);
            }
        }
        out
    }

    /// The units that could still join the attack, in rising order.
    pub(crate) fn recruits(&self, st: &State) -> UnitBits {
        let supply = self.supply_for_attack(st);
        let mut out = UnitBits::default();
        for n in self.ground.neighbours(st.combat.target) {
            for unit in st.units_in(n) {
                let joined = st.combat.attackers.has(unit as usize);
                let fed = supply.as_ref().is_none_or(|s| self.supplied(st, s, unit));
                if !joined && self.may_attack(st, unit) && fed && self.reaches(st, unit, st.combat.target) {
                    out.set(unit as usize, true);
                }
            }
        }
        out
    }

    /// 4.1 An attack is declared: bombardment is over. [rule: kb 4.1-combat, kb 7.0, kb 8.4]
    pub(crate) fn declare(&self, st: &mut State, target: u16) {
        if st.phase == Phase::Combat {
            st.phase = Phase::Attack;
        }
        st.combat = Combat { active: true, target, side: st.player, ..Combat::default() };
        st.frames.push(Frame::Building);
    }

    /// The attack is confirmed: face-down counters are turned up, and everyone who takes part is marked.
    /// [rule: kb 7.2, kb hidden-revealed, kb hidden-dummy-revealed, kb hidden-mixed, kb 10.4]
    pub(crate) fn confirm(&self, st: &mut State, play: &mut Play) {
        let target = st.combat.target;
        let label = self.ground.label(target);
        let attackers = st.combat.attackers;
        let supply = self.supply(st, st.player);
        for unit in attackers.iter() {
            let weak = !self.supplied(st, &supply, unit as u8);
            st.combat.weak.set(unit, weak);
            st.mark(unit as u8, flag::ATTACKED);
        }
        play.say(
            self.seat(st.player),
            "kb 4.1-combat",
            format_args!("{} attack {label} with {}", self.side_name(st.player), Joined(self, attackers)),
        )
        .at(label);
        for unit in attackers.iter() {
            self.reveal(st, unit as u8, play);
        }
        self.reveal_hex(st, target, play);
        let mut defenders = UnitBits::default();
        st.units_in(target).for_each(|u| defenders.set(u as usize, true));
        if defenders.is_empty() {
            play.outcome("kb hidden-dummy-revealed", format_args!("Nothing is left to attack in {label}"));
            self.end_combat(st);
            return;
        }
        defenders.iter().for_each(|u| st.mark(u as u8, flag::TARGETED));
        st.combat.defenders = defenders;
        let waves = self.human_wave && st.player == crate::state::RED;
        st.replace_top(if waves { Frame::Waves } else { Frame::Support(0) });
    }

    /// The attack strength of a unit: out of supply half, fractions up; then doubled by a human wave.
    /// [rule: kb 10.4, kb 14.0, kb 13.0, kb 7.3-notes]
    pub(crate) fn attack_strength(&self, st: &State, unit: u8, weak: bool, wave: bool) -> i32 {
        let printed = i32::from(self.units[unit as usize].faces[st.step(unit) as usize][0]);
        let supplied = if weak { (printed + 1) / 2 } else { printed };
        if wave { supplied * 2 } else { supplied }
    }
    pub(crate) fn defence_strength(&self, st: &State, unit: u8) -> i32 {
        i32::from(self.units[unit as usize].faces[st.step(unit) as usize][1])
    }

    /// The line of hexsides, if every attacker has one to cross. [rule: kb 7.4, kb 12.0]
    pub(crate) fn hexside_line(&self, st: &State, attackers: &UnitBits, target: u16) -> Option<u8> {
        if attackers.is_empty() {
            return None;
        }
        if self.frozen {
            return self.frozen_hexside_line(st, attackers, target);
        }
        let (mut bridge, mut all_wide) = (false, true);
        for unit in attackers.iter() {
            let from = st.hex(unit as u8);
            let (unbridged, bridged) = self.unbridged(st, from, target)?;
            if !unbridged && !bridged {
                return None;
            }
            bridge |= bridged;
            all_wide &= self.wide(from, target);
        }
        Some(match (bridge, all_wide) {
            (true, _) => self.bridge_line,
            (false, true) => self.wide_line,
            (false, false) => self.river_line,
        })
    }

    fn frozen_hexside_line(&self, st: &State, attackers: &UnitBits, target: u16) -> Option<u8> {
        let from_ice = |u: usize| self.ground.ice[st.hex(u as u8) as usize];
        let over_river =
            |u: usize| self.unbridged(st, st.hex(u as u8), target).is_some_and(|(unbridged, _)| unbridged);
        if !self.ground.ice[target as usize] && attackers.iter().all(from_ice) {
            return Some(self.ice_line);
        }
        attackers.iter().all(|u| from_ice(u) || over_river(u)).then_some(self.river_line)
    }

    /// 7.3, 7.4 The sum of the combat as it stands: only the defender's hex and, if all attackers cross one, its
    /// hexsides count, and of these only the better. [rule: kb 7.3, kb 7.4, kb 7.5, kb 8.5, kb 2.3.2-modifier, kb 23.2]
    pub(crate) fn sum(&self, st: &State) -> Sum {
        let c = &st.combat;
        let add = |markers: [u8; 2]| i32::from(markers[0]) + i32::from(markers[1]);
        let (mut attack_support, mut defence_support) = (add(c.markers[0]), add(c.markers[1]));
        let mut defence: i32 = st
            .units_in(c.target)
            .filter(|&u| self.side(u) != c.side && !st.hidden(u))
            .map(|u| self.defence_strength(st, u))
            .sum();
        if self.ground.fort[c.target as usize] {
            defence *= 2;
            attack_support /= 2;
        }
        let attack =
            c.attackers.iter().map(|u| self.attack_strength(st, u as u8, c.weak.has(u), c.waves.has(u)));
        let hex_line = self.hex_line[c.target as usize];
        let side_line = if c.bombardment { None } else { self.hexside_line(st, &c.attackers, c.target) };
        let better = side_line.filter(|&l| self.crt.shift(l) > self.crt.shift(hex_line));
        if c.bombardment {
            // Counter-battery takes from the bombardment, never below nothing (8.4.1).
            attack_support = (attack_support - defence_support).max(0);
            defence_support = 0;
        }
        Sum {
            attack: attack.sum(),
            defence,
            attack_support,
            defence_support,
            line: better.unwrap_or(hex_line),
            hex_line,
            side_line,
        }
    }

    /// The die is rolled and the result takes effect at once. [rule: kb 4.1-combat, kb 7.3, kb crt]
    pub(crate) fn resolve(&self, st: &mut State, play: &mut Play) {
        let sum = self.sum(st);
        let column = self.crt.column(sum.line, sum.differential());
        let die = play.d6(if st.combat.bombardment { "bombardment" } else { "combat" });
        let result = self.crt.result(column, die);
        st.combat.result = result;
        let label = self.ground.label(st.combat.target);
        play.outcome(result_rule(result), format_args!("{result}{}", meaning(result, st.combat.bombardment)))
            .at(label);
        play.note(
            "kb 7.3",
            format_args!(
                "Differential {:+}, {} line, column {column}, die {die}",
                sum.differential(),
                self.crt.names(sum.line)
            ),
        );
        st.replace_top(Frame::Aftermath);
        if st.combat.bombardment {
            self.bombardment_result(st, result, play);
        } else {
            st.frames.push(Frame::Advance);
            self.combat_result(st, result, play);
        }
    }

    /// 7.6 What a result means. [rule: kb 7.6-de, kb 7.6-d, kb 7.6-ex, kb 7.6-a, kb 7.6-paren, kb 7.6-ae, kb 7.6-dot]
    fn combat_result(&self, st: &mut State, result: CombatResult, play: &mut Play) {
        match result {
            CombatResult::De => {
                self.eliminate_all(st, st.combat.defenders, "kb 7.6-de", play);
                self.open_path(st, &[st.combat.target]);
            }
            CombatResult::Ae => self.eliminate_all(st, st.combat.attackers, "kb 7.6-ae", play),
            CombatResult::D(n) => self.order_retreat(st, true, n),
            CombatResult::A(n) => self.order_retreat(st, false, n),
            CombatResult::Ex => {
                st.frames.push(Frame::Loss { defender: true });
                st.frames.push(Frame::Loss { defender: false });
            }
            CombatResult::Paren => st.frames.push(Frame::Loss { defender: false }),
            CombatResult::None => {}
        }
    }

    pub(crate) fn eliminate_all(&self, st: &mut State, units: UnitBits, rule: &'static str, play: &mut Play) {
        for unit in units.iter() {
            if st.on_map(unit as u8) {
                self.eliminate(st, unit as u8, rule, play);
            }
        }
    }

    pub(crate) fn order_retreat(&self, st: &mut State, defender: bool, length: u8) {
        st.combat.length = length;
        st.frames.push(Frame::Stiff { defender });
    }

    /// The units of one side that took part and still stand.
    pub(crate) fn party(&self, st: &State, defender: bool) -> UnitBits {
        let all = if defender { st.combat.defenders } else { st.combat.attackers };
        let mut out = UnitBits::default();
        all.iter().filter(|&u| st.on_map(u as u8)).for_each(|u| out.set(u, true));
        out
    }

    /// A unit chosen by its owner loses a step; if the hex is then empty it may be entered.
    /// [rule: kb 7.6-ex, kb 7.6-paren, kb 20.0-stacks]
    pub(crate) fn take_loss(&self, st: &mut State, unit: u8, defender: bool, play: &mut Play) {
        st.frames.pop();
        let rule = if st.combat.result == CombatResult::Ex { "kb 7.6-ex" } else { "kb 7.6-paren" };
        self.lose_step(st, unit, rule, play);
        if defender && !st.combat.bombardment && st.vacant(st.combat.target) {
            self.open_path(st, &[st.combat.target]);
        }
    }

    /// 14.0 Wave losses, then the combat is over. [rule: kb 14.0]
    pub(crate) fn aftermath(&self, st: &mut State, play: &mut Play) {
        let waves = st.combat.waves;
        for unit in waves.iter() {
            if st.on_map(unit as u8) {
                self.lose_step(st, unit as u8, "kb 14.0", play);
            }
        }
        self.end_combat(st);
    }

    pub(crate) fn end_combat(&self, st: &mut State) {
        st.frames.clear();
        st.combat = Combat::default();
    }

    /// 14.0 The attackers that may still be doubled. [rule: kb 14.0]
    pub(crate) fn list_waves(&self, st: &State, out: &mut Vec<Action>) {
        let fresh = st.combat.attackers.iter().filter(|&u| !st.combat.waves.has(u));
        out.extend(fresh.map(|u| Action::Wave(u as u8)));
    }
}

/// Units by name, with commas between.
pub(crate) struct Joined<'a>(pub(crate) &'a Scenario, pub(crate) UnitBits);

impl std::fmt::Display for Joined<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (i, unit) in self.1.iter().enumerate() {
            if i > 0 {
                f.write_str(", ")?;
            }
            f.write_str(self.0.name(unit as u8))?;
        }
        Ok(())
    }
}

fn result_rule(result: CombatResult) -> &'static str {
    match result {
        CombatResult::Ae => "kb 7.6-ae",
        CombatResult::Paren => "kb 7.6-paren",
        CombatResult::A(_) => "kb 7.6-a",
        CombatResult::None => "kb 7.6-dot",
        CombatResult::Ex => "kb 7.6-ex",
        CombatResult::D(_) => "kb 7.6-d",
        CombatResult::De => "kb 7.6-de",
    }
}

fn meaning(result: CombatResult, bombardment: bool) -> &'static str {
    match (result, bombardment) {
        (CombatResult::Ae, false) => ": all attackers are eliminated",
        (CombatResult::Ae, true) => ": the closest friend is eliminated",
        (CombatResult::Paren, false) => ": an attacker is depleted",
        (CombatResult::Paren, true) => ": the closest friend is depleted",
        (CombatResult::A(1), false) => ": the attackers retreat 1 hex or stand",
        (CombatResult::A(2), false) => ": the attackers retreat 2 hexes or stand",
        (CombatResult::A(_), false) => ": the attackers retreat 3 hexes or stand",
        (CombatResult::A(_), true) => ": ignored by a bombardment",
        (CombatResult::None, _) => "",
        (CombatResult::Ex, false) => ": an attacker and a defender are depleted",
        (CombatResult::Ex, true) => ": a defender is depleted",
        (CombatResult::D(2), _) => ": the defenders retreat 2 hexes or stand",
        (CombatResult::D(_), _) => ": the defenders retreat 3 hexes or stand",
        (CombatResult::De, _) => ": all defenders are eliminated",
    }
}
