//! A second opinion on recorded searches: repeats by other means what they claim.
//!
//! Nothing here comes from the other crates of tait, and nothing here is clever: a row is a list of letters, a set of
//! rows is a hash set, and a move is tried wherever one could be. The [search](Search) is the definition of the counts
//! in a proof record, written down as a program:
//!
//! * a state says for each position of a finite board whether it is free (`.`), holds a nickel (`o`) or holds a penny
//!   (`x`), and `S_0` holds the starting row alone;
//! * `S_(d+1)` holds every state that is in none of `S_0, ..., S_d` and comes from a state of `S_d` by a move of `k`
//!   adjacent coins, order unchanged, to `k` positions of the board that were all free, after which at most `2(L-d-1)`
//!   of the `2n - 1` pairs are missing (the *pair rule*);
//! * in a search for `L = n` moves the number of free positions between a landing and the nearest coin
//!   on its left, or the left end of the board, is a multiple of `k` (the *block rule*);
//! * coins on stationary positions do not move, and a goal has the final type and the shift that are required;
//! * the list ends with the first empty set, with `S_L`, or with the first set that holds a goal.
//!
//! A search for a base ([`BaseSearch`]) also keeps, for each state, the sets of offsets that the moves of some path to it
//! may have used as exchanges. It leaves out states whose sets all lack more offsets than there are moves left.
//!
//! On the square and the triangular grid a state is a list of coins, and a [search](GridSearch) uses the rules alone: a
//! coin is put wherever it may be. For a single puzzle, only the length of a shortest solution is compared, since the
//! engines count other states there; where the span is finite, the search goes from both ends. For whole rows of a table, the counts are compared, too. For the constrained
//! shuffling puzzle, all counts and all shortest solutions are compared; for a reversal of numbered checkers, its
//! optimum, the number of shortest solutions, and the counts of the searches for fewer moves. Where all shortest
//! solutions of a row were counted, walks are counted from both ends: their number and their total distances are compared,
//! and shorter lengths are excluded.
//! Where smaller total distances are excluded, whatever the number of moves, the counts are compared.
//! A wrap is searched for on its gadget, from both ends, and a base for wraps as a solution under restrictions: only
//! whether there is one is compared. A solution from any row has no counts: a search on the stated boards must not find a shorter one.
//!
//! [`searches`] reads the searches in a record, and [`Recorded::recount`] repeats one. The repetition stops as soon as
//! the counts differ, so a forged count is refuted after as many states as it admits.
//!
//! ```
//! use tait_recount::{Outcome, searches};
//! let map = |states: &str| {
//!     let text = format!(
//!         r#"{{"kind": "classification", "k": 2, "cells": [{{"n": 2, "excluded": [
//!             {{"moves": 2, "board_from": -3, "board_to": 8,
//!               "rules": {{"pairs": true, "blocks": true}}, "states": {states}}}]}}]}}"#
//!     );
//!     serde_json::from_str(&text)
//! };
//! let honest = searches(&map("[1,6,0]")?);
//! assert_eq!(honest[0].name, "k=2 n=2 in 2 moves");
//! assert_eq!(honest[0].recount(|_| true), Outcome::Agrees { states: 7 });
//! let forged = searches(&map("[1,0]")?);
//! assert!(matches!(forged[0].recount(|_| true), Outcome::Differs(_)));
//! # Ok::<(), serde_json::Error>(())
//! ```

mod any_rows;
mod bases;
mod counting;
mod distances;
mod gadget;
mod grid;
mod layers;
mod reading;
mod recorded;
mod reversal;
mod rows;
mod shuffling;
mod wraps;

pub use bases::BaseSearch;
pub use grid::GridSearch;
pub use layers::Searched;
pub use reading::searches;
pub use recorded::{Outcome, Recorded};
pub use rows::Search;
