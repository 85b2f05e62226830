//! The steps of a construction, by the names of the paper.

use crate::rules::Move;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use thiserror::Error;

/// What a step of a construction does, in the words of E. D. Demaine, M. L. Demaine and H. Verrill, *Coin-Moving
/// Puzzles*.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Operation {
    /// Square grid: bends a chain, as an L about its diagonal, by flips of three coins.
    Flip,
    /// Square grid: makes a chain join the other two corners of its rectangle.
    Rotation,
    /// Square grid: merges two chains into one.
    Merge,
    /// Square grid: moves a coin along a leg of a chain.
    Shuffle,
    /// Square grid: cuts chains so that their span gets smaller.
    ReduceSpan,
    /// Square grid: leads the chains over the board, and drops extra coins on the way.
    Sweep,
    /// Square grid: puts extra coins where they are needed.
    Drop,
    /// Square grid: exchanges two labelled coins.
    Swap,
    /// Square grid: flips chains with a single extra coin.
    OddFlip,
    /// Square grid: moves that were tried until there was a pair of extra coins.
    Trial,
    /// Square grid: undoes the steps that take the target apart.
    Undo,
    /// Triangular grid: makes the first triangle.
    Triangle,
    /// Triangular grid: takes a coin to its destination, with the triangle.
    Transport,
    /// Triangular grid: moves the triangle.
    Maneuver,
    /// Triangular grid: exchanges two labelled coins of the triangle.
    TriangleSwap,
    /// Triangular grid: undoes the reverse move of a target without a triangle.
    LastMove,
}

impl Operation {
    /// Returns the name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Flip => "flip",
            Self::Rotation => "rotation",
            Self::Merge => "merge",
            Self::Shuffle => "shuffle",
            Self::ReduceSpan => "reduce the span",
            Self::Sweep => "sweep",
            Self::Drop => "drop",
            Self::Swap | Self::TriangleSwap => "swap",
            Self::OddFlip => "flip with one extra coin",
            Self::Trial => "trial",
            Self::Undo => "the target's steps undone",
            Self::Triangle => "triangle",
            Self::Transport => "transport",
            Self::Maneuver => "maneuver",
            Self::LastMove => "last move",
        }
    }

    /// Returns the figures or the section of the paper that show it.
    #[must_use]
    pub const fn source(self) -> &'static str {
        match self {
            Self::Flip => "Figures 23 and 24",
            Self::Rotation => "Figures 25 and 26",
            Self::Merge => "Figures 27 and 28",
            Self::Shuffle => "Figure 28",
            Self::ReduceSpan => "Section 5.5",
            Self::Sweep => "Section 5.4",
            Self::Drop => "Section 4.1",
            Self::Swap => "Figures 30 and 31",
            Self::TriangleSwap => "Figure 15",
            Self::OddFlip => "Figure 32",
            Self::Trial => "Figure 33",
            Self::Undo => "Section 5",
            Self::Triangle => "Figure 11",
            Self::Transport => "Figure 14",
            Self::Maneuver => "Figure 13",
            Self::LastMove => "Figures 16 and 17",
        }
    }
}

/// The name, and where the paper shows it.
impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.name(), self.source())
    }
}

/// Successive moves that make up a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ConstructionStep")]
pub struct NamedStep {
    /// What the step does.
    pub operation: Operation,
    /// The number of its first move, counted from 1.
    pub first: usize,
    /// The number of its last move.
    pub last: usize,
    /// The number of steps of which it is a part.
    pub depth: usize,
}

impl fmt::Display for NamedStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            operation,
            first,
            last,
            ..
        } = self;
        if first == last {
            write!(f, "move {first}: {operation}")
        } else {
            write!(f, "moves {first} to {last}: {operation}")
        }
    }
}

/// The error of steps that cannot be those of a list of moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("step {number}, {step}: it does not fit the steps around it, or the moves")]
pub struct OutlineError {
    /// The number of the first such step, counted from 1.
    pub number: usize,
    /// The step.
    pub step: NamedStep,
}

/// The named steps of a list of moves: each before the steps that are parts of it, in the order of the moves. Moves may
/// belong to no step.
///
/// ```
/// use tait_grid::{NamedStep, Operation, Outline};
/// let step = |operation, first, last, depth| NamedStep { operation, first, last, depth };
/// let merge = step(Operation::Merge, 2, 5, 0);
/// let flip = step(Operation::Flip, 4, 5, 1);
/// let outline = Outline::new(vec![merge, flip], 6)?;
/// assert_eq!(outline.captions(6), ["", "merge", "merge", "merge, flip", "merge, flip", ""]);
/// assert!(Outline::new(vec![flip, merge], 6).is_err());
/// assert!(Outline::new(vec![merge], 4).is_err());
/// # Ok::<(), tait_grid::OutlineError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Outline(Vec<NamedStep>);

impl Outline {
    /// Checks steps against the number of moves.
    ///
    /// # Errors
    /// The first step that is not within the moves, or neither follows the one before nor is a part of it.
    pub fn new(steps: Vec<NamedStep>, moves: usize) -> Result<Self, OutlineError> {
        let mut open: Vec<NamedStep> = Vec::new();
        let mut done = 0;
        for (index, &step) in steps.iter().enumerate() {
            let wrong = OutlineError {
                number: index + 1,
                step,
            };
            if step.depth > open.len() || step.first == 0 || step.first > step.last {
                return Err(wrong);
            }
            for closed in open.drain(step.depth..) {
                done = done.max(closed.last);
            }
            let end = open.last().map_or(moves, |outer| outer.last);
            let begin = open.last().map_or(1, |outer| outer.first).max(done + 1);
            if step.first < begin || step.last > end {
                return Err(wrong);
            }
            open.push(step);
        }
        Ok(Self(steps))
    }

    /// Returns the steps.
    #[must_use]
    pub fn steps(&self) -> &[NamedStep] {
        &self.0
    }

    /// Returns for each move the names of its steps, from the whole to the part; an empty text for a move without any.
    #[must_use]
    pub fn captions(&self, moves: usize) -> Vec<String> {
        let mut paths: Vec<Vec<Operation>> = vec![Vec::new(); moves];
        for step in &self.0 {
            for path in paths.iter_mut().take(step.last).skip(step.first - 1) {
                path.push(step.operation);
            }
        }
        let words = |path: Vec<Operation>| {
            let names: Vec<&str> = path.into_iter().map(Operation::name).collect();
            names.join(", ")
        };
        paths.into_iter().map(words).collect()
    }

    /// Returns the steps as lines of text, indented by their depth.
    pub fn lines(&self) -> impl Iterator<Item = String> + '_ {
        let line = |step: &NamedStep| format!("{}{step}", "  ".repeat(step.depth));
        self.0.iter().map(line)
    }

    /// Returns moves as lines of text, each step as a comment before its first move.
    ///
    /// ```
    /// use tait_grid::{Move, NamedStep, Operation, Outline};
    /// let step = NamedStep { operation: Operation::Drop, first: 1, last: 1, depth: 0 };
    /// let outline = Outline::new(vec![step], 1)?;
    /// let moves = [Move { from: [0, 0].into(), to: [2, 1].into() }];
    /// assert_eq!(outline.text(&moves), "# move 1: drop (Section 4.1)\n(0, 0)→(2, 1)\n");
    /// # Ok::<(), tait_grid::OutlineError>(())
    /// ```
    #[must_use]
    pub fn text(&self, moves: &[Move]) -> String {
        let mut steps = self.0.iter().zip(self.lines()).peekable();
        let mut text = String::new();
        for (number, step) in (1..).zip(moves) {
            while let Some((_, line)) = steps.next_if(|(next, _)| next.first == number) {
                text.push_str(&format!("# {line}\n"));
            }
            text.push_str(&format!("{step}\n"));
        }
        text
    }
}
