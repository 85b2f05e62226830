//! The output of results and remarks. Foreign text is escaped on the way, see `tait_text`.

pub(crate) use crate::terminal::{print, print_escaped, results, say};
use std::io;
use tait_atlas::{Format, Table};
use terminal_size::{Width, terminal_size_of};

/// Writes a table to standard output. On a terminal, a text table is fitted to its width.
pub(crate) fn print_table(table: &Table, format: Format) -> io::Result<()> {
    let terminal = terminal_size_of(io::stdout());
    match (format, terminal) {
        (Format::Text, Some((Width(width), _))) => print(&table.fitted(width)),
        _ => print(&table.to_text(format)),
    }
}
