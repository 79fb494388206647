//! The OpenAPI document, made from the types that are sent and read.

use crate::problem::Problem;
use crate::read::json;
use crate::wire;
use axum::response::Response;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

/// How a request or an answer is described.
type Describe = fn(&mut SchemaGenerator) -> Value;

fn of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Value {
    generator.subschema_for::<T>().to_value()
}

fn anything(_: &mut SchemaGenerator) -> Value {
    json!({ "type": "object" })
}

struct Operation {
    method: &'static str,
    path: &'static str,
    summary: &'static str,
    query: &'static [(&'static str, &'static str)],
    request: Option<Describe>,
    /// Status, media type, description of the answer.
    answer: (u16, &'static str, Option<Describe>),
}

const JSON: &str = "application/json";

const fn get(path: &'static str, summary: &'static str, answer: Describe) -> Operation {
    Operation { method: "get", path, summary, query: &[], request: None, answer: (200, JSON, Some(answer)) }
}

const fn post(
    path: &'static str,
    summary: &'static str,
    request: Option<Describe>,
    status: u16,
    answer: Describe,
) -> Operation {
    Operation { method: "post", path, summary, query: &[], request, answer: (status, JSON, Some(answer)) }
}

const fn file(path: &'static str, summary: &'static str, kind: &'static str) -> Operation {
    Operation { method: "get", path, summary, query: &[], request: None, answer: (200, kind, None) }
}

const SEAT: (&str, &str) = ("seat", "One of the chair's seats; needed only where it is not clear.");

const EYES: (&str, &str) = (
    "eyes",
    "The seats that look, with commas: the chair's own, or any once the game is over; else all it may see.",
);

fn operations() -> Vec<Operation> {
    let mut all = vec![
        get("/api/games", "The games, their scenarios, options and computer players.", of::<wire::Games>),
        get("/api/games/{game}/{scenario}/sheet", "What never changes in a scenario.", of::<engine::Sheet>),
        get("/api/games/{game}/rules", "A game's rules in our words.", of::<wire::RuleBook>),
        get("/api/games/{game}/papers", "Briefings and guided games.", of::<engine::Papers>),
        post("/api/games/{game}/guides/{guide}", "Begins a guided game.", None, 201, of::<wire::Created>),
        get(
            "/api/matches/{match}/moments",
            "Where turns begin and dice were rolled, for a replay.",
            of::<wire::Moments>,
        ),
        get(
            "/api/matches",
            "The matches of the tokens (several tokens with commas between them).",
            of::<wire::Own>,
        ),
        post("/api/matches", "Makes a match.", Some(of::<wire::CreateRequest>), 201, of::<wire::Created>),
        post(
            "/api/matches/import",
            "Makes a match from a record, a position or a sealed game.",
            Some(of::<wire::ImportRequest<'static>>),
            201,
            of::<wire::Created>,
        ),
        post(
            "/api/matches/{match}/actions",
            "Plays an action.",
            Some(of::<wire::ActRequest>),
            200,
            of::<wire::Update>,
        ),
        post(
            "/api/matches/{match}/undo",
            "Takes the last action back.",
            Some(of::<wire::UndoRequest>),
            200,
            of::<wire::Update>,
        ),
        post("/api/matches/{match}/resign", "Gives up.", None, 200, of::<wire::Update>),
        post(
            "/api/matches/{match}/archive",
            "Puts the match away with its record.",
            None,
            200,
            of::<wire::Done>,
        ),
        post(
            "/api/matches/{match}/cancel",
            "Asks a computer that thinks to answer at once.",
            None,
            200,
            of::<wire::Done>,
        ),
        post(
            "/api/matches/{match}/join",
            "Exchanges an invitation for a token.",
            Some(of::<wire::JoinRequest>),
            201,
            of::<wire::Joined>,
        ),
        post(
            "/api/matches/{match}/invite",
            "A new invitation to one's own chair, or to one that nobody has come to.",
            Some(of::<wire::InviteRequest>),
            201,
            of::<wire::Invited>,
        ),
        post(
            "/api/matches/{match}/revoke",
            "Makes all tokens of one's chair but this one worthless.",
            None,
            200,
            of::<wire::Done>,
        ),
        post(
            "/api/matches/{match}/fork",
            "Makes a match that goes on from a moment of this one, with new dice.",
            Some(of::<wire::ForkRequest>),
            201,
            of::<wire::Created>,
        ),
        post(
            "/api/matches/{match}/rematch",
            "Plays again with sides swapped; the tokens stay the same.",
            None,
            201,
            of::<wire::Created>,
        ),
        get("/api/matches/{match}/overlay/{overlay}", "One of the sheet's overlays.", of::<engine::Overlay>),
        get("/api/matches/{match}/position", "The position as the chair sees it.", anything),
        get(
            "/api/matches/{match}/record",
            "The record: open when the game is over, else sealed (see SealedGame).",
            of::<engine::Record>,
        ),
        get("/api/matches/{match}/statistics", "Figures of a finished game.", of::<wire::Statistics>),
        post(
            "/api/protocol",
            "One request of the protocol for programs; the header parallel38-session of the first answer keeps the session.",
            Some(of::<engine::protocol::Request>),
            200,
            of::<engine::protocol::Reply>,
        ),
        get("/api/openapi.json", "This document.", anything),
        file(
            "/maps/{game}/{file}",
            "A map: NAME.svg, NAME-thumb.svg, or NAME.json with the places.",
            "image/svg+xml",
        ),
        file("/symbols.svg", "The symbols of counters.", "image/svg+xml"),
        file("/healthz", "Whether the server and its database are well.", "text/plain"),
        file("/metrics", "Figures for Prometheus.", "text/plain"),
    ];
    all.push(Operation {
        query: &[("log", "At most so many sentences of the log.")],
        ..get("/api/matches/{match}", "How the match stands.", of::<wire::Update>)
    });
    all.push(Operation {
        query: &[EYES],
        ..get("/api/matches/{match}/at/{n}", "How the match stood after n actions.", of::<wire::Update>)
    });
    all.push(Operation {
        query: &[("from", "From this sentence on."), EYES],
        ..get("/api/matches/{match}/log", "The log as the chair may read it.", of::<wire::LogPart>)
    });
    all.extend(keeping());
    all.push(Operation {
        query: &[("thing", "The piece or place by its id in the scene.")],
        ..get("/api/matches/{match}/inspect", "All about a piece or a place.", of::<engine::Detail>)
    });
    all.push(Operation {
        query: &[SEAT],
        ..get("/api/matches/{match}/legal", "What a seat may do.", of::<wire::Legal>)
    });
    all.push(Operation {
        query: &[("action", "The action's text."), SEAT],
        ..get("/api/matches/{match}/preview", "What will probably come of an action.", of::<engine::Outcomes>)
    });
    all.push(Operation {
        query: &[("piece", "The piece that was pressed."), ("place", "The place that was pressed.")],
        ..get(
            "/api/matches/{match}/why",
            "The rule that forbids what a press would mean.",
            of::<wire::WhyNot>,
        )
    });
    all.push(Operation {
        query: &[
            ("from", "The version that the reader has; Last-Event-ID says the same."),
            ("scenes", "changes: events change (Update with SceneChanges) where a scene is mostly what it was."),
        ],
        answer: (200, "text/event-stream", None),
        ..get(
            "/api/matches/{match}/events",
            "Updates as they happen: events update (Update), thinking (ThinkingNews), presence (Presence), rematch (RematchNews), orders (Standing), notes (Notes).",
            anything,
        )
    });
    all
}

/// What a seat keeps for itself.
fn keeping() -> [Operation; 5] {
    let order: Option<Describe> = Some(of::<wire::OrderRequest>);
    [
        get("/api/matches/{match}/orders", "The chair's standing orders.", of::<wire::Standing>),
        post(
            "/api/matches/{match}/orders",
            "Leaves an answer for a kind of question.",
            order,
            200,
            of::<wire::Standing>,
        ),
        post(
            "/api/matches/{match}/orders/revoke",
            "Takes a standing order back.",
            order,
            200,
            of::<wire::Standing>,
        ),
        get("/api/matches/{match}/notes", "The chair's own notes.", of::<wire::Notes>),
        post(
            "/api/matches/{match}/notes",
            "Writes a note; an empty text removes it.",
            Some(of::<wire::NoteRequest>),
            200,
            of::<wire::Notes>,
        ),
    ]
}

/// The names in braces of a path.
fn parameters(path: &str) -> impl Iterator<Item = &str> {
    path.split('{').skip(1).filter_map(|part| part.split('}').next())
}

fn describe(operation: &Operation, generator: &mut SchemaGenerator) -> Value {
    let mut all: Vec<Value> = parameters(operation.path)
        .map(|name| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } }))
        .collect();
    all.extend(operation.query.iter().map(|(name, text)| {
        json!({ "name": name, "in": "query", "required": false, "description": text, "schema": { "type": "string" } })
    }));
    let (status, kind, answer) = operation.answer;
    let schema = answer.map_or_else(|| json!({ "type": "string" }), |describe| describe(generator));
    let problem = of::<Problem>(generator);
    let mut described = json!({
        "summary": operation.summary,
        "parameters": all,
        "responses": {
            status.to_string(): { "description": operation.summary, "content": { kind: { "schema": schema } } },
            "default": { "description": "What is the matter.", "content": { "application/problem+json": { "schema": problem } } },
        },
    });
    if let Some(request) = operation.request {
        described["requestBody"] =
            json!({ "required": true, "content": { JSON: { "schema": request(generator) } } });
    }
    if operation.path.starts_with("/api/matches") && operation.request.is_none()
        || operation.path.starts_with("/api/matches/{match}")
    {
        described["security"] = json!([{ "token": [] }]);
    }
    described
}

/// The whole document.
#[must_use]
pub fn build() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|s| s.definitions_path = "/components/schemas".into());
    let mut generator = settings.into_generator();
    let mut paths: Map<String, Value> = Map::new();
    for operation in operations() {
        let described = describe(&operation, &mut generator);
        let path = paths.entry(operation.path).or_insert_with(|| json!({}));
        path[operation.method] = described;
    }
    for extra in
        [of::<wire::SceneChanges>, of::<wire::ThinkingNews>, of::<wire::Presence>, of::<wire::RematchNews>]
    {
        extra(&mut generator);
    }
    let schemas: Map<String, Value> = generator.take_definitions(true).into_iter().collect();
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Parallel 38",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Korean War wargames with every rule enforced. Whoever has a chair's token plays its seats.",
        },
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": { "token": { "type": "http", "scheme": "bearer" } },
        },
    })
}

/// `GET /api/openapi.json`
pub(crate) async fn document() -> Response {
    json(&build())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn references<'a>(value: &'a Value, found: &mut Vec<&'a str>) {
        match value {
            Value::Object(map) => map.iter().for_each(|(key, value)| match (key.as_str(), value) {
                ("$ref", Value::String(to)) => found.push(to),
                _ => references(value, found),
            }),
            Value::Array(items) => items.iter().for_each(|item| references(item, found)),
            _ => {}
        }
    }

    #[test]
    fn every_reference_leads_somewhere() {
        let document = build();
        let mut found = Vec::new();
        references(&document, &mut found);
        assert!(found.len() > 30);
        for to in found {
            assert!(document.pointer(to.trim_start_matches('#')).is_some(), "{to} leads nowhere");
        }
    }
}
