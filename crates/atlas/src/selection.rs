//! The stored records and the tables of the thesis that an export selects.

use crate::ask::Sources;
use crate::atlas::Atlas;
use crate::catalogue::{Item, items_of, published, render};
use crate::error::{AtlasError, Missing};
use crate::table::{Format, Table};
use serde_json::json;
use tait_linear::Puzzle;
use tait_store::{Listing, Record, RecordKind, on_one_line};
use tait_vacancy as vacancy;

/// The longest solution in an export that no record holds.
const MOST_MOVES: u64 = 100_000;

/// The records and solutions to select.
///
/// ```
/// use tait_atlas::{Exported, Format, Selection};
///
/// let selection = Selection { k: Some(2), n: Some(3), kind: None, is_mirrored: false };
/// let Exported::Text(table) = selection.published(Format::Csv)? else { panic!() };
/// assert!(table.lines().skip(1).all(|row| row.contains(",2,3,")));
/// // As text it is one solution, for the caller to write in a notation.
/// let Exported::Moves(item) = selection.published(Format::Text)? else { panic!() };
/// assert_eq!(item.solution.puzzle().to_string(), "k=2 n=3");
/// # Ok::<(), tait_atlas::AtlasError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Selection {
    /// The number of coins that a move slides; ignored for kinds of records without it.
    pub k: Option<u64>,
    /// The size; of a family the size of a base, of whole records one that occurs in them.
    pub n: Option<u64>,
    /// The kind of stored records; without it, all that are or make solutions of the linear puzzle.
    pub kind: Option<RecordKind>,
    /// Whether each solution is replaced by its mirror image with nickels and pennies swapped. As JSON these are rows of
    /// a table, because records are as they were found.
    pub is_mirrored: bool,
}

/// The selected data, in a format.
#[derive(Debug)]
pub enum Exported {
    /// Records, or rows of a table.
    Text(String),
    /// One solution of the linear puzzle, for the caller to write as a text of moves.
    Moves(Box<Item>),
}

impl Selection {
    /// Returns the selection from the store: as JSON the records as they are in their files, and otherwise what their
    /// kind lists. A wrong file is reported and left out.
    ///
    /// # Errors
    /// When the directory cannot be read, no record has the k and the n that are asked for, or mirror images are asked for of
    /// a kind that has none. In the format text, when nothing matches, or there are solutions of several puzzles.
    pub fn stored(&self, atlas: &Atlas<'_>, format: Format) -> Result<Exported, AtlasError> {
        let records = self.records(atlas)?;
        if records.is_empty() && (self.k.is_some() || self.n.is_some()) {
            if let (None, Some(k), Some(n)) = (self.kind, self.k, self.n) {
                return self.answered(atlas, k, n, format);
            }
            return Err(nothing_matches());
        }
        let kind = self.kind.unwrap_or(RecordKind::Solution);
        if self.is_mirrored && kind.about().listing != Listing::Solutions {
            let plural = kind.about().plural.to_lowercase();
            let what = format!(
                "{plural} have no mirror images: only solutions of n nickels and n pennies do"
            );
            return Err(AtlasError::Refused(what));
        }
        if !self.is_mirrored && matches!(format, Format::Json | Format::Jsonl) {
            return as_stored(&records, format).map(Exported::Text);
        }
        match kind.about().listing {
            Listing::Rows(_) => {
                let table = record_table(&records, kind, self.n);
                Ok(Exported::Text(table.to_text(format)))
            }
            Listing::VacancySolutions => {
                let records = records.iter();
                let solutions = records.flat_map(|(_, record)| record.vacancy_solutions());
                let is_wanted = |n: u64| self.n.is_none_or(|wanted| wanted == n);
                let wanted: Vec<vacancy::Solution> = solutions
                    .filter(|solution| is_wanted(solution.puzzle.n()))
                    .collect();
                vacancy_solutions(&wanted, format).map(Exported::Text)
            }
            Listing::Solutions => {
                let records = records.iter();
                let items = records.flat_map(|(name, record)| items_of(name, record));
                self.listed(items.collect(), format)
            }
        }
    }

    /// Returns the selection from the tables of the thesis, in their order; all of these are solutions.
    ///
    /// # Errors
    /// In the format text, when nothing matches, or there are solutions of several puzzles.
    pub fn published(&self, format: Format) -> Result<Exported, AtlasError> {
        self.listed(published(), format)
    }

    /// The records of the kind that concern this k and this n, by name.
    fn records(&self, atlas: &Atlas<'_>) -> Result<Vec<(String, Record)>, AtlasError> {
        let about = self.kind.map(RecordKind::about);
        let mut records = atlas.records()?;
        records.retain(|(_, record)| {
            let own = record.kind().about();
            let is_asked = match about {
                Some(about) => about == own,
                None => own.listing == Listing::Solutions,
            };
            is_asked && record.concerns(self.k, self.n)
        });
        Ok(records)
    }

    /// The best known solution of a size that no record holds, as a family gives it.
    fn answered(
        &self,
        atlas: &Atlas<'_>,
        k: u64,
        n: u64,
        format: Format,
    ) -> Result<Exported, AtlasError> {
        let puzzle = Puzzle::new(k, n).map_err(AtlasError::refused)?;
        let Ok(answer) = atlas.ask(puzzle, None, Sources::All)? else {
            return Err(nothing_matches());
        };
        if answer.length() > MOST_MOVES {
            let what = format!("{puzzle}: more than {MOST_MOVES} moves are not listed in a table");
            return Err(AtlasError::unknown(what, Missing::Moves(Some(puzzle))));
        }
        let item = Item {
            source: answer.provenance(),
            solution: answer.solution()?,
            base: None,
        };
        self.listed(vec![item], format)
    }

    fn listed(&self, mut items: Vec<Item>, format: Format) -> Result<Exported, AtlasError> {
        items.retain(|item| {
            let puzzle = item.solution.puzzle();
            self.k.is_none_or(|wanted| wanted == u64::from(puzzle.k()))
                && self.n.is_none_or(|wanted| wanted == puzzle.n())
        });
        if self.is_mirrored {
            items = items.into_iter().map(Item::mirrored).collect();
        }
        match format {
            Format::Text => one_puzzle(items).map(Exported::Moves),
            _ => render(&items, format, 110).map(Exported::Text),
        }
    }
}

fn nothing_matches() -> AtlasError {
    AtlasError::unknown("nothing matches", Missing::Matches)
}

/// The first of several solutions of one puzzle. A plain text of moves holds only one, as a reader could not tell two
/// apart.
fn one_puzzle(items: Vec<Item>) -> Result<Box<Item>, AtlasError> {
    let solutions = items.len();
    let mut items = items.into_iter();
    let first = items.next().ok_or_else(nothing_matches)?;
    let puzzle = first.solution.puzzle();
    match items.all(|item| item.solution.puzzle() == puzzle) {
        true => Ok(Box::new(first)),
        false => Err(AtlasError::Many { solutions }),
    }
}

/// Returns records as they are in their files: one a line, or else a JSON list.
///
/// # Errors
/// Only those of writing JSON.
fn as_stored(records: &[(String, Record)], format: Format) -> Result<String, AtlasError> {
    let texts: Vec<String> = records
        .iter()
        .map(|(_, record)| record.to_json())
        .collect::<Result<_, _>>()
        .map_err(AtlasError::refused)?;
    if format == Format::Json {
        let texts: Vec<&str> = texts.iter().map(|text| text.trim_end()).collect();
        return Ok(format!("[{}]\n", texts.join(",\n")));
    }
    Ok(texts.iter().map(|text| on_one_line(text)).collect())
}

/// Returns the rows in records of a kind.
fn record_table(records: &[(String, Record)], kind: RecordKind, n: Option<u64>) -> Table {
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
