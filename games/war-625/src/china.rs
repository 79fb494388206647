//! Chinese entry, the hidden infantry and the Soviet force (CE, HC, SV).

use crate::War625;
use crate::action::Action;
use crate::data::bit;
use crate::kinds::{Kind, NOWHERE, Nation, Side, Status, Unit};
use crate::state::{Frame, State};
use engine::{Illegal, Play, Seat, SeatSet};

/// The seats that know where the hidden infantry are: North Korea and China. [rule: war HC-2]
pub(crate) const KNOWING: SeatSet = SeatSet(0b11);

impl War625 {
    /// Areas and numbers that may be written down. With the last area the sum must be complete. [rule: war HC-1]
    pub(crate) fn hidden_options(&self, s: &State, out: &mut Vec<Action>) {
        let written: u8 = s.china.hidden.iter().sum();
        let used = s.china.hidden.iter().filter(|&&n| n > 0).count() as u8;
        let left = self.c.hidden_count - written;
        if left == 0 || written == 0 {
            out.push(Action::Done);
        }
        if left == 0 || used >= self.c.hidden_most {
            return;
        }
        let least = if used + 1 == self.c.hidden_most { left } else { 1 };
        for (i, &area) in self.c.hidden_areas.iter().enumerate() {
            if s.china.hidden[i] == 0 {
                out.extend((least..=left).map(|count| Action::HiddenPut { area, count }));
            }
        }
    }
    pub(crate) fn refuse_hidden(&self, action: Action) -> Illegal {
        match action {
            Action::Done => Illegal::new("war HC-1", "all eighteen are written down, or none"),
            Action::HiddenPut { area, .. } if !self.c.hidden_areas.contains(&area) => {
                Illegal::new("war HC-1", "hidden infantry stand north of Pyongyang, Yonghung and Chinnampo")
            }
            _ => Illegal::new("war HC-1", "eighteen infantry in at most three areas"),
        }
    }
    pub(crate) fn do_hidden(&self, s: &mut State, play: &mut Play, area: u8, count: u8) {
        if let Some(i) = self.c.hidden_areas.iter().position(|&a| a == area) {
            s.china.hidden[i] = count;
            play.whisper(
                KNOWING,
                Seat(1),
                "war HC-2",
                format_args!("China writes down {count} hidden infantry in {}.", self.c.name(area)),
            );
        }
    }
    /// The clock starts when an Allied land unit is north of the parallel. [rule: war CE-1, war CE-3]
    pub(crate) fn cross(&self, s: &mut State, unit: Unit, area: u8) {
        let crosses = unit.side() == Side::Allied && unit.kind().is_land() && self.c.north & bit(area) != 0;
        if crosses && s.china.clock == 0 {
            s.china.clock = s.turn;
            s.china.first_roll = s.turn + self.c.clock.crossing_delay;
        }
    }
    /// October 1950 starts the clock too. [rule: war CE-1, war CE-3]
    pub(crate) fn date_clock(&self, s: &mut State, play: &mut Play) {
        if s.turn >= self.c.clock.date_turn && s.china.clock == 0 {
            s.china.clock = s.turn;
            s.china.first_roll = s.turn;
            play.note("war CE-1", format_args!("It is October 1950: the Chinese clock starts."));
        }
    }
    /// The step of Chinese intervention: the clock's roll, and what an atomic weapon has set off.
    /// [rule: war CE-2, war CE-8, war SV-1, war CE-4]
    pub(crate) fn intervention(&self, s: &mut State, play: &mut Play) {
        if s.china.war {
            if !s.china.revealed {
                self.enter_war(s, play);
            }
            self.soviet_entry(s, play);
            return;
        }
        if s.china.clock == 0 || s.turn < s.china.first_roll {
            return;
        }
        if !s.china.permission {
            let clock = &self.c.clock;
            let bonus = u32::from(s.turn - s.china.first_roll) * u32::from(clock.step);
            let roll = play.roll(u32::from(clock.die), "Chinese entry");
            s.china.permission = roll + bonus >= u32::from(clock.target);
            let words = if s.china.permission { "may enter the war" } else { "stays out" };
            play.outcome("war CE-2", format_args!("China rolls {roll} + {bonus}: it {words}."));
        }
        if s.china.permission {
            s.frames.push(Frame::China);
        }
    }
    /// China declares war. [rule: war CE-4, war CE-5]
    pub(crate) fn declare(&self, s: &mut State, play: &mut Play) {
        s.china.war = true;
        play.say(Seat(1), "war CE-4", format_args!("China enters the war."));
        if s.opts.soviet && s.soviet == 0 {
            s.soviet = 1;
        }
        self.enter_war(s, play);
        self.soviet_entry(s, play);
    }
    /// The hidden infantry come out, and the turn of the +1 is fixed. [rule: war HC-3, war CE-5]
    fn enter_war(&self, s: &mut State, play: &mut Play) {
        s.china.entry = s.turn;
        s.china.revealed = true;
        play.reveal();
        for (i, &area) in self.c.hidden_areas.iter().enumerate() {
            let count = std::mem::take(&mut s.china.hidden[i]);
            if count == 0 {
                continue;
            }
            let unit = Unit::new(area, Nation::Ch, Kind::Infantry);
            if s.side_at(area) == Side::Communist {
                s.add(unit, u16::from(count));
                s.tokens[area as usize] += u16::from(self.c.hidden_token);
                play.note(
                    "war HC-3",
                    format_args!("{count} Chinese infantry stand in {}.", self.c.name(area)),
                )
                .at(self.c.id(area));
            } else {
                s.add(unit.coming(area).by(NOWHERE).doing(Status::Attack), u16::from(count));
                play.note(
                    "war HC-3",
                    format_args!(
                        "{count} Chinese infantry come out of hiding in {} and attack.",
                        self.c.name(area)
                    ),
                )
                .at(self.c.id(area));
            }
        }
        s.china.unseen = false;
    }
    /// The Soviet force comes once. [rule: war SV-1]
    pub(crate) fn soviet_entry(&self, s: &mut State, play: &mut Play) {
        if s.soviet != 1 {
            return;
        }
        s.soviet = 2;
        let area = self.c.soviet_area;
        for &(kind, count) in &self.c.soviet_force {
            let range = if kind.is_land() { 0 } else { self.c.values(s.opts.d12, Nation::Su, kind).moves };
            s.add(Unit::new(area, Nation::Su, kind).ranging(range), u16::from(count));
        }
        s.tokens[area as usize] += u16::from(self.c.soviet_tokens);
        s.held |= bit(area);
        play.note("war SV-1", format_args!("Soviet forces appear in {}.", self.c.name(area)))
            .at(self.c.id(area));
    }
    /// The +1 of the first turn at war. [rule: war CE-5]
    pub(crate) fn entry_bonus(&self, s: &State, nation: Nation) -> i8 {
        if nation == Nation::Ch && s.china.entry == s.turn && s.turn > 0 {
            self.c.clock.entry_bonus as i8
        } else {
            0
        }
    }
}
