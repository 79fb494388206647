//! The game: its data, and the contract with the engine.

use crate::actions::Action;
use crate::data::{ChinaStart, Scenario, World};
use crate::frames::Frame;
use crate::ground::Ground;
use crate::names;
use crate::position::Position;
use crate::state::{ForceId, State, Status};
use board::HexId;
use engine::{
    DataError, Ending, Files, GameInfo, OptionInfo, OptionValue, Options, Play, PositionError, Random, Rules,
    ScenarioInfo, SeatInfo, SeatSet, SetupError, SideInfo, View, say,
};

/// Conflict: Korea with its data.
pub struct ConflictKorea {
    worlds: [World; 2],
    pub scenarios: Vec<Scenario>,
    info: GameInfo,
}

/// What a rule needs to know besides the position.
#[derive(Clone, Copy)]
pub struct Scope<'a> {
    pub world: &'a World,
    pub ground: &'a Ground,
    pub scenario: &'a Scenario,
}

impl ConflictKorea {
    /// Reads and checks the data files.
    pub fn new(files: &Files) -> Result<Self, DataError> {
        let (worlds, scenarios) = crate::load::load(files)?;
        let info = info(&scenarios);
        Ok(Self { worlds, scenarios, info })
    }
    #[inline]
    pub fn scope(&self, st: &State) -> Scope<'_> {
        self.scope_of(st.scenario as usize)
    }
    #[inline]
    pub fn scope_of(&self, scenario: usize) -> Scope<'_> {
        let scenario = &self.scenarios[scenario.min(self.scenarios.len() - 1)];
        let world = &self.worlds[usize::from(scenario.era.modern())];
        Scope { world, ground: &world.ground, scenario }
    }
}

fn value(value: &str, title: &str) -> OptionValue {
    OptionValue { value: value.to_owned(), title: title.to_owned() }
}

fn option(option: &str, title: &str, blurb: &str, values: &[(&str, &str)], default: &str) -> OptionInfo {
    OptionInfo {
        option: option.to_owned(),
        title: title.to_owned(),
        blurb: blurb.to_owned(),
        values: values.iter().map(|(v, t)| value(v, t)).collect(),
        default: default.to_owned(),
    }
}

/// 2.1 The choices of the set-up screen. [rule: ck 2.1, ck 2.111, ck 2.112]
fn options(scenario: &Scenario) -> Vec<OptionInfo> {
    let mut all = Vec::new();
    if scenario.start.china == ChinaStart::Waiting {
        all.push(option(
            "china",
            "Chinese intervention",
            "Fixed: China comes two to four turns after the first United Nations force other than ROK is north of the parallel. Historical: it may bluff (2.111, 6.5).",
            &[("historical", "Historical"), ("fixed", "Fixed")],
            "historical",
        ));
    }
    all.push(option(
        "capability",
        "Communist capability",
        "Strength, recovery and supply of the Communist side; Challenging is historical (2.111, 4.22).",
        &[
            ("pushover", "Pushover"),
            ("moderate", "Moderate"),
            ("challenging", "Challenging"),
            ("hairy", "Hairy"),
            ("hideous", "Hideous"),
            ("random", "Random, unknown to the United Nations"),
        ],
        "challenging",
    ));
    all.push(option(
        "air",
        "Air campaign",
        "Who gives the air missions and chooses the targets (2.112).",
        &[("player", "The players"), ("program", "The program")],
        "player",
    ));
    all.push(option(
        "intelligence",
        "Intelligence",
        "Limited: each side sees of the other what it has spotted. Complete: both see everything (2.112, 6.32).",
        &[("limited", "Limited"), ("complete", "Complete")],
        "limited",
    ));
    all.push(OptionInfo::switch(
        "early-end",
        "Early end",
        "Either side may end the game in its orders phase; the level as it stands decides (3.3).",
        false,
    ));
    all
}

fn info(scenarios: &[Scenario]) -> GameInfo {
    let side = |side: &str, name: &str, nation: &str| SideInfo {
        side: side.to_owned(),
        name: name.to_owned(),
        nation: nation.to_owned(),
    };
    let seat = |id: &str, name: &str, side| SeatInfo { seat: id.to_owned(), name: name.to_owned(), side };
    GameInfo {
        game: "conflict-korea".to_owned(),
        title: "Conflict: Korea".to_owned(),
        blurb: "The whole peninsula in turns of eight days, down to single guns and platoons: 1950 to 1951, and a war of 1995 that never was.".to_owned(),
        version: 1,
        sides: vec![side("com", "Communists", "nk"), side("un", "United Nations", "us")],
        seats: vec![seat("com", "Communist commander", 0), seat("un", "United Nations commander", 1)],
        scenarios: scenarios
            .iter()
            .map(|s| ScenarioInfo {
                scenario: s.id.clone(),
                seat_names: Vec::new(),
                sides: Vec::new(),
                title: s.title.clone(),
                blurb: s.blurb.clone(),
                turns: u16::from(s.last_turn - s.first_turn + 1),
                seats: vec!["com".to_owned(), "un".to_owned()],
                minutes: s.minutes,
                difficulty: s.difficulty,
                options: options(s),
            })
            .collect(),
    }
}

impl Rules for ConflictKorea {
    type State = State;
    type Action = Action;
    type Frame = Frame;
    type Position = Position;

    const SEQUENCE: &'static str = "ck 2.2";

    fn info(&self) -> &GameInfo {
        &self.info
    }
    fn setup(&self, scenario: &str, options: &Options, play: &mut Play) -> Result<State, SetupError> {
        let found = self.scenarios.iter().position(|s| s.id == scenario);
        let found = found.ok_or_else(|| SetupError(format!("there is no scenario \"{scenario}\"")))?;
        Ok(self.scope_of(found).set_up(found as u8, options, play, self))
    }
    fn scenario(&self, st: &State) -> &str {
        &self.scope(st).scenario.id
    }
    fn frame(&self, st: &State) -> Option<Frame> {
        st.frames.last().copied()
    }
    fn outcome(&self, st: &State) -> Ending {
        let scope = self.scope(st);
        let level = scope.final_level(st);
        let winner = match level {
            0 => None,
            1.. => Some("un".to_owned()),
            _ => Some("com".to_owned()),
        };
        let result = match level {
            0 => say!("Draw"),
            1.. => say!("United Nations victory, level {level}", level = names::level(level)),
            _ => say!("Communist victory, level {level}", level = names::level(level)),
        };
        let points = vec![scope.holdings(st, 0).1, scope.holdings(st, 1).1];
        Ending { winner, result, rule: "ck 8.0", points }
    }
    fn turn(&self, st: &State) -> u16 {
        self.scope(st).turn_number(st)
    }
    fn redact(&self, st: &State, seats: SeatSet) -> State {
        self.scope(st).redact(st, seats)
    }
    fn sample(&self, view: &View<State>, random: &mut Random) -> State {
        self.scope(view.state()).sample(view.state(), view.seats(), random)
    }
    fn position(&self, st: &State) -> Position {
        self.scope(st).position(st)
    }
    fn lay(&self, position: Position) -> Result<State, PositionError> {
        crate::position::lay(self, &position)
    }
    fn check(&self, st: &State) -> Result<(), String> {
        self.scope(st).check(st)
    }
}

impl Scope<'_> {
    /// The turn as the scenario counts it, from 1: the bar, the log and the charts all use this number.
    pub fn turn_number(&self, st: &State) -> u16 {
        u16::from(st.turn - self.scenario.first_turn + 1)
    }

    /// What must hold of every position.
    pub fn check(&self, st: &State) -> Result<(), String> {
        for side in 0..2u8 {
            for id in st.forces_of(side) {
                self.check_force(st, id)?;
            }
            for &unit in st.roster[side as usize].iter() {
                let u = st.unit(unit);
                if u.status != Status::OnMap || !u.force.is_some() || !st.force(u.force).units.contains(&unit)
                {
                    return Err(format!(
                        "{} is on the roster and not in a force",
                        self.world.units[unit.index()].id
                    ));
                }
            }
        }
        self.check_hexes(st)?;
        if st.sealift < 0 || i32::from(st.stock[0].max(st.stock[1])) > self.world.numbers.stockpile.most {
            return Err("sealift points or stockpiles are out of bounds".to_owned());
        }
        Ok(())
    }

    /// Every hex knows the forces that stand in it, and no others.
    fn check_hexes(&self, st: &State) -> Result<(), String> {
        // Nearly all hexes are empty: they are passed over in long stretches.
        const STRETCH: usize = 56;
        for (start, hexes) in st.here.chunks(STRETCH).enumerate() {
            if *hexes == [ForceId::NONE; STRETCH] {
                continue;
            }
            for hex in (0..hexes.len()).map(|i| HexId((start * STRETCH + i) as u16)) {
                let [first, second] = st.pair(hex);
                for id in st.in_hex(hex) {
                    if st.force(id).hex != hex {
                        return Err(format!("force {} is not where its hex says", id.0));
                    }
                }
                if second.is_some() && first.side() != second.side() {
                    return Err(format!("both sides stand in {}", self.ground.label(hex)));
                }
            }
        }
        Ok(())
    }

    fn check_force(&self, st: &State, id: ForceId) -> Result<(), String> {
        let f = st.force(id);
        let label = self.ground.label(f.hex);
        let m = &self.world.numbers.movement;
        let infantry = f.units.iter().filter(|u| self.world.units[u.index()].kind.infantry()).count();
        if f.units.is_empty()
            || f.units.len() > m.units_in_force as usize
            || infantry > m.infantry_in_force as usize
        {
            return Err(format!("a force in {label} has too many units or none"));
        }
        if f.units
            .iter()
            .any(|u| st.unit(*u).force != id || self.world.units[u.index()].nation.side() != id.side())
        {
            return Err(format!("a force in {label} has units that are not its own"));
        }
        let army = self.army(st, id);
        if f.units.iter().any(|u| self.world.units[u.index()].nation.army() != army) {
            return Err(format!("a force in {label} mixes armies"));
        }
        if f.look != self.world.look(&f.units) {
            return Err(format!("a force in {label} does not look like its units"));
        }
        if f.points > f.allowance.max(m.bug_out_allowance as u8) {
            return Err(format!("a force in {label} has more movement points than its allowance"));
        }
        if self.ground.korea.has(f.hex.index()) && !self.friendly(st, id.side(), f.hex) {
            return Err(format!("{label} does not belong to its occupier"));
        }
        let afloat = self.ground.is_ocean(f.hex) && id.side() == crate::data::UN;
        if !self.ground.is_land(f.hex) && !afloat {
            return Err(format!("a force stands in the water of {label}"));
        }
        if !st.in_hex(f.hex).any(|other| other == id) {
            return Err(format!("{label} does not know its force"));
        }
        Ok(())
    }
}
