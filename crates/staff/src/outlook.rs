//! How the map looks to one side at the start of a phase.

use crate::{Aim, FAR, Id, Role, Stress, Theatre, downhill, nearest, spread};

/// How many places ahead of an enemy on his way it is barred.
const GATES: usize = 4;
/// Within so many places a strength counts whole, farther away half.
const CLOSE: u8 = 2;
/// An enemy within so many places makes a place that counts want a unit.
const KEY_WATCH: u8 = 6;

/// The map in the eyes of one side, by the number of a place.
#[derive(Clone, Debug)]
pub struct Outlook {
    /// Enemy attack strength that could bear on a place next turn.
    pub threat: Vec<f32>,
    /// How much a place wants a unit to bar the enemy's way.
    pub need: Vec<f32>,
    /// The distance to where this side wants to be.
    pub field: Vec<u16>,
    /// Places to the nearest enemy.
    pub front: Vec<u8>,
    /// Where own reinforcements come in next.
    pub doors: Vec<bool>,
    /// Where a unit would be in supply.
    pub fed: Vec<bool>,
    /// The sources of it, by their numbers.
    pub sources: Vec<usize>,
}

impl Outlook {
    /// Looks around.
    pub fn of<T: Theatre>(t: &T, stress: &Stress) -> Self {
        let places = t.places();
        let front = nearest(places, t.enemies().map(|u| t.at(u)), |p| t.rings(p));
        let mut doors = vec![false; places];
        t.doors().into_iter().for_each(|p| doors[p.index()] = true);
        let (threat, need) = (vec![0.0; places], vec![0.0; places]);
        let supply = t.supply();
        let sources = supply.sources.into_iter().map(Id::index).collect();
        let mut out = Self { threat, need, field: Vec::new(), front, doors, fed: supply.fed, sources };
        out.measure_threat(t);
        out.measure_keys(t);
        match t.aim(stress) {
            Aim::Go(field) => out.field = field,
            Aim::Bar(theirs) => {
                out.measure_gates(t, &theirs);
                out.field = out.gate_field(t);
            }
        }
        out
    }

    fn measure_threat<T: Theatre>(&mut self, t: &T) {
        for enemy in t.enemies() {
            let (attack, reach) = (t.attack(enemy), t.reach(enemy));
            if attack <= 0.0 {
                continue;
            }
            for &(place, far) in t.rings(t.at(enemy)).iter().take_while(|r| r.1 <= reach) {
                self.threat[place.index()] += if far <= CLOSE { attack } else { 0.5 * attack };
            }
        }
    }

    /// Places that count and are ours want a unit when an enemy is near.
    fn measure_keys<T: Theatre>(&mut self, t: &T) {
        for key in t.keys() {
            let near = self.front[key.index()];
            if near <= KEY_WATCH && t.holds(key) {
                self.need[key.index()] +=
                    0.12 * t.worth(key).max(1.0) * f32::from(KEY_WATCH + 1 - near) / 3.0;
            }
        }
    }

    /// Follows each enemy's way to his goal and marks the places on it.
    fn measure_gates<T: Theatre>(&mut self, t: &T, theirs: &[u16]) {
        for enemy in t.enemies().filter(|&u| t.role(u) != Role::Sham) {
            let mut at = t.at(enemy);
            let near = 24.0 / (12.0 + f32::from(theirs[at.index()].min(200)) / 2.0);
            let mut weight = 0.06 * t.menace(enemy) * near;
            for _ in 0..GATES {
                let Some(next) = downhill(theirs, at, t.rings(at)) else { break };
                at = next;
                self.need[at.index()] += weight;
                weight *= 0.75;
            }
        }
    }

    /// The way to where a unit is wanted most.
    fn gate_field<T: Theatre>(&self, t: &T) -> Vec<u16> {
        let most = self.need.iter().copied().fold(0.0f32, f32::max);
        if most <= 0.0 {
            return vec![0; t.places()];
        }
        let wanted = self.need.iter().enumerate().filter(|(_, need)| **need > 0.1 * most);
        let sources: Vec<_> =
            wanted.map(|(p, need)| (T::Place::of(p), (12.0 * (1.0 - need / most)) as u16)).collect();
        let mut field = vec![FAR; t.places()];
        spread(&sources, &mut field, |to, out| {
            for &(from, _) in t.rings(to).iter().take_while(|r| r.1 == 1) {
                if let Some(cost) = t.step(from, to) {
                    out(from, cost);
                }
            }
        });
        field
    }

    /// What barring the way from a place is worth.
    pub fn cover<T: Theatre>(&self, t: &T, unit: T::Unit, place: T::Place) -> f32 {
        let own = self.need[place.index()];
        if !t.controls(unit) {
            return 0.6 * own;
        }
        let around = t.rings(place).iter().take_while(|r| r.1 == 1).map(|r| self.need[r.0.index()]);
        own + 0.5 * around.sum::<f32>()
    }

    /// A unit bars the way from a place: less is wanted there.
    pub fn fill<T: Theatre>(&mut self, t: &T, unit: T::Unit, place: T::Place) {
        if t.role(unit) == Role::Sham {
            return;
        }
        self.need[place.index()] *= 0.2;
        if t.controls(unit) {
            for r in t.rings(place).iter().take_while(|r| r.1 == 1) {
                self.need[r.0.index()] *= 0.5;
            }
        }
    }
}
