//! What a game tells of its theatre of war.

use crate::{Outlook, Stress, Weights};
use std::fmt::Debug;

/// A unit or a place by its number.
pub trait Id: Copy + Ord + Debug + Send + Sync + 'static {
    /// The number, from 0.
    fn index(self) -> usize;
    /// What has this number.
    fn of(index: usize) -> Self;
}

/// What a unit is good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It fights.
    Fights,
    /// Too weak to fight, good enough to hold a place.
    Guards,
    /// It helps others and keeps behind them: a headquarters, a depot, engineers.
    Helps,
    /// It only seems to be there.
    Sham,
}

/// A unit that could take part in an attack.
#[derive(Clone, Copy, Debug)]
pub struct Hand<U, P> {
    /// The unit.
    pub unit: U,
    /// Where it would attack from.
    pub from: P,
    /// Its strength there.
    pub strength: i32,
    /// What its owner gives up by sending it.
    pub price: f32,
}

/// A hand of a theatre.
pub type HandOf<T> = Hand<<T as Theatre>::Unit, <T as Theatre>::Place>;

/// A unit and where it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order<U, P> {
    /// The unit.
    pub unit: U,
    /// Its place at the end.
    pub to: P,
}

/// Where supply comes from and where it gets.
pub struct Supply<P> {
    /// Whether a unit would be in supply in each place.
    pub fed: Vec<bool>,
    /// The sources that still feed the side.
    pub sources: Vec<P>,
}

/// What a side is after.
pub enum Aim {
    /// To get somewhere: the distance of every place from there.
    Go(Vec<u16>),
    /// To stand in the way of an enemy whose distances these are.
    Bar(Vec<u16>),
}

/// A theatre of war in the eyes of one side, with its own units as far as they are already told where to go.
pub trait Theatre {
    /// Counters.
    type Unit: Id;
    /// Hexes or areas.
    type Place: Id;

    /// How much what counts in the choice of a place.
    fn weights(&self) -> &Weights;

    /// How many places there are.
    fn places(&self) -> usize;
    /// The places around each, nearest first, with their distance; those next to it come first.
    fn rings(&self, place: Self::Place) -> &[(Self::Place, u8)];
    /// The cost of going from one place to the next, in the measure of [`Theatre::aim`]; none where nobody can.
    fn step(&self, from: Self::Place, to: Self::Place) -> Option<u16>;

    /// Own units on the map.
    fn friends(&self) -> impl Iterator<Item = Self::Unit> + '_;
    /// The enemy's units on the map, as far as they are seen.
    fn enemies(&self) -> impl Iterator<Item = Self::Unit> + '_;
    /// Where a unit is.
    fn at(&self, unit: Self::Unit) -> Self::Place;
    /// What it is good for.
    fn role(&self, unit: Self::Unit) -> Role;
    /// Its strength in attack.
    fn attack(&self, unit: Self::Unit) -> f32;
    /// How many places away its attack must be reckoned with next turn.
    fn reach(&self, unit: Self::Unit) -> u8;
    /// Whether it hinders the enemy in the places around it.
    fn controls(&self, unit: Self::Unit) -> bool;
    /// How much an enemy matters who is on his way.
    fn menace(&self, enemy: Self::Unit) -> f32;

    /// The units that can still move, each with the places it can get to in rising order, its own among them.
    fn movers(&self) -> Vec<(Self::Unit, Vec<Self::Place>)>;
    /// Whether a unit may end its move in a place beside those who are there and those told to come.
    fn room(&self, unit: Self::Unit, place: Self::Place, coming: &[(Self::Unit, Self::Place)]) -> bool;
    /// Whether own units other than this one are in a place; shams don't count.
    fn shared(&self, unit: Self::Unit, place: Self::Place) -> bool;
    /// Whether nobody is in a place.
    fn vacant(&self, place: Self::Place) -> bool;
    /// Puts an own unit where it is told to go.
    fn shift(&mut self, unit: Self::Unit, to: Self::Place);
    /// Takes note that a unit is told to attack.
    fn engage(&mut self, unit: Self::Unit);

    /// What the side is after.
    fn aim(&self, stress: &Stress) -> Aim;
    /// Whether a place counts for victory.
    fn is_key(&self, place: Self::Place) -> bool;
    /// All places that do.
    fn keys(&self) -> impl Iterator<Item = Self::Place> + '_;
    /// What such a place is worth.
    fn worth(&self, place: Self::Place) -> f32;
    /// Whether it counts and is this side's.
    fn holds(&self, place: Self::Place) -> bool;
    /// Where a unit would be in supply, and what feeds this side.
    fn supply(&self) -> Supply<Self::Place>;
    /// Whether who stands there could not get away.
    fn trapped(&self, place: Self::Place) -> bool;
    /// Places that own reinforcements are about to need.
    fn doors(&self) -> Vec<Self::Place>;

    /// What is to be expected of the enemy's next attack on a unit in a place.
    fn loss(&self, outlook: &Outlook, unit: Self::Unit, place: Self::Place) -> f32;
    /// What else speaks for a place: rest, a way off the map.
    fn special(&self, outlook: &Outlook, unit: Self::Unit, place: Self::Place) -> f32;
    /// How well a weak unit is guarded in a place, from 0 to 1.
    fn company(&self, unit: Self::Unit, place: Self::Place) -> f32;
    /// How much of a place's worth is taken by a unit that goes there.
    fn claim(&self, _unit: Self::Unit, _place: Self::Place) -> f32 {
        1.0
    }
    /// How much of the way to the goal a unit cares for.
    fn drawn(&self, unit: Self::Unit) -> f32;
    /// Whether a unit must not leave its place, whatever else there is to do.
    fn bound(&self, unit: Self::Unit) -> bool;

    /// The strength a unit would attack with from a place; none if it can't.
    fn strength(
        &self,
        outlook: &Outlook,
        unit: Self::Unit,
        from: Self::Place,
        target: Self::Place,
    ) -> Option<i32>;
    /// How much better one place is than another to attack from.
    fn footing(&self, from: Self::Place, target: Self::Place) -> f32;
    /// Units that can't move but could attack a place from where they are.
    fn standing(&self, target: Self::Place, out: &mut Vec<HandOf<Self>>);
    /// The best attack with some of the units at hand: what it promises, prices taken off. Only those who take part are left.
    fn assault(&self, target: Self::Place, hands: &mut Vec<HandOf<Self>>, stress: &Stress) -> f32;
    /// The best attack that can be made right now, without moving.
    fn strike(&self, target: Self::Place, stress: &Stress) -> f32;
    /// Whether units are to move now; else they are to attack.
    fn moving(&self) -> bool;
}
