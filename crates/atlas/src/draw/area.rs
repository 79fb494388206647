//! An area map as a drawing.

use board::AreaMap;

use super::theme::Theme;
use super::{Layers, Layout};

pub(super) struct Drawing<'a> {
    map: &'a AreaMap,
}

impl<'a> Drawing<'a> {
    pub(super) fn new(map: &'a AreaMap, _theme: Theme, _layers: Layers) -> Self {
        Drawing { map }
    }

    pub(super) fn svg(&self) -> String {
        self.map.title.clone()
    }

    pub(super) fn layout(&self) -> Layout {
        Layout { view: [0.0; 4], body: [0.0; 2], hex: None, counter: 30.0, places: Vec::new() }
    }
}
