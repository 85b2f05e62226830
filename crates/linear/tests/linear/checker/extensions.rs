//! Extensions of families: every move by number, slices, and the unchanged place of the first coin.

use crate::checker::{base_with_complement, published_bases};
use tait_linear::{Extension, Family, FamilyError, Move, MoveSequence, Solution};
use tait_testkit::naive::rows::{Judgement, judge};

#[test]
fn every_extension_is_an_n_move_solution_with_the_first_coin_where_it_was() {
    let mut bases = published_bases();
    bases.push(base_with_complement());
    for base in &bases {
        for times in 0..=3 {
            let extension = Extension::repeated(base, times).unwrap();
            let moves: Vec<Move> = extension.moves().collect();
            assert_eq!(moves.len() as u64, extension.puzzle().n());
            let solution = Solution::new(extension.puzzle(), extension.start(), moves);
            assert!(matches!(judge(&solution), Judgement::Solved { .. }));
        }
    }
}

#[test]
fn moves_by_number_slices_and_the_stream_are_the_same_moves() {
    let mut bases = published_bases();
    bases.push(base_with_complement());
    for base in &bases {
        let extension = Extension::repeated(base, 2).unwrap().at_start(-7);
        let moves: Vec<Move> = extension.moves().collect();
        let count = moves.len() as u64;
        let by_number: Vec<Move> = (0..count).filter_map(|i| extension.move_at(i)).collect();
        assert_eq!(by_number, moves);
        assert_eq!(extension.move_at(count), None);
        for begin in 0..=count {
            for end in begin..=count + 1 {
                let slice: Vec<Move> = extension.slice(begin..end).collect();
                let expected = &moves[begin as usize..end.min(count) as usize];
                assert_eq!(slice, expected, "{begin}..{end}");
            }
        }
    }
}

#[test]
fn families_are_refused_when_empty_twice_covered_or_of_mixed_block_lengths() {
    let bases = published_bases();
    let of_k = |k: u32| -> Vec<_> {
        let fits = |base: &&tait_linear::Base| base.puzzle().k() == k;
        bases.iter().filter(fits).cloned().collect()
    };
    let family = |k: u64, bases| Family {
        k: tait_linear::BlockLength::new(k).unwrap(),
        bases,
    };
    assert_eq!(family(4, Vec::new()).check(1), Err(FamilyError::Empty));
    let coverage = family(4, of_k(4)).check(1).unwrap();
    assert_eq!(coverage.settles_from(), Some(13));
    assert!(coverage.missing().is_empty() && coverage.covers(13) && !coverage.covers(12));
    let mut twice = of_k(4);
    twice.push(twice[2].clone());
    let refused = family(4, twice).check(0);
    assert!(matches!(refused, Err(FamilyError::ResidueTwice { .. })));
    let mixed = [of_k(4), of_k(5)].concat();
    let refused = family(4, mixed).check(0);
    assert!(matches!(refused, Err(FamilyError::Base { n: 14, .. })));
    let partial = family(3, of_k(3)).check(1).unwrap();
    assert_eq!(partial.settles_from(), None);
    assert_eq!(partial.missing(), [1, 3, 5]);
}
