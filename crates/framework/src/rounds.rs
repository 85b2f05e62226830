//! The rounds in which a base of one size is sought.

use crate::base_search::BaseRequest;
use crate::beams::{beam_with_ending, widening_beam};
use tait_linear::BlockSet;
use tait_search::Beam;

/// One round of attempts: the blocks that they may use, and the states that they keep.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Round {
    pub(crate) blocks: BlockSet,
    pub(crate) beam: Beam,
    /// Whether an attempt of this round that drops no state proves that its choice has no base.
    pub(crate) proves: bool,
    /// How many choices are tried at most, counted from the first.
    pub(crate) choices: usize,
    /// Whether an attempt that completes preludes holds each penny in turn, with a beam of its own.
    pub(crate) holds_pennies: bool,
}

/// Returns the rounds, in order of growing width. Some of them search only where bases usually are.
pub(crate) fn rounds(request: &BaseRequest) -> Vec<Round> {
    let blocks = request.restrictions.blocks;
    let usual = if blocks == BlockSet::ANY {
        BlockSet::OF_PROPOSITION[2] // L1R1
    } else {
        blocks
    };
    if request.from_preludes {
        let likely = request.puzzle.n().div_ceil(2) as usize;
        let (k, all) = (request.puzzle.k(), usize::MAX);
        // The first round finds most bases; the others keep more states, or use other noise. The widths for longer
        // blocks were measured for k = 12 (`docs/notebook.md`).
        let short = 3 * k / 2;
        let nickels = match k {
            ..12 => [
                (1_000, (short, 100_000), 0, likely),
                (5_000, (short, 250_000), 0, all),
                (20_000, (short, 500_000), 0, 15),
            ],
            12..14 => [
                (10_000, (14, 300_000), 0, all),
                (10_000, (14, 300_000), 1, all),
                (20_000, (14, 500_000), 2, all),
            ],
            _ => [
                (300, (16, 100_000), 0, all),
                (300, (16, 100_000), 1, all),
                (600, (18, 200_000), 2, all),
            ],
        };
        let completions = nickels.map(|(width, ending, more_seed, choices)| Round {
            blocks: usual,
            beam: beam_with_ending(width, ending, request.seed.wrapping_add(more_seed)),
            proves: false,
            choices,
            holds_pennies: k >= 14,
        });
        return completions.to_vec();
    }
    let quick = |width| Round {
        blocks: usual,
        beam: widening_beam(width, request.seed),
        proves: usual == blocks,
        choices: usize::MAX,
        holds_pennies: false,
    };
    let full = |width| Round {
        blocks,
        beam: widening_beam(width, request.seed),
        proves: true,
        choices: usize::MAX,
        holds_pennies: false,
    };
    vec![
        quick(300),
        quick(1_000),
        full(1_000),
        quick(4_000),
        full(4_000),
        full(20_000),
        full(100_000),
    ]
}
