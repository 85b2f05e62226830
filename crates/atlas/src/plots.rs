//! Plots of records: states per depth, costs of searches, and thresholds N(k).
//!
//! They are made from records, so that every program that shows one shows the same.

use crate::atlas::Atlas;
use crate::error::{AtlasError, Missing};
use crate::input::{Input, Kind, open};
use crate::map::{Map, Range};
use std::collections::BTreeMap;
use std::ffi::OsStr;
use tait_draw::{DrawError, MOST_SERIES, Plot, Scale, Series, Unit, ValueAxis};
use tait_generator::published;
use tait_linear::{BlockLength, Puzzle, Restrictions};
use tait_store::{ClassificationRecord, SearchCounts, Stored as _};

/// The states per depth of the searches in a record: a series for each search, if there are any.
#[derive(Debug, Clone)]
pub struct Searches {
    title: String,
    /// The unit by which states are grouped.
    across: &'static str,
    /// The way in which states are counted.
    how: &'static str,
    series: Vec<Series>,
}

/// Leaves out searches whose states were not counted.
impl From<SearchCounts> for Searches {
    fn from(counts: SearchCounts) -> Self {
        let counted = counts.searches.into_iter();
        let counted = counted.filter(|(_, states)| !states.is_empty());
        Self {
            title: counts.title,
            across: counts.across,
            how: counts.how,
            series: counted
                .map(|(name, states)| layers(name, &states))
                .collect(),
        }
    }
}

impl Searches {
    /// Returns the searches about a puzzle: those of the stored solution, or else those of the map.
    ///
    /// # Errors
    /// [`AtlasError::Unknown`] when there are none; also when a stored file cannot be read, or is wrong.
    pub fn about(atlas: &Atlas<'_>, puzzle: Puzzle) -> Result<Self, AtlasError> {
        let store = atlas.store();
        if let Some(record) = store.solution(puzzle, &Restrictions::default())? {
            let searches = Self::from(record.counts());
            if !searches.is_empty() {
                return Ok(searches);
            }
        }
        let map = store.classification(puzzle.block_length())?;
        let cell = map.as_ref().and_then(|map| map.cell(puzzle.n()));
        let excluded = cell.map_or(&[][..], |record| &record.cell.excluded);
        if excluded.is_empty() {
            if let Some(why) = puzzle.unsolvable() {
                return Err(AtlasError::Unsolvable(why));
            }
            let what = format!("{puzzle}: no recorded search excluded a number of moves");
            return Err(AtlasError::unknown(what, Missing::Exclusion(puzzle)));
        }
        Ok(SearchCounts::excluding(puzzle, excluded).into())
    }

    /// Returns the searches of a record in a file, or in standard input for the name `-`.
    ///
    /// # Errors
    /// When the file cannot be read, is wrong, or is not a record.
    pub fn of_file(file: impl AsRef<OsStr>) -> Result<Self, AtlasError> {
        let name = &*file.as_ref().to_string_lossy();
        match open(file.as_ref(), Kind::Any)? {
            Input::Record(Ok(record)) => Ok(record.counts().into()),
            Input::Record(Err(error)) => Err(AtlasError::input(name, error)),
            _ => Err(AtlasError::input(name, "not a tait record")),
        }
    }

    /// Returns whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.series.is_empty()
    }

    /// Returns whether there are any, and few enough for one plot.
    #[must_use]
    pub fn fits_a_plot(&self) -> bool {
        (1..=MOST_SERIES).contains(&self.series.len())
    }

    /// Keeps the searches whose names have all these parts, such as `n = 29` or `n = 5, 6 moves`.
    ///
    /// # Errors
    /// When there are none.
    pub fn only(mut self, parts: &str) -> Result<Self, AtlasError> {
        let is_part = |name: &str, part: &str| name.split(", ").any(|own| own == part);
        self.series
            .retain(|series| parts.split(", ").all(|part| is_part(series.name(), part)));
        if self.is_empty() {
            let none = format!("no search has '{parts}' in its name");
            return Err(AtlasError::Refused(none));
        }
        Ok(self)
    }

    /// Returns the plot: bars for one search, lines for several.
    ///
    /// # Errors
    /// When there is no search, or there are too many.
    pub fn plot(mut self) -> Result<Plot, AtlasError> {
        let many = self.series.len();
        if many > MOST_SERIES {
            return Err(AtlasError::Crowded {
                searches: many,
                most: MOST_SERIES,
                such_as: self.series[0].name().to_owned(),
            });
        }
        let states = ValueAxis::new("states", Unit::Count, Scale::Logarithmic);
        let plot = match self.series.pop() {
            None => {
                let what = format!(
                    "{}: no search is recorded with its states per depth",
                    self.title
                );
                return Err(AtlasError::unknown(what, None));
            }
            Some(single) if many == 1 => Plot::bars(self.title, self.across, states, single)?,
            Some(last) => {
                self.series.push(last);
                Plot::lines(self.title, self.across, states, self.series)?
            }
        };
        Ok(plot.with_subtitle(self.how))
    }
}

fn layers(name: String, states: &[u64]) -> Series {
    Series::new(name, (0..).zip(states.iter().map(|&count| count as f64)))
}

/// Plots N(k) by k, from k = 2 on as far as a map has it exactly: beside the values that follow from the thesis, the
/// smaller n for which n moves suffice, and the lowest line k + c that no N(k) exceeds.
///
/// # Errors
/// [`AtlasError::Unknown`] when the map does not even have N(2).
pub fn thresholds(map: &Map) -> Result<Plot, AtlasError> {
    let known: Vec<(u64, u64)> = (2..).zip(map.exact_thresholds()).collect();
    let Some(above) = known.iter().map(|(k, n)| n.saturating_sub(*k)).max() else {
        let what = "no stored map and family settle k = 2";
        return Err(AtlasError::unknown(what, Missing::Thresholds));
    };
    let values = |value: &dyn Fn(u64) -> Option<u64>| -> Vec<(u64, f64)> {
        let lengths = known.iter().map(|&(k, _)| k);
        lengths
            .filter_map(|k| Some((k, value(k)? as f64)))
            .collect()
    };
    let smaller = known.iter().zip(&map.rows).flat_map(|(&(k, _), row)| {
        let sizes = row.threshold().sporadic.iter();
        sizes.map(move |&n| (k, n as f64))
    });
    let mut series = vec![
        Series::new("N(k)", known.iter().map(|&(k, n)| (k, n as f64))),
        Series::new(
            "thesis",
            values(&|k| published::settles_from(k.try_into().ok()?)),
        ),
        Series::scattered("smaller n", smaller),
        Series::new(format!("k + {above}"), values(&|k| Some(k + above))),
    ];
    series.retain(|series| !series.points().is_empty());
    let plot = Plot::lines(
        "The smallest N such that n moves suffice for every n >= N",
        "k",
        ValueAxis::new("n", Unit::Count, Scale::Linear),
        series,
    )?;
    Ok(plot.with_subtitle(
        "N(k) by the stored maps and families, where it is exact; the size from which the families and algorithms of the thesis have a solution of n moves; \
         the smaller n for which n moves suffice; and the lowest line k + c that no N(k) exceeds",
    ))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cost {
    /// Seconds of wall-clock time.
    Time,
    /// States that were visited.
    States,
}

/// The axis against which costs are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Against {
    /// n, with a series for each k
    #[default]
    N,
    /// k, with a series for each n
    K,
}

/// Returns the stored maps of some block lengths, with the cells of some sizes.
///
/// # Errors
/// When a map cannot be read, or there is no such block length.
pub fn maps(
    atlas: &Atlas<'_>,
    lengths: Range,
    sizes: Range,
) -> Result<Vec<ClassificationRecord>, AtlasError> {
    let mut maps = Vec::new();
    for k in lengths.first..=lengths.last {
        let k = BlockLength::new(k).map_err(AtlasError::refused)?;
        maps.extend(atlas.store().classification(k)?);
    }
    for map in &mut maps {
        let is_wanted = |n: u64| (sizes.first..=sizes.last).contains(&n);
        map.cells.retain(|record| is_wanted(record.cell.puzzle.n()));
    }
    Ok(maps)
}

/// Plots the costs of the searches that settled the cells of maps. Cells that follow from a family had no search of
/// their own.
///
/// # Errors
/// When there are none, or too many for one plot.
pub fn costs<'a>(
    maps: impl IntoIterator<Item = &'a ClassificationRecord>,
    cost: Cost,
    against: Against,
) -> Result<Plot, AtlasError> {
    let mut costs = Vec::new();
    for record in maps.into_iter().flat_map(|map| &map.cells) {
        let found_by = &record.found_by;
        // The run that found a family did not search this size; its command names no size.
        if !is_of_one_size(&found_by.command) {
            continue;
        }
        let value = match cost {
            Cost::Time => Some(found_by.seconds),
            Cost::States => found_by.states.map(|states| states as f64),
        };
        costs.extend(value.map(|value| (record.cell.puzzle, value)));
    }
    let (title, axis, how) = match cost {
        Cost::Time => (
            "Time of searches",
            ValueAxis::new("time", Unit::Seconds, Scale::Logarithmic),
            "Seconds of wall clock, to the millisecond, of the run that settled a puzzle: a shortest solution and what excludes shorter ones, or bounds; as recorded",
        ),
        Cost::States => (
            "States of searches",
            ValueAxis::new("states", Unit::Count, Scale::Logarithmic),
            "States visited by all engines of the run that settled a puzzle: a shortest solution and what excludes shorter ones, or bounds; as recorded",
        ),
    };
    if costs.is_empty() {
        let what = "no searches are stored for these k and n";
        return Err(AtlasError::unknown(what, Missing::Searches));
    }
    Ok(of_puzzles(title, axis, &costs, against)?.with_subtitle(how))
}

/// Plots the maximum number of bytes in searches of puzzles for n moves.
///
/// # Errors
/// When there are none, or too many for one plot.
pub fn memory(peaks: &[(Puzzle, u64)], against: Against) -> Result<Plot, DrawError> {
    let axis = ValueAxis::new("memory", Unit::Bytes, Scale::Logarithmic);
    let peaks: Vec<(Puzzle, f64)> = peaks
        .iter()
        .map(|&(puzzle, bytes)| (puzzle, bytes as f64))
        .collect();
    let plot = of_puzzles("Memory of searches for n moves", axis, &peaks, against)?;
    Ok(plot.with_subtitle(
        "Measured for this plot: the most bytes that the stored states took, layers and visited set as the memory limit counts them, in a \
         breadth-first search until a solution of n moves was found or excluded",
    ))
}

fn is_of_one_size(command: &str) -> bool {
    ["solve ", "classify "]
        .iter()
        .any(|name| command.starts_with(name))
}

/// A plot with a value for each of some puzzles.
///
/// # Errors
/// When there are none, or too many for one plot.
fn of_puzzles(
    title: &str,
    axis: ValueAxis,
    values: &[(Puzzle, f64)],
    against: Against,
) -> Result<Plot, DrawError> {
    let mut series: BTreeMap<u64, Vec<(u64, f64)>> = BTreeMap::new();
    for &(puzzle, value) in values {
        let (k, n) = (puzzle.k().into(), puzzle.n());
        let (name, place) = match against {
            Against::N => (k, n),
            Against::K => (n, k),
        };
        series.entry(name).or_default().push((place, value));
    }
    let (name, across) = match against {
        Against::N => ("k", "n"),
        Against::K => ("n", "k"),
    };
    let series = series.into_iter();
    let series = series.map(|(number, points)| Series::new(format!("{name} = {number}"), points));
    Plot::lines(title, across, axis, series.collect())
}
