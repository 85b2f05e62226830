//! Boards: their positions, and which of them are adjacent.

use crate::position::{MOST_COORDINATES, Position};
use crate::up_to::UpTo;
use rustc_hash::FxHashMap;
use std::fmt;
use thiserror::Error;

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
            Self::Mixed if named.dimension() == 2 => Some(of_square(named.x(), named.y())),
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
                let units = units();
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
        matches!(self, Self::Mixed) && one != other && overlaps(&one.minus(other))
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
            Self::Mixed => Some(in_plane(position)),
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

// Boards that are any finite graph.

/// The maximum number of vertices in a graph.
pub const MOST_VERTICES: usize = 1 << 16;

/// A finite simple graph; its vertices are numbered from 0.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Graph {
    neighbours: Vec<Vec<u32>>,
}

/// Reasons why a list of edges is not a graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum GraphError {
    /// There are no vertices, or too many.
    #[error("a graph has 1 to {MOST_VERTICES} vertices, not {0}")]
    Vertices(usize),
    /// An edge names a vertex that does not exist.
    #[error("edge {edge:?} names an unknown vertex: expected 0 to below {vertices}")]
    NoVertex {
        /// The edge.
        edge: (u32, u32),
        /// The number of vertices.
        vertices: usize,
    },
    /// An edge joins a vertex to itself.
    #[error("edge ({0}, {0}) joins a vertex to itself")]
    Loop(u32),
}

impl Graph {
    /// Creates a graph with the given number of vertices and these edges; a repeated edge counts once.
    ///
    /// # Errors
    /// When there are no vertices or too many, or an edge does not join two different ones.
    ///
    /// ```
    /// use tait_grid::Graph;
    /// let triangle = Graph::new(3, &[(0, 1), (1, 2), (2, 0)])?;
    /// assert_eq!(triangle.neighbours(0), [1, 2]);
    /// # Ok::<(), tait_grid::GraphError>(())
    /// ```
    pub fn new(vertices: usize, edges: &[(u32, u32)]) -> Result<Self, GraphError> {
        if vertices == 0 || vertices > MOST_VERTICES {
            return Err(GraphError::Vertices(vertices));
        }
        let mut neighbours = vec![Vec::new(); vertices];
        for &edge in edges {
            let (one, other) = edge;
            if one as usize >= vertices || other as usize >= vertices {
                return Err(GraphError::NoVertex { edge, vertices });
            }
            if one == other {
                return Err(GraphError::Loop(one));
            }
            neighbours[one as usize].push(other);
            neighbours[other as usize].push(one);
        }
        for list in &mut neighbours {
            list.sort_unstable();
            list.dedup();
        }
        Ok(Self { neighbours })
    }

    /// Returns the number of vertices.
    #[must_use]
    pub fn vertices(&self) -> usize {
        self.neighbours.len()
    }

    /// Returns the neighbours of a vertex in ascending order, or none if there is no such vertex.
    #[must_use]
    pub fn neighbours(&self, vertex: u32) -> &[u32] {
        self.neighbours
            .get(vertex as usize)
            .map_or(&[], Vec::as_slice)
    }

    /// Returns each edge once, the smaller vertex first.
    pub fn edges(&self) -> impl Iterator<Item = (u32, u32)> {
        self.neighbours.iter().zip(0..).flat_map(|(list, vertex)| {
            let larger = list.iter().filter(move |&&other| other > vertex);
            larger.map(move |&other| (vertex, other))
        })
    }
}

// The mixed lattice: sums of unit vectors at multiples of 30 degrees, exactly.
//
// A position is an element of Z[ζ], ζ = exp(iπ/6), with the coefficients `(a, b, c, d)` of 1, ζ, ζ² and ζ³; ζ⁴ =
// ζ² - 1. Its squared distance from 0 is `p + q√3` with integers p and q, so exact arithmetic decides whether two
// coins touch or overlap. Coins have diameter 1.
//
// The elements at distance 1 are exactly the twelve powers of ζ. Complex conjugation commutes with all automorphisms
// of the field, so every conjugate of an element on the unit circle also lies on it, and an algebraic integer with
// this property is a root of unity (Kronecker).

/// The twelve unit vectors, ζ^0 to ζ^11.
pub(crate) fn units() -> [Position; 12] {
    let mut units = [Position::from([1, 0, 0, 0]); 12];
    for index in 1..units.len() {
        units[index] = turned(&units[index - 1]);
    }
    units
}

/// The product with ζ: a rotation by 30 degrees.
pub(crate) fn turned(position: &Position) -> Position {
    let [a, b, c, d] = parts(position);
    // d ζ⁴ = d ζ² - d
    Position::from([-d, a, b + d, c])
}

/// The complex conjugate, the mirror image in the real axis: ζ⁻¹ = ζ - ζ³, ζ⁻² = 1 - ζ², ζ⁻³ = -ζ³.
pub(crate) fn mirrored(position: &Position) -> Position {
    let [a, b, c, d] = parts(position);
    Position::from([a + c, b, -c, -b - d])
}

/// The point `(x, y)` of the square grid: `x + y ζ³`.
pub(crate) fn of_square(x: i32, y: i32) -> Position {
    Position::from([x, 0, 0, y])
}

/// The squared distance from 0 as `(p, q)`, which stands for `p + q√3`.
///
/// It is the sum of all products of two coefficients, times cos(30° · difference of powers), and twice for unequal
/// powers; cos 30° = √3/2, cos 60° = 1/2 and cos 90° = 0.
pub(crate) fn squared_length(position: &Position) -> (i64, i64) {
    let [a, b, c, d] = parts(position).map(i64::from);
    (
        a * a + b * b + c * c + d * d + a * c + b * d,
        a * b + b * c + c * d,
    )
}

/// Whether coins overlap whose positions differ by `difference`: `p + q√3 < 1`.
pub(crate) fn overlaps(difference: &Position) -> bool {
    let (p, q) = squared_length(difference);
    // q√3 < 1 - p; where both sides have the same sign, their squares are compared.
    let (left, right) = (i128::from(q), i128::from(1 - p));
    match (left >= 0, right >= 0) {
        (true, true) => 3 * left * left < right * right,
        (true, false) => false,
        (false, true) => true,
        (false, false) => 3 * left * left > right * right,
    }
}

/// The coordinates of a position in the plane, for pictures only.
pub(crate) fn in_plane(position: &Position) -> (f64, f64) {
    let [a, b, c, d] = parts(position).map(f64::from);
    let half_root = 3f64.sqrt() / 2.0;
    (a + half_root * b + c / 2.0, b / 2.0 + half_root * c + d)
}

/// Positions in buckets that are squares of the plane, so that a search for close ones need not visit all of them.
#[derive(Debug, Default)]
pub(crate) struct Crowd(FxHashMap<(i64, i64), Vec<Position>>);

impl Crowd {
    /// The square that contains a position. Its side is 2, so positions less than 1 apart lie in the same square or in
    /// adjacent ones, regardless of rounding.
    fn square(position: &Position) -> (i64, i64) {
        let (x, y) = in_plane(position);
        ((x / 2.0).floor() as i64, (y / 2.0).floor() as i64)
    }

    /// The positions that overlap `position`, except `position` itself.
    pub(crate) fn overlapping<'a>(
        &'a self,
        position: &'a Position,
    ) -> impl Iterator<Item = &'a Position> {
        let (x, y) = Self::square(position);
        let squares = (x - 1..=x + 1).flat_map(move |x| (y - 1..=y + 1).map(move |y| (x, y)));
        let near = squares.filter_map(|square| self.0.get(&square)).flatten();
        near.filter(move |other| *other != position && overlaps(&other.minus(position)))
    }
}

impl FromIterator<Position> for Crowd {
    fn from_iter<T: IntoIterator<Item = Position>>(positions: T) -> Self {
        let mut crowd = Self::default();
        for position in positions {
            crowd
                .0
                .entry(Self::square(&position))
                .or_default()
                .push(position);
        }
        crowd
    }
}

fn parts(position: &Position) -> [i32; 4] {
    let mut parts = [0; 4];
    for (part, &number) in parts.iter_mut().zip(position.coordinates()) {
        *part = number;
    }
    parts
}

// Rotations and reflections of the boards about the origin.

/// The largest dimension whose rotations are listed: 2^5 · 5! = 3840 signed permutations.
const MOST_TURNED_DIMENSIONS: usize = 5;

/// A rotation or reflection of a board that fixes the origin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symmetry(Form);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Form {
    /// Coordinate `i` of the image is coordinate `axes[i].0`, negated if `axes[i].1`.
    Signed(Vec<(usize, bool)>),
    /// A reflection in the line x = y if `is_mirrored`, then turns by 60 degrees.
    Triangular { turns: u8, is_mirrored: bool },
    /// Complex conjugation if `is_mirrored`, then turns by 30 degrees.
    Mixed { turns: u8, is_mirrored: bool },
}

impl Symmetry {
    /// Returns the image of a position.
    ///
    /// ```
    /// use tait_grid::{Board, Position, UpTo};
    /// let turns = Board::Square.symmetries(UpTo::Rotation);
    /// let images: Vec<Position> = turns.iter().map(|turn| turn.image(&[2, 1].into())).collect();
    /// assert_eq!(images.len(), 4);
    /// assert!(images.contains(&[-1, 2].into()));
    /// ```
    #[must_use]
    pub fn image(&self, position: &Position) -> Position {
        match &self.0 {
            Form::Signed(axes) => {
                let from = position.coordinates();
                let coordinate = |&(axis, is_negated): &(usize, bool)| {
                    if is_negated { -from[axis] } else { from[axis] }
                };
                let image: Vec<i32> = axes.iter().map(coordinate).collect();
                Position::new(&image).unwrap_or(*position)
            }
            Form::Triangular { turns, is_mirrored } => {
                let (x, y) = (position.x(), position.y());
                let mut image = if *is_mirrored { (y, x) } else { (x, y) };
                for _ in 0..*turns {
                    image = (-image.1, image.0 + image.1);
                }
                Position::from([image.0, image.1])
            }
            Form::Mixed { turns, is_mirrored } => {
                let first = if *is_mirrored {
                    mirrored(position)
                } else {
                    *position
                };
                (0..*turns).fold(first, |image, _| turned(&image))
            }
        }
    }
}

impl Board {
    /// Returns the symmetries about the origin by which a target may be changed, the identity first. In more than five
    /// dimensions and on graphs, the identity is the only one.
    #[must_use]
    pub fn symmetries(&self, up_to: UpTo) -> Vec<Symmetry> {
        let turning = |count: u8, form: fn(u8, bool) -> Form| {
            let (turns, mirrors): (u8, &[bool]) = match up_to {
                UpTo::Nothing | UpTo::Translation => (1, &[false]),
                UpTo::Rotation => (count, &[false]),
                UpTo::Reflection => (count, &[false, true]),
            };
            let of_mirror =
                |&is_mirrored: &bool| (0..turns).map(move |turn| form(turn, is_mirrored));
            mirrors.iter().flat_map(of_mirror).map(Symmetry).collect()
        };
        match self {
            Self::Triangular => turning(6, |turns, is_mirrored| Form::Triangular {
                turns,
                is_mirrored,
            }),
            Self::Mixed => turning(12, |turns, is_mirrored| Form::Mixed { turns, is_mirrored }),
            Self::Square | Self::Hypercube(_) => signed(self.dimension(), up_to),
            Self::Graph(_) => signed(1, UpTo::Nothing),
        }
    }
}

/// The signed permutations of the axes: all of them, those of determinant 1, or the identity alone.
fn signed(dimension: usize, up_to: UpTo) -> Vec<Symmetry> {
    let identity: Vec<(usize, bool)> = (0..dimension).map(|axis| (axis, false)).collect();
    let is_turned = matches!(up_to, UpTo::Rotation | UpTo::Reflection);
    if !is_turned || dimension > MOST_TURNED_DIMENSIONS {
        return vec![Symmetry(Form::Signed(identity))];
    }
    let mut all = vec![Vec::new()];
    for _ in 0..dimension {
        let mut longer = Vec::new();
        for axes in &all {
            for axis in (0..dimension).filter(|axis| !axes.iter().any(|(used, _)| used == axis)) {
                for is_negated in [false, true] {
                    let mut next: Vec<(usize, bool)> = axes.clone();
                    next.push((axis, is_negated));
                    longer.push(next);
                }
            }
        }
        all = longer;
    }
    if up_to == UpTo::Rotation {
        all.retain(|axes| is_rotation(axes));
    }
    all.into_iter()
        .map(|axes| Symmetry(Form::Signed(axes)))
        .collect()
}

/// Whether a signed permutation has determinant 1.
fn is_rotation(axes: &[(usize, bool)]) -> bool {
    let negations = axes.iter().filter(|(_, is_negated)| *is_negated).count();
    let inversions = (0..axes.len())
        .flat_map(|later| (0..later).map(move |earlier| (earlier, later)))
        .filter(|&(earlier, later)| axes[earlier].0 > axes[later].0)
        .count();
    (negations + inversions) % 2 == 0
}

#[cfg(test)]
mod mixed_tests {
    use super::*;

    #[test]
    fn exact_distances_agree_with_the_plane() {
        for code in 0..7i32.pow(4) {
            let digit = |index: u32| code / 7i32.pow(index) % 7 - 3;
            let position = Position::from([digit(0), digit(1), digit(2), digit(3)]);
            let (x, y) = in_plane(&position);
            let (p, q) = squared_length(&position);
            let squared = p as f64 + q as f64 * 3f64.sqrt();
            assert!((x * x + y * y - squared).abs() < 1e-9, "{position}");
            let is_unit = units().contains(&position);
            assert_eq!((p, q) == (1, 0), is_unit, "{position}");
            assert_eq!(
                overlaps(&position),
                !is_unit && squared < 1.0 - 1e-9,
                "{position}"
            );
            let (turned_x, turned_y) = in_plane(&turned(&position));
            let (cos, sin) = (3f64.sqrt() / 2.0, 0.5);
            assert!((turned_x - (cos * x - sin * y)).abs() < 1e-9);
            assert!((turned_y - (sin * x + cos * y)).abs() < 1e-9);
            let (mirror_x, mirror_y) = in_plane(&mirrored(&position));
            assert!((mirror_x - x).abs() < 1e-9 && (mirror_y + y).abs() < 1e-9);
        }
    }
}
