//! Integer sequences, as b-files of the OEIS and in other formats.

use crate::atlas::Atlas;
use crate::error::{AtlasError, Missing};
use crate::table::{Format, Table};
use serde_json::{Value, json};
use tait_framework::checkers::number_of_solutions;
use tait_linear::{BlockLength, CellAnswer};
use tait_store::CountCell;
use tait_vacancy::Puzzle;
use tait_vacancy::checkers::Checkers;
use tait_vacancy::checkers::reversal::Reversal;

/// The default number of terms of an endless sequence.
const TERMS: u64 = 100;

/// The most terms of one.
const MOST_TERMS: u64 = 10_000;

/// The most digits of a term of a b-file, as the OEIS asks for it.
const MOST_DIGITS: usize = 1000;

/// A sequence, which begins at its first index.
#[derive(Debug, Clone)]
pub struct Sequence {
    about: String,
    first: u64,
    /// In decimal: some have more than 64 bits.
    terms: Vec<String>,
}

/// The names, and their meanings.
const NAMES: &str = "'linear k=4' (fewest moves for n nickels and n pennies, from the stored map), 'linear threshold' (from which n on n \
                     moves always suffice, by k, from the stored maps and families), 'linear k=4 solutions' (how many shortest solutions, \
                     stored), 'linear k=4 distance' (the least total distance of their moves), 'checkers m=1', 'checkers m=n' (fewest moves for n \
                     black checkers and 1 or n white ones), the same with 'solutions' after it (how many), 'reversal end=same', 'reversal end=other', 'reversal end=any' (fewest moves to \
                     reverse n checkers, stored), the same with 'solutions' after it, or a puzzle such as 'checkers n=5 m=3' (its moves)";

/// Checks the number of the last term of an endless sequence.
fn in_range(to: u64) -> Result<u64, AtlasError> {
    match to {
        1..=MOST_TERMS => Ok(to),
        _ => Err(AtlasError::Refused(format!(
            "term {to} is out of range: expected 1 to {MOST_TERMS}"
        ))),
    }
}

impl Sequence {
    /// Finds the sequence with a name, up to an index.
    ///
    /// # Errors
    /// When there is no sequence of this name, nothing is stored of it, or the index is beyond the known terms.
    pub fn find(atlas: &Atlas<'_>, name: &str, to: Option<u64>) -> Result<Self, AtlasError> {
        let words: Vec<&str> = name.split_whitespace().collect();
        let number = |word: &str| word.strip_prefix("k=")?.parse::<u64>().ok();
        let unknown =
            || AtlasError::Refused(format!("unknown sequence '{name}': expected {NAMES}"));
        let mut sequence = match *words.as_slice() {
            ["linear", "threshold"] => Self::linear_threshold(atlas)?,
            ["linear", k] => {
                let k = number(k).ok_or_else(unknown)?;
                let k = BlockLength::new(k).map_err(AtlasError::refused)?;
                Self::linear(k, to, atlas)?
            }
            ["linear", k, what @ ("solutions" | "distance")] => {
                let k = number(k).ok_or_else(unknown)?;
                let k = BlockLength::new(k).map_err(AtlasError::refused)?;
                Self::counts(k, what == "distance", atlas)?
            }
            // Their numbers of solutions are the Fibonacci numbers; with n white checkers they are all 2.
            ["checkers", "solutions"] => Self::checkers("m=1", true, to.unwrap_or(TERMS))?,
            ["checkers", white @ ("m=1" | "m=n"), ref what @ ..]
                if matches!(what, [] | ["solutions"]) =>
            {
                Self::checkers(white, !what.is_empty(), to.unwrap_or(TERMS))?
            }
            [
                "reversal",
                end @ ("end=same" | "end=other" | "end=any"),
                ref what @ ..,
            ] if matches!(what, [] | ["solutions"]) => {
                Self::reversal(end, !what.is_empty(), atlas)?
            }
            [kind, ..] if Puzzle::KINDS.contains(&kind) => Self::moves(name, atlas)?,
            _ => return Err(unknown()),
        };
        if let Some(to) = to {
            let last = sequence.first + sequence.terms.len() as u64;
            if !(sequence.first..last).contains(&to) {
                return Err(AtlasError::Refused(format!(
                    "{name}: term {to} is not known: only terms {} to {} are",
                    sequence.first,
                    last - 1
                )));
            }
            sequence.terms.truncate((to - sequence.first + 1) as usize);
        }
        Ok(sequence)
    }

    /// The longest run of sizes with known optima, from the smallest such size on: as far as the map goes, or to the term
    /// that is asked for.
    fn linear(k: BlockLength, to: Option<u64>, atlas: &Atlas<'_>) -> Result<Self, AtlasError> {
        let map = atlas.map()?;
        let Some(row) = map.rows.iter().find(|row| row.k == k) else {
            let what = format!("no map of k = {k} is stored");
            let usual = Missing::Map(k, 1, 4 * u64::from(k.get()));
            return Err(AtlasError::unknown(what, usual));
        };
        let settled_from = row.threshold().from;
        let optimum = |n: u64| match row.answer(n) {
            Some(CellAnswer::Optimum(moves)) => Some(moves),
            Some(CellAnswer::Suffices) => Some(n),
            _ => settled_from.filter(|&from| from <= n).map(|_| n),
        };
        let last = match to {
            Some(to) => in_range(to)?,
            None => row.largest().max(settled_from).unwrap_or_default(),
        };
        let known = (1..=last).map(|n| (n, optimum(n)));
        let known = known.skip_while(|(_, moves)| moves.is_none());
        let terms: Vec<(u64, u64)> = known.map_while(|(n, moves)| Some((n, moves?))).collect();
        let Some(&(first, _)) = terms.first() else {
            let what = format!("no optimum for k = {k} is known yet");
            return Err(AtlasError::unknown(what, None));
        };
        Ok(Self {
            about: format!("Fewest moves of {k} adjacent coins for n nickels and n pennies"),
            first,
            terms: terms.iter().map(|(_, moves)| moves.to_string()).collect(),
        })
    }

    /// The first of the longest runs of consecutive sizes with stored numbers of shortest solutions. A run of numbers
    /// has no size with infinitely many solutions; a run of distances may.
    fn counts(k: BlockLength, distances: bool, atlas: &Atlas<'_>) -> Result<Self, AtlasError> {
        let record = atlas.store().solution_counts(k)?;
        let cells = record.map_or(Vec::new(), |record| record.cells);
        let is_term = |cell: &CountCell| cell.is_whole || distances;
        let follows = |cell: &CountCell, next: &CountCell| {
            is_term(cell) && is_term(next) && next.n == cell.n + 1
        };
        let runs = cells.chunk_by(follows).filter(|run| is_term(&run[0]));
        // Of equal ones, the last one from behind.
        let Some(run) = runs.rev().max_by_key(|run| run.len()) else {
            let what = format!("no numbers of shortest solutions for k = {k} are stored");
            return Err(AtlasError::unknown(what, None));
        };
        let term = |cell: &CountCell| match distances {
            true => cell.least_distance().to_string(),
            false => cell.solutions.clone(),
        };
        let what = match distances {
            true => "Least total distance of the moves of a shortest solution for",
            false => "Shortest solutions for",
        };
        Ok(Self {
            about: format!("{what} n nickels and n pennies, with moves of {k} adjacent coins"),
            first: run[0].n,
            terms: run.iter().map(term).collect(),
        })
    }

    /// N(k), as far as it is known without a gap.
    fn linear_threshold(atlas: &Atlas<'_>) -> Result<Self, AtlasError> {
        let terms = atlas.thresholds()?;
        Ok(Self {
            about: "Smallest N such that n nickels and n pennies take n moves of k adjacent coins for every n >= N, by k"
                .to_owned(),
            first: 2,
            terms: terms.iter().map(u64::to_string).collect(),
        })
    }

    fn checkers(white: &str, solutions: bool, to: u64) -> Result<Self, AtlasError> {
        let terms = (1..=in_range(to)?).map(|n| {
            let puzzle = Checkers::new(n, if white == "m=1" { 1 } else { n })
                .map_err(AtlasError::refused)?;
            Ok(if solutions {
                number_of_solutions(puzzle)
                    .map_err(AtlasError::refused)?
                    .to_string()
            } else {
                puzzle.optimum().to_string()
            })
        });
        let (what, theorem) = if solutions {
            ("Optimal solutions", 4)
        } else {
            ("Fewest moves", 2)
        };
        let white = if white == "m=1" {
            "1 white one"
        } else {
            "n white ones"
        };
        Ok(Self {
            about: format!("{what} for n black checkers and {white} (Theorem {theorem})"),
            first: 1,
            terms: terms.collect::<Result<_, AtlasError>>()?,
        })
    }

    /// The terms as far as the store has them without a gap.
    fn reversal(end: &str, solutions: bool, atlas: &Atlas<'_>) -> Result<Self, AtlasError> {
        let record = atlas.store().reversals()?;
        let term = |n| {
            let end = match end {
                "end=same" => Some(n + 1),
                "end=other" => Some(1),
                _ => None,
            };
            let cell = record.cell(Reversal::new(n, n + 1, end).ok()?)?;
            if solutions {
                cell.solutions
            } else {
                Some(cell.moves.len() as u64)
            }
        };
        let terms: Vec<String> = (1..).map_while(term).map(|term| term.to_string()).collect();
        if terms.is_empty() {
            let what = "no reversals are stored";
            return Err(AtlasError::unknown(what, Missing::Reversals));
        }
        let what = if solutions {
            "Shortest solutions"
        } else {
            "Fewest moves"
        };
        let end = match end {
            "end=same" => "the same cell",
            "end=other" => "the left cell",
            _ => "any cell",
        };
        Ok(Self {
            about: format!(
                "{what} to reverse n numbered checkers, the right cell vacant at the start, {end} at the end"
            ),
            first: 1,
            terms,
        })
    }

    fn moves(name: &str, atlas: &Atlas<'_>) -> Result<Self, AtlasError> {
        let solution = atlas.vacancy_solution(name.parse().map_err(AtlasError::refused)?)?;
        Ok(Self {
            about: format!("Moves of {}", solution.puzzle),
            first: 1,
            terms: solution.moves.iter().map(u64::to_string).collect(),
        })
    }

    /// Returns the terms in decimal, from the first index on.
    #[must_use]
    pub fn terms(&self) -> &[String] {
        &self.terms
    }

    /// Returns the index of the first term.
    #[must_use]
    pub const fn first(&self) -> u64 {
        self.first
    }

    /// Returns a b-file, or a table with the columns `n` and `value`.
    ///
    /// # Errors
    /// When a term is too long for a b-file.
    pub fn to_text(&self, format: Format) -> Result<String, AtlasError> {
        let numbered = (self.first..).zip(&self.terms);
        if format == Format::Text {
            if let Some((n, term)) = numbered.clone().find(|(_, term)| term.len() > MOST_DIGITS) {
                return Err(AtlasError::Refused(format!(
                    "term {n} has {} digits, and a b-file of the OEIS takes terms of at most {MOST_DIGITS}: end it with term {}, or choose another format",
                    term.len(),
                    n - 1
                )));
            }
            let lines = numbered.map(|(n, term)| format!("{n} {term}\n"));
            return Ok(format!("# {}\n{}", self.about, lines.collect::<String>()));
        }
        let mut table = Table::new(&["n", "value"]);
        for (n, term) in numbered {
            // A number that JSON readers would round is a string.
            let value = term.parse::<u64>().map_or(json!(term), Value::from);
            table.push(vec![json!(n), value]);
        }
        Ok(table.to_text(format))
    }
}
