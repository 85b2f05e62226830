//! Moves from the middle of a solution with 10^15 moves, and a whole solution that the checker
//! replays.

#![expect(clippy::print_stdout, reason = "examples print what they find")]

use std::error::Error;
use tait_generator::thesis::SlidingCoinK2;
use tait_generator::{MoveSequence, stream};
use tait_linear::{Header, Puzzle, Solution, check};

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let n = 1_000_000_000_000_000;
    let huge = SlidingCoinK2::new(n, 1)?;
    let mut text = Vec::new();
    let part = stream::indices(n / 2, n / 2 + 3, n)?;
    let name = Header {
        puzzle: Puzzle::new(2, n)?,
        start: 1,
    };
    let format = stream::Format::Text(&name.to_string());
    stream::write_moves(&huge, part, format, &mut text)?;
    print!("{}", String::from_utf8(text)?);

    let small = SlidingCoinK2::new(1000, 1)?;
    let moves = (0..small.count()).filter_map(|index| small.move_at(index));
    let solution = Solution::new(Puzzle::new(2, 1000)?, 1, moves.collect());
    println!("{}", check(&solution)?);
    assert_eq!(solution.moves().len(), 1000);
    Ok(())
}
