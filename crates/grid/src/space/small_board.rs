//! Boards of at most 64 positions, for searches of all their configurations, and these as a graph.

use super::ranking::{MOST_RANKED_CELLS, Ranking, RankingError, cells_of};
use crate::board::Board;
use crate::configuration::{Configuration, Setup};
use crate::form::FormError;
use crate::position::{Label, Position};
use crate::puzzle::{Puzzle, PuzzleSetup};
use crate::rules::{Motion, Rules};
use crate::span::{Span, SpanError, span_of};
use crate::up_to::UpTo;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use tait_space::{Flow, StateSpace};
use thiserror::Error;

/// The highest d of d-adjacency on a small board.
pub const HIGHEST_ADJACENCY: u32 = 4;

/// Positions that unlabelled coins never leave, as the bits of a number; coins are lifted, not slid.
///
/// **One coin lifted.** The cells on which a coin can be put down depend on the other coins alone. So from all
/// configurations that differ in one coin alone, moves of that coin lead to the same configurations, and a search needs
/// to put it down only once for all of them.
///
/// ```
/// use tait_grid::space::SmallBoard;
/// use tait_grid::Rules;
/// let board = SmallBoard::rectangle(2, 2, Rules::default())?;
/// // With coins in two opposite corners, a coin can land on both other cells.
/// assert_eq!(board.landings(0b1001), 0b0110);
/// # Ok::<(), tait_grid::space::SmallBoardError>(())
/// ```
#[derive(Debug, Clone)]
pub struct SmallBoard {
    board: Board,
    rules: Rules,
    /// The positions, in order.
    cells: Vec<Position>,
    neighbours: [u64; MOST_RANKED_CELLS],
}

/// Reasons why there is no small board.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SmallBoardError {
    /// There are too many positions.
    #[error(transparent)]
    Ranking(#[from] RankingError),
    /// The coins are not confined to finitely many positions.
    #[error("coins on the {0} with d = {1} are not confined to a finite part of the board")]
    Unbounded(Board, u32),
    /// The span is too large.
    #[error(transparent)]
    Span(#[from] SpanError),
    /// The coins slide.
    #[error("searches of whole boards lift coins, and cannot slide them")]
    Slides,
    /// The coins carry labels.
    #[error("searches of whole boards need coins without labels")]
    Labels,
    /// The number d is out of range.
    #[error("d = {0} is out of range: searches of whole boards need 1 <= d <= {HIGHEST_ADJACENCY}")]
    Adjacency(u32),
}

impl SmallBoard {
    /// Creates the rectangle with the given rows and columns of the square grid, its first corner at the origin.
    ///
    /// # Errors
    /// When it has no cell, or more than 64, or the rules are not for small boards; with d = 1 coins would leave it.
    pub fn rectangle(rows: usize, columns: usize, rules: Rules) -> Result<Self, SmallBoardError> {
        let size = rows.saturating_mul(columns);
        if size == 0 || size > MOST_RANKED_CELLS {
            return Err(RankingError::Cells(size).into());
        }
        if rules.adjacency == 1 {
            return Err(SmallBoardError::Unbounded(Board::Square, 1));
        }
        let cells =
            (0..columns as i32).flat_map(|x| (0..rows as i32).map(move |y| Position::from([x, y])));
        Self::new(Board::Square, cells.collect(), rules)
    }

    /// Creates the board of the positions that coins on `positions` never leave: their span (Lemma 2).
    ///
    /// # Errors
    /// When the span is infinite or has more than 64 positions, or the rules are not for small boards.
    pub fn around(
        board: &Board,
        positions: impl Iterator<Item = Position>,
        rules: Rules,
    ) -> Result<Self, SmallBoardError> {
        let unbounded = || SmallBoardError::Unbounded(board.clone(), rules.adjacency);
        match span_of(board, positions, rules.adjacency)? {
            Span::Finite(cells) => Self::new(board.clone(), cells.into_iter().collect(), rules),
            Span::Everything | Span::Infinite => Err(unbounded()),
        }
    }

    /// Creates the board of all vertices of a graph.
    ///
    /// # Errors
    /// When the board is not a graph or has more than 64 vertices, or the rules are not for small boards.
    pub fn whole(board: &Board, rules: Rules) -> Result<Self, SmallBoardError> {
        let Board::Graph(graph) = board else {
            return Err(SmallBoardError::Unbounded(board.clone(), rules.adjacency));
        };
        let size = graph.vertices();
        if size > MOST_RANKED_CELLS {
            return Err(RankingError::Cells(size).into());
        }
        let cells = (0..size as i32).map(|vertex| Position::from([vertex]));
        Self::new(board.clone(), cells.collect(), rules)
    }

    fn new(board: Board, mut cells: Vec<Position>, rules: Rules) -> Result<Self, SmallBoardError> {
        if rules.motion == Motion::Slide {
            return Err(SmallBoardError::Slides);
        }
        if !(1..=HIGHEST_ADJACENCY).contains(&rules.adjacency) {
            return Err(SmallBoardError::Adjacency(rules.adjacency));
        }
        if cells.len() > MOST_RANKED_CELLS {
            return Err(RankingError::Cells(cells.len()).into());
        }
        cells.sort_unstable();
        let numbers: BTreeMap<Position, u32> = cells.iter().copied().zip(0..).collect();
        let mut neighbours = [0; MOST_RANKED_CELLS];
        for (set, cell) in neighbours.iter_mut().zip(&cells) {
            let around = board.neighbours(cell);
            let inside = around.iter().filter_map(|other| numbers.get(other));
            *set = inside.fold(0, |set, number| set | 1 << number);
        }
        Ok(Self {
            board,
            rules,
            cells,
            neighbours,
        })
    }

    /// Returns the board that this one is a part of.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the rules.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// Returns the positions, each at the place of its bit.
    #[must_use]
    pub fn cells(&self) -> &[Position] {
        &self.cells
    }

    /// Returns the set of these positions; `None` if one of them is not on the board.
    #[must_use]
    pub fn set(&self, mut positions: impl Iterator<Item = Position>) -> Option<u64> {
        positions.try_fold(0, |set, position| {
            let cell = self.cells.binary_search(&position).ok()?;
            Some(set | 1 << cell)
        })
    }

    /// Returns the set of the coins of a configuration; `None` if one of them is not on the board.
    ///
    /// # Errors
    /// When the coins carry different labels.
    pub fn coins(&self, configuration: &Configuration) -> Result<Option<u64>, SmallBoardError> {
        if configuration.is_unlabelled() {
            Ok(self.set(configuration.positions()))
        } else {
            Err(SmallBoardError::Labels)
        }
    }

    /// Returns the puzzle from the coins of one set to those of another.
    ///
    /// # Errors
    /// When a set has no coins, or the sets have different numbers of coins.
    ///
    /// ```
    /// use tait_grid::space::SmallBoard;
    /// use tait_grid::Rules;
    /// let board = SmallBoard::rectangle(2, 2, Rules::default())?;
    /// assert_eq!(board.puzzle(0b0111, 0b1110)?.to_string(), "3 coins on the square grid, absolute");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn puzzle(&self, start: u64, target: u64) -> Result<Puzzle, FormError> {
        let configuration = |coins: u64| {
            let coins = self.positions(coins).map(|at| (at, Label::PLAIN));
            let (board, coins) = (self.board.clone(), coins.collect());
            let configuration = Configuration::try_from(Setup { board, coins });
            configuration.map_err(|error| FormError::Invalid(error.to_string()))
        };
        let setup = PuzzleSetup {
            rules: self.rules,
            start: configuration(start)?,
            target: configuration(target)?,
            up_to: UpTo::Nothing,
        };
        Puzzle::try_from(setup).map_err(|error| FormError::Invalid(error.to_string()))
    }

    /// Returns the positions in a set.
    pub fn positions(&self, set: u64) -> impl Iterator<Item = Position> {
        cells_of(set).filter_map(|cell| self.cells.get(cell as usize).copied())
    }

    /// Returns the symmetries of the grid that map the board onto itself, the identity first: the image of each cell
    /// ([`image_of`](super::image_of) has that of a set).
    ///
    /// ```
    /// use tait_grid::space::SmallBoard;
    /// use tait_grid::Rules;
    /// let square = SmallBoard::rectangle(3, 3, Rules::default())?;
    /// let oblong = SmallBoard::rectangle(2, 3, Rules::default())?;
    /// assert_eq!((square.symmetries().len(), oblong.symmetries().len()), (8, 4));
    /// # Ok::<(), tait_grid::space::SmallBoardError>(())
    /// ```
    #[must_use]
    pub fn symmetries(&self) -> Vec<Vec<u32>> {
        let all = self.board.symmetries(UpTo::Reflection);
        let onto_itself = all.iter().filter_map(|symmetry| {
            let images = || self.cells.iter().map(|cell| symmetry.image(cell));
            let offset = self.cells.first()?.minus(&images().min()?);
            let number = |image: Position| self.cells.binary_search(&image.plus(&offset)).ok();
            images()
                .map(|image| number(image).map(|cell| cell as u32))
                .collect()
        });
        onto_itself.collect()
    }

    /// Returns whether the span of these coins is the whole board.
    #[must_use]
    pub fn is_spanned_by(&self, mut coins: u64) -> bool {
        let unused = MOST_RANKED_CELLS - self.cells.len();
        let all = u64::MAX.checked_shr(unused as u32).unwrap_or(0);
        loop {
            let landings = self.landings(coins);
            if landings == 0 {
                return coins == all;
            }
            coins |= landings;
        }
    }

    /// Returns the unoccupied cells beside at least d of these coins, where a lifted coin can be put down.
    #[inline]
    #[must_use]
    pub fn landings(&self, coins: u64) -> u64 {
        // Cells beside at least 1, 2, ... of the coins so far.
        let mut beside = [0; HIGHEST_ADJACENCY as usize];
        for cell in cells_of(coins) {
            let mut more = self.neighbours[cell as usize % MOST_RANKED_CELLS];
            for cells in &mut beside {
                (*cells, more) = (*cells | more, *cells & more);
            }
        }
        beside[self.rules.adjacency as usize - 1] & !coins
    }
}

/// The configurations of a given number of coins on a small board, starting from those that span all of it. There are
/// no goals.
///
/// A state is the set of occupied cells; a move is the cell of a coin and the cell on which it is put down.
///
/// ```
/// use tait_grid::Rules;
/// use tait_grid::space::{BoardSpace, SmallBoard};
/// use tait_space::StateSpace;
/// let board = SmallBoard::rectangle(2, 2, Rules::default())?;
/// let space = BoardSpace::new(&board, 2)?;
/// // The two diagonals span the square, two adjacent coins do not.
/// assert_eq!(space.starts(), [0b0110, 0b1001]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct BoardSpace<'a> {
    board: &'a SmallBoard,
    ranking: Ranking,
}

impl<'a> BoardSpace<'a> {
    /// Creates the space of the configurations of the given number of coins.
    ///
    /// # Errors
    /// When there are no coins, or too many for the board.
    pub fn new(board: &'a SmallBoard, coins: usize) -> Result<Self, RankingError> {
        let ranking = Ranking::new(board.cells().len(), coins)?;
        Ok(Self { board, ranking })
    }

    /// Returns the board.
    #[must_use]
    pub const fn board(&self) -> &SmallBoard {
        self.board
    }

    /// Returns the number of configurations, including those that cannot be reached.
    #[must_use]
    pub fn configurations(&self) -> u64 {
        self.ranking.count()
    }
}

impl StateSpace for BoardSpace<'_> {
    type State = u64;
    type Key = u64;
    type Move = (u32, u32);

    /// Examines every configuration of the board.
    fn starts(&self) -> Vec<u64> {
        let all = (0..self.ranking.count()).map(|rank| self.ranking.unrank(rank));
        all.filter(|&coins| self.board.is_spanned_by(coins))
            .collect()
    }

    fn key(&self, coins: &u64) -> u64 {
        *coins
    }

    fn state(&self, coins: &u64) -> u64 {
        *coins
    }

    fn expand(&self, coins: &u64, _budget: u32, visit: &mut dyn FnMut((u32, u32), u64) -> Flow) {
        for from in cells_of(*coins) {
            let lifted = coins & !(1 << from);
            let landings = self.board.landings(lifted) & !(1 << from);
            for to in cells_of(landings) {
                if visit((from, to), lifted | 1 << to) == ControlFlow::Break(()) {
                    return;
                }
            }
        }
    }

    fn is_goal(&self, _coins: &u64) -> bool {
        false
    }
}
