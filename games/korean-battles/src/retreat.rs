//! Retreat and displacement (7.7, 7.8).

use crate::actions::Action;
use crate::data::Scenario;
use crate::game::KoreanBattles;
use crate::ground::PROHIBITED;
use crate::sequence::{Kb, Verdict, ensure, no};
use crate::state::{Hex, HexSet, NOWHERE, Side, State, UnitId, UnitSet, flag};
use engine::flat::Stack;
use engine::scene::ActionKind;
use engine::{Ask, Decision, Effect, Offer, Play, Seat, SeatSet, say};
use serde::{Deserialize, Serialize};

/// How a retreat goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Way {
    /// Through vacant hexes only.
    #[default]
    Vacant,
    /// Friends may be passed.
    Through,
    /// To the hex that a displaced friend has left.
    Cleared,
    /// As far as it goes, then a loss.
    Short,
    /// Nearer to an enemy after bombardment, then a loss.
    Closer,
    /// The same, and not the full length.
    CloserShort,
}

/// 7.8 A side told to retreat stands with one unit, or retreats. [rule: kb 7.8]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stiff {
    pub(crate) defender: bool,
}

impl Decision<KoreanBattles> for Stiff {
    fn seats(&self, _: &KoreanBattles, st: &State) -> SeatSet {
        st.combat.owner(self.defender).alone()
    }
    fn ask(&self, now: Kb<'_>) -> Ask {
        let c = &now.state.combat;
        let n = c.length;
        Ask::new("kb 7.8", say!("Retreat {n} {n|hex|hexes}, or stand and lose a step?", n)).place(c.target)
    }
    fn candidates(&self, now: Kb<'_>, out: &mut Vec<Action>) {
        let party = now.game.of(now.state).party(now.state, self.defender);
        out.extend(party.iter().map(|unit| Action::Stand { unit }));
        out.push(Action::Retreat);
    }
    fn check(&self, now: Kb<'_>, action: Action) -> Verdict {
        match action {
            Action::Retreat => Ok(()),
            Action::Stand { unit } => {
                let party = now.game.of(now.state).party(now.state, self.defender);
                ensure(party.has(unit), "kb 7.8", || say!("{unit} is not told to retreat", unit))
            }
            _ => no("kb 7.8", say!("the side told to retreat stands or retreats first")),
        }
    }
    fn perform(&self, game: &KoreanBattles, st: &mut State, _: Seat, action: Action, play: &mut Play) {
        match action {
            Action::Stand { unit } => game.of(st).stand(st, unit, play),
            // Its units go one after the other. [rule: kb retreat-5]
            _ => {
                st.combat.pending = game.of(st).party(st, self.defender);
                st.replace_top(Retreats { defender: self.defender });
            }
        }
    }
    fn offer(&self, _: Kb<'_>, action: Action) -> Offer {
        match action {
            Action::Stand { unit } => {
                Offer::new(ActionKind::Choose, "kb 7.8", say!("Stand with {unit}", unit))
            }
            _ => Offer::new(ActionKind::Choose, "kb 7.7-away", say!("Retreat")),
        }
    }
}

/// 7.7 Units still have to retreat: their owner chooses the order. [rule: kb retreat-5]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Retreats {
    pub(crate) defender: bool,
}

impl Decision<KoreanBattles> for Retreats {
    fn seats(&self, _: &KoreanBattles, st: &State) -> SeatSet {
        if st.combat.pending.len() < 2 { SeatSet::NONE } else { st.combat.owner(self.defender).alone() }
    }
    fn ask(&self, now: Kb<'_>) -> Ask {
        Ask::new("kb retreat-5", say!("Choose the next unit to retreat.")).place(now.state.combat.target)
    }
    fn candidates(&self, now: Kb<'_>, out: &mut Vec<Action>) {
        out.extend(now.state.combat.pending.iter().map(|unit| Action::RetreatUnit { unit }));
    }
    fn check(&self, now: Kb<'_>, action: Action) -> Verdict {
        let Action::RetreatUnit { unit } = action else {
            return no("kb retreat-5", say!("the next unit to retreat is chosen first"));
        };
        let pending = now.state.combat.pending.has(unit);
        ensure(pending, "kb retreat-5", || say!("{unit} has no retreat to make", unit))
    }
    fn perform(&self, game: &KoreanBattles, st: &mut State, _: Seat, action: Action, play: &mut Play) {
        if let Action::RetreatUnit { unit } = action {
            game.of(st).begin_retreat(st, unit, play);
        }
    }
    fn offer(&self, _: Kb<'_>, action: Action) -> Offer {
        match action {
            Action::RetreatUnit { unit } => {
                Offer::new(ActionKind::Select, "kb retreat-5", say!("{unit} retreats first", unit))
            }
            _ => Offer::new(ActionKind::Choose, "kb retreat-5", say!("Retreat")),
        }
    }
    fn step(&self, game: &KoreanBattles, st: &mut State, play: &mut Play) -> bool {
        match st.combat.pending.only() {
            Some(unit) => game.of(st).begin_retreat(st, unit, play),
            None => {
                st.frames.pop();
            }
        }
        true
    }
}

/// 7.7 A unit on its retreat: so many hexes to go. [rule: kb 7.7-away]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Retreat {
    pub(crate) unit: UnitId,
    pub(crate) left: u8,
    pub(crate) way: Way,
}

impl Decision<KoreanBattles> for Retreat {
    fn seats(&self, game: &KoreanBattles, st: &State) -> SeatSet {
        let sc = game.of(st);
        if sc.retreat_steps(st, *self).len() < 2 { SeatSet::NONE } else { sc.side(self.unit).alone() }
    }
    fn ask(&self, now: Kb<'_>) -> Ask {
        let (unit, left) = (self.unit, self.left);
        Ask::new(
            "kb 7.7-away",
            say!("Choose the next hex of the retreat of {unit}: {left} to go.", unit, left),
        )
        .piece(unit)
        .place(now.state.hex(unit))
    }
    fn candidates(&self, now: Kb<'_>, out: &mut Vec<Action>) {
        out.extend(
            now.game.of(now.state).retreat_steps(now.state, *self).iter().map(|hex| Action::To { hex }),
        );
    }
    fn check(&self, now: Kb<'_>, action: Action) -> Verdict {
        let Action::To { hex } = action else {
            return no("kb 7.7-away", say!("{unit} ends its retreat first", unit = self.unit));
        };
        let on = now.game.of(now.state).retreat_steps(now.state, *self).has(hex);
        ensure(on, "kb 7.7-away", || say!("the retreat does not lead to {hex}", hex))
    }
    fn perform(&self, game: &KoreanBattles, st: &mut State, _: Seat, action: Action, play: &mut Play) {
        if let Action::To { hex } = action {
            game.of(st).retreat_to(st, *self, hex, play);
        }
    }
    fn offer(&self, _: Kb<'_>, action: Action) -> Offer {
        match action {
            Action::To { hex } => Offer::new(ActionKind::Move, "kb 7.7-away", say!("{hex}", hex)),
            _ => Offer::new(ActionKind::Choose, "kb 7.7-away", say!("Retreat")),
        }
    }
    /// One hex only: the unit goes there. A way that was open when the retreat began stays open; a unit without one is
    /// lost.
    fn step(&self, game: &KoreanBattles, st: &mut State, play: &mut Play) -> bool {
        let sc = game.of(st);
        match sc.retreat_steps(st, *self).only() {
            Some(hex) => sc.retreat_to(st, *self, hex, play),
            None => {
                st.frames.pop();
                sc.eliminate(st, self.unit, "kb 7.7-length", play);
            }
        }
        true
    }
}

/// 7.7.2 A friend may be displaced to make room for a retreating unit. [rule: kb 7.7.2]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Displace {
    pub(crate) unit: UnitId,
}

impl Decision<KoreanBattles> for Displace {
    fn seats(&self, game: &KoreanBattles, st: &State) -> SeatSet {
        game.of(st).side(self.unit).alone()
    }
    fn ask(&self, now: Kb<'_>) -> Ask {
        let unit = self.unit;
        Ask::new("kb 7.7.2", say!("Displace a friend to make room for {unit}?", unit))
            .piece(unit)
            .place(now.state.hex(unit))
    }
    fn list(&self, now: Kb<'_>, out: &mut Vec<Action>) {
        let friends = now.game.of(now.state).displacements(now.state, self.unit);
        out.extend(friends.into_iter().map(|(unit, hex)| Action::Displace { unit, hex }));
        if now.state.combat.chain.is_empty() {
            out.push(Action::Refuse);
        }
    }
    fn check(&self, now: Kb<'_>, action: Action) -> Verdict {
        let (sc, st) = (now.game.of(now.state), now.state);
        match action {
            Action::Displace { unit, hex } => {
                let open = sc.displacements(st, self.unit).contains(&(unit, hex));
                ensure(open, "kb 7.7.2", || {
                    say!(
                        "{unit} makes no room by going to {hex}, or could not retreat there",
                        unit = st.told(unit),
                        hex
                    )
                })
            }
            Action::Refuse => {
                let begun = !st.combat.chain.is_empty();
                ensure(!begun, "kb 7.7.2", || say!("a friend is being displaced already"))
            }
            _ => no("kb 7.7.2", say!("room for {unit} is decided first", unit = self.unit)),
        }
    }
    fn perform(&self, game: &KoreanBattles, st: &mut State, _: Seat, action: Action, play: &mut Play) {
        let sc = game.of(st);
        match action {
            Action::Displace { unit, hex } => sc.displace(st, self.unit, unit, hex, play),
            // The retreat can't be completed.
            _ => {
                st.frames.pop();
                sc.fall_short(st, self.unit, play);
            }
        }
    }
    fn offer(&self, _: Kb<'_>, action: Action) -> Offer {
        match action {
            Action::Displace { unit, hex } => {
                Offer::new(ActionKind::Choose, "kb 7.7.2", say!("Displace {unit} to {hex}", unit, hex))
            }
            _ => Offer::new(ActionKind::Done, "kb 7.7.2", say!("Displace nobody")),
        }
    }
}

/// The enemies that a unit flees from.
type Threats = Stack<Hex, 24>;

/// A retreat in one piece: who, from where, from whom.
struct Flight {
    unit: UnitId,
    side: Side,
    start: Hex,
    threats: Threats,
}

impl Flight {
    fn nearest(&self, scenario: &Scenario, hex: Hex) -> u8 {
        self.threats.iter().map(|&t| scenario.ground.distance(t, hex)).min().unwrap_or(0)
    }
}

impl Scenario {
    fn flight(&self, st: &State, unit: UnitId, start: Hex) -> Flight {
        let mut threats = Threats::default();
        let side = self.side(unit);
        let c = &st.combat;
        if side == c.side {
            threats.push(c.target);
        } else if c.bombardment {
            self.closest_enemies(st, side, start, &mut threats);
        } else {
            for u in c.attackers.iter().filter(|&u| st.on_map(u)) {
                threats.try_push(st.hex(u));
            }
        }
        Flight { unit, side, start, threats }
    }

    /// 7.7.1 Under bombardment a unit flees from the closest enemies. [rule: kb 7.7.1, kb retreat-7]
    fn closest_enemies(&self, st: &State, side: Side, hex: Hex, out: &mut Threats) {
        let enemies = || self.deployed(st, side.other()).map(|u| st.hex(u));
        let Some(least) = enemies().map(|h| self.ground.distance(h, hex)).min() else { return };
        for h in enemies().filter(|&h| self.ground.distance(h, hex) == least) {
            if !out.contains(&h) {
                out.try_push(h);
            }
        }
    }

    /// 7.7 One step of a retreat: farther from where it began and from the enemies, into no enemy, no enemy zone and no
    /// prohibited ground. Only after a bombardment may it come nearer to an enemy.
    /// [rule: kb 7.7-away, kb retreat-1, kb retreat-6, kb 5.1.2-combat]
    fn may_flee(&self, st: &State, f: &Flight, from: Hex, d: usize, taken: u8, closer: bool) -> Option<Hex> {
        let to = self.ground.near[from.index()][d];
        if to == NOWHERE || self.step_cost(st, f.unit, from, d) == PROHIBITED {
            return None;
        }
        let fine = !self.enemy_in(st, f.side, to)
            && !self.enemy_zone(st, f.side, to)
            && self.ground.distance(to, f.start) == taken + 1
            && (closer || f.nearest(self, to) > f.nearest(self, from));
        fine.then_some(to)
    }

    /// Whether the hexes of a way may be used: vacant ones only, or friends passed and stacking at the end.
    /// [rule: kb 7.7-vacant, kb retreat-2]
    fn serves(&self, st: &State, unit: UnitId, way: Way, hex: Hex, last: bool) -> bool {
        match way {
            Way::Vacant => st.vacant(hex),
            Way::Cleared => !last || hex == st.combat.cleared,
            _ => !last || self.may_stack(st, unit, hex),
        }
    }

    fn completes(&self, st: &State, f: &Flight, from: Hex, taken: u8, left: u8, way: Way) -> bool {
        let closer = matches!(way, Way::Closer | Way::CloserShort);
        (0..6).any(|d| {
            let Some(to) = self.may_flee(st, f, from, d, taken, closer) else { return false };
            self.serves(st, f.unit, way, to, left == 1)
                && (left == 1 || self.completes(st, f, to, taken + 1, left - 1, way))
        })
    }

    /// 7.7 A unit begins its retreat in the best way open to it. [rule: kb 7.7-vacant, kb retreat-2, kb retreat-3]
    pub(crate) fn begin_retreat(&self, st: &mut State, unit: UnitId, play: &mut Play) {
        st.combat.pending.set(unit, false);
        let start = st.hex(unit);
        st.combat.start = start;
        st.combat.path.clear();
        st.combat.chain.clear();
        let f = self.flight(st, unit, start);
        let left = st.combat.length;
        for way in [Way::Vacant, Way::Through] {
            if self.completes(st, &f, start, 0, left, way) {
                st.push(Retreat { unit, left, way });
                return;
            }
        }
        if !self.displacements(st, unit).is_empty() {
            st.push(Displace { unit });
            return;
        }
        self.fall_short(st, unit, play);
    }

    /// 7.7 Without a full retreat a unit goes as far as it can and is depleted there; if it can't go at all it is
    /// eliminated. After a bombardment it may come nearer to an enemy and is depleted for it.
    /// [rule: kb 7.7-length, kb retreat-4, kb 7.7.1, kb retreat-7]
    fn fall_short(&self, st: &mut State, unit: UnitId, play: &mut Play) {
        let start = st.combat.start;
        let f = self.flight(st, unit, start);
        let length = st.combat.length;
        if st.combat.bombardment && self.completes(st, &f, start, 0, length, Way::Closer) {
            st.push(Retreat { unit, left: length, way: Way::Closer });
            return;
        }
        for left in (1..length).rev() {
            let ways: &[Way] =
                if st.combat.bombardment { &[Way::Short, Way::CloserShort] } else { &[Way::Short] };
            for &way in ways {
                if self.completes(st, &f, start, 0, left, way) {
                    st.push(Retreat { unit, left, way });
                    return;
                }
            }
        }
        self.eliminate(st, unit, "kb 7.7-length", play);
        st.combat.path.push(start);
        self.close_path(st, unit);
    }

    /// The next hexes of the unit that retreats. [rule: kb retreat-1, kb retreat-2]
    fn retreat_steps(&self, st: &State, retreat: Retreat) -> HexSet {
        let Retreat { unit, left, way } = retreat;
        let mut out = HexSet::default();
        let f = self.flight(st, unit, st.combat.start);
        let closer = matches!(way, Way::Closer | Way::CloserShort);
        let taken = st.combat.path.len() as u8;
        for d in 0..6 {
            let Some(to) = self.may_flee(st, &f, st.hex(unit), d, taken, closer) else { continue };
            let on = left == 1 || self.completes(st, &f, to, taken + 1, left - 1, way);
            if on && self.serves(st, unit, way, to, left == 1) {
                out.set(to, true);
            }
        }
        out
    }

    /// One hex of a retreat. [rule: kb 5.1-timing]
    fn retreat_to(&self, st: &mut State, retreat: Retreat, to: Hex, play: &mut Play) {
        let Retreat { unit, left, way } = retreat;
        let from = st.hex(unit);
        st.combat.path.push(from);
        self.shift_to(st, unit, to);
        self.take(st, unit, to, play);
        if left > 1 {
            st.replace_top(Retreat { unit, left: left - 1, way });
            return;
        }
        st.frames.pop();
        st.mark(unit, flag::RETREATED);
        let start = st.combat.start;
        play.say(
            self.side(unit).seat(),
            "kb 7.7-away",
            say!("{unit} retreats {start}-{to}", unit, start, to),
        )
        .on(start)
        .on(to)
        .effect(Effect::Moved { unit: unit.into(), from: start.into(), to: to.into() });
        if matches!(way, Way::Short | Way::Closer | Way::CloserShort) {
            let rule = if way == Way::Short { "kb 7.7-length" } else { "kb 7.7.1" };
            self.lose_step(st, unit, rule, play);
            if !st.on_map(unit) {
                st.combat.path.push(to);
            }
        }
        self.close_path(st, unit);
    }

    /// The path of retreat of a defender is kept for the advance. [rule: kb retreat-8]
    fn close_path(&self, st: &mut State, unit: UnitId) {
        if self.side(unit) != st.combat.side && !st.combat.bombardment {
            let path = st.combat.path;
            self.open_path(st, &path);
        }
    }
    /// Opens hexes to advance after combat.
    pub(crate) fn open_path(&self, st: &mut State, hexes: &[Hex]) {
        let k = usize::from(st.combat.path_count).min(1);
        st.combat.paths[k].clear();
        for &hex in hexes {
            st.combat.paths[k].try_push(hex);
        }
        st.combat.path_count = k as u8 + 1;
    }

    /// 7.8 Stiff resistance: one unit loses a step and nobody retreats; no advance. [rule: kb 7.8]
    fn stand(&self, st: &mut State, unit: UnitId, play: &mut Play) {
        st.frames.pop();
        st.combat.stood = true;
        play.say(self.side(unit).seat(), "kb 7.8", say!("{unit} stands its ground", unit));
        self.lose_step(st, unit, "kb 7.8", play);
    }

    /// Where the unit that needs room wants to go: the ends of its full retreat, or its hex in the chain.
    fn wanted(&self, st: &State, unit: UnitId) -> (UnitId, HexSet) {
        let mut hexes = HexSet::default();
        if let Some(&(mover, hex)) = st.combat.chain.last() {
            hexes.set(hex, true);
            return (mover, hexes);
        }
        let f = self.flight(st, unit, st.combat.start);
        self.ends(st, &f, f.start, 0, st.combat.length, &mut hexes);
        (unit, hexes)
    }

    fn ends(&self, st: &State, f: &Flight, from: Hex, taken: u8, left: u8, out: &mut HexSet) {
        for d in 0..6 {
            let Some(to) = self.may_flee(st, f, from, d, taken, false) else { continue };
            if left == 1 {
                out.set(to, true);
            } else {
                self.ends(st, f, to, taken + 1, left - 1, out);
            }
        }
    }

    /// 7.7.2 Friends that could be displaced for the retreating unit, each with its hex.
    /// [rule: kb 7.7.2, kb retreat-3]
    pub(crate) fn displacements(&self, st: &State, unit: UnitId) -> Vec<(UnitId, Hex)> {
        let (mover, hexes) = self.wanted(st, unit);
        let mut moved = UnitSet::default();
        moved.set(unit, true);
        st.combat.chain.iter().for_each(|&(u, _)| moved.set(u, true));
        let mut out = Vec::new();
        for hex in hexes.iter() {
            self.displace_from(st, mover, hex, moved, &mut out);
        }
        out.sort_unstable();
        out.dedup();
        out
    }

    /// The friends whose leaving makes room for `mover` in a hex, with the hexes they can go to: vacant ones if there
    /// are any, else ones where they may stack, else ones where a further friend can be displaced.
    fn displace_from(
        &self,
        st: &State,
        mover: UnitId,
        hex: Hex,
        moved: UnitSet,
        out: &mut Vec<(UnitId, Hex)>,
    ) {
        for friend in st.units_in(hex) {
            let fights = st.combat.attackers.has(friend) || st.combat.defenders.has(friend);
            if fights || moved.has(friend) || self.side(friend) != self.side(mover) {
                continue;
            }
            let mut rest = st.units_in(hex).filter(|&u| u != friend && u != mover);
            let other = rest.next();
            let room = rest.next().is_none()
                && other.is_none_or(|o| self.units[o.index()].small() || self.units[mover.index()].small());
            if room {
                self.havens(st, friend, moved, out);
            }
        }
    }

    fn havens(&self, st: &State, friend: UnitId, moved: UnitSet, out: &mut Vec<(UnitId, Hex)>) {
        let f = self.flight(st, friend, st.hex(friend));
        let reach: Vec<Hex> = (0..6).filter_map(|d| self.may_flee(st, &f, f.start, d, 0, false)).collect();
        let mut found: Vec<Hex> = reach.iter().copied().filter(|&h| st.vacant(h)).collect();
        if found.is_empty() {
            found = reach.iter().copied().filter(|&h| self.may_stack(st, friend, h)).collect();
        }
        if found.is_empty() && moved.len() < 5 {
            let mut further = moved;
            further.set(friend, true);
            let gives_way = |h: &Hex| {
                let mut deeper = Vec::new();
                self.displace_from(st, friend, *h, further, &mut deeper);
                !deeper.is_empty()
            };
            found = reach.into_iter().filter(gives_way).collect();
        }
        out.extend(found.into_iter().map(|h| (friend, h)));
    }

    /// A friend is displaced; if its new hex is full, the next one is asked for. [rule: kb 7.7.2, kb retreat-3]
    fn displace(&self, st: &mut State, unit: UnitId, friend: UnitId, to: Hex, play: &mut Play) {
        st.combat.chain.push((friend, to));
        if !self.may_stack(st, friend, to) {
            return;
        }
        st.combat.cleared = st.hex(st.combat.chain[0].0);
        while let Some((friend, to)) = st.combat.chain.pop() {
            self.reveal(st, friend, play);
            if st.on_map(friend) {
                let from = st.hex(friend);
                self.shift_to(st, friend, to);
                self.take(st, friend, to, play);
                st.mark(friend, flag::RETREATED);
                let text = say!("{unit} is displaced {from}-{to}", unit = friend, from, to);
                play.say(self.side(friend).seat(), "kb 7.7.2", text).on(from).on(to).effect(Effect::Moved {
                    unit: friend.into(),
                    from: from.into(),
                    to: to.into(),
                });
            }
        }
        let left = st.combat.length;
        st.replace_top(Retreat { unit, left, way: Way::Cleared });
    }
}
