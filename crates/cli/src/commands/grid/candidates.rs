//! `tait grid candidates FIGURE`

use crate::exit::Exit;
use crate::format::Format;
use crate::globals::Globals;
use crate::limits::LimitArguments;
use crate::output::print_table;
use anyhow::Context as _;
use clap::Args;
use clap::builder::PossibleValuesParser;
use tait_atlas::grid::candidate_table;
use tait_framework::grid::{RECONSTRUCTED, ReconstructError, reconstruct};

/// Arguments of `grid candidates`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Figure of the paper
    #[arg(value_name = "FIGURE", value_parser = PossibleValuesParser::new(RECONSTRUCTED))]
    figure: String,

    #[command(flatten)]
    limits: LimitArguments,
}

pub(super) fn run(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let progress = arguments.limits.progress(globals)?;
    let found = reconstruct(&arguments.figure, &progress.control());
    progress.finish();
    let reason = found.as_ref().err().and_then(ReconstructError::stop_reason);
    if let Some(reason) = reason {
        return Ok(arguments.limits.stopped(reason));
    }
    let found = found.with_context(|| arguments.figure.clone())?;
    globals.remark(found.fits);
    print_table(&candidate_table(&found), globals.format_or(Format::Text))?;
    Ok(Exit::Done)
}
