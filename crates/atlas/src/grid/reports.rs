//! Reports and tables: spans, components of small boards, the known puzzles, arrangements that fit a lost figure, diameters of small boards.

use super::named::{NamedConfiguration, Provenance, PuzzleText, look_up};
use crate::atlas::Atlas;
use crate::error::AtlasError;
use crate::table::Table;
use indicatif::HumanCount;
use serde_json::{Value, json};
use std::ffi::OsStr;
use tait_framework::grid::known::{Font, collection};
use tait_framework::grid::{Components, Diameter, Reconstruction, WholeBoardError};
use tait_grid::space::SmallBoard;
use tait_grid::{
    Board, Configuration, MOST_EXTRA_PAIRS, Position, PuzzleForm, Rules, Span, SpanComponent,
    SpanError, span,
};
use tait_search::Control;
use tait_text::counted;

/// The report on the span of a configuration: components, extra coins, the canonical configuration.
#[derive(Debug)]
pub struct SpanReport {
    configuration: Configuration,
    span: Span,
    components: Vec<SpanComponent>,
    /// Whether the components are the rectangles of section 5.1.
    has_rectangles: bool,
    extra: Option<Vec<Position>>,
    /// `None` also where there are too many to list.
    pairs: Option<Vec<(Position, Position)>>,
    canonical: Option<Configuration>,
    /// The provenance, if it is the start of a known puzzle.
    known: Option<Provenance>,
}

impl SpanReport {
    /// Creates the report on a configuration whose coins need `d` neighbours.
    ///
    /// # Errors
    /// When the span is too large.
    pub fn of(configuration: Configuration, d: u32) -> Result<Self, SpanError> {
        let whole = span(&configuration, d)?;
        Ok(Self {
            components: whole.components(&configuration),
            has_rectangles: *configuration.board() == Board::Square && d == 2,
            extra: configuration.extra_coins(d)?,
            pairs: match configuration.extra_pairs(d) {
                Err(SpanError::TooManyPairs) => None,
                pairs => pairs?,
            },
            canonical: (d == 2).then(|| configuration.canonical().ok()).flatten(),
            span: whole,
            configuration,
            known: None,
        })
    }

    /// Creates the report on a named configuration whose coins need `d` neighbours; by default the number stated with
    /// the configuration, or else 2.
    ///
    /// # Errors
    /// As [`Self::of`].
    pub fn of_named(named: NamedConfiguration, d: Option<u32>) -> Result<Self, SpanError> {
        let d = d.or(named.adjacency).unwrap_or(2);
        let known = named.known.as_deref().map(Provenance::from);
        let report = Self::of(named.configuration, d)?;
        Ok(Self { known, ..report })
    }

    /// Returns the report in words, with a line for each component.
    #[must_use]
    pub fn to_text(&self) -> String {
        let configuration = &self.configuration;
        let (coins, board) = (configuration.len(), configuration.board());
        let mut lines = vec![format!("{coins} coins on the {board}")];
        lines.push(match &self.span {
            Span::Finite(positions) => {
                let (count, parts) = (positions.len(), self.components.len());
                format!(
                    "span: {count} positions in {}",
                    counted(parts as u64, "component")
                )
            }
            Span::Everything => "span: the whole board".to_owned(),
            Span::Infinite => "span: infinite".to_owned(),
        });
        for (number, component) in (1..).zip(&self.components) {
            let coins = component.coins.len();
            let size = component.positions.len();
            lines.push(match component.positions.as_slice() {
                [first, .., last] if self.has_rectangles => format!(
                    "component {number}: rectangle {first} to {last}, half-perimeter {}, {coins} coins, at least {}",
                    component.half_perimeter(),
                    component.least_coins()
                ),
                [first, ..] => format!("component {number}: {size} positions from {first}, {coins} coins"),
                [] => format!("component {number}: nothing"),
            });
        }
        let chains = configuration.chained_parts().len();
        lines.push(format!("parts connected by chains of coins: {chains}"));
        match &self.extra {
            Some(extra) => {
                let minimal = if extra.is_empty() { "yes" } else { "no" };
                lines.push(format!("span-minimal: {minimal}"));
                let singles: Vec<String> = extra.iter().map(ToString::to_string).collect();
                lines.push(format!("extra coins: {}{}", extra.len(), listed(&singles)));
                if let Some(pairs) = &self.pairs {
                    let words = |(one, other): &(Position, Position)| format!("{one}+{other}");
                    let pairs: Vec<String> = pairs.iter().map(words).collect();
                    lines.push(format!("extra pairs: {}{}", pairs.len(), listed(&pairs)));
                } else {
                    lines.push(format!("extra pairs: more than {MOST_EXTRA_PAIRS}"));
                }
            }
            None => lines.push("extra coins: not computed on this board".to_owned()),
        }
        if let Some(drawing) = self.canonical.as_ref().and_then(Configuration::drawing) {
            lines.push("canonical configuration:".to_owned());
            lines.push(drawing.trim_end().to_owned());
        }
        lines.join("\n") + "\n"
    }

    /// Returns the report as a JSON object.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let component = |component: &SpanComponent| {
            let mut value = json!({
                "positions": component.positions.len(), "bounds": component.bounds(), "coins": component.coins,
            });
            if self.has_rectangles {
                value["half_perimeter"] = json!(component.half_perimeter());
                value["least_coins"] = json!(component.least_coins());
            }
            value
        };
        let components: Vec<_> = self.components.iter().map(component).collect();
        let size = match &self.span {
            Span::Finite(positions) => json!(positions.len()),
            Span::Everything => json!("everything"),
            Span::Infinite => json!("infinite"),
        };
        let mut value = json!({
            "grid": self.configuration.board().name(),
            "coins": self.configuration.len(),
            "span": size,
            "components": components,
            "chained_parts": self.configuration.chained_parts(),
            "span_minimal": self.extra.as_ref().map(Vec::is_empty),
            "extra_coins": self.extra,
            "extra_pairs": self.pairs,
            "canonical": self.canonical.as_ref().map(|canonical| canonical.positions().collect::<Vec<_>>()),
        });
        if let Some(known) = &self.known {
            value["known"] = json!(known);
        }
        value
    }
}

fn listed(items: &[String]) -> String {
    if items.is_empty() {
        String::new()
    } else {
        format!(": {}", items.join(" "))
    }
}

/// The columns of [`component_rows`].
pub const COMPONENT_COLUMNS: &[&str] = &[
    "coins",
    "extra",
    "configurations",
    "spans_board",
    "size",
    "parts",
    "reaches_least",
    "reaches_most",
    "solvable_pairs",
];

/// Returns a row for all parts of the same size and span; `least` is the number of coins that span the board, if known.
#[must_use]
pub fn component_rows(
    components: &Components,
    coins: usize,
    least: Option<usize>,
) -> Vec<Vec<Value>> {
    let mut rows = Vec::new();
    for same in components.by_size() {
        rows.push(vec![
            json!(coins),
            least.map_or(Value::Null, |least| json!(coins as i64 - least as i64)),
            json!(components.configurations),
            json!(same.is_full_span),
            json!(same.size),
            json!(same.parts),
            json!(same.reaches.map(|(least, _)| least)),
            json!(same.reaches.map(|(_, most)| most)),
            // There are fewer than 2^31 configurations.
            json!(
                same.solvable_pairs
                    .and_then(|pairs| u64::try_from(pairs).ok())
            ),
        ]);
    }
    rows
}

/// Summarises the components for a number of coins in one sentence.
///
/// ```
/// use tait_atlas::grid::{component_summary, whole_board};
/// use tait_framework::grid::Components;
///
/// let (board, _, _) = whole_board("2x2")?;
/// let components = Components::of(&board, 3, &Default::default())?;
/// assert_eq!(
///     component_summary(&components, 3),
///     "3 coins: 4 configurations in 2 components, 2 of which span the board; 4 of 12 pairs are solvable"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn component_summary(components: &Components, coins: usize) -> String {
    let (all, parts) = (components.configurations, &components.parts);
    let spanning = parts.iter().filter(|part| part.is_full_span);
    let pairs = u128::from(all) * u128::from(all - 1);
    let solvable = components.solvable_pairs().map_or_else(
        || "the memory limit is too small to count the solvable pairs".to_owned(),
        |solvable| format!("{solvable} of {pairs} pairs are solvable"),
    );
    format!(
        "{coins} coins: {} configuration{} in {} component{}, {} of which span the board; {solvable}",
        HumanCount(all),
        if all == 1 { "" } else { "s" },
        HumanCount(parts.len() as u64),
        if parts.len() == 1 { "" } else { "s" },
        HumanCount(spanning.count() as u64)
    )
}

/// Finds a rectangle such as `4x5`, a known puzzle or a file. Returns the board, the number of coins needed to span it
/// if that is known, and the number of coins in the puzzle or file.
///
/// # Errors
/// When there is no such board, or it is too large to be searched as a whole.
pub fn whole_board(
    file: impl AsRef<OsStr>,
) -> Result<(SmallBoard, Option<usize>, Option<usize>), AtlasError> {
    let file = file.as_ref();
    let name = &*file.to_string_lossy();
    let fail = |error: &dyn std::fmt::Display| AtlasError::input(name, error);
    let sides = name.split_once('x').map(|(rows, columns)| {
        let side = |text: &str| text.parse::<usize>().ok();
        (side(rows), side(columns))
    });
    if let Some((Some(rows), Some(columns))) = sides {
        let board = SmallBoard::rectangle(rows, columns, Rules::default());
        let least = rows.saturating_add(columns).div_ceil(2);
        return Ok((board.map_err(|error| fail(&error))?, Some(least), None));
    }
    let form = match look_up(file)? {
        PuzzleText::Known(known) => known.puzzle,
        PuzzleText::Text(text) => {
            let mut value: Value =
                serde_json::from_slice(text.as_bytes()).map_err(|error| fail(&error))?;
            // The form of a graph needs no coins.
            if let Some(fields) = value.as_object_mut() {
                let _ = fields.entry("start").or_insert_with(|| json!([]));
            }
            serde_json::from_value::<PuzzleForm>(value).map_err(|error| fail(&error))?
        }
    };
    let rules = Rules {
        adjacency: form.adjacency.unwrap_or(2),
        ..Rules::default()
    };
    if form.rule.as_deref().is_some_and(|rule| rule != "lift") {
        let what = "searches of whole boards lift coins, and cannot slide them";
        return Err(AtlasError::input(name, what));
    }
    let is_empty = json!(form.start) == json!([]);
    let start = (!is_empty).then(|| form.start()).transpose();
    let start = start.map_err(|error| fail(&error))?;
    let grid = form.board().map_err(|error| fail(&error))?;
    let board = match (&grid, &start) {
        (Board::Graph(_), _) => SmallBoard::whole(&grid, rules),
        (_, Some(start)) => SmallBoard::around(&grid, start.positions(), rules),
        (_, None) => {
            let what = format!("a {grid} is infinite: give a start, whose span is the board");
            return Err(AtlasError::input(name, what));
        }
    };
    let board = board.map_err(|error| fail(&error))?;
    Ok((board, None, start.map(|start| start.len())))
}

impl Atlas<'_> {
    /// Returns a table with a row for each known puzzle on a grid, with the stored optimum, and for each family of
    /// them.
    ///
    /// # Errors
    /// When a stored answer cannot be read, or is wrong.
    pub fn known_on_grids(&self) -> Result<Table, AtlasError> {
        let mut table = Table::new(&[
            "name",
            "figure",
            "puzzle",
            "title",
            "stated",
            "optimum",
            "coordinates",
            "source",
        ]);
        for known in collection() {
            let puzzle = match known.puzzle.target {
                Some(_) => known.puzzle().map_err(AtlasError::refused)?.to_string(),
                None => "a configuration".to_owned(),
            };
            table.push(vec![
                json!(known.name),
                json!(known.figure),
                json!(puzzle),
                json!(known.title),
                json!(known.stated),
                match self.stored_on_grid(known)? {
                    Some(stored) if stored.is_settled => match stored.solution {
                        Ok(moves) => json!(moves.len()),
                        Err(_) => json!("none"),
                    },
                    _ => Value::Null,
                },
                json!(known.certainty.to_string()),
                json!(known.source),
            ]);
        }
        for font in Font::ALL {
            let letters: String = font.glyphs().keys().collect();
            let coins = font.glyphs().values().next().map_or(0, Vec::len);
            table.push(vec![
                json!(format!("{}-A-9", font.name())),
                json!("coin-sliding fonts"),
                json!(format!("{coins} coins on the square grid, absolute")),
                json!(format!("any glyph into any other: {letters}")),
                json!(null),
                json!(null),
                json!("exact"),
                json!("edemaine/coinsliding (MIT)"),
            ]);
        }
        table.push(vec![
            json!("v-to-diagonal-10"),
            json!("Figure lower_bound_sqr"),
            json!("24 coins on the square grid, absolute"),
            json!("a V with arms of any length to a diagonal: of order n³ moves"),
            json!(null),
            json!(null),
            json!("reconstructed"),
            json!("section 5.6"),
        ]);
        table.push(vec![
            json!("pyramid-4"),
            json!("Figure 2"),
            json!("10 coins on the triangular grid, up to translation"),
            json!("a pyramid of any number of rows upside down: n (n + 1) / 6 moves, rounded down"),
            json!(null),
            json!(null),
            json!("reconstructed"),
            json!("puzzle 23 of Fujimura 1978 (Coin pyramids), by its title"),
        ]);
        Ok(table)
    }
}

/// Returns a table of the arrangements that fit a figure, with a row for each number of moves.
///
/// ```
/// use tait_atlas::{Format, grid::candidate_table};
/// use tait_framework::grid::reconstruct;
///
/// let table = candidate_table(&reconstruct("figure-32", &Default::default())?);
/// assert!(table.to_text(Format::Csv).contains("coins,4,9,oooo\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn candidate_table(found: &Reconstruction) -> Table {
    let mut table = Table::new(&["by", "number", "candidates", "first"]);
    for (number, same) in &found.candidates {
        let number = number.map_or(json!("none"), |number| json!(number));
        table.push(vec![
            json!(found.by),
            number,
            json!(same.count),
            json!(same.first),
        ]);
    }
    table
}

/// A board whose diameters are asked for.
#[derive(Debug)]
pub struct NamedBoard {
    /// Its name: a rectangle such as `4x5`, a known puzzle or a file.
    pub name: String,
    board: SmallBoard,
}

impl NamedBoard {
    /// Returns an empty table for the rows of boards.
    #[must_use]
    pub const fn table() -> Table {
        Table::new(&[
            "board",
            "diameters",
            "largest",
            "coins",
            "puzzles",
            "start",
            "target",
        ])
    }

    /// Finds a board by its name.
    ///
    /// # Errors
    /// When there is no such board, or it is too large to be searched as a whole.
    pub fn find(name: impl AsRef<OsStr>) -> Result<Self, AtlasError> {
        let (board, _, _) = whole_board(&name)?;
        let name = name.as_ref().to_string_lossy().into_owned();
        Ok(Self { name, board })
    }

    /// Returns the names of the rectangles of at least two rows and at most this many cells.
    ///
    /// ```
    /// use tait_atlas::grid::NamedBoard;
    /// assert_eq!(NamedBoard::rectangles(9), ["2x2", "2x3", "2x4", "3x3"]);
    /// ```
    #[must_use]
    pub fn rectangles(cells: u32) -> Vec<String> {
        let columns = |rows: u32| (rows..=cells / rows).map(move |columns| (rows, columns));
        let rows = (2..=cells).take_while(|rows| rows * rows <= cells);
        let mut sides: Vec<(u32, u32)> = rows.flat_map(columns).collect();
        sides.sort_by_key(|&(rows, columns)| (rows * columns, rows));
        let name = |(rows, columns)| format!("{rows}x{columns}");
        sides.into_iter().map(name).collect()
    }

    /// Adds the board to a table: the diameter for each number of coins that can move, and the first of the hardest
    /// puzzles.
    ///
    /// # Errors
    /// When a search takes more memory than the limit allows, or was stopped.
    ///
    /// ```
    /// use tait_atlas::{Format, grid::NamedBoard};
    /// let mut table = NamedBoard::table();
    /// NamedBoard::find("2x2")?.add_to(&mut table, &Default::default())?;
    /// assert!(table.to_text(Format::Csv).contains("2x2,3:1,1,3,4,"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add_to(&self, table: &mut Table, control: &Control<'_>) -> Result<(), WholeBoardError> {
        let mut diameters = Vec::new();
        let mut largest: Option<(usize, Diameter)> = None;
        for coins in 1..self.board.cells().len() {
            let found = Diameter::of(&self.board, coins, control)?;
            if found.moves == 0 {
                continue;
            }
            diameters.push(format!("{coins}:{}", found.moves));
            if largest.is_none_or(|(_, known)| found.moves > known.moves) {
                largest = Some((coins, found));
            }
        }
        let coins = |set: u64| {
            let places: Vec<String> = self.board.positions(set).map(|at| at.to_string()).collect();
            places.join(" ")
        };
        table.push(match largest {
            Some((number, found)) => vec![
                json!(self.name),
                json!(diameters.join(" ")),
                json!(found.moves),
                json!(number),
                json!(found.puzzles),
                json!(coins(found.first.0)),
                json!(coins(found.first.1)),
            ],
            None => vec![
                json!(self.name),
                json!(""),
                json!(0),
                json!(null),
                json!(0),
                json!(null),
                json!(null),
            ],
        });
        Ok(())
    }
}
