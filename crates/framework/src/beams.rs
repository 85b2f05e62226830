//! The beams of the linear puzzle.

use tait_search::{Beam, Ending};

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
