//! How a match changes: in memory, on disk, and then for everybody who follows it.

use crate::app::App;
use crate::keeping;
use crate::problem::Problem;
use crate::room::{Frame, Room};
use crate::table::Table;
use engine::SeatSet;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use store::{Appended, Entry, Kind};

/// The most answers that standing orders give to one action.
const MOST_ANSWERS: usize = 1_000;

impl Room {
    /// Lets something happen, and what standing orders answer to it. Must not be cancelled half-way, so callers run it in
    /// a task of its own. Gives back what was said to whom.
    pub(crate) async fn commit(
        &self,
        app: &App,
        table: &mut Table,
        entry: Entry,
    ) -> Result<HashMap<u16, Frame>, Problem> {
        let since = table.version;
        if let Err(problem) = self.append(app, table, entry).await {
            if problem.code == "stale" {
                self.announce(app, table, since).await?;
            }
            return Err(problem);
        }
        self.answer_standing(app, table).await?;
        let said = self.announce(app, table, since).await;
        table.forget();
        said
    }

    /// Lets one thing happen, in memory and on disk.
    async fn append(&self, app: &App, table: &mut Table, mut entry: Entry) -> Result<(), Problem> {
        if table.archived {
            return Err(Problem::conflict("archived", "the match was put away"));
        }
        if let Some(why) = &table.frozen {
            return Err(Problem::conflict("read-only", why.clone()));
        }
        entry.seq = table.version + 1;
        entry.at = crate::app::now();
        table.unsure = true;
        let noticed = match table.apply(&entry) {
            Ok(noticed) => noticed,
            Err(refusal) => {
                table.unsure = false;
                return Err(refusal.into());
            }
        };
        entry.hash = table.hash_at(entry.seq);
        entry.seen = table.seen_last(&entry);
        match app.store.append(self.id(), entry.clone()).await? {
            Appended::Done => {
                table.count(&entry, noticed);
                table.unsure = false;
                app.metrics.entry(entry.kind);
                if let Some(kept) = table.moment_due(&entry) {
                    app.keep(self.id(), &kept);
                }
                Ok(())
            }
            Appended::Taken => {
                app.metrics.conflicts.add(1);
                *table = app.rooms.load_table(app, self.id()).await?.1;
                Err(Problem::conflict("stale", "somebody else acted first"))
            }
        }
    }

    /// Gives the answers that seats have left for the questions they are asked. Each is an action like any other.
    async fn answer_standing(&self, app: &App, table: &mut Table) -> Result<(), Problem> {
        table.answered.clear();
        for _ in 0..MOST_ANSWERS {
            let Some((seat, text)) = table.due() else { return Ok(()) };
            let id = self.info().seat_id(seat).to_owned();
            match self.append(app, table, Self::entry(Kind::Act, id, text.clone(), None)).await {
                Ok(()) => table.answered.push((seat, text)),
                // Another server was faster: it answers, or has answered.
                Err(problem) if problem.code == "stale" => return Ok(()),
                Err(problem) if table.unsure => {
                    // What came before is on disk, the answer is not: nobody may be shown it.
                    tracing::warn!(
                        room = self.id(),
                        problem = &*problem.detail,
                        "an answer can't be written"
                    );
                    *table = app.rooms.load_table(app, self.id()).await?.1;
                    return Ok(());
                }
                Err(problem) => {
                    tracing::error!(
                        room = self.id(),
                        problem = &*problem.detail,
                        "an order's answer is refused"
                    );
                    return Ok(());
                }
            }
        }
        tracing::warn!(room = self.id(), "standing orders go on and on; the rest waits for the next action");
        Ok(())
    }

    /// Gives answers that are due although nothing happens: the server ended between a question and its answer.
    pub(crate) async fn settle(&self, app: &App) -> Result<(), Problem> {
        let mut table = self.table(app).await?;
        if table.due().is_some() {
            let since = table.version;
            self.answer_standing(app, &mut table).await?;
            self.announce(app, &mut table, since).await?;
        }
        Ok(())
    }

    /// Takes in what another server wrote.
    pub(crate) async fn catch_up(&self, app: &App) -> Result<(), Problem> {
        let mut table = self.table(app).await?;
        for entry in app.store.entries(self.id(), table.version).await? {
            table.unsure = true;
            let noticed = table.apply(&entry)?;
            table.count(&entry, noticed);
            table.unsure = false;
            table.answered.clear();
            self.announce(app, &mut table, entry.seq - 1).await?;
            if matches!(entry.kind, Kind::Order | Kind::Revoke | Kind::Note) {
                let seat = self.info().seat(&entry.seat).map_or(SeatSet::NONE, SeatSet::one);
                keeping::tell(self, &table, entry.kind, seat);
            }
        }
        Ok(())
    }

    /// Tells every follower who could notice it how the match stands now; they all know it up to the entry `since`.
    /// Gives back what was said to whom.
    async fn announce(
        &self,
        app: &App,
        table: &mut Table,
        since: u64,
    ) -> Result<HashMap<u16, Frame>, Problem> {
        // The end brings the whole truth to light, from the first action on.
        if table.is_over() && self.complete(app, table).await.is_err() {
            table.unsure = true;
            return Err(Problem::internal("what was done is kept, but can't be shown now; look again soon"));
        }
        let mut said = HashMap::new();
        for audience in self.audiences() {
            let seats = SeatSet(audience);
            let news = table.count_since(since, seats);
            if news == 0 {
                continue;
            }
            let version = table.version_for(seats);
            let frame = self.write_news(table, seats, version - news);
            said.insert(audience, frame.clone());
            self.tell(audience, frame);
        }
        Ok(said)
    }
}

/// Sets a match going that was just loaded: what standing orders answer, then its computers.
pub(crate) fn wake(app: &Arc<App>, room: &Arc<Room>) {
    let (app, room) = (app.clone(), room.clone());
    tokio::spawn(async move {
        if let Err(problem) = room.settle(&app).await {
            tracing::warn!(room = room.id(), problem = &*problem.detail, "standing orders can't be answered");
        }
        crate::computer::drive(&app, &room, Duration::ZERO);
    });
}
