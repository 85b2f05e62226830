//! The answer for one pair of shapes on a grid.

use crate::error::RecordError;
use crate::found_by::FoundBy;
use crate::merge::{Conflict, contradiction};
use crate::shortcut;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tait_grid::space::ZONE_CELLS;
use tait_grid::{Move, Shapes, check};
use tait_text::quoted;

/// How a recorded command has the names of tables and shapes: quoted for a shell, or, as tait 0.1.0 wrote them, as they are.
pub(super) const WORDS: [fn(&str) -> String; 2] = [|name| quoted(name), str::to_owned];

/// A number above any lower bound that shows without a search.
const MOST_AT_ONCE: u64 = 1024;
/// The most placements of a target, which are states before a search begins.
const MOST_TARGETS: u64 = 1 << 20;

/// The result of a search from one shape to another.
///
/// There is a shortest solution, or the pair is undecided, or there is no solution at all. A solution that was found by other
/// means and taken in is the shortest one that is known: it stands beside what a search proved before it was given up. If the
/// two bounds meet, the pair is settled.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Pair")]
pub struct GridPair {
    /// The start.
    pub from: String,
    /// The target.
    pub to: String,
    /// A shortest solution. If it was taken in, the shortest that is known.
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
    /// No solution has fewer moves, and this one has more: the optimum lies between them. Without a search the number is 0.
    Between(u32, &'a [Move]),
}

impl PairSearch {
    /// Returns the command that searches a pair of a table so.
    ///
    /// ```
    /// use tait_store::PairSearch;
    /// let search = PairSearch { state_limit: 9, patterns: Some(23) };
    /// let command = "grid table t --pair-states 9 --patterns 23 --from a --glyphs a,b";
    /// assert_eq!(search.command("t", "a", "b"), command);
    /// let command = "grid table 'my t' --pair-states 9 --patterns 23 --from '&' --glyphs '&,b'";
    /// assert_eq!(search.command("my t", "&", "b"), command);
    /// ```
    #[must_use]
    pub fn command(self, table: &str, from: &str, to: &str) -> String {
        let Self {
            state_limit,
            patterns,
        } = self;
        let patterns = patterns.map_or_else(String::new, |cells| format!(" --patterns {cells}"));
        let names = quoted(format!("{from},{to}"));
        let (table, from) = (quoted(table), quoted(from));
        format!(
            "grid table {table} --pair-states {state_limit}{patterns} --from {from} --glyphs {names}"
        )
    }

    /// Reads the command of a pair of a table.
    fn of_command(command: &str, table: &str, from: &str, to: &str) -> Option<Self> {
        WORDS.iter().find_map(|word| {
            let (name, names) = (word(table), word(&format!("{from},{to}")));
            let options = command.strip_prefix(&format!("grid table {name} --pair-states "))?;
            let end = format!(" --from {} --glyphs {names}", word(from));
            Self::of_options(options.strip_suffix(&end)?)
        })
    }

    /// Reads `COUNT [--patterns CELLS]`.
    fn of_options(options: &str) -> Option<Self> {
        let (states, patterns) = match options.split_once(" --patterns ") {
            Some((states, cells)) => (states, Some(cells.parse().ok()?)),
            None => (options, None),
        };
        let state_limit = states.parse().ok()?;
        let search = Self {
            state_limit,
            patterns,
        };
        let patterns = patterns.map_or_else(String::new, |cells| format!(" --patterns {cells}"));
        let is_asked = options == format!("{state_limit}{patterns}");
        let has_zones = search
            .patterns
            .is_none_or(|cells| ZONE_CELLS.contains(&cells));
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
            (Some(moves), None) if self.found_by.is_all_added() => PairAnswer::Between(0, moves),
            (Some(moves), Some(undecided)) if (undecided.at_least as usize) < moves.len() => {
                PairAnswer::Between(undecided.at_least, moves)
            }
            (Some(moves), _) => PairAnswer::Optimal(moves),
            (None, Some(undecided)) => PairAnswer::AtLeast(undecided.at_least),
            (None, None) => PairAnswer::Unsolvable,
        }
    }

    /// Returns whether a search alone settled it.
    fn is_searched(&self) -> bool {
        self.undecided.is_none() && !self.found_by.is_all_added()
    }

    /// Puts together what a search of one of two pairs proved and the solution that was taken in with the other; each is the
    /// stronger of the two.
    fn composed(&self, new: &Self, is_stronger: bool) -> Self {
        let Self { from, to, .. } = new;
        let (from, to) = (from.clone(), to.clone());
        let length = |pair: &Self| pair.moves.as_ref().map_or(usize::MAX, Vec::len);
        let (lower, upper) = (
            if is_stronger { self } else { new },
            if length(self) < length(new) {
                self
            } else {
                new
            },
        );
        let runs = |pair: &Self, is_added: bool| {
            let alone = |run: &FoundBy| FoundBy {
                also: Vec::new(),
                ..run.clone()
            };
            let runs = pair.found_by.runs();
            let runs = runs
                .filter(move |run| run.is_added() == is_added)
                .map(alone);
            runs.reduce(FoundBy::and)
        };
        let found_by = match (runs(lower, false), runs(upper, true)) {
            (Some(search), Some(added)) => search.and(added),
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) => new.found_by.clone(),
        };
        Self {
            from,
            to,
            moves: upper.moves.clone(),
            undecided: lower.undecided,
            found_by,
        }
    }

    /// Prefers, for a pair of a table, one that a search settled to an undecided one, then a larger bound, and then the better
    /// search. The shortest solution that was taken in stays beside the bound.
    pub(crate) fn merged(self, new: Self, table: &str) -> Result<Self, Conflict> {
        let runs = (&self.found_by, &new.found_by);
        self.answer()
            .agrees(new.answer(), (&self.from, &self.to), runs)?;
        let strength = |pair: &Self| {
            let least = pair.undecided.map(|undecided| undecided.at_least);
            let search = pair.search(table);
            let search = search.map(|search| (search.patterns, search.state_limit));
            (pair.is_searched(), least, search)
        };
        let is_stronger = strength(&self) > strength(&new);
        Ok(match self.is_searched() || new.is_searched() {
            false => self.composed(&new, is_stronger),
            true if is_stronger => self,
            true => new,
        })
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
        let limit =
            search_of_run(&self.found_by, table, from, to)?.map(|search| search.state_limit);
        let limit = limit.unwrap_or_default();
        if self.found_by.is_all_added() && (self.undecided.is_some() || self.moves.is_none()) {
            return wrong("only moves were taken in, and no search".to_owned());
        }
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
        let at_least = self.undecided.map_or(0, |undecided| undecided.at_least);
        let least = moves.len() as u64;
        if self.found_by.has_added() {
            if self.is_searched() {
                return wrong("its search settles it, so no other moves belong to it".to_owned());
            }
            if u64::from(at_least) > least {
                return wrong(format!(
                    "{least} moves, but no solution has fewer than {at_least}"
                ));
            }
            if let Err(error) = check(&puzzle, moves.iter().copied()) {
                return wrong(error.to_string());
            }
            return match self.answer() {
                PairAnswer::Optimal(moves) => shortcut::of_configurations(&puzzle, moves),
                _ => Ok(()),
            };
        }
        if self.undecided.is_some() {
            return wrong("it holds moves, so it is not undecided".to_owned());
        }
        // A search sees each configuration of the solution that it returns.
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

impl<'a> PairAnswer<'a> {
    /// Returns whether a shortest solution is known, or that there is none.
    #[must_use]
    pub const fn is_settled(self) -> bool {
        matches!(self, Self::Optimal(_) | Self::Unsolvable)
    }

    /// Returns the shortest known solution.
    #[must_use]
    pub const fn solution(self) -> Option<&'a [Move]> {
        match self {
            Self::Optimal(moves) | Self::Between(_, moves) => Some(moves),
            Self::AtLeast(_) | Self::Unsolvable => None,
        }
    }

    /// Returns the number of moves below which there is no solution; without any solution, the largest number.
    fn least(self) -> u64 {
        match self {
            Self::Optimal(moves) => moves.len() as u64,
            Self::AtLeast(least) | Self::Between(least, _) => least.into(),
            Self::Unsolvable => u64::MAX,
        }
    }

    /// Fails if two answers contradict each other.
    pub(crate) fn agrees(
        self,
        new: Self,
        (from, to): (&str, &str),
        (stored_by, new_by): (&FoundBy, &FoundBy),
    ) -> Result<(), Conflict> {
        let may_be = |one: Self, other: Self| match one.solution() {
            Some(moves) => moves.len() as u64 >= other.least(),
            None => true,
        };
        let is_right = may_be(self, new) && may_be(new, self);
        let subject = || format!("from {from} to {to}");
        is_right.then_some(()).ok_or_else(|| {
            contradiction(
                &subject(),
                (self.in_words(), stored_by),
                (new.in_words(), new_by),
            )
        })
    }

    /// Returns the answer, in words.
    #[must_use]
    pub fn in_words(self) -> String {
        match self {
            Self::Optimal(moves) => format!("{} moves, none fewer", moves.len()),
            Self::Unsolvable => "no solution".to_owned(),
            Self::AtLeast(moves) => format!("at least {moves} moves"),
            Self::Between(0, moves) => format!("at most {} moves", moves.len()),
            Self::Between(least, moves) => format!("{least} to {} moves", moves.len()),
        }
    }
}

/// Requires `grid table NAME --pair-states COUNT [--patterns CELLS] --from SHAPE --glyphs SHAPE,SHAPE`, or that the moves were
/// taken in; returns how it searches, if it does. The search comes first.
pub(crate) fn search_of_run(
    found_by: &FoundBy,
    table: &str,
    from: &str,
    to: &str,
) -> Result<Option<PairSearch>, RecordError> {
    let search = |run: &FoundBy| PairSearch::of_command(&run.command, table, from, to);
    found_by.check_or_added(|run| search(run).is_some())?;
    let first = search(found_by);
    match first.is_some() || found_by.is_all_added() {
        true => Ok(first),
        false => Err(RecordError::Provenance(
            "the search comes before what was taken in".to_owned(),
        )),
    }
}
