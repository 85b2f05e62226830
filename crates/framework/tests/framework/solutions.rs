//! All shortest solutions, compared with trying every move on a wider board.

use num_bigint::BigUint;
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use tait_framework::{
    AllSolutions, CountedSolutions, Extent, SolutionsError, Solved, all_solutions,
    counted_solutions, distance, least_distance, solve,
};
use tait_linear::{
    Block, BlockSet, BoundedSearch, Engine, FinalType, Move, PruneRules, Puzzle, Replay,
    Restrictions, Solution, SolveRequest, check,
};
use tait_search::{
    Control, LayerStore, Limits, MemoryLayers, SharedStore, StopReason, StoreEntry, StoreFailed,
};

fn request(k: u64, n: u64) -> SolveRequest {
    SolveRequest::new(Puzzle::new(k, n).unwrap())
}

fn beginning(request: &SolveRequest, prefix: &[Move]) -> SolveRequest {
    SolveRequest {
        prefix: prefix.to_vec(),
        ..request.clone()
    }
}

fn all(request: &SolveRequest, prefix: &[Move]) -> AllSolutions {
    let request = beginning(request, prefix).up_to(12);
    let found = all_solutions(&request, &Control::default()).unwrap();
    found.unwrap_or_else(|solved| panic!("{solved:?}"))
}

fn opened(_: &BoundedSearch) -> Result<SharedStore, StoreFailed> {
    Ok(Arc::new(MemoryLayers::default()))
}

fn counted(k: u64, n: u64) -> CountedSolutions {
    let found = counted_solutions(&request(k, n).up_to(12), &opened, &Control::default()).unwrap();
    found.unwrap_or_else(|solved| panic!("{solved:?}"))
}

/// Layers that take no memory, as those in files.
#[derive(Default)]
struct Elsewhere(MemoryLayers);

impl LayerStore for Elsewhere {
    fn kept(&self) -> Result<Vec<StoreEntry>, StoreFailed> {
        self.0.kept()
    }
    fn keep(&self, kept: StoreEntry, blocks: Vec<Vec<u8>>) -> Result<usize, StoreFailed> {
        self.0.keep(kept, blocks)
    }
    fn block(&self, number: usize, block: usize) -> Result<Vec<u8>, StoreFailed> {
        self.0.block(number, block)
    }
    fn bytes(&self) -> u64 {
        0
    }
}

fn list(k: u64, n: u64) -> Vec<Vec<Move>> {
    all(&request(k, n), &[]).solutions().collect()
}

/// Plays every sequence of moves on a board with three blocks on each side, and keeps the solutions. Knows no pairs, no
/// k-blocks, and no symmetry.
fn tried(k: usize, n: usize, moves: usize) -> Vec<Vec<Move>> {
    let margin = 3 * k;
    let mut row = vec![b'.'; margin];
    row.extend([vec![b'o'; n], vec![b'x'; n], vec![b'.'; margin]].concat());
    let (mut path, mut found) = (Vec::new(), Vec::new());
    extend(&mut row, k, n, moves, &mut path, &mut found);
    let position = |cell: usize| cell as i64 - margin as i64 + 1;
    let of = |path: Vec<(usize, usize)>| {
        path.into_iter()
            .map(|(from, to)| (position(from), position(to)).into())
            .collect()
    };
    found.into_iter().map(of).collect()
}

fn extend(
    row: &mut Vec<u8>,
    k: usize,
    n: usize,
    left: usize,
    path: &mut Vec<(usize, usize)>,
    found: &mut Vec<Vec<(usize, usize)>>,
) {
    if left == 0 {
        let text = String::from_utf8(row.clone()).unwrap();
        let coins = text.trim_matches('.');
        if coins == "ox".repeat(n) || coins == "xo".repeat(n) {
            found.push(path.clone());
        }
        return;
    }
    let windows = || 0..=row.len() - k;
    let is_all =
        |row: &[u8], at: usize, free: bool| row[at..at + k].iter().all(|&c| (c == b'.') == free);
    let moves: Vec<(usize, usize)> = windows()
        .filter(|&from| is_all(row, from, false))
        .flat_map(|from| {
            windows()
                .filter(|&to| is_all(row, to, true))
                .map(move |to| (from, to))
        })
        .collect();
    for (from, to) in moves {
        let block = row[from..from + k].to_vec();
        row[from..from + k].fill(b'.');
        row[to..to + k].copy_from_slice(&block);
        path.push((from, to));
        extend(row, k, n, left - 1, path, found);
        let _ = path.pop();
        row[to..to + k].fill(b'.');
        row[from..from + k].copy_from_slice(&block);
    }
}

#[test]
fn trying_every_move_finds_the_same_solutions_in_the_same_order() {
    for (k, n) in [(2, 3), (3, 3), (2, 4), (3, 4)] {
        let expected = tried(k, n, n);
        assert!(!expected.is_empty());
        assert_eq!(list(k as u64, n as u64), expected, "k={k} n={n}");
    }
}

/// The prune rules lose nothing: without them there are as many solutions.
#[test]
fn no_rule_loses_a_solution() {
    let unruled = PruneRules {
        pairs: false,
        blocks: false,
    };
    for (k, n) in [(2, 3), (2, 4), (2, 5), (3, 3), (3, 4), (4, 3), (4, 4)] {
        let with = request(k, n);
        for rules in [
            unruled,
            PruneRules {
                pairs: true,
                ..unruled
            },
        ] {
            let without = SolveRequest {
                rules,
                ..with.clone()
            };
            let lists =
                [&with, &without].map(|request| all(request, &[]).solutions().collect::<Vec<_>>());
            assert_eq!(lists[0], lists[1], "k={k} n={n} {rules:?}");
        }
    }
}

/// Numbers that plain walks from the start confirm (`tait-recount`), with the extent and the total distances.
#[test]
fn known_numbers() {
    for (k, n, moves, count, extent, least, largest) in [
        (2, 3, 3, 2_u32, Extent::Line, 12, 12),
        (2, 7, 7, 18, Extent::Line, 48, 56),
        (2, 9, 9, 64, Extent::Line, 68, 92),
        (3, 5, 5, 2, Extent::Line, 32, 32),
        (3, 6, 7, 1254, Extent::Board, 38, 102),
        (3, 9, 9, 2, Extent::Line, 92, 92),
        (4, 3, 6, 4, Extent::Line, 34, 38),
        (4, 6, 7, 244, Extent::Board, 46, 76),
    ] {
        let all = all(&request(k, n), &[]);
        let expected = (moves, count.into());
        assert_eq!((all.length(), all.graph.count()), expected, "k={k} n={n}");
        let counted = counted(k, n);
        let found = (counted.length(), counted.numbers.count.clone());
        assert_eq!(found, expected, "k={k} n={n}");
        assert_eq!(counted.extent, extent, "k={k} n={n}");
        assert_eq!(counted.by_distance(Ordering::Less).unwrap().0, least);
        assert_eq!(counted.by_distance(Ordering::Greater).unwrap().0, largest);
    }
}

#[test]
fn what_is_listed_is_distinct_right_and_closed_under_mirror_images() {
    for (k, n) in [(2, 7), (2, 8), (3, 6), (3, 10), (4, 5), (4, 10), (5, 4)] {
        let all = all(&request(k, n), &[]);
        let listed: Vec<Vec<Move>> = all.solutions().collect();
        assert_eq!(all.graph.count(), listed.len().into());
        assert!(listed.is_sorted_by(|one, next| one < next));
        let whole: BTreeSet<Vec<Move>> = listed.iter().cloned().collect();
        let mut least = u64::MAX;
        for moves in &listed {
            let solution = Solution::new(all.puzzle(), 1, moves.clone());
            let verdict = check(&solution).unwrap();
            assert_eq!(verdict.moves, u64::from(all.length()));
            let image = solution.mirrored();
            assert!(image != solution && whole.contains(image.moves()));
            least = least.min(moves.iter().copied().map(distance).sum());
        }
        let counted = counted(k, n);
        assert_eq!(counted.by_distance(Ordering::Less).unwrap().0, least);
        let half = BigUint::from(listed.len() / 2);
        assert_eq!(counted.up_to_symmetry(), Some(half));
    }
}

/// A search that does not fit in memory comes to the same numbers and the same solutions, on any number of threads.
#[test]
fn numbers_do_not_depend_on_memory_or_threads() {
    for (k, n, memory) in [(2, 9, 300 << 10), (4, 5, 850 << 10)] {
        let expected = counted(k, n);
        assert_eq!(expected.numbers.count, list(k, n).len().into());
        let listed = list(k, n);
        let total = |moves: &&Vec<Move>| moves.iter().copied().map(distance).sum::<u64>();
        // Of several minima, the first counts; of several maxima, the last.
        let extremes = [
            listed.iter().min_by_key(total),
            listed.iter().rev().max_by_key(total),
        ];
        for ((_, moves), extreme) in expected.numbers.extremes.iter().flatten().zip(extremes) {
            assert_eq!(Some(moves), extreme, "k={k} n={n}");
        }
        for threads in [1, 3] {
            let limits = Limits {
                memory: Some(memory),
                ..Limits::default()
            };
            let control = Control {
                limits,
                ..Control::default()
            };
            let stores = Mutex::new(Vec::new());
            let open = |_: &BoundedSearch| {
                let store = Arc::new(Elsewhere::default());
                stores.lock().unwrap().push(Arc::clone(&store));
                Ok(store as SharedStore)
            };
            let found = tait_testkit::on_threads(threads, || {
                counted_solutions(&request(k, n).up_to(12), &open, &control)
            });
            let found = found.unwrap().unwrap();
            assert_eq!(found.numbers, expected.numbers, "k={k} n={n}");
            assert_eq!(found.extent, expected.extent);
            assert_eq!(found.shorter, expected.shorter);
            let stores = stores.into_inner().unwrap();
            assert!(stores.iter().any(|store| !store.kept().unwrap().is_empty()));
        }
    }
}

/// The first moves part the solutions, and so do the first two.
#[test]
fn prefixes_part_the_solutions() {
    for (k, n) in [(2, 7), (3, 6), (4, 5)] {
        let request = request(k, n);
        let whole: Vec<Vec<Move>> = list(k, n);
        for length in [1, 2] {
            let prefixes: BTreeSet<&[Move]> = whole.iter().map(|moves| &moves[..length]).collect();
            // The board is that of the solutions without a prefix where no prefix leads farther out.
            let parts: Vec<Vec<Move>> = prefixes
                .into_iter()
                .flat_map(|prefix| {
                    let part = all(&request, prefix);
                    let within = |moves: &Vec<Move>| whole.binary_search(moves).is_ok();
                    part.solutions().filter(within).collect::<Vec<_>>()
                })
                .collect();
            assert_eq!(parts, whole, "k={k} n={n}");
        }
    }
}

#[test]
fn restrictions_choose_among_the_solutions() {
    let unrestricted = list(2, 8);
    let fits = |restrictions: Restrictions, fits: &dyn Fn(&Solution) -> bool| {
        let request = SolveRequest {
            restrictions,
            ..request(2, 8)
        };
        let chosen = unrestricted
            .iter()
            .filter(|moves| fits(&Solution::new(request.puzzle, 1, moves.to_vec())));
        let found = all_solutions(&request.clone().up_to(8), &Control::default()).unwrap();
        let found = found.map(|all| all.solutions().collect::<Vec<_>>());
        assert_eq!(
            found.unwrap_or_default(),
            chosen.cloned().collect::<Vec<_>>()
        );
    };
    let to_the_right = |solution: &Solution| solution.moves().iter().all(|step| step.to >= 1);
    let right = BlockSet::of(&[Block::R1, Block::R2]);
    fits(
        Restrictions {
            blocks: right,
            ..Default::default()
        },
        &to_the_right,
    );
    let verdict = |solution: &Solution| check(solution).unwrap();
    fits(
        Restrictions {
            shift: Some(2),
            ..Default::default()
        },
        &|solution| verdict(solution).shift == 2,
    );
    let white = Some(FinalType::White);
    fits(
        Restrictions {
            final_type: white,
            ..Default::default()
        },
        &|solution| verdict(solution).final_type == FinalType::White,
    );
}

#[test]
fn a_solution_begins_as_it_is_asked_to() {
    for (k, n) in [(2, 5), (3, 7)] {
        let request = request(k, n);
        let every = all(&request, &[]);
        for moves in every.solutions().take(10) {
            for engine in Engine::ALL {
                let begun = SolveRequest {
                    engine,
                    ..beginning(&request, &moves[..2])
                };
                match solve(&begun.up_to(12), &Control::default()).unwrap() {
                    Solved::Optimal { solution, .. } => {
                        assert_eq!(solution.moves()[..2], moves[..2], "{engine}");
                        let made = check(&solution).unwrap().moves;
                        assert_eq!(made, u64::from(every.length()), "{engine}");
                    }
                    other => panic!("{engine}: {other:?}"),
                }
            }
        }
    }
}

#[test]
fn there_may_be_none() {
    let solved = |request: &SolveRequest, prefix: &[Move], most| {
        all_solutions(&beginning(request, prefix).up_to(most), &Control::default())
            .unwrap()
            .map(|all| all.length())
    };
    for (k, n) in [(3, 2), (2, 2)] {
        assert!(matches!(
            solved(&request(k, n), &[], 9),
            Err(Solved::Unsolvable)
        ));
    }
    assert!(matches!(
        solved(&request(3, 6), &[], 6),
        Err(Solved::NoneWithin { .. })
    ));
    let within = |block| SolveRequest {
        restrictions: Restrictions {
            blocks: BlockSet::of(&[block]),
            shift: Some(1),
            ..Default::default()
        },
        ..request(3, 6)
    };
    assert!(matches!(
        solved(&within(Block::R1), &[], 40),
        Err(Solved::NoneAtAll { .. })
    ));
    // A prefix that the allowed blocks exclude, one that is against the rules, and one that is too long.
    assert!(matches!(
        solved(&within(Block::R1), &[(1, -2).into()], 40),
        Err(Solved::NoneAtAll { .. })
    ));
    let wrong = beginning(&request(2, 3), &[(1, 2).into()]).up_to(9);
    let wrong = all_solutions(&wrong, &Control::default());
    assert!(matches!(wrong, Err(SolutionsError::Prefix(_))));
    let control = Control {
        limits: Limits::default().with_at_most(10),
        ..Control::default()
    };
    let stopped = all_solutions(&request(3, 9).up_to(9), &control).unwrap();
    assert!(
        matches!(stopped, Err(Solved::Stopped { stopped, .. }) if stopped.reason == StopReason::States)
    );
}

#[test]
fn more_moves_may_cover_less() {
    let least = |request: SolveRequest| {
        let found = least_distance(&request, &opened, &Control::default());
        let least = found.unwrap().unwrap();
        let found = least.solution.moves().iter().copied().map(distance);
        assert_eq!(found.sum::<u64>(), least.distance);
        assert!(check(&least.solution).is_ok());
        (
            least.distance,
            least.solution.moves().len(),
            least.is_least_of_all(),
        )
    };
    let most = |k, n, moves| least(request(k, n).up_to(moves));
    assert_eq!(most(2, 3, 6), (12, 3, true));
    assert_eq!(most(2, 4, 4), (20, 4, false));
    assert_eq!(most(2, 4, 6), (16, 5, false));
    // The fourth problem of the thesis: the least of all, found on the unbounded line without a bound.
    assert_eq!(least(request(2, 3)), (12, 3, true));
    assert_eq!(least(request(2, 4)), (16, 5, true));
    assert_eq!(least(request(3, 3)), (14, 3, true));
    assert_eq!(least(request(3, 4)), (22, 4, true));
    assert_eq!(least(request(2, 5)), (24, 6, true));
}

/// The searches on the unbounded line agree with longer and longer solutions on boards, and a stop keeps the best so far.
#[test]
fn the_least_distance_is_that_of_the_boards() {
    let found = |request: SolveRequest, control: Control<'_>| {
        least_distance(&request, &opened, &control)
            .unwrap()
            .unwrap()
    };
    for (k, n, moves) in [(2, 3, 5), (2, 4, 7), (3, 3, 4)] {
        let line = found(request(k, n), Control::default());
        let boards = found(request(k, n).up_to(moves), Control::default());
        assert_eq!(
            (line.distance, &line.solution),
            (boards.distance, &boards.solution),
            "{k} {n}"
        );
        assert!(
            line.excluded
                .iter()
                .map(|(distance, _)| *distance)
                .eq(line.excluded[0].0..line.distance)
        );
    }
    let control = Control {
        limits: Limits::default().with_at_most(10_000),
        ..Control::default()
    };
    let stopped = found(request(2, 5), control);
    assert_eq!((stopped.distance, stopped.solution.moves().len()), (32, 5));
    assert!(stopped.stopped.is_some() && stopped.at_least > 10 && !stopped.is_least_of_all());
    let words = "so far; no solution has less than";
    assert!(stopped.to_string().contains(words), "{stopped}");
}

/// The theorems on total distances ([`tait_linear`]), on every shortest solution of some puzzles.
#[test]
fn total_distances_obey_the_theorems() {
    for (k, n) in [
        (2, 3),
        (2, 8),
        (2, 10),
        (3, 6),
        (3, 7),
        (3, 10),
        (4, 6),
        (5, 10),
    ] {
        for moves in list(k, n) {
            let solution = Solution::new(Puzzle::new(k, n).unwrap(), 1, moves.clone());
            let verdict = check(&solution).unwrap();
            let signed: i64 = moves.iter().map(|step| step.to - step.from).sum();
            assert_eq!(k as i64 * signed, 2 * n as i64 * verdict.shift);
            let total: u64 = moves.iter().copied().map(distance).sum();
            let mut replay = Replay::new(solution.puzzle(), 1);
            let inner = moves.iter().map(|&step| {
                let pattern = replay.play(step).unwrap().to_string().into_bytes();
                let pairs = pattern.windows(2).filter(|two| two[0] != two[1]).count() as u64;
                pairs.div_ceil(2)
            });
            let inner: u64 = inner.sum();
            let potential = match verdict.final_type {
                FinalType::White => n * n - n,
                FinalType::Black => n * n + n,
            };
            assert!(
                k * total >= potential + 2 * k * inner,
                "k={k} n={n} {moves:?}"
            );
            assert!(total >= (n * n - n) / k + 2 * (k / 2));
            if moves.len() as u64 == n {
                assert!(total.is_multiple_of(2) && total <= n * (2 * n + k));
            }
        }
    }
}

/// On its row and R1, the parity of the pairs inside the blocks of an n-move solution changes at most once. In a base it
/// changes from each exchange to the next.
#[test]
fn solutions_on_one_side_change_parity_once_at_most() {
    let mut count = 0;
    for (k, n) in [
        (2, 8),
        (2, 11),
        (3, 9),
        (3, 13),
        (4, 8),
        (4, 14),
        (5, 14),
        (6, 16),
    ] {
        let restrictions = Restrictions {
            blocks: BlockSet::of(&[Block::R1]),
            ..Restrictions::default()
        };
        let request = SolveRequest {
            restrictions,
            ..request(k, n)
        };
        let found = all_solutions(&request.clone().up_to(n as u32), &Control::default()).unwrap();
        for moves in found.unwrap().solutions() {
            let mut replay = Replay::new(request.puzzle, 1);
            let parities: Vec<bool> = moves
                .iter()
                .map(|&step| {
                    let pattern = replay.play(step).unwrap().to_string();
                    !pattern.starts_with(&pattern[pattern.len() - 1..])
                })
                .collect();
            let changes = parities.windows(2).filter(|two| two[0] != two[1]).count();
            assert!(changes <= 1, "k={k} n={n} {moves:?}");
            count += 1;
        }
    }
    assert_eq!(count, 324);
}

/// For k = 3 and odd n the algorithm of section 4.1 of the thesis has the total distance n² + n + 2, the least up to n = 9.
#[test]
fn the_thesis_is_best_for_three_coins_up_to_nine() {
    for n in [3, 5, 7, 9, 11] {
        let counted = counted(3, n);
        let algorithm = n * n + n + 2;
        let moves = of_algorithm(n as i64);
        assert!(check(&Solution::new(counted.puzzle(), 1, moves.clone())).is_ok());
        assert_eq!(moves.into_iter().map(distance).sum::<u64>(), algorithm);
        let least = counted.by_distance(Ordering::Less).unwrap().0;
        assert_eq!(least, if n == 11 { 132 } else { algorithm });
    }
}

/// The moves of the algorithm for k = 3 and odd n: pairs of moves of distance n + 2 and n, and three at the end.
fn of_algorithm(n: i64) -> Vec<Move> {
    let mut moves: Vec<Move> = Vec::new();
    for left in (4..n).rev().step_by(2) {
        moves.push((left, left + n + 2).into());
        moves.push((left + n, left).into());
    }
    moves.extend([(2, n + 4), (n + 3, 2), (1, n + 3)].map(Move::from));
    moves
}
