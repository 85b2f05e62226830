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

mod family;

pub use family::{DoublesFamily, DoublesFamilyError};

use crate::coin::Coin;
use crate::moves::Move;
use crate::reading::Header;
use crate::replay::{CheckError, Replay, check};
use crate::row::Row;
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
        let k = i64::from(solution.puzzle().k());
        let mut sources = Sources::new();
        for (index, step) in solution.moves().iter().enumerate() {
            for position in step.from..step.from + k {
                let (_, last) = sources.entry(position).or_insert((index, index));
                *last = index;
            }
        }
        let mut replay = Replay::new(solution.puzzle(), solution.start());
        let mut bases = Vec::new();
        for (index, &step) in solution.moves().iter().enumerate() {
            let sides = [false, true].map(|is_mirrored| Self {
                solution,
                index,
                is_mirrored,
            });
            let applies = |base: &Self| base.applies(replay.row(), &sources);
            bases.extend(sides.into_iter().filter(applies));
            let _ = replay.play(step)?;
        }
        Ok(bases)
    }

    /// Returns the number of the move, counted from 1.
    #[must_use]
    pub const fn number(&self) -> usize {
        self.index + 1
    }

    /// Returns the solution.
    #[must_use]
    pub const fn solution(&self) -> &'a Solution {
        self.solution
    }

    /// Extends the solution by `2 * times` nickels and pennies; `None` beyond the largest size.
    #[must_use]
    pub fn extended(self, times: u64) -> Option<DoublesExtension<'a>> {
        let puzzle = self.solution.puzzle();
        let n = times.checked_mul(2)?.checked_add(puzzle.n())?;
        let puzzle = Puzzle::of(puzzle.block_length(), Size::new(n).ok()?).ok()?;
        let start = self.solution.start();
        Some(DoublesExtension {
            base: self,
            header: Header { puzzle, start },
            times,
            distance: 0,
        })
    }

    fn step(&self) -> Move {
        self.solution.moves()[self.index]
    }

    /// Decides whether the theorem applies, from the row before the move.
    fn applies(&self, row: &Row, sources: &Sources) -> bool {
        let puzzle = self.solution.puzzle();
        let (k, n, start) = (
            i64::from(puzzle.k()),
            puzzle.n() as i64,
            self.solution.start(),
        );
        let Move { from, to } = self.step();
        // A position by its distance from the end of a block where the doubles begin.
        let at = |block: i64, distance: i64| match self.is_mirrored {
            false => block + distance,
            true => block + k - 1 - distance,
        };
        let is_penny = row.coin(at(from, 0)) == Some(Coin::Penny);
        let doubles = |distance: i64| Coin::from_bit(is_penny ^ (distance / 2 % 2 == 1));
        let other = |distance: i64| Coin::from_bit(!doubles(distance).is_penny());
        let holds = |position: i64, coin: Coin| row.coin(position) == Some(coin);
        // A coin has not moved if nothing has left its position, as nothing can have landed there.
        let is_first = |position: i64| {
            (start..start + 2 * n).contains(&position)
                && sources
                    .get(&position)
                    .is_none_or(|&(first, _)| first > self.index)
        };
        let stays = |position: i64| {
            sources
                .get(&position)
                .is_none_or(|&(_, last)| last < self.index)
        };
        let (near, far) = (at(from, -1), at(to, -1));
        let (after_near, after_far) = (at(from, k), at(to, k));
        k % 2 == 1
            && (0..k).all(|distance| holds(at(from, distance), doubles(distance)))
            && (holds(near, doubles(0)) && is_first(near))
            && (holds(far, other(0)) && is_first(far))
            && (holds(after_near, doubles(k - 1)) && stays(after_near))
            && (holds(after_far, other(k - 1)) && stays(after_far))
    }
}

/// The indices of the first and of the last move that takes a coin from each position, if any does.
type Sources = HashMap<i64, (usize, usize)>;

/// A solution extended by the theorem, with its moves by number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DoublesExtension<'a> {
    base: DoublesBase<'a>,
    header: Header,
    times: u64,
    distance: i64,
}

impl DoublesExtension<'_> {
    /// Returns the extended puzzle and the position of the first coin.
    #[must_use]
    pub const fn header(&self) -> Header {
        self.header
    }

    /// Returns the extended puzzle.
    #[must_use]
    pub const fn puzzle(&self) -> Puzzle {
        self.header.puzzle
    }

    /// Returns the position of the first coin.
    #[must_use]
    pub const fn start(&self) -> i64 {
        self.header.start
    }

    /// Returns the same extension with the first coin at `start`.
    #[must_use]
    pub const fn at_start(mut self, start: i64) -> Self {
        self.distance += start - self.header.start;
        self.header.start = start;
        self
    }

    /// Returns the base.
    #[must_use]
    pub const fn base(&self) -> DoublesBase<'_> {
        self.base
    }

    /// Returns how often the base is extended.
    #[must_use]
    pub const fn times(&self) -> u64 {
        self.times
    }

    /// Returns the number of moves.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.base.solution.moves().len() as u64 + 2 * self.times
    }

    /// Computes move number `number`, counted from 0, without the moves before it.
    #[must_use]
    pub fn move_at(&self, number: u64) -> Option<Move> {
        let Move { from, to } = self.move_at_own_start(number)?;
        Some(Move {
            from: from + self.distance,
            to: to + self.distance,
        })
    }

    fn move_at_own_start(&self, number: u64) -> Option<Move> {
        let (index, chain) = (self.base.index as u64, 2 * self.times);
        let k = i64::from(self.puzzle().k());
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
        let wandered = |r: i64, position: i64| position + way * r;
        let (r, step) = (link / 2 + 1, self.mapped(step, earlier));
        Some(if link % 2 == 0 {
            Move {
                from: wandered(r, step.to),
                to: wandered(r - 1, step.from),
            }
        } else {
            Move {
                from: wandered(r, step.from),
                to: wandered(r, step.to),
            }
        })
    }

    /// Iterates over all moves.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        (0..self.count()).map_while(|number| self.move_at(number))
    }

    /// Returns all moves as a solution.
    #[must_use]
    pub fn solution(&self) -> Solution {
        Solution::new(self.puzzle(), self.start(), self.moves().collect())
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
