//! Runs of the algorithms of the thesis and the papers, by the names that these give to their parts.

use crate::error::AtlasError;
use crate::table::Table;
use serde::Serialize;
use serde_json::json;
use std::collections::BTreeMap;
use std::fmt::Display;
use tait_generator::checkers::{self, FirstMove, KeyState, OptimalMoves, key_states};
use tait_generator::shuffling::{self, ExplicitSolution};
use tait_generator::{MoveSequence, Part, thesis};
use tait_linear::{Move, Puzzle as Linear};
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
pub struct NamedRun<M = u64> {
    name: String,
    has_stages: bool,
    /// The number of solutions that backtracking found.
    solutions: Option<usize>,
    lines: Vec<Line<M>>,
}

/// A part of a run, and the row to which it leads.
#[derive(Debug)]
struct Line<M> {
    part: Part<M>,
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
        Self::replayed(puzzle.into(), name, parts, &formula, (Vec::new(), true))
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
        if algorithm == checkers::Algorithm::Backtrack {
            return Self::of_backtracking(puzzle);
        }
        let parts = algorithm.run(puzzle, first).map_err(AtlasError::refused)?;
        let before = algorithm.moves_before(puzzle);
        // Two stages end before the last row.
        let is_whole = !matches!(
            algorithm,
            checkers::Algorithm::Move1 | checkers::Algorithm::Move3
        );
        let mut name = algorithm.call(puzzle, first);
        if puzzle.black() < puzzle.white() {
            name += " in a mirror, with the colours exchanged";
        }
        let formula = OptimalMoves::new(puzzle, first);
        let before = formula.slice(0..before).collect();
        let parts = std::iter::once(Part {
            stage: "before",
            call: String::new(),
            step: "moves of the formula".to_owned(),
            moves: before,
        })
        .filter(|part| !part.moves.is_empty())
        .chain(parts);
        Self::replayed(
            puzzle.into(),
            name,
            parts.collect(),
            &formula,
            (key_states(puzzle, first), is_whole),
        )
    }

    /// Runs the backtracking for shifting the checkers: a line for each call, with the row before which it is made.
    fn of_backtracking(puzzle: Checkers) -> Result<Self, AtlasError> {
        let calls = checkers::backtrack(puzzle).map_err(AtlasError::refused)?;
        let mut path: Vec<u64> = Vec::new();
        let (mut lines, mut solutions) = (Vec::new(), 0);
        for checkers::Call { depth, part } in calls {
            path.truncate(depth.saturating_sub(1));
            path.extend(&part.moves);
            let mut replay = Replay::new(puzzle)?;
            for &cell in &path {
                let _ = replay.play(cell)?;
            }
            let row = Some(replay.row().to_string());
            if part.stage == "solution" {
                let _ = replay.finish()?;
                solutions += 1;
            }
            lines.push(Line {
                part,
                state: None,
                row,
            });
        }
        Ok(Self {
            name: checkers::Algorithm::Backtrack.call(puzzle, FirstMove::Right),
            has_stages: true,
            solutions: Some(solutions),
            lines,
        })
    }

    fn replayed(
        puzzle: Puzzle,
        name: String,
        parts: Vec<Part>,
        formula: &dyn MoveSequence<u64>,
        (states, is_whole): (Vec<KeyState>, bool),
    ) -> Result<Self, AtlasError> {
        let mut replay = Replay::new(puzzle)?;
        let mut lines = Vec::new();
        let mut states = states.into_iter().peekable();
        let mut played = 0;
        for part in parts {
            for &cell in &part.moves {
                expect(&puzzle, &name, formula, played, cell)?;
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
        if is_whole {
            let _ = replay.finish()?;
        }
        Ok(Self {
            name,
            has_stages: matches!(puzzle, Puzzle::Checkers(_)),
            solutions: None,
            lines,
        })
    }
}

impl NamedRun<Move> {
    /// Runs an algorithm of the thesis: with a gap between the first two pennies, or 0, and the first coin at `start`.
    ///
    /// # Errors
    /// [`AtlasError::Refused`] when the algorithm does not take the puzzle, or the run is too long to list.
    ///
    /// ```
    /// use tait_atlas::{Format, NamedRun};
    /// use tait_linear::Puzzle;
    /// let run = NamedRun::of_thesis("3.1".parse()?, Puzzle::new(2, 8)?, 0, 1)?;
    /// assert_eq!(run.claim(), "Algorithm 3.1, SlidingCoinK2: 8 moves, replayed, each the one of the formula");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_thesis(
        algorithm: thesis::Algorithm,
        puzzle: Linear,
        gap: u64,
        start: i64,
    ) -> Result<Self, AtlasError> {
        let moves = algorithm.moves(puzzle, gap, start);
        let moves = moves.map_err(AtlasError::refused)?;
        let parts = algorithm.run(puzzle, gap, start);
        let parts = parts.map_err(AtlasError::refused)?;
        let name = algorithm.to_string();
        let mut row = GappedRow::new(puzzle, gap, start);
        let (mut played, mut rows) = (0, Vec::new());
        for part in &parts {
            for &step in &part.moves {
                expect(&puzzle, &name, &moves, played, step)?;
                row.play(step).map_err(|()| {
                    AtlasError::Refused(format!("{puzzle}: {name}: {step} is not allowed"))
                })?;
                played += 1;
            }
            rows.push(row.coins.clone());
        }
        if played != moves.count() || !row.alternates() {
            return Err(AtlasError::Refused(format!(
                "{puzzle}: {name} does not solve it"
            )));
        }
        let frame = row.first..row.end;
        let is_written = (frame.end - frame.start) as u64 <= WRITTEN;
        let written = |coins: &BTreeMap<i64, char>| -> String {
            let cells = frame.clone();
            let coin = |cell: i64| coins.get(&cell).copied().unwrap_or('.');
            cells.map(coin).collect()
        };
        let lines = parts.into_iter().zip(rows).map(|(part, coins)| Line {
            part,
            state: None,
            row: is_written.then(|| written(&coins)),
        });
        Ok(Self {
            name,
            has_stages: false,
            solutions: None,
            lines: lines.collect(),
        })
    }
}

/// The row of the linear puzzle, with a gap between the first two pennies, which the checker's rows do not have.
struct GappedRow {
    k: i64,
    gap: i64,
    coins: BTreeMap<i64, char>,
    /// The positions that were ever occupied are in `first..end`.
    first: i64,
    end: i64,
}

impl GappedRow {
    fn new(puzzle: Linear, gap: u64, start: i64) -> Self {
        let (n, gap) = (puzzle.n() as i64, gap as i64);
        let nickels = (0..n).map(|at| (start + at, 'o'));
        let pennies = (n..2 * n).map(|at| (start + at + if at > n { gap } else { 0 }, 'x'));
        Self {
            k: i64::from(puzzle.k()),
            gap,
            coins: nickels.chain(pennies).collect(),
            first: start,
            end: start + 2 * n + gap,
        }
    }

    fn play(&mut self, step: Move) -> Result<(), ()> {
        let block = (0..self.k).map(|at| self.coins.remove(&(step.from + at)));
        let block: Vec<char> = block.collect::<Option<_>>().ok_or(())?;
        for (to, coin) in (step.to..).zip(block) {
            if self.coins.insert(to, coin).is_some() {
                return Err(());
            }
        }
        self.first = self.first.min(step.to);
        self.end = self.end.max(step.to + self.k);
        Ok(())
    }

    /// Whether the coins alternate, but for at most one gap of the width that the start has.
    fn alternates(&self) -> bool {
        let next = self.coins.iter().skip(1);
        let mut gaps = 0;
        let mut pairs = self.coins.iter().zip(next);
        let all = pairs.all(|((left, a), (right, b))| {
            let gap = right - left - 1;
            gaps += gap;
            a != b && (gap == 0 || gap == self.gap)
        });
        all && gaps <= self.gap
    }
}

/// Refuses a move of an algorithm that the formula does not make.
fn expect<M: Copy + PartialEq + Display>(
    puzzle: &dyn Display,
    name: &str,
    formula: &dyn MoveSequence<M>,
    index: u64,
    step: M,
) -> Result<(), AtlasError> {
    match formula.move_at(index) {
        Some(expected) if expected == step => Ok(()),
        _ => Err(AtlasError::Refused(format!(
            "{puzzle}: move {number} of {name}, {step}, is not that of the formula",
            number = index + 1
        ))),
    }
}

impl<M: Copy + Serialize> NamedRun<M> {
    /// Returns the number and the name of the algorithm.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns what was found about the run, in words.
    #[must_use]
    pub fn claim(&self) -> String {
        let name = &self.name;
        if let Some(solutions) = self.solutions {
            let calls = self.lines.len();
            return format!("{name}: {calls} calls, {solutions} solutions, replayed");
        }
        let own = self.lines.iter().filter(|line| line.part.stage != "before");
        let moves: usize = own.map(|line| line.part.moves.len()).sum();
        format!("{name}: {moves} moves, replayed, each the one of the formula")
    }

    pub fn moves(&self) -> impl Iterator<Item = M> + '_ {
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
