//! The key states of the paper.

use super::first_move::FirstMove;
use std::fmt;
use std::iter::repeat_n;
use tait_vacancy::checkers::Checkers;

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
    row: Row,
}

/// A row of the form that all key states have, with at least as many black checkers as white ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Row {
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
        let Row {
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
        row: Row {
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
