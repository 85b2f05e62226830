//! Answers to "k coins, n nickels and n pennies" from any source: stored families, solutions and maps, the thesis, and closed
//! forms; moves, or the means to make them.

use crate::atlas::Atlas;
use crate::error::{AtlasError, Missing};
use crate::explain::Explained;
use crate::standing::Standing;
use std::time::Duration;
use tait_generator::closed::ClosedForm;
use tait_generator::thesis::{Algorithm, Moves};
use tait_generator::{MoveSequence, published};
use tait_linear::{
    Claim, FARTHEST_POSITION, Family, Header, Puzzle, Restrictions, Settles, Solution,
};
use tait_store::{ClassificationRecord, FoundBy, SolutionRecord, Store};
use tait_text::counted;

/// The results in which an answer is sought.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Sources {
    /// Everything: the first answer among those with the fewest moves, stored before published, bases before wraps, and
    /// closed forms last.
    #[default]
    All,
    /// Stored bases that are extended.
    Bases,
    /// Stored wraps around each other.
    Wraps,
    /// The lists and algorithms of the thesis.
    Published,
}

impl Atlas<'_> {
    /// Returns the best known solution of a puzzle.
    ///
    /// The row begins at `start`, or at 1 without it; a solution that the thesis lists then begins where it is listed.
    ///
    /// ```
    /// use tait_atlas::{Sources, Atlas};
    /// use tait_linear::{Puzzle, check};
    /// use tait_store::Store;
    ///
    /// let nothing_stored = tempfile::tempdir()?;
    /// let atlas = Atlas::new(Store::new(nothing_stored.path()));
    /// let answer = atlas.ask(Puzzle::new(4, 100)?, None, Sources::All)?.expect("a solution");
    /// assert_eq!(answer.length(), 100); // no solution is shorter
    /// assert!(answer.provenance().contains("extended"));
    /// assert!(check(&answer.solution()?)?.meets_lower_bound);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`AtlasError::Unknown`] when nothing answers; also when the row would lie beyond the range of positions, or a
    /// stored file is wrong.
    pub fn ask(
        &self,
        puzzle: Puzzle,
        start: Option<i64>,
        sources: Sources,
    ) -> Result<Result<Answer, NoSolution>, AtlasError> {
        if let Some(reason) = puzzle.unsolvable() {
            return Ok(Err(NoSolution(reason)));
        }
        // No solution leaves its row by more than a few blocks.
        let first = start.unwrap_or(1);
        let reach = first.unsigned_abs().saturating_add(puzzle.coins() + 1000);
        if reach > FARTHEST_POSITION.unsigned_abs() {
            return Err(AtlasError::Refused(format!(
                "start = {first} is out of range: the row must stay within 2^60 positions of 0"
            )));
        }
        let header = Header {
            puzzle,
            start: first,
        };
        let (answer, asked) = match sources {
            _ if puzzle.is_turned() => {
                (turned(header, self)?, "family or map of the turned puzzle")
            }
            Sources::All => (
                shortest(header, self)?,
                "stored or published family, map, solution or closed form",
            ),
            Sources::Bases => (extended_from_store(header, self)?, "stored family of bases"),
            Sources::Wraps => (wrapped(header, self)?, "stored family of wraps"),
            Sources::Published => (published(puzzle, start)?, "published family or solution"),
        };
        answer.map(Ok).ok_or_else(|| {
            let from = ClosedForm::settles_from(puzzle.block_length());
            let closed = match sources {
                Sources::All if !puzzle.is_turned() && puzzle.n() < from => {
                    format!("; every n >= {from} has a closed form")
                }
                _ => String::new(),
            };
            let what = format!("{puzzle}: no {asked} has this size{closed}");
            AtlasError::unknown(what, Missing::Answer(puzzle))
        })
    }
}

/// The largest size for which an optimal solution is listed. Larger ones are streamed.
const LONGEST_LISTED: u64 = 100_000;

impl Atlas<'_> {
    /// Returns a solution that answers a request without a search, and where it comes from: one that is stored, or, without
    /// restrictions, one of at most so many moves that other records prove optimal. The store is that to which a search
    /// would write.
    ///
    /// # Errors
    /// When a stored file is wrong.
    pub fn solved(
        &self,
        store: &Store,
        puzzle: Puzzle,
        restrictions: &Restrictions,
        most_moves: u32,
    ) -> Result<Option<(SolutionRecord, String)>, AtlasError> {
        if let Some(record) = store.solution(puzzle, restrictions)? {
            return Ok(Some((record, "from the store".to_owned())));
        }
        if !restrictions.is_none() {
            return Ok(None);
        }
        let known = self.optimal(puzzle)?;
        let known = known.filter(|(it, _)| it.solution.moves().len() <= most_moves as usize);
        Ok(known.map(|(record, from)| (record, format!("known: {from}"))))
    }

    /// Returns a solution that the store's records prove optimal, as a record, and its origin; `None` if no record
    /// proves one, or the list would be long. The lists of the thesis are left out: a recorded search must be
    /// repeatable by its command without a store.
    ///
    /// ```
    /// use tait_atlas::Atlas;
    /// use tait_linear::{Claim, Puzzle};
    /// use tait_store::Store;
    ///
    /// # let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data");
    /// let atlas = Atlas::new(Store::new(data));
    /// let (record, from) = atlas.optimal(Puzzle::new(8, 100)?)?.expect("there is a family for k = 8");
    /// assert_eq!((record.solution.moves().len(), &record.claim), (100, &Claim::LowerBound));
    /// assert!(from.contains("extended"));
    /// let atlas = Atlas::new(Store::new("nothing-is-stored-here"));
    /// assert!(atlas.optimal(Puzzle::new(8, 100)?)?.is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When a stored file is wrong.
    pub fn optimal(&self, puzzle: Puzzle) -> Result<Option<(SolutionRecord, String)>, AtlasError> {
        if puzzle.n() > LONGEST_LISTED || puzzle.unsolvable().is_some() {
            return Ok(None);
        }
        let header = Header { puzzle, start: 1 };
        let Some(answer) = shortest_of(header, self, &STORED)? else {
            return Ok(None);
        };
        let claim = match answer.standing() {
            _ if answer.length() == puzzle.n() => Claim::LowerBound,
            Standing::Optimal(claim, _) => claim.clone(),
            Standing::Excluded(_) | Standing::Compared(_) | Standing::Unknown => return Ok(None),
        };
        let command = format!("solve {} {}", puzzle.k(), puzzle.n());
        let record = SolutionRecord {
            solution: answer.solution()?,
            claim,
            restrictions: Restrictions::default(),
            found_by: FoundBy::new(command, Duration::ZERO),
        };
        Ok(Some((record, answer.origin)))
    }
}

/// The best solution that is stored, of whatever length.
pub(crate) fn best_stored(puzzle: Puzzle, atlas: &Atlas<'_>) -> Result<Option<Answer>, AtlasError> {
    shortest_of(Header { puzzle, start: 1 }, atlas, &STORED)
}

/// The shortest solution from any source: the first one of n moves, or else the first of the shortest ones.
fn shortest(header: Header, atlas: &Atlas<'_>) -> Result<Option<Answer>, AtlasError> {
    let thesis: Ask = |header, _| published(header.puzzle, Some(header.start));
    shortest_of(header, atlas, &[&STORED[..], &[thesis, closed]].concat())
}

/// A source that may have an answer.
type Ask = fn(Header, &Atlas<'_>) -> Result<Option<Answer>, AtlasError>;

/// The sources in the store, in the order in which they are asked.
const STORED: [Ask; 5] = [extended_from_store, stored, wrapped, doubled, mapped];

fn shortest_of(
    header: Header,
    atlas: &Atlas<'_>,
    asked: &[Ask],
) -> Result<Option<Answer>, AtlasError> {
    if header.puzzle.is_turned() {
        return turned(header, atlas);
    }
    let mut best: Option<Answer> = None;
    for ask in asked {
        let Some(answer) = ask(header, atlas)? else {
            continue;
        };
        if answer.length() == header.puzzle.n() {
            return Ok(Some(answer));
        }
        if best
            .as_ref()
            .is_none_or(|best| answer.length() < best.length())
        {
            best = Some(answer);
        }
    }
    Ok(best)
}

/// The stored solution.
fn stored(header: Header, atlas: &Atlas<'_>) -> Result<Option<Answer>, AtlasError> {
    let record = atlas
        .store()
        .solution(header.puzzle, &Restrictions::default())?;
    Ok(record.map(|record| Answer {
        header,
        origin: "stored solution".to_owned(),
        way: Way::Listed(
            record.solution.at_start(header.start),
            Some(record.claim).into(),
        ),
    }))
}

/// The solution on the map.
fn mapped(header: Header, atlas: &Atlas<'_>) -> Result<Option<Answer>, AtlasError> {
    let k = header.puzzle.block_length();
    let map = atlas.store().classification(k)?;
    Ok(map.and_then(|map| on_map(&map, header, &format!("map of k = {k}"))))
}

fn on_map(map: &ClassificationRecord, header: Header, origin: &str) -> Option<Answer> {
    let record = map.cell(header.puzzle.n())?;
    let solution = record.cell.solution.as_ref()?;
    Some(Answer {
        header,
        origin: origin.to_owned(),
        way: Way::Listed(
            solution.at_start(header.start),
            Standing::of_cell(&record.cell),
        ),
    })
}

/// The solution from the stored bases.
fn extended_from_store(header: Header, atlas: &Atlas<'_>) -> Result<Option<Answer>, AtlasError> {
    let (store, puzzle) = (atlas.store(), header.puzzle);
    for variant in ["bases", "bases-smallest", "common"] {
        if let Some(record) = store.family(puzzle.block_length(), variant)? {
            let name = format!("family k{:02}-{variant}", puzzle.k());
            if let Some(answer) = extended(&record.family, header, &name) {
                return Ok(Some(answer));
            }
        }
    }
    // Searches among some sizes alone have files of their own.
    let k = puzzle.block_length();
    let all = store.bases(k, &Restrictions::default(), 0..=u64::MAX)?;
    Ok(all.and_then(|record| extended(&record.family, header, &format!("bases of k = {k}"))))
}

/// The solution from the stored wraps.
fn wrapped(header: Header, atlas: &Atlas<'_>) -> Result<Option<Answer>, AtlasError> {
    let k = header.puzzle.block_length();
    let families = atlas.store().wrap_families(k)?;
    let covering = families
        .into_iter()
        .find(|record| record.family.coverage().covers(header.puzzle.n()));
    Ok(covering.map(|record| Answer {
        header,
        origin: format!("family k{:02}-{}", k.get(), record.family.variant()),
        way: Way::Made(Box::new(record.family)),
    }))
}

/// The solution from the stored doubles.
fn doubled(header: Header, atlas: &Atlas<'_>) -> Result<Option<Answer>, AtlasError> {
    let k = header.puzzle.block_length();
    let record = atlas.store().doubles(k)?;
    let covering = record.filter(|it| it.family.coverage().covers(header.puzzle.n()));
    Ok(covering.map(|record| Answer {
        header,
        origin: format!("family k{:02}-doubles", k.get()),
        way: Way::Made(Box::new(record.family)),
    }))
}

/// The solution from the thesis: its families, its algorithms for two and three coins, its lists.
fn published(puzzle: Puzzle, start: Option<i64>) -> Result<Option<Answer>, AtlasError> {
    let (k, n) = (puzzle.k(), puzzle.n());
    if let Some(listed) = published::solution(k, n) {
        let start = start.unwrap_or(listed.start());
        return Ok(Some(Answer {
            header: Header { puzzle, start },
            origin: "listed in the thesis".to_owned(),
            way: Way::Listed(listed.at_start(start), Standing::Unknown),
        }));
    }
    if let Some(entry) = published::families()
        .iter()
        .find(|entry| entry.family.k.get() == k)
    {
        let first = entry.family.bases.first();
        let start = start
            .or(first.map(|base| base.solution.start()))
            .unwrap_or(1);
        if let Some(answer) = extended(&entry.family, Header { puzzle, start }, &entry.source) {
            return Ok(Some(answer));
        }
    }
    let algorithm = match (k, n) {
        (2, 3..) => Algorithm::K2,
        (3, 3..) if n % 2 == 1 => Algorithm::K3Odd,
        _ => return Ok(None),
    };
    Answer::by(algorithm, puzzle, start).map(Some)
}

/// The solution of the turned puzzle: from its families, or else on its map.
fn turned(header: Header, atlas: &Atlas<'_>) -> Result<Option<Answer>, AtlasError> {
    let k = header.puzzle.block_length();
    let mut families = published::turned_families().iter();
    let made = (families.find(|entry| entry.family.k == k))
        .and_then(|entry| extended(&entry.family, header, &entry.source));
    if made.is_some() {
        return Ok(made);
    }
    let map = atlas.store().turned_classification(k)?;
    Ok(map.and_then(|map| on_map(&map, header, &format!("map of k = {k}, turned"))))
}

/// The solution without a search, which takes more than `n` moves.
fn closed(header: Header, _: &Atlas<'_>) -> Result<Option<Answer>, AtlasError> {
    Ok(ClosedForm::new(header).map(|form| Answer {
        header,
        origin: match form.extension() {
            None => format!("closed form for k = {}", header.puzzle.k()),
            Some(_) => "searched chains, extended by doubles".to_owned(),
        },
        way: Way::Closed(form),
    }))
}

fn extended(family: &Family, header: Header, name: &str) -> Option<Answer> {
    let n = header.puzzle.n();
    let base = family.extension(n)?.base().clone();
    Some(Answer {
        header,
        origin: format!("{name}, {}", family.way_to(n)?),
        way: Way::Made(Box::new(Family {
            k: family.k,
            bases: vec![base],
        })),
    })
}

/// A solution of `n` nickels and `n` pennies, or the means to make one.
///
/// [`Atlas::ask`](crate::Atlas::ask) returns it.
#[derive(Debug)]
pub struct Answer {
    /// The puzzle and the position of the first coin.
    pub header: Header,
    /// The origin, in words.
    pub origin: String,
    /// The source of the moves.
    pub way: Way,
}

/// The source of moves.
#[derive(Debug)]
pub enum Way {
    /// A list, and what is known of shorter lists.
    Listed(Solution, Standing),
    /// A family that settles the size.
    Made(Box<dyn Explained>),
    /// An algorithm of the thesis.
    By(Moves),
    /// The formula for every block length, of more than `n` moves.
    Closed(ClosedForm),
}

/// The reason why no solution exists, in one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoSolution(pub String);

impl Answer {
    /// Has an algorithm of the thesis make the moves, with the first coin at `start` or where the thesis puts it.
    ///
    /// # Errors
    /// [`AtlasError::Refused`] when the algorithm does not take the puzzle.
    ///
    /// ```
    /// use tait_atlas::Answer;
    /// use tait_linear::Puzzle;
    /// let answer = Answer::by("4.2".parse()?, Puzzle::new(3, 16)?, None)?;
    /// assert_eq!((answer.header.start, answer.length()), (4, 16));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn by(
        algorithm: Algorithm,
        puzzle: Puzzle,
        start: Option<i64>,
    ) -> Result<Self, AtlasError> {
        let start = start.unwrap_or(algorithm.start());
        let moves = algorithm.moves(puzzle, 0, start);
        Ok(Self {
            header: Header { puzzle, start },
            origin: format!("{} of the thesis", algorithm.function()),
            way: Way::By(moves.map_err(AtlasError::refused)?),
        })
    }

    /// Returns the number of moves: that of a list or a formula, and for a family the lower bound.
    #[must_use]
    pub fn length(&self) -> u64 {
        match &self.way {
            Way::Listed(solution, _) => solution.moves().len() as u64,
            Way::By(moves) => moves.count(),
            Way::Closed(form) => form.count(),
            Way::Made(_) => self.header.puzzle.least_moves(),
        }
    }

    /// Returns what is known of shorter solutions. If the length is `n`, no solution is shorter (Theorem 2.1.1),
    /// whatever is recorded.
    #[must_use]
    pub const fn standing(&self) -> &Standing {
        match &self.way {
            Way::Listed(_, standing) => standing,
            _ => &Standing::Unknown,
        }
    }
    /// Returns the origin and, for more than n moves, whether fewer would do.
    #[must_use]
    pub fn provenance(&self) -> String {
        let (origin, n, length) = (
            &self.origin,
            self.header.puzzle.least_moves(),
            self.length(),
        );
        match &self.way {
            Way::Listed(..) if length == n => origin.clone(),
            Way::Listed(_, Standing::Optimal(..)) => {
                format!("{origin}; {length} moves, none fewer: every smaller number was searched")
            }
            Way::Listed(_, Standing::Excluded(shorter)) => format!(
                "{origin}; {length} moves, the best known: at least {} are needed",
                n + shorter.len() as u64
            ),
            Way::Listed(_, Standing::Compared(_) | Standing::Unknown) => {
                format!("{origin}; {length} moves; fewer may suffice")
            }
            Way::Closed(_) => {
                let more = counted(length - n, "move");
                format!("{origin}; {length} moves, at most {more} more than the lower bound")
            }
            _ => origin.clone(),
        }
    }

    /// Returns the moves as a sequence with access to any of them.
    ///
    /// # Errors
    /// When the answer combines a family and a size that it does not settle.
    pub fn sequence(&self) -> Result<Box<dyn MoveSequence + '_>, AtlasError> {
        Ok(match &self.way {
            Way::Listed(solution, _) => Box::new(solution.clone()),
            Way::Made(family) => family
                .made(self.header.puzzle.n(), self.header.start)
                .ok_or_else(|| self.not_settled())?,
            Way::By(moves) => Box::new(moves.clone()),
            Way::Closed(form) => Box::new(form),
        })
    }

    pub(crate) fn not_settled(&self) -> AtlasError {
        let puzzle = self.header.puzzle;
        AtlasError::Refused(format!("{puzzle}: the family does not settle this size"))
    }

    /// Returns all moves as a solution, which takes the memory of a list.
    ///
    /// # Errors
    /// As [`sequence`](Self::sequence).
    pub fn solution(&self) -> Result<Solution, AtlasError> {
        let moves = self.sequence()?.moves().collect();
        Ok(Solution::new(self.header.puzzle, self.header.start, moves))
    }
}
