//! The client's files: in the program, or in a folder while somebody works on them.

use crate::problem::Problem;
use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::collections::HashMap;
use std::path::PathBuf;

const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/web.rs"));

/// A file ready to be sent.
pub(crate) struct Asset {
    kind: &'static str,
    etag: String,
    plain: Cow<'static, [u8]>,
    packed: Option<Vec<u8>>,
}

/// The client's files.
pub(crate) struct Web {
    folder: Option<PathBuf>,
    files: HashMap<&'static str, Asset>,
}

impl Asset {
    pub(crate) fn new(kind: &'static str, plain: impl Into<Cow<'static, [u8]>>) -> Self {
        let plain = plain.into();
        let etag = format!("\"{}\"", &engine::dice::hex(&Sha256::digest(&plain))[..24]);
        let packed = (kind != "image/png").then(|| crate::guard::gzip(&plain, Compression::new(9))).flatten();
        let packed = packed.filter(|p| p.len() < plain.len());
        Self { kind, etag, plain, packed }
    }

    /// The answer: the bytes as the browser takes them, or that it has them already.
    pub(crate) fn answer(&self, headers: &HeaderMap) -> Response {
        let known = headers.get(header::IF_NONE_MATCH).and_then(|v| v.to_str().ok());
        let known =
            known.is_some_and(|k| k.split(',').any(|e| e.trim().trim_start_matches("W/") == self.etag));
        let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|v| v.to_str().ok()).unwrap_or("");
        let packed = self.packed.as_ref().filter(|_| accepted.contains("gzip"));
        let mut response = match (known, packed) {
            (true, _) => StatusCode::NOT_MODIFIED.into_response(),
            (false, Some(bytes)) => Body::from(bytes.clone()).into_response(),
            (false, None) => Body::from(self.plain.to_vec()).into_response(),
        };
        let out = response.headers_mut();
        out.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.kind));
        out.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        out.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        if let Ok(etag) = HeaderValue::from_str(&self.etag) {
            out.insert(header::ETAG, etag);
        }
        if packed.is_some() && !known {
            out.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        response
    }
}

impl Web {
    pub(crate) fn new(folder: Option<PathBuf>) -> Self {
        let files = if folder.is_some() { &[] } else { FILES };
        let files = files.iter().map(|&(name, bytes)| (name, Asset::new(kind(name), bytes))).collect();
        Self { folder, files }
    }

    /// A file, or the page for an address that the client itself understands.
    pub(crate) fn answer(&self, path: &str, headers: &HeaderMap) -> Response {
        let name = if is_page(path) { "/index.html" } else { path };
        if let Some(asset) = self.files.get(name) {
            return asset.answer(headers);
        }
        let read = self.folder.as_ref().and_then(|folder| {
            let inside = name.trim_start_matches('/');
            let safe = inside
                .split('/')
                .all(|part| !part.is_empty() && !part.starts_with('.') && !part.contains('\\'));
            safe.then(|| std::fs::read(folder.join(inside)).ok()).flatten()
        });
        match read {
            Some(bytes) => Asset::new(kind(name), bytes).answer(headers),
            None => Problem::not_found("page").into_response(),
        }
    }
}

/// Addresses of the client's own: what comes after the last stroke has no ending.
fn is_page(path: &str) -> bool {
    path == "/" || !path.rsplit('/').next().unwrap_or("").contains('.')
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or("") {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "png" => "image/png",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_the_client_are_its_page() {
        assert!(is_page("/") && is_page("/play/abc") && !is_page("/src/main.js"));
    }
}
