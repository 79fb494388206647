//! Maps and symbols from the atlas, drawn once and kept.

use crate::app::App;
use crate::problem::Problem;
use crate::web::Asset;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use engine::Registry;
use serde::Deserialize;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// What was drawn so far.
#[derive(Default)]
pub(crate) struct Maps(Mutex<HashMap<String, Arc<Asset>>>);

/// How a map is to be drawn.
#[derive(Deserialize, Default)]
pub(crate) struct Look {
    theme: Option<String>,
}

fn draw(_registry: &Registry, _game: &str, _file: &str, _theme: &str) -> Option<Asset> {
    None
}

fn symbols() -> Option<Asset> {
    None
}

impl Maps {
    fn found(&self, key: &str) -> Option<Arc<Asset>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(key).cloned()
    }
    fn keep(&self, key: String, asset: Asset) -> Arc<Asset> {
        let asset = Arc::new(asset);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(key, asset.clone());
        asset
    }
}

/// `GET /maps/{game}/{file}`
pub(crate) async fn map(
    State(app): State<Arc<App>>,
    Path((game, file)): Path<(String, String)>,
    Query(look): Query<Look>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let theme = look.theme.unwrap_or_else(|| "standard".to_owned());
    if !matches!(theme.as_str(), "standard" | "contrast" | "print") {
        return Err(Problem::bad_request("theme: standard, contrast or print"));
    }
    let key = format!("{game}/{file}?{theme}");
    if let Some(asset) = app.maps.found(&key) {
        return Ok(asset.answer(&headers));
    }
    let registry = app.registry.clone();
    let drawn = app.work(move || draw(&registry, &game, &file, &theme)).await?;
    let asset = drawn.ok_or_else(|| Problem::not_found("map"))?;
    Ok(app.maps.keep(key, asset).answer(&headers))
}

/// `GET /symbols.svg`
pub(crate) async fn symbol_sheet(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let key = "symbols";
    if let Some(asset) = app.maps.found(key) {
        return Ok(asset.answer(&headers));
    }
    let drawn = app.work(symbols).await?.ok_or_else(|| Problem::not_found("picture"))?;
    Ok(app.maps.keep(key.to_owned(), drawn).answer(&headers))
}
