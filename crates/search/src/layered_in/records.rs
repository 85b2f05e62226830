//! States with their annotations as bytes, and the merging of sorted lists of them.

use crate::any_store::{AnyStore, StoreFailed};
use crate::external::Encoded;
use crate::layer::Layer;
use std::ops::Range;
use tait_space::StoredKey;

/// Encodes a part of a sorted layer, at least one state, as a block: each key after the one before it, and then its
/// words.
pub(super) fn encoded_block<K: StoredKey>(layer: &Layer<K>, part: Range<usize>) -> Encoded<K> {
    let (mut bytes, mut previous) = (Vec::new(), K::LEAST);
    let (first, states) = (layer.keys[part.start], part.len() as u32);
    for index in part {
        layer.keys[index].write_after(previous, &mut bytes);
        previous = layer.keys[index];
        for word in layer.annotation(index) {
            bytes.extend_from_slice(&word.to_le_bytes());
        }
    }
    (first, states, bytes)
}

/// Encodes a sorted layer as blocks.
pub(crate) fn encoded<K: StoredKey>(layer: &Layer<K>, block: usize) -> Vec<Encoded<K>> {
    let begins = (0..layer.len()).step_by(block);
    begins
        .map(|begin| encoded_block(layer, begin..(begin + block).min(layer.len())))
        .collect()
}

/// Reads the states of a block, with this number of words each.
pub(crate) fn read<K: StoredKey>(
    store: &AnyStore<'_>,
    (number, block): (usize, usize),
    words: usize,
) -> Result<Layer<K>, StoreFailed> {
    let bytes = store.block(number, block)?;
    let (mut rest, mut last) = (&bytes[..], K::LEAST);
    let (mut layer, mut annotation) = (Layer::new(words), vec![0; words]);
    while let Some(key) = K::read_after(last, &mut rest) {
        for word in &mut annotation {
            let Some((bytes, later)) = rest.split_first_chunk() else {
                return Ok(layer);
            };
            (*word, rest) = (u64::from_le_bytes(*bytes), later);
        }
        layer.push(key, &annotation);
        last = key;
    }
    Ok(layer)
}

/// Returns the states of some parts of layers, sorted, each once with its annotations joined.
pub(super) fn merged<K: StoredKey>(
    parts: &[(&Layer<K>, Range<usize>)],
    words: usize,
    join: &dyn Fn(&mut [u64], &[u64]),
) -> Layer<K> {
    let most = parts.iter().map(|(_, range)| range.len()).sum();
    let mut order: Vec<(K, u32, u32)> = Vec::with_capacity(most);
    for (part, (layer, range)) in (0..).zip(parts) {
        order.extend(
            range
                .clone()
                .map(|index| (layer.keys[index], part, index as u32)),
        );
    }
    // A stable sort merges sorted stretches.
    order.sort_by_key(|&(key, _, _)| key);
    let mut all = Layer::new(words);
    for (key, part, index) in order {
        let annotation = parts[part as usize].0.annotation(index as usize);
        if all.keys.last() == Some(&key) {
            join(all.annotation_mut(all.len() - 1), annotation);
        } else {
            all.push(key, annotation);
        }
    }
    all
}

/// Returns where the keys of a range are in a sorted layer.
pub(crate) fn within<K: StoredKey>(
    layer: &Layer<K>,
    (from, to): (Option<K>, Option<K>),
) -> Range<usize> {
    let place = |key: K| layer.keys.partition_point(|&known| known < key);
    let begin = from.map_or(0, place);
    begin..to.map_or(layer.len(), place).max(begin)
}
