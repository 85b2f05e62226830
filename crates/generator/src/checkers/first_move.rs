//! The choice between the two solutions.

/// The direction of the first move: `d` in the paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FirstMove {
    /// `d = 1`: the black checker beside the vacant cell slides to the right, `x_1 = n`.
    Right,
    /// `d = -1`: the white checker beside the vacant cell slides to the left, `x_1 = n + 2`.
    Left,
}

impl FirstMove {
    /// Both directions.
    pub const BOTH: [Self; 2] = [Self::Right, Self::Left];

    /// Returns the other direction.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Right => Self::Left,
            Self::Left => Self::Right,
        }
    }

    /// Returns `d`, 1 or -1.
    pub(crate) const fn sign(self) -> i64 {
        match self {
            Self::Right => 1,
            Self::Left => -1,
        }
    }
}
