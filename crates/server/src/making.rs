//! Making matches: new ones, from files, from moments of others, and again with sides swapped.

use crate::app::{App, now};
use crate::guard::ClientAddress;
use crate::problem::Problem;
use crate::read::{Json, created};
use crate::room::{Caller, Room};
use crate::tokens;
use crate::wire::{
    ChairRequest, CreateRequest, Created, CreatedChair, ForkRequest, ImportRequest, PlayerKind,
};
use axum::Extension;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use engine::{Game, Match, Record, SeatSet, Seed};
use std::sync::Arc;
use store::{Chair, Entry, Kind, NewMatch};

/// `POST /api/matches`
pub(crate) async fn create(
    State(app): State<Arc<App>>,
    Extension(client): Extension<ClientAddress>,
    Json(request): Json<CreateRequest>,
) -> Result<Response, Problem> {
    let game = app.registry.game(&request.game)?.clone();
    let seed = tokens::seed()?;
    let begun = game.start(&request.scenario, &request.options, seed)?;
    let new = draft(begun.as_ref(), &seed);
    let made = seat(&app, client, game.as_ref(), new, &request.chairs).await?;
    Ok(created(&made))
}

/// `POST /api/matches/import`
pub(crate) async fn import(
    State(app): State<Arc<App>>,
    Extension(client): Extension<ClientAddress>,
    Json(request): Json<ImportRequest>,
) -> Result<Response, Problem> {
    let (game, new) = match (request.record, request.position) {
        (Some(record), None) => from_record(&app, record).await?,
        (None, Some(position)) => {
            let slug = position.get("game").and_then(serde_json::Value::as_str).unwrap_or("");
            let game = app.registry.game(slug)?.clone();
            let seed = tokens::seed()?;
            let begun = game.load_position(&position, seed)?;
            let new = NewMatch { position: Some(position.to_string()), ..draft(begun.as_ref(), &seed) };
            (game, new)
        }
        _ => return Err(Problem::bad_request("an import is a record or a position, and one of them")),
    };
    let made = seat(&app, client, game.as_ref(), new, &request.chairs).await?;
    Ok(created(&made))
}

async fn from_record(app: &Arc<App>, record: Record) -> Result<(Arc<dyn Game>, NewMatch), Problem> {
    if record.seed.is_empty() {
        return Err(Problem::unprocessable(
            "bad-record",
            "the record was saved while others were still playing: it lacks the seed, and can't be gone on with",
        ));
    }
    let game = app.registry.game(&record.game)?.clone();
    let seed = Seed::parse(&record.seed).map_err(|e| Problem::unprocessable("bad-record", e))?;
    let checked = game.clone();
    let (record, played) = app
        .work(move || {
            let played = checked.load_record(&record);
            (record, played)
        })
        .await?;
    let mut new = draft(played?.as_ref(), &seed);
    new.position = record.position.as_ref().map(ToString::to_string);
    let mut entries = Vec::with_capacity(record.actions.len());
    let mut add = |kind, seat: &str, text: String| {
        let seq = entries.len() as u64 + 1;
        entries.push(Entry { seq, kind, seat: seat.to_owned(), text, key: None, at: new.created });
    };
    for i in 0..=record.actions.len() {
        for script in record.dice.iter().filter(|s| s.before == i) {
            add(Kind::Dice, "", serde_json::to_string(&script.rolls).unwrap_or_default());
        }
        if let Some((seat, text)) = record.actions.get(i) {
            add(Kind::Act, seat, text.clone());
        }
    }
    new.entries = entries;
    Ok((game, new))
}

/// `POST /api/matches/{match}/fork`
pub(crate) async fn fork(
    State(app): State<Arc<App>>,
    Extension(client): Extension<ClientAddress>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Json(request): Json<ForkRequest>,
) -> Result<Response, Problem> {
    let (room, caller) = app.enter(&id, &headers).await?;
    let moment = crate::looking::moment(&app, &room, request.at, |table| {
        may_know_all(&room, &caller, table.is_over())
    })
    .await?;
    // New dice: those of the old seed are known to everybody by now.
    let seed = tokens::seed()?;
    let game = app.registry.game(&room.begun.game)?.clone();
    let position = moment.position(SeatSet::ALL);
    let begun = game.load_position(&position, seed)?;
    let new = NewMatch {
        position: Some(position.to_string()),
        parent: Some(room.id().to_owned()),
        relation: Some("fork".to_owned()),
        ..draft(begun.as_ref(), &seed)
    };
    let made = seat(&app, client, game.as_ref(), new, &request.chairs).await?;
    Ok(created(&made))
}

/// Only of a finished game, or by somebody who holds every seat, may the whole truth be had.
pub(crate) fn may_know_all(room: &Room, caller: &Caller, over: bool) -> Result<(), Problem> {
    if over || caller.seats == room.all_seats {
        return Ok(());
    }
    Err(Problem::forbidden(
        "not-over",
        "this can be had when the game is over, or by whoever holds every seat",
    ))
}

/// `POST /api/matches/{match}/rematch`
pub(crate) async fn rematch(
    State(app): State<Arc<App>>,
    Extension(client): Extension<ClientAddress>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (room, caller) = app.enter(&id, &headers).await?;
    caller.must_play("a spectator can't ask for a rematch")?;
    let known = {
        let table = room.table(&app).await?;
        if !table.is_over() {
            return Err(Problem::conflict("not-over", "a rematch can be had when the game is over"));
        }
        table.rematch.clone()
    };
    if let Some(known) = known {
        return Ok(created(&again(&app, &known).await?));
    }
    app.limits.creation(client.0)?;
    let seed = tokens::seed()?;
    let game = app.registry.game(&room.begun.game)?.clone();
    let options = serde_json::from_str(&room.begun.options)
        .map_err(|_| Problem::internal("the match's options can't be read"))?;
    let begun = game.start(&room.begun.scenario, &options, seed)?;
    let new = NewMatch {
        parent: Some(room.id().to_owned()),
        relation: Some("rematch".to_owned()),
        chairs: swapped(&room.begun.chairs),
        ..draft(begun.as_ref(), &seed)
    };
    let new_id = new.id.clone();
    let fresh = match app.store.create(new).await {
        Ok(()) => new_id,
        // The other player asked at the same moment: both get the one that is there.
        Err(error) => match app.store.load(room.id()).await?.and_then(|stored| stored.rematch) {
            Some(theirs) => theirs,
            None => return Err(error.into()),
        },
    };
    app.metrics.created.add(1);
    room.table(&app).await?.rematch = Some(fresh.clone());
    room.tell_all("rematch", &crate::wire::RematchNews { r#match: fresh.clone() });
    Ok(created(&again(&app, &fresh).await?))
}

/// The chairs with their seats passed on to the next one; tokens stay with their owners.
fn swapped(chairs: &[Chair]) -> Vec<Chair> {
    let players: Vec<usize> = (0..chairs.len()).filter(|&i| !chairs[i].seats.is_empty()).collect();
    let mut swapped = chairs.to_vec();
    for (i, &chair) in players.iter().enumerate() {
        let next = players[(i + 1) % players.len()];
        swapped[chair].seats.clone_from(&chairs[next].seats);
    }
    swapped
}

/// What is said of a rematch: everybody's token stays what it was.
async fn again(app: &Arc<App>, id: &str) -> Result<Created, Problem> {
    let room = app.rooms.get(app, id).await?;
    let chairs = room.chair_states().into_iter();
    let chairs = chairs.map(|c| CreatedChair { seats: c.seats, kind: c.kind, token: None }).collect();
    Ok(Created { r#match: id.to_owned(), chairs, spectator: String::new() })
}

/// A match without chairs yet.
fn draft(begun: &dyn Match, seed: &Seed) -> NewMatch {
    NewMatch {
        game: begun.info().game.clone(),
        rules: i64::from(begun.info().version),
        scenario: begun.scenario().to_owned(),
        options: serde_json::to_string(begun.options()).unwrap_or_default(),
        seed: seed.to_string(),
        created: now(),
        id: tokens::match_id().unwrap_or_default(),
        ..NewMatch::default()
    }
}

/// Gives a match its chairs and writes it.
async fn seat(
    app: &Arc<App>,
    client: ClientAddress,
    game: &dyn Game,
    mut new: NewMatch,
    asked: &[ChairRequest],
) -> Result<Created, Problem> {
    check_chairs(game, &new.scenario, asked)?;
    app.limits.creation(client.0)?;
    let most = app.config.limits.open_matches;
    if app.store.count_open().await? >= most {
        let detail = format!("{most} matches are open, and that is the limit; put old ones away first");
        return Err(Problem::full("too-many-matches", detail));
    }
    let mut chairs = Vec::new();
    for request in asked {
        let kind = request.player.kind;
        let token = if kind == PlayerKind::Computer { None } else { Some(tokens::token()?) };
        new.chairs.push(Chair {
            seats: request.seats.join(","),
            kind: kind.word().to_owned(),
            level: (kind == PlayerKind::Computer).then(|| level(game, request)),
            token: token.as_deref().map(tokens::hash),
        });
        chairs.push(CreatedChair { seats: request.seats.clone(), kind, token });
    }
    let spectator = tokens::token()?;
    new.chairs.push(Chair {
        seats: String::new(),
        kind: "spectator".to_owned(),
        level: None,
        token: Some(tokens::hash(&spectator)),
    });
    let id = new.id.clone();
    app.store.create(new).await?;
    app.metrics.created.add(1);
    // Loading it sets its computers going.
    app.rooms.get(app, &id).await?;
    Ok(Created { r#match: id, chairs, spectator })
}

/// The level asked for, or the one in the middle.
fn level(game: &dyn Game, request: &ChairRequest) -> String {
    let levels = game.levels();
    let middle = levels.get(levels.len() / 2).map(|l| l.level.clone());
    request.player.level.clone().or(middle).unwrap_or_default()
}

/// Every seat of the scenario in exactly one chair, and computers that exist.
fn check_chairs(game: &dyn Game, scenario: &str, asked: &[ChairRequest]) -> Result<(), Problem> {
    let bad = |detail: String| Err(Problem::unprocessable("bad-chairs", detail));
    let Some(scenario) = game.info().scenario(scenario) else { return bad("unknown scenario".to_owned()) };
    let mut left: Vec<&str> = scenario.seats.iter().map(String::as_str).collect();
    for chair in asked {
        if chair.seats.is_empty() {
            return bad("a chair has at least one seat".to_owned());
        }
        for seat in &chair.seats {
            match left.iter().position(|s| s == seat) {
                Some(i) => drop(left.remove(i)),
                None => {
                    return bad(format!(
                        "the seat \"{}\" is not in this scenario, or in two chairs (the seats are: {})",
                        seat.chars().take(40).collect::<String>(),
                        scenario.seats.join(", ")
                    ));
                }
            }
        }
        if chair.player.kind == PlayerKind::Computer {
            check_level(game, chair.player.level.as_deref())?;
        }
    }
    if left.is_empty() { Ok(()) } else { bad(format!("nobody plays {}", left.join(", "))) }
}

/// A computer player of that level exists.
fn check_level(game: &dyn Game, level: Option<&str>) -> Result<(), Problem> {
    let levels = game.levels();
    let all: Vec<_> = levels.iter().map(|l| l.level.as_str()).collect();
    let detail = match level {
        _ if all.is_empty() => format!("{} has no computer players", game.info().game),
        Some(level) if !all.contains(&level) => {
            format!("there is no computer player of that level (there are: {})", all.join(", "))
        }
        _ => return Ok(()),
    };
    Err(Problem::unprocessable("bad-chairs", detail))
}
