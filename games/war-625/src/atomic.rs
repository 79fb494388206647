//! Atomic weaponry (option): authorisation, purchase, strikes (AT-1 to AT-8).

use crate::War625;
use crate::data::bit;
use crate::kinds::{Kind, NOWHERE, Nation, Side, Status, Unit};
use crate::state::State;
use engine::Play;

impl War625 {
    /// Whether the United States may ask for authorisation. [rule: war AT-1, war AT-2]
    pub(crate) fn may_ask(&self, s: &State) -> bool {
        s.opts.atomic && s.turn >= self.c.atomic.authorisation.first_turn && !s.atomic.authorised
    }
    pub(crate) fn do_ask(&self, s: &mut State, play: &mut Play) {
        let rules = &self.c.atomic.authorisation;
        let roll = play.roll(u32::from(rules.die), "authorisation");
        s.atomic.authorised = roll >= u32::from(rules.target);
        let words = if s.atomic.authorised { "are authorised" } else { "are refused" };
        play.outcome("war AT-2", format_args!("Authorisation rolls {roll}: atomic weapons {words}."));
    }
    /// [rule: war AT-3]
    pub(crate) fn weapons_for_sale(&self, s: &State) -> bool {
        s.atomic.authorised
            && s.atomic.bought < self.c.atomic.weapon.total
            && s.treasury[Nation::Us as usize] >= u16::from(self.c.atomic.weapon.cost)
    }
    pub(crate) fn do_buy_weapon(&self, s: &mut State, play: &mut Play) {
        s.treasury[Nation::Us as usize] -= u16::from(self.c.atomic.weapon.cost);
        s.atomic.bought += 1;
        s.atomic.stock += 1;
        play.say(Nation::Us.seat(), "war AT-3", format_args!("The United States buy an atomic weapon."));
    }
    /// Bombers that got through strike. [rule: war AT-4]
    pub(crate) fn atomic_strikes(&self, s: &mut State, play: &mut Play) {
        let strikes = |u: &Unit| matches!(u.status(), Status::Economic | Status::Military);
        while let Some((unit, count)) = s.first(|u| strikes(&u)) {
            for _ in 0..count {
                if unit.status() == Status::Economic {
                    self.strike_economy(s, play, unit.place());
                } else {
                    self.strike_troops(s, play, unit.place());
                }
            }
            s.shift(unit, unit.doing(Status::Flown).by(NOWHERE), count);
            s.struck |= bit(unit.place());
            self.provoke(s, play);
        }
    }
    /// [rule: war AT-5, war AT-6, war FA-3]
    fn strike_economy(&self, s: &mut State, play: &mut Play, area: u8) {
        let roll = play.roll(u32::from(self.c.atomic.economic.die), "atomic strike") as u8;
        let a = area as usize;
        s.ipc[a] = s.ipc[a].saturating_sub(roll);
        s.atomic_loss[a] = s.atomic_loss[a].saturating_add(roll);
        play.outcome(
            "war AT-5",
            format_args!(
                "An atomic weapon destroys {roll} IPC of {}: {} are left.",
                self.c.name(area),
                s.ipc[a]
            ),
        )
        .at(self.c.id(area));
    }
    /// [rule: war AT-8]
    fn strike_troops(&self, s: &mut State, play: &mut Play, area: u8) {
        let rules = &self.c.atomic.military;
        let mut dead = 0;
        let mut at = 0;
        // Stacks are walked by their order, so that every unit rolls once although some vanish on the way.
        while let Some((u, n)) =
            s.first_at(area, |u| u.0 > at && u.kind().is_land() && u.side() == Side::Communist)
        {
            at = u.0;
            let target = u32::from(if u.kind() == Kind::Infantry { rules.infantry } else { rules.other });
            let hits =
                (0..n).filter(|_| play.roll(u32::from(rules.die), "atomic strike") >= target).count() as u16;
            s.take(u, hits);
            dead += hits;
        }
        play.outcome(
            "war AT-8",
            format_args!("An atomic weapon destroys {dead} units in {}.", self.c.name(area)),
        )
        .at(self.c.id(area));
    }
    /// The first weapon dropped brings China, and with its option the Soviet Union, into the war.
    /// [rule: war AT-7, war CE-8]
    fn provoke(&self, s: &mut State, play: &mut Play) {
        if !s.china.war {
            s.china.war = true;
            s.china.permission = true;
            play.note("war AT-7", format_args!("The weapon brings China into the war."));
        }
        if s.opts.soviet && s.soviet == 0 {
            s.soviet = 1;
        }
    }
}
