//! The recursive algorithms of Section III.
//!
//! The moves after a recursive call, and their places in the list, are known before the call: the moves before the call
//! come first, those after it last, and the call fills in the part between. So the recursion becomes a loop over ever
//! shorter parts of the list.

use super::covered::{FormulaError, LONGEST_LIST, covered};
use super::tables::{base, inverse_base, small_row};
use tait_puzzle::shuffling::{Grouping, Shuffling, Side};

/// The function of a table of base cases.
type Base = fn(u64, u64) -> u64;

/// Returns the solution by the recursive algorithm of the variant.
///
/// | variant | algorithm | consists of |
/// | --- | --- | --- |
/// | S(n,n,r) | III.1, SNNR | |
/// | S(n,n,l) | III.2, SNNL | |
/// | S^-1(n,n,l), S^-1(n,n,r) | Section III.A.3 | SNNR and SNNL with the base cases `d'`, not `d` |
/// | S(n,n-1,r) | III.3 | SNNL within three moves, for `n >= 7`; the guard `n < 8` leaves 7 without a base case |
/// | S(n-1,n,r) | III.4 | SNNR after two moves |
/// | S(n-1,n,l) | III.5 | SNNR within three moves |
/// | S(n,n-1,l) | III.6 | SNNL after two moves |
/// | S^-1(n,n-1,r) | III.7 | SNNR within three moves, base cases `d'` |
/// | S^-1(n-1,n,r) | III.8 | SNNL before two moves, base cases `d'` |
/// | S^-1(n-1,n,l) | III.9 | SNNL within three moves, base cases `d'` |
/// | S^-1(n,n-1,l) | III.10 | SNNR before two moves, base cases `d'` |
///
/// As printed, with `d`, Algorithms III.7 and III.9 end in a wrong row unless `n = 3` modulo 4, and III.8 and III.10
/// unless `n = 2` modulo 4. The text requires `n >= 7` throughout, and the guard of III.4 requires `n >= 6`: from 6 on,
/// III.4, III.6, III.8 and III.10 are right, although for 6 they differ from the row of the table.
///
/// # Errors
/// When the source has no algorithm for this size, the puzzle is constrained, or `n` exceeds [`LONGEST_LIST`].
///
/// ```
/// use tait_generator::shuffling::recursive_solution;
/// use tait_puzzle::shuffling::{Shuffling, check};
/// let puzzle = Shuffling::new("Sinv(n,n-1,l)".parse()?, 1001)?;
/// assert!(check(puzzle, recursive_solution(puzzle)?)?.meets_lower_bound());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn recursive_solution(puzzle: Shuffling) -> Result<Vec<u64>, FormulaError> {
    covered(puzzle)?;
    let (variant, n) = (puzzle.variant(), puzzle.n());
    if n > LONGEST_LIST {
        return Err(FormulaError::TooLong { puzzle });
    }
    if n < 7
        && let Some(row) = small_row(variant, n)
    {
        return Ok(row.to_vec());
    }
    let mut moves = vec![0; n as usize];
    let x = moves.as_mut_slice();
    let d: Base = if variant.is_inverse {
        inverse_base
    } else {
        base
    };
    match (variant.grouping, variant.vacancy, variant.is_inverse) {
        (Grouping::Equal, Side::Right, false) | (Grouping::Equal, Side::Left, true) => {
            snnr(0, d, x);
        }
        (Grouping::Equal, Side::Left, false) | (Grouping::Equal, Side::Right, true) => {
            snnl(0, d, x);
        }
        (Grouping::BlackFirst, Side::Right, false) => {
            snnl(1, d, within(x, &[1], &[2 * n - 2, 0]));
        }
        (Grouping::WhiteFirst, Side::Right, false) => {
            snnr(0, d, within(x, &[n - 2, 2 * n - 4], &[]));
        }
        (Grouping::WhiteFirst, Side::Left, false) => {
            snnr(4, d, within(x, &[2 * n - 2], &[1, 2 * n - 1]));
        }
        (Grouping::BlackFirst, Side::Left, false) => {
            snnl(3, d, within(x, &[n + 1, 3], &[]));
        }
        (Grouping::BlackFirst, Side::Right, true) => {
            snnr(1, d, within(x, &[2 * n - 2, 2 * n - 5], &[2 * n - 1]));
        }
        (Grouping::WhiteFirst, Side::Right, true) => {
            snnl(0, d, within(x, &[], &[n - 2, 2 * n - 1]));
        }
        (Grouping::WhiteFirst, Side::Left, true) => {
            snnl(4, d, within(x, &[1, 4], &[0]));
        }
        (Grouping::BlackFirst, Side::Left, true) => {
            snnr(3, d, within(x, &[], &[n + 1, 0]));
        }
    }
    Ok(moves)
}

/// Writes moves at both ends of a list, and returns the part between them.
fn within<'a>(x: &'a mut [u64], first: &[u64], last: &[u64]) -> &'a mut [u64] {
    let (start, rest) = x.split_at_mut(first.len());
    let (inner, end) = rest.split_at_mut(rest.len() - last.len());
    start.copy_from_slice(first);
    end.copy_from_slice(last);
    inner
}

/// Algorithm III.1: writes the solution of S(k,k,r), or with `d'` of S^-1(k,k,l), whose row begins at cell `first`; `k`
/// is the length of the list.
fn snnr(mut first: u64, d: Base, mut x: &mut [u64]) {
    let mut k = x.len() as u64;
    while k >= 8 {
        let before = [first + 1, first + 2 * k - 4];
        x = within(x, &before, &[first + 2 * k - 1, first]);
        first += 4;
        k -= 4;
    }
    (1..).zip(x).for_each(|(j, place)| *place = first + d(k, j));
}

/// Algorithm III.2: writes the solution of S(k,k,l), or with `d'` of S^-1(k,k,r), whose row begins at cell `first`.
fn snnl(mut first: u64, d: Base, mut x: &mut [u64]) {
    let mut k = x.len() as u64;
    while k >= 8 {
        let before = [first + 2 * k - 1, first + 4];
        x = within(x, &before, &[first + 1, first + 2 * k]);
        first += 4;
        k -= 4;
    }
    (1..)
        .zip(x)
        .for_each(|(j, place)| *place = first + 2 * k - d(k, j));
}
