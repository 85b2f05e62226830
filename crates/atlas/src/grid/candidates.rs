//! Tables of the arrangements that fit a lost figure, and of the diameters of small boards.

use super::components::whole_board;
use crate::error::AtlasError;
use crate::table::Table;
use serde_json::json;
use std::ffi::OsStr;
use tait_framework::grid::{Diameter, Reconstruction, WholeBoardError};
use tait_grid::space::SmallBoard;
use tait_search::Control;

/// Returns a table of the arrangements that fit a figure, with a row for each number of moves.
///
/// ```
/// use tait_atlas::{Format, grid::candidate_table};
/// use tait_framework::grid::reconstruct;
///
/// let table = candidate_table(&reconstruct("figure-32", &Default::default())?);
/// assert!(table.to_text(Format::Csv).contains("coins,4,9,oooo\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn candidate_table(found: &Reconstruction) -> Table {
    let mut table = Table::new(&["by", "number", "candidates", "first"]);
    for (number, same) in &found.candidates {
        let number = number.map_or(json!("none"), |number| json!(number));
        table.push(vec![
            json!(found.by),
            number,
            json!(same.count),
            json!(same.first),
        ]);
    }
    table
}

/// A board whose diameters are asked for.
#[derive(Debug)]
pub struct NamedBoard {
    /// Its name: a rectangle such as `4x5`, a known puzzle or a file.
    pub name: String,
    board: SmallBoard,
}

impl NamedBoard {
    /// Returns an empty table for the rows of boards.
    #[must_use]
    pub const fn table() -> Table {
        Table::new(&[
            "board",
            "diameters",
            "largest",
            "coins",
            "puzzles",
            "start",
            "target",
        ])
    }

    /// Finds a board by its name.
    ///
    /// # Errors
    /// When there is no such board, or it is too large to be searched as a whole.
    pub fn find(name: impl AsRef<OsStr>) -> Result<Self, AtlasError> {
        let (board, _, _) = whole_board(&name)?;
        let name = name.as_ref().to_string_lossy().into_owned();
        Ok(Self { name, board })
    }

    /// Returns the names of the rectangles of at least two rows and at most this many cells.
    ///
    /// ```
    /// use tait_atlas::grid::NamedBoard;
    /// assert_eq!(NamedBoard::rectangles(9), ["2x2", "2x3", "2x4", "3x3"]);
    /// ```
    #[must_use]
    pub fn rectangles(cells: u32) -> Vec<String> {
        let columns = |rows: u32| (rows..=cells / rows).map(move |columns| (rows, columns));
        let rows = (2..=cells).take_while(|rows| rows * rows <= cells);
        let mut sides: Vec<(u32, u32)> = rows.flat_map(columns).collect();
        sides.sort_by_key(|&(rows, columns)| (rows * columns, rows));
        let name = |(rows, columns)| format!("{rows}x{columns}");
        sides.into_iter().map(name).collect()
    }

    /// Adds the board to a table: the diameter for each number of coins that can move, and the first of the hardest
    /// puzzles.
    ///
    /// # Errors
    /// When a search takes more memory than the limit allows, or was stopped.
    ///
    /// ```
    /// use tait_atlas::{Format, grid::NamedBoard};
    /// let mut table = NamedBoard::table();
    /// NamedBoard::find("2x2")?.add_to(&mut table, &Default::default())?;
    /// assert!(table.to_text(Format::Csv).contains("2x2,3:1,1,3,4,"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add_to(&self, table: &mut Table, control: &Control<'_>) -> Result<(), WholeBoardError> {
        let mut diameters = Vec::new();
        let mut largest: Option<(usize, Diameter)> = None;
        for coins in 1..self.board.cells().len() {
            let found = Diameter::of(&self.board, coins, control)?;
            if found.moves == 0 {
                continue;
            }
            diameters.push(format!("{coins}:{}", found.moves));
            if largest.is_none_or(|(_, known)| found.moves > known.moves) {
                largest = Some((coins, found));
            }
        }
        let coins = |set: u64| {
            let places: Vec<String> = self.board.positions(set).map(|at| at.to_string()).collect();
            places.join(" ")
        };
        table.push(match largest {
            Some((number, found)) => vec![
                json!(self.name),
                json!(diameters.join(" ")),
                json!(found.moves),
                json!(number),
                json!(found.puzzles),
                json!(coins(found.first.0)),
                json!(coins(found.first.1)),
            ],
            None => vec![
                json!(self.name),
                json!(""),
                json!(0),
                json!(null),
                json!(0),
                json!(null),
                json!(null),
            ],
        });
        Ok(())
    }
}
