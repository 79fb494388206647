//! A decision: one piece of code that says who decides, what is asked, what can be chosen and why something else
//! can't, what happens then, and what goes on by itself.
//!
//! A game's frames ([`frames!`](crate::frames)) are decisions. The engine makes `to_act`, `legal`, `apply`, `quiet`, the
//! prompt and the offered actions out of the frame on top of the stack ([`crate::Rules::frame`]).

use crate::scene::ActionKind;
use crate::{Arg, Illegal, Play, Rules, Seat, SeatSet, Sentence, say};

/// The moment of a question: the game, the position, and who is asked.
pub struct Now<'a, R: Rules> {
    /// The game.
    pub game: &'a R,
    /// The position: the truth, or what the seat sees of it.
    pub state: &'a R::State,
    /// The seat that is asked.
    pub seat: Seat,
}

impl<R: Rules> Clone for Now<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<R: Rules> Copy for Now<'_, R> {}

/// A decision, or a step that goes on by itself.
pub trait Decision<R: Rules>: Copy {
    /// Who decides; nobody where the game goes on by itself, which needs [`Decision::step`] and nothing else.
    fn seats(&self, game: &R, state: &R::State) -> SeatSet {
        let _ = (game, state);
        SeatSet::NONE
    }

    /// What is asked.
    fn ask(&self, now: Now<'_, R>) -> Ask {
        let _ = now;
        Ask::new(R::SEQUENCE, say!("the game goes on by itself"))
    }

    /// What is worth asking the rules about, sorted and without repetition: a list that [`Decision::check`] sieves.
    fn candidates(&self, now: Now<'_, R>, out: &mut Vec<R::Action>) {
        let _ = (now, out);
    }

    /// The legal actions, sorted: exactly those that [`Decision::check`] lets pass. Written by hand only where one search
    /// answers for many actions at once. An action with a [`crate::Count`] stands for all counts up to its own.
    fn list(&self, now: Now<'_, R>, out: &mut Vec<R::Action>) {
        self.candidates(now, out);
        out.retain(|&action| self.check(now, action).is_ok());
    }

    /// Whether the rules allow an action; else the rule that forbids it and why.
    fn check(&self, now: Now<'_, R>, action: R::Action) -> Result<(), Illegal> {
        let _ = (now, action);
        Err(Illegal::new(R::SEQUENCE, say!("nothing is to be decided now")))
    }

    /// Carries out an action that [`Decision::check`] allows.
    fn perform(&self, game: &R, state: &mut R::State, seat: Seat, action: R::Action, play: &mut Play) {
        let _ = (game, state, seat, action, play);
    }

    /// The answer that does nothing more (decline, done), where there is one that leads on.
    fn quiet(&self, now: Now<'_, R>) -> Option<R::Action> {
        let _ = now;
        None
    }

    /// The words of an action for a button, with its kind and rule.
    fn offer(&self, now: Now<'_, R>, action: R::Action) -> Offer {
        let _ = (now, action);
        Offer::new(ActionKind::Choose, R::SEQUENCE, say!("Go on"))
    }

    /// What goes on by itself while nobody decides. False when nothing is left to do here.
    fn step(&self, game: &R, state: &mut R::State, play: &mut Play) -> bool {
        let _ = (game, state, play);
        false
    }

    /// What kind of question this is, for standing orders; none where no order can answer it.
    fn question(&self, now: Now<'_, R>) -> Option<Question> {
        let _ = now;
        None
    }
}

/// What is asked: a sentence with its rule, and the piece and place it is about.
#[derive(Clone, Debug, PartialEq)]
pub struct Ask {
    /// The rule behind the question.
    pub rule: &'static str,
    /// The sentence.
    pub text: Sentence,
    /// The piece that the decision is about.
    pub piece: Option<Arg>,
    /// The place that it is about.
    pub place: Option<Arg>,
}

impl Ask {
    /// A question.
    #[must_use]
    pub fn new(rule: &'static str, text: Sentence) -> Self {
        Self { rule, text, piece: None, place: None }
    }
    /// The same about a piece.
    #[must_use]
    pub fn piece(self, piece: impl Into<Arg>) -> Self {
        Self { piece: Some(piece.into()), ..self }
    }
    /// The same about a place.
    #[must_use]
    pub fn place(self, place: impl Into<Arg>) -> Self {
        Self { place: Some(place.into()), ..self }
    }
}

/// How an action is offered.
#[derive(Clone, Debug, PartialEq)]
pub struct Offer {
    /// The words of its button.
    pub label: Sentence,
    /// What kind of decision it is.
    pub kind: ActionKind,
    /// The rule that allows it.
    pub rule: &'static str,
    /// What it costs, in words.
    pub cost: Option<Sentence>,
    /// What will come of it without dice, in words: "the unit is lost".
    pub note: Option<Sentence>,
    /// Whether dice follow, so that a preview is worth asking for.
    pub dice: bool,
    /// The counter it is about, as an index into the sheet's pieces, where no piece of the scene is.
    pub def: Option<u16>,
    /// Whether the same words, with the place's name after them, hold wherever it can be done: a scene offers it once for all places.
    pub spread: bool,
}

impl Offer {
    /// An offer.
    #[must_use]
    pub fn new(kind: ActionKind, rule: &'static str, label: Sentence) -> Self {
        Self { label, kind, rule, cost: None, note: None, dice: false, def: None, spread: false }
    }
    /// With what it costs.
    #[must_use]
    pub fn cost(self, cost: Sentence) -> Self {
        Self { cost: Some(cost), ..self }
    }
    /// With what will come of it.
    #[must_use]
    pub fn note(self, note: Sentence) -> Self {
        Self { note: Some(note), ..self }
    }
    /// About a counter of the sheet.
    #[must_use]
    pub fn def(self, def: u16) -> Self {
        Self { def: Some(def), ..self }
    }
    /// Dice follow.
    #[must_use]
    pub fn dice(self) -> Self {
        Self { dice: true, ..self }
    }
    /// The same at every place: its words end where the place's name follows.
    #[must_use]
    pub fn spread(self) -> Self {
        Self { spread: true, ..self }
    }
}

/// A kind of question that a seat may answer beforehand.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// Id, the same whenever the same is asked: `interdiction`.
    pub kind: &'static str,
    /// What it is about, for people: "Interdiction of marching units".
    pub title: Sentence,
    /// Where, for orders that hold in one place only.
    pub place: Option<Arg>,
    /// How much is at stake, for orders that hold below a value only.
    pub value: i32,
}

/// Declares the frames of a game: an enum of decisions, each a small `Copy` value that lives in its chapter's file.
///
/// ```ignore
/// engine::frames! {
///     /// A decision or procedure under way.
///     pub(crate) enum Frame for Skirmish {
///         Choose(Choose),
///         Unit(UnitChosen),
///         Reserve(Reserve),
///     }
/// }
/// ```
/// The first one is the default.
#[macro_export]
macro_rules! frames {
    ($(#[$meta:meta])* $vis:vis enum $name:ident for $game:ty {
        $first:ident($first_ty:ty) $(, $variant:ident($ty:ty))* $(,)?
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[allow(missing_docs)]
        $vis enum $name { $first($first_ty) $(, $variant($ty))* }

        impl Default for $name {
            fn default() -> Self {
                Self::$first(Default::default())
            }
        }
        impl From<$first_ty> for $name {
            fn from(frame: $first_ty) -> Self {
                Self::$first(frame)
            }
        }
        $(impl From<$ty> for $name {
            fn from(frame: $ty) -> Self {
                Self::$variant(frame)
            }
        })*

        impl $crate::Decision<$game> for $name {
            fn seats(&self, game: &$game, state: &<$game as $crate::Rules>::State) -> $crate::SeatSet {
                match self { Self::$first(f) => $crate::Decision::<$game>::seats(f, game, state)
                    $(, Self::$variant(f) => $crate::Decision::<$game>::seats(f, game, state))* }
            }
            fn ask(&self, now: $crate::Now<'_, $game>) -> $crate::Ask {
                match self { Self::$first(f) => f.ask(now) $(, Self::$variant(f) => f.ask(now))* }
            }
            fn candidates(&self, now: $crate::Now<'_, $game>, out: &mut Vec<<$game as $crate::Rules>::Action>) {
                match self { Self::$first(f) => f.candidates(now, out) $(, Self::$variant(f) => f.candidates(now, out))* }
            }
            fn list(&self, now: $crate::Now<'_, $game>, out: &mut Vec<<$game as $crate::Rules>::Action>) {
                match self { Self::$first(f) => f.list(now, out) $(, Self::$variant(f) => f.list(now, out))* }
            }
            fn check(
                &self,
                now: $crate::Now<'_, $game>,
                action: <$game as $crate::Rules>::Action,
            ) -> Result<(), $crate::Illegal> {
                match self { Self::$first(f) => f.check(now, action) $(, Self::$variant(f) => f.check(now, action))* }
            }
            fn perform(
                &self,
                game: &$game,
                state: &mut <$game as $crate::Rules>::State,
                seat: $crate::Seat,
                action: <$game as $crate::Rules>::Action,
                play: &mut $crate::Play,
            ) {
                match self { Self::$first(f) => f.perform(game, state, seat, action, play)
                    $(, Self::$variant(f) => f.perform(game, state, seat, action, play))* }
            }
            fn quiet(&self, now: $crate::Now<'_, $game>) -> Option<<$game as $crate::Rules>::Action> {
                match self { Self::$first(f) => f.quiet(now) $(, Self::$variant(f) => f.quiet(now))* }
            }
            fn offer(
                &self,
                now: $crate::Now<'_, $game>,
                action: <$game as $crate::Rules>::Action,
            ) -> $crate::Offer {
                match self { Self::$first(f) => f.offer(now, action) $(, Self::$variant(f) => f.offer(now, action))* }
            }
            fn step(
                &self,
                game: &$game,
                state: &mut <$game as $crate::Rules>::State,
                play: &mut $crate::Play,
            ) -> bool {
                match self { Self::$first(f) => $crate::Decision::<$game>::step(f, game, state, play)
                    $(, Self::$variant(f) => $crate::Decision::<$game>::step(f, game, state, play))* }
            }
            fn question(&self, now: $crate::Now<'_, $game>) -> Option<$crate::Question> {
                match self { Self::$first(f) => f.question(now) $(, Self::$variant(f) => f.question(now))* }
            }
        }
    };
}
