//! Stored records: which are asked for, as they are stored, and as tables.

use super::{Arguments, Kind};
use crate::globals::Globals;
use anyhow::ensure;
use tait_store::{Listing, Record};

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
    let mut records = globals.atlas()?.records()?;
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
