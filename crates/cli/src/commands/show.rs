//! `tait show K N`, `tait show FILE`.

use crate::exit::Exit;
use crate::format::{Format, FormatExt as _};
use crate::globals::Globals;
use crate::output;
use crate::subject::Subject;
use anyhow::bail;
use clap::{Args, ValueEnum};
use tait_atlas::{Named, NoSolution, inversions, steps};
use tait_draw::{Characters, Play, Rows, TextStyle, grid_text, row_text};

/// Arguments of `tait show`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Show only rows A to B, both included; row 0 is the start. With 'ends': the first and the last row
    #[arg(long, value_name = "A..B")]
    steps: Option<Rows>,
    /// Characters of the drawing
    #[arg(long, value_enum, default_value_t)]
    characters: CharactersName,
    /// For checkers: show the class of each move, and the inversions and vacancy inversions that are left, as a table
    #[arg(long, conflicts_with_all = ["steps", "characters", "mirror"])]
    inversions: bool,
    /// Mirror the row and swap nickels and pennies, which gives another solution
    #[arg(long)]
    mirror: bool,
    #[command(flatten)]
    subject: Subject,
}

/// The names of sets of characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
enum CharactersName {
    /// Letters for coins, arrows for moves
    #[default]
    Letters,
    /// ASCII only
    Ascii,
    /// Discs for coins
    Unicode,
}

/// Draws a solution, all bases of a family, or the wraps and bases of a family of wraps.
pub(crate) fn run(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let format = globals.format_or(Format::Text);
    if arguments.inversions {
        return show_inversions(arguments, globals);
    }
    let plays = match arguments.subject.plays(arguments.mirror, globals)? {
        Ok(plays) => plays,
        Err(NoSolution(reason)) => {
            globals.remark(&reason);
            return Ok(Exit::Refuted);
        }
    };
    let rows = arguments.steps.unwrap_or(Rows::ALL);
    let style = TextStyle {
        characters: match arguments.characters {
            CharactersName::Letters => Characters::Letters,
            CharactersName::Ascii => Characters::Ascii,
            CharactersName::Unicode => Characters::Unicode,
        },
        ..globals.text_style()
    };
    let mut texts = Vec::with_capacity(plays.len());
    for play in &plays {
        texts.push(match (play, format) {
            (Play::Row(play), Format::Text) => {
                let header = output::heading(&play.header(rows), style.width);
                format!("{header}\n{}", row_text(play, rows, style)?)
            }
            (Play::Row(play), format) => steps(play, format),
            (Play::Grid(play), format) => {
                let _ = format.among(&[Format::Text])?;
                let header = output::heading(&play.header(rows), style.width);
                format!("{header}\n{}", grid_text(play, rows, style)?)
            }
        });
    }
    let text = texts.join("\n");
    // Foreign text occurs in the header lines only; below them are tait's own characters, with or
    // without colour.
    output::print_escaped(&text)?;
    Ok(Exit::Done)
}

/// Prints how many inversions are left after each move.
fn show_inversions(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let solution = match arguments.subject.named(globals)? {
        Ok(Named::Vacancy(solution, _)) => solution,
        Ok(_) => bail!("--inversions needs a solution of checkers, such as tait show checkers 3 3"),
        Err(NoSolution(reason)) => {
            globals.remark(&reason);
            return Ok(Exit::Refuted);
        }
    };
    let table = inversions(&solution)?;
    globals.remark(&solution.puzzle.to_string());
    output::print_table(&table, globals.format_or(Format::Text))?;
    Ok(Exit::Done)
}
