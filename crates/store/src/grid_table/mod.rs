//! Tables of the optima between shapes on a grid, on disk.

mod detours;
pub(crate) mod pair;
mod row;

pub use pair::{GridPair, PairAnswer, PairSearch, Undecided};
pub use row::{GridTableRow, GridTarget};

use crate::error::RecordError;
use crate::found_by::FoundBy;
use crate::json_schema;
use crate::kinds::RecordKind;
use crate::layout::to_text;
use crate::level::Level;
use crate::merge::{Conflict, union};
use crate::schema::Schema;
use crate::stored::{About, Listing, SearchCounts, Stored, Summary};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use tait_grid::{Shapes, ShapesForm};

/// The known optima between some shapes.
///
/// Its file is `grid/NAME.json`.
#[derive(Debug, Clone, PartialEq)]
pub struct GridTableRecord {
    name: String,
    source: String,
    shapes: Shapes,
    /// In the order of the shapes.
    rows: Vec<GridTableRow>,
    /// The pairs that no row has, in the order of the shapes.
    pairs: Vec<GridPair>,
}

/// A file `grid/NAME.json`: optima between shapes on a grid.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct GridTableFile {
    schema: String,
    kind: RecordKind,
    /// The puzzle that the file is about.
    puzzle: PuzzleName,
    /// The name of the file: letters, digits, and - and _ after the first character.
    #[schemars(extend("pattern" = "^[0-9A-Za-z][0-9A-Za-z_-]*$"))]
    name: String,
    /// The source of the shapes.
    source: String,
    #[serde(flatten)]
    shapes: ShapesForm,
    /// Searches of all configurations from one shape, in the order of the shapes.
    rows: Vec<GridTableRow>,
    /// Pairs of shapes that were searched alone, in the order of the shapes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pairs: Vec<GridPair>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub(crate) enum PuzzleName {
    Grid,
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
    const KIND: RecordKind = RecordKind::GridTable;
    const ABOUT: About = About {
        name: "grid-table",
        directory: "grid",
        title: "Stored optima between shapes on a grid",
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
    };

    fn schema() -> schemars::Schema {
        json_schema::deserialized::<GridTableFile>()
    }

    fn parse(text: &[u8]) -> Result<Self, RecordError> {
        let file: GridTableFile = serde_json::from_slice(text)?;
        let shapes = file.shapes.try_into();
        Ok(Self {
            name: file.name,
            source: file.source,
            shapes: shapes.map_err(|error| RecordError::Claim(format!("{error}")))?,
            rows: file.rows,
            pairs: file.pairs,
        })
    }

    fn to_json(&self) -> Result<String, RecordError> {
        Ok(to_text(&GridTableFile {
            schema: Schema::with(self.runs()),
            kind: Self::KIND,
            puzzle: PuzzleName::Grid,
            name: self.name.clone(),
            source: self.source.clone(),
            shapes: (&self.shapes).into(),
            rows: self.rows.clone(),
            pairs: self.pairs.clone(),
        })?)
    }

    fn path(&self) -> PathBuf {
        path_of(&self.name)
    }

    /// Replays every solution, and compares the searches and all lengths with each other.
    fn check(&self) -> Result<(), RecordError> {
        if !Self::is_name(&self.name) {
            return Err(RecordError::Claim(format!(
                "invalid name '{}'",
                tait_text::excerpt(&self.name)
            )));
        }
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
        let is_searched = |pair: &GridPair| !pair.found_by.is_all_added();
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
        Summary {
            called: "a table of shapes on a grid".to_owned(),
            sentence: format!("table of shapes on a grid: {holds}"),
            holds,
            found_by: "grid table".to_owned(),
            ..Summary::default()
        }
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
