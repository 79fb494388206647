//! 6.3 Intelligence: what each side sees of the other, patrols, and reports.

use crate::data::{COM, UN, Visibility};
use crate::dice::chance;
use crate::game::Scope;
use crate::ground::HexBits;
use crate::sparse::Sparse;
use crate::state::{
    BY_COLUMN, BY_CONTACT, BY_FIRE, BY_MOVER, BY_RECON, BY_ROAD, BY_SPIES, FIRED, ForceId, State, WEAK,
};
use board::HexId;
use engine::{Play, Seat, SeatSet, say};

impl Scope<'_> {
    /// Adds a way in which a side has seen a hex; says whether it was new.
    pub fn mark(&self, st: &mut State, side: u8, hex: HexId, method: u8) -> bool {
        let seen = &mut st.seen[side as usize][hex.index()];
        let new = *seen & (method | BY_CONTACT) == 0;
        if new {
            *seen |= method;
        }
        new
    }

    /// 3.411 A force that moved sees the enemy's hexes around it, and enemies beside it see it. Says whether a force
    /// appeared that its side did not know of. [rule: ck 3.411, ck 3.411-spotting]
    pub fn sight(&self, st: &mut State, force: ForceId, play: &mut Play) -> bool {
        let (side, hex) = (force.side(), st.force(force).hex);
        let mut news = false;
        let mut met = false;
        for (_, n) in self.ground.neighbours(hex) {
            if !self.ground.is_land(n) {
                continue;
            }
            if !self.friendly(st, side, n) {
                let unknown = st.holder(n) == Some(1 - side) && st.level(side, n) == 0;
                if self.mark(st, side, n, BY_MOVER) && !st.choices.complete {
                    play.reveal();
                }
                news |= unknown;
            }
            met |= st.holder(n) == Some(1 - side);
        }
        if met {
            self.mark(st, 1 - side, hex, BY_MOVER);
        }
        news
    }

    /// A force that came by rail, sea or air sees nothing new, but enemies beside it see it.
    /// [rule: ck 3.411-spotting]
    pub fn be_seen(&self, st: &mut State, force: ForceId) {
        let (side, hex) = (force.side(), st.force(force).hex);
        if self.ground.neighbours(hex).any(|(_, n)| self.ground.is_land(n) && st.holder(n) == Some(1 - side))
        {
            self.mark(st, 1 - side, hex, BY_MOVER);
        }
    }

    /// Forces know of the enemies beside them when a turn begins: what it costs to leave them must be known (3.41202).
    pub fn meet(&self, st: &mut State) {
        for side in [COM, UN] {
            let forces: Vec<ForceId> = st.forces_of(side).collect();
            for hex in forces
                .into_iter()
                .map(|f| st.force(f).hex)
                .filter(|&h| self.ground.is_land(h))
                .collect::<Vec<_>>()
            {
                for (_, n) in self.ground.neighbours(hex) {
                    if self.ground.is_land(n) && st.holder(n) == Some(1 - side) && st.level(side, n) == 0 {
                        self.mark(st, side, n, BY_MOVER);
                    }
                }
            }
        }
    }

    /// 6.31 Which forces patrol: supplied or ready, and strong enough. [rule: ck 6.31]
    fn patrols(&self, st: &State, force: ForceId, supplied: &HexBits) -> bool {
        let p = &self.world.numbers.patrol;
        let hex = st.force(force).hex;
        self.ground.is_land(hex)
            && (supplied.has(hex.index()) || i32::from(st.readiness(force)) >= p.readiness)
            && self.shown(st, force).0 as i32 >= p.lethality
    }

    /// 6.31 Hexes that only one side patrols become its own, except cities. [rule: ck 6.31]
    pub fn patrol(&self, st: &mut State, nets: &[HexBits; 2]) {
        let mut walked = [HexBits::default(), HexBits::default()];
        for side in [COM, UN] {
            for force in st.forces_of(side) {
                if self.patrols(st, force, &nets[side as usize]) {
                    for (_, n) in self.ground.neighbours(st.force(force).hex) {
                        walked[side as usize].set(n.index(), true);
                    }
                }
            }
        }
        for i in self.ground.korea.iter() {
            let hex = HexId(i as u16);
            let (com, un) = (walked[0].has(i), walked[1].has(i));
            if com != un && !self.ground.urban.has(i) && st.holder(hex).is_none_or(|s| s == u8::from(un)) {
                st.owner.set(i, un);
            }
        }
    }

    /// 6.32, 6.33 What is known of every hex is worked out anew. [rule: ck 6.32, ck 6.33]
    /// [rule: ck 6.32-contact]
    pub fn spot(&self, st: &mut State, play: &mut Play) {
        st.seen = [Sparse::default(), Sparse::default()];
        for side in [COM, UN] {
            let forces: Vec<ForceId> = st.forces_of(side).collect();
            for force in forces {
                let hex = st.force(force).hex;
                if !self.ground.is_land(hex) {
                    continue;
                }
                for (_, n) in self.ground.neighbours(hex) {
                    if self.ground.is_land(n) && !self.friendly(st, side, n) {
                        st.seen[side as usize][n.index()] |= BY_CONTACT;
                    }
                }
                if st.units_of(force).any(|u| st.unit(u).has(FIRED)) {
                    self.mark(st, 1 - side, hex, BY_FIRE);
                }
                let long = i32::from(st.force(force).spent) > self.world.numbers.movement.column_seen_above;
                if side == COM && long && chance(play, self.column_chance(st), "column seen") {
                    self.mark(st, UN, hex, BY_COLUMN);
                }
            }
        }
        if self.world.era.modern() {
            self.recon(st, play);
        }
        for side in [COM, UN] {
            let forces: Vec<ForceId> = st.forces_of(side).collect();
            for force in forces {
                let wrong =
                    play.draw(self.world.numbers.spotting.wrong_report as usize, "report on a force") == 0;
                self.report_strength(st, force, wrong);
            }
        }
        // The rolls are nobody's business: they go with a sentence that nobody reads.
        play.whisper(SeatSet::NONE, Seat(UN), "ck 6.32", say!("the spotting levels are worked out"));
    }

    /// [rule: ck 6.32-columns]
    fn column_chance(&self, st: &State) -> i32 {
        let s = &self.world.numbers.spotting;
        match st.weather.visibility {
            Visibility::Fair => s.column_fair,
            Visibility::Cloudy => s.column_cloudy,
            Visibility::Storms => s.column_storm,
        }
    }

    /// 6.33 Reconnaissance and spies of 1995. [rule: ck 6.33]
    fn recon(&self, st: &mut State, play: &mut Play) {
        let table = &self.world.tables;
        let turn = (st.turn.saturating_sub(self.scenario.first_turn)) as usize;
        let last = table.recon_un.len().saturating_sub(1);
        let un = table.recon_un.get(turn.min(last)).copied().unwrap_or([0, 0]);
        for i in self.ground.korea.iter() {
            let hex = HexId(i as u16);
            let road = self.ground.roads[i] != 0;
            let (viewer, [on_road, other]) = if st.owner.has(i) { (COM, un) } else { (UN, table.recon_com) };
            if road && chance(play, i32::from(on_road), "road reconnaissance") {
                self.mark(st, viewer, hex, BY_ROAD);
            }
            // Every North Korean hex is looked at, roads twice; of the South's hexes the two columns are exclusive.
            if (!road || viewer == UN) && chance(play, i32::from(other), "reconnaissance") {
                self.mark(st, viewer, hex, BY_RECON);
            }
            if viewer == COM && self.ground.urban.has(i) {
                self.mark(st, COM, hex, BY_SPIES);
            }
        }
    }

    /// 6.32 What is reported of a force's strength: below half is understrength, and one report in three is wrong.
    /// [rule: ck 6.32]
    /// [rule: ck 6.32-understrength]
    pub fn report_strength(&self, st: &mut State, force: ForceId, wrong: bool) {
        if st.force(force).exists() {
            let (have, due) = self.fullness(st, force);
            st.force_mut(force).set(WEAK, (have * 2 < due) != wrong);
        }
    }
}
