//! Maps and symbols from the atlas, drawn once and kept.

use crate::app::App;
use crate::problem::Problem;
use crate::web::Asset;
use atlas::{Layers, Theme};
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

/// The width of a map on a card of the lobby.
const THUMB_WIDTH: u32 = 720;

/// One of a map's files: `NAME.svg`, `NAME.json`, `NAME-thumb.svg`, `NAME-thumb.png`.
fn draw(registry: &Registry, game: &str, file: &str, theme: Theme) -> Option<Asset> {
    let (stem, ending) = file.rsplit_once('.')?;
    let (name, thumb) = stem.strip_suffix("-thumb").map_or((stem, false), |name| (name, true));
    let (_, text) = registry.game(game).ok()?.maps().iter().find(|(known, _)| known == name)?;
    let map = board::Map::parse(&format!("{game}/{name}"), text).ok()?;
    let bare = Layers { numbers: false, names: false, strip: false, ..Layers::default() };
    match (ending, thumb) {
        ("svg", false) => Some(svg(atlas::draw(game, &map, theme, Layers::default()))),
        ("svg", true) => Some(svg(atlas::draw(game, &map, theme, bare))),
        ("png", true) => Some(Asset::new(
            "image/png",
            atlas::png(&atlas::draw(game, &map, theme, bare), THUMB_WIDTH).ok()?,
        )),
        ("json", false) => {
            Some(Asset::new("application/json", serde_json::to_vec(&atlas::layout(game, &map)).ok()?))
        }
        _ => None,
    }
}

fn svg(text: String) -> Asset {
    Asset::new("image/svg+xml", text.into_bytes())
}

/// Draws what the lobby and the first board need, one after the other, before anybody asks.
pub(crate) fn draw_ahead(app: &App) {
    app.maps.keep("symbols".to_owned(), svg(atlas::symbol_sheet()));
    for game in app.registry.games() {
        let slug = &game.info().game;
        for (name, _) in game.maps() {
            for file in [format!("{name}-thumb.svg"), format!("{name}.json"), format!("{name}.svg")] {
                if *app.stopping.borrow() {
                    return;
                }
                let key = key(slug, &file, "standard");
                if app.maps.found(&key).is_none() {
                    draw(&app.registry, slug, &file, Theme::Standard).map(|asset| app.maps.keep(key, asset));
                }
            }
        }
    }
}

fn key(game: &str, file: &str, theme: &str) -> String {
    format!("{game}/{file}?{theme}")
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
    let drawn = Theme::from_name(&theme);
    let drawn = drawn.ok_or_else(|| Problem::bad_request("theme: standard, contrast or print"))?;
    let key = key(&game, &file, &theme);
    if let Some(asset) = app.maps.found(&key) {
        return Ok(asset.answer(&headers));
    }
    let registry = app.registry.clone();
    let drawn = app.work(move |_| draw(&registry, &game, &file, drawn)).await?;
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
    let drawn = app.work(|_| svg(atlas::symbol_sheet())).await?;
    Ok(app.maps.keep(key.to_owned(), drawn).answer(&headers))
}
