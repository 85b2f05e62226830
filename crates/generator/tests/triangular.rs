//! Theorem 1 against exhaustive search, and its construction before the checker.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap, VecDeque};
use tait_generator::grid::triangular::{
    Condition, Construction, Decision, NotCovered, Reason, construct, decide,
};
use tait_puzzle::grid::{
    Board, Configuration, Label, Motion, Puzzle, PuzzleSetup, Rules, Setup, UpTo, check,
};

type Cell = (i32, i32);
type Coins = Vec<(Cell, u32)>;

const STEPS: [Cell; 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

fn configuration(board: Board, coins: &[(Cell, u32)]) -> Configuration {
    let coins = coins
        .iter()
        .map(|&((x, y), label)| ([x, y].into(), Label(label)));
    let coins = coins.collect();
    Configuration::try_from(Setup { board, coins }).unwrap()
}

fn puzzle(start: &[(Cell, u32)], target: &[(Cell, u32)]) -> Puzzle {
    Puzzle::try_from(PuzzleSetup {
        rules: Rules::default(),
        start: configuration(Board::Triangular, start),
        target: configuration(Board::Triangular, target),
        up_to: UpTo::Nothing,
    })
    .unwrap()
}

/// The number of moves of the constructed solution, which the checker has played; `None` for none.
fn solved(puzzle: &Puzzle) -> Option<usize> {
    match (decide(puzzle).unwrap(), construct(puzzle).unwrap()) {
        (Decision::Solvable(decided), Construction::Solution { condition, moves }) => {
            assert_eq!(decided, condition);
            let count = moves.len();
            check(puzzle, moves).unwrap_or_else(|error| panic!("{puzzle:?}: {error}"));
            Some(count)
        }
        (Decision::Unsolvable(decided), Construction::Unsolvable(reason)) => {
            assert_eq!(decided, reason);
            None
        }
        (decision, construction) => panic!("{puzzle:?}: {decision:?}, {construction:?}"),
    }
}

/// All choices of `count` cells of a window, in order.
fn choices(width: i32, height: i32, count: usize) -> Vec<Vec<Cell>> {
    let cells: Vec<Cell> = (0..width * height)
        .map(|at| (at % width, at / width))
        .collect();
    let mut all = vec![(Vec::new(), 0)];
    for _ in 0..count {
        let longer = |(chosen, next): &(Vec<Cell>, usize)| {
            let chosen = chosen.clone();
            let rest = cells.iter().enumerate().skip(*next);
            let add = rest.map(move |(at, &cell)| ([chosen.as_slice(), &[cell]].concat(), at + 1));
            add.collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all.into_iter().map(|(chosen, _)| chosen).collect()
}

fn orders(labels: &[u32]) -> Vec<Vec<u32>> {
    if labels.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = BTreeSet::new();
    for (at, &first) in labels.iter().enumerate() {
        let rest = [&labels[..at], &labels[at + 1..]].concat();
        all.extend(
            orders(&rest)
                .into_iter()
                .map(|rest| [vec![first], rest].concat()),
        );
    }
    all.into_iter().collect()
}

/// A state of the search: the cells of the coins, in order, as numbers in a window, with their labels.
type State = [u8; 5];

/// A window with a margin of cells around it, fewer than 64 in all.
struct Window {
    width: i32,
    height: i32,
    margin: i32,
}

impl Window {
    fn number(&self, (x, y): Cell) -> Option<u8> {
        let (x, y) = (x + self.margin, y + self.margin);
        let (width, height) = (self.width + 2 * self.margin, self.height + 2 * self.margin);
        assert!(width * height < 64);
        let is_within = (0..width).contains(&x) && (0..height).contains(&y);
        is_within.then_some((y * width + x) as u8)
    }

    fn state(&self, coins: &Coins) -> State {
        let mut state = [u8::MAX; 5];
        for (entry, &(cell, label)) in state.iter_mut().zip(coins) {
            *entry = self.number(cell).unwrap() << 2 | label as u8;
        }
        state.sort_unstable();
        state
    }

    /// Everything that can be reached within, with the number of moves: plain breadth-first search, by
    /// the words of the rule.
    fn reachable(&self, start: &Coins) -> HashMap<State, usize> {
        let across = -self.margin..self.width + self.margin;
        let down = -self.margin..self.height + self.margin;
        let cells = down.flat_map(|y| across.clone().map(move |x| (x, y)));
        let near: Vec<u64> = cells
            .map(|(x, y)| {
                let around = STEPS.map(|(dx, dy)| self.number((x + dx, y + dy)));
                around.iter().flatten().map(|&cell| 1 << cell).sum()
            })
            .collect();
        let start_state = self.state(start);
        let mut known = HashMap::from([(start_state, 0)]);
        let mut queue = VecDeque::from([start_state]);
        while let Some(state) = queue.pop_front() {
            let moves = known[&state] + 1;
            let occupied: u64 = state[..start.len()]
                .iter()
                .map(|coin| 1u64 << (coin >> 2))
                .sum();
            for index in 0..start.len() {
                let others = occupied & !(1 << (state[index] >> 2));
                for (to, around) in (0..).zip(&near) {
                    if occupied >> to & 1 == 0 && (others & around).count_ones() >= 2 {
                        let mut next = state;
                        next[index] = to << 2 | state[index] & 3;
                        next.sort_unstable();
                        if let Entry::Vacant(entry) = known.entry(next) {
                            let _ = entry.insert(moves);
                            queue.push_back(next);
                        }
                    }
                }
            }
        }
        known
    }

    /// Compares all pairs of configurations in the window with a search that may use the margin, too: the
    /// starts labelled in one way, and only every so many of them. Gives the number of pairs that can be
    /// solved and that cannot.
    fn compare(&self, labels: &[u32], every: usize) -> (usize, usize) {
        let places = choices(self.width, self.height, labels.len());
        let orders = orders(labels);
        let place = |cells: &Vec<Cell>, labels: &[u32]| -> Coins {
            cells.iter().copied().zip(labels.iter().copied()).collect()
        };
        let mut counts = (0, 0);
        for start in places.iter().step_by(every) {
            let start = place(start, labels);
            let known = self.reachable(&start);
            for cells in &places {
                for order in &orders {
                    let target = place(cells, order);
                    let least = known.get(&self.state(&target)).copied();
                    let found = solved(&puzzle(&start, &target));
                    let pair = format!("{start:?} to {target:?}: {found:?}, {least:?}");
                    match (found, least) {
                        (Some(found), Some(least)) => {
                            counts.0 += 1;
                            assert!(found >= least, "the margin is too small: {pair}");
                            // In place, a single move, and three coins: no solution is shorter.
                            assert!(found == least || least > 1 && labels.len() > 3, "{pair}");
                        }
                        (None, None) => counts.1 += 1,
                        _ => panic!("{pair}"),
                    }
                }
            }
        }
        counts
    }
}

fn window(width: i32, height: i32, margin: i32) -> Window {
    Window {
        width,
        height,
        margin,
    }
}

#[test]
fn one_and_two_coins_never_move() {
    let window = window(3, 3, 1);
    assert_eq!(window.compare(&[0], 1), (9, 72));
    assert_eq!(window.compare(&[0, 0], 1), (36, 36 * 35));
    assert_eq!(window.compare(&[1, 2], 1), (36, 36 * 71));
}

#[test]
fn three_coins_are_decided_and_solved_in_the_fewest_moves() {
    for (labels, window, every) in [
        ([0, 0, 0], window(5, 4, 1), 15),
        ([1, 1, 2], window(4, 3, 1), 3),
        ([1, 2, 3], window(4, 3, 1), 4),
    ] {
        let (yes, no) = window.compare(&labels, every);
        assert!(yes > 0 && no > 0, "{labels:?}: {yes} and {no}");
    }
}

#[test]
fn four_and_five_coins_are_decided_as_by_a_search() {
    for (labels, window, every) in [
        (&[0; 4][..], window(4, 3, 1), 4),
        (&[0; 4][..], window(3, 3, 1), 1),
        (&[0; 5], window(3, 3, 1), 1),
        (&[1, 1, 2, 2], window(3, 3, 1), 5),
        (&[0, 1, 2, 3], window(3, 3, 1), 16),
    ] {
        let (yes, no) = window.compare(labels, every);
        assert!(yes > 0 && no > 0, "{labels:?}: {yes} and {no}");
    }
}

/// Numbers without order, the same ones each time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }

    fn shuffle<T>(&mut self, list: &mut [T]) {
        for end in (1..list.len()).rev() {
            list.swap(end, self.below(end + 1));
        }
    }

    /// So many cells: scattered, crowded, grown together, or in lines.
    fn cells(&mut self, count: usize) -> Vec<Cell> {
        let side = match self.below(4) {
            0 => count.isqrt() + 2,
            1 => 2 * count.isqrt() + 2,
            2 => count + 3,
            _ => 4 * count,
        };
        let kind = self.below(4);
        let offset = (self.below(2 * side) as i32, self.below(2 * side) as i32);
        let mut cells = BTreeSet::new();
        let mut last = offset;
        while cells.len() < count {
            let (dx, dy) = STEPS[self.below(if kind == 3 { 2 } else { 6 })];
            last = match kind {
                0 => (
                    self.below(side) as i32 + offset.0,
                    self.below(side) as i32 + offset.1,
                ),
                1 => (last.0 + dx, last.1 + dy),
                // Steps of two leave few coins adjacent.
                2 => (last.0 + 2 * dx - dy, last.1 + 2 * dy),
                _ => (last.0 + dx, last.1 - dy),
            };
            let _ = cells.insert(last);
        }
        cells.into_iter().collect()
    }

    /// A puzzle of so many coins, which have the same label, a few different ones, or all different ones.
    fn puzzle(&mut self, count: usize) -> Puzzle {
        let kind = self.below(3);
        let label = |coin: usize, numbers: &mut Self| match kind {
            0 => 0,
            1 => numbers.below(3) as u32,
            _ => coin as u32,
        };
        let mut labels: Vec<u32> = (0..count).map(|coin| label(coin, self)).collect();
        let start: Coins = self
            .cells(count)
            .into_iter()
            .zip(labels.iter().copied())
            .collect();
        self.shuffle(&mut labels);
        // Sometimes most coins are in place already.
        let cells = if self.below(4) == 0 {
            let (x, y) = (self.below(3) as i32, self.below(3) as i32);
            start.iter().map(|&((a, b), _)| (a + x, b + y)).collect()
        } else {
            self.cells(count)
        };
        let target: Coins = cells.into_iter().zip(labels).collect();
        puzzle(&start, &target)
    }
}

/// The largest distance between two positions of start and target together.
fn diameter(puzzle: &Puzzle) -> usize {
    let both = || {
        puzzle
            .start()
            .positions()
            .chain(puzzle.target().positions())
    };
    // The distance is the largest difference in x, y or x + y.
    let spread = |value: fn(i32, i32) -> i32| {
        let values = || both().map(|position| value(position.x(), position.y()));
        values().max().unwrap() - values().min().unwrap()
    };
    spread(|x, _| x)
        .max(spread(|_, y| y))
        .max(spread(|x, y| x + y)) as usize
}

/// Solves random puzzles and compares their numbers of moves with what is proven. Gives how many could be
/// solved.
fn solve_random(sizes: std::ops::RangeInclusive<usize>, count: usize, seed: u64) -> usize {
    let mut numbers = Numbers(seed);
    let mut solvable = 0;
    for _ in 0..count {
        let n = sizes.start() + numbers.below(sizes.end() - sizes.start() + 1);
        let puzzle = numbers.puzzle(n);
        let d = diameter(&puzzle);
        if let Some(moves) = solved(&puzzle) {
            solvable += 1;
            assert!(moves <= 2 * n * d + 9 * n + 9, "{moves}, n = {n}, d = {d}");
            let (root, moves) = ((n as f64).sqrt(), moves as f64);
            let (n, d) = (n as f64, d as f64);
            let most = 6.0 * d * root + 12.0 * d + 9.0 * n + 36.0;
            assert!(moves <= most, "{moves}, n = {n}, d = {d}");
        }
    }
    solvable
}

#[test]
fn random_puzzles_are_solved_within_the_proven_number_of_moves() {
    let solvable = solve_random(4..=40, 10_000, 1);
    assert!((5_000..10_000).contains(&solvable), "{solvable}");
    let solvable = solve_random(200..=200, 100, 2);
    assert!((40..100).contains(&solvable), "{solvable}");
}

#[test]
fn a_random_answer_is_the_same_each_time() {
    let constructed = || {
        let mut numbers = Numbers(3);
        (0..40)
            .map(move |_| construct(&numbers.puzzle(12)))
            .collect::<Vec<_>>()
    };
    assert_eq!(constructed(), constructed());
}

fn plain(cells: &[Cell]) -> Coins {
    cells.iter().map(|&cell| (cell, 0)).collect()
}

fn decided(start: &[Cell], target: &[Cell]) -> Decision {
    let puzzle = puzzle(&plain(start), &plain(target));
    let _ = solved(&puzzle);
    decide(&puzzle).unwrap()
}

#[test]
fn each_condition_and_each_reason_is_told() {
    let block = [(0, 0), (1, 0), (0, 1), (1, 1), (2, 0)];
    let path = [(0, 9), (1, 9), (2, 9), (3, 9), (9, 9)];
    let two = [(0, 9), (1, 9), (2, 9), (5, 9), (6, 9)];
    // Three coins in a line and single ones.
    let one = [(0, 9), (1, 9), (2, 9), (5, 9), (7, 9)];
    let apart = [(0, 0), (3, 0), (6, 0), (9, 0), (12, 0)];
    for (start, target, decision) in [
        (block, block, Decision::Solvable(Condition::InPlace)),
        (apart, apart, Decision::Solvable(Condition::InPlace)),
        (path, block, Decision::Solvable(Condition::Triangle)),
        (block, path, Decision::Solvable(Condition::PathOfFour)),
        (block, two, Decision::Solvable(Condition::ThreeAndTwo)),
        (block, one, Decision::Unsolvable(Reason::SingleMove)),
        (one, block, Decision::Solvable(Condition::Triangle)),
        (block, apart, Decision::Unsolvable(Reason::SingleMove)),
        (apart, block, Decision::Unsolvable(Reason::NoMove)),
        (apart, one, Decision::Unsolvable(Reason::NoMove)),
    ] {
        assert_eq!(
            decided(&start, &target),
            decision,
            "{start:?} to {target:?}"
        );
    }
    let before = [(0, 9), (20, 20), (2, 9), (5, 9), (7, 9)];
    assert_eq!(
        decided(&before, &one),
        Decision::Solvable(Condition::SingleMove)
    );
    let few = Decision::Unsolvable(Reason::FewCoins);
    assert_eq!(decided(&[(0, 0), (1, 0)], &[(0, 0), (0, 1)]), few);
}

/// The tripod has a component of four coins, and yet no path of four, and only its centre ever moves.
#[test]
fn the_tripod_is_reached_by_a_single_move_or_not_at_all() {
    let tripod = [(1, 1), (2, 1), (1, 0), (0, 2)];
    let block = [(0, 0), (1, 0), (0, 1), (1, 1)];
    let none = Decision::Unsolvable(Reason::SingleMove);
    assert_eq!(decided(&block, &tripod), none);
    let centre_away = [(5, 5), (2, 1), (1, 0), (0, 2)];
    let single = Decision::Solvable(Condition::SingleMove);
    assert_eq!(decided(&centre_away, &tripod), single);
    let with_more = |four: &[Cell; 4]| [four, &[(20, 0), (40, 0)][..]].concat();
    assert_eq!(decided(&with_more(&block), &with_more(&tripod)), none);
    assert_eq!(
        decided(&with_more(&centre_away), &with_more(&tripod)),
        single
    );
    // With a pair of adjacent coins elsewhere the centre can come from there.
    let with_pair = |four: &[Cell; 4]| [four, &[(20, 0), (21, 0)][..]].concat();
    let two = Decision::Solvable(Condition::ThreeAndTwo);
    assert_eq!(decided(&with_pair(&block), &with_pair(&tripod)), two);
}

#[test]
fn three_labelled_coins_keep_their_colours() {
    let labelled =
        |cells: [Cell; 3], labels: [u32; 3]| -> Coins { cells.into_iter().zip(labels).collect() };
    let corner = labelled([(0, 0), (1, 0), (0, 1)], [1, 2, 3]);
    let decide = |start: &Coins, target: &Coins| {
        let puzzle = puzzle(start, target);
        let _ = solved(&puzzle);
        decide(&puzzle).unwrap()
    };
    let yes = Decision::Solvable(Condition::Triangle);
    let no = Decision::Unsolvable(Reason::Colouring);
    // (7, 7) has the colour of (0, 0), and (8, 7) that of (1, 0).
    let far = [(7, 7), (8, 7), (7, 8)];
    assert_eq!(decide(&corner, &labelled(far, [1, 2, 3])), yes);
    for labels in [[2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1], [1, 3, 2]] {
        assert_eq!(decide(&corner, &labelled(far, labels)), no, "{labels:?}");
    }
    // From a bent path four of the six orders can be made.
    let bent = labelled([(0, 0), (1, 0), (1, 1)], [1, 2, 3]);
    let made = [
        [1, 2, 3],
        [2, 1, 3],
        [2, 3, 1],
        [3, 1, 2],
        [3, 2, 1],
        [1, 3, 2],
    ];
    let made = made
        .iter()
        .filter(|&&labels| decide(&bent, &labelled(far, labels)) == yes);
    assert_eq!(made.count(), 4);
}

#[test]
fn what_the_theorem_is_not_about_is_refused() {
    let rhombus = plain(&[(0, 0), (1, 0), (0, 1), (1, 1)]);
    let line = plain(&[(0, 0), (1, 0), (2, 0), (3, 0)]);
    let refused = |board: Board, rules: Rules, up_to: UpTo| {
        let puzzle = Puzzle::try_from(PuzzleSetup {
            rules,
            start: configuration(board.clone(), &rhombus),
            target: configuration(board, &line),
            up_to,
        });
        let puzzle = puzzle.unwrap();
        let error = decide(&puzzle).unwrap_err();
        assert_eq!(construct(&puzzle), Err(error.clone()));
        error
    };
    let rules = Rules::default();
    for board in [Board::Square, Board::Hypercube(2)] {
        let error = refused(board.clone(), rules, UpTo::Nothing);
        assert_eq!(error, NotCovered::Board(board));
    }
    for adjacency in [1, 3] {
        let rules = Rules { adjacency, ..rules };
        let error = refused(Board::Triangular, rules, UpTo::Nothing);
        assert_eq!(error, NotCovered::Adjacency(adjacency));
    }
    let slides = Rules {
        motion: Motion::Slide,
        ..rules
    };
    let error = refused(Board::Triangular, slides, UpTo::Nothing);
    assert_eq!(error, NotCovered::Slides);
    let error = refused(Board::Triangular, rules, UpTo::Rotation);
    assert_eq!(error, NotCovered::Target(UpTo::Rotation));
    // Coins that do not match make no puzzle.
    let counts = PuzzleSetup {
        rules,
        start: configuration(Board::Triangular, &rhombus),
        target: configuration(Board::Triangular, &line[..3]),
        up_to: UpTo::Nothing,
    };
    let error = Puzzle::try_from(counts).unwrap_err();
    assert_eq!(error.to_string(), "the start has 4 coins, the target 3");
}

#[test]
fn a_solution_that_is_too_long_to_list_is_refused() {
    let near = plain(&[(0, 0), (1, 0), (0, 1)]);
    let far = plain(&[(1 << 23, 0), ((1 << 23) + 1, 0), (1 << 23, 1)]);
    let puzzle = puzzle(&near, &far);
    assert_eq!(decide(&puzzle), Ok(Decision::Solvable(Condition::Triangle)));
    assert_eq!(construct(&puzzle), Err(NotCovered::TooLong));
}
