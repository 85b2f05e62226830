//! The engine for pages: one request in JSON, one answer in JSON.
//!
//! A page sends a [`Request`] and gets an answer. As WebAssembly the module has three functions: [`room`] makes room for
//! the text of a request, [`ask`] answers it, and [`place`] says where the text of the answer is. It has one thread and no
//! clock. Whoever runs it in a worker stops it by ending the worker.
//!
//! ```
//! let answer = tait_web::answer(r#"{"ask": "exists", "k": 4, "n": 9, "moves": 9}"#, 1 << 28);
//! assert_eq!(answer["exists"], true);
//! ```

use serde::Deserialize;
use serde_json::{Value, json};
use std::error::Error;
use std::sync::{Mutex, PoisonError};
use tait_framework::grid::{self, Solved as SolvedGrid};
use tait_framework::{
    RowError, SolveRequest, Solved, SolvedRow, bounded, decide, distances_of_vacancy, solve,
    solve_row,
};
use tait_grid::{Puzzle as GridPuzzle, PuzzleForm};
use tait_linear::rows::{RowGoal, RowPuzzle};
use tait_linear::{BlockLength, Move, Puzzle};
use tait_search::{Control, Limits, Outcome};

/// What a page may ask. Positions count from the first coin of a row, which is at 1.
///
/// An answer is an object. `error` says what is wrong with the request, and `stopped` why there is no answer.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "lowercase", deny_unknown_fields)]
pub enum Request {
    /// A shortest solution of the linear puzzle: `least`, `start`, `moves`, and `excluded`, the lengths without any.
    Solve {
        /// The coins that move at once.
        k: u64,
        /// The nickels, and the pennies.
        n: u64,
    },
    /// Whether the linear puzzle has a solution of so many moves: `exists`.
    Exists {
        /// The coins that move at once.
        k: u64,
        /// The nickels, and the pennies.
        n: u64,
        /// The moves.
        moves: u32,
    },
    /// The fewest moves from a row of any letters: `least`, `moves`, and `boards`, the boards on which none is shorter. Or
    /// `impossible`, in words.
    Row {
        /// The coins that move at once.
        k: u64,
        /// The row, with `.` where there is no coin.
        row: String,
        /// The row to become; the alternating one if there is none.
        goal: Option<String>,
        /// Whether a move reverses the order of the coins.
        #[serde(default)]
        turned: bool,
    },
    /// The fewest moves on a grid, and the first of them: `least`, `moves`. Or `impossible`.
    Grid {
        /// The puzzle.
        puzzle: Box<PuzzleForm>,
        /// The most moves of a solution.
        most: Option<u32>,
    },
    /// All rows of a puzzle with one vacancy by their distance from the goal: `states`. Or nothing, when there are too many.
    Vacancy {
        /// The puzzle, as the header lines of moves name it: `checkers n=2 m=2`.
        puzzle: String,
        /// The most rows.
        most: u64,
    },
}

type Answer = Result<Value, Box<dyn Error>>;

/// Answers a request. States that are stored take at most so many bytes.
#[must_use]
pub fn answer(request: &str, bytes: u64) -> Value {
    let control = Control {
        limits: Limits {
            memory: Some(bytes),
            ..Limits::default()
        },
        ..Control::default()
    };
    let request = serde_json::from_str(request);
    request
        .map_err(Into::into)
        .and_then(|request| answered(&request, &control))
        .unwrap_or_else(|error| json!({ "error": error.to_string() }))
}

fn answered(request: &Request, control: &Control<'_>) -> Answer {
    match request {
        Request::Solve { k, n } => {
            let puzzle = Puzzle::new(*k, *n)?;
            Ok(match solve(&SolveRequest::new(puzzle), control)? {
                Solved::Optimal {
                    solution, claim, ..
                } => json!({
                    "least": solution.moves().len(),
                    "start": solution.start(),
                    "moves": pairs(solution.moves()),
                    "claim": claim,
                }),
                Solved::Stopped { stopped, .. } => {
                    json!({ "stopped": stopped.reason.to_string() })
                }
                _ => json!({ "impossible": format!("{puzzle} has no solution") }),
            })
        }
        Request::Exists { k, n, moves } => {
            let request = SolveRequest::new(Puzzle::new(*k, *n)?);
            let (outcome, _) = decide(&request, &bounded(&request, *moves)?, &(), control)?;
            Ok(match outcome {
                Outcome::Found(found) => json!({ "exists": true, "moves": pairs(&found.moves) }),
                Outcome::Exhausted(_) => json!({ "exists": false }),
                Outcome::Stopped(stopped) => json!({ "stopped": stopped.reason.to_string() }),
            })
        }
        Request::Row {
            k,
            row,
            goal,
            turned,
        } => {
            let goal = match goal {
                Some(goal) => RowGoal::Row(goal.parse()?),
                None => RowGoal::Alternating,
            };
            let puzzle = RowPuzzle::new(BlockLength::new(*k)?, row.parse()?, goal)?;
            row_answer(&if *turned { puzzle.turned() } else { puzzle }, control)
        }
        Request::Grid { puzzle, most } => {
            let puzzle = GridPuzzle::try_from((**puzzle).clone())?;
            Ok(match grid::solve(&puzzle, *most, control)? {
                SolvedGrid::Optimal { moves, .. } => {
                    json!({ "least": moves.len(), "moves": moves })
                }
                SolvedGrid::Unsolvable { reason, .. } => {
                    json!({ "impossible": reason.to_string() })
                }
                SolvedGrid::NoneWithin { moves, .. } => json!({ "more_than": moves }),
                SolvedGrid::Stopped { stopped, at_least } => {
                    json!({ "stopped": stopped.reason.to_string(), "at_least": at_least })
                }
            })
        }
        Request::Vacancy { puzzle, most } => {
            let states = distances_of_vacancy(puzzle.parse()?, *most, control);
            Ok(match states {
                Ok(Some(states)) => json!({ "states": states }),
                Ok(None) => json!({}),
                Err(reason) => json!({ "stopped": reason.to_string() }),
            })
        }
    }
}

/// Answers for a row.
fn row_answer(puzzle: &RowPuzzle, control: &Control<'_>) -> Answer {
    let solution = match solve_row(puzzle, None, None, control) {
        Ok(SolvedRow::Solved(solution)) => solution,
        Ok(SolvedRow::Impossible(reason)) => {
            return Ok(json!({ "impossible": reason.words(puzzle.k()) }));
        }
        Ok(SolvedRow::NoneOnBoard { width, .. }) => {
            return Ok(json!({ "impossible": format!("no solution on {width} positions") }));
        }
        Err(RowError::Stopped { reason, .. }) => {
            return Ok(json!({ "stopped": reason.to_string() }));
        }
        Err(error) => return Err(error.into()),
    };
    let least = solution.moves.len();
    Ok(json!({
        "least": least,
        "moves": pairs(&solution.moves),
        "boards": solution.optimal_on.map(|boards| boards.to_string()),
    }))
}

fn pairs(moves: &[Move]) -> Vec<(i64, i64)> {
    moves.iter().map(|step| (step.from, step.to)).collect()
}

/// The text of a request, and then that of its answer.
static TEXT: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Makes room for a request of so many bytes, and returns where.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    let mut text = TEXT.lock().unwrap_or_else(PoisonError::into_inner);
    text.clear();
    text.resize(length, 0);
    text.as_mut_ptr()
}

/// Answers the request in the room, with at most so many megabytes of states, and returns how many bytes the answer has.
#[unsafe(no_mangle)]
pub extern "C" fn ask(megabytes: u32) -> usize {
    let mut text = TEXT.lock().unwrap_or_else(PoisonError::into_inner);
    let request = String::from_utf8_lossy(&text).into_owned();
    *text = answer(&request, u64::from(megabytes) << 20)
        .to_string()
        .into_bytes();
    text.len()
}

/// Returns where the answer is.
#[unsafe(no_mangle)]
pub extern "C" fn place() -> *const u8 {
    TEXT.lock().unwrap_or_else(PoisonError::into_inner).as_ptr()
}
