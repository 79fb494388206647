//! Moments of matches in the database, so that a long one need not be played again from its start.
//!
//! A moment is worth something only to the very program that made it: any other program plays a match again once, compares
//! the hashes that were kept with its entries, and keeps moments of its own. So a change of the rules never goes unnoticed.

use crate::app::App;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use engine::Snapshot;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use std::io::{Read, Write};
use std::time::UNIX_EPOCH;
use store::Kept;

/// A moment is kept after so many entries, as soon as nothing can be taken back.
pub(crate) const EVERY: u64 = 256;
/// So many of the last entries are played again when a match is loaded: there is a hash among them, and the sentences that
/// a reader is shown first.
pub(crate) const LATELY: u64 = 128;
/// The longest moment that is read.
const LONGEST: u64 = 4 << 20;

/// The name of this very program: its version, its length, and when it was written.
pub(crate) fn maker() -> String {
    let file = std::env::current_exe().and_then(std::fs::metadata).ok();
    let length = file.as_ref().map_or(0, std::fs::Metadata::len);
    let written = file.and_then(|f| f.modified().ok()).and_then(|t| t.duration_since(UNIX_EPOCH).ok());
    format!("{}-{length}-{}", env!("CARGO_PKG_VERSION"), written.map_or(0, |t| t.as_nanos()))
}

/// A moment and the last entry before it.
#[derive(Debug)]
pub(crate) struct Moment {
    pub(crate) seq: u64,
    pub(crate) snapshot: Snapshot,
}

fn pack(snapshot: &Snapshot) -> Option<String> {
    let mut out = DeflateEncoder::new(Vec::new(), Compression::fast());
    out.write_all(&serde_json::to_vec(snapshot).ok()?).ok()?;
    Some(BASE64_STANDARD.encode(out.finish().ok()?))
}

fn unpack(body: &str) -> Option<Snapshot> {
    let mut json = Vec::new();
    let packed = BASE64_STANDARD.decode(body).ok()?;
    DeflateDecoder::new(&*packed).take(LONGEST).read_to_end(&mut json).ok()?;
    serde_json::from_slice(&json).ok()
}

fn read(kept: &Kept) -> Option<Moment> {
    let snapshot = unpack(&kept.body).filter(|s| s.length as u64 == kept.length)?;
    Some(Moment { seq: kept.seq, snapshot })
}

impl App {
    /// Keeps a moment of a match.
    pub(crate) fn keep(&self, id: &str, moment: &Moment) {
        if let Some(body) = pack(&moment.snapshot) {
            let length = moment.snapshot.length as u64;
            self.store.keep(id, Kept { length, seq: moment.seq, maker: self.maker.clone(), body });
        }
    }

    /// The moment to load a match from that has so many entries. Without one it is played from its start, so nothing that goes
    /// wrong here matters.
    pub(crate) async fn kept_lately(&self, id: &str, entries: u64) -> Option<Moment> {
        let before = entries.checked_sub(LATELY)?;
        self.store.kept_by_entry(id, &self.maker, before).await.ok().flatten().and_then(|kept| read(&kept))
    }

    /// The last moment of a match before the action `at`.
    pub(crate) async fn kept_before(&self, id: &str, at: usize) -> Option<Snapshot> {
        let before = at.checked_sub(1)? as u64;
        let found = self.store.kept_by_length(id, &self.maker, before).await.ok().flatten();
        found.and_then(|kept| read(&kept)).map(|moment| moment.snapshot)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::SeatSet;

    #[test]
    fn a_moment_reads_back_and_garbage_does_not() {
        let snapshot = Snapshot {
            length: 300,
            state: "[1,2,3]".repeat(500),
            dice: u128::from(u64::MAX) + 7,
            said: vec![(SeatSet(3), 17), (SeatSet::ALL, 250)],
            hash: "ab".repeat(32),
        };
        let body = pack(&snapshot).unwrap();
        assert!(body.len() < 1_000, "{} bytes", body.len());
        assert_eq!(unpack(&body), Some(snapshot));
        for wrong in ["", "%", "AAAA", &body[..body.len() / 2]] {
            assert_eq!(unpack(wrong), None, "{wrong}");
        }
    }
}
