//! Hexes and areas, terrain, paths, zones of control, supply traces, map files.
