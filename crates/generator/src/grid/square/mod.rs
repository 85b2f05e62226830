//! Theorem 2 of *Coin-Moving Puzzles*: the square grid, with lifts and d = 2, for unlabelled, coloured and labelled coins.
//!
//! [`construct`] solves the puzzles that the theorem covers, and those that a few tried moves reduce to it. It reports
//! which puzzles are unsolvable, and which it leaves open.
//!
//! # The theorem
//!
//! The span of coins on the square grid consists of rectangles at distances of at least 3. Let A be the start and B the
//! target, with coins e₁, e₂ in A and f₁, f₂ in B such that f₁ is beside two coins of B without f₁ and f₂, and f₂ is
//! beside two coins of B without f₂. A can be rearranged into B if
//!
//! 1. A without e₁, e₂ and B without f₁, f₂ have the same span, or
//! 2. each rectangle of the second span lies in one of the first, and those in the same one lie *in a row*: none is
//!    left of or above the end of the one before (or, for all of them, left of or below it); a common row or column is
//!    allowed.
//!
//! *Correction.* In the paper the second span need only lie in the first. That is too weak: `ooooo/...../o....` does
//! not lead to `o...o/o...o/o...o`, whose two columns would need all four corners of the rectangle, and four coins that
//! span it can never occupy all of them. A single rectangle within one of the start is always in a row. For rectangles
//! that are not in a row, the corrected theorem says nothing.
//!
//! *What is proven and what is tested.* The paper proves its theorem by cases. The following sketches another
//! construction; it does not prove that the construction always succeeds. Tests show that it does: on all pairs of
//! configurations of 5 and 6 coins in small rectangles, and on thousands of random ones of up to 60 coins. Only the
//! existence of an answer depends on this: the checker plays every solution that [`construct`] returns, and a
//! construction that fails says so ([`NotCovered::Defect`]).
//!
//! # The construction
//!
//! Coins have roles: a *skeleton* that has the whole span by itself, two coins *in hand*, and *loose* ones (see
//! `Table`). The construction rearranges both A and B into L's, one for each rectangle; for B by moves that can be
//! taken back.
//!
//! * *Chains.* A chain leads from a corner of a rectangle to the opposite one and never turns back. One of its coins
//!   can move diagonally over two coins in hand, so all chains between the same two corners, including the L's, lead to
//!   each other.
//! * *Merging.* Every coin begins as a chain. If two rectangles are at distance 2 or less, the coins of one chain are
//!   added to the other one by one: beyond a corner they prolong it; beside a side they slide along a leg to the end of
//!   the chain. Coins within the larger rectangle are loose from then on. The paper merges whole L's, with many cases;
//!   adding one coin at a time leaves two cases.
//! * *Rotation.* One leg of an L is taken apart, and its coins are added again at the other end.
//! * *Windows.* A step of a slide involves three coins and two in hand, on at most nine cells. The paper draws such
//!   steps; here a search finds each of them once.
//! * *Cutting.* For a smaller span, a chain is laid through the corners of the smaller rectangles, and the coins
//!   between these become loose.
//! * *Sweep.* A's L's go along the upper and right edges, B's along the left and lower ones. While A's chains move from
//!   the former to the latter, they pass over every cell, and leave a coin wherever B has a loose one.
//!
//! Then the moves of B are taken back.
//!
//! # Labelled coins
//!
//! The paper conjectures that labels are an obstacle only where coins cannot move (section 5.7), shows how to exchange
//! some coins of one L, and leaves open how to exchange the two extra ones. Here, once the coins of the start lie in
//! chains and all others beside them, they are exchanged in pairs until each will come to where its label belongs:
//!
//! * three successive coins of a chain and two in hand are brought into a window of 3 x 2, 4 x 2 or 3 x 3 cells, where
//!   a search finds an exchange for every two of the five (and, if there are more coins, for all of up to seven);
//! * a coin that lies beside two others waits on a third cell while another one takes its place.
//!
//! **Conjecture, tested.** All coins can be permuted in every way if some coin can move and each rectangle of the span
//! has at least two rows, two columns, and more than four cells. Two facts support it: every three successive coins can
//! be brought into a window of one of the first two kinds, unless the rectangle is 3 x 3, and windows of all these
//! kinds pass their tests. The coins in hand go from one rectangle to another, so coins of different rectangles are
//! also exchanged. It is not proven that the second way suffices where more than seven coins crowd a window; it did in
//! all tests. In the 3 x 3 square with five coins, moves that can be taken back keep every coin on the cells of its
//! colour, as on a chessboard, and reach 12 of the 120 orders; the others need moves that cannot be taken back. In
//! rectangles of a single row, the coins at the ends never move. Nothing is claimed for a 2 x 2 square: two such
//! squares with six coins allow 24 of the 720 orders, a counterexample to the paper's conjecture.
//!
//! # Fewer extra coins
//!
//! Section 5.8: without an extra coin every move reduces the span, so the construction tries moves until there is a
//! pair; likewise with one extra coin, as long as there are few configurations. From a target without such coins f₁,
//! f₂, it takes moves back until there are such coins. A single extra coin can flip a chain with an odd step, however
//! long: the odd step wanders along it, back and forth. On all pairs of configurations of 5 and 6 coins in rectangles
//! of 3 x 3, 4 x 2, 5 x 2 and 4 x 3 cells, this decides everything except targets whose rectangles do not lie in a row.
//!
//! # The number of moves
//!
//! A turn of a chain takes at most three moves, a step of a slide at most eight, and a rectangle of half-perimeter h
//! has chains of ⌈h/2⌉ coins. So bending takes O(h²) moves, adding a coin O(h²), and a rotation O(h²), because its
//! slides are O(h) long and each of its bends moves coins by two rows. There are O(n) mergings, but each takes several
//! additions, and a chain that another one takes apart is merged again. Measurements agree with the paper's O(n³):
//! [`v_to_diagonal`] has the numbers. By the paper's Theorem 3, that family needs Ω(n³) moves.

mod answer;
mod chain;
mod explore;
mod labels;
mod lower_bound;
mod meet;
mod merge;
mod one_extra;
mod prepared;
mod rectangle;
mod shrink;
mod table;
mod window;

pub use answer::{Condition, Construction, LONGEST_CONSTRUCTION, NotCovered, Reason};
pub use lower_bound::{LONGEST_ARMS, v_to_diagonal};

use crate::grid::named::NamedMoves;
use labels::Labels;
use rectangle::{covers, span};
use tait_grid::{Board, Configuration, Motion, Puzzle, Rectangle, UpTo};

/// Constructs a solution, or returns the reason why there is none; tries a target that may be moved wherever it fits.
///
/// # Errors
/// When the puzzle is left open; see the [module](self).
///
/// ```
/// use tait_generator::grid::square::{Construction, construct};
/// use tait_grid::{Puzzle, PuzzleForm, check};
/// // The other diagonal, with two extra coins.
/// let text = r#"{"grid": "square",
///     "start": ["oo...", ".o...", "..o..", "...o.", "...oo"],
///     "target": ["...oo", "...o.", "..o..", ".o...", "oo..."]}"#;
/// let puzzle = Puzzle::try_from(serde_json::from_str::<PuzzleForm>(text)?)?;
/// let Construction::Solution { moves, .. } = construct(&puzzle)? else { panic!() };
/// assert!(check(&puzzle, moves).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn construct(puzzle: &Puzzle) -> Result<Construction, NotCovered> {
    is_covered(puzzle)?;
    let start = labels(puzzle.start());
    let spanned = span(start.keys().copied());
    let targets = targets(puzzle, &spanned);
    if targets.contains(&start) {
        return Ok(answer::solution(Condition::InPlace, NamedMoves::default()));
    }
    let mut answer = Ok(Construction::Unsolvable(Reason::Span));
    for target in &targets {
        match explore::construct(&start, target) {
            solved @ Ok(Construction::Solution { .. }) => return solved,
            // One open place of the target leaves the puzzle open.
            other => answer = answer.and(other),
        }
    }
    answer
}

/// Returns the target in every place within the span of the start.
fn targets(puzzle: &Puzzle, spanned: &[Rectangle]) -> Vec<Labels> {
    let is_within = |target: &Labels| covers(spanned, &span(target.keys().copied()));
    let mut targets: Vec<Labels> = if puzzle.up_to() == UpTo::Nothing {
        vec![labels(puzzle.target())]
    } else {
        let cells = || spanned.iter().flat_map(rectangle::cells);
        let shapes: Vec<Labels> = puzzle.target_shapes().iter().map(labels).collect();
        let placed = shapes.iter().flat_map(|shape| {
            let first = shape.keys().next().copied().unwrap_or_default();
            cells().map(move |(x, y)| {
                let moved = |(&(a, b), &label)| ((a - first.0 + x, b - first.1 + y), label);
                shape.iter().map(moved).collect()
            })
        });
        placed.collect()
    };
    targets.retain(is_within);
    targets
}

fn is_covered(puzzle: &Puzzle) -> Result<(), NotCovered> {
    if *puzzle.board() != Board::Square {
        return Err(NotCovered::Board(puzzle.board().clone()));
    }
    if puzzle.rules().adjacency != 2 {
        return Err(NotCovered::Adjacency(puzzle.rules().adjacency));
    }
    if puzzle.rules().motion == Motion::Slide {
        return Err(NotCovered::Slides);
    }
    Ok(())
}

/// Returns the labels of the occupied cells.
fn labels(configuration: &Configuration) -> Labels {
    let coins = configuration.coins();
    coins.map(|(at, label)| ((at.x(), at.y()), label)).collect()
}
