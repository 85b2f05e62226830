//! What the user names, checked and ready to be drawn.

use crate::arguments::Globals;
use crate::commands::grid::{
    Constructed, Named, construct, look_up, provenance_in_words, puzzle_form, stored,
};
use crate::grid_words;
use crate::input::{Content, Resolved, Subject};

use crate::source::{Found, Moves, Source, Standing};
use anyhow::{anyhow, bail};
use serde::Deserialize;
use tait_draw::{DrawError, GridPlay, MOST_CELLS, Play, RowPlay};
use tait_framework::grid::{Solved, solve};
use tait_jobs::{Claimed, claimed};
use tait_puzzle::cells;
use tait_puzzle::grid::{Move, Puzzle};
use tait_puzzle::linear::{Base, Claim, Expansion, Solution};
use tait_search::{Control, Limits};
use tait_store::{GridSolutionRecord, Level, Stored as _};

/// How many states an exact search on a grid may have before a construction is drawn instead: that takes seconds
/// at most, and is enough for every figure.
const MOST_STATES: u64 = 200_000;

/// What a subject comes to.
pub(crate) enum Plays {
    /// Solutions.
    Found(Vec<Play>),
    /// There is none; the text says why.
    NoSolution(String),
}

impl Plays {
    /// Looks a subject up; of a family every base, of a family of wraps all that it begins with.
    ///
    /// # Errors
    /// When it is not known, wrong, or too large to be drawn: one line.
    pub(crate) fn of(subject: &Subject, globals: &Globals) -> anyhow::Result<Self> {
        let plays = match subject.resolve(globals)? {
            Resolved::Found(Found::NoSolution(reason)) => return Ok(Self::NoSolution(reason)),
            Resolved::Found(Found::Source(source)) => vec![of_source(&source)?],
            Resolved::Grid(name) => return GridCase::find(&name, globals)?.plays(),
            Resolved::Content(Content::Grid(record)) => return grid_record(record),
            Resolved::Content(Content::Solution(solution, claim)) => {
                vec![of_claimed(&solution, claim.as_ref())?]
            }
            Resolved::Content(Content::Family(record)) => {
                let bases = record.family.bases.iter();
                bases.map(of_base).collect::<anyhow::Result<_>>()?
            }
            Resolved::Content(Content::WrapFamily(record)) => {
                let solutions = record.solutions();
                let plays = solutions
                    .iter()
                    .map(|(solution, _)| of_claimed(solution, None));
                plays.collect::<anyhow::Result<_>>()?
            }
            Resolved::Content(Content::Cells(solution)) => of_cells(&[solution])?,
            Resolved::Content(Content::Shuffling(record)) => of_cells(&record.cell_solutions())?,
            Resolved::Content(Content::Reversal(record)) => of_cells(&record.cell_solutions())?,
            Resolved::Content(Content::GridAnswer(text)) => {
                return GridCase::of_text(subject.name(), &text)?.plays();
            }
        };
        Ok(Self::Found(plays))
    }

    /// The only one there is.
    ///
    /// # Errors
    /// When there are several.
    pub(crate) fn only(plays: Vec<Play>) -> anyhow::Result<Play> {
        let [play] = <[Play; 1]>::try_from(plays).map_err(|plays| {
            anyhow!(
                "it holds {} solutions, and one is drawn: tait draw K N picks one by its size",
                plays.len()
            )
        })?;
        Ok(play)
    }
}

fn of_cells(solutions: &[cells::Solution]) -> Result<Vec<Play>, DrawError> {
    let plays = solutions.iter().map(RowPlay::of_cells);
    plays.map(|play| Ok(Play::Row(play?))).collect()
}

fn of_source(source: &Source) -> anyhow::Result<Play> {
    let puzzle = source.header.puzzle;
    if puzzle.coins() > MOST_CELLS {
        bail!(DrawError::Wide {
            puzzle: format!(
                "{puzzle} (tait generate {} {} --moves A..B prints moves)",
                puzzle.k(),
                puzzle.n()
            ),
            cells: puzzle.coins(),
            most: MOST_CELLS,
        });
    }
    let play = match &source.moves {
        Moves::Extended(base) => RowPlay::of_expansion(&source.expansion(base)?)?,
        Moves::Listed(solution, Standing::Optimal(claim, _)) => row_of(solution, Some(claim))?,
        Moves::Listed(solution, _) => row_of(solution, None)?,
        Moves::Wrapped(_) | Moves::K2(_) | Moves::K3Odd(_) => {
            RowPlay::of_solution(&source.solution()?)?
        }
    };
    Ok(Play::Row(play.with_origin(source.provenance())))
}

fn of_base(base: &Base) -> anyhow::Result<Play> {
    let n = base.puzzle().n();
    let expansion = Expansion::to_size(base, n);
    let expansion = expansion.ok_or_else(|| anyhow!("base n = {n} is no expansion of itself"))?;
    Ok(Play::Row(RowPlay::of_expansion(&expansion)?))
}

fn of_claimed(solution: &Solution, claim: Option<&Claim>) -> anyhow::Result<Play> {
    Ok(Play::Row(row_of(solution, claim)?))
}

fn row_of(solution: &Solution, claim: Option<&Claim>) -> anyhow::Result<RowPlay> {
    let claimed = claim.map(|claim| claimed(solution, claim)).transpose()?;
    row_of_claimed(solution, claimed)
}

/// A solution, optimal where its claim says so.
///
/// # Errors
/// When it is wrong, or too large to be drawn.
pub(crate) fn row_of_claimed(
    solution: &Solution,
    claim: Option<Claimed<'_>>,
) -> anyhow::Result<RowPlay> {
    let play = RowPlay::of_solution(solution)?;
    let moves = solution.moves().len() as u64;
    Ok(match claim {
        Some((Claim::Exhaustion { .. }, level)) => {
            let why = format!("optimal: every smaller number of moves was searched, {level}");
            play.with_optimum(moves, &why)
        }
        _ => play,
    })
}

/// What a file on a grid puzzle may hold besides the puzzle.
#[derive(Deserialize)]
struct Answer {
    id: Option<String>,
    moves: Option<Vec<Move>>,
    optimal_moves: Option<u64>,
}

/// A puzzle on a grid that the user names, with its answer.
pub(crate) struct GridCase {
    /// The name, or the file.
    name: String,
    /// What it is called, and where it comes from.
    titles: Option<(String, String)>,
    puzzle: Puzzle,
    solution: Result<GridMoves, String>,
}

impl GridCase {
    /// A known puzzle with a solution, or a file with a puzzle and its moves.
    ///
    /// # Errors
    /// When there is neither, or nothing solves it: one line.
    pub(crate) fn find(name: &str, globals: &Globals) -> anyhow::Result<Self> {
        let known = match look_up(name)? {
            Named::Known(known) => known,
            Named::Text(text) => return Self::of_text(name, &text),
        };
        let puzzle = known.puzzle()?;
        let solution = match stored(&known, globals)? {
            Some(solution) => solution.map(GridMoves::Stored),
            None => solved_or_constructed(name, &puzzle)?,
        };
        let title = format!("{}: {}", known.figure, known.title);
        Ok(Self {
            name: name.to_owned(),
            titles: Some((title, provenance_in_words(&known))),
            puzzle,
            solution,
        })
    }

    /// A puzzle and its moves, as JSON.
    ///
    /// # Errors
    /// When it is not that: one line.
    pub(crate) fn of_text(name: &str, text: &str) -> anyhow::Result<Self> {
        let fail = |error: &dyn std::fmt::Display| anyhow!("{name}: {error}");
        let puzzle =
            Puzzle::try_from(puzzle_form(name, text, None)?).map_err(|error| fail(&error))?;
        let answer: Answer = serde_json::from_str(text).map_err(|error| fail(&error))?;
        let Some(moves) = answer.moves else {
            bail!("{name}: it holds no moves; tait grid solve {name} --format json adds them");
        };
        let is_shortest = answer.optimal_moves == Some(moves.len() as u64);
        Ok(Self {
            name: name.to_owned(),
            titles: answer.id.map(|id| (id, String::new())),
            puzzle,
            solution: Ok(match is_shortest {
                true => GridMoves::Stored(moves),
                false => GridMoves::Constructed(moves),
            }),
        })
    }

    fn plays(self) -> anyhow::Result<Plays> {
        let Self { name, titles, .. } = self;
        grid_plays(&name, &self.puzzle, self.solution, |play| match titles {
            None => play,
            Some((title, origin)) => play.with_title(title).with_origin(origin),
        })
    }

    /// The same in words.
    ///
    /// # Errors
    /// When the moves are wrong.
    pub(crate) fn explanation(&self) -> anyhow::Result<String> {
        let title = match &self.titles {
            Some((title, origin)) if !origin.is_empty() => format!("{title} ({origin})"),
            Some((title, _)) => title.clone(),
            None => self.name.clone(),
        };
        let answer = match &self.solution {
            Ok(GridMoves::Stored(moves)) => Ok((
                moves.as_slice(),
                "none is shorter, because the searches for fewer moves came to their end, as is recorded",
            )),
            Ok(GridMoves::Shortest(moves)) => Ok((
                moves.as_slice(),
                "none is shorter, because the searches for fewer moves came to their end",
            )),
            Ok(GridMoves::Constructed(moves)) => Ok((
                moves.as_slice(),
                "it was constructed or given, and whether a shorter one exists is not said",
            )),
            Err(reason) => Err(reason.as_str()),
        };
        let explained = grid_words::explanation(&title, &self.puzzle, answer);
        explained.map_err(|error| anyhow!("{}: {error}", self.name))
    }
}

/// A stored answer to a puzzle on a grid.
fn grid_record(record: GridSolutionRecord) -> anyhow::Result<Plays> {
    let solution = record.solution.map(GridMoves::Stored);
    let solution = solution.map_err(|reason| reason.to_string());
    let name = &record.name;
    grid_plays(name, &record.puzzle, solution, |play| play.with_title(name))
}

/// The moves of a solution on a grid.
enum GridMoves {
    /// None is shorter, as is recorded.
    Stored(Vec<Move>),
    /// None is shorter, as was searched just now.
    Shortest(Vec<Move>),
    /// Others may be shorter.
    Constructed(Vec<Move>),
}

fn grid_plays(
    name: &str,
    puzzle: &Puzzle,
    solution: Result<GridMoves, String>,
    with_words: impl FnOnce(GridPlay) -> GridPlay,
) -> anyhow::Result<Plays> {
    let played =
        |moves: &[Move]| GridPlay::new(puzzle, moves).map_err(|error| anyhow!("{name}: {error}"));
    let play = match solution {
        Ok(GridMoves::Stored(moves)) => played(&moves)?.optimal_as(Level::Recorded),
        Ok(GridMoves::Shortest(moves)) => played(&moves)?.optimal(),
        Ok(GridMoves::Constructed(moves)) => played(&moves)?,
        Err(reason) => {
            let reason = format!("{name} has no solution: {reason}");
            return Ok(Plays::NoSolution(reason));
        }
    };
    Ok(Plays::Found(vec![Play::Grid(with_words(play))]))
}

/// A shortest solution where a short exact search finds one, and elsewhere a construction; or why there is no
/// solution.
fn solved_or_constructed(name: &str, puzzle: &Puzzle) -> anyhow::Result<Result<GridMoves, String>> {
    let control = Control {
        limits: Limits::default().with_at_most(MOST_STATES),
        ..Control::default()
    };
    match solve(puzzle, None, &control) {
        Ok(Solved::Optimal { moves, .. }) => return Ok(Ok(GridMoves::Shortest(moves))),
        Ok(Solved::Unsolvable { reason, .. }) => return Ok(Err(reason.to_string())),
        // Also where there are too many coins for any exact search.
        Ok(Solved::NoneWithin { .. } | Solved::Stopped { .. }) | Err(_) => {}
    }
    match construct(puzzle)? {
        Constructed::Solution { moves, .. } => Ok(Ok(GridMoves::Constructed(moves))),
        Constructed::Unsolvable(reason) => Ok(Err(reason)),
        Constructed::TooLong(why) => bail!("{name}: {why}"),
        Constructed::Open(_) => {
            bail!("{name} was not solved; tait grid solve {name} says how far a search comes")
        }
    }
}
