//! Distances from many places at once.

use crate::Id;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Farther than anything.
pub const FAR: u16 = 4_000;

/// Lowers a table of distances by what is nearer from some sources, each with a head start. `steps` hands out the ways *to* a
/// place: where from, at what cost.
pub fn spread<P: Id>(sources: &[(P, u16)], out: &mut [u16], steps: impl Fn(P, &mut dyn FnMut(P, u16))) {
    let mut queue = BinaryHeap::new();
    for &(place, start) in sources {
        if start < out[place.index()] {
            out[place.index()] = start;
            queue.push(Reverse((start, place)));
        }
    }
    while let Some(Reverse((cost, place))) = queue.pop() {
        if cost > out[place.index()] {
            continue;
        }
        steps(place, &mut |from, step| {
            let total = cost.saturating_add(step);
            if total < out[from.index()] {
                out[from.index()] = total;
                queue.push(Reverse((total, from)));
            }
        });
    }
}

/// Lays a goal's distances, so many points farther away, into a table of the nearest.
pub fn lay(field: &mut [u16], goal: &[u16], shift: u16) {
    for (f, &far) in field.iter_mut().zip(goal) {
        *f = (*f).min(far.saturating_add(shift));
    }
}

/// Steps to the nearest of some places, all next places alike.
pub fn nearest<'a, P: Id>(
    places: usize,
    from: impl Iterator<Item = P>,
    near: impl Fn(P) -> &'a [(P, u8)],
) -> Vec<u8> {
    let mut out = vec![u8::MAX; places];
    let mut queue: Vec<P> = Vec::with_capacity(places);
    for place in from {
        if out[place.index()] != 0 {
            out[place.index()] = 0;
            queue.push(place);
        }
    }
    let mut head = 0;
    while let Some(&place) = queue.get(head) {
        head += 1;
        let next = out[place.index()].saturating_add(1);
        for &(n, _) in near(place).iter().take_while(|r| r.1 == 1) {
            if out[n.index()] == u8::MAX {
                out[n.index()] = next;
                queue.push(n);
            }
        }
    }
    out
}

/// The next place on the way down a table of distances, if it leads anywhere.
pub fn downhill<P: Id>(field: &[u16], at: P, near: &[(P, u8)]) -> Option<P> {
    let next = near.iter().take_while(|r| r.1 == 1).map(|r| r.0).min_by_key(|n| field[n.index()])?;
    (field[next.index()] < field[at.index()]).then_some(next)
}
