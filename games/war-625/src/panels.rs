//! The panels beside the map: timeline, Supply Track, money, China, battles with their chances.

use crate::charts::{Forecast, dice_words};
use crate::frames::Frame;
use crate::game::War625;
use crate::kinds::{Kind, NOWHERE, Nation, Place, Side, Unit};
use crate::names::some;
use crate::state::State;
use engine::View;
use engine::scene::{Cell, Panel, PanelBody, Text, Working};

fn table<'a>(id: &'a str, title: &'a str, columns: &[&'a str], rows: Vec<Vec<Text<'a>>>) -> Panel<'a> {
    let columns = columns.iter().map(|&c| c.into()).collect();
    Panel { id: id.into(), title: title.into(), body: PanelBody::Table { columns, rows } }
}

impl War625 {
    pub(crate) fn panels<'a>(&'a self, view: &'a View<State>, coming: &[Forecast]) -> Vec<Panel<'a>> {
        let s = view.state();
        let mut panels = Vec::new();
        if s.battle.place != NOWHERE {
            panels.push(self.battle_board(s));
        }
        panels.extend(self.chances(coming));
        panels.push(self.money(s));
        panels.push(self.supply_track());
        panels.push(self.china_panel(view));
        panels.push(self.timeline(s));
        panels
    }
    fn timeline<'a>(&'a self, s: &State) -> Panel<'a> {
        let cells = self.c.date.iter().take(s.opts.length as usize).enumerate().map(|(i, date)| {
            let event = match date.event.as_str() {
                "chinese-clock" => ". The Chinese clock starts at the latest",
                "atomic-option" => ". Atomic weapons may be asked for, with their option",
                "truce-talks-open" => ". An armistice may be offered, with its option",
                "truce-count" => ". The truce count",
                _ => "",
            };
            Cell {
                id: format!("turn-{}", i + 1).into(),
                label: date.month.as_str().into(),
                note: format!("{}{event}", date.label).into(),
                current: i + 1 == s.turn as usize,
            }
        });
        Panel { id: "timeline".into(), title: "Timeline".into(), body: PanelBody::Track(cells.collect()) }
    }
    /// The spaces from the left: the one next to Korea first. [rule: war TR-3]
    fn supply_track(&self) -> Panel<'_> {
        let spaces: Vec<Place> = Place::spaces().collect();
        let cells = spaces.into_iter().rev().map(|space| Cell {
            id: self.c.id(space).into(),
            label: self.c.name(space).into(),
            note: self.c.track_note[space.space()].as_str().into(),
            current: false,
        });
        Panel {
            id: "supply-track".into(),
            title: "Supply Track".into(),
            body: PanelBody::Track(cells.collect()),
        }
    }
    fn money<'a>(&'a self, s: &State) -> Panel<'a> {
        let rows = Nation::ALL.into_iter().filter(|&n| n != Nation::Su).map(|nation| {
            let n = nation as usize;
            let mut bought = String::new();
            for kind in Kind::ALL {
                let count = s.bought(nation, kind);
                if count > 0 {
                    let comma = if bought.is_empty() { "" } else { ", " };
                    bought.push_str(&format!("{comma}{count} {}", kind.words(count)));
                }
            }
            let units: u32 = s
                .units()
                .filter(|(u, _)| u.nation() == nation && !u.is_prisoner())
                .map(|(_, c)| u32::from(c))
                .sum();
            vec![
                Text::from(self.c.nation[n].name.as_str()),
                s.treasury[n].to_string().into(),
                self.income(s, nation).to_string().into(),
                s.damage[n].to_string().into(),
                units.to_string().into(),
                bought.into(),
            ]
        });
        table(
            "money",
            "Money",
            &["Nation", "Treasury", "Income", "Bombed", "Units", "Bought"],
            rows.collect(),
        )
    }
    fn china_panel<'a>(&'a self, view: &'a View<State>) -> Panel<'a> {
        let s = view.state();
        let china = &s.china;
        let mut rows: Vec<Vec<Text<'a>>> = Vec::new();
        let mut row = |what: &'static str, state: String| rows.push(vec![what.into(), state.into()]);
        let clock = match (china.war, china.permission, china.clock) {
            (true, _, _) if china.entry > 0 => format!("at war since turn {}", china.entry),
            (true, _, _) => "at war; comes in with the next turn".to_owned(),
            (false, true, _) => "may enter the war at any turn".to_owned(),
            (false, false, 0) => {
                format!("the clock starts in turn {} or when the parallel is crossed", self.c.clock.date_turn)
            }
            (false, false, _) => {
                let turn = s.turn.max(china.first_roll);
                let need =
                    self.c.clock.target.saturating_sub((turn - china.first_roll) * self.c.clock.step).max(1);
                format!("the clock runs: {need} or more enters")
            }
        };
        row("China", clock);
        if !china.revealed {
            let known = self.knows_hidden(s, view.seats());
            let written: Vec<_> = self
                .c
                .hidden_areas
                .iter()
                .zip(china.hidden.iter())
                .filter(|&(_, &n)| n > 0)
                .map(|(&a, n)| format!("{} {n}", self.c.name(a)))
                .collect();
            row(
                "Hidden infantry",
                if known { written.join(", ") } else { "written down in secret".to_owned() },
            );
        }
        if s.opts.soviet {
            row(
                "Soviet Union",
                ["not in the war", "on its way", "in the war"][s.soviet as usize % 3].to_owned(),
            );
        }
        if s.opts.atomic {
            let a = &s.atomic;
            let words = if a.authorised {
                format!(
                    "{} in stock, {} used, {} to buy",
                    a.stock,
                    a.used,
                    self.c.atomic.weapon.total - a.bought.min(self.c.atomic.weapon.total)
                )
            } else {
                "not authorised".to_owned()
            };
            row("Atomic weapons", words);
        }
        table("china", "China and options", &["Who", "State"], rows)
    }
    fn side_words(&self, s: &State, side: Side) -> String {
        let mut text = String::new();
        let mut last: Option<(Unit, u16)> = None;
        let mut flush = |entry: Option<(Unit, u16)>| {
            if let Some((u, n)) = entry {
                let comma = if text.is_empty() { "" } else { ", " };
                text.push_str(comma);
                self.write_name(s, some(n, u), &mut text);
            }
        };
        for (u, n) in self.fighters(s, side) {
            match &mut last {
                Some((old, sum)) if old.kind() == u.kind() && old.nation() == u.nation() => *sum += n,
                _ => {
                    flush(last.take());
                    last = Some((u, n));
                }
            }
        }
        flush(last);
        text
    }
    /// The battle board: who stands there, and what each round brought.
    fn battle_board<'a>(&'a self, s: &'a State) -> Panel<'a> {
        let own = s.active();
        let mut rows: Vec<Vec<Text<'a>>> = Vec::new();
        rows.push(vec!["now".into(), self.side_words(s, own).into(), self.side_words(s, own.enemy()).into()]);
        for round in 0..s.battle.round.min(10) as usize {
            let [dice, hits, back, taken] = s.battle.history[round];
            rows.push(vec![
                format!("{}", round + 1).into(),
                dice_words(dice, hits).into(),
                dice_words(back, taken).into(),
            ]);
        }
        let mut panel = table("battle", "Battle", &["Round", own.name(), own.enemy().name()], rows);
        panel.title = format!("Battle of {}", self.c.name(s.battle.place)).into();
        panel
    }
    /// The chances of the battles to come.
    fn chances<'a>(&'a self, coming: &[Forecast]) -> Option<Panel<'a>> {
        let mut rows: Vec<Vec<Text<'a>>> = Vec::new();
        for Forecast { place, odds } in coming {
            let sure = if odds.exact { "exact".to_owned() } else { format!("±{:.0} %", odds.error * 100.0) };
            rows.push(vec![
                self.c.name(*place).into(),
                format!("{:.0} %", odds.win * 100.0).into(),
                format!("{:.1}", odds.attackers_left).into(),
                format!("{:.1}", odds.defenders_left).into(),
                sure.into(),
            ]);
        }
        let columns = ["Battle", "Attacker wins", "Attackers left", "Defenders left", "How sure"];
        (!rows.is_empty()).then(|| table("chances", "Battles to come, fought to the end", &columns, rows))
    }
    /// How the battle would go on, before the attacker decides.
    pub(crate) fn workings<'a>(&'a self, s: &'a State) -> Vec<Working<'a>> {
        if !matches!(s.frames.last(), Some(Frame::Decide(_))) {
            return Vec::new();
        }
        let Some(odds) = self.odds(s, s.battle.place) else { return Vec::new() };
        let line = |label: &'static str, value: String| Working {
            label: label.into(),
            value: value.into(),
            rule: "war CL-14".into(),
        };
        let sure = if odds.exact { String::new() } else { format!(" ±{:.0}", odds.error * 100.0) };
        vec![
            line("Chance to win if fought to the end", format!("{:.0}{sure} %", odds.win * 100.0)),
            line("Attackers left on average", format!("{:.1}", odds.attackers_left)),
            line("Defenders left on average", format!("{:.1}", odds.defenders_left)),
        ]
    }
}
