//! Theorem 2 of *Coin-Moving Puzzles*: the square grid, with lifts and d = 2, for unlabelled, coloured and labelled coins.
//!
//! [`construct`] solves the puzzles that the theorem covers, and those that a few tried moves reduce to it. It reports
//! which puzzles are unsolvable, and which it leaves open. That it always succeeds is tested and not proven. The checker
//! plays every solution, and a construction that fails says so ([`NotCovered::Defect`]).
//!
//! Coins have roles: a *skeleton* that has the whole span by itself, two coins *in hand*, and *loose* ones (see `Table`). A
//! *chain* leads from a corner of a rectangle to the opposite one and never turns back. Both the start and the target are
//! rearranged into L's, one chain for each rectangle; for the target by moves that can be taken back. `docs/theory.md` has
//! the corrected theorem, the construction step by step, and the number of moves.

mod answer;
mod chain;
mod explore;
mod labels;
mod lower_bound;
mod rectangle;
mod table;

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
