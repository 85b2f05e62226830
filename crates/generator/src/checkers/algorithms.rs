//! Algorithms 3.1 to 3.7, and their parts and stages.

use super::first_move::FirstMove;
use crate::part::Part;
use std::str::FromStr;
use tait_vacancy::checkers::Checkers;
use thiserror::Error;

/// The most checkers for which [`Algorithm::run`] runs, and so the depth of its calls.
pub const LONGEST_RUN: u64 = 1_000;

/// An algorithm that solves the whole puzzle. The others, 3.1 to 3.3 and 3.5, are parts of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Algorithm {
    /// MOVE(n, m, d), Algorithm 3.6; for `n = m` it is MOVE(m, d), Algorithm 3.4.
    Move,
    /// ITERATIVE_MOVE(n, m, d), Algorithm 3.7.
    IterativeMove,
}

/// The error of a text that does not name an algorithm.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "unknown algorithm '{0}' for the checkers: expected move or iterative-move, or 3.4, 3.6 or 3.7"
)]
pub struct AlgorithmNameError(String);

/// Accepts names and numbers.
impl FromStr for Algorithm {
    type Err = AlgorithmNameError;

    fn from_str(text: &str) -> Result<Self, AlgorithmNameError> {
        match text.to_lowercase().as_str() {
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
        }
    }

    /// Runs the algorithm, and returns the parts of the run in the order of their moves.
    ///
    /// # Errors
    /// When there are more than [`LONGEST_RUN`] checkers.
    pub fn run(self, puzzle: Checkers, first: FirstMove) -> Result<Vec<Part>, TooLong> {
        if puzzle.black() + puzzle.white() > LONGEST_RUN {
            return Err(TooLong(puzzle));
        }
        Ok(match self {
            Self::Move => recursive(puzzle, first),
            Self::IterativeMove => iterative(puzzle, first).collect(),
        })
    }
}

/// The error of a puzzle with too many checkers for a run that is kept as a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error(
    "{0}: too large to list a run part by part, n + m <= {LONGEST_RUN}; the formula takes any size"
)]
pub struct TooLong(Checkers);

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
