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
//! *Proof.* The moving centre must avoid the open discs of radius 1 about the other coins. On the triangular grid such
//! a disc covers the triangles at its centre except for their other corners. So between visits of grid points, the
//! moving centre lies within triangles without coins. There, only discs about the points opposite the triangle's sides
//! can obstruct it. Each of them cuts off a sliver of height 1 - √3/2, less than the inradius √3/6, so the remainder is
//! connected and contains all three corners. A path thus leads from corner to corner through triangles with three
//! unoccupied corners, and two adjacent unoccupied points are corners of such a triangle exactly if one of their two
//! common neighbours is unoccupied. On the square grid, a step along a side stays at a distance of at least 1 from all
//! other grid points. A disc about one corner of a square leaves the part near the other three corners, which steps
//! connect, too. Discs about two opposite corners leave only the other two corners themselves, and discs about two
//! adjacent corners leave only the opposite side. ∎
//!
//! On hypercube lattices and graphs, a slide is defined as a path of steps between adjacent unoccupied positions. On
//! the mixed lattice, slides are not defined.
//!
//! # The mixed lattice
//!
//! *Two triangular grids.* A position is `α + ζβ` for exactly one α and one β among the sums T of even powers of ζ,
//! which are a triangular grid. The twelve unit vectors are the six of T, and these six times ζ. So the lattice is the
//! product of two triangular grids: two positions are adjacent if they have the same α or the same β, and the other two
//! are adjacent in T. A *fibre* has all positions with the same α, or all with the same β. It is a triangular grid, in
//! which coins never overlap. Only coins of different fibres do.
//!
//! *Hull.* The least set with the coins and every position that is adjacent to two of its positions contains all places
//! where coins ever lie. It is everything, or it consists of parallel fibres and single positions with distances of at
//! least 3, where a step changes α or β by one unit. *Proof.* Let two positions of the set be at distance 1 or 2. If
//! both have the same β, the set has two adjacent positions of its fibre, and so the whole fibre: triangles spread over
//! a triangular grid. The same holds for α. If they differ in both, the other two corners of the square are in the set,
//! and with them crossing fibres. Now let a fibre be in the set, say that of β, and a position `(α', β')` at distance 1
//! or 2 from it. At distance 2, a position between them is adjacent to `(α', β')` and to the fibre, so it is in the
//! set, at distance 1. At distance 1, each `(α, β')` with α beside α' is adjacent to `(α', β')` and to `(α, β)`. So the
//! fibre of β' is in the set, for every α two adjacent positions are, and with them everything. Crossing fibres have
//! positions at distance 1 from each other. If there are no such positions, no position is adjacent to two parts, and
//! none outside a fibre to two positions of it. ∎
//!
//! So coins in one fibre stay there, and Theorem 1 of the paper decides their puzzles.
//!
//! *Four coins.* Call coins *linked* if three of them are a triangle, and another one is at distance 1 or 2 from its
//! fibre. **All linked configurations of four coins lead to each other.** *Proof.* Let the triangle lie in the fibre of
//! β, and let `s = (σ, τ)` be the fourth coin. It overlaps at most four positions of the fibre, which lie around one
//! point, so the triangle can go wherever they leave room. Let τ be beside β, `x = (σ, β)`, and let y be a neighbour of
//! x in the fibre such that the directions from x to s and to y differ by 90 or 150 degrees. Let the triangle be x, y
//! and a third coin z, away from s. Then z can go to a place beside s and x, away from y. The result is a triangle in
//! the fibre of σ with y at distance 1, and z can go back.
//!
//! * From there the same step leads back to a triangle in the fibre of β with a fourth coin `(σ, τ')`, where τ' is
//!   another neighbour of β. By changing y and τ in turns, τ becomes any neighbour of β.
//! * At 90 degrees, z can go to `s + y - x`, which is beside s and y. Then x or y can go to a place beside this one and
//!   s, away from the coin that remains. The result is a triangle in the fibre of τ, with y or x as the fourth coin. So
//!   β and τ change places, and σ may change to a neighbour. All these moves can be taken back. Since τ is any
//!   neighbour of β, all configurations at distance 1 lead to each other.
//! * Let τ be at distance 2 from β, `x = (σ, β)`, and m a position beside x and s. Let the triangle be x, y and z, with
//!   y and z in directions that differ from that to m by at least 90 degrees. Then z goes to m, and x to a place beside
//!   m and s, away from y. The result is a triangle in the fibre of σ with y at distance 1, and both moves can be taken
//!   back. ∎
//!
//! What holds for five coins is a conjecture, tested by `mixed_lattice` among the tests of `tait-framework`.
//!
//! # The region of a search
//!
//! An exact search needs a finite set of positions that provably suffices.
//!
//! * *Square grid and hypercube lattices, d >= 2.* A position beyond the bounding box of all coins has at most one
//!   neighbour inside it, so no coin ever lands there: the span is finite, and all coins stay within it (Lemma 2, "span
//!   monotone").
//! * *Triangular grid (d <= 2), and d = 1 on the others.* Let a solution have `L` moves, let `m` be the number of
//!   target positions that are not filled at the start, and let `s = L - m`. Each of these `m` positions needs a
//!   landing of its own, so at most `s` landings are on other positions. Number the lines parallel to an axis (three
//!   axes on the triangular grid) beyond start and target 1, 2, ... The first coin that lands on line j leans on d
//!   coins on line j - 1, as nothing is beyond; for j >= 2 these coins landed there before. So a landing on line e
//!   requires `d (e - 1) + 1` landings outside, none of them on a target position. Hence `e <= 1 + (s - 1) / d`, and
//!   for `s = 0` there is no such landing. In the same way, a target (up to translation) that reaches e lines beyond
//!   the start takes `d (e - 1) + 1 <= L` moves.
//! * *Mixed lattice.* Give the positions of start and target the cost 0. A landing elsewhere leans on two coins. It
//!   costs one landing more than the dearer of their positions, and at least 3 if neither belongs to start or target.
//!   Positions that cost more than `s` are out of reach, and only finitely many others exist.
//!
//! So on unbounded boards, a region is exact for a given bound on the moves, and grows with that bound.

mod board;
mod canonical;
mod closure;
mod configuration;
mod drawing;
mod extra;
mod form;
mod outline;
mod position;
mod puzzle;
mod reading;
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
pub use outline::{NamedStep, Operation, Outline, OutlineError};
pub use position::{FARTHEST_COORDINATE, Label, MOST_COORDINATES, Position, PositionError};
pub use puzzle::{Puzzle, PuzzleError, PuzzleSetup};
pub use reading::moves_in_line;
pub use replay::{BadMove, CheckError, MoveError, Replay, Verdict, check};
pub use rules::{Motion, Move, Rules};
pub use shapes::{ShapeForm, Shapes, ShapesForm};
pub use span::{Span, SpanComponent, is_chain, span, span_of};
pub use span_error::{LARGEST_SPAN, MOST_EXTRA_PAIRS, SpanError};
pub use unsolvable::Unsolvable;
pub use up_to::UpTo;
