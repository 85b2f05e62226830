//! Records and solutions in the formats of an export.

use crate::error::AtlasError;
use crate::table::{Format, Table};
use serde_json::{Value, json};
use tait_store::{Record, RecordKind, ShufflingCell};
use tait_text::Layout;
use tait_vacancy as vacancy;
use tait_vacancy::checkers::Checkers;
use tait_vacancy::shuffling::{Replay, Shuffling, SizeError, Variant};

/// Returns records as they are in their files: one a line, or else a JSON list.
///
/// # Errors
/// Only those of writing JSON.
pub fn as_stored(records: &[(String, Record)], format: Format) -> Result<String, AtlasError> {
    let texts: Vec<String> = records
        .iter()
        .map(|(_, record)| record.to_json())
        .collect::<Result<_, _>>()
        .map_err(AtlasError::refused)?;
    if format == Format::Json {
        let texts: Vec<&str> = texts.iter().map(|text| text.trim_end()).collect();
        return Ok(format!("[{}]\n", texts.join(",\n")));
    }
    // No string in a record holds a line break, so it is enough to drop line breaks and the indentation.
    Ok(texts
        .iter()
        .map(|text| text.lines().map(str::trim_start).collect::<String>() + "\n")
        .collect())
}

/// Returns the rows in records of a kind.
#[must_use]
pub fn record_table(records: &[(String, Record)], kind: RecordKind, n: Option<u64>) -> Table {
    let mut table = Table::of(kind);
    for (name, record) in records {
        table.extend(record.rows(name, n));
    }
    table
}

/// Returns solutions of vacancy puzzles: each with its header line, as JSON, or as a row.
///
/// # Errors
/// When one is wrong.
pub fn vacancy_solutions(
    solutions: &[vacancy::Solution],
    format: Format,
) -> Result<String, AtlasError> {
    if let (Format::Json, [solution]) = (format, solutions) {
        return Ok(serde_json::to_string(solution).map_err(AtlasError::refused)? + "\n");
    }
    if format == Format::Text {
        return Ok(solutions.iter().map(ToString::to_string).collect());
    }
    let mut table = Table::new(&["puzzle", "count", "optimal", "moves"]);
    for solution in solutions {
        let verdict = solution.check()?;
        table.push(vec![
            json!(solution.puzzle.to_string()),
            json!(verdict.moves),
            json!(verdict.meets_lower_bound().then_some("lower bound")),
            json!(solution.moves),
        ]);
    }
    Ok(table.to_text(format))
}

/// Returns several solutions of one vacancy puzzle; as text one a line below a header line, with moves separated by blanks.
#[must_use]
pub fn listed(puzzle: vacancy::Puzzle, solutions: &[Vec<u64>], format: Format) -> String {
    let lines = |line: &dyn Fn(&Vec<u64>) -> String| -> String {
        solutions.iter().map(|moves| line(moves) + "\n").collect()
    };
    match format {
        Format::Json => {
            let fields = puzzle.json_fields();
            format!("{{{fields},\"solutions\":{}}}\n", json!(solutions))
        }
        Format::Jsonl => lines(&|moves| json!(moves).to_string()),
        Format::Csv => {
            let rows = (1..).zip(solutions).flat_map(|(solution, moves)| {
                let numbered = (1..).zip(moves);
                numbered.map(move |(number, cell)| format!("{solution},{number},{cell}\n"))
            });
            "solution,move,cell\n".to_owned() + &rows.collect::<String>()
        }
        Format::Text | Format::Markdown => {
            let solutions = lines(&|moves| {
                let cells: Vec<String> = moves.iter().map(ToString::to_string).collect();
                cells.join(" ")
            });
            format!("# {puzzle}{}\n{solutions}", Layout::Solutions)
        }
    }
}

/// Returns solutions of shifting the checkers, as text like [`listed`].
#[must_use]
pub fn checkers_listed(puzzle: Checkers, solutions: &[Vec<u64>], format: Format) -> String {
    if format == Format::Text {
        return listed(puzzle.into(), solutions, format);
    }
    let mut table = Table::new(&["puzzle", "n", "m", "moves"]);
    for moves in solutions {
        let (n, m) = (puzzle.black(), puzzle.white());
        table.push(vec![json!("checkers"), json!(n), json!(m), json!(moves)]);
    }
    table.to_text(format)
}

/// Returns a number: alone as text, or with the sizes of its puzzle in other formats. A number that does not fit in 64
/// bits is a JSON string.
///
/// ```
/// use tait_atlas::{Format, number_text};
/// let text = number_text(&[5, 3], &["n", "m", "optimum"], "23", Format::Jsonl);
/// assert_eq!(text, "{\"n\":5,\"m\":3,\"optimum\":23}\n");
/// ```
#[must_use]
pub fn number_text(
    sizes: &[u64],
    columns: &'static [&'static str],
    number: &str,
    format: Format,
) -> String {
    if format == Format::Text {
        return format!("{number}\n");
    }
    let mut table = Table::new(columns);
    let value = number.parse::<u64>().map_or(json!(number), Value::from);
    let sizes = sizes.iter().copied().map(Value::from);
    table.push(sizes.chain([value]).collect());
    table.to_text(format)
}

/// Returns a number that answers a question about a vacancy puzzle: alone as text, or under a name in JSON.
#[must_use]
pub fn named_number(
    puzzle: vacancy::Puzzle,
    name: &str,
    number: impl std::fmt::Display,
    format: Format,
) -> String {
    match format {
        Format::Json => format!("{{{},\"{name}\":{number}}}\n", puzzle.json_fields()),
        _ => format!("{number}\n"),
    }
}

/// Returns a solution of a vacancy puzzle: as text or JSON it is a file that can be read again, otherwise a table.
///
/// # Errors
/// When JSON cannot be written.
pub fn solution_text(
    solution: &vacancy::Solution,
    format: Format,
) -> Result<String, serde_json::Error> {
    Ok(match format {
        Format::Text => solution.to_string(),
        Format::Json | Format::Jsonl => serde_json::to_string(solution)? + "\n",
        format => {
            let mut table = Table::new(&["puzzle", "moves"]);
            table.push(vec![
                json!(solution.puzzle.to_string()),
                json!(solution.moves),
            ]);
            table.to_text(format)
        }
    })
}

/// Returns a table with a row for each puzzle of a shuffling table.
#[must_use]
pub fn shuffling_rows(cells: &[ShufflingCell]) -> Table {
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

/// Returns a table with a row for each variant of the shuffling puzzle: its first and its last row for three coins of
/// the colour that has more.
///
/// ```
/// use tait_atlas::{Format, shuffling_variants};
/// let variants = shuffling_variants()?.to_text(Format::Csv);
/// assert!(variants.contains("\n\"S(n,n,r)\",bbbwwwOO,OOwbwbwb\n"), "{variants}");
/// # Ok::<(), tait_vacancy::shuffling::SizeError>(())
/// ```
///
/// # Errors
/// None: all variants have this size.
pub fn shuffling_variants() -> Result<Table, SizeError> {
    let mut table = Table::new(&["variant", "first_row", "last_row"]);
    for variant in Variant::ALL {
        let row = |variant| Ok(Replay::new(Shuffling::new(variant, 3)?)?.row().to_string());
        let name = Shuffling::new(variant, 3)?.variant();
        let (first, last) = (row(variant)?, row(variant.inverse())?);
        table.push(vec![json!(name), json!(first), json!(last)]);
    }
    Ok(table)
}
