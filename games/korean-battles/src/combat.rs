//! Combat (7.0): the combat phases, declaring, waves, results.

use crate::actions::Action;
use crate::advance::Advance;
use crate::crt::CombatResult;
use crate::data::{Kind, Scenario};
use crate::game::KoreanBattles;
use crate::names::{line, signed};
use crate::retreat::Stiff;
use crate::sequence::{Kb, Verdict, another_moment, ensure, no};
use crate::state::{Combat, Hex, HexSet, NOWHERE, Phase, RED, Side, State, UnitId, UnitSet, flag};
use crate::supply::Lines;
use crate::support::Support;
use engine::scene::ActionKind;
use engine::{Ask, Decision, Offer, Play, Question, Seat, SeatSet, Sentence, many, say};
use serde::{Deserialize, Serialize};

/// 4.1 The Combat Phase (bombardment, then attacks) or the Mobile Combat Phase.
/// [rule: kb 4.1-combat, kb 4.1-mobile-combat]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fighting;

impl Decision<KoreanBattles> for Fighting {
    fn seats(&self, game: &KoreanBattles, st: &State) -> SeatSet {
        if !st.held && game.of(st).nobody_fights(st) { SeatSet::NONE } else { st.player.alone() }
    }
    fn ask(&self, now: Kb<'_>) -> Ask {
        match now.state.phase {
            Phase::Combat => Ask::new("kb 8.4", say!("Bombard, declare an attack, or end the phase.")),
            Phase::Attack => Ask::new("kb 4.1-combat", say!("Declare an attack, or end the phase.")),
            _ => {
                Ask::new("kb 4.1-mobile-combat", say!("Declare an attack of mobile units, or end the phase."))
            }
        }
    }
    fn list(&self, now: Kb<'_>, out: &mut Vec<Action>) {
        let (sc, st) = (now.game.of(now.state), now.state);
        sc.list_air(st, out);
        sc.list_bombardments(st, out);
        out.extend(sc.targets(st).iter().map(|hex| Action::Attack { hex }));
        sc.list_end(st, out);
    }
    fn check(&self, now: Kb<'_>, action: Action) -> Verdict {
        let (sc, st) = (now.game.of(now.state), now.state);
        match action {
            Action::Bombard { hex, marker } => sc.may_bombard(st, hex, marker, &sc.posts(st, st.player)),
            Action::Attack { hex } => sc.may_declare(st, hex),
            _ => sc.check_anytime(st, action),
        }
    }
    fn perform(&self, game: &KoreanBattles, st: &mut State, _: Seat, action: Action, play: &mut Play) {
        let sc = game.of(st);
        match action {
            Action::Bombard { hex, marker } => sc.bombard(st, hex, marker, play),
            Action::Attack { hex } => {
                st.combat = Combat { active: true, target: hex, side: st.player, ..Combat::default() };
                st.push(Building);
            }
            _ => sc.perform_anytime(st, action, play),
        }
    }
    fn offer(&self, now: Kb<'_>, action: Action) -> Offer {
        match action {
            Action::Bombard { hex, marker } => {
                let label = say!("Bombard {hex} with +{n}", hex, n = marker.0);
                Offer::new(ActionKind::Attack, "kb 8.4", label).dice()
            }
            Action::Attack { hex } => Offer::new(ActionKind::Attack, "kb 7.0", say!("Attack {hex}", hex)),
            _ => now.game.of(now.state).offer_anytime(action),
        }
    }
    /// A mobile phase in which nobody is left to attack passes by itself.
    fn step(&self, game: &KoreanBattles, st: &mut State, play: &mut Play) -> bool {
        game.of(st).next_phase(st, play);
        true
    }
}

/// 7.1 An attack is declared and gathers units. [rule: kb 7.1]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Building;

impl Decision<KoreanBattles> for Building {
    fn seats(&self, _: &KoreanBattles, st: &State) -> SeatSet {
        st.combat.side.alone()
    }
    fn ask(&self, now: Kb<'_>) -> Ask {
        let target = now.state.combat.target;
        Ask::new("kb 7.1", say!("Choose the units that attack {target}.", target)).place(target)
    }
    fn list(&self, now: Kb<'_>, out: &mut Vec<Action>) {
        let (sc, st) = (now.game.of(now.state), now.state);
        out.extend(sc.recruits(st, st.combat.target).iter().map(|unit| Action::Add { unit }));
        out.extend(st.combat.attackers.iter().map(|unit| Action::Remove { unit }));
        if !st.combat.attackers.is_empty() {
            out.push(Action::Fight);
        }
    }
    fn check(&self, now: Kb<'_>, action: Action) -> Verdict {
        let (sc, st) = (now.game.of(now.state), now.state);
        match action {
            Action::Add { unit } => {
                let joined = st.combat.attackers.has(unit);
                ensure(!joined, "kb 7.1", || say!("{unit} takes part already", unit))?;
                sc.may_join(st, unit, st.combat.target, &Lines::new(sc, st, st.player))
            }
            Action::Remove { unit } => ensure(st.combat.attackers.has(unit), "kb 7.1", || {
                say!("{unit} takes no part in the attack", unit)
            }),
            Action::Fight => {
                ensure(!st.combat.attackers.is_empty(), "kb 7.1", || say!("no unit takes part in the attack"))
            }
            _ => no("kb 7.1", say!("the attack on {target} is made first", target = st.combat.target)),
        }
    }
    fn perform(&self, game: &KoreanBattles, st: &mut State, _: Seat, action: Action, play: &mut Play) {
        match action {
            Action::Add { unit } => st.combat.attackers.set(unit, true),
            Action::Remove { unit } => st.combat.attackers.set(unit, false),
            _ => game.of(st).confirm(st, play),
        }
    }
    fn quiet(&self, now: Kb<'_>) -> Option<Action> {
        (!now.state.combat.attackers.is_empty()).then_some(Action::Fight)
    }
    fn offer(&self, _: Kb<'_>, action: Action) -> Offer {
        match action {
            Action::Add { unit } => Offer::new(ActionKind::Add, "kb 7.1", say!("Add {unit}", unit)),
            Action::Remove { unit } => {
                Offer::new(ActionKind::Remove, "kb 7.1", say!("Leave out {unit}", unit))
            }
            _ => Offer::new(ActionKind::Done, "kb 4.1-combat", say!("Attack")).dice(),
        }
    }
}

/// 14.0 Attackers are doubled by human waves, or not. [rule: kb 14.0]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Waves;

impl Decision<KoreanBattles> for Waves {
    fn seats(&self, _: &KoreanBattles, st: &State) -> SeatSet {
        st.combat.side.alone()
    }
    fn ask(&self, now: Kb<'_>) -> Ask {
        Ask::new("kb 14.0", say!("Double attackers by a human wave? Each loses a step afterwards."))
            .place(now.state.combat.target)
    }
    fn candidates(&self, now: Kb<'_>, out: &mut Vec<Action>) {
        out.push(Action::Done);
        out.extend(now.state.combat.attackers.iter().map(|unit| Action::Wave { unit }));
    }
    fn check(&self, now: Kb<'_>, action: Action) -> Verdict {
        let c = &now.state.combat;
        match action {
            Action::Done => Ok(()),
            Action::Wave { unit } => {
                let attacks = c.attackers.has(unit);
                ensure(attacks, "kb 14.0", || say!("{unit} takes no part in the attack", unit))?;
                ensure(!c.waves.has(unit), "kb 14.0", || say!("{unit} attacks in a human wave already", unit))
            }
            _ => no("kb 14.0", say!("human waves are decided first")),
        }
    }
    fn perform(&self, _: &KoreanBattles, st: &mut State, seat: Seat, action: Action, play: &mut Play) {
        match action {
            Action::Wave { unit } => {
                st.combat.waves.set(unit, true);
                play.say(seat, "kb 14.0", say!("{unit} attacks in a human wave", unit));
            }
            _ => st.replace_top(Support { slot: 0 }),
        }
    }
    fn quiet(&self, _: Kb<'_>) -> Option<Action> {
        Some(Action::Done)
    }
    fn offer(&self, _: Kb<'_>, action: Action) -> Offer {
        match action {
            Action::Wave { unit } => {
                Offer::new(ActionKind::Add, "kb 14.0", say!("Human wave with {unit}", unit))
            }
            _ => Offer::new(ActionKind::Done, "kb 14.0", say!("Done")),
        }
    }
    fn question(&self, now: Kb<'_>) -> Option<Question> {
        Some(Question {
            kind: "waves",
            title: say!("Human waves"),
            place: Some(now.state.combat.target.into()),
            value: now.game.of(now.state).stake(now.state, now.state.combat.side),
        })
    }
}

/// 7.3 The die is rolled. [rule: kb 7.3]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Resolve;

/// 14.0 Wave losses and the end of the combat. [rule: kb 14.0]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Aftermath;

/// A step that goes on by itself: nobody is asked.
macro_rules! by_itself {
    ($frame:ty, $step:ident) => {
        impl Decision<KoreanBattles> for $frame {
            fn seats(&self, _: &KoreanBattles, _: &State) -> SeatSet {
                SeatSet::NONE
            }
            fn ask(&self, _: Kb<'_>) -> Ask {
                Ask::new("kb 7.3", say!("The combat is resolved."))
            }
            fn check(&self, _: Kb<'_>, action: Action) -> Verdict {
                another_moment(action)
            }
            fn perform(&self, _: &KoreanBattles, _: &mut State, _: Seat, _: Action, _: &mut Play) {}
            fn offer(&self, _: Kb<'_>, _: Action) -> Offer {
                Offer::new(ActionKind::Choose, "kb 7.3", say!("The combat is resolved."))
            }
            fn step(&self, game: &KoreanBattles, st: &mut State, play: &mut Play) -> bool {
                game.of(st).$step(st, play);
                true
            }
        }
    };
}
by_itself!(Resolve, resolve);
by_itself!(Aftermath, aftermath);

/// 7.6 A side loses a step: its owner chooses the unit. [rule: kb 7.6-ex, kb 7.6-paren]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Loss {
    pub(crate) defender: bool,
}

impl Decision<KoreanBattles> for Loss {
    fn seats(&self, game: &KoreanBattles, st: &State) -> SeatSet {
        let forced = game.of(st).party(st, self.defender).len() < 2;
        if forced { SeatSet::NONE } else { st.combat.owner(self.defender).alone() }
    }
    fn ask(&self, now: Kb<'_>) -> Ask {
        Ask::new("kb 7.6-ex", say!("Choose the unit that loses a step.")).place(now.state.combat.target)
    }
    fn candidates(&self, now: Kb<'_>, out: &mut Vec<Action>) {
        let party = now.game.of(now.state).party(now.state, self.defender);
        out.extend(party.iter().map(|unit| Action::Lose { unit }));
    }
    fn check(&self, now: Kb<'_>, action: Action) -> Verdict {
        let Action::Lose { unit } = action else {
            return no("kb 7.6-ex", say!("the unit that loses a step is chosen first"));
        };
        let party = now.game.of(now.state).party(now.state, self.defender);
        ensure(party.has(unit), "kb 7.6-ex", || say!("{unit} takes no part in the combat on that side", unit))
    }
    fn perform(&self, game: &KoreanBattles, st: &mut State, _: Seat, action: Action, play: &mut Play) {
        if let Action::Lose { unit } = action {
            game.of(st).take_loss(st, unit, self.defender, play);
        }
    }
    fn offer(&self, _: Kb<'_>, action: Action) -> Offer {
        offer_loss(action, "kb 7.6-ex")
    }
    /// There is but one unit it can be about.
    fn step(&self, game: &KoreanBattles, st: &mut State, play: &mut Play) -> bool {
        match game.of(st).party(st, self.defender).only() {
            Some(unit) => game.of(st).take_loss(st, unit, self.defender, play),
            None => {
                st.frames.pop();
            }
        }
        true
    }
}

/// The words of choosing a unit that loses a step.
pub(crate) fn offer_loss(action: Action, rule: &'static str) -> Offer {
    match action {
        Action::Lose { unit } => Offer::new(ActionKind::Choose, rule, say!("{unit} loses a step", unit)),
        _ => Offer::new(ActionKind::Choose, rule, say!("Lose a step")),
    }
}

impl Combat {
    /// The side of the defenders or of the attackers.
    pub(crate) fn owner(&self, defender: bool) -> Side {
        if defender { self.side.other() } else { self.side }
    }
}

impl Scenario {
    /// Whether a unit may take part in an attack in this phase, its place and supply aside.
    /// [rule: kb 7.2, kb 4.1-mobile-combat, kb 7.9, kb 10.3, kb 13.0, kb hidden-never]
    pub(crate) fn may_attack(&self, st: &State, unit: UnitId) -> bool {
        let def = &self.units[unit.index()];
        def.side == st.player
            && st.on_map(unit)
            && !matches!(def.kind, Kind::Depot | Kind::Dummy)
            && !st.has(unit, flag::ATTACKED | flag::ADVANCED | flag::RETREATED)
            && (st.phase != Phase::MobileCombat || def.mobile)
    }

    /// Why [`Scenario::may_attack`] says no.
    fn why_no_attack(&self, st: &State, unit: UnitId) -> Verdict {
        let def = &self.units[unit.index()];
        ensure(def.side == st.player, "kb 7.1", || say!("that is a unit of the enemy"))?;
        ensure(st.on_map(unit), "kb 7.1", || say!("{unit} is not on the map", unit))?;
        ensure(!def.dummy(), "kb hidden-never", || say!("a dummy never attacks"))?;
        ensure(def.kind != Kind::Depot, "kb 10.3", || say!("a depot never attacks"))?;
        ensure(!st.has(unit, flag::ATTACKED), "kb 7.2", || say!("{unit} has attacked", unit))?;
        let advanced = || say!("a unit that advanced does nothing else this player turn");
        ensure(!st.has(unit, flag::ADVANCED), "kb 7.9", advanced)?;
        let retreated = || say!("a unit that retreated or was displaced may not attack this player turn");
        ensure(!st.has(unit, flag::RETREATED), "kb 7.7.2", retreated)?;
        no("kb 4.1-mobile-combat", say!("only mobile units attack in this phase"))
    }

    /// 7.1 Whether a unit may join an attack on a hex: it may attack, stands next to it, and in the Mobile Combat Phase is
    /// in supply. [rule: kb 7.1, kb 7.0, kb 10.4]
    fn may_join(&self, st: &State, unit: UnitId, target: Hex, lines: &Lines<'_>) -> Verdict {
        if !self.may_attack(st, unit) {
            return self.why_no_attack(st, unit);
        }
        let reaches = self.ground.direction(st.hex(unit), target).is_some_and(|d| {
            let (hex, d) = (board::HexId(st.hex(unit).0), board::Direction::new(d));
            !self.ground.map.side(hex, d).any(board::Side::IMPASSABLE)
        });
        ensure(reaches, "kb 7.1", || say!("{unit} does not stand next to {target}", unit, target))?;
        let fed = st.phase != Phase::MobileCombat || lines.feed(unit);
        ensure(fed, "kb 10.4", || say!("{unit} is out of supply", unit))
    }

    /// 7.2 Whether a hex may be attacked: an enemy there, none of them attacked already in this phase. [rule: kb 7.2]
    fn may_be_attacked(&self, st: &State, target: Hex) -> Verdict {
        ensure(self.enemy_in(st, st.player, target), "kb 7.0", || {
            say!("there is no enemy in {target}", target)
        })?;
        let again = st.units_in(target).any(|u| st.has(u, flag::TARGETED));
        ensure(!again, "kb 7.2", || {
            say!("a unit in {target} has already been attacked in this phase", target)
        })
    }

    /// 7.0 Whether an attack on a hex may be declared. [rule: kb 7.0, kb 7.1]
    fn may_declare(&self, st: &State, target: Hex) -> Verdict {
        self.may_be_attacked(st, target)?;
        if st.phase == Phase::MobileCombat {
            return ensure(!self.recruits(st, target).is_empty(), "kb 4.1-mobile-combat", || {
                say!("no supplied mobile unit that may still attack stands next to {target}", target)
            });
        }
        ensure(!self.recruits(st, target).is_empty(), "kb 7.1", || {
            say!("no unit that may still attack stands next to {target}", target)
        })
    }

    /// Whether an attack that gathers units could have been declared as it is.
    pub(crate) fn may_build_attack(&self, st: &State) -> Verdict {
        let target = st.combat.target;
        self.may_be_attacked(st, target)?;
        let lines = Lines::new(self, st, st.player);
        st.combat.attackers.iter().try_for_each(|u| self.may_join(st, u, target, &lines))
    }

    /// The hexes that can be attacked now.
    pub(crate) fn targets(&self, st: &State) -> HexSet {
        let mut out = HexSet::default();
        let lines = Lines::new(self, st, st.player);
        let enemy = st.player.other();
        for unit in self.deployed(st, st.player).filter(|&u| self.may_attack(st, u)) {
            for &n in &self.ground.near[st.hex(unit).index()] {
                if n == NOWHERE || self.occupier(st, n) != Some(enemy) || out.has(n) {
                    continue;
                }
                if self.may_join(st, unit, n, &lines).is_ok() && self.may_be_attacked(st, n).is_ok() {
                    out.set(n, true);
                }
            }
        }
        out
    }

    /// The units that could still join an attack.
    pub(crate) fn recruits(&self, st: &State, target: Hex) -> UnitSet {
        let lines = Lines::new(self, st, st.player);
        let near = self.ground.neighbours(target).flat_map(|n| st.units_in(n));
        let fresh = near.filter(|&u| !st.combat.attackers.has(u) && self.may_attack(st, u));
        fresh.filter(|&u| self.may_join(st, u, target, &lines).is_ok()).collect()
    }

    /// 4.1 Whether nobody is left who could attack in a mobile phase; supply is not asked, for that may be secret.
    fn nobody_fights(&self, st: &State) -> bool {
        st.phase == Phase::MobileCombat
            && !self.deployed(st, st.player).any(|u| {
                self.quick[u.index()].mobile && !st.has(u, flag::ATTACKED | flag::ADVANCED | flag::RETREATED)
            })
    }

    /// The attack is confirmed: face-down counters are turned up, and everyone who takes part is marked.
    /// [rule: kb 7.2, kb hidden-revealed, kb hidden-dummy-revealed, kb hidden-mixed, kb 10.4]
    fn confirm(&self, st: &mut State, play: &mut Play) {
        let target = st.combat.target;
        let attackers = st.combat.attackers;
        let supply = self.supply(st, st.player);
        for unit in attackers.iter() {
            let weak = !self.supplied(st, &supply, unit);
            st.combat.weak.set(unit, weak);
            st.mark(unit, flag::ATTACKED);
        }
        self.tell_attack(st, play);
        for unit in attackers.iter() {
            self.reveal(st, unit, play);
        }
        self.reveal_hex(st, target, play);
        let defenders: UnitSet = st.units_in(target).collect();
        if defenders.is_empty() {
            play.outcome("kb hidden-dummy-revealed", say!("Nothing is left to attack in {target}", target))
                .on(target);
            self.end_combat(st);
            return;
        }
        defenders.iter().for_each(|u| st.mark(u, flag::TARGETED));
        st.combat.defenders = defenders;
        if self.human_wave && st.player == RED {
            st.replace_top(Waves);
        } else {
            st.replace_top(Support { slot: 0 });
        }
    }

    /// Who attacks; a sentence holds six names.
    fn tell_attack(&self, st: &State, play: &mut Play) {
        let (target, side) = (st.combat.target, st.player);
        let attackers: Vec<UnitId> = st.combat.attackers.iter().collect();
        for (i, units) in attackers.chunks(6).enumerate() {
            let units = many(units.iter().copied());
            let text = if i == 0 {
                say!("{side} attack {target} with {units}", side, target, units = units)
            } else {
                say!("{units} join the attack on {target}", units = units, target)
            };
            play.say(side.seat(), "kb 4.1-combat", text).on(target);
        }
    }

    /// The die is rolled and the result takes effect at once. A ground attack that is resolved closes bombardment.
    /// [rule: kb 4.1-combat, kb 7.3, kb crt, kb 8.4]
    fn resolve(&self, st: &mut State, play: &mut Play) {
        let sum = self.sum(st);
        let differential = sum.differential();
        let column = self.crt.column(sum.line, differential);
        let bombardment = st.combat.bombardment;
        let die = play.d6(if bombardment { "bombardment" } else { "combat" });
        let result = self.crt.result(column, die);
        st.combat.result = result;
        play.outcome(result_rule(result), meaning(result, bombardment)).on(st.combat.target);
        let text = say!(
            "Differential {differential}, {line} line, column {column}, die {die}",
            differential = signed(differential),
            line = line(sum.line),
            column,
            die
        );
        play.note("kb 7.3", text);
        st.replace_top(Aftermath);
        if bombardment {
            self.bombardment_result(st, result, play);
            return;
        }
        if st.phase == Phase::Combat {
            st.phase = Phase::Attack;
        }
        st.push(Advance);
        self.combat_result(st, result, play);
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
                st.push(Loss { defender: true });
                st.push(Loss { defender: false });
            }
            CombatResult::Paren => st.push(Loss { defender: false }),
            CombatResult::None => {}
        }
    }

    pub(crate) fn eliminate_all(&self, st: &mut State, units: UnitSet, rule: &'static str, play: &mut Play) {
        for unit in units.iter() {
            if st.on_map(unit) {
                self.eliminate(st, unit, rule, play);
            }
        }
    }

    pub(crate) fn order_retreat(&self, st: &mut State, defender: bool, length: u8) {
        st.combat.length = length;
        st.push(Stiff { defender });
    }

    /// The units of one side that took part and still stand.
    pub(crate) fn party(&self, st: &State, defender: bool) -> UnitSet {
        let all = if defender { &st.combat.defenders } else { &st.combat.attackers };
        all.iter().filter(|&u| st.on_map(u)).collect()
    }

    /// A unit chosen by its owner loses a step; if the hex is then empty it may be entered.
    /// [rule: kb 7.6-ex, kb 7.6-paren, kb 20.0-stacks]
    fn take_loss(&self, st: &mut State, unit: UnitId, defender: bool, play: &mut Play) {
        st.frames.pop();
        let rule = if st.combat.result == CombatResult::Ex { "kb 7.6-ex" } else { "kb 7.6-paren" };
        self.lose_step(st, unit, rule, play);
        if defender && !st.combat.bombardment && st.vacant(st.combat.target) {
            self.open_path(st, &[st.combat.target]);
        }
    }

    /// 14.0 Wave losses, then the combat is over. [rule: kb 14.0]
    fn aftermath(&self, st: &mut State, play: &mut Play) {
        let waves = st.combat.waves;
        for unit in waves.iter() {
            if st.on_map(unit) {
                self.lose_step(st, unit, "kb 14.0", play);
            }
        }
        self.end_combat(st);
    }

    pub(crate) fn end_combat(&self, st: &mut State) {
        st.frames.clear();
        st.combat = Combat::default();
    }

    /// The victory points that a side has standing in the combat.
    pub(crate) fn stake(&self, st: &State, side: Side) -> i32 {
        self.party(st, side != st.combat.side).iter().map(|u| self.units[u.index()].dead.1).sum()
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

fn meaning(result: CombatResult, bombardment: bool) -> Sentence {
    match (result, bombardment) {
        (CombatResult::Ae, false) => say!("Ae: all attackers are eliminated"),
        (CombatResult::Ae, true) => say!("Ae: the closest friend is eliminated"),
        (CombatResult::Paren, false) => say!("(A): an attacker is depleted"),
        (CombatResult::Paren, true) => say!("(A): the closest friend is depleted"),
        (CombatResult::A(n), false) => say!("A{n}: the attackers retreat {n} {n|hex|hexes} or stand", n),
        (CombatResult::A(n), true) => say!("A{n}: ignored by a bombardment", n),
        (CombatResult::None, _) => say!("no effect"),
        (CombatResult::Ex, false) => say!("Ex: an attacker and a defender are depleted"),
        (CombatResult::Ex, true) => say!("Ex: a defender is depleted"),
        (CombatResult::D(n), _) => say!("D{n}: the defenders retreat {n} {n|hex|hexes} or stand", n),
        (CombatResult::De, _) => say!("De: all defenders are eliminated"),
    }
}
