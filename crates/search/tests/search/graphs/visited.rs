//! Compares the three visited sets with a `HashSet`, batch after batch.

use crate::sets::{ConcurrentSet, SortedLayers};
use proptest::prelude::*;
use std::collections::HashSet;
use tait_search::{Candidates, ShardedSet, Visited};

#[derive(Debug, Clone)]
enum Step {
    Absorb(Vec<Vec<u64>>),
    Clear,
}

fn step() -> impl Strategy<Value = Step> {
    // Few distinct keys, so that most occur again, and some that are far apart.
    let key = prop_oneof![8 => 0..300u64, 1 => any::<u64>()];
    let tasks = prop::collection::vec(prop::collection::vec(key, 0..200), 0..5);
    prop_oneof![9 => tasks.prop_map(Step::Absorb), 1 => Just(Step::Clear)]
}

fn replay<V: Visited<u64>>(steps: &[Step]) {
    let mut set = V::default();
    let mut model = HashSet::new();
    for step in steps {
        match step {
            Step::Clear => {
                set.clear();
                model.clear();
            }
            Step::Absorb(tasks) => {
                let batch: Vec<_> = tasks.iter().cloned().map(Candidates::from).collect();
                let mut fresh = vec![u64::MAX];
                set.absorb(&batch, &mut fresh).unwrap();
                assert_eq!(fresh.remove(0), u64::MAX, "what was there stays");
                let order = fresh.clone();
                let mut expected: Vec<u64> = tasks
                    .iter()
                    .flatten()
                    .copied()
                    .filter(|&key| model.insert(key))
                    .collect();
                expected.sort_unstable();
                fresh.sort_unstable();
                assert_eq!(fresh, expected, "each new key once");
                // Nothing is new the second time.
                let mut again = Vec::new();
                set.absorb(&batch, &mut again).unwrap();
                assert!(again.is_empty(), "{again:?}");
                // The order does not depend on the threads: the same batch gives an empty set the
                // same order twice.
                let fresh_order = || {
                    let mut order = Vec::new();
                    V::default().absorb(&batch, &mut order).unwrap();
                    order
                };
                assert_eq!(fresh_order(), fresh_order());
                assert!(order.len() * size_of::<u64>() <= set.bytes() as usize);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn every_visited_set_tells_new_keys_from_known_ones(
        steps in prop::collection::vec(step(), 1..8),
    ) {
        replay::<ShardedSet<u64>>(&steps);
        replay::<ConcurrentSet<u64>>(&steps);
        replay::<SortedLayers<u64>>(&steps);
    }
}
