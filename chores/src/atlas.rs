//! `cargo xtask atlas`: builds the map files from `data/maps-src`. With `--check` it writes nothing and only says what is wrong; with
//! `--list` it lists every fact; with `--compare` it lists where the maps differ from `data/geo` and what was decided; with `--fit` it says how well each grid meets the real coast; with `--pictures` it draws the thumbnails of the documentation.

use std::path::Path;

use ::atlas::check::{Finding, coast_fit, facts, sound};
use ::atlas::compare::compare;
use ::atlas::source::{SHEETS, Sheet, build_era};
use board::Map;

/// Runs the chore.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    if let Some(unknown) = args
        .iter()
        .find(|a| !matches!(a.as_str(), "--check" | "--list" | "--compare" | "--fit" | "--pictures"))
    {
        return Err(format!(
            "`{unknown}` is not an option of atlas; there are --check, --list, --compare, --fit and --pictures"
        ));
    }
    let given = |option: &str| args.iter().any(|a| a == option);
    let root = crate::root();
    let (mut held, mut broken) = (0, 0);
    for sheet in &SHEETS {
        let map = built(&root, sheet, given("--check"))?;
        for finding in findings(&root, sheet, &map)? {
            if finding.holds {
                held += 1;
            } else {
                broken += 1;
            }
            let decided = given("--compare") && finding.about.starts_with("decided");
            if !finding.holds || given("--list") || decided {
                println!("{}/{}: {finding}", sheet.game, sheet.map);
            }
        }
        if let (true, Map::Hex(map)) = (given("--fit"), &map)
            && let Some((wrong, all, islands)) = coast_fit(map, sheet.grid)
        {
            println!(
                "{}/{}: {wrong} of {all} hex centres on the wrong side of the real coast, {islands} of them islands left to the sea",
                sheet.game, sheet.map
            );
        }
        if given("--pictures") {
            picture(&root, sheet, &map)?;
        }
    }
    if given("--pictures") {
        write(&root.join("docs/pictures/counters.png"), &::atlas::png(&::atlas::counter::specimen(), 600)?)?;
    }
    println!("{held} map facts hold, {broken} do not");
    if broken > 0 { Err("the maps contradict their facts".to_owned()) } else { Ok(()) }
}

/// The map built from its source; written unless only checking.
fn built(root: &Path, sheet: &Sheet, check: bool) -> Result<Map, String> {
    let path = root.join("data/maps-src").join(format!("{}.toml", sheet.source));
    let map = build_era(&read(&path)?, sheet.era).map_err(|e| format!("{}: {e}", path.display()))?;
    let text = map.to_string();
    let map = Map::parse(&sheet.file(), &text).map_err(|e| e.to_string())?;
    let file = root.join(sheet.file());
    let same = std::fs::read_to_string(&file).is_ok_and(|old| old == text);
    if check && !same {
        return Err(format!("{} differs from its source; run `cargo xtask atlas`", sheet.file()));
    }
    if !same {
        write(&file, text.as_bytes())?;
        println!("wrote {}", sheet.file());
    }
    Ok(map)
}

/// The facts of a map and what must be true of any. Lines `# off-net NAME` excuse towns that lie off the roads.
fn findings(root: &Path, sheet: &Sheet, map: &Map) -> Result<Vec<Finding>, String> {
    let text = read(&root.join("data/maps-src/facts").join(format!("{}.facts", sheet.facts())))?;
    let off_net: Vec<&str> = text.lines().filter_map(|l| l.strip_prefix("# off-net ")).collect();
    let mut all = facts(map, sheet.grid, &text);
    if let Map::Hex(map) = map {
        // The ground of another era is that of the first.
        if sheet.era.is_empty() {
            all.extend(compare(map, sheet.grid, &text));
        }
        all.extend(sound(map, &off_net));
    }
    Ok(all)
}

/// A thumbnail for the documentation.
fn picture(root: &Path, sheet: &Sheet, map: &Map) -> Result<(), String> {
    let svg = ::atlas::draw(sheet.game, map, ::atlas::Theme::Standard, ::atlas::Layers::default());
    let name = format!("docs/pictures/{}-{}.png", sheet.game, sheet.map);
    write(&root.join(&name), &::atlas::png(&svg, 340)?)?;
    println!("wrote {name}");
    Ok(())
}

fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let fault = |e: std::io::Error| format!("{}: {e}", path.display());
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(fault)?;
    }
    std::fs::write(path, bytes).map_err(fault)
}
