//! The beginning of a solution with a doubles move, for every odd `k` from 9 on, without a move that is lost.
//!
//! A solution of `n` moves makes `2n - 2` pairs of unlike neighbours, and a move makes two at most. Here the first two moves make one pair
//! each, and every other one makes two. So these moves can begin a solution of `n` moves, as far as pairs tell.
//!
//! A *hand* is a block that begins with `xxooxxoo..`, and ends with pennies. Three moves make one with `xxooxxoo`. The hand grows by four coins
//! as it leaves a place behind `..xxoo`: the next block begins four coins further left, and leaves `xxxx` behind. What it leaves is such a place
//! again. So two places in turn serve for all growth, and each next one is `k + 2` positions right of the one before.

use tait_linear::{BlockLength, Move, Parity};

/// Returns the moves up to and with the doubles move; `None` for even `k`, `k < 9`, or where `n` is too small. The first coin is at 1.
///
/// The doubles move comes from between nickels. Together with the moves `(q-2→p)(p-2→q-2)(q-4→p-2)..` that follow a doubles move `p→q`, it is a long
/// chain, which makes two pairs with each move as long as there are nickels left of `p` and pennies left of `q`.
///
/// ```
/// use tait_generator::doubles_prelude;
/// use tait_linear::Puzzle;
/// let puzzle = Puzzle::new(15, 75)?;
/// let moves = doubles_prelude(puzzle.block_length(), puzzle.n()).expect("n is large enough");
/// assert_eq!(moves.len(), 9);
/// assert_eq!(moves.last(), Some(&(55, 106).into()));
/// # Ok::<(), tait_linear::PuzzleError>(())
/// ```
#[must_use]
pub fn doubles_prelude(k: BlockLength, n: u64) -> Option<Vec<Move>> {
    let (k, n) = (i64::from(k.get()), i64::try_from(n).ok()?);
    let is_short = n > i64::MAX / 4 || k < 9;
    if is_short || Parity::Even.includes(k.unsigned_abs()) {
        return None;
    }
    // The hand has to grow by four from 8 coins on, once for each place but the last.
    let places = k / 4 - 2;
    let is_one = k % 4 == 1;
    // Places right of the first nickels, and places right of pennies that are put between the last nickels.
    let (left, right) = ((places + 1) / 2, places / 2);
    let pennies = n - 2 - right * (k + 2) - k;
    let mut last = if right > 0 { pennies - 2 } else { n - 3 };
    let spare = last - k + 1;
    if is_one {
        last = spare - 2;
    }
    let mut end = last - k + 1;
    // The coins beside the seams stay from now on, so that they have to be of the types that they have in the end. The theorem on two gaps
    // tells which these are.
    end -= (end - n - i64::from(is_one)).rem_euclid(2);
    let mut hands: Vec<i64> = (0..places)
        .map(|place| match place % 2 {
            0 => 5 + place / 2 * (k + 2),
            _ => pennies + k + 2 + place / 2 * (k + 2),
        })
        .collect();
    hands.push(end);
    // Blocks of the last pennies, with one penny between them.
    let count = 1 + i64::from(right > 0) + i64::from(is_one);
    // No move straddles the seams any more, so that there has to be room on the right.
    let room = k;
    let leftmost = 2 * n + 1 - room - count * (k + 1) - if is_one { 0 } else { k - 2 };
    // Strips alternate with their neighbours in the end only if the seams are an odd distance apart.
    let shift = (leftmost - end + 1).rem_euclid(2);
    let mut blocks = (1..).map(|block| 2 * n + 1 - room - shift - block * (k + 1));
    let mut block = || blocks.next().unwrap_or_default();
    let first = block();
    let mut moves = vec![
        (first, 1 - k),
        (3 - k, 1 - 2 * k),
        (n - 1, 3 - k),
        (hands[0], first),
        (-k - 3, hands[0]),
    ];
    let (mut hole, mut nickels) = (-k - 3, first);
    for (place, hand) in hands.windows(2).enumerate() {
        if place == 0 && right > 0 {
            nickels = block();
            moves.extend([(pennies, hole), (nickels, pennies)]);
            hole = nickels;
        }
        moves.extend([(hand[1], hole), (hand[0] - 4, hand[1])]);
        hole = hand[0] - 4;
    }
    let target = if is_one { block() } else { nickels - (k - 2) };
    match is_one {
        true => moves.extend([(spare, hole), (target, spare)]),
        // Pennies and two nickels fill what the third move left.
        false => moves.push((target, n - 1)),
    }
    moves.push((end - 2, target));
    let is_long = end >= left * (k + 2) + 6 && target >= n + k;
    is_long.then(|| moves.into_iter().map(Move::from).collect())
}

#[cfg(test)]
mod tests {
    use super::doubles_prelude;
    use std::collections::HashMap;
    use tait_linear::BlockLength;

    #[test]
    fn nothing_is_lost_and_nothing_straddles_the_seams() {
        for k in (9..64_i64).step_by(2) {
            let length = BlockLength::try_from(k.unsigned_abs()).unwrap();
            let least = (1..)
                .find(|&n| doubles_prelude(length, n).is_some())
                .unwrap();
            assert!(
                least <= (k * (k + 26) / 4).unsigned_abs(),
                "k = {k}: {least}"
            );
            for n in [least, least + 1, least + 64] {
                let moves = doubles_prelude(length, n).unwrap();
                let n = n.cast_signed();
                let mut row: HashMap<i64, bool> = (1..=2 * n).map(|at| (at, at > n)).collect();
                let pairs = |row: &HashMap<i64, bool>| {
                    let unlike = |(at, coin): (&i64, &bool)| {
                        row.get(&(at + 1)).is_some_and(|next| next != coin)
                    };
                    row.iter().filter(|&it| unlike(it)).count()
                };
                let mut before = pairs(&row);
                let last = *moves.last().unwrap();
                for (number, step) in moves.iter().enumerate() {
                    if number + 1 == moves.len() {
                        let block: Vec<bool> = (0..k).map(|c| row[&(step.from + c)]).collect();
                        assert!(
                            (0..k).all(|c| block[c as usize] == (c / 2 % 2 == 1)),
                            "{block:?}"
                        );
                        assert_eq!((step.from - n).rem_euclid(2), i64::from(k % 4 == 1));
                        assert!(step.from <= n && !row[&(step.from - 1)]);
                        assert!(
                            step.to > n && row[&(step.to - 1)] && (step.to - step.from) % 2 == 1
                        );
                    } else {
                        let is_apart = |seam: i64, at: i64| seam <= at || at + k <= seam;
                        assert!(
                            [last.from, last.to]
                                .iter()
                                .all(|&seam| is_apart(seam, step.from) && is_apart(seam, step.to))
                        );
                    }
                    let coins: Vec<bool> = (0..k)
                        .map(|c| row.remove(&(step.from + c)).unwrap())
                        .collect();
                    for (at, coin) in (step.to..).zip(coins) {
                        assert_eq!(row.insert(at, coin), None, "k = {k}, n = {n}");
                    }
                    let after = pairs(&row);
                    assert_eq!(
                        after - before,
                        if number < 2 { 1 } else { 2 },
                        "k = {k}, n = {n}, move {}",
                        number + 1
                    );
                    before = after;
                }
            }
        }
    }
}
