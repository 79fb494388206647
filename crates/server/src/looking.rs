//! Looking at a match: how it stands, what could be done, what was, and the games themselves.

use crate::app::App;
use crate::chairs::may_know_all;
use crate::export;
use crate::history::Course;
use crate::leash::Leash;
use crate::problem::Problem;
use crate::read::{json, raw};
use crate::room::{Caller, Room};
use crate::table::Table;
use crate::tokens;
use crate::wire::{GameEntry, Games, GuideEntry, Legal, LogPart, Own, RuleBook, Summary};
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use engine::{Match, Seat, SeatSet};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::collections::BTreeSet;
use std::sync::{Arc, PoisonError};

/// The most matches in a list.
const MOST_LISTED: usize = 100;

/// `GET /api/games`
pub(crate) async fn games(State(app): State<Arc<App>>) -> Response {
    let entry = |game: &Arc<dyn engine::Game>| GameEntry {
        info: game.info().clone(),
        players: game.levels(),
        maps: game.maps().iter().map(|(name, _)| name.clone()).collect(),
        guides: game.papers().guides.iter().map(guide_entry).collect(),
    };
    json(&Games { games: app.registry.games().map(entry).collect() })
}

fn guide_entry(guide: &engine::papers::Guide) -> GuideEntry {
    GuideEntry {
        guide: guide.guide.clone(),
        title: guide.title.clone(),
        blurb: guide.blurb.clone(),
        scenario: guide.scenario.clone(),
        seat: guide.seat.clone(),
        minutes: guide.minutes,
    }
}

/// `GET /api/games/{game}/{scenario}/sheet`
pub(crate) async fn sheet(
    State(app): State<Arc<App>>,
    Path((game, scenario)): Path<(String, String)>,
) -> Result<Response, Problem> {
    Ok(json(&app.registry.game(&game)?.sheet(&scenario)?))
}

/// `GET /api/games/{game}/rules`
pub(crate) async fn rules(
    State(app): State<Arc<App>>,
    Path(game): Path<String>,
) -> Result<Response, Problem> {
    let ledger = app.registry.game(&game)?.ledger();
    Ok(json(&RuleBook { prefix: ledger.prefix.clone(), rules: ledger.rules.clone() }))
}

/// What may be asked of a match beside its id.
#[derive(Deserialize, Default)]
pub(crate) struct Asked {
    log: Option<usize>,
    from: Option<usize>,
    seat: Option<String>,
    action: Option<String>,
    thing: Option<String>,
    eyes: Option<String>,
}

/// `GET /api/matches/{match}`
pub(crate) async fn update(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (room, caller) = app.enter(&id, &headers).await?;
    let mut table = room.table(&app).await?;
    room.complete_for(&app, &mut table, caller.seats, None, asked.log).await?;
    Ok(raw(room.write(&mut table, caller.seats, None, asked.log).json()))
}

/// `GET /api/matches`: the matches of all tokens that come with the request.
pub(crate) async fn own(State(app): State<Arc<App>>, headers: HeaderMap) -> Result<Response, Problem> {
    let hashes = tokens::bearer(&headers)?;
    let mut ids = BTreeSet::new();
    for hash in &hashes {
        ids.extend(app.store.by_token(hash).await?);
    }
    let mut matches = Vec::new();
    for id in ids.iter().take(MOST_LISTED) {
        let summary = match app.rooms.get(&app, id).await {
            Ok(room) => {
                let Some(caller) = room.caller(&hashes) else { continue };
                let table = room.table(&app).await?;
                summary(&room, &table, &caller)
            }
            // A match that this program can't show is still somebody's.
            Err(problem) => match export::unread(&app, id, &hashes, &problem).await? {
                Some(summary) => summary,
                None => continue,
            },
        };
        matches.push(summary);
    }
    matches.sort_by_key(|m| std::cmp::Reverse(m.changed));
    Ok(json(&Own { matches }))
}

fn summary(room: &Room, table: &Table, caller: &Caller) -> Summary {
    Summary {
        r#match: room.id().to_owned(),
        game: room.begun.game.clone(),
        scenario: room.begun.scenario.clone(),
        version: table.version_for(caller.seats),
        created: room.begun.created,
        changed: table.changed_for(caller.seats),
        seats: room.info().seat_ids(caller.seats),
        chairs: room.chair_states(),
        status: table.status(),
        your_turn: !table.to_act().intersection(caller.seats).is_empty(),
        archived: table.archived,
        frozen: table.frozen.clone(),
    }
}

/// One of the caller's seats: the one named, or the one that is to act.
fn own_seat(room: &Room, table: &Table, caller: &Caller, asked: &Asked) -> Result<Seat, Problem> {
    match &asked.seat {
        Some(id) => room
            .info()
            .seat(id)
            .filter(|&seat| caller.seats.contains(seat))
            .ok_or_else(|| Problem::forbidden("not-your-seat", "that seat is not one of this chair's")),
        None => table.actor(caller.seats, asked.action.as_deref().unwrap_or("")),
    }
}

/// Whose eyes look back: those of the seats that are named (of the chair's own until the game is over), else all the chair may see.
fn eyes(room: &Room, table: &Table, caller: &Caller, asked: &Asked) -> Result<SeatSet, Problem> {
    let Some(ids) = &asked.eyes else { return Ok(table.eyes(caller.seats)) };
    let seats = ids.split(',').map(|id| room.info().seat(id)).collect::<Option<Vec<_>>>();
    let seats: SeatSet =
        seats.ok_or_else(|| Problem::bad_request("eyes: the ids of seats"))?.into_iter().collect();
    if seats.intersection(table.eyes(caller.seats)) == seats {
        return Ok(seats);
    }
    Err(Problem::forbidden("not-your-seat", "what another seat saw is told when the game is over"))
}

/// `GET /api/matches/{match}/preview`
pub(crate) async fn preview(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (room, caller) = app.enter(&id, &headers).await?;
    let action = asked.action.clone().ok_or_else(|| Problem::bad_request("action: which one?"))?;
    let (seat, copy) = {
        let table = room.table(&app).await?;
        (own_seat(&room, &table, &caller, &asked)?, table.game.fork())
    };
    Ok(json(&app.work(move |leash| copy.preview_within(Some(seat), &action, leash)).await??))
}

/// `GET /api/matches/{match}/legal`
pub(crate) async fn legal(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (room, caller) = app.enter(&id, &headers).await?;
    let table = room.table(&app).await?;
    let seat = own_seat(&room, &table, &caller, &asked)?;
    let may = table.may_act().contains(seat);
    let actions = if may { table.game.legal(seat) } else { Vec::new() };
    let quantities = if may { table.game.quantities(seat) } else { Vec::new() };
    let quantities = quantities.into_iter().collect();
    Ok(json(&Legal { seat: room.info().seat_id(seat).to_owned(), actions, quantities }))
}

/// `GET /api/matches/{match}/inspect`
pub(crate) async fn inspect(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (room, caller) = app.enter(&id, &headers).await?;
    let thing = asked.thing.ok_or_else(|| Problem::bad_request("thing: which piece or place?"))?;
    let table = room.table(&app).await?;
    Ok(json(&table.game.inspect(table.eyes(caller.seats), &thing)?))
}

/// `GET /api/matches/{match}/overlay/{overlay}`
pub(crate) async fn overlay(
    State(app): State<Arc<App>>,
    Path((id, overlay)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (room, caller) = app.enter(&id, &headers).await?;
    let table = room.table(&app).await?;
    Ok(json(&table.game.overlay(table.eyes(caller.seats), &overlay)?))
}

/// `GET /api/matches/{match}/position`
pub(crate) async fn position(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (room, caller) = app.enter(&id, &headers).await?;
    let table = room.table(&app).await?;
    Ok(json(&table.game.position(table.eyes(caller.seats))))
}

/// `GET /api/matches/{match}/log`
pub(crate) async fn log(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (room, caller) = app.enter(&id, &headers).await?;
    let table = room.whole_table(&app).await?;
    let mut events = table.sentences_from(0, eyes(&room, &table, &caller, &asked)?);
    let from = asked.from.unwrap_or(0).min(events.len());
    events.drain(..from);
    Ok(json(&LogPart { from, events }))
}

/// The match as it was after `at` actions.
pub(crate) async fn moment(app: &Arc<App>, room: &Arc<Room>, at: usize) -> Result<Box<dyn Match>, Problem> {
    let kept = app.kept_before(room.id(), at).await;
    let course = {
        let table = room.table(app).await?;
        if at > table.game.length() {
            return Err(no_such_moment(table.game.length(), at));
        }
        // What another edition of the rules makes of a match is not what was kept of it.
        let moment = kept.filter(|_| table.frozen.is_none());
        let first = moment.as_ref().map_or(0, |m| m.length);
        Course { begun: room.begun.clone(), record: table.moves_from(first), moment, undos: table.undos }
    };
    let (game, history) = (room.game.clone(), room.history.clone());
    let replay = move |leash: &Leash| {
        history.lock().unwrap_or_else(PoisonError::into_inner).at(&game, &course, at, leash)
    };
    Ok(app.work(replay).await??)
}

/// How many sentences were said to these eyes before an action.
fn said_before(played: &dyn Match, action: usize, eyes: SeatSet) -> usize {
    let later = (played.skipped()..action).map(|i| played.sentences(i, eyes));
    played.sentences_skipped(eyes) + later.sum::<usize>()
}

fn no_such_moment(length: usize, at: usize) -> Problem {
    Problem::unprocessable("no-such-moment", format!("the match has {length} actions, not {at}"))
}

/// `GET /api/matches/{match}/at/{n}`
pub(crate) async fn at(
    State(app): State<Arc<App>>,
    Path((id, at)): Path<(String, usize)>,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (room, caller) = app.enter(&id, &headers).await?;
    let actions = {
        let table = room.table(&app).await?;
        let length = table.length_for(caller.seats);
        table.moment_for(caller.seats, at).ok_or_else(|| no_such_moment(length, at))?
    };
    let played = moment(&app, &room, actions).await?;
    let mut table = room.table(&app).await?;
    let eyes = eyes(&room, &table, &caller, &asked)?;
    let before = actions.saturating_sub(1);
    let from = said_before(played.as_ref(), before, eyes);
    let mut update = room.update(&mut table, caller.seats, Some(u64::MAX), Some(0));
    drop(table);
    update.at = Some(at);
    update.undo = false;
    update.status = played.status();
    update.scene = RawValue::from_string(played.scene(eyes)).unwrap_or_default();
    update.log = LogPart { from, events: played.log(before, eyes) };
    Ok(json(&update))
}

/// `GET /api/matches/{match}/statistics`
pub(crate) async fn statistics(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (room, caller) = app.enter(&id, &headers).await?;
    let record = {
        let table = room.table(&app).await?;
        may_know_all(&room, &caller, table.is_over())?;
        engine::Record { hash: table.game.hash(), ..table.moves() }
    };
    let game = room.game.clone();
    let gather = move |leash: &Leash| crate::statistics::gather(&game, &room.begun, &record, leash);
    let found = app.work(gather).await??;
    Ok(json(&found))
}
