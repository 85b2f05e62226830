//! `tait draw K N`, `tait draw FILE`.

use crate::exit::Exit;
use crate::format::Picture;
use crate::globals::Globals;
use crate::output;
use crate::subject::Subject;
use crate::user_files;
use anyhow::{anyhow, bail};
use clap::Args;
use std::path::{Path, PathBuf};
use tait_atlas::{NoSolution, with_hints};
use tait_draw::{Play, Rows, Worksheet, document, page};

/// The most rows that a page which stands alone holds: some hundred kilobytes.
const MOST_ROWS: u64 = 25_000;

/// Arguments of `tait draw`.
#[derive(Debug, Args)]
#[command(
    after_help = "--format svg (the default) is a figure that stands alone; tikz a tikzpicture for \\input in a document that loads \
                  the package tikz; html a page that plays the solution and lets you try, without any network."
)]
pub(crate) struct Arguments {
    /// Only these rows, both included; row 0 is the start
    #[arg(long, value_name = "A..B")]
    rows: Option<Rows>,
    /// A worksheet to cut out: the puzzle, and on a second page its solution. TikZ has both in one document; SVG is
    /// written to FILE and, with -solution in its name, to a second file
    #[arg(long, conflicts_with_all = ["rows", "document"])]
    worksheet: bool,
    /// One row that plays the solution again and again, for READMEs and slides; it rests where less motion is asked for
    #[arg(long, conflicts_with_all = ["rows", "worksheet", "document"])]
    animate: bool,
    /// TikZ as a whole document of one page
    #[arg(long)]
    document: bool,
    /// The file to write instead of standard output; a link there is replaced, not followed
    #[arg(long, short, visible_alias = "output", value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    subject: Subject,
}

/// Draws one solution.
pub(crate) fn run(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let picture = globals.picture_or(Picture::Svg);
    anyhow::ensure!(
        picture == Picture::Tikz || !arguments.document,
        "--document is for --format tikz"
    );
    anyhow::ensure!(
        picture != Picture::Html || arguments.rows.is_none(),
        "--rows is for --format svg and tikz: a page has all rows"
    );
    anyhow::ensure!(
        picture == Picture::Svg || !arguments.animate,
        "--animate is for --format svg"
    );
    let play = match arguments.subject.plays(globals)? {
        Ok(plays) => only(plays)?,
        Err(NoSolution(reason)) => {
            globals.remark(&reason);
            return Ok(Exit::Refuted);
        }
    };
    if arguments.worksheet {
        return worksheet(&play, picture, arguments.out.as_deref());
    }
    let text = drawn(play, picture, arguments)?;
    match &arguments.out {
        Some(path) => user_files::write(path, &text)?,
        None => output::print(&text)?,
    }
    Ok(Exit::Done)
}

/// The only solution there is.
fn only(plays: Vec<Play>) -> anyhow::Result<Play> {
    let [play] = <[Play; 1]>::try_from(plays).map_err(|plays| {
        anyhow!(
            "it holds {} solutions, and one is drawn: tait draw K N picks one by its size",
            plays.len()
        )
    })?;
    Ok(play)
}

fn worksheet(play: &Play, picture: Picture, out: Option<&Path>) -> anyhow::Result<Exit> {
    let sheet = Worksheet::new(play)?;
    match (picture, out) {
        (Picture::Html, _) => bail!("a worksheet is for paper: --format svg or tikz"),
        (Picture::Tikz, Some(path)) => user_files::write(path, &sheet.to_tikz())?,
        (Picture::Tikz, None) => output::print(&sheet.to_tikz())?,
        (Picture::Svg, None) => {
            bail!("a worksheet in SVG is two files: name the first with --out FILE")
        }
        (Picture::Svg, Some(path)) => {
            let [puzzle, solution] = sheet.to_svg();
            user_files::write(path, &puzzle)?;
            user_files::write(&Worksheet::solution_beside(path), &solution)?;
        }
    }
    Ok(Exit::Done)
}

fn drawn(play: Play, picture: Picture, arguments: &Arguments) -> anyhow::Result<String> {
    let rows = arguments.rows.unwrap_or(Rows::ALL);
    Ok(match picture {
        Picture::Svg if arguments.animate => play
            .to_animated_svg()
            .map_err(|error| anyhow!("{error}: --format html makes one"))?,
        Picture::Svg => play.to_svg(rows)?,
        Picture::Tikz if arguments.document => document(&play.to_tikz(rows)?),
        Picture::Tikz => play.to_tikz(rows)?,
        Picture::Html => {
            let (play, hints) = with_hints(play, MOST_ROWS);
            page(&play, hints.as_ref())
        }
    })
}
