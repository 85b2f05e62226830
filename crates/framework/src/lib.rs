//! The three-phase framework of the thesis, with more freedom and with complete searches.
//!
//! * **Phase 1**: the auxiliary puzzle ([`auxiliary_solutions`]). With equal offsets its solutions
//!   are exactly the permutations of the offsets, so the rest of the framework uses it as a table
//!   ([`ExchangeTable`]).
//! * **Phase 2**: a base for each residue modulo `2k` ([`find_residue`]), or bases with one sequence of patterns in
//!   common ([`find_common_pattern`]).
//! * **Phase 3**, extending bases, is arithmetic and lives with the checker
//!   ([`Extension`](tait_linear::Extension)).
//!
//! Besides, [`find_wrap`] searches for wraps, which settle all large `n` without exchanges, [`find_wrap_bases`]
//! searches for the bases to put into them, and [`solve`](solve()) finds the optimum of a single puzzle with its proof.
//!
//! The thesis asks for one sequence of patterns for all bases, without complements. Neither condition is needed:
//! nothing couples the bases, and a move that carries a complement only swaps the roles of the two halves of the
//! auxiliary puzzle. With that freedom, bases exist at smaller sizes and for larger `k`, and every search here is a
//! layered search over all permutations at once.
//!
//! [`shuffling`] answers the shuffling puzzle where no formula does, and [`checkers`] answers shifting the checkers.
//! [`grid`] finds shortest solutions of coin-moving puzzles on grids, and has a collection of known puzzles.
//!
//! This crate builds spaces and leaves searching to `tait-search`. It has search loops of its own only for all
//! configurations of a whole board at once ([`grid`]). These are numbered, so that a few bits or bytes for each make up
//! the visited set.

mod anywhere;
mod attempt;
mod automatic;
mod auxiliary;
mod base_search;
mod beams;
pub mod checkers;
mod classification;
mod common_pattern;
mod completion;
mod difficulty;
mod distance_tables;
mod doubles;
mod estimate;
mod exchanges;
mod exhaustive;
mod family_search;
pub mod grid;
mod least_distance;
mod portfolio;
mod requirement;
mod resumption;
mod rows;
pub mod shuffling;
mod solutions;
mod solve;
mod starts;
mod state_graphs;
mod wraps;

pub use anywhere::{Listed, list_row, list_vacancy_after, solve_vacancy_after};
pub use attempt::{AttemptHooks, AttemptName, EndedAttempt, PartClaim};
pub use auxiliary::{LONGEST_AUXILIARY, auxiliary_solutions, visit_auxiliary_solutions};
pub use base_search::{BaseOutcome, BaseRequest, find_base};
pub use classification::{CellRequest, Classified, Closing, Threshold, classify};
pub use common_pattern::{
    CommonFailure, CommonPattern, CommonRequest, LONGEST_ORDER, OrderTree, SeenSequences,
    find_common_pattern,
};
pub use difficulty::{Difficulty, Merit};
pub use distance_tables::{distances_of_vacancy, distances_on_board, distances_on_grid};
pub use doubles::{DoublesOutcome, DoublesRequest, find_doubles};
pub use estimate::{BaseEstimate, Estimate, estimate, estimate_base};
pub use exchanges::{ExchangeTable, LONGEST_EXCHANGED};
pub use exhaustive::{ChoiceOutcome, exhaust_choice, exhaustive_search, n_move_solution};
pub use family_search::{FamilyError, FamilyRequest, LONGEST_FAMILY, ResidueFinding, find_residue};
pub use least_distance::{LeastDistance, least_distance, least_of_all};
pub use requirement::{Required, Requirement};
pub use resumption::{
    Resumption, Stage, cut_of_search, outcome_of_steps, search_part, search_step,
};
pub use rows::{OpenRowLayers, RowError, SolvedRow, first_board, row_within, solve_row};
pub use solutions::{
    AllSolutions, CountError, CountedSolutions, Extent, OpenLayers, SolutionsError, all_solutions,
    counted_solutions, distance, graph_of,
};
pub use solve::{SolveError, Solved, bounded, decide, record, search, search_in, solve, solve_in};
pub use starts::{MOST_STARTS, StartClass, Starts, StartsError, starts};
pub use state_graphs::{count_of_vacancy, graph_of_board, graph_of_vacancy};
pub use wraps::{
    BaseFinding, Beams, SizeHooks, WrapBaseRequest, WrapBases, closed_wraps, find_wrap,
    find_wrap_bases, find_wrap_bases_in, find_wrap_with_beams,
};
