//! Committed records with changed numbers: whatever is accepted has to be right.

use crate::laws::bytes::{Bytes, Choices};
use crate::laws::committed;
use crate::laws::judging::extends;
use crate::laws::kinds::is_right;
use crate::naive;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::Range;
use std::sync::LazyLock;
use tait_linear::{Base, Family, Solution};
use tait_store::Record;

/// The text of a record, and the places of its numbers.
struct Genuine {
    text: String,
    integers: Vec<(Range<usize>, i64)>,
}

impl Genuine {
    fn new(text: String) -> Self {
        let integers = integers(&text);
        Self { text, integers }
    }

    /// Changes some numbers of the text, given by their places among the numbers.
    fn forged(&self, changes: &BTreeMap<usize, i64>) -> String {
        let mut forged = String::with_capacity(self.text.len() + 60);
        let mut done = 0;
        for (&place, &change) in changes {
            let (range, number) = &self.integers[place];
            let number = number.saturating_add(change);
            let before = &self.text[done..range.start];
            if write!(forged, "{before}{number}").is_err() {
                panic!("a string takes whatever is written");
            }
            done = range.end;
        }
        forged + &self.text[done..]
    }
}

/// Returns the places of the integers in a JSON text, except for those within strings.
fn integers(text: &str) -> Vec<(Range<usize>, i64)> {
    let mut found = Vec::new();
    // No string of a committed record has a quotation mark in it.
    let mut start = 0;
    for (index, outside) in text.split('"').enumerate() {
        if index % 2 == 0 {
            let mut place = start;
            for word in outside.split_inclusive([',', '[', ']', '{', '}', ':', ' ', '\n']) {
                let number = word.trim_end_matches([',', ']', '}', '\n']);
                if let Ok(value) = number.parse() {
                    found.push((place..place + number.len(), value));
                }
                place += word.len();
            }
        }
        start += outside.len() + 1;
    }
    found
}

static GENUINE: LazyLock<Vec<Genuine>> = LazyLock::new(|| {
    let records = committed::small().into_iter();
    let genuine = records.map(|(record, text)| {
        is_right(&record);
        Genuine::new(text)
    });
    genuine.collect()
});

/// Changes up to three numbers of a small record: the bytes choose the record, then each number and the change.
pub fn forgeries(data: &[u8]) {
    let mut bytes = Bytes(data);
    let genuine = &GENUINE[bytes.below(GENUINE.len() as u64) as usize];
    let mut changes = BTreeMap::new();
    while changes.len() < 3 && !bytes.is_empty() {
        let place = bytes.far_below(genuine.integers.len());
        let _ = changes.insert(place, bytes.signed());
    }
    let is_changed = changes.values().any(|&change| change != 0);
    if is_changed && let Ok(record) = Record::read(genuine.forged(&changes).as_bytes()) {
        is_right(&record);
    }
}

static BASES: LazyLock<Vec<Base>> = LazyLock::new(committed::bases);

/// Changes one or more parts of a base: a stationary coin, a move, or an exchange.
pub fn bases(data: &[u8]) {
    let mut bytes = Bytes(data);
    let mut base = BASES[bytes.below(BASES.len() as u64) as usize].clone();
    while !bytes.is_empty() {
        let (what, which, change) = (bytes.below(6), bytes.byte(), bytes.signed());
        let exchange = usize::from(which) % base.exchanges.len();
        match what {
            0 => base.nickel += change,
            1 => base.penny += change,
            2 => {
                let mut moves = base.solution.moves().to_vec();
                let index = usize::from(which) % moves.len();
                moves[index].from += change;
                base.solution = Solution::new(base.puzzle(), base.solution.start(), moves);
            }
            3 => {
                let exchange = &mut base.exchanges[exchange];
                exchange.number = exchange.number.saturating_add_signed(change);
            }
            4 => base.exchanges[exchange].offset = change.unsigned_abs() as u32 % 8,
            _ => base.exchanges[exchange].complement ^= true,
        }
    }
    let is_base = naive::rows::is_base(&base);
    assert_eq!(base.check().is_ok(), is_base, "{base:?}");
    if is_base {
        let k = base.puzzle().block_length();
        let bases = vec![base];
        extends(&Family { k, bases });
    }
}

#[cfg(test)]
mod tests {
    use super::{GENUINE, integers};
    use std::collections::BTreeMap;

    #[test]
    fn numbers_are_found_and_changed_where_they_are() {
        let text = r#"{"k": 2, "a 3": [[-1,0.5],[40]], "of": {"n":7}}"#;
        let found: Vec<(&str, i64)> = integers(text)
            .into_iter()
            .map(|(range, number)| (&text[range], number))
            .collect();
        assert_eq!(found, [("2", 2), ("-1", -1), ("40", 40), ("7", 7)]);
        let genuine = super::Genuine::new(text.to_owned());
        let changes = BTreeMap::from([(1, -2), (3, 10)]);
        let forged = r#"{"k": 2, "a 3": [[-3,0.5],[40]], "of": {"n":17}}"#;
        assert_eq!(genuine.forged(&changes), forged);
    }

    #[test]
    fn small_records_are_genuine_and_have_numbers() {
        assert!(GENUINE.len() > 40, "{}", GENUINE.len());
        for genuine in GENUINE.iter() {
            assert!(genuine.integers.len() > 3);
            assert_eq!(genuine.forged(&BTreeMap::new()), genuine.text);
        }
    }
}
