//! Solutions that extend by the theorem of [doubles](tait_linear::DoublesBase).
//!
//! The first doubles move comes early, as no coin may have moved past the seams before. So a search has two parts. A beam
//! first makes blocks `aabbaabb..`, which takes about `k / 2` moves. For even `k` another beam continues with each such
//! move, towards the next doubles move, and so on. Then one beam for each last doubles move completes all sequences that
//! end with it, while the coins beside the seams rest, and from `k = 12` on a wider one those that come far. For odd `k`, and all
//! from 12 on, completions drop [the rows without slack that cannot end](DeadStates::Unusual), with those that would have to end
//! in an unusual way. `docs/notebook.md`, *Doubles*, has the measurements behind the widths and the weights of the priority.

use crate::beams::{Beams, WEIGHTS, beam_with_ending};
use crate::completion::{completed, played};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::cmp::Reverse;
use std::hash::{Hash, Hasher};
use std::ops::{ControlFlow, Range};
use tait_linear::{
    Approach, BlockLength, BoundedSearch, Coin, DeadStates, DoublesBase, LinearStates, Move,
    PruneRules, Puzzle, Restrictions, Solution, Strips, WIDEST_BOARD,
};
use tait_search::{
    Attempt, Control, Event, FailedAttempts, Outcome, StopReason, WhileWanted, first_success,
};
use tait_space::of_one;

/// The number of passes over the sizes, each with other beginnings.
const ROUNDS: u64 = 4;

/// Returns what completions drop, and their beams. The families on record, for `k` up to 11 and for 15, were found by narrow
/// beams. Those of even `k` kept the rows without an end, so most of their beams were in vain.
fn manner(k: u32, seed: u64) -> (DeadStates, Beams) {
    let former = Beams::one(beam_with_ending(1_000, (20, 100_000), seed));
    match k {
        ..12 if k.is_multiple_of(2) => (DeadStates::Frozen, former),
        ..12 | 15 => (DeadStates::Unusual, former),
        _ => {
            let narrow = beam_with_ending(3_000, (16, 300_000), seed);
            (DeadStates::Unusual, Beams::with_wide(narrow))
        }
    }
}

/// A search for a solution of `n` moves that extends by doubles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DoublesRequest {
    /// The block length.
    pub k: BlockLength,
    /// The sizes to try, one after the other; sizes without a [narrow enough](WIDEST_BOARD) board are skipped.
    pub sizes: Vec<u64>,
    /// The seed of the beams.
    pub seed: u64,
    /// How many attempts have failed in an earlier run of the same request: they are not made again.
    pub failed: u64,
}

/// The outcome of a search for a solution that extends by doubles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DoublesOutcome {
    /// A solution.
    Found(Solution),
    /// So many attempts failed, which proves nothing.
    NotFound(u64),
    /// The search stopped.
    Stopped(StopReason),
}

impl DoublesRequest {
    /// Creates the usual search for a block length: the sizes from about `19k / 4` on, or from `4k` on for even `k`, with a
    /// remainder modulo the coins of each type that a base inserts, which are 2 for odd `k`.
    ///
    /// ```
    /// use tait_framework::DoublesRequest;
    /// let request = DoublesRequest::new(15u64.try_into()?, 1);
    /// assert_eq!((request.sizes.first(), request.sizes.last()), (Some(&71), Some(&97)));
    /// # Ok::<(), tait_linear::PuzzleError>(())
    /// ```
    #[must_use]
    pub fn new(k: BlockLength, residue: u64) -> Self {
        Self::between(k, residue, (None, None))
    }

    /// Returns whether this search is the one to try for a block length: where a family of bases takes days, a base needs
    /// two doubles moves at most, and boards are narrow enough.
    ///
    /// ```
    /// use tait_framework::DoublesRequest;
    /// let advised = (2..=63u64).filter(|&k| DoublesRequest::is_advised(k.try_into().expect("a length")));
    /// assert_eq!(advised.collect::<Vec<_>>(), [15, 17, 18, 19]);
    /// ```
    #[must_use]
    pub fn is_advised(k: BlockLength) -> bool {
        let is_possible = |residue| !Self::new(k, residue).sizes.is_empty();
        let is_short = Strips::moves_of_base(k) <= 2;
        k.get() > 14 && is_short && (0..Strips::period_of_base(k)).any(is_possible)
    }

    /// Creates the search of the sizes in a range; what is `None` is as usual.
    #[must_use]
    pub fn between(k: BlockLength, residue: u64, (from, to): (Option<u64>, Option<u64>)) -> Self {
        let length = u64::from(k.get());
        let usual = if length.is_multiple_of(2) {
            4 * length
        } else {
            19 * length / 4
        };
        let from = from.unwrap_or(usual);
        let widest = WIDEST_BOARD as u64;
        let period = Strips::period_of_base(k);
        let is_asked = |n: &u64| n % period == residue && bounded(k, *n).is_some();
        Self {
            k,
            sizes: (from..=to.unwrap_or(widest).min(widest))
                .filter(is_asked)
                .collect(),
            seed: 1,
            failed: 0,
        }
    }
}

/// Searches the sizes one after the other, and then again with other beginnings, until a base is found. Several attempts
/// run side by side, and the first success in their order counts, so the result depends on nothing but the request.
///
/// The sink receives the number of attempts that have failed without a gap from the first on.
///
/// ```
/// use tait_framework::{DoublesOutcome, DoublesRequest, find_doubles};
/// use tait_linear::{DoublesBase, MoveSequence as _};
/// let request = DoublesRequest { sizes: vec![15], ..DoublesRequest::new(5u64.try_into()?, 1) };
/// let DoublesOutcome::Found(base) = find_doubles(&request, &Default::default()) else { panic!() };
/// let bases = DoublesBase::all(&base)?;
/// assert_eq!(bases[0].extended(1_000).map(|extension| extension.count()), Some(2_015));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn find_doubles(request: &DoublesRequest, control: &Control<'_>) -> DoublesOutcome {
    let mut made = 0;
    for round in 0..ROUNDS {
        for bounded in request.sizes.iter().filter_map(|&n| bounded(request.k, n)) {
            let seed = request.seed.wrapping_add(round);
            let groups = match Beginnings::all(&bounded, seed, control) {
                Ok(groups) => groups,
                Err(reason) => return DoublesOutcome::Stopped(reason),
            };
            let size = Size {
                bounded,
                groups,
                seed,
                before: made,
                failed: request.failed,
            };
            made += size.groups.len() as u64;
            match size.search(control) {
                Ok(Some(base)) => return DoublesOutcome::Found(base),
                Ok(None) => {}
                Err(reason) => return DoublesOutcome::Stopped(reason),
            }
        }
    }
    DoublesOutcome::NotFound(made)
}

fn bounded(k: BlockLength, n: u64) -> Option<BoundedSearch> {
    let puzzle = Puzzle::new(k.into(), n).ok()?;
    let bound = u32::try_from(n).ok()?;
    BoundedSearch::new(
        puzzle,
        bound,
        Restrictions::default(),
        PruneRules::default(),
    )
    .ok()
}

/// The attempts at one size with one seed.
struct Size {
    bounded: BoundedSearch,
    groups: Vec<Beginnings>,
    seed: u64,
    /// How many attempts come before these.
    before: u64,
    /// How many attempts have failed in an earlier run.
    failed: u64,
}

impl Size {
    fn search(&self, control: &Control<'_>) -> Result<Option<Solution>, StopReason> {
        let known = self.failed.saturating_sub(self.before) as usize;
        let count = self.groups.len();
        let tell = |attempts| {
            let attempts = self.before + attempts;
            control.sink.event(Event::Failed { attempts });
        };
        let failures = FailedAttempts::default();
        let (winner, failures) = first_success(count, |index, is_wanted| {
            if index < known {
                failures.add(index, tell);
                return Attempt::Failure(None);
            }
            let control = Control {
                limits: control.limits.of_each_thread(0),
                sink: &WhileWanted {
                    is_wanted,
                    outer: control.sink,
                },
            };
            match self.attempt(&self.groups[index], &control) {
                Ok(Some(base)) => Attempt::Success(base),
                Ok(None) => {
                    failures.add(index, tell);
                    Attempt::Failure(None)
                }
                Err(reason) => Attempt::Failure(Some(reason)),
            }
        });
        // A success counts only when every attempt before it came to its own end.
        match failures.into_iter().flatten().next() {
            Some(reason) => Err(reason),
            None => Ok(winner.map(|(_, base)| base)),
        }
    }

    /// Completes the beginnings of a group, each with all that may follow up to the last doubles move.
    fn attempt(
        &self,
        group: &Beginnings,
        control: &Control<'_>,
    ) -> Result<Option<Solution>, StopReason> {
        let (dead_states, beams) = manner(self.bounded.puzzle.k(), self.seed);
        for group in group.clone().continued(&self.bounded, self.seed, control)? {
            let bounded = self.bounded.clone().dropping(dead_states);
            let bounded = bounded.resting(group.begun.resting).weighing(WEIGHTS);
            let solution = |moves: &[Move]| Solution::new(bounded.puzzle, 1, moves.to_vec());
            let is_base = |moves: &[Move]| {
                DoublesBase::all(&solution(moves)).is_ok_and(|bases| !bases.is_empty())
            };
            match completed(&bounded, &group.moves, None, beams, &is_base, control) {
                Outcome::Found(found) => return Ok(Some(solution(&found.moves))),
                Outcome::Stopped(stopped) if stopped.reason != StopReason::Width => {
                    return Err(stopped.reason);
                }
                Outcome::Exhausted(_) | Outcome::Stopped(_) => {}
            }
        }
        Ok(None)
    }
}

// The beam that builds the blocks of doubles moves.

/// States that the beam keeps in each layer. A third of them finds a third of the beginnings.
const WIDTH: usize = 3_000;

/// The greatest random part of a state's rank, in eighths of what `Aim` counts.
const NOISE: u64 = 20;

/// What a beam looks for.
trait Aim {
    /// The beginning that a doubles move makes.
    type Begun;

    /// Returns how near a row is to one with a doubles move, in coins; more is nearer.
    fn nearness(&self, row: Cells<'_>) -> u64;

    /// Returns the beginning that a move makes; `None` if it is not a doubles move. `row` is the row before the move.
    fn begun(&self, row: Cells<'_>, moves: &[Move], made: Move) -> Option<Self::Begun>;
}

/// A beginning that ends with a doubles move, and the sequences of moves up to it, all of one length.
#[derive(Clone)]
struct Group<B> {
    begun: B,
    moves: Vec<Vec<Move>>,
}

/// The letters of a board.
#[derive(Clone, Copy)]
struct Cells<'a> {
    letters: &'a [u8],
    /// The position of the first letter.
    from: i64,
}

impl Cells<'_> {
    fn coin(self, position: i64) -> Option<Coin> {
        let cell = usize::try_from(position - self.from).ok()?;
        let letter = self.letters.get(cell).filter(|&&letter| letter != b'.')?;
        Some(Coin::from_bit(*letter == b'x'))
    }
}

/// A state of the beam, and the moves that lead to it.
struct Step<S> {
    state: S,
    moves: Vec<Move>,
}

/// A successor of a state of the beam, which only the best become.
struct Successor<S> {
    rank: u64,
    state: S,
    /// The index of the state before.
    before: usize,
    made: Move,
}

impl<S> Step<S> {
    /// Returns the moves that lead to the state, and one more.
    fn moves_and(&self, made: Move) -> Vec<Move> {
        self.moves.iter().copied().chain([made]).collect()
    }
}

/// A beam, with the seed of its noise.
struct Ramp<'a> {
    bounded: &'a BoundedSearch,
    seed: u64,
    control: &'a Control<'a>,
}

impl Ramp<'_> {
    /// Searches from the states of a layer on, and returns what begins, each with the sequences of moves up to its doubles
    /// move. Those with the same doubles move after as many moves are one group, and the groups come in a random order.
    fn climbed<S: LinearStates, A: Aim>(
        &self,
        space: &S,
        aim: &A,
        mut layer: Vec<Step<S::State>>,
        depths: Range<usize>,
    ) -> Result<Vec<Group<A::Begun>>, StopReason> {
        let from = self.bounded.board_from();
        let mut groups: FxHashMap<(usize, Move), Group<A::Begun>> = FxHashMap::default();
        for depth in depths {
            let mut seen = FxHashSet::default();
            let mut next: Vec<Successor<S::State>> = Vec::new();
            for (before, step) in layer.iter().enumerate() {
                if let Some(reason) = self.control.stop_reason(0, 0) {
                    return Err(reason);
                }
                let letters = space.letters(&step.state).into_bytes();
                let row = Cells {
                    letters: &letters,
                    from,
                };
                let budget = self.bounded.moves - depth as u32;
                space.expand(&step.state, budget, &mut |made, state| {
                    if let Some(begun) = aim.begun(row, &step.moves, made) {
                        let group = groups.entry((depth, made));
                        let moves = Vec::new();
                        let group = group.or_insert_with(|| Group { begun, moves });
                        group.moves.push(step.moves_and(made));
                    }
                    if seen.insert(space.key(&state)) {
                        let letters = space.letters(&state).into_bytes();
                        let row = Cells {
                            letters: &letters,
                            from,
                        };
                        next.push(Successor {
                            rank: 8 * aim.nearness(row) + self.hashed(&&*letters) % NOISE,
                            state,
                            before,
                            made,
                        });
                    }
                    ControlFlow::Continue(())
                });
            }
            next.sort_by_key(|successor| Reverse(successor.rank));
            next.truncate(WIDTH);
            let step = |successor: Successor<S::State>| Step {
                state: successor.state,
                moves: layer[successor.before].moves_and(successor.made),
            };
            layer = next.into_iter().map(step).collect();
        }
        let mut groups: Vec<_> = groups.into_iter().collect();
        groups.sort_by_key(|(name, _)| (self.hashed(name), *name));
        Ok(groups.into_iter().map(|(_, group)| group).collect())
    }

    /// Returns a number that depends on the seed. The hasher is fixed, so it is the same in every run.
    fn hashed(&self, what: &impl Hash) -> u64 {
        let mut hasher = FxHasher::default();
        (self.seed, what).hash(&mut hasher);
        hasher.finish() >> 20
    }
}

// The first moves of bases of doubles.

/// The most coins between a seam and the block of a later doubles move.
const LARGEST_OFFSET: i64 = 5;

/// Sequences of moves whose last one is the same doubles move.
type Beginnings = Group<Begun>;

/// The beginning that a doubles move makes.
#[derive(Clone)]
struct Begun {
    /// The positions and types of the coins beside the seams, on the sides of the block's places, which rest from then on.
    resting: Vec<(i64, Coin)>,
    /// The strips after the move.
    strips: Strips,
    /// The [places](Approach::place) of the doubles moves. They must all differ.
    places: Vec<i64>,
}

impl Beginnings {
    /// Searches for beginnings up to the first doubles move, in groups with the same last move and length, in a random order.
    ///
    /// # Errors
    /// The reason to stop, if there is one before the end.
    fn all(
        bounded: &BoundedSearch,
        seed: u64,
        control: &Control<'_>,
    ) -> Result<Vec<Self>, StopReason> {
        let ramp = Ramp {
            bounded,
            seed,
            control,
        };
        of_one!(bounded.space().0, space => First { ramp }.run(&space))
    }

    /// Continues the sequences up to the last doubles move, in such groups again.
    ///
    /// # Errors
    /// The reason to stop, if there is one before the end.
    fn continued(
        self,
        bounded: &BoundedSearch,
        seed: u64,
        control: &Control<'_>,
    ) -> Result<Vec<Self>, StopReason> {
        if self.begun.places.len() as u64 == Strips::moves_of_base(bounded.puzzle.block_length()) {
            return Ok(vec![self]);
        }
        let bounded = bounded.clone().resting(self.begun.resting.clone());
        let ramp = Ramp {
            bounded: &bounded,
            seed,
            control,
        };
        let approaches = self.begun.approaches();
        let next = Next {
            ramp,
            before: &self,
            approaches,
        };
        let next = of_one!(bounded.space().0, space => next.run(&space))?;
        let mut whole = Vec::new();
        for begun in next {
            whole.extend(begun.continued(&bounded, seed, control)?);
        }
        Ok(whole)
    }
}

impl Begun {
    /// What begins with a doubles move, if the coins are there that must rest from then on.
    fn after(approach: &Approach, before: &[i64], row: Cells<'_>) -> Option<Self> {
        let rests = |position: i64| Some((position, row.coin(position)?));
        let resting = vec![
            rests(approach.near(approach.end()))?,
            rests(approach.far(approach.end()))?,
        ];
        let strips = approach.after();
        Some(Self {
            resting,
            strips,
            places: [before, &[approach.place()]].concat(),
        })
    }

    /// Returns the moves that can be the next doubles move.
    fn approaches(&self) -> Vec<(Move, Approach)> {
        let all = self.strips.approaches(LARGEST_OFFSET);
        let is_new = |approach: &Approach| !self.places.contains(&approach.place());
        all.filter(is_new)
            .map(|approach| (approach.step(), approach))
            .collect()
    }
}

/// The search for the first doubles move.
struct First<'a> {
    ramp: Ramp<'a>,
}

impl First<'_> {
    fn run<S: LinearStates>(&self, space: &S) -> Result<Vec<Beginnings>, StopReason> {
        let step = |state| Step {
            state,
            moves: Vec::new(),
        };
        let starts = space.starts().into_iter().map(step).collect();
        let n = self.ramp.bounded.moves as usize;
        let k = self.ramp.bounded.puzzle.k() as usize;
        // A stretch of doubles grows by two coins or so with each move, from one or two.
        self.ramp
            .climbed(space, self, starts, 0..(k / 2 + 6).min(n))
    }
}

impl Aim for First<'_> {
    type Begun = Begun;

    /// The length of the longest stretch `aabbaabb..` that has another `a` on its left.
    fn nearness(&self, row: Cells<'_>) -> u64 {
        let puzzle = self.ramp.bounded.puzzle;
        let period = Strips::period_of_base(puzzle.block_length()) as usize;
        let letters = row.letters;
        let begins =
            (1..letters.len()).filter(|&at| letters[at] != b'.' && letters[at - 1] == letters[at]);
        let longest = begins.map(|at| doubles(&letters[at..], period)).max();
        longest.unwrap_or_default().min(puzzle.k() as usize) as u64
    }

    /// The coins left of both places must not have moved so far: then no move has straddled a seam. Those right of them rest
    /// until the next doubles move, or to the end, so they must fit into one alternating row.
    fn begun(&self, row: Cells<'_>, moves: &[Move], made: Move) -> Option<Begun> {
        let puzzle = self.ramp.bounded.puzzle;
        let k = i64::from(puzzle.k());
        let (first, last) = (row.coin(made.from)?, row.coin(made.from + k - 1)?);
        let holds = |position: i64, coin: Coin| row.coin(position) == Some(coin);
        let are_there = [(-1, first), (k, last)]
            .into_iter()
            .all(|(distance, coin)| {
                holds(made.from + distance, coin) && holds(made.to + distance, coin.flipped())
            });
        let has_moved = |position: i64| {
            let mut blocks = moves.iter().flat_map(|step| [step.from, step.to]);
            blocks.any(|block| (block..block + k).contains(&position))
        };
        let is_possible = (made.from + made.to) % 2 != 0 && are_there;
        if !is_possible || has_moved(made.from - 1) || has_moved(made.to - 1) {
            return None;
        }
        let approach = Strips::first(puzzle, 1, made, false, &|position| row.coin(position))?;
        Begun::after(&approach, &[], row)
    }
}

/// Returns how many letters from the first one on read `aabbaabb..`, where a letter stands for half a period.
fn doubles(row: &[u8], period: usize) -> usize {
    let fits = |&(offset, &letter): &(usize, &u8)| {
        letter != b'.' && (letter == row[0]) == (offset / period).is_multiple_of(2)
    };
    row.iter().enumerate().take_while(fits).count()
}

/// The search for the doubles move that follows others.
struct Next<'a> {
    ramp: Ramp<'a>,
    /// The sequences up to the doubles move before.
    before: &'a Beginnings,
    approaches: Vec<(Move, Approach)>,
}

impl Next<'_> {
    fn run<S: LinearStates>(&self, space: &S) -> Result<Vec<Beginnings>, StopReason> {
        let mut starts: Vec<Step<S::State>> = Vec::new();
        let mut seen = FxHashSet::default();
        for start in space.starts() {
            for moves in &self.before.moves {
                let state = played(space, start, moves, self.ramp.bounded);
                if let Some(state) = state.filter(|state| seen.insert(space.key(state))) {
                    let moves = moves.clone();
                    starts.push(Step { state, moves });
                }
            }
        }
        let made = self.before.moves.first().map_or(0, Vec::len);
        // For k = 6 and 10 a doubles move comes five to eight moves after the one before.
        let (k, n) = (
            self.ramp.bounded.puzzle.k() as usize,
            self.ramp.bounded.moves as usize,
        );
        self.ramp
            .climbed(space, self, starts, made..(made + k / 2 + 3).min(n))
    }
}

impl Aim for Next<'_> {
    type Begun = Begun;

    /// The coins that are in their places, from the seams on, and the free place.
    fn nearness(&self, row: Cells<'_>) -> u64 {
        let nearness = |(to, approach): &(Move, Approach)| {
            let (o, end) = (approach.offset(), approach.end());
            let fits = |&it: &i64| row.coin(approach.near(it)) == Some(approach.coin(it));
            let fits_far =
                |&it: &i64| row.coin(approach.far(it)) == Some(approach.coin(it).flipped());
            let near = (0..end).take_while(fits).count() as i64;
            let far = (0..o).take_while(fits_far).count() as i64;
            if near < o || far < o {
                return 2 * (near.min(o) + far) as u64;
            }
            let k = end - o;
            let coins = (to.to..to.to + k)
                .filter(|&position| row.coin(position).is_some())
                .count() as i64;
            // A block that lies where one is to land can be moved away as a whole.
            let free = match coins {
                0 => k,
                coins if coins == k => k / 2,
                _ => 0,
            };
            (4 * o + 4 + 2 * (near - o) + free) as u64
        };
        self.approaches
            .iter()
            .map(nearness)
            .max()
            .unwrap_or_default()
    }

    fn begun(&self, row: Cells<'_>, _moves: &[Move], made: Move) -> Option<Begun> {
        let coin = |position| row.coin(position);
        let is_it =
            |&&(step, ref approach): &&(Move, Approach)| step == made && approach.is_made(&coin);
        let (_, approach) = self.approaches.iter().find(is_it)?;
        Begun::after(approach, &self.before.begun.places, row)
    }
}
