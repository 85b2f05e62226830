//! Compares optima and bounds of one puzzle on a grid, in whatever record, and named puzzles and
//! shapes with the known ones.

use super::{Found, Known, Named};
use crate::grid_table::PairAnswer;
use crate::record::Record;
use std::collections::BTreeMap;
use tait_grid::{Puzzle, PuzzleForm};

/// An answer to a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stated {
    Optimum(u64),
    AtLeast(u64),
    AtMost(u64),
    None,
}

/// The claim of a record, with its subject and its puzzle.
struct Claim<'a> {
    name: &'a str,
    what: String,
    answer: Stated,
    puzzle: Puzzle,
}

/// The number of moves per coin above which no search proves a lower bound.
const FAR_ABOVE: u64 = 3;

pub(super) fn compare(records: &[Named<'_>], known: &Known<'_>, found: &mut Found) {
    let mut claims: BTreeMap<String, Vec<Claim<'_>>> = BTreeMap::new();
    let mut claim = |name, what, answer, puzzle: Puzzle| {
        // The form says everything that matters, except for the name.
        let form = serde_json::to_string(&PuzzleForm::from(&puzzle)).unwrap_or_default();
        let claim = Claim {
            name,
            what,
            answer,
            puzzle,
        };
        claims.entry(form).or_default().push(claim);
    };
    for &Named { name, record } in records {
        match record {
            Record::GridSolution(record) => {
                let answer = match &record.solution {
                    Ok(moves) if record.is_settled() => Stated::Optimum(moves.len() as u64),
                    Ok(moves) => Stated::AtMost(moves.len() as u64),
                    Err(_) => Stated::None,
                };
                claim(name, record.name.clone(), answer, record.puzzle.clone());
                let named = known.puzzles.iter().find(|named| named.0 == record.name);
                if named.is_some_and(|(_, puzzle)| *puzzle != record.puzzle) {
                    let what = format!("they have different puzzles of the name {}", record.name);
                    found.add(name, "the known puzzles", what);
                }
            }
            Record::GridTable(record) => {
                let shapes = record.shapes();
                let named = known.shapes.iter().find(|named| named.0 == record.name());
                if named.is_some_and(|(_, known)| known != shapes) {
                    let what = format!("they have different shapes of the name {}", record.name());
                    found.add(name, "the known shapes", what);
                }
                for (from, to) in shapes
                    .names()
                    .flat_map(|from| shapes.names().map(move |to| (from, to)))
                {
                    let stated: &[Stated] = match record.answer(from, to) {
                        Some(PairAnswer::Optimal(moves)) => &[Stated::Optimum(moves.len() as u64)],
                        Some(PairAnswer::AtLeast(moves)) => &[Stated::AtLeast(moves.into())],
                        Some(PairAnswer::Between(least, moves)) => &[
                            Stated::AtLeast(least.into()),
                            Stated::AtMost(moves.len() as u64),
                        ],
                        Some(PairAnswer::Unsolvable) => &[Stated::None],
                        None => continue,
                    };
                    for &answer in stated {
                        if let Some(puzzle) = shapes.pair(from, to) {
                            claim(name, format!("from {from} to {to}"), answer, puzzle);
                        }
                    }
                }
            }
            _ => {}
        }
    }
    for claims in claims.values() {
        for (index, one) in claims.iter().enumerate() {
            for other in &claims[index + 1..] {
                if let Some(what) = contradict(one.answer, other.answer) {
                    found.add(one.name, other.name, format!("{}: {what}", one.what));
                }
            }
            one.above_a_construction(known, found);
        }
    }
}

fn contradict(one: Stated, other: Stated) -> Option<String> {
    match (one, other) {
        (Stated::Optimum(one), Stated::Optimum(other)) if one != other => Some(format!(
            "one record gives the optimum {one}, another {other}"
        )),
        (Stated::Optimum(moves), Stated::AtLeast(bound))
        | (Stated::AtLeast(bound), Stated::Optimum(moves))
            if bound > moves =>
        {
            Some(format!(
                "one record gives the optimum {moves}, another at least {bound}"
            ))
        }
        (Stated::AtMost(moves), Stated::Optimum(bound) | Stated::AtLeast(bound))
        | (Stated::Optimum(bound) | Stated::AtLeast(bound), Stated::AtMost(moves))
            if bound > moves =>
        {
            Some(format!(
                "one record holds a solution of {moves} moves, another gives at least {bound}"
            ))
        }
        (Stated::Optimum(moves) | Stated::AtMost(moves), Stated::None)
        | (Stated::None, Stated::Optimum(moves) | Stated::AtMost(moves)) => Some(format!(
            "one record holds a solution of {moves} moves, another excludes every solution"
        )),
        _ => None,
    }
}

impl Claim<'_> {
    /// Compares a bound that no search comes near to with the solution that a theorem gives.
    fn above_a_construction(&self, known: &Known<'_>, found: &mut Found) {
        let coins = self.puzzle.start().len() as u64;
        let least = match self.answer {
            Stated::AtLeast(moves) if moves > FAR_ABOVE * coins => moves,
            _ => return,
        };
        let constructed = known.constructed.and_then(|solve| solve(&self.puzzle));
        if let Some(moves) = constructed.filter(|moves| *moves < least) {
            let what = format!(
                "{}: {moves} moves suffice, but the record gives at least {least}",
                self.what
            );
            found.add(self.name, "the constructed solution", what);
        }
    }
}
