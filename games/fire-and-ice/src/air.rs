//! 10.1 to 10.3: airfields, commitment, MiG Alley, strategic missions.

use crate::actions::Action;
use crate::files::BaseNeed;
use crate::game::{FireAndIce, not_now};
use crate::names::{Now, seat, seats, side as named};
use crate::sequence::{become_frame, push};
use crate::state::{AirBits, AirBox, AirId, Base, COM, NOBODY, Sea, State, UN, Weather, other};
use crate::strikes::Mission;
use engine::{Ask, Decision, Illegal, Offer, Play, Seat, SeatSet, say};
use serde::{Deserialize, Serialize};

/// Where the 7th Fleet begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FleetFirst;

/// A side commits its aircraft.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CommitAir {
    /// Whose.
    pub side: u8,
}

/// The Strategic Missions step, part by part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StrategicAir {
    stage: u8,
    /// Kinds of mission that are resolved, as bits of their places in [`AirBox::STRIKES`].
    done: u8,
}

/// An air battle: everybody fires once, the best first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AirFight {
    at: AirBox,
    fired: AirBits,
    /// The side that fired last.
    last: u8,
}

/// What a side does that is alone in MiG Alley.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LoneAlley {
    side: u8,
    fired: AirBits,
    /// The box that all attacks go to, once chosen.
    target: Option<AirBox>,
}

impl FireAndIce {
    /// 10.2 Damaged aircraft come back on a low roll, still reduced if they were. [rule: fi 10.2-repair]
    pub(crate) fn repair_aircraft(&self, state: &mut State, side: u8, play: &mut Play) {
        let most = self.data.numbers.aircraft_repair[usize::from(side)];
        let damaged: Vec<AirId> = self.planes_in(state, side, AirBox::Damaged).collect();
        for id in damaged {
            if play.roll(10, "repair") <= most {
                state.air[id.index()].at = AirBox::Available;
                play.note("fi 10.2-repair", say!("{air} is repaired", air = id));
            } else {
                play.note("fi 10.2-repair", say!("{air} stays damaged", air = id));
            }
        }
    }

    /// 10.1 Whether an aircraft may fly a mission from a base; whether it needs an improved airfield there.
    /// [rule: fi 10.1-airfields, fi 10.1-capacity, fi 10.2-commit, fi 10.3.1-zero, fi 11.4, fi 14.1-snow]
    pub(crate) fn may_commit(
        &self,
        state: &State,
        air: AirId,
        mission: AirBox,
        base: Base,
    ) -> Result<bool, Illegal> {
        self.may_fly_from(state, air, mission, base, self.free_fields(state, base))
    }

    /// The same, where the airfields that are left in the box are known: plain, improved.
    fn may_fly_from(
        &self,
        state: &State,
        air: AirId,
        mission: AirBox,
        base: Base,
        free: [u8; 2],
    ) -> Result<bool, Illegal> {
        let kind = self.air_type(air);
        if state.weather == Weather::Snow {
            return Err(Illegal::new("fi 14.1-snow", say!("nobody flies in snow")));
        }
        if state.air[air.index()].at != AirBox::Available {
            return Err(Illegal::new("fi 10.2-commit", say!("{air} is not available", air)));
        }
        if !mission.mission() || (mission == AirBox::Atomic && !self.may_go_atomic(state)) {
            return Err(Illegal::new("fi 10.3.4", say!("that mission is not open")));
        }
        if self.air_value(state, air, mission, base) < 1 {
            return Err(Illegal::new(
                "fi 10.3.1-zero",
                say!("{air} is worth nothing on that mission from {base}", air, base),
            ));
        }
        if kind.base == BaseNeed::Carriers || base == Base::Carriers {
            let fits = kind.base == BaseNeed::Carriers && base == Base::Carriers && state.fleet != Sea::None;
            return match fits && !mission.strategic() {
                true => Ok(false),
                false => Err(Illegal::new(
                    "fi 11.4",
                    say!("carrier groups fly tactical missions from their carriers"),
                )),
            };
        }
        if base.side() != kind.side {
            return Err(Illegal::new(
                "fi 10.1-airfields",
                say!("{base} has no airfields of that side", base),
            ));
        }
        let improved = mission.strategic() || kind.base == BaseNeed::Improved;
        if !improved && free[0] > 0 {
            return Ok(false);
        }
        if free[1] > 0 {
            return Ok(true);
        }
        Err(Illegal::new("fi 10.1-capacity", say!("{base} has no airfield left for that", base)))
    }

    /// 10.3.4 Whether atomic strikes are released and left. [rule: fi 10.3.4]
    fn may_go_atomic(&self, state: &State) -> bool {
        state.atomic && state.atomic_used < self.data.numbers.atomic_strikes
    }

    fn both_in(&self, state: &State, at: AirBox) -> [bool; 2] {
        [UN, COM].map(|side| self.planes_in(state, side, at).next().is_some())
    }
}

impl Decision<FireAndIce> for FleetFirst {
    fn seats(&self, _: &FireAndIce, _: &State) -> SeatSet {
        seats(UN)
    }
    fn ask(&self, _: Now<'_>) -> Ask {
        Ask::new("fi 11.1", say!("Where does the 7th Fleet take station?"))
    }
    fn candidates(&self, _: Now<'_>, out: &mut Vec<Action>) {
        out.extend([Sea::Yellow, Sea::Japan].map(|sea| Action::Fleet { sea }));
    }
    fn check(&self, _: Now<'_>, action: Action) -> Result<(), Illegal> {
        if matches!(action, Action::Fleet { sea: Sea::Yellow | Sea::Japan }) {
            Ok(())
        } else {
            Err(not_now())
        }
    }
    fn perform(&self, _: &FireAndIce, state: &mut State, who: Seat, action: Action, play: &mut Play) {
        state.frames.pop();
        if let Action::Fleet { sea } = action {
            state.fleet = sea;
            play.say(who, "fi 11.1", say!("the 7th Fleet lies in {sea}", sea));
        }
    }
    fn offer(&self, now: Now<'_>, action: Action) -> Offer {
        crate::offers::offer(now, action)
    }
}

impl CommitAir {
    /// What can be committed.
    fn able(self, now: Now<'_>) -> impl Iterator<Item = Action> {
        let (game, state) = (now.game, now.state);
        // Nobody flies from the enemy's bases: half of them need not be asked about.
        let own = if self.side == UN {
            [Base::Japan, Base::South, Base::Carriers]
        } else {
            [Base::North, Base::China, Base::Carriers]
        };
        let bases = own.map(|base| (base, game.free_fields(state, base)));
        game.planes_in(state, self.side, AirBox::Available).flat_map(move |air| {
            let kind = game.air_type(air);
            AirBox::MISSIONS.into_iter().filter(move |&mission| kind.value(mission) > 0).flat_map(
                move |mission| {
                    let may = move |&(base, free): &(Base, [u8; 2])| {
                        (base == Base::Carriers) == (kind.base == BaseNeed::Carriers)
                            && game.may_fly_from(state, air, mission, base, free).is_ok()
                    };
                    bases.into_iter().filter(may).map(move |(base, _)| Action::Commit { air, mission, base })
                },
            )
        })
    }

    /// Whether somebody can surely fly.
    pub(crate) fn open(self, now: Now<'_>) -> bool {
        self.able(now).next().is_some()
    }
}

impl Decision<FireAndIce> for CommitAir {
    fn seats(&self, _: &FireAndIce, _: &State) -> SeatSet {
        seats(self.side)
    }
    fn ask(&self, _: Now<'_>) -> Ask {
        Ask::new(
            "fi 10.2-commit",
            say!("Commit aircraft for the month: choose one, then its mission and base"),
        )
    }
    fn list(&self, now: Now<'_>, out: &mut Vec<Action>) {
        out.extend(self.able(now));
        out.push(Action::Done);
    }
    fn check(&self, now: Now<'_>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Done => Ok(()),
            Action::Commit { air, mission, base } => {
                if now.game.air_type(air).side != self.side {
                    return Err(Illegal::new("fi 10.2-commit", say!("{air} is the enemy's", air)));
                }
                now.game.may_commit(now.state, air, mission, base).map(|_| ())
            }
            _ => Err(not_now()),
        }
    }
    fn perform(&self, game: &FireAndIce, state: &mut State, who: Seat, action: Action, play: &mut Play) {
        let Action::Commit { air, mission, base } = action else {
            state.frames.pop();
            return;
        };
        let improved = game.may_commit(state, air, mission, base).unwrap_or(false);
        let plane = &mut state.air[air.index()];
        plane.at = mission;
        plane.base = base;
        plane.improved = improved;
        play.say(who, "fi 10.2-commit", say!("{air} flies {mission} from {base}", air, mission, base));
    }
    fn quiet(&self, _: Now<'_>) -> Option<Action> {
        Some(Action::Done)
    }
    fn offer(&self, now: Now<'_>, action: Action) -> Offer {
        crate::offers::offer(now, action)
    }
}

impl StrategicAir {
    /// The kinds of mission with aircraft that are not resolved yet.
    fn open(self, game: &FireAndIce, state: &State) -> impl Iterator<Item = AirBox> + use<> {
        let there = AirBox::STRIKES.map(|m| game.both_in(state, m).contains(&true));
        (0..3).filter(move |&i| there[i] && self.done >> i & 1 == 0).map(|i| AirBox::STRIKES[i])
    }

    /// 10.3 All missions of one kind.
    fn resolve(self, game: &FireAndIce, state: &mut State, mission: AirBox) {
        let index = AirBox::STRIKES.iter().position(|&m| m == mission).unwrap_or(0);
        become_frame(state, StrategicAir { done: self.done | 1 << index, ..self });
        let fliers: Vec<AirId> =
            [UN, COM].iter().flat_map(|&side| game.planes_in(state, side, mission)).collect();
        for &air in fliers.iter().rev() {
            push(state, Mission::new(air, mission));
        }
    }
}

impl Decision<FireAndIce> for StrategicAir {
    fn seats(&self, game: &FireAndIce, state: &State) -> SeatSet {
        if self.stage == 3 && self.open(game, state).count() > 1 { seats(UN) } else { SeatSet::NONE }
    }
    fn ask(&self, _: Now<'_>) -> Ask {
        Ask::new("fi 10.3", say!("Which strategic missions are resolved next?"))
    }
    fn candidates(&self, now: Now<'_>, out: &mut Vec<Action>) {
        out.extend(self.open(now.game, now.state).map(|mission| Action::Strike { mission }));
    }
    fn check(&self, now: Now<'_>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Strike { mission } if self.open(now.game, now.state).any(|m| m == mission) => Ok(()),
            Action::Strike { .. } => {
                Err(Illegal::new("fi 10.3", say!("nobody flies that mission, or it is resolved")))
            }
            _ => Err(not_now()),
        }
    }
    fn perform(&self, game: &FireAndIce, state: &mut State, _: Seat, action: Action, _: &mut Play) {
        if let Action::Strike { mission } = action {
            self.resolve(game, state, mission);
        }
    }
    fn offer(&self, now: Now<'_>, action: Action) -> Offer {
        crate::offers::offer(now, action)
    }
    /// 10.3 MiG Alley first, then the strikes, then Top Cover. [rule: fi 10.3, fi 10.4.1-fight]
    fn step(&self, game: &FireAndIce, state: &mut State, play: &mut Play) -> bool {
        let at = |stage| StrategicAir { stage, ..*self };
        match self.stage {
            0 => match game.both_in(state, AirBox::MigAlley) {
                [true, true] => {
                    become_frame(state, at(1));
                    push(state, AirFight { at: AirBox::MigAlley, last: NOBODY, ..AirFight::default() });
                }
                [false, false] => become_frame(state, at(3)),
                [un, _] => {
                    become_frame(state, at(3));
                    push(state, LoneAlley { side: if un { UN } else { COM }, ..LoneAlley::default() });
                }
            },
            1 => {
                become_frame(state, at(3));
                alley_won(game, state, play);
            }
            3 => match self.open(game, state).next() {
                Some(mission) => self.resolve(game, state, mission),
                None => become_frame(state, at(4)),
            },
            4 => {
                become_frame(state, at(5));
                if game.both_in(state, AirBox::TopCover) == [true, true] {
                    push(state, AirFight { at: AirBox::TopCover, last: NOBODY, ..AirFight::default() });
                }
            }
            _ => {
                state.frames.pop();
            }
        }
        true
    }
}

/// 10.3.1 A side left alone after both came gains a point; where the scenario says so, Communist ones bring the F-86.
/// [rule: fi 10.3.1-victory, fi 16-fighters]
fn alley_won(game: &FireAndIce, state: &mut State, play: &mut Play) {
    let side = match game.both_in(state, AirBox::MigAlley) {
        [true, false] => UN,
        [false, true] => COM,
        _ => return,
    };
    game.earn(state, side, 1, "fi 10.3.1-victory", play);
    if side == COM && game.scenario_of(state).rules.fighters_by_mig_alley && !state.fighters {
        if play.d6("F-86") <= game.data.numbers.fighters {
            state.fighters = true;
            play.note("fi 16-fighters", say!("F-86 fighters are sent: they arrive next month"));
        } else {
            play.note("fi 16-fighters", say!("no F-86 fighters are sent yet"));
        }
    }
}

impl AirFight {
    /// 10.3.1 The next to fire: the highest value; in a tie the United Nations first, then turn about. [rule: fi 10.3.1-order]
    fn shooter(self, game: &FireAndIce, state: &State) -> Option<AirId> {
        let ready = |side: u8| {
            game.planes_in(state, side, self.at)
                .filter(|id| !self.fired.has(id.index()))
                .map(|id| (game.value_now(state, id), id))
                .filter(|(value, _)| *value > 0)
                .max_by_key(|&(value, id)| (value, std::cmp::Reverse(id)))
        };
        match (ready(UN), ready(COM)) {
            (Some(un), Some(com)) if un.0 == com.0 => Some(if self.last == UN { com.1 } else { un.1 }),
            (Some(un), Some(com)) => Some(if un.0 > com.0 { un.1 } else { com.1 }),
            (one, two) => one.or(two).map(|(_, id)| id),
        }
    }
    fn targets<'a>(
        self,
        game: &'a FireAndIce,
        state: &'a State,
        shooter: AirId,
    ) -> impl Iterator<Item = AirId> + 'a {
        game.planes_in(state, other(game.air_type(shooter).side), self.at)
    }
    fn fired(self, game: &FireAndIce, state: &mut State, shooter: AirId) {
        let mut next = self;
        next.fired.set(shooter.index(), true);
        next.last = game.air_type(shooter).side;
        become_frame(state, next);
    }
}

impl Decision<FireAndIce> for AirFight {
    fn seats(&self, game: &FireAndIce, state: &State) -> SeatSet {
        match self.shooter(game, state) {
            Some(id) if self.targets(game, state, id).next().is_some() => seats(game.air_type(id).side),
            _ => SeatSet::NONE,
        }
    }
    fn ask(&self, now: Now<'_>) -> Ask {
        let air = self.shooter(now.game, now.state).unwrap_or(AirId::NONE);
        Ask::new("fi 10.3.1-order", say!("{air} fires in {at}: at whom?", air, at = self.at))
    }
    fn candidates(&self, now: Now<'_>, out: &mut Vec<Action>) {
        if let Some(air) = self.shooter(now.game, now.state) {
            out.extend(self.targets(now.game, now.state, air).map(|target| Action::Shoot { air, target }));
        }
        out.push(Action::Done);
    }
    fn check(&self, now: Now<'_>, action: Action) -> Result<(), Illegal> {
        let shooter = self.shooter(now.game, now.state);
        match action {
            Action::Done => Ok(()),
            Action::Shoot { air, target } => {
                if shooter != Some(air) {
                    return Err(Illegal::new(
                        "fi 10.3.1-order",
                        say!("it is not {air} that fires next", air),
                    ));
                }
                if self.targets(now.game, now.state, air).any(|t| t == target) {
                    return Ok(());
                }
                Err(Illegal::new("fi 10.3.1-order", say!("{target} is no enemy in this battle", target)))
            }
            _ => Err(not_now()),
        }
    }
    fn perform(&self, game: &FireAndIce, state: &mut State, who: Seat, action: Action, play: &mut Play) {
        let Some(shooter) = self.shooter(game, state) else { return };
        self.fired(game, state, shooter);
        if let Action::Shoot { air, target } = action {
            let value = game.value_now(state, air);
            let hit = play.roll(10, "air combat") <= value as u32;
            play.say(
                who,
                "fi 10.3.1-order",
                say!("{air} fires at {target} with {value}", air, target, value),
            );
            if hit {
                game.shot_down(state, target, "fi 10.3.1-hit", play);
            }
        }
    }
    fn quiet(&self, _: Now<'_>) -> Option<Action> {
        Some(Action::Done)
    }
    fn offer(&self, now: Now<'_>, action: Action) -> Offer {
        crate::offers::offer(now, action)
    }
    fn step(&self, game: &FireAndIce, state: &mut State, _: &mut Play) -> bool {
        match self.shooter(game, state) {
            Some(id) if self.targets(game, state, id).next().is_some() => self.fired(game, state, id),
            _ => {
                state.frames.pop();
            }
        }
        true
    }
}

impl LoneAlley {
    fn ready<'a>(self, game: &'a FireAndIce, state: &'a State) -> impl Iterator<Item = AirId> + 'a {
        game.planes_in(state, self.side, AirBox::MigAlley).filter(move |id| !self.fired.has(id.index()))
    }
    /// 10.3.1 Enemies in one other strategic box: all attacks go to the same. [rule: fi 10.3.1-lone]
    fn targets<'a>(self, game: &'a FireAndIce, state: &'a State) -> impl Iterator<Item = AirId> + 'a {
        let boxes = AirBox::STRIKES.into_iter().filter(move |b| self.target.is_none_or(|t| t == *b));
        boxes.flat_map(move |b| game.planes_in(state, other(self.side), b))
    }
}

impl Decision<FireAndIce> for LoneAlley {
    fn seats(&self, game: &FireAndIce, state: &State) -> SeatSet {
        if self.ready(game, state).next().is_some() { seats(self.side) } else { SeatSet::NONE }
    }
    fn ask(&self, _: Now<'_>) -> Ask {
        Ask::new(
            "fi 10.3.1-lone",
            say!("Alone in MiG Alley: send each aircraft to Top Cover or at enemy strikes"),
        )
    }
    fn candidates(&self, now: Now<'_>, out: &mut Vec<Action>) {
        let (game, state) = (now.game, now.state);
        for air in self.ready(game, state) {
            out.extend(self.targets(game, state).map(|target| Action::Shoot { air, target }));
            out.push(Action::TopCover { air });
        }
        out.push(Action::Done);
        out.sort_unstable();
    }
    fn check(&self, now: Now<'_>, action: Action) -> Result<(), Illegal> {
        let (game, state) = (now.game, now.state);
        let rule = "fi 10.3.1-lone";
        match action {
            Action::Done => Ok(()),
            Action::Shoot { air, .. } | Action::TopCover { air }
                if !self.ready(game, state).any(|a| a == air) =>
            {
                Err(Illegal::new(rule, say!("{air} has nothing left to do in MiG Alley", air)))
            }
            Action::Shoot { target, .. } if !self.targets(game, state).any(|t| t == target) => {
                Err(Illegal::new(rule, say!("{target} is not in the box that is attacked", target)))
            }
            Action::TopCover { air } => {
                let base = state.air[air.index()].base;
                if game.air_value(state, air, AirBox::TopCover, base) < 1 {
                    return Err(Illegal::new(
                        "fi 10.3.1-zero",
                        say!("{air} is worth nothing in Top Cover", air),
                    ));
                }
                Ok(())
            }
            Action::Shoot { .. } => Ok(()),
            _ => Err(not_now()),
        }
    }
    fn perform(&self, game: &FireAndIce, state: &mut State, who: Seat, action: Action, play: &mut Play) {
        match action {
            Action::TopCover { air } => {
                state.air[air.index()].at = AirBox::TopCover;
                play.say(who, "fi 10.3.1-lone", say!("{air} goes to Top Cover", air));
            }
            Action::Shoot { air, target } => {
                let mut next = *self;
                next.fired.set(air.index(), true);
                next.target = Some(state.air[target.index()].at);
                become_frame(state, next);
                let value = game.value_now(state, air);
                let hit = play.d6("attack from MiG Alley") <= value as u32;
                play.say(
                    who,
                    "fi 10.3.1-lone",
                    say!("{air} attacks {target} with {value}", air, target, value),
                );
                if hit {
                    game.shot_down(state, target, "fi 10.3.1-hit", play);
                }
            }
            _ => {
                state.frames.pop();
            }
        }
    }
    fn quiet(&self, _: Now<'_>) -> Option<Action> {
        Some(Action::Done)
    }
    fn offer(&self, now: Now<'_>, action: Action) -> Offer {
        crate::offers::offer(now, action)
    }
    fn step(&self, _: &FireAndIce, state: &mut State, _: &mut Play) -> bool {
        state.frames.pop();
        true
    }
}

/// Says what became of a strike on infrastructure.
pub(crate) fn struck(play: &mut Play, by: u8, air: AirId, points: i16) {
    play.say(
        seat(by),
        "fi 10.3.2",
        say!("{air} takes {points} off the infrastructure of {side}", air, points, side = named(other(by))),
    );
}
