//! Committed records with changed numbers, and pieces of records put together: whatever is accepted has to be right.

use crate::laws::committed;
use crate::laws::kinds::{is_right, knowledge_of, lie, piece};
use crate::laws::knowledge::{Knowledge, add};
use crate::laws::replaying::extends;
use crate::naive;
use crate::random::{Bytes, Choices};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::Range;
use std::path::Path;
use std::sync::LazyLock;
use tait_linear::{Base, Family, Solution};
use tait_store::{Conflict, Record};

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

/// Records with several parts, each with its name.
static WHOLES: LazyLock<Vec<(&'static Path, Record)>> = LazyLock::new(committed::named);

/// Takes some pieces of a record, from bytes that first choose the record and then the pieces.
///
/// Merged in either order, the pieces make a record that is right and says what any of them says, and nothing more. A
/// piece that is merged again adds nothing. A record that contradicts what they say is refused, whichever comes first.
pub fn merges(data: &[u8]) {
    let mut bytes = Bytes(data);
    let (name, whole) = &WHOLES[bytes.below(WHOLES.len() as u64) as usize];
    let count = 2 + bytes.below(3);
    let lie = bytes.one_in(4).then(|| lie(whole, &mut bytes)).flatten();
    // A check costs more than all the rest.
    let is_checked = bytes.one_in(8);
    let pieces: Vec<Record> = (0..count)
        .filter_map(|_| piece(whole, &mut bytes))
        .filter(|piece| is_beside(whole, piece))
        .collect();
    let mut known = Knowledge::new();
    pieces
        .iter()
        .for_each(|piece| add(&mut known, knowledge_of(piece)));
    let forwards = together(pieces.iter(), name);
    let backwards = together(pieces.iter().rev(), name);
    let (Some(forwards), Some(backwards)) = (forwards, backwards) else {
        return;
    };
    for record in [&forwards, &backwards] {
        assert_eq!(knowledge_of(record), known, "{record:?}");
    }
    // With other inputs the pieces come in the other order, so one check is enough.
    if is_checked {
        let checked = forwards.check();
        assert!(checked.is_ok(), "{checked:?}: {forwards:?}");
    }
    let again = together([&forwards, &pieces[0]].into_iter(), name);
    assert_eq!(again.as_ref().map(knowledge_of), Some(known.clone()));
    if let Some(lie) = lie
        && known.get(&lie.claim) >= Some(&lie.strength)
    {
        for (one, other) in [(&forwards, &lie.record), (&lie.record, &forwards)] {
            let merged = one.clone().merged(other.clone(), name);
            assert!(
                matches!(merged, Err(Conflict::Contradiction(_))),
                "{:?}: {merged:?}",
                lie.claim
            );
        }
    }
}

/// Returns whether a piece has the name of the whole; a family of fewer wraps has a name of its own.
fn is_beside(whole: &Record, piece: &Record) -> bool {
    match (whole, piece) {
        (Record::WrapFamily(whole), Record::WrapFamily(piece)) => {
            whole.family.variant() == piece.family.variant()
        }
        _ => true,
    }
}

/// Merges records; returns `None` if there are none.
fn together<'a>(mut records: impl Iterator<Item = &'a Record>, name: &Path) -> Option<Record> {
    let first = records.next()?.clone();
    Some(records.fold(first, |known, record| {
        let known = known.merged(record.clone(), name);
        known.unwrap_or_else(|conflict| panic!("{conflict}"))
    }))
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
