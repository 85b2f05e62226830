//! Sets of shapes on one board, such as the glyphs of a font.

use super::form::BOARD_PATTERN;
use crate::board::Board;
use crate::configuration::Configuration;
use crate::form::{CoinsForm, FormError, PuzzleForm};
use crate::puzzle::{Puzzle, PuzzleSetup};
use crate::rules::Rules;
use crate::up_to::UpTo;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Shapes as JSON, unchecked.
///
/// | key | meaning |
/// | --- | --- |
/// | `grid`, `dimension`, `vertices`, `edges`, `adjacency` | as in a [`PuzzleForm`] |
/// | `shapes` (or `glyphs`) | a list of objects with `name` and `coins`, or an object that maps names to coins |
///
/// Coins are lifted and carry no labels. Other keys are ignored, except within a shape, which has no others.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(description = "Shapes of equally many coins on one board, each with a name of its own.")]
pub struct ShapesForm {
    /// The board: `square`, `triangular`, `mixed`, `hypercube` or `graph`. Only the first word counts, the rest is
    /// ignored.
    #[schemars(extend("pattern" = BOARD_PATTERN))]
    pub grid: String,
    /// The dimension of a hypercube lattice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dimension: Option<usize>,
    /// The number of vertices of a graph.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vertices: Option<usize>,
    /// The edges of a graph.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edges: Option<Vec<(u32, u32)>>,
    /// The d of d-adjacency, 2 unless given: the number of coins that a destination must touch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adjacency: Option<u32>,
    /// The shapes.
    #[serde(alias = "glyphs", deserialize_with = "listed")]
    #[schemars(with = "Listed")]
    pub shapes: Vec<ShapeForm>,
}

/// A shape.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Shape")]
pub struct ShapeForm {
    /// Its name.
    pub name: String,
    /// Its coins.
    pub coins: CoinsForm,
}

/// A list of shapes, or coins by name.
#[derive(Deserialize, JsonSchema)]
#[serde(
    untagged,
    expecting = "shapes are a list of {\"name\": ..., \"coins\": ...}, or coins by name"
)]
#[schemars(inline)]
enum Listed {
    List(Vec<ShapeForm>),
    ByName(BTreeMap<String, CoinsForm>),
}

/// Reads a list of shapes, or an object that maps names to coins.
fn listed<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Vec<ShapeForm>, D::Error> {
    let of_name = |(name, coins)| ShapeForm { name, coins };
    Ok(match Listed::deserialize(deserializer)? {
        Listed::List(shapes) => shapes,
        Listed::ByName(shapes) => shapes.into_iter().map(of_name).collect(),
    })
}

/// Shapes of equally many unlabelled coins on one board, each with a name of its own.
///
/// ```
/// use tait_grid::{Shapes, ShapesForm};
/// let text = r#"{"grid": "square", "shapes": {"L": ["o.", "oo"], "7": ["oo", ".o"]}}"#;
/// let shapes = Shapes::try_from(serde_json::from_str::<ShapesForm>(text)?)?;
/// assert_eq!(shapes.names().collect::<Vec<_>>(), ["7", "L"]);
/// let puzzle = shapes.pair("L", "7").expect("both are there");
/// assert_eq!(puzzle.to_string(), "3 coins on the square grid, absolute");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shapes {
    rules: Rules,
    shapes: Vec<(String, Configuration)>,
}

impl TryFrom<ShapesForm> for Shapes {
    type Error = FormError;

    /// # Errors
    /// When the board or a shape is invalid, two shapes have the same name or different numbers of coins, or there are
    /// no shapes.
    fn try_from(form: ShapesForm) -> Result<Self, FormError> {
        let wrong = FormError::Invalid;
        let rules = Rules {
            adjacency: form.adjacency.unwrap_or(2),
            ..Rules::default()
        };
        let mut shapes: Vec<(String, Configuration)> = Vec::with_capacity(form.shapes.len());
        for ShapeForm { name, coins } in form.shapes {
            let alone = PuzzleForm {
                id: None,
                grid: form.grid.clone(),
                dimension: form.dimension,
                vertices: form.vertices,
                edges: form.edges.clone(),
                labeled: false,
                start: coins,
                target: None,
                up_to: None,
                rule: None,
                adjacency: None,
            };
            let shape = alone
                .start()
                .map_err(|error| wrong(format!("shape '{name}': {error}")))?;
            if shapes.iter().any(|(known, _)| *known == name) {
                return Err(wrong(format!("there is more than one shape '{name}'")));
            }
            if let Some((first, known)) = shapes.first()
                && known.len() != shape.len()
            {
                return Err(wrong(format!(
                    "shape '{first}' has {} coins, shape '{name}' {}",
                    known.len(),
                    shape.len()
                )));
            }
            shapes.push((name, shape));
        }
        if shapes.is_empty() {
            return Err(wrong("there are no shapes".to_owned()));
        }
        Ok(Self { rules, shapes })
    }
}

impl Shapes {
    /// Returns the board.
    #[must_use]
    pub fn board(&self) -> &Board {
        self.shapes[0].1.board()
    }

    /// Returns the rules.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// Returns the names, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.shapes.iter().map(|(name, _)| name.as_str())
    }

    /// Returns the index of the shape with a name, counted from 0.
    #[must_use]
    pub fn index(&self, name: &str) -> Option<usize> {
        self.names().position(|known| known == name)
    }

    /// Returns the shape with a name.
    #[must_use]
    pub fn shape(&self, name: &str) -> Option<&Configuration> {
        self.index(name).map(|index| &self.shapes[index].1)
    }

    /// Returns the puzzle that turns one shape into another; `None` if a name is unknown, or the rules do not fit the
    /// board.
    #[must_use]
    pub fn pair(&self, from: &str, to: &str) -> Option<Puzzle> {
        let setup = PuzzleSetup {
            rules: self.rules,
            start: self.shape(from)?.clone(),
            target: self.shape(to)?.clone(),
            up_to: UpTo::Nothing,
        };
        Puzzle::try_from(setup).ok()
    }
}

impl From<&Shapes> for ShapesForm {
    fn from(shapes: &Shapes) -> Self {
        let alone = PuzzleForm::of_configuration;
        let board = alone(&shapes.shapes[0].1);
        let default = Rules::default().adjacency;
        let form = |(name, shape): &(String, Configuration)| ShapeForm {
            name: name.clone(),
            coins: alone(shape).start,
        };
        Self {
            grid: board.grid,
            dimension: board.dimension,
            vertices: board.vertices,
            edges: board.edges,
            adjacency: Some(shapes.rules.adjacency).filter(|d| *d != default),
            shapes: shapes.shapes.iter().map(form).collect(),
        }
    }
}
