//! The map as text: a table for people, rows for machines, and the conclusions for each k.

mod cells;
mod evidence;
mod picture;
mod range;
mod row;

pub use cells::{block_lengths, puzzles};
pub use evidence::Evidence;
pub use picture::{draw, kind_name, kinds, kinds_as_style};
pub use range::Range;
pub use row::{Row, threshold_of};

use crate::atlas::Atlas;
use crate::error::{AtlasError, Missing};
use crate::table::{Format, Table};
use serde_json::{Value, json};
use std::borrow::Cow;
use std::collections::BTreeSet;
use tait_framework::Closing;
use tait_linear::{BlockLength, Cell, CellAnswer, Solution};
use tait_store::{
    CellRecord, ClassificationRecord, InRecord as _, Record, RecordKind, SolutionRecord, cell_row,
    least_moves,
};
use tait_text::runs;

impl Atlas<'_> {
    /// Returns N(k), the smallest N such that `n` moves suffice for every n >= N, for k = 2, 3, ... as far as the
    /// stored maps and families settle it.
    ///
    /// # Errors
    /// [`AtlasError::Unknown`] when not even k = 2 is settled; also when a stored file cannot be read.
    pub fn thresholds(&self) -> Result<Vec<u64>, AtlasError> {
        let thresholds = self.map()?.exact_thresholds();
        if thresholds.is_empty() {
            let what = "no stored map and family settle k = 2";
            return Err(AtlasError::unknown(what, Missing::Thresholds));
        }
        Ok(thresholds)
    }
}

/// The map: a row for each block length.
#[derive(Debug, Default)]
pub struct Map {
    /// The rows, in the order of their block lengths.
    pub rows: Vec<Row>,
    /// The sizes of the columns.
    pub sizes: Range,
}

/// Returns an answer in as few letters as possible.
#[must_use]
pub fn symbol(n: u64, answer: Option<CellAnswer>) -> String {
    match answer {
        None => ".".to_owned(),
        Some(CellAnswer::Suffices) => "n".to_owned(),
        Some(CellAnswer::Optimum(moves)) => format!("+{}", moves - n),
        Some(CellAnswer::Between {
            at_least,
            at_most: Some(at_most),
        }) => format!("+{}..+{}", at_least - n, at_most - n),
        Some(CellAnswer::Between {
            at_least,
            at_most: None,
        }) => format!(">+{}", at_least - n - 1),
        Some(CellAnswer::NoSolution) => "x".to_owned(),
        Some(CellAnswer::Open { .. }) => "?".to_owned(),
    }
}

/// What [symbols](symbol) mean, each at the [place](place_of_meaning) of its answer.
const MEANINGS: [&str; 7] = [
    "n: n moves suffice",
    "+1: optimum n + 1",
    "+1..+2: optimum n + 1 or n + 2",
    ">+1: optimum above n + 1",
    "x: no solution",
    ".: no k coins can move",
    "?: open",
];

const fn place_of_meaning(answer: Option<CellAnswer>) -> usize {
    match answer {
        Some(CellAnswer::Suffices) => 0,
        Some(CellAnswer::Optimum(_)) => 1,
        Some(CellAnswer::Between {
            at_most: Some(_), ..
        }) => 2,
        Some(CellAnswer::Between { at_most: None, .. }) => 3,
        Some(CellAnswer::NoSolution) => 4,
        None => 5,
        Some(CellAnswer::Open { .. }) => 6,
    }
}

/// Returns the sizes up to the largest one.
fn all_sizes(maps: &[Cow<'_, ClassificationRecord>]) -> Range {
    let cells = maps.iter().flat_map(|map| &map.cells);
    let largest = cells.map(|record| record.cell.puzzle.n()).max();
    Range {
        first: 2,
        last: largest.unwrap_or(2),
    }
}

/// Adds a cell to the map of its block length, unless the map has an answer.
fn add(cell: CellRecord, maps: &mut Vec<Cow<'_, ClassificationRecord>>) {
    let (k, n) = (cell.cell.puzzle.block_length(), cell.cell.puzzle.n());
    let place = maps.iter().position(|map| map.k == k);
    let place = place.unwrap_or_else(|| {
        maps.push(Cow::Owned(ClassificationRecord::empty(k)));
        maps.len() - 1
    });
    let known = maps[place].cell(n).map(|record| record.cell.answer());
    if matches!(known, None | Some(CellAnswer::Open { .. })) {
        maps[place].to_mut().put(cell);
    }
}

impl Map {
    /// Creates the map that follows from all records of a store, by name.
    ///
    /// # Errors
    /// When a family is invalid.
    pub fn of(records: &[(String, Record)]) -> Result<Self, AtlasError> {
        let mut closings: Vec<(BlockLength, Closing)> = Vec::new();
        for (name, record) in records {
            let (k, coverage) = match record {
                Record::Family(record) => {
                    let coverage = record.family.coverage().map_err(AtlasError::refused)?;
                    (record.family.k, coverage)
                }
                Record::WrapFamily(record) => {
                    let family = &record.family;
                    (family.block_length(), family.coverage().clone())
                }
                Record::DoublesFamily(record) => {
                    let family = &record.family;
                    (family.block_length(), family.coverage().clone())
                }
                _ => continue,
            };
            let name = name.clone();
            closings.push((k, Closing { name, coverage }));
        }
        let families = |k: BlockLength| -> Vec<Closing> {
            let own = closings.iter().filter(|(length, _)| *length == k);
            own.map(|(_, closing)| closing.clone()).collect()
        };
        let maps = records.iter();
        let maps = maps.filter_map(|(_, record)| ClassificationRecord::within(record));
        let mut maps: Vec<Cow<'_, ClassificationRecord>> = maps.map(Cow::Borrowed).collect();
        // Bases settle sizes where there is no map, too.
        for (k, closing) in &closings {
            let has_bases = closing.coverage.first.iter().any(Option::is_some);
            if has_bases && maps.iter().all(|map| map.k != *k) {
                maps.push(Cow::Owned(ClassificationRecord::empty(*k)));
            }
        }
        let sizes = all_sizes(&maps);
        // So do single solutions, which may be far from all other sizes.
        for (_, record) in records {
            if let Some(cell) = SolutionRecord::within(record).and_then(CellRecord::of_solution) {
                add(cell, &mut maps);
            }
        }
        maps.sort_by_key(|map| map.k);
        let rows = maps
            .iter()
            .map(|map| Row::new(map, sizes, &families(map.k)));
        Ok(Self {
            rows: rows.collect(),
            sizes,
        })
    }

    /// Says in a sentence for which sizes it is settled whether n moves suffice.
    ///
    /// ```
    /// use tait_atlas::map::Map;
    /// assert_eq!(Map::default().completeness(), "nothing is settled yet");
    /// ```
    #[must_use]
    pub fn completeness(&self) -> String {
        let rows = (2..).zip(&self.rows);
        let complete = rows.take_while(|(k, row)| row.k.get() == *k && row.is_complete());
        let complete = complete.count();
        let mut parts = Vec::new();
        match complete {
            0 => {}
            1 => parts.push("every n for k = 2".to_owned()),
            _ => parts.push(format!("every n for k <= {}", complete + 1)),
        }
        parts.extend(
            self.rows[complete..]
                .iter()
                .map(|row| match row.is_complete() {
                    true => format!("k = {}: every n", row.k),
                    false => format!("k = {}: {}", row.k, row.settled_sizes()),
                }),
        );
        if parts.is_empty() {
            return "nothing is settled yet".to_owned();
        }
        format!("complete: {}; the rest is open", parts.join("; "))
    }

    /// Returns N(k) for k = 2, 3, ... as far as there are rows and it is exact.
    #[must_use]
    pub fn exact_thresholds(&self) -> Vec<u64> {
        let rows = (2..).zip(&self.rows);
        rows.map_while(|(k, row)| {
            let is_exact = row.k.get() == k && row.threshold().is_exact();
            row.threshold().from.filter(|_| is_exact)
        })
        .collect()
    }

    /// Returns the map in a format.
    ///
    /// # Errors
    /// Only those of writing JSON.
    pub fn to_text(&self, format: Format) -> Result<String, AtlasError> {
        Ok(match format {
            Format::Text => {
                let sentences: Vec<String> = self.rows.iter().map(Row::sentence).collect();
                let (grid, legend) = (self.grid(), self.legend());
                format!("{grid}{legend}\n\n{}\n", sentences.join("\n"))
            }
            Format::Markdown => self.thresholds().to_text(Format::Markdown),
            Format::Json => tait_store::to_text(&json!({
                "cells": self.records().map(|cell| self.object(cell)).collect::<Vec<_>>(),
                "thresholds": self.rows.iter().map(threshold).collect::<Vec<_>>(),
            }))
            .map_err(AtlasError::refused)?,
            Format::Jsonl | Format::Csv => self.cells().to_text(format),
        })
    }

    /// The meanings of the symbols in the grid.
    fn legend(&self) -> String {
        let sizes = self.sizes.first..=self.sizes.last;
        let rows = self.rows.iter();
        let answers = rows.flat_map(|row| sizes.clone().map(|n| row.answer(n)));
        let shown: BTreeSet<usize> = answers.map(place_of_meaning).collect();
        let shown: Vec<&str> = shown.into_iter().map(|place| MEANINGS[place]).collect();
        shown.join("; ")
    }

    /// A line for each k, a column for each n.
    fn grid(&self) -> String {
        let sizes = || self.sizes.first..=self.sizes.last;
        let lines: Vec<Vec<String>> = std::iter::once(
            std::iter::once("k\\n".to_owned())
                .chain(sizes().map(|n| n.to_string()))
                .collect(),
        )
        .chain(self.rows.iter().map(|row| {
            std::iter::once(row.k.to_string())
                .chain(sizes().map(|n| symbol(n, row.answer(n))))
                .collect()
        }))
        .collect();
        let width = |column: usize| {
            let widths = lines.iter().map(|line: &Vec<String>| line[column].len());
            widths.max().unwrap_or(0)
        };
        let mut text = String::new();
        for line in &lines {
            let cells = line.iter().enumerate();
            let cells: Vec<String> = cells
                .map(|(column, cell)| format!("{cell:>width$}", width = width(column)))
                .collect();
            text.push_str(cells.join("  ").trim_end());
            text.push('\n');
        }
        text
    }

    /// The cells in order, those without a record as open.
    fn records(&self) -> impl Iterator<Item = (BlockLength, u64, CellAnswer, Option<&CellRecord>)> {
        self.rows.iter().flat_map(move |row| {
            (self.sizes.first..=self.sizes.last)
                .filter_map(move |n| Some((row.k, n, row.answer(n)?, row.record(n))))
        })
    }

    fn object(
        &self,
        (k, n, answer, record): (BlockLength, u64, CellAnswer, Option<&CellRecord>),
    ) -> Value {
        let cell = record.map(|record| &record.cell);
        json!({
            "k": k, "n": n, "answer": answer.to_string(), "suffices": answer.suffices(),
            "at_least": least_moves(n, answer, cell), "at_most": cell.and_then(Cell::at_most),
            "moves": cell.and_then(|cell| cell.solution.as_ref()).map(Solution::moves),
            "excluded": cell.map(|cell| &cell.excluded),
            "source": record.and_then(|record| record.source.as_ref()),
            "found_by": record.map(|record| &record.found_by),
        })
    }

    /// A row for each cell.
    fn cells(&self) -> Table {
        let mut table = Table::of(RecordKind::Classification);
        for (k, n, answer, record) in self.records() {
            table.push(cell_row(k, n, answer, record));
        }
        table
    }

    /// A row for each block length.
    fn thresholds(&self) -> Table {
        let mut table = Table::new(&[
            "k",
            "n moves for every n >=",
            "and for",
            "not for",
            "open for",
            "closed by",
        ]);
        for row in &self.rows {
            let threshold = row.threshold();
            table.push(vec![
                json!(row.k),
                json!(threshold.from),
                json!(runs(&threshold.sporadic)),
                json!(runs(&threshold.below)),
                json!(runs(&threshold.unknown)),
                json!(threshold.closed_by),
            ]);
        }
        table
    }
}

fn threshold(row: &Row) -> Value {
    let threshold = row.threshold();
    json!({
        "k": row.k, "from": threshold.from, "is_exact": threshold.is_exact(),
        "closed_by": threshold.closed_by, "suffices_before": threshold.sporadic,
        "does_not_suffice": threshold.below, "unknown": threshold.unknown,
    })
}
