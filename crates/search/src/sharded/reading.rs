//! Reading off the solution of a search whose steps are finished.

use super::OtherSteps;
use super::lists::{hashed, in_stores, shard_of};
use super::plan::Sharding;
use super::steps::layer;
use crate::any_store::StoreFailed;
use crate::breadth_first::{key_set, smallest_path};
use crate::external::{common, filtered};
use crate::growth::{Shards, sorted_neighbours};
use crate::keyed::{Code, KeyedBackward};
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
        ahead.extend(filtered(&in_stores(&lists), &|key: &K| {
            space.is_solved(key)
        })?);
    }
    let mut marked = vec![key_set(&ahead)];
    for spent in (1..=depth).rev() {
        let predecessors =
            |key: &K, shards: &mut Shards<K>| space.push_predecessors(key, spent, shards);
        let sources = sorted_neighbours(&ahead, &predecessors);
        let mut by_shard: Vec<Vec<K>> = (0..sharding.shards).map(|_| Vec::new()).collect();
        for key in sources {
            by_shard[shard_of(hashed(key), sharding.shards)].push(key);
        }
        ahead = Vec::new();
        for (shard, keys) in (0..).zip(by_shard).filter(|(_, keys)| !keys.is_empty()) {
            let lists = layer(sharding, others, spent - 1, shard)?;
            ahead.extend(common(&in_stores(&lists), &keys)?);
        }
        marked.push(key_set(&ahead));
    }
    marked.reverse();
    let path = smallest_path(space, sharding.bound, &marked);
    Ok(path.map_or_else(Vec::new, |(moves, _)| moves))
}
