//! Theorem 2 of *Coin-Moving Puzzles*: the square grid, with lifts and d = 2, for unlabelled, coloured and labelled coins.
//!
//! [`construct`] solves what the theorem covers, and what comes down to it by trying a few moves; it tells what is
//! unsolvable, and what is left open.
//!
//! # The theorem
//!
//! The span of coins on the square grid consists of rectangles at distances of at least 3. Let start A and target B
//! have coins e₁, e₂ in A and f₁, f₂ in B such that f₁ is beside two coins of B without both, and f₂ beside two
//! of B without f₂. A can be rearranged into B if
//!
//! 1. A without e₁, e₂ and B without f₁, f₂ have the same span, or
//! 2. each rectangle of the second span lies in one of the first, and those in the same one lie *in a row*: none is left of or
//!    above the end of the one before (or, for all of them, left of or below it), where a common row or column is allowed.
//!
//! *Correction.* In the paper the second span need only lie in the first. That is too weak: `ooooo/...../o....`
//! does not lead to `o...o/o...o/o...o`, whose two columns would take all four corners of the rectangle, and
//! no four coins that span it can come to have them. One rectangle in each one of the start always
//! lies in a row. For rectangles that do not, the theorem says nothing here.
//!
//! *What is proven and what is tested.* The paper proves its theorem by cases. What follows is a sketch of another
//! construction, not a proof that it always comes to its end. That it does is tested: on all pairs of configurations of 5
//! and 6 coins in small rectangles, and on thousands of random ones of up to 60 coins. Nothing rests on it but that an
//! answer is given: whatever [`construct`] returns is played by the checker, and a construction that fails says so
//! ([`NotCovered::Defect`]).
//!
//! # The construction
//!
//! Coins have roles: a *skeleton* that has the span alone, two *in hand*, and *loose* ones (see `Table`). Both A and B are
//! rearranged into L's, one for each rectangle, by moves that can be taken back for B.
//!
//! * *Chains.* A chain leads from a corner of a rectangle to the opposite one and never turns back. One of its coins
//!   can go diagonally over two coins in hand, so all chains between the same two corners, the L's among them, lead to each other.
//! * *Merging.* Every coin begins as a chain. If two rectangles are at distance 2 or less, the coins of one
//!   chain are added to the other one after the other: beyond a corner they prolong it; beside a side they slide along a leg
//!   to the end of the chain. What lies within the larger rectangle is loose from then on. The paper merges whole L's, with many
//!   cases; one coin at a time there are two.
//! * *Rotation.* An L is taken apart into the coins of its one leg, which are added again at the other end.
//! * *Windows.* A step of a slide involves three coins and two in hand, on at most nine cells. The paper draws such
//!   steps; here each is searched once.
//! * *Cutting.* For a smaller span a chain is laid through the corners of its rectangles, and the coins
//!   between them become loose.
//! * *Sweep.* A's L's go along the upper and right edges, B's along the left and lower ones. While A's chains go from there to
//!   here they pass over every cell, and leave a coin wherever a loose one of B is.
//!
//! Then B's moves are taken back.
//!
//! # Labelled coins
//!
//! The paper conjectures that labels are no obstacle but where coins cannot move (section 5.7), shows how to exchange some
//! coins of one L, and leaves open how to exchange the two extra ones. Here the coins of the start, once they lie in
//! chains and all others beside them, are exchanged in pairs until each will come to where its label belongs:
//!
//! * three successive coins of a chain and two in hand are brought into a window of 3 x 2, 4 x 2 or 3 x 3 cells, where
//!   search finds an exchange for every two of the five (and for all of up to seven coins, if there are more);
//! * a coin that lies beside two others goes to a third cell while another one takes its place.
//!
//! **Conjecture, tested.** All coins can be permuted in every way if some coin can move and each rectangle of the span has two rows, two
//! columns, and more than four cells. For it speaks that every three successive coins can be brought into a window of one of the first two
//! kinds, unless the rectangle is 3 x 3, and that windows of all these kinds pass their tests. The coins in
//! hand go from one rectangle to another, so coins of different ones are exchanged, too. What is not proven is that the second way suffices
//! where more than seven coins crowd a window; it did in all tests. In the 3 x 3 square with five coins moves that
//! can be taken back keep every coin on the cells of its colour, as on a chessboard, and 12 of the 120 orders are made;
//! the others take moves that cannot be taken back. In rectangles of a single row the coins at the ends never
//! move, and of a 2 x 2 square nothing is claimed: two of them with six coins allow 24 of the 720 orders, a counterexample to
//! the conjecture.
//!
//! # Fewer extra coins
//!
//! Section 5.8: without an extra coin every move reduces the span, so moves are tried until there is a
//! pair; likewise with one extra coin, as far as there are few configurations. From a target without such coins f₁, f₂
//! moves are taken back until there are. A chain with an odd step can be flipped with a single extra coin, however long it
//! is: the odd step wanders along it, to and fro. On all pairs of configurations of 5 and 6 coins in 3 x 3, 4 x 2, 5 x 2
//! and 4 x 3 this decides everything but targets whose rectangles do not lie in a row.
//!
//! # The number of moves
//!
//! A turn of a chain takes at most three moves, a step of a slide at most eight, and a rectangle of half-perimeter h has chains of
//! ⌈h/2⌉ coins. So bending takes O(h²) moves, adding a coin O(h²), and a rotation O(h²), as its slides
//! are O(h) long and each of its bends moves coins by two rows. There are O(n) mergings but each takes
//! several additions, and a chain that is taken apart by another one is merged again. The paper's O(n³) is what is measured:
//! [`v_to_diagonal`] has the figures. That Ω(n³) moves are needed there is the paper's Theorem 3.

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

use labels::Labels;
use rectangle::{covers, span};
use tait_puzzle::grid::{Board, Configuration, Motion, Puzzle, Rectangle, UpTo};

/// Constructs a solution, or tells that there is none; a target that may be moved is tried wherever it fits.
///
/// # Errors
/// When the puzzle is left open; see the [module](self).
///
/// ```
/// use tait_generator::grid::square::{Construction, construct};
/// use tait_puzzle::grid::{Puzzle, PuzzleForm, check};
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
        return Ok(answer::solution(Condition::InPlace, Vec::new()));
    }
    let mut answer = Ok(Construction::Unsolvable(Reason::Span));
    for target in &targets {
        match explore::construct(&start, target) {
            Ok(Construction::Solution { condition, moves }) => {
                return Ok(Construction::Solution { condition, moves });
            }
            // One place that is left open leaves the puzzle open.
            other => answer = answer.and(other),
        }
    }
    answer
}

/// The target wherever it may lie within the span of the start.
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

/// The labels of the occupied cells.
fn labels(configuration: &Configuration) -> Labels {
    let coins = configuration.coins();
    coins.map(|(at, label)| ((at.x(), at.y()), label)).collect()
}
