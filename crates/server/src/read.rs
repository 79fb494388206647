//! Reading requests and writing answers.

use crate::app::App;
use crate::problem::Problem;
use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::sync::Arc;

/// A request's body to its end, whatever it is.
pub(crate) struct Whole(pub(crate) Bytes);

impl FromRequest<Arc<App>> for Whole {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &Arc<App>) -> Result<Self, Problem> {
        let slow =
            |_| Problem::new(StatusCode::REQUEST_TIMEOUT, "too-slow", "the request did not arrive in time");
        let reading = Bytes::from_request(request, state);
        let read = tokio::time::timeout(state.config.limits.body_time, reading).await.map_err(slow)?;
        read.map(Self).map_err(|rejection| {
            if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
                Problem::new(
                    StatusCode::PAYLOAD_TOO_LARGE,
                    "too-large",
                    "the request is larger than is allowed here",
                )
            } else {
                Problem::bad_request("the request can't be read to its end")
            }
        })
    }
}

/// A request's body as JSON; what is wrong with it is said in a problem document.
pub(crate) struct Json<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<Arc<App>> for Json<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &Arc<App>) -> Result<Self, Problem> {
        let Whole(bytes) = Whole::from_request(request, state).await?;
        serde_json::from_slice(&bytes).map(Self).map_err(|e| {
            let message: String = e.to_string().chars().take(300).collect();
            Problem::bad_request(format!("the request is not as it should be: {message}"))
        })
    }
}

/// Text that is JSON already.
pub(crate) fn raw(json: impl Into<axum::body::Body>) -> Response {
    let mut response = Response::new(json.into());
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

/// An answer as JSON.
pub(crate) fn json(value: &impl Serialize) -> Response {
    match serde_json::to_vec(value) {
        Ok(bytes) => raw(bytes),
        Err(_) => Problem::internal("the answer can't be written").into_response(),
    }
}

/// An answer as JSON with status 201.
pub(crate) fn created(value: &impl Serialize) -> Response {
    let mut response = json(value);
    *response.status_mut() = StatusCode::CREATED;
    response
}
