//! Committed records with numbers changed: what is accepted has to be right.

use crate::bytes::Bytes;
use crate::naive;
use crate::replaying::judged;
use serde_json::Value;
use std::sync::LazyLock;
use tait_puzzle::linear::{Base, Expansion, Family, Solution};
use tait_store::Record;

/// Small records of every kind.
const COMMITTED: [&str; 13] = [
    include_str!("../../../data/solutions/k02/n003.json"),
    include_str!("../../../data/solutions/k03/n006.json"),
    include_str!("../../../data/solutions/k04/n005.json"),
    include_str!("../../../data/families/k02-bases.json"),
    include_str!("../../../data/families/k03-bases.json"),
    include_str!("../../../data/families/k02-wrap-m4.json"),
    include_str!("../../../data/families/k03-split-wrap-m2.json"),
    include_str!("../../../data/families/k04-wrap-m22-m24-m28.json"),
    include_str!("../../../data/classification/k02.json"),
    include_str!("../../../data/classification/k03.json"),
    include_str!("../../../data/wraps/k04-whole-m2-m22.json"),
    include_str!("../../../data/grid-solutions/figure-5.json"),
    include_str!("../../../data/checkers/reversal.json"),
];

static VALUES: LazyLock<Vec<Value>> = LazyLock::new(|| {
    let read = |text: &&str| serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}"));
    COMMITTED.iter().map(read).collect()
});

/// A committed record with up to three numbers changed: which record, then for each number which one and by how much.
pub fn forgeries(data: &[u8]) {
    let mut bytes = Bytes(data);
    let mut value = VALUES[bytes.below(VALUES.len() as u64) as usize].clone();
    for _ in 0..3 {
        let mut numbers = Vec::new();
        collect_numbers(&mut value, &mut numbers);
        let which = bytes.far_below(numbers.len());
        let change = bytes.signed();
        if let Some(number) = numbers[which].as_i64() {
            *numbers[which] = number.saturating_add(change).into();
        }
        if bytes.is_empty() {
            break;
        }
    }
    if let Ok(record) = Record::read(value.to_string().as_bytes()) {
        is_right(&record);
    }
}

fn collect_numbers<'a>(value: &'a mut Value, numbers: &mut Vec<&'a mut Value>) {
    match value {
        Value::Number(_) => numbers.push(value),
        Value::Array(members) => {
            for member in members {
                collect_numbers(member, numbers);
            }
        }
        Value::Object(fields) => {
            for (_, field) in fields {
                collect_numbers(field, numbers);
            }
        }
        _ => {}
    }
}

/// Requires that what a record holds is right by the naive rules.
fn is_right(record: &Record) {
    match record {
        Record::Solution(record) => assert!(judged(&record.solution)),
        Record::Family(record) => {
            extends(&record.family);
        }
        Record::WrapFamily(record) => {
            let family = &record.family;
            for base in family.bases() {
                assert!(judged(base));
            }
            let sizes = (1..200).filter_map(|n| family.composition(n));
            for composition in sizes.take(6) {
                let moves = composition.moves().collect();
                let whole = Solution::new(composition.puzzle(), composition.start(), moves);
                assert!(judged(&whole), "n = {}", composition.puzzle().n());
                assert_eq!(whole.moves().len() as u64, whole.puzzle().n());
            }
        }
        Record::Classification(record) => {
            for cell in &record.cells {
                if let Some(solution) = &cell.cell.solution {
                    assert!(judged(solution));
                    assert!(solution.moves().len() as u64 >= cell.cell.at_least());
                }
            }
        }
        Record::Reversal(record) => {
            for cell in record.cells() {
                let puzzle = tait_puzzle::cells::Puzzle::Reversal(cell.puzzle);
                let judgement = naive::cells::judge(puzzle, &cell.moves);
                assert_eq!(judgement, naive::cells::Judgement::Solved);
            }
        }
        // Their checkers are compared with the naive rules move by move elsewhere.
        Record::WrapSearch(_)
        | Record::Shuffling(_)
        | Record::GridTable(_)
        | Record::GridSolution(_) => {}
    }
}

static BASES: LazyLock<Vec<Base>> = LazyLock::new(|| {
    let families = COMMITTED
        .iter()
        .filter_map(|text| match Record::read(text.as_bytes()) {
            Ok(Record::Family(record)) => Some(record.family.bases),
            _ => None,
        });
    families.flatten().collect()
});

/// A base with one or two things changed: a stationary coin, a move, or an exchange.
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

/// Requires that every base of a family extends to solutions, up to twice.
fn extends(family: &Family) {
    for base in &family.bases {
        assert!(naive::rows::is_base(base));
        for times in 0..=2 {
            let Some(expansion) = Expansion::times(base, times) else {
                panic!("a small base extends {times} times: {base:?}");
            };
            let moves = expansion.moves().collect();
            let whole = Solution::new(expansion.puzzle(), expansion.start(), moves);
            assert!(judged(&whole), "{times} times {base:?}");
            assert_eq!(whole.moves().len() as u64, whole.puzzle().n());
        }
    }
}
