//! Searches for solutions of few more than `n` moves that extend by doubles: `chains K N [WIDTH SEED WEIGHT LOOSE SHARE PRELUDE]`.
//!
//! The steps of this beam search are chains of any length: all moves of a chain are one step. So a long row takes no more steps
//! than a short one. The first steps contain `d` long chains, each with a doubles move. After that no move may straddle the seams,
//! so whatever is found extends. It is printed as a line of the generator's `searched.rs`, which names the arguments of each line.

#![expect(clippy::print_stdout, reason = "examples print what they find")]

use std::collections::HashSet;
use std::error::Error;
use std::rc::Rc;
use tait_generator::doubles_prelude;
use tait_linear::{DoublesBase, Move, Puzzle, Solution, Strips};

/// Enough for `n = 4k` and `k = 62`.
const WORDS: usize = 14;

/// The arguments of a search.
#[derive(Debug, Clone, Copy)]
struct Search {
    k: usize,
    n: usize,
    /// The number of rows kept after each step.
    width: usize,
    seed: u64,
    /// What a pair is worth against half a thousandth of a move.
    weight: i32,
    /// How many other steps may come before the last long chain.
    loose: u32,
    /// The tenths of the row that a long chain goes through at least.
    share: u32,
    /// Whether the moves before a doubles move are those in closed form.
    has_prelude: bool,
    d: usize,
    /// The index of position 0.
    origin: usize,
    mask: u64,
    bits: usize,
}

/// A set of indices.
type Bits = [u64; WORDS];

/// Which indices have coins, and which pennies.
#[derive(Debug, Clone, Copy)]
struct Row {
    coins: Bits,
    pennies: Bits,
}

/// Moves `(from→to)(to-step→from)(from-step→to-step)...`, or one move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Chain {
    from: i32,
    to: i32,
    step: i32,
    moves: u32,
}

/// Strips that no move has straddled: their seams, and the word of the first one.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Live {
    seams: [i32; 2],
    word: Vec<bool>,
    doubles: usize,
}

/// The choices of doubles moves in the beginning of a solution: their seams after it.
#[derive(Debug)]
struct Beginning {
    all: Vec<Live>,
    /// For each index the choices that a block there straddles.
    straddled: Vec<u64>,
}

#[derive(Debug, Clone)]
struct State {
    row: Row,
    moves: u32,
    pairs: i32,
    /// The number of the last chain in the list of all.
    last: Option<u32>,
    long: usize,
    beginning: Option<Rc<Beginning>>,
    /// The choices that are left.
    left: u64,
}

/// A step that may be kept.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    score: i32,
    hash: u64,
    parent: u32,
    chain: Chain,
    is_long: bool,
}

impl Chain {
    fn at(&self, index: u32) -> (i32, i32) {
        let gone = (index / 2) as i32 * self.step;
        match index % 2 {
            0 => (self.from - gone, self.to - gone),
            _ => (self.to - self.step - gone, self.from - gone),
        }
    }
}

const fn mixed(mut value: u64) -> u64 {
    value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

const fn bit(bits: &Bits, index: usize) -> bool {
    bits[index / 64] >> (index % 64) & 1 == 1
}

impl Search {
    fn new(arguments: &[u64]) -> Option<Self> {
        let mut given = arguments.iter().copied();
        let (k, n) = (given.next()? as usize, given.next()? as usize);
        let origin = 2 * k + 2;
        let search = Self {
            k,
            n,
            width: given.next().unwrap_or(300) as usize,
            seed: given.next().unwrap_or(1),
            weight: given.next().unwrap_or(400) as i32,
            loose: given.next().unwrap_or(0) as u32,
            share: given.next().unwrap_or(6) as u32,
            has_prelude: given.next() == Some(1),
            d: 1 << k.trailing_zeros(),
            origin,
            mask: u64::MAX >> (64 - k),
            bits: 2 * n + 2 * origin,
        };
        (k >= 2 && n > k && search.bits + k + 64 < 64 * WORDS).then_some(search)
    }

    fn block(&self, bits: &Bits, at: usize) -> u64 {
        let (word, shift) = (at / 64, at % 64);
        let low = bits[word] >> shift;
        let high = if shift > 0 {
            bits[word + 1] << (64 - shift)
        } else {
            0
        };
        (low | high) & self.mask
    }

    fn toggle(bits: &mut Bits, at: usize, block: u64) {
        let (word, shift) = (at / 64, at % 64);
        bits[word] ^= block << shift;
        if shift > 0 {
            bits[word + 1] ^= block >> (64 - shift);
        }
    }

    fn can(&self, row: &Row, (from, to): (i32, i32)) -> bool {
        let range = 1..(self.bits - self.k) as i32;
        range.contains(&from)
            && range.contains(&to)
            && self.block(&row.coins, from as usize) == self.mask
            && self.block(&row.coins, to as usize) == 0
    }

    fn pair(row: &Row, left: usize) -> i32 {
        let both = bit(&row.coins, left) && bit(&row.coins, left + 1);
        i32::from(both && bit(&row.pennies, left) != bit(&row.pennies, left + 1))
    }

    /// Plays a move and returns its gain.
    fn play(&self, row: &mut Row, (from, to): (i32, i32)) -> i32 {
        let (k, from, to) = (self.k, from as usize, to as usize);
        let lost = Self::pair(row, from - 1) + Self::pair(row, from + k - 1);
        let block = self.block(&row.pennies, from);
        Self::toggle(&mut row.coins, from, self.mask);
        Self::toggle(&mut row.pennies, from, block);
        Self::toggle(&mut row.coins, to, self.mask);
        Self::toggle(&mut row.pennies, to, block);
        Self::pair(row, to - 1) + Self::pair(row, to + k - 1) - lost
    }

    fn hash(&self, row: &Row) -> u64 {
        let words = row.coins.iter().zip(&row.pennies);
        words
            .take(self.bits / 64 + 1)
            .fold(self.seed, |hash, (coins, pennies)| {
                mixed(mixed(hash ^ coins).wrapping_add(*pennies))
            })
    }

    fn first_row(&self) -> Row {
        let mut row = Row {
            coins: [0; WORDS],
            pennies: [0; WORDS],
        };
        for coin in 1..=2 * self.n {
            Self::toggle(&mut row.coins, self.origin + coin, 1);
            Self::toggle(
                &mut row.pennies,
                self.origin + coin,
                u64::from(coin > self.n),
            );
        }
        row
    }

    /// Returns the moves before the doubles move, none unless they are wanted; `None` where they do not exist.
    fn prelude(&self) -> Option<Vec<Chain>> {
        if !self.has_prelude {
            return Some(Vec::new());
        }
        let puzzle = Puzzle::new(self.k as u64, self.n as u64).ok()?;
        let moves = doubles_prelude(puzzle.block_length(), puzzle.n())?;
        let (_, before) = moves.split_last()?;
        let at = |position: i64| (position + self.origin as i64) as i32;
        let single = |step: &Move| Chain {
            from: at(step.from),
            to: at(step.to),
            step: 0,
            moves: 1,
        };
        Some(before.iter().map(single).collect())
    }

    /// Returns the choices of so many doubles moves at different places in the moves of these chains.
    fn beginning(&self, chains: &[Chain], doubles: usize) -> Vec<Live> {
        let (k, first) = (self.k as i32, self.origin as i32 + 1);
        let (middle, end) = (first + self.n as i32, first + 2 * self.n as i32);
        let (mut row, mut all, mut straddled) =
            (self.first_row(), Vec::<Live>::new(), HashSet::new());
        for (from, to) in chains
            .iter()
            .flat_map(|chain| (0..chain.moves).map(|it| chain.at(it)))
        {
            let mut made = Vec::new();
            for seams in [
                [from, to],
                [to, from],
                [from + k, to + k],
                [to + k, from + k],
            ] {
                let is_there =
                    (first..=middle).contains(&seams[0]) && (middle..=end).contains(&seams[1]);
                if is_there && !seams.iter().any(|seam| straddled.contains(seam)) {
                    let start = Live {
                        seams,
                        word: vec![false; 2 * self.d],
                        doubles: 0,
                    };
                    made.extend(self.doubles(&row, &start, (from, to), 0));
                }
            }
            for seam in (from + 1..from + k).chain(to + 1..to + k) {
                let _ = straddled.insert(seam);
            }
            self.pass(&mut row, &mut all, (from, to), made, doubles);
        }
        self.retain(&mut all, doubles);
        all
    }

    /// Returns the choices after another long chain.
    fn next(&self, state: &State, chain: &Chain) -> Vec<Live> {
        let Some(beginning) = &state.beginning else {
            return Vec::new();
        };
        let left = beginning
            .all
            .iter()
            .enumerate()
            .filter(|(number, _)| state.left >> number & 1 == 1);
        let begun: Vec<Live> = left.map(|(_, live)| live.clone()).collect();
        let (mut row, mut all) = (state.row, begun);
        for link in (0..chain.moves).map(|it| chain.at(it)) {
            self.pass(&mut row, &mut all, link, Vec::new(), state.long + 1);
        }
        self.retain(&mut all, state.long + 1);
        all
    }

    /// Keeps the choices of so many doubles moves at different places.
    fn retain(&self, all: &mut Vec<Live>, doubles: usize) {
        // Each place makes two neighbours in the word, in a circle, unlike.
        let unlike = |word: &[bool]| {
            (0..word.len())
                .filter(|&it| word[it] != word[(it + 1) % word.len()])
                .count()
        };
        all.retain(|live| live.doubles == doubles && unlike(&live.word) == 2 * doubles);
    }

    /// Plays a move: adds the choices in which it is a doubles move, and takes away those that it straddles.
    fn pass(
        &self,
        row: &mut Row,
        all: &mut Vec<Live>,
        (from, to): (i32, i32),
        mut made: Vec<Live>,
        most: usize,
    ) {
        let k = self.k as i32;
        for live in &*all {
            if live.doubles < most {
                made.extend(self.doubles(row, live, (from, to), 4 * self.d as i32));
            }
        }
        let is_inside = |at: i32, seam: i32| at < seam && seam < at + k;
        all.retain(|live| {
            !live
                .seams
                .iter()
                .any(|&seam| is_inside(from, seam) || is_inside(to, seam))
        });
        for live in made {
            if !all.contains(&live) {
                all.push(live);
            }
        }
        let _ = self.play(row, (from, to));
    }

    /// Returns the strips after a move, in each way in which it is a doubles move.
    fn doubles(&self, row: &Row, live: &Live, (from, to): (i32, i32), most: i32) -> Vec<Live> {
        let (k, period) = (self.k as i32, 2 * self.d as i32);
        let mut found = Vec::new();
        for (source, is_mirrored) in [(0, false), (1, false), (0, true), (1, true)] {
            let (seam, other) = (live.seams[source], live.seams[1 - source]);
            // The coin that is `c` places from a seam.
            let place = |seam: i32, c: i32| if is_mirrored { seam - 1 - c } else { seam + c };
            let offset = if is_mirrored {
                seam - from - k
            } else {
                from - seam
            };
            let far = if is_mirrored {
                other - to - k
            } else {
                to - other
            };
            if offset != far || !(0..=most).contains(&offset) || (from - to).abs() < k + offset {
                continue;
            }
            let letter = |which: usize, c: i32| {
                let index = if is_mirrored { -1 - c } else { c };
                live.word[index.rem_euclid(period) as usize] != (which == 1)
            };
            let coin =
                |at: i32| bit(&row.coins, at as usize).then(|| bit(&row.pennies, at as usize));
            let mut read: Vec<bool> = Vec::new();
            for c in 0..offset + k + period {
                read.push(match c < offset + period {
                    true => letter(source, c),
                    false => !read[(c - period) as usize],
                });
            }
            let is_read = (0..offset + k).all(|c| coin(place(seam, c)) == Some(read[c as usize]));
            let is_other =
                (0..offset).all(|c| coin(place(other, c)) == Some(letter(1 - source, c)));
            if is_read && is_other {
                let mut word: Vec<bool> = read[(offset + k) as usize..].to_vec();
                if is_mirrored {
                    word.reverse();
                }
                if source == 1 {
                    word.iter_mut().for_each(|letter| *letter = !*letter);
                }
                let way = if is_mirrored { -offset - k } else { offset + k };
                found.push(Live {
                    seams: live.seams.map(|seam| seam + way),
                    word,
                    doubles: live.doubles + 1,
                });
            }
        }
        found
    }

    fn straddled(&self, all: &[Live]) -> Vec<u64> {
        let is_in = |at: usize, seam: i32| (at as i32) < seam && seam < (at + self.k) as i32;
        let choices = |at| {
            let hit = all
                .iter()
                .enumerate()
                .filter(|(_, live)| live.seams.iter().any(|&seam| is_in(at, seam)));
            hit.fold(0, |choices, (number, _)| choices | 1 << number)
        };
        (0..self.bits).map(choices).collect()
    }

    /// Whether a choice fits an alternating row.
    fn fits(&self, state: &State) -> bool {
        let Some(beginning) = &state.beginning else {
            return false;
        };
        let coin = |at: i32| {
            bit(&state.row.coins, at as usize).then(|| bit(&state.row.pennies, at as usize))
        };
        beginning.all.iter().enumerate().any(|(number, live)| {
            let beside = |which: usize| {
                let (seam, letter) = (live.seams[which], live.word[0] != (which == 1));
                let (left, right) = (coin(seam - 1), coin(seam));
                (left.is_some() || right.is_some())
                    && left.is_none_or(|left| left != letter)
                    && right.is_none_or(|right| right == letter)
            };
            state.left >> number & 1 == 1 && beside(0) && beside(1)
        })
    }

    /// Adds the steps from a row.
    fn add_steps(
        &self,
        parent: u32,
        state: &State,
        least: u32,
        add: &mut impl FnMut(&Row, i32, i32, Candidate),
    ) {
        let (k, d) = (self.k as i32, self.d as i32);
        let row = &state.row;
        let lo = (0..self.bits).find(|&at| bit(&row.coins, at)).unwrap_or(0) as i32;
        let hi = (0..self.bits).rfind(|&at| bit(&row.coins, at)).unwrap_or(0) as i32;
        let mut steps = vec![2 * d, -2 * d, 1, -1, 2, -2, d, -d];
        steps.dedup();
        if d <= 2 {
            steps.truncate(6);
        }
        let is_begun = state.long == self.d;
        // A block that grows into the pattern of a doubles move gains less.
        let worst = 10.max(k / (2 * d) + 6);
        let only_long = !is_begun && self.loose == 0;
        if only_long {
            steps.truncate(2);
        }
        let allowed = |left: u64, (from, to): (i32, i32)| match &state.beginning {
            Some(it) => left & !(it.straddled[from as usize] | it.straddled[to as usize]),
            None => left,
        };
        let targets: Vec<i32> = (lo - k..=hi + 1)
            .filter(|&to| {
                to >= 1
                    && ((to + k) as usize) < self.bits
                    && self.block(&row.coins, to as usize) == 0
            })
            .filter(|&to| bit(&row.coins, to as usize - 1) || bit(&row.coins, (to + k) as usize))
            .collect();
        for to in targets {
            for from in lo..=hi + 1 - k {
                let left = allowed(state.left, (from, to));
                if left == 0 || !self.can(row, (from, to)) {
                    continue;
                }
                let mut after = *row;
                let gain = self.play(&mut after, (from, to));
                if gain < -2 {
                    continue;
                }
                let single = Chain {
                    from,
                    to,
                    step: 0,
                    moves: 1,
                };
                let candidate = |chain, is_long| Candidate {
                    score: 0,
                    hash: 0,
                    parent,
                    chain,
                    is_long,
                };
                if !only_long {
                    add(
                        &after,
                        state.pairs + gain,
                        (state.moves + 1) as i32,
                        candidate(single, false),
                    );
                }
                for &step in &steps {
                    let (mut next, mut pairs, mut left, mut lost) =
                        (after, state.pairs + gain, left, 0);
                    let mut chain = Chain { step, ..single };
                    loop {
                        let link = chain.at(chain.moves);
                        if !self.can(&next, link) {
                            break;
                        }
                        left = allowed(left, link);
                        let gain = self.play(&mut next, link);
                        pairs += gain;
                        lost += 2 - gain;
                        chain.moves += 1;
                        // The seams wander in a long chain.
                        let may_be_long = step.abs() == 2 * d && !is_begun;
                        let is_over = lost > worst || chain.moves as usize > 4 * self.n;
                        if is_over || (left == 0 && !may_be_long) {
                            break;
                        }
                        // Within a chain that gains all it can, only its ends and its beginning are of use.
                        let link = chain.at(chain.moves);
                        if chain.moves > 3
                            && self.can(&next, link)
                            && self.play(&mut next.clone(), link) == 2
                        {
                            continue;
                        }
                        let is_long = may_be_long
                            && chain.moves >= least
                            && (state.long == 0 || !self.next(state, &chain).is_empty());
                        if is_long || (!only_long && left > 0) {
                            add(
                                &next,
                                pairs,
                                (state.moves + chain.moves) as i32,
                                candidate(chain, is_long),
                            );
                        }
                    }
                }
            }
        }
    }

    /// Returns the best solutions of a beam.
    fn found(&self) -> Option<Vec<Chain>> {
        let least = 2.max((self.n as u32 / self.d as u32 * self.share / 10).saturating_sub(1));
        let mut chains: Vec<(Option<u32>, Chain)> = Vec::new();
        let whole = |chains: &[(Option<u32>, Chain)], mut last: Option<u32>| {
            let mut path = Vec::new();
            while let Some(number) = last {
                path.push(chains[number as usize].1);
                last = chains[number as usize].0;
            }
            path.reverse();
            path
        };
        let mut start = State {
            row: self.first_row(),
            moves: 0,
            pairs: 1,
            last: None,
            long: 0,
            beginning: None,
            left: u64::MAX,
        };
        for chain in self.prelude()? {
            start.pairs += self.play(&mut start.row, chain.at(0));
            start.moves += 1;
            chains.push((start.last, chain));
            start.last = Some(chains.len() as u32 - 1);
        }
        let (mut beam, mut seen) = (vec![start], HashSet::new());
        let (mut best, mut fewest, mut since) = (None, i32::MAX, 0);
        for depth in 0..self.d as u32 + self.loose + 60 {
            let (mut kept, mut cut) = (Vec::<Candidate>::new(), i32::MAX);
            let most = 8 * self.width;
            for (parent, state) in (0..).zip(&beam) {
                self.add_steps(parent, state, least, &mut |row, pairs, moves, candidate| {
                    let slack = 2 * moves - (pairs - 1);
                    let score = 1000 * slack - self.weight * pairs;
                    if score >= cut || moves >= fewest {
                        return;
                    }
                    let hash = self.hash(row) ^ u64::from(candidate.is_long);
                    let score = score + (mixed(hash) % 400) as i32;
                    kept.push(Candidate {
                        score,
                        hash,
                        ..candidate
                    });
                    if kept.len() >= 4 * most {
                        kept.sort_by_key(|it| (it.score, it.hash));
                        kept.dedup_by_key(|it| it.hash);
                        kept.truncate(most);
                        cut = kept.last().map_or(i32::MAX, |it| it.score);
                    }
                });
            }
            kept.sort_by_key(|it| (it.score, it.hash));
            let mut next = Vec::new();
            for Candidate {
                hash,
                parent,
                chain,
                is_long,
                ..
            } in kept
            {
                if next.len() >= self.width || !seen.insert(hash) {
                    continue;
                }
                let mut state = beam[parent as usize].clone();
                for index in 0..chain.moves {
                    let (from, to) = chain.at(index);
                    if let Some(it) = &state.beginning {
                        state.left &= !(it.straddled[from as usize] | it.straddled[to as usize]);
                    }
                    state.pairs += self.play(&mut state.row, (from, to));
                }
                state.moves += chain.moves;
                chains.push((state.last, chain));
                state.last = Some(chains.len() as u32 - 1);
                if is_long {
                    state.long += 1;
                    let mut all = match &state.beginning {
                        Some(_) => self.next(&beam[parent as usize], &chain),
                        None => self.beginning(&whole(&chains, state.last), state.long),
                    };
                    all.truncate(63);
                    if all.is_empty() {
                        continue;
                    }
                    state.left = (1 << all.len()) - 1;
                    let straddled = self.straddled(&all);
                    state.beginning = Some(Rc::new(Beginning { all, straddled }));
                }
                if state.long < self.d && depth + 1 >= self.d as u32 + self.loose {
                    continue;
                }
                if state.pairs == 2 * self.n as i32 - 1 {
                    if (state.moves as i32) < fewest && self.fits(&state) {
                        fewest = state.moves as i32;
                        best = Some(whole(&chains, state.last));
                    }
                    continue;
                }
                next.push(state);
            }
            beam = next;
            if best.is_some() {
                since += 1;
            }
            if beam.is_empty() || since > 6 {
                break;
            }
        }
        best
    }
}

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<u64> = std::env::args()
        .skip(1)
        .map_while(|it| it.parse().ok())
        .collect();
    let arguments = if arguments.is_empty() {
        vec![6, 19, 60, 1]
    } else {
        arguments
    };
    let search = Search::new(&arguments)
        .ok_or("usage: chains K N [WIDTH SEED WEIGHT LOOSE SHARE PRELUDE]")?;
    let Some(chains) = search.found() else {
        println!("none");
        return Ok(());
    };
    let origin = search.origin as i64;
    let step = |(from, to): (i32, i32)| Move {
        from: i64::from(from) - origin,
        to: i64::from(to) - origin,
    };
    let moves: Vec<Move> = chains
        .iter()
        .flat_map(|it| (0..it.moves).map(|index| step(it.at(index))))
        .collect();
    let more = moves.len() - search.n;
    let rows: Vec<(i64, i64, i32, u32)> = chains
        .iter()
        .map(|it| {
            let Move { from, to } = step((it.from, it.to));
            (from, to, it.step, it.moves)
        })
        .collect();
    let solution = Solution::new(Puzzle::new(search.k as u64, search.n as u64)?, 1, moves);
    let bases = DoublesBase::all(&solution)?;
    assert!(
        !bases.is_empty(),
        "it extends by {}",
        Strips::period_of_base(solution.puzzle().block_length())
    );
    let arguments: Vec<String> = arguments.iter().map(u64::to_string).collect();
    println!(
        "Searched {{ k: {}, n: {}, more: {more}, chains: &{rows:?} }}, // {}",
        search.k,
        search.n,
        arguments.join(" ")
    );
    Ok(())
}
