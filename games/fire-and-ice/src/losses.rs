//! 5.6: losses, paid in any mix; retreats and what they bring.

use crate::actions::{Action, Pool};
use crate::data::wildcard;
use crate::game::{FireAndIce, not_now};
use crate::ground::Ground;
use crate::names::{Now, at, seats, side as named};
use crate::state::{Commander, PieceId, State, UN, mark, other};
use crate::tactical::What;
use board::{Direction, HexId};
use engine::{Ask, Decision, Effect, Illegal, Offer, Play, Seat, SeatSet, say};
use serde::{Deserialize, Serialize};

/// The loser pays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Losses;

/// A payment with replacements that the winner may interdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Replacing {
    pool: u8,
}

impl FireAndIce {
    /// 5.6 Whether a unit may go back into a hex: to the rear, away from the combat, past friends but not enemies, into
    /// enemy zones only where it may bug out. [rule: fi 5.6-retreat, fi 4.3-retreat]
    fn may_retreat(&self, state: &State, unit: PieceId, to: HexId) -> Result<(), Illegal> {
        let combat = &state.combat;
        let side = self.unit(unit).side;
        let rule = "fi 5.6-retreat";
        if !self.participates(state, unit) || combat.retreated.has(unit.index()) {
            return Err(Illegal::new(rule, say!("{unit} takes no part, or has gone back", unit)));
        }
        let going = combat.retreating == unit;
        if state.piece(unit).has(mark::DISRUPTED | mark::ROUTED | mark::BUG_OUT)
            || self.unit(unit).task_force()
        {
            return Err(Illegal::new("fi 6.2e", say!("{unit} cannot retreat", unit)));
        }
        if going && combat.gone >= self.data.numbers.retreat {
            return Err(Illegal::new(rule, say!("{unit} has gone back three hexes", unit)));
        }
        let ground = self.ground(state);
        let Some(from) = state.hex_of(unit) else {
            return Err(Illegal::new("fi 11.3.1-box", say!("{unit} is in a box and cannot retreat", unit)));
        };
        let direction = ground.direction(from, to).filter(|d| Ground::rear(side, *d));
        let target = combat.declared.hex;
        if direction.is_none() || ground.distance(to, target) <= ground.distance(from, target) {
            return Err(Illegal::new(
                rule,
                say!("{hex} does not lie to the rear and farther from the combat", hex = at(to)),
            ));
        }
        // The unit is not in the hex it goes to: it negates no zone there.
        let field = &state.field;
        let step = ground.step(from, direction.unwrap_or(Direction::new(0)), false);
        if !ground.open(side, to)
            || field.enemy(side, to)
            || state.is_struck(to)
            || step == crate::ground::PROHIBITED
        {
            return Err(Illegal::new(rule, say!("{hex} cannot be entered", hex = at(to))));
        }
        if field.enemy_zone(side, to) && !self.may_cross_zones(unit) {
            return Err(Illegal::new(
                "fi 4.3-retreat",
                say!("{hex} is in an enemy zone of control", hex = at(to)),
            ));
        }
        Ok(())
    }

    fn participates(&self, state: &State, unit: PieceId) -> bool {
        let role = state.combat.role(state.combat.loser);
        self.present(state, role).has(unit.index())
    }

    /// 5.6 One replacement point may make one loss good. [rule: fi 5.6-replacement]
    fn may_replace(&self, state: &State, unit: PieceId, pool: Pool) -> Result<(), Illegal> {
        let rule = "fi 5.6-replacement";
        let side = state.combat.loser;
        if state.combat.paid[0] >= self.data.numbers.loss_replacements {
            return Err(Illegal::new(rule, say!("only one replacement may be paid in a combat")));
        }
        if !self.participates(state, unit) || self.unit(unit).task_force() {
            return Err(Illegal::new(rule, say!("{unit} takes no part", unit)));
        }
        let own = self.unit(unit).nation.points();
        let Some(index) = pool.index(side).filter(|&i| Some(i) == own || i == wildcard(side)) else {
            return Err(Illegal::new(rule, say!("{pool} points do not serve {unit}", pool, unit)));
        };
        if state.sides[usize::from(side)].replacements[index] == 0 {
            return Err(Illegal::new(rule, say!("there are no {pool} replacements", pool)));
        }
        if self.replaceable(state, unit) {
            return Ok(());
        }
        Err(Illegal::new(rule, say!("{unit} has no line to a headquarters or its cadre", unit)))
    }

    /// 5.6, 14.4 Up to two points may be paid, not by the United Nations under MacArthur. [rule: fi 5.6-points, fi 14.4-no-payment]
    fn may_pay(&self, state: &State) -> Result<(), Illegal> {
        if state.combat.paid[1] >= self.data.numbers.loss_points {
            return Err(Illegal::new("fi 5.6-points", say!("two victory points are the most")));
        }
        if state.combat.loser == UN && state.commander == Commander::MacArthur {
            return Err(Illegal::new("fi 14.4-no-payment", say!("MacArthur pays no victory points")));
        }
        Ok(())
    }

    /// 5.6 What a retreat brings: two hexes disrupt, three rout, an enemy zone bugs out; levels are lost; markers are drawn.
    /// [rule: fi 5.6-markers, fi 5.6-levels]
    fn end_retreat(&self, state: &mut State, play: &mut Play) {
        let unit = state.combat.retreating;
        if !unit.is_some() {
            return;
        }
        let (gone, zone) = (state.combat.gone, state.combat.zone);
        let role = state.combat.role(state.combat.loser);
        let support = state.combat.support[role];
        let side = usize::from(state.combat.loser);
        state.combat.retreating = PieceId::NONE;
        state.combat.gone = 0;
        state.combat.zone = false;
        state.combat.retreated.set(unit.index(), true);
        let (used_tank, used_guns) = (i16::from(support.tank), i16::from(support.artillery));
        let (tank, guns) = match gone {
            2 => (used_tank.min(1), used_guns.min(1)),
            3 => (if used_tank > 0 { 2 } else { 0 }, used_guns.min(2)),
            _ => (0, 0),
        };
        state.sides[side].tank = self.level(state.sides[side].tank, -tank);
        state.sides[side].artillery = self.level(state.sides[side].artillery, -guns);
        match gone {
            2 => state.piece_mut(unit).marks |= mark::DISRUPTED,
            3 => self.shake(state, unit, mark::ROUTED),
            _ => {}
        }
        match gone {
            2 => play.note("fi 5.6-markers", say!("{unit} is disrupted", unit)),
            3 => play.note("fi 5.6-markers", say!("{unit} is routed", unit)),
            _ => play.note("fi 5.6-markers", say!("{unit} holds together", unit)),
        };
        if zone {
            self.bug_out(state, unit, play);
        }
        let draws = if zone || gone == 3 { 2 } else { usize::from(gone == 2) };
        if draws > 0 {
            self.snafu_for(state, unit, draws, play);
        }
    }

    /// The losses frame must be on top.
    fn end_losses(&self, state: &mut State, play: &mut Play) {
        state.combat.due = 0;
        state.frames.pop();
        self.end_retreat(state, play);
    }
}

impl Losses {
    /// Whether there is surely a choice: besides giving up everybody, which is always allowed.
    pub(crate) fn open(self, now: Now<'_>) -> bool {
        let state = now.state;
        let present = now.game.present(state, state.combat.role(state.combat.loser));
        now.game.may_pay(state).is_ok() || present.iter().any(|unit| self.stays(state, unit))
    }

    /// Whether a unit has not begun to go back.
    fn stays(self, state: &State, unit: usize) -> bool {
        !state.combat.retreated.has(unit) && state.combat.retreating.index() != unit
    }

    /// Replacements that would serve: one search a unit answers for all its points.
    fn list_replacements(self, game: &FireAndIce, state: &State, unit: PieceId, out: &mut Vec<Action>) {
        let side = state.combat.loser;
        let own = game.unit(unit).nation.points();
        let serves = |i: usize| Some(i) == own || i == wildcard(side);
        let there = |i: &usize| serves(*i) && state.sides[usize::from(side)].replacements[*i] > 0;
        let mut pools = (0..3).filter(there).map(|i| Pool::of(side, i)).peekable();
        let first = pools.peek().copied();
        if first.is_some_and(|pool| game.may_replace(state, unit, pool).is_ok()) {
            out.extend(pools.map(|pool| Action::Replace { unit, pool }));
        }
    }
}

impl Decision<FireAndIce> for Losses {
    fn seats(&self, _: &FireAndIce, state: &State) -> SeatSet {
        if state.combat.due > 0 { seats(state.combat.loser) } else { SeatSet::NONE }
    }
    fn ask(&self, now: Now<'_>) -> Ask {
        let due = now.state.combat.due;
        Ask::new(
            "fi 5.6-losses",
            say!("{due} {due|loss is|losses are} to be paid: retreat, replacement, points, or units", due),
        )
    }
    fn list(&self, now: Now<'_>, out: &mut Vec<Action>) {
        let (game, state) = (now.game, now.state);
        let present = game.present(state, state.combat.role(state.combat.loser));
        let units = || present.iter().map(|u| PieceId(u as u8));
        for unit in units() {
            let Some(from) = state.hex_of(unit) else { continue };
            let mut near = *game.ground(state).near(from);
            near.sort_unstable();
            let open = |h: &HexId| h.is_some() && game.may_retreat(state, unit, *h).is_ok();
            out.extend(near.into_iter().filter(open).map(|hex| Action::Retreat { unit, hex }));
        }
        out.extend(units().filter(|u| self.stays(state, u.index())).map(|unit| Action::Eliminate { unit }));
        units().for_each(|unit| self.list_replacements(game, state, unit, out));
        if game.may_pay(state).is_ok() {
            out.push(Action::Pay);
        }
        out.push(Action::GiveUp);
    }
    /// 5.6 Any mix: hexes, units, one replacement, two points; or everything. [rule: fi 5.6-losses]
    fn check(&self, now: Now<'_>, action: Action) -> Result<(), Illegal> {
        let (game, state) = (now.game, now.state);
        match action {
            Action::Retreat { unit, hex } => game.may_retreat(state, unit, hex),
            Action::Eliminate { unit } => {
                if game.participates(state, unit) && self.stays(state, unit.index()) {
                    return Ok(());
                }
                Err(Illegal::new("fi 5.6-losses", say!("{unit} takes no part, or has gone back", unit)))
            }
            Action::Replace { unit, pool } => game.may_replace(state, unit, pool),
            Action::Pay => game.may_pay(state),
            Action::GiveUp => Ok(()),
            _ => Err(not_now()),
        }
    }
    fn perform(&self, game: &FireAndIce, state: &mut State, who: Seat, action: Action, play: &mut Play) {
        if !matches!(action, Action::Retreat { unit, .. } if unit == state.combat.retreating) {
            game.end_retreat(state, play);
        }
        match action {
            Action::Retreat { unit, hex } => Self::retreat(game, state, who, unit, hex, play),
            Action::Eliminate { unit } => {
                state.combat.due = state.combat.due.saturating_sub(1);
                game.eliminate_in_combat(state, unit, play);
            }
            Action::Replace { unit, pool } => {
                state.combat.paid[0] += 1;
                state.frames.push(Replacing { pool: pool.0 }.into());
                game.interdiction(state, other(who.0), What::Replacement, unit);
            }
            Action::Pay => {
                state.combat.paid[1] += 1;
                game.pay_points(state, who.0, 1, play);
                play.say(who, "fi 5.6-points", say!("{side} pays a victory point", side = named(who.0)));
                state.combat.due = state.combat.due.saturating_sub(1);
            }
            _ => {
                let role = state.combat.role(state.combat.loser);
                let all: Vec<usize> = game.present(state, role).iter().collect();
                for id in all {
                    game.eliminate_in_combat(state, PieceId(id as u8), play);
                }
                state.combat.due = 0;
            }
        }
    }
    fn offer(&self, now: Now<'_>, action: Action) -> Offer {
        crate::offers::offer(now, action)
    }
    fn step(&self, game: &FireAndIce, state: &mut State, play: &mut Play) -> bool {
        game.end_losses(state, play);
        true
    }
}

impl Losses {
    /// 5.6 One hex to the rear; the unit is spent. [rule: fi 5.6-retreat]
    fn retreat(game: &FireAndIce, state: &mut State, who: Seat, unit: PieceId, hex: HexId, play: &mut Play) {
        let from = state.piece(unit).at;
        let zone = state.field.enemy_zone(who.0, hex);
        state.combat.retreating = unit;
        state.combat.gone += 1;
        state.combat.zone |= zone;
        state.piece_mut(unit).marks |= mark::SPENT;
        play.say(who, "fi 5.6-retreat", say!("{unit} goes back to {hex}", unit, hex = at(hex)))
            .on(at(hex))
            .effect(Effect::Moved { unit: unit.into(), from: from.into(), to: at(hex) });
        state.combat.due = state.combat.due.saturating_sub(1);
        game.go(state, unit, &[hex], play);
    }
}

impl Decision<FireAndIce> for Replacing {
    fn step(&self, game: &FireAndIce, state: &mut State, play: &mut Play) -> bool {
        state.frames.pop();
        let side = state.combat.loser;
        if state.mission.stopped {
            play.note("fi 10.4.2", say!("the replacements do not come"));
            return true;
        }
        game.replace(state, side, usize::from(self.pool % 3), -1);
        play.note(
            "fi 5.6-replacement",
            say!("a {pool} replacement makes a loss good", pool = Pool(self.pool)),
        );
        state.combat.due = state.combat.due.saturating_sub(1);
        true
    }
}
