//! Wraps that are known from elsewhere.

use tait_linear::wrap::{SplitWrap, SplitWrapForm, Wrap};
use tait_linear::{BlockLength, FinalType, Move, Puzzle, Solution};

fn block_length(k: u64) -> BlockLength {
    BlockLength::new(k).unwrap()
}

fn moves(list: &[(i64, i64)]) -> Vec<Move> {
    list.iter().copied().map(Move::from).collect()
}

/// Returns a split wrap of black type for five coins, from one penny to another.
fn five_coins((inner_penny, outer_penny): (u64, u64), list: &[(i64, i64)]) -> SplitWrap {
    SplitWrap::new(SplitWrapForm {
        k: block_length(5),
        final_type: FinalType::Black,
        inner_penny,
        outer_penny,
        moves: moves(list),
    })
    .unwrap()
}

/// Returns Algorithm 3.1 of the thesis, with the puzzle of size `n - 4` as two cells.
pub(crate) fn algorithm_3_1() -> Wrap {
    Wrap::new(
        block_length(2),
        2,
        moves(&[(2, 11), (7, 2), (10, 5), (1, 10)]),
    )
    .unwrap()
}

/// Returns a wrap for four coins that a search found.
pub(crate) fn k4_width_22() -> Wrap {
    let list = [
        (17, 47),
        (41, 17),
        (12, 41),
        (36, 12),
        (2, 36),
        (15, 2),
        (38, 15),
        (31, 38),
        (44, 31),
        (25, 44),
        (33, 23),
        (10, 33),
        (46, 10),
        (16, 46),
        (39, 16),
        (7, 39),
        (18, 7),
        (13, 18),
        (30, 13),
        (41, 30),
        (36, 41),
        (1, 36),
    ];
    Wrap::new(block_length(4), 10, moves(&list)).unwrap()
}

/// Returns Algorithm 4.1 of the thesis, which splits left of the second penny.
pub(crate) fn algorithm_4_1() -> SplitWrap {
    SplitWrap::new(SplitWrapForm {
        k: block_length(3),
        final_type: FinalType::White,
        inner_penny: 2,
        outer_penny: 2,
        moves: moves(&[(2, 8), (6, 2)]),
    })
    .unwrap()
}

/// The moves of a wrap for five coins of class `T(1 -> 1)`, `A` at cell 1 and `B` at cell 24.
pub(crate) const K5_WIDTH_22: [(i64, i64); 22] = [
    (2, 47),
    (34, 2),
    (10, 34),
    (41, 10),
    (16, 41),
    (26, 16),
    (45, 26),
    (12, 45),
    (30, 12),
    (6, 30),
    (38, 6),
    (14, 38),
    (32, 14),
    (42, 32),
    (18, 42),
    (39, 18),
    (29, 39),
    (3, 29),
    (46, 3),
    (31, 46),
    (10, 31),
    (25, 10),
];

/// Returns the split wrap for five coins of width 24 that a search found.
pub(crate) fn k5_width_24() -> SplitWrap {
    let list = [
        (4, 51),
        (44, 4),
        (11, 44),
        (28, 11),
        (48, 28),
        (38, 48),
        (19, 38),
        (7, 19),
        (17, 7),
        (5, 17),
        (40, 5),
        (30, 40),
        (42, 30),
        (13, 42),
        (20, 13),
        (44, 20),
        (34, 44),
        (46, 34),
        (2, 46),
        (38, 2),
        (50, 38),
        (35, 50),
        (42, 35),
        (27, 42),
    ];
    five_coins((1, 1), &list)
}

/// Returns the one-shot `T(1 -> 3)` for five coins of width 16 that a search found.
pub(crate) fn k5_one_to_three() -> SplitWrap {
    let list = [
        (3, 35),
        (29, 3),
        (10, 29),
        (22, 10),
        (33, 22),
        (6, 33),
        (31, 6),
        (14, 31),
        (25, 14),
        (12, 25),
        (2, 12),
        (9, 2),
        (28, 9),
        (15, 28),
        (34, 15),
        (21, 34),
    ];
    five_coins((1, 3), &list)
}

/// Returns the split wrap for five coins of width 22.
pub(crate) fn k5_width_22() -> SplitWrap {
    five_coins((1, 1), &K5_WIDTH_22)
}

/// Returns the split wrap `T(4 -> 4)` for five coins of width 22 that a search found.
pub(crate) fn k5_four_to_four() -> SplitWrap {
    let list = [
        (2, 50),
        (44, 2),
        (9, 44),
        (36, 9),
        (46, 36),
        (29, 46),
        (16, 29),
        (6, 16),
        (18, 6),
        (43, 18),
        (33, 43),
        (45, 33),
        (30, 45),
        (22, 30),
        (47, 22),
        (8, 47),
        (15, 8),
        (37, 15),
        (49, 37),
        (34, 49),
        (41, 34),
        (28, 41),
    ];
    five_coins((4, 4), &list)
}

/// Returns a two-sided base for [`k5_four_to_four`].
pub(crate) fn k5_two_sided_base() -> Solution {
    let list = [
        (15, -4),
        (-3, 33),
        (30, -3),
        (6, 30),
        (21, 6),
        (29, 15),
        (5, 29),
        (13, 21),
        (-2, 5),
        (22, -2),
        (31, 13),
        (14, 22),
        (1, 14),
        (12, 31),
        (23, 12),
        (-4, 23),
    ];
    base(5, 16, &list)
}

/// Returns a solution with its first coin at 1.
pub(crate) fn base(k: u64, n: u64, list: &[(i64, i64)]) -> Solution {
    Solution::new(Puzzle::new(k, n).unwrap(), 1, moves(list))
}
