//! What can be set when a server starts.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The ports that are tried, in this order, when none is given.
pub const PORTS: std::ops::RangeInclusive<u16> = 3838..=3848;

/// What can be set when a server starts.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// Address and port; without it 127.0.0.1 and the first free of [`PORTS`].
    pub listen: Option<SocketAddr>,
    /// `sqlite://FILE` or `postgres://...`; without it a file in `data_dir`.
    pub database: Option<String>,
    /// The folder of the database; without it the user's data folder.
    pub data_dir: Option<PathBuf>,
    /// Serves the client from this folder, read anew for every request, in place of the one in the program.
    pub web_dir: Option<PathBuf>,
    /// Opens the address in a browser if there is a desktop.
    pub open: bool,
    /// Takes the client's address from the last `X-Forwarded-For`: only behind a proxy that sets it.
    pub behind_proxy: bool,
    /// The address under which people reach the server, if it is not the one it listens at.
    pub public_url: Option<String>,
    /// Whoever shows this may read `/metrics` from elsewhere than this machine.
    pub metrics_token: Option<String>,
    /// How much is allowed.
    pub limits: Limits,
}

/// How much is allowed. Whoever goes beyond gets a problem document that says so.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Bytes of a request.
    pub body: usize,
    /// Bytes of an imported record.
    pub import: usize,
    /// Requests a second of one client, in the long run.
    pub requests: f64,
    /// Requests of one client at once.
    pub burst: f64,
    /// Matches that one client makes a minute, in the long run.
    pub creations: f64,
    /// Matches that one client makes at once.
    pub creation_burst: f64,
    /// Matches that are not put away.
    pub open_matches: u64,
    /// Streams of updates.
    pub streams: usize,
    /// Streams of updates of one client.
    pub streams_per_client: usize,
    /// Connections.
    pub connections: usize,
    /// Connections of one client.
    pub connections_per_client: usize,
    /// How long the head of a request may take to arrive, and how long a connection may be idle.
    pub head_time: Duration,
    /// How long the body of a request may take to arrive.
    pub body_time: Duration,
    /// How long a client may take nothing of what is sent to it.
    pub stall_time: Duration,
    /// How long a preview, a replay or the like may compute.
    pub work_time: Duration,
    /// Imports at the same time.
    pub imports: usize,
    /// Requests of the protocol for programs at the same time.
    pub programs: usize,
    /// Sessions of the protocol for programs.
    pub sessions: usize,
    /// Sessions of one client.
    pub sessions_per_client: usize,
    /// Milliseconds that a computer may take for a decision, whatever its level says.
    pub thinking: u32,
    /// Decisions that computers think about at the same time.
    pub computers: usize,
    /// Seconds after which a match that nobody looks at leaves the memory.
    pub idle: u64,
    /// Days after which a match that was never played is removed.
    pub unplayed_days: u64,
}

impl Default for Limits {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            body: 64 << 10,
            import: 8 << 20,
            requests: 100.0,
            burst: 500.0,
            creations: 60.0,
            creation_burst: 120.0,
            open_matches: 20_000,
            streams: 2_000,
            streams_per_client: 100,
            connections: 8_192,
            connections_per_client: 256,
            head_time: Duration::from_secs(20),
            body_time: Duration::from_secs(30),
            stall_time: Duration::from_secs(30),
            work_time: Duration::from_secs(5),
            imports: 2,
            programs: 1,
            sessions: 64,
            sessions_per_client: 8,
            thinking: 10_000,
            computers: cores.saturating_sub(1).max(1),
            idle: 900,
            unplayed_days: 30,
        }
    }
}

impl Config {
    /// The database's address.
    pub fn database_url(&self) -> Result<String, String> {
        if let Some(url) = &self.database {
            return Ok(url.clone());
        }
        let folder = self.data_dir.clone().or_else(user_data).ok_or(
            "there is no folder for the database: neither --database nor --data nor HOME is set".to_owned(),
        )?;
        make_private(&folder).map_err(|e| format!("the folder {} can't be made: {e}", folder.display()))?;
        let file = folder.join("matches.db").display().to_string();
        // In a database address a percent sign and a question mark mean something else.
        Ok(format!("sqlite://{}", file.replace('%', "%25").replace('?', "%3F")))
    }
}

/// Makes a folder that only its owner can look into: the seeds of running games are in it.
fn make_private(folder: &Path) -> std::io::Result<()> {
    let mut maker = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut maker, 0o700);
    maker.recursive(true).create(folder)
}

/// The user's data folder, as the system has it.
fn user_data() -> Option<PathBuf> {
    let folder = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    if cfg!(windows) {
        return Some(folder("LOCALAPPDATA")?.join("Parallel38"));
    }
    if cfg!(target_os = "macos") {
        return Some(folder("HOME")?.join("Library/Application Support/Parallel38"));
    }
    let base = folder("XDG_DATA_HOME").or_else(|| Some(folder("HOME")?.join(".local/share")))?;
    Some(base.join("parallel38"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_with_a_strange_name_is_an_address() {
        let folder = std::env::temp_dir().join(format!("p38 100% sure? {}", std::process::id()));
        let config = Config { data_dir: Some(folder.clone()), ..Config::default() };
        let url = config.database_url().unwrap();
        assert!(url.starts_with("sqlite://") && url.contains("100%25 sure%3F"), "{url}");
        std::fs::remove_dir(folder).unwrap();
    }
}
