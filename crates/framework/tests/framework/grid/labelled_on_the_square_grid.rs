//! The conjecture of section 5.7 of *Coin-Moving Puzzles* on small boards: labelled coins on the square grid can be
//! permuted at will where Theorem 2 applies to equal spans.
//!
//! A configuration is *free* when it spans the board and has two extra coins, each adjacent to two coins other than
//! these: Theorem 2 leads each such configuration to every other. A walk from one of them that comes back to it
//! permutes its coins. As every move can be undone by further moves, these permutations form a group. It is generated
//! by one walk for each move between configurations: along a tree to the beginning of the move, and back from its end.
//! So labelled configurations need not be searched.
//!
//! The conjecture is wrong for spans that consist of squares of 2 x 2 cells and lines of odd length, where the two
//! extra coins are the only ones beyond those that it takes to span them; the documentation of the crate proves what
//! holds for these. On all other boards tried here it is true: except for the ends of lines, which never move, coins
//! can be permuted at will.

use std::collections::{BTreeSet, HashMap};

/// The cells of some rectangles, and the neighbours of each cell.
struct Cells {
    count: u32,
    near: Vec<u64>,
}

/// The result of a search: the number of free configurations, of configurations in their part, and of orders of coins
/// that can be made from one, and the coins of each orbit.
#[derive(Debug, PartialEq, Eq)]
struct Found {
    free: usize,
    part: usize,
    orders: usize,
    orbits: Vec<usize>,
}

/// Returns rectangles with these numbers of columns and rows. Each begins two columns and rows beyond the one before,
/// so that they span nothing but themselves.
fn rectangles(sizes: &[(i32, i32)]) -> Cells {
    let (mut cells, mut x, mut y) = (Vec::new(), 0, 0);
    for (columns, rows) in sizes {
        cells.extend(
            (0..*rows).flat_map(|row| (0..*columns).map(move |column| (x + column, y + row))),
        );
        (x, y) = (x + columns + 1, y + rows + 1);
    }
    let near = |&(x, y): &(i32, i32)| {
        let is_near = |&&(a, b): &&(i32, i32)| (x - a).abs() + (y - b).abs() == 1;
        let numbered = cells.iter().zip(0..).filter(|(cell, _)| is_near(cell));
        numbered.fold(0, |set, (_, number)| set | 1 << number)
    };
    Cells {
        count: cells.len() as u32,
        near: cells.iter().map(near).collect(),
    }
}

fn bits(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros())?;
        set &= set - 1;
        Some(bit)
    })
}

impl Cells {
    fn all(&self) -> u64 {
        (1 << self.count) - 1
    }

    fn support(&self, coins: u64, cell: u32) -> u32 {
        (self.near[cell as usize] & coins).count_ones()
    }

    fn span(&self, mut coins: u64) -> u64 {
        loop {
            let more = bits(self.all() & !coins).filter(|&cell| self.support(coins, cell) >= 2);
            let more = more.fold(0, |set, cell| set | 1 << cell);
            if more == 0 {
                return coins;
            }
            coins |= more;
        }
    }

    fn is_free(&self, coins: u64) -> bool {
        let pairs = bits(coins).flat_map(|one| bits(coins).map(move |other| (one, other)));
        pairs
            .filter(|(one, other)| one < other)
            .any(|(one, other)| {
                let rest = coins & !(1 << one | 1 << other);
                let is_supported = |cell| self.support(rest, cell) >= 2;
                is_supported(one) && is_supported(other) && self.span(rest) == self.all()
            })
    }

    fn moves(&self, coins: u64) -> impl Iterator<Item = (u32, u32)> {
        bits(coins).flat_map(move |from| {
            let rest = coins & !(1 << from);
            let to = bits(self.all() & !coins).filter(move |&to| self.support(rest, to) >= 2);
            to.map(move |to| (from, to))
        })
    }

    /// Searches all configurations of `coins` coins; returns `None` when none of them is free.
    fn search(&self, coins: u32) -> Option<Found> {
        let all = (0..=self.all()).filter(|set| set.count_ones() == coins);
        let free: Vec<u64> = all.filter(|&set| self.is_free(set)).collect();
        let root = *free.first()?;
        // The place of each coin of the root, along a tree of moves.
        let mut places = HashMap::from([(root, bits(root).collect::<Vec<u32>>())]);
        let mut before: HashMap<u64, Vec<u64>> = HashMap::new();
        let mut waiting = vec![root];
        while let Some(here) = waiting.pop() {
            for (from, to) in self.moves(here) {
                let next = here ^ (1 << from) ^ (1 << to);
                before.entry(next).or_default().push(here);
                if !places.contains_key(&next) {
                    let _ = places.insert(next, moved(&places[&here], from, to));
                    waiting.push(next);
                }
            }
        }
        // Configurations that lead back to the root make up the part.
        let mut part = BTreeSet::from([root]);
        let mut waiting = vec![root];
        while let Some(here) = waiting.pop() {
            for &earlier in before.get(&here).into_iter().flatten() {
                if part.insert(earlier) {
                    waiting.push(earlier);
                }
            }
        }
        // Theorem 2, for equal spans.
        assert!(free.iter().all(|set| part.contains(set)));
        let mut walks = BTreeSet::new();
        for &here in &part {
            for (from, to) in self.moves(here) {
                let next = here ^ (1 << from) ^ (1 << to);
                if part.contains(&next) {
                    let (reached, known) = (moved(&places[&here], from, to), &places[&next]);
                    let place = |cell: &u32| known.iter().position(|other| other == cell).unwrap();
                    let _ = walks.insert(reached.iter().map(place).collect::<Vec<usize>>());
                }
            }
        }
        let group = generated(coins as usize, &walks);
        let mut orbits: Vec<usize> = Vec::new();
        let mut seen = BTreeSet::new();
        for coin in 0..coins as usize {
            let orbit: BTreeSet<usize> = group.iter().map(|order| order[coin]).collect();
            if seen.insert(orbit.clone()) {
                orbits.push(orbit.len());
            }
        }
        orbits.sort_unstable();
        Some(Found {
            free: free.len(),
            part: part.len(),
            orders: group.len(),
            orbits,
        })
    }
}

fn moved(places: &[u32], from: u32, to: u32) -> Vec<u32> {
    let places = places.iter();
    places.map(|&at| if at == from { to } else { at }).collect()
}

/// Returns the group that permutations generate.
fn generated(size: usize, permutations: &BTreeSet<Vec<usize>>) -> BTreeSet<Vec<usize>> {
    let identity: Vec<usize> = (0..size).collect();
    let mut group = BTreeSet::from([identity]);
    let mut generators: Vec<&Vec<usize>> = Vec::new();
    for permutation in permutations {
        if group.contains(permutation) {
            continue;
        }
        generators.push(permutation);
        let mut waiting: Vec<Vec<usize>> = group.iter().cloned().collect();
        while let Some(first) = waiting.pop() {
            for then in &generators {
                let both: Vec<usize> = first.iter().map(|&coin| then[coin]).collect();
                if group.insert(both.clone()) {
                    waiting.push(both);
                }
            }
        }
    }
    group
}

fn factorial(number: usize) -> usize {
    (1..=number).product()
}

impl Found {
    fn fixed(&self) -> usize {
        self.orbits.iter().filter(|coins| **coins == 1).count()
    }
}

/// Counts the coins that never move: the two ends of each line, or its only cell.
fn ends(sizes: &[(i32, i32)]) -> usize {
    let lines = sizes.iter().filter(|(columns, _)| *columns == 1);
    lines.map(|(_, rows)| (*rows as usize).min(2)).sum()
}

#[test]
fn coins_that_can_move_can_be_permuted_at_will() {
    let mut tried = 0;
    for (sizes, coins) in [
        (vec![(3, 2)], 5..=5),
        (vec![(4, 2)], 5..=7),
        (vec![(5, 2)], 6..=8),
        (vec![(6, 2)], 6..=7),
        (vec![(7, 2)], 7..=7),
        (vec![(3, 3)], 5..=8),
        (vec![(4, 3)], 6..=7),
        (vec![(5, 3)], 6..=6),
        (vec![(4, 4)], 6..=7),
        (vec![(2, 2), (2, 2)], 7..=7),
        (vec![(2, 2), (3, 2)], 7..=8),
        (vec![(3, 3), (2, 2)], 7..=7),
        (vec![(3, 3), (3, 2)], 8..=8),
        (vec![(1, 1), (3, 2)], 6..=6),
        (vec![(1, 1), (3, 3)], 6..=7),
        (vec![(1, 3), (3, 2)], 7..=8),
        (vec![(1, 3), (3, 3)], 7..=8),
        (vec![(1, 3), (4, 2)], 7..=8),
        (vec![(1, 4), (2, 2)], 7..=7),
        (vec![(1, 5), (2, 2)], 8..=8),
        (vec![(1, 1), (2, 2), (2, 2)], 8..=8),
        (vec![(1, 3), (1, 3), (1, 3)], 8..=8),
    ] {
        for coins in coins {
            let found = rectangles(&sizes).search(coins).unwrap();
            let name = format!("{sizes:?} with {coins} coins: {found:?}");
            assert_eq!(found.fixed(), ends(&sizes), "{name}");
            let moving = coins as usize - found.fixed();
            assert_eq!(found.orders, factorial(moving), "{name}");
            tried += 1;
        }
    }
    assert_eq!(tried, 37);
}

#[test]
fn a_full_span_or_too_few_coins_leave_nothing_to_permute() {
    for (sizes, coins) in [
        (vec![(2, 2)], 4),
        (vec![(3, 2)], 6),
        (vec![(1, 5)], 5),
        (vec![(1, 3), (1, 3)], 6),
        (vec![(1, 1), (2, 2)], 5),
        (vec![(1, 4), (1, 3)], 7),
    ] {
        let found = rectangles(&sizes).search(coins).unwrap();
        assert_eq!((found.part, found.orders), (1, 1), "{sizes:?}: {found:?}");
    }
    for (sizes, coins) in [(vec![(2, 2)], 3), (vec![(4, 3)], 5), (vec![(7, 2)], 6)] {
        assert_eq!(rectangles(&sizes).search(coins), None, "{sizes:?}");
    }
}

/// On squares of two by two cells and lines of odd length, with two coins more than it takes to span them, the coins of
/// a square's diagonal stay together, and coins on lines stay there.
#[test]
fn on_squares_and_odd_lines_two_extra_coins_are_too_few() {
    for (sizes, coins, orders, orbits) in [
        (vec![(2, 2), (2, 2)], 6, 8 * 3, vec![6]),
        (vec![(2, 2), (2, 2), (2, 2)], 8, 16 * 12, vec![8]),
        (vec![(1, 1), (2, 2), (2, 2)], 7, 8 * 3, vec![1, 6]),
        (vec![(1, 3), (2, 2)], 6, 4, vec![1, 1, 2, 2]),
        (vec![(1, 5), (2, 2)], 7, 4, vec![1, 1, 1, 2, 2]),
        (vec![(1, 5), (1, 3)], 7, 2, vec![1, 1, 1, 1, 1, 2]),
        (vec![(1, 5), (1, 5)], 8, 2, vec![1, 1, 1, 1, 1, 1, 2]),
        (vec![(1, 3), (1, 3), (2, 2)], 8, 4, vec![1, 1, 1, 1, 2, 2]),
    ] {
        let found = rectangles(&sizes).search(coins).unwrap();
        assert_eq!(
            (found.orders, &found.orbits),
            (orders, &orbits),
            "{sizes:?}"
        );
        assert!(
            orders < factorial(coins as usize - ends(&sizes)),
            "{sizes:?}"
        );
    }
}
