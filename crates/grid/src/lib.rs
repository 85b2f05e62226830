//! Coin-moving puzzles on grids and graphs.
//!
//! Coins lie on positions of a [`Board`]. A move takes one of them to an unoccupied position that is
//! adjacent to at least d other coins, d = 2 unless said otherwise, and the coins shall come to lie as
//! a target shows. The model is that of E. D. Demaine, M. L. Demaine and H. Verrill, *Coin-Moving
//! Puzzles*; sections and theorems are theirs.
//!
//! What somebody gives ([`Setup`], [`PuzzleSetup`], drawings, JSON by [`PuzzleForm`]) becomes a
//! [`Configuration`] or a [`Puzzle`] through one fallible door, which tells every reason at once. The
//! checker ([`Replay`], [`check`]) shares no code with the [`space`]s that engines search. The
//! paper's tools are [`span`], components and extra coins ([`Span`], [`Configuration`]), L's and
//! canonical configurations ([`Rectangle`]).
//!
//! # Slides
//!
//! A coin of diameter 1 slides when its centre moves along a path that keeps a distance of at least 1
//! from all other centres. On the two grids of the plane this is a question of steps between adjacent
//! unoccupied positions:
//!
//! * *square grid*: every such step is possible, and nothing else is;
//! * *triangular grid*: a step is possible if at most one of the two positions that are adjacent to
//!   both of its ends is occupied, and nothing else is.
//!
//! *Proof.* Open discs of radius 1 about the coins are forbidden. On the triangular grid such a disc
//! covers the triangles at its centre but for their other corners. So the centre is, between visits of
//! grid points, within triangles without coins. There it is kept away by discs about the points
//! opposite the triangle's sides; each cuts off a sliver of height 1 - √3/2, less than the inradius
//! √3/6, so what is left is connected and contains all three corners. A path thus leads through
//! triangles with three unoccupied corners, from corner to corner, and two adjacent unoccupied points
//! are corners of such a triangle exactly if one of their two common neighbours is unoccupied. On
//! the square grid a step along a side stays at a distance of at least 1 from all other grid points. A
//! disc about one corner of a square leaves the part near the other three, which steps connect, too;
//! discs about two opposite corners leave nothing but the two other corners themselves; discs about two
//! adjacent ones the opposite side. ∎
//!
//! On hypercube lattices and graphs a slide is defined as a path of steps between adjacent unoccupied
//! positions. On the mixed lattice slides are not defined.
//!
//! # The region of a search
//!
//! An exact search needs a finite set of positions that surely suffices.
//!
//! * *Square grid and hypercube lattices, d >= 2.* Beyond the bounding box of all coins a position has
//!   one neighbour within, so no coin ever lands there: the span is finite, and all coins stay within
//!   it (Lemma 2, "span monotone").
//! * *Triangular grid (d <= 2), and d = 1 on the others.* Let a solution have `L` moves, let `m` be the number
//!   of target positions that are not filled at the start, and let `s = L - m`. Each of these `m` needs
//!   a landing of its own, so at most `s` landings are on other positions. Call the lines parallel to an
//!   axis (three axes on the triangular grid) beyond start and target 1, 2, ... The first coin that lands
//!   on line j leans on d coins on line j - 1, as nothing is beyond; for j >= 2 they landed there
//!   before. So a landing on line e takes `d (e - 1) + 1` landings outside, all of them on
//!   positions that are not of the target: `e <= 1 + (s - 1) / d`, and for `s = 0` there is none. In the
//!   same way a target (up to translation) that reaches e lines beyond the start takes
//!   `d (e - 1) + 1 <= L` moves.
//! * *Mixed lattice.* Give the positions of start and target the cost 0. A landing elsewhere leans on two
//!   coins. It costs one landing more than the dearer of their positions, and at least 3 when neither
//!   is of start or target. Positions that cost more than `s` are out of reach; finitely many are not.
//!
//! So on unbounded boards a region is exact for a bound on the moves, and grows with it.

mod board;
mod canonical;
mod closure;
mod configuration;
mod drawing;
mod extra;
mod form;
mod label;
mod position;
mod puzzle;
mod replay;
mod rules;
mod shapes;
pub mod space;
mod span;
mod span_error;
mod unsolvable;
mod up_to;

pub use board::{Board, Graph, GraphError, MOST_VERTICES, Symmetry};
pub use canonical::{CanonicalError, Orientation, Rectangle};
pub use configuration::{Configuration, Errors, MOST_COINS, Setup, SetupError};
pub use drawing::{DrawingError, Symbols, read_drawing};
pub use form::{CoinsForm, FormError, PuzzleForm};
pub use label::Label;
pub use position::{FARTHEST_COORDINATE, MOST_COORDINATES, Position, PositionError};
pub use puzzle::{Puzzle, PuzzleError, PuzzleSetup};
pub use replay::{BadMove, CheckError, MoveError, Replay, Verdict, check};
pub use rules::{Motion, Move, Rules};
pub use shapes::{ShapeForm, Shapes, ShapesForm};
pub use span::{Span, SpanComponent, is_chain, span, span_of};
pub use span_error::{LARGEST_SPAN, MOST_EXTRA_PAIRS, SpanError};
pub use unsolvable::Unsolvable;
pub use up_to::UpTo;
