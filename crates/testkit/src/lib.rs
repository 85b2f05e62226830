//! A second opinion on stored proofs: what they count, counted again by other means.
//!
//! Nothing here comes from the other crates of tait, and nothing here is clever: a row is a list of
//! letters, a set of rows is a `HashSet`, and a move is tried wherever one could be. The
//! [search](Search) is the definition of what a proof record counts, written down as a program:
//!
//! * a state says for each position of a finite board whether it is free (`.`), holds a nickel (`o`) or
//!   a penny (`x`), and `S_0` holds the starting row alone;
//! * `S_(d+1)` holds every state that is in none of `S_0, ..., S_d` and comes from a state of `S_d` by a
//!   move of `k` adjacent coins, order kept, to `k` positions of the board that were all free, after
//!   which no more than `2 (L - d - 1)` pairs are missing of `2n - 1` (the *pair rule*);
//! * in a search for `L = n` moves the number of free positions between a landing and the nearest coin
//!   on its left, or the left end of the board, is a multiple of `k` (the *block rule*);
//! * the list ends with the first empty set, with `S_L`, or with the first set that holds a goal.
//!
//! On the square and the triangular grid a state is a list of coins, and a [search](GridSearch) goes by the rules alone: a
//! coin is put wherever it may be. Only the length of a shortest solution is compared, not the counts.
//!
//! [`proofs`] reads the searches that are recorded in a data directory, and `cargo run --release -p
//! tait-testkit -- recompute data` counts all of them again that take no more than a minute.

mod grid;
mod recorded;
mod search;

pub use grid::GridSearch;
pub use recorded::{Proof, Recomputed, Recorded, proofs};
pub use search::{Search, Searched};
