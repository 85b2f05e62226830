//! "No base" and "a base" for tiny sizes, by listing and judging every n-move solution.

use super::length;
use std::collections::BTreeMap;
use tait_framework::{
    BaseOutcome, BaseRequest, ChoiceOutcome, ExchangeTable, FamilyRequest, exhaust_choice,
    find_base,
};
use tait_linear::{Move, Puzzle, Restrictions, Solution, analyse, check, choices_of_base};
use tait_search::{Control, InMemory};
use tait_testkit::naive::auxiliary::carries_some_order;

/// Solutions, listed on a board with room on both sides.
struct Enumeration {
    k: usize,
    n: usize,
    margin: usize,
    solutions: Vec<Vec<Move>>,
}

impl Enumeration {
    /// Returns every solution of exactly `n` moves that stays within `margin` of the row.
    fn of(k: usize, n: usize, margin: usize) -> Vec<Vec<Move>> {
        let mut row = vec!['.'; margin];
        row.extend(vec!['o'; n]);
        row.extend(vec!['x'; n]);
        row.extend(vec!['.'; margin]);
        let mut enumeration = Self {
            k,
            n,
            margin,
            solutions: Vec::new(),
        };
        enumeration.follow(&row, &mut Vec::new());
        enumeration.solutions
    }

    fn follow(&mut self, row: &[char], path: &mut Vec<Move>) {
        let pairs = row
            .windows(2)
            .filter(|two| two[0] != two[1] && two[0] != '.' && two[1] != '.');
        // A move touches two borders where it lands, so it makes at most two pairs.
        let missing = 2 * self.n - 1 - pairs.count();
        if missing > 2 * (self.n - path.len()) {
            return;
        }
        if path.len() == self.n {
            // All pairs are there, so the row is contiguous and alternates.
            self.solutions.push(path.clone());
            return;
        }
        let k = self.k;
        for from in 0..=row.len() - k {
            if row[from..from + k].contains(&'.') {
                continue;
            }
            for to in 0..=row.len() - k {
                if row[to..to + k].iter().any(|&coin| coin != '.') {
                    continue;
                }
                let mut next = row.to_vec();
                next[to..to + k].copy_from_slice(&row[from..from + k]);
                next[from..from + k].fill('.');
                let position = |cell: usize| cell as i64 - self.margin as i64 + 1;
                path.push(Move {
                    from: position(from),
                    to: position(to),
                });
                self.follow(&next, path);
                let _ = path.pop();
            }
        }
    }
}

/// Counts the solutions, and those of them that have a stationary nickel and penny and carry the
/// auxiliary puzzle.
fn solutions_and_bases(k: usize, n: usize) -> (usize, usize) {
    let puzzle = Puzzle::new(k as u64, n as u64).unwrap();
    let solutions = Enumeration::of(k, n, 3 * k + 1);
    let bases = solutions
        .iter()
        .filter(|moves| {
            let moved = |position: i64| {
                let covers = |step: &Move| (step.from..step.from + k as i64).contains(&position);
                moves.iter().any(covers)
            };
            let (n, coins) = (n as i64, 2 * n as i64);
            let nickel_stays = (1..=n).any(|position| !moved(position));
            let penny_stays = (n + 1..=coins).any(|position| !moved(position));
            let solution = Solution::new(puzzle, 1, moves.to_vec());
            assert!(check(&solution).is_ok());
            let analysis = analyse(&solution).unwrap();
            let patterns: Vec<String> = analysis.patterns.iter().map(ToString::to_string).collect();
            nickel_stays && penny_stays && carries_some_order(&patterns, k, true)
        })
        .count();
    (solutions.len(), bases)
}

fn searched(k: u64, n: u64, mirrored_is_equal: bool) -> BaseOutcome {
    let request = BaseRequest {
        puzzle: Puzzle::new(k, n).unwrap(),
        restrictions: Restrictions::default(),
        mirrored_is_equal,
        seed: 1,
        from_preludes: false,
    };
    find_base(
        &request,
        &ExchangeTable::any_order(length(k)).unwrap(),
        &Control::default(),
    )
}

/// Returns whether an exhaustive search finds a base with any choice of stationary coins.
fn exhausted(k: u64, n: u64, mirrored_is_equal: bool) -> bool {
    let puzzle = Puzzle::new(k, n).unwrap();
    let request = FamilyRequest::new(length(k)).base_request(puzzle);
    let table = ExchangeTable::any_order(length(k)).unwrap();
    let mut choices = choices_of_base(n, mirrored_is_equal).into_iter();
    choices.any(|choice| {
        match exhaust_choice(&request, choice, &table, InMemory, &Control::default()).unwrap() {
            ChoiceOutcome::Found(base, _) => base.check().is_ok(),
            ChoiceOutcome::None(_) => false,
            ChoiceOutcome::Stopped(stopped) => panic!("k={k} n={n}: {stopped:?}"),
        }
    })
}

#[test]
fn listing_every_solution_confirms_which_tiny_sizes_have_a_base() {
    // k, n, whether there are n-move solutions, and whether one is a base.
    for (k, n, solvable, has_base) in [
        (2, 2, false, false),
        (2, 3, true, false),
        (2, 4, true, true),
        (2, 5, true, true),
        (3, 3, true, false),
        (3, 4, true, false),
        (3, 5, true, false),
        (3, 6, false, false),
        (3, 7, true, false),
        (4, 5, false, false),
        (4, 7, true, true),
    ] {
        let (solutions, bases) = solutions_and_bases(k, n);
        assert_eq!(solutions > 0, solvable, "k={k} n={n}: {solutions}");
        assert_eq!(bases > 0, has_base, "k={k} n={n}: {bases} of {solutions}");
        for mirrored_is_equal in [true, false] {
            match searched(k as u64, n as u64, mirrored_is_equal) {
                BaseOutcome::Found { base, .. } => {
                    assert!(has_base && base.check().is_ok(), "k={k} n={n}");
                }
                BaseOutcome::None { .. } => assert!(!has_base, "k={k} n={n}"),
                other => panic!("k={k} n={n}: {other:?}"),
            }
            let found = exhausted(k as u64, n as u64, mirrored_is_equal);
            assert_eq!(found, has_base, "k={k} n={n}");
        }
    }
}

#[test]
fn every_listed_solution_meets_the_propositions() {
    // The repaired proofs of Propositions 2.2.1 to 2.2.3, compared with every solution.
    let mut blocks: BTreeMap<String, usize> = BTreeMap::new();
    for (k, n) in [
        (2, 3),
        (2, 4),
        (2, 5),
        (2, 6),
        (3, 3),
        (3, 4),
        (3, 5),
        (3, 7),
        (4, 7),
    ] {
        let puzzle = Puzzle::new(k as u64, n as u64).unwrap();
        for moves in Enumeration::of(k, n, 3 * k + 1) {
            let analysis = analyse(&Solution::new(puzzle, 1, moves)).unwrap();
            for condition in tait_linear::propositions(&analysis) {
                assert_eq!(condition.failure, None, "{}", condition.proposition);
            }
            *blocks.entry(analysis.blocks.to_string()).or_default() += 1;
        }
    }
    assert_eq!(blocks["R1"], blocks["L1"], "{blocks:?}");
    assert_eq!(blocks["R1R2"], blocks["L2L1"], "{blocks:?}");
}
