//! The atlas, asked about the records of this repository.

mod answers;
mod named;
mod selection;

/// The data of this repository.
const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data");
