//! Recorded searches, repeated.

use std::time::Duration;
use tait_framework::{Engine, SolveRequest, Solved, solve};
use tait_jobs::{NotRepeated, RecountEffort, RecountError, claimed, recounted};
use tait_puzzle::linear::{Claim, Puzzle, Solution};
use tait_store::{FoundBy, Level, Record, SolutionRecord};

/// The shortest solution of a puzzle, and why none is shorter.
fn solved(k: u64, n: u64) -> (Solution, Claim) {
    let request = SolveRequest {
        puzzle: Puzzle::new(k, n).unwrap(),
        restrictions: Default::default(),
        rules: Default::default(),
        engine: Engine::BreadthFirst,
        cuts: None,
    };
    match solve(&request, 20, &Default::default()).unwrap() {
        Solved::Optimal {
            solution, claim, ..
        } => (solution, claim),
        other => panic!("{other:?}"),
    }
}

fn record(solution: Solution, claim: Claim) -> Record {
    Record::from(SolutionRecord {
        solution,
        claim,
        restrictions: Default::default(),
        found_by: FoundBy::new("solve 4 4", Duration::ZERO),
    })
}

#[test]
fn a_claim_that_is_a_lower_bound_needs_no_search() {
    let (solution, claim) = solved(2, 5);
    assert_eq!(
        claimed(&solution, &claim).unwrap(),
        (&claim, Level::Replayed)
    );
    let all = RecountEffort::all_within(None, Duration::from_secs(60));
    let recounts = recounted(&record(solution, claim), all).unwrap();
    assert_eq!(recounts, Default::default());
}

#[test]
fn a_forged_count_is_told_with_the_puzzle() {
    let (solution, claim) = solved(4, 4);
    assert_eq!(
        claimed(&solution, &claim).unwrap(),
        (&claim, Level::Recounted)
    );
    let Claim::Exhaustion { mut shorter } = claim else {
        panic!("{claim:?}");
    };
    shorter[0].states[1] += 1;
    let forged = Claim::Exhaustion { shorter };
    let error = claimed(&solution, &forged).unwrap_err();
    assert!(matches!(error, RecountError::Differs { .. }), "{error:?}");
    let message = error.to_string();
    let puzzle = solution.puzzle().to_string();
    assert!(
        message.starts_with(&format!("{puzzle}: repeating the search of ")),
        "{message}"
    );
}

#[test]
fn what_is_not_repeated_says_why_and_stays_recorded() {
    let (solution, claim) = solved(4, 4);
    let record = record(solution, claim);
    for (most_states, seconds) in [(1, 60), (u64::MAX, 0)] {
        let patience = Duration::from_secs(seconds);
        let effort = RecountEffort::All {
            most_states,
            patience,
        };
        let recounts = recounted(&record, effort).unwrap();
        let expected = match seconds {
            0 => NotRepeated::TooLong(patience),
            _ => NotRepeated::TooLarge(most_states),
        };
        assert!(!recounts.skipped.is_empty());
        for (name, reason) in &recounts.skipped {
            assert_eq!(*reason, expected, "{name}");
        }
        assert_eq!(recounts.level(&record), Level::Recorded);
    }
}
