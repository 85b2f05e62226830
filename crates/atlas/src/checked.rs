//! The result of checking a file, in words and as a row.

use crate::standing::Fewest;
use serde_json::{Value, json};
use tait_jobs::Recounts;
use tait_linear::rows::{Boards, RowVerdict};
use tait_linear::{Claim, Verdict};
use tait_store::Level;
use tait_text::counted;
use tait_vacancy as vacancy;

/// The verdict on a solution when no shorter one is known and none is excluded.
pub(crate) const NOT_PROVEN: &str = "not proven optimal";

/// The result of a check.
#[derive(Debug)]
pub struct Checked {
    /// The puzzle, if the file is about one.
    pub puzzle: Option<String>,
    /// The claim that passed, or one line on what is wrong.
    pub outcome: Result<Passed, String>,
    /// The result of repeating the searches of a record, and the level of its weakest claim.
    pub recounted: Option<(Recounts, Level)>,
    /// How a solution that is not shown to be optimal compares with the fewest moves that are known, in words.
    pub compared: Option<String>,
}

/// The claim that passed the check.
#[derive(Debug)]
pub enum Passed {
    /// A solution of nickels and pennies, why it is optimal, and its restrictions: in words after a blank, or empty.
    Solution(Verdict, Option<Claim>, String),
    /// Moves of another puzzle, or of each puzzle of a list.
    Moves {
        /// What they come to, in a sentence.
        sentence: String,
        /// Their number; of a list of solutions of one puzzle, that of each.
        moves: u64,
        /// Why they are optimal; empty where nothing is claimed, or of a list.
        optimal: String,
    },
    /// A solution of a vacancy puzzle.
    Vacancy(vacancy::Verdict),
    /// A solution from any row, and the boards on which the file calls it optimal.
    Row(RowVerdict, Option<Boards>),
    /// Records that make solutions: their claim, in a sentence.
    Family(String),
    /// Other records: their claim, in a sentence.
    Map(String),
}

impl Passed {
    /// Moves that were replayed, with nothing more to be said of them.
    pub(crate) const fn replayed(sentence: String, moves: u64) -> Self {
        Self::Moves {
            sentence,
            moves,
            optimal: String::new(),
        }
    }

    /// Returns the number of moves of a solution that is not shown to be optimal.
    fn moves_without_proof(&self) -> Option<u64> {
        let moves = match self {
            Self::Solution(verdict, ..) => verdict.moves,
            Self::Vacancy(verdict) => verdict.moves,
            Self::Moves { moves, .. } => *moves,
            Self::Row(..) | Self::Family(_) | Self::Map(_) => return None,
        };
        self.optimal().is_empty().then_some(moves)
    }

    /// How far the claim has been confirmed if no search is repeated.
    fn level(&self) -> Level {
        match self {
            Self::Row(verdict, Some(_)) if !verdict.meets_lower_bound() => Level::Recorded,
            _ => Level::Replayed,
        }
    }

    /// Whether and why it is optimal.
    fn optimal(&self) -> String {
        match self {
            Self::Family(_) => "n moves are a lower bound".to_owned(),
            Self::Vacancy(verdict) if verdict.meets_lower_bound() => {
                format!("the lower bound is {}", verdict.lower_bound)
            }
            Self::Row(verdict, _) if verdict.meets_lower_bound() => {
                format!("the lower bound is {}", verdict.lower_bound)
            }
            Self::Row(_, Some(boards)) => format!("on {boards}, by exhaustive search"),
            Self::Moves { optimal, .. } => optimal.clone(),
            Self::Row(_, None) | Self::Vacancy(_) | Self::Map(_) => String::new(),
            Self::Solution(verdict, claim, with) => match claim {
                _ if verdict.meets_lower_bound => verdict.lower_bound(),
                Some(Claim::Exhaustion { shorter }) => {
                    let lengths: Vec<String> = shorter
                        .iter()
                        .map(|search| search.moves.to_string())
                        .collect();
                    format!(
                        "no solution of {} moves{with}, by exhaustive search",
                        lengths.join(" or ")
                    )
                }
                _ => String::new(),
            },
        }
    }
}

impl Checked {
    /// The names of the columns of [`row`](Self::row).
    pub const COLUMNS: &'static [&'static str] = &[
        "file", "valid", "puzzle", "moves", "type", "shift", "optimal", "level", "repeated",
        "skipped", "message",
    ];

    /// Returns one line for people, with the name of the file.
    #[must_use]
    pub fn line(&self, file: &str) -> String {
        let puzzle = self.puzzle.as_ref();
        let puzzle = puzzle.map_or_else(String::new, |puzzle| format!("{puzzle}: "));
        let level = self.level_in_words();
        let said = match &self.outcome {
            Err(message) => return format!("{file}: {puzzle}wrong: {message}"),
            Ok(Passed::Family(message)) => {
                // The bases are replayed; statements on smaller sizes rest on searches.
                let smaller = match level.as_str() {
                    "replayed" => String::new(),
                    level => format!("; smaller sizes {level}"),
                };
                return format!("{file}: {message}, replayed{smaller}");
            }
            Ok(Passed::Map(sentence) | Passed::Moves { sentence, .. }) => sentence.clone(),
            Ok(Passed::Vacancy(verdict)) => match &self.compared {
                Some(compared) => format!("{}, {compared}", counted(verdict.moves, "move")),
                None => verdict.to_string(),
            },
            Ok(passed @ Passed::Row(verdict, _)) => {
                let RowVerdict { moves, shift, .. } = verdict;
                format!("{moves} moves, shift {shift:+}, {}", self.why(passed))
            }
            Ok(passed @ Passed::Solution(verdict, ..)) => {
                let Verdict {
                    moves,
                    final_type,
                    shift,
                    ..
                } = verdict;
                let why = self.why(passed);
                format!("{moves} moves, {final_type} type, shift {shift:+}, {why}")
            }
        };
        format!("{file}: {puzzle}{said}, {level}")
    }

    /// Returns how far the claim has been confirmed.
    #[must_use]
    pub fn level(&self) -> Option<Level> {
        match (&self.outcome, &self.recounted) {
            (Err(_), _) => None,
            (Ok(_), Some((_, level))) => Some(*level),
            (Ok(passed), None) => Some(passed.level()),
        }
    }

    /// Returns why a claim that passed is optimal, and how far that is confirmed.
    pub(crate) fn optimal_in_words(&self, passed: &Passed) -> String {
        let why = self.why(passed);
        match passed.optimal().is_empty() {
            true => why,
            false => format!("{why}, {}", self.level_in_words()),
        }
    }

    fn level_in_words(&self) -> String {
        match (&self.recounted, self.level()) {
            (Some((recounts, level)), Some(_)) => recounted_in_words(recounts, *level),
            (_, level) => level.map_or_else(String::new, |level| level.to_string()),
        }
    }

    /// Whether and why a claim that passed is optimal, or how it compares with the fewest moves.
    fn why(&self, passed: &Passed) -> String {
        match (passed.optimal(), &self.compared) {
            (reason, _) if !reason.is_empty() => format!("optimal: {reason}"),
            (_, Some(compared)) => compared.clone(),
            _ => NOT_PROVEN.to_owned(),
        }
    }

    /// Compares a solution that is not shown to be optimal with the fewest moves that are known.
    #[must_use]
    pub(crate) fn with_fewest(mut self, fewest: impl FnOnce() -> Option<Fewest>) -> Self {
        let moves = self
            .outcome
            .as_ref()
            .ok()
            .and_then(Passed::moves_without_proof);
        self.compared = moves.and_then(|moves| fewest()?.compared(moves));
        if let (Ok(Passed::Moves { sentence, .. }), Some(compared)) =
            (&mut self.outcome, &self.compared)
        {
            *sentence = sentence.replace(NOT_PROVEN, compared);
        }
        self
    }

    /// Returns a row of a table with the columns [`Self::COLUMNS`].
    #[must_use]
    pub fn row(&self, file: &str) -> Vec<Value> {
        let (moves, final_type, shift) = match &self.outcome {
            Ok(Passed::Solution(verdict, ..)) => (
                json!(verdict.moves),
                json!(verdict.final_type),
                json!(verdict.shift),
            ),
            Ok(Passed::Moves { moves, .. }) => (json!(moves), Value::Null, Value::Null),
            Ok(Passed::Vacancy(verdict)) => (json!(verdict.moves), Value::Null, Value::Null),
            Ok(Passed::Row(verdict, _)) => {
                (json!(verdict.moves), Value::Null, json!(verdict.shift))
            }
            _ => (Value::Null, Value::Null, Value::Null),
        };
        let passed = self.outcome.as_ref().ok();
        let optimal = passed.map(Passed::optimal);
        let message = match &self.outcome {
            Ok(
                Passed::Family(message)
                | Passed::Map(message)
                | Passed::Moves {
                    sentence: message, ..
                },
            )
            | Err(message) => Some(message),
            Ok(_) => self.compared.as_ref(),
        };
        let counts = self.recounted.as_ref();
        let [repeated, skipped] = counts.map_or([Value::Null, Value::Null], |(counts, _)| {
            [json!(counts.repeated()), json!(counts.skipped.len())]
        });
        vec![
            json!(file),
            json!(self.outcome.is_ok()),
            json!(self.puzzle),
            moves,
            final_type,
            shift,
            json!(optimal.filter(|reason| !reason.is_empty())),
            json!(self.level()),
            repeated,
            skipped,
            json!(message),
        ]
    }
}

/// The level of a record in words, with the number of repeated searches if that is only a part.
fn recounted_in_words(recounts: &Recounts, level: Level) -> String {
    match (level, recounts.repeated()) {
        (Level::Recorded | Level::Confirmed, repeated @ 1..) => {
            let all = repeated + recounts.skipped.len();
            format!("{level}, {repeated} of {all} searches recounted")
        }
        _ => level.to_string(),
    }
}
