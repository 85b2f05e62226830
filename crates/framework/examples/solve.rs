//! The steps of `tait solve 3 8` with the library: a shortest solution, the reason why none is shorter, and a check.

#![expect(clippy::print_stdout, reason = "examples print what they find")]

use std::error::Error;
use tait_framework::{Solved, solve};
use tait_linear::{Puzzle, SolveRequest, check};
use tait_search::Control;

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let request = SolveRequest::new(Puzzle::new(3, 8)?);
    let solved = solve(&request, &Control::default())?;
    let Solved::Optimal {
        solution, claim, ..
    } = solved
    else {
        return Err("it has a solution".into());
    };
    println!("{}", solution.to_text());
    println!("{}; {claim:?}", check(&solution)?);
    assert_eq!(solution.moves().len(), 9, "8 moves do not suffice");
    Ok(())
}
