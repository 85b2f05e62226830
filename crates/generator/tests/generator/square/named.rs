//! The named steps of the construction.

use super::{Cell, puzzle};
use std::collections::{BTreeMap, BTreeSet};
use tait_generator::grid::square::{Construction, construct};
use tait_grid::{Label, Move, NamedStep, Operation, Outline};

/// Checks that every move belongs to a step, and that a swap exchanges two coins or none.
pub(super) fn are_named(start: &BTreeMap<Cell, Label>, moves: &[Move], outline: &Outline) {
    let again = Outline::new(outline.steps().to_vec(), moves.len());
    assert_eq!(again.as_ref(), Ok(outline));
    assert!(
        outline
            .captions(moves.len())
            .iter()
            .all(|caption| !caption.is_empty())
    );
    let mut coins = start.clone();
    let mut done = 0;
    for step in outline.steps().iter().filter(|step| step.depth == 0) {
        assert_eq!(step.first, done + 1, "{start:?}: {step}");
        done = step.last;
        let before = coins.clone();
        for Move { from, to } in &moves[step.first - 1..step.last] {
            let label = coins.remove(&(from.x(), from.y())).unwrap();
            assert_eq!(coins.insert((to.x(), to.y()), label), None);
        }
        if step.operation == Operation::Swap {
            let changed = before
                .iter()
                .filter(|(cell, label)| coins.get(*cell) != Some(label));
            let changed: Vec<Label> = changed.map(|(_, label)| *label).collect();
            assert!(
                before.keys().eq(coins.keys()) && matches!(changed[..], [] | [_, _]),
                "{step}"
            );
        }
    }
    assert_eq!(done, moves.len());
}

#[test]
fn the_other_diagonal_is_merged_flipped_and_undone() {
    let diagonal: Vec<Cell> = (0..5).map(|at| (at, at)).collect();
    let start: BTreeSet<Cell> = diagonal.iter().copied().chain([(1, 0), (3, 4)]).collect();
    let target: BTreeSet<Cell> = start.iter().map(|&(x, y)| (4 - x, y)).collect();
    let plain = |cells: &BTreeSet<Cell>| cells.iter().map(|&cell| (cell, Label::PLAIN)).collect();
    let Ok(Construction::Solution { moves, outline, .. }) =
        construct(&puzzle(&plain(&start), &plain(&target)))
    else {
        panic!("Theorem 2 covers it");
    };
    let top = outline.steps().iter().filter(|step| step.depth == 0);
    let mut top: Vec<Operation> = top.map(|step| step.operation).collect();
    top.dedup();
    assert_eq!(top.last(), Some(&Operation::Undo), "{top:?}");
    assert!(
        top.contains(&Operation::Flip) && top.contains(&Operation::Sweep),
        "{top:?}"
    );
    let rotation = |step: &&NamedStep| step.operation == Operation::Rotation;
    let rotation = outline.steps().iter().find(rotation).unwrap();
    let within = |step: &&NamedStep| {
        step.depth == rotation.depth + 1 && (rotation.first..=rotation.last).contains(&step.first)
    };
    let parts = outline.steps().iter().filter(within);
    assert!(
        parts
            .clone()
            .all(|step| { matches!(step.operation, Operation::Flip | Operation::Shuffle) })
    );
    assert!(parts.count() > 0 && moves.len() >= rotation.last);
}
