//! What must hold of a position that somebody laid out: every stack possible, every procedure consistent.

use crate::data::bit;
use crate::kinds::{Kind, Side, Status, Unit, AREAS, NOWHERE, PLACES, TRACK, WHERE};
use crate::state::{Frame, State, Step};
use crate::War625;
use engine::PositionError;

fn wrong(field: &str, message: impl Into<String>) -> Result<(), PositionError> {
    Err(PositionError::new(field, message))
}

/// Whether a stack can exist at all where it is said to be.
pub(crate) fn check_unit(
    rules: &War625,
    s: &State,
    u: Unit,
    prisoner: bool,
    field: &str,
) -> Result<(), PositionError> {
    let place = u.place() as usize;
    let (area, track) = (place < AREAS, place >= WHERE);
    let kind = u.kind();
    if !prisoner {
        if matches!(kind, Kind::Token | Kind::Factory) {
            return wrong(field, "tokens and factories are not units");
        }
        if !rules.c.values(s.opts.d12, u.nation(), kind).exists {
            return wrong(field, format!("there is no {} with these dice", kind.id()));
        }
    } else if !area || u.captor().side() == u.side() {
        return wrong(field, "prisoners are held by the other side, in an area");
    }
    if kind.is_land() && !(area || track) {
        return wrong(field, "land units stand in an area or aboard a ship");
    }
    if kind.is_sea() && area && !prisoner {
        return wrong(field, "ships are in a sea zone");
    }
    if !u.cargo().is_empty() && !u.cargo().is_packed() {
        return wrong(field, "that load can't be carried");
    }
    let from = u.from();
    let via = u.via();
    let on_map = |p: u8| (p as usize) < WHERE;
    let ashore = |p: u8| (p as usize) < AREAS;
    let sound = prisoner
        || match u.status() {
            Status::Ready | Status::Moved | Status::DasUsed | Status::Flown => true,
            Status::Attack if kind.is_sea() => true,
            Status::Attack => ashore(from) && (ashore(via) || (via == NOWHERE && from == u.place())),
            Status::Landed => on_map(from) && !ashore(from),
            Status::Dropped => ashore(from),
            Status::Snipe => ashore(via),
            Status::Battle | Status::Bomb | Status::Economic | Status::Military | Status::Drop => on_map(from),
            Status::Das => on_map(from),
            Status::Leaving => ashore(via),
            Status::Special if kind == Kind::Submarine => true,
            Status::Special => kind == Kind::Transport && ashore(via),
        };
    if !sound {
        return wrong(field, "the state of these units does not go with where they are");
    }
    Ok(())
}

/// Land and air units stand in areas of their side, unless they attack; aircraft at sea have a deck.
pub(crate) fn check_places(rules: &War625, s: &State) -> Result<(), PositionError> {
    let mut total = 0u32;
    for (u, n) in s.units() {
        total += u32::from(n);
        let place = u.place();
        let id = rules.c.id(place);
        if (place as usize) < AREAS {
            let friendly = s.side_at(place) == u.side();
            if u.is_prisoner() {
                if friendly {
                    return wrong(&format!("areas.{id}.units"), "nobody is held prisoner in his own side's area");
                }
                continue;
            }
            let visits = matches!(
                u.status(),
                Status::Attack
                    | Status::Landed
                    | Status::Dropped
                    | Status::Battle
                    | Status::Bomb
                    | Status::Economic
                    | Status::Military
                    | Status::Drop
                    | Status::Flown
            );
            if !friendly && !visits {
                return wrong(&format!("areas.{id}.units"), "units stand in an area that the enemy controls");
            }
            if rules.c.japan & bit(place) != 0 && u.side() == Side::Communist {
                return wrong(&format!("areas.{id}.units"), "Japan is closed to the Communists");
            }
        }
        if u.kind().is_air() && (AREAS..WHERE).contains(&(place as usize)) {
            let resting = matches!(u.status(), Status::Ready | Status::Moved | Status::DasUsed);
            let lift = rules.c.values(s.opts.d12, u.nation(), Kind::Carrier).lift;
            if resting && s.frames.len() <= 2 && decks_short(s, place, u.side(), lift) {
                return wrong(&format!("zones.{id}"), "there are more aircraft than the carriers can hold");
            }
        }
    }
    if total > 20_000 {
        return wrong("areas", "there are too many units");
    }
    Ok(())
}

fn decks_short(s: &State, zone: u8, side: Side, lift: u8) -> bool {
    let (mut room, mut aboard) = (0u32, 0u32);
    for (u, n) in s.at(zone).filter(|(u, _)| u.side() == side) {
        if u.kind() == Kind::Carrier {
            room += u32::from(n) * u32::from(lift);
        } else if u.kind().is_air() && matches!(u.status(), Status::Ready | Status::Moved | Status::DasUsed) {
            aboard += u32::from(n);
        }
    }
    aboard > room
}

/// The frames are a procedure that the rules can reach: a phase, at most one battle in it, its decisions on top.
pub(crate) fn check_frames(rules: &War625, s: &State) -> Result<(), PositionError> {
    let bad = || wrong("procedure.frames", "this procedure can't be");
    let frames: &[Frame] = &s.frames;
    if frames == [Frame::Over] {
        return if s.step == Step::Over { Ok(()) } else { wrong("procedure.step", "the war is over") };
    }
    let [Frame::Turn, phase, rest @ ..] = frames else { return bad() };
    let step = match phase {
        Frame::Hidden => Step::Start,
        Frame::China => Step::Atomic,
        Frame::Atomic => Step::Talks,
        Frame::Talks => Step::Income,
        Frame::Purchase => Step::CombatMove,
        Frame::CombatMove => Step::Combat,
        Frame::Combat => Step::NonCombat,
        Frame::NonCombat => Step::Place,
        Frame::Place => Step::Supply,
        _ => return bad(),
    };
    if s.step != step {
        return wrong("procedure.step", "the step does not go with the phase");
    }
    let fits = match (phase, rest) {
        (_, []) => true,
        (Frame::Talks, rest) => rest.iter().all(|f| matches!(f, Frame::Offer { .. } | Frame::Return { .. })),
        (Frame::CombatMove | Frame::NonCombat, [Frame::Selected { unit, seat }]) => {
            *seat < 5 && s.count(*unit) > 0
        }
        (Frame::Combat, [Frame::Battle, rest @ ..]) => {
            let place = s.battle.place as usize;
            let goal = s.battle.goal;
            place < WHERE && (goal == NOWHERE || (goal as usize) < WHERE) && rest.iter().all(is_battle_frame)
        }
        (_, [Frame::Armistice { .. } | Frame::Resign { .. }]) => true,
        _ => false,
    };
    let pairs = s.pairs.iter().all(|p| p.origin < TRACK && (p.target as usize) < PLACES);
    if !fits || !pairs || s.opened > 2 {
        return bad();
    }
    if rules.deciders(s).is_empty() {
        return wrong("procedure", "nobody has a decision to take here");
    }
    Ok(())
}

fn is_battle_frame(frame: &Frame) -> bool {
    matches!(
        frame,
        Frame::Das
            | Frame::Bombard
            | Frame::Leave
            | Frame::Duty { .. }
            | Frame::Direct { .. }
            | Frame::Loss { .. }
            | Frame::FlyOut
            | Frame::Submerge { .. }
            | Frame::Salvage
            | Frame::Decide
    )
}
