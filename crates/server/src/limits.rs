//! How much one client may ask: a bucket of requests that fills again with time, and a count of open streams.

use crate::config::Limits;
use crate::problem::Problem;
use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// Beyond so many clients in memory, those who have been quiet are forgotten at once.
const MOST_CLIENTS: usize = 20_000;

struct Bucket {
    left: f64,
    at: Instant,
}

impl Bucket {
    /// Takes so much, or says after how many seconds there will be enough.
    fn take(&mut self, cost: f64, rate: f64, burst: f64, now: Instant) -> Result<(), u64> {
        let grown = now.saturating_duration_since(self.at).as_secs_f64() * rate;
        self.left = (self.left + grown).min(burst);
        self.at = now;
        if self.left >= cost {
            self.left -= cost;
            return Ok(());
        }
        Err(((cost - self.left) / rate.max(1e-6)).ceil().min(3_600.0) as u64)
    }
}

struct Client {
    requests: Bucket,
    creations: Bucket,
    streams: usize,
}

/// The counts of all clients.
pub(crate) struct Gate {
    limits: Limits,
    clients: Mutex<HashMap<IpAddr, Client>>,
}

/// A place among the open streams; given back when dropped.
pub(crate) struct StreamPlace {
    gate: Arc<dyn Fn() + Send + Sync>,
}

impl Drop for StreamPlace {
    fn drop(&mut self) {
        (self.gate)();
    }
}

impl Gate {
    pub(crate) fn new(limits: Limits) -> Self {
        Self { limits, clients: Mutex::default() }
    }

    fn with<T>(&self, client: IpAddr, act: impl FnOnce(&mut Client, Instant) -> T) -> T {
        let now = Instant::now();
        let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        if clients.len() > MOST_CLIENTS {
            clients.retain(|_, c| c.streams > 0 || c.requests.left < 1.0);
        }
        let found = clients.entry(network(client)).or_insert_with(|| Client {
            requests: Bucket { left: self.limits.burst, at: now },
            creations: Bucket { left: self.limits.creation_burst, at: now },
            streams: 0,
        });
        act(found, now)
    }

    /// Lets a request in. A page's files cost little: a browser asks for dozens of them at once.
    pub(crate) fn request(&self, client: IpAddr, path: &str) -> Result<(), Problem> {
        let cost = if path.starts_with("/api/") { 1.0 } else { 0.1 };
        self.with(client, |c, now| c.requests.take(cost, self.limits.requests, self.limits.burst, now))
            .map_err(|seconds| {
                let detail =
                    format!("more than {} requests a second came from this address", self.limits.requests);
                Problem::too_many("too-many-requests", detail, seconds)
            })
    }

    /// Lets a match be made.
    pub(crate) fn creation(&self, client: IpAddr) -> Result<(), Problem> {
        let rate = self.limits.creations / 60.0;
        self.with(client, |c, now| c.creations.take(1.0, rate, self.limits.creation_burst, now)).map_err(
            |seconds| {
                let detail =
                    format!("this address makes more than {} matches a minute", self.limits.creations);
                Problem::too_many("too-many-new-matches", detail, seconds)
            },
        )
    }

    /// Lets a stream be opened.
    pub(crate) fn stream(self: &Arc<Self>, client: IpAddr) -> Result<StreamPlace, Problem> {
        let all: usize =
            self.clients.lock().unwrap_or_else(PoisonError::into_inner).values().map(|c| c.streams).sum();
        if all >= self.limits.streams {
            let detail = format!("{} streams are open, and that is the limit", self.limits.streams);
            return Err(Problem::full("too-many-streams", detail));
        }
        let most = self.limits.streams_per_client;
        let granted = self.with(client, |c, _| {
            let free = c.streams < most;
            c.streams += usize::from(free);
            free
        });
        if !granted {
            let detail = format!("{most} streams are open from this address, and that is the limit");
            return Err(Problem::too_many("too-many-streams", detail, 10));
        }
        let gate = self.clone();
        Ok(StreamPlace {
            gate: Arc::new(move || gate.with(client, |c, _| c.streams = c.streams.saturating_sub(1))),
        })
    }

    /// How many streams are open.
    pub(crate) fn streams(&self) -> usize {
        self.clients.lock().unwrap_or_else(PoisonError::into_inner).values().map(|c| c.streams).sum()
    }

    /// Forgets clients that have been quiet.
    pub(crate) fn tidy(&self) {
        let now = Instant::now();
        let quiet =
            |c: &Client| c.streams == 0 && now.saturating_duration_since(c.requests.at).as_secs() > 300;
        self.clients.lock().unwrap_or_else(PoisonError::into_inner).retain(|_, c| !quiet(c));
    }
}

/// What counts as one client: an IPv4 address, or the /64 network that an IPv6 client has to itself.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(six) => match six.to_ipv4_mapped() {
            Some(four) => IpAddr::V4(four),
            None => IpAddr::V6(Ipv6Addr::from(u128::from(six) & (u128::MAX << 64))),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_bucket_empties_and_fills_again() {
        let start = Instant::now();
        let mut bucket = Bucket { left: 2.0, at: start };
        assert_eq!(bucket.take(1.0, 1.0, 2.0, start), Ok(()));
        assert_eq!(bucket.take(1.0, 1.0, 2.0, start), Ok(()));
        assert_eq!(bucket.take(1.0, 1.0, 2.0, start), Err(1));
        assert_eq!(bucket.take(1.0, 1.0, 2.0, start + Duration::from_secs(1)), Ok(()));
    }

    #[test]
    fn a_stream_gives_its_place_back() {
        let limits = Limits { streams_per_client: 1, ..Limits::default() };
        let gate = Arc::new(Gate::new(limits));
        let client = IpAddr::from([127, 0, 0, 1]);
        let place = gate.stream(client).ok();
        assert!(place.is_some() && gate.stream(client).is_err());
        drop(place);
        assert!(gate.stream(client).is_ok());
    }

    #[test]
    fn neighbours_in_one_ipv6_network_are_one_client() {
        let a: IpAddr = "2001:db8::1".parse().unwrap();
        let b: IpAddr = "2001:db8::2".parse().unwrap();
        assert_eq!(network(a), network(b));
    }
}
