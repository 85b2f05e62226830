//! Coins on the square and the triangular grid: a map from positions to labels.

use std::collections::BTreeMap;

/// The positions of the coins, and their labels.
pub type Coins = BTreeMap<(i32, i32), u32>;

/// Returns the positions at distance 1 on the square or the triangular grid, by distances in the
/// plane.
pub fn neighbours(is_triangular: bool, at: (i32, i32)) -> impl Iterator<Item = (i32, i32)> {
    let squared = move |x: i32, y: i32| {
        if is_triangular {
            x * x + x * y + y * y
        } else {
            x * x + y * y
        }
    };
    let steps = (-1..=1).flat_map(|x| (-1..=1).map(move |y| (x, y)));
    steps
        .filter(move |&(x, y)| squared(x, y) == 1)
        .map(move |(x, y)| (at.0 + x, at.1 + y))
}

/// Lifts a coin, puts it next to at least `adjacency` others, and returns whether that is allowed.
/// If it is not, nothing changes.
pub fn lift(
    coins: &mut Coins,
    is_triangular: bool,
    adjacency: usize,
    from: (i32, i32),
    to: (i32, i32),
) -> bool {
    let beside = |at: &(i32, i32)| *at != from && coins.contains_key(at);
    let support = neighbours(is_triangular, to).filter(beside).count();
    if coins.contains_key(&to) || support < adjacency {
        return false;
    }
    let Some(label) = coins.remove(&from) else {
        return false;
    };
    let _ = coins.insert(to, label);
    true
}
