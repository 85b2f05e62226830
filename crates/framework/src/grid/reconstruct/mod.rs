//! Figures whose pictures are lost: every arrangement that fits what the paper says, by its optimum.
//!
//! Each figure has a criterion ([`Reconstruction::fits`]) that turns the words of the paper into a finite list. An
//! exact search then gives every arrangement its optimum, so that the stated number selects some of them.

mod extra;
mod labelled;
mod square;
mod watch;

use super::solve::SolveError;
use super::whole_board::WholeBoardError;
use std::collections::BTreeMap;
use tait_grid::Rules;
use tait_grid::space::{SmallBoard, SmallBoardError, image_of};
use tait_search::{Control, StopReason};
use thiserror::Error;

/// The figures that [`reconstruct`] knows.
pub const RECONSTRUCTED: [&str; 7] = [
    "figure-5",
    "figure-6",
    "figure-7",
    "figure-8",
    "figure-9",
    "figure-32",
    "figure-33",
];

/// All arrangements that fit the description of a figure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reconstruction {
    /// The criterion.
    pub fits: &'static str,
    /// What [`Self::candidates`] are sorted by.
    pub by: &'static str,
    /// The arrangements by number, such as their optimum; `None` where there is no such number.
    pub candidates: BTreeMap<Option<u32>, Candidates>,
}

/// Arrangements with the same number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidates {
    /// How many there are.
    pub count: u64,
    /// The first: the rows of the start, and those of the target where it differs between arrangements.
    pub first: String,
}

/// The reason why there is no list of arrangements.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ReconstructError {
    /// The figure has no criterion.
    #[error("unknown figure: expected one of {}", RECONSTRUCTED.join(", "))]
    Unknown,
    /// A board cannot be searched.
    #[error(transparent)]
    Board(#[from] SmallBoardError),
    /// A search of a whole board failed, or was stopped.
    #[error(transparent)]
    WholeBoard(#[from] WholeBoardError),
    /// A puzzle cannot be searched.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// A search was stopped.
    #[error("stopped: {0}")]
    Stopped(StopReason),
}

impl ReconstructError {
    /// Returns why the search was stopped, if that is the reason.
    #[must_use]
    pub const fn stop_reason(&self) -> Option<StopReason> {
        match self {
            Self::Stopped(reason) | Self::WholeBoard(WholeBoardError::Stopped { reason, .. }) => {
                Some(*reason)
            }
            _ => None,
        }
    }
}

/// Lists all arrangements that fit the description of a figure, by their optimum.
///
/// Arrangements that are images of each other count once. Figures 6 and 8 take a minute, Figure 9 several.
///
/// # Errors
/// When the figure is not one of [`RECONSTRUCTED`], or a search was stopped.
///
/// ```
/// use tait_framework::grid::reconstruct;
/// let figure_5 = reconstruct("figure-5", &Default::default())?;
/// // Only one of 225 arrangements takes the 18 moves that the paper states.
/// assert_eq!(figure_5.candidates.values().map(|same| same.count).sum::<u64>(), 225);
/// assert_eq!(figure_5.candidates[&Some(18)].count, 1);
/// # Ok::<(), tait_framework::grid::ReconstructError>(())
/// ```
pub fn reconstruct(
    figure: &str,
    control: &Control<'_>,
) -> Result<Reconstruction, ReconstructError> {
    match figure {
        "figure-5" => square::diagonals(control),
        "figure-6" => square::half_turns(control),
        "figure-7" => square::vees(control),
        "figure-8" => labelled::transpositions(control),
        "figure-9" => labelled::lines(control),
        "figure-32" => extra::individually_extra(),
        "figure-33" => extra::until_a_pair(control),
        _ => Err(ReconstructError::Unknown),
    }
}

impl Reconstruction {
    const fn new(fits: &'static str, by: &'static str) -> Self {
        let candidates = BTreeMap::new();
        Self {
            fits,
            by,
            candidates,
        }
    }

    /// Counts one more arrangement.
    fn add(&mut self, number: Option<u32>, arrangement: impl FnOnce() -> String) {
        let same = self.candidates.entry(number).or_insert_with(|| Candidates {
            count: 0,
            first: arrangement(),
        });
        same.count += 1;
    }
}

/// A rectangle of the square grid; bit `x * rows + y` of a set is the cell (x, y).
struct Rectangle {
    rows: u32,
    columns: u32,
    board: SmallBoard,
    symmetries: Vec<Vec<u32>>,
}

impl Rectangle {
    fn new(rows: u32, columns: u32) -> Result<Self, SmallBoardError> {
        let board = SmallBoard::rectangle(rows as usize, columns as usize, Rules::default())?;
        Ok(Self {
            rows,
            columns,
            symmetries: board.symmetries(),
            board,
        })
    }

    fn cell(&self, x: u32, y: u32) -> u64 {
        1 << (x * self.rows + y)
    }

    fn place(&self, cell: u32) -> (u32, u32) {
        (cell / self.rows, cell % self.rows)
    }

    fn cells(&self) -> u32 {
        self.rows * self.columns
    }

    /// Returns the images of a set under the symmetries of the rectangle, itself first.
    fn images(&self, set: u64) -> impl Iterator<Item = u64> {
        let symmetries = self.symmetries.iter();
        symmetries.map(move |images| image_of(set, images))
    }

    /// Returns whether no image of a set comes before it.
    fn is_first(&self, set: u64) -> bool {
        self.images(set).all(|image| set <= image)
    }

    /// Returns the rows of a set, such as `oo/.o`.
    fn drawing(&self, set: u64) -> String {
        let letter = |x: u32, y: u32| match set & self.cell(x, y) {
            0 => '.',
            _ => 'o',
        };
        let row = |y: u32| (0..self.columns).map(|x| letter(x, y)).collect::<String>();
        (0..self.rows).map(row).collect::<Vec<_>>().join("/")
    }

    /// Returns the rows of two sets.
    fn drawings(&self, start: u64, target: u64) -> String {
        format!("{} to {}", self.drawing(start), self.drawing(target))
    }
}

/// Returns all sets of `count` of these cells, in order of their first differing cell.
fn choices(cells: u64, count: u32) -> Vec<u64> {
    if count == 0 {
        return vec![0];
    }
    let mut sets = Vec::new();
    let mut rest = cells;
    while rest.count_ones() >= count {
        let first = rest & rest.wrapping_neg();
        rest &= !first;
        sets.extend(choices(rest, count - 1).into_iter().map(|set| set | first));
    }
    sets
}
