//! The stream writes the displayed moves, whatever the range, the format and the number of threads.

use proptest::prelude::*;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::ops::Range;
use tait_generator::stream::{Format, RangeError, indices, write_moves};
use tait_generator::thesis::{SlidingCoinK2, SlidingCoinK3Even, SlidingCoinK3Odd};
use tait_generator::{MoveSequence, published};
use tait_linear::{FARTHEST_POSITION, Move, Puzzle, Solution};
use tait_testkit::on_threads;

fn written(moves: &dyn MoveSequence, range: Range<u64>, format: Format) -> String {
    let mut out = Vec::new();
    write_moves(moves, range, format, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// Returns the same text, written the slow way.
fn displayed(moves: &dyn MoveSequence, range: Range<u64>, format: Format) -> String {
    let count = moves.count();
    let part = range.start.min(count)..range.end.min(count);
    let mut text = String::new();
    match format {
        Format::Csv => text.push_str("move,from,to\n"),
        Format::Json(fields) => {
            write!(text, "{{{fields},").unwrap();
            if part != (0..count) {
                write!(text, r#""first_move":{},"#, part.start + 1).unwrap();
            }
            text.push_str(r#""moves":["#);
        }
        Format::Text("") | Format::JsonLines(_) => {}
        Format::Text(name) if part == (0..count) => writeln!(text, "# {name}").unwrap(),
        Format::Text(name) => {
            writeln!(text, "# {name} moves={}..{}", part.start + 1, part.end).unwrap();
        }
    }
    for index in part.clone() {
        let step = moves.move_at(index).unwrap();
        let Move { from, to } = step;
        match format {
            Format::Text(_) => writeln!(text, "{step}").unwrap(),
            Format::JsonLines(fields) => {
                let number = index + 1;
                writeln!(
                    text,
                    r#"{{{fields},"move":{number},"from":{from},"to":{to}}}"#
                )
                .unwrap();
            }
            Format::Csv => writeln!(text, "{},{from},{to}", index + 1).unwrap(),
            Format::Json(_) => {
                let comma = if index == part.start { "" } else { "," };
                write!(text, "{comma}[{from},{to}]").unwrap();
            }
        }
    }
    if let Format::Json(_) = format {
        text.push_str("]}\n");
    }
    text
}

fn fields(k: u64, n: u64, start: i64) -> String {
    format!(r#""puzzle":"linear","k":{k},"n":{n},"start":{start}"#)
}

const fn formats(fields: &str) -> [Format<'_>; 5] {
    let json = Format::Json(fields);
    let headed = Format::Text("linear k=2 n=5 start=1");
    [
        Format::Text(""),
        Format::JsonLines(fields),
        Format::Csv,
        json,
        headed,
    ]
}

#[test]
fn many_chunks_come_out_in_order() {
    // More than two batches of eight chunks of 8192 moves.
    let n = 200_003;
    let moves = SlidingCoinK2::new(n, -7).unwrap();
    for format in formats(&fields(2, n, -7)) {
        for range in [0..n, 8191..8193, 65_530..140_000, 0..8192, 5..u64::MAX] {
            let expected = displayed(&moves, range.clone(), format);
            assert!(
                written(&moves, range.clone(), format) == expected,
                "{range:?}"
            );
        }
    }
}

#[test]
fn the_number_of_threads_makes_no_difference() {
    let moves = SlidingCoinK3Even::new(150_000, 4).unwrap();
    let outputs = [1, 2, 7]
        .map(|threads| on_threads(threads, || written(&moves, 10..149_990, Format::Text(""))));
    assert!(outputs[0] == displayed(&moves, 10..149_990, Format::Text("")));
    assert!(outputs.iter().all(|output| *output == outputs[0]));
}

#[test]
fn a_whole_solution_reads_back() {
    let moves = SlidingCoinK3Odd::new(4001, 0, -20).unwrap();
    let fields = fields(3, 4001, -20);
    let json = Format::Json(&fields);
    let solution: Solution = serde_json::from_str(&written(&moves, 0..4001, json)).unwrap();
    assert!(moves.moves().eq(solution.moves().iter().copied()));
    let text = written(&moves, 0..4001, Format::Text(""));
    let text = format!("{}\n{text}", solution.header());
    assert_eq!(text.parse::<Solution>().unwrap(), solution);
    assert_eq!(
        serde_json::to_string(&solution).unwrap() + "\n",
        written(&solution, 0..u64::MAX, json),
        "a list of moves is a sequence, too"
    );
    // A part is not a solution, and is not mistaken for one.
    let part = written(&moves, 0..4000, json);
    assert!(part.contains(r#""first_move":1,"#));
    assert!(serde_json::from_str::<Solution>(&part).is_err());
}

#[test]
fn far_moves_of_a_huge_size_are_there_at_once() {
    let n = 1_000_000_000_000_000;
    let moves = SlidingCoinK2::new(n, 1).unwrap();
    let range = indices(n / 10, n / 10 + 9, n).unwrap();
    let text = written(&moves, range, Format::Text(""));
    assert_eq!(text.lines().count(), 10);
    assert!(text.starts_with("(1800000000000001→199999999999998)\n"));
    let family = published::family(4).unwrap();
    let extension = family.extension(n).unwrap();
    assert_eq!(
        written(&extension, n - 1..n, Format::Text("")),
        format!("{}\n", extension.move_at(n - 1).unwrap())
    );
}

#[test]
fn empty_ranges_are_written_as_such() {
    let moves = published::solution(2, 3).unwrap();
    let fields = fields(2, 3, 1);
    let [text, lines, csv, json, _] = formats(&fields);
    for range in [2..2, 3..9, u64::MAX..u64::MAX] {
        assert_eq!(written(moves, range.clone(), text), "");
        assert_eq!(written(moves, range.clone(), lines), "");
        assert_eq!(written(moves, range.clone(), csv), "move,from,to\n");
        assert!(written(moves, range, json).ends_with("\"moves\":[]}\n"));
    }
}

#[test]
fn move_numbers_count_from_one() {
    assert_eq!(indices(1, 1, 1), Ok(0..1));
    assert_eq!(indices(0, 1, 1), Err(RangeError::Zero));
    let reversed = RangeError::Reversed { first: 3, last: 2 };
    assert_eq!(indices(3, 2, 9), Err(reversed));
    assert!(indices(3, 10, 9).is_err());
    assert!(indices(1, u64::MAX, u64::MAX).is_ok());
}

/// A reader that closes after some bytes.
struct Closing(usize);

impl Write for Closing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0 == 0 {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        let taken = bytes.len().min(self.0);
        self.0 -= taken;
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_closed_pipe_ends_the_stream() {
    // A sequence so long that only the error can end this test.
    let moves = SlidingCoinK2::new(1_000_000_000_000_000, 1).unwrap();
    for room in [0, 1, 10_000_000] {
        let error = write_moves(
            &moves,
            0..moves.count(),
            Format::Text(""),
            &mut Closing(room),
        );
        assert_eq!(error.unwrap_err().kind(), io::ErrorKind::BrokenPipe);
    }
}

/// Returns positions of every length, because the copying of digits must be right for each.
fn position() -> impl Strategy<Value = i64> {
    (0_u32..61, any::<i64>()).prop_map(|(bits, value)| value % (1 << bits) % FARTHEST_POSITION)
}

proptest! {
    #[test]
    fn any_moves_are_written_as_they_display(
        list in prop::collection::vec((position(), position()), 0..200),
        begin in 0_u64..210,
        length in 0_u64..210,
    ) {
        let moves: Vec<Move> = list.into_iter().map(Move::from).collect();
        let moves = Solution::new(Puzzle::new(2, 5).unwrap(), 1, moves);
        for format in formats(&fields(2, 5, 1)) {
            let range = begin..begin + length;
            prop_assert_eq!(
                written(&moves, range.clone(), format),
                displayed(&moves, range, format)
            );
        }
    }

    #[test]
    fn extreme_positions_fit(from in any::<i64>(), to in any::<i64>()) {
        for (from, to) in [(from, to), (i64::MIN, i64::MAX), (i64::MIN, i64::MIN)] {
            let step = Move { from, to };
            let moves = Solution::new(Puzzle::new(2, 5).unwrap(), 1, vec![step]);
            prop_assert_eq!(written(&moves, 0..1, Format::Text("")), format!("{step}\n"));
        }
    }
}

#[test]
fn cells_are_plain_numbers_but_in_json_lines() {
    let cells: &[u64] = &[1, u64::MAX, 0];
    let write = |format| {
        let mut out = Vec::new();
        write_moves(cells, 0..2, format, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    };
    let [text, lines, csv, json, _] = formats("\"puzzle\":\"shuffling\"").map(write);
    assert_eq!(text, "1\n18446744073709551615\n");
    let expected = "{\"puzzle\":\"shuffling\",\"move\":1,\"cell\":1}\n\
                    {\"puzzle\":\"shuffling\",\"move\":2,\"cell\":18446744073709551615}\n";
    assert_eq!(lines, expected);
    assert_eq!(csv, "move,cell\n1,1\n2,18446744073709551615\n");
    let expected =
        "{\"puzzle\":\"shuffling\",\"first_move\":1,\"moves\":[1,18446744073709551615]}\n";
    assert_eq!(json, expected);
}
