//! HTTP: matches, updates, the client.
//!
//! [`serve`] is the whole program; [`Server`] is one that can be started and stopped, for tests and other programs.
//! `docs/server.md` describes the interface; `GET /api/openapi.json` is generated from the code.
//!
//! How a request goes: `guard` (limits, same-origin check, headers) → `router` → `playing`, `looking`, `making` or
//! `stream` → `room`, which holds the match in memory → `store`. Everything that changes a match goes through
//! `Room::commit`: checked by the engine, written to disk, then told to everybody who follows.

pub mod admin;
mod app;
mod chairs;
mod changes;
mod commit;
mod computer;
mod config;
mod export;
mod guard;
mod history;
mod hosts;
mod importing;
mod keeping;
mod leash;
mod limits;
mod listening;
mod looking;
mod making;
mod maps;
mod metrics;
pub mod openapi;
mod past;
mod playing;
mod problem;
mod read;
mod reading;
mod room;
mod rooms;
mod router;
mod seal;
mod sessions;
mod snapshots;
mod statistics;
mod stream;
mod table;
mod tokens;
mod turns;
mod web;
pub mod wire;

pub use config::{Config, Limits, PORTS};
pub use problem::Problem;

use app::App;
use engine::Registry;
use std::fmt;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use store::Store;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};

/// How long requests under way may take when the server ends.
const FAREWELL: Duration = Duration::from_secs(3);
/// How long the database may take to close then.
const CLOSING: Duration = Duration::from_secs(1);

/// Why a server can't run: one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServeError(pub String);

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ServeError {}

/// A server that runs.
pub struct Server {
    address: SocketAddr,
    stop: watch::Sender<bool>,
    running: tokio::task::JoinHandle<()>,
    app: Arc<App>,
}

impl Server {
    /// Opens the database and the port, and begins to answer.
    pub async fn start(mut config: Config, registry: Registry) -> Result<Self, ServeError> {
        listening::fit_to_descriptors(&mut config.limits);
        let url = config.database_url().map_err(ServeError)?;
        let store = Store::open(&url).await.map_err(|e| ServeError(e.to_string()))?;
        let listener = listen(&config)?;
        let address = listener.local_addr().map_err(|e| ServeError(format!("the port: {e}")))?;
        let (stop, stopping) = watch::channel(false);
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        let app = Arc::new(App {
            rooms: rooms::Rooms::default(),
            maker: snapshots::maker(),
            limits: Arc::new(limits::Gate::new(config.limits.clone())),
            metrics: metrics::Metrics::default(),
            sessions: sessions::Sessions::default(),
            web: web::Web::new(config.web_dir.clone()),
            maps: maps::Maps::default(),
            turns: turns::Turns::new(config.limits.computers),
            connections: listening::Connections::default(),
            hosts: hosts::Hosts::new(&config, address),
            seal: seal::Seal::of(&store).await.map_err(|e| ServeError(e.to_string()))?,
            probed: tokio::sync::Mutex::default(),
            workers: Arc::new(Semaphore::new(cores)),
            loaders: Arc::new(Semaphore::new(cores)),
            imports: Arc::new(Semaphore::new(config.limits.imports.max(1))),
            programs: Arc::new(Semaphore::new(config.limits.programs.max(1))),
            stopping: stopping.clone(),
            config,
            registry,
            store,
        });
        tokio::spawn(rooms::keep(Arc::downgrade(&app)));
        let running =
            tokio::spawn(listening::run(app.clone(), listener, router::router(app.clone()), stopping));
        tracing::info!(%address, database = store::without_password(&url), "listening");
        Ok(Self { address, stop, running, app })
    }

    /// The address it listens at.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Ends: no new requests, those under way are finished, streams are closed, the database is closed.
    pub async fn stop(self) {
        let _ = self.stop.send(true);
        let ending = self.running.abort_handle();
        if tokio::time::timeout(FAREWELL, self.running).await.is_err() {
            tracing::warn!("some requests were still under way");
            ending.abort();
        }
        if tokio::time::timeout(CLOSING, self.app.store.close()).await.is_err() {
            tracing::warn!("the database was still at work");
        }
        tracing::info!("ended");
    }
}

fn listen(config: &Config) -> Result<TcpListener, ServeError> {
    if let Some(address) = config.listen {
        return listening::listen(address)
            .map_err(|e| ServeError(format!("{address} can't be listened at: {e}")));
    }
    for port in PORTS {
        if let Ok(listener) = listening::listen((Ipv4Addr::LOCALHOST, port).into()) {
            return Ok(listener);
        }
    }
    Err(ServeError(format!(
        "the ports {} to {} are all in use; choose another with --listen",
        PORTS.start(),
        PORTS.end()
    )))
}

/// Serves until the program is told to end (Ctrl-C, SIGTERM). Prints the address.
pub async fn serve(config: Config, registry: Registry) -> Result<(), ServeError> {
    let open = config.open;
    let server = Server::start(config, registry).await?;
    let address = format!("http://{}/", server.address());
    println!("Parallel 38 is at {address}  (Ctrl-C ends it)");
    let app = server.app.clone();
    tokio::task::spawn_blocking(move || maps::draw_ahead(&app));
    if open {
        open_in_browser(&address);
    }
    told_to_end().await;
    server.stop().await;
    Ok(())
}

/// Begins to log to standard error: what `RUST_LOG` says, else warnings, as lines of text or of JSON.
pub fn log_to_stderr(json: bool) {
    use tracing_subscriber::EnvFilter;
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("warn"));
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    // A second call, as in tests, changes nothing.
    let _ = if json { log.json().try_init() } else { log.try_init() };
}

async fn told_to_end() {
    let interrupted = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminated) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = interrupted => {}
                _ = terminated.recv() => {}
            }
            return;
        }
    }
    let _ = interrupted.await;
}

/// Opens the page if there is a desktop; without one nothing happens.
fn open_in_browser(address: &str) {
    let desktop = cfg!(any(windows, target_os = "macos"))
        || ["DISPLAY", "WAYLAND_DISPLAY"]
            .iter()
            .any(|name| std::env::var_os(name).is_some_and(|v| !v.is_empty()));
    if !desktop {
        return;
    }
    let (program, before): (&str, &[&str]) = if cfg!(windows) {
        ("cmd", &["/c", "start", ""])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else {
        ("xdg-open", &[])
    };
    let quiet = std::process::Stdio::null;
    let begun = std::process::Command::new(program)
        .args(before)
        .arg(address)
        .stdin(quiet())
        .stdout(quiet())
        .stderr(quiet())
        .spawn();
    if let Err(error) = begun {
        tracing::info!(%error, "no browser was opened");
    }
}
