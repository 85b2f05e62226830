//! The numbers of checkers.

use std::fmt;
use thiserror::Error;

/// The largest number of checkers of one colour: the moves of a solution are counted in 64 bits, and the
/// closed forms take roots of eight times that count.
pub const LARGEST_SIZE: u64 = 1_000_000_000;

/// The most checkers that can be searched: a state is packed into 64 bits.
pub const MOST_SEARCHED: u64 = 58;

/// The reason why there is no puzzle of these sizes, or none that can be searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum CheckersError {
    /// There are no black checkers, or too many.
    #[error("n = {0} black checkers are out of range: 1 <= n <= {LARGEST_SIZE}")]
    Black(u64),
    /// There are no white checkers, or too many.
    #[error("m = {0} white checkers are out of range: 1 <= m <= {LARGEST_SIZE}")]
    White(u64),
    /// A state does not fit into its key.
    #[error("{0}: a search takes at most {MOST_SEARCHED} checkers, n + m <= {MOST_SEARCHED}")]
    TooManyToSearch(Checkers),
}

/// A puzzle of `n` black checkers, a vacant cell and `m` white checkers.
///
/// ```
/// use tait_vacancy::checkers::Checkers;
/// let puzzle = Checkers::new(5, 3)?;
/// assert_eq!((puzzle.cells(), puzzle.optimum()), (9, 23));
/// assert_eq!(puzzle.to_string(), "checkers n=5 m=3");
/// assert!(Checkers::new(2, 0).is_err());
/// # Ok::<(), tait_vacancy::checkers::CheckersError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Checkers {
    black: u64,
    white: u64,
}

impl Checkers {
    /// Creates the puzzle with `n` black and `m` white checkers.
    ///
    /// # Errors
    /// When there are none of one colour, or more than [`LARGEST_SIZE`].
    pub fn new(black: u64, white: u64) -> Result<Self, CheckersError> {
        let sizes = 1..=LARGEST_SIZE;
        if !sizes.contains(&black) {
            Err(CheckersError::Black(black))
        } else if !sizes.contains(&white) {
            Err(CheckersError::White(white))
        } else {
            Ok(Self { black, white })
        }
    }

    /// Returns `n`, the number of black checkers.
    #[must_use]
    pub const fn black(self) -> u64 {
        self.black
    }

    /// Returns `m`, the number of white checkers.
    #[must_use]
    pub const fn white(self) -> u64 {
        self.white
    }

    /// Returns the number of cells, `n + m + 1`.
    #[must_use]
    pub const fn cells(self) -> u64 {
        self.black + self.white + 1
    }

    /// Returns the number of moves of a shortest solution, `nm + n + m`: no solution has fewer (the
    /// theorem in the [module](super)), and the algorithm of the paper uses that many (Theorem 2).
    #[must_use]
    pub const fn optimum(self) -> u64 {
        self.black * self.white + self.black + self.white
    }

    /// Returns the mirror image with the colours exchanged: `m` black and `n` white checkers.
    ///
    /// A solution of one puzzle becomes a solution of the other when each cell `x` is replaced by
    /// `n + m + 2 - x`.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Self {
            black: self.white,
            white: self.black,
        }
    }
}

impl fmt::Display for Checkers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "checkers n={} m={}", self.black, self.white)
    }
}
