//! What a player looks up: the force pools and the capture roll as charts, what is left to spend, the battle with both lines,
//! its dice by round and its chances.

use crate::china::KNOWING;
use crate::data::{Values, each};
use crate::frames::Frame;
use crate::game::War625;
use crate::kinds::{Kind, NATIONS, NOWHERE, Nation, Place, Side, Unit};
use crate::state::State;
use engine::scene::{Battle, BattleLine, Chart, DetailSection, OverlayMark, Purse, Text};
use engine::{Overlay, SeatSet, View};

/// Kinds with a counter of their own: those of the force pool and the prisoner.
pub(crate) const FACES: usize = 15;
/// Battles whose chances are shown at once.
const MOST_BATTLES: usize = 6;
/// Pieces of a line of battle that are drawn.
const MOST_PIECES: usize = 24;
const POOL_HEADS: [&str; 11] =
    ["Unit", "Nations", "Cost", "Move", "Attack", "Defence", "Snipe", "Sky", "Shore", "Guns", "Lift"];

/// A battle to come with its chances, fought to the end.
pub(crate) struct Forecast {
    pub(crate) place: Place,
    pub(crate) odds: crate::Odds,
}

/// "1 die, no hit", "6 dice, 2 hits".
pub(crate) fn dice_words(dice: u8, hits: u8) -> String {
    let thrown = if dice == 1 { "1 die".to_owned() } else { format!("{dice} dice") };
    match hits {
        0 => format!("{thrown}, no hit"),
        1 => format!("{thrown}, 1 hit"),
        _ => format!("{thrown}, {hits} hits"),
    }
}

impl War625 {
    /// The counter of a kind, as an index into the sheet's pieces; a factory has none.
    pub(crate) fn counter_of(nation: Nation, kind: Kind) -> Option<u16> {
        let place = match kind {
            Kind::Factory => return None,
            Kind::Token => NATIONS * FACES + nation.side() as usize,
            _ => nation as usize * FACES + kind as usize,
        };
        Some(place as u16)
    }
    /// The charts of the game as its data files have them. [rule: war FP-1, war DZ-1]
    pub(crate) fn draw_charts(&self) -> Vec<Chart> {
        vec![
            self.pool_chart(false, "pool", "Units, six-sided dice", "FP-1"),
            self.pool_chart(true, "pool-12", "Units, twelve-sided dice", "DZ-1"),
            self.capture_chart(),
        ]
    }
    fn pool_chart(&self, d12: bool, id: &str, title: &str, rule: &str) -> Chart {
        let mut rows = Vec::new();
        for kind in Kind::ALL {
            let mut known: Vec<(Values, Vec<&str>)> = Vec::new();
            for nation in Nation::ALL {
                let values = *self.c.values(d12, nation, kind);
                if !values.exists {
                    continue;
                }
                let same =
                    |entry: &&mut (Values, Vec<&str>)| Values { buys: values.buys, ..entry.0 } == values;
                match known.iter_mut().find(same) {
                    Some(entry) => entry.1.push(nation.id()),
                    None => known.push((values, vec![nation.id()])),
                }
            }
            rows.extend(known.iter().map(|(values, nations)| pool_row(kind, values, nations)));
        }
        let sides = self.c.pool[usize::from(d12)].sides;
        Chart {
            id: id.to_owned(),
            title: title.to_owned(),
            rule: format!("war {rule}"),
            heads: vec![POOL_HEADS.map(str::to_owned).to_vec()],
            rows,
            notes: vec![
                format!("A unit hits with its number or less on a die of {sides}."),
                "Snipe: one shot into the next area. Sky: against aircraft. Shore: at a coast where troops land. Guns: at each aircraft overhead.".to_owned(),
            ],
            ..Chart::default()
        }
    }
    /// The roll for every land unit that leaves a battle. [rule: war PW-1]
    fn capture_chart(&self) -> Chart {
        let words = ["destroyed", "captured", "escapes"];
        let rows = self.c.capture.iter().enumerate().map(|(face, &result)| {
            vec![(face + 1).to_string(), words[usize::from(result).min(2)].to_owned()]
        });
        Chart {
            id: "capture".to_owned(),
            title: "Capture roll".to_owned(),
            rule: "war PW-1".to_owned(),
            heads: vec![vec!["Die".to_owned(), "A unit that leaves a battle".to_owned()]],
            rows: rows.collect(),
            die: Some(self.c.capture_die),
            ..Chart::default()
        }
    }

    /// What the lookers have left to spend, to place or to write down. [rule: war TS-2, war TS-6, war HC-1]
    pub(crate) fn purse<'a>(&'a self, view: &View<State>) -> Option<Purse<'a>> {
        let s = view.state();
        let mine = |nation: Nation| view.seats().contains(nation.seat());
        let of = |title: &str, value: String| Purse { title: title.to_owned().into(), value: value.into() };
        match s.frames.last()? {
            Frame::Purchase(_) => {
                let nation = s.active_nations().find(|&n| mine(n) && self.can_buy(s, n.seat()))?;
                let name = &self.c.nation[nation as usize].name;
                Some(of(&format!("{name}, left to spend"), format!("{} IPC", s.treasury[nation as usize])))
            }
            Frame::Placement(_) => {
                let left = s.active_nations().filter(|&n| mine(n)).flat_map(|n| {
                    Kind::ALL.into_iter().map(move |k| (s.bought(n, k), k)).filter(|&(count, _)| count > 0)
                });
                let words: Vec<_> = left.map(|(n, kind)| format!("{n} {}", kind.words(n))).collect();
                (!words.is_empty()).then(|| of("Left to place", words.join(", ")))
            }
            Frame::Hidden(_) if mine(Nation::Ch) => {
                let left = self.unwritten(s);
                Some(of("Left to write down", format!("{left} infantry")))
            }
            _ => None,
        }
    }

    /// The chances of the battles that are being prepared or wait; the largest first.
    pub(crate) fn forecasts(&self, s: &State) -> Vec<Forecast> {
        let frame = s.frames.last();
        if !frame.is_some_and(|f| matches!(f, Frame::Combat(_)) || f.is_combat_move()) {
            return Vec::new();
        }
        let attackers =
            |place: Place| s.at(place).filter(|(u, _)| s.is_active(u.nation())).map(|(_, n)| n).sum::<u16>();
        let mut places: Vec<_> = each(self.coming_battles(s)).collect();
        places.sort_by_key(|&place| std::cmp::Reverse(attackers(place)));
        let known = places.into_iter().take(MOST_BATTLES);
        known.filter_map(|place| self.odds(s, place).map(|odds| Forecast { place, odds })).collect()
    }
    /// The battle under way; before Combat the largest of those that are being prepared. [rule: war TS-4, war CL-14]
    pub(crate) fn battle_card<'a>(&'a self, s: &State, coming: &[Forecast]) -> Option<Battle<'a>> {
        let own = s.active();
        let heads = vec!["".into(), own.name().into(), own.enemy().name().into()];
        if s.battle.place != NOWHERE {
            let mut rounds: Vec<Vec<Text<'a>>> = vec![heads];
            for round in 0..s.battle.round.min(10) as usize {
                let [dice, hits, back, taken] = s.battle.history[round];
                let name = format!("Round {}", round + 1).into();
                rounds.push(vec![name, dice_words(dice, hits).into(), dice_words(back, taken).into()]);
            }
            if matches!(s.frames.last(), Some(Frame::Decide(_))) {
                rounds
                    .extend(self.odds(s, s.battle.place).map(|odds| odds_rows(&odds)).into_iter().flatten());
            }
            let lines = [own, own.enemy()]
                .map(|side| self.line(s, side, &self.fighters(s, side).collect::<Vec<_>>()));
            return Some(self.card(s.battle.place, "Battle of", lines, rounds));
        }
        let forecast = coming.first()?;
        let mut rounds = vec![heads];
        rounds.extend(odds_rows(&forecast.odds));
        let lines =
            [own, own.enemy()].map(|side| self.line(s, side, &self.gathered(s, forecast.place, side)));
        Some(self.card(forecast.place, "Attack on", lines, rounds))
    }
    fn card<'a>(
        &'a self,
        place: Place,
        what: &str,
        lines: [BattleLine<'a>; 2],
        rounds: Vec<Vec<Text<'a>>>,
    ) -> Battle<'a> {
        let title = format!("{what} {}", self.c.name(place)).into();
        Battle { at: self.c.id(place).into(), title, lines: lines.into(), rounds }
    }
    /// Who would fight in a place if Combat began now: attackers that have come, and everybody who stands there.
    fn gathered(&self, s: &State, place: Place, side: Side) -> Vec<(Unit, u16)> {
        let fights = |u: &Unit| u.side() != s.active() || crate::combat::attacks(u.status());
        s.at(place).filter(|(u, _)| u.side() == side && !u.is_prisoner() && fights(u)).collect()
    }
    /// A line of battle: the pieces, and how many hits a round of theirs brings on average.
    fn line<'a>(&self, s: &State, side: Side, units: &[(Unit, u16)]) -> BattleLine<'a> {
        let sides = f64::from(self.c.pool[usize::from(s.opts.d12)].sides);
        let attacking = side == s.active();
        let (mut dice, mut hits) = (0, 0.0);
        for &(u, n) in units {
            let value = self.value(s, u, attacking).max(0);
            dice += if value > 0 { u32::from(n) } else { 0 };
            hits += f64::from(n) * f64::from(value) / sides;
        }
        let pieces = units.iter().take(MOST_PIECES).map(|&(u, _)| {
            let mut id = String::new();
            self.unit_text(s, u, &mut id);
            id.into()
        });
        let thrown = if dice == 1 { "1 die".to_owned() } else { format!("{dice} dice") };
        let strength = format!("{thrown}, {hits:.1} hits on average").into();
        BattleLine { side: side as u8, pieces: pieces.collect(), strength }
    }
    /// The chances as badges over the places that are attacked.
    pub(crate) fn chance_badges(&self, s: &State) -> Overlay {
        let side = Some(s.active() as u8);
        let marks = self.forecasts(s).into_iter().map(|f| OverlayMark {
            at: self.c.id(f.place).to_owned(),
            side,
            label: format!("{:.0}%", f.odds.win * 100.0),
        });
        Overlay { marks: marks.collect() }
    }
    /// The battle that waits in a place, for whoever asks about it.
    pub(crate) fn battle_section(&self, s: &State, place: Place) -> Option<DetailSection> {
        let coming = self.forecasts(s);
        let forecast = coming.iter().find(|f| f.place == place)?;
        let mut rows: Vec<Vec<String>> = Vec::new();
        for side in [s.active(), s.active().enemy()] {
            let line = self.line(s, side, &self.gathered(s, place, side));
            rows.push(vec![side.name().to_owned(), line.strength.into_owned()]);
        }
        rows.extend(odds_rows(&forecast.odds).map(|row| row.into_iter().map(Text::into_owned).collect()));
        Some(DetailSection { title: "Battle to come".to_owned(), columns: Vec::new(), rows })
    }
    /// Whether the seats may know where the hidden infantry are written down. [rule: war HC-2]
    pub(crate) fn knows_hidden(&self, s: &State, seats: SeatSet) -> bool {
        !s.china.revealed && !seats.intersection(KNOWING).is_empty()
    }
}

fn odds_rows<'a>(odds: &crate::Odds) -> [Vec<Text<'a>>; 2] {
    let sure = if odds.exact { String::new() } else { format!(" ±{:.0}", odds.error * 100.0) };
    [
        vec![
            "Wins".into(),
            format!("{:.0}{sure} %", odds.win * 100.0).into(),
            format!("{:.0}{sure} %", (1.0 - odds.win) * 100.0).into(),
        ],
        vec![
            "Left on average".into(),
            format!("{:.1}", odds.attackers_left).into(),
            format!("{:.1}", odds.defenders_left).into(),
        ],
    ]
}

fn pool_row(kind: Kind, values: &Values, nations: &[&str]) -> Vec<String> {
    let number = |n: i8| if n == 0 { String::new() } else { n.to_string() };
    let name = kind.words(1);
    let mut first = name.chars();
    let capital = first.next().map(|c| c.to_ascii_uppercase()).into_iter().chain(first).collect();
    let who = if nations.len() == NATIONS { "all".to_owned() } else { nations.join(" ") };
    let guns = match (values.aa, values.aa_bomber) {
        (0, 0) => String::new(),
        (a, b) if a == b => a.to_string(),
        (a, b) => format!("{a}, bombers {b}"),
    };
    vec![
        capital,
        who,
        values.cost.to_string(),
        number(values.moves as i8),
        number(values.attack),
        number(values.defence),
        number(values.snipe),
        number(values.dogfight),
        number(values.bombard),
        guns,
        number(values.lift as i8),
    ]
}
