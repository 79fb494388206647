//! Builds the maps from geography and draws maps and counters.
