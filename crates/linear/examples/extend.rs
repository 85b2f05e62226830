//! Extends a base of five nickels and five pennies to n = 1001 and further.
//!
//! Every move of the larger solutions is computed on its own.

#![expect(clippy::print_stdout, reason = "examples print what they find")]

use std::error::Error;
use tait_linear::{Base, Exchange, Extension, Move, MoveSequence, Puzzle, Solution, check};

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    // k = 2, n = 5 from the thesis; coins 4 and 7 never move.
    let moves = [(2, 11), (8, 2), (5, 8), (10, 5), (1, 10)].map(Move::from);
    let exchange = |number, offset, pattern: &str, complement| -> Result<_, Box<dyn Error>> {
        let pattern = pattern.parse()?;
        Ok(Exchange {
            number,
            offset,
            pattern,
            complement,
        })
    };
    let base = Base {
        solution: Solution::new(Puzzle::new(2, 5)?, 1, moves.to_vec()),
        nickel: 4,
        penny: 7,
        exchanges: vec![exchange(1, 0, "oo", false)?, exchange(3, 1, "ox", true)?],
    };
    let _ = base.check()?;

    let larger = Extension::to_size(&base, 1001).ok_or("5 and 1001 agree modulo 4")?;
    let solution = Solution::new(larger.puzzle(), larger.start(), larger.moves().collect());
    let verdict = check(&solution)?;
    println!("{}: {verdict}", solution.puzzle());
    assert_eq!(solution.moves().len(), 1001);

    let huge = Extension::to_size(&base, 1_000_000_001).ok_or("so do 5 and this")?;
    println!(
        "move 500,000,000 of {}: {:?}",
        huge.count(),
        huge.move_at(499_999_999)
    );
    Ok(())
}
