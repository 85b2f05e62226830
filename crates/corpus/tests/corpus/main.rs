//! The program contains exactly the records of `data/`, and a store above the corpus knows both.

mod above;
mod files;
