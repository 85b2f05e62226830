//! Errors in making a site.

use std::path::PathBuf;
use tait_atlas::AtlasError;
use tait_draw::DrawError;
use tait_store::StoreError;

/// The reason why no site could be made, in one line.
#[derive(Debug, thiserror::Error)]
pub enum GalleryError {
    /// The data directory holds nothing.
    #[error("{}: the directory holds no records", .0.display())]
    NothingStored(PathBuf),
    /// A record cannot be read, or it is wrong.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A question to the atlas has no answer, or a wrong one.
    #[error(transparent)]
    Atlas(#[from] AtlasError),
    /// A record cannot be drawn.
    #[error(transparent)]
    Draw(#[from] DrawError),
    /// A stored puzzle or solution is invalid.
    #[error("{0}")]
    Wrong(String),
}

impl GalleryError {
    /// Wraps the message of another error.
    pub(crate) fn wrong(what: impl std::fmt::Display) -> Self {
        Self::Wrong(what.to_string())
    }
}
