//! How a match begins: set up, laid as a position, or replayed from a record.

use super::{TypedMatch, state_hash};
use crate::game::Entry;
use crate::journal;
use crate::record::Record;
use crate::steps::Steps;
use crate::{Dice, Match, Options, Play, Refusal, Seed, Title};
use std::sync::Arc;

impl<R: Title> TypedMatch<R> {
    pub(crate) fn start(
        game: Arc<Entry<R>>,
        scenario: &str,
        options: Options,
        seed: Seed,
    ) -> Result<Self, Refusal> {
        let mut play = Play::new(Dice::seeded(seed));
        let state = game
            .rules
            .setup(scenario, &options, &mut play)
            .map_err(|e| Refusal::new("bad-option", e.to_string()))?;
        Ok(Self::fresh(game, scenario.to_owned(), options, seed, None, state, play))
    }

    pub(crate) fn from_position(
        game: Arc<Entry<R>>,
        position: &serde_json::Value,
        seed: Seed,
    ) -> Result<Self, Refusal> {
        let state = lay(&game.rules, position).map_err(|e| Refusal::new("bad-position", e.to_string()))?;
        let scenario = game.rules.scenario(&state).to_owned();
        let options: Options = match position.get("options") {
            Some(value) => serde_json::from_value(value.clone())
                .map_err(|e| Refusal::new("bad-position", format!("options: {e}")))?,
            None => Options::default(),
        };
        let known = game.rules.info().scenario(&scenario);
        let known = known.ok_or_else(|| Refusal::new("bad-position", "scenario: unknown"))?;
        let options =
            options.complete(known).map_err(|e| Refusal::new("bad-position", format!("options: {e}")))?;
        let play = Play::new(Dice::seeded(seed));
        Ok(Self::fresh(game, scenario, options, seed, Some(position.clone()), state, play))
    }

    fn fresh(
        game: Arc<Entry<R>>,
        scenario: String,
        options: Options,
        seed: Seed,
        origin: Option<serde_json::Value>,
        state: R::State,
        play: Play,
    ) -> Self {
        let opening = journal::entries(&play);
        Self {
            game,
            options,
            scenario,
            seed,
            current: seed,
            origin,
            state,
            play,
            skipped: 0,
            said: Vec::new(),
            steps: Steps::default(),
            opening,
            loose: Vec::new(),
            base: None,
            scripts: Vec::new(),
            reseeds: Vec::new(),
            orders: Vec::new(),
            notes: Vec::new(),
        }
    }

    pub(crate) fn replay(game: Arc<Entry<R>>, record: &Record) -> Result<Self, Refusal> {
        let bad = |message: String| Refusal::new("bad-record", message);
        let info = game.rules.info();
        if record.version != info.version {
            return Err(bad(format!(
                "version: the record was played under rules version {} of {}, and this program has version {}",
                record.version, record.game, info.version
            )));
        }
        if record.data != game.fingerprint {
            return Err(bad("data: the record was played with other data files".to_owned()));
        }
        let seed = Seed::parse(&record.seed).map_err(|e| bad(format!("seed: {e}")))?;
        if seed.commitment() != record.commitment {
            return Err(
                bad("commitment: the seed does not match the hash published at the start".to_owned()),
            );
        }
        let mut played = match &record.position {
            Some(position) => Self::from_position(game, position, seed)?,
            None => {
                let known = info.scenario(&record.scenario);
                let known =
                    known.ok_or_else(|| bad(format!("scenario: there is no \"{}\"", record.scenario)))?;
                let options = record.options.complete(known).map_err(|e| bad(format!("options: {e}")))?;
                Self::start(game, &record.scenario, options, seed)?
            }
        };
        let mut scripts = record.dice.iter().peekable();
        let mut reseeded = record.reseeded.iter().peekable();
        for (i, (seat, text)) in record.actions.iter().enumerate() {
            while let Some(next) = reseeded.next_if(|r| r.before <= i) {
                played.reseed(next.seed().map_err(|e| bad(format!("reseeded: {e}")))?);
            }
            while let Some(script) = scripts.next_if(|s| s.before <= i) {
                played.script(&script.rolls)?;
            }
            let id =
                played.info().seat(seat).ok_or_else(|| bad(format!("actions[{i}]: no seat \"{seat}\"")))?;
            played.play(Some(id), text, None).map_err(|e| bad(format!("actions[{i}] ({text}): {e}")))?;
        }
        for next in reseeded {
            played.reseed(next.seed().map_err(|e| bad(format!("reseeded: {e}")))?);
        }
        for script in scripts {
            played.script(&script.rolls)?;
        }
        for note in &record.notes {
            let id = played
                .info()
                .seat(&note.seat)
                .ok_or_else(|| bad(format!("notes: no seat \"{}\"", note.seat)))?;
            played.jot(id, &note.thing, &note.text)?;
        }
        if !record.hash.is_empty() && state_hash(&played.state) != record.hash {
            return Err(bad("hash: the replay ends in another position".to_owned()));
        }
        Ok(played)
    }
}

/// Reads a position of JSON and lays it: the error names the field.
pub fn lay<R: crate::Rules>(
    rules: &R,
    position: &serde_json::Value,
) -> Result<R::State, crate::PositionError> {
    let read: R::Position = serde_path_to_error::deserialize(position)
        .map_err(|e| crate::PositionError::new(e.path().to_string(), e.inner().to_string()))?;
    rules.lay(read)
}
