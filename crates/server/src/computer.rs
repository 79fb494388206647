//! Computer seats: a bounded number of decisions at a time, each with a hard budget, on threads of their own, so that
//! people's requests never wait for them.

use crate::app::App;
use crate::problem::Problem;
use crate::room::Room;
use crate::tokens;
use crate::wire::{PlayerKind, ThinkingNews};
use engine::{Memory, Seat, Thinking};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};
use store::Kind;
use tokio::sync::Notify;

/// How often followers hear of a computer's thinking: more than five times a second.
const TICK: Duration = Duration::from_millis(125);
/// A player that has not answered so long after its budget is not waited for.
const GRACE: Duration = Duration::from_secs(2);
/// What a decision may take once somebody has asked for haste.
const HASTE: Duration = Duration::from_millis(50);

/// The state of a match's computers.
#[derive(Default)]
pub(crate) struct Driver {
    busy: AtomicBool,
    /// Somebody asked for haste: stop thinking, and think little until a person is to act.
    hurry: Arc<AtomicBool>,
    /// Somebody acted here: a pause for another server's sake is over.
    wake: Notify,
}

impl Driver {
    /// Whether computers are at work or about to be.
    pub(crate) fn is_busy(&self) -> bool {
        self.busy.load(Ordering::Relaxed)
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
    /// What the player last reported, in thousandths.
    progress: Arc<AtomicU32>,
}

impl Thinking for Budget {
    fn spent(&self) -> f32 {
        if self.hurry.load(Ordering::Relaxed) && self.began.elapsed() >= HASTE {
            return 1.0;
        }
        (self.began.elapsed().as_secs_f32() / self.length.as_secs_f32().max(0.001)).min(1.0)
    }
    fn report(&self, progress: f32, _note: &str) {
        // What a player looks at may be hidden from the others: the note stays here.
        self.progress.store((progress.clamp(0.0, 1.0) * 1000.0) as u32, Ordering::Relaxed);
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
    let mut memories: HashMap<Seat, Memory> = HashMap::new();
    while !*app.stopping.borrow() {
        let (seat, level, copy, version) = {
            let table = room.table(&app).await?;
            let Some((seat, level)) = next_seat(&room, &table) else { break };
            (seat, level, table.game.fork(), table.version)
        };
        let memory = memories.remove(&seat).unwrap_or_default();
        let (action, memory) = decide(&app, &room, seat, level, copy, memory).await?;
        memories.insert(seat, memory);
        let mut table = room.table(&app).await?;
        if table.version != version {
            continue;
        }
        let entry = Room::entry(Kind::Act, room.info.seat_id(seat).to_owned(), action, None);
        match room.commit(&app, &mut table, entry).await {
            Ok(_) => {}
            // Another server was faster.
            Err(problem) if problem.code == "stale" => {}
            Err(problem) => return Err(problem),
        }
    }
    room.computer.hurry.store(false, Ordering::Relaxed);
    Ok(())
}

/// Lets a computer choose, within its budget.
async fn decide(
    app: &Arc<App>,
    room: &Arc<Room>,
    seat: Seat,
    level: String,
    copy: Box<dyn engine::Match>,
    mut memory: Memory,
) -> Result<(String, Memory), Problem> {
    let closed = |_| Problem::internal("the server is ending");
    let permit = app.computers.clone().acquire_owned().await.map_err(closed)?;
    let budget = budget(app, room, &level);
    let (length, progress, began) = (budget.length, budget.progress.clone(), budget.began);
    let fallback = copy.legal(seat).into_iter().next();
    let thinking = tokio::task::spawn_blocking(move || {
        let choice = copy.choose(seat, &level, tokens::number(), &mut memory, &budget);
        drop(permit);
        (choice, memory)
    });
    let telling = tell_progress(room, seat, began, length, &progress);
    let outcome = tokio::select! {
        done = thinking => done.ok(),
        () = tokio::time::sleep(length + GRACE) => None,
        () = telling => None,
    };
    app.metrics.decision(began.elapsed());
    let nothing = || Problem::internal("a computer found nothing to do");
    match outcome {
        Some((Ok(choice), memory)) => Ok((choice.action, memory)),
        Some((Err(refusal), memory)) => {
            tracing::error!(room = room.id(), %refusal, "a computer refused to choose; the first legal action is played");
            Ok((fallback.ok_or_else(nothing)?, memory))
        }
        None => {
            tracing::error!(
                room = room.id(),
                "a computer did not answer in time; the first legal action is played"
            );
            Ok((fallback.ok_or_else(nothing)?, Memory::default()))
        }
    }
}

/// Tells everybody again and again how far the thinking is. Never ends.
async fn tell_progress(room: &Room, seat: Seat, began: Instant, length: Duration, progress: &AtomicU32) {
    let mut tick = tokio::time::interval_at(tokio::time::Instant::now() + TICK, TICK);
    loop {
        tick.tick().await;
        let spent = began.elapsed().as_secs_f32() / length.as_secs_f32().max(0.001);
        let reported = progress.load(Ordering::Relaxed) as f32 / 1000.0;
        let seat = room.info.seat_id(seat).to_owned();
        room.tell_all("thinking", &ThinkingNews { seat, progress: reported.max(spent).min(1.0) });
    }
}

fn budget(app: &App, room: &Room, level: &str) -> Budget {
    let levels = app.registry.game(&room.begun.game).map(|g| g.levels()).unwrap_or_default();
    let own = levels.iter().find(|l| l.level == level).map_or(1_000, |l| l.millis);
    Budget {
        began: Instant::now(),
        length: Duration::from_millis(u64::from(own.clamp(1, app.config.limits.thinking))),
        hurry: room.computer.hurry.clone(),
        progress: Arc::default(),
    }
}
