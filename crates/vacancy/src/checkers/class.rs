//! The twelve classes of moves.

use crate::checkers::row::Content;
use std::fmt;

/// A class of moves, by its number in Table 1 of the paper: the checker that moves, the checker it
/// jumps over, if any, and its direction.
///
/// The name of a jump has the two checkers as they stand before it, from left to right, and its
/// direction.
///
/// | class | name | before and after | inversions | vacancy inversions |
/// | --- | --- | --- | --- | --- |
/// | 1 | `slide(b,r)` | `b. → .b` | 0 | -1 |
/// | 2 | `slide(w,l)` | `.w → w.` | 0 | -1 |
/// | 3 | `jump(b,w,r)` | `bw. → .wb` | -1 | 0 |
/// | 4 | `jump(b,w,l)` | `.bw → wb.` | -1 | 0 |
/// | 5 | `jump(w,b,r)` | `wb. → .bw` | +1 | 0 |
/// | 6 | `jump(w,b,l)` | `.wb → bw.` | +1 | 0 |
/// | 7 | `slide(b,l)` | `.b → b.` | 0 | +1 |
/// | 8 | `slide(w,r)` | `w. → .w` | 0 | +1 |
/// | 9 | `jump(w,w,r)` | `ww. → .ww` | 0 | +2 |
/// | 10 | `jump(b,b,l)` | `.bb → bb.` | 0 | +2 |
/// | 11 | `jump(w,w,l)` | `.ww → ww.` | 0 | -2 |
/// | 12 | `jump(b,b,r)` | `bb. → .bb` | 0 | -2 |
///
/// ```
/// use tait_vacancy::checkers::{Checkers, Replay};
/// let mut replay = Replay::new(Checkers::new(2, 1)?);
/// let class = replay.play(1)?; // bb.w becomes .bbw
/// assert_eq!((class.number(), class.to_string().as_str()), (12, "jump(b,b,r)"));
/// assert_eq!((class.inversions(), class.vacancy_inversions()), (0, -2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MoveClass {
    /// Whether the checker that moves is black.
    is_black: bool,
    /// Whether it moves to the right.
    to_right: bool,
    /// For a jump, whether the checker it jumps over is black.
    over: Option<bool>,
}

impl MoveClass {
    /// All twelve classes, by their numbers.
    pub const ALL: [Self; 12] = [
        Self::of(true, true, None),
        Self::of(false, false, None),
        Self::of(true, true, Some(false)),
        Self::of(false, false, Some(true)),
        Self::of(false, true, Some(true)),
        Self::of(true, false, Some(false)),
        Self::of(true, false, None),
        Self::of(false, true, None),
        Self::of(false, true, Some(false)),
        Self::of(true, false, Some(true)),
        Self::of(false, false, Some(false)),
        Self::of(true, true, Some(true)),
    ];

    pub(super) const fn of(is_black: bool, to_right: bool, over: Option<bool>) -> Self {
        Self {
            is_black,
            to_right,
            over,
        }
    }

    /// Returns its number in Table 1, 1 to 12.
    #[must_use]
    pub const fn number(self) -> u32 {
        let is_forward = self.is_black == self.to_right;
        match (self.over, is_forward) {
            (None, true) => 2 - self.is_black as u32,
            (None, false) => 8 - self.is_black as u32,
            (Some(over), is_forward) => match (over == self.is_black, is_forward) {
                (false, true) => 4 - self.is_black as u32,
                (false, false) => 5 + self.is_black as u32,
                (true, false) => 9 + self.is_black as u32,
                (true, true) => 11 + self.is_black as u32,
            },
        }
    }

    /// Returns the change in the number of inversions.
    #[must_use]
    pub const fn inversions(self) -> i32 {
        match self.over {
            Some(over) if over != self.is_black => -self.direction(),
            _ => 0,
        }
    }

    /// Returns the change in the number of vacancy inversions.
    #[must_use]
    pub const fn vacancy_inversions(self) -> i32 {
        match self.over {
            None => -self.direction(),
            Some(over) if over == self.is_black => -2 * self.direction(),
            Some(_) => 0,
        }
    }

    /// Returns 1 when the checker moves towards its goal, else -1.
    const fn direction(self) -> i32 {
        if self.is_black == self.to_right {
            1
        } else {
            -1
        }
    }
}

impl fmt::Display for MoveClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let symbol = |is_black| {
            if is_black {
                Content::Black
            } else {
                Content::White
            }
        };
        let (moves, direction) = (symbol(self.is_black), if self.to_right { 'r' } else { 'l' });
        match self.over.map(symbol) {
            None => write!(f, "slide({moves},{direction})"),
            Some(over) if self.to_right => write!(f, "jump({moves},{over},{direction})"),
            Some(over) => write!(f, "jump({over},{moves},{direction})"),
        }
    }
}
