//! JSON forms of puzzles and configurations.

use crate::board::{Board, Graph};
use crate::configuration::{Configuration, MOST_COINS, Setup};
use crate::drawing::{Symbols, read_drawing};
use crate::position::{Label, MOST_COORDINATES, Position, PositionError};
use crate::puzzle::{Puzzle, PuzzleSetup};
use crate::rules::{Motion, Rules};
use crate::up_to::UpTo;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A puzzle, or only a configuration, as JSON, unchecked.
///
/// | key | meaning |
/// | --- | --- |
/// | `grid` | `"square"`, `"triangular"`, `"mixed"`, `"hypercube"` or `"graph"` |
/// | `dimension` | dimension of a hypercube lattice; without it, that of the first position |
/// | `vertices`, `edges` | the number of vertices of a graph, and pairs of vertices |
/// | `labeled` | whether the last number of a coin is its label |
/// | `start`, `target` | coins `[x, y]` or `[x, y, label]`, or rows of a drawing such as `"o.o"` |
/// | `up_to` | `"absolute"`, `"translation"`, `"rotation"`, `"reflection"` (or `"any"`) |
/// | `rule` | `"lift"` or `"slide"` |
/// | `adjacency` | d, 2 unless given |
///
/// In `grid` and `rule` only the first word counts; in `up_to`, the first word of each part between plus signs. The
/// rest is ignored, and so are other keys.
///
/// ```
/// use tait_grid::{Puzzle, PuzzleForm};
/// let text = r#"{"grid": "square", "start": ["oo", "o."], "target": [[0, 1], [1, 0], [1, 1]]}"#;
/// let form: PuzzleForm = serde_json::from_str(text)?;
/// let puzzle = Puzzle::try_from(form)?;
/// assert_eq!(puzzle.to_string(), "3 coins on the square grid, absolute");
/// let again: PuzzleForm = serde_json::from_str(&serde_json::to_string(&PuzzleForm::from(&puzzle))?)?;
/// assert_eq!(Puzzle::try_from(again)?, puzzle);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "GridPuzzle")]
#[schemars(description = "A coin-moving puzzle on a grid or a graph.")]
pub struct PuzzleForm {
    /// The name, where it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The board: `square`, `triangular`, `mixed`, `hypercube` or `graph`. Only the first word counts, the rest is
    /// ignored.
    #[schemars(extend("pattern" = BOARD_PATTERN))]
    pub grid: String,
    /// The dimension of a hypercube lattice; without it, that of the first position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dimension: Option<usize>,
    /// The number of vertices of a graph.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vertices: Option<usize>,
    /// The edges of a graph.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edges: Option<Vec<(u32, u32)>>,
    /// Whether coins carry labels: the last number of each.
    #[serde(default, skip_serializing_if = "is_false")]
    pub labeled: bool,
    /// The start.
    pub start: CoinsForm,
    /// The target; a configuration alone has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<CoinsForm>,
    /// How the end may differ from the target: `absolute` (the default), `translation`, `rotation`, `reflection` or
    /// `any`. Of each part between plus signs only the first word counts, the rest is ignored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub up_to: Option<String>,
    /// `lift` (the default) or `slide`. Only the first word counts, the rest is ignored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The d of d-adjacency, 2 unless given: the number of coins that a destination must touch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adjacency: Option<u32>,
}

impl PuzzleForm {
    /// The keys that are read; all others are ignored.
    pub const KEYS: [&str; 11] = [
        "id",
        "grid",
        "dimension",
        "vertices",
        "edges",
        "labeled",
        "start",
        "target",
        "up_to",
        "rule",
        "adjacency",
    ];
}

/// The pattern of a board's name: only the first word counts.
pub(super) const BOARD_PATTERN: &str =
    r"^\s*(square|triangular|mixed|hypercube|graph)([^0-9A-Za-z]|$)";

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands over a reference"
)]
const fn is_false(value: &bool) -> bool {
    !*value
}

/// Coins, as a list or as a drawing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(
    untagged,
    expecting = "coins are a list such as [[0, 0], [2, 1]], or rows such as [\"o.o\", \".o.\"]"
)]
#[schemars(rename = "Coins")]
pub enum CoinsForm {
    /// A list such as `[[0, 0], [2, 1]]`: coordinates, and the label where there is one.
    Numbers(Vec<Vec<i32>>),
    /// The rows of a drawing, such as `["o.o", ".o."]`.
    Rows(Vec<String>),
}

/// Reasons why JSON is not a puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum FormError {
    /// A word is not one of those that are known.
    #[error("unknown {key} '{word}': expected {known}")]
    Word {
        /// The key.
        key: &'static str,
        /// The word that was found.
        word: String,
        /// The words that are known.
        known: &'static str,
    },
    /// A key that this board needs is missing.
    #[error("a {grid} needs the key {key}")]
    Missing {
        /// The kind of board, or "puzzle".
        grid: &'static str,
        /// The key.
        key: &'static str,
    },
    /// A coin has no label, or an invalid one.
    #[error("{side}: invalid coin {coin:?}: expected [x, y, label] with a label of at least 0")]
    Unlabelled {
        /// `start` or `target`.
        side: &'static str,
        /// The numbers of the coin.
        coin: Vec<i32>,
    },
    /// The numbers of a coin do not form a position.
    #[error("{side}: {coin:?}: {error}")]
    Position {
        /// `start` or `target`.
        side: &'static str,
        /// The numbers of the coin.
        coin: Vec<i32>,
        /// The error in them.
        error: PositionError,
    },
    /// There are more than [`MOST_COINS`] coins.
    #[error("{side}: {coins} coins are too many, the limit is {MOST_COINS}")]
    TooManyCoins {
        /// `start` or `target`.
        side: &'static str,
        /// The number of coins.
        coins: usize,
    },
    /// The board, the start or the target is invalid, or they do not fit together; the text lists every reason.
    #[error("{0}")]
    Invalid(String),
}

impl TryFrom<PuzzleForm> for Puzzle {
    type Error = FormError;

    /// # Errors
    /// When a word is unknown, a key is missing, or the coins are invalid; the error then lists everything wrong with
    /// them.
    fn try_from(form: PuzzleForm) -> Result<Self, FormError> {
        let Some(target) = &form.target else {
            let (grid, key) = ("puzzle", "target");
            return Err(FormError::Missing { grid, key });
        };
        let board = form.board()?;
        let rules = Rules {
            adjacency: form.adjacency.unwrap_or(2),
            motion: match first_word(form.rule.as_deref().unwrap_or("lift")) {
                "lift" => Motion::Lift,
                "slide" => Motion::Slide,
                word => return Err(unknown("rule", word, "lift, slide")),
            },
        };
        let up_to = up_to(form.up_to.as_deref().unwrap_or("absolute"))?;
        let start = configuration(&board, &form.start, form.labeled, "start");
        let target = configuration(&board, target, form.labeled, "target");
        let (start, target) = match (start, target) {
            (Ok(start), Ok(target)) => (start, target),
            (Err(FormError::Invalid(one)), Err(FormError::Invalid(other))) => {
                return Err(FormError::Invalid(format!("{one}; {other}")));
            }
            (Err(error), _) | (_, Err(error)) => return Err(error),
        };
        let setup = PuzzleSetup {
            rules,
            start,
            target,
            up_to,
        };
        Self::try_from(setup).map_err(|errors| FormError::Invalid(errors.to_string()))
    }
}

impl PuzzleForm {
    /// Returns the board.
    ///
    /// # Errors
    /// When its name is unknown, or a key that it needs is missing or invalid.
    pub fn board(&self) -> Result<Board, FormError> {
        match first_word(&self.grid) {
            "square" => Ok(Board::Square),
            "triangular" => Ok(Board::Triangular),
            "mixed" => Ok(Board::Mixed),
            "hypercube" => {
                let labels = usize::from(self.labeled);
                let of_first = match &self.start {
                    CoinsForm::Numbers(coins) => coins
                        .first()
                        .map(|coin| coin.len() - labels.min(coin.len())),
                    CoinsForm::Rows(_) => Some(2),
                };
                let dimension = self.dimension.or(of_first);
                dimension.map(Board::Hypercube).ok_or(FormError::Missing {
                    grid: "hypercube lattice",
                    key: "dimension",
                })
            }
            "graph" => {
                let missing = |key| FormError::Missing { grid: "graph", key };
                let edges = self.edges.as_ref().ok_or_else(|| missing("edges"))?;
                let vertices = self.vertices.ok_or_else(|| missing("vertices"))?;
                let graph = Graph::new(vertices, edges);
                let graph = graph.map_err(|error| FormError::Invalid(error.to_string()))?;
                Ok(Board::Graph(graph))
            }
            word => Err(unknown(
                "grid",
                word,
                "square, triangular, mixed, hypercube, graph",
            )),
        }
    }

    /// Returns the start alone.
    ///
    /// # Errors
    /// When the board or the coins of the start are wrong.
    pub fn start(&self) -> Result<Configuration, FormError> {
        configuration(&self.board()?, &self.start, self.labeled, "start")
    }

    /// Returns the form of a configuration alone, without a target.
    #[must_use]
    pub fn of_configuration(configuration: &Configuration) -> Self {
        let (mut vertices, mut edges, mut dimension) = (None, None, None);
        match configuration.board() {
            Board::Graph(graph) => {
                vertices = Some(graph.vertices());
                edges = Some(graph.edges().collect());
            }
            Board::Hypercube(number) => dimension = Some(*number),
            _ => {}
        }
        let labeled = configuration
            .labels()
            .iter()
            .any(|&label| label != Label::PLAIN);
        Self {
            id: None,
            grid: configuration.board().name().to_owned(),
            dimension,
            vertices,
            edges,
            labeled,
            start: numbers(configuration, labeled),
            target: None,
            up_to: None,
            rule: None,
            adjacency: None,
        }
    }
}

impl From<&Puzzle> for PuzzleForm {
    fn from(puzzle: &Puzzle) -> Self {
        let form = Self::of_configuration(puzzle.start());
        let up_to = match puzzle.up_to() {
            UpTo::Nothing => "absolute",
            UpTo::Translation => "translation",
            UpTo::Rotation => "rotation",
            UpTo::Reflection => "reflection",
        };
        let is_slide = puzzle.rules().motion == Motion::Slide;
        let d = puzzle.rules().adjacency;
        Self {
            target: Some(numbers(puzzle.target(), form.labeled)),
            up_to: Some(up_to.to_owned()),
            rule: is_slide.then(|| "slide".to_owned()),
            adjacency: (d != 2).then_some(d),
            ..form
        }
    }
}

fn unknown(key: &'static str, word: &str, known: &'static str) -> FormError {
    let word = tait_text::excerpt(word);
    FormError::Word { key, word, known }
}

/// The letters and digits that a text begins with.
fn first_word(text: &str) -> &str {
    let text = text.trim_start();
    let end = text
        .find(|c: char| !c.is_alphanumeric())
        .unwrap_or(text.len());
    &text[..end]
}

/// The largest group of symmetries that one of the words joined by plus signs allows.
fn up_to(text: &str) -> Result<UpTo, FormError> {
    let mut most = UpTo::Nothing;
    let before_remark = text.split(['(', ';', ':']).next().unwrap_or_default();
    for part in before_remark.split('+') {
        let allowed = match first_word(part) {
            "absolute" => UpTo::Nothing,
            "translation" => UpTo::Translation,
            "rotation" => UpTo::Rotation,
            "reflection" | "any" => UpTo::Reflection,
            word => {
                let known = "absolute, translation, rotation, reflection, any";
                return Err(unknown("up_to", word, known));
            }
        };
        if allowed as u8 > most as u8 {
            most = allowed;
        }
    }
    Ok(most)
}

fn configuration(
    board: &Board,
    coins: &CoinsForm,
    labeled: bool,
    side: &'static str,
) -> Result<Configuration, FormError> {
    let wrong = |error: &dyn std::fmt::Display| FormError::Invalid(format!("{side}: {error}"));
    let coins = match coins {
        CoinsForm::Rows(rows) => {
            let letters = rows.iter().flat_map(|row| row.chars());
            let mut coins = letters.filter(|letter| letter.is_alphanumeric());
            let is_one = coins
                .next()
                .is_none_or(|first| coins.all(|coin| coin == first));
            if !labeled && !is_one {
                return Err(wrong(
                    &"its coins have several letters, but no labels: set \"labeled\" to true, or write each as o",
                ));
            }
            let symbols = if labeled {
                Symbols::Labels
            } else {
                Symbols::Plain
            };
            let drawing = read_drawing(board.clone(), &rows.join("\n"), symbols);
            return drawing.map_err(|error| wrong(&error));
        }
        CoinsForm::Numbers(coins) if coins.len() > MOST_COINS => {
            let coins = coins.len();
            return Err(FormError::TooManyCoins { side, coins });
        }
        CoinsForm::Numbers(coins) => coins,
    };
    // The numbers that an error shows.
    let shown = |numbers: &[i32]| {
        let shown = numbers.iter().take(MOST_COORDINATES + 2);
        shown.copied().collect::<Vec<i32>>()
    };
    let coin = |numbers: &Vec<i32>| {
        let unlabelled = || FormError::Unlabelled {
            side,
            coin: shown(numbers),
        };
        let (coordinates, label) = if labeled {
            let (last, coordinates) = numbers.split_last().ok_or_else(unlabelled)?;
            let label = u32::try_from(*last).map_err(|_| unlabelled())?;
            if coordinates.is_empty() {
                return Err(unlabelled());
            }
            (coordinates, Label(label))
        } else {
            (numbers.as_slice(), Label::PLAIN)
        };
        let position = Position::new(coordinates).map_err(|error| FormError::Position {
            side,
            coin: shown(numbers),
            error,
        })?;
        Ok((position, label))
    };
    let coins = coins
        .iter()
        .map(coin)
        .collect::<Result<Vec<_>, FormError>>()?;
    let board = board.clone();
    Configuration::try_from(Setup { board, coins }).map_err(|errors| wrong(&errors))
}

fn numbers(configuration: &Configuration, labeled: bool) -> CoinsForm {
    let coin = |(position, label): (Position, Label)| {
        let mut numbers: Vec<i32> = position.into();
        if labeled {
            numbers.push(label.0 as i32);
        }
        numbers
    };
    CoinsForm::Numbers(configuration.coins().map(coin).collect())
}
