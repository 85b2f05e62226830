//! How many moves every row of `n` nickels and `n` pennies needs to alternate.

use crate::difficulty::{Difficulty, Merit};
use crate::rows::{ended, is_shortest};
use std::collections::{BTreeMap, BTreeSet};
use tait_linear::BlockLength;
use tait_linear::rows::{
    AnyRow, BoardError, Boards, MOST_POSITIONS, RowGoal, RowPuzzle, RowPuzzleError, RowSpace,
};
use tait_search::{Control, InMemory, StopReason, bidirectional, distances_of, ways_of};
use thiserror::Error;

/// The largest `n`: there are then 705,432 rows.
pub const MOST_STARTS: u64 = 11;

/// The blocks of free positions on the first board.
const FIRST_BLOCKS: u32 = 2;
/// The blocks of free positions beyond which no board is tried for rows that do not alternate.
const LAST_BLOCKS: u32 = 5;

/// All rows of `n` nickels and `n` pennies without gaps, and how many moves each needs to alternate.
#[derive(Debug, Clone, PartialEq)]
pub struct Starts {
    /// How many adjacent coins a move slides.
    pub k: BlockLength,
    /// How many nickels, and how many pennies.
    pub n: u64,
    /// Whether blocks are turned as they move.
    pub is_turned: bool,
    /// The rows up to images, in the order of their letters.
    pub classes: Vec<StartClass>,
    /// How many states the searches stored.
    pub states: u64,
    /// The width of the board on which [`Starts::measure`] found how difficult the rows are.
    pub measured_on: Option<u32>,
}

/// A row and its images: its mirror image, and both with nickels and pennies exchanged.
#[derive(Debug, Clone, PartialEq)]
pub struct StartClass {
    /// The rows, in the order of their letters; the first one stands for all.
    pub rows: Vec<AnyRow>,
    /// The least number of moves; `None` if the row cannot be alternated.
    pub moves: Option<u32>,
    /// The boards for which this is proven.
    pub boards: Boards,
    /// How difficult the rows are, once [`Starts::measure`] has searched for it.
    pub difficulty: Option<Difficulty>,
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum StartsError {
    /// There are too many rows.
    #[error("n = {0} is out of range: all rows are listed for 1 <= n <= {MOST_STARTS}")]
    Size(u64),
    /// The board is too small or too large.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The search stopped. The number counts the states that the searches had stored.
    #[error("{0}")]
    Stopped(StopReason, u64),
    /// The rows do not make a puzzle.
    #[error(transparent)]
    Puzzle(#[from] RowPuzzleError),
}

impl StartsError {
    /// Returns the error of a search that stopped after earlier ones had stored `states` states.
    const fn stopped(states: u64) -> impl FnOnce(StopReason) -> Self {
        move |reason| Self::Stopped(reason, states)
    }
}

impl Starts {
    /// Returns the numbers of moves in ascending order, each with the number of rows that need them; `None`, for rows that
    /// cannot be alternated, comes last.
    #[must_use]
    pub fn histogram(&self) -> Vec<(Option<u32>, u64)> {
        let mut rows: BTreeMap<(bool, Option<u32>), u64> = BTreeMap::new();
        for class in &self.classes {
            let key = (class.moves.is_none(), class.moves);
            *rows.entry(key).or_default() += class.rows.len() as u64;
        }
        rows.into_iter()
            .map(|((_, moves), rows)| (moves, rows))
            .collect()
    }

    /// Returns how many rows there are.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.count(|_| true)
    }

    /// Returns how many rows belong to classes with a property.
    #[must_use]
    pub fn count(&self, has: impl Fn(&StartClass) -> bool) -> u64 {
        let classes = self.classes.iter().filter(|class| has(class));
        classes.map(|class| class.rows.len() as u64).sum()
    }

    /// Returns the largest number of moves that a row needs; `None` if no row can be alternated.
    #[must_use]
    pub fn most_moves(&self) -> Option<u32> {
        self.classes.iter().filter_map(|class| class.moves).max()
    }

    /// Returns the classes that need the most moves.
    pub fn hardest(&self) -> impl Iterator<Item = &StartClass> {
        let most = self.most_moves();
        let is_hardest = move |class: &&StartClass| most.is_some() && class.moves == most;
        self.classes.iter().filter(is_hardest)
    }
}

impl StartClass {
    /// Returns whether a row is one of its own images, apart from itself.
    #[must_use]
    pub fn is_symmetric(&self) -> bool {
        self.rows.len() < 4
    }
}

impl Starts {
    /// Measures how difficult the rows are, by one search from the alternating rows on a board of `width` positions, or of
    /// the row and two blocks.
    ///
    /// Shortest solutions are counted, and moves chosen, on this board alone: on the line a block can land anywhere. Detours
    /// are moves beyond those that make the missing pairs at best ([`RowPuzzle::lower_bound`]). Rows that need a wider board stay
    /// without a measure.
    ///
    /// # Errors
    /// When the board is too small or too large, or the search stops.
    ///
    /// ```
    /// use tait_framework::starts;
    /// use tait_linear::BlockLength;
    /// let mut starts = starts((BlockLength::new(3)?, 4), false, None, &Default::default())?;
    /// starts.measure(None, &Default::default())?;
    /// assert_eq!(starts.measured_on, Some(14));
    /// let hardest = starts.hardest().next().and_then(|class| class.difficulty);
    /// assert!(hardest.is_some_and(|difficulty| difficulty.moves == 4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn measure(
        &mut self,
        width: Option<u32>,
        control: &Control<'_>,
    ) -> Result<(), StartsError> {
        let first_board = (2 * self.n as u32 + FIRST_BLOCKS * self.k.get()).min(MOST_POSITIONS);
        let width = width.unwrap_or(first_board);
        let puzzles = self.classes.iter().map(|class| {
            let row = class.rows[0].clone();
            let puzzle = RowPuzzle::new(self.k, row, RowGoal::Alternating)?;
            Ok(puzzle.turned_if(self.is_turned))
        });
        let puzzles = puzzles.collect::<Result<Vec<_>, RowPuzzleError>>()?;
        let rows = [self.classes[0].rows[0].clone()];
        let space = RowSpace::<2>::folded(&puzzles[0], &rows, width)?;
        let states = self
            .classes
            .iter()
            .map(|class| space.state_for(&class.rows[0]));
        let states: Vec<_> = states.collect();
        let before = self.states;
        let ways = ways_of(&space, &states, control).map_err(StartsError::stopped(before))?;
        for ((class, puzzle), ways) in self.classes.iter_mut().zip(&puzzles).zip(ways) {
            class.difficulty = ways
                .filter(|(moves, _)| class.moves == Some(*moves))
                .map(|(moves, ways)| Difficulty::new(moves, puzzle.lower_bound(), &ways));
        }
        self.measured_on = Some(width);
        Ok(())
    }

    /// Returns the best class of a merit among those that were measured, the first of equal ones.
    #[must_use]
    pub fn best(&self, merit: Merit) -> Option<&StartClass> {
        let measured = self.classes.iter().rev().filter_map(|class| {
            let difficulty = class.difficulty.filter(|difficulty| {
                merit.has(difficulty.is_unique(), class.is_symmetric()) && difficulty.moves > 0
            })?;
            Some((merit.worth(&difficulty), class))
        });
        measured
            .max_by_key(|(worth, _)| *worth)
            .map(|(_, class)| class)
    }
}

/// Finds how many moves every row of `n` nickels and `n` pennies needs, by one search from the alternating rows, where blocks are
/// turned as they move if `is_turned`.
///
/// The search runs on a board of `width` positions, or of the row and two blocks. Without a `width` two more steps follow.
/// While the search saw all states and some rows were not among them, it is repeated on boards that are wider by a block,
/// up to five blocks. Then the rows whose optimum is not proven on any board are searched from both ends for one move
/// fewer, on the board that holds all these solutions ([`RowPuzzle::board_for`]).
///
/// # Errors
/// When there are too many rows, the board is too small or too large, or the search stops.
///
/// ```
/// use tait_framework::starts;
/// use tait_linear::BlockLength;
/// use tait_linear::rows::Boards;
/// let starts = starts((BlockLength::new(3)?, 4), false, None, &Default::default())?;
/// assert_eq!(starts.rows(), 70);
/// assert!(starts.classes.iter().all(|class| class.boards == Boards::Any));
/// let rows: Vec<_> = starts.histogram().into_iter().map(|(moves, rows)| (moves.unwrap(), rows)).collect();
/// assert_eq!(rows, [(0, 2), (2, 6), (3, 32), (4, 30)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn starts(
    (k, n): (BlockLength, u64),
    is_turned: bool,
    width: Option<u32>,
    control: &Control<'_>,
) -> Result<Starts, StartsError> {
    if !(1..=MOST_STARTS).contains(&n) {
        return Err(StartsError::Size(n));
    }
    let mut search = StartSearch::new(k, n, is_turned)?;
    let coins = 2 * n as u32;
    let blocks = |blocks: u32| (coins + blocks * k.get()).min(MOST_POSITIONS);
    let mut board = width.unwrap_or_else(|| blocks(FIRST_BLOCKS));
    search.on_board(board, control)?;
    if width.is_none() {
        while search.lacks_rows() && board < blocks(LAST_BLOCKS) {
            board = (board + k.get()).min(MOST_POSITIONS);
            search.on_board(board, control)?;
        }
        search.prove(control)?;
    }
    let StartSearch {
        classes, states, ..
    } = search;
    Ok(Starts {
        k,
        n,
        is_turned,
        classes,
        states,
        measured_on: None,
    })
}

/// A search in progress.
struct StartSearch {
    /// The alternating row: the puzzles differ in their starts alone.
    puzzle: RowPuzzle,
    puzzles: Vec<RowPuzzle>,
    classes: Vec<StartClass>,
    /// The classes that nothing excludes without a search.
    wanted: Vec<usize>,
    states: u64,
}

impl StartSearch {
    fn new(k: BlockLength, n: u64, is_turned: bool) -> Result<Self, RowPuzzleError> {
        let coins = 2 * n as u32;
        let classes: Vec<StartClass> = (0..1_u32 << coins)
            .filter(|pennies| pennies.count_ones() == coins / 2)
            .filter_map(|pennies| class_of(pennies, coins))
            .collect();
        let puzzle = |row: AnyRow| {
            let puzzle = RowPuzzle::new(k, row, RowGoal::Alternating)?;
            Ok(puzzle.turned_if(is_turned))
        };
        let puzzles = classes.iter().map(|class| puzzle(class.rows[0].clone()));
        let puzzles = puzzles.collect::<Result<Vec<_>, RowPuzzleError>>()?;
        let alternating = puzzles[0].goal_rows().swap_remove(0);
        let wanted = (0..puzzles.len()).filter(|&index| puzzles[index].impossible().is_none());
        Ok(Self {
            puzzle: puzzle(alternating)?,
            wanted: wanted.collect(),
            puzzles,
            classes,
            states: 0,
        })
    }

    /// Returns whether some rows were not found on the board, and nothing excludes them on wider ones.
    fn lacks_rows(&self) -> bool {
        let is_open = |class: &StartClass| class.moves.is_none() && class.boards != Boards::Any;
        self.classes.iter().any(is_open)
    }

    /// Searches a board from the goals.
    fn on_board(&mut self, width: u32, control: &Control<'_>) -> Result<(), StartsError> {
        let row = |index: usize| &self.classes[index].rows[0];
        let space = self.space(std::slice::from_ref(row(0)), width)?;
        let wanted = self.wanted.iter();
        let states: Vec<_> = wanted.map(|&index| space.state_for(row(index))).collect();
        let (distances, layers) = distances_of(&space, &states, control).map_err(|stopped| {
            let stored = stopped.states.iter().sum::<u64>();
            StartsError::stopped(self.states + stored)(stopped.reason)
        })?;
        self.states += layers.iter().sum::<u64>();
        for (&index, moves) in self.wanted.iter().zip(distances) {
            let (class, puzzle) = (&mut self.classes[index], &self.puzzles[index]);
            class.moves = moves;
            let is_proven = moves.is_some_and(|moves| is_shortest(puzzle, moves, width));
            class.boards = if is_proven {
                Boards::Any
            } else {
                Boards::UpTo(width)
            };
        }
        Ok(())
    }

    /// Searches for shorter solutions where there may be some on wider boards: together for the rows for which as few
    /// moves on as wide a board decide.
    fn prove(&mut self, control: &Control<'_>) -> Result<(), StartsError> {
        let mut groups: BTreeMap<(u32, u32), Vec<usize>> = BTreeMap::new();
        for (index, (class, puzzle)) in self.classes.iter().zip(&self.puzzles).enumerate() {
            if let (Boards::UpTo(_), Some(moves)) = (class.boards, class.moves)
                && let Some(board) = puzzle.board_for(moves - 1)
            {
                groups.entry((moves - 1, board)).or_default().push(index);
            }
        }
        for ((moves, board), group) in groups.into_iter().rev() {
            self.exclude(moves, board, &group, control)?;
        }
        Ok(())
    }

    /// Searches for solutions of some rows of at most `moves` moves on the board that holds them all. If there is one,
    /// each row is searched alone. A solution is then shortest on any board, as fewer moves need no wider one.
    fn exclude(
        &mut self,
        moves: u32,
        board: u32,
        group: &[usize],
        control: &Control<'_>,
    ) -> Result<(), StartsError> {
        let rows = group
            .iter()
            .map(|&index| self.classes[index].rows[0].clone());
        let rows: Vec<AnyRow> = rows.collect();
        let space = self.space(&rows, board)?;
        let Ok(outcome) = bidirectional(&space, moves, InMemory, control);
        let (found, states) = ended(outcome).map_err(StartsError::stopped(self.states))?;
        self.states += states;
        match (found, group) {
            (None, _) => {
                for &index in group {
                    self.classes[index].boards = Boards::Any;
                }
            }
            (Some(found), &[index]) => {
                let class = &mut self.classes[index];
                class.moves = Some(found.len() as u32);
                class.boards = Boards::Any;
            }
            (Some(_), _) => {
                for index in group {
                    self.exclude(moves, board, std::slice::from_ref(index), control)?;
                }
            }
        }
        Ok(())
    }

    fn space(&self, rows: &[AnyRow], width: u32) -> Result<RowSpace<2>, BoardError> {
        RowSpace::folded(&self.puzzle, rows, width)
    }
}

/// Returns the class of a row if the row is its first one. The letters begin with the highest bit, and `o` is less than
/// `x`.
fn class_of(pennies: u32, coins: u32) -> Option<StartClass> {
    let all = (1 << coins) - 1;
    let mirrored = pennies.reverse_bits() >> (32 - coins);
    let images = BTreeSet::from([pennies, mirrored, all ^ pennies, all ^ mirrored]);
    let row = |pennies: u32| {
        let letter = |cell: u32| Some(if pennies >> cell & 1 == 1 { 'x' } else { 'o' });
        AnyRow::try_from((0..coins).rev().map(letter).collect::<Vec<_>>()).ok()
    };
    (images.first() == Some(&pennies)).then(|| StartClass {
        rows: images.iter().copied().filter_map(row).collect(),
        moves: None,
        boards: Boards::Any,
        difficulty: None,
    })
}
