//! Computes the span and the extra coins of a configuration on the square grid, and checks a solution.

#![expect(clippy::print_stdout, reason = "examples print what they find")]

use std::error::Error;
use tait_grid::{Board, Move, Puzzle, PuzzleForm, Span, Symbols, check, read_drawing, span};

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let diagonal = read_drawing(Board::Square, "oo..\n.o..\n..oo", Symbols::Plain)?;
    let Span::Finite(positions) = span(&diagonal, 2)? else {
        return Err("on the square grid spans are finite".into());
    };
    println!("{} positions can be reached", positions.len());
    println!("extra coins: {:?}", diagonal.extra_coins(2)?);
    assert_eq!(positions.len(), 12);

    let text = r#"{"grid": "square", "start": ["oo", "o."], "target": [".o", "oo"]}"#;
    let puzzle = Puzzle::try_from(serde_json::from_str::<PuzzleForm>(text)?)?;
    let step = Move {
        from: [0, 0].into(),
        to: [1, 1].into(),
    };
    println!("{puzzle}: {}", check(&puzzle, [step])?);
    Ok(())
}
