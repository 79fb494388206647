//! Chairs: who may sit on them, and how one comes to hold one. A link is an invitation that works once; the token that it
//! is exchanged for is known to whoever followed it, and to nobody else.

use crate::app::App;
use crate::guard::ClientAddress;
use crate::problem::Problem;
use crate::read::{Json, Whole, created, json};
use crate::room::{Caller, Room};
use crate::tokens;
use crate::wire::{
    ChairRequest, Created, CreatedChair, Done, InviteRequest, Invited, JoinRequest, Joined, PlayerKind,
};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use engine::Game;
use std::sync::Arc;
use store::{Chair, NewMatch};

/// The most chairs of a match, spectators' included: each has a bit of its own.
const MOST_CHAIRS: usize = 16;

/// A chair that is about to be made.
pub(crate) struct Seating {
    pub(crate) chair: Chair,
    /// What its maker is told: the token of a chair here, the invitation to one elsewhere.
    pub(crate) token: Option<String>,
    pub(crate) invite: Option<String>,
}

/// The chairs that were asked for.
pub(crate) fn asked(
    game: &dyn Game,
    scenario: &str,
    asked: &[ChairRequest],
) -> Result<Vec<Seating>, Problem> {
    check(game, scenario, asked)?;
    let seating = |request: &ChairRequest| {
        let kind = request.player.kind;
        let token = (kind == PlayerKind::Here).then(tokens::token).transpose()?;
        let invite = (kind == PlayerKind::Link).then(tokens::token).transpose()?;
        let chair = Chair {
            seats: request.seats.join(","),
            kind: kind.word().to_owned(),
            level: (kind == PlayerKind::Computer).then(|| level(game, request)),
            invite: invite.as_deref().map(tokens::hash),
            tokens: token.as_deref().map(tokens::hash).into_iter().collect(),
        };
        Ok(Seating { chair, token, invite })
    };
    asked.iter().map(seating).collect()
}

/// Gives a match its chairs and writes it. The caller has asked the limits for leave.
pub(crate) async fn seat(
    app: &Arc<App>,
    client: ClientAddress,
    mut new: NewMatch,
    seatings: Vec<Seating>,
) -> Result<Created, Problem> {
    let most = app.config.limits.open_matches;
    if app.store.count_open().await? >= most {
        let detail = format!("{most} matches are open, and that is the limit; put old ones away first");
        return Err(Problem::full("too-many-matches", detail));
    }
    let mut chairs = Vec::new();
    for Seating { chair, token, invite } in seatings {
        chairs.push(CreatedChair {
            seats: chair.seats.split(',').map(str::to_owned).collect(),
            kind: PlayerKind::parse(&chair.kind).unwrap_or(PlayerKind::Here),
            token,
            invite,
        });
        new.chairs.push(chair);
    }
    let spectator = tokens::token()?;
    new.chairs.push(Chair {
        kind: "spectator".to_owned(),
        tokens: vec![tokens::hash(&spectator)],
        ..Chair::default()
    });
    let id = new.id.clone();
    app.store.create(new).await?;
    app.metrics.created.add(1);
    // Loading it sets its computers going.
    let room = app.rooms.get(app, &id).await?;
    room.made_by(&crate::limits::network(client.0).to_string());
    Ok(Created { r#match: id, chairs, spectator })
}

/// `POST /api/matches/{match}/join`: exchanges an invitation for a token that nobody else has.
pub(crate) async fn join(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Json(request): Json<JoinRequest>,
) -> Result<Response, Problem> {
    let invite = tokens::hash(&request.invite);
    let used = || {
        Problem::new(
            StatusCode::GONE,
            "invitation-used",
            "this invitation was used before or taken back; ask for a new one, and wonder who used it",
        )
    };
    if id.len() > 64 || !app.store.chairs(&id).await?.iter().any(|c| c.invite.as_ref() == Some(&invite)) {
        return Err(used());
    }
    let token = tokens::token()?;
    let hash = tokens::hash(&token);
    if !app.store.join(&id, invite, hash.clone()).await? {
        return Err(used());
    }
    let room = app.rooms.get(&app, &id).await?;
    room.renew_chairs(app.store.chairs(&id).await?);
    let seats = room.caller(&[hash]).map(|c| room.info().seat_ids(c.seats)).unwrap_or_default();
    Ok(created(&Joined { r#match: id, seats, token }))
}

/// `POST /api/matches/{match}/invite`: a new invitation to a chair of one's own, for another device, or to one that
/// nobody has come to yet.
pub(crate) async fn invite(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Json(request): Json<InviteRequest>,
) -> Result<Response, Problem> {
    let (room, caller) = app.enter(&id, &headers).await?;
    caller.must_play("a spectator can't invite")?;
    let chair = match &request.seats {
        None => caller.chairs.iter().copied().find(|&i| !room.chairs[i].seats.is_empty()),
        Some(seats) => (0..room.chairs.len()).find(|&i| room.info().seat_ids(room.chairs[i].seats) == *seats),
    };
    let chair = chair.ok_or_else(|| Problem::not_found("chair"))?;
    let free = room.chairs[chair].kind == Some(PlayerKind::Link) && !room.is_taken(chair);
    if !free && !caller.chairs.contains(&chair) {
        return Err(Problem::forbidden(
            "not-your-chair",
            "only whoever sits there can invite to that chair now",
        ));
    }
    let code = tokens::token()?;
    app.store.invite(&id, chair, tokens::hash(&code)).await?;
    room.renew_chairs(app.store.chairs(&id).await?);
    Ok(created(&Invited { seats: room.info().seat_ids(room.chairs[chair].seats), invite: code }))
}

/// `POST /api/matches/{match}/revoke`: only the tokens of this request keep their chairs; the others' are worth nothing.
pub(crate) async fn revoke(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    _body: Whole,
) -> Result<Response, Problem> {
    let (room, caller) = app.enter(&id, &headers).await?;
    caller.must_play("a spectator holds no chair")?;
    let hashes = tokens::bearer(&headers)?;
    for &chair in caller.chairs.iter().filter(|&&i| !room.chairs[i].seats.is_empty()) {
        app.store.revoke(&id, chair, hashes.clone()).await?;
    }
    room.renew_chairs(app.store.chairs(&id).await?);
    Ok(json(&Done { ok: true }))
}

/// Only of a finished game, or where every seat sits at one screen, may the whole truth be had.
pub(crate) fn may_know_all(room: &Room, caller: &Caller, over: bool) -> Result<(), Problem> {
    let here = || room.chairs.iter().all(|c| matches!(c.kind, None | Some(PlayerKind::Here)));
    if over || (caller.seats == room.all_seats && here()) {
        return Ok(());
    }
    Err(Problem::forbidden(
        "not-over",
        "this can be had when the game is over, or where every seat sits at one screen",
    ))
}

/// The level asked for, or the one in the middle.
fn level(game: &dyn Game, request: &ChairRequest) -> String {
    let levels = game.levels();
    let middle = levels.get(levels.len() / 2).map(|l| l.level.clone());
    request.player.level.clone().or(middle).unwrap_or_default()
}

/// Every seat of the scenario in exactly one chair, and computers that exist.
fn check(game: &dyn Game, scenario: &str, asked: &[ChairRequest]) -> Result<(), Problem> {
    let bad = |detail: String| Err(Problem::unprocessable("bad-chairs", detail));
    let Some(scenario) = game.info().scenario(scenario) else { return bad("unknown scenario".to_owned()) };
    if asked.len() >= MOST_CHAIRS {
        return bad(format!("a match has fewer than {MOST_CHAIRS} chairs"));
    }
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
