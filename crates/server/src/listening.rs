//! Connections: accepted up to a number, given up when they dawdle, ended with the server.

use crate::app::App;
use crate::config::Limits;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::collections::HashMap;
use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::{mpsc, watch};
use tokio::time::Sleep;
use tower_service::Service;

/// The longest head of a request. A request may carry many tokens.
const LONGEST_HEAD: usize = 24 << 10;
/// Descriptors that are kept for the database, files and the like.
const KEPT: u64 = 64;
/// How much may wait in the system for a client that does not read. The system itself would let megabytes wait.
const IN_TRANSIT: u32 = 128 << 10;
/// How many connections may wait to be accepted.
const BACKLOG: u32 = 1_024;
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

/// Listens at an address. The connections take over what is set here.
pub(crate) fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // A server that ended a moment ago is not in the way of the next. (Elsewhere this would let two listen at one address.)
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.set_send_buffer_size(IN_TRANSIT)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
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
    // Every connection holds on to the one end; when all are gone, the other end knows.
    let (alive, mut gone) = mpsc::channel::<()>(1);
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
        let caller = Caller { stream, peer, patience: limits.stall_time, head_time: limits.head_time };
        let (http, router, alive, stopping) = (http.clone(), router.clone(), alive.clone(), stopping.clone());
        tokio::spawn(async move {
            let _held = (place, alive);
            converse(http, router, caller, stopping).await;
        });
    }
    drop((listener, alive));
    let _ = gone.recv().await;
}

/// Somebody who has just connected.
struct Caller {
    stream: TcpStream,
    peer: SocketAddr,
    patience: Duration,
    head_time: Duration,
}

/// Answers the requests of a connection, until it ends or one of them takes it over.
async fn converse(http: http1::Builder, router: Router, caller: Caller, mut stopping: watch::Receiver<bool>) {
    let Caller { stream, peer, patience, head_time } = caller;
    // Browsers open connections before they need them. Nothing is laid out for one that says nothing.
    tokio::select! {
        _ = stopping.wait_for(|&stop| stop) => return,
        () = tokio::time::sleep(head_time) => return,
        ready = stream.readable() => if ready.is_err() { return },
    }
    let handover = Handover::default();
    let own = handover.clone();
    let answer = hyper::service::service_fn(move |request: hyper::Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        request.extensions_mut().insert(own.clone());
        Box::pin(router.clone().call(request))
    });
    let patient = Patient { stream, patience, waiting: None, handover: handover.clone() };
    let mut connection = http.serve_connection(TokioIo::new(patient), answer);
    let mut told = false;
    let ended = {
        let mut end = std::pin::pin!(stopping.wait_for(|&stop| stop));
        std::future::poll_fn(|context| {
            if !told && end.as_mut().poll(context).is_ready() {
                told = true;
                Pin::new(&mut connection).graceful_shutdown();
            }
            match connection.poll_without_shutdown(context) {
                Poll::Pending if handover.is_due() => Poll::Ready(Ok(())),
                other => other,
            }
        })
        .await
    };
    let mut patient = connection.into_parts().io.into_inner();
    match handover.take() {
        Some(taker) if ended.is_ok() => taker(patient).await,
        _ => drop(patient.shutdown().await),
    }
}

type Taker = Box<dyn FnOnce(Patient) -> Pin<Box<dyn Future<Output = ()> + Send>> + Send>;

/// How the answer to a request takes over its connection, once its head is out: a stream of events needs none of the
/// buffers of one that goes on to ask.
#[derive(Clone, Default)]
pub(crate) struct Handover(Arc<Mutex<Slot>>);

#[derive(Default)]
struct Slot {
    taker: Option<Taker>,
    /// Whether the body of the answer was asked for: then its head is written.
    headed: bool,
    /// Whether what was written has gone out since.
    flushed: bool,
}

impl Handover {
    fn slot(&self) -> std::sync::MutexGuard<'_, Slot> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Has the connection taken over; gives the body of the answer until then.
    pub(crate) fn give<F: Future<Output = ()> + Send + 'static>(
        &self,
        taker: impl FnOnce(Patient) -> F + Send + 'static,
    ) -> Body {
        *self.slot() =
            Slot { taker: Some(Box::new(move |line| Box::pin(taker(line)))), headed: false, flushed: false };
        Body::new(Silence(self.clone()))
    }

    fn is_due(&self) -> bool {
        let slot = self.slot();
        slot.taker.is_some() && slot.flushed
    }

    /// What takes over, if it is time.
    fn take(&self) -> Option<Taker> {
        let mut slot = self.slot();
        if slot.flushed { slot.taker.take() } else { None }
    }

    fn flush(&self) {
        let mut slot = self.slot();
        slot.flushed = slot.headed;
    }
}

/// A body that never comes.
struct Silence(Handover);

impl axum::body::HttpBody for Silence {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        self: Pin<&mut Self>,
        _context: &mut Context<'_>,
    ) -> Poll<Option<Result<hyper::body::Frame<Bytes>, Infallible>>> {
        self.0.slot().headed = true;
        Poll::Pending
    }
}

/// A connection that is given up when nothing of what was sent is taken for a while.
pub(crate) struct Patient {
    stream: TcpStream,
    patience: Duration,
    waiting: Option<Pin<Box<Sleep>>>,
    handover: Handover,
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
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        if flushed.is_ready() {
            self.handover.flush();
        }
        flushed
    }
    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
