//! All configurations of a small board, as a graph.

use super::ranking::{Ranking, RankingError, cells_of};
use super::small_board::SmallBoard;
use std::ops::ControlFlow;
use tait_space::{Flow, StateSpace};

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
