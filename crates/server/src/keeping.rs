//! What a seat keeps for itself: standing orders, which answer for it, and notes, which nobody else reads.

use crate::app::App;
use crate::playing::finish;
use crate::problem::Problem;
use crate::read::{Json, json};
use crate::room::{Caller, Frame, Room};
use crate::table::Table;
use crate::wire::{NoteRequest, Notes, OrderRequest, SeatOrder, Standing};
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use engine::{Seat, SeatSet};
use serde::Serialize;
use std::sync::Arc;
use std::time::Duration;
use store::Kind;

/// The longest order, as JSON.
const LONGEST_ORDER: usize = 1_024;

/// `GET /api/matches/{match}/orders`
pub(crate) async fn orders(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (room, caller) = app.enter(&id, &headers).await?;
    caller.must_play("a spectator has no orders to give")?;
    let table = room.table(&app).await?;
    Ok(json(&standing(&room, &table, caller.seats)))
}

/// `POST /api/matches/{match}/orders`: leaves an answer for a kind of question. What it answers now is answered at once.
pub(crate) async fn order(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Json(request): Json<OrderRequest>,
) -> Result<Response, Problem> {
    change_orders(app, &id, &headers, request, Kind::Order).await
}

/// `POST /api/matches/{match}/orders/revoke`: takes an order back.
pub(crate) async fn revoke(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Json(request): Json<OrderRequest>,
) -> Result<Response, Problem> {
    change_orders(app, &id, &headers, request, Kind::Revoke).await
}

/// `GET /api/matches/{match}/notes`
pub(crate) async fn notes(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (room, caller) = app.enter(&id, &headers).await?;
    caller.must_play("a spectator keeps no notes here")?;
    let table = room.table(&app).await?;
    Ok(json(&Notes { notes: table.game.notes(caller.seats) }))
}

/// `POST /api/matches/{match}/notes`: writes a note; an empty text removes it.
pub(crate) async fn note(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Json(request): Json<NoteRequest>,
) -> Result<Response, Problem> {
    let (room, caller) = app.enter(&id, &headers).await?;
    caller.must_play("a spectator keeps no notes here")?;
    let seat = seat(&room, &caller, request.seat.as_deref())?;
    let text = serde_json::to_string(&(&request.thing, &request.text)).unwrap_or_default();
    let known = move |table: &Table| {
        let notes = table.game.notes(SeatSet::one(seat));
        let found = notes.iter().find(|n| n.thing == request.thing);
        found.map_or(request.text.is_empty(), |n| n.text == request.text)
    };
    let seats = caller.seats;
    keep(app, room, seat, Kind::Note, text, known, move |_, table| {
        json(&Notes { notes: table.game.notes(seats) })
    })
    .await
}

async fn change_orders(
    app: Arc<App>,
    id: &str,
    headers: &HeaderMap,
    request: OrderRequest,
    kind: Kind,
) -> Result<Response, Problem> {
    let (room, caller) = app.enter(id, headers).await?;
    caller.must_play("a spectator has no orders to give")?;
    let seat = seat(&room, &caller, request.seat.as_deref())?;
    let text = serde_json::to_string(&request.order).unwrap_or_default();
    if text.len() > LONGEST_ORDER {
        let detail = format!("an order has at most {LONGEST_ORDER} bytes");
        return Err(Problem::unprocessable("long-order", detail));
    }
    // The same order twice is one: a request whose answer got lost can be sent again.
    let known = move |table: &Table| kind == Kind::Order && table.game.orders(seat).contains(&request.order);
    let seats = caller.seats;
    keep(app, room, seat, kind, text, known, move |room, table| json(&standing(room, table, seats))).await
}

/// One of the caller's seats: the one named, or its only one.
fn seat(room: &Room, caller: &Caller, named: Option<&str>) -> Result<Seat, Problem> {
    match named {
        Some(id) => room
            .info()
            .seat(id)
            .filter(|&seat| caller.seats.contains(seat))
            .ok_or_else(|| Problem::forbidden("not-your-seat", "that seat is not one of this chair's")),
        None if caller.seats.len() == 1 => {
            caller.seats.first().ok_or_else(|| Problem::bad_request("seat: which one?"))
        }
        None => Err(Problem::bad_request("seat: which of the chair's seats?")),
    }
}

/// Writes down something that a seat keeps, unless it is known already. It answers to no version: nobody else's affair.
async fn keep(
    app: Arc<App>,
    room: Arc<Room>,
    seat: Seat,
    kind: Kind,
    text: String,
    known: impl Fn(&Table) -> bool + Send + 'static,
    answer: impl FnOnce(&Room, &Table) -> Response + Send + 'static,
) -> Result<Response, Problem> {
    finish(async move {
        let mut table = room.table(&app).await?;
        if kind != Kind::Note && table.is_over() {
            return Err(Problem::conflict("game-over", "the game is over"));
        }
        let id = room.info().seat_id(seat).to_owned();
        while !known(&table) {
            let entry = Room::entry(kind, id.clone(), text.clone(), None);
            match room.commit(&app, &mut table, entry).await {
                Ok(_) => {
                    tell(&room, &table, kind, SeatSet::one(seat));
                    break;
                }
                // Another server wrote something first.
                Err(problem) if problem.code == "stale" => {}
                Err(problem) => return Err(problem),
            }
        }
        let answer = answer(&room, &table);
        drop(table);
        crate::computer::drive(&app, &room, Duration::ZERO);
        Ok(answer)
    })
    .await
}

/// Tells the owner's other screens what the seat keeps now.
pub(crate) fn tell(room: &Room, table: &Table, kind: Kind, seat: SeatSet) {
    for audience in room.audiences() {
        let seats = SeatSet(audience);
        if seat.intersection(seats).is_empty() {
            continue;
        }
        let frame = match kind {
            Kind::Note => Frame::new("notes", &Notes { notes: table.game.notes(seats) }),
            _ => Frame::new("orders", &standing(room, table, seats)),
        };
        room.tell(audience, frame);
    }
}

/// The orders of these seats, and what one of them would answer now.
fn standing(room: &Room, table: &Table, seats: SeatSet) -> Standing {
    let id = |seat: Seat| room.info().seat_id(seat).to_owned();
    let of = |seat: Seat| table.game.orders(seat).into_iter().map(move |order| (seat, order));
    let due = table.held_back().filter(|(seat, _)| seats.contains(*seat));
    Standing {
        orders: seats.iter().flat_map(of).map(|(seat, order)| SeatOrder { seat: id(seat), order }).collect(),
        due: due.map(|(seat, action)| (id(seat), action)),
    }
}

/// What these seats have ordered, to be put into a saved game.
#[derive(Clone, Debug, Default, Serialize, serde::Deserialize)]
pub(crate) struct SavedOrder {
    pub(crate) seat: String,
    /// As JSON.
    pub(crate) order: String,
}

/// All standing orders of a match.
pub(crate) fn saved(room: &Room, table: &Table) -> Vec<SavedOrder> {
    let all = standing(room, table, room.all_seats).orders.into_iter();
    let text = |order: &engine::Order| serde_json::to_string(order).unwrap_or_default();
    all.map(|o| SavedOrder { order: text(&o.order), seat: o.seat }).collect()
}
