//! Coin-moving on grids: model, checker, spans, canonical configurations and state spaces compared with plain
//! definitions.

mod boards;
mod checker;
mod patterns;
mod ranked;
mod setups;
mod slides;
mod spaces;
mod spans;
