//! Stored records: which are asked for, as they are stored, and as tables.

use super::{Arguments, Kind};
use crate::format::Format;
use crate::globals::Globals;
use anyhow::ensure;
use tait_atlas::Table;
use tait_store::{Listing, Record, RecordKind};

/// The stored records that are asked for, by name.
pub(super) fn stored(
    arguments: &Arguments,
    globals: &Globals,
) -> anyhow::Result<Vec<(String, Record)>> {
    let about = match arguments.kind {
        Some(Kind::Stored(kind)) => Some(kind.about()),
        Some(Kind::Table) | None => None,
    };
    ensure!(
        arguments.k.is_none() || about.is_none_or(|about| about.has_k),
        "--k says nothing about this --kind: its moves do not slide k coins"
    );
    ensure!(
        arguments.n.is_none() || about.is_none_or(|about| about.has_n),
        "--n says nothing about this --kind: it has no sizes"
    );
    let mut records = globals.atlas().records()?;
    records.retain(|(_, record)| {
        let own = record.kind().about();
        let is_asked = match about {
            Some(about) => about == own,
            // Whatever is a solution of the linear puzzle, or makes them.
            None => own.listing == Listing::Solutions,
        };
        is_asked && record.concerns(arguments.k, arguments.n)
    });
    Ok(records)
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

/// The rows in records of a kind.
pub(super) fn table(records: &[(String, Record)], kind: RecordKind, n: Option<u64>) -> Table {
    let mut table = Table::of(kind);
    for (name, record) in records {
        table.extend(record.rows(name, n));
    }
    table
}
