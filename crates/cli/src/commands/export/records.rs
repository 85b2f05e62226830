//! Stored records: which are asked for, as they are stored, and as tables.

use super::{Arguments, Kind};
use crate::arguments::Globals;
use crate::commands::{classify, grid, wraps};
use crate::format::Format;
use crate::table::Table;
use anyhow::ensure;
use serde_json::json;
use tait_store::Record;

/// The stored records that are asked for, by name.
pub(super) fn stored(
    arguments: &Arguments,
    globals: &Globals,
) -> anyhow::Result<Vec<(String, Record)>> {
    let kind = arguments.kind;
    let has_no_k = matches!(
        kind,
        Some(Kind::Shuffling | Kind::Reversal | Kind::GridTable | Kind::GridSolution)
    );
    ensure!(
        arguments.k.is_none() || !has_no_k,
        "--k says nothing about this --kind: its moves do not slide k coins"
    );
    let has_no_n = matches!(
        kind,
        Some(Kind::WrapSearch | Kind::GridTable | Kind::GridSolution)
    );
    ensure!(
        arguments.n.is_none() || !has_no_n,
        "--n says nothing about this --kind: it has no sizes"
    );
    let mut records = Vec::new();
    for entry in globals.store().entries()? {
        let name = entry.name.display().to_string();
        match entry.record {
            Ok(record) => records.push((name, record)),
            Err(error) => globals.remark(&format!("left out: {error}")),
        }
    }
    records.retain(|(_, record)| {
        let is_asked = match kind {
            Some(kind) => kind == kind_of(record),
            // Whatever is a solution of the linear puzzle, or makes them.
            None => matches!(
                kind_of(record),
                Kind::Solution | Kind::Family | Kind::WrapFamily
            ),
        };
        is_asked && arguments.wants_some(record)
    });
    Ok(records)
}

const fn kind_of(record: &Record) -> Kind {
    match record {
        Record::Solution(_) => Kind::Solution,
        Record::Family(_) => Kind::Family,
        Record::WrapFamily(_) => Kind::WrapFamily,
        Record::Classification(_) => Kind::Classification,
        Record::WrapSearch(_) => Kind::WrapSearch,
        Record::Shuffling(_) => Kind::Shuffling,
        Record::Reversal(_) => Kind::Reversal,
        Record::GridTable(_) => Kind::GridTable,
        Record::GridSolution(_) => Kind::GridSolution,
    }
}

impl Arguments {
    /// Whether a record has something of the k and n that are asked for.
    fn wants_some(&self, record: &Record) -> bool {
        match record {
            Record::Solution(record) => {
                let puzzle = record.solution.puzzle();
                self.wants(puzzle.k().into(), puzzle.n())
            }
            Record::Family(record) => {
                let mut sizes = record.family.bases.iter().map(|base| base.puzzle().n());
                sizes.any(|n| self.wants(record.family.k.into(), n))
            }
            Record::WrapFamily(record) => {
                let k = record.family.block_length().into();
                let mut sizes = record.family.coverage().first.iter().flatten();
                sizes.any(|&n| self.wants(k, n))
            }
            Record::Classification(record) => {
                let mut sizes = record.cells.iter().map(|cell| cell.cell.puzzle.n());
                sizes.any(|n| self.wants(record.k.into(), n))
            }
            Record::WrapSearch(record) => self.k.is_none_or(|k| k == u64::from(record.k)),
            Record::Shuffling(record) => {
                let mut sizes = record.cells.iter().map(|cell| cell.puzzle.n());
                self.n.is_none_or(|wanted| sizes.any(|n| n == wanted))
            }
            Record::Reversal(record) => {
                let mut sizes = record.cells().iter().map(|cell| cell.puzzle.checkers());
                self.n.is_none_or(|wanted| sizes.any(|n| n == wanted))
            }
            Record::GridTable(_) | Record::GridSolution(_) => true,
        }
    }
}

/// Records as they are in their files: a JSON list of them, or one a line.
pub(super) fn as_stored(records: &[(String, Record)], format: Format) -> anyhow::Result<String> {
    let texts: Vec<String> = records
        .iter()
        .map(|(_, record)| record.to_json())
        .collect::<Result<_, _>>()?;
    if format == Format::Json {
        let texts: Vec<&str> = texts.iter().map(|text| text.trim_end()).collect();
        return Ok(format!("[{}]\n", texts.join(",\n")));
    }
    // No string in a record holds a line break, so dropping them and the indentation is enough.
    Ok(texts
        .iter()
        .map(|text| text.lines().map(str::trim_start).collect::<String>() + "\n")
        .collect())
}

/// A row for each size of the maps.
pub(super) fn cells_of_maps(records: &[(String, Record)], arguments: &Arguments) -> Table {
    let maps = records.iter().filter_map(|(_, record)| match record {
        Record::Classification(record) => Some(record),
        _ => None,
    });
    classify::stored_cells(maps, |n| arguments.n.is_none_or(|wanted| wanted == n))
}

/// A row for each width and class of the searches for wraps.
pub(super) fn widths(records: &[(String, Record)]) -> Table {
    let mut table = Table::new(&["source", "k", "m", "class", "result", "states", "moves"]);
    for (name, record) in records {
        let Record::WrapSearch(record) = record else {
            continue;
        };
        for width in &record.widths {
            let mut row = vec![json!(name), json!(record.k)];
            row.extend(wraps::report::row(width));
            table.push(row);
        }
    }
    table
}

/// A row for each ordered pair of shapes, with the optimum or what is known of it.
pub(super) fn pairs_of_shapes(records: &[(String, Record)]) -> Table {
    let mut table = Table::new(grid::table::COLUMNS);
    for (_, record) in records {
        if let Record::GridTable(record) = record {
            let names: Vec<String> = record.shapes().names().map(str::to_owned).collect();
            grid::table::list_pairs(record, record.name(), &names, &names, &mut table);
        }
    }
    table
}

/// A row for each answer to a puzzle on a grid.
pub(super) fn grid_answers(records: &[(String, Record)]) -> Table {
    let mut table = Table::new(&["name", "puzzle", "solvable", "optimal_moves", "moves"]);
    for (_, record) in records {
        if let Record::GridSolution(record) = record {
            let moves = record.solution.as_ref().ok();
            table.push(vec![
                json!(record.name),
                json!(record.puzzle.to_string()),
                json!(moves.is_some()),
                json!(moves.map(Vec::len)),
                json!(moves),
            ]);
        }
    }
    table
}
