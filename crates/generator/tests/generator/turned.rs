//! Families of the turned puzzle: what `docs/turned.md` says of all sizes.

use std::collections::BTreeSet;
use tait_generator::published::turned_families;
use tait_linear::{Base, BlockLength, Move, MoveSequence as _, Pattern, Solution};
use tait_testkit::naive::rows::{Judgement, is_base, judge};

/// The sizes below `settled` that a family covers, and `settled`, from which on it covers all.
const CLAIMED: &[(u32, &[u64], u64)] = &[
    (2, &[], 4),
    (3, &[8], 10),
    (4, &[], 12),
    (5, &[], 12),
    (6, &[], 14),
];

#[test]
fn every_size_that_is_claimed_has_a_solution_that_meets_the_lower_bound() {
    let known: Vec<u32> = turned_families()
        .iter()
        .map(|it| it.family.k.get())
        .collect();
    let claimed: Vec<u32> = CLAIMED.iter().map(|(k, ..)| *k).collect();
    assert_eq!(known, claimed);
    for (entry, (k, sporadic, settled)) in turned_families().iter().zip(CLAIMED) {
        let family = &entry.family;
        let coverage = family.check(2).unwrap();
        assert_eq!(coverage.settles_from(), Some(*settled), "k={k}");
        let below: Vec<u64> = (1..*settled).filter(|&n| coverage.covers(n)).collect();
        assert_eq!(below, *sporadic, "k={k}");
        for n in (0..*settled + 4 * u64::from(*k)).filter(|&n| coverage.covers(n)) {
            let extension = family.extension(n).unwrap();
            let moves: Vec<Move> = extension.moves().collect();
            let least = n + u64::from(*k == 2);
            let by_number: Vec<Move> = (0..least).filter_map(|i| extension.move_at(i)).collect();
            assert_eq!((moves.len() as u64, &by_number), (least, &moves));
            let solution = Solution::new(extension.puzzle(), extension.start(), moves);
            assert!(solution.puzzle().is_turned());
            assert!(
                matches!(judge(&solution), Judgement::Solved { .. }),
                "k={k} n={n}"
            );
        }
        assert!(family.bases.iter().all(is_base));
    }
}

#[test]
fn a_base_whose_statements_are_changed_falls() {
    let reversed = |pattern: Pattern, k: BlockLength| {
        let coins = (0..k.get()).map(|at| pattern.coin(k.get() - 1 - at).is_penny());
        Pattern::new(
            k,
            (0..)
                .zip(coins)
                .fold(0, |mask, (at, is)| mask | u64::from(is) << at),
        )
    };
    let mut seen = BTreeSet::new();
    for entry in turned_families() {
        let k = entry.family.k;
        for base in &entry.family.bases {
            assert!(base.check().is_ok());
            let mut falls = |what: &'static str, change: &dyn Fn(&mut Base)| {
                let mut forged = base.clone();
                change(&mut forged);
                if forged != *base {
                    let is_right = is_base(&forged);
                    assert_eq!(forged.check().is_ok(), is_right, "{what}");
                    if !is_right {
                        let _ = seen.insert(what);
                    }
                }
            };
            for index in 0..k.get() as usize {
                falls("complement", &|it| it.exchanges[index].complement ^= true);
                falls("offset", &|it| {
                    it.exchanges[index].offset = (it.exchanges[index].offset + 1) % k.get();
                });
                falls("pattern", &|it| {
                    it.exchanges[index].pattern = reversed(it.exchanges[index].pattern, k);
                });
                falls("number", &|it| it.exchanges[index].number -= 1);
            }
            falls("nickel", &|it| it.nickel += 1);
            falls("penny", &|it| it.penny -= 1);
            // The same moves do not solve the puzzle in which blocks keep their order.
            falls("rule", &|it| {
                let (solution, n) = (&base.solution, base.puzzle().size());
                let ordinary = tait_linear::Puzzle::of(k, n).unwrap();
                it.solution = Solution::new(ordinary, solution.start(), solution.moves().to_vec());
            });
        }
    }
    assert_eq!(
        seen.into_iter().collect::<Vec<_>>(),
        [
            "complement",
            "nickel",
            "number",
            "offset",
            "pattern",
            "penny",
            "rule"
        ]
    );
}
