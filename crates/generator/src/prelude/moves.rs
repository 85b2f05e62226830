//! A prelude: its moves, and the offsets that they serve.

use super::Zigzag;
use tait_puzzle::linear::{Move, Puzzle, Solution};

/// The first `k` moves of a base, which serve `k - 1` of its exchanges. The [module](super) has the formula and its proof.
///
/// ```
/// use tait_generator::prelude::{Prelude, Zigzag};
/// use tait_puzzle::linear::Puzzle;
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
    /// The shift of the strips among the pennies to the right.
    shift: u64,
}

impl Prelude {
    /// Creates the prelude with this zigzag whose strips among the pennies are moved to the right by `shift`
    /// positions. Returns `None` if its strips do not fit into the row.
    #[must_use]
    pub fn new(puzzle: Puzzle, zigzag: Zigzag, shift: u64) -> Option<Self> {
        (shift <= Self::farthest_shift(puzzle, zigzag)?).then_some(Self {
            puzzle,
            zigzag,
            shift,
        })
    }

    /// Returns the largest possible shift of the strips among the pennies, or `None` if the row is too short for any
    /// prelude of this zigzag.
    ///
    /// ```
    /// use tait_generator::prelude::{Prelude, Zigzag};
    /// use tait_puzzle::linear::Puzzle;
    /// assert_eq!(Prelude::farthest_shift(Puzzle::new(6, 26)?, Zigzag::Outer), Some(14));
    /// assert_eq!(Prelude::farthest_shift(Puzzle::new(6, 26)?, Zigzag::Inner), Some(15));
    /// assert_eq!(Prelude::farthest_shift(Puzzle::new(6, 14)?, Zigzag::Outer), None);
    /// # Ok::<(), tait_puzzle::linear::PuzzleError>(())
    /// ```
    #[must_use]
    pub fn farthest_shift(puzzle: Puzzle, zigzag: Zigzag) -> Option<u64> {
        let (k, n) = (puzzle.block_length(), puzzle.n());
        (n >= zigzag.fewest_coins(k)?).then(|| n + zigzag.inner() - 2 * u64::from(k.get()))
    }

    /// Returns all preludes of a puzzle.
    #[must_use]
    pub fn all(puzzle: Puzzle) -> Vec<Self> {
        let of = |zigzag| (0..).map_while(move |shift| Self::new(puzzle, zigzag, shift));
        Zigzag::BOTH.into_iter().flat_map(of).collect()
    }

    /// Returns the offsets that its moves serve, in order; every move but the second serves one.
    #[must_use]
    pub fn offsets(&self) -> Vec<u32> {
        let k = self.puzzle.block_length().get();
        let last = k - 1 - self.zigzag.inner() as u32;
        let zigzag = (0..k).flat_map(|turn| [turn, last - turn.min(last)]);
        zigzag.take(k as usize - 1).collect()
    }

    /// Returns for each of its moves the offset that it serves: `None` for the second.
    ///
    /// ```
    /// use tait_generator::prelude::{Prelude, Zigzag};
    /// use tait_puzzle::linear::Puzzle;
    /// let prelude = Prelude::new(Puzzle::new(5, 20)?, Zigzag::Inner, 3).expect("20 are enough");
    /// assert_eq!(prelude.served(), [Some(0), None, Some(3), Some(1), Some(2)]);
    /// # Ok::<(), tait_puzzle::linear::PuzzleError>(())
    /// ```
    #[must_use]
    pub fn served(&self) -> Vec<Option<u32>> {
        let mut served: Vec<Option<u32>> = self.offsets().into_iter().map(Some).collect();
        served.insert(1, None);
        served
    }

    /// Returns its moves, for a row that begins at 1.
    #[must_use]
    pub fn moves(&self) -> Vec<Move> {
        let (k, n) = (
            i64::from(self.puzzle.block_length().get()),
            self.puzzle.n() as i64,
        );
        let step = |from, to| Move { from, to };
        let outside = [step(self.window(2), 1 - k), step(self.window(1), 2 * n + 1)];
        let inside = (3..=k).map(|number| step(self.window(number), self.window(number - 2)));
        outside.into_iter().chain(inside).collect()
    }

    /// Returns the mirror image of the moves, with the types of the coins exchanged: an equally good beginning.
    #[must_use]
    pub fn mirrored_moves(&self) -> Vec<Move> {
        let beginning = Solution::new(self.puzzle, 1, self.moves());
        beginning.mirrored().moves().to_vec()
    }

    /// Returns the first position of window `number`, counted from 1.
    fn window(&self, number: i64) -> i64 {
        let (k, n) = (
            i64::from(self.puzzle.block_length().get()),
            self.puzzle.n() as i64,
        );
        let inner = self.zigzag.inner() as i64;
        let pennies = n + self.shift as i64;
        let (turn, first) = ((number - 1) / 6, (number - 1) % 6);
        match first {
            0 => n - k + 2 - 3 * turn,
            1 => pennies + 3 + 3 * turn,
            2 => -inner - 3 * turn,
            3 => n - 2 * k + 4 + inner + 3 * turn,
            4 => pennies + k - inner - 3 * turn,
            _ => 4 - k + 3 * turn,
        }
    }
}
