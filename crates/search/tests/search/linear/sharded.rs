//! Sharded search on linear puzzles: outcomes and counts agree with those of the search in memory, whatever the number of
//! shards, on one thread and on two.

use super::runs::{Engine, bounded, bounded_with, run};
use crate::steps::Steps;
use tait_linear::{Block, BlockSet, PruneRules};
use tait_search::{Control, PieceSizes, Sharding};
use tait_testkit::on_threads;

#[test]
fn cut_into_steps_it_comes_out_the_same_on_one_thread_and_on_two() {
    let small = PieceSizes {
        block: 7,
        candidates: 100,
        piece: 200,
    };
    let r1 = BlockSet::of(&[Block::R1]);
    let searches = [
        // Solved: graded.
        bounded(3, 9, 9),
        bounded(4, 8, 8),
        // Exhausted: graded.
        bounded(3, 8, 8),
        bounded(5, 9, 9),
        bounded_with(3, 10, 10, r1, PruneRules::default()),
        // Not graded, with keys of two masks: solved, exhausted.
        bounded(3, 6, 7),
        bounded(4, 3, 6),
        bounded(2, 2, 5),
    ];
    for threads in [1, 2] {
        on_threads(threads, || {
            for bounded in &searches {
                let in_memory = run(Engine::BreadthFirst, bounded, Control::default());
                for (shards, begin, sizes) in [(4, 50, Some(small)), (16, 200, None)] {
                    let sharding = Sharding {
                        bound: bounded.moves,
                        shards,
                        begin,
                    };
                    let outcome = Steps::default().outcome(&bounded.space(), &sharding, sizes);
                    assert_eq!(outcome, in_memory, "{} {sharding:?}", bounded.puzzle);
                }
            }
        });
    }
}
