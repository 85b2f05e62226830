//! Small puzzles as graphs of all their states, for pictures of them; and the one place that knows the space of each puzzle
//! whose moves are cells.

use tait_puzzle::checkers::CheckersSpace;
use tait_puzzle::checkers::frogs::FrogsSpace;
use tait_puzzle::checkers::reversal::ReversalSpace;
use tait_puzzle::grid::Configuration;
use tait_puzzle::grid::space::{BoardSpace, SmallBoard};
use tait_puzzle::grid::{Label, Setup};
use tait_puzzle::shuffling::ShufflingSpace;
use tait_puzzle::space::Backward;
use tait_puzzle::vacancy::Puzzle;
use tait_search::{Control, Count, Outcome, StateGraph, StopReason, count_shortest, state_graph};

/// What is done with the space of a puzzle whose moves are cells, whichever it is.
pub(crate) trait WithCellSpace {
    /// What comes of it.
    type Output;

    /// Does it; `letters` writes a state as a row.
    fn with<S: Backward<Move = u64>>(
        self,
        space: &S,
        letters: fn(&S, &S::State) -> String,
    ) -> Self::Output;
}

/// Does it with the space of this puzzle; `None` where the puzzle is too large to be searched.
pub(crate) fn with_cell_space<W: WithCellSpace>(puzzle: Puzzle, what: W) -> Option<W::Output> {
    Some(match puzzle {
        Puzzle::Shuffling(puzzle) => {
            what.with(&ShufflingSpace::new(puzzle).ok()?, ShufflingSpace::letters)
        }
        Puzzle::Checkers(puzzle) => {
            what.with(&CheckersSpace::new(puzzle).ok()?, CheckersSpace::letters)
        }
        Puzzle::Reversal(puzzle) => {
            what.with(&ReversalSpace::new(puzzle).ok()?, ReversalSpace::letters)
        }
        Puzzle::Frogs(puzzle) => what.with(&FrogsSpace::new(puzzle).ok()?, FrogsSpace::letters),
    })
}

/// The rows that can be reached in a puzzle whose moves are cells, a letter for each cell and a point where it is vacant;
/// `None` when there are more than `most`.
///
/// # Errors
/// Why the search was stopped.
///
/// ```
/// use tait_framework::graph_of_vacancy;
/// let graph = graph_of_vacancy("checkers n=1 m=1".parse()?, 100, &Default::default());
/// let graph = graph.expect("nothing stops it").expect("few rows");
/// let rows: Vec<&str> = graph.vertices.iter().map(|vertex| vertex.state.as_str()).collect();
/// assert_eq!((rows[0], rows.len()), ("b.w", 6));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn graph_of_vacancy(
    puzzle: Puzzle,
    most: usize,
    control: &Control<'_>,
) -> Result<Option<StateGraph<String, u64>>, StopReason> {
    with_cell_space(puzzle, Graph { most, control }).unwrap_or(Ok(None))
}

struct Graph<'a> {
    most: usize,
    control: &'a Control<'a>,
}

impl WithCellSpace for Graph<'_> {
    type Output = Result<Option<StateGraph<String, u64>>, StopReason>;

    fn with<S: Backward<Move = u64>>(
        self,
        space: &S,
        letters: fn(&S, &S::State) -> String,
    ) -> Self::Output {
        let graph = state_graph(space, self.most, self.control)?;
        Ok(graph.map(|graph| graph.map(|state| letters(space, &state), |cell| cell)))
    }
}

/// The shortest solutions of a puzzle whose moves are cells, of at most `bound` moves, counted; `None` where the puzzle is too
/// large to be searched.
///
/// # Errors
/// The outcome, exhausted or stopped, when there is no solution to count.
///
/// ```
/// use tait_framework::count_of_vacancy;
/// let count = count_of_vacancy("checkers n=5 m=4".parse()?, 29, &Default::default());
/// let count = count.expect("it is small").expect("it is solvable");
/// assert_eq!((count.length, count.solutions), (29, Some(2)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count_of_vacancy(
    puzzle: Puzzle,
    bound: u32,
    control: &Control<'_>,
) -> Option<Result<Count, Outcome<u64>>> {
    with_cell_space(puzzle, Counting { bound, control })
}

struct Counting<'a> {
    bound: u32,
    control: &'a Control<'a>,
}

impl WithCellSpace for Counting<'_> {
    type Output = Result<Count, Outcome<u64>>;

    fn with<S: Backward<Move = u64>>(
        self,
        space: &S,
        _letters: fn(&S, &S::State) -> String,
    ) -> Self::Output {
        count_shortest(space, self.bound, self.control)
    }
}

/// Drawings, and the numbers of the positions between which a coin goes.
type BoardGraph = StateGraph<String, (u32, u32)>;

/// Far more configurations than are ever drawn are not even looked at.
const MOST_LOOKED_AT: u64 = 1 << 24;

/// The configurations on a board that can be reached from those that span all of it, which are those at depth 0; each as a
/// drawing where its board can be drawn, and else the numbers of its coins' positions. `None` when there are more than
/// `most`, or far too many to be looked at.
///
/// # Errors
/// Why the search was stopped.
///
/// ```
/// use tait_framework::graph_of_board;
/// use tait_puzzle::grid::Rules;
/// use tait_puzzle::grid::space::{BoardSpace, SmallBoard};
/// let board = SmallBoard::rectangle(2, 2, Rules::default())?;
/// let graph = graph_of_board(&BoardSpace::new(&board, 3)?, 100, &Default::default());
/// let graph = graph.expect("nothing stops it").expect("few configurations");
/// // Every three coins span the square, and the middle one can go to the vacant cell.
/// assert_eq!((graph.vertices.len(), graph.arcs.len()), (4, 4));
/// assert_eq!(graph.vertices[0].state, "oo\no.\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn graph_of_board(
    space: &BoardSpace<'_>,
    most: usize,
    control: &Control<'_>,
) -> Result<Option<BoardGraph>, StopReason> {
    if space.configurations() > MOST_LOOKED_AT {
        return Ok(None);
    }
    let graph = state_graph(space, most, control)?;
    let drawing = |coins: u64| drawing(space.board(), coins);
    Ok(graph.map(|graph| graph.map(drawing, |step| step)))
}

/// A configuration as a drawing of the whole board.
fn drawing(board: &SmallBoard, coins: u64) -> String {
    let setup = Setup {
        board: board.board().clone(),
        coins: board
            .positions(coins)
            .map(|at| (at, Label::PLAIN))
            .collect(),
    };
    let drawn = Configuration::try_from(setup).ok();
    let drawn = drawn.and_then(|configuration| configuration.drawing_with(board.cells()));
    drawn.unwrap_or_else(|| {
        let positions = board.positions(coins).map(|at| at.to_string());
        positions.collect::<Vec<_>>().join(" ")
    })
}
