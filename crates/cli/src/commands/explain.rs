//! `tait explain FILE` and `tait explain K N`.

use crate::exit::Exit;
use crate::format::{Format, FormatExt as _};
use crate::globals::Globals;
use crate::output;
use crate::subject::Subject;
use clap::Args;
use tait_atlas::NoSolution;

/// Arguments of `tait explain`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    subject: Subject,
}

/// Explains a solution, a family, or the answer to K and N.
pub(crate) fn run(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let _ = globals.format_or(Format::Text).among(&[Format::Text])?;
    let (text, exit) = match arguments.subject.named(globals)? {
        Ok(named) => (named.explanation()?, Exit::Done),
        Err(NoSolution(reason)) => (format!("{reason}.\n"), Exit::Refuted),
    };
    output::print(&text)?;
    Ok(exit)
}
