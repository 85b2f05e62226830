//! Checks a map.

use crate::classification::{CellRecord, ClassificationRecord};
use crate::error::RecordError;
use crate::family::check::is_framework;
use crate::found_by::FoundBy;
use crate::provenance::{Options, WrapsCommand};
use crate::shortcut;
use crate::solution::solve;
use crate::verify::{check_search, check_solution};
use tait_linear::{Puzzle, Restrictions};

pub(super) fn map(record: &ClassificationRecord) -> Result<(), RecordError> {
    let mut previous = 0;
    for cell_record in &record.cells {
        let CellRecord { cell, .. } = cell_record;
        run_of(cell_record)?;
        let (puzzle, n) = (cell.puzzle, cell.puzzle.n());
        let fail = |reason: String| Err(RecordError::Claim(format!("{puzzle} {reason}")));
        if puzzle.block_length() != record.k {
            return fail(format!("is in the map of k = {}", record.k));
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
    let is_solution = source == Some("the stored solution");
    let family = source.filter(|source| source.starts_with("families/"));
    let is_own = |run: &FoundBy| match family {
        _ if is_solution => {
            let moves = at_most.unwrap_or_default();
            solve(found_by, puzzle, &none, moves).is_ok()
        }
        Some(_) => {
            let k = puzzle.block_length();
            let is_own = |wraps: WrapsCommand| wraps.k == k && run.is_of_seed(wraps.seed);
            // A family may be restricted, and its solutions are solutions all the same.
            is_framework(run, k) || WrapsCommand::parse(&run.command).is_some_and(is_own)
        }
        None => is_classify(run, puzzle).unwrap_or(false),
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

fn is_classify(run: &FoundBy, puzzle: Puzzle) -> Option<bool> {
    let mut options = Options::of(&run.command, "classify")?;
    let is_asked = options.value("--k")? == puzzle.k().to_string()
        && options.value("--n")? == puzzle.n().to_string();
    let _ = options.number("--optimum-states");
    let _ = options.number("--state-limit");
    Some(is_asked && run.has_seed(&mut options) && options.is_done())
}
