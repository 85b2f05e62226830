//! Records and checkpoints: what is written, what is read back, what is refused.

mod checkpoint;
mod committed_data;
mod contradictions;
mod corpus;
mod forgeries;
mod grid_solution;
mod grid_table;
mod layers;
mod mutations;
mod only_grows;
mod reversal;
mod shuffling;
mod store;
mod wraps;
mod wraps_command;
