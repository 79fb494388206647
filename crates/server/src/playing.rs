//! Acting in a match: actions, undoing, resigning, putting away, haste.

use crate::app::{App, now};
use crate::making::may_know_all;
use crate::problem::Problem;
use crate::read::{Json, json, raw};
use crate::room::{Caller, Room};
use crate::table::Table;
use crate::wire::{ActRequest, Done, UndoRequest};
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use engine::SeatSet;
use serde_json::value::RawValue;
use std::sync::Arc;
use std::time::{Duration, Instant};
use store::{Entry, Kind};

/// The longest key.
const LONGEST_KEY: usize = 64;
/// The longest text of an action.
const LONGEST_ACTION: usize = 4_096;

/// `POST /api/matches/{match}/actions`
pub(crate) async fn act(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Json(request): Json<ActRequest>,
) -> Result<Response, Problem> {
    let (room, caller) = app.enter(&id, &headers).await?;
    if request.action.len() > LONGEST_ACTION {
        return Err(Problem::bad_request(format!("action: at most {LONGEST_ACTION} bytes")));
    }
    let key = key(&caller, &request.key)?;
    let began = Instant::now();
    let change = Change { kind: Kind::Act, version: request.version, key };
    let metrics = app.clone();
    let answer = perform(app, room, caller, change, move |room, table, caller| {
        let seat = match &request.seat {
            None => table.actor(caller.seats, &request.action)?,
            Some(id) => {
                let seat = room.info.seat(id).filter(|&s| caller.seats.contains(s)).ok_or_else(|| {
                    Problem::forbidden("not-your-seat", "that seat is not one of this chair's")
                })?;
                if !table.to_act().contains(seat) {
                    return Err(table.not_your_turn());
                }
                seat
            }
        };
        Ok((room.info.seat_id(seat).to_owned(), request.action))
    })
    .await?;
    metrics.metrics.actions.add(began.elapsed());
    Ok(raw(answer.to_string()))
}

/// `POST /api/matches/{match}/undo`
pub(crate) async fn undo(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Json(request): Json<UndoRequest>,
) -> Result<Response, Problem> {
    let (room, caller) = app.enter(&id, &headers).await?;
    let key = key(&caller, &request.key)?;
    let change = Change { kind: Kind::Undo, version: request.version, key };
    let answer = perform(app, room, caller, change, |room, table, caller| {
        let can = |s: &engine::Seat| table.game.can_undo(SeatSet::one(*s));
        let seat = caller.seats.iter().find(can).filter(|_| !table.is_over()).ok_or_else(|| {
            let why = "nothing can be taken back: dice, a revelation or another's decision came last";
            Problem::conflict("no-undo", why)
        })?;
        Ok((room.info.seat_id(seat).to_owned(), String::new()))
    })
    .await?;
    Ok(raw(answer.to_string()))
}

/// `POST /api/matches/{match}/resign`
pub(crate) async fn resign(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (room, caller) = app.enter(&id, &headers).await?;
    if caller.seats.is_empty() {
        return Err(Problem::forbidden("spectator", "a spectator has nothing to give up"));
    }
    let run = async move {
        let mut table = room.table(&app).await?;
        let seats = room.info.seat_ids(caller.seats);
        let first = seats.first().cloned().unwrap_or_default();
        loop {
            if table.is_over() {
                return Err(Problem::conflict("game-over", "the game is over"));
            }
            let entry = Room::entry(Kind::Resign, first.clone(), seats.join(","), None);
            match room.commit(&app, &mut table, entry).await {
                Ok(_) => return Ok(room.write(&mut table, caller.seats, None, None)),
                // Another server wrote something first; giving up answers to no version.
                Err(problem) if problem.code == "stale" => {}
                Err(problem) => return Err(problem),
            }
        }
    };
    Ok(raw(finish(run).await?.to_string()))
}

/// `POST /api/matches/{match}/archive`
pub(crate) async fn archive(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (room, caller) = app.enter(&id, &headers).await?;
    if caller.seats.is_empty() {
        return Err(Problem::forbidden("spectator", "a spectator can't put a match away"));
    }
    let run = async move {
        let mut table = room.table(&app).await?;
        // Whoever plays only against computers may put a game away that is not over.
        let people = room.chairs.iter().filter(|c| c.token.is_some() && !c.seats.is_empty());
        let alone = people.fold(SeatSet::NONE, |all, c| all.union(c.seats)) == caller.seats;
        if !alone {
            may_know_all(&room, &caller, table.is_over())?;
        }
        let record = serde_json::to_string(&table.game.record(true)).unwrap_or_default();
        app.store.archive(room.id(), record, now()).await?;
        table.archived = true;
        Ok(())
    };
    finish(run).await?;
    Ok(json(&Done { ok: true }))
}

/// `POST /api/matches/{match}/cancel`
pub(crate) async fn cancel(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (room, caller) = app.enter(&id, &headers).await?;
    if caller.seats.is_empty() {
        return Err(Problem::forbidden("spectator", "a spectator can't hurry a computer"));
    }
    if room.computer.is_busy() {
        room.computer.hurry();
    }
    Ok(json(&Done { ok: true }))
}

/// Keys of different chairs never meet.
fn key(caller: &Caller, key: &str) -> Result<String, Problem> {
    if key.is_empty() || key.len() > LONGEST_KEY {
        return Err(Problem::bad_request(format!("key: 1 to {LONGEST_KEY} bytes")));
    }
    let chair = caller.chairs.first().copied().unwrap_or_default();
    Ok(format!("{chair}:{key}"))
}

struct Change {
    kind: Kind,
    version: u64,
    key: String,
}

/// Runs to its end even if the client goes away: what was begun in memory must reach the disk.
async fn finish<T: Send + 'static>(
    run: impl Future<Output = Result<T, Problem>> + Send + 'static,
) -> Result<T, Problem> {
    let failed = |_| Problem::internal("the request failed; the match stands as it did before");
    tokio::spawn(run).await.map_err(failed)?
}

/// Checks version and key, lets `prepare` say by which seat what is done, and does it.
async fn perform(
    app: Arc<App>,
    room: Arc<Room>,
    caller: Caller,
    change: Change,
    prepare: impl FnOnce(&Room, &Table, &Caller) -> Result<(String, String), Problem> + Send + 'static,
) -> Result<Arc<str>, Problem> {
    if caller.seats.is_empty() {
        return Err(Problem::forbidden("spectator", "a spectator watches"));
    }
    let run = async move {
        let mut table = room.table(&app).await?;
        let fresh = |room: &Room, table: &mut Table| {
            let update = room.write(table, caller.seats, Some(change.version), None);
            RawValue::from_string(update.to_string()).unwrap_or_default()
        };
        if table.keyed(&change.key).is_none() && table.version != change.version {
            // The sender may know of another server's entry before this server does.
            if change.version > table.version {
                drop(table);
                room.catch_up(&app).await?;
                table = room.table(&app).await?;
            }
        }
        if let Some((_, kind, text)) = table.keyed(&change.key) {
            let same = *kind == change.kind;
            let text = text.clone();
            let (_, wanted) = match prepare(&room, &table, &caller) {
                Ok(wanted) => wanted,
                // It was played already, so it need not be possible again.
                Err(_) => (String::new(), text.clone()),
            };
            if !same || text != wanted {
                return Err(Problem::unprocessable("key-used", "this key was used for something else"));
            }
            app.metrics.repeated.add(1);
            return Ok(room.write(&mut table, caller.seats, Some(change.version), None));
        }
        if table.version != change.version {
            let update = fresh(&room, &mut table);
            let detail = format!("the match is at version {}, not {}", table.version, change.version);
            return Err(Problem::conflict("stale", detail).with_update(update));
        }
        let (seat, text) = prepare(&room, &table, &caller)?;
        let entry: Entry = Room::entry(change.kind, seat, text, Some(change.key.clone()));
        match room.commit(&app, &mut table, entry).await {
            Ok(mut said) => {
                let answer = said
                    .remove(&caller.seats.0)
                    .unwrap_or_else(|| room.write(&mut table, caller.seats, Some(change.version), None));
                drop(table);
                crate::computer::drive(&app, &room, Duration::ZERO);
                Ok(answer)
            }
            // Another server was faster; perhaps with this very request.
            Err(problem) if problem.code == "stale" => {
                if table.keyed(&change.key).is_some() {
                    return Ok(room.write(&mut table, caller.seats, Some(change.version), None));
                }
                let update = fresh(&room, &mut table);
                Err(problem.with_update(update))
            }
            Err(problem) => Err(problem),
        }
    };
    finish(run).await
}
