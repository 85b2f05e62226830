//! `tait grid span FILE`

use crate::exit::Exit;
use crate::format::{Format, FormatExt as _};
use crate::globals::Globals;
use crate::output::print;
use anyhow::{anyhow, ensure};
use clap::{Args, ValueEnum};
use serde_json::json;
use tait_atlas::grid::{Provenance, PuzzleText, look_up, provenance_in_words, puzzle_form};
use tait_puzzle::grid::{
    Board, Configuration, MOST_EXTRA_PAIRS, Position, Span, SpanComponent, SpanError, Symbols,
    read_drawing, span,
};
use tait_store::to_text;

/// Arguments of `grid span`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// A JSON file whose start is looked at, a drawing of rows such as o.o (- for standard input), or the name of a
    /// known puzzle
    #[arg(value_name = "FILE | NAME")]
    configuration: String,

    /// Which puzzle of a file that holds a list
    #[arg(long, value_name = "ID")]
    id: Option<String>,

    /// The board of a drawing
    #[arg(long, value_enum, default_value_t)]
    grid: DrawnGrid,

    /// The d of d-adjacency [default: that of the puzzle, or else 2]
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..))]
    adjacency: Option<u32>,
}

/// The boards that a drawing can be of.
#[derive(Debug, Clone, Copy, Default, ValueEnum)]
enum DrawnGrid {
    /// The square grid
    #[default]
    Square,
    /// The triangular grid, each row half a position farther to the right than the one above
    Triangular,
}

pub(super) fn run(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let format = globals
        .format_or(Format::Text)
        .among(&[Format::Text, Format::Json])?;
    let name = &arguments.configuration;
    let (mut known_puzzle, mut of_puzzle) = (None, None);
    let configuration = match look_up(name)? {
        PuzzleText::Known(known) => {
            globals.remark(&provenance_in_words(&known));
            let start = known.puzzle.start();
            of_puzzle = known.puzzle.adjacency;
            known_puzzle = Some(Provenance::from(known.as_ref()));
            start.map_err(|error| anyhow!("{name}: {error}"))?
        }
        PuzzleText::Text(text) if text.trim_start().starts_with(['{', '[']) => {
            let form = puzzle_form(name, &text, arguments.id.as_deref())?;
            of_puzzle = form.adjacency;
            ensure!(
                of_puzzle != Some(0),
                "{name}: adjacency is 0; it is 1 or more"
            );
            form.start().map_err(|error| anyhow!("{name}: {error}"))?
        }
        PuzzleText::Text(text) => {
            ensure!(!text.trim().is_empty(), "{name}: there is nothing in it");
            let board = match arguments.grid {
                DrawnGrid::Square => Board::Square,
                DrawnGrid::Triangular => Board::Triangular,
            };
            let drawing = read_drawing(board, &text, Symbols::Plain);
            drawing.map_err(|error| anyhow!("{name}: {error}"))?
        }
    };
    let d = arguments.adjacency.or(of_puzzle).unwrap_or(2);
    let whole = span(&configuration, d)?;
    let report = Report {
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
    };
    print(&match format {
        Format::Json => {
            let mut value = report.json();
            if let Some(known) = known_puzzle {
                value["known"] = json!(known);
            }
            to_text(&value)?
        }
        _ => report.text(),
    })?;
    Ok(Exit::Done)
}

/// What there is to say of a span.
struct Report {
    configuration: Configuration,
    span: Span,
    components: Vec<SpanComponent>,
    /// Whether the components are the rectangles of section 5.1.
    has_rectangles: bool,
    extra: Option<Vec<Position>>,
    /// `None` where there are too many to list, too.
    pairs: Option<Vec<(Position, Position)>>,
    canonical: Option<Configuration>,
}

impl Report {
    fn text(&self) -> String {
        let configuration = &self.configuration;
        let (coins, board) = (configuration.len(), configuration.board());
        let mut lines = vec![format!("{coins} coins on the {board}")];
        lines.push(match &self.span {
            Span::Finite(positions) => {
                let (count, parts) = (positions.len(), self.components.len());
                format!("span: {count} positions in {parts} components")
            }
            Span::Everything => "span: the whole board".to_owned(),
            Span::Infinite => "span: infinitely many positions".to_owned(),
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
        lines.push(format!("coins that chains connect: {chains} parts"));
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
            None => lines.push("extra coins: spans of this board are not compared".to_owned()),
        }
        if let Some(drawing) = self.canonical.as_ref().and_then(Configuration::drawing) {
            lines.push("canonical configuration:".to_owned());
            lines.push(drawing.trim_end().to_owned());
        }
        lines.join("\n") + "\n"
    }

    fn json(&self) -> serde_json::Value {
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
        json!({
            "grid": self.configuration.board().name(),
            "coins": self.configuration.len(),
            "span": size,
            "components": components,
            "chained_parts": self.configuration.chained_parts(),
            "span_minimal": self.extra.as_ref().map(Vec::is_empty),
            "extra_coins": self.extra,
            "extra_pairs": self.pairs,
            "canonical": self.canonical.as_ref().map(|canonical| canonical.positions().collect::<Vec<_>>()),
        })
    }
}

fn listed(items: &[String]) -> String {
    if items.is_empty() {
        String::new()
    } else {
        format!(": {}", items.join(" "))
    }
}
