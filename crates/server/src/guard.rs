//! What every request passes: limits, the same-origin check, the log line, security headers, compression.

use crate::app::App;
use crate::problem::Problem;
use axum::body::{Body, HttpBody, to_bytes};
use axum::extract::{ConnectInfo, MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Instant;
use tracing::Instrument;

/// Answers below this many bytes are not worth compressing.
const WORTH_COMPRESSING: u64 = 1_024;

/// No script, style or connection but from here, nothing inline, no frame, no form to elsewhere.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
    font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'";
/// A drawing carries its own styles and pictures, and never a script.
const DRAWING_POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'";

const HEADERS: [(&str, &str); 5] = [
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()"),
];

/// The client that a request counts for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClientAddress(pub(crate) IpAddr);

/// The name of a request in the log and in its answer.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The outermost layer.
pub(crate) async fn guard(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    let began = Instant::now();
    let number = app.metrics.next_request();
    let client = client(&app, &request);
    request.extensions_mut().insert(ClientAddress(client));
    let method = request.method().clone();
    let path = request.uri().path().to_owned();
    let route = request.extensions().get::<MatchedPath>().map(|m| m.as_str().to_owned());
    let zip = accepts_gzip(request.headers());
    let admitted = app
        .limits
        .request(client, &path)
        .and_then(|()| right_host(&app, request.headers()))
        .and_then(|()| same_origin(&app, &method, request.headers()));
    // What is logged on the way carries the request's number.
    let span = tracing::error_span!("request", id = number);
    let response = match admitted {
        Ok(()) => as_problem(next.run(request).instrument(span).await).await,
        Err(problem) => problem.into_response(),
    };
    let mut response = if zip { compress(response).await } else { response };
    let took = began.elapsed();
    let status = response.status().as_u16();
    app.metrics.request(status, took, route.as_deref().unwrap_or("other"));
    // Neither headers nor query are logged: tokens are in the one, hidden things could be in the other.
    tracing::info!(id = number, %method, path, status, micros = took.as_micros() as u64, "request");
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.insert(REQUEST_ID, HeaderValue::from(number));
    let drawing = headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind == "image/svg+xml");
    let policy = if drawing { DRAWING_POLICY } else { POLICY };
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    if path.starts_with("/api/") && !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

/// A request must be meant for this server.
fn right_host(app: &App, headers: &HeaderMap) -> Result<(), Problem> {
    let Some(hosts) = &app.hosts else { return Ok(()) };
    let host = headers.get(header::HOST).and_then(|h| h.to_str().ok()).unwrap_or("");
    if hosts.allow(host) {
        return Ok(());
    }
    Err(Problem::new(
        StatusCode::MISDIRECTED_REQUEST,
        "wrong-host",
        "this server is not addressed by that name; start it with --public-url if it should be",
    ))
}

/// Gives a refusal by the framework itself (a query or address that can't be read) the form of all others.
async fn as_problem(response: Response) -> Response {
    let status = response.status();
    let kind = response.headers().get(header::CONTENT_TYPE).and_then(|v| v.to_str().ok()).unwrap_or("");
    if !status.is_client_error() || !kind.starts_with("text/plain") {
        return response;
    }
    let bytes = to_bytes(response.into_body(), 2_000).await.unwrap_or_default();
    let code = if status == StatusCode::PAYLOAD_TOO_LARGE { "too-large" } else { "bad-request" };
    Problem::new(status, code, String::from_utf8_lossy(&bytes)).into_response()
}

fn client(app: &App, request: &Request) -> IpAddr {
    let forwarded = || {
        let value = request.headers().get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
        value.rsplit(',').next()?.trim().parse().ok()
    };
    let direct = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let direct = direct.map_or(IpAddr::from([0, 0, 0, 0]), |info| info.0.ip());
    if app.config.behind_proxy { forwarded().unwrap_or(direct) } else { direct }
}

/// A write must come from our own page, or from a program: browsers say where theirs come from.
fn same_origin(app: &App, method: &Method, headers: &HeaderMap) -> Result<(), Problem> {
    from_here(method, headers, app.config.public_url.as_deref())
}

fn from_here(method: &Method, headers: &HeaderMap, public: Option<&str>) -> Result<(), Problem> {
    if matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS) {
        return Ok(());
    }
    let refuse = || Problem::forbidden("cross-site", "a page of another site may not change anything here");
    if headers.get("sec-fetch-site").is_some_and(|site| site != "same-origin" && site != "none") {
        return Err(refuse());
    }
    if let Some(origin) = headers.get(header::ORIGIN) {
        let origin = origin.to_str().unwrap_or("");
        let host = headers.get(header::HOST).and_then(|h| h.to_str().ok()).unwrap_or("");
        let ours = origin.split_once("://").is_some_and(|(_, from)| from.eq_ignore_ascii_case(host));
        let known = public.is_some_and(|url| url.trim_end_matches('/').eq_ignore_ascii_case(origin));
        if !ours && !known {
            return Err(refuse());
        }
    }
    Ok(())
}

fn accepts_gzip(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|v| v.to_str().ok()).unwrap_or("");
    accepted.split(',').any(|part| {
        let mut words = part.split(';').map(str::trim);
        words.next() == Some("gzip") && !words.any(|w| w == "q=0")
    })
}

/// Compresses an answer that is text, whole and large enough. A stream is left as it is.
async fn compress(response: Response) -> Response {
    let kind = response.headers().get(header::CONTENT_TYPE).and_then(|v| v.to_str().ok()).unwrap_or("");
    let text = kind.starts_with("text/")
        || kind.contains("json")
        || kind.contains("javascript")
        || kind.contains("xml");
    let large = response.body().size_hint().exact().is_some_and(|n| n >= WORTH_COMPRESSING);
    if !text
        || !large
        || kind.starts_with("text/event-stream")
        || response.headers().contains_key(header::CONTENT_ENCODING)
    {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let Ok(bytes) = to_bytes(body, usize::MAX).await else {
        return Problem::internal("the answer can't be read").into_response();
    };
    let level = if bytes.len() > 1 << 20 { Compression::fast() } else { Compression::new(5) };
    match gzip(&bytes, level) {
        Some(packed) => {
            parts.headers.remove(header::CONTENT_LENGTH);
            parts.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
            parts.headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
            Response::from_parts(parts, Body::from(packed))
        }
        None => Response::from_parts(parts, Body::from(bytes)),
    }
}

/// Compressed bytes.
pub(crate) fn gzip(bytes: &[u8], level: Compression) -> Option<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(bytes.len() / 4), level);
    encoder.write_all(bytes).ok()?;
    encoder.finish().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        pairs.iter().map(|&(k, v)| (k.parse().unwrap(), HeaderValue::from_static(v))).collect()
    }

    #[test]
    fn a_write_from_another_site_is_refused() {
        let post =
            |pairs: &[_]| from_here(&Method::POST, &headers(pairs), Some("https://p38.example")).is_ok();
        assert!(post(&[]));
        assert!(post(&[("host", "127.0.0.1:3838"), ("origin", "http://127.0.0.1:3838")]));
        assert!(!post(&[("host", "127.0.0.1:3838"), ("origin", "http://evil.example")]));
        assert!(!post(&[("host", "127.0.0.1:3838"), ("origin", "null")]));
        assert!(post(&[("host", "127.0.0.1:3838"), ("origin", "https://p38.example")]));
        assert!(!post(&[("sec-fetch-site", "cross-site")]));
        assert!(!post(&[("sec-fetch-site", "same-site")]));
        assert!(post(&[("sec-fetch-site", "same-origin")]));
        assert!(from_here(&Method::GET, &headers(&[("sec-fetch-site", "cross-site")]), None).is_ok());
    }

    #[test]
    fn gzip_is_used_when_accepted() {
        assert!(accepts_gzip(&headers(&[("accept-encoding", "br, gzip;q=0.8")])));
        assert!(!accepts_gzip(&headers(&[("accept-encoding", "gzip;q=0")])));
        assert!(!accepts_gzip(&headers(&[])));
    }
}
