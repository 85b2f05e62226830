//! Makes one checker call for each family of puzzles.

#![expect(clippy::print_stdout, reason = "examples print what they find")]

use std::error::Error;
use tait_grid as grid;
use tait_linear as linear;
use tait_vacancy as vacancy;

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let coins = linear::read_solution("# linear k=2 n=3 start=1\n(1→7)(6→9)(3→6)".as_bytes())?;
    println!("{}: {}", coins.puzzle(), linear::check(&coins)?);

    let reader = vacancy::MoveReader::new("1 3 2".as_bytes());
    let moves = reader.collect::<Result<Vec<_>, _>>()?;
    let checkers = vacancy::Solution::of_written("checkers n=1 m=1".parse()?, &moves)?;
    println!("{}: {}", checkers.puzzle, checkers.check()?);

    let text = r#"{"grid": "triangular", "start": ["oo", "o."], "target": [".o", "oo"]}"#;
    let corner = grid::Puzzle::try_from(serde_json::from_str::<grid::PuzzleForm>(text)?)?;
    let step = grid::Move {
        from: [0, 0].into(),
        to: [1, 1].into(),
    };
    println!("{corner}: {}", grid::check(&corner, [step])?);
    Ok(())
}
