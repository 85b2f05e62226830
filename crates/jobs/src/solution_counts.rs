//! All shortest solutions in numbers: records, and sentences about them.

use serde_json::{Value, json};
use std::cmp::Ordering;
use std::time::Duration;
use tait_framework::{AllSolutions, Extent};
use tait_puzzle::linear::Solution;
use tait_store::{CountCell, FoundBy, to_text};

/// What was found out about all shortest solutions.
#[derive(Debug, Clone, PartialEq)]
pub struct Counted {
    /// The numbers, and the run that found them.
    pub cell: CountCell,
    /// Whether the solutions are all that there are.
    pub extent: Extent,
    /// The number of solutions without the mirror image of any other, if the restrictions are symmetric.
    pub up_to_symmetry: Option<String>,
}

/// Counts the solutions and measures their distances; `None` for the row that is solved already. The record gives
/// `name_of_run`, such as a command, as the origin.
///
/// ```
/// use std::time::Duration;
/// use tait_framework::{Engine, Extent, SolveRequest, all_solutions};
/// use tait_jobs::counted_solutions;
/// use tait_puzzle::linear::{Puzzle, PruneRules, Restrictions};
/// let request = SolveRequest {
///     puzzle: Puzzle::new(2, 7)?,
///     restrictions: Restrictions::default(),
///     rules: PruneRules::default(),
///     engine: Engine::Automatic,
///     cuts: None,
/// };
/// let all = all_solutions(&request, &[], 7, &Default::default())?.expect("7 moves suffice");
/// let counted = counted_solutions(&all, Extent::Line, ("solve 2 7 --count", Duration::ZERO)).expect("there are moves");
/// assert_eq!(counted.cell.answer(), "18 solutions of 7 moves, total distances 48 to 56");
/// assert_eq!(counted.up_to_symmetry.as_deref(), Some("9"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn counted_solutions(
    all: &AllSolutions,
    extent: Extent,
    (name_of_run, elapsed): (&str, Duration),
) -> Option<Counted> {
    let count = all.graph.count();
    let extreme = |wanted| all.by_distance(wanted).map(|(_, solution)| solution);
    let (least, largest) = (extreme(Ordering::Less)?, extreme(Ordering::Greater)?);
    let moves = |solution: &Solution| solution.moves().to_vec();
    let excluded = all.shorter.iter().flat_map(|(_, states)| states);
    let states = excluded.chain(all.graph.searched()).sum();
    let cell = CountCell {
        puzzle: all.puzzle(),
        solutions: count.to_string(),
        is_whole: extent != Extent::Board,
        least: moves(&least),
        largest: moves(&largest),
        found_by: FoundBy {
            states: Some(states),
            ..FoundBy::new(name_of_run, elapsed)
        },
    };
    (all.length() > 0).then(|| Counted {
        cell,
        extent,
        up_to_symmetry: all.up_to_symmetry(&count).map(|number| number.to_string()),
    })
}

impl Counted {
    /// Makes what is known from a stored cell, which is about a puzzle without restrictions.
    #[must_use]
    pub fn of_stored(cell: CountCell) -> Self {
        let extent = match cell.is_whole {
            true => Extent::Line,
            false => Extent::Board,
        };
        let half = cell.solutions.parse::<num_bigint::BigUint>();
        let half = half.map(|number| number / 2_u32);
        Self {
            cell,
            extent,
            up_to_symmetry: half.ok().map(|number| number.to_string()),
        }
    }

    /// Returns what the number means, in a sentence.
    #[must_use]
    pub fn remark(&self) -> String {
        let puzzle = self.cell.puzzle;
        let (number, moves) = (&self.cell.solutions, self.cell.moves());
        let half = self.up_to_symmetry.as_ref().map_or(String::new(), |half| {
            format!(", {half} where mirror images with all types flipped count once")
        });
        let extent = match self.extent {
            Extent::Line => "these are all on the unbounded line",
            Extent::Blocks => "these are all within the allowed blocks",
            Extent::Board => {
                "on the unbounded line there are infinitely many, because coins can be set aside at any distance; these \
                 are on the board of the board theorem"
            }
        };
        format!("{puzzle}: {number} shortest solutions of {moves} moves{half}; {extent}")
    }

    /// Returns the least or the largest total distance, with a solution; no largest where there are infinitely many
    /// solutions.
    #[must_use]
    pub fn extremes(&self) -> Vec<(&'static str, u64, Solution)> {
        let solution = |moves: &[_]| Solution::new(self.cell.puzzle, 1, moves.to_vec());
        let least = solution(&self.cell.least);
        let mut extremes = vec![("least", self.cell.least_distance(), least)];
        if self.extent != Extent::Board {
            let largest = solution(&self.cell.largest);
            extremes.push(("largest", self.cell.largest_distance(), largest));
        }
        extremes
    }

    /// Returns the numbers as JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        let cell = &self.cell;
        json!({
            "puzzle": "linear", "k": cell.puzzle.k(), "n": cell.puzzle.n(), "moves": cell.moves(),
            "solutions": cell.solutions, "up_to_symmetry": self.up_to_symmetry, "whole": cell.is_whole,
        })
    }
}

/// Returns total distances with their solutions, as lines of text or as JSON.
///
/// # Errors
/// When there is no JSON form, which does not happen.
///
/// ```
/// use tait_jobs::extremes_text;
/// use tait_puzzle::linear::{Puzzle, Solution};
/// let solution = Solution::new(Puzzle::new(2, 3)?, 1, [(1, 7), (6, 9), (3, 6)].map(Into::into).to_vec());
/// assert_eq!(extremes_text([("least", 12, solution)], false)?, "least 12: (1→7) (6→9) (3→6)\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn extremes_text<'a>(
    extremes: impl IntoIterator<Item = (&'a str, u64, Solution)>,
    is_json: bool,
) -> serde_json::Result<String> {
    let (mut text, mut object) = (String::new(), serde_json::Map::new());
    for (name, distance, solution) in extremes {
        let words: Vec<String> = solution.moves().iter().map(ToString::to_string).collect();
        text.push_str(&format!("{name} {distance}: {}\n", words.join(" ")));
        let moves = solution.moves();
        let value = json!({"distance": distance, "start": solution.start(), "moves": moves});
        let _ = object.insert(name.to_owned(), value);
    }
    match is_json {
        true => to_text(&object),
        false => Ok(text),
    }
}
