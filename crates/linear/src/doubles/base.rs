//! Solutions to which the theorem of doubles applies.

use super::extension::DoublesExtension;
use super::strips::{Approach, Strips};
use crate::reading::Header;
use crate::replay::{CheckError, Replay, check};
use crate::size::{Puzzle, Size};
use crate::solution::Solution;
use std::collections::{HashMap, HashSet};

/// A solution with doubles moves to which the theorem applies.
///
/// ```
/// use tait_linear::{DoublesBase, Move, Puzzle, Solution, check};
/// // k = 3, n = 5, Algorithm 4.1 of the thesis. Its second move carries xxo.
/// let moves = [(4, 11), (9, 4), (2, 9), (8, 2), (1, 8)].map(Move::from).to_vec();
/// let solution = Solution::new(Puzzle::new(3, 5)?, 1, moves);
/// let bases = DoublesBase::all(&solution)?;
/// assert_eq!(bases[1].numbers().collect::<Vec<_>>(), [2]);
/// let larger = bases[1].extended(1_000).expect("2,005 is a size");
/// assert_eq!(larger.puzzle().n(), 2_005);
/// assert_eq!(check(&larger.solution())?.moves, 2_005);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DoublesBase<'a> {
    pub(super) solution: &'a Solution,
    pub(super) moves: Vec<DoublesMove>,
}

/// The place of a doubles move in a solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct DoublesMove {
    pub(super) index: usize,
    /// Whether the block lies left of the seam.
    pub(super) is_mirrored: bool,
}

/// The first doubles moves of what may be a base, and the strips after them.
struct Begun {
    moves: Vec<DoublesMove>,
    strips: Strips,
}

/// What may be bases, as no move has straddled their seams so far.
#[derive(Default)]
struct Live {
    all: Vec<Option<Begun>>,
    /// The indices in the list by the seams.
    beside: HashMap<i64, Vec<usize>>,
}

impl Live {
    /// Adds what begins with these moves, unless the same strips are there after as many moves.
    fn add(&mut self, before: &[DoublesMove], index: usize, made: &Approach) {
        let is_mirrored = made.is_mirrored();
        let moves = [before, &[DoublesMove { index, is_mirrored }]].concat();
        let strips = made.after();
        let [seam, other] = strips.seams();
        let is_same = |begun: &Begun| begun.moves.len() == moves.len() && begun.strips == strips;
        if !self.at(seam).any(is_same) {
            for seam in [seam, other] {
                self.beside.entry(seam).or_default().push(self.all.len());
            }
            self.all.push(Some(Begun { moves, strips }));
        }
    }

    fn at(&self, seam: i64) -> impl Iterator<Item = &Begun> {
        let indices = self.beside.get(&seam).into_iter().flatten();
        indices.filter_map(|&index| self.all[index].as_ref())
    }

    fn remove(&mut self, seam: i64) {
        for index in self.beside.remove(&seam).unwrap_or_default() {
            self.all[index] = None;
        }
    }
}

impl<'a> DoublesBase<'a> {
    /// Finds doubles moves to which the theorem applies, with offsets below `4d`. There is one choice for each way in which
    /// strips can lie at the end, in the order of the moves.
    ///
    /// # Errors
    /// When the solution is wrong.
    pub fn all(solution: &'a Solution) -> Result<Vec<Self>, CheckError> {
        let _ = check(solution)?;
        let (puzzle, start) = (solution.puzzle(), solution.start());
        let (k, count) = (
            i64::from(puzzle.k()),
            Strips::moves_of_base(puzzle.block_length()),
        );
        let mut replay = Replay::new(puzzle, start);
        let mut straddled = HashSet::new();
        let mut live = Live::default();
        for (index, &step) in solution.moves().iter().enumerate() {
            let row = |position| replay.row().coin(position);
            let mut made: Vec<(Vec<DoublesMove>, Approach)> = Vec::new();
            for is_mirrored in [false, true] {
                let first = Strips::first(puzzle, start, step, is_mirrored, &row);
                let is_whole =
                    |first: &Approach| !first.seams().iter().any(|seam| straddled.contains(seam));
                made.extend(first.filter(is_whole).map(|first| (Vec::new(), first)));
            }
            if count > 1 {
                let seams = (0..4 * count as i64).flat_map(|o| [step.from - o, step.from + k + o]);
                for begun in seams.flat_map(|seam| live.at(seam)) {
                    if (begun.moves.len() as u64) < count {
                        let next = begun.strips.doubles_move(step, &row);
                        made.extend(next.map(|next| (begun.moves.clone(), next)));
                    }
                }
            }
            for seam in [step.from, step.to]
                .into_iter()
                .flat_map(|block| block + 1..block + k)
            {
                let _ = straddled.insert(seam);
                live.remove(seam);
            }
            for (before, made) in &made {
                live.add(before, index, made);
            }
            let _ = replay.play(step)?;
        }
        let whole = live.all.into_iter().flatten();
        let mut moves: Vec<_> = whole
            .filter(|begun| begun.moves.len() as u64 == count && begun.strips.fit(replay.row()))
            .map(|begun| begun.moves)
            .collect();
        moves.sort();
        let base = |moves| Self { solution, moves };
        Ok(moves.into_iter().map(base).collect())
    }

    /// Returns the numbers of the doubles moves, counted from 1.
    pub fn numbers(&self) -> impl Iterator<Item = usize> + '_ {
        self.moves.iter().map(|it| it.index + 1)
    }

    /// Returns the solution.
    #[must_use]
    pub const fn solution(&self) -> &'a Solution {
        self.solution
    }

    /// Returns how many nickels, and how many pennies, are inserted at a time.
    #[must_use]
    pub fn period(&self) -> u64 {
        Strips::period_of_base(self.solution.puzzle().block_length())
    }

    /// Extends the solution by `times` periods of nickels and pennies; `None` beyond the largest size.
    #[must_use]
    pub fn extended(&self, times: u64) -> Option<DoublesExtension<'a>> {
        let puzzle = self.solution.puzzle();
        let n = times.checked_mul(self.period())?.checked_add(puzzle.n())?;
        let puzzle = Puzzle::of(puzzle.block_length(), Size::new(n).ok()?).ok()?;
        let start = self.solution.start();
        Some(DoublesExtension::new(
            self.clone(),
            Header { puzzle, start },
            times,
        ))
    }
}
