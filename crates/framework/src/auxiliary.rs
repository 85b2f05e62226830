//! Phase 1: the auxiliary puzzle, searched exhaustively by the engine.
//!
//! The puzzle has `2k` nickels `F` and `2k` pennies `H`, which must become black type and white
//! type in `3k` moves with the buffer `R1`; the last coin of each half is stationary. By
//! Requirement 5.1.1(4) the moves come in groups of three: a block of `F` goes to the buffer, a
//! block of `H` fills the hole, and the buffer fills the hole in `H`. Such a group is an
//! *exchange*, and the state space below has one edge for each. (The thesis names the `k`-th and
//! `2k`-th coins as stationary in Requirement 5.1.1(3); it means the `2k`-th and the `4k`-th, the
//! last of each half.)

use tait_puzzle::linear::{AuxiliaryExchange, BlockLength, Pattern};
use tait_puzzle::space::{Flow, StateSpace};
use tait_search::{Control, Outcome, all_shortest};

/// The largest block length whose two halves fit in one key.
pub const LONGEST_AUXILIARY: u32 = 16;

/// Returns every solution of the auxiliary puzzle, in the order of the offsets.
///
/// With equal offsets these are the `k!` permutations of the offsets; with free offsets (the offset
/// in `H` may differ from the one in `F`) there are more.
///
/// # Errors
/// The outcome of a search that stopped. The puzzle is solvable for every `k`, so the search never
/// ends as exhausted.
///
/// ```
/// use tait_framework::auxiliary_solutions;
/// use tait_puzzle::linear::BlockLength;
/// let solutions = auxiliary_solutions(BlockLength::new(3)?, false, &Default::default()).unwrap();
/// assert_eq!(solutions.len(), 6);
/// # Ok::<(), tait_puzzle::linear::PuzzleError>(())
/// ```
pub fn auxiliary_solutions(
    k: BlockLength,
    free_offsets: bool,
    control: &Control<'_>,
) -> Result<Vec<Vec<AuxiliaryExchange>>, Outcome<(u32, u32)>> {
    let space = AuxiliarySpace { k, free_offsets };
    let solutions = all_shortest(&space, k.get(), usize::MAX, control)?;
    Ok(solutions
        .iter()
        .map(|offsets| space.annotated(offsets))
        .collect())
}

/// The contents of both halves, bit `i` of each set when its coin `i` is a penny.
type Halves = (u64, u64);

/// The state space of the auxiliary puzzle, with one edge for each exchange, named by its two
/// offsets.
#[derive(Debug)]
struct AuxiliarySpace {
    k: BlockLength,
    free_offsets: bool,
}

impl AuxiliarySpace {
    fn width(&self) -> u32 {
        2 * self.k.get()
    }

    fn mask(&self) -> u64 {
        (1 << self.width()) - 1
    }

    fn exchanged(&self, (front, back): Halves, (g, h): (u32, u32)) -> Halves {
        let block = (1 << self.k.get()) - 1;
        let (pattern, returned) = (front >> g & block, back >> h & block);
        (
            front & !(block << g) | returned << g,
            back & !(block << h) | pattern << h,
        )
    }

    fn annotated(&self, offsets: &[(u32, u32)]) -> Vec<AuxiliaryExchange> {
        let mut halves = (0, self.mask());
        let mut exchanges = Vec::with_capacity(offsets.len());
        for &(g, h) in offsets {
            exchanges.push(AuxiliaryExchange {
                front_offset: g,
                back_offset: h,
                pattern: Pattern::new(self.k, halves.0 >> g),
                returned: Pattern::new(self.k, halves.1 >> h),
            });
            halves = self.exchanged(halves, (g, h));
        }
        exchanges
    }
}

/// Counts the pairs within a half.
fn pairs(half: u64, width: u32) -> u32 {
    ((half ^ (half >> 1)) & ((1 << (width - 1)) - 1)).count_ones()
}

impl StateSpace for AuxiliarySpace {
    type State = Halves;
    type Key = u64;
    type Move = (u32, u32);

    fn starts(&self) -> Vec<Halves> {
        vec![(0, self.mask())]
    }

    fn key(&self, (front, back): &Halves) -> u64 {
        front | back << self.width()
    }

    fn state(&self, key: &u64) -> Halves {
        (key & self.mask(), key >> self.width())
    }

    fn expand(
        &self,
        halves: &Halves,
        budget: u32,
        visit: &mut dyn FnMut((u32, u32), Halves) -> Flow,
    ) {
        for g in 0..self.k.get() {
            for h in 0..self.k.get() {
                if !self.free_offsets && g != h {
                    continue;
                }
                let next = self.exchanged(*halves, (g, h));
                if self.lower_bound(&next).is_some_and(|least| least < budget)
                    && visit((g, h), next).is_break()
                {
                    return;
                }
            }
        }
    }

    fn is_goal(&self, (front, back): &Halves) -> bool {
        let black = 0x5555_5555_5555_5555 & self.mask();
        *front == black && *back == !black & self.mask()
    }

    /// An exchange gains at most 2 pairs within either half, one at each end of its window.
    fn lower_bound(&self, (front, back): &Halves) -> Option<u32> {
        let fewest = pairs(*front, self.width()).min(pairs(*back, self.width()));
        Some((self.width() - 1 - fewest).div_ceil(2))
    }
}
