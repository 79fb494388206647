//! Computer seats: a bounded number of decisions at a time, each with a hard budget, on threads of their own, so that
//! people's requests never wait for them.

use crate::app::App;
use crate::problem::Problem;
use crate::room::Room;
use crate::tokens;
use crate::turns::{Turns, Urgency};
use crate::wire::{PlayerKind, ThinkingNews};
use engine::{Memory, Seat, Thinking};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use store::Kind;
use tokio::sync::{Notify, watch};

/// How often followers hear of a computer's thinking: more than five times a second.
const TICK: Duration = Duration::from_millis(125);
/// A player that has not answered so long after its budget is not waited for.
const GRACE: Duration = Duration::from_secs(2);
/// What a decision may take once somebody has asked for haste.
const HASTE: Duration = Duration::from_millis(50);
/// How long a computer whose decision could not be written waits before it tries again.
const AGAIN: Duration = Duration::from_secs(3);
/// How long a computer that nobody watches sleeps before it looks again whether it may go on.
const NAP: Duration = Duration::from_millis(20);

/// The state of a match's computers.
#[derive(Default)]
pub(crate) struct Driver {
    busy: AtomicBool,
    /// Somebody asked for haste: stop thinking, and think little until a person is to act.
    hurry: Arc<AtomicBool>,
    /// Somebody acted here: a pause for another server's sake is over.
    wake: Notify,
    /// A person who plays here looks on.
    watched: Arc<AtomicBool>,
}

impl Driver {
    /// Whether computers are at work or about to be.
    pub(crate) fn is_busy(&self) -> bool {
        self.busy.load(Ordering::Relaxed)
    }
    /// Says whether a person who plays here looks on.
    pub(crate) fn set_watched(&self, watched: bool) {
        self.watched.store(watched, Ordering::Relaxed);
    }
    /// Asks for haste.
    pub(crate) fn hurry(&self) {
        self.hurry.store(true, Ordering::Relaxed);
    }
}

/// The budget of one decision.
struct Budget {
    began: Instant,
    length: Duration,
    hurry: Arc<AtomicBool>,
    watched: Arc<AtomicBool>,
    turns: Arc<Turns>,
    stopping: watch::Receiver<bool>,
    shared: Arc<Shared>,
}

/// What both the thinking thread and those who wait for it look at.
#[derive(Default)]
struct Shared {
    /// Milliseconds for which it has rested, so that others could think.
    rested: AtomicU64,
}

impl Shared {
    fn rested(&self) -> Duration {
        Duration::from_millis(self.rested.load(Ordering::Relaxed))
    }
}

impl Budget {
    /// A computer that nobody watches thinks in the gaps of those that somebody does.
    fn rest(&self) {
        while self.turns.should_rest()
            && !self.watched.load(Ordering::Relaxed)
            && !self.hurry.load(Ordering::Relaxed)
            && !*self.stopping.borrow()
        {
            let asleep = Instant::now();
            std::thread::sleep(NAP);
            self.shared.rested.fetch_add(asleep.elapsed().as_millis() as u64, Ordering::Relaxed);
        }
    }
}

impl Thinking for Budget {
    fn spent(&self) -> f32 {
        self.rest();
        if *self.stopping.borrow() {
            return 1.0;
        }
        let thought = self.began.elapsed().saturating_sub(self.shared.rested());
        if self.hurry.load(Ordering::Relaxed) && thought >= HASTE {
            return 1.0;
        }
        (thought.as_secs_f32() / self.length.as_secs_f32().max(0.001)).min(1.0)
    }
}

/// Lets the computers of a match act until a person is to act, after a pause. Does nothing if they are at it already.
pub(crate) fn drive(app: &Arc<App>, room: &Arc<Room>, pause: Duration) {
    if !room.chairs.iter().any(|c| c.kind == Some(PlayerKind::Computer)) {
        return;
    }
    if room.computer.busy.swap(true, Ordering::AcqRel) {
        if pause.is_zero() {
            room.computer.wake.notify_one();
        }
        return;
    }
    let (app, room) = (app.clone(), room.clone());
    tokio::spawn(async move {
        // A panic in here must not leave the match without its computers for ever.
        let run = tokio::spawn(run(app.clone(), room.clone(), pause)).await;
        room.computer.busy.store(false, Ordering::Release);
        match run {
            Ok(Ok(())) => {
                // Somebody may have acted between the last look and the flag.
                let waiting = match room.table(&app).await {
                    Ok(table) => next_seat(&room, &table).is_some(),
                    Err(_) => false,
                };
                if waiting && !*app.stopping.borrow() {
                    drive(&app, &room, Duration::ZERO);
                }
            }
            Ok(Err(problem)) if problem.code == "database" && !*app.stopping.borrow() => {
                // A full disk or a lost database is no reason to leave a match without its computers.
                tokio::time::sleep(AGAIN).await;
                drive(&app, &room, Duration::ZERO);
            }
            Ok(Err(problem)) => {
                tracing::warn!(room = room.id(), problem = &*problem.detail, "a computer can't act");
            }
            Err(_) => tracing::error!(room = room.id(), "a computer's turn failed"),
        }
    });
}

/// The computer seat that acts next, and its level.
fn next_seat(room: &Room, table: &crate::table::Table) -> Option<(Seat, String)> {
    let able = table.to_act();
    room.chairs.iter().filter(|c| c.kind == Some(PlayerKind::Computer)).find_map(|chair| {
        let seat = able.intersection(chair.seats).first()?;
        Some((seat, chair.level.clone().unwrap_or_default()))
    })
}

async fn run(app: Arc<App>, room: Arc<Room>, pause: Duration) -> Result<(), Problem> {
    if !pause.is_zero() {
        // Another server may be at it: only a match in which nothing moves is taken over.
        loop {
            let before = room.table(&app).await?.version;
            tokio::select! {
                () = tokio::time::sleep(pause) => {}
                () = room.computer.wake.notified() => break,
            }
            if room.table(&app).await?.version == before {
                break;
            }
        }
    }
    let stretch = Mutex::new(Stretch::begin());
    let done = tokio::select! {
        done = act(&app, &room, &stretch) => done,
        () = tell_progress(&room, &stretch) => Ok(()),
    };
    room.computer.hurry.store(false, Ordering::Relaxed);
    done
}

/// What computers decide between two things that everybody notices. How often they decide in it is nobody's business: all its
/// decisions share one budget, and what ends it is shown when that budget is over.
#[derive(Clone, Copy)]
struct Stretch {
    began: Instant,
    /// How many decisions in it not everybody noticed.
    hidden: u32,
    /// Who thinks, and the budget of its level.
    who: Option<(Seat, Duration)>,
}

impl Stretch {
    fn begin() -> Self {
        Self { began: Instant::now(), hidden: 0, who: None }
    }
    /// What is left of the budget for one more decision.
    fn share(&self, budget: Duration) -> Duration {
        if self.hidden == 0 { budget } else { budget.saturating_sub(self.began.elapsed()).max(HASTE) }
    }
    /// When the stretch may end: at once if nothing in it was hidden, else when its budget, or a whole number of them, is over.
    fn end(&self, budget: Duration, now: Instant) -> Instant {
        if self.hidden == 0 {
            return now;
        }
        let budget = budget.max(HASTE);
        let budgets = now.duration_since(self.began).as_nanos().div_ceil(budget.as_nanos()).max(1);
        self.began + budget * u32::try_from(budgets).unwrap_or(u32::MAX)
    }
}

/// Lets computers act until a person is to act or the server ends.
async fn act(app: &Arc<App>, room: &Arc<Room>, stretch: &Mutex<Stretch>) -> Result<(), Problem> {
    let at_hand = || stretch.lock().unwrap_or_else(PoisonError::into_inner);
    let mut memories: HashMap<Seat, Memory> = HashMap::new();
    while !*app.stopping.borrow() {
        let (seat, level, desk, fallback, stage) = {
            let table = room.table(app).await?;
            let Some((seat, level)) = next_seat(room, &table) else { break };
            let fallback = table.game.legal(seat).into_iter().next();
            (seat, level, table.game.desk(seat)?, fallback, table.stage())
        };
        let memory = memories.remove(&seat).unwrap_or_default();
        let budget = length(app, room, &level);
        let share = {
            let mut stretch = at_hand();
            stretch.who = Some((seat, budget));
            stretch.share(budget)
        };
        let (choice, memory) = decide(app, room, level, share, desk, memory).await?;
        let action =
            choice.or(fallback).ok_or_else(|| Problem::internal("a computer found nothing to do"))?;
        memories.insert(seat, memory);
        let mut table = room.table(app).await?;
        let end = at_hand().end(budget, Instant::now());
        if end > Instant::now() && table.stage() == stage && table.would_notice(seat, &action) {
            drop(table);
            hold(app, room, end).await;
            table = room.table(app).await?;
        }
        if table.stage() != stage {
            continue;
        }
        let entry = Room::entry(Kind::Act, room.info().seat_id(seat).to_owned(), action, None);
        match room.commit(app, &mut table, entry).await {
            Ok(_) => {}
            // Another server was faster.
            Err(problem) if problem.code == "stale" => {}
            Err(problem) => return Err(problem),
        }
        let mut stretch = at_hand();
        if table.noticed_last() {
            *stretch = Stretch::begin();
        } else {
            stretch.hidden += 1;
        }
    }
    Ok(())
}

/// Waits for the end of a stretch, unless a person asks for haste or the server ends.
async fn hold(app: &App, room: &Room, end: Instant) {
    while Instant::now() < end && !room.computer.hurry.load(Ordering::Relaxed) && !*app.stopping.borrow() {
        tokio::time::sleep(NAP).await;
    }
}

/// Lets a computer choose, within its budget; it may fail to.
async fn decide(
    app: &Arc<App>,
    room: &Arc<Room>,
    level: String,
    length: Duration,
    desk: Box<dyn engine::Desk>,
    mut memory: Memory,
) -> Result<(Option<String>, Memory), Problem> {
    let turn = app.turns.take(room.urgency(), (room.id(), room.creator()), length).await;
    let turn = turn.ok_or_else(|| Problem::internal("the server is ending"))?;
    let budget = Budget {
        began: Instant::now(),
        length,
        hurry: room.computer.hurry.clone(),
        watched: room.computer.watched.clone(),
        turns: app.turns.clone(),
        stopping: app.stopping.clone(),
        shared: Arc::default(),
    };
    let (shared, began) = (budget.shared.clone(), budget.began);
    // A thread of its own rather than one of the runtime's: the program can end although a player does not.
    let (done, thinking) = tokio::sync::oneshot::channel();
    let think = move || {
        let choice = desk.choose(&level, tokens::number(), &mut memory, &budget);
        drop(turn);
        let _ = done.send((choice, memory));
    };
    std::thread::Builder::new()
        .name("computer".to_owned())
        .spawn(think)
        .map_err(|_| Problem::internal("the system gives no thread"))?;
    let outcome = tokio::select! {
        done = thinking => done.ok(),
        () = patience(began, length, &shared) => None,
    };
    app.metrics.decision(began.elapsed());
    match outcome {
        Some((Ok(choice), memory)) => Ok((Some(choice.action), memory)),
        Some((Err(refusal), memory)) => {
            tracing::error!(room = room.id(), %refusal, "a computer refused to choose; the first legal action is played");
            Ok((None, memory))
        }
        None => {
            tracing::error!(
                room = room.id(),
                "a computer did not answer in time; the first legal action is played"
            );
            Ok((None, Memory::default()))
        }
    }
}

/// Ends when a player has had its budget and more; what it rested for others' sake does not count.
async fn patience(began: Instant, length: Duration, shared: &Shared) {
    loop {
        let end = began + length + GRACE + shared.rested();
        if Instant::now() >= end {
            return;
        }
        tokio::time::sleep_until(end.into()).await;
    }
}

/// Tells everybody again and again how far the thinking is, by the clock alone: what a player says of itself, and where one
/// hidden decision ends and the next begins, may tell what it sees. Never ends.
async fn tell_progress(room: &Room, stretch: &Mutex<Stretch>) {
    let mut tick = tokio::time::interval_at(tokio::time::Instant::now() + TICK, TICK);
    loop {
        tick.tick().await;
        let Stretch { began, who, .. } = *stretch.lock().unwrap_or_else(PoisonError::into_inner);
        let Some((seat, budget)) = who else { continue };
        let spent = began.elapsed().as_secs_f32() / budget.as_secs_f32().max(0.001);
        let seat = room.info().seat_id(seat).to_owned();
        room.tell_all("thinking", &ThinkingNews { seat, progress: spent.min(1.0) });
    }
}

/// The budget of a level.
fn length(app: &App, room: &Room, level: &str) -> Duration {
    let levels = room.game.levels();
    let own = levels.iter().find(|l| l.level == level).map_or(1_000, |l| l.millis);
    Duration::from_millis(u64::from(own.clamp(1, app.config.limits.thinking)))
}

impl Room {
    /// How soon a computer's decision is wanted here.
    fn urgency(&self) -> Urgency {
        let people = self.chairs.iter().any(|c| matches!(c.kind, Some(PlayerKind::Here | PlayerKind::Link)));
        match (people, self.is_followed()) {
            (true, true) => Urgency::Watched,
            (true, false) | (false, true) => Urgency::Awaited,
            (false, false) => Urgency::Idle,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stretch_with_hidden_decisions_lasts_its_budget_however_many_they_are() {
        let budget = Duration::from_secs(2);
        let began = Instant::now();
        let stretch = |hidden| Stretch { began, hidden, who: None };
        let soon = began + Duration::from_millis(30);
        assert_eq!(stretch(0).end(budget, soon), soon, "what everybody saw waits for nothing");
        for (hidden, took) in [(1, 30), (3, 900), (17, 1_999)] {
            let now = began + Duration::from_millis(took);
            assert_eq!(stretch(hidden).end(budget, now), began + budget);
        }
        let late = began + Duration::from_millis(2_001);
        assert_eq!(stretch(2).end(budget, late), began + budget * 2);
        assert_eq!(stretch(0).share(budget), budget);
        assert!(stretch(1).share(budget) <= budget && stretch(1).share(Duration::ZERO) == HASTE);
    }
}
