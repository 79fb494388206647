//! One battle, step by step: fire, rounds, and how it ends (1.2).

use crate::combat::attacks;
use crate::data::bit;
use crate::game::War625;
use crate::kinds::{Cargo, Kind, NOWHERE, Nation, Place, Side, Status, Unit};
use crate::losses::{Directing, Dive, Duty, Loss};
use crate::retreat::{Decide, Leaving, Support};
use crate::state::State;
use engine::flat::Array;
use engine::{Decision, Play, Sentence, say};
use serde::{Deserialize, Serialize};

/// Which units a hit can fall on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Target {
    /// Staying land units and aircraft on ground duty, then leavers (DR-3).
    #[default]
    Ground,
    /// Land units alone: snipers and bombardment.
    Land,
    /// Aircraft in the sky, then the others (AC-5).
    Sky,
    /// Ships and aircraft at sea.
    Fleet,
    /// Ships alone: submarines' hits.
    Ships,
}

/// The steps of a battle (1.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Stage {
    #[default]
    Support,
    Snipe,
    Bombard,
    BombardFire,
    Round,
    Leave,
    DutyDefender,
    DutyAttacker,
    Sky,
    FirstStrike,
    AttackerGuns,
    DefenderGuns,
    Fire,
    Captures,
    Planes,
    SubmergeAttacker,
    SubmergeDefender,
    Check,
    Decide,
    End,
    Spoils,
    Over,
}

/// The battle that is being fought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Battle {
    pub(crate) place: Place,
    pub(crate) stage: Stage,
    pub(crate) round: u8,
    /// Whether a die was rolled in this round (CL-14).
    pub(crate) rolled: bool,
    /// Whether only snipers fire here.
    pub(crate) only_snipe: bool,
    /// How it ended.
    pub(crate) result: Outcome,
    pub(crate) goal: Place,
    /// Places from which some attacker came in, living or not (CL-17, CL-26).
    pub(crate) entries: u64,
    /// The attackers' commander at the start: who takes what falls.
    pub(crate) leader: Nation,
    /// Whether submarines of the attacker and of the defender struck first in this round (CL-24).
    pub(crate) first: [bool; 2],
    /// Captured land units by kind and nation.
    pub(crate) captured: Array<u8, 36>,
    /// Dice and hits of the attacker and of the defender in the last rounds.
    pub(crate) history: Array<[u8; 4], 10>,
}

impl Default for Battle {
    fn default() -> Self {
        Self {
            place: NOWHERE,
            stage: Stage::Support,
            round: 0,
            rolled: false,
            only_snipe: false,
            result: Outcome::Open,
            goal: NOWHERE,
            entries: 0,
            leader: Nation::Nk,
            first: [false; 2],
            captured: Array::default(),
            history: Array::default(),
        }
    }
}

impl Battle {
    pub(crate) const fn is_sea(&self) -> bool {
        !self.place.is_area()
    }
}

/// How a battle ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Outcome {
    #[default]
    Open,
    /// The attackers take the area or clear the sea.
    Won,
    /// The defenders hold.
    Held,
    /// The attackers have gone back.
    Left,
    /// Nobody is left but aircraft over the ground.
    Empty,
}

/// A battle goes on by itself until somebody has to decide. [rule: war TS-4]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fight;

impl Decision<War625> for Fight {
    fn step(&self, game: &War625, s: &mut State, play: &mut Play) -> bool {
        game.battle_step(s, play);
        true
    }
}

/// Dice and hits of one side in one step.
#[derive(Clone, Copy, Default)]
pub(crate) struct Salvo {
    pub(crate) dice: u16,
    pub(crate) hits: u16,
    /// Hits of tank destroyers, which their owner may direct (DZ-3).
    pub(crate) directed: u16,
}

impl War625 {
    /// Whether a unit at the battle's place fights for the attacker or the defender; `None` if it takes no part. Neutral Chinese
    /// ships look on. [rule: war CE-7]
    pub(crate) fn role(&self, s: &State, u: Unit) -> Option<Side> {
        self.role_in(s, u, s.battle.is_sea(), s.battle.round)
    }
    /// The same in a battle at sea or on land that has come to a round.
    pub(crate) fn role_in(&self, s: &State, u: Unit, sea: bool, round: u8) -> Option<Side> {
        if u.is_prisoner() || u.is_submerged() || (u.place().is_zone() && !s.at_war(u.nation())) {
            return None;
        }
        let side = u.side();
        if side != s.active() {
            let waiting = u.status() == Status::Das && round < self.c.das_round;
            return (!waiting).then_some(side);
        }
        let fights = s.is_active(u.nation()) && (attacks(u.status()) || (sea && u.kind().is_sea()));
        fights.then_some(side)
    }
    /// The units of a side in the battle.
    pub(crate) fn fighters<'a>(&'a self, s: &'a State, side: Side) -> impl Iterator<Item = (Unit, u16)> + 'a {
        s.at(s.battle.place).filter(move |(u, _)| self.role(s, *u) == Some(side))
    }
    pub(crate) fn strength(&self, s: &State, side: Side, pick: impl Fn(Unit) -> bool) -> u16 {
        self.fighters(s, side).filter(|(u, _)| pick(*u)).map(|(_, n)| n).sum()
    }
    /// Attack or defence of a unit: printed value, starvation, Chinese entry. Never below 0.
    /// [rule: war FP-1, war SL-5, war CE-5, war DZ-1, war DZ-2]
    pub(crate) fn value(&self, s: &State, u: Unit, attacking: bool) -> i8 {
        let printed = self.c.values(s.opts.d12, u.nation(), u.kind());
        let base = if attacking { printed.attack } else { printed.defence };
        let home = if attacking || u.status() == Status::Das { u.from() } else { u.place() };
        let starved = home.is_area() && s.iso(home, u.nation()) == 2;
        base + self.entry_bonus(s, u.nation()) + if starved { self.c.isolation } else { 0 }
    }
    /// Rolls for `count` units of a value. [rule: war DI-1, war FP-1]
    pub(crate) fn volley(
        &self,
        s: &State,
        play: &mut Play,
        count: u16,
        value: i8,
        label: &'static str,
    ) -> Salvo {
        let sides = u32::from(self.c.pool[usize::from(s.opts.d12)].sides);
        if value <= 0 {
            return Salvo::default();
        }
        if count == 0 {
            return Salvo::default();
        }
        let hits = play.hits(count.into(), sides, u32::from(value.unsigned_abs()), label) as u16;
        Salvo { dice: count, hits, directed: 0 }
    }
    /// One side fires with the units picked, in the order of dice; attacking infantry is paired with supporters.
    /// [rule: war DI-1, war FP-2, war IN-1, war CAS-1, war FP-4]
    pub(crate) fn fire(&self, s: &State, play: &mut Play, side: Side, pick: impl Fn(Unit) -> bool) -> Salvo {
        // Nobody rolls when artillery has already cleared the field.
        if self.strength(s, side.enemy(), |_| true) == 0 {
            return Salvo::default();
        }
        let attacking = side == s.active();
        let label = if attacking { "attack" } else { "defence" };
        let support = self.c.pool[usize::from(s.opts.d12)].support;
        let mut supporters = if attacking && !s.battle.is_sea() {
            self.strength(s, side, |u| u.kind() == Kind::Armor || (u.kind().is_air() && !u.in_sky()))
        } else {
            0
        };
        let mut sum = Salvo::default();
        let mut add = |salvo: Salvo, kind: Kind| {
            sum.dice += salvo.dice;
            if kind == Kind::TankDestroyer {
                sum.directed += salvo.hits;
            } else {
                sum.hits += salvo.hits;
            }
        };
        let unsupported = supporters;
        for (u, n) in self.fighters(s, side).filter(|(u, _)| u.kind() == Kind::Infantry && pick(*u)) {
            let paired = n.min(supporters);
            supporters -= paired;
            add(self.volley(s, play, paired, self.value(s, u, attacking) + support, label), Kind::Infantry);
        }
        supporters = unsupported;
        for (u, n) in self.fighters(s, side).filter(|(u, _)| pick(*u)) {
            let mut n = n;
            if u.kind() == Kind::Infantry {
                let paired = n.min(supporters);
                supporters -= paired;
                n -= paired;
            }
            add(self.volley(s, play, n, self.value(s, u, attacking), label), u.kind());
        }
        sum
    }
    fn note_salvo(&self, s: &mut State, side: Side, salvo: Salvo) {
        let round = (s.battle.round.max(1) as usize - 1).min(9);
        let at = if side == s.active() { 0 } else { 2 };
        let row = &mut s.battle.history[round];
        row[at] = row[at].saturating_add(salvo.dice.min(255) as u8);
        row[at + 1] = row[at + 1].saturating_add((salvo.hits + salvo.directed).min(255) as u8);
        s.battle.rolled |= salvo.dice > 0;
    }
    /// What a salvo came to, in these words.
    pub(crate) fn report(
        &self,
        play: &mut Play,
        s: &State,
        rule: &'static str,
        salvo: Salvo,
        words: Sentence,
    ) {
        if salvo.dice > 0 {
            play.outcome(rule, words).on(s.battle.place);
        }
    }
    pub(crate) fn push_loss(&self, s: &mut State, side: Side, left: u16, at: Target) {
        if left > 0 {
            s.frames.push(Loss { side, left, at }.into());
        }
    }
    fn push_ground(&self, s: &mut State, victim: Side, salvo: Salvo) {
        if salvo.directed > 0 {
            s.frames.push(Loss { side: victim, left: salvo.hits, at: Target::Ground }.into());
            s.frames.push(Directing { side: victim.enemy(), left: salvo.directed }.into());
        } else {
            self.push_loss(s, victim, salvo.hits, Target::Ground);
        }
    }

    /// Runs one step of the battle.
    pub(crate) fn battle_step(&self, s: &mut State, play: &mut Play) {
        let sea = s.battle.is_sea();
        s.battle.stage = match s.battle.stage {
            Stage::Support => self.call_stage(s),
            Stage::Snipe => self.snipe_stage(s, play),
            Stage::Bombard => self.bombard_stage(s),
            Stage::BombardFire => self.bombard_fire(s, play),
            Stage::Round => self.round_stage(s, play),
            Stage::Leave => {
                s.frames.push(Leaving.into());
                Stage::DutyDefender
            }
            Stage::DutyDefender => self.duty_stage(s, false),
            Stage::DutyAttacker => self.duty_stage(s, true),
            Stage::Sky => self.sky_stage(s, play),
            Stage::FirstStrike => self.first_strike(s, play),
            Stage::AttackerGuns => self.guns_stage(s, play, true),
            Stage::DefenderGuns => self.guns_stage(s, play, false),
            Stage::Fire if sea => self.fleet_stage(s, play),
            Stage::Fire => self.fire_stage(s, play),
            Stage::Captures => self.capture_stage(s, play),
            Stage::Planes => self.planes_stage(s),
            Stage::SubmergeAttacker => {
                s.frames.push(Dive { side: s.active() }.into());
                Stage::SubmergeDefender
            }
            Stage::SubmergeDefender => {
                s.frames.push(Dive { side: s.active().enemy() }.into());
                Stage::Check
            }
            Stage::Check => self.check_stage(s, play),
            Stage::Decide => {
                s.frames.push(Decide.into());
                Stage::Round
            }
            Stage::End => {
                self.end_battle(s, play);
                Stage::Spoils
            }
            Stage::Spoils => self.spoils_stage(s),
            Stage::Over => {
                s.battle = Battle::default();
                s.frames.pop();
                return;
            }
        };
    }
    fn call_stage(&self, s: &mut State) -> Stage {
        if s.battle.is_sea() {
            return Stage::Round;
        }
        if !s.battle.only_snipe {
            s.frames.push(Support.into());
        }
        Stage::Snipe
    }
    /// Snipers fire once; what they hit is gone. [rule: war AR-3, war AR-4, war DZ-6]
    fn snipe_stage(&self, s: &mut State, play: &mut Play) -> Stage {
        let (place, side) = (s.battle.place, s.active());
        let mut sum = Salvo::default();
        while let Some((u, n)) = s.first(|u| u.status() == Status::Snipe && u.via() == place) {
            let value = self.c.values(s.opts.d12, u.nation(), u.kind()).snipe;
            let salvo = self.volley(s, play, n, value, "snipe");
            sum.dice += salvo.dice;
            sum.hits += salvo.hits;
            s.shift(u, u.doing(Status::Moved).by(NOWHERE), n);
        }
        let (hits, dice) = (sum.hits, sum.dice);
        let words = say!("{side} fire from the next area: {hits} of {dice} hit.", side, hits, dice);
        self.report(play, s, "war AR-3", sum, words);
        self.push_loss(s, side.enemy(), sum.hits, Target::Land);
        if s.battle.only_snipe { Stage::End } else { Stage::Bombard }
    }
    /// A round begins. Aircraft called in before join in the second. [rule: war DAS-2, war CL-14]
    fn round_stage(&self, s: &mut State, play: &mut Play) -> Stage {
        let own = s.active();
        if self.strength(s, own, |_| true) == 0 || self.strength(s, own.enemy(), |_| true) == 0 {
            return Stage::Check;
        }
        s.battle.round = s.battle.round.saturating_add(1);
        s.battle.rolled = false;
        s.battle.first = [false; 2];
        play.beat();
        play.note("war CL-14", say!("Round {round}.", round = s.battle.round)).on(s.battle.place);
        if s.battle.is_sea() { Stage::DutyDefender } else { Stage::Leave }
    }
    fn has_planes(&self, s: &State, side: Side) -> bool {
        self.fighters(s, side).any(|(u, _)| u.kind().is_air())
    }
    /// While both sides have aircraft each allots them, the defender first. [rule: war AC-1, war AC-4]
    fn duty_stage(&self, s: &mut State, attacker: bool) -> Stage {
        let side = if attacker { s.active() } else { s.active().enemy() };
        if !attacker {
            self.clear_sky(s);
        }
        if self.has_planes(s, side) && self.has_planes(s, side.enemy()) {
            s.frames.push(Duty { side }.into());
        }
        if attacker { Stage::Sky } else { Stage::DutyAttacker }
    }
    pub(crate) fn clear_sky(&self, s: &mut State) {
        let place = s.battle.place;
        while let Some((u, n)) = s.first_at(place, |u| u.in_sky()) {
            s.shift(u, u.to_sky(false), n);
        }
    }
    /// Aircraft in the sky fire at aircraft, both sides together. [rule: war AC-2, war AC-3, war AC-5, war DZ-5, war FP-12]
    fn sky_stage(&self, s: &mut State, play: &mut Play) -> Stage {
        let own = s.active();
        let mut salvos = [Salvo::default(); 2];
        for (i, side) in [own, own.enemy()].into_iter().enumerate() {
            let mut kinds = [(Nation::Nk, Kind::Fighter, 0u16); 24];
            let mut k = 0;
            for (u, n) in self.fighters(s, side).filter(|(u, _)| u.in_sky()) {
                if k < 24 {
                    kinds[k] = (u.nation(), u.kind(), n);
                    k += 1;
                }
            }
            for &(nation, kind, n) in &kinds[..k] {
                let value = self.c.values(s.opts.d12, nation, kind).dogfight;
                let salvo = self.volley(s, play, n, value, "dogfight");
                salvos[i].dice += salvo.dice;
                salvos[i].hits += salvo.hits;
            }
            let (hits, dice) = (salvos[i].hits, salvos[i].dice);
            let words = say!("{side} fight in the sky: {hits} of {dice} hit.", side, hits, dice);
            self.report(play, s, "war AC-3", salvos[i], words);
            self.note_salvo(s, side, salvos[i]);
        }
        self.push_loss(s, own, salvos[1].hits, Target::Sky);
        self.push_loss(s, own.enemy(), salvos[0].hits, Target::Sky);
        if s.battle.is_sea() { Stage::FirstStrike } else { Stage::AttackerGuns }
    }
    /// Artillery fires before the rest, the attacker's first. [rule: war AF-1, war AF-2, war DR-2]
    fn guns_stage(&self, s: &mut State, play: &mut Play, attacker: bool) -> Stage {
        let side = if attacker { s.active() } else { s.active().enemy() };
        let salvo =
            self.fire(s, play, side, |u| u.kind() == Kind::Artillery && u.status() != Status::Leaving);
        let (hits, dice) = (salvo.hits, salvo.dice);
        let words = say!("{side} artillery: {hits} of {dice} hit.", side, hits, dice);
        self.report(play, s, if attacker { "war AF-1" } else { "war AF-2" }, salvo, words);
        self.note_salvo(s, side, salvo);
        self.push_loss(s, side.enemy(), salvo.hits, Target::Ground);
        if attacker { Stage::DefenderGuns } else { Stage::Fire }
    }
    /// Everything else fires at the same time. [rule: war CL-11, war AC-2, war DR-2, war CL-16]
    fn fire_stage(&self, s: &mut State, play: &mut Play) -> Stage {
        let own = s.active();
        let rest = |u: Unit| u.kind() != Kind::Artillery && u.status() != Status::Leaving && !u.in_sky();
        let attack = self.fire(s, play, own, rest);
        let defence = self.fire(s, play, own.enemy(), rest);
        self.report_both(s, play, attack, defence);
        self.push_ground(s, own, defence);
        self.push_ground(s, own.enemy(), attack);
        Stage::Captures
    }
    fn report_both(&self, s: &mut State, play: &mut Play, attack: Salvo, defence: Salvo) {
        let own = s.active();
        if attack.dice + defence.dice > 0 {
            let words = say!(
                "{own}: {hits} of {dice} hit; {enemy}: {back} of {answer}.",
                own,
                hits = attack.hits + attack.directed,
                dice = attack.dice,
                enemy = own.enemy(),
                back = defence.hits + defence.directed,
                answer = defence.dice
            );
            play.outcome("war CL-11", words).on(s.battle.place);
        }
        self.note_salvo(s, own, attack);
        self.note_salvo(s, own.enemy(), defence);
    }
    fn strikes_first(&self, s: &State, side: Side) -> bool {
        !self.fighters(s, side.enemy()).any(|(u, _)| u.kind() == Kind::Destroyer)
    }
    /// Submarines fire, unless there is no ship to hit. [rule: war CL-24, war FP-11]
    fn torpedoes(&self, s: &State, play: &mut Play, side: Side) -> Salvo {
        if self.strength(s, side.enemy(), |u| u.kind().is_sea()) == 0 {
            return Salvo::default();
        }
        self.fire(s, play, side, |u| u.kind() == Kind::Submarine)
    }
    /// Submarines fire first where no enemy destroyer is. [rule: war CL-24, war FP-11]
    fn first_strike(&self, s: &mut State, play: &mut Play) -> Stage {
        let own = s.active();
        let mut hits = [0; 2];
        for (i, side) in [own, own.enemy()].into_iter().enumerate() {
            if !self.strikes_first(s, side) {
                continue;
            }
            s.battle.first[i] = true;
            let salvo = self.torpedoes(s, play, side);
            let (shots, dice) = (salvo.hits, salvo.dice);
            let words = say!("{side} submarines strike first: {shots} of {dice} hit.", side, shots, dice);
            self.report(play, s, "war CL-24", salvo, words);
            self.note_salvo(s, side, salvo);
            hits[i] = salvo.hits;
        }
        self.push_loss(s, own, hits[1], Target::Ships);
        self.push_loss(s, own.enemy(), hits[0], Target::Ships);
        Stage::Fire
    }
    /// Ships and aircraft fire together; submarines hit ships only. [rule: war CL-23, war CL-12, war CL-11]
    fn fleet_stage(&self, s: &mut State, play: &mut Play) -> Stage {
        let own = s.active();
        let mut hits = [(0, 0); 2];
        let mut sums = [Salvo::default(); 2];
        for (i, side) in [own, own.enemy()].into_iter().enumerate() {
            let gunfire = self.fire(s, play, side, |u| u.kind() != Kind::Submarine && !u.in_sky());
            let torpedoes = if s.battle.first[i] { Salvo::default() } else { self.torpedoes(s, play, side) };
            hits[i] = (gunfire.hits + gunfire.directed, torpedoes.hits);
            sums[i] = Salvo { dice: gunfire.dice + torpedoes.dice, hits: hits[i].0 + hits[i].1, directed: 0 };
        }
        self.report_both(s, play, sums[0], sums[1]);
        self.push_loss(s, own, hits[1].0, Target::Fleet);
        self.push_loss(s, own, hits[1].1, Target::Ships);
        self.push_loss(s, own.enemy(), hits[0].0, Target::Fleet);
        self.push_loss(s, own.enemy(), hits[0].1, Target::Ships);
        Stage::SubmergeAttacker
    }
    /// Is the battle over? [rule: war CL-14, war CL-15, war CL-17]
    fn check_stage(&self, s: &mut State, play: &mut Play) -> Stage {
        let own = s.active();
        let attackers = self.strength(s, own, |_| true);
        let defenders = self.strength(s, own.enemy(), |_| true) + self.waiting_support(s);
        let troops = self.strength(s, own, |u| u.kind().is_land());
        if attackers == 0 {
            s.battle.result = Outcome::Held;
        } else if defenders == 0 {
            s.battle.result = if troops > 0 || s.battle.is_sea() { Outcome::Won } else { Outcome::Empty };
        } else if self.strength(s, own.enemy(), |_| true) == 0 {
            // Only aircraft that have been called and not yet come: nobody holds the ground.
            s.battle.result = if troops > 0 { Outcome::Won } else { Outcome::Empty };
        } else if s.battle.round > 0 && !s.battle.rolled {
            play.note("war CL-14", say!("Nobody can hit anything: the attack is broken off."));
            self.break_off(s, play);
            s.battle.result = Outcome::Held;
        } else if s.battle.round == 0 {
            return Stage::Round;
        } else {
            return Stage::Decide;
        }
        Stage::End
    }
    fn waiting_support(&self, s: &State) -> u16 {
        let waits = |u: &Unit| u.status() == Status::Das && s.battle.round < self.c.das_round;
        s.at(s.battle.place).filter(|(u, _)| waits(u)).map(|(_, n)| n).sum()
    }
    /// The battle is over: the area changes hands or not, everybody goes home.
    fn end_battle(&self, s: &mut State, play: &mut Play) {
        let place = s.battle.place;
        let own = s.active();
        if s.battle.is_sea() {
            s.fought |= bit(place);
            self.end_sea(s, play);
        } else if !s.battle.only_snipe {
            self.clear_sky(s);
            if s.battle.result == Outcome::Won {
                self.capture(s, play, place, "war CL-30");
            } else {
                let words = say!("{place} stays with the {enemy}.", place, enemy = own.enemy());
                play.outcome("war CL-01", words).on(place);
            }
            self.settle_attackers(s, place, place);
            self.support_returns(s, play);
        }
    }
    /// Attackers come to rest at `to`: they stay for the turn, what they carry lies there, planes are in the air.
    /// [rule: war ST-2, war CL-28]
    pub(crate) fn settle_attackers(&self, s: &mut State, place: Place, to: Place) {
        while let Some((u, n)) = s.first_at(place, |u| s.is_active(u.nation()) && attacks(u.status())) {
            if u.kind().is_air() {
                s.shift(u, u.doing(Status::Flown).by(NOWHERE), n);
                continue;
            }
            s.tokens[to.i()] += u16::from(u.cargo().tokens()) * n;
            self.bring_isolation(s, u, u.from(), to);
            let rest = u.at(to).loaded(Cargo::EMPTY).doing(Status::Moved).coming(NOWHERE).by(NOWHERE);
            s.shift(u, rest, n);
        }
    }
    /// Ships that fought stay where they are for the turn; so do the planes' crews, who look for a deck.
    fn end_sea(&self, s: &mut State, play: &mut Play) {
        let (place, own) = (s.battle.place, s.active());
        self.clear_sky(s);
        let fought = |s: &State, u: Unit| {
            s.is_active(u.nation())
                && s.at_war(u.nation())
                && ((u.kind().is_sea() && !u.is_submerged() && u.status() == Status::Ready)
                    || u.status() == Status::Battle)
        };
        while let Some((u, n)) = s.first_at(place, |u| fought(s, u)) {
            let rest =
                if u.kind().is_air() { u.doing(Status::Flown) } else { u.doing(Status::Moved).ranging(0) };
            s.shift(u, rest.by(NOWHERE), n);
        }
        let words = if s.battle.result == Outcome::Won {
            say!("{own} clear the sea at {place}.", own, place)
        } else {
            say!("{own} do not win {place}.", own, place)
        };
        play.outcome("war CL-20", words).on(place);
    }
    /// An area changes hands. [rule: war CL-01, war CL-30, war ST-3, war PW-4, war CL-32, war CL-15]
    pub(crate) fn capture(&self, s: &mut State, play: &mut Play, area: Place, rule: &'static str) {
        let side = s.active();
        let a = area.i();
        let troops = |n: Nation| s.at(area).any(|(u, _)| u.kind().is_land() && u.nation() == n);
        let nations = side.nations();
        let captor = nations.into_iter().find(|&n| s.is_active(n) && troops(n)).unwrap_or(nations[0]);
        let owner = Nation::from_index(self.c.area[a].owner);
        let holder = if owner.side() == side { owner } else { captor };
        s.set_control(area, holder);
        s.tokens[a] = 0;
        play.outcome(rule, say!("{area} falls to {holder}.", area, holder)).on(area);
        self.free_prisoners(s, play, area, side);
        for victim in side.enemy().nations() {
            if self.c.nation[victim as usize].capital == Some(area) && self.c.takes_treasury {
                let loot = std::mem::take(&mut s.treasury[victim as usize]);
                s.treasury[captor as usize] = s.treasury[captor as usize].saturating_add(loot);
                if loot > 0 {
                    play.note("war CL-32", say!("{captor} takes a treasury of {loot} IPC.", captor, loot));
                }
            }
        }
    }
}
