//! The games of the program, with the user's own data files in place of ours where given.

use engine::{DataError, Entry, Files, Game, Registry};
use std::path::Path;
use std::sync::Arc;

/// Puts one game together: data files, overrides, rules, players.
macro_rules! entry {
    ($replace:expr, $slug:literal, $game:ident, $rules:ident) => {{
        let files = $replace($slug, $game::files())?;
        let named = |e: DataError| format!("{}/{e}", $slug);
        let rules = $game::$rules::new(&files).map_err(named)?;
        Entry::new(rules, $game::LEDGER, $game::maps(&files), players::levels(), files.fingerprint())
            .and_then(|entry| entry.with_papers(&files))
            .map_err(named)?
    }};
}

/// Adds one game, or all of them, to a registry.
macro_rules! with {
    ($only:expr, $replace:expr, $($slug:literal, $game:ident, $rules:ident;)*) => {{
        let mut games = Registry::default();
        $(if $only.is_none_or(|only: &str| only == $slug) {
            games = games.with(entry!($replace, $slug, $game, $rules));
        })*
        games
    }};
}

fn assembled(
    only: Option<&str>,
    replace: &dyn Fn(&str, Files) -> Result<Files, String>,
) -> Result<Registry, String> {
    Ok(with!(only, replace,
        "korean-battles", korean_battles, KoreanBattles;
        "war-625", war_625, War625;
        "chosin", chosin, Chosin;
        "fire-and-ice", fire_and_ice, FireAndIce;
        "conflict-korea", conflict_korea, ConflictKorea;
    ))
}

/// All games. The error is one sentence that names the file.
pub(crate) fn games(data: Option<&Path>) -> Result<Registry, String> {
    if let Some(folder) = data.filter(|d| !d.is_dir()) {
        return Err(format!("--data {}: there is no such folder", folder.display()));
    }
    assembled(None, &|slug, files| replaced(data, slug, files))
}

/// What players of a game go by.
pub(crate) const JUDGEMENT: &str = "judgement.toml";

/// The text of a game's `judgement.toml`, as it stands in the user's data or in ours.
pub(crate) fn judgement(data: Option<&Path>, slug: &str) -> Result<String, String> {
    let found = file(data, slug, JUDGEMENT)?;
    found.ok_or_else(|| format!("{slug} has no {JUDGEMENT}: there is nothing to train"))
}

/// The text of one of a game's data files, if it has it.
pub(crate) fn file(data: Option<&Path>, slug: &str, name: &str) -> Result<Option<String>, String> {
    let found = std::cell::RefCell::new(None);
    assembled(Some(slug), &|slug, files| {
        let files = replaced(data, slug, files)?;
        *found.borrow_mut() = files.get(name).ok().map(str::to_owned);
        Ok(files)
    })?;
    Ok(found.into_inner())
}

/// A game whose players go by another `judgement.toml`.
pub(crate) fn with_judgement(data: Option<&Path>, slug: &str, text: &str) -> Result<Arc<dyn Game>, String> {
    let games = assembled(Some(slug), &|slug, files| {
        let mut files = replaced(data, slug, files)?;
        files.replace(JUDGEMENT, text.to_owned()).map_err(|e| e.to_string())?;
        Ok(files)
    })?;
    games.game(slug).cloned().map_err(|e| e.to_string())
}

/// Lays the files of `DIR/<slug>` over those of the game.
fn replaced(data: Option<&Path>, slug: &str, mut files: Files) -> Result<Files, String> {
    let Some(folder) = data.map(|d| d.join(slug)).filter(|f| f.is_dir()) else { return Ok(files) };
    let mut found = Vec::new();
    list(&folder, &folder, &mut found).map_err(|e| format!("--data {}: {e}", folder.display()))?;
    for name in found {
        let path = folder.join(&name);
        let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        files.replace(&name, text).map_err(|e| format!("{}: {}", path.display(), e.message))?;
    }
    Ok(files)
}

fn list(root: &Path, folder: &Path, found: &mut Vec<String>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            list(root, &path, found)?;
        } else if let Ok(name) = path.strip_prefix(root) {
            found.push(name.to_string_lossy().replace('\\', "/"));
        }
    }
    found.sort();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Seed;

    #[test]
    fn every_guided_game_plays_to_its_end() {
        let mut played = 0;
        for game in games(None).unwrap().games() {
            for guide in &game.papers().guides {
                let name = format!("{}/{}", game.info().game, guide.guide);
                let seed = Seed::parse(&guide.seed).unwrap();
                let mut table = game.start(&guide.scenario, &guide.options, seed).unwrap();
                for (k, step) in guide.steps.iter().enumerate() {
                    for (seat, text) in &step.play {
                        let seat = game.info().seat(seat);
                        table
                            .act(seat, text)
                            .unwrap_or_else(|e| panic!("{name}, step {}: {text}: {e}", k + 1));
                    }
                    let own = step.play.iter().filter(|(seat, _)| *seat == guide.seat).count();
                    assert!(step.shown || own <= 1, "{name}, step {}: a card waits for one action", k + 1);
                    assert!(step.shown || !step.say.is_empty(), "{name}, step {}: a card speaks", k + 1);
                }
                assert!(guide.steps.len() >= 6, "{name} has {} steps", guide.steps.len());
                played += 1;
            }
        }
        assert!(played >= 2, "there are guided games");
    }

    #[test]
    fn every_game_has_pictures_of_rules_in_its_ledger() {
        for game in games(None).unwrap().games() {
            let slug = &game.info().game;
            let pictures = &game.papers().pictures;
            assert!(pictures.len() >= 4, "{slug} has {} pictures", pictures.len());
            for picture in pictures {
                let known = game.ledger().rules.iter().any(|rule| rule.id == picture.rule);
                assert!(known, "{slug}: there is no rule {}", picture.rule);
            }
        }
    }

    #[test]
    fn a_game_that_briefs_anybody_briefs_both_sides_of_every_scenario() {
        for game in games(None).unwrap().games().filter(|game| !game.papers().briefings.is_empty()) {
            let all = &game.papers().briefings;
            for scenario in &game.info().scenarios {
                for side in &game.info().sides {
                    let mut own =
                        all.iter().filter(|b| b.scenario == scenario.scenario && b.side == side.side);
                    assert!(own.any(|b| b.advice.len() == 3), "{}: {}", scenario.scenario, side.side);
                }
                let sheet = game.sheet(&scenario.scenario).unwrap();
                for key in game.papers().counters.iter().filter(|k| k.scenario == scenario.scenario) {
                    assert!(sheet.pieces.iter().any(|def| def.id == key.piece), "no counter {}", key.piece);
                }
            }
        }
    }
}
