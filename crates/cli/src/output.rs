//! Writing: results to standard output, talk to standard error.

use serde::Serialize;
use std::io::{self, Write};
use tait_puzzle::linear::Move;

/// Writes a line to standard error; that it cannot be written is nobody's concern.
pub(crate) fn tell(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// Writes text to standard output.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}

/// Writes a JSON document to standard output, move lists on one line.
pub(crate) fn print_json(value: &impl Serialize) -> anyhow::Result<()> {
    print(&tait_store::to_text(value)?)
}

/// Moves as text, one a line.
pub(crate) fn moves_text(moves: &[Move]) -> String {
    moves.iter().map(|step| format!("{step}\n")).collect()
}

/// A number with thousands set apart.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
