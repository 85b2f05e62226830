//! What can be asked of one puzzle. The request is what a person types, what names a journal, and what a record names as
//! its origin, with one text for all.

use crate::blocks::BlockSet;
use crate::certificate::{PruneRules, Restrictions};
use crate::coin::FinalType;
use crate::moves::{Move, moves_in_line};
use crate::size::{BlockLength, Puzzle};
use crate::space::Cuts;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::sync::Arc;
use tait_text::Command;

/// `solve K N`: a puzzle to solve, and how to solve it.
///
/// ```
/// use tait_linear::{Engine, Puzzle, SolveRequest};
/// use tait_text::Command;
/// let request = SolveRequest::new(Puzzle::new(4, 6)?).up_to(9);
/// assert_eq!(request.to_string(), "solve 4 6 --most-moves 9");
/// let request = SolveRequest::of_command("solve 3 7 --engine ida --prefix '(2→9) (5→2)'")?;
/// assert_eq!((request.engine, request.prefix.len()), (Engine::IterativeDeepening, 2));
/// assert_eq!(request.asked().to_string(), "solve 3 7 --prefix '(2→9) (5→2)'");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct SolveRequest {
    /// The puzzle.
    #[serde(with = "puzzle")]
    pub puzzle: Puzzle,
    /// The restrictions on solutions; positions count from the first coin, which is at 1.
    #[serde(with = "restriction_options")]
    pub restrictions: Restrictions,
    /// The most moves of a solution; `None` for as many as the widest board takes.
    pub most_moves: Option<u32>,
    /// Whether all shortest solutions are counted.
    pub count: bool,
    /// Whether the least total distance of solutions of any length is asked for.
    pub any_length: bool,
    /// The first moves of every solution.
    #[serde(with = "prefix")]
    pub prefix: Vec<Move>,
    /// The prune rules.
    #[serde(with = "rules")]
    pub rules: PruneRules,
    /// The engine.
    #[serde(with = "engine")]
    pub engine: Engine,
    /// Where to count the states that the prune rules cut.
    #[serde(skip)]
    pub cuts: Option<Arc<Cuts>>,
}

impl Command for SolveRequest {
    const NAME: &'static str = "solve";
}

impl fmt::Display for SolveRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_command())
    }
}

impl SolveRequest {
    /// Asks for a shortest solution with no restrictions, by all prune rules and the engine that suits it.
    #[must_use]
    pub fn new(puzzle: Puzzle) -> Self {
        Self {
            puzzle,
            restrictions: Restrictions::default(),
            most_moves: None,
            count: false,
            any_length: false,
            prefix: Vec::new(),
            rules: PruneRules::default(),
            engine: Engine::Automatic,
            cuts: None,
        }
    }

    /// Returns the same request for solutions of at most this many moves.
    #[must_use]
    pub const fn up_to(mut self, moves: u32) -> Self {
        self.most_moves = Some(moves);
        self
    }

    /// Returns the same request without what only says how to search. This is what the record of an answer names.
    #[must_use]
    pub fn asked(&self) -> Self {
        Self {
            rules: PruneRules::default(),
            engine: Engine::Automatic,
            cuts: None,
            ..self.clone()
        }
    }

    /// Returns whether it leaves to the search how to search, so that any answer will do.
    #[must_use]
    pub fn takes_any_search(&self) -> bool {
        self.rules == PruneRules::default()
            && self.engine == Engine::Automatic
            && self.cuts.is_none()
    }

    /// Returns the lengths to search for: from `n` on, or from the prefix on where that is longer.
    #[must_use]
    pub fn lengths(&self) -> RangeInclusive<u32> {
        let shortest = u32::try_from(self.puzzle.n()).unwrap_or(u32::MAX);
        shortest.max(self.prefix.len() as u32)..=self.most_moves.unwrap_or(u32::MAX)
    }

    /// Returns whether the search puts layers into a store, if its resumption has one: those of the external engine, and
    /// those of the bidirectional one unless cuts are counted.
    #[must_use]
    pub const fn keeps_layers(&self) -> bool {
        match self.engine {
            Engine::External => true,
            Engine::Bidirectional => self.cuts.is_none(),
            Engine::Automatic | Engine::BreadthFirst | Engine::IterativeDeepening => false,
        }
    }
}

/// A puzzle as the words `K N`, and `--turned` where blocks are turned.
mod puzzle {
    use super::*;

    #[derive(Serialize, Deserialize)]
    struct Words {
        #[serde(rename = "K")]
        k: BlockLength,
        #[serde(rename = "N")]
        n: u64,
        turned: bool,
    }

    pub(super) fn serialize<S: Serializer>(puzzle: &Puzzle, to: S) -> Result<S::Ok, S::Error> {
        let words = Words {
            k: puzzle.block_length(),
            n: puzzle.n(),
            turned: puzzle.is_turned(),
        };
        words.serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Puzzle, D::Error> {
        let Words { k, n, turned } = Words::deserialize(from)?;
        match turned {
            true => Err(D::Error::custom(
                "the turned puzzle is searched as a puzzle from any row",
            )),
            false => Puzzle::new(k.get().into(), n).map_err(D::Error::custom),
        }
    }
}

/// Restrictions as options: `--blocks R1 --type black --shift 3 --stationary 2,5`.
pub mod restriction_options {
    use super::*;

    #[derive(Serialize, Deserialize)]
    struct Options {
        blocks: Option<BlockSet>,
        r#type: Option<FinalType>,
        shift: Option<i64>,
        stationary: Option<Vec<i64>>,
    }

    /// Writes the options that are not as usual.
    ///
    /// # Errors
    /// Those of the serializer.
    pub fn serialize<S: Serializer>(asked: &Restrictions, to: S) -> Result<S::Ok, S::Error> {
        let options = Options {
            blocks: Some(asked.blocks).filter(|blocks| *blocks != BlockSet::ANY),
            r#type: asked.final_type,
            shift: asked.shift,
            stationary: Some(asked.stationary.clone()).filter(|positions| !positions.is_empty()),
        };
        options.serialize(to)
    }

    /// Reads the options that are given.
    ///
    /// # Errors
    /// When an option has another value.
    pub fn deserialize<'de, D>(from: D) -> Result<Restrictions, D::Error>
    where
        D: Deserializer<'de>,
    {
        let options = Options::deserialize(from)?;
        Ok(Restrictions {
            blocks: options.blocks.unwrap_or(BlockSet::ANY),
            final_type: options.r#type,
            shift: options.shift,
            stationary: options.stationary.unwrap_or_default(),
        })
    }
}

/// Moves as one text, such as `(2→9) (5→2)`.
mod prefix {
    use super::*;

    pub(super) fn serialize<S: Serializer>(moves: &[Move], to: S) -> Result<S::Ok, S::Error> {
        let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
        let text = Some(moves.join(" ")).filter(|text| !text.is_empty());
        text.serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Move>, D::Error> {
        let text = Option::<String>::deserialize(from)?;
        let moves = text.map(|text| moves_in_line(&text)).transpose();
        Ok(moves.map_err(D::Error::custom)?.unwrap_or_default())
    }
}

/// Prune rules as the options that switch them off.
mod rules {
    use super::*;

    #[derive(Serialize, Deserialize)]
    struct Options {
        no_pair_rule: bool,
        no_block_rule: bool,
    }

    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "serde passes a reference"
    )]
    pub(super) fn serialize<S: Serializer>(rules: &PruneRules, to: S) -> Result<S::Ok, S::Error> {
        let options = Options {
            no_pair_rule: !rules.pairs,
            no_block_rule: !rules.blocks,
        };
        options.serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<PruneRules, D::Error> {
        let options = Options::deserialize(from)?;
        Ok(PruneRules {
            pairs: !options.no_pair_rule,
            blocks: !options.no_block_rule,
        })
    }
}

/// An engine by its name, which the text leaves out where the choice is automatic.
mod engine {
    use super::*;

    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "serde passes a reference"
    )]
    pub(super) fn serialize<S: Serializer>(engine: &Engine, to: S) -> Result<S::Ok, S::Error> {
        let name = Some(engine.name()).filter(|_| *engine != Engine::Automatic);
        name.serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Engine, D::Error> {
        let name = Option::<String>::deserialize(from)?;
        let engine = name.map(|name| name.parse()).transpose();
        Ok(engine.map_err(D::Error::custom)?.unwrap_or_default())
    }
}

/// The engine that searches, by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Engine {
    /// First a short IDA*, which answers small puzzles. Where the first layers grow fast in a search for `n` moves:
    /// narrow beams, each holding two other coins, whose first success is reported. Otherwise, and where these fail:
    /// breadth-first search while it is small, then IDA* for a while; these and the first IDA* report the canonical
    /// solution. Then beams that differ in many ways, a larger breadth-first search, beams that hold a nickel and are wide
    /// at their end, and wide beams; at last breadth-first search until memory is full, and IDA* without end. The engine
    /// that answers depends on the puzzle alone, and on a limit on memory or states that is reached.
    #[default]
    Automatic,
    /// Layered breadth-first search.
    BreadthFirst,
    /// IDA*.
    IterativeDeepening,
    /// Bidirectional breadth-first search. With a store for layers it keeps its large layers there, and goes on there when the
    /// next layer does not fit in memory.
    Bidirectional,
    /// Layered breadth-first search whose layers are sorted lists in a store, such as files, for searches that are larger
    /// than memory or may be resumed.
    External,
}

impl Engine {
    /// All engines.
    pub const ALL: [Self; 5] = [
        Self::Automatic,
        Self::BreadthFirst,
        Self::IterativeDeepening,
        Self::Bidirectional,
        Self::External,
    ];

    /// Returns the name of the engine, one word that [`FromStr`] reads.
    ///
    /// ```
    /// use tait_linear::Engine;
    /// for engine in Engine::ALL {
    ///     assert_eq!(engine.name().parse(), Ok(engine));
    /// }
    /// assert_eq!(
    ///     "depth".parse::<Engine>().unwrap_err(),
    ///     "unknown engine 'depth': expected auto, breadth, ida, bidirectional or external",
    /// );
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Automatic => "auto",
            Self::BreadthFirst => "breadth",
            Self::IterativeDeepening => "ida",
            Self::Bidirectional => "bidirectional",
            Self::External => "external",
        }
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Engine {
    type Err = String;
    fn from_str(name: &str) -> Result<Self, String> {
        let mut all = Self::ALL.into_iter();
        all.find(|engine| engine.name() == name).ok_or_else(|| {
            format!(
                "unknown engine '{name}': expected auto, breadth, ida, bidirectional or external"
            )
        })
    }
}
