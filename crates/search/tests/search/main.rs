//! The engines: on random graphs, on the linear puzzle and on checkers.

mod checkers;
mod graphs;
mod linear;
mod sets;
mod steps;
