//! What a client draws.

use crate::state::State;
use crate::War625;
use engine::{Overlay, Scene, Sheet, View};

impl War625 {
    pub(crate) fn draw_sheet(&self) -> Sheet {
        Sheet::default()
    }
    pub(crate) fn draw<'a>(&'a self, _view: &'a View<State>) -> Scene<'a> {
        Scene::default()
    }
    pub(crate) fn draw_overlay(&self, _s: &State, _overlay: &str) -> Option<Overlay> {
        None
    }
}
