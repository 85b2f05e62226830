//! Worksheets: a puzzle to cut out and play on paper, and its solution on a second page.
//!
//! A page is a list of shapes in millimetres on A4, laid out once and then written as SVG or as TikZ.

mod grid;
mod page;
mod row;

use crate::error::DrawError;
use crate::play::Play;
use page::Page;
use std::path::{Path, PathBuf};

/// A worksheet: a puzzle and its solution.
///
/// ```
/// use tait_draw::{Play, RowPlay, Worksheet};
/// let solution = tait_linear::read_solution("# linear k=2 n=4 start=1\n(2→9)(5→2)(8→5)(1→8)".as_bytes())?;
/// let sheet = Worksheet::new(&Play::Row(RowPlay::of_solution(&solution)?))?;
/// let [puzzle, solved] = sheet.to_svg();
/// assert!(puzzle.contains("in 4 moves") && !puzzle.contains("(2→9)"), "the puzzle does not tell");
/// assert!(solved.contains("(2→9)"));
/// assert_eq!(sheet.to_tikz().matches(r"\shipout").count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Worksheet {
    puzzle: Page,
    solution: Page,
}

impl Worksheet {
    /// Lays out a worksheet.
    ///
    /// # Errors
    /// When the coins would be too small to cut out, or the solution does not fit on a page.
    pub fn new(play: &Play) -> Result<Self, DrawError> {
        match play {
            Play::Row(play) => row::worksheet(play),
            Play::Grid(play) => grid::worksheet(play),
        }
    }

    /// Returns the puzzle and its solution, each as an SVG picture of a page.
    #[must_use]
    pub fn to_svg(&self) -> [String; 2] {
        [self.puzzle.to_svg(), self.solution.to_svg()]
    }

    /// Returns the path of the solution for a puzzle in a file: the same name with `-solution` before the extension.
    ///
    /// ```
    /// use std::path::Path;
    /// use tait_draw::Worksheet;
    /// let beside = Worksheet::solution_beside(Path::new("lesson/sheet.svg"));
    /// assert_eq!(beside, Path::new("lesson/sheet-solution.svg"));
    /// ```
    #[must_use]
    pub fn solution_beside(puzzle: &Path) -> PathBuf {
        let mut name = puzzle.file_stem().unwrap_or_default().to_owned();
        name.push("-solution");
        if let Some(ending) = puzzle.extension() {
            name.push(".");
            name.push(ending);
        }
        puzzle.with_file_name(name)
    }

    /// Returns both as a document of two pages, for a stock pdflatex.
    #[must_use]
    pub fn to_tikz(&self) -> String {
        page::document(&[&self.puzzle, &self.solution])
    }
}

/// Says how many moves are needed, and whether fewer suffice.
fn how_many(moves: usize, optimum: Option<u64>) -> String {
    let fewest = match optimum {
        Some(optimum) if optimum == moves as u64 => ", and not in fewer",
        _ => "",
    };
    format!("It can be done in {moves} moves{fewest}. Can you find them?")
}

/// Refuses sizes that would be too small on paper.
fn large_enough(name: &str, size: f64, least: f64) -> Result<(), DrawError> {
    if size < least {
        let puzzle = name.to_owned();
        return Err(DrawError::Small { puzzle });
    }
    Ok(())
}
