//! Victory (22.0, 25.0, 27 to 29): points with their reasons, levels, the end.

use crate::data::Scenario;
use crate::names::{city, country, level, people};
use crate::state::{DEAD, LEFT, RED, Side, State, UN, UnitId};
use engine::{Arg, Ending, Play, Sentence, say};

/// The reason for points, of a unit or a city.
type Told = fn(Arg) -> Sentence;

/// Points with their reason.
pub(crate) struct Score {
    pub(crate) side: Side,
    pub(crate) points: i32,
    pub(crate) text: Sentence,
    pub(crate) rule: &'static str,
}

impl Scenario {
    fn victory_rule(&self) -> &'static str {
        match self.id.as_str() {
            "pusan" => "kb 27-victory",
            "inchon" => "kb 28-victory",
            _ => "kb 29-victory",
        }
    }

    /// Every reason for points as things stand; what counts at the end is counted as if the end were now.
    /// [rule: kb 27-victory, kb 28-victory, kb 29-victory]
    pub(crate) fn scores(&self, st: &State) -> Vec<Score> {
        let mut out = Vec::new();
        let rule = self.victory_rule();
        self.each_unit_score(st, &mut |side, points, told, unit, rule| {
            out.push(Score { side, points, text: told(unit.into()), rule });
        });
        self.each_city_score(st, &mut |side, points, told, at| {
            out.push(Score { side, points, text: told(city(at)), rule });
        });
        let link = self.link_points(st);
        if link != 0 {
            out.push(Score {
                side: RED,
                points: link,
                text: say!("Link with the Naktong battle"),
                rule: "kb 25.0",
            });
        }
        for side in [UN, RED] {
            let points = i32::from(st.ledger.carried[side.index()]);
            if points != 0 {
                out.push(Score { side, points, text: say!("Scored before this position"), rule });
            }
        }
        out
    }

    /// The points of both sides.
    pub(crate) fn points(&self, st: &State) -> [i32; 2] {
        let mut total = [i32::from(st.ledger.carried[0]), i32::from(st.ledger.carried[1])];
        self.each_unit_score(st, &mut |side, points, _, _, _| total[side.index()] += points);
        self.each_city_score(st, &mut |side, points, _, _| total[side.index()] += points);
        total[RED.index()] += self.link_points(st);
        total
    }

    /// Dead units, units that left, units still on the map, overdue and optional ones.
    /// [rule: kb 27-withdrawals, kb 29-exit, kb 29-optional]
    fn each_unit_score(&self, st: &State, count: &mut dyn FnMut(Side, i32, Told, UnitId, &'static str)) {
        let rule = self.victory_rule();
        for unit in self.ids() {
            let def = &self.units[unit.index()];
            let at = st.at[unit.index()];
            if at == DEAD && def.dead.1 != 0 {
                count(def.dead.0, def.dead.1, |unit| say!("{unit} eliminated", unit), unit, rule);
            } else if at == LEFT && def.exit_points != 0 && self.exit.is_some() {
                count(UN, def.exit_points, |unit| say!("{unit} left by the road", unit), unit, "kb 29-exit");
            } else if st.on_map(unit) && def.left_points != 0 {
                count(RED, def.left_points, |unit| say!("{unit} still on the map", unit), unit, rule);
            }
        }
        for (i, w) in self.withdrawals.iter().enumerate() {
            let turns = i32::from(st.ledger.overdue[i]);
            if turns > 0 {
                count(
                    RED,
                    w.overdue * turns,
                    |unit| say!("{unit} overdue", unit),
                    w.unit,
                    "kb 27-withdrawals",
                );
            }
        }
        for (i, &(unit, points)) in self.optional_points.iter().enumerate() {
            if st.ledger.optional >> i & 1 == 1 {
                count(RED, points, |unit| say!("{unit} brought in", unit), unit, "kb 29-optional");
            }
        }
    }

    fn each_city_score(&self, st: &State, count: &mut dyn FnMut(Side, i32, Told, usize)) {
        let red = |c: usize| st.ledger.red_cities >> c & 1 == 1;
        for s in self.held_at_end.iter().filter(|s| red(s.city)) {
            count(s.to, s.points, |city| say!("{city} held", city), s.city);
        }
        for s in self.ever_taken.iter().filter(|s| st.ledger.taken >> s.city & 1 == 1) {
            count(s.to, s.points, |city| say!("{city} was taken", city), s.city);
        }
        for s in self.retaken.iter().filter(|s| red(s.city) && st.ledger.un_held >> s.city & 1 == 1) {
            count(s.to, s.points, |city| say!("{city} retaken", city), s.city);
        }
        for s in self.raided.iter().filter(|s| st.ledger.raided >> s.city & 1 == 1) {
            count(s.to, s.points, |city| say!("{city} was raided", city), s.city);
        }
        for s in self.cleared.iter().filter(|s| self.is_cleared(st, s.city, &s.sizes)) {
            count(s.to, s.points, |city| say!("{city} cleared", city), s.city);
        }
    }

    /// 28 A United Nations formation in the city and no North Korean unit in any hex of it; dummies are no units.
    /// [rule: kb 28-victory]
    fn is_cleared(&self, st: &State, city: usize, sizes: &[String]) -> bool {
        let mut formation = false;
        for &hex in &self.cities[city].hexes {
            for unit in st.units_in(hex) {
                let def = &self.units[unit.index()];
                if def.side == RED && (!def.dummy() || st.hidden(unit)) {
                    return false;
                }
                formation |= def.side == UN && sizes.contains(&def.size_name);
            }
        }
        formation
    }

    /// 25.0 The link: a die's worth of extra support there is deducted here; a victory there adds its junctions.
    /// [rule: kb 25.0]
    fn link_points(&self, st: &State) -> i32 {
        let (die, won, junctions) = st.link;
        if die == 0 { 0 } else { i32::from(if won { junctions } else { 0 }) - i32::from(die) }
    }

    /// 22.0 The level of victory for a number of points. [rule: kb 22.0]
    pub(crate) fn level(&self, points: i32) -> &str {
        self.parameters.levels.iter().find(|(least, _)| points >= *least).map_or("", |(_, level)| level)
    }

    pub(crate) fn side_id(&self, side: Side) -> &'static str {
        if side == UN { "un" } else { "communist" }
    }

    /// Most points win; equal points are a draw, and the level is the same for both. [rule: kb 22.0]
    pub(crate) fn outcome(&self, st: &State) -> Ending {
        let points = self.points(st);
        let result = self.verdict(points);
        let winner = self.winner(points).map(|s| self.side_id(s).to_owned());
        Ending { winner, result, rule: "kb 22.0", points: points.to_vec() }
    }

    fn winner(&self, [un, red]: [i32; 2]) -> Option<Side> {
        match un.cmp(&red) {
            std::cmp::Ordering::Greater => Some(UN),
            std::cmp::Ordering::Less => Some(RED),
            std::cmp::Ordering::Equal => None,
        }
    }

    pub(crate) fn announce(&self, st: &State, play: &mut Play) {
        let points = self.points(st);
        let [un, red] = points;
        let sum =
            say!("The game is over: United Nations {un}, {country} {red}.", un, country = country(RED), red);
        play.note("kb 22.0", sum);
        play.note("kb 22.0", self.verdict(points));
    }

    fn verdict(&self, points: [i32; 2]) -> Sentence {
        match self.winner(points) {
            Some(side) => say!(
                "{side} win: {won}; {other}: {lost}",
                side,
                won = level(points[side.index()]),
                other = people(side.other()),
                lost = level(points[side.other().index()])
            ),
            None => {
                let un = points[0];
                say!("Draw at {un} points: {level} for both sides", un, level = level(un))
            }
        }
    }
}
