//! Spans, extra coins, L's and canonical configurations compared with their definitions.

use std::collections::BTreeSet;
use tait_grid::space::{Region, RegionError};
use tait_grid::{
    Board, Configuration, Orientation, Position, Puzzle, PuzzleForm, Rectangle, Span, SpanError,
    is_chain, span,
};
use tait_testkit::naive::coins::{Coins, all_coins, configuration, neighbours, reachable};

/// The span, computed in rounds as the paper defines it.
fn by_rounds(coins: &Coins) -> Coins {
    let mut filled = coins.clone();
    loop {
        let near: Coins = filled
            .iter()
            .flat_map(|&at| neighbours(false, at))
            .collect();
        let support = |at| {
            neighbours(false, at)
                .iter()
                .filter(|near| filled.contains(near))
                .count()
        };
        let fresh: Coins = near
            .into_iter()
            .filter(|&at| !filled.contains(&at) && support(at) >= 2)
            .collect();
        if fresh.is_empty() {
            return filled;
        }
        filled.extend(fresh);
    }
}

fn span_of(configuration: &Configuration) -> Coins {
    match span(configuration, 2).unwrap() {
        Span::Finite(positions) => positions.iter().map(|at| (at.x(), at.y())).collect(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn spans_components_and_extra_coins_of_all_small_configurations() {
    for count in 1..=6 {
        for coins in all_coins(4, 3, count) {
            let lying = configuration(Board::Square, &coins);
            let whole = by_rounds(&coins);
            assert_eq!(span_of(&lying), whole);
            let components = span(&lying, 2).unwrap().components(&lying);
            assert_eq!(
                components
                    .iter()
                    .map(|part| part.coins.len())
                    .sum::<usize>(),
                count
            );
            for part in &components {
                let sides = part.bounds();
                let area: i32 = sides
                    .iter()
                    .map(|(least, largest)| largest - least + 1)
                    .product();
                assert_eq!(area as usize, part.positions.len(), "a rectangle");
                assert!(part.coins.len() as u64 >= part.least_coins());
            }
            for (index, one) in components.iter().enumerate() {
                for other in &components[index + 1..] {
                    let near = |a: &Position, b: &Position| {
                        (a.x() - b.x()).abs() + (a.y() - b.y()).abs() < 3
                    };
                    assert!(
                        !one.positions
                            .iter()
                            .any(|a| other.positions.iter().any(|b| near(a, b)))
                    );
                }
            }
            let is_extra = |removed: &[(i32, i32)]| {
                let rest: Coins = coins
                    .iter()
                    .filter(|at| !removed.contains(at))
                    .copied()
                    .collect();
                by_rounds(&rest) == whole
            };
            let position = |&(x, y): &(i32, i32)| Position::from([x, y]);
            let extra: Vec<Position> = coins
                .iter()
                .filter(|&&at| is_extra(&[at]))
                .map(position)
                .collect();
            let found = lying.extra_coins(2).unwrap().unwrap();
            assert_eq!(found, extra);
            assert_eq!(lying.is_span_minimal(2).unwrap(), Some(extra.is_empty()));
            let mut pairs = BTreeSet::new();
            for &one in &coins {
                for &other in
                    coins.range((std::ops::Bound::Excluded(one), std::ops::Bound::Unbounded))
                {
                    if is_extra(&[one, other]) {
                        let _ = pairs.insert((position(&one), position(&other)));
                    }
                }
            }
            let found: BTreeSet<_> = lying.extra_pairs(2).unwrap().unwrap().into_iter().collect();
            assert_eq!(found, pairs);
        }
    }
}

#[test]
fn moves_never_increase_the_span_and_reduce_that_of_minimal_ones() {
    for coins in all_coins(3, 3, 4) {
        let whole = by_rounds(&coins);
        let minimal = configuration(Board::Square, &coins)
            .is_span_minimal(2)
            .unwrap()
            .unwrap();
        for end in reachable(&coins) {
            let reduced = by_rounds(&end);
            assert!(reduced.is_subset(&whole));
            assert!(
                !minimal || end == coins || reduced != whole,
                "{coins:?} {end:?}"
            );
        }
    }
}

#[test]
fn ls_are_shortest_chains_with_the_span_of_their_rectangle() {
    for (width, height) in (1..=6).flat_map(|width| (1..=6).map(move |height| (width, height))) {
        let rectangle = Rectangle {
            left: -2,
            top: 3,
            right: width - 3,
            bottom: height + 2,
        };
        for orientation in Orientation::all() {
            let l = rectangle.l(orientation);
            assert_eq!(l.len() as u32, rectangle.half_perimeter().div_ceil(2));
            assert!(is_chain(&Board::Square, &l));
            let coins: Coins = l.iter().map(|at| (at.x(), at.y())).collect();
            assert_eq!(coins.len(), l.len());
            assert_eq!(by_rounds(&coins).len() as i32, width * height);
        }
        for count in 0..=(width * height) as usize + 1 {
            let Some(arranged) = rectangle.canonical(count) else {
                let least = rectangle.half_perimeter().div_ceil(2) as usize;
                assert!(count < least || count > (width * height) as usize);
                continue;
            };
            let skeleton = rectangle.half_perimeter().div_ceil(2) as usize;
            for placed in skeleton..count {
                let before: Coins = arranged[..placed]
                    .iter()
                    .map(|at| (at.x(), at.y()))
                    .collect();
                let at = (arranged[placed].x(), arranged[placed].y());
                let near = neighbours(false, at)
                    .iter()
                    .filter(|near| before.contains(near))
                    .count();
                assert!(near >= 2 && !before.contains(&at), "a valid destination");
            }
        }
    }
}

#[test]
fn canonical_configurations_keep_span_and_numbers() {
    for coins in all_coins(4, 4, 5).into_iter().step_by(3) {
        let lying = configuration(Board::Square, &coins);
        let canonical = lying.canonical().unwrap();
        assert_eq!(span_of(&canonical), span_of(&lying));
        assert_eq!(canonical.len(), lying.len());
        assert_eq!(canonical.canonical().unwrap(), canonical);
    }
}

#[test]
fn spans_without_bounds() {
    let line = configuration(Board::Triangular, &[(0, 0), (1, 0), (5, 5)].into());
    assert_eq!(span(&line, 2).unwrap(), Span::Everything);
    assert!(matches!(span(&line, 3).unwrap(), Span::Finite(positions) if positions.len() == 3));
    assert_eq!(line.extra_coins(2).unwrap(), Some(vec![[5, 5].into()]));
    let apart = configuration(Board::Triangular, &[(0, 0), (5, 5)].into());
    assert!(matches!(span(&apart, 2).unwrap(), Span::Finite(positions) if positions.len() == 2));
    assert_eq!(
        span(&configuration(Board::Square, &[(0, 0)].into()), 1).unwrap(),
        Span::Everything
    );
    let error = apart.canonical().unwrap_err().to_string();
    assert!(error.contains("not on the triangular grid"), "{error}");
}

#[test]
fn chains_take_steps_of_two() {
    let steps = |x: i32, y: i32| is_chain(&Board::Square, &[[0, 0].into(), [x, y].into()]);
    assert!(steps(2, 0) && steps(1, 1) && steps(0, -1) && !steps(2, 1) && !steps(3, 0));
    let lying = configuration(Board::Square, &[(0, 0), (1, 1), (4, 1), (6, 1)].into());
    assert_eq!(lying.chained_parts().len(), 2);
    assert_eq!(lying.components().len(), 4);
}

/// Returns coins of many boards and adjacencies, including some with infinite spans.
fn assorted() -> Vec<(Configuration, u32)> {
    let mut assorted = Vec::new();
    for count in 1..=5 {
        for coins in all_coins(3, 3, count) {
            for (board, adjacency) in [
                (Board::Square, 1),
                (Board::Square, 3),
                (Board::Triangular, 1),
                (Board::Triangular, 2),
                (Board::Triangular, 3),
                (Board::Hypercube(2), 2),
            ] {
                assorted.push((configuration(board, &coins), adjacency));
            }
        }
    }
    assorted
}

#[test]
fn extra_coins_and_pairs_are_those_whose_removal_leaves_the_span_on_every_board() {
    for (lying, adjacency) in assorted() {
        let whole = span(&lying, adjacency).unwrap();
        let is_extra = |removed: &[Position]| {
            let rest = lying.positions().filter(|at| !removed.contains(at));
            tait_grid::span_of(lying.board(), rest, adjacency).unwrap() == whole
        };
        let coins: Vec<Position> = lying.positions().collect();
        let single: Vec<Position> = coins
            .iter()
            .copied()
            .filter(|at| is_extra(&[*at]))
            .collect();
        assert_eq!(
            lying.extra_coins(adjacency).unwrap(),
            Some(single),
            "{lying:?}, d = {adjacency}"
        );
        let pairs: Vec<(Position, Position)> = coins
            .iter()
            .flat_map(|one| coins.iter().map(move |other| (*one, *other)))
            .filter(|(one, other)| one < other && is_extra(&[*one, *other]))
            .collect();
        assert_eq!(
            lying.extra_pairs(adjacency).unwrap(),
            Some(pairs),
            "{lying:?}, d = {adjacency}"
        );
    }
}

#[test]
fn long_diagonals_and_large_squares_take_no_longer_than_their_spans() {
    let begin = std::time::Instant::now();
    let diagonal: BTreeSet<(i32, i32)> = (0..300).map(|at| (at, at)).collect();
    let diagonal = configuration(Board::Square, &diagonal);
    assert_eq!(span_of(&diagonal).len(), 90_000);
    assert_eq!(diagonal.extra_coins(2).unwrap(), Some(Vec::new()));
    // Each of the four coins of a block is beside two others, so every coin is extra.
    let blocks = (0..5_000)
        .flat_map(|block| [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(x, y)| (9 * block + x, y)));
    let blocks = configuration(Board::Square, &blocks.collect());
    assert_eq!(
        blocks.extra_coins(2).unwrap().map(|extra| extra.len()),
        Some(20_000)
    );
    assert_eq!(blocks.extra_pairs(2), Err(SpanError::TooManyPairs));
    // Examining one coin after the other would take more than ten minutes.
    assert!(
        begin.elapsed() < std::time::Duration::from_secs(300),
        "{:?}",
        begin.elapsed()
    );
}

#[test]
fn a_region_is_given_up_when_somebody_asks() {
    let text =
        r#"{"grid": "triangular", "up_to": "any", "start": ["ooo", "ooo"], "target": ["oooooo"]}"#;
    let form: PuzzleForm = serde_json::from_str(text).unwrap();
    let puzzle = Puzzle::try_from(form).unwrap();
    let asked = std::cell::Cell::new(0);
    let third_time = || {
        asked.set(asked.get() + 1);
        asked.get() > 2
    };
    let given_up = Region::new_unless(&puzzle, 8, &third_time).unwrap_err();
    assert_eq!(given_up, RegionError::Stopped { moves: 8 });
    assert_eq!(asked.get(), 3);
    assert!(Region::new(&puzzle, 8).is_ok());
}
