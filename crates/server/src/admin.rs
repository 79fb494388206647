//! For whoever runs a server: what matches there are, each as a file, and how to be rid of one.

use crate::config::Config;
use crate::export;
use engine::{Record, Registry};
use std::path::Path;
use store::{Listed, Store};

/// Writes a consistent copy of a SQLite database, also while a server uses it. Says how many matches are in it.
pub async fn backup(config: &Config, file: &Path) -> Result<u64, String> {
    store::backup(&config.database_url()?, file).await.map_err(|e| e.to_string())
}

/// Puts a backup in the place of a SQLite database that no server uses. Says how many matches are in it.
pub async fn restore(config: &Config, file: &Path) -> Result<u64, String> {
    store::restore(file, &config.database_url()?).await.map_err(|e| e.to_string())
}

/// All matches of a database, the oldest first. A server may be using it.
pub async fn list(config: &Config) -> Result<Vec<Listed>, String> {
    let store = look(config).await?;
    let listed = store.list().await.map_err(|e| e.to_string());
    store.close().await;
    listed
}

/// The whole record of a match, the seed and everything hidden included. A server may be using the database.
pub async fn record(config: &Config, registry: &Registry, id: &str) -> Result<Record, String> {
    let store = look(config).await?;
    let stored = store.load(id).await.map_err(|e| e.to_string());
    store.close().await;
    let stored = stored?.ok_or_else(|| format!("there is no match \"{id}\""))?;
    export::whole(registry, &stored).map_err(|problem| problem.detail.to_string())
}

/// Removes a match for ever. No server may be using a SQLite database meanwhile.
pub async fn remove(config: &Config, id: &str) -> Result<(), String> {
    let store = Store::open(&config.database_url()?).await.map_err(|e| e.to_string())?;
    let removed = store.remove(id).await.map_err(|e| e.to_string());
    store.close().await;
    if removed? { Ok(()) } else { Err(format!("there is no match \"{id}\"")) }
}

async fn look(config: &Config) -> Result<Store, String> {
    Store::look(&config.database_url()?).await.map_err(|e| e.to_string())
}
