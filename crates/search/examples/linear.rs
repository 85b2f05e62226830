//! The linear puzzle and an engine: 6 nickels and 6 pennies, of which 3 adjacent coins move at a time.
//!
//! Run it with `cargo run -p tait-search --example linear`.

#![expect(clippy::print_stdout, reason = "examples print what they find")]

use std::error::Error;
use tait_linear::{BoundedSearch, PruneRules, Puzzle, Restrictions, Solution, check};
use tait_search::{Control, Outcome, breadth_first};

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let puzzle = Puzzle::new(3, 6)?;
    for moves in 6..=7 {
        let (restrictions, rules) = (Restrictions::default(), PruneRules::default());
        let search = BoundedSearch::new(puzzle, moves, restrictions, rules)?;
        match breadth_first(&search.space(), moves, &Control::default()) {
            Outcome::Exhausted(none) => {
                println!(
                    "no solution of {moves} moves; states by depth: {:?}",
                    none.states
                );
                assert_eq!(moves, 6);
            }
            Outcome::Found(found) => {
                println!("a solution of {moves} moves: {:?}", found.moves);
                let verdict = check(&Solution::new(puzzle, 1, found.moves))?;
                assert_eq!((moves, verdict.moves), (7, 7));
            }
            Outcome::Stopped(stopped) => panic!("nothing stops it: {stopped:?}"),
        }
    }
    Ok(())
}
