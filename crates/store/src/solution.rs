//! Shortest solutions of linear puzzles, on disk.

use crate::error::RecordError;
use crate::found_by::FoundBy;
use crate::kinds::RecordKind;
use crate::level::Level;
use crate::shortcut;
use crate::stored::{About, Conflict, Listing, SearchCounts, Stored, Summary, contradiction};
use crate::verify::{check_recorded, check_restrictions, check_search};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use tait_linear::{
    Base, BlockLength, Claim, Move, Puzzle, Restrictions, Size, Solution, SolveRequest, Verdict,
    analyse,
};

/// A shortest solution, and why none is shorter.
#[derive(Debug, Clone, PartialEq)]
pub struct SolutionRecord {
    /// The solution.
    pub solution: Solution,
    /// Why it is optimal.
    pub claim: Claim,
    /// The restrictions under which it is optimal; positions count from the first coin, which stands at 1.
    pub restrictions: Restrictions,
    /// The run that found it.
    pub found_by: FoundBy,
}

/// A file `solutions/kKK/nNNN.json`: a shortest solution of a linear puzzle, and why none is shorter.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SolutionBody {
    /// The number of adjacent coins that a move slides.
    #[schemars(with = "BlockLength")]
    k: u64,
    /// The number of nickels, and of pennies, in the row.
    #[schemars(with = "Size")]
    n: u64,
    /// The position of the first coin.
    start: i64,
    /// The moves, in order.
    moves: Vec<Move>,
    /// Why no solution is shorter.
    claim: Claim,
    /// The restrictions under which it is shortest, if any; positions count from the first coin, which stands at 1.
    #[serde(default, skip_serializing_if = "Restrictions::is_none")]
    restrictions: Restrictions,
    /// The run that found it.
    found_by: FoundBy,
}

impl SolutionRecord {
    /// Returns the path of the solution of a puzzle under restrictions.
    pub(crate) fn path_of(puzzle: Puzzle, restrictions: &Restrictions) -> PathBuf {
        let mut name = format!("n{:03}", puzzle.n());
        if !restrictions.is_none() {
            // `blocks R1, black type, shift +3, stationary [4, 7]` becomes `R1-black-shift+3-at4,7`.
            let mut parts = vec![restrictions.blocks.to_string()];
            parts.extend(restrictions.final_type.map(|kind| kind.to_string()));
            parts.extend(restrictions.shift.map(|shift| format!("shift{shift:+}")));
            let stationary: Vec<String> = restrictions
                .stationary
                .iter()
                .map(ToString::to_string)
                .collect();
            if !stationary.is_empty() {
                parts.push(format!("at{}", stationary.join(",")));
            }
            name = format!("{name}-{}", parts.join("-"));
        }
        PathBuf::from(format!("solutions/k{:02}/{name}.json", puzzle.k()))
    }

    /// Replays the solution and compares its claim and restrictions with the replay.
    ///
    /// # Errors
    /// Returns the first error.
    pub fn replay(&self) -> Result<Verdict, RecordError> {
        check_recorded(&self.solution)?;
        let analysis = analyse(&self.solution)?;
        check_restrictions(&self.restrictions, &self.solution, &analysis)?;
        check_claim(self, &analysis.verdict)?;
        let (puzzle, moves) = (self.solution.puzzle(), analysis.verdict.moves);
        solve(&self.found_by, puzzle, &self.restrictions, moves)?;
        if self.found_by.has_added() && !matches!(self.claim, Claim::LowerBound) {
            return Err(RecordError::Provenance(format!(
                "no search was taken in with it, and without one only {} moves are the fewest",
                puzzle.n()
            )));
        }
        // Each move of a solution leads to another state, and the search visited all of them.
        if self.found_by.states.is_some_and(|states| states < moves) {
            return Err(RecordError::Provenance(format!(
                "a search that finds {moves} moves visits as many states at least"
            )));
        }
        Ok(analysis.verdict)
    }
}

impl TryFrom<SolutionBody> for SolutionRecord {
    type Error = RecordError;

    fn try_from(body: SolutionBody) -> Result<Self, RecordError> {
        let puzzle = Puzzle::new(body.k, body.n)?;
        Ok(Self {
            solution: Solution::new(puzzle, body.start, body.moves),
            claim: body.claim,
            restrictions: body.restrictions,
            found_by: body.found_by,
        })
    }
}

impl From<SolutionRecord> for SolutionBody {
    fn from(record: SolutionRecord) -> Self {
        let puzzle = record.solution.puzzle();
        Self {
            k: puzzle.k().into(),
            n: puzzle.n(),
            start: record.solution.start(),
            moves: record.solution.moves().to_vec(),
            claim: record.claim,
            restrictions: record.restrictions,
            found_by: record.found_by,
        }
    }
}

impl Stored for SolutionRecord {
    fn about() -> &'static About {
        &About {
            kind: RecordKind::Solution,
            name: "solution",
            directory: "solutions",
            title: "Stored solution",
            puzzle: &["linear"],
            plural: "Stored solutions",
            has_k: true,
            has_n: true,
            listing: Listing::Solutions,
        }
    }

    type Body = SolutionBody;

    fn path(&self) -> PathBuf {
        Self::path_of(self.solution.puzzle(), &self.restrictions)
    }

    fn check(&self) -> Result<(), RecordError> {
        self.replay().map(drop)
    }

    fn runs(&self) -> Vec<&FoundBy> {
        vec![&self.found_by]
    }

    fn level(&self) -> Level {
        Level::of_claim(&self.claim)
    }

    /// The record is one part: two for a puzzle have the same length, or one is wrong.
    fn merged(self, new: Self, _name: &Path) -> Result<Self, Conflict> {
        let moves = |record: &Self| record.solution.moves().len();
        if moves(&self) == moves(&new) {
            return Ok(new);
        }
        let said = |record: &Self| format!("{} moves, none fewer", moves(record));
        Err(contradiction(
            &self.solution.puzzle(),
            (said(&self), &self.found_by),
            (said(&new), &new.found_by),
        ))
    }

    fn summary(&self) -> Summary {
        let (puzzle, moves) = (self.solution.puzzle(), self.solution.moves().len());
        let holds = match self.restrictions.is_none() {
            true => "optimal solution".to_owned(),
            false => format!("optimal with {}", self.restrictions),
        };
        Summary {
            called: format!("a solution of {puzzle}"),
            k: Some(puzzle.k().into()),
            n: Some(puzzle.n()),
            moves: Some(moves),
            sentence: format!("{puzzle}: {moves} moves, {holds}"),
            holds,
            found_by: self.found_by.in_words(),
        }
    }

    fn concerns(&self, k: Option<u64>, n: Option<u64>) -> bool {
        let puzzle = self.solution.puzzle();
        k.is_none_or(|k| k == u64::from(puzzle.k())) && n.is_none_or(|n| n == puzzle.n())
    }

    fn counts(&self) -> SearchCounts {
        let searches = match &self.claim {
            Claim::LowerBound => &[][..],
            Claim::Exhaustion { shorter } => shorter,
        };
        SearchCounts::excluding(self.solution.puzzle(), searches)
    }

    fn solutions(&self) -> Vec<(Solution, Option<Base>)> {
        vec![(self.solution.clone(), None)]
    }
}

fn check_claim(record: &SolutionRecord, verdict: &Verdict) -> Result<(), RecordError> {
    let (moves, n) = (verdict.moves, record.solution.puzzle().n());
    let fail = |reason: String| Err(RecordError::Claim(reason));
    match &record.claim {
        Claim::LowerBound if verdict.meets_lower_bound => Ok(()),
        Claim::LowerBound => fail(format!(
            "{moves} moves do not meet the lower bound of n = {n}"
        )),
        Claim::Exhaustion { shorter } => {
            let lengths: Vec<u64> = shorter.iter().map(|search| search.moves).collect();
            if moves <= n || lengths != (n..moves).collect::<Vec<_>>() {
                return fail(format!(
                    "{moves} moves are optimal only if the lengths {n} to {} are excluded, but those searched are {lengths:?}",
                    moves - 1
                ));
            }
            shorter.iter().try_for_each(|search| {
                check_search(record.solution.puzzle(), &record.restrictions, search)
            })?;
            shortcut::of_rows(&record.solution)
        }
    }
}

/// Requires `solve K N`, with the restrictions of the solution, or that it was taken in.
pub(crate) fn solve(
    found_by: &FoundBy,
    puzzle: Puzzle,
    restrictions: &Restrictions,
    moves: u64,
) -> Result<(), RecordError> {
    let is_own = |run: &FoundBy, command: SolveRequest| {
        command.puzzle == puzzle
            && !command.count
            && command.restrictions == *restrictions
            && command.prefix.is_empty()
            && command.takes_any_search()
            && (command.most_moves).is_none_or(|most| u64::from(most) >= moves)
            && run.has_seed(1)
    };
    found_by.check_or_added(|run| run.asks(|command| is_own(run, command)))
}
