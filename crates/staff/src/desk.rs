//! Orders for the units of a side: posts first, then attacks, then everybody else.

use crate::{Hand, HandOf, Id, Order, Outlook, Role, Stress, Theatre, bias};
use engine::Random;

/// The most attacks that are prepared.
const ATTACKS: usize = 8;
/// A guard of this strength is relieved by a weaker unit where one is near.
const DEAR_GUARD: f32 = 4.0;
/// So few sources of supply are each a post.
const FEW_SOURCES: usize = 2;

/// A unit that can move, and where to.
pub struct Mover<U, P> {
    /// The unit.
    pub unit: U,
    /// The places it can get to, in rising order.
    pub reach: Vec<P>,
    /// What speaks for each whoever else is there, and the risk of standing there alone; no number where others stood at first.
    calm: Vec<(f32, f32)>,
    /// How well it could stand without an attack.
    otherwise: f32,
    placed: bool,
}

impl<U: Id, P: Id> Mover<U, P> {
    fn can_reach(&self, place: P) -> bool {
        self.reach.binary_search(&place).is_ok()
    }
}

/// What speaks for a place whoever else is there: the way to the goal, supply, a way out.
fn calm<T: Theatre>(t: &T, o: &Outlook, stress: &Stress, unit: T::Unit, place: T::Place) -> f32 {
    let w = t.weights();
    let p = place.index();
    let far = f32::from(o.field[p]) / 2.0;
    let mut score = t.special(o, unit, place) - w.advance * stress.advance * t.drawn(unit) * far;
    if !o.fed[p] {
        score -= w.unsupplied;
    }
    if o.front[p] <= 1 && t.trapped(place) {
        score -= w.trap;
    }
    if o.doors[p] {
        score -= w.door;
    }
    score
}

fn risk<T: Theatre>(t: &T, o: &Outlook, stress: &Stress, unit: T::Unit, place: T::Place) -> f32 {
    if o.threat[place.index()] <= 0.0 {
        return 0.0;
    }
    t.weights().danger * stress.danger * t.loss(o, unit, place)
}

/// What changes while orders are given: whose way is still to be barred, what is to be taken or kept, who keeps company.
fn lively<T: Theatre>(t: &T, o: &Outlook, stress: &Stress, unit: T::Unit, place: T::Place) -> f32 {
    let w = t.weights();
    let near = o.front[place.index()];
    let role = t.role(unit);
    let mut score = match role {
        Role::Fights | Role::Sham => w.cover * stress.cover * o.cover(t, unit, place),
        Role::Guards | Role::Helps => {
            let company = t.company(unit, place);
            0.5 * w.rear * company - w.rear * f32::from(3u8.saturating_sub(near)) * (1.3 - company)
        }
    };
    if role != Role::Sham && t.is_key(place) {
        let worth = t.worth(place).max(1.0);
        if !t.holds(place) {
            score += w.key * worth * t.claim(unit, place);
        } else if f32::from(near) <= w.watch && !t.shared(unit, place) {
            score += w.hold + 0.1 * worth;
        }
    }
    score
}

/// How well a unit stands in a place.
pub fn stand<T: Theatre>(t: &T, o: &Outlook, stress: &Stress, unit: T::Unit, place: T::Place) -> f32 {
    calm(t, o, stress, unit, place) - risk(t, o, stress, unit, place) + lively(t, o, stress, unit, place)
}

/// What an attack promises, and with whom.
type Gathered<U, P> = (f32, Vec<Hand<U, P>>);

/// Who can move, and what each attack promises that they could move up for.
pub type Prospects<U, P> = (Vec<Mover<U, P>>, Vec<(P, f32)>);

/// An attack that could be prepared.
struct Prospect<U, P> {
    target: P,
    /// The places next to it.
    near: Vec<P>,
    /// Movers who could come, strongest first.
    candidates: Vec<usize>,
    /// What it promises and with whom; none until it is looked at, or after something has changed.
    known: Option<Option<Gathered<U, P>>>,
}

/// A staff officer's desk: the theatre as it will be when the orders given so far are carried out.
pub struct Desk<'a, T: Theatre> {
    t: T,
    o: Outlook,
    stress: &'a Stress,
    movers: Vec<Mover<T::Unit, T::Place>>,
    orders: Vec<Order<T::Unit, T::Place>>,
}

impl<'a, T: Theatre> Desk<'a, T> {
    /// Takes stock: who can move, and how well each would stand where.
    pub fn new(t: T, outlook: Outlook, stress: &'a Stress) -> Self {
        let o = outlook;
        let mover = |(unit, reach): (T::Unit, Vec<T::Place>)| {
            let score = |&place: &T::Place| {
                let alone = !t.shared(unit, place);
                let risk = if alone { risk(&t, &o, stress, unit, place) } else { f32::NAN };
                (calm(&t, &o, stress, unit, place), risk)
            };
            let calm = reach.iter().map(score).collect();
            Mover { unit, reach, calm, otherwise: 0.0, placed: false }
        };
        let movers = t.movers().into_iter().map(mover).collect();
        Self { t, o, stress, movers, orders: Vec::new() }
    }

    /// Orders for every unit that had better move.
    pub fn orders(
        mut self,
        biases: &[(T::Place, f32)],
        random: &mut Random,
    ) -> Vec<Order<T::Unit, T::Place>> {
        let fixed: Vec<_> = self.t.friends().filter(|u| !self.movers.iter().any(|m| m.unit == *u)).collect();
        for unit in fixed {
            self.o.fill(&self.t, unit, self.t.at(unit));
        }
        self.relieve();
        self.man();
        self.weigh();
        self.prepare_attacks(biases);
        self.place_rest(random);
        self.orders
    }

    /// The movers, and what each attack that they could move up for promises as things stand.
    pub fn prospects(mut self) -> Prospects<T::Unit, T::Place> {
        self.weigh();
        let all = self.targets().into_iter();
        let gains = all.filter_map(|p| Some((p.target, self.gather(&p)?.0))).collect();
        (self.movers, gains)
    }

    /// How well the i-th mover stands in the k-th place of its reach.
    fn score(&self, i: usize, k: usize) -> f32 {
        let (unit, place) = (self.movers[i].unit, self.movers[i].reach[k]);
        let (calm, mut danger) = self.movers[i].calm[k];
        if danger.is_nan() || self.t.shared(unit, place) {
            danger = risk(&self.t, &self.o, self.stress, unit, place);
        }
        calm - danger + lively(&self.t, &self.o, self.stress, unit, place)
    }

    fn score_at(&self, i: usize, place: T::Place) -> f32 {
        match self.movers[i].reach.binary_search(&place) {
            Ok(k) => self.score(i, k),
            Err(_) => stand(&self.t, &self.o, self.stress, self.movers[i].unit, place),
        }
    }

    /// Whether a place must be manned before anything else is thought of: one that counts and is held, or one of a few
    /// sources of supply, with an enemy near enough.
    fn is_duty(&self, place: T::Place) -> bool {
        let near = f32::from(self.o.front[place.index()]) <= self.t.weights().watch;
        let sources = &self.o.sources;
        let lifeline = || sources.len() <= FEW_SOURCES && sources.contains(&place.index());
        near && (self.t.is_key(place) && self.t.holds(place) || lifeline())
    }

    /// Whether a unit must stay where it is.
    fn is_garrison(&self, unit: T::Unit) -> bool {
        let place = self.t.at(unit);
        self.t.bound(unit) || !self.t.shared(unit, place) && self.is_duty(place)
    }

    /// Sends weak units to places that count, so that strong ones there are free to go.
    fn relieve(&mut self) {
        let keys: Vec<T::Place> = self.t.keys().collect();
        for key in keys {
            let guard = self.t.friends().find(|&u| self.t.at(u) == key);
            let dear = |&g: &T::Unit| self.t.attack(g) >= DEAR_GUARD && self.is_garrison(g);
            let Some(guard) = guard.filter(dear) else { continue };
            let fits = |m: &Mover<T::Unit, T::Place>| {
                !m.placed
                    && m.unit != guard
                    && m.can_reach(key)
                    && self.t.attack(m.unit) < self.t.attack(guard)
                    && matches!(self.t.role(m.unit), Role::Fights | Role::Guards)
                    && self.t.room(m.unit, key, &[])
                    && !self.is_garrison(m.unit)
            };
            let weakest = (0..self.movers.len()).filter(|&i| fits(&self.movers[i])).min_by(|&a, &b| {
                let (a, b) = (self.movers[a].unit, self.movers[b].unit);
                self.t.attack(a).total_cmp(&self.t.attack(b)).then(a.cmp(&b))
            });
            if let Some(i) = weakest {
                self.post(i, key);
            }
        }
    }

    /// Sends a unit to a place where it is to stay.
    fn post(&mut self, i: usize, place: T::Place) {
        let unit = self.movers[i].unit;
        self.movers[i].placed = true;
        if self.t.at(unit) != place {
            self.orders.push(Order { unit, to: place });
            self.t.shift(unit, place);
        }
        self.o.fill(&self.t, unit, place);
    }

    /// Sends somebody to every post that stands empty: whoever gives up least. Sources of supply come first.
    fn man(&mut self) {
        let sources: Vec<T::Place> = self.o.sources.iter().map(|&p| T::Place::of(p)).collect();
        let mut posts: Vec<T::Place> = sources.iter().copied().chain(self.t.keys()).collect();
        posts.retain(|&p| self.t.vacant(p) && self.is_duty(p));
        posts.sort_by(|a, b| {
            let urgent = |p: &T::Place| sources.contains(p);
            let worth = |p: &T::Place| self.t.worth(*p);
            urgent(b).cmp(&urgent(a)).then(worth(b).total_cmp(&worth(a))).then(a.cmp(b))
        });
        posts.dedup();
        for place in posts {
            let free = (0..self.movers.len()).filter(|&i| {
                let m = &self.movers[i];
                !m.placed
                    && m.can_reach(place)
                    && matches!(self.t.role(m.unit), Role::Fights | Role::Guards)
                    && !self.is_garrison(m.unit)
            });
            let gives_up = |i: usize| {
                let unit = self.movers[i].unit;
                self.score_at(i, self.t.at(unit)) + 0.1 * self.t.attack(unit)
            };
            let least = free.map(|i| (gives_up(i), i)).min_by(|a, b| a.0.total_cmp(&b.0));
            if let Some((_, i)) = least {
                self.post(i, place);
            }
        }
    }

    /// How well each could stand if it took part in no attack.
    fn weigh(&mut self) {
        for i in 0..self.movers.len() {
            let Mover { unit, placed, .. } = self.movers[i];
            let here = self.score_at(i, self.t.at(unit));
            if placed || self.is_garrison(unit) {
                self.movers[i].otherwise = here;
                continue;
            }
            let reach = &self.movers[i].reach;
            let open = (0..reach.len()).filter(|&k| self.t.room(unit, reach[k], &[]));
            self.movers[i].otherwise = open.map(|k| self.score(i, k)).fold(here, f32::max);
        }
    }

    /// Everybody else goes where it stands best, those nearest to the enemy first.
    fn place_rest(&mut self, random: &mut Random) {
        let mut rest: Vec<usize> = (0..self.movers.len()).filter(|&i| !self.movers[i].placed).collect();
        rest.sort_by_key(|&i| {
            let unit = self.movers[i].unit;
            (self.o.front[self.t.at(unit).index()], unit)
        });
        for i in rest {
            let to = self.best_place(i, random);
            self.post(i, to);
        }
    }

    fn best_place(&self, i: usize, random: &mut Random) -> T::Place {
        let Mover { unit, ref reach, .. } = self.movers[i];
        let from = self.t.at(unit);
        if self.is_garrison(unit) {
            return from;
        }
        let mut best = (self.score_at(i, from) + self.t.weights().settle, from);
        for (k, &place) in reach.iter().enumerate() {
            if place == from || !self.t.room(unit, place, &[]) {
                continue;
            }
            let score = self.score(i, k) + self.stress.jitter * random.unit();
            if score > best.0 {
                best = (score, place);
            }
        }
        best.1
    }

    /// Chooses the attacks that promise most, one after the other, and moves the units for them.
    fn prepare_attacks(&mut self, biases: &[(T::Place, f32)]) {
        let mut prospects = self.targets();
        for _ in 0..ATTACKS {
            for p in &mut prospects {
                if p.known.is_none() {
                    p.known = Some(self.gather(p));
                }
            }
            let gain = |p: &Prospect<T::Unit, T::Place>| {
                Some(p.known.as_ref()?.as_ref()?.0 + bias(biases, p.target))
            };
            let all = prospects.iter().enumerate().filter_map(|(i, p)| Some((gain(p)?, i)));
            let Some((gain, at)) = all.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1))) else { break };
            if gain < self.t.weights().least {
                break;
            }
            let Some((_, hands)) = prospects.remove(at).known.flatten() else { break };
            let changed = self.commit(&hands);
            for p in &mut prospects {
                let fewer = p.candidates.iter().any(|&i| hands.iter().any(|h| h.unit == self.movers[i].unit));
                if fewer || p.near.iter().any(|n| changed[n.index()]) {
                    p.known = None;
                }
            }
        }
    }

    /// Moves units up for an attack. Where others would now stand better or worse: who bars a way is felt two places away.
    fn commit(&mut self, hands: &[HandOf<T>]) -> Vec<bool> {
        let mut changed = vec![false; self.t.places()];
        for hand in hands {
            changed[self.t.at(hand.unit).index()] = true;
            changed[hand.from.index()] = true;
            for near in self.t.rings(hand.from).iter().take_while(|r| r.1 <= 2) {
                changed[near.0.index()] = true;
            }
            match self.movers.iter().position(|m| m.unit == hand.unit) {
                Some(i) => self.post(i, hand.from),
                None => self.o.fill(&self.t, hand.unit, hand.from),
            }
            self.t.engage(hand.unit);
        }
        changed
    }

    /// The places with enemies, and who could come to attack them.
    fn targets(&self) -> Vec<Prospect<T::Unit, T::Place>> {
        let mut out: Vec<Prospect<T::Unit, T::Place>> = Vec::new();
        for enemy in self.t.enemies() {
            let target = self.t.at(enemy);
            if out.iter().any(|p| p.target == target) {
                continue;
            }
            let ring = self.t.rings(target).iter().take_while(|r| r.1 == 1);
            let near: Vec<T::Place> = ring.map(|r| r.0).collect();
            let comes = |m: &Mover<T::Unit, T::Place>| {
                !m.placed && self.t.attack(m.unit) > 0.0 && near.iter().any(|n| m.can_reach(*n))
            };
            let mut candidates: Vec<usize> =
                (0..self.movers.len()).filter(|&i| comes(&self.movers[i])).collect();
            let strength = |i: usize| self.t.attack(self.movers[i].unit);
            candidates.sort_by(|&a, &b| strength(b).total_cmp(&strength(a)).then(b.cmp(&a)));
            out.push(Prospect { target, near, candidates, known: None });
        }
        out
    }

    /// The units that could attack a place together, each from where it stands best, and the gain.
    fn gather(&self, prospect: &Prospect<T::Unit, T::Place>) -> Option<(f32, Vec<HandOf<T>>)> {
        let target = prospect.target;
        let mut hands: Vec<HandOf<T>> = Vec::new();
        self.t.standing(target, &mut hands);
        hands.retain(|h| !self.movers.iter().any(|m| m.unit == h.unit));
        let mut coming: Vec<(T::Unit, T::Place)> = Vec::new();
        for &i in prospect.candidates.iter().filter(|&&i| !self.movers[i].placed) {
            let unit = self.movers[i].unit;
            let garrison = self.is_garrison(unit);
            let mut best: Option<(f32, T::Place, f32)> = None;
            for &from in &prospect.near {
                let Ok(k) = self.movers[i].reach.binary_search(&from) else { continue };
                if garrison && from != self.t.at(unit) || !self.t.room(unit, from, &coming) {
                    continue;
                }
                let stand = self.score(i, k);
                let score = stand + self.t.footing(from, target);
                if best.is_none_or(|b| score > b.0) {
                    best = Some((score, from, stand));
                }
            }
            let Some((_, from, stand)) = best else { continue };
            let Some(strength) = self.t.strength(&self.o, unit, from, target) else { continue };
            coming.push((unit, from));
            // What it gives up for standing there instead of where it would stand best.
            let price = (self.movers[i].otherwise - stand).max(0.0);
            hands.push(HandOf::<T> { unit, from, strength, price });
        }
        if hands.is_empty() {
            return None;
        }
        let gain = self.t.assault(target, &mut hands, self.stress);
        Some((gain, hands))
    }
}
