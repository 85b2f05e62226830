//! The recursive formulas of Section IV.

use super::covered::{FormulaError, covered};
use super::tables::{base, inverse_base, small_row};
use tait_vacancy::shuffling::{Grouping, Shuffling, Side};

/// Returns move `i`, counted from 1, by the recurrences (1), (3), (5), ... (19); `None` unless `1 <= i <= n`.
///
/// It takes one step for each level around the move, at most `n / 4`.
///
/// # Errors
/// When the source has no formula for this size, or the puzzle is constrained.
///
/// ```
/// use tait_generator::shuffling::move_by_recurrence;
/// use tait_vacancy::shuffling::Shuffling;
/// let puzzle = Shuffling::new("S(n,n,r)".parse()?, 9)?;
/// let moves: Vec<_> = (1..=9).filter_map(|i| move_by_recurrence(puzzle, i).ok()?).collect();
/// assert_eq!(moves, [1, 14, 5, 11, 8, 13, 4, 17, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn move_by_recurrence(puzzle: Shuffling, i: u64) -> Result<Option<u64>, FormulaError> {
    covered(puzzle)?;
    let (variant, n, j) = (puzzle.variant(), puzzle.n(), i);
    if i == 0 || i > n {
        return Ok(None);
    }
    if n < 7
        && let Some(row) = small_row(variant, n)
    {
        return Ok(row.get(i as usize - 1).copied());
    }
    let d = if variant.is_inverse {
        inverse_base
    } else {
        base
    };
    Ok(Some(
        match (variant.grouping, variant.vacancy, variant.is_inverse) {
            (Grouping::Equal, Side::Right, false) | (Grouping::Equal, Side::Left, true) => {
                alpha(n, j, d)
            }
            (Grouping::Equal, Side::Left, false) | (Grouping::Equal, Side::Right, true) => {
                beta(n, j, d)
            }
            // (5)
            (Grouping::BlackFirst, Side::Right, false) => match n - j {
                _ if j == 1 => 1,
                1 => 2 * n - 2,
                0 => 0,
                _ => 1 + beta(n - 3, j - 1, d),
            },
            // (7)
            (Grouping::WhiteFirst, Side::Right, false) => match j {
                1 => n - 2,
                2 => 2 * n - 4,
                _ => alpha(n - 2, j - 2, d),
            },
            // (9)
            (Grouping::WhiteFirst, Side::Left, false) => match n - j {
                _ if j == 1 => 2 * n - 2,
                1 => 1,
                0 => 2 * n - 1,
                _ => 4 + alpha(n - 3, j - 1, d),
            },
            // (11)
            (Grouping::BlackFirst, Side::Left, false) => match j {
                1 => n + 1,
                2 => 3,
                _ => 3 + beta(n - 2, j - 2, d),
            },
            // (13), with d'
            (Grouping::BlackFirst, Side::Right, true) => match j {
                1 => 2 * n - 2,
                2 => 2 * n - 5,
                _ if j == n => 2 * n - 1,
                _ => 1 + alpha(n - 3, j - 2, d),
            },
            // (15), with d'
            (Grouping::WhiteFirst, Side::Right, true) => match n - j {
                1 => n - 2,
                0 => 2 * n - 1,
                _ => beta(n - 2, j, d),
            },
            // (17), with d'. Printed without the 4: the inner puzzle begins at cell 4 (Algorithm III.9).
            (Grouping::WhiteFirst, Side::Left, true) => match j {
                1 => 1,
                2 => 4,
                _ if j == n => 0,
                _ => 4 + beta(n - 3, j - 2, d),
            },
            // (19), with d'
            (Grouping::BlackFirst, Side::Left, true) => match n - j {
                1 => n + 1,
                0 => 0,
                _ => 3 + alpha(n - 2, j, d),
            },
        },
    ))
}

/// Recurrence (1), `α(n,0,j)`: S(n,n,r), or with `d'` S^-1(n,n,l).
fn alpha(n: u64, mut j: u64, d: fn(u64, u64) -> u64) -> u64 {
    let mut t = 0;
    while n - t >= 8 {
        match j {
            1 => return t + 1,
            2 => return 2 * n - t - 4,
            _ if j == n - t - 1 => return 2 * n - t - 1,
            _ if j == n - t => return t,
            _ => (t, j) = (t + 4, j - 2),
        }
    }
    t + d(n - t, j)
}

/// Recurrence (3), `β(n,0,j)`: S(n,n,l), or with `d'` S^-1(n,n,r).
///
/// The source prints `t + 2n - d(n-t,j)` for the base case. The base case of size `n - t` begins at cell `t` and is the
/// mirror image of `d`, so it is `t + 2(n-t) - d(n-t,j)`, that is `2n - t - d(n-t,j)`. As printed, it fails for every
/// `n >= 8`: for `n = 8`, move 3 would be beyond the row.
fn beta(n: u64, mut j: u64, d: fn(u64, u64) -> u64) -> u64 {
    let mut t = 0;
    while n - t >= 8 {
        match j {
            1 => return 2 * n - t - 1,
            2 => return t + 4,
            _ if j == n - t - 1 => return t + 1,
            _ if j == n - t => return 2 * n - t,
            _ => (t, j) = (t + 4, j - 2),
        }
    }
    2 * n - t - d(n - t, j)
}
