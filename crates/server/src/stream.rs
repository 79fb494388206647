//! Updates by server-sent events. A reader that comes back says which version it saw last and is told the rest.

use crate::app::App;
use crate::guard::ClientAddress;
use crate::limits::StreamPlace;
use crate::listening::{Handover, Patient};
use crate::problem::Problem;
use crate::room::{Caller, Frame, Room};
use axum::Extension;
use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Version, header};
use axum::response::Response;
use hyper::body::Buf;
use serde::Deserialize;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::sync::broadcast;

/// How often something is sent on a quiet line, so that nobody on the way takes it for dead.
const QUIET: Duration = Duration::from_secs(15);
const STILL_HERE: Bytes = Bytes::from_static(b": still here\n\n");

/// From where on.
#[derive(Deserialize)]
pub(crate) struct From {
    from: Option<u64>,
    /// `changes` for events that say what changed in the scene.
    scenes: Option<String>,
}

/// `GET /api/matches/{match}/events`
pub(crate) async fn events(
    State(app): State<Arc<App>>,
    Extension(client): Extension<ClientAddress>,
    Extension(handover): Extension<Handover>,
    version: Version,
    Path(id): Path<String>,
    Query(from): Query<From>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (room, caller) = app.enter(&id, &headers).await?;
    let place = app.limits.stream(client.0)?;
    let last = headers.get("last-event-id").and_then(|v| v.to_str().ok()).and_then(|v| v.parse().ok());
    let seen = last.or(from.from);
    let changes = from.scenes.as_deref() == Some("changes");
    let reader = Reader { caller, changes, whole: false, last: seen.unwrap_or(0) };
    let in_pieces = version >= Version::HTTP_11;
    let take = move |line| feed(app, room, reader, seen, Line { line, in_pieces }, place);
    let mut response = Response::new(handover.give(take));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    // Proxies that buffer would hold updates back.
    headers.insert(HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));
    Ok(response)
}

/// The connection of a reader. It gives itself up when its reader does not read.
struct Line {
    line: Patient,
    /// Whether the body comes in pieces that say how long they are, as HTTP/1.1 has it.
    in_pieces: bool,
}

impl Line {
    /// Ends with `None` if the reader is gone, or does not read.
    async fn send(&mut self, bytes: Bytes) -> Option<()> {
        if !self.in_pieces {
            return self.line.write_all(&bytes).await.ok();
        }
        let head = format!("{:x}\r\n", bytes.len());
        let mut piece = Buf::chain(Buf::chain(head.as_bytes(), bytes), &b"\r\n"[..]);
        self.line.write_all_buf(&mut piece).await.ok()
    }

    /// Waits until the reader is gone. It has nothing more to say: whoever speaks is not understood.
    async fn gone(&mut self) {
        let _ = self.line.read(&mut [0]).await;
    }

    async fn end(mut self) {
        if self.in_pieces {
            let _ = self.line.write_all(b"0\r\n\r\n").await;
        }
        let _ = self.line.shutdown().await;
    }
}

/// Whoever reads a stream, and what it knows.
struct Reader {
    caller: Caller,
    /// Whether it wants to know what changed, once it has a whole scene.
    changes: bool,
    whole: bool,
    /// The last version it was told.
    last: u64,
}

async fn feed(
    app: Arc<App>,
    room: Arc<Room>,
    mut reader: Reader,
    seen: Option<u64>,
    mut line: Line,
    place: StreamPlace,
) {
    let chairs = reader.caller.chairs.clone();
    room.attend(&chairs, true);
    app.turns.promote(room.id());
    let _ = follow(&app, &room, &mut reader, seen, &mut line).await;
    room.attend(&chairs, false);
    drop(place);
    line.end().await;
}

/// Ends with `None` when the reader is gone or the server ends.
async fn follow(
    app: &Arc<App>,
    room: &Arc<Room>,
    reader: &mut Reader,
    seen: Option<u64>,
    line: &mut Line,
) -> Option<()> {
    let mut stopping = app.stopping.clone();
    let seats = reader.caller.seats;
    let (mut frames, first) = {
        let mut table = room.table(app).await.ok()?;
        if seen.is_some_and(|version| version > table.version_for(seats)) {
            // The reader has been told more by another server.
            drop(table);
            Box::pin(room.catch_up(app)).await.ok()?;
            table = room.table(app).await.ok()?;
        }
        let frames = room.follow(seats, reader.changes);
        let version = table.version_for(seats);
        let known = seen.filter(|&seen| seen <= version);
        let first = if known == Some(version) {
            None
        } else {
            room.complete_for(app, &mut table, seats, known, None).await.ok()?;
            Some(room.write(&mut table, seats, known, None))
        };
        (frames, first)
    };
    if let Some(frame) = first {
        line.send(reader.event(&frame)).await?;
    }
    loop {
        let heard = tokio::select! {
            () = line.gone() => return None,
            _ = stopping.wait_for(|&stop| stop) => return None,
            heard = frames.recv() => Some(heard),
            () = tokio::time::sleep(QUIET) => None,
        };
        let Some(heard) = heard else {
            line.send(STILL_HERE).await?;
            continue;
        };
        let frame = match heard {
            Ok(frame) => frame,
            Err(broadcast::error::RecvError::Lagged(_)) => {
                let mut table = room.table(app).await.ok()?;
                room.complete_for(app, &mut table, seats, Some(reader.last), None).await.ok()?;
                room.write(&mut table, seats, Some(reader.last), None)
            }
            Err(broadcast::error::RecvError::Closed) => return None,
        };
        if frame.version.is_some_and(|version| version <= reader.last) {
            continue;
        }
        line.send(reader.event(&frame)).await?;
    }
}

impl Reader {
    /// A frame as this reader wants it.
    fn event(&mut self, frame: &Frame) -> Bytes {
        let Some(version) = frame.version else { return frame.event() };
        let event = if self.changes && self.whole { frame.change(self.last) } else { frame.event() };
        self.whole = true;
        self.last = version;
        event
    }
}
