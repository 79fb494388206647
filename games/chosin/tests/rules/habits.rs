//! Bad habits are counted where they are, and not where they are not.

use crate::common::{Board, board, game};
use engine::scene::read_action;
use engine::{Habits, Judge, Seat, Tally};

/// What an action shows of the habits of the side that plays it.
fn shown(laid: Board, seat: u8, before: &[&str], action: &str) -> impl Fn(&str) -> Tally {
    let mut table = laid.lay();
    table.acts(before);
    let state = table.state().clone();
    let played = read_action(game(), &state, action).unwrap();
    table.act(action);
    let mut habits = Habits::default();
    game().watch(&state, Seat(seat), played, table.state(), &mut habits);
    move |name: &str| {
        let habit = game().habits().iter().position(|h| h.habit == name).unwrap();
        habits.count(seat, habit)
    }
}

fn tally(occasions: u64, lapses: u64) -> Tally {
    Tally { occasions, lapses }
}

#[test]
fn a_march_that_ends_badly_is_counted() {
    let units = [
        ("us-3-b1", "1917"),
        ("us-3-b2", "3511"),
        ("us-1m-hq", "2017"),
        ("us-5-1m", "1618"),
        ("us-7-1m", "1618"),
        ("us-3-art", "1618"),
        ("c-20-hq", "1520"),
        ("c-172-58", "1817"),
        ("c-173-58", "1817"),
        ("c-174-58", "1918"),
    ];
    let seen = shown(board("un-movement").units(&units), 0, &[], "end");
    assert_eq!(seen("battalion left alone"), tally(2, 1), "1917 has nine points beside it, Hungnam none");
    assert_eq!(seen("ships left empty"), tally(1, 1), "the battalion in port could have gone");
    assert_eq!(seen("guns or headquarters in front"), tally(2, 1), "the headquarters at 2017 beside 1918");
    assert_eq!(seen("over-stacked"), tally(4, 1), "two regiments and an artillery group are one too many");
    assert_eq!(seen("headquarters out of touch"), tally(1, 0), "the road to the south is open");
}

#[test]
fn a_march_that_ends_well_shows_no_lapse() {
    let units = [("us-3-b2", "3511"), ("us-x-hq", "3413"), ("c-172-58", "1323"), ("c-173-58", "1323")];
    let seen = shown(board("un-movement").units(&units), 0, &["ship us-3-b2 out"], "end");
    assert_eq!(seen("ships left empty"), tally(1, 0));
    assert_eq!(seen("battalion left alone"), tally(0, 0));
    assert_eq!(seen("headquarters out of touch"), tally(1, 0));
    let three = [("c-172-58", "1117"), ("c-173-58", "1117"), ("c-174-58", "1117"), ("us-3-b2", "3511")];
    let seen = shown(board("com-movement").units(&three), 1, &[], "end");
    assert_eq!(seen("over-stacked"), tally(1, 1), "three regiments in the hills");
}

#[test]
fn hopeless_attacks_are_counted_by_their_table() {
    let laid = || {
        let units = [("us-5-1m", "1719"), ("us-7-1m", "1719"), ("us-1m-hq", "2017"), ("c-172-58", "1718")];
        board("com-combat").units(&units).units(&[("c-20-hq", "1520")])
    };
    let declared = ["attack 1719", "add c-172-58", "lock"];
    assert_eq!(shown(laid(), 1, &declared, "table assault")("hopeless attack"), tally(1, 1));
    assert_eq!(shown(laid(), 1, &declared, "table probe")("hopeless attack"), tally(1, 0));
}
