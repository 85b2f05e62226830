//! The binary, end to end.

mod add;
mod alone;
mod answers;
mod auxiliary;
mod checkers;
mod classify;
mod cluster;
mod cluster_searches;
mod committed_data;
mod common;
mod comparison;
mod confirm;
mod contradictions;
mod dot;
mod doubles;
mod draw;
mod export;
mod extend;
mod external;
mod framework;
mod gallery;
mod generate;
mod grid;
mod grid_construct;
mod grid_solutions;
mod grid_tables;
mod grows;
mod help;
#[cfg(target_os = "linux")]
mod hostile;
mod house;
mod kill;
mod limits;
mod lists;
mod mirror;
mod pictures;
mod plot;
mod recount;
mod refusal;
mod regenerate;
mod rows;
mod schemas;
mod search;
mod shuffling;
mod solutions;
#[cfg(target_os = "linux")]
mod terminal;
#[cfg(target_os = "linux")]
mod turned;
mod user_files;
mod validator;
mod verify;
mod words;
mod workspace;
mod wrap_search;
mod wraps;
