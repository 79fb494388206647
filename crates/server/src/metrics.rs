//! Figures for Prometheus.

use crate::app::App;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;
use store::Kind;

/// A number that only grows.
#[derive(Default)]
pub(crate) struct Counter(AtomicU64);

impl Counter {
    pub(crate) fn add(&self, n: u64) {
        self.0.fetch_add(n, Ordering::Relaxed);
    }
    fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// The upper ends of the buckets of durations, in seconds.
const BUCKETS: [f64; 10] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0];

/// How long something took, in buckets.
#[derive(Default)]
pub(crate) struct Durations {
    buckets: [Counter; BUCKETS.len()],
    count: Counter,
    micros: Counter,
}

impl Durations {
    pub(crate) fn add(&self, took: Duration) {
        let seconds = took.as_secs_f64();
        for (bucket, &end) in self.buckets.iter().zip(&BUCKETS) {
            if seconds <= end {
                bucket.add(1);
            }
        }
        self.count.add(1);
        self.micros.add(took.as_micros() as u64);
    }
    fn write(&self, out: &mut String, name: &str, help: &str) {
        let _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} histogram");
        self.write_values(out, name, "");
    }
    /// The values, with a label before the bucket's own.
    fn write_values(&self, out: &mut String, name: &str, label: &str) {
        let comma = if label.is_empty() { "" } else { "," };
        for (bucket, end) in self.buckets.iter().zip(&BUCKETS) {
            let _ = writeln!(out, "{name}_bucket{{{label}{comma}le=\"{end}\"}} {}", bucket.get());
        }
        let _ = writeln!(out, "{name}_bucket{{{label}{comma}le=\"+Inf\"}} {}", self.count.get());
        let _ = writeln!(out, "{name}_sum{{{label}}} {}", self.micros.get() as f64 / 1e6);
        let _ = writeln!(out, "{name}_count{{{label}}} {}", self.count.get());
    }
}

/// What is counted.
#[derive(Default)]
pub(crate) struct Metrics {
    /// Requests by the first digit of their status.
    requests: [Counter; 6],
    number: AtomicU64,
    /// How long requests took, by the route that answered them.
    routes: RwLock<BTreeMap<String, Arc<Durations>>>,
    /// Connections that were one too many.
    pub(crate) refused: Counter,
    pub(crate) actions: Durations,
    decisions: Durations,
    entries: [Counter; Kind::ALL.len()],
    pub(crate) conflicts: Counter,
    pub(crate) created: Counter,
    pub(crate) repeated: Counter,
    /// Matches that were loaded from their start, and from a moment that was kept.
    loaded: [Counter; 2],
    /// Matches in memory of which was read what had been said long ago.
    pub(crate) recalls: Counter,
}

impl Metrics {
    /// The number of the next request.
    pub(crate) fn next_request(&self) -> u64 {
        self.number.fetch_add(1, Ordering::Relaxed) + 1
    }
    pub(crate) fn request(&self, status: u16, took: Duration, route: &str) {
        self.requests[usize::from(status / 100).min(5)].add(1);
        let known = self.routes.read().unwrap_or_else(PoisonError::into_inner).get(route).cloned();
        let durations = known.unwrap_or_else(|| {
            let mut routes = self.routes.write().unwrap_or_else(PoisonError::into_inner);
            routes.entry(route.to_owned()).or_default().clone()
        });
        durations.add(took);
    }
    pub(crate) fn entry(&self, kind: Kind) {
        self.entries[kind as usize].add(1);
    }
    pub(crate) fn load(&self, whole: bool) {
        self.loaded[usize::from(!whole)].add(1);
    }
    pub(crate) fn decision(&self, took: Duration) {
        self.decisions.add(took);
    }
}

/// All figures as Prometheus reads them.
pub(crate) fn write(app: &App) -> String {
    let m = &app.metrics;
    let mut out = String::with_capacity(4_096);
    let _ = writeln!(
        out,
        "# HELP parallel38_requests_total Requests answered.\n# TYPE parallel38_requests_total counter"
    );
    for (digit, counter) in m.requests.iter().enumerate().skip(1) {
        let _ = writeln!(out, "parallel38_requests_total{{status=\"{digit}xx\"}} {}", counter.get());
    }
    let _ = writeln!(
        out,
        "# HELP parallel38_entries_total What happened in matches.\n# TYPE parallel38_entries_total counter"
    );
    for kind in Kind::ALL {
        let count = m.entries[kind as usize].get();
        let _ = writeln!(out, "parallel38_entries_total{{kind=\"{}\"}} {count}", kind.word());
    }
    let mut number = |name: &str, kind: &str, help: &str, value: u64| {
        let _ = writeln!(
            out,
            "# HELP parallel38_{name} {help}\n# TYPE parallel38_{name} {kind}\nparallel38_{name} {value}"
        );
    };
    number("matches_created_total", "counter", "Matches made.", m.created.get());
    number("conflicts_total", "counter", "Actions that another one beat to the database.", m.conflicts.get());
    number("repeated_total", "counter", "Requests whose key had been used before.", m.repeated.get());
    number("matches_loaded", "gauge", "Matches in memory.", app.rooms.loaded() as u64);
    number("loads_total", "counter", "Matches played again from their start.", m.loaded[0].get());
    number("short_loads_total", "counter", "Matches played again from a moment on.", m.loaded[1].get());
    number(
        "recalls_total",
        "counter",
        "Matches of which was read what had been said long ago.",
        m.recalls.get(),
    );
    number("streams", "gauge", "Open streams of updates.", app.limits.streams() as u64);
    number("sessions", "gauge", "Sessions of the protocol for programs.", app.sessions.count() as u64);
    let (waiting, thinking) = app.turns.counts();
    number(
        "computers_waiting",
        "gauge",
        "Decisions that wait for a computer's turn to think.",
        waiting as u64,
    );
    number("computers_thinking", "gauge", "Decisions that computers think about.", thinking as u64);
    number("connections", "gauge", "Open connections.", app.connections.count() as u64);
    number(
        "answering",
        "gauge",
        "Requests whose turn it is to be answered.",
        app.connections.answering() as u64,
    );
    number("connections_refused_total", "counter", "Connections beyond the limit.", m.refused.get());
    let (commits, writes, failures) = app.store.group_commits();
    number("commits_total", "counter", "Transactions written.", commits);
    number("writes_total", "counter", "Entries and matches in those transactions.", writes);
    number("database_errors_total", "counter", "Transactions that failed.", failures);
    number(
        "writes_waiting",
        "gauge",
        "Entries and matches that wait to be written.",
        app.store.waiting() as u64,
    );
    let name = "parallel38_request_seconds";
    let _ = writeln!(out, "# HELP {name} How long requests took, by route.\n# TYPE {name} histogram");
    for (route, durations) in m.routes.read().unwrap_or_else(PoisonError::into_inner).iter() {
        durations.write_values(&mut out, name, &format!("route=\"{route}\""));
    }
    m.actions.write(
        &mut out,
        "parallel38_action_seconds",
        "From an action's arrival to its being on disk and told.",
    );
    m.decisions.write(
        &mut out,
        "parallel38_decision_seconds",
        "How long computers thought about a decision.",
    );
    out
}
