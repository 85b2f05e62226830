//! What the laws need for each kind of record: its pieces, its claims, lies about them, and the verdict of the naive
//! rules. A new kind needs an arm in each of these functions.

use crate::laws::bytes::Choices;
use crate::laws::knowledge::{self, Claim, Knowledge};
use crate::laws::lies::{self, ANYTHING, Lie};
use crate::laws::replaying::judged;
use crate::laws::{judging, pieces};
use crate::naive;
use crate::naive::vacancy::Judgement;
use tait_linear::wrap::WrapFamily;
use tait_linear::{DoublesFamily, Finding};
use tait_store::{
    DoublesFamilyRecord, FoundBy, GridSolutionRecord, PairAnswer, Record, ReversalRecord,
    SizeResult, SolutionRecord, WidthResult, WrapFamilyRecord,
};
use tait_vacancy::Puzzle;

/// Returns a piece of a record, found by another run; `None` if nothing is left.
pub fn piece(whole: &Record, choices: &mut impl Choices) -> Option<Record> {
    // The states of the whole mean nothing for a piece.
    let run = |found_by: &FoundBy| FoundBy {
        states: None,
        seconds: 0.5,
        ..found_by.clone()
    };
    Some(match whole {
        Record::Solution(whole) => SolutionRecord {
            found_by: run(&whole.found_by),
            ..whole.clone()
        }
        .into(),
        Record::GridSolution(whole) => GridSolutionRecord {
            found_by: run(&whole.found_by),
            ..whole.clone()
        }
        .into(),
        Record::Shuffling(whole) => pieces::shuffling(whole, run(&whole.found_by), choices).into(),
        Record::Reversal(whole) => {
            let mut record = ReversalRecord::default();
            for cell in whole.cells().iter().take(15) {
                let mut cell = cell.clone();
                cell.solutions = cell.solutions.filter(|_| choices.one_in(2));
                if choices.one_in(3) {
                    record.put(cell);
                }
            }
            record.into()
        }
        Record::Family(whole) => pieces::family(whole, run(&whole.found_by), choices)?.into(),
        Record::WrapFamily(whole) => {
            let mut bases = whole.family.bases().to_vec();
            bases.retain(|_| choices.one_in(2));
            let mut wraps = whole.family.wraps().to_vec();
            let all = choices.below(3) > 0;
            wraps.retain(|_| all || choices.one_in(2));
            let family = WrapFamily::new(wraps, bases).ok()?;
            let found_by = run(&whole.found_by);
            WrapFamilyRecord { family, found_by }.into()
        }
        Record::DoublesFamily(whole) => {
            let mut bases: Vec<_> = whole.family.solutions().cloned().collect();
            bases.retain(|_| choices.one_in(2));
            let family = DoublesFamily::new(bases).ok()?;
            let found_by = run(&whole.found_by);
            DoublesFamilyRecord { family, found_by }.into()
        }
        Record::Classification(whole) => pieces::classification(whole, choices).into(),
        Record::WrapSearch(whole) => {
            let mut record = whole.clone();
            // The command names the widths, so all of them are there.
            for width in &mut record.widths {
                if choices.one_in(3) {
                    width.result = WidthResult::Stopped("time limit".to_owned());
                }
            }
            record.smaller_sizes.retain(|_| choices.one_in(2));
            record.found_by = run(&whole.found_by);
            record.into()
        }
        Record::GridTable(whole) => pieces::grid_table(whole, choices).into(),
        Record::SolutionCounts(whole) => {
            let mut record = whole.clone();
            record.cells.retain(|_| choices.one_in(2));
            if record.cells.is_empty() {
                return None;
            }
            record.into()
        }
        Record::Confirmation(whole) => {
            let mut record = whole.clone();
            for confirming in &mut record.runs {
                confirming.searches.retain(|_| choices.one_in(2));
                confirming.confirmed_by = run(&confirming.confirmed_by);
            }
            record.runs.retain(|run| !run.searches.is_empty());
            if record.runs.is_empty() {
                return None;
            }
            record.into()
        }
    })
}

/// Returns the claims of a record.
///
/// # Panics
/// If it makes a claim twice, which no right record does.
#[must_use]
pub fn knowledge_of(record: &Record) -> Knowledge {
    let mut known = Knowledge::new();
    let mut say = |claim: Claim, strength: (u8, i64)| {
        assert_eq!(known.insert(claim, strength), None);
    };
    let length = |moves: usize| -(moves as i64);
    match record {
        Record::Solution(record) => say(
            Claim::About(record.solution.puzzle().to_string()),
            (0, length(record.solution.moves().len())),
        ),
        Record::GridSolution(record) => {
            let moves = record.solution.as_ref().map_or(usize::MAX / 2, Vec::len);
            say(Claim::About(record.name.clone()), (0, length(moves)));
        }
        Record::Family(record) => {
            match record.family.coverage() {
                Ok(coverage) => knowledge::settled(&coverage, &mut say),
                Err(error) => panic!("{error}"),
            }
            for smaller in &record.smaller_sizes {
                let strength = match &smaller.finding {
                    Finding::NoSolution { .. } => (3, 0),
                    Finding::NoBase { search, .. } => (2, search.is_some().into()),
                    Finding::NotFound { attempts } => (1, *attempts as i64),
                };
                say(Claim::Size(smaller.n), strength);
            }
        }
        Record::WrapFamily(record) => knowledge::settled(record.family.coverage(), &mut say),
        Record::DoublesFamily(record) => knowledge::settled(record.family.coverage(), &mut say),
        Record::Classification(record) => {
            for cell in record.cells.iter().map(|record| &record.cell) {
                let n = cell.puzzle.n();
                say(Claim::Size(n), (0, 0));
                say(Claim::Excluded(n), (0, cell.excluded.len() as i64));
                if let Some(solution) = &cell.solution {
                    say(Claim::Solved(n), (0, length(solution.moves().len())));
                }
            }
        }
        Record::WrapSearch(record) => {
            for width in &record.widths {
                let strength = match &width.result {
                    WidthResult::Found(_) => (3, 0),
                    WidthResult::None => (2, 0),
                    WidthResult::NotFound(beams) => (1, *beams as i64),
                    WidthResult::Stopped(_) => (0, 0),
                };
                say(
                    Claim::About(format!("{} {}", width.width, width.looked_for)),
                    strength,
                );
            }
            for size in &record.smaller_sizes {
                let strength = match size.result {
                    SizeResult::None(_) => (1, 0),
                    SizeResult::NotFound(attempts) => (0, attempts as i64),
                };
                say(Claim::Size(size.n), strength);
            }
        }
        Record::Shuffling(record) => {
            for cell in &record.cells {
                say(
                    Claim::About(cell.puzzle.to_string()),
                    (0, cell.solutions.len() as i64),
                );
            }
        }
        Record::Reversal(record) => {
            for cell in record.cells() {
                let counted = cell.solutions.map_or(-1, |solutions| solutions as i64);
                say(Claim::About(cell.puzzle.to_string()), (0, counted));
            }
        }
        Record::SolutionCounts(record) => {
            for cell in &record.cells {
                say(
                    Claim::About(cell.puzzle.to_string()),
                    (0, length(cell.moves())),
                );
            }
        }
        Record::GridTable(record) => {
            let names: Vec<&str> = record.shapes().names().collect();
            for from in &names {
                for to in &names {
                    let strength = match record.answer(from, to) {
                        None => continue,
                        Some(PairAnswer::AtLeast(moves) | PairAnswer::Between(moves, _)) => {
                            (0, moves.into())
                        }
                        Some(PairAnswer::Optimal(moves)) => (1, length(moves.len())),
                        Some(PairAnswer::Unsolvable) => (1, i64::MIN),
                    };
                    say(Claim::About(format!("{from} to {to}")), strength);
                }
            }
            for row in record.rows() {
                let depth = row.states.len() as i64;
                say(
                    Claim::About(format!("from {}", row.from)),
                    (row.exhausted.into(), depth),
                );
            }
        }
        Record::Confirmation(record) => {
            for run in &record.runs {
                let by = (&run.contributor, &run.confirmed_by.command);
                for search in &run.searches {
                    let depth = search.counts.len() as i64;
                    say(
                        Claim::About(format!("{} by {by:?}", search.name)),
                        (0, depth),
                    );
                }
            }
        }
    }
    known
}

/// Makes a record that differs from a right one in one claim; `None` where nothing can be contradicted.
pub(crate) fn lie(whole: &Record, choices: &mut impl Choices) -> Option<Lie> {
    match whole {
        Record::Solution(whole) => {
            let mut record = whole.clone();
            let solution = &whole.solution;
            let (_, shorter) = solution.moves().split_last()?;
            record.solution =
                tait_linear::Solution::new(solution.puzzle(), solution.start(), shorter.to_vec());
            Some(Lie {
                claim: Claim::About(solution.puzzle().to_string()),
                strength: ANYTHING,
                record: record.into(),
            })
        }
        Record::GridSolution(whole) => {
            let mut record = whole.clone();
            let _ = record.solution.as_mut().ok()?.pop()?;
            Some(Lie {
                claim: Claim::About(whole.name.clone()),
                strength: ANYTHING,
                record: record.into(),
            })
        }
        Record::Family(whole) => lies::base_that_is_none(whole, choices),
        // Families of wraps that settle the same sizes can be exchanged.
        Record::WrapFamily(_) => None,
        // Two solutions of one size that extend can be exchanged, too.
        Record::DoublesFamily(_) => None,
        Record::Classification(whole) => lies::too_much_excluded(whole, choices),
        Record::WrapSearch(whole) => {
            let mut record = whole.clone();
            let index = lies::chosen(record.widths.len(), choices)?;
            let width = &mut record.widths[index];
            if !matches!(width.result, WidthResult::Found(_)) {
                return None;
            }
            width.result = WidthResult::None;
            Some(Lie {
                claim: Claim::About(format!("{} {}", width.width, width.looked_for)),
                strength: (3, 0),
                record: record.into(),
            })
        }
        Record::Shuffling(whole) => {
            let mut record = whole.clone();
            let index = lies::chosen(record.cells.len(), choices)?;
            let cell = &mut record.cells[index];
            if cell.solutions.pop().is_none() {
                cell.solutions.push(vec![1]);
            }
            Some(Lie {
                claim: Claim::About(cell.puzzle.to_string()),
                strength: ANYTHING,
                record: record.into(),
            })
        }
        Record::Reversal(whole) => {
            let mut cell = whole.cells()[lies::chosen(whole.cells().len(), choices)?].clone();
            let strength = match cell.solutions {
                Some(solutions) if choices.one_in(2) => {
                    cell.solutions = Some(solutions + 1);
                    (0, 0)
                }
                _ => {
                    let _ = cell.moves.pop()?;
                    ANYTHING
                }
            };
            let claim = Claim::About(cell.puzzle.to_string());
            let mut record = ReversalRecord::default();
            record.put(cell);
            Some(Lie {
                claim,
                strength,
                record: record.into(),
            })
        }
        Record::SolutionCounts(whole) => {
            let mut record = whole.clone();
            let index = lies::chosen(record.cells.len(), choices)?;
            let mut cell = record.cells.swap_remove(index);
            cell.solutions.insert(0, '2');
            let claim = Claim::About(cell.puzzle.to_string());
            record.cells = vec![cell];
            Some(Lie {
                claim,
                strength: ANYTHING,
                record: record.into(),
            })
        }
        Record::GridTable(whole) => lies::shorter_pair(whole, choices),
        Record::Confirmation(whole) => {
            let mut record = whole.clone();
            let index = lies::chosen(record.runs.len(), choices)?;
            let run = &mut record.runs[index];
            let by = format!("{:?}", (&run.contributor, &run.confirmed_by.command));
            let index = lies::chosen(run.searches.len(), choices)?;
            let mut search = run.searches.swap_remove(index);
            *search.counts.first_mut()? += 1;
            let claim = Claim::About(format!("{} by {by}", search.name));
            run.searches = vec![search];
            record.runs = vec![run.clone()];
            Some(Lie {
                claim,
                strength: ANYTHING,
                record: record.into(),
            })
        }
    }
}

/// Requires that the contents of a record are right by the naive rules.
pub(crate) fn is_right(record: &Record) {
    match record {
        Record::Solution(record) => assert!(judged(&record.solution)),
        Record::Family(record) => judging::extends(&record.family),
        Record::WrapFamily(record) => judging::wraps_extend(record),
        Record::DoublesFamily(record) => judging::doubles_extend(&record.family),
        Record::Classification(record) => {
            for cell in record.cells.iter().map(|record| &record.cell) {
                if let Some(solution) = &cell.solution {
                    assert!(judged(solution));
                    assert!(solution.moves().len() as u64 >= cell.at_least());
                }
            }
        }
        Record::Shuffling(record) => {
            for cell in &record.cells {
                let puzzle = Puzzle::Shuffling(cell.puzzle);
                for moves in &cell.solutions {
                    assert_eq!(naive::vacancy::judge(puzzle, moves), Judgement::Solved);
                }
            }
        }
        Record::Reversal(record) => {
            for cell in record.cells() {
                let judgement = naive::vacancy::judge(Puzzle::Reversal(cell.puzzle), &cell.moves);
                assert_eq!(judgement, Judgement::Solved);
            }
        }
        Record::SolutionCounts(record) => {
            for cell in &record.cells {
                for moves in [&cell.least, &cell.largest] {
                    let solution = tait_linear::Solution::new(cell.puzzle, 1, moves.clone());
                    assert!(judged(&solution));
                }
            }
        }
        Record::GridSolution(record) => judging::is_lifted(record),
        // The wraps of a search are those of the families, the rows of a table are lifts like those of an answer, and a
        // confirmation is compared with the record that it confirms.
        Record::WrapSearch(_) | Record::GridTable(_) | Record::Confirmation(_) => {}
    }
}
