//! Phase 1: the auxiliary puzzle, searched exhaustively by the engine.
//!
//! The puzzle has `2k` nickels `F` and `2k` pennies `H`, which must become black type and white
//! type in `3k` moves with the buffer `R1`; the last coin of each half is stationary. By
//! Requirement 5.1.1(4) the moves come in groups of three: a block of `F` goes to the buffer, a
//! block of `H` fills the hole, and the buffer fills the hole in `H`. Such a group is an
//! *exchange*, and the state space below has one edge for each. (The thesis names the `k`-th and
//! `2k`-th coins as stationary in Requirement 5.1.1(3); it means the `2k`-th and the `4k`-th, the
//! last of each half.)

use std::ops::ControlFlow;
use tait_linear::{AuxiliaryExchange, BlockLength, Pattern};
use tait_search::{Control, Pace, StopReason};

/// The largest block length whose auxiliary puzzle is searched.
pub const LONGEST_AUXILIARY: u32 = 16;

/// Hands over every solution of the auxiliary puzzle, in the order of the offsets, and returns their number.
///
/// With equal offsets these are the `k!` permutations of the offsets; with free offsets (the offset
/// in `H` may differ from the one in `F`) there are more. Solutions are handed over as they are found, and none is kept,
/// so that the memory does not depend on their number.
///
/// # Errors
/// The reason why the search stopped: a limit, or what `visit` broke off with.
///
/// ```
/// use std::ops::ControlFlow;
/// use tait_framework::visit_auxiliary_solutions;
/// use tait_linear::BlockLength;
/// use tait_search::StopReason;
/// // The list for k = 16 has 16! solutions. The first one is the offsets in ascending order.
/// let mut first = Vec::new();
/// let ended = visit_auxiliary_solutions(BlockLength::new(16)?, false, &Default::default(), &mut |solution| {
///     first = solution.iter().map(|exchange| exchange.front_offset).collect();
///     ControlFlow::Break(StopReason::Asked)
/// });
/// assert_eq!(ended, Err(StopReason::Asked));
/// assert_eq!(first, Vec::from_iter(0..16));
/// # Ok::<(), tait_linear::PuzzleError>(())
/// ```
pub fn visit_auxiliary_solutions(
    k: BlockLength,
    free_offsets: bool,
    control: &Control<'_>,
    visit: &mut dyn FnMut(&[AuxiliaryExchange]) -> ControlFlow<StopReason>,
) -> Result<u64, StopReason> {
    let halves = Halves { k, free_offsets };
    let mut walk = Walk {
        halves: &halves,
        control,
        visit,
        pace: Pace::default(),
        path: Vec::new(),
        solutions: 0,
        states: 0,
    };
    match walk.from((0, halves.mask())) {
        ControlFlow::Continue(()) => Ok(walk.solutions),
        ControlFlow::Break(reason) => Err(reason),
    }
}

/// Returns every solution of the auxiliary puzzle, in the order of the offsets.
///
/// # Errors
/// The reason why the search stopped, such as a list that exceeds the memory limit.
///
/// ```
/// use tait_framework::auxiliary_solutions;
/// use tait_linear::BlockLength;
/// let solutions = auxiliary_solutions(BlockLength::new(3)?, false, &Default::default()).unwrap();
/// assert_eq!(solutions.len(), 6);
/// # Ok::<(), tait_linear::PuzzleError>(())
/// ```
pub fn auxiliary_solutions(
    k: BlockLength,
    free_offsets: bool,
    control: &Control<'_>,
) -> Result<Vec<Vec<AuxiliaryExchange>>, StopReason> {
    let most = control.limits.memory.unwrap_or(u64::MAX) / BYTES_LISTED / u64::from(k.get());
    let mut solutions = Vec::new();
    let _ = visit_auxiliary_solutions(k, free_offsets, control, &mut |solution| {
        if solutions.len() as u64 >= most {
            return ControlFlow::Break(StopReason::Memory);
        }
        solutions.push(solution.to_vec());
        ControlFlow::Continue(())
    })?;
    Ok(solutions)
}

/// The bytes that an exchange takes in a list and in what is made of it: the JSON with its three moves.
const BYTES_LISTED: u64 = 400;

/// The contents of both halves, bit `i` of each set when its coin `i` is a penny.
type Contents = (u64, u64);

/// The two halves, and which exchanges are allowed.
#[derive(Debug)]
struct Halves {
    k: BlockLength,
    free_offsets: bool,
}

impl Halves {
    fn width(&self) -> u32 {
        2 * self.k.get()
    }

    fn mask(&self) -> u64 {
        (1 << self.width()) - 1
    }

    /// Makes an exchange: what it carries and returns, and the contents after it.
    fn exchange(&self, (front, back): Contents, g: u32, h: u32) -> (AuxiliaryExchange, Contents) {
        let block = (1 << self.k.get()) - 1;
        let (pattern, returned) = (front >> g & block, back >> h & block);
        let exchange = AuxiliaryExchange {
            front_offset: g,
            back_offset: h,
            pattern: Pattern::new(self.k, pattern),
            returned: Pattern::new(self.k, returned),
        };
        let front = front & !(block << g) | returned << g;
        (exchange, (front, back & !(block << h) | pattern << h))
    }

    fn is_goal(&self, (front, back): Contents) -> bool {
        let black = 0x5555_5555_5555_5555 & self.mask();
        front == black && back == !black & self.mask()
    }

    /// Returns a lower bound on the exchanges to the goal. An exchange gains at most 4 pairs in both halves together, one
    /// at each end of its two windows: the pairs within the windows only change places.
    fn lower_bound(&self, (front, back): Contents) -> u32 {
        let width = self.width();
        let pairs = pairs(front, width) + pairs(back, width);
        (2 * (width - 1) - pairs).div_ceil(4)
    }
}

/// Counts the pairs within a half.
fn pairs(half: u64, width: u32) -> u32 {
    ((half ^ (half >> 1)) & ((1 << (width - 1)) - 1)).count_ones()
}

/// The depth-first walk through all sequences of exchanges. With equal offsets each step leads to a solution, as every
/// order of the offsets is one.
struct Walk<'a> {
    halves: &'a Halves,
    control: &'a Control<'a>,
    visit: &'a mut dyn FnMut(&[AuxiliaryExchange]) -> ControlFlow<StopReason>,
    pace: Pace,
    path: Vec<AuxiliaryExchange>,
    solutions: u64,
    states: u64,
}

impl Walk<'_> {
    fn from(&mut self, contents: Contents) -> ControlFlow<StopReason> {
        let (halves, k) = (self.halves, self.halves.k.get());
        let left = k - self.path.len() as u32;
        if left == 0 {
            if !halves.is_goal(contents) {
                return ControlFlow::Continue(());
            }
            self.solutions += 1;
            return (self.visit)(&self.path);
        }
        for g in 0..k {
            let equal = g..g + 1;
            for h in if halves.free_offsets { 0..k } else { equal } {
                let (exchange, next) = halves.exchange(contents, g, h);
                if halves.lower_bound(next) >= left {
                    continue;
                }
                self.states += 1;
                let is_limit = self.control.limits.states == Some(self.states - 1);
                if is_limit || self.pace.is_due() {
                    // Nothing is stored.
                    let reason = self.control.stop_reason(self.states, 0);
                    reason.map_or(ControlFlow::Continue(()), ControlFlow::Break)?;
                }
                self.path.push(exchange);
                self.from(next)?;
                let _ = self.path.pop();
            }
        }
        ControlFlow::Continue(())
    }
}
