//! What a player looks up: the force pools and the capture roll as charts, what is left to spend, the battle with both lines,
//! its dice by round and its chances.

use crate::china::KNOWING;
use crate::data::{Values, each};
use crate::estimate::Field;
use crate::frames::Frame;
use crate::game::War625;
use crate::kinds::{Kind, NATIONS, NOWHERE, Nation, Place, Side, Status, Unit};
use crate::names::kinds;
use crate::state::State;
use engine::scene::{Battle, BattleLine, Chart, DetailSection, OverlayMark, Purse, Text};
use engine::{Eyes, Overlay, SeatSet, Sentence, View, say};

/// Kinds with a counter of their own: those of the force pool and the prisoner.
pub(crate) const FACES: usize = 15;
/// Battles whose chances are shown at once.
const MOST_BATTLES: usize = 6;
/// Pieces of a line of battle that are drawn.
const MOST_PIECES: usize = 24;
/// The columns of a force pool.
fn pool_heads() -> [Sentence; 11] {
    [
        say!("Unit"),
        say!("Nations"),
        say!("Cost"),
        say!("Move"),
        say!("Attack"),
        say!("Defence"),
        say!("Snipe"),
        say!("Sky"),
        say!("Shore"),
        say!("Guns"),
        say!("Lift"),
    ]
}

/// A battle to come with its chances, fought to the end.
pub(crate) struct Forecast {
    pub(crate) place: Place,
    pub(crate) odds: crate::Odds,
}

/// "1 die, no hit", "6 dice, 2 hits".
pub(crate) fn dice_words(dice: u8, hits: u8) -> Sentence {
    match hits {
        0 => say!("{dice} {dice|die|dice}, no hit", dice),
        _ => say!("{dice} {dice|die|dice}, {hits} {hits|hit|hits}", dice, hits),
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
    pub(crate) fn draw_charts(&self, eyes: &Eyes<'_>) -> Vec<Chart> {
        vec![
            self.pool_chart(false, "pool", &say!("Units, six-sided dice"), "war FP-1", eyes),
            self.pool_chart(true, "pool-12", &say!("Units, twelve-sided dice"), "war DZ-1", eyes),
            self.capture_chart(eyes),
        ]
    }
    fn pool_chart(&self, d12: bool, id: &str, title: &Sentence, rule: &str, eyes: &Eyes<'_>) -> Chart {
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
            rows.extend(known.iter().map(|(values, nations)| pool_row(kind, values, nations, eyes)));
        }
        let sides = self.c.pool[usize::from(d12)].sides;
        Chart {
            id: id.to_owned(),
            title: eyes.read(title),
            rule: rule.to_owned(),
            heads: vec![pool_heads().iter().map(|head| eyes.read(head)).collect()],
            rows,
            notes: vec![
                eyes.read(&say!("A unit hits with its number or less on a die of {sides}.", sides)),
                eyes.read(&say!("Snipe: one shot into the next area. Sky: against aircraft. Shore: at a coast where troops land. Guns: at each aircraft overhead.")),
            ],
            ..Chart::default()
        }
    }
    /// The roll for every land unit that leaves a battle. [rule: war PW-1]
    fn capture_chart(&self, eyes: &Eyes<'_>) -> Chart {
        let words = [say!("destroyed"), say!("captured"), say!("escapes")];
        let rows = self.c.capture.iter().enumerate().map(|(face, &result)| {
            vec![(face + 1).to_string(), eyes.read(&words[usize::from(result).min(2)])]
        });
        Chart {
            id: "capture".to_owned(),
            title: eyes.read(&say!("Capture roll")),
            rule: "war PW-1".to_owned(),
            heads: vec![vec![eyes.read(&say!("Die")), eyes.read(&say!("A unit that leaves a battle"))]],
            rows: rows.collect(),
            die: Some(self.c.capture_die),
            ..Chart::default()
        }
    }

    /// What the lookers have left to spend, to place or to write down. [rule: war TS-2, war TS-6, war HC-1]
    pub(crate) fn purse<'a>(&'a self, view: &View<State>, eyes: &Eyes<'_>) -> Option<Purse<'a>> {
        let s = view.state();
        let mine = |nation: Nation| view.seats().contains(nation.seat());
        let of = |title: &Sentence, value: Text<'a>| Purse { title: eyes.text(title), value };
        match s.frames.last()? {
            Frame::Purchase(_) => {
                let nation = s.active_nations().find(|&n| mine(n) && self.can_buy(s, n.seat()))?;
                let left = eyes.text(&say!("{n} IPC", n = s.treasury[nation as usize]));
                Some(of(&say!("{nation}, left to spend", nation), left))
            }
            Frame::Placement(_) => {
                let left = s.active_nations().filter(|&n| mine(n)).flat_map(|n| {
                    Kind::ALL.into_iter().map(move |k| (s.bought(n, k), k)).filter(|&(count, _)| count > 0)
                });
                let words: Vec<_> =
                    left.map(|(n, kind)| eyes.text(&say!("{n} {kind}", n, kind = kinds(kind, n)))).collect();
                (!words.is_empty()).then(|| of(&say!("Left to place"), words.join(", ").into()))
            }
            Frame::Hidden(_) if mine(Nation::Ch) => {
                let left = eyes.text(&say!("{n} infantry", n = self.unwritten(s)));
                Some(of(&say!("Left to write down"), left))
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
    pub(crate) fn battle_card<'a>(
        &'a self,
        s: &State,
        coming: &[Forecast],
        eyes: &Eyes<'_>,
    ) -> Option<Battle<'a>> {
        let own = s.active();
        let side = |side: Side| eyes.text(&say!("{side}", side));
        let heads = vec!["".into(), side(own), side(own.enemy())];
        if s.battle.place != NOWHERE {
            let mut rounds: Vec<Vec<Text<'a>>> = vec![heads];
            for round in 0..s.battle.round.min(10) as usize {
                let [dice, hits, back, taken] = s.battle.history[round];
                // A round in which nobody has fired yet has nothing to tell.
                if dice == 0 && back == 0 {
                    continue;
                }
                let name = eyes.text(&say!("Round {n}", n = round + 1));
                let [fire, answer] = [dice_words(dice, hits), dice_words(back, taken)];
                rounds.push(vec![name, eyes.text(&fire), eyes.text(&answer)]);
            }
            if matches!(s.frames.last(), Some(Frame::Decide(_))) {
                let odds = self.odds(s, s.battle.place);
                rounds.extend(odds.map(|odds| odds_rows(&odds, eyes)).into_iter().flatten());
            }
            // Headings alone are no table.
            if rounds.len() == 1 {
                rounds.clear();
            }
            let place = s.battle.place;
            let field = self.lines_at(s, place, s.battle.round, true);
            let lines = [own, own.enemy()].map(|side| {
                let units: Vec<Unit> = self.fighters(s, side).map(|(u, _)| u).collect();
                self.line(s, side, &units, field.as_ref(), eyes)
            });
            let title = eyes.text(&say!("Battle of {place}", place));
            return Some(Battle { at: self.c.id(place).into(), title, lines: lines.into(), rounds });
        }
        let forecast = coming.first()?;
        let mut rounds = vec![heads];
        rounds.extend(odds_rows(&forecast.odds, eyes));
        let place = forecast.place;
        let lines = self.gathered_lines(s, place, eyes);
        let title = eyes.text(&say!("Attack on {place}", place));
        Some(Battle { at: self.c.id(place).into(), title, lines: lines.into(), rounds })
    }
    /// Both lines of a battle to come: who has come, who stands there, and the ships and planes that will bring others.
    fn gathered_lines<'a>(&self, s: &State, place: Place, eyes: &Eyes<'_>) -> [BattleLine<'a>; 2] {
        let field = self.lines_at(s, place, 1, false);
        let brings = |u: Unit| u.side() == s.active() && u.assaults() && u.via() == place;
        let drops = |u: Unit| u.status() == Status::Drop;
        [s.active(), s.active().enemy()].map(|side| {
            let here = |u: Unit| self.role_in(s, u, !place.is_area(), 1) == Some(side);
            let own = |u: Unit| side == s.active() && (brings(u) || (u.place() == place && drops(u)));
            let units = s.units().map(|(u, _)| u).filter(|&u| own(u) || (u.place() == place && here(u)));
            self.line(s, side, &units.collect::<Vec<_>>(), field.as_ref(), eyes)
        })
    }
    /// A line of battle: the pieces, and how many hits a round of theirs brings on average.
    fn line<'a>(
        &self,
        s: &State,
        side: Side,
        units: &[Unit],
        field: Option<&Field>,
        eyes: &Eyes<'_>,
    ) -> BattleLine<'a> {
        let pool = &self.c.pool[usize::from(s.opts.d12)];
        let (dice, pips) = field.map_or((0, 0), |f| f.fire(side == s.active(), pool.support));
        let sides = u32::from(pool.sides);
        let tenths = (pips * 10 + sides / 2) / sides;
        let pieces = units.iter().take(MOST_PIECES).map(|&u| {
            let mut id = String::new();
            self.unit_text(s, u, &mut id);
            id.into()
        });
        let (whole, tenth) = (tenths / 10, tenths % 10);
        let strength = if dice == 0 {
            eyes.text(&say!("no dice"))
        } else {
            eyes.text(&say!("{dice} {dice|die|dice}, {whole}.{tenth} hits on average", dice, whole, tenth))
        };
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
    pub(crate) fn battle_section(&self, s: &State, place: Place, eyes: &Eyes<'_>) -> Option<DetailSection> {
        let coming = self.forecasts(s);
        let forecast = coming.iter().find(|f| f.place == place)?;
        let mut rows: Vec<Vec<String>> = Vec::new();
        for (side, line) in
            [s.active(), s.active().enemy()].into_iter().zip(self.gathered_lines(s, place, eyes))
        {
            rows.push(vec![eyes.read(&say!("{side}", side)), line.strength.into_owned()]);
        }
        let odds = odds_rows(&forecast.odds, eyes);
        rows.extend(odds.map(|row| row.into_iter().map(Text::into_owned).collect()));
        Some(DetailSection { title: eyes.read(&say!("Battle to come")), columns: Vec::new(), rows })
    }
    /// Whether the seats may know where the hidden infantry are written down. [rule: war HC-2]
    pub(crate) fn knows_hidden(&self, s: &State, seats: SeatSet) -> bool {
        !s.china.revealed && !seats.intersection(KNOWING).is_empty()
    }
}

fn odds_rows<'a>(odds: &crate::Odds, eyes: &Eyes<'_>) -> [Vec<Text<'a>>; 2] {
    let sure = if odds.exact { String::new() } else { format!(" ±{:.0}", odds.error * 100.0) };
    [
        vec![
            eyes.text(&say!("Wins")),
            format!("{:.0}{sure} %", odds.win * 100.0).into(),
            format!("{:.0}{sure} %", (1.0 - odds.win) * 100.0).into(),
        ],
        vec![
            eyes.text(&say!("Left on average")),
            format!("{:.1}", odds.attackers_left).into(),
            format!("{:.1}", odds.defenders_left).into(),
        ],
    ]
}

fn pool_row(kind: Kind, values: &Values, nations: &[&str], eyes: &Eyes<'_>) -> Vec<String> {
    let number = |n: i8| if n == 0 { String::new() } else { n.to_string() };
    let name = kind.words(1);
    let mut first = name.chars();
    let capital: String = first.next().map(|c| c.to_ascii_uppercase()).into_iter().chain(first).collect();
    let who = if nations.len() == NATIONS {
        eyes.read(&say!("all"))
    } else {
        nations.iter().map(|id| eyes.term(id)).collect::<Vec<_>>().join(" ")
    };
    let guns = match (values.aa, values.aa_bomber) {
        (0, 0) => String::new(),
        (a, b) if a == b => a.to_string(),
        (a, b) => eyes.read(&say!("{a}, bombers {b}", a, b)),
    };
    vec![
        eyes.term(&capital).into_owned(),
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
