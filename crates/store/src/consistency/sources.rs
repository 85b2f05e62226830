//! Compares cells of maps with the families that they name as their source.

use super::{Found, Named};
use crate::classification::CellRecord;
use crate::record::Record;

pub(super) fn compare(records: &[Named<'_>], found: &mut Found) {
    for &Named { name, record } in records {
        let Record::Classification(map) = record else {
            continue;
        };
        for cell in &map.cells {
            let n = cell.cell.puzzle.n();
            // A family that is not in this store may be elsewhere.
            let family = records.iter().find(|other| is_named(cell, other.name));
            if let Some(family) = family.filter(|family| !covers(family.record, n)) {
                let what = format!(
                    "{}: the family named as its source does not cover it",
                    cell.cell.puzzle
                );
                found.add(name, family.name, what);
            }
        }
    }
}

fn is_named(cell: &CellRecord, file: &str) -> bool {
    let source = cell.source.as_deref();
    let named = source.and_then(|source| source.split_once(", "));
    named.is_some_and(|(named, _)| named == file)
}

fn covers(record: &Record, n: u64) -> bool {
    let family = record.family();
    family.is_some_and(|family| family.coverage().covers(n))
}
