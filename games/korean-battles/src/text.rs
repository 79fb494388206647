//! Actions as text, one line each, and back.

use crate::data::Scenario;
use crate::rules::Action;
use crate::state::State;
use std::fmt::Write;

impl Scenario {
    fn id(&self, unit: u8) -> &str {
        self.units.get(unit as usize).map_or("?", |u| &u.id)
    }

    /// Whether the units and hexes that an action names exist.
    pub(crate) fn names_things(&self, action: Action) -> bool {
        let unit = |u: u8| (u as usize) < self.units.len();
        let hex = |h: u16| (h as usize) < self.ground.hexes;
        match action {
            Action::Form { unit: u, .. }
            | Action::Break(u)
            | Action::Select(u)
            | Action::Withdraw(u)
            | Action::Air(u)
            | Action::Add(u)
            | Action::Remove(u)
            | Action::Wave(u)
            | Action::Stand(u)
            | Action::Lose(u)
            | Action::RetreatUnit(u)
            | Action::Rebuild(u) => unit(u),
            Action::Place { unit: u, hex: h, .. }
            | Action::Enter { unit: u, hex: h }
            | Action::Displace { unit: u, hex: h }
            | Action::Advance { unit: u, hex: h } => unit(u) && hex(h),
            Action::Bridge { unit: u, a, b } => unit(u) && hex(a) && hex(b),
            Action::Dummy(h)
            | Action::To(h)
            | Action::Via(h)
            | Action::Bombard { hex: h, .. }
            | Action::Attack(h) => hex(h),
            _ => true,
        }
    }

    /// The canonical text of an action.
    pub(crate) fn write(&self, action: Action, out: &mut String) {
        let hex = |h: u16| self.ground.label(h);
        let _ = match action {
            Action::SetupDefault => write!(out, "setup default"),
            Action::Form { unit, division: true } => write!(out, "form {} division", self.id(unit)),
            Action::Form { unit, division: false } => write!(out, "form {} regiments", self.id(unit)),
            Action::Break(unit) => write!(out, "break {}", self.id(unit)),
            Action::Place { unit, hex: h, hidden: false } => {
                write!(out, "place {} {}", self.id(unit), hex(h))
            }
            Action::Place { unit, hex: h, hidden: true } => {
                write!(out, "place {} {} hidden", self.id(unit), hex(h))
            }
            Action::Dummy(h) => write!(out, "dummy {}", hex(h)),
            Action::Done => write!(out, "done"),
            Action::Select(unit) => write!(out, "move {}", self.id(unit)),
            Action::To(h) => write!(out, "to {}", hex(h)),
            Action::Via(h) => write!(out, "via {}", hex(h)),
            Action::Stay => write!(out, "stay"),
            Action::Exit => write!(out, "exit"),
            Action::Enter { unit, hex: h } => write!(out, "enter {} {}", self.id(unit), hex(h)),
            Action::Withdraw(unit) => write!(out, "withdraw {}", self.id(unit)),
            Action::Bridge { unit, a, b } => write!(out, "bridge {} {}/{}", self.id(unit), hex(a), hex(b)),
            Action::Air(unit) => write!(out, "air {}", self.id(unit)),
            Action::Bombard { hex: h, marker } => write!(out, "bombard {} +{marker}", hex(h)),
            Action::Attack(h) => write!(out, "attack {}", hex(h)),
            Action::Add(unit) => write!(out, "add {}", self.id(unit)),
            Action::Remove(unit) => write!(out, "remove {}", self.id(unit)),
            Action::Fight => write!(out, "fight"),
            Action::Wave(unit) => write!(out, "wave {}", self.id(unit)),
            Action::Support(marker) => write!(out, "support +{marker}"),
            Action::Decline => write!(out, "decline"),
            Action::Stand(unit) => write!(out, "stand {}", self.id(unit)),
            Action::Retreat => write!(out, "retreat"),
            Action::Lose(unit) => write!(out, "lose {}", self.id(unit)),
            Action::RetreatUnit(unit) => write!(out, "retreat {}", self.id(unit)),
            Action::Displace { unit, hex: h } => write!(out, "displace {} {}", self.id(unit), hex(h)),
            Action::Refuse => write!(out, "refuse"),
            Action::Advance { unit, hex: h } => write!(out, "advance {} {}", self.id(unit), hex(h)),
            Action::Rebuild(unit) => write!(out, "rebuild {}", self.id(unit)),
            Action::Pass => write!(out, "pass"),
        };
    }

    fn read_unit(&self, id: &str) -> Result<u8, String> {
        let at = self.units.iter().position(|u| u.id == id);
        at.map(|i| i as u8).ok_or_else(|| format!("there is no unit \"{id}\""))
    }
    fn read_hex(&self, label: &str) -> Result<u16, String> {
        self.ground.hex(label).ok_or_else(|| format!("there is no hex \"{label}\""))
    }
    fn read_marker(text: &str) -> Result<u8, String> {
        let value = text.strip_prefix('+').unwrap_or(text).parse::<u8>().ok().filter(|v| (1..=7).contains(v));
        value.ok_or_else(|| format!("\"{text}\" is no marker: there are +1 to +7"))
    }

    /// Reads the text of an action.
    pub(crate) fn read(&self, _st: &State, text: &str) -> Result<Action, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let unit = |i: usize| self.read_unit(words[i]);
        let hex = |i: usize| self.read_hex(words[i]);
        Ok(match (words.first().copied().unwrap_or(""), words.len()) {
            ("setup", 2) if words[1] == "default" => Action::SetupDefault,
            ("form", 3) if words[2] == "division" => Action::Form { unit: unit(1)?, division: true },
            ("form", 3) if words[2] == "regiments" => Action::Form { unit: unit(1)?, division: false },
            ("break", 2) => Action::Break(unit(1)?),
            ("place", 3) => Action::Place { unit: unit(1)?, hex: hex(2)?, hidden: false },
            ("place", 4) if words[3] == "hidden" => {
                Action::Place { unit: unit(1)?, hex: hex(2)?, hidden: true }
            }
            ("dummy", 2) => Action::Dummy(hex(1)?),
            ("done", 1) => Action::Done,
            ("move", 2) => Action::Select(unit(1)?),
            ("to", 2) => Action::To(hex(1)?),
            ("via", 2) => Action::Via(hex(1)?),
            ("stay", 1) => Action::Stay,
            ("exit", 1) => Action::Exit,
            ("enter", 3) => Action::Enter { unit: unit(1)?, hex: hex(2)? },
            ("withdraw", 2) => Action::Withdraw(unit(1)?),
            ("bridge", 3) => self.read_bridge(unit(1)?, words[2])?,
            ("air", 2) => Action::Air(unit(1)?),
            ("bombard", 3) => Action::Bombard { hex: hex(1)?, marker: Self::read_marker(words[2])? },
            ("attack", 2) => Action::Attack(hex(1)?),
            ("add", 2) => Action::Add(unit(1)?),
            ("remove", 2) => Action::Remove(unit(1)?),
            ("fight", 1) => Action::Fight,
            ("wave", 2) => Action::Wave(unit(1)?),
            ("support", 2) => Action::Support(Self::read_marker(words[1])?),
            ("decline", 1) => Action::Decline,
            ("stand", 2) => Action::Stand(unit(1)?),
            ("retreat", 1) => Action::Retreat,
            ("retreat", 2) => Action::RetreatUnit(unit(1)?),
            ("lose", 2) => Action::Lose(unit(1)?),
            ("displace", 3) => Action::Displace { unit: unit(1)?, hex: hex(2)? },
            ("refuse", 1) => Action::Refuse,
            ("advance", 3) => Action::Advance { unit: unit(1)?, hex: hex(2)? },
            ("rebuild", 2) => Action::Rebuild(unit(1)?),
            ("pass", 1) => Action::Pass,
            _ => {
                return Err(format!(
                    "\"{text}\" is no action; there are: move, to, via, stay, enter, exit, attack, add, remove, fight, \
                     bombard, support, decline, stand, retreat, lose, displace, refuse, advance, wave, done, rebuild, air, \
                     bridge, withdraw, break, form, place, dummy, setup default, pass"
                ));
            }
        })
    }

    fn read_bridge(&self, unit: u8, text: &str) -> Result<Action, String> {
        let (a, b) = text.split_once('/').ok_or("a bridge is written as two hexes: 0804/0805")?;
        let (a, b) = (self.read_hex(a)?, self.read_hex(b)?);
        Ok(Action::Bridge { unit, a: a.min(b), b: a.max(b) })
    }
}
