//! Puzzles on a grid: optima and bounds of one puzzle, in whatever record, and the puzzles themselves.

use super::{Found, Known, Named};
use crate::{GridAnswer, Record};
use std::collections::BTreeMap;
use tait_puzzle::grid::{Puzzle, PuzzleForm, Unsolvable};

/// What is claimed of a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Answer {
    Optimum(u64),
    AtLeast(u64),
    None,
}

/// A bound of so many times the coins is above what searches show.
const FAR_ABOVE: u64 = 2;

pub(super) fn compare(records: &[Named<'_>], known: &Known<'_>, found: &mut Found) {
    let mut claims: BTreeMap<String, Vec<(&str, Answer, Puzzle)>> = BTreeMap::new();
    let mut claim = |name, answer, puzzle: Puzzle| {
        // The form says all that matters, but for the name.
        let form = serde_json::to_string(&PuzzleForm::from(&puzzle)).unwrap_or_default();
        claims.entry(form).or_default().push((name, answer, puzzle));
    };
    for &Named { name, record } in records {
        match record {
            Record::GridSolution(record) => {
                let answer = match &record.solution {
                    Ok(moves) => Answer::Optimum(moves.len() as u64),
                    Err(_) => Answer::None,
                };
                claim(name, answer, record.puzzle.clone());
                let named = known.puzzles.iter().find(|named| named.0 == record.name);
                if named.is_some_and(|(_, puzzle)| *puzzle != record.puzzle) {
                    let what = format!("they have different puzzles of the name {}", record.name);
                    found.add(name, "the known puzzles", what);
                }
            }
            Record::GridTable(record) => {
                let shapes = record.shapes();
                for (from, to) in shapes
                    .names()
                    .flat_map(|from| shapes.names().map(move |to| (from, to)))
                {
                    let answer = match record.answer(from, to) {
                        Some(GridAnswer::Optimal(moves)) => Answer::Optimum(moves.len() as u64),
                        Some(GridAnswer::AtLeast(moves)) => Answer::AtLeast(moves.into()),
                        Some(GridAnswer::Unsolvable) => Answer::None,
                        None => continue,
                    };
                    if let Some(puzzle) = shapes.pair(from, to) {
                        claim(name, answer, puzzle);
                    }
                }
            }
            _ => {}
        }
    }
    for claims in claims.values() {
        for (index, (one, answer, puzzle)) in claims.iter().enumerate() {
            for (other, second, _) in &claims[index + 1..] {
                if let Some(what) = contradict(*answer, *second) {
                    found.add(one, other, format!("{puzzle}: {what}"));
                }
            }
            above_a_construction(one, *answer, puzzle, known, found);
        }
    }
}

fn contradict(one: Answer, other: Answer) -> Option<String> {
    match (one, other) {
        (Answer::Optimum(one), Answer::Optimum(other)) if one != other => {
            Some(format!("the optimum is {one}, and it is {other}"))
        }
        (Answer::Optimum(moves), Answer::AtLeast(bound))
        | (Answer::AtLeast(bound), Answer::Optimum(moves))
            if bound > moves =>
        {
            Some(format!("the optimum is {moves}, and it takes at least {bound}"))
        }
        (Answer::Optimum(moves), Answer::None) | (Answer::None, Answer::Optimum(moves)) => {
            Some(format!("the optimum is {moves}, and there is no solution"))
        }
        _ => None,
    }
}

/// A bound that no search has come near to is held against the solution that a theorem gives.
fn above_a_construction(
    name: &str,
    answer: Answer,
    puzzle: &Puzzle,
    known: &Known<'_>,
    found: &mut Found,
) {
    let Some(constructed) = known.constructed else {
        return;
    };
    let least = match answer {
        Answer::Optimum(moves) | Answer::AtLeast(moves) => Some(moves),
        Answer::None if Unsolvable::Exhausted.may_hold(puzzle) => None,
        Answer::None => return,
    };
    let coins = puzzle.start().len() as u64;
    if least.is_some_and(|least| least <= FAR_ABOVE * coins) {
        return;
    }
    if let Some(moves) = constructed(puzzle)
        && least.is_none_or(|least| least > moves)
    {
        let claimed = least.map_or_else(
            || "there is no solution".to_owned(),
            |least| format!("it takes at least {least}"),
        );
        let what = format!("{puzzle}: {moves} moves suffice, and {claimed}");
        found.add(name, "the constructed solution", what);
    }
}
