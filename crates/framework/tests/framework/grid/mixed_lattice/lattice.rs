//! The mixed lattice as pairs of positions on two triangular grids, and moves by plain means.

use std::collections::{BTreeMap, HashMap, HashSet};

/// The coefficients of 1, ζ, ζ² and ζ³.
pub(super) type Place = [i32; 4];

fn turned([a, b, c, d]: Place) -> Place {
    [-d, a, b + d, c]
}

fn mirrored([a, b, c, d]: Place) -> Place {
    [a + c, b, -c, -b - d]
}

fn plus(one: Place, other: Place) -> Place {
    std::array::from_fn(|at| one[at] + other[at])
}

fn minus(one: Place, other: Place) -> Place {
    std::array::from_fn(|at| one[at] - other[at])
}

pub(super) fn units() -> Vec<Place> {
    let turn = |unit: &Place| Some(turned(*unit));
    std::iter::successors(Some([1, 0, 0, 0]), turn)
        .take(12)
        .collect()
}

/// The squared distance from 0, `p + q√3`.
fn squared([a, b, c, d]: Place) -> (i32, i32) {
    let square = a * a + b * b + c * c + d * d + a * c + b * d;
    (square, a * b + b * c + c * d)
}

pub(super) fn is_adjacent(one: Place, other: Place) -> bool {
    squared(minus(one, other)) == (1, 0)
}

/// Whether two coins cannot lie there at the same time. The squared distance is 1 only for (1, 0), and it is computed
/// precisely enough for all others.
pub(super) fn excludes(one: Place, other: Place) -> bool {
    let (p, q) = squared(minus(one, other));
    (p, q) != (1, 0) && f64::from(p) + f64::from(q) * 3_f64.sqrt() < 1.0
}

/// Which of the two triangular grids.
pub(super) type Factor = usize;

/// The distance of two places in one of the two triangular grids.
pub(super) fn distance(factor: Factor, one: Place, other: Place) -> i32 {
    let away = minus(one, other);
    let (x, y) = (away[factor], away[factor + 2]);
    x.abs().max(y.abs()).max((x + y).abs())
}

/// Returns the factor that is the same for two adjacent places: which fibre they lie in.
pub(super) fn fibre(one: Place, other: Place) -> Factor {
    usize::from(distance(1, one, other) == 0)
}

/// Returns whether the hull of the coins is everything.
pub(super) fn has_whole_hull(coins: &[Place]) -> bool {
    let pairs = || {
        coins
            .iter()
            .flat_map(|&one| coins.iter().map(move |&other| (one, other)))
    };
    let away = |(one, other)| [0, 1].map(|factor| distance(factor, one, other));
    // For each pair that fills a fibre: which factor is the same.
    let filled = pairs().filter_map(|pair| match away(pair) {
        [0, 1 | 2] => Some((0, pair.0)),
        [1 | 2, 0] => Some((1, pair.0)),
        _ => None,
    });
    let filled: Vec<(Factor, Place)> = filled.collect();
    let is_near = |&(factor, place): &(Factor, Place)| {
        let mut away = coins.iter().map(|&coin| distance(factor, place, coin));
        away.any(|away| (1..=2).contains(&away))
    };
    let first = filled.first().map(|filled| filled.0);
    pairs().any(|pair| away(pair) == [1, 1])
        || filled.iter().any(|filled| Some(filled.0) != first)
        || filled.iter().any(is_near)
}

pub(super) fn neighbours(coin: Place, coins: &[Place]) -> Vec<Place> {
    let near = coins
        .iter()
        .copied()
        .filter(|&other| is_adjacent(coin, other));
    near.collect()
}

/// Returns whether the coins have a triangle, and a coin at distance 1 or 2 from its fibre.
pub(super) fn is_linked(coins: &[Place]) -> bool {
    let is_near = |one, other| {
        let factor = fibre(one, other);
        let mut away = coins.iter().map(|&coin| distance(factor, one, coin));
        away.any(|away| (1..=2).contains(&away))
    };
    coins.iter().any(|&one| {
        let near = neighbours(one, coins);
        near.iter()
            .any(|&other| !neighbours(other, &near).is_empty() && is_near(one, other))
    })
}

/// Returns whether some coin p has two neighbours, and two coins other than p are adjacent; with a bound, whether a
/// further coin is at most so far from the fibre of these two.
pub(super) fn is_open(coins: &[Place], farthest: Option<i32>) -> bool {
    (0..coins.len()).any(|last| {
        let mut rest = coins.to_vec();
        let last = rest.remove(last);
        let is_near = |one, other| {
            let factor = fibre(one, other);
            let mut further = rest.iter().filter(|&&coin| coin != one && coin != other);
            let is_near = |most| further.any(|&coin| distance(factor, one, coin) <= most);
            farthest.is_none_or(is_near)
        };
        let is_open = |one: Place| {
            neighbours(one, &rest)
                .iter()
                .any(|&other| is_near(one, other))
        };
        neighbours(last, &rest).len() >= 2 && rest.iter().any(|&one| is_open(one))
    })
}

/// Returns the configurations to which a move leads, or from which a move comes that began beside another coin. A coin
/// that comes from a place without neighbours could be moved on its own before, so such places are left out.
pub(super) fn steps(coins: &[Place], is_forward: bool) -> Vec<(Vec<Place>, usize)> {
    let mut steps = Vec::new();
    for index in 0..coins.len() {
        let mut rest = coins.to_vec();
        let coin = rest.remove(index);
        let mut support: BTreeMap<Place, usize> = BTreeMap::new();
        for &other in &rest {
            for unit in units() {
                *support.entry(plus(other, unit)).or_default() += 1;
            }
        }
        let (needed, is_movable) = match is_forward {
            true => (2, true),
            false => (1, support.get(&coin).is_some_and(|&near| near >= 2)),
        };
        for (place, near) in support {
            let is_free = || !rest.iter().any(|&other| excludes(place, other));
            if is_movable && near >= needed && place != coin && is_free() {
                let mut next = [&rest[..], &[place]].concat();
                next.sort_unstable();
                steps.push((next, near));
            }
        }
    }
    steps
}

/// Returns the first, in some order, of all images of the coins.
pub(super) fn class(coins: &[Place]) -> Vec<Place> {
    let mut image = coins.to_vec();
    let mut images = Vec::new();
    for turn in 0..24 {
        let change = if turn == 12 { mirrored } else { turned };
        image.iter_mut().for_each(|place| *place = change(*place));
        let first = *image.iter().min().unwrap();
        let mut moved: Vec<Place> = image.iter().map(|&place| minus(place, first)).collect();
        moved.sort_unstable();
        images.push(moved);
    }
    images.into_iter().min().unwrap()
}

/// Searches on the whole lattice until it comes to one of some classes, with moves that can be taken back before
/// others.
pub(super) fn finds(from: &[Place], is_forward: bool, classes: &HashSet<Vec<Place>>) -> bool {
    let mut known = HashMap::from([(from.to_vec(), 0)]);
    let mut waiting = BTreeMap::from([(0, vec![from.to_vec()])]);
    while let Some(mut entry) = waiting.first_entry() {
        let cost = *entry.key();
        let Some(coins) = entry.get_mut().pop() else {
            let _ = entry.remove();
            continue;
        };
        for (next, near) in steps(&coins, is_forward) {
            let cost = cost + if near >= 2 { 1 } else { 4 };
            if known.get(&next).is_none_or(|&known| cost < known) {
                if classes.contains(&class(&next)) {
                    return true;
                }
                assert!(known.len() < 200_000, "{from:?}");
                let _ = known.insert(next.clone(), cost);
                waiting.entry(cost).or_default().push(next);
            }
        }
    }
    false
}
