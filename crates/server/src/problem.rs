//! Problem documents (RFC 9457): every answer that is not what was asked for.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use engine::Refusal;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::value::RawValue;
use store::StoreError;

/// A problem document.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Problem {
    /// Always `about:blank`: the code says it all.
    pub r#type: &'static str,
    /// The kind of problem in a few words.
    pub title: &'static str,
    /// The HTTP status.
    pub status: u16,
    /// What is the matter, in one sentence.
    pub detail: Box<str>,
    /// A code for programs.
    pub code: &'static str,
    /// The rule that forbids the action.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<Box<str>>,
    /// After a stale action: how the match stands now.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<crate::wire::Update>")]
    pub update: Option<Box<RawValue>>,
    /// Seconds after which to try again.
    #[serde(skip)]
    pub retry: Option<u64>,
}

impl Problem {
    pub(crate) fn new(status: StatusCode, code: &'static str, detail: impl Into<String>) -> Self {
        Self {
            r#type: "about:blank",
            title: status.canonical_reason().unwrap_or("Problem"),
            status: status.as_u16(),
            detail: detail.into().into_boxed_str(),
            code,
            rule: None,
            update: None,
            retry: None,
        }
    }
    pub(crate) fn bad_request(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "bad-request", detail)
    }
    pub(crate) fn unprocessable(code: &'static str, detail: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, code, detail)
    }
    pub(crate) fn forbidden(code: &'static str, detail: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, code, detail)
    }
    pub(crate) fn not_found(what: &str) -> Self {
        Self::new(StatusCode::NOT_FOUND, "not-found", format!("there is no such {what}"))
    }
    pub(crate) fn conflict(code: &'static str, detail: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, code, detail)
    }
    pub(crate) fn too_many(code: &'static str, detail: impl Into<String>, retry: u64) -> Self {
        Self { retry: Some(retry), ..Self::new(StatusCode::TOO_MANY_REQUESTS, code, detail) }
    }
    pub(crate) fn full(code: &'static str, detail: impl Into<String>) -> Self {
        Self { retry: Some(60), ..Self::new(StatusCode::SERVICE_UNAVAILABLE, code, detail) }
    }
    pub(crate) fn internal(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", detail)
    }
    pub(crate) fn with_update(mut self, update: Box<RawValue>) -> Self {
        self.update = Some(update);
        self
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        let status = match refusal.code {
            "unknown-game" | "unknown-scenario" | "unknown-overlay" | "unknown-match" | "unknown-thing"
            | "unknown-order" => StatusCode::NOT_FOUND,
            "not-your-turn" | "no-undo" | "game-over" => StatusCode::CONFLICT,
            "too-long" => StatusCode::SERVICE_UNAVAILABLE,
            "internal" => StatusCode::INTERNAL_SERVER_ERROR,
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        };
        Self {
            rule: refusal.rule.map(String::into_boxed_str),
            ..Self::new(status, refusal.code, refusal.message)
        }
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        tracing::error!(%error, "the database failed");
        let detail = match (error.unchanged, error.full) {
            (_, true) => "the server's disk is full; nothing was changed, and it goes on when there is room",
            (true, false) => "the database does not answer; nothing was changed",
            (false, false) => {
                "the database did not confirm; look how the match stands, or send the same key again"
            }
        };
        Self { retry: Some(5), ..Self::full("database", detail) }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let retry = self.retry;
        let body = serde_json::to_string(&self).unwrap_or_default();
        let mut response = (status, body).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        if let Some(seconds) = retry {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_asked_is_told_what_is_certain_after_an_error_of_the_database() {
        let told = |unchanged, full| {
            let problem = Problem::from(StoreError { unchanged, full, ..StoreError::new("") });
            assert_eq!((problem.status, problem.retry), (503, Some(5)));
            problem.detail.contains("nothing was changed")
        };
        assert!(told(true, false) && told(true, true));
        assert!(!told(false, false), "it may have been written");
    }
}
