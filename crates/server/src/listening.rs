//! Connections: accepted up to a number, given up when they dawdle, ended with the server.

use crate::app::App;
use crate::config::Limits;
use axum::Router;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::ConnectInfo;
use hyper::body::{Frame, Incoming, SizeHint};
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
use tokio::sync::{Semaphore, SemaphorePermit, mpsc, watch};
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
/// For so many requests at a time buffers are laid out; the others wait where the system has them, in the order they came.
const AT_A_TIME: usize = 16;
/// A request that dawdles, or takes long to answer, counts no longer than this: nobody waits for long because of others.
const TURN: Duration = Duration::from_millis(50);
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

/// The open connections by client, and the turns of those that are answered.
pub(crate) struct Connections {
    open: Mutex<(usize, HashMap<IpAddr, usize>)>,
    turns: Semaphore,
}

impl Default for Connections {
    fn default() -> Self {
        Self { open: Mutex::default(), turns: Semaphore::new(AT_A_TIME) }
    }
}

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
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
    /// How many are open.
    pub(crate) fn count(&self) -> usize {
        self.open().0
    }
    /// How many have their turn to be answered.
    pub(crate) fn answering(&self) -> usize {
        AT_A_TIME - self.turns.available_permits()
    }
    /// Waits for a turn to be answered; after a while without.
    async fn turn(&self) -> Option<SemaphorePermit<'_>> {
        match self.turns.try_acquire() {
            Ok(turn) => Some(turn),
            Err(_) => tokio::time::timeout(5 * TURN, self.turns.acquire()).await.ok()?.ok(),
        }
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
    // Otherwise it would lay out another buffer for every request under way, only to see whether its client is gone.
    http.half_close(true);
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
        let caller = Caller {
            stream,
            peer,
            app: app.clone(),
            patience: limits.stall_time,
            head_time: limits.head_time,
        };
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
    app: Arc<App>,
    patience: Duration,
    head_time: Duration,
}

/// Answers the requests of a connection, until it ends or one of them takes it over. What a request needs (buffers, a parser) is
/// laid out when one comes and given back when it is answered: most connections are silent most of the time.
async fn converse(http: http1::Builder, router: Router, caller: Caller, mut stopping: watch::Receiver<bool>) {
    let Caller { stream, peer, app, patience, head_time } = caller;
    let course = Course::default();
    let mut line = Patient { stream, patience, waiting: None, left: Bytes::new(), course: course.clone() };
    loop {
        if line.left.is_empty() {
            // To be readable is not enough: that is said too often.
            let mut first = [0];
            let heard = tokio::select! {
                _ = stopping.wait_for(|&stop| stop) => return,
                () = tokio::time::sleep(head_time) => return,
                heard = line.stream.peek(&mut first) => heard,
            };
            if !matches!(heard, Ok(1..)) {
                return;
            }
        }
        let turn = app.connections.turn().await;
        let mut answering = Box::pin(answer(&http, router.clone(), line, peer, stopping.clone()));
        let soon = tokio::time::timeout(TURN, &mut answering).await;
        drop(turn);
        let answered = match soon {
            Ok(answered) => answered,
            Err(_) => answering.await,
        };
        line = match answered {
            After::Idle(line) => line,
            After::Taken(taker, line) => return taker(line).await,
            After::Over(mut line) => return drop(line.shutdown().await),
        };
    }
}

/// What becomes of a connection after some requests.
enum After {
    /// All is answered; another request may come.
    Idle(Patient),
    /// A request has taken it over.
    Taken(Taker, Patient),
    Over(Patient),
}

/// Answers requests until there is none.
async fn answer(
    http: &http1::Builder,
    router: Router,
    line: Patient,
    peer: SocketAddr,
    mut stopping: watch::Receiver<bool>,
) -> After {
    let course = line.course.clone();
    let own = course.clone();
    let service = hyper::service::service_fn(move |request: hyper::Request<Incoming>| {
        own.slot().begin(request.body().is_end_stream());
        let mut request = request.map(|body| Body::new(Asked { body, course: own.clone() }));
        request.extensions_mut().insert(ConnectInfo(peer));
        request.extensions_mut().insert(Handover(own.clone()));
        let (answering, own) = (router.clone().call(request), own.clone());
        Box::pin(async move {
            let told = |body| Told { body, course: own };
            answering.await.map(|response| response.map(told))
        })
    });
    let mut connection = http.serve_connection(TokioIo::new(line), service);
    let mut stopped = false;
    let ended = {
        let mut end = std::pin::pin!(stopping.wait_for(|&stop| stop));
        std::future::poll_fn(|context| {
            if !stopped && end.as_mut().poll(context).is_ready() {
                stopped = true;
                Pin::new(&mut connection).graceful_shutdown();
            }
            match connection.poll_without_shutdown(context) {
                Poll::Pending if course.slot().is_at_rest() => Poll::Ready(Ok(false)),
                Poll::Pending => Poll::Pending,
                Poll::Ready(ended) => Poll::Ready(ended.map(|()| true)),
            }
        })
        .await
    };
    let taker = course.slot().end();
    let parts = connection.into_parts();
    course.slot().end();
    let mut line = parts.io.into_inner();
    match (ended, taker) {
        (Ok(_), Some(taker)) => After::Taken(taker, line),
        (Ok(false), None) => {
            // Somebody may have sent the next request before the answer to the last.
            line.left = parts.read_buf;
            After::Idle(line)
        }
        _ => After::Over(line),
    }
}

type Taker = Box<dyn FnOnce(Patient) -> Pin<Box<dyn Future<Output = ()> + Send>> + Send>;

/// How far the requests of a connection are.
#[derive(Clone, Default)]
struct Course(Arc<Mutex<Slot>>);

#[derive(Default)]
struct Slot {
    /// Whether the request was read to its end.
    read: bool,
    /// Whether all of the answer was asked for: then it is written.
    told: bool,
    /// Whether what was written has gone out since.
    flushed: bool,
    /// What takes the connection over once the head of the answer is out.
    taker: Option<Taker>,
}

impl Slot {
    /// A request has come; some have no body.
    fn begin(&mut self, read: bool) {
        *self = Self { read, ..Self::default() };
    }

    /// Whether somebody waits for an answer that is not known yet.
    fn is_under_way(&self) -> bool {
        self.read && !self.told
    }

    /// Whether nothing is under way: the request was read, its answer is out, and none has come since.
    fn is_at_rest(&self) -> bool {
        self.flushed && (self.read || self.taker.is_some())
    }

    /// Forgets the last request; gives what takes the connection over, if it is time.
    fn end(&mut self) -> Option<Taker> {
        let slot = std::mem::take(self);
        slot.taker.filter(|_| slot.flushed)
    }
}

impl Course {
    fn slot(&self) -> std::sync::MutexGuard<'_, Slot> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The body of a request; tells when it was read to its end.
struct Asked {
    body: Incoming,
    course: Course,
}

impl HttpBody for Asked {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(context);
        if matches!(frame, Poll::Ready(None)) || self.body.is_end_stream() {
            self.course.slot().read = true;
        }
        frame
    }
    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }
    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// The body of an answer; tells when it is done with.
struct Told {
    body: Body,
    course: Course,
}

impl Drop for Told {
    fn drop(&mut self) {
        self.course.slot().told = true;
    }
}

impl HttpBody for Told {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }
    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }
    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// How the answer to a request takes over its connection, once its head is out: a stream of events needs none of what a
/// connection that goes on to ask does.
#[derive(Clone)]
pub(crate) struct Handover(Course);

impl Handover {
    /// Has the connection taken over; gives the body of the answer until then.
    pub(crate) fn give<F: Future<Output = ()> + Send + 'static>(
        &self,
        taker: impl FnOnce(Patient) -> F + Send + 'static,
    ) -> Body {
        self.0.slot().taker = Some(Box::new(move |line| Box::pin(taker(line))));
        Body::new(Silence(self.0.clone()))
    }
}

/// A body that never comes.
struct Silence(Course);

impl Drop for Silence {
    fn drop(&mut self) {
        // Who asked for the head alone gets no stream.
        self.0.slot().taker = None;
    }
}

impl HttpBody for Silence {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        self: Pin<&mut Self>,
        _context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        // Whoever asks for the body has written the head.
        self.0.slot().told = true;
        Poll::Pending
    }
}

/// A connection that is given up when nothing of what was sent is taken for a while.
pub(crate) struct Patient {
    stream: TcpStream,
    patience: Duration,
    waiting: Option<Pin<Box<Sleep>>>,
    /// What was read and not understood yet.
    left: Bytes,
    course: Course,
}

impl Patient {
    /// Whether the client is gone; if not, its going wakes the task.
    fn has_hung_up(&self, context: &mut Context<'_>) -> bool {
        let mut next = [0];
        let mut next = ReadBuf::new(&mut next);
        match self.stream.poll_peek(context, &mut next) {
            Poll::Pending => false,
            Poll::Ready(found) => !matches!(found, Ok(1..)),
        }
    }

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
        if !self.left.is_empty() {
            let count = self.left.len().min(buffer.remaining());
            buffer.put_slice(&self.left.split_to(count));
            return Poll::Ready(Ok(()));
        }
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
        if self.course.slot().is_under_way() && self.has_hung_up(context) {
            return Poll::Ready(Err(io::ErrorKind::UnexpectedEof.into()));
        }
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        if flushed.is_ready() {
            let mut slot = self.course.slot();
            slot.flushed = slot.told;
        }
        flushed
    }
    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
