//! The SQLite file itself: one server at a time, sound, backed up and restored.

use crate::{StoreError, migrate};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection};
use std::fs::{File, OpenOptions};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Reads a database address.
pub(crate) fn options(url: &str) -> Result<SqliteConnectOptions, StoreError> {
    SqliteConnectOptions::from_str(url).map_err(|e| StoreError::new(format!("the database address: {e}")))
}

/// A file beside another one.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// Takes the lock of a database file, or says that another server has it. The system gives it back when the program
/// ends, however it ends.
pub(crate) fn lock(path: &Path) -> Result<File, StoreError> {
    let name = beside(path, ".lock");
    let cant = |e: std::io::Error| StoreError::new(format!("{} can't be opened: {e}", name.display()));
    let file = OpenOptions::new().create(true).truncate(false).write(true).open(&name).map_err(cant)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(std::fs::TryLockError::WouldBlock) => Err(StoreError::new(format!(
            "another server uses {}; end it first, or give this one another --database",
            path.display()
        ))),
        // A file system without locks can't tell; SQLite's own locks still keep the file sound.
        Err(std::fs::TryLockError::Error(error)) => {
            tracing::warn!(%error, "the database file can't be locked");
            Ok(file)
        }
    }
}

/// Whether the file is sound: SQLite's own quick check.
pub(crate) async fn check(connection: &mut SqliteConnection, path: &Path) -> Result<(), StoreError> {
    let damaged = |what: String| {
        StoreError::new(format!(
            "{} is damaged ({what}); put a backup in its place with: parallel38 restore FILE",
            path.display()
        ))
    };
    let found: Result<String, _> =
        sqlx::query_scalar("PRAGMA quick_check(1)").fetch_one(&mut *connection).await;
    match found {
        Ok(answer) if answer == "ok" => Ok(()),
        Ok(answer) => Err(damaged(answer)),
        Err(error) => Err(damaged(error.to_string())),
    }
}

/// Writes a consistent copy of a database, also while a server uses it. The copy must not exist yet.
pub async fn backup(url: &str, file: &Path) -> Result<u64, StoreError> {
    let options = only_sqlite(url)?.create_if_missing(false);
    let shown = options.get_filename().display().to_string();
    let named = |e: sqlx::Error| StoreError::new(format!("{shown} can't be backed up: {e}"));
    if file.exists() {
        return Err(StoreError::new(format!("{} exists already; nothing was written", file.display())));
    }
    let mut connection =
        options.busy_timeout(std::time::Duration::from_secs(60)).connect().await.map_err(named)?;
    sqlx::query("VACUUM INTO $1")
        .bind(file.to_string_lossy().into_owned())
        .execute(&mut connection)
        .await
        .map_err(named)?;
    let _ = connection.close().await;
    keep_private(file)?;
    let mut copy =
        SqliteConnectOptions::new().filename(file).read_only(true).connect().await.map_err(named)?;
    check(&mut copy, file).await?;
    let matches: i64 =
        sqlx::query_scalar("SELECT COUNT(*) FROM matches").fetch_one(&mut copy).await.map_err(named)?;
    let _ = copy.close().await;
    Ok(matches as u64)
}

/// Puts a backup in the place of a database that no server uses. What was there stays, as `FILE.before-restore`.
pub async fn restore(file: &Path, url: &str) -> Result<u64, StoreError> {
    let options = only_sqlite(url)?;
    let target = options.get_filename().to_owned();
    let io = |e: std::io::Error| StoreError::new(format!("{} can't be restored: {e}", target.display()));
    let named = |e: sqlx::Error| StoreError::new(format!("{} is no backup: {e}", file.display()));
    let reading = SqliteConnectOptions::new().filename(file).read_only(true).create_if_missing(false);
    let mut copy = reading.connect().await.map_err(named)?;
    check(&mut copy, file).await?;
    let version: i64 = sqlx::query_scalar(migrate::NEWEST).fetch_one(&mut copy).await.map_err(named)?;
    drop(migrate::missing(version)?);
    let matches: i64 =
        sqlx::query_scalar("SELECT COUNT(*) FROM matches").fetch_one(&mut copy).await.map_err(named)?;
    let _ = copy.close().await;
    let _lock = lock(&target)?;
    let fresh = beside(&target, ".restoring");
    std::fs::copy(file, &fresh).map_err(io)?;
    keep_private(&fresh)?;
    File::open(&fresh).and_then(|f| f.sync_all()).map_err(io)?;
    for ending in ["", "-wal", "-shm"] {
        let old = beside(&target, ending);
        let kept = beside(&beside(&target, ".before-restore"), ending);
        match std::fs::rename(&old, &kept) {
            Ok(()) => {}
            Err(error) if error.kind() == ErrorKind::NotFound => drop(std::fs::remove_file(&kept)),
            Err(error) => return Err(io(error)),
        }
    }
    std::fs::rename(&fresh, &target).map_err(io)?;
    Ok(matches as u64)
}

fn only_sqlite(url: &str) -> Result<SqliteConnectOptions, StoreError> {
    if url.starts_with("sqlite://") {
        return options(url);
    }
    Err(StoreError::new(
        "this is for SQLite files; a PostgreSQL database is saved with pg_dump and pg_restore",
    ))
}

/// Seeds of running games are in it.
fn keep_private(file: &Path) -> Result<(), StoreError> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(file, std::fs::Permissions::from_mode(0o600))
            .map_err(|e| StoreError::new(format!("{}: {e}", file.display())))?;
    }
    Ok(())
}
