//! The symmetry of the state space: the mirror image with nickels and pennies swapped.

use crate::rules::model::expanded;
use std::collections::BTreeSet;
use tait_linear::{
    BlockSet, Board, BoundedSearch, DeadStates, FinalType, LinearSpace, Masks, Move, PruneRules,
    Puzzle, Restrictions,
};
use tait_space::StateSpace;

type Space = LinearSpace<1, Masks>;

/// The successors, each with its move, which a space visits once.
fn successors(space: &Space, board: &Board<1>, budget: u32) -> BTreeSet<(Board<1>, Move)> {
    let visited = expanded(space, board, budget).into_iter();
    let mut all = BTreeSet::new();
    for (step, next) in visited {
        assert!(all.insert((next, step)));
    }
    all
}

#[test]
fn images_have_the_images_of_moves_and_goals() {
    let of_type = |final_type| Restrictions {
        final_type,
        ..Restrictions::default()
    };
    let mut goals = 0;
    for (k, n, moves) in [(2, 4, 4), (2, 3, 4), (3, 5, 5), (3, 3, 6), (4, 6, 6)] {
        let puzzle = Puzzle::new(k, n).unwrap();
        for restrictions in [None, Some(FinalType::Black), Some(FinalType::White)].map(of_type) {
            let bounded =
                BoundedSearch::new(puzzle, moves, restrictions, PruneRules::default()).unwrap();
            let space = Space::new(
                bounded.dropping(DeadStates::Frozen).with_images(),
                Masks,
                None,
            );
            let image = |board: &Board<1>| space.image(board).unwrap();
            let ends = 2 * n as i64 + 2 - k as i64;
            let mut layer: BTreeSet<Board<1>> = space.starts().into_iter().collect();
            for budget in (1..=moves).rev() {
                let mut next = BTreeSet::new();
                for board in layer.iter().take(300) {
                    assert_eq!(image(&image(board)), *board);
                    assert_eq!(space.is_goal(&image(board)), space.is_goal(board));
                    assert_eq!(space.lower_bound(&image(board)), space.lower_bound(board));
                    goals += usize::from(space.is_goal(board));
                    let after = successors(&space, board, budget);
                    let images = after.iter().map(|(next, step)| {
                        let (from, to) = (ends - step.from, ends - step.to);
                        (image(next), Move { from, to })
                    });
                    assert_eq!(
                        images.collect::<BTreeSet<_>>(),
                        successors(&space, &image(board), budget)
                    );
                    next.extend(after.into_iter().map(|(state, _)| state));
                }
                layer = next;
            }
            goals += layer.iter().filter(|board| space.is_goal(board)).count();
        }
    }
    assert!(goals > 0);
}

#[test]
fn what_a_restriction_tells_apart_has_no_image() {
    let puzzle = Puzzle::new(2, 5).unwrap();
    let with = |restrictions| {
        let bounded = BoundedSearch::new(puzzle, 5, restrictions, PruneRules::default()).unwrap();
        Space::new(bounded.with_images(), Masks, None)
    };
    let of_block = |blocks| Restrictions {
        blocks,
        ..Restrictions::default()
    };
    for (restrictions, has_image) in [
        (Restrictions::default(), true),
        (of_block("L1R1".parse::<BlockSet>().unwrap()), true),
        (of_block("R1".parse::<BlockSet>().unwrap()), false),
        (
            Restrictions {
                shift: Some(2),
                ..Restrictions::default()
            },
            false,
        ),
        (
            Restrictions {
                stationary: vec![3],
                ..Restrictions::default()
            },
            false,
        ),
    ] {
        let space = with(restrictions.clone());
        let start = space.starts()[0];
        let image = space.image(&start);
        assert_eq!(image, has_image.then_some(start), "{restrictions:?}");
    }
}
