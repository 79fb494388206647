//! A match that goes on from a moment that was kept: what came before it is counted, and not played again.

use crate::snapshots::{self, Moment};
use crate::table::{EVERYBODY, Table};
use engine::record::{Reseeded, Script};
use engine::{Game, Record, Seat, SeatSet, Seed};
use std::sync::Arc;
use store::{Entry, Kind, StoredMatch};

/// What is known of the actions that were not played again when the match was loaded.
#[derive(Default)]
pub(crate) struct Past {
    actions: Vec<(Seat, Box<str>)>,
    dice: Vec<Script>,
    reseeded: Vec<(usize, Seed)>,
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
        table.hurry_through(after, &mut Vec::new()).then_some(table)
    }

    /// Counts an entry whose action is not played again; says which chairs noticed it. None where that can't be told without
    /// playing it.
    fn skim(&mut self, entry: &Entry) -> Option<u16> {
        let seat = self.game.info().seat(&entry.seat);
        let length = self.past.actions.len();
        match entry.kind {
            Kind::Act => {
                self.past.actions.push((seat?, entry.text.as_str().into()));
                Some(self.noticed_of(SeatSet(entry.seen?)) | self.own(seat))
            }
            // What is taken back is the last action of the seat.
            Kind::Undo => {
                let index = self.past.actions.iter().rposition(|(actor, _)| Some(*actor) == seat)?;
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

    /// The moment after this entry, if it is one to be kept.
    pub(crate) fn moment_due(&mut self, entry: &Entry) -> Option<Moment> {
        if entry.kind != Kind::Act || entry.seq < self.kept + snapshots::EVERY || self.frozen.is_some() {
            return None;
        }
        let snapshot = self.game.snapshot()?;
        self.kept = entry.seq;
        Some(Moment { seq: entry.seq, snapshot })
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
        record.actions.splice(0..0, past.map(|(s, text)| (info.seat_id(*s).to_owned(), text.to_string())));
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
mod tests {
    use super::*;
    use engine::{Random, Registry, Snapshot};
    use store::{Chair, NewMatch};

    fn game() -> Arc<dyn Game> {
        let ledger = testkit::skirmish::LEDGER;
        let rules = testkit::skirmish::Skirmish::default();
        let entry = engine::Entry::new(rules, ledger, Vec::new(), Vec::new(), String::new()).unwrap();
        Registry::default().with(entry).game("skirmish").unwrap().clone()
    }

    fn begun() -> StoredMatch {
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

    #[test]
    fn from_a_kept_moment_it_goes_on_as_if_all_had_been_played() {
        let (mut compared, mut with_dice) = (0, 0);
        for number in 0..40 {
            let (game, mut stored) = (game(), begun());
            let mut random = Random::new(number);
            let mut table = Table::fresh(&game, &stored).unwrap();
            let mut moments = Vec::new();
            while let Some(entry) = chance(&mut table, &mut random) {
                let keep = entry.kind == Kind::Act && random.below(4) == 0;
                if let Some(snapshot) = table.game.snapshot().filter(|_| keep) {
                    moments.push(Moment { seq: entry.seq, snapshot });
                }
                stored.begun.entries.push(entry);
                if stored.begun.entries.len() > 300 {
                    break;
                }
            }
            let all = told(&mut table);
            with_dice += usize::from(!table.moves().dice.is_empty());
            for moment in moments {
                let mut resumed = Table::resume(&game, &stored, &moment).unwrap();
                assert!(!resumed.is_whole());
                assert_eq!(told(&mut resumed), all, "match {number}, from entry {}", moment.seq);
                assert_eq!(resumed.moves(), table.moves());
                let later = table.moves().actions.split_off(moment.snapshot.length);
                assert_eq!(resumed.moves_from(moment.snapshot.length).actions, later);
                compared += 1;
            }
        }
        assert!(compared > 60 && with_dice > 2, "{compared} moments, {with_dice} matches with dice");
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
