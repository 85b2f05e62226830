//! A family as text.

use crate::exit::Exit;
use crate::format::{Format, FormatExt as _};
use crate::globals::Globals;
use crate::output::print;
use tait_atlas::explain::family_table;
use tait_store::{FamilyRecord, Record};

/// Prints a family.
pub(super) fn show(record: &FamilyRecord, globals: &Globals) -> anyhow::Result<Exit> {
    match globals
        .format_or(Format::Text)
        .among(&[Format::Text, Format::Json])?
    {
        Format::Json => print(&Record::Family(record.clone()).to_json()?)?,
        _ => print(&family_table(record)?)?,
    }
    Ok(Exit::Done)
}
