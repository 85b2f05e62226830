//! Checkers that change sides, step by step, and the check of a solution read as JSON.

#![expect(clippy::print_stdout, reason = "examples print what they find")]

use std::error::Error;
use tait_vacancy::{Puzzle, Replay, Solution};

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let mut replay = Replay::new("checkers n=1 m=1".parse::<Puzzle>()?)?;
    for cell in [1, 3, 2] {
        let _ = replay.play(cell)?;
        println!("{}", replay.row());
    }
    assert!(replay.finish()?.meets_lower_bound());

    let json = r#"{"puzzle":"checkers","n":1,"m":1,"moves":[3,2]}"#;
    let error = serde_json::from_str::<Solution>(json)?.check().unwrap_err();
    println!("{error}");
    Ok(())
}
