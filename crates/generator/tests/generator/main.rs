//! Compares closed forms, streams and theorems with published data, known misprints and searches.

mod checkers;
mod closed;
mod misprints;
mod preludes;
mod published;
mod shuffling;
mod shuffling_misprints;
mod square;
mod stream;
mod thesis;
mod triangular;
mod turned;
mod wraps;
