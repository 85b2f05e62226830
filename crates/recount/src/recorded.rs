//! A recorded search, and its repetition.

use crate::any_rows::AnyRowSearch;
use crate::bases::BaseSearch;
use crate::counting::CountSearch;
use crate::distances::DistanceSearch;
use crate::gadget::GadgetSearch;
use crate::grid::GridSearch;
use crate::layers::Bounds;
use crate::layers::Searched;
use crate::reversal::ReversalSearch;
use crate::rows::Search;
use crate::shuffling::ShufflingSearch;
use serde::Serialize;

/// A search in a record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Recorded {
    /// The subject of the search, such as "k=4 n=6 in 6 moves".
    pub name: String,
    /// The number of states that it is said to have seen, if the record says so.
    pub states: Option<u64>,
    /// The claim, or why it cannot be repeated.
    pub(crate) claim: Result<Claim, String>,
}

/// The outcome of repeating a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// Everything that is compared equals what is recorded.
    Agrees {
        /// The number of states that the repetition saw.
        states: u64,
    },
    /// It differs from the record in this way.
    Differs(String),
    /// It was told to stop.
    Stopped,
    /// There is no plain search for it, for this reason.
    NotRepeated(String),
}

/// A search and its recorded results.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) enum Claim {
    /// A search on rows that found nothing; without states, only that is compared.
    Rows { search: Search, states: Vec<u64> },
    /// A search from any row that found nothing.
    AnyRow(AnyRowSearch),
    /// A search for a wrap that found nothing.
    Gadget(GadgetSearch),
    /// A search for a base with two stationary coins that found nothing.
    Base {
        search: BaseSearch,
        states: Vec<u64>,
    },
    /// The number of shortest solutions on rows, whether the board holds all of them, and the least and the largest total
    /// distance.
    Counted {
        search: CountSearch,
        solutions: u128,
        is_whole: bool,
        distances: (u64, u64),
    },
    /// There is no solution of these total distances, from the first that the rules leave open, with the states of each.
    Distances {
        search: DistanceSearch,
        states: Vec<u64>,
    },
    /// There is no solution of fewer moves than this, on a grid, or no solution at all.
    Grid {
        search: GridSearch,
        at_least: Option<usize>,
    },
    /// All configurations from one shape on a grid.
    GridRow {
        search: GridSearch,
        states: Vec<u64>,
        is_exhausted: bool,
        targets: Vec<GridTarget>,
    },
    /// All shortest solutions of a constrained shuffling puzzle; if there are none, it has no solution.
    Shuffling {
        search: ShufflingSearch,
        solutions: Vec<Vec<u64>>,
        states: Vec<u64>,
    },
    /// A search for a reversal in this number of moves that found nothing.
    NoReversal {
        search: ReversalSearch,
        moves: usize,
        states: Vec<u64>,
    },
    /// The optimum of a reversal, and the number of shortest solutions if it fits into 64 bits.
    Reversal {
        search: ReversalSearch,
        optimum: usize,
        solutions: Option<u64>,
    },
}

/// A configuration and the number of moves to it; `None` if it cannot be reached.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct GridTarget {
    pub(crate) name: String,
    pub(crate) coins: Vec<[i32; 3]>,
    pub(crate) moves: Option<usize>,
}

impl Recorded {
    /// Returns the numbers with which a repetition is compared; `None` if there is no plain search.
    ///
    /// They are states per depth, then other results, such as a bound, an optimum, or the number of solutions.
    /// Without a plain search, nobody but the same engine can find the number of [states](Self::states) again.
    #[must_use]
    pub fn compared(&self) -> Option<Vec<u64>> {
        self.claim.as_ref().ok().map(Claim::numbers)
    }

    /// Returns whether one repetition does for both searches, since the same is compared.
    ///
    /// Of the states of a search on a grid, for example, only the depth is compared.
    ///
    /// ```
    /// use tait_recount::searches;
    /// let of = |states: &str| {
    ///     let text = format!(
    ///         r#"{{"kind": "classification", "k": 2, "cells": [{{"n": 2, "excluded": [
    ///             {{"moves": 2, "board_from": -3, "board_to": 8,
    ///               "rules": {{"pairs": true, "blocks": true}}, "states": {states}}}]}}]}}"#
    ///     );
    ///     serde_json::from_str(&text).map(|record| searches(&record).remove(0))
    /// };
    /// assert!(of("[1,6,0]")?.is_repeated_like(&of("[1,6,0]")?));
    /// assert!(!of("[1,6,0]")?.is_repeated_like(&of("[1,0]")?));
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    #[must_use]
    pub fn is_repeated_like(&self, other: &Self) -> bool {
        self.claim == other.claim
    }

    /// Repeats the search until it differs from the record.
    ///
    /// `goes_on` is asked now and then with the number of states so far.
    #[must_use]
    pub fn recount(&self, goes_on: impl Fn(u64) -> bool) -> Outcome {
        let compared = match &self.claim {
            Ok(claim) => claim.compare(&goes_on),
            Err(reason) => return Outcome::NotRepeated(reason.clone()),
        };
        match compared {
            Some(Ok(states)) => Outcome::Agrees { states },
            Some(Err(difference)) => Outcome::Differs(difference),
            None => Outcome::Stopped,
        }
    }
}

impl Claim {
    fn numbers(&self) -> Vec<u64> {
        let and = |states: &[u64], more: &[u64]| [states, more].concat();
        match self {
            Self::Rows { states, .. } | Self::Base { states, .. } => states.clone(),
            Self::Counted {
                search,
                solutions,
                is_whole,
                distances: (least, largest),
            } => {
                let halves = [*solutions as u64, (solutions >> 64) as u64];
                let moves = search.moves as u64;
                and(&halves, &[moves, *least, *largest, u64::from(*is_whole)])
            }
            Self::Distances { states, .. } => states.clone(),
            Self::AnyRow(search) => vec![search.moves as u64],
            Self::Gadget(search) => vec![search.width as u64],
            Self::NoReversal { moves, states, .. } => and(states, &[*moves as u64]),
            Self::Grid { at_least, .. } => at_least.iter().map(|&moves| moves as u64).collect(),
            Self::GridRow {
                states, targets, ..
            } => {
                let reached = targets.iter().filter_map(|target| target.moves);
                let reached: Vec<u64> = reached.map(|moves| moves as u64).collect();
                and(states, &reached)
            }
            Self::Shuffling {
                solutions, states, ..
            } => and(states, &[solutions.len() as u64]),
            Self::Reversal {
                optimum, solutions, ..
            } => {
                let solutions = solutions.iter().copied();
                std::iter::once(*optimum as u64).chain(solutions).collect()
            }
        }
    }

    /// Returns the number of states seen, or the difference; `None` if told to stop. Not generic, so that it is
    /// compiled and optimised in this crate.
    fn compare(&self, goes_on: &dyn Fn(u64) -> bool) -> Option<Result<u64, String>> {
        match self {
            Self::Rows { search, states } => {
                let counted = (!states.is_empty()).then_some(&**states);
                let searched = search.run_while_as(counted, goes_on)?;
                Some(match (searched.is_solved, counted) {
                    (true, _) => Err(a_solution(&searched)),
                    (false, None) => Ok(searched.states.iter().sum()),
                    (false, Some(states)) => same_states(&searched, states),
                })
            }
            Self::AnyRow(search) => Some(none(&search.run(goes_on)?)),
            Self::Gadget(search) => Some(none(&search.run(goes_on)?)),
            Self::Base { search, states } => {
                let searched = search.run_while_as(states, goes_on)?;
                Some(match searched.is_solved {
                    true => Err("there is a base".to_owned()),
                    false => same_states(&searched, states),
                })
            }
            Self::Counted {
                search,
                solutions,
                is_whole,
                distances,
            } => search.agrees_with(*solutions, *is_whole, *distances, goes_on),
            Self::Distances { search, states } => search.is_excluded_by(states, goes_on),
            Self::Grid { search, at_least } => of_grid(search, *at_least, goes_on),
            Self::GridRow {
                search,
                states,
                is_exhausted,
                targets,
            } => of_grid_row(search, states, *is_exhausted, targets, goes_on),
            Self::Shuffling {
                search,
                solutions,
                states,
            } if solutions.is_empty() => search.is_exhausted_by(states, goes_on),
            Self::Shuffling {
                search,
                solutions,
                states,
            } => {
                let optimum = solutions[0].len();
                let found = search.solutions(optimum, goes_on)?;
                let may_be = search.may_count(states, optimum, goes_on)?;
                Some(match (found == *solutions, may_be) {
                    (true, true) => Ok(states.iter().sum()),
                    (false, _) => Err(format!("the shortest solutions are {found:?}")),
                    (_, false) => Err(format!("no search sees the states {states:?}")),
                })
            }
            Self::NoReversal {
                search,
                moves,
                states,
            } => search.is_exhausted_by(*moves, states, goes_on),
            Self::Reversal {
                search,
                optimum,
                solutions,
            } => {
                let reversed = search.run(*optimum, goes_on)?;
                Some(match reversed.shortest {
                    None => Err(format!("there is no solution of {optimum} moves")),
                    Some((moves, _)) if moves < *optimum => {
                        Err(format!("there is a solution of {moves} moves"))
                    }
                    Some((_, count)) if count != *solutions => {
                        let words = |count: Option<u64>| {
                            count.map_or("more than 64 bits hold".to_owned(), |n| n.to_string())
                        };
                        let (recorded, counted) = (words(*solutions), words(count));
                        Err(format!(
                            "the record counts {recorded} solutions, but there are {counted}"
                        ))
                    }
                    Some(_) => Ok(reversed.states),
                })
            }
        }
    }
}

fn of_grid(
    search: &GridSearch,
    at_least: Option<usize>,
    goes_on: impl Fn(u64) -> bool,
) -> Option<Result<u64, String>> {
    let searched = match at_least {
        Some(0) => return Some(Ok(0)),
        Some(moves) => search.run_within(moves - 1, goes_on)?,
        None => search.run(goes_on)?,
    };
    Some(none(&searched))
}

fn of_grid_row(
    search: &GridSearch,
    states: &[u64],
    is_exhausted: bool,
    targets: &[GridTarget],
    goes_on: impl Fn(u64) -> bool,
) -> Option<Result<u64, String>> {
    let mut expected = states.to_vec();
    if is_exhausted {
        expected.push(0);
    }
    let bounds = Bounds {
        deepest: expected.len().saturating_sub(1),
        expected: Some(&expected),
    };
    let wanted: Vec<_> = targets.iter().map(|target| target.coins.clone()).collect();
    let (searched, distances) = search.distances(bounds, &wanted, goes_on)?;
    if let Err(difference) = same_states(&searched, &expected) {
        return Some(Err(difference));
    }
    let mut differences = targets.iter().zip(distances);
    let wrong = differences.find(|(target, distance)| target.moves != *distance);
    Some(match wrong {
        None => Ok(states.iter().sum()),
        Some((GridTarget { name, moves, .. }, distance)) => {
            let words = |moves: Option<usize>| match moves {
                None => "out of reach".to_owned(),
                Some(moves) => format!("{moves} moves away"),
            };
            let (recorded, found) = (words(*moves), words(distance));
            Err(format!(
                "the record gives {name} as {recorded}, but it is {found}"
            ))
        }
    })
}

/// Returns the number of states of a search that found no solution.
fn none(searched: &Searched) -> Result<u64, String> {
    match searched.is_solved {
        true => Err(a_solution(searched)),
        false => Ok(searched.states.iter().sum()),
    }
}

fn a_solution(searched: &Searched) -> String {
    match searched.states.len() - 1 {
        1 => "there is a solution of 1 move".to_owned(),
        moves => format!("there is a solution of {moves} moves"),
    }
}

/// Returns the number of states if they are as recorded, and the first difference otherwise.
fn same_states(searched: &Searched, recorded: &[u64]) -> Result<u64, String> {
    let counted = &searched.states;
    if counted == recorded {
        return Ok(counted.iter().sum());
    }
    let depth = counted.iter().zip(recorded).take_while(|(a, b)| a == b);
    let depth = depth.count();
    let recorded = recorded.get(depth).map_or("no".to_owned(), u64::to_string);
    Err(match counted.get(depth) {
        // A layer that is too large is not counted to its end.
        Some(count) => format!(
            "{recorded} states are recorded at depth {depth}, there are {count}{}",
            match recorded.parse() {
                Ok(recorded) if *count < recorded => "",
                _ => " or more",
            }
        ),
        None => format!(
            "the record counts {recorded} states at depth {depth}, but there is no such depth"
        ),
    })
}
