//! 6.4 Weather, the freeze line, and forecasts.

use crate::data::{Freeze, Temperature, Visibility, Weather};
use crate::game::Scope;
use crate::names;
use crate::state::State;
use engine::{Play, Seat, SeatSet, say};

const TEMPERATURES: [Temperature; 3] = [Temperature::Cold, Temperature::Mild, Temperature::Hot];
const VISIBILITIES: [Visibility; 3] = [Visibility::Fair, Visibility::Cloudy, Visibility::Storms];

/// 6.4 The freeze line after a turn of this temperature. [rule: ck 6.4]
pub fn next_freeze(freeze: &Freeze, row: i8, temperature: Temperature) -> i8 {
    let moved = row + freeze.change[temperature as usize];
    let least = if temperature == Temperature::Cold { freeze.cold_least } else { freeze.thawed };
    moved.max(least).clamp(freeze.thawed, freeze.last)
}

/// Which of three values a d100 points at.
fn pick(roll: u32, shares: [u8; 3]) -> usize {
    let first = u32::from(shares[0]);
    match roll {
        r if r <= first => 0,
        r if r <= first + u32::from(shares[1]) => 1,
        _ => 2,
    }
}

impl Scope<'_> {
    /// 6.4, 4.4.10 The true weather of a turn, from its month's row. [rule: ck 6.4]
    /// [rule: ck 6.4-months]
    pub fn draw_weather(&self, turn: u8, play: &mut Play) -> Weather {
        let last = self.world.turns.len();
        let month = self.world.turns[(turn as usize).clamp(1, last) - 1].month;
        let row = self.world.tables.months[month as usize];
        let temperature = TEMPERATURES[pick(play.roll(100, "temperature"), row.temperature)];
        let visibility = VISIBILITIES[pick(play.roll(100, "visibility"), row.visibility)];
        Weather { temperature, visibility }
    }

    /// 3.12, 4.4.10 The forecasts for the next three turns: right with 85, 70 and 55 per cent. [rule: ck 3.12]
    pub fn make_forecast(&self, st: &mut State, play: &mut Play) {
        for ahead in 0..3 {
            let accuracy = u32::from(self.world.tables.forecast[ahead]);
            let truth = st.coming[ahead];
            let mut wrong = |value: usize| {
                let right = play.roll(100, "forecast") <= accuracy;
                if right { value } else { (value + 1 + play.draw(2, "wrong forecast")) % 3 }
            };
            st.forecast[ahead] = Weather {
                temperature: TEMPERATURES[wrong(truth.temperature as usize)],
                visibility: VISIBILITIES[wrong(truth.visibility as usize)],
            };
        }
        play.whisper(SeatSet::NONE, Seat(0), "ck 3.12", say!("the forecasts are made"));
    }

    /// 6.4 The weather of the coming turn. [rule: ck 6.4]
    pub fn turn_weather(&self, st: &mut State, play: &mut Play) {
        st.weather = st.coming[0];
        let next = self.draw_weather(st.turn + 4, play);
        st.coming = [st.coming[1], st.coming[2], next];
        play.whisper(SeatSet::NONE, Seat(0), "ck 6.4", say!("the weather to come is drawn"));
        st.freeze = next_freeze(&self.world.tables.freeze, st.freeze, st.weather.temperature);
        self.make_forecast(st, play);
        let (temperature, visibility) =
            (names::temperature(st.weather.temperature), names::visibility(st.weather.visibility));
        let told = match st.freeze {
            ..0 => {
                say!("weather: {temperature} and {visibility}, nothing is frozen", temperature, visibility)
            }
            row => say!(
                "weather: {temperature} and {visibility}, freeze line at row {row}",
                temperature,
                visibility,
                row,
            ),
        };
        play.note("ck 6.4", told);
    }
}
