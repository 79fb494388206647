//! `cargo xtask schema`: the JSON schemas of the protocol and of the games' positions, generated from the types that read
//! and write them.

use engine::protocol::{Reply, Request};
use engine::{Record, Rules, Scene, Sheet};
use schemars::schema_for;
use serde_json::{Value, json};

/// Writes the schemas, or checks that the written ones are what the types say.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    let check = args.iter().any(|a| a == "--check");
    for (file, schema) in
        [("docs/protocol.schema.json", protocol()), ("docs/positions.schema.json", positions())]
    {
        let text = serde_json::to_string_pretty(&schema).map_err(|e| e.to_string())? + "\n";
        let path = crate::root().join(file);
        if !check {
            std::fs::write(&path, text).map_err(|e| format!("{file}: {e}"))?;
        } else if std::fs::read_to_string(&path).unwrap_or_default() == text {
            println!("{file} is up to date");
        } else {
            return Err(format!("{file} is not what the types say: run cargo xtask schema"));
        }
    }
    Ok(())
}

fn protocol() -> Value {
    json!({
        "title": "Parallel 38: the protocol for programs",
        "request": schema_for!(Request),
        "reply": schema_for!(Reply),
        "record": schema_for!(Record),
        "scene": schema_for!(Scene<'static>),
        "sheet": schema_for!(Sheet),
    })
}

fn positions() -> Value {
    json!({
        "title": "Parallel 38: positions, by game",
        "korean-battles": schema_for!(<korean_battles::KoreanBattles as Rules>::Position),
        "war-625": schema_for!(<war_625::War625 as Rules>::Position),
        "fire-and-ice": schema_for!(<fire_and_ice::FireAndIce as Rules>::Position),
        "chosin": schema_for!(<chosin::Chosin as Rules>::Position),
        "conflict-korea": schema_for!(<conflict_korea::ConflictKorea as Rules>::Position),
    })
}
