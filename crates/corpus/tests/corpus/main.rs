//! What is inside the program is what lies in `data/`, and a store above it knows both.

mod above;
mod files;
