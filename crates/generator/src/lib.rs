//! Solutions of any size, with random access to moves and as streams.
//!
//! A solution for `n = 10^15` is 37 petabytes of text, but any part of it is cheap: the algorithms of the thesis and
//! the extension of families (Theorem 5.1.1) are arithmetic, and move `t` can be computed without the moves before it.
//! This crate provides:
//!
//! * [`thesis`]: the algorithms of the thesis by name, corrected where they are misprinted, as iterators and, except
//!   for one, with random access;
//! * [`shuffling`]: the algorithms and formulas for the shuffling puzzle, also corrected;
//! * [`checkers`]: the algorithms and the explicit formula for shifting the checkers;
//! * [`closed`]: solutions of `n + c` moves for block lengths of any size, by formula;
//! * [`doubles_prelude`]: beginnings with a doubles move, for every odd block length from 9 on;
//! * [`prelude`]: possible beginnings of bases, for every block length from 4 on;
//! * [`grid`]: constructions for coin-moving puzzles, whose moves are listed;
//! * [`MoveSequence`]: the common interface of these solutions, extensions of families and plain lists of moves;
//! * [`stream`]: any range of such a sequence as text, CSV or JSON, formatted in parallel and
//!   written in order, in constant memory.
//!
//! [`published`] holds the sequences and families that the thesis lists. They are the base cases of the algorithms, and
//! reference data for everything else.
//!
//! Nothing here is an undirected search. Only the construction on the square grid tries moves, up to a limit, where its
//! theorem requires some to be found ([`grid::square`]). This crate does not decide what is right either: the checker
//! stands beside the rules of each puzzle, and the tests check every algorithm with it.
//!
//! ```
//! use tait_generator::{stream, thesis::SlidingCoinK2};
//! let moves = SlidingCoinK2::new(1_000_000_000_000_000, 1)?;
//! let part = stream::indices(100_000_000_000_000, 100_000_000_000_001, 1_000_000_000_000_000)?;
//! let mut text = Vec::new();
//! stream::write_moves(&moves, part, stream::Format::Text(""), &mut text)?;
//! assert_eq!(
//!     String::from_utf8(text)?,
//!     "(1800000000000001→199999999999998)\n(200000000000002→1800000000000001)\n",
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod checkers;
pub mod closed;
mod doubles_prelude;
pub mod grid;
mod part;
pub mod prelude;
pub mod published;
mod searched;
pub mod shuffling;
pub mod stream;
pub mod thesis;

pub use doubles_prelude::doubles_prelude;
pub use part::Part;
pub use tait_linear::MoveSequence;
