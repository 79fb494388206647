//! The words of prompts and offers, and where a click on piece or place means an action.

use crate::War625;
use crate::action::Action;
use crate::kinds::{Cargo, TRACK, Unit};
use crate::state::{Frame, State};
use engine::scene::{ActionKind, SceneAction};

impl War625 {
    pub(crate) fn prompt_words(&self, s: &State) -> (String, &'static str) {
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
    pub(crate) fn offer<'a>(&'a self, s: &State, seat: u8, action: Action) -> SceneAction<'a> {
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
            Action::Buy { nation, kind, count } => {
                format!("{}: {count} {}", nation.id(), kind.words(count.into()))
            }
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
            Action::Carry { count } => format!("{count} with a token each"),
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
                format!("{} to leave for {}", self.some(count, unit), name(to))
            }
            Action::Sky { unit, count } => format!("{} to the sky", self.some(count, unit)),
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
                format!("{count} {} {} in {}", nation.id(), kind.words(count.into()), name(to))
            }
        }
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
