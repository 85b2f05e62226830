//! `MoveReader`: a stream of lines in any notation, and the line number of the first error.

use crate::rules::text_forms::notations;
use proptest::prelude::*;
use tait_linear::{Move, MoveReader, ReadError, read_solution};

#[derive(Debug, Clone)]
enum Line {
    Moves(Vec<(Move, usize)>),
    Comment,
    Blank,
}

fn line() -> impl Strategy<Value = Line> {
    let step = (-99..99i64, -99..99i64).prop_map(Move::from);
    prop_oneof![
        6 => prop::collection::vec((step, 0..5usize), 1..4).prop_map(Line::Moves),
        1 => Just(Line::Comment),
        1 => Just(Line::Blank),
    ]
}

fn text_of(line: &Line) -> String {
    match line {
        Line::Moves(steps) => {
            let texts: Vec<String> = steps
                .iter()
                .map(|(step, n)| notations(*step)[*n].clone())
                .collect();
            texts.join(", ")
        }
        Line::Comment => "# (1→2) is not read".into(),
        Line::Blank => "  ".into(),
    }
}

fn moves_of(lines: &[Line]) -> Vec<Move> {
    let steps = |line: &Line| match line {
        Line::Moves(steps) => steps.iter().map(|(step, _)| *step).collect(),
        Line::Comment | Line::Blank => Vec::new(),
    };
    lines.iter().flat_map(steps).collect()
}

proptest! {
    #[test]
    fn lines_in_any_notation_are_read_in_order_up_to_the_first_bad_one(
        lines in prop::collection::vec(line(), 1..12),
        bad in any::<prop::sample::Index>(),
        damage in prop::sample::select(vec!["(1→)", "1→2→3", "(1→2", "(1=2)", "$(1→2)", "(x→2)", "(1→2) more", "prose"]),
        ending in prop::sample::select(vec!["\n", "\r\n"]),
    ) {
        let mut texts: Vec<String> = lines.iter().map(text_of).collect();
        let whole = texts.join(ending);
        let read: Result<Vec<Move>, _> = MoveReader::new(whole.as_bytes()).collect();
        assert_eq!(read.unwrap(), moves_of(&lines));
        // The last line may or may not end in a line break.
        let whole = whole + ending;
        assert_eq!(MoveReader::new(whole.as_bytes()).count(), moves_of(&lines).len());

        let at = bad.index(texts.len());
        texts[at] = damage.to_owned();
        let whole = texts.join(ending);
        let mut reader = MoveReader::new(whole.as_bytes());
        for expected in moves_of(&lines[..at]) {
            assert_eq!(reader.next().unwrap().unwrap(), expected);
        }
        match reader.next() {
            Some(Err(ReadError::BadMove { line, .. })) => assert_eq!(line, at as u64 + 1),
            other => panic!("{other:?}"),
        }
        assert!(reader.next().is_none(), "nothing follows an error");
    }
}

#[test]
fn headers_are_found_behind_comments_and_their_faults_carry_the_line() {
    let good = "# made by hand\n\n# linear k=2 n=3 start=-4\n(−)";
    let mut reader = MoveReader::new(good.as_bytes());
    let header = reader.header().unwrap().unwrap();
    assert_eq!(
        (header.puzzle.k(), header.puzzle.n(), header.start),
        (2, 3, -4)
    );
    assert_eq!(reader.line_number(), 3);

    let plain = read_solution("# linear n=3 k=2\n(1→7) (6→9)\n(3→6)".as_bytes()).unwrap();
    assert_eq!((plain.start(), plain.moves().len()), (1, 3));

    let error = |text: &str| read_solution(text.as_bytes()).unwrap_err();
    assert!(matches!(error(""), ReadError::NoHeader(_)));
    assert!(matches!(
        error("(1→7)\n# linear k=2 n=3\n"),
        ReadError::NoHeader(_)
    ));
    for header in [
        "k=2",
        "k=2 n=x",
        "k=2 n=3 m=1",
        "k=2 n 3",
        "k=2 n=3 start=one",
        "k=-2 n=3",
    ] {
        let text = format!("\n# linear {header}\n(1→7)");
        assert!(
            matches!(error(&text), ReadError::BadHeader { line: 2, .. }),
            "{header}"
        );
    }
    for header in [
        "k=1 n=3",
        "k=64 n=99",
        "k=6 n=3",
        "k=2 n=0",
        "k=2 n=999999999999999999",
        "k=2 n=3 start=9223372036854775807",
        "k=2 n=3 start=-9223372036854775808",
    ] {
        let text = format!("\n\n# linear {header}\n(1→7)");
        assert!(
            matches!(error(&text), ReadError::BadHeader { line: 3, .. }),
            "{header}"
        );
    }
}

#[test]
fn bytes_that_are_no_text_and_streams_that_fail_are_told_with_their_line() {
    let mut reader = MoveReader::new(b"(1\xe2\x86\x922)\n\xff\xfe\n".as_slice());
    assert!(reader.next().unwrap().is_ok());
    assert!(matches!(
        reader.next(),
        Some(Err(ReadError::BadMove { line: 2, .. }))
    ));

    struct Failing(u32);
    impl std::io::Read for Failing {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            self.0 += 1;
            if self.0 > 2 {
                return Err(std::io::Error::other("the disk is gone"));
            }
            let line = "(1→2)\n".as_bytes();
            buffer[..line.len()].copy_from_slice(line);
            Ok(line.len())
        }
    }
    let mut reader = MoveReader::new(std::io::BufReader::with_capacity(8, Failing(0)));
    assert!(reader.next().unwrap().is_ok() && reader.next().unwrap().is_ok());
    assert!(matches!(
        reader.next(),
        Some(Err(ReadError::Io { line: 3, .. }))
    ));
    assert!(reader.next().is_none());
}

#[test]
fn numbers_of_any_length_take_the_same_meaning_on_the_fast_and_the_slow_path() {
    // The fast path reads 18 digits, but neither 19 digits nor blanks.
    for number in [
        0,
        7,
        999_999_999_999_999_999,
        1_000_000_000_000_000_000,
        1 << 60,
    ] {
        for text in [
            format!("({number}→1)\n"),
            format!(" ({number} → 1)\n"),
            format!("({number}->1)"),
        ] {
            let read: Vec<Move> = MoveReader::new(text.as_bytes())
                .map(Result::unwrap)
                .collect();
            assert_eq!(
                read,
                [Move {
                    from: number,
                    to: 1
                }]
            );
        }
    }
    let too_long = "(1→2)\n(12345678901234567890123→1)\n";
    let errors: Vec<_> = MoveReader::new(too_long.as_bytes())
        .filter_map(Result::err)
        .collect();
    assert!(matches!(
        errors.as_slice(),
        [ReadError::BadMove { line: 2, .. }]
    ));
}

#[test]
fn drawings_are_read_row_by_row_and_none_may_be_missing() {
    let header = "# linear k=2 n=3 start=1 drawn: 3 moves";
    let rows = "   1 2   move, coins\n   o o\n1 o[o o]  (1→7) oo +1 2\n2 \x1b[1m[\x1b[0mx  (6->-9) xo (a note)\n3 x  (3→6)\n";
    let read = |text: &str| read_solution(text.as_bytes());
    let moves = [(1, 7), (6, -9), (3, 6)].map(Move::from);
    assert_eq!(read(&format!("{header}\n\n{rows}")).unwrap().moves(), moves);
    let without_a_row = rows.replacen("1 o[o o]  (1→7) oo +1 2\n", "", 1);
    let error = read(&format!("{header}\n{without_a_row}")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 4: expected row 1 of the drawing, found '2'"
    );
    for (words, expected) in [
        (
            "moves=2..3 drawn: some",
            "line 1: these are moves 2 to 3, a part of a solution",
        ),
        ("moves=1..0 drawn", "line 1: these rows have no moves"),
        (
            "drawn and more",
            "line 1: invalid header '# linear k=2 n=3 start=1 drawn and more'",
        ),
    ] {
        let line = read(&format!("# linear k=2 n=3 start=1 {words}\n(1→7)\n")).unwrap_err();
        assert!(line.to_string().starts_with(expected), "{line}");
    }
}

#[test]
fn a_second_header_or_line_of_a_list_begins_the_next_solution() {
    let one = "# linear k=2 n=3 start=1\n(1→7) (6→9)\n(3→6)\n";
    let twice = [one, one].concat();
    assert!(matches!(
        read_solution(twice.as_bytes()),
        Err(ReadError::Several)
    ));
    // The same header may stand twice above the moves.
    let headed = format!("# linear k=2 n=3\n{one}");
    assert_eq!(read_solution(headed.as_bytes()).unwrap().moves().len(), 3);
    let list =
        "# linear k=2 n=3 start=1 lines=solutions\n(1→7)\n\n# a comment\n(6→9) (3→6)\n(2→5)\n";
    let mut reader = MoveReader::new(list.as_bytes());
    let mut lengths = Vec::new();
    loop {
        assert!(reader.header().unwrap().is_some());
        lengths.push(reader.by_ref().map(Result::unwrap).count());
        if !reader.goes_on() {
            break;
        }
    }
    assert_eq!(lengths, [1, 2, 1]);
}
