//! What goes wrong when a site is made.

use std::path::PathBuf;
use tait_atlas::AtlasError;
use tait_draw::DrawError;
use tait_store::StoreError;

/// Why there is no site: one line.
#[derive(Debug, thiserror::Error)]
pub enum GalleryError {
    /// The data directory holds nothing.
    #[error("{}: the directory holds no records", .0.display())]
    NothingStored(PathBuf),
    /// What is stored cannot be read, or is wrong.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Something that is stored has no answer, or a wrong one.
    #[error(transparent)]
    Atlas(#[from] AtlasError),
    /// Something that is stored cannot be drawn.
    #[error(transparent)]
    Draw(#[from] DrawError),
    /// A puzzle or solution that is stored makes no sense.
    #[error("{0}")]
    Wrong(String),
}

impl GalleryError {
    /// What is wrong, in its own words.
    pub(crate) fn wrong(what: impl std::fmt::Display) -> Self {
        Self::Wrong(what.to_string())
    }
}
