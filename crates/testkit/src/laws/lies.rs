//! Records that contradict a right one.

use crate::laws::bytes::Choices;
use crate::laws::knowledge::Claim;
use tait_linear::{Exhaustion, Finding, PruneRules, Restrictions, SizeWithoutBase};
use tait_store::{ClassificationRecord, FamilyRecord, GridPair, GridTableRecord, Record};

/// A record with one false claim.
pub(crate) struct Lie {
    /// The subject of the claim, as records name it.
    pub(crate) claim: Claim,
    /// The strength with which it must be known for the lie to be detected.
    pub(crate) strength: (u8, i64),
    /// The record.
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
