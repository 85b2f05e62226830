//! Tables, in every format.

use serde_json::Value;
use std::path::Path;
use tait_draw::escaped_in_tex;
use tait_store::{Listing, RecordKind};
use tait_text::{in_line, lines_within, longest_part};

/// The format of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// For reading; for moves, one move a line.
    Text,
    Json,
    /// One JSON value a line.
    Jsonl,
    /// Comma-separated values (RFC 4180).
    Csv,
    /// A Markdown table.
    Markdown,
    /// A `tabular` for papers.
    Latex,
}

impl Format {
    /// Returns the format that the ending of a file's name asks for, if it asks for one.
    ///
    /// ```
    /// use std::path::Path;
    /// use tait_atlas::Format;
    /// assert_eq!(Format::of_file(Path::new("bases.csv")), Some(Format::Csv));
    /// assert_eq!(Format::of_file(Path::new("/dev/stdout")), None);
    /// ```
    #[must_use]
    pub fn of_file(path: &Path) -> Option<Self> {
        Some(match path.extension()?.to_str()? {
            "txt" => Self::Text,
            "json" => Self::Json,
            "jsonl" => Self::Jsonl,
            "csv" => Self::Csv,
            "md" => Self::Markdown,
            "tex" => Self::Latex,
            _ => return None,
        })
    }
}

/// Rows of JSON values under named columns.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    columns: &'static [&'static str],
    /// The rows, each with a value for each column.
    rows: Vec<Vec<Value>>,
}

impl Table {
    /// Creates a table without rows.
    #[must_use]
    pub const fn new(columns: &'static [&'static str]) -> Self {
        Self {
            columns,
            rows: Vec::new(),
        }
    }

    /// Creates an empty table for the rows in records of a kind.
    #[must_use]
    pub fn of(kind: RecordKind) -> Self {
        Self::new(match kind.about().listing {
            Listing::Rows(columns) => columns,
            Listing::Solutions | Listing::VacancySolutions => &[],
        })
    }

    /// Returns the columns without the rows.
    pub(crate) const fn without_rows(&self) -> Self {
        Self::new(self.columns)
    }

    /// Returns the rows.
    pub(crate) fn rows(&self) -> &[Vec<Value>] {
        &self.rows
    }

    /// Returns whether the rows fill more than a screen.
    #[must_use]
    pub const fn is_long(&self) -> bool {
        self.rows.len() > 24
    }

    /// Adds rows.
    pub fn extend(&mut self, rows: Vec<Vec<Value>>) {
        rows.into_iter().for_each(|row| self.push(row));
    }

    /// Adds a row.
    pub fn push(&mut self, row: Vec<Value>) {
        debug_assert_eq!(row.len(), self.columns.len(), "a value for each column");
        self.rows.push(row);
    }

    /// Returns the table as text in a format.
    #[must_use]
    pub fn to_text(&self, format: Format) -> String {
        match format {
            Format::Text => self.aligned(),
            Format::Markdown => self.markdown(),
            Format::Latex => self.latex(),
            Format::Csv => self.csv(),
            Format::Jsonl => self.objects().map(|object| object + "\n").collect(),
            Format::Json => {
                let objects: Vec<String> =
                    self.objects().map(|object| format!("  {object}")).collect();
                match objects.as_slice() {
                    [] => "[]\n".to_owned(),
                    objects => format!("[\n{}\n]\n", objects.join(",\n")),
                }
            }
        }
    }

    /// Returns the table for a terminal with `width` letters in a line. Cells of a wider table are wrapped between words;
    /// where the columns leave no room for this, each row is a paragraph with a line for each column. Columns without a
    /// value are left out.
    #[must_use]
    pub fn fitted(&self, width: u16) -> String {
        self.laid_out(width, true)
    }

    /// Does the same, but keeps the columns side by side where they leave no room: then lines are longer.
    #[must_use]
    pub fn nearly_fitted(&self, width: u16) -> String {
        self.laid_out(width, false)
    }

    /// Returns the table as text in a format; as plain text for a terminal with `width` letters in a line, if that is known.
    #[must_use]
    pub fn within(&self, width: Option<u16>, format: Format) -> String {
        match (format, width) {
            (Format::Text, Some(width)) => self.fitted(width),
            _ => self.to_text(format),
        }
    }

    fn laid_out(&self, width: u16, must_fit: bool) -> String {
        let (shown, cells) = self.cells();
        let natural = self.widths(&shown, &cells);
        let gaps = 2 * natural.len().saturating_sub(1);
        let room = usize::from(width).saturating_sub(gaps);
        if natural.iter().sum::<usize>() <= room {
            return self.side_by_side(&shown, &cells, &natural);
        }
        let least = |&column: &usize| {
            let parts = cells.iter().map(|row| longest_part(&row[column]));
            parts.max().unwrap_or(0).max(self.columns[column].len())
        };
        let mut widths: Vec<usize> = shown.iter().map(least).collect();
        let needed = widths.iter().sum();
        if needed > room && must_fit {
            return self.paragraphs(&shown, &cells, width.into());
        }
        let mut left = room.saturating_sub(needed);
        // Room goes to the column that wraps the most.
        let lines = |widths: &[usize], index: usize| natural[index] * 1000 / widths[index];
        while left > 0 {
            let growing = (0..widths.len()).filter(|&index| widths[index] < natural[index]);
            let Some(index) = growing.max_by_key(|&index| lines(&widths, index)) else {
                break;
            };
            widths[index] += 1;
            left -= 1;
        }
        self.side_by_side(&shown, &cells, &widths)
    }

    /// The columns that have a value, and the texts of all cells.
    fn cells(&self) -> (Vec<usize>, Vec<Vec<String>>) {
        let row = |row: &Vec<Value>| row.iter().map(cell).collect();
        let cells: Vec<Vec<String>> = self.rows.iter().map(row).collect();
        let has_value = |column: &usize| cells.iter().any(|row| !row[*column].is_empty());
        let columns = 0..self.columns.len();
        let shown = match cells.is_empty() {
            true => columns.collect(),
            false => columns.filter(has_value).collect(),
        };
        (shown, cells)
    }

    /// The widths of columns that wrap nothing.
    fn widths(&self, shown: &[usize], cells: &[Vec<String>]) -> Vec<usize> {
        let width = |&column: &usize| {
            let widths = cells.iter().map(|row| row[column].chars().count());
            widths.max().unwrap_or(0).max(self.columns[column].len())
        };
        shown.iter().map(width).collect()
    }

    /// Each row as lines `column  value`, with an empty line between rows.
    fn paragraphs(&self, shown: &[usize], cells: &[Vec<String>], width: usize) -> String {
        let names = shown.iter().map(|&column| self.columns[column].len());
        let margin = names.max().unwrap_or(0) + 2;
        let rows = cells.iter().map(|row| {
            let mut text = String::new();
            for &column in shown.iter().filter(|&&column| !row[column].is_empty()) {
                let lines = lines_within(&row[column], width.saturating_sub(margin).max(1));
                for (number, line) in lines.iter().enumerate() {
                    let name = if number == 0 {
                        self.columns[column]
                    } else {
                        ""
                    };
                    text.push_str(&format!("{name:<margin$}{line}\n"));
                }
            }
            text
        });
        rows.collect::<Vec<_>>().join("\n")
    }

    /// Each row as a JSON object, its keys in the order of the columns.
    fn objects(&self) -> impl Iterator<Item = String> {
        self.rows.iter().map(|row| {
            let fields: Vec<String> = self
                .columns
                .iter()
                .zip(row)
                .map(|(column, value)| format!("{}:{value}", Value::from(*column)))
                .collect();
            format!("{{{}}}", fields.join(","))
        })
    }

    /// Columns side by side, as wide as they need.
    fn aligned(&self) -> String {
        let (shown, cells) = self.cells();
        self.side_by_side(&shown, &cells, &self.widths(&shown, &cells))
    }

    /// Columns side by side, with numbers aligned to the right and two blanks between.
    fn side_by_side(&self, shown: &[usize], cells: &[Vec<String>], widths: &[usize]) -> String {
        let is_number: Vec<bool> = (shown.iter())
            .map(|&column| self.rows.iter().any(|row| row[column].is_number()))
            .collect();
        let names: Vec<String> = self.columns.iter().map(ToString::to_string).collect();
        let mut text = String::new();
        for row in std::iter::once(&names).chain(cells) {
            let wrapped: Vec<Vec<String>> = (shown.iter().zip(widths))
                .map(|(&column, &width)| lines_within(&row[column], width))
                .collect();
            for number in 0..wrapped.iter().map(Vec::len).max().unwrap_or(0) {
                let mut line = String::new();
                for ((lines, &width), is_number) in wrapped.iter().zip(widths).zip(&is_number) {
                    let content = lines.get(number).map_or("", String::as_str);
                    let padding = " ".repeat(width.saturating_sub(content.chars().count()));
                    match is_number {
                        true => line.extend([&*padding, content, "  "]),
                        false => line.extend([content, &*padding, "  "]),
                    }
                }
                text.push_str(line.trim_end());
                text.push('\n');
            }
        }
        text
    }

    fn markdown(&self) -> String {
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let mut text = line(self.columns.iter().map(ToString::to_string).collect());
        text.push_str(&line(vec!["---".to_owned(); self.columns.len()]));
        for row in &self.rows {
            text.push_str(&line(
                row.iter()
                    .map(|value| cell(value).replace('|', "\\|"))
                    .collect(),
            ));
        }
        text
    }

    fn latex(&self) -> String {
        let (shown, cells) = self.cells();
        let is_number = |&column: &usize| self.rows.iter().any(|row| row[column].is_number());
        let aligned = |column: &usize| if is_number(column) { 'r' } else { 'l' };
        let columns: String = shown.iter().map(aligned).collect();
        let line = |texts: &[String]| {
            let texts: Vec<String> = shown.iter().map(|&at| in_latex(&texts[at])).collect();
            texts.join(" & ") + " \\\\\n"
        };
        let names: Vec<String> = self.columns.iter().map(ToString::to_string).collect();
        let rows: String = cells.iter().map(|row| line(row)).collect();
        format!(
            "\\begin{{tabular}}{{{columns}}}\n\\hline\n{}\\hline\n{rows}\\hline\n\\end{{tabular}}\n",
            line(&names)
        )
    }

    fn csv(&self) -> String {
        let mut writer = csv::Writer::from_writer(Vec::new());
        let rows = self.rows.iter().map(|row| row.iter().map(cell).collect());
        let columns = self.columns.iter().map(ToString::to_string).collect();
        let written = [columns].into_iter().chain(rows);
        // Writing to memory does not fail.
        let is_written = written
            .map(|row: Vec<String>| writer.write_record(row))
            .all(|row| row.is_ok());
        debug_assert!(is_written, "a value for each column");
        String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
    }
}

/// Returns cells in columns that are aligned to the right; those that do not fit `width` letters follow below, and the first
/// column is repeated before them. With `is_even`, all columns are as wide as the widest one, and a blank is between them;
/// else two are.
pub(crate) fn matrix(rows: &[Vec<String>], is_even: bool, width: Option<u16>) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let letters = |column: usize| rows.iter().map(move |row| row[column].chars().count());
    let natural: Vec<usize> = (0..columns)
        .map(|column| letters(column).max().unwrap_or(0))
        .collect();
    let widest = natural.iter().copied().max().unwrap_or(0);
    let (gap, widths) = match is_even {
        true => (" ", vec![widest; columns]),
        false => ("  ", natural),
    };
    let mut parts: Vec<Vec<usize>> = Vec::new();
    let mut length = usize::MAX;
    for column in 1..columns {
        let more = gap.len() + widths[column];
        if length.saturating_add(more) > width.map_or(usize::MAX, usize::from) || parts.is_empty() {
            parts.push(vec![0]);
            length = widths[0];
        }
        length += more;
        parts
            .last_mut()
            .into_iter()
            .for_each(|part| part.push(column));
    }
    let line = |row: &Vec<String>, part: &[usize]| {
        let cells = part
            .iter()
            .map(|&column| format!("{:>1$}", row[column], widths[column]));
        format!("{}\n", cells.collect::<Vec<_>>().join(gap).trim_end())
    };
    let part = |part: &Vec<usize>| rows.iter().map(|row| line(row, part)).collect::<String>();
    parts.iter().map(part).collect::<Vec<_>>().join("\n")
}

/// A value as the text of a cell, in one line.
fn cell(value: &Value) -> String {
    in_line(&plain(value)).into_owned()
}

/// Escapes words for LaTeX. Arrows and comparisons are set as mathematics, and a list of moves may be broken between them.
fn in_latex(text: &str) -> String {
    let text = text.replace(">=", "≥").replace("<=", "≤");
    let text = text.replace(")(", ") (");
    // pdfLaTeX does not know every letter.
    let is_known = |letter: char| letter.is_ascii() || "→≥≤".contains(letter);
    escaped_in_tex(&text.replace(|letter| !is_known(letter), "?"))
}

/// Returns a value for people: a list of moves as `(6→31)(17→1)`, of moves on a grid as `(0, 1)→(2, 3) (4, 1)→(0, 1)`,
/// other lists separated by blanks.
#[must_use]
pub fn plain(value: &Value) -> String {
    let as_move = |value: &Value| match value.as_array()?.as_slice() {
        [Value::Number(from), Value::Number(to)] => Some(format!("({from}→{to})")),
        _ => None,
    };
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(members) => match members.iter().map(as_move).collect::<Option<Vec<_>>>() {
            Some(moves) => moves.concat(),
            None => {
                let written = |member| grid_move(member).unwrap_or_else(|| plain(member));
                members.iter().map(written).collect::<Vec<_>>().join(" ")
            }
        },
        other => other.to_string(),
    }
}

/// A move from one position to another, if a value is two lists of numbers.
fn grid_move(value: &Value) -> Option<String> {
    let position = |value: &Value| {
        let numbers = value.as_array()?.iter();
        let numbers = numbers.map(|number| Some(number.as_i64()?.to_string()));
        Some(format!(
            "({})",
            numbers.collect::<Option<Vec<_>>>()?.join(", ")
        ))
    };
    match value.as_array()?.as_slice() {
        [from, to] => Some(format!("{}→{}", position(from)?, position(to)?)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Format, Table, in_latex, plain};
    use serde_json::json;

    fn table() -> Table {
        let mut table = Table::new(&["n", "name", "moves"]);
        table.push(vec![
            json!(3),
            json!("a, \"b\" | c"),
            json!([[1, 7], [6, 9]]),
        ]);
        table.push(vec![json!(12), json!(null), json!([0, 2])]);
        table
    }

    #[test]
    fn every_format_keeps_the_columns_apart() {
        let text = |format| table().to_text(format);
        assert_eq!(
            text(Format::Text),
            " n  name        moves\n 3  a, \"b\" | c  (1→7)(6→9)\n12              0 2\n"
        );
        assert_eq!(
            text(Format::Csv),
            "n,name,moves\n3,\"a, \"\"b\"\" | c\",(1→7)(6→9)\n12,,0 2\n"
        );
        assert_eq!(
            text(Format::Markdown),
            "| n | name | moves |\n| --- | --- | --- |\n| 3 | a, \"b\" \\| c | (1→7)(6→9) |\n| 12 |  | 0 2 |\n"
        );
        assert_eq!(
            text(Format::Latex),
            "\\begin{tabular}{rll}\n\\hline\nn & name & moves \\\\\n\\hline\n3 & a, \"b\" | c & \
             (1$\\rightarrow$7) (6$\\rightarrow$9) \\\\\n12 &  & 0 2 \\\\\n\\hline\n\\end{tabular}\n"
        );
        assert_eq!(
            in_latex("n >= 3_% → \\ é"),
            "n $\\ge$ 3\\_\\% $\\rightarrow$ \\textbackslash{} ?"
        );
        assert_eq!(
            text(Format::Jsonl),
            "{\"n\":3,\"name\":\"a, \\\"b\\\" | c\",\"moves\":[[1,7],[6,9]]}\n{\"n\":12,\"name\":null,\"moves\":[0,2]}\n"
        );
        assert_eq!(Table::new(&["n"]).to_text(Format::Json), "[]\n");
    }

    #[test]
    fn a_table_fits_the_terminal_and_keeps_every_letter() {
        let mut wide = Table::new(&["n", "words"]);
        let words = "some words that are told ".repeat(20);
        wide.push(vec![json!(12), json!(words.trim_end())]);
        wide.push(vec![json!(3), json!("few")]);
        for width in [40, 80, 120] {
            let text = wide.fitted(width);
            let longest = text.lines().map(|line| line.chars().count()).max();
            assert!(longest <= Some(width.into()), "{text}");
            let letters = |text: &str| text.chars().filter(|c| c.is_alphabetic()).count();
            assert_eq!(
                letters(&text),
                letters("n words few") + letters(&words),
                "{text}"
            );
        }
        assert_eq!(wide.fitted(1000), wide.to_text(Format::Text));
        assert!(
            wide.fitted(40)
                .starts_with(" n  words\n12  some words that are told some words\n    that")
        );
        assert_eq!(table().fitted(80), table().to_text(Format::Text));
        // Elsewhere a row is a line, however long.
        let mut long = Table::new(&["words"]);
        long.push(vec![json!("word ".repeat(20_000))]);
        assert_eq!(long.to_text(Format::Text).lines().count(), 2);
    }

    #[test]
    fn words_stay_whole_and_empty_columns_are_left_out() {
        let mut known = Table::new(&["puzzle", "settled", "rests_on", "open"]);
        for k in [2, 13] {
            let settled =
                format!("n moves for every n >= {k}; and for n = 3..5; not for n = 4..11");
            known.push(vec![
                json!(format!("k = {k}")),
                json!(settled),
                json!("machine-checked"),
                json!(null),
            ]);
        }
        assert_eq!(
            known.fitted(60),
            "puzzle  settled                              rests_on\n\
             k = 2   n moves for every n >= 2; and for    machine-checked\n        \
             n = 3..5; not for n = 4..11\n\
             k = 13  n moves for every n >= 13; and for   machine-checked\n        \
             n = 3..5; not for n = 4..11\n"
        );
        assert_eq!(
            known.fitted(30).split("\n\n").next(),
            Some(
                "puzzle    k = 2\n\
                 settled   n moves for every\n          n >= 2; and for\n          n = 3..5; not for\n          \
                 n = 4..11\n\
                 rests_on  machine-checked"
            )
        );
    }

    #[test]
    fn cells_are_one_line_and_command_no_terminal() {
        let mut table = Table::new(&["name"]);
        table.push(vec![json!("a\u{1b}[2J\nb\u{202e}")]);
        let shown = "a\\u001b[2J\\nb\\u202e";
        for (format, expected) in [
            (Format::Text, format!("name\n{shown}\n")),
            (Format::Csv, format!("name\n{shown}\n")),
            (
                Format::Markdown,
                format!("| name |\n| --- |\n| {shown} |\n"),
            ),
        ] {
            assert_eq!(table.to_text(format), expected);
        }
    }

    #[test]
    fn moves_on_a_grid_are_not_taken_for_moves_in_a_row() {
        assert_eq!(plain(&json!([[[0, 1], [2, -3]]])), "(0, 1)→(2, -3)");
        assert_eq!(
            plain(&json!([[[0, 1], [2, 3]], [[4, 1], [0, 1]]])),
            "(0, 1)→(2, 3) (4, 1)→(0, 1)"
        );
        assert_eq!(plain(&json!([[1, 7], [6, 9]])), "(1→7)(6→9)");
        assert_eq!(plain(&json!([["R1"], [2, 3, 4]])), "R1 2 3 4");
    }
}
