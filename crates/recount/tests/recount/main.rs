//! Plain searches, compared with the stored records and with forgeries of them.

#[path = "../../../store/tests/store/corpus/mod.rs"]
mod corpus;
mod forgeries;
mod stored;
mod wraps;
