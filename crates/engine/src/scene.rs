//! What a client draws. One client draws every game from these types; it knows no rule.
//!
//! A [`Sheet`] never changes in a match and is sent once; a [`Scene`] is sent for every update. Names of places are the
//! map's own (printed hex numbers such as `1321`, area ids such as `SEO`) or ids of boxes in the scene's panels.

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
    /// Moves the chosen piece.
    Move,
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
    /// The canonical text, which is what is sent back.
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
    /// The rule that allows it.
    pub rule: &'static str,
    /// What it costs, in words: `3 MP`, `5 IPC`.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub cost: Text<'a>,
    /// Whether dice follow, so that a preview is worth asking for.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub dice: bool,
}
