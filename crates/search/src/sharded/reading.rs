//! Reading off the solution of a search whose steps are finished.

use super::OtherSteps;
use super::lists::{common, filtered, hashed, shard_of};
use super::plan::Sharding;
use super::steps::layer;
use crate::any_store::StoreFailed;
use crate::breadth_first::{key_set, smallest_path};
use crate::growth::Shards;
use crate::keyed::{Code, KeyedBackward};
use crate::tasks::{self, TASK};
use tait_space::StoredKey;

/// Finds the smallest sequence of moves from a start to a goal in the layer of a depth. The predecessors of states that
/// lead to a goal do so, too, if they are in the layer before.
pub(super) fn read_off<K: StoredKey>(
    space: &dyn KeyedBackward<K>,
    sharding: &Sharding,
    others: &dyn OtherSteps,
    depth: u32,
) -> Result<Vec<Code>, StoreFailed> {
    let mut ahead = Vec::new();
    for shard in 0..sharding.shards {
        let lists = layer(sharding, others, depth, shard)?;
        ahead.extend(filtered(&lists, &|key: &K| space.is_solved(key))?);
    }
    let mut marked = vec![key_set(&ahead)];
    for spent in (1..=depth).rev() {
        let of_part = |part: &[K]| {
            let mut sources = Shards::new();
            for key in part {
                space.push_predecessors(key, spent, &mut sources);
            }
            sources.into_candidates().concat()
        };
        let mut sources = tasks::of_parts(&ahead, TASK, &of_part).concat();
        tasks::sort(&mut sources);
        sources.dedup();
        let mut by_shard: Vec<Vec<K>> = (0..sharding.shards).map(|_| Vec::new()).collect();
        for key in sources {
            by_shard[shard_of(hashed(key), sharding.shards)].push(key);
        }
        ahead = Vec::new();
        for (shard, keys) in (0..).zip(by_shard).filter(|(_, keys)| !keys.is_empty()) {
            ahead.extend(common(&layer(sharding, others, spent - 1, shard)?, &keys)?);
        }
        marked.push(key_set(&ahead));
    }
    marked.reverse();
    let path = smallest_path(space, sharding.bound, &marked);
    Ok(path.map_or_else(Vec::new, |(moves, _)| moves))
}
