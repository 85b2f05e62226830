//! Searches of whole boards, compared with the exact solver, plain searches and the published lengths.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::atomic::{AtomicU32, Ordering};
use tait_framework::grid::known::Font;
use tait_framework::grid::{
    Components, Part, Solved, WholeBoard, WholeBoardError, solve, whole_board_bytes,
};
use tait_grid::space::{Ranking, SmallBoard, cells_of};
use tait_grid::{
    Board, Configuration, Graph, Label, Puzzle, PuzzleSetup, Rules, Setup, Shapes, UpTo, check,
};
use tait_search::{Control, Event, Limits, Sink, StopReason};
use tait_testkit::on_threads;

fn configuration(board: &SmallBoard, set: u64) -> Configuration {
    let coins = board.positions(set).map(|at| (at, Label::PLAIN)).collect();
    let board = board.board().clone();
    Setup { board, coins }.try_into().unwrap()
}

fn puzzle(board: &SmallBoard, start: u64, target: u64) -> Puzzle {
    let [start, target] = [start, target].map(|set| configuration(board, set));
    Puzzle::try_from(PuzzleSetup {
        rules: board.rules(),
        start,
        target,
        up_to: UpTo::Nothing,
    })
    .unwrap()
}

/// Returns all distances from one configuration, layer by layer, by the moves of the rules.
fn plain(board: &SmallBoard, start: u64) -> BTreeMap<u64, u32> {
    let mut known = BTreeMap::from([(start, 0)]);
    let mut layer = vec![start];
    for depth in 1.. {
        let mut next = Vec::new();
        for set in layer {
            for step in configuration(board, set).moves(board.rules()) {
                let [from, to] = [step.from, step.to].map(|at| board.set([at].into_iter()));
                let moved = set & !from.unwrap() | to.unwrap();
                if let Entry::Vacant(vacant) = known.entry(moved) {
                    let _ = vacant.insert(depth);
                    next.push(moved);
                }
            }
        }
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    known
}

fn sets(cells: usize, coins: u32) -> impl Iterator<Item = u64> {
    (0..1u64 << cells).filter(move |set| set.count_ones() == coins)
}

/// Returns boards that are small enough to try everything.
fn boards() -> Vec<SmallBoard> {
    let rectangle = |rows, columns| SmallBoard::rectangle(rows, columns, Rules::default()).unwrap();
    // A prism over a pentagon, where every cell has three neighbours.
    let edges = [0, 1, 2, 3, 4].map(|at| {
        let next = (at + 1) % 5;
        [(at, next), (at + 5, next + 5), (at, at + 5)]
    });
    let prism = Board::Graph(Graph::new(10, &edges.concat()).unwrap());
    let graph = |adjacency| {
        let rules = Rules {
            adjacency,
            ..Rules::default()
        };
        SmallBoard::whole(&prism, rules).unwrap()
    };
    vec![
        rectangle(3, 3),
        rectangle(2, 5),
        graph(1),
        graph(2),
        graph(3),
    ]
}

#[test]
fn all_distances_are_those_of_a_plain_search() {
    for board in boards() {
        for coins in [1, 3, 4, 6] {
            let all: Vec<u64> = sets(board.cells().len(), coins).collect();
            for &start in all.iter().step_by(7) {
                let whole = WholeBoard::search(&board, start, &[], &Control::default()).unwrap();
                let known = plain(&board, start);
                assert!(whole.is_exhausted());
                let mut layers = vec![0; whole.states().len()];
                for &target in &all {
                    let distance = known.get(&target).copied();
                    assert_eq!(whole.distance(target), distance, "{start:b} {target:b}");
                    let path = whole.path(target);
                    assert_eq!(path.as_ref().map(|path| path.len() as u32), distance);
                    if let Some(path) = path {
                        let _ = check(&puzzle(&board, start, target), path).unwrap();
                        layers[distance.unwrap() as usize] += 1;
                    }
                }
                assert_eq!(whole.states(), layers);
            }
        }
    }
}

#[test]
fn a_larger_board_agrees_with_the_exact_solver_for_any_number_of_threads() {
    let board = SmallBoard::rectangle(4, 5, Rules::default()).unwrap();
    // Two coins in each of three columns: one of 38,760 configurations.
    let start = 0b0000_0000_0101_1001_0110;
    let whole = |threads| {
        let search = || WholeBoard::search(&board, start, &[], &Control::default()).unwrap();
        on_threads(threads, search)
    };
    let [one, two, five] = [1, 2, 5].map(whole);
    let count = start.count_ones();
    for target in sets(20, count) {
        let distance = one.distance(target);
        assert_eq!(distance, two.distance(target));
        assert_eq!(distance, five.distance(target));
        assert_eq!(one.path(target), two.path(target));
    }
    assert_eq!(one.states(), two.states());
    assert_eq!(one.states(), five.states());
    for target in sets(20, count).step_by(997) {
        let puzzle = puzzle(&board, start, target);
        let solved = match solve(&puzzle, None, &Control::default()).unwrap() {
            Solved::Optimal { moves, .. } => Some(moves.len() as u32),
            Solved::Unsolvable { .. } => None,
            other => panic!("{other:?}"),
        };
        assert_eq!(one.distance(target), solved, "{target:b}");
    }
}

#[test]
fn short_pairs_of_the_font_have_the_published_lengths() {
    let published: BTreeMap<String, u32> =
        serde_json::from_str(include_str!("../../data/font5x7_optimal_moves.json")).unwrap();
    let shapes = Shapes::try_from(Font::FiveBySeven.shapes()).unwrap();
    let from = "P";
    let start = shapes.shape(from).unwrap();
    let board = SmallBoard::around(shapes.board(), start.positions(), shapes.rules()).unwrap();
    let set = |name: &str| board.coins(shapes.shape(name).unwrap()).unwrap().unwrap();
    let near: Vec<(&str, u32)> = shapes
        .names()
        .filter_map(|to| Some((to, *published.get(&format!("{from}-{to}"))?)))
        .filter(|(_, length)| *length <= 6)
        .collect();
    assert!(!near.is_empty());
    let wanted: Vec<u64> = near.iter().map(|(to, _)| set(to)).collect();
    let whole = WholeBoard::search(&board, set(from), &wanted, &Control::default()).unwrap();
    assert!(!whole.is_exhausted() && whole.states().len() <= 7);
    for (to, length) in near {
        assert_eq!(whole.distance(set(to)), Some(length), "{from}-{to}");
        let path = whole.path(set(to)).unwrap();
        assert_eq!(path.len(), length as usize);
        let _ = check(&shapes.pair(from, to).unwrap(), path).unwrap();
    }
}

/// A sink that stops a search at a given depth.
struct StopsAt(AtomicU32, u32);

impl Sink for StopsAt {
    fn event(&self, event: Event) {
        if let Event::Depth { depth, .. } = event {
            self.0.store(depth, Ordering::Relaxed);
        }
    }
    fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed) >= self.1
    }
}

#[test]
fn limits_stop_a_search() {
    let board = SmallBoard::rectangle(4, 4, Rules::default()).unwrap();
    let start = 0b0000_0110_0110_1001;
    let search = |limits: Limits, sink: &dyn Sink| {
        let control = Control { limits, sink };
        WholeBoard::search(&board, start, &[], &control).map(|whole| whole.states().to_vec())
    };
    let unobserved = Control::default().sink;
    let all = search(Limits::default(), unobserved).unwrap();
    let ranking = Ranking::new(16, 6).unwrap();
    let bytes = whole_board_bytes(&ranking);
    assert_eq!(bytes, 8008_u64.div_ceil(32) * 8 + 4368);
    let memory = |bytes| Limits {
        memory: Some(bytes),
        ..Limits::default()
    };
    assert_eq!(search(memory(bytes), unobserved), Ok(all.clone()));
    assert_eq!(
        search(memory(bytes - 1), unobserved)
            .unwrap_err()
            .to_string(),
        "6 coins on 16 positions have 8008 configurations, and their search needs 6376 bytes (6.2 KiB); \
         the limit is 6375 bytes (6.2 KiB)"
    );
    let few = Limits::default().with_at_most(all[0] + all[1]);
    let Err(WholeBoardError::Stopped { reason, states }) = search(few, unobserved) else {
        panic!("it has to stop");
    };
    assert_eq!((reason, &states[..2]), (StopReason::States, &all[..2]));
    let sink = StopsAt(AtomicU32::new(0), 3);
    let stopped = search(Limits::default(), &sink).unwrap_err();
    assert!(matches!(
        stopped,
        WholeBoardError::Stopped { reason: StopReason::Asked, ref states } if states[..4] == all[..4]
    ));
}

#[test]
fn parts_are_those_of_plain_searches() {
    for board in boards() {
        let cells = board.cells().len();
        for coins in 1..=6 {
            let all: Vec<u64> = sets(cells, coins).collect();
            let reached: BTreeMap<u64, BTreeMap<u64, u32>> =
                all.iter().map(|&set| (set, plain(&board, set))).collect();
            let components = Components::of(&board, coins as usize, &Control::default()).unwrap();
            let mut configurations = 0;
            for part in &components.parts {
                let from = &reached[&part.member];
                let size = from
                    .keys()
                    .filter(|set| reached[set].contains_key(&part.member));
                assert_eq!(part.size, size.count() as u64, "{:b}", part.member);
                assert_eq!(part.reaches, Some(from.len() as u64));
                let mut filled = part.member;
                while board.landings(filled) != 0 {
                    filled |= board.landings(filled);
                }
                assert_eq!(part.is_full_span, filled.count_ones() as usize == cells);
                configurations += part.size;
            }
            assert_eq!(configurations, all.len() as u64);
            assert_eq!(components.configurations, configurations);
            // Members of different parts do not reach each other in both directions.
            for (index, one) in components.parts.iter().enumerate() {
                for other in &components.parts[..index] {
                    let leads = |from: u64, to: u64| reached[&from].contains_key(&to);
                    assert!(!(leads(one.member, other.member) && leads(other.member, one.member)));
                }
            }
            let pairs: usize = reached.values().map(|from| from.len() - 1).sum();
            assert_eq!(components.solvable_pairs(), Some(pairs as u128));
            let by_size = components.by_size();
            let parts: u64 = by_size.iter().map(|same| same.parts).sum();
            assert_eq!(parts, components.parts.len() as u64);
            let of_sizes = by_size.iter().map(|same| same.solvable_pairs.unwrap());
            assert_eq!(of_sizes.sum::<u128>(), pairs as u128);
            for same in by_size {
                let is_same =
                    |part: &&Part| (part.size, part.is_full_span) == (same.size, same.is_full_span);
                let parts = components.parts.iter().filter(is_same);
                let reaches: Vec<u64> = parts.map(|part| part.reaches.unwrap()).collect();
                let least = *reaches.iter().min().unwrap();
                assert_eq!(same.reaches, Some((least, *reaches.iter().max().unwrap())));
                assert_eq!(same.parts, reaches.len() as u64);
            }
        }
    }
}

/// The paper says of its figures of small configuration spaces that opposite diagonals of a square cannot be reached
/// from each other, even with one extra coin.
#[test]
fn opposite_diagonals_are_in_different_parts() {
    let board = SmallBoard::rectangle(4, 4, Rules::default()).unwrap();
    let [down, up] = [[0, 5, 10, 15], [3, 6, 9, 12]].map(|cells| {
        let set: u64 = cells.iter().map(|cell| 1 << cell).sum();
        set
    });
    let reaches = |start: u64, target: u64| {
        let whole = WholeBoard::search(&board, start, &[], &Control::default()).unwrap();
        whole.distance(target).is_some()
    };
    assert!(!reaches(down, up) && !reaches(up, down));
    let extra = |set: u64| cells_of(!set & 0xffff).map(move |cell| set | 1 << cell);
    for start in extra(down) {
        assert!(extra(up).all(|target| !reaches(start, target)));
    }
    // All four coins are needed: no configuration that spans the board leads to another one that does.
    let components = Components::of(&board, 4, &Control::default()).unwrap();
    let spanning = components.parts.iter().filter(|part| part.is_full_span);
    assert!(spanning.clone().all(|part| part.size == 1));
    assert!(spanning.count() > 2);
}

#[test]
fn a_board_that_is_too_large_is_refused_before_any_work() {
    let board = SmallBoard::rectangle(8, 8, Rules::default()).unwrap();
    let limits = Limits {
        memory: Some(1 << 30),
        ..Limits::default()
    };
    let sink = Control::default().sink;
    let error = Components::of(&board, 12, &Control { limits, sink }).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("12 coins on 64 positions have 3284214703056 configurations"),
        "{error}"
    );
    // Even without a limit, the numbers of configurations must fit.
    assert!(Components::of(&board, 12, &Control::default()).is_err());
    let few = Limits::default().with_at_most(10);
    let board = SmallBoard::rectangle(5, 5, Rules::default()).unwrap();
    let control = Control { limits: few, sink };
    assert!(matches!(
        Components::of(&board, 6, &control),
        Err(WholeBoardError::Stopped {
            reason: StopReason::States,
            ..
        })
    ));
}
