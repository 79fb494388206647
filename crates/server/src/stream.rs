//! Updates by server-sent events. A reader that comes back says which version it saw last and is told the rest.

use crate::app::App;
use crate::guard::ClientAddress;
use crate::limits::StreamPlace;
use crate::problem::Problem;
use crate::room::{Caller, Frame, Room};
use axum::Extension;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{broadcast, mpsc};
use tokio_stream::wrappers::ReceiverStream;

/// How many events may wait for a slow line.
const WAITING: usize = 4;

/// From where on.
#[derive(Deserialize)]
pub(crate) struct From {
    from: Option<u64>,
}

/// `GET /api/matches/{match}/events`
pub(crate) async fn events(
    State(app): State<Arc<App>>,
    Extension(client): Extension<ClientAddress>,
    Path(id): Path<String>,
    Query(from): Query<From>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (room, caller) = app.enter(&id, &headers).await?;
    let place = app.limits.stream(client.0)?;
    let last = headers.get("last-event-id").and_then(|v| v.to_str().ok()).and_then(|v| v.parse().ok());
    let seen = last.or(from.from);
    let (sender, receiver) = mpsc::channel(WAITING);
    tokio::spawn(feed(app, room, caller, seen, sender, place));
    let stream = Sse::new(ReceiverStream::new(receiver))
        .keep_alive(KeepAlive::new().interval(Duration::from_secs(15)).text("still here"));
    let mut response = stream.into_response();
    // Proxies that buffer would hold updates back.
    response
        .headers_mut()
        .insert(HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));
    Ok(response)
}

type Sender = mpsc::Sender<Result<Event, Infallible>>;

async fn feed(
    app: Arc<App>,
    room: Arc<Room>,
    caller: Caller,
    seen: Option<u64>,
    sender: Sender,
    place: StreamPlace,
) {
    room.attend(&caller.chairs, true);
    let _ = follow(&app, &room, &caller, seen, &sender).await;
    room.attend(&caller.chairs, false);
    drop(place);
}

/// Ends with `None` when the reader is gone or the server ends.
async fn follow(
    app: &Arc<App>,
    room: &Arc<Room>,
    caller: &Caller,
    seen: Option<u64>,
    sender: &Sender,
) -> Option<()> {
    let mut stopping = app.stopping.clone();
    let (mut frames, first) = {
        let mut table = room.table(app).await.ok()?;
        if seen.is_some_and(|version| version > table.version) {
            // The reader has been told more by another server.
            drop(table);
            room.catch_up(app).await.ok()?;
            table = room.table(app).await.ok()?;
        }
        let frames = room.follow(caller.seats);
        let known = seen.filter(|&version| version <= table.version);
        let first = (known != Some(table.version)).then(|| Frame {
            event: "update",
            version: Some(table.version),
            data: room.write(&mut table, caller.seats, known, None),
        });
        (frames, first)
    };
    let mut last = seen.unwrap_or(0);
    if let Some(frame) = first {
        send(sender, frame, &mut last).await?;
    }
    loop {
        let heard = tokio::select! {
            () = sender.closed() => return None,
            _ = stopping.wait_for(|&stop| stop) => return None,
            heard = frames.recv() => heard,
        };
        let frame = match heard {
            Ok(frame) => frame,
            Err(broadcast::error::RecvError::Lagged(_)) => {
                let mut table = room.table(app).await.ok()?;
                let data = room.write(&mut table, caller.seats, Some(last), None);
                Frame { event: "update", version: Some(table.version), data }
            }
            Err(broadcast::error::RecvError::Closed) => return None,
        };
        if frame.version.is_some_and(|version| version <= last) {
            continue;
        }
        send(sender, frame, &mut last).await?;
    }
}

async fn send(sender: &Sender, frame: Frame, last: &mut u64) -> Option<()> {
    let mut event = Event::default().event(frame.event).data(&*frame.data);
    if let Some(version) = frame.version {
        event = event.id(version.to_string());
        *last = version;
    }
    sender.send(Ok(event)).await.ok()
}
