//! Designed puzzles against a plain search of every pair, and the score against what the paper says.

use std::collections::{BTreeMap, BTreeSet};
use tait_framework::grid::known::{designs, figures};
use tait_framework::grid::{Design, DesignError, Designs, Solved, difficulty, solve};
use tait_framework::{Difficulty, Merit};
use tait_grid::space::SmallBoard;
use tait_grid::{Puzzle, Rules};
use tait_search::Control;
use tait_testkit::naive::grid::{Coins, lift, neighbours};
use tait_testkit::on_threads;
use tait_text::counted;

type Cells = BTreeSet<(i32, i32)>;

/// What a plain search knows of the way from a start: moves, shortest solutions, chance.
type Known = (u32, u128, f64);

struct Plain {
    rows: i32,
    columns: i32,
}

impl Plain {
    fn cells(&self) -> impl Iterator<Item = (i32, i32)> + Clone {
        let rows = self.rows;
        (0..self.columns).flat_map(move |x| (0..rows).map(move |y| (x, y)))
    }

    fn configurations(&self, coins: usize) -> Vec<Cells> {
        let cells: Vec<_> = self.cells().collect();
        let sets = (0_u32..1 << cells.len()).filter(|set| set.count_ones() as usize == coins);
        sets.map(|set| {
            let inside = (0..cells.len()).filter(|cell| set >> cell & 1 == 1);
            inside.map(|cell| cells[cell]).collect()
        })
        .collect()
    }

    fn spans(&self, coins: &Cells) -> bool {
        let mut all = coins.clone();
        for _ in self.cells() {
            let beside = |cell: &(i32, i32)| {
                neighbours(false, *cell)
                    .filter(|at| all.contains(at))
                    .count()
            };
            let more: Vec<_> = self.cells().filter(|cell| beside(cell) >= 2).collect();
            all.extend(more);
        }
        all.len() == self.cells().count()
    }

    fn moves(&self, coins: &Cells) -> Vec<Cells> {
        let mut all = Vec::new();
        for &from in coins {
            for to in self.cells() {
                let mut map: Coins = coins.iter().map(|&at| (at, 1)).collect();
                if lift(&mut map, false, 2, from, to) {
                    all.push(map.into_keys().collect());
                }
            }
        }
        all
    }

    fn images(&self, coins: &Cells) -> Vec<Cells> {
        let (right, bottom) = (self.columns - 1, self.rows - 1);
        let map =
            |f: &dyn Fn(i32, i32) -> (i32, i32)| coins.iter().map(|&(x, y)| f(x, y)).collect();
        let mut all: Vec<Cells> = vec![
            map(&|x, y| (x, y)),
            map(&|x, y| (right - x, y)),
            map(&|x, y| (x, bottom - y)),
            map(&|x, y| (right - x, bottom - y)),
        ];
        if right == bottom {
            let turned = |image: &Cells| image.iter().map(|&(x, y)| (y, x)).collect();
            let turned: Vec<Cells> = all.iter().map(turned).collect();
            all.extend(turned);
        }
        all
    }

    fn search(&self, start: &Cells) -> BTreeMap<Cells, Known> {
        let mut known = BTreeMap::from([(start.clone(), (0, 1, 1.0))]);
        let mut layer = vec![start.clone()];
        while !layer.is_empty() {
            let mut next: BTreeMap<Cells, Known> = BTreeMap::new();
            for here in &layer {
                let (moves, ways, chance) = known[here];
                let all = self.moves(here);
                for there in &all {
                    if !known.contains_key(there) {
                        let sum = next.entry(there.clone()).or_insert((moves + 1, 0, 0.0));
                        sum.1 += ways;
                        sum.2 += chance / all.len() as f64;
                    }
                }
            }
            layer = next.keys().cloned().collect();
            known.extend(next);
        }
        known
    }
}

fn set(board: &SmallBoard, coins: &Cells) -> u64 {
    board
        .set(coins.iter().map(|&(x, y)| [x, y].into()))
        .unwrap()
}

#[test]
fn designs_agree_with_a_plain_search_of_every_pair() {
    for (rows, columns, coins) in [
        (2, 3, 3),
        (3, 3, 3),
        (3, 3, 4),
        (2, 4, 4),
        (3, 4, 4),
        (3, 3, 5),
    ] {
        let plain = Plain { rows, columns };
        let board =
            SmallBoard::rectangle(rows as usize, columns as usize, Rules::default()).unwrap();
        let designs = Designs::of(&board, coins, 4, &Control::default()).unwrap();
        // One pair for all images of it, with what is known of it.
        let mut pairs: BTreeMap<(Cells, Cells), (Known, u32, bool)> = BTreeMap::new();
        let mut classes = BTreeSet::new();
        for start in plain
            .configurations(coins)
            .iter()
            .filter(|coins| plain.spans(coins))
        {
            let images = plain.images(start);
            let _ = classes.insert(images.iter().min().cloned());
            for (target, known) in plain.search(start) {
                if target == *start {
                    continue;
                }
                let both = images.iter().cloned().zip(plain.images(&target));
                let detours = known.0 - target.difference(start).count() as u32;
                let is_symmetric = images.contains(&target);
                let _ = pairs.insert(both.min().unwrap(), (known, detours, is_symmetric));
            }
        }
        let case = format!("{rows}x{columns}, {coins} coins");
        assert_eq!(designs.starts, classes.len() as u64, "{case}");
        assert_eq!(
            designs.by_moves.iter().sum::<u64>(),
            pairs.len() as u64,
            "{case}"
        );
        for (moves, count) in designs.by_moves.iter().enumerate() {
            let exactly = pairs
                .values()
                .filter(|(known, ..)| known.0 as usize == moves);
            assert_eq!(*count, exactly.count() as u64, "{case}: {moves} moves");
        }
        let unique = pairs.values().filter(|(known, ..)| known.1 == 1);
        assert_eq!(designs.unique, unique.count() as u64, "{case}");
        let symmetric = pairs.values().filter(|(.., is_symmetric)| *is_symmetric);
        assert_eq!(designs.symmetric, symmetric.count() as u64, "{case}");

        let hundredths = |value: f64| (100.0 * value).round() as i64;
        let score = |(known, detours, _): &(Known, u32, bool)| {
            hundredths(-known.2.log2()) + 100 * i64::from(*detours)
        };
        for (merit, best) in &designs.best {
            let worth = |pair: &(Known, u32, bool)| match merit {
                Merit::Farthest => Some(i64::from(pair.0.0)),
                Merit::Unique => (pair.0.1 == 1).then_some(pair.0.0.into()),
                Merit::Detours => Some(pair.1.into()),
                Merit::Symmetric => pair.2.then_some(pair.0.0.into()),
                Merit::Score => Some(score(pair)),
            };
            let mut all: Vec<_> = pairs
                .values()
                .filter_map(|pair| Some((worth(pair)?, score(pair))))
                .collect();
            all.sort_unstable_by(|one, other| other.cmp(one));
            all.truncate(4);
            let mut found = Vec::new();
            for design in best {
                let pair = pairs.iter().find(|((start, target), _)| {
                    let images = plain.images(start).into_iter().zip(plain.images(target));
                    let mut images =
                        images.map(|(start, target)| (set(&board, &start), set(&board, &target)));
                    images.any(|image| image == (design.start, design.target))
                });
                let (_, pair) = pair.unwrap_or_else(|| panic!("{case}: {design:?}"));
                let Difficulty {
                    moves,
                    detours,
                    solutions,
                    choices,
                } = design.difficulty;
                assert_eq!(
                    (moves, detours, solutions),
                    (pair.0.0, pair.1, Some(pair.0.1)),
                    "{case}"
                );
                assert_eq!(
                    (hundredths(choices), design.is_symmetric),
                    (hundredths(-pair.0.2.log2()), pair.2)
                );
                found.push((worth(pair).unwrap(), score(pair)));
            }
            assert_eq!(found, all, "{case}: {merit:?}");
        }
    }
}

fn puzzle_of(board: &SmallBoard, design: &Design) -> Puzzle {
    board.puzzle(design.start, design.target).unwrap()
}

/// The search of one puzzle counts in another way: through a region, a coin lifted at a time, images folded.
#[test]
fn the_search_of_one_puzzle_measures_the_same() {
    let board = SmallBoard::rectangle(4, 4, Rules::default()).unwrap();
    let designs = Designs::of(&board, 5, 2, &Control::default()).unwrap();
    for design in designs.best.iter().flat_map(|(_, best)| best) {
        let puzzle = puzzle_of(&board, design);
        let Ok(Solved::Optimal { moves, .. }) = solve(&puzzle, None, &Control::default()) else {
            panic!("{design:?}");
        };
        let measured = difficulty(&puzzle, moves.len() as u32, &Control::default());
        assert_eq!(measured.unwrap().unwrap(), design.difficulty);
    }
}

fn measured(name: &str) -> Difficulty {
    let known = figures().iter().find(|known| known.name == name).unwrap();
    let puzzle = known.puzzle().unwrap();
    let Ok(Solved::Optimal { moves, .. }) = solve(&puzzle, None, &Control::default()) else {
        panic!("{name}");
    };
    let measured = difficulty(&puzzle, moves.len() as u32, &Control::default());
    measured.unwrap().unwrap()
}

/// Section 1 calls Figure 5 difficult, and shows Figures 6 and 7 beside it, designed by the authors. It begins with puzzles
/// from books, and says that puzzles on the square grid "can be more difficult".
#[test]
fn the_score_ranks_what_the_paper_calls_difficult_above_the_classics() {
    let scores =
        |names: &[&str]| -> Vec<f64> { names.iter().map(|name| measured(name).score()).collect() };
    let difficult = scores(&["figure-5", "figure-6", "figure-7"]);
    let classic = scores(&[
        "figure-1",
        "figure-1-lift",
        "figure-2",
        "figure-2-6",
        "figure-3",
        "figure-4",
    ]);
    let least = difficult.iter().copied().fold(f64::INFINITY, f64::min);
    let most = classic.iter().copied().fold(0.0, f64::max);
    assert!(least > most, "{difficult:?} {classic:?}");
    // The numbers of docs/other-puzzles.md.
    assert_eq!((&difficult[..], most), (&[68.85, 114.83, 98.94][..], 26.14));
}

#[test]
fn what_is_too_large_is_refused() {
    let board = SmallBoard::rectangle(6, 6, Rules::default()).unwrap();
    let refused = Designs::of(&board, 8, 1, &Control::default());
    assert!(matches!(
        refused,
        Err(DesignError::Size {
            configurations: 30_260_340,
            ..
        })
    ));
    let small = SmallBoard::rectangle(3, 3, Rules::default()).unwrap();
    let mut control = Control::default();
    control.limits.memory = Some(1000);
    assert!(matches!(
        Designs::of(&small, 4, 1, &control),
        Err(DesignError::Board(_))
    ));
    // Too few coins span nothing.
    let none = Designs::of(&small, 2, 1, &Control::default()).unwrap();
    assert_eq!((none.starts, none.by_moves.len()), (0, 0));
}

/// Every designed puzzle is as difficult as its note says, and on small boards it is the best of a merit.
#[test]
fn designed_puzzles_of_the_collection_are_what_their_notes_say() {
    let mut boards: BTreeMap<(usize, usize, usize), Designs> = BTreeMap::new();
    for known in designs() {
        let puzzle = known.puzzle().unwrap();
        let measured = difficulty(&puzzle, known.stated.unwrap(), &Control::default());
        let measured = measured.unwrap().unwrap();
        let solutions = measured.solutions.unwrap() as u64;
        let note = format!("{measured}; {}", counted(solutions, "shortest solution"));
        assert_eq!(known.note.as_ref(), Some(&note), "{}", known.name);
        assert_eq!(Some(measured.moves), known.stated, "{}", known.name);

        let numbers = known
            .name
            .split(['-', 'x'])
            .filter_map(|part| part.parse().ok());
        let [rows, columns, coins, _] = numbers.collect::<Vec<usize>>()[..] else {
            panic!("{}", known.name);
        };
        assert_eq!(puzzle.start().len(), coins);
        if coins > 5 {
            continue;
        }
        let board = SmallBoard::rectangle(rows, columns, Rules::default()).unwrap();
        let designs = boards
            .entry((rows, columns, coins))
            .or_insert_with(|| Designs::of(&board, coins, 1, &Control::default()).unwrap());
        let mut best = designs.best.iter().flat_map(|(_, best)| best);
        assert!(
            best.any(|design| puzzle_of(&board, design) == puzzle),
            "{}",
            known.name
        );
    }
    assert_eq!(boards.len(), 4);
}

/// The same puzzles come out, to the last digit, however many threads compare them.
#[test]
fn threads_change_no_design() {
    let board = SmallBoard::rectangle(3, 5, Rules::default()).unwrap();
    let designs = || Designs::of(&board, 5, 20, &Control::default()).unwrap();
    assert_eq!(on_threads(1, designs), on_threads(3, designs));
}
