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

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::error::Error;
use std::sync::{Mutex, PoisonError};
use tait_framework::grid::{self, Solved as SolvedGrid};
use tait_framework::{
    Listed, RowError, Solved, SolvedRow, bounded, decide, list_row, list_vacancy_after, solve,
    solve_row, solve_vacancy_after,
};
use tait_grid::{Puzzle as GridPuzzle, PuzzleForm};
use tait_linear::rows::{RowGoal, RowPuzzle};
use tait_linear::{
    Base, BlockLength, Exchange, Extension, Move, MoveSequence as _, Puzzle, Solution, SolveRequest,
};
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
        /// How many shortest solutions to list, if they are wanted: then `count`, `first`, the best next moves, and
        /// `solutions`, too; and `width`, if a board longer than so many positions may have more.
        list: Option<usize>,
    },
    /// The fewest moves on a grid: `least`, `moves`. Or `impossible`.
    Grid {
        /// The puzzle.
        puzzle: Box<PuzzleForm>,
        /// As for a row.
        list: Option<usize>,
    },
    /// The fewest moves of a puzzle with one vacancy from the row after some moves: `least`, `moves`. Or `impossible`.
    Vacancy {
        /// The puzzle, as the header lines of moves name it: `checkers n=2 m=2`.
        puzzle: String,
        /// The moves before: cells, as its moves are written.
        after: Vec<u64>,
        /// As for a row.
        list: Option<usize>,
    },
    /// Some moves of the solution that a base makes of a size: `moves`, each with the coins that it takes. The parts of the base
    /// are those of its record.
    ///
    /// The size, numbers of moves and positions are texts, as those of large rows are no numbers in JavaScript.
    Family {
        /// The coins that move at once.
        k: u64,
        /// The size of the base.
        base: u64,
        /// Whether a move reverses the order of the coins.
        turned: bool,
        /// Its moves, with the first coin at 1.
        moves: Vec<(i64, i64)>,
        /// The nickel and the penny that never move.
        still: (i64, i64),
        /// Its exchanges: the number of the move, the offset, the pattern, and whether it is the complement.
        exchanges: Vec<(u64, u32, String, bool)>,
        /// The size.
        n: String,
        /// The moves before the first one to tell.
        from: String,
        /// How many to tell.
        count: u64,
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
                Solved::Stopped { stopped, moves, .. } => {
                    json!({ "stopped": stopped.reason.to_string(), "at_least": moves })
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
            list,
        } => {
            let goal = match goal {
                Some(goal) => RowGoal::Row(goal.parse()?),
                None => RowGoal::Alternating,
            };
            let puzzle = RowPuzzle::new(BlockLength::new(*k)?, row.parse()?, goal)?;
            let puzzle = puzzle.turned_if(*turned);
            let answer = row_answer(&puzzle, control)?;
            with_list(answer, *list, |least, most| {
                let (listed, width) = match list_row(&puzzle, least, most, control) {
                    Err(RowError::Stopped { .. }) => return Ok(None),
                    found => found?,
                };
                let listed = Listed {
                    count: listed.count,
                    first: pairs(&listed.first),
                    solutions: listed.solutions.iter().map(|moves| pairs(moves)).collect(),
                };
                Ok(Some((listed, width)))
            })
        }
        Request::Grid { puzzle, list } => {
            let puzzle = GridPuzzle::try_from((**puzzle).clone())?;
            let answer = match grid::solve(&puzzle, None, control)? {
                SolvedGrid::Optimal { moves, .. } => {
                    json!({ "least": moves.len(), "moves": moves })
                }
                SolvedGrid::Unsolvable { reason, .. } => {
                    json!({ "impossible": reason.to_string() })
                }
                SolvedGrid::NoneWithin { moves, because } => json!({
                    "stopped": because.map(|because| because.to_string()),
                    "at_least": moves + 1,
                }),
                SolvedGrid::Stopped { stopped, at_least } => {
                    json!({ "stopped": stopped.reason.to_string(), "at_least": at_least })
                }
            };
            with_list(answer, *list, |least, most| {
                let listed = grid::list(&puzzle, least, most, control)?.ok();
                Ok(listed.map(|listed| (listed, None)))
            })
        }
        Request::Vacancy {
            puzzle,
            after,
            list,
        } => {
            let puzzle = puzzle.parse()?;
            let answer = match solve_vacancy_after(puzzle, after, control)? {
                Some(Outcome::Found(found)) => {
                    json!({ "least": found.moves.len(), "moves": found.moves })
                }
                Some(Outcome::Exhausted(_)) => json!({ "impossible": "a search saw all rows" }),
                Some(Outcome::Stopped(stopped)) => {
                    json!({ "stopped": stopped.reason.to_string() })
                }
                None => json!({ "stopped": "the puzzle is too large" }),
            };
            with_list(answer, *list, |least, most| {
                let listed = list_vacancy_after(puzzle, after, least, most, control)?;
                let listed = listed.and_then(Result::ok);
                Ok(listed.map(|listed| (listed, None)))
            })
        }
        Request::Family {
            k,
            base,
            turned,
            moves,
            still,
            exchanges,
            n,
            from,
            count,
        } => {
            let puzzle = Puzzle::new(*k, *base)?.turned_if(*turned);
            let moves = moves.iter().map(|&(from, to)| Move { from, to });
            let exchange =
                |&(number, offset, ref pattern, complement): &(u64, u32, String, bool)| {
                    let pattern = pattern.parse().ok()?;
                    Some(Exchange {
                        number,
                        offset,
                        pattern,
                        complement,
                    })
                };
            let exchanges: Option<Vec<Exchange>> = exchanges.iter().map(exchange).collect();
            let base = Base {
                solution: Solution::new(puzzle, 1, moves.collect()),
                nickel: still.0,
                penny: still.1,
                exchanges: exchanges.unwrap_or_default(),
            };
            // The words of the checker would be a fiftieth of the engine.
            if base.check().is_err() {
                return Err("the checker refuses the base".into());
            }
            let numbers = n.parse().ok().zip(from.parse::<u64>().ok());
            let asked = numbers.and_then(|(n, from)| Some((Extension::to_size(&base, n)?, from)));
            let (extension, from) = asked.ok_or("the base makes no such size")?;
            let moves = extension.slice(from..from.saturating_add(*count));
            let moves = (from..).zip(moves).map(|(index, Move { from, to })| {
                let coins = extension.pattern_at(index).map(|coins| coins.to_string());
                json!([from.to_string(), to.to_string(), coins])
            });
            let moves: Vec<_> = moves.collect();
            Ok(json!({ "moves": moves, "of": extension.count().to_string() }))
        }
    }
}

/// All solutions of one length, and the width of their board if longer boards may have more.
type ListedOn<M> = Option<(Listed<M>, Option<u32>)>;

/// Adds the list of the shortest solutions to an answer, if it is wanted and there are any. A search that stops lists none.
fn with_list<M: Serialize>(
    mut answer: Value,
    list: Option<usize>,
    listed: impl FnOnce(u32, usize) -> Result<ListedOn<M>, Box<dyn Error>>,
) -> Answer {
    let Some((most, least)) = list.zip(answer["least"].as_u64()) else {
        return Ok(answer);
    };
    if let Some((listed, width)) = listed(least as u32, most)? {
        answer["count"] = json!(listed.count.to_string());
        answer["first"] = json!(listed.first);
        answer["solutions"] = json!(listed.solutions);
        answer["width"] = json!(width);
    }
    Ok(answer)
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
        Err(RowError::Stopped { reason, excluded }) => {
            let at_least = excluded.map_or(1, |excluded| excluded + 1);
            return Ok(json!({ "stopped": reason.to_string(), "at_least": at_least }));
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
