//! Closed forms, streams and theorems: against what is published, what is known to be misprinted, and searches.

mod checkers;
mod misprints;
mod preludes;
mod published;
mod shuffling;
mod shuffling_misprints;
mod square;
mod stream;
mod thesis;
mod triangular;
mod wraps;
