//! The searches, each named by its command.

use crate::run::Run;
use crate::{THIS, exception, failed, rows, unanswered, wrong};
use num_bigint::BigUint;
use pyo3::prelude::*;
use serde_json::json;
use std::ffi::OsStr;
use std::fmt::Display;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tait_atlas::explain::{search_estimate, write_auxiliary_list};
use tait_atlas::grid::{
    COMPONENT_COLUMNS, DesignedPuzzle, NamedBoard, NamedPuzzle, candidate_table, component_rows,
    puzzle_form, table_of, whole_board,
};
use tait_atlas::map::{Evidence, Range, block_lengths};
use tait_atlas::{
    Format, Table, none_up_to, restriction_table, row_puzzle, row_summary, shuffling_cells,
    start_table,
};
use tait_framework::grid::{
    Components, DesignError, Designs, Solved as SolvedOnGrid, WholeBoardError, known, reconstruct,
    solve as solve_on_grid,
};
use tait_framework::{
    LONGEST_AUXILIARY, RowError, Solved, SolvedRow, StartsError, all_solutions, bounded,
    count_of_vacancy, estimate as estimate_search, list_row, row_within, solve_row,
    starts as search_starts,
};
use tait_jobs::{
    Layers, MapRequest, OPTIMUM_STATES, ShapeTable, ShufflingTable, Workers, WrapRequest,
    count_solutions, family_request, is_counted, keep_shuffling_table, least_of_any_length,
    make_common_family, make_doubles, make_family, make_map, make_reversals, make_wraps,
    run_directory, search_once, search_shuffling_table, solution_record, solve_resumed,
    stored_family,
};
use tait_linear::rows::{AnyRow, RowPuzzle};
use tait_linear::{BlockLength, Puzzle, Solution, SolveRequest};
use tait_search::{Control, Outcome, StopReason};
use tait_store::{
    FamilyCommand, PairSearch, Record, RecordKind, ReverseCommand, ShufflingCommand, Span, Store,
    WrapsCommand,
};
use tait_text::Command;

/// What a search found, as the text of its record or answer, and why it stopped, if it did.
type Searched = (Option<String>, Option<String>);

fn text(record: impl Into<Record>) -> PyResult<Option<String>> {
    record.into().to_json().map(Some).map_err(failed)
}

const NONE_AT_ALL: &str = "no solution of any length: the search saw every reachable state";

fn ended(reason: StopReason) -> String {
    format!("stopped: {reason}; the same call goes on from here")
}

/// Makes the record that a command finds, from what is stored and by searching for the rest.
#[pyfunction]
pub(crate) fn search(py: Python<'_>, command: &str, run: Run) -> PyResult<Searched> {
    let store = run.data.store()?;
    let making = Making {
        py,
        run: &run,
        store: &store,
    };
    match command.split(' ').next() {
        Some("framework") => making.family(&read(command)?),
        Some("wraps") => making.wraps(read(command)?),
        Some("checkers") => making.reversals(&read(command)?),
        Some("solve") => making.solution(&read(command)?),
        _ => Err(wrong(format!("'{command}' is no search"))),
    }
}

fn read<C: Command>(command: &str) -> PyResult<C> {
    C::of_command(command).map_err(wrong)
}

struct Making<'a> {
    py: Python<'a>,
    run: &'a Run,
    store: &'a Store,
}

impl Making<'_> {
    /// Runs a search that stores its findings.
    fn made<T: Send, E: Display + Send>(
        &self,
        make: impl FnOnce(&tait_jobs::Run<'_>) -> Result<T, E> + Send,
    ) -> PyResult<T> {
        let (store, is_fresh) = (self.store, self.run.fresh);
        let made = self.run.of(self.py, |control| {
            let run = tait_jobs::Run::new(store, control);
            make(&tait_jobs::Run { is_fresh, ..run })
        })?;
        made.map_err(failed)
    }

    fn family(&self, command: &FamilyCommand) -> PyResult<Searched> {
        if command.doubles {
            let made = self.made(|run| make_doubles(command, run))?;
            let lack = made.lack();
            let family = made.family.map(text).transpose()?.flatten();
            return Ok((family, lack));
        }
        let stored = match self.run.fresh {
            true => None,
            false => stored_family(self.store, command).map_err(failed)?,
        };
        if let Some(stored) = stored.as_ref().filter(|stored| stored.is_settled) {
            return Ok((text(stored.record.clone())?, None));
        }
        if command.common_pattern {
            return match self.made(|run| make_common_family(command, run))? {
                Ok(made) => Ok((text(made.saved.record)?, None)),
                Err(failure) => Ok((None, Some(failure.to_string()))),
            };
        }
        let stored = stored.map(|stored| stored.record);
        let made = self.made(|run| make_family(command, stored, run))?;
        let is_open = !(made.without_base.is_empty() && made.open.is_empty());
        let why = is_open.then(|| match made.stopped {
            Some(reason) => ended(reason),
            None => format!("no base for n = {:?}", made.without_base),
        });
        let family = made.saved.map(|saved| text(saved.record));
        Ok((family.transpose()?.flatten(), why))
    }

    fn wraps(&self, command: WrapsCommand) -> PyResult<Searched> {
        let request = WrapRequest::new(command).map_err(wrong)?;
        let asked = request.asked();
        let stored = match self.run.fresh {
            true => None,
            false => self
                .store
                .wrap_search(asked.k, &asked.variant())
                .map_err(failed)?,
        };
        if let Some(record) = stored.filter(tait_store::WrapSearchRecord::is_complete) {
            return Ok((text(record)?, None));
        }
        match self.made(|run| make_wraps(&request, run))? {
            Ok(made) => Ok((text(made.search.record)?, None)),
            Err(reason) => Ok((None, Some(ended(reason)))),
        }
    }

    fn reversals(&self, command: &ReverseCommand) -> PyResult<Searched> {
        let made = self.made(|run| make_reversals(command.reverse, run))?;
        Ok((text(made.record)?, made.stopped.map(ended)))
    }

    fn solution(&self, request: &SolveRequest) -> PyResult<Searched> {
        let most = request.most_moves.unwrap_or(u32::MAX);
        if !self.run.fresh {
            let atlas = self.run.data.atlas()?;
            let known = atlas.solved(self.store, request.puzzle, &request.restrictions, most);
            if let Some((record, _)) = known.map_err(unanswered)? {
                return Ok((text(record)?, None));
            }
        }
        let (store, is_fresh) = (self.store, self.run.fresh);
        self.run.of(self.py, |control| {
            let directory = run_directory(store, is_fresh);
            let layers = Layers::new(&directory, control.sink);
            let solved = solve_resumed(request, &layers, control);
            let (solved, time) = solved.map_err(wrong)?;
            let is_stopped = matches!(solved, Solved::Stopped { .. });
            let searched = solution(request, (solved, time), store);
            if !is_stopped {
                layers.finish().map_err(failed)?;
            }
            searched
        })?
    }
}

/// Stores what solving came to, and returns it.
fn solution(
    request: &SolveRequest,
    (solved, time): (Solved, Duration),
    store: &Store,
) -> PyResult<Searched> {
    match solved {
        Solved::Optimal {
            solution,
            claim,
            states,
        } => {
            let record = solution_record(request, solution, claim, &states, time);
            if is_counted(&record.claim) {
                let _ = store.save(&record).map_err(failed)?;
            }
            Ok((text(record)?, None))
        }
        solved => Err(none(request, solved)),
    }
}

/// Decides whether n moves suffice, and returns the states per depth of the search. What is known answers unless an engine is
/// named, and then there was no search.
#[pyfunction]
pub(crate) fn decide(
    py: Python<'_>,
    command: &str,
    engine: Option<&str>,
    run: Run,
) -> PyResult<(bool, Vec<u64>)> {
    let mut request: SolveRequest = read(command)?;
    let (puzzle, n) = (request.puzzle, request.puzzle.n());
    if puzzle.unsolvable().is_some() {
        return Ok((false, Vec::new()));
    }
    match engine {
        Some(engine) => request.engine = engine.parse().map_err(wrong)?,
        None if run.fresh || !request.restrictions.is_none() => {}
        None => {
            let atlas = run.data.atlas()?;
            // One file instead of all that are about k.
            if let Some((record, _)) = atlas.optimal(puzzle).map_err(unanswered)? {
                return Ok((record.solution.moves().len() as u64 == n, Vec::new()));
            }
            let known = atlas.known_size(puzzle).map_err(unanswered)?;
            if let (Some(answer), ..) = known.bounds(n) {
                return Ok((answer, Vec::new()));
            }
        }
    }
    let bounded = bounded(&request, u32::try_from(n).unwrap_or(u32::MAX)).map_err(wrong)?;
    let store = run.data.store()?;
    let searched = run.of(py, |control| {
        let layers = Layers::new(store.directory(), control.sink);
        let ran = search_once(Workers::Threads, &request, &bounded, &layers, control);
        let (outcome, _) = ran.map_err(failed)?;
        if !matches!(outcome, Outcome::Stopped(_)) {
            layers.finish().map_err(failed)?;
        }
        PyResult::Ok(outcome)
    })?;
    match searched? {
        Outcome::Found(found) => Ok((true, found.states)),
        Outcome::Exhausted(exhausted) => Ok((false, exhausted.states)),
        Outcome::Stopped(stopped) => Err(exception("StoppedError", ended(stopped.reason))),
    }
}

/// Estimates the cost of an exhaustive search for n moves, in words.
#[pyfunction]
pub(crate) fn estimate(py: Python<'_>, command: &str, run: Run) -> PyResult<String> {
    let request: SolveRequest = read(command)?;
    let moves = u32::try_from(request.puzzle.n()).unwrap_or(u32::MAX);
    let bounded = bounded(&request, moves).map_err(wrong)?;
    let begin = Instant::now();
    let estimated = run.of(py, |control| estimate_search(&bounded, control))?;
    match estimated {
        Ok(estimate) => Ok(search_estimate(&estimate, moves, begin.elapsed())),
        Err(stopped) => Err(exception("StoppedError", ended(stopped.reason))),
    }
}

/// Solves a puzzle from any row: with another row as the goal, or an alternating one.
#[pyfunction]
pub(crate) fn row(
    py: Python<'_>,
    k: u64,
    row: &str,
    goal: Option<&str>,
    width: Option<u32>,
    turned: bool,
    run: Run,
) -> PyResult<Searched> {
    let k = BlockLength::new(k).map_err(wrong)?;
    let row = row.parse().map_err(wrong)?;
    let puzzle = row_puzzle(k, &row, goal.map(OsStr::new)).map_err(unanswered)?;
    solved_row(py, &puzzle.turned_if(turned), width, &run)
}

fn solved_row(
    py: Python<'_>,
    puzzle: &RowPuzzle,
    width: Option<u32>,
    run: &Run,
) -> PyResult<Searched> {
    match run.of(py, |control| solve_row(puzzle, width, None, control))? {
        Ok(SolvedRow::Solved(solution)) => {
            let text = serde_json::to_string(&solution).map_err(wrong)?;
            Ok((Some(text), None))
        }
        Ok(none) => Err(exception("UnsolvableError", row_summary(puzzle, &none))),
        Err(RowError::Stopped { reason, excluded }) => {
            Ok((None, Some(stopped_row(reason, excluded))))
        }
        Err(error) => Err(wrong(error)),
    }
}

fn stopped_row(reason: StopReason, excluded: Option<u32>) -> String {
    let excluded = excluded.filter(|&moves| moves > 0).map(none_up_to);
    let excluded = excluded.map_or_else(String::new, |none| format!("; {none}"));
    format!("stopped: {reason}{excluded}")
}

// The turned puzzle, which is searched as a puzzle from any row.

/// Returns the turned puzzle of n nickels and n pennies.
fn turned(k: u64, n: u64) -> PyResult<RowPuzzle> {
    let puzzle = Puzzle::new(k, n).map_err(wrong)?;
    let row = AnyRow::starting(puzzle).map_err(wrong)?;
    let puzzle = row_puzzle(puzzle.block_length(), &row, None).map_err(unanswered)?;
    Ok(puzzle.turned())
}

/// Finds a shortest solution of the turned puzzle.
#[pyfunction]
pub(crate) fn solve_turned(py: Python<'_>, k: u64, n: u64, run: Run) -> PyResult<Searched> {
    solved_row(py, &turned(k, n)?, None, &run)
}

/// Decides whether n moves suffice in the turned puzzle.
#[pyfunction]
pub(crate) fn exists_turned(py: Python<'_>, k: u64, n: u64, run: Run) -> PyResult<bool> {
    let (puzzle, moves) = (turned(k, n)?, u32::try_from(n).unwrap_or(u32::MAX));
    let searched = run.of(py, |control| row_within(&puzzle, moves, None, control))?;
    Ok(searched.map_err(unsearched)?.0.is_some())
}

fn unsearched(error: RowError) -> PyErr {
    match error {
        RowError::Stopped { reason, excluded } => {
            exception("StoppedError", stopped_row(reason, excluded))
        }
        error => wrong(error),
    }
}

/// Counts the shortest solutions of the turned puzzle; returns with them their moves, and whether these are all.
#[pyfunction]
pub(crate) fn count_turned(
    py: Python<'_>,
    k: u64,
    n: u64,
    run: Run,
) -> PyResult<(String, usize, bool)> {
    let puzzle = turned(k, n)?;
    let solved = run.of(py, |control| solve_row(&puzzle, None, None, control))?;
    let moves = match solved.map_err(unsearched)? {
        SolvedRow::Solved(solution) => solution.moves.len(),
        none => return Err(exception("UnsolvableError", row_summary(&puzzle, &none))),
    };
    let listed = run.of(py, |control| list_row(&puzzle, moves as u32, 0, control))?;
    let (listed, width) = listed.map_err(unsearched)?;
    Ok((listed.count.to_string(), moves, width.is_none()))
}

/// A number of solutions, their moves, the number up to symmetry, whether these are all, and the least and the largest total
/// distance.
type Counted = (String, usize, Option<String>, bool, Vec<u64>);

/// Counts all shortest solutions that begin with some moves.
#[pyfunction]
pub(crate) fn count(
    py: Python<'_>,
    command: &str,
    prefix: Vec<(i64, i64)>,
    run: Run,
) -> PyResult<Counted> {
    let (mut request, store): (SolveRequest, _) = (read(command)?, run.data.store()?);
    request.prefix = prefix.into_iter().map(Into::into).collect();
    let is_fresh = run.fresh;
    let counted = run.of(py, |control| {
        let run = tait_jobs::Run {
            is_fresh,
            ..tait_jobs::Run::new(&store, control)
        };
        count_solutions(&request, true, &run)
    })?;
    let counted = counted
        .map_err(wrong)?
        .map_err(|solved| none(&request, solved))?;
    let distances = counted.extremes();
    Ok((
        counted.cell.solutions.clone(),
        counted.cell.moves(),
        counted.up_to_symmetry.clone(),
        counted.cell.is_whole,
        distances
            .into_iter()
            .map(|(_, distance, _)| distance)
            .collect(),
    ))
}

/// A least total distance, a solution with it, a bound below which no solution is, and why the search stopped.
type Least = (u64, String, u64, Option<String>);

/// Finds the least total distance among solutions of any length, or up to the bound of the command.
#[pyfunction]
pub(crate) fn least_distance(py: Python<'_>, command: &str, run: Run) -> PyResult<Least> {
    let (request, store): (SolveRequest, _) = (read(command)?, run.data.store()?);
    let least = run.of(py, |control| {
        least_of_any_length(&request, true, &tait_jobs::Run::new(&store, control))
    })?;
    let least = least.map_err(wrong)?;
    let least = least.map_err(|solved| none(&request, solved))?;
    let solution = serde_json::to_string(&least.solution).map_err(wrong)?;
    let why = least.stopped.map(|stopped| ended(stopped.reason));
    Ok((least.distance, solution, least.at_least, why))
}

/// Bounds the states of a search for bases, with the time that they take at a recorded speed, as rows.
#[pyfunction]
pub(crate) fn estimate_bases(command: &str, run: Run) -> PyResult<String> {
    let command: FamilyCommand = read(command)?;
    let (request, range) = (family_request(&command), (command.from, command.to));
    let table = run.data.atlas()?.base_estimates(&request, range);
    Ok(rows(&table.map_err(unanswered)?))
}

/// Answers every variant of the shuffling puzzle for a range of sizes by search, as rows: with free moves, with constrained
/// ones, or which can still be solved with restricted ones. Answers to the constrained puzzle are stored.
#[pyfunction]
pub(crate) fn shuffling_table(
    py: Python<'_>,
    what: &str,
    sizes: (u64, u64),
    run: Run,
) -> PyResult<String> {
    let sizes = sizes.0..=sizes.1;
    let is_over = |reason| exception("StoppedError", format!("stopped: {reason}"));
    if what == "restrictions" {
        let table = run.of(py, |control| restriction_table(sizes, control))?;
        let table = table.map_err(wrong)?;
        return table.map(|table| rows(&table)).map_err(is_over);
    }
    let (constrained, begin) = (what == "constrained", Instant::now());
    let searched = run.of(py, |control| {
        search_shuffling_table(sizes.clone(), constrained, control)
    })?;
    let cells = match searched.map_err(wrong)? {
        ShufflingTable::Complete(cells) => cells,
        ShufflingTable::Stopped { puzzle, reason } => {
            let why = format!("{puzzle}: stopped: {reason}");
            return Err(exception("StoppedError", why));
        }
    };
    let table = rows(&shuffling_cells(&cells));
    if constrained {
        let command = ShufflingCommand {
            constrained,
            table: true,
            n: Span(sizes),
        };
        let made_by = (&*command.to_string(), begin.elapsed());
        let store = run.data.store()?;
        let _ = keep_shuffling_table(cells, made_by, &store).map_err(failed)?;
    }
    Ok(table)
}

/// Lists shortest solutions that begin with some moves, from an index on, as JSON.
#[pyfunction]
pub(crate) fn solutions_of(
    py: Python<'_>,
    command: &str,
    prefix: Vec<(i64, i64)>,
    from: &str,
    most: usize,
    run: Run,
) -> PyResult<Vec<String>> {
    let mut request: SolveRequest = read(command)?;
    request.prefix = prefix.into_iter().map(Into::into).collect();
    let from: BigUint = from.parse().map_err(wrong)?;
    run.of(py, |control| {
        let all = all_solutions(&request, control).map_err(wrong)?;
        let all = all.map_err(|solved| none(&request, solved))?;
        let solutions = all.from_index(&from).take(most);
        let solutions = solutions.map(|moves| Solution::new(request.puzzle, 1, moves));
        let texts = solutions.map(|solution| serde_json::to_string(&solution));
        texts.collect::<Result<Vec<_>, _>>().map_err(wrong)
    })?
}

/// Why there are no solutions to count or to list.
fn none(request: &SolveRequest, solved: Solved) -> PyErr {
    match solved {
        Solved::Stopped { stopped, .. } => exception("StoppedError", ended(stopped.reason)),
        Solved::NoneWithin { searched } => {
            let moves = searched.last().map_or(0, |last| last.moves);
            let moves = u32::try_from(moves).unwrap_or(u32::MAX);
            exception("StoppedError", none_up_to(moves))
        }
        Solved::NoneAtAll { .. } => exception("UnsolvableError", NONE_AT_ALL),
        _ => {
            let reason = request.puzzle.unsolvable().unwrap_or_default();
            exception("UnsolvableError", reason)
        }
    }
}

/// Counts the shortest solutions of a puzzle with one vacancy, by search.
#[pyfunction]
pub(crate) fn count_cells(py: Python<'_>, puzzle: &str, moves: u32, run: Run) -> PyResult<String> {
    let puzzle = puzzle.parse().map_err(wrong)?;
    let counted = run.of(py, |control| count_of_vacancy(puzzle, moves, control))?;
    let too_large = || wrong(format!("{puzzle}: it is too large to be searched"));
    match counted.ok_or_else(too_large)? {
        Ok(count) => match count.solutions {
            Some(number) => Ok(number.to_string()),
            None => Err(wrong(format!(
                "{puzzle}: the number of solutions does not fit in 128 bits"
            ))),
        },
        Err(Outcome::Stopped(stopped)) => {
            let reason = stopped.reason;
            Err(exception("StoppedError", format!("stopped: {reason}")))
        }
        Err(_) => Err(exception("UnsolvableError", none_up_to(moves))),
    }
}

/// Lists the solutions of the auxiliary puzzle, as JSON.
#[pyfunction]
pub(crate) fn auxiliary(
    py: Python<'_>,
    k: u64,
    free_offsets: bool,
    run: Run,
) -> PyResult<Searched> {
    let k = BlockLength::new(k).map_err(wrong)?;
    if k.get() > LONGEST_AUXILIARY {
        return Err(wrong(format!(
            "k = {k} is too large: the search of the auxiliary puzzle needs k <= {LONGEST_AUXILIARY}"
        )));
    }
    let mut list = Vec::new();
    let written = run.of(py, |control| {
        write_auxiliary_list(k, free_offsets, Format::Json, control, &mut list)
    })?;
    match written.map_err(failed)? {
        Ok(_) => Ok((String::from_utf8(list).ok(), None)),
        Err(reason) => Ok((None, Some(format!("stopped: {reason}")))),
    }
}

/// Finds the optima between shapes of a font or a file, and stores them. Returns a row for each pair.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "the options of the command")]
pub(crate) fn shapes(
    py: Python<'_>,
    name: PathBuf,
    to: Option<&str>,
    from: Option<&str>,
    pair_states: Option<u64>,
    patterns: Option<u32>,
    beam_width: Option<u64>,
    run: Run,
) -> PyResult<Searched> {
    let store = run.data.store()?;
    let (record, [from, to]) = table_of(name, from, to, &store).map_err(unanswered)?;
    let exact = pair_states.map(|state_limit| PairSearch::Exact {
        state_limit,
        patterns,
    });
    let beams = beam_width.zip(patterns);
    let pairs = exact.or(beams.map(|(width, patterns)| PairSearch::Beams { width, patterns }));
    let mut table = ShapeTable { record, from, to };
    let making = Making {
        py,
        run: &run,
        store: &store,
    };
    let made = making.made(|run| table.complete(pairs, run))?;
    let mut list = Table::of(RecordKind::GridTable);
    list.extend((table.record).pair_rows(table.record.name(), &table.from, &table.to));
    let why = made.stopped.map(|stopped| match stopped.reason {
        Some(reason) => ended(reason),
        None => format!("{} of {} are stored", made.stored, made.all),
    });
    Ok((Some(rows(&list)), why))
}

/// Splits the configurations of a board into components, as rows.
#[pyfunction]
pub(crate) fn boards(py: Python<'_>, board: PathBuf, coins: usize, run: Run) -> PyResult<String> {
    let (board, least, _) = whole_board(board).map_err(unanswered)?;
    let components = run.of(py, |control| Components::of(&board, coins, control))?;
    let mut table = Table::new(COMPONENT_COLUMNS);
    table.extend(component_rows(&components.map_err(of_board)?, coins, least));
    Ok(rows(&table))
}

/// Finds the largest optimum on boards for each number of coins, as rows.
#[pyfunction]
pub(crate) fn diameters(py: Python<'_>, boards: Vec<PathBuf>, run: Run) -> PyResult<String> {
    let boards = boards.iter().map(NamedBoard::find);
    let boards: Vec<NamedBoard> = boards.collect::<Result<_, _>>().map_err(unanswered)?;
    let mut table = NamedBoard::table();
    let added = run.of(py, |control| {
        let mut boards = boards.iter();
        boards.try_for_each(|board| board.add_to(&mut table, control))
    })?;
    added.map_err(of_board)?;
    Ok(rows(&table))
}

/// Finds the best puzzles of a board, as rows.
#[pyfunction]
pub(crate) fn designs(
    py: Python<'_>,
    board: PathBuf,
    coins: usize,
    best: usize,
    run: Run,
) -> PyResult<String> {
    let name = board.to_string_lossy().into_owned();
    let (board, _, _) = whole_board(board).map_err(unanswered)?;
    let table = run.of(py, |control| {
        let designs = Designs::of(&board, coins, best, control).map_err(|error| match error {
            DesignError::Stopped { .. } => exception("StoppedError", format!("{name}: {error}")),
            DesignError::Board(error) => of_board(error),
            error @ DesignError::Size { .. } => wrong(error),
        })?;
        let designed = DesignedPuzzle::of(&name, &board, coins, &designs, control);
        Ok(DesignedPuzzle::table(&designed.map_err(unanswered)?, true))
    })?;
    table.map(|table| rows(&table))
}

/// Counts the arrangements that fit a figure of the paper by their optimum, as rows.
#[pyfunction]
pub(crate) fn candidates(py: Python<'_>, figure: &str, run: Run) -> PyResult<String> {
    let found = run.of(py, |control| reconstruct(figure, control))?;
    let found = found.map_err(|error| match error.stop_reason() {
        Some(reason) => exception("StoppedError", format!("stopped: {reason}")),
        None => wrong(format!("{figure}: {error}")),
    })?;
    Ok(rows(&candidate_table(&found)))
}

fn of_board(error: WholeBoardError) -> PyErr {
    match error {
        WholeBoardError::Stopped { reason, .. } => {
            exception("StoppedError", format!("stopped: {reason}"))
        }
        WholeBoardError::Memory { .. } => exception("ResourceError", error),
        _ => wrong(error),
    }
}

/// Returns the map of some block lengths and sizes, as rows.
#[pyfunction]
pub(crate) fn classify(
    py: Python<'_>,
    k: (u64, u64),
    n: (u64, u64),
    turned: bool,
    effort: (Option<u64>, u64),
    run: Run,
) -> PyResult<Searched> {
    let range = |(first, last)| Range { first, last };
    let lengths = block_lengths(range(k), range(n)).map_err(wrong)?;
    let store = run.data.store()?;
    let atlas = run.data.atlas()?;
    let evidence = Evidence::gather(&atlas, &lengths, turned).map_err(unanswered)?;
    let (optimum_states, seed) = effort;
    let request = MapRequest {
        lengths: &lengths,
        sizes: n.0..=n.1,
        is_turned: turned,
        seed,
        optimum_states: optimum_states.unwrap_or(OPTIMUM_STATES),
        evidence: &|puzzle| evidence.about(puzzle).map_err(Into::into),
    };
    let making = Making {
        py,
        run: &run,
        store: &store,
    };
    let made = making.made(|run| make_map(&request, run))?;
    let map = evidence.map(&made.records, range(n));
    Ok((
        Some(map.to_text(Format::Json).map_err(unanswered)?),
        made.stopped.map(ended),
    ))
}

/// Returns the optimum of each row of n nickels and n pennies, as rows; `asked` says whether they are scored, and whether blocks are
/// turned.
#[pyfunction]
pub(crate) fn starts(
    py: Python<'_>,
    k: u64,
    n: u64,
    width: Option<u32>,
    asked: (bool, bool),
    run: Run,
) -> PyResult<String> {
    let k = BlockLength::new(k).map_err(wrong)?;
    let (score, is_turned) = asked;
    let found = run.of(py, |control: &Control<'_>| {
        let mut found = search_starts((k, n), is_turned, width, control)?;
        if score {
            found.measure(width, control)?;
        }
        Ok(found)
    })?;
    let found = found.map_err(|error| match error {
        StartsError::Stopped(reason, _) => exception("StoppedError", format!("stopped: {reason}")),
        error => wrong(error),
    })?;
    Ok(rows(&start_table(&found)))
}

/// Returns a shortest solution of a puzzle on a grid, as JSON: of a known puzzle by its name, or of one in JSON.
#[pyfunction]
pub(crate) fn grid(
    py: Python<'_>,
    puzzle: &str,
    most_moves: Option<u32>,
    run: Run,
) -> PyResult<Searched> {
    let named = match known::find(puzzle) {
        Some(_) => NamedPuzzle::find(puzzle, None).map_err(unanswered)?,
        None if !puzzle.trim_start().starts_with('{') => {
            return Err(wrong(format!(
                "no known puzzle on a grid is called '{puzzle}'"
            )));
        }
        None => {
            let form = puzzle_form(THIS, puzzle, None).map_err(unanswered)?;
            let puzzle = tait_grid::Puzzle::try_from(form.clone()).map_err(wrong)?;
            NamedPuzzle {
                puzzle,
                known: None,
                form,
            }
        }
    };
    let NamedPuzzle {
        puzzle,
        known,
        form,
    } = named;
    let atlas = run.data.atlas()?;
    let stored = match known.as_deref().filter(|_| !run.fresh) {
        Some(known) => atlas.stored_on_grid(known).map_err(unanswered)?,
        None => None,
    };
    let moves = match stored.filter(|stored| stored.is_settled) {
        Some(stored) => stored
            .solution
            .map_err(|why| exception("UnsolvableError", why))?,
        None => {
            let solved = run.of(py, |control| solve_on_grid(&puzzle, most_moves, control))?;
            match solved.map_err(wrong)? {
                SolvedOnGrid::Optimal { moves, .. } => moves,
                SolvedOnGrid::Unsolvable { reason, .. } => {
                    return Err(exception("UnsolvableError", reason));
                }
                SolvedOnGrid::NoneWithin { moves, .. } => {
                    return Ok((None, Some(none_up_to(moves))));
                }
                SolvedOnGrid::Stopped { at_least, stopped } => {
                    let reason = stopped.reason;
                    let why = format!("stopped: {reason}; at least {at_least} moves are needed");
                    return Ok((None, Some(why)));
                }
            }
        }
    };
    let mut answer = serde_json::to_value(&form).map_err(wrong)?;
    answer["puzzle"] = "grid".into();
    answer["optimal_moves"] = moves.len().into();
    answer["moves"] = json!(moves);
    Ok((Some(answer.to_string()), None))
}
