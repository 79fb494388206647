//! 3.1 The reports beside the map: strategic situation, weather, air units, airfields and ports, the options chosen.

// A sentence is handed over where it is made.
#![allow(clippy::needless_pass_by_value)]

use crate::air::{air_loss, effective};
use crate::data::{Basing, COM, ChinaStart, Mission, Temperature, UN, Weather};
use crate::game::Scope;
use crate::ground::HexBits;
use crate::names;
use crate::state::{AirId, Phase, State};
use board::HexId;
use engine::scene::{Panel, PanelBody, Text};
use engine::{Eyes, Seat, SeatSet, Sentence, many, say};

type Row<'a> = Vec<Text<'a>>;

/// The reports of a position, in the words of one looker.
pub struct Reports<'a, 'e> {
    pub scope: Scope<'a>,
    pub st: &'a State,
    pub eyes: &'e Eyes<'e>,
}

fn number<'a>(n: impl ToString) -> Text<'a> {
    n.to_string().into()
}

impl<'a> Reports<'a, '_> {
    fn says(&self, sentence: Sentence) -> Text<'a> {
        self.eyes.text(&sentence)
    }

    fn row<const N: usize>(&self, cells: [Sentence; N]) -> Row<'a> {
        cells.iter().map(|cell| self.eyes.text(cell)).collect()
    }

    fn table<const N: usize>(
        &self,
        id: &'static str,
        title: Sentence,
        columns: [Sentence; N],
        rows: Vec<Row<'a>>,
    ) -> Panel<'a> {
        let body = PanelBody::Table { columns: self.row(columns), rows };
        Panel { id: id.into(), title: self.says(title), body }
    }

    /// 3.11-3.16 The reports. [rule: ck 3.1, ck 3.11, ck 3.14, ck 3.15]
    pub fn all(&self, net: &HexBits, seats: SeatSet) -> Vec<Panel<'a>> {
        // While missions are given the air display comes first.
        let mut all = self.air_boxes();
        all.extend([self.strategic(), self.weather_report(), self.fields_and_ports(net), self.chosen(seats)]);
        for side in [COM, UN] {
            if seats.contains(Seat(side)) && self.scope.has_air(side) {
                all.push(self.air_report(side));
            }
        }
        all
    }

    /// [rule: ck 8.0-history]
    fn strategic(&self) -> Panel<'a> {
        let (scope, st) = (&self.scope, self.st);
        let (com, un) = (scope.holdings(st, COM), scope.holdings(st, UN));
        let row = |what: Sentence, a: i32, b: i32| vec![self.says(what), number(a), number(b)];
        let cil = match scope.world.era.modern() {
            true => number(st.interdiction[0]),
            false => self.says(say!("CIL {level}", level = st.cil)),
        };
        let level = names::level(scope.level(st));
        let mut rows = vec![
            row(say!("Hexes"), com.0, un.0),
            row(say!("Points"), com.1, un.1),
            row(say!("Stockpile"), i32::from(st.stock[0]), i32::from(st.stock[1])),
            vec![self.says(say!("Interdiction level")), cil, number(st.interdiction[1])],
            self.row([say!("Level now"), say!("{level}", level), say!("")]),
        ];
        // A turn's level in the table is that of its end.
        let over = st.phase == Phase::Over;
        let ago = if over { 1 } else { 2 };
        let past = scope.world.turns.get((st.turn as usize).wrapping_sub(ago)).and_then(|t| t.level.as_ref());
        if let Some(level) = past {
            let when =
                if over { say!("History, end of this turn") } else { say!("History, end of last turn") };
            rows.push(vec![self.says(when), self.eyes.term(level), "".into()]);
        }
        if st.refugees {
            rows.push(self.row([say!("Refugees"), say!(""), say!("roads closed")]));
        }
        if st.china.trigger > 0 && !scope.world.era.modern() {
            let date = names::date(st.china.trigger);
            rows.push(self.row([say!("Parallel crossed"), say!("{date}", date), say!("")]));
        }
        let columns = [say!(""), say!("Communists"), say!("United Nations")];
        self.table("strategic", say!("Strategic report"), columns, rows)
    }

    /// 3.12 Weather with its effects and the forecasts. [rule: ck 3.12]
    /// [rule: ck 3.12-report]
    fn weather_report(&self) -> Panel<'a> {
        let (scope, st) = (&self.scope, self.st);
        let line = |head: Sentence, w: Weather| {
            let (t, v) = (names::temperature(w.temperature), names::visibility(w.visibility));
            self.row([head, say!("{t}", t), say!("{v}", v)])
        };
        let mut rows = vec![line(say!("Now"), st.weather)];
        for (ahead, forecast) in st.forecast.into_iter().enumerate() {
            let sure = scope.world.tables.forecast[ahead];
            rows.push(line(
                say!("In {n} {n|turn|turns} ({sure} % sure)", n = ahead as u32 + 1, sure),
                forecast,
            ));
        }
        let [inland, coast] = scope.freeze_rows(st);
        let inland = if inland < 0 { say!("none") } else { say!("{row}", row = inland) };
        let coast = if coast < 0 { say!("coast none") } else { say!("coast {row}", row = coast) };
        rows.push(self.row([say!("Freeze line, row"), inland, coast]));
        let kinds = [
            say!("Aircraft: LR all weather"),
            say!("Aircraft: LR"),
            say!("Aircraft: SR all weather"),
            say!("Aircraft: SR Japan"),
            say!("Aircraft: SR Korea, carrier"),
        ];
        for (kind, per_cent) in kinds.into_iter().zip(&scope.world.tables.air_weather) {
            let per_cent = per_cent[st.weather.visibility as usize];
            rows.push(self.row([kind, say!("{per_cent} %", per_cent), say!("")]));
        }
        let harsh = match (st.weather.storm(), st.weather.temperature) {
            (true, _) => say!("5 readiness more for all who fight"),
            (_, Temperature::Hot) => say!("5 readiness more south of the freeze line"),
            _ => say!("no effect"),
        };
        rows.push(self.row([say!("Combat"), harsh, say!("")]));
        let roads = if scope.roads_open(st, COM) { say!("open") } else { say!("closed by storms") };
        rows.push(self.row([say!("Roads"), roads, say!("")]));
        let columns = [say!(""), say!("Temperature"), say!("Visibility")];
        self.table("weather", say!("Weather"), columns, rows)
    }

    /// 3.14 Airfields and ports. [rule: ck 3.14]
    fn fields_and_ports(&self, net: &HexBits) -> Panel<'a> {
        let (scope, st) = (&self.scope, self.st);
        let place = |hex: HexId, kind: Sentence, state: Sentence| {
            let name = scope.ground.place_name(hex).unwrap_or_default();
            let owner = if scope.friendly(st, UN, hex) { say!("UN") } else { say!("Com") };
            let label = scope.ground.label(hex).into();
            vec![label, self.eyes.term(name), self.says(kind), self.says(owner), self.says(state)]
        };
        let port = |&hex: &HexId| {
            let state = if scope.mined(st, hex) { say!("mined") } else { say!("clear") };
            place(hex, say!("port"), state)
        };
        let mut rows: Vec<Row<'a>> = scope.ground.ports.iter().map(port).collect();
        for field in &scope.ground.fields {
            let kind = if field.major { say!("major airfield") } else { say!("airfield") };
            let here = |a: &AirId| {
                let wing = &st.wings[a.0 as usize];
                wing.field == field.hex.0 && wing.base == Basing::Korea
            };
            let mut based = scope.wings(st, UN).filter(here).peekable();
            let state = match () {
                () if based.peek().is_some() => say!("{units}", units = many(based.map(names::air))),
                () if scope.ground.japan.has(field.hex.index()) => say!("in Japan"),
                () if scope.field_usable(st, net, field.hex) => say!("usable"),
                () => say!("not usable"),
            };
            rows.push(place(field.hex, kind, state));
        }
        let columns = [say!("Hex"), say!("Place"), say!("Kind"), say!("Owner"), say!("State")];
        self.table("fields", say!("Airfields and ports"), columns, rows)
    }

    /// 3.21 A box a mission: an air unit lies in the box of its own and is laid into another. [rule: ck 3.21]
    fn air_boxes(&self) -> Vec<Panel<'a>> {
        if self.scope.air_display(self.st).next().is_none() {
            return Vec::new();
        }
        let boxed = |mission: Mission| Panel {
            id: mission.place().into(),
            title: self.says(say!("Air display: {mission}", mission = names::mission(mission))),
            body: PanelBody::Box,
        };
        Mission::ALL.map(boxed).into()
    }

    /// 3.21 The air units with their strengths as they are now, and what the orders will bring. [rule: ck 3.21]
    fn air_report(&self, side: u8) -> Panel<'a> {
        let mut rows: Vec<Row<'a>> = self.scope.wings(self.st, side).map(|air| self.air_row(air)).collect();
        for (what, value) in self.projections(side) {
            let mut row = vec!["".into(), self.says(what), self.says(value)];
            row.resize(9, "".into());
            rows.push(row);
        }
        let columns = [
            say!("Id"),
            say!("Unit"),
            say!("Aircraft"),
            say!("A2G"),
            say!("A2A"),
            say!("Strike / in MiG Alley"),
            say!(""),
            say!("Base"),
            say!("Mission"),
        ];
        self.table("air", say!("Air operations"), columns, rows)
    }

    fn air_row(&self, air: AirId) -> Row<'a> {
        let (scope, st) = (&self.scope, self.st);
        let (def, wing) = (&scope.world.air[air.0 as usize], &st.wings[air.0 as usize]);
        let (g, f) = scope.air_strength(st, air);
        let base = match (wing.base, wing.field) {
            (Basing::Japan, _) => say!("Japan"),
            (Basing::Carrier, _) => say!("carrier"),
            (Basing::North, _) => say!("North Korea"),
            (Basing::Korea, u16::MAX) => say!("Korea"),
            (Basing::Korea, hex) => say!("{hex}", hex = names::hex(HexId(hex))),
        };
        let (strike, cover) = scope.air_strength_on(st, air, Mission::GroundAttack);
        let strike = match scope.world.era.modern() {
            true => number(strike),
            false => format!("{strike} / {}", effective(strike, cover, i32::from(st.cil))).into(),
        };
        let marks = match (def.long_range, def.all_weather, def.jet) {
            (true, true, true) => say!("LR AW jet"),
            (true, true, false) => say!("LR AW"),
            (true, false, true) => say!("LR jet"),
            (true, false, false) => say!("LR"),
            (false, true, true) => say!("AW jet"),
            (false, true, false) => say!("AW"),
            (false, false, true) => say!("jet"),
            (false, false, false) => say!(""),
        };
        vec![
            self.eyes.term(&def.id),
            self.eyes.term(&def.name),
            self.eyes.term(&def.aircraft),
            number(g),
            number(f),
            strike,
            self.says(marks),
            self.says(base),
            self.says(say!("{mission}", mission = names::mission(wing.mission))),
        ]
    }

    /// 3.21 What the missions as they stand will bring.
    fn projections(&self, side: u8) -> Vec<(Sentence, Sentence)> {
        let (scope, st) = (&self.scope, self.st);
        if !scope.world.era.modern() {
            let cil = scope.projected_cil(st);
            let level = scope.interdiction_level_at(st, UN, i32::from(cil));
            let mut all = vec![
                (say!("Projected CIL"), say!("{cil}", cil)),
                (say!("Projected UNIL"), say!("{level}", level)),
                (say!("Mean stockpile loss"), say!("{mean}", mean = names::halves(level.max(0) as u64))),
            ];
            all.extend([30, 40, 50].map(|row| {
                let odds = (i32::from(st.stock[0]) * 30 - level * row).div_euclid(30).clamp(0, 100);
                (say!("Communist resupply"), say!("row {row}: {odds} %", row, odds))
            }));
            return all;
        }
        // What the enemy has left and where he sends it is not known: he is taken at his first strength.
        let a = &scope.world.numbers.air;
        let theirs = scope.world.air.iter().filter(|d| d.side != side && d.present(st.turn));
        let theirs: i32 = theirs.map(|d| i32::from(d.a2a)).sum();
        let ours = scope.air_power(st, side);
        let loss = air_loss(ours, theirs, a.loss_factor, a.loss_most);
        let his = air_loss(theirs, ours, a.loss_factor, a.loss_most);
        let level = scope.interdiction_level(st, side);
        vec![
            (say!("Interdiction level"), say!("{level}", level)),
            (say!("Loss at most, if all the enemy's fighters come"), say!("{loss} %", loss)),
            (say!("The enemy's loss then"), say!("{his} %", his)),
        ]
    }

    /// 3.15 The options chosen. [rule: ck 3.15]
    fn chosen(&self, seats: SeatSet) -> Panel<'a> {
        let c = &self.st.choices;
        let secret = c.random_capability && !seats.contains(Seat(COM)) && self.st.phase != Phase::Over;
        let capability = match c.capability {
            _ if secret => say!("Random"),
            0 => say!("Pushover"),
            1 => say!("Moderate"),
            2 => say!("Challenging"),
            3 => say!("Hairy"),
            _ => say!("Hideous"),
        };
        let mut rows = vec![
            [say!("Capability"), capability],
            [say!("Air campaign"), if c.program_air { say!("program") } else { say!("players") }],
            [say!("Intelligence"), if c.complete { say!("complete") } else { say!("limited") }],
            [say!("Early end"), if c.early_end { say!("allowed") } else { say!("no") }],
        ];
        // 2.111 Where China is in the war already, or stays out of it, there is nothing to choose.
        if self.scope.scenario.start.china == ChinaStart::Waiting {
            let china = if c.fixed_china { say!("fixed") } else { say!("historical") };
            rows.insert(0, [say!("Chinese intervention"), china]);
        }
        let rows = rows.into_iter().map(|row| self.row(row)).collect();
        self.table("options", say!("Scenario"), [say!(""), say!("")], rows)
    }
}
