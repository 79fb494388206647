//! The program as a person or another program uses it.

#[cfg(unix)]
mod serving;
#[cfg(unix)]
mod training;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_parallel38");

fn run(args: &[&str]) -> Output {
    Command::new(PROGRAM).args(args).stdin(Stdio::null()).output().unwrap()
}

fn with_input(args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(PROGRAM)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().unwrap();
    let _ = writer.join();
    output
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A folder of its own for a test.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("parallel38-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Exit code 2 and one line that contains these words.
fn refuses(args: &[&str], words: &str) {
    let output = run(args);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
    assert_eq!(said.trim_end().lines().count(), 1, "{args:?}: {said}");
    assert!(said.contains(words), "{args:?}: {said}");
}

#[test]
fn bad_arguments_and_files_get_one_sentence_and_exit_code_2() {
    let folder = folder("bad");
    let file = |name: &str, content: &[u8]| {
        let path = folder.join(name);
        std::fs::write(&path, content).unwrap();
        path.to_string_lossy().into_owned()
    };
    refuses(&["bench", "chess"], "there is no game \"chess\"");
    refuses(&["bench", "korean-battles", "waterloo"], "waterloo");
    refuses(&["bench", "--seconds", "0"], "--seconds");
    refuses(&["map", "chess", "--svg", "x.svg"], "chess");
    refuses(&["map", "korean-battles", "waterloo", "--svg", "x.svg"], "waterloo");
    refuses(&["map", "korean-battles", "--svg", "x.svg", "--theme", "neon"], "neon");
    refuses(&["rules", "chess"], "chess");
    refuses(&["simulate", "korean-battles", "chosin", "--players", "god,random"], "god");
    refuses(&["play", "korean-battles", "chosin", "--option", "nonsense"], "OPTION=VALUE");
    refuses(&["play", "korean-battles", "chosin", "--option", "nonsense=1"], "no option");
    refuses(&["play", "korean-battles", "chosin", "--seed", "xyz"], "seed");
    refuses(&["verify", "no-such-file.json"], "no-such-file.json");
    refuses(&["verify", &file("garbage.json", b"\xff\x00{")], "garbage.json");
    refuses(&["verify", &file("list.json", b"[1,2]")], "not a record");
    refuses(&["replay", &file("empty.json", b"{}")], "not a record");
    refuses(&["--data", "/no/such/folder", "rules"], "no such folder");
    let data = folder.join("data/korean-battles");
    std::fs::create_dir_all(&data).unwrap();
    std::fs::write(data.join("units.toml"), "this is not TOML").unwrap();
    refuses(&["--data", &folder.join("data").to_string_lossy(), "rules"], "units.toml");
    std::fs::write(data.join("units.toml"), [0xff, 0xfe]).unwrap();
    refuses(&["--data", &folder.join("data").to_string_lossy(), "rules"], "units.toml");
    std::fs::remove_file(data.join("units.toml")).unwrap();
    std::fs::write(data.join("surplus.toml"), "").unwrap();
    refuses(&["--data", &folder.join("data").to_string_lossy(), "rules"], "no such data file");
}

#[test]
fn the_engine_answers_every_line_and_lives_on() {
    let mut input = b"not JSON\n\xff\xfe\n".to_vec();
    input.extend(vec![b'x'; 10 << 20]);
    input.extend(b"\n");
    input.extend("[".repeat(50_000).into_bytes());
    input.extend(
        b"\n\n{\"id\":1,\"cmd\":\"act\",\"match\":\"m7\",\"action\":\"end\"}\n{\"id\":2,\"cmd\":\"games\"}\n",
    );
    input.extend(
        b"{\"id\":3,\"cmd\":\"new\",\"game\":\"korean-battles\",\"scenario\":\"chosin\",\"seed\":1}\n",
    );
    input.extend(b"{\"id\":4,\"cmd\":\"new\",\"game\":\"war-625\",\"scenario\":\"war\",\"seed\":1}\n");
    input.extend(
        b"{\"id\":5,\"cmd\":\"legal\",\"match\":\"m1\"}\n{\"id\":6,\"cmd\":\"legal\",\"match\":\"m2\"}",
    );
    let output = with_input(&["engine"], &input);
    assert!(output.status.success());
    let replies: Vec<serde_json::Value> =
        text(&output.stdout).lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    let ok: Vec<bool> = replies.iter().map(|r| r["ok"].as_bool().unwrap()).collect();
    assert_eq!(ok, [false, false, false, false, false, true, true, true, true, true]);
    assert!(replies[8]["actions"].as_array().is_some_and(|a| !a.is_empty()));
    assert!(replies[9]["actions"].as_array().is_some_and(|a| !a.is_empty()));
}

#[test]
fn a_computer_asked_twice_with_a_seed_answers_the_same() {
    let new = "{\"cmd\":\"new\",\"game\":\"korean-battles\",\"scenario\":\"chosin\",\"seed\":5}\n";
    let choose = "{\"cmd\":\"choose\",\"match\":\"m1\",\"player\":\"general\",\"seed\":9,\"playouts\":12}\n";
    let unseeded = "{\"cmd\":\"choose\",\"match\":\"m1\",\"player\":\"general\",\"playouts\":12}\n";
    let ask = || {
        let output = with_input(&["engine"], [new, choose, choose, unseeded].concat().as_bytes());
        let lines = text(&output.stdout);
        let replies: Vec<serde_json::Value> =
            lines.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
        assert_eq!(replies[3]["error"]["code"], "bad-request", "playouts are counted only with a seed");
        [replies[1]["action"].clone(), replies[2]["action"].clone()]
    };
    let [first, again] = ask();
    assert!(first.is_string());
    assert_eq!(first, again, "in the same session");
    assert_eq!(ask(), [first, again], "and in another");
}

#[test]
fn a_general_shows_its_plan_after_the_game() {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/korean-battles/tests/golden");
    let file = std::fs::read_dir(golden).unwrap().map(|f| f.unwrap().path());
    let file = file.filter(|f| f.to_string_lossy().contains("chosin")).min().unwrap();
    let record: serde_json::Value = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
    let load = serde_json::json!({"cmd": "load", "record": record}).to_string();
    let new = r#"{"cmd":"new","game":"korean-battles","scenario":"chosin"}"#;
    let plan = |m: &str, at: usize| {
        serde_json::json!({"cmd": "plan", "match": m, "at": at, "player": "general", "playouts": 20})
            .to_string()
    };
    let lines = [load, new.to_owned(), plan("m1", 60), plan("m1", 1_000_000), plan("m2", 0)].join("\n");
    let output = with_input(&["engine"], lines.as_bytes());
    let said = text(&output.stdout);
    let replies: Vec<serde_json::Value> = said.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    assert_eq!(replies[2]["ok"], true, "{}", replies[2]);
    assert!(replies[2]["action"].is_string() && !replies[2]["info"].as_str().unwrap().is_empty());
    assert_eq!(replies[3]["error"]["code"], "bad-request");
    assert_eq!(replies[4]["error"]["code"], "not-over", "while a game goes on, plans are nobody's business");
}

#[test]
fn puzzles_are_tried_and_the_share_solved_is_told() {
    let done = run(&["puzzles", "korean-battles", "--players", "recruit", "--tries", "1"]);
    assert!(done.status.success(), "{}", text(&done.stderr));
    let said = text(&done.stdout);
    assert!(said.contains("Seoul is not emptied") && said.contains(" of 8 = "), "{said}");
}

#[test]
fn players_may_have_other_data_or_be_other_programs() {
    let folder = folder("players");
    let data = folder.join("bold");
    std::fs::create_dir_all(data.join("korean-battles")).unwrap();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/korean-battles/data/judgement.toml");
    let bold = std::fs::read_to_string(file).unwrap().replacen("least = 0.15", "least = -0.5", 1);
    std::fs::write(data.join("korean-battles/judgement.toml"), bold).unwrap();
    let out = folder.join("out").to_string_lossy().into_owned();
    let players = format!("officer:{},officer@500:program:{PROGRAM} engine", data.display());
    let args = ["simulate", "korean-battles", "chosin", "--games", "2", "--sprt", "0,50", "--out", &out];
    let done = run(&[&args[..], &["--players", &players]].concat());
    assert!(done.status.success(), "{}", text(&done.stderr));
    let said = text(&done.stdout);
    assert!(said.contains("Elo") && said.contains("SPRT"), "{said}");
    let results: serde_json::Value =
        serde_json::from_slice(&std::fs::read(folder.join("out/results.json")).unwrap()).unwrap();
    let seeds: Vec<_> = results["games"].as_array().unwrap().iter().map(|g| g["seed"].clone()).collect();
    assert_eq!(seeds, [1, 1], "a pair has one seed");
    assert_ne!(results["games"][0]["sides"][0], results["games"][1]["sides"][0], "and swapped sides");
    assert_eq!(results["report"]["elo"].as_array().unwrap().len(), 3, "on the whole and by side");
    refuses(
        &["simulate", "korean-battles", "chosin", "--players", "officer:/no/such,random"],
        "no such folder",
    );
    refuses(&["simulate", "korean-battles", "--players", "program:/no/such/bot,random"], "/no/such/bot");
}

#[test]
fn training_writes_a_data_file_that_players_can_go_by() {
    let out = folder("train").join("tuned").to_string_lossy().into_owned();
    let args = ["train", "korean-battles", "chosin", "--minutes", "0.02", "--games", "1", "--out", &out];
    for more in [&["--side", "un"][..], &["--fit"]] {
        let done = run(&[&args[..], more].concat());
        assert!(done.status.success(), "{}", text(&done.stderr));
        let folder = PathBuf::from(&out);
        assert!(std::fs::read_to_string(folder.join("training.svg")).unwrap().starts_with("<svg"));
        let played = run(&["--data", &out, "simulate", "korean-battles", "chosin", "--games", "1"]);
        assert!(played.status.success(), "{}", text(&played.stderr));
    }
    refuses(&["train", "korean-battles", "chosin", "--side", "mars"], "mars");
    refuses(&["train", "korean-battles", "chosin", "--minutes", "0"], "--minutes");
    refuses(&["train", "korean-battles", "--against", "/no/such/folder"], "/no/such/folder");
}

#[test]
fn the_example_client_plays_a_whole_game() {
    let client = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples/random_player.py");
    let lines = std::fs::read_to_string(&client).unwrap().lines().count();
    assert!(lines < 60, "the example is short: {lines} lines");
    let output = Command::new("python3")
        .arg(client)
        .args([PROGRAM, "korean-battles", "chosin", "38"])
        .output()
        .unwrap();
    let said = text(&output.stdout);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let last = said.lines().last().unwrap_or_default();
    assert!(last.contains("actions.") && last.contains("points"), "{last}");
}

#[test]
fn a_game_is_played_through_a_pipe_saved_replayed_and_verified() {
    let folder = folder("play");
    let record = folder.join("game.json").to_string_lossy().into_owned();
    let input = "1\nundo\nfly away\n1\nlist\nlog\n".to_owned() + &"1\n".repeat(40) + "quit\n";
    let output = with_input(
        &["play", "korean-battles", "chosin", "--against", "random", "--seed", "n:38", "--save", &record],
        input.as_bytes(),
    );
    let said = text(&output.stdout);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(said.contains("SHA-256"), "the commitment is printed at the start");
    assert!(said.contains("Saved to"));
    let verified = run(&["verify", &record]);
    assert!(verified.status.success(), "{}", text(&verified.stderr));
    assert!(text(&verified.stdout).contains("all dice follow from the seed"));
    let shown = run(&["replay", &record, "--to", "3"]);
    assert!(shown.status.success());
    assert!(text(&shown.stdout).lines().count() >= 4);
    let forged = std::fs::read_to_string(&record).unwrap().replacen("\"seed\": \"26", "\"seed\": \"27", 1);
    std::fs::write(&record, forged).unwrap();
    refuses(&["verify", &record], "commitment");
}

#[test]
fn the_ledger_is_printed_and_holds() {
    let output = run(&["rules", "--check"]);
    let said = text(&output.stdout);
    assert!(output.status.success(), "{said}{}", text(&output.stderr));
    assert!(said.contains("korean-battles") && said.contains("war-625"));
}

#[test]
fn bench_and_simulate_print_their_figures() {
    let bench = run(&["bench", "korean-battles", "chosin", "--seconds", "0.2", "--json"]);
    let figures: serde_json::Value = serde_json::from_slice(&bench.stdout).unwrap();
    assert!(figures[0]["actions_per_second"].as_f64().unwrap() > 0.0);
    assert!(figures[0]["bytes_per_position"].as_u64().unwrap() < 4096);
    let folder = folder("simulate");
    let out = folder.to_string_lossy().into_owned();
    let done = run(&[
        "simulate",
        "korean-battles",
        "chosin",
        "--players",
        "recruit,random",
        "--games",
        "4",
        "--jobs",
        "2",
        "--out",
        &out,
    ]);
    assert!(done.status.success(), "{}", text(&done.stderr));
    let results: serde_json::Value =
        serde_json::from_slice(&std::fs::read(folder.join("results.json")).unwrap()).unwrap();
    assert_eq!(results["games"].as_array().unwrap().len(), 4);
    let report = &results["report"];
    for share in report["by_player"].as_array().unwrap() {
        let value = |key: &str| share[key].as_f64().unwrap();
        assert!(value("low") <= value("share") && value("share") <= value("high"));
    }
    assert_eq!(report["openings"], 4, "no two games begin alike");
    assert_eq!(report["mean_points"].as_array().unwrap().len(), 2);
    let times = report["times"].as_array().unwrap();
    assert_eq!(times.len(), 2, "one line a level");
    for t in times {
        let value = |key: &str| t[key].as_f64().unwrap();
        assert!(value("mean_ms") <= value("most_ms") && value("p99_ms") <= value("most_ms"));
        assert!(value("turn_mean_s") <= value("turn_most_s") && value("turn_p99_s") <= value("turn_most_s"));
    }
    if cfg!(target_os = "linux") {
        assert!(report["peak_memory_mb"].as_f64().unwrap() < 500.0);
    }
    let lapses = report["lapses"].as_array().unwrap();
    assert_eq!(lapses.len(), 12, "six habits of two levels");
    let said = text(&done.stdout);
    for l in lapses {
        let words = report["habits"][l["habit"].as_str().unwrap()].as_str().unwrap();
        assert!(said.contains(words) && l["lapses"].as_u64() <= l["occasions"].as_u64());
    }
    assert_eq!(std::fs::read_to_string(folder.join("results.csv")).unwrap().lines().count(), 5);
    assert!(std::fs::read_to_string(folder.join("chart.svg")).unwrap().starts_with("<svg"));
}

#[test]
fn every_map_is_drawn() {
    let folder = folder("maps");
    for (game, map) in [
        ("korean-battles", "inchon"),
        ("war-625", "korea"),
        ("chosin", "chosin"),
        ("conflict-korea", "korea"),
    ] {
        let path = folder.join(format!("{game}-{map}.svg")).to_string_lossy().into_owned();
        let output = run(&["map", game, map, "--svg", &path]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert!(std::fs::read_to_string(&path).unwrap().trim_end().ends_with("</svg>"));
    }
    let path = folder.join("units.svg").to_string_lossy().into_owned();
    let output = run(&["map", "korean-battles", "--units", "chosin", "--svg", &path]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let drawn = std::fs::read_to_string(&path).unwrap();
    assert!(drawn.matches("<g transform=\"translate(").count() > 20, "the set-up is on the map");
}
