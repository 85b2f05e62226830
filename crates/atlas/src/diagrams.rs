//! Small puzzles as graphs of all their states.

use crate::error::AtlasError;
use tait_draw::{DiagramMove, DiagramState, StateDiagram};
use tait_framework::{graph_of_board, graph_of_vacancy};
use tait_grid::space::{BoardSpace, SmallBoard};
use tait_search::{Control, StopReason};
use tait_vacancy::Puzzle;

/// The maximum number of states in a graph that is drawn.
const MOST_STATES: usize = 1000;

/// The maximum number of configurations in a graph that is drawn.
const MOST_CONFIGURATIONS: usize = 500;

/// Returns the graph of all states of a vacancy puzzle, with the shortest solutions marked: Figure 2 of the paper on
/// checkers.
///
/// # Errors
/// When there are too many states to draw.
pub fn diagram_of_vacancy(
    puzzle: Puzzle,
    control: &Control<'_>,
) -> Result<Result<StateDiagram, StopReason>, AtlasError> {
    let graph = match graph_of_vacancy(puzzle, MOST_STATES, control) {
        Ok(Some(graph)) => graph,
        Ok(None) => {
            return Err(AtlasError::Refused(format!(
                "{puzzle}: too many states to draw, the limit is {MOST_STATES}"
            )));
        }
        Err(reason) => return Ok(Err(reason)),
    };
    let states = graph.vertices.into_iter().map(|vertex| DiagramState {
        label: vertex.state,
        depth: vertex.depth,
        is_bold: vertex.depth == 0,
        is_goal: vertex.is_goal,
        is_marked: vertex.is_on_shortest,
    });
    let moves = graph.arcs.into_iter().map(|arc| DiagramMove {
        from: arc.from,
        to: arc.to,
        label: arc.step.to_string(),
        is_marked: arc.is_on_shortest,
    });
    Ok(Ok(StateDiagram {
        title: puzzle.to_string(),
        states: states.collect(),
        moves: moves.collect(),
    }))
}

/// Returns the graph of the configurations that can be reached from those that span a board: Figures 19 and 20 of the
/// paper on coins are 3 x 3 with 3 and 4 coins. `name` is that of the board.
///
/// # Errors
/// When there are too many configurations to draw, or that number of coins is not searched.
pub fn diagram_of_board(
    name: &str,
    board: &SmallBoard,
    coins: usize,
    control: &Control<'_>,
) -> Result<Result<StateDiagram, StopReason>, AtlasError> {
    let space = BoardSpace::new(board, coins).map_err(|error| AtlasError::input(name, error))?;
    let graph = match graph_of_board(&space, MOST_CONFIGURATIONS, control) {
        Ok(Some(graph)) => graph,
        Ok(None) => {
            let what = format!(
                "{coins} coins: too many configurations to draw, the limit is {MOST_CONFIGURATIONS}"
            );
            return Err(AtlasError::input(name, what));
        }
        Err(reason) => return Ok(Err(reason)),
    };
    let states = graph.vertices.into_iter().map(|vertex| DiagramState {
        label: vertex.state,
        depth: vertex.depth,
        is_bold: vertex.depth == 0,
        ..DiagramState::default()
    });
    let moves = graph.arcs.into_iter().map(|arc| DiagramMove {
        from: arc.from,
        to: arc.to,
        ..DiagramMove::default()
    });
    Ok(Ok(StateDiagram {
        title: format!("{name}, {coins} coins, from those that span the board"),
        states: states.collect(),
        moves: moves.collect(),
    }))
}
