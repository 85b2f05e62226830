//! The beams of attempts, and the weights for those that drop rows without an end.

use tait_linear::Weights;
use tait_search::{Beam, Ending};

/// The weights of the priority of a state, where no row without an end is kept.
pub(crate) const WEIGHTS: Weights = Weights {
    cuttable: 12,
    between: 24,
    staying: 10,
    outside: 32,
    misplaced: 12,
};

/// The greatest random part of a state's priority: two thirds of a natural logarithm of its odds, so that beams with
/// different seeds see different states.
const NOISE: u32 = 24;
/// How many moves before its end a beam becomes wider.
const ENDING: u32 = 12;
/// How many times wider it becomes.
const WIDENING: usize = 8;

/// Returns a beam of even width.
pub(crate) const fn even_beam(width: usize, seed: u64) -> Beam {
    Beam {
        width,
        ending: None,
        noise: NOISE,
        seed,
    }
}

/// Returns a beam that is wider at its end, where states turn out to be dead ends.
pub(crate) const fn widening_beam(width: usize, seed: u64) -> Beam {
    beam_with_ending(width, (ENDING, WIDENING * width), seed)
}

/// Returns a beam that keeps `width` states of a layer, and `at_end` in each of the last `layers`.
pub(crate) const fn beam_with_ending(
    width: usize,
    (layers, at_end): (u32, usize),
    seed: u64,
) -> Beam {
    let ending = Ending {
        layers,
        width: at_end,
    };
    Beam {
        ending: Some(ending),
        ..even_beam(width, seed)
    }
}

/// The beams of an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Beams {
    pub(crate) narrow: Beam,
    /// One for what the narrow beam shows to be promising: few attempts keep as much as a five-hundredth of their width until
    /// four moves before the end. `docs/notebook.md`, *Beginnings that complete*, has the figures.
    pub(crate) wide: Option<Beam>,
}

impl Beams {
    pub(crate) const fn one(narrow: Beam) -> Self {
        Self { narrow, wide: None }
    }

    /// Returns a beam with the usual wide one, of the same seed.
    pub(crate) const fn with_wide(narrow: Beam) -> Self {
        let wide = Some(beam_with_ending(30_000, (16, 3_000_000), narrow.seed));
        Self { narrow, wide }
    }

    /// Returns the wide beam, if there is one and the narrow one has kept enough with `left` moves from its start.
    pub(crate) fn second(&self, kept: &[u64], left: u32) -> Option<Beam> {
        let width = self.narrow.ending?.width as u64;
        let near_the_end = kept.get(left.checked_sub(4)? as usize)?;
        self.wide.filter(|_| 500 * near_the_end >= width)
    }
}
