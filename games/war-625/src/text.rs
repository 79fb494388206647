//! Actions as text, and back.
//!
//! A unit is written `CRW NK infantry` with what else distinguishes its stack in brackets:
//! `Z7 US transport [infantry+armor]`, `PYO US fighter [flown, range 3, from JAP]`.
//!
//! | text | action |
//! |---|---|
//! | `done` | ends the phase or step |
//! | `hide 8 HUI` | writes down hidden infantry |
//! | `declare war`, `withhold`, `ask authorisation`, `do not ask` | intervention |
//! | `offer 2 for 3`, `accept`, `decline`, `return ROK PUS` | prisoners |
//! | `offer armistice`, `resign` | ending the war |
//! | `buy 5 NK infantry`, `buy weapon` | purchase |
//! | `select CRW NK infantry` | chooses a stack; the following act with it |
//! | `go 3 SEO`, `ride 1 KAE`, `snipe 2 SUW`, `carry 2` | land units; `go` also ships and prisoners |
//! | `fly 1 TJN battle`, `fly 1 PYO bomb direct`, `land 2 PUS`, `drop token KWA` | aircraft |
//! | `load infantry+armor JAP`, `unload infantry PUS`, `assault 1 INC` (all troops), `assault 1 INC armor`, `sail Z6 with 2` | ships |
//! | `lift infantry+token TR2 along`, `lift infantry PUS stay` | the Supply Track |
//! | `battle SEO`, `call UNIT`, `bombard UNIT`, `leave 2 TAE UNIT`, `sky 1 UNIT`, `lose UNIT`, `direct UNIT` | battle |
//! | `fly out POH UNIT`, `submerge UNIT`, `salvage ROK artillery take`, `continue`, `retreat CRW`, `break off` | battle |
//! | `place 3 NK infantry PYO` | placement |

use crate::War625;
use crate::action::{Action, Mission};
use crate::kinds::{Cargo, Item, Kind, NOWHERE, Nation, PRISONER, Status, TRACK, Unit};
use crate::state::{Frame, State};
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

const MISSION: [(&str, Mission); 5] = [
    ("battle", Mission::Battle),
    ("bomb", Mission::Bomb),
    ("drop", Mission::Drop),
    ("economic", Mission::Economic),
    ("military", Mission::Military),
];

fn item_text(item: Item, out: &mut String) {
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
pub(crate) fn cargo_text(cargo: Cargo, out: &mut String) {
    for (i, item) in cargo.items().enumerate() {
        if i > 0 {
            out.push('+');
        }
        item_text(item, out);
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

impl War625 {
    fn full_range(&self, s: &State, unit: Unit) -> u8 {
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
            cargo_text(unit.cargo(), out);
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
        let _ = write!(out, "{} {} {kind}", self.c.id(unit.place()), unit.nation().id());
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
    fn read_place(&self, text: &str) -> Result<u8, String> {
        self.c.place(text).ok_or_else(|| format!("there is no place \"{text}\""))
    }
    /// Reads the bracketed details into a unit.
    pub(crate) fn read_details(&self, mut unit: Unit, details: &str) -> Result<Unit, String> {
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
                "sky" => unit.to_sky(true),
                "lifted" => unit.using_lift(true),
                "assault" => unit.doing(Status::Special),
                "fought" => unit.doing(Status::Moved),
                "sniped" => unit.doing(Status::Moved),
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
        let kind = read_kind(kind)?;
        let unit = Unit::new(place, nation, kind);
        self.read_details(unit.ranging(self.full_range(s, unit)), details)
    }

    /// The canonical text of an action.
    pub(crate) fn action_text(&self, s: &State, action: Action, out: &mut String) {
        let id = |p: u8| self.c.id(p);
        let _ = match action {
            Action::Done => write!(out, "done"),
            Action::HiddenPut { area, count } => write!(out, "hide {count} {}", id(area)),
            Action::DeclareWar => write!(out, "declare war"),
            Action::Withhold => write!(out, "withhold"),
            Action::AtomicRoll => write!(out, "ask authorisation"),
            Action::AtomicPass => write!(out, "do not ask"),
            Action::PowOffer { give, take } => write!(out, "offer {give} for {take}"),
            Action::Accept => write!(out, "accept"),
            Action::Decline => write!(out, "decline"),
            Action::PowReturn { nation, area } if area == NOWHERE => {
                write!(out, "return {} home", nation.id())
            }
            Action::PowReturn { nation, area } => write!(out, "return {} {}", nation.id(), id(area)),
            Action::OfferArmistice => write!(out, "offer armistice"),
            Action::Resign => write!(out, "resign"),
            Action::Buy { nation, kind, count } => write!(out, "buy {count} {} {}", nation.id(), kind.id()),
            Action::BuyWeapon => write!(out, "buy weapon"),
            Action::Go { to, count } => write!(out, "go {count} {}", id(to)),
            Action::Ride { to, count } => write!(out, "ride {count} {}", id(to)),
            Action::Fly { to, direct, mission, count } => {
                let word = MISSION.iter().find(|(_, m)| *m == mission).map_or("", |(w, _)| w);
                write!(out, "fly {count} {} {word}{}", id(to), if direct { " direct" } else { "" })
            }
            Action::Land { to, count } => write!(out, "land {count} {}", id(to)),
            Action::DropAt { to, cargo } => self.cargo_action("drop", cargo, to, out),
            Action::Carry { count } => write!(out, "carry {count}"),
            Action::Load { from, cargo } => self.cargo_action("load", cargo, from, out),
            Action::Unload { to, cargo } => self.cargo_action("unload", cargo, to, out),
            Action::Assault { to, count, cargo } => {
                let _ = write!(out, "assault {count} {}", id(to));
                if cargo != self.chosen_troops(s) {
                    out.push(' ');
                    cargo_text(cargo, out);
                }
                Ok(())
            }
            Action::Snipe { target, count } => write!(out, "snipe {count} {}", id(target)),
            Action::Sail { to, planes } => write!(out, "sail {} with {planes}", id(to)),
            Action::Lift { to, along, cargo } => {
                let _ = self.cargo_action("lift", cargo, to, out);
                write!(out, " {}", if along { "along" } else { "stay" })
            }
            Action::PickBattle { place } => write!(out, "battle {}", id(place)),
            Action::Leave { unit, to, count } => {
                let _ = write!(out, "leave {count} {} ", id(to));
                self.unit_text(s, unit, out);
                Ok(())
            }
            Action::Sky { unit, count } => {
                let _ = write!(out, "sky {count} ");
                self.unit_text(s, unit, out);
                Ok(())
            }
            Action::FlyOut { unit, to } => {
                let _ = write!(out, "fly out {} ", id(to));
                self.unit_text(s, unit, out);
                Ok(())
            }
            Action::Salvage { kind, nation, take } => {
                write!(out, "salvage {} {} {}", nation.id(), kind.id(), if take { "take" } else { "scrap" })
            }
            Action::Continue => write!(out, "continue"),
            Action::Retreat { to } if to == NOWHERE => write!(out, "break off"),
            Action::Retreat { to } => write!(out, "retreat {}", id(to)),
            Action::Place { nation, kind, to, count } => {
                write!(out, "place {count} {} {} {}", nation.id(), kind.id(), id(to))
            }
            Action::Select(u) => self.unit_action("select ", u, s, out),
            Action::CallSupport(u) => self.unit_action("call ", u, s, out),
            Action::Bombard(u) => self.unit_action("bombard ", u, s, out),
            Action::Lose(u) => self.unit_action("lose ", u, s, out),
            Action::Direct(u) => self.unit_action("direct ", u, s, out),
            Action::Submerge(u) => self.unit_action("submerge ", u, s, out),
        };
    }
    fn unit_action(&self, word: &str, unit: Unit, s: &State, out: &mut String) -> std::fmt::Result {
        out.push_str(word);
        self.unit_text(s, unit, out);
        Ok(())
    }
    /// All the troops aboard the chosen transport: what an assault lands when nothing else is said.
    fn chosen_troops(&self, s: &State) -> Cargo {
        match s.frame() {
            Frame::Selected { unit, .. } => unit.cargo().troops(),
            _ => Cargo::EMPTY,
        }
    }
    fn cargo_action(&self, word: &str, cargo: Cargo, place: u8, out: &mut String) -> std::fmt::Result {
        out.push_str(word);
        out.push(' ');
        cargo_text(cargo, out);
        write!(out, " {}", self.c.id(place))
    }

    /// Reads the text of an action.
    pub(crate) fn parse_action(&self, s: &State, text: &str) -> Result<Action, String> {
        let text = text.trim();
        if let Some(action) = fixed(text) {
            return Ok(action);
        }
        let (word, rest) = text.split_once(' ').ok_or_else(|| format!("there is no action \"{text}\""))?;
        if let Some(action) = self.read_unit_action(s, word, rest)? {
            return Ok(action);
        }
        let words: Vec<_> = rest.split_whitespace().collect();
        match (word, &words[..]) {
            ("hide", [count, area]) => {
                Ok(Action::HiddenPut { area: self.read_place(area)?, count: small(count)? })
            }
            ("offer", [give, "for", take]) => Ok(Action::PowOffer { give: small(give)?, take: small(take)? }),
            ("return", [nation, "home"]) => {
                Ok(Action::PowReturn { nation: read_nation(nation)?, area: NOWHERE })
            }
            ("return", [nation, area]) => {
                Ok(Action::PowReturn { nation: read_nation(nation)?, area: self.read_place(area)? })
            }
            ("buy", [count, nation, kind]) => {
                Ok(Action::Buy { nation: read_nation(nation)?, kind: read_kind(kind)?, count: small(count)? })
            }
            ("place", [count, nation, kind, to]) => Ok(Action::Place {
                nation: read_nation(nation)?,
                kind: read_kind(kind)?,
                to: self.read_place(to)?,
                count: small(count)?,
            }),
            ("salvage", [nation, kind, how]) => Ok(Action::Salvage {
                kind: read_kind(kind)?,
                nation: read_nation(nation)?,
                take: *how == "take",
            }),
            ("battle", [place]) => Ok(Action::PickBattle { place: self.read_place(place)? }),
            ("retreat", [to]) => Ok(Action::Retreat { to: self.read_place(to)? }),
            _ => self.read_order(s, word, &words).ok_or_else(|| format!("\"{text}\" is not an action"))?,
        }
    }
    fn read_order(&self, s: &State, word: &str, words: &[&str]) -> Option<Result<Action, String>> {
        let order = || -> Result<Option<Action>, String> {
            Ok(Some(match (word, words) {
                ("go", [count, to]) => Action::Go { to: self.read_place(to)?, count: number(count)? },
                ("ride", [count, to]) => Action::Ride { to: self.read_place(to)?, count: number(count)? },
                ("land", [count, to]) => Action::Land { to: self.read_place(to)?, count: number(count)? },
                ("assault", [count, to, rest @ ..]) => {
                    let cargo = match rest {
                        [] => self.chosen_troops(s),
                        [cargo, ..] => read_cargo(cargo)?,
                    };
                    Action::Assault { to: self.read_place(to)?, count: number(count)?, cargo }
                }
                ("snipe", [count, to]) => {
                    Action::Snipe { target: self.read_place(to)?, count: number(count)? }
                }
                ("carry", [count]) => Action::Carry { count: number(count)? },
                ("fly", [count, to, mission, rest @ ..]) => {
                    let found = MISSION.iter().find(|(w, _)| w == mission);
                    let (_, mission) = found.ok_or_else(|| format!("there is no mission \"{mission}\""))?;
                    Action::Fly {
                        to: self.read_place(to)?,
                        direct: rest == ["direct"],
                        mission: *mission,
                        count: number(count)?,
                    }
                }
                ("drop", [cargo, to]) => {
                    Action::DropAt { to: self.read_place(to)?, cargo: read_cargo(cargo)? }
                }
                ("load", [cargo, from]) => {
                    Action::Load { from: self.read_place(from)?, cargo: read_cargo(cargo)? }
                }
                ("unload", [cargo, to]) => {
                    Action::Unload { to: self.read_place(to)?, cargo: read_cargo(cargo)? }
                }
                ("sail", [to, "with", planes]) => {
                    Action::Sail { to: self.read_place(to)?, planes: small(planes)? }
                }
                ("lift", [cargo, to, how]) => Action::Lift {
                    to: self.read_place(to)?,
                    along: *how == "along",
                    cargo: read_cargo(cargo)?,
                },
                _ => return Ok(None),
            }))
        };
        order().transpose()
    }
    fn read_unit_action(&self, s: &State, word: &str, rest: &str) -> Result<Option<Action>, String> {
        let unit = |text: &str| self.read_unit(s, text);
        let split = |text: &'_ str| -> Result<(String, String), String> {
            let (a, b) = text.trim().split_once(' ').ok_or_else(|| format!("\"{text}\" lacks a unit"))?;
            Ok((a.to_owned(), b.to_owned()))
        };
        Ok(Some(match word {
            "select" => Action::Select(unit(rest)?),
            "call" => Action::CallSupport(unit(rest)?),
            "bombard" => Action::Bombard(unit(rest)?),
            "lose" => Action::Lose(unit(rest)?),
            "direct" => Action::Direct(unit(rest)?),
            "submerge" => Action::Submerge(unit(rest)?),
            "leave" => {
                let (count, rest) = split(rest)?;
                let (to, rest) = split(&rest)?;
                Action::Leave { unit: unit(&rest)?, to: self.read_place(&to)?, count: number(&count)? }
            }
            "sky" => {
                let (count, rest) = split(rest)?;
                Action::Sky { unit: unit(&rest)?, count: number(&count)? }
            }
            "fly" if rest.starts_with("out ") => {
                let (to, rest) = split(&rest[4..])?;
                Action::FlyOut { unit: unit(&rest)?, to: self.read_place(&to)? }
            }
            _ => return Ok(None),
        }))
    }
}

fn fixed(text: &str) -> Option<Action> {
    Some(match text {
        "done" => Action::Done,
        "declare war" => Action::DeclareWar,
        "withhold" => Action::Withhold,
        "ask authorisation" => Action::AtomicRoll,
        "do not ask" => Action::AtomicPass,
        "accept" => Action::Accept,
        "decline" => Action::Decline,
        "offer armistice" => Action::OfferArmistice,
        "resign" => Action::Resign,
        "buy weapon" => Action::BuyWeapon,
        "continue" => Action::Continue,
        "break off" => Action::Retreat { to: NOWHERE },
        _ => return None,
    })
}

fn small(text: &str) -> Result<u8, String> {
    text.parse().map_err(|_| format!("\"{text}\" is not a number up to 255"))
}

fn number(text: &str) -> Result<u16, String> {
    text.parse().map_err(|_| format!("\"{text}\" is not a number"))
}

fn read_nation(text: &str) -> Result<Nation, String> {
    Nation::parse(text).ok_or_else(|| format!("there is no nation \"{text}\""))
}

/// A kind of unit; a prisoner is one too.
pub(crate) fn read_kind(text: &str) -> Result<Kind, String> {
    if text == "prisoner" {
        return Ok(PRISONER);
    }
    Kind::parse(text).ok_or_else(|| format!("there is no kind \"{text}\""))
}
