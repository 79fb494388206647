//! What must hold of a position: every stack possible, every number in bounds, every procedure one that the rules can reach.
//! What passes here can be played on without surprises.

use crate::battle::Battle;
use crate::frames::Frame;
use crate::game::War625;
use crate::kinds::{Kind, NATIONS, NOWHERE, Nation, PRISONER, Place, Side, Status, TRACK, Unit};
use crate::purchase::{MOST, MOST_TOKENS};
use crate::sequence::Step;
use crate::state::State;
use engine::{PositionError, Rules};

fn wrong(field: &str, message: impl Into<String>) -> Result<(), PositionError> {
    Err(PositionError::new(field, message))
}

/// The bits that masks of places may have.
const AREA_BITS: u64 = (1 << crate::kinds::AREAS) - 1;
const PLACE_BITS: u64 = (1 << crate::kinds::PLACES) - 1;

impl War625 {
    /// What must hold between actions: nobody stands in enemy land outside Combat, ships at sea, troops ashore.
    pub(crate) fn check_position(&self, s: &State) -> Result<(), String> {
        let quiet =
            matches!(s.frames.last(), Some(Frame::Purchase(_) | Frame::Placement(_) | Frame::Hidden(_)));
        for (u, n) in s.units() {
            let area = u.place().is_area();
            if u.kind().is_land() && u.place().is_zone() {
                return Err(format!("{n} land units stand in a sea zone: {u:?}"));
            }
            if u.kind().is_sea() && area {
                return Err(format!("{n} ships stand on land: {u:?}"));
            }
            let own =
                s.step <= Step::NonCombat || !area || u.is_prisoner() || s.side_at(u.place()) == u.side();
            if quiet && !own {
                return Err(format!("{u:?} stands in enemy land"));
            }
            if u.is_prisoner() && area && s.side_at(u.place()) == u.side() {
                return Err(format!("{u:?} is held in its own land"));
            }
        }
        let hidden: u32 = s.china.hidden.iter().map(|&n| u32::from(n)).sum();
        let areas = s.china.hidden.iter().filter(|&&n| n > 0).count();
        if hidden > u32::from(self.c.hidden_count) || areas > self.c.hidden_most as usize {
            return Err("too many hidden infantry, or in too many areas".to_owned());
        }
        Ok(())
    }
    /// Checks a whole position that somebody hands in.
    pub(crate) fn check_loaded(&self, s: &State) -> Result<(), PositionError> {
        self.check_parts(s)?;
        s.check().or_else(|e| wrong("details", e))?;
        self.check_battle(s)?;
        self.check_frames(s)
    }
    /// Checks what lies on the map, before anything runs on it.
    pub(crate) fn check_parts(&self, s: &State) -> Result<(), PositionError> {
        self.check_numbers(s)?;
        self.check_details(s)?;
        if s.is_full() {
            return wrong("areas", "the map holds no more different units");
        }
        for (u, n) in s.units() {
            let place = self.c.place_id.get(u.place().i()).map_or("nowhere", String::as_str);
            let field = format!("units in {place}");
            self.check_unit(s, u, &field)?;
            if n > MOST {
                return wrong(&field, "there are too many units");
            }
        }
        Ok(())
    }
    fn check_numbers(&self, s: &State) -> Result<(), PositionError> {
        let (nations, turns) = (NATIONS as u8, self.c.date.len() as u8);
        let hidden: u32 = s.china.hidden.iter().map(|&n| u32::from(n)).sum();
        let beyond = s.china.hidden.iter().skip(self.c.hidden_areas.len()).any(|&n| n > 0);
        let clock = &s.china;
        let bounds = [
            ("turn", (1..=turns).contains(&s.turn) && s.turn <= s.opts.length),
            ("options.length", (1..=turns).contains(&s.opts.length)),
            ("nation", s.group <= 3),
            ("areas.control", s.control.iter().all(|&n| n < nations)),
            ("areas.factory", s.factory.iter().all(|&n| n <= nations)),
            ("areas.ipc", s.ipc.iter().all(|&n| n <= 99)),
            ("areas.isolation", s.iso.iter().all(|&n| n <= 2)),
            ("areas.tokens", s.tokens.iter().all(|&n| n <= MOST_TOKENS)),
            ("zones", Place::zones().all(|z| s.tokens[z.i()] == 0)),
            ("treasury", s.treasury.iter().chain(s.damage.iter()).all(|&n| n <= 9_999)),
            ("soviet", s.soviet <= 2 && (s.soviet == 0 || s.opts.soviet)),
            (
                "china.hidden",
                hidden <= u32::from(self.c.hidden_count) && !beyond && (hidden == 0 || !clock.revealed),
            ),
            (
                "china.clock",
                clock.clock <= s.opts.length && clock.first_roll <= clock.clock + self.c.clock.crossing_delay,
            ),
            ("china.clock", clock.clock == 0 || clock.first_roll >= clock.clock),
            ("china.war", clock.entry <= s.opts.length && (!clock.war || clock.permission)),
            ("china.war", !clock.revealed || clock.war),
            ("details.china", clock.lines <= self.c.hidden_most && !clock.unseen),
            (
                "atomic",
                s.atomic.bought <= self.c.atomic.weapon.total
                    && s.atomic.stock <= s.atomic.bought
                    && s.atomic.used <= s.atomic.bought
                    && (s.opts.atomic || s.atomic.bought == 0 && !s.atomic.authorised),
            ),
        ];
        self.check_purchases(s)?;
        match bounds.iter().find(|(_, holds)| !holds) {
            Some((field, _)) => wrong(field, "this is out of bounds"),
            None => Ok(()),
        }
    }
    fn check_details(&self, s: &State) -> Result<(), PositionError> {
        let masks = [s.held, s.struck, s.new_factories, s.paid];
        let routes = |r: &crate::state::Route| !r.is_empty() && r.iter().all(|p| p.on_map());
        let bounds = [
            ("details.pairs", s.pairs.iter().all(|p| p.origin.on_map() && p.target.is_area())),
            ("details.pairs", s.pairs.iter().all(|p| p.nation == 7 || p.nation < NATIONS as u8)),
            ("details.routes", s.routes.iter().all(routes)),
            ("details.opened", s.opened <= 2),
            ("details.resigned", s.resigned <= 2 && (s.resigned == 0 || s.opts.resign)),
            ("details.fresh_tokens", Place::spaces().all(|p| s.fresh_tokens[p.space()] <= s.tokens[p.i()])),
            ("details.held", masks.iter().all(|m| m & !AREA_BITS == 0)),
            ("details.held", s.held & !s.friendly[s.active() as usize] == 0),
            ("details.attacked", (s.attacked | s.fought) & !PLACE_BITS == 0),
            ("areas.breakout", s.breakout.iter().all(|m| m & !AREA_BITS == 0)),
        ];
        match bounds.iter().find(|(_, holds)| !holds) {
            Some((field, _)) => wrong(field, "this is out of bounds"),
            None => Ok(()),
        }
    }
    fn check_purchases(&self, s: &State) -> Result<(), PositionError> {
        for nation in Nation::ALL {
            for kind in Kind::ALL {
                let n = s.bought(nation, kind);
                if n > 0 && (n > MOST || !self.on_sale(s, nation, kind)) {
                    return wrong(
                        "purchases",
                        format!("{} cannot have bought {n} {}", nation.id(), kind.id()),
                    );
                }
            }
        }
        Ok(())
    }
    /// Whether a stack can exist at all where it is said to be.
    fn check_unit(&self, s: &State, u: Unit, field: &str) -> Result<(), PositionError> {
        let (area, track) = (u.place().is_area(), u.place().on_track());
        let kind = u.kind();
        let bare = Unit::new(u.place(), u.nation(), kind);
        if !u.place().on_map() && !track || u.0 >> 48 != bare.0 >> 48 {
            return wrong(field, "there is no such unit");
        }
        if kind == PRISONER {
            let held = area && u.captor().side() != u.side() && s.side_at(u.place()) != u.side();
            let plain = u == Unit::new(u.place(), u.nation(), kind).held_by(u.captor()).doing(u.status());
            let sound = held && plain && matches!(u.status(), Status::Ready | Status::Moved);
            return if sound {
                Ok(())
            } else {
                wrong(field, "prisoners are held by the other side, in an area")
            };
        }
        if kind as u8 > Kind::Submarine as u8 || !self.c.values(s.opts.d12, u.nation(), kind).exists {
            return wrong(field, format!("there is no {} with these dice", kind.id()));
        }
        if (kind.is_land() && !area && !track) || (kind.is_sea() && area) {
            return wrong(field, format!("{} cannot stand here", kind.id()));
        }
        if track && u.side() == Side::Communist {
            return wrong(field, "the Supply Track is the Allies'");
        }
        if !u.cargo().is_packed() || !(u.cargo().is_empty() || self.can_carry(kind, u.cargo())) {
            return wrong(field, "that load can't be carried");
        }
        if u.range() > self.full_range(s, u) && !u.assaults() || !self.state_fits(s, u) {
            return wrong(field, "the state of these units does not go with where they are");
        }
        Ok(())
    }
    /// Whether what a unit does goes with its kind, its place and the side that has the turn.
    fn state_fits(&self, s: &State, u: Unit) -> bool {
        let (from, via, kind) = (u.from(), u.via(), u.kind());
        let area = u.place().is_area();
        let plain_way = via == NOWHERE;
        let active = s.is_active(u.nation());
        let friendly = !area || s.side_at(u.place()) == u.side();
        let origin = from == NOWHERE || from.on_map();
        if u.place() >= TRACK {
            let rests = matches!(u.status(), Status::Ready | Status::Moved);
            let free = from == NOWHERE
                && u.cargo().is_empty()
                && (plain_way || kind == Kind::Transport && u.lift_used());
            return rests && free;
        }
        if let Some(route) = u.route() {
            let out = matches!(
                u.status(),
                Status::Battle | Status::Bomb | Status::Economic | Status::Military | Status::Drop
            );
            let way = s.routes.get(route);
            return out && active && from.on_map() && way.is_some_and(|w| w.last() == Some(&u.place()));
        }
        match u.status() {
            Status::Ready if kind == Kind::Transport && !plain_way => {
                active && via.is_area() && u.range() == 0
            }
            Status::Ready | Status::Moved | Status::DasUsed => {
                friendly && origin && (plain_way || u.in_sky() && u.side() != s.active())
            }
            Status::Flown => kind.is_air() && active && origin && plain_way,
            Status::Attack if kind.is_sea() => active && origin && plain_way,
            Status::Attack => {
                kind.is_land()
                    && active
                    && area
                    && from.is_area()
                    && (via.is_area() || (via == NOWHERE && from == u.place()))
            }
            Status::Landed => kind.is_land() && active && area && from.is_zone() && plain_way,
            Status::Dropped => kind == Kind::Infantry && active && area && from.is_area() && plain_way,
            Status::Snipe => kind.snipes() && active && friendly && area && via.is_area(),
            Status::Battle => kind.is_air() && active && from.on_map() && (plain_way || u.in_sky()),
            Status::Bomb | Status::Economic | Status::Military => {
                kind == Kind::Bomber && active && from.on_map() && area && plain_way
            }
            Status::Drop => kind.is_air() && active && from.on_map() && area && plain_way,
            Status::Das => {
                kind.is_light_plane()
                    && from.on_map()
                    && area
                    && friendly
                    && !active
                    && (plain_way || u.in_sky())
            }
            Status::Leaving => kind.is_land() && area && friendly && via.is_area() && !active,
            Status::Special if kind == Kind::Submarine => plain_way,
            Status::Special => kind == Kind::Transport && active && via.is_area() && u.range() < 4,
        }
    }
    /// The battle goes with the phase, its place and who is there.
    fn check_battle(&self, s: &State) -> Result<(), PositionError> {
        let fights = s.frames.iter().any(|f| matches!(f, Frame::Fight(_)));
        if !fights {
            let none = s.battle == Battle::default();
            return if none { Ok(()) } else { wrong("details.battle", "nobody fights now") };
        }
        let b = &s.battle;
        let places = b.place.on_map() && (b.goal == NOWHERE || b.goal.on_map());
        let captured: u32 = b.captured.iter().map(|&n| u32::from(n)).sum();
        let sound = places
            && b.entries & !PLACE_BITS == 0
            && (!b.only_snipe || b.place.is_area())
            && (b.goal == NOWHERE || b.goal.is_area() == b.place.is_area())
            && (captured == 0 || b.place.is_area())
            && captured <= u32::from(MOST)
            && b.leader.side() == s.active();
        if sound { Ok(()) } else { wrong("details.battle", "this battle can't be") }
    }
    /// The frames are a procedure that the rules can reach: a phase, at most one battle in it, its decisions on top.
    fn check_frames(&self, s: &State) -> Result<(), PositionError> {
        let bad = || wrong("details.frames", "this procedure can't be");
        let frames: &[Frame] = &s.frames;
        if frames.is_empty() {
            return if s.is_over() { Ok(()) } else { wrong("details.step", "the war is not over") };
        }
        let [Frame::Turn(_), phase, rest @ ..] = frames else { return bad() };
        let step = match phase {
            Frame::Hidden(_) => Step::Start,
            Frame::Begin(_) => Step::China,
            Frame::Enter(_) => Step::Atomic,
            Frame::Authorise(_) => Step::Talks,
            Frame::Exchanging(_) => Step::Income,
            Frame::Purchase(_) => Step::CombatMove,
            Frame::Movement(m) if m.combat => Step::Combat,
            Frame::Combat(_) => Step::NonCombat,
            Frame::Movement(_) => Step::Place,
            Frame::Placement(_) => Step::Supply,
            _ => return bad(),
        };
        if s.step != step {
            return wrong("details.step", "the step does not go with the phase");
        }
        if !self.phase_fits(s, *phase) || !self.rest_fits(s, *phase, rest) {
            return bad();
        }
        self.check_choices(s, *phase)?;
        let Some(seat) = self.to_act(s).first() else {
            return wrong("details", "nobody has a decision to take here");
        };
        let mut list = Vec::new();
        self.legal(s, seat, &mut list);
        if list.is_empty() { wrong("details", "there is nothing to decide here") } else { Ok(()) }
    }
    /// Phases that belong to one nation, one turn or one option.
    fn phase_fits(&self, s: &State, phase: Frame) -> bool {
        match phase {
            Frame::Hidden(_) => s.turn == 1 && s.group == 0 && !s.china.war,
            Frame::Begin(_) => {
                s.group == 0 && !s.china.war && s.china.clock > 0 && s.turn >= s.china.first_roll
            }
            Frame::Enter(_) => s.group == 0 && !s.china.war && s.china.permission,
            Frame::Authorise(_) => s.group == 2 && s.opts.atomic && !s.atomic.authorised,
            Frame::Combat(_) => s.opened > 0,
            _ => s.china.lines == 0,
        }
    }
    fn rest_fits(&self, s: &State, phase: Frame, rest: &[Frame]) -> bool {
        let captives = |n: u16| n <= MOST;
        match (phase, rest) {
            (_, []) => true,
            (Frame::Exchanging(_), [Frame::Offered(o)]) => captives(o.give) && captives(o.take),
            (Frame::Exchanging(_), rest) => {
                rest.len() <= 2 && rest.iter().all(|f| matches!(f, Frame::Returning(r) if captives(r.left)))
            }
            (Frame::Combat(_), [Frame::Fight(_), rest @ ..]) => {
                rest.len() <= 6 && rest.iter().all(|f| self.battle_frame(s, *f))
            }
            (Frame::Purchase(_) | Frame::Movement(_) | Frame::Placement(_), [Frame::Truce(t)]) => {
                s.opts.armistice && t.agreed < 0b11111
            }
            (Frame::Purchase(_) | Frame::Movement(_) | Frame::Placement(_), [Frame::Resigning(r)]) => {
                s.opts.resign && r.side == s.active() && r.agreed < 0b11111
            }
            _ => false,
        }
    }
    fn battle_frame(&self, s: &State, frame: Frame) -> bool {
        let land = !s.battle.is_sea();
        match frame {
            Frame::Support(_) | Frame::Shell(_) | Frame::Leaving(_) | Frame::FlyingOut(_) => land,
            Frame::Dive(_) => !land,
            Frame::Duty(_) | Frame::Decide(_) => true,
            Frame::Salvaging(_) => land && s.battle.goal.is_area() || s.battle.goal == NOWHERE,
            Frame::Loss(l) => l.left <= MOST,
            Frame::Directing(d) => d.left <= MOST,
            _ => false,
        }
    }
    /// What the seats have in hand are stacks that they may choose.
    fn check_choices(&self, s: &State, phase: Frame) -> Result<(), PositionError> {
        for (i, choice) in s.chosen.iter().enumerate() {
            let Some(unit) = choice.unit else {
                if choice.count == 0 && choice.way.is_empty() {
                    continue;
                }
                return wrong("details.chosen", "nothing is in hand on a way");
            };
            let Frame::Movement(m) = phase else { return wrong("details.chosen", "nothing is in hand now") };
            let seat = engine::Seat(i as u8);
            let flies = choice.way.is_empty() == (choice.count == 0)
                && (choice.way.is_empty()
                    || m.combat && unit.kind().is_air() && choice.way.iter().all(|p| p.on_map()));
            let open = flies
                && choice.count <= s.count(unit)
                && self.open_seats(s).contains(seat)
                && self.may_select(s, seat, unit, m.combat).is_ok();
            let mut list = Vec::new();
            if open {
                self.orders(s, choice, m.combat, &mut list);
            }
            if list.is_empty() {
                return wrong("details.chosen", "that stack cannot be in hand");
            }
        }
        Ok(())
    }
}
