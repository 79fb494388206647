//! All addresses.

use crate::app::App;
use crate::guard;
use crate::problem::Problem;
use crate::{looking, making, maps, metrics, openapi, playing, sessions, stream};
use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use std::sync::Arc;

/// All addresses.
pub(crate) fn router(app: Arc<App>) -> Router {
    let limits = &app.config.limits;
    let one = Router::new()
        .route("/", get(looking::update))
        .route("/actions", post(playing::act))
        .route("/undo", post(playing::undo))
        .route("/resign", post(playing::resign))
        .route("/archive", post(playing::archive))
        .route("/cancel", post(playing::cancel))
        .route("/fork", post(making::fork))
        .route("/rematch", post(making::rematch))
        .route("/events", get(stream::events))
        .route("/preview", get(looking::preview))
        .route("/legal", get(looking::legal))
        .route("/overlay/{overlay}", get(looking::overlay))
        .route("/position", get(looking::position))
        .route("/record", get(looking::record))
        .route("/log", get(looking::log))
        .route("/at/{n}", get(looking::at))
        .route("/statistics", get(looking::statistics));
    let import = post(making::import).layer(DefaultBodyLimit::max(limits.import));
    let protocol = post(sessions::answer).layer(DefaultBodyLimit::max(limits.import));
    let api = Router::new()
        .route("/games", get(looking::games))
        .route("/games/{game}/{scenario}/sheet", get(looking::sheet))
        .route("/games/{game}/rules", get(looking::rules))
        .route("/matches", get(looking::own).post(making::create))
        .route("/matches/import", import)
        .nest("/matches/{match}", one)
        .route("/protocol", protocol)
        .route("/openapi.json", get(openapi::document))
        .fallback(nothing);
    Router::new()
        .nest("/api", api)
        .route("/maps/{game}/{file}", get(maps::map))
        .route("/symbols.svg", get(maps::symbol_sheet))
        .route("/healthz", get(health))
        .route("/metrics", get(figures))
        .fallback(page)
        .method_not_allowed_fallback(wrong_method)
        .layer(DefaultBodyLimit::max(limits.body))
        .layer(middleware::from_fn_with_state(app.clone(), guard::guard))
        .with_state(app)
}

async fn nothing() -> Problem {
    Problem::not_found("address")
}

async fn wrong_method() -> Problem {
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, "wrong-method", "this address does not take that method")
}

async fn page(State(app): State<Arc<App>>, request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return wrong_method().await.into_response();
    }
    app.web.answer(request.uri().path(), request.headers())
}

async fn health(State(app): State<Arc<App>>) -> Result<&'static str, Problem> {
    if app.store.is_alive().await {
        Ok("ok\n")
    } else {
        Err(Problem::full("database", "the database does not answer"))
    }
}

async fn figures(State(app): State<Arc<App>>) -> Response {
    let mut response = metrics::write(&app).into_response();
    response
        .headers_mut()
        .insert(header::CONTENT_TYPE, HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8"));
    response
}
