//! Reads a solution as text and replays it.

#![expect(clippy::print_stdout, reason = "examples print what they find")]

use std::error::Error;
use tait_linear::{CheckError, Puzzle, Solution, check, read_solution};

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let text = "# linear k=2 n=4 start=1\n(2→9)(5→2)(8→5)(1→8)";
    let solution = read_solution(text.as_bytes())?;
    let verdict = check(&solution)?;
    println!("{}: {verdict}", solution.puzzle());
    assert_eq!((solution.moves().len(), verdict.shift), (4, 2));

    // Leaves out the last move.
    let moves = solution.moves()[..3].to_vec();
    let wrong: CheckError = check(&Solution::new(Puzzle::new(2, 4)?, 1, moves)).unwrap_err();
    println!("without its last move: {wrong}");
    Ok(())
}
