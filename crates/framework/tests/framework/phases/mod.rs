//! The three phases, compared with counts from the literature, naive enumeration, and models.

mod auxiliary;
mod common_patterns;
mod doubles;
mod enumeration;
mod exhaustive;
mod families;
mod solving;
mod tables;

use serde::de::DeserializeOwned;
use tait_linear::BlockLength;

/// Returns one entry of the reference file.
fn reference<T: DeserializeOwned>(entry: &str) -> T {
    let text = include_str!("../../data/framework.json");
    let mut whole: serde_json::Value = serde_json::from_str(text).unwrap();
    serde_json::from_value(whole[entry].take()).unwrap()
}

fn length(k: u64) -> BlockLength {
    BlockLength::new(k).unwrap()
}
