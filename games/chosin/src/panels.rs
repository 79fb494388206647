//! What lies beside the map: the turn track, air missions, boxes, capacities, points, charts.

use crate::actions::MISSION_WORDS;
use crate::game::{Chosin, seat};
use crate::scene::halves;
use crate::state::{COM, Phase, State, UN, UnitId, off, reason};
use crate::tables::{FireResult, ODDS};
use board::HexId;
use engine::scene::{Cell, Chart, DetailSection, Panel, PanelBody, Points, Reason, Text};
use engine::{Detail, View};

const REASONS: [(usize, &str, &str); 7] = [
    (reason::DEAD, "Enemy units destroyed", "ch 24.3"),
    (reason::EXITED, "Units off the map", "ch 24.4"),
    (reason::CONTROL, "Places taken", "ch 24.2"),
    (reason::DEPOTS, "Depots captured", "ch 20.62"),
    (reason::EVENTS, "Events and accidents", "ch 3.2"),
    (reason::ATOMIC, "Atomic weapons", "ch 37.11"),
    (reason::CARRIED, "Brought along", "ch 24.1"),
];

impl Chosin {
    pub(crate) fn panels<'a>(&'a self, view: &'a View<State>) -> Vec<Panel<'a>> {
        let state = view.state();
        let mut panels = vec![self.track(state)];
        for (_, id) in MISSION_WORDS.iter().filter(|(m, _)| *m != crate::state::Mission::Parachute) {
            let title = match *id {
                "support" => "Close air support",
                "supply" => "Airborne supply",
                "transfer" => "Air transfer",
                "strike" => "Air strike",
                "interdiction" => "Interdiction",
                _ => "Air reserve",
            };
            panels.push(Panel { id: (*id).into(), title: title.into(), body: PanelBody::Box });
        }
        let boxes = [
            (off::UNPLACED, "set-up", "To be set up"),
            (off::DUE, "due", "Arriving now"),
            (off::ASIDE, "aside", "Coming by air or sea"),
            (off::WAITING, "waiting", "Expected"),
        ];
        for (place, id, title) in boxes {
            if self.data.all_units().any(|u| state.field.at(u) == place) {
                panels.push(Panel { id: id.into(), title: title.into(), body: PanelBody::Box });
            }
        }
        panels.push(self.situation(state));
        panels.push(self.losses(state));
        panels
    }

    fn track<'a>(&'a self, state: &State) -> Panel<'a> {
        let turns = usize::from(self.turns(state));
        let cells = self.data.dates.iter().take(turns).enumerate().map(|(i, date)| Cell {
            id: format!("turn-{}", i + 1).into(),
            label: date.as_str().into(),
            note: self.data.notes[i + 1].as_str().into(),
            current: usize::from(state.turn) == i + 1,
        });
        Panel { id: "track".into(), title: "Turns".into(), body: PanelBody::Track(cells.collect()) }
    }

    /// What is in force and what is left of capacities.
    fn situation<'a>(&'a self, state: &State) -> Panel<'a> {
        let mut rows: Vec<Vec<Text<'a>>> = Vec::new();
        let mut row = |what: &'static str, value: String| rows.push(vec![what.into(), value.into()]);
        if let Some(event) = self.data.events.get(state.events.current as usize) {
            row("Event", format!("{}: {}", event.title, event.effect));
        }
        if state.events.redeployed > 0 {
            row("3rd Division", format!("stands for {} more turn(s)", state.events.redeployed));
        }
        if state.surprise.left > 0 {
            row("Surprise", format!("{} Communist player turn(s)", state.surprise.left));
        }
        let thirds = |n: u8| match (n / 3, n % 3) {
            (whole, 0) => whole.to_string(),
            (whole, rest) => format!("{whole} {rest}/3"),
        };
        row(
            "Shipped",
            format!(
                "{} of {} regiments",
                thirds(state.used.shipped),
                thirds(self.sea_capacity(state, UnitId::NONE))
            ),
        );
        if state.used.evacuated > 0 {
            row(
                "Evacuated",
                format!("{} of {} regiments", thirds(state.used.evacuated), self.data.parameters.evacuation),
            );
        }
        row("By rail", format!("{} of 1 regiment", thirds(state.used.rail)));
        row("Supply drops left", state.drops.iter().filter(|d| !d.used).count().to_string());
        for (i, option) in self.data.options.iter().enumerate().filter(|(i, _)| state.option(*i as u8)) {
            let _ = i;
            row("Option", format!("{} ({}): {}", option.title, option.rule, option.blurb));
        }
        Panel {
            id: "situation".into(),
            title: "Situation".into(),
            body: PanelBody::Table { columns: vec!["".into(), "".into()], rows },
        }
    }

    fn losses<'a>(&'a self, state: &State) -> Panel<'a> {
        let gone = |side: u8, place| self.off_map(state, side, place).count().to_string();
        let row = |name: &'static str, side| {
            vec![name.into(), gone(side, off::DEAD).into(), gone(side, off::EXITED).into()]
        };
        Panel {
            id: "losses".into(),
            title: "Counters off the map".into(),
            body: PanelBody::Table {
                columns: vec!["".into(), "Eliminated".into(), "Exited".into()],
                rows: vec![row("United Nations", UN), row("Communists", COM)],
            },
        }
    }

    pub(crate) fn points<'a>(&'a self, state: &State) -> Vec<Points<'a>> {
        let last = state.phase == Phase::Over;
        let end = last.then(|| self.data.final_points(state));
        let side_points = |side: u8| {
            let mut reasons = Vec::new();
            for (index, text, rule) in REASONS {
                let points = i32::from(state.score.points[side as usize][index]);
                if points != 0 {
                    reasons.push(Reason { points, text: text.into(), rule: rule.into() });
                }
            }
            if let Some(end) = &end {
                let i = side as usize;
                let more = [
                    (end.control[i], "Cities and towns at the end", "ch 24.21"),
                    (end.options[i], "The enemy's options", "ch 38.1"),
                    (end.deployment[i], "Deployment", "ch S2 4.0"),
                    (if side == UN { end.perimeter } else { 0 }, "Hungnam perimeter", "ch S1 5.4"),
                ];
                for (points, text, rule) in more.into_iter().filter(|(p, ..)| *p != 0) {
                    reasons.push(Reason { points, text: text.into(), rule: rule.into() });
                }
            }
            let total = end.as_ref().map_or(state.score.total(side), |e| e.total(side));
            Points { side, total, reasons }
        };
        vec![side_points(UN), side_points(COM)]
    }

    /// The charts of the game.
    pub(crate) fn charts(&self) -> Vec<Chart> {
        let mut charts = Vec::new();
        let names = [("probe", "Probe table"), ("assault", "Assault table"), ("mobile", "Mobile table")];
        for ((id, title), table) in names.iter().zip(&self.data.tables) {
            let head = std::iter::once("Die".to_owned()).chain(ODDS.map(str::to_owned)).collect();
            let rows = table.rows.iter().enumerate().map(|(i, row)| {
                std::iter::once((i + 1).to_string()).chain(row.iter().map(|r| r.code().to_owned())).collect()
            });
            charts.push(Chart {
                id: (*id).to_owned(),
                title: (*title).to_owned(),
                rule: "ch 11.4".to_owned(),
                heads: vec![head],
                rows: rows.collect(),
                die: Some(6),
                notes: vec!["The cells are reconstructed; the codes are the book's (11.9).".to_owned()],
            });
        }
        charts.push(self.barrage_chart());
        charts.push(self.terrain_chart());
        charts
    }

    fn barrage_chart(&self) -> Chart {
        let table = &self.data.barrage;
        let points = |row: &[u8; 6], name: &str| {
            let cells = row.iter().map(|n| if *n == 0 { "-".to_owned() } else { n.to_string() });
            std::iter::once(name.to_owned()).chain(cells).collect::<Vec<_>>()
        };
        let head = ["Column", "A", "B", "C", "D", "E", "F"].map(str::to_owned).to_vec();
        let dice = ["0 or less", "1", "2", "3", "4", "5", "6", "7 or more"];
        let code = |r: &FireResult| if *r == FireResult::None { "-".to_owned() } else { r.code().to_owned() };
        let rows = dice
            .iter()
            .zip(&table.rows)
            .map(|(die, row)| std::iter::once((*die).to_owned()).chain(row.iter().map(code)).collect());
        Chart {
            id: "barrage".to_owned(),
            title: "Barrage and air strikes".to_owned(),
            rule: "ch 10.1".to_owned(),
            heads: vec![
                head,
                points(&table.columns[0], "Barrage points"),
                points(&table.columns[1], "TAC"),
                points(&table.columns[2], "SAC"),
            ],
            rows: rows.collect(),
            die: None,
            notes: vec!["Reconstructed. Rough -1, anti-aircraft -1 against air, forced march +1 for interdiction; C counts for air only.".to_owned()],
        }
    }

    fn terrain_chart(&self) -> Chart {
        let chart = &self.data.chart;
        let head = ["Terrain", "UN MP", "Korean MP", "Chinese MP", "UN defends", "Communist defends"];
        let names = ["Clear", "Rough", "Swamp", "City"];
        let mut rows: Vec<Vec<String>> = Vec::new();
        for (t, name) in names.iter().enumerate() {
            let mut row = vec![(*name).to_owned()];
            row.extend((0..3).map(|c| halves(chart.hex[c][t])));
            row.extend((0..2).map(|s| chart.hex_shift[s][t].to_string()));
            rows.push(row);
        }
        let three = |name: &str, costs: [u8; 3]| {
            let mut row = vec![name.to_owned()];
            row.extend(costs.map(halves));
            row.extend(["-".to_owned(), "-".to_owned()]);
            row
        };
        rows.push(three("Road into clear", [chart.road[0], chart.road[1], chart.road[2]]));
        rows.push(three("Road into rough", [chart.road_rough[0], chart.road_rough[1], chart.road_rough[2]]));
        rows.push(three("Railway", [chart.rail[0], chart.rail[1], chart.rail[2]]));
        for (class, name) in ["Minor river", "Major river"].iter().enumerate() {
            let mut row = vec![(*name).to_owned()];
            row.extend((0..3).map(|c| format!("+{}", halves(chart.river[c][class]))));
            row.extend((0..2).map(|s| chart.river_shift[s][class].to_string()));
            rows.push(row);
        }
        rows.push(three("Leaving a zone of control", chart.leave_zone));
        rows.push(three("From zone to zone", chart.zone_to_zone));
        Chart {
            id: "terrain".to_owned(),
            title: "Terrain effects".to_owned(),
            rule: "ch 11.54".to_owned(),
            heads: vec![head.map(str::to_owned).to_vec()],
            rows,
            die: None,
            notes: vec!["Columns to the left for the defender add up to three at most; a town helps the UN by one more.".to_owned()],
        }
    }

    /// All about a hex or a unit.
    pub(crate) fn detail(&self, view: &View<State>, thing: &str) -> Option<Detail> {
        if let Some(hex) = self.data.ground.hex(thing) {
            return Some(self.hex_detail(view, hex));
        }
        let unit = self.data.find(thing)?;
        let state = view.state();
        let side = self.side(unit);
        let known = state.veil >> side & 1 == 0 || state.field.on_map(unit) && state.visible(unit);
        let row = |label: &str, value: String| vec![label.to_owned(), value];
        let mut rows = vec![row("Front", self.data.unit(unit).printed(0))];
        if self.data.quick(unit).has_back {
            rows.push(row("Disrupted", self.data.unit(unit).printed(1)));
        }
        rows.push(row("When destroyed", format!("{} VP to the enemy", self.data.unit(unit).dead)));
        rows.push(row("When exited", format!("{} VP", self.data.unit(unit).exited)));
        if known && state.field.on_map(unit) && view.seats().contains(seat(side)) {
            let supply = self.data.supply(state, side);
            let fed = if self.data.supplied(state, &supply, unit) { "in supply" } else { "out of supply" };
            rows.push(row("Supply", fed.to_owned()));
            rows.push(row("Where", self.data.ground.place(state.field.at(unit)).to_owned()));
        }
        let title = self.data.unit(unit).name.clone();
        Some(Detail {
            title,
            sections: vec![DetailSection { title: String::new(), columns: Vec::new(), rows }],
        })
    }

    fn hex_detail(&self, view: &View<State>, hex: HexId) -> Detail {
        let state = view.state();
        let row = |label: &str, value: String| vec![label.to_owned(), value];
        let terrain =
            ["clear", "rough", "swamp", "city", "sea", "lake"][self.data.ground.terrain(hex) as usize];
        let mut rows = vec![row("Terrain", terrain.to_owned())];
        if self.data.ground.town.has(hex.index()) {
            rows.push(row("Town", "one more column for UN defenders".to_owned()));
        }
        let side = if state.field.holds(UN, hex) {
            Some(UN)
        } else if state.field.holds(COM, hex) {
            Some(COM)
        } else {
            None
        };
        if let Some(side) = side {
            let visible = |u: &UnitId| state.veil >> side & 1 == 0 || state.visible(*u);
            let names: Vec<&str> =
                state.field.units_in(hex).filter(visible).map(|u| self.data.unit(u).name.as_str()).collect();
            let hidden = state.field.units_in(hex).count() - names.len();
            let more = if hidden > 0 { format!(" and {hidden} below") } else { String::new() };
            rows.push(row("Units", format!("{}{more}", names.join(", "))));
        }
        for (side, name) in [(UN, "UN zones of control from"), (COM, "Communist zones of control from")] {
            let zones = state.field.zones(side, hex);
            if zones > 0 {
                rows.push(row(name, format!("{zones} hex(es)")));
            }
        }
        if let Some((_, points)) = self.data.schedule.end_control.iter().find(|(h, _)| *h == hex) {
            rows.push(row("At the end", format!("{points} VP to whoever controls it")));
        }
        Detail {
            title: format!("{} {}", self.data.ground.label(hex), self.data.ground.place(hex)),
            sections: vec![DetailSection { title: String::new(), columns: Vec::new(), rows }],
        }
    }
}
