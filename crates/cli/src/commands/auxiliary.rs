//! `tait auxiliary K`: the solutions of the auxiliary puzzle, and the preludes with which bases can begin.

use crate::exit::Exit;
use crate::format::{Format, FormatExt as _};
use crate::globals::Globals;
use crate::limits::LimitArguments;
use crate::output::{print, results};
use clap::Args;
use tait_atlas::explain::{auxiliary_list, preludes, write_auxiliary_list};
use tait_framework::LONGEST_AUXILIARY;
use tait_linear::{AuxiliaryOffsets, AuxiliarySolution, BlockLength};

/// Arguments of `auxiliary`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Number of adjacent coins that a move slides
    #[arg(value_name = "K")]
    k: u64,

    /// Allow different offsets in the two halves
    #[arg(long)]
    free_offsets: bool,

    /// Print the moves of the solution with these offsets, such as 2,0,1, to be verified
    #[arg(long, value_name = "OFFSETS", conflicts_with_all = ["free_offsets", "prelude"])]
    offsets: Option<AuxiliaryOffsets>,

    /// Show the preludes with which bases for n = N can begin
    #[arg(long, value_name = "N", conflicts_with_all = ["free_offsets", "time_limit", "memory_limit", "state_limit", "seed"])]
    prelude: Option<u64>,

    #[command(flatten)]
    limits: LimitArguments,
}

/// Searches for the solutions and lists them, or shows the preludes.
pub(crate) fn run(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let k = BlockLength::new(arguments.k)?;
    let format = globals.format_or(Format::Text);
    if let Some(n) = arguments.prelude {
        print(&preludes(k, n, format)?)?;
        return Ok(Exit::Done);
    }
    if let Some(offsets) = &arguments.offsets {
        let solution = AuxiliarySolution::of_offsets(k, 1, offsets);
        let wrong = |error| anyhow::anyhow!("--offsets {offsets}: {error}");
        let verdict = solution.check().map_err(wrong)?;
        match format.among(&[Format::Text, Format::Json])? {
            Format::Json => print(&auxiliary_list(k, &[verdict.exchanges], true, format)?)?,
            _ => print(&solution.to_string())?,
        }
        return Ok(Exit::Done);
    }
    anyhow::ensure!(
        k.get() <= LONGEST_AUXILIARY,
        "k = {k} is too large: the search of the auxiliary puzzle needs k <= {LONGEST_AUXILIARY}"
    );
    let free_offsets = arguments.free_offsets;
    let progress = arguments.limits.progress(globals)?;
    let (control, mut out) = (progress.control(), results()?);
    let written = write_auxiliary_list(k, free_offsets, format, &control, &mut out);
    progress.finish();
    match written? {
        Ok(count) => globals.remark(&format!(
            "{count} solutions of the auxiliary puzzle for k = {k}"
        )),
        Err(reason) => return Ok(arguments.limits.stopped(reason)),
    }
    Ok(Exit::Done)
}
