//! The test situations of the rules: position, action, dice, expectation.

pub(crate) use board::HexId;
pub(crate) use conflict_korea::data::{COM, Experience, UN, Visibility, Weather};
pub(crate) use conflict_korea::frames::{Frame, Orders, Sequence};
pub(crate) use conflict_korea::game::{ConflictKorea, Scope};
pub(crate) use conflict_korea::state::{ENTRENCHED, ForceId, Phase, State, Status, Unit, UnitId};
pub(crate) use engine::{Dice, Options, Play, Rules, Seed};
pub(crate) use std::sync::OnceLock;

/// The game with the data as shipped.
pub(crate) fn game() -> &'static ConflictKorea {
    static GAME: OnceLock<ConflictKorea> = OnceLock::new();
    GAME.get_or_init(|| ConflictKorea::new(&conflict_korea::files()).unwrap_or_else(|e| panic!("{e}")))
}

/// A scenario as it begins, in mild and fair weather.
pub(crate) fn start(scenario: &str) -> State {
    let info = game().info().scenario(scenario).unwrap_or_else(|| panic!("{scenario}"));
    let options = Options::default().complete(info).unwrap_or_else(|e| panic!("{e}"));
    let mut play = Play::new(Dice::seeded(Seed::from_number(625)));
    let mut st = game().setup(scenario, &options, &mut play).unwrap_or_else(|e| panic!("{e}"));
    st.weather = Weather::default();
    st
}

pub(crate) fn storm() -> Weather {
    Weather { visibility: Visibility::Storms, ..Weather::default() }
}

pub(crate) fn scope(st: &State) -> Scope<'static> {
    game().scope(st)
}

/// Dice that are laid down beforehand.
pub(crate) fn dice(rolls: &[u32]) -> Play {
    let mut dice = Dice::seeded(Seed::from_number(1));
    dice.script(rolls.iter().copied());
    Play::new(dice)
}

/// All laid dice were drawn and fitted.
#[track_caller]
pub(crate) fn all_drawn(play: &mut Play) {
    assert_eq!(play.dice_mut().take_fault(), None);
    assert_eq!(play.dice().scripted(), 0, "dice are left; drawn: {:?}", play.dice().drawn());
}

#[track_caller]
pub(crate) fn hex(label: &str) -> HexId {
    game().scope_of(0).ground.map.hex(label).unwrap_or_else(|| panic!("{label}"))
}

#[track_caller]
pub(crate) fn unit(st: &State, id: &str) -> UnitId {
    let found = scope(st).world.units.iter().position(|u| u.id == id);
    UnitId(found.unwrap_or_else(|| panic!("{id}")) as u8)
}

/// The force of a unit.
#[track_caller]
pub(crate) fn force(st: &State, id: &str) -> ForceId {
    let force = st.unit(unit(st, id)).force;
    assert!(force.is_some(), "{id} is in no force");
    force
}

/// A unit as a situation describes it.
pub(crate) fn set(st: &mut State, id: &str, readiness: u8, experience: Experience, dug_in: bool) {
    let u = unit(st, id);
    let u = st.unit_mut(u);
    (u.readiness, u.experience) = (readiness, experience);
    u.set(ENTRENCHED, dug_in);
}

pub(crate) fn readiness(st: &State, id: &str) -> u8 {
    st.unit(unit(st, id)).readiness
}

/// Pieces of a kind by its code.
pub(crate) fn pieces(st: &State, id: &str, code: &str) -> u8 {
    st.unit(unit(st, id)).pieces[kind(code)]
}

pub(crate) fn kind(code: &str) -> usize {
    let found = game().scope_of(0).world.equipment.iter().position(|e| e.code == code);
    found.unwrap_or_else(|| panic!("{code}"))
}

/// Moves a force to a hex, which becomes its side's.
pub(crate) fn put(st: &mut State, force: ForceId, label: &str) {
    st.put(force, hex(label));
    scope(st).occupy(st, force.side(), hex(label));
}

/// Takes every force off the map but these.
pub(crate) fn only(st: &mut State, keep: &[ForceId]) {
    let all: Vec<ForceId> = [COM, UN].into_iter().flat_map(|s| st.forces_of(s)).collect();
    for id in all.into_iter().filter(|f| !keep.contains(f)) {
        for u in st.units_of(id) {
            let side = id.side() as usize;
            *st.unit_mut(u) = Unit { status: Status::Gone, ..Unit::default() };
            st.roster[side].retain(|r| *r != u);
        }
        st.lift(id);
        *st.force_mut(id) = conflict_korea::state::Force::default();
    }
}

/// A side's orders phase, the first or the second.
pub(crate) fn orders(st: &mut State, side: u8, first: bool) {
    (st.leader, st.phase) = (side, if first { Phase::FirstA } else { Phase::SecondA });
    st.frames.clear();
    st.frames.push(Frame::Sequence(Sequence));
    st.frames.push(Frame::Orders(Orders { side }));
}

/// Both sides know where everybody is.
pub(crate) fn all_seen(st: &mut State) {
    for side in [COM, UN] {
        let enemies: Vec<ForceId> = st.forces_of(1 - side).collect();
        for f in enemies {
            let at = st.force(f).hex.index();
            st.seen[side as usize][at] = conflict_korea::state::BY_CONTACT;
        }
    }
}

/// Gives a force movement points as at the start of a turn.
pub(crate) fn fresh(st: &mut State, force: ForceId, points: u8) {
    let f = st.force_mut(force);
    (f.points, f.allowance, f.spent, f.flags) = (points, points.max(f.allowance), 0, 0);
}

/// Brings units at full strength and readiness 90 onto the map as one force.
pub(crate) fn form(st: &mut State, ids: &[&str], at: &str) -> ForceId {
    let units: Vec<UnitId> = ids.iter().map(|id| unit(st, id)).collect();
    let side = scope(st).world.units[units[0].index()].nation.side();
    for &u in &units {
        let pieces = scope(st).world.units[u.index()].pieces;
        *st.unit_mut(u) = Unit { status: Status::OnMap, readiness: 90, pieces, ..Unit::default() };
        st.roster[side as usize].push(u);
    }
    let force = scope(st).raise(st, side, 0, &units, hex(at));
    scope(st).occupy(st, side, hex(at));
    let allowance = scope(st).allowance(st, force);
    let f = st.force_mut(force);
    (f.points, f.allowance) = (allowance, allowance);
    force
}

/// Goes on from a position between two decisions.
pub(crate) fn settle(st: &mut State, phase: Phase, rolls: &[u32]) {
    st.phase = phase;
    st.frames.clear();
    st.frames.push(Frame::Sequence(Sequence));
    let mut play = dice(rolls);
    game().settle(st, &mut play);
    all_drawn(&mut play);
}
