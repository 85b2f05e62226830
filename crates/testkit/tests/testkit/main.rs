//! The laws, and the examples of all libraries.

mod examples;
mod laws;
mod spellings;
