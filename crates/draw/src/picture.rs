//! Kinds of pictures.

use crate::error::DrawError;
use std::path::Path;

/// A kind of picture of a solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Picture {
    /// A standalone figure.
    Svg,
    /// A TikZ figure for papers.
    Tikz,
    /// A page that plays a solution.
    Html,
}

impl Picture {
    /// Returns the kind that the ending of a file's name asks for; `None` for a name without an ending.
    ///
    /// # Errors
    /// When no picture has this ending.
    ///
    /// ```
    /// use std::path::Path;
    /// use tait_draw::Picture;
    /// assert_eq!(Picture::of_file(Path::new("tait.html"))?, Some(Picture::Html));
    /// assert_eq!(Picture::of_file(Path::new("/dev/stdout"))?, None);
    /// assert!(Picture::of_file(Path::new("tait.png")).is_err());
    /// # Ok::<(), tait_draw::DrawError>(())
    /// ```
    pub fn of_file(path: &Path) -> Result<Option<Self>, DrawError> {
        let Some(ending) = path.extension() else {
            return Ok(None);
        };
        match ending.to_str() {
            Some("svg") => Ok(Some(Self::Svg)),
            Some("tex" | "tikz") => Ok(Some(Self::Tikz)),
            Some("html" | "htm") => Ok(Some(Self::Html)),
            _ => Err(DrawError::Ending(path.display().to_string())),
        }
    }
}
