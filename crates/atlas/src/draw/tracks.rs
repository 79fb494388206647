//! Tracks on the margin of a sheet: turns with their dates, points.

use std::fmt::Write as _;

use serde::Deserialize;

use super::theme::Colours;
use crate::counter::escape;

/// A track as it is kept in `data/maps-src/tracks.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Track {
    map: String,
    title: String,
    /// What stands in each space; spaces are counted from 1.
    #[serde(default)]
    cells: Vec<String>,
    /// Or so many spaces, counted from 0, with nothing in them.
    #[serde(default)]
    numbers: usize,
}

#[derive(Deserialize)]
struct Tracks {
    track: Vec<Track>,
}

/// Width and height of a space with the gap behind it, and of the line above a track.
const SPACE: (f64, f64) = (61.0, 46.0);
const GAP: f64 = 3.0;
const HEADING: f64 = 26.0;

impl Track {
    /// The tracks of a map.
    pub(crate) fn of(game: &str, map: &str) -> Vec<Track> {
        let all = toml::from_str::<Tracks>(include_str!("../../../../data/maps-src/tracks.toml"));
        let mine = format!("{game}/{map}");
        all.map_or(Vec::new(), |t| t.track.into_iter().filter(|t| t.map == mine).collect())
    }

    fn count(&self) -> usize {
        self.cells.len().max(self.numbers)
    }

    /// How many spaces stand in a row: numbers in rows of ten or five.
    fn across(&self, width: f64) -> usize {
        let fit = ((width / SPACE.0) as usize).max(1);
        if self.cells.is_empty() && fit < self.numbers && fit >= 5 { 5 } else { fit }
    }

    /// Height on a margin of this width.
    pub(crate) fn height(&self, width: f64) -> f64 {
        HEADING + self.count().div_ceil(self.across(width)) as f64 * SPACE.1 + 8.0
    }

    /// Writes the track below a line of the margin.
    pub(crate) fn write(&self, out: &mut String, c: &Colours, width: f64, top: f64) {
        let _ = write!(
            out,
            "<text class=\"tl\" x=\"0\" y=\"{:.1}\" style=\"font-weight:700\">{}</text>",
            top + 17.0,
            escape(&self.title)
        );
        let across = self.across(width);
        for k in 0..self.count() {
            let x = (k % across) as f64 * SPACE.0;
            let y = top + HEADING + (k / across) as f64 * SPACE.1;
            let number = if self.cells.is_empty() { k } else { k + 1 };
            let _ = write!(
                out,
                "<g transform=\"translate({x:.1} {y:.1})\"><rect width=\"{:.1}\" height=\"{:.1}\" rx=\"4\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.2\"/><text class=\"tn\" x=\"5\" y=\"14\">{number}</text>",
                SPACE.0 - GAP,
                SPACE.1 - GAP,
                c.ink
            );
            if let Some(words) = self.cells.get(k) {
                let middle = (SPACE.0 - GAP) / 2.0;
                let small = if words.chars().count() > 11 { " style=\"font-size:8px\"" } else { "" };
                let _ = write!(
                    out,
                    "<text class=\"td\" x=\"{middle:.1}\" y=\"{:.1}\"{small}>{}</text>",
                    SPACE.1 - GAP - 5.0,
                    escape(words)
                );
            }
            out.push_str("</g>");
        }
    }
}
