//! What a client draws. One client draws every game from these types; it knows no rule.
//!
//! A [`Sheet`] never changes in a match and is sent once; a [`Scene`] is sent for every update. Names of places are the
//! map's own (printed hex numbers such as `1321`, area ids such as `SEO`) or ids of boxes in the scene's panels.

use crate::action::Attached;
use crate::decision::{Decision, Now, Offer};
use crate::view::{Names, Parties};
use crate::{ActionText, Arg, Catalogue, Eyes, Picture, Rules, Seat, SeatSet, Sentence, View, many, say};
use schemars::JsonSchema;
use serde::Serialize;
use std::borrow::Cow;

/// A string that is usually borrowed from a game's data.
pub type Text<'a> = Cow<'a, str>;

/// What never changes in a scenario.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Sheet {
    /// The map: `korean-battles/pusan`.
    pub map: String,
    /// Every piece that can appear, by index.
    pub pieces: Vec<PieceDef>,
    /// The overlays that can be asked for.
    pub overlays: Vec<OverlayDef>,
    /// The charts of the game as this scenario uses them: combat tables, terrain effects, sequence of play.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub charts: Vec<Chart>,
}

/// A chart: headings, and rows under them. Which cell is in use now says [`Scene::lit`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Chart {
    /// Id: `crt`.
    pub id: String,
    /// Title: `Combat results`.
    pub title: String,
    /// The rule it belongs to.
    pub rule: String,
    /// Lines of headings, each as long as the rows and the first cell their own name: one line a kind of terrain, say.
    pub heads: Vec<Vec<String>>,
    /// The rows; the first cell of each names it.
    pub rows: Vec<Vec<String>>,
    /// If the rows are the faces of a die, from 1: how many sides it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub die: Option<u8>,
    /// What else is to be known: what the letters mean, what is reconstructed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// What a piece looks like. The keys are those of the atlas's symbol sheet.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PieceDef {
    /// Readable id: `us-5-1m`.
    pub id: String,
    /// Name in full: `5th Marine Regiment, 1st Marine Division`.
    pub name: String,
    /// Index of its side.
    pub side: u8,
    /// Colour and pattern key: `us`, `usmc`, `rok`, `cw`, `nk`, `ccf`, `su`, `neutral`.
    pub nation: String,
    /// Symbol key: `infantry`, `armor`, `artillery`, `headquarters`, `fighter`, `hidden`, ...
    pub symbol: String,
    /// Size key: `battalion`, `regiment`, `brigade`, `division`, `corps`, `army`, or empty.
    pub size: String,
    /// Text left of the symbol: the unit's own number.
    pub left: String,
    /// Text right of the symbol: its parent.
    pub right: String,
    /// The factors printed below, front face.
    pub front: String,
    /// The factors on the reverse, if it has one.
    pub back: Option<String>,
}

/// An overlay on offer.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct OverlayDef {
    /// Id to ask for: `zoc-un`.
    pub id: String,
    /// Title: `Zones of control, UN`.
    pub title: String,
}

/// An overlay: marks on places.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Overlay {
    /// The marked places.
    pub marks: Vec<OverlayMark>,
}

/// One mark of an overlay.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct OverlayMark {
    /// Where.
    pub at: String,
    /// Whose, as an index of sides; none for nobody's.
    pub side: Option<u8>,
    /// A short text on the place: a number, a letter.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub label: String,
}

/// What is to be drawn now, for one set of seats.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Scene<'a> {
    /// The game turn, from 1; 0 during set-up.
    pub turn: u16,
    /// How many turns the scenario has.
    pub turns: u16,
    /// Date or name of the turn.
    pub turn_label: Text<'a>,
    /// The phases of the sequence of play, for the track on top.
    pub phases: Vec<Text<'a>>,
    /// Which of `phases` it is.
    pub phase: u8,
    /// Whose player turn it is, as an index of sides.
    pub active_side: Option<u8>,
    /// What is to be done and by whom.
    pub prompt: Prompt<'a>,
    /// The pieces.
    pub pieces: Vec<Piece<'a>>,
    /// Markers on places that are not pieces.
    pub markers: Vec<Marker<'a>>,
    /// Boxes, tracks and tables beside the map.
    pub panels: Vec<Panel<'a>>,
    /// Points so far, with their reasons.
    pub points: Vec<Points<'a>>,
    /// How the current attack (or other sum) comes about, line by line.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub workings: Vec<Working<'a>>,
    /// What is left to spend, where things are bought or placed by number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub purse: Option<Purse<'a>>,
    /// The battle that is being built up or fought, for the card at its place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub battle: Option<Battle<'a>>,
    /// The cells of the charts that are in use now.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lit: Vec<Lit<'a>>,
    /// The hexes that the chosen unit can reach or pass, with costs and the way there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reach: Vec<Reach<'a>>,
    /// What these seats may do now.
    pub actions: Vec<SceneAction<'a>>,
}

/// The one sentence that says what is to be done.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Prompt<'a> {
    /// The sentence, for the seats that look.
    pub text: Text<'a>,
    /// The rule behind it.
    pub rule: Text<'a>,
    /// The chosen piece that the decision is about, by its id in the scene.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<Text<'a>>,
    /// The place that the decision is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Text<'a>>,
    /// The kind of question, where a standing order can answer it from now on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<QuestionInfo>,
}

/// A kind of question that standing orders can answer.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct QuestionInfo {
    /// The kind, as an order names it.
    pub question: String,
    /// What it is about.
    pub title: String,
    /// Where it is asked now; empty where place does not matter.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub place: String,
    /// How much is at stake now.
    pub value: i32,
}

/// All about a place or a piece: what is too long for every scene.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Detail {
    /// What it is about.
    pub title: String,
    /// Tables and texts, one after the other.
    pub sections: Vec<DetailSection>,
}

/// A part of a [`Detail`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DetailSection {
    /// Heading.
    pub title: String,
    /// Headings of the columns; none for plain lines.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub columns: Vec<String>,
    /// Rows.
    pub rows: Vec<Vec<String>>,
}

/// How many: an action stands for every count from `least` to `most`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Quantity {
    /// The smallest count.
    pub least: u16,
    /// The largest.
    pub most: u16,
    /// The action's text with `{n}` in the place of the count.
    pub form: String,
}

/// Which face of a piece is up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Face {
    /// Full strength.
    #[default]
    Front,
    /// Reduced.
    Back,
    /// Face down: the viewer does not know what it is.
    Hidden,
}

/// A piece on the map or in a box.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Piece<'a> {
    /// Id within the scene, stable from update to update, telling nothing hidden.
    pub id: Text<'a>,
    /// Index into the sheet's pieces.
    pub def: u16,
    /// Where it is.
    pub at: Text<'a>,
    /// Which face is up.
    #[serde(skip_serializing_if = "is_front")]
    pub face: Face,
    /// How many pieces this one stands for.
    #[serde(skip_serializing_if = "is_one")]
    pub count: u16,
    /// Factors in place of the printed ones, where they differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub factors: Option<Text<'a>>,
    /// Status badges: `moved`, `attacked`, `out-of-supply`, `disrupted`, `spent`, ...
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub status: Vec<&'static str>,
}

fn is_front(face: &Face) -> bool {
    *face == Face::Front
}
fn is_one(count: &u16) -> bool {
    *count <= 1
}

/// A marker on a place.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Marker<'a> {
    /// Where.
    pub at: Text<'a>,
    /// Key: `control`, `objective`, `attack`, `bridge`, `support`, `factory`, ...
    pub kind: Text<'a>,
    /// Whose, as an index of sides.
    pub side: Option<u8>,
    /// Short text on it.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub label: Text<'a>,
    /// What it means, in words.
    pub title: Text<'a>,
}

/// Something beside the map.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Panel<'a> {
    /// Id; a box's id is a place for pieces and actions.
    pub id: Text<'a>,
    /// Title.
    pub title: Text<'a>,
    /// What it holds.
    pub body: PanelBody<'a>,
}

/// The kinds of panels.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PanelBody<'a> {
    /// A box that holds the pieces whose place is the panel's id.
    Box,
    /// A row of cells, such as a turn track; the pieces on a cell have the cell's id as their place.
    Track(Vec<Cell<'a>>),
    /// Rows of text under headings.
    Table {
        /// Headings.
        columns: Vec<Text<'a>>,
        /// Rows, as long as the headings.
        rows: Vec<Vec<Text<'a>>>,
    },
}

/// A cell of a track.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Cell<'a> {
    /// Id, usable as a place.
    pub id: Text<'a>,
    /// Text in the cell.
    pub label: Text<'a>,
    /// What happens there (arrivals, withdrawals), in words.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub note: Text<'a>,
    /// Whether the track's marker is here.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub current: bool,
}

/// A side's points.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Points<'a> {
    /// Index of the side.
    pub side: u8,
    /// The sum.
    pub total: i32,
    /// Where they come from.
    pub reasons: Vec<Reason<'a>>,
}

/// Points with their reason.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Reason<'a> {
    /// How many.
    pub points: i32,
    /// Why.
    pub text: Text<'a>,
    /// The rule.
    pub rule: Text<'a>,
}

/// A line of a calculation shown before a commitment.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Working<'a> {
    /// What: `Attack strength`.
    pub label: Text<'a>,
    /// How much: `12`, `+1 column`.
    pub value: Text<'a>,
    /// The rule.
    pub rule: Text<'a>,
}

/// What is left to spend.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Purse<'a> {
    /// Whose and of what: `North Korea, left to spend`.
    pub title: Text<'a>,
    /// How much: `24 IPC`.
    pub value: Text<'a>,
}

/// A battle that is being built up or fought.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Battle<'a> {
    /// Where.
    pub at: Text<'a>,
    /// What it is called: `Attack on Hagaru-ri`.
    pub title: Text<'a>,
    /// The sides' lines of battle, the attacker's first.
    pub lines: Vec<BattleLine<'a>>,
    /// The dice of the rounds so far, for battles that have them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rounds: Vec<Vec<Text<'a>>>,
}

/// One side in a battle.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct BattleLine<'a> {
    /// Index of the side.
    pub side: u8,
    /// The pieces, by their ids in the scene.
    pub pieces: Vec<Text<'a>>,
    /// Its strength in words: `14`, `8 dice at 3`.
    pub strength: Text<'a>,
}

/// A cell, row or column of a chart that is in use.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Lit<'a> {
    /// The chart's id.
    pub chart: Text<'a>,
    /// Which line of headings, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub head: Option<u8>,
    /// Which row, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub row: Option<u8>,
    /// Which column, from 1: 0 is the rows' names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u8>,
}

/// A hex in reach of the chosen unit.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Reach<'a> {
    /// Where.
    pub at: Text<'a>,
    /// What it costs to get there, in movement points as printed.
    pub cost: Text<'a>,
    /// The place before it on the cheapest way.
    pub from: Text<'a>,
}

/// What kind of decision an action is; the client marks and sorts by it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ActionKind {
    /// Chooses a piece or place to act with; can be taken back by undo.
    Select,
    /// Moves the chosen piece, and that is its move.
    Move,
    /// Moves the chosen piece one step on a way of the player's own; it stays in hand.
    Step,
    /// Declares an attack.
    Attack,
    /// Adds to what is being built up (a unit to an attack, a purchase).
    Add,
    /// Takes away from it again.
    Remove,
    /// Any other choice.
    #[default]
    Choose,
    /// Ends this step.
    Done,
    /// Ends the phase: the client asks once if something could still be done.
    EndPhase,
}

/// An action on offer.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct SceneAction<'a> {
    /// The canonical text, which is what is sent back; with `{place}` in it where it is offered for many `places`.
    pub text: Text<'a>,
    /// Words for a button or a list.
    pub label: Text<'a>,
    /// Kind of decision.
    pub kind: ActionKind,
    /// The seat that may do it.
    pub seat: u8,
    /// A piece (by its id in the scene) whose click means this action.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<Text<'a>>,
    /// A place (hex, area, box) whose click means this action.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Text<'a>>,
    /// Many places, each of which can stand for `{place}` in the text and in the form of the quantity, and behind the label.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<Text<'a>>,
    /// The rule that allows it.
    pub rule: &'static str,
    /// What it costs, in words: `3 MP`, `5 IPC`.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub cost: Text<'a>,
    /// Whether dice follow, so that a preview is worth asking for.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub dice: bool,
    /// What will come of it without dice: "the unit is lost".
    #[serde(skip_serializing_if = "str::is_empty")]
    pub note: Text<'a>,
    /// How many, where any number up to a most may be chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quantity: Option<Quantity>,
    /// The counter it is about, as an index into the sheet's pieces, where no piece of the scene is: what is bought.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub def: Option<u16>,
}

/// The scene of a view in English: what the game draws, with the prompt and the offered actions of its decisions.
pub fn scene_of<'a, R: Picture>(rules: &'a R, view: &'a View<R::State>) -> Scene<'a> {
    scene_in(rules, view, &Catalogue::default())
}

/// The sheet of a scenario in English.
pub fn sheet_of<R: Picture>(rules: &R, scenario: &str) -> Sheet {
    sheet_in(rules, scenario, &Catalogue::default())
}

/// The sheet of a scenario in the language of a catalogue.
pub fn sheet_in<R: Picture>(rules: &R, scenario: &str, catalogue: &Catalogue) -> Sheet {
    rules.sheet(scenario, &Eyes { seats: SeatSet::NONE, catalogue, names: &Parties(rules.info()) })
}

/// All about a place or a piece in the language of a catalogue.
pub fn detail_in<R: Picture>(
    rules: &R,
    view: &View<R::State>,
    thing: &str,
    catalogue: &Catalogue,
) -> Option<Detail> {
    let names = Names { rules, state: view.state() };
    rules.inspect(view, thing, &Eyes { seats: view.seats(), catalogue, names: &names })
}

/// The scene of a view in the language of a catalogue.
pub fn scene_in<'a, R: Picture>(rules: &'a R, view: &'a View<R::State>, catalogue: &Catalogue) -> Scene<'a> {
    let state = view.state();
    let names = Names { rules, state };
    let eyes = Eyes { seats: view.seats(), catalogue, names: &names };
    let mut scene = rules.scene(view, &eyes);
    let Some(frame) = rules.frame(state) else {
        let ending = rules.outcome(state);
        scene.prompt =
            Prompt { text: eyes.text(&ending.result), rule: ending.rule.into(), ..Prompt::default() };
        return scene;
    };
    let to_act = frame.seats(rules, state);
    let mine = to_act.intersection(view.seats());
    scene.prompt = match mine.first() {
        Some(seat) => prompt(rules, state, &eyes, frame, seat),
        None => waiting(rules, &eyes, to_act),
    };
    if to_act.is_empty() {
        return scene;
    }
    let mut list = Vec::new();
    for seat in (0..rules.info().seats.len() as u8).map(Seat).filter(|&s| view.seats().contains(s)) {
        let now = Now { game: rules, state, seat };
        if to_act.contains(seat) {
            list.clear();
            frame.list(now, &mut list);
            offer_all(now, &eyes, frame, &list, &mut scene.actions);
        }
        if let Some(other) = rules.interruption(state, seat) {
            list.clear();
            other.list(now, &mut list);
            offer_all(now, &eyes, other, &list, &mut scene.actions);
        }
    }
    scene
}

fn id<R: Picture>(rules: &R, state: &R::State, arg: Arg) -> Text<'static> {
    let mut out = String::new();
    rules.id(state, arg, &mut out);
    out.into()
}

fn prompt<R: Picture>(
    rules: &R,
    state: &R::State,
    eyes: &Eyes<'_>,
    frame: R::Frame,
    seat: Seat,
) -> Prompt<'static> {
    let now = Now { game: rules, state, seat };
    let ask = frame.ask(now);
    let question = frame.question(now).map(|q| QuestionInfo {
        question: q.kind.to_owned(),
        title: eyes.read(&q.title),
        place: q.place.map_or_else(String::new, |p| id(rules, state, p).into_owned()),
        value: q.value,
    });
    Prompt {
        text: eyes.read(&ask.text).into(),
        rule: ask.rule.into(),
        piece: ask.piece.map(|p| id(rules, state, p)),
        place: ask.place.map(|p| id(rules, state, p)),
        question,
    }
}

fn waiting<R: Picture>(rules: &R, eyes: &Eyes<'_>, to_act: SeatSet) -> Prompt<'static> {
    let seats = to_act.iter().filter(|s| s.index() < rules.info().seats.len());
    Prompt {
        text: eyes.text(&say!("{seats} to decide.", seats = many(seats))),
        rule: R::SEQUENCE.into(),
        ..Prompt::default()
    }
}

/// Offers the actions of a list: those that are the same at many places ([`Offer::spread`]) once.
fn offer_all<R: Picture>(
    now: Now<'_, R>,
    eyes: &Eyes<'_>,
    frame: R::Frame,
    list: &[R::Action],
    out: &mut Vec<SceneAction<'_>>,
) {
    let mut spread: Vec<(Offer, Option<u16>, usize)> = Vec::new();
    for &action in list {
        let offer = frame.offer(now, action);
        let attached = action.attach(now.game, now.state);
        if !offer.spread || attached.piece.is_some() || attached.place.is_none() {
            out.push(offered(now, eyes, action, &offer, attached));
            continue;
        }
        let count = action.count();
        let known = spread.iter().find(|(o, most, _)| *most == count && *o == offer);
        let at = known.map_or(out.len(), |(.., at)| *at);
        let place = attached.place.unwrap_or_default();
        if at == out.len() {
            out.push(everywhere(offered(now, eyes, action, &offer, Attached::default()), &place));
            spread.push((offer, count, at));
        }
        out[at].places.push(place.into());
    }
}

/// An action of one place as the action of many.
fn everywhere<'a>(action: SceneAction<'a>, place: &str) -> SceneAction<'a> {
    let form = |text: &str| match text.rfind(place) {
        Some(at) => format!("{}{{place}}{}", &text[..at], &text[at + place.len()..]),
        None => text.to_owned(),
    };
    let quantity = action.quantity.map(|q| Quantity { form: form(&q.form), ..q });
    SceneAction { text: form(&action.text).into(), quantity, ..action }
}

impl SceneAction<'_> {
    /// The texts that it stands for: its own, or one for every place.
    pub fn texts(&self) -> impl Iterator<Item = String> {
        let own = self.places.is_empty().then(|| self.text.to_string());
        own.into_iter().chain(self.places.iter().map(|place| self.text.replace("{place}", place)))
    }
}

fn offered<'a, R: Picture>(
    now: Now<'_, R>,
    eyes: &Eyes<'_>,
    action: R::Action,
    offer: &Offer,
    attached: Attached,
) -> SceneAction<'a> {
    let words = |s: &Option<Sentence>| s.as_ref().map_or_else(String::new, |s| eyes.read(s));
    SceneAction {
        text: action_text(now.game, now.state, action).into(),
        label: eyes.read(&offer.label).into(),
        kind: offer.kind,
        seat: now.seat.0,
        piece: attached.piece.map(Into::into),
        place: attached.place.map(Into::into),
        places: Vec::new(),
        rule: offer.rule,
        cost: words(&offer.cost).into(),
        dice: offer.dice,
        note: words(&offer.note).into(),
        quantity: quantity(now.game, now.state, action),
        def: offer.def,
    }
}

/// The canonical text of an action.
pub fn action_text<R: Rules>(rules: &R, state: &R::State, action: R::Action) -> String {
    let mut text = String::new();
    action.write(rules, state, &mut text);
    text
}

/// Reads the text of an action; whether it is legal is not asked.
pub fn read_action<R: Rules>(rules: &R, state: &R::State, text: &str) -> Result<R::Action, String> {
    R::Action::read(rules, state, text)
}

/// The counts that an action of a legal list stands for.
pub fn quantity<R: Rules>(rules: &R, state: &R::State, action: R::Action) -> Option<Quantity> {
    /// A count that no other number of an action's text is.
    const MARK: u16 = 60_001;
    let most = action.count()?;
    let form = action_text(rules, state, action.with_count(MARK)).replacen(&MARK.to_string(), "{n}", 1);
    Some(Quantity { least: 1, most, form })
}
