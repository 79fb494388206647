//! What lies idle or comes too soon, counted as facts of the war: troops in Japan, warships on the Track, bombers on the ground,
//! open shores, the parallel, China's entry.

use crate::actions::{Action, Mission};
use crate::data::{bit, each};
use crate::frames::Frame;
use crate::game::War625;
use crate::habits::{BOMBERS, ENTRY, JAPAN, PARALLEL, SHORES, WARSHIPS};
use crate::kinds::{Kind, Place, Side, Status, TRACK, Unit};
use crate::state::State;
use engine::{Habits, Seat};

/// What an empty shore must be worth to be missed.
const WORTH_LANDING: u8 = 2;
/// Troops that a transport takes aboard.
const ABOARD: u16 = 2;

impl War625 {
    /// What a seat leaves lying when it acts.
    pub(crate) fn count_idle(&self, s: &State, seat: Seat, action: Action, habits: &mut Habits) {
        let side = s.active() as u8;
        match (s.frames.last(), action) {
            (Some(Frame::Movement(m)), Action::Done) if m.combat => {
                let (bombers, idle) = self.idle_bombers(s, seat);
                habits.note(side, BOMBERS, bombers, idle);
                if let Some(open) = self.open_shore(s, seat) {
                    habits.note(side, SHORES, 1, u64::from(open));
                }
                if self.wakes_china(s, s.active()) != 0 {
                    let crossed = self.coming_into(s) & self.c.north != 0;
                    habits.note(side, PARALLEL, 1, u64::from(crossed));
                }
            }
            (Some(Frame::Movement(_)), Action::Done) => {
                let (troops, waiting) = self.left_in_base(s, seat);
                habits.note(side, JAPAN, troops, waiting);
                let (ships, left) = self.left_on_track(s, seat);
                habits.note(side, WARSHIPS, ships, left);
            }
            (Some(Frame::Enter(_)), Action::DeclareWar | Action::Withhold) => {
                let prey = s.troops[Side::Allied as usize] & self.c.north;
                habits.note(side, ENTRY, 1, u64::from(action == Action::Withhold && prey == 0));
            }
            _ => {}
        }
    }
    fn own(&self, s: &State, seat: Seat, u: Unit) -> bool {
        u.nation().seat() == seat && s.is_active(u.nation()) && !u.is_prisoner()
    }
    /// Ready bombers of a seat, and those that reach a factory without guns which nobody has set out for.
    fn idle_bombers(&self, s: &State, seat: Seat) -> (u64, u64) {
        let (mut all, mut idle) = (0, 0);
        let guns = self.enemy_guns(s, s.active());
        for (u, n) in s.units().filter(|(u, _)| self.own(s, seat, *u) && u.kind() == Kind::Bomber) {
            if !u.place().on_map() {
                continue;
            }
            all += u64::from(n);
            let fields = self.landing_places(s, u, true);
            let target = |a: Place| s.ipc[a.i()] > 0 && !s.at(a).any(|(b, _)| b.status() == Status::Bomb);
            let bare = self.mission_reach(s, u, Mission::Bomb, fields) & !guns;
            if u.status() == Status::Ready && each(bare).any(target) {
                idle += u64::from(n);
            }
        }
        (all, idle)
    }
    /// Whether an empty shore worth landing on, with no enemy next to it, is left alone; nothing where no troops could land.
    fn open_shore(&self, s: &State, seat: Seat) -> Option<bool> {
        let side = s.active();
        let enemy = side.enemy() as usize;
        let waiting = s
            .at(self.c.base)
            .any(|(u, _)| self.own(s, seat, u) && u.kind() == Kind::Infantry && u.status() == Status::Ready);
        let mut zones = 0u64;
        for (u, _) in s.units().filter(|(u, _)| self.own(s, seat, *u) && u.kind() == Kind::Transport) {
            let boards = u.cargo().is_empty() && waiting && self.c.base_zones & bit(u.place()) != 0;
            if u.place().is_zone() && u.status() == Status::Ready && (boards || u.cargo().has_troops()) {
                zones |= bit(u.place()) | self.sea_targets(s, u, true);
            }
        }
        if zones == 0 {
            return None;
        }
        let shores = each(zones & !s.ships[enemy]).fold(0, |m, z| m | self.c.shore[z.zone()]);
        let open = shores & self.enemy_ground(s, side) & self.c.korea & !s.holds[enemy];
        let missed = |a: Place| s.ipc[a.i()] >= WORTH_LANDING && self.c.land[a.i()] & s.troops[enemy] == 0;
        Some(each(open & !self.coming_into(s) & !self.wakes_china(s, side)).any(missed))
    }
    /// Land units of a seat in Korea and Japan, and those in Japan beyond what its ships could take aboard.
    fn left_in_base(&self, s: &State, seat: Seat) -> (u64, u64) {
        let (mut all, mut here, mut room) = (0, 0, 0);
        for (u, n) in s.units().filter(|(u, _)| self.own(s, seat, *u)) {
            if u.kind().is_land() && u.place().is_area() {
                all += n;
                here += if u.place() == self.c.base { n } else { 0 };
            } else if u.kind() == Kind::Transport && u.place().is_zone() {
                room += ABOARD * n;
            }
        }
        (all.into(), here.saturating_sub(room).into())
    }
    /// Warships of a seat, and those on the Track that have not moved.
    fn left_on_track(&self, s: &State, seat: Seat) -> (u64, u64) {
        let warship = |u: Unit| matches!(u.kind(), Kind::Battleship | Kind::Carrier | Kind::Destroyer);
        let (mut all, mut left) = (0, 0);
        for (u, n) in s.units().filter(|(u, _)| self.own(s, seat, *u) && warship(*u)) {
            all += u64::from(n);
            left += if u.place() >= TRACK && u.status() == Status::Ready { u64::from(n) } else { 0 };
        }
        (all, left)
    }
}
