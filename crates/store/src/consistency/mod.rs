//! Compares records with each other.
//!
//! Each record may be right by itself while two of them contradict each other: one says that a puzzle takes 12 moves,
//! the other shows 10. [`contradictions`] finds such pairs among the records of a store, and between them and what is
//! [known](Known) from elsewhere. It compares:
//!
//! * a solution of some length, or a family that covers a size, with the claim that it takes more moves;
//! * two counts of one exhaustive search, which have to agree to the last state;
//! * a cell of a map with the family from which it is taken;
//! * a wrap, or a base, with the claim that there is none;
//! * optima and bounds of one puzzle on a grid, and a puzzle, or the shapes of a table, with the known
//!   ones of its name;
//! * reversals of numbered checkers that mirror each other;
//! * the claims of a record about another one.
//!
//! Beams or attempts that found nothing prove nothing, and contradict nothing. Nor does a missing claim, as long as no
//! command in the store asked for it: a store that knows less is not false.

mod checkers;
mod grids;
mod rows;
mod sources;
mod wraps;

use crate::record::Record;
use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;
use tait_grid::{Puzzle, Shapes};
use tait_linear::{Family, Solution};

/// Two claims that cannot both be right.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Contradiction {
    /// The source of one claim.
    pub one: String,
    /// The source of the other claim; the same if two claims of one record contradict each other.
    pub other: String,
    /// Both claims, in words.
    pub what: String,
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { one, other, what } = self;
        if one == other {
            write!(f, "{one} contradicts itself: {what}")
        } else {
            write!(f, "{one} and {other} contradict each other: {what}")
        }
    }
}

/// A function that returns the length of some solution of a puzzle on a grid.
pub type Constructed<'a> = dyn Fn(&Puzzle) -> Option<u64> + 'a;

/// What is known apart from the store; each fact has the name that stands for it in a contradiction.
#[derive(Default)]
pub struct Known<'a> {
    /// Solutions of the linear puzzle, of any length.
    pub solutions: Vec<(&'a str, &'a Solution)>,
    /// Families of the linear puzzle.
    pub families: Vec<(&'a str, &'a Family)>,
    /// Named puzzles on a grid.
    pub puzzles: Vec<(&'a str, Puzzle)>,
    /// The shapes of named tables on a grid.
    pub shapes: Vec<(&'a str, Shapes)>,
    /// The length of a solution that a theorem gives, for bounds far above what a search can show.
    pub constructed: Option<&'a Constructed<'a>>,
}

impl fmt::Debug for Known<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Known")
            .field("solutions", &self.solutions.len())
            .field("families", &self.families.len())
            .field("puzzles", &self.puzzles.len())
            .field("shapes", &self.shapes.len())
            .finish_non_exhaustive()
    }
}

/// A record and its file.
#[derive(Clone, Copy)]
struct Named<'a> {
    name: &'a str,
    record: &'a Record,
}

/// Returns all pairs of claims that cannot both be right, each once.
///
/// The records must have passed their own checks.
#[must_use]
pub fn contradictions(records: &[(&Path, &Record)], known: &Known<'_>) -> Vec<Contradiction> {
    let names: Vec<String> = records
        .iter()
        .map(|(path, _)| path.display().to_string())
        .collect();
    let named = names.iter().zip(records);
    let named: Vec<Named<'_>> = named
        .map(|(name, (_, record))| Named { name, record })
        .collect();
    let mut found = Found::default();
    rows::compare(&named, known, &mut found);
    sources::compare(&named, &mut found);
    wraps::compare(&named, &mut found);
    grids::compare(&named, known, &mut found);
    checkers::compare(&named, &mut found);
    let find = |file: &Path| {
        let mut records = records.iter();
        let found = records.find(|(name, _)| *name == file);
        found.map(|(_, record)| record.as_value())
    };
    for Named { name, record } in &named {
        for (other, what) in record.check_claims_about_others(&find) {
            found.add(name, &other, what);
        }
    }
    found.0.into_iter().collect()
}

/// The contradictions found, each once.
#[derive(Debug, Default)]
struct Found(BTreeSet<Contradiction>);

impl Found {
    fn add(&mut self, one: &str, other: &str, what: String) {
        let [one, other] = [one, other].map(str::to_owned);
        let _ = self.0.insert(Contradiction { one, other, what });
    }
}
