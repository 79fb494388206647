//! What a person reads beside the board: briefings and guided games, why something can't be done, the moments of a game.

use crate::app::App;
use crate::chairs;
use crate::guard::ClientAddress;
use crate::leash::Leash;
use crate::making;
use crate::problem::Problem;
use crate::read::{created, json};
use crate::wire::{ChairRequest, Moments, PlayerKind, PlayerRequest, Whereabouts, WhyNot};
use axum::Extension;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use engine::{Match, Seat, SeatSet, Seed};
use serde::Deserialize;
use serde_json::Value;
use std::sync::Arc;

/// The most forbidden actions that are tried for one question.
const MOST_TRIED: usize = 12;

/// `GET /api/games/{game}/papers`
pub(crate) async fn papers(
    State(app): State<Arc<App>>,
    Path(game): Path<String>,
) -> Result<Response, Problem> {
    Ok(json(app.registry.game(&game)?.papers()))
}

/// `POST /api/games/{game}/guides/{guide}`: a match with the guide's dice; every seat sits at this screen.
pub(crate) async fn guide(
    State(app): State<Arc<App>>,
    Extension(client): Extension<ClientAddress>,
    Path((game, guide)): Path<(String, String)>,
) -> Result<Response, Problem> {
    let game = app.registry.game(&game)?.clone();
    let guide = game.papers().guide(&guide).ok_or_else(|| Problem::not_found("guide"))?;
    let seed = Seed::parse(&guide.seed).map_err(|e| Problem::internal(&e))?;
    let begun = game.start(&guide.scenario, &guide.options, seed)?;
    let seats = game.info().scenario(&guide.scenario).map(|s| s.seats.clone()).unwrap_or_default();
    // A chair of its own for each seat: the person sees no more than the seat may know.
    let chair = |seat: String| ChairRequest {
        seats: vec![seat],
        player: PlayerRequest { kind: PlayerKind::Here, level: None },
    };
    let asked: Vec<_> = seats.into_iter().map(chair).collect();
    let new = making::draft(game.as_ref(), begun.as_ref(), &seed);
    let seatings = chairs::asked(game.as_ref(), &new.scenario, &asked)?;
    app.limits.creation(client.0)?;
    Ok(created(&chairs::seat(&app, client, new, seatings).await?))
}

/// What somebody pressed.
#[derive(Deserialize)]
pub(crate) struct Pressed {
    piece: Option<String>,
    place: Option<String>,
}

/// `GET /api/matches/{match}/why`: the rule that forbids what a press on a piece or a place would mean.
pub(crate) async fn why(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(pressed): Query<Pressed>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (room, caller) = app.enter(&id, &headers).await?;
    let (seats, copy) = {
        let table = room.table(&app).await?;
        (table.to_act().intersection(caller.seats), table.game.fork())
    };
    let found = app.work(move |leash| refusal(copy.as_ref(), seats, &pressed, leash)).await?;
    Ok(json(&found))
}

/// Tries what the press would mean in the words of what is allowed, and gives back the first refusal that names a rule.
fn refusal(copy: &dyn Match, seats: SeatSet, pressed: &Pressed, leash: &Leash) -> WhyNot {
    let scene: Value = serde_json::from_str(&copy.scene(seats)).unwrap_or_default();
    let chosen = scene["prompt"]["piece"].as_str();
    let mut tried = Vec::new();
    for action in scene["actions"].as_array().into_iter().flatten() {
        let (Some(text), Some(seat)) = (action["text"].as_str(), action["seat"].as_u64()) else { continue };
        let Some(wish) = wish(action, text, chosen, pressed) else { continue };
        if tried.contains(&wish) {
            continue;
        }
        if let Err(refusal) = copy.preview_within(Some(Seat(seat as u8)), &wish, leash)
            && refusal.rule.is_some()
        {
            return WhyNot { rule: refusal.rule, message: Some(refusal.message) };
        }
        tried.push(wish);
        if tried.len() >= MOST_TRIED {
            break;
        }
    }
    WhyNot { rule: None, message: None }
}

/// The text of an action with the thing it names exchanged for the one that was pressed.
fn wish(action: &Value, text: &str, chosen: Option<&str>, pressed: &Pressed) -> Option<String> {
    if action["places"].is_array() {
        return pressed.place.as_ref().map(|place| text.replace("{place}", place));
    }
    let exchange = |from: &Value, to: &Option<String>| exchanged(text, from.as_str()?, to.as_deref()?);
    if chosen.is_some() {
        return (action["kind"] != "select").then(|| exchange(&action["place"], &pressed.place))?;
    }
    exchange(&action["piece"], &pressed.piece).or_else(|| exchange(&action["place"], &pressed.place))
}

/// `text` with its last whole word `from` exchanged for `to`.
fn exchanged(text: &str, from: &str, to: &str) -> Option<String> {
    if from == to || from.is_empty() {
        return None;
    }
    let is_word = |at: usize| {
        let part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        !part(text[..at].chars().next_back()) && !part(text[at + from.len()..].chars().next())
    };
    let at = text.rmatch_indices(from).map(|(at, _)| at).find(|&at| is_word(at))?;
    Some(format!("{}{to}{}", &text[..at], &text[at + from.len()..]))
}

/// `GET /api/matches/{match}/moments`: where its turns begin, and where dice were rolled, for a replay's slider.
pub(crate) async fn moments(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (room, caller) = app.enter(&id, &headers).await?;
    let (record, eyes, noticed) = {
        let table = room.table(&app).await?;
        (table.moves(), table.eyes(caller.seats), table.noticed_by(caller.seats))
    };
    let game = room.game.clone();
    let gather = move |leash: &Leash| {
        let mut played = crate::table::begin(game.as_ref(), &room.begun)?;
        let mut found = Moments::default();
        let mut turn = 0;
        for (i, &at) in noticed.iter().enumerate() {
            leash.check()?;
            let status = played.status();
            if status.turn != turn || i == 0 {
                turn = status.turn;
                found.turns.push(Whereabouts { at, text: status.label, turn: Some(turn) });
            }
            if i == record.actions.len() {
                break;
            }
            crate::history::step(played.as_mut(), &record, 0, i)?;
            let fought = played
                .log(i, eyes)
                .into_iter()
                .find(|e| !e.at.is_empty() && e.dice.iter().any(|die| !die.cup));
            found.fights.extend(fought.map(|e| Whereabouts { at: noticed[i + 1], text: e.text, turn: None }));
        }
        Ok::<_, engine::Refusal>(found)
    };
    Ok(json(&app.work(gather).await??))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_words_are_exchanged() {
        assert_eq!(exchanged("move 0103", "0103", "0210").as_deref(), Some("move 0210"));
        assert_eq!(exchanged("us-5 to 5", "5", "7").as_deref(), Some("us-5 to 7"));
        assert_eq!(exchanged("unit us-55", "us-5", "nk-1"), None);
        assert_eq!(exchanged("unit a", "a", "a"), None);
    }
}
