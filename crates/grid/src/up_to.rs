//! By what the end may differ from the target.

use serde::{Deserialize, Serialize};
use std::fmt;

/// By what the end may differ from the target that is written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum UpTo {
    /// By nothing: the target's positions are meant.
    #[default]
    #[serde(rename = "absolute")]
    Nothing,
    /// By a translation.
    #[serde(rename = "translation")]
    Translation,
    /// By a rotation and a translation.
    #[serde(rename = "rotation")]
    Rotation,
    /// By a reflection, a rotation and a translation: anything congruent will do.
    #[serde(rename = "reflection")]
    Reflection,
}

impl fmt::Display for UpTo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Nothing => "absolute",
            Self::Translation => "up to translation",
            Self::Rotation => "up to translation and rotation",
            Self::Reflection => "up to translation, rotation and reflection",
        })
    }
}
