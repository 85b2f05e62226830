//! The spaces compared with the checker's rules, along random walks.

use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use tait_grid::space::{ListSpace, Region, SetSpace, Step};
use tait_grid::{
    Configuration, Label, Move, Position, Puzzle, PuzzleForm, Replay, Rules, Setup, UpTo,
};
use tait_space::Bits;
use tait_space::{Backward, StateSpace};

fn puzzle(grid: &str, rule: &str, labeled: bool, coins: &BTreeSet<(i32, i32)>) -> Puzzle {
    let numbers: Vec<Vec<i32>> = coins
        .iter()
        .zip(1..)
        .map(|(&(x, y), label)| {
            if labeled {
                vec![x, y, label]
            } else {
                vec![x, y]
            }
        })
        .collect();
    let value = serde_json::json!({
        "grid": grid, "rule": rule, "labeled": labeled, "start": numbers, "target": numbers,
    });
    Puzzle::try_from(serde_json::from_value::<PuzzleForm>(value).unwrap()).unwrap()
}

/// Walks at most as many moves as the region is for. At every state, compares the moves with those of the rules, the
/// bounds with each other, and predecessors with successors.
fn walk<S: Backward<Move = Step>>(
    space: &S,
    region: &Region,
    rules: Rules,
    start: &Configuration,
    choices: &[u32],
) -> Result<(), TestCaseError> {
    const FAR: u32 = 1000;
    let mut state = space.starts()[0];
    prop_assert_eq!(space.state(&space.key(&state)), state);
    let mut lying = start.clone();
    for choice in choices {
        let mut successors = BTreeMap::new();
        space.expand(&state, FAR, &mut |step, next| {
            assert!(
                successors
                    .insert(region.as_move(step), (step, next))
                    .is_none(),
                "once"
            );
            ControlFlow::Continue(())
        });
        // Where the span no longer contains the target, nothing is visited at all.
        if !successors.is_empty() || space.lower_bound(&state).is_some() {
            let steps: Vec<Move> = successors.keys().copied().collect();
            let expected = lying.moves(rules);
            prop_assert_eq!(steps, expected);
        }
        let here = space.lower_bound(&state);
        for (step, next) in successors.values() {
            let after = space.lower_bound(next);
            if let (Some(here), Some(after)) = (here, after) {
                prop_assert!(after + 1 >= here, "consistent");
            }
            let mut is_undone = false;
            space.predecessors(next, FAR, &mut |back, previous| {
                is_undone |= back == *step && previous == state;
                ControlFlow::Continue(())
            });
            prop_assert!(is_undone);
        }
        let Some((step, (_, next))) = successors
            .iter()
            .nth(*choice as usize % successors.len().max(1))
        else {
            break;
        };
        let mut replay = Replay::new(lying, rules);
        replay.play(*step).unwrap();
        lying = replay.configuration().clone();
        state = *next;
    }
    Ok(())
}

/// The coins of a set.
fn configuration(puzzle: &Puzzle, region: &Region, set: &Bits<4>) -> Configuration {
    let coins = set
        .iter()
        .map(|cell| (region.cells()[cell as usize], Label::PLAIN));
    let (board, coins) = (puzzle.board().clone(), coins.collect());
    Setup { board, coins }.try_into().unwrap()
}

/// A value that all congruent configurations share, and no others.
fn shape(configuration: &Configuration) -> Vec<Position> {
    let symmetries = configuration.board().symmetries(UpTo::Reflection);
    let images = symmetries.iter().map(|symmetry| {
        let mut image: Vec<Position> = configuration
            .positions()
            .map(|at| symmetry.image(&at))
            .collect();
        image.sort_unstable();
        let first = image[0];
        image.iter().map(|at| at.minus(&first)).collect()
    });
    images.min().unwrap()
}

/// Like `walk`, for coins that are lifted and put down, where symmetries may change states: the shapes that a move
/// makes are those of the rules, and the moves that the steps of the whole walk stand for are allowed.
fn walk_in_steps(
    space: &SetSpace<4>,
    puzzle: &Puzzle,
    region: &Region,
    choices: &[u32],
) -> Result<(), TestCaseError> {
    const FAR: u32 = 1000;
    let after = |state: &Bits<4>, budget| {
        let mut successors = Vec::new();
        space.expand(state, budget, &mut |step, next| {
            successors.push((step, next));
            ControlFlow::Continue(())
        });
        successors
    };
    let (mut state, mut steps) = (space.starts()[0], Vec::new());
    for choice in choices {
        let lying = configuration(puzzle, region, &state);
        let mut successors = Vec::new();
        for (from, lifted) in after(&state, FAR) {
            let put_down = after(&lifted, FAR - 1);
            successors.extend(
                put_down
                    .into_iter()
                    .map(|(to, next)| (from, lifted, to, next)),
            );
        }
        let shapes = successors
            .iter()
            .map(|(_, _, _, next)| configuration(puzzle, region, next));
        // A coin may be put back where it was.
        let mut found: BTreeSet<_> = shapes.map(|next| shape(&next)).collect();
        let _ = found.insert(shape(&lying));
        let mut expected = BTreeSet::from([shape(&lying)]);
        for step in lying.moves(puzzle.rules()) {
            let cell = |at: &Position| region.cells().binary_search(at).unwrap() as u32;
            let next = state.without(cell(&step.from)) | Bits::single(cell(&step.to));
            // Where the span no longer contains the target, nothing is visited.
            if space.lower_bound(&next).is_some() {
                let _ = expected.insert(shape(&configuration(puzzle, region, &next)));
            }
        }
        prop_assert_eq!(found, expected);
        for (from, lifted, to, next) in &successors {
            for (earlier, step, later) in [(&state, from, lifted), (lifted, to, next)] {
                let bounds = [earlier, later].map(|state| space.lower_bound(state));
                prop_assert!(bounds[1].unwrap() + 1 >= bounds[0].unwrap(), "consistent");
                let mut is_undone = false;
                space.predecessors(later, FAR, &mut |_, previous| {
                    is_undone |= previous == *earlier;
                    ControlFlow::Continue(())
                });
                prop_assert!(is_undone, "{step}");
            }
        }
        // Steps that put a coin back are not moves.
        successors
            .retain(|(_, _, _, next)| shape(&configuration(puzzle, region, next)) != shape(&lying));
        let Some((from, _, to, next)) = successors.get(*choice as usize % successors.len().max(1))
        else {
            break;
        };
        steps.extend([*from, *to]);
        state = *next;
    }
    let mut replay = Replay::new(puzzle.start().clone(), puzzle.rules());
    for step in space.moves(&steps) {
        replay.play(region.as_move(step)).unwrap();
    }
    let reached = configuration(puzzle, region, &state);
    prop_assert_eq!(shape(replay.configuration()), shape(&reached));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn spaces_have_the_moves_of_the_rules(
        coins in prop::collection::btree_set((0..4i32, 0..4i32), 3..8),
        choices in prop::collection::vec(0..1000u32, 4),
        is_triangular in any::<bool>(),
        slides in any::<bool>(),
        is_turned in any::<bool>(),
    ) {
        // Half of the cases are their own images under a half-turn.
        let some = coins.iter().take(if is_turned { 4 } else { 8 });
        let turned = some.clone().filter(|_| is_turned).map(|(x, y)| (3 - x, 3 - y));
        let coins: BTreeSet<(i32, i32)> = turned.chain(some.copied()).collect();
        let grid = if is_triangular { "triangular" } else { "square" };
        let rule = if slides { "slide" } else { "lift" };
        for labeled in [false, true] {
            let puzzle = puzzle(grid, rule, labeled, &coins);
            let region = Region::new(&puzzle, 4).unwrap();
            let list = ListSpace::<8>::new(region.clone()).unwrap();
            walk(&list, &region, puzzle.rules(), puzzle.start(), &choices)?;
            let set = SetSpace::<4>::new(region.clone());
            prop_assert_eq!(set.is_some(), !labeled && !slides);
            if let Some(set) = set {
                walk_in_steps(&set, &puzzle, &region, &choices)?;
            }
        }
    }
}

/// Returns distances from the start, by plain breadth-first search over the rules.
fn distances(start: &Configuration, rules: Rules, most: u32) -> Vec<(Configuration, u32)> {
    let mut known = vec![(start.clone(), 0)];
    let mut index = 0;
    while let Some((here, depth)) = known.get(index).cloned() {
        index += 1;
        if depth == most {
            break;
        }
        for step in here.moves(rules) {
            let mut replay = Replay::new(here.clone(), rules);
            replay.play(step).unwrap();
            let next = replay.configuration();
            if !known.iter().any(|(other, _)| other == next) {
                known.push((next.clone(), depth + 1));
            }
        }
    }
    known
}

#[test]
fn lower_bounds_are_admissible_and_regions_large_enough() {
    // Every configuration within three moves is a target; its region contains the positions of a shortest solution.
    for (grid, coins) in [
        ("triangular", vec![(0, 0), (1, 0), (0, 1), (3, 0)]),
        ("triangular", vec![(0, 0), (1, 0), (2, 0), (3, 0)]),
        ("square", vec![(0, 0), (1, 1), (2, 1), (3, 2)]),
        ("mixed", vec![(0, 0), (1, 0), (1, 1)]),
    ] {
        for labeled in [false, true] {
            let coins: BTreeSet<(i32, i32)> = coins.iter().copied().collect();
            let start = puzzle(grid, "lift", labeled, &coins).start().clone();
            let most = if labeled || grid == "mixed" { 2 } else { 3 };
            for (target, distance) in distances(&start, Rules::default(), most) {
                let setup = tait_grid::PuzzleSetup {
                    rules: Rules::default(),
                    start: start.clone(),
                    target,
                    up_to: UpTo::Nothing,
                };
                let puzzle = Puzzle::try_from(setup).unwrap();
                let region = Region::new(&puzzle, distance).unwrap();
                let space = ListSpace::<8>::new(region).unwrap();
                let start = space.starts()[0];
                assert!(space.lower_bound(&start).unwrap() <= distance);
                assert!(reaches(&space, &start, distance), "{puzzle} in {distance}");
            }
        }
    }
}

fn reaches<S: StateSpace>(space: &S, state: &S::State, moves: u32) -> bool {
    if space.is_goal(state) || moves == 0 {
        return space.is_goal(state);
    }
    let mut found = false;
    space.expand(state, moves, &mut |_, next| {
        found = reaches(space, &next, moves - 1);
        if found {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    found
}
