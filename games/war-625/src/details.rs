//! All about an area, a sea zone, a space of the Track or a stack of units, for whoever asks.

use crate::data::{bit, each};
use crate::game::War625;
use crate::kinds::{Place, Side, Unit};
use crate::names::province;
use crate::state::State;
use engine::scene::DetailSection;
use engine::{Detail, Eyes, Sentence, say};

/// A table with a label in front of every value.
fn facts(title: &Sentence, rows: Vec<(String, String)>, eyes: &Eyes<'_>) -> DetailSection {
    let rows = rows.into_iter().map(|(label, value)| vec![label, value]).collect();
    DetailSection { title: eyes.read(title), columns: Vec::new(), rows }
}

/// The faces of the die that hit.
fn hits(value: i8) -> Sentence {
    match value {
        ..=0 => say!("nothing"),
        1 => say!("1"),
        n => say!("{n} or less", n),
    }
}

impl War625 {
    pub(crate) fn tell_of(&self, s: &State, thing: &str, eyes: &Eyes<'_>) -> Option<Detail> {
        if let Some(place) = self.c.place(thing) {
            return Some(self.tell_of_place(s, place, eyes));
        }
        let (unit, count) = s.units().find(|&(unit, _)| {
            let mut id = String::new();
            self.unit_text(s, unit, &mut id);
            id == thing
        })?;
        Some(self.tell_of_unit(s, unit, count, eyes))
    }

    fn tell_of_place(&self, s: &State, place: Place, eyes: &Eyes<'_>) -> Detail {
        let mut sections =
            vec![self.here(s, place, eyes), self.beside(s, place, eyes), self.began(place, eyes)];
        if place == self.c.soviet_area || self.c.manchuria & bit(place) != 0 {
            let names = self.c.hidden_names.iter();
            let names =
                names.map(|name| (eyes.term("CH").into_owned(), eyes.term(name).into_owned())).collect();
            sections.push(facts(&say!("Crossed the Yalu in October 1950"), names, eyes));
        }
        sections.extend(self.battle_section(s, place, eyes));
        sections.retain(|part| !part.rows.is_empty());
        Detail { title: eyes.term(self.c.name(place)).into_owned(), sections }
    }

    /// What a place is, who holds it, what it is worth, and whether it is in supply.
    fn here(&self, s: &State, place: Place, eyes: &Eyes<'_>) -> DetailSection {
        let mut rows = Vec::new();
        let mut row = |label: Sentence, value: Sentence| rows.push((eyes.read(&label), eyes.read(&value)));
        if place.is_area() {
            let holder = s.nation_at(place);
            row(say!("What"), say!("{note}", note = province(place)));
            row(say!("Held by"), say!("{holder}", holder));
            let (now, printed) = (s.ipc[place.i()], self.c.area[place.i()].ipc);
            row(say!("Worth"), say!("{now} IPC ({printed} printed)", now, printed));
            row(say!("Supply"), self.supply_words(s, place));
            if s.has_factory(place) {
                let room = self.factory_room(s, holder, place);
                row(say!("Factory"), say!("{room} more {room|unit|units} this turn", room));
            }
            for (side, label) in
                [(Side::Communist, say!("Communist land units")), (Side::Allied, say!("Allied land units"))]
            {
                let n = s.tallies(place, side)[0];
                if n > 0 {
                    row(label, say!("{n}", n));
                }
            }
            row(say!("Supply tokens"), say!("{n}", n = s.tokens[place.i()]));
        } else if place.on_track() {
            let note = eyes.term(&self.c.track_note[place.space()]).into_owned();
            rows.push((eyes.read(&say!("What")), note));
        }
        facts(&say!("Here"), rows, eyes)
    }
    /// Whether whoever holds an area is in supply there.
    fn supply_words(&self, s: &State, place: Place) -> Sentence {
        let holder = s.nation_at(place);
        if self.sources(s, holder) & bit(place) != 0 {
            say!("a source")
        } else if self.linked(s, holder) & bit(place) != 0 {
            say!("joined to a source")
        } else {
            say!("no line to a source")
        }
    }

    /// The areas beside a place and the waters of its coast.
    fn beside(&self, s: &State, place: Place, eyes: &Eyes<'_>) -> DetailSection {
        let heads = [say!("Where"), say!("Held by"), say!("IPC"), say!("Land units")];
        let columns = heads.iter().map(|head| eyes.read(head)).collect();
        let mut rows = Vec::new();
        if place.is_area() {
            for area in each(self.c.land[place.i()]) {
                let units: u16 =
                    [Side::Communist, Side::Allied].map(|side| s.tallies(area, side)[0]).iter().sum();
                rows.push(vec![
                    eyes.term(self.c.name(area)).into_owned(),
                    eyes.read(&say!("{holder}", holder = s.nation_at(area))),
                    s.ipc[area.i()].to_string(),
                    units.to_string(),
                ]);
            }
            let sea = |zone: Place| {
                let name = eyes.term(self.c.name(zone)).into_owned();
                vec![name, eyes.read(&say!("sea")), String::new(), String::new()]
            };
            rows.extend(each(self.c.coast[place.i()]).map(sea));
        }
        DetailSection { title: eyes.read(&say!("Beside it")), columns, rows }
    }

    /// The formations that began the war in a place.
    fn began(&self, place: Place, eyes: &Eyes<'_>) -> DetailSection {
        let began = self.c.setup.iter().filter(|piece| piece.at == place);
        let name = |text: &str| eyes.term(text).into_owned();
        let rows = began.map(|piece| (name(piece.nation.id()), name(&piece.name))).collect();
        facts(&say!("Here in June 1950"), rows, eyes)
    }

    /// The values of a unit, and what it carries with it for the next round.
    fn tell_of_unit(&self, s: &State, unit: Unit, count: u16, eyes: &Eyes<'_>) -> Detail {
        let values = self.c.values(s.opts.d12, unit.nation(), unit.kind());
        let title = eyes.read(&say!("{unit}", unit));
        let many = (say!("How many"), say!("{n}", n = count));
        let mut rows = vec![many];
        if unit.is_prisoner() || !values.exists {
            return Detail { title, sections: vec![told(&say!("Here"), &rows, eyes)] };
        }
        rows.extend([
            (say!("Hits when it attacks on"), hits(values.attack)),
            (say!("Hits when it defends on"), hits(values.defence)),
            (say!("Moves"), say!("{n}", n = values.moves)),
            (say!("Costs"), say!("{n} IPC", n = values.cost)),
        ]);
        if values.dogfight > 0 {
            rows.push((say!("Hits aircraft on"), hits(values.dogfight)));
        }
        if values.bombard > 0 {
            rows.push((say!("Bombards from the sea on"), hits(values.bombard)));
        }
        if values.lift > 0 {
            rows.push((say!("Carries"), say!("{n}", n = values.lift)));
        }
        Detail { title, sections: vec![told(&say!("Values"), &rows, eyes)] }
    }
}

/// A table of sentences.
fn told(title: &Sentence, rows: &[(Sentence, Sentence)], eyes: &Eyes<'_>) -> DetailSection {
    facts(title, rows.iter().map(|(label, value)| (eyes.read(label), eyes.read(value))).collect(), eyes)
}
