//! The first moves of bases of doubles.

use super::beam::{Aim, Cells, Group, Ramp, Step};
use crate::completion::played;
use rustc_hash::FxHashSet;
use tait_linear::{Approach, BoundedSearch, Coin, LinearStates, Move, Strips, WithSpace};
use tait_search::{Control, StopReason};

/// The most coins between a seam and the block of a later doubles move.
const LARGEST_OFFSET: i64 = 5;

/// Sequences of moves whose last one is the same doubles move.
pub(super) type Beginnings = Group<Begun>;

/// What begins with a doubles move.
#[derive(Clone)]
pub(super) struct Begun {
    /// The positions and types of the coins beside the seams, on the sides of the block's places, which rest from then on.
    pub(super) resting: Vec<(i64, Coin)>,
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
    pub(super) fn all(
        bounded: &BoundedSearch,
        seed: u64,
        control: &Control<'_>,
    ) -> Result<Vec<Self>, StopReason> {
        let ramp = Ramp {
            bounded,
            seed,
            control,
        };
        bounded.with_space(None, First { ramp })
    }

    /// Continues the sequences up to the last doubles move, in such groups again.
    ///
    /// # Errors
    /// The reason to stop, if there is one before the end.
    pub(super) fn continued(
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
        let next = bounded.with_space(None, next)?;
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

impl WithSpace for First<'_> {
    type Output = Result<Vec<Beginnings>, StopReason>;

    fn with<S: LinearStates>(self, space: S) -> Self::Output {
        let step = |state| Step {
            state,
            moves: Vec::new(),
        };
        let starts = space.starts().into_iter().map(step).collect();
        let n = self.ramp.bounded.moves as usize;
        let k = self.ramp.bounded.puzzle.k() as usize;
        // A stretch of doubles grows by two coins or so with each move, from one or two.
        self.ramp
            .climbed(&space, &self, starts, 0..(k / 2 + 6).min(n))
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

impl WithSpace for Next<'_> {
    type Output = Result<Vec<Beginnings>, StopReason>;

    fn with<S: LinearStates>(self, space: S) -> Self::Output {
        let mut starts: Vec<Step<S::State>> = Vec::new();
        let mut seen = FxHashSet::default();
        for start in space.starts() {
            for moves in &self.before.moves {
                let state = played(&space, start, moves, self.ramp.bounded);
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
            .climbed(&space, &self, starts, made..(made + k / 2 + 3).min(n))
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
