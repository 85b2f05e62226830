//! Optima and proofs of impossibility, compared with plain breadth-first searches of all small puzzles.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, VecDeque};
use tait_framework::grid::{Solved, solve};
use tait_grid::{
    Board, Configuration, Label, Position, Puzzle, PuzzleSetup, Replay, Rules, Setup, Unsolvable,
    UpTo,
};

fn all(board: &Board, width: i32, height: i32, count: u32) -> Vec<Configuration> {
    let cells: Vec<Position> = (0..height)
        .flat_map(|y| (0..width).map(move |x| [x, y].into()))
        .collect();
    let masks = (0..1u32 << cells.len()).filter(|mask| mask.count_ones() == count);
    masks
        .map(|mask| {
            let chosen = cells
                .iter()
                .enumerate()
                .filter(|(index, _)| mask >> index & 1 == 1);
            let coins = chosen.map(|(_, at)| (*at, Label::PLAIN)).collect();
            let board = board.clone();
            Setup { board, coins }.try_into().unwrap()
        })
        .collect()
}

/// Returns distances from a configuration, by the moves of the rules.
fn distances(start: &Configuration, most: usize) -> BTreeMap<Vec<(Position, Label)>, usize> {
    let name = |lying: &Configuration| lying.coins().collect::<Vec<_>>();
    let mut known = BTreeMap::from([(name(start), 0)]);
    let mut queue = VecDeque::from([start.clone()]);
    while let Some(here) = queue.pop_front() {
        let depth = known[&name(&here)];
        if depth == most {
            continue;
        }
        for step in here.moves(Rules::default()) {
            let mut replay = Replay::new(here.clone(), Rules::default());
            replay.play(step).unwrap();
            let next = replay.configuration();
            if let Entry::Vacant(vacant) = known.entry(name(next)) {
                let _ = vacant.insert(depth + 1);
                queue.push_back(next.clone());
            }
        }
    }
    known
}

fn puzzle(start: &Configuration, target: &Configuration) -> Puzzle {
    Puzzle::try_from(PuzzleSetup {
        rules: Rules::default(),
        start: start.clone(),
        target: target.clone(),
        up_to: UpTo::Nothing,
    })
    .unwrap()
}

#[test]
fn every_pair_on_a_small_square_board() {
    for count in 3..=5 {
        let all = all(&Board::Square, 3, 3, count);
        for start in all.iter().step_by(5) {
            let known = distances(start, usize::MAX);
            for target in &all {
                let wanted = known.get(&target.coins().collect::<Vec<_>>()).copied();
                let found = match solve(&puzzle(start, target), None, &Default::default()).unwrap()
                {
                    Solved::Optimal { moves, .. } => Some(moves.len()),
                    Solved::Unsolvable { .. } => None,
                    other => panic!("{other:?}"),
                };
                assert_eq!(found, wanted, "{start:?} {target:?}");
            }
        }
    }
}

#[test]
fn labelled_coins_on_a_small_square_board() {
    let labelled = |letters: &str| {
        tait_grid::read_drawing(Board::Square, letters, tait_grid::Symbols::Labels).unwrap()
    };
    for (start, count) in [
        ("12.\n3.4\n.5.", 5),
        ("11.\n2.2\n.1.", 5),
        ("1.2\n.3.\n4..", 4),
    ] {
        let start = labelled(start);
        let known = distances(&start, usize::MAX);
        assert!(known.len() > 10 && start.len() == count);
        for (coins, &wanted) in known.iter().step_by(7) {
            let board = Board::Square;
            let target: Configuration = Setup {
                board,
                coins: coins.clone(),
            }
            .try_into()
            .unwrap();
            match solve(&puzzle(&start, &target), None, &Default::default()).unwrap() {
                Solved::Optimal { moves, .. } => assert_eq!(moves.len(), wanted),
                other => panic!("{other:?}"),
            }
        }
    }
}

#[test]
fn pairs_on_the_triangular_grid() {
    // Every configuration within four moves, wherever it lies, has the distance that a search without any region gives.
    let mut far = 0;
    for count in 3..=4 {
        let all = all(&Board::Triangular, 3, 2, count);
        for start in all.iter().step_by(2) {
            for (coins, wanted) in distances(start, 4).into_iter().step_by(17) {
                let board = Board::Triangular;
                let target: Configuration = Setup { board, coins }.try_into().unwrap();
                match solve(&puzzle(start, &target), None, &Default::default()).unwrap() {
                    Solved::Optimal { moves, .. } => assert_eq!(moves.len(), wanted),
                    other => panic!("{other:?}"),
                }
                far += u32::from(wanted == 4);
            }
        }
    }
    assert!(far > 100, "{far}");
}

#[test]
fn what_theorem_1_excludes_is_not_reached() {
    let mut excluded = 0;
    for count in 3..=4 {
        let all = all(&Board::Triangular, 4, 3, count);
        for start in all.iter().step_by(41) {
            let known = distances(start, 5);
            for target in &all {
                let is_reached = known.contains_key(&target.coins().collect::<Vec<_>>());
                match solve(&puzzle(start, target), Some(2), &Default::default()).unwrap() {
                    Solved::Unsolvable { reason, .. } => {
                        assert!(!is_reached, "{start:?} {target:?} {reason}");
                        excluded += u32::from(reason == Unsolvable::SingleMove);
                    }
                    Solved::Optimal { .. } => assert!(is_reached),
                    Solved::NoneWithin { .. } | Solved::Stopped { .. } => {}
                }
            }
        }
    }
    assert!(excluded > 100, "{excluded}");
}
