//! Every test of the board in one program, so that it is linked once.

mod grids;
mod map_format;
mod map_fuzz;
mod movement;
mod oracles;
