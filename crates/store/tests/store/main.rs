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
