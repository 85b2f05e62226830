//! Extending a solution by few coins at a time.
//!
//! Theorem 5.1.1 asks a base for `k` exchanges and inserts `2k` coins of each type. Fewer moves do. Let `d` be the largest
//! power of 2 that divides `k`. Then `d` moves are enough, which insert `2d` coins of each type: for odd `k` one move and
//! two coins, and for `k = 14` two moves and four coins.
//!
//! **Seams and strips.** A *seam* is a point between two positions, which is named by the position on its right. The coins
//! that are inserted form two *strips*, one at each seam. One strip consists of copies of a word of `2d` coins, the other
//! of as many copies of the same word with all types flipped.
//!
//! **Doubles moves.** Let strips lie at the seams `p` and `q`. A move `i→j` is a *doubles move* if there is an `o >= 0`
//! with these properties:
//!
//! 1. `i = p + o` and `j = q + o`, or the same with `p` and `q` exchanged, and `|i - j| >= k + o`.
//! 2. Take the `o + k` coins right of the seam beside the source: `o` coins and the block. The first `o + 2d` of them, all
//!    of them if `k < 2d`, go on with the copies of that strip's word. Every later one is of another type than the coin
//!    `2d` places before it.
//! 3. The `o` coins right of the other seam go on with the copies of the other word.
//!
//! After the move the strip of the source is at `i + k`, and the other one at `j + k`. The word at `i + k` is what the
//! second property says about the `2d` coins that follow the block, whether or not there are such coins. The mirror image
//! of a doubles move is a doubles move, too: then the block lies left of the seam, and the strips move to `i` and `j`.
//!
//! The first word is `aa..a`. So the block of the first doubles move reads `aabbaabb..`, where each letter stands for `d`
//! coins: hence the name. [`DoublesBase::all`] asks for `o = 0` there.
//!
//! **Theorem (doubles).** Let a solution of `L` moves have `d` doubles moves. Let the strips lie, until the first of them,
//! in the run of nickels and in that of pennies, or at an end of it, and consist of such coins. Let no move take coins from
//! both sides of a seam, or put coins on both. Let the words alternate after the last doubles move, and fit their
//! neighbours at the end. Then there is a solution of `L + 2dm` moves for `n + 2dm`, for every `m`.
//!
//! *Proof.* Insert `m` copies of the words. Then the row at the start is that of `n + 2dm`. All other moves are possible as
//! before, as each block and each free place is on one side of both seams. Let a doubles move be `I→J` now, and let `D` be
//! its block, and `D'` the same with all types flipped. After `I→J` play `J-2dr → I-2d(r-1)` and `I-2dr → J-2dr` for `r =
//! 1 .. m`. Each destination is the place that the move before left.
//!
//! The first of these moves carries `D'`. It takes the last `2d` coins of strip and offset, and then the coins of `D` but
//! the last `2d`. By the third property the former are the first `2d` coins of `D'`. By the second one the latter are the
//! coins of `D'` that follow. In the same way the second move carries `D`. If `k < 2d`, the blocks of both are coins of
//! strip and offset alone.
//! So `D` is at `J - 2dm` in the end, and `k` positions from `I - 2dm` on are free. These are the places beside the left
//! ends of the strips, as after the move of the solution. What is right of them has grown by `m` copies of `2d` coins,
//! which are the words that the definition says. Both seams are now right of the block and of the free place. By the first
//! property the two parts of the row that take part do not overlap.
//!
//! In the end the words alternate and fit their neighbours, so the row alternates. There are `2m` moves more for each of
//! the `d` doubles moves. ∎
//!
//! **Which words?** Count positions modulo `2d`. As `k / d` is odd, a doubles move `i→j` flips the coins of the word beside
//! `i` that are at the places `i .. i + d - 1`, or all others. So the words alternate after `d` doubles moves exactly if
//! their places `i` all differ modulo `d`. For odd `k` this is no condition. With a smaller power of 2 in place of `d` a
//! word would be flipped as a whole.
//!
//! So `2d` such solutions settle every larger size, one for each remainder of `n` modulo `2d`.

mod extension;
mod family;
mod strips;

pub use extension::DoublesExtension;
pub use family::{DoublesFamily, DoublesFamilyError};
pub use strips::{Approach, Strips};

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
    solution: &'a Solution,
    moves: Vec<DoublesMove>,
}

/// The place of a doubles move in a solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct DoublesMove {
    index: usize,
    /// Whether the block lies left of the seam.
    is_mirrored: bool,
}

/// The first doubles moves of what may be a base, and the strips after them.
#[derive(PartialEq, Eq)]
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
                let mut seams =
                    strips::seams_of(puzzle.block_length(), step, is_mirrored).into_iter();
                let is_whole = !seams.any(|seam| straddled.contains(&seam));
                made.extend(first.filter(|_| is_whole).map(|first| (Vec::new(), first)));
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
        2 * Strips::moves_of_base(self.solution.puzzle().block_length())
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
