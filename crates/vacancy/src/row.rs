//! The row that the checker keeps, and what the checker asks of a puzzle.

use std::fmt;
use std::ops::Range;
use thiserror::Error;

/// The content of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Content {
    /// Nothing, drawn as `.`.
    Vacancy,
    /// A black coin or checker, or a frog, drawn as `b`.
    Black,
    /// A white coin or checker, or a toad, drawn as `w`.
    White,
    /// The checker with this number, drawn as the number.
    Number(u64),
}

impl Content {
    /// Returns black for a set bit, otherwise white.
    #[must_use]
    pub const fn of_bit(is_black: bool) -> Self {
        if is_black { Self::Black } else { Self::White }
    }
}

impl fmt::Display for Content {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Vacancy => f.write_str("."),
            Self::Black => f.write_str("b"),
            Self::White => f.write_str("w"),
            Self::Number(number) => number.fmt(f),
        }
    }
}

/// The reason why a move is not allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum IllegalMove {
    /// A pair is not in the row.
    #[error("the row ends at cell {last}, so the last pair begins at cell {}", last - 1)]
    Beyond {
        /// The last cell of the row.
        last: u64,
    },
    /// A pair is not two coins.
    #[error("cells {vacancy} and {} are vacant, but a move needs two coins", vacancy + 1)]
    Vacant {
        /// The left vacant cell.
        vacancy: u64,
    },
    /// Both coins of a pair have the same colour, in the constrained puzzle.
    #[error("both coins are {colour}, but only coins of different colours may move")]
    SameColour {
        /// The colour of both coins.
        colour: Content,
    },
    /// A checker is not one or two cells away from the vacant one.
    #[error("cell {cell} is not one or two cells away from the vacant cell {vacancy}: expected {}", near(*.vacancy, *.cells))]
    Far {
        /// The cell that the move names.
        cell: u64,
        /// The vacant cell.
        vacancy: u64,
        /// The number of cells in the row.
        cells: u64,
    },
    /// A cell holds no frog or toad that can move.
    #[error("{}", stuck(*.cell, *.found))]
    Stuck {
        /// The cell that the move names.
        cell: u64,
        /// The content of that cell; `None` beyond the ends of the row.
        found: Option<Content>,
    },
}

/// The cells from which a checker can go to the vacant one: `1, 2, 4 or 5`.
fn near(vacancy: u64, cells: u64) -> String {
    let near = vacancy.saturating_sub(2).max(1)..=(vacancy + 2).min(cells);
    let near = near.filter(|&cell| cell != vacancy);
    let near: Vec<String> = near.map(|cell| cell.to_string()).collect();
    match near.split_last() {
        Some((last, rest @ [_, ..])) => format!("{} or {last}", rest.join(", ")),
        _ => near.concat(),
    }
}

fn stuck(cell: u64, found: Option<Content>) -> String {
    match found {
        None => format!("cell {cell} is not in the row"),
        Some(Content::Black) => format!(
            "the frog in cell {cell} can neither slide to the right nor jump over a toad there"
        ),
        Some(Content::White) => format!(
            "the toad in cell {cell} can neither slide to the left nor jump over a frog there"
        ),
        Some(_) => format!("cell {cell} is vacant"),
    }
}

/// What the checker asks of a puzzle.
pub(crate) trait Rules {
    /// Returns the row at the start.
    fn start(&self) -> Row;

    /// Returns where a move takes the content of a cell, or why it is not allowed.
    fn landing(&self, row: &Row, cell: u64) -> Result<u64, IllegalMove>;

    /// Returns what a cell of the row should hold at the end.
    fn wanted(&self, row: &Row, cell: u64) -> Content;

    /// Returns a lower bound on the number of moves.
    fn bound(&self) -> u64;
}

/// A row of cells, drawn like `bw..bw`, or `2 1 . 3` with numbers.
///
/// ```
/// use tait_vacancy::{Puzzle, Replay};
/// let mut replay = Replay::new("checkers n=3 m=2".parse::<Puzzle>()?)?;
/// assert_eq!(replay.row().to_string(), "bbb.ww");
/// let _ = replay.play(5)?;
/// assert_eq!((replay.row().to_string().as_str(), replay.row().vacancy()), ("bbbw.w", 5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The numbers of the cells.
    cells: Range<u64>,
    /// The cells that the last move left.
    vacant: Range<u64>,
    kept: Kept,
}

/// How a row is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Kept {
    /// No cells are vacant but those that the last move left, and of the others a bit is set where something black is.
    Bits(Vec<u64>),
    /// The contents of the cells.
    List(Vec<Content>),
}

impl Row {
    /// Makes a row of black and white with adjacent vacant cells, in the memory of one bit for each cell.
    pub(crate) fn of_colours(
        cells: Range<u64>,
        vacant: Range<u64>,
        at: impl Fn(u64) -> Content,
    ) -> Self {
        let bit = |cell: u64| u64::from(at(cell) == Content::Black && !vacant.contains(&cell));
        let word = |first: u64| {
            let cells = first..cells.end.min(first + 64);
            cells.fold(0, |word, cell| word | bit(cell) << (cell - first))
        };
        let words = cells.clone().step_by(64).map(word).collect();
        Self {
            cells,
            vacant,
            kept: Kept::Bits(words),
        }
    }

    /// Makes a row of any contents, with cells counted from 1, of which a move takes one.
    pub(crate) fn listed(contents: Vec<Content>) -> Self {
        let vacant = |content: &Content| *content == Content::Vacancy;
        let vacant = 1 + contents.iter().position(vacant).unwrap_or_default() as u64;
        Self {
            cells: 1..contents.len() as u64 + 1,
            vacant: vacant..vacant + 1,
            kept: Kept::List(contents),
        }
    }

    /// Returns the first of the cells that the last move left; at the start, the first vacant cell.
    #[must_use]
    pub const fn vacancy(&self) -> u64 {
        self.vacant.start
    }

    /// Returns the number of cells.
    #[must_use]
    pub const fn cells(&self) -> u64 {
        self.cells.end - self.cells.start
    }

    /// Returns the content of a cell; `None` beyond the ends of the row.
    #[must_use]
    pub fn content(&self, cell: u64) -> Option<Content> {
        let index = self
            .cells
            .contains(&cell)
            .then(|| cell - self.cells.start)?;
        Some(match &self.kept {
            Kept::List(contents) => contents[index as usize],
            Kept::Bits(_) if self.vacant.contains(&cell) => Content::Vacancy,
            Kept::Bits(words) => {
                Content::of_bit(words[(index / 64) as usize] >> (index % 64) & 1 == 1)
            }
        })
    }

    /// Returns the contents of the cells, from left to right.
    pub fn contents(&self) -> impl Iterator<Item = Content> + '_ {
        self.cells.clone().filter_map(|cell| self.content(cell))
    }

    /// Returns the cells with their contents.
    pub(crate) fn numbered(&self) -> impl Iterator<Item = (u64, Content)> + '_ {
        self.cells.clone().zip(self.contents())
    }

    /// Moves what stands on a cell, and on as many as a move takes, to vacant cells.
    pub(crate) fn relocate(&mut self, from: u64, to: u64) {
        let moved = self.vacant.end - self.vacant.start;
        for (from, to) in (from..from + moved).zip(to..) {
            let content = self.content(from).unwrap_or(Content::Vacancy);
            self.set(to, content);
            self.set(from, Content::Vacancy);
        }
        self.vacant = from..from + moved;
    }

    fn set(&mut self, cell: u64, content: Content) {
        let index = cell - self.cells.start;
        match &mut self.kept {
            Kept::List(contents) => contents[index as usize] = content,
            Kept::Bits(words) => {
                let word = &mut words[(index / 64) as usize];
                let is_black = u64::from(content == Content::Black);
                *word = *word & !(1 << (index % 64)) | is_black << (index % 64);
            }
        }
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_number = |content| matches!(content, Content::Number(_));
        let between = if self.contents().take(2).any(is_number) {
            " "
        } else {
            ""
        };
        for (cell, content) in self.numbered() {
            let before = if cell > self.cells.start { between } else { "" };
            write!(f, "{before}{content}")?;
        }
        Ok(())
    }
}
