//! What happens to pieces and tracks, whatever rule makes it happen: entering hexes, losses, points, objectives.

use crate::data::Size;
use crate::frames::Frame;
use crate::game::FireAndIce;
use crate::hq::Displace;
use crate::names::{at, seat, side as named};
use crate::state::{AirBox, AirId, COM, Commander, End, PieceId, Spot, State, UN, did, mark, other};
use board::HexId;
use engine::{Effect, Play, say};

impl FireAndIce {
    /// 12.1.1 Points that a side earns; MacArthur doubles what the United Nations earn. [rule: fi 12.1.1, fi 14.4-macarthur]
    pub(crate) fn earn(&self, state: &mut State, side: u8, points: i8, rule: &'static str, play: &mut Play) {
        let points = if side == UN && state.commander == Commander::MacArthur { points * 2 } else { points };
        play.note(
            rule,
            say!("{side} gains {points} victory {points|point|points}", side = named(side), points),
        );
        self.shift(state, side, points, play);
    }

    /// 5.6 Points that a side pays: they go to the other, never doubled. [rule: fi 5.6-points]
    pub(crate) fn pay_points(&self, state: &mut State, payer: u8, points: i8, play: &mut Play) {
        self.shift(state, other(payer), points, play);
    }

    /// 14.4 The marker moves; MacArthur is relieved when it turns from blue to red. [rule: fi 14.4-relief]
    fn shift(&self, state: &mut State, side: u8, points: i8, play: &mut Play) {
        let delta = if side == COM { points } else { -points };
        state.points = state.points.saturating_add(delta).clamp(-99, 99);
        let colour = match state.points {
            0 => return,
            p if p > 0 => COM,
            _ => UN,
        };
        if colour == COM && state.colour == UN && state.commander == Commander::MacArthur {
            state.commander = Commander::Relieved;
            play.note("fi 14.4-relief", say!("MacArthur is relieved; Ridgway comes with the next month"));
        }
        state.colour = colour;
    }

    /// Moves a support level within its track.
    pub(crate) fn level(&self, level: u8, by: i16) -> u8 {
        (i16::from(level) + by).clamp(0, self.data.numbers.track) as u8
    }

    /// 7.0 Moves infrastructure within its bounds. [rule: fi 7.0e]
    pub(crate) fn build(&self, state: &mut State, side: u8, by: i16) {
        let numbers = &self.data.numbers;
        let track = &mut state.sides[usize::from(side)].infrastructure;
        let least = numbers.least_infrastructure[usize::from(side)];
        *track = (i16::from(*track) + by).clamp(least, numbers.supply_track) as u8;
    }

    /// Adds replacement points within their track.
    pub(crate) fn replace(&self, state: &mut State, side: u8, pool: usize, by: i16) {
        let track = &mut state.sides[usize::from(side)].replacements[pool];
        *track = (i16::from(*track) + by).clamp(0, self.data.numbers.supply_track) as u8;
    }

    /// A unit goes from hex to hex along a path whose first hex it leaves. Whatever lies on the way happens.
    pub(crate) fn go(&self, state: &mut State, id: PieceId, path: &[HexId], play: &mut Play) {
        let mut from = state.piece(id).at;
        // On the way it stands nowhere: only where it stops is looked at again.
        self.put(state, id, Spot::COMING);
        for &hex in path {
            if state.end != End::Playing {
                break;
            }
            self.pass(state, id, from, hex, play);
            from = Spot::hex(hex);
        }
        self.put(state, id, from);
    }

    /// 1.0 A piece enters a hex: control, objectives, displaced headquarters, scenario points. [rule: fi 1.0-control]
    fn pass(&self, state: &mut State, id: PieceId, from: Spot, hex: HexId, play: &mut Play) {
        state.piece_mut(id).did &= !did::ARRIVED;
        let unit = self.unit(id);
        if unit.hq() {
            return;
        }
        if let Some(left) = from.on_map() {
            self.vacate(state, left, unit.side);
        }
        let side = unit.side;
        state.control.set(hex.index(), side == COM);
        self.vacate(state, hex, other(side));
        self.turn_up(state, hex, side, play);
        for &hq in &self.hqs[usize::from(other(side))] {
            if state.hex_of(hq) == Some(hex) {
                state.frames.push(Frame::Displace(Displace { hq }));
            }
        }
        self.captured(state, hex, side, play);
    }

    /// 6.2 Positions and trenches vanish where no friendly unit is left. [rule: fi 6.2b]
    pub(crate) fn vacate(&self, state: &mut State, hex: HexId, side: u8) {
        let built = state.positions.has(hex.index()) || state.trenches.has(hex.index());
        if built && self.units_in(state, side, hex).next().is_none() {
            state.positions.set(hex.index(), false);
            state.trenches.set(hex.index(), false);
        }
    }

    /// 16, 17, 13.1 Points for cities, and the end when every port is lost.
    fn captured(&self, state: &mut State, hex: HexId, side: u8, play: &mut Play) {
        let scenario = self.scenario_of(state);
        let numbers = &self.data.numbers;
        // [rule: fi 16-cities]
        let city = self.data.perimeter.iter().position(|&c| c == hex);
        let scored = |city: usize| state.perimeter >> city & 1 == 1;
        if let Some(city) = city.filter(|&c| side == COM && scenario.rules.perimeter_cities && !scored(c)) {
            state.perimeter |= 1 << city;
            self.earn(state, COM, numbers.perimeter_city, "fi 16-cities", play);
        }
        // [rule: fi 17-pyongyang]
        let capital = &self.ground(state).pyongyang;
        if side == UN && scenario.rules.pyongyang && !state.pyongyang && capital.contains(&hex) {
            let both = capital.iter().all(|&h| self.controller(state, h) == UN);
            if both {
                state.pyongyang = true;
                self.earn(state, UN, numbers.pyongyang, "fi 17-pyongyang", play);
            }
        }
        // [rule: fi 13.1-ports]
        let ports = self.ground(state).boxes;
        if side == COM && ports.contains(&hex) && ports.iter().all(|&p| self.controller(state, p) == COM) {
            state.end = End::Ports;
            play.outcome("fi 13.1-ports", say!("every invasion port is Communist: the war is over"));
        }
    }

    /// 12.1.3 A friendly unit enters: the marker is revealed. [rule: fi 12.1.3-reveal]
    fn turn_up(&self, state: &mut State, hex: HexId, side: u8, play: &mut Play) {
        let found = state.objectives.iter().position(|o| o.hex == hex && o.side == side && o.value == 0);
        if let Some(index) = found {
            self.reveal(state, index, play);
        }
    }

    /// 12.1.3 Draws the value of a marker: nobody knew it before. [rule: fi 12.1.3-pool]
    pub(crate) fn reveal(&self, state: &mut State, index: usize, play: &mut Play) {
        let marker = state.objectives[index];
        let left = self.pool(state, marker.side);
        let kind = play.pick(&left, "objective");
        let value = [1, 3, 5][kind.min(2)];
        state.objectives[index].value = value;
        play.note(
            "fi 12.1.3-reveal",
            say!(
                "{side}'s objective at {hex} is worth {value}",
                side = named(marker.side),
                hex = at(marker.hex),
                value
            ),
        )
        .on(at(marker.hex));
    }

    /// The values of a colour that no revealed marker shows.
    pub(crate) fn pool(&self, state: &State, side: u8) -> [u16; 3] {
        let mut left = self.data.numbers.objectives;
        for marker in state.objectives.iter().filter(|m| m.side == side) {
            if let Some(kind) = [1, 3, 5].iter().position(|&v| v == marker.value) {
                left[kind] = left[kind].saturating_sub(1);
            }
        }
        left
    }

    /// Whether a marker of this colour is left to place.
    pub(crate) fn pool_left(&self, state: &State, side: u8) -> bool {
        let all: u16 = self.data.numbers.objectives.iter().sum();
        (state.objectives.iter().filter(|m| m.side == side).count() as u16) < all
    }

    /// 5.6, 14.2 A unit is eliminated: its markers are gone; task forces and the 187th leave the game. [rule: fi 6.0, fi 14.2-gone]
    pub(crate) fn eliminate(&self, state: &mut State, id: PieceId, rule: &'static str, play: &mut Play) {
        let unit = self.unit(id);
        let from = state.piece(id).at;
        let to = if unit.task_force() || id == self.airborne { Spot::GONE } else { Spot::REPLACEMENTS };
        self.put(state, id, to);
        let piece = state.piece_mut(id);
        piece.marks = 0;
        piece.did = 0;
        play.note(rule, say!("{unit} is lost", unit = id)).on(from).effect(Effect::Lost { unit: id.into() });
        if let Some(hex) = from.on_map() {
            self.vacate(state, hex, unit.side);
        }
    }

    /// 12.1.2 As [`FireAndIce::eliminate`], in combat: a US cadre gives the Communist side a point. [rule: fi 12.1.2-cadre]
    pub(crate) fn eliminate_in_combat(&self, state: &mut State, id: PieceId, play: &mut Play) {
        self.eliminate(state, id, "fi 5.6-losses", play);
        if self.unit(id).size == Size::Cadre {
            self.earn(state, COM, 1, "fi 12.1.2-cadre", play);
        }
    }

    /// 6.2 A Bug Out marker; the Communist side gains a point each time. [rule: fi 6.2g]
    pub(crate) fn bug_out(&self, state: &mut State, id: PieceId, play: &mut Play) {
        self.shake(state, id, mark::BUG_OUT);
        play.say(seat(self.unit(id).side), "fi 6.2g", say!("{unit} bugs out", unit = id))
            .on(state.piece(id).at);
        self.earn(state, COM, 1, "fi 6.2g", play);
    }

    /// 10.3.1 A hit: reduced and Damaged, eliminated if it was reduced; elite divisions leave for good. [rule: fi 10.3.1-hit, fi 10.2-elite]
    pub(crate) fn shot_down(&self, state: &mut State, id: AirId, rule: &'static str, play: &mut Play) {
        let lost = state.air[id.index()].reduced || self.data.planes[id.index()].elite;
        let air = &mut state.air[id.index()];
        air.at = if lost { AirBox::Gone } else { AirBox::Damaged };
        air.reduced = !lost;
        air.improved = false;
        air.base = crate::state::Base::Japan;
        if lost {
            play.note(rule, say!("{air} is lost", air = id));
        } else {
            play.note(rule, say!("{air} is reduced and damaged", air = id));
        }
    }

    /// 10.3.2, 10.4.2 Damaged but not reduced; an elite division leaves for good. [rule: fi 10.2-elite]
    pub(crate) fn damage(&self, state: &mut State, id: AirId, rule: &'static str, play: &mut Play) {
        let elite = self.data.planes[id.index()].elite;
        self.home(state, id, if elite { AirBox::Gone } else { AirBox::Damaged });
        play.note(rule, say!("{air} is damaged", air = id));
    }

    /// Takes an aircraft off its mission.
    pub(crate) fn home(&self, state: &mut State, id: AirId, to: AirBox) {
        let air = &mut state.air[id.index()];
        air.at = to;
        air.base = crate::state::Base::Japan;
        air.improved = false;
    }

    /// 10.4 After a tactical mission: stays on a D6 up to its station number. [rule: fi 10.4-station]
    pub(crate) fn station(&self, state: &mut State, id: AirId, play: &mut Play) {
        if !state.air[id.index()].at.mission() {
            return;
        }
        let station = u32::from(self.air_type(id).station);
        if play.d6("station") > station {
            self.home(state, id, AirBox::Available);
            play.note("fi 10.4-station", say!("{air} goes home", air = id));
        } else {
            play.note("fi 10.4-station", say!("{air} stays on station", air = id));
        }
    }
}
