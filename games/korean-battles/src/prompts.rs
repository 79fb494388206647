//! The words of a scene: what is to be decided, and what each action on offer means.

use crate::data::Scenario;
use crate::ground::printed;
use crate::hidden::VEIL_COUNTERS;
use crate::rules::Action;
use crate::state::{Frame, Phase, RED, State, UN};
use engine::scene::{ActionKind, Prompt, SceneAction, Text};

impl Scenario {
    pub(crate) fn scene_action<'a>(&'a self, st: &State, side: u8, action: Action) -> SceneAction<'a> {
        let mut text = String::new();
        self.write(action, &mut text);
        let (label, kind, rule) = self.describe(st, action);
        let (unit, hex) = attached(action);
        let marker = match action {
            Action::Support(v) => Some(Text::from(format!("{}+{v}", self.hand_box(side)))),
            _ => None,
        };
        let piece = marker.or_else(|| unit.map(|u| self.piece_id(st, u)));
        let piece = piece.filter(|_| unit.is_none_or(|u| self.piece_place(st, u).is_some()));
        SceneAction {
            text: text.into(),
            label,
            kind,
            seat: self.seat(side).0,
            piece,
            place: hex.map(|h| self.ground.label(h).into()),
            rule,
            cost: self.cost_of(st, action),
            dice: matches!(
                action,
                Action::Fight | Action::Bombard { .. } | Action::Support(_) | Action::Decline
            ),
        }
    }

    fn cost_of(&self, st: &State, action: Action) -> Text<'_> {
        match action {
            Action::Enter { unit, hex } if !matches!(st.top(), Frame::Arrive(_)) => {
                format!("{} MP", printed(self.entry_cost(st, unit, hex))).into()
            }
            _ => "".into(),
        }
    }

    fn describe<'a>(&'a self, st: &State, action: Action) -> (Text<'a>, ActionKind, &'static str) {
        let name = |u: u8| self.name(u);
        let hex = |h: u16| self.ground.label(h);
        match action {
            Action::SetupDefault => ("Set up as in history".into(), ActionKind::Choose, "kb 3.0"),
            Action::Form { unit, division } => {
                let how = if division { "one counter" } else { "three regiments" };
                (format!("{} as {how}", name(unit)).into(), ActionKind::Choose, "kb 29-ch-setup")
            }
            Action::Break(u) => {
                (format!("Break down {}", name(u)).into(), ActionKind::Choose, "kb 11.0-swap")
            }
            Action::Place { unit, hex: h, hidden } => {
                let how = if hidden { " face down" } else { "" };
                (
                    format!("{} to {}{how}", name(unit), hex(h)).into(),
                    ActionKind::Move,
                    if hidden { "kb 16.0" } else { "kb 3.0" },
                )
            }
            Action::Dummy(h) => {
                (format!("Dummy to {}", hex(h)).into(), ActionKind::Choose, "kb 16.0-dummies")
            }
            Action::Done => ("Done".into(), ActionKind::Done, done_rule(st)),
            Action::Select(u) => (Text::Borrowed(name(u)), ActionKind::Select, "kb 5.0"),
            Action::To(h) if matches!(st.top(), Frame::Retreat { .. }) => {
                (Text::Borrowed(hex(h)), ActionKind::Move, "kb 7.7-away")
            }
            Action::To(h) => (Text::Borrowed(hex(h)), ActionKind::Move, "kb 5.0"),
            Action::Via(h) => (format!("Step to {} and go on", hex(h)).into(), ActionKind::Choose, "kb 5.0"),
            Action::Stay => ("Stay".into(), ActionKind::Done, "kb 5.3"),
            Action::Exit => ("Leave the map".into(), ActionKind::Choose, "kb 29-exit"),
            Action::Enter { unit, hex: h } => {
                (format!("{} enters at {}", name(unit), hex(h)).into(), ActionKind::Move, "kb 26.0-cost")
            }
            Action::Withdraw(u) => {
                (format!("Withdraw {}", name(u)).into(), ActionKind::Choose, "kb 27-withdrawals")
            }
            Action::Bridge { unit, a, b } => (
                format!("{} bridges {}/{}", name(unit), hex(a), hex(b)).into(),
                ActionKind::Choose,
                "kb 12.0",
            ),
            Action::Air(u) => {
                (format!("Supply {} by air", name(u)).into(), ActionKind::Choose, "kb 10.2-air")
            }
            Action::Bombard { hex: h, marker } => {
                (format!("Bombard {} with +{marker}", hex(h)).into(), ActionKind::Attack, "kb 8.4")
            }
            Action::Attack(h) => (format!("Attack {}", hex(h)).into(), ActionKind::Attack, "kb 7.0"),
            Action::Add(u) => (format!("Add {}", name(u)).into(), ActionKind::Add, "kb 7.1"),
            Action::Remove(u) => (format!("Leave out {}", name(u)).into(), ActionKind::Remove, "kb 7.1"),
            Action::Fight => ("Attack".into(), ActionKind::Done, "kb 4.1-combat"),
            Action::Wave(u) => (format!("Human wave with {}", name(u)).into(), ActionKind::Add, "kb 14.0"),
            _ => self.describe_result(action),
        }
    }

    fn describe_result(&self, action: Action) -> (Text<'_>, ActionKind, &'static str) {
        let name = |u: u8| self.name(u);
        let hex = |h: u16| self.ground.label(h);
        match action {
            Action::Support(v) => (format!("Play +{v}").into(), ActionKind::Add, "kb 8.3"),
            Action::Decline => ("No support".into(), ActionKind::Done, "kb 8.3"),
            Action::Stand(u) => (format!("Stand with {}", name(u)).into(), ActionKind::Choose, "kb 7.8"),
            Action::Retreat => ("Retreat".into(), ActionKind::Choose, "kb 7.7-away"),
            Action::Lose(u) => (format!("{} loses a step", name(u)).into(), ActionKind::Choose, "kb 7.6-ex"),
            Action::RetreatUnit(u) => {
                (format!("{} retreats first", name(u)).into(), ActionKind::Select, "kb retreat-5")
            }
            Action::Displace { unit, hex: h } => {
                (format!("Displace {} to {}", name(unit), hex(h)).into(), ActionKind::Choose, "kb 7.7.2")
            }
            Action::Refuse => ("Displace nobody".into(), ActionKind::Done, "kb 7.7.2"),
            Action::Advance { unit, hex: h } => {
                (format!("{} advances to {}", name(unit), hex(h)).into(), ActionKind::Move, "kb 7.9")
            }
            Action::Rebuild(u) => (format!("Rebuild {}", name(u)).into(), ActionKind::Choose, "kb 15.0"),
            _ => ("End the phase".into(), ActionKind::EndPhase, "kb 4.0"),
        }
    }

    pub(crate) fn prompt(&self, st: &State, decider: Option<u8>, mine: bool) -> Prompt<'_> {
        let Some(side) = decider else {
            return Prompt {
                text: self.outcome(st).result.into(),
                rule: "kb 22.0".into(),
                ..Prompt::default()
            };
        };
        let (text, rule) = self.ask(st);
        let who = if side == UN { "The United Nations" } else { self.side_name(RED) };
        let text = if mine { text } else { format!("{who} decide: {}", lower(&text)) };
        let (piece, place) = match st.top() {
            Frame::Moving { unit, .. }
            | Frame::Retreat { unit, .. }
            | Frame::Displace(unit)
            | Frame::Exit(unit) => {
                (Some(self.piece_id(st, unit)), Some(self.ground.label(st.hex(unit)).into()))
            }
            _ if st.combat.active => (None, Some(self.ground.label(st.combat.target).into())),
            _ => (None, None),
        };
        Prompt { text: text.into(), rule: rule.into(), piece, place }
    }

    /// What is to be decided, and under which rule.
    fn ask(&self, st: &State) -> (String, &'static str) {
        let target = self.ground.label(st.combat.target);
        let name = |u: u8| if st.hidden(u) { "the face-down counter" } else { self.name(u) };
        let (text, rule) = match st.top() {
            Frame::Nothing => return self.ask_phase(st),
            Frame::Arrive(unit) => (format!("Choose a hex for {}.", name(unit)), "kb 29-army-cadre"),
            Frame::Moving { unit, spent, .. } => {
                let left = printed(self.allowance(st, unit).saturating_sub(spent));
                let text = if st.hidden(unit) && st.veil & VEIL_COUNTERS != 0 {
                    "Move the face-down counter.".to_owned()
                } else {
                    format!("Move {}: {left} movement points.", name(unit))
                };
                (text, "kb 5.0")
            }
            Frame::Exit(unit) => (format!("Does {} leave the map?", name(unit)), "kb 29-exit"),
            Frame::Building => (format!("Choose the units that attack {target}."), "kb 7.1"),
            Frame::Waves => {
                ("Double attackers by a human wave? Each loses a step afterwards.".to_owned(), "kb 14.0")
            }
            Frame::Support(slot) => {
                let nth = if slot < 2 { "first" } else { "second" };
                let what = if st.combat.bombardment { "bombardment" } else { "combat" };
                (format!("Play a {nth} support marker in the {what} at {target}?"), "kb 8.3")
            }
            Frame::Loss { .. } => ("Choose the unit that loses a step.".to_owned(), "kb 7.6-ex"),
            Frame::FriendlyFire { .. } => ("Choose the unit hit by its own fire.".to_owned(), "kb 8.4.2"),
            Frame::Stiff { .. } => {
                (format!("Retreat {} hexes, or stand and lose a step?", st.combat.length), "kb 7.8")
            }
            Frame::Retreats { .. } => ("Choose the next unit to retreat.".to_owned(), "kb retreat-5"),
            Frame::Retreat { unit, left, .. } => {
                (format!("Choose the next hex of {}'s retreat: {left} to go.", name(unit)), "kb 7.7-away")
            }
            Frame::Displace(unit) => {
                (format!("Displace a friend to make room for {}?", name(unit)), "kb 7.7.2")
            }
            Frame::Advance => ("Advance along the path of retreat?".to_owned(), "kb 7.9"),
            Frame::Resolve | Frame::Aftermath => ("The combat is resolved.".to_owned(), "kb 7.3"),
        };
        (text, rule)
    }

    fn ask_phase(&self, st: &State) -> (String, &'static str) {
        let (text, rule) = match st.phase {
            Phase::Setup => ("Set up your units, or take the historical set-up.", "kb 3.0"),
            Phase::Movement => ("Choose a unit to move or bring in, or end the phase.", "kb 4.1-movement"),
            Phase::Combat => ("Bombard, declare an attack, or end the phase.", "kb 8.4"),
            Phase::Attack => ("Declare an attack, or end the phase.", "kb 4.1-combat"),
            Phase::MobileMovement => {
                ("Choose a mobile unit to move, or end the phase.", "kb 4.1-mobile-movement")
            }
            Phase::MobileCombat => {
                ("Declare an attack of mobile units, or end the phase.", "kb 4.1-mobile-combat")
            }
            Phase::Rebuild => ("Rebuild one depleted unit, or none.", "kb 15.0"),
            Phase::Over => ("The game is over.", "kb 22.0"),
        };
        (text.to_owned(), rule)
    }
}

fn lower(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |c| c.to_lowercase().collect::<String>() + letters.as_str())
}

fn done_rule(st: &State) -> &'static str {
    match st.top() {
        Frame::Waves => "kb 14.0",
        Frame::Advance => "kb 7.9",
        _ => "kb 3.0",
    }
}

/// The unit and the hex whose click means an action.
fn attached(action: Action) -> (Option<u8>, Option<u16>) {
    match action {
        Action::Form { unit, .. }
        | Action::Break(unit)
        | Action::Select(unit)
        | Action::Withdraw(unit)
        | Action::Air(unit)
        | Action::Add(unit)
        | Action::Remove(unit)
        | Action::Wave(unit)
        | Action::Stand(unit)
        | Action::Lose(unit)
        | Action::RetreatUnit(unit)
        | Action::Rebuild(unit) => (Some(unit), None),
        Action::Place { unit, hex, .. }
        | Action::Enter { unit, hex }
        | Action::Displace { unit, hex }
        | Action::Advance { unit, hex } => (Some(unit), Some(hex)),
        Action::Bridge { unit, a, .. } => (Some(unit), Some(a)),
        Action::Dummy(hex)
        | Action::To(hex)
        | Action::Via(hex)
        | Action::Attack(hex)
        | Action::Bombard { hex, .. } => (None, Some(hex)),
        _ => (None, None),
    }
}
