//! Extending a solution by two nickels and two pennies at a time, for odd `k`.
//!
//! Theorem 5.1.1 asks a base for `k` exchanges and inserts `2k` coins of each type. For odd `k` a single move can do
//! instead. Its block reads `aabbaabb..`, whose coins come in *doubles*, with one coin left over at the end.
//!
//! **Theorem (doubles).** Let `k` be odd, and let a solution of `L` moves have a move `i→j` with these properties:
//!
//! 1. The block reads `aabbaabb..` from its left end, where `b` is the other type than `a`.
//! 2. Before the move, coin `i - 1` is an `a` and coin `j - 1` is a `b`. Both have not moved so far and do not move now.
//! 3. After the move, coin `i + k` is of the type of the block's last coin, and coin `j + k` of the other type. Both do
//!    not move now or later.
//!
//! Then there is a solution of `L + 2m` moves for `n + 2m`, for every `m`.
//!
//! *Proof.* Insert `2m` coins `a` right of coin `i - 1` and `2m` coins `b` right of coin `j - 1`. These two coins have
//! their places of the start, so the row is that of `n + 2m`. No earlier block contains one of them: each is on one side
//! of both, and moves as before.
//!
//! Let the block now be at `I` and its destination at `J`. Let `D` be its coins, and `D'` the same with all types
//! flipped. After `I→J` play `J-2r → I-2(r-1)` and `I-2r → J-2r` for `r = 1 .. m`. The first of these carries two
//! inserted `b` and all of `D` but its last two coins. As `D` starts with `aa` and alternates in doubles, this is `D'`.
//! The second carries `aa` and all of `D'` but its last two coins, which is `D`. Each destination is the place that the
//! move before left. So after `2m` more moves `D` is at `J - 2m`, and `k` positions from `I - 2m` on are free. All
//! inserted coins are used up, and both places are those of the solution after its move. Only `2m` coins are new right
//! of each place. They are the last two coins of `D'`, `m` times, right of `I - 2m`, and those of `D` right of `J - 2m`.
//! As `k` is odd, these two coins differ, so the new coins alternate. By the third property they alternate with coin
//! `i + k` and with coin `j + k`, too.
//!
//! These two coins stay, so every later block is on one side of each, and all later moves are possible as before. At
//! the end the left neighbour of coin `i + k`, if it has one, is of the other type. The `2m` new coins between them keep
//! the row alternating. The same holds for coin `j + k`. ∎
//!
//! The mirror image holds as well: the block reads `aabbaabb..` from its right end, and left and right are exchanged.
//!
//! So for odd `k` one such solution for an odd `n` and one for an even `n` settle every larger size.

use crate::moves::Move;
use crate::reading::Header;
use crate::replay::{CheckError, check};
use crate::size::{Puzzle, Size};
use crate::solution::Solution;
use std::collections::HashMap;

/// A solution with a move to which the theorem applies.
///
/// ```
/// use tait_linear::{DoublesBase, Move, Puzzle, Solution, check};
/// // k = 3, n = 5, Algorithm 4.1 of the thesis. Its second move carries xxo.
/// let moves = [(4, 11), (9, 4), (2, 9), (8, 2), (1, 8)].map(Move::from).to_vec();
/// let solution = Solution::new(Puzzle::new(3, 5)?, 1, moves);
/// let bases = DoublesBase::all(&solution)?;
/// assert_eq!(bases[0].number(), 2);
/// let larger = bases[0].extended(1_000).expect("2,005 is a size");
/// assert_eq!(larger.puzzle().n(), 2_005);
/// assert_eq!(check(&larger.solution())?.moves, 2_005);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DoublesBase<'a> {
    solution: &'a Solution,
    index: usize,
    /// Whether the doubles begin at the right end of the block.
    is_mirrored: bool,
}

impl<'a> DoublesBase<'a> {
    /// Finds all moves of a solution to which the theorem applies, in the order of the moves. For even `k` there is none.
    ///
    /// # Errors
    /// When the solution is wrong.
    pub fn all(solution: &'a Solution) -> Result<Vec<Self>, CheckError> {
        let _ = check(solution)?;
        let mut walk = Walk::new(solution);
        let mut bases = Vec::new();
        for index in 0..solution.moves().len() {
            bases.extend(
                [false, true]
                    .map(|is_mirrored| Self {
                        solution,
                        index,
                        is_mirrored,
                    })
                    .into_iter()
                    .filter(|base| walk.is_base(base)),
            );
            walk.play(solution.moves()[index]);
        }
        Ok(bases)
    }

    /// Returns the number of the move, counted from 1.
    #[must_use]
    pub const fn number(&self) -> usize {
        self.index + 1
    }

    /// Extends the solution by `2 * times` nickels and pennies; `None` beyond the largest size.
    #[must_use]
    pub fn extended(self, times: u64) -> Option<DoublesExtension<'a>> {
        let puzzle = self.solution.puzzle();
        let n = times.checked_mul(2)?.checked_add(puzzle.n())?;
        let puzzle = Puzzle::of(puzzle.block_length(), Size::new(n).ok()?).ok()?;
        Some(DoublesExtension {
            base: self,
            puzzle,
            times,
        })
    }

    fn step(&self) -> Move {
        self.solution.moves()[self.index]
    }
}

/// A solution extended by the theorem, with its moves by number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DoublesExtension<'a> {
    base: DoublesBase<'a>,
    puzzle: Puzzle,
    times: u64,
}

impl DoublesExtension<'_> {
    /// Returns the extended puzzle.
    #[must_use]
    pub const fn puzzle(&self) -> Puzzle {
        self.puzzle
    }

    /// Returns the position of the first coin.
    #[must_use]
    pub const fn start(&self) -> i64 {
        self.base.solution.start()
    }

    /// Returns the puzzle and the position of the first coin.
    #[must_use]
    pub const fn header(&self) -> Header {
        Header {
            puzzle: self.puzzle,
            start: self.start(),
        }
    }

    /// Returns the number of moves.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.base.solution.moves().len() as u64 + 2 * self.times
    }

    /// Computes move number `number`, counted from 0, without the moves before it.
    #[must_use]
    pub fn move_at(&self, number: u64) -> Option<Move> {
        let (index, chain) = (self.base.index as u64, 2 * self.times);
        let k = i64::from(self.puzzle.k());
        let step = self.base.step();
        let (left, right) = ([step.from, step.to], [step.from + k, step.to + k]);
        let (earlier, later) = if self.base.is_mirrored {
            (right, left)
        } else {
            (left, right)
        };
        if number <= index {
            return Some(self.mapped(self.base.solution.moves()[number as usize], earlier));
        }
        if number > index + chain {
            let step = self.base.solution.moves().get((number - chain) as usize)?;
            return Some(self.mapped(*step, later));
        }
        // The moves J-2r→I-2(r-1) and I-2r→J-2r in turn, or +2 for -2 in the mirror image.
        let link = (number - index - 1) as i64;
        let way = if self.base.is_mirrored { 2 } else { -2 };
        let near = |r: i64, position: i64| position + way * r;
        let (r, step) = (link / 2 + 1, self.mapped(step, earlier));
        Some(if link % 2 == 0 {
            Move {
                from: near(r, step.to),
                to: near(r - 1, step.from),
            }
        } else {
            Move {
                from: near(r, step.from),
                to: near(r, step.to),
            }
        })
    }

    /// Returns all moves as a solution.
    #[must_use]
    pub fn solution(&self) -> Solution {
        let moves = (0..self.count()).map_while(|number| self.move_at(number));
        Solution::new(self.puzzle, self.start(), moves.collect())
    }

    /// Moves a block past the coins that were inserted left of it, at the given places of the base.
    fn mapped(&self, step: Move, places: [i64; 2]) -> Move {
        let moved = |position: i64| {
            let passed = places.iter().filter(|&&place| place <= position).count();
            position + 2 * self.times as i64 * passed as i64
        };
        Move {
            from: moved(step.from),
            to: moved(step.to),
        }
    }
}

/// The row before a move, and when each coin moves.
struct Walk {
    k: i64,
    n: usize,
    /// The coin at each position, by its place in the starting row.
    row: HashMap<i64, usize>,
    /// The indices of the first and of the last move that takes each coin, if any does.
    taken: Vec<Option<(usize, usize)>>,
}

impl Walk {
    fn new(solution: &Solution) -> Self {
        let n = solution.puzzle().n() as usize;
        let mut walk = Self {
            k: i64::from(solution.puzzle().k()),
            n,
            row: (solution.start()..).zip(0..2 * n).collect(),
            taken: vec![None; 2 * n],
        };
        let row = walk.row.clone();
        for (index, &step) in solution.moves().iter().enumerate() {
            for coin in walk.play(step) {
                let first = walk.taken[coin].map_or(index, |(first, _)| first);
                walk.taken[coin] = Some((first, index));
            }
        }
        walk.row = row;
        walk
    }

    /// Plays a move, and returns the coins that it takes.
    fn play(&mut self, step: Move) -> Vec<usize> {
        let block =
            (step.from..step.from + self.k).filter_map(|position| self.row.remove(&position));
        let block: Vec<usize> = block.collect();
        self.row.extend((step.to..).zip(block.iter().copied()));
        block
    }

    /// Decides whether the theorem applies to the next move.
    fn is_base(&self, base: &DoublesBase<'_>) -> bool {
        let Move { from, to } = base.step();
        // A position by its distance from the end of a block where the doubles begin.
        let at = |block: i64, distance: i64| match base.is_mirrored {
            false => block + distance,
            true => block + self.k - 1 - distance,
        };
        let coin = |position: i64| self.row.get(&position).copied();
        let is_penny = |coin: usize| coin >= self.n;
        let first = coin(at(from, 0)).is_some_and(is_penny);
        let expected = |distance: i64| first ^ (distance / 2 % 2 == 1);
        let is_doubles = (0..self.k).all(|distance| {
            coin(at(from, distance)).is_some_and(|coin| is_penny(coin) == expected(distance))
        });
        let stays = |position: i64, penny: bool, is_free: &dyn Fn(usize, usize) -> bool| {
            coin(position).is_some_and(|coin| {
                is_penny(coin) == penny
                    && self.taken[coin].is_none_or(|(first, last)| is_free(first, last))
            })
        };
        let before = |first: usize, _: usize| first > base.index;
        let after = |_: usize, last: usize| last < base.index;
        let end = expected(self.k - 1);
        self.k % 2 == 1
            && is_doubles
            && stays(at(from, -1), first, &before)
            && stays(at(to, -1), !first, &before)
            && stays(at(from, self.k), end, &after)
            && stays(at(to, self.k), !end, &after)
    }
}
