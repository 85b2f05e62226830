//! The beams of the linear puzzle.

use tait_search::{Beam, Ending};

/// Up to how much of a state's priority is chance: two thirds of a natural logarithm of its odds, so
/// that beams with different seeds see different states.
const NOISE: u32 = 24;
/// From how many moves before the end a beam is wider.
const ENDING: u32 = 12;
/// How many times wider.
const WIDENING: usize = 8;

/// A beam of even width.
pub(crate) const fn even_beam(width: usize, seed: u64) -> Beam {
    Beam {
        width,
        ending: None,
        noise: NOISE,
        seed,
    }
}

/// A beam that is wider at its end, which is where states turn out to be dead ends.
pub(crate) const fn widening_beam(width: usize, seed: u64) -> Beam {
    beam_with_ending(width, (ENDING, WIDENING * width), seed)
}

/// A beam that keeps so many states of a layer, and in the last layers another number.
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
