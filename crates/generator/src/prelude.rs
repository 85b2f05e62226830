//! Preludes: the first `k` moves of bases, in closed form for every block length from 4 on.
//!
//! A base carries `k` exchanges among its moves, one for each offset. The bases that searches find begin with nearly
//! all of them, and for many the offsets are a zigzag: `0, k-1, 1, k-2, ...` ([`Zigzag::Outer`]) or
//! `0, k-2, 1, k-3, ...` ([`Zigzag::Inner`]). Of such beginnings there is a formula. Their first `k` moves serve
//! `k - 1` exchanges, all of them but the third; the first two moves make one pair each and the others two, so that an
//! `n`-move solution may go on from there. What is left is a search with two coins held, and with nothing to carry
//! along: the last offset is served by an alternating pattern, which nearly any of the last moves slides.
//!
//! # The formula
//! The row begins at 1. The sources are
//!
//! ```text
//! s1 = n + 3,  s2 = n - (k - 2),  s3 = 0 (outer) or -1 (inner),  and for j = 0, 1, 2, ... as far as k moves go
//! outer:  n - (2k-4-3j),  n + (k-3j),    -(k-4-3j),  n - (k+1+3j),  n + 6 + 3j,  -(3+3j)
//! inner:  n - (2k-5-3j),  n + (k-1-3j),  -(k-4-3j),  n - (k+1+3j),  n + 6 + 3j,  -(4+3j)
//! ```
//!
//! and the destinations `d1 = 1 - k`, `d2 = 2n + 1`, `d3 = s2`, `d4 = s1` and `dt = s(t-2)` from then on: each
//! move fills the hole that the move before the last one left.
//!
//! # How far its strips can be moved
//! The positions from `n + 2` to `2n` that a prelude names can all be moved to the right by the same distance `y`,
//! as nothing but pennies lies there: by up to `n - 2k` for the outer zigzag, and one more for the inner one (and for
//! the outer one of `k = 4`, where that is left out). The strip
//! before them cannot be moved to the left. Its window `s2` holds the last `k - 1` nickels and the first penny;
//! a window of nickels alone makes the first three moves lose three pairs in all, and an `n`-move solution has two to lose.
//!
//! That these moves are legal and serve what they should is not proven for every `k`. The tests replay
//! them for every `k` up to 63, the longest block there is, in every place.

use tait_puzzle::linear::{Move, Puzzle};

/// In which order a prelude serves the offsets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Zigzag {
    /// `0, k-1, 1, k-2, ...`: the last offset left is the middle one.
    Outer,
    /// `0, k-2, 1, k-3, ...`: the last offset left is `k-1`.
    Inner,
}

/// The first `k` moves of a base, which serve `k - 1` of its exchanges. The [module](self) has the formula.
///
/// ```
/// use tait_generator::prelude::{Prelude, Zigzag};
/// use tait_puzzle::linear::{Puzzle, Replay};
///
/// let puzzle = Puzzle::new(6, 26)?;
/// let prelude = Prelude::new(puzzle, Zigzag::Outer, 0).expect("26 coins of each kind are enough");
/// assert_eq!(prelude.offsets(), [0, 5, 1, 4, 2]);
/// let moves: Vec<String> = prelude.moves().iter().map(ToString::to_string).collect();
/// assert_eq!(moves, ["(29→-5)", "(22→53)", "(0→22)", "(18→29)", "(32→0)", "(-2→18)"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Prelude {
    puzzle: Puzzle,
    zigzag: Zigzag,
    /// How far the strips among the pennies are moved to the right.
    shift: u64,
}

impl Prelude {
    /// The prelude with this zigzag whose strips among the pennies are moved to the right by `shift` positions. `None`
    /// where its strips do not fit into the row.
    #[must_use]
    pub fn new(puzzle: Puzzle, zigzag: Zigzag, shift: u64) -> Option<Self> {
        let (k, n) = (u64::from(puzzle.block_length().get()), puzzle.n());
        let (fewest, farthest) = match zigzag {
            Zigzag::Outer => (3 * k - 2, (n + 1).checked_sub(2 * k + 1)?),
            Zigzag::Inner => (3 * k - 4, (n + 1).checked_sub(2 * k)?),
        };
        let is_there = k >= 4 && n >= fewest && shift <= farthest;
        is_there.then_some(Self {
            puzzle,
            zigzag,
            shift,
        })
    }

    /// All that a puzzle has.
    #[must_use]
    pub fn all(puzzle: Puzzle) -> Vec<Self> {
        let of = |zigzag| (0..).map_while(move |shift| Self::new(puzzle, zigzag, shift));
        of(Zigzag::Outer).chain(of(Zigzag::Inner)).collect()
    }

    /// The offsets that its moves serve, in order: all moves but the third.
    #[must_use]
    pub fn offsets(&self) -> Vec<u32> {
        let k = self.puzzle.block_length().get();
        let last = match self.zigzag {
            Zigzag::Outer => k - 1,
            Zigzag::Inner => k - 2,
        };
        let zigzag = (0..k).flat_map(|turn| [turn, last - turn.min(last)]);
        zigzag.take(k as usize - 1).collect()
    }

    /// Its moves, for a row that begins at 1.
    #[must_use]
    pub fn moves(&self) -> Vec<Move> {
        let k = self.puzzle.block_length().get() as usize;
        let sources: Vec<i64> = self.sources().take(k).collect();
        let mut moves = Vec::with_capacity(k);
        for (number, &from) in sources.iter().enumerate() {
            let to = match number {
                0 => 1 - k as i64,
                1 => 2 * self.puzzle.n() as i64 + 1,
                2 => sources[1],
                3 => sources[0],
                _ => sources[number - 2],
            };
            moves.push(Move { from, to });
        }
        moves
    }

    /// The same moves seen in a mirror, the types of the coins exchanged: as good a beginning.
    #[must_use]
    pub fn mirrored_moves(&self) -> Vec<Move> {
        let windows = 2 * self.puzzle.n() as i64 + 2 - i64::from(self.puzzle.block_length().get());
        let moves = self.moves().into_iter();
        moves
            .map(|step| Move {
                from: windows - step.from,
                to: windows - step.to,
            })
            .collect()
    }

    fn sources(&self) -> impl Iterator<Item = i64> {
        let (k, n) = (
            i64::from(self.puzzle.block_length().get()),
            self.puzzle.n() as i64,
        );
        let pennies = n + self.shift as i64;
        let inner = i64::from(self.zigzag == Zigzag::Inner);
        let begin = [pennies + 3, n - (k - 2), -inner];
        let turns = (0..).map(|turn| 3 * turn).flat_map(move |j| {
            [
                n - (2 * k - 4 - inner - j),
                pennies + (k - inner - j),
                -(k - 4 - j),
                n - (k + 1 + j),
                pennies + 6 + j,
                -(3 + inner + j),
            ]
        });
        begin.into_iter().chain(turns)
    }
}
