//! Moments of matches in the database, so that a long one need not be played again from its start.
//!
//! A moment is worth something only to the very program that made it: any other program plays a match again once, compares
//! the hashes that were kept with its entries, and keeps moments of its own. So a change of the rules never goes unnoticed.
//!
//! With a moment goes its chapter: what was played and said since the moment before. Whoever wants to read what was said long ago
//! is given that, and nothing is played again for it.

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
/// So many of the last entries are played again when a match is loaded: there is a hash among them, and mostly the sentences
/// that a reader is shown first.
pub(crate) const LATELY: u64 = 240;
/// The longest moment or chapter that is read.
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

/// What was played and said before a moment, since there was one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Chapter {
    /// The number of its first action.
    pub(crate) first: usize,
    pub(crate) written: Vec<u8>,
}

fn squeeze(bytes: &[u8]) -> Option<String> {
    let mut out = DeflateEncoder::new(Vec::new(), Compression::fast());
    out.write_all(bytes).ok()?;
    Some(BASE64_STANDARD.encode(out.finish().ok()?))
}

fn unsqueeze(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let packed = BASE64_STANDARD.decode(text).ok()?;
    DeflateDecoder::new(&*packed).take(LONGEST).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

/// The moment, the first action of its chapter, and the chapter, with spaces between.
fn pack(snapshot: &Snapshot, chapter: &Chapter) -> Option<String> {
    let moment = squeeze(&serde_json::to_vec(snapshot).ok()?)?;
    Some(format!("{moment} {} {}", chapter.first, squeeze(&chapter.written)?))
}

fn unpack(body: &str) -> Option<Snapshot> {
    let (moment, _) = body.split_once(' ')?;
    serde_json::from_slice(&unsqueeze(moment)?).ok()
}

fn read(kept: &Kept) -> Option<Moment> {
    let snapshot = unpack(&kept.body).filter(|s| s.length as u64 == kept.length)?;
    Some(Moment { seq: kept.seq, snapshot })
}

/// The chapters of what was played before the action `end`, and perhaps a little more; none if one is missing.
fn chapters(kept: &[Kept], end: usize) -> Option<Vec<Vec<u8>>> {
    let mut before = kept.iter().map(|k| k.length).find(|&length| length >= end as u64)?;
    let mut found = Vec::new();
    for kept in kept.iter().rev() {
        // Others are later ones, or moments that another server kept in between.
        if kept.length == before && before > 0 {
            let (first, chapter) = kept.body.split_once(' ')?.1.split_once(' ')?;
            before = first.parse().ok()?;
            found.push(unsqueeze(chapter)?);
        }
    }
    found.reverse();
    (before == 0).then_some(found)
}

impl App {
    /// Keeps a moment of a match with its chapter.
    pub(crate) fn keep(&self, id: &str, (moment, chapter): &(Moment, Chapter)) {
        if let Some(body) = pack(&moment.snapshot, chapter) {
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

    /// What was played and said before the action `end` of a match, as far as it was kept.
    pub(crate) async fn kept_chapters(&self, id: &str, end: usize) -> Option<Vec<Vec<u8>>> {
        let kept = self.store.all_kept(id, &self.maker).await.ok()?;
        tokio::task::spawn_blocking(move || chapters(&kept, end)).await.ok()?
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
        let body = pack(&snapshot, &Chapter { first: 40, written: vec![7; 500] }).unwrap();
        assert!(body.len() < 1_000, "{} bytes", body.len());
        assert_eq!(unpack(&body), Some(snapshot));
        for wrong in ["", "%", "AAAA", "AAAA 0 AAAA", &body[..body.len() / 4]] {
            assert_eq!(unpack(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn chapters_are_put_together_or_one_is_missing() {
        let written = |length: u8| vec![length; 100];
        let kept = |length: u8, first: usize| Kept {
            length: length.into(),
            body: pack(&Snapshot::default(), &Chapter { first, written: written(length) }).unwrap(),
            ..Kept::default()
        };
        // Two servers that each kept their own.
        let all = [kept(10, 0), kept(12, 0), kept(20, 10), kept(25, 12), kept(30, 20)];
        assert_eq!(chapters(&all, 30), Some(vec![written(10), written(20), written(30)]));
        assert_eq!(chapters(&all, 21), Some(vec![written(12), written(25)]));
        assert_eq!(chapters(&all, 10), Some(vec![written(10)]));
        assert_eq!(chapters(&all, 31), None, "that was never kept");
        assert_eq!(chapters(&all[2..], 30), None, "the first is missing");
        let mut odd = all;
        odd[4].body = odd[4].body.replacen(" 20 ", " 30 ", 1);
        assert_eq!(chapters(&odd, 30), None, "it can't begin where it ends");
        odd[4].body.truncate(9);
        assert_eq!(chapters(&odd, 30), None);
    }
}
