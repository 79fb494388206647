//! 6.5-6.9 The rest of the general phase: the parallel and China, guerrillas, mines, refugees, the end.

use crate::data::{COM, ChinaStart, Nation, UN};
use crate::dice::{between, chance};
use crate::game::Scope;
use crate::ground::HexBits;
use crate::names;
use crate::plane::Plane;
use crate::state::State;
use board::HexId;
use engine::{Play, Seat, SeatSet, say};

impl Scope<'_> {
    /// 6 The general resolutions, in their order. [rule: ck 6.0]
    pub fn general(&self, st: &mut State, play: &mut Play) {
        play.beat();
        let nets = [self.net(st, COM), self.net(st, UN)];
        self.resupply(st, &nets, play);
        self.stockpiles(st, play);
        self.replace(st, play);
        self.reinforce(st, play);
        let nets = [self.net(st, COM), self.net(st, UN)];
        self.patrol(st, &nets);
        self.spot(st, play);
        self.turn_weather(st, play);
        self.parallel(st, play);
        self.guerrillas(st, play);
        self.mines(st, play);
        self.refugees(st, play);
    }

    /// 6.5 A United Nations force other than ROK north of the parallel decides China. [rule: ck 6.5, ck 6.5-trigger]
    /// [rule: ck 6.5-secret]
    pub fn parallel(&self, st: &mut State, play: &mut Play) {
        let c = &self.world.numbers.china;
        let may = self.scenario.start.china == ChinaStart::Waiting;
        let crossed = |f| {
            let hex = st.force(f).hex;
            self.ground.is_land(hex)
                && self.ground.row(hex) <= c.last_row_north
                && names::look(st.force(f).look).0 != Nation::Rok
        };
        if !may || st.china.trigger > 0 || !st.forces_of(UN).any(crossed) {
            return;
        }
        st.china.trigger = st.turn;
        play.note("ck 6.5", say!("China warns: foreign troops north of the parallel will not be tolerated"));
        let comes = st.choices.fixed_china || chance(play, c.chance, "China decides");
        let seats = SeatSet::one(Seat(COM));
        if comes {
            st.china.first = st.turn + between(play, c.least_delay, c.most_delay, "China's delay") as u8;
            let told = say!("China will intervene on {date}", date = names::date(st.china.first));
            play.whisper(seats, Seat(COM), "ck 6.5", told);
        } else {
            play.whisper(seats, Seat(COM), "ck 6.5", say!("China is bluffing"));
        }
    }

    /// Every hex within so many hexes of a force of a side on land.
    fn watched(&self, st: &State, side: u8, distance: i32) -> HexBits {
        let mut stands = HexBits::default();
        let hexes = st.forces_of(side).map(|f| st.force(f).hex).filter(|&h| self.ground.is_land(h));
        hexes.for_each(|h| stands.set(h.index(), true));
        (0..distance).fold(Plane::from(&stands), |near, _| near.grown(self.ground)).into()
    }

    /// 6.6 Guerrillas take what nobody watches; what the Communists no longer watch comes back. [rule: ck 6.6]
    /// [rule: ck 6.6-back]
    pub fn guerrillas(&self, st: &mut State, play: &mut Play) {
        if self.world.era.modern() {
            return;
        }
        let g = &self.world.numbers.guerrillas;
        let (com, un) = (self.watched(st, COM, g.distance), self.watched(st, UN, g.distance));
        let before = st.owner;
        let beside = |i: usize, side: u8| {
            self.ground
                .neighbours(HexId(i as u16))
                .any(|(_, n)| self.ground.korea.has(n.index()) && before.has(n.index()) == (side == UN))
        };
        let mut turned = 0u32;
        for i in self.ground.korea.iter() {
            let hex = HexId(i as u16);
            if st.holder(hex).is_some() {
                continue;
            }
            let reverts = self.world.tables.reverting.contains(&hex) && before.has(i);
            let turns = match before.has(i) {
                _ if reverts => true,
                _ if self.ground.guarded.has(i) => false,
                true if !un.has(i) => {
                    let odds = if beside(i, COM) { g.chance_beside } else { g.chance };
                    chance(play, odds, "guerrillas")
                }
                false if un.has(i) && !com.has(i) && beside(i, UN) => {
                    chance(play, g.back_chance, "guerrillas driven out")
                }
                _ => false,
            };
            if turns {
                st.owner.set(i, !before.has(i));
                turned += 1;
            }
        }
        play.whisper(SeatSet::NONE, Seat(COM), "ck 6.6", say!("guerrillas are about"));
        play.note("ck 6.6", say!("{n} {n|hex changes|hexes change} hands behind the lines", n = turned));
    }

    /// 6.7 The Communists mine their ports, the United Nations sweep theirs. [rule: ck 6.7]
    pub fn mines(&self, st: &mut State, play: &mut Play) {
        let m = &self.world.numbers.mines;
        let turn = i32::from(st.turn);
        let modern = self.world.era.modern();
        for (p, &hex) in self.ground.ports.iter().enumerate() {
            let mined = st.mined >> p & 1 == 1;
            let south = self.ground.row(hex) > self.world.numbers.china.last_row_north;
            if self.friendly(st, UN, hex) {
                if mined && chance(play, m.sweep, "mines swept") {
                    st.mined &= !(1 << p);
                    play.note("ck 6.7", say!("{hex} is swept of mines", hex = names::hex(hex)))
                        .on(names::hex(hex));
                }
                continue;
            }
            let odds = match () {
                () if modern => 100,
                () if turn < m.first_turn || (south && turn < m.south_turn) => 0,
                () => turn + m.chance,
            };
            if !mined && chance(play, odds, "mines laid") {
                st.mined |= 1 << p;
                play.note("ck 6.7", say!("{hex} is mined", hex = names::hex(hex))).on(names::hex(hex));
            }
        }
    }

    /// 6.8 Great losses of ground fill the roads with refugees on the next turn. [rule: ck 6.8, ck 6.8-causes]
    pub fn refugees(&self, st: &mut State, play: &mut Play) {
        let r = &self.world.numbers.refugees;
        let lost = i32::from(st.un_hexes) - self.un_hexes(st);
        let city = st.un_urban.iter().any(|i| !st.owner.has(i));
        st.refugees = lost > r.hexes || city || i32::from(st.retreats) > r.forces;
        if st.refugees {
            play.note("ck 6.8", say!("refugees fill the roads: the United Nations can't use them next turn"));
        }
    }

    pub fn un_hexes(&self, st: &State) -> i32 {
        self.holdings(st, UN).0
    }

    /// The cities that a side holds.
    pub fn cities(&self, st: &State, side: u8) -> HexBits {
        let mut held = HexBits::default();
        self.ground.urban.iter().filter(|&i| st.owner.has(i) == (side == UN)).for_each(|i| held.set(i, true));
        held
    }

    /// 6.9-6.92 Whether the game is over at the end of this turn. [rule: ck 6.9, ck 6.91, ck 6.92]
    pub fn ends(&self, st: &State) -> bool {
        let all_korea = self.ground.korea.iter().all(|i| st.owner.has(i));
        let no_city = self.cities(st, UN).is_empty();
        let no_china = !self.world.era.modern()
            && st.china.first == 0
            && i32::from(st.turn) >= self.world.numbers.china.deadline;
        all_korea || no_city || no_china || st.turn >= self.scenario.last_turn
    }
}
