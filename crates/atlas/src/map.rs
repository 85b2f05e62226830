//! The map as text: a table for people, rows for machines, and the conclusions for each k.

use crate::atlas::Atlas;
use crate::error::{AtlasError, Missing};
use crate::table::{Format, Table, matrix};
use serde_json::{Value, json};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::str::FromStr;
use tait_draw::escaped;
use tait_framework::{Closing, Threshold};
use tait_generator::published;
use tait_linear::{
    BlockLength, BoundedSearch, Cell, CellAnswer, PruneRules, Puzzle, PuzzleError, Restrictions,
    Settles as _, Solution,
};
use tait_store::{
    CellRecord, ClassificationRecord, Record, RecordKind, SolutionRecord, cell_row, least_moves,
};
use tait_text::{runs, wrapped};

impl Atlas<'_> {
    /// Returns N(k), the smallest N such that `n` moves suffice for every n >= N, for k = 2, 3, ... as far as the
    /// stored maps and families settle it.
    ///
    /// # Errors
    /// [`AtlasError::Unknown`] when not even k = 2 is settled; also when a stored file cannot be read.
    pub fn thresholds(&self) -> Result<Vec<u64>, AtlasError> {
        let thresholds = self.map()?.exact_thresholds();
        if thresholds.is_empty() {
            let what = "no stored map and family settle k = 2";
            return Err(AtlasError::unknown(what, Missing::Thresholds));
        }
        Ok(thresholds)
    }
}

/// The map: a row for each block length.
#[derive(Debug, Default)]
pub struct Map {
    /// The rows, in the order of their block lengths.
    pub rows: Vec<MapRow>,
    /// The sizes of the columns.
    pub sizes: Range,
    /// Whether it is the map of the turned puzzle.
    pub is_turned: bool,
}

/// Returns an answer in as few letters as possible.
#[must_use]
pub fn symbol(n: u64, answer: Option<CellAnswer>) -> String {
    match answer {
        None => ".".to_owned(),
        Some(CellAnswer::Suffices) => "n".to_owned(),
        Some(CellAnswer::Optimum(moves)) => format!("+{}", moves - n),
        Some(CellAnswer::Between {
            at_least,
            at_most: Some(at_most),
        }) => format!("+{}..+{}", at_least - n, at_most - n),
        Some(CellAnswer::Between {
            at_least,
            at_most: None,
        }) => format!(">+{}", at_least - n - 1),
        Some(CellAnswer::NoSolution) => "x".to_owned(),
        Some(CellAnswer::Open { .. }) => "?".to_owned(),
    }
}

/// What [symbols](symbol) mean, each at the [place](place_of_meaning) of its answer.
const MEANINGS: [&str; 7] = [
    "n: n moves suffice",
    "+1: optimum n + 1",
    "+1..+2: optimum n + 1 or n + 2",
    ">+1: optimum above n + 1",
    "x: no solution",
    ".: no k coins can move",
    "?: open",
];

const fn place_of_meaning(answer: Option<CellAnswer>) -> usize {
    match answer {
        Some(CellAnswer::Suffices) => 0,
        Some(CellAnswer::Optimum(_)) => 1,
        Some(CellAnswer::Between {
            at_most: Some(_), ..
        }) => 2,
        Some(CellAnswer::Between { at_most: None, .. }) => 3,
        Some(CellAnswer::NoSolution) => 4,
        None => 5,
        Some(CellAnswer::Open { .. }) => 6,
    }
}

/// Returns the sizes up to the largest one.
fn all_sizes(maps: &[Cow<'_, ClassificationRecord>]) -> Range {
    let cells = maps.iter().flat_map(|map| &map.cells);
    let largest = cells.map(|record| record.cell.puzzle.n()).max();
    Range {
        first: 2,
        last: largest.unwrap_or(2),
    }
}

/// Adds a cell to the map of its block length, unless the map has an answer.
fn add(cell: CellRecord, maps: &mut Vec<Cow<'_, ClassificationRecord>>) {
    let (k, n) = (cell.cell.puzzle.block_length(), cell.cell.puzzle.n());
    let place = maps.iter().position(|map| map.k == k);
    let place = place.unwrap_or_else(|| {
        maps.push(Cow::Owned(ClassificationRecord::empty(k)));
        maps.len() - 1
    });
    let known = maps[place].cell(n).map(|record| record.cell.answer());
    if matches!(known, None | Some(CellAnswer::Open { .. })) {
        maps[place].to_mut().put(cell);
    }
}

impl Map {
    /// Creates the map that follows from all records of a store, by name.
    ///
    /// # Errors
    /// When a family is invalid.
    pub fn of(records: &[(String, Record)]) -> Result<Self, AtlasError> {
        let mut closings: Vec<(BlockLength, Closing)> = Vec::new();
        for (name, record) in records {
            if let Some(family) = record.family() {
                let (name, coverage) = (name.clone(), family.coverage());
                closings.push((family.block_length(), Closing { name, coverage }));
            }
        }
        let families = |k: BlockLength| -> Vec<Closing> {
            let own = closings.iter().filter(|(length, _)| *length == k);
            own.map(|(_, closing)| closing.clone()).collect()
        };
        let maps = records.iter();
        let maps = maps.filter_map(|(_, record)| record.within::<ClassificationRecord>());
        let mut maps: Vec<Cow<'_, ClassificationRecord>> = maps.map(Cow::Borrowed).collect();
        // Bases settle sizes where there is no map, too.
        for (k, closing) in &closings {
            let has_bases = closing.coverage.first.iter().any(Option::is_some);
            if has_bases && maps.iter().all(|map| map.k != *k) {
                maps.push(Cow::Owned(ClassificationRecord::empty(*k)));
            }
        }
        let sizes = all_sizes(&maps);
        // So do single solutions, which may be far from all other sizes.
        for (_, record) in records {
            if let Some(cell) = record
                .within::<SolutionRecord>()
                .and_then(CellRecord::of_solution)
            {
                add(cell, &mut maps);
            }
        }
        maps.sort_by_key(|map| map.k);
        let rows = maps
            .iter()
            .map(|map| MapRow::new(map, false, sizes, &families(map.k)));
        Ok(Self {
            rows: rows.collect(),
            sizes,
            is_turned: false,
        })
    }

    /// Says in a sentence for which sizes it is settled whether n moves suffice.
    ///
    /// ```
    /// use tait_atlas::map::Map;
    /// assert_eq!(Map::default().completeness(), "nothing is settled yet");
    /// ```
    #[must_use]
    pub fn completeness(&self) -> String {
        let rows = (2..).zip(&self.rows);
        let complete = rows.take_while(|(k, row)| row.k.get() == *k && row.is_complete());
        let complete = complete.count();
        let mut parts = Vec::new();
        match complete {
            0 => {}
            1 => parts.push("every n for k = 2".to_owned()),
            _ => parts.push(format!("every n for k <= {}", complete + 1)),
        }
        parts.extend(
            self.rows[complete..]
                .iter()
                .map(|row| match row.is_complete() {
                    true => format!("k = {}: every n", row.k),
                    false => format!("k = {}: {}", row.k, row.settled_sizes()),
                }),
        );
        if parts.is_empty() {
            return "nothing is settled yet".to_owned();
        }
        format!("complete: {}; the rest is open", parts.join("; "))
    }

    /// Returns N(k) for k = 2, 3, ... as far as there are rows and it is exact.
    #[must_use]
    pub fn exact_thresholds(&self) -> Vec<u64> {
        let rows = (2..).zip(&self.rows);
        rows.map_while(|(k, row)| {
            let is_exact = row.k.get() == k && row.threshold().is_exact();
            row.threshold().from.filter(|_| is_exact)
        })
        .collect()
    }

    /// Returns the map in a format.
    ///
    /// # Errors
    /// Only those of writing JSON.
    pub fn to_text(&self, format: Format) -> Result<String, AtlasError> {
        Ok(match format {
            Format::Text => self.grid(None) + &self.words(),
            Format::Markdown | Format::Latex => self.thresholds().to_text(format),
            Format::Json => tait_store::to_text(&json!({
                "cells": self.records().map(|cell| self.object(cell)).collect::<Vec<_>>(),
                "thresholds": self.rows.iter().map(threshold).collect::<Vec<_>>(),
            }))
            .map_err(AtlasError::refused)?,
            Format::Jsonl | Format::Csv => self.cells().to_text(format),
        })
    }

    /// Returns the map as text for a terminal with `width` letters in a line.
    #[must_use]
    pub fn fitted(&self, width: u16) -> String {
        self.grid(Some(width)) + &wrapped(&self.words(), width.into())
    }

    /// What stands below the grid.
    fn words(&self) -> String {
        let sentences: Vec<String> = self.rows.iter().map(MapRow::sentence).collect();
        format!("{}\n\n{}\n", self.legend(), sentences.join("\n"))
    }

    /// The meanings of the symbols in the grid.
    fn legend(&self) -> String {
        let sizes = self.sizes.first..=self.sizes.last;
        let rows = self.rows.iter();
        let answers = rows.flat_map(|row| sizes.clone().map(|n| row.answer(n)));
        let shown: BTreeSet<usize> = answers.map(place_of_meaning).collect();
        let shown: Vec<&str> = shown.into_iter().map(|place| MEANINGS[place]).collect();
        shown.join("; ")
    }

    /// A line for each k, a column for each n; columns that do not fit follow below.
    fn grid(&self, width: Option<u16>) -> String {
        let sizes = || self.sizes.first..=self.sizes.last;
        let lines: Vec<Vec<String>> = std::iter::once(
            std::iter::once("k\\n".to_owned())
                .chain(sizes().map(|n| n.to_string()))
                .collect(),
        )
        .chain(self.rows.iter().map(|row| {
            std::iter::once(row.k.to_string())
                .chain(sizes().map(|n| symbol(n, row.answer(n))))
                .collect()
        }))
        .collect();
        matrix(&lines, false, width)
    }

    /// The cells in order, those without a record as open.
    fn records(&self) -> impl Iterator<Item = (BlockLength, u64, CellAnswer, Option<&CellRecord>)> {
        self.rows.iter().flat_map(move |row| {
            (self.sizes.first..=self.sizes.last)
                .filter_map(move |n| Some((row.k, n, row.answer(n)?, row.record(n))))
        })
    }

    fn object(
        &self,
        (k, n, answer, record): (BlockLength, u64, CellAnswer, Option<&CellRecord>),
    ) -> Value {
        let cell = record.map(|record| &record.cell);
        json!({
            "k": k, "n": n, "answer": answer.to_string(), "suffices": answer.suffices(),
            "at_least": least_moves(n, answer, cell), "at_most": cell.and_then(Cell::at_most),
            "moves": cell.and_then(|cell| cell.solution.as_ref()).map(Solution::moves),
            "excluded": cell.map(|cell| &cell.excluded),
            "source": record.and_then(|record| record.source.as_ref()),
            "found_by": record.map(|record| &record.found_by),
        })
    }

    /// A row for each cell.
    fn cells(&self) -> Table {
        let mut table = Table::of(match self.is_turned {
            false => RecordKind::Classification,
            true => RecordKind::TurnedClassification,
        });
        for (k, n, answer, record) in self.records() {
            table.push(cell_row(k, n, answer, record));
        }
        table
    }

    /// A row for each block length.
    fn thresholds(&self) -> Table {
        let mut table = Table::new(&[
            "k",
            "n moves for every n >=",
            "and for",
            "not for",
            "open for",
            "closed by",
        ]);
        for row in &self.rows {
            let threshold = row.threshold();
            table.push(vec![
                json!(row.k),
                json!(threshold.from),
                json!(runs(&threshold.sporadic)),
                json!(runs(&threshold.below)),
                json!(runs(&threshold.unknown)),
                json!(threshold.closed_by),
            ]);
        }
        table
    }
}

fn threshold(row: &MapRow) -> Value {
    let threshold = row.threshold();
    json!({
        "k": row.k, "from": threshold.from, "is_exact": threshold.is_exact(),
        "closed_by": threshold.closed_by, "suffices_before": threshold.sporadic,
        "does_not_suffice": threshold.below, "unknown": threshold.unknown,
    })
}

// The cells of a map.

/// Returns the block lengths of a range, if they and a range of sizes are those of puzzles that can be searched.
///
/// # Errors
/// When a block length or size is out of range, or every size has too few coins.
pub fn block_lengths(k: Range, n: Range) -> Result<Vec<BlockLength>, AtlasError> {
    let lengths: Vec<BlockLength> = (k.first..=k.last)
        .map(BlockLength::new)
        .collect::<Result<_, _>>()
        .map_err(AtlasError::refused)?;
    for &k in &lengths {
        let puzzle = match Puzzle::new(k.into(), n.last) {
            Ok(puzzle) => puzzle,
            Err(PuzzleError::TooFewCoins { .. }) => continue,
            Err(error) => return Err(AtlasError::refused(error)),
        };
        let moves = u32::try_from(n.last).unwrap_or(u32::MAX);
        // The largest board is that of the largest size.
        let _ = BoundedSearch::new(
            puzzle,
            moves,
            Restrictions::default(),
            PruneRules::default(),
        )?;
    }
    if lengths.iter().all(|&k| puzzles(k, n).next().is_none()) {
        return Err(AtlasError::Refused(
            "too few coins in every cell: a move needs more than k coins in the row, so 2n > k"
                .to_owned(),
        ));
    }
    Ok(lengths)
}

/// Returns the puzzles of a block length in a range of sizes, without those with `2n <= k`, which do not exist.
pub fn puzzles(k: BlockLength, n: Range) -> impl Iterator<Item = Puzzle> {
    (n.first..=n.last).filter_map(move |n| Puzzle::new(k.into(), n).ok())
}

// Evidence for a cell from the store, without any search.

/// Evidence for the cells of some block lengths without any search: stored families and stored solutions. For the turned puzzle,
/// of which none are stored, the families that tait has.
#[derive(Debug)]
pub struct Evidence<'a> {
    atlas: &'a Atlas<'a>,
    families: Vec<StoredFamily>,
    /// The families of the turned puzzle, if it is asked for.
    turned: Option<Vec<(BlockLength, Closing)>>,
}

#[derive(Debug)]
struct StoredFamily {
    record: Record,
    closing: Closing,
}

impl<'a> Evidence<'a> {
    /// Reads the families, for the turned puzzle those that tait comes with. A wrong file is reported and left out.
    ///
    /// # Errors
    /// When the directory cannot be read.
    pub fn gather(
        atlas: &'a Atlas<'a>,
        lengths: &[BlockLength],
        is_turned: bool,
    ) -> Result<Self, AtlasError> {
        if is_turned {
            return Ok(Self::of_turned(atlas));
        }
        let mut families = Vec::new();
        for entry in atlas.store().entries_of("families")? {
            let name = entry.name.display().to_string();
            let record = atlas.right_one(entry);
            let Some((record, family)) = record.as_ref().and_then(|it| Some((it, it.family()?)))
            else {
                continue;
            };
            if lengths.contains(&family.block_length()) {
                let coverage = family.coverage();
                families.push(StoredFamily {
                    record: record.clone(),
                    closing: Closing { name, coverage },
                });
            }
        }
        Ok(Self {
            atlas,
            families,
            turned: None,
        })
    }

    /// Returns the evidence for cells of the turned puzzle.
    fn of_turned(atlas: &'a Atlas<'a>) -> Self {
        // Where n moves never suffice, a family makes solutions of more.
        let families = published::turned_families().iter();
        let families = families.filter(|entry| !never_suffices(entry.family.k, true));
        let families = families.map(|entry| {
            let (name, coverage) = (entry.source.clone(), entry.family.coverage());
            (entry.family.k, Closing { name, coverage })
        });
        Self {
            atlas,
            families: Vec::new(),
            turned: Some(families.collect()),
        }
    }

    /// Returns the map of records, for the sizes asked for.
    #[must_use]
    pub fn map(&self, records: &[ClassificationRecord], sizes: Range) -> Map {
        let is_turned = self.turned.is_some();
        let row = |record: &ClassificationRecord| {
            MapRow::new(record, is_turned, sizes, &self.families(record.k))
        };
        Map {
            rows: records.iter().map(row).collect(),
            sizes,
            is_turned,
        }
    }

    /// Returns what is known of a puzzle, if anything.
    ///
    /// # Errors
    /// When the stored solution cannot be read, or is wrong.
    pub fn about(&self, puzzle: Puzzle) -> Result<Option<CellRecord>, AtlasError> {
        if self.turned.is_some() {
            return Ok(None);
        }
        if let Some(record) = self.solution(puzzle)? {
            return Ok(Some(record));
        }
        Ok(self
            .of(puzzle.block_length())
            .find_map(|family| family.about(puzzle)))
    }

    /// A stored solution, and the searches that prove it optimal.
    fn solution(&self, puzzle: Puzzle) -> Result<Option<CellRecord>, AtlasError> {
        let none = Restrictions::default();
        let record = self.atlas.store().solution(puzzle, &none)?;
        Ok(record.as_ref().and_then(CellRecord::of_solution))
    }

    /// Returns the families of a block length.
    fn families(&self, k: BlockLength) -> Vec<Closing> {
        let turned = self
            .turned
            .iter()
            .flatten()
            .filter(|(length, _)| *length == k);
        let stored = self.of(k).map(|family| &family.closing);
        stored
            .chain(turned.map(|(_, closing)| closing))
            .cloned()
            .collect()
    }

    fn of(&self, k: BlockLength) -> impl Iterator<Item = &StoredFamily> {
        self.families.iter().filter(move |stored| {
            let family = stored.record.family();
            family.is_some_and(|family| family.block_length() == k)
        })
    }
}

impl StoredFamily {
    /// The cell of a puzzle that follows from the family.
    fn about(&self, puzzle: Puzzle) -> Option<CellRecord> {
        let (family, n) = (self.record.family()?, puzzle.n());
        let mut cell = Cell::unknown(puzzle);
        cell.solution = Some(family.solution(n, 1)?);
        Some(CellRecord {
            cell,
            source: Some(format!("{}, {}", self.closing.name, family.way_to(n)?)),
            found_by: (*self.record.runs().first()?).clone(),
        })
    }
}

// The map as a picture: standalone SVG, for light and dark, and for screen readers.

/// The side of a cell.
const SIDE: usize = 36;

/// The width left of the cells, for the names of the rows.
const LEFT: usize = 64;

/// The height above the cells, for the heading and the sizes.
const TOP: usize = 76;

/// The height of a line of the legend.
const LINE: usize = 24;

/// Kinds of cells: the class in the style sheet, a light and a dark colour, and words.
const KINDS: [(&str, &str, &str, &str); 5] = [
    ("suffices", "#b7dfc3", "#1f6b3a", "n: n moves suffice"),
    ("more", "#fbd38d", "#8a5a00", "+m: the optimum is n + m"),
    (
        "bounds",
        "#f5b7a8",
        "#8c3b26",
        ">+m or +a..+b: n moves do not suffice; bounds",
    ),
    ("none", "#c9c9d6", "#4a4a5c", "x: no number of moves"),
    ("open", "#ffffff", "#1c1c22", "?: open"),
];

const fn kind(answer: CellAnswer) -> usize {
    match answer {
        CellAnswer::Suffices => 0,
        CellAnswer::Optimum(_) => 1,
        CellAnswer::Between { .. } => 2,
        CellAnswer::NoSolution => 3,
        CellAnswer::Open { .. } => 4,
    }
}

/// Returns the class of an answer's cell.
#[must_use]
pub const fn kind_name(answer: CellAnswer) -> &'static str {
    KINDS[kind(answer)].0
}

/// Returns the classes, and the meaning of each.
pub fn kinds() -> impl Iterator<Item = (&'static str, &'static str)> {
    KINDS.iter().map(|(class, _, _, words)| (*class, *words))
}

/// Returns the classes as a style sheet for cells of HTML.
#[must_use]
pub fn kinds_as_style() -> String {
    format!(
        "{}\n@media (prefers-color-scheme:dark){{{}}}\n",
        rules("background", false),
        rules("background", true)
    )
}

/// The colours of the classes, as values of a property.
fn rules(property: &str, dark: bool) -> String {
    KINDS
        .iter()
        .map(|(class, on_light, on_dark, _)| {
            let colour = if dark { on_dark } else { on_light };
            format!(".{class}{{{property}:{colour}}}")
        })
        .collect()
}

/// Draws the picture.
#[must_use]
pub fn draw(map: &Map) -> String {
    let columns = (map.sizes.last - map.sizes.first + 1) as usize;
    let width = (LEFT + columns * SIDE + 24).max(460);
    let legend = TOP + map.rows.len() * SIDE + 20;
    let height = legend + (KINDS.len() + 1) * LINE + 12;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         role=\"img\" aria-labelledby=\"title description\" font-family=\"system-ui, sans-serif\" font-size=\"13\">\n\
         <title id=\"title\">Which k and n take n moves{}</title>\n\
         <desc id=\"description\">{}</desc>\n{}",
        if map.is_turned {
            " of turned blocks"
        } else {
            ""
        },
        description(map),
        style()
    );
    let mut put = |line: &str| {
        svg.push_str(line);
        svg.push('\n');
    };
    put("<rect class=\"ground\" width=\"100%\" height=\"100%\"/>");
    let turning = if map.is_turned { " and turning" } else { "" };
    put(&format!(
        "<text class=\"heading\" x=\"16\" y=\"28\">Sliding{turning} k coins at a time: do n moves solve n nickels and n pennies?</text>"
    ));
    put(&label(LEFT / 2, TOP - 12, "k \\ n"));
    for (column, n) in (map.sizes.first..=map.sizes.last).enumerate() {
        put(&label(
            LEFT + column * SIDE + SIDE / 2,
            TOP - 12,
            &n.to_string(),
        ));
    }
    for (index, row) in map.rows.iter().enumerate() {
        let y = TOP + index * SIDE;
        put(&label(LEFT / 2, y + SIDE / 2 + 5, &row.k.to_string()));
        for (column, n) in (map.sizes.first..=map.sizes.last).enumerate() {
            if let Some(answer) = row.answer(n) {
                put(&cell(row, n, answer, LEFT + column * SIDE, y));
            }
        }
        if let Some(from) = row.threshold().from
            && (map.sizes.first..=map.sizes.last).contains(&from)
        {
            let x = LEFT + (from - map.sizes.first) as usize * SIDE;
            put(&format!(
                "<line class=\"threshold\" x1=\"{x}\" y1=\"{y}\" x2=\"{x}\" y2=\"{}\"/>",
                y + SIDE
            ));
        }
    }
    for (index, (class, _, _, words)) in KINDS.iter().enumerate() {
        let y = legend + index * LINE;
        put(&format!(
            "<rect class=\"{class}\" x=\"16\" y=\"{y}\" width=\"18\" height=\"18\" rx=\"3\"/>\
             <text x=\"44\" y=\"{}\">{}</text>",
            y + 14,
            escaped(words)
        ));
    }
    let y = legend + KINDS.len() * LINE;
    put(&format!(
        "<line class=\"threshold\" x1=\"25\" y1=\"{y}\" x2=\"25\" y2=\"{}\"/>\
         <text x=\"44\" y=\"{}\">from here on n moves suffice for every n</text>",
        y + 18,
        y + 14
    ));
    put("</svg>");
    svg
}

/// A cell with its letters, and its answer in words.
fn cell(row: &MapRow, n: u64, answer: CellAnswer, x: usize, y: usize) -> String {
    let letters = symbol(n, Some(answer));
    let class = KINDS[kind(answer)].0;
    let small = if letters.len() > 3 { " small" } else { "" };
    format!(
        "<g><title>k = {}, n = {n}: {answer}</title>\
         <rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{side}\" height=\"{side}\" rx=\"4\"/>\
         <text class=\"letters{small}\" x=\"{}\" y=\"{}\">{}</text></g>",
        row.k,
        x + 1,
        y + 1,
        x + SIDE / 2,
        y + SIDE / 2 + 5,
        escaped(&letters),
        side = SIDE - 2
    )
}

fn label(x: usize, y: usize, text: &str) -> String {
    format!("<text class=\"letters\" x=\"{x}\" y=\"{y}\">{text}</text>")
}

/// Describes the map for readers who do not see it.
fn description(map: &Map) -> String {
    let rows = map.rows.iter().map(|row| {
        let of = |wanted: usize| {
            let sizes: Vec<u64> = (map.sizes.first..=map.sizes.last)
                .filter(|&n| row.answer(n).map(kind) == Some(wanted))
                .collect();
            (!sizes.is_empty()).then(|| format!("{} {}", KINDS[wanted].0, runs(&sizes)))
        };
        let parts: Vec<String> = (0..KINDS.len()).filter_map(of).collect();
        format!("k = {}: {}.", row.k, parts.join("; "))
    });
    let rows: Vec<String> = rows.collect();
    escaped(&format!(
        "A grid with a row for each k and a column for each n. For each k the sizes n by what is known. {}",
        rows.join(" ")
    ))
}

fn style() -> String {
    format!(
        "<style>\
         text{{fill:#1c1c22}}.ground{{fill:#fff}}.threshold{{stroke:#1c1c22;stroke-width:3}}\
         .open{{stroke:#8a8a99;stroke-dasharray:3 2}}\
         .heading{{font-size:16px;font-weight:600}}.letters{{text-anchor:middle}}.small{{font-size:9px}}{}\
         @media (prefers-color-scheme:dark){{text{{fill:#f2f2f5}}.ground{{fill:#121216}}.threshold{{stroke:#f2f2f5}}{}}}\
         </style>\n",
        rules("fill", false),
        rules("fill", true)
    )
}

// Ranges of block lengths and sizes.

/// `A..B`, both included, or `A` for `A..A`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Range {
    pub first: u64,
    pub last: u64,
}

impl FromStr for Range {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (first, last) = text.split_once("..").unwrap_or((text, text));
        let range = || {
            Some(Self {
                first: first.parse().ok()?,
                last: last.parse().ok()?,
            })
        };
        match range() {
            Some(range) if range.first <= range.last => Ok(range),
            Some(_) => Err(format!(
                "the range {text} is empty: expected something like 2..8, both included"
            )),
            None => Err("expected a range like 2..8, both included".to_owned()),
        }
    }
}

// What is known of one block length.

/// What is known of one block length.
#[derive(Debug)]
pub struct MapRow {
    pub k: BlockLength,
    is_turned: bool,
    threshold: Threshold,
    /// Where no family settles all large sizes: the sizes of the bases in ascending order, each with the step from which
    /// it settles one size after the other.
    residues: Vec<(u64, u64)>,
    /// The cells asked for that are on record.
    cells: Vec<CellRecord>,
}

impl MapRow {
    /// Creates the row of a record and the families for the sizes asked for; the threshold follows from all cells of
    /// the record.
    #[must_use]
    pub fn new(
        record: &ClassificationRecord,
        is_turned: bool,
        sizes: Range,
        families: &[Closing],
    ) -> Self {
        let threshold = threshold_of(record, is_turned, families);
        Self {
            k: record.k,
            is_turned,
            residues: match threshold.from {
                Some(_) => Vec::new(),
                None => residues_of(families),
            },
            threshold,
            cells: record
                .cells
                .iter()
                .filter(|record| (sizes.first..=sizes.last).contains(&record.cell.puzzle.n()))
                .cloned()
                .collect(),
        }
    }

    /// Returns the answer for a size; `None` if there are too few coins.
    #[must_use]
    pub fn answer(&self, n: u64) -> Option<CellAnswer> {
        let puzzle = Puzzle::new(self.k.into(), n).ok()?;
        let puzzle = puzzle.turned_if(self.is_turned);
        let cell = self.record(n).map(|record| record.cell.answer());
        Some(cell.unwrap_or_else(|| Cell::unknown(puzzle).answer()))
    }

    /// Returns the record of a size.
    #[must_use]
    pub fn record(&self, n: u64) -> Option<&CellRecord> {
        self.cells.iter().find(|record| record.cell.puzzle.n() == n)
    }

    /// Returns the largest size on record.
    pub(crate) fn largest(&self) -> Option<u64> {
        self.cells.last().map(|record| record.cell.puzzle.n())
    }

    /// Returns the size from which n moves suffice, and the other sizes for which they do.
    #[must_use]
    pub const fn threshold(&self) -> &Threshold {
        &self.threshold
    }

    /// Returns whether it is settled for every n whether n moves suffice.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.threshold.from.is_some() && self.threshold.unknown.is_empty()
    }

    /// Returns the sizes for which it is settled whether n moves suffice: `7..24`, or `7..24 and n >= 39`.
    #[must_use]
    pub fn settled_sizes(&self) -> String {
        let mut sizes = [&self.threshold.below[..], &self.threshold.sporadic[..]].concat();
        sizes.sort_unstable();
        let mut parts = Vec::new();
        if !sizes.is_empty() {
            parts.push(format!("n = {}", runs(&sizes)));
        }
        parts.extend(self.threshold.from.map(|from| format!("n >= {from}")));
        parts.extend(self.residues_in_words());
        parts.join(" and ")
    }

    /// Returns the sizes that bases settle where they do not settle all large ones: `n = 48, 49 and every 28th n after
    /// each`.
    fn residues_in_words(&self) -> Option<String> {
        let steps: BTreeSet<u64> = self.residues.iter().map(|(_, step)| *step).collect();
        let parts = steps.iter().map(|step| {
            let residues = self.residues.iter().filter(|(_, own)| own == step);
            let firsts: Vec<u64> = residues.map(|(first, _)| *first).collect();
            let each = if firsts.len() > 1 { "each" } else { "it" };
            let every = ordinal(*step);
            format!("n = {} and every {every} n after {each}", runs(&firsts))
        });
        let parts: Vec<String> = parts.collect();
        (!parts.is_empty()).then(|| parts.join(" and "))
    }

    /// Returns the sizes that bases settle where they do not settle all large ones: a first one, and the step to each next.
    pub(crate) fn every(&self) -> impl Iterator<Item = (u64, u64)> {
        self.residues.iter().copied()
    }

    /// Returns the sizes of the bases that settle some of the large sizes, where none settle all.
    pub(crate) fn bases(&self) -> impl Iterator<Item = u64> {
        self.residues.iter().map(|(first, _)| *first)
    }

    /// Returns the sizes for which n moves suffice, and those for which they do not.
    #[must_use]
    pub fn answers(&self) -> String {
        let Threshold {
            from,
            sporadic,
            below,
            ..
        } = &self.threshold;
        let mut parts = Vec::new();
        parts.extend(from.map(|from| format!("n moves for every n >= {from}")));
        if !sporadic.is_empty() {
            let lead = if from.is_some() {
                "and for"
            } else {
                "n moves for"
            };
            parts.push(format!("{lead} n = {}", runs(sporadic)));
        }
        let residues = self.residues_in_words();
        parts.extend(residues.map(|sizes| format!("n moves for {sizes}")));
        if !below.is_empty() {
            parts.push(format!("not for n = {}", runs(below)));
        }
        parts.join("; ")
    }

    /// Returns the sizes below the first of a family for which n moves suffice all the same: `n = 12`.
    #[must_use]
    pub fn by_themselves(&self, family_from: u64) -> Option<String> {
        let threshold = &self.threshold;
        let mut sizes = threshold.sporadic.clone();
        sizes.extend(
            threshold
                .from
                .into_iter()
                .flat_map(|from| from..family_from),
        );
        sizes.retain(|&n| n < family_from);
        (!sizes.is_empty()).then(|| format!("n = {}", runs(&sizes)))
    }

    /// Returns the open sizes below the threshold, or below the largest examined size.
    #[must_use]
    pub fn open_sizes(&self) -> Option<String> {
        let unknown = &self.threshold.unknown;
        (!unknown.is_empty()).then(|| format!("n = {}", runs(unknown)))
    }

    /// Returns the conclusion for the block length, in a sentence.
    #[must_use]
    pub fn sentence(&self) -> String {
        let threshold = &self.threshold;
        if never_suffices(self.k, self.is_turned) {
            return format!(
                "k = {}: n + 1 moves are the fewest for every n, by a theorem",
                self.k
            );
        }
        let mut text = format!("k = {}: ", self.k);
        match (threshold.from, &threshold.closed_by) {
            (Some(from), Some(family)) => {
                let least = if threshold.is_exact() {
                    ""
                } else {
                    " at least"
                };
                text.push_str(&format!(
                    "n moves suffice for every n >= {from}{least} ({family})"
                ));
            }
            _ => text.push_str("no family settles every large n, so it is open beyond the map"),
        }
        if let Some(sizes) = self.residues_in_words() {
            text.push_str(&format!(", except for {sizes}"));
        }
        let more = match threshold.from {
            Some(_) => "and for",
            None => "n moves suffice for",
        };
        for (sizes, what) in [
            (&threshold.sporadic, more),
            (&threshold.below, "not for"),
            (&threshold.unknown, "open for"),
        ] {
            if !sizes.is_empty() {
                text.push_str(&format!("; {what} n = {}", runs(sizes)));
            }
        }
        text
    }
}

/// Returns whether a theorem says that n moves suffice for no n.
fn never_suffices(k: BlockLength, is_turned: bool) -> bool {
    let puzzle = Puzzle::new(k.into(), k.get().into());
    puzzle.is_ok_and(|puzzle| {
        let puzzle = puzzle.turned_if(is_turned);
        puzzle.least_moves() > puzzle.n()
    })
}

/// Returns the threshold that follows from all cells of a record and the families.
fn threshold_of(record: &ClassificationRecord, is_turned: bool, families: &[Closing]) -> Threshold {
    // The smallest size alone can be one without any solution, and needs no record then.
    let smallest = u64::from(record.k.get()) / 2 + 1;
    let puzzle = Puzzle::new(record.k.into(), smallest);
    let puzzle = puzzle.ok().map(|puzzle| puzzle.turned_if(is_turned));
    let unsolvable = puzzle.filter(|puzzle| puzzle.unsolvable().is_some());
    let proven = unsolvable.map(|_| (smallest, CellAnswer::NoSolution));
    let cells = record.cells.iter().map(|record| &record.cell);
    let answers = cells.map(|cell| (cell.puzzle.n(), cell.answer()));
    Threshold::new(smallest, proven.into_iter().chain(answers), families)
}

/// Returns the residues that families settle from some size on: that size, and the modulus.
fn residues_of(families: &[Closing]) -> Vec<(u64, u64)> {
    let mut firsts: BTreeMap<(u64, u64), u64> = BTreeMap::new();
    for closing in families {
        let step = closing.coverage.first.len() as u64;
        for &first in closing.coverage.first.iter().flatten() {
            let known = firsts.entry((step, first % step)).or_insert(first);
            *known = first.min(*known);
        }
    }
    let mut residues: Vec<(u64, u64)> = firsts
        .into_iter()
        .map(|((step, _), first)| (first, step))
        .collect();
    residues.sort_unstable();
    residues
}

/// Writes an even number as an ordinal: the steps of all families are even.
fn ordinal(number: u64) -> String {
    let is_second = number % 10 == 2 && number % 100 != 12;
    format!("{number}{}", if is_second { "nd" } else { "th" })
}
