//! The engines on the linear puzzle: compared with each other, with known answers and with a naive
//! search, on any number of threads, and under limits.

mod board_theorem;
mod engines;
mod external;
mod layers;
mod limits;
mod restrictions;
mod rules;
mod runs;
mod sharded;
mod threads;
