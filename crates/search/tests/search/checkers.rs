//! Engines on shifting the checkers and on reversing numbered checkers.

use num_bigint::BigUint;
use tait_search::{
    Control, InMemory, Limits, Outcome, StopReason, all_shortest, bidirectional, breadth_first,
    count_shortest, iterative_deepening, solution_graph,
};
use tait_space::{Backward, Flow, Numbered, Puzzle, StateSpace};
use tait_vacancy::check;
use tait_vacancy::checkers::reversal::{Reversal, ReversalSpace};
use tait_vacancy::checkers::{Checkers, CheckersSpace};

/// A space that tells engines nothing: it has no bounds and cuts nothing.
struct Uninformed<S>(S);

impl<S: StateSpace> StateSpace for Uninformed<S> {
    type State = S::State;
    type Key = S::Key;
    type Move = S::Move;

    fn starts(&self) -> Vec<S::State> {
        self.0.starts()
    }
    fn key(&self, state: &S::State) -> S::Key {
        self.0.key(state)
    }
    fn state(&self, key: &S::Key) -> S::State {
        self.0.state(key)
    }
    fn expand(&self, state: &S::State, _: u32, visit: &mut dyn FnMut(S::Move, S::State) -> Flow) {
        self.0.expand(state, u32::MAX, visit);
    }
    fn is_goal(&self, state: &S::State) -> bool {
        self.0.is_goal(state)
    }
}

fn checkers(n: u64, m: u64) -> CheckersSpace {
    CheckersSpace::new(Checkers::new(n, m).unwrap()).unwrap()
}

/// A space as a puzzle whose states are whole.
struct Whole<S>(S);

impl<S: StateSpace> Puzzle for Whole<S> {
    type State = S::Key;
    type Move = S::Move;

    fn start(&self) -> S::Key {
        self.0.key(&self.0.starts()[0])
    }
    fn moves(&self, key: &S::Key) -> Vec<(S::Move, S::Key)> {
        let mut moves = Vec::new();
        let state = self.0.state(key);
        self.0.expand(&state, u32::MAX, &mut |step, next| {
            moves.push((step, self.0.key(&next)));
            Flow::Continue(())
        });
        moves
    }
    fn is_solved(&self, key: &S::Key) -> bool {
        self.0.is_goal(&self.0.state(key))
    }
}

#[test]
fn a_puzzle_with_numbered_states_comes_out_as_its_space() {
    let (space, control) = (checkers(4, 3), Control::default());
    for bound in [18, 19, 20] {
        let numbered = Numbered::new(Whole(space));
        let expected = breadth_first(&Uninformed(space), bound, &control);
        assert_eq!(breadth_first(&numbered, bound, &control), expected);
        let deepened = iterative_deepening(&numbered, 0..=bound, &control);
        assert_eq!(deepened.moves(), expected.moves());
    }
}

#[test]
fn all_engines_find_the_same_optimal_solution() {
    let control = Control::default();
    for n in 1..=6 {
        for m in 1..=6 {
            let space = checkers(n, m);
            let optimum = space.puzzle().optimum() as u32;
            for bound in [optimum, optimum + 3] {
                let outcomes = [
                    breadth_first(&space, bound, &control),
                    breadth_first(&Uninformed(space), bound, &control),
                    iterative_deepening(&space, 0..=bound, &control),
                    bidirectional(&space, bound, InMemory, &control).unwrap(),
                ];
                let moves = outcomes[0].moves().unwrap();
                assert!(outcomes.iter().all(|found| found.moves() == Some(moves)));
                let verdict = check(space.puzzle(), moves.iter().copied()).unwrap();
                assert!(verdict.meets_lower_bound());
            }
            let shorter = breadth_first(&Uninformed(space), optimum - 1, &control);
            assert!(matches!(shorter, Outcome::Exhausted(_)), "n={n} m={m}");
        }
    }
}

#[test]
fn all_engines_reverse_numbered_checkers_in_as_many_moves() {
    let control = Control::default();
    for n in 1..=6 {
        for end in [Some(n + 1), Some(1), None] {
            let puzzle = Reversal::new(n, n + 1, end).unwrap();
            let space = ReversalSpace::new(puzzle).unwrap();
            let bound = (n * n + 2 * n) as u32;
            let outcomes = [
                breadth_first(&space, bound, &control),
                breadth_first(&Uninformed(space), bound, &control),
                iterative_deepening(&space, 0..=bound, &control),
                bidirectional(&space, bound, InMemory, &control).unwrap(),
            ];
            let moves = outcomes[0].moves().unwrap();
            assert!(
                outcomes.iter().all(|found| found.moves() == Some(moves)),
                "{puzzle}"
            );
            assert!(check(puzzle, moves.iter().copied()).is_ok());
        }
    }
}

#[test]
fn what_is_counted_is_what_is_listed() {
    let control = Control::default();
    for (n, m) in [(1, 1), (1, 9), (9, 1), (4, 3), (2, 6), (5, 5)] {
        let space = checkers(n, m);
        let optimum = space.puzzle().optimum() as u32;
        let listed = all_shortest(&space, optimum, usize::MAX, &control).unwrap();
        let informed = count_shortest(&space, optimum, &control).unwrap();
        let uninformed = count_shortest(&Uninformed(space), optimum + 5, &control).unwrap();
        for count in [informed, uninformed] {
            assert_eq!(count.length, optimum);
            assert_eq!(count.solutions, Some(listed.len() as u128), "n={n} m={m}");
            assert_eq!(count.states[0], 1);
        }
    }
    for (n, expected) in [(4, 30), (5, 2), (6, 854), (7, 2)] {
        let space = ReversalSpace::new(Reversal::new(n, n + 1, Some(1)).unwrap()).unwrap();
        let listed = all_shortest(&space, 100, usize::MAX, &control).unwrap();
        let count = count_shortest(&space, 100, &control).unwrap();
        assert_eq!(
            (listed.len(), count.solutions),
            (expected, Some(expected as u128))
        );
    }
}

/// A chain of states, each of which leads to the next by two moves: 2^length ways.
struct Doubling(u32);

impl StateSpace for Doubling {
    type State = u32;
    type Key = u32;
    type Move = u8;

    fn starts(&self) -> Vec<u32> {
        vec![0]
    }
    fn key(&self, state: &u32) -> u32 {
        *state
    }
    fn state(&self, key: &u32) -> u32 {
        *key
    }
    fn expand(&self, state: &u32, _: u32, visit: &mut dyn FnMut(u8, u32) -> Flow) {
        let _ = visit(0, state + 1)
            .is_continue()
            .then(|| visit(1, state + 1));
    }
    fn is_goal(&self, state: &u32) -> bool {
        *state == self.0
    }
}

#[test]
fn counts_are_exact_up_to_128_bits_and_no_number_beyond() {
    let control = Control::default();
    let count = |length| count_shortest(&Doubling(length), 200, &control).unwrap();
    assert_eq!(count(0).solutions, Some(1));
    assert_eq!(count(100).solutions, Some(1 << 100));
    assert_eq!(count(127).solutions, Some(1 << 127));
    assert_eq!(count(128).solutions, None);
    assert_eq!(count(150).solutions, None);
}

impl Backward for Doubling {
    fn goals(&self, visit: &mut dyn FnMut(u32) -> Flow) {
        let _ = visit(self.0);
    }
    fn predecessors(&self, state: &u32, _: u32, visit: &mut dyn FnMut(u8, u32) -> Flow) {
        let Some(before) = state.checked_sub(1) else {
            return;
        };
        let _ = visit(0, before).is_continue().then(|| visit(1, before));
    }
}

#[test]
fn graphs_of_solutions_count_beyond_128_bits() {
    for length in [0, 100, 127, 128, 150] {
        let space = Doubling(length);
        let graph = solution_graph(&space, length, &Control::default()).unwrap();
        let all = BigUint::from(1_u32) << length;
        assert_eq!(graph.count(), all);
        // The last solution makes move 1 everywhere, and none comes after it.
        let mut last = graph.from_index(&(&all - 1_u32));
        assert_eq!(last.next(), Some(vec![1; length as usize]));
        assert_eq!(last.next(), None);
        assert_eq!(graph.from_index(&all).next(), None);
    }
}

#[test]
fn a_count_that_is_stopped_or_has_nothing_to_count_says_so() {
    let limits = Limits::default().with_at_most(10);
    let control = Control {
        limits,
        ..Control::default()
    };
    let stopped = count_shortest(&checkers(6, 6), 48, &control).unwrap_err();
    assert!(matches!(stopped, Outcome::Stopped(stopped) if stopped.reason == StopReason::States));
    let none = count_shortest(&checkers(6, 6), 47, &Control::default()).unwrap_err();
    assert!(matches!(none, Outcome::Exhausted(exhausted) if exhausted.states == [0]));
}

/// Counts the ways to exchange frogs and toads, by replacing letters until none can move.
fn ways(row: String, goal: &str, known: &mut std::collections::HashMap<String, u128>) -> u128 {
    if row == goal {
        return 1;
    }
    if let Some(&ways) = known.get(&row) {
        return ways;
    }
    let mut sum = 0;
    for start in 0..row.len() {
        for (old, new) in [("b.", ".b"), ("bw.", ".wb"), (".w", "w."), (".bw", "wb.")] {
            if let Some(rest) = row[start..].strip_prefix(old) {
                sum += ways(format!("{}{new}{rest}", &row[..start]), goal, known);
            }
        }
    }
    let _ = known.insert(row, sum);
    sum
}

#[test]
fn frogs_and_toads_are_counted_as_by_naive_code() {
    use tait_vacancy::checkers::frogs::{Frogs, FrogsSpace};
    for (n, m, v) in (1..5).flat_map(|n| (1..5).flat_map(move |m| (1..4).map(move |v| (n, m, v)))) {
        let puzzle = Frogs::new(n, m, v).unwrap();
        let space = FrogsSpace::new(puzzle).unwrap();
        let optimum = puzzle.optimum() as u32;
        let block = |letter: &str, count: u64| letter.repeat(count as usize);
        let (black, white, vacant) = (block("b", n), block("w", m), block(".", v));
        let start = format!("{black}{vacant}{white}");
        let expected = ways(
            start,
            &format!("{white}{vacant}{black}"),
            &mut Default::default(),
        );
        let count = count_shortest(&space, optimum, &Control::default()).unwrap();
        assert_eq!(
            (count.length, count.solutions),
            (optimum, Some(expected)),
            "{puzzle}"
        );
        // With one vacant cell these are the shortest solutions of shifting the checkers (Theorem 4).
        if v == 1 {
            let checkers = CheckersSpace::new(Checkers::new(n, m).unwrap()).unwrap();
            let all = count_shortest(&checkers, optimum, &Control::default()).unwrap();
            assert_eq!(count.solutions, all.solutions);
        }
        for found in [
            breadth_first(&space, optimum, &Control::default()),
            bidirectional(&space, optimum, InMemory, &Control::default()).unwrap(),
            iterative_deepening(&space, 0..=optimum, &Control::default()),
        ] {
            let moves = found.moves().unwrap().iter().copied();
            assert!(check(puzzle, moves).unwrap().meets_lower_bound());
        }
    }
}
