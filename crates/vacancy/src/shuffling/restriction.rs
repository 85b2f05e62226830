//! Restrictions of the moves.
//!
//! Section V of the source asks what is left of the puzzle if a move may take only coins of different colours, and
//! invites other restrictions. Three of them leave almost nothing:
//!
//! **Theorem.** No variant has a solution, whatever its `n`, if
//!
//! 1. a move may take only two coins of different colours, except for `n = 2` in S(n-1,n,r), S(n,n-1,l) and their
//!    inverses, which one move solves;
//! 2. a move may take only two coins of one colour;
//! 3. a move may take only coins beside the vacancy, so that the vacancy moves by two cells.
//!
//! *Proof.* 1 is the theorem on the [weight](super::weight()). 2: the alternating row has no two adjacent coins of one
//! colour, so no move leaves it, and since moves can be undone, none leads to it. For `n = 1` with a single coin there
//! is no pair, and with two coins these differ. 3: two coins that pass into the vacancy beside them pass no other coin, so
//! the order of the coins never changes. It has to, as the grouped and the alternating row have different orders for
//! `n >= 2`; for `n = 1` a single coin cannot move, and `bw` has to become `wb`. ∎

use std::fmt;

/// A restriction of the moves of the shuffling puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Restriction {
    /// Only two coins of different colours may move, as in the [constrained](super::Shuffling::constrained) puzzle.
    Unlike,
    /// Only two coins of one colour may move.
    Like,
    /// Only two coins beside the vacancy may move: the vacancy moves by two cells.
    ByTwo,
}

impl Restriction {
    /// All restrictions.
    pub const ALL: [Self; 3] = [Self::Unlike, Self::Like, Self::ByTwo];

    /// Returns whether a move is allowed: of coins that differ in colour or not, to a vacancy that many cells away.
    pub(super) const fn allows(self, is_unlike: bool, distance: u32) -> bool {
        match self {
            Self::Unlike => is_unlike,
            Self::Like => !is_unlike,
            Self::ByTwo => distance == 2,
        }
    }

    /// Returns why there is no solution from `n = 3` on.
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Unlike => "a weight of the row never changes",
            Self::Like => "no two coins of one colour are adjacent in the alternating row",
            Self::ByTwo => "the order of the coins never changes",
        }
    }
}

impl fmt::Display for Restriction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Unlike => "only coins of different colours",
            Self::Like => "only coins of one colour",
            Self::ByTwo => "the vacancy moves by two cells",
        })
    }
}
