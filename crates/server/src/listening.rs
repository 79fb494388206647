//! Connections: accepted up to a number, given up when they dawdle, ended with the server.

use crate::app::App;
use crate::config::Limits;
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::Sleep;
use tower_service::Service;

/// The longest head of a request. A request may carry many tokens.
const LONGEST_HEAD: usize = 24 << 10;
/// Descriptors that are kept for the database, files and the like.
const KEPT: u64 = 64;
/// What is said to a connection that is one too many.
const TOO_MANY: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 10\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";

/// Asks the system for as many descriptors as it gives, and keeps the number of connections below that.
pub(crate) fn fit_to_descriptors(limits: &mut Limits) {
    match rlimit::increase_nofile_limit(u64::from(u32::MAX)) {
        Ok(most) => limits.connections = limits.connections.min(most.saturating_sub(KEPT).max(16) as usize),
        Err(error) => tracing::info!(%error, "the number of descriptors stays as it is"),
    }
}

/// The open connections by client.
#[derive(Default)]
pub(crate) struct Connections(Mutex<(usize, HashMap<IpAddr, usize>)>);

/// A place among the connections; given back when dropped.
struct Place {
    app: Arc<App>,
    client: IpAddr,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = self.app.connections.open();
        open.0 = open.0.saturating_sub(1);
        if let Some(count) = open.1.get_mut(&self.client) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                open.1.remove(&self.client);
            }
        }
    }
}

impl Connections {
    fn open(&self) -> std::sync::MutexGuard<'_, (usize, HashMap<IpAddr, usize>)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
    /// How many are open.
    pub(crate) fn count(&self) -> usize {
        self.open().0
    }
}

fn place(app: &Arc<App>, peer: SocketAddr) -> Option<Place> {
    let client = crate::limits::network(peer.ip());
    let limits = &app.config.limits;
    let mut open = app.connections.open();
    // Behind a proxy everybody comes from the same address.
    let most = if app.config.behind_proxy { usize::MAX } else { limits.connections_per_client };
    let own = open.1.get(&client).copied().unwrap_or(0);
    if open.0 >= limits.connections || own >= most {
        return None;
    }
    open.0 += 1;
    *open.1.entry(client).or_default() += 1;
    drop(open);
    Some(Place { app: app.clone(), client })
}

/// Answers until the server ends, then finishes what is under way.
pub(crate) async fn run(
    app: Arc<App>,
    listener: TcpListener,
    router: Router,
    mut stopping: watch::Receiver<bool>,
) {
    let mut http = http1::Builder::new();
    let limits = &app.config.limits;
    http.timer(TokioTimer::new()).header_read_timeout(limits.head_time).max_buf_size(LONGEST_HEAD);
    let graceful = GracefulShutdown::new();
    loop {
        let accepted = tokio::select! {
            _ = stopping.wait_for(|&stop| stop) => break,
            accepted = listener.accept() => accepted,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                // Mostly that there are no descriptors left: some will be given back soon.
                tracing::warn!(%error, "a connection can't be accepted");
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        let Some(place) = place(&app, peer) else {
            app.metrics.refused.add(1);
            let _ = stream.try_write(TOO_MANY);
            continue;
        };
        let _ = stream.set_nodelay(true);
        let router = router.clone();
        let answer = hyper::service::service_fn(move |request: hyper::Request<Incoming>| {
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(ConnectInfo(peer));
            router.clone().call(request)
        });
        let patient = Patient { stream, patience: limits.stall_time, waiting: None };
        let connection = graceful.watch(http.serve_connection(TokioIo::new(patient), answer));
        tokio::spawn(async move {
            let _place = place;
            let _ = connection.await;
        });
    }
    drop(listener);
    graceful.shutdown().await;
}

/// A connection that is given up when nothing of what was sent is taken for a while.
struct Patient {
    stream: TcpStream,
    patience: Duration,
    waiting: Option<Pin<Box<Sleep>>>,
}

impl Patient {
    fn written(
        &mut self,
        context: &mut Context<'_>,
        wrote: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if wrote.is_ready() {
            self.waiting = None;
            return wrote;
        }
        let patience = self.patience;
        let waiting = self.waiting.get_or_insert_with(|| Box::pin(tokio::time::sleep(patience)));
        waiting.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Patient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Patient {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let wrote = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.written(context, wrote)
    }
    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let wrote = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.written(context, wrote)
    }
    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }
    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
