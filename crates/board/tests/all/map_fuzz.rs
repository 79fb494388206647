//! Whatever the bytes: the map reader answers with a map or with a line, never with a panic.

use board::Map;
use proptest::prelude::*;

const DOCUMENT: &str = include_str!("../../../../docs/map-format.md");

fn samples() -> Vec<&'static str> {
    DOCUMENT.split("```map\n").skip(1).filter_map(|rest| rest.split("```").next()).collect()
}

/// A map that is read must be written so that it reads the same; a fault must name a line that exists.
fn check(bytes: &[u8]) -> Result<(), TestCaseError> {
    let lines = bytes.iter().filter(|byte| **byte == b'\n').count() + 1;
    match Map::parse_bytes("fuzz.map", bytes) {
        Ok(map) => {
            let written = map.to_string();
            let again = Map::parse("again.map", &written);
            prop_assert!(again.is_ok(), "{:?} in\n{written}", again.err());
            prop_assert_eq!(again.unwrap().to_string(), written);
        }
        Err(error) => {
            prop_assert!(error.line >= 1 && error.line <= lines, "{error}");
            prop_assert!(!error.field.is_empty() && !error.message.is_empty());
            let told = error.to_string();
            prop_assert!(told.starts_with("fuzz.map, line ") && !told.contains('\n'));
        }
    }
    Ok(())
}

#[derive(Clone, Debug)]
enum Edit {
    Byte(usize, u8),
    Delete(usize, usize),
    Repeat(usize, usize),
    Insert(usize, String),
    SwapLines(usize, usize),
    DropLine(usize),
}

fn edit() -> impl Strategy<Value = Edit> {
    let piece = prop_oneof![
        "[0-9]{1,6}",
        "[ \\-/.,\"#\\\\=~^]{1,3}",
        Just("\n".to_owned()),
        Just("0101..9999".to_owned()),
        Just("99999999999999999999".to_owned()),
        Just("areas\n".to_owned()),
        Just("terrain rows\n".to_owned()),
        Just("without columns 00..99 rows 00..99\n".to_owned()),
        Just("number C,R\n".to_owned()),
        Just("é".to_owned()),
    ];
    prop_oneof![
        (any::<usize>(), any::<u8>()).prop_map(|(at, byte)| Edit::Byte(at, byte)),
        (any::<usize>(), 1usize..12).prop_map(|(at, length)| Edit::Delete(at, length)),
        (any::<usize>(), 1usize..40).prop_map(|(at, length)| Edit::Repeat(at, length)),
        (any::<usize>(), piece).prop_map(|(at, piece)| Edit::Insert(at, piece)),
        (any::<usize>(), any::<usize>()).prop_map(|(a, b)| Edit::SwapLines(a, b)),
        any::<usize>().prop_map(Edit::DropLine),
    ]
}

fn apply(bytes: &mut Vec<u8>, edit: &Edit) {
    if bytes.is_empty() {
        return;
    }
    let size = bytes.len();
    match edit {
        Edit::Byte(at, byte) => bytes[at % size] = *byte,
        Edit::Delete(at, length) => drop(bytes.drain(at % size..(at % size + length).min(size))),
        Edit::Repeat(at, length) => {
            let piece = bytes[at % size..(at % size + length).min(size)].to_vec();
            bytes.splice(at % size..at % size, piece);
        }
        Edit::Insert(at, piece) => drop(bytes.splice(at % size..at % size, piece.bytes())),
        Edit::SwapLines(..) | Edit::DropLine(_) => {
            let mut lines: Vec<Vec<u8>> = bytes.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
            let count = lines.len();
            match edit {
                Edit::SwapLines(a, b) => lines.swap(a % count, b % count),
                Edit::DropLine(at) => drop(lines.remove(at % count)),
                _ => {}
            }
            *bytes = lines.join(&b'\n');
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes_are_refused_with_a_line(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        check(&bytes)?;
    }

    #[test]
    fn random_statements_are_refused_with_a_line(
        lines in proptest::collection::vec("(map 1|id|title|hexes|number|columns|rows|shift|legend|terrain|river|road|tag|place|areas|area|border|ring|node| )[ \\-/.,\"a-z0-9]{0,20}", 0..20),
    ) {
        check(format!("map 1\n{}", lines.join("\n")).as_bytes())?;
    }

    #[test]
    fn damaged_maps_are_read_or_refused_with_a_line(
        which in 0usize..2, edits in proptest::collection::vec(edit(), 1..6),
    ) {
        let mut bytes = samples()[which].as_bytes().to_vec();
        for edit in &edits {
            apply(&mut bytes, edit);
        }
        check(&bytes)?;
    }
}
