//! `tait draw K N`, `tait draw FILE`.

use crate::arguments::Globals;
use crate::exit::Exit;
use crate::format::Picture;
use crate::hints::with_hints;
use crate::input::Subject;
use crate::output;
use crate::plays::Plays;
use clap::Args;
use std::path::PathBuf;
use tait_draw::{DrawError, Play, Rows, document, grid_svg, grid_tikz, page, row_svg, row_tikz};
use tait_store::write_file;

/// Arguments of `tait draw`.
#[derive(Debug, Args)]
#[command(
    after_help = "--format svg (the default) is a figure that stands alone; tikz a tikzpicture for \\input in a document that loads \
                  the package tikz; html a page that plays the solution and lets you try, without any network."
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    subject: Subject,
    /// Only these rows, both included; row 0 is the start
    #[arg(long, value_name = "A..B")]
    rows: Option<Rows>,
    /// TikZ as a whole document of one page
    #[arg(long)]
    document: bool,
    /// The file to write instead of standard output
    #[arg(long, short, visible_alias = "output", value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Draws one solution.
pub(crate) fn run(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let picture = globals.picture_or(Picture::Svg)?;
    anyhow::ensure!(
        picture == Picture::Tikz || !arguments.document,
        "--document is for --format tikz"
    );
    anyhow::ensure!(
        picture != Picture::Html || arguments.rows.is_none(),
        "--rows is for --format svg and tikz: a page has all rows"
    );
    let play = match Plays::of(&arguments.subject, globals)? {
        Plays::NoSolution(reason) => {
            globals.remark(&reason);
            return Ok(Exit::Refuted);
        }
        Plays::Found(plays) => Plays::only(plays)?,
    };
    let text = drawn(play, picture, arguments)?;
    match &arguments.out {
        Some(path) => write_file(path, &text)?,
        None => output::print(&text)?,
    }
    Ok(Exit::Done)
}

fn drawn(play: Play, picture: Picture, arguments: &Arguments) -> Result<String, DrawError> {
    let rows = arguments.rows.unwrap_or(Rows::ALL);
    let tikz = |picture: String| match arguments.document {
        true => document(&picture),
        false => picture,
    };
    Ok(match (play, picture) {
        (Play::Row(play), Picture::Svg) => row_svg(&play, rows)?,
        (Play::Grid(play), Picture::Svg) => grid_svg(&play, rows)?,
        (Play::Row(play), Picture::Tikz) => tikz(row_tikz(&play, rows)?),
        (Play::Grid(play), Picture::Tikz) => tikz(grid_tikz(&play, rows)?),
        (play, Picture::Html) => {
            let (play, hints) = with_hints(play);
            page(&play, hints.as_ref())
        }
    })
}
