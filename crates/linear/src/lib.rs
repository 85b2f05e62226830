//! The linear puzzle: `n` nickels, then `n` pennies, and moves of `k` adjacent coins.
//!
//! `n` nickels `o` and then `n` pennies `x` stand on consecutive positions `M` of an unbounded
//! line. A move `(i→j)` takes the `k` coins at `i..i+k`, order kept, to positions `j..j+k` that are
//! all free *before* the move (so `|i - j| >= k`). The row must end up contiguous and alternating,
//! anywhere. The crate holds the rules ([`Move`], [`Replay`], [`check`]), the analysis of a
//! solution ([`analyse`]), families that settle all large `n` ([`Family`], [`Extension`]) and the
//! state spaces that engines search ([`BoundedSearch`], [`LinearSpace`]).
//!
//! The following sections prove the claims that searches rely on. A *pair* is two adjacent coins of
//! different types; the *gain* of a move is the pairs it creates minus those it destroys, and its
//! *cost* is 2 minus its gain.
//!
//! # The lower bound
//!
//! A move creates at most 2 pairs, one at each end of its block, so a cost is never negative. The
//! start has 1 pair and the goal `2n - 1`, so the costs of a solution of `L` moves add up to
//! `2L - (2n - 2)`, the *slack* `s`. The first move lands beside `M` or apart from it, touches at
//! most one coin, and costs at least 1. So `s >= 1`, and as `s` is even, `L >= n` for `n >= 2`
//! (Theorem 2.1.1; for `n = 1` the row alternates already). It also follows that
//! `(2n - 1 - pairs) / 2`, rounded up, is an admissible and consistent bound on the moves to come,
//! and that a move that costs more than the rest of the slack can be pruned: the **pair-count
//! rule**.
//!
//! # The board
//!
//! **Theorem.** If there is a solution of `L` moves, there is one that stays within `s * k`
//! positions on each side of `M`, where `s = 2L - (2n - 2)`.
//!
//! *Proof.* Call a position covered when it holds a coin at some time. If a position that is never
//! covered lies between covered ones, delete it, and move everything right of it up by one. No
//! block that moves contains it, destinations that were free are still free, and the final row does
//! not contain it: we have a solution with the same number of moves. So let the covered positions
//! form an interval. Now count the landings that cover a position for the first time. Let `U` be
//! the positions covered before such a landing, and look at the coins that the landed block
//! touches:
//!
//! * none: it creates no pair and costs at least 2. Let there be `a` of these;
//! * one: it costs at least 1. Let there be `b`;
//! * two: both are in `U`, and between them lies a position that was not. So the landing joins two
//!   components of `U`. Only a landing of the first kind adds a component, one each time, and there
//!   is one at the start: so there are at most `a` landings of this kind.
//!
//! Together these are at most `2a + b <= s` landings, each covering at most `k` new positions. ∎
//!
//! The final type and the stationary coins do not change when positions are deleted, so the theorem
//! holds for solutions restricted in these ways. A required shift does: then only positions outside
//! both `M` and the final row may be deleted. The count is the same, as deletions do not change
//! which positions are covered: at most `s * k` positions outside `M` are covered, and those beyond
//! `M` and the final row adjoin one of them. The board is longer by the shift. A block set given by
//! the user *is* the board.
//!
//! # The k-block rule
//!
//! **Lemma.** In a solution of exactly `n` moves every gap between coins has a multiple of `k`
//! positions at all times, and the covered positions outside `M` are one or two of the blocks next
//! to it: R1, L1, L1 and R1, R1 and R2, or L1 and L2.
//!
//! *Proof.* Here `s = 2`. The first move costs 1 or 2, so either one later move costs 1 and the others
//! nothing, or all later moves cost nothing. A move that costs nothing creates two pairs: it fills
//! a gap of exactly `k`. A move that costs 1 touches a coin. Taking a block away adds `k` to a gap
//! (or joins two gaps and adds `k`), or takes `k` and the gap behind it off an end of the row;
//! landing against a coin takes `k` off a gap or adds `k` to an end. So if every landing touches a
//! coin, all gaps stay multiples of `k`, and the ends of the row stay multiples of `k` away from
//! those of `M`. A landing beyond the row's ends touches one coin at most and costs at least 1, so
//! there are at most two, and they land on the blocks named.
//!
//! The remaining case is a first move that touches nothing and spends all of the slack: its block
//! `D` lands at a distance `g` from `M`. If `g = 0`, `D` was cut off the end of `M` that it lands
//! beside: it stands on R1 or L1 with a gap of `k` before it, and all later landings touch coins,
//! as before. Let `g >= 1`. From then on, every move fills a gap of exactly `k`, so nothing ever
//! lands beyond `D`. Either the gap next to `D` is filled at some time before `D` moves: then the
//! gap is `g` plus a multiple of `k`, by which the end of the row has retreated, and it is `k`; so
//! `g = k`, and `D` stands on R2 or L2. Or `D` moves first, which it does as a whole; the coins are
//! then all back on the `2n` positions of `M`, no gap is left, and that was the last move. So `D`'s
//! pattern alternates, although it was cut out of `o^n x^n`: it is `ox`, and `k = 2`. The row
//! between was then `o^(n-1) _ _ x^(n-1)` all the time, or a move before `D`'s filled its gap with
//! two new pairs; but between `o` and `x` that takes `xo`, which no window of such a row shows. So
//! `D` goes back to where it came from and makes no pair with either neighbour: a contradiction. ∎
//!
//! So a search for `n` moves needs only landings that keep gaps multiples of `k`, on the board of
//! `M` and two blocks on each side. This repairs Propositions 2.2.1 to 2.2.3 of the thesis, which
//! argue that an `n`-move solution destroys no pair and that a detached block cannot fit. Counting
//! forbids only a *net* gain that is too small: a gain of 1 may be two pairs made and one
//! destroyed. [`propositions`] checks the repaired statements.
//!
//! # Dead states
//!
//! Once the slack is spent, every move creates two pairs and destroys none, so pairs are permanent.
//! Coins joined by pairs move together, and a fragment of more than `k` coins, or one that holds a
//! coin required to be stationary, stays where it is. A coin also stays if every window of `k`
//! positions that contains it meets such a fragment: no window around the coin can ever move. The
//! goal alternates, so type plus position has the same parity for all coins that stay, and a
//! stationary coin determines this parity beforehand; a state in which one of them disagrees is
//! dead. Proof records are made without this rule, so that their counts are easy to define.
//!
//! # The end of a row without slack
//!
//! Once the slack is spent, every move that is left gains 2 ([dead states](#dead-states)): it fills a gap of exactly `k`
//! positions between two coins that stay, makes a pair at both ends, and destroys none.
//!
//! The *phase* of a coin is the parity of its type plus its position. All coins of the last row have one phase, that of the
//! goal. A gap is *matched* if the coins beside it have the same phase. A *segment* is a run of coins between gaps, and an
//! *end coin* the first or last of the row.
//!
//! **Lemma.** Let a block of a move of gain 2 stand between two coins, and let these stay. Then the coins beside the new gap
//! have the phases of those beside the old one, plus `D + 1`, where `D` is the distance of the move. So the new gap is
//! matched if and only if the old one was.
//!
//! *Proof.* The block makes pairs at its ends, so they have the phases of the coins beside the old gap. Before the move they
//! had these plus `D`. The coins beside it, with which it was not a pair, had the other phases, and keep them. ∎
//!
//! Other blocks stand at an end of the row, and leave no gap; beside a gap, which then has `2k` positions and can never be
//! filled again; or are a whole segment, and leave no gap if this is at an end. Let `L >= 1` moves be left, and let every
//! gap have `k` positions. The row has `2n - 1 - 2L` pairs, so the number of its neighbours of the same type has the parity
//! of the number of its gaps.
//!
//! **Theorem (one gap).** The gap is matched. Let its neighbours have the phase `p`, and let `s` coins be left of it. Then
//! the phase of the goal is `p + s + L`. One end coin has this phase and never moves. The last move takes coins from the
//! other end.
//!
//! *Proof.* There is one gap until the last move, which takes a block from an end. By the lemma the gap stays matched or not,
//! and `p + s + L` stays what it is: `p` changes by `D + 1`, `s` by `D`, and `L` by 1. The last block comes to stand
//! between coins of the goal's phase `f`, so the gap is matched, and `p = f`. Say that it stands at the left end. The coin
//! right of it stays and has the phase `f`, so its own last coin has the other one before it moves by `s` positions: `s` is
//! odd, and with `L = 1` the sum is `f`. As `2n` is even the same holds at the right end. The number of neighbours of the
//! same type is odd and the gap is matched, so the end coins differ in phase. The one that is not taken has the phase `f`. ∎
//!
//! **Theorem (two gaps).** At least one of them is matched. Let the first coin have the phase `q`, and the coins right of the
//! gaps `p` and `p'`. Let `s` coins be between the gaps, and let `e` be 1 if both gaps are matched and 0 otherwise. Then
//! the phase of the goal is `f = q + L + p + p' + s + e`, with one exception: one gap is unmatched, and the last move takes
//! a whole segment of `k` coins beside it. Then the end coin of this segment has the phase `f`, the other one never moves,
//! and it has the phase of the goal, `f + 1`.
//!
//! *Proof.* By the lemma `f` stays the same as long as there are two gaps: `L` and `s` change, if `D` is odd, by 1 and
//! `D`, and a `p` by `D + 1`. Let `u` be 0 if the gap that is filled is matched, 1 if not, and `p` belong to it.
//!
//! *A block from the left end leaves one gap.* By the theorem above it is matched, and so `u + e = 1`. The first coin, which
//! comes to stand beside the left neighbour of the gap, has `q = p + u + D`. So `f = L + p' + s + D + 1`. If the left gap
//! is filled, `D` is the number of coins left of it, and `D + s` that of the coins left of the other gap. If the right one
//! is filled, `D` is `s` plus `k` plus the number of coins left of the other gap, which will have lost `k` coins. Either
//! way `f` is the phase that the theorem above says.
//!
//! *A block from the right end leaves one gap.* The end coins differ in phase if and only if one gap is unmatched, so the
//! last coin has the phase `q + u`. It comes to stand beside the right neighbour of the gap: `q + u = p + D`. Again
//! `f = L + p' + s + D + 1`, and counting coins from the right, of which there are `2n` in all, shows the same.
//!
//! *A block that is a whole segment leaves none.* Then `L = 1`, the middle segment and the other end have the goal's phase,
//! and the gap that is filled is matched. If the segment is the first, it moves by `2k + s`, so `q + s` is the goal's phase,
//! and so are `p` and `p'`: `f` is this phase plus `1 + e`. If it is the last, `q` and one of the `p` are the goal's
//! phase, and the other `p` is that plus `s`: again `f` is this phase plus `1 + e`. So it is the goal's if both gaps are
//! matched. If not, the end coins differ in phase, and the one that stays has the goal's. ∎
//!
//! **What can still change.** Let `C` be the gaps at first. A window can be taken only if it cuts no pair and meets no
//! fragment that stays. Both its ends are between neighbours of the same type, or at an end of the row from which coins are
//! taken, or within `C`; or it is a whole segment at an end. A block that lands makes pairs at its ends, so no neighbours of
//! the same type arise at the border of `C`. Such windows are added to `C` until nothing changes. Everything outside `C` stays
//! and must have the goal's phase, and no neighbours of the same type can be left that no such window separates. A window
//! with known ends must also fit the gaps: by the lemma, a matched gap takes a block whose ends are of the same type for odd
//! `k`, and of different types for even `k`.
//!
//! # Counting all solutions
//!
//! The rules above are made for the question whether a solution exists. They also keep *every* solution of exactly `L`
//! moves that lies on the board:
//!
//! * The pair-count rule leaves out a state only if no goal is within the moves left. No solution passes through it.
//! * The k-block rule is used for `L = n` alone, and the lemma speaks of every solution of `n` moves.
//! * A search for dead states leaves out states from which no goal is within reach. Counts are made without it.
//! * No first move is left out by symmetry, and no cells are opaque: that happens in searches for wraps alone.
//! * A state may occur at several depths. A count follows all walks from the start, so it keeps it at each of them.
//!
//! The board does not lose a solution of `n` moves, by the lemma. For `L > n` it may, because coins can be set aside far
//! away.
//!
//! **Theorem.** Let `c` be the number of solutions of `L` moves on the board with `s * k` positions on each side of `M`,
//! and `c'` the number on the board with one more position on each side. If `c = c'`, there are exactly `c` solutions on
//! the unbounded line. Otherwise there are infinitely many.
//!
//! *Proof.* Suppose that no solution leaves a position uncovered between covered ones. Then the proof of the board
//! theorem shows that every solution lies on the smaller board, and so `c = c'` is the number of all. Suppose now that
//! some solution has such a position, say right of `M`: all positions of `M` are covered. Insert further positions
//! there. No block contains the place, so every number of them gives a solution, and there are infinitely many. Delete
//! all uncovered positions: the solution then lies on the smaller board. Now insert as many as it takes for the last
//! covered position to be the last one of the larger board. This solution is not on the smaller board, so `c < c'`. ∎
//!
//! With a required shift, positions between `M` and the final row are neither inserted nor deleted, and the proof holds
//! for the others.
//!
//! Mirror images with flipped types are counted separately. They come in pairs: a move `i→j` that is its own image has
//! `i = 2n + 2 - k - i` and `j = 2n + 2 - k - j`, so `i = j`. Half of the number counts each pair once (section 2.3 of
//! the thesis), unless a restriction holds for only one of the two.
//!
//! # Solutions that begin with given moves
//!
//! For `L = n` the lemma says where the given moves can land. For `L > n` let `H` be the positions from the first to the
//! last of `M` and the positions that these moves cover. The board is `H` with `s * k` positions on each side. The proof of
//! the board theorem holds with `H` in place of `M`: positions in `H` are not deleted, `H` is one component of `U`, and
//! each landing that covers a new position outside `H` is counted as before.
//!
//! # Total distance
//!
//! Let `D` be the sum of `|j - i|` over the moves `i→j` of a solution, and `S` its shift.
//!
//! **Theorem (signed distances).** The sum of `j - i` over the moves is `2nS / k`. So `k` divides `2nS`, and `D` has the
//! parity of `2nS / k`. In a solution of `n` moves `k` divides `S`, and `D` is even.
//!
//! *Proof.* A move adds `k (j - i)` to the sum of the positions of all coins, and the whole solution adds `2nS`. The sums
//! of `j - i` and of `|j - i|` have the same parity. In `n` moves all gaps are multiples of `k`, and so are the ends of
//! the row from those of `M`. ∎
//!
//! **Theorem (bounds).** Let `r` be the number of pairs inside the block of a move. Every solution has
//! `k D >= n² - n + 2k R` if the final row is white and `k D >= n² + n + 2k R` if it is black, where `R` is the sum of
//! `(r + 1) / 2`, rounded down, over the moves. In particular `D >= (n² - n) / k + 2 (k / 2)`, where `k / 2` is rounded
//! down. A solution of `n` moves has `D <= n (2n + k)`. So for every `k` the least total distance of `n` moves grows as
//! `n²`, for those `n` for which `n` moves suffice.
//!
//! *Proof.* Let `P` be the sum of the positions of the pennies less that of the nickels. At the start `P = n²`. At the end
//! it is `n` if the row is white, and `-n` if it is black. A block of `k` coins with `r` pairs has `r + 1` runs, which
//! alternate between the types, so each type has at least `(r + 1) / 2` coins, rounded down. A move therefore changes `P`
//! by at most `(k - 2 ((r + 1) / 2)) |j - i|`, and `|j - i| >= k`. Add this up over the moves. The last move slides a
//! block of the final row, which alternates: `r = k - 1`. For the other bound, both places of a block lie within `M` and
//! two blocks beside it, and do not overlap: `|j - i| <= 2n + 2k - k`. ∎
//!
//! **Observation.** For `k = 3` and odd `n`, the algorithm of section 4.1 of the thesis has `D = n² + n + 2`. It makes
//! `(n + 1) / 2` moves of distance `n + 2`, `(n - 3) / 2` of distance `n`, and one of distance `n + 1`. Exhaustive search
//! shows that this is the least for `n = 3, 5, 7, 9`, where the solution is unique but for its mirror image, and not for
//! `n = 11`, where the least is 132.
//!
//! Where there are infinitely many solutions, there is no largest total distance, since a move crosses the inserted
//! positions. The least is on the board, because deleting positions makes no distance longer.
//!
//! # What a proof record counts
//!
//! The record of a search for `L` moves ([`Exhaustion`]) holds the sizes of the sets `S_0, S_1, ...`:
//!
//! * A *state* says for each position of the board whether it is free, holds a nickel or holds a
//!   penny. The board is finite: rows in different places are different states.
//! * `S_0` holds the starting row alone.
//! * `S_(d+1)` holds each state that is in none of `S_0, ..., S_d` and comes from a state of `S_d`
//!   by a move within the board after which `2n - 1 - pairs <= 2 (L - d - 1)`: the pairs still
//!   missing can be made in the moves still left, so that the slack spent so far,
//!   `2 (d + 1) - (pairs - 1)`, is at most `2L - (2n - 2)`. (Without the pair-count rule, this
//!   condition is dropped.)
//! * For `L = n`, with the k-block rule, only landings are allowed whose distance to the nearest coin
//!   on the left, or to the left end of the board where there is none, is a multiple of `k`.
//! * Coins that are required to be stationary do not move. Nothing else is left out, neither dead
//!   states nor mirror images.
//!
//! The list ends with the first empty set, a 0, or with `S_L`. A state of `S_L` has all its pairs,
//! so it is a goal; a search that found nothing therefore ends with a 0, unless a final type or a
//! shift is asked for. A state that is reached again later has less slack left, and would add
//! nothing.
//!
//! # What a proof that there is no base counts
//!
//! A base of size `n` ([`Base`]) is an `n`-move solution with a nickel and a penny that never move,
//! whose moves include `k` exchanges. Both coins are part of one alternating row, so their positions
//! differ by an odd number. A mirror image with nickels and pennies swapped turns a base with `(a, b)`
//! into one with `(2n + 1 - b, 2n + 1 - a)`, because an exchange may carry the complement of its
//! pattern. So [`choices_of_base`] leaves out one of two such choices.
//!
//! For each choice, the record ([`BaseExhaustion`]) holds the sizes of the sets `S_0, S_1, ...` of a
//! search for `n` moves, as above, with the two coins as further stationary ones. To each state belong
//! the sets of offsets that the moves of some path to it may have used, each with every order of
//! exchanges and with complements. A state is left out if its largest set lacks more offsets than
//! there are moves left. The record is a proof if no state of `S_n` has the set of all offsets. The
//! offsets of an exchange are the same in both halves of the auxiliary puzzle: this is what [`Base`]
//! requires, and the proof says nothing about other requirements.
//!
//! # One depth for each state
//!
//! After `d` moves a state with `p` pairs has spent `2d - (p - 1)` of the slack. In a search for
//! `n` moves this is 1 or 2 after the first move, and its parity is that of `p - 1`: the state
//! determines the depth, and a layered search need not look for it in earlier layers.
//!
//! # Rows that only rotate
//!
//! With `k = 2n - 1` one coin stays at every move. If it touches the moved block afterwards, the
//! row is rotated; if it does not, only the same block can move next. So the cyclic order of the
//! coins never changes; it has two places where the type changes, and an alternating row has `2n`.
//! For `n >= 2` there is no solution at all.

mod analysis;
mod auxiliary;
mod blocks;
mod board;
mod certificate;
mod choices;
mod classification;
mod coin;
mod doubles;
mod extension;
mod family;
mod impossible;
mod moves;
mod pattern;
mod reading;
mod replay;
mod requirement;
mod row;
pub mod rows;
mod size;
mod solution;
mod space;
pub mod wrap;

pub use analysis::{Analysis, Condition, Stationary, analyse, propositions};
pub use auxiliary::{
    AuxiliaryError, AuxiliaryExchange, AuxiliaryHeader, AuxiliaryList, AuxiliaryListError,
    AuxiliaryListVerdict, AuxiliaryOffsets, AuxiliarySolution, AuxiliaryVerdict, UsedOffsets,
    window_of,
};
pub use blocks::{Block, BlockSet};
pub use board::Board;
pub use certificate::{
    BaseExhaustion, Claim, ExhaustedChoice, Exhaustion, Finding, PruneRules, Restrictions,
    SizeWithoutBase,
};
pub use choices::{base_choices, choices_of_base, is_mirrored_equal};
pub use classification::{Cell, CellAnswer};
pub use coin::{Coin, FinalType};
pub use doubles::{
    Approach, DoublesBase, DoublesExtension, DoublesFamily, DoublesFamilyError, Strips,
};
pub use extension::{Extension, Moves};
pub use family::{Base, Coverage, Exchange, Family, FamilyError};
pub use impossible::ImpossibleRestrictions;
pub use moves::{FARTHEST_POSITION, Move, Notation, moves_in_line};
pub use pattern::Pattern;
pub use reading::{Header, MoveReader, read_solution};
pub use replay::{CheckError, MoveError, Replay, Step, Verdict, check};
pub use requirement::{BaseChoices, ChoiceError, ExchangeChoices, RequirementFailure};
pub use row::Row;
pub use size::{BlockLength, LARGEST_SIZE, LONGEST_BLOCK, Parity, Puzzle, PuzzleError, Size};
pub use solution::{Solution, header_line};
pub use space::{
    BoundedSearch, BoundedSearchError, CutCounts, Cuts, DeadStates, Holes, HolesKey, KeyWord,
    LinearSpace, LinearSpaces, LinearStates, Masks, Packing, WIDEST_BOARD, Weights,
};
pub use tait_text::MoveTextError;
pub use tait_text::ReadError;
