//! Vacancy puzzles: a row is a list of letters or numbers, with gaps.

use tait_vacancy::Puzzle;
use tait_vacancy::checkers::Checkers;
use tait_vacancy::checkers::frogs::Frogs;
use tait_vacancy::checkers::reversal::Reversal;
use tait_vacancy::shuffling::{Shuffling, Variant};

/// The result of replaying a list of cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Judgement {
    /// The moves solve the puzzle.
    Solved,
    /// This move, counted from 1, is not allowed.
    BadMove(usize),
    /// All moves are allowed, but they do not lead to the goal.
    Elsewhere,
}

/// Returns a puzzle whose kind and size are chosen by some bytes, or `None` if there is no such
/// puzzle.
#[must_use]
pub fn some_puzzle(kind: u8, n: u64, other: u8) -> Option<Puzzle> {
    Some(match kind % 5 {
        0 | 1 => {
            let variant = Variant::ALL[usize::from(other) % Variant::ALL.len()];
            let puzzle = Shuffling::new(variant, n).ok()?;
            Puzzle::Shuffling(match kind % 5 {
                0 => puzzle,
                _ => puzzle.constrained(),
            })
        }
        2 => Checkers::new(n, u64::from(other % 12)).ok()?.into(),
        3 => {
            let (start, end) = (u64::from(other >> 4), u64::from(other & 15));
            let end = Some(end).filter(|&end| end > 0);
            Reversal::new(n, start, end).ok()?.into()
        }
        _ => {
            let (toads, vacancies) = (u64::from(other >> 4), u64::from(other & 15));
            Frogs::new(n, toads, vacancies).ok()?.into()
        }
    })
}

/// Replays a list of cells.
#[must_use]
pub fn judge(puzzle: Puzzle, moves: &[u64]) -> Judgement {
    match puzzle {
        Puzzle::Shuffling(puzzle) => shuffling(puzzle, moves),
        Puzzle::Checkers(puzzle) => checkers(puzzle, moves),
        Puzzle::Reversal(puzzle) => reversal(puzzle, moves),
        Puzzle::Frogs(puzzle) => frogs(puzzle, moves),
    }
}

fn shuffling(puzzle: Shuffling, moves: &[u64]) -> Judgement {
    let (mut row, goal) = rows_of_shuffling(puzzle);
    for (index, &cell) in moves.iter().enumerate() {
        let gap = row.iter().position(|&coin| coin == 'O').unwrap_or(0);
        let Ok(cell) = usize::try_from(cell) else {
            return Judgement::BadMove(index + 1);
        };
        let pair = match row.get(cell..cell.saturating_add(2)) {
            Some(&[one, other]) if one != 'O' && other != 'O' => [one, other],
            _ => return Judgement::BadMove(index + 1),
        };
        if puzzle.is_constrained() && pair[0] == pair[1] {
            return Judgement::BadMove(index + 1);
        }
        row[cell..cell + 2].fill('O');
        row[gap..gap + 2].copy_from_slice(&pair);
    }
    ended(row == goal)
}

/// Returns the first and the final row by Table I: grouped, with the vacancy at the named end, and
/// alternating, with the vacancy at the other (swapped for an inverse).
fn rows_of_shuffling(puzzle: Shuffling) -> (Vec<char>, Vec<char>) {
    let n = puzzle.n() as usize;
    let name = puzzle.variant().to_string();
    let (body, is_inverse) = match name.strip_prefix("S^-1") {
        Some(rest) => (rest, true),
        None => (&name[1..], false),
    };
    let grouped = |first: char, before: usize, second: char, after: usize| {
        let first = std::iter::repeat_n(first, before);
        first
            .chain(std::iter::repeat_n(second, after))
            .collect::<Vec<char>>()
    };
    let (coins, first) = if body.starts_with("(n,n-1") {
        (grouped('b', n, 'w', n - 1), 'b')
    } else if body.starts_with("(n-1,n") {
        (grouped('w', n - 1, 'b', n), 'b')
    } else {
        (grouped('b', n, 'w', n), 'w')
    };
    let other = if first == 'b' { 'w' } else { 'b' };
    let alternating: Vec<char> = (0..coins.len())
        .map(|index| if index % 2 == 0 { first } else { other })
        .collect();
    let at_left = |coins: &[char]| [&['O', 'O'], coins].concat();
    let at_right = |coins: &[char]| [coins, &['O', 'O']].concat();
    let rows = if body.ends_with("r)") {
        (at_right(&coins), at_left(&alternating))
    } else {
        (at_left(&coins), at_right(&alternating))
    };
    if is_inverse { (rows.1, rows.0) } else { rows }
}

fn checkers(puzzle: Checkers, moves: &[u64]) -> Judgement {
    let block = |letter: char, count: u64| std::iter::repeat_n(letter, count as usize);
    let (black, white) = (puzzle.black(), puzzle.white());
    let row = |left, right| -> Vec<char> {
        Iterator::chain(Iterator::chain(left, ['.']), right).collect()
    };
    let mut now = row(block('b', black), block('w', white));
    let goal = row(block('w', white), block('b', black));
    match play(&mut now, '.', moves) {
        Err(number) => Judgement::BadMove(number),
        Ok(()) => ended(now == goal),
    }
}

fn reversal(puzzle: Reversal, moves: &[u64]) -> Judgement {
    let n = puzzle.checkers();
    let mut row: Vec<u64> = (1..=n).collect();
    row.insert(puzzle.start() as usize - 1, 0);
    if let Err(number) = play(&mut row, 0, moves) {
        return Judgement::BadMove(number);
    }
    let is_end = puzzle
        .end()
        .is_none_or(|end| row.get(end as usize - 1) == Some(&0));
    let checkers: Vec<u64> = row.into_iter().filter(|&checker| checker != 0).collect();
    ended(is_end && checkers.iter().rev().copied().eq(1..=n))
}

/// Replays frogs and toads on a text: each of the four kinds of moves replaces a short piece of it.
fn frogs(puzzle: Frogs, moves: &[u64]) -> Judgement {
    let block = |letter: &str, count: u64| letter.repeat(count as usize);
    let (frogs, toads) = (block("b", puzzle.frogs()), block("w", puzzle.toads()));
    let vacant = block(".", puzzle.vacancies());
    let mut row = format!("{frogs}{vacant}{toads}");
    for (index, &cell) in moves.iter().enumerate() {
        let bad = Judgement::BadMove(index + 1);
        let Some(at) = usize::try_from(cell)
            .ok()
            .and_then(|cell| cell.checked_sub(1))
        else {
            return bad;
        };
        // The text that a move replaces, from the cell on or up to it.
        let to_right = [("b.", ".b"), ("bw.", ".wb")];
        let to_left = [(".w", "w."), (".bw", "wb.")];
        let right = to_right.map(|(old, new)| (Some(at), old, new));
        let left = to_left.map(|(old, new)| ((at + 1).checked_sub(old.len()), old, new));
        let fits = |(start, old, _): &(Option<usize>, &str, &str)| {
            start.is_some_and(|start| row.get(start..).is_some_and(|rest| rest.starts_with(old)))
        };
        let Some((Some(start), old, new)) = right.into_iter().chain(left).find(fits) else {
            return bad;
        };
        row.replace_range(start..start + old.len(), new);
    }
    ended(row == format!("{toads}{vacant}{frogs}"))
}

/// Plays slides and jumps into the one vacant cell, with cells counted from 1; the error is the
/// number of the first move that is neither.
fn play<T: Copy + PartialEq>(row: &mut [T], vacant: T, moves: &[u64]) -> Result<(), usize> {
    for (index, &cell) in moves.iter().enumerate() {
        let gap = row.iter().position(|&here| here == vacant).unwrap_or(0);
        let from = usize::try_from(cell)
            .ok()
            .and_then(|cell| cell.checked_sub(1))
            .filter(|&from| from < row.len() && matches!(from.abs_diff(gap), 1 | 2))
            .ok_or(index + 1)?;
        row.swap(from, gap);
    }
    Ok(())
}

const fn ended(is_goal: bool) -> Judgement {
    if is_goal {
        Judgement::Solved
    } else {
        Judgement::Elsewhere
    }
}
