//! Boards: their positions, and which of them are adjacent.

mod graph;
pub(crate) mod mixed;
mod symmetry;

pub use graph::{Graph, GraphError, MOST_VERTICES};
pub use symmetry::Symmetry;

use crate::position::{MOST_COORDINATES, Position};
use std::fmt;

/// A board: a simple graph, infinite except for [`Board::Graph`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Board {
    /// The square grid, positions `(x, y)`.
    Square,
    /// The equilateral-triangle grid, axial positions `(x, y)`.
    Triangular,
    /// The lattice of Figure 4: all sums of unit vectors at multiples of 30 degrees. These points are dense, and coins
    /// on them must not overlap. Four coefficients name a position; `(x, y)` also names one on the square grid.
    Mixed,
    /// The lattice of integer points in the given number of dimensions, where a position has two neighbours along each
    /// axis; in two dimensions it is the square grid.
    Hypercube(usize),
    /// Any finite graph; a position is the number of a vertex.
    Graph(Graph),
}

impl Board {
    /// Returns the number of coordinates of a position.
    #[must_use]
    pub const fn dimension(&self) -> usize {
        match self {
            Self::Square | Self::Triangular => 2,
            Self::Mixed => 4,
            Self::Hypercube(dimension) => *dimension,
            Self::Graph(_) => 1,
        }
    }

    /// Returns the name in JSON.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Square => "square",
            Self::Triangular => "triangular",
            Self::Mixed => "mixed",
            Self::Hypercube(_) => "hypercube",
            Self::Graph(_) => "graph",
        }
    }

    /// Returns the position that these coordinates name on this board, if they name one.
    ///
    /// ```
    /// use tait_grid::{Board, Position};
    /// let corner = Position::from([1, 1]);
    /// assert_eq!(Board::Square.position(&corner), Some(corner));
    /// assert_eq!(Board::Mixed.position(&corner), Some(Position::from([1, 0, 0, 1])));
    /// assert_eq!(Board::Square.position(&Position::from([1, 1, 1])), None);
    /// ```
    #[must_use]
    pub fn position(&self, named: &Position) -> Option<Position> {
        match self {
            Self::Mixed if named.dimension() == 2 => Some(mixed::of_square(named.x(), named.y())),
            Self::Hypercube(dimension) if *dimension > MOST_COORDINATES => None,
            Self::Graph(graph) if !(0..graph.vertices() as i64).contains(&named.x().into()) => None,
            _ => (named.dimension() == self.dimension()).then_some(*named),
        }
    }

    /// Returns the positions adjacent to a position.
    ///
    /// ```
    /// use tait_grid::{Board, Position};
    /// let around = |board: Board, at: Position| board.neighbours(&at).len();
    /// assert_eq!(around(Board::Square, Position::from([0, 0])), 4);
    /// assert_eq!(around(Board::Triangular, Position::from([0, 0])), 6);
    /// assert_eq!(around(Board::Mixed, Position::from([0, 0, 0, 0])), 12);
    /// assert_eq!(around(Board::Hypercube(5), Position::from([0; 5])), 10);
    /// ```
    #[must_use]
    pub fn neighbours(&self, position: &Position) -> Vec<Position> {
        match self {
            Self::Square => around(position, &SQUARE_STEPS),
            Self::Triangular => around(position, &TRIANGULAR_STEPS),
            Self::Mixed => {
                let units = mixed::units();
                units.iter().map(|unit| position.plus(unit)).collect()
            }
            Self::Hypercube(dimension) => {
                let both = |axis: usize| [-1, 1].map(|step| (axis, step));
                (0..*dimension)
                    .flat_map(both)
                    .map(|(axis, step)| position.plus(&along(*dimension, axis, step)))
                    .collect()
            }
            Self::Graph(graph) => {
                let vertex = u32::try_from(position.x()).unwrap_or(u32::MAX);
                let neighbours = graph.neighbours(vertex).iter();
                neighbours
                    .map(|&other| Position::from([other as i32]))
                    .collect()
            }
        }
    }

    /// Returns whether two positions are adjacent.
    #[must_use]
    pub fn are_adjacent(&self, one: &Position, other: &Position) -> bool {
        self.neighbours(one).contains(other)
    }

    /// Returns whether coins on two different positions would overlap: on the mixed lattice, whose positions are dense,
    /// if they are less than 1 apart; on other boards never.
    #[must_use]
    pub fn overlap(&self, one: &Position, other: &Position) -> bool {
        matches!(self, Self::Mixed) && one != other && mixed::overlaps(&one.minus(other))
    }

    /// Returns the coordinates of a position in the plane, y downwards, with adjacent positions at distance 1; `None`
    /// on boards that do not lie in the plane.
    ///
    /// For pictures only: the rules are decided with integers.
    #[must_use]
    pub fn in_plane(&self, position: &Position) -> Option<(f64, f64)> {
        let (x, y) = (f64::from(position.x()), f64::from(position.y()));
        match self {
            Self::Square => Some((x, y)),
            Self::Triangular => Some((x + y / 2.0, y * 3f64.sqrt() / 2.0)),
            Self::Mixed => Some(mixed::in_plane(position)),
            Self::Hypercube(2) => Some((x, y)),
            Self::Hypercube(_) | Self::Graph(_) => None,
        }
    }

    /// The linear forms whose smallest and largest values bound a set of coins: both axes and their sum on the
    /// triangular grid (a hexagon), the axes on lattices of integers; `None` on other boards.
    pub(crate) fn extents(&self, position: &Position) -> Option<Vec<i32>> {
        match self {
            Self::Square | Self::Hypercube(_) => Some(position.coordinates().to_vec()),
            Self::Triangular => Some(vec![
                position.x(),
                position.y(),
                position.x() + position.y(),
            ]),
            Self::Mixed | Self::Graph(_) => None,
        }
    }

    /// How many neighbours of a position lie on the line before its own along a coordinate of
    /// [`extents`](Self::extents): a coin that lands beyond all others can lean on these alone.
    pub(crate) const fn supports_beyond(&self) -> Option<u32> {
        match self {
            Self::Square | Self::Hypercube(_) => Some(1),
            Self::Triangular => Some(2),
            Self::Mixed | Self::Graph(_) => None,
        }
    }
}

const SQUARE_STEPS: [[i32; 2]; 4] = [[-1, 0], [0, -1], [0, 1], [1, 0]];
const TRIANGULAR_STEPS: [[i32; 2]; 6] = [[-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0]];

fn around<const N: usize>(position: &Position, steps: &[[i32; 2]; N]) -> Vec<Position> {
    let step = |step: &[i32; 2]| position.plus(&Position::from(*step));
    steps.iter().map(step).collect()
}

/// A step of the given length along one axis.
fn along(dimension: usize, axis: usize, length: i32) -> Position {
    let mut step = [0; MOST_COORDINATES];
    if let Some(coordinate) = step.get_mut(axis) {
        *coordinate = length;
    }
    Position::new(&step[..dimension.clamp(1, MOST_COORDINATES)]).unwrap_or(Position::from([0]))
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Square => f.write_str("square grid"),
            Self::Triangular => f.write_str("triangular grid"),
            Self::Mixed => f.write_str("mixed lattice"),
            Self::Hypercube(dimension) => write!(f, "hypercube lattice of dimension {dimension}"),
            Self::Graph(graph) => write!(f, "graph of {} vertices", graph.vertices()),
        }
    }
}
