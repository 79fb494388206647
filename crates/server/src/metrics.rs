//! Figures for Prometheus.

use crate::app::App;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
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
        for (bucket, end) in self.buckets.iter().zip(&BUCKETS) {
            let _ = writeln!(out, "{name}_bucket{{le=\"{end}\"}} {}", bucket.get());
        }
        let _ = writeln!(out, "{name}_bucket{{le=\"+Inf\"}} {}", self.count.get());
        let _ = writeln!(out, "{name}_sum {}", self.micros.get() as f64 / 1e6);
        let _ = writeln!(out, "{name}_count {}", self.count.get());
    }
}

/// What is counted.
#[derive(Default)]
pub(crate) struct Metrics {
    /// Requests by the first digit of their status.
    requests: [Counter; 6],
    pub(crate) duration: Durations,
    pub(crate) actions: Durations,
    decisions: Durations,
    entries: [Counter; 4],
    pub(crate) conflicts: Counter,
    pub(crate) created: Counter,
    pub(crate) repeated: Counter,
}

impl Metrics {
    pub(crate) fn request(&self, status: u16, took: Duration) {
        self.requests[usize::from(status / 100).min(5)].add(1);
        self.duration.add(took);
    }
    pub(crate) fn entry(&self, kind: Kind) {
        self.entries[kind as usize].add(1);
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
    for kind in [Kind::Act, Kind::Undo, Kind::Dice, Kind::Resign] {
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
    number("streams", "gauge", "Open streams of updates.", app.limits.streams() as u64);
    number("sessions", "gauge", "Sessions of the protocol for programs.", app.sessions.count() as u64);
    number(
        "computers_free",
        "gauge",
        "Decisions that computers could begin to think about now.",
        app.computers.available_permits() as u64,
    );
    if let Some((commits, writes)) = app.store.group_commits() {
        number("commits_total", "counter", "Transactions written.", commits);
        number("writes_total", "counter", "Entries and matches in those transactions.", writes);
    }
    m.duration.write(&mut out, "parallel38_request_seconds", "How long requests took.");
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
