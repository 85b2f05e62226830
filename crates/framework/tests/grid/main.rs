//! Exact optima of coin-moving puzzles: reference data, known puzzles, and plain searches.

mod against_plain_search;
mod known_puzzles;
mod reference;
mod whole_boards;
