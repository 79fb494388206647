//! Figures of a finished game: points, losses and standing by turn, the dice, and whether they were fair.

use crate::history;
use crate::leash::Leash;
use crate::table;
use crate::wire::{DiceTotals, Statistics, TurnStanding, TurnTotals, Verification};
use engine::{Event, Game, Match, Record, Refusal, SeatSet};
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};
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

/// Everything that is counted while a game is played again.
struct Counting {
    found: Statistics,
    sides: usize,
    /// The sides of the sheet's pieces.
    defs: Vec<u8>,
    /// The sides of the pieces that were seen, by their ids in the scene.
    owners: HashMap<String, u8>,
    lost: Vec<i32>,
    luck: Vec<f32>,
}

impl Counting {
    fn scene(&mut self, played: &dyn Match) -> Value {
        let scene: Value = serde_json::from_str(&played.scene(SeatSet::ALL)).unwrap_or_default();
        for piece in scene["pieces"].as_array().into_iter().flatten() {
            let def = piece["def"].as_u64().unwrap_or(u64::MAX) as usize;
            if let (Some(id), Some(&side)) = (piece["id"].as_str(), self.defs.get(def)) {
                self.owners.insert(id.to_owned(), side);
            }
        }
        scene
    }

    fn end_of_turn(&mut self, played: &dyn Match, turn: u16) {
        let scene = self.scene(played);
        let at = played.length();
        self.found.points.push(TurnTotals { turn, at, totals: points_in(&scene, self.sides) });
        self.found.losses.push(TurnTotals { turn, at, totals: self.lost.clone() });
        let standing = (0..self.sides as u8).map(|side| played.evaluate(side)).collect();
        self.found.standing.push(TurnStanding { turn, at, totals: standing });
        self.found.luck.push(TurnStanding { turn, at, totals: self.luck.clone() });
    }

    /// Plays an action and counts the steps that it cost, and what its dice brought beyond their average.
    fn step(&mut self, played: &mut dyn Match, record: &Record, i: usize) -> Result<(), Refusal> {
        let (seat, text) = &record.actions[i];
        let expected = played.info().seat(seat).and_then(|seat| played.expected(seat, text));
        if expected.is_some() {
            self.scene(played);
        }
        history::step(played, record, 0, i)?;
        for (side, mean) in expected.into_iter().flatten().enumerate() {
            self.luck[side] += played.evaluate(side as u8) - mean;
        }
        for effect in played.log(i, SeatSet::ALL).iter().flat_map(|event| &event.effects) {
            if matches!(effect.kind.as_str(), "reduced" | "lost")
                && let Some(&side) = self.owners.get(&effect.piece)
            {
                self.lost[usize::from(side)] += i32::from(effect.steps.max(1));
            }
        }
        Ok(())
    }
}

/// Plays a finished game again and counts.
pub(crate) fn gather(
    game: &Arc<dyn Game>,
    begun: &NewMatch,
    record: &Record,
    leash: &Leash,
) -> Result<Statistics, Refusal> {
    let sides = game.info().sides.len();
    let last = game.info().scenario(&record.scenario).map_or(u16::MAX, |s| s.turns);
    let mut played = table::begin(game.as_ref(), begun)?;
    let mut count = Counting {
        found: Statistics::default(),
        sides,
        defs: game.sheet(&record.scenario)?.pieces.iter().map(|p| p.side).collect(),
        owners: HashMap::new(),
        lost: vec![0; sides],
        luck: vec![0.0; sides],
    };
    let mut turn = played.status().turn;
    if turn > 0 {
        count.end_of_turn(played.as_ref(), turn - 1);
    }
    for i in 0..record.actions.len() {
        leash.check()?;
        count.step(played.as_mut(), record, i)?;
        let now = played.status().turn;
        if now != turn {
            count.end_of_turn(played.as_ref(), turn);
            turn = now;
        }
    }
    // Games that count on past their last turn have told of its end already.
    if turn <= last || count.found.points.len() < 2 {
        count.end_of_turn(played.as_ref(), turn);
    }
    let log: Vec<Event> = (0..played.length().max(1)).flat_map(|i| played.log(i, SeatSet::ALL)).collect();
    count.found.dice = dice(&log);
    count.found.verification = verify(game, record);
    Ok(count.found)
}

/// The dice by their kind. Draws from cups are not dice, and of a hundred faces nobody looks at a picture.
fn dice(log: &[Event]) -> Vec<DiceTotals> {
    const MOST: u32 = 20;
    let mut kinds: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    let single = log.iter().flat_map(|e| &e.dice).filter(|d| d.dice.is_none() && !d.cup && d.sides <= MOST);
    for die in single {
        let counts = kinds.entry(die.sides).or_insert_with(|| vec![0; die.sides as usize]);
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

/// Whether seed, hash and replay agree.
fn verify(game: &Arc<dyn Game>, record: &Record) -> Verification {
    match game.load_record(record) {
        Ok(_) if !record.reseeded.is_empty() => Verification {
            fair: false,
            detail: format!(
                "the first {} actions came from a file; all dice since then follow from the published hash",
                record.reseeded.last().map_or(0, |r| r.before)
            ),
        },
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
        let die = |&roll: &u32| Die { sides: 6, roll, ..Die::default() };
        Event {
            seat: Some(seat.to_owned()),
            text: String::new(),
            rule: String::new(),
            dice: rolls.iter().map(die).collect(),
            at: Vec::new(),
            ..Event::default()
        }
    }

    #[test]
    fn dice_are_counted_by_face_and_draws_from_a_cup_are_not() {
        let mut cup = rolled("un", &[5]);
        cup.dice[0].cup = true;
        let log = [rolled("un", &[6, 6, 6, 6]), rolled("nk", &[1, 6]), cup];
        let totals = dice(&log);
        assert_eq!(totals.len(), 1);
        assert_eq!(totals[0].counts, [1, 0, 0, 0, 0, 5]);
        assert!((totals[0].mean - 31.0 / 6.0).abs() < 1e-9);
    }
}
