//! Measures bad habits over many games: `cargo test --release -p korean-battles --lib habits -- --ignored --nocapture`.
//! The environment names what to play: `SCENARIO`, `PLAYERS=officer,recruit`, `GAMES`, `MILLIS`, `SEED`, `JOBS`;
//! `JUDGEMENT` names a file of other weights, `EFFORT` bounds a search by its work
//! instead of time, `FIXED` keeps the sides,
//! `TRACE` prints the games.

use crate::habits::HABITS;
use crate::rules::KoreanBattles;
use crate::state::{Phase, State, UN};
use engine::{Dice, Habits, Memory, Options, Play, Player, Random, Rules, SeatSet, Seed, Thinking, View};
use players::Budget;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// What one level did and how long it took over it.
#[derive(Clone, Default)]
struct Conduct {
    habits: Habits,
    micros: Vec<u32>,
}

impl KoreanBattles {
    /// Where a side's units stand.
    fn places(&self, st: &State, side: u8) -> String {
        let s = self.of(st);
        let place = |u: u8| {
            let [a, d, _] = s.units[u as usize].faces[st.step(u) as usize];
            format!("{}={}({a}-{d})", s.ground.label(st.hex(u)), s.units[u as usize].id)
        };
        let all: Vec<String> = s.deployed(st, side).map(place).collect();
        format!("Standing on turn {}: {}", st.turn, all.join(" "))
    }
}

struct Explorer(engine::Level);
impl Player<KoreanBattles> for Explorer {
    fn level(&self) -> &engine::Level {
        &self.0
    }
    fn choose(
        &self,
        rules: &KoreanBattles,
        view: &View<State>,
        seat: engine::Seat,
        random: &mut Random,
        memory: &mut Memory,
        _thinking: &dyn Thinking,
    ) -> crate::rules::Action {
        use engine::Judgement;
        let mut legal = Vec::new();
        rules.legal(view.state(), seat, &mut legal);
        if legal.len() == 1 {
            return legal[0];
        }
        let state = rules.sample(view, random);
        let stretch = rules.stretch(&state);
        if memory.get::<(u64, super::Plan)>().is_none_or(|k| k.0 != stretch) {
            let mut plans = Vec::new();
            let many = if random.unit() < 0.35 { 8 } else { 1 };
            rules.plans(&state, seat, many, random, &mut plans);
            let i = random.below(plans.len());
            memory.put((stretch, plans.swap_remove(i)));
        }
        let kept = memory.get::<(u64, super::Plan)>().expect("kept");
        rules.follow(&state, seat, &kept.1, &legal, random)
    }
}

fn level(name: &str) -> Box<dyn Player<KoreanBattles>> {
    if name == "explorer" {
        return Box::new(Explorer(engine::Level { level: name.to_owned(), title: String::new(), millis: 100 }));
    }
    let all = players::levels::<KoreanBattles>();
    all.into_iter().find(|l| l.level().level == name).expect("a level")
}

/// A budget of work instead of time, for a machine that is busy with other things: so many looks at the clock.
struct Effort {
    looks: AtomicUsize,
    most: usize,
}

impl Thinking for Effort {
    fn spent(&self) -> f32 {
        self.looks.fetch_add(1, Ordering::Relaxed) as f32 / self.most as f32
    }
}

struct Table {
    effort: Option<usize>,
    scenario: String,
    names: [String; 2],
    millis: Option<u32>,
    seed: u64,
}

/// One game; returns points, the habits of both sides and the time each took.
fn game(rules: &KoreanBattles, table: &Table, number: usize) -> ([i32; 2], Habits, [Vec<u32>; 2]) {
    let swapped = swaps(number);
    let players = [level(&table.names[usize::from(swapped)]), level(&table.names[usize::from(!swapped)])];
    let seed = table.seed + number as u64;
    let info = rules.info().scenarios.iter().find(|s| s.scenario == table.scenario).expect("a scenario");
    let options = Options::default().complete(info).expect("options");
    let dice = Dice::seeded(Seed::from_number(seed));
    let trace = std::env::var("TRACE").is_ok();
    let mut play = if trace { Play::new(dice) } else { Play::muted(dice) };
    let mut st = rules.setup(&table.scenario, &options, &mut play).expect("set-up");
    let mut random = Random::new(seed ^ 0x5eed);
    let mut memories = [Memory::default(), Memory::default()];
    let mut habits = Habits::default();
    let mut dump = Vec::new();
    let mut micros = [Vec::new(), Vec::new()];
    while let Some(seat) = rules.to_act(&st).first() {
        let s = seat.index();
        let budget = Budget::new(table.millis.unwrap_or(players[s].level().millis));
        let effort = Effort { looks: AtomicUsize::new(0), most: table.effort.unwrap_or(1) };
        let thinking: &dyn Thinking = if table.effort.is_some() { &effort } else { &budget };
        let view = View::of(rules, &st, SeatSet::one(seat));
        let begun = Instant::now();
        let mut own = Random::new(random.next());
        let action = players[s].choose(rules, &view, seat, &mut own, &mut memories[s], thinking);
        micros[s].push(begun.elapsed().as_micros() as u32);
        let before = st.clone();
        play.begin();
        rules.apply(&mut st, seat, action, &mut play).expect("legal");
        play.lines().for_each(|line| println!("{}", line.text));
        rules.watch(&before, seat, action, &st, &mut habits);
        let turned = (st.turn, st.player) != (before.turn, before.player) || st.phase == Phase::Over;
        if turned && before.phase != Phase::Setup && st.phase != Phase::Over {
            let judge = rules.judge(&st);
            dump.push((judge.left(&st), judge.features(&st)));
        }
        if trace && turned && before.phase != Phase::Setup {
            println!("{}", rules.places(&st, before.player));
        }
    }
    let points = rules.outcome(&st).points;
    if let Ok(path) = std::env::var("DUMP") {
        use std::io::Write;
        let margin = points[0] - points[1];
        let target = margin as f32 + 6.0 * margin.signum() as f32;
        let mut f = std::fs::OpenOptions::new().append(true).create(true).open(path).expect("dump");
        let mut text = String::new();
        for (left, feats) in &dump {
            text += &format!("{number},{left},{}", feats.map(|x| x.to_string()).join(","));
            text += &format!(",{target}\n");
        }
        f.write_all(text.as_bytes()).expect("dump");
    }
    ([points[0], points[1]], habits, micros)
}

/// Whether the players change sides in a game: in every other one, unless `FIXED` is set.
fn swaps(number: usize) -> bool {
    number % 2 == 1 && std::env::var("FIXED").is_err()
}

/// The results of games by number, and the habits of each level.
type Played = (Vec<(usize, [i32; 2])>, BTreeMap<String, Conduct>);

fn setting(name: &str, default: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| default.to_owned())
}

#[test]
#[ignore = "a measurement, not a check"]
fn habits() {
    let mut files = crate::files();
    if let Ok(path) = std::env::var("JUDGEMENT") {
        let text = std::fs::read_to_string(path).expect("a file of weights");
        files.replace("judgement.toml", text).expect("weights");
    }
    let rules = KoreanBattles::new(&files).expect("data");
    let names = setting("PLAYERS", "officer,recruit");
    let (a, b) = names.split_once(',').expect("two players");
    let games: usize = setting("GAMES", "20").parse().expect("a number");
    let jobs: usize = setting("JOBS", "2").parse().expect("a number");
    for scenario in setting("SCENARIO", "pusan,inchon,chosin").split(',') {
        let table = Table {
            scenario: scenario.to_owned(),
            names: [a.to_owned(), b.to_owned()],
            effort: setting("EFFORT", "").parse().ok(),
            millis: setting("MILLIS", "").parse().ok(),
            seed: setting("SEED", "1").parse().expect("a number"),
        };
        let next = AtomicUsize::new(0);
        let all: Mutex<Played> = Mutex::default();
        let begun = Instant::now();
        std::thread::scope(|scope| {
            for _ in 0..jobs {
                scope.spawn(|| {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= games {
                            break;
                        }
                        let (points, habits, micros) = game(&rules, &table, number);
                        let mut all = all.lock().expect("no panic");
                        all.0.push((number, points));
                        let swapped = swaps(number);
                        for (side, micros) in micros.into_iter().enumerate() {
                            let who = if a == b { side } else { usize::from((side == 1) != swapped) };
                            let name = format!(
                                "{}{}",
                                table.names[who],
                                if a == b { ["/un", "/red"][side] } else { "" }
                            );
                            let conduct = all.1.entry(name).or_default();
                            conduct.habits.add(0, &habits, side as u8);
                            conduct.micros.extend(micros);
                        }
                    }
                });
            }
        });
        let (results, habits) = all.into_inner().expect("no panic");
        let mut wins = [0; 2];
        let mut by_side = [[0; 3]; 2];
        let (mut un, mut red) = (0, 0);
        for (number, points) in &results {
            let swapped = swaps(*number);
            un += points[0];
            red += points[1];
            let un_player = usize::from(swapped);
            let winner = match points[0].cmp(&points[1]) {
                std::cmp::Ordering::Greater => Some(UN),
                std::cmp::Ordering::Less => Some(1),
                std::cmp::Ordering::Equal => None,
            };
            by_side[un_player][winner.map_or(2, |w| w as usize)] += 1;
            if let Some(side) = winner {
                wins[if side == UN { un_player } else { 1 - un_player }] += 1;
            }
        }
        let n = results.len().max(1) as f64;
        println!(
            "{scenario}: {a} {} - {b} {} of {games} ({:.1} s); {a} as UN: won {} lost {} drawn {}; as red: won {} lost {} drawn {}; mean points {:.1} - {:.1}",
            wins[0],
            wins[1],
            begun.elapsed().as_secs_f32(),
            by_side[0][0],
            by_side[0][1],
            by_side[0][2],
            by_side[1][1],
            by_side[1][0],
            by_side[1][2],
            f64::from(un) / n,
            f64::from(red) / n
        );
        for (name, mut h) in habits {
            h.micros.sort_unstable();
            let mean = h.micros.iter().map(|&m| f64::from(m)).sum::<f64>() / h.micros.len().max(1) as f64;
            let p99 = h.micros.get(h.micros.len() * 99 / 100).copied().unwrap_or(0);
            let lapses = |(i, habit): (usize, &engine::Habit)| {
                let count = h.habits.count(0, i);
                format!("{} {:.2} % of {}", habit.habit, 100.0 * count.rate(), count.occasions)
            };
            let all: Vec<String> = HABITS.iter().enumerate().map(lapses).collect();
            println!(
                "  {name}: {}; ms mean {:.3} p99 {:.2} max {:.1}",
                all.join("; "),
                mean / 1000.0,
                f64::from(p99) / 1000.0,
                f64::from(h.micros.last().copied().unwrap_or(0)) / 1000.0
            );
        }
    }
}
