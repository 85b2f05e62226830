//! The boards of the searches are wide enough: a naive search on a much wider board, without any
//! pruning, finds a solution of the same length and none that is shorter.

use super::runs::{EXACT, answer, bounded, run};
use rustc_hash::FxHashSet;
use tait_search::Control;

/// Masks of the cells that hold coins, and of those that hold pennies.
type Row = (u64, u64);

fn is_goal((coins, pennies): Row) -> bool {
    let first = coins.trailing_zeros();
    let (coins, pennies) = (coins >> first, pennies >> first);
    let contiguous = coins & (coins + 1) == 0;
    let alternating = 0x5555_5555_5555_5555;
    contiguous && (pennies == coins & alternating || pennies == coins & (alternating << 1))
}

/// Calls `visit` with the row after every move that the rules allow, of blocks that are turned if `is_turned`.
fn moves(
    (k, is_turned): (u32, bool),
    width: u32,
    (coins, pennies): Row,
    mut visit: impl FnMut(Row),
) {
    let block = (1u64 << k) - 1;
    for from in 0..=width - k {
        if coins >> from & block != block {
            continue;
        }
        let slid = pennies >> from & block;
        let landed = match is_turned {
            true => (0..k).fold(0, |row, at| row << 1 | slid >> at & 1),
            false => slid,
        };
        for to in 0..=width - k {
            if coins >> to & block == 0 {
                visit((
                    coins & !(block << from) | block << to,
                    pennies & !(block << from) | landed << to,
                ));
            }
        }
    }
}

/// Returns the smallest number of moves up to `most`, with `margin` free cells on each side.
fn naive_optimum((k, is_turned): (u32, bool), n: u32, margin: u32, most: usize) -> Option<usize> {
    let width = 2 * n + 2 * margin;
    assert!(width <= 63);
    let coins = ((1 << (2 * n)) - 1) << margin;
    let pennies = ((1 << n) - 1) << (margin + n);
    let mut layer = FxHashSet::from_iter([(coins, pennies)]);
    for depth in 1..=most {
        let mut next = FxHashSet::default();
        let mut found = false;
        for &row in &layer {
            moves((k, is_turned), width, row, |after| {
                found |= is_goal(after);
                // The last layer is examined, not kept.
                if depth < most {
                    let _ = next.insert(after);
                }
            });
        }
        if found {
            return Some(depth);
        }
        layer = next;
    }
    None
}

#[test]
fn a_wider_board_without_pruning_gives_the_same_optimum() {
    // More than twice the margin of the bounded search for n moves, which is 2k, and not a multiple
    // of k.
    for (k, n, margin, most) in [
        (2, 2, 13, 4),
        (2, 3, 13, 3),
        (2, 4, 11, 4),
        (3, 2, 16, 4),
        (3, 3, 16, 3),
        (3, 4, 13, 4),
        (4, 3, 17, 4),
        (4, 4, 17, 4),
        (5, 3, 16, 4),
    ] {
        let naive = naive_optimum((k, false), n, margin, most);
        for engine in EXACT {
            let found = (n as usize..=most).find_map(|moves| {
                let bounded = bounded(k.into(), n.into(), moves as u32);
                assert!(bounded.margin_left < margin || moves > n as usize);
                answer(&run(engine, &bounded, Control::default()))
            });
            assert_eq!(found, naive, "{engine:?} k={k} n={n}");
        }
    }
}

#[test]
fn so_does_one_in_the_turned_puzzle() {
    for (k, n, margin, most, optimum) in [
        (2, 2, 13, 4, Some(3)),
        (2, 3, 13, 4, Some(4)),
        (2, 4, 11, 5, Some(5)),
        (3, 2, 16, 4, None),
        (3, 3, 16, 5, Some(5)),
        (3, 4, 13, 5, Some(5)),
        (4, 4, 17, 5, Some(5)),
    ] {
        assert_eq!(
            naive_optimum((k, true), n, margin, most),
            optimum,
            "k={k} n={n}"
        );
        for engine in EXACT {
            let found = (n as usize..=most).find_map(|moves| {
                let mut bounded = bounded(k.into(), n.into(), moves as u32);
                bounded.puzzle = bounded.puzzle.turned();
                answer(&run(engine, &bounded, Control::default()))
            });
            assert_eq!(found, optimum, "{engine:?} k={k} n={n}");
        }
    }
}
