//! Figures of a finished game: points, losses and standing by turn, the dice, and whether they were fair.

use crate::history;
use crate::table;
use crate::wire::{DiceTotals, Luck, Statistics, TurnStanding, TurnTotals, Verification};
use engine::{Event, Game, Match, Record, Refusal, SeatSet};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;
use store::NewMatch;

/// The points of each side, as the scene of the truth has them.
pub(crate) fn points(played: &dyn Match) -> Vec<i32> {
    let scene: Value = serde_json::from_str(&played.scene(SeatSet::ALL)).unwrap_or_default();
    points_in(&scene, played.info().sides.len())
}

fn points_in(scene: &Value, sides: usize) -> Vec<i32> {
    let mut totals = vec![0; sides];
    for entry in scene["points"].as_array().into_iter().flatten() {
        let side = entry["side"].as_u64().and_then(|s| totals.get_mut(s as usize));
        if let (Some(total), Some(points)) = (side, entry["total"].as_i64()) {
            *total = points as i32;
        }
    }
    totals
}

/// How many pieces of each side the scene shows.
fn pieces_in(scene: &Value, sides_of_defs: &[u8], sides: usize) -> Vec<i32> {
    let mut totals = vec![0; sides];
    for piece in scene["pieces"].as_array().into_iter().flatten() {
        let def = piece["def"].as_u64().unwrap_or(u64::MAX) as usize;
        let side = sides_of_defs.get(def).and_then(|&s| totals.get_mut(usize::from(s)));
        if let Some(total) = side {
            *total += piece["count"].as_i64().unwrap_or(1) as i32;
        }
    }
    totals
}

/// Plays a finished game again and counts.
pub(crate) fn gather(game: &Arc<dyn Game>, begun: &NewMatch, record: &Record) -> Result<Statistics, Refusal> {
    let info = game.info();
    let sides = info.sides.len();
    let defs: Vec<u8> = game.sheet(&record.scenario)?.pieces.iter().map(|p| p.side).collect();
    let mut played = table::begin(game.as_ref(), begun)?;
    let mut found = Statistics::default();
    let mut most = vec![0; sides];
    let mut end_of_turn = |played: &dyn Match, turn: u16, found: &mut Statistics| {
        let scene: Value = serde_json::from_str(&played.scene(SeatSet::ALL)).unwrap_or_default();
        found.points.push(TurnTotals { turn, totals: points_in(&scene, sides) });
        let pieces = pieces_in(&scene, &defs, sides);
        most.iter_mut().zip(&pieces).for_each(|(m, p)| *m = (*m).max(*p));
        let lost = most.iter().zip(&pieces).map(|(m, p)| m - p).collect();
        found.losses.push(TurnTotals { turn, totals: lost });
        let standing = (0..sides as u8).map(|side| played.evaluate(side)).collect();
        found.standing.push(TurnStanding { turn, totals: standing });
    };
    let mut turn = played.status().turn;
    end_of_turn(played.as_ref(), turn.saturating_sub(1), &mut found);
    for i in 0..record.actions.len() {
        history::step(played.as_mut(), record, i)?;
        let now = played.status().turn;
        if now != turn {
            end_of_turn(played.as_ref(), turn, &mut found);
            turn = now;
        }
    }
    end_of_turn(played.as_ref(), turn, &mut found);
    let log: Vec<Event> = (0..played.length().max(1)).flat_map(|i| played.log(i, SeatSet::ALL)).collect();
    found.dice = dice(&log);
    found.luck = luck(&log);
    found.verification = verify(game, record);
    Ok(found)
}

fn dice(log: &[Event]) -> Vec<DiceTotals> {
    let mut kinds: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for die in log.iter().flat_map(|e| &e.dice) {
        let counts = kinds.entry(die.sides).or_insert_with(|| vec![0; die.sides.min(10_000) as usize]);
        if let Some(count) = counts.get_mut((die.roll as usize).wrapping_sub(1)) {
            *count += 1;
        }
    }
    let totals = |(sides, counts): (u32, Vec<u32>)| {
        let rolls: u32 = counts.iter().sum();
        let sum: f64 = counts.iter().zip(1..).map(|(&n, face)| f64::from(n) * f64::from(face)).sum();
        let mean = sum / f64::from(rolls.max(1));
        DiceTotals { sides, rolls, mean, expected: (f64::from(sides) + 1.0) / 2.0, counts }
    };
    kinds.into_iter().map(totals).collect()
}

fn luck(log: &[Event]) -> Vec<Luck> {
    // Sum of shares, sum of variances, number of rolls.
    let mut seats: BTreeMap<&str, (f64, f64, u32)> = BTreeMap::new();
    for event in log {
        let Some(seat) = &event.seat else { continue };
        for die in event.dice.iter().filter(|d| d.sides > 1) {
            let sides = f64::from(die.sides);
            let sums = seats.entry(seat).or_default();
            sums.0 += (f64::from(die.roll) - 1.0) / (sides - 1.0);
            // The variance of a fair die's share: (n + 1) / (12 (n - 1)).
            sums.1 += (sides + 1.0) / (12.0 * (sides - 1.0));
            sums.2 += 1;
        }
    }
    let luck = |(seat, (sum, variance, rolls)): (&str, (f64, f64, u32))| Luck {
        seat: seat.to_owned(),
        rolls,
        mean: sum / f64::from(rolls.max(1)),
        expected: 0.5,
        sigma: (sum - 0.5 * f64::from(rolls)) / variance.sqrt().max(f64::MIN_POSITIVE),
    };
    seats.into_iter().map(luck).collect()
}

/// Whether seed, hash and replay agree.
fn verify(game: &Arc<dyn Game>, record: &Record) -> Verification {
    match game.load_record(record) {
        Ok(_) if record.dice.is_empty() => Verification {
            fair: true,
            detail: "the seed has the hash published at the start, and all dice follow from it".to_owned(),
        },
        Ok(_) => Verification { fair: false, detail: "some dice were laid down by hand".to_owned() },
        Err(refusal) => Verification { fair: false, detail: refusal.message },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::record::Die;

    fn rolled(seat: &str, rolls: &[u32]) -> Event {
        let die = |&roll: &u32| Die { sides: 6, roll, label: String::new() };
        Event {
            seat: Some(seat.to_owned()),
            text: String::new(),
            rule: String::new(),
            dice: rolls.iter().map(die).collect(),
            at: Vec::new(),
        }
    }

    #[test]
    fn dice_are_counted_by_face_and_judged_by_seat() {
        let log = [rolled("un", &[6, 6, 6, 6]), rolled("nk", &[1, 6])];
        let totals = dice(&log);
        assert_eq!(totals[0].counts, [1, 0, 0, 0, 0, 5]);
        assert!((totals[0].mean - 31.0 / 6.0).abs() < 1e-9);
        let luck = luck(&log);
        assert_eq!((luck[0].seat.as_str(), luck[0].rolls), ("nk", 2));
        assert!(luck[0].sigma.abs() < 1e-9);
        // Four sixes: 2 above the mean of 2, with a variance of 4 x 7/60.
        assert!((luck[1].sigma - 2.0 / (28.0_f64 / 60.0).sqrt()).abs() < 1e-9);
    }
}
