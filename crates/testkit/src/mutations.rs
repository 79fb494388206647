//! Positions changed in one place: each is refused with its field, or is a position that can be played on.

use crate::suite::{random_state, unremembered};
use engine::{Dice, Play, Random, Seed, Title, lay};
use serde_json::{Value, json};

/// How many actions deep a changed position is played.
const DEPTH: usize = 200;

/// Takes positions out of random games of every scenario, in the middle of procedures too, changes each in one place, and
/// shows for every one that loads: it can be played on, its own position loads again, and neither it nor the position it was
/// made of is taken for the other by what a game remembers. Says how many loaded.
///
/// # Panics
/// When one of these does not hold.
pub fn mutations<R: Title>(rules: &R, count: usize, seed: u64) -> usize {
    let mut random = Random::new(seed);
    let scenarios: Vec<String> = rules.info().scenarios.iter().map(|s| s.scenario.clone()).collect();
    let mut loaded = 0;
    for number in 0..count {
        let scenario = &scenarios[number % scenarios.len()];
        let depth = random.below(400);
        let state = random_state(rules, scenario, depth, &mut random);
        let before = list(rules, &state);
        let mut position = serde_json::to_value(rules.position(&state)).unwrap_or_default();
        let change = change(&mut position, &mut random);
        let Ok(changed) = lay(rules, &position) else { continue };
        loaded += 1;
        let told = plays_on(rules, changed, &mut random);
        if let Err(fault) = told.and_then(|()| remembers(before == list(rules, &state))) {
            panic!("{scenario}, {change}: {fault}\n{position}");
        }
    }
    loaded
}

fn list<R: Title>(rules: &R, state: &R::State) -> Vec<R::Action> {
    let mut legal = Vec::new();
    if let Some(seat) = rules.to_act(state).first() {
        rules.legal(state, seat, &mut legal);
    }
    legal
}

fn remembers(rightly: bool) -> Result<(), String> {
    if rightly { Ok(()) } else { Err("a legal list rests on what was asked before".to_owned()) }
}

fn plays_on<R: Title>(rules: &R, mut state: R::State, random: &mut Random) -> Result<(), String> {
    let mut play = Play::new(Dice::seeded(Seed::from_number(random.next())));
    let mut legal = Vec::new();
    for step in 0..DEPTH {
        if step % 50 == 0 {
            let own = serde_json::to_value(rules.position(&state)).map_err(|e| e.to_string())?;
            lay(rules, &own).map_err(|e| format!("after {step} actions its own position is refused: {e}"))?;
        }
        let Some(seat) = rules.to_act(&state).first() else { return Ok(()) };
        rules.legal(&state, seat, &mut legal);
        if legal.is_empty() {
            return Err(format!("after {step} actions {seat:?} has to act and can't"));
        }
        if step % 50 == 0 {
            remembers(unremembered(rules, &state, seat) == legal)?;
        }
        let action = legal[random.below(legal.len())];
        play.begin();
        rules
            .apply(&mut state, seat, action, &mut play)
            .map_err(|e| format!("after {step} actions the listed {action:?} is refused by {}", e.rule))?;
    }
    Ok(())
}

/// Changes one value of a position; says which and how.
fn change(position: &mut Value, random: &mut Random) -> String {
    let mut paths = Vec::new();
    collect(position, String::new(), &mut paths);
    let path = paths[random.below(paths.len())].clone();
    let other = paths[random.below(paths.len())].clone();
    let donor = position.pointer(&other).cloned().unwrap_or_default();
    let Some(value) = position.pointer_mut(&path) else { return String::new() };
    match (random.below(6), &mut *value) {
        (0, Value::Object(fields)) => {
            let key = fields.keys().nth(random.below(fields.len().max(1))).cloned();
            fields.remove(&key.clone().unwrap_or_default());
            format!("{path} without {key:?}")
        }
        (1, Value::Object(fields)) => {
            fields.insert("surplus".to_owned(), json!(1));
            format!("{path} with a surplus field")
        }
        (0 | 1, Value::Array(items)) if !items.is_empty() => {
            let at = random.below(items.len());
            items.remove(at);
            format!("{path} without its item {at}")
        }
        (2, Value::Array(items)) if !items.is_empty() => {
            let copy = items[random.below(items.len())].clone();
            items.push(copy);
            format!("{path} with an item twice")
        }
        (2 | 3, Value::Number(n)) => {
            let near = [-1, 0, 1, 2, 5, 6, 7, 9, 40, 255, 256, 9_999][random.below(12)];
            let told = format!("{path}: {n} becomes {near}");
            *value = json!(near);
            told
        }
        (2 | 3, Value::Bool(b)) => {
            *value = json!(!*b);
            format!("{path} turned round")
        }
        _ => {
            let told = format!("{path} becomes {donor} of {other}");
            *value = donor;
            told
        }
    }
}

fn collect(value: &Value, path: String, out: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (key, inner) in fields {
                collect(inner, format!("{path}/{}", key.replace('~', "~0").replace('/', "~1")), out);
            }
        }
        Value::Array(items) => {
            for (i, inner) in items.iter().enumerate() {
                collect(inner, format!("{path}/{i}"), out);
            }
        }
        _ => {}
    }
    if !path.is_empty() {
        out.push(path);
    }
}
