//! The answer to "K N": a stored or published solution, or a base extended to size.

use crate::arguments::Globals;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use tait_generator::MoveSequence;
use tait_generator::published;
use tait_generator::thesis::{SlidingCoinK2, SlidingCoinK3Odd};
use tait_jobs::claimed;
use tait_puzzle::linear::wrap::{Composition, WrapFamily};
use tait_puzzle::linear::{
    Answer, Base, Cell, Claim, Exhaustion, Expansion, FARTHEST_POSITION, Family, Header, Puzzle,
    Restrictions, Solution,
};
use tait_store::Level;

/// Which results are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum BaseSet {
    /// What the data directory holds; what the thesis lists where that is nothing
    Stored,
    /// What the thesis lists
    Published,
}

/// Kinds of families.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FamilyKind {
    /// Bases that are extended
    Bases,
    /// Wraps around each other
    Wraps,
}

/// Options of every command that takes K and N.
#[derive(Debug, Args)]
pub(crate) struct SourceOptions {
    /// Only stored families of this kind [default: whatever answers, bases before wraps]
    #[arg(long, value_enum, conflicts_with = "base")]
    pub(crate) family: Option<FamilyKind>,
    /// Whose bases are used
    #[arg(long, value_enum, default_value_t = BaseSet::Stored)]
    pub(crate) base: BaseSet,
    /// The position of the first coin [default: 1; with --base published, that of the thesis]
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    pub(crate) start: Option<i64>,
}

/// A solution, or the means to make one.
#[derive(Debug)]
pub(crate) struct Source {
    /// The puzzle and the position of the first coin.
    pub(crate) header: Header,
    /// Where it comes from, in words.
    pub(crate) origin: String,
    /// The moves.
    pub(crate) moves: Moves,
}

/// Where moves come from.
#[derive(Debug)]
pub(crate) enum Moves {
    /// A list, and what is known of shorter ones.
    Listed(Solution, Standing),
    /// A base, extended to the size of the puzzle.
    Extended(Base),
    /// Wraps around each other.
    Wrapped(WrapFamily),
    /// Algorithm 3.1 of the thesis.
    K2(SlidingCoinK2),
    /// Algorithm 4.1 of the thesis.
    K3Odd(SlidingCoinK3Odd),
}

/// What is known of solutions shorter than a listed one.
#[derive(Debug, Clone)]
pub(crate) enum Standing {
    /// There is none; how far that is confirmed.
    Optimal(Claim, Level),
    /// Searches excluded so many lengths from n on, and not all.
    Excluded(Vec<Exhaustion>),
    /// Nothing is said.
    Unknown,
}

impl Standing {
    /// What the map says of its solution.
    pub(crate) fn of_cell(cell: &Cell) -> Self {
        let shorter = cell.excluded.clone();
        match cell.answer() {
            Answer::Suffices => Some(Claim::LowerBound).into(),
            Answer::Optimum(_) => Some(Claim::Exhaustion { shorter }).into(),
            _ => Self::Excluded(shorter),
        }
    }

    /// The same once the small searches behind the claim were repeated.
    ///
    /// # Errors
    /// When one of them does not come to what is recorded.
    pub(crate) fn recounted(self, solution: &Solution) -> anyhow::Result<Self> {
        Ok(match self {
            Self::Optimal(claim, _) => {
                let (_, level) = claimed(solution, &claim)?;
                Self::Optimal(claim, level)
            }
            other => other,
        })
    }
}

impl From<Option<Claim>> for Standing {
    fn from(claim: Option<Claim>) -> Self {
        claim.map_or(Self::Unknown, |claim| {
            let level = Level::of_claim(&claim);
            Self::Optimal(claim, level)
        })
    }
}

/// What is known of K and N.
#[derive(Debug)]
pub(crate) enum Found {
    /// Moves.
    Source(Source),
    /// No solution exists; the text says why.
    NoSolution(String),
}

impl Source {
    /// The number of moves: that of a list, and elsewhere n.
    pub(crate) fn length(&self) -> u64 {
        match &self.moves {
            Moves::Listed(solution, _) => solution.moves().len() as u64,
            _ => self.header.puzzle.n(),
        }
    }

    /// Where it comes from, and of more than n moves whether fewer would do.
    pub(crate) fn provenance(&self) -> String {
        let (origin, n, length) = (&self.origin, self.header.puzzle.n(), self.length());
        match &self.moves {
            Moves::Listed(..) if length == n => origin.clone(),
            Moves::Listed(_, Standing::Optimal(..)) => {
                format!("{origin}; {length} moves, none fewer: every smaller number was searched")
            }
            Moves::Listed(_, Standing::Excluded(shorter)) => format!(
                "{origin}; {length} moves, the best known: at least {} are needed",
                n + shorter.len() as u64
            ),
            Moves::Listed(_, Standing::Unknown) => {
                format!("{origin}; {length} moves; whether fewer would do is not said")
            }
            _ => origin.clone(),
        }
    }

    /// The moves as a sequence.
    pub(crate) fn sequence(&self) -> anyhow::Result<Box<dyn MoveSequence + '_>> {
        Ok(match &self.moves {
            Moves::Listed(solution, _) => Box::new(solution.clone()),
            Moves::Extended(base) => Box::new(self.expansion(base)?),
            Moves::Wrapped(family) => Box::new(self.composition(family)?),
            Moves::K2(algorithm) => Box::new(*algorithm),
            Moves::K3Odd(algorithm) => Box::new(*algorithm),
        })
    }

    /// The expansion of a base to the size and start asked for.
    pub(crate) fn expansion<'a>(&self, base: &'a Base) -> anyhow::Result<Expansion<'a>> {
        Expansion::to_size(base, self.header.puzzle.n())
            .map(|expansion| expansion.at_start(self.header.start))
            .context("the base does not extend to this size")
    }

    /// The wraps of a family around each other to the size and start asked for.
    pub(crate) fn composition<'a>(
        &self,
        family: &'a WrapFamily,
    ) -> anyhow::Result<Composition<'a>> {
        family
            .composition(self.header.puzzle.n())
            .map(|composition| composition.at_start(self.header.start))
            .context("the wraps do not give this size")
    }

    /// All moves as a solution, which takes the memory of a list.
    pub(crate) fn solution(&self) -> anyhow::Result<Solution> {
        let moves = self.sequence()?.moves().collect();
        Ok(Solution::new(self.header.puzzle, self.header.start, moves))
    }
}

/// Looks K and N up.
pub(crate) fn find(
    k: u64,
    n: u64,
    options: &SourceOptions,
    globals: &Globals,
) -> anyhow::Result<Found> {
    let puzzle = Puzzle::new(k, n)?;
    if puzzle.only_rotates() {
        return Ok(Found::NoSolution(format!(
            "{puzzle}: no solution exists, because k = 2n - 1 coins at a time only rotate the row"
        )));
    }
    // No solution leaves its row by more than a few blocks.
    let start = options.start.unwrap_or(1);
    let reach = start.unsigned_abs().saturating_add(puzzle.coins() + 1000);
    if reach > FARTHEST_POSITION.unsigned_abs() {
        bail!("start = {start}: the row has to stay within 2^60 positions of 0");
    }
    let header = Header { puzzle, start };
    let source = match (options.family, options.base) {
        (Some(FamilyKind::Bases), _) => extended_from_store(header, globals)?,
        (Some(FamilyKind::Wraps), _) => wrapped(header, globals)?,
        (None, BaseSet::Stored) => shortest(header, globals)?,
        (None, BaseSet::Published) => published(puzzle, options.start)?,
    };
    let Some(source) = source else {
        bail!(
            "{puzzle}: no {} answers this size; try tait solve {k} {n}, or tait framework {k}",
            match (options.family, options.base) {
                (Some(FamilyKind::Bases), _) => "stored family of bases",
                (Some(FamilyKind::Wraps), _) => "stored family of wraps",
                (None, BaseSet::Stored) => "stored or published family, map or solution",
                (None, BaseSet::Published) => "published family or solution",
            }
        );
    };
    Ok(Found::Source(source))
}

/// The shortest solution that anything knows of: the first one of n moves, and where nothing has that, the first of
/// the shortest ones.
fn shortest(header: Header, globals: &Globals) -> anyhow::Result<Option<Source>> {
    let thesis = |header: Header, _: &Globals| published(header.puzzle, Some(header.start));
    let mut best: Option<Source> = None;
    for ask in [extended_from_store, stored, wrapped, mapped, thesis] {
        let Some(source) = ask(header, globals)? else {
            continue;
        };
        if source.length() == header.puzzle.n() {
            return Ok(Some(source));
        }
        if best
            .as_ref()
            .is_none_or(|best| source.length() < best.length())
        {
            best = Some(source);
        }
    }
    Ok(best)
}

/// The stored solution.
fn stored(header: Header, globals: &Globals) -> anyhow::Result<Option<Source>> {
    let record = globals
        .store()
        .solution(header.puzzle, &Restrictions::default())?;
    Ok(record.map(|record| Source {
        header,
        origin: "stored solution".to_owned(),
        moves: Moves::Listed(
            record.solution.at_start(header.start),
            Some(record.claim).into(),
        ),
    }))
}

/// The solution on the map.
fn mapped(header: Header, globals: &Globals) -> anyhow::Result<Option<Source>> {
    let k = header.puzzle.block_length();
    let map = globals.store().classification(k)?;
    let cell = map.as_ref().and_then(|map| map.cell(header.puzzle.n()));
    Ok(cell.and_then(|record| {
        let solution = record.cell.solution.as_ref()?;
        Some(Source {
            header,
            origin: format!("map of k = {k}"),
            moves: Moves::Listed(
                solution.at_start(header.start),
                Standing::of_cell(&record.cell),
            ),
        })
    }))
}

/// What the stored bases give.
fn extended_from_store(header: Header, globals: &Globals) -> anyhow::Result<Option<Source>> {
    let (store, puzzle) = (globals.store(), header.puzzle);
    for variant in ["bases", "common"] {
        if let Some(record) = store.family(puzzle.block_length(), variant)? {
            let name = format!("family k{:02}-{variant}", puzzle.k());
            if let Some(source) = extended(&record.family, header, &name) {
                return Ok(Some(source));
            }
        }
    }
    Ok(None)
}

/// What the stored wraps give.
fn wrapped(header: Header, globals: &Globals) -> anyhow::Result<Option<Source>> {
    let k = header.puzzle.block_length();
    let families = globals.store().wrap_families(k)?;
    let covering = families
        .into_iter()
        .find(|record| record.family.coverage().covers(header.puzzle.n()));
    Ok(covering.map(|record| Source {
        header,
        origin: format!("family k{:02}-{}", k.get(), record.family.variant()),
        moves: Moves::Wrapped(record.family),
    }))
}

/// What the thesis has: its families, its algorithms for two and three coins, its lists.
fn published(puzzle: Puzzle, start: Option<i64>) -> anyhow::Result<Option<Source>> {
    let (k, n) = (puzzle.k(), puzzle.n());
    if let Some(listed) = published::solution(k, n) {
        let start = start.unwrap_or(listed.start());
        return Ok(Some(Source {
            header: Header { puzzle, start },
            origin: "listed in the thesis".to_owned(),
            moves: Moves::Listed(listed.at_start(start), Standing::Unknown),
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
        if let Some(source) = extended(&entry.family, Header { puzzle, start }, &entry.source) {
            return Ok(Some(source));
        }
    }
    let header = Header {
        puzzle,
        start: start.unwrap_or(1),
    };
    let algorithm = |origin: &str, moves| {
        Ok(Some(Source {
            header,
            origin: origin.to_owned(),
            moves,
        }))
    };
    match (k, n) {
        (2, 3..) => algorithm(
            "SlidingCoinK2 of the thesis",
            Moves::K2(SlidingCoinK2::new(n, header.start)?),
        ),
        (3, 3..) if n % 2 == 1 => algorithm(
            "SlidingCoinK3Odd of the thesis",
            Moves::K3Odd(SlidingCoinK3Odd::new(n, 0, header.start)?),
        ),
        _ => Ok(None),
    }
}

fn extended(family: &Family, header: Header, name: &str) -> Option<Source> {
    let expansion = family.expansion(header.puzzle.n())?;
    let (base, times) = (expansion.base(), expansion.extensions());
    Some(Source {
        header,
        origin: match times {
            0 => format!("{name}, base n = {}", base.puzzle().n()),
            1 => format!("{name}, base n = {} extended once", base.puzzle().n()),
            _ => format!(
                "{name}, base n = {} extended {times} times",
                base.puzzle().n()
            ),
        },
        moves: Moves::Extended(base.clone()),
    })
}

#[cfg(test)]
mod tests;
