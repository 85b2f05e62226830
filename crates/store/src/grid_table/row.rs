//! The rows of a table.

use crate::error::{RecordError, require_answer};
use crate::found_by::FoundBy;
use crate::grid_table::pair::{PairAnswer, WORDS};
use crate::merge::{Conflict, union};
use crate::{counts, shortcut};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tait_grid::space::{Ranking, SmallBoard};
use tait_grid::{Move, Replay, Shapes, check};
use tait_text::counted;

/// The result of a search of all configurations from one shape.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Row")]
pub struct GridTableRow {
    /// The shape.
    pub from: String,
    /// The conclusion from the rest, in words; recomputed whenever the file is read.
    answer: String,
    /// The numbers of configurations that are 0, 1, 2, ... moves away.
    pub states: Vec<u64>,
    /// Whether no other configurations can be reached.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub exhausted: bool,
    /// The shapes that were searched for, in order.
    pub targets: Vec<GridTarget>,
    /// The run.
    pub found_by: FoundBy,
}

/// A target of a row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Target")]
pub struct GridTarget {
    /// The shape.
    pub to: String,
    /// A shortest solution; left out if there is none at all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<Move>>,
}

impl GridTableRow {
    /// Makes a row; targets may come in any order.
    #[must_use]
    pub fn new(
        from: impl Into<String>,
        states: Vec<u64>,
        exhausted: bool,
        targets: Vec<GridTarget>,
        found_by: FoundBy,
    ) -> Self {
        let mut row = Self {
            from: from.into(),
            answer: String::new(),
            states,
            exhausted,
            targets,
            found_by,
        };
        row.answer = row.in_words();
        row
    }

    /// Returns the result of the row, in words.
    #[must_use]
    pub fn answer(&self) -> &str {
        &self.answer
    }

    /// Returns the solution for a target: the outer `None` means that it was not looked for, the inner one that it
    /// cannot be reached.
    #[must_use]
    pub fn moves(&self, to: &str) -> Option<Option<&[Move]>> {
        let target = self.targets.iter().find(|target| target.to == to)?;
        Some(target.moves.as_deref())
    }

    fn lengths(&self) -> impl Iterator<Item = usize> {
        self.targets
            .iter()
            .filter_map(|target| Some(target.moves.as_ref()?.len()))
    }

    /// Puts the result of the row into words.
    fn in_words(&self) -> String {
        let (all, reached) = (self.targets.len(), self.lengths().count());
        let lengths = match (self.lengths().min(), self.lengths().max()) {
            (Some(least), Some(most)) => format!(" in {least} to {most} moves, none in fewer"),
            _ => String::new(),
        };
        format!("{reached} of {all} targets{lengths}")
    }

    pub(super) fn check(&self, table: &str, shapes: &Shapes) -> Result<(), RecordError> {
        let wrong = |what: String| Err(RecordError::Claim(format!("from {}: {what}", self.from)));
        let Some(start) = shapes.shape(&self.from) else {
            return wrong("unknown shape".to_owned());
        };
        if let Err(what) = require_answer(&self.answer, &self.in_words()) {
            return wrong(what);
        }
        let in_order = |one: &GridTarget, next: &GridTarget| {
            let place = |target: &GridTarget| shapes.index(&target.to);
            place(one) < place(next)
        };
        if !self.targets.is_sorted_by(in_order) {
            return wrong("the targets are not in the order of the shapes".to_owned());
        }
        // The rules themselves recount the first layer.
        let mut nearest = Vec::new();
        for step in start.moves(shapes.rules()) {
            let mut replay = Replay::new(start.clone(), shapes.rules());
            if replay.play(step).is_ok() {
                nearest.push(replay.configuration().positions().collect::<Vec<_>>());
            }
        }
        nearest.sort_unstable();
        nearest.dedup();
        let first = match nearest.len() as u64 {
            0 => vec![1],
            nearest => vec![1, nearest],
        };
        let is_unmoved = self.states == [1] && !self.exhausted;
        if !is_unmoved && !self.states.starts_with(&first) {
            return wrong(format!("the search must begin with {first:?} states"));
        }
        let board = SmallBoard::around(shapes.board(), start.positions(), shapes.rules());
        let possible = board
            .map_err(|error| RecordError::Claim(error.to_string()))
            .and_then(|board| {
                let ranking = Ranking::new(board.cells().len(), start.len());
                ranking.map_err(|error| RecordError::Claim(error.to_string()))
            })?;
        if self.states.contains(&0) || counts::total(&self.states) > possible.count() {
            return wrong("the search has empty layers or too many states".to_owned());
        }
        for GridTarget { to, moves } in &self.targets {
            let Some(puzzle) = shapes.pair(&self.from, to).filter(|_| *to != self.from) else {
                return wrong(format!("'{to}' is not another shape of the table"));
            };
            match moves {
                None if !self.exhausted => {
                    return wrong(format!("to {to}: the search did not see everything"));
                }
                None => {}
                Some(moves) => {
                    if let Err(error) = check(&puzzle, moves.iter().copied()) {
                        return wrong(format!("to {to}: {error}"));
                    }
                }
            }
        }
        // A search ends with the layer of its last target, or when there is no further layer.
        let deepest = self.states.len() - 1;
        let farthest = self.lengths().max().unwrap_or(0);
        if farthest > deepest || farthest < deepest && !self.exhausted {
            return wrong(format!(
                "the search was {} deep, but the farthest target is {} away",
                counted(deepest as u64, "move"),
                counted(farthest as u64, "move")
            ));
        }
        for GridTarget { to, moves } in &self.targets {
            if let (Some(puzzle), Some(moves)) = (shapes.pair(&self.from, to), moves) {
                shortcut::of_configurations(&puzzle, moves)?;
            }
        }
        let counted = counts::total(&self.states);
        if self.found_by.states.is_some_and(|states| states != counted) {
            return wrong("its run did not visit the states that it counts".to_owned());
        }
        let targets: Vec<&str> = self.targets.iter().map(|target| &*target.to).collect();
        let others = shapes.names().filter(|name| *name != self.from);
        let others: Vec<&str> = others.collect();
        is_of_run(&self.found_by, table, &self.from, &targets, &others)
    }
}

impl GridTableRow {
    /// Keeps all targets of both, and the deeper search, which saw everything that the other saw.
    pub(super) fn merged(self, new: Self, shapes: &Shapes) -> Result<Self, Conflict> {
        let (runs, new_runs) = (self.found_by.clone(), new.found_by.clone());
        let merge = |stored: GridTarget, new: GridTarget| {
            let names = (self.from.as_str(), new.to.as_str());
            let (one, other) = (stored.answer(), new.answer());
            one.agrees(other, names, (&runs, &new_runs))?;
            Ok(new)
        };
        let place = |target: &GridTarget| shapes.index(&target.to);
        let targets = union(self.targets.clone(), new.targets.clone(), place, merge)?;
        let depth = |row: &Self| (row.exhausted, row.states.len());
        let is_all = |row: &Self| row.targets.len() == targets.len();
        let (older, newer) = (depth(&self), depth(&new));
        if is_all(&new) && newer >= older {
            return Ok(new);
        }
        if is_all(&self) && older >= newer {
            return Ok(self);
        }
        let (deep, other) = if newer >= older {
            (new, self)
        } else {
            (self, new)
        };
        Ok(Self::new(
            deep.from,
            deep.states,
            deep.exhausted,
            targets,
            deep.found_by.and(other.found_by),
        ))
    }
}

impl GridTarget {
    fn answer(&self) -> PairAnswer<'_> {
        let moves = self.moves.as_deref();
        moves.map_or(PairAnswer::Unsolvable, PairAnswer::Optimal)
    }
}

/// Requires `grid table NAME --from SHAPE`, which looks for all other shapes, or the same with `--glyphs SHAPE,SHAPE`,
/// which looks for these. The targets must be exactly what the runs look for.
fn is_of_run<'a>(
    found_by: &FoundBy,
    table: &str,
    from: &str,
    targets: &[&'a str],
    others: &[&'a str],
) -> Result<(), RecordError> {
    let named = |run: &FoundBy| -> Option<Vec<&'a str>> {
        WORDS.iter().find_map(|word| {
            let beginning = format!("grid table {} --from {}", word(table), word(from));
            let rest = run.command.strip_prefix(&beginning)?;
            if rest.is_empty() {
                return Some(others.to_vec());
            }
            let asked = rest.strip_prefix(" --glyphs ")?;
            // Names hold no comma, so the names between commas are those that were asked for.
            let names = asked
                .strip_prefix('\'')
                .and_then(|names| names.strip_suffix('\''));
            let names = names.map_or(asked.to_owned(), |names| names.replace(r"'\''", "'"));
            let found = names
                .split(',')
                .map(|name| others.iter().copied().find(|other| *other == name));
            let found: Vec<&str> = found.collect::<Option<_>>()?;
            (word(&found.join(",")) == asked).then_some(found)
        })
    };
    found_by.check(|run| named(run).is_some())?;
    let asked: Vec<&str> = found_by.runs().filter_map(named).flatten().collect();
    let missing = asked.iter().filter(|shape| !targets.contains(shape));
    let unasked = targets.iter().filter(|shape| !asked.contains(shape));
    match missing.chain(unasked).min() {
        None => Ok(()),
        Some(shape) => Err(RecordError::Provenance(format!(
            "from {from}: shape '{shape}' is {}",
            if targets.contains(shape) {
                "a target that no run looks for"
            } else {
                "missing, which a run looks for"
            }
        ))),
    }
}
