//! Restrictions that are refused without a search: no solution meets them, whatever its length.

use crate::rules::model::expanded;
use tait_linear::{
    Board, BoundedSearch, FinalType, ImpossibleRestrictions, LinearSpace, Masks, Move, PruneRules,
    Puzzle, Restrictions, Solution, analyse,
};
use tait_space::StateSpace;

type Space = LinearSpace<1, Masks>;

/// Calls `found` with the moves of every solution of `budget` more moves that the space allows.
fn solutions(
    space: &Space,
    board: &Board<1>,
    budget: u32,
    moves: &mut Vec<Move>,
    found: &mut dyn FnMut(&[Move]),
) {
    if budget == 0 {
        if space.is_goal(board) {
            found(moves);
        }
        return;
    }
    for (step, next) in expanded(space, board, budget) {
        moves.push(step);
        solutions(space, &next, budget - 1, moves, found);
        let _ = moves.pop();
    }
}

#[test]
fn every_solution_meets_restrictions_that_are_possible() {
    let (mut all, mut longer_shifts) = (0, 0);
    for (k, n, lengths) in [
        (2, 3, 3..=5),
        (2, 4, 4..=5),
        (2, 5, 5..=5),
        (3, 3, 3..=4),
        (3, 4, 4..=5),
        (3, 5, 5..=5),
        (4, 4, 5..=5),
        (4, 5, 6..=6),
        (6, 5, 6..=6),
    ] {
        let puzzle = Puzzle::new(k, n).unwrap();
        for length in lengths {
            let (free, rules) = (Restrictions::default(), PruneRules::default());
            let bounded = BoundedSearch::new(puzzle, length, free, rules).unwrap();
            let margin = i64::from(bounded.margin_left);
            let space = Space::new(bounded, Masks, None);
            let mut check = |moves: &[Move]| {
                all += 1;
                assert!(moves.iter().all(|step| step.to >= 1 - margin));
                let solution = Solution::new(puzzle, 1, moves.to_vec());
                let analysis = analyse(&solution).unwrap();
                let stationary = &analysis.stationary;
                let met = Restrictions {
                    blocks: match analysis.elsewhere {
                        None => analysis.blocks,
                        Some(_) => Restrictions::default().blocks,
                    },
                    final_type: Some(analysis.verdict.final_type),
                    shift: Some(analysis.verdict.shift),
                    stationary: [&stationary.nickels[..], &stationary.pennies[..]].concat(),
                };
                assert!(met.are_met(&solution, &analysis));
                assert_eq!(met.are_possible(puzzle), Ok(()), "{solution:?}");
                let in_n_moves = met.are_possible_in_n_moves(puzzle);
                if u64::from(length) == n {
                    assert_eq!(in_n_moves, Ok(()), "{solution:?}");
                }
                longer_shifts += u32::from(in_n_moves.is_err());
            };
            let start = space.starts()[0];
            solutions(&space, &start, length, &mut Vec::new(), &mut check);
        }
    }
    // Longer solutions have shifts that no solution of n moves has.
    assert!(all > 100 && longer_shifts > 10, "{all} {longer_shifts}");
}

#[test]
fn each_reason_is_given_where_it_holds_and_not_beside_it() {
    let with = |final_type, shift, stationary: &[i64]| Restrictions {
        final_type,
        shift,
        stationary: stationary.to_vec(),
        ..Restrictions::default()
    };
    let right = |shift| Restrictions {
        blocks: "R1R2".parse().unwrap(),
        ..with(None, Some(shift), &[])
    };
    let (white, black) = (Some(FinalType::White), Some(FinalType::Black));
    for (k, n, refused, reason, beside) in [
        (
            2,
            3,
            with(None, None, &[2, 4, 6]),
            "no move is left, because every 2 adjacent coins include a stationary one",
            with(None, None, &[2, 5]),
        ),
        (
            3,
            10,
            with(None, None, &[7, 1, 2]),
            "the coins at 1 and 2 cannot both be stationary",
            with(None, None, &[7, 1, 3]),
        ),
        (
            3,
            10,
            with(None, None, &[10, 12]),
            "the coins at 10 and 12 cannot both be stationary",
            with(None, None, &[10, 11]),
        ),
        (
            3,
            10,
            with(None, Some(-1), &[]),
            "no solution has shift -1: the shift must be a multiple of 3",
            with(None, Some(-3), &[]),
        ),
        (
            6,
            10,
            with(None, Some(2), &[]),
            "the shift must be a multiple of 3",
            with(None, Some(3), &[]),
        ),
        (
            2,
            5,
            right(6),
            "no solution within blocks R1R2 has shift +6: they leave room for shifts +0 to +4",
            right(4),
        ),
        (
            2,
            5,
            with(None, Some(4), &[4]),
            "the coin at 4 cannot be stationary: with shift +4 the final row has no coin there",
            with(None, Some(4), &[5]),
        ),
        (
            2,
            5,
            with(None, Some(-2), &[9]),
            "with shift -2 the final row has no coin there",
            with(None, Some(-2), &[8]),
        ),
        (
            2,
            5,
            with(black, Some(2), &[3]),
            "with shift +2 the final row has a penny there",
            with(black, Some(2), &[4]),
        ),
        (
            2,
            5,
            with(white, Some(2), &[7]),
            "with shift +2 the final row has a nickel there",
            with(white, Some(2), &[6]),
        ),
    ] {
        let puzzle = Puzzle::new(k, n).unwrap();
        let line = refused
            .are_possible(puzzle)
            .map_err(|error| error.to_string());
        assert!(
            line.as_ref().is_err_and(|line| line.contains(reason)),
            "{line:?}"
        );
        assert_eq!(beside.are_possible(puzzle), Ok(()), "{beside}");
    }
}

#[test]
fn solutions_of_n_moves_have_fewer_shifts() {
    let puzzle = Puzzle::new(4, 6).unwrap(); // 4 divides 12 S for every S
    let shifts = (-9..=9).filter(|&shift| {
        let shifted = Restrictions {
            shift: Some(shift),
            ..Restrictions::default()
        };
        assert_eq!(shifted.are_possible(puzzle), Ok(()));
        match shifted.are_possible_in_n_moves(puzzle) {
            Err(ImpossibleRestrictions::Shift {
                step, of_n_moves, ..
            }) => {
                assert_eq!((step, of_n_moves), (4, true));
                false
            }
            other => other.is_ok(),
        }
    });
    assert_eq!(shifts.collect::<Vec<_>>(), [-8, -4, 0, 4, 8]);
}
