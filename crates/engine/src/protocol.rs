//! The protocol for programs: one JSON object a line in, one a line out. See `docs/protocol.md`.
//!
//! A [`Session`] holds the matches of one connection. Nothing that is sent to it can end it or go unanswered.

use crate::scene::Quantity;
use crate::{
    Choice, Counted, Detail, Event, Game, GameInfo, Level, Match, Memory, Note, Options, Order, OutcomeLine,
    Record, Refusal, Registry, Seat, SeatSet, Seed, Status, Thinking,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// The longest line that is read: 8 MiB.
pub const LONGEST_LINE: usize = 8 << 20;
/// How many matches a session holds at most.
pub const MOST_MATCHES: usize = 1_000;

/// How long a preview may take, in milliseconds.
const PREVIEW_MILLIS: u32 = 10_000;
/// How long a computer may think at most, in milliseconds.
const LONGEST_THOUGHT: u32 = 60_000;

/// What the computers of a match keep in mind, by seat.
type Memories = BTreeMap<u8, Memory>;

/// A request: `{"id":1,"cmd":"legal","match":"m1"}`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "cmd", rename_all = "lowercase", deny_unknown_fields)]
pub enum Request {
    /// The games, their scenarios and options.
    Games {},
    /// Begins a match.
    New {
        /// The game's slug.
        game: String,
        /// The scenario's id.
        scenario: String,
        /// Options that differ from their defaults.
        #[serde(default)]
        options: Options,
        /// 64 hexadecimal digits, or a number; without it the program draws one.
        #[serde(default)]
        seed: Option<Value>,
    },
    /// Begins a match from a position, or plays a record again.
    Load {
        /// A position.
        #[serde(default)]
        position: Option<Value>,
        /// A record.
        #[serde(default)]
        record: Option<Value>,
        /// As in `new`, for a position.
        #[serde(default)]
        seed: Option<Value>,
    },
    /// Where a match stands.
    Status {
        /// The match.
        r#match: String,
    },
    /// The legal actions of a seat.
    Legal {
        /// The match.
        r#match: String,
        /// The seat; without it the first that is to act.
        #[serde(default)]
        seat: Option<String>,
    },
    /// Plays an action.
    Act {
        /// The match.
        r#match: String,
        /// The action's text.
        action: String,
        /// The seat that acts; needed only where two seats could mean the same text.
        #[serde(default)]
        seat: Option<String>,
    },
    /// Lays down the next dice.
    Dice {
        /// The match.
        r#match: String,
        /// The rolls in order.
        rolls: Vec<u32>,
    },
    /// What will probably come of an action.
    Preview {
        /// The match.
        r#match: String,
        /// The action's text.
        action: String,
        /// The seat.
        #[serde(default)]
        seat: Option<String>,
    },
    /// The position, whole or as a seat sees it.
    Position {
        /// The match.
        r#match: String,
        /// The seat whose view it is; without it, the truth.
        #[serde(default)]
        seat: Option<String>,
    },
    /// The scene for a seat.
    Scene {
        /// The match.
        r#match: String,
        /// The seat.
        seat: String,
    },
    /// Why an action is refused, without playing it.
    Why {
        /// The match.
        r#match: String,
        /// The action's text.
        action: String,
        /// The seat; without it the first that is to act.
        #[serde(default)]
        seat: Option<String>,
    },
    /// All about a piece or a place, as a seat may know it.
    Inspect {
        /// The match.
        r#match: String,
        /// The piece or place by its id in the scene.
        thing: String,
        /// The seat; without it, the truth.
        #[serde(default)]
        seat: Option<String>,
    },
    /// Leaves an answer for a kind of question.
    Order {
        /// The match.
        r#match: String,
        /// The seat.
        seat: String,
        /// The order.
        order: Order,
    },
    /// Takes a standing order back.
    Revoke {
        /// The match.
        r#match: String,
        /// The seat.
        seat: String,
        /// Its place in the list of the seat's orders, from 0.
        number: usize,
    },
    /// The standing orders of a seat.
    Orders {
        /// The match.
        r#match: String,
        /// The seat.
        seat: String,
    },
    /// Writes a seat's own note on a piece, a place or the match; an empty text removes it.
    Note {
        /// The match.
        r#match: String,
        /// The seat.
        seat: String,
        /// The piece or place by its id in the scene, or `match`.
        thing: String,
        /// The note.
        text: String,
    },
    /// The notes of a seat.
    Notes {
        /// The match.
        r#match: String,
        /// The seat.
        seat: String,
    },
    /// Takes the last action back.
    Undo {
        /// The match.
        r#match: String,
    },
    /// The record so far.
    Record {
        /// The match.
        r#match: String,
    },
    /// Lets a computer player choose an action (it is not played).
    Choose {
        /// The match.
        r#match: String,
        /// The player's level.
        player: String,
        /// Milliseconds it may take; without it, the level's own budget.
        #[serde(default)]
        millis: Option<u32>,
        /// As in `new`: the same seed gives the same answer. The search then counts its playouts instead of its time.
        #[serde(default)]
        seed: Option<Value>,
        /// With a seed: how many playouts a search makes; without it, one for every two milliseconds of the budget.
        #[serde(default)]
        playouts: Option<u32>,
    },
    /// What a computer player would plan before an action of a finished game.
    Plan {
        /// The match.
        r#match: String,
        /// The number of the action, from 0.
        at: usize,
        /// The player's level.
        player: String,
        /// How many playouts its search makes; without it, 500.
        #[serde(default)]
        playouts: Option<u32>,
    },
}

/// A reply: `{"id":1,"ok":true,...}` or `{"id":1,"ok":false,"error":{...}}`.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct Reply {
    /// The id of the request; null where none could be read.
    pub id: Value,
    /// Whether it was done.
    pub ok: bool,
    /// Why not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Refusal>,
    /// What was asked for.
    #[serde(flatten)]
    pub body: Body,
}

/// What a reply holds, by command.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct Body {
    /// `games`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<Vec<GameEntry>>,
    /// `new`, `load`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub r#match: Option<String>,
    /// `new`, `load`, `status`, `act`, `undo`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<Status>,
    /// `new`, `load`: the hash of the seed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commitment: Option<String>,
    /// `legal`, `choose`, `plan`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<String>,
    /// `legal`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actions: Option<Vec<String>>,
    /// `legal`: the actions that stand for every count up to their own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quantities: Option<BTreeMap<String, Quantity>>,
    /// `act`: what standing orders answered, seat and action each.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answered: Option<Vec<(String, String)>>,
    /// `why`: the refusal; null where the action is allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refusal: Option<Option<Refusal>>,
    /// `inspect`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<Detail>,
    /// `order`, `revoke`, `orders`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub orders: Option<Vec<Order>>,
    /// `note`, `notes`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notes: Option<Vec<Note>>,
    /// `act`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub events: Option<Vec<Event>>,
    /// `preview`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcomes: Option<Vec<OutcomeLine>>,
    /// `preview`: whether the outcomes are exact; if not, they are estimated from `samples` runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<bool>,
    /// `preview`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub samples: Option<usize>,
    /// `position`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<Value>,
    /// `scene`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scene: Option<Value>,
    /// `record`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub record: Option<Record>,
    /// `choose`, `plan`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
    /// `choose`, `plan`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub info: Option<String>,
}

/// A game in the reply to `games`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct GameEntry {
    /// The catalogue entry.
    #[serde(flatten)]
    pub info: GameInfo,
    /// Its computer players.
    pub players: Vec<Level>,
}

/// What a session needs from outside: randomness and a clock.
pub trait Outside {
    /// A fresh secret seed.
    fn seed(&mut self) -> Seed;
    /// A budget of so many milliseconds, beginning now.
    fn budget(&mut self, millis: u32) -> Box<dyn Thinking>;
}

/// The matches of one connection.
pub struct Session {
    registry: Registry,
    outside: Box<dyn Outside + Send>,
    matches: BTreeMap<String, (Box<dyn Match>, Memories)>,
    begun: u64,
}

impl Session {
    /// A session without matches.
    #[must_use]
    pub fn new(registry: Registry, outside: Box<dyn Outside + Send>) -> Self {
        Self { registry, outside, matches: BTreeMap::new(), begun: 0 }
    }

    /// Answers one line, which may be anything at all.
    pub fn answer(&mut self, line: &[u8]) -> Reply {
        let (id, outcome) = match read(line) {
            Ok((id, request)) => (id, self.perform(request)),
            Err((id, refusal)) => (id, Err(refusal)),
        };
        match outcome {
            Ok(body) => Reply { id, ok: true, error: None, body },
            Err(refusal) => Reply { id, ok: false, error: Some(refusal), body: Body::default() },
        }
    }

    /// Whether it holds a match.
    #[must_use]
    pub fn is_in_use(&self) -> bool {
        !self.matches.is_empty()
    }

    /// Answers one line with one line, without the line break.
    pub fn answer_line(&mut self, line: &[u8]) -> String {
        serde_json::to_string(&self.answer(line)).unwrap_or_else(|_| {
            "{\"id\":null,\"ok\":false,\"error\":{\"code\":\"internal\",\"message\":\"the reply can't be written\"}}".to_owned()
        })
    }

    fn perform(&mut self, request: Request) -> Result<Body, Refusal> {
        match request {
            Request::Games {} => {
                let entry =
                    |g: &std::sync::Arc<dyn Game>| GameEntry { info: g.info().clone(), players: g.levels() };
                Ok(Body { games: Some(self.registry.games().map(entry).collect()), ..Body::default() })
            }
            Request::New { game, scenario, options, seed } => {
                let seed = self.seed(seed.as_ref())?;
                let begun = self.registry.game(&game)?.start(&scenario, &options, seed)?;
                self.admit(begun)
            }
            Request::Load { position, record, seed } => {
                let begun = match (position, record) {
                    (Some(position), None) => {
                        let seed = self.seed(seed.as_ref())?;
                        self.registry.load_position(&position, seed)?
                    }
                    (None, Some(record)) => {
                        let record = serde_json::from_value(record)
                            .map_err(|e| Refusal::new("bad-record", format!("not a record: {e}")))?;
                        self.registry.load_record(&record)?
                    }
                    _ => {
                        return Err(Refusal::new(
                            "bad-request",
                            "load takes a position or a record, and one of them",
                        ));
                    }
                };
                self.admit(begun)
            }
            Request::Status { r#match } => {
                let (found, _) = self.find(&r#match)?;
                Ok(Body { status: Some(found.status()), ..Body::default() })
            }
            Request::Legal { r#match, seat } => {
                let (found, _) = self.find(&r#match)?;
                let seat = seat_of(found.as_ref(), seat.as_deref())?.or(found.to_act().first());
                let seat = seat.ok_or_else(|| Refusal::new("game-over", "the game is over"))?;
                Ok(Body {
                    seat: Some(found.info().seat_id(seat).to_owned()),
                    actions: Some(found.legal(seat)),
                    quantities: Some(found.quantities(seat).into_iter().collect())
                        .filter(|q: &BTreeMap<_, _>| !q.is_empty()),
                    ..Body::default()
                })
            }
            Request::Act { r#match, action, seat } => {
                let (found, _) = self.find(&r#match)?;
                let seat = seat_of(found.as_ref(), seat.as_deref())?;
                let mut events = found.act(seat, &action)?;
                let mut answered = Vec::new();
                while let Some((seat, answer)) = found.due() {
                    events.extend(found.act(Some(seat), &answer)?);
                    answered.push((found.info().seat_id(seat).to_owned(), answer));
                }
                let answered = Some(answered).filter(|a| !a.is_empty());
                Ok(Body { events: Some(events), answered, status: Some(found.status()), ..Body::default() })
            }
            Request::Why { r#match, action, seat } => {
                let (found, _) = self.find(&r#match)?;
                let seat = seat_of(found.as_ref(), seat.as_deref())?.or(found.to_act().first());
                let seat = seat.ok_or_else(|| Refusal::new("game-over", "the game is over"))?;
                Ok(Body { refusal: Some(found.why_not(seat, &action)), ..Body::default() })
            }
            Request::Inspect { r#match, thing, seat } => {
                let (found, _) = self.find(&r#match)?;
                let seats = seat_of(found.as_ref(), seat.as_deref())?.map_or(SeatSet::ALL, SeatSet::one);
                Ok(Body { detail: Some(found.inspect(seats, &thing)?), ..Body::default() })
            }
            Request::Order { r#match, seat, order } => {
                self.order(&r#match, &seat, |m, s| m.give_order(s, order))
            }
            Request::Revoke { r#match, seat, number } => {
                self.order(&r#match, &seat, |m, s| m.revoke_order(s, number))
            }
            Request::Orders { r#match, seat } => self.order(&r#match, &seat, |_, _| Ok(())),
            Request::Note { r#match, seat, thing, text } => {
                self.note(&r#match, &seat, |m, s| m.jot(s, &thing, &text))
            }
            Request::Notes { r#match, seat } => self.note(&r#match, &seat, |_, _| Ok(())),
            Request::Dice { r#match, rolls } => {
                self.find(&r#match)?.0.script(&rolls)?;
                Ok(Body::default())
            }
            Request::Preview { r#match, action, seat } => {
                let thinking = self.outside.budget(PREVIEW_MILLIS);
                let (found, _) = self.find(&r#match)?;
                let seat = seat_of(found.as_ref(), seat.as_deref())?;
                let table = found.preview_within(seat, &action, thinking.as_ref())?;
                Ok(Body {
                    exact: Some(table.exact),
                    samples: Some(table.samples),
                    outcomes: Some(table.outcomes),
                    ..Body::default()
                })
            }
            Request::Position { r#match, seat } => {
                let (found, _) = self.find(&r#match)?;
                let seats = seat_of(found.as_ref(), seat.as_deref())?.map_or(SeatSet::ALL, SeatSet::one);
                Ok(Body { position: Some(found.position(seats)), ..Body::default() })
            }
            Request::Scene { r#match, seat } => {
                let (found, _) = self.find(&r#match)?;
                let seats = seat_of(found.as_ref(), Some(&seat))?.map_or(SeatSet::NONE, SeatSet::one);
                let scene = serde_json::from_str(&found.scene(seats))
                    .map_err(|e| Refusal::new("internal", format!("the scene can't be written: {e}")))?;
                Ok(Body { scene: Some(scene), ..Body::default() })
            }
            Request::Undo { r#match } => {
                let (found, _) = self.find(&r#match)?;
                found.undo(SeatSet::ALL)?;
                Ok(Body { status: Some(found.status()), ..Body::default() })
            }
            Request::Record { r#match } => {
                Ok(Body { record: Some(self.find(&r#match)?.0.record(true)), ..Body::default() })
            }
            Request::Choose { r#match, player, millis, seed, playouts } => {
                self.choose(&r#match, &player, millis, seed.as_ref(), playouts)
            }
            Request::Plan { r#match, at, player, playouts } => self.plan(&r#match, at, &player, playouts),
        }
    }

    fn order(
        &mut self,
        id: &str,
        seat: &str,
        change: impl FnOnce(&mut dyn Match, Seat) -> Result<(), Refusal>,
    ) -> Result<Body, Refusal> {
        let (found, _) = self.find(id)?;
        let seat = seat_of(found.as_ref(), Some(seat))?.unwrap_or(Seat(0));
        change(found.as_mut(), seat)?;
        Ok(Body { orders: Some(found.orders(seat)), ..Body::default() })
    }

    fn note(
        &mut self,
        id: &str,
        seat: &str,
        change: impl FnOnce(&mut dyn Match, Seat) -> Result<(), Refusal>,
    ) -> Result<Body, Refusal> {
        let (found, _) = self.find(id)?;
        let seat = seat_of(found.as_ref(), Some(seat))?.unwrap_or(Seat(0));
        change(found.as_mut(), seat)?;
        Ok(Body { notes: Some(found.notes(SeatSet::one(seat))), ..Body::default() })
    }

    fn choose(
        &mut self,
        id: &str,
        player: &str,
        millis: Option<u32>,
        seed: Option<&Value>,
        playouts: Option<u32>,
    ) -> Result<Body, Refusal> {
        let slug = self.find(id)?.0.info().game.clone();
        let levels = self.registry.game(&slug)?.levels();
        let own = levels.iter().find(|l| l.level == player).map_or(1_000, |l| l.millis);
        let millis = millis.unwrap_or(own).min(LONGEST_THOUGHT);
        let seeded = seed.is_some_and(|s| !s.is_null());
        if playouts.is_some() && !seeded {
            return Err(Refusal::new("bad-request", "playouts are counted only with a seed"));
        }
        let random = u64::from_le_bytes(self.seed(seed)?.0[..8].try_into().unwrap_or_default());
        let clock = self.outside.budget(if seeded { LONGEST_THOUGHT } else { millis });
        let playouts = playouts.unwrap_or(millis / 2).clamp(1, LONGEST_THOUGHT);
        let counted = Counted { playouts, within: clock.as_ref() };
        let thinking: &dyn Thinking = if seeded { &counted } else { clock.as_ref() };
        let (found, memories) = self.find(id)?;
        let seat = found.to_act().first().ok_or_else(|| Refusal::new("game-over", "the game is over"))?;
        let memory = memories.entry(seat.0).or_default();
        let Choice { seat, action, info } = found.choose(seat, player, random, memory, thinking)?;
        Ok(Body { seat: Some(seat), action: Some(action), info: Some(info), ..Body::default() })
    }

    /// Plays the match again up to an action and asks there. While a game goes on, nobody is told what others plan.
    fn plan(&mut self, id: &str, at: usize, player: &str, playouts: Option<u32>) -> Result<Body, Refusal> {
        let clock = self.outside.budget(LONGEST_THOUGHT);
        let (found, _) = self.find(id)?;
        if found.status().over.is_none() {
            return Err(Refusal::new("not-over", "plans are shown when the game is over"));
        }
        let mut record = found.record(true);
        if at >= record.actions.len() {
            let message = format!("at: the game has {} actions, counted from 0", record.actions.len());
            return Err(Refusal::new("bad-request", message));
        }
        record.actions.truncate(at);
        record.dice.retain(|script| script.before <= at);
        record.reseeded.retain(|seed| seed.before <= at);
        record.hash.clear();
        let then = self.registry.load_record(&record)?;
        let seat = then.to_act().first().ok_or_else(|| Refusal::new("game-over", "the game is over"))?;
        let playouts = playouts.unwrap_or(500).clamp(1, LONGEST_THOUGHT);
        let counted = Counted { playouts, within: clock.as_ref() };
        let choice = then.choose(seat, player, at as u64, &mut Memory::default(), &counted)?;
        Ok(Body {
            seat: Some(choice.seat),
            action: Some(choice.action),
            info: Some(choice.info),
            ..Body::default()
        })
    }

    fn seed(&mut self, given: Option<&Value>) -> Result<Seed, Refusal> {
        match given {
            None | Some(Value::Null) => Ok(self.outside.seed()),
            Some(Value::String(text)) => Seed::parse(text).map_err(|e| Refusal::new("bad-seed", e)),
            Some(Value::Number(n)) if n.is_u64() => Ok(Seed::from_number(n.as_u64().unwrap_or(0))),
            Some(_) => Err(Refusal::new("bad-seed", "seed: 64 hexadecimal digits or a whole number")),
        }
    }

    fn admit(&mut self, begun: Box<dyn Match>) -> Result<Body, Refusal> {
        if self.matches.len() >= MOST_MATCHES {
            let message = format!("{MOST_MATCHES} matches are open in this session, and that is the limit");
            return Err(Refusal::new("too-many-matches", message));
        }
        self.begun += 1;
        let id = format!("m{}", self.begun);
        let body = Body {
            r#match: Some(id.clone()),
            status: Some(begun.status()),
            commitment: Some(begun.commitment()),
            ..Body::default()
        };
        self.matches.insert(id, (begun, Memories::default()));
        Ok(body)
    }

    fn find(&mut self, id: &str) -> Result<&mut (Box<dyn Match>, Memories), Refusal> {
        match self.matches.entry(id.to_owned()) {
            Entry::Occupied(found) => Ok(found.into_mut()),
            Entry::Vacant(_) => {
                Err(Refusal::new("unknown-match", format!("there is no match \"{}\"", clip(id))))
            }
        }
    }
}

fn seat_of(found: &dyn Match, seat: Option<&str>) -> Result<Option<Seat>, Refusal> {
    seat.map(|id| {
        found.info().seat(id).ok_or_else(|| {
            let all: Vec<_> = found.info().seats.iter().map(|s| s.seat.as_str()).collect();
            Refusal::new(
                "unknown-seat",
                format!("there is no seat \"{}\" (there are: {})", clip(id), all.join(", ")),
            )
        })
    })
    .transpose()
}

/// At most 60 characters of what somebody sent, for a message.
fn clip(text: &str) -> String {
    text.chars().take(60).collect()
}

/// Reads a line: the id and the request, or the id as far as it could be read and what is wrong.
fn read(line: &[u8]) -> Result<(Value, Request), (Value, Refusal)> {
    let bad = |message: String| Refusal::new("bad-request", message);
    if line.len() > LONGEST_LINE {
        return Err((Value::Null, bad(format!("the line is longer than {LONGEST_LINE} bytes"))));
    }
    let text =
        std::str::from_utf8(line).map_err(|_| (Value::Null, bad("the line is not UTF-8".to_owned())))?;
    let value: Value =
        serde_json::from_str(text).map_err(|e| (Value::Null, bad(format!("the line is not JSON: {e}"))))?;
    let Value::Object(mut fields) = value else {
        return Err((Value::Null, bad("a request is a JSON object".to_owned())));
    };
    let id = fields.remove("id").unwrap_or(Value::Null);
    if !(id.is_null() || id.is_number() || id.is_string()) {
        return Err((Value::Null, bad("id: a number or a string".to_owned())));
    }
    match serde_json::from_value(Value::Object(fields)) {
        Ok(request) => Ok((id, request)),
        Err(e) => Err((id, bad(clip_message(&e.to_string())))),
    }
}

fn clip_message(text: &str) -> String {
    text.chars().take(300).collect()
}
