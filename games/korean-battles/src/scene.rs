//! What a client draws: pieces, markers, panels, workings, reach, actions.

use crate::combat::Sum;
use crate::data::{Kind, Scenario, Size, Unit};
use crate::ground::printed;
use crate::hidden::VEIL_COUNTERS;
use crate::movement::Going;
use crate::state::{DEAD, DUE, Frame, LEFT, Phase, RED, State, UN, UNPLACED, WAITING, flag};
use crate::supply::Supply;
use engine::scene::{
    Cell, Face, Marker, OverlayDef, OverlayMark, Panel, PanelBody, Piece, PieceDef, Points, Reach, Reason,
    Text, Working,
};
use engine::{Overlay, Scene, Sheet, View};

const PHASES: [&str; 5] = ["Movement", "Combat", "Mobile movement", "Mobile combat", "Rebuilding"];

impl Unit {
    fn factors(&self, step: usize) -> String {
        let [a, d, m] = self.faces[step.min(self.faces.len() - 1)];
        format!("{a}-{d}-{m}")
    }
    fn symbol(&self) -> &str {
        match self.kind {
            Kind::Hq => "headquarters",
            Kind::Depot => "supply",
            Kind::Dummy => "hidden",
            Kind::Cadre | Kind::Railroad => "infantry",
            Kind::Motorcycle => "reconnaissance",
            _ => &self.kind_name,
        }
    }
    fn size_key(&self) -> &'static str {
        match self.size {
            Size::Company => "company",
            Size::Battalion => "battalion",
            Size::Regiment => "regiment",
            Size::Brigade => "brigade",
            Size::Division => "division",
            _ => "",
        }
    }
}

impl Scenario {
    /// What never changes: the map, the counters, the overlays on offer.
    pub(crate) fn sheet(&self) -> Sheet {
        let mut pieces: Vec<PieceDef> = self.units.iter().map(|u| self.piece_def(u)).collect();
        let nation = if self.red == "cn" { "ccf" } else { "nk" };
        pieces.push(PieceDef {
            id: "face-down".to_owned(),
            name: "Face-down counter".to_owned(),
            side: RED,
            nation: nation.to_owned(),
            symbol: "hidden".to_owned(),
            ..PieceDef::default()
        });
        for (side, nation) in [(UN, "us"), (RED, nation)] {
            for value in 1..=7 {
                pieces.push(PieceDef {
                    id: format!("support-{}-{value}", self.side_id(side)),
                    name: format!("Support marker +{value}"),
                    side,
                    nation: nation.to_owned(),
                    symbol: "artillery".to_owned(),
                    front: format!("+{value}"),
                    ..PieceDef::default()
                });
            }
        }
        let overlay = |id: &str, title: &str| OverlayDef { id: id.to_owned(), title: title.to_owned() };
        let red = self.red_name();
        Sheet {
            map: format!("korean-battles/{}", self.map),
            pieces,
            overlays: vec![
                overlay("zoc-un", "Zones of control, United Nations"),
                overlay("zoc-communist", &format!("Zones of control, {red}")),
                overlay("supply-un", "Lines of supply, United Nations"),
                overlay("supply-communist", &format!("Lines of supply, {red}")),
                overlay("control", "Control"),
            ],
        }
    }

    fn piece_def(&self, u: &Unit) -> PieceDef {
        let nation = match u.nation.as_str() {
            "cn" => "ccf",
            "us" if u.usmc => "usmc",
            other => other,
        };
        let (left, right) = u.label.split_once('/').unwrap_or((&u.label, ""));
        PieceDef {
            id: u.id.clone(),
            name: u.name.clone(),
            side: u.side,
            nation: nation.to_owned(),
            symbol: u.symbol().to_owned(),
            size: u.size_key().to_owned(),
            left: left.to_owned(),
            right: right.to_owned(),
            front: if u.dummy() { String::new() } else { u.factors(0) },
            back: (u.faces.len() > 1).then(|| u.factors(1)),
        }
    }

    fn face_down_def(&self) -> u16 {
        self.units.len() as u16
    }
    fn support_def(&self, side: u8, value: u8) -> u16 {
        self.face_down_def() + 1 + u16::from(side) * 7 + u16::from(value) - 1
    }

    /// The id of a piece within the scene; a counter that the viewer cannot know has a number only.
    pub(crate) fn piece_id(&self, st: &State, unit: u8) -> Text<'_> {
        if st.hidden(unit) && st.veil & VEIL_COUNTERS != 0 {
            let hex = self.ground.label(st.hex(unit));
            return match st.tag(unit) {
                0 => {
                    let twin = st.units_in(st.hex(unit)).take_while(|&u| u != unit).any(|u| st.hidden(u));
                    format!("face-down-{hex}{}", if twin { "b" } else { "" }).into()
                }
                tag => format!("face-down-{tag}").into(),
            };
        }
        Text::Borrowed(&self.units[unit as usize].id)
    }

    /// What is to be drawn for the seats of a view.
    pub(crate) fn scene<'a>(&'a self, view: &'a View<State>) -> Scene<'a> {
        let st = view.state();
        let red_seen = st.veil & VEIL_COUNTERS == 0;
        let red = if red_seen { self.supply(st, RED) } else { Supply::default() };
        let supplies = [self.supply(st, UN), red];
        let decider = self.decider(st);
        let mine = decider.filter(|&side| view.seats().contains(self.seat(side)));
        let mut actions = Vec::new();
        if let Some(side) = mine {
            let mut legal = Vec::new();
            self.list(st, &mut legal);
            actions.extend(legal.into_iter().map(|a| self.scene_action(st, side, a)));
        }
        Scene {
            turn: st.turn.into(),
            turns: self.turns.into(),
            turn_label: Text::Borrowed(match st.turn {
                0 => "Set-up",
                turn => self.dates.get(turn as usize - 1).map_or("", String::as_str),
            }),
            phases: PHASES.iter().map(|&p| Text::Borrowed(p)).collect(),
            phase: phase_index(st.phase),
            active_side: (st.phase != Phase::Over).then_some(st.player),
            prompt: self.prompt(st, decider, mine.is_some()),
            pieces: self.pieces(st, &supplies),
            markers: self.markers(st),
            panels: self.panels(st),
            points: self.scene_points(st),
            workings: self.workings(st),
            reach: if mine.is_some() { self.reach(st) } else { Vec::new() },
            actions,
        }
    }

    fn pieces(&self, st: &State, supplies: &[Supply; 2]) -> Vec<Piece<'_>> {
        let mut out = Vec::with_capacity(64);
        for unit in 0..self.units.len() as u8 {
            if let Some(at) = self.piece_place(st, unit) {
                out.push(self.piece(st, unit, at, supplies));
            }
        }
        for side in [UN, RED] {
            for (v, &count) in st.hand[side as usize][..7].iter().enumerate().filter(|(_, n)| **n > 0) {
                let value = v as u8 + 1;
                out.push(Piece {
                    id: format!("{}+{value}", self.hand_box(side)).into(),
                    def: self.support_def(side, value),
                    at: self.hand_box(side).into(),
                    count: count.into(),
                    ..Piece::default()
                });
            }
        }
        out
    }

    pub(crate) fn hand_box(&self, side: u8) -> &'static str {
        if side == UN { "hand-un" } else { "hand-communist" }
    }

    pub(crate) fn piece_place(&self, st: &State, unit: u8) -> Option<Text<'_>> {
        Some(match st.at[unit as usize] {
            DEAD => "dead".into(),
            LEFT => "left".into(),
            DUE => if self.side(unit) == UN { "due-un" } else { "due-communist" }.into(),
            UNPLACED => if self.side(unit) == UN { "setup-un" } else { "setup-communist" }.into(),
            WAITING => {
                let turn = self.arrival_turn(st, unit).filter(|&t| t <= self.turns)?;
                format!("turn-{turn}").into()
            }
            at if at < crate::state::OFF_MAP => Text::Borrowed(self.ground.label(at)),
            _ => return None,
        })
    }

    fn piece<'a>(&'a self, st: &State, unit: u8, at: Text<'a>, supplies: &[Supply; 2]) -> Piece<'a> {
        let def = &self.units[unit as usize];
        let unknown = st.hidden(unit) && st.veil & VEIL_COUNTERS != 0;
        let step = st.step(unit);
        Piece {
            id: self.piece_id(st, unit),
            def: if unknown { self.face_down_def() } else { unit.into() },
            at,
            face: match (unknown, step) {
                (true, _) => Face::Hidden,
                (false, 0) => Face::Front,
                _ => Face::Back,
            },
            count: 1,
            factors: (step > 1).then(|| def.factors(step as usize).into()),
            status: if st.on_map(unit) { self.status(st, unit, unknown, supplies) } else { Vec::new() },
        }
    }

    fn status(&self, st: &State, unit: u8, unknown: bool, supplies: &[Supply; 2]) -> Vec<&'static str> {
        let mut out = Vec::new();
        let side = self.side(unit);
        let badges = [
            (flag::MOVED, "moved"),
            (flag::ATTACKED, "attacked"),
            (flag::ADVANCED, "advanced"),
            (flag::RETREATED, "retreated"),
            (flag::AIR, "air-supply"),
        ];
        out.extend(badges.iter().filter(|b| st.has(unit, b.0)).map(|b| b.1));
        if st.hidden(unit) && !unknown {
            out.push("face-down");
        }
        let seen = side == UN || st.veil & VEIL_COUNTERS == 0;
        let dummy = self.units[unit as usize].dummy();
        if seen && !dummy && !self.supplied(st, &supplies[side as usize], unit) {
            out.push("out-of-supply");
        }
        if st.combat.active && st.combat.attackers.has(unit as usize) {
            out.push("attacker");
        }
        if st.combat.waves.has(unit as usize) && st.combat.active {
            out.push("human-wave");
        }
        out
    }

    fn markers(&self, st: &State) -> Vec<Marker<'_>> {
        let mut out = Vec::new();
        for side in [UN, RED] {
            for &hex in self.tracked.iter().filter(|&&h| self.holds(st, side, h)) {
                out.push(Marker {
                    at: self.ground.label(hex).into(),
                    kind: "control".into(),
                    side: Some(side),
                    label: "".into(),
                    title: format!("{} is held", self.ground.place(hex)).into(),
                });
            }
        }
        for bridge in st.bridges.iter() {
            let (a, b) = (self.ground.label(bridge.a), self.ground.label(bridge.b));
            out.push(Marker {
                at: a.into(),
                kind: "bridge".into(),
                side: Some(UN),
                label: format!("{a}/{b}").into(),
                title: format!("Engineers' bridge {a}/{b} until the end of the turn").into(),
            });
        }
        if st.combat.active {
            self.combat_markers(st, &mut out);
        }
        out
    }

    fn combat_markers<'a>(&'a self, st: &State, out: &mut Vec<Marker<'a>>) {
        let at = self.ground.label(st.combat.target);
        let (kind, title) =
            if st.combat.bombardment { ("bombardment", "is bombarded") } else { ("attack", "is attacked") };
        out.push(Marker {
            at: at.into(),
            kind: kind.into(),
            side: Some(st.combat.side),
            label: "".into(),
            title: format!("{at} {title}").into(),
        });
        for (i, markers) in st.combat.markers.iter().enumerate() {
            let side = if i == 0 { st.combat.side } else { 1 - st.combat.side };
            for &value in markers.iter().filter(|&&v| v > 0) {
                out.push(Marker {
                    at: at.into(),
                    kind: "support".into(),
                    side: Some(side),
                    label: format!("+{value}").into(),
                    title: format!("Support +{value}").into(),
                });
            }
        }
    }

    fn panels(&self, st: &State) -> Vec<Panel<'_>> {
        let panel = |id: &'static str, title: String| Panel {
            id: id.into(),
            title: title.into(),
            body: PanelBody::Box,
        };
        let red = self.red_name();
        let mut out =
            vec![Panel { id: "track".into(), title: "Turns".into(), body: PanelBody::Track(self.track(st)) }];
        if st.phase == Phase::Setup {
            out.push(panel("setup-un", "To be set up, United Nations".to_owned()));
            out.push(panel("setup-communist", format!("To be set up, {red}")));
        }
        out.push(panel("hand-un", format!("Support, United Nations: {} in hand", st.hand_size(UN))));
        out.push(panel("hand-communist", format!("Support, {red}: {} in hand", st.hand_size(RED))));
        out.push(Panel {
            id: "support".into(),
            title: "Support markers".into(),
            body: self.support_table(st),
        });
        out.push(panel("due-un", "May enter, United Nations".to_owned()));
        out.push(panel("due-communist", format!("May enter, {red}")));
        out.push(panel("dead", "Eliminated".to_owned()));
        out.push(panel("left", "Left the map".to_owned()));
        out
    }

    /// Allotments and what lowers them.
    fn support_table(&self, st: &State) -> PanelBody<'_> {
        let turn = st.turn.max(1);
        let next = (turn + 1).min(self.turns);
        let row = |side: u8| -> Vec<Text<'_>> {
            let track = self.allotment[side as usize].get(turn as usize - 1).copied().unwrap_or(0);
            let air = if side == UN { st.air_left.to_string() } else { "-".to_owned() };
            let name = if side == UN { "United Nations" } else { self.red_name() };
            vec![
                name.into(),
                track.to_string().into(),
                st.hand_size(side).to_string().into(),
                self.allotment_on(st, side, next).to_string().into(),
                air.into(),
            ]
        };
        let columns = ["Side", "Track", "In hand", "Next turn", "Air Supply left"];
        PanelBody::Table {
            columns: columns.iter().map(|&c| Text::Borrowed(c)).collect(),
            rows: vec![row(UN), row(RED)],
        }
    }

    /// The turn track with arrivals and withdrawals. [rule: kb 3.0, kb 2.2]
    fn track(&self, st: &State) -> Vec<Cell<'_>> {
        let mut notes = vec![String::new(); self.turns as usize + 1];
        for w in self.withdrawals.iter().filter(|w| st.on_map(w.unit) && w.turn <= self.turns) {
            let note = &mut notes[w.turn as usize];
            note.push_str("Withdraw ");
            note.push_str(self.name(w.unit));
            note.push_str(". ");
        }
        for &(turn, less) in &self.support_cuts {
            if let Some(note) = notes.get_mut(turn as usize) {
                use std::fmt::Write;
                let _ = write!(note, "UN support -{less}. ");
            }
        }
        let cell = |turn: u8| Cell {
            id: format!("turn-{turn}").into(),
            label: format!(
                "{turn} ({}/{})",
                self.allotment[self.first as usize][turn as usize - 1],
                self.allotment[1 - self.first as usize][turn as usize - 1]
            )
            .into(),
            note: notes[turn as usize].clone().into(),
            current: turn == st.turn,
        };
        (1..=self.turns).map(cell).collect()
    }

    fn scene_points(&self, st: &State) -> Vec<Points<'_>> {
        let scores = self.scores(st);
        let mut out: Vec<Points<'_>> =
            [UN, RED].iter().map(|&side| Points { side, total: 0, reasons: Vec::new() }).collect();
        for score in scores {
            let points = &mut out[score.side as usize];
            points.total += score.points;
            points.reasons.push(Reason {
                points: score.points,
                text: score.text.into(),
                rule: score.rule.into(),
            });
        }
        out
    }

    /// How the combat under way comes about, line by line.
    fn workings(&self, st: &State) -> Vec<Working<'_>> {
        // Once the die is cast units may be gone; the sum belongs to the time before.
        let before_the_die = matches!(st.top(), Frame::Building | Frame::Waves | Frame::Support(_));
        if !st.combat.active || !before_the_die {
            return Vec::new();
        }
        let mut seen = st.clone();
        if st.top() == Frame::Building {
            let supply = self.supply(st, st.combat.side);
            for unit in st.combat.attackers.iter() {
                seen.combat.weak.set(unit, !self.supplied(st, &supply, unit as u8));
            }
        }
        let sum = self.sum(&seen);
        let mut out = Vec::new();
        for unit in seen.combat.attackers.iter() {
            let (weak, wave) = (seen.combat.weak.has(unit), seen.combat.waves.has(unit));
            let rule = if wave {
                "kb 14.0"
            } else if weak {
                "kb 10.4"
            } else {
                "kb 7.3"
            };
            let value = self.attack_strength(&seen, unit as u8, weak, wave).to_string();
            out.push(Working { label: self.name(unit as u8).into(), value: value.into(), rule: rule.into() });
        }
        self.sum_workings(st, &sum, &mut out);
        out
    }

    fn sum_workings<'a>(&'a self, st: &State, sum: &Sum, out: &mut Vec<Working<'a>>) {
        let mut line = |label: &'static str, value: String, rule: &'static str| {
            out.push(Working { label: label.into(), value: value.into(), rule: rule.into() });
        };
        let hidden = st.units_in(st.combat.target).any(|u| st.hidden(u));
        line("Attack support", format!("{:+}", sum.attack_support), "kb 8.3");
        line("Attack strength", (sum.attack + sum.attack_support).to_string(), "kb 7.3");
        if hidden {
            line("Defence strength", "unknown until revealed".to_owned(), "kb hidden-knowledge");
        } else {
            line("Defence support", format!("{:+}", sum.defence_support), "kb 8.3");
            line("Defence strength", (sum.defence + sum.defence_support).to_string(), "kb 7.3");
            line("Differential", format!("{:+}", sum.differential()), "kb 7.3");
        }
        line(
            "Hex terrain",
            format!("{} (shift {})", self.crt.names(sum.hex_line), self.crt.shift(sum.hex_line)),
            "kb 7.4",
        );
        if let Some(side) = sum.side_line {
            line("Hexsides", format!("{} (shift {})", self.crt.names(side), self.crt.shift(side)), "kb 7.4");
        }
        if !hidden {
            let column = self.crt.column(sum.line, sum.differential());
            line("Column", format!("{column} of 12"), "kb crt");
            let results: Vec<String> = (1..=6).map(|die| self.crt.result(column, die).to_string()).collect();
            line("Results for die 1 to 6", results.join("  "), "kb crt");
        }
    }

    fn reach(&self, st: &State) -> Vec<Reach<'_>> {
        let Frame::Moving { unit, spent, exited } = st.top() else { return Vec::new() };
        let from = st.hex(unit);
        self.range(st, Going { unit, spent, exited }, |range| {
            let hexes = range.hexes().filter(|&h| h != from && self.may_stack(st, unit, h));
            hexes
                .map(|h| Reach {
                    at: self.ground.label(h).into(),
                    cost: printed(range.cost(h).unwrap_or(0)).into(),
                    from: self.ground.label(range.before(h).unwrap_or(from)).into(),
                })
                .collect()
        })
    }

    /// An overlay: marks on hexes.
    pub(crate) fn overlay(&self, st: &State, id: &str) -> Option<Overlay> {
        let all = || 0..self.ground.hexes as u16;
        let mark = |hex: u16, side: u8| OverlayMark {
            at: self.ground.label(hex).to_owned(),
            side: Some(side),
            label: String::new(),
        };
        let marks = match id {
            "zoc-un" => all().filter(|&h| self.enemy_zone(st, RED, h)).map(|h| mark(h, UN)).collect(),
            "zoc-communist" => all().filter(|&h| self.enemy_zone(st, UN, h)).map(|h| mark(h, RED)).collect(),
            "supply-un" => Self::lines(&self.supply(st, UN)).map(|h| mark(h, UN)).collect(),
            // Where depots lie face down, the viewer cannot know whom they feed.
            "supply-communist" if st.veil & VEIL_COUNTERS != 0 => Vec::new(),
            "supply-communist" => Self::lines(&self.supply(st, RED)).map(|h| mark(h, RED)).collect(),
            "control" => [UN, RED]
                .into_iter()
                .flat_map(|s| {
                    self.tracked.iter().copied().filter(move |&h| self.holds(st, s, h)).map(move |h| (h, s))
                })
                .map(|(h, s)| mark(h, s))
                .collect(),
            _ => return None,
        };
        Some(Overlay { marks })
    }
}

fn phase_index(phase: Phase) -> u8 {
    match phase {
        Phase::Setup | Phase::Movement => 0,
        Phase::Combat | Phase::Attack => 1,
        Phase::MobileMovement => 2,
        Phase::MobileCombat => 3,
        Phase::Rebuild | Phase::Over => 4,
    }
}
