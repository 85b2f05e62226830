//! The map of one block length on disk: for each size, whether `n` moves suffice, and why. The turned puzzle has maps of its
//! own, of another kind, so that no reader takes one for the other.

use crate::commands::{ClassifyCommand, WrapsCommand};
use crate::error::{RecordError, require_answer};
use crate::family::is_framework;
use crate::found_by::FoundBy;
use crate::kinds::RecordKind;
use crate::level::Level;
use crate::shortcut;
use crate::solution::{SolutionRecord, solve};
use crate::stored::{
    About, Conflict, Listing, SearchCounts, Stored, Summary, contradiction, union,
};
use crate::verify::{check_search, check_solution};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use tait_linear::{
    BlockLength, Cell, CellAnswer, Claim, Exhaustion, Move, Puzzle, Restrictions, Size, Solution,
};

/// The known facts about the sizes of one block length.
#[derive(Debug, Clone, PartialEq)]
pub struct ClassificationRecord {
    /// The block length.
    pub k: BlockLength,
    /// The cells, in ascending order of their sizes.
    pub cells: Vec<CellRecord>,
}

/// The known facts about one size, and their source.
#[derive(Debug, Clone, PartialEq)]
pub struct CellRecord {
    /// The facts.
    pub cell: Cell,
    /// The source, in words, of what was not searched but taken from elsewhere in the store.
    pub source: Option<String>,
    /// The run that found it.
    pub found_by: FoundBy,
}

/// A file `classification/kKK.json`: the sizes of one block length that take n moves, and what is known of the others.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClassificationBody {
    /// The number of adjacent coins that a move slides.
    k: BlockLength,
    /// The sizes of the map, in ascending order.
    cells: Vec<CellForm>,
}

/// The known facts about one size, and their source.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Cell")]
struct CellForm {
    /// The number of nickels, and of pennies, in the row.
    #[schemars(with = "Size")]
    n: u64,
    /// The conclusion from the rest, in words; recomputed whenever the file is read.
    answer: String,
    /// The shortest known solution, with its first coin at 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<Move>>,
    /// The numbers of moves that a search excluded.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    excluded: Vec<Exhaustion>,
    /// The source, in words, of what was not searched but taken from elsewhere in the store.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    source: Option<String>,
    /// The run that found it.
    found_by: FoundBy,
}

impl ClassificationRecord {
    /// Makes a map without cells.
    #[must_use]
    pub const fn empty(k: BlockLength) -> Self {
        Self {
            k,
            cells: Vec::new(),
        }
    }

    /// Returns the cell of a size.
    #[must_use]
    pub fn cell(&self, n: u64) -> Option<&CellRecord> {
        let place = self.place(n).ok()?;
        self.cells.get(place)
    }

    /// Inserts a cell, or replaces the one of the same size.
    pub fn put(&mut self, record: CellRecord) {
        match self.place(record.cell.puzzle.n()) {
            Ok(place) => self.cells[place] = record,
            Err(place) => self.cells.insert(place, record),
        }
    }

    fn place(&self, n: u64) -> Result<usize, usize> {
        self.cells
            .binary_search_by_key(&n, |record| record.cell.puzzle.n())
    }
}

impl TryFrom<ClassificationBody> for ClassificationRecord {
    type Error = RecordError;

    fn try_from(body: ClassificationBody) -> Result<Self, RecordError> {
        let ClassificationBody { k, cells } = body;
        Ok(Self {
            k,
            cells: read_cells(cells, k, false)?,
        })
    }
}

fn read_cells(
    cells: Vec<CellForm>,
    k: BlockLength,
    is_turned: bool,
) -> Result<Vec<CellRecord>, RecordError> {
    let cells = cells.into_iter().map(|form| form.read(k, is_turned));
    cells.collect()
}

impl From<ClassificationRecord> for ClassificationBody {
    fn from(record: ClassificationRecord) -> Self {
        Self {
            k: record.k,
            cells: record.cells.into_iter().map(CellForm::from).collect(),
        }
    }
}

impl Stored for ClassificationRecord {
    fn about() -> &'static About {
        &About {
            kind: RecordKind::Classification,
            name: "classification",
            directory: "classification",
            title: "Stored map of one block length",
            puzzle: &["linear"],
            plural: "Stored maps: which sizes take n moves",
            has_k: true,
            has_n: true,
            listing: Listing::Rows(CELL_COLUMNS),
        }
    }

    type Body = ClassificationBody;

    fn path(&self) -> PathBuf {
        PathBuf::from(format!("classification/k{:02}.json", self.k.get()))
    }

    /// Replays every solution, and compares every search and every answer with the rest.
    fn check(&self) -> Result<(), RecordError> {
        map(self, false)
    }

    fn runs(&self) -> Vec<&FoundBy> {
        self.cells.iter().map(|cell| &cell.found_by).collect()
    }

    fn level(&self) -> Level {
        let levels = self.cells.iter().map(CellRecord::level);
        levels.max().unwrap_or(Level::Replayed)
    }

    /// The parts are the cells.
    fn merged(self, new: Self, _name: &Path) -> Result<Self, Conflict> {
        let size = |record: &CellRecord| record.cell.puzzle.n();
        let cells = union(self.cells, new.cells, size, CellRecord::merged)?;
        Ok(Self { k: self.k, cells })
    }

    fn summary(&self) -> Summary {
        let (k, cells) = (self.k, self.cells.len());
        let is_open =
            |record: &&CellRecord| matches!(record.cell.answer(), CellAnswer::Open { .. });
        let open = self.cells.iter().filter(is_open).count();
        Summary {
            called: format!("the map of k = {k}"),
            k: Some(k.into()),
            holds: format!("{cells} cells, {open} open"),
            sentence: format!("map of k = {k}: {cells} cells"),
            found_by: "classify".to_owned(),
            ..Summary::default()
        }
    }

    fn concerns(&self, k: Option<u64>, n: Option<u64>) -> bool {
        let mut sizes = self.cells.iter().map(|cell| cell.cell.puzzle.n());
        k.is_none_or(|k| k == u64::from(self.k)) && sizes.any(|size| n.is_none_or(|n| n == size))
    }

    fn counts(&self) -> SearchCounts {
        let searches = self.cells.iter().flat_map(|CellRecord { cell, .. }| {
            let named = |search: &Exhaustion| {
                let name = format!("n = {}, {} moves", cell.puzzle.n(), search.moves);
                (name, search.states.clone())
            };
            cell.excluded.iter().map(named)
        });
        SearchCounts::by_depth(format!("States per depth, k = {}", self.k), searches)
    }

    fn rows(&self, _file: &str, n: Option<u64>) -> Vec<Vec<Value>> {
        let size = |record: &CellRecord| record.cell.puzzle.n();
        let cells = self.cells.iter();
        cells
            .filter(|record| n.is_none_or(|wanted| wanted == size(record)))
            .map(|record| cell_row(self.k, size(record), record.cell.answer(), Some(record)))
            .collect()
    }
}

// The map of the turned puzzle.

/// The known facts about the sizes of one block length in the turned puzzle.
#[derive(Debug, Clone, PartialEq)]
pub struct TurnedClassificationRecord(
    /// The map, whose cells are all of the turned puzzle.
    pub ClassificationRecord,
);

/// A file `turned/kKK.json`: the sizes of one block length that take n moves of the turned puzzle, and what is known of the
/// others.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TurnedClassificationBody {
    /// The number of adjacent coins that a move slides, and turns.
    k: BlockLength,
    /// The sizes of the map, in ascending order.
    cells: Vec<CellForm>,
}

impl TryFrom<TurnedClassificationBody> for TurnedClassificationRecord {
    type Error = RecordError;

    fn try_from(body: TurnedClassificationBody) -> Result<Self, RecordError> {
        let TurnedClassificationBody { k, cells } = body;
        let cells = read_cells(cells, k, true)?;
        Ok(Self(ClassificationRecord { k, cells }))
    }
}

impl From<TurnedClassificationRecord> for TurnedClassificationBody {
    fn from(record: TurnedClassificationRecord) -> Self {
        let ClassificationBody { k, cells } = record.0.into();
        Self { k, cells }
    }
}

impl Stored for TurnedClassificationRecord {
    fn about() -> &'static About {
        &About {
            kind: RecordKind::TurnedClassification,
            name: "turned-classification",
            directory: "turned",
            title: "Stored map of one block length in the turned puzzle",
            puzzle: &["turned"],
            plural: "Stored maps of the turned puzzle: which sizes take n moves",
            has_k: true,
            has_n: true,
            listing: Listing::Rows(CELL_COLUMNS),
        }
    }

    type Body = TurnedClassificationBody;

    fn path(&self) -> PathBuf {
        PathBuf::from(format!("turned/k{:02}.json", self.0.k.get()))
    }

    fn check(&self) -> Result<(), RecordError> {
        map(&self.0, true)
    }

    fn runs(&self) -> Vec<&FoundBy> {
        self.0.runs()
    }

    fn level(&self) -> Level {
        self.0.level()
    }

    fn merged(self, new: Self, name: &Path) -> Result<Self, Conflict> {
        self.0.merged(new.0, name).map(Self)
    }

    fn summary(&self) -> Summary {
        let of_cells = self.0.summary();
        Summary {
            called: format!("{} of the turned puzzle", of_cells.called),
            sentence: format!("turned puzzle, {}", of_cells.sentence),
            ..of_cells
        }
    }

    fn concerns(&self, k: Option<u64>, n: Option<u64>) -> bool {
        self.0.concerns(k, n)
    }

    fn counts(&self) -> SearchCounts {
        self.0.counts()
    }

    fn rows(&self, file: &str, n: Option<u64>) -> Vec<Vec<Value>> {
        self.0.rows(file, n)
    }
}

impl CellRecord {
    /// Returns what a solution without restrictions says about its size, with the searches that prove it optimal.
    #[must_use]
    pub fn of_solution(record: &SolutionRecord) -> Option<Self> {
        let excluded = match &record.claim {
            Claim::LowerBound => Vec::new(),
            Claim::Exhaustion { shorter } => shorter.clone(),
        };
        record.restrictions.is_none().then(|| Self {
            cell: Cell {
                puzzle: record.solution.puzzle(),
                excluded,
                solution: Some(record.solution.at_start(1)),
            },
            source: Some("the stored solution".to_owned()),
            found_by: record.found_by.clone(),
        })
    }

    /// Returns the level of what is said about the size.
    #[must_use]
    pub fn level(&self) -> Level {
        Level::of_search(!self.cell.excluded.is_empty())
    }

    /// Keeps the longer run of excluded lengths, and the shorter solution. Of cells that say equally much, one that was
    /// searched beats one that was taken from elsewhere.
    fn merged(self, new: Self) -> Result<Self, Conflict> {
        for (one, other) in [(&self, &new), (&new, &self)] {
            let (at_least, at_most) = (one.cell.at_least(), other.cell.at_most());
            if at_most.is_some_and(|at_most| at_most < at_least) {
                return Err(contradiction(
                    &self.cell.puzzle,
                    (self.cell.answer().to_string(), &self.found_by),
                    (new.cell.answer().to_string(), &new.found_by),
                ));
            }
        }
        let excluded = |record: &Self| record.cell.excluded.len();
        let moves = |record: &Self| record.cell.at_most().unwrap_or(u64::MAX);
        let knows = |one: &Self, other: &Self| {
            excluded(one) >= excluded(other) && moves(one) <= moves(other)
        };
        match (knows(&self, &new), knows(&new, &self)) {
            (true, true) if self.source.is_none() && new.source.is_some() => Ok(self),
            (_, true) => Ok(new),
            (true, false) => Ok(self),
            (false, false) if excluded(&self) > excluded(&new) => Ok(self.solved_by(new)),
            (false, false) => Ok(new.solved_by(self)),
        }
    }

    /// Combines the searches of this cell with the solution of another run.
    fn solved_by(self, other: Self) -> Self {
        Self {
            cell: Cell {
                solution: other.cell.solution,
                ..self.cell
            },
            source: other.source.or(self.source),
            found_by: self.found_by.and(other.found_by),
        }
    }
}

impl CellForm {
    fn read(self, k: BlockLength, is_turned: bool) -> Result<CellRecord, RecordError> {
        let puzzle = Puzzle::new(k.into(), self.n)?.turned_if(is_turned);
        let cell = Cell {
            puzzle,
            excluded: self.excluded,
            solution: self.moves.map(|moves| Solution::new(puzzle, 1, moves)),
        };
        // A file may be older than the theorem on two and two coins.
        let is_older = !puzzle.only_rotates() && self.answer == cell.searched().to_string();
        if !is_older {
            require_answer(&self.answer, &cell.answer().to_string())
                .map_err(|what| RecordError::Claim(format!("{puzzle}: {what}")))?;
        }
        Ok(CellRecord {
            cell,
            source: self.source,
            found_by: self.found_by,
        })
    }
}

impl From<CellRecord> for CellForm {
    fn from(record: CellRecord) -> Self {
        let cell = record.cell;
        Self {
            n: cell.puzzle.n(),
            answer: cell.answer().to_string(),
            moves: cell.solution.map(|solution| solution.moves().to_vec()),
            excluded: cell.excluded,
            source: record.source,
            found_by: record.found_by,
        }
    }
}

// Checks a map.

fn map(record: &ClassificationRecord, is_turned: bool) -> Result<(), RecordError> {
    let mut previous = 0;
    for cell_record in &record.cells {
        let CellRecord { cell, .. } = cell_record;
        run_of(cell_record)?;
        let (puzzle, n) = (cell.puzzle, cell.puzzle.n());
        let fail = |reason: String| Err(RecordError::Claim(format!("{puzzle} {reason}")));
        if (puzzle.block_length(), puzzle.is_turned()) != (record.k, is_turned) {
            let turned = if is_turned { ", turned" } else { "" };
            return fail(format!("is in the map of k = {}{turned}", record.k));
        }
        if n <= previous {
            return fail("is out of order".to_owned());
        }
        previous = n;
        let searched: Vec<u64> = cell.excluded.iter().map(|search| search.moves).collect();
        if searched != (n..cell.at_least()).collect::<Vec<_>>() {
            return fail(format!(
                "must be searched for {n}, {}, ... moves in turn, found {searched:?}",
                n + 1
            ));
        }
        for search in &cell.excluded {
            check_search(puzzle, &Restrictions::default(), search)?;
        }
        let Some(solution) = &cell.solution else {
            continue;
        };
        if solution.puzzle() != puzzle {
            return fail(format!("has a solution of {}", solution.puzzle()));
        }
        let moves = check_solution(solution)?.moves;
        if moves < cell.at_least() {
            return fail(format!(
                "has a solution of {moves} moves, but a search excluded this number"
            ));
        }
        if !cell.excluded.is_empty() && moves == cell.at_least() {
            shortcut::of_rows(solution)?;
        }
    }
    Ok(())
}

/// Requires `classify --k K --n N`, or the command of the source from which the cell was taken, or that the solution was
/// taken in. A stored solution or a family gives an optimum.
fn run_of(record: &CellRecord) -> Result<(), RecordError> {
    let (puzzle, found_by) = (record.cell.puzzle, &record.found_by);
    let none = Restrictions::default();
    let at_most = record.cell.at_most();
    let source = record.source.as_deref();
    // No record that a cell could come from is of the turned puzzle.
    let elsewhere = source.filter(|_| !puzzle.is_turned());
    let is_solution = elsewhere == Some("the stored solution");
    let family = elsewhere.filter(|source| source.starts_with("families/"));
    let is_own = |run: &FoundBy| match family {
        _ if is_solution => {
            let moves = at_most.unwrap_or_default();
            solve(found_by, puzzle, &none, moves).is_ok()
        }
        Some(_) => {
            let k = puzzle.block_length();
            let is_wraps = |wraps: WrapsCommand| wraps.k == k && run.has_seed(wraps.seed);
            // A family may be restricted, and its solutions are solutions all the same.
            is_framework(run, k) || run.asks(is_wraps)
        }
        None => run.asks(|command: ClassifyCommand| {
            (command.k, command.n) == (puzzle.block_length(), puzzle.n())
                && command.turned == puzzle.is_turned()
                && run.has_seed(command.seed)
        }),
    };
    found_by.check_or_added(is_own)?;
    let wrong = |what: String| Err(RecordError::Provenance(format!("{puzzle}: {what}")));
    if found_by.is_all_added() && !record.cell.excluded.is_empty() {
        return wrong("no search was taken in with the solution".to_owned());
    }
    let is_optimum = at_most == Some(record.cell.at_least());
    if !is_optimum && (is_solution || family.is_some()) {
        let source = tait_text::excerpt(source.unwrap_or_default());
        return wrong(format!("{source} gives an optimum"));
    }
    match family {
        Some(source) if !is_of_family(source, puzzle) => {
            let source = tait_text::excerpt(source);
            wrong(format!("'{source}' does not name a family that gives it"))
        }
        _ => Ok(()),
    }
}

/// Returns whether a source is a family of this block length that makes a solution of this size as it says:
/// `families/kKK-NAME.json, base n = B extended T times` or `families/kKK-NAME.json, wrapped T times`.
fn is_of_family(source: &str, puzzle: Puzzle) -> bool {
    let of_length = format!("families/k{:02}-", puzzle.k());
    let Some((name, way)) = source
        .strip_prefix(&of_length)
        .and_then(|source| source.split_once(".json, "))
    else {
        return false;
    };
    let times = |times: &str| match times {
        "" => Some(0),
        "once" => Some(1),
        _ => times.strip_suffix(" times")?.parse::<u64>().ok(),
    };
    if let Some(way) = way.strip_prefix("base n = ") {
        let (base, extended) = way.split_once(" extended ").unwrap_or((way, ""));
        let size = || {
            let step = match name {
                "doubles" => 2,
                _ => 2 * u64::from(puzzle.k()),
            };
            let more = times(extended)?.checked_mul(step)?;
            base.parse::<u64>().ok()?.checked_add(more)
        };
        return size() == Some(puzzle.n());
    }
    let wrapped = way.strip_prefix("wrapped ").and_then(times);
    way == "a base" || wrapped.is_some_and(|times| times > 0)
}

// Maps as tables.

/// The columns of a table with a row for each size.
const CELL_COLUMNS: &[&str] = &[
    "k", "n", "answer", "suffices", "at_least", "at_most", "searched", "source", "found_by",
];

/// Returns the row for a size, with what is on record, if anything.
#[must_use]
pub fn cell_row(
    k: BlockLength,
    n: u64,
    answer: CellAnswer,
    record: Option<&CellRecord>,
) -> Vec<Value> {
    let cell = record.map(|record| &record.cell);
    let searched = cell.map(|cell| {
        let states = cell.excluded.iter().flat_map(|search| &search.states);
        states.sum::<u64>()
    });
    vec![
        json!(k),
        json!(n),
        json!(answer.to_string()),
        json!(answer.suffices()),
        json!(least_moves(n, answer, cell)),
        json!(cell.and_then(Cell::at_most)),
        json!(searched),
        json!(record.and_then(|record| record.source.as_ref())),
        json!(record.map(|record| &record.found_by.command)),
    ]
}

/// Returns the least number of moves that the record does not exclude for a size; `None` if every number is excluded.
#[must_use]
pub fn least_moves(n: u64, answer: CellAnswer, cell: Option<&Cell>) -> Option<u64> {
    (answer != CellAnswer::NoSolution).then(|| cell.map_or(n, Cell::at_least))
}
