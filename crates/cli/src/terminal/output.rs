//! Results on standard output, and remarks on standard error.

use indicatif::ProgressBar;
use std::fs::File;
use std::io::{self, BufWriter, IsTerminal as _, Write};
use std::sync::Mutex;
use tait_text::{in_line, in_text, wrapped};
use terminal_size::{Width, terminal_size_of};

/// Returns standard output for results: large writes pass straight through, and small ones are
/// buffered.
///
/// The handle of the standard library searches everything that it is given for the end of the last
/// line; a file on a copy of the descriptor does not.
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
///
/// # Errors
/// When standard output cannot be written.
pub(crate) fn print(text: &str) -> io::Result<()> {
    print_escaped(&in_text(text))
}

/// Writes a text to standard output whose foreign parts are already escaped, so that colours stay.
///
/// # Errors
/// When standard output cannot be written.
pub(crate) fn print_escaped(text: &str) -> io::Result<()> {
    let mut out = results()?;
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// The status line that is shown, above which lines for people are printed.
pub(crate) static ABOVE: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// Prints a line for people on standard error, on a terminal in lines that fit it. It is not a failure if nobody listens.
pub(crate) fn say(line: &str) {
    let line = in_line(line);
    match terminal_size_of(io::stderr()) {
        Some((Width(width), _)) if width > 0 => say_whole(wrapped(&line, width.into()).trim_end()),
        _ => say_whole(&line),
    }
}

/// Remarks that wait for the end of the command.
static HELD: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Prints a remark for people on standard error if that is a terminal, or if the environment asks for it by `TAIT_VERBOSE`.
/// Elsewhere it is held until it is known whether anything is wrong: where all is well, programs read nothing there.
pub(crate) fn remark(line: &str) {
    let is_seen = io::stderr().is_terminal() || std::env::var_os("TAIT_VERBOSE").is_some();
    match HELD.lock() {
        Ok(mut held) if !is_seen => held.push(line.to_owned()),
        _ => say(line),
    }
}

/// Prints the remarks that were held.
pub(crate) fn release() {
    let held = HELD.lock().map(|mut held| std::mem::take(&mut *held));
    held.unwrap_or_default().iter().for_each(|line| say(line));
}

/// Prints lines as they are on standard error, above the status line if one is shown.
pub(crate) fn say_whole(lines: &str) {
    let write = || drop(writeln!(io::stderr(), "{lines}"));
    let above = ABOVE.lock().ok().and_then(|above| above.clone());
    match above {
        Some(bar) => bar.suspend(write),
        None => write(),
    }
}
