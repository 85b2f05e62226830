//! The bounds of pattern databases, compared with true distances on whole small boards.

use std::collections::{HashMap, VecDeque};
use std::ops::ControlFlow;
use std::sync::Arc;
use tait_grid::space::{PatternDatabases, Region, SetSpace, ZONE_CELLS};
use tait_grid::{Puzzle, PuzzleForm};
use tait_space::{Backward, Bits, StateSpace};

type State = Bits<1>;
type Space = SetSpace<1>;

/// More steps than any solution here takes.
const FAR: u32 = 1000;

/// Two and three zones, with and without symmetries, with one target and several, and on a graph.
const PUZZLES: [&str; 5] = [
    r#"{"grid": "square", "start": ["o...", ".oo.", ".oo.", "...o"], "target": ["...o", ".oo.", ".oo.", "o..."]}"#,
    r#"{"grid": "square", "start": [[0, 0], [0, 2], [1, 2], [2, 0], [4, 0]],
        "target": [[0, 2], [1, 1], [1, 2], [3, 1], [3, 2]]}"#,
    r#"{"grid": "square", "start": [[0, 0], [0, 1], [0, 2], [2, 2], [3, 1], [5, 0]],
        "target": [[0, 0], [0, 1], [0, 2], [2, 0], [3, 0], [4, 2]]}"#,
    r#"{"grid": "square", "up_to": "any", "start": ["o..o.", ".o...", "..o.o"], "target": ["oo.", ".o.", "oo."]}"#,
    r#"{"grid": "graph", "vertices": 9, "adjacency": 1, "start": [[0], [1], [4]], "target": [[2], [6], [7]],
        "edges": [[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 6], [6, 7], [7, 8], [8, 0]]}"#,
];

fn region(text: &str) -> Region {
    let form: PuzzleForm = serde_json::from_str(text).unwrap();
    let region = Region::new(&Puzzle::try_from(form).unwrap(), 0).unwrap();
    assert!(region.is_whole(), "{text}");
    region
}

fn successors(space: &Space, state: &State, budget: u32) -> Vec<State> {
    let mut successors = Vec::new();
    space.expand(state, budget, &mut |_, next| {
        successors.push(next);
        ControlFlow::Continue(())
    });
    successors
}

fn predecessors(space: &Space, state: &State, spent: u32) -> Vec<State> {
    let mut predecessors = Vec::new();
    space.predecessors(state, spent, &mut |_, previous| {
        predecessors.push(previous);
        ControlFlow::Continue(())
    });
    predecessors
}

/// The least number of steps to each state.
fn distances(from: &[State], after: &dyn Fn(&State) -> Vec<State>) -> HashMap<State, u32> {
    let mut known: HashMap<State, u32> = from.iter().map(|state| (*state, 0)).collect();
    let mut queue: VecDeque<State> = from.iter().copied().collect();
    while let Some(state) = queue.pop_front() {
        let depth = known[&state] + 1;
        for next in after(&state) {
            let _ = known.entry(next).or_insert_with(|| {
                queue.push_back(next);
                depth
            });
        }
    }
    known
}

#[test]
fn bounds_are_admissible_and_consistent_from_both_ends() {
    let mut gained = 0;
    for text in PUZZLES {
        let region = region(text);
        let plain = Space::new(region.clone()).unwrap();
        let databases = PatternDatabases::new(&region, 8).unwrap();
        let space = plain.clone().with_databases(Arc::new(databases));
        let depths = distances(&space.starts(), &|state| successors(&plain, state, FAR));
        let mut before: HashMap<State, Vec<State>> = HashMap::new();
        for state in depths.keys() {
            for next in successors(&plain, state, FAR) {
                before.entry(next).or_default().push(*state);
            }
        }
        let mut goals = Vec::new();
        space.goals(&mut |goal| {
            goals.push(goal);
            ControlFlow::Continue(())
        });
        let left = distances(&goals, &|state| {
            before.get(state).cloned().unwrap_or_default()
        });
        assert!(left.contains_key(&space.starts()[0]), "{text}");
        for (state, depth) in &depths {
            let bound = space.lower_bound(state);
            if let Some(left) = left.get(state) {
                assert!(
                    bound.is_some_and(|bound| bound <= *left),
                    "{text}: {state:?}"
                );
            }
            gained += u32::from(bound > plain.lower_bound(state));
            for next in successors(&plain, state, FAR) {
                let after = space.lower_bound(&next);
                if let Some((bound, after)) = bound.zip(after) {
                    assert!(after + 1 >= bound, "{text}: {state:?} to {next:?}");
                }
                // No step is left out, in either direction, where a solution of that length takes it.
                if let Some(left) = left.get(&next) {
                    let kept = successors(&space, state, left + 1);
                    assert!(kept.contains(&next), "{text}: {state:?} to {next:?}");
                }
                let kept = predecessors(&space, &next, depth + 1);
                assert!(kept.contains(state), "{text}: {state:?} to {next:?}");
            }
        }
    }
    // Zones along one axis alone gain 2,361.
    assert!(gained > 2361, "{gained}");
}

#[test]
fn only_sets_of_cells_have_databases_and_only_with_zones_of_certain_sizes() {
    let square = PUZZLES[0];
    let with = |cells| PatternDatabases::new(&region(square), cells);
    let (least, most) = (*ZONE_CELLS.start(), *ZONE_CELLS.end());
    assert!(with(least).is_some() && with(least - 1).is_none() && with(most + 1).is_none());
    let slid = square.replace(r#""square""#, r#""square", "rule": "slide""#);
    let labelled = r#"{"grid": "square", "labeled": true, "start": ["1...", ".11.", ".11.", "...2"],
        "target": ["...2", ".11.", ".11.", "1..."]}"#;
    for other in [&slid, labelled] {
        let region = region(other);
        assert!(PatternDatabases::new(&region, least).is_none(), "{other}");
        assert_eq!(PatternDatabases::bytes(&region, least), None, "{other}");
    }
}
