//! `tait add FILE [K N]`.

use crate::exit::Exit;
use crate::format::Format;
use crate::globals::Globals;
use crate::moves::HeaderOptions;
use crate::output;
use anyhow::{bail, ensure};
use clap::Args;
use serde_json::json;
use std::ffi::OsString;
use tait_atlas::{Expected, News, Table};
use tait_store::{FoundBy, is_contributor, is_note};
use tait_text::in_line;

/// Arguments of `tait add`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// File with what was found, in any form that verify reads (- for standard input)
    #[arg(value_name = "FILE")]
    file: OsString,
    /// K and N, for moves without a header line
    #[arg(value_name = "K N", num_args = 2, conflicts_with_all = ["k", "n"])]
    sizes: Vec<u64>,
    /// Who found it: a person, or a program
    #[arg(long, value_name = "NAME")]
    by: Option<String>,
    /// A remark to be stored with it, such as where it was published
    #[arg(long, value_name = "TEXT")]
    note: Option<String>,
    #[command(flatten)]
    header: HeaderOptions,
}

/// Checks what the file holds, stores what is new, and says where, and what is known now.
pub(crate) fn run(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let format = globals.format_or(Format::Text);
    let (by, note) = (arguments.by.clone(), arguments.note.clone());
    ensure!(
        by.as_deref().is_none_or(is_contributor),
        "--by takes one line of at most 100 bytes"
    );
    ensure!(
        note.as_deref().is_none_or(is_note),
        "--note takes one line of at most 1000 bytes"
    );
    let atlas = globals.atlas()?;
    atlas.store().recognize()?;
    let found_by = FoundBy::added(by, note);
    let findings = atlas.findings(&arguments.file, &arguments.expected()?, &found_by)?;
    let mut table = Table::new(&["file", "found", "stored", "known"]);
    for finding in &findings {
        let (stored, known) = match &finding.news {
            News::Known(known) => (None, known.clone()),
            News::Record(record) => {
                let saved = atlas.store().save_record(record)?;
                saved.tell_set_aside(globals);
                let known = finding.known_now(&saved.record);
                (Some(saved.path.display().to_string()), known)
            }
        };
        if format != Format::Text {
            let (file, found) = (&finding.name, &finding.found);
            table.push(vec![json!(file), json!(found), json!(stored), json!(known)]);
            continue;
        }
        let line = match stored {
            Some(path) => format!(
                "{}: {}, replayed; stored in {path}\nnow known: {known}\n",
                finding.name, finding.found
            ),
            None => format!(
                "{}: {}, replayed; already known: {known}\n",
                finding.name, finding.found
            ),
        };
        let lines: Vec<String> = line
            .lines()
            .map(|line| format!("{}\n", in_line(line)))
            .collect();
        output::print(&lines.concat())?;
    }
    if format != Format::Text {
        output::print_lines(&table, format)?;
    }
    Ok(Exit::Done)
}

impl Arguments {
    /// Returns what the user says about moves without a header line.
    fn expected(&self) -> anyhow::Result<Expected> {
        Ok(match self.sizes[..] {
            [] => self.header.expected()?,
            [k, n] => Expected::of_header(Some((k, n)), self.header.start())?,
            _ => bail!("expected K and N, or neither"),
        })
    }
}
