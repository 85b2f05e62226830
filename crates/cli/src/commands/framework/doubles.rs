//! The search for solutions that extend by doubles.

use super::Arguments;
use crate::exit::Exit;
use crate::format::{Format, FormatExt as _};
use crate::globals::Globals;
use crate::output::print;
use crate::remarks::{tell, tell_saved};
use tait_atlas::explain::doubles_family;
use tait_jobs::{Remark, make_doubles};
use tait_linear::BlockLength;
use tait_store::{DoublesCommand, Record};

/// Searches for the bases that the stored family lacks, and prints the family.
pub(super) fn search(
    arguments: &Arguments,
    k: BlockLength,
    globals: &Globals,
) -> anyhow::Result<Exit> {
    let format = globals
        .format_or(Format::Text)
        .among(&[Format::Text, Format::Json])?;
    let command = DoublesCommand {
        k,
        from: arguments.from,
        to: arguments.to,
        seed: arguments.limits.seed,
    };
    let progress = arguments.limits.progress(globals)?;
    let saved = |saved| drop(tell_saved(saved, globals));
    let remark = |remark: Remark<'_>| tell(&remark, globals);
    let (store, control) = (globals.store_to_write()?, progress.control());
    let made = make_doubles(
        &command,
        arguments.fresh,
        &store,
        (&saved, &remark),
        &control,
    );
    progress.finish();
    let made = made?;
    if made.is_known {
        globals.remark("from the store, checked; --fresh searches again");
    }
    if let Some(record) = &made.family {
        print(&match format {
            Format::Json => Record::from(record.clone()).to_json()?,
            _ => doubles_family(&record.family),
        })?;
    }
    let Some(lack) = made.lack() else {
        return Ok(Exit::Done);
    };
    globals.remark(&match made.stopped {
        Some(_) => format!("{lack}; the same command continues from here"),
        None => lack,
    });
    Ok(Exit::Stopped)
}
