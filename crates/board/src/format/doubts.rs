//! What a sound map file may still have wrong: things a person should look at.

use super::Fault;
use super::text::Statement;
use crate::{Course, Feature, HexId, HexMap, HexSet, Side};

/// Loose ends of links, bridges over nothing, bridges that carry nothing.
pub(super) fn find(map: &HexMap, statements: &[Statement<'_>]) -> Vec<Fault> {
    let lines = statements.iter().filter(|statement| Side::from_keyword(statement.keyword).is_some());
    let named: HexSet = map
        .places()
        .iter()
        .map(|place| &place.hexes)
        .chain(map.tags().iter().map(|tag| &tag.hexes))
        .flatten()
        .copied()
        .collect();
    let mut faults = Vec::new();
    for (statement, feature) in lines.zip(map.features()) {
        match &feature.course {
            Course::Chains(chains) => {
                let ends = chains.iter().flat_map(|chain| [chain.first(), chain.last()]).flatten();
                for &end in ends.filter(|end| is_loose(map, &named, **end)) {
                    faults.push(statement.fault(format!(
                        "the {} ends loose in {}",
                        statement.keyword,
                        map.label(end)
                    )));
                }
            }
            Course::Sides(sides) => {
                faults.extend(sides.iter().filter_map(|&(a, b)| {
                    let message = bridge_doubt(map, feature, a, b)?;
                    Some(statement.fault(format!(
                        "the {} {}/{} {message}",
                        statement.keyword,
                        map.label(a),
                        map.label(b)
                    )))
                }));
            }
        }
    }
    faults
}

/// A link that stops in the middle of nowhere: no other link, no edge, nothing named.
fn is_loose(map: &HexMap, named: &HexSet, hex: HexId) -> bool {
    let links = map.sides(hex).iter().filter(|side| side.any(Side::LINKS)).count();
    links < 2 && !map.grid().on_edge(hex) && !named.contains(hex)
}

fn bridge_doubt(map: &HexMap, feature: &Feature, a: HexId, b: HexId) -> Option<&'static str> {
    const WATER: Side = Side::RIVER.with(Side::MAJOR_RIVER).with(Side::LAKE).with(Side::COAST);
    const RAILS: Side = Side::RAIL.with(Side::NARROW_RAIL);
    let carried = if feature.kind == Side::BRIDGE || feature.kind == Side::FERRY {
        Side::LINKS
    } else if feature.kind == Side::RAIL_BRIDGE {
        RAILS
    } else {
        return None;
    };
    let side = map.between(a, b);
    if !side.any(WATER) {
        Some("crosses no water")
    } else if !side.any(carried) {
        Some("carries nothing")
    } else {
        None
    }
}
