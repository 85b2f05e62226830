//! Algorithms 3.1 to 3.7.

use super::first_move::FirstMove;
use std::iter::{from_fn, once, repeat_n};
use tait_puzzle::checkers::Checkers;

/// A step of the algorithms: a move in the current direction, or a change of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    /// SLIDE(dir).
    Slide,
    /// SLIDE(r), whatever the current direction.
    SlideRight,
    /// JUMP(dir).
    Jump,
    /// CHANGE(dir), Algorithm 3.2.
    Change,
}

/// A pending task of the recursion: a step, a number of jumps, or a call.
#[derive(Debug, Clone, Copy)]
enum Task {
    Step(Step),
    Jumps(u64),
    Move1(u64),
    Move3(u64),
    Move4(u64),
}

/// Returns the optimal solution by MOVE(n, m, d), Algorithm 3.6, and its parts MOVE1, MOVE3 and MOVE4,
/// Algorithms 3.1, 3.5 and 3.3 (3.4 is 3.6 for `n = m`). Pending calls wait on an explicit stack, at most
/// `min(n, m)` calls deep.
///
/// ```
/// use tait_generator::checkers::{FirstMove, recursive};
/// use tait_puzzle::checkers::Checkers;
/// let moves: Vec<u64> = recursive(Checkers::new(2, 1)?, FirstMove::Left).collect();
/// assert_eq!(moves, [4, 2, 1, 3, 2]);
/// # Ok::<(), tait_puzzle::checkers::CheckersError>(())
/// ```
pub fn recursive(puzzle: Checkers, first: FirstMove) -> impl Iterator<Item = u64> {
    let m = puzzle.black().min(puzzle.white());
    let surplus = puzzle.black().abs_diff(puzzle.white());
    // The next task is last.
    let mut tasks = vec![Task::Move4(m)];
    if surplus > 0 {
        tasks.push(Task::Move3(surplus));
    }
    tasks.extend([Task::Jumps(m), Task::Move1(m)]);
    let steps = from_fn(move || {
        loop {
            let is_last = |t| t <= 1;
            match tasks.pop()? {
                Task::Step(step) => return Some(step),
                Task::Jumps(0) => {}
                Task::Jumps(count) => {
                    tasks.push(Task::Jumps(count - 1));
                    return Some(Step::Jump);
                }
                Task::Move1(t) => {
                    tasks.extend([Step::Change, Step::Slide].map(Task::Step));
                    tasks.push(Task::Jumps(t - 1));
                    if !is_last(t) {
                        tasks.push(Task::Move1(t - 1));
                    }
                }
                Task::Move3(t) => {
                    if !is_last(t) {
                        tasks.push(Task::Move3(t - 1));
                    }
                    tasks.push(Task::Jumps(m));
                    tasks.extend([Step::Change, Step::SlideRight].map(Task::Step));
                }
                Task::Move4(t) => {
                    if !is_last(t) {
                        tasks.push(Task::Move4(t - 1));
                    }
                    tasks.push(Task::Jumps(t - 1));
                    tasks.extend([Step::Slide, Step::Change].map(Task::Step));
                }
            }
        }
    });
    cells(puzzle, first, steps)
}

/// Returns the optimal solution by ITERATIVE_MOVE(n, m, d), Algorithm 3.7: by loops, without recursion or
/// a formula.
///
/// ```
/// use tait_generator::checkers::{FirstMove, iterative, recursive};
/// use tait_puzzle::checkers::Checkers;
/// let puzzle = Checkers::new(7, 4)?;
/// assert!(iterative(puzzle, FirstMove::Right).eq(recursive(puzzle, FirstMove::Right)));
/// # Ok::<(), tait_puzzle::checkers::CheckersError>(())
/// ```
pub fn iterative(puzzle: Checkers, first: FirstMove) -> impl Iterator<Item = u64> {
    let m = puzzle.black().min(puzzle.white());
    let surplus = puzzle.black().abs_diff(puzzle.white());
    let jumps = |count| repeat_n(Step::Jump, count as usize);
    let stage1 = (1..=m).flat_map(move |i| jumps(i - 1).chain([Step::Slide, Step::Change]));
    let stage2 = jumps(m);
    let stage3 = (0..surplus).flat_map(move |_| {
        once(Step::SlideRight)
            .chain(once(Step::Change))
            .chain(jumps(m))
    });
    let stage4 = (1..=m).rev().flat_map(move |i| {
        once(Step::Change)
            .chain(once(Step::Slide))
            .chain(jumps(i - 1))
    });
    let steps = stage1.chain(stage2).chain(stage3).chain(stage4);
    cells(puzzle, first, steps)
}

/// Returns the cells from which these steps move checkers. The steps are for at least as many black
/// checkers as white ones; a puzzle with fewer gets the mirror image.
fn cells(
    puzzle: Checkers,
    first: FirstMove,
    steps: impl Iterator<Item = Step>,
) -> impl Iterator<Item = u64> {
    let is_mirrored = puzzle.black() < puzzle.white();
    let (solved, first) = if is_mirrored {
        (puzzle.mirrored(), first.reversed())
    } else {
        (puzzle, first)
    };
    let (mut vacancy, mut direction) = (solved.black() as i64 + 1, first.sign());
    let cells = steps.filter_map(move |step| {
        // A checker that moves to the right comes from the left.
        vacancy -= match step {
            Step::Change => {
                direction = -direction;
                return None;
            }
            Step::SlideRight => 1,
            Step::Slide => direction,
            Step::Jump => 2 * direction,
        };
        Some(vacancy as u64)
    });
    cells.map(move |cell| {
        if is_mirrored {
            puzzle.cells() + 1 - cell
        } else {
            cell
        }
    })
}
