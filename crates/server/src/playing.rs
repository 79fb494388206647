//! Acting in a match: actions, undoing, resigning, putting away, haste.

use crate::app::{App, now};
use crate::chairs::may_know_all;
use crate::problem::Problem;
use crate::read::{Json, Whole, json, raw};
use crate::room::{Caller, Frame, Room};
use crate::table::Table;
use crate::wire::{ActRequest, Done, PlayerKind, UndoRequest};
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use engine::{Seat, SeatSet};
use serde_json::value::RawValue;
use std::sync::Arc;
use std::time::{Duration, Instant};
use store::Kind;
use tokio::sync::MutexGuard;

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
    let change = Change { kind: Kind::Act, version: request.version, key, text: request.action };
    let order = Order { app: app.clone(), room, caller, change };
    let answer = order
        .perform(move |order, table| match &request.seat {
            None => table.actor(order.caller.seats, &order.change.text),
            Some(id) => {
                let own = |seat: &Seat| order.caller.seats.contains(*seat);
                let seat = order.room.info().seat(id).filter(own).ok_or_else(|| {
                    Problem::forbidden("not-your-seat", "that seat is not one of this chair's")
                })?;
                if table.may_act().contains(seat) { Ok(seat) } else { Err(table.not_your_turn()) }
            }
        })
        .await?;
    app.metrics.actions.add(began.elapsed());
    Ok(raw(answer.json()))
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
    let change = Change { kind: Kind::Undo, version: request.version, key, text: String::new() };
    let order = Order { app, room, caller, change };
    let answer = order
        .perform(|order, table| {
            let can = |seat: &Seat| table.game.can_undo(SeatSet::one(*seat));
            order.caller.seats.iter().find(can).filter(|_| !table.is_over()).ok_or_else(|| {
                let why = "nothing can be taken back: dice, a revelation or another's decision came last";
                Problem::conflict("no-undo", why)
            })
        })
        .await?;
    Ok(raw(answer.json()))
}

/// `POST /api/matches/{match}/resign`
pub(crate) async fn resign(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    _body: Whole,
) -> Result<Response, Problem> {
    let (room, caller) = app.enter(&id, &headers).await?;
    caller.must_play("a spectator has nothing to give up")?;
    let run = async move {
        let mut table = room.table(&app).await?;
        let seats = room.info().seat_ids(caller.seats);
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
    Ok(raw(finish(run).await?.json()))
}

/// `POST /api/matches/{match}/archive`
pub(crate) async fn archive(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    _body: Whole,
) -> Result<Response, Problem> {
    let (room, caller) = app.enter(&id, &headers).await?;
    caller.must_play("a spectator can't put a match away")?;
    let run = async move {
        let mut table = room.whole_table(&app).await?;
        // Whoever plays only against computers may put a game away that is not over.
        let people = room.chairs.iter().filter(|c| c.kind != Some(PlayerKind::Computer));
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
    _body: Whole,
) -> Result<Response, Problem> {
    let (room, caller) = app.enter(&id, &headers).await?;
    caller.must_play("a spectator can't hurry a computer")?;
    if room.computer.is_busy() {
        room.computer.hurry();
    }
    Ok(json(&Done { ok: true }))
}

/// Keys of different chairs never meet.
fn key(caller: &Caller, key: &str) -> Result<String, Problem> {
    if key.is_empty() || key.len() > LONGEST_KEY || key.chars().any(char::is_control) {
        return Err(Problem::bad_request(format!(
            "key: 1 to {LONGEST_KEY} bytes, none of them a control character"
        )));
    }
    let chair = caller.chairs.first().copied().unwrap_or_default();
    Ok(format!("{chair}:{key}"))
}

/// What is asked for.
struct Change {
    kind: Kind,
    version: u64,
    key: String,
    text: String,
}

/// What is asked for, where and by whom.
struct Order {
    app: Arc<App>,
    room: Arc<Room>,
    caller: Caller,
    change: Change,
}

/// Runs to its end even if the client goes away: what was begun in memory must reach the disk.
pub(crate) async fn finish<T: Send + 'static>(
    run: impl Future<Output = Result<T, Problem>> + Send + 'static,
) -> Result<T, Problem> {
    let failed = |_| Problem::internal("the request failed; look how the match stands before trying again");
    tokio::spawn(run).await.map_err(failed)?
}

impl Order {
    /// Checks key and version, lets `who` say which seat does it, and does it.
    async fn perform(
        self,
        who: impl FnOnce(&Self, &Table) -> Result<Seat, Problem> + Send + 'static,
    ) -> Result<Frame, Problem> {
        self.caller.must_play("a spectator watches")?;
        finish(async move {
            let mut table = self.up_to_date().await?;
            let (seats, since) = (self.caller.seats, Some(self.change.version));
            self.room.complete_for(&self.app, &mut table, seats, since, None).await?;
            if let Some(answer) = self.repeated(&mut table) {
                return answer;
            }
            let version = table.version_for(self.caller.seats);
            if version != self.change.version {
                let detail = format!("the match is at version {version}, not {}", self.change.version);
                return Err(self.stale(&mut table, Problem::conflict("stale", detail)));
            }
            let seat = self.room.info().seat_id(who(&self, &table)?).to_owned();
            let Change { kind, key, text, .. } = &self.change;
            let entry = Room::entry(*kind, seat, text.clone(), Some(key.clone()));
            match self.room.commit(&self.app, &mut table, entry).await {
                Ok(mut said) => {
                    let answer = said.remove(&self.caller.seats.0).unwrap_or_else(|| self.answer(&mut table));
                    drop(table);
                    crate::computer::drive(&self.app, &self.room, Duration::ZERO);
                    Ok(answer)
                }
                // Another server was faster; perhaps with this very request.
                Err(problem) if problem.code == "stale" => {
                    self.repeated(&mut table).unwrap_or_else(|| Err(self.stale(&mut table, problem)))
                }
                Err(problem) => Err(problem),
            }
        })
        .await
    }

    /// The match. The sender may know of another server's entry before this server does.
    async fn up_to_date(&self) -> Result<MutexGuard<'_, Table>, Problem> {
        let table = self.room.table(&self.app).await?;
        if self.change.version <= table.version_for(self.caller.seats) {
            return Ok(table);
        }
        drop(table);
        self.room.catch_up(&self.app).await?;
        self.room.table(&self.app).await
    }

    /// The answer to a request whose key was used before.
    fn repeated(&self, table: &mut Table) -> Option<Result<Frame, Problem>> {
        let (_, kind, text) = table.keyed(&self.change.key)?;
        if *kind != self.change.kind || *text != self.change.text {
            return Some(Err(Problem::unprocessable("key-used", "this key was used for something else")));
        }
        self.app.metrics.repeated.add(1);
        Some(Ok(self.answer(table)))
    }

    fn answer(&self, table: &mut Table) -> Frame {
        self.room.write(table, self.caller.seats, Some(self.change.version), None)
    }

    fn stale(&self, table: &mut Table, problem: Problem) -> Problem {
        let update = String::from_utf8_lossy(&self.answer(table).json()).into_owned();
        problem.with_update(RawValue::from_string(update).unwrap_or_default())
    }
}
