//! Solutions at the limits of positions and sizes.

use tait_linear::{CheckError, FARTHEST_POSITION, Move, MoveError, Puzzle, Solution, check};

#[test]
fn positions_beyond_the_farthest_are_refused_with_the_number_of_the_move() {
    let puzzle = Puzzle::new(2, 4).unwrap();
    let far = FARTHEST_POSITION + 1;
    for bad in [far, -far, i64::MAX, i64::MIN] {
        for step in [Move { from: 2, to: bad }, Move { from: bad, to: 9 }] {
            let moves = vec![Move { from: 2, to: 9 }, step];
            let refused = check(&Solution::new(puzzle, 1, moves));
            let error = MoveError::TooFar(bad);
            let number = 2;
            assert_eq!(
                refused,
                Err(CheckError::BadMove {
                    number,
                    step,
                    error,
                    before: Some((1, "o..oxxxxoo".to_owned()))
                })
            );
        }
    }
}

#[test]
fn no_moves_at_all_are_a_solution_only_of_the_puzzle_that_has_none_to_make() {
    let refused = check(&Solution::new(Puzzle::new(2, 4).unwrap(), 3, Vec::new()));
    assert!(matches!(
        refused,
        Err(CheckError::NotAlternating {
            moves: 0,
            position: 3,
            ..
        })
    ));
}

#[test]
fn the_farthest_rows_are_replayed_without_overflow() {
    let moves = [(1, 7), (6, 9), (3, 6)].map(Move::from).to_vec();
    let near = Solution::new(Puzzle::new(2, 3).unwrap(), 1, moves);
    for start in [FARTHEST_POSITION - 9, 9 - FARTHEST_POSITION] {
        assert_eq!(check(&near.at_start(start)), check(&near));
    }
}
