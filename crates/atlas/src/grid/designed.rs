//! The best puzzles of a board, each with its name and a solution.

use crate::error::AtlasError;
use crate::reports::score_cells;
use crate::table::Table;
use serde_json::json;
use tait_framework::Merit;
use tait_framework::grid::{Design, Designs, WholeBoard};
use tait_grid::space::SmallBoard;
use tait_grid::{Configuration, Move, Puzzle, PuzzleForm};
use tait_search::Control;

/// A puzzle that is the best of its board in some respect.
#[derive(Debug)]
pub struct DesignedPuzzle {
    /// Its name, of the board, the number of coins, and a number.
    pub id: String,
    /// What was measured.
    pub design: Design,
    /// What it is best for.
    pub merits: Vec<Merit>,
    /// The start and the target.
    pub puzzle: Puzzle,
    /// A shortest solution.
    pub moves: Vec<Move>,
    /// The rows of the start and of the target; empty where the board cannot be drawn.
    drawings: [Vec<String>; 2],
}

impl DesignedPuzzle {
    /// Names the best puzzles of a board with this name, in the order of their merits, and finds a solution of each.
    ///
    /// # Errors
    /// When the search for a solution is stopped.
    pub fn of(
        name: &str,
        board: &SmallBoard,
        coins: usize,
        designs: &Designs,
        control: &Control<'_>,
    ) -> Result<Vec<Self>, AtlasError> {
        let mut chosen: Vec<(Design, Vec<Merit>)> = Vec::new();
        for (merit, best) in &designs.best {
            for design in best {
                match chosen.iter_mut().find(|(known, _)| known == design) {
                    Some((_, merits)) => merits.push(*merit),
                    None => chosen.push((*design, vec![*merit])),
                }
            }
        }
        let numbered = (1..).zip(chosen);
        let puzzles = numbered.map(|(number, (design, merits))| {
            let id = format!("{}-{coins}-{number}", stem(name));
            Self::new(id, board, design, merits, control).map_err(|error| AtlasError::Input {
                name: name.to_owned(),
                what: error.to_string(),
            })
        });
        puzzles.collect()
    }

    fn new(
        id: String,
        board: &SmallBoard,
        design: Design,
        merits: Vec<Merit>,
        control: &Control<'_>,
    ) -> Result<Self, Box<dyn std::error::Error>> {
        let puzzle = board.puzzle(design.start, design.target)?;
        let whole = WholeBoard::search(board, design.start, &[design.target], control)?;
        let moves = whole.path(design.target).unwrap_or_default();
        let drawn = |coins: &Configuration| {
            let text = coins.drawing_with(board.cells()).unwrap_or_default();
            text.lines().map(str::to_owned).collect()
        };
        let drawings = [puzzle.start(), puzzle.target()].map(drawn);
        Ok(Self {
            id,
            design,
            merits,
            puzzle,
            moves,
            drawings,
        })
    }

    /// Returns the rows of the start and of the target; none where the board cannot be drawn.
    #[must_use]
    pub const fn drawings(&self) -> &[Vec<String>; 2] {
        &self.drawings
    }

    /// Returns the puzzle as it is written in JSON.
    #[must_use]
    pub fn form(&self) -> PuzzleForm {
        let mut form = PuzzleForm::from(&self.puzzle);
        form.id = Some(self.id.clone());
        form
    }

    /// Returns a table with a row for each puzzle: what was measured, and with `has_coins` the start and the target.
    #[must_use]
    pub fn table(designed: &[Self], has_coins: bool) -> Table {
        const COLUMNS: &[&str] = &[
            "id",
            "moves",
            "detours",
            "solutions",
            "choices",
            "score",
            "symmetric",
            "best_for",
            "start",
            "target",
        ];
        let columns = if has_coins { COLUMNS } else { &COLUMNS[..8] };
        let mut table = Table::new(columns);
        for puzzle in designed {
            let Design {
                difficulty,
                is_symmetric,
                ..
            } = &puzzle.design;
            let mut row = vec![json!(puzzle.id)];
            row.extend(score_cells(difficulty, *is_symmetric, &puzzle.merits));
            let drawings = puzzle.drawings.iter().filter(|_| has_coins);
            row.extend(drawings.map(|rows| json!(rows.join("/"))));
            table.push(row);
        }
        table
    }
}

/// The end of a path without its extension.
fn stem(name: &str) -> &str {
    let path = std::path::Path::new(name);
    let stem = path.file_stem().and_then(|stem| stem.to_str());
    stem.filter(|stem| *stem != "-").unwrap_or("board")
}
