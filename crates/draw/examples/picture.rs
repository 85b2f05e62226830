//! Writes a solution to files, as a figure and as a page that plays it, and prints it as text.

#![expect(clippy::print_stdout, reason = "examples print what they find")]

use std::error::Error;
use std::{env, fs, process};
use tait_draw::{Play, RowPlay, Rows, TextStyle, page, row_svg, row_text};
use tait_linear::read_solution;

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let text = "# linear k=2 n=4 start=1\n(2→9)(5→2)(8→5)(1→8)";
    let play = RowPlay::of_solution(&read_solution(text.as_bytes())?)?;
    println!("{}", row_text(&play, Rows::ALL, TextStyle::default())?);

    let directory = env::temp_dir().join(format!("tait-draw-example-{}", process::id()));
    fs::create_dir_all(&directory)?;
    let figure = directory.join("tait-2-4.svg");
    fs::write(&figure, row_svg(&play, Rows::ALL)?)?;
    fs::write(
        directory.join("tait-2-4.html"),
        page(&Play::Row(play), false, None),
    )?;
    println!("written to {}", directory.display());
    assert!(fs::read_to_string(figure)?.starts_with("<svg"));
    fs::remove_dir_all(directory)?;
    Ok(())
}
