//! `tait explain FILE`, `tait explain K N` and `tait explain --compare WHAT`.

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
    /// Instead: a table of all stored bases, or wraps, of every K side by side
    #[arg(long, value_name = "WHAT", value_parser = ["bases", "wraps"], conflicts_with = "subject")]
    compare: Option<String>,
    #[command(flatten)]
    subject: Subject,
}

/// Explains a solution, a family, or the answer to K and N, or compares what is stored.
pub(crate) fn run(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let format = globals.format_or(Format::Text);
    if let Some(compared) = &arguments.compare {
        let table = match compared.as_str() {
            "wraps" => globals.atlas()?.compared_wraps()?,
            _ => globals.atlas()?.compared_bases()?,
        };
        output::print_table(&table, format)?;
        return Ok(Exit::Done);
    }
    let _ = format.among(&[Format::Text])?;
    let (text, exit) = match arguments.subject.named(globals)? {
        Ok(named) => (named.explanation()?, Exit::Done),
        Err(NoSolution(reason)) => (format!("{reason}.\n"), Exit::Refuted),
    };
    output::print_prose(&text)?;
    Ok(exit)
}
