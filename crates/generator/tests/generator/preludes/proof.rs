//! Tests the numbered statements of the proof in the docs of `prelude`, each as it is written
//! there.

use super::case::{Case, c, for_cases, times};
use tait_linear::{Coin, Pattern, Replay, Row, UsedOffsets, window_of};

fn shown(row: &Row, positions: std::ops::RangeInclusive<i64>) -> String {
    let coin = |position| match row.coin(position) {
        Some(Coin::Nickel) => 'o',
        Some(Coin::Penny) => 'x',
        None => '.',
    };
    positions.map(coin).collect()
}

fn has_ends(word: &str, first: char, last: char) -> bool {
    word.starts_with(first) && word.ends_with(last)
}

#[test]
fn statement_1_ends_of_words() {
    for_cases(|case, _, _| {
        for t in 3..=case.k {
            let (core, word) = (case.core(t), case.word(t));
            assert_eq!(core.len() as i64, t - 2 + case.d);
            assert_eq!(word.len() as i64, case.k);
            assert!(case.m(t) >= 1);
            let (new, old) = (c(t - 1), c(t - 2));
            match t % 2 {
                0 => assert!(has_ends(&core, old, new) && has_ends(&word, c(t), new)),
                _ => assert!(has_ends(&core, new, old) && has_ends(&word, new, c(t))),
            }
            assert_ne!(c(t), old);
        }
    });
}

#[test]
fn statement_2_windows_and_strips() {
    for_cases(|case, prelude, _| {
        let Case { k, n, d, y, z } = *case;
        for t in 4..=k {
            let by = if t % 2 == 0 { -case.m(t) } else { case.m(t) };
            assert_eq!(case.w(t), case.w(t - 3) + by);
        }
        for t in 1..=k {
            let cells = match t % 3 {
                0 => (4 - k).min(-d)..=k - 1 - d,
                1 => n + z - 2 * k + 4 + d..=n + z + 1,
                _ => n + y + 3..=n + y + 2 * k - 1 - d,
            };
            assert!(cells.contains(&case.w(t)) && cells.contains(&(case.w(t) + k - 1)));
        }
        assert!(k - d <= n + z - 2 * k + 3 + d && z <= y && n + y + 2 * k - d <= 2 * n);
        let windows: Vec<i64> = prelude.moves().iter().map(|step| step.from).collect();
        let expected: Vec<i64> = [2, 1].into_iter().chain(3..=k).map(|t| case.w(t)).collect();
        assert_eq!(windows, expected);
    });
}

#[test]
fn statements_3_and_4_rows_and_neighbours() {
    for_cases(|case, prelude, puzzle| {
        let Case { k, n, .. } = *case;
        let mut replay = Replay::new(puzzle, 1);
        for (step, t) in prelude.moves().into_iter().zip(1..) {
            let played = replay.play_counting(step).unwrap();
            assert_eq!(played.gain, if t <= 2 { 1 } else { 2 });
            if t == 1 {
                continue;
            }
            if t >= 3 {
                assert_eq!(played.pattern.to_string(), case.word(t));
                let expected = case.row(t);
                assert_eq!(
                    shown(replay.row(), 1 - k..=2 * n + k),
                    expected,
                    "{prelude:?} {t}"
                );
            }
            assert_eq!(replay.row().first_occupied(1 - 3 * k, 2 * k as u32), None);
            assert_eq!(
                replay.row().first_occupied(2 * n + k + 1, 2 * k as u32),
                None
            );
            for empty in [t - 1, t] {
                let at = case.w(empty);
                let (left, right) = (at - 1..=at - 1, at + k..=at + k);
                let types = [left, right].map(|place| shown(replay.row(), place));
                let mut expected = [c(empty), c(empty - 1)].map(String::from);
                if empty % 2 == 1 {
                    expected.reverse();
                }
                assert_eq!(types, expected, "{prelude:?} {t}");
            }
        }
    });
}

/// Tests that the coins beside and between the strips never move, as the limits ensure.
#[test]
fn some_coins_never_move() {
    for_cases(|case, prelude, _| {
        let Case { k, n, d, y, z } = *case;
        let before = if k >= 6 { 3 - k } else { -1 - d };
        assert!(before >= 1 - k);
        let moves = &prelude.moves()[2..];
        let stay = [
            before..=before,
            k - d..=n + z - 2 * k + 3 + d,
            n + z + 2..=n + y + 2,
            n + y + 2 * k - d..=2 * n,
        ];
        assert!(stay.iter().all(|positions| !positions.is_empty()));
        for position in stay.into_iter().flatten() {
            assert!(
                moves
                    .iter()
                    .all(|step| !(step.from..step.from + k).contains(&position))
            );
        }
    });
}

#[test]
fn statement_5_each_move_but_the_second_serves_the_next_offset() {
    for_cases(|case, prelude, puzzle| {
        let k = puzzle.block_length();
        let mut used = UsedOffsets::default();
        let mut replay = Replay::new(puzzle, 1);
        let served = prelude.served();
        assert_eq!(served.len() as i64, case.k);
        for ((step, offset), t) in prelude.moves().into_iter().zip(served).zip(1..) {
            let carried = replay.play(step).unwrap();
            let Some(offset) = offset else {
                assert_eq!(t, 2);
                continue;
            };
            let shown = window_of(k, used, offset);
            assert!(
                [shown, shown.complement()].contains(&carried),
                "{prelude:?} {t}"
            );
            used = used.with(offset);
            if t % 2 == 0 {
                counts_of_statement_5(case, used, t, shown);
            }
        }
        // Statement 6: the remaining offset needs an alternating pattern.
        let left: Vec<u32> = (0..k.get())
            .filter(|&offset| !used.contains(offset))
            .collect();
        let [last] = left[..] else {
            panic!("{prelude:?} leaves {left:?}");
        };
        let shown = window_of(k, used, last).to_string();
        assert!(
            !shown.contains("oo") && !shown.contains("xx"),
            "{prelude:?}"
        );
        assert_eq!(last, [k.get() / 2, k.get() - 1][case.d as usize]);
    });
}

/// Checks how often each cell of the window was changed, counted from the right end.
fn counts_of_statement_5(case: &Case, used: UsedOffsets, t: i64, shown: Pattern) {
    let (u, a, d) = (t - 2, (t - 2) / 2, case.d);
    assert!(used.contains(a as u32));
    let cells = shown.to_string();
    for (r, cell) in (0..).zip(cells.chars().rev()) {
        let changes = match r {
            _ if r <= a => r + a,
            _ if r <= a + d => 2 * a,
            _ if r <= u + d => a + u + d - r,
            _ => a,
        };
        assert_eq!(cell, ['o', 'x'][changes as usize % 2], "t = {t}, r = {r}");
    }
}

#[test]
fn statement_7_the_second_move_could_serve_too() {
    for_cases(|case, prelude, puzzle| {
        let Case { k, d, z, .. } = *case;
        let mut replay = Replay::new(puzzle, 1);
        let carried: Vec<Pattern> = prelude.moves()[..3]
            .iter()
            .map(|&step| replay.play(step).unwrap())
            .collect();
        let second = times('o', k - 1 - z) + &times('x', 1 + z);
        assert_eq!(carried[1].to_string(), second, "{prelude:?}");
        let used = UsedOffsets::default().with(0);
        let shown = window_of(puzzle.block_length(), used, (z + 1) as u32);
        assert!(
            [shown, shown.complement()].contains(&carried[1]),
            "{prelude:?}"
        );
        let is_third = [carried[2], carried[2].complement()].contains(&carried[1]);
        assert_eq!(is_third, z == k - 2 - d, "{prelude:?}");
    });
}
