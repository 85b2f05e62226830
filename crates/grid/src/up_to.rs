//! Symmetries by which the end may differ from the target.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The symmetries by which the end may differ from the target as given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum UpTo {
    /// None: the coins must lie on the target's positions.
    #[default]
    #[serde(rename = "absolute")]
    Nothing,
    /// A translation.
    #[serde(rename = "translation")]
    Translation,
    /// A rotation and a translation.
    #[serde(rename = "rotation")]
    Rotation,
    /// A reflection, a rotation and a translation: any congruent end will do.
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
