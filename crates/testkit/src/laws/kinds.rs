//! What the laws need for each kind of record: its pieces, its claims, lies about them, and the verdict of the naive
//! rules. A new kind needs an arm in each of these functions.

use crate::laws::knowledge::{self, Claim, Knowledge};
use crate::laws::replaying;
use crate::laws::replaying::judged;
use crate::naive;
use crate::naive::vacancy::Judgement;
use crate::random::Choices;
use tait_linear::wrap::{SizeResult, WrapFamily};
use tait_linear::{
    CellAnswer, DoublesFamily, Exhaustion, Family, Finding, PruneRules, Restrictions,
    SizeWithoutBase,
};
use tait_store::{
    ClassificationRecord, DoublesFamilyRecord, FamilyRecord, FoundBy, GridPair, GridSolutionRecord,
    GridTableRecord, GridTableRow, PairAnswer, PairSearch, Record, ReversalRecord, ShufflingRecord,
    SolutionRecord, TurnedClassificationRecord, Undecided, WidthResult, WrapFamilyRecord,
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
        Record::Shuffling(whole) => shuffling(whole, run(&whole.found_by), choices).into(),
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
        Record::Family(whole) => family(whole, run(&whole.found_by), choices)?.into(),
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
        Record::Classification(whole) => classification(whole, choices).into(),
        Record::TurnedClassification(whole) => {
            TurnedClassificationRecord(classification(&whole.0, choices)).into()
        }
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
        Record::GridTable(whole) => grid_table(whole, choices).into(),
        Record::SolutionCounts(whole) => {
            let mut record = whole.clone();
            record.cells.retain(|_| choices.one_in(2));
            if record.cells.is_empty() {
                return None;
            }
            for found in &mut record.cells {
                if choices.one_in(3) {
                    found.any_length = None;
                } else if let Some(found) = &mut found.any_length {
                    // A search that was stopped.
                    let kept = choices.below(found.excluded.len() as u64 + 1);
                    found.excluded.truncate(kept as usize);
                    found.found_by.states = Some(found.excluded.iter().sum());
                }
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
    if let Some(family) = record.family() {
        knowledge::settled(&family.coverage(), &mut say);
    }
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
            for smaller in &record.smaller_sizes {
                let strength = match &smaller.finding {
                    Finding::NoSolution { .. } => (3, 0),
                    Finding::NoBase { search, .. } => (2, search.is_some().into()),
                    Finding::NotFound { attempts } => (1, *attempts as i64),
                };
                say(Claim::Size(smaller.n), strength);
            }
        }
        Record::WrapFamily(_) | Record::DoublesFamily(_) => {}
        Record::Classification(record)
        | Record::TurnedClassification(TurnedClassificationRecord(record)) => {
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
                say(Claim::About(cell.n.to_string()), (0, length(cell.moves())));
                if let Some(found) = &cell.any_length {
                    let excluded = found.excluded.len() as i64;
                    say(
                        Claim::About(format!("{} by distance", cell.n)),
                        (0, excluded),
                    );
                }
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
        Record::Family(whole) => base_that_is_none(whole, choices),
        // Families of wraps that settle the same sizes can be exchanged.
        Record::WrapFamily(_) => None,
        // Two solutions of one size that extend can be exchanged, too.
        Record::DoublesFamily(_) => None,
        Record::Classification(whole) => too_much_excluded(whole, choices),
        Record::TurnedClassification(whole) => {
            let lie = too_much_excluded(&whole.0, choices)?;
            let record = match lie.record {
                Record::Classification(record) => TurnedClassificationRecord(record).into(),
                other => other,
            };
            Some(Lie { record, ..lie })
        }
        Record::WrapSearch(whole) => {
            let mut record = whole.clone();
            let index = chosen(record.widths.len(), choices)?;
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
            let index = chosen(record.cells.len(), choices)?;
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
            let mut cell = whole.cells()[chosen(whole.cells().len(), choices)?].clone();
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
            let index = chosen(record.cells.len(), choices)?;
            let mut cell = record.cells.swap_remove(index);
            cell.solutions.insert(0, '2');
            let claim = Claim::About(cell.n.to_string());
            record.cells = vec![cell];
            Some(Lie {
                claim,
                strength: ANYTHING,
                record: record.into(),
            })
        }
        Record::GridTable(whole) => shorter_pair(whole, choices),
        Record::Confirmation(whole) => {
            let mut record = whole.clone();
            let index = chosen(record.runs.len(), choices)?;
            let run = &mut record.runs[index];
            let by = format!("{:?}", (&run.contributor, &run.confirmed_by.command));
            let index = chosen(run.searches.len(), choices)?;
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
        Record::Family(record) => replaying::extends(&record.family),
        Record::WrapFamily(record) => replaying::settles(&record.family),
        Record::DoublesFamily(record) => replaying::settles(&record.family),
        Record::Classification(record)
        | Record::TurnedClassification(TurnedClassificationRecord(record)) => {
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
                let puzzle = tait_linear::Puzzle::new(record.k.into(), cell.n).unwrap();
                let of_any_length = cell.any_length.iter().map(|found| &found.least);
                for moves in [&cell.least, &cell.largest]
                    .into_iter()
                    .chain(of_any_length)
                {
                    let solution = tait_linear::Solution::new(puzzle, 1, moves.clone());
                    assert!(judged(&solution));
                }
            }
        }
        Record::GridSolution(record) => replaying::is_lifted(record),
        // The wraps of a search are those of the families, the rows of a table are lifts like those of an answer, and a
        // confirmation is compared with the record that it confirms.
        Record::WrapSearch(_) | Record::GridTable(_) | Record::Confirmation(_) => {}
    }
}

/// Takes all variants of a few sizes, so that replaying them takes little time.
pub(crate) fn shuffling(
    whole: &ShufflingRecord,
    found_by: FoundBy,
    choices: &mut impl Choices,
) -> ShufflingRecord {
    let sizes = whole.cells.iter().map(|cell| cell.puzzle.n());
    let largest = sizes.max().unwrap_or(1);
    let first = 1 + choices.below(largest.min(10));
    let last = largest.min(first + choices.below(3));
    let cells = whole.cells.iter();
    let cells = cells.filter(|cell| (first..=last).contains(&cell.puzzle.n()));
    ShufflingRecord {
        constrained: true,
        cells: cells.cloned().collect(),
        found_by: FoundBy {
            command: format!("shuffling --constrained --table --n {first}..{last}"),
            ..found_by
        },
    }
}

/// Takes some bases, and some findings for other sizes, some of which it weakens.
pub(crate) fn family(
    whole: &FamilyRecord,
    found_by: FoundBy,
    choices: &mut impl Choices,
) -> Option<FamilyRecord> {
    let mut bases = whole.family.bases.clone();
    bases.retain(|_| choices.one_in(2));
    if bases.is_empty() {
        return None;
    }
    let mut smaller_sizes = whole.smaller_sizes.clone();
    let mut found_by = found_by;
    let mut from = 0;
    if !found_by.command.contains("--") {
        // A run reports the sizes that it passes over, from the size with which it begins.
        let first = bases.iter().map(|base| base.puzzle().n()).min()?;
        from = 2 + choices.below(first - 1);
        found_by.command.push_str(&format!(" --from {from}"));
    }
    smaller_sizes.retain(|smaller| smaller.n >= from || choices.one_in(2));
    for smaller in &mut smaller_sizes {
        if choices.one_in(3) {
            let attempts = 1 + choices.below(9);
            smaller.finding = Finding::NotFound { attempts };
        }
    }
    // A size whose base this run did not find.
    let largest = whole.family.bases.iter().map(|base| base.puzzle().n());
    let n = largest.max()?;
    if bases.iter().all(|base| base.puzzle().n() != n) {
        let attempts = 1 + choices.below(9);
        let finding = Finding::NotFound { attempts };
        smaller_sizes.push(SizeWithoutBase { n, finding });
    }
    Some(FamilyRecord {
        family: Family {
            k: whole.family.k,
            bases,
        },
        smaller_sizes,
        restrictions: whole.restrictions.clone(),
        found_by,
    })
}

/// Takes some cells, some of them without their solution or with fewer excluded lengths.
pub(crate) fn classification(
    whole: &ClassificationRecord,
    choices: &mut impl Choices,
) -> ClassificationRecord {
    let mut record = ClassificationRecord::empty(whole.k);
    for cell in &whole.cells {
        if !choices.one_in(3) {
            continue;
        }
        let mut cell = cell.clone();
        if choices.one_in(3) {
            cell.cell.solution = None;
        }
        if choices.one_in(3) {
            let left = choices.below(cell.cell.excluded.len() as u64 + 1);
            cell.cell.excluded.truncate(left as usize);
        }
        if matches!(
            cell.cell.answer(),
            CellAnswer::Open { .. } | CellAnswer::Between { .. }
        ) {
            // A search that was stopped, and took nothing from elsewhere.
            let n = cell.cell.puzzle.n();
            cell.source = None;
            let turned = if cell.cell.puzzle.is_turned() {
                " --turned"
            } else {
                ""
            };
            cell.found_by.command = format!("classify --k {} --n {n}{turned}", whole.k);
        }
        cell.found_by.seconds = 0.5;
        record.put(cell);
    }
    record
}

/// Takes, for the first shapes, some rows with some targets, and some pairs, a few undecided.
pub(crate) fn grid_table(whole: &GridTableRecord, choices: &mut impl Choices) -> GridTableRecord {
    let mut record = GridTableRecord::new(whole.name(), whole.source(), whole.shapes().clone());
    for row in whole.rows().iter().take(3) {
        let mut targets = row.targets.clone();
        targets.truncate(8);
        let (mut of_row, mut alone) = (targets.clone(), targets);
        of_row.retain(|_| choices.one_in(3));
        alone.retain(|_| choices.one_in(3));
        for target in alone {
            let length = target.moves.as_ref().map_or(9, Vec::len) as u64;
            let is_undecided = choices.one_in(2);
            let search = PairSearch::Exact {
                state_limit: 100,
                patterns: choices.one_in(2).then_some(23),
            };
            let found_by = FoundBy {
                command: search
                    .command(whole.name(), &row.from, &target.to)
                    .to_string(),
                states: None,
                ..row.found_by.clone()
            };
            record.put_pair(GridPair {
                from: row.from.clone(),
                to: target.to,
                moves: target.moves.filter(|_| !is_undecided),
                undecided: is_undecided.then(|| Undecided {
                    at_least: choices.below(length + 1) as u32,
                    state_limit: 100,
                }),
                found_by,
            });
        }
        let lengths = of_row
            .iter()
            .filter_map(|target| Some(target.moves.as_ref()?.len()));
        if let Some(farthest) = lengths.max() {
            let states = row.states[..=farthest].to_vec();
            let names: Vec<&str> = of_row.iter().map(|target| &*target.to).collect();
            let found_by = FoundBy {
                states: None,
                command: format!("{} --glyphs {}", row.found_by.command, names.join(",")),
                ..row.found_by.clone()
            };
            record.put(GridTableRow::new(
                &row.from, states, false, of_row, found_by,
            ));
        }
    }
    record
}

/// A record with one false claim.
pub(crate) struct Lie {
    /// The subject of the claim, as records name it.
    pub(crate) claim: Claim,
    /// The strength with which it must be known for the lie to be detected.
    pub(crate) strength: (u8, i64),
    pub(crate) record: Record,
}

/// The strength of any knowledge at all.
pub(crate) const ANYTHING: (u8, i64) = (0, i64::MIN);

/// Chooses one of `many`, of the first 256; `None` of none.
pub(crate) fn chosen(many: usize, choices: &mut impl Choices) -> Option<usize> {
    let many = many.min(256) as u64;
    (many > 0).then(|| choices.below(many) as usize)
}

/// Makes a family that says of the size of one of its bases that it has none.
pub(crate) fn base_that_is_none(whole: &FamilyRecord, choices: &mut impl Choices) -> Option<Lie> {
    let mut record = whole.clone();
    let index = chosen(record.family.bases.len(), choices)?;
    let n = record.family.bases.remove(index).puzzle().n();
    let finding = Finding::NoBase {
        choices: 1,
        states: 1,
        search: None,
    };
    record.smaller_sizes.push(SizeWithoutBase { n, finding });
    Some(Lie {
        claim: Claim::Size(n),
        strength: (9, 0),
        record: record.into(),
    })
}

/// Makes a map that says of a solved size that a search excludes its number of moves.
pub(crate) fn too_much_excluded(
    whole: &ClassificationRecord,
    choices: &mut impl Choices,
) -> Option<Lie> {
    let mut cell = whole.cells[chosen(whole.cells.len(), choices)?].clone();
    let most = cell.cell.solution.take()?.moves().len() as u64;
    while cell.cell.at_least() <= most {
        cell.cell.excluded.push(Exhaustion {
            moves: cell.cell.at_least(),
            board_from: 0,
            board_to: 0,
            restrictions: Restrictions::default(),
            rules: PruneRules::default(),
            states: Vec::new(),
        });
    }
    let claim = Claim::Solved(cell.cell.puzzle.n());
    let mut record = ClassificationRecord::empty(whole.k);
    record.put(cell);
    Some(Lie {
        claim,
        strength: ANYTHING,
        record: record.into(),
    })
}

/// Makes a table that says of a pair of shapes that one move fewer suffices.
pub(crate) fn shorter_pair(whole: &GridTableRecord, choices: &mut impl Choices) -> Option<Lie> {
    let rows = whole.rows();
    let row = &rows[chosen(rows.len().min(3), choices)?];
    let target = &row.targets[chosen(row.targets.len().min(8), choices)?];
    let mut moves = target.moves.clone()?;
    let _ = moves.pop()?;
    let claim = Claim::About(format!("{} to {}", row.from, target.to));
    let mut record = GridTableRecord::new(whole.name(), whole.source(), whole.shapes().clone());
    record.put_pair(GridPair {
        from: row.from.clone(),
        to: target.to.clone(),
        moves: Some(moves),
        undecided: None,
        found_by: row.found_by.clone(),
    });
    Some(Lie {
        claim,
        strength: (1, i64::MIN),
        record: record.into(),
    })
}
