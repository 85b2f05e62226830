//! What is known of one block length.

use super::range::Range;
use std::collections::{BTreeMap, BTreeSet};
use tait_framework::{Closing, Threshold};
use tait_linear::{BlockLength, Cell, CellAnswer, Puzzle};
use tait_store::{CellRecord, ClassificationRecord};
use tait_text::runs;

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
        let puzzle = Puzzle::new(self.k.into(), n).ok()?;
        let cell = self.record(n).map(|record| record.cell.answer());
        Some(cell.unwrap_or_else(|| Cell::unknown(puzzle).answer()))
    }

    /// Returns the record of a size.
    #[must_use]
    pub fn record(&self, n: u64) -> Option<&CellRecord> {
        self.cells.iter().find(|record| record.cell.puzzle.n() == n)
    }

    /// Returns the largest size on record.
    pub(crate) fn largest(&self) -> Option<u64> {
        self.cells.last().map(|record| record.cell.puzzle.n())
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
    // The smallest size alone can be one without any solution, and needs no record then.
    let smallest = u64::from(record.k.get()) / 2 + 1;
    let puzzle = Puzzle::new(record.k.into(), smallest).ok();
    let unsolvable = puzzle.filter(|puzzle| puzzle.unsolvable().is_some());
    let proven = unsolvable.map(|_| (smallest, CellAnswer::NoSolution));
    let cells = record.cells.iter().map(|record| &record.cell);
    let answers = cells.map(|cell| (cell.puzzle.n(), cell.answer()));
    Threshold::new(smallest, proven.into_iter().chain(answers), families)
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
