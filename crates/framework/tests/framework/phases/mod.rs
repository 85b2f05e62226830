//! The three phases against counts from the literature, naive enumeration, and models.

mod auxiliary;
mod common_patterns;
mod enumeration;
mod families;
mod naive;
mod solving;
mod tables;

use serde::de::DeserializeOwned;
use tait_puzzle::linear::BlockLength;

/// One entry of the reference file.
fn reference<T: DeserializeOwned>(entry: &str) -> T {
    let text = include_str!("../../data/framework.json");
    let mut whole: serde_json::Value = serde_json::from_str(text).unwrap();
    serde_json::from_value(whole[entry].take()).unwrap()
}

fn length(k: u64) -> BlockLength {
    BlockLength::new(k).unwrap()
}

/// A pool of this many threads.
fn on_threads<T: Send>(threads: usize, run: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .unwrap()
        .install(run)
}
