//! What a client draws: stacks with counts, owners, factories and roundels, the offers of the seats that look.

use crate::War625;
use crate::action::Action;
use crate::data::{bit, each};
use crate::kinds::{AREAS, Cargo, Kind, NATIONS, Nation, Side, Status, TRACK, Unit};
use crate::state::{Frame, State};
use engine::scene::{
    ActionKind, Marker, OverlayDef, OverlayMark, Piece, PieceDef, Points, Prompt, Reach, Reason, SceneAction,
    Text,
};
use engine::{Overlay, Scene, Sheet, View};

/// Kinds with a counter of their own: those of the force pool and the prisoner.
const FACES: usize = 15;
const SYMBOLS: [&str; FACES] = [
    "infantry",
    "mechanized",
    "artillery",
    "armor",
    "anti-tank",
    "anti-aircraft",
    "fighter",
    "helicopter",
    "bomber",
    "battleship",
    "carrier",
    "destroyer",
    "naval-transport",
    "submarine",
    "security",
];
const COLOURS: [&str; NATIONS] = ["nk", "ccf", "su", "rok", "us", "un"];
const OVERLAYS: [(&str, &str); 4] = [
    ("supply-communist", "Supply lines, Communists"),
    ("supply-allied", "Supply lines, Allies"),
    ("value", "IPC of the areas"),
    ("strength", "Land units of both sides"),
];

impl War625 {
    pub(crate) fn draw_sheet(&self) -> Sheet {
        let mut pieces = Vec::new();
        for nation in Nation::ALL {
            for (k, symbol) in SYMBOLS.iter().enumerate() {
                pieces.push(self.face(nation, k, symbol));
            }
        }
        for side in [Side::Communist, Side::Allied] {
            let nation = side.nations()[usize::from(side == Side::Allied)];
            pieces.push(PieceDef {
                id: format!("token-{}", ["communist", "allied"][side as usize]),
                name: "Supply token".to_owned(),
                side: side as u8,
                nation: COLOURS[nation as usize].to_owned(),
                symbol: "supply".to_owned(),
                ..PieceDef::default()
            });
        }
        let overlays = OVERLAYS
            .iter()
            .map(|(id, title)| OverlayDef { id: (*id).to_owned(), title: (*title).to_owned() });
        Sheet { map: "war-625/korea".to_owned(), pieces, overlays: overlays.collect() }
    }
    fn face(&self, nation: Nation, k: usize, symbol: &str) -> PieceDef {
        let kind = Kind::from_index(k as u8);
        let chart = &self.c.nation[nation as usize];
        let prisoner = k == FACES - 1;
        let values = [false, true].map(|d12| *self.c.values(d12, nation, kind));
        let printed = if values[0].exists { values[0] } else { values[1] };
        let front = if prisoner || !printed.exists {
            String::new()
        } else {
            format!("{}-{}-{}", printed.attack, printed.defence, printed.moves)
        };
        let name = if prisoner { "prisoners of war" } else { kind.id() };
        PieceDef {
            id: format!("{}-{}", COLOURS[nation as usize], if prisoner { "prisoner" } else { kind.id() }),
            name: format!("{} {name}", chart.adjective),
            side: nation.side() as u8,
            nation: COLOURS[nation as usize].to_owned(),
            symbol: symbol.to_owned(),
            size: if kind.is_land() { "division".to_owned() } else { String::new() },
            left: if prisoner { "PW".to_owned() } else { String::new() },
            right: chart.id.clone(),
            front,
            back: None,
        }
    }
    fn piece<'a>(&'a self, s: &State, u: Unit, n: u16) -> Piece<'a> {
        let mut id = String::new();
        self.unit_text(s, u, &mut id);
        let mut status = Vec::new();
        match u.status() {
            Status::Ready => {}
            Status::Special if u.is_submerged() => status.push("submerged"),
            Status::Attack | Status::Landed | Status::Dropped | Status::Battle | Status::Special => {
                status.push("attacked");
            }
            Status::Snipe => status.push("barrage"),
            Status::Leaving => status.push("retreated"),
            Status::Das => status.push("support"),
            _ => status.push("moved"),
        }
        if (u.place() as usize) < AREAS && !u.is_prisoner() && s.iso(u.place(), u.nation()) > 0 {
            status.push("out-of-supply");
        }
        if !u.cargo().is_empty() {
            status.push("loaded");
        }
        let values = self.c.values(s.opts.d12, u.nation(), u.kind());
        let factors = (s.opts.d12 && !u.is_prisoner())
            .then(|| format!("{}-{}-{}", values.attack, values.defence, values.moves).into());
        let def = u.nation() as usize * FACES + u.kind() as usize;
        Piece {
            id: id.into(),
            def: def as u16,
            at: self.c.id(u.place()).into(),
            count: n,
            factors,
            status,
            ..Piece::default()
        }
    }
    fn pieces<'a>(&'a self, s: &State) -> Vec<Piece<'a>> {
        let mut pieces: Vec<_> = s.units().map(|(u, n)| self.piece(s, u, n)).collect();
        for (place, &n) in s.tokens.iter().enumerate().filter(|&(_, &n)| n > 0) {
            let place = place as u8;
            let side = if (place as usize) < AREAS { s.side_at(place) } else { Side::Allied };
            pieces.push(Piece {
                id: format!("{} token", self.c.id(place)).into(),
                def: (NATIONS * FACES) as u16 + side as u16,
                at: self.c.id(place).into(),
                count: n,
                ..Piece::default()
            });
        }
        pieces
    }
    fn markers<'a>(&'a self, s: &State) -> Vec<Marker<'a>> {
        let mut out = Vec::new();
        let mut mark = |area: u8, kind: &'static str, side: Option<u8>, label: Text<'a>, title: String| {
            out.push(Marker {
                at: self.c.id(area).into(),
                kind: kind.into(),
                side,
                label,
                title: title.into(),
            });
        };
        let neutral = self.neutral(s);
        for area in 0..AREAS as u8 {
            let a = area as usize;
            let holder = &self.c.nation[s.control[a] as usize];
            let side = Some(s.side_at(area) as u8);
            let closed = if neutral & bit(area) != 0 { ", neutral" } else { "" };
            let title = format!(
                "{} ({}): held by {}{closed}, {} IPC",
                self.c.area[a].name, self.c.area[a].note, holder.name, s.ipc[a]
            );
            mark(area, "control", side, holder.id.as_str().into(), title);
            if s.factory[a] > 0 {
                let first = &self.c.nation[s.factory[a] as usize - 1].adjective;
                let fresh = if s.new_factories & bit(area) != 0 { ", works from the next turn" } else { "" };
                mark(area, "factory", side, "F".into(), format!("{first} factory{fresh}"));
            }
            if (self.c.roundel[0] | self.c.roundel[1]) & bit(area) != 0 {
                let whose = usize::from(self.c.roundel[1] & bit(area) != 0);
                let title = format!("Supply source of the {}", [Side::Communist, Side::Allied][whose].name());
                mark(area, "roundel", Some(whose as u8), "R".into(), title);
            }
            if s.struck & bit(area) != 0 {
                let title = "Struck by an atomic weapon: no points for the Allies".to_owned();
                mark(area, "atomic", None, "A".into(), title);
            }
            let cut = Nation::ALL.into_iter().map(|n| s.iso(area, n)).max().unwrap_or(0);
            if cut > 0 {
                let title = if cut == 2 { "Starved: -1" } else { "Cut off from supply" };
                mark(area, "out-of-supply", side, cut.to_string().into(), title.to_owned());
            }
        }
        for place in each(self.coming_battles(s)) {
            let side = Some(s.active() as u8);
            mark(place, "attack", side, "".into(), format!("{} is attacked", self.c.name(place)));
        }
        out
    }
    fn points_of<'a>(&'a self, s: &State, side: Side) -> Points<'a> {
        let part = |areas: u64, words: &'static str| {
            let mut held = s.friendly[side as usize] & areas;
            if side == Side::Allied {
                held &= !s.struck;
            }
            let points = each(held).map(|a| i32::from(s.ipc[a as usize])).sum();
            Reason { points, text: words.into(), rule: "war VI-2".into() }
        };
        let reasons = vec![
            part(self.c.north, "areas north of the parallel"),
            part(self.c.korea & !self.c.north, "areas south of the parallel"),
        ];
        Points { side: side as u8, total: self.points(s, side), reasons }
    }
    pub(crate) fn draw<'a>(&'a self, view: &'a View<State>) -> Scene<'a> {
        let s = view.state();
        let date = self.c.date.get(s.turn as usize - 1);
        let mut scene = Scene {
            turn: u16::from(s.turn),
            turns: u16::from(s.opts.length),
            turn_label: date.map_or("", |d| d.month.as_str()).into(),
            phases: ["Intervention", "Purchase", "Combat move", "Combat", "Non-combat move", "Placement"]
                .into_iter()
                .map(Text::from)
                .collect(),
            phase: self.phase_index(s),
            active_side: Some(s.active() as u8),
            prompt: self.prompt(s, view),
            pieces: self.pieces(s),
            markers: self.markers(s),
            panels: self.panels(view),
            points: vec![self.points_of(s, Side::Communist), self.points_of(s, Side::Allied)],
            workings: self.workings(s),
            reach: self.reach(s),
            actions: Vec::new(),
        };
        let mut list = Vec::new();
        for seat in self.deciders(s).intersection(view.seats()).iter() {
            if seat.index() >= self.info.seats.len() {
                continue;
            }
            list.clear();
            self.list(s, seat, &mut list);
            scene.actions.extend(list.iter().map(|&a| self.offer(s, seat.0, a)));
        }
        scene
    }
    fn phase_index(&self, s: &State) -> u8 {
        ["intervention", "purchase", "combat-move", "combat", "non-combat", "place"]
            .iter()
            .position(|p| *p == self.phase_name(s))
            .unwrap_or(0) as u8
    }
    fn reach<'a>(&'a self, s: &State) -> Vec<Reach<'a>> {
        let Frame::Selected { unit, .. } = s.frame() else { return Vec::new() };
        let here = unit.place();
        self.with_scratch(|list| {
            self.options(s, unit, list);
            let mut seen = 0u64;
            let mut found = Vec::new();
            for action in list.iter() {
                let to = match *action {
                    Action::Go { to, .. } | Action::Fly { to, .. } | Action::Land { to, .. } => to,
                    _ => continue,
                };
                if seen & bit(to) != 0 {
                    continue;
                }
                seen |= bit(to);
                let cost = if unit.kind().is_air() && here < TRACK && to < TRACK {
                    self.air(s, unit.side())[here as usize][to as usize]
                } else {
                    1
                };
                found.push(Reach {
                    at: self.c.id(to).into(),
                    cost: cost.to_string().into(),
                    from: self.c.id(here).into(),
                });
            }
            found
        })
    }
    fn prompt<'a>(&'a self, s: &'a State, view: &View<State>) -> Prompt<'a> {
        let to_act = self.deciders(s);
        let mine = !to_act.intersection(view.seats()).is_empty();
        let place = match s.frame() {
            Frame::Selected { unit, .. } => Some(unit.place()),
            _ if s.battle.place < TRACK => Some(s.battle.place),
            _ => None,
        };
        let piece = match s.frame() {
            Frame::Selected { unit, .. } => {
                let mut id = String::new();
                self.unit_text(s, unit, &mut id);
                Some(id.into())
            }
            _ => None,
        };
        let (text, rule) = self.prompt_words(s);
        let text = if mine || to_act.is_empty() {
            text
        } else {
            let names: Vec<_> = to_act
                .iter()
                .filter_map(|seat| self.info.seats.get(seat.index()))
                .map(|i| i.name.as_str())
                .collect();
            format!("{} decides: {text}", names.join(" or "))
        };
        Prompt { text: text.into(), rule: rule.into(), piece, place: place.map(|p| self.c.id(p).into()) }
    }
    fn prompt_words(&self, s: &State) -> (String, &'static str) {
        let here = self.c.name(s.battle.place);
        match s.frame() {
            Frame::Hidden => {
                ("Write down where the 18 hidden infantry stand: up to three areas.".to_owned(), "war HC-1")
            }
            Frame::Begin => ("China rolls for its entry.".to_owned(), "war CE-2"),
            Frame::China => ("China may enter the war now, or wait.".to_owned(), "war CE-4"),
            Frame::Atomic => ("Ask for atomic weapons?".to_owned(), "war AT-2"),
            Frame::Talks => ("Offer an exchange of prisoners, or go on.".to_owned(), "war PW-6"),
            Frame::Offer { give, take } => {
                (format!("They offer {give} of your men for {take} of theirs."), "war PW-6")
            }
            Frame::Return { left, .. } => (format!("Name the men who come back: {left} left."), "war PW-6"),
            Frame::Purchase => ("Buy units; what is left is kept.".to_owned(), "war TS-2"),
            Frame::CombatMove => (
                "Choose units that attack, fire, bomb, drop or land. End the phase when all are set."
                    .to_owned(),
                "war TS-3",
            ),
            Frame::Selected { unit, .. } => (
                format!("What do the {} in {} do?", self.label(unit), self.c.name(unit.place())),
                "war CL-04",
            ),
            Frame::Combat => ("Choose the next battle.".to_owned(), "war TS-4"),
            Frame::Das => (format!("Call aircraft in to defend {here}?"), "war DAS-1"),
            Frame::Bombard => (format!("Which ships bombard {here}?"), "war CL-22"),
            Frame::Leave => {
                (format!("{here}, round {}: which units leave after it?", s.battle.round), "war DR-1")
            }
            Frame::Duty { .. } => (format!("{here}: which aircraft fight in the sky?"), "war AC-1"),
            Frame::Direct { left, .. } => {
                (format!("Put {left} hits of tank destroyers on units of your choice."), "war DZ-3")
            }
            Frame::Loss { left, .. } => (format!("{here}: choose losses for {left} hits."), "war CL-12"),
            Frame::FlyOut => (format!("{here} is lost: where do the aircraft fly?"), "war CL-19"),
            Frame::Submerge { .. } => ("Do submarines dive?".to_owned(), "war CL-25"),
            Frame::Salvage => ("Take captured equipment over?".to_owned(), "war PW-2"),
            Frame::Decide => {
                (format!("{here}, after round {}: go on or retreat?", s.battle.round), "war CL-17")
            }
            Frame::NonCombat => {
                ("Move what has not fought, land aircraft, run the Supply Track.".to_owned(), "war TS-5")
            }
            Frame::Place => ("Place what was bought.".to_owned(), "war TS-6"),
            Frame::Armistice { .. } => ("An armistice is offered: agree?".to_owned(), "war HO-2"),
            Frame::Resign { .. } => ("Give up the war?".to_owned(), "war VI-4"),
            Frame::Turn | Frame::Battle | Frame::Over => (self.result(s).result, "war VI-2"),
        }
    }
    /// One action with its words and where it attaches.
    fn offer<'a>(&'a self, s: &State, seat: u8, action: Action) -> SceneAction<'a> {
        let mut text = String::new();
        self.action_text(s, action, &mut text);
        let (kind, rule) = self.sort_of(s, action);
        let (piece, place) = attachment(action);
        let piece = piece.map(|u| {
            let mut id = String::new();
            self.unit_text(s, u, &mut id);
            id.into()
        });
        let dice = matches!(action, Action::PickBattle { .. } | Action::Continue | Action::AtomicRoll);
        SceneAction {
            text: text.into(),
            label: self.words(s, action).into(),
            kind,
            seat,
            piece,
            place: place.map(|p| self.c.id(p).into()),
            rule,
            cost: self.price(s, action).into(),
            dice,
        }
    }
    fn price(&self, s: &State, action: Action) -> String {
        match action {
            Action::Buy { nation, kind, count } => {
                format!("{} IPC", u16::from(self.c.values(s.opts.d12, nation, kind).cost) * u16::from(count))
            }
            Action::BuyWeapon => format!("{} IPC", self.c.atomic.weapon.cost),
            _ => String::new(),
        }
    }
    fn sort_of(&self, s: &State, action: Action) -> (ActionKind, &'static str) {
        let combat = s.frames.get(1) == Some(&Frame::CombatMove);
        match action {
            Action::Done => match s.frame() {
                Frame::Purchase => (ActionKind::EndPhase, "war TS-2"),
                Frame::CombatMove => (ActionKind::EndPhase, "war TS-3"),
                Frame::NonCombat => (ActionKind::EndPhase, "war TS-5"),
                Frame::Place => (ActionKind::EndPhase, "war TS-6"),
                Frame::Hidden => (ActionKind::Done, "war HC-1"),
                Frame::Leave => (ActionKind::Done, "war DR-1"),
                Frame::Das => (ActionKind::Done, "war DAS-1"),
                _ => (ActionKind::Done, "war OP-1"),
            },
            Action::HiddenPut { .. } => (ActionKind::Add, "war HC-1"),
            Action::DeclareWar | Action::Withhold => (ActionKind::Choose, "war CE-4"),
            Action::AtomicRoll | Action::AtomicPass => (ActionKind::Choose, "war AT-2"),
            Action::PowOffer { .. } | Action::PowReturn { .. } => (ActionKind::Choose, "war PW-6"),
            Action::Accept | Action::Decline => (ActionKind::Choose, "war PW-6"),
            Action::OfferArmistice => (ActionKind::Choose, "war HO-2"),
            Action::Resign => (ActionKind::Choose, "war VI-4"),
            Action::Buy { .. } => (ActionKind::Add, "war CL-03"),
            Action::BuyWeapon => (ActionKind::Add, "war AT-3"),
            Action::Select(_) => (ActionKind::Select, if combat { "war CL-04" } else { "war CL-28" }),
            Action::Go { .. } if combat => (ActionKind::Attack, "war CL-04"),
            Action::Go { .. } => (ActionKind::Move, "war CL-28"),
            Action::Ride { .. } => (ActionKind::Move, "war ME-1"),
            Action::Fly { .. } => (ActionKind::Attack, "war CL-07"),
            Action::Land { .. } => (ActionKind::Move, "war CL-08"),
            Action::DropAt { .. } => (ActionKind::Move, "war BO-3"),
            Action::Carry { .. } => (ActionKind::Add, "war ST-2"),
            Action::Load { .. } => (ActionKind::Add, "war CL-21"),
            Action::Unload { .. } => (ActionKind::Move, "war CL-21"),
            Action::Assault { .. } => (ActionKind::Attack, "war CL-20"),
            Action::Snipe { .. } => (ActionKind::Attack, "war AR-3"),
            Action::Sail { .. } => (ActionKind::Move, "war CL-27"),
            Action::Lift { .. } => (ActionKind::Move, "war TR-6"),
            Action::PickBattle { .. } => (ActionKind::Attack, "war TS-4"),
            Action::CallSupport(_) => (ActionKind::Add, "war DAS-1"),
            Action::Bombard(_) => (ActionKind::Add, "war CL-22"),
            Action::Leave { .. } => (ActionKind::Add, "war DR-1"),
            Action::Sky { .. } => (ActionKind::Add, "war AC-1"),
            Action::Lose(_) => (ActionKind::Choose, "war CL-12"),
            Action::Direct(_) => (ActionKind::Choose, "war DZ-3"),
            Action::FlyOut { .. } => (ActionKind::Move, "war CL-19"),
            Action::Submerge(_) => (ActionKind::Choose, "war CL-25"),
            Action::Salvage { .. } => (ActionKind::Choose, "war PW-2"),
            Action::Continue => (ActionKind::Attack, "war CL-17"),
            Action::Retreat { .. } => (ActionKind::Choose, "war CL-17"),
            Action::Place { .. } => (ActionKind::Add, "war FA-4"),
        }
    }
    /// Words for a button.
    fn words(&self, s: &State, action: Action) -> String {
        let name = |p: u8| self.c.name(p);
        let goods = |cargo: Cargo| crate::sea::Goods(cargo).to_string();
        match action {
            Action::Done => match s.frame() {
                Frame::Purchase => "End purchases".to_owned(),
                Frame::CombatMove => "End combat movement".to_owned(),
                Frame::NonCombat => "End non-combat movement".to_owned(),
                Frame::Place => "End placement".to_owned(),
                Frame::Begin => "Roll for Chinese entry".to_owned(),
                Frame::Leave => "Everybody else stays".to_owned(),
                Frame::Das => "Call nobody else".to_owned(),
                Frame::Direct { .. } => "Let the enemy choose".to_owned(),
                _ => "Done".to_owned(),
            },
            Action::HiddenPut { area, count } => format!("{count} infantry in {}", name(area)),
            Action::DeclareWar => "Enter the war".to_owned(),
            Action::Withhold => "Wait".to_owned(),
            Action::AtomicRoll => "Ask for authorisation (8 or more on 12)".to_owned(),
            Action::AtomicPass => "Do not ask".to_owned(),
            Action::PowOffer { give, take } => format!("Offer {give} prisoners for {take}"),
            Action::Accept => "Agree".to_owned(),
            Action::Decline => "Decline".to_owned(),
            Action::PowReturn { nation, area } => format!("{} infantry to {}", nation.id(), name(area)),
            Action::OfferArmistice => "Offer an armistice".to_owned(),
            Action::Resign => "Resign".to_owned(),
            Action::Buy { nation, kind, count } => format!("{}: {count} {}", nation.id(), kind.id()),
            Action::BuyWeapon => "Atomic weapon".to_owned(),
            Action::Select(u) => format!("{} in {}{}", self.label(u), name(u.place()), loaded_words(u)),
            Action::Go { to, count } => format!("{count} to {}", name(to)),
            Action::Ride { to, count } => format!("{count} with infantry aboard to {}", name(to)),
            Action::Fly { to, direct, mission, count } => {
                let way = if direct { ", straight" } else { "" };
                format!("{count} to {}: {}{way}", name(to), format!("{mission:?}").to_lowercase())
            }
            Action::Land { to, count } => format!("Land {count} in {}", name(to)),
            Action::DropAt { to, cargo } => format!("Drop {} on {}", goods(cargo), name(to)),
            Action::Carry { count } => format!("{count} take a token along"),
            Action::Load { from, cargo } => format!("Load {} in {}", goods(cargo), name(from)),
            Action::Unload { to, cargo } => format!("Unload {} in {}", goods(cargo), name(to)),
            Action::Assault { to, count, cargo } => format!("{count} land {} in {}", goods(cargo), name(to)),
            Action::Snipe { target, count } => format!("{count} fire into {}", name(target)),
            Action::Sail { to, planes } => format!("To {} with {planes} aircraft", name(to)),
            Action::Lift { to, along, cargo } => {
                let stays = if along { "go along" } else { "stay" };
                format!("Lift {} to {}, {stays}", goods(cargo), name(to))
            }
            Action::PickBattle { place } => format!("Fight at {}", name(place)),
            Action::CallSupport(u) => format!("Call {} from {}", self.label(u), name(u.place())),
            Action::Bombard(u) => format!("{} bombards", self.label(u)),
            Action::Leave { unit, to, count } => {
                format!("{count} {} leave for {}", self.label(unit), name(to))
            }
            Action::Sky { unit, count } => format!("{count} {} to the sky", self.label(unit)),
            Action::Lose(u) => format!("Lose {}{}", self.label(u), loaded_words(u)),
            Action::Direct(u) => format!("Hit {}", self.label(u)),
            Action::FlyOut { unit, to } => format!("{} flies to {}", self.label(unit), name(to)),
            Action::Submerge(u) => format!("{} dives", self.label(u)),
            Action::Salvage { kind, take, .. } => {
                format!("{} the {}", if take { "Take over" } else { "Scrap" }, kind.id())
            }
            Action::Continue => "Go on".to_owned(),
            Action::Retreat { to } if to >= TRACK => "Break off".to_owned(),
            Action::Retreat { to } => format!("Retreat to {}", name(to)),
            Action::Place { nation, kind, to, count } => {
                format!("{count} {} {} in {}", nation.id(), kind.id(), name(to))
            }
        }
    }
    pub(crate) fn draw_overlay(&self, s: &State, overlay: &str) -> Option<Overlay> {
        let mut marks = Vec::new();
        let mut mark = |area: u8, side: Option<u8>, label: String| {
            marks.push(OverlayMark { at: self.c.id(area).to_owned(), side, label });
        };
        match overlay {
            "supply-communist" | "supply-allied" => {
                let side = if overlay.ends_with("allied") { Side::Allied } else { Side::Communist };
                let lead = side.nations()[usize::from(side == Side::Allied)];
                let sources = self.sources(s, lead);
                for area in each(self.linked(s, lead) & s.friendly[side as usize]) {
                    let label = if sources & bit(area) != 0 { "S" } else { "" };
                    mark(area, Some(side as u8), label.to_owned());
                }
            }
            "value" => {
                for area in each(self.c.korea | self.c.manchuria) {
                    mark(area, Some(s.side_at(area) as u8), s.ipc[area as usize].to_string());
                }
            }
            "strength" => {
                for area in 0..AREAS as u8 {
                    for side in [Side::Communist, Side::Allied] {
                        let n = s.tallies(area, side)[0];
                        if n > 0 {
                            mark(area, Some(side as u8), n.to_string());
                        }
                    }
                }
            }
            _ => return None,
        }
        Some(Overlay { marks })
    }
}

fn loaded_words(u: Unit) -> String {
    if u.cargo().is_empty() { String::new() } else { format!(" with {}", crate::sea::Goods(u.cargo())) }
}

/// The piece and the place whose click means an action.
fn attachment(action: Action) -> (Option<Unit>, Option<u8>) {
    let on_map = |p: u8| (p < TRACK + 3).then_some(p);
    match action {
        Action::Select(u)
        | Action::CallSupport(u)
        | Action::Bombard(u)
        | Action::Lose(u)
        | Action::Direct(u)
        | Action::Submerge(u) => (Some(u), None),
        Action::Leave { unit, to, .. } | Action::FlyOut { unit, to } => (Some(unit), on_map(to)),
        Action::Sky { unit, .. } => (Some(unit), None),
        Action::HiddenPut { area, .. } | Action::PowReturn { area, .. } => (None, on_map(area)),
        Action::Go { to, .. }
        | Action::Ride { to, .. }
        | Action::Fly { to, .. }
        | Action::Land { to, .. }
        | Action::DropAt { to, .. }
        | Action::Unload { to, .. }
        | Action::Assault { to, .. }
        | Action::Sail { to, .. }
        | Action::Lift { to, .. }
        | Action::Retreat { to }
        | Action::Place { to, .. } => (None, on_map(to)),
        Action::Load { from, .. } => (None, on_map(from)),
        Action::Snipe { target, .. } => (None, on_map(target)),
        Action::PickBattle { place } => (None, on_map(place)),
        _ => (None, None),
    }
}
