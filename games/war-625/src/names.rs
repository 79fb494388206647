//! What things are called: stacks and loads in positions and actions, terms in sentences.

use crate::actions::Mission;
use crate::game::War625;
use crate::kinds::{Cargo, Item, Kind, NOWHERE, Nation, PRISONER, Place, Status, TRACK, Unit, unpack};
use crate::state::{Route, State};
use engine::{Arg, Class};
use std::fmt::Write;

const STATUS: [(&str, Status); 15] = [
    ("moved", Status::Moved),
    ("attack", Status::Attack),
    ("landed", Status::Landed),
    ("dropped", Status::Dropped),
    ("snipe", Status::Snipe),
    ("battle", Status::Battle),
    ("bomb", Status::Bomb),
    ("economic", Status::Economic),
    ("military", Status::Military),
    ("drop", Status::Drop),
    ("flown", Status::Flown),
    ("support", Status::Das),
    ("support-used", Status::DasUsed),
    ("leaving", Status::Leaving),
    ("submerged", Status::Special),
];

/// The classes of terms in sentences.
const NATION: u8 = 0;
const ADJECTIVE: u8 = 1;
const KIND: u8 = 2;
const CARGO: u8 = 3;
const MISSION: u8 = 4;
const MONTH: u8 = 5;
const EVENT: u8 = 6;
const SYMBOL: u8 = 7;
const PROVINCE: u8 = 8;

/// In the number of a unit: it is a stack of the position, by its index.
const STACK: u32 = 1 << 31;

/// A nation by its name.
impl From<Nation> for Arg {
    fn from(nation: Nation) -> Self {
        Self::term(NATION, nation as u32)
    }
}
impl From<Cargo> for Arg {
    fn from(cargo: Cargo) -> Self {
        Self::term(CARGO, cargo.0.into())
    }
}
impl From<Mission> for Arg {
    fn from(mission: Mission) -> Self {
        Self::term(MISSION, mission as u32)
    }
}
impl From<crate::kinds::Side> for Arg {
    fn from(side: crate::kinds::Side) -> Self {
        Self::side(side as u8)
    }
}
/// "NK infantry".
impl From<Unit> for Arg {
    fn from(unit: Unit) -> Self {
        some(0, unit)
    }
}

/// "3 NK infantry": so many units in words.
pub(crate) fn some(count: u16, unit: Unit) -> Arg {
    Arg::unit(u32::from(count) << 8 | (unit.nation() as u32) << 4 | unit.kind() as u32)
}
/// "infantry", "supply tokens": so many of a kind without their number.
pub(crate) fn kinds(kind: Kind, count: u16) -> Arg {
    Arg::term(KIND, u32::from(count) << 8 | kind as u32)
}
/// "North Korean".
pub(crate) fn adjective(nation: Nation) -> Arg {
    Arg::term(ADJECTIVE, nation as u32)
}
/// "NK".
pub(crate) fn symbol(nation: Nation) -> Arg {
    Arg::term(SYMBOL, nation as u32)
}
/// What an area is: "South Korea's capital".
pub(crate) fn province(area: Place) -> Arg {
    Arg::term(PROVINCE, area.0.into())
}
/// The month of a turn.
pub(crate) fn month(turn: u8) -> Arg {
    Arg::term(MONTH, turn.into())
}
/// What is told of a turn.
pub(crate) fn event(turn: u8) -> Arg {
    Arg::term(EVENT, turn.into())
}
/// A stack of the position, for the picture.
pub(crate) fn stack(s: &State, unit: Unit) -> Arg {
    let index = s.units().position(|(u, _)| u == unit);
    index.map_or_else(|| Arg::from(unit), |i| Arg::unit(STACK | i as u32))
}

pub(crate) fn item_text(item: Item, out: &mut String) {
    match item {
        Item::Infantry => out.push_str("infantry"),
        Item::Token => out.push_str("token"),
        Item::Heavy(kind) => out.push_str(kind.id()),
        Item::Prisoner(nation) => {
            let _ = write!(out, "prisoner-{}", nation.id());
        }
    }
}

/// `infantry+token`.
pub(crate) fn cargo_text(cargo: Cargo, between: char, item: impl Fn(Item, &mut String), out: &mut String) {
    for (i, what) in cargo.items().enumerate() {
        if i > 0 {
            out.push(between);
        }
        item(what, out);
    }
}

/// Reads `infantry+token`.
pub(crate) fn read_cargo(text: &str) -> Result<Cargo, String> {
    let mut items = [None; 4];
    for (i, word) in text.split('+').enumerate() {
        let word = word.trim();
        let item = match word {
            "infantry" => Item::Infantry,
            "token" => Item::Token,
            _ => match (Kind::parse(word), word.strip_prefix("prisoner-").and_then(Nation::parse)) {
                (Some(kind), _) if kind.is_heavy() => Item::Heavy(kind),
                (_, Some(nation)) => Item::Prisoner(nation),
                _ => return Err(format!("\"{word}\" can't be carried")),
            },
        };
        *items.get_mut(i).ok_or("a load has at most three items")? = Some(item);
    }
    Cargo::pack(items.into_iter().flatten())
        .ok_or_else(|| "a load has at most two units or three tokens".to_owned())
}

/// A kind of unit; a prisoner is one too.
pub(crate) fn read_kind(text: &str) -> Result<Kind, String> {
    if text == "prisoner" {
        return Ok(PRISONER);
    }
    Kind::parse(text)
        .filter(|k| *k as u8 <= Kind::Submarine as u8)
        .ok_or_else(|| format!("there is no kind \"{text}\""))
}

impl War625 {
    /// The range that a unit has before it moves.
    pub(crate) fn full_range(&self, s: &State, unit: Unit) -> u8 {
        if unit.kind().is_air() || unit.kind().is_sea() {
            self.c.values(s.opts.d12, unit.nation(), unit.kind()).moves
        } else {
            0
        }
    }
    /// What distinguishes a stack besides place, nation and kind.
    pub(crate) fn details(&self, s: &State, unit: Unit, out: &mut String) {
        let start = out.len();
        let comma = |out: &mut String| {
            if out.len() > start {
                out.push_str(", ");
            }
        };
        if let Some((word, _)) = STATUS.iter().find(|(_, st)| *st == unit.status()) {
            out.push_str(if unit.assaults() { "assault" } else { word });
        }
        if !unit.cargo().is_empty() {
            comma(out);
            cargo_text(unit.cargo(), '+', item_text, out);
        }
        if unit.range() != self.full_range(s, unit) {
            comma(out);
            let _ = write!(out, "range {}", unit.range());
        }
        if unit.from() != NOWHERE {
            comma(out);
            let _ = write!(out, "from {}", self.c.id(unit.from()));
        }
        if unit.is_prisoner() {
            comma(out);
            let _ = write!(out, "of {}", unit.captor().id());
        } else if unit.in_sky() {
            comma(out);
            out.push_str("sky");
        } else if let Some(route) = unit.route() {
            comma(out);
            out.push_str("way ");
            for (i, &place) in s.routes.get(route).into_iter().flat_map(|r| r.iter()).enumerate() {
                let _ = write!(out, "{}{}", if i == 0 { "" } else { "-" }, self.c.id(place));
            }
        } else if unit.place() >= TRACK && unit.lift_used() {
            comma(out);
            out.push_str("lifted");
        } else if unit.via() != NOWHERE {
            comma(out);
            let _ = write!(out, "to {}", self.c.id(unit.via()));
        }
    }
    /// `CRW NK infantry [moved]`.
    pub(crate) fn unit_text(&self, s: &State, unit: Unit, out: &mut String) {
        let kind = if unit.is_prisoner() { "prisoner" } else { unit.kind().id() };
        for (i, word) in [self.c.id(unit.place()), unit.nation().id(), kind].into_iter().enumerate() {
            out.push_str(if i > 0 { " " } else { "" });
            out.push_str(word);
        }
        let start = out.len();
        out.push_str(" [");
        let open = out.len();
        self.details(s, unit, out);
        if out.len() == open {
            out.truncate(start);
        } else {
            out.push(']');
        }
    }
    pub(crate) fn read_place(&self, text: &str) -> Result<Place, String> {
        self.c.place(text).ok_or_else(|| format!("there is no place \"{text}\""))
    }
    /// Reads the bracketed details into a unit. `route` finds the number of a way.
    pub(crate) fn read_details(
        &self,
        mut unit: Unit,
        details: &str,
        mut route: impl FnMut(Route) -> Option<usize>,
    ) -> Result<Unit, String> {
        for part in details.split(',').map(str::trim).filter(|p| !p.is_empty()) {
            let (word, rest) = part.split_once(' ').unwrap_or((part, ""));
            unit = match word {
                "range" => {
                    let range = rest.parse().ok().filter(|&r: &u8| r <= 12).ok_or("a range is 0 to 12")?;
                    unit.ranging(range)
                }
                "from" => unit.coming(self.read_place(rest)?),
                "to" => unit.by(self.read_place(rest)?),
                "of" => {
                    unit.held_by(Nation::parse(rest).ok_or_else(|| format!("there is no nation \"{rest}\""))?)
                }
                "way" if unit.kind().is_air() => {
                    let mut way = Route::default();
                    for id in rest.split('-') {
                        if !way.try_push(self.read_place(id)?) {
                            return Err("a way has at most twelve steps".to_owned());
                        }
                    }
                    unit.on_route(route(way).ok_or("nobody is out on that way")?)
                }
                "sky" => unit.to_sky(true),
                "lifted" => unit.using_lift(true),
                "assault" => unit.doing(Status::Special),
                "fought" | "sniped" => unit.doing(Status::Moved),
                _ => match STATUS.iter().find(|(name, _)| *name == word) {
                    Some((_, status)) => unit.doing(*status),
                    None => unit.loaded(read_cargo(part)?),
                },
            };
        }
        Ok(unit)
    }
    pub(crate) fn read_unit(&self, s: &State, text: &str) -> Result<Unit, String> {
        let (head, details) = match text.split_once('[') {
            Some((head, rest)) => (head.trim(), rest.trim_end().trim_end_matches(']')),
            None => (text.trim(), ""),
        };
        let words: Vec<_> = head.split_whitespace().collect();
        let [place, nation, kind] = words[..] else {
            return Err(format!("a unit is written \"CRW NK infantry\", not \"{text}\""));
        };
        let place = self.read_place(place)?;
        let nation = Nation::parse(nation).ok_or_else(|| format!("there is no nation \"{nation}\""))?;
        let unit = Unit::new(place, nation, read_kind(kind)?);
        let known = |way: Route| s.routes.iter().position(|r| *r == way);
        self.read_details(unit.ranging(self.full_range(s, unit)), details, known)
    }

    /// Writes the name of a thing in a sentence.
    pub(crate) fn write_name(&self, s: &State, arg: Arg, out: &mut String) {
        let nation = |id: u32| Nation::from_index(id as u8);
        let chart = |id: u32| &self.c.nation[nation(id) as usize];
        let date = |id: u32| self.c.date.get((id as usize).wrapping_sub(1));
        match arg.class {
            Class::PLACE => out.push_str(self.c.name(Place(arg.id as u8))),
            Class::UNIT if arg.id & STACK != 0 => {
                if let Some(&stack) = s.stacks.get((arg.id & !STACK) as usize) {
                    write_units(out, some(0, unpack(stack).0).id);
                }
            }
            Class::UNIT => write_units(out, arg.id),
            Class(class) => match class - Class::OWN {
                NATION => out.push_str(&chart(arg.id).name),
                ADJECTIVE => out.push_str(&chart(arg.id).adjective),
                SYMBOL => out.push_str(nation(arg.id).id()),
                KIND => out.push_str(Kind::from_index(arg.id as u8).words((arg.id >> 8) as u16)),
                CARGO => write_goods(out, Cargo(arg.id as u8)),
                MISSION => out.push_str(Mission::ALL.get(arg.id as usize).map_or("", |m| m.id())),
                MONTH => out.push_str(date(arg.id).map_or("", |d| &d.month)),
                EVENT => out.push_str(date(arg.id).map_or("", |d| &d.label)),
                PROVINCE => out.push_str(self.c.area.get(arg.id as usize).map_or("", |a| &a.note)),
                _ => {}
            },
        }
    }
    /// Writes the id that a thing has in the scene.
    pub(crate) fn write_id(&self, s: &State, arg: Arg, out: &mut String) {
        match arg.class {
            Class::PLACE => out.push_str(self.c.id(Place(arg.id as u8))),
            Class::UNIT if arg.id & STACK != 0 => {
                if let Some(&stack) = s.stacks.get((arg.id & !STACK) as usize) {
                    self.unit_text(s, unpack(stack).0, out);
                }
            }
            Class::UNIT => {
                let (nation, kind) = (Nation::from_index(arg.id as u8 >> 4), Kind::from_index(arg.id as u8));
                let _ = write!(out, "{} {}", nation.id(), kind.id());
            }
            _ => self.write_name(s, arg, out),
        }
    }
}

fn write_units(out: &mut String, id: u32) {
    let (count, nation, kind) =
        ((id >> 8) as u16, Nation::from_index((id >> 4) as u8 & 15), Kind::from_index(id as u8));
    if count > 0 {
        let _ = write!(out, "{count} ");
    }
    let several = count > 1;
    let words = match (kind == PRISONER, several) {
        (false, _) => kind.words(if several { count } else { 1 }),
        (true, false) => "prisoner",
        (true, true) => "prisoners",
    };
    let _ = write!(out, "{} {words}", nation.id());
}

fn write_goods(out: &mut String, cargo: Cargo) {
    for (i, item) in cargo.items().enumerate() {
        if i > 0 {
            out.push_str(" and ");
        }
        item_text(item, out);
    }
}
