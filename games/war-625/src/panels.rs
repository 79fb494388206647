//! The panels beside the map: timeline, Supply Track, money, China, battles with their chances.

use crate::charts::{Forecast, dice_words};
use crate::frames::Frame;
use crate::game::War625;
use crate::kinds::{Kind, NATIONS, NOWHERE, Nation, Place, Side, Unit};
use crate::names::{event, kinds, some};
use crate::state::State;
use engine::scene::{Cell, Panel, PanelBody, Text, Working};
use engine::{Eyes, Sentence, View, say};

fn table<'a>(
    id: &'a str,
    title: &Sentence,
    columns: &[Sentence],
    rows: Vec<Vec<Text<'a>>>,
    eyes: &Eyes<'_>,
) -> Panel<'a> {
    let columns = columns.iter().map(|c| eyes.text(c)).collect();
    Panel { id: id.into(), title: eyes.text(title), body: PanelBody::Table { columns, rows } }
}

impl War625 {
    pub(crate) fn panels<'a>(
        &'a self,
        view: &'a View<State>,
        coming: &[Forecast],
        eyes: &Eyes<'_>,
    ) -> Vec<Panel<'a>> {
        let s = view.state();
        let mut panels = Vec::new();
        if s.battle.place != NOWHERE {
            panels.push(self.battle_board(s, eyes));
        }
        panels.extend(self.chances(coming, eyes));
        panels.push(self.money(s, eyes));
        panels.push(self.supply_track(eyes));
        panels.push(self.china_panel(view, eyes));
        panels.push(self.timeline(s, eyes));
        panels
    }
    fn timeline<'a>(&'a self, s: &State, eyes: &Eyes<'_>) -> Panel<'a> {
        let cells = self.c.date.iter().take(s.opts.length as usize).enumerate().map(|(i, date)| {
            let told = event(i as u8 + 1);
            let note = match date.event.as_str() {
                "chinese-clock" => eyes.text(&say!("{told}. The Chinese clock starts at the latest", told)),
                "atomic-option" => {
                    eyes.text(&say!("{told}. Atomic weapons may be asked for, with their option", told))
                }
                "truce-talks-open" => {
                    eyes.text(&say!("{told}. An armistice may be offered, with its option", told))
                }
                "truce-count" => eyes.text(&say!("{told}. The truce count", told)),
                _ => eyes.term(&date.label),
            };
            Cell {
                id: date.cell.as_str().into(),
                label: eyes.term(&date.month),
                note,
                current: i + 1 == s.turn as usize,
            }
        });
        Panel {
            id: "timeline".into(),
            title: eyes.text(&say!("Timeline")),
            body: PanelBody::Track(cells.collect()),
        }
    }
    /// The spaces from the left: the one next to Korea first. [rule: war TR-3]
    fn supply_track<'a>(&'a self, eyes: &Eyes<'_>) -> Panel<'a> {
        let spaces: Vec<Place> = Place::spaces().collect();
        let cells = spaces.into_iter().rev().map(|space| Cell {
            id: self.c.id(space).into(),
            label: eyes.term(self.c.name(space)),
            note: eyes.term(&self.c.track_note[space.space()]),
            current: false,
        });
        Panel {
            id: "supply-track".into(),
            title: eyes.text(&say!("Supply Track")),
            body: PanelBody::Track(cells.collect()),
        }
    }
    fn money<'a>(&'a self, s: &State, eyes: &Eyes<'_>) -> Panel<'a> {
        let mut strength = [0u32; NATIONS];
        for (u, n) in s.units().filter(|(u, _)| !u.is_prisoner()) {
            strength[u.nation() as usize] += u32::from(n);
        }
        let rows = Nation::ALL.into_iter().filter(|&n| n != Nation::Su).map(|nation| {
            let n = nation as usize;
            let mut bought = String::new();
            for kind in Kind::ALL {
                let count = s.bought(nation, kind);
                if count > 0 {
                    bought.push_str(if bought.is_empty() { "" } else { ", " });
                    say!("{count} {kind}", count, kind = kinds(kind, count)).render(eyes, &mut bought);
                }
            }
            vec![
                eyes.term(&self.c.nation[n].name),
                s.treasury[n].to_string().into(),
                self.income(s, nation).to_string().into(),
                s.damage[n].to_string().into(),
                strength[n].to_string().into(),
                bought.into(),
            ]
        });
        let columns =
            [say!("Nation"), say!("Treasury"), say!("Income"), say!("Bombed"), say!("Units"), say!("Bought")];
        table("money", &say!("Money"), &columns, rows.collect(), eyes)
    }
    fn china_panel<'a>(&'a self, view: &'a View<State>, eyes: &Eyes<'_>) -> Panel<'a> {
        let s = view.state();
        let china = &s.china;
        let mut rows: Vec<Vec<Text<'a>>> =
            vec![vec![eyes.text(&say!("China")), eyes.text(&self.clock_words(s))]];
        if !china.revealed {
            let words = if self.knows_hidden(s, view.seats()) {
                let all = self.c.hidden_areas.iter().zip(china.hidden.iter()).filter(|&(_, &n)| n > 0);
                let words: Vec<_> = all.map(|(&area, &n)| eyes.text(&say!("{area} {n}", area, n))).collect();
                words.join(", ").into()
            } else {
                eyes.text(&say!("written down in secret"))
            };
            rows.push(vec![eyes.text(&say!("Hidden infantry")), words]);
        }
        if s.opts.soviet {
            let words = match s.soviet {
                0 => say!("not in the war"),
                1 => say!("on its way"),
                _ => say!("in the war"),
            };
            rows.push(vec![eyes.text(&say!("Soviet Union")), eyes.text(&words)]);
        }
        if s.opts.atomic {
            let (a, total) = (&s.atomic, self.c.atomic.weapon.total);
            let left = total - a.bought.min(total);
            let words = if a.authorised {
                say!("{stock} in stock, {used} used, {left} to buy", stock = a.stock, used = a.used, left)
            } else {
                say!("not authorised")
            };
            rows.push(vec![eyes.text(&say!("Atomic weapons")), eyes.text(&words)]);
        }
        table("china", &say!("China and options"), &[say!("Who"), say!("State")], rows, eyes)
    }
    /// How far China is from the war.
    fn clock_words(&self, s: &State) -> Sentence {
        let (china, clock) = (&s.china, &self.c.clock);
        match (china.war, china.permission, china.clock) {
            (true, _, _) if china.entry > 0 => say!("at war since turn {turn}", turn = china.entry),
            (true, _, _) => say!("at war; comes in with the next turn"),
            (false, true, _) => say!("may enter the war at any turn"),
            (false, false, 0) => {
                let turn = clock.date_turn;
                say!("the clock starts in turn {turn} or when the parallel is crossed", turn)
            }
            (false, false, _) => {
                let late = (s.turn.max(china.first_roll) - china.first_roll) * clock.step;
                let need = clock.target.saturating_sub(late).max(1);
                say!("the clock runs: {need} or more enters", need)
            }
        }
    }
    fn side_words(&self, s: &State, side: Side, eyes: &Eyes<'_>) -> String {
        let mut text = String::new();
        let mut last: Option<(Unit, u16)> = None;
        let mut flush = |entry: Option<(Unit, u16)>| {
            if let Some((u, n)) = entry {
                text.push_str(if text.is_empty() { "" } else { ", " });
                say!("{units}", units = some(n, u)).render(eyes, &mut text);
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
    fn battle_board<'a>(&'a self, s: &'a State, eyes: &Eyes<'_>) -> Panel<'a> {
        let (own, enemy, place) = (s.active(), s.active().enemy(), s.battle.place);
        let mut rows: Vec<Vec<Text<'a>>> = Vec::new();
        let [here, there] = [own, enemy].map(|side| self.side_words(s, side, eyes).into());
        rows.push(vec![eyes.text(&say!("now")), here, there]);
        for round in 0..s.battle.round.min(10) as usize {
            let [dice, hits, back, taken] = s.battle.history[round];
            rows.push(vec![
                (round + 1).to_string().into(),
                eyes.text(&dice_words(dice, hits)),
                eyes.text(&dice_words(back, taken)),
            ]);
        }
        let columns = [say!("Round"), say!("{own}", own), say!("{enemy}", enemy)];
        table("battle", &say!("Battle of {place}", place), &columns, rows, eyes)
    }
    /// The chances of the battles to come.
    fn chances<'a>(&'a self, coming: &[Forecast], eyes: &Eyes<'_>) -> Option<Panel<'a>> {
        let mut rows: Vec<Vec<Text<'a>>> = Vec::new();
        for Forecast { place, odds } in coming {
            let sure = if odds.exact {
                eyes.text(&say!("exact"))
            } else {
                format!("±{:.0} %", odds.error * 100.0).into()
            };
            rows.push(vec![
                eyes.term(self.c.name(*place)),
                format!("{:.0} %", odds.win * 100.0).into(),
                format!("{:.1}", odds.attackers_left).into(),
                format!("{:.1}", odds.defenders_left).into(),
                sure,
            ]);
        }
        let columns = [
            say!("Battle"),
            say!("Attacker wins"),
            say!("Attackers left"),
            say!("Defenders left"),
            say!("How sure"),
        ];
        let title = say!("Battles to come, fought to the end");
        (!rows.is_empty()).then(|| table("chances", &title, &columns, rows, eyes))
    }
    /// How the battle would go on, before the attacker decides.
    pub(crate) fn workings<'a>(&'a self, s: &'a State, eyes: &Eyes<'_>) -> Vec<Working<'a>> {
        if !matches!(s.frames.last(), Some(Frame::Decide(_))) {
            return Vec::new();
        }
        let Some(odds) = self.odds(s, s.battle.place) else { return Vec::new() };
        let line = |label: Sentence, value: String| Working {
            label: eyes.text(&label),
            value: value.into(),
            rule: "war CL-14".into(),
        };
        let sure = if odds.exact { String::new() } else { format!(" ±{:.0}", odds.error * 100.0) };
        vec![
            line(say!("Chance to win if fought to the end"), format!("{:.0}{sure} %", odds.win * 100.0)),
            line(say!("Attackers left on average"), format!("{:.1}", odds.attackers_left)),
            line(say!("Defenders left on average"), format!("{:.1}", odds.defenders_left)),
        ]
    }
}
