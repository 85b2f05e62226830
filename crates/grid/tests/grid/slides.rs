//! Slides compared with free space in the plane, sampled finely, and small cases of the rule.

use std::collections::BTreeSet;
use tait_grid::{Board, Motion, Move, Replay, Rules};
use tait_testkit::naive::coins::{all_coins, configuration};

const SLIDES: Rules = Rules {
    adjacency: 2,
    motion: Motion::Slide,
};

/// Whether a centre that starts at `from` can reach a point on a fine mesh, within bounds, at a distance of at least 1,
/// less a hair, from all other centres.
fn reached(centres: &[(f64, f64)], from: (f64, f64), mesh: i32) -> impl Fn((f64, f64)) -> bool {
    let fine = f64::from(mesh);
    let is_free = move |at: (i32, i32)| {
        let (x, y) = (f64::from(at.0) / fine, f64::from(at.1) / fine);
        (-2.0..6.0).contains(&x)
            && (-2.0..5.0).contains(&y)
            && centres
                .iter()
                .all(|c| (c.0 - x).powi(2) + (c.1 - y).powi(2) >= 0.94)
    };
    let nearest =
        move |at: (f64, f64)| ((at.0 * fine).round() as i32, (at.1 * fine).round() as i32);
    let mut seen = BTreeSet::from([nearest(from)]);
    let mut waiting = vec![nearest(from)];
    while let Some((x, y)) = waiting.pop() {
        for next in [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)] {
            if is_free(next) && seen.insert(next) {
                waiting.push(next);
            }
        }
    }
    move |at| seen.contains(&nearest(at))
}

#[test]
fn steps_are_what_the_plane_allows() {
    let mut differ_from_lifts = 0;
    for (board, count, every) in [(Board::Square, 5, 9), (Board::Triangular, 6, 7)] {
        for start in all_coins(3, 3, count).into_iter().step_by(every) {
            let lying = configuration(board.clone(), &start);
            let lifts = lying.moves(Rules::default());
            let slides: BTreeSet<Move> = lying.moves(SLIDES).into_iter().collect();
            for from in lying.positions() {
                let others = lying.positions().filter(|at| *at != from);
                let centres: Vec<_> = others.filter_map(|at| board.in_plane(&at)).collect();
                let can_reach = reached(&centres, board.in_plane(&from).unwrap(), 20);
                for step in lifts.iter().filter(|step| step.from == from) {
                    let in_plane = can_reach(board.in_plane(&step.to).unwrap());
                    assert_eq!(slides.contains(step), in_plane, "{board} {start:?} {step}");
                    differ_from_lifts += u32::from(!in_plane);
                }
            }
        }
    }
    assert!(
        differ_from_lifts > 20,
        "some coins are shut in: {differ_from_lifts}"
    );
}

#[test]
fn a_coin_cannot_squeeze_between_two() {
    // A hexagon with a coin in its middle: the coin cannot get out, and no other could get into its place.
    let hexagon = [(1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (0, 2), (1, 2)];
    let lying = configuration(Board::Triangular, &hexagon.into());
    let out = lying
        .moves(SLIDES)
        .into_iter()
        .filter(|step| step.from == [1, 1].into());
    assert_eq!(out.count(), 0);
    let step = Move {
        from: [1, 1].into(),
        to: [3, 0].into(),
    };
    assert!(
        Replay::new(lying.clone(), Rules::default())
            .play(step)
            .is_ok()
    );
    let error = Replay::new(lying, SLIDES)
        .play(step)
        .unwrap_err()
        .to_string();
    assert!(
        error.ends_with("no coin can slide from (1, 1) to (3, 0) without disturbing another"),
        "{error}"
    );
}
