//! The ledger: every rule is done, enforced by code and proven by a test.

use engine::Ledger;
use engine::ledger::{Tag, tags};
use std::path::Path;

fn collect(folder: &Path, out: &mut Vec<Tag>) {
    for entry in std::fs::read_dir(folder).expect("the folder is there").filter_map(Result::ok) {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, out);
        } else if path.extension().is_some_and(|e| e == "rs") {
            let text = std::fs::read_to_string(&path).expect("it can be read");
            out.extend(tags(&path.display().to_string(), &text));
        }
    }
}

#[test]
fn every_rule_is_enforced_and_proven() {
    let ledger = Ledger::parse(korean_battles::LEDGER).expect("the ledger reads");
    assert!(ledger.rules.iter().all(|r| r.status == "done"));
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    collect(&home.join("src"), &mut found);
    collect(&home.join("tests"), &mut found);
    let faults = ledger.faults(&found);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    for row in ledger.rows(&found) {
        assert!(!row.rule.summary.is_empty() && matches!(row.rule.source.as_str(), "book" | "ours"));
    }
}
