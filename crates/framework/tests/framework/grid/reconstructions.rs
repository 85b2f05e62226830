//! Arrangements that fit lost figures, conventions that count solutions, pyramids, and diameters.

use super::reference::optimum;
use std::collections::BTreeSet;
use tait_framework::grid::known::find;
use tait_framework::grid::{Diameter, Reconstruction, WholeBoard, count, reconstruct};
use tait_grid::space::{Ranking, SmallBoard};
use tait_grid::{Board, Configuration, Motion, Move, Position, Puzzle, Replay, Rules, UpTo};
use tait_testkit::on_threads;

fn counts(found: &Reconstruction) -> Vec<(Option<u32>, u64)> {
    let candidates = found.candidates.iter();
    candidates
        .map(|(number, same)| (*number, same.count))
        .collect()
}

#[test]
fn the_arrangements_that_fit_figures_32_and_33_are_counted() {
    let of = |figure| counts(&reconstruct(figure, &Default::default()).unwrap());
    assert_eq!(of("figure-32"), [(Some(4), 9), (Some(5), 169)]);
    let found = of("figure-33");
    assert_eq!(found.iter().map(|(_, count)| count).sum::<u64>(), 5971);
    assert_eq!(found.first(), Some(&(None, 130)));
    assert_eq!(found.last(), Some(&(Some(11), 6)));
    assert!(reconstruct("figure-1", &Default::default()).is_err());
}

/// The span finds the same extra coins and pairs, by another way.
#[test]
fn the_stored_figures_on_extra_coins_fit_their_criteria() {
    for (name, extra) in [("figure-32", 2), ("figure-32-b", 2), ("figure-33", 3)] {
        let start = find(name).unwrap().puzzle.start().unwrap();
        assert_eq!(start.extra_coins(2).unwrap().unwrap().len(), extra);
        assert_eq!(start.extra_pairs(2).unwrap(), Some(vec![]), "{name}");
    }
}

/// Section 5.7: of the coins that Figure 8 swaps, one belongs to a pair of extra coins, and the other does not.
#[test]
fn figure_8_swaps_one_of_a_pair_of_extra_coins() {
    for (suffix, fits) in [
        ("", false),
        ("-b", true),
        ("-c", false),
        ("-d", true),
        ("-e", true),
        ("-f", true),
    ] {
        let puzzle = find(&format!("figure-8{suffix}"))
            .unwrap()
            .puzzle()
            .unwrap();
        let stays = |at: &Position| puzzle.start().label(at) == puzzle.target().label(at);
        let pairs = puzzle.start().extra_pairs(2).unwrap().unwrap();
        let is_one = |(one, other): &(Position, Position)| stays(one) != stays(other);
        assert_eq!(pairs.iter().any(is_one), fits, "figure-8{suffix}");
    }
}

/// All sequences of `length` moves from a start to a goal that does not occur before; `allows` may exclude moves.
fn solutions(
    start: &Configuration,
    rules: Rules,
    length: usize,
    allows: &dyn Fn(&Configuration, Move) -> bool,
    is_goal: &dyn Fn(&Configuration) -> bool,
) -> Vec<Vec<Move>> {
    let mut begun = vec![(start.clone(), Vec::new())];
    for left in (0..length).rev() {
        let mut longer = Vec::new();
        for (lying, moves) in begun {
            for step in lying.moves(rules) {
                if !allows(&lying, step) {
                    continue;
                }
                let mut replay = Replay::new(lying.clone(), rules);
                replay.play(step).unwrap();
                let after = replay.configuration().clone();
                // A move fills one place around the centre of a ring.
                if is_goal(&after) == (left == 0) && fullest(&after) + left >= 6 {
                    longer.push((after, [&moves[..], &[step]].concat()));
                }
            }
        }
        begun = longer;
    }
    begun.into_iter().map(|(_, moves)| moves).collect()
}

/// The most coins around one position.
fn fullest(lying: &Configuration) -> usize {
    let near = lying
        .positions()
        .flat_map(|at| Board::Triangular.neighbours(&at));
    let around = |at: Position| lying.support(&at, None) as usize;
    near.map(around).max().unwrap_or(0)
}

/// The symmetries of the triangular grid that leave the coins in place.
fn symmetries(lying: &Configuration) -> Vec<impl Fn(Position) -> Position + use<>> {
    let coins: BTreeSet<[i32; 2]> = lying.positions().map(|at| [at.x(), at.y()]).collect();
    let mut found = Vec::new();
    for symmetry in Board::Triangular.symmetries(UpTo::Reflection) {
        let image = move |at: Position| symmetry.image(&at);
        let images: Vec<Position> = lying.positions().map(&image).collect();
        let least = images.iter().map(|at| [at.x(), at.y()]).min().unwrap();
        for &[x, y] in &coins {
            let (right, up) = (x - least[0], y - least[1]);
            let moved = |at: &Position| [at.x() + right, at.y() + up];
            if images.iter().map(moved).collect::<BTreeSet<_>>() == coins {
                let image = image.clone();
                found.push(move |at: Position| {
                    let at = image(at);
                    Position::from([at.x() + right, at.y() + up])
                });
            }
        }
    }
    found
}

/// How many solutions there are, if images under the first `symmetries` count once.
fn classes(solutions: &[Vec<Move>], symmetries: &[impl Fn(Position) -> Position]) -> usize {
    let image = |moves: &Vec<Move>, of: &dyn Fn(Position) -> Position| -> Vec<Move> {
        let step = |step: &Move| Move {
            from: of(step.from),
            to: of(step.to),
        };
        moves.iter().map(step).collect()
    };
    let first = |moves| {
        symmetries
            .iter()
            .map(|symmetry| image(moves, symmetry))
            .min()
    };
    solutions.iter().map(first).collect::<BTreeSet<_>>().len()
}

/// Langman is said to show all 24 ways to make the ring of the rhombus by three slides. There are two. Of the pyramid by
/// four slides there are 48, which are 24 pairs of images; by three lifts that end beside exactly two coins there are 24
/// to each place of the ring.
#[test]
fn conventions_count_solutions_that_make_a_ring() {
    let is_ring = |lying: &Configuration| fullest(lying) == 6;
    let everything = |_: &Configuration, _: Move| true;
    let slides = Rules {
        motion: Motion::Slide,
        ..Rules::default()
    };
    let start = |name: &str| find(name).unwrap().puzzle().unwrap().start().clone();

    let pyramid = start("pyramid-ring");
    let group = symmetries(&pyramid);
    let by_slides = solutions(&pyramid, slides, 4, &everything, &is_ring);
    assert_eq!((by_slides.len(), group.len()), (48, 6));
    assert_eq!(classes(&by_slides, &group), 8);
    let axis = pyramid_axis(&pyramid, &group);
    assert_eq!(classes(&by_slides, &axis), 24);

    let touches_two =
        |lying: &Configuration, step: Move| lying.support(&step.to, Some(&step.from)) == 2;
    let by_lifts = solutions(&pyramid, Rules::default(), 3, &touches_two, &is_ring);
    assert_eq!(by_lifts.len(), 3 * 24);
    assert_eq!(
        solutions(&pyramid, Rules::default(), 2, &everything, &is_ring).len(),
        6
    );

    let rhombus = start("figure-1");
    let by_slides = solutions(&rhombus, slides, 3, &everything, &is_ring);
    let group = symmetries(&rhombus);
    assert_eq!(
        (by_slides.len(), group.len(), classes(&by_slides, &group)),
        (2, 2, 1)
    );
}

/// The identity and one reflection.
fn pyramid_axis<'a, F: Fn(Position) -> Position>(
    pyramid: &Configuration,
    group: &'a [F],
) -> Vec<&'a F> {
    let fixed = |symmetry: &&F| pyramid.positions().filter(|&at| symmetry(at) == at).count();
    let identity = group.iter().find(|symmetry| fixed(symmetry) == 6);
    let reflection = group.iter().find(|symmetry| fixed(symmetry) == 2);
    vec![identity.unwrap(), reflection.unwrap()]
}

#[test]
fn counts_of_the_engine_agree_with_the_conventions() {
    for (name, length, expected) in [
        ("pyramid-ring", 4, 48),
        ("pyramid-ring-lift", 2, 6),
        ("four-pennies", 2, 4),
        ("five-coins", 4, 40),
    ] {
        let puzzle = find(name).unwrap().puzzle().unwrap();
        let counted = count(&puzzle, length, &Default::default())
            .unwrap()
            .unwrap();
        assert_eq!(counted.solutions, Some(expected), "{name}");
    }
}

/// Dudeney's solution of the six pennies, in rows 1 2 3 and 4 5 6: 6 to touch 4 and 5, 5 to touch 2 and 3, 3 to touch 5
/// and 6.
#[test]
fn dudeneys_solution_of_the_six_pennies_is_one_of_the_two() {
    let puzzle = find("figure-1").unwrap().puzzle().unwrap();
    let mut replay = Replay::new(puzzle.start().clone(), puzzle.rules());
    for (from, to) in [([2, 0], [1, -1]), ([1, 0], [2, 0]), ([2, 1], [2, -1])] {
        replay
            .play(Move {
                from: from.into(),
                to: to.into(),
            })
            .unwrap();
    }
    assert!(puzzle.is_solved_by(replay.configuration()));
}

/// A pyramid of n rows takes as many moves as coins lie outside the best overlap with its image: n (n + 1) / 6, rounded
/// down.
#[test]
fn pyramids_are_turned_upside_down_in_a_third_of_their_coins() {
    let turned = |rows: i32, rule: &str| {
        let mut form = find(&format!("pyramid-{rows}")).unwrap().puzzle;
        form.rule = Some(rule.to_owned());
        optimum(&Puzzle::try_from(form).unwrap()).unwrap() as i32
    };
    for rows in 2..=7 {
        assert_eq!(turned(rows, "lift"), rows * (rows + 1) / 6, "{rows}");
    }
    for rows in 2..=5 {
        assert_eq!(turned(rows, "slide"), rows * (rows + 1) / 6, "{rows}");
    }
    for rows in 2..=30_i32 {
        let is_in = |x: i32, y: i32| x >= 0 && y >= 0 && x + y < rows;
        let cells = || (0..rows).flat_map(|y| (0..rows - y).map(move |x| (x, y)));
        let shared = |(right, up): (i32, i32)| {
            cells().filter(|&(x, y)| is_in(right - x, up - y)).count() as i32
        };
        let places = (0..2 * rows).flat_map(|up| (0..2 * rows).map(move |right| (right, up)));
        let best = places.map(shared).max().unwrap();
        assert_eq!(
            rows * (rows + 1) / 2 - best,
            rows * (rows + 1) / 6,
            "{rows}"
        );
    }
    assert!(find("pyramid-1").is_none() && find("pyramid-41").is_none());
}

#[test]
fn diameters_are_the_largest_distances_of_searches_from_every_start() {
    for (rows, columns) in [(2, 3), (3, 3), (2, 5)] {
        let board = SmallBoard::rectangle(rows, columns, Rules::default()).unwrap();
        for coins in 1..=rows * columns {
            let ranking = Ranking::new(rows * columns, coins).unwrap();
            let all = || (0..ranking.count()).map(|rank| ranking.unrank(rank));
            let mut farthest = (0, 0, (0, 0));
            for start in all() {
                let reached = WholeBoard::search(&board, start, &[], &Default::default()).unwrap();
                for target in all() {
                    let Some(moves) = reached.distance(target) else {
                        continue;
                    };
                    if moves > farthest.0 {
                        farthest = (moves, 0, (start, target));
                    }
                    farthest.1 += u64::from(moves == farthest.0);
                }
            }
            let [one, many] = [1, 3].map(|threads| {
                on_threads(threads, || {
                    Diameter::of(&board, coins, &Default::default()).unwrap()
                })
            });
            assert_eq!(
                (one.moves, one.puzzles),
                (farthest.0, farthest.1),
                "{coins}"
            );
            assert_eq!(one, many);
            if one.moves > 0 {
                assert_eq!(one.first, farthest.2);
            }
        }
    }
}
