//! A solution on a grid or a graph, ready to be drawn.

use crate::error::DrawError;
use crate::row_play::{MOST_MOVES, subtitle};
use crate::rows::Rows;
use std::collections::{BTreeMap, BTreeSet};
use std::f64::consts::TAU;
use std::ops::RangeInclusive;
use tait_grid::{
    Board, Configuration, Label, Move, Outline, Position, Puzzle, PuzzleForm, Replay, UpTo, check,
};

/// The maximum number of places in a picture.
const MOST_PLACES: usize = 10_000;

/// A checked solution on a grid or a graph, with the places that a picture shows.
///
/// On the square grid with d of at least 2 these are the positions of a rectangle around all coins, which no coin can
/// leave (Lemma 2); on a graph, all vertices; on the mixed lattice, every position where a coin ever is; on other
/// boards, these and the positions adjacent to them.
///
/// ```
/// use tait_draw::GridPlay;
/// use tait_grid::{Move, Puzzle, PuzzleForm};
/// let text = r#"{"grid": "square", "start": ["oo", "o."], "target": [".o", "oo"]}"#;
/// let puzzle = Puzzle::try_from(serde_json::from_str::<PuzzleForm>(text)?)?;
/// assert!(GridPlay::new(&puzzle, &[]).is_err());
/// let play = GridPlay::new(&puzzle, &[Move { from: [0, 0].into(), to: [1, 1].into() }])?;
/// assert_eq!((play.places().len(), play.moves()), (4, &[(0, 3)][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct GridPlay {
    pub(crate) puzzle: Puzzle,
    /// The name under which the puzzle is known.
    name: Option<String>,
    pub(crate) title: String,
    pub(crate) claim: String,
    pub(crate) origin: String,
    pub(crate) optimum: Option<u64>,
    pub(crate) places: Vec<Place>,
    pub(crate) start: Vec<Option<Label>>,
    pub(crate) end: Vec<Option<Label>>,
    pub(crate) moves: Vec<(usize, usize)>,
    /// The names of the steps of each move; empty if no step is named.
    pub(crate) notes: Vec<String>,
    /// Whether each move can be undone.
    pub(crate) reversible: Vec<bool>,
    /// The places of the coins that are marked, at the start.
    marked: BTreeSet<usize>,
    /// The places of two opposite corners of each rectangle that is shaded at the start.
    rectangles: Vec<[usize; 2]>,
}

/// A place of a picture.
#[derive(Debug, Clone, PartialEq)]
pub struct Place {
    /// The position on the board.
    pub position: Position,
    /// The coordinates in the plane, y downwards; adjacent places of the grids of the plane have distance 1.
    pub at: (f64, f64),
    /// The indices of the adjacent places.
    pub neighbours: Vec<usize>,
}

/// A rectangle of the plane.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Extent {
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

impl GridPlay {
    /// Prepares a solution.
    ///
    /// # Errors
    /// When the solution is wrong, or too large.
    pub fn new(puzzle: &Puzzle, moves: &[Move]) -> Result<Self, DrawError> {
        if moves.len() as u64 > MOST_MOVES {
            return Err(DrawError::Long {
                puzzle: puzzle.to_string(),
                moves: moves.len() as u64,
                most: MOST_MOVES,
            });
        }
        let verdict = check(puzzle, moves.iter().copied())?;
        let positions = positions(puzzle, moves, &verdict.end);
        if positions.len() > MOST_PLACES {
            return Err(DrawError::Wide {
                puzzle: puzzle.to_string(),
                cells: positions.len() as u64,
                most: MOST_PLACES as u64,
            });
        }
        let indices: BTreeMap<Position, usize> = positions.iter().copied().zip(0..).collect();
        let index = |position: &Position| indices.get(position).copied().unwrap_or_default();
        let place = |position: &Position| {
            let neighbours = puzzle.board().neighbours(position).into_iter();
            Place {
                position: *position,
                at: in_plane(puzzle.board(), position),
                neighbours: neighbours
                    .filter_map(|other| indices.get(&other).copied())
                    .collect(),
            }
        };
        let coins = |configuration: &Configuration| -> Vec<Option<Label>> {
            let labels = positions.iter().map(|at| configuration.label(at));
            labels.collect()
        };
        let mut replay = Replay::new(puzzle.start().clone(), puzzle.rules());
        let mut reversible = Vec::with_capacity(moves.len());
        for &Move { from, to } in moves {
            replay.play(Move { from, to })?;
            let back = Move { from: to, to: from };
            reversible.push(replay.clone().play(back).is_ok());
        }
        Ok(Self {
            reversible,
            marked: BTreeSet::new(),
            rectangles: Vec::new(),
            name: None,
            title: puzzle.to_string(),
            claim: match moves {
                [] => "a configuration".to_owned(),
                _ => verdict.to_string(),
            },
            origin: String::new(),
            optimum: None,
            places: positions.iter().map(place).collect(),
            start: coins(puzzle.start()),
            end: coins(&verdict.end),
            moves: moves
                .iter()
                .map(|step| (index(&step.from), index(&step.to)))
                .collect(),
            notes: Vec::new(),
            puzzle: puzzle.clone(),
        })
    }

    /// Sets the title.
    #[must_use]
    pub fn with_title(mut self, title: impl Into<String>) -> Self {
        self.title = title.into();
        self
    }

    /// Adds words on the origin of the solution.
    #[must_use]
    pub fn with_origin(mut self, origin: impl Into<String>) -> Self {
        self.origin = origin.into();
        self
    }

    /// Names the steps of the construction that the moves make up. Every drawing shows the names beside the moves.
    ///
    /// ```
    /// use tait_draw::{GridPlay, Rows, TextStyle, grid_text};
    /// use tait_grid::{Move, NamedStep, Operation, Outline, Puzzle, PuzzleForm};
    /// let text = r#"{"grid": "square", "start": ["oo", "o."], "target": [".o", "oo"]}"#;
    /// let puzzle = Puzzle::try_from(serde_json::from_str::<PuzzleForm>(text)?)?;
    /// let step = NamedStep { operation: Operation::Flip, first: 1, last: 1, depth: 0 };
    /// let play = GridPlay::new(&puzzle, &[Move { from: [0, 0].into(), to: [1, 1].into() }])?;
    /// let play = play.with_steps(&Outline::new(vec![step], 1)?);
    /// let drawn = grid_text(&play, Rows::ALL, TextStyle::default())?;
    /// assert!(drawn.contains("1 (0, 0)→(1, 1)  flip\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_steps(mut self, outline: &Outline) -> Self {
        self.notes = match outline.steps() {
            [] => Vec::new(),
            _ => outline.captions(self.moves.len()),
        };
        self
    }

    /// The name of the smallest step to which a move belongs, if it is named.
    pub(crate) fn note(&self, index: usize) -> Option<&str> {
        let note = self.notes.get(index).filter(|note| !note.is_empty())?;
        note.rsplit(", ").next()
    }

    /// Declares the solution to be a shortest one.
    #[must_use]
    pub fn optimal(mut self) -> Self {
        self.optimum = Some(self.moves.len() as u64);
        self.claim = format!("{} moves, no solution is shorter", self.moves.len());
        self
    }

    /// Declares the solution to be a shortest one, with words on how that is known.
    #[must_use]
    pub fn optimal_as(mut self, how: impl std::fmt::Display) -> Self {
        self = self.optimal();
        self.claim = format!("{}, {how}", self.claim);
        self
    }

    /// Adds a claim about the solution.
    #[must_use]
    pub fn with_claim(mut self, claim: &str) -> Self {
        self.claim = format!("{}; {claim}", self.claim);
        self
    }

    /// Marks coins by their positions at the start, such as the extra ones: they are shaded wherever they go.
    #[must_use]
    pub fn with_marked(mut self, positions: &[Position]) -> Self {
        let places = (0..).zip(&self.places);
        let is_marked = |(_, place): &(usize, &Place)| positions.contains(&place.position);
        self.marked = places.filter(is_marked).map(|(index, _)| index).collect();
        self
    }

    /// Shades rectangles at the start, each by the positions of two opposite corners.
    #[must_use]
    pub fn with_rectangles(mut self, rectangles: &[[Position; 2]]) -> Self {
        let place = |corner: Position| {
            let mut places = self.places.iter();
            places.position(|place| place.position == corner)
        };
        let corners = |&[one, other]: &[Position; 2]| Some([place(one)?, place(other)?]);
        self.rectangles = rectangles.iter().filter_map(corners).collect();
        self
    }

    /// The corners of the rectangles that are shaded after some moves, by their places.
    pub(crate) fn rectangles_after(&self, moves: usize) -> &[[usize; 2]] {
        match moves {
            0 => &self.rectangles,
            _ => &[],
        }
    }

    /// Returns whether each move is reversible: whether the coin could go back at once.
    #[must_use]
    pub fn reversible(&self) -> &[bool] {
        &self.reversible
    }

    /// The places of the marked coins after some moves.
    pub(crate) fn marked_after(&self, moves: usize) -> BTreeSet<usize> {
        let mut marked = self.marked.clone();
        for (from, to) in self.moves.iter().take(moves) {
            if marked.remove(from) {
                let _ = marked.insert(*to);
            }
        }
        marked
    }

    /// Sets the name under which the puzzle is known.
    #[must_use]
    pub fn with_name(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// Returns the header line of a drawing of these rows as text: the name of the puzzle, or the puzzle itself as JSON, the
    /// layout, the title and the claim.
    #[must_use]
    pub fn header(&self, rows: Rows) -> String {
        let name = self.name.clone().unwrap_or_else(|| {
            let form = serde_json::to_string(&PuzzleForm::from(&self.puzzle));
            format!("grid {}", form.unwrap_or_default())
        });
        let layout = rows.layout(self.moves.len());
        // The last brace of the line ends the puzzle.
        let title = self.title.replace('}', ")");
        format!("# {name}{layout}: {title}: {}", self.claim)
    }

    /// Returns the title.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Returns the claim, in words.
    #[must_use]
    pub fn claim(&self) -> &str {
        &self.claim
    }

    /// Returns the puzzle.
    #[must_use]
    pub const fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Returns the places.
    #[must_use]
    pub fn places(&self) -> &[Place] {
        &self.places
    }

    /// Returns the moves, as indices of places.
    #[must_use]
    pub fn moves(&self) -> &[(usize, usize)] {
        &self.moves
    }

    /// The rectangle of the plane that holds all places.
    pub(crate) fn extent(&self) -> Extent {
        let range = |of: fn(&(f64, f64)) -> f64| {
            let numbers = || self.places.iter().map(|place| of(&place.at));
            let least = numbers().fold(f64::INFINITY, f64::min);
            (least, numbers().fold(f64::NEG_INFINITY, f64::max) - least)
        };
        let ((left, width), (top, height)) = (range(|at| at.0), range(|at| at.1));
        Extent {
            left,
            top,
            width,
            height,
        }
    }

    /// The claim and the origin.
    pub(crate) fn subtitle(&self) -> String {
        subtitle(&self.claim, &self.origin)
    }

    /// The places on which a coin would overlap one on a position; only the mixed lattice has such places.
    pub(crate) fn overlapping(&self, position: &Position) -> Vec<usize> {
        let board = self.puzzle.board();
        let places = (0..).zip(&self.places);
        let overlapping = places.filter(|(_, place)| board.overlap(position, &place.position));
        overlapping.map(|(index, _)| index).collect()
    }

    /// Returns the text on a coin; empty if coins are not told apart.
    #[must_use]
    pub fn text_on(&self, label: Label) -> String {
        if self.puzzle.start().is_unlabelled() {
            return String::new();
        }
        label
            .letter()
            .map_or_else(|| label.to_string(), |letter| letter.to_string())
    }

    /// The coins on the places at the start and after each move.
    pub(crate) fn frames(&self) -> impl Iterator<Item = Vec<Option<Label>>> {
        let after = self
            .moves
            .iter()
            .scan(self.start.clone(), |coins, &(from, to)| {
                coins[to] = coins[from].take();
                Some(coins.clone())
            });
        std::iter::once(self.start.clone()).chain(after)
    }

    /// The range of these rows, of at most this many positions.
    pub(crate) fn rows_within(
        &self,
        rows: Rows,
        most: u64,
    ) -> Result<RangeInclusive<usize>, DrawError> {
        if rows.are_ends() {
            return Err(DrawError::Ends(self.title.clone()));
        }
        rows.within(self.moves.len(), self.places.len() as u64, most)
    }

    pub(crate) fn frames_within(
        &self,
        rows: RangeInclusive<usize>,
    ) -> impl Iterator<Item = (usize, Vec<Option<Label>>)> {
        let count = rows.end() + 1 - rows.start();
        self.frames().enumerate().skip(*rows.start()).take(count)
    }

    /// Whether a coin lies on a place at the end: on the target, or where the solution brings a target that may be
    /// moved.
    ///
    /// A configuration without moves has no goal.
    pub(crate) fn is_goal(&self, place: usize) -> bool {
        !self.moves.is_empty() && self.end[place].is_some()
    }

    /// Every way in which the target may lie on the places, as places with their labels.
    pub(crate) fn targets(&self) -> Vec<Vec<(usize, Label)>> {
        let indices: BTreeMap<Position, usize> = (0..)
            .zip(&self.places)
            .map(|(index, place)| (place.position, index))
            .collect();
        let mut targets = BTreeSet::new();
        for shape in self.puzzle.target_shapes() {
            let Some(first) = shape.positions().next() else {
                continue;
            };
            let offsets: Vec<Position> = if self.puzzle.up_to() == UpTo::Nothing {
                vec![first.minus(&first)]
            } else {
                let places = self.places.iter();
                places.map(|place| place.position.minus(&first)).collect()
            };
            for offset in offsets {
                let coins = shape.coins().map(|(position, label)| {
                    let place = indices.get(&position.plus(&offset));
                    place.map(|&place| (place, label))
                });
                targets.extend(coins.collect::<Option<Vec<_>>>());
            }
        }
        targets.into_iter().collect()
    }
}

/// The positions that a picture shows, in order.
fn positions(puzzle: &Puzzle, moves: &[Move], end: &Configuration) -> Vec<Position> {
    let board = puzzle.board();
    let mut positions: BTreeSet<Position> = puzzle.start().positions().collect();
    positions.extend(end.positions());
    positions.extend(moves.iter().map(|step| step.to));
    if puzzle.up_to() == UpTo::Nothing {
        positions.extend(puzzle.target().positions());
    }
    match board {
        Board::Square | Board::Hypercube(2) if puzzle.rules().adjacency >= 2 => {
            let columns = bounds(positions.iter().map(Position::x));
            let rows = bounds(positions.iter().map(Position::y));
            let column = |x: i32| rows.clone().map(move |y| Position::from([x, y]));
            columns.flat_map(column).take(MOST_PLACES + 1).collect()
        }
        Board::Graph(graph) => (0..graph.vertices().min(MOST_PLACES + 1) as i32)
            .map(|vertex| Position::from([vertex]))
            .collect(),
        // The positions are dense: those around a coin would hide each other.
        Board::Mixed => positions.into_iter().collect(),
        _ => {
            let around = positions
                .iter()
                .flat_map(|position| board.neighbours(position));
            let mut all: BTreeSet<Position> = around.collect();
            all.extend(positions);
            all.into_iter().collect()
        }
    }
}

fn bounds(numbers: impl Iterator<Item = i32> + Clone) -> RangeInclusive<i32> {
    numbers.clone().min().unwrap_or(0)..=numbers.max().unwrap_or(-1)
}

/// Where a position is drawn. Lattices of more dimensions are drawn obliquely; the vertices of a graph stand on a
/// circle.
fn in_plane(board: &Board, position: &Position) -> (f64, f64) {
    if let Some(at) = board.in_plane(position) {
        return at;
    }
    if let Board::Graph(graph) = board {
        let vertices = graph.vertices() as f64;
        let angle = TAU * f64::from(position.x()) / vertices - TAU / 4.0;
        let radius = vertices / TAU + 0.5;
        return (radius * angle.cos(), radius * angle.sin());
    }
    let axes = (0..).zip(position.coordinates());
    axes.fold((0.0, 0.0), |(x, y), (axis, &coordinate)| {
        // Beyond the first two, each axis has a direction of its own and is shorter.
        let (angle, length) = match axis {
            0 => (0.0, 2.0),
            1 => (TAU / 4.0, 2.0),
            axis => (
                -0.6 + 1.1 * f64::from(axis - 2),
                1.9 / f64::from(axis).sqrt(),
            ),
        };
        let coordinate = f64::from(coordinate);
        (
            x + coordinate * length * angle.cos(),
            y + coordinate * length * angle.sin(),
        )
    })
}
