//! All shortest solutions in numbers: records, and sentences about them.

use crate::job::MakeError;
use crate::journal::run_directory;
use crate::layers::Layers;
use crate::local::Run;
use num_bigint::BigUint;
use serde_json::{Value, json};
use std::cmp::Ordering;
use std::io;
use std::io::Write;
use std::time::{Duration, Instant};
use tait_framework::{
    AllSolutions, CountError, CountedSolutions, Extent, LeastDistance, Solved, bounded,
    counted_solutions, least_distance, least_of_all,
};
use tait_linear::{BoundedSearch, Header, Puzzle, Solution, SolveRequest};
use tait_search::{Control, Pace};
use tait_store::checkpoint::CheckpointError;
use tait_store::{AnyLength, CountCell, FoundBy, SolutionCountsRecord, to_text};
use tait_text::Layout;

/// What was found out about all shortest solutions.
#[derive(Debug, Clone, PartialEq)]
pub struct Counted {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The numbers, and the run that found them.
    pub cell: CountCell,
    /// Whether the solutions are all that there are.
    pub extent: Extent,
    /// The number of solutions without the mirror image of any other, if the restrictions are symmetric.
    pub up_to_symmetry: Option<String>,
    /// Whether the numbers come from the store.
    pub is_stored: bool,
}

/// Counts all shortest solutions, or looks the numbers up. Only those of a puzzle without restrictions, prefix, bound or
/// other prune rules are stored, and these only if `is_stored`. A search that does not fit in memory keeps its layers beside
/// the store, and resumes from them.
///
/// ```
/// use tait_jobs::{Run, count_solutions};
/// use tait_linear::{Puzzle, SolveRequest};
/// use tait_store::Store;
/// let data = tempfile::tempdir()?;
/// let (store, control) = (Store::new(data.path()), Default::default());
/// let (request, run) = (SolveRequest::new(Puzzle::new(2, 7)?), Run::new(&store, &control));
/// let counted = count_solutions(&request, true, &run)?.expect("7 moves suffice");
/// assert_eq!((&*counted.cell.solutions, counted.is_stored), ("18", false));
/// assert!(count_solutions(&request, true, &run)?.is_ok_and(|counted| counted.is_stored));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When a board would be too wide, a stationary position holds no coin, the prefix is against the rules, or the store
/// cannot be read or written. Inside: why there are no solutions.
pub fn count_solutions(
    request: &SolveRequest,
    is_stored: bool,
    run: &Run<'_>,
) -> Result<Result<Counted, Solved>, MakeError> {
    let (store, control) = (run.store, run.control);
    let (k, n) = (request.puzzle.block_length(), request.puzzle.n());
    let is_plain = is_plain(request);
    if is_plain
        && !run.is_fresh
        && let Some(record) = store.solution_counts(k)?
        && let Some(cell) = record.cell(n)
    {
        discard_layers(request, cell, run)?;
        return Ok(Ok(Counted::of_stored(request.puzzle, cell.clone())));
    }
    let begin = Instant::now();
    // The store never answers the other questions, so none of its answers removes their layers.
    let directory = run_directory(store, run.is_fresh || !is_plain);
    let layers = Layers::new(&directory, control.sink);
    let open = |bounded: &BoundedSearch| layers.open_counts(bounded);
    let found = counted_solutions(request, &open, control);
    let found = match found.map_err(of_counting)? {
        Ok(found) => found,
        Err(solved) => return ended(solved, &layers),
    };
    let name = SolveRequest {
        count: true,
        ..SolveRequest::new(request.puzzle)
    }
    .to_string();
    let Some(counted) = Counted::of_found(&found, (&name, begin.elapsed())) else {
        return ended(Solved::Unsolvable, &layers);
    };
    if is_plain && is_stored {
        let cells = vec![counted.cell.clone()];
        let saved = store.save(&SolutionCountsRecord { k, cells })?;
        saved.tell_set_aside(control.sink);
    }
    layers.finish()?;
    Ok(Ok(counted))
}

/// Returns whether nothing is asked for but the puzzle, so that the store holds the answer.
fn is_plain(request: &SolveRequest) -> bool {
    request.prefix.is_empty()
        && request.most_moves.is_none()
        && request.restrictions.is_none()
        && request.takes_any_search()
}

/// Finds the least total distance of solutions of any length, or up to the bound of the request.
///
/// Without bound, restrictions and prefix it goes on from the distances that are stored as excluded, and if `is_stored`, it
/// stores those that it excludes, also when it is stopped, beside the numbers of shortest solutions, with which it begins.
///
/// # Errors
/// As [`count_solutions`]; inside, too.
pub fn least_of_any_length(
    request: &SolveRequest,
    is_stored: bool,
    run: &Run<'_>,
) -> Result<Result<LeastDistance, Solved>, MakeError> {
    let control = run.control;
    if is_plain(request) {
        let counted = match count_solutions(request, is_stored, run)? {
            Ok(counted) => counted,
            Err(solved) => return Ok(Err(solved)),
        };
        return least_from(counted, is_stored, run).map(Ok);
    }
    let layers = Layers::new(&run_directory(run.store, true), control.sink);
    let open = |bounded: &BoundedSearch| layers.open_counts(bounded);
    let found = least_distance(request, &open, control);
    match found.map_err(of_counting)? {
        Ok(least) => {
            match &least.stopped {
                Some(_) => layers.tell_kept(),
                None => layers.finish()?,
            }
            Ok(Ok(least))
        }
        Err(solved) => ended(solved, &layers),
    }
}

/// Goes on from what is stored about solutions of any length, or from the shortest solutions.
fn least_from(
    counted: Counted,
    is_stored: bool,
    run: &Run<'_>,
) -> Result<LeastDistance, MakeError> {
    let (puzzle, mut cell) = (counted.puzzle, counted.cell);
    let known = cell.any_length.take().filter(|_| !run.is_fresh);
    let is_settled = known
        .as_ref()
        .is_some_and(|known| known.at_least(puzzle.block_length(), puzzle.n()) >= known.distance());
    let (moves, excluded, before) = match known {
        Some(known) => (known.least, known.excluded, known.found_by.seconds),
        None => (cell.least.clone(), Vec::new(), 0.0),
    };
    let begin = Instant::now();
    let least = least_of_all(Solution::new(puzzle, 1, moves), &excluded, run.control);
    let is_new = least.excluded.len() > excluded.len() || least.stopped.is_none() && !is_settled;
    if is_stored && is_new {
        let name = SolveRequest {
            any_length: true,
            ..SolveRequest::new(puzzle)
        };
        let excluded: Vec<u64> = least.excluded.iter().map(|(_, states)| *states).collect();
        let elapsed = begin.elapsed() + Duration::try_from_secs_f64(before).unwrap_or_default();
        cell.any_length = Some(AnyLength {
            answer: Default::default(),
            least: least.solution.moves().to_vec(),
            found_by: FoundBy {
                states: Some(excluded.iter().sum()),
                ..FoundBy::new(name.to_string(), elapsed)
            },
            excluded,
        });
        let (k, cells) = (puzzle.block_length(), vec![cell]);
        let saved = run.store.save(&SolutionCountsRecord { k, cells })?;
        saved.tell_set_aside(run.control.sink);
    }
    Ok(least)
}

/// Removes the layers of a count that an earlier run stored, in case that run was killed before it removed them.
fn discard_layers(
    request: &SolveRequest,
    cell: &CountCell,
    run: &Run<'_>,
) -> Result<(), MakeError> {
    let layers = Layers::new(run.store.directory(), run.control.sink);
    for moves in request.puzzle.n()..=cell.moves() as u64 {
        let Ok(bounded) = bounded(request, moves as u32) else {
            break;
        };
        layers.discard_counts(&bounded)?;
        if let Ok(wider) = bounded.with_wider_board() {
            layers.discard_counts(&wider)?;
        }
    }
    Ok(())
}

fn of_counting(error: CountError) -> MakeError {
    match error {
        CountError::Layers(failed) => CheckpointError::from(failed).into(),
        CountError::Solutions(error) => MakeError::other(error),
    }
}

/// Ends a search that found nothing: one that stopped leaves its layers to the next run.
fn ended<T>(solved: Solved, layers: &Layers<'_>) -> Result<Result<T, Solved>, MakeError> {
    match &solved {
        Solved::Stopped { .. } => layers.tell_kept(),
        _ => layers.finish()?,
    }
    Ok(Err(solved))
}

impl Counted {
    /// Returns the numbers of a finding; `None` where there is no solution. The record gives `name_of_run`, such as a
    /// command, as the origin.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use std::time::Duration;
    /// use tait_framework::counted_solutions;
    /// use tait_jobs::Counted;
    /// use tait_linear::{Puzzle, SolveRequest};
    /// use tait_search::MemoryLayers;
    /// let request = SolveRequest::new(Puzzle::new(2, 7)?);
    /// let open = |_: &_| Ok(Arc::new(MemoryLayers::default()) as _);
    /// let found = counted_solutions(&request, &open, &Default::default())?.expect("7 moves suffice");
    /// let counted = Counted::of_found(&found, ("solve 2 7 --count", Duration::ZERO)).expect("there are moves");
    /// assert_eq!(counted.cell.answer(), "18 solutions of 7 moves, total distances 48 to 56");
    /// assert_eq!(counted.up_to_symmetry.as_deref(), Some("9"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of_found(
        found: &CountedSolutions,
        (name_of_run, elapsed): (&str, Duration),
    ) -> Option<Self> {
        let extreme = |wanted| found.by_distance(wanted).map(|(_, solution)| solution);
        let (least, largest) = (extreme(Ordering::Less)?, extreme(Ordering::Greater)?);
        let moves = |solution: &Solution| solution.moves().to_vec();
        let excluded = found.shorter.iter().flat_map(|(_, states)| states);
        let states = excluded.chain(&found.numbers.searched).sum();
        let cell = CountCell {
            n: found.puzzle().n(),
            answer: Default::default(),
            solutions: found.numbers.count.to_string(),
            is_whole: found.extent != Extent::Board,
            least: moves(&least),
            largest: moves(&largest),
            found_by: FoundBy {
                states: Some(states),
                ..FoundBy::new(name_of_run, elapsed)
            },
            any_length: None,
        };
        Some(Self {
            puzzle: found.puzzle(),
            cell,
            extent: found.extent,
            up_to_symmetry: found.up_to_symmetry().map(|number| number.to_string()),
            is_stored: false,
        })
    }

    /// Makes what is known from a stored cell, which is about a puzzle without restrictions.
    #[must_use]
    pub fn of_stored(puzzle: Puzzle, cell: CountCell) -> Self {
        let extent = match cell.is_whole {
            true => Extent::Line,
            false => Extent::Board,
        };
        let half = cell.solutions.parse::<BigUint>();
        let half = half.map(|number| number / 2_u32);
        Self {
            puzzle,
            cell,
            extent,
            up_to_symmetry: half.ok().map(|number| number.to_string()),
            is_stored: true,
        }
    }

    /// Returns what the number means, in a sentence.
    #[must_use]
    pub fn remark(&self) -> String {
        let puzzle = self.puzzle;
        let (number, moves) = (&self.cell.solutions, self.cell.moves());
        let half = self.up_to_symmetry.as_ref().map_or(String::new(), |half| {
            format!(", {half} where mirror images with all types flipped count once")
        });
        let extent = match self.extent {
            Extent::Line => "these are all on the unbounded line",
            Extent::Blocks => "these are all within the allowed blocks",
            Extent::Board => {
                "on the unbounded line there are infinitely many, because coins can be set aside at any distance; these \
                 are on the board of the board theorem"
            }
        };
        let ending = if number == "1" { "" } else { "s" };
        format!("{puzzle}: {number} shortest solution{ending} of {moves} moves{half}; {extent}")
    }

    /// Returns the least or the largest total distance, with a solution; no largest where there are infinitely many
    /// solutions.
    #[must_use]
    pub fn extremes(&self) -> Vec<(&'static str, u64, Solution)> {
        let solution = |moves: &[_]| Solution::new(self.puzzle, 1, moves.to_vec());
        let least = solution(&self.cell.least);
        let mut extremes = vec![("least", self.cell.least_distance(), least)];
        if self.extent != Extent::Board {
            let largest = solution(&self.cell.largest);
            extremes.push(("largest", self.cell.largest_distance(), largest));
        }
        extremes
    }

    /// Returns the numbers as JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        let cell = &self.cell;
        json!({
            "puzzle": "linear", "k": self.puzzle.k(), "n": cell.n, "moves": cell.moves(),
            "solutions": cell.solutions, "up_to_symmetry": self.up_to_symmetry, "whole": cell.is_whole,
        })
    }
}

/// Returns total distances with their solutions, whose first coin is placed at `start`, as text below header lines or as JSON.
///
/// # Errors
/// When there is no JSON form, which does not happen.
///
/// ```
/// use tait_jobs::extremes_text;
/// use tait_linear::{Puzzle, Solution};
/// let solution = Solution::new(Puzzle::new(2, 3)?, 1, [(1, 7), (6, 9), (3, 6)].map(Into::into).to_vec());
/// let text = "# linear k=2 n=3 start=1: least 12\n(1→7) (6→9) (3→6)\n";
/// assert_eq!(extremes_text(&[("least", 12, solution)], 1, false)?, text);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn extremes_text(
    extremes: &[(&str, u64, Solution)],
    start: i64,
    is_json: bool,
) -> serde_json::Result<String> {
    let (mut text, mut object) = (String::new(), serde_json::Map::new());
    for (name, distance, solution) in extremes {
        let solution = solution.at_start(start);
        let words: Vec<String> = solution.moves().iter().map(ToString::to_string).collect();
        let (header, words) = (solution.header(), words.join(" "));
        text.push_str(&format!("{header}: {name} {distance}\n{words}\n"));
        let moves = solution.moves();
        let value = json!({"distance": distance, "start": solution.start(), "moves": moves});
        let _ = object.insert((*name).to_owned(), value);
    }
    match is_json {
        true => to_text(&object),
        false => Ok(text),
    }
}

/// The form of a list of solutions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListFormat {
    /// A line of moves for each solution, below a header line that says so.
    Text,
    /// One JSON object with all solutions.
    Json,
    /// A JSON object for each solution, with its index.
    JsonLines,
}

/// Writes the solutions from an index on, in their order, with the first coin at `start`. Each is written before the next
/// one is made, so the list takes no memory.
///
/// Returns the index of the next solution if it is told to stop before the end.
///
/// # Errors
/// When the output cannot be written.
///
/// ```
/// use tait_framework::all_solutions;
/// use tait_jobs::{ListFormat, write_solutions};
/// use tait_linear::{Puzzle, SolveRequest};
/// let request = SolveRequest::new(Puzzle::new(2, 3)?);
/// let all = all_solutions(&request, &Default::default())?.expect("3 moves suffice");
/// let mut list = Vec::new();
/// let next = write_solutions(&all, &1_u32.into(), 1, ListFormat::Text, &mut list, &Default::default())?;
/// let text = "# linear k=2 n=3 start=1 lines=solutions\n(5→-1) (0→-3) (3→0)\n";
/// assert_eq!((next, list), (None, text.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_solutions(
    all: &AllSolutions,
    from: &BigUint,
    start: i64,
    format: ListFormat,
    out: &mut dyn Write,
    control: &Control<'_>,
) -> io::Result<Option<BigUint>> {
    let (puzzle, mut index, mut pace) = (all.puzzle(), from.clone(), Pace::default());
    let (k, n, length) = (puzzle.k(), puzzle.n(), all.length());
    let fields = format!(r#""puzzle":"linear","k":{k},"n":{n},"start":{start}"#);
    if format == ListFormat::Json {
        let listed = format!(r#""moves":{length},"from_index":"{from}","solutions":["#);
        write!(out, "{{{fields},{listed}")?;
    }
    if format == ListFormat::Text {
        writeln!(out, "# {}{}", Header { puzzle, start }, Layout::Solutions)?;
    }
    let mut separator = "";
    let mut solutions = all.from_index(from);
    let stopped_at = loop {
        let Some(moves) = solutions.next() else {
            break None;
        };
        if pace.is_due() && control.is_over() {
            break Some(index);
        }
        let solution = Solution::new(puzzle, 1, moves).at_start(start);
        let steps = solution.moves().iter();
        match format {
            ListFormat::Text => {
                let words: Vec<String> = steps.map(ToString::to_string).collect();
                writeln!(out, "{}", words.join(" "))?;
            }
            ListFormat::Json | ListFormat::JsonLines => {
                let pairs: Vec<String> = steps
                    .map(|step| format!("[{},{}]", step.from, step.to))
                    .collect();
                let pairs = pairs.join(",");
                match format {
                    ListFormat::JsonLines => {
                        writeln!(out, r#"{{{fields},"index":"{index}","moves":[{pairs}]}}"#)?;
                    }
                    _ => write!(out, "{separator}\n[{pairs}]")?,
                }
            }
        }
        separator = ",";
        index += 1_u32;
    };
    if format == ListFormat::Json {
        writeln!(out, "\n]}}")?;
    }
    out.flush()?;
    Ok(stopped_at)
}
