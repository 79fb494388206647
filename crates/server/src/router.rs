//! All addresses.

use crate::app::App;
use crate::guard::{self, ClientAddress};
use crate::problem::Problem;
use crate::tokens;
use crate::{
    chairs, export, importing, keeping, looking, making, maps, metrics, openapi, playing, reading, sessions,
    stream,
};
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Router};
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
        .route("/join", post(chairs::join))
        .route("/invite", post(chairs::invite))
        .route("/revoke", post(chairs::revoke))
        .route("/events", get(stream::events))
        .route("/preview", get(looking::preview))
        .route("/why", get(reading::why))
        .route("/moments", get(reading::moments))
        .route("/legal", get(looking::legal))
        .route("/inspect", get(looking::inspect))
        .route("/orders", get(keeping::orders).post(keeping::order))
        .route("/orders/revoke", post(keeping::revoke))
        .route("/notes", get(keeping::notes).post(keeping::note))
        .route("/overlay/{overlay}", get(looking::overlay))
        .route("/position", get(looking::position))
        .route("/record", get(export::record))
        .route("/log", get(looking::log))
        .route("/at/{n}", get(looking::at))
        .route("/statistics", get(looking::statistics));
    let import = post(importing::import).layer(DefaultBodyLimit::max(limits.import));
    let protocol = post(sessions::answer).layer(DefaultBodyLimit::max(limits.import));
    let api = Router::new()
        .route("/games", get(looking::games))
        .route("/games/{game}/{scenario}/sheet", get(looking::sheet))
        .route("/games/{game}/rules", get(looking::rules))
        .route("/games/{game}/papers", get(reading::papers))
        .route("/games/{game}/guides/{guide}", post(reading::guide))
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
        .route("/readyz", get(ready))
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

/// Whether the program runs.
async fn health() -> &'static str {
    "ok\n"
}

/// Whether it can do what it is for: something is written.
async fn ready(State(app): State<Arc<App>>) -> Result<&'static str, Problem> {
    if *app.stopping.borrow() {
        return Err(Problem::full("ending", "the server is ending"));
    }
    app.can_write().await?;
    Ok("ready\n")
}

/// For this machine, or for whoever has the token.
async fn figures(
    State(app): State<Arc<App>>,
    Extension(client): Extension<ClientAddress>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let shown = headers.get(header::AUTHORIZATION).and_then(|v| v.to_str().ok());
    let shown = shown.and_then(|v| v.strip_prefix("Bearer ")).map(tokens::hash);
    let token = app.config.metrics_token.as_deref().map(tokens::hash);
    if !client.0.is_loopback() && (token.is_none() || token != shown) {
        return Err(Problem::forbidden(
            "metrics",
            "figures are for this machine, or for whoever has the token",
        ));
    }
    let mut response = metrics::write(&app).into_response();
    response
        .headers_mut()
        .insert(header::CONTENT_TYPE, HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8"));
    Ok(response)
}
