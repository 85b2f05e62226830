//! Tables of the optima between shapes on a grid, on disk.

use crate::grid_pair::{GridAnswer, GridPair};
use crate::merge::{Conflict, Grows, union};
use crate::record::Kind;
use crate::{Fault, FoundBy, Record, Schema, counts, provenance, shortcut, to_text};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use tait_puzzle::grid::space::{Ranking, SmallBoard};
use tait_puzzle::grid::{Move, Replay, Shapes, ShapesForm, check};

/// All that is known of the optima between some shapes.
///
/// Its file is `grid/NAME.json`.
#[derive(Debug, Clone, PartialEq)]
pub struct GridTableRecord {
    name: String,
    source: String,
    shapes: Shapes,
    /// In the order of the shapes.
    rows: Vec<GridTableRow>,
    /// Those that no row has, in the order of the shapes.
    pairs: Vec<GridPair>,
}

/// What a search of all configurations from one shape came to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Row")]
pub struct GridTableRow {
    /// The shape.
    pub from: String,
    /// What follows from the rest, in words; recomputed whenever the file is read.
    answer: String,
    /// Configurations that are 0, 1, 2, ... moves away.
    pub states: Vec<u64>,
    /// Whether there are no others that can be reached.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub exhausted: bool,
    /// Shapes that were looked for, in order.
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
    /// A shortest solution; left out when there is none at all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<Move>>,
}

/// A file `grid/NAME.json`: optima between shapes on a grid.
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct GridTableFile {
    schema: String,
    kind: Kind,
    /// Which puzzle it is about.
    puzzle: PuzzleName,
    /// The name of the file: letters, digits, and - and _ after the first.
    #[schemars(extend("pattern" = "^[0-9A-Za-z][0-9A-Za-z_-]*$"))]
    name: String,
    /// Where the shapes come from.
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

impl GridTableRow {
    /// A row; targets may come in any order.
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

    /// What the row comes to, in words.
    #[must_use]
    pub fn answer(&self) -> &str {
        &self.answer
    }

    /// What is known of a target: the outer `None` when it was not looked for, the inner one when it cannot
    /// be reached.
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

    /// What the row comes to, in words.
    fn in_words(&self) -> String {
        let (all, reached) = (self.targets.len(), self.lengths().count());
        let lengths = match (self.lengths().min(), self.lengths().max()) {
            (Some(least), Some(most)) => format!(" in {least} to {most} moves, none in fewer"),
            _ => String::new(),
        };
        format!("{reached} of {all} targets{lengths}")
    }

    fn check(&self, table: &str, shapes: &Shapes) -> Result<(), Fault> {
        let wrong = |what: String| Err(Fault::Claim(format!("from {}: {what}", self.from)));
        let Some(start) = shapes.shape(&self.from) else {
            return wrong("there is no such shape".to_owned());
        };
        if self.answer != self.in_words() {
            return wrong(format!(
                "it says \"{}\", and \"{}\" follows from the rest",
                self.answer,
                self.in_words()
            ));
        }
        let in_order = |one: &GridTarget, next: &GridTarget| {
            let place = |target: &GridTarget| shapes.index(&target.to);
            place(one) < place(next)
        };
        if !self.targets.is_sorted_by(in_order) {
            return wrong("the targets are not in the order of the shapes".to_owned());
        }
        // The first layer is counted once more, by the rules themselves.
        let mut nearest = BTreeSet::new();
        for step in start.moves(shapes.rules()) {
            let mut replay = Replay::new(start.clone(), shapes.rules());
            if replay.play(step).is_ok() {
                let _ = nearest.insert(replay.configuration().positions().collect::<Vec<_>>());
            }
        }
        let first = match nearest.len() as u64 {
            0 => vec![1],
            nearest => vec![1, nearest],
        };
        let is_unmoved = self.states == [1] && !self.exhausted;
        if !is_unmoved && !self.states.starts_with(&first) {
            return wrong(format!("the search has to begin with {first:?} states"));
        }
        let board = SmallBoard::around(shapes.board(), start.positions(), shapes.rules());
        let possible = board
            .map_err(|error| Fault::Claim(error.to_string()))
            .and_then(|board| {
                let ranking = Ranking::new(board.cells().len(), start.len());
                ranking.map_err(|error| Fault::Claim(error.to_string()))
            })?;
        if self.states.contains(&0) || counts::total(&self.states) > possible.count() {
            return wrong("the search has empty layers or too many states".to_owned());
        }
        for GridTarget { to, moves } in &self.targets {
            let Some(puzzle) = shapes.pair(&self.from, to).filter(|_| *to != self.from) else {
                return wrong(format!("there is no other shape '{to}'"));
            };
            match moves {
                None if !self.exhausted => {
                    return wrong(format!("to {to}: the search did not see everything"));
                }
                None => {}
                Some(moves) => {
                    if let Err(fault) = check(&puzzle, moves.iter().copied()) {
                        return wrong(format!("to {to}: {fault}"));
                    }
                }
            }
        }
        // A search ends with the layer of its last target, or when there is no other layer.
        let deepest = self.states.len() - 1;
        let farthest = self.lengths().max().unwrap_or(0);
        if farthest > deepest || farthest < deepest && !self.exhausted {
            return wrong(format!(
                "the search was {deepest} moves deep, and the farthest target is {farthest} moves away"
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
        provenance::grid_row(&self.found_by, table, &self.from, &targets, &others)
    }
}

impl GridTableRecord {
    /// A table without rows. The name is that of its file.
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

    /// Whether a table can have a name: letters, digits, and - and _ after the first.
    #[must_use]
    pub fn is_name(name: &str) -> bool {
        let is_inner = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        name.starts_with(|c: char| c.is_ascii_alphanumeric()) && name.chars().all(is_inner)
    }

    /// The name, which is that of the file.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where the shapes come from.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The shapes.
    #[must_use]
    pub const fn shapes(&self) -> &Shapes {
        &self.shapes
    }

    /// The rows that are known, in the order of the shapes.
    #[must_use]
    pub fn rows(&self) -> &[GridTableRow] {
        &self.rows
    }

    /// The row from a shape.
    #[must_use]
    pub fn row(&self, from: &str) -> Option<&GridTableRow> {
        self.rows.iter().find(|row| row.from == from)
    }

    /// The pairs that were searched alone, in the order of the shapes.
    #[must_use]
    pub fn pairs(&self) -> &[GridPair] {
        &self.pairs
    }

    /// What was found of a pair; `None` when it was not searched.
    #[must_use]
    pub fn answer(&self, from: &str, to: &str) -> Option<GridAnswer<'_>> {
        if let Some(moves) = self.row(from).and_then(|row| row.moves(to)) {
            return Some(moves.map_or(GridAnswer::Unsolvable, GridAnswer::Optimal));
        }
        let is_asked = |pair: &&GridPair| pair.from == from && pair.to == to;
        self.pairs.iter().find(is_asked).map(GridPair::answer)
    }

    /// Puts in what a search of one pair came to, in place of an earlier one.
    pub fn put_pair(&mut self, pair: GridPair) {
        let Self { shapes, pairs, .. } = self;
        pairs.retain(|known| (&known.from, &known.to) != (&pair.from, &pair.to));
        pairs.push(pair);
        pairs.sort_by_key(|pair| pair.place(shapes));
    }

    /// Puts a row in, in place of the one from the same shape, and of the pairs that it answers.
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

    /// Replays every solution, and holds the searches and all lengths against each other.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn check(&self) -> Result<(), Fault> {
        if !Self::is_name(&self.name) {
            return Err(Fault::Claim(format!(
                "'{}' is no name",
                tait_puzzle::excerpt(&self.name)
            )));
        }
        let place = |row: &GridTableRow| self.shapes.index(&row.from);
        if !self.rows.is_sorted_by(|one, next| place(one) < place(next)) {
            let order = "the rows are not in the order of the shapes";
            return Err(Fault::Claim(order.to_owned()));
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
            return Err(Fault::Claim(order.to_owned()));
        }
        self.pairs
            .iter()
            .try_for_each(|pair| pair.check(&self.name, &self.shapes))?;
        self.check_detours()
    }

    /// No detour is shorter than what is said to be shortest.
    fn check_detours(&self) -> Result<(), Fault> {
        let names: Vec<&str> = self.shapes.names().collect();
        let answers = names.iter().map(|from| {
            let answers = names.iter().map(|to| self.answer(from, to));
            answers.collect::<Vec<_>>()
        });
        let answers: Vec<Vec<Option<GridAnswer<'_>>>> = answers.collect();
        let length = |from: usize, to: usize| match answers[from][to] {
            Some(GridAnswer::Optimal(moves)) => Some(moves.len()),
            _ => None,
        };
        // The outer `None` where nothing is known, the inner one where no number of moves suffices.
        let least = |from: usize, to: usize| match answers[from][to] {
            None => None,
            Some(GridAnswer::Optimal(moves)) => Some(Some(moves.len())),
            Some(GridAnswer::AtLeast(moves)) => Some(Some(moves as usize)),
            Some(GridAnswer::Unsolvable) => Some(None),
        };
        for (from, to) in
            (0..names.len()).flat_map(|from| (0..names.len()).map(move |to| (from, to)))
        {
            let Some(least) = least(from, to) else {
                continue;
            };
            for by in 0..names.len() {
                let (Some(half), Some(rest)) = (length(from, by), length(by, to)) else {
                    continue;
                };
                let detour = half + rest;
                if least.is_none_or(|least| least > detour) {
                    return Err(Fault::Claim(format!(
                        "from {} to {}: by way of {} it takes {detour} moves",
                        names[from], names[to], names[by]
                    )));
                }
            }
        }
        // By way of several: the lengths of all chains.
        let mut chains: Vec<Vec<Option<usize>>> = (0..names.len())
            .map(|from| (0..names.len()).map(|to| length(from, to)).collect())
            .collect();
        for by in 0..names.len() {
            for from in 0..names.len() {
                for to in 0..names.len() {
                    let Some((half, rest)) = chains[from][by].zip(chains[by][to]) else {
                        continue;
                    };
                    if from != to && chains[from][to].is_none_or(|known| half + rest < known) {
                        chains[from][to] = Some(half + rest);
                    }
                }
            }
        }
        for (from, to) in
            (0..names.len()).flat_map(|from| (0..names.len()).map(move |to| (from, to)))
        {
            let Some(least) = least(from, to) else {
                continue;
            };
            if let Some(chain) = chains[from][to]
                && least.is_none_or(|least| least > chain)
            {
                return Err(Fault::Claim(format!(
                    "from {} to {}: by way of several others it takes {chain} moves",
                    names[from], names[to]
                )));
            }
        }
        Ok(())
    }

    /// What it says, in a few words.
    #[must_use]
    pub fn claim(&self) -> String {
        let of_rows: usize = self.rows.iter().map(|row| row.targets.len()).sum();
        let alone = self.pairs.iter().filter(|pair| pair.undecided.is_none());
        let pairs = of_rows + alone.count();
        let shapes = self.shapes.names().count();
        format!("{pairs} of {} pairs of shapes", shapes * (shapes - 1))
    }

    /// The name of its file.
    pub(crate) fn path(&self) -> PathBuf {
        grid_table_path(&self.name)
    }

    pub(crate) fn parse(text: &[u8]) -> Result<Self, Fault> {
        let file: GridTableFile = serde_json::from_slice(text)?;
        let shapes = file.shapes.try_into();
        Ok(Self {
            name: file.name,
            source: file.source,
            shapes: shapes.map_err(|error| Fault::Claim(format!("{error}")))?,
            rows: file.rows,
            pairs: file.pairs,
        })
    }

    pub(crate) fn to_json(&self) -> Result<String, Fault> {
        let rows = self.rows.iter().map(|row| &row.found_by);
        let pairs = self.pairs.iter().map(|pair| &pair.found_by);
        Ok(to_text(&GridTableFile {
            schema: Schema::with(rows.chain(pairs)),
            kind: Kind::GridTable,
            puzzle: PuzzleName::Grid,
            name: self.name.clone(),
            source: self.source.clone(),
            shapes: (&self.shapes).into(),
            rows: self.rows.clone(),
            pairs: self.pairs.clone(),
        })?)
    }
}

/// Its parts are the targets of each row, and the pairs. A row beats a pair.
impl Grows for GridTableRecord {
    fn of(record: Record) -> Option<Self> {
        match record {
            Record::GridTable(record) => Some(record),
            _ => None,
        }
    }

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
        let mut pairs = union(self.pairs.clone(), new.pairs, place, GridPair::merged)?;
        for row in &rows {
            let answer = |pair: &GridPair| {
                let moves = row.moves(&pair.to).filter(|_| pair.from == row.from)?;
                Some(moves.map_or(GridAnswer::Unsolvable, GridAnswer::Optimal))
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
}

impl GridTableRow {
    /// All targets of both, and the deeper search: it saw all that the other saw.
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
    fn answer(&self) -> GridAnswer<'_> {
        let moves = self.moves.as_deref();
        moves.map_or(GridAnswer::Unsolvable, GridAnswer::Optimal)
    }
}

/// Where a table is stored.
pub(crate) fn grid_table_path(name: &str) -> PathBuf {
    PathBuf::from(format!("grid/{name}.json"))
}
