//! A puzzle: a start, a target, and the rules; and reasons why it has no solution.

use crate::board::Board;
use crate::configuration::{Configuration, Errors};
use crate::position::{Label, Position};
use crate::replay::Replay;
use crate::rules::{Motion, Rules};
use crate::span;
use crate::span::Span;
use crate::up_to::UpTo;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use tait_text::counted;
use thiserror::Error;

/// A puzzle as the caller gave it: start, target and rules have not been compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PuzzleSetup {
    /// The rules.
    pub rules: Rules,
    /// The start.
    pub start: Configuration,
    /// The target.
    pub target: Configuration,
    /// The symmetries by which the end may differ from the target.
    pub up_to: UpTo,
}

/// A consistent puzzle, which need not have a solution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Puzzle {
    rules: Rules,
    start: Configuration,
    target: Configuration,
    up_to: UpTo,
}

/// An error in a puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PuzzleError {
    /// Start and target are on different boards.
    #[error("the start is on the {0}, but the target is on the {1}")]
    Boards(Board, Board),
    /// Start and target have different numbers of coins.
    #[error("the start has {}, but the target has {target}", counted(*.start as u64, "coin"))]
    Count {
        /// Coins of the start.
        start: usize,
        /// Coins of the target.
        target: usize,
    },
    /// Different numbers of coins carry a label at the start and in the target.
    #[error("label {label} is on {} of the start, but on {target} of the target", counted(*.start as u64, "coin"))]
    Label {
        /// The label.
        label: Label,
        /// Coins of the start that carry it.
        start: usize,
        /// Coins of the target that carry it.
        target: usize,
    },
    /// d is 0, so that a coin could go anywhere.
    #[error("d is out of range: d-adjacency needs d >= 1")]
    Adjacency,
    /// d is not 2 on the mixed lattice, whose positions are dense, so that only d = 2 pins a coin down.
    #[error("d = {0} is out of range: the mixed lattice needs d = 2")]
    MixedAdjacency(u32),
    /// Slides are not defined on the mixed lattice.
    #[error(
        "slides are defined on the square, triangular and hypercube lattices and on graphs, not on the mixed lattice"
    )]
    MixedSlides,
    /// The board has no such symmetries, or too many to try.
    #[error("a target on the {0} is absolute{1}")]
    Symmetry(Board, &'static str),
}

impl TryFrom<PuzzleSetup> for Puzzle {
    type Error = Errors<PuzzleError>;

    /// # Errors
    /// With every reason why start, target and rules do not fit together.
    fn try_from(setup: PuzzleSetup) -> Result<Self, Errors<PuzzleError>> {
        let PuzzleSetup {
            rules,
            start,
            target,
            up_to,
        } = setup;
        let mut errors = Vec::new();
        if start.board() != target.board() {
            errors.push(PuzzleError::Boards(
                start.board().clone(),
                target.board().clone(),
            ));
        }
        if start.len() != target.len() {
            errors.push(PuzzleError::Count {
                start: start.len(),
                target: target.len(),
            });
        }
        let count = |labels: Vec<Label>| {
            let mut counts = BTreeMap::new();
            for label in labels {
                *counts.entry(label).or_insert(0) += 1;
            }
            counts
        };
        let (at_start, at_target) = (count(start.labels()), count(target.labels()));
        if at_start.len() > 1 || at_target.len() > 1 || start.len() == target.len() {
            let labels: BTreeSet<Label> =
                at_start.keys().chain(at_target.keys()).copied().collect();
            for label in labels {
                let [start, target] =
                    [&at_start, &at_target].map(|counts| counts.get(&label).copied().unwrap_or(0));
                if start != target {
                    errors.push(PuzzleError::Label {
                        label,
                        start,
                        target,
                    });
                }
            }
        }
        if rules.adjacency == 0 {
            errors.push(PuzzleError::Adjacency);
        }
        let is_turned = matches!(up_to, UpTo::Rotation | UpTo::Reflection);
        match start.board() {
            Board::Mixed => {
                if rules.adjacency != 2 {
                    errors.push(PuzzleError::MixedAdjacency(rules.adjacency));
                }
                if rules.motion == Motion::Slide {
                    errors.push(PuzzleError::MixedSlides);
                }
            }
            Board::Graph(_) if up_to != UpTo::Nothing => {
                errors.push(PuzzleError::Symmetry(start.board().clone(), ""));
            }
            Board::Hypercube(6..) if is_turned => errors.push(PuzzleError::Symmetry(
                start.board().clone(),
                " or up to translation; there are too many rotations",
            )),
            _ => {}
        }
        if errors.is_empty() {
            Ok(Self {
                rules,
                start,
                target,
                up_to,
            })
        } else {
            Err(Errors(errors))
        }
    }
}

impl Puzzle {
    /// Returns the board.
    #[must_use]
    pub const fn board(&self) -> &Board {
        self.start.board()
    }

    /// Returns the rules.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// Returns the start.
    #[must_use]
    pub const fn start(&self) -> &Configuration {
        &self.start
    }

    /// Returns the target.
    #[must_use]
    pub const fn target(&self) -> &Configuration {
        &self.target
    }

    /// Returns the symmetries by which the end may differ from the target.
    #[must_use]
    pub const fn up_to(&self) -> UpTo {
        self.up_to
    }

    /// Returns whether the coins of a configuration lie as the target says.
    #[must_use]
    pub fn is_solved_by(&self, configuration: &Configuration) -> bool {
        self.difference(configuration).is_none()
    }

    /// Returns the shapes of the target: its images under the allowed symmetries about the origin, each once.
    #[must_use]
    pub fn target_shapes(&self) -> Vec<Configuration> {
        let is_free = self.up_to != UpTo::Nothing;
        let mut known = BTreeSet::new();
        let mut shapes = Vec::new();
        for symmetry in self.board().symmetries(self.up_to) {
            let coins: BTreeMap<Position, Label> = self
                .target
                .coins()
                .map(|(position, label)| (symmetry.image(&position), label))
                .collect();
            // Images that are translates of each other are the same shape.
            let shape: Vec<(Position, Label)> = match coins.keys().next() {
                Some(first) if is_free => coins
                    .iter()
                    .map(|(position, label)| (position.minus(first), *label))
                    .collect(),
                _ => coins
                    .iter()
                    .map(|(position, label)| (*position, *label))
                    .collect(),
            };
            if known.insert(shape) {
                shapes.push(self.target.with_coins(coins));
            }
        }
        shapes
    }

    /// A description of why coins do not lie as the target says; `None` if they do.
    pub(super) fn difference(&self, configuration: &Configuration) -> Option<String> {
        if self.up_to == UpTo::Nothing {
            let missing = self
                .target
                .coins()
                .find(|(position, label)| configuration.label(position) != Some(*label))?;
            let (position, label) = missing;
            return Some(match configuration.label(&position) {
                None => format!("position {position} is unoccupied"),
                Some(other) => format!("position {position} holds {other}, not {label}"),
            });
        }
        let is_image = |shape: &Configuration| {
            let (Some(first), Some(here)) =
                (shape.positions().next(), configuration.positions().next())
            else {
                return false;
            };
            // Translations keep the order of positions, so the first position maps to the first one.
            let offset = here.minus(&first);
            shape.coins().all(|(position, label)| {
                configuration.label(&position.plus(&offset)) == Some(label)
            })
        };
        let is_reached = self.target_shapes().iter().any(is_image);
        (!is_reached).then(|| format!("no image of the target {} fits", self.up_to))
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.start.is_unlabelled() {
            "coins"
        } else {
            "labelled coins"
        };
        let motion = match self.rules.motion {
            Motion::Lift => "",
            Motion::Slide => ", by slides",
        };
        write!(
            f,
            "{} {kind} on the {}, {}{motion}",
            self.start.len(),
            self.board(),
            self.up_to
        )?;
        if self.rules.adjacency == 2 {
            Ok(())
        } else {
            write!(f, ", d = {}", self.rules.adjacency)
        }
    }
}

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
