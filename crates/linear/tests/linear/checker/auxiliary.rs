//! The checker of the auxiliary puzzle against halves that are lists of letters, and its refusals.

use tait_linear::{AuxiliaryOffsets, AuxiliarySolution, BlockLength};
use tait_testkit::naive::auxiliary::Halves;

fn length(k: u64) -> BlockLength {
    BlockLength::new(k).unwrap()
}

/// Every sequence of `k` exchanges at offsets below `k`.
fn all_offsets(k: u32) -> Vec<AuxiliaryOffsets> {
    let mut all = vec![Vec::new()];
    for _ in 0..k {
        let longer = all.into_iter().flat_map(|before| {
            (0..k * k).map(move |pair| {
                let mut after: Vec<(u32, u32)> = before.clone();
                after.push((pair / k, pair % k));
                after
            })
        });
        all = longer.collect();
    }
    all.into_iter().map(AuxiliaryOffsets).collect()
}

#[test]
fn the_checker_accepts_exactly_what_letters_accept() {
    for (k, expected) in [(2, 2), (3, 10), (4, 40)] {
        let mut solved = 0;
        for offsets in all_offsets(k as u32) {
            let mut halves = Halves::new(k as usize);
            let exchanged: Vec<(String, String)> = offsets
                .0
                .iter()
                .map(|&(g, h)| halves.exchange(k as usize, g as usize, h as usize))
                .collect();
            let checked = AuxiliarySolution::of_offsets(length(k), -3, &offsets).check();
            assert_eq!(checked.is_ok(), halves.is_solved(), "{offsets}");
            let Ok(verdict) = checked else { continue };
            solved += 1;
            assert_eq!(verdict.offsets(), offsets);
            let patterns: Vec<(String, String)> = verdict
                .exchanges
                .iter()
                .map(|e| (e.pattern.to_string(), e.returned.to_string()))
                .collect();
            assert_eq!(patterns, exchanged);
        }
        assert_eq!(solved, expected, "k={k}");
    }
}

#[test]
fn the_longest_blocks_are_checked_as_well() {
    for k in [16, 31, 63] {
        let order: Vec<u32> = (0..k as u32).rev().collect();
        let offsets = AuxiliaryOffsets::equal(&order);
        let verdict = AuxiliarySolution::of_offsets(length(k), 1, &offsets)
            .check()
            .unwrap();
        let pairs: Vec<u32> = verdict
            .patterns()
            .iter()
            .map(|pattern| pattern.pairs())
            .collect();
        assert_eq!(pairs, (0..k as u32).collect::<Vec<_>>());
    }
}

#[test]
fn forgeries_fail_with_the_requirement_that_they_break() {
    let header = "# auxiliary k=2 start=1\n";
    let right = "(1→9) (5→1) (9→5) (2→9) (6→2) (9→6)";
    assert!(
        format!("{header}{right}")
            .parse::<AuxiliarySolution>()
            .unwrap()
            .check()
            .is_ok()
    );
    for (moves, expected) in [
        (
            "(1→9) (5→1) (9→5)",
            "it has 3 moves, but a solution has 3k = 6 (Requirement 5.1.1(5))",
        ),
        ("", "it has 0 moves"),
        (
            "(1→9) (5→1) (9→5) (2→9) (6→2) (9→6) (1→9)",
            "it has 7 moves",
        ),
        (
            "(1→9) (5→1) (9→5) (1→9) (5→1) (9→5)",
            "after the last move position 1 holds o, but a solution has x there",
        ),
        (
            "(1→10)",
            "move 1 (1→10) does not go from the first half to R1 (Requirement 5.1.1(4))",
        ),
        (
            "(5→9)",
            "move 1 (5→9) does not go from the first half to R1",
        ),
        (
            "(1→9) (9→1)",
            "move 2 (9→1) does not go from the second half to the first",
        ),
        (
            "(1→9) (5→11)",
            "move 2 (5→11) does not go from the second half to the first",
        ),
        (
            "(1→9) (5→1) (9→11)",
            "move 3 (9→11) does not go from R1 to the second half",
        ),
        (
            "(3→9)",
            "move 1 slides the coin at position 4, which must be stationary (Requirement 5.1.1(3))",
        ),
        ("(1→9) (7→1)", "move 2 slides the coin at position 8"),
        (
            "(1→3)",
            "move 1 (1→3) is not allowed: position 3 is occupied",
        ),
        (
            "(11→1)",
            "move 1 (11→1) is not allowed: position 11 holds no coin to move",
        ),
    ] {
        let solution: AuxiliarySolution = format!("{header}{moves}").parse().unwrap();
        let error = solution.check().unwrap_err().to_string();
        assert!(error.starts_with(expected), "{moves}: {error}");
    }
}

#[test]
fn texts_are_refused_in_one_line_that_names_the_place() {
    for (text, expected) in [
        (
            "(1→9)",
            "the puzzle of these moves is unknown: begin the text with a line like '# auxiliary k=3 start=1'",
        ),
        ("# auxiliary start=1", "line 1: invalid header"),
        ("# auxiliary k=2 n=4", "line 1: invalid header"),
        ("# auxiliary k=1", "line 1: "),
        ("# auxiliary k=2 start=9223372036854775807", "line 1: "),
        ("# auxiliary k=2\n(1→x)", "line 2: "),
    ] {
        let error = text.parse::<AuxiliarySolution>().unwrap_err().to_string();
        assert!(
            error.starts_with(expected) && !error.contains('\n'),
            "{text}: {error}"
        );
    }
    let commented = "\n# found by hand\n# auxiliary k=3\n(1→9)\n";
    let solution: AuxiliarySolution = commented.parse().unwrap();
    assert_eq!((solution.start(), solution.moves().len()), (1, 1));
    for text in ["", "1,", "1;2", "64", "-1", "1:2:3", "x"] {
        assert!(text.parse::<AuxiliaryOffsets>().is_err(), "{text}");
    }
}
