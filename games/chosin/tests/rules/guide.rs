//! The guided first game plays to its end: every action of it is legal in its order.

use crate::common::game;
use engine::{Papers, Rules, Seed};
use testkit::Table;

#[test]
fn the_guide_can_be_played_as_written() {
    let papers = Papers::read(&chosin::files(), game().info()).unwrap_or_else(|e| panic!("{e}"));
    let guide = papers.guide("first-night").expect("the guide is among the files");
    assert!((12..=32).contains(&guide.steps.len()), "{} cards", guide.steps.len());
    assert_eq!(guide.options, engine::Options::default(), "the guide is played with the usual options");
    let mut table = Table::start(game(), &guide.scenario, &[]);
    let number = guide.seed.strip_prefix("n:").and_then(|n| n.parse().ok()).expect("a number as seed");
    assert_eq!(Seed::parse(&guide.seed).unwrap(), Seed::from_number(number));
    table.seed(number);
    for (place, step) in guide.steps.iter().enumerate() {
        for (seat, text) in &step.play {
            let seat = game().info().seat(seat).unwrap_or_else(|| panic!("card {place}: no seat {seat}"));
            let legal = table.legal_for(seat);
            let offered = legal.iter().any(|l| {
                let words = |t: &str| {
                    t.split(' ')
                        .filter(|w| w.parse::<u16>().is_err() || w.len() == 4)
                        .map(str::to_owned)
                        .collect::<Vec<_>>()
                };
                words(l) == words(text)
            });
            assert!(offered, "card {place}: \"{text}\" is not offered among {legal:?}; {:?}", table.log());
            table.act_for(seat, text);
        }
        if let Some(hex) = &step.refused {
            table.refuses(&format!("to {hex}"), "ch 6.3", "the enemy stands");
        }
    }
    assert!(
        table.told().iter().any(|l| l.contains("at 3:1: BB")),
        "what the cards say happens: {:?}",
        table.told()
    );
    assert!(table.told().iter().any(|l| l.contains("at 5:1: DR.")), "{:?}", table.told());
    assert_eq!((table.at("/turn"), table.at("/phase")), (2.into(), "un-interdiction".into()));
}
