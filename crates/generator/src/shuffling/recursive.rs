//! The recursive algorithms of Section III.

use super::algorithm::Algorithm;
use super::covered::{FormulaError, LONGEST_RUN, covered};
use super::tables::{base, inverse_base, small_row};
use crate::part::Part;
use tait_vacancy::shuffling::Shuffling;

/// Runs the algorithm of the variant, and returns the parts of the run in the order of their moves.
///
/// | variant | algorithm | consists of |
/// | --- | --- | --- |
/// | S(n,n,r) | III.1, SNNR | |
/// | S(n,n,l) | III.2, SNNL | |
/// | S^-1(n,n,l), S^-1(n,n,r) | Section III.A.3 | SNNR and SNNL with the base cases `d'`, not `d` |
/// | S(n,n-1,r) | III.3 | SNNL within three moves, for `n >= 7`; the guard `n < 8` leaves 7 without a base case |
/// | S(n-1,n,r) | III.4 | SNNR after two moves |
/// | S(n-1,n,l) | III.5 | SNNR within three moves |
/// | S(n,n-1,l) | III.6 | SNNL after two moves |
/// | S^-1(n,n-1,r) | III.7 | SNNR within three moves, base cases `d'` |
/// | S^-1(n-1,n,r) | III.8 | SNNL before two moves, base cases `d'` |
/// | S^-1(n-1,n,l) | III.9 | SNNL within three moves, base cases `d'` |
/// | S^-1(n,n-1,l) | III.10 | SNNR before two moves, base cases `d'` |
///
/// As printed, with `d`, Algorithms III.7 and III.9 end in a wrong row unless `n = 3` modulo 4, and III.8 and III.10
/// unless `n = 2` modulo 4. The text requires `n >= 7` throughout, and the guard of III.4 requires `n >= 6`: from 6 on,
/// III.4, III.6, III.8 and III.10 are right, although for 6 they differ from the row of the table.
///
/// # Errors
/// When the source has no algorithm for this size, the puzzle is constrained, or `n` exceeds [`LONGEST_RUN`].
///
/// ```
/// use tait_generator::shuffling::recursive;
/// use tait_vacancy::shuffling::Shuffling;
/// let run = recursive(Shuffling::new("S(n,n-1,r)".parse()?, 12)?)?;
/// let lines = run.iter().map(|part| format!("{}, {}: {:?}", part.call, part.step, part.moves));
/// assert!(lines.eq([
///     "SNN1R(12), first move: [1]",
///     "SNNL(1, 9), first 2 moves: [18, 5]",
///     "SNNL(5, 5), base case of Table II: [14, 8, 11, 6, 15]",
///     "SNNL(1, 9), last 2 moves: [2, 19]",
///     "SNN1R(12), last 2 moves: [22, 0]",
/// ]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn recursive(puzzle: Shuffling) -> Result<Vec<Part>, FormulaError> {
    covered(puzzle)?;
    let (variant, n) = (puzzle.variant(), puzzle.n());
    if n > LONGEST_RUN {
        return Err(FormulaError::TooLong { puzzle });
    }
    let mut run = Run {
        is_inverse: variant.is_inverse,
        parts: Vec::new(),
    };
    match small_row(variant, n) {
        Some(row) if n < 7 => run.table(Algorithm::of(variant), n, row),
        _ => run.solve(Algorithm::of(variant), n),
    }
    Ok(run.parts)
}

/// A run in progress.
struct Run {
    /// Whether the base cases are `d'`.
    is_inverse: bool,
    parts: Vec<Part>,
}

impl Run {
    /// Algorithm III.1: solves S(k,k,r), or with `d'` S^-1(k,k,l), whose row begins at cell `first`.
    fn snnr(&mut self, first: u64, k: u64) {
        let call = format!("SNNR({first}, {k})");
        if k < 8 {
            return self.base_case(&call, k, |d| first + d);
        }
        self.part(&call, "first 2 moves", [first + 1, first + 2 * k - 4]);
        self.snnr(first + 4, k - 4);
        self.part(&call, "last 2 moves", [first + 2 * k - 1, first]);
    }

    /// Algorithm III.2: solves S(k,k,l), or with `d'` S^-1(k,k,r), whose row begins at cell `first`.
    fn snnl(&mut self, first: u64, k: u64) {
        let call = format!("SNNL({first}, {k})");
        if k < 8 {
            return self.base_case(&call, k, |d| first + 2 * k - d);
        }
        self.part(&call, "first 2 moves", [first + 2 * k - 1, first + 4]);
        self.snnl(first + 4, k - 4);
        self.part(&call, "last 2 moves", [first + 1, first + 2 * k]);
    }

    /// The sizes for which Algorithms III.3 to III.10 have a table, one each from Table III on.
    fn table(&mut self, algorithm: Algorithm, n: u64, row: &[u64]) {
        let call = format!("{}({n})", algorithm.name());
        let table = ["III", "IV", "V", "VI", "VII", "VIII", "IX", "X"];
        let index = algorithm as usize - Algorithm::Snn1r as usize;
        self.part(
            &call,
            &format!("Table {}", table[index]),
            row.iter().copied(),
        );
    }

    /// Any algorithm, for a whole puzzle; III.3 to III.10 call III.1 or III.2 for their inner puzzle.
    fn solve(&mut self, algorithm: Algorithm, n: u64) {
        let call = format!("{}({n})", algorithm.name());
        match algorithm {
            Algorithm::Snnr => self.snnr(0, n),
            Algorithm::Snnl => self.snnl(0, n),
            Algorithm::Snn1r => {
                self.part(&call, "first move", [1]);
                self.snnl(1, n - 3);
                self.part(&call, "last 2 moves", [2 * n - 2, 0]);
            }
            Algorithm::Sn1nr => {
                self.part(&call, "first 2 moves", [n - 2, 2 * n - 4]);
                self.snnr(0, n - 2);
            }
            Algorithm::Sn1nl => {
                self.part(&call, "first move", [2 * n - 2]);
                self.snnr(4, n - 3);
                self.part(&call, "last 2 moves", [1, 2 * n - 1]);
            }
            Algorithm::Snn1l => {
                self.part(&call, "first 2 moves", [n + 1, 3]);
                self.snnl(3, n - 2);
            }
            Algorithm::InverseSnn1r => {
                self.part(&call, "first 2 moves", [2 * n - 2, 2 * n - 5]);
                self.snnr(1, n - 3);
                self.part(&call, "last move", [2 * n - 1]);
            }
            Algorithm::InverseSn1nr => {
                self.snnl(0, n - 2);
                self.part(&call, "last 2 moves", [n - 2, 2 * n - 1]);
            }
            Algorithm::InverseSn1nl => {
                self.part(&call, "first 2 moves", [1, 4]);
                self.snnl(4, n - 3);
                self.part(&call, "last move", [0]);
            }
            Algorithm::InverseSnn1l => {
                self.snnr(3, n - 2);
                self.part(&call, "last 2 moves", [n + 1, 0]);
            }
        }
    }

    fn base_case(&mut self, call: &str, k: u64, place: impl Fn(u64) -> u64) {
        let (d, step) = if self.is_inverse {
            let step = "base case d', which undoes the mirror image of Table II";
            (inverse_base as fn(u64, u64) -> u64, step)
        } else {
            (base as fn(u64, u64) -> u64, "base case of Table II")
        };
        self.part(call, step, (1..=k).map(|j| place(d(k, j))));
    }

    fn part(&mut self, call: &str, step: &str, moves: impl IntoIterator<Item = u64>) {
        self.parts.push(Part {
            stage: "",
            call: call.to_owned(),
            step: step.to_owned(),
            moves: moves.into_iter().collect(),
        });
    }
}
