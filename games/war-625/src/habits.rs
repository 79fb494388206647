//! Bad habits of players, counted: what a sensible commander of this war does not do.

use crate::actions::Action;
use crate::chances::Odds;
use crate::data::{bit, each};
use crate::frames::Frame;
use crate::game::War625;
use crate::kinds::{Kind, Nation, Place, Side, Status, Unit};
use crate::state::State;
use engine::{Habit, Habits, Seat};

/// The habits, in the order of their numbers below.
pub(crate) const HABITS: [Habit; 10] = [
    Habit {
        habit: "useful action passed over",
        counts: "Phases ended by a nation; a lapse where it could still buy an infantry or a plane that comes in time, place a purchase, walk \
                 into an empty area of Korea away from enemy troops, attack one with nine chances in ten and hold it, fire a \
                 gun with a token to spare, lift troops on the Track or in Japan, or bring troops from the rear nearer the front.",
    },
    Habit {
        habit: "hopeless attack",
        counts: "Land battles begun, and gone on with where a retreat was open; a lapse with less than one chance in five.",
    },
    Habit {
        habit: "victory area left empty",
        counts: "Areas of Korea worth IPC that the side holds next to enemy troops when the other side moves; a lapse where nobody \
                 stands in it and a neighbour could have spared a unit.",
    },
    Habit {
        habit: "isolated for nothing",
        counts: "Land units in Korea at the end of combat movement; a lapse where one is cut off and stays, though walking into an \
                 empty area, or an attack with seven chances in ten, would restore its supply.",
    },
    Habit {
        habit: "bomber left on the ground",
        counts: "Bombers on the map at the end of combat movement; a lapse where one is ready and reaches a factory without guns that \
                 nobody bombs.",
    },
    Habit {
        habit: "open shore passed over",
        counts: "Combat movements in which troops could be put ashore; a lapse where an empty area of two IPC or more, no enemy next \
                 to it, is left alone.",
    },
    Habit {
        habit: "parallel crossed early",
        counts: "Allied combat movements before the Chinese clock's date; a lapse where troops cross the parallel and start it.",
    },
    Habit {
        habit: "troops left in Japan",
        counts: "Land units in Korea and Japan at the end of movement; a lapse for each in Japan beyond what the ships at sea could \
                 take aboard.",
    },
    Habit {
        habit: "warship left on the Track",
        counts: "Warships at the end of movement; a lapse for each on the Supply Track that did not move.",
    },
    Habit {
        habit: "entry put off",
        counts: "Chinese decisions on war; a lapse where China waits though no Allied troops stand in the North.",
    },
];
pub(crate) const BOMBERS: usize = 4;
pub(crate) const SHORES: usize = 5;
pub(crate) const PARALLEL: usize = 6;
pub(crate) const JAPAN: usize = 7;
pub(crate) const WARSHIPS: usize = 8;
pub(crate) const ENTRY: usize = 9;
const PASSED_OVER: usize = 0;
const HOPELESS: usize = 1;
const EMPTY: usize = 2;
const ISOLATED: usize = 3;

/// The chance from which an attack is too good to be passed over.
const GOOD: f64 = 0.9;
/// The chance from which those cut off should break out: the one from which any attack is worth it.
const BREAK_OUT: f64 = 0.7;
/// The chance below which an attack is hopeless.
const SLIM: f64 = 0.2;
/// Battles played where a chance can't be counted out.
const SAMPLES: u32 = 100;
/// Turns from a purchase on the Track to a fight in Korea.
pub(crate) const PASSAGE: u8 = 4;
/// The same for aircraft, which need no lift.
pub(crate) const FLIGHT: u8 = 3;
/// Land units that may stay in a coastal area behind the front against landings.
const COAST_GUARD: u16 = 3;

impl War625 {
    /// Counts what an action shows.
    pub(crate) fn count_habits(
        &self,
        before: &State,
        seat: Seat,
        action: Action,
        after: &State,
        habits: &mut Habits,
    ) {
        let side = before.active();
        self.count_idle(before, seat, action, habits);
        match (before.frames.last(), action) {
            (Some(Frame::Purchase(_) | Frame::Movement(_) | Frame::Placement(_)), Action::Done) => {
                let useful = self.useful_left(before, seat);
                habits.note(side as u8, PASSED_OVER, 1, u64::from(useful));
                if before.frames.last().is_some_and(|f| f.is_combat_move()) {
                    let (units, lapses) = self.cut_off_idle(before, seat);
                    habits.note(side as u8, ISOLATED, units, lapses);
                }
            }
            (Some(Frame::Combat(_)), Action::Battle { place }) if self.is_assault(before, place) => {
                let hopeless = self.chance(before, place).is_some_and(|win| win < SLIM);
                habits.note(side as u8, HOPELESS, 1, u64::from(hopeless));
            }
            (Some(Frame::Decide(_)), Action::Continue) if self.could_break_off(before) => {
                let hopeless = self.chance(before, before.battle.place).is_some_and(|win| win < SLIM);
                habits.note(side as u8, HOPELESS, 1, u64::from(hopeless));
            }
            _ => {}
        }
        if after.active() != side && !after.is_over() {
            self.count_empty(after, side, habits);
        }
    }

    fn is_assault(&self, s: &State, place: Place) -> bool {
        self.c.korea & bit(place) != 0
            && s.at(place).any(|(u, _)| s.is_active(u.nation()) && crate::combat::attacks(u.status()))
    }
    fn could_break_off(&self, s: &State) -> bool {
        self.c.korea & bit(s.battle.place) != 0 && self.can_break_off(s)
    }
    fn chance(&self, s: &State, place: Place) -> Option<f64> {
        Some(self.odds_from(s, place, SAMPLES)?.win)
    }

    /// Whether something useful is open to a seat that ends its phase.
    fn useful_left(&self, s: &State, seat: Seat) -> bool {
        match s.frames.last() {
            Some(Frame::Purchase(_)) => {
                Nation::ALL.into_iter().any(|n| n.seat() == seat && self.could_recruit(s, n))
            }
            Some(Frame::Movement(m)) if m.combat => self.could_attack(s, seat) || self.could_fire(s, seat),
            Some(Frame::Movement(_)) => {
                self.could_lift(s, seat) || self.could_embark(s, seat) || self.could_come_up(s, seat)
            }
            Some(Frame::Placement(_)) => self.can_place(s, seat),
            _ => false,
        }
    }

    /// Whether a nation has money for an infantry that it can place and that comes in time.
    fn could_recruit(&self, s: &State, nation: Nation) -> bool {
        let chart = &self.c.nation[nation as usize];
        let foot = 1u16 << Kind::Infantry as u16;
        if !self.could_buy(s, nation, Kind::Infantry) {
            return false;
        }
        if chart.track & foot != 0 {
            let flies = self.could_buy(s, nation, Kind::Fighter) && s.turn + FLIGHT <= s.opts.length;
            return s.turn + PASSAGE <= s.opts.length || flies;
        }
        // The Allies' last placements come after the Communists' last attack.
        let late = nation.side() == Side::Allied && s.turn >= s.opts.length;
        let room: u16 = each(s.held).map(|a| self.factory_room(s, nation, a)).sum();
        let bought: u16 = Kind::ALL
            .into_iter()
            .filter(|k| k.is_land() || k.is_air())
            .map(|kind| s.bought(nation, kind))
            .sum();
        !late && bought < room
    }

    /// Ready land units of a seat in an area, those who can be spared: where other enemies stand next to it, one stays.
    fn spared(&self, s: &State, seat: Seat, from: Place, target: Place) -> Vec<(Unit, u16)> {
        let own: Vec<(Unit, u16)> = s
            .at(from)
            .filter(|(u, _)| {
                u.kind().is_land()
                    && !u.is_prisoner()
                    && u.nation().seat() == seat
                    && s.is_active(u.nation())
                    && u.status() == Status::Ready
                    && self.attack_targets(s, *u, false) & bit(target) != 0
            })
            .collect();
        let side = Side::from_seat(seat);
        let others =
            s.tallies(from, side)[0] - own.iter().map(|(_, n)| n).sum::<u16>().min(s.tallies(from, side)[0]);
        let threat = self.c.land[from.i()] & s.troops[side.enemy() as usize] & !bit(target);
        let mut keep = u16::from(threat != 0 && others == 0);
        own.into_iter()
            .map(|(u, n)| {
                let stays = keep.min(n);
                keep -= stays;
                (u, n - stays)
            })
            .filter(|&(_, n)| n > 0)
            .collect()
    }
    /// Whether an area can be walked into, or taken with good chances and held.
    fn could_attack(&self, s: &State, seat: Seat) -> bool {
        let side = Side::from_seat(seat);
        let enemy = side.enemy();
        let coming = self.coming_into(s);
        let targets = self.enemy_ground(s, side) & self.c.korea & !coming;
        each(targets).filter(|&t| s.ipc[t.i()] > 0).any(|target| {
            let from = self.c.land[target.i()] & s.friendly[side as usize];
            let band: Vec<(Unit, u16)> = each(from).flat_map(|a| self.spared(s, seat, a, target)).collect();
            if band.is_empty() {
                return false;
            }
            let beyond = self.c.land[target.i()] & s.troops[enemy as usize] & !bit(target);
            if s.holds[enemy as usize] & bit(target) == 0 {
                return beyond == 0;
            }
            let Some(odds) = self.odds_of(s, &band, target) else { return false };
            let bodies: u16 = band.iter().map(|(_, n)| n).sum();
            let threat: u16 = each(beyond).map(|a| s.tallies(a, enemy)[0]).sum();
            odds.win >= GOOD
                && odds.attackers_left >= f64::from(threat)
                && 2.0 * odds.attackers_left > f64::from(bodies)
        })
    }
    /// Enemy areas that units are on their way into.
    pub(crate) fn coming_into(&self, s: &State) -> u64 {
        s.units()
            .filter(|(u, _)| s.is_active(u.nation()))
            .map(|(u, _)| if u.assaults() { u.via() } else { u.place() })
            .filter(|p| p.is_area())
            .fold(0, |m, p| m | bit(p))
            & s.friendly[s.active().enemy() as usize]
    }
    /// The chances of an attack that could be made in combat movement.
    fn odds_of(&self, s: &State, band: &[(Unit, u16)], target: Place) -> Option<Odds> {
        let mut s = s.clone();
        for &(unit, count) in band {
            s.shift(unit, self.attacker(unit, target, unit.place()), count);
        }
        self.odds_from(&s, target, SAMPLES)
    }
    /// Whether a gun or tank stands idle that could fire, with a token to spare.
    fn could_fire(&self, s: &State, seat: Seat) -> bool {
        s.units().any(|(u, _)| {
            u.kind().snipes()
                && !u.is_prisoner()
                && u.nation().seat() == seat
                && s.is_active(u.nation())
                && u.status() == Status::Ready
                && self.c.korea & bit(u.place()) != 0
                && s.tokens[u.place().i()] >= 2
                && self.snipe_targets(s, u) != 0
        })
    }

    /// Whether troops wait on the Track where a transport has not lifted yet.
    fn could_lift(&self, s: &State, seat: Seat) -> bool {
        Place::spaces().any(|space| {
            let troops = s.at(space).any(|(u, _)| {
                u.kind().is_land()
                    && u.nation().seat() == seat
                    && s.is_active(u.nation())
                    && u.status() == Status::Ready
            });
            troops && s.at(space).any(|(u, _)| u.kind() == Kind::Transport && !u.lift_used())
        })
    }
    /// Whether troops wait in Japan with an empty transport ready beside them.
    fn could_embark(&self, s: &State, seat: Seat) -> bool {
        let own = |u: Unit| {
            !u.is_prisoner()
                && u.nation().seat() == seat
                && s.is_active(u.nation())
                && u.status() == Status::Ready
        };
        s.turn + 2 <= s.opts.length
            && s.at(self.c.base).any(|(u, _)| u.kind().is_land() && own(u))
            && each(self.c.base_zones).any(|z| {
                s.at(z).any(|(u, _)| {
                    u.kind() == Kind::Transport && own(u) && u.cargo().is_empty() && u.range() > 0
                })
            })
    }
    /// Whether troops stand two areas or more behind the front that could come nearer. Coasts may keep a guard.
    fn could_come_up(&self, s: &State, seat: Seat) -> bool {
        let side = Side::from_seat(seat);
        let near = self.nearness(s, side);
        s.units().any(|(u, _)| {
            let here = u.place().i();
            let idle = u.kind().is_land()
                && !u.is_prisoner()
                && u.nation().seat() == seat
                && s.is_active(u.nation())
                && u.status() == Status::Ready
                && self.c.korea & bit(u.place()) != 0;
            if !idle || !(2..9).contains(&near[here]) {
                return false;
            }
            let guard = self.c.coast[here] != 0 && s.tallies(u.place(), side)[0] <= COAST_GUARD;
            !guard && each(self.march_targets(s, u, false)).any(|t| near[t.i()] < near[here])
        })
    }

    /// Areas that a side holds next to enemy troops when the other side moves.
    fn count_empty(&self, s: &State, side: Side, habits: &mut Habits) {
        let enemy = s.troops[side.enemy() as usize];
        for area in each(s.friendly[side as usize] & self.c.korea).filter(|&a| s.ipc[a.i()] > 0) {
            if self.c.land[area.i()] & enemy == 0 {
                continue;
            }
            let lapse = s.troops[side as usize] & bit(area) == 0 && self.could_man(s, side, area);
            habits.note(side as u8, EMPTY, 1, u64::from(lapse));
        }
    }
    /// Whether a neighbour has more than one unit, or more than two with enemies next to it, of those who may come.
    fn could_man(&self, s: &State, side: Side, area: Place) -> bool {
        let enemy = s.troops[side.enemy() as usize];
        each(self.c.land[area.i()] & s.friendly[side as usize]).any(|a| {
            let may = |u: Unit| {
                u.kind().is_land()
                    && !u.is_prisoner()
                    && u.side() == side
                    && self.friendly_ground(s, u.nation()) & bit(area) != 0
            };
            let units: u16 = s.at(a).filter(|(u, _)| may(*u)).map(|(_, n)| n).sum();
            units > 1 + u16::from(self.c.land[a.i()] & enemy != 0)
        })
    }

    /// Land units of a seat in Korea, and those of them that are cut off and stay though they could restore their supply.
    fn cut_off_idle(&self, s: &State, seat: Seat) -> (u64, u64) {
        let (mut units, mut lapses) = (0, 0);
        for nation in Nation::ALL.into_iter().filter(|&n| n.seat() == seat && s.is_active(n)) {
            let linked = self.linked(s, nation);
            for area in each(self.c.korea) {
                let (mut here, mut band) = (0, Vec::new());
                for (u, n) in s.at(area).filter(|(u, _)| u.nation() == nation && !u.is_prisoner()) {
                    if u.kind().is_land() {
                        here += u64::from(n);
                        if u.status() == Status::Ready {
                            band.push((u, n));
                        }
                    }
                }
                units += here;
                if linked & bit(area) == 0 && self.could_break_out(s, area, &band) {
                    lapses += band.iter().map(|(_, n)| u64::from(*n)).sum::<u64>();
                }
            }
        }
        (units, lapses)
    }
    fn could_break_out(&self, s: &State, area: Place, band: &[(Unit, u16)]) -> bool {
        let Some(&(first, _)) = band.first() else { return false };
        let targets = band.iter().fold(u64::MAX, |m, (u, _)| m & self.attack_targets(s, *u, false));
        let empty = !s.holds[first.side().enemy() as usize];
        each(targets & self.c.land[area.i()]).any(|target| {
            self.would_link(s, area, first.nation(), target)
                && (empty & bit(target) != 0
                    || self.odds_of(s, band, target).is_some_and(|o| o.win >= BREAK_OUT))
        })
    }
}
