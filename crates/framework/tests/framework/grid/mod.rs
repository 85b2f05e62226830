//! Exact optima of coin-moving puzzles: reference data, known puzzles, and plain searches.

mod against_plain_search;
mod designs;
mod distances;
mod extra_coins;
mod known_puzzles;
mod labelled_on_the_square_grid;
mod mixed_lattice;
mod patterns;
mod reconstructions;
mod reference;
mod slides_on_the_square_grid;
mod slides_on_the_triangular_grid;
mod whole_boards;
