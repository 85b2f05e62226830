//! Extending a base any number of times, in closed form.

use crate::coin::Pattern;
use crate::family::{Base, Exchange, facing};
use crate::moves::{Header, Move};
use crate::replay::Replay;
use crate::sequence::MoveSequence;
use crate::size::{Puzzle, Size};
use std::ops::Range;

/// A base extended to a larger size (Theorem 5.1.1, Phase 3), with its moves by number or as a
/// stream.
///
/// Extending a base `m` times puts `2km` nickels right of its stationary nickel `a` and `2km`
/// pennies right of its stationary penny `b`: the blocks `F1 .. Fm` and `H1 .. Hm` of `2k` coins,
/// from left to right. Coins right of `a` thereby move by `2km`, coins right of `b` by `4km`; as no
/// move touches `a` or `b`, every block that moves stays in one piece.
///
/// The `i`-th exchange `(x→y)` at offset `o` becomes a chain of `2m + 1` moves,
///
/// ```text
/// (gm→y) (hm→gm) (g(m-1)→hm) (h(m-1)→g(m-1)) ... (h1→g1) (x→h1)
/// ```
///
/// where `gj` and `hj` are cell `o` of `Fj` and of `Hj`. This repeats the construction of the
/// proof, each time on the first move of a chain, whose source is in the block that was added
/// first; a new block always goes right of the last one. When the move carries the complement of
/// the pattern, the two blocks swap roles. All of this is arithmetic, so any move of any size can
/// be computed without the moves before it.
///
/// In the turned puzzle the new pennies go left of `b`, and `hj` is cell `k - o` of `Hj`, so that `Hj` is the mirror image
/// of the complement of `Fj` (*The turned puzzle* in `docs/turned.md`).
///
/// ```
/// use tait_linear::{Base, Exchange, Extension, Move, MoveSequence, Puzzle, Solution};
/// // k = 2, n = 5 from the thesis; coins 4 and 7 never move.
/// let moves = [(2, 11), (8, 2), (5, 8), (10, 5), (1, 10)].map(Move::from).to_vec();
/// let base = Base {
///     solution: Solution::new(Puzzle::new(2, 5)?, 1, moves),
///     nickel: 4,
///     penny: 7,
///     exchanges: vec![
///         Exchange { number: 1, offset: 0, pattern: "oo".parse()?, complement: false },
///         Exchange { number: 3, offset: 1, pattern: "ox".parse()?, complement: true },
///     ],
/// };
/// base.check()?;
/// let huge = Extension::to_size(&base, 1_000_000_001).expect("5 and this agree modulo 4");
/// assert_eq!(huge.move_at(0), Some(Move { from: 999_999_997, to: 2_000_000_003 }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Extension<'a> {
    base: &'a Base,
    puzzle: Puzzle,
    times: u64,
    distance: i64,
}

/// A place in the moves of an extension: a move of the base, or a link in the chain of an exchange.
#[derive(Debug, Clone, Copy)]
enum Place {
    /// A base move, by index.
    Kept(usize),
    /// An exchange, by index, and the position in its chain.
    Chain(usize, u64),
}

impl<'a> Extension<'a> {
    /// Extends a base to size `n`; `None` when `n` is smaller than the base, of another residue
    /// modulo `2k`, or beyond the largest size.
    #[must_use]
    pub fn to_size(base: &'a Base, n: u64) -> Option<Self> {
        let more = n.checked_sub(base.puzzle().n())?;
        let step = 2 * u64::from(base.puzzle().k());
        (more % step == 0).then(|| Self::repeated(base, more / step))?
    }

    /// Extends a base `times` times; `None` beyond the largest size.
    #[must_use]
    pub fn repeated(base: &'a Base, times: u64) -> Option<Self> {
        let step = 2 * u64::from(base.puzzle().k());
        let n = times.checked_mul(step)?.checked_add(base.puzzle().n())?;
        let puzzle = base.puzzle().with_size(Size::new(n).ok()?).ok()?;
        Some(Self {
            base,
            puzzle,
            times,
            distance: 0,
        })
    }

    /// Returns the same extension with the first coin at another position.
    #[must_use]
    pub const fn at_start(mut self, start: i64) -> Self {
        self.distance = start.saturating_sub(self.base.solution.start());
        self
    }

    /// Returns the extended puzzle.
    #[must_use]
    pub const fn puzzle(&self) -> Puzzle {
        self.puzzle
    }

    /// Returns the base that was extended.
    #[must_use]
    pub const fn base(&self) -> &'a Base {
        self.base
    }

    /// Returns how many times the base was extended.
    #[must_use]
    pub const fn times(&self) -> u64 {
        self.times
    }

    /// Returns the position of the first coin.
    #[must_use]
    pub const fn start(&self) -> i64 {
        self.base.solution.start() + self.distance
    }

    /// Returns the puzzle and the position of the first coin.
    #[must_use]
    pub const fn header(&self) -> Header {
        Header {
            puzzle: self.puzzle,
            start: self.start(),
        }
    }

    /// Returns the coins that the move at an index takes, from left to right; `None` beyond the end.
    ///
    /// It takes as many steps as the base has moves, at most.
    #[must_use]
    pub fn pattern_at(&self, index: u64) -> Option<Pattern> {
        match (index < self.count()).then(|| self.place(index))? {
            Place::Kept(index) => {
                let solution = &self.base.solution;
                let mut replay = Replay::new(solution.puzzle(), solution.start());
                let mut moves = solution.moves()[..=index].iter();
                moves
                    .try_fold(None, |_, &step| replay.play(step).map(Some))
                    .ok()?
            }
            Place::Chain(index, link) => {
                let pattern = self.base.exchanges[index].pattern;
                match link.is_multiple_of(2) {
                    true => Some(pattern),
                    false => Some(facing(self.puzzle, pattern)),
                }
            }
        }
    }

    fn place(&self, index: u64) -> Place {
        // Exchange i begins after its own base moves and i chains that are 2m moves longer.
        let begin = |i: usize| self.base.exchanges[i].number - 1 + 2 * self.times * i as u64;
        let later = self.base.exchanges.len();
        let after = (0..later).find(|&i| begin(i) > index).unwrap_or(later);
        match after.checked_sub(1) {
            None => Place::Kept(index as usize),
            Some(i) if index - begin(i) <= 2 * self.times => Place::Chain(i, index - begin(i)),
            Some(i) => Place::Kept((index - 2 * self.times * (i as u64 + 1)) as usize),
        }
    }

    fn at(&self, place: Place) -> Move {
        match place {
            Place::Kept(index) => {
                let step = self.base.solution.moves()[index];
                Move {
                    from: self.mapped(step.from),
                    to: self.mapped(step.to),
                }
            }
            Place::Chain(index, link) => self.link(&self.base.exchanges[index], link),
        }
    }

    /// Maps a position of the base to the extended row.
    fn mapped(&self, position: i64) -> i64 {
        let inserted = 2 * i64::from(self.puzzle.k()) * self.times as i64;
        let after_nickel = if position > self.base.nickel {
            inserted
        } else {
            0
        };
        let after_penny = if position > self.base.penny {
            inserted
        } else {
            0
        };
        position + after_nickel + after_penny + self.distance
    }

    /// Computes link `0..=2m` of the chain of an exchange.
    fn link(&self, exchange: &Exchange, link: u64) -> Move {
        let step = self.base.solution.moves()[exchange.number as usize - 1];
        let width = 2 * i64::from(self.puzzle.k());
        let offset = i64::from(exchange.offset) + 1;
        // Cell `offset` of block number j, counted from 1, in F and in H.
        let nickels = self.base.nickel + self.distance + offset - width;
        let beside_penny = match self.puzzle.is_turned() {
            true => i64::from(self.puzzle.k()) - i64::from(exchange.offset),
            false => offset,
        };
        let pennies = self.mapped(self.base.penny) + beside_penny - width;
        let (near, far) = if exchange.complement {
            (pennies, nickels)
        } else {
            (nickels, pennies)
        };
        let (first, second) = (|j: i64| near + width * j, |j: i64| far + width * j);
        let (last, done) = (self.times as i64, (link / 2) as i64);
        let from = if link == 2 * self.times {
            self.mapped(step.from)
        } else if link.is_multiple_of(2) {
            first(last - done)
        } else {
            second(last - done)
        };
        let to = if link == 0 {
            self.mapped(step.to)
        } else if link % 2 == 1 {
            first(last - done)
        } else {
            second(last - done + 1)
        };
        Move { from, to }
    }
}

impl MoveSequence for Extension<'_> {
    fn count(&self) -> u64 {
        self.base.solution.moves().len() as u64 + 2 * self.times * self.base.exchanges.len() as u64
    }

    /// Computes a move in time that depends on `k` alone.
    fn move_at(&self, index: u64) -> Option<Move> {
        (index < self.count()).then(|| self.at(self.place(index)))
    }

    /// Walks along the chains, which is faster than finding each place anew.
    fn slice(&self, indices: Range<u64>) -> Box<dyn Iterator<Item = Move> + '_> {
        let end = indices.end.min(self.count());
        let begin = indices.start.min(end);
        Box::new(Moves {
            extension: self,
            place: if begin < end {
                self.place(begin)
            } else {
                Place::Kept(0)
            },
            left: end - begin,
        })
    }
}

/// An iterator over the moves of an extension, in constant memory.
#[derive(Debug, Clone)]
struct Moves<'a> {
    extension: &'a Extension<'a>,
    place: Place,
    left: u64,
}

impl Iterator for Moves<'_> {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        self.left = self.left.checked_sub(1)?;
        let step = self.extension.at(self.place);
        let exchanges = &self.extension.base.exchanges;
        self.place = match self.place {
            Place::Chain(index, link) if link < 2 * self.extension.times => {
                Place::Chain(index, link + 1)
            }
            place => {
                let (index, next_exchange) = match place {
                    Place::Kept(index) => {
                        let next = exchanges.iter().position(|e| e.number as usize > index + 1);
                        (index + 1, next)
                    }
                    Place::Chain(i, _) => {
                        let next = (i + 1 < exchanges.len()).then_some(i + 1);
                        (exchanges[i].number as usize, next)
                    }
                };
                match next_exchange {
                    Some(i) if exchanges[i].number as usize == index + 1 => Place::Chain(i, 0),
                    _ => Place::Kept(index),
                }
            }
        };
        Some(step)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = usize::try_from(self.left);
        (left.unwrap_or(usize::MAX), left.ok())
    }
}
