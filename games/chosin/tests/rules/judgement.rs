//! What the search of the computer players may vary, and the numbers they go by.

use crate::common::{Board, board, game};
use chosin::{Action, Chosin, Plan, State};
use engine::{Dice, Judge, Judgement, Options, Play, Random, Rules, Seat, Seed};

const UN: Seat = Seat(0);
const COM: Seat = Seat(1);

/// Marines at Hagaru-ri, and a regiment within reach of them.
fn reservoir(phase: &str) -> Board {
    let units = [("us-5-1m", "1618"), ("us-1m-hq", "1618"), ("c-172-58", "1719"), ("c-20-hq", "1520")];
    board(phase).units(&units)
}

fn first_plan(state: &State, seat: Seat) -> Plan {
    let mut plans = Vec::new();
    game().plans(state, seat, 1, &mut Random::new(1), &mut plans);
    plans.swap_remove(0)
}

/// Follows a plan until its phase is over or somebody else has to decide.
fn follow(mut state: State, seat: Seat, plan: &Plan) -> (State, Vec<Action>) {
    let (stretch, mut done, mut legal) = (game().stretch(&state), Vec::new(), Vec::new());
    let mut play = Play::muted(Dice::seeded(Seed::from_number(1)));
    while game().to_act(&state).contains(seat) && game().stretch(&state) == stretch {
        game().legal(&state, seat, &mut legal);
        let action = game().follow(&state, seat, plan, &legal, &mut Random::new(1));
        play.begin();
        game().apply(&mut state, seat, action, &mut play).unwrap();
        done.push(action);
    }
    (state, done)
}

#[test]
fn a_unit_goes_where_a_varied_plan_sends_it() {
    let state = reservoir("com-movement").lay().state().clone();
    let plan = first_plan(&state, COM);
    let genes = game().genome(&state, COM, &plan);
    assert!(genes.len() > 3, "stresses, and units near the enemy");
    assert!(genes.iter().all(|g| (2..=8).contains(&g.options.len())));
    // The regiment beside the Marines comes first behind the three stresses; its second option is a hex.
    let mut ends = Vec::new();
    for option in 1..genes[3].options.len() as u8 {
        let varied = game().express(&state, COM, &plan, &[0, 0, 0, option]);
        let (after, _) = follow(state.clone(), COM, &varied);
        ends.push(serde_json::to_value(game().position(&after)).unwrap()["stacks"].clone());
    }
    assert!(ends.len() >= 2);
    assert!(ends.windows(2).all(|pair| pair[0] != pair[1]), "every option is another hex");
}

#[test]
fn an_attack_is_made_or_left_as_a_varied_plan_says() {
    let units = [
        ("us-31-7-b2", "1217"),
        ("us-1m-hq", "1618"),
        ("c-238-80", "1117"),
        ("c-239-80", "1117"),
        ("c-240-80", "1216"),
        ("c-27-hq", "1018"),
    ];
    let state = board("com-combat").units(&units).lay().state().clone();
    let plan = first_plan(&state, COM);
    let genes = game().genome(&state, COM, &plan);
    assert_eq!(genes.len(), 1, "one hex can be attacked");
    let attacks = |choice: u8| {
        let varied = game().express(&state, COM, &plan, &[choice]);
        let (_, done) = follow(state.clone(), COM, &varied);
        done.iter().any(|a| matches!(a, Action::Attack { .. }))
    };
    assert!(attacks(0), "nine against a lone battalion is worth an attack");
    assert!(!attacks(1), "this plan leaves it");
}

#[test]
fn support_and_retreats_are_weighed_one_by_one() {
    let mut table = reservoir("com-combat").units(&[("c-173-58", "1719")]).air(0, 3, 2).lay();
    assert!(!game().is_answer(table.state(), COM), "which hex to attack is a matter of the plan");
    table.acts(&["attack 1618", "add all", "lock"]);
    assert!(game().is_answer(table.state(), COM), "the table is an answer of its own");
    table.act("table probe");
    assert!(game().is_answer(table.state(), UN), "and so is close air support");
}

#[test]
fn a_search_looks_as_far_as_the_other_sides_answer() {
    let at = |phase: &str, turn: u8| board(phase).turn(turn).lay().state().clone();
    let moving = at("un-movement", 6);
    assert!(!game().far_enough(&moving, &at("com-combat", 6), 9));
    assert!(game().far_enough(&moving, &at("com-recovery", 6), 9));
    let night = at("com-movement", 6);
    assert!(!game().far_enough(&night, &at("un-movement", 7), 9));
    assert!(game().far_enough(&night, &at("un-recovery", 7), 9));
}

#[test]
fn the_numbers_of_the_players_are_read_and_refused() {
    let numbers = game().weights("advancing", 1);
    assert!(numbers.iter().any(|(place, _)| place == "weights.advancing-com.danger"));
    assert!(game().weights("nowhere", 1).is_empty());
    let with = |text: &str| {
        let mut files = chosin::files();
        files.replace("judgement.toml", text.to_owned()).unwrap();
        Chosin::new(&files).map(|_| ()).map_err(|e| e.to_string())
    };
    assert!(with("[weights.nobody]\ndanger = 1.0\n").unwrap_err().contains("weights.nobody"));
    assert!(with("[weights.common]\nbravery = 1.0\n").unwrap_err().contains("bravery"));
}

#[test]
fn the_first_plan_plays_days_in_which_both_sides_do_something() {
    let game = game();
    let chosen = Options([("quick", "on"), ("open", "on")].map(|(o, v)| (o.to_owned(), v.to_owned())).into());
    let options = chosen.complete(game.info().scenario("advancing").unwrap()).unwrap();
    let mut play = Play::muted(Dice::seeded(Seed::from_number(7)));
    let mut state = game.setup("advancing", &options, &mut play).unwrap();
    let (mut random, mut legal) = (Random::new(7), Vec::new());
    let mut plans: [Vec<Plan>; 2] = [Vec::new(), Vec::new()];
    let (mut moves, mut attacks, mut stretch, mut steps) = ([0; 2], [0; 2], u64::MAX, 0);
    while let Some(seat) = game.to_act(&state).first().filter(|_| game.turn(&state) < 4) {
        game.legal(&state, seat, &mut legal);
        if stretch != game.stretch(&state) {
            stretch = game.stretch(&state);
            plans.iter_mut().for_each(Vec::clear);
        }
        if plans[seat.index()].is_empty() {
            game.plans(&state, seat, 1, &mut random, &mut plans[seat.index()]);
        }
        let action = game.follow(&state, seat, &plans[seat.index()][0], &legal, &mut random);
        moves[seat.index()] += usize::from(matches!(action, Action::To { .. }));
        attacks[seat.index()] += usize::from(action == Action::Lock);
        steps += 1;
        assert!(steps < 6000, "it goes round in circles: {action:?} of {legal:?}");
        play.begin();
        game.apply(&mut state, seat, action, &mut play).unwrap();
    }
    assert!(moves.iter().all(|n| *n > 10), "{moves:?}");
    assert!(attacks[1] > 0, "{attacks:?}");
    let position = serde_json::to_value(game.position(&state)).unwrap();
    assert!(
        position["score"]["points"][0][1].as_i64() > Some(0),
        "somebody is shipped: {}",
        position["score"]
    );
}
