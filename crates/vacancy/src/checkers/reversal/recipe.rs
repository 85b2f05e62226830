//! Solutions of any size with the vacancy at an end of the row.

use super::size::Reversal;

/// Returns a solution from an end of the row to an end or anywhere, without a search: by sweeps, by Dudeney's recipe, or
/// by the recipe for the other end and even `n`. `None` for other vacant cells.
///
/// All meet the lower bound for `n >= 3`, except that the last one has two moves more (the [module](super) has the
/// table).
///
/// ```
/// use tait_vacancy::checkers::reversal::{Reversal, check, recipe};
/// let puzzle = Reversal::new(10, 11, Some(1))?;
/// let moves = recipe(puzzle).expect("the vacancy is at the ends");
/// assert_eq!(check(puzzle, moves)?.moves, 63);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn recipe(puzzle: Reversal) -> Option<Vec<u64>> {
    let (n, last) = (puzzle.checkers(), puzzle.cells());
    let is_mirrored = puzzle.start() != 1;
    if is_mirrored && puzzle.start() != last {
        return None;
    }
    // From here on the vacancy begins on cell 1.
    let mirrored = |cell: u64| last + 1 - cell;
    let end = puzzle
        .end()
        .map(|end| if is_mirrored { mirrored(end) } else { end });
    let is_even = n.is_multiple_of(2);
    let moves = match end {
        None => sweeps(n, n - 1),
        Some(1) if is_even => sweeps(n, n),
        Some(1) if n == 1 => Vec::new(),
        Some(1) => six_frogs(n),
        Some(end) if end != last => return None,
        Some(_) if !is_even => sweeps(n, n),
        Some(_) if n == 2 => vec![3],
        Some(_) => to_the_other_end(n),
    };
    Some(if is_mirrored {
        moves.into_iter().map(mirrored).collect()
    } else {
        moves
    })
}

/// The vacancy, and the moves so far.
struct Path {
    vacancy: u64,
    moves: Vec<u64>,
}

impl Path {
    const fn from(vacancy: u64) -> Self {
        let moves = Vec::new();
        Self { vacancy, moves }
    }

    fn step(&mut self, to: u64) {
        self.vacancy = to;
        self.moves.push(to);
    }

    /// Jumps to a cell.
    fn sweep(&mut self, to: u64) {
        while self.vacancy != to {
            self.step(if to < self.vacancy {
                self.vacancy - 2
            } else {
                self.vacancy + 2
            });
        }
    }
}

/// Sweeps the vacancy from one end to the other and back for `n` rounds, with a slide after each of the first ones.
fn sweeps(n: u64, slides: u64) -> Vec<u64> {
    let mut path = Path::from(1);
    for round in 1..=n {
        let is_to_right = round % 2 == 1;
        let end = if is_to_right { n + 1 } else { 1 };
        let beside = if is_to_right { n } else { 2 };
        let is_whole = path.vacancy.abs_diff(end).is_multiple_of(2);
        path.sweep(if is_whole { end } else { beside });
        if round <= slides {
            path.step(if is_whole { beside } else { end });
        }
    }
    path.moves
}

/// Dudeney's recipe for a vacancy that comes back to its end: the checkers that move, in order.
fn six_frogs(n: u64) -> Vec<u64> {
    let even = |last: u64| (2..=last).step_by(2);
    let odd = |first: u64| (first..=n).rev().filter(|number| number % 2 == 1);
    let round: Vec<u64> = even(n).chain(odd(1)).collect();
    let mut checkers = round.repeat((n / 2) as usize);
    checkers.extend(even(n - 3).chain(odd(3)).chain(2..n));
    let mut path = Path::from(1);
    let mut cells: Vec<u64> = (1..=n + 1).collect();
    for checker in checkers {
        let to = path.vacancy;
        path.step(cells[checker as usize]);
        cells[checker as usize] = to;
    }
    path.moves
}

/// The recipe of the [module](super) for even `n`.
fn to_the_other_end(n: u64) -> Vec<u64> {
    let mut path = Path::from(n + 1);
    path.sweep(1);
    (2..=4).for_each(|cell| path.step(cell));
    let outwards = (5..n).step_by(2).map(|top| (top, top + 1));
    let back = (5..=n + 1).rev().step_by(2).map(|top| (top, top - 1));
    for ((top, turn), left) in outwards.chain(back).zip([1, 3].into_iter().cycle()) {
        path.sweep(2);
        path.step(left);
        path.sweep(top);
        path.step(turn);
    }
    path.sweep(2);
    path.step(1);
    path.moves.into_iter().map(|cell| n + 2 - cell).collect()
}
