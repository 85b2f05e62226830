//! Everything that a table can list: solutions of the thesis, and the contents of the store.

use crate::atlas::Atlas;
use crate::error::AtlasError;
use crate::table::{Format, Table};
use serde_json::json;
use std::collections::BTreeMap;
use tait_generator::published;
use tait_linear::{Analysis, Base, BlockLength, Exchange, Move, Solution, analyse};
use tait_store::Record;
use tait_text::{runs, wrapped};

/// A solution with its origin.
#[derive(Debug, Clone)]
pub struct Item {
    /// The place where it is listed, or the file that holds it.
    pub source: String,
    pub solution: Solution,
    /// The solution as a base, if it is one.
    pub base: Option<Base>,
}

impl Item {
    /// Returns the mirror image with nickels and pennies swapped, from the same source.
    #[must_use]
    pub fn mirrored(self) -> Self {
        Self {
            source: format!("{}, mirrored", self.source),
            solution: self.solution.mirrored(),
            base: self.base.as_ref().map(Base::mirrored),
        }
    }
}

/// Returns the solutions that the thesis lists, in its order.
#[must_use]
pub fn published() -> Vec<Item> {
    let bases = || {
        published::families()
            .iter()
            .flat_map(|entry| &entry.family.bases)
    };
    published::solutions()
        .iter()
        .map(|entry| Item {
            source: entry.source.clone(),
            solution: entry.solution.clone(),
            base: bases()
                .find(|base| base.solution == entry.solution)
                .cloned(),
        })
        .collect()
}

/// Returns the solutions of the store, a family as its bases. A wrong file is reported and left out.
///
/// # Errors
/// When the directory cannot be read.
pub fn stored(atlas: &Atlas<'_>) -> Result<Vec<Item>, AtlasError> {
    let records = atlas.records()?;
    let items = records
        .iter()
        .flat_map(|(source, record)| items_of(source, record));
    Ok(items.collect())
}

/// Returns the published solutions and those of the store, for these block lengths or for all if there are none, in the
/// order of the puzzles; the published ones come first for each.
///
/// # Errors
/// As [`stored`].
pub fn both(atlas: &Atlas<'_>, lengths: &[BlockLength]) -> Result<Vec<Item>, AtlasError> {
    let mut items = published();
    items.extend(stored(atlas)?);
    let is_asked = |item: &Item| lengths.contains(&item.solution.puzzle().block_length());
    items.retain(|item| lengths.is_empty() || is_asked(item));
    items.sort_by_key(|item| item.solution.puzzle());
    Ok(items)
}

/// Returns the solutions in a record.
#[must_use]
pub fn items_of(source: &str, record: &Record) -> Vec<Item> {
    let solutions = record.solutions().into_iter();
    solutions
        .map(|(solution, base)| Item {
            source: source.to_owned(),
            solution,
            base,
        })
        .collect()
}

/// Returns the items as paragraphs in lines of `width` letters, or as a table.
///
/// # Errors
/// When a solution is wrong.
pub fn render(items: &[Item], format: Format, width: u16) -> Result<String, AtlasError> {
    if format != Format::Text {
        return Ok(table(items)?.to_text(format));
    }
    let paragraphs = items.iter().map(|item| paragraph(item, width.into()));
    Ok(paragraphs.collect::<Result<Vec<_>, _>>()?.join("\n"))
}

/// Returns a table with a row for the items of each source and block length: a table of the thesis, a family, or all single
/// solutions.
#[must_use]
pub fn summary(items: &[Item]) -> Table {
    let mut table = Table::new(&["k", "source", "solutions", "n"]);
    let source = |item: &Item| match item.source.strip_prefix("solutions/") {
        Some(_) => "solutions/".to_owned(),
        None => item.source.clone(),
    };
    let mut sizes = BTreeMap::<_, Vec<u64>>::new();
    for item in items {
        let puzzle = item.solution.puzzle();
        // The thesis comes first.
        let key = (puzzle.k(), item.source.contains('/'), source(item));
        sizes.entry(key).or_default().push(puzzle.n());
    }
    for ((k, _, source), mut sizes) in sizes {
        let count = sizes.len();
        sizes.sort_unstable();
        sizes.dedup();
        table.push(vec![
            json!(k),
            json!(source),
            json!(count),
            json!(runs(&sizes)),
        ]);
    }
    table
}

/// A table with a row for each item and everything that a replay shows.
///
/// # Errors
/// When a solution is wrong.
fn table(items: &[Item]) -> Result<Table, AtlasError> {
    let mut table = Table::new(&[
        "source",
        "k",
        "n",
        "start",
        "count",
        "type",
        "shift",
        "blocks",
        "moves",
        "gains",
        "patterns",
        "stationary_nickels",
        "stationary_pennies",
        "nickel",
        "penny",
        "exchanges",
    ]);
    for item in items {
        let (solution, base) = (&item.solution, item.base.as_ref());
        let analysis = analyse(solution).map_err(AtlasError::refused)?;
        table.push(vec![
            json!(item.source),
            json!(solution.puzzle().k()),
            json!(solution.puzzle().n()),
            json!(solution.start()),
            json!(analysis.verdict.moves),
            json!(analysis.verdict.final_type),
            json!(analysis.verdict.shift),
            json!(analysis.blocks),
            json!(solution.moves()),
            json!(analysis.gains),
            json!(analysis.patterns),
            json!(analysis.stationary.nickels),
            json!(analysis.stationary.pennies),
            json!(base.map(|base| base.nickel)),
            json!(base.map(|base| base.penny)),
            json!(base.map(|base| base.exchanges.iter().map(exchange).collect::<Vec<_>>())),
        ]);
    }
    Ok(table)
}

/// An item in a paragraph, its moves over their gains and patterns.
///
/// # Errors
/// When the solution is wrong.
fn paragraph(item: &Item, width: usize) -> Result<String, AtlasError> {
    let solution = &item.solution;
    let analysis = analyse(solution).map_err(AtlasError::refused)?;
    let mut text = format!(
        "{}  {} start={}: {}, blocks {}\n",
        item.source,
        solution.puzzle(),
        solution.start(),
        analysis.verdict,
        analysis.blocks
    );
    let positions = |positions: &[i64]| {
        let positions: Vec<String> = positions.iter().map(ToString::to_string).collect();
        if positions.is_empty() {
            "none".to_owned()
        } else {
            positions.join(" ")
        }
    };
    text.push_str(&columns(solution.moves(), &analysis, width));
    let stationary = &analysis.stationary;
    text.push_str(&format!(
        "  stationary  nickels {}, pennies {}\n",
        positions(&stationary.nickels),
        positions(&stationary.pennies)
    ));
    if let Some(base) = &item.base {
        let exchanges: Vec<String> = base.exchanges.iter().map(exchange).collect();
        text.push_str(&format!(
            "  base        nickel {}, penny {}, exchanges {}\n",
            base.nickel,
            base.penny,
            exchanges.join(" ")
        ));
    }
    Ok(wrapped(&text, width))
}

/// Moves, patterns and gains below each other, as many in a line as fit.
fn columns(moves: &[Move], analysis: &Analysis, most: usize) -> String {
    let cells: Vec<[String; 3]> = (0..moves.len())
        .map(|index| {
            let gain = analysis.gains[index];
            [
                moves[index].to_string(),
                analysis.patterns[index].to_string(),
                format!("{gain:+}"),
            ]
        })
        .collect();
    let width = cells
        .iter()
        .flatten()
        .map(|cell| cell.chars().count())
        .max()
        .unwrap_or(1)
        + 1;
    let mut text = String::new();
    for line in cells.chunks((most.saturating_sub(14) / width).max(1)) {
        for (index, name) in ["moves", "patterns", "gains"].into_iter().enumerate() {
            let cells: String = line
                .iter()
                .map(|cell| format!("{:<width$}", cell[index]))
                .collect();
            text.push_str(&format!("  {name:<10}  {}\n", cells.trim_end()));
        }
    }
    text
}

/// Returns an exchange as text: `4:xooo@3` means that move 4 carries xooo at offset 3; a `'` follows for the
/// complement.
#[must_use]
pub fn exchange(exchange: &Exchange) -> String {
    let mark = if exchange.complement { "'" } else { "" };
    format!(
        "{}:{}@{}{mark}",
        exchange.number, exchange.pattern, exchange.offset
    )
}
