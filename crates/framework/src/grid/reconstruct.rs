//! Figures whose pictures are lost: every arrangement that fits what the paper says, by its optimum.
//!
//! Each figure has a criterion ([`Reconstruction::fits`]) that turns the words of the paper into a finite list. An
//! exact search then gives every arrangement its optimum, so that the stated number selects some of them.

use crate::grid::WholeBoard;
use crate::grid::solve::{SolveError, Solved, solve};
use crate::grid::whole_board::WholeBoardError;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU64, Ordering};
use tait_grid::space::{Ranking, SmallBoard, SmallBoardError, cells_of, image_of};
use tait_grid::{Board, Configuration, Label, Position, Puzzle, PuzzleSetup, Rules, Setup, UpTo};
use tait_search::{Control, Event, Sink, StopReason};
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
        "figure-5" => diagonals(control),
        "figure-6" => half_turns(control),
        "figure-7" => vees(control),
        "figure-8" => transpositions(control),
        "figure-9" => lines(control),
        "figure-32" => individually_extra(),
        "figure-33" => until_a_pair(control),
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

// Figures 32 and 33: coins that are extra alone, and not in pairs (section 5.8).

/// The most coins of the arrangements of Figure 32.
const MOST_COINS: u32 = 5;

impl Rectangle {
    /// Returns the coins whose removal leaves the span as it is.
    fn extra_coins(&self, coins: u64) -> u64 {
        let is_extra = |&coin: &u32| self.board.is_spanned_by(coins & !(1 << coin));
        let extra = cells_of(coins).filter(is_extra);
        extra.fold(0, |set, coin| set | 1 << coin)
    }

    /// Returns whether two of these coins can be removed together.
    fn has_pair(&self, coins: u64, extra: u64) -> bool {
        let mut pairs = choices(extra, 2).into_iter();
        pairs.any(|pair| self.board.is_spanned_by(coins & !pair))
    }
}

/// Figure 32: two coins are extra, but not as a pair.
fn individually_extra() -> Result<Reconstruction, ReconstructError> {
    let mut all = Reconstruction::new(
        "coins that span a rectangle, exactly two of them extra, and not as a pair",
        "coins",
    );
    for coins in 1..=MOST_COINS {
        for rows in 1..=coins {
            // Fewer coins do not span more (Lemma 3).
            for columns in rows..=2 * coins - rows {
                let board = Rectangle::new(rows, columns)?;
                if board.cells() < coins {
                    continue;
                }
                for set in choices((1 << board.cells()) - 1, coins) {
                    if !board.board.is_spanned_by(set) || !board.is_first(set) {
                        continue;
                    }
                    let extra = board.extra_coins(set);
                    if extra.count_ones() == 2 && !board.has_pair(set, extra) {
                        all.add(Some(coins), || board.drawing(set));
                    }
                }
            }
        }
    }
    Ok(all)
}

/// Figure 33: a pair of extra coins appears only after some moves.
fn until_a_pair(control: &Control<'_>) -> Result<Reconstruction, ReconstructError> {
    let mut all = Reconstruction::new(
        "seven coins that span the 5 x 5 board, at least one of them extra, and no two as a pair",
        "moves until two coins are extra as a pair",
    );
    let board = Rectangle::new(5, 5)?;
    let ranking = Ranking::new(25, 7).map_err(WholeBoardError::from)?;
    let sets: Vec<u64> = (0..ranking.count())
        .map(|rank| ranking.unrank(rank))
        .collect();
    let mut moves: Vec<Option<u32>> = vec![None; sets.len()];
    // Those that span the board, and have no pair so far.
    let mut open: Vec<u64> = Vec::new();
    for &set in sets.iter().filter(|set| board.board.is_spanned_by(**set)) {
        if board.has_pair(set, board.extra_coins(set)) {
            moves[ranking.rank(set) as usize] = Some(0);
        } else {
            open.push(set);
        }
    }
    let single = open.clone();
    for depth in 0.. {
        let states = sets.len() as u64;
        if let Some(reason) = control.stop_reason(states, 0) {
            return Err(ReconstructError::Stopped(reason));
        }
        let leads_there = |set: &u64| {
            cells_of(*set).any(|coin| {
                let lifted = set & !(1 << coin);
                cells_of(board.board.landings(lifted))
                    .any(|cell| moves[ranking.rank(lifted | 1 << cell) as usize] == Some(depth))
            })
        };
        let (reached, rest): (Vec<u64>, Vec<u64>) = open.into_iter().partition(leads_there);
        if reached.is_empty() {
            break;
        }
        for set in reached {
            moves[ranking.rank(set) as usize] = Some(depth + 1);
        }
        open = rest;
    }
    for set in single.into_iter().filter(|&set| board.is_first(set)) {
        if board.extra_coins(set) != 0 {
            all.add(moves[ranking.rank(set) as usize], || board.drawing(set));
        }
    }
    Ok(all)
}

// Figures 8 and 9: labelled coins.

/// Figure 8: two of five labelled coins change places.
fn transpositions(control: &Control<'_>) -> Result<Reconstruction, ReconstructError> {
    let mut all = Reconstruction::new(
        "five labelled coins that span the 3 x 3 or the 2 x 4 board, two of which change places: one of a pair of extra \
         coins, and one that is not of the pair",
        "moves",
    );
    for (rows, columns) in [(3, 3), (2, 4)] {
        let board = Rectangle::new(rows, columns)?;
        for coins in choices((1 << board.cells()) - 1, 5) {
            if !board.board.is_spanned_by(coins) || !board.is_first(coins) {
                continue;
            }
            let keeping: Vec<&Vec<u32>> = (board.symmetries.iter())
                .filter(|images| image_of(coins, images) == coins)
                .collect();
            for pair in choices(coins, 2) {
                let has_one = |extra: &u64| (extra & pair).count_ones() == 1;
                let is_extra = |extra: &u64| board.board.is_spanned_by(coins & !extra);
                if !choices(coins, 2)
                    .iter()
                    .any(|extra| has_one(extra) && is_extra(extra))
                {
                    continue;
                }
                // Images of the pair under the symmetries of the coins count once.
                if keeping.iter().any(|images| image_of(pair, images) < pair) {
                    continue;
                }
                let labelled = |set: u64, swapped: u64| -> Vec<(Position, Label)> {
                    let mut labels: Vec<u32> = (1..).take(5).collect();
                    let cells: Vec<u32> = cells_of(set).collect();
                    let places: Vec<usize> =
                        (0..5).filter(|&at| swapped >> cells[at] & 1 == 1).collect();
                    if let [one, other] = places[..] {
                        labels.swap(one, other);
                    }
                    let position = |cell: u32| {
                        let (x, y) = board.place(cell);
                        Position::from([x as i32, y as i32])
                    };
                    let labelled = cells.iter().zip(labels);
                    labelled
                        .map(|(&cell, label)| (position(cell), Label(label)))
                        .collect()
                };
                let setup = (Board::Square, labelled(coins, 0), labelled(coins, pair));
                let found = optimum(setup, UpTo::Nothing, control)?;
                all.add(found, || board.drawings(coins, pair));
            }
        }
    }
    Ok(all)
}

/// The positions of a triangle of six: bottom row, middle row, top.
const TRIANGLE: [[i32; 2]; 6] = [[0, 0], [1, 0], [2, 0], [0, 1], [1, 1], [0, 2]];

/// A turn and a reflection of the triangle, as places in [`TRIANGLE`].
const TURN: [usize; 6] = [2, 4, 5, 1, 3, 0];

const REFLECTION: [usize; 6] = [2, 1, 0, 4, 3, 5];

/// Figure 9: six labelled coins of a triangle become a line in order.
fn lines(control: &Control<'_>) -> Result<Reconstruction, ReconstructError> {
    let mut all = Reconstruction::new(
        "six labelled coins of a triangle become a line in order: every labelling, up to symmetry and up to the \
         direction of the line",
        "moves",
    );
    let labellings = labellings();
    let mut watch = Watch::new(control, labellings.len());
    for labels in labellings {
        let start = TRIANGLE.iter().zip(labels);
        let start = start
            .map(|(&at, label)| (Position::from(at), Label(label)))
            .collect();
        let target = (1..=6)
            .map(|at| (Position::from([at, 0]), Label(at as u32)))
            .collect();
        let found = optimum(
            (Board::Triangular, start, target),
            UpTo::Reflection,
            &watch.control(),
        )?;
        watch.end_one();
        let [a, b, c, d, e, f] = labels;
        all.add(found, || format!("{f}/{d}{e}/{a}{b}{c}"));
    }
    Ok(all)
}

/// Returns the first of each class of labellings of the triangle: up to its six symmetries, and up to reading the line
/// from the other end.
fn labellings() -> BTreeSet<[u32; 6]> {
    let mut labellings: Vec<Vec<u32>> = vec![Vec::new()];
    for _ in 0..6 {
        let longer = |begun: &Vec<u32>| {
            let begun = begun.clone();
            let free = (1..=6)
                .filter(|label| !begun.contains(label))
                .collect::<Vec<_>>();
            free.into_iter()
                .map(move |label| [&begun[..], &[label]].concat())
        };
        labellings = labellings.iter().flat_map(longer).collect();
    }
    let labellings = labellings.iter();
    labellings
        .map(|labels| first_image(std::array::from_fn(|at| labels[at])))
        .collect()
}

/// Returns the first labelling of the class of a labelling.
fn first_image(mut labels: [u32; 6]) -> [u32; 6] {
    let mut first = labels;
    for symmetry in 0..12 {
        labels = TURN.map(|at| labels[at]);
        if symmetry % 3 == 2 {
            labels = REFLECTION.map(|at| labels[at]);
        }
        if symmetry == 5 {
            labels = labels.map(|label| 7 - label);
        }
        first = first.min(labels);
    }
    first
}

type Coins = Vec<(Position, Label)>;

/// Returns the optimum of a puzzle; `None` if it has no solution.
fn optimum(
    (board, start, target): (Board, Coins, Coins),
    up_to: UpTo,
    control: &Control<'_>,
) -> Result<Option<u32>, ReconstructError> {
    let configuration = |coins: Coins| {
        let board = board.clone();
        Configuration::try_from(Setup { board, coins }).ok()
    };
    let setup = configuration(start).zip(configuration(target));
    let setup = setup.map(|(start, target)| PuzzleSetup {
        rules: Rules::default(),
        start,
        target,
        up_to,
    });
    let puzzle = setup.and_then(|setup| Puzzle::try_from(setup).ok());
    let refused = || ReconstructError::Stopped(StopReason::Refused);
    match solve(&puzzle.ok_or_else(refused)?, None, control)? {
        Solved::Optimal { moves, .. } => Ok(Some(moves.len() as u32)),
        Solved::Unsolvable { .. } => Ok(None),
        Solved::Stopped { stopped, .. } => Err(ReconstructError::Stopped(stopped.reason)),
        Solved::NoneWithin { .. } => Err(refused()),
    }
}

// Figures 5 to 7: unlabelled coins on the square grid.

impl Rectangle {
    fn diagonal(&self) -> u64 {
        (0..self.rows).fold(0, |set, at| set | self.cell(at, at))
    }

    /// Returns the image in the middle column.
    fn mirrored(&self, set: u64) -> u64 {
        cells_of(set).fold(0, |image, cell| {
            let (x, y) = self.place(cell);
            image | self.cell(self.columns - 1 - x, y)
        })
    }
}

/// Figure 5: a diagonal of four coins with two extra coins beside it becomes the other diagonal.
fn diagonals(control: &Control<'_>) -> Result<Reconstruction, ReconstructError> {
    let mut all = Reconstruction::new(
        "on the 4 x 4 board, the diagonal and two coins that touch two coins of it, to the other diagonal",
        "moves",
    );
    let square = Rectangle::new(4, 4)?;
    let diagonal = square.diagonal();
    let pairs = choices(square.board.landings(diagonal), 2);
    for start in pairs.iter().map(|pair| diagonal | pair) {
        let reached = WholeBoard::search(&square.board, start, &[], control)?;
        for target in pairs.iter().map(|pair| square.mirrored(diagonal | pair)) {
            all.add(reached.distance(target), || square.drawings(start, target));
        }
    }
    Ok(all)
}

/// Figure 6: eight coins that a half-turn leaves as they are become an image of themselves.
fn half_turns(control: &Control<'_>) -> Result<Reconstruction, ReconstructError> {
    let mut all = Reconstruction::new(
        "eight coins that span the 5 x 5 board and have half-turn symmetry, to a rotation or reflection of themselves",
        "moves",
    );
    let square = Rectangle::new(5, 5)?;
    let half = (1 << 12) - 1;
    let turned = |chosen| cells_of(chosen).fold(chosen, |set, cell| set | 1 << (24 - cell));
    let mut starts: Vec<u64> = choices(half, 4).into_iter().map(turned).collect();
    starts.retain(|&start| square.board.is_spanned_by(start) && square.is_first(start));
    let mut watch = Watch::new(control, starts.len());
    for start in starts {
        let mut targets: Vec<u64> = square.images(start).filter(|&end| end != start).collect();
        targets.sort_unstable();
        targets.dedup();
        let reached = WholeBoard::search(&square.board, start, &targets, &watch.control())?;
        watch.end_one();
        for target in targets {
            all.add(reached.distance(target), || square.drawings(start, target));
        }
    }
    Ok(all)
}

/// Figure 7: a V becomes a diagonal, a small case of Theorem 3.
fn vees(control: &Control<'_>) -> Result<Reconstruction, ReconstructError> {
    let mut all = Reconstruction::new(
        "on the 5 x 5 board, seven coins of which at first only a rectangle of at most 3 x 3 with two extra coins can \
         move, and the others join it one by one at two corners of one side in turn; to a diagonal and two coins that \
         touch two coins of it",
        "moves",
    );
    let square = Rectangle::new(5, 5)?;
    let diagonal = square.diagonal();
    let pairs = choices(square.board.landings(diagonal), 2);
    let targets: Vec<u64> = pairs.iter().map(|pair| diagonal | pair).collect();
    let all_cells = (1 << square.cells()) - 1;
    let mut starts = choices(all_cells, 7);
    starts.retain(|&start| {
        square.board.is_spanned_by(start) && square.is_first(start) && square.is_vee(start)
    });
    let mut watch = Watch::new(control, starts.len());
    for start in starts {
        let reached = WholeBoard::search(&square.board, start, &[], &watch.control())?;
        watch.end_one();
        for &target in &targets {
            for target in [target, square.mirrored(target)] {
                all.add(reached.distance(target), || square.drawings(start, target));
            }
        }
    }
    Ok(all)
}

/// The bounds of a set of cells: columns, then rows, with both ends.
#[derive(Clone, Copy)]
struct Bounds([(u32, u32); 2]);

impl Rectangle {
    /// Returns whether some rectangle of at most 3 x 3 cells begins the growth of a V.
    fn is_vee(&self, coins: u64) -> bool {
        let sides = || (0..3).flat_map(|width| (0..3).map(move |height| (width, height)));
        let corners = (0..self.columns).flat_map(|x| (0..self.rows).map(move |y| (x, y)));
        corners.into_iter().any(|(x, y)| {
            let mut rectangles = sides().map(|(width, height)| [(x, x + width), (y, y + height)]);
            rectangles.any(|[columns, rows]| {
                columns.1 < self.columns
                    && rows.1 < self.rows
                    && self.grows_as_vee(coins, Bounds([columns, rows]))
            })
        })
    }

    fn grows_as_vee(&self, coins: u64, mut bounds: Bounds) -> bool {
        let inside = cells_of(coins).filter(|&cell| self.distances(cell, bounds) == [0, 0]);
        let inside: u64 = inside.fold(0, |set, cell| set | 1 << cell);
        let [(left, right), (top, bottom)] = bounds.0;
        let half_perimeter = (right - left + 1) + (bottom - top + 1);
        let has_pair = || {
            let pairs = choices(inside, 2);
            pairs.iter().any(|pair| self.spans(inside & !pair, bounds))
        };
        if inside.count_ones() != half_perimeter.div_ceil(2) + 2 || !has_pair() {
            return false;
        }
        let mut outside = coins & !inside;
        let mut corners: Vec<[bool; 2]> = Vec::new();
        while outside != 0 {
            let mut near = cells_of(outside).filter(|&cell| {
                let [across, along] = self.distances(cell, bounds);
                across + along <= 2
            });
            let (Some(cell), None) = (near.next(), near.next()) else {
                return false;
            };
            if self.distances(cell, bounds).contains(&0) {
                return false;
            }
            let (x, y) = self.place(cell);
            corners.push([x > bounds.0[0].1, y > bounds.0[1].1]);
            for (bound, at) in bounds.0.iter_mut().zip([x, y]) {
                *bound = (bound.0.min(at), bound.1.max(at));
            }
            outside &= !(1 << cell);
        }
        let share_a_side =
            |one: &[bool; 2], other: &[bool; 2]| (one[0] == other[0]) != (one[1] == other[1]);
        corners.len() >= 2
            && share_a_side(&corners[0], &corners[1])
            && corners.windows(3).all(|three| three[0] == three[2])
    }

    /// Returns how far a cell is from a rectangle, across and along.
    fn distances(&self, cell: u32, bounds: Bounds) -> [u32; 2] {
        let (x, y) = self.place(cell);
        let away =
            |at: u32, (least, most): (u32, u32)| least.saturating_sub(at) + at.saturating_sub(most);
        [away(x, bounds.0[0]), away(y, bounds.0[1])]
    }

    /// Returns whether the span of these coins is the rectangle.
    fn spans(&self, mut coins: u64, bounds: Bounds) -> bool {
        loop {
            let landings = self.board.landings(coins);
            if landings == 0 {
                break;
            }
            coins |= landings;
        }
        let [(left, right), (top, bottom)] = bounds.0;
        let size = (right - left + 1) * (bottom - top + 1);
        coins.count_ones() == size
            && cells_of(coins).all(|cell| self.distances(cell, bounds) == [0, 0])
    }
}

// The progress of many searches, one after another.

/// Reports the share of the searches that have ended, and the states of all of them.
struct Watch<'a> {
    control: Control<'a>,
    all: usize,
    ended: usize,
    /// The states of the searches that have ended.
    before: u64,
    /// The states of the search that runs.
    states: AtomicU64,
}

impl<'a> Watch<'a> {
    /// Begins this many searches.
    const fn new(control: &Control<'a>, all: usize) -> Self {
        Self {
            control: *control,
            all,
            ended: 0,
            before: 0,
            states: AtomicU64::new(0),
        }
    }

    /// Returns the control of the next search.
    fn control(&self) -> Control<'_> {
        Control {
            limits: self.control.limits,
            sink: self,
        }
    }

    /// Says that a search has ended.
    fn end_one(&mut self) {
        self.before += std::mem::take(self.states.get_mut());
        self.ended += 1;
        self.control.sink.event(Event::Progress {
            states: self.before,
            share: Some(self.ended as f64 / self.all as f64),
        });
    }
}

impl Sink for Watch<'_> {
    fn event(&self, mut event: Event) {
        if let Event::Depth { total, .. } = &mut event {
            self.states.store(*total, Ordering::Relaxed);
            *total += self.before;
        }
        self.control.sink.event(event);
    }

    fn is_stopped(&self) -> bool {
        self.control.sink.is_stopped()
    }
}

#[cfg(test)]
mod labelled_tests {
    use super::{first_image, labellings};

    #[test]
    fn labellings_fall_into_classes_of_twelve() {
        assert_eq!(labellings().len(), 720 / 12);
    }

    /// Figures 9-b and 9-c are the only labellings with 8 moves. So with two coins of the same colour 7 suffice.
    #[test]
    fn no_two_labels_can_be_exchanged_in_the_labellings_with_eight_moves() {
        let hard = [[1, 6, 2, 4, 3, 5], [2, 1, 3, 5, 6, 4]].map(first_image);
        assert_ne!(hard[0], hard[1]);
        for labels in hard {
            for (one, other) in (1..=6).flat_map(|one| (1..one).map(move |other| (one, other))) {
                let exchanged = labels.map(|label| match label {
                    _ if label == one => other,
                    _ if label == other => one,
                    _ => label,
                });
                assert!(!hard.contains(&first_image(exchanged)));
            }
        }
    }
}

#[cfg(test)]
mod watch_tests {
    use super::Watch;
    use std::sync::Mutex;
    use tait_search::{Control, Event, Sink};

    #[derive(Default)]
    struct Told(Mutex<Vec<(u64, Option<f64>)>>);

    impl Sink for Told {
        fn event(&self, event: Event) {
            let told = match event {
                Event::Depth { total, .. } => (total, None),
                Event::Progress { states, share } => (states, share),
                _ => return,
            };
            self.0.lock().unwrap().push(told);
        }
    }

    #[test]
    fn states_add_up_and_the_share_says_how_many_searches_have_ended() {
        let told = Told::default();
        let control = Control {
            sink: &told,
            ..Control::default()
        };
        let mut watch = Watch::new(&control, 2);
        for total in [5, 7] {
            watch.control().sink.event(Event::Depth {
                depth: 1,
                states: 1,
                total,
                bound: 1,
            });
            watch.end_one();
        }
        let expected = [(5, None), (5, Some(0.5)), (12, None), (12, Some(1.0))];
        assert_eq!(*told.0.lock().unwrap(), expected);
    }
}
