//! The misprinted formulas do not solve the puzzle as printed; the corrected ones in the code do.

use tait_generator::MoveSequence;
use tait_generator::shuffling::{ExplicitSolution, base, move_by_recurrence, recursive};
use tait_vacancy::check;
use tait_vacancy::shuffling::{Grouping, Shuffling, Side, Variant};

const SIZES: std::ops::RangeInclusive<u64> = 8..=60;

fn puzzle(name: &str, n: u64) -> Shuffling {
    Shuffling::new(name.parse().unwrap(), n).unwrap()
}

fn solution(name: &str, n: u64) -> Vec<u64> {
    ExplicitSolution::new(puzzle(name, n))
        .unwrap()
        .moves()
        .collect()
}

/// Returns the sizes for which the moves are a solution; `None` is a move that is not allowed.
fn solved(name: &str, moves: impl Fn(u64) -> Vec<Option<u64>>) -> Vec<u64> {
    SIZES
        .filter(|&n| {
            let moves: Option<Vec<u64>> = moves(n).into_iter().collect();
            moves.is_some_and(|moves| check(puzzle(name, n), moves).is_ok())
        })
        .collect()
}

/// Returns the solution with the moves that `printed` replaces. The function gets `n`, `k`, `r`, the number `i` of the
/// move and, in the middle part, the number of the move in the base case.
fn with(name: &str, n: u64, printed: impl Fn(Terms) -> Option<Option<u64>>) -> Vec<Option<u64>> {
    let variant: Variant = name.parse().unwrap();
    let (skip, mut lead) = match (variant.grouping, variant.vacancy) {
        (Grouping::Equal, _) => (0, 0),
        (Grouping::BlackFirst, Side::Right) | (Grouping::WhiteFirst, Side::Left) => (3, 1),
        _ => (2, 2),
    };
    if variant.is_inverse {
        lead = skip - lead;
    }
    let (k, r) = ((n - skip) / 4 - 1, (n - skip) % 4);
    let begin = lead + 2 * k;
    (1..)
        .zip(solution(name, n))
        .map(|(i, right)| {
            let j = (begin + 1..begin + r + 3).contains(&i).then(|| i - begin);
            printed(Terms { n, k, r, i, j }).unwrap_or(Some(right))
        })
        .collect()
}

struct Terms {
    n: u64,
    k: u64,
    r: u64,
    i: u64,
    j: Option<u64>,
}

impl Terms {
    /// Returns `d` for the move of the base case, if this is one.
    fn d(&self) -> Option<u64> {
        self.j.map(|j| base(self.r + 4, j))
    }
}

#[test]
fn the_harness_changes_nothing_by_itself() {
    for variant in Variant::ALL {
        let name = variant.to_string();
        assert!(
            solved(&name, |n| with(&name, n, |_| None))
                .into_iter()
                .eq(SIZES)
        );
    }
}

#[test]
fn the_inverse_is_not_exactly_the_same() {
    // Section III.A.3. In both directions, the claim holds only for multiples of 4.
    let multiples: Vec<u64> = SIZES.filter(|n| n % 4 == 0).collect();
    for (inverse, said_to_be) in [("S^-1(n,n,l)", "S(n,n,r)"), ("S^-1(n,n,r)", "S(n,n,l)")] {
        let claimed = |n| solution(said_to_be, n).into_iter().map(Some).collect();
        assert_eq!(solved(inverse, claimed), multiples);
        for n in 5..8 {
            assert!(check(puzzle(inverse, n), solution(said_to_be, n)).is_err());
        }
    }
    // Section IV.A.3 also exchanges the sides: (1) for S^-1(n,n,r), (2) for S^-1(n,n,l).
    assert!(
        solved("S^-1(n,n,r)", |n| solution("S(n,n,r)", n)
            .into_iter()
            .map(Some)
            .collect())
        .is_empty()
    );
}

#[test]
fn middle_parts_as_printed_fail() {
    for (name, printed) in [
        (
            "S(n,n,l)",
            (|t, d| 4 * t.k + 2 * t.n - d) as fn(&Terms, u64) -> u64,
        ), // (4)
        ("S(n,n-1,r)", |t, d| 4 * t.k + d + 1),    // (6)
        ("S(n,n-1,l)", |t, d| 4 * t.k + d + 3),    // (12)
        ("S^-1(n-1,n,r)", |t, d| 4 * t.k + d),     // (16)
        ("S^-1(n-1,n,l)", |t, d| 4 * t.k + d + 4), // (18)
    ] {
        let moves = |n| with(name, n, |terms| terms.d().map(|d| Some(printed(&terms, d))));
        assert_eq!(solved(name, moves), [0; 0], "{name}");
    }
    // (14) and (20) have the right form but the wrong table, which is right for r = 0.
    for (name, skip, cell) in [("S^-1(n,n-1,r)", 3, 1), ("S^-1(n,n-1,l)", 2, 3)] {
        let moves = |n| {
            with(name, n, |terms| {
                terms.d().map(|d| Some(4 * terms.k + d + cell))
            })
        };
        let right: Vec<u64> = SIZES.filter(|n| (n - skip) % 4 == 0).collect();
        assert_eq!(solved(name, moves), right, "{name}");
    }
}

#[test]
fn outer_parts_of_formula_18_as_printed_fail() {
    let name = "S^-1(n-1,n,l)";
    let first = |n| {
        with(name, n, |Terms { n, k, i, .. }| {
            let is_meant = i > 1 && i <= 2 * k + 2 && i % 2 == 1;
            is_meant.then(|| Some(2 * (n - i) + 1))
        })
    };
    // Up to n = 10 the first move is the only such move, and it has its own line.
    assert_eq!(solved(name, first), [8, 9, 10]);
    let last = |n| {
        with(name, n, |Terms { n, k, r, i, .. }| {
            let is_meant = i < n && i >= 2 * k + r + 5 && (n - i) % 2 == 0;
            is_meant.then(|| (2 * (n - i)).checked_sub(1))
        })
    };
    assert_eq!(solved(name, last), [0; 0]);
}

#[test]
fn formula_3_as_printed_fails() {
    // The base case of size n - t is printed as t + 2n - d instead of 2n - t - d: too far right by 2t.
    let printed = |n| {
        with("S(n,n,l)", n, |terms| {
            let t = 4 * terms.k;
            terms.d().map(|d| Some(t + 2 * terms.n - d))
        })
    };
    assert_eq!(solved("S(n,n,l)", printed), [0; 0]);
    for n in SIZES {
        let corrected = (1..=n).map(|i| move_by_recurrence(puzzle("S(n,n,l)", n), i).unwrap());
        assert!(corrected.eq(solution("S(n,n,l)", n).into_iter().map(Some)));
    }
}

/// They take the inner moves from formula (3), whose misprint shows from its second level on.
#[test]
fn formulas_5_and_11_as_printed_fail_with_formula_3() {
    for (name, skip, cell, right) in [
        ("S(n,n-1,r)", 3, 1, &[8, 9, 10][..]),
        ("S(n,n-1,l)", 2, 3, &[8, 9]),
    ] {
        let printed = |n| {
            with(name, n, |terms| {
                let t = 4 * terms.k;
                terms.d().map(|d| Some(cell + t + 2 * (n - skip) - d))
            })
        };
        assert_eq!(solved(name, printed), right, "{name}");
        for n in SIZES {
            let corrected = (1..=n).map(|i| move_by_recurrence(puzzle(name, n), i).unwrap());
            assert!(corrected.eq(solution(name, n).into_iter().map(Some)));
        }
    }
}

#[test]
fn formula_17_without_the_four_fails() {
    let printed = |n: u64| {
        let right = solution("S^-1(n-1,n,l)", n);
        let is_inner = |i| i > 2 && i < n;
        (1..)
            .zip(right)
            .map(|(i, cell)| {
                if is_inner(i) {
                    cell.checked_sub(4)
                } else {
                    Some(cell)
                }
            })
            .collect()
    };
    assert_eq!(solved("S^-1(n-1,n,l)", printed), [0; 0]);
}

#[test]
fn table_4_as_printed_fails() {
    let six = puzzle("S(n-1,n,r)", 6);
    assert!(check(six, [1, 8, 1, 4, 7, 0]).is_err());
    for right in [[1, 8, 11, 4, 7, 0], [4, 8, 1, 4, 7, 0]] {
        assert!(check(six, right).is_ok());
    }
    let run = recursive(six).unwrap();
    assert_eq!((run.len(), &*run[0].step), (1, "Table IV"));
    assert_eq!(run[0].moves, [1, 8, 11, 4, 7, 0]);
}

#[test]
fn algorithms_3_7_to_3_10_with_table_2_fail() {
    // Use the moves of S(m,m,r) and S(m,m,l) for the inner inverse puzzle, as the text says.
    let shifted = |name: &str, m: u64, cell: u64| -> Vec<u64> {
        solution(name, m).into_iter().map(|x| x + cell).collect()
    };
    type Printed<'a> = &'a dyn Fn(u64) -> Vec<u64>;
    let algorithms: [(&str, u64, Printed<'_>); 4] = [
        ("S^-1(n,n-1,r)", 3, &|n| {
            [
                vec![2 * n - 2, 2 * n - 5],
                shifted("S(n,n,r)", n - 3, 1),
                vec![2 * n - 1],
            ]
            .concat()
        }),
        ("S^-1(n-1,n,r)", 2, &|n| {
            [shifted("S(n,n,l)", n - 2, 0), vec![n - 2, 2 * n - 1]].concat()
        }),
        ("S^-1(n-1,n,l)", 3, &|n| {
            [vec![1, 4], shifted("S(n,n,l)", n - 3, 4), vec![0]].concat()
        }),
        ("S^-1(n,n-1,l)", 2, &|n| {
            [shifted("S(n,n,r)", n - 2, 3), vec![n + 1, 0]].concat()
        }),
    ];
    for (name, skip, printed) in algorithms {
        let right: Vec<u64> = SIZES.filter(|n| (n - skip) % 4 == 0).collect();
        assert_eq!(
            solved(name, |n| printed(n).into_iter().map(Some).collect()),
            right,
            "{name}"
        );
    }
}
