//! The protocol for programs over HTTP: one request in, one reply out, matches of the session's own.

use crate::app::App;
use crate::guard::ClientAddress;
use crate::leash::Leash;
use crate::limits::network;
use crate::problem::Problem;
use crate::read::Whole;
use crate::tokens;
use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use engine::protocol::{Outside, Session};
use engine::{Seed, Thinking};
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The header that carries a session's secret.
const SESSION: HeaderName = HeaderName::from_static("parallel38-session");
/// A session that was quiet so long is forgotten.
const IDLE: Duration = Duration::from_secs(600);

/// How many matches a session may begin.
const MOST_MATCHES: u32 = 50;

struct Open {
    client: IpAddr,
    session: Arc<Mutex<Session>>,
    asker: Asker,
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

/// Who waits for the answer of a session just now.
type Asker = Arc<Mutex<Option<Leash>>>;

struct World {
    /// The most milliseconds that a computer may think.
    most: u32,
    asker: Asker,
}

impl Outside for World {
    fn seed(&mut self) -> Seed {
        tokens::seed().unwrap_or_else(|_| Seed::from_number(tokens::number()))
    }
    fn budget(&mut self, millis: u32) -> Box<dyn Thinking> {
        let length = Duration::from_millis(u64::from(millis.clamp(1, self.most)));
        let leash = self.asker.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Box::new(Clock { began: Instant::now(), length, leash })
    }
}

struct Clock {
    began: Instant,
    length: Duration,
    leash: Option<Leash>,
}

impl Thinking for Clock {
    fn spent(&self) -> f32 {
        if self.leash.as_ref().is_some_and(Leash::is_left) {
            return 1.0;
        }
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
    fn find(&self, secret: &str, begins: bool) -> Result<(Arc<Mutex<Session>>, Asker), Problem> {
        let mut open = self.open();
        let found = open.get_mut(&tokens::hash(secret)).ok_or_else(|| Problem::not_found("session"))?;
        found.used = Instant::now();
        found.begun += u32::from(begins);
        if found.begun > MOST_MATCHES {
            let detail = format!("this session has begun {MOST_MATCHES} matches, and that is the limit");
            return Err(Problem::full("too-many-matches", detail));
        }
        Ok((found.session.clone(), found.asker.clone()))
    }
    /// Keeps a session that has begun a match; gives its secret.
    fn keep(&self, app: &App, client: IpAddr, session: Session, asker: Asker) -> Result<String, Problem> {
        let limits = &app.config.limits;
        let client = network(client);
        self.tidy();
        let mut open = self.open();
        let most = limits.sessions_per_client;
        if open.values().filter(|o| o.client == client).count() >= most {
            let detail = format!("{most} sessions of this address are open, and that is the limit");
            return Err(Problem::too_many("too-many-sessions", detail, 60));
        }
        if open.len() >= limits.sessions {
            let detail = format!("{} sessions are open, and that is the limit", limits.sessions);
            return Err(Problem::full("too-many-sessions", detail));
        }
        let secret = tokens::token()?;
        let session = Arc::new(Mutex::new(session));
        let used = Instant::now();
        open.insert(tokens::hash(&secret), Open { client, session, asker, used, begun: 1 });
        Ok(secret)
    }
}

/// `POST /api/protocol`. Only a request that begins a match begins a session; whatever else comes without one is answered
/// and forgotten.
pub(crate) async fn answer(
    State(app): State<Arc<App>>,
    Extension(client): Extension<ClientAddress>,
    headers: HeaderMap,
    Whole(line): Whole,
) -> Result<Response, Problem> {
    let begins = begins_match(&line);
    let Some(secret) = headers.get(SESSION) else {
        let asker = Asker::default();
        let world = World { most: app.config.limits.thinking, asker: asker.clone() };
        let mut fresh = Session::new(app.registry.clone(), Box::new(world));
        let own = asker.clone();
        let run = move |leash: &Leash| {
            let reply = answer_for(leash, &own, &mut fresh, &line);
            (fresh, reply)
        };
        let (fresh, reply) = app.work_at(&app.programs, run).await?;
        let keep = begins && fresh.is_in_use();
        let secret = if keep { Some(app.sessions.keep(&app, client.0, fresh, asker)?) } else { None };
        return Ok(reply_with(reply, secret.as_deref()));
    };
    let secret = secret.to_str().map_err(|_| Problem::not_found("session"))?.to_owned();
    let (session, asker) = app.sessions.find(&secret, begins)?;
    let run = move |leash: &Leash| {
        answer_for(leash, &asker, &mut session.lock().unwrap_or_else(PoisonError::into_inner), &line)
    };
    let reply = app.work_at(&app.programs, run).await?;
    Ok(reply_with(reply, Some(&secret)))
}

/// Answers as long as somebody waits for it.
fn answer_for(leash: &Leash, asker: &Asker, session: &mut Session, line: &[u8]) -> String {
    *asker.lock().unwrap_or_else(PoisonError::into_inner) = Some(leash.clone());
    session.answer_line(line)
}

fn reply_with(reply: String, secret: Option<&str>) -> Response {
    let mut response = reply.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    if let Some(value) = secret.and_then(|s| HeaderValue::from_str(s).ok()) {
        headers.insert(SESSION, value);
    }
    response
}
