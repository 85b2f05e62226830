//! The answer for one pair of shapes on a grid.

use crate::error::RecordError;
use crate::found_by::FoundBy;
use crate::merge::{Conflict, contradiction};
use crate::shortcut;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tait_puzzle::grid::space::ZONE_CELLS;
use tait_puzzle::grid::{Move, Shapes, check};

/// A number above any lower bound that shows without a search.
const MOST_AT_ONCE: u64 = 1024;
/// The most placements of a target, which are states before a search begins.
const MOST_TARGETS: u64 = 1 << 20;

/// The result of a search from one shape to another.
///
/// There is a shortest solution, or the pair is undecided, or there is no solution at all.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Pair")]
pub struct GridPair {
    /// The start.
    pub from: String,
    /// The target.
    pub to: String,
    /// A shortest solution.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<Move>>,
    /// The extent of a search that was given up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undecided: Option<Undecided>,
    /// The run.
    pub found_by: FoundBy,
}

/// What a search proved before it was given up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Undecided {
    /// No solution has fewer moves.
    pub at_least: u32,
    /// The number of states after which it was given up.
    pub state_limit: u64,
}

/// How a pair is searched alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PairSearch {
    /// The number of states after which the search is given up.
    pub state_limit: u64,
    /// The most cells of a zone, for a search with pattern databases.
    pub patterns: Option<u32>,
}

/// The answer for a pair of shapes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PairAnswer<'a> {
    /// A shortest solution.
    Optimal(&'a [Move]),
    /// There is no solution.
    Unsolvable,
    /// No solution has fewer moves.
    AtLeast(u32),
}

impl PairSearch {
    /// Returns the command that searches a pair of a table so.
    ///
    /// ```
    /// use tait_store::PairSearch;
    /// let search = PairSearch { state_limit: 9, patterns: Some(23) };
    /// let command = "grid table t --pair-states 9 --patterns 23 --from a --glyphs a,b";
    /// assert_eq!(search.command("t", "a", "b"), command);
    /// ```
    #[must_use]
    pub fn command(self, table: &str, from: &str, to: &str) -> String {
        let Self {
            state_limit,
            patterns,
        } = self;
        let patterns = patterns.map_or_else(String::new, |cells| format!(" --patterns {cells}"));
        format!(
            "grid table {table} --pair-states {state_limit}{patterns} --from {from} --glyphs {from},{to}"
        )
    }

    /// Reads the command of a pair of a table.
    fn of_command(command: &str, table: &str, from: &str, to: &str) -> Option<Self> {
        let options = command.strip_prefix(&format!("grid table {table} --pair-states "))?;
        let options = options.strip_suffix(&format!(" --from {from} --glyphs {from},{to}"))?;
        let (states, patterns) = match options.split_once(" --patterns ") {
            Some((states, cells)) => (states, Some(cells.parse().ok()?)),
            None => (options, None),
        };
        let state_limit = states.parse().ok()?;
        let search = Self {
            state_limit,
            patterns,
        };
        let is_asked = search.command(table, from, to) == command;
        let has_zones = patterns.is_none_or(|cells| ZONE_CELLS.contains(&cells));
        (is_asked && has_zones).then_some(search)
    }

    /// Returns whether another search would find nothing that this one does not: it has no more states, and no better
    /// bounds.
    #[must_use]
    pub fn covers(self, other: Self) -> bool {
        self.state_limit >= other.state_limit && self.patterns >= other.patterns
    }
}

impl GridPair {
    /// Returns how it was searched, as the run says that found it in a table; `None` if that is no such run.
    #[must_use]
    pub fn search(&self, table: &str) -> Option<PairSearch> {
        PairSearch::of_command(&self.found_by.command, table, &self.from, &self.to)
    }

    /// Returns the answer.
    #[must_use]
    pub fn answer(&self) -> PairAnswer<'_> {
        match (&self.moves, self.undecided) {
            (Some(moves), _) => PairAnswer::Optimal(moves),
            (None, Some(undecided)) => PairAnswer::AtLeast(undecided.at_least),
            (None, None) => PairAnswer::Unsolvable,
        }
    }

    /// Prefers, for a pair of a table, a settled one to an undecided one, then a larger bound, and then the better search.
    pub(crate) fn merged(self, new: Self, table: &str) -> Result<Self, Conflict> {
        let runs = (&self.found_by, &new.found_by);
        self.answer()
            .agrees(new.answer(), (&self.from, &self.to), runs)?;
        let strength = |pair: &Self| {
            let least = pair.undecided.map(|undecided| undecided.at_least);
            let search = pair.search(table);
            let search = search.map(|search| (search.patterns, search.state_limit));
            (pair.undecided.is_none(), least, search)
        };
        let is_stronger = strength(&self) > strength(&new);
        Ok(if is_stronger { self } else { new })
    }

    pub(crate) fn place(&self, shapes: &Shapes) -> (Option<usize>, Option<usize>) {
        (shapes.index(&self.from), shapes.index(&self.to))
    }

    pub(crate) fn check(&self, table: &str, shapes: &Shapes) -> Result<(), RecordError> {
        let Self { from, to, .. } = self;
        let wrong = |what: String| Err(RecordError::Claim(format!("from {from} to {to}: {what}")));
        let Some(puzzle) = shapes.pair(from, to).filter(|_| from != to) else {
            return wrong("expected two different shapes of the table".to_owned());
        };
        let limit = search_of_run(&self.found_by, table, from, to)?.state_limit;
        if let Some(undecided) = self.undecided {
            let is_such = undecided.state_limit == limit
                && self
                    .found_by
                    .states
                    .is_none_or(|states| states <= limit.saturating_add(MOST_TARGETS))
                && u64::from(undecided.at_least) <= limit.saturating_add(MOST_AT_ONCE);
            if !is_such {
                return wrong(format!(
                    "a search that stops after {limit} states cannot show that it takes {} moves",
                    undecided.at_least
                ));
            }
        }
        let Some(moves) = &self.moves else {
            return Ok(());
        };
        if self.undecided.is_some() {
            return wrong("it holds moves, so it is not undecided".to_owned());
        }
        // A search sees each configuration of the solution that it returns.
        let least = moves.len() as u64;
        if let Some(states) = self.found_by.states.filter(|states| *states < least) {
            return wrong(format!(
                "a search of {states} states finds no {least} moves"
            ));
        }
        match check(&puzzle, moves.iter().copied()) {
            Ok(_) => shortcut::of_configurations(&puzzle, moves),
            Err(error) => wrong(error.to_string()),
        }
    }
}

impl PairAnswer<'_> {
    /// Fails if two answers contradict each other.
    pub(crate) fn agrees(
        self,
        new: Self,
        (from, to): (&str, &str),
        (stored_by, new_by): (&FoundBy, &FoundBy),
    ) -> Result<(), Conflict> {
        let is_right = match (self, new) {
            (Self::Optimal(stored), Self::Optimal(new)) => stored.len() == new.len(),
            (Self::Optimal(moves), Self::AtLeast(bound))
            | (Self::AtLeast(bound), Self::Optimal(moves)) => moves.len() as u64 >= bound.into(),
            (Self::Unsolvable, Self::Optimal(_)) | (Self::Optimal(_), Self::Unsolvable) => false,
            (Self::Unsolvable | Self::AtLeast(_), Self::Unsolvable | Self::AtLeast(_)) => true,
        };
        let subject = || format!("from {from} to {to}");
        is_right.then_some(()).ok_or_else(|| {
            contradiction(
                &subject(),
                (self.in_words(), stored_by),
                (new.in_words(), new_by),
            )
        })
    }

    fn in_words(self) -> String {
        match self {
            Self::Optimal(moves) => format!("{} moves, none fewer", moves.len()),
            Self::Unsolvable => "no solution".to_owned(),
            Self::AtLeast(moves) => format!("at least {moves} moves"),
        }
    }
}

/// Requires `grid table NAME --pair-states COUNT [--patterns CELLS] --from SHAPE --glyphs SHAPE,SHAPE`; returns how it
/// searches.
pub(crate) fn search_of_run(
    found_by: &FoundBy,
    table: &str,
    from: &str,
    to: &str,
) -> Result<PairSearch, RecordError> {
    let search = |run: &FoundBy| PairSearch::of_command(&run.command, table, from, to);
    found_by.check(|run| search(run).is_some())?;
    search(found_by)
        .ok_or_else(|| RecordError::Provenance("it does not name a number of states".to_owned()))
}
