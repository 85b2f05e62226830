//! Tables of the optima between shapes on a grid, on disk.

use crate::commands::GridTableCommand;
use crate::envelope::{Derived, Through};
use crate::error::RecordError;
use crate::found_by::FoundBy;
use crate::kinds::RecordKind;
use crate::level::Level;
use crate::stored::{About, Listing, SearchCounts, Stored, Summary};
use crate::stored::{Conflict, contradiction, union};
use crate::{counts, shortcut};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use tait_grid::space::{Ranking, SmallBoard, ZONE_CELLS};
use tait_grid::{Move, Replay, Shapes, ShapesForm, check};
use tait_text::counted;

/// A file `grid/NAME.json`: optima between shapes on a grid.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GridTableRecord {
    /// The name of the file: letters, digits, and - and _ after the first character.
    #[schemars(extend("pattern" = "^[0-9A-Za-z][0-9A-Za-z_-]*$"))]
    name: String,
    /// The source of the shapes.
    source: String,
    #[serde(flatten, with = "Through::<ShapesForm>")]
    #[schemars(with = "ShapesForm")]
    shapes: Shapes,
    /// Searches of all configurations from one shape, in the order of the shapes.
    rows: Vec<GridTableRow>,
    /// Pairs of shapes that were searched alone, in the order of the shapes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pairs: Vec<GridPair>,
}

impl GridTableRecord {
    /// Makes a table without rows; the name is that of its file.
    #[must_use]
    pub fn new(name: impl Into<String>, source: impl Into<String>, shapes: Shapes) -> Self {
        Self {
            name: name.into(),
            source: source.into(),
            shapes,
            rows: Vec::new(),
            pairs: Vec::new(),
        }
    }

    /// Returns whether a table can have a name: letters, digits, and - and _ after the first character.
    #[must_use]
    pub fn is_name(name: &str) -> bool {
        let is_inner = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        name.starts_with(|c: char| c.is_ascii_alphanumeric()) && name.chars().all(is_inner)
    }

    /// Requires that a table can have a name.
    pub(crate) fn check_name(name: &str) -> Result<(), RecordError> {
        let invalid = || format!("invalid name '{}'", tait_text::excerpt(name));
        Self::is_name(name)
            .then_some(())
            .ok_or_else(|| RecordError::Claim(invalid()))
    }

    /// Returns the name, which is that of the file.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the source of the shapes.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Returns the shapes.
    #[must_use]
    pub const fn shapes(&self) -> &Shapes {
        &self.shapes
    }

    /// Returns the known rows, in the order of the shapes.
    #[must_use]
    pub fn rows(&self) -> &[GridTableRow] {
        &self.rows
    }

    /// Returns the row from a shape.
    #[must_use]
    pub fn row(&self, from: &str) -> Option<&GridTableRow> {
        self.rows.iter().find(|row| row.from == from)
    }

    /// Returns the pairs that were searched alone, in the order of the shapes.
    #[must_use]
    pub fn pairs(&self) -> &[GridPair] {
        &self.pairs
    }

    /// Returns the answer for a pair; `None` if it was not searched.
    #[must_use]
    pub fn answer(&self, from: &str, to: &str) -> Option<PairAnswer<'_>> {
        if let Some(moves) = self.row(from).and_then(|row| row.moves(to)) {
            return Some(moves.map_or(PairAnswer::Unsolvable, PairAnswer::Optimal));
        }
        let is_asked = |pair: &&GridPair| pair.from == from && pair.to == to;
        self.pairs.iter().find(is_asked).map(GridPair::answer)
    }

    /// Inserts the result of a search of one pair, or replaces an earlier one.
    pub fn put_pair(&mut self, pair: GridPair) {
        let Self { shapes, pairs, .. } = self;
        pairs.retain(|known| (&known.from, &known.to) != (&pair.from, &pair.to));
        pairs.push(pair);
        pairs.sort_by_key(|pair| pair.place(shapes));
    }

    /// Inserts a row, which replaces the row from the same shape and the pairs that it answers.
    pub fn put(&mut self, mut row: GridTableRow) {
        let Self {
            shapes,
            rows,
            pairs,
            ..
        } = self;
        pairs.retain(|pair| pair.from != row.from || row.moves(&pair.to).is_none());
        row.targets.sort_by_key(|target| shapes.index(&target.to));
        rows.retain(|known| known.from != row.from);
        rows.push(row);
        rows.sort_by_key(|row| shapes.index(&row.from));
    }

    /// Returns what it says, in a few words.
    #[must_use]
    pub fn claim(&self) -> String {
        let of_rows: usize = self.rows.iter().map(|row| row.targets.len()).sum();
        let alone = self.pairs.iter().filter(|pair| pair.answer().is_settled());
        let pairs = of_rows + alone.count();
        let shapes = self.shapes.names().count();
        format!("{pairs} of {} pairs of shapes", shapes * (shapes - 1))
    }
}

impl GridTableRecord {
    /// Returns the rows of a table with these shapes, under a name: one for each pair, with its optimum or what is
    /// known of it.
    #[must_use]
    pub fn pair_rows(&self, name: &str, from: &[String], to: &[String]) -> Vec<Vec<Value>> {
        let pairs = from.iter().flat_map(|from| {
            let others = to.iter().filter(move |to| *to != from);
            others.map(move |to| (from, to))
        });
        let row = |(from, to): (&String, &String)| {
            let answer = self.answer(from, to);
            let moves = answer.and_then(PairAnswer::solution);
            let at_most = moves.map(<[_]>::len);
            let optimal = at_most.filter(|_| answer.is_some_and(PairAnswer::is_settled));
            let (solvable, at_least) = match answer {
                None => (None, None),
                Some(PairAnswer::Unsolvable) => (Some(false), None),
                Some(PairAnswer::AtLeast(least)) => (None, Some(least as usize)),
                Some(PairAnswer::Between(least, _)) => {
                    (Some(true), Some(least as usize).filter(|least| *least > 0))
                }
                Some(PairAnswer::Optimal(_)) => (Some(true), optimal),
            };
            vec![
                json!(name),
                json!(from),
                json!(to),
                json!(solvable),
                json!(optimal),
                json!(at_least),
                json!(at_most),
                json!(moves),
            ]
        };
        pairs.map(row).collect()
    }
}

/// Returns the path of a table.
pub(crate) fn path_of(name: &str) -> PathBuf {
    PathBuf::from(format!("grid/{name}.json"))
}

impl Stored for GridTableRecord {
    fn about() -> &'static About {
        &About {
            kind: RecordKind::GridTable,
            name: "grid-table",
            directory: "grid",
            title: "Stored optima between shapes on a grid",
            puzzle: &["grid"],
            plural: "Stored optima between shapes on a grid",
            has_k: false,
            has_n: false,
            listing: Listing::Rows(&[
                "table",
                "from",
                "to",
                "solvable",
                "optimal_moves",
                "at_least",
                "at_most",
                "moves",
            ]),
        }
    }

    type Body = Self;

    fn derived(&mut self) -> Result<Vec<(String, &mut Derived, String)>, RecordError> {
        let rows = self.rows.iter_mut().map(|row| {
            let answer = row.answer();
            (format!("from {}: ", row.from), &mut row.answer, answer)
        });
        Ok(rows.collect())
    }

    fn path(&self) -> PathBuf {
        path_of(&self.name)
    }

    /// Replays every solution, and compares the searches and all lengths with each other.
    fn check(&self) -> Result<(), RecordError> {
        Self::check_name(&self.name)?;
        let place = |row: &GridTableRow| self.shapes.index(&row.from);
        if !self.rows.is_sorted_by(|one, next| place(one) < place(next)) {
            let order = "the rows are not in the order of the shapes";
            return Err(RecordError::Claim(order.to_owned()));
        }
        self.rows
            .iter()
            .try_for_each(|row| row.check(&self.name, &self.shapes))?;
        let place = |pair: &GridPair| pair.place(&self.shapes);
        if !self
            .pairs
            .is_sorted_by(|one, next| place(one) < place(next))
        {
            let order = "the pairs are not in the order of the shapes";
            return Err(RecordError::Claim(order.to_owned()));
        }
        self.pairs
            .iter()
            .try_for_each(|pair| pair.check(&self.name, &self.shapes))?;
        self.check_detours()
    }

    fn runs(&self) -> Vec<&FoundBy> {
        let rows = self.rows.iter().map(|row| &row.found_by);
        rows.chain(self.pairs.iter().map(|pair| &pair.found_by))
            .collect()
    }

    fn level(&self) -> Level {
        let is_searched = |pair: &GridPair| !only_finds(&pair.found_by);
        Level::of_search(!self.rows.is_empty() || self.pairs.iter().any(is_searched))
    }

    /// The parts are the targets of each row, and the pairs. A row beats a pair.
    fn merged(self, new: Self, _name: &Path) -> Result<Self, Conflict> {
        if self.shapes != new.shapes {
            let what = "a table of other shapes";
            return Err(Conflict::Occupied(what.to_owned()));
        }
        let shapes = &new.shapes;
        let rows = union(
            self.rows.clone(),
            new.rows,
            |row| shapes.index(&row.from),
            |stored, new| stored.merged(new, shapes),
        )?;
        let place = |pair: &GridPair| pair.place(shapes);
        let merged = |stored: GridPair, pair| stored.merged(pair, &new.name);
        let mut pairs = union(self.pairs.clone(), new.pairs, place, merged)?;
        for row in &rows {
            let answer = |pair: &GridPair| {
                let moves = row.moves(&pair.to).filter(|_| pair.from == row.from)?;
                Some(moves.map_or(PairAnswer::Unsolvable, PairAnswer::Optimal))
            };
            for pair in &pairs {
                let Some(answer) = answer(pair) else { continue };
                let (one, other) = ((pair.answer(), &pair.found_by), (answer, &row.found_by));
                let is_stored = self.pairs.contains(pair);
                let (stored, new) = if is_stored {
                    (one, other)
                } else {
                    (other, one)
                };
                let names = (row.from.as_str(), pair.to.as_str());
                stored.0.agrees(new.0, names, (stored.1, new.1))?;
            }
            pairs.retain(|pair| answer(pair).is_none());
        }
        Ok(Self {
            name: new.name,
            source: new.source,
            shapes: new.shapes,
            rows,
            pairs,
        })
    }

    fn summary(&self) -> Summary {
        let holds = self.claim();
        let command = "grid table".to_owned();
        Summary::of("a", "table of shapes on a grid", holds, command)
    }

    fn counts(&self) -> SearchCounts {
        let rows = self.rows.iter();
        let searches = rows.map(|row| (format!("from {}", row.from), row.states.clone()));
        let title = format!("Configurations per depth, {}", self.name);
        SearchCounts {
            how: "Configurations at each number of moves from a shape; the search ends at its farthest target",
            ..SearchCounts::by_depth(title, searches)
        }
    }

    fn rows(&self, _file: &str, _n: Option<u64>) -> Vec<Vec<Value>> {
        let names: Vec<String> = self.shapes.names().map(str::to_owned).collect();
        self.pair_rows(&self.name, &names, &names)
    }
}

// Compares pairs of shapes with each other.

impl GridTableRecord {
    /// Checks that no detour is shorter than a length that is said to be shortest.
    fn check_detours(&self) -> Result<(), RecordError> {
        let names: Vec<&str> = self.shapes.names().collect();
        let answers = names.iter().map(|from| {
            let answers = names.iter().map(|to| self.answer(from, to));
            answers.collect::<Vec<_>>()
        });
        let answers: Vec<Vec<Option<PairAnswer<'_>>>> = answers.collect();
        let length = |from: usize, to: usize| {
            let moves = answers[from][to].and_then(PairAnswer::solution);
            moves.map(<[_]>::len)
        };
        // The outer `None` means that nothing is known, the inner one that there is no solution.
        let least = |from: usize, to: usize| match answers[from][to] {
            None => None,
            Some(PairAnswer::Optimal(moves)) => Some(Some(moves.len())),
            Some(PairAnswer::AtLeast(moves) | PairAnswer::Between(moves, _)) => {
                Some(Some(moves as usize))
            }
            Some(PairAnswer::Unsolvable) => Some(None),
        };
        // The shortest known way between two shapes, and the shapes on it.
        let all = 0..names.len();
        type Way = Option<(usize, Vec<usize>)>;
        let mut ways: Vec<Vec<Way>> = all
            .clone()
            .map(|from| {
                let lengths = all.clone().map(|to| length(from, to));
                let direct = lengths.map(|length| length.map(|length| (length, Vec::new())));
                direct.collect()
            })
            .collect();
        let pairs = || {
            let all = all.clone();
            all.clone()
                .flat_map(move |from| all.clone().map(move |to| (from, to)))
        };
        for by in all.clone() {
            for (from, to) in pairs().filter(|(from, to)| from != to) {
                let Some((half, rest)) = ways[from][by].as_ref().zip(ways[by][to].as_ref()) else {
                    continue;
                };
                let detour = half.0 + rest.0;
                if ways[from][to].as_ref().is_none_or(|way| detour < way.0) {
                    let shapes = [&half.1[..], &[by], &rest.1].concat();
                    ways[from][to] = Some((detour, shapes));
                }
            }
        }
        for (from, to) in pairs() {
            if let (Some(least), Some((moves, shapes))) = (least(from, to), &ways[from][to])
                && least.is_none_or(|least| least > *moves)
            {
                let detour = match shapes[..] {
                    [by] => format!("the detour via {}", names[by]),
                    _ => "a detour via several shapes".to_owned(),
                };
                return Err(RecordError::Claim(format!(
                    "from {} to {}: {detour} takes {moves} moves",
                    names[from], names[to]
                )));
            }
        }
        Ok(())
    }
}

// The answer for one pair of shapes on a grid.

/// A number above any lower bound that shows without a search.
const MOST_AT_ONCE: u64 = 1024;

/// The most placements of a target, which are states before a search begins.
const MOST_TARGETS: u64 = 1 << 20;

/// The result of a search from one shape to another.
///
/// There is a shortest solution, or the pair is undecided, or there is no solution at all. A solution that beams found, or
/// that was found by other means and taken in, is the shortest one that is known: it stands beside what a search proved before
/// it was given up. If the two bounds meet, the pair is settled.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Pair")]
pub struct GridPair {
    /// The start.
    pub from: String,
    /// The target.
    pub to: String,
    /// A shortest solution. If it was taken in or found by beams, the shortest that is known.
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
pub enum PairSearch {
    /// For a shortest solution.
    Exact {
        /// The number of states after which the search is given up.
        state_limit: u64,
        /// The most cells of a zone, for a search with pattern databases.
        patterns: Option<u32>,
    },
    /// For a short solution, by beams, which prove nothing.
    Beams {
        /// The number of states that a beam keeps.
        width: u64,
        /// The most cells of a zone.
        patterns: u32,
    },
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
    #[must_use]
    pub fn command(self, table: &str, from: &str, to: &str) -> GridTableCommand {
        let names = [from, to].map(str::to_owned).to_vec();
        let row = GridTableCommand::row(table, from, Some(names));
        match self {
            Self::Exact {
                state_limit,
                patterns,
            } => GridTableCommand {
                pair_states: Some(state_limit),
                patterns,
                ..row
            },
            Self::Beams { width, patterns } => GridTableCommand {
                beam_width: Some(width),
                patterns: Some(patterns),
                ..row
            },
        }
    }

    /// Returns how a run searches a pair of a table.
    fn of_run(run: &FoundBy, table: &str, from: &str, to: &str) -> Option<Self> {
        let asked = GridTableCommand::of_run(run, table, from)?;
        let search = match (asked.pair_states, asked.beam_width) {
            (Some(state_limit), None) => Self::Exact {
                state_limit,
                patterns: asked.patterns,
            },
            (None, Some(width)) => Self::Beams {
                width,
                patterns: asked.patterns?,
            },
            _ => return None,
        };
        let has_zones = (asked.patterns).is_none_or(|cells| ZONE_CELLS.contains(&cells));
        (has_zones && asked == search.command(table, from, to)).then_some(search)
    }

    /// Returns whether another search would find nothing that this one does not: it has no more states, and no better
    /// bounds.
    #[must_use]
    pub fn covers(self, other: Self) -> bool {
        let (one, another) = (self.effort(), other.effort());
        self.is_exact() == other.is_exact() && one.0 >= another.0 && one.1 >= another.1
    }

    /// Returns whether it proves something.
    #[must_use]
    pub const fn is_exact(self) -> bool {
        matches!(self, Self::Exact { .. })
    }

    /// The cells of a zone and the number of states.
    const fn effort(self) -> (Option<u32>, u64) {
        match self {
            Self::Exact {
                state_limit,
                patterns,
            } => (patterns, state_limit),
            Self::Beams { width, patterns } => (Some(patterns), width),
        }
    }
}

/// Returns whether a run found moves and proves nothing: they were taken in, or beams found them.
fn proves_nothing(run: &FoundBy) -> bool {
    let is_of_beams = |asked: GridTableCommand| asked.beam_width.is_some();
    run.is_added() || run.command.contains(" --beam-width ") && run.asked().is_some_and(is_of_beams)
}

/// Returns whether all runs of a pair prove nothing.
fn only_finds(found_by: &FoundBy) -> bool {
    found_by.runs().all(proves_nothing)
}

impl GridPair {
    /// Returns how it was searched in a table, as its runs say.
    pub fn searches<'a>(&'a self, table: &'a str) -> impl Iterator<Item = PairSearch> + 'a {
        let runs = self.found_by.runs();
        runs.filter_map(move |run| PairSearch::of_run(run, table, &self.from, &self.to))
    }

    /// Returns the answer.
    #[must_use]
    pub fn answer(&self) -> PairAnswer<'_> {
        match (&self.moves, self.undecided) {
            (Some(moves), None) if only_finds(&self.found_by) => PairAnswer::Between(0, moves),
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
        self.undecided.is_none() && !only_finds(&self.found_by)
    }

    /// Puts together what a search of one of two pairs proved and the solution that beams found or that was taken in with the
    /// other; each is the stronger of the two.
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
        let runs = |pair: &Self, is_proof: bool| {
            let alone = |run: &FoundBy| FoundBy {
                also: Vec::new(),
                ..run.clone()
            };
            let runs = pair.found_by.runs();
            let runs = runs
                .filter(move |run| proves_nothing(run) != is_proof)
                .map(alone);
            runs.reduce(FoundBy::and)
        };
        let found_by = match (runs(lower, true), runs(upper, false)) {
            (Some(proof), Some(found)) => proof.and(found),
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
    /// search. The shortest solution that beams found or that was taken in stays beside the bound.
    pub(crate) fn merged(self, new: Self, table: &str) -> Result<Self, Conflict> {
        let runs = (&self.found_by, &new.found_by);
        self.answer()
            .agrees(new.answer(), (&self.from, &self.to), runs)?;
        let strength = |pair: &Self| {
            let least = pair.undecided.map(|undecided| undecided.at_least);
            let exact = pair.searches(table).find(|search| search.is_exact());
            (pair.is_searched(), least, exact.map(PairSearch::effort))
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
        let limit = match search_of_run(&self.found_by, table, from, to)? {
            Some(PairSearch::Exact { state_limit, .. }) => state_limit,
            _ => 0,
        };
        if only_finds(&self.found_by) && (self.undecided.is_some() || self.moves.is_none()) {
            return wrong("its runs only find moves, and prove nothing".to_owned());
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
        if self.found_by.runs().any(proves_nothing) {
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

/// Requires `grid table NAME --pair-states COUNT [--patterns CELLS] --from SHAPE --glyphs SHAPE,SHAPE`, the same with
/// `--beam-width WIDTH` in the place of `--pair-states`, or that the moves were taken in; returns how the first run searches, if
/// it does. A search that proves something comes first.
pub(crate) fn search_of_run(
    found_by: &FoundBy,
    table: &str,
    from: &str,
    to: &str,
) -> Result<Option<PairSearch>, RecordError> {
    let search = |run: &FoundBy| PairSearch::of_run(run, table, from, to);
    found_by.check_or_added(|run| search(run).is_some())?;
    let first = search(found_by);
    match first.is_some_and(PairSearch::is_exact) || only_finds(found_by) {
        true => Ok(first),
        false => Err(RecordError::Provenance(
            "the search that proves something comes first".to_owned(),
        )),
    }
}

// The rows of a table.

/// The result of a search of all configurations from one shape.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Row")]
pub struct GridTableRow {
    /// The shape.
    pub from: String,
    /// The conclusion from the rest, in words; recomputed whenever the file is read.
    answer: Derived,
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
        Self {
            from: from.into(),
            answer: Derived::default(),
            states,
            exhausted,
            targets,
            found_by,
        }
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

    /// Returns the result of the row, in words.
    #[must_use]
    pub fn answer(&self) -> String {
        let (all, reached) = (self.targets.len(), self.lengths().count());
        let lengths = match (self.lengths().min(), self.lengths().max()) {
            (Some(least), Some(most)) => format!(" in {least} to {most} moves, none in fewer"),
            _ => String::new(),
        };
        format!("{reached} of {all} targets{lengths}")
    }

    fn check(&self, table: &str, shapes: &Shapes) -> Result<(), RecordError> {
        let wrong = |what: String| Err(RecordError::Claim(format!("from {}: {what}", self.from)));
        let Some(start) = shapes.shape(&self.from) else {
            return wrong("unknown shape".to_owned());
        };
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
    fn merged(self, new: Self, shapes: &Shapes) -> Result<Self, Conflict> {
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
        let asked = GridTableCommand::of_run(run, table, from)?;
        if asked.pair_states.is_some() || asked.patterns.is_some() {
            return None;
        }
        let Some(names) = asked.glyphs else {
            return Some(others.to_vec());
        };
        let found = |name: &String| others.iter().copied().find(|other| other == name);
        names.iter().map(found).collect()
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
