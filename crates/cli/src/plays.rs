//! What the user names, checked and ready to be drawn.

use crate::arguments::Globals;
use crate::catalogue::solutions_of;
use crate::commands::grid::{Named, look_up, provenance_in_words, puzzle_form};
use crate::input::{Content, Resolved, Subject};
use crate::source::{Found, Moves, Source};
use anyhow::{anyhow, bail};
use serde::Deserialize;
use tait_draw::{DrawError, GridPlay, MOST_CELLS, Play, RowPlay};
use tait_framework::grid::known::{Font, Known};
use tait_framework::grid::{Solved, solve};
use tait_puzzle::grid::{Move, Puzzle};
use tait_puzzle::linear::{Base, Claim, Expansion, Solution};
use tait_store::GridAnswer;

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
            Resolved::Grid(name) => vec![grid(&name, globals)?],
            Resolved::Content(Content::Solution(solution, claim)) => {
                vec![of_claimed(&solution, claim.as_ref())?]
            }
            Resolved::Content(Content::Family(record)) => {
                let bases = record.family.bases.iter();
                bases.map(of_base).collect::<anyhow::Result<_>>()?
            }
            Resolved::Content(Content::WrapFamily(record)) => {
                let solutions = solutions_of(&record.family);
                let plays = solutions.iter().map(|solution| of_claimed(solution, None));
                plays.collect::<anyhow::Result<_>>()?
            }
            Resolved::Content(Content::Cells(solutions)) => {
                let plays = solutions.iter().map(RowPlay::of_cells);
                plays
                    .map(|play| Ok(Play::Row(play?)))
                    .collect::<Result<_, DrawError>>()?
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
        Moves::Listed(solution, claim) => row_of_claimed(solution, claim.as_ref())?,
        Moves::Wrapped(_) | Moves::K2(_) | Moves::K3Odd(_) => {
            RowPlay::of_solution(&source.solution()?)?
        }
    };
    Ok(Play::Row(play.with_origin(&source.origin)))
}

fn of_base(base: &Base) -> anyhow::Result<Play> {
    let n = base.puzzle().n();
    let expansion = Expansion::to_size(base, n);
    let expansion = expansion.ok_or_else(|| anyhow!("base n = {n} is no expansion of itself"))?;
    Ok(Play::Row(RowPlay::of_expansion(&expansion)?))
}

fn of_claimed(solution: &Solution, claim: Option<&Claim>) -> anyhow::Result<Play> {
    Ok(Play::Row(row_of_claimed(solution, claim)?))
}

fn row_of_claimed(solution: &Solution, claim: Option<&Claim>) -> anyhow::Result<RowPlay> {
    let play = RowPlay::of_solution(solution)?;
    let moves = solution.moves().len() as u64;
    Ok(match claim {
        Some(Claim::Exhaustion { .. }) => {
            play.with_optimum(moves, "optimal: every smaller number of moves was searched")
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

/// A known puzzle, solved (or as the data directory has it), or a file with a puzzle and its moves.
fn grid(name: &str, globals: &Globals) -> anyhow::Result<Play> {
    let known = match look_up(name)? {
        Named::Known(known) => known,
        Named::Text(text) => return grid_text(name, &text),
    };
    let puzzle = known.puzzle()?;
    let play = match from_table(&known, globals)? {
        Some(moves) => GridPlay::new(&puzzle, &moves)?,
        None => GridPlay::new(&puzzle, &solved(name, &puzzle)?)?,
    };
    let title = format!("{}: {}", known.figure, known.title);
    let play = play
        .with_title(title)
        .with_origin(provenance_in_words(&known));
    Ok(Play::Grid(play.optimal()))
}

fn grid_text(name: &str, text: &str) -> anyhow::Result<Play> {
    let fail = |error: &dyn std::fmt::Display| anyhow!("{name}: {error}");
    let puzzle = Puzzle::try_from(puzzle_form(name, text, None)?).map_err(|error| fail(&error))?;
    let answer: Answer = serde_json::from_str(text).map_err(|error| fail(&error))?;
    let Some(moves) = answer.moves else {
        bail!("{name}: it holds no moves; tait grid solve {name} --format json adds them");
    };
    let play = GridPlay::new(&puzzle, &moves).map_err(|error| fail(&error))?;
    let play = match answer.id {
        Some(id) => play.with_title(id),
        None => play,
    };
    Ok(Play::Grid(match answer.optimal_moves {
        Some(optimum) if optimum == moves.len() as u64 => play.optimal(),
        _ => play,
    }))
}

/// The moves between two glyphs of a font whose table is stored.
fn from_table(known: &Known, globals: &Globals) -> anyhow::Result<Option<Vec<Move>>> {
    for font in Font::ALL {
        let Some(letters) = known.name.strip_prefix(font.name()) else {
            continue;
        };
        let letters: Vec<char> = letters.chars().collect();
        let (['-', from, '-', to], Some(table)) =
            (&letters[..], globals.store().grid_table(font.name())?)
        else {
            continue;
        };
        if let Some(GridAnswer::Optimal(moves)) = table.answer(&from.to_string(), &to.to_string()) {
            return Ok(Some(moves.to_vec()));
        }
    }
    Ok(None)
}

fn solved(name: &str, puzzle: &Puzzle) -> anyhow::Result<Vec<Move>> {
    match solve(puzzle, None, &Default::default())? {
        Solved::Optimal { moves, .. } => Ok(moves),
        Solved::Unsolvable { reason, .. } => bail!("{name} has no solution: {reason}"),
        Solved::NoneWithin { .. } | Solved::Stopped { .. } => {
            bail!("{name} was not solved; tait grid solve {name} says how far a search comes")
        }
    }
}
