//! 5: combat, from the choice of the hex to the comparison of totals.

use crate::actions::Action;
use crate::advance::Advancing;
use crate::data::Nation;
use crate::dice::{Die, Invoking, Kinds, PlaceQuality, Rerolls};
use crate::events::resolve_event;
use crate::game::{FireAndIce, not_now};
use crate::losses::Losses;
use crate::names::{Now, at, seat, seats};
use crate::sequence::{become_frame, push};
use crate::state::{Attack, Combat, Mission, NOBODY, PieceBits, PieceId, State, did, mark, other};
use crate::support::{ATTACKER, DEFENDER};
use crate::supporting::Supporting;
use crate::tactical::{Intercept, What};
use board::HexId;
use engine::{Ask, Decision, Illegal, Offer, Play, Seat, SeatSet, say};
use serde::{Deserialize, Serialize};

/// 5.2 The phasing side chooses which declared combat is resolved next. [rule: fi 5.2]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Battles {
    /// Whose attacks.
    pub side: u8,
}

/// A combat, part by part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fight {
    stage: Stage,
}

/// The owner of a hex with several units names the one that defends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NameDefender;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
enum Stage {
    #[default]
    Defender,
    Support(u8),
    Fly(u8),
    Interdict(u8),
    Interdicted(u8),
    Die,
    Roll,
    Reroll(u8),
    Quality(u8),
    Event,
    Late,
    Invoke(u8),
    Kinds(u8),
    Compare,
    Losses,
    Advance,
    End,
}

impl Decision<FireAndIce> for Battles {
    fn seats(&self, _: &FireAndIce, state: &State) -> SeatSet {
        if state.declared.len() > 1 { seats(self.side) } else { SeatSet::NONE }
    }
    fn ask(&self, _: Now<'_>) -> Ask {
        Ask::new("fi 5.2", say!("Which declared combat is resolved next?"))
    }
    fn candidates(&self, now: Now<'_>, out: &mut Vec<Action>) {
        out.extend(now.state.declared.iter().map(|d| Action::Fight { hex: d.hex }));
        out.sort_unstable();
    }
    fn check(&self, now: Now<'_>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Fight { hex } if now.state.declared.iter().any(|d| d.hex == hex) => Ok(()),
            Action::Fight { hex } => {
                Err(Illegal::new("fi 5.2", say!("no combat is declared on {hex}", hex = at(hex))))
            }
            _ => Err(not_now()),
        }
    }
    fn perform(&self, game: &FireAndIce, state: &mut State, _: Seat, action: Action, play: &mut Play) {
        state.frames.pop();
        if let Action::Fight { hex } = action {
            begin_combat(game, state, self.side, hex, play);
        }
    }
    fn offer(&self, now: Now<'_>, action: Action) -> Offer {
        crate::offers::offer(now, action)
    }
    fn step(&self, game: &FireAndIce, state: &mut State, play: &mut Play) -> bool {
        state.frames.pop();
        if let Some(hex) = state.declared.first().map(|d| d.hex) {
            begin_combat(game, state, self.side, hex, play);
        }
        true
    }
}

/// 5.1 A declared combat begins; it falls away when its declarer is gone or no longer beside the hex, and is won without
/// dice when the hex is empty. [rule: fi 5.1-void, fi 5.1-empty]
pub(crate) fn begin_combat(game: &FireAndIce, state: &mut State, side: u8, hex: HexId, play: &mut Play) {
    let Some(index) = state.declared.iter().position(|d| d.hex == hex) else { return };
    let declared = state.declared.remove(index);
    let ground = game.ground(state);
    let from = state.piece(declared.unit).at;
    let beside = match (from.on_map(), from.in_box()) {
        (Some(from), _) => ground.distance(from, hex) == 1,
        (None, Some(index)) => ground.boxes[usize::from(index)] == hex,
        _ => false,
    };
    if !beside {
        play.note("fi 5.1-void", say!("the attack on {hex} falls away", hex = at(hex))).on(at(hex));
        return;
    }
    state.combat = Combat { declared, attacker: side, ..Combat::default() };
    let defenders: Vec<PieceId> = game.units_in(state, other(side), hex).collect();
    match (defenders.first().copied(), defenders.get(1)) {
        (None, _) => {
            play.note("fi 5.1-empty", say!("{hex} is empty when the attack comes", hex = at(hex)))
                .on(at(hex));
            state.combat.loser = other(side);
            push(state, Fight { stage: Stage::Advance });
        }
        (Some(only), None) => {
            state.combat.defender = only;
            push(state, Fight { stage: Stage::Support(0) });
        }
        _ => {
            push(state, Fight { stage: Stage::Support(0) });
            push(state, NameDefender);
        }
    }
}

impl Decision<FireAndIce> for NameDefender {
    fn seats(&self, _: &FireAndIce, state: &State) -> SeatSet {
        seats(other(state.combat.attacker))
    }
    fn ask(&self, now: Now<'_>) -> Ask {
        let hex = now.state.combat.declared.hex;
        Ask::new("fi 4.2", say!("Which unit defends {hex}?", hex = at(hex))).place(at(hex))
    }
    fn candidates(&self, now: Now<'_>, out: &mut Vec<Action>) {
        let combat = &now.state.combat;
        let units = now.game.units_in(now.state, other(combat.attacker), combat.declared.hex);
        out.extend(units.map(|unit| Action::Defend { unit }));
    }
    fn check(&self, now: Now<'_>, action: Action) -> Result<(), Illegal> {
        let Action::Defend { unit } = action else { return Err(not_now()) };
        let combat = &now.state.combat;
        let mut units = now.game.units_in(now.state, other(combat.attacker), combat.declared.hex);
        if units.any(|id| id == unit) {
            return Ok(());
        }
        Err(Illegal::new("fi 4.2", say!("{unit} is not in the hex attacked", unit)))
    }
    fn perform(&self, _: &FireAndIce, state: &mut State, _: Seat, action: Action, _: &mut Play) {
        state.frames.pop();
        if let Action::Defend { unit } = action {
            state.combat.defender = unit;
        }
    }
    fn offer(&self, now: Now<'_>, action: Action) -> Offer {
        crate::offers::offer(now, action)
    }
}

impl Fight {
    fn to(state: &mut State, stage: Stage) {
        become_frame(state, Fight { stage });
    }

    /// 10.4.3 The aircraft that came through support; each then rolls: a 6 damages it, else its station number.
    /// [rule: fi 10.4.3-use]
    fn fly(game: &FireAndIce, state: &mut State, role: usize, play: &mut Play) {
        let chosen = state.combat.support[role].aircraft;
        if chosen.is_empty() {
            return;
        }
        let most = i16::from(game.most(state, role).air);
        let fliers: Vec<_> = chosen.iter().filter(|&a| state.mission.fliers.has(a)).collect();
        let ids: Vec<_> = fliers.iter().map(|&a| crate::state::AirId(a as u8)).collect();
        let sum: i16 = ids.iter().map(|&id| game.value_now(state, id)).sum();
        state.combat.support[role].air = sum.min(most).max(0) as u8;
        for id in ids {
            let roll = play.d6("ground support");
            let station = u32::from(game.air_type(id).station);
            if roll == 6 {
                game.damage(state, id, "fi 10.4.3-use", play);
            } else if roll > station {
                game.home(state, id, crate::state::AirBox::Available);
                play.note("fi 10.4.3-use", say!("{air} supports and goes home", air = id));
            } else {
                play.note("fi 10.4.3-use", say!("{air} supports and stays", air = id));
            }
        }
        state.combat.support[role].aircraft.clear();
    }

    /// 5.4.1 The dice. [rule: fi 5.4.1]
    fn roll(game: &FireAndIce, state: &mut State, play: &mut Play) {
        let combat = &mut state.combat;
        let sides = game.data.chits[usize::from(combat.declared.chit)].die;
        combat.faces[ATTACKER] = sides;
        combat.dice[ATTACKER] = play.roll(sides.into(), "attacker") as u8;
        combat.dice[DEFENDER] = play.roll(combat.faces[DEFENDER].into(), "defender") as u8;
        let (one, two) = (combat.dice[ATTACKER], combat.dice[DEFENDER]);
        play.note("fi 5.4.1", say!("the attacker rolls {one}, the defender {two}", one, two))
            .on(at(combat.declared.hex));
    }

    /// 5.6 Totals, the loser and what it pays; winners shake off Low Morale; a beaten task force is gone.
    /// [rule: fi 5.6-cap, fi 6.2j, fi 14.2-combat]
    fn compare(game: &FireAndIce, state: &mut State, play: &mut Play) {
        let total = |role: usize| i16::from(state.combat.dice[role]) + game.modifiers(state, role).sum();
        let totals = [total(ATTACKER), total(DEFENDER)];
        let (role, due) = game.spread(totals[ATTACKER], totals[DEFENDER], state.combat.quality);
        let loser = state.combat.side(role);
        state.combat.loser = loser;
        state.combat.due = due;
        let ([one, two], hex) = (totals, at(state.combat.declared.hex));
        play.note("fi 5.6-cap", say!("{one} against {two}", one, two)).on(hex);
        let side = crate::names::side(loser);
        let told = match due {
            0 => say!("{side} loses, and pays nothing", side),
            _ => say!("{side} loses by {due}", side, due),
        };
        play.outcome("fi 5.6-cap", told).on(hex);
        for id in state.combat.participants(1 - role).iter() {
            state.pieces[id].marks &= !mark::LOW_MORALE;
        }
        let lead = state.combat.lead(role);
        if game.unit(lead).task_force() {
            state.combat.due = 0;
            game.eliminate(state, lead, "fi 14.2-combat", play);
        }
    }

    /// 5.3.1, 5.2.2 The price of the road; a Meeting Engagement ends the activation of those who fought. [rule: fi 5.3.1-road, fi 5.2.2]
    fn end(game: &FireAndIce, state: &mut State) {
        let combat = state.combat;
        let side = usize::from(combat.attacker);
        if combat.support[ATTACKER].road {
            state.sides[side].tank = game.level(state.sides[side].tank, -1);
        }
        if combat.declared.kind == Attack::Meeting {
            for id in combat.participants(ATTACKER).iter() {
                if state.pieces[id].done(did::ACTIVE) {
                    state.pieces[id].did |= did::MEETING | did::MOVED;
                }
            }
        }
        state.combat = Combat::default();
        state.frames.pop();
    }

    /// 10.4.2 Tanks and artillery of a side were interdicted. [rule: fi 10.4.2-support]
    fn interdicted(state: &mut State, role: usize, play: &mut Play) {
        if state.mission.stopped {
            state.combat.support[role].tank = 0;
            state.combat.support[role].artillery = 0;
            let side = state.combat.side(role);
            play.say(seat(side), "fi 10.4.2-support", say!("its tanks and artillery do not come"));
        }
    }
}

impl Decision<FireAndIce> for Fight {
    /// 5.4.3 Attacker's support, defender's, dice, re-rolls, quality, event, losses, advance. [rule: fi 5.4.3-order]
    fn step(&self, game: &FireAndIce, state: &mut State, play: &mut Play) -> bool {
        match self.stage {
            Stage::Defender => Self::to(state, Stage::Support(0)),
            Stage::Support(role) => {
                Self::to(state, Stage::Fly(role));
                Supporting::begin(game, state, role.into());
            }
            Stage::Fly(role) => {
                Self::to(state, Stage::Interdict(role));
                let support = &state.combat.support[usize::from(role)];
                if !support.aircraft.is_empty() {
                    let owner = state.combat.side(role.into());
                    state.mission = Mission { owner, fliers: support.aircraft, ..Mission::default() };
                    push(state, Intercept::default());
                }
            }
            Stage::Interdict(role) => {
                Self::fly(game, state, role.into(), play);
                Self::to(state, Stage::Interdicted(role));
                state.mission = Mission::default();
                let support = &state.combat.support[usize::from(role)];
                if support.tank + support.artillery > 0 {
                    let by = other(state.combat.side(role.into()));
                    game.interdiction(state, by, What::Support, state.combat.lead(role.into()));
                }
            }
            Stage::Interdicted(role) => {
                Self::interdicted(state, role.into(), play);
                Self::to(state, if role == 0 { Stage::Support(1) } else { Stage::Die });
            }
            Stage::Die => {
                Self::to(state, Stage::Roll);
                state.combat.faces[DEFENDER] = 6;
                if !state.piece(state.combat.defender).has(mark::SPENT) {
                    push(state, Die);
                }
            }
            Stage::Roll => {
                Self::to(state, Stage::Reroll(0));
                Self::roll(game, state, play);
            }
            Stage::Reroll(role) => {
                Self::to(state, if role == 0 { Stage::Reroll(1) } else { Stage::Quality(0) });
                push(state, Rerolls { role });
            }
            Stage::Quality(role) => {
                Self::to(state, if role == 0 { Stage::Quality(1) } else { Stage::Event });
                push(state, PlaceQuality { role });
            }
            Stage::Event => {
                Self::to(state, Stage::Late);
                if state.combat.dice[ATTACKER] == state.combat.dice[DEFENDER] {
                    resolve_event(game, state, play);
                }
            }
            Stage::Late => {
                Self::to(state, Stage::Invoke(0));
                late(game, state);
            }
            Stage::Invoke(role) => {
                Self::to(state, if role == 0 { Stage::Invoke(1) } else { Stage::Kinds(0) });
                push(state, Invoking { role });
            }
            Stage::Kinds(role) => {
                Self::to(state, if role == 0 { Stage::Kinds(1) } else { Stage::Compare });
                push(state, Kinds { role });
            }
            Stage::Compare => {
                Self::to(state, Stage::Losses);
                Self::compare(game, state, play);
            }
            Stage::Losses => {
                Self::to(state, Stage::Advance);
                if state.combat.due > 0 {
                    push(state, Losses);
                }
            }
            Stage::Advance => {
                Self::to(state, Stage::End);
                let combat = &state.combat;
                let won = combat.loser == other(combat.attacker) && combat.declared.kind != Attack::Meeting;
                let empty =
                    game.units_in(state, other(combat.attacker), combat.declared.hex).next().is_none();
                if won && empty {
                    push(state, Advancing);
                }
            }
            Stage::End => Self::end(game, state),
        }
        true
    }
}

/// 5.5 A Leader marker of the event may be used at once, for the total alone. [rule: fi 5.5-late]
fn late(game: &FireAndIce, state: &mut State) {
    let unit = state.combat.late;
    if !unit.is_some() {
        return;
    }
    let side = game.unit(unit).side;
    let owner = if state.piece(unit).has(mark::GREAT) { side } else { other(side) };
    push(state, Rerolls { role: state.combat.role(owner) as u8 });
}

impl FireAndIce {
    /// Whether a combat is under way.
    pub(crate) fn fighting(&self, state: &State) -> bool {
        state.combat.attacker != NOBODY
    }

    /// 5.6 The nations that can go back through enemy zones. [rule: fi 4.3-retreat]
    pub(crate) fn may_cross_zones(&self, id: PieceId) -> bool {
        let nation = self.unit(id).nation;
        nation.may_bug_out() && nation != Nation::Un
    }

    /// The participants of a side that are still where they fought.
    pub(crate) fn present(&self, state: &State, role: usize) -> PieceBits {
        let mut all = state.combat.participants(role);
        for id in state.combat.participants(role).iter() {
            all.set(id, state.pieces[id].at.in_play());
        }
        all
    }
}
