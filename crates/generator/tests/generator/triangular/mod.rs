//! Compares Theorem 1 with exhaustive search, and checks its construction.

mod exhaustive;
mod random;

use tait_generator::grid::triangular::{
    Condition, Construction, Decision, NotCovered, Reason, construct, decide,
};
use tait_grid::{
    Board, Configuration, Label, Motion, Puzzle, PuzzleSetup, Rules, Setup, UpTo, check,
};

type Cell = (i32, i32);
type Coins = Vec<(Cell, u32)>;

const STEPS: [Cell; 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

fn configuration(board: Board, coins: &[(Cell, u32)]) -> Configuration {
    let coins = coins
        .iter()
        .map(|&((x, y), label)| ([x, y].into(), Label(label)));
    let coins = coins.collect();
    Configuration::try_from(Setup { board, coins }).unwrap()
}

fn puzzle(start: &[(Cell, u32)], target: &[(Cell, u32)]) -> Puzzle {
    puzzle_up_to(UpTo::Nothing, start, target)
}

fn puzzle_up_to(up_to: UpTo, start: &[(Cell, u32)], target: &[(Cell, u32)]) -> Puzzle {
    Puzzle::try_from(PuzzleSetup {
        rules: Rules::default(),
        start: configuration(Board::Triangular, start),
        target: configuration(Board::Triangular, target),
        up_to,
    })
    .unwrap()
}

/// Returns the number of moves of the constructed solution, which the checker has replayed, or
/// `None` if there is none.
fn solved(puzzle: &Puzzle) -> Option<usize> {
    match (decide(puzzle).unwrap(), construct(puzzle).unwrap()) {
        (
            Decision::Solvable(decided),
            Construction::Solution {
                condition,
                moves,
                outline,
            },
        ) => {
            assert_eq!(decided, condition);
            // Only a single move that leads to the target belongs to no step.
            let captions = outline.captions(moves.len());
            assert!(
                moves.len() == 1 || !captions.contains(&String::new()),
                "{captions:?}"
            );
            let count = moves.len();
            check(puzzle, moves).unwrap_or_else(|error| panic!("{puzzle:?}: {error}"));
            Some(count)
        }
        (Decision::Unsolvable(decided), Construction::Unsolvable(reason)) => {
            assert_eq!(decided, reason);
            None
        }
        (decision, construction) => panic!("{puzzle:?}: {decision:?}, {construction:?}"),
    }
}

fn plain(cells: &[Cell]) -> Coins {
    cells.iter().map(|&cell| (cell, 0)).collect()
}

fn decided(start: &[Cell], target: &[Cell]) -> Decision {
    let puzzle = puzzle(&plain(start), &plain(target));
    let _ = solved(&puzzle);
    decide(&puzzle).unwrap()
}

#[test]
fn each_condition_and_each_reason_is_told() {
    let block = [(0, 0), (1, 0), (0, 1), (1, 1), (2, 0)];
    let path = [(0, 9), (1, 9), (2, 9), (3, 9), (9, 9)];
    let two = [(0, 9), (1, 9), (2, 9), (5, 9), (6, 9)];
    // Three coins in a line, and single coins.
    let one = [(0, 9), (1, 9), (2, 9), (5, 9), (7, 9)];
    let apart = [(0, 0), (3, 0), (6, 0), (9, 0), (12, 0)];
    for (start, target, decision) in [
        (block, block, Decision::Solvable(Condition::InPlace)),
        (apart, apart, Decision::Solvable(Condition::InPlace)),
        (path, block, Decision::Solvable(Condition::Triangle)),
        (block, path, Decision::Solvable(Condition::PathOfFour)),
        (block, two, Decision::Solvable(Condition::ThreeAndTwo)),
        (block, one, Decision::Unsolvable(Reason::SingleMove)),
        (one, block, Decision::Solvable(Condition::Triangle)),
        (block, apart, Decision::Unsolvable(Reason::SingleMove)),
        (apart, block, Decision::Unsolvable(Reason::NoMove)),
        (apart, one, Decision::Unsolvable(Reason::NoMove)),
    ] {
        assert_eq!(
            decided(&start, &target),
            decision,
            "{start:?} to {target:?}"
        );
    }
    let before = [(0, 9), (20, 20), (2, 9), (5, 9), (7, 9)];
    assert_eq!(
        decided(&before, &one),
        Decision::Solvable(Condition::SingleMove)
    );
    let few = Decision::Unsolvable(Reason::FewCoins);
    assert_eq!(decided(&[(0, 0), (1, 0)], &[(0, 0), (0, 1)]), few);
}

/// The tripod has a component of four coins but no path of four, and only its centre ever moves.
#[test]
fn the_tripod_is_reached_by_a_single_move_or_not_at_all() {
    let tripod = [(1, 1), (2, 1), (1, 0), (0, 2)];
    let block = [(0, 0), (1, 0), (0, 1), (1, 1)];
    let none = Decision::Unsolvable(Reason::SingleMove);
    assert_eq!(decided(&block, &tripod), none);
    let centre_away = [(5, 5), (2, 1), (1, 0), (0, 2)];
    let single = Decision::Solvable(Condition::SingleMove);
    assert_eq!(decided(&centre_away, &tripod), single);
    let with_more = |four: &[Cell; 4]| [four, &[(20, 0), (40, 0)][..]].concat();
    assert_eq!(decided(&with_more(&block), &with_more(&tripod)), none);
    assert_eq!(
        decided(&with_more(&centre_away), &with_more(&tripod)),
        single
    );
    // With a pair of adjacent coins elsewhere, the centre can come from there.
    let with_pair = |four: &[Cell; 4]| [four, &[(20, 0), (21, 0)][..]].concat();
    let two = Decision::Solvable(Condition::ThreeAndTwo);
    assert_eq!(decided(&with_pair(&block), &with_pair(&tripod)), two);
}

#[test]
fn three_labelled_coins_keep_their_colours() {
    let labelled =
        |cells: [Cell; 3], labels: [u32; 3]| -> Coins { cells.into_iter().zip(labels).collect() };
    let corner = labelled([(0, 0), (1, 0), (0, 1)], [1, 2, 3]);
    let decide = |start: &Coins, target: &Coins| {
        let puzzle = puzzle(start, target);
        let _ = solved(&puzzle);
        decide(&puzzle).unwrap()
    };
    let yes = Decision::Solvable(Condition::Triangle);
    let no = Decision::Unsolvable(Reason::Colouring);
    // (7, 7) has the colour of (0, 0), and (8, 7) that of (1, 0).
    let far = [(7, 7), (8, 7), (7, 8)];
    assert_eq!(decide(&corner, &labelled(far, [1, 2, 3])), yes);
    for labels in [[2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1], [1, 3, 2]] {
        assert_eq!(decide(&corner, &labelled(far, labels)), no, "{labels:?}");
    }
    // From a bent path four of the six orders can be made.
    let bent = labelled([(0, 0), (1, 0), (1, 1)], [1, 2, 3]);
    let made = [
        [1, 2, 3],
        [2, 1, 3],
        [2, 3, 1],
        [3, 1, 2],
        [3, 2, 1],
        [1, 3, 2],
    ];
    let made = made
        .iter()
        .filter(|&&labels| decide(&bent, &labelled(far, labels)) == yes);
    assert_eq!(made.count(), 4);
}

/// Translations rotate the colours, so only the sense of rotation is fixed.
#[test]
fn three_labelled_coins_of_a_target_that_may_be_moved_keep_their_sense_of_rotation() {
    let start = [((0, 0), 1), ((3, 0), 2), ((4, 0), 3)];
    for (labels, is_solvable) in [
        ([1, 2, 3], true),
        ([2, 3, 1], true),
        ([3, 1, 2], true),
        ([2, 1, 3], false),
        ([1, 3, 2], false),
        ([3, 2, 1], false),
    ] {
        let target: Coins = [(0, 0), (1, 0), (0, 1)].into_iter().zip(labels).collect();
        let puzzle = puzzle_up_to(UpTo::Translation, &start, &target);
        assert_eq!(solved(&puzzle).is_some(), is_solvable, "{labels:?}");
        // Its mirror image has the other sense.
        let puzzle = puzzle_up_to(UpTo::Reflection, &start, &target);
        assert!(solved(&puzzle).is_some(), "{labels:?}");
    }
}

#[test]
fn what_the_theorem_is_not_about_is_refused() {
    let rhombus = plain(&[(0, 0), (1, 0), (0, 1), (1, 1)]);
    let line = plain(&[(0, 0), (1, 0), (2, 0), (3, 0)]);
    let refused = |board: Board, rules: Rules| {
        let puzzle = Puzzle::try_from(PuzzleSetup {
            rules,
            start: configuration(board.clone(), &rhombus),
            target: configuration(board, &line),
            up_to: UpTo::Nothing,
        });
        let puzzle = puzzle.unwrap();
        let error = decide(&puzzle).unwrap_err();
        assert_eq!(construct(&puzzle), Err(error.clone()));
        error
    };
    let rules = Rules::default();
    for board in [Board::Square, Board::Hypercube(2)] {
        let error = refused(board.clone(), rules);
        assert_eq!(error, NotCovered::Board(board));
    }
    for adjacency in [1, 3] {
        let rules = Rules { adjacency, ..rules };
        let error = refused(Board::Triangular, rules);
        assert_eq!(error, NotCovered::Adjacency(adjacency));
    }
    let slides = Rules {
        motion: Motion::Slide,
        ..rules
    };
    let error = refused(Board::Triangular, slides);
    assert_eq!(error, NotCovered::Slides);
    // Coins that do not match do not make a puzzle.
    let counts = PuzzleSetup {
        rules,
        start: configuration(Board::Triangular, &rhombus),
        target: configuration(Board::Triangular, &line[..3]),
        up_to: UpTo::Nothing,
    };
    let error = Puzzle::try_from(counts).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the start has 4 coins, but the target has 3"
    );
}

#[test]
fn a_solution_that_is_too_long_to_list_is_refused() {
    let near = plain(&[(0, 0), (1, 0), (0, 1)]);
    let far = plain(&[(1 << 23, 0), ((1 << 23) + 1, 0), (1 << 23, 1)]);
    let puzzle = puzzle(&near, &far);
    assert_eq!(decide(&puzzle), Ok(Decision::Solvable(Condition::Triangle)));
    assert_eq!(construct(&puzzle), Err(NotCovered::TooLong));
}
