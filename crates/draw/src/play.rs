//! A solution on a row or on a grid.

use crate::converted::gif;
use crate::error::DrawError;
use crate::grid_play::GridPlay;
use crate::row_play::RowPlay;
use crate::rows::Rows;
use crate::svg::{grid_animation, grid_svg, row_animation, row_svg};
use crate::tikz::{grid_tikz, row_tikz};
use std::path::Path;

/// A solution to be drawn.
///
/// ```
/// use tait_draw::{Play, RowPlay, Rows};
/// let solution = tait_linear::read_solution("# linear k=2 n=4 start=1\n(2→9)(5→2)(8→5)(1→8)".as_bytes())?;
/// let play = Play::Row(RowPlay::of_solution(&solution)?);
/// assert!(play.to_svg(Rows::ALL)?.starts_with("<svg"));
/// assert!(play.to_tikz("1..2".parse()?)?.contains("\\end{tikzpicture}"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub enum Play {
    /// A solution on a row.
    Row(RowPlay),
    /// A solution on a grid or a graph.
    Grid(GridPlay),
}

impl Play {
    /// Returns the standalone figure: [`row_svg`], [`grid_svg`].
    ///
    /// # Errors
    /// When there are no such rows, or too many.
    pub fn to_svg(&self, rows: Rows) -> Result<String, DrawError> {
        match self {
            Self::Row(play) => row_svg(play, rows),
            Self::Grid(play) => grid_svg(play, rows),
        }
    }

    /// Returns the mirror image with nickels and pennies swapped: [`RowPlay::mirrored`].
    ///
    /// # Errors
    /// When it is not a solution of the linear puzzle.
    pub fn mirrored(&self) -> Result<Self, DrawError> {
        match self {
            Self::Row(play) => play.mirrored().map(Self::Row),
            Self::Grid(play) => Err(DrawError::Mirror(play.title.clone())),
        }
    }

    /// Returns the animated picture: [`row_animation`], [`grid_animation`].
    ///
    /// # Errors
    /// When the solution is too long or too wide to be watched.
    pub fn to_animated_svg(&self) -> Result<String, DrawError> {
        match self {
            Self::Row(play) => row_animation(play),
            Self::Grid(play) => grid_animation(play),
        }
    }

    /// Returns the animated picture as a GIF, which plays where SVG does not: in slides, chats and mails. It has at most 900 stills,
    /// and is at most 1,000 pixels wide and high.
    ///
    /// # Errors
    /// When the solution is too long or too wide to be watched, and [`DrawError::NotBuilt`] without the feature `pictures`.
    pub fn to_gif(&self) -> Result<Vec<u8>, DrawError> {
        gif(self)
    }

    /// Returns the figure for papers: [`row_tikz`], [`grid_tikz`].
    ///
    /// # Errors
    /// When there are no such rows, or too many.
    pub fn to_tikz(&self, rows: Rows) -> Result<String, DrawError> {
        match self {
            Self::Row(play) => row_tikz(play, rows),
            Self::Grid(play) => grid_tikz(play, rows),
        }
    }
}

/// A kind of picture of a solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Picture {
    /// A standalone figure.
    Svg,
    /// A TikZ figure for papers.
    Tikz,
    /// A page that plays a solution.
    Html,
    /// A figure of pixels.
    Png,
    /// A figure that is a page.
    Pdf,
    /// Pixels that move.
    Gif,
}

impl Picture {
    /// Returns whether this is a figure that is drawn as SVG first.
    #[must_use]
    pub const fn is_figure(self) -> bool {
        matches!(self, Self::Svg | Self::Png | Self::Pdf)
    }

    /// Returns whether this is no text.
    #[must_use]
    pub const fn is_binary(self) -> bool {
        matches!(self, Self::Png | Self::Pdf | Self::Gif)
    }

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
    /// assert!(Picture::of_file(Path::new("tait.webp")).is_err());
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
            Some("png") => Ok(Some(Self::Png)),
            Some("pdf") => Ok(Some(Self::Pdf)),
            Some("gif") => Ok(Some(Self::Gif)),
            _ => Err(DrawError::Ending(path.display().to_string())),
        }
    }
}
