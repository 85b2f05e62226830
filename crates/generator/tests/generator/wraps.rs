//! The recursions of the thesis as data: Algorithms 3.1 and 4.1 are wraps, move by move, at any
//! size.

use tait_generator::stream::{Format, write_moves};
use tait_generator::thesis::{SlidingCoinK2, SlidingCoinK3Odd};
use tait_generator::{MoveSequence, published};
use tait_linear::wrap::{SplitWrap, SplitWrapForm, Wrap, WrapFamily};
use tait_linear::{BlockLength, FinalType, LARGEST_SIZE, Move, Settles};

/// Returns two moves, the puzzle of size `n - 4` and two moves, with the solutions that the thesis
/// lists for 4 to 7.
fn algorithm_3_1() -> WrapFamily {
    let moves = [(2, 11), (7, 2), (10, 5), (1, 10)].map(Move::from).to_vec();
    let wrap = Wrap::new(BlockLength::new(2).unwrap(), 2, moves).unwrap();
    let bases = (4..=7).map(|n| published::solution(2, n).unwrap().clone());
    WrapFamily::new(vec![wrap.into()], bases.collect()).unwrap()
}

/// Returns two moves and then the puzzle of size `n - 2` around a coin of each type, with its
/// solution for 3.
fn algorithm_4_1() -> WrapFamily {
    let wrap = SplitWrap::new(SplitWrapForm {
        k: BlockLength::new(3).unwrap(),
        final_type: FinalType::White,
        inner_penny: 2,
        outer_penny: 2,
        moves: [(2, 8), (6, 2)].map(Move::from).to_vec(),
    });
    let three = published::solution(3, 3).unwrap().clone();
    WrapFamily::new(vec![wrap.unwrap().into()], vec![three]).unwrap()
}

#[test]
fn wraps_are_the_recursions_of_the_thesis() {
    let (two, three) = (algorithm_3_1(), algorithm_4_1());
    assert_eq!(two.coverage().settles_from(), Some(4));
    assert!(three.claim().starts_with("for every odd n >= 3"));
    for n in 4..=200 {
        let algorithm = SlidingCoinK2::new(n, -3).unwrap();
        let wraps = two.composition(n).unwrap().at_start(-3);
        assert!(MoveSequence::moves(&wraps).eq(algorithm.moves()), "n = {n}");
    }
    for n in (3..=201).step_by(2) {
        let algorithm = SlidingCoinK3Odd::new(n, 0, 7).unwrap();
        let wraps = three.composition(n).unwrap().at_start(7);
        assert!(MoveSequence::moves(&wraps).eq(algorithm.moves()), "n = {n}");
    }
}

#[test]
fn any_part_of_any_size_is_there_at_once() {
    let n = LARGEST_SIZE - 1;
    let (two, three) = (algorithm_3_1(), algorithm_4_1());
    let sequences: [(&dyn MoveSequence, &dyn MoveSequence); 2] = [
        (
            &two.composition(n).unwrap(),
            &SlidingCoinK2::new(n, 1).unwrap(),
        ),
        (
            &three.composition(n).unwrap(),
            &SlidingCoinK3Odd::new(n, 0, 1).unwrap(),
        ),
    ];
    for (wraps, algorithm) in sequences {
        assert_eq!(wraps.count(), algorithm.count());
        for begin in [0, n / 10, n / 2 - 20, n - 20] {
            let part = |sequence: &dyn MoveSequence| {
                let mut text = Vec::new();
                write_moves(sequence, begin..begin + 40, Format::Csv, &mut text).unwrap();
                text
            };
            assert!(part(wraps) == part(algorithm), "from {begin}");
        }
    }
}
