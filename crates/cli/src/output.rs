//! The output of results and remarks. Foreign text is escaped on the way, see `tait_text`.

pub(crate) use crate::terminal::{print, print_escaped, release, remark, results, say, say_whole};
use std::io;
use tait_atlas::{Format, Table};
use tait_text::{in_line, lines_within, wrapped};
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

/// Returns sentences as they are printed: on a terminal in lines that fit it.
pub(crate) fn prose(text: &str) -> String {
    match terminal_width() {
        Some(width) => wrapped(text, width.into()),
        None => text.to_owned(),
    }
}

/// Writes sentences to standard output.
pub(crate) fn print_prose(text: &str) -> io::Result<()> {
    print(&prose(text))
}

/// Returns a header line as it is printed: on a terminal in lines that fit it, all of which are comments.
pub(crate) fn heading(header: &str, width: Option<u16>) -> String {
    let header = in_line(header);
    let Some((words, width)) = header.strip_prefix("# ").zip(width) else {
        return format!("{header}\n");
    };
    let lines = lines_within(words, usize::from(width).saturating_sub(2));
    lines.iter().map(|line| format!("# {line}\n")).collect()
}
