//! The map: every small cell, by every engine and by an implementation that shares no code with
//! them.

use std::sync::{Arc, Mutex};
use tait_framework::{
    CellRequest, Classified, Closing, Resumption, Stage, Threshold, bounded, classify, search,
};
use tait_linear::{
    BoundedSearch, Cell, CellAnswer, Coverage, Engine, Exhaustion, Puzzle, SolveRequest, check,
};
use tait_recount::Search;
use tait_search::{Control, Limits, MemoryLayers, Outcome, SharedStore, StopReason, StoreFailed};
use tait_testkit::on_threads;

fn classified(k: u64, n: u64) -> Cell {
    let request = CellRequest {
        cell: Cell::unknown(Puzzle::new(k, n).unwrap()),
        seed: 1,
        states: 100_000,
    };
    let classified = searched(&request, &Control::default());
    assert_eq!(classified.stopped, None);
    classified.cell
}

fn searched(request: &CellRequest, control: &Control<'_>) -> Classified {
    classify(request, &mut |_, _| {}, &(), control).unwrap()
}

/// Returns the search of a record in the simple implementation.
fn simple(puzzle: Puzzle, exhaustion: &Exhaustion) -> Search {
    Search {
        k: puzzle.k() as usize,
        n: puzzle.n() as usize,
        moves: exhaustion.moves as usize,
        from: exhaustion.board_from,
        to: exhaustion.board_to,
        pair_rule: exhaustion.rules.pairs,
        block_rule: exhaustion.rules.blocks,
        ..Search::for_n_moves(puzzle.k() as usize, puzzle.n() as usize)
    }
}

#[test]
fn the_map_is_what_each_engine_and_the_simple_search_say() {
    let engines = [Engine::BreadthFirst, Engine::IterativeDeepening];
    let mut counts = [0; 2];
    for (k, sizes) in [
        (2, 2..=8),
        (3, 2..=8),
        (4, 3..=8),
        (5, 3..=9),
        (6, 4..=9),
        (7, 4..=9),
    ] {
        for n in sizes {
            let cell = classified(k, n);
            let puzzle = cell.puzzle;
            if let Some(solution) = &cell.solution {
                assert_eq!(check(solution).unwrap().moves, cell.at_most().unwrap());
            }
            let exists = engines.map(|engine| {
                let request = SolveRequest {
                    engine,
                    ..SolveRequest::new(puzzle)
                };
                let bounded = bounded(&request, n as u32).unwrap();
                match search(&request, &bounded, &Control::default()) {
                    Outcome::Found(_) => true,
                    Outcome::Exhausted(_) => false,
                    Outcome::Stopped(stopped) => panic!("{stopped:?}"),
                }
            });
            let simply = Search::for_n_moves(k as usize, n as usize)
                .run(|_| true)
                .unwrap();
            assert_eq!([simply.is_solved; 2], exists, "k={k} n={n}");
            assert_eq!(
                cell.answer().suffices(),
                Some(simply.is_solved),
                "k={k} n={n}"
            );
            for exhaustion in &cell.excluded {
                if exhaustion.states.iter().sum::<u64>() > 20_000 {
                    continue;
                }
                let searched = simple(puzzle, exhaustion).run(|_| true).unwrap();
                assert_eq!(
                    searched.states, exhaustion.states,
                    "k={k} n={n} {exhaustion}"
                );
                assert!(!searched.is_solved);
                // The engines and the simple search choose boards of the same size.
                let chosen = match exhaustion.moves {
                    moves if moves == n => Search::for_n_moves(k as usize, n as usize),
                    moves => Search::for_more_moves(k as usize, n as usize, moves as usize),
                };
                assert_eq!(simple(puzzle, exhaustion), chosen);
                counts[usize::from(exhaustion.moves > n)] += 1;
            }
        }
    }
    assert!(counts[0] > 20 && counts[1] > 3, "{counts:?}");
}

#[test]
fn optima_are_those_of_the_plain_search_for_a_shortest_solution() {
    for (k, n, optimum) in [
        (3, 6, 7),
        (3, 8, 9),
        (4, 3, 6),
        (4, 4, 5),
        (5, 4, 6),
        (5, 9, 10),
        (6, 4, 7),
        (7, 7, 9),
    ] {
        assert_eq!(
            classified(k, n).answer(),
            CellAnswer::Optimum(optimum),
            "k={k} n={n}"
        );
    }
    for (k, n) in [(5, 3), (2, 2)] {
        let cell = classified(k, n);
        assert_eq!(cell.answer(), CellAnswer::NoSolution, "k={k} n={n}");
        assert!(cell.excluded.is_empty());
    }
    // Nothing is claimed beyond the searches within the granted states.
    let few = CellRequest {
        cell: Cell::unknown(Puzzle::new(8, 5).unwrap()),
        seed: 1,
        states: 1_000,
    };
    let cell = searched(&few, &Control::default()).cell;
    let CellAnswer::Between { at_least, .. } = cell.answer() else {
        panic!("{}", cell.answer());
    };
    assert!((6..11).contains(&at_least));
}

#[test]
fn large_sizes_are_extensions_of_bases_and_the_answer_depends_on_the_request_alone() {
    let answer = |threads| {
        on_threads(threads, || {
            [(2, 22), (3, 18), (4, 17), (6, 11)].map(|(k, n)| classified(k, n))
        })
    };
    let cells = answer(1);
    assert_eq!(answer(3), cells);
    let answers = cells.map(|cell| cell.answer());
    assert_eq!(answers[..3], [CellAnswer::Suffices; 3]);
    assert_eq!(answers[3], CellAnswer::Optimum(12));
}

#[test]
fn what_is_known_is_not_searched_again_and_a_limit_is_no_answer() {
    let mut known = classified(3, 6);
    let request = |cell| CellRequest {
        cell,
        seed: 1,
        states: 100_000,
    };
    let none = Limits::default().within(std::time::Duration::ZERO);
    let control = Control {
        limits: none,
        ..Control::default()
    };
    assert_eq!(searched(&request(known.clone()), &control).cell, known);
    known.solution = None;
    let stopped = searched(&request(known.clone()), &control);
    assert_eq!(
        (&stopped.cell, stopped.stopped),
        (&known, Some(StopReason::Time))
    );
    assert_eq!(
        known.answer(),
        CellAnswer::Between {
            at_least: 7,
            at_most: None
        }
    );
}

#[test]
fn thresholds_follow_from_cells_and_families_together() {
    let family = |name: &str, first: &[Option<u64>]| Closing {
        name: name.to_owned(),
        coverage: Coverage {
            first: first.to_vec(),
        },
    };
    let all = |answers: &[(u64, CellAnswer)], families: &[Closing]| {
        Threshold::new(2, answers.iter().copied(), families)
    };
    // Without a family, nothing is known beyond the map.
    let answers = [
        (2, CellAnswer::NoSolution),
        (3, CellAnswer::Suffices),
        (5, CellAnswer::Open { at_most: None }),
    ];
    let open = all(&answers, &[]);
    assert_eq!((open.from, open.is_exact()), (None, false));
    assert_eq!(
        (open.below, open.sporadic, open.unknown),
        (vec![2], vec![3], vec![4, 5])
    );
    // A family with a gap does not settle all large sizes, but it settles its own sizes.
    let gap = family("gap", &[Some(8), None, Some(6), None]);
    assert_eq!(all(&answers, std::slice::from_ref(&gap)).from, None);
    // Another one may settle the sizes in the gap.
    let odd = family("odd", &[None, Some(9)]);
    let doubled = family("doubled", &[None, None, None, Some(7)]);
    let together = all(&[], &[gap.clone(), doubled, odd]);
    assert_eq!(
        together.closed_by.as_deref(),
        Some("gap and doubled and odd")
    );
    assert_eq!((together.from, together.is_exact()), (Some(6), false));
    // Of two that do, the one that begins earlier counts; sizes that either settles are settled.
    let late = family("late", &[Some(12), Some(9), Some(10), Some(11)]);
    let later = family("later", &[Some(16), Some(13), Some(14), Some(15)]);
    let both = all(
        &[(4, CellAnswer::Optimum(6)), (7, CellAnswer::Suffices)],
        &[later, late, gap],
    );
    assert_eq!(both.closed_by.as_deref(), Some("late"));
    assert_eq!((both.from, both.is_exact()), (Some(6), false));
    assert_eq!(
        (both.below, both.sporadic, both.unknown),
        (vec![4], vec![], vec![2, 3, 5])
    );
}

/// A resumption that notes failures. The test drops the last ones, as a killed run does.
#[derive(Default)]
struct Notebook(Mutex<Vec<(Stage, u64)>>);

impl Resumption for Notebook {
    fn failed(&self, stage: Stage) -> u64 {
        let notes = self.0.lock().unwrap();
        let of_stage = notes.iter().filter(|(known, _)| *known == stage);
        of_stage.map(|&(_, attempts)| attempts).max().unwrap_or(0)
    }
    fn note_failed(&self, stage: Stage, attempts: u64) {
        self.0.lock().unwrap().push((stage, attempts));
    }
    fn layers(&self, _bounded: &BoundedSearch) -> Result<Option<SharedStore>, StoreFailed> {
        Ok(Some(Arc::new(MemoryLayers::default())))
    }
}

#[test]
fn attempts_that_failed_are_not_made_again_and_the_answer_is_the_same() {
    let request = CellRequest {
        cell: Cell::unknown(Puzzle::new(7, 7).unwrap()),
        seed: 1,
        states: 20_000,
    };
    let notebook = Notebook::default();
    let run = || {
        let control = Control::default();
        let classified = classify(&request, &mut |_, _| {}, &notebook, &control).unwrap();
        classified.cell
    };
    let first = run();
    assert_eq!(searched(&request, &Control::default()).cell, first);
    let notes = notebook.0.lock().unwrap().len();
    assert!(notes > 1, "{notes} failures");
    // Attempts that failed are not made again.
    assert_eq!(run(), first);
    assert_eq!(notebook.0.lock().unwrap().len(), notes);
    // Half of them are, once forgotten.
    notebook.0.lock().unwrap().truncate(notes / 2);
    assert_eq!(run(), first);
    assert!(notebook.0.lock().unwrap().len() > notes / 2);
}
