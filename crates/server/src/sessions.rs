//! The protocol for programs over HTTP: one request in, one reply out, matches of the session's own.

use crate::app::App;
use crate::problem::Problem;
use crate::tokens;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use engine::protocol::{Outside, Session};
use engine::{Seed, Thinking};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The header that carries a session's secret.
const SESSION: HeaderName = HeaderName::from_static("parallel38-session");
/// A session that was quiet so long is forgotten.
const IDLE: Duration = Duration::from_secs(600);

/// How many matches a session may begin.
const MOST_MATCHES: u32 = 50;

struct Open {
    session: Arc<Mutex<Session>>,
    used: Instant,
    begun: u32,
}

/// Whether a request begins a match, as `new` and `load` do.
fn begins_match(line: &[u8]) -> bool {
    #[derive(serde::Deserialize)]
    struct Command {
        cmd: String,
    }
    serde_json::from_slice::<Command>(line).is_ok_and(|c| matches!(c.cmd.as_str(), "new" | "load"))
}

/// The open sessions, by the hash of their secret.
#[derive(Default)]
pub(crate) struct Sessions(Mutex<HashMap<String, Open>>);

struct World;

impl Outside for World {
    fn seed(&mut self) -> Seed {
        tokens::seed().unwrap_or_else(|_| Seed::from_number(tokens::number()))
    }
    fn budget(&mut self, millis: u32) -> Box<dyn Thinking> {
        Box::new(Clock { began: Instant::now(), length: Duration::from_millis(u64::from(millis.max(1))) })
    }
}

struct Clock {
    began: Instant,
    length: Duration,
}

impl Thinking for Clock {
    fn spent(&self) -> f32 {
        (self.began.elapsed().as_secs_f32() / self.length.as_secs_f32()).min(1.0)
    }
}

impl Sessions {
    fn open(&self) -> std::sync::MutexGuard<'_, HashMap<String, Open>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
    pub(crate) fn count(&self) -> usize {
        self.open().len()
    }
    pub(crate) fn tidy(&self) {
        self.open().retain(|_, open| open.used.elapsed() < IDLE);
    }
    fn find(&self, secret: &str, begins: bool) -> Result<Arc<Mutex<Session>>, Problem> {
        let mut open = self.open();
        let found = open.get_mut(&tokens::hash(secret)).ok_or_else(|| Problem::not_found("session"))?;
        found.used = Instant::now();
        found.begun += u32::from(begins);
        if found.begun > MOST_MATCHES {
            let detail = format!("this session has begun {MOST_MATCHES} matches, and that is the limit");
            return Err(Problem::full("too-many-matches", detail));
        }
        Ok(found.session.clone())
    }
    fn begin(&self, app: &App) -> Result<(String, Arc<Mutex<Session>>), Problem> {
        let most = app.config.limits.sessions;
        if self.count() >= most {
            self.tidy();
        }
        if self.count() >= most {
            return Err(Problem::full(
                "too-many-sessions",
                format!("{most} sessions are open, and that is the limit"),
            ));
        }
        let secret = tokens::token()?;
        let session = Arc::new(Mutex::new(Session::new(app.registry.clone(), Box::new(World))));
        self.open()
            .insert(tokens::hash(&secret), Open { session: session.clone(), used: Instant::now(), begun: 1 });
        Ok((secret, session))
    }
}

/// `POST /api/protocol`
pub(crate) async fn answer(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    line: Bytes,
) -> Result<Response, Problem> {
    let (secret, session) = match headers.get(SESSION) {
        Some(secret) => {
            let secret = secret.to_str().map_err(|_| Problem::not_found("session"))?.to_owned();
            let session = app.sessions.find(&secret, begins_match(&line))?;
            (secret, session)
        }
        None => app.sessions.begin(&app)?,
    };
    // A request may let a computer think, so it takes a computer's place.
    let _permit = app.computers.acquire().await.map_err(|_| Problem::internal("the server is ending"))?;
    let reply = tokio::task::spawn_blocking(move || {
        session.lock().unwrap_or_else(PoisonError::into_inner).answer_line(&line)
    })
    .await
    .map_err(|_| Problem::internal("the request failed"))?;
    let mut response = reply.into_response();
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    if let Ok(value) = HeaderValue::from_str(&secret) {
        response.headers_mut().insert(SESSION, value);
    }
    Ok(response)
}
