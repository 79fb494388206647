//! Which computer thinks next. A match that somebody watches comes before all others and never waits for one that nobody
//! watches; among equals, whoever has made the fewest computers think.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// How much it matters that a decision comes soon, from the most pressing on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Urgency {
    /// A person plays and looks on.
    Watched,
    /// Somebody looks on, or a person will come back to it.
    Awaited,
    /// Computers among themselves, and nobody looks on.
    Idle,
}

struct Waiting {
    urgency: Urgency,
    room: String,
    creator: String,
    budget: Duration,
    number: u64,
    tell: oneshot::Sender<Turn>,
}

#[derive(Default)]
struct State {
    /// Decisions under way: those of watched matches, and the others.
    watched: usize,
    others: usize,
    waiting: Vec<Waiting>,
    number: u64,
    /// Milliseconds that computers have thought for each creator.
    used: HashMap<String, u64>,
}

/// The places for thinking computers.
pub(crate) struct Turns {
    state: Mutex<State>,
    most: usize,
    /// Whether a watched match's computer thinks or waits to.
    pressing: AtomicBool,
}

/// A place to think in; given back when dropped.
pub(crate) struct Turn {
    /// None if nobody took it: then there is nothing to give back.
    turns: Option<Arc<Turns>>,
    urgency: Urgency,
    creator: String,
    began: Instant,
}

impl Drop for Turn {
    fn drop(&mut self) {
        let Some(turns) = self.turns.take() else { return };
        let mut state = turns.state();
        match self.urgency {
            Urgency::Watched => state.watched = state.watched.saturating_sub(1),
            _ => state.others = state.others.saturating_sub(1),
        }
        let used = self.began.elapsed().as_millis() as u64;
        *state.used.entry(std::mem::take(&mut self.creator)).or_default() += used;
        turns.give(&mut state);
    }
}

impl Turns {
    pub(crate) fn new(most: usize) -> Arc<Self> {
        Arc::new(Self { state: Mutex::default(), most: most.max(1), pressing: AtomicBool::new(false) })
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a place.
    pub(crate) async fn take(
        self: &Arc<Self>,
        urgency: Urgency,
        (room, creator): (&str, &str),
        budget: Duration,
    ) -> Option<Turn> {
        let (tell, told) = oneshot::channel();
        {
            let mut state = self.state();
            state.number += 1;
            let number = state.number;
            let (room, creator) = (room.to_owned(), creator.to_owned());
            state.waiting.push(Waiting { urgency, room, creator, budget, number, tell });
            self.give(&mut state);
        }
        told.await.ok()
    }

    /// Somebody has come to watch a match whose computer waits.
    pub(crate) fn promote(self: &Arc<Self>, room: &str) {
        let mut state = self.state();
        for waiting in state.waiting.iter_mut().filter(|w| w.room == room) {
            waiting.urgency = Urgency::Watched;
        }
        self.give(&mut state);
    }

    /// Gives free places to those who need them most. Watched matches have places of their own beside the others'.
    fn give(self: &Arc<Self>, state: &mut State) {
        while self.give_one(state) {}
        let pressing = state.watched > 0 || state.waiting.iter().any(|w| w.urgency == Urgency::Watched);
        self.pressing.store(pressing, Ordering::Relaxed);
    }

    fn give_one(self: &Arc<Self>, state: &mut State) -> bool {
        let free = |w: &Waiting| match w.urgency {
            Urgency::Watched => state.watched < self.most,
            _ => state.others < self.most,
        };
        let rank = |w: &Waiting| {
            let quick = if w.urgency == Urgency::Watched { w.budget } else { Duration::ZERO };
            (w.urgency, quick, state.used.get(&w.creator).copied().unwrap_or(0), w.number)
        };
        let next = (0..state.waiting.len())
            .filter(|&i| free(&state.waiting[i]))
            .min_by_key(|&i| rank(&state.waiting[i]));
        let Some(next) = next else { return false };
        let chosen = state.waiting.swap_remove(next);
        match chosen.urgency {
            Urgency::Watched => state.watched += 1,
            _ => state.others += 1,
        }
        let turn = Turn {
            turns: Some(self.clone()),
            urgency: chosen.urgency,
            creator: chosen.creator,
            began: Instant::now(),
        };
        if let Err(mut unwanted) = chosen.tell.send(turn) {
            // Nobody waits for it any more: its place is free again.
            unwanted.turns = None;
            match unwanted.urgency {
                Urgency::Watched => state.watched -= 1,
                _ => state.others -= 1,
            }
        }
        true
    }

    /// Whether a computer that nobody watches should rest: one that is watched thinks, or waits to.
    pub(crate) fn should_rest(&self) -> bool {
        self.pressing.load(Ordering::Relaxed)
    }

    /// How many wait, and how many think.
    pub(crate) fn counts(&self) -> (usize, usize) {
        let state = self.state();
        (state.waiting.len(), state.watched + state.others)
    }

    /// What was used long ago counts less and less.
    pub(crate) fn tidy(&self) {
        let mut state = self.state();
        state.used.values_mut().for_each(|used| *used /= 2);
        state.used.retain(|_, used| *used > 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHORT: Duration = Duration::from_millis(1);

    #[tokio::test]
    async fn the_watched_never_wait_for_the_others() {
        let turns = Turns::new(1);
        let idle = turns.take(Urgency::Idle, ("room", "a"), SHORT).await.unwrap();
        assert!(!turns.should_rest());
        let watched = turns.take(Urgency::Watched, ("room", "a"), SHORT).await.unwrap();
        assert!(turns.should_rest());
        drop((idle, watched));
        assert_eq!(turns.counts(), (0, 0));
    }

    #[tokio::test]
    async fn among_equals_whoever_used_least_is_next() {
        let turns = Turns::new(1);
        let first = turns.take(Urgency::Idle, ("room", "greedy"), SHORT).await.unwrap();
        tokio::time::sleep(Duration::from_millis(5)).await;
        let order = Arc::new(Mutex::new(Vec::new()));
        let mut tasks = Vec::new();
        for (creator, urgency) in [
            ("greedy", Urgency::Idle),
            ("greedy", Urgency::Idle),
            ("modest", Urgency::Idle),
            ("late", Urgency::Awaited),
        ] {
            let (waiting, order) = (turns.clone(), order.clone());
            tasks.push(tokio::spawn(async move {
                let turn = waiting.take(urgency, ("room", creator), SHORT).await.unwrap();
                order.lock().unwrap().push(creator);
                tokio::time::sleep(Duration::from_millis(3)).await;
                drop(turn);
            }));
            tokio::task::yield_now().await;
        }
        drop(first);
        for task in tasks {
            task.await.unwrap();
        }
        assert_eq!(*order.lock().unwrap(), ["late", "modest", "greedy", "greedy"]);
    }

    #[tokio::test]
    async fn who_stops_waiting_takes_no_place() {
        let turns = Turns::new(1);
        let first = turns.take(Urgency::Awaited, ("room", "a"), SHORT).await.unwrap();
        let waiting = turns.clone();
        let task =
            tokio::spawn(async move { waiting.take(Urgency::Awaited, ("room", "b"), SHORT).await.is_some() });
        tokio::task::yield_now().await;
        task.abort();
        let _ = task.await;
        drop(first);
        assert!(turns.take(Urgency::Awaited, ("room", "c"), SHORT).await.is_some());
        assert_eq!(turns.counts(), (0, 0));
    }
}
