//! The output of results and remarks. Foreign text is escaped on the way, see `tait_text`.

pub(crate) use crate::terminal::{print, print_escaped, release, remark, results, say};
use std::io;
use tait_atlas::{Format, Table};
use tait_text::wrapped;
use terminal_size::{Width, terminal_size_of};

/// The letters in a line of a table that goes elsewhere than to a terminal.
const ELSEWHERE: u16 = 120;

/// Returns how many letters a line of the terminal has, if standard output is one.
pub(crate) fn terminal_width() -> Option<u16> {
    let size = terminal_size_of(io::stdout());
    size.map(|(Width(width), _)| width)
        .filter(|&width| width > 0)
}

/// Returns how many letters a line of a table may have.
pub(crate) fn width() -> u16 {
    terminal_width().unwrap_or(ELSEWHERE)
}

/// Writes a table to standard output. A text table is fitted to the width of the terminal.
pub(crate) fn print_table(table: &Table, format: Format) -> io::Result<()> {
    match format {
        Format::Text => print(&match terminal_width() {
            Some(width) => table.fitted(width),
            None => table.nearly_fitted(ELSEWHERE),
        }),
        _ => print(&table.to_text(format)),
    }
}

/// Does the same, but elsewhere than on a terminal each row is a line, for programs that look for files in them.
pub(crate) fn print_lines(table: &Table, format: Format) -> io::Result<()> {
    match (format, terminal_width()) {
        (Format::Text, None) => print(&table.to_text(format)),
        _ => print_table(table, format),
    }
}

/// Writes sentences to standard output, on a terminal in lines that fit it.
pub(crate) fn print_prose(text: &str) -> io::Result<()> {
    match terminal_width() {
        Some(width) => print(&wrapped(text, width.into())),
        None => print(text),
    }
}
