//! The verdict on a solution.

use std::fmt;
use tait_text::counted;

/// The result of replaying a solution.
///
/// ```
/// use tait_vacancy::Verdict;
/// let verdict = Verdict { moves: 3, lower_bound: 3 };
/// assert_eq!(verdict.to_string(), "3 moves, optimal: the lower bound is 3");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verdict {
    /// The number of moves of the solution.
    pub moves: u64,
    /// A lower bound on the number of moves of every solution.
    pub lower_bound: u64,
}

impl Verdict {
    /// Returns whether the solution has as many moves as the lower bound, which proves it optimal.
    #[must_use]
    pub const fn meets_lower_bound(&self) -> bool {
        self.moves == self.lower_bound
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { moves, lower_bound } = self;
        f.write_str(&counted(*moves, "move"))?;
        if self.meets_lower_bound() {
            write!(f, ", optimal: the lower bound is {lower_bound}")
        } else {
            write!(f, "; the lower bound is {lower_bound}")
        }
    }
}
