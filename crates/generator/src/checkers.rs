//! Optimal solutions of shifting the checkers, for any size: the algorithms of the paper by their
//! numbers.
//!
//! | here | in the paper | what for |
//! | --- | --- | --- |
//! | [`OptimalMoves`] | formulas (29) and (30), Theorem 3 | any move at once, any range of moves |
//! | [`Algorithm::Move`] | MOVE1, CHANGE, MOVE4, MOVE3, MOVE: Algorithms 3.1 to 3.6 | the run, part by part |
//! | [`iterative`] | ITERATIVE_MOVE: Algorithm 3.7 | the run, part by part |
//! | [`backtrack`] | BACKTRACK: Algorithm 2.1 | the tree of calls |
//! | [`key_states`] | Lemmas 2 to 4 and 8 to 11 | the rows that every run passes |
//!
//! All of them make the same `nm + n + m` moves, which is the optimum ([`tait_vacancy::checkers`] has the
//! proof). A move is the cell whose checker moves into the vacant one. Each puzzle has two of these
//! solutions, one for each [`FirstMove`], and has no others unless there is just one checker of one
//! colour.
//!
//! The paper assumes `n >= m`. A puzzle with `n < m` is the mirror image of one with the colours
//! exchanged: its solution is that of `m` black and `n` white checkers with the other first move, with
//! each cell `x` replaced by `n + m + 2 - x`.
//!
//! `docs/errata.md` says where the printed text is wrong. The two bases have closed forms that the paper does not print:
//! `x_(s1) = n + 1 - d (-1)^m m` and `x_(s1 + s2) = m + 1 - d (-1)^n m`.

use crate::part::Part;
use std::fmt;
use std::iter::repeat_n;
use std::ops::Range;
use std::str::FromStr;
use tait_linear::MoveSequence;
use tait_vacancy::checkers::Checkers;
use thiserror::Error;

// Algorithms 3.1 to 3.7, and their parts and stages.

/// The most checkers for which [`Algorithm::run`] runs, and so the depth of its calls.
pub const LONGEST_RUN: u64 = 1_000;

/// The most calls of [`backtrack`].
pub const MOST_CALLS: usize = 20_000;

/// An algorithm of the paper. CHANGE, Algorithm 3.2, turns the direction round, and makes no move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Algorithm {
    /// BACKTRACK(i, e), Algorithm 2.1: all optimal solutions. See [`backtrack`].
    Backtrack,
    /// MOVE1(t), Algorithm 3.1: the first stage of MOVE.
    Move1,
    /// MOVE4(t), Algorithm 3.3: the last stage of MOVE.
    Move4,
    /// MOVE3(t), Algorithm 3.5: the third stage of MOVE, for `n > m`.
    Move3,
    /// MOVE(n, m, d), Algorithm 3.6; for `n = m` it is MOVE(m, d), Algorithm 3.4.
    Move,
    /// ITERATIVE_MOVE(n, m, d), Algorithm 3.7.
    IterativeMove,
}

/// The error of a text that does not name an algorithm.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "unknown algorithm '{0}' for the checkers: expected backtrack, move1, move4, move3, move or iterative-move, or 2.1, 3.1 or 3.3 to 3.7"
)]
pub struct AlgorithmNameError(String);

/// Accepts names and numbers.
impl FromStr for Algorithm {
    type Err = AlgorithmNameError;

    fn from_str(text: &str) -> Result<Self, AlgorithmNameError> {
        match text.to_lowercase().as_str() {
            "backtrack" | "2.1" => Ok(Self::Backtrack),
            "move1" | "3.1" => Ok(Self::Move1),
            "move4" | "3.3" => Ok(Self::Move4),
            "move3" | "3.5" => Ok(Self::Move3),
            "move" | "3.4" | "3.6" => Ok(Self::Move),
            "iterative-move" | "iterative_move" | "3.7" => Ok(Self::IterativeMove),
            _ => Err(AlgorithmNameError(tait_text::excerpt(text))),
        }
    }
}

impl Algorithm {
    /// Returns the number of the algorithm for a puzzle, and the call that solves it, or its mirror image if it has
    /// fewer black checkers than white ones.
    ///
    /// ```
    /// use tait_generator::checkers::{Algorithm, FirstMove};
    /// use tait_vacancy::checkers::Checkers;
    /// let call = Algorithm::Move.call(Checkers::new(3, 3)?, FirstMove::Left);
    /// assert_eq!(call, "Algorithm 3.4, MOVE(3, -1)");
    /// # Ok::<(), tait_vacancy::checkers::CheckersError>(())
    /// ```
    #[must_use]
    pub fn call(self, puzzle: Checkers, first: FirstMove) -> String {
        let board = Board::new(puzzle, first);
        let Board {
            n, m, direction, ..
        } = board;
        match self {
            Self::Move if n == m => format!("Algorithm 3.4, {}", board.move_call()),
            Self::Move => format!("Algorithm 3.6, {}", board.move_call()),
            Self::IterativeMove => format!("Algorithm 3.7, ITERATIVE_MOVE({n}, {m}, {direction})"),
            Self::Backtrack => format!("Algorithm 2.1, BACKTRACK(1, {})", puzzle.black() + 1),
            Self::Move1 => format!("Algorithm 3.1, MOVE1({m})"),
            Self::Move4 => format!("Algorithm 3.3, MOVE4({m})"),
            Self::Move3 => format!("Algorithm 3.5, MOVE3({})", n - m),
        }
    }

    /// Returns how many moves of the solution come before those of the algorithm.
    #[must_use]
    pub fn moves_before(self, puzzle: Checkers) -> u64 {
        let Board { n, m, .. } = Board::new(puzzle, FirstMove::Right);
        let shuffled = m * (m + 3) / 2;
        match self {
            Self::Move3 => shuffled,
            Self::Move4 => shuffled + (n - m) * (m + 1),
            Self::Backtrack | Self::Move1 | Self::Move | Self::IterativeMove => 0,
        }
    }

    /// Runs the algorithm, and returns the parts of the run in the order of their moves: those of the whole solution, of a
    /// stage, or of [`backtrack`].
    ///
    /// # Errors
    /// When there are too many checkers, or the algorithm is not called for this puzzle.
    pub fn run(self, puzzle: Checkers, first: FirstMove) -> Result<Vec<Part>, RunError> {
        if puzzle.black() + puzzle.white() > LONGEST_RUN {
            return Err(RunError::TooLong(puzzle));
        }
        let stage = |stage| {
            let mut parts = recursive(puzzle, first);
            parts.retain(|part| part.stage == stage);
            parts
        };
        Ok(match self {
            Self::Move => recursive(puzzle, first),
            Self::IterativeMove => iterative(puzzle, first).collect(),
            Self::Backtrack => backtrack(puzzle)?
                .into_iter()
                .map(|call| call.part)
                .collect(),
            Self::Move1 => stage("first stage"),
            Self::Move4 => stage("last stage"),
            Self::Move3 if puzzle.black() == puzzle.white() => return Err(RunError::Equal(puzzle)),
            Self::Move3 => stage("third stage"),
        })
    }
}

/// The error of an algorithm that does not run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum RunError {
    /// There are too many checkers for a run that is kept as a list.
    #[error(
        "{0}: too large to list a run part by part, n + m <= {LONGEST_RUN}; the formula takes any size"
    )]
    TooLong(Checkers),
    /// Backtracking makes too many calls for a list.
    #[error("{0}: backtracking makes more than {MOST_CALLS} calls, too many to list")]
    ManyCalls(Checkers),
    /// MOVE3 is not called.
    #[error("{0}: for n = m, MOVE(m, d) has no third stage, and so no call of MOVE3")]
    Equal(Checkers),
}

/// A call of BACKTRACK.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// The number of moves made before it.
    pub depth: usize,
    /// The call: its stage says whether it outputs a solution or ends without a call, its step which move led to it.
    pub part: Part,
}

/// Runs BACKTRACK(1, n + 1), Algorithm 2.1, and returns its calls in order: it tries the four moves that an optimal
/// solution may make (Lemma 1), and outputs every solution of `nm + n + m` moves. The paper prints positions -2 and -1 for
/// `e - 2` and `e - 1`.
///
/// # Errors
/// When there are more than [`MOST_CALLS`].
///
/// ```
/// use tait_generator::checkers::backtrack;
/// use tait_vacancy::checkers::Checkers;
/// let calls = backtrack(Checkers::new(1, 1)?)?;
/// let lines = calls.iter().map(|call| format!("{} {} {}", call.part.call, call.part.step, call.part.stage));
/// assert!(lines.eq([
///     "BACKTRACK(1, 2)  ",
///     "BACKTRACK(2, 1) slide(b,r) ",
///     "BACKTRACK(3, 3) jump(b,w,l) ",
///     "BACKTRACK(4, 2) slide(b,r) solution",
///     "BACKTRACK(2, 3) slide(w,l) ",
///     "BACKTRACK(3, 1) jump(b,w,r) ",
///     "BACKTRACK(4, 2) slide(w,l) solution",
/// ]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn backtrack(puzzle: Checkers) -> Result<Vec<Call>, RunError> {
    let (n, m) = (puzzle.black() as usize, puzzle.white() as usize);
    // Positions are counted from 1.
    let mut row = vec![' '];
    row.extend(repeat_n('b', n).chain(['.']).chain(repeat_n('w', m)));
    let most = puzzle.optimum() as usize;
    let mut calls = Vec::new();
    let root = ("", None, n + 1);
    tried(&mut row, (1, root), (m, most), &mut calls).map_err(|()| RunError::ManyCalls(puzzle))?;
    Ok(calls)
}

/// Makes a call, and those within it: its number i, the move that led to it with its cell, and the vacant position e.
fn tried(
    row: &mut Vec<char>,
    (i, (step, cell, e)): (usize, (&str, Option<u64>, usize)),
    (m, most): (usize, usize),
    calls: &mut Vec<Call>,
) -> Result<(), ()> {
    if calls.len() == MOST_CALLS {
        return Err(());
    }
    let index = calls.len();
    calls.push(Call {
        depth: i - 1,
        part: Part {
            stage: "",
            call: format!("BACKTRACK({i}, {e})"),
            step: step.to_owned(),
            moves: cell.into_iter().collect(),
        },
    });
    let stage = if i > most {
        let is_final = e == m + 1 && row[1..=m].iter().all(|&one| one == 'w');
        if is_final { "solution" } else { "dead end" }
    } else {
        let at = |position: Option<usize>| position.and_then(|position| row.get(position)).copied();
        let (left, right) = (
            (at(e.checked_sub(2)), at(e.checked_sub(1))),
            (at(Some(e + 1)), at(Some(e + 2))),
        );
        let feasible = [
            (
                left == (Some('b'), Some('w')),
                "jump(b,w,r)",
                e.wrapping_sub(2),
            ),
            (right == (Some('b'), Some('w')), "jump(b,w,l)", e + 2),
            (left.1 == Some('b'), "slide(b,r)", e - 1),
            (right.0 == Some('w'), "slide(w,l)", e + 1),
        ];
        let mut are_none = true;
        for (_, step, from) in feasible
            .into_iter()
            .filter(|(is_feasible, ..)| *is_feasible)
        {
            are_none = false;
            row.swap(from, e);
            tried(
                row,
                (i + 1, (step, Some(from as u64), from)),
                (m, most),
                calls,
            )?;
            row.swap(from, e);
        }
        if are_none { "dead end" } else { "" }
    };
    calls[index].part.stage = stage;
    Ok(())
}

/// A statement of the algorithms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    /// SLIDE(dir).
    Slide,
    /// SLIDE(r), whatever the current direction.
    SlideRight,
    /// This many times JUMP(dir).
    Jumps(u64),
    /// CHANGE(dir), Algorithm 3.2.
    Change,
}

/// The vacancy and the current direction, in the puzzle with at least as many black checkers as white ones.
#[derive(Debug, Clone, Copy)]
struct Board {
    n: u64,
    m: u64,
    /// Whether the puzzle asked for is the mirror image.
    is_mirrored: bool,
    vacancy: i64,
    /// 1 for moves to the right, -1 for moves to the left: `dir`, and at the start `d`.
    direction: i64,
}

impl Board {
    const fn new(puzzle: Checkers, first: FirstMove) -> Self {
        let is_mirrored = puzzle.black() < puzzle.white();
        let (solved, first) = if is_mirrored {
            (puzzle.mirrored(), first.reversed())
        } else {
            (puzzle, first)
        };
        Self {
            n: solved.black(),
            m: solved.white(),
            is_mirrored,
            vacancy: solved.black() as i64 + 1,
            direction: first.sign(),
        }
    }

    /// Returns the call of the whole recursion at the start.
    fn move_call(&self) -> String {
        let Self {
            n, m, direction, ..
        } = *self;
        if n == m {
            format!("MOVE({m}, {direction})")
        } else {
            format!("MOVE({n}, {m}, {direction})")
        }
    }

    /// Plays statements, and returns them with the cells from which they move checkers.
    fn play(&mut self, stage: &'static str, call: String, steps: &[Step]) -> Part {
        let mut texts = Vec::new();
        let mut moves = Vec::new();
        for &step in steps {
            let (count, distance) = match step {
                Step::Change => {
                    self.direction = -self.direction;
                    texts.push("CHANGE(dir)".to_owned());
                    continue;
                }
                Step::SlideRight => (1, 1),
                Step::Slide => (1, self.direction),
                Step::Jumps(count) => (count, 2 * self.direction),
            };
            let side = if (distance > 0) == self.is_mirrored {
                'l'
            } else {
                'r'
            };
            texts.push(match step {
                Step::Jumps(count) => format!("{count} x JUMP({side})"),
                _ => format!("SLIDE({side})"),
            });
            for _ in 0..count {
                // A checker that moves to the right comes from the left.
                self.vacancy -= distance;
                let cell = self.vacancy as u64;
                moves.push(if self.is_mirrored {
                    self.n + self.m + 2 - cell
                } else {
                    cell
                });
            }
        }
        Part {
            stage,
            call,
            step: texts.join(", "),
            moves,
        }
    }
}

/// Returns the optimal solution by MOVE(n, m, d), Algorithm 3.6, with the calls of its parts MOVE1, MOVE3 and MOVE4,
/// Algorithms 3.1, 3.5 and 3.3.
fn recursive(puzzle: Checkers, first: FirstMove) -> Vec<Part> {
    let mut run = Run {
        board: Board::new(puzzle, first),
        stage: "first stage",
        parts: Vec::new(),
    };
    let Board { n, m, .. } = run.board;
    let call = run.board.move_call();
    run.move1(m);
    run.stage = if n == m { "m jumps" } else { "second stage" };
    run.play(call, &[Step::Jumps(m)]);
    if n > m {
        run.stage = "third stage";
        run.move3(n - m);
    }
    run.stage = "last stage";
    run.move4(m);
    run.parts
}

/// A run of the recursive algorithms.
struct Run {
    board: Board,
    stage: &'static str,
    parts: Vec<Part>,
}

impl Run {
    /// Algorithm 3.1 (Lemma 2): shuffles `t` checkers of each colour into each other.
    fn move1(&mut self, t: u64) {
        if t > 1 {
            self.move1(t - 1);
        }
        let call = format!("MOVE1({t})");
        self.play(call.clone(), &[Step::Jumps(t - 1)]);
        self.play(call, &[Step::Slide, Step::Change]);
    }

    /// Algorithm 3.5 (Lemma 4): brings `t` black checkers to the right end.
    fn move3(&mut self, t: u64) {
        let call = format!("MOVE3({t})");
        self.play(call.clone(), &[Step::SlideRight, Step::Change]);
        self.play(call, &[Step::Jumps(self.board.m)]);
        if t > 1 {
            self.move3(t - 1);
        }
    }

    /// Algorithm 3.3 (Lemma 3): sorts `t` checkers of each colour.
    fn move4(&mut self, t: u64) {
        let call = format!("MOVE4({t})");
        self.play(call.clone(), &[Step::Change, Step::Slide]);
        self.play(call, &[Step::Jumps(t - 1)]);
        if t > 1 {
            self.move4(t - 1);
        }
    }

    /// Plays statements as one part, unless it is a loop that is not entered.
    fn play(&mut self, call: String, steps: &[Step]) {
        if steps != [Step::Jumps(0)] {
            self.parts.push(self.board.play(self.stage, call, steps));
        }
    }
}

/// Returns the optimal solution by ITERATIVE_MOVE(n, m, d), Algorithm 3.7: by loops, without recursion or a formula. The
/// parts are made one at a time, so any size is possible.
///
/// ```
/// use tait_generator::checkers::{Algorithm, FirstMove, iterative};
/// use tait_vacancy::checkers::Checkers;
/// let puzzle = Checkers::new(7, 4)?;
/// let moves = iterative(puzzle, FirstMove::Right).flat_map(|part| part.moves);
/// let recursive = Algorithm::Move.run(puzzle, FirstMove::Right)?;
/// assert!(moves.eq(recursive.into_iter().flat_map(|part| part.moves)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn iterative(puzzle: Checkers, first: FirstMove) -> impl Iterator<Item = Part> {
    let mut board = Board::new(puzzle, first);
    let Board { n, m, .. } = board;
    let jumps = |count| vec![Step::Jumps(count)];
    let stage1 = (1..=m).flat_map(move |i| {
        [jumps(i - 1), vec![Step::Slide, Step::Change]].map(|steps| ("stage 1", i, steps))
    });
    let stage2 = (1..=1).map(move |i| ("stage 2", i, jumps(m)));
    let stage3 = (1..=n - m).flat_map(move |i| {
        [vec![Step::SlideRight, Step::Change], jumps(m)].map(|steps| ("stage 3", i, steps))
    });
    let stage4 = (1..=m).rev().flat_map(move |i| {
        [vec![Step::Change, Step::Slide], jumps(i - 1)].map(|steps| ("stage 4", i, steps))
    });
    let entered = |(_, _, steps): &(_, _, Vec<Step>)| *steps != [Step::Jumps(0)];
    let steps = stage1
        .chain(stage2)
        .chain(stage3)
        .chain(stage4)
        .filter(entered);
    steps.map(move |(stage, i, steps)| {
        let call = if stage == "stage 2" {
            String::new()
        } else {
            format!("i = {i}")
        };
        board.play(stage, call, &steps)
    })
}

// The choice between the two solutions.

/// The direction of the first move: `d` in the paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FirstMove {
    /// `d = 1`: the black checker beside the vacant cell slides to the right, `x_1 = n`.
    Right,
    /// `d = -1`: the white checker beside the vacant cell slides to the left, `x_1 = n + 2`.
    Left,
}

impl FirstMove {
    /// Both directions.
    pub const BOTH: [Self; 2] = [Self::Right, Self::Left];

    /// Returns the other direction.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Right => Self::Left,
            Self::Left => Self::Right,
        }
    }

    /// Returns `d`, 1 or -1.
    pub(crate) const fn sign(self) -> i64 {
        match self {
            Self::Right => 1,
            Self::Left => -1,
        }
    }
}

// The explicit formula, and a walk along it.

/// An optimal solution by formulas (29) and (30), in integer arithmetic.
///
/// The moves are in three parts. In the first, section `k` is a slide and `k` jumps, for `k = 1, ..., m`: the
/// checkers of both colours are shuffled into each other. In the second, each of `n - m` sections is a slide
/// and `m` jumps. In the third, section `k` is a slide and `m - k` jumps. Finding the section of a move takes
/// a square root in the first and third parts; the integer root is rounded exactly, for every move number.
///
/// ```
/// use tait_generator::MoveSequence;
/// use tait_generator::checkers::{FirstMove, OptimalMoves};
/// use tait_vacancy::check;
/// use tait_vacancy::checkers::Checkers;
/// let puzzle = Checkers::new(3, 2)?;
/// let moves: Vec<u64> = OptimalMoves::new(puzzle, FirstMove::Right).moves().collect();
/// assert_eq!(moves, [3, 5, 6, 4, 2, 1, 3, 5, 4, 2, 3]);
/// assert!(check(puzzle, moves)?.meets_lower_bound());
///
/// let large = OptimalMoves::new(Checkers::new(1_000_000_000, 1_000_000_000)?, FirstMove::Right);
/// assert_eq!(large.count(), 1_000_000_002_000_000_000);
/// assert_eq!(large.move_at(large.count() - 1), Some(1_000_000_001));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct OptimalMoves {
    puzzle: Checkers,
    first: FirstMove,
    /// The numbers of the paper, for the puzzle or, if `n < m`, for its mirror image.
    n: i64,
    m: i64,
    d: i64,
    is_mirrored: bool,
}

/// The place of a move in the solution.
struct Place {
    /// The cell whose checker moves, before any mirroring.
    cell: i64,
    /// The number of its section, counted from 1 through all three parts.
    section: i64,
    /// Its number in its section, counted from 1: the first is the slide.
    number: i64,
}

impl OptimalMoves {
    /// Creates the solution whose first move has this direction.
    #[must_use]
    pub const fn new(puzzle: Checkers, first: FirstMove) -> Self {
        let is_mirrored = puzzle.black() < puzzle.white();
        let (solved, direction) = if is_mirrored {
            (puzzle.mirrored(), first.reversed())
        } else {
            (puzzle, first)
        };
        Self {
            puzzle,
            first,
            n: solved.black() as i64,
            m: solved.white() as i64,
            d: direction.sign(),
            is_mirrored,
        }
    }

    /// Returns the puzzle that it solves.
    #[must_use]
    pub const fn puzzle(&self) -> Checkers {
        self.puzzle
    }

    /// Returns the direction of its first move.
    #[must_use]
    pub const fn first_move(&self) -> FirstMove {
        self.first
    }

    /// Returns the moves of a range of indices, counted from 0; the range is cut at the end of the solution.
    ///
    /// The walk finds its first place by the formula, and then goes from section to section. Each section is
    /// a slide and then jumps in one direction, opposite to that of the section before.
    #[must_use]
    pub fn walk(&self, indices: Range<u64>) -> Walk {
        let end = indices.end.min(self.count());
        let start = indices.start.min(end);
        let before = self.place(start as i64);
        let mirror = if self.is_mirrored { -1 } else { 1 };
        Walk {
            n: self.n,
            m: self.m,
            mirror,
            remaining: end - start,
            cell: self.seen(before.cell),
            section: before.section,
            jumps: jumps(self.n, self.m, before.section) + 1 - before.number,
            jump: -2 * mirror * self.d * parity(before.section),
        }
    }

    /// Returns `s1`, the number of moves in the first part.
    const fn first_part(&self) -> i64 {
        self.m * (self.m + 3) / 2
    }

    /// Returns `s2`, the number of moves in the second part.
    const fn second_part(&self) -> i64 {
        (self.n - self.m) * (self.m + 1)
    }

    /// Returns the place of move `i`, counted from 1, by formula (29); for 0 it is the vacant cell at the
    /// start, as the end of a section 0 of one move.
    fn place(&self, i: i64) -> Place {
        let Self { n, m, d, .. } = *self;
        let (s1, s2) = (self.first_part(), self.second_part());
        if i <= s1 {
            let alpha = ((8 * i + 1).isqrt() - 1) / 2;
            return Place {
                cell: n + 1 - d * parity(alpha) * (2 * i - alpha * (alpha + 2)),
                section: alpha,
                // The sections before have (alpha - 1)(alpha + 2) / 2 moves.
                number: i - (alpha - 1) * (alpha + 2) / 2,
            };
        }
        if i <= s1 + s2 {
            // x_(s1), and the second line of (29).
            let base = n + 1 - d * parity(m) * m;
            let beta = (i - s1 + m) / (m + 1);
            let p = i - s1 - (beta - 1) * (m + 1);
            let sign = d * parity(m - beta);
            return Place {
                cell: base - beta - sign * (2 * p - 2 - m * (1 + parity(beta))),
                section: m + beta,
                number: p,
            };
        }
        // x_(s1 + s2), and the third line of (29).
        let base = m + 1 - d * parity(n) * m;
        let r = i - s1 - s2;
        // gamma is floor(m + 3/2 - sqrt(m (m + 1) - 2r + 9/4)): everything is doubled, and the root, which is
        // subtracted, is rounded up.
        let square = 4 * (m * (m + 1) - 2 * r) + 9;
        let root = square.isqrt();
        let gamma = (2 * m + 3 - root - i64::from(root * root < square)) / 2;
        let q = r - (gamma - 1) * (m + 1) + gamma * (gamma - 1) / 2;
        Place {
            cell: base - d * (parity(n - gamma) * (gamma + 2 * q - m - 2) - m * parity(n)),
            section: n + gamma,
            number: q,
        }
    }

    /// Returns the cell in the puzzle asked for, mirrored if need be.
    const fn seen(&self, cell: i64) -> u64 {
        if self.is_mirrored {
            (self.n + self.m + 2 - cell) as u64
        } else {
            cell as u64
        }
    }
}

impl MoveSequence<u64> for OptimalMoves {
    fn count(&self) -> u64 {
        self.puzzle.optimum()
    }

    /// Takes constant time.
    fn move_at(&self, index: u64) -> Option<u64> {
        (index < self.count()).then(|| self.seen(self.place(index as i64 + 1).cell))
    }

    fn slice(&self, indices: Range<u64>) -> Box<dyn Iterator<Item = u64> + '_> {
        Box::new(self.walk(indices))
    }
}

/// Returns `(-1)^exponent`.
const fn parity(exponent: i64) -> i64 {
    1 - 2 * (exponent & 1)
}

/// Returns the number of jumps in a section.
const fn jumps(n: i64, m: i64, section: i64) -> i64 {
    if section <= m {
        section
    } else if section <= n {
        m
    } else {
        n + m - section
    }
}

/// A range of the moves of [`OptimalMoves`], one after the other.
#[derive(Debug, Clone)]
pub struct Walk {
    /// The numbers of the paper.
    n: i64,
    m: i64,
    /// -1 for a mirror image, else 1.
    mirror: i64,
    /// The number of moves still to come.
    remaining: u64,
    /// The move before, or the vacant cell at the start.
    cell: u64,
    /// The section of that move, the number of its jumps still to come, and their signed length.
    section: i64,
    jumps: i64,
    jump: i64,
}

impl Walk {
    /// Enters the next section, and returns the signed length of its slide.
    fn enter_section(&mut self) -> i64 {
        self.section += 1;
        self.jump = -self.jump;
        self.jumps = jumps(self.n, self.m, self.section);
        if self.section <= self.m {
            -self.jump / 2
        } else if self.section <= self.n {
            -self.mirror // a black checker, to the right
        } else {
            self.jump / 2
        }
    }
}

impl Iterator for Walk {
    type Item = u64;

    #[inline]
    fn next(&mut self) -> Option<u64> {
        self.remaining = self.remaining.checked_sub(1)?;
        let distance = if self.jumps == 0 {
            self.enter_section()
        } else {
            self.jumps -= 1;
            self.jump
        };
        self.cell = self.cell.wrapping_add_signed(distance);
        Some(self.cell)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let remaining = usize::try_from(self.remaining).ok();
        (remaining.unwrap_or(usize::MAX), remaining)
    }
}

// The key states of the paper.

/// A row through which the optimal solution with a given first move passes, by its name in the paper.
///
/// All of them have one form: checkers of one colour, then an alternating block of white and black checkers with the
/// vacancy at one end of it, then checkers of one colour.
///
/// ```
/// use tait_generator::checkers::{FirstMove, key_states};
/// use tait_vacancy::checkers::Checkers;
/// let states = key_states(Checkers::new(3, 2)?, FirstMove::Left);
/// let lines = states.iter().map(|state| format!("{} {} {state}", state.moves, state.row()));
/// assert!(lines.eq([
///     "0 bbb.ww ξ0 (Section 5)",
///     "1 bbbw.w ξ1 (Section 5)",
///     "2 bb.wbw λ1 (Lemma 8)",
///     "3 b.bwbw key status (Lemma 2)",
///     "5 bwbwb. λ2 (Lemma 8, Lemma 4)",
///     "8 .wbwbb μ1 (Lemma 9, Lemma 4, Lemma 3)",
///     "10 wwb.bb ν1 (Lemma 10)",
///     "11 ww.bbb ν2 = ξg (Lemma 10, Lemma 3)",
/// ]));
/// # Ok::<(), tait_vacancy::checkers::CheckersError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyState {
    /// The number of moves before it.
    pub moves: u64,
    /// The name, such as `λ2`; `key status` where the paper has no letter.
    pub name: String,
    /// The places in the paper that speak of it.
    pub sources: Vec<&'static str>,
    row: StateRow,
}

/// A row of the form that all key states have, with at least as many black checkers as white ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct StateRow {
    /// The colour on the left, and how many checkers of it.
    left: (char, u64),
    /// The first colour of the alternating block, and its number of pairs.
    pairs: (char, u64),
    /// Whether the vacancy is at the right end of the block.
    is_vacant_right: bool,
    right: (char, u64),
    is_mirrored: bool,
}

impl KeyState {
    /// Returns the row as text: `b`, `w`, and a point for the vacancy.
    #[must_use]
    pub fn row(&self) -> String {
        let StateRow {
            left,
            pairs,
            is_vacant_right,
            right,
            is_mirrored,
        } = self.row;
        let run = |(colour, count): (char, u64)| repeat_n(colour, count as usize);
        let vacancy = |is_here: bool| run(('.', u64::from(is_here)));
        let block = (0..pairs.1).flat_map(|_| [pairs.0, other(pairs.0)]);
        let row = run(left)
            .chain(vacancy(!is_vacant_right))
            .chain(block)
            .chain(vacancy(is_vacant_right))
            .chain(run(right));
        if is_mirrored {
            let mirrored: Vec<char> = row.map(other).collect();
            mirrored.into_iter().rev().collect()
        } else {
            row.collect()
        }
    }
}

impl fmt::Display for KeyState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.name, self.sources.join(", "))
    }
}

const fn other(colour: char) -> char {
    match colour {
        'b' => 'w',
        'w' => 'b',
        vacancy => vacancy,
    }
}

/// Returns the key states of the optimal solution with this first move, in the order in which it passes them.
///
/// * ξ0, ξ1 or ξ2, ξg of Section 5: the first row, the rows after its two possible moves, and the last row.
/// * The key status of Lemma 2, in which `m` checkers of each colour are shuffled: after `m(m + 1)/2` moves.
/// * λ1 to λm of Lemma 8. From λm on, Lemma 4 brings black checkers to the right end, by μ1 to μ(n - m) of Lemma 9, and
///   from there Lemma 3 sorts the others, by ν1 to νm = ξg of Lemma 10. For `n = m` Lemma 3 begins at λm.
/// * For `m = 1` Lemma 11 names μ(t,1) and μ(t,2), with the vacancy right and left of the pair, `t = 0, ..., n - 1`.
///   The paper says that μ(0,1) and μ(0,2) are ξ1 and ξ2, but it draws what is λ1, one move later. Its count of `2(n - 1)`
///   moves from there to μ(n-1,1) or μ(n-1,2) agrees with the drawing.
///
/// The paper draws the states for `n >= m` and the first move to the left; with the other first move the vacancy is at
/// the other end of the block throughout. A puzzle with `n < m` has the mirror images, with colours exchanged.
#[must_use]
pub fn key_states(puzzle: Checkers, first: FirstMove) -> Vec<KeyState> {
    let is_mirrored = puzzle.black() < puzzle.white();
    let (n, m, first) = if is_mirrored {
        (puzzle.white(), puzzle.black(), first.reversed())
    } else {
        (puzzle.black(), puzzle.white(), first)
    };
    let is_left = first == FirstMove::Left;
    let state = |moves, name, sources, left, pairs, is_even: bool, right| KeyState {
        moves,
        name,
        sources,
        row: StateRow {
            left,
            pairs,
            is_vacant_right: is_even == is_left,
            right,
            is_mirrored,
        },
    };
    let even = |number: u64| number.is_multiple_of(2);
    let start = state(
        0,
        "ξ0".to_owned(),
        vec!["Section 5"],
        ('b', n),
        ('w', 0),
        true,
        ('w', m),
    );
    let slid = if is_left { "ξ1" } else { "ξ2" };
    let mut states = vec![start];
    if m > 1 {
        let (left, right) = (('b', n - 1), ('w', m - 1));
        let sources = vec!["Section 5"];
        states.push(state(
            1,
            slid.to_owned(),
            sources,
            left,
            ('b', 1),
            true,
            right,
        ));
    }
    // Section t of the first part is a slide and t jumps, after which λt is reached.
    for t in 1..=m {
        let moves = t * (t + 3) / 2;
        if t == m {
            let (name, sources) = match m {
                1 => (slid, vec!["Section 5", "Lemma 2"]),
                _ => ("key status", vec!["Lemma 2"]),
            };
            let left = ('b', n - m);
            states.push(state(
                moves - m,
                name.to_owned(),
                sources,
                left,
                ('b', m),
                !even(m),
                ('w', 0),
            ));
        }
        let mut sources = vec!["Lemma 8"];
        let mut name = format!("λ{t}");
        if m == 1 {
            sources.push("Lemma 11");
            name += &format!(" = μ(0,{})", number(even(t) == is_left));
        }
        if t == m {
            sources.push(if n > m { "Lemma 4" } else { "Lemma 3" });
        }
        states.push(state(
            moves,
            name,
            sources,
            ('b', n - t),
            ('w', t),
            even(t),
            ('w', m - t),
        ));
    }
    let first_part = m * (m + 3) / 2;
    for t in 1..=n - m {
        let mut sources = vec![if m == 1 { "Lemma 11" } else { "Lemma 9" }];
        let name = match m {
            1 => format!("μ({t},{})", number(even(m + t) == is_left)),
            _ => format!("μ{t}"),
        };
        if t == n - m {
            sources.extend(["Lemma 4", "Lemma 3"]);
        }
        let moves = first_part + t * (m + 1);
        states.push(state(
            moves,
            name,
            sources,
            ('b', n - m - t),
            ('w', m),
            even(m + t),
            ('b', t),
        ));
    }
    let parts = first_part + (n - m) * (m + 1);
    for t in 1..=m {
        let moves = parts + t * (m + 1) - t * (t + 1) / 2;
        let (name, sources) = if t == m {
            (format!("ν{t} = ξg"), vec!["Lemma 10", "Lemma 3"])
        } else {
            (format!("ν{t}"), vec!["Lemma 10"])
        };
        states.push(state(
            moves,
            name,
            sources,
            ('w', t),
            ('w', m - t),
            even(n + t),
            ('b', n - m + t),
        ));
    }
    states
}

/// The second number of μ(t,j) for the place of the vacancy.
const fn number(is_vacant_right: bool) -> u64 {
    if is_vacant_right { 1 } else { 2 }
}
