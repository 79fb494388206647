//! What a set of seats may know. Computer players get a view, never a state, so they can't see the truth.

use crate::{
    Arg, Catalogue, Class, Ending, Eyes, GameInfo, Moment, Naming, Outcome, Picture, Rules, SeatSet, Sentence,
};

/// A redacted state together with the seats whose eyes it was made for. Only [`View::of`] makes one.
#[derive(Clone, Debug, PartialEq)]
pub struct View<S> {
    state: S,
    seats: SeatSet,
}

impl<S> View<S> {
    /// The state as `seats` may know it.
    pub fn of<R: Rules<State = S>>(rules: &R, truth: &S, seats: SeatSet) -> Self {
        Self { state: rules.redact(truth, seats), seats }
    }
    /// The redacted state.
    pub fn state(&self) -> &S {
        &self.state
    }
    /// Whose eyes it is made for.
    pub fn seats(&self) -> SeatSet {
        self.seats
    }
}

/// The names of sides and seats, where there is no position.
pub(crate) struct Parties<'a>(pub(crate) &'a GameInfo);

impl Naming for Parties<'_> {
    fn name(&self, arg: Arg, out: &mut String) {
        match arg.class {
            Class::SIDE => out.push_str(self.0.sides.get(arg.id as usize).map_or("", |s| &s.name)),
            Class::SEAT => out.push_str(self.0.seats.get(arg.id as usize).map_or("", |s| &s.name)),
            _ => {}
        }
    }
    fn cover(&self, arg: Arg, out: &mut String) {
        self.name(arg, out);
    }
}

/// The names of things in a position.
pub(crate) struct Names<'a, R: Picture> {
    pub(crate) rules: &'a R,
    pub(crate) state: &'a R::State,
}

impl<R: Picture> Naming for Names<'_, R> {
    fn name(&self, arg: Arg, out: &mut String) {
        match arg.class {
            Class::SIDE | Class::SEAT => Parties(self.rules.info()).name(arg, out),
            _ => self.rules.name(self.state, arg, out),
        }
    }
    fn cover(&self, arg: Arg, out: &mut String) {
        self.rules.cover(self.state, arg, out);
    }
}

/// A sentence in English, as these seats may read it in this position.
pub fn read<R: Picture>(rules: &R, state: &R::State, seats: SeatSet, sentence: &Sentence) -> String {
    Eyes { seats, catalogue: &Catalogue::default(), names: &Names { rules, state } }.read(sentence)
}

/// Where a game stands, in a language.
pub fn moment_in<'a, R: Picture>(rules: &'a R, state: &R::State, catalogue: &Catalogue) -> Moment<'a> {
    let names = Names { rules, state };
    rules.moment(state, &Eyes { seats: SeatSet::NONE, catalogue, names: &names })
}

/// How a game ended, in English; asked only when nobody is to act.
pub fn outcome_of<R: Picture>(rules: &R, state: &R::State) -> Outcome {
    let Ending { winner, result, points, .. } = rules.outcome(state);
    Outcome { winner, result: read(rules, state, SeatSet::ALL, &result), points }
}
