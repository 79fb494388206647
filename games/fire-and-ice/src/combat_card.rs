//! The combat card: every modifier with its rule, both dice, and what the spread would cost.

use crate::game::FireAndIce;
use crate::names::at;
use crate::state::{State, mark};
use crate::support::{ATTACKER, DEFENDER, Modifiers};
use engine::scene::{Battle, BattleLine, Text, Working};
use engine::{Eyes, Sentence, say};

/// The most that a combat can cost: the cap and both sides' quality markers.
const WORST: usize = 7;

/// The modifiers of a side as lines.
fn lines(modifiers: &Modifiers, role: usize) -> [(Sentence, i16, &'static str); 9] {
    let attacks = role == ATTACKER;
    let adjacent = if attacks { "fi 5.3.3-attacker" } else { "fi 5.3.3-who" };
    let either = |one: Sentence, two: Sentence| if attacks { one } else { two };
    [
        (say!("Attacker: chit"), modifiers.chit, "fi 5.2.1-cups"),
        (either(say!("Attacker: tanks"), say!("Defender: tanks")), modifiers.tank, "fi 5.3.1-formula"),
        (
            either(say!("Attacker: artillery"), say!("Defender: artillery")),
            modifiers.artillery,
            "fi 5.3.1-formula",
        ),
        (either(say!("Attacker: air"), say!("Defender: air")), modifiers.air, "fi 10.4.3-use"),
        (
            either(say!("Attacker: naval guns"), say!("Defender: naval guns")),
            modifiers.bombardment,
            "fi 5.3.2-bombardment",
        ),
        (
            either(say!("Attacker: adjacent units"), say!("Defender: adjacent units")),
            modifiers.adjacency,
            adjacent,
        ),
        (say!("Defender: terrain"), modifiers.terrain, "fi 4.1-terrain"),
        (say!("Defender: river"), modifiers.river, "fi 5.4.3-river"),
        (say!("Defender: works"), modifiers.works, "fi 6.2b"),
    ]
}

/// The card while it is written: lines read with somebody's eyes.
struct Card<'e> {
    eyes: &'e Eyes<'e>,
    lines: Vec<Working<'static>>,
}

impl Card<'_> {
    fn line(&mut self, label: &Sentence, value: impl Into<Text<'static>>, rule: &'static str) {
        self.lines.push(Working { label: self.eyes.text(label), value: value.into(), rule: rule.into() });
    }

    /// A side's die and what its total can be.
    fn total(&mut self, role: usize, die: u8, modifier: i16) {
        let (least, most) = (1 + modifier, i16::from(die) + modifier);
        let label = match role {
            ATTACKER => say!("Attacker rolls D{die}", die),
            _ => say!("Defender rolls D{die}", die),
        };
        let value = self.eyes.text(&say!("{least} to {most}, each 1 in {die}", least, most, die));
        self.line(&label, value, "fi 5.4.1");
    }

    /// What the dice show and what it comes to, once they have fallen.
    fn fallen(&mut self, dice: [u8; 2], sums: [i16; 2]) {
        for role in [ATTACKER, DEFENDER] {
            let (die, total) = (dice[role], i16::from(dice[role]) + sums[role]);
            let label = match role {
                ATTACKER => say!("Attacker in all, with {die} on the die", die),
                _ => say!("Defender in all, with {die} on the die", die),
            };
            self.line(&label, total.to_string(), "fi 5.4.1");
        }
    }

    /// 5.6 How many of all rolls cost whom how much. Markers of the two leads count as they lie; those of supporters are
    /// for the other player to invoke. `choice` says that the defender's die is still to be chosen.
    fn results(&mut self, odds: &Odds, dice: [u8; 2], choice: bool) {
        let all = u32::from(dice[0]) * u32::from(dice[1]);
        let eyes = self.eyes;
        let share = |n: u32| {
            let percent = (n * 100 + all / 2) / all;
            eyes.text(&say!("{n} of {all} ({percent} %)", n, all, percent))
        };
        let (die, won) = (dice[DEFENDER], odds.pays[DEFENDER].iter().sum());
        let label = match choice {
            true => say!("Attacker wins against a D{die}", die),
            false => say!("Attacker wins"),
        };
        self.line(&label, share(won), "fi 5.6-cap");
        for role in [DEFENDER, ATTACKER] {
            for due in (1..=WORST).rev().filter(|&due| odds.pays[role][due] > 0) {
                let rolls = odds.pays[role][due];
                let due = due as u32;
                let label = match (role, choice) {
                    (ATTACKER, true) => say!("Attacker pays {due} against a D{die}", due, die),
                    (ATTACKER, false) => say!("Attacker pays {due}", due),
                    (_, true) => say!("Defender pays {due} against a D{die}", due, die),
                    (_, false) => say!("Defender pays {due}", due),
                };
                self.line(&label, share(rolls), "fi 5.6-losses");
            }
        }
        let nothing = odds.pays[ATTACKER][0] + odds.pays[DEFENDER][0];
        if nothing > 0 {
            let label = match choice {
                true => say!("Nobody pays against a D{die}", die),
                false => say!("Nobody pays"),
            };
            self.line(&label, share(nothing), "fi 5.4.2-quality");
        }
    }
}

/// How the totals come about, and the chances of the dice as they stand.
pub(crate) fn workings(game: &FireAndIce, state: &State, eyes: &Eyes<'_>) -> Vec<Working<'static>> {
    let combat = &state.combat;
    if !game.fighting(state) || !combat.defender.is_some() {
        return Vec::new();
    }
    let mut card = Card { eyes, lines: Vec::new() };
    let mut sums = [0; 2];
    for role in [ATTACKER, DEFENDER] {
        let modifiers = game.modifiers(state, role);
        sums[role] = modifiers.sum();
        for (label, value, rule) in lines(&modifiers, role).iter().filter(|l| l.1 != 0) {
            card.line(label, format!("{value:+}"), rule);
        }
    }
    if combat.dice[ATTACKER] > 0 {
        card.fallen(combat.dice, sums);
        return card.lines;
    }
    let die = game.data.chits[usize::from(combat.declared.chit)].die;
    let spent = state.piece(combat.defender).has(mark::SPENT);
    // A fresh defender chooses: both of its dice are shown until it has.
    let choice: &[u8] = match combat.faces[DEFENDER] {
        0 if spent => &[6],
        0 => &[10, 6],
        10 => &[10],
        _ if spent => &[6],
        _ => &[10, 6],
    };
    card.total(ATTACKER, die, sums[ATTACKER]);
    for &faces in choice {
        card.total(DEFENDER, faces, sums[DEFENDER]);
    }
    for &faces in choice {
        let dice = [die, faces];
        card.results(&Odds::new(game, state, dice, sums), dice, choice.len() > 1);
    }
    card.lines
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
pub(crate) fn battle<'a>(game: &'a FireAndIce, state: &'a State, eyes: &Eyes<'_>) -> Option<Battle<'a>> {
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
        title: eyes.text(&say!("Attack on {hex}", hex = at(combat.declared.hex))),
        lines: vec![line(ATTACKER), line(DEFENDER)],
        rounds: if dice.is_empty() {
            Vec::new()
        } else {
            vec![std::iter::once(eyes.text(&say!("Dice"))).chain(dice).collect()]
        },
    })
}
