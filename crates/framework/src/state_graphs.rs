//! Small puzzles as graphs of all their states, for pictures.

use tait_grid::Configuration;
use tait_grid::space::{BoardSpace, SmallBoard};
use tait_grid::{Label, Setup};
use tait_search::{Control, Count, Outcome, StateGraph, StopReason, count_shortest, state_graph};
use tait_space::of_one;
use tait_vacancy::Puzzle;

/// Returns the graph of the reachable rows of a vacancy puzzle, with a letter for each cell and a point for a vacant
/// one; `None` when there are more than `most` rows, or the puzzle is too large.
///
/// # Errors
/// The reason why the search stopped.
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
    let Some(space) = puzzle.space() else {
        return Ok(None);
    };
    of_one!(space.0, space => {
        let graph = state_graph(&space, most, control)?;
        Ok(graph.map(|graph| graph.map(|state| space.letters(&state), |cell| cell)))
    })
}

/// Counts the shortest solutions of a vacancy puzzle, if they have at most `bound` moves. Returns `None` when the
/// puzzle is too large to be searched.
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
    let space = puzzle.space()?;
    Some(count_shortest(&space, bound, control))
}

/// A graph of drawings, whose arcs have the numbers of the positions between which a coin moves.
type BoardGraph = StateGraph<String, (u32, u32)>;

/// The most configurations of a board that is searched, far more than are drawn.
const MOST_LOOKED_AT: u64 = 1 << 24;

/// Returns the graph of the configurations that can be reached from those that span the whole board, which are at
/// depth 0. Each is a drawing if the board can be drawn, and otherwise a list of positions. Returns `None` when there
/// are more than `most`, or far too many to be searched.
///
/// # Errors
/// The reason why the search stopped.
///
/// ```
/// use tait_framework::graph_of_board;
/// use tait_grid::Rules;
/// use tait_grid::space::{BoardSpace, SmallBoard};
/// let board = SmallBoard::rectangle(2, 2, Rules::default())?;
/// let graph = graph_of_board(&BoardSpace::new(&board, 3)?, 100, &Default::default());
/// let graph = graph.expect("nothing stops it").expect("few configurations");
/// // Any three coins span the square, and the middle one can move to the vacant cell.
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

/// Draws a configuration on the whole board, or lists its positions.
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
