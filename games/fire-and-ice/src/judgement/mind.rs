//! What a computer player looks at once for all actions of a decision.

use super::theatre::{Place, Pull, Survey};
use super::weights::Weights;
use crate::field::Field;
use crate::frames::Frame;
use crate::game::FireAndIce;
use crate::state::{HexBits, PieceId, State, mark, other};
use board::HexId;
use std::cell::OnceCell;

/// Hexes around a headquarters within which units mostly have a line to it.
const LED: u32 = 6;

/// A side's view of a position.
pub(crate) struct Mind<'a> {
    pub(crate) game: &'a FireAndIce,
    pub(crate) state: &'a State,
    pub(crate) side: u8,
    pub(crate) weights: &'a Weights,
    /// 0.5 holds, 1 plays on, 1.5 attacks whatever it can.
    pub(crate) bold: f32,
    pub(crate) field: Field,
    pub(crate) enemies: Vec<HexId>,
    pub(crate) friends: Vec<HexId>,
    pub(crate) posts: Vec<HexId>,
    /// On a march: where it leads without a Bug Out.
    quiet: OnceCell<Option<HexBits>>,
    /// Where a headquarters has a line, and where a unit has one by the roads or by a headquarters.
    lines: OnceCell<[HexBits; 2]>,
    /// What draws units; by the roads where a plan was made.
    places: OnceCell<Vec<Place>>,
    pub(crate) pull: Option<&'a Pull>,
}

impl<'a> Mind<'a> {
    pub(crate) fn new(
        game: &'a FireAndIce,
        state: &'a State,
        side: u8,
        bold: f32,
        pull: Option<&'a Pull>,
    ) -> Self {
        let field = &state.field;
        let weights = game.weights(state, side);
        let hexes = |s: u8| field.units[usize::from(s)].iter().map(|i| HexId(i as u16)).collect();
        let posts = game.pieces_of(side).filter(|&id| game.unit(id).hq());
        Self {
            game,
            state,
            side,
            weights,
            bold,
            enemies: hexes(other(side)),
            friends: hexes(side),
            posts: posts.filter_map(|id| state.hex_of(id)).collect(),
            quiet: OnceCell::new(),
            lines: OnceCell::new(),
            places: OnceCell::new(),
            pull,
            field: *field,
        }
    }

    /// 4.8 Whether the piece that marches would come near the enemy on its way: that is a Bug Out.
    pub(crate) fn bugs_out(&self, hex: HexId) -> bool {
        let quiet = self.quiet.get_or_init(|| match self.state.frames.last() {
            Some(Frame::March(march)) if march.unit.is_some() => {
                Some(march.quiet_ends(self.game, self.state))
            }
            _ => None,
        });
        quiet.is_some_and(|quiet| !quiet.has(hex.index()))
    }

    /// What draws units, worked out when it is first asked for.
    pub(crate) fn places(&self) -> &[Place] {
        self.places.get_or_init(|| Survey::new(self.game, self.state, self.side).places())
    }

    /// 14.5 The hexes beside the roads that are open to the side, and those with the hexes around its headquarters there.
    fn lines(&self) -> &[HexBits; 2] {
        self.lines.get_or_init(|| {
            let (game, state) = (self.game, self.state);
            let ground = game.ground(state);
            let lines = game.lines(state, self.side);
            let beside = ground.within(&lines.net, game.data.numbers.road);
            let mut posts = HexBits::default();
            for hq in game.hqs_of(self.side).filter(|hq| lines.pieces.has(hq.index())) {
                if let Some(hex) = self.stands(hq) {
                    posts.set(hex.index(), true);
                }
            }
            let mut all = ground.within(&posts, LED);
            for (word, more) in all.0.iter_mut().zip(beside.0) {
                *word |= more;
            }
            [beside, all]
        })
    }

    /// Whether a headquarters in a hex would have a line.
    pub(crate) fn joined(&self, hex: HexId) -> bool {
        self.lines()[0].has(hex.index())
    }

    /// Whether a unit in a hex would have a line, as far as can be seen at a glance.
    pub(crate) fn supplied_at(&self, hex: HexId) -> bool {
        self.lines()[1].has(hex.index())
    }

    pub(crate) fn nearest(&self, hex: HexId, of: &[HexId]) -> f32 {
        let ground = self.game.ground(self.state);
        of.iter().map(|&h| ground.distance(h, hex)).min().map_or(30.0, |d| d as f32)
    }

    pub(crate) fn nearest_goal(&self, hex: HexId) -> f32 {
        let ground = self.game.ground(self.state);
        let goals = self.places().iter().filter(|p| p.taken);
        goals.map(|g| ground.distance(g.hex, hex)).min().map_or(30.0, |d| d as f32)
    }

    pub(crate) fn place(&self, id: PieceId) -> Option<HexId> {
        self.state.hex_of(id)
    }

    /// Where a piece is, a box being its port.
    pub(crate) fn stands(&self, id: PieceId) -> Option<HexId> {
        let at = self.state.piece(id).at;
        at.on_map().or_else(|| at.in_box().map(|i| self.game.ground(self.state).boxes[usize::from(i)]))
    }

    /// How far a piece is from the enemy, or a number where it is not on the map.
    pub(crate) fn far(&self, id: PieceId, without: f32) -> f32 {
        self.place(id).map_or(without, |h| self.nearest(h, &self.enemies))
    }

    /// What a hex is worth having or keeping.
    pub(crate) fn worth_of(&self, hex: HexId) -> f32 {
        self.places().iter().filter(|p| p.hex == hex).map(|p| p.worth).fold(0.0, f32::max)
    }

    /// Units of the other side within two hexes.
    pub(crate) fn strength_at(&self, hex: HexId) -> f32 {
        let ground = self.game.ground(self.state);
        self.enemies.iter().filter(|&&e| ground.distance(e, hex) <= 2).count() as f32
    }

    /// How many units of a side stand beside a hex.
    pub(crate) fn beside(&self, side: u8, hex: HexId) -> f32 {
        let near = self.game.ground(self.state).near(hex).iter();
        near.filter(|n| n.is_some() && self.field.units[usize::from(side)].has(n.index())).count() as f32
    }

    /// What a unit is worth.
    pub(crate) fn value(&self, id: PieceId) -> f32 {
        use crate::data::{Nation, Size};
        let unit = self.game.unit(id);
        let more = match unit.nation {
            Nation::Rok | Nation::Nk | Nation::Prc => 0.0,
            _ => self.weights.american,
        };
        let cadre = if unit.size == Size::Cadre { self.weights.cadre } else { 0.0 };
        self.weights.unit + more + cadre
    }

    /// How many units that matter a headquarters can command; those that are fresh, or all.
    pub(crate) fn in_reach(&self, hq: PieceId, fresh: bool) -> usize {
        let (game, state) = (self.game, self.state);
        let at = state.piece(hq).at;
        let Some(from) = self.stands(hq) else { return 0 };
        let matters = |id: &PieceId| {
            let piece = state.piece(*id);
            !game.unit(*id).hq()
                && game.commands(hq, *id)
                && !(fresh && piece.has(mark::SPENT))
                && (piece.at.in_box().is_some_and(|_| piece.at == at)
                    || self.place(*id).is_some_and(|h| game.ground(state).distance(h, from) <= 7))
                && self.far(*id, 1.0) <= 10.0
        };
        game.pieces_of(self.side).filter(matters).count()
    }
}
