//! A conjecture on any board and any d, tried on small boxes of hypercube lattices and on all small graphs: with d
//! extra coins every start leads to every target of the same span, as Theorem 2 says for d = 2 on the square grid.

use std::collections::HashSet;
use tait_grid::space::{Ranking, SmallBoard, cells_of};
use tait_grid::{Board, Graph, Position, Rules};

/// A board, and what a number of coins on it lead to.
struct Case {
    board: SmallBoard,
    configurations: Vec<u64>,
    extra: u32,
}

impl Case {
    fn new(board: &SmallBoard, coins: usize, extra: u32) -> Self {
        let ranking = Ranking::new(board.cells().len(), coins).unwrap();
        let configurations = (0..ranking.count())
            .map(|rank| ranking.unrank(rank))
            .collect();
        let board = board.clone();
        Self {
            board,
            configurations,
            extra,
        }
    }

    /// Returns whether the coins span the board without `extra` of them. Of a target these must lie beside d coins of
    /// the rest.
    fn has_extra(&self, coins: u64, taken: u64, is_target: bool) -> bool {
        let rest = coins & !taken;
        if taken.count_ones() == self.extra {
            let is_beside = !is_target || self.board.landings(rest) & taken == taken;
            return is_beside && self.board.is_spanned_by(rest);
        }
        let later = cells_of(rest).filter(|coin| 1 << coin > taken);
        later
            .into_iter()
            .any(|coin| self.has_extra(coins, taken | 1 << coin, is_target))
    }

    fn reached(&self, hub: u64, is_forward: bool) -> HashSet<u64> {
        let (mut known, mut waiting) = (HashSet::from([hub]), vec![hub]);
        let all = u64::MAX >> (64 - self.board.cells().len());
        while let Some(coins) = waiting.pop() {
            for coin in cells_of(coins) {
                let rest = coins & !(1 << coin);
                let landings = self.board.landings(rest);
                let others = match (is_forward, landings >> coin & 1 == 1) {
                    (true, _) => landings,
                    (false, true) => all & !coins,
                    (false, false) => 0,
                };
                let next = cells_of(others).map(|cell| rest | 1 << cell);
                waiting.extend(next.filter(|&next| known.insert(next)));
            }
        }
        known
    }

    /// Returns whether every start leads to every target, by way of the first target.
    fn holds(&self) -> bool {
        let all = || self.configurations.iter().copied();
        let mut targets = all()
            .filter(|&coins| self.has_extra(coins, 0, true))
            .peekable();
        let Some(&hub) = targets.peek() else {
            return true;
        };
        let (to_hub, from_hub) = (self.reached(hub, false), self.reached(hub, true));
        let mut starts = all().filter(|&coins| self.has_extra(coins, 0, false));
        starts.all(|coins| to_hub.contains(&coins))
            && targets.all(|coins| from_hub.contains(&coins))
    }
}

fn holds(board: &SmallBoard, extra: u32) -> bool {
    let mut counts = 1..board.cells().len();
    counts.all(|coins| Case::new(board, coins, extra).holds())
}

fn with(adjacency: u32) -> Rules {
    Rules {
        adjacency,
        ..Rules::default()
    }
}

#[test]
fn on_boxes_d_extra_coins_suffice_and_fewer_do_not() {
    for (d, sides) in [
        (2, &[3, 3][..]),
        (2, &[4, 3]),
        (2, &[2, 2, 2]),
        (2, &[3, 2, 2]),
        (2, &[2, 2, 2, 2]),
        (3, &[2, 2, 2]),
        (3, &[3, 2, 2]),
    ] {
        let mut cells: Vec<Vec<i32>> = vec![Vec::new()];
        for &side in sides {
            let longer = |cell: &Vec<i32>| {
                let cell = cell.clone();
                (0..side).map(move |at| [&cell[..], &[at]].concat())
            };
            cells = cells.iter().flat_map(longer).collect();
        }
        let grid = match sides.len() {
            2 => Board::Square,
            dimension => Board::Hypercube(dimension),
        };
        let positions = cells.iter().map(|cell| Position::new(cell).unwrap());
        let board = SmallBoard::around(&grid, positions, with(d)).unwrap();
        assert!(holds(&board, d), "{sides:?}");
        assert!(!holds(&board, d - 1), "{sides:?}");
    }
}

#[test]
fn on_small_graphs_two_extra_coins_suffice_and_one_does_not() {
    for (vertices, expected) in [(3, 0), (4, 21), (5, 530)] {
        let pairs =
            (0..vertices).flat_map(|one| (one + 1..vertices).map(move |other| (one, other)));
        let pairs: Vec<(u32, u32)> = pairs.collect();
        let mut fail_with_one = 0;
        for chosen in 0..1_u64 << pairs.len() {
            let edges: Vec<(u32, u32)> = cells_of(chosen).map(|at| pairs[at as usize]).collect();
            let board = whole(vertices, &edges);
            assert!(holds(&board, 2), "{edges:?}");
            fail_with_one += u32::from(is_connected(vertices, &edges) && !holds(&board, 1));
        }
        assert_eq!(fail_with_one, expected);
    }
}

fn whole(vertices: u32, edges: &[(u32, u32)]) -> SmallBoard {
    let graph = Graph::new(vertices as usize, edges).unwrap();
    SmallBoard::whole(&Board::Graph(graph), with(2)).unwrap()
}

/// The smallest known graph on which two extra coins do not suffice.
#[test]
fn on_a_graph_of_eight_vertices_two_extra_coins_do_not_suffice() {
    let edges = [
        (0, 2),
        (1, 2),
        (1, 4),
        (1, 7),
        (2, 6),
        (2, 7),
        (3, 4),
        (3, 5),
        (5, 6),
        (5, 7),
    ];
    let board = whole(8, &edges);
    assert!(is_connected(8, &edges) && !holds(&board, 2) && holds(&board, 3));
}

fn is_connected(vertices: u32, edges: &[(u32, u32)]) -> bool {
    let mut reached = HashSet::from([0]);
    for _ in 0..vertices {
        for &(one, other) in edges {
            if reached.contains(&one) || reached.contains(&other) {
                reached.extend([one, other]);
            }
        }
    }
    reached.len() == vertices as usize
}
