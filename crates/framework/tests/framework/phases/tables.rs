//! The two tables that searches for bases carry along, compared with sets of sets and lists of
//! orders.

use super::length;
use std::collections::BTreeSet;
use tait_framework::{ExchangeTable, OrderTree, Requirement};
use tait_linear::{Pattern, UsedOffsets};
use tait_testkit::Random;
use tait_testkit::naive::auxiliary::Halves;

/// Returns the halves after these offsets were used, in any order.
fn halves_after(k: usize, offsets: impl IntoIterator<Item = usize>) -> Halves {
    let mut halves = Halves::new(k);
    for offset in offsets {
        let _ = halves.exchange(k, offset, offset);
    }
    halves
}

/// Returns the offsets at which a pattern can be exchanged next.
fn serving(k: usize, used: &[usize], pattern: &str, complements: bool) -> Vec<usize> {
    let halves = halves_after(k, used.iter().copied());
    (0..k)
        .filter(|offset| !used.contains(offset))
        .filter(|&offset| {
            let (went, came) = halves.clone().exchange(k, offset, offset);
            went == pattern || (complements && came == pattern)
        })
        .collect()
}

/// Returns a pattern that a base might carry, usually one that some set of offsets shows.
fn some_pattern(random: &mut Random, k: u64) -> Pattern {
    if random.below(4) == 0 {
        return Pattern::new(length(k), random.below(1 << k) as u64);
    }
    let used = (0..k as usize).filter(|_| random.below(2) == 0);
    let mut halves = halves_after(k as usize, used);
    let offset = random.below(k as usize);
    let (went, came) = halves.exchange(k as usize, offset, offset);
    let shown = if random.below(2) == 0 { went } else { came };
    shown.parse().unwrap()
}

/// Sets of offsets, each as a sorted list.
type Sets = BTreeSet<Vec<usize>>;

fn sets_of(k: u64, annotation: &[u64]) -> Sets {
    (0..1u64 << k)
        .filter(|set| annotation[(set / 64) as usize] >> (set % 64) & 1 == 1)
        .map(|set| {
            (0..k as usize)
                .filter(|offset| set >> offset & 1 == 1)
                .collect()
        })
        .collect()
}

fn union(one: &[u64], other: &[u64]) -> Vec<u64> {
    one.iter()
        .zip(other)
        .map(|(one, other)| one | other)
        .collect()
}

fn with(used: &[usize], offset: usize) -> Vec<usize> {
    let mut more = used.to_vec();
    more.push(offset);
    more.sort_unstable();
    more
}

/// Plays random patterns on a table and on plain sets of sets.
fn agrees(k: u64, exchanges: &ExchangeTable, order: Option<&[usize]>, seed: u64) {
    let table = exchanges.requirement();
    let mut random = Random::new(seed);
    let complements = order.is_none();
    let next = |used: &Vec<usize>, pattern: &str| -> Vec<Vec<usize>> {
        serving(k as usize, used, pattern, complements)
            .into_iter()
            .filter(|&offset| {
                order.is_none_or(|order| {
                    let before: BTreeSet<_> = order[..used.len()].iter().collect();
                    used.iter().collect::<BTreeSet<_>>() == before && order[used.len()] == offset
                })
            })
            .map(|offset| with(used, offset))
            .collect()
    };
    let mut annotation = table.first_annotation();
    let mut model = Sets::from([Vec::new()]);
    for _ in 0..4 * k {
        assert_eq!(sets_of(k, &annotation), model);
        let largest = model.iter().map(Vec::len).max().unwrap();
        assert_eq!(table.missing(&annotation) as usize, k as usize - largest);
        let nearest = model.iter().filter(|set| set.len() == largest).count();
        assert_eq!(table.nearest(&annotation) as usize, nearest);
        let full: Sets = model
            .iter()
            .filter(|set| set.len() == k as usize)
            .cloned()
            .collect();
        let complete = table
            .complete_part(&annotation)
            .map(|part| sets_of(k, &part));
        assert_eq!(complete, (!full.is_empty()).then_some(full));

        let pattern = some_pattern(&mut random, k);
        let text = pattern.to_string();
        let mut carried = vec![0; annotation.len()];
        let missing = table.carry(&annotation, pattern, &mut carried);
        assert_eq!(missing, table.missing(&carried));
        let mut grown = model.clone();
        for used in &model {
            let more = next(used, &text);
            let set = used
                .iter()
                .fold(UsedOffsets::default(), |set, &o| set.with(o as u32));
            // Long blocks have too many sets to ask about all of them.
            let is_asked = k <= 7 || random.below(50) == 0;
            for offset in (0..k as u32).filter(|_| is_asked) {
                let allowed = more.contains(&with(used, offset as usize))
                    && !used.contains(&(offset as usize));
                assert_eq!(exchanges.allows(set, offset, pattern), allowed);
            }
            grown.extend(more);
        }
        assert_eq!(union(&annotation, &carried), carried, "nothing is lost");
        // Goes back from some of the present sets: which sets can have led to them by this move?
        let mut wanted = carried.clone();
        for word in &mut wanted {
            *word &= random.bits();
        }
        let aims = sets_of(k, &wanted);
        let leading: Sets = model
            .iter()
            .filter(|used| {
                aims.contains(*used) || next(used, &text).iter().any(|more| aims.contains(more))
            })
            .cloned()
            .collect();
        let part = table
            .leading_part(&annotation, pattern, &wanted)
            .map(|part| sets_of(k, &part));
        assert_eq!(part, (!leading.is_empty()).then_some(leading));
        (annotation, model) = (carried, grown);
    }
}

#[test]
fn exchange_tables_carry_sets_of_sets_of_offsets() {
    for seed in 0..20 {
        for k in 2..=6 {
            agrees(k, &ExchangeTable::any_order(length(k)).unwrap(), None, seed);
        }
    }
    // These tables have two words, and lists.
    for (k, seeds) in [(7, 5), (11, 1)] {
        let table = ExchangeTable::any_order(length(k)).unwrap();
        (0..seeds).for_each(|seed| agrees(k, &table, None, seed));
    }
}

#[test]
fn exchange_tables_of_one_order_take_the_offsets_in_that_order_and_no_complements() {
    let mut random = Random::new(7);
    for seed in 0..40 {
        for k in 2..=6u64 {
            let mut order: Vec<usize> = (0..k as usize).collect();
            for place in (1..order.len()).rev() {
                order.swap(place, random.below(place + 1));
            }
            let offsets: Vec<u32> = order.iter().map(|&offset| offset as u32).collect();
            let table = ExchangeTable::one_order(length(k), &offsets).unwrap();
            agrees(k, &table, Some(&order), seed);
        }
    }
}

/// Plays random patterns on a tree and on a plain set of ordered selections.
fn tree_agrees(k: u64, seed: u64) -> usize {
    let tree = OrderTree::new(length(k));
    let mut random = Random::new(seed);
    let mut annotation = tree.first_annotation();
    let mut annotations = vec![annotation.clone()];
    let mut played: Vec<Pattern> = Vec::new();
    let mut model: BTreeSet<Vec<usize>> = BTreeSet::from([Vec::new()]);
    for _ in 0..6 * k {
        let pattern = some_pattern(&mut random, k);
        let text = pattern.to_string();
        let mut grown = model.clone();
        for order in &model {
            for offset in serving(k as usize, order, &text, false) {
                let mut longer = order.clone();
                longer.push(offset);
                let _ = grown.insert(longer);
            }
        }
        model = grown;
        let before = annotation.clone();
        let missing = tree.carry(&before, pattern, &mut annotation);
        assert_eq!(missing, tree.missing(&annotation));
        annotations.push(annotation.clone());
        played.push(pattern);

        let longest = model.iter().map(Vec::len).max().unwrap();
        assert_eq!(tree.missing(&annotation) as usize, k as usize - longest);
        let nearest = model.iter().filter(|order| order.len() == longest).count();
        assert_eq!(tree.nearest(&annotation) as usize, nearest);
        let full: BTreeSet<Vec<usize>> = model
            .iter()
            .filter(|order| order.len() == k as usize)
            .cloned()
            .collect();
        let permutations: BTreeSet<Vec<usize>> = tree
            .permutations(&annotation)
            .into_iter()
            .map(|order| order.iter().map(|&offset| offset as usize).collect())
            .collect();
        assert_eq!(permutations, full);
        let complete = tree.complete_part(&annotation);
        assert_eq!(complete.is_some(), !full.is_empty());
        if let Some(complete) = complete {
            assert_eq!(tree.permutations(&complete).len(), full.len());
            assert_eq!(union(&complete, &annotation), annotation);
        }
    }
    // Complete selections at the end can be followed back to the beginning.
    if let Some(mut wanted) = tree.complete_part(&annotation) {
        for (annotation, pattern) in annotations.iter().zip(&played).rev() {
            wanted = tree
                .leading_part(annotation, *pattern, &wanted)
                .expect("it came from somewhere");
            assert_eq!(
                union(annotation, &wanted),
                *annotation,
                "a part of what was there"
            );
        }
        assert_eq!(wanted, tree.first_annotation());
    }
    model
        .iter()
        .filter(|order| order.len() == k as usize)
        .count()
}

#[test]
fn order_trees_carry_sets_of_ordered_selections() {
    let mut complete = 0;
    for seed in 0..12 {
        complete += tree_agrees(2, seed);
        complete += tree_agrees(3, seed);
        complete += tree_agrees(4, seed);
        complete += tree_agrees(5, seed);
    }
    complete += tree_agrees(6, 1);
    assert!(complete > 50, "{complete}");
}
