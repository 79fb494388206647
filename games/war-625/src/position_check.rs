//! What must hold of a position that somebody hands in: every stack possible, every number in bounds, every procedure one
//! that the rules can reach. What passes here can be played on without surprises.

use crate::War625;
use crate::kinds::{AREAS, Kind, NATIONS, NOWHERE, PLACES, PRISONER, Status, TRACK, Unit, WHERE};
use crate::state::{Frame, State, Step};
use engine::PositionError;

fn wrong(field: &str, message: impl Into<String>) -> Result<(), PositionError> {
    Err(PositionError::new(field, message))
}

/// Most units of one description, and most tokens in one place.
const MOST: u16 = 9_999;

impl War625 {
    /// Checks a whole position.
    pub(crate) fn check_loaded(&self, s: &State) -> Result<(), PositionError> {
        self.check_parts(s)?;
        self.check_frames(s)?;
        s.check().or_else(|e| wrong("position", e))
    }
    /// Checks what lies on the map, before anything runs on it.
    pub(crate) fn check_parts(&self, s: &State) -> Result<(), PositionError> {
        self.check_numbers(s)?;
        for (u, n) in s.units() {
            let field = format!("units in {}", self.c.id(u.place()));
            self.check_unit(s, u, &field)?;
            if n > MOST {
                return wrong(&field, "there are too many units");
            }
        }
        Ok(())
    }
    fn check_numbers(&self, s: &State) -> Result<(), PositionError> {
        let nations = NATIONS as u8;
        let bounds = [
            ("turn", s.turn >= 1 && s.turn as usize <= self.c.date.len()),
            ("options.length", s.opts.length >= 1 && s.opts.length as usize <= self.c.date.len()),
            ("nation", s.group <= 3),
            ("areas.control", s.control.iter().all(|&n| n < nations)),
            ("areas.factory", s.factory.iter().all(|&n| n <= nations)),
            ("areas.ipc", s.ipc.iter().all(|&n| n <= 99)),
            ("areas.isolation", s.iso.iter().all(|&n| n <= 2)),
            ("areas.tokens", s.tokens.iter().all(|&n| n <= MOST)),
            ("purchases", s.bought.iter().all(|&n| n <= MOST)),
            ("soviet", s.soviet <= 2),
            (
                "china.hidden",
                s.china.hidden.iter().map(|&n| u16::from(n)).sum::<u16>() <= u16::from(self.c.hidden_count),
            ),
            ("atomic", s.atomic.stock <= 99 && s.atomic.used <= 99 && s.atomic.bought <= 99),
            ("details.pairs", s.pairs.iter().all(|p| p.origin < TRACK && (p.target as usize) < AREAS)),
            ("details.opened", s.opened <= 2),
            ("details.resigned", s.resigned <= 2),
            ("details.fresh_tokens", s.fresh_tokens.iter().all(|&n| n <= MOST)),
        ];
        match bounds.iter().find(|(_, holds)| !holds) {
            Some((field, _)) => wrong(field, "this is out of bounds"),
            None => Ok(()),
        }
    }
    /// Whether a stack can exist at all where it is said to be.
    fn check_unit(&self, s: &State, u: Unit, field: &str) -> Result<(), PositionError> {
        let place = u.place() as usize;
        let (area, track) = (place < AREAS, place >= WHERE);
        let kind = u.kind();
        let bare = Unit::new(u.place(), u.nation(), kind);
        if place >= PLACES || u.0 >> 48 != bare.0 >> 48 || u.range() > 12 {
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
        if kind == Kind::Factory || !self.c.values(s.opts.d12, u.nation(), kind).exists {
            return wrong(field, format!("there is no {} with these dice", kind.id()));
        }
        if (kind.is_land() && !area && !track) || (kind.is_sea() && area) {
            return wrong(field, format!("{} cannot stand here", kind.id()));
        }
        let cargo = u.cargo();
        let fits = cargo.is_empty()
            || cargo.fits(&self.c.loads[kind as usize])
            || (cargo.items().all(|i| i == crate::kinds::Item::Token)
                && cargo.tokens() <= self.c.carry[kind as usize]);
        if !cargo.is_packed() || !fits {
            return wrong(field, "that load can't be carried");
        }
        if !self.state_fits(s, u) {
            return wrong(field, "the state of these units does not go with where they are");
        }
        Ok(())
    }
    /// Whether what a unit does goes with its kind, its place and the side that has the turn.
    fn state_fits(&self, s: &State, u: Unit) -> bool {
        let (from, via, kind) = (u.from(), u.via(), u.kind());
        let area = (u.place() as usize) < AREAS;
        let on_map = |p: u8| (p as usize) < WHERE;
        let ashore = |p: u8| (p as usize) < AREAS;
        let at_sea = |p: u8| on_map(p) && !ashore(p);
        let active = s.is_active(u.nation());
        let friendly = !area || s.side_at(u.place()) == u.side();
        let origin = from == NOWHERE || on_map(from);
        match u.status() {
            Status::Ready | Status::Moved | Status::DasUsed => friendly && origin,
            Status::Flown => kind.is_air() && active && origin,
            Status::Attack if kind.is_sea() => active && origin,
            Status::Attack => {
                kind.is_land()
                    && active
                    && area
                    && ashore(from)
                    && (ashore(via) || (via == NOWHERE && from == u.place()))
            }
            Status::Landed => kind.is_land() && active && area && at_sea(from),
            Status::Dropped => kind.is_land() && active && area && ashore(from),
            Status::Snipe => kind.snipes() && active && friendly && area && ashore(via),
            Status::Battle | Status::Bomb | Status::Economic | Status::Military | Status::Drop => {
                kind.is_air() && active && on_map(from) && on_map(u.place())
            }
            Status::Das => kind.is_air() && on_map(from) && area && friendly,
            Status::Leaving => kind.is_land() && area && friendly && ashore(via),
            Status::Special if kind == Kind::Submarine => true,
            Status::Special => kind == Kind::Transport && active && ashore(via) && on_map(u.place()),
        }
    }
    /// The frames are a procedure that the rules can reach: a phase, at most one battle in it, its decisions on top.
    fn check_frames(&self, s: &State) -> Result<(), PositionError> {
        let bad = || wrong("details.frames", "this procedure can't be");
        let frames: &[Frame] = &s.frames;
        if frames == [Frame::Over] {
            return if s.step == Step::Over { Ok(()) } else { wrong("details.step", "the war is over") };
        }
        let [Frame::Turn, phase, rest @ ..] = frames else { return bad() };
        let step = match phase {
            Frame::Hidden => Step::Start,
            Frame::Begin => Step::China,
            Frame::China => Step::Atomic,
            Frame::Atomic => Step::Talks,
            Frame::Talks => Step::Income,
            Frame::Purchase => Step::CombatMove,
            Frame::CombatMove => Step::Combat,
            Frame::Combat => Step::NonCombat,
            Frame::NonCombat => Step::Place,
            Frame::Place => Step::Supply,
            _ => return bad(),
        };
        if s.step != step {
            return wrong("details.step", "the step does not go with the phase");
        }
        let fits = match (phase, rest) {
            (_, []) => true,
            (Frame::Talks, rest) => {
                rest.iter().all(|f| matches!(f, Frame::Offer { .. } | Frame::Return { .. }))
            }
            (Frame::CombatMove | Frame::NonCombat, [Frame::Selected { unit, seat }]) => {
                *seat < 5 && s.count(*unit) > 0
            }
            (Frame::Combat, [Frame::Battle, rest @ ..]) => {
                let (place, goal) = (s.battle.place as usize, s.battle.goal);
                place < WHERE
                    && (goal == NOWHERE || (goal as usize) < WHERE)
                    && rest.iter().all(is_battle_frame)
            }
            (_, [Frame::Armistice { .. } | Frame::Resign { .. }]) => true,
            _ => false,
        };
        if !fits {
            return bad();
        }
        match self.deciders(s).first() {
            None => wrong("details", "nobody has a decision to take here"),
            Some(seat) => {
                let open = self.with_scratch(|list| {
                    self.list(s, seat, list);
                    !list.is_empty()
                });
                if open { Ok(()) } else { wrong("details", "there is nothing to decide here") }
            }
        }
    }
}

fn is_battle_frame(frame: &Frame) -> bool {
    matches!(
        frame,
        Frame::Das
            | Frame::Bombard
            | Frame::Leave
            | Frame::Duty { .. }
            | Frame::Direct { .. }
            | Frame::Loss { .. }
            | Frame::FlyOut
            | Frame::Submerge { .. }
            | Frame::Salvage
            | Frame::Decide
    )
}
