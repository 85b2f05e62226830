//! `tait extend FILE`.

use crate::exit::Exit;
use crate::format::{Format, FormatExt as _};
use crate::globals::Globals;
use crate::moves::{self, HeaderOptions};
use crate::output;
use anyhow::Context;
use clap::Args;
use std::ffi::OsString;
use tait_atlas::{Extensible, solution_in};

/// Arguments of `tait extend`.
#[derive(Debug, Args)]
#[command(
    after_help = "An exchange 4:xooo@3 is move 4, which carries the pattern xooo at offset 3 of the auxiliary puzzle; a ' follows if it \
                  carries the complement. The moves are printed as by generate."
)]
pub(crate) struct Arguments {
    /// File with one solution of n nickels and n pennies, in any form that verify reads (- for standard input)
    #[arg(value_name = "FILE")]
    file: OsString,
    /// How often to extend it: by 2K nickels and 2K pennies each time
    #[arg(long, value_name = "M", default_value_t = 1)]
    times: u64,
    /// Extend it by doubles M times instead: by 2 nickels and 2 pennies for odd K, by 4 for K = 2, 6, 10, 14
    #[arg(long, value_name = "M", conflicts_with_all = ["times", "list", "nickel", "penny", "exchanges"])]
    doubles: Option<u64>,
    /// List all choices of a, b and exchanges instead
    #[arg(long, conflicts_with_all = ["times", "nickel", "penny", "exchanges"])]
    list: bool,
    /// Position of the stationary nickel a [default: the first]
    #[arg(long, value_name = "A", allow_negative_numbers = true)]
    nickel: Option<i64>,
    /// Position of the stationary penny b [default: the first]
    #[arg(long, value_name = "B", allow_negative_numbers = true)]
    penny: Option<i64>,
    /// Number of the choice of exchanges in the list
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    exchanges: u128,
    #[command(flatten)]
    header: HeaderOptions,
}

/// Says whether the solution meets Requirement 5.1.2, and extends it or lists the choices.
pub(crate) fn run(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let format = globals.format_or(Format::Text);
    let solution = solution_in(&arguments.file, &arguments.header.expected()?)?;
    let name = Extensible::name(&solution);
    if let Some(times) = arguments.doubles {
        let doubled = Extensible::doubled(&solution, times)
            .with_context(|| arguments.file.to_string_lossy().into_owned())?;
        let Some((extension, told)) = doubled else {
            globals.remark(&format!("{name}: it does not extend by doubles"));
            return Ok(Exit::Refuted);
        };
        globals.remark(&told);
        moves::write(&extension, None, extension.header(), format)?;
        return Ok(Exit::Done);
    }
    let extensible =
        Extensible::new(solution).with_context(|| arguments.file.to_string_lossy().into_owned())?;
    if let Some(failure) = extensible.failure() {
        globals.remark(&format!("{name}: {failure}"));
        return Ok(Exit::Refuted);
    }
    if arguments.list {
        let (text, is_partial) = extensible.list(format.among(&[Format::Text, Format::Json])?)?;
        output::print_prose(&text)?;
        if is_partial {
            globals.remark("the list ends here; --exchanges NUMBER takes later ones as well");
        }
        return Ok(Exit::Done);
    }
    let base = extensible.base(arguments.nickel, arguments.penny, arguments.exchanges)?;
    let (extension, told) = Extensible::extended(&base, arguments.times)?;
    let choices = extensible.summary();
    globals.remark(&format!("{name}: Requirement 5.1.2 holds; {choices}"));
    globals.remark(&told);
    moves::write(&extension, None, extension.header(), format)?;
    Ok(Exit::Done)
}
