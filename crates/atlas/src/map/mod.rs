//! The map as text: a table for people, rows for machines, and the conclusions for each k.

mod cells;
mod evidence;
mod picture;
mod range;

pub use cells::{block_lengths, puzzles};
pub use evidence::Evidence;
pub use picture::{draw, kind_name, kinds, kinds_as_style};
pub use range::Range;

use crate::atlas::Atlas;
use crate::error::{AtlasError, Missing};
use crate::table::{Format, Table};
use serde_json::{Value, json};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use tait_framework::{Closing, Threshold};
use tait_puzzle::linear::{BlockLength, Cell, CellAnswer, Solution};
use tait_store::{
    CellRecord, ClassificationRecord, InRecord as _, Record, RecordKind, cell_row, least_moves,
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

/// What is known of one block length.
#[derive(Debug)]
pub struct Row {
    /// The block length.
    pub k: BlockLength,
    threshold: Threshold,
    /// Where no family settles all large sizes: the sizes of the bases in ascending order, each with the step from which
    /// it settles one size after the other.
    residues: Vec<(u64, u64)>,
    /// The cells asked for that are on record.
    cells: Vec<CellRecord>,
}

impl Row {
    /// Creates the row of a record and the families for the sizes asked for; the threshold follows from all cells of
    /// the record.
    #[must_use]
    pub fn new(record: &ClassificationRecord, sizes: Range, families: &[Closing]) -> Self {
        let threshold = threshold_of(record, families);
        Self {
            k: record.k,
            residues: match threshold.from {
                Some(_) => Vec::new(),
                None => residues_of(families),
            },
            threshold,
            cells: record
                .cells
                .iter()
                .filter(|record| (sizes.first..=sizes.last).contains(&record.cell.puzzle.n()))
                .cloned()
                .collect(),
        }
    }

    /// Returns the answer for a size; `None` if there are too few coins.
    #[must_use]
    pub fn answer(&self, n: u64) -> Option<CellAnswer> {
        if 2 * n <= u64::from(self.k.get()) {
            return None;
        }
        let cell = self.cells.iter().find(|record| record.cell.puzzle.n() == n);
        Some(cell.map_or(CellAnswer::Open { at_most: None }, |record| {
            record.cell.answer()
        }))
    }

    /// Returns whether a size is on record.
    #[must_use]
    pub fn is_recorded(&self, n: u64) -> bool {
        self.cells.iter().any(|record| record.cell.puzzle.n() == n)
    }

    /// Returns the size from which n moves suffice, and the other sizes for which they do.
    #[must_use]
    pub const fn threshold(&self) -> &Threshold {
        &self.threshold
    }

    /// Returns whether it is settled for every n whether n moves suffice.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.threshold.from.is_some() && self.threshold.unknown.is_empty()
    }

    /// Returns the sizes for which it is settled whether n moves suffice: `7..24`, or `7..24 and n >= 39`.
    #[must_use]
    pub fn settled_sizes(&self) -> String {
        let mut sizes = [&self.threshold.below[..], &self.threshold.sporadic[..]].concat();
        sizes.sort_unstable();
        let mut parts = Vec::new();
        if !sizes.is_empty() {
            parts.push(format!("n = {}", runs(&sizes)));
        }
        parts.extend(self.threshold.from.map(|from| format!("n >= {from}")));
        parts.extend(self.residues_in_words());
        parts.join(" and ")
    }

    /// Returns the sizes that bases settle where they do not settle all large ones: `n = 48, 49 and every 28th n after
    /// each`.
    fn residues_in_words(&self) -> Option<String> {
        let steps: BTreeSet<u64> = self.residues.iter().map(|(_, step)| *step).collect();
        let parts = steps.iter().map(|step| {
            let residues = self.residues.iter().filter(|(_, own)| own == step);
            let firsts: Vec<u64> = residues.map(|(first, _)| *first).collect();
            let each = if firsts.len() > 1 { "each" } else { "it" };
            let every = ordinal(*step);
            format!("n = {} and every {every} n after {each}", runs(&firsts))
        });
        let parts: Vec<String> = parts.collect();
        (!parts.is_empty()).then(|| parts.join(" and "))
    }

    /// Returns the sizes of the bases that settle some of the large sizes, where none settle all.
    pub(crate) fn bases(&self) -> impl Iterator<Item = u64> {
        self.residues.iter().map(|(first, _)| *first)
    }

    /// Returns the sizes for which n moves suffice, and those for which they do not.
    #[must_use]
    pub fn answers(&self) -> String {
        let Threshold {
            from,
            sporadic,
            below,
            ..
        } = &self.threshold;
        let mut parts = Vec::new();
        parts.extend(from.map(|from| format!("n moves for every n >= {from}")));
        if !sporadic.is_empty() {
            let lead = if from.is_some() {
                "and for"
            } else {
                "n moves for"
            };
            parts.push(format!("{lead} n = {}", runs(sporadic)));
        }
        let residues = self.residues_in_words();
        parts.extend(residues.map(|sizes| format!("n moves for {sizes}")));
        if !below.is_empty() {
            parts.push(format!("not for n = {}", runs(below)));
        }
        parts.join("; ")
    }

    /// Returns the open sizes below the threshold, or below the largest examined size.
    #[must_use]
    pub fn open_sizes(&self) -> Option<String> {
        let unknown = &self.threshold.unknown;
        (!unknown.is_empty()).then(|| format!("n = {}", runs(unknown)))
    }

    /// Returns the conclusion for the block length, in a sentence.
    #[must_use]
    pub fn sentence(&self) -> String {
        let threshold = &self.threshold;
        let mut text = format!("k = {}: ", self.k);
        match (threshold.from, &threshold.closed_by) {
            (Some(from), Some(family)) => {
                let least = if threshold.is_exact() {
                    ""
                } else {
                    " at least"
                };
                text.push_str(&format!(
                    "n moves suffice for every n >= {from}{least} ({family})"
                ));
            }
            _ => text.push_str("no family settles every large n, so it is open beyond the map"),
        }
        if let Some(sizes) = self.residues_in_words() {
            text.push_str(&format!(", except for {sizes}"));
        }
        let more = match threshold.from {
            Some(_) => "and for",
            None => "n moves suffice for",
        };
        for (sizes, what) in [
            (&threshold.sporadic, more),
            (&threshold.below, "not for"),
            (&threshold.unknown, "open for"),
        ] {
            if !sizes.is_empty() {
                text.push_str(&format!("; {what} n = {}", runs(sizes)));
            }
        }
        text
    }
}

/// Returns the threshold that follows from all cells of a record and the families.
#[must_use]
pub fn threshold_of(record: &ClassificationRecord, families: &[Closing]) -> Threshold {
    let cells = record.cells.iter().map(|record| &record.cell);
    let answers = cells.map(|cell| (cell.puzzle.n(), cell.answer()));
    Threshold::new(u64::from(record.k.get()) / 2 + 1, answers, families)
}

/// Returns the residues that families settle from some size on: that size, and the modulus.
fn residues_of(families: &[Closing]) -> Vec<(u64, u64)> {
    let mut firsts: BTreeMap<(u64, u64), u64> = BTreeMap::new();
    for closing in families {
        let step = closing.coverage.first.len() as u64;
        for &first in closing.coverage.first.iter().flatten() {
            let known = firsts.entry((step, first % step)).or_insert(first);
            *known = first.min(*known);
        }
    }
    let mut residues: Vec<(u64, u64)> = firsts
        .into_iter()
        .map(|((step, _), first)| (first, step))
        .collect();
    residues.sort_unstable();
    residues
}

/// Writes an even number as an ordinal: the steps of all families are even.
fn ordinal(number: u64) -> String {
    let is_second = number % 10 == 2 && number % 100 != 12;
    format!("{number}{}", if is_second { "nd" } else { "th" })
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
        let families = |k: BlockLength| {
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
        maps.sort_by_key(|map| map.k);
        Ok(Self::of_records(maps.iter().map(|map| &**map), families))
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

    /// Creates the map of all records, with a row for each and all sizes up to the largest. The threshold of a row
    /// follows from its families, too.
    pub fn of_records<'a>(
        records: impl Iterator<Item = &'a ClassificationRecord> + Clone,
        families: impl Fn(BlockLength) -> Vec<Closing>,
    ) -> Self {
        let cells = records.clone().flat_map(|record| &record.cells);
        let largest = cells.map(|record| record.cell.puzzle.n()).max();
        let sizes = Range {
            first: 2,
            last: largest.unwrap_or(2),
        };
        let rows = records.map(|record| Row::new(record, sizes, &families(record.k)));
        Self {
            rows: rows.collect(),
            sizes,
        }
    }

    /// Returns N(k) for k = 2, 3, ... as far as there are rows and it is exact.
    #[must_use]
    pub fn exact_thresholds(&self) -> Vec<u64> {
        let rows = (2..).zip(&self.rows);
        rows.map_while(|(k, row)| {
            let is_exact = row.k.get() == k && row.threshold.is_exact();
            row.threshold.from.filter(|_| is_exact)
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
        let answers = || {
            let sizes = self.sizes.first..=self.sizes.last;
            let rows = self.rows.iter();
            rows.flat_map(move |row| sizes.clone().map(|n| row.answer(n)))
        };
        let is_bounds = |answer, is_one_known| match answer {
            Some(CellAnswer::Between { at_most, .. }) => at_most.is_some() == is_one_known,
            _ => false,
        };
        let meanings: [(&str, &dyn Fn(Option<CellAnswer>) -> bool); 7] = [
            ("n: n moves suffice", &|answer| {
                answer == Some(CellAnswer::Suffices)
            }),
            ("+1: optimum n + 1", &|answer| {
                matches!(answer, Some(CellAnswer::Optimum(_)))
            }),
            ("+1..+2: optimum n + 1 or n + 2", &|answer| {
                is_bounds(answer, true)
            }),
            (">+1: optimum above n + 1", &|answer| {
                is_bounds(answer, false)
            }),
            ("x: no solution", &|answer| {
                answer == Some(CellAnswer::NoSolution)
            }),
            (".: no k coins can move", &|answer| answer.is_none()),
            ("?: open", &|answer| {
                matches!(answer, Some(CellAnswer::Open { .. }))
            }),
        ];
        let shown = meanings.iter().filter(|(_, is_one)| answers().any(is_one));
        let shown: Vec<&str> = shown.map(|(meaning, _)| *meaning).collect();
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
            (self.sizes.first..=self.sizes.last).filter_map(move |n| {
                let record = row.cells.iter().find(|record| record.cell.puzzle.n() == n);
                Some((row.k, n, row.answer(n)?, record))
            })
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
            let threshold = &row.threshold;
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
    let threshold = &row.threshold;
    json!({
        "k": row.k, "from": threshold.from, "is_exact": threshold.is_exact(),
        "closed_by": threshold.closed_by, "suffices_before": threshold.sporadic,
        "does_not_suffice": threshold.below, "unknown": threshold.unknown,
    })
}
