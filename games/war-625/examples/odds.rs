//! Times the chances of battles: `cargo run --release -p war-625 --example odds`.

use std::time::Instant;

fn main() {
    let rules = match war_625::War625::new(&war_625::files()) {
        Ok(rules) => rules,
        Err(e) => return eprintln!("{e}"),
    };
    let forces = [
        ("small", "3 NK infantry (attack, from CRW, to CRW)", "2 ROK infantry", ""),
        (
            "30 a side, ground",
            "20 NK infantry (attack, from CRW, to CRW); 5 NK artillery (attack, from CRW, to CRW); 5 NK armor (attack, from CRW, to CRW)",
            "20 ROK infantry; 5 ROK artillery; 5 US armor",
            "",
        ),
        (
            "30 a side, with aircraft",
            "18 NK infantry (attack, from CRW, to CRW); 5 NK artillery (attack, from CRW, to CRW); 5 NK armor (attack, from CRW, to CRW)",
            "20 ROK infantry; 5 ROK artillery; 3 US fighter; 2 US bomber",
            "2 NK fighter (battle, from PYO, range 4)",
        ),
    ];
    for (name, attack, defence, air) in forces {
        let list = |text: &str| {
            text.split(';').map(|t| t.trim().to_owned()).filter(|t| !t.is_empty()).collect::<Vec<_>>()
        };
        let units: Vec<String> = [list(attack), list(defence), list(air)].concat();
        let position = serde_json::json!({
            "game": "war-625", "scenario": "war", "phase": "combat-move",
            "areas": { "SEO": { "units": units }, "CRW": { "tokens": 3, "units": ["NK infantry"] }, "PYO": { "units": ["NK infantry"] } },
        });
        match engine::lay(&rules, &position) {
            Err(e) => eprintln!("{name}: {e}"),
            Ok(state) => {
                let start = Instant::now();
                let odds = rules.battle_odds(&state, "SEO");
                println!("{name}: {odds:?} in {:?}", start.elapsed());
            }
        }
    }
}
