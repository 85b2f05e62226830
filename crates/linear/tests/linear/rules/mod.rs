//! Properties of the rules: masks, boards, rows, text forms, keys and the state space, compared
//! with models that are too simple to be wrong.

mod any_rows;
mod bits;
mod dead_states;
mod impossible;
mod keys;
mod mirror_image;
mod model;
mod moves_and_rows;
mod reading;
mod successors;
mod text_forms;
