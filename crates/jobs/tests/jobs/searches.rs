//! One exhaustive search as units in this process: its outcome is that of the engine, also when it is stopped and resumed.

use std::time::Duration;
use tait_framework::{Engine, SolveRequest, bounded, search};
use tait_jobs::{Job, Journal, PrefixFinding, PrefixJob, StepJob, run};
use tait_linear::{BoundedSearch, PruneRules, Puzzle, Restrictions};
use tait_search::{Control, Limits, Outcome};

fn request(k: u64, n: u64, has_pair_rule: bool, engine: Engine) -> (SolveRequest, BoundedSearch) {
    let request = SolveRequest {
        rules: PruneRules {
            pairs: has_pair_rule,
            ..PruneRules::default()
        },
        engine,
        ..SolveRequest::new(Puzzle::new(k, n).unwrap())
    };
    let bounded = bounded(&request, n as u32).unwrap();
    (request, bounded)
}

#[test]
fn steps_of_a_search_come_to_the_outcome_of_the_engine() {
    // Not graded.
    let (request, bounded) = request(2, 5, false, Engine::BreadthFirst);
    let expected = search(&request, &bounded, &Control::default());
    let job = StepJob::new(&bounded);
    let data = tempfile::tempdir().unwrap();
    let mut stops = 0;
    let outcome = loop {
        // A run with a deadline does at least something of a step.
        let control = Control {
            limits: Limits::default().within(Duration::from_millis(40 << stops)),
            ..Control::default()
        };
        let journal = Journal::open(data.path(), &job).unwrap();
        let ran = run(&job, &journal, &(), &control).unwrap();
        if ran.missing.is_empty() {
            break ran.record.unwrap();
        }
        assert_eq!(ran.record.unwrap(), None);
        stops += 1;
    };
    assert_eq!(outcome, Some(expected));
    assert!(stops > 0);
}

#[test]
fn first_moves_of_a_search_come_to_the_outcome_of_ida() {
    // Solved; exhausted; with all of it above the subtrees.
    for (k, n) in [(3, 10), (3, 8), (2, 2), (3, 3)] {
        let (request, bounded) = request(k, n, true, Engine::IterativeDeepening);
        let expected = search(&request, &bounded, &Control::default());
        let job = PrefixJob::new(&bounded);
        let journal = Journal::in_memory(&job);
        let ran = run(&job, &journal, &(), &Control::default()).unwrap();
        assert_eq!(ran.record, Some(expected), "{}", bounded.puzzle);
    }
}

/// A finding comes from elsewhere, so a solution in it must keep to what the search asks for.
#[test]
fn solutions_that_do_not_keep_to_the_restrictions_are_refused() {
    let (request, free) = request(2, 4, true, Engine::IterativeDeepening);
    let Outcome::Found(found) = search(&request, &free, &Control::default()) else {
        panic!("(2, 4) has a solution of 4 moves");
    };
    let forged = |bounded: &BoundedSearch| {
        let job = PrefixJob::new(bounded);
        let none = job.states(Journal::in_memory(&job).findings());
        let finding = PrefixFinding {
            moves: Some(found.moves.clone()),
            states: none,
        };
        job.check(&job.plan()[0], &finding)
            .map_err(|error| error.to_string())
    };
    assert_eq!(forged(&free), Ok(()));
    let held = found.moves[0].from;
    let restrictions = Restrictions {
        stationary: vec![held],
        ..Restrictions::default()
    };
    let bounded = BoundedSearch::new(free.puzzle, 4, restrictions, PruneRules::default()).unwrap();
    let refused = format!("it does not keep to blocks any, stationary [{held}]");
    assert_eq!(forged(&bounded), Err(refused));
}
