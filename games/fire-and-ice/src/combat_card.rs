//! The combat card: every modifier with its rule, both dice, and what the spread would cost.

use crate::game::FireAndIce;
use crate::state::{State, mark};
use crate::support::{ATTACKER, DEFENDER, Modifiers};
use engine::scene::{Battle, BattleLine, Text, Working};

/// The most that a combat can cost: the cap and both sides' quality markers.
const WORST: usize = 7;

/// The modifiers of a side as lines.
fn lines(modifiers: &Modifiers, role: usize) -> [(&'static str, i16, &'static str); 9] {
    let adjacent = if role == ATTACKER { "fi 5.3.3-attacker" } else { "fi 5.3.3-who" };
    [
        ("chit", modifiers.chit, "fi 5.2.1-cups"),
        ("tanks", modifiers.tank, "fi 5.3.1-formula"),
        ("artillery", modifiers.artillery, "fi 5.3.1-formula"),
        ("air", modifiers.air, "fi 10.4.3-use"),
        ("naval guns", modifiers.bombardment, "fi 5.3.2-bombardment"),
        ("adjacent units", modifiers.adjacency, adjacent),
        ("terrain", modifiers.terrain, "fi 4.1-terrain"),
        ("river", modifiers.river, "fi 5.4.3-river"),
        ("works", modifiers.works, "fi 6.2b"),
    ]
}

fn working<'a>(label: impl Into<Text<'a>>, value: String, rule: &'static str) -> Working<'a> {
    Working { label: label.into(), value: value.into(), rule: rule.into() }
}

/// How the totals come about, and the chances of the dice as they stand.
pub(crate) fn workings<'a>(game: &'a FireAndIce, state: &State) -> Vec<Working<'a>> {
    let combat = &state.combat;
    if !game.fighting(state) || !combat.defender.is_some() {
        return Vec::new();
    }
    let mut out = Vec::new();
    let mut sums = [0; 2];
    for (role, name) in [(ATTACKER, "Attacker"), (DEFENDER, "Defender")] {
        let modifiers = game.modifiers(state, role);
        sums[role] = modifiers.sum();
        for (what, value, rule) in lines(&modifiers, role).into_iter().filter(|l| l.1 != 0) {
            out.push(working(format!("{name}: {what}"), format!("{value:+}"), rule));
        }
    }
    let die = game.data.chits[usize::from(combat.declared.chit)].die;
    let spent = state.piece(combat.defender).has(mark::SPENT);
    // A fresh defender chooses: both of its dice are shown until it has.
    let choice: &[u8] = match combat.faces[DEFENDER] {
        0 if spent => &[6],
        0 => &[10, 6],
        10 => &[10],
        _ if spent || combat.dice[DEFENDER] > 0 => &[6],
        _ => &[10, 6],
    };
    out.push(total("Attacker", die, sums[ATTACKER]));
    for &faces in choice {
        out.push(total("Defender", faces, sums[DEFENDER]));
    }
    for &faces in choice {
        let against = if choice.len() > 1 { format!(" against a D{faces}") } else { String::new() };
        results(game, state, [die, faces], sums, &against, &mut out);
    }
    out
}

/// A side's die and what its total can be.
fn total<'a>(name: &str, die: u8, modifier: i16) -> Working<'a> {
    let (least, most) = (1 + modifier, i16::from(die) + modifier);
    working(format!("{name} rolls D{die}"), format!("{least} to {most}, each 1 in {die}"), "fi 5.4.1")
}

/// 5.6 How many of all rolls cost whom how much. Markers of the two leads count as they lie; those of supporters are for
/// the other player to invoke.
fn results(
    game: &FireAndIce,
    state: &State,
    dice: [u8; 2],
    sums: [i16; 2],
    against: &str,
    out: &mut Vec<Working<'_>>,
) {
    let odds = Odds::new(game, state, dice, sums);
    let all = u32::from(dice[0]) * u32::from(dice[1]);
    let share = |n: u32| format!("{n} of {all} ({} %)", (n * 100 + all / 2) / all);
    let won: u32 = odds.pays[DEFENDER].iter().sum();
    out.push(working(format!("Attacker wins{against}"), share(won), "fi 5.6-cap"));
    for (role, name) in [(DEFENDER, "Defender"), (ATTACKER, "Attacker")] {
        for due in (1..=WORST).rev().filter(|&due| odds.pays[role][due] > 0) {
            out.push(working(
                format!("{name} pays {due}{against}"),
                share(odds.pays[role][due]),
                "fi 5.6-losses",
            ));
        }
    }
    let nothing = odds.pays[ATTACKER][0] + odds.pays[DEFENDER][0];
    if nothing > 0 {
        out.push(working(format!("Nobody pays{against}"), share(nothing), "fi 5.4.2-quality"));
    }
}

/// Out of all rolls: how often attacker and defender have so much to pay.
pub(crate) struct Odds {
    pub(crate) pays: [[u32; WORST + 1]; 2],
}

impl Odds {
    pub(crate) fn new(game: &FireAndIce, state: &State, dice: [u8; 2], sums: [i16; 2]) -> Self {
        let kind = |role: usize| match state.piece(state.combat.lead(role)).marks & (mark::BAD | mark::GOOD) {
            both if both == mark::BAD | mark::GOOD => 0,
            one => one,
        };
        let quality = [kind(ATTACKER), kind(DEFENDER)];
        let mut pays = [[0; WORST + 1]; 2];
        for a in 1..=i16::from(dice[ATTACKER]) {
            for d in 1..=i16::from(dice[DEFENDER]) {
                let (loser, due) = game.spread(a + sums[ATTACKER], d + sums[DEFENDER], quality);
                pays[loser][usize::from(due).min(WORST)] += 1;
            }
        }
        Self { pays }
    }
}

/// The battle for its card.
pub(crate) fn battle<'a>(game: &'a FireAndIce, state: &'a State) -> Option<Battle<'a>> {
    if !game.fighting(state) {
        return None;
    }
    let combat = &state.combat;
    let ground = game.ground(state);
    let line = |role: usize| {
        let pieces = combat.participants(role).iter().map(|id| Text::from(&game.data.units[id].id)).collect();
        let strength = format!("{:+}", game.modifiers(state, role).sum());
        BattleLine { side: combat.side(role), pieces, strength: strength.into() }
    };
    let dice = combat.dice.iter().filter(|d| **d > 0).map(|d| Text::from(d.to_string())).collect::<Vec<_>>();
    Some(Battle {
        at: ground.label(combat.declared.hex).into(),
        title: format!("Attack on {}", ground.place(combat.declared.hex)).into(),
        lines: vec![line(ATTACKER), line(DEFENDER)],
        rounds: if dice.is_empty() {
            Vec::new()
        } else {
            vec![std::iter::once(Text::from("Dice")).chain(dice).collect()]
        },
    })
}
