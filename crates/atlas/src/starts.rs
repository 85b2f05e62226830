//! Tables and plots of the moves that all rows of a size need.

use crate::rows::boards_json;
use crate::scores::score_cells;
use crate::table::{Format, Table};
use serde_json::json;
use tait_draw::{DrawError, Plot, Scale, Series, Unit, ValueAxis};
use tait_framework::{Merit, StartClass, Starts};
use tait_linear::rows::Boards;
use tait_text::counted;

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
    let mut text = format!(
        "k={k} n={n}: {}, {} up to images; {} can be alternated, {} in at most n = {n} moves\n{}\n\n",
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
