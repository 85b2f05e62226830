//! Puzzles on grids by name, with stored, searched or constructed answers.

mod candidates;
mod case;
mod components;
mod construct;
mod input;
mod list;
mod named;
mod shapes;
mod span;
mod stored;
mod verified;

pub use candidates::{NamedBoard, candidate_table};
pub use case::GridCase;
pub use components::{COMPONENT_COLUMNS, component_rows, component_summary, whole_board};
pub use construct::{Constructed, construct};
pub use input::{
    Provenance, PuzzleText, look_up, origin_in_words, provenance_in_words, puzzle_form,
};
pub(crate) use named::GridHeader;
pub use named::{NamedConfiguration, NamedPuzzle};
pub use shapes::{as_matrix, chosen_shapes, shapes_of};
pub use span::SpanReport;
pub use stored::StoredAnswer;
pub(crate) use verified::{
    GivenSolution, moves_with_header, solutions_in, verified, verified_moves,
};
