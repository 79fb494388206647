//! Data files: what is wrong is named by file, line and field.

use korean_battles::KoreanBattles;

/// Why a file with one text in place of another is refused.
fn refused(file: &str, from: &str, to: &str) -> String {
    let mut files = korean_battles::files();
    let text = files.get(file).unwrap().to_owned();
    assert!(text.contains(from), "{file} has no {from}");
    files.replace(file, text.replacen(from, to, 1)).unwrap();
    KoreanBattles::new(&files).err().unwrap_or_else(|| panic!("{to} is accepted in {file}")).to_string()
}

#[test]
fn a_fault_is_named_by_file_line_and_field() {
    for (file, from, to, words) in [
        ("units.toml", "label = \"1C\"", "lable = \"1C\"", &["line 14", "lable"][..]),
        (
            "units.toml",
            "faces = [\"0-2-4\", \"0-1-4\"]",
            "faces = [\"0-2-40\"]",
            &["line 14", "`faces`", "31"],
        ),
        ("units.toml", "kind = \"hq\"", "kind = \"hqs\"", &["line 14", "`kind`"]),
        ("units.toml", "front = \"book\"", "front = \"guess\"", &["line 14", "guess"]),
        ("units.toml", "traits = [\"usmc\"]", "traits = [\"brave\"]", &["brave"]),
        ("parameters.toml", "per_player_turn", "per_turn", &["per_turn"]),
        ("parameters.toml", "dummies = { value = 5", "dummies = { value = 9", &["hidden.dummies"]),
        (
            "parameters.toml",
            "dummy_movement = { value = 4",
            "dummy_movement = { value = 5",
            &["units.toml", "nk-dummy-1"],
        ),
        (
            "parameters.toml",
            "widened_radius = { value = 3",
            "widened_radius = { value = 2",
            &["widened", "more than 2"],
        ),
        ("support.toml", "slots = 2", "slots = 3", &["slots"]),
        ("terrain.toml", "shift = 2", "shift = 1", &["shift", "crt.toml"]),
        ("terrain.toml", "code = \"H\"", "code = \"Q\"", &["hill", "letter"]),
        ("crt.toml", "\"Ae\"", "\"Ax\"", &["result.die_", "Ax"]),
        ("scenarios/inchon.toml", "at = [\"0708\"]", "at = [\"9908\"]", &["line", "setup", "9908"]),
        ("scenarios/inchon.toml", "unit = \"nk-25\"", "unit = \"nk-26\"", &["line", "nk-26"]),
        ("scenarios/inchon.toml", "turn = 13, at", "turn = 15, at", &["`turn`", "14"]),
        ("scenarios/inchon.toml", "sizes = [\"II\"]", "sizes = [\"IIII\"]", &["line", "size", "IIII"]),
        (
            "scenarios/inchon.toml",
            "{ to = \"un\", points = 10",
            "{ to = \"su\", points = 10",
            &["line", "side", "su"],
        ),
        ("scenarios/inchon.toml", "chart = \"temperate\"", "chart = \"tropical\"", &["chart", "tropical"]),
        ("scenarios/inchon.toml", "un = 9, nk = 2", "un = 9", &["track.turn", "both sides"]),
    ] {
        let error = refused(file, from, to);
        for word in words {
            assert!(error.contains(word), "{to}: {error}");
        }
    }
}

/// The numbers that the rules name are read: two rebuildings where the data say two. [proves: kb 15.0]
#[test]
fn the_data_decide_how_many_are_rebuilt() {
    let mut files = korean_battles::files();
    let text = files
        .get("parameters.toml")
        .unwrap()
        .replace("per_player_turn = { value = 1", "per_player_turn = { value = 2");
    files.replace("parameters.toml", text).unwrap();
    let game = KoreanBattles::new(&files).unwrap();
    let setup = crate::common::pusan()
        .player("un")
        .phase("rebuild")
        .weak("us-9-2", "1111", 2)
        .weak("us-23-2", "1211", 2);
    let mut table = testkit::Table::lay(&game, setup.json());
    table.act("rebuild us-9-2");
    assert_eq!(table.at("/rebuilt"), 1);
    assert!(table.offers("rebuild us-23-2"));
    let again = testkit::Table::lay(&game, &table.position());
    assert!(again.state() == table.state(), "the count is part of the position");
    let mut once = setup.load();
    once.act("rebuild us-9-2");
    assert!(!once.offers("rebuild us-23-2"), "one by the book");
}
