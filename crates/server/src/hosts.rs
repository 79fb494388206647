//! The names under which a server may be addressed. A page of another site that has its own name point here (DNS
//! rebinding) comes with that name, and is turned away.

use crate::config::Config;
use std::net::{IpAddr, SocketAddr};

/// The names under which a server may be addressed.
pub(crate) struct Hosts {
    listen: SocketAddr,
    public: Option<String>,
}

impl Hosts {
    /// None behind a proxy whose public address is not known: then any name will do.
    pub(crate) fn new(config: &Config, listen: SocketAddr) -> Option<Self> {
        let public = config.public_url.as_deref().map(authority);
        if config.behind_proxy && public.is_none() {
            return None;
        }
        Some(Self { listen, public })
    }

    /// Whether a request with this `Host` is meant for this server.
    pub(crate) fn allow(&self, host: &str) -> bool {
        if self.public.as_ref().is_some_and(|public| public.eq_ignore_ascii_case(host)) {
            return true;
        }
        let (name, port) = split(host);
        if port.unwrap_or(80) != self.listen.port() {
            return false;
        }
        let local = self.listen.ip().is_loopback() || self.listen.ip().is_unspecified();
        match name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>() {
            // An address can't be made to point elsewhere.
            Ok(address) => {
                address == self.listen.ip()
                    || self.listen.ip().is_unspecified()
                    || (local && address.is_loopback())
            }
            Err(_) => local && (name.eq_ignore_ascii_case("localhost") || name.ends_with(".localhost")),
        }
    }
}

/// The part of an address that a browser sends as `Host`.
fn authority(url: &str) -> String {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.split('/').next().unwrap_or("").to_ascii_lowercase()
}

fn split(host: &str) -> (&str, Option<u16>) {
    match host.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') && !port.is_empty() => match port.parse() {
            Ok(port) => (name, Some(port)),
            Err(_) => (host, None),
        },
        _ => (host, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowed(listen: &str, public: Option<&str>, host: &str) -> bool {
        let config = Config { public_url: public.map(str::to_owned), ..Config::default() };
        Hosts::new(&config, listen.parse().unwrap()).unwrap().allow(host)
    }

    #[test]
    fn a_name_that_was_made_to_point_here_is_turned_away() {
        assert!(allowed("127.0.0.1:3838", None, "127.0.0.1:3838"));
        assert!(allowed("127.0.0.1:3838", None, "localhost:3838"));
        assert!(allowed("127.0.0.1:3838", None, "[::1]:3838"));
        assert!(!allowed("127.0.0.1:3838", None, "evil.example:3838"));
        assert!(!allowed("127.0.0.1:3838", None, "127.0.0.1:80"));
        assert!(!allowed("127.0.0.1:3838", None, ""));
        assert!(allowed("0.0.0.0:3838", None, "192.168.0.7:3838"));
        assert!(!allowed("0.0.0.0:3838", None, "evil.example:3838"));
        assert!(allowed("0.0.0.0:80", None, "192.168.0.7"));
        let public = Some("https://games.example.org/");
        assert!(allowed("127.0.0.1:3838", public, "games.example.org"));
        assert!(!allowed("127.0.0.1:3838", public, "games.example.org.evil.example"));
    }
}
