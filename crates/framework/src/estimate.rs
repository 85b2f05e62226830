//! Estimating the cost of a search before it starts.

use crate::base_search::{BaseRequest, choices_of, rounds};
use tait_linear::BoundedSearch;
use tait_search::{Beam, Control, Layered, Stopped, Unannotated};
use tait_space::{StateSpace, of_one};

/// How many states of a layer are kept as a sample.
const SAMPLE: usize = 50_000;

/// An estimate of a layered search.
#[derive(Debug, Clone, PartialEq)]
pub struct Estimate {
    /// Distinct states per depth.
    pub states: Vec<f64>,
    /// Whether the search was small enough to be carried out completely, so that the numbers are
    /// exact.
    pub is_exact: bool,
    /// How many bytes each stored key takes.
    pub key_bytes: usize,
}

impl Estimate {
    /// Returns the total of all depths.
    #[must_use]
    pub fn total(&self) -> f64 {
        self.states.iter().sum()
    }
}

/// Estimates the layers of an exhaustive search from a random sample of each.
///
/// The estimate of a layer is the number of distinct successors of the sample before it, divided by
/// the share that was sampled. Successors that two states outside the sample share are counted
/// twice, so the estimate is too high rather than too low.
///
/// # Errors
/// The search that stopped.
pub fn estimate(bounded: &BoundedSearch, control: &Control<'_>) -> Result<Estimate, Stopped> {
    // Noise that drowns the priority of a state turns the beam into a random sample.
    let beam = Beam {
        width: SAMPLE,
        ending: None,
        noise: u32::MAX,
        seed: 1,
    };
    of_one!(bounded.space().0, space => {
        let plain = Unannotated(&space);
        let layered = Layered::run(&plain, bounded.moves, Some(beam), control)?;
        Ok(scaled(&layered, key_bytes(&space)))
    })
}

const fn key_bytes<S: StateSpace>(_: &S) -> usize {
    size_of::<S::Key>()
}

/// Scales the layers of a beam by the shares that it kept.
fn scaled(layered: &Layered<'_>, key_bytes: usize) -> Estimate {
    let mut scale = 1.0;
    let mut states = Vec::with_capacity(layered.reached().len());
    for (&reached, &kept) in layered.reached().iter().zip(layered.states()) {
        states.push(scale * reached as f64);
        scale *= reached as f64 / kept.max(1) as f64;
    }
    Estimate {
        states,
        is_exact: !layered.has_dropped(),
        key_bytes,
    }
}

/// The greatest cost of a search for a base of one size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BaseEstimate {
    /// How many choices of stationary coins there are: each round makes at most one attempt for each.
    pub choices: u64,
    /// How many attempts the first round makes at most.
    pub first: u64,
    /// The most states that the narrow beams of each round keep.
    pub states: Vec<u64>,
}

/// Bounds the cost of a search for a base, without the wide beams of promising attempts, which are few. In each layer of each
/// attempt, a round keeps at most as many states as its width. Most searches end in their first rounds, and most layers are
/// smaller.
#[must_use]
pub fn estimate_base(request: &BaseRequest) -> BaseEstimate {
    let choices = choices_of(request).len() as u64;
    let layers = request.puzzle.n();
    let rounds = rounds(request);
    let first = rounds.first().map_or(0, |round| round.choices as u64);
    let states = rounds
        .iter()
        .map(|round| {
            let beam = round.beams.narrow;
            let ending = beam.ending.map_or(0, |ending| u64::from(ending.layers));
            let wide = beam.ending.map_or(0, |ending| ending.width as u64) * ending.min(layers);
            let pennies = match round.holds_pennies {
                true => layers.div_ceil(2),
                false => 1,
            };
            let choices = choices.min(round.choices as u64) * pennies;
            choices * (wide + beam.width as u64 * layers.saturating_sub(ending))
        })
        .collect();
    BaseEstimate {
        choices,
        first: first.min(choices),
        states,
    }
}
