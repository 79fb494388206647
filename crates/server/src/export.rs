//! Games as files: open once the truth may be known, sealed as long as it may not; also of matches that this program can't
//! play any more.

use crate::app::App;
use crate::chairs::may_know_all;
use crate::keeping;
use crate::problem::Problem;
use crate::read::json;
use crate::seal::{Inside, SavedChair};
use crate::table::Table;
use crate::tokens;
use crate::wire::{ChairState, PlayerKind, SealedGame, Summary};
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use engine::record::{Reseeded, Script};
use engine::{Note, Options, Record, Registry, Seed, Status};
use std::sync::Arc;
use store::{Chair, Kind, StoredMatch};

/// `GET /api/matches/{match}/record`: the whole when the truth may be known, else sealed, with the log as the chair read it.
pub(crate) async fn record(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (room, caller) = match app.enter(&id, &headers).await {
        Ok(entered) => entered,
        Err(problem) if problem.code == "unreadable" => return unread_record(&app, &id, &headers).await,
        Err(problem) => return Err(problem),
    };
    let (open, over, label, log, played, orders) = {
        let table = room.whole_table(&app).await?;
        let open = may_know_all(&room, &caller, table.is_over()).is_ok();
        let log = if open { Vec::new() } else { table.sentences_from(0, table.eyes(caller.seats)) };
        let played = table.frozen.is_none().then(|| table.game.record(true));
        (open, table.is_over(), table.status().label, log, played, keeping::saved(&room, &table))
    };
    // What the program can't replay to its end is taken from the disk as it was written.
    let mut record = match played {
        Some(record) => record,
        None => stored_record(&found(&app, &id).await?)?,
    };
    if open {
        // What others wrote down for themselves stays theirs, also when the game is over.
        let own = room.info().seat_ids(caller.seats);
        record.notes.retain(|note| own.contains(&note.seat));
        return Ok(json(&record));
    }
    let (game, scenario) = (record.game.clone(), record.scenario.clone());
    let sealed = if over || caller.seats.is_empty() {
        None
    } else {
        let chairs = saved(app.store.chairs(room.id()).await?, &caller.chairs);
        Some(app.seal.close(&Inside { record, chairs, orders })?)
    };
    Ok(json(&SealedGame { format: 1, game, scenario, label, sealed, log }))
}

fn saved(chairs: Vec<Chair>, own: &[usize]) -> Vec<SavedChair> {
    let numbered = chairs.into_iter().enumerate().filter(|(_, c)| !c.seats.is_empty());
    let save = |(i, chair): (usize, Chair)| SavedChair {
        own: own.contains(&i),
        seats: chair.seats,
        kind: chair.kind,
        level: chair.level,
        tokens: chair.tokens,
    };
    numbered.map(save).collect()
}

async fn found(app: &App, id: &str) -> Result<StoredMatch, Problem> {
    app.store.load(id).await?.ok_or_else(|| Problem::not_found("match"))
}

/// The chairs of a stored match that these tokens hold.
fn held(stored: &StoredMatch, hashes: &[String]) -> Vec<usize> {
    let chairs = &stored.begun.chairs;
    (0..chairs.len()).filter(|&i| chairs[i].tokens.iter().any(|t| hashes.contains(t))).collect()
}

async fn unread_record(app: &App, id: &str, headers: &HeaderMap) -> Result<Response, Problem> {
    let hashes = tokens::bearer(headers)?;
    let stored = found(app, id).await?;
    let own = held(&stored, &hashes);
    let record = stored_record(&stored)?;
    let inside = Inside { record, chairs: saved(stored.begun.chairs, &own), orders: Vec::new() };
    let (game, scenario) = (inside.record.game.clone(), inside.record.scenario.clone());
    let sealed = Some(app.seal.close(&inside)?);
    Ok(json(&SealedGame { format: 1, game, scenario, label: String::new(), sealed, log: Vec::new() }))
}

/// What a list says of a match that can't be loaded, if one of the tokens has a chair in it.
pub(crate) async fn unread(
    app: &App,
    id: &str,
    hashes: &[String],
    problem: &Problem,
) -> Result<Option<Summary>, Problem> {
    let Some(stored) = app.store.load(id).await? else { return Ok(None) };
    let own = held(&stored, hashes);
    let begun = stored.begun;
    let ids = |seats: &str| seats.split(',').filter(|s| !s.is_empty()).map(str::to_owned).collect::<Vec<_>>();
    let chair = |c: &Chair| {
        let kind = PlayerKind::parse(&c.kind)?;
        let joined = kind != PlayerKind::Link || !c.tokens.is_empty();
        Some(ChairState { seats: ids(&c.seats), kind, level: c.level.clone(), online: false, joined })
    };
    Ok((!own.is_empty()).then(|| Summary {
        r#match: begun.id.clone(),
        game: begun.game.clone(),
        scenario: begun.scenario.clone(),
        version: 0,
        created: begun.created,
        changed: begun.entries.last().map_or(begun.created, |e| e.at),
        seats: own.iter().flat_map(|&i| ids(&begun.chairs[i].seats)).collect(),
        chairs: begun.chairs.iter().filter_map(chair).collect(),
        status: Status {
            turn: 0,
            label: String::new(),
            phase: String::new(),
            to_act: Vec::new(),
            over: None,
        },
        your_turn: false,
        archived: stored.archived.is_some(),
        frozen: Some(problem.detail.to_string()),
    }))
}

/// The record of a match from its rows alone, without playing it: for matches of other rules.
fn stored_record(stored: &StoredMatch) -> Result<Record, Problem> {
    let begun = &stored.begun;
    let options: Options = serde_json::from_str(&begun.options).unwrap_or_default();
    let seed = Seed::parse(&begun.seed).map_err(Problem::internal)?;
    let mut record = Record {
        format: 1,
        game: begun.game.clone(),
        version: begun.rules as u32,
        data: begun.data.clone(),
        scenario: begun.scenario.clone(),
        options,
        seed: seed.to_string(),
        commitment: seed.commitment(),
        position: begun.position.as_deref().and_then(|text| serde_json::from_str(text).ok()),
        dice: Vec::new(),
        reseeded: Vec::new(),
        actions: Vec::new(),
        notes: Vec::new(),
        log: Vec::new(),
        hash: String::new(),
    };
    for entry in &begun.entries {
        let before = record.actions.len();
        match entry.kind {
            Kind::Act => record.actions.push((entry.seat.clone(), entry.text.clone())),
            Kind::Undo => {
                // The last action of that seat; what others did since stays.
                if let Some(i) = record.actions.iter().rposition(|(seat, _)| *seat == entry.seat) {
                    record.actions.remove(i);
                }
            }
            Kind::Dice => {
                let rolls = serde_json::from_str(&entry.text).unwrap_or_default();
                record.dice.push(Script { before, rolls });
            }
            Kind::Seed => {
                let seed = Seed::parse(&entry.text).map_err(Problem::internal)?;
                let (seed, commitment) = (seed.to_string(), seed.commitment());
                record.reseeded.push(Reseeded { before, seed, commitment });
            }
            Kind::Note => {
                let (thing, text): (String, String) = serde_json::from_str(&entry.text).unwrap_or_default();
                record.notes.retain(|n| n.seat != entry.seat || n.thing != thing);
                if !text.is_empty() {
                    record.notes.push(Note { seat: entry.seat.clone(), thing, text });
                }
            }
            Kind::Resign | Kind::Order | Kind::Revoke => {}
        }
    }
    Ok(record)
}

/// The whole record of a stored match, for whoever administers the server: replayed if the rules are the same.
pub(crate) fn whole(registry: &Registry, stored: &StoredMatch) -> Result<Record, Problem> {
    let played = registry.game(&stored.begun.game).and_then(|game| Ok(Table::replay(game, stored)?.0));
    match played {
        Ok(table) if table.frozen.is_none() => Ok(table.game.record(true)),
        _ => stored_record(stored),
    }
}
