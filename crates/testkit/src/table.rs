//! A table to try rules on: lay a position, lay down dice, act, expect.

use engine::scene::{action_text, scene_of};
use engine::{ActionText, Dice, Options, Play, Random, Seat, SeatSet, Seed, Title, View, lay, read};
use serde_json::Value;

/// A position on the table, with the log of what was done last.
///
/// ```
/// use testkit::{Table, skirmish::Skirmish};
/// let rules = Skirmish::default();
/// let mut table = Table::start(&rules, "field", &[]);
/// table.act("unit red-1").refuses("move 0504", "sk 2", "two steps");
/// table.act("stay");
/// assert_eq!(table.at("/units/red-1/done"), true);
/// ```
pub struct Table<'a, R: Title> {
    rules: &'a R,
    state: R::State,
    play: Play,
    log: Vec<(String, String)>,
    told: Vec<String>,
}

impl<R: Title> Clone for Table<'_, R> {
    fn clone(&self) -> Self {
        Self {
            rules: self.rules,
            state: self.state.clone(),
            play: self.play.clone(),
            log: self.log.clone(),
            told: self.told.clone(),
        }
    }
}

impl<'a, R: Title> Table<'a, R> {
    /// The start of a scenario with these options, dice from a fixed seed.
    ///
    /// # Panics
    /// When there is no such scenario or option.
    #[must_use]
    pub fn start(rules: &'a R, scenario: &str, options: &[(&str, &str)]) -> Self {
        let given = options.iter().fold(Options::default(), |all, (option, value)| all.with(option, value));
        let known =
            rules.info().scenario(scenario).unwrap_or_else(|| panic!("there is no scenario {scenario}"));
        let complete = given.complete(known).unwrap_or_else(|e| panic!("{e}"));
        let mut play = Play::new(Dice::seeded(Seed::from_number(38)));
        let state = rules.setup(scenario, &complete, &mut play).unwrap_or_else(|e| panic!("{e}"));
        Self { rules, state, play, log: Vec::new(), told: Vec::new() }
    }
    /// A position laid on the table.
    ///
    /// # Panics
    /// When it is not a legal position.
    #[must_use]
    pub fn lay(rules: &'a R, position: &Value) -> Self {
        let state = lay(rules, position).unwrap_or_else(|e| panic!("{e}"));
        Self::of(rules, state)
    }
    /// A state on the table.
    #[must_use]
    pub fn of(rules: &'a R, state: R::State) -> Self {
        Self {
            rules,
            state,
            play: Play::new(Dice::seeded(Seed::from_number(38))),
            log: Vec::new(),
            told: Vec::new(),
        }
    }
    /// Why a position can't be laid: `field: what is wrong`.
    ///
    /// # Panics
    /// When it can.
    #[must_use]
    pub fn cannot_lay(rules: &R, position: &Value) -> String {
        match lay(rules, position) {
            Err(e) => e.to_string(),
            Ok(_) => panic!("this position is legal, and should not be: {position}"),
        }
    }

    /// Lays down the next dice.
    pub fn dice(&mut self, rolls: &[u32]) -> &mut Self {
        self.play.dice_mut().script(rolls.iter().copied());
        self
    }
    /// Takes other dice, from a seed.
    pub fn seed(&mut self, seed: u64) -> &mut Self {
        self.play = Play::new(Dice::seeded(Seed::from_number(seed)));
        self
    }
    /// Plays an action for the seat that may.
    ///
    /// # Panics
    /// When it is refused, or a laid die does not fit.
    #[track_caller]
    pub fn act(&mut self, text: &str) -> &mut Self {
        let action = self.action(text);
        let seats = self.rules.may_act(&self.state);
        let seat = seats.iter().find(|&s| self.allows(s, action)).or(seats.first());
        let seat = seat.unwrap_or_else(|| panic!("\"{text}\": the game is over"));
        self.act_for(seat, text)
    }
    /// Plays actions one after the other.
    #[track_caller]
    pub fn acts(&mut self, texts: &[&str]) -> &mut Self {
        for text in texts {
            self.act(text);
        }
        self
    }
    /// Plays an action for a seat.
    ///
    /// # Panics
    /// When it is refused, a laid die does not fit, or the position is unsound then.
    #[track_caller]
    pub fn act_for(&mut self, seat: Seat, text: &str) -> &mut Self {
        let action = self.action(text);
        self.play.begin();
        if let Err(illegal) = self.rules.apply(&mut self.state, seat, action, &mut self.play) {
            let why = read(self.rules, &self.state, SeatSet::ALL, &illegal.why);
            panic!("\"{text}\" is refused: {why} [{}]; legal: {:?}", illegal.rule, self.legal());
        }
        if let Some(fault) = self.play.dice_mut().take_fault() {
            panic!("\"{text}\": {fault}");
        }
        let line =
            |l: engine::Line<'_>| (l.rule.to_owned(), read(self.rules, &self.state, SeatSet::ALL, l.text));
        self.log = self.play.lines().map(line).collect();
        self.told.extend(self.log.iter().map(|(_, text)| text.clone()));
        self.rules.check(&self.state).unwrap_or_else(|e| panic!("after \"{text}\": {e}"));
        self
    }
    /// An action is refused by this rule with these words in its sentence, is on no list, and changes nothing.
    ///
    /// # Panics
    /// When it is not so.
    #[track_caller]
    pub fn refuses(&self, text: &str, rule: &str, words: &str) -> &Self {
        let action = self.action(text);
        let seat = self.rules.to_act(&self.state).first().unwrap_or(Seat(0));
        let mut copy = self.state.clone();
        let mut play = Play::new(Dice::seeded(Seed::from_number(1)));
        let Err(illegal) = self.rules.apply(&mut copy, seat, action, &mut play) else {
            panic!("\"{text}\" is allowed");
        };
        assert!(copy == self.state, "the refused \"{text}\" changes the position");
        let why = read(self.rules, &self.state, SeatSet::one(seat), &illegal.why);
        assert_eq!(illegal.rule, rule, "\"{text}\": {why}");
        assert!(why.contains(words), "\"{text}\": {why}");
        assert!(!self.legal().iter().any(|l| l == text), "the refused \"{text}\" is on the list");
        self
    }
    /// Goes on with quiet answers until `done` says so.
    ///
    /// # Panics
    /// When there is no quiet answer, or it takes more than a thousand.
    #[track_caller]
    pub fn quietly_until(&mut self, done: impl Fn(&Self) -> bool) -> &mut Self {
        for _ in 0..1000 {
            if done(self) {
                return self;
            }
            let seat = self.rules.to_act(&self.state).first().unwrap_or_else(|| panic!("the game is over"));
            let quiet = self.rules.quiet(&self.state, seat);
            let action = quiet.unwrap_or_else(|| panic!("no quiet answer to: {}", self.prompt()));
            let text = action_text(self.rules, &self.state, action);
            self.act_for(seat, &text);
        }
        panic!("it does not come to that");
    }
    /// Plays legal actions at random, `count` of them or until the game is over.
    pub fn at_random(&mut self, count: usize, seed: u64) -> &mut Self {
        let mut random = Random::new(seed);
        let mut legal = Vec::new();
        for _ in 0..count {
            let Some(seat) = self.rules.to_act(&self.state).first() else { break };
            self.rules.legal(&self.state, seat, &mut legal);
            let action = legal[random.below(legal.len())];
            self.play.begin();
            self.rules.apply_listed(&mut self.state, seat, action, &mut self.play);
        }
        self
    }

    /// The legal actions of the seat that is to act.
    #[must_use]
    pub fn legal(&self) -> Vec<String> {
        self.rules.to_act(&self.state).first().map_or_else(Vec::new, |seat| self.legal_for(seat))
    }
    /// The legal actions of a seat.
    #[must_use]
    pub fn legal_for(&self, seat: Seat) -> Vec<String> {
        let mut list = Vec::new();
        self.rules.legal(&self.state, seat, &mut list);
        list.iter().map(|&a| action_text(self.rules, &self.state, a)).collect()
    }
    /// Whether an action is on the list of the seat that is to act.
    #[must_use]
    pub fn offers(&self, text: &str) -> bool {
        self.legal().iter().any(|l| l == text)
    }
    /// The prompt of the seat that is to act.
    #[must_use]
    pub fn prompt(&self) -> String {
        let view = View::of(self.rules, &self.state, self.rules.to_act(&self.state));
        scene_of(self.rules, &view).prompt.text.into_owned()
    }
    /// Who is to act.
    #[must_use]
    pub fn to_act(&self) -> SeatSet {
        self.rules.to_act(&self.state)
    }
    /// The whole position in its readable form.
    #[must_use]
    pub fn position(&self) -> Value {
        serde_json::to_value(self.rules.position(&self.state)).unwrap_or_default()
    }
    /// The position as a seat sees it.
    #[must_use]
    pub fn position_for(&self, seat: Seat) -> Value {
        let view = View::of(self.rules, &self.state, SeatSet::one(seat));
        serde_json::to_value(self.rules.position(view.state())).unwrap_or_default()
    }
    /// A value of the position by its pointer: `/units/us-5-1m/at`. Null where there is none.
    #[must_use]
    pub fn at(&self, pointer: &str) -> Value {
        self.position().pointer(pointer).cloned().unwrap_or_default()
    }
    /// The sentences of the last action, each with its rule.
    #[must_use]
    pub fn log(&self) -> &[(String, String)] {
        &self.log
    }
    /// Every sentence since the start.
    #[must_use]
    pub fn told(&self) -> &[String] {
        &self.told
    }
    /// The dice and the log of the last action.
    #[must_use]
    pub fn play(&self) -> &Play {
        &self.play
    }
    /// Whether a sentence of the last action has these words.
    #[must_use]
    pub fn said(&self, words: &str) -> bool {
        self.log.iter().any(|(_, text)| text.contains(words))
    }
    /// Whether a sentence of the last action names this rule.
    #[must_use]
    pub fn ruled(&self, rule: &str) -> bool {
        self.log.iter().any(|(r, _)| r == rule)
    }
    /// Laid dice that were not drawn.
    #[must_use]
    pub fn dice_left(&self) -> usize {
        self.play.dice().scripted()
    }
    /// The state.
    #[must_use]
    pub fn state(&self) -> &R::State {
        &self.state
    }
    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &'a R {
        self.rules
    }

    #[track_caller]
    fn action(&self, text: &str) -> R::Action {
        R::Action::read(self.rules, &self.state, text).unwrap_or_else(|e| panic!("{e}"))
    }
    fn allows(&self, seat: Seat, action: R::Action) -> bool {
        let mut copy = self.state.clone();
        self.rules.apply(&mut copy, seat, action, &mut Play::muted(Dice::enumerated())).is_ok()
    }
}
