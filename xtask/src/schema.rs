//! `cargo xtask schema`: the JSON schema of the protocol, generated from the types that read and write it.

use engine::protocol::{Reply, Request};
use engine::{Record, Scene, Sheet};
use schemars::schema_for;

/// Writes the schema, or checks that the written one is what the types say.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    let path = crate::root().join("docs/protocol.schema.json");
    let all = serde_json::json!({
        "title": "Parallel 38: the protocol for programs",
        "request": schema_for!(Request),
        "reply": schema_for!(Reply),
        "record": schema_for!(Record),
        "scene": schema_for!(Scene<'static>),
        "sheet": schema_for!(Sheet),
    });
    let text = serde_json::to_string_pretty(&all).map_err(|e| e.to_string())? + "\n";
    if args.iter().any(|a| a == "--check") {
        let written = std::fs::read_to_string(&path).unwrap_or_default();
        return if written == text {
            println!("docs/protocol.schema.json is up to date");
            Ok(())
        } else {
            Err("docs/protocol.schema.json is not what the types say: run cargo xtask schema".to_owned())
        };
    }
    std::fs::write(&path, text).map_err(|e| format!("docs/protocol.schema.json: {e}"))
}
