//! The two parameters of the puzzle, as distinct types.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use thiserror::Error;

/// The longest supported block: a pattern fits in one machine word.
pub const LONGEST_BLOCK: u64 = 63;

/// The largest supported size: every position of every extension fits in an `i64`.
pub const LARGEST_SIZE: u64 = 100_000_000_000_000_000;

/// Why two and two coins have no solution by moves of two.
pub(crate) const FOUR_COINS: &str = "the order of two and two coins and the alternating sum of their positions stay in \
    step modulo 6, and those of the goal are not";

/// The reason why a pair of parameters is not a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum PuzzleError {
    /// `k` is too small or too large.
    #[error(
        "k = {0} is out of range: a move slides k adjacent coins, 2 <= k <= {LONGEST_BLOCK}, so that a block fits into a machine word"
    )]
    BlockLength(u64),
    /// `n` is 0 or too large.
    #[error(
        "n = {0} is out of range: 1 <= n <= {LARGEST_SIZE}, so that positions fit into machine words"
    )]
    Size(u64),
    /// The row would begin too far out.
    #[error("start = {0} is out of range: expected -2^60 <= start <= 2^60")]
    Start(i64),
    /// The row does not have more coins than a move slides.
    #[error("k = {k} and n = {n}: a move needs more than k coins in the row (2n > k): expected n >= {}", k / 2 + 1)]
    TooFewCoins {
        /// The requested block length.
        k: u64,
        /// The requested size.
        n: u64,
    },
}

/// Whether a number is even or odd.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Parity {
    /// Divisible by 2.
    Even,
    /// Not divisible by 2.
    Odd,
}

impl Parity {
    /// Returns `even` or `odd`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Even => "even",
            Self::Odd => "odd",
        }
    }

    /// Returns whether a number is of this parity.
    #[must_use]
    pub const fn includes(self, n: u64) -> bool {
        n.is_multiple_of(2) == matches!(self, Self::Even)
    }
}

/// `k`: how many adjacent coins a move slides, from 2 to 63.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(try_from = "u64", into = "u64")]
#[schemars(inline, extend("minimum" = 2, "maximum" = LONGEST_BLOCK))]
pub struct BlockLength(u8);

impl BlockLength {
    /// Creates a block length.
    ///
    /// # Errors
    /// Returns [`PuzzleError::BlockLength`] when `k` is not in `2..=63`.
    ///
    /// ```
    /// use tait_linear::BlockLength;
    /// assert_eq!(BlockLength::new(4)?.get(), 4);
    /// assert!(BlockLength::new(1).is_err());
    /// # Ok::<(), tait_linear::PuzzleError>(())
    /// ```
    pub fn new(k: u64) -> Result<Self, PuzzleError> {
        match u8::try_from(k) {
            Ok(small) if (2..=LONGEST_BLOCK).contains(&k) => Ok(Self(small)),
            _ => Err(PuzzleError::BlockLength(k)),
        }
    }

    /// Returns the number itself.
    #[must_use]
    pub const fn get(self) -> u32 {
        self.0 as u32
    }
}

impl fmt::Display for BlockLength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl TryFrom<u64> for BlockLength {
    type Error = PuzzleError;
    fn try_from(k: u64) -> Result<Self, PuzzleError> {
        Self::new(k)
    }
}

impl From<BlockLength> for u64 {
    fn from(k: BlockLength) -> Self {
        Self::from(k.0)
    }
}

/// `n`: how many nickels, and how many pennies, stand in the row.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(try_from = "u64", into = "u64")]
#[schemars(inline, extend("minimum" = 1, "maximum" = LARGEST_SIZE))]
pub struct Size(u64);

impl Size {
    /// Creates a size.
    ///
    /// # Errors
    /// Returns [`PuzzleError::Size`] when `n` is 0 or beyond [`LARGEST_SIZE`].
    pub fn new(n: u64) -> Result<Self, PuzzleError> {
        if (1..=LARGEST_SIZE).contains(&n) {
            Ok(Self(n))
        } else {
            Err(PuzzleError::Size(n))
        }
    }

    /// Returns the number itself.
    #[must_use]
    pub const fn get(self) -> u64 {
        self.0
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl TryFrom<u64> for Size {
    type Error = PuzzleError;
    fn try_from(n: u64) -> Result<Self, PuzzleError> {
        Self::new(n)
    }
}

impl From<Size> for u64 {
    fn from(n: Size) -> Self {
        n.0
    }
}

/// One linear puzzle: `n` nickels, then `n` pennies, and moves of `k` coins, where `2n > k`.
///
/// In the [turned](Self::turned) puzzle a move also reverses the order of the coins in the block.
///
/// ```
/// use tait_linear::Puzzle;
/// let turned = Puzzle::new(3, 8)?.turned();
/// assert_eq!(serde_json::to_string(&turned)?, "[3,8,true]");
/// assert_eq!(serde_json::from_str::<Puzzle>("[3,8,true]")?, turned);
/// assert_eq!(serde_json::from_str::<Puzzle>("[3,8]")?, Puzzle::new(3, 8)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(try_from = "Numbers")]
pub struct Puzzle {
    k: BlockLength,
    n: Size,
    is_turned: bool,
}

impl Puzzle {
    /// Creates a puzzle from plain numbers.
    ///
    /// # Errors
    /// Which number is wrong, and the valid range.
    ///
    /// ```
    /// use tait_linear::Puzzle;
    /// let puzzle = Puzzle::new(4, 13)?;
    /// assert_eq!((puzzle.k(), puzzle.n(), puzzle.coins()), (4, 13, 26));
    /// assert!(Puzzle::new(4, 2).unwrap_err().to_string().contains("2n > k"));
    /// # Ok::<(), tait_linear::PuzzleError>(())
    /// ```
    pub fn new(k: u64, n: u64) -> Result<Self, PuzzleError> {
        Self::of(BlockLength::new(k)?, Size::new(n)?)
    }

    /// Creates a puzzle from its two parameters.
    ///
    /// # Errors
    /// Returns [`PuzzleError::TooFewCoins`] unless `2n > k`.
    pub fn of(k: BlockLength, n: Size) -> Result<Self, PuzzleError> {
        if 2 * n.get() > u64::from(k.get()) {
            Ok(Self {
                k,
                n,
                is_turned: false,
            })
        } else {
            Err(PuzzleError::TooFewCoins {
                k: k.into(),
                n: n.into(),
            })
        }
    }

    /// Returns the puzzle of the same rules with another number of coins.
    ///
    /// # Errors
    /// As [`Puzzle::of`].
    pub fn with_size(self, n: Size) -> Result<Self, PuzzleError> {
        Ok(Self::of(self.k, n)?.turned_if(self.is_turned))
    }

    /// Returns the puzzle in which a move reverses the order of the coins in the block.
    #[must_use]
    pub const fn turned(self) -> Self {
        self.turned_if(true)
    }

    /// Returns the [turned](Self::turned) puzzle or the other one.
    #[must_use]
    pub const fn turned_if(mut self, is_turned: bool) -> Self {
        self.is_turned = is_turned;
        self
    }

    /// Returns whether a move reverses the order of the coins in the block.
    #[must_use]
    pub const fn is_turned(self) -> bool {
        self.is_turned
    }

    /// Returns `k` as a plain number.
    #[must_use]
    pub const fn k(self) -> u32 {
        self.k.get()
    }

    /// Returns `n` as a plain number.
    #[must_use]
    pub const fn n(self) -> u64 {
        self.n.get()
    }

    /// Returns the block length.
    #[must_use]
    pub const fn block_length(self) -> BlockLength {
        self.k
    }

    /// Returns the size.
    #[must_use]
    pub const fn size(self) -> Size {
        self.n
    }

    /// Returns the number of coins in the row: `2n`.
    #[must_use]
    pub const fn coins(self) -> u64 {
        2 * self.n.get()
    }

    /// Returns the proven lower bound on the number of moves: `n` (Theorem 2.1.1), and `n + 1` for two coins that are turned
    /// (*Two coins* in `docs/turned.md`).
    ///
    /// ```
    /// use tait_linear::Puzzle;
    /// let puzzle = Puzzle::new(2, 9)?;
    /// assert_eq!((puzzle.least_moves(), puzzle.turned().least_moves()), (9, 10));
    /// # Ok::<(), tait_linear::PuzzleError>(())
    /// ```
    #[must_use]
    pub const fn least_moves(self) -> u64 {
        self.n() + (self.is_turned && self.k() == 2) as u64
    }

    /// Returns whether a move can only rotate the row (`k = 2n - 1`), so that there is no solution
    /// for `n >= 2`.
    ///
    /// With `2n - 1` of the `2n` coins in the block, the one remaining coin ends up at the other
    /// end of the row or apart from it, and the cyclic order of the coins never changes: only
    /// rotations of `o^n x^n` are reached, and none of them alternates for `n >= 2`.
    #[must_use]
    pub const fn only_rotates(self) -> bool {
        self.k() as u64 + 1 == self.coins()
    }

    /// Returns the reason, in a sentence, if the puzzle is known to have no solution of any length.
    ///
    /// Either a move [only rotates](Self::only_rotates) the row, or `k = n = 2`. Both are proven by machine (`unsolvable`
    /// and `unsolvable_two` in `proofs/Statement.v`).
    ///
    /// ```
    /// use tait_linear::Puzzle;
    /// let why = Puzzle::new(2, 2)?.unsolvable();
    /// assert!(why.is_some_and(|why| why.starts_with("k = 2, n = 2 has no solution: the order of two and two coins")));
    /// assert!(Puzzle::new(5, 3)?.unsolvable().is_some());
    /// assert!(Puzzle::new(2, 3)?.unsolvable().is_none());
    /// # Ok::<(), tait_linear::PuzzleError>(())
    /// ```
    #[must_use]
    pub fn unsolvable(self) -> Option<String> {
        let (k, n) = (self.k(), self.n());
        let why = match (k, n) {
            _ if self.only_rotates() => "k = 2n - 1, so a move only rotates the row",
            (2, 2) if !self.is_turned => FOUR_COINS,
            _ => return None,
        };
        Some(format!("k = {k}, n = {n} has no solution: {why}"))
    }
}

impl Serialize for Puzzle {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (k, n) = (self.k().into(), self.n());
        let numbers = match self.is_turned {
            false => Numbers::Linear(k, n),
            true => Numbers::Turned(k, n, true),
        };
        numbers.serialize(serializer)
    }
}

/// The form of a puzzle within JSON: `[k, n]`, or `[k, n, true]` where blocks are turned.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Numbers {
    Linear(u64, u64),
    Turned(u64, u64, bool),
}

impl TryFrom<Numbers> for Puzzle {
    type Error = PuzzleError;

    fn try_from(numbers: Numbers) -> Result<Self, PuzzleError> {
        match numbers {
            Numbers::Linear(k, n) => Self::new(k, n),
            Numbers::Turned(k, n, is_turned) => Ok(Self::new(k, n)?.turned_if(is_turned)),
        }
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let turned = if self.is_turned { " turned" } else { "" };
        write!(f, "k={} n={}{turned}", self.k, self.n)
    }
}
