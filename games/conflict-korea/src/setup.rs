//! 2.1, 8 Setting up a scenario.

use crate::data::{COM, ChinaStart, KINDS, UN, Weather};
use crate::dice::between;
use crate::frames::{Frame, Sequence};
use crate::game::{ConflictKorea, Scope};
use crate::ground::HexBits;
use crate::sparse::Sparse;
use crate::state::{BY_RECON, China, Choices, Phase, State, Status, Unit, UnitId, Wing};
use engine::flat::{Array, Bits, Stack};
use engine::{Options, Play, Rules, Seat, SeatSet, say};

impl State {
    /// An empty position of a scenario.
    pub fn empty(scenario: u8) -> Self {
        Self {
            scenario,
            choices: Choices { capability: 2, ..Choices::default() },
            turn: 1,
            phase: Phase::Dawn,
            leader: COM,
            first_leader: COM,
            weather: Weather::default(),
            freeze: -1,
            coming: [Weather::default(); 3],
            forecast: [Weather::default(); 3],
            stock: [0; 2],
            cil: 0,
            interdiction: [0; 2],
            china: China::default(),
            owner: HexBits::default(),
            mined: 0,
            seen: [Sparse::default(), Sparse::default()],
            here: Sparse::default(),
            tried: Stack::default(),
            forces: Sparse::default(),
            units: Array::filled(Unit::default()),
            roster: [Stack::default(); 2],
            destroyed: [Stack::default(); 2],
            rebuilt: [Stack::default(); 2],
            arrived: Bits::default(),
            births: [0; 2],
            pools: [[0; KINDS]; 7],
            wings: Array::filled(Wing::default()),
            railed: [0; 2],
            sealift: 0,
            sea_assaults: 0,
            sea_moves: 0,
            dropped: false,
            refugees: false,
            un_hexes: 0,
            un_urban: HexBits::default(),
            retreats: 0,
            ended_by: 0,
            frames: Stack::default(),
        }
    }
}

/// The five capabilities as options name them.
const CAPABILITIES: [&str; 5] = ["pushover", "moderate", "challenging", "hairy", "hideous"];

/// 2.1 The options as the rules use them; `drawn` is the capability where it is left to chance.
pub fn choices_of(options: &Options, drawn: u8) -> Choices {
    let says = |option: &str, value: &str| options.0.get(option).is_some_and(|v| v == value);
    let random = says("capability", "random");
    let named = CAPABILITIES.iter().position(|n| says("capability", n)).unwrap_or(2) as u8;
    Choices {
        fixed_china: says("china", "fixed"),
        capability: if random { drawn } else { named },
        random_capability: random,
        program_air: says("air", "program"),
        complete: says("intelligence", "complete"),
        early_end: says("early-end", "on"),
    }
}

impl Scope<'_> {
    /// 2.1 The options that the rules use, as a match names them.
    /// [rule: ck 1.5]
    pub fn options_of(&self, c: &Choices) -> Options {
        let capability = if c.random_capability { "random" } else { CAPABILITIES[c.capability as usize] };
        let all = Options::default()
            .with("capability", capability)
            .with("air", if c.program_air { "program" } else { "player" })
            .with("intelligence", if c.complete { "complete" } else { "limited" })
            .with("early-end", if c.early_end { "on" } else { "off" });
        match self.scenario.start.china {
            ChinaStart::Waiting => all.with("china", if c.fixed_china { "fixed" } else { "historical" }),
            _ => all,
        }
    }

    /// 2.1 The choices of a new game. Random draws one of the five.
    /// [rule: ck 2.1-random]
    pub fn choices(&self, options: &Options, play: &mut Play) -> Choices {
        let mut choices = choices_of(options, 0);
        if choices.random_capability {
            choices.capability = play.draw(CAPABILITIES.len(), "capability") as u8;
            let word = crate::names::capability(choices.capability);
            let told = say!("the Communists' capability is {word}", word);
            play.whisper(SeatSet::one(Seat(COM)), Seat(COM), "ck 2.111", told);
        }
        choices
    }

    /// 8.1-8.4 The opening of a scenario. [rule: ck 8.1, ck 8.2, ck 8.3, ck 8.4]
    /// [rule: ck 4.11-first-turn]
    pub fn set_up(&self, number: u8, options: &Options, play: &mut Play, game: &ConflictKorea) -> State {
        let start = &self.scenario.start;
        let mut st = State::empty(number);
        st.choices = self.choices(options, play);
        st.turn = self.scenario.first_turn;
        (st.weather, st.freeze) = (start.weather, start.freeze);
        for ahead in 0..3 {
            st.coming[ahead] = self.draw_weather(st.turn + 1 + ahead as u8, play);
        }
        self.make_forecast(&mut st, play);
        let [least, most] = start.un_stockpile;
        // 8.4 In 1995 the stockpile is 101 less a draw of 1 to 10.
        let un = i32::from(most) - between(play, 0, i32::from(most - least), "stockpile lowered");
        st.stock = [start.com_stockpile, un as u8];
        (st.cil, st.interdiction[UN as usize]) = (start.cil, start.unil);
        st.china = China { trigger: start.trigger, first: start.first_china };
        (st.owner, st.mined, st.pools) = (start.owner, start.mined, start.pools);
        (0..self.world.units.len()).for_each(|i| st.units[i].status = Status::Due);
        self.place(&mut st);
        for (i, def) in self.world.air.iter().enumerate() {
            st.wings[i] = Wing {
                mission: start.missions[i],
                base: def.base,
                field: u16::MAX,
                a2g: def.a2g,
                a2a: def.a2a,
            };
        }
        self.first_look(&mut st, play);
        st.frames.push(Frame::Sequence(Sequence));
        game.settle(&mut st, play);
        st
    }

    fn place(&self, st: &mut State) {
        for opening in &self.scenario.openings {
            self.enter(st, opening.side, opening.name, &opening.units, opening.hex);
        }
        let start = &self.scenario.start;
        for &unit in &start.gone {
            st.unit_mut(UnitId(unit)).status = Status::Gone;
        }
        for &unit in &start.to_rebuild {
            let side = self.world.units[unit as usize].nation.side();
            st.unit_mut(UnitId(unit)).status = Status::Destroyed;
            st.destroyed[side as usize].push(UnitId(unit));
        }
    }

    /// 4.10 What the sides know when a scenario begins.
    fn first_look(&self, st: &mut State, play: &mut Play) {
        if self.scenario.start.com_knows_un {
            for i in self.ground.korea.iter().filter(|&i| st.owner.has(i)) {
                st.seen[COM as usize][i] = BY_RECON;
            }
            return;
        }
        self.spot(st, play);
    }
}
