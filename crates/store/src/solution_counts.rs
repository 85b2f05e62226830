//! Numbers of shortest solutions of the linear puzzle on disk, with the least and the largest total distance of their
//! moves.

use crate::envelope::Derived;
use crate::error::RecordError;
use crate::found_by::FoundBy;
use crate::kinds::RecordKind;
use crate::level::Level;
use crate::shortcut;
use crate::stored::{
    About, Conflict, Listing, SearchCounts, Stored, Summary, contradiction, union,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use tait_linear::{BlockLength, Move, Puzzle, Solution, SolveRequest, check};
use tait_text::Command as _;

/// The most digits of a number of solutions.
const MOST_DIGITS: usize = 1000;

/// The file `counts/kNN.json`: numbers of shortest solutions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SolutionCountsRecord {
    /// The number of coins that a move slides.
    #[schemars(with = "u64")]
    pub k: BlockLength,
    /// One cell for each size, ascending.
    pub cells: Vec<CountCell>,
}

/// The shortest solutions of one size.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CountCell {
    /// The number of nickels.
    pub n: u64,
    /// The conclusion from the rest, in words; recomputed whenever the file is read.
    pub answer: Derived,
    /// The number of solutions on the board of the search, in decimal digits.
    pub solutions: String,
    /// Whether the board holds every solution on the unbounded line; otherwise there are infinitely many.
    #[serde(rename = "whole")]
    pub is_whole: bool,
    /// A solution whose moves have the least total distance: pairs of positions, with the first coin at 1.
    pub least: Vec<Move>,
    /// A solution on the board whose moves have the largest total distance.
    pub largest: Vec<Move>,
    /// The run that found it.
    pub found_by: FoundBy,
    /// The least total distance of solutions of any length, as far as it was searched for. Since schema 1.5.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub any_length: Option<AnyLength>,
}

/// The least total distance of solutions of any length: the fourth problem of the thesis.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AnyLength {
    /// The conclusion from the rest, in words; recomputed whenever the file is read.
    pub answer: Derived,
    /// A solution whose moves have the least total distance that is known.
    pub least: Vec<Move>,
    /// The states that were expanded to exclude each smaller distance, from `k (n - 1)` on. The rules exclude what is
    /// below: a row of `n` and `n` takes `n - 1` moves at least, and a move covers `k` positions.
    pub excluded: Vec<u64>,
    /// The run that found it, or came so far.
    pub found_by: FoundBy,
}

/// Returns the total distance of moves.
fn distance(moves: &[Move]) -> u64 {
    let distances = moves.iter().map(|step| step.from.abs_diff(step.to));
    distances.fold(0, u64::saturating_add)
}

impl SolutionCountsRecord {
    /// Returns the path for a block length.
    pub(crate) fn path_of(k: BlockLength) -> PathBuf {
        PathBuf::from(format!("counts/k{:02}.json", k.get()))
    }

    /// Returns the cell of a size.
    #[must_use]
    pub fn cell(&self, n: u64) -> Option<&CountCell> {
        self.cells.iter().find(|cell| cell.n == n)
    }
}

impl CountCell {
    /// Returns the number of moves of each solution.
    #[must_use]
    pub const fn moves(&self) -> usize {
        self.least.len()
    }

    /// Returns the least total distance of the moves of a solution, in positions.
    #[must_use]
    pub fn least_distance(&self) -> u64 {
        distance(&self.least)
    }

    /// Returns the largest total distance of the moves of a solution on the board, in positions.
    #[must_use]
    pub fn largest_distance(&self) -> u64 {
        distance(&self.largest)
    }

    /// Returns the numbers in words.
    #[must_use]
    pub fn answer(&self) -> String {
        let (moves, solutions) = (self.moves(), &self.solutions);
        let (least, largest) = (self.least_distance(), self.largest_distance());
        match self.is_whole {
            true => format!(
                "{solutions} solutions of {moves} moves, total distances {least} to {largest}"
            ),
            false => format!(
                "{solutions} solutions of {moves} moves on the board, infinitely many on the line, total distances from \
                 {least}, on the board to {largest}"
            ),
        }
    }

    fn merged(self, new: Self, k: BlockLength) -> Result<Self, Conflict> {
        let name = format!("k={k} n={}", self.n);
        if self.answer() != new.answer() {
            return Err(contradiction(
                &name,
                (self.answer(), &self.found_by),
                (new.answer(), &new.found_by),
            ));
        }
        let any_length = match (self.any_length, new.any_length) {
            (Some(stored), Some(new)) => Some(stored.merged(new, (k, self.n), &name)?),
            (stored, new) => new.or(stored),
        };
        Ok(Self { any_length, ..new })
    }

    fn check(&self, k: BlockLength) -> Result<(), RecordError> {
        let puzzle = Puzzle::new(k.into(), self.n)?;
        let claim = |reason: &str| Err(RecordError::Claim(format!("{puzzle}: {reason}")));
        for moves in [&self.least, &self.largest] {
            let solution = Solution::new(puzzle, 1, moves.clone());
            let verdict = check(&solution)?;
            if verdict.moves < puzzle.n() {
                return claim("a solution has at least n moves");
            }
            shortcut::of_rows(&solution)?;
        }
        if self.least.len() != self.largest.len() {
            return claim("all shortest solutions have the same number of moves");
        }
        if self.least_distance() > self.largest_distance() {
            return claim("the least total distance exceeds the largest");
        }
        let digits = self.solutions.as_bytes();
        let is_number = digits.iter().all(u8::is_ascii_digit) && digits.len() <= MOST_DIGITS;
        let (Some(b'1'..=b'9'), true) = (digits.first(), is_number) else {
            return claim("the number of solutions is not a number from 1 on in decimal digits");
        };
        if digits.last().is_some_and(|digit| digit % 2 == 1) {
            return claim(
                "solutions and their mirror images come in pairs, so their number is even",
            );
        }
        if self.solutions == "2" && self.least_distance() < self.largest_distance() {
            return claim("two solutions that are mirror images have the same total distance");
        }
        if self.moves() as u64 == puzzle.n() && !self.is_whole {
            return claim("the board holds all solutions of n moves");
        }
        let moves = self.moves() as u64;
        if self.found_by.states.is_some_and(|states| states < moves) {
            return claim("a search for all solutions sees the states of one");
        }
        if let Some(any_length) = &self.any_length {
            any_length.check(puzzle, self)?;
        }
        let count = SolveRequest {
            count: true,
            ..SolveRequest::new(puzzle)
        };
        is_of_run(&self.found_by, &count)
    }
}

impl AnyLength {
    /// Returns the least total distance that is known, in positions.
    #[must_use]
    pub fn distance(&self) -> u64 {
        distance(&self.least)
    }

    /// Returns the distance below which no solution is.
    #[must_use]
    pub fn at_least(&self, k: BlockLength, n: u64) -> u64 {
        let first = u64::from(k.get()).saturating_mul(n.saturating_sub(1));
        first.saturating_add(self.excluded.len() as u64)
    }

    /// Returns the distance in words.
    #[must_use]
    pub fn answer(&self, k: BlockLength, n: u64) -> String {
        let (distance, moves) = (self.distance(), self.least.len());
        match self.at_least(k, n) {
            at_least if at_least >= distance => {
                format!("the least total distance of all solutions is {distance}, in {moves} moves")
            }
            at_least => format!(
                "total distance {distance} in {moves} moves; no solution has less than {at_least}"
            ),
        }
    }

    /// Keeps the shorter distance, and the longer list of those that are excluded.
    fn merged(self, new: Self, (k, n): (BlockLength, u64), name: &str) -> Result<Self, Conflict> {
        let common = self.excluded.iter().zip(&new.excluded);
        let excludes = |one: &Self, other: &Self| one.at_least(k, n) > other.distance();
        if common.into_iter().any(|(one, other)| one != other)
            || excludes(&self, &new)
            || excludes(&new, &self)
        {
            return Err(contradiction(
                &name,
                (self.answer(k, n), &self.found_by),
                (new.answer(k, n), &new.found_by),
            ));
        }
        let is_older = self.distance() < new.distance();
        let least = if is_older { &self.least } else { &new.least }.clone();
        let longer = match self.excluded.len() > new.excluded.len() {
            true => self,
            false => new,
        };
        Ok(Self { least, ..longer })
    }

    fn check(&self, puzzle: Puzzle, cell: &CountCell) -> Result<(), RecordError> {
        let (k, n) = (puzzle.block_length(), puzzle.n());
        let claim = |reason: &str| Err(RecordError::Claim(format!("{puzzle}: {reason}")));
        let solution = Solution::new(puzzle, 1, self.least.clone());
        let _ = check(&solution)?;
        shortcut::of_rows(&solution)?;
        if self.distance() > cell.least_distance() {
            return claim("a shortest solution has a smaller total distance");
        }
        if self.at_least(k, n) > self.distance() {
            return claim("it excludes the distance of its solution");
        }
        if self.excluded.contains(&0) {
            return claim("a search for a distance expands a state at least");
        }
        let states = self
            .excluded
            .iter()
            .try_fold(0_u64, |sum, states| sum.checked_add(*states));
        if states.is_none() || self.found_by.states.is_some_and(|seen| Some(seen) < states) {
            return claim("a search expands the states with which it excludes distances");
        }
        let any_length = SolveRequest {
            any_length: true,
            ..SolveRequest::new(puzzle)
        };
        is_of_run(&self.found_by, &any_length)
    }
}

/// Requires the command of a request.
fn is_of_run(found_by: &FoundBy, expected: &SolveRequest) -> Result<(), RecordError> {
    let is_such = |command: SolveRequest| command.to_command() == expected.to_command();
    found_by.check(|run| run.asks(is_such))
}

impl Stored for SolutionCountsRecord {
    fn about() -> &'static About {
        &About {
            kind: RecordKind::SolutionCounts,
            name: "solution-counts",
            directory: "counts",
            title: "Stored numbers of shortest solutions",
            puzzle: &["linear"],
            plural: "Stored numbers of shortest solutions",
            has_k: true,
            has_n: true,
            listing: Listing::Rows(&[
                "file",
                "k",
                "n",
                "moves",
                "solutions",
                "whole",
                "least_distance",
                "largest_distance",
                "any_length_distance",
            ]),
        }
    }

    type Body = Self;

    /// As it was published.
    fn puzzle_described() -> &'static str {
        "The name of the puzzle in files about the linear puzzle."
    }

    fn derived(&mut self) -> Result<Vec<(String, &mut Derived, String)>, RecordError> {
        let (k, mut all) = (self.k, Vec::new());
        for cell in &mut self.cells {
            let (puzzle, answer) = (Puzzle::new(k.into(), cell.n)?, cell.answer());
            if let Some(any_length) = &mut cell.any_length {
                let answer = any_length.answer(k, cell.n);
                all.push((format!("{puzzle}: "), &mut any_length.answer, answer));
            }
            all.push((format!("{puzzle}: "), &mut cell.answer, answer));
        }
        Ok(all)
    }

    fn path(&self) -> PathBuf {
        Self::path_of(self.k)
    }

    /// Replays the solutions. A second search has to repeat the numbers.
    fn check(&self) -> Result<(), RecordError> {
        let in_order = |one: &CountCell, next: &CountCell| one.n < next.n;
        if self.cells.is_empty() || !self.cells.is_sorted_by(in_order) {
            return Err(RecordError::Claim(
                "there are no cells, or they are not in order".to_owned(),
            ));
        }
        self.cells.iter().try_for_each(|cell| cell.check(self.k))
    }

    fn runs(&self) -> Vec<&FoundBy> {
        let of_any_length = self
            .cells
            .iter()
            .filter_map(|cell| cell.any_length.as_ref());
        let of_any_length = of_any_length.map(|found| &found.found_by);
        self.cells
            .iter()
            .map(|cell| &cell.found_by)
            .chain(of_any_length)
            .collect()
    }

    fn minor(&self) -> u32 {
        match self.cells.iter().any(|cell| cell.any_length.is_some()) {
            true => 5,
            false => 0,
        }
    }

    fn level(&self) -> Level {
        Level::Recorded
    }

    /// The parts are the cells; each is complete.
    fn merged(self, new: Self, _name: &Path) -> Result<Self, Conflict> {
        let cells = union(
            self.cells,
            new.cells,
            |cell: &CountCell| cell.n,
            |stored, new| stored.merged(new, self.k),
        )?;
        Ok(Self { k: self.k, cells })
    }

    /// A stored shortest solution has as many moves.
    fn check_claims_about_others(
        &self,
        find: &dyn Fn(&Path) -> Option<Value>,
    ) -> Vec<(String, String)> {
        let differs = |cell: &CountCell| {
            let puzzle = Puzzle::new(self.k.into(), cell.n).ok()?;
            let path = crate::SolutionRecord::path_of(puzzle, &Default::default());
            let solution = find(&path)?;
            let (stored, moves) = (solution["moves"].as_array()?.len(), cell.moves());
            let what = format!("it has {stored} moves, but all shortest solutions have {moves}");
            (stored != moves).then(|| (path.to_string_lossy().into_owned(), what))
        };
        self.cells.iter().filter_map(differs).collect()
    }

    fn summary(&self) -> Summary {
        let sizes = self.cells.iter().map(|cell| cell.n.to_string());
        let sizes: Vec<String> = sizes.collect();
        let holds = format!("shortest solutions counted for n = {}", sizes.join(", "));
        let k = self.k.get();
        Summary {
            called: format!("numbers of shortest solutions for k = {k}"),
            k: Some(k.into()),
            sentence: format!("k = {k}: {holds}"),
            holds,
            found_by: format!("solve {k} N --count"),
            ..Summary::default()
        }
    }

    fn concerns(&self, k: Option<u64>, n: Option<u64>) -> bool {
        k.is_none_or(|k| k == u64::from(self.k.get())) && n.is_none_or(|n| self.cell(n).is_some())
    }

    fn counts(&self) -> SearchCounts {
        SearchCounts::by_layer("Numbers of solutions".to_owned(), [])
    }

    fn rows(&self, file: &str, n: Option<u64>) -> Vec<Vec<Value>> {
        let asked = self
            .cells
            .iter()
            .filter(|cell| n.is_none_or(|n| n == cell.n));
        let row = |cell: &CountCell| {
            let least = cell.least_distance();
            let largest = cell.is_whole.then(|| cell.largest_distance());
            let any_length = cell
                .any_length
                .as_ref()
                .filter(|found| found.at_least(self.k, cell.n) >= found.distance());
            vec![
                json!(file),
                json!(self.k.get()),
                json!(cell.n),
                json!(cell.moves()),
                json!(cell.solutions),
                json!(cell.is_whole),
                json!(least),
                json!(largest),
                json!(any_length.map(AnyLength::distance)),
            ]
        };
        asked.map(row).collect()
    }
}
