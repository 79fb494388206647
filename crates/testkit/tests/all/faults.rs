//! The suite finds faults: a game that breaks one promise of the contract fails, each for its own reason.

use engine::scene::{Panel, PanelBody};
use engine::{
    ActionText, Arg, Dice, Ending, Eyes, GameInfo, Illegal, Judge, Moment, Options, Overlay, Picture, Play,
    PositionError, Random, Rules, Scene, Seat, SeatSet, SetupError, Sheet, View,
};
use std::panic::{AssertUnwindSafe, catch_unwind};
use testkit::Suite;
use testkit::skirmish::{Action, LEDGER, Position, Skirmish, State};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    None,
    ListNotSorted,
    ListTooShort,
    RefusalChangesState,
    RevealsWithoutSaying,
    RuleNotInLedger,
    RefusalTells,
    TextOfAnotherAction,
    ViewShowsTooMuch,
    SceneLacksActions,
    EveryoneMayAct,
    CountTooLow,
    TitleOutOfReach,
    TakesOneForTheOther,
}

/// The broken games answer for themselves: they have no frames.
#[derive(Clone, Copy)]
struct Nothing;
impl engine::Decision<Broken> for Nothing {}

thread_local! {
    /// The last list with the turn and seat it was made for.
    static LIST: std::cell::Cell<Option<(u16, Seat, Vec<Action>)>> = const { std::cell::Cell::new(None) };
}

struct Broken {
    game: Skirmish,
    fault: Fault,
}

impl Rules for Broken {
    type State = State;
    type Action = Action;
    type Frame = Nothing;
    type Position = Position;
    const SEQUENCE: &'static str = "sk 1";

    fn info(&self) -> &GameInfo {
        self.game.info()
    }
    fn setup(&self, scenario: &str, options: &Options, play: &mut Play) -> Result<State, SetupError> {
        self.game.setup(scenario, options, play)
    }
    fn scenario(&self, state: &State) -> &str {
        self.game.scenario(state)
    }
    fn frame(&self, _: &State) -> Option<Nothing> {
        None
    }
    fn to_act(&self, state: &State) -> SeatSet {
        self.game.to_act(state)
    }
    fn may_act(&self, state: &State) -> SeatSet {
        self.game.may_act(state)
    }
    fn outcome(&self, state: &State) -> Ending {
        self.game.outcome(state)
    }
    fn turn(&self, state: &State) -> u16 {
        self.game.turn(state)
    }
    fn legal(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        let asked = if self.fault == Fault::EveryoneMayAct {
            self.to_act(state).first().unwrap_or(seat)
        } else {
            seat
        };
        self.game.legal(state, asked, out);
        match self.fault {
            // It remembers a list by less than it depends on.
            Fault::TakesOneForTheOther => {
                let remembered =
                    LIST.take().filter(|(turn, side, _)| (*turn, *side) == (self.turn(state), asked));
                let list = remembered.map_or_else(|| out.clone(), |(.., list)| list);
                out.clone_from(&list);
                LIST.set(Some((self.turn(state), asked, list)));
            }
            Fault::ListNotSorted => out.reverse(),
            Fault::ListTooShort if out.len() > 1 => drop(out.remove(0)),
            Fault::CountTooLow => {
                for action in out.iter_mut().filter(|a| ActionText::<Skirmish>::count(**a) == Some(6)) {
                    *action = ActionText::<Skirmish>::with_count(*action, 5);
                }
            }
            _ => {}
        }
    }
    fn apply(&self, state: &mut State, seat: Seat, action: Action, play: &mut Play) -> Result<(), Illegal> {
        let mut inner = play.clone();
        inner.begin();
        let done = self.game.apply(state, seat, action, &mut inner);
        if self.fault == Fault::RevealsWithoutSaying && matches!(action, Action::Attack { .. }) {
            // The log and the dice are passed on, but not that something hidden was seen.
            let mut silent = Play::new(Dice::seeded(engine::Seed::from_number(1)));
            silent.begin();
            for line in inner.lines() {
                silent.note(line.rule, line.text.clone());
            }
            *play = silent;
            return done;
        }
        *play = inner;
        match (done, self.fault) {
            (Err(illegal), Fault::RefusalChangesState) => {
                let first = self.game.to_act(state).first().unwrap_or(seat);
                let mut list = Vec::new();
                self.game.legal(state, first, &mut list);
                let _ = self.game.apply(state, first, list[0], &mut Play::muted(Dice::enumerated()));
                Err(illegal)
            }
            (Err(illegal), Fault::RuleNotInLedger) => Err(Illegal::new("sk 99", illegal.why)),
            // Another reason where something is hidden.
            (Err(_), Fault::RefusalTells) if self.game.redact(state, SeatSet::one(seat)) != *state => {
                Err(Illegal::new("sk 1", engine::say!("something stands there")))
            }
            (done, _) => done,
        }
    }
    fn redact(&self, state: &State, seats: SeatSet) -> State {
        let seats =
            if self.fault == Fault::ViewShowsTooMuch && seats.is_empty() { SeatSet::ALL } else { seats };
        self.game.redact(state, seats)
    }
    fn sample(&self, view: &View<State>, random: &mut Random) -> State {
        if self.fault == Fault::ViewShowsTooMuch {
            let whole = View::of(&self.game, view.state(), SeatSet::NONE);
            return self.game.sample(&whole, random);
        }
        self.game.sample(view, random)
    }
    fn position(&self, state: &State) -> Position {
        self.game.position(state)
    }
    fn lay(&self, position: Position) -> Result<State, PositionError> {
        self.game.lay(position)
    }
    fn check(&self, state: &State) -> Result<(), String> {
        self.game.check(state)
    }
}

impl ActionText<Broken> for Action {
    fn forms() -> &'static [&'static str] {
        <Self as ActionText<Skirmish>>::forms()
    }
    fn write(self, rules: &Broken, state: &State, out: &mut String) {
        let swapped = if self == Self::Stay { Self::End } else { self };
        let action = if rules.fault == Fault::TextOfAnotherAction { swapped } else { self };
        ActionText::<Skirmish>::write(action, &rules.game, state, out);
    }
    fn read(rules: &Broken, state: &State, text: &str) -> Result<Self, String> {
        <Self as ActionText<Skirmish>>::read(&rules.game, state, text)
    }
    fn count(self) -> Option<u16> {
        ActionText::<Skirmish>::count(self)
    }
    fn with_count(self, count: u16) -> Self {
        ActionText::<Skirmish>::with_count(self, count)
    }
    fn any(rules: &Broken, state: &State, random: &mut Random) -> Option<Self> {
        <Self as ActionText<Skirmish>>::any(&rules.game, state, random)
    }
}

impl Picture for Broken {
    fn sheet(&self, scenario: &str, eyes: &Eyes<'_>) -> Sheet {
        self.game.sheet(scenario, eyes)
    }
    fn moment<'a>(&'a self, state: &State, eyes: &Eyes<'_>) -> Moment<'a> {
        self.game.moment(state, eyes)
    }
    fn scene<'a>(&'a self, view: &'a View<State>, eyes: &Eyes<'_>) -> Scene<'a> {
        let mut scene = engine::scene_in(&self.game, view, eyes.catalogue);
        match self.fault {
            Fault::SceneLacksActions => drop(scene.actions.pop()),
            Fault::CountTooLow => {
                scene.actions.iter_mut().for_each(|a| a.text = a.text.replace("shell 6", "shell 5").into());
            }
            Fault::TitleOutOfReach => {
                let title = format!("Turn {}", scene.turn).into();
                scene.panels.push(Panel { id: "turn".into(), title, body: PanelBody::Box });
            }
            Fault::ListTooShort if scene.actions.len() > 1 => drop(scene.actions.remove(0)),
            _ => {}
        }
        scene
    }
    fn overlay(&self, view: &View<State>, overlay: &str) -> Option<Overlay> {
        self.game.overlay(view, overlay)
    }
    fn name(&self, state: &State, arg: Arg, out: &mut String) {
        self.game.name(state, arg, out);
    }
    fn id(&self, state: &State, arg: Arg, out: &mut String) {
        self.game.id(state, arg, out);
    }
}

impl Judge for Broken {
    fn evaluate(&self, state: &State, side: u8) -> f32 {
        self.game.evaluate(state, side)
    }
}

/// What the suite says of a game with this fault; empty if it passes. A faulty game is played until the suite stops, for
/// which a few games do; the many are for faults that need two rare things at once.
fn verdict(fault: Fault) -> String {
    let rules = Broken { game: Skirmish::default(), fault };
    let games = if fault == Fault::None { 20 } else { 1000 };
    let run = || Suite::new(&rules, LEDGER).games(games).translatable().run();
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(()) => String::new(),
        Err(why) => {
            let text = why.downcast_ref::<&str>().map(ToString::to_string);
            text.or_else(|| why.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no words".to_owned())
        }
    }
}

#[test]
fn each_fault_is_found_and_named() {
    assert_eq!(verdict(Fault::None), "", "a sound game passes");
    let said = [
        (Fault::ListNotSorted, "not sorted"),
        (Fault::ListTooShort, "on the legal list"),
        (Fault::CountTooLow, "on the legal list, and the rules say otherwise"),
        (Fault::RefusalChangesState, "changes the state"),
        (Fault::RevealsWithoutSaying, "tells SeatSet(1) what it can't see"),
        (Fault::RuleNotInLedger, "there is no rule \"sk 99\""),
        (Fault::RefusalTells, "tells SeatSet("),
        (Fault::TextOfAnotherAction, "reads back as"),
        (Fault::ViewShowsTooMuch, "does not look the same"),
        (Fault::SceneLacksActions, "the scene lacks"),
        (Fault::TitleOutOfReach, "\"Turn 1\" holds words that no catalogue can translate"),
        (Fault::TakesOneForTheOther, "rests on what was asked before"),
        (Fault::EveryoneMayAct, "is not to act and has"),
    ];
    for (fault, words) in said {
        let verdict = verdict(fault);
        assert!(verdict.contains(words), "{fault:?}: {verdict}");
        assert!(verdict.contains("the game lies in"), "{fault:?} is saved as a record");
    }
}
