//! What a program for terminals needs and no puzzle knows: results on standard output and remarks on standard error, the
//! progress of a search with a clean stop on Ctrl-C, and the error of a wrong command line in one line.
//!
//! Foreign text is [escaped](tait_text) on its way to the terminal.

mod output;
mod progress;
pub mod refusal;

pub use output::{print, print_escaped, results, say};
pub use progress::{Progress, Shown, grouped};
