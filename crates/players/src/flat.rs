//! An opponent for a game that has nothing but rules and an evaluation: every legal action is tried with random play after it,
//! the worse half is dropped again and again, and what is left when the time is up is done.

use engine::playout::{any_count, few_counts};
use engine::{Dice, Judge, Level, Memory, Play, Player, Random, Seat, Thinking, View};

/// The share of the budget after which no playout begins.
const RESERVE: f32 = 0.9;
/// How many game turns a playout looks ahead, and how many actions at most.
const TURNS: u16 = 1;
const LONGEST: usize = 400;
/// Playouts of each action before the field is halved for the first time.
const FIRST: u32 = 6;

/// Races the legal actions.
pub struct Flat {
    level: Level,
}

impl Default for Flat {
    fn default() -> Self {
        let title = "Flat: tries every action with random play after it".to_owned();
        Self { level: Level { level: "flat".to_owned(), title, millis: 1_000 } }
    }
}

impl<R: Judge> Player<R> for Flat {
    fn level(&self) -> &Level {
        &self.level
    }
    fn choose(
        &self,
        rules: &R,
        view: &View<R::State>,
        seat: Seat,
        random: &mut Random,
        _memory: &mut Memory,
        thinking: &dyn Thinking,
    ) -> R::Action {
        let mut legal = Vec::new();
        rules.legal(view.state(), seat, &mut legal);
        let mut field: Vec<Tried<R::Action>> = legal
            .iter()
            .flat_map(|&a| few_counts::<R, _>(a))
            .map(|action| Tried { action, sum: 0.0, times: 0.0 })
            .collect();
        let mut done = 0;
        let is_over = |done: u32| {
            let counted = thinking.playouts().is_some_and(|most| done >= most);
            counted || thinking.spent() >= RESERVE
        };
        let mut each = FIRST;
        while field.len() > 1 {
            let lot = random.next();
            for one in &mut field {
                // The same luck for all, as far as their games are alike.
                let mut luck = Random::new(lot);
                for _ in 0..each {
                    if is_over(done) {
                        return best(&mut field);
                    }
                    one.sum += try_out(rules, view, seat, one.action, &mut luck);
                    one.times += 1.0;
                    done += 1;
                }
            }
            best(&mut field);
            field.truncate(field.len().div_ceil(2));
            each *= 2;
        }
        best(&mut field)
    }
}

/// An action and how it came out.
struct Tried<A> {
    action: A,
    sum: f32,
    times: f32,
}

/// Sorts actions by how they came out on average, untried ones last. The best.
fn best<A: Copy>(field: &mut [Tried<A>]) -> A {
    let mean = |t: &Tried<A>| if t.times > 0.0 { t.sum / t.times } else { f32::NEG_INFINITY };
    field.sort_by(|a, b| mean(b).total_cmp(&mean(a)));
    field[0].action
}

/// How well the side stands after an action and random play to the end of the next turn.
fn try_out<R: Judge>(
    rules: &R,
    view: &View<R::State>,
    seat: Seat,
    action: R::Action,
    random: &mut Random,
) -> f32 {
    let side = rules.info().seats[seat.index()].side;
    let mut state = rules.sample(view, random);
    let until = rules.turn(&state) + TURNS;
    let mut play = Play::muted(Dice::imagined(Random::new(random.next())));
    let mut to_act = rules.apply_listed(&mut state, seat, action, &mut play);
    let mut legal = Vec::new();
    for _ in 0..LONGEST {
        let Some(actor) = to_act.first() else { break };
        if rules.turn(&state) > until {
            break;
        }
        rules.legal_of(&state, actor, to_act, &mut legal);
        let Some(&any) = legal.get(random.below(legal.len().max(1))) else { break };
        play.begin();
        to_act = rules.apply_listed(&mut state, actor, any_count::<R, _>(any, random), &mut play);
    }
    rules.evaluate(&state, side)
}
