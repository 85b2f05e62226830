//! Forged counts that pass every other check fall when their searches are repeated, and the genuine ones do not; and
//! those of which the corpus says that nothing tells are not told here either.

use crate::corpus::{Forgery, Level, forgeries};
use serde_json::Value;
use tait_recount::{Outcome, Recorded, searches};

/// States of a search that is repeated here.
const MOST_STATES: u64 = 1_000_000;

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
        if !matches!(forgery.falls, Level::Recounted | Level::Recorded) {
            continue;
        }
        let name = &forgery.name;
        let repeat = |search: &Recorded| search.recount(|states| states < MOST_STATES);
        let changed = changed(&forgery);
        let differs =
            |(forged, _): &(Recorded, Recorded)| matches!(repeat(forged), Outcome::Differs(_));
        if changed.iter().any(differs) != (forgery.falls == Level::Recounted) {
            wrong.push(format!("{name}: does not fall at {:?}", forgery.falls));
        }
        // A row of a table is too large to be confirmed.
        let genuine = changed.iter().map(|(_, genuine)| genuine);
        for genuine in genuine.filter(|genuine| genuine.states < Some(MOST_STATES)) {
            match (repeat(genuine), forgery.falls) {
                (Outcome::Agrees { .. }, _) => {}
                (Outcome::NotRepeated(_) | Outcome::Stopped, Level::Recorded) => {}
                (other, _) => wrong.push(format!("{name}: {}, {other:?}", genuine.name)),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
