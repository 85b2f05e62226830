//! `tait` without arguments: one screen of welcome.

use crate::exit::Exit;
use crate::globals::Globals;
use crate::output::{print_escaped, prose};
use tait_draw::{RowPlay, Rows, row_text};
use tait_linear::{Move, Puzzle, Solution};
use tait_text::in_line;

/// Shows a solved row, what to try, and where results are kept.
pub(crate) fn run(globals: &Globals) -> anyhow::Result<Exit> {
    // P. G. Tait's own puzzle, solved by Algorithm 3.1 of the thesis.
    let moves = [(2, 9), (5, 2), (8, 5), (1, 8)].map(Move::from).to_vec();
    let solution = Solution::new(Puzzle::new(2, 4)?, 1, moves);
    let row = row_text(
        &RowPlay::of_solution(&solution)?,
        Rows::ALL,
        globals.text_style(),
    )?;
    let place = match globals.directory() {
        Ok(directory) if directory.is_dir() => {
            format!("Your results are in {}.", directory.display())
        }
        Ok(directory) => format!("Your results will be kept in {}.", directory.display()),
        Err(error) => format!("{error}."),
    };
    let before = "Slide 2 neighbours at a time to free positions until nickels (o) and pennies (x) alternate.\n\
                  Four of each take 4 moves, and no solution has fewer:\n";
    let after = format!(
        "Try\n\
         \x20 tait show 3 9        a solution with three coins per move, row by row\n\
         \x20 tait solve 4 13      a shortest solution, and why none is shorter\n\
         \x20 tait generate 8 100  the moves for a hundred nickels and a hundred pennies\n\
         \x20 tait known           what is settled for all n, and what is open\n\n\
         {}\n\
         tait play writes a page on which you can try it yourself, tait help terms explains\n\
         the words, and tait --help lists all commands.\n",
        in_line(&place)
    );
    print_escaped(&format!("{}\n{row}\n{}", prose(before), prose(&after)))?;
    Ok(Exit::Done)
}
