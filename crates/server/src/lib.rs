//! HTTP: matches, updates, the client.
//!
//! [`serve`] is the whole program; [`Server`] is one that can be started and stopped, for tests and other programs.
//! `docs/server.md` describes the interface; `GET /api/openapi.json` is generated from the code.
//!
//! How a request goes: `guard` (limits, same-origin check, headers) → `router` → `playing`, `looking`, `making` or
//! `stream` → `room`, which holds the match in memory → `store`. Everything that changes a match goes through
//! `Room::commit`: checked by the engine, written to disk, then told to everybody who follows.

mod app;
mod computer;
mod config;
mod guard;
mod history;
mod limits;
mod looking;
mod making;
mod maps;
mod metrics;
pub mod openapi;
mod playing;
mod problem;
mod read;
mod room;
mod rooms;
mod router;
mod sessions;
mod statistics;
mod stream;
mod table;
mod tokens;
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
const FAREWELL: Duration = Duration::from_secs(5);

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
    pub async fn start(config: Config, registry: Registry) -> Result<Self, ServeError> {
        let url = config.database_url().map_err(ServeError)?;
        let store = Store::open(&url).await.map_err(|e| ServeError(e.to_string()))?;
        let listener = listen(&config).await?;
        let address = listener.local_addr().map_err(|e| ServeError(format!("the port: {e}")))?;
        let (stop, stopping) = watch::channel(false);
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        let app = Arc::new(App {
            rooms: rooms::Rooms::default(),
            limits: Arc::new(limits::Gate::new(config.limits.clone())),
            metrics: metrics::Metrics::default(),
            sessions: sessions::Sessions::default(),
            web: web::Web::new(config.web_dir.clone()),
            maps: maps::Maps::default(),
            computers: Arc::new(Semaphore::new(config.limits.computers.max(1))),
            workers: Arc::new(Semaphore::new(cores)),
            stopping: stopping.clone(),
            config,
            registry,
            store,
        });
        tokio::spawn(rooms::keep(Arc::downgrade(&app)));
        let service = router::router(app.clone()).into_make_service_with_connect_info::<SocketAddr>();
        let mut told = stopping;
        let end = async move {
            let _ = told.wait_for(|&stop| stop).await;
        };
        let running = tokio::spawn(async move {
            if let Err(error) = axum::serve(listener, service).with_graceful_shutdown(end).await {
                tracing::error!(%error, "the server ended");
            }
        });
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
        if tokio::time::timeout(FAREWELL, self.running).await.is_err() {
            tracing::warn!("some requests were still under way");
        }
        self.app.store.close().await;
        tracing::info!("ended");
    }
}

async fn listen(config: &Config) -> Result<TcpListener, ServeError> {
    if let Some(address) = config.listen {
        return TcpListener::bind(address)
            .await
            .map_err(|e| ServeError(format!("{address} can't be listened at: {e}")));
    }
    for port in PORTS {
        if let Ok(listener) = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await {
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
