//! What long searches found, as tables, texts and plots: starting rows, restricted moves, reversals, wraps.

use crate::error::AtlasError;
use crate::rows::boards_json;
use crate::table::{Format, Table, plain};
use serde_json::{Value, json};
use std::ops::RangeInclusive;
use tait_draw::{DrawError, Plot, Scale, Series, Unit, ValueAxis};
use tait_framework::shuffling::{ShufflingOutcome, solve_restricted};
use tait_framework::{Difficulty, Merit, StartClass, Starts};
use tait_linear::Settles;
use tait_linear::rows::Boards;
use tait_linear::wrap::SizeResult;
use tait_search::{Control, StopReason};
use tait_store::{Record, ReversalRecord, ShufflingCell, WrapFamilyRecord, WrapSearchRecord};
use tait_text::{counted, runs, wrapped};
use tait_vacancy::checkers::reversal::Reversal;
use tait_vacancy::shuffling::{Restriction, Shuffling, SizeError, Variant};

/// The most rows that are named as the hardest ones in a text.
const MOST_NAMED: usize = 10;

/// Returns a table with every row: its least number of moves, the boards for which this is proven, the row that stands
/// for it and its images, and whether it is this one.
///
/// If the rows were measured, a row of each class is enough, with what was measured.
#[must_use]
pub fn start_table(starts: &Starts) -> Table {
    if starts.measured_on.is_some() {
        return score_table(starts, false);
    }
    let mut table = Table::new(&["row", "moves", "proven_on", "class", "rows_of_class"]);
    for class in &starts.classes {
        for row in &class.rows {
            table.push(vec![
                json!(row.to_string()),
                json!(class.moves),
                boards_json(class.boards),
                json!(class.rows[0].to_string()),
                json!(class.rows.len()),
            ]);
        }
    }
    table
}

/// Returns a table with a row of each class: detours, the number of shortest solutions, choices and score as for
/// [`Difficulty`](tait_framework::Difficulty), and what it is best for. With `only_best`, other rows are left out.
fn score_table(starts: &Starts, only_best: bool) -> Table {
    let best = Merit::ALL.map(|merit| (merit, starts.best(merit)));
    let mut table = Table::new(&[
        "row",
        "moves",
        "detours",
        "solutions",
        "choices",
        "score",
        "symmetric",
        "best_for",
    ]);
    for class in &starts.classes {
        let of_class = best.iter().filter(|(_, best)| *best == Some(class));
        let merits: Vec<Merit> = of_class.map(|(merit, _)| *merit).collect();
        let is_listed = !only_best || !merits.is_empty();
        if let Some(measured) = class.difficulty.filter(|_| is_listed) {
            let mut row = vec![json!(class.rows[0].to_string())];
            row.extend(score_cells(&measured, class.is_symmetric(), &merits));
            table.push(row);
        }
    }
    table
}

/// Returns the best rows for people, and how many have a single shortest solution on a board of `width` positions.
fn score_text(starts: &Starts, width: u32) -> String {
    let is_unique = |class: &StartClass| {
        class.moves > Some(0) && class.difficulty.is_some_and(|found| found.is_unique())
    };
    let unique = starts.classes.iter().filter(|class| is_unique(class));
    format!(
        "\non a board of {width} positions {} have a single shortest solution, {} up to images\nthe best rows:\n{}",
        counted(starts.count(is_unique), "row"),
        unique.count(),
        score_table(starts, true).to_text(Format::Text)
    )
}

/// Returns a table with a line for each of several searches: `by_moves` has how many rows need 0 moves, 1 move, and so
/// on.
///
/// `widths` are those of the boards, if there is one for each.
#[must_use]
pub fn starts_table(searches: &[Starts], widths: Option<&[u32]>) -> Table {
    let mut table = Table::new(&[
        "k",
        "n",
        "board",
        "rows",
        "classes",
        "alternate",
        "in_n_moves",
        "most_moves",
        "hardest",
        "by_moves",
    ]);
    for (index, starts) in searches.iter().enumerate() {
        let proven = starts.classes.iter().map(|class| class.boards).min();
        let board = widths.map_or_else(
            || boards_json(proven.unwrap_or(Boards::Any)),
            |widths| json!(widths[index]),
        );
        let most = starts.most_moves().unwrap_or(0);
        let exactly = |moves| starts.count(|class| class.moves == Some(moves));
        let hardest = starts.hardest().next().filter(|_| most > 0);
        table.push(vec![
            json!(starts.k.get()),
            json!(starts.n),
            board,
            json!(starts.rows()),
            json!(starts.classes.len()),
            json!(starts.count(|class| class.moves.is_some())),
            json!(starts.count(|class| within_n(starts, class))),
            json!(starts.most_moves()),
            json!(hardest.map(|class| class.rows[0].to_string())),
            json!((0..=most).map(exactly).collect::<Vec<_>>()),
        ]);
    }
    table
}

/// Returns whether a row can be alternated in at most `n` moves, which the thesis asks.
fn within_n(starts: &Starts, class: &StartClass) -> bool {
    class
        .moves
        .is_some_and(|moves| u64::from(moves) <= starts.n)
}

/// Returns the result for people: how many rows can be alternated, the histogram of the least numbers of moves, and the
/// hardest rows; if they were measured, the best rows, too.
#[must_use]
pub fn start_text(starts: &Starts) -> String {
    let (k, n, rows) = (starts.k.get(), starts.n, starts.rows());
    let solved = starts.count(|class| class.moves.is_some());
    let turned = if starts.is_turned { " turned" } else { "" };
    let mut text = format!(
        "k={k} n={n}{turned}: {}, {} up to images; {} can be alternated, {} in at most n = {n} moves\n{}\n\n",
        counted(rows, "row"),
        starts.classes.len(),
        solved,
        starts.count(|class| within_n(starts, class)),
        proof(starts),
    );
    let mut table = Table::new(&["moves", "rows", "up to images"]);
    for (moves, rows) in starts.histogram() {
        let classes = starts.classes.iter().filter(|class| class.moves == moves);
        let moves = moves.map_or_else(|| json!("none"), |moves| json!(moves));
        table.push(vec![moves, json!(rows), json!(classes.count())]);
    }
    text.push_str(&table.to_text(Format::Text));
    let hardest: Vec<&StartClass> = starts.hardest().collect();
    if let Some(most @ 1..) = starts.most_moves() {
        text.push_str(&format!("\nhardest, {}:\n", counted(most.into(), "move")));
        for class in hardest.iter().take(MOST_NAMED) {
            text.push_str(&format!("{}\n", class.rows[0]));
        }
        if let Some(more @ 1..) = hardest.len().checked_sub(MOST_NAMED) {
            text.push_str(&format!("and {more} more\n"));
        }
    }
    if let Some(width) = starts.measured_on {
        text.push_str(&score_text(starts, width));
    }
    text
}

/// Says for which boards the numbers are proven.
fn proof(starts: &Starts) -> String {
    let open = starts.count(|class| class.boards != Boards::Any);
    let widest = starts
        .classes
        .iter()
        .map(|class| class.boards)
        .filter(|boards| *boards != Boards::Any);
    match widest.max() {
        None => "proven for every board".to_owned(),
        Some(boards) if open == starts.rows() => format!("proven for {boards}"),
        Some(boards) => format!(
            "proven for every board, but for {} only for {boards}",
            counted(open, "row")
        ),
    }
}

/// Plots how many rows need how many moves: bars for one search, lines for several.
///
/// # Errors
/// When there is nothing to plot, or too much.
pub fn starts_plot(searches: &[Starts]) -> Result<Plot, DrawError> {
    let series = searches.iter().map(|starts| {
        let moves = starts.histogram().into_iter();
        let points = moves.filter_map(|(moves, rows)| Some((moves?.into(), rows as f64)));
        Series::new(format!("n = {}", starts.n), points)
    });
    let mut series: Vec<Series> = series.collect();
    let k = searches.first().map_or(0, |starts| starts.k.get());
    let title = format!("Rows of n nickels and n pennies by their least number of moves, k = {k}");
    let plot = match series.len() {
        1 => {
            let rows = ValueAxis::new("rows", Unit::Count, Scale::Linear);
            Plot::bars(title, "moves", rows, series.remove(0))?
        }
        _ => {
            let rows = ValueAxis::new("rows", Unit::Count, Scale::Logarithmic);
            Plot::lines(title, "moves", rows, series)?
        }
    };
    let none: Vec<String> = searches.iter().filter_map(none_of).collect();
    Ok(plot.with_subtitle(if none.is_empty() {
        "All of them can be alternated".to_owned()
    } else {
        none.join("; ")
    }))
}

fn none_of(starts: &Starts) -> Option<String> {
    let none = starts.count(|class| class.moves.is_none());
    (none > 0).then(|| {
        format!(
            "n = {}: {} cannot be alternated; {}",
            starts.n,
            counted(none, "row"),
            proof(starts)
        )
    })
}

/// Returns what was measured of a puzzle, and what it is best for: the moves, detours, solutions, choices, score, whether
/// it is symmetric, and its merits.
pub fn score_cells(
    measured: &Difficulty,
    is_symmetric: bool,
    merits: &[Merit],
) -> impl Iterator<Item = Value> {
    let Difficulty {
        moves,
        detours,
        choices,
        ..
    } = *measured;
    let solutions = measured.solutions_in_words();
    let solutions = match solutions.parse::<u64>() {
        Ok(number) => json!(number),
        Err(_) => json!(solutions),
    };
    let merits: Vec<&str> = merits.iter().map(|merit| merit.name()).collect();
    let symmetric = if is_symmetric { "yes" } else { "no" };
    let score = measured.score();
    [
        json!(moves),
        json!(detours),
        solutions,
        json!(choices),
        json!(score),
        json!(symmetric),
        json!(merits),
    ]
    .into_iter()
}

/// Searches every variant of a range of sizes under each restriction, and returns a table with a row for each
/// restriction: how many puzzles were searched, those with a solution, the rows that the searches saw, and why there is
/// no solution from `n = 3` on. The inner error is why the searches stopped.
///
/// ```
/// use tait_atlas::{Format, restriction_table};
/// let table = restriction_table(2..=2, &Default::default())?.expect("no limit is set");
/// let text = table.to_text(Format::Csv);
/// assert!(text.contains("only coins of one colour,12,0,"));
/// # Ok::<(), tait_vacancy::shuffling::SizeError>(())
/// ```
///
/// # Errors
/// When a size is out of range.
pub fn restriction_table(
    sizes: RangeInclusive<u64>,
    control: &Control<'_>,
) -> Result<Result<Table, StopReason>, SizeError> {
    let mut table = Table::new(&[
        "restriction",
        "puzzles",
        "solvable",
        "solvable_puzzles",
        "rows",
        "reason",
    ]);
    for restriction in Restriction::ALL {
        let (mut puzzles, mut rows, mut solvable) = (0_u64, 0_u64, Vec::new());
        for n in sizes.clone() {
            for variant in Variant::ALL {
                let puzzle = Shuffling::new(variant, n)?;
                let states = match solve_restricted(puzzle, restriction, control)? {
                    ShufflingOutcome::Optimal(found) => {
                        solvable.push(format!("{variant} n={n}"));
                        found.states
                    }
                    ShufflingOutcome::Unsolvable { states } => states,
                    ShufflingOutcome::Stopped(stopped) => return Ok(Err(stopped.reason)),
                };
                puzzles += 1;
                rows += states.iter().sum::<u64>();
            }
        }
        table.push(vec![
            json!(restriction.to_string()),
            json!(puzzles),
            json!(solvable.len()),
            json!(solvable),
            json!(rows),
            json!(restriction.reason()),
        ]);
    }
    Ok(Ok(table))
}

/// Returns a table with a row for each puzzle of a shuffling table: its optimum, its optimal solutions and the states searched.
#[must_use]
pub fn shuffling_cells(cells: &[ShufflingCell]) -> Table {
    let mut table = Table::new(&[
        "variant",
        "n",
        "optimum",
        "solutions",
        "first_solution",
        "states",
    ]);
    for cell in cells {
        table.push(vec![
            json!(cell.puzzle.variant()),
            json!(cell.puzzle.n()),
            json!(cell.optimum()),
            json!(cell.solutions.len()),
            json!(cell.solutions.first()),
            json!(cell.states.iter().sum::<u64>()),
        ]);
    }
    table
}

/// Returns a table with a row for each of some reversals, as far as a record knows it.
#[must_use]
pub fn reversal_table(record: &ReversalRecord, puzzles: &[Reversal], format: Format) -> Table {
    let columns = columns(format);
    let mut table = Table::new(columns);
    for &puzzle in puzzles {
        let mut row = row(puzzle, record);
        row.truncate(columns.len());
        table.push(row);
    }
    table
}

/// The columns; the moves themselves are left out of text, as they are too long for people.
fn columns(format: Format) -> &'static [&'static str] {
    const COLUMNS: &[&str] = &[
        "n",
        "start",
        "end",
        "optimum",
        "solutions",
        "slides",
        "lower_bound",
        "moves",
    ];
    match format {
        Format::Text | Format::Markdown | Format::Latex => &COLUMNS[..COLUMNS.len() - 1],
        Format::Json | Format::Jsonl | Format::Csv => COLUMNS,
    }
}

/// The row of a puzzle; unknown columns are empty.
fn row(puzzle: Reversal, record: &ReversalRecord) -> Vec<Value> {
    let cell = record.cell(puzzle);
    let moves = cell.map(|cell| &cell.moves);
    vec![
        json!(puzzle.checkers()),
        json!(puzzle.start()),
        puzzle.end().map_or(json!("any"), Value::from),
        json!(moves.map(Vec::len)),
        json!(cell.and_then(|cell| cell.solutions)),
        json!(moves.map(|moves| slides(puzzle, moves))),
        json!(puzzle.lower_bound()),
        json!(moves),
    ]
}

/// The number of slides among the moves.
fn slides(puzzle: Reversal, moves: &[u64]) -> usize {
    let vacancies = [puzzle.start()].into_iter().chain(moves.iter().copied());
    let steps = vacancies.zip(moves);
    steps.filter(|(from, to)| from.abs_diff(**to) == 1).count()
}

/// Reports the result of a search for wraps: as JSON its record, and otherwise a row for each width and class. In the
/// format text, the sizes that the family settles follow, with its bases, and the sizes without one.
///
/// ```
/// use tait_atlas::{Format, wrap_report};
/// use tait_store::{Record, Store};
///
/// # let text = include_bytes!("../../../data/wraps/k02/whole/first-bases.json");
/// let Record::WrapSearch(record) = Record::read(text)? else { panic!() };
/// let families = Store::new("data").wrap_families(record.k)?;
/// let report = wrap_report(&record, families.first(), Format::Csv, None)?;
/// assert_eq!(report.lines().next(), Some("m,class,result,states,moves"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Only those of writing JSON.
pub fn wrap_report(
    record: &WrapSearchRecord,
    family: Option<&WrapFamilyRecord>,
    format: Format,
    width: Option<u16>,
) -> Result<String, AtlasError> {
    if format == Format::Json {
        let record = Record::from(record.clone());
        return record.to_json().map_err(AtlasError::refused);
    }
    let prose = |text: String| match width {
        Some(width) => wrapped(&text, width.into()),
        None => text,
    };
    let mut table = Table::new(&["m", "class", "result", "states", "moves"]);
    for width in &record.widths {
        table.push(width.cells().to_vec());
    }
    let mut text = table.within(width, format);
    if format == Format::Text
        && let Some(family) = family.map(|record| &record.family)
    {
        text.push_str(&prose(format!("\n{}\n", family.claim())));
        let mut bases = Table::new(&["n", "base"]);
        for base in family.bases() {
            let moves = plain(&json!(base.moves()));
            bases.push(vec![json!(base.puzzle().n()), json!(moves)]);
        }
        if !family.bases().is_empty() {
            text.push_str(&bases.within(width, format));
        }
    }
    if format == Format::Text {
        text.push_str(&prose(without_base(record)));
    }
    Ok(text)
}

/// Returns the sizes for which no base was found, in a line for each way in which they were searched.
fn without_base(record: &WrapSearchRecord) -> String {
    let sizes = |is_exhausted| {
        let sizes = record.smaller_sizes.iter();
        let sizes = sizes.filter(|size| matches!(size.result, SizeResult::None(_)) == is_exhausted);
        sizes.map(|size| size.n).collect::<Vec<u64>>()
    };
    let mut lines = Vec::new();
    for (sizes, how) in [
        (sizes(true), "exhausted"),
        (sizes(false), "not found by beams"),
    ] {
        if !sizes.is_empty() {
            lines.push(format!("no base of n = {} ({how})\n", runs(&sizes)));
        }
    }
    match lines.is_empty() {
        true => String::new(),
        false => format!("\n{}", lines.concat()),
    }
}

#[cfg(test)]
mod tests {
    use super::wrap_report;
    use crate::table::Format;
    use tait_linear::{BlockLength, Settles};
    use tait_store::Store;

    #[test]
    fn the_family_and_its_bases_stand_below_the_widths_as_text_alone() {
        let store = Store::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data"));
        let k = BlockLength::new(2).unwrap();
        let record = store.wrap_search(k, "whole-first-bases").unwrap().unwrap();
        let families = store.wrap_families(k).unwrap();
        let report = |format| wrap_report(&record, families.first(), format, None).unwrap();
        let text = report(Format::Text);
        let parts: Vec<&str> = text.split("\n\n").collect();
        let &[widths, family, sizes] = &parts[..] else {
            panic!("{text}")
        };
        assert_eq!(widths.lines().count(), 1 + record.widths.len());
        let mut lines = family.lines();
        assert_eq!(lines.next(), Some(&*families[0].family.claim()));
        assert_eq!(lines.count(), 1 + families[0].family.bases().len());
        let alone = wrap_report(&record, None, Format::Text, None).unwrap();
        assert_eq!(alone, format!("{widths}\n\n{sizes}"));
        assert_eq!(sizes, "no base of n = 2, 3 (exhausted)\n");
        assert_eq!(report(Format::Csv).lines().count(), 1 + record.widths.len());
        assert!(report(Format::Json).starts_with("{\n  \"schema\""));
    }
}
