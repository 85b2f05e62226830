//! Wraps, replayed naively on rows of letters, with an idealised inner solution.
//!
//! Nothing here shares code with the symbolic checker. A gadget is a list of cells of known lengths,
//! and its position in the row is the sum of the lengths before it. The row is a vector of letters:
//! `o`, `x`, `.` for a free position, and `O`, `X` for coins of the inner puzzle, which outer moves
//! must not slide. Only the result of the inner solution is played, if the row has the room that it
//! needs.

use tait_linear::wrap::{SplitWrapForm, WrapForm};
use tait_linear::{FinalType, Move, Solution};

/// The type and shift of the solution that a wrap makes of an inner one.
pub type Made = (FinalType, i64);

/// The sizes of the inner puzzles to try.
const INNER: [usize; 5] = [1, 2, 3, 8, 13];

/// Returns the letters of an alternating row.
fn alternating(first: FinalType, length: usize) -> impl Iterator<Item = char> {
    let letters = match first {
        FinalType::White => ['O', 'X'],
        FinalType::Black => ['X', 'O'],
    };
    (0..length).map(move |index| letters[index % 2])
}

/// Plays an outer move given in cells of these lengths; returns false when it is not allowed.
fn play(row: &mut [char], lengths: &[usize], k: usize, step: Move) -> bool {
    let windows = [step.from, step.to].map(|cell| {
        let first = usize::try_from(cell).ok()?.checked_sub(1)?;
        // All k cells must exist and be one position long each.
        let cells = lengths.get(first..first.checked_add(k)?)?;
        let begin: usize = lengths[..first].iter().sum();
        (cells.iter().all(|&length| length == 1)).then_some(begin)
    });
    let [Some(from), Some(to)] = windows else {
        return false;
    };
    if row[from..from + k]
        .iter()
        .any(|&coin| coin != 'o' && coin != 'x')
        || row[to..to + k].iter().any(|&coin| coin != '.')
    {
        return false;
    }
    for index in 0..k {
        row.swap(from + index, to + index);
    }
    true
}

/// Returns the type and shift of a row, if it is contiguous and alternates.
fn made(row: &[char]) -> Option<Made> {
    let text: String = row.iter().collect::<String>().to_lowercase();
    let coins: Vec<char> = text.trim_matches('.').chars().collect();
    let first = match coins[0] {
        'o' => FinalType::White,
        _ => FinalType::Black,
    };
    let alternates = coins.windows(2).all(|two| two[0] != two[1]) && !coins.contains(&'.');
    alternates.then(|| (first, text.find(|letter| letter != '.').unwrap() as i64))
}

/// Returns what a wrap makes of an inner solution of a type and size.
fn around(form: &WrapForm, inner_type: FinalType, n: usize) -> Option<Made> {
    let (k, m) = (form.k.get() as usize, form.moves.len());
    let row: String = [
        "o".repeat(m),
        "O".repeat(n),
        "X".repeat(n),
        "x".repeat(m),
        ".".repeat(k),
    ]
    .concat();
    let mut row: Vec<char> = row.chars().collect();
    // The two cells in the middle are n positions long each.
    let lengths = |slid: usize| -> Vec<usize> {
        let place = |cell: usize| cell == m + slid || cell == m + 1 + slid;
        (0..2 * m + 2 + k)
            .map(|cell| if place(cell) { n } else { 1 })
            .collect()
    };
    // For n = 1, all cells have the same length.
    for index in 0..=m {
        if index == form.before {
            let free = m + 2 * n..m + 2 * n + k;
            if row[free].iter().any(|&coin| coin != '.') {
                return None;
            }
            let inner: Vec<char> = std::iter::repeat_n('.', k)
                .chain(alternating(inner_type, 2 * n))
                .collect();
            row[m..m + k + 2 * n].copy_from_slice(&inner);
        }
        if let Some(&step) = form.moves.get(index) {
            let slid = if index >= form.before { k } else { 0 };
            if !play(&mut row, &lengths(slid), k, step) {
                return None;
            }
        }
    }
    (form.before <= m).then(|| made(&row))?
}

/// Returns the inner type of a wrap and its result, if it is a wrap for all sizes tried.
#[must_use]
pub fn judge_whole(form: &WrapForm) -> Option<(FinalType, Made)> {
    if form.moves.is_empty() {
        return None;
    }
    let judge = |inner_type| {
        let all: Vec<Option<Made>> = INNER.map(|n| around(form, inner_type, n)).to_vec();
        let first = all[0]?;
        all.iter()
            .all(|made| *made == Some(first))
            .then_some((inner_type, first))
    };
    judge(FinalType::Black).or_else(|| judge(FinalType::White))
}

/// Returns whether a form is a split wrap, for the sizes tried.
#[must_use]
pub fn judge_split(form: &SplitWrapForm) -> bool {
    let (k, m) = (form.k.get() as usize, form.moves.len());
    let (inner, outer) = (form.inner_penny as usize, form.outer_penny as usize);
    if m == 0 || inner == 0 || outer == 0 || m + inner < outer {
        return false;
    }
    // Penny q stays where it is, so its position must hold a penny in the final row. No other size has
    // an inner solution.
    let parity = usize::from(form.final_type == FinalType::White);
    let fits =
        |n: &usize| *n >= inner && n + inner > k && (n + inner + k + 1 + parity).is_multiple_of(2);
    let sizes: Vec<usize> = (1..).filter(|n| fits(n)).take(8).collect();
    sizes
        .into_iter()
        .all(|n| splits(form, n, k, m, inner, outer))
}

fn splits(form: &SplitWrapForm, n: usize, k: usize, m: usize, inner: usize, outer: usize) -> bool {
    let right = m + inner - outer;
    let b = n - inner + 1;
    let row: String = [
        "O".repeat(n),
        "o".repeat(m),
        "x".repeat(outer - 1),
        "X".repeat(b),
        "x".repeat(right),
        ".".repeat(k),
    ]
    .concat();
    let mut row: Vec<char> = row.chars().collect();
    let mut lengths = vec![1; 2 + m + outer - 1 + right + k];
    lengths[0] = n;
    lengths[m + outer] = b;
    if !form
        .moves
        .iter()
        .all(|&step| play(&mut row, &lengths, k, step))
    {
        return false;
    }
    // The inner row, on both sides of a line left of B: its nickels, its pennies and its free
    // positions.
    let line = n + m + outer - 1;
    let left = n + inner - 1;
    let begins = row[n..left].iter().all(|&coin| coin == 'x');
    let Some(free) = row.get(line + b..line + b + k) else {
        return false;
    };
    if line < left || !begins || free.iter().any(|&coin| coin != '.') {
        return false;
    }
    let result: Vec<char> = std::iter::repeat_n('.', k)
        .chain(alternating(form.final_type, 2 * n))
        .collect();
    assert_eq!(result[left], 'X', "penny q is where it was");
    row[..left].copy_from_slice(&result[..left]);
    row[line..line + b + k].copy_from_slice(&result[left..]);
    made(&row) == Some((form.final_type, k as i64))
}

/// Returns whether a list of moves is an inner solution: `n` moves on its row and R1, shift `+k`, the given type. With
/// a stationary penny, if one is given, it may use L1, too.
#[must_use]
pub fn is_inner(solution: &Solution, final_type: FinalType, penny: Option<u64>) -> bool {
    let (k, n) = (
        solution.puzzle().k() as usize,
        solution.puzzle().n() as usize,
    );
    let reach = if penny.is_some() { k } else { 0 };
    let row: String = [
        ".".repeat(reach),
        "o".repeat(n),
        "x".repeat(n),
        ".".repeat(k),
    ]
    .concat();
    let mut row: Vec<char> = row.chars().collect();
    if let Some(penny) = penny {
        // An upper-case coin is one that `play` refuses to slide.
        match (n + penny as usize)
            .checked_sub(1)
            .filter(|_| (1..=n as u64).contains(&penny))
        {
            Some(index) => row[reach + index] = 'X',
            None => return false,
        }
    }
    let lengths = vec![1; reach + 2 * n + k];
    let start = solution.start() - 1 - reach as i64;
    solution.moves().len() == n
        && solution
            .moves()
            .iter()
            .all(|step| play(&mut row, &lengths, k, step.shifted(-start)))
        && made(&row) == Some((final_type, (reach + k) as i64))
}
