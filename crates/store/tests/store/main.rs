//! Records and checkpoints: how they are written, read back, and refused.

mod checkpoint;
mod commands;
mod committed_data;
mod contradictions;
mod corpus;
mod doubles;
mod fields;
mod forgeries;
mod grid_solution;
mod grid_table;
mod layers;
mod mutations;
mod older_maps;
mod only_grows;
mod reversal;
mod shuffling;
mod store;
mod wraps;

use tait_store::Record;

/// Requires that a record is refused, in one line with these words, once its text is changed in one place.
fn refused(text: &str, from: &str, to: &str, words: &str) {
    assert!(text.contains(from), "{from} in {text}");
    let changed = text.replacen(from, to, 1);
    let error = Record::read(changed.as_bytes()).unwrap_err().to_string();
    let is_line = !error.contains('\n');
    assert!(is_line && error.contains(words), "{from} -> {to}: {error}");
}
