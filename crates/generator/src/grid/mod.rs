//! Constructions for coin-moving puzzles on grids: solutions without a search.
//!
//! [`triangular`] makes Theorem 1 of E. D. Demaine, M. L. Demaine and H. Verrill, *Coin-Moving
//! Puzzles*, constructive: it decides which puzzles on the triangular grid can be solved, and solves
//! them. [`square`] does the same for Theorem 2 and the square grid, as far as that theorem goes. That its construction always
//! succeeds is tested, and not proven.

mod named;
pub mod square;
pub mod triangular;
