//! The names of the proof, and the cases that test its statements.

use super::length;
use tait_generator::prelude::{Prelude, Shifts, Zigzag};
use tait_linear::Puzzle;
use tait_testkit::Random;

/// The type `c(t)`.
pub(super) fn c(t: i64) -> char {
    ['o', 'x', 'x', 'o'][t.rem_euclid(4) as usize]
}

pub(super) fn times(coin: char, times: i64) -> String {
    String::from(coin).repeat(usize::try_from(times).unwrap())
}

/// One prelude, and the names of the proof.
pub(super) struct Case {
    pub(super) k: i64,
    pub(super) n: i64,
    pub(super) d: i64,
    pub(super) y: i64,
    pub(super) z: i64,
}

impl Case {
    pub(super) fn m(&self, t: i64) -> i64 {
        self.k + 2 - t - self.d
    }

    pub(super) fn w(&self, t: i64) -> i64 {
        let Self { k, n, d, y, z } = *self;
        match t {
            1 => n + z - k + 2,
            2 => n + y + 3,
            3 => -d,
            4 => n + z - 2 * k + 4 + d,
            5 => n + y + k - d,
            6 => 4 - k,
            _ if t % 2 == 0 => self.w(t - 6) + 3,
            _ => self.w(t - 6) - 3,
        }
    }

    pub(super) fn core(&self, t: i64) -> String {
        match t {
            3 => times('x', 1 + self.d),
            _ if t % 2 == 0 => self.core(t - 1) + &times(c(t - 1), 1),
            _ => times(c(t - 1), 1) + &self.core(t - 1),
        }
    }

    pub(super) fn word(&self, t: i64) -> String {
        let constant = times(c(t), self.m(t));
        match t % 2 {
            0 => constant + &self.core(t),
            _ => self.core(t) + &constant,
        }
    }

    /// Returns the coins to the left and to the right of `w(T)` in its strip, by statement 3.
    fn around(&self, last: i64) -> (String, String) {
        let threes = |first: i64| {
            (0..)
                .map(move |turn| first - 6 * turn)
                .take_while(|&t| t >= 3)
        };
        let mut behind: Vec<String> = threes(last - 1).map(|t| times(c(t), 3)).collect();
        if let Some(nearest) = behind.first_mut() {
            *nearest = times(c(last - 1), self.m(last));
        }
        let ahead: Vec<String> = threes(last - 4).map(|t| times(c(t), 3)).collect();
        let (mut left, right) = match last % 2 {
            0 => (ahead, behind),
            _ => (behind, ahead),
        };
        left.reverse();
        (left.concat(), right.concat())
    }

    /// Returns the row after move `t`, from `1 - k` to `2n + k`, by statement 3. Dots are free
    /// positions.
    pub(super) fn row(&self, t: i64) -> String {
        let Self { k, n, z, .. } = *self;
        let before = [
            times('x', k),
            times('o', n),
            times('x', n),
            times('o', k - 1 - z),
            times('x', 1 + z),
        ];
        let mut row: Vec<char> = before.concat().chars().collect();
        for last in t - 2..=t {
            let (left, right) = self.around(last);
            let window = match last == t - 2 {
                true => self.word(t),
                false => times('.', k),
            };
            let begin = self.w(last) - left.len() as i64 - (1 - k);
            let strip = left + &window + &right;
            for (at, coin) in (begin as usize..).zip(strip.chars()) {
                row[at] = coin;
            }
        }
        row.into_iter().collect()
    }
}

/// Runs a test on cases for every block length and both zigzags, in rows from the shortest on: for the least, the
/// largest and a random shift of the middle strip, with the least, the largest and a random one of the right strip.
pub(super) fn for_cases(mut test: impl FnMut(&Case, &Prelude, Puzzle)) {
    let mut numbers = Random::new(10);
    let mut between =
        |least: u64, most: u64| least + numbers.below((most - least) as usize + 1) as u64;
    for k in 4..=63 {
        for (zigzag, d) in Zigzag::BOTH.into_iter().zip(0..) {
            let fewest = zigzag.fewest_coins(length(k)).unwrap();
            let sizes = [fewest, fewest + 1, 3 * k, between(fewest, 6 * k)];
            for n in sizes {
                let puzzle = Puzzle::new(length(k).into(), n).unwrap();
                let least = Prelude::first(puzzle, zigzag).unwrap().shifts().middle;
                let farthest = Prelude::farthest(puzzle, zigzag).unwrap();
                for middle in [least, farthest.middle, between(least, farthest.middle)] {
                    for right in [middle, farthest.right, between(middle, farthest.right)] {
                        let prelude =
                            Prelude::new(puzzle, zigzag, Shifts { middle, right }).unwrap();
                        let [k, n, y, z] = [k, n, right, middle].map(|number| number as i64);
                        test(&Case { k, n, d, y, z }, &prelude, puzzle);
                    }
                }
            }
        }
    }
}
