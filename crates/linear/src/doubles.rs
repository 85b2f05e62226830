//! Extending a solution by few coins at a time.
//!
//! Theorem 5.1.1 asks a base for `k` exchanges and inserts `2k` coins of each type. Fewer moves do. Let `d` be the largest
//! power of 2 that divides `k`. Then `d` *doubles moves* are enough, which insert `2d` coins of each type: for odd `k` one
//! move and two coins. A *seam* is a point between two positions, named by the position on its right. The inserted coins form
//! two *strips*, one at each seam: copies of a word of `2d` coins, and of the same word with all types flipped. The theorem on doubles in
//! `docs/theory.md` defines doubles moves, and proves that a solution with `d` of them extends.

use crate::coin::Coin;
use crate::moves::{Header, Move};
use crate::replay::{CheckError, Replay, Row, check};
use crate::sequence::MoveSequence;
use crate::settles::{Coverage, Settles, extended_in_words};
use crate::size::{BlockLength, Puzzle, Size};
use crate::solution::Solution;
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use thiserror::Error;

// Solutions to which the theorem of doubles applies.

/// A solution with doubles moves to which the theorem applies.
///
/// ```
/// use tait_linear::{DoublesBase, Move, Puzzle, Solution, check};
/// // k = 3, n = 5, Algorithm 4.1 of the thesis. Its second move carries xxo.
/// let moves = [(4, 11), (9, 4), (2, 9), (8, 2), (1, 8)].map(Move::from).to_vec();
/// let solution = Solution::new(Puzzle::new(3, 5)?, 1, moves);
/// let bases = DoublesBase::all(&solution)?;
/// assert_eq!(bases[1].numbers().collect::<Vec<_>>(), [2]);
/// let larger = bases[1].extended(1_000).expect("2,005 is a size");
/// assert_eq!(larger.puzzle().n(), 2_005);
/// assert_eq!(check(&larger.solution())?.moves, 2_005);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DoublesBase<'a> {
    solution: Cow<'a, Solution>,
    moves: Vec<DoublesMove>,
}

/// The place of a doubles move in a solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct DoublesMove {
    index: usize,
    /// Whether the block lies left of the seam.
    is_mirrored: bool,
}

/// The first doubles moves of what may be a base, and the strips after them.
struct Begun {
    moves: Vec<DoublesMove>,
    strips: Strips,
}

/// Candidates for bases: no move has straddled their seams so far.
#[derive(Default)]
struct Live {
    all: Vec<Option<Begun>>,
    /// The indices in the list by the seams.
    beside: HashMap<i64, Vec<usize>>,
}

impl Live {
    /// Adds what begins with these moves, unless the same strips are there after as many moves.
    fn add(&mut self, before: &[DoublesMove], index: usize, made: &Approach) {
        let is_mirrored = made.is_mirrored();
        let moves = [before, &[DoublesMove { index, is_mirrored }]].concat();
        let strips = made.after();
        let [seam, other] = strips.seams();
        let is_same = |begun: &Begun| begun.moves.len() == moves.len() && begun.strips == strips;
        if !self.at(seam).any(is_same) {
            for seam in [seam, other] {
                self.beside.entry(seam).or_default().push(self.all.len());
            }
            self.all.push(Some(Begun { moves, strips }));
        }
    }

    fn at(&self, seam: i64) -> impl Iterator<Item = &Begun> {
        let indices = self.beside.get(&seam).into_iter().flatten();
        indices.filter_map(|&index| self.all[index].as_ref())
    }

    fn remove(&mut self, seam: i64) {
        for index in self.beside.remove(&seam).unwrap_or_default() {
            self.all[index] = None;
        }
    }
}

impl<'a> DoublesBase<'a> {
    /// Finds doubles moves to which the theorem applies, with offsets below `4d`. There is one choice for each way in which
    /// strips can lie at the end, in the order of the moves. There are none in the turned puzzle, for which the theorem is not
    /// proven.
    ///
    /// # Errors
    /// When the solution is wrong.
    pub fn all(solution: &'a Solution) -> Result<Vec<Self>, CheckError> {
        let _ = check(solution)?;
        let (puzzle, start) = (solution.puzzle(), solution.start());
        if puzzle.is_turned() {
            return Ok(Vec::new());
        }
        let (k, count) = (
            i64::from(puzzle.k()),
            Strips::moves_of_base(puzzle.block_length()),
        );
        let mut replay = Replay::new(puzzle, start);
        let mut straddled = HashSet::new();
        let mut live = Live::default();
        for (index, &step) in solution.moves().iter().enumerate() {
            let row = |position| replay.row().coin(position);
            let mut made: Vec<(Vec<DoublesMove>, Approach)> = Vec::new();
            for is_mirrored in [false, true] {
                let first = Strips::first(puzzle, start, step, is_mirrored, &row);
                let is_whole =
                    |first: &Approach| !first.seams().iter().any(|seam| straddled.contains(seam));
                made.extend(first.filter(is_whole).map(|first| (Vec::new(), first)));
            }
            if count > 1 {
                let seams = (0..4 * count as i64).flat_map(|o| [step.from - o, step.from + k + o]);
                for begun in seams.flat_map(|seam| live.at(seam)) {
                    if (begun.moves.len() as u64) < count {
                        let next = begun.strips.doubles_move(step, &row);
                        made.extend(next.map(|next| (begun.moves.clone(), next)));
                    }
                }
            }
            for seam in [step.from, step.to]
                .into_iter()
                .flat_map(|block| block + 1..block + k)
            {
                let _ = straddled.insert(seam);
                live.remove(seam);
            }
            for (before, made) in &made {
                live.add(before, index, made);
            }
            let _ = replay.play(step)?;
        }
        let whole = live.all.into_iter().flatten();
        let mut moves: Vec<_> = whole
            .filter(|begun| begun.moves.len() as u64 == count && begun.strips.fit(replay.row()))
            .map(|begun| begun.moves)
            .collect();
        moves.sort();
        let base = |moves| Self {
            solution: Cow::Borrowed(solution),
            moves,
        };
        Ok(moves.into_iter().map(base).collect())
    }

    /// Returns the numbers of the doubles moves, counted from 1.
    pub fn numbers(&self) -> impl Iterator<Item = usize> + '_ {
        self.moves.iter().map(|it| it.index + 1)
    }

    /// Returns the solution.
    #[must_use]
    pub fn solution(&self) -> &Solution {
        &self.solution
    }

    /// Returns the same base, which owns its solution.
    #[must_use]
    pub fn into_owned(self) -> DoublesBase<'static> {
        DoublesBase {
            solution: Cow::Owned(self.solution.into_owned()),
            moves: self.moves,
        }
    }

    /// Returns how many nickels, and how many pennies, are inserted at a time.
    #[must_use]
    pub fn period(&self) -> u64 {
        Strips::period_of_base(self.solution.puzzle().block_length())
    }

    /// Extends the solution by `times` periods of nickels and pennies; `None` beyond the largest size.
    #[must_use]
    pub fn extended(&self, times: u64) -> Option<DoublesExtension<'a>> {
        let puzzle = self.solution.puzzle();
        let n = times.checked_mul(self.period())?.checked_add(puzzle.n())?;
        let puzzle = puzzle.with_size(Size::new(n).ok()?).ok()?;
        let start = self.solution.start();
        Some(DoublesExtension::new(
            self.clone(),
            Header { puzzle, start },
            times,
        ))
    }
}

// Solutions extended by the theorem of doubles.

/// A solution extended by the theorem, with its moves by number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DoublesExtension<'a> {
    base: DoublesBase<'a>,
    header: Header,
    times: u64,
    distance: i64,
}

impl<'a> DoublesExtension<'a> {
    const fn new(base: DoublesBase<'a>, header: Header, times: u64) -> Self {
        Self {
            base,
            header,
            times,
            distance: 0,
        }
    }

    /// Returns the extended puzzle and the position of the first coin.
    #[must_use]
    pub const fn header(&self) -> Header {
        self.header
    }

    /// Returns the extended puzzle.
    #[must_use]
    pub const fn puzzle(&self) -> Puzzle {
        self.header.puzzle
    }

    /// Returns the position of the first coin.
    #[must_use]
    pub const fn start(&self) -> i64 {
        self.header.start
    }

    /// Returns the same extension with the first coin at `start`.
    #[must_use]
    pub const fn at_start(mut self, start: i64) -> Self {
        self.distance += start - self.header.start;
        self.header.start = start;
        self
    }

    /// Returns the base.
    #[must_use]
    pub const fn base(&self) -> &DoublesBase<'a> {
        &self.base
    }

    /// Returns how often the base is extended.
    #[must_use]
    pub const fn times(&self) -> u64 {
        self.times
    }

    fn move_at_own_start(&self, number: u64) -> Option<Move> {
        let k = self.puzzle().block_length();
        let step = |index: u64| self.base.solution.moves().get(index as usize).copied();
        let chain = 2 * self.times;
        let mut seams = self.base.moves.first().map(|first| {
            seams_of(
                k,
                self.base.solution.moves()[first.index],
                first.is_mirrored,
            )
        })?;
        let mut inserted = 0;
        for &DoublesMove { index, is_mirrored } in &self.base.moves {
            let index = index as u64;
            if number <= index + inserted {
                break;
            }
            let link = number - index - inserted - 1;
            let step = step(index)?;
            if link < chain {
                return Some(self.link(link as i64, self.mapped(step, seams), is_mirrored));
            }
            seams = seams_of(k, step, !is_mirrored);
            inserted += chain;
        }
        Some(self.mapped(step(number - inserted)?, seams))
    }

    /// Returns a move of the chain after a doubles move `I→J`: `J-2dr→I-2d(r-1)` and `I-2dr→J-2dr` in turn, or the mirror
    /// image.
    fn link(&self, link: i64, step: Move, is_mirrored: bool) -> Move {
        let period = self.base.period() as i64;
        let way = if is_mirrored { period } else { -period };
        let wandered = |r: i64, position: i64| position + way * r;
        let r = link / 2 + 1;
        if link % 2 == 0 {
            Move {
                from: wandered(r, step.to),
                to: wandered(r - 1, step.from),
            }
        } else {
            Move {
                from: wandered(r, step.from),
                to: wandered(r, step.to),
            }
        }
    }

    /// Returns all moves as a solution.
    #[must_use]
    pub fn solution(&self) -> Solution {
        Solution::new(self.puzzle(), self.start(), self.moves().collect())
    }

    /// Moves a block past the strips that lie left of it.
    fn mapped(&self, step: Move, seams: [i64; 2]) -> Move {
        let length = (self.base.period() * self.times) as i64;
        let moved = |position: i64| {
            let passed = seams.iter().filter(|&&seam| seam <= position).count();
            position + length * passed as i64
        };
        Move {
            from: moved(step.from),
            to: moved(step.to),
        }
    }
}

impl MoveSequence for DoublesExtension<'_> {
    fn count(&self) -> u64 {
        self.base.solution.moves().len() as u64 + self.base.period() * self.times
    }

    /// Computes a move without those before it.
    fn move_at(&self, index: u64) -> Option<Move> {
        Some(self.move_at_own_start(index)?.shifted(self.distance))
    }
}

// Families of doubles: few solutions that settle every size from some size on.

/// Solutions of `n` moves that extend by doubles, at most one for each remainder of `n` modulo the coins of each type that
/// they insert: one of an even and one of an odd size for odd `k`.
///
/// ```
/// use tait_linear::{DoublesFamily, Move, Puzzle, Settles, Solution, check};
/// // Algorithm 4.1 of the thesis settles all odd n.
/// let moves = [(4, 11), (9, 4), (2, 9), (8, 2), (1, 8)].map(Move::from).to_vec();
/// let family = DoublesFamily::new(vec![Solution::new(Puzzle::new(3, 5)?, 1, moves)])?;
/// assert_eq!(family.claim(), "for n = 5+2m, n moves, optimal");
/// let larger = family.extension(1_005).expect("it is odd").at_start(7);
/// assert_eq!(check(&larger.solution())?.moves, 1_005);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DoublesFamily {
    bases: Vec<Member>,
    coverage: Coverage,
}

/// A solution, and its first choice of doubles moves.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Member {
    solution: Solution,
    moves: Vec<DoublesMove>,
}

impl Member {
    fn base(&self) -> DoublesBase<'_> {
        DoublesBase {
            solution: Cow::Borrowed(&self.solution),
            moves: self.moves.clone(),
        }
    }
}

/// What is wrong with a family of doubles.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum DoublesFamilyError {
    /// There is no base.
    #[error("the family has no base")]
    Empty,
    /// Two bases are for different block lengths.
    #[error("the bases are for k = {first} and k = {second}")]
    Mixed {
        /// The block length of the first base.
        first: BlockLength,
        /// The block length of the other base.
        second: BlockLength,
    },
    /// The bases are not in ascending order of size, or settle the same sizes.
    #[error(
        "the base n = {second} comes after the base n = {first}: sizes must ascend, with different remainders modulo {period}"
    )]
    Order {
        /// The size of the base before.
        first: u64,
        /// The size that is out of order, or settled.
        second: u64,
        /// The number of coins of each type that bases of this block length insert.
        period: u64,
    },
    /// A base is not a solution.
    #[error("base n = {n}: {error}")]
    Base {
        /// The base's size.
        n: u64,
        /// What is wrong with it.
        error: CheckError,
    },
    /// A base does not extend.
    #[error("base n = {n}: it has no doubles moves by which it extends")]
    NoDoubles {
        /// The base's size.
        n: u64,
    },
    /// A base has too many moves.
    #[error("base n = {n}: it has {moves} moves, but a base has n")]
    NotOptimal {
        /// The base's size.
        n: u64,
        /// Its number of moves.
        moves: u64,
    },
}

impl DoublesFamily {
    /// Checks that the bases are solutions of `n` moves that extend by doubles, in ascending order of size.
    ///
    /// # Errors
    /// Returns the first failure.
    pub fn new(bases: Vec<Solution>) -> Result<Self, DoublesFamilyError> {
        let mut first: Vec<Option<u64>> = Vec::new();
        let mut members: Vec<Member> = Vec::new();
        for solution in bases {
            let (k, n) = (solution.puzzle().block_length(), solution.puzzle().n());
            let period = Strips::period_of_base(k);
            let residue = (n % period) as usize;
            if first.is_empty() {
                first = vec![None; period as usize];
            }
            if let Some(before) = members.last().map(|member| member.solution.puzzle()) {
                if before.block_length() != k {
                    let (first, second) = (before.block_length(), k);
                    return Err(DoublesFamilyError::Mixed { first, second });
                }
                if n <= before.n() || first[residue].is_some() {
                    return Err(DoublesFamilyError::Order {
                        first: before.n(),
                        second: n,
                        period,
                    });
                }
            }
            let moves = solution.moves().len() as u64;
            if moves != n {
                return Err(DoublesFamilyError::NotOptimal { n, moves });
            }
            let all = DoublesBase::all(&solution)
                .map_err(|error| DoublesFamilyError::Base { n, error })?;
            let base = all.into_iter().next();
            let moves = base.ok_or(DoublesFamilyError::NoDoubles { n })?.moves;
            first[residue] = Some(n);
            members.push(Member { solution, moves });
        }
        if members.is_empty() {
            return Err(DoublesFamilyError::Empty);
        }
        Ok(Self {
            bases: members,
            coverage: Coverage { first },
        })
    }

    /// Returns the bases in ascending order of size.
    pub fn bases(&self) -> impl Iterator<Item = DoublesBase<'_>> {
        self.bases.iter().map(Member::base)
    }

    /// Returns the solutions that are the bases, in ascending order of size.
    pub fn solutions(&self) -> impl Iterator<Item = &Solution> {
        self.bases.iter().map(|member| &member.solution)
    }

    /// Returns the solution of a size; `None` where no base extends to it.
    #[must_use]
    pub fn extension(&self, n: u64) -> Option<DoublesExtension<'_>> {
        self.bases().find_map(|base| {
            let more = n.checked_sub(base.solution().puzzle().n())?;
            (more % base.period() == 0).then(|| base.extended(more / base.period()))?
        })
    }
}

impl Settles for DoublesFamily {
    fn block_length(&self) -> BlockLength {
        self.bases[0].solution.puzzle().block_length()
    }

    /// The modulus is the number of coins of each type that a base inserts.
    fn coverage(&self) -> Coverage {
        self.coverage.clone()
    }

    fn made(&self, n: u64, start: i64) -> Option<Box<dyn MoveSequence + '_>> {
        Some(Box::new(self.extension(n)?.at_start(start)))
    }

    fn way_to(&self, n: u64) -> Option<String> {
        let extension = self.extension(n)?;
        let base = extension.base().solution().puzzle();
        Some(extended_in_words(base, extension.times()))
    }
}

// The two strips of a base, and the moves that change what they read.

/// The two places of a row where coins can be inserted, and what the inserted coins read.
///
/// Both strips lie at *seams*: points between two positions, named by the position on the right. The theorem is that of
/// [`DoublesBase`](DoublesBase).
///
/// ```
/// use tait_linear::{BlockLength, Coin, Move, Puzzle, Strips};
/// let moves = |k| BlockLength::new(k).map(Strips::moves_of_base);
/// assert_eq!((moves(15)?, moves(14)?, moves(12)?), (1, 2, 4));
/// // k = 3, n = 5, the second move of Algorithm 4.1 of the thesis.
/// let row = |position: i64| match b"ooo...oxxxoxx"[position as usize - 1] {
///     b'.' => None,
///     letter => Some(Coin::from_bit(letter == b'x')),
/// };
/// let puzzle = Puzzle::new(3, 5)?;
/// let strips = Strips::first(puzzle, 1, Move::from((9, 4)), false, &row).expect("a doubles move").after();
/// assert_eq!(strips.seams(), [12, 7]);
/// assert!(strips.is_alternating());
/// # Ok::<(), tait_linear::PuzzleError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Strips {
    k: BlockLength,
    seams: [i64; 2],
    /// The `2d` coins of the strip at the first seam. Those at the second one are of the other types.
    word: Vec<Coin>,
}

/// A move from beside one seam to beside the other, which is a doubles move if the coins there fit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Approach {
    k: BlockLength,
    /// Whether the source is the first seam.
    is_from_first: bool,
    /// The seams beside the source and the destination.
    seams: [i64; 2],
    /// The `2d` coins of the strip at the source, from the seam towards the block.
    word: Vec<Coin>,
    offset: i64,
    /// Whether the block lies left of the seam.
    is_mirrored: bool,
}

impl Strips {
    /// Returns the number of doubles moves in a base: the largest power of 2 that divides `k`.
    #[must_use]
    pub const fn moves_of_base(k: BlockLength) -> u64 {
        1 << k.get().trailing_zeros()
    }

    /// Returns how many coins of each type a base inserts at a time: twice the number of its doubles moves.
    #[must_use]
    pub const fn period_of_base(k: BlockLength) -> u64 {
        2 * Self::moves_of_base(k)
    }

    /// Returns a move if it may be the first doubles move of a solution with the first coin at `start`. Its doubles begin at
    /// the block's left end, or at the right one if it is mirrored. The coins are those of the row before it. Whether an
    /// earlier move straddles a seam is not looked at.
    #[must_use]
    pub fn first(
        puzzle: Puzzle,
        start: i64,
        step: Move,
        is_mirrored: bool,
        row: &dyn Fn(i64) -> Option<Coin>,
    ) -> Option<Approach> {
        let k = puzzle.block_length();
        let last = i64::from(k.get()) - 1;
        let coin = row(if is_mirrored {
            step.from + last
        } else {
            step.from
        })?;
        let n = puzzle.n() as i64;
        let is_in_run = |seam: i64, coin: Coin| {
            let begin = if coin.is_penny() { start + n } else { start };
            (begin..=begin + n).contains(&seam)
        };
        let seams = seams_of(k, step, is_mirrored);
        if !is_in_run(seams[0], coin) || !is_in_run(seams[1], coin.flipped()) {
            return None;
        }
        let word = vec![coin; Self::period_of_base(k) as usize];
        let approach = Self { k, seams, word }.approach(true, is_mirrored, 0);
        Some(approach).filter(|approach| approach.is_made(row))
    }

    /// Returns a move if it is a doubles move. The coins are those of the row before it.
    #[must_use]
    pub fn doubles_move(&self, step: Move, row: &dyn Fn(i64) -> Option<Coin>) -> Option<Approach> {
        let k = i64::from(self.k.get());
        let ways = [(true, false), (true, true), (false, false), (false, true)];
        ways.into_iter().find_map(|(is_from_first, is_mirrored)| {
            let seam = self.seams[usize::from(!is_from_first)];
            let offset = if is_mirrored {
                seam - step.from - k
            } else {
                step.from - seam
            };
            let approach = self.approach(is_from_first, is_mirrored, offset);
            (offset >= 0 && approach.step() == step && approach.is_made(row)).then_some(approach)
        })
    }

    /// Returns the moves that are doubles moves if the coins fit, with at most so many coins between a seam and a block.
    pub fn approaches(&self, most: i64) -> impl Iterator<Item = Approach> + '_ {
        let ways = [(true, false), (true, true), (false, false), (false, true)];
        ways.into_iter()
            .flat_map(move |(is_from_first, is_mirrored)| {
                (0..=most).map(move |offset| self.approach(is_from_first, is_mirrored, offset))
            })
    }

    fn approach(&self, is_from_first: bool, is_mirrored: bool, offset: i64) -> Approach {
        let [first, second] = self.seams;
        let mut word = self.word.clone();
        if !is_from_first {
            word.iter_mut().for_each(|coin| *coin = coin.flipped());
        }
        if is_mirrored {
            word.reverse();
        }
        Approach {
            k: self.k,
            is_from_first,
            seams: if is_from_first {
                [first, second]
            } else {
                [second, first]
            },
            word,
            offset,
            is_mirrored,
        }
    }

    /// Returns the seams.
    #[must_use]
    pub const fn seams(&self) -> [i64; 2] {
        self.seams
    }

    /// Returns the length of a strip's word: how many coins of each type are inserted at a time.
    #[must_use]
    pub const fn period(&self) -> i64 {
        self.word.len() as i64
    }

    /// Returns whether the inserted coins alternate.
    #[must_use]
    pub fn is_alternating(&self) -> bool {
        self.word.windows(2).all(|pair| pair[0] != pair[1])
    }

    /// Returns whether the inserted coins and those of the last row alternate together.
    fn fit(&self, row: &Row) -> bool {
        let fits = |seam: i64, word: &[Coin]| {
            let neighbours = [(seam - 1, word.first()), (seam, word.last())];
            let beside: Vec<_> = neighbours
                .into_iter()
                .filter_map(|(position, end)| Some((row.coin(position)?, *end?)))
                .collect();
            // Coins at a seam apart from the row would have no neighbours: they would not belong to it.
            !beside.is_empty() && beside.iter().all(|(coin, end)| coin != end)
        };
        let [one, other] = self.seams;
        let flipped: Vec<Coin> = self.word.iter().map(|coin| coin.flipped()).collect();
        self.is_alternating() && fits(one, &self.word) && fits(other, &flipped)
    }
}

/// Returns the seams directly beside a block and its destination, where its doubles begin.
fn seams_of(k: BlockLength, step: Move, is_mirrored: bool) -> [i64; 2] {
    let beside = if is_mirrored { k.get().into() } else { 0 };
    [step.from + beside, step.to + beside]
}

impl Approach {
    /// Returns the move.
    #[must_use]
    pub fn step(&self) -> Move {
        let block = |at: fn(&Self, i64) -> i64| at(self, self.offset).min(at(self, self.end() - 1));
        Move {
            from: block(Self::near),
            to: block(Self::far),
        }
    }

    /// Returns the position at a distance from the seam beside the source: 0 is next to it.
    #[must_use]
    pub const fn near(&self, distance: i64) -> i64 {
        self.beside(self.seams[0], distance)
    }

    /// Returns the position at a distance from the seam beside the destination.
    #[must_use]
    pub const fn far(&self, distance: i64) -> i64 {
        self.beside(self.seams[1], distance)
    }

    const fn beside(&self, seam: i64, distance: i64) -> i64 {
        if self.is_mirrored {
            seam - 1 - distance
        } else {
            seam + distance
        }
    }

    /// Returns the seams beside the source and the destination.
    const fn seams(&self) -> [i64; 2] {
        self.seams
    }

    /// Returns whether the block lies left of the seam.
    #[must_use]
    pub const fn is_mirrored(&self) -> bool {
        self.is_mirrored
    }

    /// Returns where the block lies or lands beside the first strip, modulo the number of doubles moves of a base. The
    /// strips alternate after as many doubles moves exactly if their places all differ.
    #[must_use]
    pub fn place(&self) -> i64 {
        let Move { from, to } = self.step();
        let beside_first = if self.is_from_first { from } else { to };
        beside_first.rem_euclid(Strips::moves_of_base(self.k) as i64)
    }

    /// Returns the number of coins between a seam and the block.
    #[must_use]
    pub const fn offset(&self) -> i64 {
        self.offset
    }

    /// Returns the distance from the seam to the end of the block.
    #[must_use]
    pub const fn end(&self) -> i64 {
        self.offset + self.k.get() as i64
    }

    /// Returns the coin that a doubles move needs at a distance from the seam beside the source. Beside the destination the
    /// coins between the seam and the place where the block lands are of the other types.
    #[must_use]
    pub fn coin(&self, distance: i64) -> Coin {
        let period = self.word.len() as i64;
        let coin = self.word[(distance % period) as usize];
        if (distance - self.offset).max(0) / period % 2 == 1 {
            coin.flipped()
        } else {
            coin
        }
    }

    /// Returns whether the coins of a row make the move a doubles move.
    #[must_use]
    pub fn is_made(&self, row: &dyn Fn(i64) -> Option<Coin>) -> bool {
        (self.near(0) - self.far(0)).abs() >= self.end()
            && (0..self.end()).all(|it| row(self.near(it)) == Some(self.coin(it)))
            && (0..self.offset).all(|it| row(self.far(it)) == Some(self.coin(it).flipped()))
    }

    /// Returns the strips after the move, if it is a doubles move.
    #[must_use]
    pub fn after(&self) -> Strips {
        let next = self.end()..self.end() + self.word.len() as i64;
        let mut word: Vec<Coin> = next.map(|it| self.coin(it)).collect();
        if self.is_mirrored {
            word.reverse();
        }
        let mut seams = seams_of(self.k, self.step(), !self.is_mirrored);
        if !self.is_from_first {
            word.iter_mut().for_each(|coin| *coin = coin.flipped());
            seams.reverse();
        }
        let k = self.k;
        Strips { k, seams, word }
    }
}
