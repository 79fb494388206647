//! What things are called in sentences.

use crate::actions::OFF_WORDS;
use crate::game::{Chosin, term};
use crate::state::State;
use crate::strength::WHOLE;
use crate::tables::{CombatResult, FireResult, ODDS};
use board::HexId;
use engine::{Arg, Class};

const AIR: [&str; 3] = ["TAC", "SAC", "MAC"];
const MISSIONS: [&str; 7] = [
    "reserve",
    "interdiction",
    "air strike",
    "close air support",
    "airborne supply",
    "air transfer",
    "parachute",
];
const TABLES: [&str; 3] = ["Probe", "Assault", "Mobile"];
const DEPLOYMENTS: [&str; 3] = ["historical", "minimal", "maximum"];

fn word(list: &[&'static str], id: u32) -> &'static str {
    list.get(id as usize).copied().unwrap_or("?")
}

impl Chosin {
    /// The date of the turn.
    pub(crate) fn date(&self, state: &State) -> &str {
        match state.turn {
            0 => "Set-up",
            turn => self.data.dates.get(usize::from(turn) - 1).map_or("", String::as_str),
        }
    }

    /// Writes the name of a thing.
    pub(crate) fn write_name(&self, arg: Arg, out: &mut String) {
        let own = |class: u8| Class(Class::OWN + class);
        let id = arg.id;
        match arg.class {
            Class::UNIT => out.push_str(self.data.units.get(id as usize).map_or("?", |u| &u.name)),
            Class::PLACE => self.write_place(id as u16, out),
            c if c == own(term::EVENT) => {
                out.push_str(self.data.events.get(id as usize).map_or("?", |e| &e.title));
            }
            c if c == own(term::MISSION) => out.push_str(word(&MISSIONS, id)),
            c if c == own(term::AIR) => out.push_str(word(&AIR, id)),
            c if c == own(term::TABLE) => out.push_str(word(&TABLES, id)),
            c if c == own(term::ODDS) => out.push_str(word(&ODDS, id)),
            c if c == own(term::DEPLOYMENT) => out.push_str(word(&DEPLOYMENTS, id)),
            c if c == own(term::RESULT) => {
                out.push_str(CombatResult::ALL.get(id as usize).map_or("?", |(_, code)| code));
            }
            c if c == own(term::MEANING) => {
                out.push_str(CombatResult::ALL.get(id as usize).map_or("?", |(result, _)| result.meaning()));
            }
            c if c == own(term::FIRE) => {
                let all = [
                    FireResult::None,
                    FireResult::C(1),
                    FireResult::C(2),
                    FireResult::C(3),
                    FireResult::R,
                    FireResult::D,
                    FireResult::DD,
                ];
                out.push_str(all.get(id as usize).map_or("?", |r| r.code()));
            }
            c if c == own(term::QUARTERS) => {
                let part = ["", " 1/4", " 1/2", " 3/4"][id as usize % usize::from(WHOLE)];
                out.push_str(&(id / u32::from(WHOLE)).to_string());
                out.push_str(part);
            }
            c if c == own(term::THIRDS) => {
                out.push_str(&(id / 3).to_string());
                out.push_str(["", " 1/3", " 2/3"][id as usize % 3]);
            }
            c if c == own(term::LEVEL) => {
                out.push_str(self.data.schedule.levels.get(id as usize).map_or("?", |(_, level)| level));
            }
            c if c == own(term::OPTION) => {
                out.push_str(self.data.options.get(id as usize).map_or("?", |o| &o.title));
            }
            c if c == own(term::BRIDGE) => {
                if let Some((a, b)) = self.data.ground.bridges.get(id as usize) {
                    out.push_str(self.data.ground.label(*a));
                    out.push('/');
                    out.push_str(self.data.ground.label(*b));
                }
            }
            c if c == own(term::DATE) => {
                let date = (id as usize).checked_sub(1).and_then(|i| self.data.dates.get(i));
                out.push_str(date.map_or("set-up", String::as_str));
            }
            _ => out.push('?'),
        }
    }

    /// A hex by its number, with the name of the place that lies there.
    fn write_place(&self, id: u16, out: &mut String) {
        let hex = HexId(id);
        let label = self.data.ground.label(hex);
        if label.is_empty() {
            let off = OFF_WORDS.iter().find(|(h, _)| *h == hex);
            return out.push_str(off.map_or("?", |(_, word)| word));
        }
        let place = self.data.ground.place(hex);
        if place != label {
            out.push_str(place);
            out.push(' ');
        }
        out.push_str(label);
    }

    /// Writes the id that a thing has in the scene.
    pub(crate) fn write_id(&self, arg: Arg, out: &mut String) {
        match arg.class {
            Class::UNIT => out.push_str(self.data.units.get(arg.id as usize).map_or("?", |u| &u.id)),
            _ => out.push_str(self.data.ground.label(HexId(arg.id as u16))),
        }
    }
}
