//! Runs of the algorithms on shuffling and checkers, by the names that the papers give to their parts.

use crate::error::AtlasError;
use crate::table::Table;
use serde_json::json;
use tait_generator::checkers::{self, FirstMove, KeyState, OptimalMoves, key_states};
use tait_generator::shuffling::{self, ExplicitSolution};
use tait_generator::{MoveSequence, Part};
use tait_vacancy::checkers::Checkers;
use tait_vacancy::shuffling::{Shuffling, Variant};
use tait_vacancy::{Puzzle, Replay};

/// The most cells in a row that is written out.
const WRITTEN: u64 = 1_000;

/// The run of a named algorithm, replayed by the checker, and compared with the explicit formula move by move.
///
/// ```
/// use tait_atlas::{Format, NamedRun};
/// use tait_vacancy::shuffling::Shuffling;
/// let run = NamedRun::of_shuffling(Shuffling::new("S(n-1,n,r)".parse()?, 6 + 2)?)?;
/// assert_eq!(run.name(), "Algorithm III.4, SN1NR");
/// assert_eq!(
///     run.table().to_text(Format::Text),
///     "call        step                   moves         row\n\
///      SN1NR(8)    first 2 moves          6 12          wwwwwwbbbbbb..bwb\n\
///      SNNR(0, 6)  base case of Table II  1 7 3 8 11 0  ..bwbwbwbwbwbwbwb\n",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct NamedRun {
    name: String,
    has_stages: bool,
    lines: Vec<Line>,
}

/// A part of a run, and the row to which it leads.
#[derive(Debug)]
struct Line {
    part: Part,
    state: Option<KeyState>,
    /// The row, unless it is too long to write.
    row: Option<String>,
}

impl NamedRun {
    /// Runs the recursive algorithm that solves a variant of the shuffling puzzle.
    ///
    /// # Errors
    /// [`AtlasError::Refused`] when there is no algorithm for this size, or its recursion is too deep.
    pub fn of_shuffling(puzzle: Shuffling) -> Result<Self, AtlasError> {
        let parts = shuffling::recursive(puzzle).map_err(AtlasError::refused)?;
        let formula = ExplicitSolution::new(puzzle).map_err(AtlasError::refused)?;
        let name = shuffling::Algorithm::of(puzzle.variant()).to_string();
        Self::replayed(puzzle.into(), name, parts, &formula, Vec::new())
    }

    /// Checks that this is the algorithm for the variant, and runs it.
    ///
    /// # Errors
    /// [`AtlasError::Refused`] when it solves other variants; also as [`of_shuffling`](Self::of_shuffling).
    pub fn by(algorithm: shuffling::Algorithm, puzzle: Shuffling) -> Result<Self, AtlasError> {
        if shuffling::Algorithm::of(puzzle.variant()) == algorithm {
            return Self::of_shuffling(puzzle);
        }
        let solved = Variant::ALL
            .into_iter()
            .filter(|&variant| shuffling::Algorithm::of(variant) == algorithm);
        let solved: Vec<String> = solved.map(|variant| variant.to_string()).collect();
        let (solved, variant) = (solved.join(" and "), puzzle.variant());
        let right = shuffling::Algorithm::of(variant);
        Err(AtlasError::Refused(format!(
            "{algorithm}, solves {solved}: {variant} has {right}"
        )))
    }

    /// Runs an algorithm for shifting the checkers.
    ///
    /// # Errors
    /// [`AtlasError::Refused`] when there are too many checkers to list the run.
    pub fn of_checkers(
        puzzle: Checkers,
        algorithm: checkers::Algorithm,
        first: FirstMove,
    ) -> Result<Self, AtlasError> {
        let parts = algorithm.run(puzzle, first).map_err(AtlasError::refused)?;
        let mut name = algorithm.call(puzzle, first);
        if puzzle.black() < puzzle.white() {
            name += " in a mirror, with the colours exchanged";
        }
        let formula = OptimalMoves::new(puzzle, first);
        Self::replayed(
            puzzle.into(),
            name,
            parts,
            &formula,
            key_states(puzzle, first),
        )
    }

    fn replayed(
        puzzle: Puzzle,
        name: String,
        parts: Vec<Part>,
        formula: &dyn MoveSequence<u64>,
        states: Vec<KeyState>,
    ) -> Result<Self, AtlasError> {
        let mut replay = Replay::new(puzzle)?;
        let mut lines = Vec::new();
        let mut states = states.into_iter().peekable();
        let mut played = 0;
        for part in parts {
            for &cell in &part.moves {
                if formula.move_at(played) != Some(cell) {
                    let number = played + 1;
                    return Err(AtlasError::Refused(format!(
                        "{puzzle}: move {number} of {name}, {cell}, is not that of the formula"
                    )));
                }
                let _ = replay.play(cell)?;
                played += 1;
            }
            while states.next_if(|state| state.moves < played).is_some() {}
            lines.push(Line {
                part,
                state: states.next_if(|state| state.moves == played),
                row: (puzzle.cells() <= WRITTEN).then(|| replay.row().to_string()),
            });
        }
        let _ = replay.finish()?;
        Ok(Self {
            name,
            has_stages: matches!(puzzle, Puzzle::Checkers(_)),
            lines,
        })
    }

    /// Returns the number and the name of the algorithm.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns what was found about the run, in words.
    #[must_use]
    pub fn claim(&self) -> String {
        let (name, moves) = (&self.name, self.moves().count());
        format!("{name}: {moves} moves, replayed, each the one of the formula")
    }

    pub fn moves(&self) -> impl Iterator<Item = u64> + '_ {
        self.lines
            .iter()
            .flat_map(|line| line.part.moves.iter().copied())
    }

    /// Returns a table with a row for each part of the run: for checkers its stage, then the call, what it does, its
    /// moves, for checkers the key state that it reaches, and the row after it.
    #[must_use]
    pub fn table(&self) -> Table {
        let mut table = Table::new(if self.has_stages {
            &["stage", "call", "step", "moves", "state", "row"]
        } else {
            &["call", "step", "moves", "row"]
        });
        for Line { part, state, row } in &self.lines {
            let mut values = Vec::new();
            if self.has_stages {
                values.push(json!(part.stage));
            }
            values.extend([json!(part.call), json!(part.step), json!(part.moves)]);
            if self.has_stages {
                values.push(json!(state.as_ref().map(ToString::to_string)));
            }
            values.push(json!(row));
            table.push(values);
        }
        table
    }
}
