//! Plain searches: against what is stored, and against forgeries of it.

#[path = "../../../store/tests/store/corpus/mod.rs"]
mod corpus;
mod forgeries;
mod stored;
