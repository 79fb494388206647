//! 3.1 The reports beside the map: strategic situation, weather, air units, airfields and ports, the options chosen.

use crate::air::{air_loss, effective};
use crate::data::{Basing, COM, Mission, Temperature, UN};
use crate::game::Scope;
use crate::names;
use crate::state::{Phase, State};
use board::HexId;
use engine::scene::{Panel, PanelBody, Text};
use engine::{Seat, SeatSet};

fn table<'a>(
    id: &'static str,
    title: &'static str,
    columns: &[&'static str],
    rows: Vec<Vec<String>>,
) -> Panel<'a> {
    Panel {
        id: id.into(),
        title: title.into(),
        body: PanelBody::Table {
            columns: columns.iter().map(|c| Text::from(*c)).collect(),
            rows: rows.into_iter().map(|r| r.into_iter().map(Text::from).collect()).collect(),
        },
    }
}

impl Scope<'_> {
    /// 3.11-3.16 The reports. [rule: ck 3.1, ck 3.11, ck 3.14, ck 3.15]
    pub fn panels(&self, st: &State, seats: SeatSet) -> Vec<Panel<'static>> {
        let mut all = vec![
            self.strategic(st),
            self.weather_report(st),
            self.fields_and_ports(st),
            self.chosen(st, seats),
        ];
        for side in [COM, UN] {
            if seats.contains(Seat(side)) && self.has_air(side) {
                all.push(self.air_report(st, side));
            }
        }
        all
    }

    /// [rule: ck 8.0-history]
    fn strategic(&self, st: &State) -> Panel<'static> {
        let (com, un) = (self.holdings(st, COM), self.holdings(st, UN));
        let row = |a: &str, b: i32, c: i32| vec![a.to_owned(), b.to_string(), c.to_string()];
        let mut rows = vec![
            row("Hexes", com.0, un.0),
            row("Points", com.1, un.1),
            row("Stockpile", i32::from(st.stock[0]), i32::from(st.stock[1])),
            vec!["Interdiction level".to_owned(), self.com_level(st), st.interdiction[1].to_string()],
            vec!["Level now".to_owned(), names::level_text(self.level(st)), String::new()],
        ];
        // A turn's level in the table is that of its end.
        let over = st.phase == Phase::Over;
        let (ago, when) = if over { (1, "this") } else { (2, "last") };
        let past = self.world.turns.get((st.turn as usize).wrapping_sub(ago)).and_then(|t| t.level.clone());
        if let Some(level) = past {
            rows.push(vec![format!("History, end of {when} turn"), level, String::new()]);
        }
        if st.refugees {
            rows.push(vec!["Refugees".to_owned(), String::new(), "roads closed".to_owned()]);
        }
        if st.china.trigger > 0 && !self.world.era.modern() {
            rows.push(vec![
                "Parallel crossed".to_owned(),
                self.world.turns[st.china.trigger as usize - 1].date.clone(),
                String::new(),
            ]);
        }
        table("strategic", "Strategic report", &["", "Communists", "United Nations"], rows)
    }

    fn com_level(&self, st: &State) -> String {
        if self.world.era.modern() { st.interdiction[0].to_string() } else { format!("CIL {}", st.cil) }
    }

    /// 3.12 Weather with its effects and the forecasts. [rule: ck 3.12]
    /// [rule: ck 3.12-report]
    fn weather_report(&self, st: &State) -> Panel<'static> {
        let words = |w: crate::data::Weather| {
            let t = ["cold", "mild", "hot"][w.temperature as usize];
            let v = ["fair", "cloudy", "storms"][w.visibility as usize];
            vec![t.to_owned(), v.to_owned()]
        };
        let line = |head: String, cells: Vec<String>| [vec![head], cells].concat();
        let mut rows = vec![line("Now".to_owned(), words(st.weather))];
        for ahead in 0..3 {
            let sure = self.world.tables.forecast[ahead];
            rows.push(line(format!("In {} ({sure} % sure)", ahead + 1), words(st.forecast[ahead])));
        }
        let thawed = st.freeze == self.world.tables.freeze.thawed;
        let row = |shift: i8| {
            if thawed || st.freeze < shift { "none".to_owned() } else { (st.freeze - shift).to_string() }
        };
        rows.push(vec![
            "Freeze line, row".to_owned(),
            row(0),
            format!("coast {}", row(self.world.tables.freeze.coastal)),
        ]);
        let air: Vec<String> = self
            .world
            .tables
            .air_weather
            .iter()
            .map(|r| format!("{} %", r[st.weather.visibility as usize]))
            .collect();
        for (what, per_cent) in
            ["LR all weather", "LR", "SR all weather", "SR Japan", "SR Korea, carrier"].iter().zip(air)
        {
            rows.push(vec![format!("Aircraft: {what}"), per_cent, String::new()]);
        }
        let harsh = match (st.weather.storm(), st.weather.temperature) {
            (true, _) => "5 readiness more for all who fight",
            (_, Temperature::Hot) => "5 readiness more south of the freeze line",
            _ => "no effect",
        };
        rows.push(vec!["Combat".to_owned(), harsh.to_owned(), String::new()]);
        let roads = if self.roads_open(st, COM) { "open" } else { "closed by storms" };
        rows.push(vec!["Roads".to_owned(), roads.to_owned(), String::new()]);
        table("weather", "Weather", &["", "Temperature", "Visibility"], rows)
    }

    /// 3.14 Airfields and ports. [rule: ck 3.14]
    fn fields_and_ports(&self, st: &State) -> Panel<'static> {
        let net = self.net(st, UN);
        let owner = |hex: HexId| if self.friendly(st, UN, hex) { "UN" } else { "Com" }.to_owned();
        let place = |hex: HexId| self.ground.place_name(hex).unwrap_or_default().to_owned();
        let mut rows = Vec::new();
        for &hex in &self.ground.ports {
            let state = if self.mined(st, hex) { "mined" } else { "clear" };
            rows.push(vec![
                self.ground.label(hex).to_string(),
                place(hex),
                "port".to_owned(),
                owner(hex),
                state.to_owned(),
            ]);
        }
        for field in &self.ground.fields {
            let kind = if field.major { "major airfield" } else { "airfield" };
            let here = |a: &crate::state::AirId| {
                let w = &st.wings[a.0 as usize];
                w.field == field.hex.0 && w.base == Basing::Korea
            };
            let based: Vec<&str> =
                self.wings(st, UN).filter(here).map(|a| self.air_def(a).id.as_str()).collect();
            let state = match () {
                () if !based.is_empty() => based.join(" "),
                () if self.field_usable(st, &net, field.hex) => "usable".to_owned(),
                () => "not usable".to_owned(),
            };
            rows.push(vec![
                self.ground.label(field.hex).to_string(),
                place(field.hex),
                kind.to_owned(),
                owner(field.hex),
                state,
            ]);
        }
        table("fields", "Airfields and ports", &["Hex", "Place", "Kind", "Owner", "State"], rows)
    }

    /// 3.21 The air units with their strengths as they are now, and what the orders will bring. [rule: ck 3.21]
    fn air_report(&self, st: &State, side: u8) -> Panel<'static> {
        let mut rows: Vec<Vec<String>> = self
            .wings(st, side)
            .map(|a| {
                let (def, wing) = (self.air_def(a), &st.wings[a.0 as usize]);
                let (g, f) = self.air_strength(st, a);
                let base = match wing.base {
                    Basing::Japan => "Japan".to_owned(),
                    Basing::Carrier => "carrier".to_owned(),
                    Basing::North => "North Korea".to_owned(),
                    Basing::Korea => match wing.field {
                        u16::MAX => "Korea".to_owned(),
                        hex => self.ground.label(HexId(hex)).to_string(),
                    },
                };
                let (strike, cover) = self.air_strength_on(st, a, Mission::GroundAttack);
                let strike = match self.world.era.modern() {
                    true => strike.to_string(),
                    false => format!("{strike} / {}", effective(strike, cover, i32::from(st.cil))),
                };
                let marks = [(def.long_range, "LR"), (def.all_weather, "AW"), (def.jet, "jet")];
                let marks: Vec<&str> = marks.into_iter().filter(|(on, _)| *on).map(|(_, m)| m).collect();
                vec![
                    def.id.clone(),
                    def.name.clone(),
                    def.aircraft.clone(),
                    g.to_string(),
                    f.to_string(),
                    strike,
                    marks.join(" "),
                    base,
                    wing.mission.title().to_owned(),
                ]
            })
            .collect();
        let mut sum = |what: &str, value: String| {
            rows.push(vec![
                String::new(),
                what.to_owned(),
                value,
                String::new(),
                String::new(),
                String::new(),
                String::new(),
                String::new(),
                String::new(),
            ]);
        };
        if !self.world.era.modern() {
            sum("Projected CIL", self.projected_cil(st).to_string());
            let mut ahead = st.clone();
            ahead.cil = self.projected_cil(st);
            let level = self.interdiction_level(&ahead, UN);
            sum("Projected UNIL", level.to_string());
            sum("Mean stockpile loss", format!("{}.{}", level / 2, if level % 2 == 1 { 5 } else { 0 }));
            for row in [30, 40, 50] {
                let odds = (i32::from(st.stock[0]) * 30 - level * row).div_euclid(30);
                sum("Communist resupply", format!("row {row}: {} %", odds.clamp(0, 100)));
            }
        } else {
            sum("Interdiction level", self.interdiction_level(st, side).to_string());
            // What the enemy has left and where he sends it is not known: he is taken at his first strength.
            let a = &self.world.numbers.air;
            let theirs = self.world.air.iter().filter(|d| d.side != side && d.present(st.turn));
            let theirs: i32 = theirs.map(|d| i32::from(d.a2a)).sum();
            let loss = air_loss(self.air_power(st, side), theirs, a.loss_factor, a.loss_most);
            let his = air_loss(theirs, self.air_power(st, side), a.loss_factor, a.loss_most);
            sum("Loss at most, if all the enemy's fighters come", format!("{loss} %"));
            sum("The enemy's loss then", format!("{his} %"));
        }
        let columns =
            ["Id", "Unit", "Aircraft", "A2G", "A2A", "Strike / in MiG Alley", "", "Base", "Mission"];
        table("air", "Air operations", &columns, rows)
    }

    /// 3.15 The options chosen. [rule: ck 3.15]
    fn chosen(&self, st: &State, seats: SeatSet) -> Panel<'static> {
        let c = &st.choices;
        let capability = ["Pushover", "Moderate", "Challenging", "Hairy", "Hideous"][c.capability as usize];
        let secret = c.random_capability && !seats.contains(Seat(COM)) && st.phase != Phase::Over;
        let row = |a: &str, b: &str| vec![a.to_owned(), b.to_owned()];
        let rows = vec![
            row("Chinese intervention", if c.fixed_china { "fixed" } else { "historical" }),
            row("Capability", if secret { "Random" } else { capability }),
            row("Air campaign", if c.program_air { "program" } else { "players" }),
            row("Intelligence", if c.complete { "complete" } else { "limited" }),
            row("Early end", if c.early_end { "allowed" } else { "no" }),
        ];
        table("options", "Scenario", &["", ""], rows)
    }
}
