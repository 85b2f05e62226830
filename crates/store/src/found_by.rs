//! Where a result comes from.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The run that found a result.
///
/// Two runs of one command differ in `seconds` at most.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FoundBy {
    /// The command line, without what does not change the result (threads, progress).
    pub command: String,
    /// The version of tait.
    pub version: String,
    /// The seed, where chance plays a part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// How many states were visited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub states: Option<u64>,
    /// How long it took.
    pub seconds: f64,
}

impl FoundBy {
    /// A run of a command of this version of tait.
    #[must_use]
    pub fn new(command: impl Into<String>, elapsed: Duration) -> Self {
        Self {
            command: command.into(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            seed: None,
            states: None,
            // To the millisecond: more digits say nothing and make every diff longer.
            seconds: elapsed.as_millis() as f64 / 1000.0,
        }
    }
}
