//! The readable position. NOTE TO THE AUTHOR OF src: I (data/tests) am writing this file now, in the format of
//! docs/war-625.md, please leave it to me; I need it for the tests. Yours: everything else.

use crate::state::State;
use crate::War625;
use engine::PositionError;

impl War625 {
    pub(crate) fn write_position(&self, s: &State) -> serde_json::Value {
        serde_json::to_value(s).unwrap_or_default()
    }
    pub(crate) fn parse_position(&self, v: &serde_json::Value) -> Result<State, PositionError> {
        serde_json::from_value(v.clone()).map_err(|e| PositionError::new("position", e.to_string()))
    }
}
