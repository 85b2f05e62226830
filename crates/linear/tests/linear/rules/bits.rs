//! Compares every operation on `Bits` with a list of booleans, for boards of one to four words.

use proptest::collection::vec;
use proptest::prelude::*;
use tait_space::Bits;

fn bits<const W: usize>(cells: &[bool]) -> Bits<W> {
    let mut bits = Bits::EMPTY;
    for (cell, _) in (0..).zip(cells).filter(|(_, set)| **set) {
        bits |= Bits::single(cell);
    }
    bits
}

fn cells<const W: usize>(bits: &Bits<W>) -> Vec<bool> {
    (0..Bits::<W>::WIDTH).map(|cell| bits.get(cell)).collect()
}

/// Returns the list moved by a distance; empty cells come in.
fn moved(cells: &[bool], distance: i64) -> Vec<bool> {
    (0..cells.len() as i64)
        .map(|cell| {
            usize::try_from(cell - distance).is_ok_and(|from| cells.get(from) == Some(&true))
        })
        .collect()
}

#[derive(Debug, Clone)]
struct Case {
    one: Vec<bool>,
    other: Vec<bool>,
    at: usize,
    end: usize,
    distance: u32,
    length: u32,
    value: u64,
}

fn case() -> impl Strategy<Value = Case> {
    let dense = vec(prop::bool::weighted(0.9), 256);
    let even = vec(any::<bool>(), 256);
    let one = prop_oneof![dense, even];
    let other = vec(any::<bool>(), 256);
    (
        one,
        other,
        0..=256usize,
        0..=256usize,
        0..64u32,
        1..64u32,
        any::<u64>(),
    )
        .prop_map(|(one, other, at, end, distance, length, value)| Case {
            one,
            other,
            at,
            end,
            distance,
            length,
            value,
        })
}

fn agrees<const W: usize>(case: &Case) {
    let width = 64 * W;
    let (one, other) = (&case.one[..width], &case.other[..width]);
    let (a, b) = (bits::<W>(one), bits::<W>(other));
    assert_eq!(Bits::<W>::WIDTH as usize, width);
    assert_eq!(cells(&a), one);
    assert_eq!(a == b, one == other);

    let both = |f: fn(bool, bool) -> bool| -> Vec<bool> {
        one.iter().zip(other).map(|(&x, &y)| f(x, y)).collect()
    };
    assert_eq!(cells(&(a & b)), both(|x, y| x && y));
    assert_eq!(cells(&(a | b)), both(|x, y| x || y));
    assert_eq!(cells(&(a ^ b)), both(|x, y| x != y));
    assert_eq!(cells(&!a), both(|x, _| !x));
    let mut assigned = a;
    assigned &= b;
    assert_eq!(assigned, a & b);
    assigned |= a;
    assert_eq!(assigned, a);

    let set: Vec<u32> = (0..)
        .zip(one)
        .filter(|(_, x)| **x)
        .map(|(i, _)| i)
        .collect();
    assert_eq!(a.iter().collect::<Vec<_>>(), set);
    assert_eq!(a.count() as usize, set.len());
    assert_eq!(
        (a.first(), a.last()),
        (set.first().copied(), set.last().copied())
    );
    assert_eq!(a.is_empty(), set.is_empty());

    let distance = i64::from(case.distance);
    assert_eq!(cells(&a.up(case.distance)), moved(one, distance));
    assert_eq!(cells(&a.down(case.distance)), moved(one, -distance));

    let length = case.length as usize;
    let windows: Vec<bool> = (0..width)
        .map(|begin| (begin..begin + length).all(|cell| one.get(cell) == Some(&true)))
        .collect();
    assert_eq!(cells(&a.windows(case.length)), windows);

    let spread: Vec<bool> = (0..width)
        .map(|cell| (cell.saturating_sub(length - 1)..=cell).any(|begin| one[begin]))
        .collect();
    assert_eq!(cells(&a.spread(case.length)), spread);

    let (links, from) = (&one[..width - 1], case.at.min(width - 1));
    let around: Vec<bool> = (0..width)
        .map(|to| {
            let between = &links[from.min(to)..from.max(to)];
            between.len() <= 62 && between.iter().all(|&link| link)
        })
        .collect();
    assert_eq!(cells(&Bits::<W>::around(from as u32, &bits(links))), around);

    let (at, end) = (case.at.min(width), case.end.min(width));
    let range: Vec<bool> = (0..width).map(|cell| (at..end).contains(&cell)).collect();
    assert_eq!(cells(&Bits::<W>::range(at as u32, end as u32)), range);

    // Cut out `distance` cells at `at`; insert the same number of empty ones.
    let gap = case.distance as usize;
    let mut closed = one.to_vec();
    drop(closed.drain(at..(at + gap).min(width)));
    closed.resize(width, false);
    assert_eq!(cells(&a.closed_up(at as u32, case.distance)), closed);
    let mut opened = one.to_vec();
    drop(opened.splice(at..at, std::iter::repeat_n(false, gap)));
    opened.truncate(width);
    assert_eq!(cells(&a.opened(at as u32, case.distance)), opened);

    let begin = case.at.min(width - 1);
    let window = (0..length)
        .filter(|i| one.get(begin + i) == Some(&true))
        .fold(0, |window, i| window | 1 << i);
    assert_eq!(a.window(begin as u32, case.length), window);
    let without: Vec<bool> = (0..width).map(|cell| one[cell] && cell != begin).collect();
    assert_eq!(cells(&a.without(begin as u32)), without);
    let value = case.value & ((1 << length) - 1);
    let laid: Vec<bool> = (0..width)
        .map(|cell| (begin..begin + length).contains(&cell) && value >> (cell - begin) & 1 == 1)
        .collect();
    assert_eq!(cells(&Bits::<W>::laid(value, begin as u32)), laid);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn bits_behave_as_a_list_of_booleans(case in case()) {
        agrees::<1>(&case);
        agrees::<2>(&case);
        agrees::<3>(&case);
        agrees::<4>(&case);
    }
}
