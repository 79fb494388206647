//! Making matches: new ones, from moments of others, and again with sides swapped.

use crate::app::{App, now};
use crate::chairs::{self, may_know_all};
use crate::guard::ClientAddress;
use crate::problem::Problem;
use crate::read::{Json, Whole, created};
use crate::tokens;
use crate::wire::{CreateRequest, Created, CreatedChair, ForkRequest};
use axum::Extension;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use engine::{Game, Match, SeatSet, Seed};
use std::sync::Arc;
use store::{Chair, NewMatch};

/// `POST /api/matches`
pub(crate) async fn create(
    State(app): State<Arc<App>>,
    Extension(client): Extension<ClientAddress>,
    Json(request): Json<CreateRequest>,
) -> Result<Response, Problem> {
    let game = app.registry.game(&request.game)?.clone();
    let seed = tokens::seed()?;
    let begun = game.start(&request.scenario, &request.options, seed)?;
    let new = draft(game.as_ref(), begun.as_ref(), &seed);
    let seatings = chairs::asked(game.as_ref(), &new.scenario, &request.chairs)?;
    app.limits.creation(client.0)?;
    Ok(created(&chairs::seat(&app, client, new, seatings).await?))
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
    may_know_all(&room, &caller, room.table(&app).await?.is_over())?;
    let moment = crate::looking::moment(&app, &room, request.at).await?;
    // New dice: those of the old seed are known to everybody by now.
    let seed = tokens::seed()?;
    let game = room.game.clone();
    let position = moment.position(SeatSet::ALL);
    let begun = game.load_position(&position, seed)?;
    let new = NewMatch {
        position: Some(position.to_string()),
        parent: Some(room.id().to_owned()),
        relation: Some("fork".to_owned()),
        ..draft(game.as_ref(), begun.as_ref(), &seed)
    };
    let seatings = chairs::asked(game.as_ref(), &new.scenario, &request.chairs)?;
    app.limits.creation(client.0)?;
    Ok(created(&chairs::seat(&app, client, new, seatings).await?))
}

/// `POST /api/matches/{match}/rematch`
pub(crate) async fn rematch(
    State(app): State<Arc<App>>,
    Extension(client): Extension<ClientAddress>,
    Path(id): Path<String>,
    headers: HeaderMap,
    _body: Whole,
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
    let game = room.game.clone();
    let options = serde_json::from_str(&room.begun.options)
        .map_err(|_| Problem::internal("the match's options can't be read"))?;
    let begun = game.start(&room.begun.scenario, &options, seed)?;
    let new = NewMatch {
        parent: Some(room.id().to_owned()),
        relation: Some("rematch".to_owned()),
        chairs: swapped(&app.store.chairs(room.id()).await?),
        ..draft(game.as_ref(), begun.as_ref(), &seed)
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
    let chairs =
        chairs.map(|c| CreatedChair { seats: c.seats, kind: c.kind, token: None, invite: None }).collect();
    Ok(Created { r#match: id.to_owned(), chairs, spectator: String::new() })
}

/// A match without chairs yet.
pub(crate) fn draft(game: &dyn Game, begun: &dyn Match, seed: &Seed) -> NewMatch {
    NewMatch {
        game: begun.info().game.clone(),
        rules: i64::from(begun.info().version),
        data: game.fingerprint().to_owned(),
        scenario: begun.scenario().to_owned(),
        options: serde_json::to_string(begun.options()).unwrap_or_default(),
        seed: seed.to_string(),
        created: now(),
        id: tokens::match_id().unwrap_or_default(),
        ..NewMatch::default()
    }
}
