//! The engines, by name.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The engine that searches.
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
    /// Bidirectional breadth-first search. With a [`LayerStore`](tait_search::LayerStore) it keeps its large layers there,
    /// and goes on there when the next layer does not fit in memory.
    Bidirectional,
    /// Layered breadth-first search whose layers are sorted lists in a [`LayerStore`](tait_search::LayerStore), such as
    /// files, for searches that are larger than memory or may be resumed ([`search_in`](crate::search_in),
    /// [`solve_in`](crate::solve_in)).
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
    /// use tait_framework::Engine;
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
