//! Where results and remarks go. Foreign text is escaped on the way: see `tait_text`.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use tait_atlas::{Format, Table};
use tait_text::{in_line, in_text};
use terminal_size::{Width, terminal_size_of};

/// Standard output, for results: large writes pass straight through, small ones are gathered.
///
/// The handle of the standard library looks for the end of the last line in whatever it is given;
/// a file on a copy of the descriptor does not.
pub(crate) fn results() -> io::Result<BufWriter<File>> {
    #[cfg(unix)]
    let file = {
        use std::os::fd::AsFd;
        File::from(io::stdout().as_fd().try_clone_to_owned()?)
    };
    #[cfg(windows)]
    let file = {
        use std::os::windows::io::AsHandle;
        File::from(io::stdout().as_handle().try_clone_to_owned()?)
    };
    Ok(BufWriter::with_capacity(64 * 1024, file))
}

/// Writes a finished text to standard output.
pub(crate) fn print(text: &str) -> io::Result<()> {
    print_escaped(&in_text(text))
}

/// Writes a text to standard output whose foreign parts are escaped already, so that colours stay.
pub(crate) fn print_escaped(text: &str) -> io::Result<()> {
    let mut out = results()?;
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// Writes a table to standard output; on a terminal so that it fits.
pub(crate) fn print_table(table: &Table, format: Format) -> io::Result<()> {
    let terminal = terminal_size_of(io::stdout());
    match (format, terminal) {
        (Format::Text, Some((Width(width), _))) => print(&table.fitted(width)),
        _ => print(&table.to_text(format)),
    }
}

/// Says a line to the human on standard error; nobody may be listening, and that is no failure.
pub(crate) fn say(line: &str) {
    let _ = writeln!(io::stderr(), "{}", in_line(line));
}
