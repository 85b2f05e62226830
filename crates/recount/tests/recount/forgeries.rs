//! Forged counts that pass every other check fall when their searches are repeated, and the genuine ones do not; and
//! those that, according to the list of forgeries, no level detects are not detected here either.

use crate::corpus::{Forgery, Level, forgeries};
use serde_json::Value;
use std::sync::Mutex;
use tait_recount::{Outcome, Recorded, searches};

/// A search of this many states or more is not repeated here.
const MOST_STATES: u64 = 200_000;

/// Returns the searches that a forgery changes, each as it is forged and as it was.
fn changed(forgery: &Forgery) -> Vec<(Recorded, Recorded)> {
    let genuine = searches(&forgery.genuine());
    let forged: Value = serde_json::from_slice(&forgery.text()).unwrap();
    let forged = searches(&forged);
    assert_eq!(forged.len(), genuine.len(), "{}", forgery.name);
    let both = forged.into_iter().zip(genuine);
    both.filter(|(forged, genuine)| forged != genuine).collect()
}

/// Returns how the outcome for a forgery differs from what the list says.
fn wrong_about(forgery: &Forgery) -> Vec<String> {
    let name = &forgery.name;
    let mut wrong = Vec::new();
    let repeat = |search: &Recorded| search.recount(|states| states < MOST_STATES);
    let changed = changed(forgery);
    let outcomes: Vec<Outcome> = changed.iter().map(|(forged, _)| repeat(forged)).collect();
    let differs = |outcome: &Outcome| matches!(outcome, Outcome::Differs(_));
    if outcomes.iter().any(differs) != (forgery.falls == Level::Recounted) {
        wrong.push(format!("{name}: does not fall at {:?}", forgery.falls));
    }
    for ((forged, genuine), outcome) in changed.iter().zip(outcomes) {
        // A row of a table is too large to be confirmed.
        if genuine.states >= Some(MOST_STATES) {
            continue;
        }
        // The forged part is not always compared.
        let outcome = match genuine.is_repeated_like(forged) {
            true => outcome,
            false => repeat(genuine),
        };
        match (outcome, forgery.falls) {
            (Outcome::Agrees { .. }, _) => {}
            (Outcome::NotRepeated(_) | Outcome::Stopped, Level::Recorded) => {}
            (other, _) => wrong.push(format!("{name}: {}, {other:?}", genuine.name)),
        }
    }
    wrong
}

#[test]
fn every_forgery_that_passes_elsewhere_falls_when_it_is_repeated() {
    let mut passing = forgeries();
    passing.retain(|forgery| matches!(forgery.falls, Level::Recounted | Level::Recorded));
    // The longest search, on a grid, is near the end of the list, so it begins early.
    let waiting = Mutex::new(passing.iter().rev());
    let next = || waiting.lock().unwrap().next();
    let work = || -> Vec<String> { std::iter::from_fn(next).flat_map(wrong_about).collect() };
    let wrong = std::thread::scope(|scope| {
        let other = scope.spawn(work);
        [work(), other.join().unwrap()].concat()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
