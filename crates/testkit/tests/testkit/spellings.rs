//! Moves in all spellings, in every family, and what is refused.

use proptest::prelude::*;
use tait_grid as grid;
use tait_linear::rows::RowHeader;
use tait_linear::{AuxiliaryHeader, Header, Move, moves_in_line};
use tait_testkit::laws;
use tait_text::{MoveReader, MoveTextError, Stated};
use tait_vacancy::{Puzzle, WrittenMove};

fn cells(line: &str) -> Result<Vec<(u64, Option<u64>)>, MoveTextError> {
    let pair = |WrittenMove { cell, to }| (cell, to);
    Ok(Puzzle::moves(line, None)?.into_iter().map(pair).collect())
}

/// A move between two places in every spelling.
fn spellings(from: &str, to: &str) -> Vec<String> {
    let arrows = [
        "→",
        "->",
        " -> ",
        " → ",
        "-",
        " - ",
        " to ",
        "=>",
        " – ",
        "-->",
        r" \rightarrow ",
        r" \to ",
    ];
    let mut all: Vec<String> = arrows
        .iter()
        .flat_map(|arrow| [format!("{from}{arrow}{to}"), format!("({from}{arrow}{to})")])
        .collect();
    all.push(format!("$({from} \\rightarrow {to})$"));
    for first in all.clone() {
        all.push(format!("1. {first}"));
        all.push(format!("12) {first} # the second, 3→4"));
        all.push(format!("7: {first}; // 8 9"));
    }
    all
}

#[test]
fn every_family_reads_every_spelling() {
    for (from, to) in [(2, 9), (0, -3), (10, -1), (-4, 7), (-2, -9)] {
        let mut all = spellings(&from.to_string(), &to.to_string());
        all.extend([
            format!("{from} {to}"),
            format!("{from},{to}"),
            format!("{from}, {to}."),
            format!("({from},{to})"),
            format!("({from} {to})"),
            format!("[{from}, {to}]"),
            format!("[[{from}.0,{to}.0]]"),
            format!("({from})→({to})"),
            format!("1. {from} {to}"),
        ]);
        let step = Move { from, to };
        for text in &all {
            assert_eq!(moves_in_line(text), Ok(vec![step]), "{text}");
            if !text.contains(['#', '/']) {
                let line = format!("{text} {text}, {text}");
                assert_eq!(moves_in_line(&line), Ok(vec![step; 3]), "{line}");
            }
        }
    }
    for text in spellings("5", "2") {
        assert_eq!(cells(&text), Ok(vec![(5, Some(2))]), "{text}");
    }
    let step: grid::Move = "(1, -2)→(0, 3)".parse().unwrap();
    for (from, to) in [
        ("(1, -2)", "(0,3)"),
        ("1 -2", "0 3"),
        ("1,-2", "0,3"),
        ("[1,-2]", "[0,3]"),
    ] {
        let mut all = spellings(from, to);
        all.extend([format!("{from} {to}"), format!("{from}, {to}")]);
        for text in all {
            assert_eq!(grid::moves_in_line(&text, None), Ok(vec![step]), "{text}");
            assert_eq!(
                grid::moves_in_line(&text, Some(2)),
                Ok(vec![step]),
                "{text}"
            );
        }
    }
    let graph = grid::moves_in_line("1 2, 3→4 (5,6)", Some(1)).unwrap();
    assert_eq!(graph.len(), 3);
}

#[test]
fn lists_are_read_in_one_line() {
    let moves = |pairs: &[(i64, i64)]| Ok(pairs.iter().copied().map(Move::from).collect());
    for text in [
        "5 2 8 5",
        "5,2,8,5",
        "(5,2),(8,5)",
        "[[5,2],[8,5]]",
        "[5.0, 2, 8, 5]",
        "5-2 8-5",
        "1. 5→2 2. 8→5",
        "(5→2; 8→5)",
        "5 to 2. 8 to 5.",
    ] {
        assert_eq!(moves_in_line(text), moves(&[(5, 2), (8, 5)]), "{text}");
    }
    assert_eq!(
        moves_in_line("2-9 -4-7 1--3"),
        moves(&[(2, 9), (-4, 7), (1, -3)])
    );
    assert_eq!(moves_in_line(" # nothing"), Ok(vec![]));
    for text in [
        "1 3 2",
        "1,3,2",
        "[1, 3.0, 2]",
        "(1) 3 (2).",
        "1 3 2 // done",
        "1. 1, 3, 2",
    ] {
        assert_eq!(
            cells(text),
            Ok(vec![(1, None), (3, None), (2, None)]),
            "{text}"
        );
    }
    assert_eq!(cells("(3,2) 1"), Ok(vec![(3, Some(2)), (1, None)]));
    assert_eq!(
        cells("[[1,2.0],[3,1]]"),
        Ok(vec![(1, Some(2)), (3, Some(1))])
    );
}

/// The header line, lists over several lines, and single moves.
#[test]
fn lists_over_several_lines_stand_below_a_header_in_every_family() {
    fn read<H: Stated<Move: std::fmt::Debug>>(text: &str, header: &str) -> String {
        let text = format!("# {header}\n{text}\n");
        let mut reader = MoveReader::<_, H>::new(text.as_bytes());
        assert!(reader.header().unwrap().is_some(), "{text}");
        let moves: Result<Vec<_>, _> = reader.by_ref().collect();
        assert_eq!(reader.line_number(), text.lines().count() as u64 + 1);
        moves.map_or_else(|error| error.to_string(), |moves| format!("{moves:?}"))
    }
    let lists = [
        "[\n  [2.0, 9], # one\n  [5,\n2]\n]",
        "[[2,9],\n[5,2]]",
        "[2,9]\n[5,2]",
        "2 9 5 2",
    ];
    let moves = format!("{:?}", [(2, 9), (5, 2)].map(Move::from));
    for list in lists {
        assert_eq!(read::<Header>(list, "linear k=2 n=4"), moves, "{list}");
        assert_eq!(
            read::<RowHeader>(list, "row k=2 row=aabbb_a"),
            moves,
            "{list}"
        );
        assert_eq!(
            read::<AuxiliaryHeader>(list, "auxiliary k=4"),
            moves,
            "{list}"
        );
    }
    for list in [
        "[\n1.0,\n3 // jump\n, 2\n]",
        "[1,3,\n2]",
        "[1]\n[3, 2]",
        "1\n3 2",
    ] {
        let moves = format!("{:?}", [1, 3, 2].map(|cell| WrittenMove { cell, to: None }));
        for puzzle in [
            "shuffling snnr n=4",
            "checkers n=1 m=1",
            "reversal n=2 start=3 end=any",
            "frogs n=1 m=1 v=2",
        ] {
            assert_eq!(read::<Puzzle>(list, puzzle), moves, "{list}");
        }
    }
    let open = read::<Header>("[[2,9],\n[5,2]\n", "linear k=2 n=4");
    assert!(
        open.starts_with("line 2: ") && open.contains("a bracket is not closed"),
        "{open}"
    );
}

#[test]
fn what_may_be_read_in_two_ways_is_refused_in_one_line() {
    let unclear = "it is not clear which positions belong together";
    for (text, reason) in [
        ("2-9-4", unclear),
        ("2→9→4", unclear),
        ("2 9→5", unclear),
        ("1 2→9", unclear),
        ("2. 9. 5. 2", unclear),
        ("(2→9 5→", "no position follows the arrow"),
        ("2→(9,5)", unclear),
        ("2→9 5", "a position is left over"),
        ("5 2 8", "a position is left over"),
        ("2;9", "something else stands where a position should"),
        ("→9", "no position stands before the arrow"),
        ("2→", "no position follows the arrow"),
        ("(2→9", "a bracket is not closed"),
        ("2→9)", "a bracket closes that was not opened"),
        ("(2→9]", "a bracket closes that was not opened"),
        ("1.2→9", "a point stands between two digits"),
        ("2.5 9", "a point stands between two digits"),
        ("(2→9) then", "expected a position; comments follow '#'"),
        ("9999999999999999999 2", "the position is out of range"),
        ("((((2→9))))", unclear),
    ] {
        let error = moves_in_line(text).unwrap_err();
        assert!(
            error.reason == reason || text == "(2→9 5→",
            "{text}: {error}"
        );
        assert!(error.to_string().ends_with("; write (6→31), 6->31 or 6 31"));
    }
    for (text, reason) in [
        (
            "1. 3, 2.",
            "a number with a point may be that of a move or of a cell",
        ),
        ("3. 2. 1.", unclear),
        ("3-2-1", unclear),
        ("[[3,2,1]]", unclear),
        ("3 -2", "the position is out of range"),
        ("two", "expected a position; comments follow '#'"),
    ] {
        assert_eq!(
            cells(text).map_err(|error| error.reason),
            Err(reason),
            "{text}"
        );
    }
    for text in ["(1,2)→3", "1 2 3→4 5", "(1,2)", "1,2,3"] {
        assert!(grid::moves_in_line(text, Some(2)).is_err(), "{text}");
    }
}

proptest! {
    /// Texts of what moves are made of.
    #[test]
    fn what_is_read_is_read_again(
        parts in prop::collection::vec(prop::sample::select(vec![
            "1", "2", "-3", "40", " ", " ", ",", "-", "→", "->", "to", "(", ")", "[", "]", ".", ".0", "$", ";", "#", "x",
        ]), 0..14),
    ) {
        laws::texts(parts.concat().as_bytes());
    }
}
