//! The closed forms: replayed, counted, and entered anywhere.

use proptest::prelude::*;
use tait_generator::MoveSequence;
use tait_generator::closed::ClosedForm;
use tait_linear::{
    BlockLength, Coin, DoublesBase, Header, LARGEST_SIZE, Move, Puzzle, Replay, Solution, Strips,
};

fn form(k: u64, n: u64, start: i64) -> Option<ClosedForm> {
    let puzzle = Puzzle::new(k, n).unwrap();
    ClosedForm::new(Header { puzzle, start })
}

/// Replays a solution move by move, and returns how many moves it takes beyond `n`.
fn beyond(form: &ClosedForm) -> u64 {
    let Header { puzzle, start } = form.header();
    let mut replay = Replay::new(puzzle, start);
    for step in form.moves() {
        let _ = replay.play(step).unwrap();
    }
    let verdict = replay.finish().unwrap();
    assert_eq!(verdict.moves, form.count(), "{puzzle}");
    verdict.moves - puzzle.n()
}

/// The thresholds and the numbers of moves of the theorem.
fn stated(k: u64, n: u64) -> (u64, u64) {
    match (k % 4, n % 2) {
        (1, 0) => (3 * k / 2 + 1, (k + 7) / 2),
        (1, _) => ((9 * k - 3) / 2, (k + 17) / 2),
        (_, 0) => (k + 1, (k + 7) / 2),
        (_, _) => (2 * k + 1, (k + 11) / 2),
    }
}

#[test]
fn every_odd_length_is_solved_from_its_threshold_on() {
    for k in (3..=63).step_by(2) {
        for n in k / 2 + 1..=4 * k + 40 {
            let (from, more) = stated(k, n);
            match form(k, n, 1) {
                Some(form) => assert_eq!((beyond(&form), n >= from), (more, true), "{k} {n}"),
                None => assert!(n < from, "{k} {n}"),
            }
        }
        for n in [9 * k, 9 * k + 1, 20 * k, 20 * k + 1, 5_000, 5_001] {
            let form = form(k, n, -7).unwrap();
            assert_eq!(beyond(&form), stated(k, n).1, "{k} {n}");
        }
    }
    for k in [3, 5, 33, 61, 63] {
        for n in [100_000, 100_001] {
            assert_eq!(beyond(&form(k, n, 1).unwrap()), stated(k, n).1, "{k} {n}");
        }
    }
}

#[test]
fn what_is_said_of_every_size_is_true() {
    for k in (3..=63).step_by(2) {
        let length = BlockLength::new(k).unwrap();
        let (from, most) = (
            ClosedForm::settles_from(length),
            ClosedForm::most_beyond(length),
        );
        assert!(form(k, from - 1, 1).is_none(), "{k}");
        for n in from..from + 10 {
            assert!(form(k, n, 1).unwrap().count() <= n + most, "{k} {n}");
        }
    }
}

/// For each even length whose solutions were searched: the size from which on every one is solved, and the most moves beyond it.
const SEARCHED: [(u64, u64, u64); 9] = [
    (14, 54, 7),
    (18, 71, 11),
    (20, 85, 10),
    (22, 87, 12),
    (26, 103, 39),
    (30, 90, 14),
    (34, 136, 15),
    (38, 151, 17),
    (42, 167, 22),
];

/// Every remainder of `n` has a solution, which extends as one does that was replayed, and none takes more moves than is said.
#[test]
fn searched_solutions_extend() {
    for (k, from, more) in SEARCHED {
        let length = BlockLength::new(k).unwrap();
        let said = (
            ClosedForm::settles_from(length),
            ClosedForm::most_beyond(length),
        );
        assert_eq!(said, (from, more), "{k}");
        assert!(form(k, from - 1, 1).is_none(), "{k}");
        let period = Strips::period_of_base(length);
        let most = (from..from + period).map(|n| beyond(&form(k, n, 1).unwrap()));
        assert_eq!(most.max(), Some(more), "{k}");
        for n in [
            from + period,
            from + 5 * period + 1,
            9 * k + 1,
            2_000,
            2_001,
        ] {
            assert!(beyond(&form(k, n, -3).unwrap()) <= more, "{k} {n}");
        }
        let form = form(k, LARGEST_SIZE, 1).unwrap();
        assert!(form.count() <= LARGEST_SIZE + more);
        assert!(form.move_at(form.count() / 2).is_some() && form.move_at(form.count()).is_none());
    }
}

/// The theorem: at most `n + 4k + 1` moves from `4k + 1` on, and that many for some sizes.
#[test]
fn blocks_are_exchanged_for_other_even_lengths() {
    for k in (2..=62).step_by(2) {
        if SEARCHED.iter().any(|&(searched, ..)| searched == k) {
            continue;
        }
        let length = BlockLength::new(k).unwrap();
        let said = (
            ClosedForm::settles_from(length),
            ClosedForm::most_beyond(length),
        );
        assert_eq!(said, (4 * k + 1, 4 * k + 1));
        // All remainders modulo the tile, with two tiles, and some with more.
        let sizes = (4 * k + 1..=6 * k).chain([6 * k + 1, 8 * k, 8 * k + 1, 23 * k + 5]);
        let most = sizes.map(|n| beyond(&form(k, n, -2).unwrap())).max();
        assert_eq!(most, Some(said.1), "{k}");
        assert!(form(k, 4 * k, 1).is_none());
        let form = form(k, LARGEST_SIZE, 1).unwrap();
        assert!(form.count() <= LARGEST_SIZE + said.1);
        assert!(form.move_at(form.count() / 2).is_some() && form.move_at(form.count()).is_none());
    }
}

/// The largest size has moves of the same kind, and none leaves the row by more than two blocks.
#[test]
fn the_largest_size_stays_in_range() {
    for k in (3..=63).step_by(2) {
        for n in [LARGEST_SIZE - 1, LARGEST_SIZE] {
            let form = form(k, n, 1).unwrap();
            let (count, most) = (form.count(), 2 * n as i64 + 2 * k as i64);
            assert_eq!(count, n + stated(k, n).1);
            let places = [0, 1, 2, count / 2, count - 2, count - 1];
            for index in places.into_iter().chain(count - 4 * k..count) {
                let Move { from, to } = form.move_at(index).unwrap();
                let range = 1 - 2 * k as i64..=most;
                assert!(range.contains(&from) && range.contains(&to), "{k} {index}");
            }
            assert_eq!(form.move_at(count), None);
        }
    }
    assert!(form(3, LARGEST_SIZE, 1 << 60).is_none());
}

proptest! {
    #[test]
    fn slices_are_parts_of_the_whole(
        half in 1u64..31,
        more in 0u64..200,
        start in -1_000i64..1_000,
        cut in (0u64..600, 0u64..600),
    ) {
        let k = 2 * half + 1;
        let from = ClosedForm::settles_from(BlockLength::new(k).unwrap());
        let form = form(k, from + more, start).unwrap();
        let all: Vec<Move> = form.moves().collect();
        prop_assert_eq!(all.len() as u64, form.count());
        prop_assert_eq!(form.chains().map(|(moves, _)| moves.end - moves.start).sum::<u64>(), form.count());
        let (first, last) = (cut.0.min(cut.1), cut.0.max(cut.1));
        let part: Vec<Move> = form.slice(first..last).collect();
        let within = |index: u64| (index.min(form.count())) as usize;
        prop_assert_eq!(&part[..], &all[within(first)..within(last)]);
        for (index, &step) in (0..).zip(&all) {
            prop_assert_eq!(form.move_at(index), Some(step));
        }
    }
}

/// The theorem on doubles takes one solution of each parity to every larger size, and its moves are those of the formula. So
/// what is replayed here is proven for every `n`.
#[test]
fn one_solution_of_each_parity_extends_to_all() {
    for k in (3..=63).step_by(2) {
        for parity in [0, 1] {
            let from = stated(k, parity).0;
            let n = (from..from + k).find(|&n| {
                if n % 2 != parity {
                    return false;
                }
                let puzzle = Puzzle::new(k, n).unwrap();
                let moves = form(k, n, 1).unwrap().moves().collect();
                let solution = Solution::new(puzzle, 1, moves);
                let bases = DoublesBase::all(&solution).unwrap();
                bases.iter().any(|base| {
                    [1, 2, 50].iter().all(|&times| {
                        let larger = form(k, n + 2 * times, 1).unwrap();
                        base.extended(times).unwrap().moves().eq(larger.moves())
                    })
                })
            });
            assert!(n.is_some(), "{k} {parity}");
        }
    }
}

/// The value of a sum such as `2n-k+1`, where letters have values.
fn value(sum: &str, of: &dyn Fn(char) -> i64) -> i64 {
    let spaced = sum.replace('-', " -").replace('+', " ");
    let term = |term: &str| {
        let (sign, term) = term.strip_prefix('-').map_or((1, term), |it| (-1, it));
        let letter = term.chars().last().filter(char::is_ascii_alphabetic);
        let digits = term.trim_end_matches(|it: char| it.is_ascii_alphabetic());
        let times = if digits.is_empty() {
            1
        } else {
            digits.parse().unwrap()
        };
        sign * letter.map_or(1, of) * times
    };
    spaced.split_whitespace().map(term).sum()
}

/// The letters of a row such as `x^k _ (ox)^(2h+1)`, and a full stop for each unoccupied position.
fn spelled(row: &str, of: &dyn Fn(char) -> i64) -> String {
    let word = |word: &str| {
        let (letters, times) = word.split_once('^').unwrap_or((word, "1"));
        let plain = |it: &str| it.trim_matches(['(', ')']).to_string();
        let times = usize::try_from(value(&plain(times), of)).expect("no negative power");
        plain(letters)
            .replace('_', &".".repeat(of('k') as usize))
            .repeat(times)
    };
    row.split(' ').map(word).collect()
}

/// Every row that the proof of Theorem C writes down is compared with a replay, and every move.
#[test]
fn the_rows_after_each_chain_are_those_of_the_proof() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/theory.md");
    let theory = std::fs::read_to_string(path).unwrap();
    for k in (3..=63).step_by(2) {
        for parity in [0, 1] {
            let from = stated(k, parity).0;
            for n in (from..from + 12).chain([7 * k, 7 * k + 1]) {
                if n % 2 == parity {
                    follow_table(&theory, k as i64, n as i64);
                }
            }
        }
    }
}

fn follow_table(theory: &str, k: i64, n: i64) {
    let h = k / 4;
    let (name, m, e) = match (k % 4, n % 2) {
        (1, 0) => ("A", (n - k - 1) / 2, 0),
        (3, 0) => ("B", (n - k - 1) / 2, 0),
        (3, _) => ("C", (n - k - 2 * h - 2) / 2, 0),
        _ => ("D", 0, n - 18 * h - 3),
    };
    let w = e / 2 + h;
    let of = |letter| match letter {
        'k' => k,
        'n' => n,
        'h' => h,
        'm' => m,
        'a' => m - h,
        'b' => m - h - 1,
        'e' => e,
        'w' => w,
        'H' => 2 * n - e - 2 * h,
        _ => panic!("{letter} has no value"),
    };
    let (_, table) = theory.split_once(&format!("*Form {name}.*")).unwrap();
    let lines = table
        .lines()
        .skip_while(|line| !line.starts_with("| ---"))
        .skip(1);
    let form = form(k as u64, n as u64, 1).unwrap();
    let mut played = 0;
    let mut replay = Replay::new(form.header().puzzle, 1);
    for (number, line) in lines.take_while(|line| line.starts_with('|')).enumerate() {
        let cells: Vec<&str> = line.trim_matches(['|', ' ']).split(" | ").collect();
        let [at, by, row] = cells[..] else {
            panic!("{line}");
        };
        let count = match by.strip_prefix("chain ") {
            Some(chain) => value(chain.split_once(", ").unwrap().1, &of) as u64,
            None => {
                let (from, to) = by.split_once('→').unwrap();
                let step = Move {
                    from: value(from, &of),
                    to: value(to, &of),
                };
                assert_eq!(form.move_at(played), Some(step), "{k} {n}: {line}");
                1
            }
        };
        for index in played..played + count {
            let _ = replay.play(form.move_at(index).unwrap()).unwrap();
        }
        played += count;
        let row = match (name, m, number) {
            ("B", 0, 1) => "x^(k-1) _ oo x o^(k-1) x",
            _ => row.trim_matches('`'),
        };
        let row = spelled(row, &of);
        assert_eq!(row.replace('.', "").len() as i64, 2 * n, "{k} {n}: {line}");
        for (position, letter) in (value(at, &of)..).zip(row.chars()) {
            let coin = replay.row().coin(position).map(Coin::is_penny);
            let expected = (letter != '.').then_some(letter == 'x');
            assert_eq!(coin, expected, "{k} {n}, at {position}: {line}");
        }
    }
    assert_eq!(played, form.count(), "{k} {n}: the table ends too soon");
}
