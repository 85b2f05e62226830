//! Forged counts that pass every other check fall when their searches are repeated, and the genuine ones do not.

#[path = "../../store/tests/corpus/mod.rs"]
mod corpus;

use corpus::{Forgery, Level, forgeries};
use serde_json::Value;
use tait_recount::{Outcome, Recorded, searches};

/// States of a search that is repeated here.
const MOST_STATES: u64 = 3_000_000;

/// The searches that a forgery changes, each as it is forged and as it was.
fn changed(forgery: &Forgery) -> Vec<(Recorded, Recorded)> {
    let genuine = searches(&forgery.genuine());
    let forged: Value = serde_json::from_slice(&forgery.text()).unwrap();
    let forged = searches(&forged);
    assert_eq!(forged.len(), genuine.len(), "{}", forgery.name);
    let both = forged.into_iter().zip(genuine);
    both.filter(|(forged, genuine)| forged != genuine).collect()
}

#[test]
fn every_forgery_that_passes_elsewhere_falls_when_it_is_repeated() {
    let mut wrong = Vec::new();
    for forgery in forgeries() {
        if forgery.falls != Level::Recounted {
            continue;
        }
        let name = &forgery.name;
        let repeat = |search: &Recorded| search.recount(|states| states < MOST_STATES);
        let changed = changed(&forgery);
        if !changed
            .iter()
            .any(|(forged, _)| matches!(repeat(forged), Outcome::Differs(_)))
        {
            let outcomes: Vec<_> = changed.iter().map(|(forged, _)| repeat(forged)).collect();
            wrong.push(format!("{name}: {outcomes:?}"));
        }
        for (_, genuine) in &changed {
            match repeat(genuine) {
                Outcome::Agrees { .. } => {}
                other => wrong.push(format!("{name}: {} is genuine, {other:?}", genuine.name)),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
