//! Puzzles on grids by name, with stored, searched or constructed answers.

mod case;
mod named;
mod reports;
mod verified;

pub use case::{Constructed, DesignedPuzzle, GridCase, StoredAnswer, construct};
pub(crate) use named::GridHeader;
pub use named::{
    NamedConfiguration, NamedPuzzle, Provenance, PuzzleText, as_matrix, look_up, origin_in_words,
    provenance_in_words, puzzle_form, table_of,
};
pub use reports::{
    COMPONENT_COLUMNS, NamedBoard, SpanReport, candidate_table, component_rows, component_summary,
    whole_board,
};
pub(crate) use verified::{
    GivenSolution, moves_with_header, solutions_in, verified, verified_moves,
};
