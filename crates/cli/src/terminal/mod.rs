//! What a program for terminals needs and no puzzle knows: results on standard output and remarks on standard error, the
//! progress of a search with a clean stop on Ctrl-C, help in groups, times and sizes, and the error of a wrong command line in
//! one line.
//!
//! Foreign text is [escaped](tait_text) on its way to the terminal.

mod help;
mod limits;
mod output;
mod progress;
pub(crate) mod refusal;

#[cfg(test)]
pub(crate) use help::help_entries;
pub(crate) use help::with_examples;
pub(crate) use limits::{parse_memory, parse_time};
pub(crate) use output::{print, print_escaped, release, remark, results, say, say_whole};
pub(crate) use progress::{Progress, Shown, grouped, outlive_file_size_limits};
