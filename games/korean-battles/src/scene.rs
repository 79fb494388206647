//! What a client draws: pieces, markers, panels, workings, reach, actions.

use crate::data::{Kind, Scenario, Size, Unit};
use crate::frames::Frame;
use crate::ground::printed;
use crate::hidden::VEIL_COUNTERS;
use crate::names::{line, spot};
use crate::panels::hand_box;
use crate::state::{
    DEAD, DUE, Hex, LEFT, OFF_MAP, Phase, RED, Side, State, UN, UNPLACED, UnitId, WAITING, flag,
};
use crate::strength::Sum;
use crate::supply::Supply;
use engine::scene::{Face, Marker, OverlayDef, OverlayMark, Piece, PieceDef, Reach, Text, Working};
use engine::{Eyes, Overlay, Scene, Sentence, Sheet, View, say};

fn phases(eyes: &Eyes<'_>) -> Vec<Text<'static>> {
    let all = [
        say!("Movement"),
        say!("Combat"),
        say!("Mobile movement"),
        say!("Mobile combat"),
        say!("Rebuilding"),
    ];
    all.iter().map(|phase| eyes.text(phase)).collect()
}

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
    pub(crate) fn sheet(&self, eyes: &Eyes<'_>) -> Sheet {
        let mut pieces: Vec<PieceDef> = self.units.iter().map(|u| piece_def(u, eyes)).collect();
        let nation = if self.red == "cn" { "ccf" } else { "nk" };
        pieces.push(PieceDef {
            id: "face-down".to_owned(),
            name: eyes.read(&say!("Face-down counter")),
            side: RED as u8,
            nation: nation.to_owned(),
            symbol: "hidden".to_owned(),
            ..PieceDef::default()
        });
        for (side, nation) in [(UN, "us"), (RED, nation)] {
            for value in 1..=7 {
                pieces.push(PieceDef {
                    id: format!("support-{}-{value}", self.side_id(side)),
                    name: eyes.read(&say!("Support marker +{value}", value)),
                    side: side as u8,
                    nation: nation.to_owned(),
                    symbol: "artillery".to_owned(),
                    front: format!("+{value}"),
                    ..PieceDef::default()
                });
            }
        }
        let overlay = |id: &str, title: Sentence| OverlayDef { id: id.to_owned(), title: eyes.read(&title) };
        let north_korea = self.divisions.is_empty();
        Sheet {
            map: format!("korean-battles/{}", self.map),
            pieces,
            overlays: vec![
                overlay("zoc-un", say!("Zones of control, United Nations")),
                overlay(
                    "zoc-communist",
                    if north_korea {
                        say!("Zones of control, North Korea")
                    } else {
                        say!("Zones of control, China")
                    },
                ),
                overlay("supply-un", say!("Lines of supply, United Nations")),
                overlay(
                    "supply-communist",
                    if north_korea {
                        say!("Lines of supply, North Korea")
                    } else {
                        say!("Lines of supply, China")
                    },
                ),
                overlay("control", say!("Control")),
                overlay("chances", say!("Chances of attacks by all who can")),
            ],
            charts: self.charts(eyes),
        }
    }

    fn face_down_def(&self) -> u16 {
        self.units.len() as u16
    }
    fn support_def(&self, side: Side, value: u8) -> u16 {
        self.face_down_def() + 1 + side as u16 * 7 + u16::from(value) - 1
    }

    /// The id of a piece within the scene; a counter that the viewer cannot know has a number only.
    pub(crate) fn piece_id(&self, st: &State, unit: UnitId) -> Text<'_> {
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
        Text::Borrowed(&self.units[unit.index()].id)
    }

    /// What is to be drawn for the seats of a view.
    pub(crate) fn scene<'a>(&'a self, view: &'a View<State>, eyes: &Eyes<'_>) -> Scene<'a> {
        let st = view.state();
        let red_seen = st.veil & VEIL_COUNTERS == 0;
        let red = if red_seen { self.supply(st, RED) } else { Supply::default() };
        let supplies = [self.supply(st, UN), red];
        let mine = view.seats().contains(st.player.seat());
        let sum = self.open_sum(st);
        Scene {
            turn: st.turn.into(),
            turns: self.turns.into(),
            turn_label: self.turn_words(st.turn, eyes),
            phases: phases(eyes),
            phase: phase_index(st.phase),
            active_side: (st.phase != Phase::Over).then_some(st.player as u8),
            pieces: self.pieces(st, &supplies),
            markers: self.markers(st, eyes),
            panels: self.panels(st, eyes),
            points: self.scene_points(st, eyes),
            workings: self.workings(st, eyes),
            battle: self.battle(st, sum.as_ref(), eyes),
            lit: self.lit(st, sum.as_ref()),
            reach: if mine { self.reach(st) } else { Vec::new() },
            ..Scene::default()
        }
    }

    fn pieces(&self, st: &State, supplies: &[Supply; 2]) -> Vec<Piece<'_>> {
        let mut out = Vec::with_capacity(64);
        for unit in self.ids() {
            if let Some(at) = self.piece_place(st, unit) {
                out.push(self.piece(st, unit, at, supplies));
            }
        }
        for side in [UN, RED] {
            for (v, &count) in st.hand[side.index()][..7].iter().enumerate().filter(|(_, n)| **n > 0) {
                let value = v as u8 + 1;
                out.push(Piece {
                    id: format!("{}+{value}", hand_box(side)).into(),
                    def: self.support_def(side, value),
                    at: hand_box(side).into(),
                    count: count.into(),
                    ..Piece::default()
                });
            }
        }
        out
    }

    pub(crate) fn piece_place(&self, st: &State, unit: UnitId) -> Option<Text<'_>> {
        Some(match st.at[unit.index()] {
            DEAD => "dead".into(),
            LEFT => "left".into(),
            DUE => if self.side(unit) == UN { "due-un" } else { "due-communist" }.into(),
            UNPLACED => if self.side(unit) == UN { "setup-un" } else { "setup-communist" }.into(),
            WAITING => {
                let turn = self.arrival_turn(st, unit).filter(|&t| t <= self.turns)?;
                format!("turn-{turn}").into()
            }
            at if at < OFF_MAP => Text::Borrowed(self.ground.label(at)),
            _ => return None,
        })
    }

    fn piece<'a>(&'a self, st: &State, unit: UnitId, at: Text<'a>, supplies: &[Supply; 2]) -> Piece<'a> {
        let def = &self.units[unit.index()];
        let unknown = st.hidden(unit) && st.veil & VEIL_COUNTERS != 0;
        let step = st.step(unit);
        Piece {
            id: self.piece_id(st, unit),
            def: if unknown { self.face_down_def() } else { unit.0.into() },
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

    fn status(&self, st: &State, unit: UnitId, unknown: bool, supplies: &[Supply; 2]) -> Vec<&'static str> {
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
        let dummy = self.units[unit.index()].dummy();
        if seen && !dummy && !self.supplied(st, &supplies[side.index()], unit) {
            out.push("out-of-supply");
        }
        if st.combat.active && st.combat.attackers.has(unit) {
            out.push("attacker");
        }
        if st.combat.waves.has(unit) && st.combat.active {
            out.push("human-wave");
        }
        out
    }

    fn markers(&self, st: &State, eyes: &Eyes<'_>) -> Vec<Marker<'_>> {
        let mut out = Vec::new();
        for side in [UN, RED] {
            for &hex in self.tracked.iter().filter(|&&h| self.holds(st, side, h)) {
                out.push(Marker {
                    at: self.ground.label(hex).into(),
                    kind: "control".into(),
                    side: Some(side as u8),
                    label: "".into(),
                    title: eyes.text(&say!("{place} is held", place = spot(hex))),
                });
            }
        }
        for bridge in st.bridges.iter() {
            let (a, b) = (self.ground.label(bridge.a), self.ground.label(bridge.b));
            out.push(Marker {
                at: a.into(),
                kind: "bridge".into(),
                side: Some(UN as u8),
                label: format!("{a}/{b}").into(),
                title: eyes.text(&say!(
                    "Engineers' bridge {a}/{b} until the end of the turn",
                    a = bridge.a,
                    b = bridge.b
                )),
            });
        }
        if st.combat.active {
            self.combat_markers(st, eyes, &mut out);
        }
        out
    }

    fn combat_markers<'a>(&'a self, st: &State, eyes: &Eyes<'_>, out: &mut Vec<Marker<'a>>) {
        let at = self.ground.label(st.combat.target);
        let hex = st.combat.target;
        let (kind, title) = if st.combat.bombardment {
            ("bombardment", say!("{hex} is bombarded", hex))
        } else {
            ("attack", say!("{hex} is attacked", hex))
        };
        out.push(Marker {
            at: at.into(),
            kind: kind.into(),
            side: Some(st.combat.side as u8),
            label: "".into(),
            title: eyes.text(&title),
        });
        for (i, markers) in st.combat.markers.iter().enumerate() {
            let side = st.combat.owner(i == 1);
            for &value in markers.iter().filter(|&&v| v > 0) {
                out.push(Marker {
                    at: at.into(),
                    kind: "support".into(),
                    side: Some(side as u8),
                    label: format!("+{value}").into(),
                    title: eyes.text(&say!("Support +{value}", value)),
                });
            }
        }
    }

    /// How the combat under way comes about, line by line.
    fn workings(&self, st: &State, eyes: &Eyes<'_>) -> Vec<Working<'_>> {
        // Once the die is cast units may be gone; the sum belongs to the time before.
        let before_the_die =
            matches!(st.frames.last(), Some(Frame::Building(_) | Frame::Waves(_) | Frame::Support(_)));
        if !st.combat.active || !before_the_die {
            return Vec::new();
        }
        let seen = self.weakened(st);
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
            let value = self.attack_strength(&seen, unit, weak, wave).to_string();
            out.push(Working { label: eyes.term(self.name(unit)), value: value.into(), rule: rule.into() });
        }
        self.sum_workings(st, &sum, eyes, &mut out);
        out
    }

    /// The position with the attackers out of supply marked, while an attack is still being put together.
    pub(crate) fn weakened(&self, st: &State) -> State {
        let mut seen = st.clone();
        if matches!(st.frames.last(), Some(Frame::Building(_))) {
            let supply = self.supply(st, st.combat.side);
            for unit in st.combat.attackers.iter() {
                seen.combat.weak.set(unit, !self.supplied(st, &supply, unit));
            }
        }
        seen
    }

    fn sum_workings<'a>(&'a self, st: &State, sum: &Sum, eyes: &Eyes<'_>, out: &mut Vec<Working<'a>>) {
        let mut put = |label: Sentence, value: String, rule: &'static str| {
            out.push(Working { label: eyes.text(&label), value: value.into(), rule: rule.into() });
        };
        let shifted =
            |l: u8| eyes.read(&say!("{line} (shift {shift})", line = line(l), shift = self.crt.shift(l)));
        let hidden = st.units_in(st.combat.target).any(|u| st.hidden(u));
        put(say!("Attack support"), format!("{:+}", sum.attack_support), "kb 8.3");
        put(say!("Attack strength"), (sum.attack + sum.attack_support).to_string(), "kb 7.3");
        if hidden {
            put(say!("Defence strength"), eyes.read(&say!("unknown until revealed")), "kb hidden-knowledge");
        } else {
            put(say!("Defence support"), format!("{:+}", sum.defence_support), "kb 8.3");
            put(say!("Defence strength"), (sum.defence + sum.defence_support).to_string(), "kb 7.3");
            put(say!("Differential"), format!("{:+}", sum.differential()), "kb 7.3");
        }
        put(say!("Hex terrain"), shifted(sum.hex_line), "kb 7.4");
        if let Some(side) = sum.side_line {
            put(say!("Hexsides"), shifted(side), "kb 7.4");
        }
        if !hidden {
            let column = self.crt.column(sum.line, sum.differential());
            put(say!("Column"), eyes.read(&say!("{column} of 12", column)), "kb crt");
            let results: Vec<String> =
                (1..=6).map(|die| eyes.read(&self.crt.result(column, die).told())).collect();
            put(say!("Results for die 1 to 6"), results.join("  "), "kb crt");
        }
    }

    fn reach(&self, st: &State) -> Vec<Reach<'_>> {
        let Some(Frame::Moving(going)) = st.frames.last() else { return Vec::new() };
        let from = st.hex(going.unit);
        self.range(st, *going, |range| {
            let hexes = range.hexes().filter(|&h| h != from && self.may_stack(st, going.unit, h));
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
        let all = || self.ground.all();
        let mark = |hex: Hex, side: Side| OverlayMark {
            at: self.ground.label(hex).to_owned(),
            side: Some(side as u8),
            label: String::new(),
        };
        let marks = match id {
            "zoc-un" => all().filter(|&h| self.enemy_zone(st, RED, h)).map(|h| mark(h, UN)).collect(),
            "zoc-communist" => all().filter(|&h| self.enemy_zone(st, UN, h)).map(|h| mark(h, RED)).collect(),
            "supply-un" => Self::lines(&self.supply(st, UN)).map(|h| mark(h, UN)).collect(),
            // Where depots lie face down, the viewer cannot know whom they feed.
            "supply-communist" if st.veil & VEIL_COUNTERS != 0 => Vec::new(),
            "supply-communist" => Self::lines(&self.supply(st, RED)).map(|h| mark(h, RED)).collect(),
            "chances" => return Some(self.chances(st)),
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

fn piece_def(u: &Unit, eyes: &Eyes<'_>) -> PieceDef {
    let nation = match u.nation.as_str() {
        "cn" => "ccf",
        "us" if u.usmc => "usmc",
        other => other,
    };
    let (left, right) = u.label.split_once('/').unwrap_or((&u.label, ""));
    PieceDef {
        id: u.id.clone(),
        name: eyes.term(&u.name).into_owned(),
        side: u.side as u8,
        nation: nation.to_owned(),
        symbol: u.symbol().to_owned(),
        size: u.size_key().to_owned(),
        left: left.to_owned(),
        right: right.to_owned(),
        front: if u.dummy() { String::new() } else { u.factors(0) },
        back: (u.faces.len() > 1).then(|| u.factors(1)),
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
