//! Answers to puzzles on grids, as JSON.

use super::input::{Provenance, provenance_in_words};
use crate::table::{Format, Table};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;
use tait_framework::grid::known::Known;
use tait_framework::{Difficulty, Merit};
use tait_grid::{Move, NamedStep, Outline, PuzzleForm};
use tait_store::to_text;

/// What `tait grid solve` and `tait grid construct` print with `--format json`.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(extend("unevaluatedProperties" = false))]
pub struct AnswerForm {
    /// The kind of puzzle.
    puzzle: PuzzleName,
    /// The puzzle itself, so that an answer can be drawn, checked and solved again.
    #[serde(flatten)]
    form: PuzzleForm,
    /// The origin of a known puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    known: Option<Provenance>,
    /// Whether there is a solution; null where that is open.
    solvable: Option<bool>,
    #[serde(flatten)]
    count: Count,
    /// The number of shortest solutions, with `--count`.
    #[serde(skip_serializing_if = "Option::is_none")]
    optimal_solutions: Option<Large>,
    /// How difficult the puzzle is, with `--count` and where puzzles are designed.
    #[serde(skip_serializing_if = "Option::is_none")]
    difficulty: Option<DifficultyForm>,
    /// What makes a designed puzzle worth playing.
    #[serde(skip_serializing_if = "Option::is_none")]
    design: Option<DesignForm>,
    /// Why there is a solution, when it was constructed.
    #[serde(skip_serializing_if = "Option::is_none")]
    condition: Option<String>,
    /// The moves of the solution; null where none is known.
    moves: Option<Vec<Move>>,
    /// The named steps of a construction: each before the steps that are parts of it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    steps: Vec<NamedStep>,
    /// Why there is no solution, or none is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

/// The only puzzle with such answers.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
enum PuzzleName {
    Grid,
}

/// How many moves the solution has, under a key that says what is known of it.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Count {
    /// The solution has this many moves, and none has fewer; null where there is none.
    OptimalMoves(Option<usize>),
    /// The solution has this many moves, and may not be the shortest; null where there is none.
    ConstructedMoves(Option<usize>),
}

/// How difficult a puzzle is.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
struct DifficultyForm {
    /// The moves of a shortest solution beyond one for each coin that is not in its place.
    detours: u32,
    /// How many bits it takes to choose a shortest solution among all moves, in hundredths exactly.
    choices: f64,
    /// The score: choices plus detours.
    score: f64,
}

/// What makes a designed puzzle worth playing.
#[derive(Debug, Clone, Serialize, JsonSchema)]
struct DesignForm {
    /// That of which it is one of the best: `farthest`, `unique`, `detours`, `symmetric`, `score`.
    merits: Vec<&'static str>,
    /// Whether the target is an image of the start.
    symmetric: bool,
}

/// A number that may be too large for some readers of JSON.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(untagged)]
enum Large {
    /// A number of up to 64 bits.
    Number(u64),
    /// A larger number in decimal, or words that say that it is larger still.
    Text(String),
}

impl From<String> for Large {
    fn from(decimal: String) -> Self {
        match decimal.parse() {
            Ok(number) => Self::Number(number),
            Err(_) => Self::Text(decimal),
        }
    }
}

impl AnswerForm {
    /// Creates an answer without a result.
    #[must_use]
    pub fn to(mut form: PuzzleForm, known: Option<&Known>) -> Self {
        form.id = known.map(|known| known.name.clone()).or(form.id);
        Self {
            puzzle: PuzzleName::Grid,
            form,
            known: known.map(Provenance::from),
            solvable: None,
            count: Count::OptimalMoves(None),
            optimal_solutions: None,
            difficulty: None,
            design: None,
            condition: None,
            moves: None,
            steps: Vec::new(),
            reason: None,
        }
    }

    /// States that the solution was constructed, not searched.
    #[must_use]
    pub fn constructed(mut self) -> Self {
        self.count = Count::ConstructedMoves(None);
        self
    }

    /// Adds how difficult the puzzle is, and the number of shortest solutions, if they were counted.
    #[must_use]
    pub fn with_difficulty(mut self, measured: Option<&Difficulty>) -> Self {
        self.optimal_solutions = measured.map(|found| found.solutions_in_words().into());
        self.difficulty = measured.map(|found| DifficultyForm {
            detours: found.detours,
            choices: found.choices,
            score: found.score(),
        });
        self
    }

    /// Adds what makes a designed puzzle worth playing.
    #[must_use]
    pub fn with_merits(mut self, merits: &[Merit], symmetric: bool) -> Self {
        let merits = merits.iter().map(|merit| merit.name()).collect();
        self.design = Some(DesignForm { merits, symmetric });
        self
    }

    /// Adds the reason why there is a solution.
    #[must_use]
    pub fn with_condition(mut self, condition: String) -> Self {
        self.condition = Some(condition);
        self
    }

    /// Adds the named steps of a construction.
    #[must_use]
    pub fn with_steps(mut self, outline: &Outline) -> Self {
        self.steps = outline.steps().to_vec();
        self
    }

    /// Adds a solution.
    #[must_use]
    pub fn solved(mut self, moves: &[Move]) -> Self {
        self.solvable = Some(true);
        match &mut self.count {
            Count::OptimalMoves(count) | Count::ConstructedMoves(count) => {
                *count = Some(moves.len());
            }
        }
        self.moves = Some(moves.to_vec());
        self
    }

    /// Returns the answer as it is printed: as text the moves, below a header line with the origin of a known puzzle, or
    /// else with the puzzle itself, and with the named steps as comments; in other formats than JSON a table of the moves.
    ///
    /// # Errors
    /// When JSON cannot be written.
    pub fn printed(
        &self,
        known: Option<&Known>,
        format: Format,
    ) -> Result<String, serde_json::Error> {
        let moves = self.moves.as_deref().unwrap_or_default();
        let outline = Outline::new(self.steps.clone(), moves.len()).unwrap_or_default();
        Ok(match format {
            Format::Json => to_text(self)?,
            Format::Text => {
                let name = match known {
                    Some(known) => provenance_in_words(known),
                    None => format!("grid {}", serde_json::to_string(&self.form)?),
                };
                format!("# {name}\n{}", outline.text(moves))
            }
            format => {
                let is_named = !self.steps.is_empty();
                let mut table = Table::new(if is_named {
                    &["move", "from", "to", "step"]
                } else {
                    &["move", "from", "to"]
                });
                let captions = outline.captions(moves.len());
                for ((number, step), caption) in (1..).zip(moves).zip(captions) {
                    let mut row = vec![json!(number), json!(step.from), json!(step.to)];
                    row.extend(is_named.then(|| json!(caption)));
                    table.push(row);
                }
                table.to_text(format)
            }
        })
    }

    /// States that there are no moves to show: whether there is a solution, if that is known, and why no moves are
    /// shown.
    #[must_use]
    pub fn without_moves(mut self, solvable: Option<bool>, reason: &str) -> Self {
        self.solvable = solvable;
        self.reason = Some(reason.to_owned());
        self
    }
}
