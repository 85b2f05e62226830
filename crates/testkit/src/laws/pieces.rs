//! Pieces of records, smaller and weaker than the whole, that are right by themselves.

use crate::laws::bytes::Choices;
use tait_linear::{CellAnswer, Family, Finding};
use tait_store::{
    ClassificationRecord, FamilyRecord, FoundBy, GridPair, GridTableRecord, GridTableRow,
    PairSearch, ShufflingRecord, Undecided,
};

/// Takes all variants of a few sizes, so that replaying them takes little time.
pub(crate) fn shuffling(
    whole: &ShufflingRecord,
    found_by: FoundBy,
    choices: &mut impl Choices,
) -> ShufflingRecord {
    let sizes = whole.cells.iter().map(|cell| cell.puzzle.n());
    let largest = sizes.max().unwrap_or(1);
    let first = 1 + choices.below(largest.min(10));
    let last = largest.min(first + choices.below(3));
    let cells = whole.cells.iter();
    let cells = cells.filter(|cell| (first..=last).contains(&cell.puzzle.n()));
    ShufflingRecord {
        cells: cells.cloned().collect(),
        found_by: FoundBy {
            command: format!("shuffling --constrained --table --n {first}..{last}"),
            ..found_by
        },
    }
}

/// Takes some bases, and some findings for other sizes, some of which it weakens.
pub(crate) fn family(
    whole: &FamilyRecord,
    found_by: FoundBy,
    choices: &mut impl Choices,
) -> Option<FamilyRecord> {
    let mut bases = whole.family.bases.clone();
    bases.retain(|_| choices.one_in(2));
    if bases.is_empty() {
        return None;
    }
    let mut smaller_sizes = whole.smaller_sizes.clone();
    let mut found_by = found_by;
    let mut from = 0;
    if !found_by.command.contains("--") {
        // A run reports the sizes that it passes over, from the size with which it begins.
        let first = bases.iter().map(|base| base.puzzle().n()).min()?;
        from = 2 + choices.below(first - 1);
        found_by.command.push_str(&format!(" --from {from}"));
    }
    smaller_sizes.retain(|smaller| smaller.n >= from || choices.one_in(2));
    for smaller in &mut smaller_sizes {
        if choices.one_in(3) {
            let attempts = 1 + choices.below(9);
            smaller.finding = Finding::NotFound { attempts };
        }
    }
    // A size whose base this run did not find.
    let largest = whole.family.bases.iter().map(|base| base.puzzle().n());
    let n = largest.max()?;
    if bases.iter().all(|base| base.puzzle().n() != n) {
        let attempts = 1 + choices.below(9);
        let finding = Finding::NotFound { attempts };
        smaller_sizes.push(tait_linear::SizeWithoutBase { n, finding });
    }
    Some(FamilyRecord {
        family: Family {
            k: whole.family.k,
            bases,
        },
        smaller_sizes,
        restrictions: whole.restrictions.clone(),
        found_by,
    })
}

/// Takes some cells, some of them without their solution or with fewer excluded lengths.
pub(crate) fn classification(
    whole: &ClassificationRecord,
    choices: &mut impl Choices,
) -> ClassificationRecord {
    let mut record = ClassificationRecord::empty(whole.k);
    for cell in &whole.cells {
        if !choices.one_in(3) {
            continue;
        }
        let mut cell = cell.clone();
        if choices.one_in(3) {
            cell.cell.solution = None;
        }
        if choices.one_in(3) {
            let left = choices.below(cell.cell.excluded.len() as u64 + 1);
            cell.cell.excluded.truncate(left as usize);
        }
        if matches!(
            cell.cell.answer(),
            CellAnswer::Open { .. } | CellAnswer::Between { .. }
        ) {
            // A search that was stopped, and took nothing from elsewhere.
            let n = cell.cell.puzzle.n();
            cell.source = None;
            cell.found_by.command = format!("classify --k {} --n {n}", whole.k);
        }
        cell.found_by.seconds = 0.5;
        record.put(cell);
    }
    record
}

/// Takes, for the first shapes, some rows with some targets, and some pairs, a few undecided.
pub(crate) fn grid_table(whole: &GridTableRecord, choices: &mut impl Choices) -> GridTableRecord {
    let mut record = GridTableRecord::new(whole.name(), whole.source(), whole.shapes().clone());
    for row in whole.rows().iter().take(3) {
        let mut targets = row.targets.clone();
        targets.truncate(8);
        let (mut of_row, mut alone) = (targets.clone(), targets);
        of_row.retain(|_| choices.one_in(3));
        alone.retain(|_| choices.one_in(3));
        for target in alone {
            let length = target.moves.as_ref().map_or(9, Vec::len) as u64;
            let is_undecided = choices.one_in(2);
            let search = PairSearch {
                state_limit: 100,
                patterns: choices.one_in(2).then_some(23),
            };
            let found_by = FoundBy {
                command: search
                    .command(whole.name(), &row.from, &target.to)
                    .to_string(),
                states: None,
                ..row.found_by.clone()
            };
            record.put_pair(GridPair {
                from: row.from.clone(),
                to: target.to,
                moves: target.moves.filter(|_| !is_undecided),
                undecided: is_undecided.then(|| Undecided {
                    at_least: choices.below(length + 1) as u32,
                    state_limit: 100,
                }),
                found_by,
            });
        }
        let lengths = of_row
            .iter()
            .filter_map(|target| Some(target.moves.as_ref()?.len()));
        if let Some(farthest) = lengths.max() {
            let states = row.states[..=farthest].to_vec();
            let names: Vec<&str> = of_row.iter().map(|target| &*target.to).collect();
            let found_by = FoundBy {
                states: None,
                command: format!("{} --glyphs {}", row.found_by.command, names.join(",")),
                ..row.found_by.clone()
            };
            record.put(GridTableRow::new(
                &row.from, states, false, of_row, found_by,
            ));
        }
    }
    record
}
