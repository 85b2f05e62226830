//! Spans in words and as JSON.

use super::input::Provenance;
use super::named::NamedConfiguration;
use serde_json::{Value, json};
use tait_grid::{
    Board, Configuration, MOST_EXTRA_PAIRS, Position, Span, SpanComponent, SpanError, span,
};
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
