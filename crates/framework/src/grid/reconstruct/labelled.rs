//! Figures 8 and 9: labelled coins.

use super::watch::Watch;
use super::{ReconstructError, Reconstruction, Rectangle, choices};
use crate::grid::solve::{Solved, solve};
use std::collections::BTreeSet;
use tait_grid::space::{cells_of, image_of};
use tait_grid::{Board, Configuration, Label, Position, Puzzle, PuzzleSetup, Rules, Setup, UpTo};
use tait_search::{Control, StopReason};

/// Figure 8: two of five labelled coins change places.
pub(super) fn transpositions(control: &Control<'_>) -> Result<Reconstruction, ReconstructError> {
    let mut all = Reconstruction::new(
        "five labelled coins that span the 3 x 3 or the 2 x 4 board, two of which change places: one of a pair of extra \
         coins, and one that is not of the pair",
        "moves",
    );
    for (rows, columns) in [(3, 3), (2, 4)] {
        let board = Rectangle::new(rows, columns)?;
        for coins in choices((1 << board.cells()) - 1, 5) {
            if !board.board.is_spanned_by(coins) || !board.is_first(coins) {
                continue;
            }
            let keeping: Vec<&Vec<u32>> = (board.symmetries.iter())
                .filter(|images| image_of(coins, images) == coins)
                .collect();
            for pair in choices(coins, 2) {
                let has_one = |extra: &u64| (extra & pair).count_ones() == 1;
                let is_extra = |extra: &u64| board.board.is_spanned_by(coins & !extra);
                if !choices(coins, 2)
                    .iter()
                    .any(|extra| has_one(extra) && is_extra(extra))
                {
                    continue;
                }
                // Images of the pair under the symmetries of the coins count once.
                if keeping.iter().any(|images| image_of(pair, images) < pair) {
                    continue;
                }
                let labelled = |set: u64, swapped: u64| -> Vec<(Position, Label)> {
                    let mut labels: Vec<u32> = (1..).take(5).collect();
                    let cells: Vec<u32> = cells_of(set).collect();
                    let places: Vec<usize> =
                        (0..5).filter(|&at| swapped >> cells[at] & 1 == 1).collect();
                    if let [one, other] = places[..] {
                        labels.swap(one, other);
                    }
                    let position = |cell: u32| {
                        let (x, y) = board.place(cell);
                        Position::from([x as i32, y as i32])
                    };
                    let labelled = cells.iter().zip(labels);
                    labelled
                        .map(|(&cell, label)| (position(cell), Label(label)))
                        .collect()
                };
                let setup = (Board::Square, labelled(coins, 0), labelled(coins, pair));
                let found = optimum(setup, UpTo::Nothing, control)?;
                all.add(found, || board.drawings(coins, pair));
            }
        }
    }
    Ok(all)
}

/// The positions of a triangle of six: bottom row, middle row, top.
const TRIANGLE: [[i32; 2]; 6] = [[0, 0], [1, 0], [2, 0], [0, 1], [1, 1], [0, 2]];
/// A turn and a reflection of the triangle, as places in [`TRIANGLE`].
const TURN: [usize; 6] = [2, 4, 5, 1, 3, 0];
const REFLECTION: [usize; 6] = [2, 1, 0, 4, 3, 5];

/// Figure 9: six labelled coins of a triangle become a line in order.
pub(super) fn lines(control: &Control<'_>) -> Result<Reconstruction, ReconstructError> {
    let mut all = Reconstruction::new(
        "six labelled coins of a triangle become a line in order: every labelling, up to symmetry and up to the \
         direction of the line",
        "moves",
    );
    let labellings = labellings();
    let mut watch = Watch::new(control, labellings.len());
    for labels in labellings {
        let start = TRIANGLE.iter().zip(labels);
        let start = start
            .map(|(&at, label)| (Position::from(at), Label(label)))
            .collect();
        let target = (1..=6)
            .map(|at| (Position::from([at, 0]), Label(at as u32)))
            .collect();
        let found = optimum(
            (Board::Triangular, start, target),
            UpTo::Reflection,
            &watch.control(),
        )?;
        watch.end_one();
        let [a, b, c, d, e, f] = labels;
        all.add(found, || format!("{f}/{d}{e}/{a}{b}{c}"));
    }
    Ok(all)
}

/// Returns the first of each class of labellings of the triangle: up to its six symmetries, and up to reading the line
/// from the other end.
pub(super) fn labellings() -> BTreeSet<[u32; 6]> {
    let mut labellings: Vec<Vec<u32>> = vec![Vec::new()];
    for _ in 0..6 {
        let longer = |begun: &Vec<u32>| {
            let begun = begun.clone();
            let free = (1..=6)
                .filter(|label| !begun.contains(label))
                .collect::<Vec<_>>();
            free.into_iter()
                .map(move |label| [&begun[..], &[label]].concat())
        };
        labellings = labellings.iter().flat_map(longer).collect();
    }
    let labellings = labellings.iter();
    labellings
        .map(|labels| first_image(std::array::from_fn(|at| labels[at])))
        .collect()
}

/// Returns the first labelling of the class of a labelling.
fn first_image(mut labels: [u32; 6]) -> [u32; 6] {
    let mut first = labels;
    for symmetry in 0..12 {
        labels = TURN.map(|at| labels[at]);
        if symmetry % 3 == 2 {
            labels = REFLECTION.map(|at| labels[at]);
        }
        if symmetry == 5 {
            labels = labels.map(|label| 7 - label);
        }
        first = first.min(labels);
    }
    first
}

type Coins = Vec<(Position, Label)>;

/// Returns the optimum of a puzzle; `None` if it has no solution.
fn optimum(
    (board, start, target): (Board, Coins, Coins),
    up_to: UpTo,
    control: &Control<'_>,
) -> Result<Option<u32>, ReconstructError> {
    let configuration = |coins: Coins| {
        let board = board.clone();
        Configuration::try_from(Setup { board, coins }).ok()
    };
    let setup = configuration(start).zip(configuration(target));
    let setup = setup.map(|(start, target)| PuzzleSetup {
        rules: Rules::default(),
        start,
        target,
        up_to,
    });
    let puzzle = setup.and_then(|setup| Puzzle::try_from(setup).ok());
    let refused = || ReconstructError::Stopped(StopReason::Refused);
    match solve(&puzzle.ok_or_else(refused)?, None, control)? {
        Solved::Optimal { moves, .. } => Ok(Some(moves.len() as u32)),
        Solved::Unsolvable { .. } => Ok(None),
        Solved::Stopped { stopped, .. } => Err(ReconstructError::Stopped(stopped.reason)),
        Solved::NoneWithin { .. } => Err(refused()),
    }
}

#[cfg(test)]
mod tests {
    use super::{first_image, labellings};

    #[test]
    fn labellings_fall_into_classes_of_twelve() {
        assert_eq!(labellings().len(), 720 / 12);
    }

    /// Figures 9-b and 9-c are the only labellings with 8 moves. So with two coins of the same colour 7 suffice.
    #[test]
    fn no_two_labels_can_be_exchanged_in_the_labellings_with_eight_moves() {
        let hard = [[1, 6, 2, 4, 3, 5], [2, 1, 3, 5, 6, 4]].map(first_image);
        assert_ne!(hard[0], hard[1]);
        for labels in hard {
            for (one, other) in (1..=6).flat_map(|one| (1..one).map(move |other| (one, other))) {
                let exchanged = labels.map(|label| match label {
                    _ if label == one => other,
                    _ if label == other => one,
                    _ => label,
                });
                assert!(!hard.contains(&first_image(exchanged)));
            }
        }
    }
}
