//! A match that goes on from a moment that was kept: what came before it is counted, and not played again.

use crate::snapshots::{self, Chapter, Moment};
use crate::table::{EVERYBODY, Table};
use engine::record::{Reseeded, Script};
use engine::{Game, Record, Seat, SeatSet, Seed};
use std::sync::Arc;
use store::{Entry, Kind, StoredMatch};

/// What is known of the actions that were not played again when the match was loaded, or forgotten since.
#[derive(Default)]
pub(crate) struct Past {
    actions: Actions,
    dice: Vec<Script>,
    reseeded: Vec<(usize, Seed)>,
}

/// Who did what, in little room: there may be thousands.
#[derive(Default)]
struct Actions {
    texts: String,
    /// Each action's seat, and where its text ends.
    ends: Vec<(Seat, u32)>,
}

impl Actions {
    fn len(&self) -> usize {
        self.ends.len()
    }
    fn push(&mut self, seat: Seat, text: &str) {
        self.texts.push_str(text);
        self.ends.push((seat, self.texts.len() as u32));
    }
    fn begin(&self, index: usize) -> usize {
        index.checked_sub(1).map_or(0, |before| self.ends[before].1 as usize)
    }
    fn iter(&self) -> impl Iterator<Item = (Seat, &str)> {
        self.ends.iter().enumerate().map(|(i, &(seat, end))| (seat, &self.texts[self.begin(i)..end as usize]))
    }
    fn remove(&mut self, index: usize) {
        let (begin, end) = (self.begin(index), self.ends[index].1 as usize);
        self.texts.drain(begin..end);
        self.ends.remove(index);
        self.ends[index..].iter_mut().for_each(|(_, later)| *later -= (end - begin) as u32);
    }
}

impl Table {
    /// Plays again what is stored of a match after a moment that was kept; what came before is only counted. None where that
    /// does not lead to what the entries say.
    pub(crate) fn resume(game: &Arc<dyn Game>, stored: &StoredMatch, moment: &Moment) -> Option<Self> {
        let mut table = Self::fresh(game, stored).ok().filter(|table| table.frozen.is_none())?;
        let entries = &stored.begun.entries;
        let (before, after) = entries.split_at(entries.partition_point(|e| e.seq <= moment.seq));
        for entry in before {
            let noticed = table.skim(entry)?;
            table.count(entry, noticed);
        }
        if table.past.actions.len() != moment.snapshot.length {
            return None;
        }
        table.game.skip_to(&moment.snapshot, table.seed).ok()?;
        table.kept = moment.seq;
        table.kept_at = moment.snapshot.length;
        table.settled = table.kept_at;
        table.hurry_through(after, &mut Vec::new()).then_some(table)
    }

    /// Counts an entry whose action is not played again; says which chairs noticed it. None where that can't be told without
    /// playing it.
    fn skim(&mut self, entry: &Entry) -> Option<u16> {
        let seat = self.game.info().seat(&entry.seat);
        let length = self.past.actions.len();
        match entry.kind {
            Kind::Act => {
                self.past.actions.push(seat?, &entry.text);
                Some(self.noticed_of(SeatSet(entry.seen?)) | self.own(seat))
            }
            // What is taken back is the last action of the seat.
            Kind::Undo => {
                let index = self.past.actions.ends.iter().rposition(|(actor, _)| Some(*actor) == seat)?;
                self.past.actions.remove(index);
                self.past.dice.iter_mut().for_each(|s| s.before = s.before.min(length - 1));
                self.undos += 1;
                self.cut = index;
                self.steps.get(index).copied()
            }
            Kind::Dice => {
                let rolls = serde_json::from_str(&entry.text).ok()?;
                self.past.dice.push(Script { before: length, rolls });
                Some(EVERYBODY)
            }
            Kind::Seed => {
                self.seed = Seed::parse(&entry.text).ok()?;
                self.past.reseeded.push((length, self.seed));
                self.imported = Some(length);
                Some(EVERYBODY)
            }
            Kind::Order | Kind::Revoke | Kind::Note => self.keep(entry, seat?).ok().map(|()| 0),
            Kind::Resign => None,
        }
    }

    /// The moment after this entry with its chapter, if it is one to be kept.
    pub(crate) fn moment_due(&mut self, entry: &Entry) -> Option<(Moment, Chapter)> {
        if entry.kind != Kind::Act || entry.seq < self.kept + snapshots::EVERY || self.frozen.is_some() {
            return None;
        }
        let snapshot = self.game.snapshot()?;
        let chapter = Chapter { first: self.kept_at, written: self.game.written_from(self.kept_at)? };
        self.settled = self.kept_at;
        (self.kept, self.kept_at) = (entry.seq, snapshot.length);
        Some((Moment { seq: entry.seq, snapshot }, chapter))
    }

    /// Forgets what was said before the last moment but one: it is in the database, and seldom asked for.
    pub(crate) fn forget(&mut self) {
        let gone = self.game.forget(self.settled);
        if gone.actions.is_empty() {
            return;
        }
        gone.actions.iter().for_each(|(seat, text)| self.past.actions.push(*seat, text));
        self.past.dice.extend(gone.dice);
        self.past.reseeded.extend(gone.reseeded);
        self.sentences.clear();
    }

    /// Knows again all that was said, by the chapters that were kept. False if they are not what is missing.
    pub(crate) fn recall(&mut self, chapters: &[Vec<u8>]) -> bool {
        let recalled = self.game.recall(chapters, &self.past.dice, &self.past.reseeded);
        if recalled.is_ok() {
            self.past = Past::default();
            self.sentences.clear();
        }
        recalled.is_ok()
    }

    /// Whether the match knows all its actions, and not only those after a moment that was kept.
    pub(crate) fn is_whole(&self) -> bool {
        self.game.skipped() == 0
    }

    /// The record without notes, log and hash, and of its actions only those from `first` on.
    pub(crate) fn moves_from(&self, first: usize) -> Record {
        let mut record = self.game.moves(true);
        let info = self.game.info();
        let known = first.saturating_sub(self.past.actions.len());
        record.actions.drain(..known.min(record.actions.len()));
        let past = self.past.actions.iter().skip(first);
        record.actions.splice(0..0, past.map(|(s, text)| (info.seat_id(s).to_owned(), text.to_owned())));
        record.dice.splice(0..0, self.past.dice.iter().cloned());
        let reseeded = |(before, seed): &(usize, Seed)| Reseeded {
            before: *before,
            seed: seed.to_string(),
            commitment: seed.commitment(),
        };
        record.reseeded.splice(0..0, self.past.reseeded.iter().map(reseeded));
        record
    }

    /// The record without notes, log and hash: what is needed to play it again.
    pub(crate) fn moves(&self) -> Record {
        self.moves_from(0)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use engine::{Event, Random, Registry, Snapshot};
    use store::{Chair, NewMatch};

    pub(crate) fn game() -> Arc<dyn Game> {
        let ledger = testkit::skirmish::LEDGER;
        let rules = testkit::skirmish::Skirmish::default();
        let entry = engine::Entry::new(rules, ledger, Vec::new(), Vec::new(), String::new()).unwrap();
        Registry::default().with(entry).game("skirmish").unwrap().clone()
    }

    pub(crate) fn begun() -> StoredMatch {
        let chair = |seats: &str| Chair { seats: seats.to_owned(), ..Chair::default() };
        let begun = NewMatch {
            game: "skirmish".to_owned(),
            rules: i64::from(game().info().version),
            scenario: "field".to_owned(),
            options: "{}".to_owned(),
            seed: Seed::from_number(38).to_string(),
            chairs: vec![chair("red"), chair("blue"), chair("")],
            ..NewMatch::default()
        };
        StoredMatch { begun, ..StoredMatch::default() }
    }

    /// Lets something happen as the server does; none if it is refused.
    fn happen(table: &mut Table, kind: Kind, seat: &str, text: &str) -> Option<Entry> {
        let (seq, seat, text) = (table.version + 1, seat.to_owned(), text.to_owned());
        let mut entry = Entry { seq, kind, seat, text, at: seq as i64, ..Entry::default() };
        let noticed = table.apply(&entry).ok()?;
        entry.hash = table.hash_at(seq);
        entry.seen = table.seen_last(&entry);
        table.count(&entry, noticed);
        Some(entry)
    }

    /// Something that might happen next.
    fn chance(table: &mut Table, random: &mut Random) -> Option<Entry> {
        let info = table.game.info().clone();
        let seat = info.seats[random.below(info.seats.len())].seat.clone();
        let odd = match random.below(12) {
            0 | 1 => happen(table, Kind::Undo, &seat, ""),
            2 => happen(table, Kind::Note, &seat, &format!("[\"match\",\"note {}\"]", random.below(9))),
            3 if random.below(8) == 0 => {
                happen(table, Kind::Seed, "", &Seed::from_number(random.next()).to_string())
            }
            4 if random.below(8) == 0 => happen(table, Kind::Dice, "", "[1]"),
            _ => None,
        };
        odd.or_else(|| {
            let seat = table.game.may_act().iter().find(|&s| !table.game.legal(s).is_empty())?;
            let legal = table.game.legal(seat);
            let id = info.seat_id(seat).to_owned();
            happen(table, Kind::Act, &id, &legal[random.below(legal.len())])
        })
    }

    /// Everything that anybody can be told of a match.
    fn told(table: &mut Table) -> String {
        let length = table.game.length();
        let from = table.game.skipped().max(length.saturating_sub(3));
        let mut out = format!(
            "{} {length} {} {:?} {:?} {:?}",
            table.version,
            table.undos,
            table.imported,
            table.game.notes(SeatSet::ALL),
            table.game.commitment()
        );
        for seats in [SeatSet::NONE, SeatSet(1), SeatSet(2), SeatSet(3)] {
            let eyes = table.eyes(seats);
            out += &format!(
                " {} {} {} {:?} {} {:?} {} {:?} {}",
                table.version_for(seats),
                table.length_for(seats),
                table.changed_for(seats),
                table.noticed_by(seats),
                table.sentences_before(length, eyes),
                table.sentences_from(from, eyes),
                table.game.can_undo(seats),
                (0..=table.version).map(|v| table.unchanged_since(v, seats)).collect::<Vec<_>>(),
                table.game.scene(eyes)
            );
        }
        out + &table.game.hash()
    }

    /// All that was ever said and done.
    fn whole(table: &Table) -> (Record, Vec<Vec<Event>>) {
        let sets = [SeatSet::NONE, SeatSet(1), SeatSet(2), SeatSet::ALL];
        (table.game.record(true), sets.map(|eyes| table.sentences_from(0, eyes)).into())
    }

    #[test]
    fn from_a_kept_moment_it_goes_on_as_if_all_had_been_played() {
        let (mut compared, mut with_dice, mut forgotten) = (0, 0, 0);
        for number in 0..24 {
            let (game, mut stored) = (game(), begun());
            let mut random = Random::new(number);
            let mut table = Table::fresh(&game, &stored).unwrap();
            let (mut moments, mut chapters) = (Vec::new(), Vec::new());
            while let Some(entry) = chance(&mut table, &mut random) {
                let keep = entry.kind == Kind::Act && random.below(4) == 0;
                if let Some(snapshot) = table.game.snapshot().filter(|_| keep) {
                    chapters.push(table.game.written_from(table.kept_at).unwrap());
                    table.kept_at = snapshot.length;
                    moments.push(Moment { seq: entry.seq, snapshot });
                }
                stored.begun.entries.push(entry);
                if stored.begun.entries.len() > 300 {
                    break;
                }
            }
            let all = told(&mut table);
            with_dice += usize::from(!table.moves().dice.is_empty());
            let (everything, moves) = (whole(&table), table.moves());
            for (i, moment) in moments.iter().enumerate() {
                let mut resumed = Table::resume(&game, &stored, moment).unwrap();
                assert!(!resumed.is_whole());
                assert_eq!(told(&mut resumed), all, "match {number}, from entry {}", moment.seq);
                assert_eq!(resumed.moves(), moves);
                let later = table.moves().actions.split_off(moment.snapshot.length);
                assert_eq!(resumed.moves_from(moment.snapshot.length).actions, later);
                // What was said before it is read back, if nothing of it is missing.
                assert!(i == 0 || !resumed.recall(&chapters[1..=i]), "the first chapter is missing");
                assert!(!resumed.recall(&chapters[..i]), "the last chapter is missing");
                assert!(resumed.recall(&chapters[..=i]) && resumed.is_whole());
                assert!(whole(&resumed) == everything, "match {number}, read back from entry {}", moment.seq);
                assert_eq!((told(&mut resumed), resumed.moves()), (all.clone(), table.moves()));
                compared += 1;
            }
            // What the match itself forgets as it goes on.
            table.settled = table.kept_at;
            table.forget();
            if !table.is_whole() {
                forgotten += 1;
                assert_eq!(table.moves(), moves);
                assert_eq!(told(&mut table), all, "match {number}");
                assert!(table.recall(&chapters) && whole(&table) == everything, "match {number}");
            }
        }
        assert!(compared > 40 && with_dice > 1, "{compared} moments, {with_dice} matches with dice");
        assert!(forgotten > 4, "{forgotten} matches were long enough to forget something");
    }

    #[test]
    fn a_moment_that_leads_elsewhere_is_not_gone_on_from() {
        let (game, mut stored) = (game(), begun());
        let mut table = Table::fresh(&game, &stored).unwrap();
        let mut random = Random::new(5);
        let mut moments = Vec::new();
        while table.version < 90
            && let Some(entry) = chance(&mut table, &mut random)
        {
            moments.extend(table.game.snapshot().map(|snapshot| Moment { seq: entry.seq, snapshot }));
            stored.begun.entries.push(entry);
        }
        assert!(table.version > 40 && moments.len() > 3, "{} entries", table.version);
        stored.begun.entries.last_mut().unwrap().hash = Some(table.game.hash());
        // The position of another moment, with a hash that fits it.
        let other = Snapshot { length: moments[1].snapshot.length, ..moments[0].snapshot.clone() };
        let wrong = Moment { seq: moments[1].seq, snapshot: other };
        assert!(Table::resume(&game, &stored, &wrong).is_none());
        let mut broken = Moment { seq: moments[1].seq, snapshot: moments[1].snapshot.clone() };
        assert!(Table::resume(&game, &stored, &broken).is_some());
        // With other dice it comes to another position, unless a new seed makes up for them.
        let shifted = |moment: &Moment| {
            let dice = moment.snapshot.dice + 1;
            let snapshot = Snapshot { dice, ..moment.snapshot.clone() };
            Table::resume(&game, &stored, &Moment { seq: moment.seq, snapshot }).is_none()
        };
        assert!(moments.iter().any(shifted));
        broken.snapshot.state = "[]".to_owned();
        assert!(Table::resume(&game, &stored, &broken).is_none());
        // Under other rules nothing that was kept counts.
        stored.begun.rules += 1;
        assert!(Table::resume(&game, &stored, &moments[1]).is_none());
    }
}
