//! A PostgreSQL of a test's own, the real one from the system's packages.

use std::path::PathBuf;
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};

/// A database server on a folder and a port of its own; it ends with the test.
pub struct Postgres {
    bin: PathBuf,
    folder: PathBuf,
    port: u16,
}

/// The folder of the newest PostgreSQL that is installed.
fn installed() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?;
    let bins = versions.flatten().map(|v| v.path().join("bin")).filter(|b| b.join("initdb").exists());
    bins.max().or_else(|| {
        let path = std::env::var_os("PATH")?;
        std::env::split_paths(&path).find(|folder| folder.join("initdb").exists())
    })
}

fn is_root() -> bool {
    let output = Command::new("id").arg("-u").output();
    output.is_ok_and(|o| String::from_utf8_lossy(&o.stdout).trim() == "0")
}

impl Postgres {
    /// Starts one; none, with a word of why, where PostgreSQL is not installed.
    ///
    /// # Panics
    /// If it is installed and does not start.
    #[must_use]
    pub fn start() -> Option<Self> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let Some(bin) = installed() else {
            eprintln!("SKIPPED: PostgreSQL is not installed (Debian: apt install postgresql)");
            return None;
        };
        let name =
            format!("parallel38-postgres-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).expect("a folder can be made");
        let free = std::net::TcpListener::bind("127.0.0.1:0").and_then(|l| l.local_addr());
        let port = free.expect("a port is free").port();
        let postgres = Self { bin, folder, port };
        if is_root() {
            // PostgreSQL refuses to run as root.
            let owned = Command::new("chown").arg("postgres").arg(&postgres.folder).status();
            assert!(owned.is_ok_and(|s| s.success()), "the user postgres does not exist");
        }
        let data = postgres.data();
        let made =
            postgres.run("initdb", &["-D", &data, "-U", "postgres", "-A", "trust", "-N", "-E", "UTF8"]);
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        let socket = postgres.folder.display().to_string();
        let options = format!("-p {port} -c listen_addresses=127.0.0.1 -k {socket}");
        let log = format!("{socket}/log");
        let begun = postgres.run("pg_ctl", &["-D", &data, "-o", &options, "-l", &log, "-w", "start"]);
        assert!(begun.status.success(), "{}", String::from_utf8_lossy(&begun.stdout));
        Some(postgres)
    }

    /// Its address.
    #[must_use]
    pub fn url(&self) -> String {
        self.url_of("postgres")
    }

    /// The address of one of its databases.
    #[must_use]
    pub fn url_of(&self, database: &str) -> String {
        format!("postgres://postgres@127.0.0.1:{}/{database}", self.port)
    }

    /// Makes another database, with what these statements make in it.
    ///
    /// # Panics
    /// If a statement fails.
    pub fn fill(&self, database: &str, statements: &str) {
        for (into, text) in
            [("postgres", format!("CREATE DATABASE {database}").as_str()), (database, statements)]
        {
            let done = self.run("psql", &["-v", "ON_ERROR_STOP=1", "-d", &self.url_of(into), "-c", text]);
            assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        }
    }

    fn data(&self) -> String {
        self.folder.join("data").display().to_string()
    }

    fn run(&self, program: &str, arguments: &[&str]) -> Output {
        let program = self.bin.join(program);
        let mut command = if is_root() {
            let mut command = Command::new("runuser");
            command.args(["-u", "postgres", "--"]).arg(program);
            command
        } else {
            Command::new(program)
        };
        command.args(arguments).current_dir(&self.folder).output().expect("PostgreSQL's programs run")
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.run("pg_ctl", &["-D", &self.data(), "-m", "immediate", "stop"]);
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
