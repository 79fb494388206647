//! Positions from outside: errors name their field, and nothing that can be handed in panics.

use crate::common::RULES;
use engine::{Dice, Options, Play, Random, Rules, Seed};
use serde_json::{Value, json};
use war_625::State;

fn fault(position: &Value) -> String {
    match engine::lay(&*RULES, position) {
        Ok(_) => panic!("this was read: {position}"),
        Err(e) => e.to_string(),
    }
}

fn with(areas: &Value) -> Value {
    json!({ "game": "war-625", "scenario": "war", "phase": "purchase", "areas": areas })
}

#[test]
fn errors_name_the_field() {
    for (position, field) in [
        (json!({}), "game"),
        (json!([]), "game"),
        (json!({ "game": "war-625", "scenario": "peace" }), "scenario"),
        (json!({ "game": "war-625", "turn": 39 }), "turn"),
        (json!({ "game": "war-625", "turn": 0 }), "turn"),
        (json!({ "game": "war-625", "nation": "GB" }), "nation"),
        (json!({ "game": "war-625", "phase": "lunch" }), "phase"),
        (json!({ "game": "war-625", "options": { "dice": "d20" } }), "options"),
        (json!({ "game": "war-625", "treasury": { "NK": -1 } }), "treasury.NK"),
        (with(&json!({ "XXX": {} })), "areas.XXX"),
        (with(&json!({ "SEO": { "units": ["3 NK tanks"] } })), "areas.SEO.units[0]"),
        (with(&json!({ "SEO": { "units": ["ROK infantry", "ROK destroyer"] } })), "areas.SEO.units[1]"),
        (with(&json!({ "SEO": { "colour": "red" } })), "areas.SEO.colour"),
        (with(&json!({ "SEO": { "tokens": "many" } })), "areas.SEO.tokens"),
        (with(&json!({ "SEO": { "isolation": { "ROK": 3 } } })), "areas.SEO.isolation"),
        (with(&json!({ "SEO": { "prisoners": ["2 ROK"] } })), "areas.SEO.prisoners[0]"),
        (json!({ "game": "war-625", "zones": { "Z3": ["US transport: 3 US infantry"] } }), "zones.Z3[0]"),
        (json!({ "game": "war-625", "zones": { "Z13": [] } }), "zones.Z13"),
        (json!({ "game": "war-625", "china": { "hidden": { "PYO": 18 } } }), "china.hidden.PYO"),
        (json!({ "game": "war-625", "china": { "hidden": { "HUI": 18, "SIN": 1 } } }), "china.hidden"),
        (json!({ "game": "war-625", "chian": {} }), "chian"),
        (json!({ "game": "war-625", "china": { "wra": 3 } }), "china"),
        (json!({ "game": "war-625", "china": { "permission": "yes" } }), "china.permission"),
        (json!({ "game": "war-625", "soviet": true }), "soviet"),
        (json!({ "game": "war-625", "atomic": { "stock": 3 } }), "atomic.stock"),
        (with(&json!({ "SEO": { "units": ["501 ROK infantry"] } })), "areas.SEO.units[0]"),
        (with(&json!({ "SEO": { "units": ["ROK infantry", "1 ROK prisoner"] } })), "areas.SEO.units[1]"),
        (with(&json!({ "SEO": { "tokens": 2001 } })), "areas.SEO.tokens"),
        (json!({ "game": "war-625", "zones": { "Z3": ["2 token"] } }), "zones.Z3[0]"),
        (json!({ "game": "war-625", "track": { "TR1": ["NK infantry"] } }), "units in TR1"),
        (json!({ "game": "war-625", "details": { "surplus": 1 } }), "details.surplus"),
    ] {
        let message = fault(&position);
        assert!(message.starts_with(field), "{position}: {message}");
    }
}

#[test]
fn units_do_not_stand_in_enemy_land() {
    fault(&with(&json!({ "SEO": { "units": ["NK infantry"] } })));
    engine::lay(&*RULES, &with(&json!({ "SEO": { "control": "NK", "units": ["NK infantry"] } })))
        .expect("sound");
}

/// A position of the middle of a random game, some actions in.
fn somewhere(actions: usize, seed: u64) -> State {
    let options = Options::default()
        .with("atomic", "on")
        .with("soviet", "on")
        .complete(&RULES.info().scenarios[0])
        .expect("options");
    let mut play = Play::muted(Dice::seeded(Seed::from_number(seed)));
    let mut state = RULES.setup("war", &options, &mut play).expect("a set-up");
    let mut random = Random::new(seed);
    let mut legal = Vec::new();
    for _ in 0..actions {
        let Some(seat) = RULES.to_act(&state).first() else { break };
        RULES.legal(&state, seat, &mut legal);
        let action = legal[random.below(legal.len())];
        RULES.apply(&mut state, seat, action, &mut play).expect("a legal action");
    }
    state
}

/// Changes one value somewhere inside.
fn disturb(v: &mut Value, random: &mut Random) {
    match v {
        Value::Object(map) if !map.is_empty() => {
            let n = random.below(map.len());
            if let Some(inner) = map.values_mut().nth(n) {
                disturb(inner, random);
            }
        }
        Value::Array(items) if !items.is_empty() => {
            let n = random.below(items.len());
            disturb(&mut items[n], random);
        }
        Value::Number(n) => {
            let old = n.as_u64().unwrap_or(0);
            *v = json!(
                [0, 1, old.wrapping_add(1), old.wrapping_mul(3), 63, 255, 65_535, u64::MAX][random.below(8)]
            );
        }
        Value::String(s) => {
            let words = [
                "",
                "NK",
                "TR1",
                "Z6",
                "999 NK infantry",
                "US transport: 3 token",
                "Loss",
                "CRW NK infantry",
            ];
            *v = if random.below(4) == 0 {
                Value::Null
            } else {
                json!(format!("{}{s}", words[random.below(8)]))
            };
        }
        Value::Bool(b) => *v = json!(!*b),
        _ => *v = json!(7),
    }
}

/// Whatever is handed in is refused, or can be played on.
#[test]
fn disturbed_positions_never_panic() {
    let mut random = Random::new(625);
    let (mut read, mut refused) = (0, 0);
    for seed in 0..12 {
        let whole =
            serde_json::to_value(RULES.position(&somewhere(40 + seed as usize * 90, seed))).expect("JSON");
        for _ in 0..60 {
            let mut position = whole.clone();
            for _ in 0..=random.below(3) {
                disturb(&mut position, &mut random);
            }
            let Ok(state) = engine::lay(&*RULES, &position) else {
                refused += 1;
                continue;
            };
            read += 1;
            play_on(state, &mut random);
        }
    }
    assert!(read > 50 && refused > 50, "{read} read, {refused} refused");
}

fn play_on(mut state: State, random: &mut Random) {
    let mut play = Play::muted(Dice::seeded(Seed::from_number(1)));
    let mut legal = Vec::new();
    for _ in 0..60 {
        let Some(seat) = RULES.to_act(&state).first() else { break };
        RULES.legal(&state, seat, &mut legal);
        assert!(!legal.is_empty());
        let action = legal[random.below(legal.len())];
        RULES.apply(&mut state, seat, action, &mut play).expect("a legal action");
    }
}

/// Positions of random games, in the middle of procedures too, changed in one place: refused, or played on.
#[test]
fn changed_positions_are_refused_or_played_on() {
    let loaded = testkit::mutations(&*RULES, 400, 625);
    assert!(loaded > 60, "{loaded}");
}
