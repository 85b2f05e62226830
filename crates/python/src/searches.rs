//! The searches, each named by its command.

use crate::run::Run;
use crate::{exception, rows, unanswered, wrong};
use pyo3::prelude::*;
use serde_json::json;
use std::fmt::Display;
use std::time::Duration;
use tait_atlas::grid::{NamedPuzzle, puzzle_form};
use tait_atlas::map::{Evidence, Map, MapRow, Range, block_lengths};
use tait_atlas::{Format, Table, none_up_to, start_table};
use tait_framework::grid::{Solved as SolvedOnGrid, known, solve as solve_on_grid};
use tait_framework::{SolveRequest, Solved, bounded, starts as search_starts};
use tait_jobs::{
    Layers, MapRequest, OPTIMUM_STATES, Workers, WrapRequest, is_counted, make_common_family,
    make_doubles, make_family, make_map, make_reversals, make_wraps, run_directory, search_once,
    solution_record, solve_resumed, stored_family,
};
use tait_linear::{BlockLength, Puzzle};
use tait_search::{Control, Outcome, StopReason};
use tait_store::{FamilyCommand, Record, ReverseCommand, SolveCommand, Store, WrapsCommand};
use tait_text::Command;

/// What a search found, as the text of its record or answer, and why it stopped, if it did.
type Searched = (Option<String>, Option<String>);

fn failed(error: impl Display) -> PyErr {
    exception("DataError", error)
}

fn text(record: impl Into<Record>) -> PyResult<Option<String>> {
    record.into().to_json().map(Some).map_err(failed)
}

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
    C::of_command(command).map_err(|error| wrong(format!("{command}: {error}")))
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

    fn solution(&self, command: &SolveCommand) -> PyResult<Searched> {
        let puzzle = Puzzle::new(command.k.get().into(), command.n).map_err(wrong)?;
        let mut request = SolveRequest::new(puzzle);
        request.restrictions = command.restrictions.clone();
        let most = command
            .most_moves
            .map(|most| u32::try_from(most).unwrap_or(u32::MAX));
        let most = most.unwrap_or(u32::MAX);
        if !self.run.fresh {
            let stored = self.store.solution(puzzle, &request.restrictions);
            let known = match stored.map_err(failed)? {
                None if request.restrictions.is_none() => {
                    let atlas = self.run.data.atlas()?;
                    let known = atlas.optimal(puzzle).map_err(unanswered)?;
                    known.map(|(record, _)| record)
                }
                stored => stored,
            };
            if let Some(record) = known.filter(|it| it.solution.moves().len() <= most as usize) {
                return Ok((text(record)?, None));
            }
        }
        let (store, is_fresh) = (self.store, self.run.fresh);
        self.run.of(self.py, |control| {
            let directory = run_directory(store, is_fresh);
            let layers = Layers::new(&directory, control.sink);
            let solved = solve_resumed(&request, most, &layers, control);
            let (solved, time) = solved.map_err(wrong)?;
            let is_stopped = matches!(solved, Solved::Stopped { .. });
            let searched = solution(command, &request, (solved, time), store);
            if !is_stopped {
                layers.finish().map_err(failed)?;
            }
            searched
        })?
    }
}

/// Stores what solving came to, and returns it.
fn solution(
    command: &SolveCommand,
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
            let name = (&*command.to_command(), time);
            let record = solution_record(request, solution, claim, &states, name);
            if is_counted(&record.claim) {
                let _ = store.save(&record).map_err(failed)?;
            }
            Ok((text(record)?, None))
        }
        Solved::Unsolvable => {
            let reason = request.puzzle.unsolvable().unwrap_or_default();
            Err(exception("UnsolvableError", reason))
        }
        Solved::NoneAtAll { .. } => Err(exception(
            "UnsolvableError",
            "no solution of any length: the search saw every reachable state",
        )),
        Solved::NoneWithin { searched } => {
            let moves = searched.last().map_or(0, |last| last.moves);
            Ok((
                None,
                Some(none_up_to(u32::try_from(moves).unwrap_or(u32::MAX))),
            ))
        }
        Solved::Stopped { stopped, .. } => Ok((None, Some(ended(stopped.reason)))),
    }
}

/// Decides whether n moves suffice.
#[pyfunction]
pub(crate) fn decide(py: Python<'_>, k: u64, n: u64, run: Run) -> PyResult<bool> {
    let puzzle = Puzzle::new(k, n).map_err(wrong)?;
    if puzzle.unsolvable().is_some() {
        return Ok(false);
    }
    let atlas = run.data.atlas()?;
    if !run.fresh {
        // One file instead of all that are about k.
        if let Some((record, _)) = atlas.optimal(puzzle).map_err(unanswered)? {
            return Ok(record.solution.moves().len() as u64 == n);
        }
        let known = atlas.known_size(puzzle).map_err(unanswered)?;
        if let (Some(answer), ..) = known.bounds(n) {
            return Ok(answer);
        }
    }
    let request = SolveRequest::new(puzzle);
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
        Outcome::Found(_) => Ok(true),
        Outcome::Exhausted(_) => Ok(false),
        Outcome::Stopped(stopped) => Err(exception("StoppedError", ended(stopped.reason))),
    }
}

/// Returns the map of some block lengths and sizes, as rows.
#[pyfunction]
pub(crate) fn classify(
    py: Python<'_>,
    k: (u64, u64),
    n: (u64, u64),
    optimum_states: Option<u64>,
    seed: u64,
    run: Run,
) -> PyResult<Searched> {
    let range = |(first, last)| Range { first, last };
    let lengths = block_lengths(range(k), range(n)).map_err(wrong)?;
    let store = run.data.store()?;
    let atlas = run.data.atlas()?;
    let evidence = Evidence::gather(&atlas, &lengths).map_err(unanswered)?;
    let request = MapRequest {
        lengths: &lengths,
        sizes: n.0..=n.1,
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
    let row = |record| MapRow::new(record, range(n), &evidence.families(record.k));
    let map = Map {
        rows: made.records.iter().map(row).collect(),
        sizes: range(n),
    };
    Ok((
        Some(map.to_text(Format::Json).map_err(unanswered)?),
        made.stopped.map(ended),
    ))
}

/// Returns the optimum of each row of n nickels and n pennies, as rows.
#[pyfunction]
pub(crate) fn starts(
    py: Python<'_>,
    k: u64,
    n: u64,
    width: Option<u32>,
    run: Run,
) -> PyResult<String> {
    let k = BlockLength::new(k).map_err(wrong)?;
    let found = run.of(py, |control: &Control<'_>| {
        search_starts(k, n, width, control)
    })?;
    let table: Table = start_table(&found.map_err(wrong)?);
    Ok(rows(&table))
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
            let form = puzzle_form("this", puzzle, None).map_err(unanswered)?;
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
