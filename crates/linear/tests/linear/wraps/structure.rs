//! Compares the theorems in the module's documentation with all wraps of small widths, found by
//! playing every sequence of moves.

use crate::wraps::known::{k5_width_22, k5_width_24};
use std::collections::HashMap;
use tait_linear::wrap::{SplitWrap, SplitWrapForm, Wrap};
use tait_linear::{BlockLength, FinalType, Move};

type Row = Vec<u8>;

/// Returns every row that one move of `k` letters `o` and `x` into the hole can make of a row.
fn successors(row: &Row, k: usize) -> impl Iterator<Item = (Move, Row)> {
    let hole = row.iter().position(|&letter| letter == b'.').unwrap();
    let windows = row.windows(k).enumerate();
    let coins = windows.filter(|(_, window)| window.iter().all(|letter| b"ox".contains(letter)));
    coins.map(move |(from, _)| {
        let mut next = row.clone();
        (0..k).for_each(|index| next.swap(from + index, hole + index));
        (Move::from((from as i64 + 1, hole as i64 + 1)), next)
    })
}

fn row(runs: &[(char, usize)]) -> Row {
    let text: Vec<String> = runs
        .iter()
        .map(|&(letter, length)| letter.to_string().repeat(length))
        .collect();
    text.concat().into_bytes()
}

fn length(k: usize) -> BlockLength {
    BlockLength::new(k as u64).unwrap()
}

fn alternates(row: &[u8]) -> bool {
    row.windows(2).all(|two| two[0] != two[1])
}

/// Returns every wrap of a width: one for each final row, inner type and place of the inner
/// solution.
fn wraps(k: usize, m: usize) -> Vec<Wrap> {
    let start = row(&[('o', m), ('#', 2), ('x', m), ('.', k)]);
    // Rows, and the time of the inner solution, each with one way to reach it.
    let mut layer: HashMap<(Row, Option<usize>), Vec<Move>> =
        HashMap::from([((start, None), vec![])]);
    for depth in 0..=m {
        let ready: Vec<_> = layer
            .iter()
            .map(|(state, path)| (state.clone(), path.clone()))
            .collect();
        for ((row, before), path) in ready {
            if before.is_none() && row[m + 2..m + 2 + k].iter().all(|&letter| letter == b'.') {
                let mut slid = row;
                slid[m..m + 2 + k].rotate_right(k);
                let _ = layer.insert((slid, Some(depth)), path);
            }
        }
        if depth == m {
            break;
        }
        let mut next = HashMap::new();
        for ((row, before), path) in layer {
            for (step, made) in successors(&row, k) {
                let way = || [path.as_slice(), &[step]].concat();
                let _ = next.entry((made, before)).or_insert_with(way);
            }
        }
        layer = next;
    }
    let mut found = Vec::new();
    for ((row, before), path) in layer {
        let Some(before) = before else {
            continue;
        };
        let text = String::from_utf8(row).unwrap();
        let coins = text.trim_matches('.');
        for (inner_type, stands) in [(FinalType::White, "ox"), (FinalType::Black, "xo")] {
            if alternates(coins.replace("##", stands).as_bytes()) && !coins.contains('.') {
                let wrap = Wrap::new(length(k), before, path.clone()).unwrap();
                assert_eq!(wrap.inner_type(), inner_type);
                found.push(wrap);
            }
        }
    }
    found
}

#[test]
fn there_is_no_wrap_for_odd_block_lengths() {
    for (k, widest) in [(3, 6), (5, 7), (7, 8)] {
        for m in 1..=widest {
            assert!(wraps(k, m).is_empty(), "k = {k}, m = {m}");
        }
    }
}

#[test]
fn wraps_are_as_the_parity_theorem_says() {
    let mut widths = Vec::new();
    for (k, widest) in [(2, 7), (4, 7)] {
        for m in 1..=widest {
            for wrap in wraps(k, m) {
                assert_eq!(wrap.inner_type(), FinalType::Black);
                assert!(wrap.before().is_multiple_of(2));
                let even = if m % 2 == 0 {
                    FinalType::Black
                } else {
                    FinalType::White
                };
                assert_eq!(wrap.outer_type(), even);
                assert!([0, k as i64].contains(&wrap.outer_shift()));
                assert_eq!(
                    wrap.is_closed(),
                    m % 2 == 0 && wrap.outer_shift() == k as i64
                );
                widths.push((k, m, wrap.is_closed()));
            }
        }
    }
    widths.sort_unstable();
    widths.dedup();
    assert_eq!(widths, [(2, 4, true)]);
}

/// Returns every split wrap of a width, with `q'` and `r` given: one for each frame.
fn split_wraps(k: usize, m: usize, outer: usize, right: usize) -> Vec<SplitWrap> {
    let start = row(&[
        ('A', 1),
        ('o', m),
        ('x', outer - 1),
        ('B', 1),
        ('x', right),
        ('.', k),
    ]);
    let mut layer: HashMap<Row, Vec<Move>> = HashMap::from([(start, vec![])]);
    for _ in 0..m {
        let mut next = HashMap::new();
        for (row, path) in layer {
            for (step, made) in successors(&row, k) {
                let way = || [path.as_slice(), &[step]].concat();
                let _ = next.entry(made).or_insert_with(way);
            }
        }
        layer = next;
    }
    // r = m + q - q'
    let Some(inner) = (right + outer)
        .checked_sub(m)
        .filter(|&inner| inner > 0 && inner <= m + outer)
    else {
        return Vec::new();
    };
    let run = m + outer - inner;
    let frame = |last: &str| {
        let text = format!(
            "A{}{}B{}{}",
            "x".repeat(inner - 1),
            "xo".repeat(run / 2),
            ".".repeat(k),
            last.repeat(right / 2)
        );
        text.into_bytes()
    };
    let mut found = Vec::new();
    for (final_type, last) in [(FinalType::Black, "xo"), (FinalType::White, "ox")] {
        if let Some(path) = layer.get(&frame(last)) {
            let wrap = SplitWrap::new(SplitWrapForm {
                k: length(k),
                final_type,
                inner_penny: inner as u64,
                outer_penny: outer as u64,
                moves: path.clone(),
            });
            found.push(wrap.unwrap());
        }
    }
    found
}

#[test]
fn split_wraps_are_as_the_parity_theorem_says() {
    let mut found = Vec::new();
    for (k, widest) in [(2, 4), (3, 6), (4, 5), (5, 5)] {
        for m in 1..=widest {
            for (outer, right) in
                (1..=3).flat_map(|outer| (0..=m + 2).map(move |right| (outer, right)))
            {
                for wrap in split_wraps(k, m, outer, right) {
                    assert!(m.is_multiple_of(2) && right >= 2);
                    assert!((wrap.inner_penny() + wrap.outer_penny()).is_multiple_of(2));
                    // The first block: nickels only, or across the middle, where there must be a
                    // penny.
                    let first = wrap.moves()[0].from as usize;
                    let nickels = first + k <= m + 2;
                    assert_eq!(nickels, wrap.final_type() == FinalType::Black);
                    assert!(nickels || outer >= 2);
                    found.push((
                        k,
                        m,
                        wrap.final_type(),
                        wrap.inner_penny(),
                        wrap.outer_penny(),
                    ));
                }
            }
        }
    }
    // Algorithm 4.1, and the wrap of it around itself.
    let expected = [2, 4, 6].map(|m| (3, m, FinalType::White, 2, 2));
    assert_eq!(found, expected);
    for wrap in [k5_width_22(), k5_width_24()] {
        assert_eq!(wrap.final_type(), FinalType::Black);
        assert!(
            wrap.moves()[0].from + 5 <= wrap.width() as i64 + 2,
            "nickels alone"
        );
    }
}

/// Returns the final types of all `n`-move solutions on the row and R1 alone, by shift.
fn final_types(k: usize, n: usize) -> Vec<(i64, FinalType)> {
    let pairs = |row: &Row| {
        row.windows(2)
            .filter(|two| matches!(*two, b"ox" | b"xo"))
            .count()
    };
    let mut layer = vec![row(&[('o', n), ('x', n), ('.', k)])];
    for depth in 1..=n {
        // An n-move solution has 2n - 1 pairs at the end, and each move gains at most 2.
        let made = layer
            .iter()
            .flat_map(|row| successors(row, k).map(|(_, made)| made));
        let mut next: Vec<Row> = made.filter(|row| pairs(row) + 1 >= 2 * depth).collect();
        next.sort_unstable();
        next.dedup();
        layer = next;
    }
    let mut types = Vec::new();
    for row in layer {
        let text = String::from_utf8(row).unwrap();
        let coins = text.trim_matches('.').as_bytes();
        if alternates(coins) && !coins.contains(&b'.') {
            let first = if coins[0] == b'o' {
                FinalType::White
            } else {
                FinalType::Black
            };
            types.push((text.find(['o', 'x']).unwrap() as i64, first));
        }
    }
    types.sort_unstable();
    types.dedup();
    types
}

#[test]
fn small_solutions_on_the_row_and_r1_have_the_types_that_were_measured() {
    for (k, largest) in [(2, 10), (3, 12), (4, 12), (5, 13)] {
        for n in k..=largest {
            for (shift, final_type) in final_types(k, n) {
                let expected = match shift {
                    0 => FinalType::White,
                    _ if k % 2 == 0 => FinalType::Black,
                    _ => FinalType::White,
                };
                assert_eq!(final_type, expected, "k = {k}, n = {n}, shift {shift}");
                assert!(shift == 0 || shift == k as i64);
            }
        }
    }
}
