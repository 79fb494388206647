//! Chinese entry, the hidden infantry and the Soviet force (CE, HC, SV).

use crate::actions::Action;
use crate::data::bit;
use crate::game::War625;
use crate::kinds::{Kind, NOWHERE, Nation, Place, Side, Status, Unit};
use crate::names::{month, some};
use crate::sequence::{done_offer, need, no};
use crate::state::State;
use engine::scene::ActionKind;
use engine::{Ask, Count, Decision, Effect, Illegal, Now, Offer, Play, Seat, SeatSet, say};
use serde::{Deserialize, Serialize};

/// The seats that know where the hidden infantry are: North Korea and China. [rule: war HC-2]
pub(crate) const KNOWING: SeatSet = SeatSet(0b11);
/// China's seat.
const CHINA: Seat = Seat(1);

/// HC-1 China writes down its hidden infantry, line by line. A line may stay empty, so that the number of entries does not
/// tell in how many areas they are. [rule: war HC-1, war HC-2]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hidden;

impl Decision<War625> for Hidden {
    fn seats(&self, _: &War625, _: &State) -> SeatSet {
        SeatSet::one(CHINA)
    }
    fn ask(&self, now: Now<'_, War625>) -> Ask {
        let (all, most) = (now.game.c.hidden_count, now.game.c.hidden_most);
        let left = now.game.unwritten(now.state);
        let line = (now.state.china.lines + 1).min(most);
        let text = if left == 0 {
            say!("The hidden infantry are written down. Done, until all {most} entries are used", most)
        } else {
            say!(
                "Where shall China's {all} hidden infantry stand when it enters the war? In up to {most} areas; entry {line}, {left} left",
                all,
                most,
                line,
                left
            )
        };
        Ask::new("war HC-1", text)
    }
    fn list(&self, now: Now<'_, War625>, out: &mut Vec<Action>) {
        let (game, s) = (now.game, now.state);
        if self.check(now, Action::Done).is_ok() {
            out.push(Action::Done);
        }
        let count = Count(game.unwritten(s).into());
        let areas = game.c.hidden_areas.iter().map(|&area| Action::Hide { count, area });
        out.extend(areas.filter(|&a| self.check(now, a).is_ok()));
        out.sort_unstable();
    }
    fn check(&self, now: Now<'_, War625>, action: Action) -> Result<(), Illegal> {
        let (game, s) = (now.game, now.state);
        let (all, left) = (game.c.hidden_count, game.unwritten(s));
        match action {
            Action::Done => need(left == 0 || left == all, "war HC-1", || {
                say!("all {all} are written down, or none: {left} are left", all, left)
            }),
            Action::Hide { count, area } => {
                let Some(i) = game.c.hidden_areas.iter().position(|&a| a == area) else {
                    return no(
                        "war HC-1",
                        say!(
                            "hidden infantry stand north of Pyongyang, Yonghung and Chinnampo, not in {area}",
                            area
                        ),
                    );
                };
                let closed = left == all && s.china.lines >= game.c.hidden_most;
                need(!closed, "war HC-1", || say!("every line was left empty: nobody is hidden"))?;
                need((1..=u16::from(left)).contains(&count.0), "war HC-1", || {
                    say!("of {all} infantry {left} are left to write down", all, left)
                })?;
                let used = s.china.hidden.iter().filter(|&&n| n > 0).count();
                let most = game.c.hidden_most;
                let new = s.china.hidden[i] == 0;
                need(!new || used < most as usize, "war HC-1", || {
                    say!("they stand in {most} areas at most", most)
                })
            }
            _ => no("war HC-1", say!("the hidden infantry are written down first")),
        }
    }
    fn perform(&self, game: &War625, s: &mut State, seat: Seat, action: Action, play: &mut Play) {
        let lines = s.china.lines;
        if let Action::Hide { count, area } = action {
            if let Some(i) = game.c.hidden_areas.iter().position(|&a| a == area) {
                s.china.hidden[i] += count.0 as u8;
            }
            let n = count.0;
            let words = say!("China writes down {n} hidden infantry in {area}.", n, area);
            play.whisper(KNOWING, seat, "war HC-2", words);
        } else if lines >= game.c.hidden_most {
            s.frames.pop();
            s.china.lines = 0;
            play.say(seat, "war HC-1", say!("China has written down its hidden infantry."));
            return;
        }
        s.china.lines = (lines + 1).min(game.c.hidden_most);
    }
    fn quiet(&self, now: Now<'_, War625>) -> Option<Action> {
        Some(now.game.usual_hiding(now))
    }
    fn offer(&self, now: Now<'_, War625>, action: Action) -> Offer {
        match action {
            Action::Hide { area, .. } => {
                let offer = Offer::new(ActionKind::Add, "war HC-1", say!("Infantry in {area}", area));
                Offer { def: War625::counter_of(Nation::Ch, Kind::Infantry), ..offer }
            }
            _ if now.game.unwritten(now.state) == 0 => done_offer("war HC-1", say!("Done")),
            _ => done_offer("war HC-1", say!("Leave this entry empty")),
        }
    }
}

/// CE-2 A loaded position waits before the clock's roll. [rule: war CE-2]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Begin;

impl Decision<War625> for Begin {
    fn seats(&self, _: &War625, _: &State) -> SeatSet {
        SeatSet::one(CHINA)
    }
    fn ask(&self, _: Now<'_, War625>) -> Ask {
        Ask::new("war CE-2", say!("China rolls for its entry."))
    }
    fn candidates(&self, _: Now<'_, War625>, out: &mut Vec<Action>) {
        out.push(Action::Done);
    }
    fn check(&self, _: Now<'_, War625>, action: Action) -> Result<(), Illegal> {
        need(action == Action::Done, "war CE-2", || say!("China rolls for entry first"))
    }
    fn perform(&self, _: &War625, s: &mut State, _: Seat, _: Action, _: &mut Play) {
        s.frames.pop();
    }
    fn quiet(&self, _: Now<'_, War625>) -> Option<Action> {
        Some(Action::Done)
    }
    fn offer(&self, _: Now<'_, War625>, _: Action) -> Offer {
        done_offer("war CE-2", say!("Roll for Chinese entry")).dice()
    }
}

/// CE-4 China enters the war, or waits. [rule: war CE-4]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Enter;

impl Decision<War625> for Enter {
    fn seats(&self, _: &War625, _: &State) -> SeatSet {
        SeatSet::one(CHINA)
    }
    fn ask(&self, _: Now<'_, War625>) -> Ask {
        Ask::new("war CE-4", say!("China may enter the war now, or wait."))
    }
    fn candidates(&self, _: Now<'_, War625>, out: &mut Vec<Action>) {
        out.extend([Action::DeclareWar, Action::Withhold]);
    }
    fn check(&self, _: Now<'_, War625>, action: Action) -> Result<(), Illegal> {
        let known = matches!(action, Action::DeclareWar | Action::Withhold);
        need(known, "war CE-4", || say!("China declares war or withholds first"))
    }
    fn perform(&self, game: &War625, s: &mut State, seat: Seat, action: Action, play: &mut Play) {
        s.frames.pop();
        if action == Action::DeclareWar {
            game.declare(s, play);
        } else {
            play.say(seat, "war CE-4", say!("China waits."));
        }
    }
    fn quiet(&self, _: Now<'_, War625>) -> Option<Action> {
        Some(Action::Withhold)
    }
    fn offer(&self, _: Now<'_, War625>, action: Action) -> Offer {
        let label = if action == Action::DeclareWar { say!("Enter the war") } else { say!("Wait") };
        Offer::new(ActionKind::Choose, "war CE-4", label)
    }
}

impl War625 {
    /// Hidden infantry that are not written down yet.
    pub(crate) fn unwritten(&self, s: &State) -> u8 {
        self.c.hidden_count.saturating_sub(s.china.hidden.iter().sum())
    }
    /// The split that a computer writes down, step by step.
    fn usual_hiding(&self, now: Now<'_, War625>) -> Action {
        let usual = self
            .c
            .hidden_default
            .iter()
            .map(|&(area, n)| (area, Action::Hide { count: Count(n.into()), area }));
        let mut open = usual.filter(|&(area, action)| {
            let i = self.c.hidden_areas.iter().position(|&a| a == area);
            i.is_some_and(|i| now.state.china.hidden[i] == 0) && Hidden.check(now, action).is_ok()
        });
        if let Some((_, action)) = open.next() {
            return action;
        }
        let mut list = Vec::new();
        Hidden.list(now, &mut list);
        list.first().copied().unwrap_or(Action::Done)
    }
    /// A way of writing the hidden infantry down that could lie behind what others see.
    pub(crate) fn imagine_hidden(&self, s: &mut State, random: &mut engine::Random) {
        let writing = matches!(s.phase(), Some(crate::frames::Frame::Hidden(_)));
        let lines = if writing { s.china.lines } else { self.c.hidden_most };
        let mut areas: Vec<usize> = (0..self.c.hidden_areas.len()).collect();
        random.shuffle(&mut areas);
        let used = if lines >= self.c.hidden_most {
            1 + random.below(lines.max(1) as usize)
        } else {
            lines as usize
        };
        let mut left = self.c.hidden_count;
        for (k, &i) in areas.iter().take(used).enumerate() {
            let last = k + 1 == used && lines >= self.c.hidden_most;
            let rest = (used - k - 1) as u8;
            let most = left.saturating_sub(rest).max(1);
            let n = if last { left } else { 1 + random.below(most as usize) as u8 };
            s.china.hidden[i] = n.min(left);
            left -= n.min(left);
        }
    }
    /// The clock starts when an Allied land unit is north of the parallel. [rule: war CE-1, war CE-3]
    pub(crate) fn cross(&self, s: &mut State, unit: Unit, area: Place) {
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
            let turn = month(s.turn);
            play.note("war CE-1", say!("It is {turn}: the Chinese clock starts.", turn));
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
            let words = if s.china.permission {
                say!("China rolls {roll} + {bonus}: it may enter the war.", roll, bonus)
            } else {
                say!("China rolls {roll} + {bonus}: it stays out.", roll, bonus)
            };
            play.outcome("war CE-2", words);
        }
        if s.china.permission {
            s.frames.push(Enter.into());
        }
    }
    /// China declares war. [rule: war CE-4, war CE-5]
    pub(crate) fn declare(&self, s: &mut State, play: &mut Play) {
        s.begin_chinese_war();
        play.say(CHINA, "war CE-4", say!("China enters the war."));
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
                s.tokens[area.i()] += u16::from(self.c.hidden_token);
                play.note("war HC-3", say!("{count} Chinese infantry stand in {area}.", count, area))
                    .on(area)
                    .effect(Effect::Shown { unit: some(count.into(), unit) });
            } else {
                s.add(unit.coming(area).by(NOWHERE).doing(Status::Attack), u16::from(count));
                let words =
                    say!("{count} Chinese infantry come out of hiding in {area} and attack.", count, area);
                play.note("war HC-3", words)
                    .on(area)
                    .effect(Effect::Shown { unit: some(count.into(), unit) });
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
        s.tokens[area.i()] += u16::from(self.c.soviet_tokens);
        s.held |= bit(area);
        play.note("war SV-1", say!("Soviet forces appear in {area}.", area)).on(area);
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
