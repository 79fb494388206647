//! 3.41207-3.41209 Movement by sea, rail and air.

use crate::data::{COM, Kind, Nation, UN};
use crate::dice::{between, chance};
use crate::game::Scope;
use crate::names;
use crate::state::{BUGGED, ForceId, HEXES, SAILED, SPECIAL, State};
use board::HexId;
use engine::{Illegal, Play, Seat, SeatSet, Sentence, say};

fn no(rule: &'static str, why: Sentence) -> Result<(), Illegal> {
    Err(Illegal::new(rule, why))
}

impl Scope<'_> {
    fn tell(&self, play: &mut Play, side: u8, rule: &'static str, text: Sentence, at: HexId) {
        play.whisper(SeatSet::one(Seat(side)), Seat(side), rule, text).on(names::hex(at));
    }

    /// 3.41208 Whether a force may entrain. [rule: ck 3.41208]
    pub fn may_entrain(&self, st: &State, force: ForceId) -> Result<(), Illegal> {
        let (side, f) = (force.side(), st.force(force));
        let most = self.world.numbers.rail.forces_a_turn;
        if !st.phase.first_orders() {
            return no("ck 5.1", say!("there is no rail movement in the second orders phase"));
        }
        if i32::from(st.railed[side as usize]) >= most {
            return no("ck 3.41208", say!("{most} forces have gone by rail this turn", most));
        }
        if !f.unmoved() || f.has(BUGGED) {
            return no("ck 3.41208", say!("only a force that has not moved entrains"));
        }
        let line = self
            .ground
            .neighbours(f.hex)
            .any(|(d, n)| self.ground.rail(f.hex, d) && self.friendly(st, side, n));
        if !line {
            return no(
                "ck 3.41208",
                say!("no friendly railway leads on from {hex}", hex = names::hex(f.hex)),
            );
        }
        Ok(())
    }

    /// 3.41208 A force entrains; Communist trains may be caught from the air. Says whether it is still there.
    /// [rule: ck 3.41208, ck 3.41208-attack]
    pub fn entrain(&self, st: &mut State, force: ForceId, play: &mut Play) -> bool {
        let side = force.side();
        self.special(st, force);
        st.railed[side as usize] += 1;
        let rail = &self.world.numbers.rail;
        let level = i32::from(st.interdiction[UN as usize]);
        if side == COM && chance(play, level, "rail attack") {
            let loss = between(play, rail.attack_least, rail.attack_most, "loss in the rail attack");
            let (who, hex) = (names::force(st, force), st.force(force).hex);
            play.note(
                "ck 3.41208",
                say!(
                    "a train is attacked from the air: {who} loses {loss} % of its equipment",
                    who = who.only(SeatSet::one(Seat(COM))),
                    loss
                ),
            )
            .on(names::hex(hex));
            for unit in st.units_of(force) {
                self.lose(st, unit, |_| loss, "rail attack", play);
                self.sweep_empty(st, unit, play);
            }
        }
        st.force(force).exists()
    }

    /// 3.41208 Hexes that a force on rails can go to: over friendly rail, never beside a known enemy. The way there is kept.
    pub fn rail_reach(&self, st: &State, force: ForceId) -> (Vec<HexId>, Vec<HexId>) {
        let (side, start) = (force.side(), st.force(force).hex);
        let mut from = vec![HexId::NONE; HEXES];
        let mut queue = vec![start];
        from[start.index()] = start;
        let mut next = 0;
        while next < queue.len() {
            let hex = queue[next];
            next += 1;
            for (d, n) in self.ground.neighbours(hex) {
                let open = self.ground.rail(hex, d)
                    && !from[n.index()].is_some()
                    && self.friendly(st, side, n)
                    && !self.beside_enemy(st, side, n);
                if open {
                    from[n.index()] = hex;
                    queue.push(n);
                }
            }
        }
        let room =
            |&hex: &HexId| hex == start || st.stack(hex) < self.world.numbers.movement.forces_in_hex as usize;
        let mut ends: Vec<HexId> = queue.into_iter().filter(room).collect();
        ends.sort_unstable();
        (ends, from)
    }

    /// 3.41208 A train goes its way; an enemy that nobody knew of stops it one hex before. [rule: ck 3.41208]
    /// [rule: ck 3.41208-line]
    pub fn ride(&self, st: &mut State, force: ForceId, to: HexId, play: &mut Play) {
        let (side, start) = (force.side(), st.force(force).hex);
        let (_, from) = self.rail_reach(st, force);
        let mut way = vec![to];
        while let Some(&last) = way.last() {
            if last == start || way.len() > HEXES {
                break;
            }
            way.push(from[last.index()]);
        }
        way.reverse();
        let beside = |st: &State, hex: HexId| {
            let hidden = |n: HexId| self.ground.is_land(n) && st.holder(n) == Some(1 - side);
            self.ground.neighbours(hex).map(|(_, n)| n).find(|&n| hidden(n))
        };
        let touches = |hex: HexId| {
            self.ground.neighbours(hex).any(|(_, n)| self.ground.is_land(n) && !self.friendly(st, side, n))
        };
        if way.iter().skip(1).any(|&hex| touches(hex)) {
            // Whoever passes the enemy's ground may meet somebody: it can't be taken back.
            play.reveal();
        }
        let mut end = to;
        let mut blocked = None;
        for pair in way.windows(2) {
            blocked = beside(st, pair[1]);
            if blocked.is_some() {
                end = pair[0];
                break;
            }
        }
        if let Some(seen) = blocked {
            play.reveal();
            self.mark(st, side, seen, crate::state::BY_MOVER);
            // It stops in the last hex behind it that has room.
            let room = |hex: HexId| {
                hex == start || st.stack(hex) < self.world.numbers.movement.forces_in_hex as usize
            };
            let at = way.iter().position(|&h| h == end).unwrap_or(0);
            end = way[..=at].iter().rev().copied().find(|&h| room(h)).unwrap_or(start);
        }
        let who = names::force(st, force);
        self.tell(
            play,
            side,
            "ck 3.41208",
            say!("{who} goes by rail to {hex}", who, hex = names::hex(end)),
            end,
        );
        if end != start {
            st.put(force, end);
            self.be_seen(st, force);
        }
    }

    /// 3.41207 A port that works: friendly and not mined; every coastal hex of Japan. [rule: ck 3.41207]
    pub fn clean_port(&self, st: &State, hex: HexId) -> bool {
        if self.ground.japan.has(hex.index()) {
            return self.ground.coastal.has(hex.index());
        }
        self.ground.port(hex).is_some_and(|p| st.mined >> p & 1 == 0) && self.friendly(st, UN, hex)
    }

    /// Whether mines close a hex to ships.
    /// [rule: ck 3.41207-mines]
    pub fn mined(&self, st: &State, hex: HexId) -> bool {
        self.ground.port(hex).is_some_and(|p| st.mined >> p & 1 == 1)
    }

    /// 3.41207 Sealift points that a force needs to put to sea. [rule: ck 3.41207, ck 3.41207-points]
    pub fn lift_cost(&self, st: &State, force: ForceId) -> i32 {
        let sea = &self.world.numbers.sea;
        let hex = st.force(force).hex;
        match () {
            () if self.ground.is_ocean(hex) || self.world.era.modern() => 0,
            () if self.clean_port(st, hex) => sea.start_in_port,
            () => sea.start_elsewhere,
        }
    }

    /// 3.41207 Whether a force may go by sea at all. [rule: ck 3.41207, ck 3.41207-storms]
    /// [rule: ck 3.41207-coast, ck 5.1-transport]
    pub fn may_embark(&self, st: &State, force: ForceId) -> Result<(), Illegal> {
        let f = st.force(force);
        let rule = "ck 3.41207";
        let afloat = self.at_sea(st, force);
        if force.side() != UN {
            return no(rule, say!("only the United Nations move by sea"));
        }
        if !st.phase.first_orders() {
            return no("ck 5.1", say!("there is no sea movement in the second orders phase"));
        }
        if !afloat && !self.ground.coastal.has(f.hex.index()) {
            return no(rule, say!("{hex} is not beside deep ocean", hex = names::hex(f.hex)));
        }
        if !afloat && (!f.unmoved() || f.has(BUGGED)) {
            return no(rule, say!("only a force that has not moved embarks"));
        }
        if !afloat && st.weather.storm() {
            return no(rule, say!("nothing puts to sea in storms"));
        }
        if self.world.era.modern() {
            return self.may_embark_1995(st, force, afloat);
        }
        let lacking = self.lift_cost(st, force) - i32::from(st.sealift.max(0));
        if lacking > 1
            || (lacking == 1 && (st.sealift <= 0 || self.ports_with_room(st, f.hex).next().is_none()))
        {
            return no(rule, say!("there are not enough sealift points"));
        }
        Ok(())
    }

    /// 3.41207 One Marine unit a turn; a force that begins the turn at sea counts when it moves on.
    /// [rule: ck 3.41207-1995]
    fn may_embark_1995(&self, st: &State, force: ForceId, afloat: bool) -> Result<(), Illegal> {
        let marine = self
            .lone(st, force)
            .is_some_and(|(u, kind)| kind == Kind::Mar && self.world.units[u.index()].nation == Nation::Usmc);
        if !marine && !afloat {
            return no("ck 3.41207", say!("in 1995 only one Marine unit alone goes by sea"));
        }
        let counted = st.force(force).has(SAILED);
        if !counted && i32::from(st.sea_moves) >= self.world.numbers.sea.forces_a_turn_1995 {
            return no("ck 3.41207", say!("a force has gone by sea this turn already"));
        }
        Ok(())
    }

    /// Working ports that have room for a force from elsewhere.
    fn ports_with_room(&self, st: &State, not: HexId) -> impl Iterator<Item = HexId> + '_ {
        let room = self.world.numbers.movement.forces_in_hex as usize;
        let open: Vec<HexId> = self
            .ground
            .coastal
            .iter()
            .map(|i| HexId(i as u16))
            .filter(|&h| h != not && self.clean_port(st, h) && st.stack(h) < room)
            .collect();
        open.into_iter()
    }

    /// 3.41207 A force that starts with a point too few must end in a working port.
    /// [rule: ck 3.41207-owed]
    pub fn must_land_in_port(&self, st: &State, force: ForceId) -> bool {
        self.lift_cost(st, force) > i32::from(st.sealift.max(0)) && !self.at_sea(st, force)
    }

    /// 3.41207 Whether a force may land on a hex. [rule: ck 3.41207]
    pub fn may_land(&self, st: &State, force: ForceId, hex: HexId) -> Result<(), Illegal> {
        let rule = "ck 3.41207";
        let sea = &self.world.numbers.sea;
        if !self.ground.coastal.has(hex.index()) || hex == st.force(force).hex {
            return no(rule, say!("a force lands on another hex beside deep ocean"));
        }
        if self.mined(st, hex) {
            return no(rule, say!("{hex} is mined", hex = names::hex(hex)));
        }
        if self.must_land_in_port(st, force) && !self.clean_port(st, hex) {
            return no(rule, say!("with a sealift point too few it must end in a working port"));
        }
        if st.known_enemy(UN, hex) {
            // A force that chooses another beach is not counted twice.
            let ordered = self.at_sea(st, force) && st.force(force).order != crate::state::NO_ORDER;
            if i32::from(st.sea_assaults) - i32::from(ordered) >= sea.assaults_a_turn {
                return no("ck 4.253", say!("two forces assault from the sea this turn already"));
            }
            if self.waters(st, force, hex).is_none() {
                return no(rule, say!("there is no room off {hex}", hex = names::hex(hex)));
            }
            return Ok(());
        }
        let friends = if st.holder(hex) == Some(UN) { st.stack(hex) } else { 0 };
        if friends >= self.world.numbers.movement.forces_in_hex as usize {
            return no("ck 3.41205", say!("two forces stand in {hex}", hex = names::hex(hex)));
        }
        Ok(())
    }

    /// 3.41207 Whether a force may wait at sea in a hex. [rule: ck 3.41207]
    /// [rule: ck 3.41207-waypoints]
    pub fn may_sail(&self, st: &State, force: ForceId, hex: HexId) -> Result<(), Illegal> {
        let rule = "ck 3.41207";
        let room = self.world.numbers.movement.forces_in_hex as usize;
        let near = self.ground.landing_water.has(hex.index()) || self.world.tables.waypoints.contains(&hex);
        if !near || hex == st.force(force).hex {
            return no(rule, say!("a force waits in coastal waters or at a waypoint"));
        }
        if st.stack(hex) >= room {
            return no("ck 3.41205", say!("two forces wait in {hex}", hex = names::hex(hex)));
        }
        if self.must_land_in_port(st, force) {
            return no(rule, say!("with a sealift point too few it must end in a working port"));
        }
        Ok(())
    }

    /// A hex of deep ocean off a coast with room for a force.
    fn waters(&self, st: &State, force: ForceId, coast: HexId) -> Option<HexId> {
        let room = self.world.numbers.movement.forces_in_hex as usize;
        let free = |n: HexId| st.stack(n) < room || st.force(force).hex == n;
        self.ground.neighbours(coast).map(|(_, n)| n).find(|&n| self.ground.is_ocean(n) && free(n))
    }

    /// 3.41207 A force puts to sea: points are paid, and from an open beach it loses as if it bugged out. Says whether it
    /// is still there. [rule: ck 3.41207]
    fn embark(&self, st: &mut State, force: ForceId, play: &mut Play) -> bool {
        let hex = st.force(force).hex;
        let cost = self.lift_cost(st, force);
        let beach = !self.ground.is_ocean(hex) && !self.clean_port(st, hex);
        self.special(st, force);
        st.sealift -= cost as i8;
        if !st.force(force).has(SAILED) {
            st.force_mut(force).set(SAILED, true);
            st.sea_moves = st.sea_moves.saturating_add(1);
        }
        play.reveal();
        let there = !beach || self.bug_out_force(st, force, play);
        if !there {
            // Who is lost on the beach owes no port a point.
            st.sealift = st.sealift.max(0);
        }
        there
    }

    /// 3.41207 A force goes to sea and waits. [rule: ck 3.41207]
    pub fn sail(&self, st: &mut State, force: ForceId, to: HexId, play: &mut Play) {
        if !self.embark(st, force, play) {
            return;
        }
        let who = names::force(st, force);
        self.tell(play, UN, "ck 3.41207", say!("{who} puts to sea, to {hex}", who, hex = names::hex(to)), to);
        st.put(force, to);
    }

    /// 3.41207, 4.253 A force lands, or waits off a defended coast to assault it. [rule: ck 3.41207, ck 4.253]
    /// [rule: ck 3.41207-defended]
    pub fn land(&self, st: &mut State, force: ForceId, to: HexId, play: &mut Play) {
        if !self.embark(st, force, play) {
            return;
        }
        let who = names::force(st, force);
        if st.holder(to) == Some(COM) {
            self.mark(st, UN, to, crate::state::BY_MOVER);
            let Some(waters) = self.waters(st, force, to) else { return };
            st.put(force, waters);
            let full = i32::from(st.sea_assaults) >= self.world.numbers.sea.assaults_a_turn;
            match self.ground.direction(waters, to).filter(|_| !full) {
                Some(direction) => {
                    st.force_mut(force).order = direction as u8;
                    st.sea_assaults += 1;
                    let text = say!("{who} will assault {hex} from the sea", who, hex = names::hex(to));
                    self.tell(play, UN, "ck 4.253", text, to);
                }
                None => {
                    let text = say!("{who} finds {hex} defended and stays at sea", who, hex = names::hex(to));
                    self.tell(play, UN, "ck 3.41207", text, to);
                }
            }
            return;
        }
        if self.clean_port(st, to) && !self.world.era.modern() {
            let sea = &self.world.numbers.sea;
            st.sealift = (st.sealift + sea.returned_in_port as i8).min(sea.points_a_turn as i8);
        }
        self.tell(play, UN, "ck 3.41207", say!("{who} lands in {hex}", who, hex = names::hex(to)), to);
        st.put(force, to);
        self.occupy(st, UN, to);
        self.be_seen(st, force);
    }

    /// 4.253 Those who failed go back to Japan: to the first port with room. [rule: ck 4.253]
    pub fn back_to_japan(&self, st: &mut State, force: ForceId, play: &mut Play) {
        let room = self.world.numbers.movement.forces_in_hex as usize;
        let japan = self.ground.japan.iter().map(|i| HexId(i as u16));
        let to = self.world.tables.refuge.iter().copied().chain(japan).find(|&h| st.stack(h) < room);
        if let Some(to) = to {
            let who = names::force(st, force);
            self.tell(play, UN, "ck 4.253", say!("{who} goes back to {hex}", who, hex = names::hex(to)), to);
            st.put(force, to);
        }
    }

    /// 3.41209 Whether a force may be dropped from the air. [rule: ck 3.41209]
    pub fn may_fly(&self, st: &State, force: ForceId) -> Result<(), Illegal> {
        let rule = "ck 3.41209";
        let f = st.force(force);
        let airborne = self.lone(st, force).is_some_and(|(u, _)| self.world.tables.airborne == Some(u.0));
        if !airborne {
            return no(rule, say!("only 187 RCT, alone in its force, is dropped from the air"));
        }
        if !st.phase.first_orders() {
            return no("ck 5.1", say!("there is no air movement in the second orders phase"));
        }
        if !f.unmoved() || f.has(BUGGED) || st.weather.storm() {
            return no(rule, say!("it must not have moved, and not in storms"));
        }
        if self.ground.field(f.hex).is_none() || !self.friendly(st, UN, f.hex) {
            return no(rule, say!("it starts on a friendly airfield"));
        }
        Ok(())
    }

    /// 3.41209 Whether it may be dropped on a hex.
    pub fn may_drop(&self, st: &State, force: ForceId, hex: HexId) -> Result<(), Illegal> {
        let rule = "ck 3.41209";
        if !self.ground.is_land(hex) || hex == st.force(force).hex {
            return no(rule, say!("it drops on another land hex"));
        }
        let friends = if st.holder(hex) == Some(UN) { st.stack(hex) } else { 0 };
        if friends >= self.world.numbers.movement.forces_in_hex as usize {
            return no("ck 3.41205", say!("two forces stand in {hex}", hex = names::hex(hex)));
        }
        Ok(())
    }

    /// 3.41209 What a drop costs in per cent of the equipment. [rule: ck 3.41209, ck 3.41209-losses]
    pub fn drop_loss(&self, st: &State, hex: HexId) -> i32 {
        if self.friendly(st, UN, hex) && self.ground.field(hex).is_some() {
            return 0;
        }
        let effect = &self.world.tables.terrain[self.ground.terrain(hex) as usize];
        let cloud = if st.weather.visibility == crate::data::Visibility::Cloudy {
            self.world.numbers.drop.cloudy
        } else {
            0
        };
        let cil = if self.ground.mig_alley.has(hex.index()) { i32::from(self.projected_cil(st)) } else { 0 };
        i32::from(effect.drop) + cloud + cil
    }

    /// 3.41209 The drop: losses, then a fight at once with whoever is there. [rule: ck 3.41209]
    /// [rule: ck 3.41209-enemy]
    pub fn drop(&self, st: &mut State, force: ForceId, hex: HexId, play: &mut Play) {
        play.reveal();
        self.special(st, force);
        st.dropped = true;
        let loss = self.drop_loss(st, hex);
        let who = names::force(st, force);
        play.note(
            "ck 3.41209",
            say!("{who} drops on {hex} with {loss} % losses", who, hex = names::hex(hex), loss),
        )
        .on(names::hex(hex));
        for unit in st.units_of(force) {
            self.lose(st, unit, |_| loss, "airborne drop", play);
            self.sweep_empty(st, unit, play);
        }
        if !st.force(force).exists() {
            return;
        }
        if st.holder(hex) == Some(COM) {
            self.mark(st, UN, hex, crate::state::BY_MOVER);
            // It comes from the air: a river at its airfield halves nothing.
            let lethality = st.units_of(force).map(|u| self.attacking_unit(st, u, false).lethality).sum();
            if !self.outmatched(st, hex, lethality) {
                for unit in st.units_of(force) {
                    self.destroy(st, unit, true, play);
                }
                return;
            }
            let victims: Vec<ForceId> = st.in_hex(hex).collect();
            for unit in
                victims.into_iter().flat_map(|f| st.units_of(f).collect::<Vec<_>>()).collect::<Vec<_>>()
            {
                self.destroy(st, unit, true, play);
            }
        }
        st.force_mut(force).set(SPECIAL, true);
        st.put(force, hex);
        self.occupy(st, UN, hex);
        self.be_seen(st, force);
    }
}
