//! Which configurations lead to which on the mixed lattice (the fourth open problem of *Coin-Moving Puzzles*), by lifts
//! with d = 2: a complete answer for three coins, one for four coins of which a part is tested, and a conjecture for
//! five.
//!
//! The documentation of `tait_grid` defines *fibre* and *hull*, and proves that coins stay within their hull. It calls
//! coins *linked* if they have a triangle, and a coin at distance 1 or 2 from the fibre of the triangle.
//!
//! **Three coins, proven.** Let A and B be different. A leads to B exactly if a single move does, or if B is a triangle
//! and at most two moves lead from A to a triangle of the same fibre. *Proof.* Let A lead to B, and let B have no
//! triangle. The coin that moved last is the only one with two neighbours, and the two others are not adjacent. So no
//! other coin could move before it arrived, and it could go there at once. Three coins in a triangle stay in its fibre,
//! and all triangles of a fibre lead to each other, as on the triangular grid. Let A have no triangle. The moves before
//! the first triangle are moves of one coin, of which only the last counts. ∎
//!
//! **What a target needs, proven.** As in Theorem 1, if no single move leads from A to B, then B contains a triangle, a
//! path of four coins, or components of at least three and two coins: the proof, in `tait_generator`, holds on any
//! graph. In other words, B has a coin p with two neighbours, and two adjacent coins other than p.
//!
//! **Four coins, tested.** All linked configurations lead to each other, which `tait_grid` proves. A leads to them in at
//! most two moves or never. They lead to B exactly if B has a coin p with two neighbours and two adjacent coins other
//! than p, and if the fourth coin is at distance at most 2 from the fibre of these two.
//!
//! **Five coins, conjectured.** All linked configurations lead to each other. Within two hexagons the answer is simpler:
//! whoever can move and has everything as its hull leads to whatever has such a coin p and two such others.
//!
//! **Weaker hypotheses fail** with four coins. A start can have everything as its hull, and a single move, which brings
//! all coins into one fibre. A target of a triangle and a coin at distance 3 from its fibre is reached only from where
//! that coin lies already.
//!
//! **Six coins** can be *locked*, although they are linked. Within two hexagons (7 x 7 positions), a search such as
//! those below counted 24,133 classes of targets with a coin p and two such others. All starts that can move and have
//! everything as their hull lead to 24,124 of them. In six of the rest, coins overlap the three positions to which the
//! triangle could turn, and searches backward come to an end. In the other three, the triangle can walk away, and three
//! coins fence in a position that all of them are beside. None of the three ever has two neighbours, so they have always
//! been there. Which targets of six and more coins are locked is open.

mod lattice;

use lattice::{
    Factor, Place, class, distance, excludes, fibre, finds, has_whole_hull, is_adjacent, is_linked,
    is_open, neighbours, steps, units,
};
use std::collections::HashSet;
use tait_grid::{Board, Configuration, Label, Position, Rules, Setup};

/// At most 128 places, as the bits of a number.
struct Region {
    places: Vec<Place>,
    near: Vec<u128>,
    /// What excludes a coin on a place, and the place itself.
    taken: Vec<u128>,
}

impl Region {
    /// Creates the product of a hexagon of seven places and some places of the other triangular grid.
    fn new(others: &[[i32; 2]]) -> Self {
        let pair = |[a, c]: [i32; 2]| others.iter().map(move |[b, d]| [a, *b, c, *d]);
        let places: Vec<Place> = HEXAGON.into_iter().flat_map(pair).collect();
        let set = |is_in: &dyn Fn(Place) -> bool| {
            let places = places.iter().enumerate();
            places.fold(0, |set, (index, &place)| {
                set | u128::from(is_in(place)) << index
            })
        };
        let near = places
            .iter()
            .map(|&one| set(&|other| is_adjacent(one, other)));
        let taken = places.iter().map(|&one| set(&|other| excludes(one, other)));
        Self {
            near: near.collect(),
            taken: taken.collect(),
            places: places.clone(),
        }
    }

    fn coins(&self, set: u128) -> Vec<Place> {
        bits(set).map(|index| self.places[index]).collect()
    }

    /// Returns all configurations of this many coins.
    fn configurations(&self, coins: usize) -> Vec<u128> {
        let mut sets = vec![(0_u128, 0, 0_u128)];
        for _ in 0..coins {
            let more = sets.iter().flat_map(|&(set, first, taken)| {
                let later = (first..self.places.len()).filter(move |&at| taken >> at & 1 == 0);
                later.map(move |at| (set | 1 << at, at + 1, taken | self.taken[at]))
            });
            sets = more.collect();
        }
        sets.into_iter().map(|(set, ..)| set).collect()
    }

    fn reached(&self, from: u128, is_forward: bool) -> HashSet<u128> {
        let all = u128::MAX >> (128 - self.places.len());
        let (mut known, mut waiting) = (HashSet::from([from]), vec![from]);
        while let Some(coins) = waiting.pop() {
            for coin in bits(coins) {
                let rest = coins & !(1 << coin);
                let (mut once, mut twice, mut taken) = (0, 0, 1 << coin);
                for other in bits(rest) {
                    twice |= once & self.near[other];
                    once |= self.near[other];
                    taken |= self.taken[other];
                }
                let landings = match (is_forward, twice >> coin & 1 == 1) {
                    (true, _) => twice,
                    (false, true) => all,
                    (false, false) => 0,
                };
                let next = bits(landings & !taken).map(|place| rest | 1 << place);
                waiting.extend(next.filter(|&next| known.insert(next)));
            }
        }
        known
    }
}

const HEXAGON: [[i32; 2]; 7] = [[0, 0], [1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]];

fn bits(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(bit)
    })
}

fn configuration(coins: &[Place]) -> Configuration {
    let coins = coins.iter().map(|&place| (place.into(), Label::PLAIN));
    let (board, coins) = (Board::Mixed, coins.collect());
    Setup { board, coins }.try_into().unwrap()
}

#[test]
fn the_lattice_is_the_product_of_two_triangular_grids() {
    let zero = [0; 4];
    let near = Board::Mixed.neighbours(&Position::from(zero));
    let near: HashSet<Position> = near.into_iter().collect();
    let places = || {
        HEXAGON
            .into_iter()
            .flat_map(|[a, c]| HEXAGON.map(|[b, d]| [a, b, c, d]))
    };
    let is_step = |place: &Place| distance(0, zero, *place) + distance(1, zero, *place) == 1;
    let product: HashSet<Position> = places().filter(is_step).map(Into::into).collect();
    assert_eq!(near, product);
    for unit in units() {
        let [a, c] = [fibre(zero, unit), 1 - fibre(zero, unit)];
        assert_eq!((distance(a, zero, unit), distance(c, zero, unit)), (0, 1));
    }
    // Both rules agree on moves.
    let region = Region::new(&HEXAGON);
    for set in region.configurations(4).into_iter().step_by(97) {
        let coins = region.coins(set);
        let next = steps(&coins, true).len();
        let moves = configuration(&coins).moves(Rules::default());
        assert_eq!(next, moves.len(), "{coins:?}");
    }
}

/// Returns the fibre of three coins, if they are a triangle: its factor, and the coordinates that are the same.
fn fibre_of(coins: &[Place]) -> Option<(Factor, i32, i32)> {
    let is_triangle = coins.iter().all(|&coin| neighbours(coin, coins).len() == 2);
    let factor = fibre(coins[0], coins[1]);
    is_triangle.then(|| (factor, coins[0][factor], coins[0][factor + 2]))
}

#[test]
fn three_coins_lead_to_single_moves_and_to_the_triangles_of_few_fibres() {
    let region = Region::new(&HEXAGON);
    let next = |coins: &Vec<Place>| steps(coins, true).into_iter().map(|(next, _)| next);
    let mut triangles = 0;
    for set in region.configurations(3) {
        let mut start = region.coins(set);
        start.sort_unstable();
        let mut single: HashSet<Vec<Place>> = next(&start).collect();
        let _ = single.insert(start.clone());
        if let Some(fibre) = fibre_of(&start) {
            assert!(single.iter().all(|next| fibre_of(next) == Some(fibre)));
            triangles += 1;
            continue;
        }
        let (mut known, mut fibres) = (HashSet::from([start.clone()]), HashSet::new());
        let mut waiting = vec![start];
        while let Some(coins) = waiting.pop() {
            for next in next(&coins) {
                if let Some(fibre) = fibre_of(&next) {
                    let _ = fibres.insert(fibre);
                } else if known.insert(next.clone()) {
                    waiting.push(next);
                }
            }
        }
        assert!(known.is_subset(&single), "{set:b}");
        let after_two = single.iter().flat_map(next);
        let near: HashSet<_> = after_two.filter_map(|coins| fibre_of(&coins)).collect();
        assert_eq!(fibres, near, "{set:b}");
    }
    // Six in each of the seven fibres of both kinds.
    assert_eq!(triangles, 84);
}

/// Tries all configurations of a region. Returns how many classes of starts lead to a linked configuration in at most
/// two moves, how many can move and do not, how many classes of targets are reached, and how many of these only
/// beyond the region.
fn compare(region: &Region, coins: usize, farthest: Option<i32>) -> [usize; 4] {
    let all = region.configurations(coins);
    let is_hub =
        |&&set: &&u128| is_linked(&region.coins(set)) && is_open(&region.coins(set), farthest);
    let hub = *all.iter().find(is_hub).unwrap();
    let from_hub = region.reached(hub, true);
    let classes = |is_in: &dyn Fn(&[Place], u128) -> bool| {
        let sets = all.iter().map(|&set| (region.coins(set), set));
        let chosen = sets.filter(|(coins, set)| is_in(coins, *set));
        chosen
            .map(|(coins, _)| class(&coins))
            .collect::<HashSet<_>>()
    };
    let mut counts = [0; 4];
    for start in classes(&|_, _| true) {
        let first = steps(&start, true);
        let leads = |(coins, _): &(Vec<Place>, usize)| is_linked(coins);
        let leads_later = |(coins, _): &(Vec<Place>, usize)| steps(coins, true).iter().any(leads);
        let is_good =
            is_linked(&start) || first.iter().any(|step| leads(step) || leads_later(step));
        counts[usize::from(!is_good)] += usize::from(!first.is_empty());
        // What does not lead there has a smaller hull, or has it after any move.
        let is_lost = || first.iter().all(|(coins, _)| !has_whole_hull(coins));
        assert!(
            if is_good {
                has_whole_hull(&start)
            } else {
                is_lost()
            },
            "{start:?}"
        );
    }
    let to_hub = region.reached(hub, false);
    let mut leads = classes(&|coins, set| is_linked(coins) && to_hub.contains(&set));
    for linked in classes(&|coins, _| is_linked(coins)) {
        assert!(
            leads.contains(&linked) || finds(&linked, true, &leads),
            "{linked:?}"
        );
        let _ = leads.insert(linked);
    }
    let mut reached = classes(&|_, set| from_hub.contains(&set));
    let open = classes(&|coins, _| is_open(coins, farthest));
    assert!(reached.is_subset(&open));
    for target in open {
        counts[2] += 1;
        if !reached.contains(&target) {
            counts[3] += 1;
            assert!(finds(&target, false, &reached), "{target:?}");
            let _ = reached.insert(target);
        }
    }
    counts
}

/// Among 7 x 8 positions, two rows instead of one, the counts are 22,748, 1,875, 96 and 8. Among 7 x 12 they are 93,616,
/// 8,324, 153 and 12, which takes 15 s.
#[test]
fn four_coins_lead_to_all_that_comes_from_linked_ones() {
    let row = [0, 1, 2, 3].map(|x| [x, 0]);
    assert_eq!(
        compare(&Region::new(&row), 4, Some(2)),
        [1_483, 215, 36, 13]
    );
    assert_eq!(compare(&Region::new(&HEXAGON), 4, None), [2_120, 6, 43, 0]);
}

/// Among 7 x 7 positions, the whole hexagon, the counts are 13,086, 4, 1,898 and 24.
#[test]
fn five_coins_lead_to_all_that_comes_from_linked_ones() {
    assert_eq!(
        compare(&Region::new(&HEXAGON[..4]), 5, None),
        [3_085, 4, 1_078, 22]
    );
}

#[test]
fn a_start_whose_only_move_brings_all_coins_into_one_fibre_is_lost() {
    let coins = [[-1, 0, 0, 0], [-1, 3, 0, 0], [-1, 3, 0, 2], [0, 1, 0, 2]];
    assert!(has_whole_hull(&coins));
    let next = steps(&coins, true);
    assert_eq!(
        configuration(&coins).moves(Rules::default()).len(),
        next.len()
    );
    let [(next, _)] = &next[..] else { panic!() };
    assert!(next.iter().all(|&coin| distance(0, next[0], coin) == 0));
}

#[test]
fn a_locked_target_of_six_coins_is_reached_only_around_three_of_them() {
    let locked: [Place; 6] = [
        [-1, -1, 0, 0],
        [-1, 0, 0, -1],
        [-1, 1, 0, 0],
        [-1, -1, 1, 0],
        [0, 1, -1, 0],
        [0, 1, 1, -1],
    ];
    assert!(is_open(&locked, Some(2)));
    let _ = configuration(&locked);
    let (mut known, mut waiting) = (HashSet::from([locked.to_vec()]), vec![locked.to_vec()]);
    while let Some(coins) = waiting.pop() {
        let next = steps(&coins, false).into_iter().map(|(next, _)| next);
        waiting.extend(next.filter(|next| known.insert(next.clone())));
    }
    assert_eq!(known.len(), 216);
    let stays = |coin: &&Place| known.iter().all(|coins| coins.contains(coin));
    assert_eq!(locked.iter().filter(stays).count(), 3);
}
