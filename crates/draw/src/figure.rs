//! What a figure of a source shows of a solution, and what it marks in it.

use std::ops::RangeInclusive;

/// A figure of a source: some rows of a solution, under the names that they have there, and what is marked in them.
///
/// Drawings as text, SVG and TikZ show it; a page plays the whole solution.
///
/// ```
/// use tait_draw::{Figure, FigureRow, RowPlay, Rows, TextStyle, row_text};
/// let solution = tait_linear::read_solution("# linear k=2 n=4 start=1\n(2→9)(5→2)(8→5)(1→8)".as_bytes())?;
/// let row = |moves, name: &str| FigureRow { moves, name: name.to_owned(), ..FigureRow::default() };
/// let figure = Figure { rows: vec![row(0, "(1)"), row(1, "(2)")], frames_next: true, ..Figure::default() };
/// let play = RowPlay::of_solution(&solution)?.with_figure(figure);
/// let text = row_text(&play, Rows::ALL, TextStyle::default())?;
/// assert!(text.ends_with("(1)  o[o o]o x x x x . .   (2→9) oo\n(2)  o . . o x x x x o o\n"), "{text}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Figure {
    /// The rows that are shown, in order.
    pub rows: Vec<FigureRow>,
    /// Whether a frame is around the coins that the next move slides, not around those that the last move slid.
    pub frames_next: bool,
    /// Runs of rows that are shaded, by the numbers of moves made, each with its name.
    pub groups: Vec<(RangeInclusive<usize>, String)>,
    /// Runs of positions that are boxed, each with its name below the rows.
    pub blocks: Vec<(RangeInclusive<i64>, String)>,
}

/// A row of a figure.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FigureRow {
    /// The number of moves made.
    pub moves: usize,
    /// The name of the row.
    pub name: String,
    /// What is said at the end of the row, after the move that is framed.
    pub remark: String,
    /// Positions that are shaded.
    pub shaded: Vec<RangeInclusive<i64>>,
    /// Positions that are boxed.
    pub boxed: Vec<RangeInclusive<i64>>,
}

impl Figure {
    pub(crate) fn row(&self, moves: usize) -> Option<&FigureRow> {
        self.rows.iter().find(|row| row.moves == moves)
    }
}
