//! What lies beside the map: the turn track, air missions, boxes, capacities, points, charts.

use crate::actions::MISSION_WORDS;
use crate::game::{Chosin, at, seat, term};
use crate::ground::{CITY, CLEAR, ROUGH, SEA, SWAMP};
use crate::scene::halves;
use crate::state::{COM, Mission, Phase, State, UN, UnitId, off, reason};
use crate::tables::{FireResult, ODDS};
use board::HexId;
use engine::scene::{Cell, Chart, DetailSection, Panel, PanelBody, Points, Reason, Text};
use engine::{Arg, Detail, Eyes, Sentence, View, many, say};

/// Which points, what they are for, and the rule.
type Why = (usize, fn() -> Sentence, &'static str);
const REASONS: [Why; 7] = [
    (reason::DEAD, || say!("Enemy units destroyed"), "ch 24.3"),
    (reason::EXITED, || say!("Units off the map"), "ch 24.4"),
    (reason::CONTROL, || say!("Places taken"), "ch 24.2"),
    (reason::DEPOTS, || say!("Depots captured"), "ch 20.62"),
    (reason::EVENTS, || say!("Events and accidents"), "ch 3.2"),
    (reason::ATOMIC, || say!("Atomic weapons"), "ch 37.11"),
    (reason::CARRIED, || say!("Brought along"), "ch 24.1"),
];

impl Chosin {
    pub(crate) fn panels<'a>(&'a self, view: &'a View<State>, eyes: &Eyes<'_>) -> Vec<Panel<'a>> {
        let state = view.state();
        // While air units are given missions their boxes come first, else the days.
        let flying = state.phase == Phase::UnAir;
        let mut panels = if flying { Vec::new() } else { vec![self.track(state, eyes)] };
        let mut add = |id: &'static str, title: Sentence| {
            panels.push(Panel { id: id.into(), title: eyes.text(&title), body: PanelBody::Box });
        };
        for (mission, id) in MISSION_WORDS.iter().filter(|(m, _)| *m != Mission::Parachute) {
            let title = match mission {
                Mission::Support => say!("Close air support"),
                Mission::Supply => say!("Airborne supply"),
                Mission::Transfer => say!("Air transfer"),
                Mission::Strike => say!("Air strike"),
                Mission::Interdiction => say!("Interdiction"),
                Mission::Reserve | Mission::Parachute => say!("Air reserve"),
            };
            add(id, title);
        }
        let boxes = [
            (off::UNPLACED, "set-up", say!("To be set up")),
            (off::DUE, "due", say!("Arriving now")),
            (off::ASIDE, "aside", say!("Coming by air or sea")),
            (off::WAITING, "waiting", say!("Expected")),
        ];
        for (place, id, title) in boxes {
            if self.data.all_units().any(|u| state.field.at(u) == place) {
                add(id, title);
            }
        }
        panels.push(self.situation(state, eyes));
        panels.push(self.losses(state, eyes));
        if flying {
            panels.push(self.track(state, eyes));
        }
        panels
    }

    fn track<'a>(&'a self, state: &State, eyes: &Eyes<'_>) -> Panel<'a> {
        let turns = usize::from(self.turns(state));
        let cells = self.data.dates.iter().take(turns).enumerate().map(|(i, date)| Cell {
            id: format!("turn-{}", i + 1).into(),
            label: eyes.term(date),
            note: eyes.term(&self.data.notes[i + 1]),
            current: usize::from(state.turn) == i + 1,
        });
        let title = eyes.text(&say!("Turns"));
        Panel { id: "track".into(), title, body: PanelBody::Track(cells.collect()) }
    }

    /// What is in force and what is left of capacities.
    fn situation<'a>(&'a self, state: &State, eyes: &Eyes<'_>) -> Panel<'a> {
        let mut rows: Vec<Vec<Text<'a>>> = Vec::new();
        let mut row = |what: Sentence, value: Text<'a>| rows.push(vec![eyes.text(&what), value]);
        if let Some(event) = self.data.events.get(state.events.current as usize) {
            let words = format!("{}: {}", eyes.term(&event.title), eyes.term(&event.effect));
            row(say!("Event"), words.into());
        }
        let left = state.events.redeployed;
        if left > 0 {
            row(say!("3rd Division"), eyes.text(&say!("stands for {left} more {left|turn|turns}", left)));
        }
        let left = state.surprise.left;
        if left > 0 {
            row(say!("Surprise"), eyes.text(&say!("{left} Communist player {left|turn|turns}", left)));
        }
        let thirds = |n: u8| term::of(term::THIRDS, n);
        let carried = |n: u8, most: u8| {
            eyes.text(&say!("{n} of {most} {most|regiment|regiments}", n = thirds(n), most = most / 3))
        };
        row(say!("Shipped"), carried(state.used.shipped, self.sea_capacity(state, UnitId::NONE)));
        if state.used.evacuated > 0 {
            row(say!("Evacuated"), carried(state.used.evacuated, 3 * self.data.parameters.evacuation));
        }
        row(say!("By rail"), carried(state.used.rail, 3));
        let drops = state.drops.iter().filter(|d| !d.used).count();
        row(say!("Supply drops left"), drops.to_string().into());
        for (_, option) in self.data.options.iter().enumerate().filter(|(i, _)| state.option(*i as u8)) {
            let words = format!(
                "{} ({}): {}",
                eyes.term(&option.title),
                eyes.term(&option.rule),
                eyes.term(&option.blurb)
            );
            row(say!("Option"), words.into());
        }
        Panel {
            id: "situation".into(),
            title: eyes.text(&say!("Situation")),
            body: PanelBody::Table { columns: vec!["".into(), "".into()], rows },
        }
    }

    fn losses<'a>(&'a self, state: &State, eyes: &Eyes<'_>) -> Panel<'a> {
        let gone = |side: u8, place| self.off_map(state, side, place).count().to_string();
        let row = |side: u8| {
            let name = eyes.text(&say!("{side}", side = Arg::side(side)));
            vec![name, gone(side, off::DEAD).into(), gone(side, off::EXITED).into()]
        };
        Panel {
            id: "losses".into(),
            title: eyes.text(&say!("Counters off the map")),
            body: PanelBody::Table {
                columns: vec!["".into(), eyes.text(&say!("Eliminated")), eyes.text(&say!("Exited"))],
                rows: vec![row(UN), row(COM)],
            },
        }
    }

    pub(crate) fn points<'a>(&'a self, state: &State, eyes: &Eyes<'_>) -> Vec<Points<'a>> {
        let last = state.phase == Phase::Over;
        let end = last.then(|| self.data.final_points(state));
        let side_points = |side: u8| {
            let mut reasons = Vec::new();
            for (index, text, rule) in REASONS {
                let points = i32::from(state.score.points[side as usize][index]);
                if points != 0 {
                    reasons.push(Reason { points, text: eyes.text(&text()), rule: rule.into() });
                }
            }
            if let Some(end) = &end {
                let i = side as usize;
                let more = [
                    (end.control[i], say!("Cities and towns at the end"), "ch 24.21"),
                    (end.options[i], say!("The enemy's options"), "ch 38.1"),
                    (end.deployment[i], say!("Deployment"), "ch S2 4.0"),
                    (if side == UN { end.perimeter } else { 0 }, say!("Hungnam perimeter"), "ch S1 5.4"),
                ];
                for (points, text, rule) in more.into_iter().filter(|(p, ..)| *p != 0) {
                    reasons.push(Reason { points, text: eyes.text(&text), rule: rule.into() });
                }
            }
            let total = end.as_ref().map_or(state.score.total(side), |e| e.total(side));
            Points { side, total, reasons }
        };
        vec![side_points(UN), side_points(COM)]
    }

    /// The charts of the game.
    pub(crate) fn charts(&self, eyes: &Eyes<'_>) -> Vec<Chart> {
        let mut charts = Vec::new();
        let names = [
            ("probe", say!("Probe table")),
            ("assault", say!("Assault table")),
            ("mobile", say!("Mobile table")),
        ];
        for ((id, title), table) in names.iter().zip(&self.data.tables) {
            let head = std::iter::once(eyes.read(&say!("Die"))).chain(ODDS.map(str::to_owned)).collect();
            let rows = table.rows.iter().enumerate().map(|(i, row)| {
                let results = row.iter().map(|r| eyes.term(r.code()).into_owned());
                std::iter::once((i + 1).to_string()).chain(results).collect()
            });
            charts.push(Chart {
                id: (*id).to_owned(),
                title: eyes.read(title),
                rule: "ch 11.4".to_owned(),
                heads: vec![head],
                rows: rows.collect(),
                die: Some(6),
                notes: vec![
                    eyes.read(&say!("The cells are reconstructed; the codes are the book's (11.9).")),
                ],
            });
        }
        charts.push(self.barrage_chart(eyes));
        charts.push(self.terrain_chart(eyes));
        charts
    }

    fn barrage_chart(&self, eyes: &Eyes<'_>) -> Chart {
        let table = &self.data.barrage;
        let points = |row: &[u8; 6], name: Sentence| {
            let cells = row.iter().map(|n| if *n == 0 { "-".to_owned() } else { n.to_string() });
            std::iter::once(eyes.read(&name)).chain(cells).collect::<Vec<_>>()
        };
        let letters = ["A", "B", "C", "D", "E", "F"].map(|c| eyes.term(c).into_owned());
        let head = std::iter::once(eyes.read(&say!("Column"))).chain(letters).collect();
        let dice = [
            say!("0 or less"),
            say!("1"),
            say!("2"),
            say!("3"),
            say!("4"),
            say!("5"),
            say!("6"),
            say!("7 or more"),
        ];
        let code = |r: &FireResult| match r {
            FireResult::None => "-".to_owned(),
            result => eyes.term(result.code()).into_owned(),
        };
        let rows = dice.iter().zip(&table.rows);
        let rows =
            rows.map(|(die, row)| std::iter::once(eyes.read(die)).chain(row.iter().map(code)).collect());
        Chart {
            id: "barrage".to_owned(),
            title: eyes.read(&say!("Barrage and air strikes")),
            rule: "ch 10.1".to_owned(),
            heads: vec![
                head,
                points(&table.columns[0], say!("Barrage points")),
                points(&table.columns[1], say!("TAC")),
                points(&table.columns[2], say!("SAC")),
            ],
            rows: rows.collect(),
            die: None,
            notes: vec![eyes.read(&say!(
                "Reconstructed. Rough -1, anti-aircraft -1 against air, forced march +1 for interdiction; C counts for air only."
            ))],
        }
    }

    fn terrain_chart(&self, eyes: &Eyes<'_>) -> Chart {
        let chart = &self.data.chart;
        let head = [
            say!("Terrain"),
            say!("UN MP"),
            say!("Korean MP"),
            say!("Chinese MP"),
            say!("UN defends"),
            say!("Communist defends"),
        ];
        let mut rows: Vec<Vec<String>> = Vec::new();
        for (t, name) in [say!("Clear"), say!("Rough"), say!("Swamp"), say!("City")].iter().enumerate() {
            let mut row = vec![eyes.read(name)];
            row.extend((0..3).map(|c| halves(chart.hex[c][t])));
            row.extend((0..2).map(|s| chart.hex_shift[s][t].to_string()));
            rows.push(row);
        }
        let three = |name: Sentence, costs: &[u8]| {
            let mut row = vec![eyes.read(&name)];
            row.extend(costs.iter().take(3).map(|c| halves(*c)));
            row.extend(["-".to_owned(), "-".to_owned()]);
            row
        };
        rows.push(three(say!("Road into clear"), &chart.road));
        rows.push(three(say!("Road into rough"), &chart.road_rough));
        rows.push(three(say!("Railway"), &chart.rail));
        for (class, name) in [say!("Minor river"), say!("Major river")].iter().enumerate() {
            let mut row = vec![eyes.read(name)];
            row.extend((0..3).map(|c| format!("+{}", halves(chart.river[c][class]))));
            row.extend((0..2).map(|s| chart.river_shift[s][class].to_string()));
            rows.push(row);
        }
        rows.push(three(say!("Leaving a zone of control"), &chart.leave_zone));
        rows.push(three(say!("From zone to zone"), &chart.zone_to_zone));
        Chart {
            id: "terrain".to_owned(),
            title: eyes.read(&say!("Terrain effects")),
            rule: "ch 11.54".to_owned(),
            heads: vec![head.iter().map(|h| eyes.read(h)).collect()],
            rows,
            die: None,
            notes: vec![eyes.read(&say!(
                "Columns to the left for the defender add up to three at most; a town helps the UN by one more."
            ))],
        }
    }

    /// All about a hex or a unit.
    pub(crate) fn detail(&self, view: &View<State>, thing: &str, eyes: &Eyes<'_>) -> Option<Detail> {
        if let Some(hex) = self.data.ground.hex(thing) {
            return Some(self.hex_detail(view, hex, eyes));
        }
        let unit = self.data.find(thing)?;
        let state = view.state();
        let (side, card) = (self.side(unit), self.data.unit(unit));
        let known = state.veil >> side & 1 == 0 || state.field.on_map(unit) && state.visible(unit);
        let row = |label: Sentence, value: String| vec![eyes.read(&label), value];
        let mut rows = vec![row(say!("Front"), card.printed(0))];
        if card.has_back {
            rows.push(row(say!("Disrupted"), card.printed(1)));
        }
        let points = |n: Sentence| eyes.read(&n);
        rows.push(row(say!("When destroyed"), points(say!("{n} VP to the enemy", n = card.dead))));
        rows.push(row(say!("When exited"), points(say!("{n} VP", n = card.exited))));
        if known && state.field.on_map(unit) && view.seats().contains(seat(side)) {
            let supply = self.data.supply(state, side);
            let fed = match self.data.through(state, &supply, unit) {
                _ if !self.data.supplied(state, &supply, unit) => say!("out of supply"),
                Some(hq) => say!("in supply through {hq}", hq),
                None => say!("in supply"),
            };
            rows.push(row(say!("Supply"), eyes.read(&fed)));
            rows.push(row(say!("Where"), eyes.read(&say!("{hex}", hex = at(state.field.at(unit))))));
        }
        let sections = vec![DetailSection { title: String::new(), columns: Vec::new(), rows }];
        Some(Detail { title: eyes.term(&card.name).into_owned(), sections })
    }

    fn hex_detail(&self, view: &View<State>, hex: HexId, eyes: &Eyes<'_>) -> Detail {
        let state = view.state();
        let row = |label: Sentence, value: Sentence| vec![eyes.read(&label), eyes.read(&value)];
        let terrain = match self.data.ground.terrain(hex) {
            CLEAR => say!("clear"),
            ROUGH => say!("rough"),
            SWAMP => say!("swamp"),
            CITY => say!("city"),
            SEA => say!("sea"),
            _ => say!("lake"),
        };
        let mut rows = vec![row(say!("Terrain"), terrain)];
        if self.data.ground.town.has(hex.index()) {
            rows.push(row(say!("Town"), say!("one more column for UN defenders")));
        }
        if let Some(side) = [UN, COM].into_iter().find(|s| state.field.holds(*s, hex)) {
            let visible = |u: &UnitId| state.veil >> side & 1 == 0 || state.visible(*u);
            let seen: Vec<UnitId> = state.field.units_in(hex).filter(visible).collect();
            let hidden = state.field.units_in(hex).count() - seen.len();
            let units = many(seen);
            let words = if hidden > 0 {
                say!("{units} and {hidden} below", hidden, units)
            } else {
                say!("{units}", units)
            };
            rows.push(row(say!("Units"), words));
        }
        let zones = [(UN, say!("UN zones of control from")), (COM, say!("Communist zones of control from"))];
        for (side, name) in zones {
            let n = state.field.zones(side, hex);
            if n > 0 {
                rows.push(row(name, say!("{n} {n|hex|hexes}", n)));
            }
        }
        if let Some((_, points)) = self.data.schedule.end_control.iter().find(|(h, _)| *h == hex) {
            rows.push(row(say!("At the end"), say!("{points} VP to whoever controls it", points = *points)));
        }
        let sections = vec![DetailSection { title: String::new(), columns: Vec::new(), rows }];
        Detail { title: eyes.read(&say!("{hex}", hex = at(hex))), sections }
    }
}
