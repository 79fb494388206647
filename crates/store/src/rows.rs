//! What is kept of a match.

/// A match as it begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewMatch {
    /// The match's id.
    pub id: String,
    /// The game's slug.
    pub game: String,
    /// The version of the rules it is played under.
    pub rules: i64,
    /// Fingerprint of the data it is played with; empty for the data as shipped.
    pub data: String,
    /// The scenario's id.
    pub scenario: String,
    /// The options, as JSON.
    pub options: String,
    /// The secret seed, 64 hexadecimal digits.
    pub seed: String,
    /// The position it starts from, as JSON, where it is not the scenario's own.
    pub position: Option<String>,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
    /// The match it was made from.
    pub parent: Option<String>,
    /// How: `rematch`, `fork`, `import`.
    pub relation: Option<String>,
    /// The chairs, spectators' last.
    pub chairs: Vec<Chair>,
    /// What happened in it before (an imported record), numbered from 1.
    pub entries: Vec<Entry>,
}

/// A match as found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoredMatch {
    /// How it began.
    pub begun: NewMatch,
    /// When it was put away.
    pub archived: Option<i64>,
    /// The match that is played as its rematch.
    pub rematch: Option<String>,
}

/// A chair: some seats, held by whoever has one of its tokens.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chair {
    /// Ids of the seats, with commas between; empty for spectators.
    pub seats: String,
    /// `here`, `link`, `computer`, `spectator`.
    pub kind: String,
    /// The computer's level.
    pub level: Option<String>,
    /// The SHA-256 of an invitation that nobody has followed yet, in hexadecimal.
    pub invite: Option<String>,
    /// The SHA-256 of the tokens, in hexadecimal; none for a computer, or before the invitation is followed.
    pub tokens: Vec<String>,
}

/// What kind of thing happened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// An action; the text is the action's.
    #[default]
    Act,
    /// The last action was taken back.
    Undo,
    /// The next dice were laid down; the text is the list, as JSON.
    Dice,
    /// A chair gave up.
    Resign,
    /// What came before was brought from a file; the dice go on from a new seed, which is the text.
    Seed,
    /// A seat left a standing order; the text is the order, as JSON.
    Order,
    /// A seat took a standing order back; the text is the order, as JSON.
    Revoke,
    /// A seat wrote a note for itself; the text is the thing and the note, as JSON.
    Note,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 8] =
        [Self::Act, Self::Undo, Self::Dice, Self::Resign, Self::Seed, Self::Order, Self::Revoke, Self::Note];
    /// As it is written in the database.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Act => "act",
            Self::Undo => "undo",
            Self::Dice => "dice",
            Self::Resign => "resign",
            Self::Seed => "seed",
            Self::Order => "order",
            Self::Revoke => "revoke",
            Self::Note => "note",
        }
    }
    /// Reads it back.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|k| k.word() == word)
    }
}

/// One thing that happened in a match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// Its number, from 1: the match's version after it.
    pub seq: u64,
    /// What kind.
    pub kind: Kind,
    /// The seat that did it.
    pub seat: String,
    /// The action's text, or what the kind needs.
    pub text: String,
    /// The sender's key, by which the same request is known again.
    pub key: Option<String>,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// The hash of the position after it; every so many entries have one.
    pub hash: Option<String>,
    /// Which seats saw something of it, a bit a seat, where that is known.
    pub seen: Option<u16>,
}

/// A moment of a match, kept so that what came before need not be played again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// The number of actions that stood then.
    pub length: u64,
    /// The number of the last entry before it.
    pub seq: u64,
    /// The program that made it: for any other program it is worth nothing.
    pub maker: String,
    /// The moment, as its maker reads it.
    pub body: String,
}

/// What a list of all matches tells of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The match's id.
    pub id: String,
    /// The game's slug.
    pub game: String,
    /// The version of the rules it is played under.
    pub rules: i64,
    /// The scenario's id.
    pub scenario: String,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
    /// When something last happened in it.
    pub changed: i64,
    /// How many entries it has.
    pub entries: i64,
    /// When it was put away.
    pub archived: Option<i64>,
}
