//! Coin-moving puzzles on grids and graphs.
//!
//! Coins lie on positions of a [`Board`]. A move takes one of them to an unoccupied position that is adjacent to at
//! least d other coins (d = 2 unless stated otherwise). The goal is to bring the coins to the positions of a target.
//! The model is that of E. D. Demaine, M. L. Demaine and H. Verrill, *Coin-Moving Puzzles*; the numbers of sections and
//! theorems refer to their paper.
//!
//! Unchecked input ([`Setup`], [`PuzzleSetup`], drawings, JSON through [`PuzzleForm`]) becomes a [`Configuration`] or a
//! [`Puzzle`] by one fallible conversion, which reports every error at once. The checker ([`Replay`], [`check`]) shares
//! no code with the [`space`]s that engines search. The paper's tools are [`span`], components and extra coins
//! ([`Span`], [`Configuration`]), L's and canonical configurations ([`Rectangle`]).
//!
//! A coin *slides* along steps between adjacent unoccupied positions. On the triangular grid a step also needs one of the two
//! positions beside both of its ends to be unoccupied. `docs/theory.md`, *Coins on grids*, proves that these are all slides
//! in the plane, where coins of the mixed lattice can lie, and which region of an unbounded board a search needs.

mod board;
mod canonical;
mod configuration;
mod drawing;
mod form;
mod outline;
mod position;
mod puzzle;
mod replay;
mod rules;
mod shapes;
pub mod space;
mod span;
mod up_to;

pub use board::{Board, Graph, GraphError, MOST_VERTICES, Symmetry};
pub use canonical::{CanonicalError, Orientation, Rectangle};
pub use configuration::{Configuration, Errors, MOST_COINS, Setup, SetupError};
pub use drawing::{DrawingError, Symbols, read_drawing};
pub use form::{CoinsForm, FormError, PuzzleForm};
pub use outline::{NamedStep, Operation, Outline, OutlineError};
pub use position::{FARTHEST_COORDINATE, Label, MOST_COORDINATES, Position, PositionError};
pub use puzzle::{Puzzle, PuzzleError, PuzzleSetup, Unsolvable};
pub use replay::{BadMove, CheckError, MoveError, Replay, Verdict, check};
pub use rules::{Motion, Move, Rules, moves_in_line};
pub use shapes::{ShapeForm, Shapes, ShapesForm};
pub use span::{
    LARGEST_SPAN, MOST_EXTRA_PAIRS, Span, SpanComponent, SpanError, is_chain, span, span_of,
};
pub use up_to::UpTo;
