//! `cargo xtask types [--check]`: the client's wire types, made from the Rust types' JSON schemas.

use engine::scene::{Overlay, Scene, Sheet};
use engine::{Choice, Event, GameInfo, Level, Outcomes, Record, Refusal, Status};
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value};
use server::wire;
use std::fmt::Write as _;

/// Where the types are written, from the root of the repository.
const TARGET: &str = "web/src/wire.d.ts";

/// Writes `web/src/wire.d.ts`; with `--check`, says whether it is up to date and writes nothing.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    let check = match args {
        [] => false,
        [flag] if flag == "--check" => true,
        _ => return Err("usage: cargo xtask types [--check]".to_owned()),
    };
    let path = crate::root().join(TARGET);
    let text = declarations();
    if !check {
        return std::fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()));
    }
    let current = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    if current == text { Ok(()) } else { Err(format!("{TARGET} is out of date: run cargo xtask types")) }
}

/// Every wire type as TypeScript.
fn declarations() -> String {
    let mut out = String::from("// Made by `cargo xtask types` from the Rust types. Do not edit.\n");
    for (name, schema) in definitions() {
        let _ = write!(out, "\n{}export ", comment(&schema, ""));
        if schema.get("properties").is_some() {
            let _ = writeln!(out, "interface {name} {}", object(&schema, ""));
        } else {
            let _ = writeln!(out, "type {name} = {};", type_of(&schema, ""));
        }
    }
    out
}

/// The schemas by name, in alphabetical order.
fn definitions() -> Map<String, Value> {
    let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    generator.subschema_for::<Scene<'static>>();
    generator.subschema_for::<Sheet>();
    generator.subschema_for::<Overlay>();
    generator.subschema_for::<Outcomes>();
    generator.subschema_for::<GameInfo>();
    generator.subschema_for::<Level>();
    generator.subschema_for::<engine::ledger::LedgerRule>();
    generator.subschema_for::<Event>();
    generator.subschema_for::<Record>();
    generator.subschema_for::<Status>();
    generator.subschema_for::<Refusal>();
    generator.subschema_for::<Choice>();
    generator.subschema_for::<wire::Games>();
    generator.subschema_for::<wire::RuleBook>();
    generator.subschema_for::<wire::Created>();
    generator.subschema_for::<wire::Joined>();
    generator.subschema_for::<wire::Invited>();
    generator.subschema_for::<wire::SealedGame>();
    generator.subschema_for::<wire::Update>();
    generator.subschema_for::<wire::Statistics>();
    generator.subschema_for::<wire::ThinkingNews>();
    generator.subschema_for::<wire::Presence>();
    generator.subschema_for::<wire::RematchNews>();
    generator.subschema_for::<engine::Papers>();
    generator.subschema_for::<wire::WhyNot>();
    generator.subschema_for::<wire::Moments>();
    generator.subschema_for::<wire::Standing>();
    generator.subschema_for::<wire::SceneChanges>();
    generator.subschema_for::<wire::Notes>();
    generator.subschema_for::<engine::Detail>();
    let mut all: Vec<_> = generator.take_definitions(true).into_iter().collect();
    all.sort_by(|a, b| a.0.cmp(&b.0));
    all.into_iter().collect()
}

fn comment(schema: &Value, indent: &str) -> String {
    let Some(text) = schema.get("description").and_then(Value::as_str) else { return String::new() };
    format!("{indent}/** {} */\n{indent}", text.replace('\n', &format!("\n{indent} * ")))
}

fn object(schema: &Value, indent: &str) -> String {
    let inner = format!("{indent}  ");
    let required: Vec<&str> = schema
        .get("required")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let mut out = String::from("{\n");
    for (key, value) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
        let text = comment(value, &inner);
        let lead = if text.is_empty() { inner.clone() } else { text };
        let mark = if required.contains(&key.as_str()) { "" } else { "?" };
        let _ = writeln!(out, "{lead}{key}{mark}: {};", type_of(value, &inner));
    }
    out.push_str(indent);
    out.push('}');
    out
}

/// A schema as a type expression.
fn type_of(schema: &Value, indent: &str) -> String {
    if let Some(name) = schema.get("$ref").and_then(Value::as_str) {
        return name.rsplit('/').next().unwrap_or("unknown").to_owned();
    }
    if let Some(constant) = schema.get("const") {
        return constant.to_string();
    }
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        return joined(values.iter().map(ToString::to_string));
    }
    for key in ["anyOf", "oneOf"] {
        if let Some(parts) = schema.get(key).and_then(Value::as_array) {
            return joined(parts.iter().map(|part| type_of(part, indent)));
        }
    }
    match schema.get("type") {
        Some(Value::Array(kinds)) => {
            joined(kinds.iter().filter_map(Value::as_str).map(|k| primitive(k, schema, indent)))
        }
        Some(Value::String(kind)) => primitive(kind, schema, indent),
        _ => "unknown".to_owned(),
    }
}

fn joined(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(" | ")
}

fn primitive(kind: &str, schema: &Value, indent: &str) -> String {
    match kind {
        "string" => "string".to_owned(),
        "integer" | "number" => "number".to_owned(),
        "boolean" => "boolean".to_owned(),
        "null" => "null".to_owned(),
        "array" => array(schema, indent),
        _ if schema.get("properties").is_some() => object(schema, indent),
        _ => match schema.get("additionalProperties") {
            Some(values) if values.is_object() => format!("{{ [key: string]: {} }}", type_of(values, indent)),
            _ => "{ [key: string]: unknown }".to_owned(),
        },
    }
}

fn array(schema: &Value, indent: &str) -> String {
    if let Some(parts) = schema.get("prefixItems").and_then(Value::as_array) {
        let parts: Vec<_> = parts.iter().map(|part| type_of(part, indent)).collect();
        return format!("[{}]", parts.join(", "));
    }
    let item = schema.get("items").map_or_else(|| "unknown".to_owned(), |items| type_of(items, indent));
    if item.contains(' ') { format!("({item})[]") } else { format!("{item}[]") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scene_keeps_its_names_and_what_may_be_missing() {
        let text = declarations();
        assert!(text.contains("export interface Scene {"), "{text}");
        assert!(text.contains("kind: ActionKind;"));
        assert!(text.contains("piece?: string"));
        assert!(text.contains("\"front\" | \"back\" | \"hidden\"") || text.contains("\"hidden\""));
    }
}
