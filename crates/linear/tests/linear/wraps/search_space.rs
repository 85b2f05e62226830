//! Compares the space of wraps with a naive search that knows only the rules of the gadget.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use tait_linear::wrap::{AnyWrap, BoundedWrapSearch, BoundedWrapSearchError, WrapClass};
use tait_linear::{BlockLength, FinalType, Move};
use tait_space::{Backward, StateSpace, of_one};
use tait_testkit::DATA;

/// A gadget as text: `o`, `x`, `_`, and opaque cells `[`, `]` (a whole puzzle, slid or not), `A`, `B`.
type Row = Vec<u8>;

fn start(k: usize, m: usize, class: WrapClass) -> Row {
    let split = |outer: u32, inner: u32| {
        let (outer, inner) = (outer as usize, inner as usize);
        [
            "A",
            &"o".repeat(m),
            &"x".repeat(outer - 1),
            "B",
            &"x".repeat(m + inner - outer),
            &"_".repeat(k),
        ]
        .concat()
    };
    let row = match class {
        WrapClass::Closed | WrapClass::OneShot => {
            ["o".repeat(m), "[]".into(), "x".repeat(m), "_".repeat(k)].concat()
        }
        WrapClass::Split {
            inner_penny,
            outer_penny,
            ..
        } => split(outer_penny, inner_penny),
    };
    row.into_bytes()
}

fn is_goal(k: usize, m: usize, class: WrapClass, row: &Row) -> bool {
    let text = String::from_utf8(row.clone()).unwrap();
    match class {
        WrapClass::Closed | WrapClass::OneShot => {
            let is_slid = text.find('[') == Some(m + k);
            let place = if class == WrapClass::Closed {
                text.starts_with('_')
            } else {
                text.ends_with('_')
            };
            let alternates = |inner: &str| {
                let coins = text.replace("[]", inner).trim_matches('_').to_owned();
                let alternates = coins.as_bytes().windows(2).all(|two| two[0] != two[1]);
                alternates && !coins.contains('_')
            };
            // Of either type, though only black is possible: see the module's documentation.
            is_slid && place && (alternates("xo") || alternates("ox"))
        }
        WrapClass::Split {
            final_type,
            inner_penny,
            outer_penny,
        } => {
            let (inner, outer) = (inner_penny as usize, outer_penny as usize);
            let run = (m + outer - inner) / 2;
            let right = if final_type == FinalType::Black {
                "xo"
            } else {
                "ox"
            };
            let right = right.repeat((m + inner - outer) / 2);
            let goal = [
                "A",
                &"x".repeat(inner - 1),
                &"xo".repeat(run),
                "B",
                &"_".repeat(k),
                &right,
            ]
            .concat();
            text == goal
        }
    }
}

/// Counts the ways in which `m` moves, and one inner solution at any time, lead to a goal.
fn naive_count(k: usize, m: usize, class: WrapClass) -> u64 {
    let mut layer = BTreeMap::from([(start(k, m, class), 1u64)]);
    for moved in 0..=m {
        // The inner solution, if it can take place now.
        for (row, count) in layer.clone() {
            let block = row.iter().position(|&cell| cell == b'[');
            if let Some(block) = block.filter(|&block| block == m)
                && row[block + 2..]
                    .iter()
                    .take_while(|&&cell| cell == b'_')
                    .count()
                    >= k
            {
                let mut slid = row;
                slid[block..block + 2 + k].rotate_right(k);
                *layer.entry(slid).or_default() += count;
            }
        }
        if moved == m {
            break;
        }
        let mut next = BTreeMap::new();
        for (row, count) in &layer {
            let windows = |wanted: fn(u8) -> bool| {
                (0..=row.len() - k)
                    .filter(move |&at| row[at..at + k].iter().all(|&cell| wanted(cell)))
            };
            for from in windows(|cell| cell == b'o' || cell == b'x') {
                for to in windows(|cell| cell == b'_') {
                    let mut after = row.clone();
                    for index in 0..k {
                        after.swap(from + index, to + index);
                    }
                    *next.entry(after).or_default() += count;
                }
            }
        }
        layer = next;
    }
    layer
        .iter()
        .filter(|(row, _)| is_goal(k, m, class, row))
        .map(|(_, count)| count)
        .sum()
}

/// Counts the solutions of a space forwards, and checks keys, moves back and the wraps found on the way.
struct Count<'a>(&'a BoundedWrapSearch);

impl Count<'_> {
    fn from<S: Backward<Move = Move>>(
        &self,
        space: &S,
        state: &S::State,
        path: &mut Vec<Move>,
    ) -> u64 {
        assert_eq!(space.state(&space.key(state)), *state);
        let depth = path.len() as u32;
        if depth == self.0.width() {
            assert!(self.0.wrap(path.clone()).is_ok() == space.is_goal(state));
            return u64::from(space.is_goal(state));
        }
        let mut count = 0;
        space.expand(state, self.0.width() - depth, &mut |step, next| {
            path.push(step);
            let solutions = self.from(space, &next, path);
            count += solutions;
            if solutions > 0 {
                let mut leads_back = false;
                space.predecessors(&next, depth + 1, &mut |back, earlier| {
                    leads_back |= back == step && earlier == *state;
                    ControlFlow::Continue(())
                });
                assert!(leads_back, "{:?}: the way back from {path:?}", self.0);
            }
            let _ = path.pop();
            ControlFlow::Continue(())
        });
        count
    }
}

fn compare(k: u64, m: u32, class: WrapClass) -> u64 {
    let bounded = BoundedWrapSearch::new(BlockLength::new(k).unwrap(), m, class).unwrap();
    let count = of_one!(bounded.space().0, space => {
        Count(&bounded).from(&space, &space.starts()[0], &mut Vec::new())
    });
    assert_eq!(
        count,
        naive_count(k as usize, m as usize, class),
        "{bounded:?}"
    );
    count
}

#[test]
fn no_wrap_around_a_whole_puzzle_is_left_out() {
    let mut found = Vec::new();
    for m in 2..=6 {
        for class in [WrapClass::Closed, WrapClass::OneShot] {
            found.push(compare(2, m, class));
            if m <= 5 && (class == WrapClass::Closed || m >= 4) {
                let _ = compare(4, m, class);
            }
        }
    }
    assert!(found.iter().sum::<u64>() > 0);
}

#[test]
fn there_is_none_around_a_whole_puzzle_for_odd_k() {
    for (k, widest) in [(3, 6), (5, 6)] {
        for m in 2..=widest {
            for class in [WrapClass::Closed, WrapClass::OneShot] {
                assert_eq!(naive_count(k, m, class), 0, "k = {k}, m = {m}");
            }
        }
    }
}

#[test]
fn no_split_wrap_is_left_out() {
    let mut found = 0;
    for k in 2..=5 {
        for m in [2, 4, 6] {
            for (inner_penny, outer_penny) in
                [(1, 1), (2, 2), (3, 3), (1, 3), (3, 1), (2, 4), (4, 2)]
            {
                for final_type in [FinalType::Black, FinalType::White] {
                    let class = WrapClass::Split {
                        final_type,
                        inner_penny,
                        outer_penny,
                    };
                    if inner_penny.abs_diff(outer_penny) < m && 2 * m + inner_penny < 14 {
                        found += compare(k, m, class);
                    }
                }
            }
        }
    }
    assert!(found > 0);
}

/// Walks along the moves of a known wrap: no state on the way may be dropped as dead.
fn walk_along<S: Backward<Move = Move>>(space: &S, moves: &[Move]) {
    let width = moves.len() as u32;
    let mut state = space.starts()[0];
    for (depth, &wanted) in (0..width).zip(moves) {
        let mut successor = None;
        space.expand(&state, width - depth, &mut |step, next| {
            if step == wanted {
                successor = Some(next);
            }
            ControlFlow::Continue(())
        });
        let next = successor.unwrap_or_else(|| panic!("move {} is left out", depth + 1));
        let mut leads_back = false;
        space.predecessors(&next, depth + 1, &mut |back, earlier| {
            leads_back |= back == wanted && earlier == state;
            ControlFlow::Continue(())
        });
        assert!(leads_back, "move {} is left out backwards", depth + 1);
        state = next;
    }
    assert!(space.is_goal(&state));
}

#[test]
fn wide_wraps_are_paths_of_the_space() {
    let mut widths = Vec::new();
    for entry in std::fs::read_dir(format!("{DATA}/families")).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        let file: serde_json::Value = serde_json::from_str(&text).unwrap();
        for form in file["wraps"].as_array().into_iter().flatten() {
            let wrap: AnyWrap = serde_json::from_value(form.clone()).unwrap();
            let (width, class) = (wrap.width() as u32, WrapClass::of(&wrap));
            match BoundedWrapSearch::new(wrap.block_length(), width, class) {
                Ok(bounded) => {
                    of_one!(bounded.space().0, space => walk_along(&space, wrap.moves()));
                }
                // Wraps around each other can be wider than any that can be searched.
                Err(error) => {
                    assert!(
                        matches!(error, BoundedWrapSearchError::TooWide { .. }),
                        "{error}"
                    );
                    continue;
                }
            }
            widths.push((wrap.block_length().get(), width));
        }
    }
    for known in [
        (2, 4),
        (4, 22),
        (4, 28),
        (5, 22),
        (5, 28),
        (6, 18),
        (7, 50),
        (8, 26),
    ] {
        assert!(widths.contains(&known), "{known:?} is not in {widths:?}");
    }
}

#[test]
fn gadgets_that_do_not_exist_are_told() {
    let bounded = |k, m, class| BoundedWrapSearch::new(BlockLength::new(k).unwrap(), m, class);
    let split = |inner_penny, outer_penny| WrapClass::Split {
        final_type: FinalType::Black,
        inner_penny,
        outer_penny,
    };
    assert_eq!(
        bounded(5, 12, WrapClass::Closed),
        Err(BoundedWrapSearchError::OddLength(5))
    );
    assert_eq!(
        bounded(4, 1, WrapClass::Closed),
        Err(BoundedWrapSearchError::TooNarrow(1))
    );
    assert_eq!(
        bounded(4, 3, WrapClass::OneShot),
        Err(BoundedWrapSearchError::NarrowOneShot { width: 3, k: 4 })
    );
    assert!(matches!(
        bounded(4, 60, WrapClass::Closed),
        Err(BoundedWrapSearchError::TooWide { cells: 126, .. })
    ));
    for (inner, outer, m) in [(0, 0, 4), (1, 2, 4), (1, 1, 5), (1, 5, 4)] {
        assert!(matches!(
            bounded(5, m, split(inner, outer)),
            Err(BoundedWrapSearchError::Pennies { .. })
        ));
    }
}
