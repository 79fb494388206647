//! Chances in per cent: a sure thing and an impossible one draw nothing.

use engine::Play;

/// Whether something of so many per cent happens.
pub fn chance(play: &mut Play, per_cent: i32, label: &'static str) -> bool {
    match per_cent {
        ..=0 => false,
        100.. => true,
        p => play.roll(100, label) as i32 <= p,
    }
}

/// How many of so many pieces something of so many per cent happens to.
pub fn each(play: &mut Play, pieces: u8, per_cent: i32, label: &'static str) -> u8 {
    match per_cent {
        _ if pieces == 0 => 0,
        ..=0 => 0,
        100.. => pieces,
        p => play.hits(u32::from(pieces), 100, p as u32, label) as u8,
    }
}

/// A whole number between two, both included.
pub fn between(play: &mut Play, least: i32, most: i32, label: &'static str) -> i32 {
    if most <= least { least } else { least + play.draw((most - least + 1) as usize, label) as i32 }
}
