//! Committed records, and small records made of their parts: small ones are read fast.

use std::path::Path;
use tait_grid::{Shapes, ShapesForm};
use tait_linear::{Base, Family};
use tait_store::{
    ClassificationRecord, FamilyRecord, FoundBy, GridTableRecord, GridTableRow, Record,
    ReversalRecord, ShufflingRecord, SolutionCountsRecord, TurnedClassificationRecord,
};

/// Makes a pair of the name of a committed record and its text.
macro_rules! named {
    ($name:literal) => {
        ($name, include_str!(concat!("../../../../data/", $name)))
    };
}

/// Files that are small.
const SMALL: [&str; 9] = [
    include_str!("../../../../data/solutions/k02/n003.json"),
    include_str!("../../../../data/solutions/k03/n006.json"),
    include_str!("../../../../data/solutions/k04/n005.json"),
    include_str!("../../../../data/families/k02-wrap-m4.json"),
    include_str!("../../../../data/families/k03-split-wrap-m2.json"),
    include_str!("../../../../data/wraps/k07/split-1-1-black/m28.json"),
    include_str!("../../../../data/grid-solutions/figure-2.json"),
    include_str!("../../../../data/grid-solutions/figure-5.json"),
    include_str!("../../../../data/grid-solutions/theorem-1.json"),
];

/// Large files whose parts are small.
const LARGE: [&str; 8] = [
    include_str!("../../../../data/families/k02-bases.json"),
    include_str!("../../../../data/families/k03-bases.json"),
    include_str!("../../../../data/classification/k06.json"),
    include_str!("../../../../data/classification/k03.json"),
    include_str!("../../../../data/turned/k03.json"),
    include_str!("../../../../data/checkers/reversal.json"),
    include_str!("../../../../data/shuffling/constrained.json"),
    include_str!("../../../../data/counts/k02.json"),
];

/// The most bytes of a small record.
const MOST: usize = 1500;

/// The number of cells taken from each table; the other cells are similar, but larger.
const CELLS: usize = 12;

/// The shapes taken from a table, which are few moves apart.
const SHAPES: [&str; 3] = ["H", "N", "W"];

/// Returns small records of nearly every kind, each with its text; a table of shapes is large whatever it leaves out.
pub(crate) fn small() -> Vec<(Record, String)> {
    let whole = SMALL.iter().map(|text| read(text));
    let parts = LARGE.iter().flat_map(|text| single_parts(read(text)));
    let with_text = |record: Record| {
        let text = record.to_json().unwrap_or_else(|error| panic!("{error}"));
        (record, text)
    };
    let records = whole.chain(parts).map(with_text);
    records.filter(|(_, text)| text.len() <= MOST).collect()
}

/// Returns the bases of the committed families in large files.
pub(crate) fn bases() -> Vec<Base> {
    let families = LARGE.iter().filter_map(|text| match read(text) {
        Record::Family(record) => Some(record.family.bases),
        _ => None,
    });
    families.flatten().collect()
}

/// Returns the records of single parts of a record, each right by itself.
fn single_parts(whole: Record) -> Vec<Record> {
    match whole {
        Record::Family(whole) => {
            let alone = |base| FamilyRecord {
                family: Family {
                    k: whole.family.k,
                    bases: vec![base],
                },
                smaller_sizes: Vec::new(),
                ..whole.clone()
            };
            let bases = whole.family.bases.iter().cloned();
            bases.map(|base| alone(base).into()).collect()
        }
        Record::Classification(map) => cells_alone(map).map(Into::into).collect(),
        Record::TurnedClassification(TurnedClassificationRecord(map)) => {
            let alone = cells_alone(map).map(TurnedClassificationRecord);
            alone.map(Into::into).collect()
        }
        Record::Reversal(reversals) => {
            let alone = |cell| {
                let mut record = ReversalRecord::default();
                record.put(cell);
                record.into()
            };
            let cells = reversals.cells().iter().take(CELLS);
            cells.cloned().map(alone).collect()
        }
        Record::SolutionCounts(whole) => {
            let alone = |cell| SolutionCountsRecord {
                k: whole.k,
                cells: vec![cell],
            };
            let cells = whole.cells.into_iter().take(CELLS);
            cells.map(|cell| alone(cell).into()).collect()
        }
        Record::Shuffling(table) => (1..=3).map(|n| of_size(&table, n).into()).collect(),
        other => vec![other],
    }
}

/// Returns a map of each of the first cells.
fn cells_alone(map: ClassificationRecord) -> impl Iterator<Item = ClassificationRecord> {
    let alone = move |cell| ClassificationRecord {
        k: map.k,
        cells: vec![cell],
    };
    map.cells.into_iter().take(CELLS).map(alone)
}

/// Returns all variants of one size, which a command of its own finds.
fn of_size(table: &ShufflingRecord, n: u64) -> ShufflingRecord {
    let mut cells = table.cells.clone();
    cells.retain(|cell| cell.puzzle.n() == n);
    let found_by = FoundBy {
        command: format!("shuffling --constrained --table --n {n}..{n}"),
        states: None,
        ..table.found_by.clone()
    };
    ShufflingRecord {
        constrained: true,
        cells,
        found_by,
    }
}

/// Reads a committed record.
pub(crate) fn read(text: &str) -> Record {
    Record::read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}"))
}

/// Returns records with several parts, by name; large ones are cut to parts that are checked quickly.
pub(crate) fn named() -> Vec<(&'static Path, Record)> {
    const NAMED: [(&str, &str); 14] = [
        named!("checkers/reversal.json"),
        named!("classification/k06.json"),
        named!("classification/k03.json"),
        named!("confirmations/classification/k06.json"),
        named!("counts/k02.json"),
        named!("families/k02-bases.json"),
        named!("families/k02-wrap-m4.json"),
        named!("families/k03-split-wrap-m2.json"),
        named!("grid/font5x7.json"),
        named!("grid-solutions/figure-2.json"),
        named!("shuffling/constrained.json"),
        named!("solutions/k03/n006.json"),
        named!("turned/k04.json"),
        named!("wraps/k04/whole/m2-m22.json"),
    ];
    let named = NAMED.into_iter();
    named
        .map(|(name, text)| (Path::new(name), cut(read(text))))
        .collect()
}

/// Returns a record with a few of its parts.
fn cut(whole: Record) -> Record {
    match whole {
        Record::Classification(mut map) => {
            few_cells(&mut map);
            map.into()
        }
        Record::TurnedClassification(mut map) => {
            few_cells(&mut map.0);
            map.into()
        }
        Record::Shuffling(mut table) => {
            table.cells.retain(|cell| cell.puzzle.n() <= 2);
            table.into()
        }
        Record::GridTable(table) => few_shapes(&table).into(),
        other => other,
    }
}

fn few_cells(map: &mut ClassificationRecord) {
    map.cells.retain(|cell| cell.cell.excluded.len() < 3);
    map.cells.truncate(CELLS);
}

fn few_shapes(table: &GridTableRecord) -> GridTableRecord {
    let is_taken = |name: &str| SHAPES.contains(&name);
    let mut form = ShapesForm::from(table.shapes());
    form.shapes.retain(|shape| is_taken(&shape.name));
    let shapes = Shapes::try_from(form).unwrap_or_else(|error| panic!("{error}"));
    let mut few = GridTableRecord::new(table.name(), table.source(), shapes);
    for row in table.rows().iter().filter(|row| is_taken(&row.from)) {
        let mut targets = row.targets.clone();
        targets.retain(|target| is_taken(&target.to));
        let (states, found_by) = (row.states.clone(), row.found_by.clone());
        let row = GridTableRow::new(&row.from, states, row.exhausted, targets, found_by);
        few.put(row);
    }
    few
}
