//! Matches from files: records, positions, and games that this server sealed. What comes from outside is bounded before it
//! is read, read where it keeps nobody waiting, and never says what the dice will be.

use crate::app::App;
use crate::chairs::{self, Seating};
use crate::guard::ClientAddress;
use crate::keeping::SavedOrder;
use crate::making::draft;
use crate::problem::Problem;
use crate::read::{Whole, created};
use crate::seal::{Inside, SavedChair};
use crate::tokens;
use crate::wire::{ChairRequest, ImportRequest};
use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use engine::{Game, Match, Record, Refusal, Registry, Seed};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::sync::Arc;
use store::{Chair, Entry, Kind, NewMatch};

/// The largest position: many times that of any game here. A position is read into a tree that takes far more memory
/// than its text.
const LARGEST_POSITION: usize = 256 << 10;
/// The most actions of a record.
const MOST_ACTIONS: usize = 100_000;

/// A match as a file describes it, with the chairs that go with it.
type Brought = (NewMatch, Vec<Seating>);

/// `POST /api/matches/import`
pub(crate) async fn import(
    State(app): State<Arc<App>>,
    Extension(client): Extension<ClientAddress>,
    body: Whole,
) -> Result<Response, Problem> {
    app.limits.creation(client.0)?;
    let reader = app.clone();
    let (new, seatings) = app.work_at(&app.imports, move |_| read(&reader, &body.0)).await??;
    Ok(created(&chairs::seat(&app, client, new, seatings).await?))
}

fn read(app: &App, body: &[u8]) -> Result<Brought, Problem> {
    let request: ImportRequest<'_> = serde_json::from_slice(body).map_err(|e| {
        let message: String = e.to_string().chars().take(300).collect();
        Problem::bad_request(format!("the request is not as it should be: {message}"))
    })?;
    let seated = |new: NewMatch, game: &dyn Game, asked: &[ChairRequest]| {
        let seatings = chairs::asked(game, &new.scenario, asked)?;
        Ok((new, seatings))
    };
    match (request.record, request.position, request.sealed) {
        (Some(record), None, None) => {
            let record = parse_record(record)?;
            let (game, new) = from_record(&app.registry, &record)?;
            seated(new, game.as_ref(), &request.chairs)
        }
        (None, Some(position), None) => {
            let (game, new) = from_position(&app.registry, position)?;
            seated(new, game.as_ref(), &request.chairs)
        }
        (None, None, Some(sealed)) => from_sealed(app, &sealed),
        _ => Err(Problem::bad_request("an import is a record, a position or a sealed game, and one of them")),
    }
}

fn bad_record(message: impl Into<String>) -> Problem {
    Problem::unprocessable("bad-record", message)
}

/// Reads a record whose parts are not too large.
fn parse_record(text: &RawValue) -> Result<Record, Problem> {
    /// The part that is read into a tree.
    #[derive(Deserialize)]
    struct Peek<'a> {
        #[serde(borrow, default)]
        position: Option<&'a RawValue>,
    }
    let not = |e: serde_json::Error| bad_record(format!("not a record: {e}"));
    let peek: Peek<'_> = serde_json::from_str(text.get()).map_err(not)?;
    if peek.position.is_some_and(|p| p.get().len() > LARGEST_POSITION) {
        return Err(bad_record(format!("position: longer than {LARGEST_POSITION} bytes")));
    }
    let record = Record::parse(text.get()).map_err(bad_record)?;
    if record.seed.is_empty() {
        return Err(bad_record("the record lacks the seed: it can be read, not gone on with"));
    }
    if record.actions.len() > MOST_ACTIONS {
        return Err(bad_record(format!("actions: more than {MOST_ACTIONS}")));
    }
    Ok(record)
}

fn from_position(registry: &Registry, text: &RawValue) -> Result<(Arc<dyn Game>, NewMatch), Problem> {
    if text.get().len() > LARGEST_POSITION {
        let detail = format!("the position is longer than {LARGEST_POSITION} bytes");
        return Err(Problem::unprocessable("bad-position", detail));
    }
    let position: serde_json::Value = serde_json::from_str(text.get())
        .map_err(|e| Problem::unprocessable("bad-position", format!("not a position: {e}")))?;
    let slug = position.get("game").and_then(serde_json::Value::as_str).unwrap_or("");
    let game = registry.game(slug)?.clone();
    let seed = tokens::seed()?;
    let begun = game.load_position(&position, seed)?;
    let new = NewMatch {
        position: Some(position.to_string()),
        relation: Some("import".to_owned()),
        ..draft(game.as_ref(), begun.as_ref(), &seed)
    };
    Ok((game, new))
}

/// The match of a record. It goes on with dice that nobody knows: those of the record's seed are known to whoever has the
/// file, and dice laid down after the last action would be laid down for others.
fn from_record(registry: &Registry, record: &Record) -> Result<(Arc<dyn Game>, NewMatch), Problem> {
    let game = registry.game(&record.game)?.clone();
    let seed = Seed::parse(&record.seed).map_err(bad_record)?;
    let played = game.load_record(record)?;
    let mut new = draft(game.as_ref(), played.as_ref(), &seed);
    new.relation = Some("import".to_owned());
    new.position = record.position.as_ref().map(ToString::to_string);
    new.entries = entries(record, played.as_ref(), new.created)?;
    let seq = new.entries.len() as u64 + 1;
    let fresh = tokens::seed()?.to_string();
    new.entries.push(Entry { seq, kind: Kind::Seed, text: fresh, at: new.created, ..Entry::default() });
    Ok((game, new))
}

/// Everything that a record says has happened, in order.
fn entries(record: &Record, played: &dyn Match, at: i64) -> Result<Vec<Entry>, Refusal> {
    let mut entries: Vec<Entry> = Vec::with_capacity(record.actions.len() + 1);
    let mut seen = Vec::with_capacity(record.actions.len());
    let mut add = |kind, seat: &str, text: String| {
        let seq = entries.len() as u64 + 1;
        entries.push(Entry { seq, kind, seat: seat.to_owned(), text, at, ..Entry::default() });
    };
    let mut scripts = record.dice.iter().filter(|s| !s.rolls.is_empty()).peekable();
    let mut reseeded = record.reseeded.iter().peekable();
    for (i, (seat, text)) in record.actions.iter().enumerate() {
        while let Some(next) = reseeded.next_if(|r| r.before <= i) {
            let seed = next.seed().map_err(|e| Refusal::new("bad-record", format!("reseeded: {e}")))?;
            add(Kind::Seed, "", seed.to_string());
        }
        while let Some(script) = scripts.next_if(|s| s.before <= i) {
            add(Kind::Dice, "", serde_json::to_string(&script.rolls).unwrap_or_default());
        }
        add(Kind::Act, seat, text.clone());
        seen.push(played.seen(i).0);
    }
    for note in &record.notes {
        add(Kind::Note, &note.seat, serde_json::to_string(&(&note.thing, &note.text)).unwrap_or_default());
    }
    let acts = entries.iter_mut().filter(|e| e.kind == Kind::Act);
    acts.zip(seen).for_each(|(entry, seen)| entry.seen = Some(seen));
    Ok(entries)
}

/// A game that this server sealed, with the chairs it had: whoever opens it sits where it was saved, computers go on as they
/// were, and other people's tokens work as before. Nobody comes to hold a chair that was another's.
fn from_sealed(app: &App, sealed: &str) -> Result<Brought, Problem> {
    let Inside { record, chairs, orders } = app.seal.open(sealed)?;
    let (_, mut new) = from_record(&app.registry, &record)?;
    for SavedOrder { seat, order } in orders {
        let seq = new.entries.len() as u64 + 1;
        new.entries.push(Entry {
            seq,
            kind: Kind::Order,
            seat,
            text: order,
            at: new.created,
            ..Entry::default()
        });
    }
    let seating = |saved: SavedChair| {
        let token = saved.own.then(tokens::token).transpose()?;
        let waits = !saved.own && saved.kind == "link" && saved.tokens.is_empty();
        let invite = waits.then(tokens::token).transpose()?;
        let hashes = token.as_deref().map(tokens::hash).into_iter();
        let chair = Chair {
            seats: saved.seats,
            kind: saved.kind,
            level: saved.level,
            invite: invite.as_deref().map(tokens::hash),
            tokens: hashes.chain(saved.tokens).collect(),
        };
        Ok(Seating { chair, token, invite })
    };
    let seatings = chairs.into_iter().map(seating).collect::<Result<_, Problem>>()?;
    Ok((new, seatings))
}
