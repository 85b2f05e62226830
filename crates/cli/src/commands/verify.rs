//! `tait verify FILE...`.

use crate::exit::Exit;
use crate::format::Format;
use crate::globals::Globals;
use crate::moves::HeaderOptions;
use crate::output;
use crate::recounting::RecountArguments;
use anyhow::ensure;
use clap::Args;
use std::ffi::OsString;
use std::io::IsTerminal as _;
use std::path::Path;
use tait_atlas::{Checked, Expected, STANDARD_INPUT, Table};
use tait_text::{in_line, quoted};
use tait_vacancy as vacancy;

/// Arguments of `tait verify`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Files to check: tait records, solutions of grid puzzles as JSON, or moves as text [default: standard
    /// input, also written -]
    #[arg(value_name = "FILE")]
    files: Vec<OsString>,
    #[command(flatten)]
    header: HeaderOptions,
    /// Vacancy puzzle, for moves without a header line, such as 'shuffling S(n,n,r) n=10',
    /// 'checkers n=5 m=3' or 'reversal n=6 start=7 end=1'
    #[arg(long, value_name = "NAME", conflicts_with_all = ["k", "start"])]
    puzzle: Option<vacancy::Puzzle>,
    #[command(flatten)]
    recount: RecountArguments,
}

/// What no check of a record can compare with anything: `docs/verifying.md` has the list.
const ON_RECORD: &str = "on record, not checked: version, time, seed and states of the runs, and attempts that found nothing";

/// Checks every file, and goes on after a wrong one.
pub(crate) fn run(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let format = globals.format_or(Format::Text);
    let mut table = Table::new(Checked::COLUMNS);
    let (atlas, expected) = (globals.atlas()?, arguments.expected()?);
    let mut exit = Exit::Done;
    let mut recounts = Vec::new();
    let mut is_record = false;
    let is_terminal = std::io::stdin().is_terminal();
    ensure!(
        !arguments.files.is_empty() || !is_terminal,
        "verify checks files, or what is piped into it, as in 'tait solve 3 7 | tait verify': name a FILE, or - for what \
         you type"
    );
    let standard_input = [OsString::from(STANDARD_INPUT)];
    let files = match arguments.files.is_empty() {
        true => &standard_input,
        false => arguments.files.as_slice(),
    };
    if is_terminal && files.iter().any(|file| file == STANDARD_INPUT) {
        globals.remark("reading from the terminal, until Ctrl-D");
    }
    for file in files {
        match atlas.check(file, &expected) {
            Ok(reports) => {
                for (name, report) in reports {
                    if report.outcome.is_err() {
                        exit = exit.max(Exit::Refuted);
                    }
                    if format == Format::Text {
                        output::print(&format!("{}\n", in_line(&report.line(&name))))?;
                    } else {
                        table.push(report.row(&name));
                    }
                    is_record |= report.recounted.is_some();
                    recounts.push((
                        name,
                        report
                            .recounted
                            .map(|(counts, _)| counts)
                            .unwrap_or_default(),
                    ));
                }
            }
            Err(error) => exit = exit.max(crate::exit::report(&error.into())),
        }
    }
    if format != Format::Text {
        output::print_lines(&table, format)?;
    }
    arguments.recount.report(&recounts, globals);
    if is_record && exit == Exit::Done {
        globals.remark(ON_RECORD);
    }
    Ok(exit)
}

impl Arguments {
    /// Returns what the user says about the files.
    fn expected(&self) -> anyhow::Result<Expected> {
        Ok(Expected {
            cells: self.puzzle,
            recounting: self.recount.recounting(again),
            ..self.header.expected()?
        })
    }
}

/// Returns the command that repeats the searches of a file.
fn again(file: &Path) -> String {
    format!("verify {} --recount --confirm", quoted(file))
}
