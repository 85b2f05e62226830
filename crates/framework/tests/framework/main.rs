//! The three phases, wraps, the map, checkers, shuffling and puzzles on grids, compared with counts from the
//! literature, plain searches and models.

mod checkers;
mod grid;
mod map;
mod phases;
mod rows;
mod shuffling;
mod solutions;
mod wraps;
