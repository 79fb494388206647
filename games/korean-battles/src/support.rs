//! Support fire (8.0, 19.0, 23.0): allotments, draws, slots, bombardment.

use crate::actions::{Action, Marker};
use crate::combat::{Loss, Resolve, offer_loss};
use crate::crt::CombatResult;
use crate::data::{Kind, Scenario, Size};
use crate::game::KoreanBattles;
use crate::names::markers;
use crate::sequence::{Kb, Verdict, ensure, no};
use crate::state::{Combat, DEAD, Hex, HexSet, Phase, RED, Side, State, UN, UnitId, UnitSet};
use engine::flat::Stack;
use engine::scene::ActionKind;
use engine::{Ask, Decision, Offer, Play, Question, Seat, SeatSet, say};
use serde::{Deserialize, Serialize};

/// The hexes of a side's headquarters.
pub(crate) type Posts = Stack<Hex, 8>;

/// 8.3 A support slot: attacker, defender, attacker, defender. [rule: kb 8.3, kb 8.4.1, kb 4.1-support]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Support {
    pub(crate) slot: u8,
}

impl Support {
    /// Whose slot it is.
    pub(crate) fn side(self, st: &State) -> Side {
        st.combat.owner(!self.slot.is_multiple_of(2))
    }
    /// The next slot, or the die.
    fn pass(self, sc: &Scenario, st: &mut State) {
        if self.slot + 1 >= 2 * sc.parameters.slots {
            st.replace_top(Resolve);
        } else {
            st.replace_top(Self { slot: self.slot + 1 });
        }
    }
}

impl Decision<KoreanBattles> for Support {
    /// A side without markers, or without headquarters for a bombardment, is not asked.
    fn seats(&self, game: &KoreanBattles, st: &State) -> SeatSet {
        let side = self.side(st);
        let range = || game.of(st).hq_distance(st, side, st.combat.target).is_some();
        if st.hand_size(side) > 0 && (!st.combat.bombardment || range()) {
            side.alone()
        } else {
            SeatSet::NONE
        }
    }
    fn ask(&self, now: Kb<'_>) -> Ask {
        let target = now.state.combat.target;
        let text = match (self.slot < 2, now.state.combat.bombardment) {
            (true, true) => say!("Play a first support marker in the bombardment at {target}?", target),
            (false, true) => say!("Play a second support marker in the bombardment at {target}?", target),
            (true, false) => say!("Play a first support marker in the combat at {target}?", target),
            (false, false) => say!("Play a second support marker in the combat at {target}?", target),
        };
        Ask::new("kb 8.3", text).place(target)
    }
    fn candidates(&self, now: Kb<'_>, out: &mut Vec<Action>) {
        let hand = &now.state.hand[self.side(now.state).index()];
        let held = Marker::all().filter(|m| hand[m.index()] > 0);
        out.extend(held.map(|marker| Action::Support { marker }));
        out.push(Action::Decline);
    }
    /// [rule: kb 8.3, kb 8.2, kb 19.0, kb 8.4.1, kb 7.3-notes]
    fn check(&self, now: Kb<'_>, action: Action) -> Verdict {
        let (sc, st, side) = (now.game.of(now.state), now.state, self.side(now.state));
        match action {
            Action::Decline => Ok(()),
            Action::Support { marker } => {
                ensure(st.hand[side.index()][marker.index()] > 0, "kb 8.0", || {
                    say!("a +{n} marker is not in hand", n = marker.0)
                })?;
                if st.combat.bombardment {
                    return sc.may_range(st, st.combat.target, marker, &sc.posts(st, side));
                }
                Ok(())
            }
            _ => no("kb 8.3", say!("support is played or declined first")),
        }
    }
    /// A marker is played; it is used up for this game turn. [rule: kb 8.3, kb 8.3-once]
    fn perform(&self, game: &KoreanBattles, st: &mut State, _: Seat, action: Action, play: &mut Play) {
        if let Action::Support { marker } = action {
            let side = self.side(st);
            st.hand[side.index()][marker.index()] -= 1;
            st.combat.markers[usize::from(self.slot % 2)][usize::from(self.slot / 2)] = marker.0;
            play.say(side.seat(), "kb 8.3", say!("{side} play +{n}", side, n = marker.0))
                .on(st.combat.target);
        }
        self.pass(game.of(st), st);
    }
    fn quiet(&self, _: Kb<'_>) -> Option<Action> {
        Some(Action::Decline)
    }
    fn offer(&self, _: Kb<'_>, action: Action) -> Offer {
        match action {
            Action::Support { marker } => {
                Offer::new(ActionKind::Add, "kb 8.3", say!("Play +{n}", n = marker.0)).dice()
            }
            _ => Offer::new(ActionKind::Done, "kb 8.3", say!("No support")).dice(),
        }
    }
    fn step(&self, game: &KoreanBattles, st: &mut State, _: &mut Play) -> bool {
        self.pass(game.of(st), st);
        true
    }
    fn question(&self, now: Kb<'_>) -> Option<Question> {
        Some(Question {
            kind: "support",
            title: say!("Support fire"),
            place: Some(now.state.combat.target.into()),
            value: now.game.of(now.state).stake(now.state, self.side(now.state)),
        })
    }
}

/// 8.4.2 A bombardment gone wrong hits the closest friend: its owner chooses among equals. [rule: kb 8.4.2]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FriendlyFire {
    /// Whether the friend is eliminated.
    pub(crate) dead: bool,
}

impl Decision<KoreanBattles> for FriendlyFire {
    fn seats(&self, game: &KoreanBattles, st: &State) -> SeatSet {
        if game.of(st).closest_friends(st).len() < 2 { SeatSet::NONE } else { st.combat.side.alone() }
    }
    fn ask(&self, now: Kb<'_>) -> Ask {
        Ask::new("kb 8.4.2", say!("Choose the unit hit by its own fire.")).place(now.state.combat.target)
    }
    fn candidates(&self, now: Kb<'_>, out: &mut Vec<Action>) {
        let friends = now.game.of(now.state).closest_friends(now.state);
        out.extend(friends.iter().map(|unit| Action::Lose { unit }));
    }
    fn check(&self, now: Kb<'_>, action: Action) -> Verdict {
        let Action::Lose { unit } = action else {
            return no("kb 8.4.2", say!("the unit hit by its own fire is chosen first"));
        };
        let near = now.game.of(now.state).closest_friends(now.state).has(unit);
        ensure(near, "kb 8.4.2", || say!("{unit} is not the closest friend of the bombarded hex", unit))
    }
    fn perform(&self, game: &KoreanBattles, st: &mut State, _: Seat, action: Action, play: &mut Play) {
        if let Action::Lose { unit } = action {
            game.of(st).friendly_fire(st, unit, self.dead, play);
        }
    }
    fn offer(&self, _: Kb<'_>, action: Action) -> Offer {
        offer_loss(action, "kb 8.4.2")
    }
    fn step(&self, game: &KoreanBattles, st: &mut State, play: &mut Play) -> bool {
        match game.of(st).closest_friends(st).only() {
            Some(unit) => game.of(st).friendly_fire(st, unit, self.dead, play),
            None => {
                st.frames.pop();
            }
        }
        true
    }
}

impl Scenario {
    /// The markers a side draws this turn: the track less lost headquarters and depots, withdrawals, critical hexes,
    /// division counters and air supply.
    /// [rule: kb 8.0, kb 17.0, kb 10.3, kb 23.0, kb 18.0, kb 27-withdrawals, kb 29-ch-setup, kb 10.2-air]
    pub(crate) fn allotment(&self, st: &State, side: Side) -> u8 {
        self.allotment_on(st, side, st.turn)
    }

    /// The same for a turn of the track, as things stand now.
    pub(crate) fn allotment_on(&self, st: &State, side: Side, turn: u8) -> u8 {
        let p = &self.parameters;
        let track =
            self.allotment[side.index()].get(usize::from(turn).saturating_sub(1)).copied().unwrap_or(0);
        let mut less = u32::from(st.ledger.lost_support[side.index()]);
        for (unit, def) in self.ids().zip(&self.units).filter(|(_, d)| d.side == side) {
            less += match (st.at[unit.index()], def.kind) {
                (DEAD, Kind::Hq) => u32::from(p.per_hq),
                (DEAD, Kind::Depot) => u32::from(p.per_depot),
                _ => 0,
            };
            let counter = !self.divisions.is_empty() && def.size == Size::Division && st.on_map(unit);
            less += u32::from(p.per_division) * u32::from(counter && side == RED);
        }
        if side == UN {
            less += self.support_cuts.iter().filter(|c| turn >= c.0).map(|c| u32::from(c.1)).sum::<u32>();
            for (i, w) in self.withdrawals.iter().enumerate() {
                let early = st.ledger.died_early >> i & 1 == 1 && turn >= w.turn;
                less += u32::from(w.dead_less) * u32::from(early);
            }
            less += st.ledger.critical.count_ones() * u32::from(p.per_critical);
            less += u32::from(st.air_less);
        }
        u8::try_from(u32::from(track).saturating_sub(less)).unwrap_or(track)
    }

    /// 23.1 Each side draws its markers blind. [rule: kb 23.1, kb 8.0, kb 8.1, kb 21.0]
    pub(crate) fn draw_markers(&self, st: &mut State, play: &mut Play) {
        if st.accelerated && st.turn == self.acceleration_turn() {
            self.drop_markers(st, play);
        }
        for side in [self.first, self.first.other()] {
            let count = self.allotment(st, side);
            let mut drawn = [0u8; 7];
            let mut total = 0u8;
            for _ in 0..count {
                let Some(v) = draw_one(&mut st.pool[side.index()], play, "support marker") else { break };
                st.hand[side.index()][v] += 1;
                drawn[v] += 1;
                total += 1;
            }
            play.whisper(
                side.alone(),
                side.seat(),
                "kb 23.1",
                say!("You draw {drawn}", drawn = markers(drawn)),
            );
            play.note("kb 8.0", say!("{side} draw {total} support {total|marker|markers}", side, total));
        }
        st.air_less = 0;
    }

    pub(crate) fn acceleration_turn(&self) -> u8 {
        self.units.iter().filter_map(|u| u.arrival.as_ref()?.accelerated).min().unwrap_or(u8::MAX)
    }

    /// 21.0 Two markers leave the pool for good. [rule: kb 21.0]
    fn drop_markers(&self, st: &mut State, play: &mut Play) {
        for _ in 0..self.parameters.acceleration {
            if let Some(v) = draw_one(&mut st.pool[RED.index()], play, "marker lost") {
                st.stock[RED.index()][v] -= 1;
                play.note("kb 21.0", say!("A +{n} marker leaves the Chinese pool for good", n = v + 1));
            }
        }
    }

    /// The distance from the nearest headquarters of a side to a hex. [rule: kb 19.0]
    pub(crate) fn hq_distance(&self, st: &State, side: Side, hex: Hex) -> Option<u8> {
        self.deployed(st, side)
            .filter(|&u| self.quick[u.index()].hq)
            .map(|u| self.ground.distance(st.hex(u), hex))
            .min()
    }

    /// The headquarters of a side.
    pub(crate) fn posts(&self, st: &State, side: Side) -> Posts {
        let mut posts = Posts::default();
        for unit in self.deployed(st, side).filter(|&u| self.quick[u.index()].hq) {
            posts.try_push(st.hex(unit));
        }
        posts
    }

    /// 19.0 Whether a marker reaches a hex from a headquarters. [rule: kb 19.0]
    fn may_range(&self, st: &State, hex: Hex, marker: Marker, posts: &Posts) -> Verdict {
        let Some(distance) = posts.iter().map(|&p| self.ground.distance(p, hex)).min() else {
            return no("kb 19.0", say!("without a headquarters on the map there is no bombardment"));
        };
        debug_assert!(!st.vacant(hex) || st.combat.active);
        ensure(marker.0 >= distance, "kb 19.0", || {
            say!(
                "the nearest headquarters is {distance} hexes away, beyond a +{n} marker",
                distance,
                n = marker.0
            )
        })
    }

    /// 8.4 Whether a hex may be bombarded with a marker: before the first attack, an enemy there, not yet bombarded this
    /// game turn, the marker in hand and in range. [rule: kb 8.4, kb 8.6, kb 19.0]
    pub(crate) fn may_bombard(&self, st: &State, hex: Hex, marker: Marker, posts: &Posts) -> Verdict {
        let open = || say!("bombardment comes before the first attack of the Combat Phase");
        ensure(st.phase == Phase::Combat, "kb 8.4", open)?;
        ensure(self.enemy_in(st, st.player, hex), "kb 8.4", || say!("there is no enemy in {hex}", hex))?;
        ensure(!st.bombarded.has(hex), "kb 8.6", || say!("{hex} has been bombarded this game turn", hex))?;
        ensure(st.hand[st.player.index()][marker.index()] > 0, "kb 8.0", || {
            say!("a +{n} marker is not in hand", n = marker.0)
        })?;
        self.may_range(st, hex, marker, posts)
    }

    /// 8.4 The bombardments that the player may declare, each with its first marker.
    pub(crate) fn list_bombardments(&self, st: &State, out: &mut Vec<Action>) {
        let hand = st.hand[st.player.index()];
        if st.phase != Phase::Combat {
            return;
        }
        let posts = self.posts(st, st.player);
        let targets: HexSet = self.deployed(st, st.player.other()).map(|u| st.hex(u)).collect();
        for hex in targets.iter().filter(|&h| !st.bombarded.has(h)) {
            let near = posts.iter().map(|&p| self.ground.distance(p, hex)).min().unwrap_or(u8::MAX);
            let held = Marker::all().filter(|m| hand[m.index()] > 0 && m.0 >= near);
            let fit = held.filter(|&marker| self.may_bombard(st, hex, marker, &posts).is_ok());
            out.extend(fit.map(|marker| Action::Bombard { hex, marker }));
        }
    }

    /// A bombardment is declared together with its first marker. [rule: kb 8.4, kb hidden-dummy-revealed]
    pub(crate) fn bombard(&self, st: &mut State, hex: Hex, marker: Marker, play: &mut Play) {
        let side = st.player;
        st.hand[side.index()][marker.index()] -= 1;
        st.bombarded.set(hex, true);
        st.combat = Combat { active: true, bombardment: true, target: hex, side, ..Combat::default() };
        st.combat.markers[0][0] = marker.0;
        play.say(side.seat(), "kb 8.4", say!("{side} bombard {hex} with +{n}", side, hex, n = marker.0))
            .on(hex);
        self.reveal_hex(st, hex, play);
        let defenders: UnitSet = st.units_in(hex).collect();
        if defenders.is_empty() {
            play.outcome("kb hidden-dummy-revealed", say!("Nothing is left to bombard in {hex}", hex))
                .on(hex);
            self.end_combat(st);
            return;
        }
        st.combat.defenders = defenders;
        st.push(Support { slot: 1 });
    }

    /// 8.4 What a result means for a bombardment: no retreat of attackers, Ex hits the target alone, (A) and Ae the
    /// closest friend. [rule: kb 8.4, kb 8.4.2, kb 7.7.1]
    pub(crate) fn bombardment_result(&self, st: &mut State, result: CombatResult, play: &mut Play) {
        match result {
            CombatResult::De => self.eliminate_all(st, st.combat.defenders, "kb 7.6-de", play),
            CombatResult::D(n) => self.order_retreat(st, true, n),
            CombatResult::Ex => st.push(Loss { defender: true }),
            CombatResult::Paren => st.push(FriendlyFire { dead: false }),
            CombatResult::Ae => st.push(FriendlyFire { dead: true }),
            CombatResult::A(_) | CombatResult::None => {}
        }
    }

    /// 8.4.2 The friends closest to a bombarded hex; a dummy suffers nothing. [rule: kb 8.4.2, kb hidden-never]
    fn closest_friends(&self, st: &State) -> UnitSet {
        self.friends_closest_to(st, st.combat.side, st.combat.target)
    }

    /// The units of a side that its bombardment of a hex would hit if it went wrong.
    pub(crate) fn friends_closest_to(&self, st: &State, side: Side, target: Hex) -> UnitSet {
        let mut out = UnitSet::default();
        let mut least = u8::MAX;
        for unit in self.deployed(st, side).filter(|&u| !self.units[u.index()].dummy()) {
            let distance = self.ground.distance(st.hex(unit), target);
            if distance < least {
                least = distance;
                out.clear();
            }
            if distance == least {
                out.set(unit, true);
            }
        }
        out
    }

    fn friendly_fire(&self, st: &mut State, unit: UnitId, dead: bool, play: &mut Play) {
        st.frames.pop();
        if dead {
            self.eliminate(st, unit, "kb 8.4.2", play);
        } else {
            self.lose_step(st, unit, "kb 8.4.2", play);
        }
    }

    /// 4.1 All markers go back to the pools. [rule: kb 4.1-end, kb 8.6, kb 8.3-once]
    pub(crate) fn return_markers(&self, st: &mut State) {
        for side in 0..2 {
            st.hand[side] = [0; 8];
            st.pool[side] = st.stock[side];
        }
    }
}

fn draw_one(pool: &mut [u8; 7], play: &mut Play, label: &'static str) -> Option<usize> {
    let left: usize = pool.iter().map(|&n| usize::from(n)).sum();
    if left == 0 {
        return None;
    }
    let mut pick = play.draw(left, label);
    for (v, n) in pool.iter_mut().enumerate() {
        if pick < usize::from(*n) {
            *n -= 1;
            return Some(v);
        }
        pick -= usize::from(*n);
    }
    None
}
