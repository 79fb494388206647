//! What changed from one scene to the next: a scene is mostly what it was a moment ago. Of a scene that was sent only the hashes of
//! its parts are kept.

use serde::Serialize;
use serde_json::value::RawValue;
use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Hashes of the parts of a scene.
struct Sketch {
    version: u64,
    fields: BTreeMap<String, Part>,
}

enum Part {
    Whole(u64),
    List(Vec<u64>),
}

/// The last scene that an audience was told of.
#[derive(Default)]
pub(crate) struct Last(Option<Sketch>);

/// On the wire.
#[derive(Serialize)]
struct Changes<'a> {
    from: u64,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    fields: BTreeMap<&'a str, &'a RawValue>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    lists: BTreeMap<&'a str, Vec<Run<'a>>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    gone: Vec<&'a str>,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Run<'a> {
    Keep(usize, usize),
    New(Vec<&'a RawValue>),
}

fn hash(text: &RawValue) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.get().hash(&mut hasher);
    hasher.finish()
}

impl Last {
    /// Takes note of a scene. Says what changed since the one before, and since which version, if there was one and if that
    /// is much shorter than the scene.
    pub(crate) fn renew(&mut self, version: u64, scene: &str) -> Option<(u64, String)> {
        let fields: BTreeMap<&str, &RawValue> = serde_json::from_str(scene).ok()?;
        let before = self.0.take();
        let mut sketch = Sketch { version, fields: BTreeMap::new() };
        let mut changes = Changes {
            from: before.as_ref().map_or(0, |b| b.version),
            fields: BTreeMap::new(),
            lists: BTreeMap::new(),
            gone: Vec::new(),
        };
        for (&name, &value) in &fields {
            let known = before.as_ref().and_then(|b| b.fields.get(name));
            let items =
                value.get().starts_with('[').then(|| serde_json::from_str::<Vec<&RawValue>>(value.get()));
            let part = if let Some(Ok(items)) = items {
                let hashes: Vec<u64> = items.iter().map(|item| hash(item)).collect();
                match known {
                    Some(Part::List(old)) if *old == hashes => {}
                    Some(Part::List(old)) => drop(changes.lists.insert(name, runs(old, &hashes, &items))),
                    _ => drop(changes.fields.insert(name, value)),
                }
                Part::List(hashes)
            } else {
                let hash = hash(value);
                if !matches!(known, Some(Part::Whole(old)) if *old == hash) {
                    changes.fields.insert(name, value);
                }
                Part::Whole(hash)
            };
            sketch.fields.insert(name.to_owned(), part);
        }
        self.0 = Some(sketch);
        let before = before?;
        let gone = before.fields.keys().map(String::as_str).filter(|name| !fields.contains_key(name));
        changes.gone = gone.collect();
        let text = serde_json::to_string(&changes).ok()?;
        (text.len() < scene.len() / 2).then_some((before.version, text))
    }
}

/// A list as runs of the one before and new items.
fn runs<'a>(old: &[u64], new: &[u64], items: &[&'a RawValue]) -> Vec<Run<'a>> {
    let places: HashMap<u64, usize> = old.iter().enumerate().map(|(i, &hash)| (hash, i)).collect();
    let mut runs = Vec::new();
    for (hash, &item) in new.iter().zip(items) {
        // Going on with a run comes before anything else, so that equal items do not break it.
        if let Some(Run::Keep(from, count)) = runs.last_mut()
            && old.get(*from + *count) == Some(hash)
        {
            *count += 1;
            continue;
        }
        match (places.get(hash), runs.last_mut()) {
            (Some(&place), _) => runs.push(Run::Keep(place, 1)),
            (None, Some(Run::New(fresh))) => fresh.push(item),
            (None, _) => runs.push(Run::New(vec![item])),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    /// What a reader makes of changes.
    fn changed(scene: &Value, changes: &Value) -> Value {
        let mut next = scene.clone();
        for (name, value) in changes["fields"].as_object().into_iter().flatten() {
            next[name] = value.clone();
        }
        for (name, runs) in changes["lists"].as_object().into_iter().flatten() {
            let mut list = Vec::new();
            for run in runs.as_array().unwrap() {
                match (run["keep"].as_array(), run["new"].as_array()) {
                    (Some(keep), _) => {
                        let (from, count) = (keep[0].as_u64().unwrap(), keep[1].as_u64().unwrap());
                        list.extend((from..from + count).map(|i| scene[name][i as usize].clone()));
                    }
                    (_, items) => list.extend(items.unwrap().iter().cloned()),
                }
            }
            next[name] = Value::Array(list);
        }
        for name in changes["gone"].as_array().into_iter().flatten() {
            next.as_object_mut().unwrap().remove(name.as_str().unwrap());
        }
        next
    }

    #[test]
    fn changes_lead_from_scene_to_scene_and_are_short() {
        let piece = |id: usize, at: &str| json!({ "id": format!("unit-{id}"), "def": id, "at": at });
        let pieces = |moved: usize| -> Value {
            (0..60).map(|i| piece(i, if i < moved { "0202" } else { "0101" })).collect()
        };
        let mut scenes =
            vec![json!({ "pieces": pieces(0), "prompt": { "text": "a" }, "extra": 1, "actions": [] })];
        scenes.push(json!({ "pieces": pieces(1), "prompt": { "text": "b" }, "actions": [{ "text": "x" }] }));
        let mut fewer = pieces(1);
        fewer.as_array_mut().unwrap().remove(30);
        fewer.as_array_mut().unwrap().reverse();
        scenes.push(json!({ "pieces": fewer, "prompt": { "text": "b" }, "actions": [{ "text": "x" }, { "text": "x" }] }));
        scenes.push(json!({ "pieces": pieces(0), "prompt": [], "actions": null }));
        let mut last = Last::default();
        assert!(last.renew(1, &scenes[0].to_string()).is_none(), "there is nothing to begin from");
        let mut shown = 0;
        for (i, scene) in scenes.iter().enumerate().skip(1) {
            if let Some((from, text)) = last.renew(i as u64 + 1, &scene.to_string()) {
                let changes: Value = serde_json::from_str(&text).unwrap();
                assert_eq!((from, &changes["from"]), (i as u64, &json!(i)));
                assert_eq!(changed(&scenes[i - 1], &changes), *scene);
                assert!(text.len() < scene.to_string().len() / 2);
                shown += 1;
            }
        }
        assert!(shown >= 1, "one moved piece is much less than all of them");
    }
}
