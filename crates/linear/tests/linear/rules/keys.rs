//! Packed keys: every reachable board comes back from its key, and no two share one.

use proptest::prelude::*;
use std::collections::HashMap;
use std::ops::ControlFlow;
use tait_linear::{
    Block, BlockSet, Board, BoundedSearch, Holes, LinearSpace, Masks, Move, Packing, PruneRules,
    Puzzle, Restrictions,
};
use tait_space::{Bits, PackedKey, StateSpace};

const BLOCKS: [BlockSet; 4] = [
    BlockSet::of(&[Block::R1]),
    BlockSet::of(&[Block::L1, Block::R1]),
    BlockSet::of(&[Block::L2, Block::L1]),
    BlockSet::ANY,
];

fn aligned_plan() -> impl Strategy<Value = BoundedSearch> {
    (2..=12u64, 2..=90u64, 0..BLOCKS.len()).prop_filter_map("a board", |(k, n, blocks)| {
        let restrictions = Restrictions {
            blocks: BLOCKS[blocks],
            ..Restrictions::default()
        };
        // Without the pair-count rule walks go everywhere, not just towards the goal.
        let rules = PruneRules {
            pairs: false,
            blocks: true,
        };
        BoundedSearch::new(Puzzle::new(k, n).ok()?, n as u32, restrictions, rules).ok()
    })
}

/// Returns the boards along a random walk of a space.
fn boards<const W: usize>(bounded: &BoundedSearch, choices: &[usize]) -> Vec<Board<W>>
where
    Masks: Packing<W>,
{
    let space = LinearSpace::<W, _>::new(bounded.clone(), Masks, None);
    let mut boards = space.starts();
    for choice in choices {
        let mut next = Vec::new();
        space.expand(&boards[boards.len() - 1], 9, &mut |_, board| {
            next.push(board);
            ControlFlow::Continue(())
        });
        let Some(&board) = next.get(choice % next.len().max(1)) else {
            break;
        };
        boards.push(board);
    }
    boards
}

fn round_trip<const W: usize, P: Packing<W>>(packing: &P, boards: &[Board<W>]) {
    let mut owners: HashMap<P::Key, Board<W>> = HashMap::new();
    for board in boards {
        let key = packing.pack(board);
        assert_eq!(
            packing.unpack(&key),
            *board,
            "{}",
            board.draw(64 * W as u32)
        );
        assert_eq!(*owners.entry(key).or_insert(*board), *board);
    }
}

/// Returns the boards under every packing for this number of words that is wide enough.
fn every_packing<const W: usize>(bounded: &BoundedSearch, choices: &[usize])
where
    Masks: Packing<W>,
{
    if bounded.width() > Bits::<W>::WIDTH {
        return;
    }
    let boards = boards::<W>(bounded, choices);
    let (coins, k) = (bounded.puzzle.coins() as u32, bounded.puzzle.k());
    let holes = (bounded.margin_left + bounded.margin_right) / k;
    round_trip(&Masks, &boards);
    if let Some(packing) = Holes::<u64>::new(coins, k, holes) {
        round_trip(&packing, &boards);
    }
    if let Some(packing) = Holes::<u128>::new(coins, k, holes) {
        round_trip(&packing, &boards);
    }
    round_trip(&Holes::<Bits<4>>::new(coins, k, holes).unwrap(), &boards);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn every_packing_gives_back_every_reachable_board(
        bounded in aligned_plan(),
        choices in prop::collection::vec(any::<usize>(), 1..40),
    ) {
        every_packing::<1>(&bounded, &choices);
        every_packing::<2>(&bounded, &choices);
        every_packing::<4>(&bounded, &choices);
    }
}

/// Returns what a beam sees along a walk of a space: each successor's move, key and priority.
fn seen<const W: usize>(bounded: &BoundedSearch, choices: &[usize]) -> Vec<(Move, Bits<4>, u32)> {
    let (coins, k) = (bounded.puzzle.coins() as u32, bounded.puzzle.k());
    let holes = (bounded.margin_left + bounded.margin_right) / k;
    let packing = Holes::<Bits<4>>::new(coins, k, holes).unwrap();
    let space = LinearSpace::<W, _>::new(bounded.clone(), packing, None);
    let (mut state, mut seen) = (space.starts()[0], Vec::new());
    for choice in choices {
        let mut next = Vec::new();
        space.expand(&state, 9, &mut |step, board| {
            seen.push((step, space.key(&board), space.priority(&board)));
            next.push(board);
            ControlFlow::Continue(())
        });
        let Some(&board) = next.get(choice % next.len().max(1)) else {
            break;
        };
        assert_eq!(space.state(&space.key(&board)), board);
        state = board;
    }
    seen
}

proptest! {
    #[test]
    fn boards_of_three_words_have_the_states_of_those_of_four(
        bounded in aligned_plan().prop_filter("three words", |plan| plan.width() <= 192),
        choices in prop::collection::vec(any::<usize>(), 1..40),
    ) {
        prop_assert_eq!(seen::<3>(&bounded, &choices), seen::<4>(&bounded, &choices));
    }
}

#[test]
fn a_packing_is_refused_exactly_when_coins_and_holes_need_more_bits_than_the_word_has() {
    for coins in 1..260u32 {
        for holes in 0..12u32 {
            // A hole has 0 to `coins` coins before it.
            let places = u64::from(coins) + 1;
            let bits_of_place = (0..).find(|&bits| 1 << bits >= places).unwrap();
            let needed: u32 = coins + holes * bits_of_place;
            assert_eq!(Holes::<u64>::new(coins, 3, holes).is_some(), needed <= 64);
            assert_eq!(Holes::<u128>::new(coins, 3, holes).is_some(), needed <= 128);
            let is_refused = needed > 256 || holes * bits_of_place > 63;
            assert_eq!(Holes::<Bits<4>>::new(coins, 3, holes).is_none(), is_refused);
        }
    }
}

#[test]
fn packed_boards_have_the_order_of_the_boards() {
    let mut boards: Vec<Board<2>> = (0..40)
        .map(|number| Board::starting(number, 20 + number % 7))
        .chain([Board::default()])
        .collect();
    boards.sort_unstable();
    let packed: Vec<_> = boards.iter().map(|board| board.packed()).collect();
    assert!(packed.is_sorted());
    for (board, packed) in boards.into_iter().zip(packed) {
        assert_eq!(Board::of_packed(packed), board);
    }
}
