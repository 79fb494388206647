//! All about an area, a sea zone, a space of the Track or a stack of units, for whoever asks.

use crate::data::{bit, each};
use crate::game::War625;
use crate::kinds::{Place, Side, Unit};
use crate::state::State;
use engine::Detail;
use engine::scene::DetailSection;

/// A table with a label in front of every value.
fn facts(title: &str, rows: Vec<(&str, String)>) -> DetailSection {
    let rows = rows.into_iter().map(|(label, value)| vec![label.to_owned(), value]).collect();
    DetailSection { title: title.to_owned(), columns: Vec::new(), rows }
}

/// The faces of the die that hit.
fn hits(value: i8) -> String {
    match value {
        ..=0 => "nothing".to_owned(),
        1 => "1".to_owned(),
        n => format!("{n} or less"),
    }
}

impl War625 {
    pub(crate) fn tell_of(&self, s: &State, thing: &str) -> Option<Detail> {
        if let Some(place) = self.c.place(thing) {
            return Some(self.tell_of_place(s, place));
        }
        let (unit, count) = s.units().find(|&(unit, _)| {
            let mut id = String::new();
            self.unit_text(s, unit, &mut id);
            id == thing
        })?;
        Some(self.tell_of_unit(s, unit, count))
    }

    fn tell_of_place(&self, s: &State, place: Place) -> Detail {
        let mut sections = vec![self.here(s, place), self.beside(s, place), self.began(place)];
        if place == self.c.soviet_area || self.c.manchuria & bit(place) != 0 {
            let names = self.c.hidden_names.iter().map(|name| ("CH", name.clone())).collect();
            sections.push(facts("Crossed the Yalu in October 1950", names));
        }
        sections.extend(self.battle_section(s, place));
        sections.retain(|part| !part.rows.is_empty());
        Detail { title: self.c.name(place).to_owned(), sections }
    }

    /// What a place is, who holds it, what it is worth, and whether it is in supply.
    fn here(&self, s: &State, place: Place) -> DetailSection {
        let mut rows = Vec::new();
        if place.on_track() {
            rows.push(("What", self.c.track_note[place.space()].clone()));
        }
        if !place.is_area() {
            return facts("Here", rows);
        }
        let area = &self.c.area[place.i()];
        let holder = s.nation_at(place);
        rows.push(("What", area.note.clone()));
        rows.push(("Held by", self.c.nation[holder as usize].name.clone()));
        rows.push(("Worth", format!("{} IPC ({} printed)", s.ipc[place.i()], area.ipc)));
        let source = self.sources(s, holder) & bit(place) != 0;
        let linked = self.linked(s, holder) & bit(place) != 0;
        let line = if source {
            "a source"
        } else {
            ["no line to a source", "joined to a source"][usize::from(linked)]
        };
        rows.push(("Supply", line.to_owned()));
        if s.has_factory(place) {
            rows.push(("Factory", format!("{} more units this turn", self.factory_room(s, holder, place))));
        }
        for side in [Side::Communist, Side::Allied] {
            let n = s.tallies(place, side)[0];
            if n > 0 {
                rows.push((["Communist land units", "Allied land units"][side as usize], n.to_string()));
            }
        }
        facts("Here", rows)
    }

    /// The areas beside a place and the waters of its coast.
    fn beside(&self, s: &State, place: Place) -> DetailSection {
        let columns = ["", "Held by", "IPC", "Land units"].map(str::to_owned).to_vec();
        let mut rows = Vec::new();
        if place.is_area() {
            for area in each(self.c.land[place.i()]) {
                let holder = self.c.nation[s.nation_at(area) as usize].name.clone();
                let units: u16 =
                    [Side::Communist, Side::Allied].map(|side| s.tallies(area, side)[0]).iter().sum();
                rows.push(vec![
                    self.c.name(area).to_owned(),
                    holder,
                    s.ipc[area.i()].to_string(),
                    units.to_string(),
                ]);
            }
            let blank = String::new;
            let coast = each(self.c.coast[place.i()]);
            rows.extend(
                coast.map(|zone| vec![self.c.name(zone).to_owned(), "sea".to_owned(), blank(), blank()]),
            );
        }
        DetailSection { title: "Beside it".to_owned(), columns, rows }
    }

    /// The formations that began the war in a place.
    fn began(&self, place: Place) -> DetailSection {
        let began = self.c.setup.iter().filter(|piece| piece.at == place);
        facts("Here in June 1950", began.map(|piece| (piece.nation.id(), piece.name.clone())).collect())
    }

    /// The values of a unit, and what it carries with it for the next round.
    fn tell_of_unit(&self, s: &State, unit: Unit, count: u16) -> Detail {
        let values = self.c.values(s.opts.d12, unit.nation(), unit.kind());
        let name = format!("{} {}", self.c.nation[unit.nation() as usize].adjective, unit.kind().id());
        if unit.is_prisoner() || !values.exists {
            return Detail {
                title: name,
                sections: vec![facts("Here", vec![("How many", count.to_string())])],
            };
        }
        let mut rows = vec![
            ("How many", count.to_string()),
            ("Hits when it attacks on", hits(values.attack)),
            ("Hits when it defends on", hits(values.defence)),
            ("Moves", values.moves.to_string()),
            ("Costs", format!("{} IPC", values.cost)),
        ];
        if values.dogfight > 0 {
            rows.push(("Hits aircraft on", hits(values.dogfight)));
        }
        if values.bombard > 0 {
            rows.push(("Bombards from the sea on", hits(values.bombard)));
        }
        if values.lift > 0 {
            rows.push(("Carries", values.lift.to_string()));
        }
        Detail { title: name, sections: vec![facts("Values", rows)] }
    }
}
