//! The base cases: Tables II to X of the source.

use tait_vacancy::shuffling::{Grouping, Side, Variant};

/// Table II: `d(m,i)` for `m` from 4 to 7, the solutions of S(m,m,r) at the bottom of the recursion.
///
/// Zeros fill up the rows to the right, as in print.
pub const D: [[u64; 7]; 4] = [
    [1, 4, 7, 0, 0, 0, 0],
    [1, 7, 4, 9, 0, 0, 0],
    [1, 7, 3, 8, 11, 0, 0],
    [1, 10, 4, 9, 6, 13, 0],
];

/// Tables III to X, `d1` to `d8`, for `n` from 3 to 6, without the zeros to the right.
///
/// The rows for `n = 4` of `d2`, `d4`, `d6` and `d8` are zeros in print: these puzzles need 5 moves, and the
/// source has no solution for them. Those rows are empty here.
///
/// Table IV and the text print `d2(6,3) = 1`. But the moves `1, 8, 1, 4, 7, 0` do not end in the final row.
/// Here `d2(6,3)` is 11; row 6 of `d4` is the mirror image of this row. (Six solutions are optimal, and
/// `d2(6,1) = 4` would lead to another one, that of Algorithm III.4.)
const SMALL: [[&[u64]; 4]; 8] = [
    [
        &[1, 4, 0],
        &[0, 3, 6, 0],
        &[2, 6, 1, 8, 0],
        &[1, 7, 2, 5, 10, 0],
    ],
    [&[1, 3, 0], &[], &[6, 1, 8, 5, 0], &[1, 8, 11, 4, 7, 0]],
    [
        &[4, 1, 5],
        &[7, 4, 1, 7],
        &[7, 3, 8, 1, 9],
        &[10, 4, 9, 6, 1, 11],
    ],
    [&[4, 2, 5], &[], &[3, 8, 1, 4, 9], &[10, 3, 0, 7, 4, 11]],
    [
        &[4, 1, 5],
        &[3, 6, 0, 7],
        &[8, 1, 6, 2, 9],
        &[2, 5, 10, 7, 1, 11],
    ],
    [&[3, 1, 5], &[], &[5, 8, 1, 6, 9], &[5, 8, 1, 6, 4, 11]],
    [
        &[1, 4, 0],
        &[1, 4, 7, 0],
        &[1, 8, 3, 7, 0],
        &[1, 6, 9, 4, 10, 0],
    ],
    [&[2, 4, 0], &[], &[4, 1, 8, 3, 0], &[2, 5, 10, 1, 7, 0]],
];

/// Returns `d(m,j)` of Table II, for `m` from 4 to 7 and `j` from 1 to `m`; 0 beyond the table.
#[must_use]
pub fn base(m: u64, j: u64) -> u64 {
    let entry = |(m, j): (u64, u64)| {
        let row = D.get(usize::try_from(m).ok()?)?;
        row.get(usize::try_from(j).ok()?).copied()
    };
    let place = m.checked_sub(4).zip(j.checked_sub(1));
    place.and_then(entry).unwrap_or_default()
}

/// Returns `d'(m,j)`, which must replace `d` in every inverse puzzle: the solution of S^-1(m,m,l), which
/// undoes the mirror image of `d`; 0 beyond the table. It is not in the source; see the [module
/// above](super#the-one-false-claim).
///
/// ```
/// use tait_generator::shuffling::tables::{base, inverse_base};
/// let row = |of: fn(u64, u64) -> u64, m| (1..=m).map(|j| of(m, j)).collect::<Vec<_>>();
/// assert_eq!(row(inverse_base, 4), row(base, 4));
/// assert_eq!(row(inverse_base, 5), [1, 6, 3, 9, 0]);
/// assert_eq!(row(inverse_base, 6), [1, 4, 9, 5, 11, 0]);
/// assert_eq!(row(inverse_base, 7), [1, 8, 5, 10, 4, 13, 0]);
/// ```
#[must_use]
pub fn inverse_base(m: u64, j: u64) -> u64 {
    if (4..=7).contains(&m) && (1..m).contains(&j) {
        2 * m - base(m, m - j)
    } else {
        0
    }
}

/// Returns the row for `n` of the table of a variant of `2n - 1` coins, if it has one other than zeros.
///
/// ```
/// use tait_generator::shuffling::tables::small_row;
/// assert_eq!(small_row("S(n,n-1,l)".parse()?, 5), Some(&[3, 8, 1, 4, 9][..]));
/// assert_eq!(small_row("S(n,n-1,l)".parse()?, 4), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn small_row(variant: Variant, n: u64) -> Option<&'static [u64]> {
    let table = match (variant.grouping, variant.vacancy) {
        (Grouping::Equal, _) => return None,
        (Grouping::BlackFirst, Side::Right) => 0,
        (Grouping::WhiteFirst, Side::Right) => 1,
        (Grouping::WhiteFirst, Side::Left) => 2,
        (Grouping::BlackFirst, Side::Left) => 3,
    };
    let table = if variant.is_inverse { table + 4 } else { table };
    let rows: &[&[u64]; 4] = &SMALL[table];
    let row = *rows.get(usize::try_from(n.checked_sub(3)?).ok()?)?;
    (!row.is_empty()).then_some(row)
}
