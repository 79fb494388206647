//! The conformance suite: whole random games with every property of the contract checked after every action.

use crate::translatable;
use engine::playout::any_count;
use engine::scene::{action_text, scene_of};
use engine::{
    ActionText, Dice, Entry, Ledger, Match, Options, Play, Random, Record, Registry, ScenarioInfo, Seat,
    SeatSet, Seed, Title, View, lay, read, sheet_of, state_hash,
};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// No game may take more actions than this.
const MOST_ACTIONS: usize = 60_000;
/// How many earlier actions are kept to try where they do not belong.
const STRAYS: usize = 64;

/// The suite for one game. Panics with the reason when a property does not hold, after saving the game as a record.
pub struct Suite<'a, R: Title> {
    rules: &'a R,
    ledger: Ledger,
    games: usize,
    seed: u64,
    scenarios: Option<Vec<String>>,
    translatable: bool,
    failures: PathBuf,
}

/// A random game as it is played: enough to save it as a record.
struct Game<'a, R: Title> {
    rules: &'a R,
    ledger: &'a Ledger,
    scenario: &'a str,
    options: &'a Options,
    seed: Seed,
    state: R::State,
    play: Play,
    actions: Vec<(String, String)>,
    strays: Vec<(Seat, R::Action)>,
    translatable: bool,
}

/// The option sets that a suite runs: all defaults, each option at each other value alone, and all of them changed.
#[must_use]
pub fn option_sets(scenario: &ScenarioInfo) -> Vec<Options> {
    let mut sets = vec![Options::default()];
    let mut all = Options::default();
    for option in &scenario.options {
        for value in option.values.iter().filter(|v| v.value != option.default) {
            sets.push(Options::default().with(&option.option, &value.value));
            all = all.with(&option.option, &value.value);
        }
    }
    if scenario.options.len() > 1 {
        sets.push(all);
    }
    sets
}

impl<'a, R: Title> Suite<'a, R> {
    /// A suite for a game with its ledger (the text of `rules.toml`).
    ///
    /// # Panics
    /// When the ledger can't be read.
    #[must_use]
    pub fn new(rules: &'a R, ledger: &str) -> Self {
        let ledger = Ledger::parse(ledger).unwrap_or_else(|e| panic!("rules.toml: {e}"));
        let failures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/failures");
        Self { rules, ledger, games: 10, seed: 1, scenarios: None, translatable: false, failures }
    }
    /// How many games in all, spread over scenarios and option sets (each gets one at least).
    /// The environment variable `P38_GAMES` overrides it, for long runs.
    #[must_use]
    pub fn games(mut self, games: usize) -> Self {
        self.games = std::env::var("P38_GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(games);
        self
    }
    /// Only this scenario.
    #[must_use]
    pub fn scenario(mut self, scenario: &str) -> Self {
        self.scenarios.get_or_insert_default().push(scenario.to_owned());
        self
    }
    /// Every word of the picture must have come through a catalogue.
    #[must_use]
    pub fn translatable(mut self) -> Self {
        self.translatable = true;
        self
    }
    /// The seed of the first game. The environment variable `P38_SEED` overrides it, so that a long run can be made in parts.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Runs the suite.
    ///
    /// # Panics
    /// When a property of the contract does not hold. The game so far lies in `target/failures`.
    pub fn run(&self) {
        let info = self.rules.info();
        let wanted = |s: &&ScenarioInfo| self.scenarios.as_ref().is_none_or(|w| w.contains(&s.scenario));
        let plans: Vec<(&ScenarioInfo, Options)> = info
            .scenarios
            .iter()
            .filter(wanted)
            .flat_map(|s| option_sets(s).into_iter().map(move |o| (s, o)))
            .collect();
        assert!(!plans.is_empty(), "{} has no scenario to run", info.game);
        let seed = std::env::var("P38_SEED").ok().and_then(|n| n.parse().ok()).unwrap_or(self.seed);
        for number in 0..self.games.max(plans.len()) {
            let (scenario, options) = &plans[number % plans.len()];
            let options = options.complete(scenario).unwrap_or_else(|e| panic!("{e}"));
            if self.translatable && number < plans.len() {
                translatable::sheet(self.rules, &scenario.scenario).unwrap_or_else(|e| panic!("{e}"));
            }
            self.one(scenario, &options, seed + number as u64);
        }
    }

    fn one(&self, scenario: &ScenarioInfo, options: &Options, seed: u64) {
        let mut play = Play::new(Dice::seeded(Seed::from_number(seed)));
        let state = self
            .rules
            .setup(&scenario.scenario, options, &mut play)
            .unwrap_or_else(|e| panic!("{} can't be set up: {e}", scenario.scenario));
        let mut game = Game {
            rules: self.rules,
            ledger: &self.ledger,
            scenario: &scenario.scenario,
            options,
            seed: Seed::from_number(seed),
            state,
            play,
            actions: Vec::new(),
            strays: Vec::new(),
            translatable: self.translatable,
        };
        if let Err(fault) = game.run_to_end(&mut Random::new(seed)) {
            let path = self.save(&game, seed);
            panic!(
                "{} {} {:?} seed {seed}, action {}: {fault}\nthe game lies in {}",
                self.rules.info().game,
                scenario.scenario,
                options.0,
                game.actions.len(),
                path.display()
            );
        }
    }

    fn save(&self, game: &Game<'_, R>, seed: u64) -> PathBuf {
        let path = self.failures.join(format!("{}-{}-{seed}.json", self.rules.info().game, game.scenario));
        let text = serde_json::to_string_pretty(&game.record()).unwrap_or_default();
        // A failing test must report its own fault, not that its report could not be written.
        let _ = std::fs::create_dir_all(&self.failures).and_then(|()| std::fs::write(&path, text));
        path
    }
}

impl<R: Title> Game<'_, R> {
    fn record(&self) -> Record {
        let info = self.rules.info();
        Record {
            format: 1,
            game: info.game.clone(),
            version: info.version,
            data: String::new(),
            scenario: self.scenario.to_owned(),
            options: self.options.clone(),
            seed: self.seed.to_string(),
            commitment: self.seed.commitment(),
            position: None,
            dice: Vec::new(),
            reseeded: Vec::new(),
            actions: self.actions.clone(),
            notes: Vec::new(),
            log: Vec::new(),
            hash: state_hash(&self.state),
        }
    }

    fn run_to_end(&mut self, random: &mut Random) -> Result<(), String> {
        self.log_names_rules()?;
        loop {
            self.rules.check(&self.state)?;
            let to_act = self.rules.to_act(&self.state);
            if to_act.is_empty() {
                let outcome = self.rules.outcome(&self.state);
                let sides = &self.rules.info().sides;
                return match &outcome.winner {
                    Some(winner) if !sides.iter().any(|s| &s.side == winner) => {
                        Err(format!("the winner \"{winner}\" is not a side"))
                    }
                    _ if outcome.result.is_empty() => Err("the outcome has no words".to_owned()),
                    _ => Ok(()),
                };
            }
            if self.actions.len() > MOST_ACTIONS {
                return Err(format!("the game does not end within {MOST_ACTIONS} actions"));
            }
            let may = self.rules.may_act(&self.state);
            let waited: Vec<_> = to_act.iter().collect();
            let all: Vec<_> = may.iter().collect();
            let seats = if random.below(16) == 0 { all } else { waited };
            let seat = seats[random.below(seats.len())];
            let deep = self.actions.len() < 40 || random.below(40) == 0;
            let view = View::of(self.rules, &self.state, SeatSet::one(seat));
            let legal = self.legal_lists(may, seat, &view, deep)?;
            self.strays_are_refused(seat, &view, &legal, random)?;
            self.anything_else_is_refused(seat, &view, &legal, random)?;
            if deep {
                self.survives_saving()?;
                self.scenes_match(seat, &legal)?;
                self.secrets_stay_hidden(seat, &legal, random)?;
            }
            let action = any_count::<R, _>(legal[random.below(legal.len())], random);
            self.act(seat, action)?;
        }
    }

    /// The lists are sorted, unique, never empty, the same on the view as on the truth and whatever was asked before; texts
    /// read back.
    fn legal_lists(
        &self,
        to_act: SeatSet,
        seat: Seat,
        view: &View<R::State>,
        deep: bool,
    ) -> Result<Vec<R::Action>, String> {
        let mut legal = Vec::new();
        self.rules.legal(&self.state, seat, &mut legal);
        if deep && unremembered(self.rules, &self.state, seat) != legal {
            return Err(format!("the legal list of {seat:?} rests on what was asked before"));
        }
        if legal.is_empty() {
            return Err(format!("{seat:?} is to act and has no legal action"));
        }
        if let Some(pair) = legal.windows(2).find(|p| p[0] >= p[1]) {
            return Err(format!(
                "the legal list is not sorted and unique: {:?} before {:?}",
                pair[0], pair[1]
            ));
        }
        let mut seen = Vec::new();
        self.rules.legal(view.state(), seat, &mut seen);
        if seen != legal {
            return Err(format!(
                "{seat:?} sees {} legal actions where there are {}",
                seen.len(),
                legal.len()
            ));
        }
        for other in (0..self.rules.info().seats.len() as u8).map(Seat).filter(|&s| !to_act.contains(s)) {
            self.rules.legal(&self.state, other, &mut seen);
            if !seen.is_empty() {
                return Err(format!("{other:?} is not to act and has {} legal actions", seen.len()));
            }
        }
        let mut texts = BTreeSet::new();
        for &action in legal.iter().take(if deep { usize::MAX } else { 3 }) {
            let text = self.text(action);
            let back = R::Action::read(self.rules, &self.state, &text);
            if back != Ok(action) {
                return Err(format!("\"{text}\" ({action:?}) reads back as {back:?}"));
            }
            if R::Action::read(self.rules, view.state(), &text) != Ok(action) {
                return Err(format!("\"{text}\" does not read back on the seat's view"));
            }
            if !texts.insert(text.clone()) {
                return Err(format!("two legal actions are written \"{text}\""));
            }
        }
        Ok(legal)
    }

    /// Actions made up at random pass if and only if they are on the list; of an action with a count every count up to the
    /// listed one passes, and no larger one.
    fn anything_else_is_refused(
        &self,
        seat: Seat,
        view: &View<R::State>,
        legal: &[R::Action],
        random: &mut Random,
    ) -> Result<(), String> {
        let listed = |action: R::Action| match action.count() {
            None => legal.contains(&action),
            Some(n) => legal.iter().any(|l| {
                l.count().is_some_and(|most| n >= 1 && n <= most && l.with_count(1) == action.with_count(1))
            }),
        };
        let counted = legal[random.below(legal.len())];
        let one_more = counted.count().map(|most| counted.with_count(most.saturating_add(1)));
        let made_up = (0..4).filter_map(|_| R::Action::any(self.rules, &self.state, random));
        // What is refused leaves the copy as it is, which is checked: only an action that passes asks for another one.
        let mut copy = self.state.clone();
        for action in made_up.collect::<Vec<_>>().into_iter().chain(one_more) {
            let mut play = Play::muted(Dice::seeded(self.seed));
            let applied = self.rules.apply(&mut copy, seat, action, &mut play);
            if applied.is_ok() != listed(action) {
                let not = if applied.is_ok() { "not " } else { "" };
                return Err(format!("{action:?} is {not}on the legal list, and the rules say otherwise"));
            }
            if let Err(illegal) = applied {
                self.rule_is_known(illegal.rule)?;
                let why = read(self.rules, &self.state, SeatSet::one(seat), &illegal.why);
                if copy != self.state || why.is_empty() || why.contains('{') {
                    return Err(format!("{action:?} is refused in words \"{why}\", or changes the state"));
                }
                self.refusal_tells_nothing(seat, view, action, (illegal.rule, why))?;
            } else {
                copy.clone_from(&self.state);
            }
        }
        Ok(())
    }

    /// What is refused is refused by the same rule and in the same words on the seat's view: a reason must not tell what
    /// the seat can't see.
    fn refusal_tells_nothing(
        &self,
        seat: Seat,
        view: &View<R::State>,
        action: R::Action,
        (rule, why): (&'static str, String),
    ) -> Result<(), String> {
        let eyes = SeatSet::one(seat);
        let mut seen = view.state().clone();
        let mut play = Play::muted(Dice::seeded(self.seed));
        let told = self.rules.apply(&mut seen, seat, action, &mut play).err();
        let told = told.map(|i| (i.rule, read(self.rules, &seen, eyes, &i.why)));
        if told.as_ref() == Some(&(rule, why.clone())) {
            return Ok(());
        }
        let text = self.text(action);
        Err(format!(
            "the refusal of \"{text}\" tells {eyes:?} what it can't see: \"{why}\" [{rule}], and on its view {told:?}"
        ))
    }

    /// Actions from elsewhere are refused with a rule and change nothing, unless they are on the list.
    fn strays_are_refused(
        &mut self,
        seat: Seat,
        view: &View<R::State>,
        legal: &[R::Action],
        random: &mut Random,
    ) -> Result<(), String> {
        let mut copy = self.state.clone();
        for _ in 0..3 {
            let Some(&(from, stray)) = self.strays.get(random.below(STRAYS)) else { continue };
            let actor = if random.below(4) == 0 { from } else { seat };
            if actor == seat && (stray.count().is_some() || legal.contains(&stray)) {
                continue;
            }
            if actor != seat && self.rules.may_act(&self.state).contains(actor) {
                continue;
            }
            let mut play = Play::new(Dice::seeded(self.seed));
            match self.rules.apply(&mut copy, actor, stray, &mut play) {
                Ok(()) => {
                    return Err(format!("{actor:?} may play {stray:?}, which is not on the legal list"));
                }
                Err(_) if copy != self.state => {
                    return Err(format!("the refused action {stray:?} changes the state"));
                }
                Err(illegal) if illegal.why.is_empty() => {
                    return Err(format!("{stray:?} is refused without a reason"));
                }
                Err(illegal) => {
                    self.rule_is_known(illegal.rule)?;
                    if actor == seat {
                        let why = read(self.rules, &self.state, SeatSet::one(seat), &illegal.why);
                        self.refusal_tells_nothing(seat, view, stray, (illegal.rule, why))?;
                    }
                }
            }
        }
        Ok(())
    }

    fn rule_is_known(&self, rule: &str) -> Result<(), String> {
        if self.ledger.find(rule).is_some() {
            return Ok(());
        }
        Err(format!("there is no rule \"{rule}\" in the ledger"))
    }

    fn log_names_rules(&self) -> Result<(), String> {
        for line in self.play.lines() {
            self.rule_is_known(line.rule)?;
            let text = read(self.rules, &self.state, SeatSet::ALL, line.text);
            if text.trim().is_empty() || text.contains(['{', '}']) {
                return Err(format!("an empty or unfilled sentence in the log: \"{text}\" [{}]", line.rule));
            }
        }
        Ok(())
    }

    /// State and readable position both survive being written and read.
    fn survives_saving(&self) -> Result<(), String> {
        let text =
            serde_json::to_string(&self.state).map_err(|e| format!("the state can't be written: {e}"))?;
        let back: R::State =
            serde_json::from_str(&text).map_err(|e| format!("the state can't be read: {e}"))?;
        if back != self.state {
            return Err("the state reads back as another".to_owned());
        }
        let position = serde_json::to_value(self.rules.position(&self.state))
            .map_err(|e| format!("the position can't be written: {e}"))?;
        match lay(self.rules, &position) {
            Err(e) => Err(format!("its own position can't be read: {e}")),
            Ok(read) if read != self.state => Err(difference(&self.state, &read)),
            Ok(_) => Ok(()),
        }
    }

    /// The scene offers exactly the legal actions, and none to a spectator.
    fn scenes_match(&self, seat: Seat, legal: &[R::Action]) -> Result<(), String> {
        let view = View::of(self.rules, &self.state, SeatSet::one(seat));
        let scene = scene_of(self.rules, &view);
        let offered: BTreeSet<String> = scene.actions.iter().flat_map(|a| a.texts()).collect();
        let wanted: BTreeSet<String> = legal.iter().map(|&a| self.text(a)).collect();
        if offered != wanted {
            let missing: Vec<_> = wanted.difference(&offered).take(3).collect();
            let surplus: Vec<_> = offered.difference(&wanted).take(3).collect();
            return Err(format!("the scene lacks {missing:?} and has too much {surplus:?}"));
        }
        if scene.prompt.text.is_empty() {
            return Err("the scene has no prompt".to_owned());
        }
        for action in &scene.actions {
            self.rule_is_known(action.rule)?;
            let on_scene = |id: &str| scene.pieces.iter().any(|p| p.id == id);
            if let Some(piece) = action.piece.as_deref().filter(|p| !on_scene(p)) {
                return Err(format!(
                    "\"{}\" attaches to the piece {piece}, which is not in the scene",
                    action.text
                ));
            }
        }
        let ids: BTreeSet<_> = scene.pieces.iter().map(|p| &p.id).collect();
        if ids.len() != scene.pieces.len() {
            return Err("two pieces of the scene have one id".to_owned());
        }
        if self.translatable {
            translatable::scene(self.rules, &view)?;
        }
        let sheet = sheet_of(self.rules, self.scenario);
        if let Some(piece) = scene.pieces.iter().find(|p| p.def as usize >= sheet.pieces.len()) {
            return Err(format!("piece {} has no definition {}", piece.id, piece.def));
        }
        let spectator = View::of(self.rules, &self.state, SeatSet::NONE);
        if !scene_of(self.rules, &spectator).actions.is_empty() {
            return Err("a spectator is offered actions".to_owned());
        }
        for overlay in &sheet.overlays {
            if self.rules.overlay(&view, &overlay.id).is_none() {
                return Err(format!("the overlay {} is offered and not there", overlay.id));
            }
        }
        Ok(())
    }

    /// Another truth behind the same view gives the same view, the same list, the same sentences.
    fn secrets_stay_hidden(
        &self,
        seat: Seat,
        legal: &[R::Action],
        random: &mut Random,
    ) -> Result<(), String> {
        let seats = self.rules.info().seats.len() as u8;
        for eyes in (0..seats).map(|s| SeatSet::one(Seat(s))).chain([SeatSet::NONE]) {
            let view = View::of(self.rules, &self.state, eyes);
            let other = self.rules.sample(&view, random);
            self.rules.check(&other).map_err(|e| format!("a sampled position is not sound: {e}"))?;
            let again = View::of(self.rules, &other, eyes);
            if again != view {
                let what = difference(view.state(), again.state());
                return Err(format!("a position sampled for {eyes:?} does not look the same to it: {what}"));
            }
            if View::of(self.rules, view.state(), eyes) != view {
                return Err(format!("redacting twice for {eyes:?} is not the same as once"));
            }
            if !eyes.contains(seat) {
                continue;
            }
            let action = legal[random.below(legal.len())];
            let run = |state: &R::State| {
                let mut state = state.clone();
                let mut play = Play::new(Dice::seeded(self.seed));
                let done = self.rules.apply(&mut state, seat, action, &mut play);
                let heard = play.lines().filter(|l| !l.audience.intersection(eyes).is_empty());
                let heard: Vec<_> = heard.map(|l| (read(self.rules, &state, eyes, l.text), l.rule)).collect();
                (done, play.is_final(), heard, state)
            };
            let (truth, imagined) = (run(&self.state), run(&other));
            let text = self.text(action);
            if truth.0.is_ok() != imagined.0.is_ok() {
                return Err(format!("whether \"{text}\" is legal depends on what {eyes:?} can't see"));
            }
            if truth.1 != imagined.1 {
                return Err(format!("whether \"{text}\" can be undone depends on what {eyes:?} can't see"));
            }
            if !truth.1 {
                let blind = run(view.state());
                if truth.2 != imagined.2 || truth.2 != blind.2 {
                    return Err(format!("the log of \"{text}\" tells {eyes:?} what it can't see"));
                }
                let after = View::of(self.rules, &truth.3, eyes);
                let guessed = View::of(self.rules, &blind.3, eyes);
                if after != guessed {
                    let what = difference(after.state(), guessed.state());
                    return Err(format!(
                        "\"{text}\" can be undone, yet it shows {eyes:?} something new: {what}"
                    ));
                }
            }
        }
        Ok(())
    }

    fn act(&mut self, seat: Seat, action: R::Action) -> Result<(), String> {
        let text = self.text(action);
        self.play.begin();
        self.actions.push((self.rules.info().seat_id(seat).to_owned(), text.clone()));
        if let Err(illegal) = self.rules.apply(&mut self.state, seat, action, &mut self.play) {
            self.actions.pop();
            let why = read(self.rules, &self.state, SeatSet::ALL, &illegal.why);
            return Err(format!("the legal action \"{text}\" is refused: {why} [{}]", illegal.rule));
        }
        if self.strays.len() < STRAYS {
            self.strays.push((seat, action));
        } else {
            let slot = self.actions.len() * 31 % STRAYS;
            self.strays[slot] = (seat, action);
        }
        self.log_names_rules()
    }

    fn text(&self, action: R::Action) -> String {
        action_text(self.rules, &self.state, action)
    }
}

/// A position so many random actions into a scenario (or at its end).
pub(crate) fn random_state<R: Title>(
    rules: &R,
    scenario: &str,
    depth: usize,
    random: &mut Random,
) -> R::State {
    let known = rules.info().scenario(scenario).unwrap_or_else(|| panic!("there is no scenario {scenario}"));
    let options = Options::default().complete(known).unwrap_or_else(|e| panic!("{e}"));
    let mut play = Play::muted(Dice::seeded(Seed::from_number(random.next())));
    let mut state = rules.setup(scenario, &options, &mut play).unwrap_or_else(|e| panic!("{e}"));
    let mut legal = Vec::new();
    for _ in 0..depth {
        let Some(seat) = rules.to_act(&state).first() else { break };
        rules.legal(&state, seat, &mut legal);
        let action = any_count::<R, _>(legal[random.below(legal.len())], random);
        play.begin();
        rules.apply_listed(&mut state, seat, action, &mut play);
    }
    state
}

/// The legal list as it is for somebody who has never asked before: what games remember, they remember by thread.
pub(crate) fn unremembered<R: Title>(rules: &R, state: &R::State, seat: Seat) -> Vec<R::Action> {
    let ask = || {
        let mut legal = Vec::new();
        rules.legal(state, seat, &mut legal);
        legal
    };
    std::thread::scope(|scope| scope.spawn(ask).join().unwrap_or_default())
}

/// Where two states differ, as a short piece of their serialised forms.
fn difference<S: serde::Serialize>(a: &S, b: &S) -> String {
    fn first(path: &str, a: &serde_json::Value, b: &serde_json::Value) -> Option<String> {
        use serde_json::Value::{Array, Object};
        match (a, b) {
            (Object(x), Object(y)) => x.iter().find_map(|(k, v)| {
                first(&format!("{path}.{k}"), v, y.get(k).unwrap_or(&serde_json::Value::Null))
            }),
            (Array(x), Array(y)) if x.len() == y.len() => {
                x.iter().zip(y).enumerate().find_map(|(i, (v, w))| first(&format!("{path}[{i}]"), v, w))
            }
            _ => (a != b).then(|| format!("{path} is {a} and {b}")),
        }
    }
    let value = |s: &S| serde_json::to_value(s).unwrap_or_default();
    first("state", &value(a), &value(b)).unwrap_or_else(|| "equal when written".to_owned())
}

/// Plays random games through the engine's matches: undo gives the position back and never crosses what is final,
/// and a finished record replays to the same hash. Then replays every record in `folder`, if there is one.
///
/// # Panics
/// When one of these does not hold.
pub fn golden<R: Title>(entry: Entry<R>, folder: Option<&Path>) {
    let registry = Registry::default().with(entry);
    let games: Vec<_> = registry.games().cloned().collect();
    for game in &games {
        for scenario in &game.info().scenarios {
            let mut begun = game
                .start(&scenario.scenario, &Options::default(), Seed::from_number(625))
                .unwrap_or_else(|e| panic!("{e}"));
            let mut random = Random::new(625);
            while let Some(seat) = begun.to_act().first() {
                let legal = begun.legal(seat);
                let before = begun.position(SeatSet::ALL);
                let action = &legal[random.below(legal.len())];
                begun.act(Some(seat), action).unwrap_or_else(|e| panic!("{action}: {e}"));
                if random.below(8) == 0 && begun.can_undo(SeatSet::one(seat)) {
                    begun.undo(SeatSet::one(seat)).unwrap_or_else(|e| panic!("{e}"));
                    assert_eq!(
                        begun.position(SeatSet::ALL),
                        before,
                        "undo of {action} gives another position"
                    );
                }
                if random.below(256) == 0 {
                    opens_again(game.as_ref(), begun.as_ref());
                }
                assert!(begun.length() < MOST_ACTIONS, "the game does not end");
            }
            let record = begun.record(true);
            let again = game.load_record(&record).unwrap_or_else(|e| panic!("{}: {e}", scenario.scenario));
            assert_eq!(again.record(true), record, "the replay's record differs");
        }
    }
    let Some(folder) = folder else { return };
    let files = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut replayed = 0;
    for path in
        files.filter_map(Result::ok).map(|f| f.path()).filter(|p| p.extension().is_some_and(|e| e == "json"))
    {
        let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let record = Record::parse(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        if std::env::var_os("P38_RERECORD").is_some() {
            rerecord(&registry, &record, &path);
            replayed += 1;
            continue;
        }
        registry.load_record(&record).unwrap_or_else(|e| {
            panic!("{}: {e}; if data or rules changed on purpose: P38_RERECORD=1", path.display())
        });
        replayed += 1;
    }
    assert!(replayed > 0, "no golden games in {}", folder.display());
}

/// Plays the first part of every scenario through the engine's matches, in every game: its positions open matches of their own
/// on the way, and its record plays again.
///
/// # Panics
/// When one of these does not hold.
pub fn reopens<R: Title>(entry: Entry<R>) {
    const ACTIONS: usize = 400;
    let registry = Registry::default().with(entry);
    for game in registry.games() {
        for scenario in &game.info().scenarios {
            let mut begun = game
                .start(&scenario.scenario, &Options::default(), Seed::from_number(38))
                .unwrap_or_else(|e| panic!("{e}"));
            let mut random = Random::new(38);
            for i in 0..ACTIONS {
                let Some(seat) = begun.to_act().first() else { break };
                let legal = begun.legal(seat);
                let action = &legal[random.below(legal.len())];
                begun.act(Some(seat), action).unwrap_or_else(|e| panic!("{action}: {e}"));
                if i % 50 == 0 {
                    opens_again(game.as_ref(), begun.as_ref());
                }
            }
            let record = begun.record(true);
            let again = game.load_record(&record).unwrap_or_else(|e| panic!("{}: {e}", scenario.scenario));
            assert_eq!(again.record(true), record, "{}: the replay's record differs", scenario.scenario);
        }
    }
}

/// What a match writes as its position begins a match of its own.
fn opens_again(game: &dyn engine::Game, begun: &dyn Match) {
    let written = begun.position(SeatSet::ALL);
    let opened = game.load_position(&written, Seed::from_number(38));
    let opened = opened.unwrap_or_else(|e| panic!("{}: its position opens no match: {e}", begun.scenario()));
    assert_eq!(opened.position(SeatSet::ALL), written, "{}: another position opens", begun.scenario());
}

/// Plays the actions of a record again under the rules and data of today and writes it anew. The seats' actions must still be
/// legal: what a change of the rules forbids is not written over.
fn rerecord(registry: &Registry, record: &Record, path: &Path) {
    let game = registry.game(&record.game).unwrap_or_else(|e| panic!("{e}"));
    let seed = Seed::parse(&record.seed).unwrap_or_else(|e| panic!("{e}"));
    let mut begun = game
        .start(&record.scenario, &record.options, seed)
        .unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    for (i, (seat, action)) in record.actions.iter().enumerate() {
        let seat = game.info().seat(seat);
        if let Err(e) = begun.act(seat, action) {
            panic!("{}: actions[{i}] ({action}): {e}", path.display());
        }
    }
    let text = serde_json::to_string(&begun.record(true)).unwrap_or_default();
    std::fs::write(path, text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
}
