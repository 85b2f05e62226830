//! Reasons why a puzzle has no solution.

use super::span;
use crate::board::Board;
use crate::configuration::Configuration;
use crate::position::Position;
use crate::puzzle::Puzzle;
use crate::replay::Replay;
use crate::span::Span;
use crate::up_to::UpTo;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt;

/// Why a puzzle has no solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Unsolvable {
    /// The span of the start, which no coin leaves, does not contain a place for the target.
    Span,
    /// An exhaustive search, forward from the start or backward from the target, found no way to the target.
    Exhausted,
    /// Only a single move could lead to the target (Theorem 1), and none does.
    SingleMove,
    /// Every triangle that the three coins make has its labels on other colours of the grid (Theorem 1).
    Colouring,
}

impl fmt::Display for Unsolvable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Span => "the target does not lie in the span of the start",
            Self::Exhausted => "all that can be reached, or all that leads to the target, was seen",
            Self::SingleMove => {
                "only a single move could lead to the target, and none does (Theorem 1)"
            }
            Self::Colouring => {
                "every triangle that the three coins make has its labels on other colours of the grid (Theorem 1)"
            }
        })
    }
}

impl Unsolvable {
    /// Returns whether this may be the reason why a puzzle has no solution, as far as can be told without a search:
    /// neither the start nor a single move solves it, spans are computed, and Theorem 1 is about the triangular grid.
    ///
    /// ```
    /// use tait_grid::{Puzzle, PuzzleForm, Unsolvable};
    /// let apart = r#"{"grid": "square", "start": ["o....o"], "target": ["oo"]}"#;
    /// let apart = Puzzle::try_from(serde_json::from_str::<PuzzleForm>(apart)?)?;
    /// assert!(Unsolvable::Span.may_hold(&apart));
    /// assert!(!Unsolvable::SingleMove.may_hold(&apart));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn may_hold(self, puzzle: &Puzzle) -> bool {
        let (start, rules) = (puzzle.start(), puzzle.rules());
        let is_solved_by_one = start.moves(rules).into_iter().any(|step| {
            let mut replay = Replay::new(start.clone(), rules);
            replay.play(step).is_ok() && puzzle.is_solved_by(replay.configuration())
        });
        if puzzle.is_solved_by(start) || is_solved_by_one {
            return false;
        }
        match self {
            Self::Exhausted => true,
            Self::SingleMove => *puzzle.board() == Board::Triangular,
            Self::Colouring => *puzzle.board() == Board::Triangular && start.len() == 3,
            Self::Span => match span(start, rules.adjacency) {
                Ok(Span::Finite(span)) => {
                    let shapes = puzzle.target_shapes();
                    !shapes
                        .iter()
                        .any(|shape| fits(shape, puzzle.up_to(), &span))
                }
                _ => false,
            },
        }
    }
}

/// Whether a shape of the target has a place within a span.
fn fits(shape: &Configuration, up_to: UpTo, span: &BTreeSet<Position>) -> bool {
    if up_to == UpTo::Nothing {
        return shape.positions().all(|position| span.contains(&position));
    }
    let Some(first) = shape.positions().next() else {
        return true;
    };
    span.iter().any(|place| {
        let offset = place.minus(&first);
        shape
            .positions()
            .all(|position| span.contains(&position.plus(&offset)))
    })
}
