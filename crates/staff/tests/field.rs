//! The craft on a field of nine by five squares, with units that attack at odds of strength.

use engine::Random;
use staff::{Aim, FAR, HandOf, Id, Order, Outlook, Plan, Role, Stress, Supply, Theatre, Weights, spread};

const WIDTH: usize = 9;
const HEIGHT: usize = 5;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Square(usize);
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Man(usize);

impl Id for Square {
    fn index(self) -> usize {
        self.0
    }
    fn of(index: usize) -> Self {
        Self(index)
    }
}
impl Id for Man {
    fn index(self) -> usize {
        self.0
    }
    fn of(index: usize) -> Self {
        Self(index)
    }
}

fn at(column: usize, row: usize) -> Square {
    Square(row * WIDTH + column)
}

#[derive(Clone, Copy)]
struct Piece {
    own: bool,
    at: Square,
    strength: u8,
    role: Role,
    engaged: bool,
}

#[derive(Clone)]
struct Field {
    pieces: Vec<Piece>,
    rings: Vec<Vec<(Square, u8)>>,
    weights: Weights,
    keys: Vec<Square>,
    sources: Vec<Square>,
    /// Where the side wants to go, or where the enemy does.
    goal: Square,
    bars: bool,
    moving: bool,
    /// How many may be in a square.
    most: usize,
}

fn field(pieces: &[(bool, Square, u8)]) -> Field {
    let far = |a: usize, b: usize| (a % WIDTH).abs_diff(b % WIDTH) + (a / WIDTH).abs_diff(b / WIDTH);
    let ring = |a: usize| {
        let all = (0..WIDTH * HEIGHT).filter(|&b| b != a && far(a, b) <= 5);
        let mut ring: Vec<(Square, u8)> = all.map(|b| (Square(b), far(a, b) as u8)).collect();
        ring.sort_by_key(|&(s, d)| (d, s));
        ring
    };
    let piece = |&(own, at, strength): &(bool, Square, u8)| Piece {
        own,
        at,
        strength,
        role: Role::Fights,
        engaged: false,
    };
    let weights = Weights {
        advance: 0.2,
        cover: 1.0,
        danger: 0.5,
        key: 0.6,
        hold: 1.5,
        unsupplied: 1.0,
        trap: 0.5,
        rear: 0.9,
        least: 0.1,
        watch: 3.0,
        settle: 0.05,
        door: 0.5,
    };
    Field {
        pieces: pieces.iter().map(piece).collect(),
        rings: (0..WIDTH * HEIGHT).map(ring).collect(),
        weights,
        keys: Vec::new(),
        sources: Vec::new(),
        goal: at(8, 2),
        bars: false,
        moving: true,
        most: 1,
    }
}

impl Field {
    fn men(&self, own: bool) -> impl Iterator<Item = Man> + '_ {
        (0..self.pieces.len()).map(Man).filter(move |m| self.pieces[m.0].own == own)
    }
    fn plan(&self, biases: &[(Square, f32)]) -> Plan<Man, Square> {
        let stress = Stress { jitter: 0.0, ..Stress::PLAIN };
        Plan::new(self.clone(), stress, biases, &mut Random::new(1))
    }
    /// Where a unit is when the orders are carried out.
    fn after(&self, plan: &Plan<Man, Square>, unit: usize) -> Square {
        plan.order(Man(unit)).unwrap_or(self.pieces[unit].at)
    }
}

impl Theatre for Field {
    type Unit = Man;
    type Place = Square;

    fn weights(&self) -> &Weights {
        &self.weights
    }
    fn places(&self) -> usize {
        WIDTH * HEIGHT
    }
    fn rings(&self, square: Square) -> &[(Square, u8)] {
        &self.rings[square.0]
    }
    fn step(&self, _: Square, _: Square) -> Option<u16> {
        Some(2)
    }
    fn friends(&self) -> impl Iterator<Item = Man> + '_ {
        self.men(true)
    }
    fn enemies(&self) -> impl Iterator<Item = Man> + '_ {
        self.men(false)
    }
    fn at(&self, unit: Man) -> Square {
        self.pieces[unit.0].at
    }
    fn role(&self, unit: Man) -> Role {
        self.pieces[unit.0].role
    }
    fn attack(&self, unit: Man) -> f32 {
        self.pieces[unit.0].strength.into()
    }
    fn reach(&self, _: Man) -> u8 {
        3
    }
    fn controls(&self, _: Man) -> bool {
        true
    }
    fn menace(&self, enemy: Man) -> f32 {
        self.attack(enemy)
    }
    fn movers(&self) -> Vec<(Man, Vec<Square>)> {
        let reach = |unit: Man| {
            let near = self.rings[self.at(unit).0].iter().filter(|r| r.1 <= 2).map(|r| r.0);
            let mut reach: Vec<Square> = near.chain([self.at(unit)]).collect();
            reach.retain(|&s| !self.men(false).any(|e| self.at(e) == s));
            reach.sort();
            (unit, reach)
        };
        self.men(true).map(reach).collect()
    }
    fn room(&self, unit: Man, square: Square, coming: &[(Man, Square)]) -> bool {
        let there = self.men(true).filter(|&m| m != unit && self.at(m) == square).count();
        there + coming.iter().filter(|c| c.1 == square).count() < self.most
    }
    fn shared(&self, unit: Man, square: Square) -> bool {
        self.men(true).any(|m| m != unit && self.at(m) == square)
    }
    fn vacant(&self, square: Square) -> bool {
        !self.pieces.iter().any(|p| p.at == square)
    }
    fn shift(&mut self, unit: Man, to: Square) {
        self.pieces[unit.0].at = to;
    }
    fn engage(&mut self, unit: Man) {
        self.pieces[unit.0].engaged = true;
    }
    fn aim(&self, _: &Stress) -> Aim {
        let mut out = vec![FAR; self.places()];
        spread(&[(self.goal, 0)], &mut out, |to, out| {
            self.rings[to.0].iter().filter(|r| r.1 == 1).for_each(|r| out(r.0, 2));
        });
        if self.bars { Aim::Bar(out) } else { Aim::Go(out) }
    }
    fn is_key(&self, square: Square) -> bool {
        self.keys.contains(&square)
    }
    fn keys(&self) -> impl Iterator<Item = Square> + '_ {
        self.keys.iter().copied()
    }
    fn worth(&self, _: Square) -> f32 {
        2.0
    }
    fn holds(&self, square: Square) -> bool {
        self.is_key(square)
    }
    fn supply(&self) -> Supply<Square> {
        Supply { fed: vec![true; self.places()], sources: self.sources.clone() }
    }
    fn trapped(&self, _: Square) -> bool {
        false
    }
    fn doors(&self) -> Vec<Square> {
        Vec::new()
    }
    fn loss(&self, outlook: &Outlook, unit: Man, square: Square) -> f32 {
        (outlook.threat[square.0] - self.attack(unit)).max(0.0) / 10.0
    }
    fn special(&self, _: &Outlook, _: Man, _: Square) -> f32 {
        0.0
    }
    fn company(&self, unit: Man, square: Square) -> f32 {
        if self.shared(unit, square) { 1.0 } else { 0.0 }
    }
    fn drawn(&self, _: Man) -> f32 {
        1.0
    }
    fn bound(&self, _: Man) -> bool {
        false
    }
    fn strength(&self, _: &Outlook, unit: Man, _: Square, _: Square) -> Option<i32> {
        (!self.pieces[unit.0].engaged).then_some(self.pieces[unit.0].strength.into())
    }
    fn footing(&self, _: Square, _: Square) -> f32 {
        0.0
    }
    fn standing(&self, _: Square, _: &mut Vec<HandOf<Self>>) {}
    /// Twice the defender's strength is worth an attack: everybody who is there takes part.
    fn assault(&self, target: Square, hands: &mut Vec<HandOf<Self>>, _: &Stress) -> f32 {
        let defence: i32 = self
            .men(false)
            .filter(|&m| self.at(m) == target)
            .map(|m| i32::from(self.pieces[m.0].strength))
            .sum();
        let attack: i32 = hands.iter().map(|h| h.strength).sum();
        (attack - 2 * defence) as f32 - hands.iter().map(|h| h.price).sum::<f32>()
    }
    fn strike(&self, _: Square, _: &Stress) -> f32 {
        1.0
    }
    fn moving(&self) -> bool {
        self.moving
    }
}

fn near(a: Square, b: Square) -> bool {
    field(&[]).rings[a.0].contains(&(b, 1))
}

#[test]
fn an_enemy_threatens_what_he_can_reach_and_half_as_much_far_away() {
    let f = field(&[(false, at(4, 2), 6)]);
    let o = Outlook::of(&f, &Stress::PLAIN);
    assert_eq!(o.front[at(4, 2).0], 0);
    assert_eq!((o.front[at(0, 0).0], o.front[at(5, 2).0]), (6, 1));
    assert_eq!((o.threat[at(6, 2).0], o.threat[at(7, 2).0], o.threat[at(8, 2).0]), (6.0, 3.0, 0.0));
}

#[test]
fn units_gather_for_an_attack_that_pays_and_leave_one_that_does_not() {
    let f = field(&[(true, at(2, 1), 4), (true, at(2, 3), 4), (false, at(4, 2), 3)]);
    let plan = f.plan(&[]);
    assert!(near(f.after(&plan, 0), at(4, 2)) && near(f.after(&plan, 1), at(4, 2)), "{:?}", plan.orders);
    // An enemy at the edge, far from the way to the goal: nobody goes there for nothing.
    let strong = field(&[(true, at(2, 1), 4), (true, at(2, 3), 4), (false, at(0, 0), 9)]);
    let plan = strong.plan(&[]);
    assert!(!near(strong.after(&plan, 0), at(0, 0)) && !near(strong.after(&plan, 1), at(0, 0)));
}

#[test]
fn an_attack_can_be_forbidden() {
    let f = field(&[(true, at(2, 2), 4), (true, at(2, 3), 4), (false, at(1, 4), 3)]);
    let made =
        |plan: &Plan<Man, Square>| near(f.after(plan, 0), at(1, 4)) && near(f.after(plan, 1), at(1, 4));
    let gathers = f.plan(&[]);
    assert!(made(&gathers), "{:?}", gathers.orders);
    assert!(!made(&f.plan(&[(at(1, 4), -50.0)])));
}

#[test]
fn a_source_of_supply_is_manned_before_anything_else() {
    // Both are eight steps from the goal and one from the source; the enemy is three from it.
    let mut f = field(&[(true, at(0, 2), 5), (true, at(1, 1), 2), (false, at(3, 1), 1)]);
    f.sources = vec![at(0, 1)];
    let plan = f.plan(&[]);
    let manned = |f: &Field, plan: &Plan<Man, Square>| (0..2).any(|u| f.after(plan, u) == at(0, 1));
    assert!(manned(&f, &plan), "{:?}", plan.orders);
    assert_eq!(f.after(&plan, 1), at(0, 1), "whoever gives up least goes: the weak one");
    // Three sources are too many for each to be a post.
    f.sources = vec![at(0, 1), at(0, 4), at(8, 4)];
    assert!(!manned(&f, &f.plan(&[])));
}

#[test]
fn a_strong_guard_is_relieved_by_a_weak_one_where_there_is_room() {
    let mut f = field(&[(true, at(2, 2), 6), (true, at(1, 3), 1), (false, at(4, 2), 1)]);
    f.keys = vec![at(2, 2)];
    f.most = 2;
    let plan = f.plan(&[]);
    assert_eq!(f.after(&plan, 1), at(2, 2));
    assert!(near(f.after(&plan, 0), at(4, 2)), "the strong one is free to attack: {:?}", plan.orders);
    f.most = 1;
    assert_eq!(f.after(&f.plan(&[]), 0), at(2, 2), "alone it stays");
}

#[test]
fn who_bars_the_way_stands_on_it() {
    let mut f = field(&[(true, at(6, 0), 4), (false, at(3, 2), 5)]);
    f.bars = true;
    let plan = f.plan(&[]);
    let stands = f.after(&plan, 0);
    assert!(stands == at(6, 2) || near(stands, at(6, 2)) || near(stands, at(5, 2)), "{stands:?}");
}

#[test]
fn a_search_may_send_a_unit_elsewhere_and_forbid_an_attack() {
    let f = field(&[(true, at(2, 1), 4), (true, at(2, 3), 4), (false, at(4, 2), 3)]);
    let plan = f.plan(&[]);
    let genes = plan.genome(|| f.clone());
    assert_eq!(genes.len(), 4 + 1 + 2, "four stresses, an attack, two units");
    assert!(genes.iter().all(|g| (2..=8).contains(&g.options.len())));
    let mut choice = vec![0u8; genes.len()];
    assert_eq!(plan.express(|| f.clone(), &choice).orders, plan.orders, "nothing changed");
    choice[5] = 1;
    let other = plan.express(|| f.clone(), &choice);
    assert_ne!(f.after(&other, 0), f.after(&plan, 0));
    assert_eq!(f.after(&other, 1), f.after(&plan, 1));
    choice = vec![0; genes.len()];
    choice[4] = 1;
    let never = plan.express(|| f.clone(), &choice);
    assert_eq!(never.biases.len(), 1);
    assert!(never.biases[0] == (at(4, 2), -50.0));
}

#[test]
fn when_nobody_moves_only_attacks_are_to_be_decided() {
    let mut f = field(&[(true, at(3, 2), 4), (false, at(4, 2), 3)]);
    f.moving = false;
    let plan = f.plan(&[]);
    assert_eq!(*plan.orders, [] as [Order<Man, Square>; 0]);
    assert_eq!(plan.genome(|| f.clone()).len(), 1);
}
