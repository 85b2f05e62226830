//! The reference data, which independent programs checked before it came here.

use serde::de::DeserializeOwned;

/// One entry of the reference file.
pub(crate) fn reference<T: DeserializeOwned>(entry: &str) -> T {
    let text = include_str!("../data/thesis.json");
    let mut whole: serde_json::Value = serde_json::from_str(text).unwrap();
    serde_json::from_value(whole[entry].take()).unwrap()
}
