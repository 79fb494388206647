//! Long computations: a bounded number at a time, each with a deadline, and none for somebody who has gone.

use crate::app::App;
use crate::problem::Problem;
use engine::{Refusal, Thinking};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::{Semaphore, watch};

/// How long a computation waits for its turn before it is refused.
const QUEUE: Duration = Duration::from_secs(10);

/// What a computation looks at to see whether it should end.
#[derive(Clone)]
pub(crate) struct Leash {
    began: Instant,
    length: Duration,
    gone: Arc<AtomicBool>,
    stopping: watch::Receiver<bool>,
}

impl Leash {
    /// An error once the time is up or nobody waits any more, for computations that are of no use half done.
    pub(crate) fn check(&self) -> Result<(), Refusal> {
        if self.spent() < 1.0 {
            return Ok(());
        }
        Err(Refusal::new("too-long", "this takes longer than a request may"))
    }

    /// Whether nobody waits any more.
    pub(crate) fn is_left(&self) -> bool {
        self.gone.load(Ordering::Relaxed) || *self.stopping.borrow()
    }
}

impl Thinking for Leash {
    fn spent(&self) -> f32 {
        if self.is_left() {
            return 1.0;
        }
        (self.began.elapsed().as_secs_f32() / self.length.as_secs_f32().max(1e-9)).min(1.0)
    }
}

/// Tells the computation when its client hangs up.
struct Asker(Arc<AtomicBool>);

impl Drop for Asker {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl App {
    /// Runs a long computation where it keeps nobody waiting. Its place is taken until it has really ended.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Leash) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        self.work_at(&self.workers, work).await
    }

    /// The same, with one of these places.
    pub(crate) async fn work_at<T: Send + 'static>(
        &self,
        places: &Arc<Semaphore>,
        work: impl FnOnce(&Leash) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let place = match tokio::time::timeout(QUEUE, places.clone().acquire_owned()).await {
            Ok(place) => place.map_err(|_| Problem::internal("the server is ending"))?,
            Err(_) => return Err(Problem::full("busy", "the server has too much to compute at the moment")),
        };
        let leash = Leash {
            began: Instant::now(),
            length: self.config.limits.work_time,
            gone: Arc::default(),
            stopping: self.stopping.clone(),
        };
        let _asker = Asker(leash.gone.clone());
        let run = move || {
            let done = work(&leash);
            drop(place);
            done
        };
        tokio::task::spawn_blocking(run).await.map_err(|_| Problem::internal("the computation failed"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_hangs_up_ends_the_work_and_so_does_the_end_of_the_server() {
        let (stop, stopping) = watch::channel(false);
        let length = Duration::from_secs(3_600);
        let leash = Leash { began: Instant::now(), length, gone: Arc::default(), stopping };
        let asker = Asker(leash.gone.clone());
        assert!(leash.check().is_ok());
        drop(asker);
        assert!(leash.check().is_err(), "nobody waits for it any more");
        let other = Leash { gone: Arc::default(), ..leash };
        assert!(other.check().is_ok());
        stop.send_replace(true);
        assert!(other.check().is_err(), "the server ends");
        let late = Instant::now() - Duration::from_secs(2);
        let (_stop, stopping) = watch::channel(false);
        let spent = Leash { began: late, length: Duration::from_secs(1), gone: Arc::default(), stopping };
        assert!(spent.check().is_err(), "its time is up");
    }
}
